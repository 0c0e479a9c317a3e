//! The surroundings of the server: files, and the options of shaders.

use ide::{IncludeHandler, Settings};

/// Files and settings, which are the caller's.
pub trait Host {
    /// The files that are not open in the editor.
    fn files(&self) -> &dyn IncludeHandler;

    /// The options for a file as a root, and the problems met when they were read.
    fn settings(&mut self, path: &str, text: &str) -> (Settings, Vec<String>);

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
