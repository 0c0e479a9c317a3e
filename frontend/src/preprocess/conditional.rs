//! Conditional groups: `#if` to `#endif`, and skipping of groups.
//!
//! Skipped text is not lexed: it is searched for line ends, comments and quotes only, as the latter can hide a `#`.

use super::Preprocessor;
use super::directive::{Directive, guard_of};
use super::frame::{Conditional, Guard, State};
use super::trace::Skipped;
use crate::diagnostics;
use crate::scan;
use crate::token::Token;
use std::sync::Arc;

impl Preprocessor<'_> {
    /// `#if`, `#ifdef` or `#ifndef` in text that is compiled.
    pub(super) fn open_conditional(&mut self, directive: Directive, name: Token, rest: &[Token]) {
        let taken = match directive {
            Directive::Ifdef => self.is_defined("ifdef", name, rest),
            Directive::Ifndef => self.is_defined("ifndef", name, rest).map(|defined| !defined),
            _ => Some(self.condition(name, rest)),
        };
        self.note_guard_start(directive, rest);
        let state = if taken == Some(true) { State::Taken } else { State::Open };
        // A malformed condition takes no group at all, so that nothing is reported twice.
        let state = if taken.is_none() { State::Finished } else { state };
        self.push_conditional(name, name_of(directive), state);
        if state != State::Taken {
            self.skip_groups();
        }
    }

    fn is_defined(&mut self, what: &str, directive: Token, rest: &[Token]) -> Option<bool> {
        let name = self.macro_name(what, directive, rest)?;
        self.check_end(what, &rest[1..]);
        let found = self.macros.find(name.symbol);
        if let Some(id) = found {
            self.note_use(name, id);
        }
        Some(found.is_some())
    }

    fn note_guard_start(&mut self, directive: Directive, rest: &[Token]) {
        let defined = self.defined;
        let Some(frame) = self.files.last_mut() else { return };
        if !frame.conditionals.is_empty() {
            return;
        }
        let name = match directive {
            Directive::Ifndef => rest.first().map(|token| token.symbol),
            _ => guard_of(rest, defined),
        };
        frame.guard = match (&frame.guard, name) {
            (Guard::Start, Some(name)) => Guard::Inside(name),
            _ => Guard::None,
        };
    }

    fn push_conditional(&mut self, name: Token, directive: &'static str, state: State) {
        let Some(frame) = self.files.last_mut() else { return };
        if frame.conditionals.len() == self.options.limits.conditional_depth {
            let limit = frame.conditionals.len().to_string();
            self.sink.report(name.span, diagnostics::ConditionalsTooDeep { limit });
            return self.stop();
        }
        frame.conditionals.push(Conditional { span: name.span, directive, state, seen_else: false });
    }

    /// `#elif`, `#else` or `#endif`. Continues skipping if the next group is not taken either.
    pub(super) fn continue_conditional(&mut self, directive: Directive, name: Token, rest: &[Token]) {
        if !self.next_group(directive, name, rest) {
            self.skip_groups();
        }
    }

    /// Ends a group; returns true if the text that follows is compiled.
    fn next_group(&mut self, directive: Directive, name: Token, rest: &[Token]) -> bool {
        let what = name_of(directive);
        let open = self.files.last().and_then(|frame| frame.conditionals.last().copied());
        let Some(mut open) = open else {
            self.sink.report(name.span, diagnostics::ConditionalWithoutIf { directive: what.to_owned() });
            return true;
        };
        // If an enclosing group is skipped, only the words of directives are read.
        let is_read = self.outer_is_taken();
        if directive == Directive::Endif {
            if is_read {
                self.check_end(what, rest);
            }
            return self.end_conditional();
        }
        if open.seen_else {
            let message = diagnostics::ConditionalAfterElse { directive: what.to_owned() };
            self.sink.report(name.span, message).note_at(open.span, "conditional group starts here");
        }
        let is_else = directive == Directive::Else;
        if is_else && is_read {
            self.check_end(what, rest);
        }
        let takes = open.state == State::Open && !open.seen_else && (is_else || self.condition(name, rest));
        open.state = match open.state {
            State::Open if takes => State::Taken,
            State::Open => State::Open,
            State::Taken | State::Finished => State::Finished,
        };
        open.seen_else |= is_else;
        if let Some(frame) = self.files.last_mut() {
            if frame.conditionals.len() == 1 {
                frame.guard = Guard::None;
            }
            if let Some(last) = frame.conditionals.last_mut() {
                *last = open;
            }
        }
        open.state == State::Taken
    }

    /// Returns whether the text around the innermost conditional is compiled.
    fn outer_is_taken(&self) -> bool {
        let Some(frame) = self.files.last() else { return true };
        frame.conditionals.iter().rev().nth(1).is_none_or(|outer| outer.state == State::Taken)
    }

    fn end_conditional(&mut self) -> bool {
        let Some(frame) = self.files.last_mut() else { return true };
        frame.conditionals.pop();
        if let (true, &Guard::Inside(name)) = (frame.conditionals.is_empty(), &frame.guard) {
            frame.guard = Guard::After(name);
        }
        frame.conditionals.last().is_none_or(|outer| outer.state == State::Taken)
    }

    /// Records a group that is not compiled.
    fn note_skipped(&mut self, start: usize, end: usize) {
        if let (Some(trace), Some(frame)) = (&mut self.trace, self.files.last()) {
            trace.skipped.push(Skipped { file: frame.file, start: start as u32, end: end as u32 });
        }
    }

    /// Skips to the first group that is taken, or after the `#endif` of the outermost skipped `#if`.
    fn skip_groups(&mut self) {
        let mut start = self.files.last().map_or(0, |frame| frame.offset);
        let mut line = Vec::new();
        while !self.stopped {
            let Some(frame) = self.files.last_mut() else { return };
            let text = Arc::clone(&frame.text);
            let Some(at) = next_hash(&text, frame.offset) else {
                frame.offset = text.len();
                return self.note_skipped(start, text.len());
            };
            frame.offset = at;
            let Some(directive) = conditional_at(&text, at) else {
                frame.offset = skip_line(text.as_bytes(), at);
                continue;
            };
            self.take_line(&mut line);
            let Some(&name) = line.get(1) else { continue };
            match directive {
                Directive::Elif | Directive::Else | Directive::Endif => {
                    let is_outermost = self.outer_is_taken();
                    if is_outermost {
                        self.note_skipped(start, at);
                    }
                    if self.next_group(directive, name, &line[2..]) {
                        return;
                    }
                    if is_outermost {
                        start = self.files.last().map_or(0, |frame| frame.offset);
                    }
                }
                _ => self.push_conditional(name, name_of(directive), State::Finished),
            }
        }
    }
}

