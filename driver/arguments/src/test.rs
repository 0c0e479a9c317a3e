//! The arguments of `test`.

use super::checks::CheckArguments;
use super::path;
use super::run::{Groups, groups};
use super::running::HostArguments;
use std::path::PathBuf;

/// The arguments of `test`.
#[derive(clap::Args)]
pub struct TestArguments {
    /// Job files, shaders with tests, folders, or patterns such as tests/**/*.json; docs/jobs.md and docs/tests.md describe them; - is a job file on the standard input
    #[arg(required = true, value_parser = path)]
    pub files: Vec<PathBuf>,
    /// Number of parallel jobs; without a value the number of hardware threads [default: 1]
    #[arg(short, long, value_name = "COUNT", num_args = 0..=1, default_value = "1", hide_default_value = true)]
    #[arg(default_missing_value = "0", value_parser = job_count)]
    pub jobs: usize,
    /// Update expected results that differ
    #[arg(long)]
    pub update: bool,
    /// Run again when a job file, a shader or another input changes
    #[arg(long)]
    pub watch: bool,
    /// Run only jobs and tests whose file and name, as shown in the report, contain this text
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub filter: Option<String>,
    /// Run only tests with this word in [[tag(...)]]
    #[arg(long, value_name = "WORD")]
    pub tag: Option<String>,
    /// List the tests of shaders with their places instead of running them
    #[arg(long)]
    pub list: bool,
    /// Folder of the includes whose path begins with a name, as /Shader=src/shaders
    #[arg(long, value_name = "PATH=FOLDER")]
    pub map: Vec<String>,
    /// Contents of a binding in tests of shaders, as 'run' has them
    #[arg(long, value_name = "NAME=CONTENTS", value_parser = binding)]
    pub bind: Vec<(String, String)>,
    /// Number of workgroups in each dimension, in tests of shaders that do not say it
    #[arg(long, value_name = "X,Y,Z", default_value = "1", hide_default_value = true, value_parser = groups)]
    pub dispatch: Groups,
    /// Seed of the random inputs of properties
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub input_seed: u64,
    /// Print the results as JSON, one object per job
    #[arg(long)]
    pub json: bool,
    /// Also write the results to a file, in JUnit format
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub checks: CheckArguments,
    #[command(flatten)]
    pub host: HostArguments,
    /// Options for the compiler, as DXC spells them, behind those of each job; they may stand anywhere
    #[arg(last = true, value_name = "OPTION")]
    pub options: Vec<String>,
}

/// A name with contents.
fn binding(text: &str) -> Result<(String, String), String> {
    let (name, contents) = text.split_once('=').ok_or("expected NAME=CONTENTS")?;
    Ok((name.to_owned(), contents.to_owned()))
}

/// How many jobs run at once: 0 means all threads.
fn job_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(count) => Ok(count),
        Err(_) => Err("expected a number of jobs".to_owned()),
    }
}
