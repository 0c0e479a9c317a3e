//! Texels of cubes, beyond the edges of a face as well, in the order in which the host finds them.

use super::args::Fields;
use super::faces::{direction, face_of, on_face};
use super::maker::Maker;
use super::place::{Grid, Place, inside};
use crate::lowering::textures::{Class, Key};
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// A texel's place on a cube: its layer, and integers along the axes of a face.
struct Spot {
    layer: ValueId,
    cells: [ValueId; 2],
}

fn clamped(m: &mut Maker<'_>, cell: ValueId, low: ValueId, high: ValueId) -> ValueId {
    let cell = m.b.math(Intrinsic::SMax, &[cell, low]);
    m.b.math(Intrinsic::SMin, &[cell, high])
}

/// Returns whether texels lie beyond no edge of their face.
fn on_own_face(m: &mut Maker<'_>, cells: [ValueId; 2], size: ValueId) -> ValueId {
    let are_inside = cells.map(|cell| m.b.icmp(IntPredicate::Ult, cell, size));
    m.op(Opcode::And, are_inside[0], are_inside[1])
}

/// Follows what lies beyond an edge of its face to the neighbouring face.
fn across_edges(m: &mut Maker<'_>, place: &Place, size: ValueId, cells: [ValueId; 2]) -> Spot {
    let (Some(layer), Some(face)) = (place.layer, place.face) else { return Spot { layer: size, cells } };
    let (zero, one, least, floats, ints) = (m.int(0), m.int(1), m.int(u32::MAX), m.floats(), m.ints());
    let (half, unit, two) = (m.float(0.5), m.float(1.0), m.float(2.0));
    let last = m.op(Opcode::Sub, size, one);
    let width = m.b.cast(Opcode::UIToFP, size, floats);
    let [s, t] = cells.map(|cell| {
        // One texel beyond the edge is as far as a filter reaches; an offset may ask for more.
        let cell = clamped(m, cell, least, size);
        let cell = m.b.cast(Opcode::SIToFP, cell, floats);
        let middle = m.op(Opcode::FAdd, cell, half);
        let middle = m.op(Opcode::FMul, middle, two);
        let middle = m.op(Opcode::FDiv, middle, width);
        m.op(Opcode::FSub, middle, unit)
    });
    let towards = direction(m, face, s, t);
    let other = face_of(m, towards);
    let at = on_face(m, other, towards).map(|value| {
        let value = m.op(Opcode::FMul, value, width);
        let value = m.b.math(Intrinsic::Floor, &[value]);
        let value = m.b.cast(Opcode::FPToSI, value, ints);
        clamped(m, value, zero, last)
    });
    let is_inside = on_own_face(m, cells, size);
    let first = m.op(Opcode::Sub, layer, face);
    let other = m.b.add(first, other);
    Spot {
        layer: m.b.select(is_inside, layer, other),
        cells: [0, 1].map(|axis| m.b.select(is_inside, cells[axis], at[axis])),
    }
}

/// The texels of lanes that take part. Beyond the corners of a face there are none: the three that meet there are in.
pub(super) fn texels(
    m: &mut Maker<'_>,
    key: &Key,
    fields: &Fields,
    grid: &Grid,
    place: &Place,
    cells: [ValueId; 2],
    mask: ValueId,
) -> [ValueId; 4] {
    let (size, zero, one) = (m.all(grid.level.size[0]), m.int(0), m.int(1));
    let last = m.op(Opcode::Sub, size, one);
    let near = cells.map(|cell| clamped(m, cell, zero, last));
    let beyond = [0, 1].map(|axis| m.b.icmp(IntPredicate::Ne, cells[axis], near[axis]));
    let is_corner = m.op(Opcode::And, beyond[0], beyond[1]);
    let (three, single) = (m.b.i32(3), m.b.i32(1));
    let has_corners = m.any_of(mask, is_corner);
    let count = match key.class {
        Class::Float => m.b.select(has_corners, three, single),
        // Integers are gathered, not mixed.
        Class::Uint | Class::Sint => single,
    };
    let component = if key.class == Class::Float { m.floats() } else { m.ints() };
    let none = m.b.zero(component);
    let sums = m.rounds(count, [none; 4], |m, number, sums| {
        let first = m.b.i32(0);
        let is_first = m.b.icmp(IntPredicate::Eq, number, first);
        // The corner itself, then what lies beyond one edge, then what lies beyond the other.
        let around = [0, 1].map(|axis| {
            let own = m.b.i32(axis as u32 + 1);
            let goes = m.b.icmp(IntPredicate::Eq, number, own);
            let goes = m.all(goes);
            let stands_in = m.b.select(goes, cells[axis], near[axis]);
            m.b.select(is_corner, stands_in, cells[axis])
        });
        let is_first = m.all(is_first);
        let takes = m.op(Opcode::Or, is_first, is_corner);
        let takes = m.op(Opcode::And, takes, mask);
        let texel = anywhere(m, key, fields, grid, place, around, takes);
        std::array::from_fn(|index| {
            if key.class != Class::Float {
                return texel[index];
            }
            let sum = m.op(Opcode::FAdd, sums[index], texel[index]);
            let sum = m.b.select(is_corner, sum, sums[index]);
            m.b.select(is_first, texel[index], sum)
        })
    });
    if key.class != Class::Float {
        return sums;
    }
    let parts = m.float(3.0);
    sums.map(|sum| {
        let mean = m.op(Opcode::FDiv, sum, parts);
        m.b.select(is_corner, mean, sum)
    })
}

/// The texels at integers of which one may lie beyond an edge.
fn anywhere(
    m: &mut Maker<'_>,
    key: &Key,
    fields: &Fields,
    grid: &Grid,
    place: &Place,
    cells: [ValueId; 2],
    mask: ValueId,
) -> [ValueId; 4] {
    let (ints, size) = (m.ints(), m.all(grid.level.size[0]));
    let (edges, done) = (m.b.new_block(&[]), m.b.new_block(&[ints; 3]));
    let are_inside = on_own_face(m, cells, size);
    let all = m.all_of(mask, are_inside);
    let stays = Successor { block: done, args: [grid.start, cells[0], cells[1]].into() };
    m.b.likely(all, stays, Successor::new(edges));
    m.b.block = edges;
    let spot = across_edges(m, place, size, cells);
    let (stride, offset) = (m.all(grid.strides[3]), m.all(grid.level.offset));
    let far = m.b.mul(spot.layer, stride);
    let start = m.b.add(offset, far);
    m.b.br(done, &[start, spot.cells[0], spot.cells[1]]);
    m.b.block = done;
    let found = m.b.args(done).to_vec();
    let grid = Grid { start: found[0], ..*grid };
    inside(m, key, fields, &grid, &found[1..], mask)
}
