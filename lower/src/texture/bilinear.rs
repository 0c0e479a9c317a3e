//! The commonest samples: between four texels of four bytes each, no edge in sight.
//!
//! Lanes that stand side by side mostly want texels that do so, too; these are read row by row. Results are those of
//! what serves all samples, bit for bit.

use super::maker::Maker;
use super::place::{FAR, grid, place};
use super::sampler::is_before_last;
use super::texel::{decoded, moved};
use super::{Args, Fields};
use crate::abi::TexelEncoding;
use crate::lowering::textures::{Class, Key};
use dialect::ir::{BlockId, Successor, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// The only encoding that there is quick code for.
const ENCODING: TexelEncoding = TexelEncoding::Unorm8;
const TEXEL_BYTES: u32 = 4;
/// Rows of fewer lanes are not worth a look.
const LEAST_ROW: u32 = 4;

/// Whether there is quick code for some textures that a function may find bound.
pub(super) fn is_for(key: &Key) -> bool {
    key.class == Class::Float && key.axes() == 2 && !key.is_cube() && !key.is_compared
}

/// Whether the texture that is bound is one of them.
pub(super) fn is_stored_so(m: &mut Maker<'_>, fields: &Fields) -> ValueId {
    let (encoding, channels) = (m.b.i32(ENCODING as u32), m.b.i32(4));
    let is_encoded_so = m.b.icmp(IntPredicate::Eq, fields.encoding, encoding);
    let has_all = m.b.icmp(IntPredicate::Eq, fields.channels, channels);
    m.b.binary(Opcode::And, is_encoded_so, has_all)
}

/// The sample of a level. Where a texel of some lane lies beyond an edge, another block goes on.
pub(super) fn sample(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    (number, otherwise): (ValueId, BlockId),
) -> [ValueId; 4] {
    let place = place(m, key, args, fields);
    let grid = grid(m, fields, &place, number);
    let (one, mut offset) = (m.float(1.0), grid.start);
    let (mut are_inside, mut weights) = (args.mask, Vec::new());
    for (axis, row) in grid.strides.into_iter().enumerate().take(key.axes()) {
        let size = grid.level.size[axis];
        let (cell, weight) = cell_inside(m, place.at[axis], size);
        let cell = moved(m, key, args, axis, cell);
        let is_inside = is_before_last(m, cell, size);
        are_inside = m.op(Opcode::And, are_inside, is_inside);
        let stride = if axis == 0 { m.b.i32(TEXEL_BYTES) } else { row };
        let stride = m.all(stride);
        let far = m.b.mul(cell, stride);
        offset = m.b.add(offset, far);
        let rest = m.op(Opcode::FSub, one, weight);
        weights.push([rest, weight]);
    }
    let inside = m.b.new_block(&[]);
    let all = m.all_of(args.mask, are_inside);
    m.b.likely(all, Successor::new(inside), Successor::new(otherwise));
    m.b.block = inside;
    let texels = corners(m, args.mask, fields.base, (offset, grid.strides[1]));
    blended(m, &texels, &weights)
}

/// The first texel along an axis and the weight of the second one. What is far away, or nowhere, is beyond all edges.
fn cell_inside(m: &mut Maker<'_>, coordinate: ValueId, size: ValueId) -> (ValueId, ValueId) {
    let (single, ints) = (m.b.float(32), m.ints());
    let size = m.b.cast(Opcode::UIToFP, size, single);
    let (size, half) = (m.all(size), m.float(0.5));
    let at = m.op(Opcode::FMul, coordinate, size);
    let at = m.op(Opcode::FSub, at, half);
    let (low, high) = (m.float(-FAR), m.float(FAR));
    let is_low = m.b.fcmp(FloatPredicate::Olt, at, high);
    let at = m.b.select(is_low, at, high);
    let is_high = m.b.fcmp(FloatPredicate::Ogt, at, low);
    let at = m.b.select(is_high, at, low);
    let first = m.b.math(Intrinsic::Floor, &[at]);
    let weight = m.op(Opcode::FSub, at, first);
    (m.b.cast(Opcode::FPToSI, first, ints), weight)
}

/// The sum of texels by their weights. No weight and no component is below zero, so that the sum may begin with the first.
fn blended(m: &mut Maker<'_>, texels: &[ValueId], weights: &[[ValueId; 2]]) -> [ValueId; 4] {
    let mut sums: Option<[ValueId; 4]> = None;
    for (corner, texel) in texels.iter().enumerate() {
        let weight = m.op(Opcode::FMul, weights[0][corner & 1], weights[1][corner >> 1]);
        let none = m.int(0);
        let parts = decoded(m, ENCODING, &[*texel, none, none, none]).map(|part| m.op(Opcode::FMul, part, weight));
        sums = Some(match sums {
            None => parts,
            Some(sums) => std::array::from_fn(|index| m.op(Opcode::FAdd, sums[index], parts[index])),
        });
    }
    sums.unwrap_or_else(|| [m.float(0.0); 4])
}

/// The texels at these distances from the start, those beside them, and both of the next row.
fn corners(m: &mut Maker<'_>, mask: ValueId, base: ValueId, (offset, row): (ValueId, ValueId)) -> Vec<ValueId> {
    let ints = m.ints();
    let (near, far, done) = (m.b.new_block(&[]), m.b.new_block(&[]), m.b.new_block(&[ints; 4]));
    let (zero, step) = (m.b.i32(0), m.b.i32(TEXEL_BYTES));
    let below = m.b.add(row, step);
    let distances = [zero, step, row, below];
    if m.row >= LEAST_ROW {
        let are_rows = are_rows(m, mask, offset);
        m.b.likely(are_rows, Successor::new(near), Successor::new(far));
        m.b.block = near;
        let read = distances.map(|distance| read_rows(m, base, offset, distance));
        m.b.br(done, &read);
    } else {
        m.b.br(far, &[]);
    }
    m.b.block = far;
    let read = distances.map(|distance| {
        let (distance, none) = (m.all(distance), m.int(0));
        let at = m.b.add(offset, distance);
        let addresses = m.b.geps(base, at);
        m.b.masked_load(addresses, TEXEL_BYTES, mask, none)
    });
    m.b.br(done, &read);
    m.b.block = done;
    m.b.args(done).to_vec()
}

/// Whether all lanes take part, and in each row of lanes the texels follow each other.
fn are_rows(m: &mut Maker<'_>, mask: ValueId, offset: ValueId) -> ValueId {
    let row = m.row;
    let firsts: Vec<Option<u32>> = (0..m.lanes).map(|lane| Some(lane / row * row)).collect();
    let start = m.b.shuffle(offset, offset, &firsts);
    let word = m.b.int(32);
    let (counting, last, bytes) = (m.b.counting(word, m.lanes), m.int(row - 1), m.int(TEXEL_BYTES));
    let place = m.op(Opcode::And, counting, last);
    let far = m.b.mul(place, bytes);
    let wanted = m.b.add(start, far);
    let follows = m.b.icmp(IntPredicate::Eq, offset, wanted);
    let follows = m.op(Opcode::And, follows, mask);
    m.b.reduce(Intrinsic::ReduceAnd, follows)
}

/// Texels that stand in rows, this far from the first ones.
fn read_rows(m: &mut Maker<'_>, base: ValueId, offset: ValueId, distance: ValueId) -> ValueId {
    let (word, i64) = (m.b.int(32), m.b.int(64));
    let row_type = m.b.module.ctx.vector(word, m.row);
    let mut rows = Vec::new();
    for first in (0..m.lanes).step_by(m.row as usize) {
        let start = m.b.component(offset, first);
        let start = m.b.add(start, distance);
        let start = m.b.cast(Opcode::ZExt, start, i64);
        let address = m.b.gep(base, start);
        rows.push(m.b.load(address, row_type, TEXEL_BYTES));
    }
    while rows.len() > 1 {
        let length = 2 * m.lanes / rows.len() as u32;
        let both: Vec<Option<u32>> = (0..length).map(Some).collect();
        rows = rows.chunks(2).map(|pair| m.b.shuffle(pair[0], pair[1], &both)).collect();
    }
    rows[0]
}
