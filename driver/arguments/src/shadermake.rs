//! The command line: ShaderMake's, and a few options beyond it.

use crate::path;
use clap::ValueEnum;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The language that compiled shaders are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Platform {
    #[value(name = "DXBC")]
    Dxbc,
    #[value(name = "DXIL")]
    Dxil,
    #[value(name = "SPIRV")]
    Spirv,
}

/// The rules for the layout of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemoryLayout {
    Dx,
    Gl,
    Scalar,
}

/// Arguments of `shadermake`.
#[derive(clap::Args)]
#[command(args_override_self = true)]
pub struct ShaderMakeArguments {
    /// The language of the modules; SPIRV alone is made here
    #[arg(short, long, value_enum)]
    pub platform: Platform,
    /// The list of shaders
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub config: PathBuf,
    /// The folder for outputs
    #[arg(short, long, value_name = "FOLDER", value_parser = path)]
    pub out: PathBuf,
    /// Write a file for each permutation
    #[arg(short, long)]
    pub binary: bool,
    /// Write a C header for each permutation
    #[arg(long)]
    pub header: bool,
    /// Write a file with all permutations of a shader
    #[arg(short = 'B', long = "binaryBlob")]
    pub binary_blob: bool,
    /// Write a C header with all permutations of a shader
    #[arg(short = 'H', long = "headerBlob")]
    pub header_blob: bool,
    /// Ignored: this program is the compiler
    #[arg(long, value_name = "FILE")]
    compiler: Option<String>,

    /// The shader model of lines that name none
    #[arg(short = 'm', long = "shaderModel", value_name = "MAJOR_MINOR", default_value = "6_5", value_parser = shader_model)]
    pub shader_model: ShaderModel,
    /// The level of optimisation, 0 to 3
    #[arg(short = 'O', long = "optimization", value_name = "LEVEL", default_value_t = 3)]
    pub optimization: u32,
    /// Options for the compiler
    #[arg(short = 'X', long = "compilerOptions", value_name = "OPTIONS", allow_hyphen_values = true)]
    pub compiler_options: Vec<String>,
    /// Warnings are errors
    #[arg(long = "WX")]
    pub warnings_are_errors: bool,
    /// -all_resources_bound
    #[arg(long = "allResourcesBound")]
    pub all_resources_bound: bool,
    /// Write debug information
    #[arg(long = "PDB")]
    pub pdb: bool,
    /// Write debug information
    #[arg(long = "embedPDB")]
    pub embed_pdb: bool,
    /// Ignored: modules have no reflection
    #[arg(long = "stripReflection")]
    strip_reflection: bool,
    /// Matrices are in row-major order
    #[arg(long = "matrixRowMajor")]
    pub matrix_row_major: bool,
    /// HLSL 2021
    #[arg(long)]
    pub hlsl2021: bool,
    /// Refused: the sources are in Slang
    #[arg(long)]
    pub slang: bool,
    /// Refused: the compiler is Slang's
    #[arg(long = "slangHLSL")]
    pub slang_hlsl: bool,

    /// A folder in which included files are searched
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    pub include: Vec<String>,
    /// A macro, M or M=VALUE
    #[arg(short = 'D', long = "define", value_name = "MACRO", allow_hyphen_values = true)]
    pub define: Vec<String>,

