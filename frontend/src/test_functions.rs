//! Functions that test others: where they stand among the tokens of a file, and what their attributes say.
//!
//! Owns the syntax of `[[test]]` and the attributes beside it. A compilation leaves these functions out; how they run is
//! unknown here. A file without a token `test` or `property` costs a look-up of these names.

use crate::diagnostics::{InvalidTest, TestWithoutFunction};
use crate::token::{Token, TokenFlags, TokenKind};
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use std::ops::Range;

/// An attribute of a test, or of a parameter of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestAttribute {
    /// Its name.
    pub name: String,
    /// The texts of its arguments, macros expanded.
    pub args: Vec<String>,
    /// Its place.
    pub span: Span,
}

/// A parameter of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestParam {
    /// The type as written.
    pub ty: String,
    /// The name.
    pub name: String,
    /// The semantic, if there is one.
    pub semantic: Option<String>,
    /// Its attributes that say which values it takes.
    pub attributes: Vec<TestAttribute>,
    /// Its place.
    pub span: Span,
}

/// A block behind `section("…")`, which runs in a run of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number in the file.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// The sections in it.
    pub inner: Vec<Section>,
}

/// A function with `[[test]]` or `[[property]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFunction {
    /// The name with its namespaces: `ns::f`.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// True if it is a template.
    pub is_template: bool,
    /// Its attributes.
    pub attributes: Vec<TestAttribute>,
    /// Its parameters.
    pub params: Vec<TestParam>,
    /// The outermost sections of its body.
    pub sections: Vec<Section>,
    /// Its tokens.
    tokens: Range<usize>,
    /// The tokens of its attributes, and of those of its parameters.
    marks: Vec<Range<usize>>,
}

impl TestFunction {
    /// The attributes of a name.
    pub fn all<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t TestAttribute> {
        self.attributes.iter().filter(move |attribute| attribute.name == name)
    }

    /// The attribute of a name.
    pub fn find(&self, name: &str) -> Option<&TestAttribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// The attributes that make a function a test.
const TESTS: [&str; 2] = ["test", "property"];

/// The attributes of tests, with the least and the greatest number of arguments.
const OF_FUNCTIONS: &[(&str, usize, usize)] = &[
    ("case", 1, usize::MAX),
    ("deadline", 1, 1),
    ("fails", 0, 0),
    ("finds", 1, 2),
    ("groups", 1, 3),
    ("property", 0, 1),
    ("skip", 0, 1),
    ("tag", 1, usize::MAX),
    ("test", 0, 1),
    ("threads", 1, 3),
    ("types", 1, usize::MAX),
];

/// The same of their parameters.
const OF_PARAMS: &[(&str, usize, usize)] = &[("any", 0, 0), ("one_of", 1, usize::MAX), ("range", 2, 2)];

/// The function of the harness that says whether the section of a number runs.
pub const RUNS_SECTION: &str = "__hlsl2spirv_runs_section";

/// The tests among tokens. What is wrong with them is reported.
pub fn find(tokens: &[Token], sources: &SourceMap, names: &Interner, sink: &mut Sink) -> Vec<TestFunction> {
    let words = TESTS.map(|word| names.lookup(word));
    if words.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut finder = Finder { tokens, sources, names, sink, sections: 0 };
    let (mut found, mut scopes, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        match tokens[at].kind {
            TokenKind::LBrace => scopes.push(finder.namespace_before(at)),
            TokenKind::RBrace => _ = scopes.pop(),
            TokenKind::LBracket if finder.is_mark(at, &words) => match finder.function(at, &scopes) {
                Some(function) => {
                    at = function.tokens.end;
                    found.push(function);
                    continue;
                }
                None => at = finder.closing(at).unwrap_or(at),
            },
            _ => {}
        }
        at += 1;
    }
    found
}

/// The tokens without tests.
pub fn without(tokens: &[Token], tests: &[TestFunction]) -> Vec<Token> {
    leave_out(tokens, tests.iter().map(|test| test.tokens.clone()))
}

/// The tokens with tests as plain functions: without their attributes, and their sections as conditions.
pub fn as_functions(tokens: &[Token], tests: &[TestFunction], names: &mut Interner) -> Vec<Token> {
    let (section, words) = (names.lookup(SECTION), [names.intern("if"), names.intern(RUNS_SECTION)]);
    let (mut out, mut at, mut number) = (Vec::with_capacity(tokens.len()), 0, 0);
    for test in tests {
        for mark in &test.marks {
            number = push_plain(tokens, at..mark.start, section, words, number, &mut out, names);
            at = mark.end;
        }
        number = push_plain(tokens, at..test.tokens.end, section, words, number, &mut out, names);
        at = test.tokens.end;
    }
    out.extend_from_slice(&tokens[at..]);
    out
}

/// Copies tokens; `section("name")` becomes `if (runs(N))`. Returns the number of the next section.
fn push_plain(
    tokens: &[Token],
    range: Range<usize>,
    section: Option<Symbol>,
    [if_, runs]: [Symbol; 2],
    mut number: u32,
    out: &mut Vec<Token>,
    names: &mut Interner,
) -> u32 {
    let mut at = range.start;
    while at < range.end {
        if !is_section(tokens, at, section) {
            out.push(tokens[at]);
            at += 1;
            continue;
        }
        let span = tokens[at].span;
        let word = |symbol| Token { kind: TokenKind::Ident, flags: TokenFlags::SPACE_BEFORE, symbol, span };
        let digits = Token { kind: TokenKind::Number, ..word(names.intern(&number.to_string())) };
        let (open, close) = (tokens[at + 1], tokens[at + 3]);
        out.extend([word(if_), open, word(runs), open, digits, close, close]);
        number += 1;
        at += 4;
    }
    number
}

/// The word before a section's name.
const SECTION: &str = "section";

/// Returns whether `section("name") {` begins here.
fn is_section(tokens: &[Token], at: usize, section: Option<Symbol>) -> bool {
    let kinds = [TokenKind::Ident, TokenKind::LParen, TokenKind::Str, TokenKind::RParen, TokenKind::LBrace];
    let fits = tokens.get(at..at + kinds.len()).is_some_and(|own| own.iter().map(|token| token.kind).eq(kinds));
    fits && section == Some(tokens[at].symbol)
}

fn leave_out(tokens: &[Token], ranges: impl Iterator<Item = Range<usize>>) -> Vec<Token> {
    let (mut out, mut at) = (Vec::with_capacity(tokens.len()), 0);
    for range in ranges {
        out.extend_from_slice(&tokens[at..range.start]);
        at = range.end;
    }
    out.extend_from_slice(&tokens[at..]);
    out
}

struct Finder<'a> {
    tokens: &'a [Token],
    sources: &'a SourceMap,
    names: &'a Interner,
    sink: &'a mut Sink,
    /// The number of sections so far.
    sections: u32,
}

