//! SPIRV-Tools, compiled in.
//!
//! The only module with unsafe code. Every call makes its own handles, so all functions may run on any number of threads.

use super::{BlockLayout, Listing, Preserve, Rules, Violation};
use base::target::{KernelTarget, TargetEnv};
use spirv_tools::assembler::{Assembler, DisassembleOptions};
use spirv_tools::val::{Validator, ValidatorLimits, ValidatorOptions};

/// True if this build contains SPIRV-Tools.
pub const AVAILABLE: bool = true;

/// The version of SPIRV-Tools.
#[allow(unsafe_code, reason = "the wrapper does not tell")]
pub fn version() -> Option<String> {
    unsafe extern "C" {
        fn spvSoftwareVersionString() -> *const std::ffi::c_char;
    }
    // SAFETY: the function takes nothing, and gives a text that ends with a zero and lives as long as the program.
    let text = unsafe { std::ffi::CStr::from_ptr(spvSoftwareVersionString()) };
    Some(text.to_string_lossy().into_owned())
}

/// Names that later versions of SPIRV-Tools than the one that is linked print otherwise, as listings do.
const RENAMED: &[(&str, &str)] = &[
    ("GroupNonUniformPartitionNV", "GroupNonUniformPartitionEXT"),
    ("GroupNonUniformPartitionedNV", "GroupNonUniformPartitionedEXT"),
    ("PartitionedReduceNV", "PartitionedReduceEXT"),
    ("PartitionedInclusiveScanNV", "PartitionedInclusiveScanEXT"),
    ("PartitionedExclusiveScanNV", "PartitionedExclusiveScanEXT"),
];

/// The module as text, with the names of today: they are longer, so that offsets may be in other columns.
///
/// # Errors
/// When the words are not a SPIR-V module.
pub fn disassemble(words: &[u32], listing: Listing) -> Result<String, String> {
    let options = DisassembleOptions {
        print: false,
        color: listing.colour,
        indent: true,
        show_byte_offset: listing.byte_offsets,
        no_header: false,
        use_friendly_names: !listing.raw_ids,
        comment: false,
    };
    let tool = spirv_tools::assembler::create(Some(spirv_tools::TargetEnv::Universal_1_6));
    let text = tool.disassemble(words, options).map_err(|error| error.to_string())?;
    let text = text.ok_or_else(|| "the disassembler returned no text".to_owned())?;
    Ok(RENAMED.iter().fold(text, |text, (older, newer)| text.replace(older, newer)))
}

/// Checks the rules of SPIR-V and of the environment.
///
/// # Errors
/// The first rule that the module violates.
pub fn validate(words: &[u32], environment: TargetEnv, rules: Rules) -> Result<(), Violation> {
    let options = ValidatorOptions {
        before_legalization: rules.before_legalisation,
        relax_block_layout: (rules.layout == BlockLayout::Relaxed).then_some(true),
        scalar_block_layout: rules.layout == BlockLayout::Scalar,
        max_limits: rules.max_id.map(|id| (ValidatorLimits::IdBound, id)).into_iter().collect(),
        ..ValidatorOptions::default()
    };
    let environment = match rules.is_library {
        true => spirv_tools::TargetEnv::Universal_1_6,
        false => tool_environment(environment),
    };
    checked(words, environment, options)
}

/// Checks a module of kernels by the rules of SPIR-V and of the environment.
///
/// # Errors
/// The first rule that the module violates.
pub fn validate_kernels(words: &[u32], target: &KernelTarget) -> Result<(), Violation> {
    let environment = match target.name {
        "opencl1.2" => spirv_tools::TargetEnv::OpenCL_1_2,
        "opencl2.0" => spirv_tools::TargetEnv::OpenCL_2_0,
        "opencl2.1" => spirv_tools::TargetEnv::OpenCL_2_1,
        // SPIRV-Tools do not know OpenCL 3.0, which accepts SPIR-V 1.3.
        "opencl3.0" => spirv_tools::TargetEnv::Universal_1_3,
        // Further rules of Level Zero are in our own validator.
        _ => spirv_tools::TargetEnv::OpenCL_2_2,
    };
    checked(words, environment, ValidatorOptions::default())
}

fn checked(words: &[u32], environment: spirv_tools::TargetEnv, options: ValidatorOptions) -> Result<(), Violation> {
    let tool = spirv_tools::val::create(Some(environment));
    tool.validate(words, Some(options)).map_err(|error| match error.diagnostic {
        Some(found) => Violation {
            message: [found.message.trim(), found.notes.trim()].join("\n").trim().to_owned(),
            // The validator counts from 1.
            instruction: found.index.checked_sub(1),
        },
        None => Violation { message: error.inner.to_string(), instruction: None },
    })
}

