//! The lanes of a workgroup: the states that say where each continues, and how loops end when the dispatch is aborted.

use super::state::Lowering;
use crate::error::Result;
use crate::spmd::plan::Plan;
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Ordering};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The state of a lane that has come to its end.
pub(crate) const ENDED: u32 = u32::MAX;

/// Marks the state of a lane that waits for the workgroup.
pub(crate) const WAITING: u32 = 1 << 31;

/// The state of a lane that is about to enter a region.
pub(crate) fn state_of(plan: &Plan, region: usize) -> u32 {
    let mark = if plan.regions[region].meeting.is_for_all() { WAITING } else { 0 };
    region as u32 | mark
}

/// The lanes of a wave or of a workgroup, and how to know those that are about to enter a region.
pub(crate) struct WaveLanes {
    /// The first lane.
    pub(crate) first: ValueId,
    /// The lane after the last.
    pub(crate) end: ValueId,
    /// True if they are all of the workgroup.
    pub(crate) are_all: bool,
    /// Where the states of the lanes are.
    pub(crate) states: u64,
    /// The state of those that are about to enter the region.
    pub(crate) state: ValueId,
}

impl WaveLanes {
    /// Returns whether a lane enters the region.
    pub(crate) fn is_active(&self, lowering: &mut Lowering<'_>, lane: ValueId) -> Result<ValueId> {
        let scratch = lowering.env()?.scratch;
        let address = state_address(lowering, scratch, self.states, lane);
        let i32 = lowering.b.int(32);
        let own = lowering.b.load(address, i32, 4);
        Ok(lowering.b.icmp(IntPredicate::Eq, own, self.state))
    }
}

pub(crate) fn state_address(lowering: &mut Lowering<'_>, scratch: ValueId, states: u64, lane: ValueId) -> ValueId {
    let i64 = lowering.b.int(64);
    let lane = lowering.b.cast(Opcode::ZExt, lane, i64);
    let (four, start) = (lowering.b.i64(4), lowering.b.i64(states));
    let offset = lowering.b.mul(lane, four);
    let offset = lowering.b.add(offset, start);
    lowering.b.gep(scratch, offset)
}

/// Makes a block that branches to `target` unless the dispatch was aborted.
pub(crate) fn polled(lowering: &mut Lowering<'_>, target: Successor) -> Result<Successor> {
    let (poll, leave) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let saved = std::mem::replace(&mut lowering.b.block, leave);
    let ended = lowering.b.i32(ENDED);
    lowering.b.ret(Some(ended));
    lowering.b.block = poll;
    let ptr = lowering.b.ptr();
    let flag = lowering.in_setup(|this| this.ctx_field(offset_of!(abi::DispatchCtx, abort), ptr))?;
    let go_on = not_aborted(lowering, flag);
    lowering.b.likely(go_on, target, Successor::new(leave));
    lowering.b.block = saved;
    Ok(Successor::new(poll))
}

pub(crate) fn not_aborted(lowering: &mut Lowering<'_>, flag: ValueId) -> ValueId {
    let i32 = lowering.b.int(32);
    let value = lowering.b.load(flag, i32, 4);
    lowering.b.order_value(value, Ordering::Monotonic);
    let zero = lowering.b.i32(0);
    lowering.b.icmp(IntPredicate::Eq, value, zero)
}
