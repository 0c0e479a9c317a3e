//! Runs the tests of a file: one module for all of them, one dispatch for each.

use super::compiled::Compiled;
use super::harness::{DIMENSIONS, HEADER, SECTIONS};
use super::inputs::{self, Number, Random, Slot};
use super::records::{self, Record, Shown};
use super::snapshots::Snapshots;
use super::{Chosen, Property, SET, Test};
use base::source::Span;
use base::visible;
use check::{Checks, Level};
use launch::jobs::Outcome;
use launch::kernels::contents::Contents;
use launch::kernels::resources::{Resource, place};
use launch::kernels::{Problem, checked};
use runner::{Binding, BindingKind, Checking, Engine, Module, Options};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// The failures of a test that are shown.
const MOST_SHOWN: usize = 8;
/// The cases of a property in one dispatch.
const MOST_CASES: u32 = 1 << 16;
/// The steps of shrinking.
const MOST_STEPS: usize = 1000;
/// The part of the cases of a property that `assume` may refuse, in percent.
const MOST_REFUSED: usize = 99;
/// The states of a case in the buffer of results.
const FAILED: u32 = 2;
const REFUSED: u32 = 3;

/// Runs the tests of a file, in their order.
pub(crate) fn run(path: &Path, chosen: &Chosen<'_>) -> Vec<Outcome> {
    let (start, name) = (Instant::now(), path.display().to_string());
    let mut all = match attempt(path, chosen) {
        Ok(outcomes) => outcomes,
        Err(problem) => {
            let problem = Some(problem.to_string().trim_end().to_owned());
            vec![(0, Outcome { problem, seconds: start.elapsed().as_secs_f64(), ..Outcome::default() })]
        }
    };
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, outcome)| Outcome { file: name.clone(), ..outcome }).collect()
}

fn attempt(path: &Path, chosen: &Chosen<'_>) -> Result<Vec<(usize, Outcome)>, Problem> {
    let first = Compiled::new(path, chosen, chosen.options.clone())?;
    if first.tests.is_empty() && first.asserts_at_compile_time && chosen.takes_whole_files() {
        // It compiles, so they hold.
        let (warnings, read) = (first.artifact.report.to_string(), first.artifact.dependencies.visited.clone());
        return Ok(vec![(0, Outcome { warnings, read, ..Outcome::default() })]);
    }
    let is_wanted = |test: &Test| chosen.tag.is_none_or(|tag| test.tags.iter().any(|own| own == tag));
    let wanted: Vec<(usize, Test)> =
        first.tests.iter().cloned().enumerate().filter(|(_, test)| is_wanted(test)).collect();
    let (finding, plain): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|(_, test)| !test.expected.findings.is_empty());
    let mut stored = Snapshots::of(path, chosen.updates)?;
    let outcome = |of: &Compiled, (index, test): &(usize, Test), stored: &mut Snapshots| {
        (*index, of.outcome(test, chosen, stored))
    };
    let mut outcomes: Vec<_> = plain.iter().map(|test| outcome(&first, test, &mut stored)).collect();
    if !finding.is_empty() {
        // Findings are the interpreter's, and of these tests only the expected kinds count.
        let names: Vec<&str> =
            finding.iter().flat_map(|(_, test)| &test.expected.findings).map(|(name, _)| name.as_str()).collect();
        let rules = match &chosen.options.engine {
            Engine::Interpreter(checking) => checking.checks.rules(),
            Engine::Compiled => check::Rules::default(),
        };
        let checks = Checks::parse(&names.join(","), rules)?;
        let engine = Engine::Interpreter(Checking::new(checks));
        let second = Compiled::new(path, chosen, Options { engine, ..chosen.options.clone() })?;
        outcomes.extend(finding.iter().map(|test| outcome(&second, test, &mut stored)));
    }
    if chosen.takes_whole_files() {
        stored.keep(|name| first.tests.iter().any(|test| test.name == name));
    }
    stored.finish()?;
    if let Some((_, outcome)) = outcomes.first_mut() {
        outcome.warnings = first.artifact.report.to_string();
    }
    Ok(outcomes)
}

