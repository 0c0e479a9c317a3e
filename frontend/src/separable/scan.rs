//! One pass over the tokens of a unit, which follows the brackets of declarations and computes their keys.
//!
//! What a declaration depends on is found by names. For each name there is a fingerprint of its history: of all declarations
//! so far that may declare it, each with the histories of the names that it mentions. The key of a declaration is made of its
//! own tokens and of the histories of all names in it, so that what is between does not matter.

use super::Declaration;
use super::units::Snapshot;
use crate::ast::Modifier;
use crate::classify::is_compound_assignment;
use crate::classify::terminal::Kind;
use crate::fingerprint::{Fingerprint, Fingerprints, Mark};
use crate::language::HlslVersion;
use crate::token::{Token, TokenKind, closing_bracket};
use crate::words::{self, Word};
use base::intern::Symbol;
use base::source::SourceMap;
use std::ops::Range;

/// Facts about the current declaration, as far as it has been read.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    /// The position of the first token.
    start: usize,
    /// The number of open parentheses and square brackets.
    nesting: u32,
    /// The name of a function, and the position behind its parameters.
    function: Option<Symbol>,
    params_end: Option<usize>,
    /// The name before `=` or `[`.
    variable: Option<Symbol>,
    is_template: bool,
    is_namespace: bool,
    /// `struct` and similar ones.
    is_record: bool,
    is_using: bool,
    is_static: bool,
    is_const: bool,
    /// An `=` is outside of parentheses.
    is_initialised: bool,
    /// So does a comma.
    is_list: bool,
    /// A parenthesis is outside of brackets.
    has_parentheses: bool,
    /// There is an attribute or `export`.
    is_special: bool,
}

