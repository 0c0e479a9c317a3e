//! Tokens of a file with their classes, for colours.
//!
//! Skipped groups have their tokens as well. The analysis, where there is one, says what names are.

use crate::index::Meaning;
use crate::snapshot::Snapshot;
use crate::source::Source;
use crate::text::TextRange;
use crate::vocabulary::{self, Word};
use frontend::surface::{Piece, PieceKind};
use frontend::token::TokenKind;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::trace::Kind;

/// The classes of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A word of statements and declarations.
    Keyword,
    /// A word that changes a declaration.
    Modifier,
    /// A type.
    Type,
    /// A struct, class or interface.
    Struct,
    /// An enumeration.
    Enum,
    /// A value of an enumeration.
    EnumMember,
    /// A namespace.
    Namespace,
    /// A type of a template's parameter.
    TypeParameter,
    /// A function.
    Function,
    /// A method.
    Method,
    /// A macro, and the words of directives.
    Macro,
    /// A variable.
    Variable,
    /// A parameter.
    Parameter,
    /// A field.
    Property,
    /// An attribute, or a semantic.
    Decorator,
    /// A comment.
    Comment,
    /// A string.
    String,
    /// A number.
    Number,
    /// An operator.
    Operator,
}

/// A token with its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Its location, on one line or several.
    pub range: TextRange,
    /// Its class.
    pub class: Class,
    /// True for what the language itself has.
    pub is_builtin: bool,
    /// True where it is declared.
    pub is_declaration: bool,
    /// True for what cannot be written.
    pub is_readonly: bool,
}

impl Highlight {
    fn new(range: TextRange, class: Class) -> Self {
        Highlight { range, class, is_builtin: false, is_declaration: false, is_readonly: false }
    }
}

/// The tokens of a file, in order.
pub fn highlight(source: &Source, snapshot: Option<&Snapshot>, path: &str) -> Vec<Highlight> {
    let known = snapshot.map(|snapshot| Known::of(snapshot, path)).unwrap_or_default();
    let mut all = Vec::with_capacity(source.pieces.len());
    for (at, piece) in source.pieces.iter().enumerate() {
        let range = piece.start..piece.end;
        match piece.kind {
            PieceKind::LineComment | PieceKind::BlockComment => all.push(Highlight::new(range, Class::Comment)),
            PieceKind::Directive(_) => directive(source, piece, &mut all),
            PieceKind::Token(TokenKind::Ident) => {
                if let Some(found) = known.names.get(&piece.start).cloned().or_else(|| word(source, at, &known)) {
                    all.push(Highlight { range, ..found });
                }
            }
            PieceKind::Token(kind) => all.extend(class_of(kind).map(|class| Highlight::new(range, class))),
        }
    }
    all
}

/// The kinds of a file's names, from an analysis.
#[derive(Default)]
struct Known<'a> {
    /// By the offset of the name.
    names: FxHashMap<u32, Highlight>,
    macros: FxHashSet<&'a str>,
}

impl<'a> Known<'a> {
    fn of(snapshot: &'a Snapshot, path: &str) -> Self {
        let mut names = FxHashMap::default();
        for it in snapshot.index.of_file(path) {
            let (class, is_readonly) = match snapshot.index.meaning(it.symbol) {
                Meaning::Macro(_) => (Class::Macro, false),
                Meaning::Declared(at) => {
                    let declared = &snapshot.types.declarations[&at];
                    (class_of_kind(declared.kind), declared.value.is_some())
                }
            };
            let found =
                Highlight { is_declaration: it.declares, is_readonly, ..Highlight::new(it.start..it.end, class) };
            // A macro with its argument's name has the argument's own meaning.
            names.insert(it.start, found);
        }
        let macros = snapshot.trace.definitions.iter().map(|it| snapshot.names.resolve(it.name)).collect();
        Known { names, macros }
    }
}

fn class_of_kind(kind: Kind) -> Class {
    match kind {
        Kind::Namespace => Class::Namespace,
        Kind::Struct | Kind::Template => Class::Struct,
        Kind::Enum => Class::Enum,
        Kind::EnumMember => Class::EnumMember,
        Kind::Alias => Class::Type,
        Kind::Function => Class::Function,
        Kind::Method => Class::Method,
        Kind::Global | Kind::Constant | Kind::Local => Class::Variable,
        Kind::Field => Class::Property,
        Kind::Parameter => Class::Parameter,
    }
}

