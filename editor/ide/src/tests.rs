//! The tests of a file as it is written, in groups that `#if` skips too.

use crate::source::Source;
use crate::text::TextRange;
use frontend::surface::PieceKind;
use frontend::token::TokenKind;

/// The attributes of tests between two brackets.
const DOUBLE: [&str; 2] = ["test", "property"];
/// The one between single brackets.
const SINGLE: &str = "Test";

/// A token with its text.
#[derive(Clone, Copy)]
struct Word<'s> {
    kind: TokenKind,
    text: &'s str,
    start: u32,
}

/// The names of the functions of a text that are tests, with their places.
pub fn tests(source: &Source) -> Vec<(String, TextRange)> {
    let words: Vec<Word<'_>> = source
        .pieces
        .iter()
        .filter_map(|piece| match piece.kind {
            PieceKind::Token(kind) => Some(Word { kind, text: source.piece_text(piece), start: piece.start }),
            _ => None,
        })
        .collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let Some(name) = is_mark(&words[at..]).then(|| function_name(&words[at..])).flatten() else {
            at += 1;
            continue;
        };
        let name = at + name;
        let Word { text, start, .. } = words[name];
        found.push((text.to_owned(), start..start + text.len() as u32));
        at = name;
    }
    found
}

/// Returns whether an attribute begins here that makes a test.
fn is_mark(words: &[Word<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    match (word(0), word(1)) {
        ("[", "[") => DOUBLE.contains(&word(2)),
        ("[", name) => name == SINGLE && matches!(word(2), "]" | "("),
        _ => false,
    }
}

/// The index of the name of the function whose attributes begin here.
fn function_name(words: &[Word<'_>]) -> Option<usize> {
    let mut brackets = 0usize;
    for (at, word) in words.iter().enumerate() {
        match word.kind {
            TokenKind::LBracket => brackets += 1,
            TokenKind::RBracket => brackets = brackets.checked_sub(1)?,
            TokenKind::LParen if brackets == 0 => {
                return at.checked_sub(1).filter(|name| words[*name].kind == TokenKind::Ident);
            }
            TokenKind::Semicolon | TokenKind::LBrace if brackets == 0 => return None,
            _ => {}
        }
    }
    None
}
