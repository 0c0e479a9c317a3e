//! `hlsl2spirv test`: runs the jobs of files, one by one or several at once, and reports.

mod watch;

use super::run::FOUND;
use crate::coverage;
use crate::projects::Projects;
use crate::running;
use crate::scripts;
use crate::testing::{self, Chosen, Mapped};
use arguments::TestArguments;
use check::coverage::Coverage;
use check::{Checks, Schedule};
use launch::jobs::{Base, Outcome, Planned, is_shader, job_files, junit, plan, summary};
use launch::kernels::Problem;
use launch::kernels::contents::Contents;
use library::files::names::{to_path, to_text};
use library::files::places;
use library::files::staged::{NotWritten, Staged};
use library::report::console::{complain, print_or_complain, say};
use library::report::waiting::{PATIENCE, Waiting};
use runner::{Engine, Options};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::time::{Duration, Instant};

/// Runs the command. Returns the exit status: 0 when every job passes.
pub(crate) fn run(arguments: &TestArguments) -> u8 {
    let mut call = match Call::new(arguments) {
        Ok(call) => call,
        Err(error) => {
            complain(error);
            return 1;
        }
    };
    loop {
        let start = SystemTime::now();
        // What was read in the round before may have been replaced since.
        places::remember_reads();
        call.base = call.base.fresh();
        let run = Run::new(&call);
        let (status, read) = run.complete();
        if !arguments.watch {
            return status;
        }
        watch::until_changed(&arguments.files, &read, start);
    }
}

/// What the command line says.
struct Call<'a> {
    arguments: &'a TestArguments,
    base: Base,
    /// The folders of includes.
    mapped: Vec<Mapped>,
    /// What is bound in tests of shaders, by name.
    bindings: Vec<(String, Contents)>,
}

impl<'a> Call<'a> {
    /// # Errors
    /// When arguments do not fit each other, or one is malformed.
    fn new(arguments: &'a TestArguments) -> Result<Self, String> {
        let mapped = arguments.map.iter().map(|text| Mapped::parse(text)).collect::<Result<_, _>>()?;
        let contents = |(name, text): &(String, String)| Ok((name.clone(), Contents::parse(text)?));
        let bindings = arguments.bind.iter().map(contents).collect::<Result<_, String>>()?;
        Ok(Call { arguments, base: base(arguments)?, mapped, bindings })
    }
}

/// The way in which jobs run that say nothing of it.
fn base(arguments: &TestArguments) -> Result<Base, String> {
    let usual = running::options(&arguments.host)?;
    let options = Options { engine: running::engine(&arguments.checks)?, ..usual };
    let trials = running::trials(&arguments.checks)?;
    if trials.iter().any(|trial| matches!(trial.schedule, Schedule::All(_))) {
        return Err("'--schedule all' is available in 'hlsl2spirv run' only; use '--seed' for jobs".to_owned());
    }
    Ok(Base::new(without_llvm(options, arguments), trials, arguments.options.clone()))
}

/// The options, with the interpreter if LLVM is not found and was not requested.
fn without_llvm(base: Options, arguments: &TestArguments) -> Options {
    let is_free = arguments.host.llvm.is_none() && arguments.checks.engine.is_none();
    if base.engine != Engine::Compiled || !is_free || base.host.llvm().is_ok() {
        return base;
    }
    say("hlsl2spirv: note: LLVM library not found; using the interpreter, which is hundreds of times slower");
    Options { engine: running::interpreter(&arguments.checks, Checks::none()), ..base }
}

/// A job, or the tests of a file, which are compiled together.
enum Unit {
    Job(Box<Planned>),
    Tests(PathBuf),
    /// A script of Amber.
    Script(PathBuf),
}

impl Unit {
    /// The tests or jobs of a file.
    fn of(file: PathBuf) -> Vec<Unit> {
        if scripts::is_script(&file) {
            return vec![Unit::Script(file)];
        }
        match is_shader(&file) {
            true => vec![Unit::Tests(file)],
            false => plan(&file).into_iter().map(|job| Unit::Job(Box::new(job))).collect(),
        }
    }

    fn title(&self) -> String {
        match self {
            Unit::Job(job) => job.title(),
            Unit::Tests(file) | Unit::Script(file) => file.display().to_string(),
        }
    }

    fn run(self, call: &Call<'_>) -> Vec<Outcome> {
        let Call { arguments, base, mapped, bindings } = call;
        let file = match self {
            Unit::Job(job) => return vec![job.run(base, arguments.update)],
            Unit::Script(file) => return vec![scripts::run(&file, base)],
            Unit::Tests(file) => file,
        };
        let settings = |name: &str, text: &str, more: &[String]| {
            let mut projects = Projects::default();
            let mut options = arguments.options.clone();
            options.extend_from_slice(more);
            let all = projects.all(&to_path(name).to_string_lossy(), text, &options);
            match projects.take_problems().into_iter().next() {
                Some(problem) => Err(Problem::Other(problem)),
                None => {
                    all.into_iter().next().map(|one| one.parsed).ok_or_else(|| Problem::Other("no options".to_owned()))
                }
            }
        };
        let (filter, tag) = (arguments.filter.as_deref(), arguments.tag.as_deref());
        let (options, seed, lists) = (&base.options, arguments.input_seed, arguments.list);
        let groups = arguments.dispatch.0;
        let chosen = Chosen {
            options,
            settings: &settings,
            filter,
            tag,
            mapped,
            bindings,
            groups,
            seed,
            lists,
            updates: arguments.update,
        };
        testing::run(&file, &chosen)
    }
}

