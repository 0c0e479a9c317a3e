//! Job files: steps over the same resources, and the contents expected afterwards.
//!
//! Their format is in `docs/jobs.md`. [`job`] reads them, [`prepared`] makes shaders and resources and runs the
//! steps, [`targets`] holds what draws write, [`vertices`] what they read, [`expectation`] compares, [`blame`] says which primitives wrote wrong pixels, [`assertion`] compares pictures in tests of programs, [`update`] writes results into the file. Printing is up to the command.

mod assertion;
mod blame;
mod debugged;
mod expectation;
mod findings;
mod job;
mod paths;
mod prepared;
mod report;
mod targets;
mod update;
mod vertices;

pub use assertion::{PictureTolerance, assert_picture, read_image};
pub use debugged::Debugged;
pub use expectation::Found as FoundResource;
pub use findings::Base;
pub use job::FIELDS_TO_LOOK_AT;
pub use job::steps::fields_of_trace;
pub use job::{constants, contents, rules_of};
pub use paths::{is_shader, job_files};
pub use prepared::Single;
pub use report::{Outcome, junit, summary, title};

use crate::kernels::resources::Resource;
use crate::kernels::run_differences::compare as compare_all;
use crate::kernels::{Clock, Problem, checked};
use check::{Level, Trial};
use expectation::{Mismatch, compare};
use findings::Found;
use job::{Entry, Job};
use library::files::names::to_text;
use prepared::{Kept, Prepared, Shared, Way};
use runner::{Engine, Options};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;
use update::Change;

/// A job of a file, or a file that cannot be read.
pub struct Planned {
    /// The file, as the report names it.
    pub(crate) file: PathBuf,
    /// The job's index in the file.
    index: usize,
    entry: Result<Entry, String>,
}

/// The jobs of a file.
pub fn plan(file: &Path) -> Vec<Planned> {
    let planned = |(index, entry)| Planned { file: file.to_owned(), index, entry };
    match job::read(file) {
        Ok(entries) => entries.into_iter().map(Ok).enumerate().map(planned).collect(),
        Err(error) => vec![planned((0, Err(error)))],
    }
}

impl Planned {
    /// The job as the report names it.
    pub fn title(&self) -> String {
        report::title(&self.file.display().to_string(), self.entry.as_ref().ok().map(|entry| entry.title.as_str()))
    }

    /// Runs the job and compares. With `update`, the results become the expected ones.
    pub fn run(self, base: &Base, update: bool) -> Outcome {
        let Planned { file, index, entry } = self;
        let start = Instant::now();
        let mut outcome = Outcome { file: file.display().to_string(), ..Outcome::default() };
        outcome.read.push(to_text(file.as_os_str()).into_owned());
        let problem = match entry {
            Ok(Entry { title, job }) => {
                outcome.job = Some(title);
                let carried_out = |mut job: Job| {
                    let codes = job.steps.iter_mut().flat_map(|step| &mut step.codes);
                    codes.for_each(|code| code.options.extend_from_slice(&base.compile));
                    carry_out(&job, &file, base, &mut outcome)
                };
                let done = job.map_err(Problem::Other).and_then(carried_out);
                done.unwrap_or_else(|problem| (problem.to_string(), Vec::new()))
            }
            Err(error) => (error, Vec::new()),
        };
        let (text, changes) = problem;
        let changes = changes.into_iter().map(|(name, update)| Change { job: index, name, update }).collect::<Vec<_>>();
        outcome.problem = Some(text.trim_end().to_owned()).filter(|text| !text.is_empty());
        if update && !changes.is_empty() {
            outcome.problem = update::write(&file, &changes).err();
            outcome.updated = outcome.problem.is_none();
        }
        outcome.seconds = start.elapsed().as_secs_f64();
        outcome
    }
}

