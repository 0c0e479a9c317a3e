//! The includes of a shader, as far as they are known.

use hlsl2spirv::IncludeHandler;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Texts of includes by path, and the paths that a compilation asked for in vain.
#[derive(Default)]
pub(crate) struct Includes {
    /// Nothing for a file that does not exist.
    texts: BTreeMap<String, Option<Arc<str>>>,
    requested: Mutex<BTreeSet<String>>,
}

impl Includes {
    /// Returns the paths that were requested and are not known.
    pub(crate) fn take_requested(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.requested.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps the text of a file, or that there is none.
    pub(crate) fn insert(&mut self, path: String, text: Option<String>) {
        self.texts.insert(path, text.map(Arc::from));
    }
}

impl IncludeHandler for Includes {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let Some(known) = self.texts.get(path) else {
            self.requested.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
            return None;
        };
        known.clone()
    }
}
