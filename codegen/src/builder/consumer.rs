//! The consumers of generated words: what a module is written to.
//!
//! They take words in the order of the module and know nothing about instructions.

use spirv::Word;
use std::io::Write;

/// The consumer of generated words: a vector, a file, a count, a hash.
///
/// Words come in runs of whole instructions, in the order of the module.
pub trait WordConsumer {
    /// Takes the next words.
    fn consume(&mut self, words: &[Word]);

    /// Announces that at least this number of words follow.
    fn reserve(&mut self, words: usize) {
        let _ = words;
    }

    /// The vector in which instructions are encoded, if the consumer has one. Others get each instruction when it is
    /// finished.
    fn vector(&mut self) -> Option<&mut Vec<Word>> {
        None
    }
}

impl WordConsumer for Vec<Word> {
    #[inline]
    fn consume(&mut self, words: &[Word]) {
        self.extend_from_slice(words);
    }

    fn reserve(&mut self, words: usize) {
        self.reserve_exact(words);
    }

    #[inline]
    fn vector(&mut self) -> Option<&mut Vec<Word>> {
        Some(self)
    }
}

/// Counts words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordCounter {
    words: usize,
}

impl WordCounter {
    /// The number of words so far.
    pub fn count(&self) -> usize {
        self.words
    }
}

impl WordConsumer for WordCounter {
    fn consume(&mut self, words: &[Word]) {
        self.words += words.len();
    }
}

/// Hashes words: FNV-1a with 64 bits over the bytes of a little-endian module, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordHasher {
    state: u64,
}

impl WordHasher {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;

    /// The hash of the words so far.
    pub fn hash(&self) -> u64 {
        self.state
    }
}

impl Default for WordHasher {
    fn default() -> Self {
        WordHasher { state: Self::OFFSET }
    }
}

impl WordConsumer for WordHasher {
    fn consume(&mut self, words: &[Word]) {
        for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
            self.state = (self.state ^ u64::from(byte)).wrapping_mul(Self::PRIME);
        }
    }
}

/// Writes words as little-endian bytes: to a file, a socket, a buffer.
#[derive(Debug)]
pub struct WordWriter<W: Write> {
    output: W,
    result: std::io::Result<()>,
}

impl<W: Write> WordWriter<W> {
    /// A writer to `output`. Many small writes come: a file wants a buffer.
    pub fn new(output: W) -> Self {
        WordWriter { output, result: Ok(()) }
    }

    /// Flushes the output, and hands it back.
    ///
    /// # Errors
    /// The first error of the output, after which nothing was written.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.result?;
        self.output.flush()?;
        Ok(self.output)
    }
}

impl<W: Write> WordConsumer for WordWriter<W> {
    fn consume(&mut self, words: &[Word]) {
        for word in words {
            if self.result.is_ok() {
                self.result = self.output.write_all(&word.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::inst::{InstBuilder, MAX_WORDS, TooLong};
    use spirv::Op;

    fn write(consumer: &mut dyn WordConsumer) {
        InstBuilder::new(consumer, Op::Name).word(7).string("abcd").finish().unwrap();
        InstBuilder::new(consumer, Op::Return).finish().unwrap();
    }

    #[test]
    fn every_consumer_gets_the_same_words() {
        let mut words = Vec::new();
        write(&mut words);
        assert_eq!(words, [4 << 16 | Op::Name as u32, 7, u32::from_le_bytes(*b"abcd"), 0, 1 << 16 | Op::Return as u32]);
        let mut counter = WordCounter::default();
        write(&mut counter);
        assert_eq!(counter.count(), words.len());
        let mut writer = WordWriter::new(Vec::new());
        write(&mut writer);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(writer.finish().unwrap(), bytes);
        let (mut hasher, mut whole) = (WordHasher::default(), WordHasher::default());
        write(&mut hasher);
        whole.consume(&words);
        assert_eq!(hasher, whole);
        assert_ne!(hasher.hash(), WordHasher::default().hash());
    }

    #[test]
    fn an_instruction_that_is_too_long_is_not_handed_over() {
        let mut counter = WordCounter::default();
        let result = InstBuilder::new(&mut counter, Op::TypeStruct).words(&vec![1; MAX_WORDS]).finish();
        assert_eq!((result, counter.count()), (Err(TooLong), 0));
    }

    #[test]
    fn the_first_error_of_an_output_is_reported() {
        let mut room = [0; 6];
        let mut writer = WordWriter::new(&mut room[..]);
        write(&mut writer);
        assert_eq!(writer.finish().unwrap_err().kind(), std::io::ErrorKind::WriteZero);
    }
}
