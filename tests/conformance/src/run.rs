//! A chapter through a compiler and a way to run: which cases fail, each made as small as it goes.

use crate::case::Probe;
use crate::compiler::Compiler;
use crate::program::{self, Program};
use crate::way::Way;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Settings of a run.
#[derive(Clone)]
pub struct Run {
    /// The compiler.
    pub compiler: Compiler,
    /// The ways to run its modules.
    pub ways: Vec<Way>,
    /// The levels of optimisation, as options.
    pub levels: Vec<String>,
    /// The number of threads.
    pub threads: usize,
}

/// A probe that is wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The probe.
    pub probe: Arc<Probe>,
    /// The way to run, or none if it does not compile.
    pub way: Option<String>,
    /// The level.
    pub level: String,
    /// The cases that fail.
    pub cases: usize,
    /// The first of them, for people.
    pub what: String,
    /// A file with the first case alone.
    pub file: String,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The cases that ran, for each way by its name.
    pub ran: Vec<(String, usize)>,
    /// The failures.
    pub failures: Vec<Failure>,
}

impl Results {
    fn count(&mut self, way: &str, cases: usize) {
        match self.ran.iter_mut().find(|(name, _)| name == way) {
            Some((_, count)) => *count += cases,
            None => self.ran.push((way.to_owned(), cases)),
        }
    }

    /// Adds another run's results.
    pub fn add(&mut self, other: Results) {
        for (way, cases) in other.ran {
            self.count(&way, cases);
        }
        self.failures.extend(other.failures);
    }
}

/// Runs probes, packed, on as many threads as asked.
pub fn run(settings: &Run, probes: &[Arc<Probe>]) -> Results {
    let queue: Mutex<VecDeque<Program>> = Mutex::new(program::pack(probes).into());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let all = Mutex::new(Results::default());
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            scope.spawn(|| {
                while let Some(program) = next() {
                    for level in &settings.levels {
                        let results = one(settings, &program, level);
                        all.lock().unwrap_or_else(PoisonError::into_inner).add(results);
                    }
                }
            });
        }
    });
    let mut results = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.failures.sort_by(|a, b| (&a.probe.name, &a.level, &a.way).cmp(&(&b.probe.name, &b.level, &b.way)));
    results
}

/// Compiles and runs a program. One that fails as a whole is split until the guilty probe is alone.
fn one(settings: &Run, program: &Program, level: &str) -> Results {
    let mut results = Results::default();
    let words = match settings.compiler.compile(&program.text(), &program.settings, &program.options(), level) {
        Ok(words) => words,
        Err(message) => return split(program, level, None, &message, |half| one(settings, half, level)),
    };
    for way in &settings.ways {
        results.add(on(settings, way, program, &words, level));
    }
    results
}

/// Runs a compiled program.
fn on(settings: &Run, way: &Way, program: &Program, words: &[u32], level: &str) -> Results {
    match way.run(program, words) {
        Ok(found) => judge(way, program, level, &found),
        Err(message) => split(program, level, Some(&way.name), &message, |half| {
            let words = settings.compiler.compile(&half.text(), &half.settings, &half.options(), level);
            words.map_or_else(|_| Results::default(), |words| on(settings, way, half, &words, level))
        }),
    }
}

fn split(
    program: &Program,
    level: &str,
    way: Option<&str>,
    message: &str,
    again: impl Fn(&Program) -> Results,
) -> Results {
    let mut results = Results::default();
    if let [probe] = program.probes.as_slice() {
        let (what, file) = (complaint(message).to_owned(), file(probe, 0, level));
        let (way, level) = (way.map(str::to_owned), level.to_owned());
        results.failures.push(Failure { probe: Arc::clone(probe), way, level, cases: probe.cases(), what, file });
        return results;
    }
    let (first, second) = program.probes.split_at(program.probes.len() / 2);
    results.add(again(&program.only(first)));
    results.add(again(&program.only(second)));
    results
}

/// The line of a compiler's message that says most: its first error.
fn complaint(message: &str) -> &str {
    let mut lines = message.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().next().unwrap_or_default();
    lines.find(|line| line.to_ascii_lowercase().contains("error")).unwrap_or(first)
}

fn file(probe: &Probe, row: usize, level: &str) -> String {
    Program::alone(probe, row).file(&[level.to_owned()])
}

/// Compares the results of a program with the allowed ones.
fn judge(way: &Way, program: &Program, level: &str, (found, storage): &(Vec<u32>, Vec<u32>)) -> Results {
    let mut results = Results::default();
    let (stride, mut at) = (program.stride(), 0);
    for probe in &program.probes {
        results.count(&way.name, probe.cases());
        if let Some((cases, row, what)) = wrong(probe, found, stride, at).or_else(|| wrongly_stored(probe, storage)) {
            let (way, level) = (Some(way.name.clone()), level.to_owned());
            let file = file(probe, row, &level);
            results.failures.push(Failure { probe: Arc::clone(probe), way, level, cases, what, file });
        }
        at += probe.words();
    }
    results
}

/// The number of cases of a probe that failed, with the row of the first one and a description of it.
fn wrong(probe: &Probe, found: &[u32], stride: usize, at: usize) -> Option<(usize, usize, String)> {
    let mut first = None;
    let mut count = 0;
    for row in 0..probe.table.rows.len() {
        let mut word = row * stride + at;
        for (index, output) in probe.outputs.iter().enumerate() {
            let number = Program::number(&found[word..], output.of);
            word += output.of.words();
            let allowed = &probe.expected[row * probe.outputs.len() + index];
            if allowed.permits(number) {
                continue;
            }
            count += 1;
            if first.is_none() {
                let given: Vec<_> = probe.table.rows[row].iter().map(|word| format!("{word:#x}")).collect();
                let given = if given.is_empty() { String::new() } else { format!(" of {}", given.join(", ")) };
                let (expected, found) = (allowed.shown(output.of), number.shown());
                first = Some((row, format!("{}{given} is {found}, not {expected}", output.label)));
            }
        }
    }
    first.map(|(row, what)| (count, row, what))
}

/// The number of cases of a probe that failed in its own buffer, with the row of the first one and a description of it.
fn wrongly_stored(probe: &Probe, storage: &[u32]) -> Option<(usize, usize, String)> {
    let bytes = storage.iter().flat_map(|word| word.to_le_bytes());
    let pairs = probe.stored.iter().zip(bytes).enumerate();
    let mut wrong = pairs.filter(|(_, (expected, found))| expected.is_some_and(|expected| expected != *found));
    let (at, (expected, found)) = wrong.next()?;
    let expected = expected.unwrap_or_default();
    let what = format!("byte {at} of the buffer is {found:#04x}, not {expected:#04x}");
    Some((1 + wrong.count(), 0, what))
}
