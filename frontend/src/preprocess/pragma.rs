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
use base::source::Span;
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
        self.spoil_recording();
        const WANTED: &str = "push, pop, or ignored, warning or error with \"-Wname\"";
        let Some(action) = line.tokens.first() else {
            return self.malformed_pragma(line, "dxc diagnostic", WANTED);
        };
        let what = match self.names.resolve(action.symbol) {
            "push" => return self.pragmas.marks.push(self.pragmas.undo.len()),
            "pop" => return self.restore_diagnostics(line),
            "ignored" => Override::Ignored,
            "warning" => Override::Severity(Severity::Warning),
            "error" | "fatal" => Override::Severity(Severity::Error),
            _ => return self.malformed_pragma(line, "dxc diagnostic", WANTED),
        };
        let option = line.tokens.get(1).filter(|token| token.kind == TokenKind::Str).map(|token| self.text(*token));
        let group = option.and_then(|text| text.trim_matches('"').strip_prefix("-W")).map(str::to_owned);
        let Some(group) = group else {
            return self.malformed_pragma(line, "dxc diagnostic", WANTED);
        };
        self.sink.override_group(self.following_positions(), &group, what);
        let before = self.pragmas.current.insert(group.clone(), what).unwrap_or(Override::Policy);
        if !self.pragmas.marks.is_empty() {
            self.pragmas.undo.push((group, before));
        }
    }

    fn restore_diagnostics(&mut self, line: Line<'_>) {
        let Some(mark) = self.pragmas.marks.pop() else {
            self.sink.report(line.name, diagnostics::PragmaPopWithoutPush {});
            return;
        };
        let ranges = self.following_positions();
        for (group, before) in self.pragmas.undo.split_off(mark).into_iter().rev() {
            self.sink.override_group(ranges.clone(), &group, before);
            self.pragmas.current.insert(group, before);
        }
    }

    /// The positions of all text that is read from now on.
    fn following_positions(&self) -> Vec<Range<u32>> {
        let rest_of = |frame: &Frame<'_>| {
            let start = match frame.buffer.get(frame.next) {
                Some(next) => next.span.lo,
                None => frame.base + frame.offset as u32,
            };
            start..frame.base + frame.text.len() as u32 + 1
        };
        self.files.iter().map(rest_of).chain(self.sources.unused_positions()).collect()
    }

    fn malformed_pragma(&mut self, line: Line<'_>, name: &str, wanted: &str) {
        let message = diagnostics::MalformedPragma { name: name.to_owned(), wanted: wanted.to_owned() };
        self.sink.report(line.name, message);
    }
}
