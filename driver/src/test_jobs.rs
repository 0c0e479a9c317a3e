//! `hlsl2spirv test`: dispatches that job files describe, and whether their results are what the files expect.
//!
//! The form of job files is in `docs/jobs.md`.

mod job;

use crate::arguments::TestArguments;
use crate::kernels::compare::differences;
use crate::kernels::contents::Contents;
use crate::kernels::resources::Resource;
use crate::kernels::{self, Clock, Problem};
use job::{Expectation, Job};
use runner::{Host, Options};
use std::path::Path;

/// How many differing elements of a buffer a report shows.
const SHOWN: usize = 8;

/// Carries the command out. Returns the exit status: 0 when every job is as expected.
pub(crate) fn run(arguments: &TestArguments) -> u8 {
    let host = kernels::host(arguments.llvm.as_deref(), arguments.threads);
    let mut failed = 0;
    for file in &arguments.files {
        let report = check(file, &host);
        failed += u32::from(!report.passed);
        crate::console::print(&report.text);
    }
    let count = arguments.files.len();
    crate::console::print(&format!("{} of {count} files passed\n", count as u32 - failed));
    u8::from(failed > 0)
}

/// What there is to say of a file.
pub(crate) struct Report {
    pub(crate) passed: bool,
    pub(crate) text: String,
}

/// Runs all jobs of a file.
pub(crate) fn check(file: &Path, host: &Host) -> Report {
    let name = file.display();
    let jobs = match job::read(file) {
        Ok(jobs) => jobs,
        Err(error) => return Report { passed: false, text: format!("{name}: FAILED\n  {error}\n") },
    };
    let mut problems = String::new();
    for (index, job) in jobs.iter().enumerate() {
        let problem = match carry_out(job, file.parent().unwrap_or(Path::new("")), host) {
            Ok(problem) => problem,
            Err(problem) => problem.to_string(),
        };
        if !problem.is_empty() {
            let title = job.name.clone().unwrap_or_else(|| format!("job {}", index + 1));
            problems.push_str(&format!("  {title}: {}\n", problem.trim_end().replace('\n', "\n    ")));
        }
    }
    let count = if jobs.len() == 1 { "1 job".to_owned() } else { format!("{} jobs", jobs.len()) };
    match problems.is_empty() {
        true => Report { passed: true, text: format!("{name}: ok ({count})\n") },
        false => Report { passed: false, text: format!("{name}: FAILED\n{problems}") },
    }
}

/// Runs a job and describes where its results differ; nothing when they do not.
fn carry_out(job: &Job, folder: &Path, host: &Host) -> Result<String, Problem> {
    let clock = Clock::start(Some(job.deadline));
    let (file, entry, options) = (folder.join(&job.source), job.entry.clone(), job.options.clone());
    let words = clock.within(move || kernels::words(&file, entry.as_deref(), &options))??;
    let (constants, deadline) = (job.constants.clone(), clock.left());
    let options = Options { host: host.clone(), constants, deadline, ..Options::default() };
    let module = kernels::module(&words, job.entry.as_deref(), &options)?;
    let mut resources = Vec::new();
    for (name, contents) in &job.bindings {
        resources.push((name, Resource::new(module.info(), name, contents, folder)?));
    }
    let mut dispatch = module.dispatch();
    for (name, resource) in &mut resources {
        resource.bind(&mut dispatch, name)?;
    }
    dispatch.push_constants(&job.push);
    if let Some(left) = clock.left() {
        dispatch.deadline(left);
    }
    dispatch.run(job.dispatch)?;
    let mut text = String::new();
    for expectation in &job.expect {
        let is_it = |(name, resource): &&(&String, Resource)| {
            **name == expectation.name && !matches!(resource, Resource::Sampler(_))
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
            read = vec![0; *count as usize];
            &read
        }
        Contents::File(path) => {
            let path = folder.join(path);
            read = std::fs::read(&path).map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
            &read
        }
        Contents::Picture(_) | Contents::Image { .. } | Contents::Sampler(_) => {
            return Err(format!("what is expected of '{name}' must be numbers, zeros or a file"));
        }
    };
    let all = differences(expected, found, *element, *tolerance);
    let lines: String = all.iter().take(SHOWN).map(|difference| format!("\n{name}{difference}")).collect();
    match all.len() {
        0 => Ok(String::new()),
        1 => Ok(format!("an element of '{name}' differs{lines}\n")),
        count => Ok(format!("{count} elements of '{name}' differ{lines}\n")),
    }
}
