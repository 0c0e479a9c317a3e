//! The commonest samples: between four texels of four bytes each, of images that repeat or end at their edges.
//!
//! Lanes of compute shaders mostly want texels that stand as they do, for which [`block`] has code; the rest is gathered.
//! Results are those of what serves all samples, bit for bit in exact kernels.

use super::args::{Args, Fields};
use super::blend::{Axis, TEXEL_BYTES, between, blended, component, weights};
use super::block;
use super::levels::{Levels, levels};
use super::maker::Maker;
use super::place::{Grid, Place, grid, place};
use super::sampler::{is_before_last, mode, state};
use crate::lowering::textures::{Action, Class, Key, Offset};
use abi::{AddressMode, FILTER_LINEAR, SHAPE_DIM, SamplerState, TexelEncoding, Texture};
use dialect::ir::{BlockId, Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The only encoding that there is quick code for.
const ENCODING: TexelEncoding = TexelEncoding::Unorm8;
const CHANNELS: u32 = 4;
/// Lanes whose levels differ by more are not worth a round for each of them.
const MOST_APART: u32 = 2;

/// Returns whether there is quick code for some textures that a function may find bound.
fn is_for(key: &Key) -> bool {
    key.action == Action::Sample && key.class == Class::Float && key.axes() == 2 && !key.is_cube() && !key.is_compared
}

/// Levels that a call takes, one after the other: the arguments of the block with quick code.
pub(super) struct Rounds {
    /// The first and the last one of all lanes.
    ends: [ValueId; 2],
    /// The finer one of each lane, and the coarser one, or all ones where there is none. Scalars if levels are the same for
    /// all lanes.
    fine: ValueId,
    coarse: ValueId,
    /// The weight of the coarser one.
    weight: ValueId,
}

impl Rounds {
    /// The rounds of the first level alone.
    fn of_first(m: &mut Maker<'_>, key: &Key) -> Rounds {
        let (first, is_wide) = (m.b.i32(0), key.has_levels());
        let (none, weight) = (m.b.i32(u32::MAX), m.scalar(0.0));
        let [fine, coarse, weight] = [first, none, weight].map(|value| if is_wide { m.all(value) } else { value });
        Rounds { ends: [first; 2], fine, coarse, weight }
    }

    /// The rounds of levels, and whether they are few and interpolate texels.
    pub(super) fn of(m: &mut Maker<'_>, args: &Args, levels: &Levels) -> (Rounds, ValueId) {
        let none = if m.is_one(levels.fine) { m.b.i32(u32::MAX) } else { m.int(u32::MAX) };
        let coarse = m.b.select(levels.are_two, levels.coarse, none);
        let (fine, weight, most) = (levels.fine, levels.weight, m.b.i32(MOST_APART));
        let last = m.b.select(levels.are_two, levels.coarse, fine);
        if m.is_one(fine) {
            return (Rounds { ends: [fine, last], fine, coarse, weight }, levels.is_linear);
        }
        let (counted, zero) = (m.b.select(args.mask, fine, none), m.int(0));
        let last = m.b.select(args.mask, last, zero);
        let (first, last) = (m.b.reduce(Intrinsic::ReduceUMin, counted), m.b.reduce(Intrinsic::ReduceUMax, last));
        // Where no lane takes part there is no level.
        let first = m.b.math(Intrinsic::UMin, &[first, last]);
        let apart = m.b.binary(Opcode::Sub, last, first);
        let are_few = m.b.icmp(IntPredicate::Ule, apart, most);
        let are_linear = m.all_of(args.mask, levels.is_linear);
        (Rounds { ends: [first, last], fine, coarse, weight }, m.b.binary(Opcode::And, are_few, are_linear))
    }

    /// The way to the block with quick code.
    pub(super) fn to(self, quick: BlockId) -> Successor {
        Successor { block: quick, args: [self.ends[0], self.ends[1], self.fine, self.coarse, self.weight].into() }
    }

    /// The arguments of that block.
    fn from(m: &Maker<'_>, quick: BlockId) -> Rounds {
        let args = m.b.args(quick);
        Rounds { ends: [args[0], args[1]], fine: args[2], coarse: args[3], weight: args[4] }
    }

    /// The lanes for which a level is the finer one, and those for which it is the coarser one.
    fn takers(&self, m: &mut Maker<'_>, number: ValueId) -> [ValueId; 2] {
        let number = if m.is_one(self.fine) { number } else { m.all(number) };
        [self.fine, self.coarse].map(|level| {
            let takes = m.b.icmp(IntPredicate::Eq, level, number);
            m.all(takes)
        })
    }
}

/// The block with quick code, which takes [`Rounds`], where there is such code. Most calls go there at once.
pub(super) fn entry(m: &mut Maker<'_>, key: &Key, args: &Args, texture: ValueId) -> Option<BlockId> {
    if !is_for(key) {
        return None;
    }
    let (word, single) = (m.b.int(32), m.b.float(32));
    let (level, weight) = if key.has_levels() { (m.ints(), m.floats()) } else { (word, single) };
    let quick = m.b.new_block(&[word, word, level, level, weight]);
    find_usual(m, key, args, texture, |m| Rounds::of_first(m, key).to(quick));
    Some(quick)
}

/// Returns whether there is a function of its own for lanes that stand as texels do.
pub(super) fn has_block(m: &Maker<'_>, key: &Key) -> bool {
    is_for(key) && block::is_for(m, key)
}

/// The number of the level, where all lanes take one alone of a texture that there is quick code for; else another block goes
/// on. `fits` tells whether there is code for what is bound.
pub(super) fn one_level(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    texture: ValueId,
    fits: impl FnOnce(&mut Maker<'_>) -> ValueId,
    otherwise: BlockId,
) -> ValueId {
    let word = m.b.int(32);
    let (one, stored) = (m.b.new_block(&[word]), m.b.new_block(&[]));
    find_usual(m, key, args, texture, |m| Successor { block: one, args: [m.b.i32(0)].into() });
    let (is_stored_so, fits) = (is_stored_so(m, fields), fits(m));
    let fits = m.b.binary(Opcode::And, is_stored_so, fits);
    m.b.cond_br(fits, Successor::new(stored), Successor::new(otherwise));
    m.b.block = stored;
    let state = state(m, args);
    let levels = levels(m, key, args, fields, state);
    let (rounds, fits) = Rounds::of(m, args, &levels);
    let [first, last] = rounds.ends;
    let is_one = m.b.icmp(IntPredicate::Eq, first, last);
    let fits = m.b.binary(Opcode::And, fits, is_one);
    m.b.cond_br(fits, Successor { block: one, args: [first].into() }, Successor::new(otherwise));
    m.b.block = one;
    m.b.args(one)[0]
}

/// Goes one way with a sample of the first level where that is the only one, and both filters interpolate, so that it does not
/// matter how fine a level is wanted: few comparisons tell this of what is bound most of the time.
fn find_usual(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    texture: ValueId,
    way: impl FnOnce(&mut Maker<'_>) -> Successor,
) {
    // Whether offsets are small enough is another question.
    if key.offsets() > 0 {
        return;
    }
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
    let is_linear = is_pair(m, state, offset_of!(SamplerState, magnify), [FILTER_LINEAR; 2]);
    let way = way(m);
    m.b.likely(is_linear, way, Successor::new(other));
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

/// The sample of the block with quick code. Where there is none for the coordinates of some lane, another block goes on.
pub(super) fn sample(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    [quick, otherwise]: [BlockId; 2],
) -> [ValueId; 4] {
    m.b.block = quick;
    let rounds = Rounds::from(m, quick);
    let (place, floats, word) = (place(m, key, args, fields), m.floats(), m.b.int(32));
    let head = m.b.new_block(&[word, floats, floats, floats, floats]);
    let [joined, done] = [(); 2].map(|()| m.b.new_block(&[floats; 4]));
    let (zero, later) = (m.float(0.0), m.b.new_block(&[]));
    m.b.br(head, &[rounds.ends[0], zero, zero, zero, zero]);

    m.b.block = head;
    let round = m.b.args(head).to_vec();
    let [is_fine, is_coarse] = rounds.takers(m, round[0]);
    let takes = m.op(Opcode::Or, is_fine, is_coarse);
    let takes = m.op(Opcode::And, takes, args.mask);
    let made = of_level(m, key, args, fields, &Taken { place: &place, number: round[0], takes, otherwise });
    // In the first round all that is made will do: what is not a lane's level is replaced later.
    let is_first = m.b.icmp(IntPredicate::Eq, round[0], rounds.ends[0]);
    m.b.likely(is_first, Successor { block: joined, args: made.into() }, Successor::new(later));
    m.b.block = later;
    let weight = m.all(rounds.weight);
    let mixed: [ValueId; 4] = std::array::from_fn(|index| {
        let (own, fine) = (made[index], round[index + 1]);
        let mean = between(m, fine, own, weight);
        let other = m.b.select(is_fine, own, fine);
        m.b.select(is_coarse, mean, other)
    });
    m.b.br(joined, &mixed);

    m.b.block = joined;
    let sums = m.b.args(joined).to_vec();
    let one = m.b.i32(1);
    let next = m.b.add(round[0], one);
    let more = m.b.icmp(IntPredicate::Ult, round[0], rounds.ends[1]);
    let again = std::iter::once(next).chain(sums.iter().copied()).collect();
    m.b.cond_br(more, Successor { block: head, args: again }, Successor { block: done, args: sums[..].into() });
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// What a round takes.
struct Taken<'a> {
    place: &'a Place,
    /// The level.
    number: ValueId,
    /// The lanes that take it.
    takes: ValueId,
    /// Where it goes on if there is no quick code.
    otherwise: BlockId,
}

/// The sample of a level.
fn of_level(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, taken: &Taken<'_>) -> [ValueId; 4] {
    let Taken { place, number, takes, otherwise } = *taken;
    let grid = grid(m, fields, place, number);
    let axes = [0, 1].map(|axis| Axis::new(m, key, args, axis, place, &grid));
    let near = m.b.new_block(&[]);
    let (edges, are_plain) = edges(m, args, &grid);
    let are_near = m.op(Opcode::And, axes[0].is_near, axes[1].is_near);
    let are_near = m.all_of(takes, are_near);
    let fits = m.b.binary(Opcode::And, are_near, are_plain);
    m.b.likely(fits, Successor::new(near), Successor::new(otherwise));
    m.b.block = near;
    let cells = repeated(m, key, place, &axes, &edges, otherwise);
    let words = words(m, fields, &grid, takes, &cells, &edges);
    let weights = weights(m, axes.each_ref().map(|axis| axis.weights));
    blended(m, weights, |m, index| words.map(|words| component(m, words, index)))
}

/// The numbers of texels beyond an edge, all scalars.
struct Edge {
    size: ValueId,
    last: ValueId,
    /// The bits that count: those of the last number, if the image repeats after a power of two.
    kept: ValueId,
    /// What represents numbers above the last one.
    above: ValueId,
    /// True if the address mode is repeat and the size is not a power of two, so that a remainder is needed.
    is_odd: ValueId,
}

/// The edges along both axes, and whether the image repeats there or ends.
fn edges(m: &mut Maker<'_>, args: &Args, grid: &Grid) -> ([Edge; 2], ValueId) {
    let state = state(m, args);
    let (zero, all) = (m.b.i32(0), m.b.i32(u32::MAX));
    let (mut are_plain, bool) = (None, m.b.module.ctx.bool());
    let edges = [0, 1].map(|axis| {
        let (size, last, mode) = (grid.level.size[axis], grid.level.last[axis], mode(m, state, axis));
        let [repeats, ends] = [AddressMode::Wrap, AddressMode::Clamp].map(|wanted| {
            let wanted = m.b.i32(wanted as u32);
            m.b.icmp(IntPredicate::Eq, mode, wanted)
        });
        let is_plain = m.b.binary(Opcode::Or, repeats, ends);
        are_plain = Some(are_plain.map_or(is_plain, |other| m.b.binary(Opcode::And, is_plain, other)));
        let shared = m.b.binary(Opcode::And, size, last);
        let is_power = m.b.icmp(IntPredicate::Eq, shared, zero);
        let has_bits = m.b.binary(Opcode::And, repeats, is_power);
        let yes = m.b.iconst(bool, 1);
        let other = m.b.binary(Opcode::Xor, is_power, yes);
        Edge {
            size,
            last,
            kept: m.b.select(has_bits, last, all),
            above: m.b.select(repeats, zero, last),
            is_odd: m.b.binary(Opcode::And, repeats, other),
        }
    });
    let no = m.b.iconst(bool, 0);
    (edges, are_plain.unwrap_or(no))
}

impl Edge {
    /// A texel, inside of the image.
    fn inside(&self, m: &mut Maker<'_>, cell: ValueId) -> ValueId {
        let zero = m.int(0);
        let [kept, last, above] = [self.kept, self.last, self.above].map(|value| m.all(value));
        let cell = m.op(Opcode::And, cell, kept);
        let cell = m.b.math(Intrinsic::SMax, &[cell, zero]);
        let is_above = m.b.icmp(IntPredicate::Ugt, cell, last);
        m.b.select(is_above, above, cell)
    }
}

/// The first texels of both axes: inside of the image where it repeats after a size that is not a power of two.
fn repeated(
    m: &mut Maker<'_>,
    key: &Key,
    place: &Place,
    axes: &[Axis; 2],
    edges: &[Edge; 2],
    otherwise: BlockId,
) -> [ValueId; 2] {
    let (ints, cells) = (m.ints(), [axes[0].cell, axes[1].cell]);
    let (odd, done) = (m.b.new_block(&[]), m.b.new_block(&[ints; 2]));
    let are_odd = m.b.binary(Opcode::Or, edges[0].is_odd, edges[1].is_odd);
    // A texel that is moved may be many images away from its place.
    let (is_still, usual) = (key.offset == Offset::Constant([0; 3]), Successor { block: done, args: cells.into() });
    m.b.cond_br(are_odd, Successor::new(if is_still { odd } else { otherwise }), usual);
    m.b.block = odd;
    let (zero, none) = (m.int(0), m.b.i32(0));
    let inside = [0, 1].map(|axis| {
        let size = m.b.select(edges[axis].is_odd, edges[axis].size, none);
        let size = m.all(size);
        let image = m.b.math(Intrinsic::Floor, &[place.at[axis]]);
        let image = m.b.cast(Opcode::FPToSI, image, ints);
        let image = m.b.unary(Opcode::Freeze, image);
        let start = m.b.mul(image, size);
        let cell = m.op(Opcode::Sub, cells[axis], start);
        // The first half of an image's first texel is between that and the last one.
        let is_below = m.b.icmp(IntPredicate::Slt, cell, zero);
        let step = m.b.select(is_below, size, zero);
        m.b.add(cell, step)
    });
    m.b.br(done, &inside);
    m.b.block = done;
    let cells = m.b.args(done).to_vec();
    [cells[0], cells[1]]
}

/// The words of four texels of each lane: of each pair of rows and columns. Mostly they stand side by side, and are read in
/// pairs.
fn words(
    m: &mut Maker<'_>,
    fields: &Fields,
    grid: &Grid,
    takes: ValueId,
    cells: &[ValueId; 2],
    edges: &[Edge; 2],
) -> [ValueId; 4] {
    let (ints, bytes, row) = (m.ints(), m.b.i32(TEXEL_BYTES), grid.strides[1]);
    let mut all_inside = takes;
    let kept = [0, 1].map(|axis| {
        let kept = m.all(edges[axis].kept);
        let cell = m.op(Opcode::And, cells[axis], kept);
        let is_inside = is_before_last(m, cell, edges[axis].last);
        all_inside = m.op(Opcode::And, all_inside, is_inside);
        cell
    });
    let all_inside = m.all_of(takes, all_inside);
    let (pairs, beyond, done) = (m.b.new_block(&[]), m.b.new_block(&[]), m.b.new_block(&[ints; 4]));
    m.b.likely(all_inside, Successor::new(pairs), Successor::new(beyond));
    m.b.block = pairs;
    let (column, first) = (along(m, kept[0], bytes), along(m, kept[1], row));
    let first = m.b.add(grid.start, first);
    let (first, i64) = (m.b.add(first, column), m.b.int(64));
    let row_bytes = m.b.cast(Opcode::ZExt, row, i64);
    let below = m.b.gep(fields.base, row_bytes);
    let read: Vec<ValueId> = [fields.base, below].into_iter().flat_map(|base| pair(m, base, first, takes)).collect();
    m.b.br(done, &read);

    m.b.block = beyond;
    let one = m.int(1);
    let places = [(0, bytes), (1, row)].map(|(axis, stride)| {
        let next = m.b.add(cells[axis], one);
        [cells[axis], next].map(|cell| {
            let cell = edges[axis].inside(m, cell);
            along(m, cell, stride)
        })
    });
    let rows = places[1].map(|row| m.b.add(grid.start, row));
    let read = [0, 1, 2, 3].map(|corner: usize| {
        let at = m.b.add(rows[corner >> 1], places[0][corner & 1]);
        gathered(m, fields.base, at, takes, 1)
    });
    m.b.br(done, &read);
    m.b.block = done;
    let words = m.b.args(done).to_vec();
    std::array::from_fn(|index| words[index])
}

/// The distances of texels along an axis.
fn along(m: &mut Maker<'_>, cell: ValueId, stride: ValueId) -> ValueId {
    let stride = m.all(stride);
    m.b.mul(cell, stride)
}

/// The given number of words of each lane, as one integer.
fn gathered(m: &mut Maker<'_>, base: ValueId, at: ValueId, takes: ValueId, count: u32) -> ValueId {
    let (part, addresses) = (m.b.int(32 * count), m.b.geps(base, at));
    let parts = m.b.module.ctx.vector(part, m.lanes);
    let none = m.b.zero(parts);
    m.b.masked_load(addresses, TEXEL_BYTES, takes, none)
}

/// Two texels of each lane that stand side by side.
fn pair(m: &mut Maker<'_>, base: ValueId, at: ValueId, takes: ValueId) -> [ValueId; 2] {
    let (lanes, read, word) = (m.lanes, gathered(m, base, at, takes, 2), m.b.int(32));
    let words = m.b.module.ctx.vector(word, 2 * lanes);
    let words = m.b.cast(Opcode::Bitcast, read, words);
    [0, 1].map(|side| {
        let own: Vec<_> = (0..lanes).map(|lane| Some(2 * lane + side)).collect();
        m.b.shuffle(words, words, &own)
    })
}
