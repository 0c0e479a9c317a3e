//! Ops on components, moves, and what is examined.

use super::here::{Here, LaneAt};
use super::{Machine, special};
use crate::cells::Parted;
use crate::code::{ComputeCode, EachCode, Special, Watch};
use crate::compute::{self, Conversion, FloatOp, Op, compute};
use crate::lanes::is_whole;
use crate::rows::{self, RowOp};
use crate::state::{Mask, Wave, lanes};
use check::Check;

impl Machine<'_> {
    pub(super) fn compute(&mut self, wave: &mut Wave, here: Here, code: &ComputeCode) {
        let mask = here.mask;
        match code {
            ComputeCode::Each(code) => self.each(wave, here, code),
            ComputeCode::Call { function, bits, count, dst, args, arity, domain } => {
                for part in 0..*count {
                    let (a, b) = (args[0] + part, args[1] + part);
                    let undefined = wave.undefined[a as usize] | wave.undefined[b as usize];
                    for lane in lanes(mask) {
                        let operands = [a, b].map(|slot| compute::float(*bits, wave.get(slot, lane)));
                        let value = function.value(operands);
                        let is_birth = value.is_nan() && !operands[..*arity as usize].iter().any(|x| x.is_nan());
                        if is_birth {
                            wave.makes_nan(lane, here.pc);
                        }
                        if let Some(domain) = domain {
                            self.call_domain(wave, here.at(lane), *domain, operands);
                        }
                        wave.set(dst + part, lane, compute::bits_of(*bits, value));
                    }
                    wave.mark(dst + part, mask, undefined);
                }
            }
            ComputeCode::Products { bits, dst, sums } => products(wave, here, *bits, *dst, sums),
            ComputeCode::Special(code) => {
                if code.special == Special::Normalize {
                    self.no_direction(wave, here, code.bits, &code.args);
                }
                special::run(wave, here, code);
            }
            ComputeCode::Moves(moves) => wave.copy(mask, moves),
            ComputeCode::Repack { from, count, to, results, src, dst } => {
                repack(wave, mask, [*from, *count, *to, *results, *src, *dst])
            }
            ComputeCode::ExtractDynamic { dst, src, count, index, bits } => {
                self.used(wave, here, *index, 1, "component index");
                for lane in lanes(mask) {
                    let chosen = self.component(wave, here.at(lane), *index, *bits, *count);
                    let value = wave.get(src + chosen, lane);
                    let undefined = wave.undefined[(src + chosen) as usize];
                    wave.set(*dst, lane, value);
                    wave.mark(*dst, 1 << lane, undefined);
                }
            }
            ComputeCode::InsertDynamic { dst, src, count, value, index, bits } => {
                self.used(wave, here, *index, 1, "component index");
                let moves: Vec<_> = (0..*count).map(|part| (dst + part, src + part)).collect();
                wave.copy(mask, &moves);
                for lane in lanes(mask) {
                    let chosen = self.component(wave, here.at(lane), *index, *bits, *count);
                    let (part, undefined) = (wave.get(*value, lane), wave.undefined[*value as usize]);
                    wave.set(dst + chosen, lane, part);
                    wave.mark(dst + chosen, 1 << lane, undefined);
                }
            }
        }
    }

    /// The component of a vector that an index chooses; the last one if there is no such.
    fn component(&mut self, wave: &Wave, at: LaneAt, index: u32, bits: u32, count: u32) -> u32 {
        let value = wave.get(index, at.lane);
        if value >= count.into() {
            let index = compute::signed(bits, value);
            self.out_of_bounds(wave, at, index, &format!("a vector of {count}"));
        }
        value.min(u64::from(count - 1)) as u32
    }

    fn each(&mut self, wave: &mut Wave, here: Here, code: &EachCode) {
        let EachCode { op: row @ RowOp { op, bits, to }, count, dst, args, watch } = *code;
        let mask = here.mask;
        for part in 0..count {
            let slots = args.map(|arg| arg.slot + arg.step * part);
            let mut undefined = slots.iter().fold(0, |all, slot| all | wave.undefined[*slot as usize]) & mask;
            if undefined != 0 {
                undefined = undefined_in(wave, op, bits, undefined, slots);
            }
            if is_usual(wave, watch, row, &slots)
                && rows::each(&mut wave.cells, mask, row, dst + part, slots, &mut self.scratch)
            {
                if watch == Watch::Birth && has_nan(wave.row(dst + part)) {
                    self.record_nan(wave, here, op, dst + part, slots);
                }
                wave.mark(dst + part, mask, undefined);
                continue;
            }
            for lane in lanes(mask) {
                let values = slots.map(|slot| wave.get(slot, lane));
                let result = compute(op, bits, to, values);
                if watch != Watch::Nothing {
                    self.watch(wave, here.at(lane), row, watch, values, result);
                }
                wave.set(dst + part, lane, result);
            }
            wave.mark(dst + part, mask, undefined);
        }
    }

    /// Looks for NaN of numbers in a row.
    pub(super) fn record_nan(&mut self, wave: &mut Wave, here: Here, op: Op, dst: u32, slots: [u32; 4]) {
        let row = RowOp { op, bits: 32, to: 32 };
        for lane in lanes(here.mask) {
            let values = slots.map(|slot| wave.get(slot, lane));
            self.watch(wave, here.at(lane), row, Watch::Birth, values, wave.get(dst, lane));
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other ops with this check take floating-point numbers")]
    fn watch(&mut self, wave: &mut Wave, at: LaneAt, row: RowOp, watch: Watch, values: [u64; 4], result: u64) {
        let (RowOp { op, bits, to }, [a, b, ..]) = (row, values);
        match watch {
            Watch::Nothing => {}
            Watch::Domain => {
                self.op_domain(wave, at, op, bits, values);
                if op == Op::Float(FloatOp::SmoothStep) {
                    self.watch(wave, at, row, Watch::Birth, values, result);
                }
            }
            Watch::Birth => {
                if compute::is_nan(to, result) && !values.iter().any(|value| compute::is_nan(bits, *value)) {
                    wave.makes_nan(at.lane, at.pc);
                }
                let is_infinite = |value: &u64| compute::float(bits, *value).is_infinite();
                if to == 16 && is_infinite(&result) && op != Op::FDiv && !values.iter().any(is_infinite) {
                    self.number_found(wave, at, Check::Inf, "result".to_owned());
                }
            }
            Watch::Half => {
                let value = match op {
                    Op::Convert(Conversion::SToF) => compute::signed(bits, a) as f64,
                    Op::Convert(Conversion::UToF) => a as f64,
                    _ => compute::float(bits, a),
                };
                if compute::float(16, result).is_infinite() && value.is_finite() {
                    self.number_found(wave, at, Check::Inf, value.to_string());
                }
            }
            Watch::Divisor { signed } => {
                let least = 1u64 << (bits - 1);
                let what = match () {
                    () if b == 0 => "division by zero",
                    () if signed && a == least && b == compute::mask(bits) => {
                        "overflow: smallest integer divided by -1"
                    }
                    () => return,
                };
                self.number_found(wave, at, Check::IntDivZero, what.to_owned());
            }
            Watch::Amount => {
                if b >= bits.into() {
                    self.number_found(wave, at, Check::Shift, format!("{b} {bits}"));
                }
            }
            Watch::Integer { signed } => {
                let value = compute::float(bits, a);
                let (low, high) = match signed {
                    true => (-(2f64.powi(to as i32 - 1)) - 1.0, 2f64.powi(to as i32 - 1)),
                    false => (-1.0, 2f64.powi(to as i32)),
                };
                if !(value > low && value < high) {
                    let name = if signed { "int" } else { "uint" };
                    let ty = if to == 32 { name.to_owned() } else { format!("{name}{to}_t") };
                    self.number_found(wave, at, Check::FloatToInt, format!("{value} {ty}"));
                }
            }
        }
    }
}

/// Returns whether a row has NaN.
pub(super) fn has_nan(row: &[u32]) -> bool {
    has(row, |value| compute::is_nan(32, u64::from(value)))
}

/// Returns whether a row has a number with a property.
#[inline]
fn has(row: &[u32], is_it: impl Fn(u32) -> bool) -> bool {
    // Without a branch for each lane.
    row.iter().fold(0, |all, value| all | u32::from(is_it(*value))) != 0
}

/// Returns whether there is nothing to look at in the operands of a row.
pub(super) fn is_usual(wave: &Wave, watch: Watch, RowOp { op, bits, to }: RowOp, slots: &[u32]) -> bool {
    match watch {
        Watch::Nothing | Watch::Birth => true,
        Watch::Amount => !wave.cells.is_wide(slots[1]) && !has(wave.row(slots[1]), |amount| amount >= bits),
        Watch::Divisor { signed: false } => !has(wave.row(slots[1]), |divisor| divisor == 0),
        Watch::Divisor { signed: true } if bits == 32 => !has(wave.row(slots[1]), |divisor| divisor.cast_signed() <= 0),
        Watch::Integer { signed } if bits == 32 && to == 32 => {
            // Somewhat less than what has a result.
            let (low, high) = if signed { (-2e9, 2e9) } else { (0.0, 4e9) };
            !has(wave.row(slots[0]), |value| !(low..=high).contains(&f32::from_bits(value)))
        }
        Watch::Domain if op == Op::Float(FloatOp::FClamp) && bits == 32 => {
            let bounds = wave.row(slots[1]).iter().zip(wave.row(slots[2]));
            // Without a branch for each lane.
            let is_empty = |low: u32, high: u32| f32::from_bits(low) > f32::from_bits(high);
            bounds.fold(0, |all, (low, high)| all | u32::from(is_empty(*low, *high))) == 0
        }
        Watch::Divisor { .. } | Watch::Integer { .. } | Watch::Domain | Watch::Half => false,
    }
}

/// The lanes in which the result of an op on these cells has no value. A zero decides about a product, whatever the other
/// factor.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "an uninitialized operand of the other ops decides about the result"
)]
fn undefined_in(wave: &Wave, op: Op, bits: u32, undefined: Mask, slots: [u32; 4]) -> Mask {
    let has_none = |slot: u32, lane: usize| wave.undefined[slot as usize] >> lane & 1 == 1;
    let is_undefined = |lane: &usize| {
        let lane = *lane;
        let decides =
            |value: u64| slots[..2].iter().any(|slot| !has_none(*slot, lane) && wave.get(*slot, lane) == value);
        match op {
            Op::Select if !has_none(slots[0], lane) => {
                has_none(slots[if wave.get(slots[0], lane) & 1 == 1 { 1 } else { 2 }], lane)
            }
            Op::And | Op::IMul => !decides(0),
            Op::Or => !decides(compute::mask(bits)),
            _ => true,
        }
    };
    lanes(undefined).filter(is_undefined).fold(0, |all, lane| all | 1 << lane)
}

