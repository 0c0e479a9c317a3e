//! Statements as they are written.
//!
//! It must not know what a statement means.

/// A word, or the text of a shader, with its first byte in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'s> {
    pub(crate) at: usize,
    pub(crate) text: &'s str,
}

/// A keyword within a statement, with the words behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause<'s> {
    pub(crate) at: usize,
    pub(crate) key: &'static str,
    pub(crate) words: Vec<Word<'s>>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement<'s> {
    pub(crate) at: usize,
    pub(crate) head: &'static str,
    pub(crate) words: Vec<Word<'s>>,
    pub(crate) clauses: Vec<Clause<'s>>,
    /// The text of a shader or of a file.
    pub(crate) text: Option<Word<'s>>,
    /// The statements within it.
    pub(crate) block: Vec<Statement<'s>>,
}

impl<'s> Statement<'s> {
    pub(crate) fn new(at: usize, head: &'static str, words: Vec<Word<'s>>, clauses: Vec<Clause<'s>>) -> Self {
        Statement { at, head, words, clauses, text: None, block: Vec::new() }
    }
}
