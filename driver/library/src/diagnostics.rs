//! The driver's diagnostics: the command line, files, and bugs in the compiler.
//!
//! Codes up to E5099 are about how the compiler was called; such a call ends with status 1. From E5100 on they are about
//! a compilation, which ends with status 5.

base::diagnostics! {
    /// No option has this name. Options are spelled as DXC spells them; `--help` lists them.
    E5001 error UnknownArgument { argument } "unknown argument '{argument}'";
    /// The option requires a value, or several, and the command line ends before the last of them.
    E5002 error MissingValue { option } "argument to '{option}' is missing";
    /// The value is not valid for the option.
    E5003 error BadValue { option, value, expected } "invalid value '{value}' for '{option}'; expected {expected}";
    /// The option exists in DXC, but does not apply to SPIR-V or belongs to another tool.
    E5004 error RefusedOption { option, reason } "'{option}' is not supported: {reason}";
    /// The options conflict.
    E5005 error Conflict { first, second } "'{first}' and '{second}' cannot be used together";
    /// The option requires another option or version.
    E5006 error Requires { option, what } "'{option}' requires {what}";
    /// `-T` specifies the stage and the shader model; it is required except with `-P` and `-M`.
    E5007 error MissingProfile {} "target profile argument is missing; specify it with -T, such as -T cs_6_0";
    /// The command line has no input file.
    E5008 error MissingInput {} "required input file argument is missing";
    /// A file cannot be opened or read.
    E5009 error CannotRead { file, reason } "cannot read '{file}': {reason}";
    /// An output file cannot be written.
    E5010 error CannotWrite { file, reason } "cannot write '{file}': {reason}";
    /// The compiler is limited to 2 GiB of source text, all included files together.
    E5011 error InputTooLarge { file } "'{file}' is too large: source text is limited to 2 GiB in total";
    /// The system cannot create another thread.
    E5012 error NoThread { reason } "cannot start a thread: {reason}";
    /// `lint` compiles each file as a build would, and nothing determines the stage: no list of a build, no rule of
    /// `hlsl2spirv.toml`, no comment, and neither the name of the file nor attributes and signatures of its functions. Add a
    /// comment such as `// hlsl2spirv: -T ps_6_0 -E main` in one of the first ten lines. Included files need none.
    E5013 error UnknownStage { file } "cannot determine stage and entry point of '{file}'";
    /// A profile consists of a stage (ps, vs, gs, hs, ds, cs, ms, as or lib) and a shader model, as in `ps_6_0`.
    E5101 error UnknownProfile { profile } "unknown target profile '{profile}'";
    /// The target environment determines the SPIR-V version and the available features.
    E5102 error UnknownEnvironment { name } "unknown SPIR-V target environment '{name}'";
    /// `-fvk-invert-y` modifies the position output; this stage has none.
    E5103 error InvertYStage { stage } "-fvk-invert-y can be used in vertex, domain, geometry and mesh shaders and libraries, not in {stage}";
    /// This build of the compiler does not include SPIRV-Tools: neither the passes that this compiler does not
    /// implement (docs/tables/passes.md), nor their validator. Build it with the feature `spirv-tools`.
    E5104 error NoSpirvTools { option } "'{option}' requires SPIRV-Tools, which this build does not include";
    /// spirv-opt rejected a pass of `-Oconfig=`, or a pass failed.
    E5105 error OptimiserFailed { reason } "failed to optimize SPIR-V: {reason}";
    /// The diagnostics do not match the expectations of `-verify`.
    E5106 error VerifyMismatch { what } "{what}";
    /// The state of `--emit=` is not available for this module: `llvm-dialect` and `llvm` require a shader that can run on
    /// the CPU as a kernel, or a function named by `--function=`, and a compiled module has no earlier states.
    E5108 error NoState { state, reason } "state '{state}' is not available for this module: {reason}";
    /// The module violates a rule of SPIR-V or Vulkan even after inlining. Resources must be known at
    /// compile time: a texture, sampler or buffer cannot be selected at run time, nor be passed to a `[noinline]`
    /// function. The same holds for texel offsets, except in gathers. Select between loaded values instead, or index an
    /// array of resources.
    E5109 fatal NotLegalised { reason } "resources and offsets must be known at compile time, in a form that Vulkan supports: {reason}";
    /// The source contains inline SPIR-V (`[[vk::ext_…]]`, `vk::SpirvType`), which, or the use of which,
    /// violates a rule of SPIR-V or Vulkan. The compiler emits inline SPIR-V unchanged.
    E5110 fatal InvalidInlineSpirv { reason } "inline SPIR-V makes the module invalid: {reason}";
    /// `[[vk::offset]]` or `packoffset` places a member at an offset that Vulkan does not allow. Move it to a multiple
    /// of its alignment, choose another layout such as `-fvk-use-scalar-layout`, or skip the check with `-Vd`.
    E5111 fatal MisalignedMember { reason } "invalid member offset: {reason}";
    /// `-fspv-target-env=` selects OpenCL or Level Zero, and the shader uses features that kernels do not support:
    /// derivatives, `discard`, sampling without a level, `Gather`, cube maps, rays, other stages. `docs/kernels.md`
    /// lists the supported features.
    E5112 error NoKernelForm { what } "{what}";
    /// The module has more ids than `-fspv-max-id` allows, before or after the passes. A device with that limit
    /// would reject it.
    E5113 error TooManyIds { limit } "module exceeds the id limit of {limit} set by '-fspv-max-id'";
    /// The functions called here, including their callees, exceed the compiler's code size limit: a function
    /// that calls another twice, which calls a third twice, doubles with each level. Call less, or mark a function
    /// `[noinline]` that takes no resources.
    E5114 error ModuleTooLarge { reason } "code size limit exceeded: {reason}";
    /// A vector in a nested struct, which starts at an offset that is not a multiple of 16 bytes, crosses a
    /// 16-byte boundary. Vulkan allows that only with the feature `scalarBlockLayout`: use
    /// `-fvk-use-scalar-layout` or `-fvk-use-dx-layout`. Otherwise reorder the members, or place the vector so that it
    /// starts at a multiple of its size.
    E5115 fatal StraddlingMember { offset } "vector at offset {offset} crosses a 16-byte boundary";
    /// `EvaluateAttributeAtSample` and similar functions evaluate an input of the pixel shader at another location.
    /// Values computed from inputs cannot be re-evaluated: interpolate each input, or the required part of it, and
    /// compute with the results.
    E5116 fatal NotInterpolated {} "interpolation requires an input or a part of one, not a computed value";
    /// Derivatives are available in pixel shaders and stages with workgroups only. An unused
    /// derivative is removed, with a warning; this one is used. `SampleLevel` and `SampleGrad` take an explicit level or
    /// explicit derivatives.
    E5117 fatal RemainingDerivative {} "derivatives are not available in this stage";
    /// `--emit=wgsl`, `msl`, `glsl` and `hlsl` use naga, which is included in builds with the feature
    /// `naga`. It supports a subset of SPIR-V: no tessellation, geometry shaders, formatless images, typed buffers or
    /// rays, and each language has further limitations. `docs/languages.md` lists the most frequent reasons, and
    /// alternatives.
    E5118 error NotTranslated { language, reason } "cannot translate to {language}: {reason}";
    /// A constant argument of `SetMeshOutputCounts` exceeds the size of the output arrays.
    E5119 fatal MeshCounts { reason } "mesh output count exceeds its limit: {reason}";
    /// A section `[[cost.budget]]` of `hlsl2spirv.toml` limits what the entry point may cost. `cost` ends with status 6 then.
    /// Make the shader cheaper, or change the limit.
    E5120 error BudgetMissed { entry, rule, by, file } "'{entry}' misses the budget '{rule}' by {by} ('{file}')";
    /// The input is text of MLIR or LLVM, and the module that it describes violates a rule of SPIR-V, or of the environment
    /// in `-fspv-target-env=`. `-Vd` writes the module as it is.
    E5130 error InvalidText { reason } "text describes an invalid module: {reason}";
    /// SPIR-V cannot copy hit objects: copies of one share a variable. `SetShaderTableIndex` changes that variable, so that it
    /// is not allowed on one of several copies that are used afterwards. Change the object before it is copied.
    E5137 error ChangedCopy { reason } "{reason}";
    /// `[[vk::image_format]]` gives a texture or buffer a format whose texels do not support the atomic operations of the shader.
    /// Vulkan has them for `r32i`, `r32ui`, `r32f`, `r64i` and `r64ui`.
    E5138 fatal TexelAtomics {} "image format does not support atomic operations";
    /// `[[vk::image_format]]` gives an array of textures or buffers a format of integers with another sign than their texels, and the
    /// shader reads or writes one of them.
    E5139 fatal FormatSign {} "sign of the image format does not match that of the texels";
    /// The compiler crashed. The input may be valid or invalid. Please report
    /// it, with the source if you can share it.
    E5901 fatal InternalError { place, what } "internal compiler error {place}: {what}";
    /// The compiler generated a module that violates the rules of SPIR-V or Vulkan. That is a bug in the compiler, whatever
    /// the input. `-Vd` skips the check.
    E5902 fatal InvalidOutput { reason } "generated SPIR-V is invalid: {reason}";
    /// This compiler has no warning with the name in `-W<name>`.
    W5001 own_warning(unknown-warning-option) UnknownWarning { option } "unknown warning option '{option}'";
    /// Profiles of shader models before 6.0 are compiled as 6.0.
    W5002 warning(promoted-profile) PromotedProfile { profile, promoted } "promoting older shader model profile '{profile}' to '{promoted}'";
    /// `OpenCL.DebugInfo.100` has limitations for debuggers: structs are not linked to their methods, matrices are
    /// arrays, and source text of more than 256 KiB is dropped. `-fspv-debug=vulkan` and `vulkan-with-source` contain more.
    W5005 own_warning(debug-info) LesserDebugInfo { option } "'{option}' does not link methods to their struct; prefer -fspv-debug=vulkan-with-source";
    /// Selections and loops are nested so deeply, or a chain of `else if` or `?:` is so long, that validation would
    /// take SPIRV-Tools seconds; it is skipped. Without `-fspv-validator=spirv-tools` it is not. Such shaders are
    /// difficult for drivers, too.
    W5006 own_warning(not-validated) NotValidated { levels } "module is not validated: control flow is nested {levels} levels deep";
    /// The command line requests DXIL, by an option or by the name of the output, without `-spirv`. This compiler
    /// always generates SPIR-V.
    W5007 own_warning(spirv-output) SpirvAnyway { what } "{what} is for DXIL, but the output is SPIR-V; use -spirv to silence this warning";
    /// `-fspv-extension=` takes names of SPIR-V extensions, or `KHR`. An unknown one allows nothing.
    W5170 own_warning(unknown-extension) UnknownExtension { name } "unknown SPIR-V extension '{name}' is ignored";
}
