//! The arguments of `reflect`.

use super::path;
use sema::layout::Rule;
use std::path::PathBuf;

/// The arguments of `reflect`.
#[derive(clap::Args)]
#[command(override_usage = "hlsl2spirv reflect [OPTIONS] [OPTIONS OF THE COMPILER] <FILE>")]
pub struct ReflectArguments {
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ReflectFormat::Text)]
    pub format: ReflectFormat,
    /// Derives of Rust structs
    #[arg(long, value_name = "TRAITS", value_enum, default_value_t = ReflectDerive::Bytemuck)]
    pub derive: ReflectDerive,
    /// Also write layouts for this Rust library
    #[arg(long, value_name = "LIBRARY", value_enum)]
    pub api: Option<ReflectApi>,
    /// Output file [default: standard output]
    #[arg(short, value_name = "FILE", value_parser = path)]
    pub output: Option<PathBuf>,
    /// Show one struct of an HLSL shader under several layout rules, side by side, and exit
    #[arg(long, value_name = "STRUCT", conflicts_with = "link")]
    pub layout: Option<String>,
    /// Layout rules: std140, std430, relaxed-std140, relaxed-std430, dx, dx-structured, scalar
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule)]
    #[arg(default_value = "relaxed-std140,relaxed-std430,dx,scalar")]
    pub rule: Vec<Rule>,
    /// Describe all declarations of an HLSL shader, used or not; no entry point is required
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub declared: bool,
    /// Describe all structs of an HLSL shader under a layout rule, used in buffers or not
    #[arg(long, value_name = "RULE", value_parser = rule, conflicts_with_all = ["link", "layout", "declared"])]
    pub all_structs: Option<Rule>,
    /// Omit source locations of declarations
    #[arg(long, conflicts_with_all = ["link", "layout"])]
    pub no_spans: bool,
    /// Prefix of struct and enumeration names in code
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub prefix: String,
    /// Rename structs, their members, and enumerations in code
    #[arg(long, value_name = "OLD[.MEMBER]=NEW,...", value_delimiter = ',', value_parser = renaming)]
    pub rename: Vec<(String, String)>,
    /// Check the interfaces between pipeline stages, and merge their descriptor sets; entry point and
    /// profile of an HLSL shader, or the entry point of a module, follow its name
    #[arg(long, value_name = "FILE[:ENTRY][:PROFILE]", num_args = 1..)]
    pub link: Vec<String>,
    /// Print the schema of the JSON documents, and exit
    #[arg(long)]
    pub schema: bool,
    /// HLSL shader or SPIR-V module, and compiler options
    #[arg(last = true, value_name = "FILE")]
    pub compilation: Vec<String>,
}

/// The form in which `reflect` says what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReflectFormat {
    /// Human-readable tables
    Text,
    /// JSON; --schema prints its schema
    Json,
    /// Structs with explicit padding and asserted offsets, bindings, entry points
    Rust,
    /// A header for C11 and C++11
    C,
    /// Another name of c
    #[value(name = "c++")]
    Cpp,
    /// NumPy dtypes, bindings
    Python,
    /// Python ctypes structs, bindings
    Ctypes,
}

/// A graphics library for Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReflectApi {
    /// ash 0.38
    Ash,
    /// vulkano 0.35
    Vulkano,
    /// wgpu 30
    Wgpu,
}

/// The derives of Rust structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReflectDerive {
    /// bytemuck's Pod and Zeroable, with its features derive and min_const_generics
    Bytemuck,
    /// No traits of other crates
    None,
}

fn renaming(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').filter(|(old, new)| !old.is_empty() && !new.is_empty());
    named.map(|(old, new)| (old.to_owned(), new.to_owned())).ok_or_else(|| "expected OLD=NEW".to_owned())
}

fn rule(name: &str) -> Result<Rule, String> {
    let names = || Rule::NAMED.map(Rule::name).join(", ");
    Rule::NAMED.into_iter().find(|rule| rule.name() == name).ok_or_else(|| format!("expected one of {}", names()))
}
