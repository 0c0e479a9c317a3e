//! Functions of whole vectors and matrices, as compiled kernels compute them.

use super::here::Here;
use crate::code::{Special, SpecialCode};
use crate::compute::{self, fadd, fdiv, float, fmax, fmin, fmul, fneg, fsub, mask, sqrt};
use crate::state::{Wave, lanes};
use base::half;

/// The most components of operands and results together.
const MOST: usize = 48;

/// Runs a function for the lanes of a mask.
pub(super) fn run(wave: &mut Wave, here: Here, code: &SpecialCode) {
    let SpecialCode { special, bits, dst, results, ref args } = *code;
    let slots = || args.iter().flat_map(|(slot, count)| *slot..slot + count);
    let undefined = slots().fold(0, |all, slot| all | wave.undefined[slot as usize]);
    let first = args.first().map_or(0, |(_, count)| *count as usize);
    for lane in lanes(here.mask) {
        let mut values = [0; MOST];
        for (value, slot) in values.iter_mut().zip(slots()) {
            *value = wave.get(slot, lane);
        }
        let results = &mut [0; 16][..(results as usize).min(16)];
        value(special, bits, &values, first, results);
        let is_nan = |values: &[u64]| values.iter().any(|value| compute::is_nan(bits, *value));
        if makes_numbers(special) && is_nan(results) && !is_nan(&values[..slots().count().min(MOST)]) {
            wave.makes_nan(lane, here.pc);
        }
        for (slot, result) in (dst..).zip(results.iter()) {
            wave.set(slot, lane, *result);
        }
    }
    (dst..dst + results).for_each(|slot| wave.mark(slot, here.mask, undefined));
}

fn makes_numbers(special: Special) -> bool {
    matches!(
        special,
        Special::Length
            | Special::Distance
            | Special::Normalize
            | Special::Cross
            | Special::Reflect
            | Special::Refract
            | Special::Determinant
            | Special::Inverse
    )
}

fn dot(bits: u32, a: &[u64], b: &[u64]) -> u64 {
    let mut products = a.iter().zip(b).map(|(a, b)| fmul(bits, *a, *b));
    let first = products.next().unwrap_or(0);
    products.fold(first, |sum, next| fadd(bits, sum, next))
}

/// The results for operands, which stand one behind the other, the first with `n` components.
fn value(special: Special, bits: u32, values: &[u64; MOST], n: usize, results: &mut [u64]) {
    let number = |value: f64| compute::bits_of(bits, value);
    let (a, b) = (&values[..n], &values[n..(2 * n).min(MOST)]);
    match special {
        Special::Length => results[0] = sqrt(bits, dot(bits, a, a)),
        Special::Distance => {
            let way: Vec<u64> = a.iter().zip(b).map(|(a, b)| fsub(bits, *a, *b)).collect();
            results[0] = sqrt(bits, dot(bits, &way, &way));
        }
        Special::Normalize => {
            let length = sqrt(bits, dot(bits, a, a));
            results.iter_mut().zip(a).for_each(|(result, a)| *result = fdiv(bits, *a, length));
        }
        Special::Cross => {
            for (at, result) in results.iter_mut().enumerate().take(3) {
                let (i, j) = ((at + 1) % 3, (at + 2) % 3);
                *result = fsub(bits, fmul(bits, a[i], b[j]), fmul(bits, a[j], b[i]));
            }
        }
        Special::FaceForward => {
            let reference = &values[2 * n..3 * n];
            let faces = float(bits, dot(bits, reference, b)) < 0.0;
            results.iter_mut().zip(a).for_each(|(result, a)| *result = if faces { *a } else { fneg(bits, *a) });
        }
        Special::Reflect => {
            let factor = fmul(bits, number(2.0), dot(bits, b, a));
            for ((result, a), b) in results.iter_mut().zip(a).zip(b) {
                *result = fsub(bits, *a, fmul(bits, *b, factor));
            }
        }
        Special::Refract => refract(bits, a, b, values[2 * n], results),
        Special::Determinant => results[0] = determinant(bits, &columns(a)),
        Special::Inverse => inverse(bits, &columns(a), results),
        Special::Modf => modf(bits, a, results),
        Special::Frexp => frexp(bits, a, results),
        Special::Pack { bits: width, signed } => {
            results[0] = a.iter().rev().fold(0, |all, value| all << width | pack(bits, *value, width, signed));
        }
        Special::Unpack { bits: width, signed } => {
            let limit = f64::from((1u32 << (width - u32::from(signed))) - 1);
            for (at, result) in (0u32..).zip(results) {
                let part = a[0] >> (at * width) & mask(width);
                let whole = if signed { compute::signed(width, part) as f64 } else { part as f64 };
                let value = fdiv(bits, number(whole), number(limit));
                *result = if signed { fmax(bits, value, number(-1.0)) } else { value };
            }
        }
        Special::PackHalf => {
            let halves = a.iter().map(|value| u64::from(half::bits(float(bits, *value))));
            results[0] = halves.rev().fold(0, |all, half| all << 16 | half);
        }
        Special::UnpackHalf => {
            for (at, result) in (0u32..).zip(results) {
                *result = number(half::value((a[0] >> (16 * at)) as u16));
            }
        }
        Special::Any => results[0] = a.iter().fold(0, |any, value| any | value & 1),
        Special::All => results[0] = a.iter().fold(1, |all, value| all & value),
        Special::Dot { signs, from, saturate } => int_dot(bits, from, signs, saturate, values, n, results),
    }
}

