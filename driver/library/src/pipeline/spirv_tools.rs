//! SPIRV-Tools: the disassembler, the validator and the optimiser, each as one safe function over words.
//!
//! Knows nothing of HLSL, of options or of recipes of passes ([`crate::pipeline::passes`]). A build without the feature
//! `spirv-tools` has none of the three; listings are our own ([`text::listing`]), SPIRV-Tools only print what
//! ours does not know.

#[cfg(not(feature = "spirv-tools"))]
mod absent;
#[cfg(feature = "spirv-tools")]
mod compiled;
pub(crate) mod debug_info;
pub(crate) mod nulls;
pub(crate) mod words;

#[cfg(not(feature = "spirv-tools"))]
pub use absent::{AVAILABLE, disassemble, optimise, validate, validate_kernels, version};
#[cfg(feature = "spirv-tools")]
pub use compiled::{AVAILABLE, disassemble, optimise, validate, validate_kernels, version};

pub use text::listing::Listing;

/// The module as text.
///
/// # Errors
/// When the words are not a SPIR-V module.
pub fn listing(words: &[u32], form: Listing) -> Result<String, String> {
    match text::listing::print(words, form) {
        Ok(text) => Ok(text),
        Err(_) if AVAILABLE => disassemble(words, form),
        Err(error) => Err(error.to_string()),
    }
}

/// An instruction that has another name since the release of SPIRV-Tools that is built in, and that name.
const RENAMED: [&str; 2] = ["OpRayQueryGetClusterIdNV", "OpRayQueryGetIntersectionClusterIdNV"];

/// Returns whether two listings of a form are the same, whatever the column of offsets.
pub(crate) fn are_same(one: &str, other: &str, form: Listing) -> bool {
    let [one, other] = [one, other].map(|text| text.replace(RENAMED[0], RENAMED[1]));
    one == other || (form.byte_offsets && one.split_whitespace().eq(other.split_whitespace()))
}

/// The strictness of a validation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// The layout of blocks.
    pub layout: BlockLayout,
    /// The largest id.
    pub max_id: Option<u32>,
    /// True if the module still waits for the passes that make it legal.
    pub before_legalisation: bool,
    /// True if the module is for linking, to which the rules of the environment apply only later.
    pub is_library: bool,
}

/// The block layouts that the validator distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BlockLayout {
    /// Vectors may start where their components may.
    #[default]
    Relaxed,
    /// std140 and std430 to the letter.
    Strict,
    /// VK_EXT_scalar_block_layout.
    Scalar,
}

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule.
    pub message: String,
    /// The index of the instruction, when the validator names one.
    pub instruction: Option<usize>,
}

/// Declarations that the optimiser must keep.
#[cfg_attr(not(feature = "spirv-tools"), allow(dead_code, reason = "no optimizer"))]
#[derive(Clone, Copy, Debug, Default)]
pub struct Preserve {
    /// Unused stage variables.
    pub interface: bool,
    /// Unused resources.
    pub bindings: bool,
}
