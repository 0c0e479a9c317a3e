//! From the coordinates of samples to texels, in the order in which the host does it.

use super::maker::Maker;
use super::texel::{Level, layer};
use super::{Args, Fields};
use crate::lowering::textures::Key;
use dialect::ir::ValueId;
use dialect::llvm::enums::Intrinsic;
use dialect::llvm::ops::Opcode;

/// No image is as large as this, and no sum of such numbers overflows.
pub(super) const FAR: f64 = 1_073_741_824.0;
/// How far the first texel of a level is, in the layer that a coordinate names.
pub(super) fn first_of_layer(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    (level, stride): (&Level, ValueId),
) -> ValueId {
    let start = m.all(level.offset);
    let Some(layer) = layer(key, args) else { return start };
    let (layer, stride) = (nearest_layer(m, layer, fields.layers), m.all(stride));
    let far = m.b.mul(layer, stride);
    m.b.add(start, far)
}

/// The layer that a coordinate names, of so many.
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

/// The first texel along an axis, and the weight of the second one.
pub(super) fn cell(m: &mut Maker<'_>, coordinate: ValueId, size: ValueId, half: ValueId) -> (ValueId, ValueId) {
    let (single, ints) = (m.b.float(32), m.ints());
    let size = m.b.cast(Opcode::UIToFP, size, single);
    let size = m.all(size);
    let at = m.op(Opcode::FMul, coordinate, size);
    let at = m.clamp(at, -FAR, FAR);
    let at = m.op(Opcode::FSub, at, half);
    let first = m.b.math(Intrinsic::Floor, &[at]);
    let weight = m.op(Opcode::FSub, at, first);
    let (first, weight) = (m.or_zero(first), m.or_zero(weight));
    (m.b.cast(Opcode::FPToSI, first, ints), weight)
}
