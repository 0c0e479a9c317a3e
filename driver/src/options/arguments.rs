//! The arguments of the sub-commands that work on shaders and modules.

use crate::file_names::to_path;
use crate::options::shard::Shard;
use sema::layout::Rule;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The path that an argument names.
pub(crate) fn path(argument: &str) -> Result<PathBuf, Infallible> {
    Ok(to_path(argument).into_owned())
}

/// The arguments of `validate`.
#[derive(clap::Args)]
pub(crate) struct ValidateArguments {
    /// SPIR-V modules; - is the standard input
    #[arg(required = true, value_parser = path)]
    pub(crate) files: Vec<PathBuf>,
    /// What takes them: universal1.0 to 1.6, vulkan1.0 to 1.4, opencl1.2 to 3.0, levelzero
    #[arg(long, value_name = "ENVIRONMENT", default_value = "universal1.6", value_parser = environment)]
    target_env: valid::Environment,
    /// Let vectors in blocks start where their components may
    #[arg(long)]
    relax_block_layout: bool,
    /// Let uniform blocks have the layout of storage buffers
    #[arg(long)]
    uniform_buffer_standard_layout: bool,
    /// Let everything in blocks start where its scalars may
    #[arg(long)]
    scalar_block_layout: bool,
    /// The same for shared memory with an explicit layout
    #[arg(long)]
    workgroup_scalar_block_layout: bool,
    /// Do not look at the layout of blocks
    #[arg(long)]
    skip_block_layout: bool,
    /// Allow pointers to be stored and loaded in logical addressing
    #[arg(long)]
    relax_logical_pointer: bool,
    /// Allow structs to be stored as others with the same layout
    #[arg(long)]
    relax_struct_store: bool,
    /// Allow LocalSizeId before Vulkan 1.3
    #[arg(long)]
    allow_localsizeid: bool,
    /// Allow offsets of samples that are no constants
    #[arg(long)]
    allow_offset_texture_operand: bool,
    /// Allow what the passes that make modules legal take away
    #[arg(long)]
    before_hlsl_legalization: bool,
    /// No id is at or above this
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
    valid::Environment::from_name(name).ok_or_else(|| format!("the environments are {}", known()))
}

/// The arguments of `fmt`.
#[derive(clap::Args)]
pub(crate) struct FmtArguments {
    /// Files, and folders with all .hlsl, .hlsli, .fx and .fxh files below them; - is the standard input, which is formatted
    /// to the standard output
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; name the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; print what would change
    #[arg(long)]
    pub(crate) diff: bool,
    /// Format these lines alone, such as 10:20
    #[arg(long, value_name = "FIRST:LAST", value_parser = lines)]
    pub(crate) lines: Option<format::Lines>,
    /// Read the settings of this file instead of those of the nearest hlsl2spirv.toml
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) config: Option<PathBuf>,
    /// The name of what comes through the standard input, by which the settings are found
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) stdin_name: Option<PathBuf>,
    /// Break lines that are longer; 0 for no limit
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) width: Option<u32>,
    /// The spaces of a level, or tab
    #[arg(long, value_name = "SPACES")]
    pub(crate) indent: Option<String>,
    /// The places of braces: same-line, next-line or functions-next-line
    #[arg(long, value_name = "STYLE")]
    pub(crate) braces: Option<String>,
}