/// Runs a job and describes the differences; the second result is the update that would make it pass.
fn carry_out(
    job: &Job,
    file: &Path,
    base: &Base,
    outcome: &mut Outcome,
) -> Result<(String, Vec<(String, expectation::Update)>), Problem> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let clock = Clock::start(Some(job.deadline));
    let (mut text, mut updates, mut printed, mut report) = (String::new(), Vec::new(), String::new(), None);
    let (runs, mut all) = (base.of(job)?, Vec::new());
    for (trial, options) in &runs {
        let mut prepared = Prepared::new(job, folder, base.way(options), &clock, &mut outcome.read)?;
        outcome.warnings = std::mem::take(&mut prepared.warnings);
        let (told, ended) = prepared.run(&clock);
        all.extend(prepared.results(*trial).filter(|_| runs.len() > 1 && ended.is_ok()));
        let found = prepared.shared().report.take();
        outcome.coverage.join(&prepared.shared().coverage);
        prepared.shared().noted.iter().for_each(|noted| outcome.warnings.push_str(&format!("warning: {noted}\n")));
        let has_errors = found.as_ref().is_some_and(|found| found.count(Level::Error) > 0);
        add(&mut report, found, (runs.len() > 1).then_some(*trial));
        let (own, changes) = match ended {
            Err(Problem::Run(runner::Error::Endless)) if has_errors => (String::new(), Vec::new()),
            Ok(()) => {
                let Compared { mut text, updates, texels } =
                    compared(job, prepared.shared(), folder, &mut outcome.read)?;
                text.push_str(&blame::text(
                    &texels,
                    || Prepared::lined(job, folder, base.way(options), &clock).ok(),
                    &clock,
                ));
                (text, updates)
            }
            Err(error) => (format!("{error}\n"), Vec::new()),
        };
        if !own.is_empty() {
            let replay = if runs.len() > 1 { format!("with --replay {trial}:\n") } else { String::new() };
            (text, updates, printed) = (format!("{replay}{own}"), changes, told);
            break;
        }
        printed = told;
    }
    outcome.read.sort_unstable();
    outcome.read.dedup();
    if let (Some(report), Some((_, options))) = (&mut report, runs.first())
        && let Engine::Interpreter(checking) = &options.engine
    {
        compare_all(report, &checking.checks, &all, |trial| {
            let options = checked::tried(options, trial);
            let mut prepared = Prepared::new(job, folder, base.way(&options), &clock, &mut Vec::new()).ok()?;
            prepared.run(&clock).1.ok()?;
            prepared.results(trial)
        });
    }
    let engine = runs.first().map_or(&base.options.engine, |(_, options)| &options.engine);
    let found = Found::new(job, report, engine, &outcome.read);
    outcome.is_found = found.is_wrong && text.is_empty();
    text.push_str(&found.differences);
    match found.is_wrong || !found.differences.is_empty() {
        true => text.push_str(&found.text),
        false => outcome.warnings.push_str(&found.text),
    }
    Ok((with_printed(text, &printed), updates))
}

/// Adds what a run of a job has found to what others have.
fn add(report: &mut Option<check::Report>, found: Option<check::Report>, trial: Option<Trial>) {
    let Some(mut found) = found else { return };
    if let Some(trial) = trial {
        found.mark(trial);
    }
    match report {
        Some(report) => report.join(found),
        None => *report = Some(found),
    }
}

/// A problem, with the output of the shader.
fn with_printed(problem: String, printed: &str) -> String {
    match problem.is_empty() || printed.is_empty() {
        true => problem,
        false => format!("{problem}shader output:\n{printed}"),
    }
}

/// The differences between the results of a job and the expected ones.
#[derive(Default)]
struct Compared {
    text: String,
    updates: Vec<(String, expectation::Update)>,
    /// The first texels that differ, with the names of their targets.
    texels: Vec<(String, Vec<[u32; 2]>)>,
}

/// Describes the differences between the results of a job and the expected ones.
fn compared(job: &Job, shared: &Shared, folder: &Path, read: &mut Vec<String>) -> Result<Compared, String> {
    let mut compared = Compared::default();
    for expectation in &job.expect {
        let name = &expectation.name;
        let target = shared.targets.iter().find(|target| target.name == *name);
        let picture = target.map(|target| target.picture()).transpose()?.map(|image| Resource::Image(Box::new(image)));
        // A texture and its sampler may have the same name; a sampler has no contents.
        let bound = shared.bound.iter().find(|bound| bound.name == *name && bound.is_data());
        let found = match (&picture, bound) {
            (Some(picture), _) => (picture, picture.element()),
            (None, Some(bound)) => (&bound.resource, bound.element()),
            (None, None) => return Err(format!("'{name}' is not bound")),
        };
        if let Some(Mismatch { text, update, texels }) = compare(expectation, found, folder, read)? {
            compared.text.push_str(&text);
            compared.updates.push((name.clone(), update));
            if picture.is_some() {
                compared.texels.push((name.clone(), texels));
            }
        }
    }
    Ok(compared)
}

