//! Booleans where LLVM has integers: SPIR-V's instructions give and take booleans, OpenCL's functions numbers.

use super::function::Body;
use super::output::Shape;
use dialect::ir::{TypeId, ValueId};
use dialect::spirv::operands::Arg;
use spirv::Op;

/// Instructions that take booleans, with the place of the operand.
pub(super) const TAKES_TRUTH: &[(Op, usize)] = &[
    (Op::Any, 0),
    (Op::All, 0),
    (Op::LogicalNot, 0),
    (Op::LogicalAnd, 0),
    (Op::LogicalAnd, 1),
    (Op::LogicalOr, 0),
    (Op::LogicalOr, 1),
    (Op::LogicalEqual, 0),
    (Op::LogicalEqual, 1),
    (Op::LogicalNotEqual, 0),
    (Op::LogicalNotEqual, 1),
    (Op::Select, 0),
    (Op::GroupAll, 1),
    (Op::GroupAny, 1),
    (Op::GroupNonUniformAll, 1),
    (Op::GroupNonUniformAny, 1),
    (Op::GroupNonUniformBallot, 1),
    (Op::GroupNonUniformLogicalAnd, 2),
    (Op::GroupNonUniformLogicalOr, 2),
    (Op::GroupNonUniformLogicalXor, 2),
    (Op::GroupLogicalAndKHR, 2),
    (Op::GroupLogicalOrKHR, 2),
    (Op::GroupLogicalXorKHR, 2),
];

/// Instructions that give one boolean, whatever they look at.
pub(super) const ONE: &[Op] = &[
    Op::Any,
    Op::All,
    Op::GroupAll,
    Op::GroupAny,
    Op::GroupNonUniformElect,
    Op::GroupNonUniformAll,
    Op::GroupNonUniformAny,
    Op::GroupNonUniformAllEqual,
    Op::GroupNonUniformInverseBallot,
    Op::GroupNonUniformBallotBitExtract,
    Op::GroupNonUniformLogicalAnd,
    Op::GroupNonUniformLogicalOr,
    Op::GroupNonUniformLogicalXor,
    Op::GroupLogicalAndKHR,
    Op::GroupLogicalOrKHR,
    Op::GroupLogicalXorKHR,
    Op::AtomicFlagTestAndSet,
];

/// Instructions that give a boolean for each component of what they look at.
pub(super) const EACH: &[Op] = &[
    Op::IsNan,
    Op::IsInf,
    Op::IsFinite,
    Op::IsNormal,
    Op::SignBitSet,
    Op::LessOrGreater,
    Op::Ordered,
    Op::Unordered,
    Op::FOrdEqual,
    Op::FUnordEqual,
    Op::FOrdNotEqual,
    Op::FUnordNotEqual,
    Op::FOrdLessThan,
    Op::FUnordLessThan,
    Op::FOrdGreaterThan,
    Op::FUnordGreaterThan,
    Op::FOrdLessThanEqual,
    Op::FUnordLessThanEqual,
    Op::FOrdGreaterThanEqual,
    Op::FUnordGreaterThanEqual,
    Op::IEqual,
    Op::INotEqual,
    Op::UGreaterThan,
    Op::SGreaterThan,
    Op::UGreaterThanEqual,
    Op::SGreaterThanEqual,
    Op::ULessThan,
    Op::SLessThan,
    Op::ULessThanEqual,
    Op::SLessThanEqual,
    Op::LogicalNot,
    Op::LogicalAnd,
    Op::LogicalOr,
    Op::LogicalEqual,
    Op::LogicalNotEqual,
];

impl Body<'_, '_> {
    /// An instruction that gives a boolean, or one for each component of a value.
    pub(super) fn truth<A: Copy + Into<Arg>>(&mut self, op: Op, like: ValueId, operands: &[A]) -> ValueId {
        let bool = self.import.out.bool();
        let from = self.type_of(like);
        let ty = if ONE.contains(&op) { bool } else { self.import.out.like(from, bool) };
        self.make(op, ty, operands)
    }

    /// The comparison of a number with zero, component by component; a boolean as it is.
    pub(super) fn truth_of(&mut self, value: ValueId) -> ValueId {
        let ty = self.type_of(value);
        match self.import.out.shape(self.import.out.scalar(ty)) {
            Shape::Int(_) => {
                let zero = self.constant(ty, 0);
                self.truth(Op::INotEqual, value, &[value, zero])
            }
            _ => value,
        }
    }

    /// A boolean as a number of a type, `one` where it is true; where the type is one of booleans, as it is.
    pub(super) fn as_number(&mut self, truth: ValueId, ty: TypeId, one: u64) -> ValueId {
        if self.type_of(truth) == ty {
            return truth;
        }
        let (one, zero) = (self.constant(ty, one), self.constant(ty, 0));
        self.make(Op::Select, ty, &[truth, one, zero])
    }
}