fn tool_environment(environment: TargetEnv) -> spirv_tools::TargetEnv {
    match environment {
        TargetEnv::Vulkan1_0 => spirv_tools::TargetEnv::Vulkan_1_0,
        TargetEnv::Vulkan1_1 => spirv_tools::TargetEnv::Vulkan_1_1,
        TargetEnv::Vulkan1_1Spirv1_4 => spirv_tools::TargetEnv::Vulkan_1_1_Spirv_1_4,
        TargetEnv::Vulkan1_2 => spirv_tools::TargetEnv::Vulkan_1_2,
        TargetEnv::Vulkan1_3 => spirv_tools::TargetEnv::Vulkan_1_3,
        TargetEnv::Vulkan1_4 => spirv_tools::TargetEnv::Vulkan_1_4,
        TargetEnv::Universal1_5 => spirv_tools::TargetEnv::Universal_1_5,
    }
}

/// Runs passes, each named by its spirv-opt flag, in order.
///
/// # Errors
/// When there is no such pass, or a pass fails, with the optimiser's message.
pub fn optimise(
    words: &[u32],
    environment: TargetEnv,
    passes: &[String],
    preserve: Preserve,
    max_id: Option<u32>,
) -> Result<Vec<u32>, String> {
    optimiser::run(words, tool_environment(environment), passes, preserve, max_id)
}

/// The optimiser through its C interface: the safe wrapper lacks passes by flag and the preserved interface.
#[allow(unsafe_code, reason = "the optimiser's C interface is the only way to passes that the wrapper lacks")]
mod optimiser {
    use crate::pipeline::spirv_tools::Preserve;
    use spirv_tools_sys::diagnostics::{MessageLevel, Position};
    use spirv_tools_sys::opt;
    use spirv_tools_sys::shared::{self, SpirvResult};
    use std::ffi::{CStr, CString, c_char, c_void};
    use std::ptr::{self, NonNull};

    unsafe extern "C" {
        fn spvOptimizerRegisterPassesFromFlags(
            optimizer: *mut opt::Optimizer,
            flags: *const *const c_char,
            count: usize,
        ) -> bool;
        fn spvOptimizerRegisterPassesFromFlagsWhilePreservingTheInterface(
            optimizer: *mut opt::Optimizer,
            flags: *const *const c_char,
            count: usize,
        ) -> bool;
    }

    /// An optimiser that is destroyed when it goes out of scope.
    struct Optimiser(NonNull<opt::Optimizer>);

    impl Optimiser {
        fn new(environment: spirv_tools::TargetEnv) -> Option<Self> {
            // SAFETY: the function takes no pointer; a null result becomes nothing.
            NonNull::new(unsafe { opt::optimizer_create(environment) }).map(Optimiser)
        }

        /// Adds a pass; false when there is no such pass.
        fn register(&mut self, flag: &CStr, preserve_interface: bool) -> bool {
            let flags = [flag.as_ptr()];
            // SAFETY: the handle is live, and the array holds one string that outlives the call. Both libraries pass
            // the same C++ object around as an opaque pointer.
            unsafe {
                if preserve_interface {
                    spvOptimizerRegisterPassesFromFlagsWhilePreservingTheInterface(self.0.as_ptr(), flags.as_ptr(), 1)
                } else {
                    spvOptimizerRegisterPassesFromFlags(self.0.as_ptr(), flags.as_ptr(), 1)
                }
            }
        }

        fn run(&mut self, words: &[u32], settings: &Settings) -> Result<Vec<u32>, String> {
            let mut messages: Vec<String> = Vec::new();
            let mut result = ptr::null_mut();
            // SAFETY: all handles are live, the words are a slice, the result is written through a valid pointer, and
            // `messages` outlives the call, during which alone the callback runs.
            let status = unsafe {
                let collected = (&raw mut messages).cast::<c_void>();
                opt::optimizer_run(
                    self.0.as_ptr(),
                    words.as_ptr(),
                    words.len(),
                    &raw mut result,
                    collect_message,
                    collected,
                    settings.0.as_ptr(),
                )
            };
            let optimised = take_words(result);
            match (status, optimised) {
                (SpirvResult::Success, Some(words)) => Ok(words),
                (status, _) if messages.is_empty() => Err(status.to_string()),
                _ => Err(messages.join("; ")),
            }
        }
    }

    impl Drop for Optimiser {
        fn drop(&mut self) {
            // SAFETY: the handle is live and used nowhere after this.
            unsafe { opt::optimizer_destroy(self.0.as_ptr()) }
        }
    }

    /// The options of one run, destroyed when they go out of scope.
    struct Settings(NonNull<opt::OptimizerOptions>);

