//! The tests of a file in one module, without those that have errors.
//!
//! An error in a test fails that test alone: the file is compiled again without it. Where positions do not say which test an
//! error belongs to, halves of the tests are compiled until it is known.

use super::harness;
use super::headers::{self, WithFrameworks};
use super::samplers::States;
use super::{Chosen, Selection, Test};
use base::diag::render::Style;
use base::diag::{Diagnostic, Severity};
use base::source::{FileRange, SourceMap, Span};
use dialect::spirv::entries::Entries;
use frontend::language::{Profile, Stage};
use frontend::test_functions::TestFunction;
use launch::kernels::{ENVIRONMENT, Problem, checked};
use library::files::reading;
use library::options::settings::{CommandLineMacro, Harness, HarnessTexts};
use library::report::Report;
use library::{Artifact, Compiler, Failure};
use runner::{Module, Options};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The macro that is defined where tests are compiled.
const MACRO: &str = "HLSL_TEST";
/// An assertion of the language.
const STATIC_ASSERT: &str = "_Static_assert";
/// The least shader model: earlier ones have no libraries with compute shaders.
const MODEL: (u32, u32) = (6, 6);

/// A file with its tests, compiled for an engine.
pub(super) struct Compiled {
    pub(super) artifact: Artifact,
    pub(super) tests: Vec<Test>,
    pub(super) options: Options,
    /// True if the file has assertions that its compilation checks.
    pub(super) asserts_at_compile_time: bool,
    /// The name of the push constants, if there are any.
    pub(super) push_constants: Option<String>,
    /// The samplers with states.
    pub(super) states: States,
    /// The errors of test functions, by their index.
    faults: BTreeMap<usize, Fault>,
    /// The module, from which each entry point takes what it needs.
    entries: Entries,
    /// The entry points so far, with the lanes of a wave; a failure is the same for all tests of one.
    modules: RefCell<BTreeMap<(String, u32), Result<Module, String>>>,
}

/// The errors of a test.
#[derive(Clone, Debug, Default)]
struct Fault {
    text: String,
    codes: BTreeSet<&'static str>,
}

/// The name of the push constants of a module, if it has any.
fn name_of_push_constants(words: &[u32]) -> Option<String> {
    reflect::read(words).ok()?.push_constants.into_iter().next().map(|block| block.name)
}

impl Compiled {
    pub(super) fn new(path: &Path, chosen: &Chosen<'_>, options: Options) -> Result<Self, Problem> {
        let name = path.to_string_lossy();
        let unreadable = |error: std::io::Error| format!("cannot read the file: {error}");
        let text = reading::decode(reading::read_bytes(&name).map_err(unreadable)?);
        let (text, states) = States::of(&text);
        let more = checked::options_of(&options.engine);
        let source = Source { path, name: &name, text: &text, states: &states, chosen, more: &more };
        let mut faults = BTreeMap::new();
        let Attempt { result, tests, .. } = source.without_faults(&mut faults)?;
        let artifact = result.map_err(|failure| Problem::Compile(Box::new(failure)))?;
        let asserts_at_compile_time = text.contains(STATIC_ASSERT);
        let binds = !chosen.bindings.is_empty() || tests.iter().any(|test| !test.bindings.is_empty());
        let push_constants = binds.then(|| name_of_push_constants(&artifact.words)).flatten();
        let entries = Entries::new(&artifact.words).map_err(|error| Problem::Other(error.to_string()))?;
        let modules = RefCell::default();
        Ok(Compiled {
            artifact,
            tests,
            options,
            asserts_at_compile_time,
            push_constants,
            states,
            faults,
            entries,
            modules,
        })
    }

    pub(super) fn sources(&self) -> &SourceMap {
        self.artifact.report.sources()
    }

    /// The entry point of a test, for the wave of the test.
    pub(super) fn module(&self, test: &Test) -> Result<Module, String> {
        self.entry(&test.entry, test.wave.unwrap_or(self.options.wave))
    }

    /// An entry point, for waves of a number of lanes.
    pub(super) fn entry(&self, entry: &str, wave: u32) -> Result<Module, String> {
        let mut modules = self.modules.borrow_mut();
        let compile = || {
            let options = Options { wave, ..self.options.clone() };
            Module::new(&self.entries.words_of(entry), entry, &options).map_err(|error| error.to_string())
        };
        modules.entry((entry.to_owned(), wave)).or_insert_with(compile).clone()
    }

    /// What is wrong with a test that does not compile, or must not; nothing if it is to run.
    pub(super) fn judged_by_errors(&self, test: &Test) -> Option<Option<String>> {
        let problem = match (&test.expected.compile_fails, self.faults.get(&test.function)) {
            (None, None) => return None,
            (None, Some(fault)) => Some(fault.text.clone()),
            (Some(_), None) => Some("compiles, and '[[compile_fails]]' expects an error".to_owned()),
            (Some(code), Some(fault)) if code.is_empty() || fault.codes.contains(&code[..]) => None,
            (Some(code), Some(fault)) => Some(format!("expected error {code} not reported\n{}", fault.text)),
        };
        Some(problem.map(|text| text.trim_end().to_owned()))
    }
}

/// A file whose tests are compiled.
#[derive(Clone, Copy)]
struct Source<'a> {
    path: &'a Path,
    name: &'a str,
    text: &'a str,
    states: &'a States,
    chosen: &'a Chosen<'a>,
    /// More options for the compiler.
    more: &'a [String],
}

/// The places of the first and the last token of a test function, if they have any.
type Ends = Option<[FileRange; 2]>;

