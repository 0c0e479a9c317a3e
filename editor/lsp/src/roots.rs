//! Roots and their analyses: which file is compiled by itself, and which headers belong to it.

use crate::documents::Documents;
use crate::host::Host;
use ide::{IncludeHandler, Layered, Snapshot, identity};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A file that is compiled by itself.
#[derive(Debug, Default)]
pub(crate) struct Root {
    /// The last analysis.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// True if something that it reads has changed since the last analysis or the running one.
    pub(crate) is_stale: bool,
    /// The number of the set of options that was chosen among those that it has.
    pub(crate) variant: usize,
    /// The number of the job that analyses it.
    pub(crate) running: Option<u64>,
    /// True while it is there for a search alone: the client is told nothing of it.
    pub(crate) is_borrowed: bool,
}

impl Root {
    /// Returns whether the last analysis is of the texts as they are.
    pub(crate) fn is_current(&self) -> bool {
        !self.is_stale && self.running.is_none()
    }
}

/// A search through the project, for which roots are borrowed.
#[derive(Debug)]
pub(crate) struct Search {
    /// The client's name for its progress, if it wants to know.
    pub(crate) token: Option<Value>,
}

/// All roots, by the identity of their path.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    pub(crate) all: BTreeMap<String, Root>,
    /// The root of each open file.
    of: BTreeMap<String, String>,
    /// The files below the client's folders by the last part of the paths that they include; read when first needed.
    includers: Option<BTreeMap<String, Vec<String>>>,
    folders: Vec<String>,
    /// The file that was edited last.
    focus: Option<String>,
}

impl Roots {
    /// Sets the client's folders.
    pub(crate) fn set_folders(&mut self, folders: Vec<String>) {
        self.folders = folders;
        self.includers = None;
    }

    pub(crate) fn folders(&self) -> &[String] {
        &self.folders
    }

    /// The root whose analysis answers questions about an open file.
    pub(crate) fn root_of(&self, path: &str) -> Option<&str> {
        self.of.get(path).map(String::as_str)
    }

    /// Returns whether the analysis of an open file is of the texts as they are; true for files that have none.
    pub(crate) fn is_current(&self, path: &str) -> bool {
        self.root_of(path).and_then(|root| self.all.get(root)).is_none_or(Root::is_current)
    }

    /// All roots with an analysis.
    pub(crate) fn analysed(&self) -> Vec<(String, Arc<Snapshot>)> {
        let with = self.all.iter().filter_map(|(path, root)| Some((path.clone(), Arc::clone(root.snapshot.as_ref()?))));
        with.collect()
    }

    /// A root that waits for its analysis: that of the file which was edited or asked about last, before others.
    pub(crate) fn stale(&self) -> Option<&str> {
        let first = self.focus.as_deref().and_then(|path| self.root_of(path));
        let first = first.filter(|root| self.all.get(*root).is_some_and(|root| root.is_stale));
        first.or_else(|| self.all.iter().find(|(_, root)| root.is_stale).map(|(path, _)| path.as_str()))
    }

    /// Puts the root of a file before others.
    pub(crate) fn look_at(&mut self, path: &str) {
        self.focus = Some(path.to_owned());
    }

    /// Chooses the root of a file that was opened.
    pub(crate) fn open(&mut self, path: &str, documents: &Documents, host: &mut dyn Host) {
        let text = documents.get(path).map(|document| Arc::clone(document.text())).unwrap_or_else(|| "".into());
        let root = if host.is_root(path, &text) { path.to_owned() } else { self.root_of_header(path, documents, host) };
        self.of.insert(path.to_owned(), root.clone());
        let state = self.all.entry(root).or_default();
        (state.is_stale, state.is_borrowed) = (true, false);
        self.touch(path);
    }

    /// Forgets a file that was closed. Returns the roots that are no longer needed.
    pub(crate) fn close(&mut self, path: &str) -> Vec<String> {
        self.of.remove(path);
        self.touch(path);
        let needed: BTreeSet<String> = self.of.values().cloned().collect();
        let is_gone = |(path, root): &(&String, &Root)| !root.is_borrowed && !needed.contains(*path);
        let gone: Vec<String> = self.all.iter().filter(is_gone).map(|(path, _)| path.clone()).collect();
        for root in &gone {
            self.all.remove(root);
        }
        gone
    }

    /// Marks the roots that read a file, or would if it were there.
    pub(crate) fn touch(&mut self, path: &str) {
        for (own, root) in &mut self.all {
            let reads = |snapshot: &Arc<Snapshot>| {
                snapshot.has(path) || snapshot.absent().iter().any(|absent| identity(absent) == path)
            };
            // No one knows yet what a running one reads.
            root.is_stale |= own == path || root.running.is_some() || root.snapshot.as_ref().is_some_and(reads);
        }
    }

