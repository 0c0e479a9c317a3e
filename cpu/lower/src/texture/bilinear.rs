//! The commonest samples: between four texels of four bytes each, no edge in sight.
//!
//! Lanes mostly want texels that stand as they do, for which [`block`] has code; the rest is read row by row where rows
//! of lanes want rows of texels, else one by one. Results are those of what serves all samples, bit for bit.

use super::args::{Args, Fields};
use super::blend::{Axis, TEXEL_BYTES, blended, component, joined, weights};
use super::block;
use super::maker::Maker;
use super::place::{Grid, grid, place};
use super::sampler::state;
use crate::lowering::textures::{Action, Class, Key};
use abi::{FILTER_LINEAR, SHAPE_DIM, SamplerState, TexelEncoding, Texture};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The only encoding that there is quick code for.
const ENCODING: TexelEncoding = TexelEncoding::Unorm8;
const CHANNELS: u32 = 4;
/// Rows of fewer lanes are not worth a look.
const LEAST_ROW: u32 = 4;

/// Returns whether there is quick code for some textures that a function may find bound.
fn is_for(key: &Key) -> bool {
    key.action == Action::Sample && key.class == Class::Float && key.axes() == 2 && !key.is_cube() && !key.is_compared
}

/// The block with quick code, which takes the number of a level, where there is such code. Most calls go there at once.
pub(super) fn entry(m: &mut Maker<'_>, key: &Key, args: &Args, texture: ValueId) -> Option<BlockId> {
    let word = m.b.int(32);
    let quick = is_for(key).then(|| m.b.new_block(&[word]))?;
    // Whether offsets are small enough is another question.
    if key.offsets() == 0 {
        find_usual(m, key, args, texture, quick);
    }
    Some(quick)
}

/// Goes on with a sample of the first level where that is the only one, and both filters interpolate, so that it does not
/// matter how fine a level is wanted: few comparisons tell this of what is bound most of the time.
fn find_usual(m: &mut Maker<'_>, key: &Key, args: &Args, texture: ValueId, quick: BlockId) {
    let [sampled, other] = [(); 2].map(|()| m.b.new_block(&[]));
    let (state, ptr) = (state(m, args), m.b.ptr());
    let null = m.b.zero(ptr);
    let mut usual = m.b.icmp(IntPredicate::Ne, state, null);
    let pairs = [
        (offset_of!(Texture, level_count), [1, key.shape & SHAPE_DIM]),
        (offset_of!(Texture, encoding), [ENCODING as u32, CHANNELS]),
    ];
    for (offset, pair) in pairs {
        let same = is_pair(m, texture, offset, pair);
        usual = m.b.binary(Opcode::And, usual, same);
    }
    m.b.likely(usual, Successor::new(sampled), Successor::new(other));
    m.b.block = sampled;
    let (is_linear, first) = (is_pair(m, state, offset_of!(SamplerState, magnify), [FILTER_LINEAR; 2]), m.b.i32(0));
    m.b.likely(is_linear, Successor { block: quick, args: [first].into() }, Successor::new(other));
    m.b.block = other;
}

/// Returns whether two fields side by side have these values.
fn is_pair(m: &mut Maker<'_>, base: ValueId, offset: usize, [low, high]: [u32; 2]) -> ValueId {
    let i64 = m.b.int(64);
    let (pair, wanted) = (m.field(base, offset, i64), m.b.i64(u64::from(high) << 32 | u64::from(low)));
    m.b.icmp(IntPredicate::Eq, pair, wanted)
}

