//! The words of one instruction: the only code that knows their encoding.

use spirv::{Op, Word};

/// The most words that an instruction can have.
pub(crate) const MAX_WORDS: usize = 0xFFFF;

/// Writes one instruction; [`InstBuilder::finish`] closes it.
#[must_use = "an instruction that is not finished has no length"]
pub(crate) struct InstBuilder<'a> {
    words: &'a mut Vec<Word>,
    start: usize,
    op: Op,
}

impl<'a> InstBuilder<'a> {
    /// Opens an instruction.
    #[inline]
    pub(crate) fn new(words: &'a mut Vec<Word>, op: Op) -> Self {
        let start = words.len();
        words.push(op as u32);
        InstBuilder { words, start, op }
    }

    /// An id, literal or enumerant.
    #[inline]
    pub(crate) fn word(self, word: Word) -> Self {
        self.words.push(word);
        self
    }

    /// Several of them.
    #[inline]
    pub(crate) fn words(self, words: &[Word]) -> Self {
        self.words.extend_from_slice(words);
        self
    }

    /// A string: UTF-8, ended by a zero byte and padded to a whole word. A string ends at its first zero byte.
    pub(crate) fn string(self, text: &str) -> Self {
        let bytes = text.split('\0').next().unwrap_or_default().as_bytes();
        for chunk in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.words.push(u32::from_le_bytes(word));
        }
        if bytes.len().is_multiple_of(4) {
            self.words.push(0);
        }
        self
    }

    /// Closes the instruction. One that is too long for its length field is taken back, which the result says.
    #[inline]
    pub(crate) fn finish(self) -> Result<(), TooLong> {
        let count = self.words.len() - self.start;
        if count > MAX_WORDS {
            self.words.truncate(self.start);
            return Err(TooLong);
        }
        self.words[self.start] = (count as u32) << 16 | self.op as u32;
        Ok(())
    }
}

/// An instruction has more words than its length field can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// The instructions in a run of words: opcode number, position of the first word and all words.
pub(crate) fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, usize, &[u32])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = *words.get(at)?;
        let count = (first >> 16) as usize;
        let start = at;
        at += count;
        Some((first as u16, start, &words[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_padded_and_ended() {
        let mut words = Vec::new();
        InstBuilder::new(&mut words, Op::Name).word(7).string("abcd").finish().unwrap();
        assert_eq!(words, [4 << 16 | Op::Name as u32, 7, u32::from_le_bytes(*b"abcd"), 0]);
    }

    #[test]
    fn an_instruction_that_is_too_long_leaves_nothing() {
        let mut words = vec![1];
        let result = InstBuilder::new(&mut words, Op::TypeStruct).words(&vec![1; MAX_WORDS]).finish();
        assert_eq!(result, Err(TooLong));
        assert_eq!(words, [1]);
    }

    #[test]
    fn instructions_are_found_again() {
        let mut words = Vec::new();
        InstBuilder::new(&mut words, Op::Return).finish().unwrap();
        InstBuilder::new(&mut words, Op::Branch).word(3).finish().unwrap();
        let found: Vec<_> = instructions(&words).map(|(op, at, words)| (op, at, words.len())).collect();
        assert_eq!(found, [(Op::Return as u16, 0, 1), (Op::Branch as u16, 1, 2)]);
    }
}
