//! The arguments that `run`, `draw` and `trace` have in common.

use super::{CheckArguments, HostArguments, seconds};

/// What shaders run with, and what is said of that.
#[derive(clap::Args)]
pub(crate) struct RunningArguments {
    /// Contents of a binding, identified by its name in the shader or by set:binding
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub(crate) bind: Vec<String>,
    /// The push constants
    #[arg(long, value_name = "CONTENTS")]
    pub(crate) push: Option<String>,
    /// Print timings
    #[arg(long)]
    pub(crate) time: bool,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) deadline: Option<f64>,
    #[command(flatten)]
    pub(crate) host: HostArguments,
    #[command(flatten)]
    pub(crate) checks: CheckArguments,
    /// Maximum number of findings to show; all are counted
    #[arg(long, value_name = "COUNT", requires = "check")]
    pub(crate) max_findings: Option<usize>,
}
