//! The driver's diagnostics: the command line, files, and mistakes of the compiler itself.
//!
//! Codes up to E5099 are about how the compiler was called; such a call ends with status 1. From E5100 on they are about
//! a compilation, which ends with status 5.

base::diagnostics! {
    /// No option has this name. Options are spelled as DXC spells them; `--help` lists them.
    E5001 error UnknownArgument { argument } "unknown argument '{argument}'";
    /// The option takes a value, or several, and the command line ends before the last of them.
    E5002 error MissingValue { option } "argument to '{option}' is missing";
    /// The value does not fit the option.
    E5003 error BadValue { option, value, expected } "invalid value '{value}' for '{option}'; expected {expected}";
    /// The option exists in DXC, but makes no sense for SPIR-V or belongs to another tool.
    E5004 error RefusedOption { option, reason } "'{option}' is refused: {reason}";
    /// Two options contradict each other.
    E5005 error Conflict { first, second } "'{first}' and '{second}' cannot be used together";
    /// The option works only together with something else.
    E5006 error Requires { option, what } "'{option}' requires {what}";
    /// `-T` says which stage and which shader model the shader is for; it is needed for everything but `-P` and `-M`.
    E5007 error MissingProfile {} "target profile argument is missing; give one with -T, such as -T cs_6_0";
    /// The command line names no file.
    E5008 error MissingInput {} "required input file argument is missing";
    /// A file cannot be opened or read.
    E5009 error CannotRead { file, reason } "cannot read '{file}': {reason}";
    /// An output file cannot be written.
    E5010 error CannotWrite { file, reason } "cannot write '{file}': {reason}";
    /// Files of more than 2 GiB, all includes together, do not fit the compiler's positions.
    E5011 error InputTooLarge { file } "'{file}' does not fit: all source text together must be smaller than 2 GiB";
    /// The system gives the compiler no further thread.
    E5012 error NoThread { reason } "cannot start a thread: {reason}";
    /// A profile names a stage (ps, vs, gs, hs, ds, cs, ms, as or lib) and a shader model, as in `ps_6_0`.
    E5101 error UnknownProfile { profile } "unknown target profile '{profile}'";
    /// The target environment decides about the version of SPIR-V and what may be used in it.
    E5102 error UnknownEnvironment { name } "unknown SPIR-V target environment '{name}'";
    /// `-fvk-invert-y` changes the position that a stage writes; this stage writes none.
    E5103 error InvertYStage { stage } "-fvk-invert-y can be used in vertex, domain, geometry and mesh shaders and libraries, not in {stage}";
    /// This build of the compiler has no SPIRV-Tools: neither those of their passes that ours do not do (docs/passes.md),
    /// nor their validator. Build it with the feature `spirv-tools`.
    E5104 error NoSpirvTools { option } "'{option}' needs SPIRV-Tools, and this compiler was built without them";
    /// spirv-opt refused a pass of `-Oconfig=`, or could not run its passes.
    E5105 error OptimiserFailed { reason } "failed to optimize SPIR-V: {reason}";
    /// The comments that `-verify` looks for and the messages of the compilation differ.
    E5106 error VerifyMismatch { what } "{what}";
    /// `-fspv-extension=` takes the names of extensions of SPIR-V, or `KHR`.
    E5107 error UnknownExtension { name } "unknown SPIR-V extension '{name}'";
    /// `--emit=` asks for a state that this module does not have: `llvm-dialect` and `llvm` need a compute shader that can
    /// run on the CPU, and a module that was compiled already has no earlier states.
    E5108 error NoState { state, reason } "there is no state '{state}' of this module: {reason}";
    /// The module breaks a rule of SPIR-V or Vulkan even after all calls were written out. Resources must be known by
    /// then: a texture, sampler or buffer cannot be chosen at run time, nor be handed to a `[noinline]` function. The same
    /// holds for offsets of texels, other than in gathers. Choose between values that were read instead, or index an array of resources.
    E5109 fatal NotLegalised { reason } "resources and offsets must be known at compile time, in a form that Vulkan has: {reason}";
    /// The source spells out parts of the module in SPIR-V (`[[vk::ext_…]]`, `vk::SpirvType`), and one of them, or what
    /// uses it, breaks a rule of SPIR-V or Vulkan. The compiler takes these parts as they are.
    E5110 fatal InvalidInlineSpirv { reason } "the module is invalid with the parts that are spelled in SPIR-V: {reason}";
    /// `[[vk::offset]]` or `packoffset` puts a member where Vulkan does not allow it. Move it to a multiple of its alignment,
    /// choose another layout such as `-fvk-use-scalar-layout`, or skip the check with `-Vd`.
    E5111 fatal MisalignedMember { reason } "the offset of this member is not allowed: {reason}";
    /// `-fspv-target-env=` asks for a kernel of OpenCL or Level Zero, and the shader does what no kernel can: derivatives,
    /// `discard`, sampling without a level, `Gather`, cube maps, rays, other stages. `docs/kernels.md` lists what can be done.
    E5112 error NoKernelForm { what } "{what}";
    /// The module has more ids than `-fspv-max-id` allows, before or after the passes. A device that needs the limit
    /// would refuse it.
    E5113 error TooManyIds { limit } "the module needs more ids than the {limit} of '-fspv-max-id'";
    /// The functions that are called here, with those that they call, come to more code than the compiler's budget: one
    /// that calls another twice, which calls a third twice, doubles with each level. Call less, or mark a function
    /// `[noinline]` that takes no resources.
    E5114 error ModuleTooLarge { reason } "this asks for too much code: {reason}";
    /// A vector stands in a struct within a struct, which starts at an offset that is no multiple of 16 bytes, and crosses a
    /// boundary of 16 bytes there. Vulkan allows that with the feature `scalarBlockLayout` alone, for which
    /// `-fvk-use-scalar-layout` and `-fvk-use-dx-layout` stand; else put members in another order, or a vector where it
    /// starts at a multiple of its size.
    E5115 fatal StraddlingMember { offset } "this vector crosses a boundary of 16 bytes, at offset {offset} of what the buffer holds";
    /// `EvaluateAttributeAtSample` and its kin look at an input of the pixel shader in another place. What is computed from
    /// inputs has no other place: interpolate each input, or the part of it that is needed, and compute with the results.
    E5116 fatal NotInterpolated {} "only an input can be interpolated, or a part of one, and not what is computed from it";
    /// A derivative compares neighbouring pixels or threads, which only pixel shaders and stages with workgroups have. One
    /// that nothing needs is removed, with a warning; this one is needed. `SampleLevel` and `SampleGrad` take a level or
    /// derivatives that the shader computes.
    E5117 fatal RemainingDerivative {} "the stage has no derivatives, and this one is needed";
    /// `--emit=wgsl`, `msl`, `glsl` and `hlsl` are written by naga, which this compiler has when it is built with the feature
    /// `naga`. It reads a part of SPIR-V: no tessellation, geometry shaders, formatless images, typed buffers or rays, and each
    /// language lacks more. `docs/languages.md` lists the most frequent reasons, and what to write instead.
    E5118 error NotTranslated { language, reason } "this cannot be written as {language}: {reason}";
    /// What `SetMeshOutputCounts` is given turned out to be constant, and more than the arrays of the outputs hold.
    E5119 fatal MeshCounts { reason } "a mesh shader makes no more than it declares: {reason}";
    /// The compiler stumbled over itself. The input may be right or wrong: a message about it is missing. Please report
    /// it, with the source if you can share it.
    E5901 fatal InternalError { place, what } "internal compiler error {place}: {what}";
    /// The compiler made a module that the rules of SPIR-V or Vulkan forbid. That is a mistake of the compiler, whatever
    /// the input. `-Vd` skips the check.
    E5902 fatal InvalidOutput { reason } "generated SPIR-V is invalid: {reason}";
    /// `-W<name>` names no warning of this compiler.
    W5001 own_warning(unknown-warning-option) UnknownWarning { option } "unknown warning option '{option}'";
    /// Profiles of shader models before 6.0 are compiled as 6.0.
    W5002 warning(promoted-profile) PromotedProfile { profile, promoted } "promoting older shader model profile '{profile}' to '{promoted}'";
    /// `OpenCL.DebugInfo.100` has no place for what a debugger could use: structs do not know their methods, matrices are
    /// arrays, and a source of more than 256 KiB has no text. `-fspv-debug=vulkan` and `vulkan-with-source` say more.
    W5005 own_warning(debug-info) LesserDebugInfo { option } "'{option}' does not link methods to their struct; prefer -fspv-debug=vulkan-with-source";
    /// Selections and loops nest so deeply, or a chain of `else if` or `?:` is so long, that the check of the module would
    /// take SPIRV-Tools seconds; it was left out. Without `-fspv-validator=spirv-tools` nothing is left out. Drivers have a
    /// hard time with such shaders, too.
    W5006 own_warning(not-validated) NotValidated { levels } "the module is not validated, as control flow nests {levels} levels deep";
    /// The command line speaks of DXIL, by an option or by the name of the output, and does not say `-spirv`. This compiler
    /// makes SPIR-V whatever the output is called.
    W5007 own_warning(spirv-output) SpirvAnyway { what } "{what} is for DXIL, but the output is SPIR-V; -spirv says that this is meant";
}
