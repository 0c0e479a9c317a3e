//! The arguments of `asm` and `dis`.

use super::validate::environment;
use std::path::PathBuf;

/// Arguments of `asm`.
#[derive(clap::Args)]
pub struct AsmArguments {
    /// SPIR-V assembly, as printed by `dis`; - is standard input
    pub file: PathBuf,
    /// Output file; - is the standard output
    #[arg(short, value_name = "FILE")]
    pub output: PathBuf,
    /// Preserve numeric ids; otherwise ids are numbered in order of appearance
    #[arg(long)]
    pub preserve_numeric_ids: bool,
    /// Target environment, which determines the SPIR-V version and the rules that the module must follow:
    /// universal1.0 to 1.6, vulkan1.0 to 1.4, and so on [default: universal, in the version of the text's header]
    #[arg(long, value_name = "ENVIRONMENT", value_parser = environment)]
    pub target_env: Option<valid::Environment>,
    /// Write the result without validating it
    #[arg(long)]
    pub no_validate: bool,
}

/// Arguments of `dis`.
#[derive(clap::Args)]
pub struct DisArguments {
    /// A SPIR-V module; - is the standard input
    pub file: PathBuf,
    /// Output file [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print numbers instead of names
    #[arg(long)]
    pub raw_ids: bool,
    /// Print the byte offset of each instruction
    #[arg(long)]
    pub offsets: bool,
}
