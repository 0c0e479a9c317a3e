//! A cache of the modules of a batch: permutations of a shader often have the same text once it is preprocessed.
//!
//! Two compilations are equal if their tokens are, and all settings that stages after the preprocessor read. Only
//! compilations without messages are cached, and only if the module has no positions of the source.

use crate::options::settings::{DebugLevel, Options};
use base::ids::Map;
use base::source::SourceMap;
use frontend::token::Token;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Two hashes with different seeds: with 128 bits, no two of a billion texts have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64, u64);

/// The modules of a batch so far.
#[derive(Default)]
pub(crate) struct ModuleCache {
    modules: Mutex<Modules>,
}

#[derive(Default)]
struct Modules {
    by_key: Map<Key, Arc<[u32]>>,
    /// The words of all of them.
    words: usize,
}

/// The limit of the cache, in words.
const MAX_WORDS: usize = 64 << 20;

impl ModuleCache {
    pub(crate) fn find(&self, key: Key) -> Option<Vec<u32>> {
        let found = self.modules().by_key.get(&key).cloned();
        found.map(|words| words.to_vec())
    }

    pub(crate) fn keep(&self, key: Key, words: &[u32]) {
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
pub(crate) fn key(tokens: &[Token], sources: &SourceMap, options: &Options) -> Option<Key> {
    let output = &options.output;
    // A reflection has facts of the source, which only an analysis finds.
    let has_more = output.reflection.is_some()
        || !output.emit.is_empty()
        || options.optimise.print_all
        || options.optimise.time_report;
    if has_more || options.diagnostics.verify || options.emission.debug.level != DebugLevel::None {
        return None;
    }
    let settings = settings_of(options);
    let hash = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        settings.hash(&mut hasher);
        for token in tokens {
            token.kind.hash(&mut hasher);
            sources.text(token.span).hash(&mut hasher);
        }
        hasher.finish()
    };
    Some(Key(hash(0), hash(1)))
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