/// The lines that an argument names.
fn lines(argument: &str) -> Result<format::Lines, String> {
    let bounds = argument.split_once(':').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match bounds {
        Some((first, last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("lines are FIRST:LAST, counted from 1".to_owned()),
    }
}

/// The arguments of `batch`.
#[derive(clap::Args)]
pub(crate) struct BatchArguments {
    /// Files with a command line per line, as for a compilation, or compilation databases (compile_commands.json); - is the
    /// standard input
    #[arg(required = true, value_name = "LIST", value_parser = path)]
    pub(crate) lists: Vec<PathBuf>,
    /// Compile so many at once [default: as many as a calling GNU make grants, or as there are cores]
    #[arg(short, long, value_name = "COUNT")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Go on after a failure
    #[arg(short, long)]
    pub(crate) keep_going: bool,
    /// Leave out command lines whose inputs and outputs are those that this file records from the last call
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) manifest: Option<PathBuf>,
    /// Write a rule for make and Ninja with all files that were read; its target is the stamp or else the first output
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) depfile: Option<PathBuf>,
    /// A list of files that a build tool has declared as inputs, one per line
    #[arg(long, value_name = "FILE", value_parser = path, requires = "unused_inputs")]
    pub(crate) declared_inputs: Option<PathBuf>,
    /// Write those of the declared inputs to this file that were not read, for Bazel's unused_inputs_list
    #[arg(long, value_name = "FILE", value_parser = path, requires = "declared_inputs")]
    pub(crate) unused_inputs: Option<PathBuf>,
    /// Write this empty file when all command lines have succeeded
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) stamp: Option<PathBuf>,
    /// The form of messages: clang, msvc, vi, rich, json or sarif. The last two are one document, which goes to FILE if one is
    /// named
    #[arg(long, value_name = "FORM[=FILE]")]
    pub(crate) report: Option<String>,
    /// Compile one part of so many, such as 1/4: which, depends on the names of outputs alone
    #[arg(long, value_name = "PART", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Print the command lines and compile nothing
    #[arg(long)]
    pub(crate) list: bool,
    /// Write all command lines to a compilation database, for editors
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) compile_commands: Option<PathBuf>,
}

/// The arguments of `lint`.
#[cfg(feature = "lsp")]
#[derive(clap::Args)]
pub(crate) struct LintArguments {
    /// Files, and folders with all shaders below them; headers are checked with the files that include them; - is the standard
    /// input
    #[arg(required = true, value_name = "PATH", value_parser = path)]
    pub(crate) paths: Vec<PathBuf>,
    /// Check so many at once [default: as many as a calling GNU make grants, or as there are cores]
    #[arg(short, long, value_name = "COUNT")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The form of messages: clang, msvc, vi, rich, json or sarif. The last two are one document, which goes to FILE if one is
    /// named
    #[arg(long, value_name = "FORM[=FILE]")]
    pub(crate) report: Option<String>,
    /// Give the warnings that a compilation gives, and not those that have to be asked for
    #[arg(long)]
    pub(crate) default_warnings: bool,
    /// Options of a compilation that are added for all files; they may stand anywhere
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    pub(crate) options: Vec<String>,
}

/// The arguments of `debug`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct DebugArguments {
    /// Serve the first client that comes to this port of this machine instead; 0 for one that is free, which is printed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) port: Option<u16>,
}

/// The arguments of `opt`.
#[derive(clap::Args)]
pub(crate) struct OptArguments {
    /// A SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// Where the optimised module goes; - is the standard output
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: PathBuf,
    /// How much is done: 0 makes the module legal, 1 is all
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1", default_missing_value = "1", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(crate) level: u8,
    /// Run these passes instead of the usual ones
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub(crate) passes: Option<Vec<String>>,
    /// Keep inputs and outputs that nothing uses
    #[arg(long)]
    pub(crate) preserve_interface: bool,
    /// Keep resources that nothing uses
    #[arg(long)]
    pub(crate) preserve_bindings: bool,
}

/// The form in which `reflect` says what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectFormat {
    /// Tables for people
    Text,
    /// The document whose schema --schema prints
    Json,
    /// Structs with explicit padding whose offsets are asserted, bindings, entry points
    Rust,
    /// The same as a header for C11 and C++11
    C,
    /// The same header
    #[value(name = "c++")]
    Cpp,
    /// Dtypes of numpy, bindings
    Python,
    /// Structs of Python's ctypes, bindings
    Ctypes,
}

/// A graphics library of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectApi {
    /// ash 0.38
    Ash,
    /// vulkano 0.35
    Vulkano,
    /// wgpu 30
    Wgpu,
}

/// What structs in Rust derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReflectDerive {
    /// Pod and Zeroable of bytemuck, with its features derive and min_const_generics
    Bytemuck,
    /// Nothing that a crate would be needed for
    None,
}

