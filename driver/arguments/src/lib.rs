//! The arguments of the sub-commands, with their help: a file for each.
//!
//! The crate owns names, forms, defaults and descriptions of arguments, which clap reads. It must not know what a command does
//! with them. It is a crate of its own because the code that clap generates takes a sixth of the time of the driver's.

#![expect(
    missing_docs,
    reason = "a comment is help, which flattened parts and values that explain themselves do not have"
)]

mod assembly;
mod batch;
#[cfg(feature = "runner")]
mod checks;
pub mod commands;
mod convert;
#[cfg(any(feature = "lsp", feature = "runner"))]
mod cost;
#[cfg(feature = "runner")]
mod debug;
#[cfg(feature = "runner")]
pub mod draw;
mod fmt;
#[cfg(feature = "runner")]
pub mod graph;
#[cfg(feature = "lsp")]
mod lint;
mod new;
mod opt;
mod reduce;
mod reflect;
#[cfg(feature = "runner")]
mod run;
#[cfg(feature = "runner")]
mod running;
mod serve;
pub mod shadermake;
mod shard;
#[cfg(feature = "runner")]
mod test;
#[cfg(feature = "runner")]
pub mod trace;
mod validate;

pub use assembly::{AsmArguments, DisArguments};
pub use batch::{BatchArguments, VariantsForm};
#[cfg(feature = "runner")]
pub use checks::{CheckArguments, Seeds};
pub use convert::ConvertArguments;
#[cfg(any(feature = "lsp", feature = "runner"))]
pub use cost::CostArguments;
#[cfg(feature = "runner")]
pub use debug::DebugArguments;
pub use fmt::FmtArguments;
#[cfg(feature = "lsp")]
pub use lint::LintArguments;
pub use new::{BuildTool, NewArguments};
pub use opt::OptArguments;
pub use reduce::ReduceArguments;
pub use reflect::{ReflectApi, ReflectArguments, ReflectDerive, ReflectFormat};
#[cfg(feature = "runner")]
pub use run::{Groups, RunArguments};
#[cfg(feature = "runner")]
pub use running::{HostArguments, RunningArguments};
pub use serve::ServeArguments;
pub use shard::Shard;
#[cfg(feature = "runner")]
pub use test::TestArguments;
pub use validate::ValidateArguments;

use base::file_names::to_path;
use std::convert::Infallible;
use std::path::PathBuf;

/// The path that an argument names.
pub fn path(argument: &str) -> Result<PathBuf, Infallible> {
    Ok(to_path(argument).into_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds, such as 2.5".to_owned())
}
