//! Atomic operations of all lanes on one address: the lanes join what they have, and one of them goes to memory.

use super::{memory, wave};
use crate::error::Result;
use crate::lowering::Lowering;
use crate::spirv_to_llvm::{atomic_for_all, atomic_joins_lanes};
use crate::spmd::variance;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Code};

/// Lowers an atomic operation of all lanes on one address; gives nothing where lanes go there one by one.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else { return Ok(None) };
    let Some(join) = atomic_joins_lanes(code) else { return Ok(None) };
    let pointer = lowering.known.source[op].operands[0];
    let is_own = variance::is_own(lowering.known.source, lowering.known.interface, pointer);
    if lowering.varies(pointer)? || is_own || !memory::is_plain(lowering, pointer) {
        return Ok(None);
    }
    let values = &lowering.known.source[op];
    let (given, Some(result)) = (values.operands.get(1).copied(), values.results.first().copied()) else {
        return Ok(None);
    };
    let ty = lowering.known.source.type_of(result);
    let operand = match given {
        Some(given) if lowering.known.source.type_of(given) == ty && is_integer(lowering, ty) => {
            lowering.as_wide(given)?
        }
        None if is_integer(lowering, ty) => {
            let ty = lowering.wide_ty(ty)?;
            lowering.b.iconst(ty, 1)
        }
        Some(_) | None => return Ok(None),
    };
    let joined = wave::reduce(lowering, join, operand)?;
    let before = wave::scan(lowering, join, operand, false)?;
    atomic_for_all(lowering, op, joined, before).map(Some)
}

fn is_integer(lowering: &Lowering<'_>, ty: TypeId) -> bool {
    matches!(lowering.known.source.ctx[ty], Type::Int { .. })
}
