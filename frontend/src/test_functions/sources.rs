//! What attributes of tests refer to: functions that list the values of parameters, `void f() { TEST_CASE(1, 2.5); }`,
//! structs whose methods say what is in a resource, and resources outside of functions.

use super::{Finder, MockedGlobal, TestAttribute, TestFunction};
use crate::token::TokenKind;
use std::ops::Range;

/// The words of the statements that list values.
const STATEMENTS: [&str; 2] = ["TEST_CASE", "TEST_VALUE"];

/// The words before the type of a variable.
const MODIFIERS: [&str; 4] = ["uniform", "extern", "globallycoherent", "shared"];
/// The statement that is an attribute `mock` of the test around it.
const MOCKS: &str = "MOCK_RESOURCE";

impl Finder<'_> {
    /// Takes the statements `MOCK_RESOURCE(resource, struct);` of a body as attributes.
    pub(super) fn mock_statements(
        &mut self,
        body: Range<usize>,
        attributes: &mut Vec<TestAttribute>,
        marks: &mut Vec<Range<usize>>,
    ) {
        let Some(word) = self.names.lookup(MOCKS) else { return };
        for at in body {
            let is_call = self.kind(at) == TokenKind::Ident
                && self.tokens[at].symbol == word
                && self.kind(at + 1) == TokenKind::LParen;
            let Some(close) = self.closing(at + 1).filter(|_| is_call) else { continue };
            let args: Vec<String> = self.parts(at + 2..close).into_iter().map(|part| self.text(part)).collect();
            let span = self.span(at);
            if args.len() != 2 {
                self.wrong(span, &format!("needs a resource and a struct in '{MOCKS}(…)'"));
                continue;
            }
            attributes.push(TestAttribute { name: "mock".to_owned(), args, span });
            marks.push(at..close + 1);
        }
    }

    /// The resources that attributes `mock` name.
    pub(super) fn mocked_globals(&mut self, attributes: &[TestAttribute]) -> Vec<MockedGlobal> {
        let mut found = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.name == "mock") {
            let [name, source] = &attribute.args[..] else { continue };
            let [name, source] = [name, source].map(|text| text.trim_matches('"').to_owned());
            // Modules have the names without namespaces.
            let name = name.rsplit("::").next().unwrap_or_default().trim().to_owned();
            let Some(ty) = self.type_of_global(&name) else {
                self.wrong(attribute.span, &format!("needs a resource '{name}' outside of functions to fill"));
                continue;
            };
            let methods = self.methods_of(&source);
            found.push(MockedGlobal { name, ty, source, methods, span: attribute.span });
        }
        found
    }

    /// The type of a variable outside of functions, as written.
    fn type_of_global(&self, name: &str) -> Option<String> {
        let symbol = self.names.lookup(name)?;
        // The open braces: whether each is that of a namespace.
        let mut scopes: Vec<bool> = Vec::new();
        let mut start = 0;
        for at in 0..self.tokens.len() {
            match self.kind(at) {
                TokenKind::LBrace => {
                    scopes.push(self.namespace_before(at).is_some());
                    start = at + 1;
                }
                TokenKind::RBrace => {
                    scopes.pop();
                    start = at + 1;
                }
                // The brackets of an attribute.
                TokenKind::Semicolon | TokenKind::RBracket => start = at + 1,
                TokenKind::Ident
                    if self.tokens[at].symbol == symbol && scopes.iter().all(|is_namespace| *is_namespace) =>
                {
                    let is_declared = matches!(self.kind(at + 1), TokenKind::Semicolon | TokenKind::Colon);
                    while MODIFIERS.iter().any(|word| self.is_word(start, word)) {
                        start += 1;
                    }
                    if is_declared && start < at {
                        return Some(self.text(start..at));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Replaces `[[cases(f)]]` and `[[values_of(f)]]` by the values that `f` lists.
    pub(super) fn fill_in_lists(&mut self, test: &mut TestFunction) {
        let mut attributes = Vec::with_capacity(test.attributes.len());
        for attribute in std::mem::take(&mut test.attributes) {
            match &attribute.name[..] {
                "cases" => {
                    let lists = self.listed(&attribute);
                    let case = |args| TestAttribute { name: "case".to_owned(), args, span: attribute.span };
                    attributes.extend(lists.into_iter().map(case));
                }
                _ => attributes.push(attribute),
            }
        }
        test.attributes = attributes;
        for attribute in test.params.iter_mut().flat_map(|param| &mut param.attributes) {
            if attribute.name == "values_of" {
                let args = self.listed(attribute).concat();
                *attribute = TestAttribute { name: "values".to_owned(), args, span: attribute.span };
            }
        }
    }

    /// The arguments of the statements of the function that an attribute names.
    fn listed(&mut self, attribute: &TestAttribute) -> Vec<Vec<String>> {
        let name = attribute.args.first().map_or("", |text| text.trim_matches('"'));
        let Some((tokens, body)) = self.function_named(name) else {
            self.wrong(attribute.span, &format!("needs a function '{name}' without parameters for its values"));
            return Vec::new();
        };
        let (mut found, mut at) = (Vec::new(), body.start);
        while at < body.end {
            let open = at + 1;
            let is_known = STATEMENTS.iter().any(|word| self.is_word(at, word));
            let close = self.closing(open).filter(|_| is_known && self.kind(open) == TokenKind::LParen);
            let Some(close) = close.filter(|close| self.kind(close + 1) == TokenKind::Semicolon) else {
                let what =
                    "takes values from a function with other statements than 'TEST_CASE(…);' and 'TEST_VALUE(…);'";
                self.wrong(self.span(at), what);
                break;
            };
            found.push(self.parts(open + 1..close).into_iter().map(|part| self.text(part)).collect());
            at = close + 2;
        }
        self.lists.push(tokens);
        found
    }

    /// The names of the methods of a struct, in their order.
    pub(super) fn methods_of(&self, name: &str) -> Vec<String> {
        let Some(symbol) = self.names.lookup(name) else { return Vec::new() };
        let is_name = |at: &usize| {
            self.kind(*at) == TokenKind::Ident && self.tokens[*at].symbol == symbol && self.is_word(at - 1, "struct")
        };
        let body = (1..self.tokens.len()).find(is_name).and_then(|at| {
            let open = (at + 1..self.tokens.len()).find(|at| self.kind(*at) == TokenKind::LBrace)?;
            Some(open..self.closing(open)?)
        });
        let (mut found, mut depth) = (Vec::new(), 0usize);
        for at in body.into_iter().flatten() {
            match self.kind(at) {
                TokenKind::LBrace => depth += 1,
                TokenKind::RBrace => depth = depth.saturating_sub(1),
                TokenKind::LParen if depth == 1 && self.kind(at - 1) == TokenKind::Ident => {
                    found.push(self.name(at - 1).to_owned());
                }
                _ => {}
            }
        }
        found
    }

    /// The tokens of `void name() { … }`, and those between the braces.
    fn function_named(&self, name: &str) -> Option<(Range<usize>, Range<usize>)> {
        let symbol = self.names.lookup(name)?;
        let kinds = [TokenKind::Ident, TokenKind::LParen, TokenKind::RParen, TokenKind::LBrace];
        let begins = |at: &usize| {
            kinds.iter().enumerate().all(|(offset, kind)| self.kind(at + offset) == *kind)
                && self.tokens[*at].symbol == symbol
                && self.is_word(at - 1, "void")
        };
        let at = (1..self.tokens.len()).find(begins)?;
        let end = self.closing(at + 3)?;
        Some((at - 1..end + 1, at + 4..end))
    }
}
