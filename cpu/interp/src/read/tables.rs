//! Ops on components: which instruction is which, and what is examined.

use crate::code::Watch;
use crate::compute::{Conversion, FloatOp, Op as Each, Test};
use spirv::{GlslStd450Op as Gl, GroupOperation, Op};

/// An instruction that is an op on components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) op: Each,
    pub(super) watch: Watch,
    /// True if the first two operands change places.
    pub(super) is_flipped: bool,
}

impl Row {
    /// The operand whose type counts.
    pub(super) fn typed(self) -> usize {
        usize::from(self.op == Each::Select)
    }
}

const fn row(op: Each) -> Option<Row> {
    watched(op, Watch::Nothing)
}

const fn watched(op: Each, watch: Watch) -> Option<Row> {
    Some(Row { op, watch, is_flipped: false })
}

/// The op of an instruction.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn each(op: Op) -> Option<Row> {
    let birth = Watch::Birth;
    match op {
        Op::IAdd => row(Each::IAdd),
        Op::ISub => row(Each::ISub),
        Op::IMul => row(Each::IMul),
        Op::UDiv => watched(Each::UDiv, Watch::Divisor { signed: false }),
        Op::SDiv => watched(Each::SDiv, Watch::Divisor { signed: true }),
        Op::UMod => watched(Each::UMod, Watch::Divisor { signed: false }),
        Op::SRem => watched(Each::SRem, Watch::Divisor { signed: true }),
        Op::SMod => watched(Each::SMod, Watch::Divisor { signed: true }),
        Op::SNegate => row(Each::SNegate),
        Op::FAdd => watched(Each::FAdd, birth),
        Op::FSub => watched(Each::FSub, birth),
        Op::FMul | Op::VectorTimesScalar | Op::MatrixTimesScalar => watched(Each::FMul, birth),
        Op::FDiv => watched(Each::FDiv, birth),
        Op::FNegate => row(Each::FNegate),
        Op::FmaKHR => watched(Each::Fma, birth),
        Op::BitwiseAnd | Op::LogicalAnd => row(Each::And),
        Op::BitwiseOr | Op::LogicalOr => row(Each::Or),
        Op::BitwiseXor => row(Each::Xor),
        Op::Not => row(Each::Not),
        Op::LogicalNot => row(Each::LogicalNot),
        Op::ShiftLeftLogical => watched(Each::Shl, Watch::Amount),
        Op::ShiftRightLogical => watched(Each::Shr, Watch::Amount),
        Op::ShiftRightArithmetic => watched(Each::Sar, Watch::Amount),
        Op::BitCount => row(Each::BitCount),
        Op::BitReverse => row(Each::BitReverse),
        Op::BitFieldInsert => watched(Each::Insert, Watch::Domain),
        Op::BitFieldSExtract => watched(Each::SExtract, Watch::Domain),
        Op::BitFieldUExtract => watched(Each::UExtract, Watch::Domain),
        Op::Select => row(Each::Select),
        _ => conversion(op).or_else(|| comparison(op)),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn conversion(op: Op) -> Option<Row> {
    match op {
        Op::ConvertFToU => watched(Each::Convert(Conversion::FToU), Watch::Integer { signed: false }),
        Op::ConvertFToS => watched(Each::Convert(Conversion::FToS), Watch::Integer { signed: true }),
        Op::ConvertSToF => watched(Each::Convert(Conversion::SToF), Watch::Half),
        Op::ConvertUToF => watched(Each::Convert(Conversion::UToF), Watch::Half),
        Op::UConvert => row(Each::Convert(Conversion::UConvert)),
        Op::SConvert => row(Each::Convert(Conversion::SConvert)),
        Op::FConvert => watched(Each::Convert(Conversion::FConvert), Watch::Half),
        Op::SatConvertSToU => row(Each::Convert(Conversion::SatSToU)),
        Op::SatConvertUToS => row(Each::Convert(Conversion::SatUToS)),
        Op::QuantizeToF16 => row(Each::Convert(Conversion::Quantize)),
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn comparison(op: Op) -> Option<Row> {
    // The same the other way round.
    let flipped = match op {
        Op::ULessThan => Some(Test::UGreater),
        Op::SLessThan => Some(Test::SGreater),
        Op::ULessThanEqual => Some(Test::UGreaterEqual),
        Op::SLessThanEqual => Some(Test::SGreaterEqual),
        _ => None,
    };
    if let Some(op) = flipped {
        return Some(Row { op: Each::Test(op), watch: Watch::Nothing, is_flipped: true });
    }
    let test = match op {
        Op::IEqual | Op::LogicalEqual => Test::IEqual,
        Op::INotEqual | Op::LogicalNotEqual => Test::INotEqual,
        Op::UGreaterThan => Test::UGreater,
        Op::SGreaterThan => Test::SGreater,
        Op::UGreaterThanEqual => Test::UGreaterEqual,
        Op::SGreaterThanEqual => Test::SGreaterEqual,
        Op::FOrdEqual => Test::FOrdEqual,
        Op::FUnordEqual => Test::FUnordEqual,
        Op::FOrdNotEqual | Op::LessOrGreater => Test::FOrdNotEqual,
        Op::FUnordNotEqual => Test::FUnordNotEqual,
        Op::FOrdLessThan => Test::FOrdLess,
        Op::FUnordLessThan => Test::FUnordLess,
        Op::FOrdGreaterThan => Test::FOrdGreater,
        Op::FUnordGreaterThan => Test::FUnordGreater,
        Op::FOrdLessThanEqual => Test::FOrdLessEqual,
        Op::FUnordLessThanEqual => Test::FUnordLessEqual,
        Op::FOrdGreaterThanEqual => Test::FOrdGreaterEqual,
        Op::FUnordGreaterThanEqual => Test::FUnordGreaterEqual,
        Op::Ordered => Test::Ordered,
        Op::Unordered => Test::Unordered,
        Op::IsNan => Test::IsNan,
        Op::IsInf => Test::IsInf,
        Op::IsFinite => Test::IsFinite,
        Op::IsNormal => Test::IsNormal,
        Op::SignBitSet => Test::SignBit,
        _ => return None,
    };
    row(Each::Test(test))
}

/// The op of a function of GLSL.std.450.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn gl(op: Gl) -> Option<Row> {
    let birth = Watch::Birth;
    match op {
        Gl::Round | Gl::RoundEven => row(Each::Float(FloatOp::Round)),
        Gl::Trunc => row(Each::Float(FloatOp::Trunc)),
        Gl::FAbs => row(Each::Float(FloatOp::FAbs)),
        Gl::SAbs => row(Each::SAbs),
        Gl::FSign => row(Each::Float(FloatOp::FSign)),
        Gl::SSign => row(Each::SSign),
        Gl::Floor => row(Each::Float(FloatOp::Floor)),
        Gl::Ceil => row(Each::Float(FloatOp::Ceil)),
        Gl::Fract => watched(Each::Float(FloatOp::Fract), birth),
        Gl::Radians => row(Each::Float(FloatOp::Radians)),
        Gl::Degrees => row(Each::Float(FloatOp::Degrees)),
        Gl::Sqrt => watched(Each::Float(FloatOp::Sqrt), birth),
        Gl::InverseSqrt => watched(Each::Float(FloatOp::InverseSqrt), birth),
        Gl::FMin | Gl::NMin => row(Each::FMin),
        Gl::UMin => row(Each::UMin),
        Gl::SMin => row(Each::SMin),
        Gl::FMax | Gl::NMax => row(Each::FMax),
        Gl::UMax => row(Each::UMax),
        Gl::SMax => row(Each::SMax),
        Gl::FClamp | Gl::NClamp => watched(Each::Float(FloatOp::FClamp), Watch::Domain),
        Gl::UClamp => watched(Each::UClamp, Watch::Domain),
        Gl::SClamp => watched(Each::SClamp, Watch::Domain),
        Gl::FMix => watched(Each::Float(FloatOp::Mix), birth),
        Gl::Step => row(Each::Float(FloatOp::Step)),
        Gl::SmoothStep => watched(Each::Float(FloatOp::SmoothStep), Watch::Domain),
        Gl::Fma => watched(Each::Fma, birth),
        Gl::FindILsb => row(Each::FindLsb),
        Gl::FindSMsb => row(Each::FindSMsb),
        Gl::FindUMsb => row(Each::FindUMsb),
        _ => None,
    }
}

/// The elementary function of a function of GLSL.std.450, by the host's name for it and the number of operands.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn elementary(op: Gl) -> Option<(&'static str, usize)> {
    Some(match op {
        Gl::Sin => ("sin", 1),
        Gl::Cos => ("cos", 1),
        Gl::Tan => ("tan", 1),
        Gl::Asin => ("asin", 1),
        Gl::Acos => ("acos", 1),
        Gl::Atan => ("atan", 1),
        Gl::Sinh => ("sinh", 1),
        Gl::Cosh => ("cosh", 1),
        Gl::Tanh => ("tanh", 1),
        Gl::Asinh => ("asinh", 1),
        Gl::Acosh => ("acosh", 1),
        Gl::Atanh => ("atanh", 1),
        Gl::Atan2 => ("atan2", 2),
        Gl::Pow => ("pow", 2),
        Gl::Exp => ("exp", 1),
        Gl::Log => ("log", 1),
        Gl::Exp2 => ("exp2", 1),
        Gl::Log2 => ("log2", 1),
        _ => return None,
    })
}

/// Returns whether an elementary function is not defined for all numbers.
pub(super) fn has_domain(op: Gl) -> bool {
    matches!(op, Gl::Pow | Gl::Asin | Gl::Acos | Gl::Atan2 | Gl::Log | Gl::Log2 | Gl::Acosh | Gl::Atanh)
}

/// The op that joins the values of lanes.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn joins(op: Op) -> Option<Each> {
    Some(match op {
        Op::GroupNonUniformIAdd => Each::IAdd,
        Op::GroupNonUniformFAdd => Each::FAdd,
        Op::GroupNonUniformIMul => Each::IMul,
        Op::GroupNonUniformFMul => Each::FMul,
        Op::GroupNonUniformSMin => Each::SMin,
        Op::GroupNonUniformUMin => Each::UMin,
        Op::GroupNonUniformFMin => Each::FMin,
        Op::GroupNonUniformSMax => Each::SMax,
        Op::GroupNonUniformUMax => Each::UMax,
        Op::GroupNonUniformFMax => Each::FMax,
        Op::GroupNonUniformBitwiseAnd | Op::GroupNonUniformLogicalAnd => Each::And,
        Op::GroupNonUniformBitwiseOr | Op::GroupNonUniformLogicalOr => Each::Or,
        Op::GroupNonUniformBitwiseXor | Op::GroupNonUniformLogicalXor => Each::Xor,
        _ => return None,
    })
}

