//! Pieces of a text with what layout asks of them: class, place in the original, width.
//!
//! Knows lines and columns; must not know brackets, statements and styles.

use crate::options::TAB;
use base::source::SourceTooLarge;
use frontend::surface::{self, Directive, PieceKind};
use frontend::token::TokenKind;

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    /// The offsets of the piece.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The line, counted from 0, of its first byte.
    pub(crate) line: u32,
    /// The column of its first byte, tabs expanded.
    pub(crate) column: u32,
    /// The line ends between the piece before and this one.
    pub(crate) newlines: u32,
    /// White space before it that no single space explains: two columns, or a tab.
    pub(crate) wide: bool,
    /// There is white space before it.
    pub(crate) gap: bool,
    /// The columns that it takes on its last line.
    pub(crate) width: u32,
    /// It has several lines itself.
    pub(crate) is_long: bool,
}

/// The classes of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word(Word),
    Number,
    /// A string or a character.
    Text,
    Open(Bracket),
    Close(Bracket),
    Semicolon,
    Comma,
    Colon,
    /// `::`
    Scope,
    /// `.` and `->`
    Dot,
    Question,
    /// `=` and similar ones.
    Assign,
    /// An operator with two operands, by its precedence; the higher binds tighter.
    Binary(u8),
    /// `+` and `-`, `*`, `&`: with one or two operands.
    Either(u8),
    Less,
    Greater,
    /// `!` and `~`
    Prefix,
    /// `++` and `--`
    Step,
    /// A `#` that starts no directive.
    Hash,
    /// What has no place in HLSL.
    Odd,
    LineComment,
    BlockComment,
    Directive(Directive),
}

impl Kind {
    pub(crate) fn is_comment(self) -> bool {
        matches!(self, Kind::LineComment | Kind::BlockComment)
    }

    pub(crate) fn is_directive(self) -> bool {
        matches!(self, Kind::Directive(_))
    }

    /// Returns whether it is neither a comment nor a directive.
    pub(crate) fn is_code(self) -> bool {
        !self.is_comment() && !self.is_directive()
    }
}

/// Brackets. Those of template arguments are found by the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Paren,
    Square,
    Brace,
}

/// The words that layout goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    If,
    Else,
    For,
    While,
    Do,
    Switch,
    Case,
    Default,
    /// `public` and similar ones.
    Access,
    Return,
    /// `in`, `out`, `inout`.
    Passing,
    Template,
    Operator,
    /// `struct`, `class`, `interface`, `union`.
    Struct,
    Enum,
    Namespace,
    /// `cbuffer`, `tbuffer`.
    Buffer,
    /// A builtin template of types.
    Generic,
    /// A builtin type.
    Type,
    Name,
}

impl Word {
    fn of(text: &str) -> Word {
        match text {
            "if" => Word::If,
            "else" => Word::Else,
            "for" => Word::For,
            "while" => Word::While,
            "do" => Word::Do,
            "switch" => Word::Switch,
            "case" => Word::Case,
            "default" => Word::Default,
            "public" | "private" | "protected" => Word::Access,
            "return" => Word::Return,
            "in" | "out" | "inout" => Word::Passing,
            "template" => Word::Template,
            "operator" => Word::Operator,
            "struct" | "class" | "interface" | "union" => Word::Struct,
            "enum" => Word::Enum,
            "namespace" => Word::Namespace,
            "cbuffer" | "tbuffer" => Word::Buffer,
            "vector" | "matrix" => Word::Generic,
            _ => Word::of_type(text),
        }
    }

    fn of_type(text: &str) -> Word {
        if ["Texture", "RWTexture", "Buffer", "RWBuffer"].contains(&text.trim_end_matches(['1', '2', '3', 'D'])) {
            return Word::Generic;
        }
        if text.ends_with("Buffer") && text.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Word::Generic;
        }
        let stem = text.trim_end_matches(['1', '2', '3', '4', 'x']);
        match stem {
            "float" | "int" | "uint" | "bool" | "half" | "double" | "min" | "void" | "dword" => Word::Type,
            "float16_t" | "float32_t" | "float64_t" | "int8_t" | "uint8_t" | "int16_t" | "int32_t" | "int64_t" => {
                Word::Type
            }
            "uint16_t" | "uint32_t" | "uint64_t" | "min16float" | "min16int" | "min16uint" => Word::Type,
            _ => Word::Name,
        }
    }
}

