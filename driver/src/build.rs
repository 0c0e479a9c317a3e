//! For Cargo build scripts: shaders to SPIR-V files under `OUT_DIR`, and the lines that Cargo wants to see.
//!
//! ```no_run
//! // In `main` of build.rs.
//! hlsl2spirv::build::Build::new()
//!     .include("shaders")
//!     .define("TILE", "16")
//!     .target_env("vulkan1.2")
//!     .shader("shaders/blur.hlsl", "main", "cs_6_0")
//!     .compile();
//! ```
//!
//! The program then takes the words from the file that is written for it:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! let words: &[u32] = BLUR_MAIN;
//! ```

use crate::compile::{Artifact, Compiler, Failure};
use crate::files;
use base::diag::Severity;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The shaders of a crate and how they are compiled.
#[derive(Clone, Debug, Default)]
pub struct Build {
    compiler: Compiler,
    shaders: Vec<Shader>,
    folder: Option<PathBuf>,
    deny_warnings: bool,
}

#[derive(Clone, Debug)]
struct Shader {
    path: String,
    entry: String,
    profile: String,
}

/// Why shaders could not be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Shaders have errors.
    Shaders {
        /// What is wrong with each of them.
        failures: Vec<Failure>,
        /// The lines for Cargo, which [`Build::compile`] prints.
        cargo_lines: Vec<String>,
    },
    /// A file cannot be written.
    Write(PathBuf, std::io::Error),
    /// No folder was given, and `OUT_DIR` is not set: this is no build script.
    NoFolder,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Shaders { failures, .. } => failures.iter().try_for_each(|failure| failure.fmt(f)),
            Error::Write(path, error) => write!(f, "cannot write '{}': {error}", path.display()),
            Error::NoFolder => f.write_str("OUT_DIR is not set; call Build::folder outside of build scripts"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Shaders { failures, .. } => failures.first().map(|failure| failure as _),
            Error::Write(_, error) => Some(error),
            Error::NoFolder => None,
        }
    }
}

