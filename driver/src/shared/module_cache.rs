//! A cache of the modules of a batch: permutations of a shader often have the same text once it is preprocessed.
//!
//! Two compilations are equal if their tokens are, and all settings that stages after the preprocessor read. Only
//! compilations without messages are cached, and only if the module has no positions of the source.

use super::makes_module_alone;
use crate::options::settings::Options;
use base::ids::Map;
use frontend::fingerprint::{Fingerprint, Fingerprints};
use frontend::token::Token;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The modules of a batch so far.
#[derive(Default)]
pub(crate) struct ModuleCache {
    modules: Mutex<Modules>,
}

#[derive(Default)]
struct Modules {
    by_key: Map<Fingerprint, Arc<[u32]>>,
    /// The words of all of them.
    words: usize,
}

/// The limit of the cache, in words.
const MAX_WORDS: usize = 64 << 20;

impl ModuleCache {
    pub(crate) fn find(&self, key: Fingerprint) -> Option<Vec<u32>> {
        let found = self.modules().by_key.get(&key).cloned();
        found.map(|words| words.to_vec())
    }

    pub(crate) fn keep(&self, key: Fingerprint, words: &[u32]) {
        let mut modules = self.modules();
        if modules.words + words.len() <= MAX_WORDS && modules.by_key.insert(key, words.into()).is_none() {
            modules.words += words.len();
        }
    }

    fn modules(&self) -> MutexGuard<'_, Modules> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The key of a compilation; `None` where its outputs are more than a module that is independent of places.
pub(crate) fn key(tokens: &[Token], fingerprints: &mut Fingerprints<'_>, options: &Options) -> Option<Fingerprint> {
    if !makes_module_alone(options) || options.optimise.time_report {
        return None;
    }
    Some(Fingerprint::of(&settings_of(options)).and(fingerprints.of_unit(tokens)))
}

/// The settings as text, without those that only say what is read, written and printed.
fn settings_of(options: &Options) -> String {
    let mut options = options.clone();
    options.input = None;
    options.command_line = String::new();
    options.output = Default::default();
    options.preprocess = Default::default();
    options.given = Vec::new();
    format!("{options:?}")
}