/// The op of an atomic operation on the old value and the operand.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn atomic(op: Op) -> Option<Each> {
    Some(match op {
        Op::AtomicIAdd => Each::IAdd,
        Op::AtomicISub => Each::ISub,
        Op::AtomicSMin => Each::SMin,
        Op::AtomicUMin => Each::UMin,
        Op::AtomicSMax => Each::SMax,
        Op::AtomicUMax => Each::UMax,
        Op::AtomicAnd => Each::And,
        Op::AtomicOr => Each::Or,
        Op::AtomicXor => Each::Xor,
        Op::AtomicFAddEXT => Each::FAdd,
        Op::AtomicFMinEXT => Each::FMin,
        Op::AtomicFMaxEXT => Each::FMax,
        _ => return None,
    })
}

/// The way in which lanes are joined; those that a ballot names are not.
pub(super) fn group(value: u32) -> Option<GroupOperation> {
    let group = GroupOperation::from_u32(value)?;
    let is_known = matches!(
        group,
        GroupOperation::Reduce
            | GroupOperation::InclusiveScan
            | GroupOperation::ExclusiveScan
            | GroupOperation::ClusteredReduce
            | GroupOperation::PartitionedReduceEXT
            | GroupOperation::PartitionedInclusiveScanEXT
            | GroupOperation::PartitionedExclusiveScanEXT
    );
    is_known.then_some(group)
}
