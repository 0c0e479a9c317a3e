//! Ops on whole rows of cells of 32 bits, of which most code consists: one op, then all lanes.

use crate::cells::{Cells, Parted, Slot, blend};
use crate::compute::{Conversion, FloatOp, Op, Test, value};
use crate::lanes::{Mask, is_whole};
use abi::vectors::widest;

/// The operands of rows, each a number in every lane.
pub(crate) type Rows<'c> = [&'c [u32]; 3];

/// An op, with the bits of the numbers that it takes and of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowOp {
    pub(crate) op: Op,
    pub(crate) bits: u32,
    pub(crate) to: u32,
}

/// Runs an op on the lanes of a row; `scratch` is room for a row. Returns false, having done nothing, where an op has no such
/// form, its result is not behind its operands, or the lanes are so few that they are faster one by one.
pub(crate) fn each(
    cells: &mut Cells,
    mask: Mask,
    op: RowOp,
    dst: Slot,
    slots: [Slot; 4],
    scratch: &mut Vec<u32>,
) -> bool {
    let width = cells.width();
    let is_for_all = is_whole(mask, width);
    if slots.iter().any(|slot| *slot >= dst) || !is_for_all && (mask.count_ones() as usize) < width / FEW {
        return false;
    }
    let Some(run) = run_of(op) else { return false };
    let Parted { before, row } = cells.part(dst, mask);
    let rows = [0, 1, 2].map(|at| before.row(slots[at]));
    if is_for_all {
        run(row, rows);
    } else {
        scratch.resize(width, 0);
        run(scratch, rows);
        blend(row, scratch, mask);
    }
    true
}

/// A loop over rows of operands that fills one of results.
pub(crate) type Run = fn(&mut [u32], Rows<'_>);

/// The loop of an op, if it has one.
pub(crate) fn run_of(RowOp { op, bits, to }: RowOp) -> Option<Run> {
    match (bits, to) {
        (32, 32) => rounded(op).or_else(|| words(op)),
        (32, 1) => truths(op),
        (1, 1) => logic(op),
        _ => None,
    }
}

/// The part of a wave's lanes that is faster one by one.
pub(crate) const FEW: usize = 8;

#[inline(always)]
fn fill(out: &mut [u32], [a, b, c]: Rows<'_>, value: impl Fn([u64; 4]) -> u64) {
    for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
        *out = value([u64::from(*a), u64::from(*b), u64::from(*c), 0]) as u32;
    }
}

/// Runs a loop as it is.
#[inline(always)]
fn as_is<T>(run: impl FnOnce() -> T) -> T {
    run()
}

/// A loop for each op, in which the op is a constant, within a function that runs it.
macro_rules! loops {
    ($around:ident, $op:expr, $bits:literal, $to:literal,
     [$($name:ident)*] $($part:ident($of:ident)[$($inner:ident)*])*) => {
        match $op {
            $(Op::$name => Some(|out, rows| $around(|| fill(out, rows, |args| value(Op::$name, $bits, $to, args)))),)*
            $($(Op::$part($of::$inner) => {
                Some(|out, rows| $around(|| fill(out, rows, |args| value(Op::$part($of::$inner), $bits, $to, args))))
            })*)*
            _ => None,
        }
    };
}

/// What processors without AVX2 have no vectors for.
fn rounded(op: Op) -> Option<Run> {
    loops!(widest, op, 32, 32, [Fma] Float(FloatOp)[Floor Ceil Trunc Round Fract])
}

fn words(op: Op) -> Option<Run> {
    loops!(as_is, op, 32, 32, [
        IAdd ISub IMul UDiv UMod SDiv SRem SMod SNegate FAdd FSub FMul FDiv FNegate And Or Xor Not Shl Shr Sar Select
        FMin FMax UMin UMax SMin SMax
    ] Convert(Conversion)[SToF UToF FToU FToS] Float(FloatOp)[FAbs FSign Sqrt InverseSqrt FClamp Mix Step])
}

fn truths(op: Op) -> Option<Run> {
    loops!(as_is, op, 32, 1, [] Test(Test)[
        IEqual INotEqual UGreater UGreaterEqual SGreater SGreaterEqual FOrdEqual FUnordNotEqual FOrdNotEqual FOrdLess
        FOrdLessEqual FOrdGreater FOrdGreaterEqual FUnordGreaterEqual FUnordLessEqual FUnordLess FUnordGreater
    ])
}

fn logic(op: Op) -> Option<Run> {
    loops!(as_is, op, 1, 1, [And Or Xor LogicalNot] Test(Test)[IEqual INotEqual])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::{compute, is_nan};

    #[test]
    fn rows_are_what_single_lanes_are() {
        let numbers = [0u32, 1, 7, 0x8000_0000, 0xFFFF_FFFF, 1.5f32.to_bits(), f32::NAN.to_bits(), (-2f32).to_bits()];
        for op in [
            Op::IMul,
            Op::FMul,
            Op::FMax,
            Op::Sar,
            Op::Select,
            Op::Convert(Conversion::FToS),
            Op::Float(FloatOp::Mix),
            Op::Test(Test::SGreater),
            Op::Test(Test::FOrdLess),
            Op::Test(Test::FUnordLess),
        ] {
            let to = if matches!(op, Op::Test(_)) { 1 } else { 32 };
            let mut cells = Cells::new(4, 8);
            for (slot, lane) in (0..4).flat_map(|slot| (0..8).map(move |lane| (slot, lane))) {
                cells.set(slot, lane, numbers[(lane * 3 + slot as usize) % 8].into());
            }
            let row = RowOp { op, bits: 32, to };
            assert!(each(&mut cells, 0xFF, row, 3, [0, 1, 2, 0], &mut Vec::new()), "{op:?}");
            for lane in 0..8 {
                let args = [cells.get(0, lane), cells.get(1, lane), cells.get(2, lane), 0];
                let (found, one) = (cells.get(3, lane), compute(op, 32, to, args));
                // SPIR-V does not say which NaN comes of two.
                let are_none = is_nan(32, found) && is_nan(32, one) && op == Op::Float(FloatOp::Mix);
                assert!(found == one || are_none, "{op:?} of {args:x?} is {found:x} and {one:x}");
            }
        }
        let mut cells = Cells::new(4, 2);
        let add = |bits: u32| RowOp { op: Op::IAdd, bits, to: bits };
        assert!(!each(&mut cells, 3, add(32), 1, [2, 0, 0, 0], &mut Vec::new()), "an operand behind the result");
        assert!(!each(&mut cells, 3, add(16), 3, [0; 4], &mut Vec::new()), "no words");
    }

    #[test]
    fn lanes_that_are_not_meant_keep_their_cells() {
        let mut cells = Cells::new(2, 4);
        (0..2).for_each(|slot| (0..4).for_each(|lane| cells.set(slot, lane, u64::from(slot) * 4 + lane as u64)));
        let add = RowOp { op: Op::IAdd, bits: 32, to: 32 };
        assert!(each(&mut cells, 0b0110, add, 1, [0; 4], &mut Vec::new()));
        assert_eq!([0, 1, 2, 3].map(|lane| cells.get(1, lane)), [4, 2, 4, 7]);
    }
}
