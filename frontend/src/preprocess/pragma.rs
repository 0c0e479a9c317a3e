//! `#pragma` and `_Pragma`.
//!
//! A pragma that changes what declarations mean becomes a token. Pragmas of other compilers are ignored.

use super::Preprocessor;
use super::frame::Frame;
use crate::diagnostics;
use crate::lexer::{self, Until};
use crate::literal;
use crate::token::{Token, TokenFlags, TokenKind};
use base::diag::{Override, Severity};
use base::ids::Map;
use base::intern::Symbol;
use base::source::{Mark, Shift, Span};
use std::ops::Range;

/// The rest of a line after `#pragma`.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    pub(super) name: Span,
    pub(super) tokens: &'t [Token],
}

/// The warning groups for which pragmas override the command line.
#[derive(Debug, Default)]
pub(super) struct DiagnosticState {
    current: Map<String, Override>,
    /// Undo log: a group and its previous treatment, for each change since the first push.
    undo: Vec<(String, Override)>,
    /// The length of `undo` at each push.
    marks: Vec<usize>,
    /// All changes since the outermost `#include` that is being recorded.
    log: Vec<Change>,
}

/// A `push`, a `pop`, or a new treatment of a group.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Push,
    Pop,
    Set(Box<str>, Override),
}

/// A change of the state, which holds for the text that is read after it.
#[derive(Clone, Debug)]
struct Change {
    action: Action,
    /// The positions of that text: those of each open file, the main file first, then those that nothing has yet.
    positions: Vec<Range<u32>>,
}

/// A change in an included file, with positions from the start of the file on.
#[derive(Clone, Debug)]
pub(super) struct RecordedChange {
    pub(super) action: Action,
    /// The rest of the open files that belong to the record.
    pub(super) files: Box<[Range<u32>]>,
    /// The first positions that nothing has yet.
    pub(super) unused: Box<[u32]>,
}

/// What an included file does with the state.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedChanges {
    pub(super) all: Box<[RecordedChange]>,
    /// The number of pushes before the file that it takes back.
    pub(super) outer_pops: usize,
}

impl RecordedChanges {
    /// The memory that they take, in bytes.
    pub(super) fn size(&self) -> usize {
        let of = |change: &RecordedChange| size_of_val(&*change.files) + size_of_val(&*change.unused);
        size_of_val(&*self.all) + self.all.iter().map(of).sum::<usize>()
    }
}

