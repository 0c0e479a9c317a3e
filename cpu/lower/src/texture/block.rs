//! The commonest of all samples: lanes that stand as their texels do, row below row.

use super::args::{Args, Fields};
use super::blend::{self, Position, TEXEL_BYTES, blended, component, finished, is_near, joined};
use super::maker::Maker;
use super::place::{Grid, grid, place};
use super::rows::{LEAST_ROW, first_of_all, part, places};
use crate::lowering::textures::{Key, Lod, Offset};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::build::Masks;
use dialect::llvm::enums::{FloatPredicate, IntPredicate};
use dialect::llvm::ops::Opcode;

/// Returns whether lanes of a function may stand as texels do. Those that have derivatives are in quads.
pub(super) fn is_for(m: &Maker<'_>, key: &Key) -> bool {
    m.row >= LEAST_ROW && key.lod != Lod::Gradient
}

/// Where all lanes stand as the texels of a level do, reads these and goes on in the second block with the sample; else in the
/// first one. The number of the level is a scalar.
pub(super) fn sample(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    number: ValueId,
    [otherwise, done]: [BlockId; 2],
) {
    let place = place(m, key, args, fields);
    let grid = grid(m, fields, &place, number);
    let axes = [0, 1].map(|axis| Position::new(m, axis, &place, &grid));
    let (stand, cells) = stand(m, key, args, &grid, &axes, place.layer.is_some());
    let own = m.b.new_block(&[]);
    m.b.likely(stand, Successor::new(own), Successor::new(otherwise));
    m.b.block = own;
    let texels = Texels::new(m, fields.base, cells, &grid);
    let along = [0, 1].map(|axis| axes[axis].weights(m, axis));
    let weights = blend::weights(m, along);
    of_two(m, &texels, along, weights, done);
    let made = of_four(m, &texels, weights);
    m.b.br(done, &made);
}

/// Goes on with the sample where all lanes are at texels along an axis, as lanes at texels, or halfway between two of them, are:
/// only two texels of the four have a weight then, and nothing is added to their sum.
fn of_two(m: &mut Maker<'_>, texels: &Texels, along: [[ValueId; 2]; 2], weights: [ValueId; 4], done: BlockId) {
    let (i64, floats, beside) = (m.b.int(64), m.floats(), m.b.i64(u64::from(TEXEL_BYTES)));
    let two = m.b.new_block(&[floats, i64]);
    // In a column of texels each lane's other one is in the next row.
    for (next_of_axis, other, distance) in [(along[0][1], weights[2], texels.row), (along[1][1], weights[1], beside)] {
        let (next, zero) = (m.b.new_block(&[]), m.float(0.0));
        let is_zero = m.b.fcmp(FloatPredicate::Oeq, next_of_axis, zero);
        let are_zero = m.b.all(is_zero);
        m.b.cond_br(are_zero, Successor { block: two, args: [other, distance].into() }, Successor::new(next));
        m.b.block = next;
    }
    let four = m.b.block;
    m.b.block = two;
    let other = m.b.args(two).to_vec();
    let others = Texels { first: m.b.gep(texels.first, other[1]), row: texels.row };
    let words = [texels.whole(m), others.whole(m)];
    let made = blended(m, [weights[0], other[0]], |m, index| words.map(|words| component(m, words, index)));
    m.b.br(done, &made);
    m.b.block = four;
}

/// Returns whether all lanes stand as texels do, each texel beside the last ones included, and the texel of the first lane.
/// Lanes are compared with the first one, as numbers, so that only that one is compared with the edges.
fn stand(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    grid: &Grid,
    axes: &[Position; 2],
    has_layers: bool,
) -> (ValueId, [ValueId; 2]) {
    let (word, floats, counts) = (m.b.int(32), m.floats(), [m.row, m.lanes / m.row]);
    let places = places(m);
    let (mut stand, mut is_inside) = (args.mask, None);
    let mut same = |m: &mut Maker<'_>, vector: ValueId| {
        let first = first_of_all(m, vector);
        let is_same = m.b.icmp(IntPredicate::Eq, vector, first);
        stand = m.op(Opcode::And, stand, is_same);
    };
    if has_layers {
        same(m, grid.start);
    }
    if key.offset == Offset::Each {
        args.offset.iter().take(axes.len()).for_each(|offset| same(m, *offset));
    }
    let cells = [0, 1].map(|axis| {
        let (first, place) = (axes[axis].first, m.b.cast(Opcode::UIToFP, places[axis], floats));
        let of_first = first_of_all(m, first);
        let wanted = m.op(Opcode::FAdd, of_first, place);
        let follows = m.b.fcmp(FloatPredicate::Oeq, first, wanted);
        stand = m.op(Opcode::And, stand, follows);
        let first = m.b.component(first, 0);
        let is_near = is_near(m, first);
        let cell = m.b.cast(Opcode::FPToSI, first, word);
        let cell = m.b.unary(Opcode::Freeze, cell);
        let offset = match key.offset {
            Offset::Constant(offset) => m.b.i32(offset[axis].cast_unsigned()),
            Offset::Each => m.b.component(args.offset[axis], 0),
            Offset::Four(_) => m.b.i32(0),
        };
        let (cell, others) = (m.b.add(cell, offset), m.b.i32(counts[axis] - 1));
        for cell in [cell, m.b.add(cell, others)] {
            let is_before = m.b.icmp(IntPredicate::Ult, cell, grid.level.last[axis]);
            let both = m.b.binary(Opcode::And, is_near, is_before);
            is_inside = Some(is_inside.map_or(both, |other| m.b.binary(Opcode::And, both, other)));
        }
        cell
    });
    let stand = m.b.all(stand);
    (is_inside.map_or(stand, |is_inside| m.b.binary(Opcode::And, stand, is_inside)), cells)
}

