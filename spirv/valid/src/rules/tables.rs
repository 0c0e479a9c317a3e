//! The rules that are tables: a row per fact.

pub(crate) mod builtins;
pub(crate) mod capabilities;
pub(crate) mod debug;
pub(crate) mod extensions;
pub(crate) mod signatures;
