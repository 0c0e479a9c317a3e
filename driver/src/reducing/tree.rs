//! The brackets of a text, and the lists in them: elements of braces, arguments between commas. Any text has them.

use frontend::surface::{self, PieceKind};
use frontend::token::TokenKind;
use std::ops::Range;

/// The tokens of a text with its brackets. Comments are white space here; a directive is one token.
pub(super) struct Tree<'t> {
    text: &'t str,
    tokens: Vec<(Range<usize>, Option<TokenKind>)>,
    /// For each bracket, the other one of its pair.
    pairs: Vec<Option<usize>>,
}

/// What a statement is about, and the parts that could be in its place.
pub(super) type Statement = (Range<usize>, Vec<Range<usize>>);

impl<'t> Tree<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut tokens = Vec::new();
        for piece in surface::pieces(text).unwrap_or_default() {
            let range = piece.start as usize..piece.end as usize;
            match piece.kind {
                PieceKind::Token(TokenKind::Eof) => {}
                PieceKind::Token(kind) => tokens.push((range, Some(kind))),
                PieceKind::Directive(_) => tokens.push((range, None)),
                PieceKind::LineComment | PieceKind::BlockComment => {}
            }
        }
        let pairs = pairs(&tokens);
        Tree { text, tokens, pairs }
    }

    /// The places of all tokens.
    pub(super) fn tokens(&self) -> Vec<Range<usize>> {
        self.tokens.iter().map(|(range, _)| range.clone()).collect()
    }

    /// The elements of all lists by depth, those of the file first.
    pub(super) fn levels(&self) -> Vec<Vec<Range<usize>>> {
        let mut levels: Vec<Vec<Range<usize>>> = Vec::new();
        let mut groups = vec![(0..self.tokens.len(), false)];
        while !groups.is_empty() {
            let (mut level, mut inner) = (Vec::new(), Vec::new());
            for (group, is_commas) in groups {
                let elements =
                    if is_commas { self.between_commas(group.clone()) } else { self.statements_of(group.clone()) };
                level.extend(elements.into_iter().map(|element| self.bytes(&element)));
                inner.extend(self.groups(group));
            }
            levels.push(level);
            groups = inner;
        }
        levels
    }

    /// The statements with something in them that could replace them.
    pub(super) fn statements(&self) -> Vec<Statement> {
        let mut found = Vec::new();
        let mut groups = vec![(0..self.tokens.len(), false)];
        while let Some((group, is_commas)) = groups.pop() {
            if !is_commas {
                for statement in self.statements_of(group.clone()) {
                    let parts = self.parts(&statement);
                    if !parts.is_empty() {
                        found.push((self.bytes(&statement), parts));
                    }
                }
            }
            groups.extend(self.groups(group));
        }
        found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        found
    }

    /// The contents of the braces of a statement, and what follows its head and its `else`.
    fn parts(&self, statement: &Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let has_head = ["if", "for", "while", "switch"].contains(&self.word(statement.start));
        let mut at = statement.start;
        while at < statement.end {
            let close = self.pairs[at].filter(|close| *close > at && *close < statement.end);
            match (self.kind(at), close) {
                (Some(TokenKind::LBrace), Some(close)) if at + 1 < close => parts.push(self.bytes(&(at + 1..close))),
                (Some(TokenKind::LParen), Some(close)) if has_head && at == statement.start + 1 => {
                    parts.push(self.bytes(&(close + 1..statement.end)));
                }
                (Some(TokenKind::Ident), _) if self.word(at) == "else" && at + 1 < statement.end => {
                    parts.push(self.bytes(&(at + 1..statement.end)));
                    if has_head && let Some(head) = self.pairs[statement.start + 1] {
                        parts.push(self.bytes(&(statement.start..at)));
                        parts.push(self.bytes(&(head + 1..at)));
                    }
                }
                _ => {}
            }
            at = close.unwrap_or(at) + 1;
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The contents of the brackets between two tokens, and whether commas separate them.
    fn groups(&self, range: Range<usize>) -> Vec<(Range<usize>, bool)> {
        let (mut groups, mut at) = (Vec::new(), range.start);
        while at < range.end {
            match self.pairs[at].filter(|close| *close > at) {
                Some(close) => {
                    let inner = at + 1..close;
                    let is_braced = self.kind(at) == Some(TokenKind::LBrace);
                    let has_statements = inner
                        .clone()
                        .any(|at| matches!(self.kind(at), Some(TokenKind::Semicolon | TokenKind::LBrace) | None));
                    let is_initializer = at > 0 && self.kind(at - 1) == Some(TokenKind::Eq);
                    groups.push((inner, !is_braced || is_initializer || !has_statements));
                    at = close + 1;
                }
                None => at += 1,
            }
        }
        groups
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).and_then(|(_, kind)| *kind)
    }

    fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |(range, _)| &self.text[range.clone()])
    }

    fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        if range.is_empty() {
            return 0..0;
        }
        self.tokens[range.start].0.start..self.tokens[range.end - 1].0.end
    }

    fn between_commas(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let (mut parts, mut start, mut at) = (Vec::new(), range.start, range.start);
        while at < range.end {
            if self.kind(at) == Some(TokenKind::Comma) {
                parts.push(start..at + 1);
                start = at + 1;
            }
            at = self.pairs[at].filter(|close| *close > at).unwrap_or(at) + 1;
        }
        parts.push(start..range.end);
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The declarations or statements between two tokens.
    fn statements_of(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let (mut parts, mut start, mut at) = (Vec::new(), range.start, range.start);
        while at < range.end {
            let close = self.pairs[at].filter(|close| *close > at && *close < range.end);
            let next = close.unwrap_or(at) + 1;
            let is_end = match self.tokens[at].1 {
                None => {
                    parts.push(start..at);
                    start = at;
                    true
                }
                Some(TokenKind::Semicolon) => self.word(next) != "else",
                Some(TokenKind::Colon) => ["case", "default"].contains(&self.word(start)),
                Some(TokenKind::LBrace) => close.is_some() && self.ends_with_brace(start, at, next),
                Some(_) => false,
            };
            if is_end {
                parts.push(start..next);
                start = next;
            }
            at = next;
        }
        parts.push(start..range.end);
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Returns whether a statement ends with the braces that open at a token.
    fn ends_with_brace(&self, start: usize, open: usize, next: usize) -> bool {
        let is_value = open > start && matches!(self.kind(open - 1), Some(TokenKind::Eq | TokenKind::Comma));
        let is_type = (start..open).any(|at| ["struct", "class", "enum", "interface"].contains(&self.word(at)));
        let is_function = open > start && self.kind(open - 1) == Some(TokenKind::RParen);
        let goes_on = self.word(next) == "else" || self.word(start) == "do";
        let is_ended = self.kind(next) == Some(TokenKind::Semicolon);
        !goes_on && !is_value && (!is_type || is_function) && !is_ended
    }
}

fn pairs(tokens: &[(Range<usize>, Option<TokenKind>)]) -> Vec<Option<usize>> {
    let (mut pairs, mut open) = (vec![None; tokens.len()], Vec::new());
    for (at, (_, kind)) in tokens.iter().enumerate() {
        let opener = match kind {
            Some(TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace) => {
                open.push(at);
                continue;
            }
            Some(TokenKind::RParen) => TokenKind::LParen,
            Some(TokenKind::RBracket) => TokenKind::LBracket,
            Some(TokenKind::RBrace) => TokenKind::LBrace,
            _ => continue,
        };
        // Brackets that nothing closes are left alone.
        if let Some(found) = open.iter().rposition(|open| tokens[*open].1 == Some(opener)) {
            let start = open[found];
            open.truncate(found);
            (pairs[start], pairs[at]) = (Some(at), Some(start));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<&str>> {
        let level = |level: Vec<Range<usize>>| level.into_iter().map(|range| &text[range]).collect();
        Tree::new(text).levels().into_iter().map(level).collect()
    }

    #[test]
    fn lists_are_found_by_depth() {
        let text = "struct S { int a; } s;\nint f(int a, int b) { if (a) { b; } else b++; return a; }\n#define X\nint t[2] = { 1, 2 };";
        let levels = texts(text);
        assert_eq!(
            levels[0],
            [
                "struct S { int a; } s;",
                "int f(int a, int b) { if (a) { b; } else b++; return a; }",
                "#define X",
                "int t[2] = { 1, 2 };"
            ]
        );
        assert_eq!(levels[1], ["int a;", "int a,", "int b", "if (a) { b; } else b++;", "return a;", "2", "1,", "2"]);
        assert_eq!(levels[2], ["a", "b;"]);
    }

    #[test]
    fn statements_have_parts() {
        let text = "void f() { if (a) b; else { c; } }";
        let statements = Tree::new(text).statements();
        let (whole, parts) = &statements[1];
        assert_eq!(&text[whole.clone()], "if (a) b; else { c; }");
        let parts: Vec<&str> = parts.iter().map(|part| &text[part.clone()]).collect();
        assert_eq!(parts, ["b; else { c; }", "{ c; }", "if (a) b;", "b;", "c;"]);
    }

    #[test]
    fn any_text_has_a_tree() {
        for text in ["", ")", "((", "} else {", "case 1", "#if\n", "\"x", "f(a, , b])"] {
            Tree::new(text).levels();
            Tree::new(text).statements();
        }
    }
}
