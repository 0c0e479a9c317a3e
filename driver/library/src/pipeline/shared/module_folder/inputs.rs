//! The files that a module was made of, on the disk or with the program that compiles.
//!
//! Must not know how modules are kept.

use crate::files::names::to_path;
use crate::files::reading;
use base::ids::Map;
use base::sha256::Sha256;
use frontend::preprocess::IncludeHandler;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the files of a compilation are.
pub(crate) enum Inputs<'a> {
    /// On the disk.
    Disk,
    /// With a handler; the text that is compiled is another one's, under this name and with this digest.
    Asked { includes: &'a AskedOnce<'a>, name: &'a str, text: Sha256 },
}

impl Inputs<'_> {
    /// What the key of a compilation has beside its settings: programs compile many texts under one name.
    pub(super) fn key(&self) -> String {
        match self {
            Inputs::Disk => String::new(),
            Inputs::Asked { text, .. } => format!(" text {text}"),
        }
    }

    /// The digest of a file, if it is there.
    pub(super) fn digest(&self, path: &str) -> Option<Sha256> {
        match self {
            Inputs::Disk => {
                let bytes = reading::read_found(&to_path(path), reading::TEXT_LIMIT).ok();
                bytes.map(|bytes| Sha256::of(&bytes))
            }
            Inputs::Asked { name, text, .. } if path == *name => Some(*text),
            Inputs::Asked { includes, .. } => includes.load(path).map(|text| Sha256::of(text.as_bytes())),
        }
    }

    /// Returns whether a file is not there.
    pub(super) fn lacks(&self, path: &str) -> bool {
        match self {
            Inputs::Disk => !to_path(path).is_file(),
            Inputs::Asked { includes, .. } => includes.load(path).is_none(),
        }
    }
}

/// A handler that is asked for each file once.
pub(crate) struct AskedOnce<'a> {
    handler: &'a (dyn IncludeHandler + Sync),
    texts: Mutex<Map<String, Option<Arc<str>>>>,
}

impl<'a> AskedOnce<'a> {
    pub(crate) fn new(handler: &'a (dyn IncludeHandler + Sync)) -> Self {
        AskedOnce { handler, texts: Mutex::default() }
    }
}

impl IncludeHandler for AskedOnce<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(path) {
            return text.clone();
        }
        let text = self.handler.load(path);
        texts.insert(path.to_owned(), text.clone());
        text
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        self.handler.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        self.handler.nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        self.handler.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        self.handler.advice()
    }
}
