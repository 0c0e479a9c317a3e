//! For Cargo build scripts: shaders to SPIR-V files under `OUT_DIR`, and the lines that Cargo expects.
//!
//! ```no_run
//! # extern crate hlsl2spirv_library as hlsl2spirv;
//! // build.rs
//! use hlsl2spirv::TargetEnv;
//! use hlsl2spirv::build::{Build, Error, Shader};
//!
//! fn main() -> Result<(), Error> {
//!     Build::new()
//!         .include("shaders")
//!         .define("TILE", "16")
//!         .target_env(TargetEnv::Vulkan1_2)
//!         .shader("shaders/blur.hlsl", "main", "cs_6_0")
//!         .variant(Shader::new("shaders/blur.hlsl", "main", "cs_6_0").define("WIDE", "1").name("blur_wide"))
//!         .shaders_in("shaders/post", "6_0")
//!         .build()?;
//!     Ok(())
//! }
//! ```
//!
//! The program then takes the words from the file that is written for it:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! let words: &[u32] = BLUR_MAIN;
//! let wide: &[u32] = BLUR_WIDE;
//! let fog: &[u32] = FOG_PS; // shaders/post/fog.ps.hlsl
//! ```

use crate::api::compile::{Artifact, Compiler, Failure};
use crate::files::names::to_text;
use crate::files::reading;
use crate::files::staged;
use crate::pipeline::shared::Shared;
use crate::pool::{self, Pace};
use base::diag::Severity;

use ::reflect::code;
use base::target::TargetEnv;
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub use ::reflect::code::{Api, Derive, RustOptions};

/// The shaders of a crate and how they are compiled.
#[derive(Clone, Debug, Default)]
pub struct Build {
    compiler: Compiler,
    shaders: Vec<Shader>,
    /// Folders whose shaders are compiled, with the shader model.
    folders: Vec<(PathBuf, String)>,
    folder: Option<PathBuf>,
    deny_warnings: bool,
    bindings: Option<RustOptions>,
}

/// A shader of a [`Build`]: its file and entry point, and settings of its own.
#[derive(Clone, Debug)]
pub struct Shader {
    path: String,
    entry: String,
    profile: String,
    name: Option<String>,
    defines: Vec<(String, String)>,
    arguments: Vec<String>,
}

/// The reason why shaders could not be built. It formats as messages for people, also where `main` returns it.
#[non_exhaustive]
pub enum Error {
    /// Shaders have errors.
    Shaders {
        /// The messages of each.
        failures: Vec<Failure>,
        /// The lines for Cargo, which [`Build::compile`] prints.
        cargo_lines: Vec<String>,
    },
    /// Two shaders would be written under one name; [`Shader::name`] renames them.
    Clash {
        /// The name.
        name: String,
        /// The files of the two.
        paths: [String; 2],
    },
    /// A folder of shaders cannot be read.
    Read(PathBuf, std::io::Error),
    /// A file cannot be written.
    Write(PathBuf, std::io::Error),
    /// A member or resource of a shader has no form in Rust or in the library; the text names it.
    Bindings {
        /// The file of the shader.
        path: String,
        /// The failure and its reason.
        reason: String,
    },
    /// No folder was given, and `OUT_DIR` is not set: this is not a build script.
    NoFolder,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Shaders { failures, .. } => failures.iter().try_for_each(|failure| failure.fmt(f)),
            Error::Clash { name, paths: [first, second] } => {
                write!(f, "'{first}' and '{second}' would both be written as '{name}'; Shader::name tells them apart")
            }
            Error::Read(path, error) => write!(f, "cannot read the folder '{}': {error}", path.display()),
            Error::Write(path, error) => write!(f, "cannot write '{}': {error}", path.display()),
            Error::Bindings { path, reason } => write!(f, "'{path}': {reason}"),
            Error::NoFolder => f.write_str("OUT_DIR is not set; call Build::folder outside of build scripts"),
        }
    }
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Shaders { failures, .. } => failures.first().map(|failure| failure as _),
            Error::Read(_, error) | Error::Write(_, error) => Some(error),
            Error::Clash { .. } | Error::Bindings { .. } | Error::NoFolder => None,
        }
    }
}

/// The result of a build.
#[derive(Debug)]
#[non_exhaustive]
pub struct Built {
    /// The module of each shader, in the order in which they were added.
    pub modules: Vec<PathBuf>,
    /// The Rust file with a constant for each.
    pub constants: PathBuf,
    /// The lines for Cargo, which [`Build::compile`] prints.
    pub cargo_lines: Vec<String>,
}

