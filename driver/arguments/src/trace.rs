//! The arguments of `trace`.

use super::draw::{Size, size};
use super::path;
use super::running::RunningArguments;
use std::path::PathBuf;

/// The arguments of `trace`.
#[derive(clap::Args)]
#[command(after_help = TRACE_HELP)]
pub struct TraceArguments {
    /// HLSL libraries or SPIR-V modules with the shaders of a ray pipeline; - is the standard input
    #[arg(value_parser = path, required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The ray generation shader [default: the only one]
    #[arg(long, value_name = "ENTRY")]
    pub raygen: Option<String>,
    /// Acceleration structure of a file: .obj, .gltf, .glb, or a .json file as jobs have it
    #[arg(long, value_name = "NAME=FILE")]
    pub scene: Vec<String>,
    /// Size of the launch, and of images that are not bound
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "512x512", value_parser = size)]
    pub size: Size,
    /// Output after the run: a .png file, a binary file, print or print:f32; NAME= is needed unless one image is written
    #[arg(long, value_name = "[NAME=]TARGET")]
    pub out: Vec<String>,
    /// The next record of hit groups: closest=ENTRY, any=ENTRY, intersection=ENTRY [default: hit shaders in their order; a
    /// group ends before a shader of a stage that it has]
    #[arg(long, value_name = "STAGE=ENTRY,...")]
    pub hit: Vec<String>,
    /// The next record of miss shaders [default: all, in their order]
    #[arg(long, value_name = "ENTRY")]
    pub miss: Vec<String>,
    /// The next record of callable shaders [default: all, in their order]
    #[arg(long, value_name = "ENTRY")]
    pub callable: Vec<String>,
    /// Data of a record of the shader table: raygen, hit[N], miss[N] or callable[N]
    #[arg(long, value_name = "RECORD=CONTENTS")]
    pub record: Vec<String>,
    /// The most rays that may be open at once, 1 to 31
    #[arg(long, value_name = "COUNT", default_value_t = runner::stages::MOST_RECURSION, value_parser = clap::value_parser!(u32).range(1..=31))]
    pub recursion: u32,
    #[command(flatten)]
    pub running: RunningArguments,
    /// Format of findings: rich, clang, msvc, json or sarif, with =FILE written to a file
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub report: String,
    /// Compiler options, at any position
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

const TRACE_HELP: &str = "\
An image that the shaders write and nothing binds has the size of the launch. Libraries are compiled for Vulkan 1.3.
CONTENTS are those of 'hlsl2spirv run --help'.

EXAMPLE:
  hlsl2spirv trace shaders/garden.hlsl --scene scene=shaders/garden.json --size 320x240 --out garden.png";
