//! Operations of the lanes of a wave or of a workgroup together: what each of them computes.
//!
//! The two ways to run a wave share this: lanes one by one (`spirv_to_llvm/wave.rs`), and a wave as a vector
//! (`vector/wave.rs`).

use crate::error::{Result, invalid, unsupported};
use crate::lowering::Lowering;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::build::{Builder, mask};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::{GroupOperation, Op};

/// An operation of lanes together.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WaveOp {
    /// True for the first active lane alone.
    Elect,
    /// Returns whether a condition holds for all active lanes.
    All,
    /// Returns whether a condition holds for any active lane.
    Any,
    AllEqual,
    Ballot,
    BroadcastFirst,
    /// The value of the lane with a number in the wave, or at a place in the workgroup.
    Broadcast,
    /// For each lane the lanes with the same value.
    Partition,
    Derivative(Derivative),
    Shuffle(Source),
    Reduce(Join),
    InclusiveScan(Join),
    ExclusiveScan(Join),
    /// A reduction of each aligned group of the given number of lanes.
    Cluster(Join, u32),
    /// A reduction or scan of the lanes in a ballot.
    Partitioned(Join, GroupOperation),
}

impl WaveOp {
    /// # Errors
    /// When the op is none of these.
    pub(crate) fn of(lowering: &mut Lowering<'_>, op: OpId) -> Result<WaveOp> {
        let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else {
            return invalid("a wave meets at no op");
        };
        Ok(match code {
            Op::GroupNonUniformElect => WaveOp::Elect,
            Op::GroupNonUniformAll | Op::SubgroupAllKHR | Op::GroupAll => WaveOp::All,
            Op::GroupNonUniformAny | Op::SubgroupAnyKHR | Op::GroupAny => WaveOp::Any,
            Op::GroupNonUniformAllEqual | Op::SubgroupAllEqualKHR => WaveOp::AllEqual,
            Op::GroupNonUniformBallot | Op::SubgroupBallotKHR => WaveOp::Ballot,
            Op::GroupNonUniformBroadcastFirst | Op::SubgroupFirstInvocationKHR => WaveOp::BroadcastFirst,
            Op::GroupBroadcast => WaveOp::Broadcast,
            Op::GroupNonUniformQuadAllKHR => WaveOp::Cluster(Join::Int(Opcode::And), 4),
            Op::GroupNonUniformQuadAnyKHR => WaveOp::Cluster(Join::Int(Opcode::Or), 4),
            Op::GroupNonUniformPartitionEXT => WaveOp::Partition,
            _ => {
                if let Some(derivative) = Derivative::of(code) {
                    return Ok(WaveOp::Derivative(derivative));
                }
                match (Join::of(code), source(code)) {
                    (Some(join), _) => return WaveOp::of_group(lowering, op, join),
                    (None, Some(source)) => WaveOp::Shuffle(source),
                    (None, None) => return unsupported(lowering.name(op), "unknown wave operation"),
                }
            }
        })
    }

    fn of_group(lowering: &mut Lowering<'_>, op: OpId, join: Join) -> Result<WaveOp> {
        let operation = lowering.number(op, "group_operation").unwrap_or(0) as u32;
        Ok(match GroupOperation::from_u32(operation) {
            Some(GroupOperation::Reduce) => WaveOp::Reduce(join),
            Some(GroupOperation::InclusiveScan) => WaveOp::InclusiveScan(join),
            Some(GroupOperation::ExclusiveScan) => WaveOp::ExclusiveScan(join),
            Some(GroupOperation::ClusteredReduce) => WaveOp::Cluster(join, cluster_size(lowering, op)?),
            Some(
                operation @ (GroupOperation::PartitionedReduceEXT
                | GroupOperation::PartitionedInclusiveScanEXT
                | GroupOperation::PartitionedExclusiveScanEXT),
            ) => WaveOp::Partitioned(join, operation),
            None => return unsupported(lowering.name(op), "unknown group operation"),
        })
    }

    /// Returns whether the operation refers to lanes by the bits of a ballot or by their numbers in the wave.
    pub(crate) fn is_for_waves_alone(self) -> bool {
        matches!(self, WaveOp::Ballot | WaveOp::Partition | WaveOp::Shuffle(_) | WaveOp::Partitioned(..))
    }
}

/// Reduction of the lanes' values to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    Int(Opcode),
    Float(Opcode),
    Math(Intrinsic),
}