impl Compiled {
    fn outcome(&self, test: &Test, chosen: &Chosen<'_>, stored: &mut Snapshots) -> Outcome {
        let start = Instant::now();
        let mut outcome = Outcome { job: Some(test.name.clone()), ..Outcome::default() };
        outcome.place = self.sources().location(test.span).map(|place| (place.file, place.line));
        outcome.read.clone_from(&self.artifact.dependencies.visited);
        outcome.skipped.clone_from(&test.skipped);
        if chosen.lists || test.skipped.is_some() {
            return outcome;
        }
        if let Some(judged) = self.judged_by_errors(test) {
            outcome.problem = judged;
            return outcome;
        }
        let seen = self.module(test).and_then(|module| self.seen(test, &module, chosen));
        let (problem, is_found) = match seen {
            Ok(Seen { skipped: Some(reason), records, error: None, .. }) if records.is_empty() => {
                outcome.skipped = Some(reason);
                return outcome;
            }
            Ok(seen) => self.judged(test, seen, chosen, stored),
            Err(error) => (error, false),
        };
        outcome.problem = Some(problem.trim_end().to_owned()).filter(|text| !text.is_empty());
        outcome.is_found = is_found && outcome.problem.is_some();
        outcome.seconds = start.elapsed().as_secs_f64();
        outcome
    }

    /// Runs a test, and a property until it fails.
    fn seen(&self, test: &Test, module: &Module, chosen: &Chosen<'_>) -> Result<Seen, String> {
        let runner = Runner { test, module, compiled: self, chosen };
        match &test.property {
            None => runner.run(&runner.header(false, 0, 0), runner.groups(), &mut [0]),
            Some(property) => Cases { runner, property, slots: inputs::slots(&property.params) }.seen(chosen.seed),
        }
    }

    /// What is wrong with a run; the second result is true if only checks complain.
    fn judged(&self, test: &Test, seen: Seen, chosen: &Chosen<'_>, stored: &mut Snapshots) -> (String, bool) {
        let mut text = String::new();
        match (test.expected.fails, seen.records.is_empty()) {
            (true, true) => text.push_str("no assertion fails, and '[[fails]]' expects it\n"),
            (false, false) => {
                let groups = test.groups.unwrap_or(chosen.groups);
                self.push_failures(&mut text, &seen.records, test, groups);
            }
            (true, false) | (false, true) => {}
        }
        if seen.error.is_none() {
            self.push_snapshots(&mut text, &seen.shown, test, stored);
        }
        text.push_str(&seen.about);
        let is_wrong = !text.is_empty();
        if let Some(error) = seen.error {
            let _ = writeln!(text, "{error}");
        }
        let (mut found, mut is_found) = (String::new(), false);
        if let (Some(report), Engine::Interpreter(Checking { checks, .. })) = (seen.report, &self.options.engine) {
            let (located, report) = checked::located(report, checks, &self.artifact.dependencies.visited);
            let expected = &test.expected.findings;
            let is_expected = |name: &str, line: Option<u32>| {
                expected.iter().any(|(own, at)| own == name && (at.is_none() || *at == line))
            };
            let line = |finding: &check::Finding| finding.place.map(|place| place.line);
            let mut others = report.findings.iter().filter(|finding| finding.level >= Level::Error);
            is_found = others.any(|finding| !is_expected(finding.check.row().name, line(finding)));
            for (name, at) in expected {
                let has = |finding: &check::Finding| {
                    finding.check.row().name == name && (at.is_none() || *at == line(finding))
                };
                if !report.findings.iter().any(has) {
                    let at = at.map_or_else(String::new, |line| format!(" at line {line}"));
                    let _ = writeln!(text, "expected finding of '{name}'{at} not reported");
                }
            }
            found = located.to_string();
        }
        if is_found {
            text.push_str(&found);
        }
        if !text.is_empty() && !seen.printed.is_empty() {
            let _ = write!(text, "shader output:\n{}", visible::text(&seen.printed));
        }
        (text, is_found && !is_wrong)
    }

