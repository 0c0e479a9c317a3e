//! Operations of the lanes of a wave or of a whole workgroup together: votes, ballots, shuffles, sums and quads.
//!
//! The lanes that have arrived at an op are the active ones. Their operands are in the frame, each lane's in its place;
//! loops over the lanes compute the results and put them there.

use super::ballot::bit_of;
use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::lowering::lanes::WaveLanes;
use crate::lowering::{Block, Lowering};
use crate::wave_op::{Derivative, Join, Source, WaveOp, are_equal, source_lane};
use dialect::ir::{OpId, Successor, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use spirv::GroupOperation;

/// One op that a wave does together.
struct Meeting<'w> {
    op: OpId,
    lanes: &'w WaveLanes,
}

/// Computes the results of an op for all active lanes.
pub(super) fn meet(lowering: &mut Lowering<'_>, op: OpId, lanes: &WaveLanes) -> Result<()> {
    lowering.block = Block::default();
    let meeting = Meeting { op, lanes };
    // The value of an inactive lane is undefined and must not be used as an address.
    let result = meeting.result(lowering)?;
    if facts::holds_opaque(lowering.known.source, lowering.known.source.type_of(result)) {
        return unsupported(lowering.name(op), "pointers and resources cannot be exchanged between lanes");
    }
    let kind = WaveOp::of(lowering, op)?;
    if lanes.are_all && kind.is_for_waves_alone() {
        return unsupported(lowering.name(op), "only available in subgroup scope");
    }
    match kind {
        WaveOp::Elect => meeting.elect(lowering),
        WaveOp::All => meeting.reduce(lowering, Join::Int(Opcode::And)),
        WaveOp::Any => meeting.reduce(lowering, Join::Int(Opcode::Or)),
        WaveOp::AllEqual => meeting.all_equal(lowering),
        WaveOp::Ballot => meeting.ballot(lowering),
        WaveOp::BroadcastFirst => meeting.broadcast_first(lowering),
        WaveOp::Broadcast => meeting.broadcast(lowering),
        WaveOp::Partition => meeting.partition(lowering),
        WaveOp::Derivative(derivative) => meeting.derivative(lowering, derivative),
        WaveOp::Shuffle(source) => meeting.shuffle(lowering, source),
        WaveOp::Reduce(join) => meeting.reduce(lowering, join),
        WaveOp::InclusiveScan(join) => meeting.scan(lowering, join, true),
        WaveOp::ExclusiveScan(join) => meeting.scan(lowering, join, false),
        WaveOp::Cluster(join, size) => meeting.in_cluster(lowering, join, Cluster::Size(size)),
        WaveOp::Partitioned(join, operation) => meeting.in_cluster(lowering, join, Cluster::Ballot(1, operation)),
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
            return unsupported(lowering.name(self.op), "lanes are not in rows");
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
        self.for_active(lowering, &[], |lowering, lane, _| {
            let own = self.own(lowering, lane);
            let by = self.operand(lowering, 1, lane)?;
            let from = source_lane(lowering, self.op, source, [own, by])?;
            let from = lowering.b.add(self.lanes.first, from);
            let from = self.clamped(lowering, from);
            let value = self.operand(lowering, 0, from)?;
            self.give(lowering, lane, value)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    /// The difference of two lanes of the quad.
    fn difference(&self, lowering: &mut Lowering<'_>, lane: ValueId, kept: u32, bit: u32) -> Result<ValueId> {
        let own = self.own(lowering, lane);
        let keep = lowering.b.i32(kept);
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

    fn derivative(&self, lowering: &mut Lowering<'_>, derivative: Derivative) -> Result<()> {
        self.for_active(lowering, &[], |lowering, lane, _| {
            let difference = |lowering: &mut Lowering<'_>, kept, bit| self.difference(lowering, lane, kept, bit);
            let value = derivative.of_differences(lowering, difference)?;
            self.give(lowering, lane, value)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }
}