fn name_of(directive: Directive) -> &'static str {
    match directive {
        Directive::If => "if",
        Directive::Ifdef => "ifdef",
        Directive::Ifndef => "ifndef",
        Directive::Elif => "elif",
        Directive::Else => "else",
        Directive::Endif => "endif",
        Directive::Include => "include",
        Directive::Define => "define",
        Directive::Undef => "undef",
        Directive::Error => "error",
        Directive::Warning => "warning",
        Directive::Line => "line",
        Directive::Pragma => "pragma",
    }
}

/// The conditional directive whose `#` is at `at`.
fn conditional_at(text: &str, at: usize) -> Option<Directive> {
    let start = skip_blanks(text.as_bytes(), at + 1, false);
    let rest = &text[start..];
    let length = rest.bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
    match Directive::from_name(&rest[..length])? {
        found @ (Directive::If
        | Directive::Ifdef
        | Directive::Ifndef
        | Directive::Elif
        | Directive::Else
        | Directive::Endif) => Some(found),
        _ => None,
    }
}

/// The `#` of the next directive, searched from the start of a line on.
fn next_hash(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        at = skip_blanks(bytes, at, true);
        if bytes.get(at) == Some(&b'#') {
            return Some(at);
        }
        at = skip_line(bytes, at);
    }
    None
}

/// The offset after white space and block comments; after line ends too when `lines` is set.
fn skip_blanks(text: &[u8], mut at: usize, lines: bool) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => at += 1,
            Some(b'\n') if lines => at += 1,
            Some(b'/') if text.get(at + 1) == Some(&b'*') => at = after_comment(text, at),
            _ => return at,
        }
    }
}

/// The offset after the line of `at`; a comment may extend it over several line ends.
fn skip_line(text: &[u8], mut at: usize) -> usize {
    let line_end = |at: usize| scan::line_end(&text[at..]).map_or(text.len(), |length| at + length);
    let mut end = line_end(at);
    loop {
        if at > end {
            end = line_end(at);
        }
        let Some(length) = scan::quote_or_slash(&text[at..end]) else {
            return (end + 1).min(text.len());
        };
        at += length;
        at = match (text[at], text.get(at + 1)) {
            (b'/', Some(b'/')) => return (end + 1).min(text.len()),
            (b'/', Some(b'*')) => after_comment(text, at),
            (b'/', _) => at + 1,
            (quote, _) => after_quote(text, at + 1, end, quote),
        };
    }
}

fn after_comment(text: &[u8], at: usize) -> usize {
    let body = at + 2;
    scan::after_comment(&text[body..]).map_or(text.len(), |length| body + length)
}

/// The offset after the closing quote, or the end of the line where there is none.
fn after_quote(text: &[u8], mut at: usize, end: usize, quote: u8) -> usize {
    while at < end {
        match text[at] {
            b'\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    end
}