impl Finder<'_> {
    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        self.kind(at) == TokenKind::Ident && self.names.resolve(self.tokens[at].symbol) == word
    }

    fn name(&self, at: usize) -> &str {
        self.names.resolve(self.tokens[at].symbol)
    }

    fn span(&self, at: usize) -> Span {
        self.tokens.get(at).or(self.tokens.last()).map_or(Span::NONE, |token| token.span)
    }

    /// The text of tokens, with white space where it matters or is in the source.
    fn text(&self, range: Range<usize>) -> String {
        let is_word = |kind| matches!(kind, TokenKind::Ident | TokenKind::Number | TokenKind::Str);
        let is_quiet = |kind| {
            matches!(
                kind,
                TokenKind::LParen | TokenKind::RParen | TokenKind::Comma | TokenKind::LBracket | TokenKind::RBracket
            )
        };
        let mut text = String::new();
        for at in range.clone() {
            let (token, before) = (self.tokens[at], self.kind(at.wrapping_sub(1)));
            let spaced = token.flags.within(TokenFlags::BEFORE) != TokenFlags::NONE;
            let alike = is_word(before) == is_word(token.kind) && !is_quiet(before) && !is_quiet(token.kind);
            if at > range.start && (spaced || alike) {
                text.push(' ');
            }
            match token.kind {
                TokenKind::Ident | TokenKind::Number => text.push_str(self.name(at)),
                _ => text.push_str(self.sources.text(token.span)),
            }
        }
        text
    }

    /// The namespace whose brace this is.
    fn namespace_before(&self, brace: usize) -> Option<String> {
        let mut start = brace;
        while start > 0 && matches!(self.kind(start - 1), TokenKind::Ident | TokenKind::ColonColon) {
            if self.is_word(start - 1, "namespace") {
                return (start < brace).then(|| self.text(start..brace));
            }
            start -= 1;
        }
        None
    }

    /// Returns whether an attribute that makes a test begins here.
    fn is_mark(&self, at: usize, words: &[Option<Symbol>]) -> bool {
        let opens = self.kind(at + 1) == TokenKind::LBracket && self.kind(at + 2) == TokenKind::Ident;
        opens
            && words.contains(&Some(self.tokens[at + 2].symbol))
            && matches!(self.kind(at + 3), TokenKind::RBracket | TokenKind::LParen | TokenKind::Comma)
    }

    /// The bracket that closes the one here.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.kind(at) {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where a declaration with an attribute begins: before other attributes, and before `template<…>`.
    fn start(&self, mark: usize) -> usize {
        let mut start = mark;
        while start > 0 {
            let (open, close) = match self.kind(start - 1) {
                TokenKind::RBracket => (TokenKind::LBracket, TokenKind::RBracket),
                TokenKind::Gt => (TokenKind::Lt, TokenKind::Gt),
                _ => break,
            };
            let (mut at, mut depth) = (start, 0usize);
            loop {
                let Some(before) = at.checked_sub(1) else { return start };
                at = before;
                depth += usize::from(self.kind(at) == close);
                depth -= usize::from(self.kind(at) == open);
                if depth == 0 {
                    break;
                }
            }
            if close == TokenKind::Gt {
                match at.checked_sub(1).filter(|word| self.is_word(*word, "template")) {
                    Some(word) => at = word,
                    None => break,
                }
            }
            start = at;
        }
        start
    }

    /// The test whose attribute is here.
    fn function(&mut self, mark: usize, scopes: &[Option<String>]) -> Option<TestFunction> {
        let (start, mark_span) = (self.start(mark), self.span(mark + 2));
        let (mut at, mut attributes, mut marks) = (start, Vec::new(), Vec::new());
        let is_template = self.is_word(at, "template");
        if is_template {
            at = self.behind_angles(at + 1)?;
        }
        while self.kind(at) == TokenKind::LBracket {
            let close = self.closing(at)?;
            if self.attributes(at, OF_FUNCTIONS, &mut attributes) {
                marks.push(at..close + 1);
            }
            at = close + 1;
        }
        let Some(open) = self.parameters_of(at) else {
            self.sink.report(mark_span, TestWithoutFunction {});
            return None;
        };
        let close = self.closing(open)?;
        let params = self.params(open + 1..close, &mut marks);
        let body = (close + 1..close + 4).find(|at| self.kind(*at) == TokenKind::LBrace);
        let Some(end) = body.and_then(|body| self.closing(body)) else {
            self.sink.report(mark_span, TestWithoutFunction {});
            return None;
        };
        let sections = self.sections(body.unwrap_or(end)..end);
        let scope: Vec<&str> = scopes.iter().filter_map(Option::as_deref).chain([self.name(open - 1)]).collect();
        let (name, span) = (scope.join("::"), self.span(open - 1));
        if scopes.iter().any(Option::is_none) {
            self.wrong(span, "must not be in a struct");
        }
        let found =
            TestFunction { name, span, is_template, attributes, params, sections, tokens: start..end + 1, marks };
        self.examine(&found);
        Some(found)
    }

    /// What goes wrong with a test as a whole.
    fn examine(&mut self, test: &TestFunction) {
        let drawn = test.params.iter().filter(|param| param.semantic.is_none()).count();
        let is_property = test.find("property").is_some();
        if test.is_template != test.find("types").is_some() {
            self.wrong(test.span, "needs '[[types(…)]]' if it is a template, and only then");
        }
        for case in test.all("case").filter(|case| case.args.len() != drawn) {
            self.wrong(
                case.span,
                &format!("needs {drawn} arguments in each '[[case(…)]]', as many as it has parameters"),
            );
        }
        if is_property && drawn == 0 {
            self.wrong(test.span, "needs parameters for the inputs of '[[property]]'");
        }
        if !is_property && drawn > 0 && test.find("case").is_none() {
            self.wrong(test.span, "has parameters, and no '[[case(…)]]' or '[[property]]' gives them values");
        }
    }

    fn wrong(&mut self, span: Span, what: &str) {
        self.sink.report(span, InvalidTest { what: what.to_owned() });
    }

    /// Behind the angle brackets that open here.
    fn behind_angles(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            depth += usize::from(self.kind(at) == TokenKind::Lt);
            if self.kind(at) == TokenKind::Gt {
                depth = depth.checked_sub(1)?;
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// The parenthesis behind a function's name.
    fn parameters_of(&self, start: usize) -> Option<usize> {
        let mut angles = 0usize;
        for at in start..self.tokens.len() {
            match self.kind(at) {
                TokenKind::Lt => angles += 1,
                TokenKind::Gt => angles = angles.saturating_sub(1),
                TokenKind::LParen if angles == 0 => {
                    return (at > start && self.kind(at - 1) == TokenKind::Ident).then_some(at);
                }
                TokenKind::Ident | TokenKind::Number | TokenKind::ColonColon | TokenKind::Comma => {}
                _ => return None,
            }
        }
        None
    }

    /// Reads the attributes between brackets; returns whether they are about tests.
    fn attributes(&mut self, open: usize, known: &[(&str, usize, usize)], list: &mut Vec<TestAttribute>) -> bool {
        let Some(close) = self.closing(open).filter(|_| self.kind(open + 1) == TokenKind::LBracket) else {
            return false;
        };
        let mut at = open + 2;
        let before = list.len();
        while at + 1 < close && self.kind(at) == TokenKind::Ident {
            let (name, span) = (self.name(at).to_owned(), self.span(at));
            let Some(&(_, least, most)) = known.iter().find(|(own, ..)| *own == name) else {
                list.truncate(before);
                return false;
            };
            let mut args = Vec::new();
            at += 1;
            if self.kind(at) == TokenKind::LParen {
                let Some(end) = self.closing(at) else { return false };
                args = self.parts(at + 1..end).into_iter().map(|part| self.text(part)).collect();
                at = end + 1;
            }
            if !(least..=most).contains(&args.len()) {
                self.wrong(span, &format!("has an attribute '{name}' with a wrong number of arguments"));
            }
            list.push(TestAttribute { name, args, span });
            if self.kind(at) == TokenKind::Comma {
                at += 1;
            }
        }
        list.len() > before
    }

    /// The parts of a list between commas.
    fn parts(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, range.start);
        for at in range.clone() {
            match self.kind(at) {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => depth = depth.saturating_sub(1),
                TokenKind::Comma if depth == 0 && self.angles(start..at) => {
                    parts.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if start < range.end {
            parts.push(start..range.end);
        }
        parts
    }

    /// Returns whether no angle bracket of a type such as `vector<float, 3>` is open.
    fn angles(&self, range: Range<usize>) -> bool {
        let count = |kind| range.clone().filter(|at| self.kind(*at) == kind).count();
        let is_type =
            range.clone().any(|at| self.kind(at) == TokenKind::Lt && at > range.start && self.is_generic(at - 1));
        !is_type || count(TokenKind::Lt) <= count(TokenKind::Gt)
    }

    fn is_generic(&self, at: usize) -> bool {
        self.is_word(at, "vector") || self.is_word(at, "matrix")
    }

    fn params(&mut self, range: Range<usize>, marks: &mut Vec<Range<usize>>) -> Vec<TestParam> {
        let mut params = Vec::new();
        for part in self.parts(range) {
            let (mut at, mut attributes) = (part.start, Vec::new());
            while self.kind(at) == TokenKind::LBracket && at < part.end {
                let Some(close) = self.closing(at) else { break };
                if self.attributes(at, OF_PARAMS, &mut attributes) {
                    marks.push(at..close + 1);
                }
                at = close + 1;
            }
            let colon = (at..part.end).find(|at| self.kind(*at) == TokenKind::Colon);
            let name = colon.unwrap_or(part.end) - 1;
            if name <= at || self.kind(name) != TokenKind::Ident {
                self.wrong(self.span(at), "needs a type and a name for each parameter");
                continue;
            }
            let semantic = colon.map(|colon| self.text(colon + 1..part.end));
            let (ty, span) = (self.text(at..name), self.span(name));
            params.push(TestParam { ty, name: self.name(name).to_owned(), semantic, attributes, span });
        }
        params
    }

    /// The sections between braces.
    fn sections(&mut self, body: Range<usize>) -> Vec<Section> {
        let (section, mut depth) = (self.names.lookup(SECTION), 0usize);
        let mut found = Vec::new();
        // The open sections, each with the depth of its brace.
        let mut open: Vec<(usize, Section)> = Vec::new();
        for at in body {
            match self.kind(at) {
                TokenKind::LBrace => depth += 1,
                TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                    if open.last().is_some_and(|(own, _)| *own == depth)
                        && let Some((_, done)) = open.pop()
                    {
                        open.last_mut().map_or(&mut found, |(_, outer)| &mut outer.inner).push(done);
                    }
                }
                TokenKind::Ident if is_section(self.tokens, at, section) => {
                    let name = self.sources.text(self.span(at + 2)).trim_matches('"').to_owned();
                    open.push((depth, Section { number: self.sections, name, inner: Vec::new() }));
                    self.sections += 1;
                }
                _ => {}
            }
        }
        found
    }
}
