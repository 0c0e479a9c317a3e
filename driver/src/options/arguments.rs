//! The arguments of the sub-commands that work on shaders and modules.

#[cfg(feature = "runner")]
pub(crate) mod draw;
#[cfg(feature = "runner")]
mod running;
#[cfg(feature = "runner")]
pub(crate) mod trace;

use crate::files::names::to_path;
use crate::options::shard::Shard;
#[cfg(feature = "runner")]
use running::RunningArguments;
use sema::layout::Rule;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The path that an argument names.
pub(crate) fn path(argument: &str) -> Result<PathBuf, Infallible> {
    Ok(to_path(argument).into_owned())
}

/// The arguments of `new`.
#[derive(clap::Args)]
pub(crate) struct NewArguments {
    /// The folder of the project, which does not exist or is empty
    #[arg(value_parser = path)]
    pub(crate) folder: PathBuf,
    /// The tool that compiles the shaders
    #[arg(long, value_enum, value_name = "TOOL", default_value_t = BuildTool::Cargo)]
    pub(crate) build: BuildTool,
    /// The name of the project (default: the name of the folder)
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// The tools that a new project can be built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BuildTool {
    /// Cargo, with a build script
    Cargo,
    /// CMake 3.20 or newer
    Cmake,
}

/// The arguments of `cost`.
#[cfg(any(feature = "lsp", feature = "runner"))]
#[derive(clap::Args)]
pub(crate) struct CostArguments {
    /// Print the counts as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the changes against what --json has printed (FILE.json), or against another shader with the same options
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) against: Option<PathBuf>,
    /// GPUs to compile for by their drivers, separated by commas, or all; none need be there
    #[cfg(feature = "runner")]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) gpu: Vec<String>,
    /// List the GPUs with their drivers
    #[cfg(feature = "runner")]
    #[arg(long)]
    pub(crate) list_gpus: bool,
    /// Time limit for a driver in seconds
    #[cfg(feature = "runner")]
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub(crate) deadline: f64,
    /// Ask the driver of this file about the module on the standard input, in this process
    #[cfg(feature = "runner")]
    #[arg(long, hide = true, value_name = "FILE", value_parser = path)]
    pub(crate) driver: Option<PathBuf>,
    /// HLSL shader or SPIR-V module, and compiler options
    #[arg(last = true, value_name = "FILE")]
    pub(crate) compilation: Vec<String>,
}

