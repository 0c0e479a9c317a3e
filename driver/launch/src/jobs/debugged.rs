//! A job under a debugger: its dispatches, one after the other, each as a run that the debugger advances.

use super::findings::Base;
use super::job::steps::{Step, StepKind};
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
pub struct Debugged {
    job: Job,
    folder: PathBuf,
    prepared: Prepared,
    /// The current dispatch.
    step: usize,
    /// The only invocation of a launch of rays that breakpoints are for.
    ray: Option<[u32; 3]>,
    checks: Checks,
    /// The files that were read.
    pub(crate) read: Vec<String>,
    /// The compiler's warnings.
    pub warnings: String,
}

impl Debugged {
    /// Makes a job of a file ready, the one with a name or the first, or the job that these fields are.
    ///
    /// # Errors
    /// When it cannot be read or compiled.
    pub fn new(
        file: Option<(&Path, Option<&str>)>,
        fields: &Map<String, Value>,
        folder: &Path,
        ray: Option<[u32; 3]>,
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
        let mut prepared = Prepared::new(&job, &folder, base.way(options), &Clock::start(None), &mut read)?;
        if let Some(ray) = ray {
            find(ray, &prepared.launches())?;
        }
        let warnings = std::mem::take(&mut prepared.warnings);
        Ok(Debugged { job, folder, prepared, step: 0, ray, checks, read, warnings })
    }

    /// The number of the current step and of all, where there are several.
    pub fn told(&self) -> String {
        let is_dispatch = |step: &Step| matches!(step.kind, StepKind::Dispatch(_));
        let word = if self.job.steps.iter().all(is_dispatch) { "dispatch" } else { "step" };
        match self.job.steps.len() {
            1 => String::new(),
            count => format!("{word} {} of {count}\n", self.step + 1),
        }
    }

    /// The thread that breakpoints are for: its number in its group, and that of the group.
    pub fn thread(&self) -> Option<([u32; 3], [u32; 3])> {
        let size = runner::stages::RAY_GROUP;
        let by_axis = |of: fn(u32, u32) -> u32| self.ray.map(|ray| [0, 1, 2].map(|axis| of(ray[axis], size[axis])));
        by_axis(|own, size| own % size).zip(by_axis(|own, size| own / size))
    }

    /// The run of the current step, with the lines that it will print.
    ///
    /// # Errors
    /// When what is bound does not fit.
    pub fn begin(&mut self) -> Result<(Debuggee, Lines), Problem> {
        let Some(step) = self.prepared.next_debugged(self.step, self.ray)? else {
            return Err(Problem::Other("the job has no dispatch and no launch of rays to debug".to_owned()));
        };
        self.step = step;
        self.prepared.debug(step)
    }

    /// Takes a run that has ended. Returns whether another step that is debugged follows.
    ///
    /// # Errors
    /// When it did not come to its end.
    pub fn adopt(&mut self, debuggee: Debuggee) -> Result<bool, Problem> {
        let ended = self.prepared.adopt(self.step, debuggee);
        self.step += 1;
        ended?;
        // Steps of other kinds run without a stop.
        let next = self.prepared.next_debugged(self.step, self.ray)?;
        self.step = next.unwrap_or(self.job.steps.len());
        Ok(next.is_some())
    }

    /// The findings and the differences to what the job expects, as text, and whether all is well.
    pub fn results(&mut self) -> (String, bool) {
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

/// Finds the launch of rays that has an invocation.
///
/// # Errors
/// When there is none.
fn find(ray: [u32; 3], launches: &[[u32; 3]]) -> Result<(), String> {
    let is_in = |size: &[u32; 3]| ray.iter().zip(size).all(|(own, size)| own < size);
    let sizes: Vec<String> = launches.iter().map(|[x, y, z]| format!("{x}x{y}x{z}")).collect();
    let [x, y, z] = ray;
    match (launches.iter().any(is_in), sizes.len()) {
        (true, _) => Ok(()),
        (false, 0) => Err("'ray' needs a job with a step 'trace'".to_owned()),
        (false, 1) => Err(format!("ray ({x},{y},{z}) is outside of the launch of {}", sizes[0])),
        (false, _) => Err(format!("ray ({x},{y},{z}) is outside of the launches of {}", sizes.join(", "))),
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
