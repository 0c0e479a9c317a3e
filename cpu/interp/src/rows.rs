//! Ops on whole rows of cells of 32 bits, of which most code consists: one op, then all lanes.

use crate::code::Slot;
use crate::compute::{Conversion, FloatOp, Op, Test, value};

/// The operands of rows, each a number in every lane.
type Rows<'c> = [&'c [u64]; 3];

/// Runs an op on every lane of a row. Returns false, having done nothing, where an op has no such form or its result is not
/// behind its operands.
pub(crate) fn each(
    cells: &mut [u64],
    width: usize,
    (op, bits, to): (Op, u32, u32),
    (dst, slots): (Slot, [Slot; 4]),
) -> bool {
    if slots.iter().any(|slot| *slot >= dst) {
        return false;
    }
    let (before, after) = cells.split_at_mut(dst as usize * width);
    let row = |slot: Slot| &before[slot as usize * width..][..width];
    let (out, rows) = (&mut after[..width], [row(slots[0]), row(slots[1]), row(slots[2])]);
    match (bits, to) {
        (32, 32) => words(op, out, rows),
        (32, 1) => truths(op, out, rows),
        (1, 1) => logic(op, out, rows),
        _ => false,
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
            assert!(each(&mut cells, 8, (op, 32, to), (3, [0, 1, 2, 0])), "{op:?}");
            for lane in 0..8 {
                let args = [cells[lane], cells[8 + lane], cells[16 + lane], 0];
                let (found, one) = (cells[24 + lane], compute(op, 32, to, args));
                // SPIR-V does not say which NaN comes of two.
                let are_none = is_nan(32, found) && is_nan(32, one) && op == Op::Float(FloatOp::Mix);
                assert!(found == one || are_none, "{op:?} of {args:x?} is {found:x} and {one:x}");
            }
        }
        assert!(!each(&mut [0; 8], 2, (Op::IAdd, 32, 32), (1, [2, 0, 0, 0])), "an operand behind the result");
        assert!(!each(&mut [0; 8], 2, (Op::IAdd, 16, 16), (3, [0; 4])), "no words");
    }
}
