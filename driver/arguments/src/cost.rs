//! The arguments of `cost`.

use super::path;
use std::path::PathBuf;

/// The arguments of `cost`.
#[derive(clap::Args)]
pub struct CostArguments {
    /// Print the counts as JSON
    #[arg(long)]
    pub json: bool,
    /// Show the changes against what --json has printed (FILE.json), or against another shader with the same options
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub against: Option<PathBuf>,
    /// Format of messages about missed budgets: rich, clang, msvc, vi, json or sarif, with =FILE written to a file
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich")]
    pub report: String,
    /// GPUs to compile for by their drivers, separated by commas, or all; none need be there
    #[cfg(feature = "runner")]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub gpu: Vec<String>,
    /// List the GPUs with their drivers
    #[cfg(feature = "runner")]
    #[arg(long)]
    pub list_gpus: bool,
    /// Time limit for a driver in seconds
    #[cfg(feature = "runner")]
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub deadline: f64,
    /// Ask the driver of this file about the module on the standard input, in this process
    #[cfg(feature = "runner")]
    #[arg(long, hide = true, value_name = "FILE", value_parser = path)]
    pub driver: Option<PathBuf>,
    /// HLSL shader or SPIR-V module, and compiler options
    #[arg(last = true, value_name = "FILE")]
    pub compilation: Vec<String>,
}
