//! The arguments of `graph`.

use super::path;
use super::running::RunningArguments;
use std::path::PathBuf;

/// The arguments of `graph`.
#[derive(clap::Args)]
#[command(after_help = GRAPH_HELP)]
pub struct GraphArguments {
    /// HLSL library or SPIR-V module with the nodes of a work graph; - is the standard input
    #[arg(value_parser = path, value_name = "FILE")]
    pub file: PathBuf,
    /// Records that the graph begins with, for a node by its name, with [INDEX] behind it in an array of nodes: members,
    /// a list of them, numbers or a file; NODE or NODE*COUNT for records without contents [default: one for each node that
    /// no other one sends records to]
    #[arg(long, value_name = "NODE[=CONTENTS]")]
    pub record: Vec<String>,
    /// Output after the run: a .png file, a binary file, print or print:f32
    #[arg(long, value_name = "NAME=TARGET")]
    pub out: Vec<String>,
    /// The most bytes of records that may wait
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 28)]
    pub waiting: usize,
    /// Print how many records each node has had
    #[arg(long)]
    pub statistics: bool,
    #[command(flatten)]
    pub running: RunningArguments,
    /// Format of findings: rich, clang, msvc, json or sarif, with =FILE written to a file
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub report: String,
    /// Compiler options, at any position
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

const GRAPH_HELP: &str = "\
Libraries are compiled for Vulkan 1.3. CONTENTS are those of 'hlsl2spirv run --help'.

EXAMPLE:
  hlsl2spirv graph shaders/quadtree.hlsl --record 'split={origin: [0, 0], size: 64}' --bind cells=zeros:16384 --out cells=print";
