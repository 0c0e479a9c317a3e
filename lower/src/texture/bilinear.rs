//! The commonest samples: between four texels of four bytes each, no edge in sight.
//!
//! Lanes that stand side by side mostly want texels that do so, too; these are read row by row. Results are those of
//! what serves all samples, bit for bit.

use super::maker::Maker;
use super::place::{FAR, grid, place};
use super::sampler::is_before_last;
use super::texel::moved;
use super::{Args, Fields};
use crate::abi::TexelEncoding;
use crate::lowering::textures::{Class, Key};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// The only encoding that there is quick code for.
const ENCODING: TexelEncoding = TexelEncoding::Unorm8;
const TEXEL_BYTES: u32 = 4;
/// What components are multiplied with, and weights divided by, which is exact.
const SCALE: f64 = 16_777_216.0;
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
        let (cell, weight) = cell_inside(m, place.at[axis], grid.level.numbers[axis]);
        let cell = moved(m, key, args, axis, cell);
        let is_inside = is_before_last(m, cell, grid.level.last[axis]);
        are_inside = m.op(Opcode::And, are_inside, is_inside);
        let stride = if axis == 0 { m.b.i32(TEXEL_BYTES) } else { row };
        let stride = m.all(stride);
        let far = m.b.mul(cell, stride);
        offset = m.b.add(offset, far);
        let rest = m.op(Opcode::FSub, one, weight);
        let scale = m.float(if axis == 0 { 1.0 } else { 1.0 / SCALE });
        weights.push([rest, weight].map(|weight| m.op(Opcode::FMul, weight, scale)));
    }
    let all_inside = m.b.new_block(&[]);
    let all = m.all_of(args.mask, are_inside);
    m.b.likely(all, Successor::new(all_inside), Successor::new(otherwise));
    m.b.block = all_inside;
    let found = Found { mask: args.mask, base: fields.base, offset, row: grid.strides[1] };
    inside(m, &found, &weights)
}