/// The state of a run of all jobs.
struct Run<'a> {
    call: &'a Call<'a>,
    arguments: &'a TestArguments,
    outcomes: Vec<Outcome>,
    left_out: usize,
    status: u8,
    /// True if checks have found errors.
    has_found: bool,
}

impl<'a> Run<'a> {
    fn new(call: &'a Call<'a>) -> Self {
        Run { call, arguments: call.arguments, outcomes: Vec::new(), left_out: 0, status: 0, has_found: false }
    }

    /// Runs all jobs and reports. Returns the status, and the files that were read.
    fn complete(mut self) -> (u8, Vec<String>) {
        let jobs = self.planned();
        self.all(jobs);
        if self.outcomes.is_empty() {
            self.complain("no job or test matches '--filter' and '--tag'");
        }
        self.finish();
        let read = self.outcomes.into_iter().flat_map(|outcome| outcome.read).collect();
        // Wrong results before findings.
        let status = if self.status == 0 && self.has_found { FOUND } else { self.status };
        (status, read)
    }

    /// The selected jobs.
    fn planned(&mut self) -> Vec<Unit> {
        let mut jobs = Vec::new();
        for name in &self.arguments.files {
            match job_files(name) {
                Ok(files) => jobs.extend(files.into_iter().flat_map(Unit::of)),
                Err(error) => {
                    let file = name.display().to_string();
                    self.report(Outcome { file, problem: Some(error), ..Outcome::default() });
                }
            }
        }
        let all = jobs.len();
        let filter = self.arguments.filter.as_ref();
        let only_tests = self.arguments.list || self.arguments.tag.is_some();
        jobs.retain(|unit| match unit {
            Unit::Job(_) | Unit::Script(_) => !only_tests && filter.is_none_or(|filter| unit.title().contains(filter)),
            Unit::Tests(_) => true,
        });
        self.left_out = all - jobs.len();
        jobs
    }

    /// Runs jobs, as many at once as the caller allows, and reports them in their order.
    fn all(&mut self, jobs: Vec<Unit>) {
        let (count, running) = (jobs.len(), Running::default());
        let waiting = Waiting::on_terminal(running.line(count));
        let threads = base::threads::count(Some(self.arguments.jobs)).min(count);
        let (call, queue) = (self.call, Mutex::new(jobs.into_iter().enumerate()));
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let (sender, queue, running) = (sender.clone(), &queue, &running);
                scope.spawn(move || {
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some((index, job)) = next() {
                        let outcome = running.during(index, job.title(), || job.run(call));
                        let _ = sender.send((index, outcome));
                    }
                });
            }
            drop(sender);
            self.in_order(&receiver);
        });
        drop(waiting);
    }

    /// Reports outcomes in the order of the jobs, each as soon as those before it are known.
    fn in_order(&mut self, receiver: &Receiver<(usize, Vec<Outcome>)>) {
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (index, outcomes) in receiver {
            early.insert(index, outcomes);
            while let Some(outcomes) = early.remove(&next) {
                outcomes.into_iter().for_each(|outcome| self.report(outcome));
                next += 1;
            }
        }
    }

    fn report(&mut self, outcome: Outcome) {
        let text = match (self.arguments.json, &outcome.place) {
            (true, _) => outcome.json(),
            (false, Some((file, line))) if self.arguments.list => {
                format!("{file}:{line}: {}\n", outcome.job.as_deref().unwrap_or_default())
            }
            (false, _) => outcome.text(),
        };
        self.status |= u8::from(outcome.problem.is_some() && !outcome.is_found) | print_or_complain(&text);
        self.has_found |= outcome.is_found;
        self.outcomes.push(outcome);
    }

    fn finish(&mut self) {
        if !self.arguments.json && !self.arguments.list {
            self.status |= print_or_complain(&summary(&self.outcomes, self.left_out));
        }
        let mut coverage = Coverage::default();
        self.outcomes.iter().for_each(|outcome| coverage.join(&outcome.coverage));
        if let Err(error) = self.write(&coverage) {
            self.complain(&format!("cannot write '{}': {}", error.file, error.reason));
        }
    }

    /// Writes the files about the whole run.
    fn write(&self, coverage: &Coverage) -> Result<(), NotWritten> {
        let mut staged = Staged::default();
        coverage::write(&self.arguments.checks, coverage, &mut staged)?;
        if let Some(file) = &self.arguments.junit {
            staged.write(&to_text(file.as_os_str()), junit(&self.outcomes).as_bytes())?;
        }
        staged.commit()
    }

    fn complain(&mut self, text: &str) {
        complain(text);
        self.status = 1;
    }
}

/// The jobs that run at the moment.
#[derive(Clone, Default)]
struct Running {
    /// The titles and starting times, by index.
    jobs: Arc<Mutex<BTreeMap<usize, (String, Instant)>>>,
    done: Arc<Mutex<usize>>,
}

impl Running {
    fn during<T>(&self, index: usize, title: String, work: impl FnOnce() -> T) -> T {
        let lock = || self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        lock().insert(index, (title, Instant::now()));
        let result = work();
        lock().remove(&index);
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        result
    }

    /// The progress line, which names the job that takes long.
    fn line(&self, count: usize) -> impl Fn(Duration) -> Option<String> + Send + 'static {
        let running = self.clone();
        move |_| {
            let jobs = running.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let done = *running.done.lock().unwrap_or_else(PoisonError::into_inner);
            let (title, since) = jobs.values().min_by_key(|(_, since)| *since)?;
            let seconds = since.elapsed();
            (seconds >= PATIENCE)
                .then(|| format!("{title}, {:.1} s ({done} of {count} jobs done)", seconds.as_secs_f64()))
        }
    }
}
