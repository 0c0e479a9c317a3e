//! Words under construction. Ids are distinguished from numbers, since they are numbered at the end in order of
//! appearance; the instructions of a section are sorted then.

use super::error;
use crate::diagnostics::Result;
use spirv::Op;

/// The place of new declarations: after everything else.
pub(super) const END: u32 = u32::MAX;

/// An id before it has its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(pub(super) u32);

/// A word of an instruction: a number, or an id.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Word(u64);

impl Word {
    const IS_ID: u64 = 1 << 32;

    pub(super) fn number(value: u32) -> Self {
        Word(u64::from(value))
    }

    pub(super) fn id(id: Id) -> Self {
        Word(u64::from(id.0) | Self::IS_ID)
    }

    fn as_id(self) -> Option<Id> {
        (self.0 & Self::IS_ID != 0).then_some(Id(self.0 as u32))
    }
}

/// Few instructions have more words.
const USUAL: usize = 12;

/// The words of an instruction under construction. Most need no allocation.
pub(super) struct Words {
    first: [Word; USUAL],
    /// The number of words in `first`.
    count: usize,
    /// The remaining words.
    more: Vec<Word>,
}

impl Words {
    #[inline]
    pub(super) fn new(op: Op) -> Self {
        let mut first = [Word::number(0); USUAL];
        first[0] = Word::number(op as u32);
        Words { first, count: 1, more: Vec::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, word: Word) {
        match self.first.get_mut(self.count) {
            Some(place) => {
                *place = word;
                self.count += 1;
            }
            None => self.more.push(word),
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        words_of_text(text).for_each(|word| self.push(word));
    }

    #[inline]
    pub(super) fn id(mut self, id: Id) -> Self {
        self.push(Word::id(id));
        self
    }

    #[inline]
    pub(super) fn with_ids(self, ids: impl IntoIterator<Item = Id>) -> Self {
        self.all(ids.into_iter().map(Word::id))
    }

    #[inline]
    pub(super) fn number(mut self, number: u32) -> Self {
        self.push(Word::number(number));
        self
    }

    #[inline]
    pub(super) fn numbers(self, numbers: impl IntoIterator<Item = u32>) -> Self {
        self.all(numbers.into_iter().map(Word::number))
    }

    #[inline]
    pub(super) fn all(mut self, words: impl IntoIterator<Item = Word>) -> Self {
        words.into_iter().for_each(|word| self.push(word));
        self
    }

    pub(super) fn text(mut self, text: &str) -> Self {
        self.push_text(text);
        self
    }

    /// The words but for the first id.
    pub(super) fn without_result(&self) -> Vec<Word> {
        let mut words: Vec<Word> = self.first[..self.count].iter().chain(&self.more).copied().collect();
        if let Some(at) = words.iter().position(|word| word.as_id().is_some()) {
            words.remove(at);
        }
        words
    }

    /// The ids among the words.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        self.first[..self.count].iter().chain(&self.more).filter_map(|word| word.as_id())
    }

    #[inline]
    pub(super) fn write(mut self, section: &mut Vec<Word>) -> Result<()> {
        let Ok(length) = u16::try_from(self.count + self.more.len()) else {
            return error("an instruction has more than 65535 words");
        };
        self.first[0].0 |= u64::from(length) << 16;
        section.extend_from_slice(&self.first[..self.count]);
        section.extend_from_slice(&self.more);
        Ok(())
    }
}

/// A string up to its first zero byte, terminated and padded to whole words.
pub(super) fn words_of_text(text: &str) -> impl Iterator<Item = Word> {
    let bytes = text.as_bytes();
    let bytes = &bytes[..bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len())];
    (0..=bytes.len() / 4).map(move |at| {
        let chunk = &bytes[at * 4..bytes.len().min(at * 4 + 4)];
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        Word::number(u32::from_le_bytes(word))
    })
}

/// A section whose instructions have places.
#[derive(Default)]
pub(super) struct Section {
    words: Vec<Word>,
    /// The place of each instruction, and the start of its words.
    starts: Vec<(u32, usize)>,
}

impl Section {
    /// Adds an instruction after those with the same place; returns its index.
    pub(super) fn put(&mut self, place: u32, words: Words) -> Result<usize> {
        self.starts.push((place, self.words.len()));
        words.write(&mut self.words)?;
        Ok(self.starts.len() - 1)
    }

    /// The ids of an instruction.
    pub(super) fn ids_of(&self, index: usize) -> Vec<Id> {
        let start = self.starts[index].1;
        let end = self.starts.get(index + 1).map_or(self.words.len(), |(_, start)| *start);
        self.words[start..end].iter().filter_map(|word| word.as_id()).collect()
    }

    /// The place of an instruction.
    pub(super) fn place(&self, index: usize) -> u32 {
        self.starts[index].0
    }

    /// Moves an instruction to a place.
    pub(super) fn move_to(&mut self, index: usize, place: u32) {
        self.starts[index].0 = place;
    }

    /// The words sorted by place.
    pub(super) fn in_order(self) -> Vec<Word> {
        if self.starts.is_sorted_by_key(|(place, _)| *place) {
            return self.words;
        }
        let ends = self.starts.iter().skip(1).map(|(_, start)| *start).chain([self.words.len()]);
        let mut pieces: Vec<_> =
            self.starts.iter().zip(ends).map(|((place, start), end)| (*place, *start..end)).collect();
        pieces.sort_by_key(|(place, _)| *place);
        let mut words = Vec::with_capacity(self.words.len());
        for (_, piece) in pieces {
            words.extend_from_slice(&self.words[piece]);
        }
        words
    }
}

/// Numbers ids in order of appearance.
pub(super) struct Numbers {
    given: Vec<u32>,
    next: u32,
}

impl Numbers {
    /// For a module with ids below `bound`.
    pub(super) fn new(bound: u32) -> Self {
        Numbers { given: vec![0; bound as usize], next: 1 }
    }

    /// Appends words with the numbers of their ids.
    pub(super) fn append(&mut self, words: &[Word], module: &mut Vec<u32>) {
        module.extend(words.iter().map(|word| match word.as_id() {
            Some(id) => self.number(id),
            None => word.0 as u32,
        }));
    }

    fn number(&mut self, id: Id) -> u32 {
        let given = &mut self.given[id.0 as usize];
        if *given == 0 {
            *given = self.next;
            self.next += 1;
        }
        *given
    }

    /// The number of an id, 0 if it has none.
    pub(super) fn given(&self, id: usize) -> u32 {
        self.given.get(id).copied().unwrap_or(0)
    }

    /// The largest number plus one.
    pub(super) fn bound(&self) -> u32 {
        self.next
    }
}