fn products(wave: &mut Wave, here: Here, bits: u32, dst: u32, sums: &[Box<[(u32, u32)]>]) {
    let Here { pc, mask } = here;
    for (slot, terms) in (dst..).zip(sums) {
        let undefined =
            terms.iter().fold(0, |all, (a, b)| all | wave.undefined[*a as usize] | wave.undefined[*b as usize]);
        let is_by_rows = bits == 32 && is_whole(mask, wave.width) && sum_rows(wave, slot, terms);
        let news = if is_by_rows && !has_nan(wave.row(slot)) { 0 } else { mask };
        for lane in lanes(news) {
            let mut sum = None;
            let mut had_nan = false;
            for (a, b) in terms {
                let (a, b) = (wave.get(*a, lane), wave.get(*b, lane));
                had_nan |= compute::is_nan(bits, a) || compute::is_nan(bits, b);
                let product = compute::fmul(bits, a, b);
                sum = Some(sum.map_or(product, |sum| compute::fadd(bits, sum, product)));
            }
            let sum = sum.unwrap_or(0);
            if compute::is_nan(bits, sum) && !had_nan {
                wave.makes_nan(lane, pc);
            }
            wave.set(slot, lane, sum);
        }
        wave.mark(slot, mask, undefined);
    }
}

/// Sums products of 32 bits in all lanes. Returns false, having done nothing, where the sum is not behind its operands.
fn sum_rows(wave: &mut Wave, slot: u32, terms: &[(u32, u32)]) -> bool {
    if terms.is_empty() || terms.iter().any(|(a, b)| *a >= slot || *b >= slot) {
        return false;
    }
    let Parted { before, row } = wave.cells.part(slot, Mask::MAX);
    for (at, (a, b)) in terms.iter().enumerate() {
        for ((sum, a), b) in row.iter_mut().zip(before.row(*a)).zip(before.row(*b)) {
            let product = compute::fmul(32, u64::from(*a), u64::from(*b));
            *sum = if at == 0 { product } else { compute::fadd(32, u64::from(*sum), product) } as u32;
        }
    }
    true
}

/// Copies bits to numbers of another width.
fn repack(wave: &mut Wave, mask: Mask, [from, count, to, results, src, dst]: [u32; 6]) {
    let undefined = (src..src + count).fold(0, |all, slot| all | wave.undefined[slot as usize]);
    for lane in lanes(mask) {
        let mut bits = [0u64; 16];
        let put = |bits: &mut [u64; 16], start: u32, value: u64, width: u32| {
            let (word, shift) = ((start / 64) as usize, start % 64);
            if let Some(word) = bits.get_mut(word) {
                *word |= (value & compute::mask(width)) << shift;
            }
        };
        for part in 0..count {
            put(&mut bits, part * from, wave.get(src + part, lane), from);
        }
        for part in 0..results {
            let start = part * to;
            let word = bits.get((start / 64) as usize).copied().unwrap_or(0);
            wave.set(dst + part, lane, word >> (start % 64) & compute::mask(to));
        }
    }
    (dst..dst + results).for_each(|slot| wave.mark(slot, mask, undefined));
}
