//! One pass over the tokens of a unit, which follows the brackets of declarations and computes their keys.
//!
//! What a declaration depends on is found by names. For each name there is a fingerprint of its history: of all declarations
//! so far that may declare it, each with the histories of the names that it mentions. The key of a declaration is made of its
//! own tokens and of the histories of all names in it, so that what is between does not matter.
//!
//! What is read of the tokens of a declaration is its [`Form`], which does not depend on what precedes it. Where the form of the
//! next tokens is known, they are not read again.

use super::forms::{Declared, Form, Forms, Found, Part, Records, Run, Sum};
use super::{Declaration, Separable};
use crate::ast::Modifier;
use crate::classify::is_compound_assignment;
use crate::classify::terminal::Kind;
use crate::fingerprint::{Fingerprint, Fingerprints, Mark};
use crate::language::HlslVersion;
use crate::preprocess::Copied;
use crate::token::{Token, TokenKind, closing_bracket};
use crate::words::{self, Word};
use base::intern::Symbol;
use base::source::SourceMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Facts about the current declaration, as far as it has been read.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    /// The position of the first token.
    start: usize,
    /// The number of open parentheses and square brackets.
    nesting: u32,
    /// The position of a function's name, and that behind its parameters.
    function: Option<usize>,
    params_end: Option<usize>,
    /// The position of the name before `=` or `[`.
    variable: Option<usize>,
    is_template: bool,
    is_namespace: bool,
    /// `struct` and similar ones.
    is_record: bool,
    is_using: bool,
    is_static: bool,
    is_const: bool,
    /// An `=` is outside of parentheses.
    is_initialised: bool,
    /// A comma is outside of parentheses.
    is_list: bool,
    /// A parenthesis is outside of brackets.
    has_parentheses: bool,
    /// There is an attribute or `export`.
    is_special: bool,
}

/// A declaration in progress.
#[derive(Debug, Default)]
struct Statement {
    /// What it depends on by its place.
    before: Fingerprint,
    /// The tokens read so far, without the body of a function.
    head: Reading,
    /// The positions of the names that it may declare.
    names: Vec<u32>,
    /// The position of its first token that is in a file: those of the others count from there.
    first: Option<u32>,
    /// True if its form depends on its tokens alone, which follow one another.
    is_plain: bool,
}

/// A part of a declaration in progress, with its number.
#[derive(Debug, Default)]
struct Reading {
    part: Part,
    number: u32,
}

/// An open brace that holds declarations.
#[derive(Debug)]
enum Container {
    /// With the fingerprint of what is around it.
    Namespace(Fingerprint),
    Record(Statement),
}

pub(super) struct Scan<'a, 'f> {
    tokens: &'a [Token],
    fingerprints: &'a mut Fingerprints<'f>,
    words: &'static [Word],
    head: Head,
    statement: Statement,
    open: Vec<Container>,
    /// What all declarations here depend on: options, pragmas, using directives, the namespaces around.
    around: Fingerprint,
    /// By number of the symbol.
    history: Vec<Fingerprint>,
    /// By number of the symbol: the last part that mentions it.
    mentioned: Vec<u32>,
    /// The number of parts so far.
    parts: u32,
    /// The pragmas about warnings that are still to come, the first one last.
    marks: Vec<Mark>,
    /// The state of those before the current token.
    pragmas: Fingerprint,
    /// The first declaration in the outermost open record. Methods see the whole of it, so their keys wait for its end.
    first_method: usize,
    found: Vec<Declaration>,
    /// The sums of which some of them come.
    sums: Vec<(Range<usize>, Arc<Sum>)>,
    /// The forms of declarations of other units.
    forms: Option<&'a Forms>,
    /// The declarations since the last one that was known.
    run: Option<Run>,
    /// The tokens that come of records.
    records: Records<'a>,
}

impl<'a, 'f> Scan<'a, 'f> {
    pub(super) fn new(
        tokens: &'a [Token],
        fingerprints: &'a mut Fingerprints<'f>,
        version: HlslVersion,
        seed: Fingerprint,
    ) -> Self {
        let tokens = match tokens {
            [tokens @ .., last] if last.kind == TokenKind::Eof => tokens,
            all => all,
        };
        Scan {
            tokens,
            fingerprints,
            words: words::classes(version),
            head: Head::default(),
            statement: Statement::default(),
            open: Vec::new(),
            around: seed,
            history: Vec::new(),
            mentioned: Vec::new(),
            parts: 0,
            marks: Vec::new(),
            pragmas: Fingerprint::NOTHING,
            first_method: 0,
            found: Vec::new(),
            sums: Vec::new(),
            forms: None,
            run: None,
            records: Records::default(),
        }
    }

