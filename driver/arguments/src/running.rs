//! The arguments that `run`, `draw` and `trace` have in common.

use super::checks::CheckArguments;
use super::{path, seconds};
use std::path::PathBuf;

/// What shaders run with, and what is said of that.
#[derive(clap::Args)]
pub struct RunningArguments {
    /// Contents of a binding, identified by its name in the shader or by set:binding
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub bind: Vec<String>,
    /// The push constants
    #[arg(long, value_name = "CONTENTS")]
    pub push: Option<String>,
    /// Value of a specialization constant, identified by its id or its name
    #[arg(long, value_name = "ID=VALUE")]
    pub constant: Vec<String>,
    /// Print timings
    #[arg(long)]
    pub time: bool,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub deadline: Option<f64>,
    #[command(flatten)]
    pub host: HostArguments,
    #[command(flatten)]
    pub checks: CheckArguments,
    /// Maximum number of findings to show; all are counted
    #[arg(long, value_name = "COUNT", requires = "check")]
    pub max_findings: Option<usize>,
}

/// The options of `run` and `test` about the machine and its code.
#[derive(clap::Args)]
pub struct HostArguments {
    /// The LLVM library to load
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub llvm: Option<PathBuf>,
    /// Cache folder for compiled code, or none [default: $HLSL2SPIRV_CACHE, or the user's cache folder]
    #[arg(long, value_name = "FOLDER", value_parser = path)]
    pub cache: Option<PathBuf>,
    /// Number of threads
    #[arg(long, value_name = "COUNT")]
    pub threads: Option<usize>,
    /// Target processor: native (this machine), x86-64-v2, x86-64-v3, x86-64-v4 or aarch64,
    /// which this machine must support
    #[arg(long, value_name = "CPU", default_value = "native")]
    pub cpu: runner::Cpu,
    /// Compute the same bits as the interpreter: no contraction to fused multiply-add, no estimates
    #[arg(long)]
    pub exact: bool,
}