impl Join {
    fn of(op: Op) -> Option<Join> {
        Some(match op {
            Op::GroupNonUniformIAdd | Op::GroupIAdd => Join::Int(Opcode::Add),
            Op::GroupNonUniformFAdd | Op::GroupFAdd => Join::Float(Opcode::FAdd),
            Op::GroupNonUniformIMul | Op::GroupIMulKHR => Join::Int(Opcode::Mul),
            Op::GroupNonUniformFMul | Op::GroupFMulKHR => Join::Float(Opcode::FMul),
            Op::GroupNonUniformSMin | Op::GroupSMin => Join::Math(Intrinsic::SMin),
            Op::GroupNonUniformUMin | Op::GroupUMin => Join::Math(Intrinsic::UMin),
            Op::GroupNonUniformFMin | Op::GroupFMin => Join::Math(Intrinsic::MinNum),
            Op::GroupNonUniformSMax | Op::GroupSMax => Join::Math(Intrinsic::SMax),
            Op::GroupNonUniformUMax | Op::GroupUMax => Join::Math(Intrinsic::UMax),
            Op::GroupNonUniformFMax | Op::GroupFMax => Join::Math(Intrinsic::MaxNum),
            Op::GroupNonUniformBitwiseAnd
            | Op::GroupNonUniformLogicalAnd
            | Op::GroupBitwiseAndKHR
            | Op::GroupLogicalAndKHR => Join::Int(Opcode::And),
            Op::GroupNonUniformBitwiseOr
            | Op::GroupNonUniformLogicalOr
            | Op::GroupBitwiseOrKHR
            | Op::GroupLogicalOrKHR => Join::Int(Opcode::Or),
            Op::GroupNonUniformBitwiseXor
            | Op::GroupNonUniformLogicalXor
            | Op::GroupBitwiseXorKHR
            | Op::GroupLogicalXorKHR => Join::Int(Opcode::Xor),
            _ => return None,
        })
    }

    /// The identity.
    pub(crate) fn identity(self, b: &mut Builder, ty: TypeId) -> ValueId {
        let width = b.width(ty);
        match self {
            Join::Int(Opcode::Mul) => b.iconst(ty, 1),
            Join::Int(Opcode::And) | Join::Math(Intrinsic::UMin) => b.iconst(ty, u64::MAX),
            Join::Math(Intrinsic::SMin) => b.iconst(ty, mask(width) >> 1),
            Join::Math(Intrinsic::SMax) => b.iconst(ty, 1u64.checked_shl(width.wrapping_sub(1)).unwrap_or(0)),
            Join::Float(Opcode::FMul) => b.fconst(ty, 1.0),
            Join::Math(Intrinsic::MinNum) => b.fconst(ty, f64::INFINITY),
            Join::Math(Intrinsic::MaxNum) => b.fconst(ty, f64::NEG_INFINITY),
            Join::Int(_) | Join::Float(_) | Join::Math(_) => b.zero(ty),
        }
    }

    pub(crate) fn apply(self, b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
        match self {
            Join::Int(op) | Join::Float(op) => b.binary(op, x, y),
            Join::Math(name) => b.math(name, &[x, y]),
        }
    }
}

/// A difference between lanes of a quad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Derivative {
    along: Along,
    /// True if each lane has the difference of its own row or column.
    is_fine: bool,
}

#[derive(Clone, Copy, Debug)]
enum Along {
    X,
    Y,
    /// The sum of both magnitudes.
    Both,
}

impl Derivative {
    fn of(op: Op) -> Option<Derivative> {
        let (along, is_fine) = match op {
            Op::DPdx | Op::DPdxCoarse => (Along::X, false),
            Op::DPdy | Op::DPdyCoarse => (Along::Y, false),
            Op::Fwidth | Op::FwidthCoarse => (Along::Both, false),
            Op::DPdxFine => (Along::X, true),
            Op::DPdyFine => (Along::Y, true),
            Op::FwidthFine => (Along::Both, true),
            _ => return None,
        };
        Some(Derivative { along, is_fine })
    }

