//! Open texts over those of the disk, which are in the way of the files when a compilation includes them.

use base::ids::Map;
use frontend::preprocess::{IncludeHandler, identity};
use std::borrow::Cow;
use std::sync::Arc;

/// The texts that an editor has open, by the identity of their path.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    texts: Map<String, Arc<str>>,
}

impl Overlays {
    /// Opens or changes a text.
    pub fn set(&mut self, path: &str, text: Arc<str>) {
        self.texts.insert(identity(path), text);
    }

    /// Closes a text: the file counts again.
    pub fn remove(&mut self, path: &str) {
        self.texts.shift_remove(&identity(path));
    }

    /// The text that is open under a path.
    pub fn get(&self, path: &str) -> Option<&Arc<str>> {
        self.texts.get(&identity(path))
    }

    /// The paths of all open texts, in the order in which they were opened.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

/// Open texts first, then another source of files.
pub struct Layered<'a> {
    /// The open texts.
    pub open: &'a Overlays,
    /// The files.
    pub files: &'a dyn IncludeHandler,
}

impl std::fmt::Debug for Layered<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layered").field("open", &self.open).finish_non_exhaustive()
    }
}

impl IncludeHandler for Layered<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.open.get(path).cloned().or_else(|| self.files.load(path))
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let mut names = self.files.names(folder)?;
        let inside = |path: &str| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
        names.extend(self.open.paths().filter_map(inside));
        Some(names)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        self.files.nearest(path)
    }
}

/// Files of which some have paths in folders that are not on the disk.
pub(crate) struct Mapped<'a> {
    /// The files.
    pub(crate) files: &'a dyn IncludeHandler,
    /// Those folders, with the ones that they represent.
    pub(crate) folders: &'a [(String, String)],
}

impl Mapped<'_> {
    /// The path on the disk.
    pub(crate) fn real<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let below = |(from, to): &(String, String)| {
            let rest = path.strip_prefix(from.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
            Some(format!("{to}{rest}"))
        };
        self.folders.iter().find_map(below).map_or(Cow::Borrowed(path), Cow::Owned)
    }
}

impl IncludeHandler for Mapped<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.files.load(&self.real(path))
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        self.files.names(&self.real(folder))
    }

    fn nearest(&self, path: &str) -> Option<String> {
        self.files.nearest(&self.real(path))
    }

    fn advice(&self) -> Option<&'static str> {
        self.files.advice()
    }
}
