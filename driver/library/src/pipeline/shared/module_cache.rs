//! A cache of the modules of a batch: permutations of a shader often have the same text once it is preprocessed, or once
//! declarations that nothing mentions are left out, or the same module before the passes.
//!
//! Two compilations are equal if their tokens are, with their places in the text, and all settings that stages after the
//! preprocessor read. Only compilations without errors are cached, and only if the module has no positions of the source.

use super::makes_module_alone;
use super::messages::Told;
use crate::options::settings::Options;
use base::generations::Generations;
use frontend::fingerprint::Fingerprint;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The modules of a batch, those that were of use of late.
pub struct ModuleCache {
    known: Mutex<Generations<Fingerprint, Known>>,
    /// How many whole units were looked up, and how many of them were found.
    units: [AtomicUsize; 2],
    /// The number of units that were not looked up since one was.
    passed: AtomicUsize,
    /// The number of times that tokens were compiled.
    #[cfg(test)]
    pub(crate) compiled: std::sync::atomic::AtomicUsize,
}

/// A module, and the warnings of the stages that made it.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) words: Arc<[u32]>,
    pub(crate) messages: Arc<[Told]>,
}

/// The limit of the cache, in words.
const MAX_WORDS: usize = 32 << 20;

/// The units that are looked up first, whatever is found.
const FIRST_UNITS: usize = 8;
/// One of this many must be found.
const WORTH: usize = 8;
/// One of this many is looked up all the same.
const RETRIED: usize = 64;

/// The words that a message counts as, and those of an entry beside its module.
const MESSAGE: usize = 64;
const ENTRY: usize = 32;

impl Default for ModuleCache {
    fn default() -> Self {
        ModuleCache {
            known: Mutex::new(Generations::new(MAX_WORDS, Known::weight)),
            units: Default::default(),
            passed: AtomicUsize::new(0),
            #[cfg(test)]
            compiled: Default::default(),
        }
    }
}

impl ModuleCache {
    pub(crate) fn find(&self, key: Fingerprint) -> Option<Known> {
        self.known().find(key)
    }

    /// Returns whether whole units are worth their keys: enough of them were found, or it is time to try again. Units that were not
    /// looked up are found by the tokens that are left of them, which takes longer.
    pub(crate) fn tries_units(&self) -> bool {
        let [looked, found] = self.units.each_ref().map(|count| count.load(Relaxed));
        looked < FIRST_UNITS || found * WORTH >= looked || self.passed.fetch_add(1, Relaxed) % RETRIED == RETRIED - 1
    }

    /// Records a unit that was looked up.
    pub(crate) fn note_unit(&self, is_found: bool) {
        self.units[0].fetch_add(1, Relaxed);
        self.units[1].fetch_add(usize::from(is_found), Relaxed);
    }

    pub(crate) fn keep(&self, key: Fingerprint, known: Known) {
        self.known().add(key, known);
    }

    fn known(&self) -> MutexGuard<'_, Generations<Fingerprint, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn weight(&self) -> usize {
        ENTRY + self.words.len() + MESSAGE * self.messages.len()
    }
}

/// The key of the settings; `None` where outputs are more than a module that is independent of places.
pub(crate) fn key_of_settings(options: &Options) -> Option<Fingerprint> {
    let is_shared = makes_module_alone(options) && !options.optimise.time_report && options.harness.is_none();
    is_shared.then(|| Fingerprint::of(&settings_as_text(options)))
}

/// The settings that decide what a text is compiled to, as text.
pub fn settings_as_text(options: &Options) -> String {
    // What only says what is read, written and printed is left out.
    let Options {
        input: _,
        command_line: _,
        output: _,
        preprocess: _,
        given: _,
        harness: _,
        import_functions,
        profile,
        entry,
        target_env,
        information,
        analysis,
        emission,
        optimise,
        diagnostics,
        linear_algebra_in_loops,
    } = options;
    let target = (profile, entry, target_env, information, import_functions);
    let target = (target, linear_algebra_in_loops);
    format!("{target:?} {analysis:?} {emission:?} {optimise:?} {diagnostics:?}")
}

/// The key of a module that was emitted: what the passes and the validator are given. `None` if the source spells parts of it,
/// about which there may be messages.
pub(crate) fn key_of_emitted(settings: Fingerprint, emitted: &codegen::Output) -> Option<Fingerprint> {
    let codegen::Output { words, needs_legalisation, combined_samplers, spelled, early, .. } = emitted;
    let demands = format!("{needs_legalisation} {combined_samplers:?} {early:?}");
    spelled.is_empty().then(|| settings.and(Fingerprint::of(&demands)).and(Fingerprint::of_words(words)))
}
