//! One file as it is written: its tokens, comments and directives in their order; only white space is between them.
//!
//! For tools that work on text, such as a formatter. Owns where pieces begin and end in the original text, joined lines
//! included. Must not know what macros and conditions mean: groups that a compilation skips have their pieces, too.

use crate::lexer::{self, Until};
use crate::scan;
use crate::token::{Token, TokenKind};
use crate::words;
use base::intern::Interner;
use base::source::{SourceFile, SourceMap, SourceTooLarge};

/// A piece of a file, by its offsets in the original text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The kind.
    pub kind: PieceKind,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A token outside of directives.
    Token(TokenKind),
    /// A comment to the end of its line, without white space at its end.
    LineComment,
    /// A comment with an end of its own.
    BlockComment,
    /// A whole directive with its comments, over several lines if they are joined.
    Directive(Directive),
}

/// The kinds of directives, as far as they make groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `#if` and similar ones.
    If,
    /// `#else`, `#elif` and similar ones.
    Else,
    /// `#endif`.
    End,
    /// Any other.
    Other,
}

/// Reads a file.
///
/// # Errors
/// When it is too long for the compiler's positions.
pub fn pieces(text: &str) -> Result<Vec<Piece>, SourceTooLarge> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("", text, None)?;
    let file = sources.file(file);
    let mut reader = Reader {
        file,
        text: file.text(),
        names: words::new_interner_for(text.len()),
        end: 0,
        pieces: Vec::with_capacity(text.len() / 5),
    };
    reader.read();
    Ok(reader.pieces)
}

/// Returns whether a declaration is the first of its line, by the text before its name: a comment above the line is about
/// that one alone.
pub fn is_first_of_line(before: &str) -> bool {
    let mut depth = 0;
    for byte in before.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0
}

struct Reader<'a> {
    file: &'a SourceFile,
    /// The text with continued lines joined.
    text: &'a str,
    names: Interner,
    /// The offset after the last piece, in the joined text.
    end: usize,
    pieces: Vec<Piece>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let (mut tokens, mut from) = (Vec::new(), 0);
        loop {
            tokens.clear();
            let stop = lexer::scan(self.text, from, Until::Directive, 0, &mut self.names, &mut tokens);
            for token in &tokens {
                self.gap(token.span.lo as usize);
                self.push(PieceKind::Token(token.kind), token.span.lo as usize, token.span.hi as usize);
            }
            if stop == self.text.len() {
                return self.gap(stop);
            }
            from = if self.text.as_bytes()[stop] == b'#' { self.directive(stop, &mut tokens) } else { stop };
        }
    }

    /// Takes the directive whose `#` is at `hash`. Returns the offset of the next line's first token.
    fn directive(&mut self, hash: usize, tokens: &mut Vec<Token>) -> usize {
        self.gap(hash);
        tokens.clear();
        let next = lexer::scan(self.text, hash + 1, Until::Line, 0, &mut self.names, tokens);
        let name = tokens.first().map_or("", |token| self.names.resolve(token.symbol));
        let kind = match name {
            "if" | "ifdef" | "ifndef" => Directive::If,
            "else" | "elif" | "elifdef" | "elifndef" => Directive::Else,
            "endif" => Directive::End,
            _ => Directive::Other,
        };
        let code = tokens.last().map_or(hash + 1, |token| token.span.hi as usize);
        let end = self.with_comments(code, next);
        self.push(PieceKind::Directive(kind), hash, end);
        next
    }

    /// The end of the comments that begin on the line at `end`.
    fn with_comments(&self, mut end: usize, limit: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = end;
        while at < limit {
            match bytes[at] {
                b'\n' => break,
                b'/' => {
                    (_, end) = comment(self.text, at);
                    at = end;
                }
                _ => at += 1,
            }
        }
        end
    }

    /// Takes the comments between the last piece and an offset.
    fn gap(&mut self, to: usize) {
        let bytes = self.text.as_bytes();
        let mut at = self.end;
        while at < to {
            if bytes[at] != b'/' {
                at += 1;
                continue;
            }
            let (kind, end) = comment(self.text, at);
            self.push(kind, at, end);
            at = end;
        }
    }

    fn push(&mut self, kind: PieceKind, start: usize, end: usize) {
        // A literal without an end has the rest of its line.
        let end = start + self.text[start..end].trim_end_matches('\r').len();
        self.end = end;
        let original = |offset: usize| self.file.original_offset(offset as u32);
        self.pieces.push(Piece { kind, start: original(start), end: original(end - 1) + 1 });
    }
}

/// The kind and the end of the comment at an offset; it is known to be one.
fn comment(text: &str, at: usize) -> (PieceKind, usize) {
    let inside = &text.as_bytes()[at + 2..];
    if text.as_bytes()[at + 1] == b'*' {
        return (PieceKind::BlockComment, scan::after_comment(inside).map_or(text.len(), |length| at + 2 + length));
    }
    let end = scan::line_end(inside).map_or(text.len(), |length| at + 2 + length);
    let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\x0b' | '\x0c');
    (PieceKind::LineComment, at + text[at..end].trim_end_matches(blank).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(PieceKind, &str)> {
        let all = pieces(text).expect("a short text");
        all.iter().map(|piece| (piece.kind, &text[piece.start as usize..piece.end as usize])).collect()
    }

    #[test]
    fn comments_and_directives_are_pieces() {
        let text = "\u{feff}int a; // one \r\n  /* two\n */ # if A /* x\n y */ > 1 // z\n#endif\nb";
        use PieceKind::{BlockComment, LineComment, Token};
        assert_eq!(
            read(text),
            [
                (Token(TokenKind::Ident), "int"),
                (Token(TokenKind::Ident), "a"),
                (Token(TokenKind::Semicolon), ";"),
                (LineComment, "// one"),
                (BlockComment, "/* two\n */"),
                (PieceKind::Directive(Directive::If), "# if A /* x\n y */ > 1 // z"),
                (PieceKind::Directive(Directive::End), "#endif"),
                (Token(TokenKind::Ident), "b"),
            ]
        );
    }

    #[test]
    fn comments_above_a_line_are_about_its_first_declaration() {
        for (before, expected) in [
            ("struct ", true),
            ("struct S { float ", false),
            ("struct S { float a; float ", false),
            ("struct S { float a; } ", true),
            ("[[vk::binding(0, 1)]] Texture2D<float4> ", true),
            ("float f(float ", false),
            ("float a; float ", false),
            ("float a, ", true),
        ] {
            assert_eq!(is_first_of_line(before), expected, "{before}");
        }
    }

    #[test]
    fn joined_lines_are_in_their_pieces() {
        let text = "#define A \\\n  1\nin\\\nt x; // to \\\n here\ny \\\n z";
        use PieceKind::{LineComment, Token};
        assert_eq!(
            read(text),
            [
                (PieceKind::Directive(Directive::Other), "#define A \\\n  1"),
                (Token(TokenKind::Ident), "in\\\nt"),
                (Token(TokenKind::Ident), "x"),
                (Token(TokenKind::Semicolon), ";"),
                (LineComment, "// to \\\n here"),
                (Token(TokenKind::Ident), "y"),
                (Token(TokenKind::Ident), "z"),
            ]
        );
    }
}
