//! Text of others where people read it: sources, names in modules, job files and what shaders print may hold characters
//! that give orders to a terminal.

use std::borrow::Cow;

/// What stands for a character that would not be seen, but done.
const STAND_IN: char = char::REPLACEMENT_CHARACTER;

/// The character as it is shown: none that controls a terminal.
pub fn character(character: char) -> char {
    if character.is_control() { STAND_IN } else { character }
}

/// The text as it is shown: ends of lines and tabs are the only control characters that are left.
pub fn text(text: &str) -> Cow<'_, str> {
    let stays = |one: char| matches!(one, '\n' | '\t') || !one.is_control();
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|one| if stays(one) { one } else { STAND_IN }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gives_orders_to_a_terminal() {
        assert_eq!(text("a\u{1b}[31m\u{9b}2J\r\tb\nc"), "a\u{fffd}[31m\u{fffd}2J\u{fffd}\tb\nc");
        assert!(matches!(text("plain\n\täöü"), Cow::Borrowed(_)));
        assert_eq!((character('\u{7}'), character('\t'), character('x')), (STAND_IN, STAND_IN, 'x'));
    }
}
