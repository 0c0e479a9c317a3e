//! Syntax errors in the terms of a programmer: what is missing and after what, rather than the fifty tokens that the
//! table would accept.

use super::Builder;
use crate::ast::BinaryOp;
use crate::classify::terminal::{Kind, Terminal};
use crate::diagnostics;
use crate::foreign::{self, Foreign};
use crate::words;
use base::diag::Diagnostic;
use base::intern::Symbol;
use base::source::Span;
use lalrpop_util::{ErrorRecovery, ParseError};

/// An error from which the parser has recovered.
pub(crate) type Recovery<'s> = ErrorRecovery<u32, &'s Terminal, ()>;

/// Advice for lists of values where none may stand.
const VECTORS: &str = "a vector is made by its type, as in 'float4(x, y, z, w)'";

/// The range of the backward search for a misspelt keyword or an open bracket.
const LOOK_BACK: usize = 2048;

/// The names of the terminals that the parser would accept.
#[derive(Clone, Copy)]
struct Expected<'e>(&'e [String]);

impl Expected<'_> {
    fn has(self, terminal: &str) -> bool {
        self.0.iter().any(|name| name.trim_matches('"') == terminal)
    }

    /// Returns whether only a longer name would do: the name before it is not a type, and nothing but a declaration is
    /// accepted.
    fn is_rest_of_name(self) -> bool {
        self.0.iter().all(|name| matches!(name.trim_matches('"'), "::" | "<t"))
    }

    /// Returns whether an item could start here.
    fn starts_item(self) -> bool {
        self.has("namespace")
    }

    /// Returns whether a statement could start here.
    fn starts_statement(self) -> bool {
        self.has("if")
    }

    /// The expectation in a few words, if there is such a summary.
    fn summary(self) -> Option<String> {
        if self.has("lit") {
            return Some("an expression".to_owned());
        }
        if self.has("type") {
            return Some(if self.starts_item() { "a declaration" } else { "a type" }.to_owned());
        }
        let names = self.0.iter().map(|name| name.trim_matches('"'));
        // A comma is nearly always accepted; that says little.
        let mut names: Vec<String> = names.filter(|&name| name != ",").map(|name| self.spelled(name)).collect();
        names.dedup();
        match names.as_slice() {
            [only] => Some(only.clone()),
            [first, second] => Some(format!("{first} or {second}")),
            _ => None,
        }
    }

    fn spelled(self, terminal: &str) -> String {
        match terminal {
            "id" => "a name".to_owned(),
            "base:" => "':'".to_owned(),
            "<t" => "'<'".to_owned(),
            "t>" => "'>'".to_owned(),
            "static_assert" => "'_Static_assert'".to_owned(),
            other => format!("'{other}'"),
        }
    }
}

/// Returns whether a statement or declaration starts with this terminal and no expression goes on with it.
fn starts_statement(kind: Kind) -> bool {
    let goes_before = matches!(kind, Kind::RBrace | Kind::Type | Kind::Modifier(_));
    goes_before || kind.starts_statement() || kind.starts_declaration()
}

/// Returns whether this terminal follows a value, and no keyword.
fn uses_value(kind: Kind) -> bool {
    matches!(kind, Kind::LBracket | Kind::Dot | Kind::Assign | Kind::CompoundAssign(_) | Kind::IncDec(_))
}

/// Returns whether nothing but a value stands after this terminal.
fn starts_value_after(kind: Kind) -> bool {
    matches!(kind, Kind::Assign | Kind::CompoundAssign(_) | Kind::Return | Kind::Binary(_) | Kind::Additive(_))
}

/// Returns whether the terminal, where an item should start, follows from a brace that closed too early.
fn follows_from_lost_brace(kind: Kind) -> bool {
    matches!(kind, Kind::RBrace | Kind::LBrace | Kind::Ident | Kind::IncDec(_) | Kind::LParen | Kind::RParen)
}

