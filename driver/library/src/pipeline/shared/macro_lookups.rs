//! Which macros of the command line a compilation looks up: those that it does not cannot change its result.
//!
//! The preprocessor is deterministic, and look-ups are all that it learns of the macros. So equal answers lead to equal
//! questions, tokens and files. The questions of all compilations with the same other settings form a tree: a node is a macro
//! that is looked up next, an edge its definition, and a leaf the result. Results with messages are not kept.

use super::Levels;
use super::module_cache::key_of_settings;
use super::settings::Settings;
use crate::options::settings::{CommandLineMacro, Options};
use base::generations::Generations;
use base::ids::Map;
use frontend::fingerprint::Fingerprint;
use frontend::preprocess::Dependencies;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The trees of all settings. A node is found by a key of the path to it.
pub struct AskedMacros {
    steps: Mutex<Generations<Fingerprint, Step>>,
}

/// What follows the same answers.
#[derive(Clone)]
enum Step {
    /// The look-up of a macro.
    Ask(Arc<str>),
    End(Outcome),
}

/// The result of a compilation without messages.
#[derive(Clone)]
pub(crate) struct Outcome {
    pub(crate) words: Arc<[u32]>,
    pub(crate) dependencies: Arc<Dependencies>,
    /// The macros that were looked up.
    pub(crate) asked: Arc<[Box<str>]>,
}

/// The limit of all trees, in words.
const MAX_WORDS: usize = 8 << 20;

/// The words that a node counts as.
const NODE: usize = 24;

impl Default for AskedMacros {
    fn default() -> Self {
        AskedMacros { steps: Mutex::new(Generations::new(MAX_WORDS, Step::weight)) }
    }
}

impl Step {
    fn weight(&self) -> usize {
        match self {
            Step::Ask(_) => NODE,
            Step::End(outcome) => NODE + outcome.words.len() + NODE * outcome.asked.len(),
        }
    }
}

/// The definitions of a command line, with a key of all else that its result depends on.
pub(crate) struct Line<'a> {
    settings: Fingerprint,
    definitions: Map<&'a str, Fingerprint>,
}

impl<'a> Line<'a> {
    /// The definitions of settings. `None` where the look-ups do not [decide], or are not recorded.
    pub(crate) fn of(options: &'a Options, path: &str, settings: Settings, levels: Levels) -> Option<Self> {
        let preprocess = &options.preprocess;
        if !levels.asked || preprocess.watched.is_empty() {
            return None;
        }
        let definitions = definitions(options)?;
        // All that have an input watch the same names.
        let key = settings.module?.and(Fingerprint::of(path)).with(preprocess.watched.len());
        let key = preprocess.include_directories.iter().fold(key, |key, folder| key.and(Fingerprint::of(folder)));
        let flags = [preprocess.legacy_macro_expansion, preprocess.ignore_line_directives].map(usize::from);
        let settings = flags.into_iter().fold(key, Fingerprint::with);
        Some(Line { settings, definitions })
    }

    /// The key of the path that goes on with the answer to a question.
    fn after(&self, path: Fingerprint, name: &str) -> Fingerprint {
        let answer = self.definitions.get(name);
        let path = path.and(Fingerprint::of(name)).with(usize::from(answer.is_some()));
        answer.map_or(path, |value| path.and(*value))
    }
}

/// Returns whether the module of a command line depends on its macros only through their look-ups.
pub fn decide(options: &Options) -> bool {
    key_of_settings(options).is_some() && definitions(options).is_some()
}

/// The definitions, by their names. `None` where more than look-ups may tell them, or where there is more to make than a module.
fn definitions(options: &Options) -> Option<Map<&str, Fingerprint>> {
    let (preprocess, output) = (&options.preprocess, &options.output);
    let makes_text = output.preprocess_only || output.dependencies_only || output.reflection.is_some();
    if makes_text || options.takes_kernels() || !preprocess.forced_includes.is_empty() {
        return None;
    }
    let mut definitions = Map::default();
    for option in &preprocess.macros {
        let CommandLineMacro::Define(name, value) = option else { return None };
        let value = value.as_deref().unwrap_or("1");
        let is_new = definitions.insert(name.as_str(), Fingerprint::of(value)).is_none();
        if !is_new || !is_plain_name(name) || !is_plain_value(value) {
            return None;
        }
    }
    Some(definitions)
}

/// Returns whether a name is one that no macro of the compiler has.
fn is_plain_name(name: &str) -> bool {
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts_well && is_word(name) && !name.starts_with("__") && name != "defined"
}

/// Returns whether there can be nothing to say about a value before it is used: no quotes, comments and operators of macros.
fn is_plain_value(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" _.,;:+-*%=<>()[]{}!&|^~?".contains(&byte))
}

impl AskedMacros {
    /// The result of a compilation that was given the same answers.
    pub(crate) fn find(&self, line: &Line<'_>) -> Option<Outcome> {
        let (mut steps, mut path) = (self.steps(), line.settings);
        loop {
            match steps.find(path)? {
                Step::Ask(name) => path = line.after(path, &name),
                Step::End(outcome) => return Some(outcome),
            }
        }
    }

    /// Keeps the result of a compilation.
    pub(crate) fn keep(&self, line: &Line<'_>, outcome: Outcome) {
        let (mut steps, mut path) = (self.steps(), line.settings);
        for name in &*outcome.asked {
            if steps.find(path).is_none() {
                steps.add(path, Step::Ask((**name).into()));
            }
            path = line.after(path, name);
        }
        steps.add(path, Step::End(outcome));
    }

    fn steps(&self) -> MutexGuard<'_, Generations<Fingerprint, Step>> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