/// A declaration in progress: its fingerprint, and the names that it may declare.
#[derive(Debug)]
struct Statement {
    fingerprint: Fingerprint,
    names: Vec<Symbol>,
    /// The position of its first token that is in a file: those of the others count from there.
    first: Option<u32>,
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
    /// The pragmas about warnings that are still to come, the first one last.
    marks: Vec<Mark>,
    /// The state of those before the current token.
    pragmas: Fingerprint,
    /// The first declaration in the outermost open record. Methods see the whole of it, so their keys wait for its end.
    first_method: usize,
    found: Vec<Declaration>,
    /// The position of the first token that is to be read.
    start: usize,
    /// Takes the positions between two declarations.
    boundaries: Option<&'a mut Vec<usize>>,
    /// Takes the state at a position between two declarations.
    snapshot: Option<(usize, &'a mut Option<Snapshot>)>,
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
            statement: Statement { fingerprint: seed, names: Vec::new(), first: None },
            open: Vec::new(),
            around: seed,
            history: Vec::new(),
            marks: Vec::new(),
            pragmas: Fingerprint::NOTHING,
            first_method: 0,
            found: Vec::new(),
            start: 0,
            boundaries: None,
            snapshot: None,
        }
    }

    /// Records the positions between two declarations, as long as what is found before them depends on the tokens and
    /// their texts alone.
    pub(super) fn recording(mut self, boundaries: &'a mut Vec<usize>) -> Self {
        self.boundaries = Some(boundaries);
        self
    }

    /// Continues from a snapshot, in a unit that begins with the same tokens.
    pub(super) fn from(mut self, snapshot: Option<Snapshot>) -> Self {
        if let Some(Snapshot { at, around, history, found }) = snapshot {
            (self.start, self.around) = (at, around);
            (self.history, self.found) = (history, found);
        }
        self
    }

    /// Takes a snapshot at a position between two declarations.
    pub(super) fn watching(mut self, target: Option<usize>, snapshot: &'a mut Option<Snapshot>) -> Self {
        self.snapshot = target.map(|target| (target, snapshot));
        self
    }

    /// The declarations. `None` if brackets do not match, or if what a body depends on does not precede it.
    pub(super) fn run(mut self) -> Option<Vec<Declaration>> {
        self.marks = self.fingerprints.marks(self.tokens)?;
        self.marks.reverse();
        // That of a snapshot is whole.
        self.history.resize(self.fingerprints.symbols(), Fingerprint::NOTHING);
        self.restart(self.start);
        let mut at = self.start;
        while at < self.tokens.len() {
            at = match self.tokens[at].kind {
                TokenKind::LBrace => self.brace(at)?,
                TokenKind::RBrace => self.end_of_container(at)?,
                TokenKind::Semicolon if self.head.nesting == 0 => self.end_of_declaration(at)?,
                TokenKind::PackRowMajor | TokenKind::PackColumnMajor => self.pragma(at)?,
                _ => self.part_of_head(at),
            };
        }
        self.open.is_empty().then_some(self.found)
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

    /// The fingerprint of a token, with the history of a name.
    fn extend(&mut self, fingerprint: &mut Fingerprint, at: usize) {
        if self.pass_pragmas(at) {
            fingerprint.add(self.pragmas);
        }
        let token = self.tokens[at];
        if SourceMap::is_in_file(token.span.lo) {
            self.statement.first.get_or_insert(token.span.lo);
        }
        fingerprint.add(self.fingerprints.of_placed(token, self.statement.first.unwrap_or_default()));
        if token.kind == TokenKind::Ident {
            let history = self.history[token.symbol.raw() as usize];
            if history != Fingerprint::NOTHING {
                fingerprint.add(history);
            }
        }
    }

    fn add(&mut self, at: usize) {
        let token = self.tokens[at];
        let mut fingerprint = self.statement.fingerprint;
        self.extend(&mut fingerprint, at);
        self.statement.fingerprint = fingerprint;
        if token.kind == TokenKind::Ident && self.may_be_declared(at) {
            self.statement.names.push(token.symbol);
        }
    }

    /// Returns whether a declaration may be one of the name at `at`. The names of builtin types may be used anew.
    fn may_be_declared(&self, at: usize) -> bool {
        match self.word(at) {
            Word::Name => true,
            Word::Keyword(_) | Word::Modifier(_) | Word::Operator | Word::Reserved => false,
            _ => {
                let ends =
                    [TokenKind::Eq, TokenKind::Semicolon, TokenKind::Comma, TokenKind::LBracket, TokenKind::Colon];
                at > 0 && self.kind(at - 1) == TokenKind::Ident && ends.contains(&self.kind(at + 1))
            }
        }
    }

    fn restart(&mut self, start: usize) {
        self.pass_pragmas(start);
        self.head = Head { start, ..Head::default() };
        self.statement.fingerprint = self.around.and(self.pragmas);
        self.statement.names.clear();
        self.statement.first = None;
    }

    /// Begins the next declaration at `at`, outside of all containers or not.
    fn next_declaration(&mut self, at: usize) {
        let start = self.head.start;
        self.restart(at);
        // The text between two positions in macro expansions is another one in each unit.
        let is_plain = || [start, at - 1].iter().all(|&at| SourceMap::is_in_file(self.tokens[at].span.lo));
        if self.boundaries.is_some() && !is_plain() {
            self.boundaries = None;
        }
        if !self.open.is_empty() {
            return;
        }
        if let Some(boundaries) = &mut self.boundaries {
            boundaries.push(at);
        }
        if let Some((_, out)) = self.snapshot.take_if(|(target, _)| *target == at) {
            let (history, found) = (self.history.clone(), self.found.clone());
            *out = Some(Snapshot { at, around: self.around, history, found });
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
        let name = self.tokens[at].symbol;
        let word = self.word_of(name);
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
                    Some(TokenKind::LParen) => head.function = Some(name),
                    Some(TokenKind::Eq | TokenKind::LBracket) => head.variable = Some(name),
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
        match head.function.filter(|_| is_plain && self.ends_head(at)) {
            Some(name) => self.definition(at, close, name)?,
            None => (at..=close).for_each(|at| self.add(at)),
        }
        // Behind a braced initialiser the declaration goes on.
        if is_plain {
            self.declare(head.function.filter(|_| self.ends_head(at)));
            self.next_declaration(close + 1);
        }
        Some(close + 1)
    }

    fn open_container(&mut self, at: usize) {
        self.add(at);
        if self.head.is_namespace {
            let inner = self.statement.fingerprint;
            self.open.push(Container::Namespace(std::mem::replace(&mut self.around, inner)));
        } else {
            if !self.is_in_record() {
                self.first_method = self.found.len();
            }
            let names = std::mem::take(&mut self.statement.names);
            let Statement { fingerprint, first, .. } = self.statement;
            self.open.push(Container::Record(Statement { fingerprint, names, first }));
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
    fn definition(&mut self, open: usize, close: usize, name: Symbol) -> Option<()> {
        let mut body = Fingerprint::NOTHING;
        for at in open..=close {
            let token = self.tokens[at];
            if matches!(token.kind, TokenKind::PackRowMajor | TokenKind::PackColumnMajor) {
                return None;
            }
            self.extend(&mut body, at);
        }
        // Some warnings look at the text.
        let head = self.fingerprints.text_between(self.tokens[self.head.start], self.tokens[open]);
        let text = self.fingerprints.text_between(self.tokens[open], self.tokens[close]);
        self.head.is_special |= text.is_empty();
        if self.head.is_template {
            self.statement.fingerprint.add(body);
        }
        self.found(close + 1, name, body.and(Fingerprint::of(head)).and(Fingerprint::of(text)));
        Some(())
    }

    /// Takes note of a declaration that ends before `end`.
    fn found(&mut self, end: usize, name: Symbol, own: Fingerprint) {
        let key = self.statement.fingerprint.and(own);
        let Head { start, is_special, .. } = self.head;
        let is_constant = self.head.function.is_none();
        self.found.push(Declaration { tokens: start..end, name, key, is_constant, stays: is_special });
    }

    /// Ends a declaration: of a name, or of whatever it mentions.
    fn declare(&mut self, name: Option<Symbol>) {
        let Statement { fingerprint, names, .. } = &mut self.statement;
        if let Some(name) = name {
            names.clear();
            names.push(name);
        }
        let record = self.open.iter_mut().rev().find_map(|container| match container {
            Container::Record(record) => Some(record),
            Container::Namespace(_) => None,
        });
        if let Some(record) = record {
            record.fingerprint.add(*fingerprint);
            record.names.append(names);
            return;
        }
        for name in names.drain(..) {
            self.history[name.raw() as usize].add(*fingerprint);
        }
    }

    /// A `}` that closes a namespace or a record, whose variables may follow.
    fn end_of_container(&mut self, at: usize) -> Option<usize> {
        match self.open.pop()? {
            Container::Namespace(around) => self.around = around,
            Container::Record(record) => {
                self.restart(at + 1);
                self.statement = record;
                if !self.is_in_record() {
                    for (number, method) in self.found[self.first_method..].iter_mut().enumerate() {
                        method.key = self.statement.fingerprint.with(number).and(method.key);
                    }
                }
                self.declare(None);
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
            self.around.add(self.statement.fingerprint);
        }
        let is_single = !head.is_template && !head.is_list;
        let prototype = head.function.filter(|_| is_single && !head.is_initialised && self.ends_head(at));
        let variable = head.variable.filter(|_| is_single);
        let is_constant = head.is_static && head.is_const && head.is_initialised;
        let constant = variable.filter(|_| is_constant && self.only_computes(head.start..at));
        if let Some(name) = prototype.or(constant).filter(|_| !self.is_in_record()) {
            let text = self.fingerprints.text_between(self.tokens[head.start], self.tokens[at]);
            self.found(at + 1, name, Fingerprint::of(text));
        }
        self.declare(prototype.or(variable));
        self.next_declaration(at + 1);
        Some(at + 1)
    }
}

/// Returns whether a token is an operator that writes, other than `=`.
fn changes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::PlusPlus | TokenKind::MinusMinus) || is_compound_assignment(kind)
}
