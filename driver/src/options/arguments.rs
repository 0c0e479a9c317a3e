//! The arguments of the sub-commands that work on shaders and modules: a file for each.

mod assembly;
mod batch;
#[cfg(feature = "runner")]
mod checks;
mod convert;
#[cfg(any(feature = "lsp", feature = "runner"))]
mod cost;
#[cfg(feature = "runner")]
mod debug;
#[cfg(feature = "runner")]
pub(crate) mod draw;
mod fmt;
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
#[cfg(feature = "runner")]
mod test;
#[cfg(feature = "runner")]
pub(crate) mod trace;
mod validate;

pub(crate) use assembly::{AsmArguments, DisArguments};
pub(crate) use batch::{BatchArguments, VariantsForm};
#[cfg(feature = "runner")]
pub(crate) use checks::{CheckArguments, Seeds};
pub(crate) use convert::ConvertArguments;
#[cfg(any(feature = "lsp", feature = "runner"))]
pub(crate) use cost::CostArguments;
#[cfg(feature = "runner")]
pub(crate) use debug::DebugArguments;
pub(crate) use fmt::FmtArguments;
#[cfg(feature = "lsp")]
pub(crate) use lint::LintArguments;
pub(crate) use new::{BuildTool, NewArguments};
pub(crate) use opt::OptArguments;
pub(crate) use reduce::ReduceArguments;
pub(crate) use reflect::{ReflectApi, ReflectArguments, ReflectDerive, ReflectFormat};
#[cfg(feature = "runner")]
pub(crate) use run::{Groups, RunArguments};
#[cfg(feature = "runner")]
pub(crate) use running::{HostArguments, RunningArguments};
#[cfg(feature = "runner")]
pub(crate) use test::TestArguments;
pub(crate) use validate::ValidateArguments;

use crate::files::names::to_path;
use std::convert::Infallible;
use std::path::PathBuf;

/// The path that an argument names.
pub(crate) fn path(argument: &str) -> Result<PathBuf, Infallible> {
    Ok(to_path(argument).into_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds, such as 2.5".to_owned())
}