fn class_of(kind: TokenKind) -> Option<Class> {
    use TokenKind as T;
    match kind {
        T::Number => Some(Class::Number),
        T::Str | T::Char | T::Unterminated => Some(Class::String),
        T::UnterminatedComment => Some(Class::Comment),
        T::LParen | T::RParen | T::LBracket | T::RBracket | T::LBrace | T::RBrace => None,
        T::Semicolon | T::Comma | T::Colon | T::ColonColon | T::Dot => None,
        T::PackRowMajor | T::PackColumnMajor | T::Unknown | T::Eof | T::Ident => None,
        _ => Some(Class::Operator),
    }
}

/// The class of a name that no analysis knows, by what stands around it.
fn word(source: &Source, at: usize, known: &Known<'_>) -> Option<Highlight> {
    let token = |index: Option<usize>| match source.pieces.get(index?)?.kind {
        PieceKind::Token(kind) => Some(kind),
        _ => None,
    };
    let text = source.piece_text(&source.pieces[at]);
    let (before, after) = (token(at.checked_sub(1)), token(Some(at + 1)));
    let own = |class| Some(Highlight::new(0..0, class));
    let builtin = |class| Some(Highlight { is_builtin: true, ..Highlight::new(0..0, class) });
    if before == Some(TokenKind::Dot) {
        return own(if after == Some(TokenKind::LParen) { Class::Method } else { Class::Property });
    }
    if before == Some(TokenKind::LBracket) && vocabulary::attribute(text).is_some() && vocabulary::kind(text).is_none()
    {
        return builtin(Class::Decorator);
    }
    match vocabulary::kind(text) {
        Some(Word::Keyword) => return own(Class::Keyword),
        Some(Word::Type) => return builtin(Class::Type),
        Some(Word::Modifier) if after == Some(TokenKind::Ident) => return own(Class::Modifier),
        Some(Word::Intrinsic) if after == Some(TokenKind::LParen) => return builtin(Class::Function),
        Some(Word::Modifier | Word::Intrinsic) | None => {}
    }
    if before == Some(TokenKind::Colon) && (vocabulary::semantic(text).is_some() || is_binding(text)) {
        return builtin(Class::Decorator);
    }
    if known.macros.contains(text) {
        return own(Class::Macro);
    }
    match after {
        Some(TokenKind::LParen) => own(Class::Function),
        Some(TokenKind::ColonColon) => own(Class::Namespace),
        _ => None,
    }
}

fn is_binding(text: &str) -> bool {
    matches!(text, "register" | "packoffset")
}

/// The tokens of a directive.
fn directive(source: &Source, piece: &Piece, all: &mut Vec<Highlight>) {
    let text = source.piece_text(piece);
    let word = text[1..].trim_start();
    let start = piece.start + (text.len() - word.len()) as u32;
    let name = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
    all.push(Highlight::new(piece.start..start + name as u32, Class::Macro));
    let (rest, base) = (&word[name..], start + name as u32);
    // A header's name in angle brackets is not an expression.
    if word.starts_with("include") {
        let path = rest.trim();
        let from = base + (rest.len() - rest.trim_start().len()) as u32;
        let length = path.get(1..).and_then(|inside| inside.find(['"', '>'])).map_or(path.len(), |at| at + 2);
        if length > 0 {
            all.push(Highlight::new(from..from + length as u32, Class::String));
        }
        return;
    }
    let inner = Source::new(rest.into());
    for piece in &inner.pieces {
        let range = piece.start + base..piece.end + base;
        match piece.kind {
            PieceKind::LineComment | PieceKind::BlockComment => all.push(Highlight::new(range, Class::Comment)),
            PieceKind::Token(TokenKind::Ident) => {
                let class = match vocabulary::kind(inner.piece_text(piece)) {
                    Some(Word::Keyword) => Class::Keyword,
                    Some(Word::Type) => Class::Type,
                    Some(Word::Intrinsic) => Class::Function,
                    Some(Word::Modifier) | None => Class::Macro,
                };
                all.push(Highlight::new(range, class));
            }
            PieceKind::Token(kind) => all.extend(class_of(kind).map(|class| Highlight::new(range, class))),
            PieceKind::Directive(_) => {}
        }
    }
}