/// What was built.
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

    /// Sets the target environment: a `TargetEnv`, or a text such as `vulkan1.2`.
    #[must_use]
    pub fn target_env(mut self, name: impl std::fmt::Display) -> Self {
        self.compiler = self.compiler.target_env(name);
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

    /// Writes into this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Adds a shader: its file, its entry point and its profile, such as `cs_6_0`.
    #[must_use]
    pub fn shader(mut self, path: impl AsRef<Path>, entry: &str, profile: &str) -> Self {
        let path = path.as_ref().to_string_lossy().into_owned();
        self.shaders.push(Shader { path, entry: entry.to_owned(), profile: profile.to_owned() });
        self
    }

    /// Compiles all shaders and tells Cargo about them.
    ///
    /// # Panics
    /// When a shader has errors: the panic's text are its messages, which Cargo shows.
    pub fn compile(self) -> Built {
        let (lines, result) = self.build();
        print_lines(&lines);
        match result {
            Ok(built) => built,
            Err(error) => panic!("\n{error}"),
        }
    }

    /// Compiles all shaders. What Cargo should know stands in the result; nothing is printed.
    ///
    /// # Errors
    /// When a shader has errors or a file cannot be written.
    pub fn try_compile(self) -> Result<Built, Error> {
        self.build().1
    }

    /// The lines for Cargo come back in any case: after an error, too, a changed file must start the script again.
    fn build(mut self) -> (Vec<String>, Result<Built, Error>) {
        let mut lines = Vec::new();
        let folder = self.folder.take().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let result = match folder {
            Some(folder) => self.build_into(&folder, &mut lines),
            None => Err(Error::NoFolder),
        };
        let with_lines = |built: Built| Built { cargo_lines: lines.clone(), ..built };
        let result = result.map(with_lines);
        (lines, result)
    }

    /// All shaders are compiled, so that one build shows what is wrong with each of them.
    fn build_into(&self, folder: &Path, lines: &mut Vec<String>) -> Result<Built, Error> {
        let mut modules = Vec::new();
        let mut constants = String::new();
        let mut failures = Vec::new();
        for shader in &self.shaders {
            let artifact = match self.build_one(shader, folder, lines) {
                Ok(artifact) => artifact,
                Err(failure) => {
                    failures.push(failure);
                    continue;
                }
            };
            let path = folder.join(format!("{}.spv", shader.stem()));
            write(&path, &artifact.bytes())?;
            constant(&mut constants, shader, &artifact.words);
            modules.push(path);
        }
        if !failures.is_empty() {
            return Err(Error::Shaders { failures, cargo_lines: lines.clone() });
        }
        let path = folder.join("shaders.rs");
        write(&path, constants.as_bytes())?;
        Ok(Built { modules, constants: path, cargo_lines: Vec::new() })
    }

    fn build_one(&self, shader: &Shader, folder: &Path, lines: &mut Vec<String>) -> Result<Artifact, Failure> {
        let mut compiler = self.compiler.clone().profile(&shader.profile).entry(&shader.entry);
        compiler.options_mut().diagnostics.policy.warnings_are_errors |= self.deny_warnings;
        let result = compiler.compile_file(&shader.path);
        let dependencies = match &result {
            Ok(artifact) => &artifact.dependencies,
            Err(failure) => &failure.dependencies,
        };
        let folders = dependencies.absent.iter().filter_map(|path| folder_to_watch(path, folder));
        let files = dependencies.visited.iter().chain([&shader.path]).map(PathBuf::from);
        for path in files.chain(folders) {
            let line = format!("cargo::rerun-if-changed={}", path.display());
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let artifact = result?;
        for message in artifact.report.messages().filter(|message| message.severity == Severity::Warning) {
            let place = message.location.map(|at| format!("{}:{}:{}: ", at.file, at.line, at.column));
            lines.push(format!("cargo::warning={}{}", place.unwrap_or_default(), message.text.replace('\n', " ")));
        }
        Ok(artifact)
    }
}

impl Shader {
    /// The name under which the module is written: the file's and the entry point's.
    fn stem(&self) -> String {
        let file =
            Path::new(&self.path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        format!("{file}_{}", self.entry)
    }
}

/// What to watch for a file that was looked for in vain, as Cargo takes a missing file as changed for ever: the folder in
/// which it, or the first missing folder on the way to it, would appear. Nothing when that folder also holds what the
/// build itself writes, or the whole crate: it would change with every build.
fn folder_to_watch(absent: &str, output: &Path) -> Option<PathBuf> {
    let mut folders = Path::new(absent).ancestors().skip(1);
    let folder = folders.find(|folder| folder.is_dir())?;
    let whole = folder.canonicalize().ok()?;
    let holds = |path: &Path| path.canonicalize().is_ok_and(|path| path.starts_with(&whole));
    (!holds(output) && !holds(Path::new("."))).then(|| folder.to_owned())
}

/// Words rather than bytes, so that their alignment is right.
fn constant(out: &mut String, shader: &Shader, words: &[u32]) {
    let letter = |character: char| if character.is_ascii_alphanumeric() { character.to_ascii_uppercase() } else { '_' };
    let name: String = shader.stem().chars().map(letter).collect();
    let prefix = if name.starts_with(|first: char| first.is_ascii_digit()) { "_" } else { "" };
    let _ = writeln!(out, "/// The SPIR-V of `{}` in `{}`.", shader.entry, shader.path.replace('\n', " "));
    let words: Vec<_> = words.iter().map(|word| format!("0x{word:x}")).collect();
    let _ = writeln!(out, "pub const {prefix}{name}: &[u32] = &[{}];", words.join(","));
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::write_if_changed(path, bytes).map_err(|error| Error::Write(path.to_owned(), error))
}

#[allow(clippy::print_stdout, reason = "this is how a build script talks to Cargo")]
fn print_lines(lines: &[String]) {
    for line in lines {
        println!("{line}");
    }
}