/// The arguments of `reduce`.
#[derive(clap::Args)]
pub(crate) struct ReduceArguments {
    /// The shader
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// Command of a shell that succeeds as long as a text is of interest; {} is the file with the text
    #[arg(long, value_name = "COMMAND", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) keep: String,
    /// Output file [default: the name of the shader with .reduced before its extension]
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub(crate) output: Option<PathBuf>,
    /// Names that stay as they are, separated by commas [default: main and the entry point]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) keep_names: Vec<String>,
    /// Seconds after which a run of the command is ended, and its text is not of interest
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(crate) deadline: f64,
    /// Seconds after which the smallest text so far is written [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Memory of a run of the command in MiB, where the shell can limit it
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub(crate) memory: u64,
    /// Options for the preprocessor and the name of the entry point, as DXC spells them
    #[arg(last = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}

/// The arguments of `validate`.
#[derive(clap::Args)]
pub(crate) struct ValidateArguments {
    /// SPIR-V modules; - is the standard input
    #[arg(required = true, value_parser = path)]
    pub(crate) files: Vec<PathBuf>,
    /// Target environment: universal1.0 to 1.6, vulkan1.0 to 1.4, opencl1.2 to 3.0, levelzero
    #[arg(long, value_name = "ENVIRONMENT", default_value = "universal1.6", value_parser = environment)]
    target_env: valid::Environment,
    /// Allow the relaxed block layout
    #[arg(long)]
    relax_block_layout: bool,
    /// Allow the storage buffer layout for uniform blocks
    #[arg(long)]
    uniform_buffer_standard_layout: bool,
    /// Allow the scalar block layout
    #[arg(long)]
    scalar_block_layout: bool,
    /// Allow the scalar block layout for explicitly laid out workgroup memory
    #[arg(long)]
    workgroup_scalar_block_layout: bool,
    /// Skip the validation of block layouts
    #[arg(long)]
    skip_block_layout: bool,
    /// Allow storing and loading pointers in logical addressing
    #[arg(long)]
    relax_logical_pointer: bool,
    /// Allow storing a struct as another one with the same layout
    #[arg(long)]
    relax_struct_store: bool,
    /// Allow LocalSizeId before Vulkan 1.3
    #[arg(long)]
    allow_localsizeid: bool,
    /// Allow non-constant offsets in image sampling
    #[arg(long)]
    allow_offset_texture_operand: bool,
    /// Relax rules that legalization passes enforce
    #[arg(long)]
    before_hlsl_legalization: bool,
    /// Limit of the id bound
    #[arg(long, value_name = "NUMBER")]
    max_id_bound: Option<u32>,
}

impl ValidateArguments {
    /// The rules that the arguments ask for.
    pub(crate) fn options(&self) -> valid::Options {
        let mut options = valid::Options::new(self.target_env);
        options.before_legalisation = self.before_hlsl_legalization;
        options.scalar_workgroup_layout = self.workgroup_scalar_block_layout;
        options.relaxed_logical_pointers = self.relax_logical_pointer;
        options.relaxed_struct_stores = self.relax_struct_store;
        options.allow_local_size_id = self.allow_localsizeid;
        options.allow_offset_operand = self.allow_offset_texture_operand;
        options.max_bound = self.max_id_bound.unwrap_or(options.max_bound);
        options.layout = match self {
            ValidateArguments { skip_block_layout: true, .. } => valid::BlockLayout::Any,
            ValidateArguments { scalar_block_layout: true, .. } => valid::BlockLayout::Scalar,
            ValidateArguments { uniform_buffer_standard_layout: true, .. } => valid::BlockLayout::UniformStandard,
            ValidateArguments { relax_block_layout: true, .. } => valid::BlockLayout::Relaxed,
            _ => valid::BlockLayout::Standard,
        };
        options
    }
}

fn environment(name: &str) -> Result<valid::Environment, String> {
    let known = || valid::Environment::names().collect::<Vec<_>>().join(", ");
    valid::Environment::from_name(name).ok_or_else(|| format!("expected one of {}", known()))
}

/// The arguments of `fmt`.
#[derive(clap::Args)]
pub(crate) struct FmtArguments {
    /// Files, and folders with all .hlsl, .hlsli, .fx and .fxh files below them; - is standard input, which is formatted
    /// to standard output
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; print a diff
    #[arg(long)]
    pub(crate) diff: bool,
    /// Format only these lines, such as 10:20
    #[arg(long, value_name = "FIRST:LAST", value_parser = lines)]
    pub(crate) lines: Option<format::Lines>,
    /// Read the settings from this file instead of the nearest hlsl2spirv.toml
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) config: Option<PathBuf>,
    /// File name for standard input, used to find the settings
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) stdin_name: Option<PathBuf>,
    /// Maximum line length; 0 for no limit
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) width: Option<u32>,
    /// Number of spaces per level, or tab
    #[arg(long, value_name = "SPACES")]
    pub(crate) indent: Option<String>,
    /// Placement of braces: same-line, next-line or functions-next-line
    #[arg(long, value_name = "STYLE")]
    pub(crate) braces: Option<String>,
}

