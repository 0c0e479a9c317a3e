//! The inline SPIR-V that has been met.

use crate::origin::Spelled;
use sema::hir::ty::SpirvTypeId;

/// The inline SPIR-V of a module.
#[derive(Debug, Default)]
pub(crate) struct SpelledParts {
    /// The types that are being made.
    pub(crate) open: Vec<SpirvTypeId>,
    /// All of it that is in the module.
    pub(crate) parts: Spelled,
}
