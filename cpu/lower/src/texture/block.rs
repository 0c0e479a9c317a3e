//! The commonest of all samples: lanes that stand as their texels do, row below row.

use super::args::{Args, Fields};
use super::blend::{self, Position, TEXEL_BYTES, blended, component, finished, is_near, joined};
use super::maker::Maker;
use super::place::{Grid, grid, place};
use super::rows::{LEAST_ROW, first_of_all, of_row, places};
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
    let made = match has_whole_rows(m) {
        true => by_rows(m, &texels, weights),
        false => {
            let taken = Taken::new(m, &texels);
            blended(m, weights, |m, index| taken.component(m, index))
        }
    };
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

/// Returns whether a row of lanes is a vector of the processor's, or several.
fn has_whole_rows(m: &Maker<'_>) -> bool {
    let least = match m.b.masks() {
        Masks::Bits => 16,
        Masks::Words => 8,
    };
    m.row >= least.min(m.lanes)
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

    /// A texel for each lane.
    fn whole(&self, m: &mut Maker<'_>) -> ValueId {
        let (row, word) = (m.row, m.b.int(32));
        let ty = m.b.module.ctx.vector(word, row);
        let rows = (0..m.lanes / row).map(|number| self.load(m, number, 0, ty)).collect();
        joined(m, rows)
    }
}

/// The sample where rows fill vectors: each row is read twice, and done with before the next one is examined.
fn by_rows(m: &mut Maker<'_>, texels: &Texels, weights: [ValueId; 4]) -> [ValueId; 4] {
    let (row, rows, word) = (m.row, m.lanes / m.row, m.b.int(32));
    let ty = m.b.module.ctx.vector(word, row);
    let mut sums: [Vec<Option<ValueId>>; 4] = std::array::from_fn(|_| vec![None; rows as usize]);
    for (number, side) in (0..=rows).flat_map(|number| [(number, 0), (number, 1)]) {
        let words = texels.load(m, number, side, ty);
        // A row of texels is the upper one of a row of lanes, and the lower one of the one before.
        let above = (number < rows).then_some((number, weights[side as usize]));
        let below = number.checked_sub(1).map(|lanes| (lanes, weights[2 + side as usize]));
        let counts = [above, below].map(|counts| counts.map(|(lanes, weight)| (lanes, of_row(m, weight, lanes))));
        for (index, sums) in sums.iter_mut().enumerate() {
            let texel = component(m, words, index);
            for (lanes, weight) in counts.into_iter().flatten() {
                let sum = &mut sums[lanes as usize];
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

/// The texels where rows are shorter than vectors, each of which is read and taken apart once.
struct Taken {
    /// Texels that are some lane's first.
    first: ValueId,
    /// Texels that are not lane's first, which are the row below and one beside each row.
    rest: ValueId,
    /// Where among both the ones beside the first and below are.
    others: [Vec<Option<u32>>; 2],
    /// Where among those below and the rest the one beside that below is.
    both: Vec<Option<u32>>,
}

impl Taken {
    fn new(m: &mut Maker<'_>, texels: &Texels) -> Taken {
        let (row, lanes, first, rest) = (m.row, m.lanes, texels.whole(m), rest(m, texels));
        let of_rest = |lane: u32| Some(lanes + lane);
        // Each lane's neighbour to the right; beside a row it is the rest that knows the texel.
        let beside = |lower: u32| {
            let neighbour = move |lane: u32| match (lane + 1).is_multiple_of(row) {
                true => of_rest(row + lane / row + lower),
                false => Some(lane + 1),
            };
            (0..lanes).map(neighbour).collect()
        };
        let is_last = |lane: u32| lane + row >= lanes;
        let below = (0..lanes).map(|lane| if is_last(lane) { of_rest(lane % row) } else { Some(lane + row) }).collect();
        Taken { first, rest, others: [beside(0), below], both: beside(1) }
    }

    fn component(&self, m: &mut Maker<'_>, index: usize) -> [ValueId; 4] {
        let (first, rest) = (component(m, self.first, index), component(m, self.rest, index));
        let [right, below] = self.others.each_ref().map(|lanes| m.b.shuffle(first, rest, lanes));
        [first, right, below, m.b.shuffle(below, rest, &self.both)]
    }
}

/// The row of texels below the last one, then those beside each row from the first one on.
fn rest(m: &mut Maker<'_>, texels: &Texels) -> ValueId {
    let (row, rows, word) = (m.row, m.lanes / m.row, m.b.int(32));
    let ty = m.b.module.ctx.vector(word, row);
    let below = texels.load(m, rows, 0, ty);
    let spread: Vec<Option<u32>> = (0..m.lanes).map(|lane| (lane < row).then_some(lane)).collect();
    let mut rest = m.b.shuffle(below, below, &spread);
    for number in 0..=rows {
        let (texel, place) = (texels.load(m, number, row, word), m.b.i32(row + number));
        rest = m.b.insert(rest, texel, place);
    }
    rest
}