/// The lines that an argument names.
fn lines(argument: &str) -> Result<format::Lines, String> {
    let bounds = argument.split_once(':').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match bounds {
        Some((first, last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("expected FIRST:LAST, counted from 1".to_owned()),
    }
}

/// The arguments of `batch`.
#[derive(clap::Args)]
pub(crate) struct BatchArguments {
    /// Files with one command line per line, or compilation databases (compile_commands.json); - is
    /// standard input
    #[arg(required = true, value_name = "LIST", value_parser = path)]
    pub(crate) lists: Vec<PathBuf>,
    /// Number of parallel compilations [default: the job slots of GNU make, or the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Continue after a failure
    #[arg(short, long)]
    pub(crate) keep_going: bool,
    /// Skip command lines whose inputs and outputs have not changed since the run recorded in this file
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) manifest: Option<PathBuf>,
    /// Write a dependency file for make and Ninja with all files read; its target is the stamp or the first output
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) depfile: Option<PathBuf>,
    /// List of files that the build system declares as inputs, one per line
    #[arg(long, value_name = "FILE", value_parser = path, requires = "unused_inputs")]
    pub(crate) declared_inputs: Option<PathBuf>,
    /// Write the declared inputs that were not read to this file, for Bazel's unused_inputs_list
    #[arg(long, value_name = "FILE", value_parser = path, requires = "declared_inputs")]
    pub(crate) unused_inputs: Option<PathBuf>,
    /// Write this empty file if all command lines succeed
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) stamp: Option<PathBuf>,
    /// Format of diagnostics: clang, msvc, vi, rich, json or sarif. The last two are one document, written to FILE if
    /// specified
    #[arg(long, value_name = "FORM[=FILE]")]
    pub(crate) report: Option<String>,
    /// Compile one shard, such as 1/4; the names of the outputs determine the shard
    #[arg(long, value_name = "PART", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Print the command lines without compiling
    #[arg(long)]
    pub(crate) list: bool,
    /// Write all command lines to a compilation database, for editors
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) compile_commands: Option<PathBuf>,
    /// Compile only the command lines whose macros satisfy this condition, an expression as after #if
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,
    /// Print the messages of each combination of sets, instead of each message once with its condition
    #[arg(long)]
    pub(crate) each: bool,
    /// Write all distinct modules and the index from macros to modules to this file, instead of the outputs
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with_all = ["manifest", "list", "variants", "unpack"])]
    pub(crate) pack: Option<PathBuf>,
    /// Write the outputs from this pack without compiling
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with_all = ["manifest", "list", "variants"])]
    pub(crate) unpack: Option<PathBuf>,
    /// Take modules of earlier runs from this folder or server (http://host:port/path), and keep new ones there
    #[arg(long, value_name = "FOLDER|URL", value_parser = path, conflicts_with_all = ["variants", "unpack", "list"])]
    pub(crate) cache: Option<PathBuf>,
    /// Keep nothing new in --cache
    #[arg(long, requires = "cache")]
    pub(crate) cache_read: bool,
    /// Compile one of this many modules of the cache all the same, and fail if it differs
    #[arg(long, value_name = "NUMBER", requires = "cache", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) cache_verify: Option<u64>,
    /// Take only what was written with the secret in this file
    #[arg(long, value_name = "FILE", value_parser = path, requires = "cache")]
    pub(crate) cache_key: Option<PathBuf>,
    /// Limit of the size of the folder of --cache in MiB
    #[arg(long, value_name = "MIB", requires = "cache", default_value_t = 5120)]
    pub(crate) cache_limit: u64,
    /// Write no outputs, and print how many distinct modules the macros of each shader make and which macros matter, as text or
    /// json
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", conflicts_with_all = ["manifest", "list"])]
    pub(crate) variants: Option<VariantsForm>,
}

/// The form of a report about variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum VariantsForm {
    Text,
    Json,
}

/// The arguments of `lint`.
#[cfg(feature = "lsp")]
#[derive(clap::Args)]
pub(crate) struct LintArguments {
    /// Files, and folders with all shaders below them; headers are checked with the files that include them; - is the standard
    /// input
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub(crate) paths: Vec<PathBuf>,
    /// Number of parallel checks [default: the job slots of GNU make, or the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Format of diagnostics: clang, msvc, vi, rich, json or sarif. The last two are one document, written to FILE if
    /// specified
    #[arg(long, value_name = "FORM[=FILE]")]
    pub(crate) report: Option<String>,
    /// Report only warnings that are enabled by default
    #[arg(long)]
    pub(crate) default_warnings: bool,
    /// Compiler options for all files, at any position
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    pub(crate) options: Vec<String>,
}

/// The arguments of `debug`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct DebugArguments {
    /// Serve the first client on this local port instead; 0 for a free port, which is printed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) port: Option<u16>,
    /// The text that a client at the port must have as "token" in the arguments of launch [default: a random one, which is printed]
    #[arg(long, value_name = "TEXT", requires = "port", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) token: Option<String>,
}

/// The arguments of `opt`.
#[derive(clap::Args)]
pub(crate) struct OptArguments {
    /// A SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// Output file; - is the standard output
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: PathBuf,
    /// Optimization level: 0 legalizes only, 1 optimizes
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1", default_missing_value = "1", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) level: u8,
    /// Run these passes instead of the default ones
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub(crate) passes: Option<Vec<String>>,
    /// Keep unused inputs and outputs
    #[arg(long)]
    pub(crate) preserve_interface: bool,
    /// Keep unused resources
    #[arg(long)]
    pub(crate) preserve_bindings: bool,
    /// Write the result without validating it
    #[arg(long)]
    pub(crate) no_validate: bool,
}

