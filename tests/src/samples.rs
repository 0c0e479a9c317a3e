//! The tests beside the programs of `shaders/`: they pass, and mutants of the programs fail.
//!
//! A mutant is a program with one change ([`changes`]) that still compiles. The tests and jobs of its program run on it in a
//! process of their own, which is this program again, with all checks in the interpreter. A mutant that passes must be in
//! [`SPARE`], with the reason. `SAMPLES_COUNT` and `SAMPLES_SEED` set the number and the first one (`cases.rs`); the mutants of
//! successive numbers differ, until all have been had.

mod changes;

use crate::cases::{Cases, Fate};
use crate::{collect, compiler, directives};
use changes::Change;
use libtest_mimic::{Failed, Trial};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The environment variable that makes this program one of the children.
const ROLE: &str = "HLSL2SPIRV_SAMPLES";
/// The default number of mutants.
const COUNT: u64 = 24;
/// A prime number, which spreads successive numbers over all mutants.
const SPREAD: u64 = 2_654_435_761;
/// The least share of mutants that fail, in percent, and the number of mutants from which on it is asked for.
const LEAST: (usize, usize) = (95, 100);
/// How the tests run: an endless mutant ends by the limit of its steps.
const OPTIONS: &[&str] = &["--engine", "interpreter", "--check", "--max-steps", "50000000", "--threads", "1"];
/// The jobs of pictures, with the programs that they draw with and a part of their names.
const PICTURES: &str = "examples/pictures";
const PICTURED: &[(&str, &str)] = &[
    ("clay", "a lit mesh"),
    ("meshlets", "meshlets, some of which"),
    ("patches", "patches that are tessellated"),
    ("post_effect", "a post effect"),
    ("shadowed", "a mesh and its shadow"),
    ("transparency", "transparency in the order"),
    ("tunnel", "a pixel shader alone"),
];

/// Changes that no test can tell, by program, line, change and reason.
#[rustfmt::skip]
const SPARE: &[(&str, usize, &str, &str)] = &[
    ("ambient_occlusion", 59, "> -> >=", "no ray is perpendicular to a normal"),
    ("ambient_occlusion", 76, ">= -> >", "what is beyond an image is not written"),
    ("ambient_occlusion", 76, "|| -> &&", "what is beyond an image is not written"),
    ("garden", 61, "0 -> 1", "what is traced takes its place"),
    ("garden", 67, "1 -> 2", "the format has no number above 1"),
    ("garden", 72, "> -> >=", "no ray is perpendicular to a normal"),
    ("garden", 112, "< -> <=", "no ray meets an edge"),
    ("garden", 75, "0 -> 1", "no shader reads it"),
    ("garden", 83, "0 -> 1", "what is traced takes its place"),
    ("garden", 135, "2 -> 3", "no shader reads the kind of a hit"),
    ("garden", 135, "ReportHit(t, side < 0 ? 1 : 2, normal) -> !(ReportHit(t, side < 0 ? 1 : 2, normal))", "no ray begins in a ball"),
    ("garden", 154, "0.25 -> 0.3125", "the fraction is 0 or 0.5"),
    ("gaussian_blur", 31, "0.0 -> 0.5", "the source has one level"),
    ("matmul", 29, "&& -> ||", "the other factor is 0"),
    ("matmul", 29, "< -> <=", "the other factor is 0"),
    ("meshlets", 18, "64 -> 65", "no element of the array is written there"),
    ("meshlets", 71, "0 -> 1", "what is behind the count is not read"),
    ("nbody", 33, "< -> <=", "what is beyond the end is not written"),
    ("patches", 57, "length(pixels) / PART, 1 -> 1, length(pixels) / PART", "the greater one of both does not depend on their order"),
    ("path_tracer", 79, "< -> <=", "no sphere is at that distance"),
    ("path_tracer", 119, "< -> <=", "no random number is that one"),
    ("path_tracer", 81, ">= -> >", "no sphere is at that distance"),
    ("path_tracer", 151, "return -> ", "what is beyond an image is not written"),
    ("quadtree", 59, "0 -> 1", "any thread of the group does it"),
    ("quadtree", 66, "64 -> 65", "a pixel that is counted twice changes nothing"),
    ("quadtree", 118, "0 -> 1", "any thread of the group does it"),
    ("shadowed", 71, "i & 1, i >> 1 -> i >> 1, i & 1", "the four shifts are the same"),
    ("shadowed", 72, "+ -> -", "the four shifts are the same"),
    ("transparency", 52, "+ -> -", "sum and difference are odd alike"),
];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("samples::each_has_tests_that_pass", each_has_tests_that_pass),
        Trial::test("samples::mutants_fail", mutants_fail),
        Trial::test("samples::rows_are_of_changes", rows_are_of_changes),
    ]
}

/// What this program does as a child; `None` if it is none.
pub(crate) fn as_child() -> Option<u8> {
    std::env::var_os(ROLE)?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    Some(driver::internal::carry_out(&arguments))
}

/// A program with one change.
struct Mutant {
    sample: String,
    change: Change,
}

impl Mutant {
    fn name(&self) -> String {
        format!("{}:{}: {}", self.sample, self.change.line, self.change.what)
    }

    fn is_spare(&self) -> bool {
        let Change { line, what, .. } = &self.change;
        SPARE.iter().any(|(sample, at, spare, _)| *sample == self.sample && at == line && spare == what)
    }
}