    /// Takes what is known of declarations of other units. These tokens come of records.
    pub(super) fn sharing(self, forms: &'a Forms, copied: &'a [Copied]) -> Self {
        // Most declarations have more tokens.
        const TOKENS: usize = 24;
        let found = Vec::with_capacity(self.tokens.len() / TOKENS);
        Scan { forms: Some(forms), records: Records::of(copied), found, ..self }
    }

    /// The declarations. `None` if brackets do not match, or if what a body depends on does not precede it.
    pub(super) fn run(mut self) -> Option<Separable> {
        self.marks = self.fingerprints.marks(self.tokens)?;
        self.marks.reverse();
        self.history.resize(self.fingerprints.symbols(), Fingerprint::NOTHING);
        self.mentioned.resize(self.fingerprints.symbols(), 0);
        self.restart(0);
        let mut at = 0;
        while at < self.tokens.len() {
            if let Some(end) = self.recall(at) {
                at = end;
                continue;
            }
            at = match self.tokens[at].kind {
                TokenKind::LBrace => self.brace(at)?,
                TokenKind::RBrace => self.end_of_container(at)?,
                TokenKind::Semicolon if self.head.nesting == 0 => self.end_of_declaration(at)?,
                TokenKind::PackRowMajor | TokenKind::PackColumnMajor => self.pragma(at)?,
                _ => self.part_of_head(at),
            };
        }
        self.forms.inspect(|forms| forms.keep(&mut self.run));
        self.open.is_empty().then_some(Separable { all: self.found, sums: self.sums })
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn word_of(&self, name: Symbol) -> Word {
        self.words.get(name.raw() as usize).copied().unwrap_or(Word::Name)
    }

    fn word(&self, at: usize) -> Word {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Ident => self.word_of(token.symbol),
            _ => Word::Name,
        }
    }

    /// Passes on to a token. Returns whether pragmas have another state from there on.
    fn pass_pragmas(&mut self, at: usize) -> bool {
        let before = self.pragmas;
        while let Some(mark) = self.marks.pop_if(|mark| mark.token <= at) {
            self.pragmas = mark.state;
        }
        self.pragmas != before
    }

    /// Reads a token of a part of the current declaration.
    fn extend(&mut self, reading: &mut Reading, at: usize) {
        let Reading { part, number } = reading;
        if self.pass_pragmas(at) {
            part.text.add(self.pragmas);
            self.statement.is_plain = false;
        }
        let token = self.tokens[at];
        if SourceMap::is_in_file(token.span.lo) {
            self.statement.first.get_or_insert(token.span.lo);
        }
        part.text.add(self.fingerprints.of_placed(token, self.statement.first.unwrap_or_default()));
        if token.kind == TokenKind::Ident {
            let last = std::mem::replace(&mut self.mentioned[token.symbol.raw() as usize], *number);
            if last != *number && is_name(self.word_of(token.symbol)) {
                part.mentions.push(at as u32);
            }
        }
    }

    /// Begins a part of a declaration.
    fn part(&mut self) -> Reading {
        self.parts += 1;
        Reading { part: Part::default(), number: self.parts }
    }

    fn add(&mut self, at: usize) {
        let mut head = std::mem::take(&mut self.statement.head);
        self.extend(&mut head, at);
        self.statement.head = head;
        if self.tokens[at].kind == TokenKind::Ident && self.may_be_declared(at) {
            self.statement.names.push(at as u32);
        }
    }

    /// The fingerprint of a part with the histories of all names in it. Its positions count from a start.
    fn sealed(&self, before: Fingerprint, part: &Part, start: usize) -> Fingerprint {
        let mut sealed = before.and(part.text);
        for (number, at) in (0..).zip(&part.mentions) {
            let history = self.history[self.tokens[start + *at as usize].symbol.raw() as usize];
            // Most names are those of parameters and of the language.
            if history != Fingerprint::NOTHING {
                sealed.add(history.at(number));
            }
        }
        sealed
    }

    /// Returns whether a declaration may be one of the name at `at`. The names of builtin types may be used anew.
    fn may_be_declared(&self, at: usize) -> bool {
        let word = self.word(at);
        if word == Word::Name || !is_name(word) {
            return word == Word::Name;
        }
        let ends = [TokenKind::Eq, TokenKind::Semicolon, TokenKind::Comma, TokenKind::LBracket, TokenKind::Colon];
        at > 0 && self.kind(at - 1) == TokenKind::Ident && ends.contains(&self.kind(at + 1))
    }

