//! Rounds over the lanes or waves of a workgroup: what all forms of them share.

use crate::lowering::Lowering;
use crate::lowering::lanes::{ENDED, WAITING, not_aborted};
use dialect::ir::{BlockId, Successor, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;

/// The name of the function that takes a wave through a region.
pub(super) fn wave_name(region: usize) -> String {
    format!("wave_{region}")
}

/// Continues with the lowest region that any lane waits for, until all lanes have ended.
pub(super) fn end_round(lowering: &mut Lowering<'_>, least: ValueId, abort: ValueId, round: BlockId, done: BlockId) {
    let (ended, mask) = (lowering.b.i32(ENDED), lowering.b.i32(!WAITING));
    let unfinished = lowering.b.icmp(IntPredicate::Ne, least, ended);
    let runs = not_aborted(lowering, abort);
    let goes_on = lowering.b.binary(Opcode::And, unfinished, runs);
    let region = lowering.b.binary(Opcode::And, least, mask);
    lowering.b.cond_br(goes_on, Successor { block: round, args: [region].into() }, Successor::new(done));
}
