//! What a program may do wrong when it builds a module.

use super::id::Id;
use crate::builder::TooLong;
use spirv::Op;
use std::fmt;

/// A mistake in the use of a [`ModuleBuilder`](crate::ModuleBuilder). The call that returns it has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// An id comes from another builder.
    ForeignId {
        /// The id.
        id: Id,
    },
    /// An id is something else than is expected, or belongs to a function that is finished.
    WrongKind {
        /// The id.
        id: Id,
        /// What is expected.
        expected: &'static str,
    },
    /// An operand or a result has the wrong type.
    WrongType {
        /// The operand or result, for the message.
        what: String,
        /// The type that it has.
        found: String,
        /// The type that it must have.
        expected: String,
    },
    /// A type, a number or an index that cannot be.
    Invalid {
        /// What is wrong with it.
        what: String,
    },
    /// The number of operands is wrong.
    OperandCount {
        /// The instruction.
        op: Op,
        /// The number of operands that were given.
        found: usize,
        /// The number of operands that are expected.
        expected: String,
    },
    /// A literal is given for an id, or an id for a literal.
    OperandKind {
        /// The instruction.
        op: Op,
        /// The position of the operand, from 1 on.
        position: usize,
        /// What is expected.
        expected: &'static str,
    },
    /// An instruction has a result, or has none, unlike the method; or it has a method of its own.
    WrongMethod {
        /// The instruction.
        op: Op,
        /// The instructions that the method takes.
        expected: &'static str,
    },
    /// A function is needed, and none is begun.
    NoFunction,
    /// The function before is not ended.
    OpenFunction,
    /// An instruction needs a block, and none is begun.
    NoBlock,
    /// A block has no terminator.
    OpenBlock {
        /// Its label.
        label: Id,
    },
    /// A block is begun twice.
    FilledTwice {
        /// Its label.
        label: Id,
    },
    /// A block is branched to, and never begun.
    MissingBlock {
        /// Its label.
        label: Id,
    },
    /// A merge instruction is not followed by a branch.
    MergeWithoutBranch,
    /// The target environment lacks something that the module needs.
    Unavailable {
        /// The requirement.
        what: String,
        /// The reason why it is not met.
        why: String,
    },
    /// An instruction is too long.
    TooLong,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::ForeignId { id } => write!(f, "{id} belongs to another module"),
            BuildError::WrongKind { id, expected } => write!(f, "{id} is not {expected}"),
            BuildError::WrongType { what, found, expected } => {
                write!(f, "{what} has type {found}; expected {expected}")
            }
            BuildError::Invalid { what } => f.write_str(what),
            BuildError::OperandCount { op, found, expected } => {
                write!(f, "Op{op:?} takes {expected}, not {found}")
            }
            BuildError::OperandKind { op, position, expected } => {
                write!(f, "operand {position} of Op{op:?} must be {expected}")
            }
            BuildError::WrongMethod { op, expected } => write!(f, "Op{op:?} is not {expected}"),
            BuildError::NoFunction => f.write_str("no function is begun"),
            BuildError::OpenFunction => f.write_str("the function before is not ended"),
            BuildError::NoBlock => f.write_str("no block is begun"),
            BuildError::OpenBlock { label } => write!(f, "block {label} has no terminator"),
            BuildError::FilledTwice { label } => write!(f, "block {label} is begun twice"),
            BuildError::MissingBlock { label } => write!(f, "block {label} is branched to and never begun"),
            BuildError::MergeWithoutBranch => f.write_str("a merge instruction is not followed by a branch"),
            BuildError::Unavailable { what, why } => write!(f, "{what} is not available: {why}"),
            BuildError::TooLong => TooLong.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}