    /// Compile everything anew
    #[arg(short, long)]
    pub force: bool,
    /// The name in progress lines
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub project: String,
    /// The folder of the sources
    #[arg(long = "sourceDir", value_name = "FOLDER", default_value = "", hide_default_value = true)]
    pub source_dir: String,
    /// An included file whose changes do not matter, as it is spelt
    #[arg(long = "relaxedInclude", value_name = "FILE")]
    pub relaxed_include: Vec<String>,
    /// The extension of outputs
    #[arg(long = "outputExt", value_name = "EXTENSION", default_value = ".spirv")]
    pub output_ext: String,
    /// Compile one shader at a time
    #[arg(long)]
    pub serial: bool,
    /// Leave the folders of sources out of the names of outputs
    #[arg(long)]
    pub flatten: bool,
    /// Go on after a failure
    #[arg(long = "continue")]
    pub keep_going: bool,
    /// Print in colour
    #[arg(long)]
    pub colorize: bool,
    /// Print the command line of each permutation
    #[arg(long)]
    pub verbose: bool,
    /// Ignored: no process is started that could fail
    #[arg(long = "retryCount", value_name = "COUNT")]
    retry_count: Option<u32>,
    /// Relative folders count from the current one, not from that of the list
    #[arg(long = "ignoreConfigDir")]
    pub ignore_config_dir: bool,
    /// Print a line for each tenth alone
    #[arg(long = "compactProgress")]
    pub compact_progress: bool,

    /// The rules for the layout of buffers
    #[arg(long = "vulkanMemoryLayout", value_name = "RULES", value_enum)]
    pub vulkan_memory_layout: Option<MemoryLayout>,
    /// The version of Vulkan
    #[arg(long = "vulkanVersion", value_name = "VERSION", default_value = "1.3")]
    pub vulkan_version: String,
    /// An extension of SPIR-V that is permitted
    #[arg(long = "spirvExt", value_name = "EXTENSION")]
    pub spirv_ext: Vec<String>,
    /// The shift of registers of samplers
    #[arg(long = "sRegShift", value_name = "NUMBER", default_value_t = 100)]
    pub s_reg_shift: u32,
    /// The shift of registers of textures
    #[arg(long = "tRegShift", value_name = "NUMBER", default_value_t = 200)]
    pub t_reg_shift: u32,
    /// The shift of registers of constant buffers
    #[arg(long = "bRegShift", value_name = "NUMBER", default_value_t = 300)]
    pub b_reg_shift: u32,
    /// The shift of registers of unordered access views
    #[arg(long = "uRegShift", value_name = "NUMBER", default_value_t = 400)]
    pub u_reg_shift: u32,
    /// Do not shift registers
    #[arg(long = "noRegShifts")]
    pub no_reg_shifts: bool,

    /// Compile the given number of permutations at once (not an option of ShaderMake)
    #[arg(long, value_name = "COUNT")]
    pub jobs: Option<NonZeroUsize>,
    /// The record of what was made of what [default: .hlsl2spirv.json in the folder for outputs] (not an option of ShaderMake)
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub manifest: Option<PathBuf>,
    /// Write a rule for make and Ninja with all files that were read (not an option of ShaderMake)
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub depfile: Option<PathBuf>,
    /// Print the command lines and compile nothing (not an option of ShaderMake)
    #[arg(long)]
    pub list: bool,
}

/// A shader model such as 6.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShaderModel(pub u32, pub u32);

/// Reads `6_5`: numbers of at most four digits.
pub fn shader_model(text: &str) -> Result<ShaderModel, String> {
    let number = |digits: &str| {
        let is_number = (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten()
    };
    let parts = text.split_once('_').and_then(|(major, minor)| Some(ShaderModel(number(major)?, number(minor)?)));
    parts.ok_or_else(|| format!("invalid shader model '{text}': expected two numbers, such as 6_5"))
}

impl ShaderMakeArguments {
    /// Refuses what is not made here.
    ///
    /// # Errors
    /// With the reason.
    pub fn check(&self) -> Result<(), String> {
        if self.platform != Platform::Spirv {
            return Err("DXBC and DXIL are not supported; use SPIRV".to_owned());
        }
        if self.slang || self.slang_hlsl {
            return Err("--slang and --slangHLSL are not supported".to_owned());
        }
        if !(self.binary || self.header || self.binary_blob || self.header_blob) {
            return Err("one of --binary, --header, --binaryBlob and --headerBlob is required".to_owned());
        }
        Ok(())
    }

    /// Returns whether the permutations of a shader go into one file.
    pub fn makes_blobs(&self) -> bool {
        self.binary_blob || self.header_blob
    }
}
