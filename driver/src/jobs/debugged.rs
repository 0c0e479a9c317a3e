//! A job under a debugger: its dispatches, one after the other, each as a run that somebody else advances.

use super::findings::Base;
use super::job::{self, Job};
use super::prepared::Prepared;
use super::{Compared, compared};
use crate::kernels::{Clock, Problem, checked};
use base::similar::{did_you_mean, nearest};
use check::{Checks, Level, Rules};
use runner::{Checking, Debuggee, Engine, Lines, Options};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// A job whose dispatches are debugged.
pub(crate) struct Debugged {
    job: Job,
    folder: PathBuf,
    prepared: Prepared,
    /// The dispatch at hand.
    step: usize,
    checks: Checks,
    /// The files that were read.
    pub(crate) read: Vec<String>,
    /// The compiler's warnings.
    pub(crate) warnings: String,
}

impl Debugged {
    /// Makes a job of a file ready, the one with a name or the first, or the job that these fields are.
    ///
    /// # Errors
    /// When it cannot be read or compiled.
    pub(crate) fn new(
        file: Option<(&Path, Option<&str>)>,
        fields: &Map<String, Value>,
        folder: &Path,
    ) -> Result<Self, Problem> {
        let (job, folder) = match file {
            Some((file, name)) => (named(file, name)?, file.parent().unwrap_or(Path::new("")).to_owned()),
            None => (job::to_look_at(fields)?, folder.to_owned()),
        };
        let usual = || Checks::parse("full", Rules::default()).unwrap_or_else(|_| Checks::none());
        let checks = job.checking.checks.clone().unwrap_or_else(usual);
        let engine = Engine::Interpreter(Checking { names: true, ..Checking::new(checks.clone()) });
        let base = Base::from(&Options { engine, ..Options::default() });
        let runs = base.of(&job)?;
        let (_, options) = runs.first().ok_or_else(|| "job has no dispatches".to_owned())?;
        let mut read = Vec::new();
        let mut prepared = Prepared::new(&job, &folder, options, &Clock::start(None), &mut read)?;
        let warnings = std::mem::take(&mut prepared.warnings);
        Ok(Debugged { job, folder, prepared, step: 0, checks, read, warnings })
    }

    /// The number of the dispatch at hand and of all, where there are several.
    pub(crate) fn told(&self) -> String {
        match self.job.steps.len() {
            1 => String::new(),
            count => format!("dispatch {} of {count}\n", self.step + 1),
        }
    }

    /// The run of the dispatch at hand, with the lines that it will print.
    ///
    /// # Errors
    /// When what is bound does not fit.
    pub(crate) fn begin(&mut self) -> Result<(Debuggee, Lines), Problem> {
        let Some(step) = self.prepared.next_dispatch(self.step)? else {
            return Err(Problem::Other("the job has no dispatch to debug".to_owned()));
        };
        self.step = step;
        self.prepared.debug(step)
    }

    /// Takes a run that has ended. Returns whether another dispatch follows.
    ///
    /// # Errors
    /// When it did not come to its end.
    pub(crate) fn adopt(&mut self, debuggee: Debuggee) -> Result<bool, Problem> {
        let ended = self.prepared.adopt(self.step, debuggee);
        self.step += 1;
        ended?;
        // Steps of other kinds run without a stop.
        let next = self.prepared.next_dispatch(self.step)?;
        self.step = next.unwrap_or(self.job.steps.len());
        Ok(next.is_some())
    }

    /// The findings and the differences to what the job expects, as text, and whether all is well.
    pub(crate) fn results(&mut self) -> (String, bool) {
        let (mut text, mut is_well) = (String::new(), true);
        if let Some(report) = self.prepared.shared().report.take() {
            let (located, report) = checked::located(report, &self.checks, &self.read);
            text.push_str(&located.to_string());
            text.push_str(&format!("{}\n", checked::summary(&report)));
            is_well &= report.count(Level::Error) == 0;
        }
        match compared(&self.job, self.prepared.shared(), &self.folder, &mut self.read) {
            Ok(Compared { text: differences, .. }) => {
                is_well &= differences.is_empty();
                text.push_str(&differences);
            }
            Err(problem) => {
                is_well = false;
                text.push_str(&format!("{problem}\n"));
            }
        }
        (text, is_well)
    }
}

/// The job of a file with a name, or the first one.
fn named(file: &Path, name: Option<&str>) -> Result<Job, String> {
    let mut entries = job::read(file)?;
    let at = match name {
        None => 0,
        Some(name) => {
            let titles: Vec<&str> = entries.iter().map(|entry| entry.title.as_str()).collect();
            let near = || nearest(name, titles.iter().copied()).map(|near| format!("; {}", did_you_mean(near)));
            let missing = || format!("unknown job '{name}'{}", near().unwrap_or_default());
            titles.iter().position(|title| *title == name).ok_or_else(missing)?
        }
    };
    entries.swap_remove(at).job
}
