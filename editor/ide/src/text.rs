//! Lines and columns of a text, in the units that a client counts in.
//!
//! Offsets are bytes of UTF-8 everywhere else in this crate.

use std::ops::Range;

/// A range of offsets in a text.
pub type TextRange = Range<u32>;

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which clients that name none count in.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    fn width(self, character: char) -> u32 {
        match self {
            Encoding::Utf8 => character.len_utf8() as u32,
            Encoding::Utf16 => character.len_utf16() as u32,
            Encoding::Utf32 => 1,
        }
    }

    /// The units of this many characters, some of which are pairs in UTF-16, that take these bytes.
    fn units(self, bytes: u32, counts: Counts) -> u32 {
        match self {
            Encoding::Utf8 => bytes,
            Encoding::Utf16 => counts.characters + counts.pairs,
            Encoding::Utf32 => counts.characters,
        }
    }
}

/// Characters, and those of them that are pairs in UTF-16.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    characters: u32,
    pairs: u32,
}

impl Counts {
    /// These with the characters that begin in some bytes.
    fn with(self, bytes: &[u8]) -> Self {
        let begins = bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32;
        let pairs = bytes.iter().filter(|byte| **byte >= 0xF0).count() as u32;
        Counts { characters: self.characters + begins, pairs: self.pairs + pairs }
    }
}

/// A place in a text, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in units of an [`Encoding`].
    pub column: u32,
}

/// The starts of a text's lines, which end at `\n`, `\r\n` or a lone `\r`, and what is needed to find columns, however long
/// a line is.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The characters before each block of the text.
    blocks: Vec<Counts>,
}

/// The size of a block, in bytes.
const BLOCK: usize = 256;

impl LineIndex {
    /// The lines of a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let ends = (0..bytes.len()).filter(|&at| is_end(at));
        let starts = std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect();
        let mut blocks = vec![Counts::default()];
        blocks.extend(bytes.chunks(BLOCK).scan(Counts::default(), |before, block| {
            *before = before.with(block);
            Some(*before)
        }));
        LineIndex { starts, blocks }
    }

    /// The number of lines.
    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The offset of the first byte of a line; that of the last line for lines beyond.
    pub fn start(&self, line: u32) -> u32 {
        self.starts[(line as usize).min(self.starts.len() - 1)]
    }

    /// The line of an offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32 - 1
    }

    /// The place of an offset in the text that this index was made of.
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let offset = floor(text, offset);
        let line = self.line(offset);
        let column = self.units(text, offset, encoding) - self.units(text, self.start(line), encoding);
        Position { line, column }
    }

    /// The units of a text before an offset.
    fn units(&self, text: &str, offset: u32, encoding: Encoding) -> u32 {
        let block = offset as usize / BLOCK;
        encoding.units(offset, self.blocks[block].with(&text.as_bytes()[block * BLOCK..offset as usize]))
    }

    /// The offset of a place; columns beyond a line's end are at its end, and lines beyond the text at the text's.
    pub fn offset(&self, text: &str, place: Position, encoding: Encoding) -> u32 {
        if place.line >= self.count() {
            return text.len() as u32;
        }
        let start = self.start(place.line);
        let next = if place.line + 1 < self.count() { self.start(place.line + 1) } else { text.len() as u32 };
        let line = text[start as usize..next as usize].trim_end_matches(['\n', '\r']);
        let end = start + line.len() as u32;
        let mut units = self.units(text, start, encoding);
        let wanted = units.saturating_add(place.column);
        let mut at = start;
        // The last block within the line that begins before the place.
        let near = floor(text, (self.block_before(wanted, encoding) * BLOCK) as u32).min(end);
        if near > start {
            at = near;
            units = self.units(text, at, encoding);
        }
        for character in text[at as usize..end as usize].chars() {
            units += encoding.width(character);
            if units > wanted {
                break;
            }
            at += character.len_utf8() as u32;
        }
        at
    }

    /// The last block before which there are no more than this many units.
    fn block_before(&self, wanted: u32, encoding: Encoding) -> usize {
        let begin = |at: usize| encoding.units((at * BLOCK) as u32, self.blocks[at]);
        let (mut low, mut high) = (0, self.blocks.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if begin(middle) <= wanted { low = middle + 1 } else { high = middle }
        }
        low.saturating_sub(1)
    }
}

/// The nearest offset from here backwards at which a character begins.
pub(crate) fn floor(text: &str, offset: u32) -> u32 {
    let mut at = (offset as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at as u32
}

/// A text without the byte-order mark that a file may begin with.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The name at an offset, or the one that ends there.
pub fn word_at(text: &str, offset: u32) -> TextRange {
    let at = floor(text, offset) as usize;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let before = text.as_bytes()[..at].iter().rev().take_while(|byte| is_part(**byte)).count();
    let after = text.as_bytes()[at..].iter().take_while(|byte| is_part(**byte)).count();
    (at - before) as u32..(at + after) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_in_the_units_of_the_client() {
        let text = "a\u{e9}\u{1f600}b\r\nc\rd\n";
        let index = LineIndex::new(text);
        let b = text.find('b').expect("it is there") as u32;
        for (encoding, column) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)] {
            let place = index.position(text, b, encoding);
            assert_eq!(place, Position { line: 0, column });
            assert_eq!(index.offset(text, place, encoding), b);
        }
        assert_eq!(index.count(), 4);
        assert_eq!(index.position(text, text.find('d').expect("it is there") as u32, Encoding::Utf16).line, 2);
    }

    /// Every place of lines that are longer than a block, and end in the middle of one.
    #[test]
    fn columns_of_long_lines_are_those_of_short_ones() {
        let text =
            ["a\u{e9}\u{1f600}b".repeat(200), "c".repeat(300), String::new(), "\u{1f600}".repeat(70)].join("\r\n");
        let index = LineIndex::new(&text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let (mut line, mut column) = (0, 0);
            for (at, character) in text.char_indices() {
                let place = Position { line, column };
                assert_eq!(index.position(&text, at as u32, encoding), place, "{at}");
                if character != '\n' {
                    assert_eq!(index.offset(&text, place, encoding), at as u32, "{place:?}");
                }
                column += encoding.width(character);
                if character == '\n' {
                    (line, column) = (line + 1, 0);
                }
            }
            let beyond = Position { line: 0, column: u32::MAX };
            assert_eq!(index.offset(&text, beyond, encoding), text.find('\r').expect("it is there") as u32);
        }
    }

    #[test]
    fn places_outside_of_the_text_are_at_its_ends() {
        let text = "ab\ncd";
        let index = LineIndex::new(text);
        assert_eq!(index.offset(text, Position { line: 0, column: 90 }, Encoding::Utf16), 2);
        assert_eq!(index.offset(text, Position { line: 9, column: 0 }, Encoding::Utf16), 5);
        assert_eq!(index.position(text, 99, Encoding::Utf8), Position { line: 1, column: 2 });
    }

    #[test]
    fn a_word_is_found_from_both_of_its_ends() {
        assert_eq!(word_at("a.bc_1+", 2), 2..6);
        assert_eq!(word_at("a.bc_1+", 6), 2..6);
        assert_eq!(word_at("a. +", 2), 2..2);
    }
}
