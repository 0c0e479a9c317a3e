//! The arguments of `new`.

use super::path;
use std::path::PathBuf;

/// The arguments of `new`.
#[derive(clap::Args)]
pub struct NewArguments {
    /// The folder of the project, which does not exist or is empty
    #[arg(value_parser = path)]
    pub folder: PathBuf,
    /// The tool that compiles the shaders
    #[arg(long, value_enum, value_name = "TOOL", default_value_t = BuildTool::Cargo)]
    pub build: BuildTool,
    /// The name of the project (default: the name of the folder)
    #[arg(long)]
    pub name: Option<String>,
}

/// The tools that a new project can be built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BuildTool {
    /// Cargo, with a build script
    Cargo,
    /// CMake 3.20 or newer
    Cmake,
}
