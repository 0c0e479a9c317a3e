//! SPIRV-Tools: the disassembler, the validator and the optimiser, each as one safe function over words.
//!
//! Knows nothing of HLSL, of options or of which passes make a recipe ([`crate::passes`]). A build without the feature
//! `spirv-tools` has a plain disassembler and neither of the others.

#[cfg(not(feature = "spirv-tools"))]
mod absent;
#[cfg(feature = "spirv-tools")]
mod compiled;
pub(crate) mod debug_info;
pub(crate) mod nulls;
pub(crate) mod words;

#[cfg(not(feature = "spirv-tools"))]
pub(crate) use absent::{AVAILABLE, disassemble, optimise, validate, validate_kernels, version};
#[cfg(feature = "spirv-tools")]
pub(crate) use compiled::{AVAILABLE, disassemble, optimise, validate, validate_kernels, version};

/// The form of a listing.
#[cfg_attr(not(feature = "spirv-tools"), allow(dead_code, reason = "there is one form of listing, and no optimiser"))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Listing {
    /// Numbers instead of names.
    pub raw_ids: bool,
    /// The byte offset of each instruction.
    pub byte_offsets: bool,
    /// ANSI colours.
    pub colour: bool,
}

/// How strictly the validator looks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// The layout that blocks must have.
    pub layout: BlockLayout,
    /// The largest id.
    pub max_id: Option<u32>,
    /// Whether the module still waits for the passes that make it legal.
    pub before_legalisation: bool,
}

/// The layouts that the validator tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum BlockLayout {
    /// Vectors may start where their components may.
    #[default]
    Relaxed,
    /// std140 and std430 to the letter.
    Strict,
    /// VK_EXT_scalar_block_layout.
    Scalar,
}

/// What the validator did not like.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    /// The rule.
    pub message: String,
    /// The number of the instruction, counted from 0, when the validator names one.
    pub instruction: Option<usize>,
}

/// What the optimiser must not touch.
#[cfg_attr(not(feature = "spirv-tools"), allow(dead_code, reason = "there is one form of listing, and no optimiser"))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Preserve {
    /// Unused stage variables.
    pub interface: bool,
    /// Unused resources.
    pub bindings: bool,
}