/// The differences between resources and what a job's `expect` says of them, in words; empty if there are none. No file is read.
///
/// # Errors
/// When `expect` is malformed, names a file, or names what is not there.
pub fn differing<'r>(expect: &Value, found: impl Fn(&str) -> Option<FoundResource<'r>>) -> Result<String, String> {
    let mut text = String::new();
    for expectation in job::expectations(Some(expect))? {
        let name = &expectation.name;
        if expectation.contents.file().is_some() {
            return Err(format!("expected contents of '{name}' are in a file, which is not supported here"));
        }
        let found = found(name).ok_or_else(|| format!("'{name}' is not bound"))?;
        if let Some(mismatch) = compare(&expectation, found, Path::new(""), &mut Vec::new())? {
            text.push_str(&mismatch.text);
        }
    }
    Ok(text)
}

/// The differences between what checks have found and a job's `findings`, in words; empty if there are none.
///
/// # Errors
/// When they are malformed.
pub fn differing_findings(wanted: &Value, report: &check::Report) -> Result<String, String> {
    Ok(findings::differences(&job::findings(wanted)?, &report.findings))
}

/// The jobs of a file with one dispatch each, by their names.
///
/// # Errors
/// When one of them cannot be read or compiled, or has several dispatches.
pub fn singles(file: &Path, base: &Options) -> Result<Vec<(String, Single)>, String> {
    let (folder, kept) = (file.parent().unwrap_or(Path::new("")), Kept::default());
    let way = Way { options: base, kept: &kept };
    let one = |entry: Entry| {
        let job = entry.job?;
        let clock = Clock::start(Some(job.deadline));
        let single = Single::new(&job, folder, way, &clock).map_err(|problem| problem.to_string())?;
        Ok((entry.title, single))
    };
    job::read(file)?.into_iter().map(one).collect()
}

/// Runs the jobs of a file, of the `.json` files below a folder, or of the files that match a pattern such as
/// `tests/**/*.json`, as `hlsl2spirv test` does: for tests of programs whose shaders have job files.
///
/// ```no_run
/// # extern crate hlsl2spirv_launch as hlsl2spirv;
/// #[test]
/// fn shaders_do_what_their_jobs_say() {
///     hlsl2spirv::run::jobs("tests/jobs", &Default::default()).unwrap();
/// }
/// ```
///
/// # Errors
/// When a job's results are not as expected or it cannot be run, or when there is no job. The message has the report of each
/// such job.
pub fn jobs(path: impl AsRef<Path>, options: &Options) -> Result<(), JobsFailed> {
    let path = path.as_ref();
    let nothing = |reason: String| JobsFailed { reports: vec![format!("{}: {reason}\n", path.display())], of: 0 };
    let planned: Vec<Planned> = job_files(path).map_err(nothing)?.iter().flat_map(|file| plan(file)).collect();
    let of = planned.len();
    let base = Base::from(options);
    let outcomes = planned.into_iter().map(|job| job.run(&base, false));
    let reports: Vec<String> =
        outcomes.filter(|outcome| outcome.problem.is_some()).map(|outcome| outcome.text()).collect();
    if reports.is_empty() { Ok(()) } else { Err(JobsFailed { reports, of }) }
}

/// Jobs whose results are not as expected.
#[derive(Clone, PartialEq, Eq)]
pub struct JobsFailed {
    reports: Vec<String>,
    of: usize,
}

impl JobsFailed {
    /// The report of each job that failed.
    pub fn reports(&self) -> &[String] {
        &self.reports
    }
}

impl std::fmt::Display for JobsFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.reports.iter().try_for_each(|report| f.write_str(report))?;
        write!(f, "{} of {} jobs failed", self.reports.len(), self.of.max(self.reports.len()))
    }
}

/// As it is displayed: what `unwrap` prints is for people.
impl std::fmt::Debug for JobsFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f)?;
        std::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for JobsFailed {}
