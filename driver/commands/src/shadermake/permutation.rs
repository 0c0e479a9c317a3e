//! The permutations of a list: the command line and the outputs of each.

use super::config::Row;
use super::names;
use arguments::shadermake::{MemoryLayout, ShaderMakeArguments, ShaderModel};
use library::files::names::{to_path, to_text};
use library::files::response;
use std::path::{Path, PathBuf};

/// A permutation of a shader.
#[derive(Debug)]
pub(super) struct Permutation {
    /// The number of its line in the list, from 1.
    pub(super) line: usize,
    /// The source as the list has it.
    pub(super) source: String,
    pub(super) entry: String,
    /// Its macros, by which a blob has it.
    pub(super) key: String,
    /// The path of the shader's outputs, without the extension.
    pub(super) shader: String,
    /// The path of its own outputs, without the extension.
    pub(super) path: String,
    /// The command line of the compiler, without outputs.
    pub(super) arguments: Vec<String>,
}

/// The spaces of registers that are shifted.
const SPACES: u32 = 8;
/// The first shader model with types of 16 bits.
const HALVES: ShaderModel = ShaderModel(6, 2);

/// The folders that names in a list and on the command line count from.
pub(super) struct Folders {
    sources: PathBuf,
    includes: Vec<String>,
}

impl Folders {
    pub(super) fn new(arguments: &ShaderMakeArguments) -> std::io::Result<Self> {
        let current = std::env::current_dir()?;
        let config = current.join(&arguments.config);
        let base = match config.parent() {
            Some(folder) if !arguments.ignore_config_dir => folder,
            _ => &current,
        };
        let include = |folder: &String| text(&base.join(to_path(folder)));
        let includes = arguments.include.iter().map(include).collect();
        Ok(Folders { sources: base.join(to_path(&arguments.source_dir)), includes })
    }
}

fn text(path: &Path) -> String {
    to_text(path.as_os_str()).into_owned()
}

impl Permutation {
    pub(super) fn new(row: Row, arguments: &ShaderMakeArguments, folders: &Folders) -> Self {
        let key = names::key(&row.defines);
        let out = match &row.folder {
            Some(folder) => arguments.out.join(to_path(folder)),
            None => arguments.out.clone(),
        };
        let shader = text(&out.join(to_path(&names::shader(&row, arguments.flatten))));
        let path = format!("{shader}{}", names::tail(&key));
        let arguments = command_line(&row, arguments, folders);
        Permutation { line: row.line, source: row.source, entry: row.entry, key, shader, path, arguments }
    }
}

/// The command line that ShaderMake would run, without the output.
fn command_line(row: &Row, arguments: &ShaderMakeArguments, folders: &Folders) -> Vec<String> {
    let mut line = Line::default();
    let model = row.model.unwrap_or(arguments.shader_model);
    let ShaderModel(major, minor) = model;
    line.flag(true, "-nologo");
    line.pair("-T", &format!("{}_{major}_{minor}", row.profile));
    line.pair("-E", &row.entry);
    row.defines.iter().chain(&arguments.define).for_each(|define| line.pair("-D", define));
    folders.includes.iter().for_each(|folder| line.pair("-I", folder));
    let level = row.optimization.unwrap_or(arguments.optimization);
    line.flag(true, ["-Od", "-O1", "-O2", "-O3"][level.min(3) as usize]);
    line.flag(model >= HALVES, "-enable-16bit-types");
    line.flag(arguments.warnings_are_errors, "-WX");
    line.flag(arguments.all_resources_bound, "-all_resources_bound");
    line.flag(arguments.matrix_row_major, "-Zpr");
    if arguments.hlsl2021 {
        line.pair("-HV", "2021");
    }
    let is_debugged = arguments.pdb || arguments.embed_pdb;
    line.flag(is_debugged, "-Zi");
    line.flag(is_debugged, "-Zsb");
    line.flag(arguments.embed_pdb, "-Qembed_debug");
    spirv(&mut line, arguments);
    for options in arguments.compiler_options.iter().chain(&row.options) {
        line.0.extend(response::words(options));
    }
    line.0.push(text(&folders.sources.join(to_path(&row.source))));
    line.0
}

/// The options for SPIR-V.
fn spirv(line: &mut Line, arguments: &ShaderMakeArguments) {
    line.flag(true, "-spirv");
    line.0.push(format!("-fspv-target-env=vulkan{}", arguments.vulkan_version));
    if let Some(layout) = arguments.vulkan_memory_layout {
        line.flag(
            true,
            match layout {
                MemoryLayout::Dx => "-fvk-use-dx-layout",
                MemoryLayout::Gl => "-fvk-use-gl-layout",
                MemoryLayout::Scalar => "-fvk-use-scalar-layout",
            },
        );
    }
    let extensions = ["SPV_EXT_descriptor_indexing", "KHR"].map(str::to_owned);
    line.0.extend(extensions.iter().chain(&arguments.spirv_ext).map(|name| format!("-fspv-extension={name}")));
    if arguments.no_reg_shifts {
        return;
    }
    let shifts = [
        ("-fvk-s-shift", arguments.s_reg_shift),
        ("-fvk-t-shift", arguments.t_reg_shift),
        ("-fvk-b-shift", arguments.b_reg_shift),
        ("-fvk-u-shift", arguments.u_reg_shift),
    ];
    for space in 0..SPACES {
        for (option, shift) in shifts {
            line.0.extend([option.to_owned(), shift.to_string(), space.to_string()]);
        }
    }
}

/// A command line as it grows.
#[derive(Default)]
struct Line(Vec<String>);

impl Line {
    fn flag(&mut self, given: bool, option: &str) {
        self.0.extend(given.then(|| option.to_owned()));
    }

    fn pair(&mut self, option: &str, value: &str) {
        self.0.extend([option.to_owned(), value.to_owned()]);
    }
}