/// The form in which `reflect` says what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectFormat {
    /// Human-readable tables
    Text,
    /// JSON; --schema prints its schema
    Json,
    /// Structs with explicit padding and asserted offsets, bindings, entry points
    Rust,
    /// A header for C11 and C++11
    C,
    /// The same header as c
    #[value(name = "c++")]
    Cpp,
    /// NumPy dtypes, bindings
    Python,
    /// Python ctypes structs, bindings
    Ctypes,
}

/// A graphics library for Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectApi {
    /// ash 0.38
    Ash,
    /// vulkano 0.35
    Vulkano,
    /// wgpu 30
    Wgpu,
}

/// The derives of Rust structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectDerive {
    /// bytemuck's Pod and Zeroable, with its features derive and min_const_generics
    Bytemuck,
    /// No traits of other crates
    None,
}

/// The arguments of `reflect`.
#[derive(clap::Args)]
#[command(override_usage = "hlsl2spirv reflect [OPTIONS] [OPTIONS OF THE COMPILER] <FILE>")]
pub(crate) struct ReflectArguments {
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ReflectFormat::Text)]
    pub(crate) format: ReflectFormat,
    /// Derives of Rust structs
    #[arg(long, value_name = "TRAITS", value_enum, default_value_t = ReflectDerive::Bytemuck)]
    pub(crate) derive: ReflectDerive,
    /// Also write layouts for this Rust library
    #[arg(long, value_name = "LIBRARY", value_enum)]
    pub(crate) api: Option<ReflectApi>,
    /// Output file [default: standard output]
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: Option<PathBuf>,
    /// Show one struct of an HLSL shader under several layout rules, side by side, and exit
    #[arg(long, value_name = "STRUCT", conflicts_with = "link")]
    pub(crate) layout: Option<String>,
    /// Layout rules: std140, std430, relaxed-std140, relaxed-std430, dx, dx-structured, scalar
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule)]
    #[arg(default_value = "relaxed-std140,relaxed-std430,dx,scalar")]
    pub(crate) rule: Vec<Rule>,
    /// Describe all declarations of an HLSL shader, used or not; no entry point is required
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub(crate) declared: bool,
    /// Describe all structs of an HLSL shader under a layout rule, used in buffers or not
    #[arg(long, value_name = "RULE", value_parser = rule, conflicts_with_all = ["link", "layout", "declared"])]
    pub(crate) all_structs: Option<Rule>,
    /// Omit source locations of declarations
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub(crate) no_spans: bool,
    /// Prefix of struct and enumeration names in code
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) prefix: String,
    /// Rename structs, their members, and enumerations in code
    #[arg(long, value_name = "OLD[.MEMBER]=NEW,...", value_delimiter = ',', value_parser = renaming)]
    pub(crate) rename: Vec<(String, String)>,
    /// Check the interfaces between pipeline stages, and merge their descriptor sets; entry point and
    /// profile of an HLSL shader, or the entry point of a module, follow its name
    #[arg(long, value_name = "FILE[:ENTRY][:PROFILE]", num_args = 1..)]
    pub(crate) link: Vec<String>,
    /// Print the schema of the JSON documents, and exit
    #[arg(long)]
    pub(crate) schema: bool,
    /// HLSL shader or SPIR-V module, and compiler options
    #[arg(last = true, value_name = "FILE")]
    pub(crate) compilation: Vec<String>,
}

fn renaming(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').filter(|(old, new)| !old.is_empty() && !new.is_empty());
    named.map(|(old, new)| (old.to_owned(), new.to_owned())).ok_or_else(|| "expected OLD=NEW".to_owned())
}

fn rule(name: &str) -> Result<Rule, String> {
    let names = || Rule::NAMED.map(Rule::name).join(", ");
    Rule::NAMED.into_iter().find(|rule| rule.name() == name).ok_or_else(|| format!("expected one of {}", names()))
}

/// Arguments of `asm`.
#[derive(clap::Args)]
pub(crate) struct AsmArguments {
    /// SPIR-V assembly, as printed by `dis`; - is standard input
    pub(crate) file: PathBuf,
    /// Output file; - is the standard output
    #[arg(short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Preserve numeric ids; otherwise ids are numbered in order of appearance
    #[arg(long)]
    pub(crate) preserve_numeric_ids: bool,
    /// Target environment, which determines the SPIR-V version and the rules that the module must follow:
    /// universal1.0 to 1.6, vulkan1.0 to 1.4, and so on [default: universal, in the version of the text's header]
    #[arg(long, value_name = "ENVIRONMENT", value_parser = environment)]
    pub(crate) target_env: Option<valid::Environment>,
    /// Write the result without validating it
    #[arg(long)]
    pub(crate) no_validate: bool,
}

