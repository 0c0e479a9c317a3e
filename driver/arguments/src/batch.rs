//! The arguments of `batch`.

use super::path;
use crate::shard::Shard;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The arguments of `batch`.
#[derive(clap::Args)]
pub struct BatchArguments {
    /// Files with one command line per line, or compilation databases (compile_commands.json); - is
    /// standard input
    #[arg(required = true, value_name = "LIST", value_parser = path)]
    pub lists: Vec<PathBuf>,
    /// Number of parallel compilations [default: the job slots of GNU make, or the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    pub jobs: Option<NonZeroUsize>,
    /// Continue after a failure
    #[arg(short, long)]
    pub keep_going: bool,
    /// Skip command lines whose inputs and outputs have not changed since the run recorded in this file
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub manifest: Option<PathBuf>,
    /// Write a dependency file for make and Ninja with all files read; its target is the stamp or the first output
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub depfile: Option<PathBuf>,
    /// List of files that the build system declares as inputs, one per line
    #[arg(long, value_name = "FILE", value_parser = path, requires = "unused_inputs")]
    pub declared_inputs: Option<PathBuf>,
    /// Write the declared inputs that were not read to this file, for Bazel's unused_inputs_list
    #[arg(long, value_name = "FILE", value_parser = path, requires = "declared_inputs")]
    pub unused_inputs: Option<PathBuf>,
    /// Write this empty file if all command lines succeed
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub stamp: Option<PathBuf>,
    /// Format of diagnostics: clang, msvc, vi, rich, json or sarif. The last two are one document, written to FILE if
    /// specified
    #[arg(long, value_name = "FORM[=FILE]")]
    pub report: Option<String>,
    /// Compile one shard, such as 1/4; the names of the outputs determine the shard
    #[arg(long, value_name = "PART", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Print the command lines without compiling
    #[arg(long)]
    pub list: bool,
    /// Write all command lines to a compilation database, for editors
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub compile_commands: Option<PathBuf>,
    /// Compile only the command lines whose macros satisfy this condition, an expression as after #if
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Print the messages of each combination of sets, instead of each message once with its condition
    #[arg(long)]
    pub each: bool,
    /// Write all distinct modules and the index from macros to modules to this file, instead of the outputs
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with_all = ["manifest", "list", "variants", "unpack"])]
    pub pack: Option<PathBuf>,
    /// Write the outputs from this pack without compiling
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with_all = ["manifest", "list", "variants"])]
    pub unpack: Option<PathBuf>,
    /// Take modules of earlier runs from this folder or server (http://host:port/path, https://, grpc:// or grpcs://), and keep new
    /// ones there
    #[arg(long, value_name = "FOLDER|URL", value_parser = path, conflicts_with_all = ["variants", "unpack", "list"])]
    pub cache: Option<PathBuf>,
    /// Do not write to --cache
    #[arg(long, requires = "cache")]
    pub cache_read: bool,
    /// Compile one in NUMBER modules of the cache again, and fail if it differs
    #[arg(long, value_name = "NUMBER", requires = "cache", value_parser = clap::value_parser!(u64).range(1..))]
    pub cache_verify: Option<u64>,
    /// Take only what was written with the secret in this file
    #[arg(long, value_name = "FILE", value_parser = path, requires = "cache")]
    pub cache_key: Option<PathBuf>,
    /// Authenticate with the server of --cache by the login in this file, user:password or a bearer token [default: $HLSL2SPIRV_CACHE_LOGIN]
    #[arg(long, value_name = "FILE", value_parser = path, requires = "cache")]
    pub cache_login: Option<PathBuf>,
    /// Limit of the size of the folder of --cache in MiB
    #[arg(long, value_name = "MIB", requires = "cache", default_value_t = 5120)]
    pub cache_limit: u64,
    /// Compile on the workers of this server of Bazel's remote-execution API (grpc://host:port/instance or grpcs://)
    #[arg(long, value_name = "URL", conflicts_with_all = ["variants", "unpack", "list"])]
    pub execute: Option<String>,
    /// Use the compiler at this path on the workers, instead of sending this one. It must be the same build
    #[arg(long, value_name = "PATH", requires = "execute", value_parser = path)]
    pub execute_compiler: Option<PathBuf>,
    /// Require this property of workers, such as OSFamily=linux
    #[arg(long, value_name = "NAME=VALUE", requires = "execute", value_parser = property)]
    pub execute_property: Vec<(String, String)>,
    /// Limit of the command lines of one action
    #[arg(long, value_name = "NUMBER", requires = "execute", default_value = "32")]
    pub execute_lines: NonZeroUsize,
    /// Limit of actions at the same time
    #[arg(long, value_name = "NUMBER", requires = "execute", default_value = "64")]
    pub execute_jobs: NonZeroUsize,
    /// Limit of the time of one action; it may wait as long for a worker
    #[arg(long, value_name = "SECONDS", requires = "execute", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub execute_timeout: u64,
    /// Authenticate with the server of --execute by the login in this file, user:password or a bearer token [default: $HLSL2SPIRV_CACHE_LOGIN]
    #[arg(long, value_name = "FILE", value_parser = path, requires = "execute")]
    pub execute_login: Option<PathBuf>,
    /// Write distinct modules and messages to this folder, instead of the outputs: what --execute runs on workers
    #[arg(long, value_name = "FOLDER", value_parser = path, conflicts_with_all = ["manifest", "list", "variants", "pack", "unpack", "execute"])]
    pub results: Option<PathBuf>,
    /// Write no outputs, and print how many distinct modules the macros of each shader make and which macros matter, as text or
    /// json
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", conflicts_with_all = ["manifest", "list"])]
    pub variants: Option<VariantsForm>,
    /// Compile this many combinations of the sets of a line at most for --variants: those that differ in what is looked up, or a
    /// sample
    #[arg(long, value_name = "NUMBER", requires = "variants", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1 << 22))]
    pub limit: u64,
    /// Add the keywords of #pragma multi_compile and shader_feature in this file as sets to the command lines whose input it is
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub keywords: Vec<PathBuf>,
}

fn property(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = pair.ok_or("expected NAME=VALUE, such as OSFamily=linux")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The form of a report about variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum VariantsForm {
    Text,
    Json,
}
