//! The words of one instruction: the only code that knows their encoding.

use super::consumer::WordConsumer;
use spirv::{Op, Word};
use std::fmt;

/// The most words that an instruction can have.
pub(crate) const MAX_WORDS: usize = 0xFFFF;

/// Writes one instruction to a [`WordConsumer`]; [`InstBuilder::finish`] closes it.
///
/// It encodes and checks nothing but the length: operands are what the specification lists for the instruction, with the
/// result type and the result id in front.
///
/// ```
/// use hlsl2spirv_codegen::{InstBuilder, SpirvContext};
/// use spirv::Op;
///
/// let (mut words, mut context) = (Vec::new(), SpirvContext::new());
/// let void = context.fresh_id();
/// InstBuilder::new(&mut words, Op::TypeVoid).word(void).finish()?;
/// InstBuilder::new(&mut words, Op::Name).word(void).string("void").finish()?;
/// assert_eq!(words.len(), 2 + 4);
/// # Ok::<(), hlsl2spirv_codegen::TooLong>(())
/// ```
#[must_use = "an instruction that is not finished has no length"]
pub struct InstBuilder<'a, C: WordConsumer + ?Sized = Vec<Word>> {
    consumer: &'a mut C,
    /// The instruction, where the consumer has no vector for it.
    apart: Vec<Word>,
    start: usize,
    op: Op,
}

impl<'a, C: WordConsumer + ?Sized> InstBuilder<'a, C> {
    /// Opens an instruction.
    #[inline]
    pub fn new(consumer: &'a mut C, op: Op) -> Self {
        let mut inst = InstBuilder { consumer, apart: Vec::new(), start: 0, op };
        let words = inst.encoded();
        let start = words.len();
        words.push(op as u32);
        inst.start = start;
        inst
    }

    /// The words that end in those of the instruction.
    #[inline]
    fn encoded(&mut self) -> &mut Vec<Word> {
        self.consumer.vector().unwrap_or(&mut self.apart)
    }

    /// An id, literal or enumerant.
    #[inline]
    pub fn word(mut self, word: Word) -> Self {
        self.encoded().push(word);
        self
    }

    /// Several of them.
    #[inline]
    pub fn words(mut self, words: &[Word]) -> Self {
        self.encoded().extend_from_slice(words);
        self
    }

    /// A string: UTF-8, ended by a zero byte and padded to a whole word. A string ends at its first zero byte.
    pub fn string(mut self, text: &str) -> Self {
        let end = base::search::first(0, text.as_bytes()).unwrap_or(text.len());
        let (whole, rest) = text.as_bytes()[..end].as_chunks();
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        let words = self.encoded();
        words.extend(whole.iter().map(|&word| u32::from_le_bytes(word)));
        words.push(u32::from_le_bytes(last));
        self
    }

    /// Closes the instruction, and hands it to the consumer.
    ///
    /// # Errors
    /// When it is too long for its length field. It is taken back then.
    #[inline]
    pub fn finish(mut self) -> Result<(), TooLong> {
        let (start, op) = (self.start, self.op);
        let words = self.encoded();
        let count = words.len() - start;
        if count > MAX_WORDS {
            words.truncate(start);
            return Err(TooLong);
        }
        words[start] = (count as u32) << 16 | op as u32;
        if self.consumer.vector().is_none() {
            self.consumer.consume(&self.apart);
        }
        Ok(())
    }
}

/// An instruction has more words than its length field can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an instruction has more than {MAX_WORDS} words")
    }
}

impl std::error::Error for TooLong {}

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
