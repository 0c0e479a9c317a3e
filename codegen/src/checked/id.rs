//! Ids that know their module, and operands of instructions.

use spirv::Word;
use std::fmt;

/// A result id of one [`ModuleBuilder`](crate::ModuleBuilder), which refuses those of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id {
    number: Word,
    /// The builder that it comes from. It is in no output.
    module: u32,
}

impl Id {
    pub(super) fn new(number: Word, module: u32) -> Self {
        Id { number, module }
    }

    /// The id as it is in words.
    pub fn number(self) -> Word {
        self.number
    }

    pub(super) fn is_of(self, module: u32) -> bool {
        self.module == module
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.number)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A result of this module.
    Id(Id),
    /// A literal number or an enumerant.
    Literal(Word),
}

impl From<Id> for Operand {
    fn from(id: Id) -> Self {
        Operand::Id(id)
    }
}

impl From<Word> for Operand {
    fn from(literal: Word) -> Self {
        Operand::Literal(literal)
    }
}