    fn restart(&mut self, start: usize) {
        self.pass_pragmas(start);
        self.head = Head { start, ..Head::default() };
        self.statement.before = self.around.and(self.pragmas);
        self.statement.head = self.part();
        self.statement.names.clear();
        self.statement.first = None;
        self.statement.is_plain = true;
    }

    /// Does what reading the next declarations would do, if their forms are known. Returns the position behind them.
    fn recall(&mut self, start: usize) -> Option<usize> {
        let is_start = start == self.head.start && self.statement.is_plain && !self.is_in_record();
        let forms = self.forms.filter(|_| is_start)?;
        let recorded = self.records.place(start);
        if let Some((run, count)) = recorded.and_then(|place| forms.find_recorded(place))
            && self.next_mark() >= start + count
        {
            #[cfg(test)]
            forms.of_records.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
            return Some(self.take_whole(&run, start, start + count));
        }
        let (known, from) = forms.find(&self.tokens[start..], self.fingerprints)?;
        let (run, end) = known.iter().find_map(|run| self.recall_run(run, from, start))?;
        if let (Some(run), Some(place)) = (run, recorded) {
            forms.keep_recorded(place, run, end - start);
        }
        Some(end)
    }

    /// The token at which pragmas have another state next.
    fn next_mark(&self) -> usize {
        self.marks.last().map_or(usize::MAX, |mark| mark.token)
    }

    /// Records all declarations of a run, which has these tokens. Returns their end.
    fn take_whole(&mut self, run: &Run, start: usize, end: usize) -> usize {
        self.take_run(run, start);
        self.restart(end);
        #[cfg(test)]
        self.forms.inspect(|forms| _ = forms.spared.fetch_add(end - start, std::sync::atomic::Ordering::Relaxed));
        end
    }

