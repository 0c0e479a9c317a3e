//! Facts about a module that passes ask for. Nothing here changes a module.

pub(crate) mod handles;
pub(crate) mod memory;
