//! Kernels on the CPU: common parts of `run`, `test` and the tests around the runner.
//!
//! [`contents`] parses contents of bindings, [`element`] knows the types of numbers, [`resources`] makes and binds contents,
//! [`compare`] compares results with expected ones, [`run_differences`] those of several runs, [`checked`] shows the findings
//! of a checked run, [`page`] writes them as HTML, [`members`] knows structs by the names of their members, [`picture`] image
//! files, [`levels`] the levels of images, [`scenes`] acceleration structures, [`textures`] images of several files,
//! [`sampler_states`] samplers with states in the source, [`specialization`] constants of a command line, [`cache`] the folder of compiled code. The runner runs kernels.

pub mod cache;
pub mod checked;
pub mod compare;
pub mod contents;
pub mod element;
pub(crate) mod heaps;
pub(crate) mod levels;
pub mod members;
pub mod page;
pub mod picture;
pub mod registers;
pub mod resources;
pub mod run_differences;
pub mod sampler_states;
pub mod scenes;
pub mod specialization;
pub(crate) mod textures;

use abi::LowerError;
use base::clock::Moment;
use frontend::language::{STAGES, Stage};
use library::files::names::to_text;
use library::files::reading;
use library::options::args::{self, Parsed};
use library::pipeline::llvm_ir;
use library::{Compiler, Failure};
use runner::{Error, Host, Module, Options, deadline};
use sampler_states::{Samplers, WithoutStates};
use std::path::Path;
use std::time::Duration;

/// The advice where registers of several kinds, which Direct3D numbers separately, get the same binding.
pub const SHIFTS: &str = "use -fvk-b-shift, -fvk-t-shift, -fvk-s-shift and -fvk-u-shift to separate register classes";

/// The reason why a kernel did not run.
#[derive(Debug)]
pub enum Problem {
    /// The shader does not compile.
    Compile(Box<Failure>),
    /// The module does not run.
    Run(Error),
    /// Anything else, in words.
    Other(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Compile(failure) => failure.fmt(f),
            Problem::Run(error) => {
                error.fmt(f)?;
                if matches!(error, Error::Twice { .. } | Error::Lower(LowerError::Overlap { .. })) {
                    write!(f, "; {SHIFTS}")?;
                }
                Ok(())
            }
            Problem::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Problem {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Problem::Compile(failure) => Some(failure),
            Problem::Run(error) => Some(error),
            Problem::Other(_) => None,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem::Run(error)
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Problem::Other(text)
    }
}

/// The deadline of a command or a job.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Moment,
    limit: Option<Duration>,
}

impl Clock {
    /// A clock that starts now; it never expires without a limit, or with one beyond the range of clocks.
    pub fn start(limit: Option<f64>) -> Self {
        Clock { start: Moment::now(), limit: limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) }
    }

    /// The remaining time.
    pub fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()))
    }

    /// Does uninterruptible work, and gives up at the deadline.
    ///
    /// # Errors
    /// When the deadline has passed.
    pub fn within<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        Ok(deadline::within(self.left(), work)?)
    }
}

/// LLVM from a file or from its usual places, with this many threads or all.
#[allow(unsafe_code, reason = "the caller of the command chooses what it loads, as with its options for the loader")]
pub fn host(library: Option<&Path>, threads: Option<usize>) -> Host {
    match (library, threads) {
        // SAFETY: the caller of the command names the file with his own rights, and is told to name an LLVM.
        (Some(library), _) => unsafe { Host::with_library(library.to_owned(), threads) },
        (None, Some(threads)) => Host::with_threads(threads),
        (None, None) => Host::new(),
    }
}

/// The profile of a shader whose options name none.
pub const PROFILE: &str = "cs_6_0";
/// The environment that shaders are compiled for to run here where nothing else is said: the first with all stages, and
/// whose `discard` leaves a helper, as Direct3D has it.
pub const ENVIRONMENT: &str = "vulkan1.3";

/// A module to run.
pub struct Source {
    /// The words of the module.
    pub words: Vec<u32>,
    /// The files that were read for it.
    pub files: Vec<String>,
    /// The compiler's warnings, as it prints them.
    pub warnings: String,
    /// The samplers with states in the source.
    pub samplers: Samplers,
}

/// The words of a file: a module, or a shader compiled with the settings for its name and its text.
///
/// # Errors
/// When the file cannot be read or does not compile.
pub fn words(
    path: &Path,
    entry: Option<&str>,
    settings: impl FnOnce(&str, &str) -> Result<Parsed, Problem>,
) -> Result<Source, Problem> {
    let name = to_text(path.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    let files = vec![name.clone().into_owned()];
    let alone = |words| Source { words, files, warnings: String::new(), samplers: Samplers::new() };
    if let Some(mut words) = reading::module(&name, &bytes).map_err(unreadable)? {
        heaps::separate(&mut words).map_err(Error::from)?;
        return Ok(alone(words));
    }
    if llvm_ir::is_llvm_ir(&name, &bytes) {
        return llvm_ir::words(&bytes, None, false).map(alone).map_err(Problem::Other);
    }
    let failed = |failure| Problem::Compile(Box::new(failure));
    let text = reading::decode(bytes);
    let files = WithoutStates::new(&reading::Disk);
    let text = files.text(&text);
    let mut compiler = Compiler::from_parsed(settings(&name, &text)?).map_err(failed)?;
    let settings = compiler.options_mut();
    if let Some(stage) = settings.profile.as_deref().and_then(other_stage) {
        let article = if stage == "amplification" { "an" } else { "a" };
        return Err(Problem::Other(format!("cannot run '{name}', {article} {stage} shader: {DRAW}")));
    }
    settings.profile.get_or_insert_with(|| PROFILE.to_owned());
    settings.target_env.get_or_insert_with(|| ENVIRONMENT.to_owned());
    settings.linear_algebra_in_loops = true;
    if let Some(entry) = entry {
        settings.entry = Some(entry.to_owned());
    }
    let mut artifact = compiler.compile(&name, &text, &files).map_err(failed)?;
    let overlaps = artifact.reflection().is_ok_and(|reflection| registers::overlap([&reflection]));
    if overlaps && registers::separate(compiler.options_mut()) {
        artifact = compiler.compile(&name, &text, &files).map_err(failed)?;
    }
    let warnings = artifact.report.to_string();
    heaps::separate(&mut artifact.words).map_err(Error::from)?;
    let visited = artifact.dependencies.visited;
    Ok(Source { words: artifact.words, files: visited, warnings, samplers: files.samplers() })
}

/// The advice for shaders that are drawn.
const DRAW: &str = "'hlsl2spirv draw' runs it";

/// The stage of a profile, if it has no compute shaders.
fn other_stage(profile: &str) -> Option<&'static str> {
    let row = STAGES.iter().find(|row| profile.split('_').next() == Some(row.profile))?;
    (!matches!(row.stage, Stage::Compute | Stage::Library)).then_some(row.attribute)
}

/// Returns whether options for the compiler name a profile.
pub fn names_profile(options: &[String]) -> bool {
    args::parse(options).options.profile.is_some()
}

/// Compiles a module for the CPU. Without a name the entry point is `main`, or the only one there is.
///
/// # Errors
/// When the module cannot be run.
pub fn module(words: &[u32], entry: Option<&str>, options: &Options) -> Result<Module, Error> {
    match Module::new(words, entry.unwrap_or("main"), options) {
        Err(Error::NoEntry { known, .. }) if entry.is_none() && known.len() == 1 => {
            Module::new(words, &known[0], options)
        }
        result => result,
    }
}