/// The arguments of `reflect`.
#[derive(clap::Args)]
#[command(override_usage = "hlsl2spirv reflect [OPTIONS] [OPTIONS OF THE COMPILER] <FILE>")]
pub(crate) struct ReflectArguments {
    /// The form of what is printed
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ReflectFormat::Text)]
    pub(crate) format: ReflectFormat,
    /// What structs in Rust derive
    #[arg(long, value_name = "TRAITS", value_enum, default_value_t = ReflectDerive::Bytemuck)]
    pub(crate) derive: ReflectDerive,
    /// The library for which layouts in Rust are written as well
    #[arg(long, value_name = "LIBRARY", value_enum)]
    pub(crate) api: Option<ReflectApi>,
    /// Where it goes instead of the standard output
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: Option<PathBuf>,
    /// Show one struct of a shader in HLSL under several rules, side by side, and do nothing else
    #[arg(long, value_name = "STRUCT", conflicts_with = "link")]
    pub(crate) layout: Option<String>,
    /// The rules: std140, std430, relaxed-std140, relaxed-std430, dx, dx-structured, scalar
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule)]
    #[arg(default_value = "relaxed-std140,relaxed-std430,dx,scalar")]
    pub(crate) rule: Vec<Rule>,
    /// Describe what a shader in HLSL declares, whether or not something uses it; no entry point is needed
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub(crate) declared: bool,
    /// Describe all structs of a shader in HLSL under a rule, whether or not a buffer holds them
    #[arg(long, value_name = "RULE", value_parser = rule, conflicts_with_all = ["link", "layout", "declared"])]
    pub(crate) all_structs: Option<Rule>,
    /// Leave out where declarations stand in the source
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub(crate) no_spans: bool,
    /// What names of structs and enumerations begin with in code
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) prefix: String,
    /// The names that structs, their members, and enumerations have in code instead
    #[arg(long, value_name = "OLD[.MEMBER]=NEW,...", value_delimiter = ',', value_parser = renaming)]
    pub(crate) rename: Vec<(String, String)>,
    /// Check the interfaces of a pipeline's stages against each other, and merge their descriptor sets; entry point and
    /// profile of a shader in HLSL, or the entry point of a module, stand behind its name
    #[arg(long, value_name = "FILE[:ENTRY][:PROFILE]", num_args = 1..)]
    pub(crate) link: Vec<String>,
    /// Print the schema of the JSON documents, and do nothing else
    #[arg(long)]
    pub(crate) schema: bool,
    /// A shader in HLSL or a SPIR-V module of any compiler, and options for the compiler as DXC spells them
    #[arg(last = true, value_name = "FILE")]
    pub(crate) compilation: Vec<String>,
}

fn renaming(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').filter(|(old, new)| !old.is_empty() && !new.is_empty());
    named.map(|(old, new)| (old.to_owned(), new.to_owned())).ok_or_else(|| "names stand as OLD=NEW".to_owned())
}

fn rule(name: &str) -> Result<Rule, String> {
    let names = || Rule::NAMED.map(Rule::name).join(", ");
    Rule::NAMED.into_iter().find(|rule| rule.name() == name).ok_or_else(|| format!("the rules are {}", names()))
}

/// Arguments of `asm`.
#[derive(clap::Args)]
pub(crate) struct AsmArguments {
    /// The text of a module, as `dis` prints it; - is the standard input
    pub(crate) file: PathBuf,
    /// Where the module goes; - is the standard output
    #[arg(short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Ids that are numbers keep them; else ids are numbered as they appear
    #[arg(long)]
    pub(crate) preserve_numeric_ids: bool,
    /// The environment whose version of SPIR-V the module has: universal1.0 to 1.6, vulkan1.0 to 1.4, and so on
    #[arg(long, value_name = "ENVIRONMENT", default_value = "universal1.6", value_parser = environment)]
    pub(crate) target_env: valid::Environment,
}

/// Arguments of `dis`.
#[derive(clap::Args)]
pub(crate) struct DisArguments {
    /// A SPIR-V module; - is the standard input
    pub(crate) file: PathBuf,
    /// Where the text goes [default: the standard output]
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
    /// Text of MLIR with functions or one gpu.module; - is the standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// Where the module goes: text if the name ends with .mlir, else words [default: text, to the standard output]
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub(crate) output: Option<PathBuf>,
    /// The bits of an index: 32 or 64 [default: 64 for kernels of OpenCL, 32 for shaders]
    #[arg(long, value_name = "BITS", value_parser = index_width)]
    pub(crate) index_width: Option<u32>,
    /// Make kernels of OpenCL where the text has no spirv.target_env
    #[arg(long)]
    pub(crate) kernels: bool,
}

