//! The functions, structs and includes of a text as it is written, from its tokens alone.
//!
//! Macros are not expanded, and all groups of `#if` count but those of `#if 0`. Owns how a text is divided into heads and
//! bodies. Must not know stages, options and files.

use frontend::surface::{self, Directive, Piece, PieceKind};
use frontend::token::TokenKind;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a text.
#[derive(Debug, Default)]
pub(super) struct Outline<'t> {
    /// The functions with bodies at the top level, in their order.
    pub(super) functions: Vec<Function<'t>>,
    pub(super) structs: BTreeMap<&'t str, Struct<'t>>,
    /// The paths of `#include` directives.
    pub(super) includes: Vec<&'t str>,
    /// All identifiers outside of directives.
    pub(super) words: BTreeSet<&'t str>,
    /// The functions that bodies call or attributes name.
    pub(super) used: BTreeSet<&'t str>,
}

/// A function.
#[derive(Debug, Default)]
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    /// The first name of each attribute.
    pub(super) attributes: Vec<&'t str>,
    pub(super) result: Value<'t>,
    pub(super) parameters: Vec<Value<'t>>,
    pub(super) is_template: bool,
    /// The names that its body calls.
    pub(super) calls: BTreeSet<&'t str>,
}

/// A parameter, or the result of a function.
#[derive(Debug, Default)]
pub(super) struct Value<'t> {
    /// The name of its type, without template arguments.
    pub(super) kind: &'t str,
    pub(super) semantic: Option<&'t str>,
    pub(super) is_in: bool,
    pub(super) is_out: bool,
}

/// A struct.
#[derive(Debug, Default)]
pub(super) struct Struct<'t> {
    pub(super) semantics: Vec<&'t str>,
    /// The types of members without a semantic, and bases.
    pub(super) kinds: Vec<&'t str>,
}

/// Words before the type of a parameter or a member.
const MODIFIERS: &[&str] = &[
    "in",
    "out",
    "inout",
    "const",
    "uniform",
    "static",
    "precise",
    "nointerpolation",
    "linear",
    "centroid",
    "noperspective",
    "sample",
    "point",
    "line",
    "triangle",
    "lineadj",
    "triangleadj",
    "vertices",
    "indices",
    "primitives",
    "payload",
    "globallycoherent",
    "row_major",
    "column_major",
    "snorm",
    "unorm",
    "inline",
    "export",
];
/// Modifiers of parameters that a function writes.
const OUTPUTS: &[&str] = &["out", "inout", "vertices", "indices", "primitives"];
/// What may follow a colon and is not a semantic.
const PLACES: &[&str] = &["register", "packoffset"];

/// Reads a text. One that is too long for the compiler has no parts.
pub(super) fn outline(text: &str) -> Outline<'_> {
    let (head, groups) = (Vec::new(), Vec::new());
    let mut walk =
        Walk { text, out: Outline::default(), head, structure: "", state: State::default(), groups, skipped: 0 };
    for piece in surface::pieces(text).unwrap_or_default() {
        match piece.kind {
            PieceKind::Directive(directive) => walk.directive(directive, walk.spelled(&piece)),
            PieceKind::Token(kind) if walk.skipped == 0 => walk.token(kind, walk.spelled(&piece)),
            PieceKind::Token(_) | PieceKind::LineComment | PieceKind::BlockComment => {}
        }
    }
    walk.out
}

/// A token with its text.
type Token<'t> = (TokenKind, &'t str);

/// The place of the walk.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The number of open braces.
    depth: usize,
    block: Block,
}

/// What the outermost open brace belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    Other,
    /// The last function.
    Function,
    /// The struct that was named last.
    Struct,
}

struct Walk<'t> {
    text: &'t str,
    out: Outline<'t>,
    /// The tokens of the current declaration or member.
    head: Vec<Token<'t>>,
    /// The name of the last struct.
    structure: &'t str,
    state: State,
    /// The state at the start of each open group, and that behind its first part.
    groups: Vec<(State, Option<State>)>,
    /// The number of open groups within an `#if 0`, itself included.
    skipped: usize,
}

