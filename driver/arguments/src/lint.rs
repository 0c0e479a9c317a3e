//! The arguments of `lint`.

use super::path;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The arguments of `lint`.
#[derive(clap::Args)]
pub struct LintArguments {
    /// Files, and folders with all shaders below them; headers are checked with the files that include them; - is the standard
    /// input
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub paths: Vec<PathBuf>,
    /// Number of parallel checks [default: the job slots of GNU make, or the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    pub jobs: Option<NonZeroUsize>,
    /// Format of diagnostics: clang, msvc, vi, rich, json or sarif. The last two are one document, written to FILE if
    /// specified
    #[arg(long, value_name = "FORM[=FILE]")]
    pub report: Option<String>,
    /// Report only warnings that are enabled by default
    #[arg(long)]
    pub default_warnings: bool,
    /// Compiler options for all files, at any position
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    pub options: Vec<String>,
}