    /// The text of a file between two positions, either of which may be in a macro.
    fn text(&self, from: u32, to: u32) -> &str {
        let sources = self.sources();
        if from == to {
            return "";
        }
        let [first, last] = [(from, from + 1), (to - 1, to)].map(|(lo, hi)| sources.range(Span { lo, hi }));
        let (Some(first), Some(last)) = (first, last) else { return "" };
        let file = sources.file(first.file);
        let is_whole = first.file == last.file && first.start <= last.end;
        if is_whole { file.original().get(first.start as usize..last.end as usize).unwrap_or_default() } else { "" }
    }

    /// What is wrong with the values that a test shows.
    fn push_snapshots(&self, text: &mut String, shown: &[Shown], test: &Test, stored: &mut Snapshots) {
        let texts: Vec<String> = shown.iter().map(|shown| shown.text.clone()).collect();
        let (others, missing) = stored.compared(&test.name, &texts);
        for (at, own) in others.iter().take(MOST_SHOWN) {
            let place = self.sources().start_of(shown[*at].place);
            let place = place.map_or_else(String::new, |(file, line, column)| format!("{file}:{line}:{column}: "));
            let _ = match own {
                Some(own) => writeln!(text, "{place}snapshot differs\n  stored {own}, found {}", texts[*at]),
                None => writeln!(text, "{place}no snapshot is stored; '--update' stores {}", texts[*at]),
            };
        }
        if missing > 0 {
            let _ = writeln!(text, "{missing} stored snapshots are not shown; '--update' drops them");
        }
    }

    fn push_failures(&self, text: &mut String, records: &[Record], test: &Test, groups: [u32; 3]) {
        for record in records.iter().take(MOST_SHOWN) {
            let place = self.sources().start_of(record.place);
            let place = place.map_or_else(String::new, |(file, line, column)| format!("{file}:{line}:{column}: "));
            let name = self.text(record.place.lo, record.shown.lo);
            let _ = write!(text, "{place}{}", wording(name, self.text(record.shown.lo, record.shown.hi)));
            let message = record.message.as_ref().map_or_else(String::new, |message| format!(": {message}"));
            let _ = writeln!(text, "{message}");
            if let Some(values) = record.values() {
                let _ = writeln!(text, "  {values}");
            }
            if test.property.is_none() && (test.threads != [1; 3] || groups != [1; 3]) {
                let ([x, y, z], thread) = record.thread;
                let _ = writeln!(text, "  group ({x}, {y}, {z}), thread {thread}");
            }
        }
        if let Some(more) = records.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
            let _ = writeln!(text, "and {more} more failures");
        }
    }
}

/// An assertion in words: what is before its operands, and these.
fn wording(before: &str, operands: &str) -> String {
    let operands: Vec<&str> = operands.split_whitespace().collect();
    let name = before.trim_end().trim_end_matches('(').trim_end();
    if !name.is_empty() && name == operands.join(" ") {
        // A macro has made all of it.
        return format!("{name} failed");
    }
    match (name, operands.is_empty()) {
        (_, true) => "failed".to_owned(),
        ("", false) => format!("check failed: {}", operands.join(" ")),
        (name, false) => format!("{name} failed: {}", operands.join(" ")),
    }
}

/// The result of running one test.
#[derive(Default)]
struct Seen {
    records: Vec<Record>,
    /// The values to compare with stored ones.
    shown: Vec<Shown>,
    /// The reason that the test gives for being skipped.
    skipped: Option<String>,
    /// Other output of the shader.
    printed: String,
    /// The case of a property that fails, and other problems, as lines.
    about: String,
    report: Option<check::Report>,
    error: Option<String>,
}

/// A test with its code.
#[derive(Clone, Copy)]
struct Runner<'t> {
    test: &'t Test,
    module: &'t Module,
    compiled: &'t Compiled,
    chosen: &'t Chosen<'t>,
}

