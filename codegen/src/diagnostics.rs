//! Errors between a correct program and its module: the target lacks something, or a limit of the format is
//! met.

base::diagnostics! {
    /// The program needs something that the target environment does not have, such as wave operations in Vulkan 1.0.
    /// Choose a newer environment with `-fspv-target-env=`, or allow the extension with `-fspv-extension=`.
    E3001 error NotAvailable { what, why } "{what} is needed here, but not available: {why}";
    /// An instruction of SPIR-V has at most 65535 words, and this program needs a longer one: an aggregate with too many
    /// members, or a text that is too long.
    E3002 error InstructionTooLong {} "an instruction would be longer than SPIR-V allows";
    /// The value has so many parts that copying it between two memory layouts would take too much code. Copy parts of
    /// it in a loop instead.
    E3003 error CopyTooLarge { count } "a copy between memory layouts would have more than {count} parts";
    /// A construct is known, but code for it cannot be made.
    E3005 error NotSupported { what } "{what} is not supported";
    /// The program asks for more code than its text gives reason for, such as many copies of values with many parts. Use
    /// parts of them, or loops.
    E3006 fatal CodeTooLarge { size } "the program comes to more than {size} MiB of code";
    /// SPIR-V has a limit on the parameters of functions, the object of a method included.
    E3007 error TooManyParameters { name, limit } "function '{name}' has more than {limit} parameters";
    /// Sampling that chooses the level of detail itself compares four invocations. A workgroup has such quads where it is
    /// one row of a multiple of four, or even in its first two dimensions. `SampleLevel` and `SampleGrad` need none.
    E3008 error NoQuads { size } "sampling that chooses the level itself needs quads, which a workgroup of {size} does not have";
    /// `vk::ext_instruction` passes each argument as an operand, those that are literals included.
    E3019 error OperandNumber { name, expected, found } "instruction '{name}' takes {expected}, not {found}";
}
