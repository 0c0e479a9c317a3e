//! The diagnostics of this crate: E10xx and W10xx come from lexing and preprocessing, E11xx and W11xx from parsing.

base::diagnostics! {
    /// The character starts no token of the language. It was left out.
    E1001 error UnknownCharacter { text } "unexpected character '{text}'";
    /// A string or character literal has to end on the line on which it starts.
    E1002 error UnterminatedLiteral { quote } "missing closing {quote}";
    /// A comment that starts with `/*` has to end with `*/`.
    E1003 error UnterminatedComment {} "unterminated /* comment";
    /// The letters after a number are no suffix of that kind of number. Integers take `u`, `l`, `ll` and their
    /// combinations; floating-point numbers take `f`, `h`, `l`, `f16`, `f32` and `f64`.
    E1004 error InvalidSuffix { suffix, what } "invalid suffix '{suffix}' on {what}";
    /// The digit does not exist in the base in which the number is written.
    E1005 error InvalidDigit { digit, base } "invalid digit '{digit}' in {base} number";
    /// Integer literals have at most 64 bits.
    E1006 error IntegerTooLarge {} "integer literal does not fit 64 bits";
    /// Digits have to follow a prefix such as `0x` and an exponent's `e` or `p`; a hexadecimal floating-point number
    /// needs an exponent.
    E1007 error MissingDigits { place } "{place}";
    /// An escape needs digits, and its value has to be a character.
    E1008 error InvalidEscape { escape } "invalid escape '{escape}'";
    /// A character literal holds exactly one character.
    E1009 error InvalidCharacter {} "a character literal holds exactly one character";
    /// Conditions are expressions of integers; this one cannot be read.
    E1020 error InvalidCondition { problem } "{problem} in a preprocessor condition";
    /// The condition divides by zero where its value matters.
    E1021 error ConditionDividesByZero {} "division by zero in a preprocessor condition";
    /// The name before the parenthesis is no macro here, so the condition cannot be read.
    E1022 error NoSuchFunctionMacro { name } "function-like macro '{name}' is not defined";
    /// `#else`, `#elif` and `#endif` belong to an `#if` in the same file.
    E1023 error ConditionalWithoutIf { directive } "#{directive} without #if";
    /// Nothing but `#endif` may follow `#else`.
    E1024 error ConditionalAfterElse { directive } "#{directive} after #else";
    /// Every `#if` needs an `#endif` in the same file.
    E1025 error UnterminatedConditional { directive } "unterminated #{directive}";
    /// Conditional groups are nested more deeply than any sensible input does.
    E1026 error ConditionalsTooDeep { limit } "conditional groups are nested more than {limit} deep";
    /// The word after `#` is no directive of the language.
    E1030 error UnknownDirective { name } "unknown directive #{name}";
    /// The directive takes the name of a macro.
    E1031 error MacroNameMissing { directive } "#{directive} needs the name of a macro";
    /// The parameter list of a macro is a list of different names in parentheses; `...` may come last.
    E1032 error InvalidParameterList { problem } "{problem} in the parameter list of a macro";
    /// In the body of a function-like macro `#` stands before a parameter and turns its argument into a string.
    E1033 error StringizeWithoutParameter {} "'#' is not followed by a parameter of the macro";
    /// `##` joins two tokens, so that it cannot be first or last.
    E1034 error PasteAtEdge {} "'##' cannot stand at either end of a macro";
    /// `defined` is an operator of conditions.
    E1035 error ReservedMacroName { name } "'{name}' cannot be the name of a macro";
    /// The call of a macro has to end before its file does.
    E1036 error UnterminatedCall { name } "missing ')' in the call of macro '{name}'";
    /// A call has as many arguments as the macro has parameters.
    E1037 error ArgumentCount { name, given, wanted } "macro '{name}' takes {wanted}, not {given}";
    /// The result of `##` has to be a single token.
    E1038 error InvalidPaste { text } "'##' makes '{text}', which is not a token";
    /// `#include` takes a path in quotes or angle brackets, or a macro that gives one.
    E1040 error IncludePathMissing {} "#include needs \"path\" or <path>";
    /// No directory that is searched has the file.
    E1041 fatal IncludeNotFound { path } "cannot find the included file '{path}'";
    /// A file that includes itself needs `#pragma once` or a guard.
    E1042 fatal IncludesTooDeep { limit } "files include each other more than {limit} deep";
    /// So many inclusions are the work of files that include themselves more than once.
    E1043 fatal TooManyIncludes {} "too many or too large included files";
    /// The file would come to stand between the arguments of a macro.
    E1044 error IncludeInArguments {} "#include inside the arguments of a macro is not supported";
    /// `#line` takes a line number and optionally a name in quotes.
    E1045 error InvalidLineDirective {} "#line needs a line number and optionally a name in quotes";
    /// The source itself says that it cannot be compiled so.
    E1046 error ErrorDirective { text } "{text}";
    /// The operator is written as a call.
    E1047 error MalformedOperator { name, wanted } "{name} needs {wanted}";
    /// Macros that double their output again and again end here.
    E1050 fatal ExpansionTooLarge { limit } "macros expand to more than {limit}";
    /// Arguments of macros are themselves calls of macros, too deeply.
    E1051 fatal ExpansionTooDeep { limit } "calls of macros are nested more than {limit} deep";
    /// Positions in the source are 32-bit numbers.
    E1052 fatal SourceTooLarge {} "source text takes more than 2 GiB";
    /// Only HLSL is compiled. Other compilers translate from WGSL, such as Tint and naga, to SPIR-V or HLSL.
    E1053 fatal ForeignLanguage { language } "this is {language}, not HLSL";
    /// The token cannot stand here.
    E1101 error Unexpected { found } "unexpected {found}";
    /// Something is missing right after what was read so far.
    E1102 error Expected { what, place } "expected {what}{place}";
    /// Something else has to stand here.
    E1103 error ExpectedFound { what, found } "expected {what}, found {found}";
    /// The other half of a pair of brackets is missing.
    E1104 error Unmatched { bracket } "unmatched '{bracket}'";
    /// Brackets, blocks and template arguments nest deeper than any program needs. The rest was not looked at.
    E1105 error NestingTooDeep { limit } "nesting is deeper than {limit} levels";
    /// The word belongs to C++ and has no meaning in HLSL, but cannot be used as a name either.
    E1106 error ReservedWord { word } "'{word}' is a reserved word that HLSL does not support";
    /// The feature came with HLSL 2021; an older version was asked for with `-HV`.
    E1107 error NeedsHlsl2021 { feature } "HLSL 2021 or later is needed for {feature}";
    /// Values are copied in and out: a parameter that is written to is declared `inout` or `out`.
    E1108 error NoPointers {} "HLSL has no pointers or references; parameters that are written are 'inout' or 'out'";
    /// There are no pointers to go through; members are named after a dot.
    E1109 error NoArrow {} "HLSL has no '->'; members are named with '.'";
    /// The number of arguments of functions and templates is fixed.
    E1110 error NoEllipsis {} "'...' is not supported: HLSL has no variadic functions or templates";
    /// Any method may change its object.
    E1111 error NoConstMethods {} "HLSL has no 'const' methods";
    /// An `else` belongs to the `if` right before it.
    E1112 error StrayElse {} "'else' without a matching 'if'";
    /// A function has to be declared with a name.
    E1113 error NoLambdas {} "HLSL has no lambda expressions";
    /// The tree of an expression or statement is too deep to work with: a chain of operators or of `else if` is too
    /// long. Split it.
    E1114 error TreeTooDeep { what, limit } "{what} with more than {limit} levels";
    /// So much text could not be understood that the rest was not looked at.
    E1115 error GaveUp {} "giving up: too much of the text could not be understood";

    /// The macro has another definition already; the new one is used.
    W1001 warning(macro-redefined) MacroRedefined { name } "macro '{name}' is redefined";
    /// The compiler gives this macro its value; the new definition is used.
    W1002 warning(builtin-macro-redefined) BuiltinMacroRedefined { name } "built-in macro '{name}' is redefined";
    /// The directive takes less than what stands on its line.
    W1003 warning(extra-tokens) ExtraTokens { directive } "extra text at the end of #{directive}";
    /// The source says so.
    W1004 warning(user-warnings) WarningDirective { text } "{text}";
    /// The source says so.
    W1005 warning(pragma-messages) PragmaMessage { text } "{text}";
    /// The pragma is known but not written as it should be; it is ignored.
    W1006 warning(ignored-pragmas) MalformedPragma { name, wanted } "#pragma {name} needs {wanted}";
    /// Nothing was saved that could be restored.
    W1007 warning(unknown-pragmas) PragmaPopWithoutPush {} "#pragma dxc diagnostic pop without push";
    /// A suffix alone makes a floating-point number of digits here, in GLSL and in Slang. DXC and FXC want a point before
    /// it: `1.0f`.
    W1008 own_warning(float-literal) PointlessFloat { text } "'{text}' has no point, which other compilers of HLSL ask for";
    /// Text processors and web pages put spaces between words that are not the plain one, such as U+00A0, which does not
    /// break lines. They count as spaces.
    W1009 warning(unicode-whitespace) UnicodeSpace {} "this space is not the plain one: it is taken as one";
    /// Techniques, state blocks, annotations and the objects of the effect framework configured Direct3D 9 to 11. Nothing
    /// in a module corresponds to them, so they are skipped. To initialise a variable with a list write `= { ... }`.
    W1101 warning(effects-syntax) EffectIgnored { what } "{what} is ignored: effect syntax is deprecated";
    /// `[[vk::location(1)]];` and `static;` belong to nothing, because of the semicolon: take it away if what follows was meant.
    W1102 warning(missing-declarations) PrefixesAlone {} "this declares nothing that attributes or modifiers could belong to";
    /// Objects are initialised with lists, `= { ... }`, or by a method that is called.
    E1116 error NoConstructors {} "HLSL has no constructors";
    /// Only words such as `const` and `static` may stand after the type: `row_major float4x4 m`.
    E1117 error LateModifier { name } "'{name}' must stand before the type";
    /// The length of an array stands behind the name of what is declared: `float taps[3]`.
    E1118 error LengthBeforeName {} "the length of an array stands behind its name";
    /// C++ names the namespace of a list of attributes once; in HLSL each has its own: `[[vk::binding(2, 1)]]`, with the
    /// binding before the descriptor set.
    E1119 error NoUsingInAttributes {} "attributes have no 'using'; each names its namespace, as in 'vk::binding(2, 1)'";
    /// Functions are defined one after the other. Move the inner one before the function that calls it.
    E1125 error NestedFunction {} "a function cannot be defined inside another function";
}
