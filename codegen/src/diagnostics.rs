//! Errors between a correct program and its module: the target lacks a feature, or a limit of the format is
//! exceeded.

base::diagnostics! {
    /// A library without entry points is a module that others are linked with. Vulkan takes only modules with entry points:
    /// mark those with `[shader("...")]`, or link the module first.
    W2688 own_warning(unlinked-library) UnlinkedLibrary {} "library has no entry points: Vulkan does not take its module before it is linked";
    /// The program requires a feature that the target environment does not have, such as wave operations in Vulkan 1.0.
    /// Choose a newer environment with `-fspv-target-env=`, or allow the extension with `-fspv-extension=`.
    E3001 error NotAvailable { what, why } "{what} is required here, but not available: {why}";
    /// A SPIR-V instruction has at most 65535 words, and this program requires a longer one: an aggregate with too many
    /// members, or a string that is too long.
    E3002 error InstructionTooLong {} "instruction exceeds the maximum length in SPIR-V";
    /// The value has too many parts to be copied between two memory layouts. Copy parts of
    /// it in a loop instead.
    E3003 error CopyTooLarge { count } "copy between memory layouts has more than {count} parts";
    /// Code generation does not support this construct.
    E3005 error NotSupported { what } "{what} is not supported";
    /// The program expands to too much code, such as many copies of values with many parts. Use
    /// parts of them, or loops.
    E3006 fatal CodeTooLarge { size } "generated code exceeds {size} MiB";
    /// SPIR-V limits the number of function parameters, including the object of a method.
    E3007 error TooManyParameters { name, limit } "function '{name}' has more than {limit} parameters";
    /// Sampling with an implicit level of detail compares four invocations. A workgroup has such quads if it is
    /// one row of a multiple of four, or even in its first two dimensions. `SampleLevel` and `SampleGrad` need none.
    E3008 error NoQuads { size } "sampling with an implicit level of detail requires quads, which a workgroup of {size} does not have";
    /// A query with `RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS` requires the mode `OpacityMicromapIdKHR` of
    /// `SPV_KHR_opacity_micromap`. Without it, the intersection of a ray with an opacity micromap is undefined, unless the
    /// device has `VK_EXT_opacity_micromap`. Allow the extension with `-fspv-extension=SPV_KHR_opacity_micromap`.
    W3009 own_warning(opacity-micromaps) NoMicromapMode {} "rays that meet opacity micromaps have undefined results: the extension SPV_KHR_opacity_micromap is not allowed";
    /// Vulkan reads texels as numbers of at least 32 bits. A texture of `float` converts texels of any width.
    E3010 error NarrowTexels {} "Vulkan does not support textures and buffers of 16-bit floats; use 'float', which reads texels of any width";
    /// `vk::ext_instruction` passes each argument as an operand, those that are literals included.
    E3019 error OperandNumber { name, expected, found } "instruction '{name}' takes {expected}, not {found}";
    /// An entry point has one variable for each built-in, so that all its declarations have the same type. Inputs of
    /// scalars and vectors may differ in the sign of their integers from the semantic.
    E3030 error BuiltinOfTwoTypes { name } "built-in '{name}' is declared with two types";
    /// The extension `SPV_NV_shader_invocation_reorder` has hit objects with cluster ids; it lacks the flags of their rays,
    /// their triangles, a change of their shader record, and those that come from ray queries. The hit objects of a module
    /// are of one kind.
    E5135 error ClusterOfHitObject { name, other } "'{name}' and '{other}' are not available for the hit objects of the same module";
    /// The device may reorder invocations where the extension is allowed: `-fspv-extension=SPV_EXT_shader_invocation_reorder`.
    /// Without it, the order is as it was, which is always right.
    W5136 own_warning(reorder-hint) NotReordered { extension } "invocations are not reordered: the extension {extension} is not allowed";
}
