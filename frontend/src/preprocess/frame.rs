//! An open file: its position, its open conditional groups, and its include guard.
//!
//! Knows no directive and not how files are found.

use super::continuation;
use crate::fingerprint::Fingerprint;
use crate::lexed_files::{Begun, LexedTexts, Placed, Reading};
use crate::lexer::{self, Until};
use crate::token::Token;
use base::intern::{Interner, Symbol};
use base::source::{FileId, SourceMap, Span};
use std::collections::VecDeque;
use std::sync::Arc;

/// An `#if` whose `#endif` has not been met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditional {
    pub(super) span: Span,
    pub(super) directive: &'static str,
    pub(super) state: State,
    pub(super) seen_else: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The group is being compiled.
    Taken,
    /// No group was taken yet.
    Open,
    /// A group was taken, or the whole `#if` is in a skipped group.
    Finished,
}

/// The state of an open file's include guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Nothing was read yet.
    Start,
    /// So far everything is in one `#ifndef`.
    Inside(Symbol),
    /// That `#ifndef` has ended.
    After(Symbol),
    /// The file has no guard.
    None,
}

impl Guard {
    /// Records text outside of the only conditional group of the file.
    pub(super) fn see_other(&mut self) {
        if matches!(self, Guard::Start | Guard::After(_)) {
            *self = Guard::None;
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) file: FileId,
    /// The path under which it was found; `None` for text of the compiler's own.
    pub(super) path: Option<String>,
    pub(super) text: Arc<str>,
    pub(super) base: u32,
    /// The position of the lexer.
    pub(super) offset: usize,
    pub(super) buffer: Vec<Token>,
    /// The next token of the buffer.
    pub(super) next: usize,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) guard: Guard,
    /// The offsets of continued lines that are still to be looked at.
    pub(super) continuations: VecDeque<u32>,
    /// Tokens of the text from other compilations.
    lexed: Option<Reading<'a>>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(file: FileId, sources: &SourceMap, path: Option<String>) -> Self {
        let source = sources.file(file);
        Frame {
            file,
            path,
            text: source.shared_text(),
            base: source.base(),
            offset: 0,
            buffer: Vec::new(),
            next: 0,
            conditionals: Vec::new(),
            guard: Guard::Start,
            continuations: continuation::of_file(source),
            lexed: None,
        }
    }

    /// Takes the tokens that other compilations have lexed of the text.
    pub(super) fn sharing(self, sources: &SourceMap, lexed: Option<&'a LexedTexts>, begun: Option<Begun>) -> Self {
        let open = |lexed: &'a LexedTexts| lexed.open(Fingerprint::of_file(sources.file(self.file)), begun);
        Frame { lexed: lexed.map(open), ..self }
    }

    /// The tokens up to the next directive, if the buffer is used up and other compilations know them as they are.
    pub(super) fn placed(&self) -> Option<Arc<Placed>> {
        let is_next = self.next >= self.buffer.len() && self.offset < self.text.len();
        self.lexed.as_ref().filter(|_| is_next)?.placed(self.offset)
    }

    /// Passes over the tokens of [`Frame::placed`]. Returns the offset of the first one.
    pub(super) fn pass(&mut self, placed: &Placed) -> usize {
        if !placed.is_empty() {
            self.guard.see_other();
        }
        std::mem::replace(&mut self.offset, placed.end)
    }

    /// Ends reading, and passes on what was lexed.
    pub(super) fn close(self) {
        self.lexed.into_iter().for_each(Reading::close);
    }

    /// Lexes the next part of the text into the empty buffer; nothing if a directive follows directly.
    pub(super) fn refill(&mut self, names: &mut Interner) {
        self.buffer.clear();
        self.next = 0;
        self.buffer.reserve(self.expected_tokens());
        let (text, from, base, out) = (&self.text, self.offset, self.base, &mut self.buffer);
        self.offset = match &mut self.lexed {
            Some(lexed) => lexed.scan(text, from, base, names, out),
            None => lexer::scan(text, from, Until::Directive, base, names, out),
        };
        if !self.buffer.is_empty() {
            self.guard.see_other();
        }
    }

    /// The approximate number of tokens to lex at once. Where directives are many, most of them are in a small part of
    /// the text.
    fn expected_tokens(&self) -> usize {
        const BYTES_OF_TOKEN: usize = 4;
        // A line more than the lexer stops behind.
        const MOST: usize = lexer::CHUNK + lexer::CHUNK / 16;
        ((self.text.len() - self.offset) / BYTES_OF_TOKEN).min(MOST)
    }

    /// The text from a position on.
    pub(super) fn text_from(&self, position: u32) -> &str {
        position.checked_sub(self.base).and_then(|start| self.text.get(start as usize..)).unwrap_or("")
    }
}