    /// Marks all roots: their options may have changed.
    pub(crate) fn touch_all(&mut self) {
        self.includers = None;
        self.all.values_mut().for_each(|root| root.is_stale = true);
    }

    /// Adds roots for the files of the client's folders that have a name and that no analysis has read, one for each file.
    /// Returns how many files are left out, because there are too many.
    pub(crate) fn borrow(&mut self, name: &str, documents: &Documents, host: &mut dyn Host) -> usize {
        let mut with_name: Vec<(String, Arc<str>)> = Vec::new();
        for path in self.folders.iter().flat_map(|folder| host.shaders(folder)) {
            let path = identity(&path);
            let is_read = self.all.values().any(|root| root.snapshot.as_ref().is_some_and(|it| it.has(&path)));
            let files = Layered { open: documents.overlays(), files: &**host.files() };
            let text = if is_read { None } else { files.load(&path) };
            with_name.extend(text.filter(|text| has_word(text, name)).map(|text| (path, text)));
        }
        let (mut borrowed, mut left_out) = (0, 0);
        for (path, text) in with_name {
            let root = if host.is_root(&path, &text) { path } else { self.root_of_header(&path, documents, host) };
            if self.all.contains_key(&root) {
                continue;
            }
            if borrowed == MOST_BORROWED {
                left_out += 1;
                continue;
            }
            borrowed += 1;
            self.all.insert(root, Root { is_stale: true, is_borrowed: true, ..Root::default() });
        }
        left_out
    }

    /// The number of borrowed roots, and of those among them that were analysed.
    pub(crate) fn borrowed(&self) -> (usize, usize) {
        let borrowed = self.all.values().filter(|root| root.is_borrowed);
        (borrowed.clone().count(), borrowed.filter(|root| root.is_current()).count())
    }

    /// Forgets the borrowed roots.
    pub(crate) fn give_back(&mut self) {
        self.all.retain(|_, root| !root.is_borrowed);
    }

    /// The root in whose context a header is analysed: one that has read it, else one that a search through the includes of
    /// the client's folders leads to, else the header itself.
    fn root_of_header(&mut self, path: &str, documents: &Documents, host: &mut dyn Host) -> String {
        let reads = |root: &Root| root.snapshot.as_ref().is_some_and(|snapshot| snapshot.has(path));
        if let Some((known, _)) = self.all.iter().find(|(own, root)| *own != path && reads(root)) {
            return known.clone();
        }
        let mut seen = BTreeSet::from([path.to_owned()]);
        let mut level = vec![path.to_owned()];
        while !level.is_empty() && seen.len() < MOST_VISITED {
            let mut next = Vec::new();
            for file in &level {
                for includer in self.includers_of(file, documents, host) {
                    if seen.insert(includer.clone()) {
                        let files = Layered { open: documents.overlays(), files: &**host.files() };
                        let text = files.load(&includer).unwrap_or_else(|| "".into());
                        if host.is_root(&includer, &text) {
                            return includer;
                        }
                        next.push(includer);
                    }
                }
            }
            level = next;
        }
        path.to_owned()
    }

    fn includers_of(&mut self, path: &str, documents: &Documents, host: &dyn Host) -> Vec<String> {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        let folders = &self.folders;
        let includers = self.includers.get_or_insert_with(|| scan(folders, documents, host));
        includers.get(&name).cloned().unwrap_or_default()
    }
}

/// The limit of roots that are analysed for a search.
const MOST_BORROWED: usize = 500;

/// Returns whether a text has a name, be it in a comment.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty()
        && text
            .match_indices(name)
            .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

/// The limit of files that a search for a header's root visits.
const MOST_VISITED: usize = 2000;

/// All files below some folders by the last part of each path that they include.
fn scan(folders: &[String], documents: &Documents, host: &dyn Host) -> BTreeMap<String, Vec<String>> {
    let mut includers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let files = Layered { open: documents.overlays(), files: &**host.files() };
    for path in folders.iter().flat_map(|folder| host.shaders(folder)) {
        let Some(text) = files.load(&path) else { continue };
        for name in included_names(&text) {
            includers.entry(name).or_default().push(identity(&path));
        }
    }
    includers
}

/// The last parts of the paths in a text's `#include`s, in small letters.
pub fn included_names(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let close = if rest.starts_with('<') { '>' } else { '"' };
        let path = rest.get(1..)?.split(close).next()?;
        Some(path.rsplit(['/', '\\']).next()?.to_ascii_lowercase())
    })
}
