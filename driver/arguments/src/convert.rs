//! The arguments of `convert`.

use super::path;
use std::path::PathBuf;

/// Arguments of `convert`.
#[derive(clap::Args)]
pub struct ConvertArguments {
    /// MLIR text with functions or one gpu.module; - is standard input
    #[arg(value_parser = path)]
    pub file: PathBuf,
    /// Output file: text if the name ends with .mlir, else words [default: text, to the standard output]
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub output: Option<PathBuf>,
    /// Bit width of index: 32 or 64 [default: 64 for OpenCL kernels, 32 for shaders]
    #[arg(long, value_name = "BITS", value_parser = index_width)]
    pub index_width: Option<u32>,
    /// Generate OpenCL kernels if the text has no spirv.target_env
    #[arg(long)]
    pub kernels: bool,
    /// Write the result without validating it
    #[arg(long)]
    pub no_validate: bool,
}

fn index_width(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("expected 32 or 64".to_owned()),
    }
}
