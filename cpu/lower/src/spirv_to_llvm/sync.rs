//! Barriers, as far as an invocation runs them before it waits, and the clock, which is ordered as well.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::Ordering;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::Op;

/// A workgroup runs on one thread, so only other workgroups can see in which order it writes.
pub(super) fn memory_barrier(lowering: &mut Lowering<'_>, _op: OpId) -> Result<()> {
    lowering.b.fence(Ordering::AcqRel);
    Ok(())
}

/// The value of a clock, as one 64-bit integer or as two words.
pub(super) fn clock(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    let now = lowering.b.clock();
    Ok(lowering.b.cast(Opcode::Bitcast, now, ty))
}

/// Lowers the part of a barrier that an invocation runs before it waits.
pub(super) fn arrive(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    if ops::code(lowering.known.source, op) == Some(Code::Core(Op::ControlBarrier)) {
        let has_semantics = lowering.number(op, dialect::spirv::attrs::SEMANTICS).unwrap_or(0) & 0x1E != 0;
        let is_device = lowering.number(op, dialect::spirv::attrs::SCOPE_2).is_some_and(|scope| scope <= 1);
        if has_semantics && is_device {
            lowering.b.fence(Ordering::AcqRel);
        }
    }
    Ok(())
}
