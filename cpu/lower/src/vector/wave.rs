//! Operations of the lanes of a wave together, where the wave is a vector: lanes that do not take part are masked out.

use crate::error::{Result, invalid, unsupported};
use crate::lowering::Lowering;
use crate::wave_op::{Join, Source, WaveOp, are_equal, source_lane};
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// Lowers an op of a wave; the result is a scalar where it is uniform.
pub(super) fn meet(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    match WaveOp::of(lowering, op)? {
        WaveOp::Elect => elect(lowering),
        WaveOp::All => vote(lowering, op, true),
        WaveOp::Any => vote(lowering, op, false),
        WaveOp::AllEqual => all_equal(lowering, op),
        WaveOp::Ballot => ballot(lowering, op),
        WaveOp::BroadcastFirst => {
            let first = first_lane(lowering)?;
            of_lane(lowering, op, first)
        }
        WaveOp::Derivative(derivative) => each_vector(lowering, op, |lowering, value| {
            derivative.of_differences(lowering, |lowering, kept, bit| Ok(difference(lowering, value, kept, bit)))
        }),
        WaveOp::Shuffle(source) => shuffle(lowering, op, source),
        WaveOp::Reduce(join) => reduced(lowering, op, join),
        WaveOp::InclusiveScan(join) => each_vector(lowering, op, |lowering, value| scan(lowering, join, value, true)),
        WaveOp::ExclusiveScan(join) => each_vector(lowering, op, |lowering, value| scan(lowering, join, value, false)),
        WaveOp::Cluster(join, size) => {
            each_vector(lowering, op, |lowering, value| clusters(lowering, join, value, size))
        }
        WaveOp::Broadcast | WaveOp::Partition | WaveOp::Partitioned(..) => {
            unsupported(lowering.name(op), "no vectorized form")
        }
    }
}

fn operand(lowering: &mut Lowering<'_>, op: OpId, index: usize) -> Result<ValueId> {
    match lowering.known.source[op].operands.get(index).copied() {
        Some(value) => lowering.as_wide(value),
        None => invalid("an operation of a wave has too few operands"),
    }
}

fn operand_type(lowering: &Lowering<'_>, op: OpId) -> Result<TypeId> {
    match lowering.known.source[op].operands.first() {
        Some(value) => Ok(lowering.known.source.type_of(*value)),
        None => invalid("an operation of a wave has too few operands"),
    }
}

/// The vectors of the first operand.
fn vectors(lowering: &mut Lowering<'_>, op: OpId) -> Result<Vec<ValueId>> {
    let (value, ty) = (operand(lowering, op, 0)?, operand_type(lowering, op)?);
    let mut found = Vec::new();
    lowering.leaves(value, ty, &mut found)?;
    Ok(found)
}

/// Maps the vectors of the first operand; the result has its type.
fn each_vector(
    lowering: &mut Lowering<'_>,
    op: OpId,
    mut make: impl FnMut(&mut Lowering<'_>, ValueId) -> Result<ValueId>,
) -> Result<ValueId> {
    let vectors = vectors(lowering, op)?;
    let mut made = Vec::new();
    for vector in vectors {
        made.push(make(lowering, vector)?);
    }
    let ty = operand_type(lowering, op)?;
    lowering.of_leaves(&mut made.into_iter(), ty, true)
}

/// The first active lane. Some lane is active whenever it matters.
fn first_lane(lowering: &mut Lowering<'_>) -> Result<ValueId> {
    let mask = lowering.wide()?.mask;
    let bits = lowering.b.bits(mask);
    let (lanes, word) = (u64::from(lowering.width()), lowering.b.int(32));
    let first = lowering.b.math_defined(Intrinsic::Cttz, bits);
    let last = lowering.b.iconst(lowering.b.type_of(bits), lanes - 1);
    let first = lowering.b.math(Intrinsic::UMin, &[first, last]);
    Ok(lowering.b.int_cast(first, word, false))
}

/// The first operand of one lane, as a uniform value.
fn of_lane(lowering: &mut Lowering<'_>, op: OpId, lane: ValueId) -> Result<ValueId> {
    let scalars: Vec<ValueId> =
        vectors(lowering, op)?.into_iter().map(|vector| lowering.b.extract(vector, lane)).collect();
    let ty = operand_type(lowering, op)?;
    lowering.of_leaves(&mut scalars.into_iter(), ty, false)
}

fn elect(lowering: &mut Lowering<'_>) -> Result<ValueId> {
    let first = first_lane(lowering)?;
    let (lanes, word) = (lowering.width(), lowering.b.int(32));
    let (first, counting) = (lowering.b.splat_of(first, lanes), lowering.b.counting(word, lanes));
    Ok(lowering.b.icmp(IntPredicate::Eq, counting, first))
}

fn vote(lowering: &mut Lowering<'_>, op: OpId, all: bool) -> Result<ValueId> {
    let (truths, mask) = (operand(lowering, op, 0)?, lowering.wide()?.mask);
    Ok(match all {
        true => {
            let ones = lowering.mask_of(true);
            let others = lowering.b.binary(Opcode::Xor, mask, ones);
            let holds = lowering.b.binary(Opcode::Or, truths, others);
            lowering.b.all(holds)
        }
        false => {
            let holds = lowering.b.binary(Opcode::And, truths, mask);
            lowering.b.any(holds)
        }
    })
}

fn all_equal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (first, lanes) = (first_lane(lowering)?, lowering.width());
    let (mask, ones) = (lowering.wide()?.mask, lowering.mask_of(true));
    let mut all = lowering.b.binary(Opcode::Xor, mask, ones);
    let mut same = ones;
    for vector in vectors(lowering, op)? {
        let wanted = lowering.b.extract(vector, first);
        let wanted = lowering.b.splat_of(wanted, lanes);
        let equal = are_equal(&mut lowering.b, vector, wanted);
        same = lowering.b.binary(Opcode::And, same, equal);
    }
    all = lowering.b.binary(Opcode::Or, all, same);
    Ok(lowering.b.all(all))
}

