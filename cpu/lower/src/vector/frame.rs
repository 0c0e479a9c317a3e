//! Values that live from one block or region into another: which need a place, and how the frame holds them.

use crate::error::Result;
use crate::lowering::Lowering;
use crate::spmd::{plan, variance};
use dialect::ir::{TypeId, ValueId};
use dialect::llvm::ops::Opcode;

/// Access of a region to a value that crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Read,
    Write,
}

/// Finds out which values need a place, in one iteration of a loop or beyond.
pub(super) fn find_wants(lowering: &mut Lowering<'_>, region: usize) -> Result<()> {
    let variance = std::rc::Rc::clone(&lowering.wide()?.variance);
    let flow = &variance.flows[region];
    let (mut slots, mut kept) = (base::ids::Set::default(), base::ids::Set::default());
    for block in &flow.order {
        for op in &lowering.known.source[*block].ops {
            for value in plan::real_uses(lowering.known.source, *op) {
                let made = lowering.known.source.block_of(value);
                if made == Some(*block) || variance::is_builtin(lowering.known.source, lowering.known.interface, value)
                {
                    continue;
                }
                let outlives = made.is_some_and(|made| flow.outlives(made, *block));
                match outlives || lowering.known.storage.crosses(value) {
                    true => kept.insert(value),
                    false => slots.insert(value),
                };
            }
        }
    }
    kept.extend(crossing(lowering, region)?.into_iter().filter(|(_, is_made)| *is_made).map(|(value, _)| value));
    let wide = lowering.wide_mut()?;
    (wide.wants_slot, wide.wants_kept) = (slots, kept);
    Ok(())
}

/// The values that cross regions, and whether a region makes them.
fn crossing(lowering: &Lowering<'_>, region: usize) -> Result<Vec<(ValueId, bool)>> {
    let flow = &lowering.wide()?.variance.flows[region];
    let is_made =
        |value: ValueId| lowering.known.source.block_of(value).is_some_and(|block| flow.home.contains_key(&block));
    Ok(lowering.known.plan.crossing.iter().map(|value| (*value, is_made(*value))).collect())
}

/// Takes what the region needs from the frame.
pub(super) fn load(lowering: &mut Lowering<'_>, region: usize) -> Result<()> {
    if region == 0 {
        return Ok(());
    }
    for (value, _) in crossing(lowering, region)? {
        if !lowering.wide()?.wants_kept.contains(&value) {
            continue;
        }
        let slot = lowering.kept_slot(value)?;
        let made = read(lowering, value)?;
        lowering.put(made, slot);
    }
    Ok(())
}

/// Puts what the region has made into the frame.
pub(super) fn store(lowering: &mut Lowering<'_>, region: usize) -> Result<()> {
    for (value, is_made) in crossing(lowering, region)? {
        if is_made {
            let (slot, ty) = (lowering.kept_slot(value)?, lowering.kept_ty(value)?);
            let made = lowering.take(slot, ty);
            write(lowering, value, made)?;
        }
    }
    Ok(())
}

/// The place of a value that a region reads or writes.
fn address(lowering: &mut Lowering<'_>, value: ValueId, way: Way) -> Result<ValueId> {
    if let (Some(at), Some(passed)) = (lowering.known.storage.passed(value), lowering.wide()?.passed) {
        let memory = match way {
            Way::Read => passed.from,
            Way::Write => passed.to,
        };
        return Ok(lowering.b.gep_const(memory, at));
    }
    let Some(slot) = lowering.known.storage.frame_slot(value) else {
        return crate::error::invalid("a value has no place in the frame");
    };
    let first = lowering.wide()?.first;
    lowering.slot_address(slot, first)
}

fn read(lowering: &mut Lowering<'_>, value: ValueId) -> Result<ValueId> {
    let (address, ty) = (address(lowering, value, Way::Read)?, lowering.known.source.type_of(value));
    if lowering.is_kept_once(value)? {
        let memory = lowering.private_memory(address, ty);
        return lowering.load_memory(&memory);
    }
    let (mut at, mut leaves) = (0, Vec::new());
    for scalar in lowering.scalars(ty)? {
        let (stored, wide) = row_types(lowering, scalar);
        let place = lowering.b.gep_const(address, at);
        let leaf = lowering.b.load(place, stored, 8);
        leaves.push(lowering.b.cast(Opcode::Trunc, leaf, wide));
        at += row_bytes(lowering, stored);
    }
    lowering.of_leaves(&mut leaves.into_iter(), ty, true)
}

fn write(lowering: &mut Lowering<'_>, value: ValueId, made: ValueId) -> Result<()> {
    let (address, ty) = (address(lowering, value, Way::Write)?, lowering.known.source.type_of(value));
    if lowering.is_kept_once(value)? {
        let memory = lowering.private_memory(address, ty);
        return lowering.store_memory(&memory, made);
    }
    let (mut at, mut leaves) = (0, Vec::new());
    lowering.leaves(made, ty, &mut leaves)?;
    for leaf in leaves {
        let scalar = lowering.b.module.ctx.scalar_of(lowering.b.type_of(leaf));
        let (stored, _) = row_types(lowering, scalar);
        let leaf = lowering.b.cast(Opcode::ZExt, leaf, stored);
        let place = lowering.b.gep_const(address, at);
        lowering.b.store(leaf, place, 8);
        at += row_bytes(lowering, stored);
    }
    Ok(())
}

/// Types of a row of scalars in memory, and as a value.
fn row_types(lowering: &mut Lowering<'_>, scalar: TypeId) -> (TypeId, TypeId) {
    let (lanes, byte) = (lowering.width(), lowering.b.int(8));
    let wide = lowering.b.module.ctx.vector(scalar, lanes);
    match lowering.b.width(scalar) {
        1 => (lowering.b.module.ctx.vector(byte, lanes), wide),
        _ => (wide, wide),
    }
}

fn row_bytes(lowering: &Lowering<'_>, row: TypeId) -> u64 {
    u64::from(lowering.b.width(row) / 8) * u64::from(lowering.width())
}