/// The programs, by name.
fn samples() -> Vec<PathBuf> {
    let is_sample = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("shaders"));
    collect::files(&collect::workspace().join("shaders"), "hlsl").into_iter().filter(is_sample).collect()
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// All mutants, those that do not compile included.
fn mutants() -> Result<Vec<Mutant>, Failed> {
    let mut all = Vec::new();
    for path in samples() {
        let (sample, text) = (name_of(&path), std::fs::read_to_string(&path)?);
        all.extend(changes::changes(&text).into_iter().map(|change| Mutant { sample: sample.clone(), change }));
    }
    Ok(all)
}

/// The arguments of `test` for the tests of a program in a folder.
fn tests_of(sample: &str, folder: &Path) -> Vec<Vec<String>> {
    let beside = ["hlsli", "json"].map(|end| folder.join(format!("shaders/tests/{sample}.{end}")));
    let beside = beside.into_iter().filter(|path| path.is_file()).map(|path| vec![path.display().to_string()]);
    let pictures = folder.join(PICTURES).display().to_string();
    let drawn = PICTURED.iter().filter(|(own, _)| *own == sample);
    let drawn = drawn.map(|(_, job)| vec![pictures.clone(), "--filter".to_owned(), (*job).to_owned()]);
    beside.chain(drawn).collect()
}

/// Runs the tests of a program in a folder. An error is what they say.
fn run_tests(sample: &str, folder: &Path) -> Result<(), Failed> {
    let tests = tests_of(sample, folder);
    if tests.is_empty() {
        return Err(format!("{sample} has no tests").into());
    }
    for arguments in tests {
        let mut child = Command::new(std::env::current_exe()?);
        child.env(ROLE, "test").arg("test").args(arguments).args(OPTIONS).stdin(Stdio::null());
        let done = child.output()?;
        if !done.status.success() {
            return Err(String::from_utf8_lossy(&done.stdout).into_owned().into());
        }
    }
    Ok(())
}

fn each_has_tests_that_pass() -> Result<(), Failed> {
    samples().iter().try_for_each(|path| run_tests(&name_of(path), &collect::workspace()))
}

fn rows_are_of_changes() -> Result<(), Failed> {
    let all = mutants()?;
    let is_of_change = |(sample, line, what, _): &&(&str, usize, &str, &str)| {
        all.iter()
            .any(|mutant| mutant.sample == *sample && (mutant.change.line, &*mutant.change.what) == (*line, *what))
    };
    let others: Vec<_> = SPARE.iter().filter(|row| !is_of_change(row)).collect();
    if others.is_empty() { Ok(()) } else { Err(format!("rows without a change: {others:?}").into()) }
}

/// A copy of what the tests read, which is removed at the end.
struct Copied(PathBuf);

impl Copied {
    fn new(number: usize) -> Result<Self, Failed> {
        let copied = Copied(std::env::temp_dir().join(format!("samples-{}-{number}", std::process::id())));
        for folder in ["shaders", "shaders/tests", PICTURES] {
            std::fs::create_dir_all(copied.0.join(folder))?;
            for entry in std::fs::read_dir(collect::workspace().join(folder))? {
                let path = entry?.path();
                if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                    std::fs::copy(&path, copied.0.join(folder).join(name))?;
                }
            }
        }
        Ok(copied)
    }

    /// What becomes of a mutant; an error is that it passes its tests.
    fn fate(&self, mutant: &Mutant) -> Result<Fate, Failed> {
        let path = self.0.join("shaders").join(format!("{}.hlsl", mutant.sample));
        let whole = std::fs::read(&path)?;
        std::fs::write(&path, &mutant.change.text)?;
        let passes = compiles(&path, &mutant.change.text)?.then(|| run_tests(&mutant.sample, &self.0).is_ok());
        std::fs::write(&path, whole)?;
        match passes {
            None => Ok(Fate::Refused),
            Some(false) => Ok(Fate::Ended),
            Some(true) if mutant.is_spare() => Ok(Fate::Stopped),
            Some(true) => Err(mutant.name().into()),
        }
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns whether all entry points of a changed program compile.
fn compiles(path: &Path, text: &str) -> Result<bool, Failed> {
    for run in directives::read(text)?.runs {
        let options: Vec<String> = run.options.into_iter().chain(["-fcgl".to_owned()]).collect();
        let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
        if compiler.compile_file(path).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn mutants_fail() -> Result<(), Failed> {
    let (all, cases) = (mutants()?, Cases::of("SAMPLES", COUNT));
    let chosen: Vec<&Mutant> =
        cases.part(0, 1).map(|seed| &all[(seed.wrapping_mul(SPREAD) % all.len() as u64) as usize]).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new((cases.tally("mutants of shaders/"), Vec::new())));
    let work = |number: usize| -> Result<(), Failed> {
        let copied = Copied::new(number)?;
        while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fate = copied.fate(mutant);
            let mut found = found.lock().map_err(|error| error.to_string())?;
            found.1.extend(fate.as_ref().err().and_then(|problem| problem.message().map(str::to_owned)));
            found.0.count(1, fate);
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|number| scope.spawn(move || work(number))).collect();
        started.into_iter().try_for_each(|worker| worker.join().map_err(|_| Failed::from("a worker panicked"))?)
    })?;
    let (tally, passing) = found.into_inner().map_err(|error| error.to_string())?;
    let (failing, spare) = (tally.ended as usize, tally.stopped as usize);
    tally.verdict().map_err(|_| format!("these pass:\n{}", passing.join("\n")))?;
    match failing + spare < LEAST.1 || 100 * failing >= LEAST.0 * (failing + spare) {
        true => Ok(()),
        false => Err(format!("of {} mutants only {failing} fail", failing + spare).into()),
    }
}
