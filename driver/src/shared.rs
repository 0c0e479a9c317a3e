//! State that the compilations of a batch share: files that are read once, texts that are compiled once.
//!
//! Must not know what a batch is made of, nor on which threads it runs.

pub(crate) mod checked;
pub(crate) mod manifest;
pub(crate) mod module_cache;

use crate::files::Disk;
use crate::options::settings::{DebugLevel, Options};
use base::ids::Map;
use checked::CheckedDeclarations;
use frontend::lexed::LexedTexts;
use frontend::preprocess::IncludeHandler;
use module_cache::ModuleCache;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The shared state.
#[derive(Default)]
pub(crate) struct Shared {
    /// True if a manifest records what is written.
    pub(crate) is_recorded: bool,
    /// True if there is one compilation at a time.
    pub(crate) is_serial: bool,
    pub(crate) files: ReadOnce,
    pub(crate) known: ModuleCache,
    pub(crate) cache: CompilationCache,
}

/// What compilations of one process share, on any thread, if they are told to by
/// [`Compiler::sharing`](crate::Compiler::sharing): the tokens of files, and declarations that were checked before. Units that
/// have long headers in common compile faster with it; modules and messages are the same.
///
/// It takes 40 MB at most.
#[derive(Debug, Default)]
pub struct CompilationCache {
    pub(crate) lexed: LexedTexts,
    pub(crate) checked: CheckedDeclarations,
}

/// The number of maps that files are spread over, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The files of the disk, each read once. Files that change while a batch runs are those of its beginning.
#[derive(Default)]
pub(crate) struct ReadOnce {
    texts: [Mutex<Map<String, Option<Arc<str>>>>; SHARDS],
}

impl IncludeHandler for ReadOnce {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let shard = &self.texts[hasher.finish() as usize % SHARDS];
        let mut texts = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(path) {
            return text.clone();
        }
        let text = Disk.load(path);
        texts.insert(path.to_owned(), text.clone());
        text
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        Disk.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        Disk.nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        Disk.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        Disk.advice()
    }
}

/// Returns whether the only output of a compilation is a module without positions of the source.
fn makes_module_alone(options: &Options) -> bool {
    let has_more = !options.output.emit.is_empty() || options.optimise.print_all || options.diagnostics.verify;
    !has_more && options.emission.debug.level == DebugLevel::None
}
