//! Directives: their lines, and their dispatch.

use super::{Preprocessor, is_space, pragma};
use crate::diagnostics;
use crate::foreign;
use crate::lexer::{self, Until};
use crate::literal;
use crate::scan;
use crate::token::{Token, TokenKind};
use base::similar::{did_you_mean, nearest};
use base::source::Span;
use std::sync::Arc;

/// The directives of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Else,
    Endif,
    Include,
    Define,
    Undef,
    Error,
    Warning,
    Line,
    Pragma,
}

const DIRECTIVES: &[(&str, Directive)] = &[
    ("if", Directive::If),
    ("ifdef", Directive::Ifdef),
    ("ifndef", Directive::Ifndef),
    ("elif", Directive::Elif),
    ("else", Directive::Else),
    ("endif", Directive::Endif),
    ("include", Directive::Include),
    ("define", Directive::Define),
    ("undef", Directive::Undef),
    ("error", Directive::Error),
    ("warning", Directive::Warning),
    ("line", Directive::Line),
    ("pragma", Directive::Pragma),
];

impl Directive {
    pub(super) fn from_name(name: &str) -> Option<Directive> {
        DIRECTIVES.iter().find(|(spelling, _)| *spelling == name).map(|row| row.1)
    }
}

impl Preprocessor<'_> {
    /// Executes the directive at the current position of the innermost file.
    pub(super) fn directive(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        self.take_line(&mut line);
        self.carry_out(&line);
        self.line = line;
    }

    fn carry_out(&mut self, line: &[Token]) {
        let Some(&name) = line.get(1) else { return };
        let rest = &line[2..];
        if name.kind == TokenKind::Number {
            self.see_in_guard();
            return self.line_marker(name, &line[1..]);
        }
        let Some(directive) = Directive::from_name(self.names.resolve(name.symbol)) else {
            self.see_in_guard();
            return self.unknown_directive(name);
        };
        if !matches!(
            directive,
            Directive::If | Directive::Ifndef | Directive::Else | Directive::Elif | Directive::Endif
        ) {
            self.see_in_guard();
        }
        match directive {
            Directive::If | Directive::Ifdef | Directive::Ifndef => self.open_conditional(directive, name, rest),
            Directive::Elif | Directive::Else | Directive::Endif => {
                self.continue_conditional(directive, name, rest);
            }
            Directive::Include => self.include(name, rest),
            Directive::Define => self.define(name, rest),
            Directive::Undef => self.undefine(name, rest),
            Directive::Error => {
                let text = self.rest_of_line(name);
                let text = if text.is_empty() { "#error".to_owned() } else { text };
                self.sink.report(name.span, diagnostics::ErrorDirective { text });
                // The declarations of a built-in header are not available then.
                if self.is_in_built_in_header() {
                    self.stop();
                }
            }
            Directive::Warning => {
                let text = self.rest_of_line(name);
                let text = if text.is_empty() { "#warning".to_owned() } else { text };
                self.sink.report(name.span, diagnostics::WarningDirective { text });
            }
            Directive::Line => {
                let rest = self.expand_list(rest.to_vec());
                self.line_marker(name, &rest);
            }
            Directive::Pragma => self.pragma(pragma::Line { name: name.span, tokens: rest }),
        }
    }

    fn unknown_directive(&mut self, name: Token) {
        let text = self.text(name).escape_debug().to_string();
        let near = nearest(&text, DIRECTIVES.iter().map(|row| row.0));
        let foreign = foreign::find_directive(&text);
        let diagnostic = self.sink.report(name.span, diagnostics::UnknownDirective { name: text });
        match (foreign, near) {
            (Some(foreign), _) => diagnostic.note_at(name.span, foreign.advice()),
            (None, Some(near)) => diagnostic.fix(name.span, did_you_mean(&format!("#{near}")), near),
            (None, None) => diagnostic,
        };
    }

    fn see_in_guard(&mut self) {
        if let Some(frame) = self.files.last_mut() {
            frame.guard.see_other();
        }
    }

    /// Reads the tokens of the current line into `line`.
    pub(super) fn take_line(&mut self, line: &mut Vec<Token>) {
        line.clear();
        let Some(frame) = self.files.last_mut() else { return };
        let (text, from) = (Arc::clone(&frame.text), frame.offset);
        frame.offset = lexer::scan(&text, frame.offset, Until::Line, frame.base, self.names, line);
        if line.iter().any(|token| token.kind == TokenKind::Unknown) {
            self.drop_foreign_space(line);
        }
        if let Some(comment) = line.pop_if(|token| token.kind == TokenKind::UnterminatedComment) {
            self.sink.report(comment.span, diagnostics::UnterminatedComment {});
        }
        self.check_continuations(from);
    }

    /// Takes out white space that ASCII does not have.
    #[cold]
    fn drop_foreign_space(&mut self, line: &mut Vec<Token>) {
        let is_foreign = |token: &Token| token.kind == TokenKind::Unknown && is_space(self.sources.text(token.span));
        for space in line.extract_if(.., |token| is_foreign(token)) {
            self.sink.report(space.span, diagnostics::UnicodeSpace {});
        }
    }

    /// The text after the name of a directive as it is written, up to the end of the line.
    pub(super) fn rest_of_line(&self, name: Token) -> String {
        let Some(frame) = self.files.last() else { return String::new() };
        let rest = frame.text_from(name.span.hi);
        rest.lines().next().unwrap_or("").trim().to_owned()
    }

    /// Warns about text after a complete directive.
    pub(super) fn check_end(&mut self, directive: &str, rest: &[Token]) {
        if let Some(extra) = rest.first() {
            self.sink.report(extra.span, diagnostics::ExtraTokens { directive: directive.to_owned() });
        }
    }

    /// `#line 5 "name"`, also written `# 5 "name"`.
    fn line_marker(&mut self, at: Token, tokens: &[Token]) {
        self.spoil_recording();
        let number = tokens.first().filter(|token| token.kind == TokenKind::Number);
        let line =
            number.and_then(|token| self.text(*token).parse::<u32>().ok()).filter(|line| *line <= i32::MAX as u32);
        let name = match tokens.get(1) {
            None => Some(None),
            Some(token) if token.kind == TokenKind::Str => literal::string(self.text(*token)).ok().map(Some),
            Some(_) => None,
        };
        let (Some(line), Some(name)) = (line, name) else {
            self.sink.report(at.span, diagnostics::InvalidLineDirective {});
            return;
        };
        let Some(frame) = self.files.last() else { return };
        let length = scan::line_end(frame.text_from(at.span.hi).as_bytes());
        if let Some(length) = length {
            self.sources.add_line_marker(at.span.hi + length as u32 + 1, line, name);
        }
    }
}

/// The part of an `#if` that matters for include guards.
pub(super) fn guard_of(tokens: &[Token], defined: base::intern::Symbol) -> Option<base::intern::Symbol> {
    let kinds: Vec<TokenKind> = tokens.iter().take(6).map(|token| token.kind).collect();
    let name = match kinds.as_slice() {
        [TokenKind::Not, TokenKind::Ident, TokenKind::Ident] => tokens[2],
        [TokenKind::Not, TokenKind::Ident, TokenKind::LParen, TokenKind::Ident, TokenKind::RParen] => tokens[3],
        _ => return None,
    };
    (tokens[1].symbol == defined).then_some(name.symbol)
}

/// The span from the first to the last of some tokens.
pub(super) fn span_of(tokens: &[Token]) -> Span {
    match tokens {
        [] => Span::NONE,
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
    }
}
