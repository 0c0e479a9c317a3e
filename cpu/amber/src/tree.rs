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

/// A part of a statement that has clauses and lists in any order.
pub(crate) enum Part<'s> {
    Clause(Clause<'s>),
    /// A list, with words of the statement behind it.
    List(Statement<'s>, Vec<Word<'s>>),
}

impl<'s> Statement<'s> {
    pub(crate) fn new(at: usize, head: &'static str, words: Vec<Word<'s>>, clauses: Vec<Clause<'s>>) -> Self {
        Statement { at, head, words, clauses, text: None, block: Vec::new() }
    }

    pub(crate) fn of_parts(at: usize, head: &'static str, words: Vec<Word<'s>>, parts: Vec<Part<'s>>) -> Self {
        let mut own = Statement::new(at, head, words, Vec::new());
        for part in parts {
            match part {
                Part::Clause(clause) => own.clauses.push(clause),
                Part::List(list, words) => {
                    own.block.push(list);
                    own.words.extend(words);
                }
            }
        }
        own
    }
}
