//! Ops on components: which instruction is which, and what is examined.

use crate::code::Watch;
use crate::compute::{self, Conversion, FloatOp, Op as Each};
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

/// The check behind an op.
fn watch(op: Each) -> Watch {
    use FloatOp::{FClamp, Fract, InverseSqrt, Mix, SmoothStep, Sqrt};
    match op {
        Each::UDiv | Each::UMod => Watch::Divisor { signed: false },
        Each::SDiv | Each::SRem | Each::SMod => Watch::Divisor { signed: true },
        Each::FAdd | Each::FSub | Each::FMul | Each::FDiv | Each::Fma => Watch::Birth,
        Each::Float(Fract | Sqrt | InverseSqrt | Mix) => Watch::Birth,
        Each::Shl | Each::Shr | Each::Sar => Watch::Amount,
        Each::Insert | Each::SExtract | Each::UExtract | Each::UClamp | Each::SClamp => Watch::Domain,
        Each::Float(FClamp | SmoothStep) => Watch::Domain,
        Each::Convert(Conversion::FToU) => Watch::Integer { signed: false },
        Each::Convert(Conversion::FToS) => Watch::Integer { signed: true },
        Each::Convert(Conversion::SToF | Conversion::UToF | Conversion::FConvert) => Watch::Half,
        Each::IAdd | Each::ISub | Each::IMul | Each::SNegate | Each::Carry | Each::Borrow => Watch::Nothing,
        Each::UMulHigh | Each::SMulHigh | Each::FNegate | Each::FMod | Each::FMin | Each::FMax => Watch::Nothing,
        Each::Ldexp | Each::And | Each::Or | Each::Xor | Each::Not | Each::BitCount | Each::BitReverse => {
            Watch::Nothing
        }
        Each::LogicalNot | Each::Select | Each::SAbs | Each::SSign | Each::UMin | Each::SMin => Watch::Nothing,
        Each::UMax | Each::SMax | Each::FindLsb | Each::FindSMsb | Each::FindUMsb | Each::Test(_) => Watch::Nothing,
        Each::Convert(_) | Each::Float(_) => Watch::Nothing,
    }
}

/// The row of an instruction.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn each(op: Op) -> Option<Row> {
    let (op, is_flipped) = match op {
        Op::VectorTimesScalar | Op::MatrixTimesScalar => (Each::FMul, false),
        _ => compute::of_core(op)?,
    };
    Some(Row { op, watch: watch(op), is_flipped })
}

/// The row of a function of GLSL.std.450.
pub(super) fn gl(op: Gl) -> Option<Row> {
    function(op).map(|op| Row { op, watch: watch(op), is_flipped: false })
}

/// The op of a function of GLSL.std.450.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn function(op: Gl) -> Option<Each> {
    Some(match op {
        Gl::Round | Gl::RoundEven => Each::Float(FloatOp::Round),
        Gl::Trunc => Each::Float(FloatOp::Trunc),
        Gl::FAbs => Each::Float(FloatOp::FAbs),
        Gl::SAbs => Each::SAbs,
        Gl::FSign => Each::Float(FloatOp::FSign),
        Gl::SSign => Each::SSign,
        Gl::Floor => Each::Float(FloatOp::Floor),
        Gl::Ceil => Each::Float(FloatOp::Ceil),
        Gl::Fract => Each::Float(FloatOp::Fract),
        Gl::Radians => Each::Float(FloatOp::Radians),
        Gl::Degrees => Each::Float(FloatOp::Degrees),
        Gl::Sqrt => Each::Float(FloatOp::Sqrt),
        Gl::InverseSqrt => Each::Float(FloatOp::InverseSqrt),
        Gl::FMin | Gl::NMin => Each::FMin,
        Gl::UMin => Each::UMin,
        Gl::SMin => Each::SMin,
        Gl::FMax | Gl::NMax => Each::FMax,
        Gl::UMax => Each::UMax,
        Gl::SMax => Each::SMax,
        Gl::FClamp | Gl::NClamp => Each::Float(FloatOp::FClamp),
        Gl::UClamp => Each::UClamp,
        Gl::SClamp => Each::SClamp,
        Gl::FMix => Each::Float(FloatOp::Mix),
        Gl::Step => Each::Float(FloatOp::Step),
        Gl::SmoothStep => Each::Float(FloatOp::SmoothStep),
        Gl::Fma => Each::Fma,
        Gl::FindILsb => Each::FindLsb,
        Gl::FindSMsb => Each::FindSMsb,
        Gl::FindUMsb => Each::FindUMsb,
        _ => return None,
    })
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