fn ballot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (truths, mask) = (operand(lowering, op, 0)?, lowering.wide()?.mask);
    let holds = lowering.b.binary(Opcode::And, truths, mask);
    let bits = lowering.b.bits(holds);
    let (wide, word) = (lowering.b.int(128), lowering.b.int(32));
    let bits = lowering.b.int_cast(bits, wide, false);
    let words = lowering.b.module.ctx.vector(word, 4);
    Ok(lowering.b.cast(Opcode::Bitcast, bits, words))
}

// Sums.

fn reduced(lowering: &mut Lowering<'_>, op: OpId, join: Join) -> Result<ValueId> {
    let vectors = vectors(lowering, op)?;
    let mut made = Vec::new();
    for vector in vectors {
        made.push(reduce(lowering, join, vector)?);
    }
    let ty = operand_type(lowering, op)?;
    lowering.of_leaves(&mut made.into_iter(), ty, false)
}

/// The lanes' values, with the identity for inactive lanes.
pub(super) fn filled(lowering: &mut Lowering<'_>, join: Join, value: ValueId) -> Result<ValueId> {
    let mask = lowering.wide()?.mask;
    if lowering.is_all(mask) {
        return Ok(value);
    }
    let ty = lowering.b.type_of(value);
    let identity = join.identity(&mut lowering.b, ty);
    Ok(lowering.b.select(mask, value, identity))
}

/// A reduction in the order of the lanes, so that floats are rounded as where lanes run one by one.
pub(super) fn reduce(lowering: &mut Lowering<'_>, join: Join, value: ValueId) -> Result<ValueId> {
    let value = filled(lowering, join, value)?;
    let scalar = lowering.b.module.ctx.scalar_of(lowering.b.type_of(value));
    let start = join.identity(&mut lowering.b, scalar);
    let whole = match join {
        Join::Int(Opcode::Add) => Intrinsic::ReduceAdd,
        Join::Int(Opcode::Mul) => Intrinsic::ReduceMul,
        Join::Int(Opcode::And) => Intrinsic::ReduceAnd,
        Join::Int(Opcode::Or) => Intrinsic::ReduceOr,
        Join::Int(Opcode::Xor) => Intrinsic::ReduceXor,
        Join::Math(Intrinsic::SMin) => Intrinsic::ReduceSMin,
        Join::Math(Intrinsic::SMax) => Intrinsic::ReduceSMax,
        Join::Math(Intrinsic::UMin) => Intrinsic::ReduceUMin,
        Join::Math(Intrinsic::UMax) => Intrinsic::ReduceUMax,
        Join::Float(Opcode::FAdd) => return Ok(lowering.b.reduce_from(Intrinsic::ReduceFAdd, start, value)),
        Join::Float(Opcode::FMul) => return Ok(lowering.b.reduce_from(Intrinsic::ReduceFMul, start, value)),
        Join::Int(_) | Join::Float(_) | Join::Math(_) => return Ok(one_by_one(lowering, join, value, start)),
    };
    Ok(lowering.b.reduce(whole, value))
}

fn one_by_one(lowering: &mut Lowering<'_>, join: Join, value: ValueId, start: ValueId) -> ValueId {
    let mut sum = start;
    for lane in 0..lowering.width() {
        let own = lowering.b.component(value, lane);
        sum = join.apply(&mut lowering.b, sum, own);
    }
    sum
}

pub(super) fn scan(lowering: &mut Lowering<'_>, join: Join, value: ValueId, is_inclusive: bool) -> Result<ValueId> {
    let value = filled(lowering, join, value)?;
    let ty = lowering.b.type_of(value);
    if matches!(join, Join::Float(_)) || matches!(join, Join::Math(Intrinsic::MinNum | Intrinsic::MaxNum)) {
        return Ok(scan_in_order(lowering, join, value, is_inclusive));
    }
    let lanes = lowering.width();
    let identity = join.identity(&mut lowering.b, ty);
    let mut sums = if is_inclusive { value } else { moved(lowering, value, identity, 1) };
    let mut by = 1;
    while by < lanes {
        let others = moved(lowering, sums, identity, by);
        sums = join.apply(&mut lowering.b, others, sums);
        by *= 2;
    }
    Ok(sums)
}

