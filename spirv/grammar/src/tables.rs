//! The rows.

pub(crate) mod enumerants;
pub(crate) mod instructions;
pub(crate) mod values;