fn index_width(text: &str) -> Result<u32, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("an index has 32 or 64 bits".to_owned()),
    }
}

/// What `run` and `test` are told of the machine, and of what is made for it.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct HostArguments {
    /// The LLVM library to load
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) llvm: Option<PathBuf>,
    /// Where compiled code is kept for the next time, or none [default: $HLSL2SPIRV_CACHE, or the user's folder for caches]
    #[arg(long, value_name = "FOLDER", value_parser = path)]
    pub(crate) cache: Option<PathBuf>,
    /// How many threads run
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<usize>,
    /// The processor that code is made for: native is this machine's, others are x86-64-v2, x86-64-v3, x86-64-v4 and aarch64,
    /// of which the machine must be one
    #[arg(long, value_name = "CPU", default_value = "native")]
    pub(crate) cpu: runner::Cpu,
}

/// The checks of `run` and `test`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
pub(crate) struct CheckArguments {
    /// Look at every rule while the shader runs, which is then compiled as it stands: full, fast, memory, or names of checks,
    /// each alone or with =error, =warning, =note or =off [default: full]
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub(crate) check: Option<String>,
    /// What the shader may rely on: hlsl, vulkan or vulkan-robust
    #[arg(long, value_name = "RULES", default_value = "hlsl", value_parser = rules, requires = "check")]
    pub(crate) rules: check::Rules,
    /// The order of groups and waves: lockstep (in order), reverse, random, as a seed chooses, or all of them that differ, each
    /// thread alone or, with --wave, each wave
    #[arg(long, value_name = "ORDER", requires = "check")]
    pub(crate) schedule: Option<check::Schedule>,
    /// Run once for each seed of random orders: a number, or those from A on and below B
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "check")]
    pub(crate) seed: Option<Seeds>,
    /// Run once more as a finding says
    #[arg(long, value_name = "TOKEN", requires = "check", conflicts_with_all = ["schedule", "seed", "wave"])]
    pub(crate) replay: Option<check::Trial>,
    /// How many groups run at once, at most, where some wait for others
    #[arg(long, value_name = "COUNT", default_value_t = runner::Checking::RESIDENT, hide_default_value = true, requires = "check")]
    pub(crate) resident: u32,
    /// How many lanes a wave has, where the shader does not say it: a power of two; with --check several, or all, and the
    /// shader runs once for each [default: 32]
    #[arg(long, value_name = "LANES", value_parser = waves)]
    pub(crate) wave: Option<Waves>,
    /// End after so many steps, each an instruction of a wave
    #[arg(long, value_name = "STEPS", default_value_t = runner::Checking::MAX_STEPS, hide_default_value = true)]
    pub(crate) max_steps: u64,
    /// Write how many lanes have run each line, function and branch to a file, in the form of lcov
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) coverage: Option<String>,
    /// Write what each line has cost in lanes and accesses to a file, as JSON
    #[arg(long, value_name = "FILE", requires = "check")]
    pub(crate) profile: Option<String>,
    /// What runs the shader: compiled, for code of LLVM, or interpreter
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
    known.map(|(_, rules)| *rules).ok_or_else(|| "they are hlsl, vulkan or vulkan-robust".to_owned())
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
    range.map(Seeds).ok_or_else(|| "it is a number, or two such as 0..64".to_owned())
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
        _ => Err("it is compiled or interpreter".to_owned()),
    }
}