/// The number of lanes whose texels are blended at a time: a vector of the processor's, or a row of lanes if that is longer.
fn lanes_at_a_time(m: &Maker<'_>) -> u32 {
    let native = match m.b.masks() {
        Masks::Bits => 16,
        Masks::Words => 8,
    };
    native.min(m.lanes).max(m.row)
}

/// The texels of the lanes.
struct Texels {
    /// The address of the first one.
    first: ValueId,
    /// The distance to the next row.
    row: ValueId,
}

impl Texels {
    /// The texels of a sample, from the base address of the image and the coordinates of the first one.
    fn new(m: &mut Maker<'_>, base: ValueId, cells: [ValueId; 2], grid: &Grid) -> Texels {
        let i64 = m.b.int(64);
        let mut offset = m.b.component(grid.start, 0);
        let strides = [m.b.i32(TEXEL_BYTES), grid.strides[1]];
        for (cell, stride) in cells.into_iter().zip(strides) {
            let far = m.b.mul(cell, stride);
            offset = m.b.add(offset, far);
        }
        let offset = m.b.cast(Opcode::ZExt, offset, i64);
        Texels { first: m.b.gep(base, offset), row: m.b.cast(Opcode::ZExt, grid.strides[1], i64) }
    }

    /// The given number of texels of a row, or one.
    fn load(&self, m: &mut Maker<'_>, row: u32, column: u32, ty: TypeId) -> ValueId {
        let row = m.b.i64(u64::from(row));
        let far = m.b.mul(self.row, row);
        let start = m.b.gep(self.first, far);
        let address = m.b.gep_const(start, u64::from(column * TEXEL_BYTES));
        m.b.load(address, ty, TEXEL_BYTES)
    }

    /// The texels of the given number of rows of lanes, the first of which is named, or those in a later column.
    fn rows(&self, m: &mut Maker<'_>, first: u32, count: u32, column: u32) -> ValueId {
        let (row, word) = (m.row, m.b.int(32));
        let ty = m.b.module.ctx.vector(word, row);
        let rows = (first..first + count).map(|number| self.load(m, number, column, ty)).collect();
        joined(m, rows)
    }

    /// A texel for each lane.
    fn whole(&self, m: &mut Maker<'_>) -> ValueId {
        self.rows(m, 0, m.lanes / m.row, 0)
    }
}

/// The sample of four texels of each lane, some lanes at a time: their texels are read twice, and done with before the next ones
/// are examined.
fn of_four(m: &mut Maker<'_>, texels: &Texels, weights: [ValueId; 4]) -> [ValueId; 4] {
    let lanes = lanes_at_a_time(m);
    let (rows, count) = (lanes / m.row, m.lanes / lanes);
    let mut sums: [Vec<Option<ValueId>>; 4] = std::array::from_fn(|_| vec![None; count as usize]);
    let mut above: [[Option<ValueId>; 4]; 2] = Default::default();
    for (number, side) in (0..=count).flat_map(|number| [(number, 0), (number, 1)]) {
        let read = texels.rows(m, number * rows, if number < count { rows } else { 1 }, side as u32);
        let words = widened(m, read, lanes);
        for (index, sums) in sums.iter_mut().enumerate() {
            let texel = component(m, words, index);
            let last = above[side][index].replace(texel);
            // The texels below those of the lanes before are known now, too.
            let below = last.map(|last| (number - 1, next_rows(m, last, texel), weights[2 + side]));
            let own = (number < count).then_some((number, texel, weights[side]));
            for (at, texel, weight) in [own, below].into_iter().flatten() {
                let (sum, weight) = (&mut sums[at as usize], part(m, weight, at, lanes));
                *sum = Some(m.filter(|m| {
                    let part = m.op(Opcode::FMul, texel, weight);
                    sum.map_or(part, |sum| m.op(Opcode::FAdd, sum, part))
                }));
            }
        }
    }
    sums.map(|sums| {
        let sum = joined(m, sums.into_iter().flatten().collect());
        finished(m, sum)
    })
}

/// A vector of the given number of lanes that begins with the values of another one.
fn widened(m: &mut Maker<'_>, values: ValueId, lanes: u32) -> ValueId {
    let own = m.b.lanes(m.b.type_of(values));
    if own == lanes {
        return values;
    }
    let spread: Vec<Option<u32>> = (0..lanes).map(|lane| (lane < own).then_some(lane)).collect();
    m.b.shuffle(values, values, &spread)
}

/// The values a row after those of some lanes, the last of which are the first of others.
fn next_rows(m: &mut Maker<'_>, values: ValueId, others: ValueId) -> ValueId {
    let lanes = m.b.lanes(m.b.type_of(values));
    if m.row == lanes {
        return others;
    }
    let next: Vec<Option<u32>> = (m.row..m.row + lanes).map(Some).collect();
    m.b.shuffle(values, others, &next)
}