/// The first texel along an axis and the weight of the second one. What is far away, or nowhere, is beyond all edges.
fn cell_inside(m: &mut Maker<'_>, coordinate: ValueId, size: ValueId) -> (ValueId, ValueId) {
    let (size, half, ints) = (m.all(size), m.float(0.5), m.ints());
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

/// Texels beside each other: the words of the first ones, those beside them, and both of the next row.
type Words = [ValueId; 4];
/// A component of each of the four as numbers.
type Numbers = [ValueId; 4];

/// Where the first texels of all lanes are, and how far the next row is.
struct Found {
    mask: ValueId,
    base: ValueId,
    offset: ValueId,
    row: ValueId,
}

/// The sample of lanes whose texels are all inside.
fn inside(m: &mut Maker<'_>, found: &Found, weights: &[[ValueId; 2]]) -> [ValueId; 4] {
    let (ints, floats) = (m.ints(), m.floats());
    let (far, words, done) = (m.b.new_block(&[]), m.b.new_block(&[ints; 4]), m.b.new_block(&[floats; 4]));
    if m.row >= LEAST_ROW {
        let (near, rows) = (m.b.new_block(&[]), m.b.new_block(&[]));
        let are_rows = are_rows(m, found.mask, found.offset);
        m.b.likely(are_rows, Successor::new(near), Successor::new(far));
        m.b.block = near;
        if m.row < m.lanes {
            let stack = m.b.new_block(&[]);
            let are_stacked = are_stacked(m, found);
            m.b.likely(are_stacked, Successor::new(stack), Successor::new(rows));
            m.b.block = stack;
            let texels = stacked(m, found);
            let made = blended(m, weights, |m, index| texels.component(m, index));
            m.b.br(done, &made);
        } else {
            m.b.br(rows, &[]);
        }
        m.b.block = rows;
        let read = distances(m, found).map(|distance| read_rows(m, found.base, found.offset, distance));
        m.b.br(words, &read);
    } else {
        m.b.br(far, &[]);
    }
    m.b.block = far;
    let read = distances(m, found).map(|distance| {
        let (distance, none) = (m.all(distance), m.int(0));
        let at = m.b.add(found.offset, distance);
        let addresses = m.b.geps(found.base, at);
        m.b.masked_load(addresses, TEXEL_BYTES, found.mask, none)
    });
    m.b.br(words, &read);
    m.b.block = words;
    let read = m.b.args(words).to_vec();
    let made = blended(m, weights, |m, index| std::array::from_fn(|corner| component(m, read[corner], index)));
    m.b.br(done, &made);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// How far the four texels are from the first one.
fn distances(m: &mut Maker<'_>, found: &Found) -> Words {
    let (zero, step) = (m.b.i32(0), m.b.i32(TEXEL_BYTES));
    let below = m.b.add(found.row, step);
    [zero, step, found.row, below]
}

/// A component of texels, [`SCALE`] times as large. Three times the same byte are that byte over 255, in 24 bits and
/// rounded down; what is left over is always more than half of the last of them, so that one step more rounds like a
/// quotient.
fn component(m: &mut Maker<'_>, words: ValueId, index: usize) -> ValueId {
    let (byte, ints, floats, step) = (m.b.int(8), m.ints(), m.floats(), m.float(1.0 / SCALE));
    let bytes = m.b.module.ctx.vector(byte, 4 * m.lanes);
    let (all, zeros) = (m.b.cast(Opcode::Bitcast, words, bytes), m.b.zero(bytes));
    let thrice: Vec<Option<u32>> = (0..m.lanes)
        .flat_map(|lane| {
            let own = Some(4 * lane + index as u32);
            [own, own, own, Some(4 * m.lanes)]
        })
        .collect();
    let thrice = m.b.shuffle(all, zeros, &thrice);
    let thrice = m.b.cast(Opcode::Bitcast, thrice, ints);
    let number = m.b.cast(Opcode::SIToFP, thrice, floats);
    m.b.math(Intrinsic::Fma, &[number, step, number])
}

/// The sum of texels by their weights, of which those of the second axis are divided by [`SCALE`]. No weight and no
/// component is below zero, so that the sum may begin with the first. Each component is done with before the next one is
/// looked at: there are not registers for all of them.
fn blended(
    m: &mut Maker<'_>,
    weights: &[[ValueId; 2]],
    mut texels: impl FnMut(&mut Maker<'_>, usize) -> Numbers,
) -> [ValueId; 4] {
    let weights: [ValueId; 4] =
        std::array::from_fn(|corner| m.op(Opcode::FMul, weights[0][corner & 1], weights[1][corner >> 1]));
    std::array::from_fn(|index| {
        let texels = texels(m, index);
        let parts: [ValueId; 4] = std::array::from_fn(|corner| m.op(Opcode::FMul, texels[corner], weights[corner]));
        parts[1..].iter().fold(parts[0], |sum, part| m.op(Opcode::FAdd, sum, *part))
    })
}

/// Whether each row of lanes has the texels below those of the row before it.
fn are_stacked(m: &mut Maker<'_>, found: &Found) -> ValueId {
    let starts: Vec<ValueId> =
        (0..m.lanes).step_by(m.row as usize).map(|lane| m.b.component(found.offset, lane)).collect();
    let bool = m.b.module.ctx.bool();
    let yes = m.b.iconst(bool, 1);
    starts.windows(2).fold(yes, |all, pair| {
        let below = m.b.add(pair[0], found.row);
        let follows = m.b.icmp(IntPredicate::Eq, pair[1], below);
        m.b.binary(Opcode::And, all, follows)
    })
}

/// The texels of lanes that stand as their texels do, each of which is read and taken apart once.
struct Stacked {
    /// Those that lanes have first.
    first: ValueId,
    /// Those that no lane has first, which are the row below and one beside each row.
    rest: ValueId,
    /// Where among both the others of each lane are: the one beside the first, the one below, and the one beside that.
    others: [Vec<Option<u32>>; 3],
}

impl Stacked {
    fn component(&self, m: &mut Maker<'_>, index: usize) -> Numbers {
        let (first, rest) = (component(m, self.first, index), component(m, self.rest, index));
        let [right, below, both] = self.others.each_ref().map(|lanes| m.b.shuffle(first, rest, lanes));
        [first, right, below, both]
    }
}

fn stacked(m: &mut Maker<'_>, found: &Found) -> Stacked {
    let (row, lanes, zero) = (m.row, m.lanes, m.b.i32(0));
    let first = read_rows(m, found.base, found.offset, zero);
    let rest = read_rest(m, found);
    let is_last = |lane: u32| lane + row >= lanes;
    let of_rest = |lane: u32| Some(lanes + lane);
    let beside = |lane: u32| (lane + 1).is_multiple_of(row);
    let right = (0..lanes).map(|lane| if beside(lane) { of_rest(row + lane / row) } else { Some(lane + 1) }).collect();
    let below = (0..lanes).map(|lane| if is_last(lane) { of_rest(lane % row) } else { Some(lane + row) }).collect();
    let both = (0..lanes)
        .map(|lane| match (beside(lane), is_last(lane)) {
            (true, _) => of_rest(row + lane / row + 1),
            (false, true) => of_rest(lane % row + 1),
            (false, false) => Some(lane + row + 1),
        })
        .collect();
    Stacked { first, rest, others: [right, below, both] }
}

/// The row of texels below the last one, then those beside each row from the first one on.
fn read_rest(m: &mut Maker<'_>, found: &Found) -> ValueId {
    let (row, rows, word) = (m.row, m.lanes / m.row, m.b.int(32));
    let last = m.b.component(found.offset, m.lanes - row);
    let below = m.b.add(last, found.row);
    let row_type = m.b.module.ctx.vector(word, row);
    let texels = load_at(m, found.base, below, row_type);
    let spread: Vec<Option<u32>> = (0..m.lanes).map(|lane| (lane < row).then_some(lane)).collect();
    let mut rest = m.b.shuffle(texels, texels, &spread);
    let far = m.b.i32(TEXEL_BYTES * row);
    for number in 0..=rows {
        let start = if number < rows { m.b.component(found.offset, number * row) } else { below };
        let at = m.b.add(start, far);
        let (texel, place) = (load_at(m, found.base, at, word), m.b.i32(row + number));
        rest = m.b.insert(rest, texel, place);
    }
    rest
}

fn load_at(m: &mut Maker<'_>, base: ValueId, at: ValueId, ty: TypeId) -> ValueId {
    let i64 = m.b.int(64);
    let at = m.b.cast(Opcode::ZExt, at, i64);
    let address = m.b.gep(base, at);
    m.b.load(address, ty, TEXEL_BYTES)
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
    m.b.all(follows)
}

/// Texels that stand in rows, this far from the first ones.
fn read_rows(m: &mut Maker<'_>, base: ValueId, offset: ValueId, distance: ValueId) -> ValueId {
    let word = m.b.int(32);
    let row_type = m.b.module.ctx.vector(word, m.row);
    let mut rows = Vec::new();
    for first in (0..m.lanes).step_by(m.row as usize) {
        let start = m.b.component(offset, first);
        let at = m.b.add(start, distance);
        rows.push(load_at(m, base, at, row_type));
    }
    while rows.len() > 1 {
        let length = 2 * m.lanes / rows.len() as u32;
        let both: Vec<Option<u32>> = (0..length).map(Some).collect();
        rows = rows.chunks(2).map(|pair| m.b.shuffle(pair[0], pair[1], &both)).collect();
    }
    rows[0]
}

#[cfg(test)]
mod tests {
    use super::SCALE;

    /// What [`super::component`] computes.
    fn component(byte: u32) -> f32 {
        let thrice = (byte * 0x01_0101).cast_signed() as f32;
        thrice.mul_add(1.0 / SCALE as f32, thrice)
    }

    #[test]
    fn bytes_become_what_they_are_over_255() {
        for byte in 0..=255u32 {
            assert_eq!((component(byte) / SCALE as f32).to_bits(), (byte as f32 / 255.0).to_bits(), "{byte}");
        }
    }
}