/// Arguments of `dis`.
#[derive(clap::Args)]
pub(crate) struct DisArguments {
    /// A SPIR-V module; - is the standard input
    pub(crate) file: PathBuf,
    /// Output file [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print numbers instead of names
    #[arg(long)]
    pub(crate) raw_ids: bool,
    /// Print the byte offset of each instruction
    #[arg(long)]
    pub(crate) offsets: bool,
}

/// Arguments of `convert`.
#[derive(clap::Args)]
pub(crate) struct ConvertArguments {
    /// MLIR text with functions or one gpu.module; - is standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// Output file: text if the name ends with .mlir, else words [default: text, to the standard output]
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: Option<PathBuf>,
    /// Bit width of index: 32 or 64 [default: 64 for OpenCL kernels, 32 for shaders]
    #[arg(long, value_name = "BITS", value_parser = index_width)]
    pub(crate) index_width: Option<u32>,
    /// Generate OpenCL kernels if the text has no spirv.target_env
    #[arg(long)]
    pub(crate) kernels: bool,
    /// Write the result without validating it
    #[arg(long)]
    pub(crate) no_validate: bool,
}

fn index_width(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("expected 32 or 64".to_owned()),
    }
}

/// The options of `run` and `test` about the machine and its code.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct HostArguments {
    /// The LLVM library to load
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) llvm: Option<PathBuf>,
    /// Cache folder for compiled code, or none [default: $HLSL2SPIRV_CACHE, or the user's cache folder]
    #[arg(long, value_name = "FOLDER", value_parser = path)]
    pub(crate) cache: Option<PathBuf>,
    /// Number of threads
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<usize>,
    /// Target processor: native (this machine), x86-64-v2, x86-64-v3, x86-64-v4 or aarch64,
    /// which this machine must support
    #[arg(long, value_name = "CPU", default_value = "native")]
    pub(crate) cpu: runner::Cpu,
    /// Compute the same bits as the interpreter: no contraction to fused multiply-add, no estimates
    #[arg(long)]
    pub(crate) exact: bool,
}

/// The checks of `run` and `test`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct CheckArguments {
    /// Check the shader while it runs, compiled without optimization: full, fast, memory, or names of checks,
    /// each optionally with =error, =warning, =note or =off [default: full]
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub(crate) check: Option<String>,
    /// Rule set: hlsl, vulkan or vulkan-robust
    #[arg(long, value_name = "RULES", default_value = "hlsl", value_parser = rules, requires = "check")]
    pub(crate) rules: check::Rules,
    /// Order of groups and waves: lockstep (in order), reverse, random (by seed), or all distinguishable orders of threads
    /// or, with --wave, of waves
    #[arg(long, value_name = "ORDER", requires = "check")]
    pub(crate) schedule: Option<check::Schedule>,
    /// Run once for each seed of random orders: a number, or a range A..B
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "check")]
    pub(crate) seed: Option<Seeds>,
    /// Reproduce a finding
    #[arg(long, value_name = "TOKEN", requires = "check", conflicts_with_all = ["schedule", "seed", "wave"])]
    pub(crate) replay: Option<check::Trial>,
    /// Maximum number of concurrently running groups, if groups wait for others
    #[arg(long, value_name = "COUNT", default_value_t = runner::Checking::RESIDENT, hide_default_value = true, requires = "check")]
    pub(crate) resident: u32,
    /// Wave size, unless the shader specifies it: a power of two; with --check several, or all, and the
    /// shader runs once for each [default: 32]
    #[arg(long, value_name = "LANES", value_parser = waves)]
    pub(crate) wave: Option<Waves>,
    /// Maximum number of steps, each an instruction of a wave
    #[arg(long, value_name = "STEPS", default_value_t = runner::Checking::MAX_STEPS, hide_default_value = true)]
    pub(crate) max_steps: u64,
    /// Write line, function and branch coverage to a file, in lcov format
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) coverage: Option<String>,
    /// Write a per-line profile to a file, as JSON
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) profile: Option<String>,
    /// Execution engine: compiled (with LLVM) or interpreter
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<IsInterpreter>,
}

