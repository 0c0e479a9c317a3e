//! Options about the module itself; those about the language are in the HIR already.

use base::ids::Set;
use base::target::{ALL_OF_KHRONOS, TargetEnv, VULKAN_MEMORY_MODEL};

/// Amount of debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
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

/// `-fspv-debug=` and `-Zi`: the debug information to emit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DebugInfo {
    /// The source and its lines.
    pub level: DebugLevel,
    /// The set that describes functions, scopes, types and variables, in place of the source's name and text at the
    /// head of the module.
    pub set: Option<DebugSet>,
    /// True if that set has the text of the sources.
    pub with_source: bool,
    /// True if the compiler's name and its arguments are included.
    pub tool: bool,
    /// True if texts are split into very short pieces, to test their concatenation.
    pub short_pieces: bool,
}

impl DebugInfo {
    /// The limit of bytes in an `OpString`.
    const MAX_TEXT: usize = 0xFFFD * 4 - 1;
    /// The length of short pieces.
    const SHORT_PIECE: usize = 48;

    /// The limit of bytes of text in one instruction.
    pub(crate) fn text_limit(&self) -> usize {
        if self.short_pieces { Self::SHORT_PIECE } else { Self::MAX_TEXT }
    }
}

/// `-denorm`: what happens to denormalised 32-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DenormMode {
    /// The consumer decides.
    #[default]
    Any,
    /// They are kept.
    Preserve,
    /// They become zero.
    FlushToZero,
}

/// Facts about the compilation rather than the module, which the driver fills in.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The name and version of the compiler.
    pub compiler: String,
    /// The main file as it was named.
    pub input: String,
    /// The command line without it.
    pub arguments: String,
    /// True if optional passes will run.
    pub has_passes: bool,
    /// True if passes will remove unused resources before anybody sees the module.
    pub drops_unused: bool,
    /// True if passes will split arrays of resources into variables.
    pub flatten_arrays: bool,
    /// True if the module declares capabilities that a trimming pass is expected to remove again.
    pub untrimmed_capabilities: bool,
}

/// Extensions that change what common code becomes, or exclude newer ones: they are used only when they are named.
const ONLY_BY_NAME: &[&str] = &[
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_long_vector",
    "SPV_KHR_constant_data",
    "SPV_NV_compute_shader_derivatives",
    "SPV_NV_ray_tracing",
];

/// The options of the emitter.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The consumer of the module; the driver finds it out.
    #[doc(hidden)]
    pub target: TargetEnv,
    /// The driver's facts about the compilation.
    #[doc(hidden)]
    pub call: Call,
    /// `-fspv-extension=`: the extensions that may be used; `None` for all.
    pub allowed_extensions: Option<Set<String>>,
    /// `-fspv-debug=` and `-Zi`
    pub debug: DebugInfo,
    /// `-fspv-use-unknown-image-format`
    pub unknown_image_format: bool,
    /// `-fspv-reflect`
    pub reflect: bool,
    /// `-ffinite-math-only`
    pub finite_math_only: bool,
    /// `-fexact-remainder`: remainders of signed integers by division, which is defined for negative operands.
    pub exact_remainder: bool,
    /// `-denorm`
    pub denorm: DenormMode,
    /// `-fspv-enable-maximal-reconvergence`
    pub maximal_reconvergence: bool,
    /// `-fspv-use-vulkan-memory-model`
    pub vulkan_memory_model: bool,
    /// `-fspv-use-legacy-buffer-matrix-order`: byte-address buffers hold matrices row by row.
    pub raw_rows: bool,
}

impl Options {
    /// Notes about the compiler for `OpModuleProcessed`. The key of the second note is DXC's: debuggers look for
    /// it to compile a shader again. `NonSemantic.Shader.DebugInfo.100` has instructions of its own for both.
    pub(crate) fn tool_notes(&self) -> Vec<String> {
        let Call { compiler, input, arguments, .. } = &self.call;
        if !self.debug.tool || self.debug.set == Some(DebugSet::Vulkan) {
            return Vec::new();
        }
        let command_line = (!arguments.is_empty()).then(|| format!("dxc-cl-option: {input}{arguments}"));
        [compiler.clone()].into_iter().chain(command_line).collect()
    }

    /// Returns whether functions that no entry point calls, and static variables that nothing names, leave no trace in the module.
    pub fn leaves_out_uncalled(&self) -> bool {
        self.call.drops_unused && !self.reflect && self.debug.set.is_none()
    }

    /// Returns whether unreferenced resources are left out as well: passes would drop them, and no list of extensions forbids
    /// what they need.
    pub fn leaves_out_unnamed(&self) -> bool {
        self.leaves_out_uncalled() && self.allowed_extensions.is_none()
    }

    /// Returns whether an extension may be used. The memory model of Vulkan, asked for by its option, comes with its own.
    pub fn allows_extension(&self, name: &str) -> bool {
        match &self.allowed_extensions {
            _ if self.vulkan_memory_model && name == VULKAN_MEMORY_MODEL => true,
            None => !ONLY_BY_NAME.contains(&name),
            Some(_) => self.names_extension(name),
        }
    }

    /// Returns whether the caller has named an extension, or all of the Khronos group.
    pub fn names_extension(&self, name: &str) -> bool {
        let Some(allowed) = &self.allowed_extensions else { return false };
        allowed.contains(name) || name.starts_with("SPV_KHR_") && allowed.contains(ALL_OF_KHRONOS)
    }
}
