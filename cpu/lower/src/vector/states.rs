//! The states of a wave's lanes: where each lane goes on when it leaves a region.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{BlockId, OpId, TypeId, ValueId};

/// The type of the states of a wave's lanes: of one where they stay together.
pub(super) fn states_type(lowering: &mut Lowering<'_>) -> Result<TypeId> {
    let (lanes, word) = (lowering.width(), lowering.b.int(32));
    Ok(match lowering.wide()?.variance.stay_together() {
        true => word,
        false => lowering.b.module.ctx.vector(word, lanes),
    })
}

/// The lanes of a mask leave the region with a state.
pub(super) fn put_state(lowering: &mut Lowering<'_>, state: u32, slot: ValueId) -> Result<()> {
    if lowering.known.plan.regions.len() == 1 {
        return Ok(());
    }
    let (mask, ty) = (lowering.wide()?.mask, states_type(lowering)?);
    let mut states = lowering.b.iconst(ty, u64::from(state));
    if lowering.b.lanes(ty) > 1 {
        let old = lowering.b.load(slot, ty, 64);
        states = lowering.b.select(mask, states, old);
    }
    lowering.b.store(states, slot, 64);
    Ok(())
}

/// A block of the source where it ends the region: the op at which invocations meet.
pub(super) fn meeting_of(lowering: &Lowering<'_>, block: BlockId) -> Option<(OpId, usize)> {
    let next = *lowering.known.plan.next.get(&block)?;
    let ops = &lowering.known.source[block].ops;
    Some((*ops.get(ops.len().checked_sub(2)?)?, next))
}