    /// The derivative, from the differences of two lanes whose numbers differ by one bit. `difference` is called with the bits
    /// of a lane's own number that stay, and with that bit.
    pub(crate) fn of_differences(
        self,
        lowering: &mut Lowering<'_>,
        mut difference: impl FnMut(&mut Lowering<'_>, u32, u32) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let mut along = |lowering: &mut Lowering<'_>, bit: u32| {
            let kept = if self.is_fine { !bit } else { !3 };
            difference(lowering, kept, bit)
        };
        match self.along {
            Along::X => along(lowering, 1),
            Along::Y => along(lowering, 2),
            Along::Both => {
                let [x, y] = [along(lowering, 1)?, along(lowering, 2)?];
                let [x, y] = [x, y].map(|value| lowering.b.math(Intrinsic::FAbs, &[value]));
                Ok(lowering.b.binary(Opcode::FAdd, x, y))
            }
        }
    }
}

/// Source lane of a shuffle: its number in the wave, from the lane's own number and an operand.
pub(crate) type Source = fn(&mut Builder, ValueId, ValueId) -> ValueId;

fn source(op: Op) -> Option<Source> {
    Some(match op {
        Op::GroupNonUniformBroadcast | Op::GroupNonUniformShuffle => |_, _, id| id,
        Op::SubgroupReadInvocationKHR | Op::SubgroupShuffleINTEL => |_, _, id| id,
        Op::GroupNonUniformShuffleXor | Op::SubgroupShuffleXorINTEL => |b, own, by| b.binary(Opcode::Xor, own, by),
        Op::GroupNonUniformShuffleUp => |b, own, by| b.binary(Opcode::Sub, own, by),
        Op::GroupNonUniformShuffleDown => |b, own, by| b.add(own, by),
        Op::GroupNonUniformRotateKHR => |b, own, by| b.add(own, by),
        Op::GroupNonUniformQuadBroadcast => |b, own, index| {
            let ty = b.type_of(own);
            let (three, rest) = (b.iconst(ty, 3), b.iconst(ty, u64::from(!3u32)));
            let (quad, index) = (b.binary(Opcode::And, own, rest), b.binary(Opcode::And, index, three));
            b.add(quad, index)
        },
        Op::GroupNonUniformQuadSwap => |b, own, direction| {
            let ty = b.type_of(own);
            let (one, three) = (b.iconst(ty, 1), b.iconst(ty, 3));
            let other = b.add(direction, one);
            let other = b.binary(Opcode::And, other, three);
            b.binary(Opcode::Xor, own, other)
        },
        _ => return None,
    })
}

/// The number of the source lane of a shuffle. Beyond the wave the result is undefined; the number is wrapped into it.
pub(crate) fn source_lane(
    lowering: &mut Lowering<'_>,
    op: OpId,
    source: Source,
    [own, by]: [ValueId; 2],
) -> Result<ValueId> {
    let (ty, lanes) = (lowering.b.type_of(own), lowering.known.workgroup.wave);
    let by = lowering.b.int_cast(by, ty, false);
    let mut from = source(&mut lowering.b, own, by);
    if ops::code(lowering.known.source, op) == Some(Code::Core(Op::GroupNonUniformRotateKHR)) {
        let cluster = match lowering.known.source[op].operands.get(2).copied() {
            Some(size) => lowering.const_index(size)?.map_or(lanes, |size| size as u32),
            None => lanes,
        };
        let inside = cluster.min(lanes).max(1) - 1;
        let (low, high) = (lowering.b.iconst(ty, u64::from(inside)), lowering.b.iconst(ty, u64::from(!inside)));
        let (turned, start) = (lowering.b.binary(Opcode::And, from, low), lowering.b.binary(Opcode::And, own, high));
        from = lowering.b.add(start, turned);
    }
    let last = lowering.b.iconst(ty, u64::from(lanes - 1));
    Ok(lowering.b.binary(Opcode::And, from, last))
}

/// The number of lanes in the clusters whose values are joined.
fn cluster_size(lowering: &mut Lowering<'_>, op: OpId) -> Result<u32> {
    let size = match lowering.known.source[op].operands.get(1).copied() {
        Some(size) => lowering.const_index(size)?,
        None => None,
    };
    match size.filter(|size| size.is_power_of_two()) {
        Some(size) => Ok(size.min(u64::from(lowering.known.workgroup.wave)) as u32),
        None => invalid("cluster size is not a power of two"),
    }
}

/// Returns whether two scalars, or those of each lane, are the same.
pub(crate) fn are_equal(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    match b.ty(b.module.ctx.scalar_of(b.type_of(x))) {
        Type::Float { .. } => b.fcmp(FloatPredicate::Oeq, x, y),
        _ => b.icmp(IntPredicate::Eq, x, y),
    }
}
