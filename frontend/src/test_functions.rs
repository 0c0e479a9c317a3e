//! Functions that test others: where they stand among the tokens of a file, and what their attributes say.
//!
//! Owns the syntax of `[[test]]` and the attributes beside it, and `[Test]` and those of HLSLInterpreter, which are other
//! spellings of them. A compilation leaves these functions out; how they run is unknown here. A file without a token `test`,
//! `Test` or `property` costs a look-up of these names. [`attributes`] has the table of attributes, and reads them; [`sources`]
//! reads functions that list the values of parameters.

mod attributes;
mod sources;

use crate::diagnostics::{InvalidTest, TestWithoutFunction};
use crate::token::{Token, TokenFlags, TokenKind};
use crate::words::ENTRIES_ARE_TESTS;
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
    /// The methods of the struct of `[[mock(T)]]`.
    pub methods: Vec<String>,
    /// Its place.
    pub span: Span,
}

impl TestParam {
    /// The struct that says what is in a resource.
    pub fn mock(&self) -> Option<&str> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == "mock")?;
        attribute.args.first().map(|name| name.trim_matches('"'))
    }

    /// Returns whether a case has a value for it.
    pub fn takes_value(&self) -> bool {
        self.semantic.is_none() && self.mock().is_none()
    }

    /// The values that `[[values(…)]]` gives it.
    pub fn values(&self) -> Option<&[String]> {
        self.attributes.iter().find(|attribute| attribute.name == "values").map(|attribute| &attribute.args[..])
    }
}

/// A resource outside of functions that the methods of a struct fill for a test: `[[mock(frame, Checker)]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockedGlobal {
    /// Its name.
    pub name: String,
    /// Its type as written.
    pub ty: String,
    /// The struct that says what is in it.
    pub source: String,
    /// The methods of the struct.
    pub methods: Vec<String>,
    /// The place of what requests it.
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
    /// The resources outside of functions that are filled for it.
    pub mocks: Vec<MockedGlobal>,
    /// The outermost sections of its body.
    pub sections: Vec<Section>,
    /// Its first and its last token.
    pub ends: [Span; 2],
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

/// The attributes that make a function a test, in all spellings.
const TESTS: [&str; 3] = ["test", "property", "Test"];

/// The function of the harness that says whether the section of a number runs.
pub const RUNS_SECTION: &str = "__hlsl2spirv_runs_section";

/// The functions of a file that are about tests.
#[derive(Debug, Default)]
pub struct Found {
    /// The tests.
    pub tests: Vec<TestFunction>,
    /// The tokens of functions that list values for the parameters of tests.
    lists: Vec<Range<usize>>,
    /// The first token of each section; its index is the number of the section.
    sections: Vec<usize>,
    /// The errors in the syntax of tests.
    problems: Vec<Problem>,
}

/// What is wrong with a test.
#[derive(Debug)]
struct Problem {
    /// The index of the test, if it is one.
    test: Option<usize>,
    span: Span,
    /// What the test does wrong; an attribute without a function says it alone.
    what: Option<String>,
}

