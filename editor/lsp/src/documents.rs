//! The texts that the client has open, as its edits leave them.

use crate::convert::{Lines, path_of};
use crate::protocol::{ContentChange, Uri};
use ide::{Encoding, Overlays, Source, identity};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An open text.
#[derive(Debug)]
pub(crate) struct Document {
    /// The client's own name for it.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) source: Source,
    /// True if the client has got messages for it, be they none.
    is_told: bool,
}

impl Document {
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.source.text
    }
}

/// The semantic tokens that the client got of a text last.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    /// The number of the answer.
    pub(crate) number: u64,
    /// The tokens, as the protocol has them.
    pub(crate) data: Vec<u32>,
}

/// All open texts, by the identity of their path.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
    overlays: Overlays,
}

impl Documents {
    pub(crate) fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Opens a text; returns its path.
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: &str) -> String {
        let path = identity(&path_of(&uri.0));
        self.set(&path, Document { uri, version, source: Source::new(text.into()), is_told: false });
        path
    }

    /// Closes a text; returns its path.
    pub(crate) fn close(&mut self, uri: &Uri) -> String {
        let path = identity(&path_of(&uri.0));
        self.open.remove(&path);
        self.overlays.remove(&path);
        path
    }

    /// Applies the client's edits in their order. Returns the path of a text that was open.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<ContentChange>,
        encoding: Encoding,
    ) -> Option<String> {
        let path = identity(&path_of(&uri.0));
        let document = self.open.get(&path)?;
        let mut text = document.text().to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let range = Lines::new(&text, encoding).offsets(range);
                    text.replace_range(range.start as usize..range.end as usize, &change.text);
                }
            }
        }
        let (uri, is_told) = (document.uri.clone(), document.is_told);
        self.set(&path, Document { uri, version, source: Source::new(text.into()), is_told });
        Some(path)
    }

    /// The paths of wanted texts that have not been reported to the client yet; now they are.
    pub(crate) fn take_untold(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let untold = self.open.iter_mut().filter(|(path, document)| !document.is_told && is_wanted(path));
        untold
            .map(|(path, document)| {
                document.is_told = true;
                path.clone()
            })
            .collect()
    }

    fn set(&mut self, path: &str, document: Document) {
        self.overlays.set(path, Arc::clone(document.text()));
        self.open.insert(path.to_owned(), document);
    }
}