/// A compilation with some of the tests.
struct Attempt {
    result: Result<Artifact, Failure>,
    tests: Vec<Test>,
    /// Where each test function begins and ends.
    functions: Vec<Ends>,
}

impl Source<'_> {
    /// Compiles the file until each test that is left compiles.
    fn without_faults(self, faults: &mut BTreeMap<usize, Fault>) -> Result<Attempt, Problem> {
        loop {
            let attempt = self.attempt(faults.keys().copied().collect())?;
            let Err(failure) = &attempt.result else { return Ok(attempt) };
            let mut found = blamed(&failure.report, &attempt.functions);
            found.retain(|function, _| !faults.contains_key(function));
            if found.is_empty() {
                let left: Vec<usize> =
                    (0..attempt.functions.len()).filter(|function| !faults.contains_key(function)).collect();
                let all: BTreeSet<usize> = (0..attempt.functions.len()).collect();
                if self.attempt(all.clone())?.result.is_err() {
                    return Ok(attempt);
                }
                self.isolate(&left, &all, faults)?;
            }
            faults.append(&mut found);
        }
    }

    /// Finds the tests with errors among some that do not compile together.
    fn isolate(
        self,
        tests: &[usize],
        all: &BTreeSet<usize>,
        faults: &mut BTreeMap<usize, Fault>,
    ) -> Result<(), Problem> {
        let left_out = all.iter().copied().filter(|function| !tests.contains(function)).collect();
        let Err(failure) = self.attempt(left_out)?.result else { return Ok(()) };
        if let [test] = tests {
            let mut fault = Fault::default();
            let all = failure.report.diagnostics().iter().zip(failure.report.texts(&Style::default()));
            all.for_each(|(diagnostic, text)| fault.add(diagnostic, &text));
            faults.insert(*test, fault);
            return Ok(());
        }
        let (first, second) = tests.split_at(tests.len() / 2);
        self.isolate(first, all, faults)?;
        self.isolate(second, all, faults)
    }

    fn attempt(self, left_out: BTreeSet<usize>) -> Result<Attempt, Problem> {
        let parsed = (self.chosen.settings)(self.name, self.text, self.more)?;
        let mut compiler = Compiler::from_parsed(parsed).map_err(|failure| Problem::Compile(Box::new(failure)))?;
        let settings = compiler.options_mut();
        let given = settings.profile().map_or(MODEL, |profile| (profile.major, profile.minor));
        let (major, minor) = given.max(MODEL);
        settings.profile = Some(Profile { stage: Stage::Library, major, minor }.to_string());
        settings.entry = None;
        settings.target_env.get_or_insert_with(|| ENVIRONMENT.to_owned());
        settings.linear_algebra_in_loops = true;
        if !settings.was_given("HV")
            && let Some(version) = headers::language(self.text)
        {
            settings.analysis.version = version;
            settings.analysis.native_16bit |= version == headers::OF_LIBRARY;
        }
        let of_library = headers::macros(self.chosen.mapped, &settings.preprocess.macros);
        settings.preprocess.macros.extend(of_library);
        settings.preprocess.macros.push(CommandLineMacro::Define(MACRO.to_owned(), Some("1".to_owned())));
        let (file, filter) = (self.path.display().to_string(), self.chosen.filter.map(str::to_owned));
        let selection = Selection { file, filter, left_out };
        let selected: Arc<Mutex<(Vec<Test>, Vec<Ends>)>> = Arc::default();
        let (taken, declarations) = (Arc::clone(&selected), self.states.declarations());
        settings.harness = Some(Harness(Arc::new(move |functions, sources| {
            let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            taken.1 = functions.iter().map(|function| ends(function, sources)).collect();
            let (behind, tests) = harness::write(functions, &selection)?;
            taken.0 = tests;
            let before = [harness::PRELUDE, &declarations].concat();
            Ok(HarnessTexts { before, behind, left_out: selection.left_out.clone() })
        })));
        let result = compiler.compile(self.name, self.text, &WithFrameworks { mapped: self.chosen.mapped });
        let (tests, functions) = std::mem::take(&mut *selected.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Attempt { result, tests, functions })
    }
}

/// The places of the first and the last token of a test.
fn ends(function: &TestFunction, sources: &SourceMap) -> Ends {
    let [first, last] = function.ends.map(|span| sources.range(span));
    Some([first?, last?])
}

/// The errors in each test. There are none if one is outside of all tests and no test is in its notes.
fn blamed(report: &Report, functions: &[Ends]) -> BTreeMap<usize, Fault> {
    let test_at = |span: Span| {
        let at = report.sources().range(span)?;
        let holds = |ends: &Ends| {
            ends.as_ref().is_some_and(|[first, last]| {
                first.file == at.file && last.file == at.file && (first.start..last.end).contains(&at.start)
            })
        };
        functions.iter().position(holds)
    };
    let mut found: BTreeMap<usize, Fault> = BTreeMap::new();
    for (diagnostic, text) in report.diagnostics().iter().zip(report.texts(&Style::default())) {
        if diagnostic.severity < Severity::Error {
            continue;
        }
        let spans = [diagnostic.span].into_iter().chain(diagnostic.notes.iter().filter_map(|note| note.span));
        if let Some(function) = spans.into_iter().find_map(test_at) {
            found.entry(function).or_default().add(diagnostic, &text);
        }
    }
    found
}

impl Fault {
    fn add(&mut self, diagnostic: &Diagnostic, text: &str) {
        if diagnostic.severity >= Severity::Error {
            self.codes.insert(diagnostic.row.code);
        }
        self.text.push_str(text);
    }
}