/// The tests among tokens.
pub fn find(tokens: &[Token], sources: &SourceMap, names: &Interner) -> Found {
    let words = TESTS.map(|word| names.lookup(word));
    let has_entries = names.lookup(ENTRIES_ARE_TESTS).is_some();
    if words.iter().all(Option::is_none) && !has_entries {
        return Found::default();
    }
    let numthreads = names.lookup("numthreads").filter(|_| has_entries);
    let (sections, lists, problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut finder = Finder { tokens, sources, names, sections, lists, problems, index: 0 };
    let (mut tests, mut scopes, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        match tokens[at].kind {
            TokenKind::LBrace => scopes.push(finder.namespace_before(at)),
            TokenKind::RBrace => _ = scopes.pop(),
            TokenKind::LBracket if finder.is_mark(at, &words, numthreads) => match finder.function(at, &scopes) {
                Some(function) => {
                    at = function.tokens.end;
                    tests.push(function);
                    finder.index = tests.len();
                    continue;
                }
                None => at = finder.closing(at).unwrap_or(at),
            },
            _ => {}
        }
        at += 1;
    }
    let Finder { sections, mut lists, problems, .. } = finder;
    lists.sort_unstable_by_key(|range| range.start);
    lists.dedup();
    Found { tests, lists, sections, problems }
}

/// The tokens without tests.
pub fn without(tokens: Vec<Token>, found: &Found) -> Vec<Token> {
    if found.tests.is_empty() {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    for range in found.left_out(&|_| false) {
        out.extend_from_slice(&tokens[at..range.start]);
        at = range.end;
    }
    out.extend_from_slice(&tokens[at..]);
    out
}

/// The tokens with tests as plain functions: without their attributes, and their sections as conditions. Tests that are not
/// wanted are left out.
pub fn as_functions(
    tokens: &[Token],
    found: &Found,
    is_wanted: &dyn Fn(usize) -> bool,
    names: &mut Interner,
) -> Vec<Token> {
    let words = [names.intern("if"), names.intern(RUNS_SECTION)];
    let (mut out, mut at) = (Vec::with_capacity(tokens.len()), 0);
    for range in found.left_out(is_wanted).into_iter().chain(std::iter::once(tokens.len()..tokens.len())) {
        while at < range.start {
            let Ok(number) = found.sections.binary_search(&at) else {
                out.push(tokens[at]);
                at += 1;
                continue;
            };
            let (span, name) = (tokens[at].span, names.intern(&number.to_string()));
            out.extend(condition(span, [tokens[at + 1], tokens[at + 3]], words, name));
            at += 4;
        }
        at = range.end;
    }
    out
}

/// `if (runs(N))`, with the parentheses of `section("name")`.
fn condition(span: Span, [open, close]: [Token; 2], [if_, runs]: [Symbol; 2], number: Symbol) -> [Token; 7] {
    let word = |symbol| Token { kind: TokenKind::Ident, flags: TokenFlags::SPACE_BEFORE, symbol, span };
    let digits = Token { kind: TokenKind::Number, ..word(number) };
    [word(if_), open, word(runs), open, digits, close, close]
}

impl Found {
    /// Reports what is wrong with tests, but for those that are not wanted.
    pub fn report(&self, is_wanted: &dyn Fn(usize) -> bool, sink: &mut Sink) {
        for problem in self.problems.iter().filter(|problem| problem.test.is_none_or(is_wanted)) {
            match &problem.what {
                Some(what) => _ = sink.report(problem.span, InvalidTest { what: what.clone() }),
                None => _ = sink.report(problem.span, TestWithoutFunction {}),
            }
        }
    }

    /// The ranges of tokens that are left out, in their order: tests that are not wanted, the attributes of the others, and
    /// lists of values.
    fn left_out(&self, is_wanted: &dyn Fn(usize) -> bool) -> Vec<Range<usize>> {
        let mut ranges = self.lists.clone();
        for (index, test) in self.tests.iter().enumerate() {
            match is_wanted(index) {
                true => ranges.extend_from_slice(&test.marks),
                false => ranges.push(test.tokens.clone()),
            }
        }
        ranges.sort_unstable_by_key(|range| range.start);
        ranges
    }
}

/// The word before a section's name.
const SECTION: &str = "section";

/// Returns whether `section("name") {` begins here.
fn is_section(tokens: &[Token], at: usize, section: Option<Symbol>) -> bool {
    let kinds = [TokenKind::Ident, TokenKind::LParen, TokenKind::Str, TokenKind::RParen, TokenKind::LBrace];
    let fits = tokens.get(at..at + kinds.len()).is_some_and(|own| own.iter().map(|token| token.kind).eq(kinds));
    fits && section == Some(tokens[at].symbol)
}

struct Finder<'a> {
    tokens: &'a [Token],
    sources: &'a SourceMap,
    names: &'a Interner,
    /// The number of tests so far.
    index: usize,
    problems: Vec<Problem>,
    /// The first tokens of the sections so far.
    sections: Vec<usize>,
    /// The tokens of functions that list values so far.
    lists: Vec<Range<usize>>,
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

    /// Returns whether an attribute that makes a test begins here: one of the words between two brackets, `[Test]`, or
    /// the size of a group where entry points are tests.
    fn is_mark(&self, at: usize, words: &[Option<Symbol>; 3], numthreads: Option<Symbol>) -> bool {
        let is_double = self.kind(at + 1) == TokenKind::LBracket;
        let name = if is_double { at + 2 } else { at + 1 };
        if self.kind(name) != TokenKind::Ident {
            return false;
        }
        let symbol = Some(self.tokens[name].symbol);
        let is_known = match is_double {
            true => words[..2].contains(&symbol),
            false => [words[2], numthreads].contains(&symbol) && self.begins_declaration(self.start(at)),
        };
        is_known && matches!(self.kind(name + 1), TokenKind::RBracket | TokenKind::LParen | TokenKind::Comma)
    }

    /// Returns whether a declaration can begin here. An index in brackets is not an attribute.
    fn begins_declaration(&self, at: usize) -> bool {
        let ends = [TokenKind::Semicolon, TokenKind::LBrace, TokenKind::RBrace];
        at.checked_sub(1).is_none_or(|before| ends.contains(&self.kind(before)))
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
        let is_double = self.kind(mark + 1) == TokenKind::LBracket;
        let (start, mark_span) = (self.start(mark), self.span(mark + if is_double { 2 } else { 1 }));
        let (mut at, mut attributes, mut marks) = (start, Vec::new(), Vec::new());
        let is_template = self.is_word(at, "template");
        if is_template {
            at = self.behind_angles(at + 1)?;
        }
        while self.kind(at) == TokenKind::LBracket {
            let close = self.closing(at)?;
            if self.attributes(at, attributes::OF_FUNCTIONS, &mut attributes) {
                marks.push(at..close + 1);
            }
            at = close + 1;
        }
        // Tests of HLSLInterpreter run in waves of four lanes.
        if self.is_word(mark + 1, "Test") && !attributes.iter().any(|attribute| attribute.name == "wave") {
            let args = vec!["2".to_owned(); 2];
            attributes.push(TestAttribute { name: "wave".to_owned(), args, span: mark_span });
        }
        let without_function = Problem { test: None, span: mark_span, what: None };
        let Some(open) = self.parameters_of(at) else {
            self.problems.extend(is_double.then_some(without_function));
            return None;
        };
        let close = self.closing(open)?;
        let params = self.params(open + 1..close, &mut marks);
        let body = (close + 1..close + 4).find(|at| self.kind(*at) == TokenKind::LBrace);
        let Some(end) = body.and_then(|body| self.closing(body)) else {
            self.problems.extend(is_double.then_some(without_function));
            return None;
        };
        let body = body.unwrap_or(end)..end;
        self.mock_statements(body.clone(), &mut attributes, &mut marks);
        let mocks = self.mocked_globals(&attributes);
        let sections = self.sections(body);
        let scope: Vec<&str> = scopes.iter().filter_map(Option::as_deref).chain([self.name(open - 1)]).collect();
        let (name, span) = (scope.join("::"), self.span(open - 1));
        if scopes.iter().any(Option::is_none) {
            self.wrong(span, "must not be in a struct");
        }
        let (tokens, ends) = (start..end + 1, [self.span(start), self.span(end)]);
        let mut found =
            TestFunction { name, span, is_template, attributes, params, mocks, sections, ends, tokens, marks };
        self.fill_in_lists(&mut found);
        self.examine(&found);
        Some(found)
    }

    /// What goes wrong with a test as a whole.
    fn examine(&mut self, test: &TestFunction) {
        let drawn = test.params.iter().filter(|param| param.takes_value()).count();
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
        let have_values = test.params.iter().all(|param| !param.takes_value() || param.values().is_some());
        if !is_property && drawn > 0 && test.find("case").is_none() && !have_values {
            self.wrong(test.span, "has parameters, and no '[[case(…)]]' or '[[property]]' gives them values");
        }
    }

    fn wrong(&mut self, span: Span, what: &str) {
        self.problems.push(Problem { test: Some(self.index), span, what: Some(what.to_owned()) });
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

    fn params(&mut self, range: Range<usize>, marks: &mut Vec<Range<usize>>) -> Vec<TestParam> {
        let mut params = Vec::new();
        for part in self.parts(range) {
            let (mut at, mut attributes) = (part.start, Vec::new());
            while self.kind(at) == TokenKind::LBracket && at < part.end {
                let Some(close) = self.closing(at) else { break };
                if self.attributes(at, attributes::OF_PARAMS, &mut attributes) {
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
            let mut param =
                TestParam { ty, name: self.name(name).to_owned(), semantic, attributes, methods: Vec::new(), span };
            param.methods = param.mock().map_or_else(Vec::new, |name| self.methods_of(name));
            params.push(param);
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
                    open.push((depth, Section { number: self.sections.len() as u32, name, inner: Vec::new() }));
                    self.sections.push(at);
                }
                _ => {}
            }
        }
        found
    }
}
