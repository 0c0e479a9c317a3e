//! The compiler as a library and what the command `hlsl2spirv` is made of: options, files, the list of stages.
//!
//! Everything that touches files, the environment or a terminal is in this crate; how a stage works inside is not.

pub mod args;
pub mod checks;
pub mod diagnostics;
pub mod options;
pub mod passes;
mod setters;
pub mod settings;
pub mod spirv_tools;
pub mod tables;
