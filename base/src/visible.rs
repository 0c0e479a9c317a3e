//! Untrusted text in messages: sources, names in modules, job files and output of shaders may contain control
//! characters that command a terminal.

use std::borrow::Cow;

/// The replacement of control characters.
const STAND_IN: char = char::REPLACEMENT_CHARACTER;

/// The first of the private-use characters that encode bytes of file names that are not an UTF-8.
const FIRST_BYTE: u32 = 0x10_FF00;

/// The character that encodes such a byte.
pub fn stand_in(byte: u8) -> char {
    char::from_u32(FIRST_BYTE + u32::from(byte)).unwrap_or(STAND_IN)
}

/// The byte that a character encodes.
pub fn byte(character: char) -> Option<u8> {
    u32::from(character).checked_sub(FIRST_BYTE).and_then(|byte| u8::try_from(byte).ok()).filter(|byte| *byte >= 0x80)
}

/// The character for display: without control characters and encoded bytes.
pub fn character(character: char) -> char {
    if character.is_control() || byte(character).is_some() { STAND_IN } else { character }
}

/// The text for display: line ends and tabs are the only control characters that remain.
pub fn text(text: &str) -> Cow<'_, str> {
    let stays = |one: char| matches!(one, '\n' | '\t') || character(one) == one;
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