/// The values shifted up by some lanes; the lowest lanes get those of `other`.
fn moved(lowering: &mut Lowering<'_>, value: ValueId, other: ValueId, by: u32) -> ValueId {
    let lanes = lowering.width();
    let mask: Vec<Option<u32>> =
        (0..lanes).map(|lane| Some(if lane < by { lanes + lane } else { lane - by })).collect();
    lowering.b.shuffle(value, other, &mask)
}

/// A scan in the order of the lanes, so that floats are rounded as where lanes run one by one.
fn scan_in_order(lowering: &mut Lowering<'_>, join: Join, value: ValueId, is_inclusive: bool) -> ValueId {
    let ty = lowering.b.type_of(value);
    let scalar = lowering.b.module.ctx.scalar_of(ty);
    let mut sum = join.identity(&mut lowering.b, scalar);
    let mut sums = lowering.b.poison(ty);
    for lane in 0..lowering.width() {
        let own = lowering.b.component(value, lane);
        let next = join.apply(&mut lowering.b, sum, own);
        let at = lowering.b.i32(lane);
        sums = lowering.b.insert(sums, if is_inclusive { next } else { sum }, at);
        sum = next;
    }
    sums
}

/// Joins the values of each aligned group of lanes, first to last.
fn clusters(lowering: &mut Lowering<'_>, join: Join, value: ValueId, size: u32) -> Result<ValueId> {
    let value = filled(lowering, join, value)?;
    let ty = lowering.b.type_of(value);
    let mut sum = join.identity(&mut lowering.b, ty);
    for index in 0..size {
        let mask: Vec<Option<u32>> = (0..lowering.width()).map(|lane| Some(lane / size * size + index)).collect();
        let own = lowering.b.shuffle(value, value, &mask);
        sum = join.apply(&mut lowering.b, sum, own);
    }
    Ok(sum)
}

// Shuffles.

/// Each lane's value is that of the lane that it asks.
fn shuffle(lowering: &mut Lowering<'_>, op: OpId, source: Source) -> Result<ValueId> {
    let (lanes, word) = (lowering.width(), lowering.b.int(32));
    let own = lowering.b.counting(word, lanes);
    let by = operand(lowering, op, 1)?;
    let from = source_lane(lowering, op, source, [own, by])?;
    // The last wave may be cut short: after the workgroup's last lane there is none.
    let (total, first) = (lowering.b.i32(lowering.known.workgroup.lanes() - 1), lowering.wide()?.first);
    let end = lowering.b.binary(Opcode::Sub, total, first);
    let end = lowering.b.splat_of(end, lanes);
    let from = lowering.b.math(Intrinsic::UMin, &[from, end]);
    let made = each_vector(lowering, op, |lowering, value| permute(lowering, value, from))?;
    let is_same = lowering.known.source[op]
        .results
        .first()
        .map(|value| lowering.wide().map(|wide| !wide.variance.varies(*value)));
    match is_same.transpose()? {
        Some(true) => {
            let ty = operand_type(lowering, op)?;
            super::memory::last_of(lowering, made, ty)
        }
        _ => Ok(made),
    }
}

/// A shuffle with dynamic indices, through memory.
fn permute(lowering: &mut Lowering<'_>, value: ValueId, from: ValueId) -> Result<ValueId> {
    let (ty, lanes, i64) = (lowering.b.type_of(value), lowering.width(), lowering.b.int(64));
    let byte = lowering.b.int(8);
    let stored = match lowering.b.width(ty) {
        1 => lowering.b.module.ctx.vector(byte, lanes),
        _ => ty,
    };
    let value = lowering.b.cast(Opcode::ZExt, value, stored);
    let row = lowering.b.alloca(stored, 64);
    lowering.b.store(value, row, 64);
    let offsets = lowering.b.module.ctx.vector(i64, lanes);
    let from = lowering.b.int_cast(from, offsets, false);
    let size = lowering.b.iconst(offsets, u64::from(lowering.b.width(stored) / 8));
    let offsets = lowering.b.mul(from, size);
    let addresses = lowering.b.geps(row, offsets);
    let (all, other) = (lowering.mask_of(true), lowering.b.zero(stored));
    let made = lowering.b.masked_load(addresses, 1, all, other);
    Ok(lowering.b.cast(Opcode::Trunc, made, ty))
}

// Quads.

/// The difference of the two lanes of each lane's quad that have a bit, and the bits of its own number that are kept.
fn difference(lowering: &mut Lowering<'_>, value: ValueId, kept: u32, bit: u32) -> ValueId {
    let side = |lowering: &mut Lowering<'_>, bit: u32| {
        let mask: Vec<Option<u32>> = (0..lowering.width()).map(|lane| Some(lane & kept | bit)).collect();
        lowering.b.shuffle(value, value, &mask)
    };
    let (low, high) = (side(lowering, 0), side(lowering, bit));
    lowering.b.binary(Opcode::FSub, high, low)
}