impl Runner<'_> {
    /// The number of groups.
    fn groups(&self) -> [u32; 3] {
        self.test.groups.unwrap_or(self.chosen.groups)
    }

    /// The contents of bindings: those that the test gives, and the others that it has.
    fn resources(&self) -> Result<Vec<(&str, Resource)>, String> {
        let info = self.module.info();
        let has = |name: &str| place(name).binding(info).is_ok();
        let own = self.test.bindings.iter();
        let is_free = |name: &str| own.clone().all(|(own, _)| own != name) && has(name);
        let all = own.clone().chain(self.chosen.bindings.iter().filter(|(name, _)| is_free(name)));
        let all = all.filter(|(name, _)| !self.pushes(name));
        let resource = |(name, contents): &'_ (String, Contents)| {
            let at = place(name).binding(info).map_err(|_| format!("the test uses no binding '{name}'"))?;
            let contents = contents.clone().laid_out(&self.compiled.artifact.words, at.set, at.binding);
            let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
            Resource::new(info, name, &contents, Path::new(""))
        };
        all.map(|one| Ok((one.0.as_str(), resource(one)?))).collect()
    }

    /// Returns whether a name is that of the push constants that the entry point reads.
    fn pushes(&self, name: &str) -> bool {
        self.module.info().push_bytes > 0 && self.compiled.push_constants.as_deref() == Some(name)
    }

    /// The bytes of the push constants, if they have contents.
    fn pushed(&self) -> Result<Option<Vec<u8>>, String> {
        let mut all = self.test.bindings.iter().chain(self.chosen.bindings);
        let Some((name, contents)) = all.find(|(name, _)| self.pushes(name)) else { return Ok(None) };
        contents.pushed(&self.compiled.artifact.words).map(Some).map_err(|error| format!("'{name}': {error}"))
    }

    /// The words before the inputs.
    fn header(&self, is_quiet: bool, stride: u32, cases: u32) -> Vec<u32> {
        let mut words = vec![0; HEADER];
        words[..4].copy_from_slice(&[self.test.call, is_quiet.into(), stride, cases]);
        let sizes =
            self.groups().into_iter().zip(self.test.threads).map(|(groups, threads)| groups.saturating_mul(threads));
        words[DIMENSIONS].iter_mut().zip(sizes).for_each(|(word, size)| *word = size);
        for (word, section) in words[SECTIONS].iter_mut().zip(&self.test.sections) {
            *word = section + 1;
        }
        words
    }

    fn run(&self, input: &[u32], groups: [u32; 3], output: &mut [u32]) -> Result<Seen, String> {
        let test = self.test;
        let fill = |entry: &str| self.compiled.entry(entry, self.compiled.options.wave);
        let mut filled = Vec::with_capacity(test.mocks.len());
        for mock in test.mocks.iter().filter(|mock| mock.is_in(self.module)) {
            filled.push((mock, mock.filled(fill, test.deadline)?));
        }
        let mut resources = self.resources()?;
        let mut dispatch = self.module.dispatch();
        dispatch.allow_gaps().deadline(test.deadline);
        if let Some(bytes) = self.pushed()? {
            dispatch.push_constants(&bytes);
        }
        for (name, resource) in &mut resources {
            resource.bind(&mut dispatch, name).map_err(|error| format!("'{name}': {error}"))?;
        }
        for (mock, filled) in &mut filled {
            mock.bind(self.module, &mut dispatch, filled).map_err(|error| error.to_string())?;
        }
        let is_bound = |own: &Binding| {
            let is_here = |name: &str| place(name).binding(self.module.info()).is_ok_and(|at| at.names == own.names);
            self.test.bindings.iter().chain(self.chosen.bindings).any(|(name, _)| is_here(name))
        };
        let samplers =
            self.module.info().bindings.iter().filter(|own| own.kind == BindingKind::Sampler && !is_bound(own));
        for own in samplers {
            let sampler = self.compiled.states.sampler(&own.names);
            dispatch.sampler((own.set, own.binding), sampler).map_err(|error| error.to_string())?;
        }
        // Where the only test is known to hold, nothing is read.
        let reads = self.module.info().bindings.iter().any(|own| (own.set, own.binding) == (SET, 0));
        if reads {
            dispatch.buffer((SET, 0), input).map_err(|error| error.to_string())?;
        }
        dispatch.buffer_mut((SET, 1), output).map_err(|error| error.to_string())?;
        let ended = dispatch.run(groups);
        let records::Read { records, shown, skipped, printed } = records::read(dispatch.printed());
        let (report, error) = (dispatch.report().cloned(), ended.err().map(|error| error.to_string()));
        Ok(Seen { records, shown, skipped, printed, about: String::new(), report, error })
    }
}

