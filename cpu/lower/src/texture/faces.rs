//! The faces of cubes: which one a direction points to, and where it meets it, in the order in which the host finds it.

use super::maker::Maker;
use dialect::ir::ValueId;
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// Returns whether a number is below zero, as 0 or 1.
fn negative(m: &mut Maker<'_>, value: ValueId) -> ValueId {
    let (zero, ints) = (m.float(0.0), m.ints());
    let is_less = m.b.fcmp(FloatPredicate::Olt, value, zero);
    m.b.cast(Opcode::ZExt, is_less, ints)
}

/// The face that a direction points to, in the order +x, -x, +y, -y, +z, -z.
pub(super) fn face_of(m: &mut Maker<'_>, direction: [ValueId; 3]) -> ValueId {
    let [x, y, z] = direction.map(|value| m.b.math(Intrinsic::FAbs, &[value]));
    let [x_is_less, y_is_less, z_is_less] = direction.map(|value| negative(m, value));
    let above_x = m.b.fcmp(FloatPredicate::Oge, z, x);
    let above_y = m.b.fcmp(FloatPredicate::Oge, z, y);
    let is_z = m.op(Opcode::And, above_x, above_y);
    let is_y = m.b.fcmp(FloatPredicate::Oge, y, x);
    let (two, four) = (m.int(2), m.int(4));
    let (on_y, on_z) = (m.b.add(two, y_is_less), m.b.add(four, z_is_less));
    let others = m.b.select(is_y, on_y, x_is_less);
    m.b.select(is_z, on_z, others)
}

/// A face taken apart: the axis that it stands across, and whether it is the one below zero.
struct Side {
    is_x: ValueId,
    is_y: ValueId,
    is_below: ValueId,
}

fn side(m: &mut Maker<'_>, face: ValueId) -> Side {
    let (one, two, four) = (m.int(1), m.int(2), m.int(4));
    let is_x = m.b.icmp(IntPredicate::Ult, face, two);
    let is_low = m.b.icmp(IntPredicate::Ult, face, four);
    let is_not_x = m.b.icmp(IntPredicate::Uge, face, two);
    let is_y = m.op(Opcode::And, is_low, is_not_x);
    let odd = m.op(Opcode::And, face, one);
    Side { is_x, is_y, is_below: m.holds(odd) }
}

impl Side {
    /// Value that belongs to the axis across which the face stands.
    fn by_axis(&self, m: &mut Maker<'_>, [x, y, z]: [ValueId; 3]) -> ValueId {
        let others = m.b.select(self.is_y, y, z);
        m.b.select(self.is_x, x, others)
    }

    /// One number on the faces above zero, another one on those below.
    fn by_sign(&self, m: &mut Maker<'_>, above: ValueId, below: ValueId) -> ValueId {
        m.b.select(self.is_below, below, above)
    }
}

/// The point at which a direction meets the plane of a face, from 0 to 1 inside of it.
pub(super) fn on_face(m: &mut Maker<'_>, face: ValueId, [x, y, z]: [ValueId; 3]) -> [ValueId; 2] {
    let side = side(m, face);
    let [minus_x, minus_y, minus_z] = [x, y, z].map(|value| m.b.unary(Opcode::FNeg, value));
    let (s_of_x, s_of_z) = (side.by_sign(m, minus_z, z), side.by_sign(m, x, minus_x));
    let s = side.by_axis(m, [s_of_x, x, s_of_z]);
    let t_of_y = side.by_sign(m, z, minus_z);
    let t = side.by_axis(m, [minus_y, t_of_y, minus_y]);
    let major = side.by_axis(m, [x, y, z]);
    let (zero, half) = (m.float(0.0), m.float(0.5));
    let length = m.b.math(Intrinsic::FAbs, &[major]);
    let scale = m.op(Opcode::FDiv, half, length);
    let is_zero = m.b.fcmp(FloatPredicate::Oeq, major, zero);
    let scale = m.b.select(is_zero, zero, scale);
    [s, t].map(|value| {
        let value = m.op(Opcode::FMul, value, scale);
        m.op(Opcode::FAdd, value, half)
    })
}

/// The direction to a place in the plane of a face, from -1 to 1 inside of it.
pub(super) fn direction(m: &mut Maker<'_>, face: ValueId, s: ValueId, t: ValueId) -> [ValueId; 3] {
    let side = side(m, face);
    let (one, minus_one) = (m.float(1.0), m.float(-1.0));
    let [minus_s, minus_t] = [s, t].map(|value| m.b.unary(Opcode::FNeg, value));
    let major = side.by_sign(m, one, minus_one);
    let x_of_z = side.by_sign(m, s, minus_s);
    let x = side.by_axis(m, [major, s, x_of_z]);
    let y = side.by_axis(m, [minus_t, major, minus_t]);
    let (z_of_x, z_of_y) = (side.by_sign(m, minus_s, s), side.by_sign(m, t, minus_t));
    [x, y, side.by_axis(m, [z_of_x, z_of_y, major])]
}
