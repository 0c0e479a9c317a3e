//! Ops on whole rows of cells of 32 bits, of which most code consists: one op, then all lanes.

use crate::code::Slot;
use crate::compute::{Conversion, FloatOp, Op, Test, value};
use crate::lanes::{Mask, is_whole};

/// The operands of rows, each a number in every lane.
type Rows<'c> = [&'c [u64]; 3];

/// Rows of cells, and the lanes of them that are meant.
pub(crate) struct Cells<'c> {
    pub(crate) cells: &'c mut [u64],
    pub(crate) width: usize,
    pub(crate) mask: Mask,
    /// Room for a row.
    pub(crate) scratch: &'c mut Vec<u64>,
}

/// Runs an op on the lanes of a row. Returns false, having done nothing, where an op has no such form, its result is not
/// behind its operands, or the lanes are so few that they are faster one by one.
pub(crate) fn each(
    Cells { cells, width, mask, scratch }: Cells<'_>,
    (op, bits, to): (Op, u32, u32),
    (dst, slots): (Slot, [Slot; 4]),
) -> bool {
    let is_for_all = is_whole(mask, width);
    if slots.iter().any(|slot| *slot >= dst) || !is_for_all && (mask.count_ones() as usize) < width / FEW {
        return false;
    }
    let (before, after) = cells.split_at_mut(dst as usize * width);
    let row = |slot: Slot| &before[slot as usize * width..][..width];
    let (own, rows) = (&mut after[..width], [row(slots[0]), row(slots[1]), row(slots[2])]);
    let out = match is_for_all {
        true => &mut *own,
        false => {
            scratch.resize(width, 0);
            &mut scratch[..width]
        }
    };
    let has_form = match (bits, to) {
        (32, 32) => words(op, out, rows),
        (32, 1) => truths(op, out, rows),
        (1, 1) => logic(op, out, rows),
        _ => false,
    };
    if has_form && !is_for_all {
        blend(own, scratch, mask);
    }
    has_form
}

/// The part of a wave's lanes that is faster one by one.
const FEW: usize = 8;

/// Replaces the cells of some lanes.
pub(crate) fn blend(cells: &mut [u64], new: &[u64], mask: Mask) {
    for (half, (cells, new)) in cells.chunks_mut(64).zip(new.chunks(64)).enumerate() {
        let mask = (mask >> (64 * half)) as u64;
        for (lane, (cell, new)) in cells.iter_mut().zip(new).enumerate() {
            let meant = (mask >> lane & 1).wrapping_neg();
            *cell = *cell & !meant | new & meant;
        }
    }
}

#[inline(always)]
fn fill(out: &mut [u64], [a, b, c]: Rows<'_>, value: impl Fn([u64; 4]) -> u64) {
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = value([*a, *b, *c, 0]);
    }
}

/// A loop for each op, in which the op is a constant.
macro_rules! loops {
    ($op:expr, $out:expr, $rows:expr, $bits:literal, $to:literal,
     [$($name:ident)*] $($part:ident($of:ident)[$($inner:ident)*])*) => {{
        match $op {
            $(Op::$name => fill($out, $rows, |args| value(Op::$name, $bits, $to, args)),)*
            $($(Op::$part($of::$inner) => fill($out, $rows, |args| value(Op::$part($of::$inner), $bits, $to, args)),)*)*
            _ => return false,
        }
        true
    }};
}

fn words(op: Op, out: &mut [u64], rows: Rows<'_>) -> bool {
    loops!(op, out, rows, 32, 32, [
        IAdd ISub IMul UDiv UMod SNegate FAdd FSub FMul FDiv FNegate Fma And Or Xor Not Shl Shr Sar FMin FMax UMin UMax SMin SMax
    ] Convert(Conversion)[SToF UToF FToU FToS] Float(FloatOp)[FAbs Sqrt FClamp Mix Floor])
}

fn truths(op: Op, out: &mut [u64], rows: Rows<'_>) -> bool {
    loops!(op, out, rows, 32, 1, [] Test(Test)[
        IEqual INotEqual UGreater UGreaterEqual SGreater SGreaterEqual FOrdEqual FUnordNotEqual FOrdNotEqual FOrdLess
        FOrdLessEqual FOrdGreater FOrdGreaterEqual FUnordGreaterEqual FUnordLessEqual FUnordLess FUnordGreater
    ])
}

fn logic(op: Op, out: &mut [u64], rows: Rows<'_>) -> bool {
    loops!(op, out, rows, 1, 1, [And Or Xor LogicalNot] Test(Test)[IEqual INotEqual])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::{compute, is_nan};

    fn of(cells: &mut [u64], width: usize, mask: u8, op: (Op, u32, u32), slots: (Slot, [Slot; 4])) -> bool {
        each(Cells { cells, width, mask: mask.into(), scratch: &mut Vec::new() }, op, slots)
    }

    #[test]
    fn rows_are_what_single_lanes_are() {
        let numbers = [0u32, 1, 7, 0x8000_0000, 0xFFFF_FFFF, 1.5f32.to_bits(), f32::NAN.to_bits(), (-2f32).to_bits()];
        let row = |turn: usize| (0..8).map(move |at| u64::from(numbers[(at * 3 + turn) % 8]));
        for op in [
            Op::IMul,
            Op::FMul,
            Op::FMax,
            Op::Sar,
            Op::Convert(Conversion::FToS),
            Op::Float(FloatOp::Mix),
            Op::Test(Test::SGreater),
            Op::Test(Test::FOrdLess),
            Op::Test(Test::FUnordLess),
        ] {
            let to = if matches!(op, Op::Test(_)) { 1 } else { 32 };
            let mut cells: Vec<u64> = (0..4).flat_map(row).collect();
            assert!(of(&mut cells, 8, u8::MAX, (op, 32, to), (3, [0, 1, 2, 0])), "{op:?}");
            for lane in 0..8 {
                let args = [cells[lane], cells[8 + lane], cells[16 + lane], 0];
                let (found, one) = (cells[24 + lane], compute(op, 32, to, args));
                // SPIR-V does not say which NaN comes of two.
                let are_none = is_nan(32, found) && is_nan(32, one) && op == Op::Float(FloatOp::Mix);
                assert!(found == one || are_none, "{op:?} of {args:x?} is {found:x} and {one:x}");
            }
        }
        assert!(!of(&mut [0; 8], 2, 3, (Op::IAdd, 32, 32), (1, [2, 0, 0, 0])), "an operand behind the result");
        assert!(!of(&mut [0; 8], 2, 3, (Op::IAdd, 16, 16), (3, [0; 4])), "no words");
    }

    #[test]
    fn lanes_that_are_not_meant_keep_their_cells() {
        let mut cells: Vec<u64> = (0..8).collect();
        assert!(of(&mut cells, 4, 0b0110, (Op::IAdd, 32, 32), (1, [0; 4])));
        assert_eq!(cells, [0, 1, 2, 3, 4, 2, 4, 7]);
        let mut cells = [7; 128];
        blend(&mut cells, &[1; 128], 1 << 127 | 1 << 64 | 1);
        let changed: Vec<usize> = (0..128).filter(|lane| cells[*lane] == 1).collect();
        assert_eq!(changed, [0, 64, 127]);
    }
}
