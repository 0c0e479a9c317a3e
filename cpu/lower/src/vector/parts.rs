//! Reading and writing what has parts, for all lanes at once: as pieces of memory where elements are small, else scalar by
//! scalar.

use super::memory;
use super::piece::Piece;
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::place::Memory;
use dialect::ir::ValueId;
use std::slice;

/// Reads something that differs between lanes.
pub(super) fn load(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<ValueId> {
    lowering.count_part()?;
    let ty = memory.shape.ty;
    if let Some(piece) = Piece::find(lowering, slice::from_ref(memory))? {
        let leaves = piece.load(lowering)?;
        return lowering.of_leaves(&mut leaves.into_iter(), ty, true);
    }
    let Some(count) = lowering.part_count(ty)? else { return memory::load_leaf(lowering, memory) };
    let wide = lowering.wide_ty(ty)?;
    let mut value = lowering.b.poison(wide);
    for index in 0..count {
        let part = memory::part_of(lowering, memory, index)?;
        let part = load(lowering, &part)?;
        value = lowering.b.insert_value(value, part, index);
    }
    Ok(value)
}

/// Writes something that differs between lanes.
pub(super) fn store(lowering: &mut Lowering<'_>, memory: &Memory, value: ValueId) -> Result<()> {
    lowering.count_part()?;
    let ty = memory.shape.ty;
    if let Some(piece) = Piece::find(lowering, slice::from_ref(memory))? {
        let mut leaves = Vec::new();
        lowering.leaves(value, ty, &mut leaves)?;
        return piece.store(lowering, leaves);
    }
    let Some(count) = lowering.part_count(ty)? else { return memory::store_leaf(lowering, memory, value) };
    for index in 0..count {
        let to = memory::part_of(lowering, memory, index)?;
        let part = lowering.b.part(value, index);
        store(lowering, &to, part)?;
    }
    Ok(())
}

/// A variable of each invocation is filled with its initial value.
pub(super) fn fill(lowering: &mut Lowering<'_>, memory: &Memory, value: ValueId) -> Result<()> {
    let value = lowering.spread(value, memory.shape.ty)?;
    store(lowering, memory, value)
}
