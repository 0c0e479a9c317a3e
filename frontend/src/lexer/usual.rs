//! The most common tokens: names, usual numbers, brackets, separators, and operators of one character. Their first byte, and for operators the
//! next one, determine them; all others are left to the automaton of logos.

use crate::token::TokenKind;

/// The token that starts with a byte, as far as the byte determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// White space within a line.
    Blank,
    LineEnd,
    /// The first byte of a name.
    Name,
    /// The first byte of a number.
    Digit,
    /// A token of one byte, whatever follows.
    Alone(TokenKind),
    /// A token of one byte, unless another of these or a digit follows.
    Operator(TokenKind),
    /// The automaton decides.
    Other,
}

const fn first_of(byte: u8) -> First {
    match byte {
        b' ' | b'\t' | b'\r' | 0x0b | 0x0c => First::Blank,
        b'\n' => First::LineEnd,
        b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' => First::Name,
        b'0'..=b'9' => First::Digit,
        b'(' => First::Alone(TokenKind::LParen),
        b')' => First::Alone(TokenKind::RParen),
        b'[' => First::Alone(TokenKind::LBracket),
        b']' => First::Alone(TokenKind::RBracket),
        b'{' => First::Alone(TokenKind::LBrace),
        b'}' => First::Alone(TokenKind::RBrace),
        b';' => First::Alone(TokenKind::Semicolon),
        b',' => First::Alone(TokenKind::Comma),
        b'?' => First::Alone(TokenKind::Question),
        b'~' => First::Alone(TokenKind::Tilde),
        b'>' => First::Alone(TokenKind::Gt),
        b':' => First::Operator(TokenKind::Colon),
        b'.' => First::Operator(TokenKind::Dot),
        b'=' => First::Operator(TokenKind::Eq),
        b'+' => First::Operator(TokenKind::Plus),
        b'-' => First::Operator(TokenKind::Minus),
        b'*' => First::Operator(TokenKind::Star),
        b'/' => First::Operator(TokenKind::Slash),
        b'%' => First::Operator(TokenKind::Percent),
        b'&' => First::Operator(TokenKind::Amp),
        b'|' => First::Operator(TokenKind::Pipe),
        b'^' => First::Operator(TokenKind::Caret),
        b'<' => First::Operator(TokenKind::Lt),
        b'!' => First::Operator(TokenKind::Not),
        b'#' => First::Operator(TokenKind::Hash),
        _ => First::Other,
    }
}

/// Returns whether a byte may be the second one of a longer token than an operator of one byte.
const fn continues(byte: u8) -> bool {
    matches!(first_of(byte), First::Operator(_) | First::Digit) || byte == b'>'
}

const fn is_in_name(byte: u8) -> bool {
    matches!(first_of(byte), First::Name | First::Digit)
}

static FIRST: [First; 256] = {
    let mut table = [First::Other; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = first_of(byte as u8);
        byte += 1;
    }
    table
};

static CONTINUES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = continues(byte as u8);
        byte += 1;
    }
    table
};

static IS_IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = is_in_name(byte as u8);
        byte += 1;
    }
    table
};

/// The token that starts with this byte, as far as the byte determines it.
#[inline]
pub(super) fn first(byte: u8) -> First {
    FIRST[byte as usize]
}

/// Returns whether the token before a byte, an operator, may be longer than one byte.
#[inline]
pub(super) fn may_continue(byte: Option<&u8>) -> bool {
    byte.is_some_and(|&byte| CONTINUES[byte as usize])
}

/// The end of the spaces at `at`, of which there may be none.
#[inline]
pub(super) fn after_spaces(text: &[u8], mut at: usize) -> usize {
    while let Some(&b' ') = text.get(at) {
        at += 1;
    }
    at
}

/// The end of the name that goes on at `at`.
#[inline]
pub(super) fn name_end(text: &[u8], mut at: usize) -> usize {
    const TOGETHER: usize = 8;
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<TOGETHER>()) {
        for (index, &byte) in chunk.iter().enumerate() {
            if !IS_IN_NAME[byte as usize] {
                return at + index;
            }
        }
        at += TOGETHER;
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| IS_IN_NAME[byte as usize]).count()
}