/// The arguments of `run`.
#[cfg(feature = "runner")]
#[derive(clap::Args)]
#[command(after_help = CONTENTS_HELP)]
pub(crate) struct RunArguments {
    /// A shader in HLSL, or a SPIR-V module; - is the standard input
    #[arg(value_parser = path)]
    pub(crate) file: PathBuf,
    /// The entry point [default: the one that a comment or a list of the project names, main, or the only one]
    #[arg(long)]
    pub(crate) entry: Option<String>,
    /// How many workgroups to run along each axis
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = groups)]
    pub(crate) dispatch: Groups,
    /// Run only the group with this number along each axis
    #[arg(long, value_name = "X,Y,Z", value_parser = group, requires = "check")]
    pub(crate) only_group: Option<Groups>,
    /// Show so many findings, at most; all of them count
    #[arg(long, value_name = "COUNT", requires = "check")]
    pub(crate) max_findings: Option<usize>,
    /// What a binding holds; its name in the shader, or set:binding
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub(crate) bind: Vec<String>,
    /// The push constants
    #[arg(long, value_name = "CONTENTS")]
    pub(crate) push: Option<String>,
    /// A binding of which every element must be written
    #[arg(long, value_name = "NAME", requires = "check")]
    pub(crate) written: Vec<String>,
    /// What becomes of a binding afterwards: print (in the types that the shader declares), print:f32, a .png file or a
    /// file of its bytes
    #[arg(long, value_name = "NAME=TARGET")]
    pub(crate) out: Vec<String>,
    /// Print how long everything takes
    #[arg(long)]
    pub(crate) time: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) deadline: Option<f64>,
    #[command(flatten)]
    pub(crate) host: HostArguments,
    /// How the lanes of a wave run: together as vectors, or one-by-one; a number is that of lanes in a vector where the
    /// shader does not tell waves apart
    #[arg(long, value_name = "WAY", value_parser = lanes)]
    pub(crate) lanes: Option<runner::Lanes>,
    #[command(flatten)]
    pub(crate) checks: CheckArguments,
    /// The form of findings: rich, clang, msvc, json or sarif; with =FILE they go there; html=FILE for a page
    #[arg(long, value_name = "FORM[=FILE]", default_value = "rich", requires = "check")]
    pub(crate) report: String,
    /// Options for the compiler, as DXC spells them; they may stand anywhere
    #[arg(last = true, value_name = "OPTION")]
    pub(crate) options: Vec<String>,
}

#[cfg(feature = "runner")]
fn wave(text: &str) -> Result<u32, String> {
    let lanes = text.parse::<u32>().ok().filter(|lanes| lanes.is_power_of_two() && *lanes <= 128);
    lanes.ok_or_else(|| "a wave has a power of two of lanes, at most 128".to_owned())
}

#[cfg(feature = "runner")]
fn lanes(text: &str) -> Result<runner::Lanes, String> {
    match text {
        "one-by-one" => Ok(runner::Lanes::OneByOne),
        "together" => Ok(runner::Lanes::Together),
        _ => wave(text)
            .map(runner::Lanes::Vectors)
            .map_err(|_| "it is together, one-by-one or a power of two".to_owned()),
    }
}

#[cfg(feature = "runner")]
const CONTENTS_HELP: &str = "\
CONTENTS:
  zeros:64                         so many zero bytes
  uninit:64                        so many bytes that nobody has written, which --check watches; uninit:8x8 for an image
  file:data.bin                    the bytes of a file; of one that ends in .png the texels
  u32:1,2,0xff                     numbers; also i32 f32 f16 f64 u8 i8 u16 i16 u64 i64
  f32:0.5*100,1  u32:0..16         a number so many times; the integers of a range
  f32:2;u32:5                      numbers of several types, for structs
  {dt: 0.1, on: true}              members by their names; [{...}, {...}] for a buffer of structs
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
    along_axes(text, 1)
}

/// The number of a group.
#[cfg(feature = "runner")]
fn group(text: &str) -> Result<Groups, String> {
    along_axes(text, 0)
}

/// A number along each axis; so many where there is none.
#[cfg(feature = "runner")]
fn along_axes(text: &str, default: u32) -> Result<Groups, String> {
    let mut groups = [default; 3];
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

/// How many jobs run at once: 0 stands for all threads.
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
    /// Job files, folders with such, or patterns such as tests/**/*.json; docs/jobs.md says what is in them; - is the standard
    /// input
    #[arg(required = true, value_parser = path)]
    pub(crate) files: Vec<PathBuf>,
    /// Run so many jobs at once; without a number as many as the machine has threads [default: 1]
    #[arg(short, long, value_name = "COUNT", num_args = 0..=1, default_value = "1", hide_default_value = true)]
    #[arg(default_missing_value = "0", value_parser = job_count)]
    pub(crate) jobs: usize,
    /// Write what comes out into the files, where it is not what they expect
    #[arg(long)]
    pub(crate) update: bool,
    /// Run again whenever a job file, a shader or another file that was read changes
    #[arg(long)]
    pub(crate) watch: bool,
    /// Run only jobs whose file and name, as the report shows them, hold this text
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) filter: Option<String>,
    /// Print the results as JSON, an object for each job
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the results to a file, in the form of JUnit
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