impl Shader {
    /// A shader with the settings of its [`Build`]: its file, its entry point and its profile, such as `cs_6_0`.
    pub fn new(path: impl AsRef<Path>, entry: &str, profile: &str) -> Self {
        Shader {
            path: to_text(path.as_ref().as_os_str()).into_owned(),
            entry: entry.to_owned(),
            profile: profile.to_owned(),
            name: None,
            defines: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// Writes the module under this name, and its constant in capital letters, instead of the file's and the entry point's.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// Defines a macro for this shader.
    #[must_use]
    pub fn define(mut self, name: &str, value: &str) -> Self {
        self.defines.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds options for this shader, as the command line spells them.
    #[must_use]
    pub fn args<S: AsRef<str>>(mut self, arguments: &[S]) -> Self {
        self.arguments.extend(arguments.iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    /// The name under which the module is written.
    fn stem(&self) -> String {
        let of_file = || {
            let file = Path::new(&self.path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            format!("{file}_{}", self.entry)
        };
        self.name.clone().unwrap_or_else(of_file)
    }

    /// The name of the constant.
    fn constant(&self) -> String {
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' };
        let name: String = self.stem().chars().map(letter).collect();
        let prefix = if name.starts_with(|first: char| first.is_ascii_digit()) { "_" } else { "" };
        format!("{prefix}{name}")
    }
}

impl Build {
    /// No shaders yet, and the settings of an empty command line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder in which included files are searched.
    #[must_use]
    pub fn include(mut self, folder: impl AsRef<Path>) -> Self {
        self.compiler = self.compiler.include(folder);
        self
    }

    /// Defines a macro.
    #[must_use]
    pub fn define(mut self, name: &str, value: &str) -> Self {
        self.compiler = self.compiler.define(name, value);
        self
    }

    /// Sets the target environment.
    #[must_use]
    pub fn target_env(mut self, target: TargetEnv) -> Self {
        self.compiler = self.compiler.target_env(target);
        self
    }

    /// Changes any other setting.
    #[must_use]
    pub fn options(mut self, change: impl FnOnce(&mut crate::Options)) -> Self {
        change(self.compiler.options_mut());
        self
    }

    /// Warnings fail the build.
    #[must_use]
    pub fn deny_warnings(mut self) -> Self {
        self.deny_warnings = true;
        self
    }

    /// Writes a module beside each constant, named as it in small letters: the structs of the shader with explicit padding,
    /// its sets and bindings, entry points, specialisation constants, and layouts for a graphics library where one is
    /// asked for.
    ///
    /// ```no_run
    /// # extern crate hlsl2spirv_library as hlsl2spirv;
    /// use hlsl2spirv::build::{Api, Build, RustOptions};
    ///
    /// Build::new()
    ///     .shader("shaders/blur.hlsl", "main", "cs_6_0")
    ///     .bindings(RustOptions::default().api(Api::Ash))
    ///     .compile();
    /// ```
    #[must_use]
    pub fn bindings(mut self, options: RustOptions) -> Self {
        self.bindings = Some(options);
        self
    }

    /// Writes into this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Adds a shader: its file, its entry point and its profile, such as `cs_6_0`.
    #[must_use]
    pub fn shader(self, path: impl AsRef<Path>, entry: &str, profile: &str) -> Self {
        self.variant(Shader::new(path, entry, profile))
    }

    /// Adds a shader with settings of its own. One file may be added several times, under different names.
    #[must_use]
    pub fn variant(mut self, shader: Shader) -> Self {
        self.shaders.push(shader);
        self
    }

    /// Adds the shaders of a folder and of the folders in it: the files whose names say their stage, as in
    /// `blur.cs.hlsl`, with the entry point `main` and this shader model, such as `6_0`. The module of
    /// `post/blur.cs.hlsl` is named `post_blur_cs`, whatever other files there are.
    #[must_use]
    pub fn shaders_in(mut self, folder: impl Into<PathBuf>, shader_model: &str) -> Self {
        self.folders.push((folder.into(), shader_model.to_owned()));
        self
    }

    /// Compiles all shaders and tells Cargo about them.
    ///
    /// # Errors
    /// When a shader has errors or a file cannot be read or written. Where `main` returns the error, Cargo shows its
    /// messages.
    pub fn build(self) -> Result<Built, Error> {
        let (lines, result) = self.attempt();
        print_lines(&lines);
        result
    }

    /// Compiles all shaders and tells Cargo about them.
    ///
    /// # Panics
    /// When a shader has errors: the panic's text are its messages, which Cargo shows.
    pub fn compile(self) -> Built {
        match self.build() {
            Ok(built) => built,
            Err(error) => panic!("{error:?}"),
        }
    }

    /// Compiles all shaders. What Cargo should know is in the result; nothing is printed.
    ///
    /// # Errors
    /// When a shader has errors or a file cannot be written.
    pub fn try_compile(self) -> Result<Built, Error> {
        self.attempt().1
    }

    /// The lines for Cargo are returned in any case: after an error, too, a changed file must run the script again.
    fn attempt(mut self) -> (Vec<String>, Result<Built, Error>) {
        let mut lines = Vec::new();
        let folder = self.folder.take().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let result = match folder {
            Some(folder) => self.find_shaders(&mut lines).and_then(|()| self.build_into(&folder, &mut lines)),
            None => Err(Error::NoFolder),
        };
        let with_lines = |built: Built| Built { cargo_lines: lines.clone(), ..built };
        let result = result.map(with_lines);
        (lines, result)
    }

    /// Adds the shaders of the folders. Cargo watches the folders, as a file may be added to them.
    fn find_shaders(&mut self, lines: &mut Vec<String>) -> Result<(), Error> {
        for (folder, shader_model) in std::mem::take(&mut self.folders) {
            lines.push(format!("cargo::rerun-if-changed={}", folder.display()));
            let mut found = Vec::new();
            files_below(&folder, "", &mut found).map_err(|error| Error::Read(folder.clone(), error))?;
            for (path, name) in found {
                if let Some((stem, stage)) = stage_of(&name) {
                    let shader = Shader::new(path, "main", &format!("{stage}_{shader_model}"));
                    self.shaders.push(shader.name(&format!("{}_{stage}", stem.replace('/', "_"))));
                }
            }
        }
        let mut known: Vec<(String, &Shader)> = Vec::new();
        for shader in &self.shaders {
            let name = shader.constant();
            if let Some((name, first)) = known.iter().find(|(other, _)| *other == name) {
                return Err(Error::Clash { name: name.clone(), paths: [first.path.clone(), shader.path.clone()] });
            }
            known.push((name, shader));
        }
        Ok(())
    }

    /// All shaders are compiled, so that one build shows the errors of each.
    fn build_into(&self, folder: &Path, lines: &mut Vec<String>) -> Result<Built, Error> {
        let mut modules = Vec::new();
        let mut constants = String::new();
        let mut failures = Vec::new();
        for (shader, (result, about)) in self.shaders.iter().zip(self.compile_all(folder)) {
            about.into_iter().for_each(|line| {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            });
            let artifact = match result {
                Ok(artifact) => artifact,
                Err(failure) => {
                    failures.push(failure);
                    continue;
                }
            };
            let path = folder.join(format!("{}.spv", shader.stem()));
            write(&path, &artifact.bytes())?;
            constant(&mut constants, shader, &artifact.words);
            if let Some(options) = self.bindings {
                constants += &bindings(shader, &artifact, options)?;
            }
            modules.push(path);
        }
        if !failures.is_empty() {
            return Err(Error::Shaders { failures, cargo_lines: lines.clone() });
        }
        let path = folder.join("shaders.rs");
        write(&path, constants.as_bytes())?;
        Ok(Built { modules, constants: path, cargo_lines: Vec::new() })
    }

    /// Compiles all shaders, as many at once as cargo grants, each distinct text once. The results are in their order.
    fn compile_all(&self, folder: &Path) -> Vec<Compiled> {
        let (shared, mut all) = (Shared::default(), Vec::new());
        let work = |shader: &Shader| {
            let mut lines = Vec::new();
            let result = self.compile_one(shader, folder, &shared, &mut lines);
            ((result, lines), false)
        };
        pool::run(&self.shaders, &Pace::of_machine(true), work, |_, compiled| all.push(compiled));
        all
    }

    fn compile_one(
        &self,
        shader: &Shader,
        folder: &Path,
        shared: &Shared,
        lines: &mut Vec<String>,
    ) -> Result<Artifact, Failure> {
        let mut compiler = self.compiler.clone().entry(&shader.entry);
        compiler.options_mut().profile = Some(shader.profile.clone());
        for (name, value) in &shader.defines {
            compiler = compiler.define(name, value);
        }
        let mut compiler = compiler.args(&shader.arguments)?;
        compiler.options_mut().diagnostics.policy.warnings_are_errors |= self.deny_warnings;
        let result = compiler.compile_path(&shader.path, Some(shared), self.bindings.is_some());
        let dependencies = match &result {
            Ok(artifact) => &artifact.dependencies,
            Err(failure) => &failure.dependencies,
        };
        let folders = dependencies.absent.iter().filter_map(|path| folder_to_watch(path, folder));
        let files = dependencies.visited.iter().chain([&shader.path]).map(PathBuf::from);
        lines.extend(files.chain(folders).map(|path| format!("cargo::rerun-if-changed={}", path.display())));
        let artifact = result?;
        for message in artifact.report.messages().filter(|message| message.severity == Severity::Warning) {
            let place = message.location.map(|at| format!("{}:{}:{}: ", at.file, at.line, at.column));
            lines.push(format!("cargo::warning={}{}", place.unwrap_or_default(), message.text.replace('\n', " ")));
        }
        Ok(artifact)
    }
}

/// The result of a shader, and lines for Cargo.
type Compiled = (Result<Artifact, Failure>, Vec<String>);

/// The limit of nested folders: links may form a cycle.
const MAX_DEPTH: usize = 16;

/// The files in a folder and in those below, each with its path from there, in the order of their names.
fn files_below(folder: &Path, prefix: &str, found: &mut Vec<(PathBuf, String)>) -> std::io::Result<()> {
    let mut entries = reading::entries(folder, usize::MAX)?;
    entries.sort();
    for path in entries {
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if !path.is_dir() {
            found.push((path, name));
        } else if name.matches('/').count() < MAX_DEPTH {
            files_below(&path, &format!("{name}/"), found)?;
        }
    }
    Ok(())
}

/// The name of a file without its stage, and the stage, as in `blur.cs.hlsl`.
fn stage_of(name: &str) -> Option<(&str, &str)> {
    let (stem, stage) = name.strip_suffix(".hlsl")?.rsplit_once('.')?;
    ["vs", "hs", "ds", "gs", "ps", "cs", "ms", "as"].contains(&stage).then_some((stem, stage))
}

/// The path to watch for a missing file, since Cargo takes a missing file as changed for ever: the folder in which it,
/// or the first missing folder on the way to it, would appear. `None` when that folder also holds the outputs of the
/// build, or the whole crate: it would change with every build.
fn folder_to_watch(absent: &str, output: &Path) -> Option<PathBuf> {
    let mut folders = Path::new(absent).ancestors().skip(1);
    let folder = folders.find(|folder| folder.is_dir())?;
    let whole = folder.canonicalize().ok()?;
    let holds = |path: &Path| path.canonicalize().is_ok_and(|path| path.starts_with(&whole));
    (!holds(output) && !holds(Path::new("."))).then(|| folder.to_owned())
}

/// Words rather than bytes, so that their alignment is right.
fn constant(out: &mut String, shader: &Shader, words: &[u32]) {
    let _ = writeln!(out, "/// The SPIR-V of `{}` in `{}`.", shader.entry, shader.path.replace('\n', " "));
    let words: Vec<_> = words.iter().map(|word| format!("0x{word:x}")).collect();
    let _ = writeln!(out, "pub const {}: &[u32] = &[{}];", shader.constant(), words.join(","));
}

/// The module with a shader's structs and bindings.
fn bindings(shader: &Shader, artifact: &Artifact, options: RustOptions) -> Result<String, Error> {
    let refuse = |reason: String| Error::Bindings { path: shader.path.clone(), reason };
    let found = artifact.reflection().map_err(|error| refuse(error.to_string()))?;
    let code = code::rust(&found, options).map_err(|error| refuse(error.to_string()))?;
    let mut name = shader.constant().to_ascii_lowercase();
    if code::is_reserved_in_rust(&name) {
        name.push('_');
    }
    let path = shader.path.replace('\n', " ");
    Ok(format!("/// Structs and bindings of `{}` in `{path}`.\npub mod {name} {{\n{code}}}\n", shader.entry))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    staged::write_if_changed(path, bytes).map_err(|error| Error::Write(path.to_owned(), error))
}

#[allow(clippy::print_stdout, reason = "this is how a build script talks to Cargo")]
fn print_lines(lines: &[String]) {
    for line in lines {
        println!("{line}");
    }
}
