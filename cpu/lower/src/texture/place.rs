//! From the coordinates of samples to texels, in the order in which the host does it.

use super::args::{Args, Fields};
use super::faces;
use super::maker::Maker;
use super::texel::{Level, level, load, strides};
use crate::lowering::textures::Key;
use dialect::ir::ValueId;
use dialect::llvm::enums::Intrinsic;
use dialect::llvm::ops::Opcode;

/// No image is as large as this, and no sum of such numbers overflows.
const FAR: f64 = 1_073_741_824.0;
/// The faces of a cube.
const FACES: u32 = 6;

/// Position of a sample: numbers from 0 to 1 along each axis of a layer.
pub(super) struct Place {
    pub(super) at: Vec<ValueId>,
    /// The layer, if the image has any. The faces of cubes are layers.
    pub(super) layer: Option<ValueId>,
    /// Number of the face.
    pub(super) face: Option<ValueId>,
}

pub(super) fn place(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> Place {
    let named = key.is_arrayed().then(|| args.coords[key.directions()]);
    if !key.is_cube() {
        let layer = named.map(|layer| nearest_layer(m, layer, fields.layers));
        return Place { at: args.coords[..key.axes()].to_vec(), layer, face: None };
    }
    let direction = [args.coords[0], args.coords[1], args.coords[2]];
    let face = faces::face_of(m, direction);
    let at = faces::on_face(m, face, direction).to_vec();
    let faces = m.b.i32(FACES);
    let layer = match named {
        Some(named) => {
            let cubes = m.b.binary(Opcode::UDiv, fields.layers, faces);
            let cube = nearest_layer(m, named, cubes);
            let faces = m.all(faces);
            let first = m.b.mul(cube, faces);
            m.b.add(first, face)
        }
        None => face,
    };
    Place { at, layer: Some(layer), face: Some(face) }
}

/// The texels of a level, as integers along the axes of a layer reach them.
pub(super) struct Grid {
    pub(super) level: Level,
    /// The distance of texels along each axis in bytes, and that of layers.
    pub(super) strides: [ValueId; 4],
    /// The offset of the layer's first texel.
    pub(super) start: ValueId,
}

/// The grid of a level, which is one for all lanes or each lane's.
pub(super) fn grid(m: &mut Maker<'_>, fields: &Fields, place: &Place, number: ValueId) -> Grid {
    let level = level(m, fields, number);
    let strides = strides(m, fields, &level);
    let start = m.all(level.offset);
    let start = match place.layer {
        Some(layer) => {
            let stride = m.all(strides[3]);
            let far = m.b.mul(layer, stride);
            m.b.add(start, far)
        }
        None => start,
    };
    Grid { level, strides, start }
}

/// The texels at integers that are inside of a grid.
pub(super) fn inside(
    m: &mut Maker<'_>,
    key: &Key,
    fields: &Fields,
    grid: &Grid,
    cells: &[ValueId],
    mask: ValueId,
) -> [ValueId; 4] {
    let mut offset = grid.start;
    for (cell, stride) in cells.iter().zip(grid.strides) {
        let stride = m.all(stride);
        let far = m.b.mul(*cell, stride);
        offset = m.b.add(offset, far);
    }
    load(m, key.class, fields, offset, mask)
}

/// The layer that a coordinate names, of this many.
fn nearest_layer(m: &mut Maker<'_>, coordinate: ValueId, count: ValueId) -> ValueId {
    let (zero, far, ints, one) = (m.float(0.0), m.float(FAR), m.ints(), m.b.i32(1));
    let value = m.b.math(Intrinsic::RoundEven, &[coordinate]);
    let value = m.max(value, zero);
    let value = m.min(value, far);
    let value = m.b.cast(Opcode::FPToSI, value, ints);
    let last = m.b.binary(Opcode::Sub, count, one);
    let last = m.all(last);
    m.b.math(Intrinsic::UMin, &[value, last])
}

/// The first texel along an axis, whose size is a number, and the weight of the second one.
pub(super) fn cell(m: &mut Maker<'_>, coordinate: ValueId, size: ValueId, half: ValueId) -> (ValueId, ValueId) {
    let (size, ints) = (m.all(size), m.ints());
    let at = m.op(Opcode::FMul, coordinate, size);
    let at = m.clamp(at, -FAR, FAR);
    let at = m.op(Opcode::FSub, at, half);
    let first = m.b.math(Intrinsic::Floor, &[at]);
    let weight = m.op(Opcode::FSub, at, first);
    let (first, weight) = (m.or_zero(first), m.or_zero(weight));
    (m.b.cast(Opcode::FPToSI, first, ints), weight)
}
