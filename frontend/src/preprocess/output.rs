//! Tokens back to text (`-P`), with `#line` markers, so that lexing the text gives the same tokens.

use super::builtin::quoted;
use crate::token::{Token, TokenFlags, TokenKind};
use base::source::SourceMap;

/// The limit of consecutive blank lines; for more, a marker is shorter.
const MAX_BLANK_LINES: u32 = 8;

/// Prints preprocessed tokens; `main` is the name that the first line gives.
pub fn print_preprocessed(tokens: &[Token], sources: &SourceMap, main: &str) -> String {
    let mut printer =
        Printer { text: format!("#line 1 {}\n", quoted(main)), file: main.to_owned(), line: 1, previous: None };
    for token in tokens.iter().filter(|token| token.kind != TokenKind::Eof) {
        printer.token(*token, sources);
    }
    printer.end_line();
    printer.text
}

struct Printer {
    text: String,
    /// The place to which the next text belongs.
    file: String,
    line: u32,
    /// The last token of the current line.
    previous: Option<Token>,
}

impl Printer {
    fn token(&mut self, token: Token, sources: &SourceMap) {
        if let TokenKind::PackRowMajor | TokenKind::PackColumnMajor = token.kind {
            self.move_to(token, sources);
            let order = if token.kind == TokenKind::PackRowMajor { "row_major" } else { "column_major" };
            self.text.push_str(&format!("#pragma pack_matrix({order})"));
            self.previous = Some(token);
            return self.end_line();
        }
        if token.flags.has(TokenFlags::LINE_START) {
            self.move_to(token, sources);
        }
        if self.previous.is_some_and(|previous| needs_space(previous, token)) {
            self.text.push(' ');
        }
        self.text.push_str(sources.text(token.span));
        self.previous = Some(token);
    }

    /// Moves to the line of a token.
    fn move_to(&mut self, token: Token, sources: &SourceMap) {
        let Some(place) = sources.location(token.span) else { return };
        self.end_line();
        let ahead = place.line.checked_sub(self.line).filter(|_| place.file == self.file);
        match ahead {
            Some(lines) if lines <= MAX_BLANK_LINES => self.text.extend((0..lines).map(|_| '\n')),
            _ => self.text.push_str(&format!("#line {} {}\n", place.line, quoted(&place.file))),
        }
        self.line = place.line;
        self.file = place.file;
    }

    fn end_line(&mut self) {
        if self.previous.take().is_some() {
            self.text.push('\n');
            self.line += 1;
        }
    }
}

/// Returns whether two tokens have to be kept apart.
fn needs_space(previous: Token, next: Token) -> bool {
    if next.flags.has(TokenFlags::SPACE_BEFORE) {
        return true;
    }
    !previous.flags.has(TokenFlags::JOINT) && !stands_alone(previous.kind) && !stands_alone(next.kind)
}

/// Returns whether a kind is never part of a longer token.
fn stands_alone(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LParen
            | TokenKind::RParen
            | TokenKind::LBracket
            | TokenKind::RBracket
            | TokenKind::LBrace
            | TokenKind::RBrace
            | TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::Question
            | TokenKind::Tilde
    )
}
