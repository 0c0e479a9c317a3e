//! The surroundings of the server: files, and the options of shaders.

use ide::{IncludeHandler, Overlays, Settings};
use std::sync::Arc;

/// Things that the compiler can do with a file and an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Compile it, and say how that went.
    Compile,
    /// Compile it, and show the module as text.
    ShowSpirv,
    /// Run it on the CPU.
    Run,
    /// Run the job files that name the file.
    RunJobs,
    /// Say what it costs.
    Cost,
    /// List the tests of the file, as it is saved.
    ListTests,
    /// Run tests of the file, as it is saved: those with a text in their name.
    RunTests,
}

/// The result of an action.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// True if it went as it should.
    pub is_good: bool,
    /// One line, or a few.
    pub message: String,
    /// The name for a document with the text.
    pub title: String,
    /// The text to read; empty if the message says all.
    pub text: String,
    /// The tests that were listed or run, as `hlsl2spirv test --json` prints them.
    pub tests: Vec<serde_json::Value>,
}

/// Files and settings, which are the caller's.
pub trait Host {
    /// The files that are not open in the editor.
    fn files(&self) -> &Arc<dyn IncludeHandler + Send + Sync>;

    /// The options for a file as a root, of a number of its variants, and the problems met when they were read.
    fn settings(&mut self, path: &str, text: &str, variant: usize) -> (Settings, Vec<String>);

    /// The names of the sets of options that a file has as a root, the usual one first.
    fn variants(&mut self, path: &str, text: &str) -> Vec<String>;

    /// Takes settings of the editor: words of a command line for all files, and the shader model of those without options.
    fn configure(&mut self, arguments: &[String], shader_model: Option<&str>);

    /// Returns whether shaders can be run here.
    fn can_run(&self) -> bool;

    /// The job files that name a file.
    fn jobs(&self, path: &str) -> Vec<String>;

    /// Prepares an action on a file, with a text of it that is not saved yet, an entry point other than that of its options, the
    /// number of its variant, and the open texts. What comes back does it, on any thread.
    fn act(
        &mut self,
        action: Action,
        path: &str,
        text: Option<&str>,
        entry: Option<&str>,
        variant: usize,
        open: Overlays,
    ) -> Box<dyn FnOnce() -> Result<Shown, String> + Send>;

    /// Writes a text for the client to open. Returns the path.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_shown(&self, title: &str, text: &str) -> Result<String, String>;

    /// Returns whether a file is compiled by itself: the settings name it, or it has an entry point.
    fn is_root(&mut self, path: &str, text: &str) -> bool;

    /// The settings of the formatter for a file.
    ///
    /// # Errors
    /// When they cannot be read.
    fn format_options(&mut self, path: &str) -> Result<format::Options, String>;

    /// The files below a folder that may be HLSL.
    fn shaders(&self, folder: &str) -> Vec<String>;

    /// Patterns of files whose changes matter.
    fn watched(&self) -> Vec<String>;

    /// Returns whether a file has settings; a change of it changes the options of others.
    fn is_settings(&self, path: &str) -> bool;

    /// Forgets settings that were read: their files may have changed.
    fn forget(&mut self);

    /// The text of a panic, which was caught.
    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String;
}
