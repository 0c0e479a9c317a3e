//! Uniformity of group instructions: how their results differ between the invocations that execute them together.
//!
//! Analyses of whole functions ask here about one instruction; control flow is theirs.

use super::enums::Kind;
use super::facts;
use crate::ir::{Module, OpId};
use isa::{Class, Family, GroupKind};
use spirv::{GroupOperation, Op};

/// Differences of a result between the invocations that execute an instruction together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniformity {
    /// None, whatever the operands are.
    Uniform,
    /// Any, whatever the operands are.
    Varying,
    /// Those of the operands.
    Operands,
}

/// The uniformity of the result of a group instruction; varying for all others.
pub fn of_group(module: &Module, op: OpId, core: Op) -> Uniformity {
    let operation = || facts::number_of(module, op, Kind::GroupOperation.table().snake);
    let is_reduction = || operation() == Some(GroupOperation::Reduce as u64);
    match isa::class(core) {
        Class::Group(Family::NonUniform | Family::Khr, GroupKind::Vote | GroupKind::Ballot | GroupKind::Broadcast) => {
            Uniformity::Uniform
        }
        Class::Group(_, GroupKind::Reduce) if is_reduction() => Uniformity::Uniform,
        Class::Group(_, GroupKind::BallotQuery) => match core {
            Op::GroupNonUniformInverseBallot => Uniformity::Varying,
            Op::GroupNonUniformBallotBitCount if !is_reduction() => Uniformity::Varying,
            _ => Uniformity::Operands,
        },
        _ => Uniformity::Varying,
    }
}
