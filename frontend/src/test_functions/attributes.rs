//! The attributes of tests and of their parameters: a row for each, with its other spelling, and how they are read.

use super::{Finder, TestAttribute};
use crate::token::TokenKind;
use std::ops::Range;

/// The name of an attribute between two brackets, the one between single brackets (empty if there is none), and the least and
/// the greatest number of arguments.
pub(super) type Row = (&'static str, &'static str, usize, usize);

/// The attributes of tests.
pub(super) const OF_FUNCTIONS: &[Row] = &[
    ("bind", "", 2, 2),
    ("case", "TestCase", 1, usize::MAX),
    ("cases", "TestCaseSource", 1, 1),
    ("compile_fails", "", 0, 1),
    ("deadline", "", 1, 1),
    ("description", "Description", 1, 1),
    ("fails", "", 0, 0),
    ("finds", "", 1, 2),
    ("groups", "", 1, 3),
    ("mock", "", 2, 2),
    ("property", "", 0, 1),
    ("skip", "Ignore", 0, 1),
    ("tag", "Category", 1, usize::MAX),
    ("test", "Test", 0, 1),
    ("threads", "numthreads", 1, 3),
    ("types", "", 1, usize::MAX),
    ("wave", "WarpSize", 1, 2),
];

/// Those of their parameters.
pub(super) const OF_PARAMS: &[Row] = &[
    ("any", "", 0, 0),
    ("mock", "MockResource", 1, 1),
    ("one_of", "", 1, usize::MAX),
    ("range", "", 2, 2),
    ("values", "Values", 1, usize::MAX),
    ("values_of", "ValueSource", 1, 1),
];

/// The types with commas between angle brackets.
const GENERICS: [&str; 4] = ["vector", "matrix", "Texture2DMS", "Texture2DMSArray"];

impl Finder<'_> {
    /// Reads the attributes between brackets; returns whether they are about tests.
    pub(super) fn attributes(&mut self, open: usize, known: &[Row], list: &mut Vec<TestAttribute>) -> bool {
        let Some(close) = self.closing(open) else { return false };
        let is_double = self.kind(open + 1) == TokenKind::LBracket;
        let (mut at, end) = if is_double { (open + 2, close - 1) } else { (open + 1, close) };
        let before = list.len();
        while at < end && self.kind(at) == TokenKind::Ident {
            let (word, span) = (self.name(at).to_owned(), self.span(at));
            let fits = |row: &&Row| if is_double { row.0 == word } else { row.1 == word };
            let Some(&(name, _, least, most)) = known.iter().find(fits) else {
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
                self.wrong(span, &format!("has an attribute '{word}' with a wrong number of arguments"));
            }
            list.push(TestAttribute { name: name.to_owned(), args, span });
            if self.kind(at) == TokenKind::Comma {
                at += 1;
            }
        }
        list.len() > before
    }

    /// The parts of a list between commas.
    pub(super) fn parts(&self, range: Range<usize>) -> Vec<Range<usize>> {
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
        GENERICS.iter().any(|word| self.is_word(at, word))
    }
}
