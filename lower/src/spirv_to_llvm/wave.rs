//! Operations of the lanes of a wave or of a whole workgroup together: votes, ballots, shuffles, sums and quads.
//!
//! The lanes that have arrived at an op are the active ones. Their operands stand in the frame, each lane's in its place;
//! loops over the lanes compute the results and put them there.

use super::ballot::bit_of;
use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::lowering::lanes::WaveLanes;
use crate::lowering::{Block, Lowering};
use dialect::ir::{OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::build::{Builder, mask};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::{GroupOperation, Op};

/// Reduction of the lanes' values to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    Int(Opcode),
    Float(Opcode),
    Math(Intrinsic),
}

impl Join {
    pub(crate) fn of(op: Op) -> Option<Join> {
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

/// One op that a wave does together.
struct Meeting<'w> {
    op: OpId,
    lanes: &'w WaveLanes,
}

/// Computes the results of an op for all active lanes.
pub(super) fn meet(lowering: &mut Lowering<'_>, op: OpId, lanes: &WaveLanes) -> Result<()> {
    let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else { return invalid("a wave meets at no op") };
    lowering.block = Block::default();
    let meeting = Meeting { op, lanes };
    // The value of an inactive lane is undefined and must not be used as an address.
    let result = meeting.result(lowering)?;
    if facts::holds_opaque(lowering.known.source, lowering.known.source.type_of(result)) {
        return unsupported(lowering.name(op), "pointers and resources do not go from lane to lane");
    }
    // These refer to lanes by the bits of a ballot or by their numbers in the wave.
    let is_for_waves_alone =
        matches!(code, Op::GroupNonUniformBallot | Op::GroupNonUniformPartitionEXT) || source(code).is_some();
    if lanes.are_all && is_for_waves_alone {
        return unsupported(lowering.name(op), "only the lanes of a wave can do this together");
    }
    match code {
        Op::GroupNonUniformElect => meeting.elect(lowering),
        Op::GroupNonUniformAll | Op::SubgroupAllKHR | Op::GroupAll => meeting.reduce(lowering, Join::Int(Opcode::And)),
        Op::GroupNonUniformAny | Op::SubgroupAnyKHR | Op::GroupAny => meeting.reduce(lowering, Join::Int(Opcode::Or)),
        Op::GroupNonUniformAllEqual | Op::SubgroupAllEqualKHR => meeting.all_equal(lowering),
        Op::GroupNonUniformBallot | Op::SubgroupBallotKHR => meeting.ballot(lowering),
        Op::GroupNonUniformBroadcastFirst | Op::SubgroupFirstInvocationKHR => meeting.broadcast_first(lowering),
        Op::GroupBroadcast => meeting.broadcast(lowering),
        Op::GroupNonUniformQuadAllKHR => meeting.in_cluster(lowering, Join::Int(Opcode::And), Cluster::Size(4)),
        Op::GroupNonUniformQuadAnyKHR => meeting.in_cluster(lowering, Join::Int(Opcode::Or), Cluster::Size(4)),
        Op::GroupNonUniformPartitionEXT => meeting.partition(lowering),
        Op::DPdx | Op::DPdy | Op::Fwidth | Op::DPdxCoarse | Op::DPdyCoarse | Op::FwidthCoarse => {
            meeting.derivative(lowering, code, false)
        }
        Op::DPdxFine | Op::DPdyFine | Op::FwidthFine => meeting.derivative(lowering, code, true),
        _ => match (Join::of(code), source(code)) {
            (Some(join), _) => meeting.group(lowering, join),
            (None, Some(source)) => meeting.shuffle(lowering, source),
            (None, None) => unsupported(lowering.name(op), "this operation of waves is not known"),
        },
    }
}

/// Source lane of a shuffle: its number in the wave, from the lane's own number and an operand.
pub(crate) type Source = fn(&mut Builder, ValueId, ValueId) -> ValueId;

pub(crate) fn source(op: Op) -> Option<Source> {
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
    (source, lanes): (Source, u32),
    [own, by]: [ValueId; 2],
) -> Result<ValueId> {
    let ty = lowering.b.type_of(own);
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
pub(crate) fn cluster_size(lowering: &mut Lowering<'_>, op: OpId, lanes: u32) -> Result<u32> {
    let size = match lowering.known.source[op].operands.get(1).copied() {
        Some(size) => lowering.const_index(size)?,
        None => None,
    };
    match size.filter(|size| size.is_power_of_two()) {
        Some(size) => Ok(size.min(u64::from(lanes)) as u32),
        None => invalid("the size of a cluster is not a power of two"),
    }
}

/// Returns whether two scalars, or those of each lane, are the same.
pub(crate) fn are_equal(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    match b.ty(b.module.ctx.scalar_of(b.type_of(x))) {
        Type::Float { .. } => b.fcmp(FloatPredicate::Oeq, x, y),
        _ => b.icmp(IntPredicate::Eq, x, y),
    }
}

/// Returns whether two values are the same, whatever their type.
fn equal(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    let same = are_equal(b, x, y);
    match b.lanes(b.type_of(same)) {
        1 => same,
        _ => b.reduce(Intrinsic::ReduceAnd, same),
    }
}

/// Lanes that are joined with a lane.
#[derive(Clone, Copy, Debug)]
enum Cluster {
    /// Lanes of an aligned group of this size.
    Size(u32),
    /// Lanes whose bits are set in the operand with this index, all or those up to a lane.
    Ballot(usize, GroupOperation),
}

impl Meeting<'_> {
    fn result(&self, lowering: &Lowering<'_>) -> Result<ValueId> {
        match lowering.known.source[self.op].results.first() {
            Some(value) => Ok(*value),
            None => invalid("an operation of a wave has no result"),
        }
    }

    /// An operand of a lane.
    fn operand(&self, lowering: &mut Lowering<'_>, index: usize, lane: ValueId) -> Result<ValueId> {
        let Some(value) = lowering.known.source[self.op].operands.get(index).copied() else {
            return invalid("an operation of a wave has too few operands");
        };
        match lowering.known.storage.frame_slot(value) {
            Some(_) => lowering.reload_of(value, lane),
            None => lowering.value(value),
        }
    }

    fn give(&self, lowering: &mut Lowering<'_>, lane: ValueId, value: ValueId) -> Result<()> {
        let result = self.result(lowering)?;
        lowering.spill_of(result, value, lane)
    }

    /// The number of a lane in its wave.
    fn own(&self, lowering: &mut Lowering<'_>, lane: ValueId) -> ValueId {
        lowering.b.binary(Opcode::Sub, lane, self.lanes.first)
    }

    /// A loop over the active lanes that carries values along.
    fn for_active(
        &self,
        lowering: &mut Lowering<'_>,
        start: &[ValueId],
        body: impl FnOnce(&mut Lowering<'_>, ValueId, &[ValueId]) -> Result<Vec<ValueId>>,
    ) -> Result<Vec<ValueId>> {
        let i32 = lowering.b.int(32);
        let carried: Vec<TypeId> = start.iter().map(|value| lowering.b.type_of(*value)).collect();
        let with_lane: Vec<TypeId> = std::iter::once(i32).chain(carried.iter().copied()).collect();
        let (head, work) = (lowering.b.new_block(&with_lane), lowering.b.new_block(&[]));
        let (next, done) = (lowering.b.new_block(&carried), lowering.b.new_block(&carried));
        let first: Vec<ValueId> = std::iter::once(self.lanes.first).chain(start.iter().copied()).collect();
        lowering.b.br(head, &first);

        lowering.b.block = head;
        let args = lowering.b.args(head).to_vec();
        let (lane, values) = (args[0], &args[1..]);
        let active = self.lanes.is_active(lowering, lane)?;
        lowering.b.cond_br(active, Successor::new(work), Successor { block: next, args: values.into() });

        lowering.b.block = work;
        let new = body(lowering, lane, values)?;
        lowering.b.br(next, &new);

        lowering.b.block = next;
        let values = lowering.b.args(next).to_vec();
        let one = lowering.b.i32(1);
        let following = lowering.b.add(lane, one);
        let more = lowering.b.icmp(IntPredicate::Ult, following, self.lanes.end);
        let again = std::iter::once(following).chain(values.iter().copied()).collect();
        lowering.b.cond_br(
            more,
            Successor { block: head, args: again },
            Successor { block: done, args: values.into() },
        );
        lowering.b.block = done;
        Ok(lowering.b.args(done).to_vec())
    }

    /// Gives every active lane the same.
    fn give_all(&self, lowering: &mut Lowering<'_>, value: ValueId) -> Result<()> {
        self.for_active(lowering, &[], |lowering, lane, _| {
            self.give(lowering, lane, value)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn first_active(&self, lowering: &mut Lowering<'_>) -> Result<ValueId> {
        let start = self.lanes.end;
        let found = self.for_active(lowering, &[start], |lowering, lane, values| {
            Ok(vec![lowering.b.math(Intrinsic::UMin, &[values[0], lane])])
        })?;
        // If no lane is active the result is not used; the clamp keeps the access inside of the frame.
        Ok(self.clamped(lowering, found[0]))
    }

    /// A lane that has a place in the frame.
    fn clamped(&self, lowering: &mut Lowering<'_>, lane: ValueId) -> ValueId {
        let one = lowering.b.i32(1);
        let last = lowering.b.binary(Opcode::Sub, self.lanes.end, one);
        lowering.b.math(Intrinsic::UMin, &[lane, last])
    }

    fn elect(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        let first = self.first_active(lowering)?;
        self.for_active(lowering, &[], |lowering, lane, _| {
            let is_first = lowering.b.icmp(IntPredicate::Eq, lane, first);
            self.give(lowering, lane, is_first)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn broadcast_first(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        let first = self.first_active(lowering)?;
        let value = self.operand(lowering, 0, first)?;
        self.give_all(lowering, value)
    }

    /// The value of the lane with a number in the wave, or of the one at a place in the workgroup.
    fn broadcast(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        let first = self.first_active(lowering)?;
        let place = self.operand(lowering, 1, first)?;
        let (i32, axes) = (lowering.b.int(32), lowering.b.lanes(lowering.b.type_of(place)));
        if axes > 1 && (!self.lanes.are_all || lowering.known.workgroup.has_quads) {
            return unsupported(lowering.name(self.op), "lanes that do not stand in rows have no place");
        }
        let extents = lowering.known.workgroup.local_size;
        let mut number = lowering.b.i32(0);
        for axis in (0..axes).rev() {
            let at = lowering.b.component(place, axis);
            let at = lowering.b.int_cast(at, i32, false);
            let extent = lowering.b.i32(extents[axis as usize % 3]);
            let rows = lowering.b.mul(number, extent);
            number = lowering.b.add(rows, at);
        }
        let from = lowering.b.add(self.lanes.first, number);
        let from = self.clamped(lowering, from);
        let value = self.operand(lowering, 0, from)?;
        self.give_all(lowering, value)
    }

    fn reduce(&self, lowering: &mut Lowering<'_>, join: Join) -> Result<()> {
        let ty = lowering.result_type(self.op)?;
        let start = join.identity(&mut lowering.b, ty);
        let sum = self.for_active(lowering, &[start], |lowering, lane, values| {
            let own = self.operand(lowering, 0, lane)?;
            Ok(vec![join.apply(&mut lowering.b, values[0], own)])
        })?;
        self.give_all(lowering, sum[0])
    }

    fn scan(&self, lowering: &mut Lowering<'_>, join: Join, is_inclusive: bool) -> Result<()> {
        let ty = lowering.result_type(self.op)?;
        let start = join.identity(&mut lowering.b, ty);
        self.for_active(lowering, &[start], |lowering, lane, values| {
            let own = self.operand(lowering, 0, lane)?;
            let sum = join.apply(&mut lowering.b, values[0], own);
            self.give(lowering, lane, if is_inclusive { sum } else { values[0] })?;
            Ok(vec![sum])
        })?;
        Ok(())
    }

    fn group(&self, lowering: &mut Lowering<'_>, join: Join) -> Result<()> {
        let operation = lowering.number(self.op, "group_operation").unwrap_or(0) as u32;
        match GroupOperation::from_u32(operation) {
            Some(GroupOperation::Reduce) => self.reduce(lowering, join),
            Some(GroupOperation::InclusiveScan) => self.scan(lowering, join, true),
            Some(GroupOperation::ExclusiveScan) => self.scan(lowering, join, false),
            Some(GroupOperation::ClusteredReduce) => {
                let size = cluster_size(lowering, self.op, lowering.known.workgroup.wave)?;
                self.in_cluster(lowering, join, Cluster::Size(size))
            }
            Some(
                operation @ (GroupOperation::PartitionedReduceEXT
                | GroupOperation::PartitionedInclusiveScanEXT
                | GroupOperation::PartitionedExclusiveScanEXT),
            ) if !self.lanes.are_all => self.in_cluster(lowering, join, Cluster::Ballot(1, operation)),
            _ => unsupported(lowering.name(self.op), "only the lanes of a wave can do this together"),
        }
    }

    /// Joins for each lane the values of the active lanes of its cluster.
    fn in_cluster(&self, lowering: &mut Lowering<'_>, join: Join, cluster: Cluster) -> Result<()> {
        let ty = lowering.result_type(self.op)?;
        self.for_active(lowering, &[], |lowering, lane, _| {
            let start = join.identity(&mut lowering.b, ty);
            let sum = self.for_active(lowering, &[start], |lowering, other, values| {
                let joined = self.is_joined(lowering, cluster, lane, other)?;
                let own = self.operand(lowering, 0, other)?;
                let sum = join.apply(&mut lowering.b, values[0], own);
                Ok(vec![lowering.b.select(joined, sum, values[0])])
            })?;
            self.give(lowering, lane, sum[0])?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn is_joined(
        &self,
        lowering: &mut Lowering<'_>,
        cluster: Cluster,
        lane: ValueId,
        other: ValueId,
    ) -> Result<ValueId> {
        let (own, number) = (self.own(lowering, lane), self.own(lowering, other));
        match cluster {
            Cluster::Size(size) => {
                let shift = lowering.b.i32(size.trailing_zeros());
                let mine = lowering.b.binary(Opcode::LShr, own, shift);
                let its = lowering.b.binary(Opcode::LShr, number, shift);
                Ok(lowering.b.icmp(IntPredicate::Eq, mine, its))
            }
            Cluster::Ballot(index, operation) => {
                let ballot = self.operand(lowering, index, lane)?;
                let bit = bit_of(lowering, ballot, number);
                let predicate = match operation {
                    GroupOperation::PartitionedInclusiveScanEXT => IntPredicate::Ule,
                    GroupOperation::PartitionedExclusiveScanEXT => IntPredicate::Ult,
                    _ => return Ok(bit),
                };
                let before = lowering.b.icmp(predicate, number, own);
                Ok(lowering.b.binary(Opcode::And, bit, before))
            }
        }
    }

    fn all_equal(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        let first = self.first_active(lowering)?;
        let wanted = self.operand(lowering, 0, first)?;
        let bool = lowering.b.module.ctx.bool();
        let start = lowering.b.iconst(bool, 1);
        let all = self.for_active(lowering, &[start], |lowering, lane, values| {
            let own = self.operand(lowering, 0, lane)?;
            let same = equal(&mut lowering.b, own, wanted);
            Ok(vec![lowering.b.binary(Opcode::And, values[0], same)])
        })?;
        self.give_all(lowering, all[0])
    }

    /// The bits of the active lanes for which a condition holds.
    fn bits(
        &self,
        lowering: &mut Lowering<'_>,
        condition: impl FnOnce(&mut Lowering<'_>, ValueId) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let wide = lowering.b.int(128);
        let start = lowering.b.iconst(wide, 0);
        let bits = self.for_active(lowering, &[start], |lowering, lane, values| {
            let holds = condition(lowering, lane)?;
            let bit = lowering.b.cast(Opcode::ZExt, holds, wide);
            let own = self.own(lowering, lane);
            let own = lowering.b.cast(Opcode::ZExt, own, wide);
            let bit = lowering.b.binary(Opcode::Shl, bit, own);
            Ok(vec![lowering.b.binary(Opcode::Or, values[0], bit)])
        })?;
        let word = lowering.b.int(32);
        let words = lowering.b.module.ctx.vector(word, 4);
        Ok(lowering.b.cast(Opcode::Bitcast, bits[0], words))
    }

    fn ballot(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        let bits = self.bits(lowering, |lowering, lane| self.operand(lowering, 0, lane))?;
        self.give_all(lowering, bits)
    }

    /// For each lane the lanes with the same value.
    fn partition(&self, lowering: &mut Lowering<'_>) -> Result<()> {
        self.for_active(lowering, &[], |lowering, lane, _| {
            let wanted = self.operand(lowering, 0, lane)?;
            let bits = self.bits(lowering, |lowering, other| {
                let own = self.operand(lowering, 0, other)?;
                Ok(equal(&mut lowering.b, own, wanted))
            })?;
            self.give(lowering, lane, bits)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn shuffle(&self, lowering: &mut Lowering<'_>, source: Source) -> Result<()> {
        let lanes = lowering.known.workgroup.wave;
        self.for_active(lowering, &[], |lowering, lane, _| {
            let own = self.own(lowering, lane);
            let by = self.operand(lowering, 1, lane)?;
            let from = source_lane(lowering, self.op, (source, lanes), [own, by])?;
            let from = lowering.b.add(self.lanes.first, from);
            let from = self.clamped(lowering, from);
            let value = self.operand(lowering, 0, from)?;
            self.give(lowering, lane, value)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    /// The difference of two lanes of the quad whose numbers differ by one bit.
    fn difference(&self, lowering: &mut Lowering<'_>, lane: ValueId, bit: u32, is_fine: bool) -> Result<ValueId> {
        let own = self.own(lowering, lane);
        let keep = lowering.b.i32(if is_fine { !bit } else { !3 });
        let low = lowering.b.binary(Opcode::And, own, keep);
        let bit = lowering.b.i32(bit);
        let high = lowering.b.binary(Opcode::Or, low, bit);
        let mut values = [low, high];
        for value in &mut values {
            let from = lowering.b.add(self.lanes.first, *value);
            let from = self.clamped(lowering, from);
            *value = self.operand(lowering, 0, from)?;
        }
        Ok(lowering.b.binary(Opcode::FSub, values[1], values[0]))
    }

    fn derivative(&self, lowering: &mut Lowering<'_>, op: Op, is_fine: bool) -> Result<()> {
        self.for_active(lowering, &[], |lowering, lane, _| {
            let value = match op {
                Op::DPdx | Op::DPdxCoarse | Op::DPdxFine => self.difference(lowering, lane, 1, is_fine)?,
                Op::DPdy | Op::DPdyCoarse | Op::DPdyFine => self.difference(lowering, lane, 2, is_fine)?,
                _ => {
                    let (x, y) =
                        (self.difference(lowering, lane, 1, is_fine)?, self.difference(lowering, lane, 2, is_fine)?);
                    let (x, y) = (lowering.b.math(Intrinsic::FAbs, &[x]), lowering.b.math(Intrinsic::FAbs, &[y]));
                    lowering.b.binary(Opcode::FAdd, x, y)
                }
            };
            self.give(lowering, lane, value)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }
}
