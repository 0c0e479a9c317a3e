//! Jobs for the workers of a server that speaks Bazel's remote-execution API, in builds that have the feature `remote`.
//!
//! Must not know what a job compiles.

use crate::files::reading;
use crate::options::settings::Options;
use crate::pipeline::shared::module_cache::key_of_settings;
use crate::pipeline::shared::module_folder::{compiler, makes_checked_module};
pub use base::job::{Input, Job, Output as Written};
use std::io;
use std::path::Path;

/// A server that carries out jobs.
#[derive(Debug)]
pub struct Executor {
    url: String,
    #[cfg(feature = "remote")]
    client: remote::Client,
}

impl Executor {
    /// The server at `grpc://host:port/instance`, or `grpcs://`, with the login in a file or else in the environment.
    ///
    /// # Errors
    /// When the URL is of another form, the login cannot be used, or this build does not have what the URL needs.
    pub fn new(url: &str, login: Option<&Path>) -> Result<Self, String> {
        if !url.starts_with("grpc://") && !url.starts_with("grpcs://") {
            return Err(format!("'{url}' is not a URL of the form grpc://host:port/instance"));
        }
        Self::of(url, login)
    }

    #[cfg(feature = "remote")]
    fn of(url: &str, login: Option<&Path>) -> Result<Self, String> {
        use crate::pipeline::shared::module_folder::remote::client;
        let login = crate::files::login::Login::find(login)?;
        let client = client(url, login.as_ref())?.ok_or_else(|| format!("'{url}' is not a URL of a server"))?;
        Ok(Executor { url: url.to_owned(), client })
    }

    #[cfg(not(feature = "remote"))]
    fn of(url: &str, _: Option<&Path>) -> Result<Self, String> {
        Err(format!("'{url}': this build has no gRPC, which the feature remote adds"))
    }

    /// The URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Carries out a job, and returns those of its outputs that are there.
    ///
    /// # Errors
    /// When the server does not do it: of the kind `Unsupported` or `PermissionDenied` if it never will, `TimedOut` if it has taken too
    /// long.
    #[cfg(feature = "remote")]
    pub fn execute(&self, job: &Job) -> io::Result<Vec<Written>> {
        self.client.execute(job)
    }

    /// Never called: there is no executor without the feature.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "remote"))]
    pub fn execute(&self, _: &Job) -> io::Result<Vec<Written>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The file of this program.
///
/// # Errors
/// When it cannot be read.
pub fn own_program() -> Result<Vec<u8>, String> {
    let bytes = compiler::own_file().and_then(|file| reading::read_output(&file, reading::LIMIT));
    bytes.ok_or_else(|| "the compiler's own file cannot be read".to_owned())
}

/// Returns whether a compilation makes the same valid module on any machine, and nothing that only this one can make.
pub fn is_movable(options: &Options) -> bool {
    let output = &options.output;
    let is_said_here = output.show_includes || output.errors.is_some();
    key_of_settings(options).is_some() && makes_checked_module(options) && !is_said_here
}
