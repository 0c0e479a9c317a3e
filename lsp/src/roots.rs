//! Roots and their analyses: which file is compiled by itself, and which headers belong to it.

use crate::documents::Documents;
use crate::host::Host;
use ide::{IncludeHandler, Layered, Snapshot, identity};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A file that is compiled by itself.
#[derive(Debug, Default)]
pub(crate) struct Root {
    /// The last analysis.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// True if something that it reads has changed since.
    pub(crate) is_stale: bool,
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

    /// All roots with an analysis.
    pub(crate) fn analysed(&self) -> Vec<(String, Arc<Snapshot>)> {
        let with = self.all.iter().filter_map(|(path, root)| Some((path.clone(), Arc::clone(root.snapshot.as_ref()?))));
        with.collect()
    }

    /// A root that waits for its analysis: one that is asked about, before those that only have messages.
    pub(crate) fn stale(&self) -> Option<&str> {
        self.all.iter().find(|(_, root)| root.is_stale).map(|(path, _)| path.as_str())
    }

    /// Chooses the root of a file that was opened.
    pub(crate) fn open(&mut self, path: &str, documents: &Documents, host: &mut dyn Host) {
        let text = documents.get(path).map(|document| Arc::clone(document.text())).unwrap_or_else(|| "".into());
        let root = if host.is_root(path, &text) { path.to_owned() } else { self.root_of_header(path, documents, host) };
        self.of.insert(path.to_owned(), root.clone());
        self.all.entry(root).or_default().is_stale = true;
        self.touch(path);
    }

    /// Forgets a file that was closed. Returns the roots that nobody needs any more.
    pub(crate) fn close(&mut self, path: &str) -> Vec<String> {
        self.of.remove(path);
        self.touch(path);
        let needed: BTreeSet<String> = self.of.values().cloned().collect();
        let gone: Vec<String> = self.all.keys().filter(|root| !needed.contains(*root)).cloned().collect();
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
            root.is_stale |= own == path || root.snapshot.as_ref().is_some_and(reads);
        }
    }

    /// Marks all roots: their options may have changed.
    pub(crate) fn touch_all(&mut self) {
        self.includers = None;
        self.all.values_mut().for_each(|root| root.is_stale = true);
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
                        let files = Layered { open: documents.overlays(), files: host.files() };
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

/// The limit of files that a search for a header's root visits.
const MOST_VISITED: usize = 2000;

/// All files below some folders by the last part of each path that they include.
fn scan(folders: &[String], documents: &Documents, host: &dyn Host) -> BTreeMap<String, Vec<String>> {
    let mut includers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let files = Layered { open: documents.overlays(), files: host.files() };
    for path in folders.iter().flat_map(|folder| host.shaders(folder)) {
        let Some(text) = files.load(&path) else { continue };
        for name in included_names(&text) {
            includers.entry(name).or_default().push(identity(&path));
        }
    }
    includers
}

/// The last parts of the paths in a text's `#include`s, in small letters.
fn included_names(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let close = if rest.starts_with('<') { '>' } else { '"' };
        let path = rest.get(1..)?.split(close).next()?;
        Some(path.rsplit(['/', '\\']).next()?.to_ascii_lowercase())
    })
}
