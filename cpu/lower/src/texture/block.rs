//! The commonest of all samples: lanes that stand as their texels do, row below row.

use super::blend::{Axis, Numbers, TEXEL_BYTES, blended, component, joined, weights};
use super::maker::Maker;
use super::place::Grid;
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::build::Masks;
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;

/// Where the lanes given stand as their texels do, reads these and goes on in the second block with the sample; else in the
/// first one.
pub(super) fn sample(
    m: &mut Maker<'_>,
    base: ValueId,
    grid: &Grid,
    axes: &[Axis; 2],
    lanes: ValueId,
    has_layers: bool,
    [otherwise, done]: [BlockId; 2],
) {
    let (own, word) = (m.b.new_block(&[]), m.b.int(32));
    let (counting, last, shift) = (m.b.counting(word, m.lanes), m.int(m.row - 1), m.int(m.row.trailing_zeros()));
    let places = [m.op(Opcode::And, counting, last), m.op(Opcode::LShr, counting, shift)];
    let mut stand = lanes;
    for (axis, place) in axes.iter().zip(places) {
        let first = same(m, axis.cell);
        let wanted = m.b.add(first, place);
        let follows = m.b.icmp(IntPredicate::Eq, axis.cell, wanted);
        stand = m.op(Opcode::And, stand, follows);
    }
    if has_layers {
        let layer = same(m, grid.start);
        let is_same = m.b.icmp(IntPredicate::Eq, grid.start, layer);
        stand = m.op(Opcode::And, stand, is_same);
    }
    let stand = m.b.all(stand);
    m.b.likely(stand, Successor::new(own), Successor::new(otherwise));
    m.b.block = own;
    let texels = Texels::new(m, base, axes, grid);
    let weights = weights(m, axes);
    let made = match has_whole_rows(m) {
        true => by_rows(m, &texels, weights),
        false => {
            let taken = Taken::new(m, &texels);
            blended(m, weights, |m, index| taken.component(m, index))
        }
    };
    m.b.br(done, &made);
}

/// Broadcasts the value of the first lane.
fn same(m: &mut Maker<'_>, vector: ValueId) -> ValueId {
    let first = m.b.component(vector, 0);
    m.all(first)
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
    fn new(m: &mut Maker<'_>, base: ValueId, axes: &[Axis; 2], grid: &Grid) -> Texels {
        let i64 = m.b.int(64);
        let mut offset = m.b.component(grid.start, 0);
        let strides = [m.b.i32(TEXEL_BYTES), grid.strides[1]];
        for (axis, stride) in axes.iter().zip(strides) {
            let cell = m.b.component(axis.cell, 0);
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
                let part = m.op(Opcode::FMul, texel, weight);
                let sum = &mut sums[lanes as usize];
                *sum = Some(sum.map_or(part, |sum| m.op(Opcode::FAdd, sum, part)));
            }
        }
    }
    sums.map(|sums| joined(m, sums.into_iter().flatten().collect()))
}

/// Values of a row of lanes.
fn of_row(m: &mut Maker<'_>, vector: ValueId, number: u32) -> ValueId {
    if m.row == m.lanes {
        return vector;
    }
    let own: Vec<Option<u32>> = (number * m.row..(number + 1) * m.row).map(Some).collect();
    m.b.shuffle(vector, vector, &own)
}

/// The texels where rows are shorter than vectors, each of which is read and taken apart once.
struct Taken {
    /// Texels that are some lane's first.
    first: ValueId,
    /// Texels that are not lane's first, which are the row below and one beside each row.
    rest: ValueId,
    /// Where among both the others of each lane are: the one beside the first, the one below, and the one beside that.
    others: [Vec<Option<u32>>; 3],
}

impl Taken {
    fn new(m: &mut Maker<'_>, texels: &Texels) -> Taken {
        let (row, lanes, word) = (m.row, m.lanes, m.b.int(32));
        let ty = m.b.module.ctx.vector(word, row);
        let rows = (0..lanes / row).map(|number| texels.load(m, number, 0, ty)).collect();
        let (first, rest) = (joined(m, rows), rest(m, texels));
        let is_last = |lane: u32| lane + row >= lanes;
        let of_rest = |lane: u32| Some(lanes + lane);
        let beside = |lane: u32| (lane + 1).is_multiple_of(row);
        let right =
            (0..lanes).map(|lane| if beside(lane) { of_rest(row + lane / row) } else { Some(lane + 1) }).collect();
        let below = (0..lanes).map(|lane| if is_last(lane) { of_rest(lane % row) } else { Some(lane + row) }).collect();
        let both = (0..lanes)
            .map(|lane| match (beside(lane), is_last(lane)) {
                (true, _) => of_rest(row + lane / row + 1),
                (false, true) => of_rest(lane % row + 1),
                (false, false) => Some(lane + row + 1),
            })
            .collect();
        Taken { first, rest, others: [right, below, both] }
    }

    fn component(&self, m: &mut Maker<'_>, index: usize) -> Numbers {
        let (first, rest) = (component(m, self.first, index), component(m, self.rest, index));
        let [right, below, both] = self.others.each_ref().map(|lanes| m.b.shuffle(first, rest, lanes));
        [first, right, below, both]
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
