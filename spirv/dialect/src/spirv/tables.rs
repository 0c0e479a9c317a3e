//! Facts of the grammar as rows of constants.

pub(super) mod enumerants;
pub(super) mod mlir;
pub(super) mod since;
