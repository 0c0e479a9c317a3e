//! Filtered samples: texels and their weights, in the order in which the host does it.

use super::address::wrap;
use super::args::{Args, Fields};
use super::bilinear::{self, Rounds};
use super::blend::between;
use super::compare::compared;
use super::cube;
use super::levels::{Levels, levels};
use super::maker::Maker;
use super::place::{Grid, Place, cell, grid, place};
use super::sampler::{Border, border, bordered, is_before_last, mode, state};
use super::texel::{load, moved};
use crate::lowering::textures::{Class, Key};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate};
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;

/// Positions of the texels of a level: for each axis, of the first and the second texel of a filter.
struct Places {
    /// The distance in bytes, or on a cube the number of the texel; all ones where there is a texel; the weight.
    rows: Vec<[ValueId; 3]>,
    /// The number of bytes in a vector.
    row: u64,
}

/// The sample of all lanes: the quick way where that will do, in a block that takes [`Rounds`].
pub(super) fn sample(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    quick: Option<BlockId>,
) -> [ValueId; 4] {
    let Some(quick) = quick else { return filtered(m, key, args, fields) };
    let (floats, state) = (m.floats(), state(m, args));
    let [other, slow] = [(); 2].map(|()| m.b.new_block(&[]));
    let done = m.b.new_block(&[floats; 4]);
    let is_stored_so = bilinear::is_stored_so(m, fields);
    m.b.cond_br(is_stored_so, Successor::new(other), Successor::new(slow));
    m.b.block = other;
    let levels = levels(m, key, args, fields, state);
    let (rounds, fits) = Rounds::of(m, args, &levels);
    m.b.cond_br(fits, rounds.to(quick), Successor::new(slow));

    let made = bilinear::sample(m, key, args, fields, [quick, slow]);
    m.b.br(done, &made);
    m.b.block = slow;
    let made = filtered(m, key, args, fields);
    m.b.br(done, &made);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// The sample of all lanes, whatever is bound.
fn filtered(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> [ValueId; 4] {
    let state = state(m, args);
    let levels = levels(m, key, args, fields, state);
    let (place, places) = (place(m, key, args, fields), places(m, key));
    let border = border(m, key, fields, state);
    let component = if key.class == Class::Float { m.floats() } else { m.ints() };
    let word = m.b.int(32);
    let zero = m.b.zero(component);
    let (head, done) = (m.b.new_block(&with(word, component)), m.b.new_block(&[component; 4]));
    let (first, are_two) = (m.b.i32(0), m.all(levels.are_two));
    let has_two = m.any_of(args.mask, are_two);
    m.b.br(head, &[first, zero, zero, zero, zero]);

    m.b.block = head;
    let round = m.b.args(head).to_vec();
    let is_first = m.b.icmp(IntPredicate::Eq, round[0], first);
    let all_first = m.all(is_first);
    let number = match m.is_one(levels.fine) {
        true => m.b.select(is_first, levels.fine, levels.coarse),
        false => m.b.select(all_first, levels.fine, levels.coarse),
    };
    let takes = m.op(Opcode::Or, all_first, are_two);
    let takes = m.op(Opcode::And, takes, args.mask);
    let grid = grid(m, fields, &place, number);
    let taps = Taps { state, levels: &levels, places: &places, place: &place, border: &border, takes };
    find(m, key, args, &grid, &taps);
    let sums = corners(m, key, args, fields, &grid, &taps);
    let sums = match key.class {
        Class::Float => mixed(m, &round[1..], &sums, all_first, are_two, levels.weight),
        Class::Uint | Class::Sint => sums,
    };
    let one = m.b.i32(1);
    let again = m.b.binary(Opcode::And, is_first, has_two);
    let handed = std::iter::once(one).chain(sums).collect();
    m.b.cond_br(again, Successor { block: head, args: handed }, Successor { block: done, args: sums.into() });
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

fn with(first: TypeId, component: TypeId) -> [TypeId; 5] {
    [first, component, component, component, component]
}

/// The finer level, or a mean of both where they are two.
fn mixed(
    m: &mut Maker<'_>,
    fine: &[ValueId],
    sums: &[ValueId; 4],
    is_first: ValueId,
    are_two: ValueId,
    weight: ValueId,
) -> [ValueId; 4] {
    let weight = m.all(weight);
    std::array::from_fn(|index| {
        let mean = between(m, fine[index], sums[index], weight);
        let later = m.b.select(are_two, mean, fine[index]);
        m.b.select(is_first, sums[index], later)
    })
}

fn places(m: &mut Maker<'_>, key: &Key) -> Places {
    let (ints, floats) = (m.ints(), m.floats());
    let pair = types::array(&mut m.b.module.ctx, ints, 2);
    let weights = types::array(&mut m.b.module.ctx, floats, 2);
    let rows = (0..key.axes()).map(|_| [pair, pair, weights].map(|ty| m.b.alloca(ty, 64))).collect();
    Places { rows, row: u64::from(m.lanes) * 4 }
}

/// Finds the texels of a level that the filter takes.
fn find(m: &mut Maker<'_>, key: &Key, args: &Args, grid: &Grid, taps: &Taps<'_>) {
    let Taps { state, levels, places, place, .. } = *taps;
    let (half, zero, one, is_linear) = (m.float(0.5), m.float(0.0), m.float(1.0), m.all(levels.is_linear));
    let half = m.b.select(is_linear, half, zero);
    let mut are_inside = m.b.iconst(m.b.type_of(args.mask), 1);
    let mut cells = Vec::new();
    for (axis, rows) in places.rows.iter().enumerate() {
        let (cell, weight) = cell(m, place.at[axis], grid.level.numbers[axis], half);
        let cell = moved(m, key, args, axis, cell);
        let is_inside = is_before_last(m, cell, grid.level.last[axis]);
        are_inside = m.op(Opcode::And, are_inside, is_inside);
        let rest = m.op(Opcode::FSub, one, weight);
        let rest = m.b.select(is_linear, rest, one);
        // Where only some lanes interpolate, the others come along and take their first texel alone.
        let weight = if key.has_levels() { m.b.select(is_linear, weight, zero) } else { weight };
        keep(m, places, rows[2], [rest, weight]);
        cells.push(cell);
    }
    if key.is_cube() {
        return keep_numbers(m, places, &cells);
    }
    // Most often neither texel of any lane is beyond an edge.
    let all = m.all_of(args.mask, are_inside);
    let [plain, edges, done] = [(); 3].map(|()| m.b.new_block(&[]));
    m.b.likely(all, Successor::new(plain), Successor::new(edges));
    for (block, wraps) in [(plain, false), (edges, true)] {
        m.b.block = block;
        for (axis, cell) in cells.iter().enumerate() {
            let mode = mode(m, state, axis);
            let both = [0, 1].map(|second| {
                let (step, there) = (m.int(second), m.int(u32::MAX));
                let at = m.b.add(*cell, step);
                let [at, inside] = if wraps { wrap(m, at, grid.level.size[axis], mode) } else { [at, there] };
                let stride = m.all(grid.strides[axis]);
                let far = m.b.mul(at, stride);
                [if axis == 0 { m.b.add(far, grid.start) } else { far }, inside]
            });
            keep(m, places, places.rows[axis][0], both.map(|[far, _]| far));
            keep(m, places, places.rows[axis][1], both.map(|[_, inside]| inside));
        }
        m.b.br(done, &[]);
    }
    m.b.block = done;
}

/// Keeps the numbers of texels themselves: beyond an edge of a cube's face both of them lead to another one.
fn keep_numbers(m: &mut Maker<'_>, places: &Places, cells: &[ValueId]) {
    let (one, there) = (m.int(1), m.int(u32::MAX));
    for (rows, cell) in places.rows.iter().zip(cells) {
        let second = m.b.add(*cell, one);
        keep(m, places, rows[0], [*cell, second]);
        keep(m, places, rows[1], [there, there]);
    }
}

/// Puts what belongs to the first and second texel of an axis where corners find it.
fn keep(m: &mut Maker<'_>, places: &Places, row: ValueId, values: [ValueId; 2]) {
    for (second, value) in values.into_iter().enumerate() {
        let address = m.b.gep_const(row, second as u64 * places.row);
        m.b.store(value, address, 4);
    }
}

/// Arguments for the texels of a level.
struct Taps<'a> {
    state: ValueId,
    levels: &'a Levels,
    places: &'a Places,
    place: &'a Place,
    border: &'a Border,
    /// The lanes that take the level.
    takes: ValueId,
}

/// Goes through the texels that the filter takes of a level.
fn corners(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, grid: &Grid, taps: &Taps<'_>) -> [ValueId; 4] {
    let start = start(m, key, taps.levels);
    let (all, one) = (m.b.i32(1 << key.axes()), m.b.i32(1));
    let is_linear = match m.is_one(taps.levels.is_linear) {
        true => taps.levels.is_linear,
        false => m.any_of(taps.takes, taps.levels.is_linear),
    };
    let count = m.b.select(is_linear, all, one);
    m.rounds(count, [start; 4], |m, number, sums| {
        let corner = corner(m, taps.places, number);
        let none = m.float(0.0);
        let counts = m.b.fcmp(FloatPredicate::Une, corner.weight, none);
        let texel = tap(m, key, fields, grid, taps, &corner, counts);
        let texel = compared(m, key, args, fields, taps.state, texel);
        std::array::from_fn(|index| match key.class {
            Class::Float => {
                let sum = m.filter(|m| {
                    let part = m.op(Opcode::FMul, texel[index], corner.weight);
                    m.op(Opcode::FAdd, sums[index], part)
                });
                if key.has_levels() { m.b.select(counts, sum, sums[index]) } else { sum }
            }
            Class::Uint | Class::Sint => texel[index],
        })
    })
}

/// One of the texels. What has no weight is not read, and does not matter even when the border is infinite.
fn tap(
    m: &mut Maker<'_>,
    key: &Key,
    fields: &Fields,
    grid: &Grid,
    taps: &Taps<'_>,
    corner: &Corner,
    counts: ValueId,
) -> [ValueId; 4] {
    let reads = m.op(Opcode::And, taps.takes, counts);
    if key.is_cube() {
        let cells = [corner.parts[0], corner.parts[1]];
        return cube::texels(m, key, fields, grid, taps.place, cells, reads);
    }
    let inside = m.holds(corner.inside);
    let reads = m.op(Opcode::And, reads, inside);
    let offset = corner.parts[1..].iter().fold(corner.parts[0], |offset, part| m.b.add(offset, *part));
    let texel = load(m, key.class, fields, offset, reads);
    let yes = m.b.iconst(m.b.type_of(counts), 1);
    let is_empty = m.op(Opcode::Xor, counts, yes);
    let taken = m.op(Opcode::Or, inside, is_empty);
    bordered(m, taken, texel, taps.border)
}

/// Sum that texels are added to. A single one with the weight of one stays what it is, zeros with a sign included.
fn start(m: &mut Maker<'_>, key: &Key, levels: &Levels) -> ValueId {
    match key.class {
        Class::Float => {
            let (zero, negative, is_linear) = (m.float(0.0), m.float(-0.0), m.all(levels.is_linear));
            m.b.select(is_linear, zero, negative)
        }
        Class::Uint | Class::Sint => m.int(0),
    }
}

/// One of the texels of a filter.
struct Corner {
    /// Part of it that [`Places`] keeps along each axis.
    parts: Vec<ValueId>,
    /// All ones where there is a texel.
    inside: ValueId,
    weight: ValueId,
}

fn corner(m: &mut Maker<'_>, places: &Places, number: ValueId) -> Corner {
    let (ints, floats, i64, one) = (m.ints(), m.floats(), m.b.int(64), m.b.i32(1));
    let row = m.b.i64(places.row);
    let mut corner = Corner { parts: Vec::new(), inside: m.int(u32::MAX), weight: m.float(1.0) };
    for (axis, rows) in places.rows.iter().enumerate() {
        let shift = m.b.i32(axis as u32);
        let bit = m.b.binary(Opcode::LShr, number, shift);
        let bit = m.b.binary(Opcode::And, bit, one);
        let bit = m.b.cast(Opcode::ZExt, bit, i64);
        let far = m.b.mul(bit, row);
        let part = |m: &mut Maker<'_>, index: usize, ty: TypeId| {
            let address = m.b.gep(rows[index], far);
            m.b.load(address, ty, 4)
        };
        corner.parts.push(part(m, 0, ints));
        let (inside, weight) = (part(m, 1, ints), part(m, 2, floats));
        corner.inside = m.op(Opcode::And, corner.inside, inside);
        corner.weight = m.op(Opcode::FMul, corner.weight, weight);
    }
    corner
}
