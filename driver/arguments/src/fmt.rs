//! The arguments of `fmt`.

use super::path;
use std::path::PathBuf;

/// The arguments of `fmt`.
#[derive(clap::Args)]
pub struct FmtArguments {
    /// Files, and folders with all .hlsl, .hlsli, .fx and .fxh files below them; - is standard input, which is formatted
    /// to standard output
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    pub check: bool,
    /// Write nothing; print a diff
    #[arg(long)]
    pub diff: bool,
    /// Format only these lines, such as 10:20
    #[arg(long, value_name = "FIRST:LAST", value_parser = lines)]
    pub lines: Option<format::Lines>,
    /// Read the settings from this file instead of the nearest hlsl2spirv.toml
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub config: Option<PathBuf>,
    /// File name for standard input, used to find the settings
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub stdin_name: Option<PathBuf>,
    /// Maximum line length; 0 for no limit
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<u32>,
    /// Number of spaces per level, or tab
    #[arg(long, value_name = "SPACES")]
    pub indent: Option<String>,
    /// Placement of braces: same-line, next-line or functions-next-line
    #[arg(long, value_name = "STYLE")]
    pub braces: Option<String>,
}

/// The lines that an argument names.
fn lines(argument: &str) -> Result<format::Lines, String> {
    let bounds = argument.split_once(':').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match bounds {
        Some((first, last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("expected FIRST:LAST, counted from 1".to_owned()),
    }
}
