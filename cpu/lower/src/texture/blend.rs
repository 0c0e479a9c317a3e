//! Four texels of four bytes each: where they are, how much each of them counts, what they make.

use super::args::Args;
use super::maker::Maker;
use super::place::{Grid, Place};
use super::texel::moved;
use crate::lowering::textures::Key;
use dialect::ir::ValueId;
use dialect::llvm::enums::{FastMath, FloatPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

pub(super) const TEXEL_BYTES: u32 = 4;
/// Factor of components, by which weights are divided, which is exact.
const SCALE: f64 = 16_777_216.0;
/// Places that are as far away are not exact to a fourth of a texel.
const NEAR: f64 = 4_194_304.0;

/// Positions of lanes along an axis, in texels of a level.
pub(super) struct Position {
    at: ValueId,
    /// The first texel, as a number.
    pub(super) first: ValueId,
}

impl Position {
    pub(super) fn new(m: &mut Maker<'_>, axis: usize, place: &Place, grid: &Grid) -> Position {
        let (size, half) = (m.all(grid.level.numbers[axis]), m.float(0.5));
        let at = m.op(Opcode::FMul, place.at[axis], size);
        let at = m.op(Opcode::FSub, at, half);
        Position { at, first: m.b.math(Intrinsic::Floor, &[at]) }
    }

    /// The weights of the first texel and of the next one. Those of the first axis are divided by [`SCALE`].
    pub(super) fn weights(&self, m: &mut Maker<'_>, axis: usize) -> [ValueId; 2] {
        let (one, scale) = (m.float(1.0), m.float(if axis == 0 { 1.0 / SCALE } else { 1.0 }));
        let weight = m.op(Opcode::FSub, self.at, self.first);
        let rest = m.op(Opcode::FSub, one, weight);
        [rest, weight].map(|weight| m.op(Opcode::FMul, weight, scale))
    }
}

/// Texels of lanes along an axis.
pub(super) struct Axis {
    /// The first texel: any number, where it is not near.
    pub(super) cell: ValueId,
    /// Where texels are near enough for integers and numbers to be exact.
    pub(super) is_near: ValueId,
    /// The weights of the first texel and of the next one.
    pub(super) weights: [ValueId; 2],
}

impl Axis {
    pub(super) fn new(m: &mut Maker<'_>, key: &Key, args: &Args, axis: usize, place: &Place, grid: &Grid) -> Axis {
        let (position, ints) = (Position::new(m, axis, place, grid), m.ints());
        let is_near = is_near(m, position.at);
        let cell = m.b.cast(Opcode::FPToSI, position.first, ints);
        let cell = m.b.unary(Opcode::Freeze, cell);
        Axis { cell: moved(m, key, args, axis, cell), is_near, weights: position.weights(m, axis) }
    }
}

/// Returns whether positions, of one lane or of all, are near enough for integers and numbers to be exact.
pub(super) fn is_near(m: &mut Maker<'_>, at: ValueId) -> ValueId {
    let (distance, near) = (m.b.math(Intrinsic::FAbs, &[at]), m.b.fconst(m.b.type_of(at), NEAR));
    m.b.fcmp(FloatPredicate::Olt, distance, near)
}

/// The weights of the four texels.
pub(super) fn weights(m: &mut Maker<'_>, axes: [[ValueId; 2]; 2]) -> [ValueId; 4] {
    std::array::from_fn(|corner| m.op(Opcode::FMul, axes[0][corner & 1], axes[1][corner >> 1]))
}

/// A component of texels, [`SCALE`] times as large; before its last step, which is for the sum then, unless a kernel is exact.
/// [`last_step`] does that.
pub(super) fn component(m: &mut Maker<'_>, words: ValueId, index: usize) -> ValueId {
    let (lanes, byte, float) = (m.b.lanes(m.b.type_of(words)), m.b.int(8), m.b.float(32));
    let bytes = m.b.module.ctx.vector(byte, 4 * lanes);
    let (all, zeros) = (m.b.cast(Opcode::Bitcast, words, bytes), m.b.zero(bytes));
    let thrice: Vec<Option<u32>> = (0..lanes)
        .flat_map(|lane| {
            let own = Some(4 * lane + index as u32);
            [own, own, own, Some(4 * lanes)]
        })
        .collect();
    let thrice = m.b.shuffle(all, zeros, &thrice);
    let thrice = m.b.cast(Opcode::Bitcast, thrice, m.b.type_of(words));
    let floats = m.b.module.ctx.vector(float, lanes);
    let number = m.b.cast(Opcode::SIToFP, thrice, floats);
    if m.may_contract { number } else { last_step(m, number) }
}

/// Three times the same byte are that byte over 255, in 24 bits and rounded down; what is left over is always more than half of
/// the last of them, so that one step more rounds like a quotient.
fn last_step(m: &mut Maker<'_>, number: ValueId) -> ValueId {
    let step = m.b.fconst(m.b.type_of(number), 1.0 / SCALE);
    // The product is exact, so that it does not matter whether both become one op, for which some processors have none.
    m.b.set_fastmath(Some(FastMath::Contract));
    let part = m.op(Opcode::FMul, number, step);
    let made = m.op(Opcode::FAdd, part, number);
    m.b.set_fastmath(None);
    made
}

/// The sum of components by their weights, from that of what [`component`] gives. Where only one counts, it is that one to the bit.
pub(super) fn finished(m: &mut Maker<'_>, sum: ValueId) -> ValueId {
    if m.may_contract { last_step(m, sum) } else { sum }
}

/// The sum of texels by their weights. No weight and no component is below zero, so that the sum may begin with the first.
/// Each component is done with before the next one is examined: there are not registers for all of them.
pub(super) fn blended<const COUNT: usize>(
    m: &mut Maker<'_>,
    weights: [ValueId; COUNT],
    mut texels: impl FnMut(&mut Maker<'_>, usize) -> [ValueId; COUNT],
) -> [ValueId; 4] {
    std::array::from_fn(|index| {
        let texels = texels(m, index);
        let sum = m.filter(|m| {
            let parts: [ValueId; COUNT] =
                std::array::from_fn(|corner| m.op(Opcode::FMul, texels[corner], weights[corner]));
            parts[1..].iter().fold(parts[0], |sum, part| m.op(Opcode::FAdd, sum, *part))
        });
        finished(m, sum)
    })
}

/// A component between those of two levels.
pub(super) fn between(m: &mut Maker<'_>, fine: ValueId, coarse: ValueId, weight: ValueId) -> ValueId {
    m.filter(|m| {
        let way = m.op(Opcode::FSub, coarse, fine);
        let part = m.op(Opcode::FMul, way, weight);
        m.op(Opcode::FAdd, fine, part)
    })
}

/// Rows as one vector.
pub(super) fn joined(m: &mut Maker<'_>, mut rows: Vec<ValueId>) -> ValueId {
    while rows.len() > 1 {
        let length = 2 * m.b.lanes(m.b.type_of(rows[0]));
        let both: Vec<Option<u32>> = (0..length).map(Some).collect();
        rows = rows.chunks(2).map(|pair| m.b.shuffle(pair[0], pair[1], &both)).collect();
    }
    rows[0]
}

#[cfg(test)]
mod tests {
    use super::SCALE;

    /// Result of [`super::component`] before its last step.
    fn thrice(byte: u32) -> f32 {
        (byte * 0x01_0101).cast_signed() as f32
    }

    /// Result of [`super::last_step`], as one op and as two.
    fn last_step(number: f32) -> f32 {
        let (step, fused) = (1.0 / SCALE as f32, number.mul_add(1.0 / SCALE as f32, number));
        assert_eq!(number * step + number, fused, "{number}");
        fused
    }

    fn component(byte: u32) -> f32 {
        last_step(thrice(byte))
    }

    #[test]
    fn bytes_become_what_they_are_over_255() {
        for byte in 0..=255u32 {
            assert_eq!((component(byte) / SCALE as f32).to_bits(), (byte as f32 / 255.0).to_bits(), "{byte}");
        }
    }

    #[test]
    fn sums_with_one_last_step_are_as_near_as_with_four() {
        for (first, second) in (0..=255u32).flat_map(|first| (0..=255).map(move |second| (first, second))) {
            for part in 0..=32u8 {
                let weight = f32::from(part) / 32.0;
                let sum = |component: fn(u32) -> f32| {
                    component(second).mul_add(weight, component(first) * (1.0 - weight)) / SCALE as f32
                };
                let one = last_step(sum(thrice) * SCALE as f32) / SCALE as f32;
                let all = sum(component);
                let (of_first, of_second) = (f64::from(first) / 255.0, f64::from(second) / 255.0);
                let exact = of_first + (of_second - of_first) * f64::from(weight);
                let off = |found: f32| (f64::from(found) - exact).abs();
                // Three roundings, in either order.
                let most = 3.0 * 2f64.powi(-24) * exact;
                assert!(off(one) <= most && off(all) <= most, "{first} {second} {weight}: {one} {all} {exact}");
                assert!(part % 32 != 0 || one == all, "{first} {second} {weight}: {one} {all}");
            }
        }
    }
}
