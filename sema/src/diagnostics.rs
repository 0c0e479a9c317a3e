//! What the analysis reports. Codes: 20xx to 23xx names, types, expressions and statements; 24xx conversions and calls;
//! 25xx attributes, layout, bindings and stage interfaces.

base::diagnostics! {
    // Names.
    /// The name is not declared in this scope.
    E2001 error UnknownName { name } "use of undeclared identifier '{name}'";
    /// A type is expected, and no type has this name.
    E2002 error UnknownType { name } "unknown type name '{name}'";
    /// The namespace, struct or enumeration has no member with this name.
    E2003 error NoSuchMemberOfScope { name, scope } "no member named '{name}' in '{scope}'";
    /// A type, namespace or template is used where a value is expected.
    E2004 error NotAValue { name } "'{name}' does not name a value";
    /// The name before `::` does not denote a scope.
    E2005 error NotAScope { name } "'{name}' is not a namespace, struct or enumeration";
    /// A name is declared twice in one scope.
    E2006 error Redefinition { name } "redefinition of '{name}'";
    /// A function has two definitions, or two of its declarations differ only in their return type.
    E2007 error FunctionRedefinition { name } "redefinition of function '{name}'";
    /// Two functions differ only in their return type.
    E2008 error ResultOverload { name } "functions named '{name}' differ only in their return type";
    /// A declaration needs a name.
    E2009 error MissingName { what } "{what} requires a name";
    /// The function that the options name as the entry point is not defined.
    E2010 error MissingEntry { name } "missing entry point definition '{name}'";
    /// Several functions have the name of the entry point.
    E2011 error AmbiguousEntry { name } "entry point '{name}' is overloaded";
    /// A member defined outside its struct is not declared in it.
    E2012 error NoSuchDeclaration { name, scope } "out-of-line definition of '{name}' does not match any declaration in '{scope}'";
    /// Before HLSL 2021 the variables of a `for` are visible after it, where another `for` may declare them again.
    W2013 warning(for-redefinition) LoopRedefinition { name } "redefinition of '{name}' shadows the declaration in the outer scope";

    // Types.
    /// A template is named without its arguments where they are needed.
    E2020 error MissingTemplateArguments { name } "use of template '{name}' requires template arguments";
    /// A template has too many or too few arguments.
    E2021 error WrongTemplateArgumentCount { name, expected, found } "wrong number of arguments for template '{name}': expected {expected}, found {found}";
    /// A template argument is of the wrong kind: a value instead of a type, or vice versa.
    E2022 error WrongTemplateArgument { name, expected } "template argument for '{name}' must be {expected}";
    /// Template arguments follow a name that is not a template.
    E2023 error NotATemplate { name } "'{name}' is not a template";
    /// The number of rows, columns or components is not one that matrices or vectors of the shader model have.
    E2024 error InvalidDimension { what, limit } "invalid number of {what}; must be between 1 and {limit}";
    /// The length of an array must be at least one.
    E2025 error InvalidArrayLength {} "array length must be greater than zero";
    /// The length of an array must be a compile-time constant.
    E2026 error ArrayLengthNotConstant {} "array length must be an integer constant expression";
    /// The length of the array cannot be deduced without an initializer.
    E2027 error ArrayLengthMissing {} "array of unknown length requires an initializer";
    /// A variable, field, parameter or element cannot have this type.
    E2028 error InvalidVariableType { what, ty } "{what} cannot have type '{ty}'";
    /// An interface is an abstract type.
    E2030 error AbstractType { ty } "cannot instantiate interface '{ty}'";
    /// A struct is used before it is defined.
    E2031 error IncompleteType { ty } "incomplete type '{ty}'";
    /// A struct contains itself.
    E2032 error RecursiveType { ty } "struct '{ty}' contains itself";
    /// Only structs, classes and interfaces can be base classes.
    E2033 error InvalidBase { ty } "'{ty}' cannot be a base class";
    /// A struct can have at most one base class with fields.
    E2034 error SeveralBases {} "multiple concrete base classes specified";
    /// The type needs a newer shader model or `-enable-16bit-types`.
    E2035 error UnavailableType { ty, need } "type '{ty}' requires {need}";
    /// Template instantiations are nested too deeply.
    E2036 error InstantiationTooDeep { name } "template instantiation of '{name}' is nested too deeply";
    /// A bit-field must have an integer or enumeration type, and a width that the type can hold.
    E2037 error InvalidBitField { why } "invalid bit-field: {why}";
    /// The type exceeds the supported size, has more members than SPIR-V allows (16383), those of nested structs
    /// included, or is an array of more than 255 dimensions.
    E2038 error TypeTooLarge { ty } "type '{ty}' is too large";
    /// Templates that instantiate several other templates, which do the same, exceed the limit.
    E2039 fatal TooManyInstances { limit } "more than {limit} template instantiations";
    /// SPIR-V limits the nesting depth of structs. A base class counts as a member.
    E2040 error StructsTooDeep { name, limit } "nesting depth of struct '{name}' exceeds {limit}";

    // Declarations.
    /// A constant must be initialized where it is declared.
    E2050 error ConstNeedsInitializer { name } "constant '{name}' requires an initializer";
    /// The attribute is not valid on a declaration of this form.
    E2051 error InvalidDeclaration { what } "{what}";
    /// A parameter without a default argument follows a parameter with one.
    E2052 error MissingDefault { name } "missing default argument on parameter '{name}'";
    /// A function calls itself, directly or through others.
    E2053 error Recursion { name } "recursive functions are not allowed: '{name}' calls itself";
    /// A function is called but not defined.
    E2054 error MissingBody { name } "function '{name}' is used but has no definition";
    /// The condition of a static assertion is false.
    E2055 error StaticAssertFailed { message } "static assertion failed{message}";
    /// HLSL has no member initializers.
    E2056 error FieldInitializer {} "fields cannot have initializers";
    /// A function that does not return `void` must end with a `return` statement.
    W2057 warning(return-type) MissingReturn { name } "control reaches end of non-void function '{name}'";
    /// The application sets uniforms, and groupshared memory is uninitialized when a workgroup starts.
    W2058 own_warning(ignored-initializer) IgnoredInitializer { name, why } "initializer of '{name}' is ignored: {why}";
    /// The operator cannot be overloaded.
    E2060 error InvalidOperatorOverload { why } "{why}";
    /// Structs that combine resources with other members are supported only in some forms.
    E2061 error ResourceInStruct { name } "global '{name}' has an unsupported combination of resources and other members";
    /// The hull shader names a patch-constant function that is not defined.
    E2062 error MissingPatchConstant { name } "unknown patch-constant function '{name}'";
    /// Calls are inlined when shaders are optimized. A function may contain up to 100000
    /// inlined calls, nested up to 1024 levels.
    E2063 error TooManyCalls { name, limit } "function '{name}' contains more than {limit} calls after inlining, or they are nested too deeply";

    /// An `out` parameter that is not written leaves the caller's variable undefined.
    W2064 warning(parameter-usage) UnsetOut { name } "out parameter '{name}' is never written";

    /// A `static` member that is only declared in its struct has no value: initialize it there, or define it after the
    /// struct.
    E2065 error UndefinedStatic { name } "static member '{name}' is used but has no definition";

    /// A modifier applies to certain declarations only: `inout` to parameters, `groupshared` to globals,
    /// `nointerpolation` to values that cross a stage boundary. The same holds after a colon: `packoffset` is for members
    /// of constant buffers, a semantic for everything but locals.
    E2066 error ModifierPlace { name, place } "'{name}' cannot be applied to {place}";
    /// The modifiers cannot be combined.
    E2067 error ConflictingModifiers { first, second } "'{first}' and '{second}' cannot be combined";

    /// SPIR-V limits the number of global variables, the inputs and outputs of stages included.
    E2068 error TooManyGlobals { count, limit } "{count} global variables exceed the limit of {limit} per module";

    /// A modifier applies to certain types only: `row_major` and `column_major` to matrices, `snorm` and `unorm` to
    /// floating-point types, `signed` and `unsigned` to integer types, `reordercoherent` to writable resources.
    E2069 error ModifierType { name, values, ty } "'{name}' applies to {values}, not to '{ty}'";
    /// A constant without an initializer is zero, which is rarely intended.
    W2070 own_warning(unset-constant) UnsetConstant { name } "constant '{name}' has no initializer and is zero";
    /// A struct that implements an interface must define each of its methods, with the same parameters.
    E2071 error MissingMethod { ty, interface, method } "cannot instantiate '{ty}': method '{method}' of interface '{interface}' is not implemented";

    // Expressions.
    /// A type has no such field, method or component.
    E2100 error NoSuchMember { name, ty } "no member named '{name}' in '{ty}'";
    /// The letters after the dot do not name components.
    E2101 error InvalidSwizzle { text, ty } "invalid swizzle '{text}' on '{ty}'";
    /// Only variables, fields, elements, and swizzles without repeated components can be assigned.
    E2102 error NotAssignable { why } "expression is not assignable: {why}";
    /// Arrays, vectors, matrices and buffers can be indexed.
    E2103 error NotIndexable { ty } "'{ty}' cannot be indexed";
    /// The constant index is past the end.
    E2104 error IndexOutOfBounds { index, length } "index {index} is out of bounds (length is {length})";
    /// An index must be an integer. The index of a texture must have as many components as the texture has coordinates.
    E2105 error InvalidIndex { ty, wanted } "invalid index type '{ty}': expected {wanted}";
    /// The operator does not accept operands of these types.
    E2106 error InvalidOperands { op, lhs, rhs } "invalid operands to '{op}': '{lhs}' and '{rhs}'";
    /// The operator does not accept an operand of this type.
    E2107 error InvalidOperand { op, ty } "invalid operand to '{op}': '{ty}'";
    /// Logical operators and `?:` short-circuit, and so require scalar conditions.
    E2108 error ScalarConditionNeeded { what, instead } "{what} must be scalar; use '{instead}' for vectors";
    /// A condition must be convertible to `bool`.
    E2109 error InvalidCondition { ty } "condition of type '{ty}' is not a scalar or convertible to one";
    /// Only functions can be called.
    E2110 error NotCallable { ty } "called object of type '{ty}' is not a function";
    /// No function with this name accepts these arguments.
    E2111 error NoMatchingFunction { name } "no matching function for call to '{name}'";
    /// Several functions match equally well.
    E2112 error AmbiguousCall { name } "call to '{name}' is ambiguous";
    /// Non-static fields and methods are accessed through an object.
    E2113 error MissingObject { name } "non-static member '{name}' requires an object";
    /// `this` is available in methods only.
    E2114 error InvalidThis {} "'this' outside of a method";
    /// The initializer has too few or too many values.
    E2115 error InitializerCount { ty, expected, found } "wrong number of values for '{ty}': expected {expected}, found {found}";
    /// The value cannot be split into values of the required types.
    E2116 error InvalidInitializer { from, to } "value of type '{from}' cannot initialize '{to}'";
    /// There is no explicit conversion between the types.
    E2117 error InvalidCast { from, to } "cannot convert '{from}' to '{to}'";
    /// There is no implicit conversion between the types.
    E2118 error NoImplicitConversion { from, to } "cannot implicitly convert '{from}' to '{to}'";
    /// The expression is nested too deeply.
    E2119 error ExpressionTooDeep {} "expression is nested too deeply";
    /// A call has the wrong number of arguments.
    E2120 error WrongArgumentCount { name, expected, found } "wrong number of arguments for '{name}': expected {expected}, found {found}";
    /// The type has no size in memory.
    E2121 error InvalidSizeof { ty } "type '{ty}' has no size";
    /// An initializer list is used where no variable determines its type.
    E2123 error UnexpectedInitializerList {} "initializer list is not allowed here";
    /// A state block is not allowed here.
    E2124 error UnexpectedStateBlock {} "state block is not allowed here";
    /// The value must be a compile-time constant.
    E2125 error NotConstant { what } "{what} must be a constant expression";
    /// The conversion drops components.
    W2126 warning(conversion) ImplicitTruncation { from, to } "implicit truncation of '{from}' to '{to}'";
    /// The argument for an `out` or `inout` parameter must be a variable.
    E2127 error OutArgument { name, why } "argument for out parameter '{name}' is not assignable: {why}";
    /// This compiler does not implement the feature.
    E2128 error Unsupported { what } "{what} is not supported";
    /// An element of a descriptor heap is a resource, a sampler or a buffer, as the variable that it initializes
    /// declares. With `-fspv-use-descriptor-heap`, samplers are in one heap and everything else is in the other.
    E2130 error HeapElementType { heap, ty } "an element of '{heap}' cannot be a '{ty}'";
    /// An element of a descriptor heap can be a parameter, but a heap cannot.
    E2131 error HeapParameter {} "descriptor heaps cannot be parameters";
    /// With `-fspv-use-descriptor-heap`, an element of a heap is one descriptor, with none for the counter. Without
    /// the option, counters have a binding of their own (`-fvk-bind-counter-heap`).
    E2132 error HeapCounter {} "buffers in a descriptor heap have no counter with -fspv-use-descriptor-heap";
    /// The width of a literal that is shifted by a variable is ambiguous.
    W2129 warning(ambig-lit-shift) LiteralShift {} "ambiguous type of the shifted literal; add a suffix, as in '1u'";
    /// No path writes the variable before this read: the value is undefined.
    W2132 own_warning(uninitialized) UninitializedUse { name } "'{name}' is used uninitialized";
    /// `=` assigns, `==` compares. If the assignment is intended, enclose it in parentheses.
    W2133 warning(parentheses) AssignedCondition {} "assignment used as a condition; use '==' to compare";
    /// Comparisons have higher precedence than `&`, `|` and `^`: `x & 1 == 0` is `x & (1 == 0)`.
    W2134 warning(parentheses) ComparisonFirst { op, comparison } "'{comparison}' has higher precedence than '{op}'; add parentheses to clarify";
    /// The result of an integer division by zero is undefined.
    W2135 own_warning(division-by-zero) DivisionByZero {} "division by zero is undefined";
    /// Only the lowest bits of a shift count are used.
    W2136 own_warning(shift-count-overflow) ShiftTooFar { count, bits } "shift count {count} is out of range for a type of {bits} bits";
    /// The type cannot represent the value.
    W2137 warning(constant-conversion) ConstantConversion { value, ty } "{value} does not fit in '{ty}'";
    /// The assignment has no effect. Usually one of the two names is a mistake.
    W2138 own_warning(self-assign) SelfAssignment {} "explicit assignment of a value to itself";
    /// `&&` has higher precedence than `||`: `a || b && c` is `a || (b && c)`.
    W2139 warning(logical-op-parentheses) AndFirst {} "'&&' within '||'; add parentheses to clarify";
    /// `+` and `-` have higher precedence than shifts: `x + 1 << n` is `(x + 1) << n`.
    W2140 warning(shift-op-parentheses) SumFirst { op, sum } "'{sum}' has higher precedence than '{op}'; add parentheses to clarify";
    /// The literal has a fraction, and the type is an integer type.
    W2141 warning(literal-conversion) LostFraction { value, ty } "converting {value} to '{ty}' drops the fraction";
    /// The target type has fewer bits than the source type. An explicit cast silences the warning.
    W2142 warning(conversion) ImplicitNarrowing { from, to } "implicit conversion from '{from}' to smaller type '{to}'";
    /// `&` has higher precedence than `|`: `a | b & c` is `a | (b & c)`.
    W2143 warning(bitwise-op-parentheses) BitAndFirst {} "'&' within '|'; add parentheses to clarify";
    /// One expression modifies a variable and reads it, or modifies it twice, and the two are not sequenced.
    /// This compiler evaluates operands from left to right; others may choose a different order.
    W2144 warning(unsequenced) Unsequenced { name, how } "unsequenced modification: '{name}' is modified {how} in one expression";
    /// The index is past the end of the array of resources. Accessing such an element is undefined behavior.
    W2145 own_warning(array-bounds) NothingBound { index, length } "index {index} is out of bounds of the resource array (length is {length})";
    /// In the SPIR-V of this compiler, as in that of DXC, every comparison with NaN is false, even `!=`.
    /// With `-funordered-not-equal` it is true, as in DXIL.
    W2146 own_warning(nan-comparison) NanComparison {} "self-comparison with '!=' is always false, even for NaN; use isnan()";
    /// An unsigned value is never less than zero. Off by default, since range checks in macros and
    /// in code for several types are intended.
    W2147 quiet_warning(tautological-unsigned-zero-compare) TrivialComparison { value } "comparison is always {value}: an unsigned value is never negative";
    /// The loop variable reaches the length of the array that it indexes: often `<=` instead of `<`.
    W2148 own_warning(array-bounds) LoopIndex { name, last, length } "index '{name}' reaches {last}, which is out of bounds (length is {length})";
    /// Integer division truncates, and the quotient is converted afterwards.
    W2149 own_warning(integer-division) LostQuotient { text, value, instead } "integer division '{text}' truncates to {value}; use '{instead}' to keep the fraction";
    /// `for (uint i = n; i >= 0; i--)` never terminates, since zero wraps around. Count to `i > 0` and use `i -
    /// 1`, or count with an `int`.
    W2150 own_warning(tautological-compare) EndlessLoop {} "loop condition is always true: an unsigned value is never negative";
    /// As in DXC, an unqualified call resolves to the intrinsic function of that name if one accepts the arguments, even if
    /// the source declares a function with exactly these parameters. Rename the function, or put it in a namespace.
    W2151 own_warning(hidden-by-intrinsic) HiddenByIntrinsic { name } "call resolves to the intrinsic '{name}', not to the user-defined function";
    /// The index is past the end of the array inside an element. Accessing it is undefined behavior.
    W2152 own_warning(array-bounds) InnerIndexOutOfBounds { index, length } "index {index} is out of bounds (length is {length})";
    /// The value of a comma is that of its last operand. `float4(1, 2, 3, 4)` and `{1, 2, 3, 4}` have all of them.
    W2157 warning(comma-in-init) CommaInInit {} "comma expression used where a list of values may have been intended";

    /// `[]` and `Load` count texels: their coordinates are integers from 0 up to the size of the texture. Numbers from 0 to 1,
    /// as `Sample` takes them, become 0. Multiply them by the size, or use `Sample` or `SampleLevel`.
    W2160 own_warning(texel-coordinates) NormalizedTexel {} "normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size";
    /// `pow` takes the logarithm of its base: for a negative one the result is undefined, and usually NaN.
    W2161 own_warning(pow-negative-base) NegativeBase {} "the result of 'pow' is undefined for a negative base";
    /// Byte-address buffers are read and written at multiples of 4 bytes, and of 2 bytes where all values have 16 bits.
    /// Elsewhere the result is undefined. An index is multiplied by the size of an element.
    W2162 own_warning(byte-offset) MisalignedAddress { align } "the byte offset is not a multiple of {align}";
    /// A query has neither candidates nor a committed hit before `TraceRayInline` gives it a ray.
    W2163 own_warning(ray-query) QueryWithoutTrace { name, method } "'{method}' is called on '{name}', which never traces a ray with 'TraceRayInline'";
    /// The loop ends at once or never.
    W2164 own_warning(for-loop-analysis) UnchangedCondition { name } "'{name}' in the loop condition is not modified in the loop";
    /// The counter goes away from the bound that the condition gives.
    W2165 own_warning(for-loop-analysis) RunawayCounter { name } "'{name}' moves away from the bound in the loop condition";

    /// After a colon, a name alone is a semantic, which has no meaning for a resource. A register has its keyword.
    W2166 own_warning(register-as-semantic) SemanticRegister { name } "'{name}' is a semantic here and binds no register";
    /// A `switch` compares integers: a fraction of the selector is lost.
    W2167 own_warning(switch) FloatSelector { ty } "the switch selector of type '{ty}' is converted to an integer";
    /// Direct3D binds textures to `t` registers and samplers to `s` registers. DXC accepts either letter for both, and
    /// FXC does not. In Vulkan the letter does not matter unless options such as `-fvk-t-shift` refer to it.
    W2170 own_warning(register-class) RegisterClassMismatch { name, expected, found } "'{name}' has a register of class '{found}', not '{expected}'";
    /// The function, or the struct that it returns, is `[[nodiscard]]`. A cast to `void` says that the value is not needed.
    W2190 warning(unused-result) DroppedResult { name } "ignoring the return value of '{name}', which is 'nodiscard'";

    // Statements.
    /// The `return` statement does not match the function's return type.
    E2200 error ReturnMismatch { why } "{why}";
    /// `break`, `continue` and labels are allowed in loops and switches only.
    E2201 error MisplacedStatement { what, place } "'{what}' outside of {place}";
    /// Two labels of a switch have the same value.
    E2202 error DuplicateLabel { value } "duplicate case value {value}";
    /// The selector of a `switch` must be an integer.
    E2203 error InvalidSelector { ty } "switch selector of type '{ty}' is not an integer";
    /// Statements precede the first label.
    W2204 own_warning(unreachable-code) StatementBeforeLabel {} "statement before the first label of the switch is never reached";
    /// Statements are nested too deeply.
    E2205 error StatementTooDeep {} "statements are nested too deeply";
    /// `discard` is available in pixel shaders only.
    E2206 error DiscardOutsidePixel {} "'discard' is allowed in pixel shaders only";
    /// `[unroll]` would copy the loop body too often, enclosing unrolled loops included.
    /// The loop is kept. FXC rejects such loops.
    W2207 own_warning(unroll) TooManyCopies { copies, limit } "loop not unrolled: {copies} copies of its body exceed the limit of {limit}";
    /// The value of an expression is not used.
    W2209 warning(unused-value) UnusedValue {} "expression result unused";
    /// The attributes cannot be combined.
    E2210 error ConflictingAttributes { first, second } "attributes '{first}' and '{second}' cannot be combined";
    /// A `case` label is nested inside another statement.
    E2211 error NestedLabel {} "'case' label must be directly inside the 'switch' body";

    /// No `break` or `return` ends the previous case, so that it falls through. If that is intended, say so in a
    /// comment with the word `fallthrough` before the label.
    W2212 own_warning(implicit-fallthrough) Fallthrough {} "unannotated fall-through between switch labels; add 'break' to prevent it";
    /// The result of a comparison is unused. `=` assigns.
    W2213 warning(unused-comparison) UnusedComparison {} "comparison result unused";
    /// The semicolon is the whole body; the next statement runs unconditionally. Put the semicolon on its own line if this
    W2214 warning(empty-body) EmptyBody { keyword } "'{keyword}' has an empty body";
    /// A switch over an enumeration handles not every value and has no `default`.
    W2215 warning(switch) UnhandledValues { missing } "switch does not handle {missing}";
    /// The value is not an enumerator of the switch's enumeration type.
    W2216 warning(switch) ForeignLabel { name } "case value is not an enumerator of '{name}'";
    /// Use `if` for a `bool`. If a `switch` is intended, convert the value to `int`.
    W2217 warning(switch-bool) BoolSelector {} "switch condition has type 'bool'";

    // Conversions and calls.
    /// Some functions and methods are available in certain stages only: `clip` in pixel shaders, sampling that computes the
    /// level of detail in stages with derivatives.
    E2401 error WrongStage { name, stage } "'{name}' is not available in the {stage} stage";
    /// Atomic operations require shared memory: `groupshared` variables, buffers and textures.
    E2402 error AtomicOnPrivate {} "atomic operations on static or local variables are not allowed";
    /// Texels are read and written as a whole, so atomic operations require textures and typed buffers of one component.
    E2403 error AtomicOnPartOfTexel {} "atomic operations require single-component texels";

    /// The alignment of an address must be a power of two.
    E2405 error InvalidAlignment { align } "alignment of {align} bytes is not a power of two";
    /// The payload of an amplification shader is one `groupshared` variable, the same in all calls.
    E2406 error InvalidPayload { why } "DispatchMesh payload must be {why}";
    /// `vk::ext_instruction` names an instruction by its number.
    E2407 error UnknownOpcode { opcode } "unknown opcode {opcode}";
    /// Only compute, mesh, amplification and node shaders have groupshared memory.
    E2408 error GroupsharedStage { name, stage } "groupshared variable '{name}' is not allowed in the {stage} stage";
    /// Direct3D gives a workgroup 32768 bytes, and Vulkan guarantees 16384.
    W2409 own_warning(groupshared-size) TooMuchGroupshared { total, limit } "{total} bytes of groupshared memory exceed the limit of {limit} per workgroup";

    /// Compute shaders have derivatives, and sampling that uses them, since shader model 6.6. The module requires an
    /// extension of Vulkan that not every device supports; `SampleLevel` and `SampleGrad` require none.
    W2410 warning(hlsl-availability) ComputeDerivative { name } "'{name}' in a compute shader requires shader model 6.6";
    /// SPIR-V reports the residency of texels, but not of buffers.
    W2411 own_warning(vk-ignored-features) NoStatus {} "residency status of buffers is not available in SPIR-V and is always 0";
    /// Ray queries have flags for opacity micromaps since shader model 6.9. Before that the flag changes nothing in the module, as
    /// in DXC; from then on the module requires an extension of Vulkan.
    W2412 warning(hlsl-availability-constant) EarlyMicromaps {} "'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS' requires shader model 6.9 and is ignored";
    /// SPIR-V supports depth comparison of floating-point texels only.
    E2420 error ComparedTexels { name, ty } "'{name}' requires floating-point texels, not '{ty}'";

    // Attributes, layout, bindings, stage interfaces.
    /// A `packoffset`, `register(cN)` or `[[vk::offset]]` places a member over another one. Offsets may be in any
    /// order; a member without one follows the member before it.
    E2501 error OverlappingOffset { offset, start, end } "member at offset {offset} overlaps the member at offsets {start} to {end}";
    /// An offset in the source is not a multiple of the member's alignment, which drivers may reject.
    W2502 own_warning(vk-offset) MisalignedOffset { align } "misaligned offset: expected a multiple of {align} bytes";
    /// The shifted register number does not fit in 32 bits.
    E2503 error ShiftOverflow { number, shift } "register number {number} shifted by {shift} is too large";
    /// `-fvk-bind-register` cannot specify the binding of a structured buffer's counter.
    E2504 error BindRegisterCounter {} "-fvk-bind-register cannot bind the counter of a structured buffer";
    /// With `-fvk-bind-register`, the command line must also bind global uniforms: `-fvk-bind-globals`.
    E2505 error BindRegisterGlobals {} "-fvk-bind-register requires -fvk-bind-globals for the globals of this file";
    /// With `-fvk-bind-register`, every resource must have a `register()`.
    E2506 error BindRegisterMissing {} "-fvk-bind-register requires register() on every resource";
    /// No `-fvk-bind-register` option names this register.
    E2507 error BindRegisterUnmapped { register, space } "no -fvk-bind-register option for {register} in space {space}";
    /// No attribute has this name. Unknown attributes are ignored, since other compilers may support them.
    W2510 warning(unknown-attributes) UnknownAttribute { name } "unknown attribute '{name}' is ignored";
    /// The attribute is not allowed on this declaration or statement. `hlsl2spirv docs` lists where each is allowed.
    E2511 error AttributePlace { name } "attribute '{name}' is not allowed here";
    /// The attribute requires a different number of arguments.
    E2512 error AttributeArguments { name, expected, given } "wrong number of arguments for attribute '{name}': expected {expected}, found {given}";
    /// The attribute requires a string in quotes.
    E2513 error AttributeArgument { name } "attribute '{name}' requires a string argument";
    /// Integers in attributes must be between 0 and 4294967295.
    E2514 error NegativeAttribute { name } "argument of '{name}' must be between 0 and 4294967295";
    /// The attribute is known but has no effect for Vulkan, for the module, or for the declaration that
    /// it applies to.
    W2515 own_warning(vk-ignored-features) IgnoredAttribute { name } "attribute '{name}' has no effect";
    /// The attribute controls a control-flow statement, but precedes something else.
    W2516 warning(attribute-statement) AttributeStatement { name, places } "attribute '{name}' has no effect here; it applies to {places}";
    /// The attribute applies without this argument.
    W2517 warning(attribute-type) IgnoredArgument { name, why } "argument of attribute '{name}' ignored: {why}";
    /// `[[vk::image_format]]` takes names such as `rgba8`. The format is deduced from the texel type, as without
    /// the attribute.
    W2518 warning(ignored-attributes) UnknownImageFormat { name } "unknown image format '{name}'; attribute ignored";
    /// In Direct3D 9 this semantic was the face of a triangle. Here it is an ordinary user-defined semantic.
    W2519 warning(ignored-attributes) OldFace {} "'VFACE' is not a system value; it is treated as a user-defined semantic";
    /// Every stage input and output requires a semantic: on the parameter, the result, or each field of a struct.
    E2520 error MissingSemantic { point } "{point} requires a semantic";
    /// The semantic is not allowed at this point of the pipeline.
    E2521 error InvalidSemantic { name, point } "semantic '{name}' is not allowed on {point}";
    /// The semantic requires a later shader model.
    E2522 error SemanticNeedsModel { name, model } "semantic '{name}' requires shader model {model} or later";
    /// A system value has a fixed type.
    E2523 error SemanticType { name, expected, ty } "'{name}' must be {expected}, not '{ty}'";
    /// A semantic with one index occurs twice among a stage's inputs or outputs.
    E2524 error DuplicateSemantic { name } "duplicate semantic '{name}'";
    /// Numbers, vectors, matrices and arrays of them can cross a stage boundary; resources cannot.
    E2525 error InvalidStageType { ty } "a value of type '{ty}' cannot cross a stage boundary";
    /// A semantic on a struct applies to all its fields and overrides theirs.
    W2526 own_warning(semantic-override) OverriddenSemantic { inner, outer } "semantic '{inner}' is overridden by the enclosing '{outer}'";
    /// Integers cannot be interpolated.
    E2527 error IntegerInterpolation {} "integers cannot be interpolated; only 'nointerpolation' is allowed";
    /// Either all variables of a direction have a location, or none.
    E2528 error PartialLocations { direction } "missing [[vk::location]] on this {direction}; others have one";
    /// Two variables of one direction share a location.
    E2529 error DuplicateLocation { location } "location {location} is already taken";
    /// The stage requires this attribute on its entry point.
    E2530 error MissingStageAttribute { name, stage } "{stage} entry point requires the attribute '{name}'";
    /// The attribute accepts certain strings only.
    E2531 error InvalidAttributeValue { name, value } "invalid value \"{value}\" for attribute '{name}'";
    /// Every argument of `numthreads` must be at least one.
    E2532 error EmptyWorkgroup {} "workgroup size must be at least 1 in each dimension";
    /// SPIR-V has floating-point matrices only. Others are stored row by row, so declare them `row_major` (or compile with
    /// `-Zpr`) in buffers and constant buffers.
    E2533 error ColumnMajorIntegers {} "integer and bool matrices in memory must be row_major";
    /// If all bindings come from the command line, those of descriptor heaps must, too.
    E2534 error BindRegisterHeap { option } "-fvk-bind-register requires {option} for the descriptor heap of this file";
    /// `GetAttributeAtVertex`, and parameters of functions that are passed to it, require uninterpolated inputs of a pixel
    /// shader: `nointerpolation` parameters of the entry point, `nointerpolation` fields, and parts of them.
    E2535 error NotAnInput { what } "{what} must be a numeric 'nointerpolation' input";
    /// `[[vk::combinedImageSampler]]` combines a texture and a sampler with the same binding into one descriptor; both must
    /// have the attribute.
    E2536 error MissingPartner { missing, set, binding } "missing {missing} with [[vk::combinedImageSampler]] at set {set}, binding {binding}";
    /// A patch-constant function has the patches of its hull shader: the input of the main function, and as
    /// many output control points as it writes, of the type that it returns.
    E2537 error PatchMismatch { expected, found } "patch type '{found}' does not match '{expected}' in the hull shader";
    /// A geometry shader has one input and one output primitive type: all of its streams have the same.
    E2538 error SeveralPrimitives { direction } "only one {direction} primitive type can be specified in the geometry shader";
    /// A geometry shader writes to its streams only. It returns `void` and has no `out` parameters.
    E2539 error OutputBesidesStreams {} "geometry shader outputs must be streams";
    /// Registers of different classes are numbered independently in Direct3D and share binding numbers in Vulkan: `b0`
    /// and `t0` are both binding 0, and no pipeline can have both. `-fvk-b-shift` and similar options, or
    /// `[[vk::binding]]`, separate them. Shaders written for Direct3D usually have such pairs, and many applications
    /// renumber the bindings of a module before they use it. DXC does not warn about them, and so this warning is off by
    /// default. If the source or the options are specific to Vulkan (push constants, specialization constants,
    /// `[[vk::binding]]` beside a register, a shift), it is `-Wbinding-overlap`, which is on by default. `run` and `test`
    /// reject such a pair if both are used.
    W2540 quiet_warning(register-overlap) SharedNumber { name, kind, previous, other, set, binding } "'{name}' ({kind}) has the same binding {binding} in set {set} as '{previous}' ({other})";
    /// A binding has one descriptor type, so that no pipeline can have both resources. A texture and a sampler may share a
    /// combined descriptor, and types with the same descriptor type may be views of one; two resources of exactly the same
    /// type are rarely intended to be the same. Pairs of different register classes are
    /// reported by `-Wregister-overlap`.
    W2541 own_warning(binding-overlap) SharedBinding { name, kind, previous, other, set, binding } "'{name}' ({kind}) has the same binding {binding} in set {set} as '{previous}' ({other})";
    /// `b` registers are for constant buffers, `t` for read-only resources, `u` for writable resources, `s` for samplers.
    E2542 error WrongRegister { name, expected, found } "'{name}' requires a '{expected}' register, found '{found}'";
    /// The prefix `SV_` is reserved for system values.
    E2543 error UnknownSystemValue { name } "unknown system value '{name}'";
    /// Without the output `SV_Position` the positions of vertices are undefined.
    W2544 own_warning(missing-position) MissingPosition {} "vertex shader has no SV_Position output";
    /// The output is declared but never written: the positions of vertices are undefined.
    W2545 own_warning(missing-position) UnwrittenPosition { name } "vertex shader never writes its position '{name}'";

    /// A resource has one register. There may be another for each stage, as in `register(vs, t0) : register(ps, t1)`.
    E2546 error ConflictingRegisters { first, second } "'{first}' and '{second}' cannot be combined";

    /// Ray tracing stages take the arguments of `TraceRay`, `CallShader` and `ReportHit`, and nothing else: an any-hit or
    /// closest-hit shader the payload and the attributes of the hit, a miss shader the payload, a callable shader the data
    /// of the call, others nothing. System values come from functions such as `DispatchRaysIndex`.
    E2547 error EntryParameterCount { stage, wanted, found } "{stage} entry point must have {wanted}, found {found}";
    /// The payload of a ray and the data of a call are read and written (`inout`); the attributes of a hit are read (`in`).
    E2548 error EntryParameterMode { role, name, mode } "{role} '{name}' must be '{mode}'";
    /// Payloads, attributes of hits and data of calls are structs of numbers, vectors, matrices, and arrays and structs of
    /// these.
    E2549 error EntryParameterType { role, name, ty } "{role} '{name}' must be a struct of numbers, not '{ty}'";
    /// The stage returns its results through a payload, a stream, or memory.
    E2555 error EntryResult { stage } "{stage} entry point must return void";
    /// The stages are those of the profiles, and `raygeneration`, `intersection`, `anyhit`, `closesthit`, `miss`, `callable`
    /// and `node`. Without the attribute the function would not be an entry point.
    E2556 error UnknownStage { name } "unknown stage '{name}'";
    /// The attribute is for entry points of other stages.
    E2557 error StageAttribute { name, stages } "attribute '{name}' is for {stages} entry points";
    /// The profile specifies one stage, and the function's attribute another.
    E2558 error StageMismatch { stage, profile } "{stage} entry point does not match profile {profile}";

    // What invocations do together.
    /// All threads of a group must reach the same barrier. If the condition of an enclosing `if` or loop, or of a
    /// `return` or `break` before it, varies between threads, some may not reach it, which is undefined behavior. Move
    /// the barrier out of the condition.
    W2550 own_warning(divergent-barrier) DivergentBarrier { name } "barrier '{name}' in divergent control flow";
    /// A derivative compares the four pixels of a quad, and sampling without an explicit level of detail uses
    /// derivatives. If some of the four do not execute it, the result is undefined. Compute it before the condition, or
    /// use `SampleLevel` or `SampleGrad`.
    W2551 own_warning(divergent-derivative) DivergentDerivative { name } "derivative '{name}' in divergent control flow";
    /// An index into an array of resources may vary between the invocations of a draw or dispatch only if the source
    /// marks it with `NonUniformResourceIndex`; otherwise some invocations may access the wrong resource.
    W2552 own_warning(non-uniform-index) NonUniformIndex { name } "non-uniform index into '{name}' without NonUniformResourceIndex";
    /// `[unroll]` requires a loop with a constant number of iterations. Specify the number, as in `[unroll(8)]`, or a
    /// constant bound.
    W2553 own_warning(unroll) UnknownTripCount {} "cannot unroll loop: the number of iterations is not a compile-time constant";
    /// Direct3D does not allow larger workgroups, and few Vulkan devices do; see `maxComputeWorkGroupInvocations`.
    W2554 own_warning(workgroup-size) LargeWorkgroup { total, limit } "workgroup size of {total} exceeds the limit of {limit} invocations on most devices";

    // What stages pass on.
    /// Direct3D has eight render targets, `SV_Target0` to `SV_Target7`, and `maxColorAttachments` of most Vulkan devices is 8.
    W2559 own_warning(target-index) TargetIndex { name, limit } "'{name}' exceeds the limit of {limit} render targets on most devices";
    /// The variable that an entry point returns, or an `out` parameter, has a member that is never written: the value
    /// in the next stage is undefined. For the position of a vertex there is `-Wmissing-position`.
    W2560 own_warning(unwritten-output) UnwrittenOutput { name } "output '{name}' is never written";
    /// The layout of a buffer adds padding that the source does not mention: before a member, after each element of an
    /// array or each row or column of a matrix, or at the end of a struct. The application's data must have the same
    /// padding. `hlsl2spirv reflect --layout NAME` shows it under each rule; a member of that size makes it explicit. Off
    /// by default.
    W2561 quiet_warning(padded) Padded { rule, bytes, place } "{rule} adds {bytes} bytes of padding {place}";
    /// Offsets and strides in SPIR-V have 32 bits, and layout rules may add padding.
    E2562 error EndsTooFar {} "member extends past 4 GiB";
    /// The threads of a group run independently: a write of one of them to `groupshared` memory is visible to the
    /// others only after a barrier. Reported only where every thread certainly reads an element of another one, in groups
    /// that are larger than a wave.
    W2563 own_warning(missing-barrier) MissingBarrier { name } "missing barrier between this read of '{name}' and writes of other threads";
    /// Members of a `cbuffer` without `packoffset` follow the previous member. Give every member an
    /// offset, or none.
    W2564 own_warning(packoffset) MixedOffsets { name } "'{name}' has no packoffset, unlike other members of its cbuffer";

    /// The stage returns its results through a payload, a record, or memory.
    E2565 error EntryOutput { stage, name } "{stage} entry point cannot have the output '{name}'";
    /// A payload goes from the caller of `TraceRay`, `caller`, through shaders of the stages `anyhit`, `closesthit` and
    /// `miss`, and back.
    E2566 error PayloadStageName { name } "invalid payload stage '{name}': expected 'caller', 'anyhit', 'closesthit' or 'miss'";
    /// A member has one `read(...)` and one `write(...)`, each with all stages.
    E2567 error RepeatedAccess { access } "duplicate qualifier '{access}'";
    /// A value must be written before it is read: by the caller or an any-hit shader for the stages, by any for the
    /// caller. A value that is not read afterwards needs no `write`.
    E2568 error UnmatchedAccess { name, stage, counterpart } "'{name}' is qualified for '{stage}', but no stage {counterpart} it";
    /// Since shader model 6.7, the struct of a payload has this attribute, and its members have access qualifiers, as in
    /// `float t : read(caller) : write(closesthit, miss);`. `-disable-payload-qualifiers` disables the check.
    E2569 error UnqualifiedPayload { ty } "payload type '{ty}' is missing the attribute [raypayload]";
    /// By its access qualifiers the member is not writable in this stage, so that the value is dropped.
    W2570 warning(payload-access-shader) DroppedWrite { name, stage } "write is dropped: '{name}' has no 'write' qualifier for '{stage}'";
    /// By its access qualifiers the member is not readable in this stage.
    W2571 warning(payload-access-shader) UndefinedRead { name, stage } "read is undefined: '{name}' has no 'read' qualifier for '{stage}'";
    /// `SetMeshOutputCounts` sets the output size of a mesh shader, and `DispatchMesh` the number of mesh workgroups of
    /// an amplification shader. Without the call there is no output, and the behavior may be undefined.
    W2572 own_warning(mesh-call) MissingMeshCall { stage, entry, name } "{stage} entry point '{entry}' never calls '{name}'";
    /// It must be called exactly once on each path through the shader.
    W2573 own_warning(mesh-call) SecondMeshCall { name } "'{name}' is called more than once";
    /// Derivatives are available in pixel shaders and stages with workgroups only.
    W2574 own_warning(hlsl-availability) DerivativeStage { name, stage } "derivative '{name}' is not available in the {stage} stage";
    /// Direct3D requires the maximum number of records of a node output, `MaxRecords` or `MaxRecordsSharedWith`, and
    /// for an array of nodes its size, `NodeArraySize` or `UnboundedSparseNodes`.
    W2575 own_warning(node-output) NodeOutputLimit { name, attribute } "output '{name}' is missing the attribute '{attribute}'";

    /// After a colon, `register(t0)` names a binding and `packoffset(c0)` an offset; a semantic has no arguments.
    E2590 error UnknownAnnotation { name } "expected 'register' or 'packoffset', found '{name}'";
    /// `register` names a register, as in `register(t0, space1)`, and `packoffset` an offset, as in `packoffset(c0.y)`.
    E2591 error AnnotationArguments { name } "expected arguments in parentheses after '{name}'";
    /// Direct3D and Vulkan limit what a stage takes and makes: the control points of a patch, the vertices of a primitive,
    /// the vertices that a geometry shader emits, and the vertices and primitives of a mesh shader.
    E2592 error StageLimit { what, allowed, found } "{what} must be {allowed}, not {found}";
    /// Most system values exist once. `SV_Target`, `SV_ClipDistance` and `SV_CullDistance` are numbered, and there are two
    /// `SV_Barycentrics`.
    E2593 error SemanticIndex { name, limit } "semantic index of '{name}' exceeds the maximum ({limit})";
    /// A stage has each built-in value once among its inputs, and once among its outputs.
    E2594 error SharedBuiltin { name, other } "'{name}' and '{other}' are the same built-in";
    /// The output arrays of a mesh shader limit the number of vertices and primitives that it outputs.
    E2595 error MeshCount { count, limit, what } "{count} {what} exceed the size of the output array ({limit})";
    /// Some components of the position are never written: the positions of the vertices are undefined.
    W2580 own_warning(missing-position) PartialPosition { name, missing } "the vertex shader never writes '{missing}' of its position '{name}'";
    /// A geometry, domain or mesh shader may write the position instead, and so this warning is off by default. It
    /// is on if the source has a pixel shader and none of these stages: see `W2544`.
    W2581 quiet_warning(position-elsewhere) PositionElsewhere {} "the vertex shader has no output SV_Position, which a later stage must write";
    /// Accesses to a buffer or texture are coherent where the resource itself is declared `globallycoherent`. Here it becomes
    /// the value of a variable, a parameter, a member or a result that is declared otherwise. Declare both in the same way.
    W2582 warning(conversion) CoherenceMismatch { change } "implicit conversion {change} globallycoherent";
    /// A const variable is the argument of a method for a parameter that the method writes. DXC does not check the arguments of
    /// methods; here the method gets a copy, and the variable stays as it is. From HLSL 202x on this is an error.
    W2583 own_warning(const-argument) ConstArgument { name, parameter } "'{name}' is const: the method changes a copy of it (parameter '{parameter}')";
    /// A geometry shader gets as many vertices as its primitive has. The other elements of a longer array are undefined.
    W2596 own_warning(primitive-vertices) ExtraVertices { corners, found } "the primitive has {corners} vertices, and its array has {found} elements";
    /// A semantic has its index at the end of its name, as in `SV_Target1` and `TEXCOORD0`.
    E2600 error IndexedSemantic { name } "the index of semantic '{name}' must be a part of its name";
    /// Members of structs are arrays of a known length.
    E2601 error UnsizedMember { name } "member '{name}' must have an array length";
    /// The first argument of `Barrier` is a combination of `UAV_MEMORY`, `GROUP_SHARED_MEMORY`, `NODE_INPUT_MEMORY` and
    /// `NODE_OUTPUT_MEMORY`, or `ALL_MEMORY`; the second one of `GROUP_SYNC`, `GROUP_SCOPE` and `DEVICE_SCOPE`.
    E2602 error BarrierFlags { what, found } "{what} of 'Barrier' have unknown bits: {found}";

    // Shader models 6.9 and 6.10.
    /// `RAY_FLAG_FORCE_OMM_2_STATE` controls opacity micromaps, which a query uses only if it is a
    /// `RayQuery<flags, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS>`.
    E2620 error NoMicromaps {} "'RAY_FLAG_FORCE_OMM_2_STATE' requires a query with 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'";
    /// `[GroupSharedLimit(n)]` is a promise that the workgroup needs no more than `n` bytes.
    E2621 error GroupsharedOverLimit { total, limit } "{total} bytes of groupshared memory exceed the limit of {limit} that the entry point sets";
    /// The limit of groupshared memory counts bytes in words of four.
    E2622 error InvalidGroupsharedLimit { limit } "limit of {limit} bytes of groupshared memory is not a multiple of 4";
    /// `GatherRaw` returns texels as they are stored, of one unsigned integer each.
    E2623 error RawTexels { ty } "'GatherRaw' requires texels of one unsigned integer, not '{ty}'";
    /// Vectors have up to 1,024 components since shader model 6.9, and up to four before.
    E2630 error EarlyLongVector {} "vectors of more than 4 components require shader model 6.9 or later (option '-T')";
    /// Constants of the application, typed buffers and the interfaces between stages consist of registers of four components,
    /// which long vectors do not fit.
    E2631 error LongVectorPlace { place } "vectors of more than 4 components are not allowed in {place}";
    /// The words of a shader record have four bytes each.
    E2640 error RecordOffset { offset } "offset of {offset} bytes into a shader record is not a multiple of 4";
    /// A hit object exists while its shader runs: in local variables, parameters and results of functions.
    E2641 error HitObjectPlace { what } "{what} cannot hold a 'dx::HitObject'";
    /// Each hit object of an array is an object of its own in SPIR-V.
    E2642 error TooManyHitObjects { count, limit } "a variable with {count} hit objects exceeds the limit of {limit}";
    /// What a later shader model added is not available in earlier ones. `-T` selects the shader model, behind the stage.
    E2643 error EarlyFeature { what, model } "{what} requires shader model {model} or later (option '-T')";

    // HLSL 202x.
    /// Matrices of the namespace `dx::linalg` are types of shader model 6.10, which `-T` names.
    E2650 error LinearAlgebraModel {} "linear algebra requires shader model 6.10 or later (option '-T')";
    /// Calls of functions with `groupshared` parameters are always inlined: the parameter is the memory of the argument,
    /// which a function that is linked or called cannot name.
    E2660 error GroupsharedLinkage { modifier } "'{modifier}' is not allowed on a function with groupshared parameters";
    /// Uniforms get their values from the application. HLSL 202x does not allow initializers, which older versions ignore.
    E2661 error UniformInitializer { name } "initializer of uniform '{name}' is not allowed in HLSL 202x";
    /// `static_cast<T>(value)`, `hlsl::bit_cast<T>(value)` and `hlsl::elementwise_cast<T>(value)` name the type of the result
    /// and take one value.
    E2662 error CastArguments {} "a cast requires one template argument, the type of the result, and one value";
    /// `bit_cast` reinterprets the bits of numbers: scalars, vectors, matrices, and arrays and structs of them. Both types
    /// have as many bits, neither padding nor `bool`s.
    E2663 error InvalidBitCast { from, to } "cannot bit_cast '{from}' to '{to}'";
    /// A const variable and what the application sets are not modified: only methods that are declared `const` can be called
    /// on them.
    E2664 error ConstObject { name } "'{name}' is not a const method, and its object is const";
    /// Only methods have an object that could be const.
    E2665 error ConstFunction {} "a function outside a struct cannot be const";
    /// Members of constant buffers and elements of read-only buffers cannot be written, by their methods either. A copy in a
    /// local variable can be modified.
    E2670 error ReadOnlyObject { name } "'{name}' modifies its object, which is read-only";
    /// A struct has several conversion operators whose results convert equally well to the type. A cast names one of them.
    E2681 error AmbiguousConversion { from, to } "conversion from '{from}' to '{to}' is ambiguous";
    /// `hlsl::numeric_limits<T>` has the limits of scalar types: `bool`, integers and floating-point numbers.
    E2682 error NoLimits { ty } "'numeric_limits' requires one scalar type as its argument, not {ty}";
    /// `auto f()` has the type of the values that it returns, in HLSL 202x.
    E2683 error DeducedResult {} "a deduced result requires HLSL 202x (option '-HV 202x')";
    /// All `return` statements of a function whose result is `auto` have values of one type. A cast makes them equal.
    E2684 error DeducedResults { first, second } "the result is deduced as '{first}' and as '{second}'";
    /// The result of a function declared `auto` is known once the function is defined.
    E2685 error EarlyResult { name } "'{name}' is used before its result is deduced";
    /// The value of a `constexpr` variable is known at compile time: its initializer is made of constants, operators,
    /// intrinsic functions and calls of `constexpr` functions.
    E2686 error NotConstexpr { name } "the value of constexpr variable '{name}' is not constant";
    /// In HLSL 202x the values in an initializer list that has fewer or more scalars than the type match the parts of the type: a
    /// vector initializes a vector of as many components. With as many scalars as the type, vectors are taken apart.
    E2687 error SplitValue { from, to } "a value of type '{from}' in an initializer list does not initialize '{to}'";
    /// `[GroupSharedLimit(n)]` is said once: two limits contradict each other.
    E2690 error RepeatedGroupsharedLimit {} "attribute 'GroupSharedLimit' is given more than once";

    // Tests.
    /// `check`, `require`, `check_near`, `assume` and `fail` are functions of tests, which `hlsl2spirv test` runs. Other
    /// compilations leave functions with `[[test]]` out; put helpers of tests between `#ifdef HLSL_TEST` and `#endif`.
    E6650 error OutsideOfTests { name } "'{name}' is available in tests only";
}
