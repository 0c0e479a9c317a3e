//! The diagnostics of this crate: E10xx and W10xx come from lexing and preprocessing, E11xx and W11xx from parsing.

base::diagnostics! {
    /// The character does not start a token. It is skipped.
    E1001 error UnknownCharacter { text } "unexpected character '{text}'";
    /// A string or character literal must end on the line on which it starts.
    E1002 error UnterminatedLiteral { quote } "missing closing {quote}";
    /// A comment that starts with `/*` must end with `*/`.
    E1003 error UnterminatedComment {} "unterminated /* comment";
    /// The suffix is not valid for this kind of number. Integers take `u`, `l`, `ll` and their
    /// combinations; floating-point numbers take `f`, `h`, `l`, `f16`, `f32` and `f64`.
    E1004 error InvalidSuffix { suffix, what } "invalid suffix '{suffix}' on {what}";
    /// The digit is not valid in the base of the number.
    E1005 error InvalidDigit { digit, base } "invalid digit '{digit}' in {base} number";
    /// Integer literals have at most 64 bits.
    E1006 error IntegerTooLarge {} "integer literal is too large for 64 bits";
    /// Digits must follow a prefix such as `0x` and an exponent's `e` or `p`; a hexadecimal floating-point number
    /// needs an exponent.
    E1007 error MissingDigits { place } "{place}";
    /// An escape sequence requires digits, and its value must be a character.
    E1008 error InvalidEscape { escape } "invalid escape '{escape}'";
    /// A character literal must contain exactly one character.
    E1009 error InvalidCharacter {} "character literal must contain exactly one character";
    /// Preprocessor conditions are integer expressions; this one is not valid.
    E1020 error InvalidCondition { problem } "{problem} in a preprocessor condition";
    /// An evaluated part of the condition divides by zero.
    E1021 error ConditionDividesByZero {} "division by zero in a preprocessor condition";
    /// The name before the parenthesis is not a macro, so the condition is not valid.
    E1022 error NoSuchFunctionMacro { name } "function-like macro '{name}' is not defined";
    /// `#else`, `#elif` and `#endif` require an `#if` in the same file.
    E1023 error ConditionalWithoutIf { directive } "#{directive} without #if";
    /// Only `#endif` may follow `#else`.
    E1024 error ConditionalAfterElse { directive } "#{directive} after #else";
    /// Every `#if` requires an `#endif` in the same file.
    E1025 error UnterminatedConditional { directive } "unterminated #{directive}";
    /// Conditional groups are nested too deeply.
    E1026 error ConditionalsTooDeep { limit } "conditional groups are nested more than {limit} levels deep";
    /// The word after `#` is not a directive.
    E1030 error UnknownDirective { name } "unknown directive #{name}";
    /// The directive requires a macro name.
    E1031 error MacroNameMissing { directive } "macro name missing in #{directive}";
    /// The parameter list of a macro is a list of distinct names in parentheses; `...` may be last.
    E1032 error InvalidParameterList { problem } "{problem} in macro parameter list";
    /// In the body of a function-like macro, `#` must precede a parameter, and turns its argument into a string.
    E1033 error StringizeWithoutParameter {} "'#' is not followed by a macro parameter";
    /// `##` joins two tokens, so it cannot be first or last.
    E1034 error PasteAtEdge {} "'##' cannot appear at either end of a macro expansion";
    /// `defined` is an operator of conditions.
    E1035 error ReservedMacroName { name } "'{name}' cannot be used as a macro name";
    /// A macro invocation must end before its file does.
    E1036 error UnterminatedCall { name } "missing ')' in invocation of macro '{name}'";
    /// The number of arguments does not match the number of macro parameters.
    E1037 error ArgumentCount { name, given, wanted } "macro '{name}' requires {wanted}, found {given}";
    /// The result of `##` must be a single token.
    E1038 error InvalidPaste { text } "pasting formed '{text}', an invalid token";
    /// `#include` requires a path in quotes or angle brackets, or a macro that expands to one.
    E1040 error IncludePathMissing {} "#include requires \"path\" or <path>";
    /// The file is not in any searched directory.
    E1041 fatal IncludeNotFound { path } "cannot find the included file '{path}'";
    /// A file that includes itself needs `#pragma once` or an include guard.
    E1042 fatal IncludesTooDeep { limit } "#include is nested more than {limit} levels deep";
    /// The number or size of included files exceeds the limit; usually files include themselves more than once.
    E1043 fatal TooManyIncludes {} "too many or too large included files";
    /// A file cannot be included inside the arguments of a macro.
    E1044 error IncludeInArguments {} "#include inside the arguments of a macro is not supported";
    /// `#line` takes a line number and optionally a file name in quotes.
    E1045 error InvalidLineDirective {} "#line requires a line number and optionally a file name in quotes";
    /// The source reports this error.
    E1046 error ErrorDirective { text } "{text}";
    /// The operator requires parentheses and an operand.
    E1047 error MalformedOperator { name, wanted } "{name} requires {wanted}";
    /// The output of macro expansion exceeds the limit.
    E1050 fatal ExpansionTooLarge { limit } "macro expansion exceeds {limit}";
    /// Macro invocations are nested too deeply in macro arguments.
    E1051 fatal ExpansionTooDeep { limit } "macro invocations are nested more than {limit} levels deep";
    /// Source locations are 32-bit numbers.
    E1052 fatal SourceTooLarge {} "source text exceeds 2 GiB";
    /// Only HLSL is compiled. Other compilers translate from WGSL, such as Tint and naga, to SPIR-V or HLSL.
    E1053 fatal ForeignLanguage { language } "this is {language}, not HLSL";
    /// The token is not expected here.
    E1101 error Unexpected { found } "unexpected {found}";
    /// Something is missing after the previous token.
    E1102 error Expected { what, place } "expected {what}{place}";
    /// A different token is expected here.
    E1103 error ExpectedFound { what, found } "expected {what}, found {found}";
    /// The matching bracket is missing.
    E1104 error Unmatched { bracket } "unmatched '{bracket}'";
    /// Brackets, blocks and template arguments are nested too deeply. The rest is not checked.
    E1105 error NestingTooDeep { limit } "nesting exceeds {limit} levels";
    /// The word is a keyword of C++ that HLSL does not support, and cannot be used as a name.
    E1106 error ReservedWord { word } "'{word}' is a reserved keyword that HLSL does not support";
    /// The feature requires HLSL 2021; `-HV` selects an older version.
    E1107 error NeedsHlsl2021 { feature } "HLSL 2021 or later is required for {feature}";
    /// Arguments are passed by copying: declare a parameter that is written `inout` or `out`.
    E1108 error NoPointers {} "HLSL has no pointers or references; parameters that are written are 'inout' or 'out'";
    /// HLSL has no pointers; use a dot to access members.
    E1109 error NoArrow {} "HLSL has no '->'; use '.' to access members";
    /// Functions and templates have a fixed number of parameters.
    E1110 error NoEllipsis {} "'...' is not supported: HLSL has no variadic functions or templates";
    /// Before HLSL 202x every method may modify its object. Remove the `const`, or select the version with `-HV 202x`.
    E1111 error NoConstMethods {} "'const' methods require HLSL 202x";
    /// An `else` must directly follow an `if` statement.
    E1112 error StrayElse {} "'else' without a matching 'if'";
    /// Functions must be declared with a name.
    E1113 error NoLambdas {} "HLSL has no lambda expressions";
    /// The tree of an expression or statement is too deep: a chain of operators or of `else if` is too
    /// long. Split it.
    E1114 error TreeTooDeep { what, limit } "{what} with more than {limit} levels";
    /// There are too many syntax errors. The rest is not checked.
    E1115 error GaveUp {} "too many syntax errors; stopping now";

    /// The macro is already defined differently; the new definition is used.
    W1001 warning(macro-redefined) MacroRedefined { name } "macro '{name}' redefined";
    /// The compiler predefines this macro; the new definition is used.
    W1002 warning(builtin-macro-redefined) BuiltinMacroRedefined { name } "redefining built-in macro '{name}'";
    /// There is extra text after the directive.
    W1003 warning(extra-tokens) ExtraTokens { directive } "extra tokens at end of #{directive} directive";
    /// The source reports this message.
    W1004 warning(user-warnings) WarningDirective { text } "{text}";
    /// The source reports this message.
    W1005 warning(pragma-messages) PragmaMessage { text } "{text}";
    /// The pragma is malformed and ignored.
    W1006 warning(ignored-pragmas) MalformedPragma { name, wanted } "#pragma {name} requires {wanted}";
    /// There is no saved diagnostic state to restore.
    W1007 warning(unknown-pragmas) PragmaPopWithoutPush {} "#pragma dxc diagnostic pop without push";
    /// This compiler, GLSL and Slang accept a floating-point suffix on an integer. DXC and FXC require a decimal point
    /// before it: `1.0f`.
    W1008 own_warning(float-literal) PointlessFloat { text } "'{text}' has no decimal point, which other HLSL compilers require";
    /// Word processors and web pages insert Unicode spaces, such as U+00A0, which does not
    /// break lines. They count as spaces.
    W1009 warning(unicode-whitespace) UnicodeSpace {} "treating Unicode character as whitespace";
    /// The backslash continues the line although white space follows it, as in other compilers.
    W1010 warning(backslash-newline-escape) SpacedContinuation {} "backslash and newline separated by space";
    /// Techniques, state blocks, annotations and the objects of the effect framework configured Direct3D 9 to 11. They
    /// have no equivalent in a module and are ignored. To initialize a variable with a list, write `= { ... }`.
    W1101 warning(effects-syntax) EffectIgnored { what } "{what} is ignored: effect syntax is deprecated";
    /// `[[vk::location(1)]];` and `static;` do not apply to a declaration. Remove the semicolon if the next declaration
    /// is meant.
    W1102 warning(missing-declarations) PrefixesAlone {} "declaration does not declare anything";
    /// Initialize objects with initializer lists, `= { ... }`, or by calling a method.
    E1116 error NoConstructors {} "HLSL has no constructors";
    /// Only modifiers such as `const` and `static` may follow the type: `row_major float4x4 m`.
    E1117 error LateModifier { name } "'{name}' must precede the type";
    /// The length of an array follows the name: `float taps[3]`.
    E1118 error LengthBeforeName {} "array length must follow the name";
    /// In C++ `using` sets the namespace of an attribute list; in HLSL each attribute has its own: `[[vk::binding(2,
    /// 1)]]`, with the binding before the descriptor set.
    E1119 error NoUsingInAttributes {} "'using' is not allowed in attributes; qualify each attribute, as in 'vk::binding(2, 1)'";
    /// The definition of a macro ends where its line does, without a `;`, which would become a part of each use.
    E1120 error MacroEndsStatement { name } "macro '{name}' ends with ';', which ends the statement here";
    /// Functions are defined one after the other. Move the inner one before the function that calls it.
    E1125 error NestedFunction {} "a function cannot be defined inside another function";
    /// HLSL 202x has no effect syntax, no interfaces, and neither `uniform` nor `shared`, which are names there. Remove
    /// it, or select an older version with `-HV`.
    E1140 error Removed { what } "{what} is not supported in HLSL 202x";
    /// The word has a meaning from HLSL 202x on, which `-HV 202x` selects.
    E2680 error NeedsHlsl202x { what } "{what} requires HLSL 202x (option '-HV 202x')";
    /// A test is a function with a body outside of structs. Its parameters get values from `[[case(…)]]`, `[[property]]` or a
    /// semantic, a template its arguments from `[[types(…)]]`.
    E6651 error InvalidTest { what } "a test {what}";
    /// `[[test]]` and `[[property]]` precede a function with a body, and follow `template<…>`.
    E6652 error TestWithoutFunction {} "attribute of a test must precede the definition of a function";
}