    impl Settings {
        fn new(preserve: Preserve, max_id: Option<u32>) -> Option<Self> {
            // SAFETY: the function takes no pointer; a null result becomes nothing.
            let settings = NonNull::new(unsafe { opt::optimizer_options_create() }).map(Settings)?;
            // SAFETY: the handle is live.
            unsafe {
                opt::optimizer_options_run_validator(settings.0.as_ptr(), false);
                opt::optimizer_options_preserve_bindings(settings.0.as_ptr(), preserve.bindings);
                if let Some(max_id) = max_id {
                    opt::optimizer_options_set_max_id_bound(settings.0.as_ptr(), max_id);
                }
            }
            Some(settings)
        }
    }

    impl Drop for Settings {
        fn drop(&mut self) {
            // SAFETY: the handle is live and used nowhere after this.
            unsafe { opt::optimizer_options_destroy(self.0.as_ptr()) }
        }
    }

    /// Copies the words out of a binary and frees it.
    fn take_words(binary: *mut shared::Binary) -> Option<Vec<u32>> {
        let binary = NonNull::new(binary)?;
        // SAFETY: a binary that the optimiser returns holds `size` words at `code`, or a null pointer; no one else
        // frees it.
        unsafe {
            let (code, size) = ((*binary.as_ptr()).code, (*binary.as_ptr()).size);
            let words = if code.is_null() { None } else { Some(std::slice::from_raw_parts(code, size).to_vec()) };
            shared::binary_destroy(binary.as_ptr());
            words
        }
    }

    /// Keeps the errors among the optimiser's messages.
    extern "C" fn collect_message(
        level: MessageLevel,
        _source: *const c_char,
        _position: *const Position,
        message: *const c_char,
        context: *mut c_void,
    ) {
        let is_error = matches!(level, MessageLevel::Fatal | MessageLevel::InternalError | MessageLevel::Error);
        if !is_error || message.is_null() || context.is_null() {
            return;
        }
        // SAFETY: the context is the vector that `run` passed, which no one else touches meanwhile; the message is a
        // string that ends with a zero byte.
        unsafe {
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            (*context.cast::<Vec<String>>()).push(text);
        }
    }

    pub(super) fn run(
        words: &[u32],
        environment: spirv_tools::TargetEnv,
        passes: &[String],
        preserve: Preserve,
        max_id: Option<u32>,
    ) -> Result<Vec<u32>, String> {
        let out_of_memory = || "out of memory".to_owned();
        let mut optimiser = Optimiser::new(environment).ok_or_else(out_of_memory)?;
        let settings = Settings::new(preserve, max_id).ok_or_else(out_of_memory)?;
        for pass in passes {
            let known = CString::new(pass.as_str()).is_ok_and(|flag| optimiser.register(&flag, preserve.interface));
            if !known {
                return Err(format!("unknown pass '{pass}'"));
            }
        }
        optimiser.run(words, &settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::assembly;

    fn assemble(text: &str) -> Vec<u32> {
        let options = assembly::Options { version: (1, 0), ..assembly::Options::default() };
        assembly::assemble(text, &options).unwrap()
    }

    const SHADER: &str = "OpCapability Shader
        OpCapability Float64
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpName %main \"main\"
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";

    #[test]
    fn listings_start_with_the_header_and_use_names() {
        let text = disassemble(&assemble(SHADER), Listing::default()).unwrap();
        assert!(text.starts_with("; SPIR-V\n; Version: 1.0\n"), "{text}");
        assert!(text.contains("%main = OpFunction %void None"), "{text}");
        let raw = disassemble(&assemble(SHADER), Listing { raw_ids: true, ..Listing::default() }).unwrap();
        assert!(raw.contains("%1 = OpFunction"), "{raw}");
    }

    #[test]
    fn passes_are_found_by_their_flags() {
        let passes: Vec<String> = crate::pipeline::passes::every_pass_of_a_recipe();
        let preserve = Preserve { interface: true, bindings: true };
        optimise(&assemble(SHADER), TargetEnv::Vulkan1_1, &passes, preserve, Some(0x3f_ffff)).unwrap();
        let trim = ["--trim-capabilities".to_owned()];
        let words = optimise(&assemble(SHADER), TargetEnv::Vulkan1_1, &trim, preserve, None).unwrap();
        let text = disassemble(&words, Listing::default()).unwrap();
        assert!(!text.contains("Float64"), "the capability is not trimmed:\n{text}");
        let unknown = optimise(&words, TargetEnv::Vulkan1_1, &["--bogus".to_owned()], preserve, None);
        assert_eq!(unknown.unwrap_err(), "unknown pass '--bogus'");
    }

    #[test]
    fn violations_are_told() {
        assert!(validate(&assemble(SHADER), TargetEnv::Vulkan1_0, Rules::default()).is_ok());
        let broken = SHADER.replace("OpReturn\n", "");
        let violation = validate(&assemble(&broken), TargetEnv::Vulkan1_0, Rules::default()).unwrap_err();
        assert!(!violation.message.is_empty());
        assert!(validate(&[1, 2, 3], TargetEnv::Vulkan1_0, Rules::default()).is_err());
    }

    mod listings;
}
