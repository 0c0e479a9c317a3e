//! Ops without a form for vectors, done lane by lane in a loop over the active lanes.

use super::image::{self, Texels};
use crate::error::{Place, Result};
use crate::facts;
use crate::lowering::lockstep::Mode;
use crate::lowering::place;
use crate::lowering::{Block, Lowering};
use crate::spirv_to_llvm;
use abi::reason::{InTurn, TurnReason};
use base::ids::Set;
use dialect::ir::{OpId, Successor, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use rustc_hash::FxHashMap;

/// Runs an op for one lane after the other, and notes why.
pub(super) fn each(lowering: &mut Lowering<'_>, op: OpId, reason: TurnReason) -> Result<()> {
    let (texels, reason) = match image::texels(lowering, op)? {
        Some(Ok(texels)) => (Some(texels), reason),
        Some(Err(by_host)) => (None, TurnReason::Host(by_host)),
        None => (None, reason),
    };
    let made = noted(lowering, op, texels, reason)?;
    match (lowering.known.source[op].results.first().copied(), made) {
        (Some(result), Some(made)) => lowering.define(result, made),
        (Some(_) | None, _) => Ok(()),
    }
}

/// Runs an op for one lane after the other, and notes why; gives what they have made.
pub(super) fn noted(
    lowering: &mut Lowering<'_>,
    op: OpId,
    texels: Option<Texels>,
    reason: TurnReason,
) -> Result<Option<ValueId>> {
    let place = Place::of(lowering.known.source, op);
    lowering.in_turn.push(InTurn { op: op_name(lowering.name(op)), place, reason });
    if matches!(reason, TurnReason::Atomic | TurnReason::Apart) {
        lowering.atomics_in_turn.push(op);
    }
    in_turn(lowering, op, texels)
}

/// Runs an op for one lane after the other; gives what they have made.
pub(super) fn in_turn(lowering: &mut Lowering<'_>, op: OpId, texels: Option<Texels>) -> Result<Option<ValueId>> {
    let mut uniform = FxHashMap::default();
    for value in made_values(lowering, op, texels.as_ref().map(|texels| texels.pointer)) {
        if lowering.varies(value)? {
            lowering.lay_out(value)?;
        } else {
            // What all lanes have is there before the loop.
            uniform.insert(value, lowering.natural(value)?);
        }
    }
    let result = lowering.known.source[op].results.first().copied();
    let ty = result.map(|value| lowering.known.source.type_of(value));
    let rows = match ty {
        Some(ty) => lowering.new_rows(ty)?,
        None => Vec::new(),
    };
    let mask = lowering.wide()?.mask;
    let bits = lowering.b.bits(mask);
    let bits_ty = lowering.b.type_of(bits);
    let head = lowering.b.new_block(&[bits_ty]);
    let (body, done) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    lowering.b.br(head, &[bits]);
    lowering.b.block = head;
    let left = lowering.b.args(head)[0];
    let zero = lowering.b.zero(bits_ty);
    let more = lowering.b.icmp(IntPredicate::Ne, left, zero);
    lowering.b.cond_br(more, Successor::new(body), Successor::new(done));

    lowering.b.block = body;
    let word = lowering.b.int(32);
    let lane = lowering.b.math_defined(Intrinsic::Cttz, left);
    let lane = lowering.b.int_cast(lane, word, false);
    // What the loop makes is not there after it.
    let mut inside = Block { of: lowering.block.of, values: uniform, ..Block::default() };
    if let Some(Texels { pointer, ty, row }) = texels {
        inside.places.insert(pointer, texel(lowering, ty, row, lane));
    }
    let outside = std::mem::replace(&mut lowering.block, inside);
    let made = of_lane(lowering, op, lane);
    lowering.block = outside;
    if let (Some(made), Some(ty)) = (made?, ty) {
        lowering.put_lane(&rows, lane, made, ty)?;
    }
    let one = lowering.b.iconst(bits_ty, 1);
    let below = lowering.b.binary(Opcode::Sub, left, one);
    let rest = lowering.b.binary(Opcode::And, left, below);
    lowering.b.br(head, &[rest]);

    lowering.b.block = done;
    lowering.clear_rows()?;
    ty.map(|ty| lowering.take_rows(&rows, ty)).transpose()
}

/// The texel of a lane.
fn texel(lowering: &mut Lowering<'_>, ty: TypeId, row: ValueId, lane: ValueId) -> place::Place {
    let (ptr, i64, bytes) = (lowering.b.ptr(), lowering.b.int(64), size_of::<*mut u8>());
    let size = lowering.b.i64(bytes as u64);
    let lane = lowering.b.int_cast(lane, i64, false);
    let far = lowering.b.mul(lane, size);
    let at = lowering.b.gep(row, far);
    place::Place::Texel { address: lowering.b.load(at, ptr, bytes as u32), ty }
}

/// Lowers an op for one lane.
fn of_lane(lowering: &mut Lowering<'_>, op: OpId, lane: ValueId) -> Result<Option<ValueId>> {
    let mut env = lowering.env()?;
    let outside = env;
    env.lane = lowering.b.add(env.lane, lane);
    lowering.function.env = Some(env);
    let done = lowering.in_mode(Mode::Lane(lane), |lowering| spirv_to_llvm::lower_op(lowering, op, &[]));
    lowering.function.env = Some(outside);
    done?;
    Ok(lowering.wide_mut()?.made.pop())
}

/// The values that an op uses, by way of what is made anew; but for what leads to the texel that it changes.
fn made_values(lowering: &Lowering<'_>, op: OpId, texel: Option<ValueId>) -> Vec<ValueId> {
    let module = lowering.known.source;
    let (mut found, mut seen) = (Vec::new(), Set::default());
    seen.extend(texel);
    let mut stack: Vec<ValueId> = module[op].operands.to_vec();
    while let Some(value) = stack.pop() {
        if !seen.insert(value) {
            continue;
        }
        match (facts::is_remade(module, value), module.defining_op(value)) {
            (true, Some(op)) => stack.extend(module[op].operands.iter().copied()),
            _ => found.push(value),
        }
    }
    found
}

/// The name of an operation in the specification of SPIR-V.
fn op_name(name: &str) -> String {
    format!("Op{}", name.trim_start_matches("spirv."))
}