fn refract(bits: u32, incident: &[u64], normal: &[u64], eta: u64, results: &mut [u64]) {
    let one = compute::bits_of(bits, 1.0);
    let dot = dot(bits, incident, normal);
    let sine = fsub(bits, one, fmul(bits, dot, dot));
    let k = fsub(bits, one, fmul(bits, fmul(bits, eta, eta), sine));
    let is_total = float(bits, k) < 0.0;
    let root = sqrt(bits, if is_total { 0 } else { k });
    let factor = fadd(bits, fmul(bits, eta, dot), root);
    for ((result, incident), normal) in results.iter_mut().zip(incident).zip(normal) {
        let bent = fsub(bits, fmul(bits, *incident, eta), fmul(bits, *normal, factor));
        *result = if is_total { 0 } else { bent };
    }
}

/// The columns of a square matrix.
fn columns(cells: &[u64]) -> Vec<Vec<u64>> {
    let side = (1..=4).find(|side| side * side >= cells.len()).unwrap_or(4);
    cells.chunks(side).map(<[u64]>::to_vec).collect()
}

/// The matrix without one column and one row.
fn minor(columns: &[Vec<u64>], column: usize, row: usize) -> Vec<Vec<u64>> {
    let kept = columns.iter().enumerate().filter(|(at, _)| *at != column);
    let without = |(_, column): (usize, &Vec<u64>)| {
        column.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, value)| *value).collect()
    };
    kept.map(without).collect()
}

/// The transpose of the cofactors over the determinant.
fn inverse(bits: u32, columns: &[Vec<u64>], results: &mut [u64]) {
    let (one, count) = (compute::bits_of(bits, 1.0), columns.len());
    let factor = fdiv(bits, one, determinant(bits, columns));
    for (at, result) in results.iter_mut().enumerate() {
        let (column, row) = (at / count, at % count);
        let part = if count == 1 { one } else { determinant(bits, &minor(columns, row, column)) };
        let part = if (row + column) % 2 == 0 { part } else { fneg(bits, part) };
        *result = fmul(bits, part, factor);
    }
}

/// The determinant by expansion along the first column; matrices have at most four.
fn determinant(bits: u32, columns: &[Vec<u64>]) -> u64 {
    if let [only] = columns {
        return only[0];
    }
    let mut sum = None;
    for row in 0..columns.len() {
        let term = fmul(bits, columns[0][row], determinant(bits, &minor(columns, 0, row)));
        sum = Some(match sum {
            None => term,
            Some(sum) if row % 2 == 0 => fadd(bits, sum, term),
            Some(sum) => fsub(bits, sum, term),
        });
    }
    sum.unwrap_or(0)
}

fn modf(bits: u32, values: &[u64], results: &mut [u64]) {
    let n = values.len();
    for (at, value) in values.iter().enumerate() {
        let x = float(bits, *value);
        let whole = compute::bits_of(bits, x.trunc());
        let rest = if x.is_infinite() { 0 } else { fsub(bits, *value, whole) };
        let sign = 1u64 << (bits - 1);
        results[at] = rest & !sign | value & sign;
        results[n + at] = whole;
    }
}

/// The significand in [0.5, 1) and the exponent; 0, infinities and NaN are their own significand.
fn frexp(bits: u32, values: &[u64], results: &mut [u64]) {
    let n = values.len();
    let (fraction, bias) = match bits {
        16 => (10u32, 15u64),
        32 => (23, 127),
        _ => (52, 1023),
    };
    for (at, value) in values.iter().enumerate() {
        let x = float(bits, *value);
        (results[at], results[n + at]) = (*value, 0);
        if x == 0.0 || !x.is_finite() {
            continue;
        }
        let ones = 2 * bias + 1;
        let is_small = value >> fraction & ones == 0;
        let normal = match is_small {
            true => fmul(bits, *value, compute::bits_of(bits, 2f64.powi(fraction as i32 + 1))),
            false => *value,
        };
        let exponent = (normal >> fraction & ones).wrapping_sub(bias - 1);
        let exponent = if is_small { exponent.wrapping_sub(u64::from(fraction) + 1) } else { exponent };
        results[at] = normal & !(ones << fraction) & mask(bits) | (bias - 1) << fraction;
        results[n + at] = exponent & mask(32);
    }
}

fn pack(bits: u32, value: u64, width: u32, signed: bool) -> u64 {
    let number = |value: f64| compute::bits_of(bits, value);
    let low = number(if signed { -1.0 } else { 0.0 });
    let value = fmin(bits, fmax(bits, value, low), number(1.0));
    let limit = f64::from((1u32 << (width - u32::from(signed))) - 1);
    let whole = float(bits, fmul(bits, value, number(limit))).round_ties_even();
    (whole as i64).cast_unsigned() & mask(width)
}

fn int_dot(
    bits: u32,
    from: u32,
    signs: [bool; 2],
    saturate: bool,
    values: &[u64; MOST],
    n: usize,
    results: &mut [u64],
) {
    let number = |value: u64, signed: bool, bits: u32| match signed {
        true => i128::from(compute::signed(bits, value)),
        false => i128::from(value & mask(bits)),
    };
    // Four numbers of 8 bits may come as one of 32.
    let (count, width) = if n == 1 { (4, 8) } else { (n, from) };
    let part = |at: usize, start: usize| match n {
        1 => values[start] >> (8 * at) & 0xFF,
        _ => values[start + at],
    };
    let mut sum: i128 =
        (0..count).map(|at| number(part(at, 0), signs[0], width) * number(part(at, n), signs[1], width)).sum();
    if saturate {
        sum += number(values[2 * n], signs[0], bits);
        let (low, high) = match signs[0] {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, i128::from(mask(bits))),
        };
        sum = sum.clamp(low, high);
    }
    results[0] = sum as u64 & mask(bits);
}
