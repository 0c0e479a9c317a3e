//! What a stretch of a run has to do with files: those that it asked for, and what it asked and noted about reading files once.

use base::ids::{Map, Set};
use base::intern::Symbol;
use std::sync::Arc;

/// The record of a stretch.
#[derive(Clone, Debug, Default)]
pub(super) struct FileLog {
    /// The paths that were tried, with the texts that were found.
    pub(super) loads: Map<Box<str>, Option<Arc<str>>>,
    /// The files that were found, those included that were not read again.
    pub(super) visits: Set<Box<str>>,
    /// What decided whether a file is read, as it was before the stretch.
    pub(super) checks: Vec<Check>,
    /// The files, by identity, about which the stretch itself knows or has noted something.
    touched: Set<Box<str>>,
    /// The files with `#pragma once`, by path.
    pub(super) once: Vec<Box<str>>,
    /// Guards by the identity of files.
    pub(super) guards: Vec<(Box<str>, Symbol)>,
    /// True if something decided that is not recorded.
    pub(super) is_spoilt: bool,
}

/// The include state of a file before an `#include` of it: its `#pragma once` and its include guard.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) identity: Box<str>,
    pub(super) text: Arc<str>,
    /// True if it was read and has `#pragma once`.
    pub(super) is_once: bool,
    pub(super) guard: Option<Symbol>,
}

impl FileLog {
    pub(super) fn load(&mut self, path: &str, text: Option<&Arc<str>>) {
        if !self.loads.contains_key(path) {
            self.loads.insert(path.into(), text.cloned());
        }
    }

    pub(super) fn visit(&mut self, path: &str) {
        if !self.visits.contains(path) {
            self.visits.insert(path.into());
        }
    }

    /// Records what is known of a file, unless the stretch itself knows.
    pub(super) fn check(&mut self, check: impl FnOnce() -> Check, identity: &str) {
        if !self.touched.contains(identity) {
            self.touched.insert(identity.into());
            self.checks.push(check());
        }
    }

    pub(super) fn note_once(&mut self, path: &str, identity: &str) {
        self.touched.insert(identity.into());
        self.once.push(path.into());
    }

    pub(super) fn note_guard(&mut self, identity: &str, name: Symbol) {
        self.touched.insert(identity.into());
        self.guards.push((identity.into(), name));
    }

    /// The names of guards.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut Symbol> {
        let checked = self.checks.iter_mut().filter_map(|check| check.guard.as_mut());
        self.guards.iter_mut().map(|(_, name)| name).chain(checked)
    }

    /// Takes in a stretch within this one that has just ended.
    pub(super) fn take_in(&mut self, inner: &FileLog) {
        inner.loads.iter().for_each(|(path, text)| self.load(path, text.as_ref()));
        inner.visits.iter().for_each(|path| self.visit(path));
        for check in &inner.checks {
            self.check(|| check.clone(), &check.identity);
        }
        self.touched.extend(inner.touched.iter().cloned());
        self.once.extend(inner.once.iter().cloned());
        self.guards.extend(inner.guards.iter().cloned());
        self.is_spoilt |= inner.is_spoilt;
    }
}