impl<'t> Walk<'t> {
    fn spelled(&self, piece: &Piece) -> &'t str {
        self.text.get(piece.start as usize..piece.end as usize).unwrap_or_default()
    }

    /// Takes a directive. All parts of a group begin in the same state, and the text goes on from the first of them.
    fn directive(&mut self, directive: Directive, spelled: &'t str) {
        let words = spelled.trim_start_matches(['#', ' ', '\t']);
        if self.skipped > 0 {
            self.skipped = match directive {
                Directive::If => self.skipped + 1,
                Directive::End => self.skipped - 1,
                Directive::Else if self.skipped == 1 => 0,
                Directive::Else | Directive::Other => self.skipped,
            };
            if self.skipped > 0 || directive == Directive::Else {
                return;
            }
        }
        match directive {
            Directive::If => {
                self.groups.push((self.state, None));
                self.skipped = usize::from(words.strip_prefix("if").is_some_and(|rest| rest.trim() == "0"));
            }
            Directive::Else => {
                if let Some((start, first)) = self.groups.last_mut() {
                    first.get_or_insert(self.state);
                    self.state = *start;
                }
            }
            Directive::End => {
                let first = self.groups.pop().and_then(|(_, first)| first);
                self.state = first.unwrap_or(self.state);
            }
            Directive::Other => self.out.includes.extend(words.strip_prefix("include").and_then(included)),
        }
    }

    fn token(&mut self, kind: TokenKind, spelled: &'t str) {
        if kind == TokenKind::Ident {
            self.out.words.insert(spelled);
        }
        match (kind, self.state.depth) {
            (TokenKind::LBrace, 0) => self.open(),
            (TokenKind::LBrace, _) => {
                self.state.depth += 1;
                self.head.clear();
            }
            (TokenKind::RBrace, depth) => {
                self.state.depth = depth.saturating_sub(1);
                self.head.clear();
            }
            (TokenKind::Semicolon, 0) if self.parens_are_closed() => self.head.clear(),
            (TokenKind::Semicolon, 1) if self.state.block == Block::Struct => self.member(),
            (TokenKind::LParen, 1..) if self.state.block == Block::Function => self.call(),
            (_, 0) => self.head.push((kind, spelled)),
            (_, 1) if self.state.block == Block::Struct => self.head.push((kind, spelled)),
            (_, _) => {
                self.head.clear();
                self.head.push((kind, spelled));
            }
        }
    }

    fn parens_are_closed(&self) -> bool {
        let count = |wanted| self.head.iter().filter(|(kind, _)| *kind == wanted).count();
        count(TokenKind::LParen) <= count(TokenKind::RParen)
    }

    /// Records the call of the name before an opening parenthesis.
    fn call(&mut self) {
        if let Some((TokenKind::Ident, name)) = self.head.pop() {
            self.out.used.insert(name);
            self.out.functions.last_mut().map(|function| function.calls.insert(name));
        }
    }

    /// Opens the block of a declaration at the top level.
    fn open(&mut self) {
        let head = std::mem::take(&mut self.head);
        let (attributes, head) = self.attributes(&head);
        self.state = State { depth: 1, block: Block::Other };
        match head {
            [(TokenKind::Ident, "struct" | "class"), (TokenKind::Ident, name), bases @ ..] => {
                let kinds = bases.iter().filter(|(kind, _)| *kind == TokenKind::Ident).map(|(_, name)| *name).collect();
                self.out.structs.insert(name, Struct { semantics: Vec::new(), kinds });
                self.state.block = Block::Struct;
                self.structure = name;
            }
            [(TokenKind::Ident, "namespace" | "cbuffer" | "tbuffer" | "enum"), ..] => {}
            _ => {
                if let Some(function) = function(head) {
                    self.out.functions.push(Function { attributes, ..function });
                    self.state.block = Block::Function;
                }
            }
        }
    }

    /// Adds a member to the open struct.
    fn member(&mut self) {
        let member = std::mem::take(&mut self.head);
        let value = value(&member);
        let Some(structure) = self.out.structs.get_mut(self.structure) else { return };
        match value.semantic {
            Some(_) => structure.semantics.extend(semantics(&member)),
            None => structure.kinds.push(value.kind),
        }
    }

    /// Splits the attributes off a head. The functions that they name are used.
    fn attributes<'h>(&mut self, mut head: &'h [Token<'t>]) -> (Vec<&'t str>, &'h [Token<'t>]) {
        let mut names = Vec::new();
        while let [(TokenKind::LBracket, _), rest @ ..] = head {
            let mut depth = 1;
            let end = rest.iter().position(|(kind, _)| {
                depth += usize::from(*kind == TokenKind::LBracket);
                depth -= usize::from(*kind == TokenKind::RBracket);
                depth == 0
            });
            let (inside, after) = rest.split_at(end.unwrap_or(rest.len()));
            names.extend(inside.iter().find(|(kind, _)| *kind == TokenKind::Ident).map(|(_, name)| *name));
            let texts = inside.iter().filter(|(kind, _)| *kind == TokenKind::Str);
            self.out.used.extend(texts.map(|(_, text)| text.trim_matches('"')));
            head = after.get(1..).unwrap_or_default();
        }
        (names, head)
    }
}

/// The path of an `#include` directive, from the text after its name.
fn included(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let close = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest[1..].split(close).next()
}

/// The function with this head, without its attributes; nothing for the head of anything else.
fn function<'t>(head: &[Token<'t>]) -> Option<Function<'t>> {
    let (open, close) = last_parens(head)?;
    let [before @ .., (TokenKind::Ident, name)] = &head[..open] else { return None };
    let is_member = before.last().is_some_and(|(kind, _)| *kind == TokenKind::ColonColon);
    let behind = &head[close + 1..];
    if is_member || behind.first().is_some_and(|(kind, _)| *kind != TokenKind::Colon) {
        return None;
    }
    let result = Value {
        kind: outside_of_angles(before).last().unwrap_or_default(),
        semantic: semantics(behind).next(),
        is_in: false,
        is_out: true,
    };
    let parameters = parameters(&head[open + 1..close]).map(value).collect();
    let is_template = head.first().is_some_and(|(_, word)| *word == "template");
    Some(Function { name, result, parameters, is_template, ..Function::default() })
}

