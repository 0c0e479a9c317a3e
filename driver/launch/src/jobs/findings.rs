//! Checks of jobs: in which ways a job runs, and what checks have found against what they must find.

use super::job::{Checking, ExpectedFinding, Job};
use super::prepared::{Kept, Way};
use crate::kernels::checked;
use check::{Checks, Finding, Level, Schedule, Trial};
use runner::{Engine, Options};
use std::fmt::Write;
use std::sync::Arc;

/// The way in which jobs run that say nothing of it.
#[derive(Clone, Debug)]
pub struct Base {
    /// The options of all runs.
    pub options: Options,
    /// The trials of jobs that name none.
    pub trials: Vec<Trial>,
    /// Options for the compiler behind those of each job.
    pub compile: Vec<String>,
    /// The shaders of jobs before.
    kept: Arc<Kept>,
}

impl From<&Options> for Base {
    fn from(options: &Options) -> Self {
        let schedule = match &options.engine {
            Engine::Interpreter(checking) => checking.schedule,
            Engine::Compiled => Schedule::default(),
        };
        Base::new(options.clone(), vec![Trial { schedule, wave: options.wave }], Vec::new())
    }
}

impl Base {
    /// Jobs with these options, that run once for each trial.
    pub fn new(options: Options, trials: Vec<Trial>, compile: Vec<String>) -> Self {
        Base { options, trials, compile, kept: Arc::default() }
    }

    /// These jobs once more, for files that may have changed.
    pub fn fresh(&self) -> Self {
        Base { kept: Arc::default(), ..self.clone() }
    }

    /// How a job is made ready that runs with these options.
    pub(super) fn way<'b>(&'b self, options: &'b Options) -> Way<'b> {
        Way { options, kept: &self.kept }
    }

    /// The options of a job, one for each of its runs.
    pub(super) fn of(&self, job: &Job) -> Result<Vec<(Trial, Options)>, String> {
        let Checking { checks, schedules, waves, .. } = &job.checking;
        let mut options = self.options.clone();
        if let Some(checks) = checks {
            let usual = || runner::Checking::new(Checks::none());
            let around = if let Engine::Interpreter(around) = options.engine { around } else { usual() };
            options.engine = Engine::Interpreter(runner::Checking { checks: checks.clone(), ..around });
        }
        let known = |trial: &Trial| (trial.wave, trial.schedule);
        let (mut own_waves, mut own_schedules): (Vec<u32>, Vec<Schedule>) = self.trials.iter().map(known).unzip();
        own_waves.dedup();
        own_schedules.truncate(self.trials.len() / own_waves.len().max(1));
        let waves = if waves.is_empty() { &own_waves } else { waves };
        let schedules = if schedules.is_empty() { &own_schedules } else { schedules };
        let trials = checked::all_trials(waves, schedules)?;
        Ok(trials.into_iter().map(|trial| (trial, checked::tried(&options, trial))).collect())
    }
}

/// Findings of the checks in a job.
#[derive(Default)]
pub(super) struct Found {
    /// The findings as messages.
    pub(super) text: String,
    /// True if there is an error among them that the job does not expect.
    pub(super) is_wrong: bool,
    /// The differences to what the job expects.
    pub(super) differences: String,
}

impl Found {
    /// Examines the report of a job, with the texts of these files.
    pub(super) fn new(job: &Job, report: Option<check::Report>, engine: &Engine, read: &[String]) -> Self {
        let (Some(report), Engine::Interpreter(runner::Checking { checks, .. })) = (report, engine) else {
            return Found::default();
        };
        let (located, report) = checked::located(report, checks, read);
        let (text, is_wrong) = (located.to_string(), report.count(Level::Error) > 0);
        match &job.checking.findings {
            None => Found { text, is_wrong, differences: String::new() },
            Some(expected) => match differences(expected, &report.findings) {
                differences if differences.is_empty() => Found::default(),
                differences => Found { text, is_wrong: false, differences },
            },
        }
    }
}

/// Lines about findings that are missing, and about others than the expected ones. Notes are not news.
pub(super) fn differences(expected: &[ExpectedFinding], found: &[Finding]) -> String {
    let mut text = String::new();
    for wanted in expected.iter().filter(|wanted| !found.iter().any(|finding| wanted.is(finding))) {
        let line = wanted.line.map_or_else(String::new, |line| format!(" at line {line}"));
        let with = wanted.with.map_or_else(String::new, |line| format!(" with line {line}"));
        let _ = writeln!(text, "expected finding of '{}'{line}{with} not reported", wanted.check.row().name);
    }
    let is_other =
        |finding: &&Finding| finding.level >= Level::Warning && !expected.iter().any(|wanted| wanted.is(finding));
    for finding in found.iter().filter(is_other) {
        let line = finding.place.map_or_else(String::new, |place| format!(" at line {}", place.line));
        let _ = writeln!(text, "unexpected finding of '{}'{line}", finding.check.row().name);
    }
    text
}

impl ExpectedFinding {
    fn is(&self, finding: &Finding) -> bool {
        let is_at = |line: u32| finding.place.is_some_and(|place| place.line == line);
        let is_with =
            |line: u32| finding.related.iter().any(|(place, _)| place.is_some_and(|place| place.line == line));
        self.check == finding.check && self.line.is_none_or(is_at) && self.with.is_none_or(is_with)
    }
}
