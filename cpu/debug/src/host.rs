//! The host of a session: it compiles what is launched, and takes the results.

use interp::debug::Debuggee;
use serde_json::{Map, Value};

/// A file of the source.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Its name in the module.
    pub name: String,
    /// Its path, if it is on the disk.
    pub path: Option<String>,
    /// Its text, if it is known.
    pub text: Option<String>,
}

/// A run that is about to begin.
pub struct Launched {
    /// The run.
    pub debuggee: Debuggee,
    /// The files of the source, in the order of [`Debuggee::files`].
    pub sources: Vec<Source>,
    /// Text for the console: warnings of the compiler.
    pub console: String,
    /// Takes the lines that the shader has printed.
    pub printed: Box<dyn FnMut() -> Vec<String>>,
    /// What the lanes of the only wave are: pixels or vertices. Four neighbours of pixels are a quad.
    pub names: Vec<String>,
    /// The only thread that breakpoints are for, unless the client says otherwise: its number in its group, and that of the
    /// group.
    pub only: Option<([u32; 3], [u32; 3])>,
}

impl std::fmt::Debug for Launched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launched").field("sources", &self.sources).finish_non_exhaustive()
    }
}

/// The outcome of a run.
#[derive(Debug)]
pub enum Results {
    /// Another step of the job.
    Next(Box<Launched>),
    /// The end, with text for the console and a status that is 0 where all is well.
    Over(String, u8),
}

/// The services that a session asks its host for.
pub trait Host {
    /// Makes a run of the arguments of `launch`.
    ///
    /// # Errors
    /// When that cannot be; in words.
    fn launch(&mut self, arguments: &Map<String, Value>) -> Result<Launched, String>;
    /// Takes a run that has come to its end.
    fn finish(&mut self, debuggee: Debuggee) -> Results;
    /// The path of a file as [`Source::path`] has it.
    fn canonical(&self, path: &str) -> String;
    /// A panic in words, for the client's log.
    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String;
}
