//! Tokens: made by the lexer, rewritten by the preprocessor and read by the classifier.

use base::intern::Symbol;
use base::source::Span;

/// A token of 16 bytes; its text is found through its span, an identifier's and a number's also through its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The context.
    pub flags: TokenFlags,
    /// The text of [`TokenKind::Ident`] and [`TokenKind::Number`]. Otherwise [`Symbol::EMPTY`].
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

impl Token {
    /// The token at a place that has moved by a distance within its region.
    #[must_use]
    #[inline]
    pub(crate) fn moved(mut self, by: u32) -> Self {
        self.move_by(by);
        self
    }

    /// Moves it by a distance within its region. Many are copied first, as bytes, and then moved.
    #[inline]
    pub(crate) fn move_by(&mut self, by: u32) {
        self.span.lo = self.span.lo.wrapping_add(by);
        self.span.hi = self.span.hi.wrapping_add(by);
    }
}

/// The context of a token, as flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TokenFlags(u8);

impl TokenFlags {
    /// Nothing special.
    pub const NONE: TokenFlags = TokenFlags(0);
    /// White space or a comment precedes the token.
    pub const SPACE_BEFORE: TokenFlags = TokenFlags(1);
    /// The token is the first one of its line.
    pub const LINE_START: TokenFlags = TokenFlags(2);
    /// The next token follows without a gap; the classifier joins `>` `>` by it.
    pub const JOINT: TokenFlags = TokenFlags(4);
    /// The name of a macro whose expansion is in progress: it is never expanded again.
    pub const NO_EXPAND: TokenFlags = TokenFlags(8);

    /// The flags about what precedes a token.
    pub const BEFORE: TokenFlags = TokenFlags::SPACE_BEFORE.with(TokenFlags::LINE_START);

    /// Both sets.
    #[must_use]
    #[inline]
    pub const fn with(self, other: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 | other.0)
    }

    /// These flags but for `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 & !other.0)
    }

    /// The intersection with `other`.
    #[must_use]
    #[inline]
    pub const fn within(self, other: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 & other.0)
    }

    /// The flags as a number.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether all of `other` are set.
    #[inline]
    pub const fn has(self, other: TokenFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The kinds of tokens. Malformed input is a kind too, so that lexing cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// A name or keyword, which the classifier distinguishes.
    Ident,
    /// A preprocessing number: anything that starts like a number. Its value is read by `literal`.
    Number,
    /// A string literal, quotes included.
    Str,
    /// A character literal, quotes included.
    Char,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    /// `.`
    Dot,
    /// `...`
    Ellipsis,
    /// `?`
    Question,
    /// `=`
    Eq,
    /// `+=`
    PlusEq,
    /// `-=`
    MinusEq,
    /// `*=`
    StarEq,
    /// `/=`
    SlashEq,
    /// `%=`
    PercentEq,
    /// `&=`
    AmpEq,
    /// `|=`
    PipeEq,
    /// `^=`
    CaretEq,
    /// `<<=`
    ShlEq,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `&`
    Amp,
    /// `|`
    Pipe,
    /// `^`
    Caret,
    /// `<<`
    Shl,
    /// `<`
    Lt,
    /// `>`; always single, so that `>>`, `>=` and `>>=` are joined by the classifier where they are operators
    Gt,
    /// `<=`
    Le,
    /// `==`
    EqEq,
    /// `!=`
    NotEq,
    /// `&&`
    AmpAmp,
    /// `||`
    PipePipe,
    /// `!`
    Not,
    /// `~`
    Tilde,
    /// `++`
    PlusPlus,
    /// `--`
    MinusMinus,
    /// `->`, which HLSL does not have
    Arrow,
    /// `#`
    Hash,
    /// `##`
    HashHash,
    /// The place of `#pragma pack_matrix(row_major)`
    PackRowMajor,
    /// The place of `#pragma pack_matrix(column_major)`
    PackColumnMajor,
    /// A string or character literal that does not end on its line.
    Unterminated,
    /// A `/*` comment that does not end.
    UnterminatedComment,
    /// A byte that starts no token.
    Unknown,
    /// The end of the input.
    Eof,
}

impl TokenKind {
    /// Returns whether a kind is malformed input, which is reported when it reaches the output.
    #[inline]
    pub(crate) fn is_malformed(self) -> bool {
        matches!(self, TokenKind::Unknown | TokenKind::Unterminated | TokenKind::UnterminatedComment)
    }

    /// Returns whether tokens of this kind have their text as a symbol.
    #[inline]
    pub(crate) fn has_symbol(self) -> bool {
        matches!(self, TokenKind::Ident | TokenKind::Number)
    }
}

/// The index of the bracket that closes the one at `open`.
pub(crate) fn closing_bracket(tokens: &[Token], open: usize, left: TokenKind, right: TokenKind) -> Option<usize> {
    let mut depth = 0_usize;
    (open..tokens.len()).find(|&index| {
        let kind = tokens[index].kind;
        depth += usize::from(kind == left);
        if kind == right {
            depth = depth.saturating_sub(1);
            return depth == 0;
        }
        false
    })
}