#[cfg(feature = "runner")]
impl CheckArguments {
    /// The sizes of waves.
    pub(crate) fn waves(&self) -> &[u32] {
        match (&self.wave, self.schedule) {
            (Some(Waves(waves)), _) => waves,
            (None, Some(check::Schedule::All(_))) => &[1],
            (None, _) => &[32],
        }
    }
}

#[cfg(feature = "runner")]
fn rules(text: &str) -> Result<check::Rules, String> {
    let known = check::Rules::NAMES.iter().find(|(name, _)| *name == text);
    known.map(|(_, rules)| *rules).ok_or_else(|| "expected hlsl, vulkan or vulkan-robust".to_owned())
}

/// Seeds.
#[cfg(feature = "runner")]
#[derive(Clone, Debug)]
pub(crate) struct Seeds(pub(crate) std::ops::Range<u64>);

#[cfg(feature = "runner")]
fn seeds(text: &str) -> Result<Seeds, String> {
    let number = |text: &str| text.parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((start, end)) => number(start).zip(number(end)).map(|(start, end)| start..end),
        None => number(text).and_then(|seed| Some(seed..seed.checked_add(1)?)),
    };
    let range = range.filter(|range| !range.is_empty());
    range.map(Seeds).ok_or_else(|| "expected a number, or a range such as 0..64".to_owned())
}

/// Numbers of lanes in a wave.
#[cfg(feature = "runner")]
#[derive(Clone, Debug)]
pub(crate) struct Waves(pub(crate) Vec<u32>);

/// The sizes of waves of all devices there are.
#[cfg(feature = "runner")]
const ALL_WAVES: [u32; 5] = [4, 8, 16, 32, 64];

#[cfg(feature = "runner")]
fn waves(text: &str) -> Result<Waves, String> {
    match text {
        "all" => Ok(Waves(ALL_WAVES.to_vec())),
        _ => text.split(',').map(wave).collect::<Result<_, _>>().map(Waves),
    }
}

/// True for the interpreter.
#[cfg(feature = "runner")]
#[derive(Clone, Copy)]
pub(crate) struct IsInterpreter(pub(crate) bool);

#[cfg(feature = "runner")]
fn engine(text: &str) -> Result<IsInterpreter, String> {
    match text {
        "compiled" => Ok(IsInterpreter(false)),
        "interpreter" => Ok(IsInterpreter(true)),
        _ => Err("expected compiled or interpreter".to_owned()),
    }
}

/// The arguments of `run`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
#[command(after_help = CONTENTS_HELP)]
pub(crate) struct RunArguments {
    /// HLSL shader or SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// The entry point [default: the one named in a comment or a list of the project, main, or the only one]
    #[arg(long)]
    pub(crate) entry: Option<String>,
    /// Number of workgroups in each dimension
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = groups)]
    pub(crate) dispatch: Groups,
    /// Size of a workgroup of a kernel that leaves it to the host
    #[arg(long, value_name = "X,Y,Z", value_parser = groups)]
    pub(crate) group_size: Option<Groups>,
    /// Bytes that a pointer argument of a kernel in memory of the workgroup (__local) leads to
    #[arg(long, value_name = "NAME=BYTES", value_parser = group_memory)]
    pub(crate) group_memory: Vec<(String, u64)>,
    /// Run only the group with this id
    #[arg(long, value_name = "X,Y,Z", value_parser = group, requires = "check")]
    pub(crate) only_group: Option<Groups>,
    /// Acceleration structure of a file: .obj, .gltf, .glb, or a .json file as jobs have it
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) scene: Vec<String>,
    /// Binding of which every element must be written
    #[arg(long, value_name = "NAME", requires = "check")]
    pub(crate) written: Vec<String>,
    /// Output of a binding after the run: print (with the declared types), print:f32, a .png file or a
    /// binary file
    #[arg(long, value_name = "NAME=TARGET")]
    pub(crate) out: Vec<String>,
    #[command(flatten)]
    pub(crate) running: RunningArguments,
    /// Execution of the lanes of a wave: together (vectorized) or one-by-one; a number is the vector width if the
    /// shader does not depend on the wave size
    #[arg(long, value_name = "WAY", value_parser = lanes)]
    pub(crate) lanes: Option<runner::Lanes>,
    /// Format of findings: rich, clang, msvc, json or sarif, with =FILE written to a file; html=FILE for a page
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub(crate) report: String,
    /// Compiler options, at any position
    #[arg(last = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}

