//! The sub-commands that are not a compilation. The only place that knows clap: a compilation must not pay for it.

use crate::command::print;
use crate::{files, manual};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Parser)]
#[command(name = "hlsl2spirv", version, about = "Compiles HLSL to SPIR-V for Vulkan")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explain a diagnostic: a code such as E2014, or the name of a warning
    Explain {
        /// The code
        code: String,
    },
    /// Write the manuals that are generated from the compiler's tables
    Docs {
        /// Write nothing; fail when a file is not as it would be written
        #[arg(long)]
        check: bool,
        /// Where they go
        folder: PathBuf,
    },
    /// Optimise a SPIR-V module
    Opt(OptArguments),
    /// Run a compute shader on the CPU
    #[cfg(feature = "runner")]
    Run(RunArguments),
    /// Run job files and compare the results with what they expect
    #[cfg(feature = "runner")]
    Test(TestArguments),
}

/// What `opt` is told.
#[derive(clap::Args)]
pub(crate) struct OptArguments {
    /// A SPIR-V module
    pub(crate) file: PathBuf,
    /// Where the optimised module goes
    #[arg(short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// How much is done: 0 makes the module legal, 1 is all
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1", default_missing_value = "1", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) level: u8,
    /// Keep inputs and outputs that nothing uses
    #[arg(long)]
    pub(crate) preserve_interface: bool,
    /// Keep resources that nothing uses
    #[arg(long)]
    pub(crate) preserve_bindings: bool,
}

/// What `run` is told.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
#[command(after_help = CONTENTS_HELP)]
pub(crate) struct RunArguments {
    /// A shader in HLSL, or a SPIR-V module
    pub(crate) file: PathBuf,
    /// The entry point [default: main, or the only one]
    #[arg(long)]
    pub(crate) entry: Option<String>,
    /// How many workgroups to run along each axis
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = groups)]
    pub(crate) dispatch: Groups,
    /// What a binding holds; its name in the shader, or set:binding
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub(crate) bind: Vec<String>,
    /// The push constants
    #[arg(long, value_name = "CONTENTS")]
    pub(crate) push: Option<String>,
    /// What becomes of a binding afterwards: print, print:f32, a .png file or a file of its bytes
    #[arg(long, value_name = "NAME=TARGET")]
    pub(crate) out: Vec<String>,
    /// Print how long everything takes
    #[arg(long)]
    pub(crate) time: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) deadline: Option<f64>,
    /// The LLVM library to load
    #[arg(long, value_name = "FILE")]
    pub(crate) llvm: Option<PathBuf>,
    /// How many threads run
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<usize>,
    /// Options for the compiler, as DXC spells them
    #[arg(last = true)]
    pub(crate) options: Vec<String>,
}

#[cfg(feature = "runner")]
const CONTENTS_HELP: &str = "\
CONTENTS:
  zeros:64                         so many zero bytes
  file:data.bin                    the bytes of a file
  u32:1,2,0xff                     numbers; also i32 f32 f16 f64 u8 i8 u16 i16 u64 i64
  f32:0.5*100,1  u32:0..16         a number so many times; the integers of a range
  f32:2;u32:5                      numbers of several types, for structs
  image:photo.png                  a picture
  image:64x64[:FORMAT[:NUMBERS]]   an image, of the format that the shader declares or of this one
  sampler:linear,clamp             a sampler

EXAMPLE:
  hlsl2spirv run shaders/mandelbrot.hlsl --dispatch 64,64 --out image=mandelbrot.png \\
      --bind view='f32:-0.5,0,2.5;u32:256' --bind image=image:512x512";

/// How many workgroups there are along each axis.
#[cfg(feature = "runner")]
#[derive(Clone, Copy)]
pub(crate) struct Groups(pub(crate) [u32; 3]);

#[cfg(feature = "runner")]
fn groups(text: &str) -> Result<Groups, String> {
    let mut groups = [1; 3];
    for (index, part) in text.split(',').enumerate() {
        let wrong = || "expected up to three numbers, such as 8,8,1".to_owned();
        *groups.get_mut(index).ok_or_else(wrong)? = part.trim().parse().map_err(|_| wrong())?;
    }
    Ok(Groups(groups))
}

#[cfg(feature = "runner")]
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds, such as 2.5".to_owned())
}

/// What `test` is told.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct TestArguments {
    /// Job files; docs/jobs.md says what is in them
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The LLVM library to load
    #[arg(long, value_name = "FILE")]
    pub(crate) llvm: Option<PathBuf>,
    /// How many threads run
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<usize>,
}

/// The names of the sub-commands; anything else is a compilation.
const NAMES: &[&str] = &["explain", "docs", "opt", "run", "test"];

/// Runs a sub-command. Nothing comes back when the arguments name none.
pub(crate) fn run(arguments: &[String]) -> Option<u8> {
    let first = arguments.first()?;
    if !NAMES.contains(&first.as_str()) {
        return None;
    }
    #[cfg(not(feature = "runner"))]
    if ["run", "test"].contains(&first.as_str()) {
        return Some(refuse(first));
    }
    let full = std::iter::once("hlsl2spirv").chain(arguments.iter().map(String::as_str));
    Some(match Cli::try_parse_from(full) {
        Ok(cli) => carry_out(cli.command),
        Err(error) => {
            // Whether help was asked for or the arguments are wrong, clap knows where the text goes.
            let _ = error.print();
            u8::from(error.use_stderr())
        }
    })
}

/// What a build without the runner says to those who want to run something.
#[cfg(not(feature = "runner"))]
#[allow(clippy::print_stderr, reason = "the command's own messages")]
fn refuse(name: &str) -> u8 {
    eprintln!("hlsl2spirv: error: there is no command '{name}': {}", crate::states::WITHOUT);
    1
}

fn carry_out(command: Command) -> u8 {
    match command {
        Command::Explain { code } => explain(&code),
        Command::Docs { check, folder } => docs(&folder, check),
        Command::Opt(arguments) => crate::optimise::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Run(arguments) => crate::run::run(&arguments),
        #[cfg(feature = "runner")]
        Command::Test(arguments) => crate::test_jobs::run(&arguments),
    }
}

#[allow(clippy::print_stderr, reason = "the command's own messages")]
fn explain(code: &str) -> u8 {
    match manual::explain(code) {
        Some(text) => {
            print(&text);
            0
        }
        None => {
            eprintln!("hlsl2spirv: error: no diagnostic has the code '{code}'");
            1
        }
    }
}

#[allow(clippy::print_stderr, reason = "the command's own messages")]
fn docs(folder: &Path, check: bool) -> u8 {
    let mut status = 0;
    for (name, text) in manual::documents() {
        let path = folder.join(name);
        if check {
            if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
                continue;
            }
            eprintln!("hlsl2spirv: error: {} is not up to date; run 'hlsl2spirv docs'", path.display());
            status = 1;
        } else if let Err(error) = files::write_if_changed(&path, text.as_bytes()) {
            eprintln!("hlsl2spirv: error: cannot write '{}': {error}", path.display());
            status = 1;
        }
    }
    status
}
