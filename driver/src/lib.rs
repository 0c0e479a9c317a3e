//! The compiler as a library, and what the command `hlsl2spirv` is made of: options, files, the list of stages.
//!
//! Everything that touches files, the environment or a terminal is in this crate; how a stage works inside is not.
//! [`Compiler`] is the door for programs, [`build`] the one for Cargo build scripts, [`command`] the one for `main`.

pub mod args;
pub mod build;
pub mod checks;
mod cli;
pub mod command;
pub mod compile;
pub mod diagnostics;
mod dump;
pub mod files;
mod foreign_warnings;
mod headers;
#[cfg(feature = "runner")]
pub mod kernels;
pub mod manual;
pub mod optimise;
pub mod options;
pub mod outputs;
pub mod panics;
pub mod passes;
mod pipeline;
pub mod report;
#[cfg(feature = "runner")]
mod run;
mod setters;
pub mod settings;
pub mod spirv_tools;
mod states;
pub mod tables;
#[cfg(feature = "runner")]
mod test_jobs;
mod verify;

pub use compile::{Artifact, Compiler, Failure};
pub use files::Disk;
pub use frontend::preprocess::{Dependencies, IncludeHandler, NoIncludes};
pub use report::{Message, Note, Report};
pub use settings::Options;