#[cfg(feature = "runner")]
fn wave(text: &str) -> Result<u32, String> {
    let lanes = text.parse::<u32>().ok().filter(|lanes| lanes.is_power_of_two() && *lanes <= 128);
    lanes.ok_or_else(|| "expected a power of two, at most 128".to_owned())
}

#[cfg(feature = "runner")]
fn lanes(text: &str) -> Result<runner::Lanes, String> {
    match text {
        "one-by-one" => Ok(runner::Lanes::OneByOne),
        "together" => Ok(runner::Lanes::Together),
        _ => wave(text)
            .map(runner::Lanes::Vectors)
            .map_err(|_| "expected together, one-by-one or a power of two".to_owned()),
    }
}

#[cfg(feature = "runner")]
const CONTENTS_HELP: &str = "\
CONTENTS:
  zeros:64                         64 zero bytes
  uninit:64                        64 uninitialized bytes, tracked by --check; uninit:8x8 for an image
  file:data.bin                    the bytes of a file; for .png files the texels
  u32:1,2,0xff                     numbers; also i32 f32 f16 f64 u8 i8 u16 i16 u64 i64
  f32:0.5*100,1  u32:0..16         a number repeated 100 times; a range of integers
  f32:2;u32:5                      numbers of several types, for structs
  {dt: 0.1, on: true}              members by name; [{...}, {...}] for a buffer of structs
  {mesh: a.obj}                    an acceleration structure; {tlas: [...], blas: {...}} for instances
  image:photo.png                  a picture
  image:64x64[:FORMAT[:NUMBERS]]   an image, with the format that the shader declares or this one
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
    along_axes(text, 1)
}

/// The number of a group.
#[cfg(feature = "runner")]
fn group(text: &str) -> Result<Groups, String> {
    along_axes(text, 0)
}

/// An argument by its name or number, and how many bytes it has.
#[cfg(feature = "runner")]
fn group_memory(text: &str) -> Result<(String, u64), String> {
    let parts = text.split_once('=').and_then(|(name, bytes)| Some((name.to_owned(), bytes.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected an argument and its bytes, such as cache=1024".to_owned())
}

/// A number along each axis; this many where there is none.
#[cfg(feature = "runner")]
fn along_axes(text: &str, default: u32) -> Result<Groups, String> {
    let mut groups = [default; 3];
    for (index, part) in text.split(',').enumerate() {
        let wrong = || "expected up to three numbers, such as 8,8,1".to_owned();
        *groups.get_mut(index).ok_or_else(wrong)? = part.trim().parse().map_err(|_| wrong())?;
    }
    Ok(Groups(groups))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds, such as 2.5".to_owned())
}

/// How many jobs run at once: 0 means all threads.
#[cfg(feature = "runner")]
fn job_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(count) => Ok(count),
        Err(_) => Err("expected a number of jobs".to_owned()),
    }
}

/// The arguments of `test`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct TestArguments {
    /// Job files, shaders with tests, folders, or patterns such as tests/**/*.json; docs/jobs.md and docs/tests.md describe them; - is a job file on the standard input
    #[arg(required = true, value_parser = path)]
    pub(crate) files: Vec<PathBuf>,
    /// Number of parallel jobs; without a value the number of hardware threads [default: 1]
    #[arg(short, long, value_name = "COUNT", num_args = 0..=1, default_value = "1", hide_default_value = true)]
    #[arg(default_missing_value = "0", value_parser = job_count)]
    pub(crate) jobs: usize,
    /// Update expected results that differ
    #[arg(long)]
    pub(crate) update: bool,
    /// Run again when a job file, a shader or another input changes
    #[arg(long)]
    pub(crate) watch: bool,
    /// Run only jobs and tests whose file and name, as shown in the report, contain this text
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) filter: Option<String>,
    /// Run only tests with this word in [[tag(...)]]
    #[arg(long, value_name = "WORD")]
    pub(crate) tag: Option<String>,
    /// List the tests of shaders with their places instead of running them
    #[arg(long)]
    pub(crate) list: bool,
    /// Seed of the random inputs of properties
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub(crate) input_seed: u64,
    /// Print the results as JSON, one object per job
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the results to a file, in JUnit format
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) junit: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) checks: CheckArguments,
    #[command(flatten)]
    pub(crate) host: HostArguments,
    /// Options for the compiler, as DXC spells them, behind those of each job; they may stand anywhere
    #[arg(last = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}