/// The cases of a property.
struct Cases<'t> {
    runner: Runner<'t>,
    property: &'t Property,
    slots: Vec<Slot>,
}

/// The inputs of cases behind the header, and the states of the cases.
#[derive(Default)]
struct Buffers {
    input: Vec<u32>,
    states: Vec<u32>,
}

impl Cases<'_> {
    /// Runs cases until one fails, and makes that one simpler.
    fn seen(&self, seed: u64) -> Result<Seen, String> {
        let mut random = Random::new(seed ^ seed_of(&self.runner.test.name));
        let (of, mut done, mut refused) = (self.property.cases, 0, 0);
        let mut buffers = Buffers::default();
        while done < of {
            let count = (of - done).min(MOST_CASES);
            self.begin(&mut buffers, count, true);
            (done..done + count)
                .for_each(|number| inputs::draw(&self.slots, number, of, &mut random, &mut buffers.input));
            let seen = self.dispatch(&mut buffers)?;
            if seen.error.is_some() || seen.report.as_ref().is_some_and(|report| report.count(Level::Error) > 0) {
                return Ok(seen);
            }
            refused += buffers.states.iter().filter(|state| **state == REFUSED).count();
            if let Some(at) = buffers.states.iter().position(|state| *state == FAILED) {
                let words = &buffers.input[HEADER + at * self.words()..];
                return self.simplest(inputs::case(&self.slots, words), done as usize + at);
            }
            done += count;
        }
        let about = match refused * 100 > MOST_REFUSED * of as usize {
            true => format!("'assume' refuses {refused} of {of} cases\n"),
            false => String::new(),
        };
        Ok(Seen { about, ..Seen::default() })
    }

    /// The words of a case.
    fn words(&self) -> usize {
        self.property.params.iter().map(|param| (param.count * param.kind.words()) as usize).sum()
    }

    /// Prepares buffers for a number of cases.
    fn begin(&self, buffers: &mut Buffers, count: u32, is_quiet: bool) {
        buffers.input.clear();
        buffers.input.extend_from_slice(&self.runner.header(is_quiet, 4 * self.words() as u32, count));
        buffers.input.reserve(count as usize * self.words());
        buffers.states.clear();
        buffers.states.resize(count as usize, 0);
    }

    /// Runs the cases whose inputs are in the buffers.
    fn dispatch(&self, buffers: &mut Buffers) -> Result<Seen, String> {
        let groups = (buffers.states.len() as u32).div_ceil(self.runner.test.threads[0]);
        self.runner.run(&buffers.input, [groups, 1, 1], &mut buffers.states)
    }

    /// Runs these cases, with output unless it is quiet.
    fn run(&self, cases: &[Vec<Number>], is_quiet: bool, buffers: &mut Buffers) -> Result<Seen, String> {
        self.begin(buffers, cases.len() as u32, is_quiet);
        cases.iter().for_each(|case| inputs::push(&self.slots, case, &mut buffers.input));
        self.dispatch(buffers)
    }

    /// The simplest case that fails, starting from one.
    fn simplest(&self, mut case: Vec<Number>, before: usize) -> Result<Seen, String> {
        let (mut steps, mut buffers) = (0, Buffers::default());
        while steps < MOST_STEPS {
            let simpler = inputs::simpler(&self.slots, &case);
            let seen = self.run(&simpler, true, &mut buffers)?;
            let next = buffers.states.iter().position(|state| *state == FAILED).filter(|_| seen.error.is_none());
            let Some(next) = next else { break };
            case.clone_from(&simpler[next]);
            steps += 1;
        }
        let mut seen = self.run(std::slice::from_ref(&case), false, &mut buffers)?;
        let text = inputs::text(&self.property.params, &case);
        let number = before + 1;
        let _ = writeln!(seen.about, "case {number} fails; simplest one found in {steps} steps: [[case({text})]]");
        Ok(seen)
    }
}

/// A seed of a test's own, from its name.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
