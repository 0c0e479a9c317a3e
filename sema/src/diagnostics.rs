//! What the analysis reports. Codes: 20xx to 23xx names, types, expressions and statements; 24xx conversions and calls;
//! 25xx attributes, layout, bindings and stage interfaces.

base::diagnostics! {
    // Names.
    /// A name is used which nothing in scope declares.
    E2001 error UnknownName { name } "use of undeclared identifier '{name}'";
    /// A type is needed, and no type has this name.
    E2002 error UnknownType { name } "unknown type name '{name}'";
    /// A namespace, struct or enumeration has nothing of this name.
    E2003 error NoSuchMemberOfScope { name, scope } "no member named '{name}' in '{scope}'";
    /// A type, namespace or template stands where a value is needed.
    E2004 error NotAValue { name } "'{name}' does not name a value";
    /// What stands before `::` holds no names.
    E2005 error NotAScope { name } "'{name}' is not a namespace, struct or enumeration";
    /// A name is declared twice in one scope.
    E2006 error Redefinition { name } "redefinition of '{name}'";
    /// A function has two bodies, or two of its declarations differ in their result alone.
    E2007 error FunctionRedefinition { name } "redefinition of function '{name}'";
    /// Two functions differ in their result alone.
    E2008 error ResultOverload { name } "functions named '{name}' differ only in their return type";
    /// A declaration needs a name.
    E2009 error MissingName { what } "{what} needs a name";
    /// The function that the options name as entry point is not defined.
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
    /// A template was given too many or too few arguments.
    E2021 error WrongTemplateArgumentCount { name, expected, found } "wrong number of arguments for template '{name}': expected {expected}, found {found}";
    /// A template argument is of the wrong sort: a value instead of a type, or the other way round.
    E2022 error WrongTemplateArgument { name, expected } "template argument for '{name}' must be {expected}";
    /// Something that is not a template was given template arguments.
    E2023 error NotATemplate { name } "'{name}' is not a template";
    /// The number of components, rows or columns lies outside 1 to 4.
    E2024 error InvalidDimension { what } "invalid number of {what}: it must be from 1 to 4";
    /// An array needs a length of one or more.
    E2025 error InvalidArrayLength {} "array length must be greater than zero";
    /// An array needs a length that is known at compile time.
    E2026 error ArrayLengthNotConstant {} "array length must be an integer constant expression";
    /// The length of the array cannot be told from an initialiser.
    E2027 error ArrayLengthMissing {} "array of unknown length needs an initialiser here";
    /// A variable, field, parameter or element cannot have this type.
    E2028 error InvalidVariableType { what, ty } "{what} cannot have type '{ty}'";
    /// An interface has no objects.
    E2030 error AbstractType { ty } "interface '{ty}' has no objects";
    /// A struct is used whose body has not been seen.
    E2031 error IncompleteType { ty } "incomplete type '{ty}'";
    /// A struct contains itself.
    E2032 error RecursiveType { ty } "struct '{ty}' contains itself";
    /// Only structs, classes and interfaces can be bases.
    E2033 error InvalidBase { ty } "'{ty}' cannot be a base class";
    /// A struct has at most one base with fields.
    E2034 error SeveralBases {} "multiple concrete base classes specified";
    /// The type needs a newer shader model or `-enable-16bit-types`.
    E2035 error UnavailableType { ty, need } "type '{ty}' needs {need}";
    /// Templates were instantiated from templates too often.
    E2036 error InstantiationTooDeep { name } "template instantiation of '{name}' is nested too deeply";
    /// A bit-field needs an integer or enumeration type and a width that fits.
    E2037 error InvalidBitField { why } "invalid bit-field: {why}";
    /// The type takes too much memory to be handled, has more members than SPIR-V allows (16383), those of structs
    /// inside of it included, or is an array of more than 255 dimensions.
    E2038 error TypeTooLarge { ty } "type '{ty}' is too large";
    /// Templates that ask for several others each, which do so as well, come to more instances than can be made.
    E2039 fatal TooManyInstances { limit } "templates come to more than {limit} instances";
    /// SPIR-V has a limit on how many structs may be inside of each other. A base class is a member as well.
    E2040 error StructsTooDeep { name, limit } "struct '{name}' would have more than {limit} structs inside of each other";

    // Declarations.
    /// A constant needs its value where it is declared.
    E2050 error ConstNeedsInitializer { name } "constant '{name}' needs an initializer";
    /// A declaration with this attribute must have another form.
    E2051 error InvalidDeclaration { what } "{what}";
    /// A parameter without default argument follows one that has one.
    E2052 error MissingDefault { name } "missing default argument on parameter '{name}'";
    /// A function calls itself, directly or through others.
    E2053 error Recursion { name } "recursive functions are not allowed: '{name}' calls itself";
    /// A function is called that has no body.
    E2054 error MissingBody { name } "function '{name}' is used but has no definition";
    /// A static assertion does not hold.
    E2055 error StaticAssertFailed { message } "static assertion failed{message}";
    /// Member initialisers do not exist in HLSL.
    E2056 error FieldInitializer {} "fields cannot have initializers";
    /// Only `return` ends a function whose result is not void.
    W2057 warning(return-type) MissingReturn { name } "control reaches end of non-void function '{name}'";
    /// Uniforms get their values from the application, and groupshared memory from the invocations of the workgroup.
    W2058 own_warning(ignored-initializer) IgnoredInitializer { name, why } "initializer of '{name}' is ignored: {why}";
    /// An operator that cannot be overloaded.
    E2060 error InvalidOperatorOverload { why } "{why}";
    /// A mesh of features that a resource member of a struct does not support.
    E2061 error ResourceInStruct { name } "global '{name}' mixes resources and other members in a way that is not supported";
    /// A hull shader names a function that does not exist.
    E2062 error MissingPatchConstant { name } "there is no patch-constant function '{name}'";
    /// Calls are written out when shaders are optimised; these would never come to an end. A function may come to 100000
    /// calls in this way, nested up to 1024 levels.
    E2063 error TooManyCalls { name, limit } "function '{name}' comes to more than {limit} calls, or they nest too deeply";

    /// What the caller hands over for an `out` parameter is undefined after the call when nothing writes it.
    W2064 warning(parameter-usage) UnsetOut { name } "out parameter '{name}' is never given a value";

    /// A `static` member that is only declared in its struct has no value: give it one there, or define it after the
    /// struct.
    E2065 error UndefinedStatic { name } "static member '{name}' is used but has no definition";

    /// A modifier says something of certain declarations alone: `inout` of parameters, `groupshared` of globals,
    /// `nointerpolation` of what crosses a stage boundary. So does what stands after a colon: `packoffset` of members
    /// of constant buffers, a semantic of everything but locals.
    E2066 error ModifierPlace { name, place } "'{name}' has no meaning for {place}";
    /// Modifiers that exclude each other.
    E2067 error ConflictingModifiers { first, second } "'{first}' and '{second}' exclude each other";

    /// SPIR-V has a limit on the variables outside of functions, the inputs and outputs of stages included.
    E2068 error TooManyGlobals { count, limit } "there are {count} globals, and a module may have {limit}";

    /// A modifier says something of certain types alone: `row_major` and `column_major` of matrices, `snorm` and `unorm` of
    /// floating-point numbers, `signed` and `unsigned` of integers.
    E2069 error ModifierType { name, values, ty } "'{name}' is for {values}, not for '{ty}'";
    /// A constant without an initialiser is zero, which is hardly what it is for.
    W2070 own_warning(unset-constant) UnsetConstant { name } "constant '{name}' has no value and is zero";
    /// A struct with an interface as its base needs a definition of each of its methods, with the same parameters.
    E2071 error MissingMethod { ty, interface, method } "'{ty}' has no objects: it lacks the method '{method}' of the interface '{interface}'";

    // Expressions.
    /// A type has no such field, method or component.
    E2100 error NoSuchMember { name, ty } "no member named '{name}' in '{ty}'";
    /// The letters after the dot do not select components.
    E2101 error InvalidSwizzle { text, ty } "invalid swizzle '{text}' on '{ty}'";
    /// Only variables, fields, elements and swizzles without repeats can be written.
    E2102 error NotAssignable { why } "expression is not assignable: {why}";
    /// Arrays, vectors, matrices and buffers can be indexed.
    E2103 error NotIndexable { ty } "'{ty}' cannot be indexed";
    /// The index is a constant beyond the end.
    E2104 error IndexOutOfBounds { index, length } "index {index} is out of bounds: there are {length} elements";
    /// An index must be an integer, and that of a texture has as many components as the texture has coordinates.
    E2105 error InvalidIndex { ty, wanted } "index of type '{ty}' is not {wanted}";
    /// The operator does not take operands of these types.
    E2106 error InvalidOperands { op, lhs, rhs } "invalid operands to '{op}': '{lhs}' and '{rhs}'";
    /// The operator does not take an operand of this type.
    E2107 error InvalidOperand { op, ty } "invalid operand to '{op}': '{ty}'";
    /// Logical operators and `?:` evaluate one side only, and so need scalar conditions.
    E2108 error ScalarConditionNeeded { what, instead } "{what} must be scalar; use '{instead}' for vectors";
    /// A condition must be convertible to `bool`.
    E2109 error InvalidCondition { ty } "condition of type '{ty}' is not a scalar or convertible to one";
    /// Only functions can be called.
    E2110 error NotCallable { ty } "called object of type '{ty}' is not a function";
    /// None of the functions of this name takes these arguments.
    E2111 error NoMatchingFunction { name } "no matching function for call to '{name}'";
    /// Several functions fit equally well.
    E2112 error AmbiguousCall { name } "call to '{name}' is ambiguous";
    /// Fields and methods that are not `static` belong to an object.
    E2113 error MissingObject { name } "non-static member '{name}' needs an object";
    /// `this` exists in methods alone.
    E2114 error InvalidThis {} "'this' outside of a method";
    /// An initialiser has too few or too many values.
    E2115 error InitializerCount { ty, expected, found } "wrong number of values for '{ty}': expected {expected}, found {found}";
    /// The value cannot be taken apart into values that fit.
    E2116 error InvalidInitializer { from, to } "value of type '{from}' cannot initialize '{to}'";
    /// There is no explicit conversion between the types.
    E2117 error InvalidCast { from, to } "cannot convert '{from}' to '{to}'";
    /// There is no implicit conversion between the types.
    E2118 error NoImplicitConversion { from, to } "cannot implicitly convert '{from}' to '{to}'";
    /// A value is computed in steps that nest too deeply.
    E2119 error ExpressionTooDeep {} "expression is nested too deeply";
    /// A call has the wrong number of arguments.
    E2120 error WrongArgumentCount { name, expected, found } "wrong number of arguments for '{name}': expected {expected}, found {found}";
    /// A literal is too large for every integer type.
    E2121 error InvalidSizeof { ty } "type '{ty}' has no size";
    /// An initialiser list stands where no variable gives it a type.
    E2123 error UnexpectedInitializerList {} "initializer list is not allowed here";
    /// A state block has no meaning here.
    E2124 error UnexpectedStateBlock {} "state block is not allowed here";
    /// The value must be known at compile time.
    E2125 error NotConstant { what } "{what} must be a constant expression";
    /// Components are lost.
    W2126 warning(conversion) ImplicitTruncation { from, to } "implicit truncation of '{from}' to '{to}'";
    /// An argument that the function changes must be a variable.
    E2127 error OutArgument { name, why } "argument for out parameter '{name}' is not assignable: {why}";
    /// What the feature needs is not part of this compiler.
    E2128 error Unsupported { what } "{what} is not supported";
    /// An element of a descriptor heap is a resource, a sampler or a buffer, as the variable it initialises says. With
    /// `-fspv-use-descriptor-heap`, samplers are in one heap and everything else is in the other.
    E2130 error HeapElementType { heap, ty } "an element of '{heap}' cannot be a '{ty}'";
    /// A function can take an element of a descriptor heap as the resource it is, but not a heap.
    E2131 error HeapParameter {} "descriptor heaps cannot be parameters";
    /// With `-fspv-use-descriptor-heap`, an element of a heap is one descriptor, and there is none for the counter. Without
    /// the option, counters have a binding of their own (`-fvk-bind-counter-heap`).
    E2132 error HeapCounter {} "a buffer of a descriptor heap has no counter with -fspv-use-descriptor-heap";
    /// The width of a literal that is shifted by a variable is a guess.
    W2129 warning(ambig-lit-shift) LiteralShift {} "the shifted literal has no type of its own; give it one, as in '1u'";
    /// No write comes before this read, on whatever path: the value is undefined.
    W2132 own_warning(uninitialized) UninitializedUse { name } "'{name}' is used before it has a value";
    /// `=` writes, `==` compares. Where the assignment is meant, put it into parentheses of its own.
    W2133 warning(parentheses) AssignedCondition {} "the condition is an assignment; '==' compares";
    /// Comparisons bind more tightly than `&`, `|` and `^`: `x & 1 == 0` is `x & (1 == 0)`.
    W2134 warning(parentheses) ComparisonFirst { op, comparison } "'{comparison}' is evaluated before '{op}'; parentheses make clear what is meant";
    /// The result of an integer division by zero is undefined.
    W2135 own_warning(division-by-zero) DivisionByZero {} "division by zero is undefined";
    /// Only the lowest bits of a shift count are looked at.
    W2136 own_warning(shift-count-overflow) ShiftTooFar { count, bits } "the shift count {count} is not between 0 and the {bits} bits of the type";
    /// The type has fewer bits than the value needs.
    W2137 warning(constant-conversion) ConstantConversion { value, ty } "{value} does not fit '{ty}'";
    /// The assignment does nothing; one of the two names was hardly meant.
    W2138 own_warning(self-assign) SelfAssignment {} "this assigns a value to itself";
    /// `&&` binds more tightly than `||`: `a || b && c` is `a || (b && c)`.
    W2139 warning(logical-op-parentheses) AndFirst {} "'&&' is evaluated before '||'; parentheses make clear what is meant";
    /// `+` and `-` bind more tightly than shifts: `x + 1 << n` is `(x + 1) << n`.
    W2140 warning(shift-op-parentheses) SumFirst { op, sum } "'{sum}' is evaluated before '{op}'; parentheses make clear what is meant";
    /// The literal has a fraction, and the type is one of integers.
    W2141 warning(literal-conversion) LostFraction { value, ty } "{value} loses its fraction as '{ty}'";
    /// The type has fewer bits than the one that is converted. A cast says that this is meant.
    W2142 warning(conversion) ImplicitNarrowing { from, to } "implicit conversion of '{from}' to the smaller '{to}'";
    /// `&` binds more tightly than `|`: `a | b & c` is `a | (b & c)`.
    W2143 warning(bitwise-op-parentheses) BitAndFirst {} "'&' is evaluated before '|'; parentheses make clear what is meant";
    /// One expression changes a variable and reads it, or changes it twice, and no operator between the two orders them.
    /// Operands are evaluated from left to right here; other compilers may choose another order.
    W2144 warning(unsequenced) Unsequenced { name, how } "'{name}' is changed {how} in one expression, and nothing says what comes first";
    /// The array of resources ends before the index. Reading such an element is undefined, if it is ever reached.
    W2145 own_warning(array-bounds) NothingBound { index, length } "no resource is bound at index {index}: there are {length} elements";
    /// In the SPIR-V of this compiler, as in that of DXC, no comparison holds where an operand is NaN, not even `!=`.
    /// `-funordered-not-equal` makes it hold there, as it does in DXIL.
    W2146 own_warning(nan-comparison) NanComparison {} "'!=' between a value and itself does not hold for NaN either; isnan() finds it";
    /// An unsigned number is compared with zero, which it is never below. Off unless asked for: tests of a range, in macros and
    /// for numbers that may be signed elsewhere, say it on purpose.
    W2147 quiet_warning(tautological-unsigned-zero-compare) TrivialComparison { value } "this is always {value}: an unsigned number is never below zero";
    /// The last value of the loop's variable is the length of an array, or more, and indexes it: a `<=` for a `<`.
    W2148 own_warning(array-bounds) LoopIndex { name, last, length } "'{name}' reaches {last}: there are {length} elements";
    /// Integers are divided without a remainder, and the quotient is converted afterwards.
    W2149 own_warning(integer-division) LostQuotient { text, value, instead } "'{text}' divides integers and is {value}; '{instead}' keeps the fraction";
    /// `for (uint i = n; i >= 0; i--)` never ends: after zero comes the largest number. Count to `i > 0` and use `i -
    /// 1`, or count with an `int`.
    W2150 own_warning(tautological-compare) EndlessLoop {} "this condition always holds: an unsigned number is never below zero";
    /// As in DXC, a plain call means the intrinsic function of that name wherever one takes the arguments, even beside a
    /// function of the source that takes exactly these. A name of its own, or a namespace, keeps the two apart.
    W2151 own_warning(hidden-by-intrinsic) HiddenByIntrinsic { name } "this calls the intrinsic '{name}', not the function that the source declares";
    /// A part of an element that the array does not have: reading it is undefined, if it is ever reached.
    W2152 own_warning(array-bounds) InnerIndexOutOfBounds { index, length } "index {index} is out of bounds: there are {length} elements";

    // Statements.
    /// `return` does not fit the function.
    E2200 error ReturnMismatch { why } "{why}";
    /// `break`, `continue` and labels belong into loops and switches.
    E2201 error MisplacedStatement { what, place } "'{what}' outside of {place}";
    /// Two labels of a switch have the same value.
    E2202 error DuplicateLabel { value } "duplicate case value {value}";
    /// A `switch` looks at an integer.
    E2203 error InvalidSelector { ty } "switch selector of type '{ty}' is not an integer";
    /// Statements stand before the first label.
    W2204 own_warning(unreachable-code) StatementBeforeLabel {} "statement before the first label of the switch is never reached";
    /// Statements nest too deeply.
    E2205 error StatementTooDeep {} "statements are nested too deeply";
    /// `discard` exists in pixel shaders alone.
    E2206 error DiscardOutsidePixel {} "'discard' is allowed in pixel shaders only";
    /// `[unroll]` would write the body of the loop out too often, counted with the loops around it that are unrolled.
    /// The loop stays a loop. FXC refuses such loops.
    W2207 own_warning(unroll) TooManyCopies { copies, limit } "the loop is not unrolled: it would take {copies} copies of its body, and there may be {limit}";
    /// The value of an expression is not used.
    W2209 warning(unused-value) UnusedValue {} "expression result unused";
    /// Attributes that exclude each other.
    E2210 error ConflictingAttributes { first, second } "attributes '{first}' and '{second}' exclude each other";
    /// A label of a switch stands inside another statement.
    E2211 error NestedLabel {} "label of a switch must stand directly in its body";

    /// No `break` or `return` ends the case before, so that it goes on with this one. Where that is meant, say so in a
    /// comment with the word `fallthrough` before the label.
    W2212 own_warning(implicit-fallthrough) Fallthrough {} "the case before goes on with this one; 'break' would end it";
    /// The result of a comparison is not used. `=` assigns.
    W2213 warning(unused-comparison) UnusedComparison {} "result of the comparison unused";
    /// A semicolon ends the `if`; what follows runs in any case. On a line of its own it is meant.
    W2214 warning(empty-body) EmptyBody { keyword } "the '{keyword}' ends at this ';'";
    /// A switch over an enumeration has neither a label for each of its values nor `default`.
    W2215 warning(switch) UnhandledValues { missing } "the switch has no label for {missing}";
    /// The enumeration that a switch looks at has no enumerator of this value.
    W2216 warning(switch) ForeignLabel { name } "'{name}' has no enumerator of this value";
    /// A `bool` has two values, between which `if` chooses. Where a `switch` is meant, convert the value to `int`.
    W2217 warning(switch-bool) BoolSelector {} "the switch is over a 'bool'";

    // Conversions and calls.
    /// Some functions and methods exist in certain stages alone: `clip` in pixel shaders, sampling that chooses the level
    /// of detail itself where there are derivatives.
    E2401 error WrongStage { name, stage } "'{name}' is not available in the stage '{stage}'";
    /// Atomic operations are for memory that invocations share: `groupshared` variables, buffers and textures.
    E2402 error AtomicOnPrivate {} "atomic operations on static or local variables are not allowed";
    /// A texel is read and written as a whole, so atomic operations need textures and typed buffers of one component.
    E2403 error AtomicOnPartOfTexel {} "atomic operations need texels of one component";

    /// There is no instruction for integers of other widths.
    E2404 error ArgumentWidth { name, ty } "'{name}' takes integers of 32 bits, not '{ty}'";
    /// What is said about an address promises that it is a multiple of a power of two.
    E2405 error InvalidAlignment { align } "an alignment of {align} bytes is no power of two";
    /// An amplification shader hands one `groupshared` variable over, the same in all calls.
    E2406 error InvalidPayload { why } "the payload of DispatchMesh must be {why}";
    /// `vk::ext_instruction` names an instruction by its number.
    E2407 error UnknownOpcode { opcode } "there is no instruction with the opcode {opcode}";
    /// Only compute, mesh, amplification and node shaders run in workgroups, which share memory.
    E2408 error GroupsharedStage { name, stage } "'{name}' is groupshared, which the stage '{stage}' does not have";
    /// Direct3D gives a workgroup 32768 bytes, and Vulkan guarantees 16384.
    W2409 own_warning(groupshared-size) TooMuchGroupshared { total, limit } "{total} bytes of groupshared memory are more than the {limit} that a workgroup has";

    /// Compute shaders have derivatives, and sampling that takes them, from shader model 6.6 on. The module asks for an
    /// extension of Vulkan that not every device has; `SampleLevel` and `SampleGrad` need none.
    W2410 warning(hlsl-availability) ComputeDerivative { name } "'{name}' in a compute shader came with shader model 6.6";
    /// SPIR-V tells of textures whether the memory behind a texel is there, and not of buffers.
    W2411 own_warning(vk-ignored-features) NoStatus {} "the status of buffers is not available in SPIR-V: it is always 0";
    /// `RAY_FLAG_FORCE_OMM_2_STATE` says how opacity micromaps are taken, which a query looks at only if it is a
    /// `RayQuery<flags, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS>`. DXC makes this an error, unless told otherwise.
    W2412 warning(hlsl-rayquery-flags) NoMicromaps {} "'RAY_FLAG_FORCE_OMM_2_STATE' has no effect in a query without 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'";
    /// SPIR-V compares with texels of floats alone.
    E2420 error ComparedTexels { name, ty } "'{name}' needs texels of floats, not of '{ty}'";

    // Attributes, layout, bindings, stage interfaces.
    /// A `packoffset`, `register(cN)` or `[[vk::offset]]` puts a member where the member before it still lies. Offsets
    /// must rise, and each must leave room for the member before it.
    E2501 error OverlappingOffset { offset, end } "offset {offset} lies before the end of the previous member, {end}";
    /// An offset in the source is no multiple of the member's alignment, which drivers may refuse.
    W2502 own_warning(vk-offset) MisalignedOffset { align } "the offset should be a multiple of {align} bytes";
    /// A register number with its shift does not fit into 32 bits.
    E2503 error ShiftOverflow { number, shift } "register number {number} shifted by {shift} is too large";
    /// `-fvk-bind-register` cannot say where the counter of a structured buffer goes.
    E2504 error BindRegisterCounter {} "-fvk-bind-register does not reach the counter of a structured buffer";
    /// With `-fvk-bind-register`, the command line must also say where loose uniforms go: `-fvk-bind-globals`.
    E2505 error BindRegisterGlobals {} "-fvk-bind-register needs -fvk-bind-globals for the globals of this file";
    /// With `-fvk-bind-register`, every resource needs a `register()`.
    E2506 error BindRegisterMissing {} "-fvk-bind-register needs a register() on every resource";
    /// A register of the source is named by no `-fvk-bind-register`.
    E2507 error BindRegisterUnmapped { register, space } "no -fvk-bind-register says where {register} of space {space} goes";
    /// No attribute has this name. Unknown attributes are skipped, as compilers for other targets may know them.
    W2510 warning(unknown-attributes) UnknownAttribute { name } "unknown attribute '{name}' is ignored";
    /// The attribute exists but cannot stand here. `hlsl2spirv docs` lists the places of each.
    E2511 error AttributePlace { name } "attribute '{name}' cannot stand here";
    /// The attribute takes another number of arguments.
    E2512 error AttributeArguments { name, expected, given } "wrong number of arguments for attribute '{name}': expected {expected}, found {given}";
    /// The attribute takes a string in quotes.
    E2513 error AttributeArgument { name } "attribute '{name}' takes a string here";
    /// Numbers in attributes lie between 0 and 4294967295.
    E2514 error NegativeAttribute { name } "a number in '{name}' must lie between 0 and 4294967295";
    /// The attribute is known and has no meaning for Vulkan, none that changes the module, or none for the declaration that
    /// it stands before.
    W2515 own_warning(vk-ignored-features) IgnoredAttribute { name } "attribute '{name}' has no effect";
    /// The attribute says how a statement of control flow should run, and stands before something else.
    W2516 warning(attribute-statement) AttributeStatement { name, places } "attribute '{name}' has no effect here: it belongs before {places}";
    /// The attribute does without this argument.
    W2517 warning(attribute-type) IgnoredArgument { name, why } "an argument of attribute '{name}' is left out: {why}";
    /// `[[vk::image_format]]` takes names such as `rgba8`. The format then follows from the type of the texels, as without
    /// the attribute.
    W2518 warning(ignored-attributes) UnknownImageFormat { name } "unknown image format '{name}': the attribute is ignored";
    /// Direct3D 9 knew the side of a triangle by this name. The shader gets what the stage before has under the same name.
    W2519 warning(ignored-attributes) OldFace {} "'VFACE' is a name like any other here";
    /// What crosses a stage boundary needs a semantic: on the parameter, the result, or each field of a struct.
    E2520 error MissingSemantic { point } "{point} needs a semantic";
    /// The semantic has no meaning at this point of the pipeline.
    E2521 error InvalidSemantic { name, point } "semantic '{name}' is not allowed on {point}";
    /// The semantic came with a later shader model.
    E2522 error SemanticNeedsModel { name, model } "semantic '{name}' needs shader model {model} or later";
    /// A system value has a fixed type.
    E2523 error SemanticType { name, expected, ty } "'{name}' must be {expected}, not '{ty}'";
    /// The same semantic with the same index stands twice among a stage's inputs or outputs.
    E2524 error DuplicateSemantic { name } "semantic '{name}' is used twice";
    /// Numbers, vectors, matrices and arrays of them can cross a stage boundary; resources cannot.
    E2525 error InvalidStageType { ty } "a value of type '{ty}' cannot cross a stage boundary";
    /// A semantic on a struct holds for all its fields, whatever they say themselves.
    W2526 own_warning(semantic-override) OverriddenSemantic { inner, outer } "semantic '{inner}' is overridden by the enclosing '{outer}'";
    /// Integers are not interpolated.
    E2527 error IntegerInterpolation {} "integers take no interpolation modifier but 'nointerpolation'";
    /// Either all variables of a direction have a location, or none.
    E2528 error PartialLocations { direction } "this {direction} needs a [[vk::location]], as others have one";
    /// Two variables of one direction share a location.
    E2529 error DuplicateLocation { location } "location {location} is already taken";
    /// The stage cannot run without this attribute on its entry function.
    E2530 error MissingStageAttribute { name, stage } "{stage} entry points need the attribute '{name}'";
    /// The attribute takes one of a few strings.
    E2531 error InvalidAttributeValue { name, value } "attribute '{name}' does not take \"{value}\"";
    /// The arguments of `numthreads` are multiplied, and the product is not zero.
    E2532 error EmptyWorkgroup {} "a workgroup has at least one invocation along each axis";
    /// SPIR-V has matrices of floats only. Others lie in memory row by row, so declare them `row_major` (or compile with
    /// `-Zpr`) where a buffer or constant buffer holds them.
    E2533 error ColumnMajorIntegers {} "a matrix of integers or bools in memory must be row_major";
    /// Where every binding comes from the command line, those of descriptor heaps must, too.
    E2534 error BindRegisterHeap { option } "-fvk-bind-register needs {option} for the descriptor heap of this file";
    /// `GetAttributeAtVertex`, and parameters of functions that hand values on to it, take inputs of a pixel shader as they
    /// come in: `nointerpolation` parameters of the entry point, `nointerpolation` fields, and parts of them.
    E2535 error NotAnInput { what } "{what} must be an input of numbers that is declared 'nointerpolation'";
    /// `[[vk::combinedImageSampler]]` makes one descriptor of a texture and a sampler that have the same binding; both must
    /// have the attribute.
    E2536 error MissingPartner { missing, set, binding } "there is no {missing} with [[vk::combinedImageSampler]] at binding {binding} of set {set}";
    /// A patch-constant function sees the very patches of its hull shader: the input that the main function takes, and as
    /// many control points as it writes, of the type that it returns.
    E2537 error PatchMismatch { expected, found } "this patch is '{expected}' in the hull shader, not '{found}'";
    /// A geometry shader gets one kind of primitive and makes one: all of its streams are streams of the same.
    E2538 error SeveralPrimitives { direction } "only one {direction} primitive type can be specified in the geometry shader";
    /// What a geometry shader makes goes into its streams. It returns nothing and has no `out` parameters besides.
    E2539 error OutputBesidesStreams {} "a geometry shader has no outputs but its streams";
    /// Registers of different letters are numbered apart in Direct3D and share the numbers of bindings in Vulkan: `b0` and `t0`
    /// are both binding 0, and no pipeline can have both. `-fvk-b-shift` and its kin, or `[[vk::binding]]`, keep them apart.
    /// Shaders written for Direct3D have such pairs as a rule, and many programs number the bindings of a module anew
    /// before they use it; DXC says nothing of them, and so this warning is off unless it is asked for. `run` and `test`
    /// refuse such a pair where both are used.
    W2540 quiet_warning(register-overlap) SharedNumber { name, kind, previous, other, set, binding } "'{name}', {kind}, has the binding {binding} of set {set} as '{previous}', {other}";
    /// A binding is one kind of descriptor, so that no pipeline can have both resources. A texture and a sampler may share a
    /// descriptor that is both, and types of one kind a descriptor of which they are views; two resources of the very same
    /// type hardly mean to be the same one. Pairs that have one binding because Direct3D numbers their registers apart are
    /// left to `-Wregister-overlap`.
    W2541 own_warning(binding-overlap) SharedBinding { name, kind, previous, other, set, binding } "'{name}', {kind}, has the binding {binding} of set {set} as '{previous}', {other}";
    /// `b` registers are for constant buffers, `t` for what is read, `u` for what is written, `s` for samplers.
    E2542 error WrongRegister { name, expected, found } "'{name}' needs a '{expected}' register, not '{found}'";
    /// The names of system values begin with `SV_`, and no other semantics do.
    E2543 error UnknownSystemValue { name } "'{name}' is no system value";
    /// Without `SV_Position` among its outputs a vertex shader says nothing about where a vertex lies.
    W2544 own_warning(missing-position) MissingPosition {} "the vertex shader has no output SV_Position";
    /// The output is declared, and nothing is ever written to it: where the vertices lie is undefined.
    W2545 own_warning(missing-position) UnwrittenPosition { name } "the vertex shader never writes its position, '{name}'";

    /// A resource has one register. Others may be written for other stages, as in `register(vs, t0) : register(ps, t1)`.
    E2546 error ConflictingRegisters { first, second } "'{first}' and '{second}' exclude each other";

    /// Stages of ray tracing take what `TraceRay`, `CallShader` and `ReportHit` hand over, and nothing else: an any-hit or
    /// closest-hit shader the payload and the attributes of the hit, a miss shader the payload, a callable shader the data
    /// of the call, others nothing. System values come from functions such as `DispatchRaysIndex`.
    E2547 error EntryParameterCount { stage, wanted, found } "{stage} entry points take {wanted}, and this one has {found}";
    /// The payload of a ray and the data of a call are read and written (`inout`); the attributes of a hit are read (`in`).
    E2548 error EntryParameterMode { role, name, mode } "{role} '{name}' must be '{mode}'";
    /// Payloads, attributes of hits and data of calls are structs of numbers, vectors, matrices, and arrays and structs of
    /// these.
    E2549 error EntryParameterType { role, name, ty } "{role} '{name}' must be a struct of numbers, not '{ty}'";
    /// The stage hands its results on in another way: through a payload, a stream, or memory.
    E2555 error EntryResult { stage } "{stage} entry points have no result";
    /// The stages are those of the profiles, and `raygeneration`, `intersection`, `anyhit`, `closesthit`, `miss`, `callable`
    /// and `node`. Without the attribute the function would be no entry point.
    E2556 error UnknownStage { name } "there is no stage '{name}'";
    /// The attribute belongs to entry points of other stages.
    E2557 error StageAttribute { name, stages } "attribute '{name}' is for {stages} entry points";
    /// The profile asks for an entry point of one stage, and the function says that it is one of another.
    E2558 error StageMismatch { stage, profile } "this is a {stage} entry point, and the profile is {profile}";

    // What invocations do together.
    /// All threads of a group have to come to the same barrier. Where the condition of an `if` or a loop around it, or of a
    /// `return` or `break` before it, differs from thread to thread, some may never come, and the result is undefined. Move
    /// the barrier out of the condition.
    W2550 own_warning(divergent-barrier) DivergentBarrier { name } "not all threads of the group may come to '{name}'";
    /// A derivative compares four neighbouring pixels, and sampling without a level of detail takes derivatives. Where
    /// some of the four do not get there, the result is undefined. Compute it before the condition, or use `SampleLevel`
    /// or `SampleGrad`.
    W2551 own_warning(divergent-derivative) DivergentDerivative { name } "'{name}' needs the neighbouring pixels, not all of which may get here";
    /// An index into an array of resources may differ between the invocations of a draw or dispatch only where the source
    /// says so with `NonUniformResourceIndex`; otherwise some invocations may get the resource of another one.
    W2552 own_warning(non-uniform-index) NonUniformIndex { name } "the index into '{name}' differs between invocations";
    /// `[unroll]` needs a loop whose number of passes the compiler can tell. Give the number, as in `[unroll(8)]`, or a
    /// bound that is constant.
    W2553 own_warning(unroll) UnknownTripCount {} "the loop cannot be unrolled: how often it runs is known only when the shader runs";
    /// Direct3D has no larger workgroups, and few devices of Vulkan do; `maxComputeWorkGroupInvocations` says which.
    W2554 own_warning(workgroup-size) LargeWorkgroup { total, limit } "a workgroup of {total} invocations is larger than the {limit} that most devices have";

    // What stages hand on.
    /// Direct3D has eight render targets, `SV_Target0` to `SV_Target7`, and `maxColorAttachments` of most Vulkan devices is 8.
    W2559 own_warning(target-index) TargetIndex { name, limit } "'{name}' is beyond the {limit} render targets of most devices";
    /// The variable that an entry point returns, or an `out` parameter, has a member that nothing writes: what the next stage
    /// gets is undefined. Off unless asked for, as one struct may serve several shaders. For the position of a vertex there
    /// is `-Wmissing-position`.
    W2560 quiet_warning(unwritten-output) UnwrittenOutput { name } "nothing is written to the output '{name}'";
    /// The layout of a buffer leaves bytes free that the source does not mention: before a member, after each element of an
    /// array or each row or column of a matrix, or at the end of a struct. What a program writes there must have the same
    /// gaps. `hlsl2spirv reflect --layout NAME` shows where they are under each rule; a member of that size names them. Off
    /// unless asked for.
    W2561 quiet_warning(padded) Padded { rule, bytes, place } "{rule} leaves {bytes} bytes free {place}";
    /// SPIR-V has 32 bits for offsets and strides in memory, and the layout's rules may take more of it than the values do.
    E2562 error EndsTooFar {} "this member ends beyond 4 GiB";
    /// The threads of a group go on by themselves: what one of them has written to `groupshared` memory is there for the
    /// others behind a barrier alone. Reported where every thread reads an element of another one for certain, in groups
    /// that are larger than a wave.
    W2563 own_warning(missing-barrier) MissingBarrier { name } "'{name}' is read here with no barrier behind what other threads have written to it";
    /// Members of a `cbuffer` without `packoffset` follow the one before them, wherever that was put. Give every member an
    /// offset, or none.
    W2564 own_warning(packoffset) MixedOffsets { name } "'{name}' has no packoffset, unlike other members of its cbuffer";

    /// The stage hands its results on in another way: through a payload, a record, or memory.
    E2565 error EntryOutput { stage, name } "{stage} entry points have no outputs such as '{name}'";
    /// A payload goes from the one who sends a ray, `caller`, through shaders of the stages `anyhit`, `closesthit` and
    /// `miss`, and back.
    E2566 error PayloadStageName { name } "'{name}' sees no payload: 'caller', 'anyhit', 'closesthit' and 'miss' do";
    /// A member has one `read(...)` and one `write(...)`, each with all stages.
    E2567 error RepeatedAccess { access } "'{access}' stands here twice";
    /// A value is written before it is read: by the caller or an any-hit shader for the stages, by any for the caller. What
    /// nobody reads afterwards needs no `write`.
    E2568 error UnmatchedAccess { name, stage, counterpart } "'{name}' is qualified for '{stage}', and nobody {counterpart} it";
    /// From shader model 6.7 on, the struct of a payload is marked so, and its members say who reads and writes them, as in
    /// `float t : read(caller) : write(closesthit, miss);`. `-disable-payload-qualifiers` does without.
    E2569 error UnqualifiedPayload { ty } "'{ty}' is used as a payload and lacks the attribute [raypayload]";
    /// By its access qualifiers the member may not be written in this stage, so that nobody gets the value.
    W2570 warning(payload-access-shader) DroppedWrite { name, stage } "the value is lost: '{name}' has no 'write' for '{stage}'";
    /// By its access qualifiers the member has no value in this stage.
    W2571 warning(payload-access-shader) UndefinedRead { name, stage } "the value is undefined: '{name}' has no 'read' for '{stage}'";
    /// `SetMeshOutputCounts` says how much a mesh shader makes, and `DispatchMesh` how many mesh shaders an amplification
    /// shader starts. Without the call there is nothing, and the module may be undefined.
    W2572 own_warning(mesh-call) MissingMeshCall { stage, entry, name } "the {stage} entry point '{entry}' never calls '{name}'";
    /// It is called once on each way through the shader.
    W2573 own_warning(mesh-call) SecondMeshCall { name } "'{name}' is called a second time";
    /// A derivative compares neighbouring pixels or threads, which only pixel shaders and stages with workgroups have.
    W2574 own_warning(hlsl-availability) DerivativeStage { name, stage } "'{name}' takes a derivative, which the stage '{stage}' does not have";
    /// Direct3D wants to know the most records that a node makes, `MaxRecords` or `MaxRecordsSharedWith`, and for an array of
    /// nodes its size, `NodeArraySize` or `UnboundedSparseNodes`.
    W2575 own_warning(node-output) NodeOutputLimit { name, attribute } "the output '{name}' has no '{attribute}'";
    /// The arrays of a mesh shader's outputs have as many elements as it may make vertices and primitives.
    E2590 error MeshCount { count, limit, what } "{count} {what} are set, more than the {limit} that the output has";
}
