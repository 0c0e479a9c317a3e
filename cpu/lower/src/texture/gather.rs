//! One component of the four texels that a filter would take, in the order of the specification.

use super::address::wrap;
use super::args::{Args, Fields};
use super::compare::compared;
use super::cube;
use super::maker::Maker;
use super::place::{self, Grid, cell, grid, inside};
use super::sampler::{self, Border, bordered, mode};
use super::texel::moved;
use crate::lowering::textures::{Class, Key, Offset};
use dialect::ir::ValueId;
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;

/// The offsets of the texels from the first one, in the order of the result.
const ORDER: [[i32; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

pub(super) fn gather(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> [ValueId; 4] {
    let (state, finest) = (sampler::state(m, args), m.b.i32(0));
    let place = place::place(m, key, args, fields);
    let (grid, border) = (grid(m, fields, &place, finest), sampler::border(m, key, fields, state));
    let half = m.float(0.5);
    let first = [0, 1].map(|axis| {
        let (cell, _) = cell(m, place.at[axis], grid.level.numbers[axis], half);
        moved(m, key, args, axis, cell)
    });
    let steps = match key.offset {
        Offset::Four(offsets) => offsets,
        Offset::Constant(_) | Offset::Each => ORDER,
    };
    let component = if key.class == Class::Float { m.floats() } else { m.ints() };
    let (count, none) = (m.b.i32(4), m.b.zero(component));
    m.rounds(count, [none; 4], |m, number, gathered| {
        let cells = [0, 1].map(|axis| {
            let step = picked(m, number, steps.map(|step| step[axis]));
            let step = m.all(step);
            m.b.add(first[axis], step)
        });
        let texel = match key.is_cube() {
            true => cube::texels(m, key, fields, &grid, &place, cells, args.mask),
            false => {
                let wrapped = wrapped(m, args, &grid, state, cells);
                texel(m, key, args, fields, &grid, &border, &wrapped)
            }
        };
        let texel = compared(m, key, args, fields, state, texel);
        let value = texel[if key.is_compared { 0 } else { key.component }];
        std::array::from_fn(|index| {
            let own = m.b.i32(index as u32);
            let is_it = m.b.icmp(IntPredicate::Eq, number, own);
            let is_it = m.all(is_it);
            m.b.select(is_it, value, gathered[index])
        })
    })
}

/// The one of four numbers that a scalar chooses.
fn picked(m: &mut Maker<'_>, index: ValueId, numbers: [i32; 4]) -> ValueId {
    let last = m.b.i32(numbers[3].cast_unsigned());
    (0..3).rev().fold(last, |others, at| {
        let (own, number) = (m.b.i32(at as u32), m.b.i32(numbers[at].cast_unsigned()));
        let is_it = m.b.icmp(IntPredicate::Eq, index, own);
        m.b.select(is_it, number, others)
    })
}

/// Integers along the axes after the addressing of a sampler.
struct Wrapped {
    cells: [ValueId; 2],
    /// Where they are inside of the edges.
    are_inside: ValueId,
}

/// Integers of which some may lie beyond the edges.
fn wrapped(m: &mut Maker<'_>, args: &Args, grid: &Grid, state: ValueId, cells: [ValueId; 2]) -> Wrapped {
    let mut are_inside = m.b.iconst(m.b.type_of(args.mask), 1);
    let cells = [0, 1].map(|axis| {
        let mode = mode(m, state, axis);
        let [cell, is_inside] = wrap(m, cells[axis], grid.level.size[axis], mode);
        let is_inside = m.holds(is_inside);
        are_inside = m.op(Opcode::And, are_inside, is_inside);
        cell
    });
    Wrapped { cells, are_inside }
}

/// The texels at integers, or the border.
fn texel(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    grid: &Grid,
    border: &Border,
    wrapped: &Wrapped,
) -> [ValueId; 4] {
    let reads = m.op(Opcode::And, args.mask, wrapped.are_inside);
    let texel = inside(m, key, fields, grid, &wrapped.cells, reads);
    bordered(m, wrapped.are_inside, texel, border)
}
