//! `hlsl2spirv test`: dispatches that job files describe, and whether their results are what the files expect.
//!
//! The form of job files is in `docs/jobs.md`.

mod job;
mod report;

use crate::console::{complain, print_or_complain};
use crate::file_names::to_text;
use crate::files;
use crate::kernels::compare::differences;
use crate::kernels::contents::Contents;
use crate::kernels::resources::{Resource, place};
use crate::kernels::{self, Clock, Problem, Source};
use crate::options::arguments::TestArguments;
use crate::staged::Staged;
use job::{Expectation, Job};
use report::Outcome;
use runner::buffers::Bytes;
use runner::{Module, Options};
use std::path::Path;
use std::time::Instant;

/// How many differing elements of a buffer a report shows.
const SHOWN: usize = 8;

/// Carries the command out. Returns the exit status: 0 when every job is as expected.
pub(crate) fn run(arguments: &TestArguments) -> u8 {
    let base = match kernels::options(&arguments.host) {
        Ok(base) => base,
        Err(error) => {
            complain(error);
            return 1;
        }
    };
    let mut run = Run { arguments, base, read: Vec::new(), outcomes: Vec::new(), left_out: 0, status: 0 };
    for file in &arguments.files {
        run.file(file);
    }
    run.finish()
}

/// A call, as far as it is.
struct Run<'a> {
    arguments: &'a TestArguments,
    /// What is the same for all jobs.
    base: Options,
    /// The files that have been read.
    read: Vec<String>,
    outcomes: Vec<Outcome>,
    left_out: usize,
    status: u8,
}

impl Run<'_> {
    /// Runs the jobs of a file.
    fn file(&mut self, file: &Path) {
        let name = file.display().to_string();
        self.read.push(to_text(file.as_os_str()).into_owned());
        let entries = match job::read(file) {
            Ok(entries) => entries,
            Err(error) => return self.report(Outcome { file: name, job: None, problem: Some(error), seconds: 0.0 }),
        };
        let folder = file.parent().unwrap_or(Path::new(""));
        for entry in entries {
            if !self.is_wanted(&name, &entry.title) {
                self.left_out += 1;
                continue;
            }
            let start = Instant::now();
            let job = entry.job.map_err(Problem::Other);
            let done = job.and_then(|job| carry_out(&job, folder, &self.base, &mut self.read));
            let problem = done.unwrap_or_else(|problem| problem.to_string());
            let problem = Some(problem.trim_end().to_owned()).filter(|problem| !problem.is_empty());
            let seconds = start.elapsed().as_secs_f64();
            self.report(Outcome { file: name.clone(), job: Some(entry.title), problem, seconds });
        }
    }

    fn is_wanted(&self, file: &str, title: &str) -> bool {
        self.arguments.filter.as_ref().is_none_or(|filter| format!("{file}: {title}").contains(filter))
    }

    fn report(&mut self, outcome: Outcome) {
        let text = if self.arguments.json { outcome.json() } else { outcome.text() };
        self.status |= u8::from(outcome.problem.is_some()) | print_or_complain(&text);
        self.outcomes.push(outcome);
    }

    fn finish(mut self) -> u8 {
        if self.outcomes.is_empty() {
            self.complain("no job has the text of '--filter' in its name");
        }
        if !self.arguments.json {
            self.status |= print_or_complain(&report::summary(&self.outcomes, self.left_out));
        }
        if let Some(file) = &self.arguments.junit {
            let mut staged = Staged::new(self.read.iter().map(String::as_str));
            let written = staged.write(&to_text(file.as_os_str()), report::junit(&self.outcomes).as_bytes());
            if let Err(error) = written.and_then(|()| staged.commit()) {
                self.complain(&format!("cannot write '{}': {}", error.file, error.reason));
            }
        }
        self.status
    }

    fn complain(&mut self, text: &str) {
        complain(text);
        self.status = 1;
    }
}

/// A job that is ready to run, here or elsewhere.
pub struct Ready {
    /// The module.
    pub words: Vec<u32>,
    /// Its kernel, which says what it expects.
    pub kernel: Module,
    /// Specialisation constants by number, as bits.
    pub constants: Vec<(u32, u64)>,
    /// What is bound, by its name.
    pub resources: Vec<(String, Resource)>,
    /// The push constants.
    pub push: Vec<u8>,
    /// How many workgroups run along each axis.
    pub groups: [u32; 3],
}

