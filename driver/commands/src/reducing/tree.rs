//! The brackets of a text, and the lists in them: elements of braces, arguments between commas. Any text has them.

use frontend::surface::{self, PieceKind};
use frontend::token::TokenKind;
use std::collections::BTreeMap;
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

    /// The brackets of each pair, the outermost first.
    pub(super) fn brackets(&self) -> Vec<[Range<usize>; 2]> {
        let place = |at: usize| self.tokens[at].0.clone();
        let closing = self.pairs.iter().enumerate().filter_map(|(at, pair)| Some((at, (*pair)?)));
        closing.filter(|(open, close)| open < close).map(|(open, close)| [place(open), place(close)]).collect()
    }

    /// The calls that are statements, each with the body of the function.
    pub(super) fn calls(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let bodies: BTreeMap<&str, Range<usize>> =
            self.statements_of(0..self.tokens.len()).iter().filter_map(|statement| self.body(statement)).collect();
        let mut found = Vec::new();
        for start in 0..self.tokens.len() {
            let is_first = start > 0 && self.kind(start - 1).is_none_or(is_before_statement);
            let is_call = self.kind(start + 1) == Some(TokenKind::LParen);
            let close = self.pairs.get(start + 1).copied().flatten().filter(|_| is_first && is_call);
            let end = close.map(|close| close + 1).filter(|end| self.kind(*end) == Some(TokenKind::Semicolon));
            if let (Some(end), Some(body)) = (end, bodies.get(self.word(start))) {
                found.push((self.bytes(&(start..end + 1)), body.clone()));
            }
        }
        found
    }

    /// The name of a function that a statement defines, and its body.
    fn body(&self, statement: &Range<usize>) -> Option<(&'t str, Range<usize>)> {
        let paren = statement.clone().find(|at| self.kind(*at) == Some(TokenKind::LParen))?;
        let open = self.pairs[statement.end - 1].filter(|_| self.kind(statement.end - 1) == Some(TokenKind::RBrace))?;
        (paren > statement.start && open > paren).then(|| (self.word(paren - 1), self.bytes(&(open..statement.end))))
    }

    /// The structs of the file: the declaration and the name.
    pub(super) fn structs(&self) -> Vec<(Range<usize>, &'t str)> {
        let all = self.statements_of(0..self.tokens.len()).into_iter();
        let named =
            all.filter(|one| self.word(one.start) == "struct" && self.kind(one.start + 1) == Some(TokenKind::Ident));
        named.map(|one| (self.bytes(&one), self.word(one.start + 1))).collect()
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

/// Returns whether a statement may begin behind a token.
fn is_before_statement(kind: TokenKind) -> bool {
    use TokenKind::{Colon, LBrace, RBrace, RParen, Semicolon};
    [Colon, LBrace, RBrace, RParen, Semicolon].contains(&kind)
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
    fn calls_and_structs_are_found() {
        let text = "struct S { int a; };\nvoid f(S s) { s.a; }\n[numthreads(1, 1, 1)] void main() { S s; f(s); if (1) f(s); int x = f(s); }";
        let tree = Tree::new(text);
        let calls: Vec<[&str; 2]> = tree.calls().into_iter().map(|(call, body)| [&text[call], &text[body]]).collect();
        assert_eq!(calls, [["f(s);", "{ s.a; }"]; 2]);
        let structs: Vec<_> = tree.structs().into_iter().map(|(whole, name)| (&text[whole], name)).collect();
        assert_eq!(structs, [("struct S { int a; };", "S")]);
        let [open, close] = &tree.brackets()[1];
        assert_eq!((open.start, &text[close.clone()]), (text.find('(').expect("there is one"), ")"));
    }

    #[test]
    fn any_text_has_a_tree() {
        for text in ["", ")", "((", "} else {", "case 1", "#if\n", "\"x", "f(a, , b])"] {
            Tree::new(text).levels();
            Tree::new(text).statements();
            Tree::new(text).calls();
        }
    }
}
