//! Two stores of a block to neighbouring elements, with nothing between them that may access the same memory: they become one, as
//! those to two members of a struct, where both elements are in the same piece of memory.

use super::piece::Piece;
use super::{memory, op};
use crate::adjacent;
use crate::error::Result;
use crate::lowering::Lowering;
use crate::spmd::variance;
use base::ids::Set;
use dialect::ir::{Module, OpId};
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of ops between two stores.
const MOST_BETWEEN: usize = 16;

/// By the second store: the first one, and the number of elements by which the second is behind it.
type Pairs = FxHashMap<OpId, (OpId, u64)>;

/// Lowers the ops of a block; of two stores that are neighbours the first one with the second.
pub(super) fn lower(lowering: &mut Lowering<'_>, ops: &[OpId]) -> Result<()> {
    let pairs = find(lowering.known.source, ops);
    let firsts: Set<OpId> = pairs.values().map(|(first, _)| *first).collect();
    for own in ops {
        match pairs.get(own) {
            Some((first, behind)) => both(lowering, *first, *own, *behind)?,
            None if firsts.contains(own) => {}
            None => op::lower(lowering, *own)?,
        }
    }
    Ok(())
}

fn find(module: &Module, ops: &[OpId]) -> Pairs {
    let mut pairs = Pairs::default();
    for (at, first) in ops.iter().enumerate() {
        if is_store(module, *first) && !pairs.contains_key(first) {
            let found = second(module, *first, &ops[at + 1..]).filter(|(second, _)| !pairs.contains_key(second));
            pairs.extend(found.map(|(second, behind)| (second, (*first, behind))));
        }
    }
    pairs
}

fn is_store(module: &Module, op: OpId) -> bool {
    ops::code(module, op) == Some(Code::Core(Op::Store))
}

/// The neighbour of a store among the ops after it.
fn second(module: &Module, first: OpId, after: &[OpId]) -> Option<(OpId, u64)> {
    let access = adjacent::access(module, first)?;
    for op in after.iter().take(MOST_BETWEEN) {
        let other = adjacent::access(module, *op).filter(|_| is_store(module, *op));
        if let Some(behind) = other.and_then(|other| access.distance(&other)) {
            return Some((*op, behind));
        }
        if adjacent::may_meet(module, module[first].operands[0], *op) {
            return None;
        }
    }
    None
}

/// Lowers two stores as one, or one after the other.
fn both(lowering: &mut Lowering<'_>, first: OpId, second: OpId, behind: u64) -> Result<()> {
    if together(lowering, first, second, behind)? {
        return Ok(());
    }
    op::lower(lowering, first)?;
    op::lower(lowering, second)
}

fn together(lowering: &mut Lowering<'_>, first: OpId, second: OpId, behind: u64) -> Result<bool> {
    let mut found = Vec::new();
    for op in [first, second] {
        let (pointer, module) = (lowering.known.source[op].operands[0], lowering.known.source);
        let is_own = variance::is_own(module, lowering.known.interface, pointer);
        let fits = lowering.varies(pointer)? && !is_own && memory::is_plain(lowering, pointer);
        if !fits || lowering.is_volatile(op, pointer) {
            return Ok(false);
        }
        found.push(memory::memory(lowering, pointer)?);
    }
    // The indices of a piece do not wrap around: both elements are where their distance in it says.
    let into = |at: usize| found[at].series.and_then(|series| series.into);
    let (Some(one), Some(other)) = (into(0), into(1)) else { return Ok(false) };
    let bytes = lowering.known.layouts.size(found[0].shape)?;
    let are_same = found[0].series.map(|series| series.stride) == found[1].series.map(|series| series.stride)
        && found[0].shape.ty == found[1].shape.ty
        && found[0].limit.is_some() == found[1].limit.is_some();
    if !are_same
        || lowering.part_count(found[0].shape.ty)?.is_some()
        || other.wrapping_sub(one) != behind.wrapping_mul(bytes)
    {
        return Ok(false);
    }
    let Some(piece) = Piece::find(lowering, &found)? else { return Ok(false) };
    let mut values = Vec::new();
    for op in [first, second] {
        let value = lowering.known.source[op].operands[1];
        values.push(lowering.as_wide(value)?);
    }
    piece.store(lowering, values)?;
    Ok(true)
}