    /// Recalls the declarations of a run with which the next tokens begin, if there are any. The run begins at a position. Returns
    /// their end, with the run if these were all of it.
    fn recall_run<'r>(&mut self, run: &'r Arc<Run>, from: u32, start: usize) -> Option<(Option<&'r Arc<Run>>, usize)> {
        let last = self.next_mark();
        let (mut count, mut end) = (0, start);
        for declared in run.parts() {
            let Some(length) = declared.begin(&self.tokens[end..], from, self.fingerprints) else { break };
            if last < end + length {
                break;
            }
            (count, end) = (count + 1, end + length);
        }
        if count == 0 {
            return None;
        }
        if count == run.parts().len() {
            return Some((Some(run), self.take_whole(run, start, end)));
        }
        self.take_parts(&run.parts()[..count], start);
        self.restart(end);
        #[cfg(test)]
        self.forms.inspect(|forms| _ = forms.spared.fetch_add(end - start, std::sync::atomic::Ordering::Relaxed));
        Some((None, end))
    }

    /// Records declarations that follow one another from a position on.
    fn take_parts(&mut self, parts: &[Declared], start: usize) {
        let mut at = start;
        for declared in parts {
            if at > start {
                self.restart(at);
            }
            self.take(&declared.form, at);
            at += declared.count();
        }
    }

    /// Records all declarations of a run from a position on, where pragmas have one state. What they come to depends on the
    /// histories of the names in them and on what is around, so that it is the same where these are.
    fn take_run(&mut self, run: &Run, start: usize) {
        let names = run.names(|| self.names_of(run.parts(), start));
        let before = self.sealed_names(names, start);
        if let Some(sum) = run.sum(before) {
            return self.add_sum(run, sum, start);
        }
        let first = self.found.len();
        self.take_parts(run.parts(), start);
        let history = |at: &u32| self.history[self.tokens[start + *at as usize].symbol.raw() as usize];
        let declared = self.declared_in(run.parts());
        let histories = declared.iter().map(|at| (*at, history(at))).collect();
        let keys = self.found[first..].iter().map(|declaration| declaration.key).collect();
        run.keep(Sum { before, keys, histories, is_clean: AtomicBool::new(false) });
    }

    /// A position of each name in the declarations, from the start on.
    fn names_of(&mut self, parts: &[Declared], start: usize) -> Box<[u32]> {
        self.parts += 1;
        let (number, mut names, mut offset) = (self.parts, Vec::new(), 0);
        for declared in parts {
            let Form { head, body, names: own, .. } = &declared.form;
            let body = body.as_ref().map_or(&[][..], |body| &body.mentions);
            for at in head.mentions.iter().chain(body).chain(own) {
                let at = offset + *at;
                let last = &mut self.mentioned[self.tokens[start + at as usize].symbol.raw() as usize];
                if std::mem::replace(last, number) != number {
                    names.push(at);
                }
            }
            offset += declared.count() as u32;
        }
        names.into()
    }

    /// The positions of names that are declared, from the start of the first declaration on.
    fn declared_in(&self, parts: &[Declared]) -> Vec<u32> {
        let (mut names, mut offset) = (Vec::new(), 0);
        for declared in parts {
            names.extend(declared.form.names.iter().map(|at| offset + at));
            offset += declared.count() as u32;
        }
        names
    }

    /// The fingerprint of what declarations depend on that begin at a position and have these names.
    fn sealed_names(&self, names: &[u32], start: usize) -> Fingerprint {
        let mut sealed = self.statement.before;
        for (number, at) in (0..).zip(names) {
            let history = self.history[self.tokens[start + *at as usize].symbol.raw() as usize];
            if history != Fingerprint::NOTHING {
                sealed.add(history.at(number));
            }
        }
        sealed
    }

    /// Does what taking note of each declaration of a run would do.
    fn add_sum(&mut self, run: &Run, sum: Arc<Sum>, start: usize) {
        let (mut keys, mut at, first) = (sum.keys.iter(), start, self.found.len());
        for declared in run.parts() {
            if let Some((found, key)) = declared.form.found.as_ref().and_then(|found| Some((found, *keys.next()?))) {
                self.add_found(found, key, at);
            }
            at += declared.count();
        }
        for (at, history) in &sum.histories {
            self.history[self.tokens[start + *at as usize].symbol.raw() as usize] = *history;
        }
        self.sums.push((first..self.found.len(), sum));
    }

    /// Adds a separable declaration, whose positions count from a start.
    fn add_found(&mut self, found: &Found, key: Fingerprint, start: usize) {
        let Found { tokens, name, body, stays, .. } = found;
        let tokens = start + tokens.start as usize..start + tokens.end as usize;
        let name = self.tokens[start + *name as usize].symbol;
        let body = body.map(|at| start + at as usize);
        self.found.push(Declaration { tokens, name, key, body, stays: *stays });
    }

    /// Ends a declaration, of which this is known, before a position. The next one begins there.
    fn finish(&mut self, body: Option<Part>, found: Option<Found>, end: usize) {
        let has_body_in_head = self.head.is_template;
        let head = std::mem::take(&mut self.statement.head.part);
        let names = std::mem::take(&mut self.statement.names);
        let form = Form { head, body, has_body_in_head, found, names };
        self.take(&form, 0);
        let Head { start, is_using, is_namespace, .. } = self.head;
        let is_plain = self.statement.is_plain && !self.is_in_record() && !(is_using && is_namespace);
        if let Some(forms) = self.forms.filter(|_| is_plain) {
            let tokens = &self.tokens[start..end];
            forms.extend(&mut self.run, tokens, form.from(start as u32), end, self.fingerprints);
        }
        self.restart(end);
    }

    /// Records what a declaration finds and declares. The positions of its form count from a start.
    fn take(&mut self, form: &Form, start: usize) {
        let mut own = self.sealed(self.statement.before, &form.head, start);
        let body = form.body.as_ref().map(|body| self.sealed(Fingerprint::NOTHING, body, start));
        if let Some(body) = body.filter(|_| form.has_body_in_head) {
            own.add(body);
        }
        if let Some(found) = &form.found {
            self.add_found(found, own.and(body.unwrap_or(Fingerprint::NOTHING)).and(found.text), start);
        }
        self.declare(own, &form.names, start);
    }

    /// Adds a declaration to the innermost record, or to what is known of the names at these positions, which count from a start.
    fn declare(&mut self, own: Fingerprint, names: &[u32], start: usize) {
        let record = self.open.iter_mut().rev().find_map(|container| match container {
            Container::Record(record) => Some(record),
            Container::Namespace(_) => None,
        });
        if let Some(record) = record {
            record.head.part.text.add(own);
            return record.names.extend(names);
        }
        for at in names {
            self.history[self.tokens[start + *at as usize].symbol.raw() as usize].add(own);
        }
    }

    fn part_of_head(&mut self, at: usize) -> usize {
        self.add(at);
        let kind = self.kind(at);
        if self.head.nesting == 0 {
            match kind {
                TokenKind::Ident => self.name_or_word(at),
                TokenKind::Eq => self.head.is_initialised = true,
                TokenKind::Comma => self.head.is_list = true,
                TokenKind::LParen => self.head.has_parentheses = true,
                TokenKind::LBracket if self.head.function.or(self.head.variable).is_none() => {
                    self.head.is_special = true;
                }
                _ => {}
            }
        }
        match kind {
            TokenKind::LParen | TokenKind::LBracket => self.head.nesting += 1,
            TokenKind::RParen | TokenKind::RBracket => {
                self.head.nesting = self.head.nesting.saturating_sub(1);
                if self.head.nesting == 0 && self.head.function.is_some() {
                    self.head.params_end.get_or_insert(at + 1);
                }
            }
            _ => {}
        }
        at + 1
    }

    fn name_or_word(&mut self, at: usize) {
        let word = self.word_of(self.tokens[at].symbol);
        let head = &mut self.head;
        let is_first = head.function.or(head.variable).is_none() && !head.is_initialised && at > head.start;
        match word {
            Word::Keyword(Kind::Template) => head.is_template = true,
            Word::Keyword(Kind::Namespace) => head.is_namespace = true,
            Word::Keyword(Kind::Struct(_)) => head.is_record = true,
            Word::Keyword(Kind::Using) => head.is_using = true,
            Word::Modifier(Modifier::Static) => head.is_static = true,
            Word::Modifier(Modifier::Const) => head.is_const = true,
            Word::Modifier(Modifier::Export) | Word::Contextual(Modifier::Export) => head.is_special = true,
            Word::Name if is_first && self.tokens[at - 1].kind != TokenKind::Colon => {
                match self.tokens.get(at + 1).map(|next| next.kind) {
                    Some(TokenKind::LParen) => head.function = Some(at),
                    Some(TokenKind::Eq | TokenKind::LBracket) => head.variable = Some(at),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// `#pragma pack_matrix`, which holds from here on.
    fn pragma(&mut self, at: usize) -> Option<usize> {
        if at != self.head.start || !self.open.is_empty() {
            return None;
        }
        self.around.add(self.fingerprints.of(self.tokens[at]));
        self.restart(at + 1);
        Some(at + 1)
    }

    /// A `{`; returns the position behind what it opens as far as that holds no declarations.
    fn brace(&mut self, at: usize) -> Option<usize> {
        let head = self.head;
        let is_plain = head.nesting == 0 && !head.is_initialised;
        if is_plain && !head.has_parentheses && !head.is_template && (head.is_namespace || head.is_record) {
            self.open_container(at);
            return Some(at + 1);
        }
        let close = closing_bracket(self.tokens, at, TokenKind::LBrace, TokenKind::RBrace)?;
        if let Some(name) = head.function.filter(|_| is_plain && self.ends_head(at)) {
            self.definition(at, close, name)?;
            return Some(close + 1);
        }
        (at..=close).for_each(|at| self.add(at));
        // Behind a braced initialiser the declaration goes on.
        if is_plain {
            self.finish(None, None, close + 1);
        }
        Some(close + 1)
    }

    fn open_container(&mut self, at: usize) {
        self.add(at);
        if self.head.is_namespace {
            let inner = self.sealed(self.statement.before, &self.statement.head.part, 0);
            self.open.push(Container::Namespace(std::mem::replace(&mut self.around, inner)));
        } else {
            if !self.is_in_record() {
                self.first_method = self.found.len();
            }
            let record = Statement { is_plain: false, ..std::mem::take(&mut self.statement) };
            self.open.push(Container::Record(record));
        }
        self.restart(at + 1);
    }

    fn is_in_record(&self) -> bool {
        self.open.iter().any(|container| matches!(container, Container::Record(_)))
    }

    /// Returns whether the head of a function ends at `at`: with its parameters, and perhaps `const` or a semantic.
    fn ends_head(&self, at: usize) -> bool {
        let Some(end) = self.head.params_end else { return false };
        match at - end {
            0 => true,
            1 => self.word(end) == Word::Modifier(Modifier::Const),
            2 => self.kind(end) == TokenKind::Colon && self.kind(end + 1) == TokenKind::Ident,
            _ => false,
        }
    }

    /// The definition of a function, with its braces. Its body belongs to what others depend on if it is a template's, which
    /// is checked with the arguments of its users.
    fn definition(&mut self, open: usize, close: usize, name: usize) -> Option<()> {
        let mut body = self.part();
        for at in open..=close {
            if matches!(self.kind(at), TokenKind::PackRowMajor | TokenKind::PackColumnMajor) {
                return None;
            }
            self.extend(&mut body, at);
        }
        // Some warnings look at the text.
        let head = self.fingerprints.text_between(self.tokens[self.head.start], self.tokens[open]);
        let text = self.fingerprints.text_between(self.tokens[open], self.tokens[close]);
        self.head.is_special |= text.is_empty();
        let is_checked_once = !self.head.is_template && !self.is_in_record();
        let found = Found {
            body: is_checked_once.then_some(open as u32),
            ..self.found(close + 1, name, Fingerprint::of(head).and(Fingerprint::of(text)))
        };
        self.statement.names = vec![name as u32];
        self.finish(Some(body.part), Some(found), close + 1);
        Some(())
    }

    /// A declaration that ends before `end`, with what its messages depend on beside its tokens.
    fn found(&self, end: usize, name: usize, text: Fingerprint) -> Found {
        let Head { start, is_special, .. } = self.head;
        let tokens = start as u32..end as u32;
        Found { tokens, name: name as u32, text, body: None, stays: is_special }
    }

    /// A `}` that closes a namespace or a record, whose variables may follow.
    fn end_of_container(&mut self, at: usize) -> Option<usize> {
        match self.open.pop()? {
            Container::Namespace(around) => self.around = around,
            Container::Record(record) => {
                self.restart(at + 1);
                self.statement = record;
                let own = self.sealed(self.statement.before, &self.statement.head.part, 0);
                if !self.is_in_record() {
                    for (number, method) in self.found[self.first_method..].iter_mut().enumerate() {
                        method.key = own.with(number).and(method.key);
                    }
                }
                let names = std::mem::take(&mut self.statement.names);
                self.declare(own, &names, 0);
                return Some(at + 1);
            }
        }
        self.restart(at + 1);
        Some(at + 1)
    }

    /// Returns whether the declaration of a constant calls and changes nothing.
    fn only_computes(&self, tokens: Range<usize>) -> bool {
        let is_call = |at: usize| {
            let is_name = self.kind(at) == TokenKind::Ident && self.word(at) == Word::Name;
            is_name && self.kind(at + 1) == TokenKind::LParen
        };
        let assignments = tokens.clone().filter(|&at| self.kind(at) == TokenKind::Eq).count();
        assignments == 1 && tokens.into_iter().all(|at| !is_call(at) && !changes(self.kind(at)))
    }

    /// A `;` that ends a declaration. `None` for a type that is defined later: whether a function may use it does not depend
    /// on what precedes the function.
    fn end_of_declaration(&mut self, at: usize) -> Option<usize> {
        self.add(at);
        let head = self.head;
        if head.is_record && !head.has_parentheses && at <= head.start + 3 {
            return None;
        }
        if head.is_using && head.is_namespace {
            self.around.add(self.sealed(self.statement.before, &self.statement.head.part, 0));
        }
        let is_single = !head.is_template && !head.is_list;
        let prototype = head.function.filter(|_| is_single && !head.is_initialised && self.ends_head(at));
        let variable = head.variable.filter(|_| is_single);
        let is_constant = head.is_static && head.is_const && head.is_initialised;
        let constant = variable.filter(|_| is_constant && self.only_computes(head.start..at));
        let found = prototype.or(constant).filter(|_| !self.is_in_record()).map(|name| {
            let text = self.fingerprints.text_between(self.tokens[head.start], self.tokens[at]);
            self.found(at + 1, name, Fingerprint::of(text))
        });
        if let Some(name) = prototype.or(variable) {
            self.statement.names = vec![name as u32];
        }
        self.finish(None, found, at + 1);
        Some(at + 1)
    }
}

/// Returns whether there may be a declaration of a word.
fn is_name(word: Word) -> bool {
    match word {
        Word::Name
        | Word::Contextual(_)
        | Word::Type
        | Word::TypeTemplate
        | Word::Technique
        | Word::EffectObject
        | Word::Subobject
        | Word::FormerInterface => true,
        Word::Keyword(_) | Word::Modifier(_) | Word::Operator | Word::Reserved => false,
    }
}

/// Returns whether a token is an operator that writes, other than `=`.
fn changes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::PlusPlus | TokenKind::MinusMinus) || is_compound_assignment(kind)
}