/// Returns whether the texture that is bound is one of them.
pub(super) fn is_stored_so(m: &mut Maker<'_>, fields: &Fields) -> ValueId {
    let (encoding, channels) = (m.b.i32(ENCODING as u32), m.b.i32(CHANNELS));
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
    number: ValueId,
    otherwise: BlockId,
) -> [ValueId; 4] {
    let place = place(m, key, args, fields);
    let grid = grid(m, fields, &place, number);
    let axes = [0, 1].map(|axis| Axis::new(m, key, args, axis, &place, &grid));
    let (floats, is_inside) = (m.floats(), m.op(Opcode::And, axes[0].is_inside, axes[1].is_inside));
    let (apart, done) = (m.b.new_block(&[]), m.b.new_block(&[floats; 4]));
    if m.row >= LEAST_ROW {
        let lanes = m.op(Opcode::And, is_inside, args.mask);
        block::sample(m, fields.base, &grid, &axes, lanes, place.layer.is_some(), [apart, done]);
    } else {
        m.b.br(apart, &[]);
    }
    m.b.block = apart;
    let all_inside = m.b.new_block(&[]);
    let all = m.all_of(args.mask, is_inside);
    m.b.likely(all, Successor::new(all_inside), Successor::new(otherwise));
    m.b.block = all_inside;
    let offset = offset(m, &axes, &grid);
    let found = Found { mask: args.mask, base: fields.base, offset, row: grid.strides[1] };
    let made = inside(m, &found, &axes);
    m.b.br(done, &made);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// The offset of the first texels from the start of the image.
fn offset(m: &mut Maker<'_>, axes: &[Axis; 2], grid: &Grid) -> ValueId {
    let strides = [m.b.i32(TEXEL_BYTES), grid.strides[1]];
    axes.iter().zip(strides).fold(grid.start, |offset, (axis, stride)| {
        let stride = m.all(stride);
        let far = m.b.mul(axis.cell, stride);
        m.b.add(offset, far)
    })
}

/// Texels beside each other: the words of the first ones, those beside them, and both of the next row.
type Words = [ValueId; 4];
/// Where the first texels of all lanes are, and how far the next row is.
struct Found {
    mask: ValueId,
    base: ValueId,
    offset: ValueId,
    row: ValueId,
}

/// The sample of lanes whose texels are all inside.
fn inside(m: &mut Maker<'_>, found: &Found, axes: &[Axis; 2]) -> [ValueId; 4] {
    let (ints, words) = (m.ints(), [m.ints(); 4]);
    let (far, words) = (m.b.new_block(&[]), m.b.new_block(&words));
    if (LEAST_ROW..m.lanes).contains(&m.row) {
        let rows = m.b.new_block(&[]);
        let are_rows = are_rows(m, found.mask, found.offset);
        m.b.cond_br(are_rows, Successor::new(rows), Successor::new(far));
        m.b.block = rows;
        let read = distances(m, found).map(|distance| read_rows(m, found.base, found.offset, distance));
        m.b.br(words, &read);
    } else {
        m.b.br(far, &[]);
    }
    m.b.block = far;
    let read = distances(m, found).map(|distance| {
        let (distance, none) = (m.all(distance), m.b.zero(ints));
        let at = m.b.add(found.offset, distance);
        let addresses = m.b.geps(found.base, at);
        m.b.masked_load(addresses, TEXEL_BYTES, found.mask, none)
    });
    m.b.br(words, &read);
    m.b.block = words;
    let read = m.b.args(words).to_vec();
    let weights = weights(m, axes);
    blended(m, weights, |m, index| std::array::from_fn(|corner| component(m, read[corner], index)))
}

/// The offsets of the four texels from the first one.
fn distances(m: &mut Maker<'_>, found: &Found) -> Words {
    let (zero, step) = (m.b.i32(0), m.b.i32(TEXEL_BYTES));
    let below = m.b.add(found.row, step);
    [zero, step, found.row, below]
}

fn load_at(m: &mut Maker<'_>, base: ValueId, at: ValueId, ty: TypeId) -> ValueId {
    let i64 = m.b.int(64);
    let at = m.b.cast(Opcode::ZExt, at, i64);
    let address = m.b.gep(base, at);
    m.b.load(address, ty, TEXEL_BYTES)
}

/// Returns whether all lanes take part, and in each row of lanes the texels follow each other.
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

/// Texels that are in rows, this far from the first ones.
fn read_rows(m: &mut Maker<'_>, base: ValueId, offset: ValueId, distance: ValueId) -> ValueId {
    let word = m.b.int(32);
    let row_type = m.b.module.ctx.vector(word, m.row);
    let mut rows = Vec::new();
    for first in (0..m.lanes).step_by(m.row as usize) {
        let start = m.b.component(offset, first);
        let at = m.b.add(start, distance);
        rows.push(load_at(m, base, at, row_type));
    }
    joined(m, rows)
}
