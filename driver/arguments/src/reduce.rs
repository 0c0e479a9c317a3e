//! The arguments of `reduce`.

use super::{path, seconds};
use std::path::PathBuf;

/// The arguments of `reduce`.
#[derive(clap::Args)]
pub struct ReduceArguments {
    /// The shader
    #[arg(value_parser = path)]
    pub file: PathBuf,
    /// Command of a shell that succeeds as long as a text is of interest; {} is the file with the text
    #[arg(long, value_name = "COMMAND", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub keep: String,
    /// Output file [default: the name of the shader with .reduced before its extension]
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub output: Option<PathBuf>,
    /// Names that stay as they are, separated by commas [default: main and the entry point]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub keep_names: Vec<String>,
    /// Seconds after which a run of the command is ended, and its text is not of interest [default: 10, and for
    /// a fast command ten times what the first run takes, but at least 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub deadline: Option<f64>,
    /// Seconds after which the smallest text so far is written [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,
    /// Memory of a run of the command in MiB, where the shell can limit it
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub memory: u64,
    /// Options for the preprocessor and the name of the entry point, as DXC spells them
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}
