//! Reports: diagnostics together with the source text that they refer to.

pub mod console;
pub mod document;
pub mod form;
pub mod panics;
pub mod progress;
pub(crate) mod verify;
pub mod waiting;

use base::diag::render::sarif::{self, Finding};
use base::diag::render::{Renderer, Style};
use base::diag::{Diagnostic, Severity};
use base::intern::Interner;
use base::source::{Location, SourceMap, Span};
use std::sync::Arc;

/// The diagnostics of one compilation, as data and as text.
#[derive(Debug)]
pub struct Report {
    contents: Box<Contents>,
}

/// Boxed, so that results which carry a report stay small.
#[derive(Debug)]
struct Contents {
    diagnostics: Vec<Diagnostic>,
    sources: Arc<SourceMap>,
    names: Interner,
}

/// One diagnostic with its places looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The severity.
    pub severity: Severity,
    /// The stable code, such as `E2014`.
    pub code: &'static str,
    /// For warnings: the name that `-W<name>` uses.
    pub group: Option<&'static str>,
    /// The message.
    pub text: String,
    /// The place, if it has one.
    pub location: Option<Location>,
    /// Second places and advice.
    pub notes: Vec<Note>,
}

/// A note of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The text.
    pub text: String,
    /// The place, if it has one.
    pub location: Option<Location>,
    /// The replacement for the text at the location.
    pub replacement: Option<String>,
}

impl Report {
    /// Diagnostics at places of sources.
    #[doc(hidden)]
    pub fn new(diagnostics: Vec<Diagnostic>, sources: impl Into<Arc<SourceMap>>, names: Interner) -> Self {
        Report { contents: Box::new(Contents { diagnostics, sources: sources.into(), names }) }
    }

    /// Diagnostics at places of the same sources.
    #[doc(hidden)]
    pub fn beside(&self, diagnostics: Vec<Diagnostic>) -> Self {
        Report::new(diagnostics, Arc::clone(&self.contents.sources), Interner::new())
    }

    /// Diagnostics without a source.
    #[doc(hidden)]
    pub fn without_source(diagnostics: Vec<Diagnostic>) -> Self {
        Report::new(diagnostics, SourceMap::new(), Interner::new())
    }

    /// Keeps the first diagnostics, this many at most.
    #[cfg(feature = "runner")]
    #[doc(hidden)]
    pub fn truncate(&mut self, most: usize) {
        self.contents.diagnostics.truncate(most);
    }

    /// Returns whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.contents.diagnostics.is_empty()
    }

    /// Returns whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.contents.diagnostics.iter().any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// The diagnostics as data.
    pub fn messages(&self) -> impl Iterator<Item = Message> + '_ {
        self.contents.diagnostics.iter().map(|diagnostic| Message {
            severity: diagnostic.severity,
            code: diagnostic.row.code,
            group: Some(diagnostic.row.group).filter(|group| !group.is_empty()),
            text: diagnostic.message.clone(),
            location: self.contents.sources.location(diagnostic.span),
            notes: diagnostic.notes.iter().map(|note| self.note(note)).collect(),
        })
    }

    fn note(&self, note: &base::diag::Note) -> Note {
        let location = self.contents.sources.location(note.span.unwrap_or(Span::NONE));
        Note { text: note.message.clone().into_owned(), location, replacement: note.replacement.clone() }
    }

    /// The diagnostics as text.
    pub fn render(&self, style: &Style) -> String {
        Renderer::new(&self.contents.sources, &self.contents.names, style).render_all(&self.contents.diagnostics)
    }

    /// Each diagnostic as a text of its own.
    #[doc(hidden)]
    pub fn texts(&self, style: &Style) -> Vec<String> {
        let Contents { diagnostics, sources, names } = &*self.contents;
        let text =
            |diagnostic: &Diagnostic| Renderer::new(sources, names, style).render_all(std::slice::from_ref(diagnostic));
        diagnostics.iter().map(text).collect()
    }

    /// The diagnostics as results of a document about many compilations.
    #[doc(hidden)]
    pub fn findings(&self) -> Vec<Finding> {
        sarif::findings(&self.contents.sources, &self.contents.names, &self.contents.diagnostics)
    }

    /// The source files of the diagnostics.
    #[doc(hidden)]
    pub fn sources(&self) -> &SourceMap {
        &self.contents.sources
    }

    /// The diagnostics, in order.
    #[doc(hidden)]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.contents.diagnostics
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(&Style::default()))
    }
}
