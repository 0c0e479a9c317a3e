//! Analyses of a module that passes share. Nothing here changes a module.

pub(crate) mod handles;
pub(crate) mod memory;
