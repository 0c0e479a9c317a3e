//! What the caller chose about the module itself; what concerns the language stands in the HIR already.

use base::ids::Set;
use base::target::TargetEnv;

/// How much is told to a debugger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum DebugLevel {
    /// Nothing but names.
    #[default]
    None,
    /// `-fspv-debug=file`: the name of the source file.
    File,
    /// `-fspv-debug=source`: its text as well.
    Source,
    /// `-fspv-debug=line` and `-Zi`: the place of each instruction as well.
    Line,
}

/// The extended instruction sets that describe a program to a debugger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugSet {
    /// `OpenCL.DebugInfo.100`: `-fspv-debug=rich`.
    OpenCl,
    /// `NonSemantic.Shader.DebugInfo.100`: `-fspv-debug=vulkan`.
    Vulkan,
}

/// What a debugger is told in an extended instruction set: functions, scopes, types, variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugInfo {
    /// The set.
    pub set: DebugSet,
    /// Whether the text of the sources is in the module.
    pub with_source: bool,
    /// The most bytes of text that one instruction takes.
    pub text_limit: usize,
    /// Whether passes will run that the module could do without.
    pub before_passes: bool,
    /// Whether passes will make a variable of each element of an array of resources.
    pub splits_arrays: bool,
    /// How the compiler names itself.
    pub compiler: String,
    /// Its command line.
    pub arguments: String,
}

impl DebugInfo {
    /// The most bytes that an `OpString` holds.
    pub const MAX_TEXT: usize = 0xFFFD * 4 - 1;
}

/// `-denorm`: what happens to denormalised 32-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DenormMode {
    /// Whatever the consumer likes.
    #[default]
    Any,
    /// They are kept.
    Preserve,
    /// They become zero.
    FlushToZero,
}

/// Extensions that change what common code becomes, or exclude newer ones: they are used only when they are named.
const ONLY_BY_NAME: &[&str] =
    &["SPV_EXT_demote_to_helper_invocation", "SPV_NV_compute_shader_derivatives", "SPV_NV_ray_tracing"];

/// The options of the emitter.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The consumer of the module.
    pub target: TargetEnv,
    /// `-fspv-extension=`: the extensions that may be used; nothing when all may be.
    pub allowed_extensions: Option<Set<String>>,
    /// Whether the module declares the capabilities that a trimming pass is expected to remove again (`-fcgl`).
    pub untrimmed_capabilities: bool,
    /// How much is told to a debugger.
    pub debug: DebugLevel,
    /// What a debugger is told besides, in place of the source's name and text at the head of the module.
    pub debug_info: Option<DebugInfo>,
    /// `-fspv-debug=tool`: how the compiler names itself and its arguments.
    pub tool_notes: Vec<String>,
    /// `-fspv-use-unknown-image-format`
    pub unknown_image_format: bool,
    /// `-fspv-reflect`
    pub reflect: bool,
    /// `-ffinite-math-only`
    pub finite_math_only: bool,
    /// `-denorm`
    pub denorm: DenormMode,
    /// `-fspv-use-vulkan-memory-model`
    pub vulkan_memory_model: bool,
    /// `-fspv-enable-maximal-reconvergence`
    pub maximal_reconvergence: bool,
    /// `-fspv-use-legacy-buffer-matrix-order`: byte-address buffers hold matrices row by row.
    pub raw_rows: bool,
}

impl Options {
    /// Whether an extension may be used.
    pub fn allows_extension(&self, name: &str) -> bool {
        match &self.allowed_extensions {
            None => !ONLY_BY_NAME.contains(&name),
            Some(_) => self.names_extension(name),
        }
    }

    /// Whether the caller has named an extension, or all of the Khronos group.
    pub fn names_extension(&self, name: &str) -> bool {
        let Some(allowed) = &self.allowed_extensions else { return false };
        allowed.contains(name) || name.starts_with("SPV_KHR_") && allowed.contains("KHR")
    }
}
