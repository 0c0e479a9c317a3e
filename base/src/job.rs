//! Jobs for the workers of build servers, and what comes of them.

use crate::sha256::Sha256;
use std::sync::Arc;
use std::time::Duration;

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

/// A file that a job has written.
#[derive(Clone, Debug)]
pub struct Output {
    /// The path, as the job has it.
    pub path: String,
    /// The bytes, which have the digest that the server names.
    pub bytes: Vec<u8>,
}