impl Preprocessor<'_> {
    pub(super) fn pragma(&mut self, line: Line<'_>) {
        let Some(first) = line.tokens.first() else { return };
        let rest = Line { tokens: &line.tokens[1..], ..line };
        match self.names.resolve(first.symbol) {
            "once" => {
                let path =
                    self.files.last().filter(|frame| frame.file != self.main).and_then(|frame| frame.path.clone());
                if let Some(path) = path {
                    self.loader.note_once(&path);
                }
            }
            "pack_matrix" => self.pragma_pack_matrix(rest),
            "message" => self.pragma_message(rest),
            "dxc" | "clang" | "GCC" => {
                let is_diagnostic =
                    rest.tokens.first().is_some_and(|token| self.names.resolve(token.symbol) == "diagnostic");
                if is_diagnostic {
                    self.pragma_diagnostic(Line { tokens: &rest.tokens[1..], ..line });
                }
            }
            _ => {}
        }
    }

    /// Executes a pragma in a string; `at` is the place of its text.
    pub(super) fn pragma_text(&mut self, name: Span, at: Span, text: &str) {
        let mut tokens = Vec::new();
        lexer::scan(text, 0, Until::End, at.lo, self.names, &mut tokens);
        self.pragma(Line { name, tokens: &tokens });
    }

    /// `#pragma pack_matrix(row_major)`
    fn pragma_pack_matrix(&mut self, line: Line<'_>) {
        let kind = match line.tokens {
            [open, order, close] if open.kind == TokenKind::LParen && close.kind == TokenKind::RParen => {
                match self.names.resolve(order.symbol) {
                    "row_major" => Some(TokenKind::PackRowMajor),
                    "column_major" => Some(TokenKind::PackColumnMajor),
                    _ => None,
                }
            }
            _ => None,
        };
        match kind {
            Some(kind) => {
                self.out.push(Token { kind, flags: TokenFlags::LINE_START, symbol: Symbol::EMPTY, span: line.name });
            }
            None => self.malformed_pragma(line, "pack_matrix", "(row_major) or (column_major)"),
        }
    }

    /// `#pragma message("text")`
    fn pragma_message(&mut self, line: Line<'_>) {
        let tokens = self.expand_list(line.tokens.to_vec());
        let inner = match tokens.as_slice() {
            [open, inner @ .., close] if open.kind == TokenKind::LParen && close.kind == TokenKind::RParen => inner,
            all => all,
        };
        let mut text = String::new();
        for token in inner {
            match literal::string(self.text(*token)) {
                Ok(part) if token.kind == TokenKind::Str => text.push_str(&part),
                _ => return self.malformed_pragma(line, "message", "a string"),
            }
        }
        if inner.is_empty() {
            return self.malformed_pragma(line, "message", "a string");
        }
        self.sink.report(line.name, diagnostics::PragmaMessage { text });
    }

    /// `#pragma dxc diagnostic ignored "-Wname"` and its companions.
    fn pragma_diagnostic(&mut self, line: Line<'_>) {
        const WANTED: &str = "push, pop, or ignored, warning or error with \"-Wname\"";
        let Some(action) = line.tokens.first() else {
            return self.malformed_pragma(line, "dxc diagnostic", WANTED);
        };
        let what = match self.names.resolve(action.symbol) {
            "push" => return self.change_diagnostics(Action::Push, Vec::new()),
            "pop" if self.pragmas.marks.is_empty() => {
                self.sink.report(line.name, diagnostics::PragmaPopWithoutPush {});
                return;
            }
            "pop" => return self.change_diagnostics(Action::Pop, self.following_positions()),
            "ignored" => Override::Ignored,
            "warning" => Override::Severity(Severity::Warning),
            "error" | "fatal" => Override::Severity(Severity::Error),
            _ => return self.malformed_pragma(line, "dxc diagnostic", WANTED),
        };
        let option = line.tokens.get(1).filter(|token| token.kind == TokenKind::Str).map(|token| self.text(*token));
        let group = option.and_then(|text| text.trim_matches('"').strip_prefix("-W")).map(Box::from);
        let Some(group) = group else {
            return self.malformed_pragma(line, "dxc diagnostic", WANTED);
        };
        self.change_diagnostics(Action::Set(group, what), self.following_positions());
    }

    fn change_diagnostics(&mut self, action: Action, positions: Vec<Range<u32>>) {
        let DiagnosticState { current, undo, marks, log } = &mut self.pragmas;
        if !self.recordings.is_empty() {
            log.push(Change { action: action.clone(), positions: positions.clone() });
        }
        match action {
            Action::Push => marks.push(undo.len()),
            Action::Pop => {
                let Some(mark) = marks.pop() else { return };
                for (group, before) in undo.split_off(mark).into_iter().rev() {
                    self.sink.override_group(positions.clone(), &group, before);
                    current.insert(group, before);
                }
            }
            Action::Set(group, what) => {
                self.sink.override_group(positions, &group, what);
                let before = current.insert(group.to_string(), what).unwrap_or(Override::Policy);
                if !marks.is_empty() {
                    undo.push((group.into(), before));
                }
            }
        }
    }

    /// The number of changes that are logged.
    pub(super) fn logged_changes(&self) -> usize {
        self.pragmas.log.len()
    }

    /// Ends the record of a file, before which this many changes were logged and files were open. `None` if a position is before the
    /// file.
    pub(super) fn end_changes(&mut self, start: usize, depth: usize, mark: Mark) -> Option<RecordedChanges> {
        let relative = |Change { action, positions }: &Change| {
            let inner = positions.get(depth..).unwrap_or_default();
            let (files, unused) = inner.split_at(inner.len().saturating_sub(2));
            let file = |range: &Range<u32>| Some(mark.from_here(range.start)?..mark.from_here(range.end)?);
            let files = files.iter().map(file).collect::<Option<_>>()?;
            let unused = unused.iter().map(|range| mark.from_here(range.start)).collect::<Option<_>>()?;
            Some(RecordedChange { action: action.clone(), files, unused })
        };
        let all: Option<Box<[RecordedChange]>> = self.pragmas.log[start..].iter().map(relative).collect();
        if self.recordings.is_empty() {
            self.pragmas.log.clear();
        }
        let all = all?;
        let (mut pushes, mut outer_pops) = (0, 0);
        for change in &all {
            match change.action {
                Action::Push => pushes += 1,
                Action::Pop if pushes > 0 => pushes -= 1,
                Action::Pop => outer_pops += 1,
                Action::Set(..) => {}
            }
        }
        Some(RecordedChanges { all, outer_pops })
    }

    /// Returns whether there is a push for each pop of a file.
    pub(super) fn has_pushes_for(&self, changes: &RecordedChanges) -> bool {
        changes.outer_pops <= self.pragmas.marks.len()
    }

    /// Does what an included file did with the state; its positions have moved.
    pub(super) fn repeat_changes(&mut self, changes: &RecordedChanges, shift: Shift) {
        for RecordedChange { action, files, unused } in &changes.all {
            let mut positions = Vec::new();
            if !unused.is_empty() {
                positions.extend(self.files.iter().map(rest_of));
                positions.extend(files.iter().map(|it| shift.position(it.start)..shift.position(it.end)));
                let ends = self.sources.unused_positions();
                positions.extend(unused.iter().zip(ends).map(|(start, all)| shift.position(*start)..all.end));
            }
            self.change_diagnostics(action.clone(), positions);
        }
    }

    /// The positions of all text that is read from now on.
    fn following_positions(&self) -> Vec<Range<u32>> {
        self.files.iter().map(rest_of).chain(self.sources.unused_positions()).collect()
    }

    fn malformed_pragma(&mut self, line: Line<'_>, name: &str, wanted: &str) {
        let message = diagnostics::MalformedPragma { name: name.to_owned(), wanted: wanted.to_owned() };
        self.sink.report(line.name, message);
    }
}

/// The positions of the text of an open file that is still to be read.
fn rest_of(frame: &Frame<'_>) -> Range<u32> {
    let start = match frame.buffer.get(frame.next) {
        Some(next) => next.span.lo,
        None => frame.base + frame.offset as u32,
    };
    start..frame.base + frame.text.len() as u32 + 1
}
