//! The interfaces for programs: [`compile`] is the compiler as a library, [`build`] the one for Cargo build scripts.
//!
//! Knows settings, texts and results; how a stage works, and what a sub-command prints, it must not know.

#[cfg(feature = "ide")]
pub mod analysis;
pub mod build;
pub mod compile;
pub(crate) mod family;
pub mod headers;
pub mod product;
