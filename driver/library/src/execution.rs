//! Jobs for the workers of a server that speaks Bazel's remote-execution API, in builds that have the feature `remote`.
//!
//! Must not know what a job compiles.

use crate::files::reading;
use crate::files::sha256::Sha256;
use crate::options::settings::Options;
use crate::pipeline::shared::module_cache::key_of_settings;
use crate::pipeline::shared::module_folder::{compiler, makes_checked_module};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A server that carries out jobs.
#[derive(Debug)]
pub struct Executor {
    url: String,
    #[cfg(feature = "remote")]
    client: remote::Client,
}

/// A command, and all that it needs. Paths have `/` between their parts.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// The program, and its arguments.
    pub arguments: Vec<String>,
    /// The folder in which it runs, from the root of the inputs.
    pub folder: String,
    /// The files that it may read.
    pub inputs: Vec<Input>,
    /// Folders that are there beside those of the inputs.
    pub folders: Vec<String>,
    /// The files that it may write, from its folder.
    pub outputs: Vec<String>,
    /// What its worker must be, as names and values.
    pub properties: Vec<(String, String)>,
    /// The time that it may take.
    pub timeout: Duration,
}

/// A file of a job.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path from the root.
    pub path: String,
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// Their digest.
    pub digest: Sha256,
    /// True if it is a program.
    pub is_executable: bool,
}

/// The files that a job has written, with their paths. Their digests have been checked.
pub type Outputs = Vec<(String, Vec<u8>)>;

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
    pub fn execute(&self, job: Job) -> io::Result<Outputs> {
        let Job { arguments, folder, inputs, folders, outputs, properties, timeout } = job;
        let input = |Input { path, bytes, digest, is_executable }: Input| {
            let digest = digest.to_string();
            remote::Input { path, bytes, digest, is_executable }
        };
        let inputs = inputs.into_iter().map(input).collect();
        let job = remote::Job { arguments, folder, inputs, folders, outputs, properties, timeout };
        let outputs = self.client.execute(&job, |bytes| Sha256::of(bytes).to_string())?;
        Ok(outputs.into_iter().map(|output| (output.path, output.bytes)).collect())
    }

    /// Never called: there is no executor without the feature.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "remote"))]
    pub fn execute(&self, _: Job) -> io::Result<Outputs> {
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