impl Builder<'_> {
    /// Reports an error from which the parser has recovered.
    pub(crate) fn report(&mut self, recovery: Recovery<'_>) {
        self.count_lost(&recovery);
        let dropped = self.watch.dropped.get() + recovery.dropped_tokens.len() as u32;
        self.watch.dropped.set(dropped);
        self.watch.idle.set(0);
        self.report_error(&recovery.error);
    }

    /// Returns whether the error is at the `{` of a list of values, which nothing but the initial value of a declaration is.
    pub(super) fn is_at_list_of_values(&self, recovery: &Recovery<'_>) -> bool {
        let ParseError::UnrecognizedToken { token: (index, found, _), .. } = &recovery.error else { return false };
        let before = (*index as usize).checked_sub(1).map(|before| self.terminals[before].kind);
        found.kind == Kind::LBrace && matches!(before, Some(Kind::Assign | Kind::CompoundAssign(_) | Kind::Return))
    }

    /// Counts the terminals that are dropped, and those of their statement before them.
    fn count_lost(&mut self, recovery: &Recovery<'_>) {
        let before = match &recovery.error {
            ParseError::UnrecognizedToken { token, .. } => token.0 - self.statement_start(token.0 as usize) as u32,
            _ => 0,
        };
        self.lost += before + recovery.dropped_tokens.len() as u32;
    }

    /// Reports an error among items; statements there are consequences of an earlier error.
    pub(crate) fn report_at_item(&mut self, recovery: Recovery<'_>) {
        let follows = match &recovery.error {
            ParseError::UnrecognizedToken { token, expected } => {
                let expected = Expected(expected);
                expected.is_rest_of_name()
                    || token.1.kind.starts_statement()
                    || (expected.starts_item() && follows_from_lost_brace(token.1.kind))
            }
            _ => false,
        };
        if follows && self.sink.error_count() > self.errors_before {
            self.lost += recovery.dropped_tokens.len() as u32 + 1;
            // A suppressed error counts like a terminal: there may be any number of them.
            self.watch.dropped.set(self.watch.dropped.get() + recovery.dropped_tokens.len() as u32 + 1);
            return;
        }
        self.report(recovery);
    }

    /// Reports why the parser ended before the input did, if it did.
    pub(super) fn report_end(&mut self, error: Option<&ParseError<u32, &Terminal, ()>>) {
        if let Some(error) = error {
            self.report_error(error);
        }
        if self.watch.gave_up() {
            self.sink.report(self.end_span(), diagnostics::GaveUp {});
        }
    }

    fn report_error(&mut self, error: &ParseError<u32, &Terminal, ()>) {
        match error {
            ParseError::UnrecognizedToken { token: (index, found, _), expected } if *index < self.sound => {
                self.unexpected(*index as usize, **found, Expected(expected));
            }
            ParseError::UnrecognizedEof { expected, .. } if self.sound as usize == self.terminals.len() => {
                self.unexpected_end(Expected(expected));
            }
            // After the text everything follows from the classifier's repairs.
            _ => {}
        }
        if self.sink.limit_reached() {
            self.watch.stopped.set(true);
        }
    }

    fn unexpected_end(&mut self, expected: Expected<'_>) {
        if self.watch.gave_up() || self.watch.stopped.get() {
            return;
        }
        let span = self.end_span();
        let found = "the end of the input".to_owned();
        let what = if expected.has(";") { Some("';'".to_owned()) } else { expected.summary() };
        match what {
            Some(what) => self.sink.report(span, diagnostics::ExpectedFound { what, found }),
            None => self.sink.report(span, diagnostics::Unexpected { found }),
        };
    }

    fn unexpected(&mut self, index: usize, found: Terminal, expected: Expected<'_>) {
        let ends = [Some(index), index.checked_sub(1)].into_iter().flatten();
        if let Some((name, span)) = ends.filter_map(|at| self.statement_ended_by_macro(at)).next() {
            self.sink.report(span, diagnostics::MacroEndsStatement { name });
            return;
        }
        let (foreign, misspelt) = (self.foreign_word(index), self.misspelt_keyword(index));
        let operator = self.spelled_operator(found);
        let is_marker = self.is_merge_marker(found.span);
        let before = index.checked_sub(1).map(|before| self.terminals[before]);
        let diagnostic = match before {
            Some(before) => self.after(index, before, found, expected),
            None => self.instead_of(found, expected),
        };
        match (foreign, misspelt) {
            (Some((span, word)), _) => word.advise(diagnostic, span),
            (None, Some((span, keyword))) => diagnostic.suggest(span, keyword),
            (None, None) => diagnostic,
        };
        if is_marker {
            diagnostic.note_at(found.span, "unresolved merge conflict marker");
        }
        if let Some((word, operator)) = operator {
            diagnostic
                .note_at(found.span, format!("'{word}' is a function in HLSL; use '{operator}' to combine conditions"));
        }
    }

    /// The macro whose definition ends with the `;` at an index, and the place of that.
    fn statement_ended_by_macro(&self, index: usize) -> Option<(String, Span)> {
        let semicolon = self.terminals.get(index).filter(|terminal| terminal.kind == Kind::Semicolon)?;
        let &(name, spelled) = self.sources.backtrace(semicolon.span).first()?;
        let next = self.terminals.get(index + 1).map(|next| self.sources.backtrace(next.span));
        let goes_on = |other: &(Symbol, Span)| other.0 == name && other.1.lo >= spelled.hi;
        let is_last = !next.is_some_and(|next| next.first().is_some_and(goes_on));
        is_last.then(|| (self.names.resolve(name).to_owned(), semicolon.span))
    }

    /// Returns whether a merge conflict marker begins here: `<<<<<<<`, `=======` or `>>>>>>>`, at the start of a line.
    fn is_merge_marker(&self, span: Span) -> bool {
        let Some(file) = self.sources.file_at(span.lo).map(|id| self.sources.file(id)) else { return false };
        let Some((before, behind)) = file.text().split_at_checked((span.lo - file.base()) as usize) else {
            return false;
        };
        let starts_line = before.is_empty() || before.ends_with('\n');
        starts_line && ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|marker| behind.starts_with(marker))
    }

    /// The operator that this word spells in C++.
    fn spelled_operator(&self, found: Terminal) -> Option<(&'static str, &'static str)> {
        if !matches!(found.kind, Kind::Ident | Kind::Type) {
            return None;
        }
        let name = self.names.resolve(found.symbol);
        [("and", "&&"), ("or", "||")].into_iter().find(|(word, _)| *word == name)
    }

    /// Reports an error between the terminal `before` and the one at `index`.
    fn after(&mut self, index: usize, before: Terminal, found: Terminal, expected: Expected<'_>) -> &mut Diagnostic {
        if found.kind == Kind::LBracket && matches!(before.kind, Kind::Type | Kind::RAngle(_)) {
            let is_value = index >= 2 && matches!(self.terminals[index - 2].kind, Kind::Assign | Kind::Return);
            let diagnostic = self.sink.report(found.span, diagnostics::LengthBeforeName {});
            if is_value {
                diagnostic
                    .note_at(before.span, "an array is initialized with a list, as in 'float taps[2] = { 0, 1 }'");
            }
            return diagnostic;
        }
        if found.kind == Kind::Using && before.kind == Kind::LBracket {
            return self.sink.report(found.span, diagnostics::NoUsingInAttributes {});
        }
        let ends = starts_statement(found.kind) || matches!(found.kind, Kind::LBrace | Kind::Semicolon);
        let breaks = ends || self.is_on_later_line(before, found);
        let is_start = expected.starts_item() || expected.starts_statement();
        if expected.has(";") && !is_start && found.kind != Kind::LBrace && breaks {
            return self.missing_semicolon(index, before);
        }
        let is_second = before.kind == Kind::Ident && matches!(found.kind, Kind::Type | Kind::Modifier(_));
        if is_second && expected.has(",") && expected.has(")") && !self.is_on_later_line(before, found) {
            return self.missing(before, "',' or ')'".to_owned(), String::new());
        }
        if breaks && let Some((close, open)) = Self::missing_bracket(expected) {
            let opened = self.open_bracket(index, open);
            let diagnostic = self.missing(before, format!("'{close}'"), String::new());
            if let Some(span) = opened {
                diagnostic.note_at(span, "to match this one");
            }
            return diagnostic;
        }
        if breaks && expected.has("{") && !expected.has(";") && !expected.has("lit") {
            return self.missing(before, "'{'".to_owned(), String::new());
        }
        self.within(index, before, found, expected)
    }

    /// Reports an error between the terminal `before` and the one at `index`, where neither a statement nor a bracket
    /// ends.
    fn within(&mut self, index: usize, before: Terminal, found: Terminal, expected: Expected<'_>) -> &mut Diagnostic {
        let is_head = matches!(before.kind, Kind::If | Kind::For | Kind::While | Kind::Switch);
        if is_head && expected.has("(") {
            let place = format!(" after {}", self.quoted(before));
            return self.missing(before, "'('".to_owned(), place);
        }
        if expected.is_rest_of_name() && before.kind == Kind::Ident {
            let found_kind = found.kind;
            let found = self.quoted(before);
            let ends = |kind| matches!(kind, Kind::Semicolon | Kind::LBrace | Kind::RBrace);
            let starts_item = index < 2 || ends(self.terminals[index - 2].kind);
            let what = if starts_item { "a declaration" } else { "a type" }.to_owned();
            let is_function = starts_item && found_kind == Kind::LParen;
            let diagnostic = self.sink.report(before.span, diagnostics::ExpectedFound { what, found });
            if is_function {
                diagnostic.note_at(before.span, "a function has the type of its result before its name, or 'void'");
            }
            return diagnostic;
        }
        if found.kind == Kind::Else {
            let empty = self.empty_body_before(index);
            let diagnostic = self.sink.report(found.span, diagnostics::StrayElse {});
            if let Some(empty) = empty {
                diagnostic.note_at(empty, "this ';' ends the 'if'");
            }
            return diagnostic;
        }
        if self.is_between_operands(before, found) && expected.has(",") && expected.has(")") {
            return self.missing(before, "',' or ')'".to_owned(), String::new());
        }
        if self.is_between_operands(before, found) && expected.has(",") && expected.has("}") {
            return self.missing(before, "',' or '}'".to_owned(), String::new());
        }
        let is_colon = found.kind == Kind::Colon && expected.has(";");
        if is_colon || self.is_between_operands(before, found) && expected.has(";") && expected.has("binop") {
            let what = if is_colon { "';'" } else { "an operator or ';'" }.to_owned();
            let text = self.quoted(found);
            return self.sink.report(found.span, diagnostics::ExpectedFound { what, found: text });
        }
        if expected.has(";") && self.is_in_head_of_for(index) {
            return self.missing(before, "';'".to_owned(), " between the parts of 'for'".to_owned());
        }
        if before.kind == Kind::Comma && expected.has("id") && !expected.has("lit") {
            let (what, found) = ("a name".to_owned(), (found.span, self.quoted(found)));
            return self.sink.report(found.0, diagnostics::ExpectedFound { what, found: found.1 });
        }
        self.in_declaration(index, before, found, expected)
    }

    /// Reports an error where the declared name, or its type, may be the cause.
    fn in_declaration(
        &mut self,
        index: usize,
        before: Terminal,
        found: Terminal,
        expected: Expected<'_>,
    ) -> &mut Diagnostic {
        if let Some(brace) = self.closed_type_before(index).filter(|_| found.kind == Kind::Ident) {
            return self.missing(brace, "';'".to_owned(), " after '}'".to_owned());
        }
        if found.kind == Kind::LBracket && expected.has("lit") {
            let next = self.terminals.get(index + 1).map(|next| next.kind);
            if matches!(next, Some(Kind::Ident | Kind::Literal(_) | Kind::Type)) {
                let what = "an expression".to_owned();
                let report = self.sink.report(found.span, diagnostics::ExpectedFound { what, found: "'['".to_owned() });
                return report.note_at(found.span, VECTORS);
            }
            return self.sink.report(found.span, diagnostics::NoLambdas {});
        }
        if before.kind == Kind::Type && found.kind == Kind::LParen {
            return self.sink.report(before.span, diagnostics::NoConstructors {});
        }
        let is_in_value = index.checked_sub(2).is_some_and(|at| starts_value_after(self.terminals[at].kind));
        if before.kind == Kind::Type && found.kind == Kind::Ident && is_in_value {
            let place = format!(" after {}", self.quoted(before));
            return self.missing(before, "'('".to_owned(), place);
        }
        let comma = index.checked_sub(2).map(|at| self.terminals[at]).filter(|it| it.kind == Kind::Comma);
        if let (Kind::Type, Kind::Ident, Some(comma)) = (before.kind, found.kind, comma)
            && self.is_on_later_line(comma, before)
            && !self.is_in_parentheses(index)
        {
            let (what, found) = ("';'".to_owned(), self.quoted(comma));
            return self.sink.report(comma.span, diagnostics::ExpectedFound { what, found }).suggest(comma.span, ";");
        }
        if before.kind == Kind::Type && found.kind == Kind::Ident {
            let words = &self.terminals[self.statement_start(index)..index];
            let surplus = words.first().filter(|_| words.iter().filter(|it| it.kind == Kind::Type).count() > 1);
            let culprit = surplus.copied().filter(|first| first.kind == Kind::Type).unwrap_or(found);
            let (span, text) = (culprit.span, self.quoted(culprit));
            return self.sink.report(span, diagnostics::Unexpected { found: text });
        }
        let is_declared = index.checked_sub(2).is_some_and(|ty| self.terminals[ty].kind == Kind::Type);
        let diagnostic = self.instead_of(found, expected);
        if is_declared && found.kind == Kind::Binary(BinaryOp::Eq) {
            diagnostic.suggest(found.span, "=");
        }
        diagnostic
    }

    /// Reports that `found` is not what was expected.
    fn instead_of(&mut self, found: Terminal, expected: Expected<'_>) -> &mut Diagnostic {
        let is_pointer = match found.kind {
            Kind::Binary(op) => matches!(op, BinaryOp::Mul | BinaryOp::BitAnd),
            _ => false,
        };
        if is_pointer && expected.has("lit") {
            return self.sink.report(found.span, diagnostics::NoPointers {});
        }
        if found.kind == Kind::RBrace && expected.starts_item() {
            return self.sink.report(found.span, diagnostics::Unmatched { bracket: "}".to_owned() });
        }
        let text = self.quoted(found);
        let is_list = found.kind == Kind::LBrace && expected.has("lit");
        let diagnostic = match expected.summary() {
            Some(what) => self.sink.report(found.span, diagnostics::ExpectedFound { what, found: text }),
            None => self.sink.report(found.span, diagnostics::Unexpected { found: text }),
        };
        if is_list {
            diagnostic.note_at(found.span, VECTORS);
        }
        diagnostic
    }

    /// The `;` that is the whole body of an `if`, before the statement that precedes `else`.
    fn empty_body_before(&self, index: usize) -> Option<Span> {
        let kind = |at: usize| self.terminals[at].kind;
        let statement = self.statement_start(index.checked_sub(1)?);
        let (semicolon, close) = (statement.checked_sub(1)?, statement.checked_sub(2)?);
        if kind(semicolon) != Kind::Semicolon || kind(close) != Kind::RParen {
            return None;
        }
        let head = &self.terminals[self.statement_start(semicolon)..close];
        head.iter().any(|it| it.kind == Kind::If).then_some(self.terminals[semicolon].span)
    }

    /// Returns whether two operands stand side by side.
    fn is_between_operands(&self, before: Terminal, found: Terminal) -> bool {
        let ends = matches!(before.kind, Kind::Ident | Kind::Literal(_) | Kind::RParen | Kind::RBracket);
        let starts = matches!(found.kind, Kind::Ident | Kind::Type | Kind::Literal(_));
        ends && starts && !self.is_on_later_line(before, found)
    }

    /// Returns whether the statement in which the terminal stands is the first part of a `for`.
    fn is_in_head_of_for(&self, index: usize) -> bool {
        let mut head = self.terminals[..index].iter().rev().take(LOOK_BACK);
        let is_end = |terminal: &&Terminal| matches!(terminal.kind, Kind::Semicolon | Kind::LBrace | Kind::RBrace);
        head.by_ref().take_while(|terminal| !is_end(terminal)).any(|terminal| terminal.kind == Kind::For)
    }

    /// The brace after which the statement starts, where it closes a struct or an enumeration.
    fn closed_type_before(&self, index: usize) -> Option<Terminal> {
        let end = self.statement_start(index).checked_sub(1)?;
        let mut depth = 0_usize;
        for at in (0..=end).rev().take(LOOK_BACK) {
            match self.terminals[at].kind {
                Kind::RBrace => depth += 1,
                Kind::LBrace => depth = depth.checked_sub(1)?,
                _ if depth == 0 => return None,
                _ => {}
            }
            if depth == 0 {
                let head = &self.terminals[self.statement_start(at)..at];
                let is_type = head.iter().any(|head| matches!(head.kind, Kind::Enum | Kind::Struct(_)));
                return is_type.then_some(self.terminals[end]);
            }
        }
        None
    }

    fn missing_semicolon(&mut self, index: usize, before: Terminal) -> &mut Diagnostic {
        let first = self.terminals[self.statement_start(index)].kind;
        let after = match before.kind {
            Kind::Jump(_) | Kind::Return | Kind::RBrace => self.quoted(before),
            Kind::RParen if first == Kind::While => "'do ... while'".to_owned(),
            _ if first == Kind::Return => "return value".to_owned(),
            _ if starts_statement(first) => "declaration".to_owned(),
            _ => "expression".to_owned(),
        };
        self.missing(before, "';'".to_owned(), format!(" after {after}"))
    }

    /// Returns whether parentheses of its statement are open before a terminal.
    fn is_in_parentheses(&self, index: usize) -> bool {
        let words = &self.terminals[self.statement_start(index)..index];
        let count = |kind: Kind| words.iter().filter(|it| it.kind == kind).count();
        count(Kind::LParen) > count(Kind::RParen)
    }

    /// The start of the statement or declaration that contains the terminal at `index`.
    fn statement_start(&self, index: usize) -> usize {
        let ends = |terminal: &Terminal| matches!(terminal.kind, Kind::Semicolon | Kind::LBrace | Kind::RBrace);
        self.terminals[..index].iter().rposition(ends).map_or(0, |end| end + 1)
    }

    fn missing(&mut self, before: Terminal, what: String, place: String) -> &mut Diagnostic {
        let span = Span::new(before.span.hi, before.span.hi);
        self.sink.report(span, diagnostics::Expected { what, place })
    }

    /// The bracket that could be closed here.
    fn missing_bracket(expected: Expected<'_>) -> Option<(&'static str, Kind)> {
        if expected.has(")") {
            return Some((")", Kind::LParen));
        }
        expected.has("]").then_some(("]", Kind::LBracket))
    }

    /// The place of the unclosed bracket before `index`.
    fn open_bracket(&self, index: usize, open: Kind) -> Option<Span> {
        let close = if open == Kind::LParen { Kind::RParen } else { Kind::RBracket };
        let mut depth = 0_usize;
        for terminal in self.terminals[..index].iter().rev().take(LOOK_BACK) {
            if terminal.kind == close {
                depth += 1;
            } else if terminal.kind == open {
                if depth == 0 {
                    return Some(terminal.span);
                }
                depth -= 1;
            }
        }
        None
    }

    fn is_on_later_line(&self, before: Terminal, found: Terminal) -> bool {
        let line = |terminal: Terminal| self.sources.location(terminal.span).map(|place| (place.file, place.line));
        line(before) != line(found)
    }

    /// The text of a terminal in quotes.
    fn quoted(&self, terminal: Terminal) -> String {
        let text = self.sources.text(terminal.span);
        if text.is_empty() {
            return "this".to_owned();
        }
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("'{}...'", &text[..end]),
            None => format!("'{text}'"),
        }
    }

    /// The word of another language at the start of the statement or declaration.
    fn foreign_word(&self, index: usize) -> Option<(Span, &'static Foreign)> {
        let start = self.statement_start(index);
        let (first, next) = (self.terminals.get(start)?, self.terminals.get(start + 1)?);
        let declares = matches!(next.kind, Kind::Ident | Kind::Type | Kind::Modifier(_) | Kind::LParen);
        // No declaration has two types, so the first one is none.
        let has_type = |at: usize| self.terminals.get(at).is_some_and(|terminal| terminal.kind == Kind::Type);
        let is_unknown =
            first.kind == Kind::Ident || (first.kind == Kind::Type && (has_type(start + 1) || has_type(start + 2)));
        if !is_unknown || !declares {
            return None;
        }
        Some((first.span, foreign::find(self.names.resolve(first.symbol))?))
    }

    /// A near-keyword close to the error.
    fn misspelt_keyword(&self, index: usize) -> Option<(Span, &'static str)> {
        let statement = self.statement_start(index);
        let candidates = [index, index.saturating_sub(1), statement];
        candidates.into_iter().find_map(|candidate| {
            let terminal = self.terminals[candidate];
            let is_used = self.terminals.get(candidate + 1).is_some_and(|next| uses_value(next.kind));
            if !matches!(terminal.kind, Kind::Ident | Kind::Type) || is_used {
                return None;
            }
            let name = self.names.resolve(terminal.symbol);
            let keyword = words::keywords().find(|keyword| is_misspelling(name, keyword))?;
            Some((terminal.span, keyword))
        })
    }
}

/// Returns whether two words differ by one letter: changed, missing, too much, or swapped with its neighbour.
fn is_misspelling(word: &str, keyword: &str) -> bool {
    let (word, keyword) = (word.as_bytes(), keyword.as_bytes());
    if keyword.len() < 3 || word == keyword || word.len().abs_diff(keyword.len()) > 1 {
        return false;
    }
    let prefix = word.iter().zip(keyword).take_while(|(a, b)| a == b).count();
    let (a, b) = (&word[prefix..], &keyword[prefix..]);
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Less => a == &b[1..],
        std::cmp::Ordering::Greater => &a[1..] == b,
        std::cmp::Ordering::Equal => {
            a[1..] == b[1..] || (a.len() > 1 && a[0] == b[1] && a[1] == b[0] && a[2..] == b[2..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_misspelling;

    #[test]
    fn one_wrong_letter_is_a_misspelling() {
        for word in ["retrun", "retur", "returnn", "beturn"] {
            assert!(is_misspelling(word, "return"), "{word}");
        }
        for word in ["return", "burn", "x", "retrnu2"] {
            assert!(!is_misspelling(word, "return"), "{word}");
        }
    }
}