impl Ready {
    /// Compiles a job and makes what it is bound to. Says which files it reads.
    fn new(job: &Job, folder: &Path, base: &Options, clock: &Clock, read: &mut Vec<String>) -> Result<Self, Problem> {
        read.extend(job.files(folder));
        let (file, entry, options) = (folder.join(&job.source), job.entry.clone(), job.options.clone());
        let Source { words, files } = clock.within(move || kernels::words(&file, entry.as_deref(), &options))??;
        read.extend(files);
        let (constants, deadline) = (job.constants.clone(), clock.left());
        let options = Options { constants: constants.clone(), deadline, ..base.clone() };
        let kernel = kernels::module(&words, job.entry.as_deref(), &options)?;
        let mut resources = Vec::new();
        for (name, contents) in &job.bindings {
            let at = place(name).binding(kernel.info()).map_err(|error| error.to_string())?;
            let contents = contents.clone().laid_out(&words, at.set, at.binding);
            let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
            resources.push((name.clone(), Resource::new(kernel.info(), name, &contents, folder)?));
        }
        Ok(Ready { words, kernel, constants, resources, push: job.push.clone(), groups: job.dispatch })
    }
}

/// The jobs of a file, by their names.
///
/// # Errors
/// When one of them cannot be read or compiled.
pub fn ready(file: &Path, base: &Options) -> Result<Vec<(String, Ready)>, String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let one = |entry: job::Entry| {
        let job = entry.job?;
        let clock = Clock::start(Some(job.deadline));
        let ready = Ready::new(&job, folder, base, &clock, &mut Vec::new()).map_err(|problem| problem.to_string())?;
        Ok((entry.title, ready))
    };
    job::read(file)?.into_iter().map(one).collect()
}

/// Runs a job and describes where its results differ; nothing when they do not. Says which files it reads.
fn carry_out(job: &Job, folder: &Path, base: &Options, read: &mut Vec<String>) -> Result<String, Problem> {
    let clock = Clock::start(Some(job.deadline));
    let Ready { kernel, mut resources, push, groups, .. } = Ready::new(job, folder, base, &clock, read)?;
    let mut dispatch = kernel.dispatch();
    for (name, resource) in &mut resources {
        resource.bind(&mut dispatch, name)?;
    }
    dispatch.push_constants(&push);
    if let Some(left) = clock.left() {
        dispatch.deadline(left);
    }
    let ended = dispatch.run(groups);
    let printed = dispatch.printed().to_string();
    let text = match ended {
        Ok(()) => compared(job, &resources, folder)?,
        Err(error) => format!("{error}\n"),
    };
    Ok(with_printed(text, &printed))
}

/// A problem, with what the shader has printed.
fn with_printed(problem: String, printed: &str) -> String {
    match problem.is_empty() || printed.is_empty() {
        true => problem,
        false => format!("{problem}the shader has printed:\n{printed}"),
    }
}

/// Describes where the results of a job differ from what it expects.
fn compared(job: &Job, resources: &[(String, Resource)], folder: &Path) -> Result<String, String> {
    let mut text = String::new();
    for expectation in &job.expect {
        let is_it = |(name, resource): &&(String, Resource)| {
            *name == expectation.name && !matches!(resource, Resource::Sampler(_))
        };
        let found =
            resources.iter().find(is_it).ok_or_else(|| format!("nothing is bound to '{}'", expectation.name))?;
        text.push_str(&described(expectation, found.1.bytes(), folder)?);
    }
    Ok(text)
}

fn described(expectation: &Expectation, found: &[u8], folder: &Path) -> Result<String, String> {
    let Expectation { name, contents, element, tolerance } = expectation;
    let read;
    let expected: &[u8] = match contents {
        Contents::Numbers(_, bytes) => bytes,
        Contents::Zeros(count) => {
            read = Bytes::zeros(*count as usize).map_err(|error| error.to_string())?;
            &read
        }
        Contents::File(path) => {
            let path = folder.join(path);
            let bytes = files::read_bytes(&to_text(path.as_os_str()));
            read = Bytes::from(&bytes.map_err(|error| format!("cannot read '{}': {error}", path.display()))?[..]);
            &read
        }
        Contents::Members(_) | Contents::Picture(_) | Contents::Image { .. } | Contents::Sampler(_) => {
            return Err(format!("what is expected of '{name}' must be numbers, zeros or a file"));
        }
    };
    let (first, count) = differences(expected, found, *element, *tolerance, SHOWN);
    let lines: String = first.iter().map(|difference| format!("\n{name}{difference}")).collect();
    match count {
        0 => Ok(String::new()),
        1 => Ok(format!("an element of '{name}' differs{lines}\n")),
        count => Ok(format!("{count} elements of '{name}' differ{lines}\n")),
    }
}
