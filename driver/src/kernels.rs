//! Kernels on the CPU: what `run`, `test` and the tests share around the runner.
//!
//! [`contents`] reads what a binding shall hold, [`resources`] makes and binds it, [`compare`] says where results
//! differ, [`picture`] knows image files. How a kernel runs is the runner's.

pub mod compare;
pub mod contents;
pub mod picture;
pub mod resources;

use crate::{Compiler, Failure, args, files};
use runner::{Error, Module, Options};
use std::path::Path;

/// Why there is no kernel.
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
            Problem::Run(error) => error.fmt(f),
            Problem::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Problem {}

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

/// The profile of a shader whose options name none.
const PROFILE: &str = "cs_6_0";

/// The words of a file: those of a module, or those that a shader is compiled to with these options in DXC's style.
///
/// # Errors
/// When the file cannot be read or does not compile.
pub fn words(path: &Path, entry: Option<&str>, options: &[String]) -> Result<Vec<u32>, Problem> {
    let name = path.to_string_lossy();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read '{name}': {error}"))?;
    if let Some(words) = files::module_words(&bytes) {
        return Ok(words);
    }
    let failed = |failure| Problem::Compile(Box::new(failure));
    let parsed = args::parse(options);
    if parsed.has_errors() {
        return Err(failed(Compiler::from_args(options).expect_err("the options are wrong")));
    }
    let mut compiler = Compiler::from(parsed);
    let settings = compiler.options_mut();
    settings.profile.get_or_insert_with(|| PROFILE.to_owned());
    if let Some(entry) = entry {
        settings.entry = Some(entry.to_owned());
    }
    compiler.compile_file(&name).map(|artifact| artifact.words).map_err(failed)
}

/// Makes a module ready to run. Without a name the entry point is `main`, or the only one there is.
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