/// Reads the items of a text.
///
/// # Errors
/// When it is too long for the compiler's positions.
pub(crate) fn read(text: &str) -> Result<Vec<Item>, SourceTooLarge> {
    let mut place = Place { bytes: text.as_bytes(), line: 0, column: 0 };
    let mut end = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() as u32 } else { 0 };
    let item = |piece: surface::Piece| {
        let (line, column) = (place.line, place.column);
        let tab = place.cross(end, piece.start);
        let spelled = &text[piece.start as usize..piece.end as usize];
        let newlines = place.line - line;
        let gap = piece.start > end;
        let wide = gap && newlines == 0 && (tab || place.column > column + 1);
        let (line, column) = (place.line, place.column);
        place.pass(spelled);
        end = piece.end;
        let is_long = place.line > line;
        let width = if is_long { place.column } else { place.column - column };
        let kind = kind(piece.kind, spelled);
        Item { kind, start: piece.start, end, line, column, newlines, wide, gap, width, is_long }
    };
    Ok(surface::pieces(text)?.into_iter().map(item).collect())
}

/// A place in the original text.
struct Place<'t> {
    bytes: &'t [u8],
    line: u32,
    column: u32,
}

impl Place<'_> {
    /// Goes over white space. Returns whether it has a tab.
    fn cross(&mut self, from: u32, to: u32) -> bool {
        let mut tab = false;
        for &byte in &self.bytes[from as usize..to as usize] {
            match byte {
                b'\n' => (self.line, self.column) = (self.line + 1, 0),
                b'\t' => {
                    tab = true;
                    self.column = (self.column / TAB + 1) * TAB;
                }
                b'\r' => {}
                _ => self.column += 1,
            }
        }
        tab
    }

    /// Goes over a piece.
    fn pass(&mut self, spelled: &str) {
        let last = match spelled.rfind('\n') {
            Some(at) => {
                self.line += spelled.bytes().filter(|byte| *byte == b'\n').count() as u32;
                self.column = 0;
                &spelled[at + 1..]
            }
            None => spelled,
        };
        self.column += if last.is_ascii() { last.len() } else { last.chars().count() } as u32;
    }
}

fn kind(piece: PieceKind, spelled: &str) -> Kind {
    match piece {
        PieceKind::LineComment => Kind::LineComment,
        PieceKind::BlockComment => Kind::BlockComment,
        PieceKind::Directive(directive) => Kind::Directive(directive),
        PieceKind::Token(token) => of_token(token, spelled),
    }
}

fn of_token(token: TokenKind, spelled: &str) -> Kind {
    match token {
        TokenKind::Ident => Kind::Word(Word::of(spelled)),
        TokenKind::Number => Kind::Number,
        TokenKind::Str | TokenKind::Char => Kind::Text,
        TokenKind::LParen => Kind::Open(Bracket::Paren),
        TokenKind::RParen => Kind::Close(Bracket::Paren),
        TokenKind::LBracket => Kind::Open(Bracket::Square),
        TokenKind::RBracket => Kind::Close(Bracket::Square),
        TokenKind::LBrace => Kind::Open(Bracket::Brace),
        TokenKind::RBrace => Kind::Close(Bracket::Brace),
        TokenKind::Semicolon => Kind::Semicolon,
        TokenKind::Comma => Kind::Comma,
        TokenKind::Colon => Kind::Colon,
        TokenKind::ColonColon => Kind::Scope,
        TokenKind::Dot | TokenKind::Arrow => Kind::Dot,
        TokenKind::Question => Kind::Question,
        TokenKind::Eq
        | TokenKind::PlusEq
        | TokenKind::MinusEq
        | TokenKind::StarEq
        | TokenKind::SlashEq
        | TokenKind::PercentEq
        | TokenKind::AmpEq
        | TokenKind::PipeEq
        | TokenKind::CaretEq
        | TokenKind::ShlEq => Kind::Assign,
        TokenKind::PipePipe => Kind::Binary(1),
        TokenKind::AmpAmp => Kind::Binary(2),
        TokenKind::Pipe => Kind::Binary(3),
        TokenKind::Caret => Kind::Binary(4),
        TokenKind::Amp => Kind::Either(5),
        TokenKind::EqEq | TokenKind::NotEq => Kind::Binary(6),
        TokenKind::Le => Kind::Binary(7),
        TokenKind::Shl => Kind::Binary(8),
        TokenKind::Plus | TokenKind::Minus => Kind::Either(9),
        TokenKind::Star => Kind::Either(10),
        TokenKind::Slash | TokenKind::Percent => Kind::Binary(10),
        TokenKind::Lt => Kind::Less,
        TokenKind::Gt => Kind::Greater,
        TokenKind::Not | TokenKind::Tilde => Kind::Prefix,
        TokenKind::PlusPlus | TokenKind::MinusMinus => Kind::Step,
        TokenKind::Hash => Kind::Hash,
        TokenKind::Ellipsis
        | TokenKind::HashHash
        | TokenKind::PackRowMajor
        | TokenKind::PackColumnMajor
        | TokenKind::Unterminated
        | TokenKind::UnterminatedComment
        | TokenKind::Unknown
        | TokenKind::Eof => Kind::Odd,
    }
}
