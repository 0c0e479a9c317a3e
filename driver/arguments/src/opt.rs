//! The arguments of `opt`.

use super::path;
use std::path::PathBuf;

/// The arguments of `opt`.
#[derive(clap::Args)]
pub struct OptArguments {
    /// A SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub file: PathBuf,
    /// Output file; - is the standard output
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub output: PathBuf,
    /// Optimization level: 0 legalizes only, 1 optimizes
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1", default_missing_value = "1", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=3))]
    pub level: u8,
    /// Run these passes instead of the default ones
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub passes: Option<Vec<String>>,
    /// Keep unused inputs and outputs
    #[arg(long)]
    pub preserve_interface: bool,
    /// Keep unused resources
    #[arg(long)]
    pub preserve_bindings: bool,
    /// Write the result without validating it
    #[arg(long)]
    pub no_validate: bool,
}