/// The places of the last parentheses that are not nested in others.
fn last_parens(head: &[Token<'_>]) -> Option<(usize, usize)> {
    let close = head.iter().rposition(|(kind, _)| *kind == TokenKind::RParen)?;
    let mut depth = 0;
    let open = head[..=close].iter().rposition(|(kind, _)| {
        depth += usize::from(*kind == TokenKind::RParen);
        depth -= usize::from(*kind == TokenKind::LParen);
        depth == 0
    })?;
    Some((open, close))
}

/// The parts of a list that commas divide, but for those within brackets.
fn parameters<'h, 't>(list: &'h [Token<'t>]) -> impl Iterator<Item = &'h [Token<'t>]> {
    let mut depth = 0i32;
    list.split(move |(kind, _)| {
        depth += match kind {
            TokenKind::LParen | TokenKind::LBracket | TokenKind::Lt => 1,
            TokenKind::RParen | TokenKind::RBracket | TokenKind::Gt => -1,
            _ => 0,
        };
        depth == 0 && *kind == TokenKind::Comma
    })
}

/// A parameter or a member.
fn value<'t>(tokens: &[Token<'t>]) -> Value<'t> {
    let end = tokens.iter().position(|(kind, _)| matches!(kind, TokenKind::Colon | TokenKind::Eq));
    let names: Vec<&str> = outside_of_angles(&tokens[..end.unwrap_or(tokens.len())]).collect();
    let kind = names.iter().find(|name| !MODIFIERS.contains(name)).copied().unwrap_or_default();
    let is_out = names.iter().any(|name| OUTPUTS.contains(name));
    let is_in = !is_out || names.contains(&"inout");
    Value { kind, semantic: semantics(tokens).next(), is_in, is_out }
}

/// The semantics behind the colons of a declaration.
fn semantics<'h, 't>(tokens: &'h [Token<'t>]) -> impl Iterator<Item = &'t str> + use<'h, 't> {
    tokens.windows(2).filter_map(|pair| match pair {
        [(TokenKind::Colon, _), (TokenKind::Ident, name)] if !PLACES.contains(name) => Some(*name),
        _ => None,
    })
}

/// The names that stand neither in `<>` nor in `[]`.
fn outside_of_angles<'h, 't>(tokens: &'h [Token<'t>]) -> impl Iterator<Item = &'t str> + use<'h, 't> {
    let mut depth = 0i32;
    tokens.iter().filter_map(move |(kind, spelled)| {
        depth += match kind {
            TokenKind::Lt | TokenKind::LBracket => 1,
            TokenKind::Gt | TokenKind::RBracket => -1,
            _ => 0,
        };
        (depth == 0 && *kind == TokenKind::Ident).then_some(*spelled)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_their_attributes_types_and_semantics() {
        let text = "struct V { float4 p : SV_Position; nointerpolation float2 a : A, b : B; Base inner; void f() { g(); } };\n\
            #include \"common/x.hlsli\"\n\
            // float4 not() : SV_Target { }\n\
            [numthreads(8, 8, 1)] [RootSignature(R)]\nvoid Blur(uint3 i : SV_DispatchThreadID, out vector<float, 2> o : O) { h(1); }\n\
            template<typename T> T sum(T a) { return a; }\n\
            static const float k[2] = { 1, f(2) };\n\
            #if 0\nvoid gone() {}\n#endif\n\
            #ifdef A\nfloat4 main(V v) : SV_Target {\n#else\nfloat4 main(V v, bool f : SV_IsFrontFace) : SV_Target1 {\n#endif\n}\n\
            float4 last(V v) { return 0; }\n";
        let outline = outline(text);
        let names: Vec<_> = outline.functions.iter().map(|function| function.name).collect();
        assert_eq!(names, ["Blur", "sum", "main", "main", "last"]);
        assert_eq!(outline.includes, ["common/x.hlsli"]);
        let (blur, v) = (&outline.functions[0], &outline.structs["V"]);
        assert_eq!(blur.attributes, ["numthreads", "RootSignature"]);
        assert_eq!(blur.parameters[0].semantic, Some("SV_DispatchThreadID"));
        assert_eq!((blur.parameters[1].kind, blur.parameters[1].is_out), ("vector", true));
        assert!(blur.calls.contains("h") && outline.functions[1].is_template);
        assert_eq!(outline.functions[2].result.semantic, Some("SV_Target"));
        assert_eq!((&v.semantics, &v.kinds), (&vec!["SV_Position", "A", "B"], &vec!["Base"]));
    }
}
