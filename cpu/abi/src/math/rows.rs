//! The functions: range reduction, the polynomial on the reduced range, and the reconstruction.

use super::numbers::Numbers;
use dialect::llvm::enums::FloatPredicate as Is;
use dialect::llvm::enums::Intrinsic;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_10, LOG2_E, LOG10_2, PI, SQRT_2};

/// Makes a function's code for operands in double precision.
pub type Code<N> = fn(&mut N, &[<N as Numbers>::Value]) -> <N as Numbers>::Value;

/// A function: the host's name for it, the number of its operands, its code.
pub(super) type Row<N> = (&'static str, usize, Code<N>);

/// The functions by the host's name for them, with the number of their operands.
pub(super) fn rows<N: Numbers>() -> [Row<N>; 21] {
    [
        ("acos", 1, acos),
        ("acosh", 1, acosh),
        ("asin", 1, asin),
        ("asinh", 1, asinh),
        ("atan", 1, atan),
        ("atan2", 2, |m, args| atan2(m, args[0], args[1])),
        ("atanh", 1, atanh),
        ("cos", 1, cos),
        ("cosh", 1, cosh),
        ("exp", 1, |m, args| exp(m, args[0])),
        ("exp10", 1, exp10),
        ("exp2", 1, |m, args| exp2(m, args[0])),
        ("fmod", 2, fmod),
        ("log", 1, |m, args| log(m, args[0])),
        ("log10", 1, log10),
        ("log2", 1, |m, args| log2(m, args[0])),
        ("pow", 2, pow),
        ("sin", 1, sin),
        ("sinh", 1, |m, args| sinh(m, args[0])),
        ("tan", 1, tan),
        ("tanh", 1, tanh),
    ]
}

/// The number of operands and the code of a function.
pub fn code<N: Numbers>(name: &str) -> Option<(usize, Code<N>)> {
    rows().into_iter().find(|(known, ..)| *known == name).map(|(_, count, code)| (count, code))
}

// Remainders.

/// A quotient below this is known to the last whole digit, and its product with the divisor is exact.
const NEAR: f64 = (1u64 << 28) as f64;

/// The quotients of numbers in single precision are below `NEAR` to this power.
const FAR_STEPS: i32 = 10;

/// Remainder of `x` by `y`, which is exact.
fn fmod<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let [x, y] = [args[0], args[1]];
    let [size, step] = [x, y].map(|number| m.of(Intrinsic::FAbs, number));
    let quotient = m.div(size, step);
    let is_far = m.is(quotient, Is::Oge, NEAR);
    let rest = m.where_any(is_far, size, |m| {
        (1..FAR_STEPS).rev().fold(size, |rest, power| {
            let factor = m.number(NEAR.powi(power));
            let step = m.mul(step, factor);
            less(m, rest, step)
        })
    });
    let rest = less(m, rest, step);
    // The remainder by infinity is the dividend.
    let (is_finite, is_endless) = (m.is(size, Is::Olt, f64::INFINITY), m.is(step, Is::Oeq, f64::INFINITY));
    let stays = m.both(is_finite, is_endless);
    let rest = m.choose(stays, size, rest);
    m.with_sign(rest, x)
}

/// Remainder of a number after the given number of whole steps.
fn less<N: Numbers>(m: &mut N, number: N::Value, step: N::Value) -> N::Value {
    let quotient = m.div(number, step);
    let count = m.of(Intrinsic::Trunc, quotient);
    let taken = m.mul(count, step);
    m.sub(number, taken)
}

// Powers and logarithms.

/// The Taylor series of 2^x, for half a step to either side.
const EXP2: [f64; 10] = {
    let (mut series, mut at) = ([1.0; 10], 1);
    while at < 10 {
        series[at] = series[at - 1] * LN_2 / at as f64;
        at += 1;
    }
    series
};

/// Polynomial of log2((1 + x) / (1 - x)) / x, in squares of x.
const LOG2: [f64; 9] = {
    let (mut series, mut at) = ([0.0; 9], 0);
    while at < 9 {
        series[at] = 2.0 / LN_2 / (2 * at + 1) as f64;
        at += 1;
    }
    series
};

/// Powers of two beyond these are infinite or zero in single precision.
const FAR: f64 = 300.0;

fn exp2<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let (low, high) = (m.number(-FAR), m.number(FAR));
    let (is_low, is_high) = (m.holds(Is::Olt, x, low), m.holds(Is::Ogt, x, high));
    let x = m.choose(is_low, low, x);
    let x = m.choose(is_high, high, x);
    let whole = m.of(Intrinsic::RoundEven, x);
    let rest = m.sub(x, whole);
    let part = m.polynomial(rest, &EXP2);
    let whole = m.whole(whole);
    let power = m.power_of_two(whole);
    m.mul(part, power)
}

fn exp<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let factor = m.number(LOG2_E);
    let x = m.mul(x, factor);
    exp2(m, x)
}

fn exp10<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let factor = m.number(LOG2_10);
    let x = m.mul(args[0], factor);
    exp2(m, x)
}

fn log2<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let (exponent, rest) = m.taken_apart(x);
    // The root of a half to that of two, so that numbers near one keep all their digits.
    let is_large = m.is(rest, Is::Ogt, SQRT_2);
    let (half, one, zero) = (m.number(0.5), m.number(1.0), m.number(0.0));
    let halved = m.mul(rest, half);
    let rest = m.choose(is_large, halved, rest);
    let more = m.choose(is_large, one, zero);
    let exponent = m.add(exponent, more);
    let (above, below) = (m.sub(rest, one), m.add(rest, one));
    let ratio = m.div(above, below);
    let square = m.mul(ratio, ratio);
    let series = m.polynomial(square, &LOG2);
    let result = m.fma(ratio, series, exponent);
    let (least, none) = (m.number(f64::NEG_INFINITY), m.number(f64::NAN));
    let (is_zero, is_less) = (m.is(x, Is::Oeq, 0.0), m.is(x, Is::Olt, 0.0));
    let result = m.choose(is_zero, least, result);
    let result = m.choose(is_less, none, result);
    // Infinity and NaN stay.
    let stays = m.is(x, Is::Ueq, f64::INFINITY);
    m.choose(stays, x, result)
}

fn log<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let (result, factor) = (log2(m, x), m.number(LN_2));
    m.mul(result, factor)
}

fn log10<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (result, factor) = (log2(m, args[0]), m.number(LOG10_2));
    m.mul(result, factor)
}

fn pow<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (x, y) = (args[0], args[1]);
    let (zero, one, none, half) = (m.number(0.0), m.number(1.0), m.number(f64::NAN), m.number(0.5));
    let magnitude = m.of(Intrinsic::FAbs, x);
    let exponent = log2(m, magnitude);
    let exponent = m.mul(y, exponent);
    let is_one = m.is(magnitude, Is::Oeq, 1.0);
    let exponent = m.choose(is_one, zero, exponent);
    let power = exp2(m, exponent);
    let whole = m.of(Intrinsic::Trunc, y);
    let (is_whole, is_fraction) = (m.holds(Is::Oeq, y, whole), m.holds(Is::Une, y, whole));
    let halved = m.mul(y, half);
    let whole = m.of(Intrinsic::Trunc, halved);
    let is_odd = m.holds(Is::One, halved, whole);
    let is_odd = m.both(is_whole, is_odd);
    let is_negative = m.has_sign(x);
    let turns = m.both(is_negative, is_odd);
    let turned = m.neg(power);
    let power = m.choose(turns, turned, power);
    let (is_less, is_finite) = (m.is(x, Is::Olt, 0.0), m.is(x, Is::Ogt, f64::NEG_INFINITY));
    let has_none = m.both(is_less, is_finite);
    let has_none = m.both(has_none, is_fraction);
    let power = m.choose(has_none, none, power);
    let (nothing, unit) = (m.is(y, Is::Oeq, 0.0), m.is(x, Is::Oeq, 1.0));
    let is_one = m.either(nothing, unit);
    m.choose(is_one, one, power)
}

// Sine, cosine, tangent.

/// Half of pi, and what is missing there.
const HALF_TURNS: [f64; 2] = [FRAC_PI_2, 6.123_233_995_736_766e-17];
/// Beyond, whole numbers of quarter turns are no longer exact in the short way.
const MANY_TURNS: f64 = 35_184_372_088_832.0;

/// The Taylor series of sin(x) / x and of cos(x) without their first terms, in squares of x.
const SIN: [f64; 6] = taylor(2.0);
const COS: [f64; 7] = taylor(1.0);

const fn taylor<const COUNT: usize>(first: f64) -> [f64; COUNT] {
    let (mut series, mut term, mut at, mut factor) = ([0.0; COUNT], 1.0, 0, first);
    while at < COUNT {
        term = -term / (factor * (factor + 1.0));
        series[at] = term;
        factor += 2.0;
        at += 1;
    }
    series
}

/// The digits of two divided by pi, 28 bits each. The product of one of them with a number in single precision is exact
/// in double precision.
const TURNS: [u32; 8] =
    [0x0A2F_9836, 0x0E4E_4415, 0x029F_C275, 0x07D1_F534, 0x0DDC_0DB6, 0x0295_993C, 0x0439_041F, 0x0E51_63AB];
const TURNS_BITS: i32 = 28;

/// What is left of an angle of very many turns, and the number of quarter turns, from 0 to 3: the products with the digits,
/// each without whole turns, exactly added (Payne and Hanek).
fn turned_far<N: Numbers>(m: &mut N, x: N::Value) -> (N::Value, N::Value) {
    let (mut rest, mut quarters) = (m.number(0.0), m.number(0.0));
    for (at, digits) in TURNS.iter().enumerate() {
        let digits = m.number(f64::from(*digits) * 2f64.powi(-TURNS_BITS * (at as i32 + 1)));
        let part = m.mul(x, digits);
        let part = without_turns(m, part);
        rest = m.add(rest, part);
        let whole = m.of(Intrinsic::RoundEven, rest);
        rest = m.sub(rest, whole);
        quarters = m.add(quarters, whole);
    }
    let quarter = m.number(FRAC_PI_2);
    (m.mul(rest, quarter), without_turns(m, quarters))
}

/// A number of quarter turns without the whole turns in it.
fn without_turns<N: Numbers>(m: &mut N, quarters: N::Value) -> N::Value {
    let quarter = m.number(0.25);
    let turns = m.mul(quarters, quarter);
    let turns = m.of(Intrinsic::Floor, turns);
    let four = m.number(-4.0);
    m.fma(turns, four, quarters)
}

/// The sine and cosine of what is left of an angle, and how many quarter turns that is away.
fn turned<N: Numbers>(m: &mut N, x: N::Value) -> (N::Value, N::Value, N::Value) {
    let magnitude = m.of(Intrinsic::FAbs, x);
    let is_far = m.is(magnitude, Is::Ogt, MANY_TURNS);
    let factor = m.number(FRAC_2_PI);
    let turns = m.mul(x, factor);
    let turns = m.of(Intrinsic::RoundEven, turns);
    let (high, low) = (m.number(-HALF_TURNS[0]), m.number(-HALF_TURNS[1]));
    let rest = m.fma(turns, high, x);
    let rest = m.fma(turns, low, rest);
    let [rest, turns] = m.where_any_pair(is_far, [rest, turns], |m| {
        let (far, quarters) = turned_far(m, x);
        [m.choose(is_far, far, rest), m.choose(is_far, quarters, turns)]
    });
    let square = m.mul(rest, rest);
    let series = m.polynomial(square, &SIN);
    let cube = m.mul(rest, square);
    let sine = m.fma(cube, series, rest);
    let series = m.polynomial(square, &COS);
    let one = m.number(1.0);
    let cosine = m.fma(square, series, one);
    // Of the quarters only those of one turn count.
    let quarters = without_turns(m, turns);
    (sine, cosine, m.whole(quarters))
}

/// Zero keeps its sign.
fn or_zero<N: Numbers>(m: &mut N, x: N::Value, result: N::Value) -> N::Value {
    let is_zero = m.is(x, Is::Oeq, 0.0);
    m.choose(is_zero, x, result)
}

fn sin<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (sine, cosine, quarters) = turned(m, args[0]);
    let (is_odd, is_behind) = (m.has(quarters, 1), m.has(quarters, 2));
    let result = m.choose(is_odd, cosine, sine);
    let other = m.neg(result);
    let result = m.choose(is_behind, other, result);
    or_zero(m, args[0], result)
}

fn cos<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (sine, cosine, quarters) = turned(m, args[0]);
    let one = m.int(1);
    let next = m.add_ints(quarters, one);
    let (is_odd, is_behind) = (m.has(quarters, 1), m.has(next, 2));
    let result = m.choose(is_odd, sine, cosine);
    let other = m.neg(result);
    m.choose(is_behind, other, result)
}

fn tan<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (sine, cosine, quarters) = turned(m, args[0]);
    let is_odd = m.has(quarters, 1);
    let other = m.neg(cosine);
    let (above, below) = (m.choose(is_odd, other, sine), m.choose(is_odd, sine, cosine));
    let result = m.div(above, below);
    or_zero(m, args[0], result)
}

// Angles.

/// The Taylor series of atan(x) / x without its first term, in squares of x.
const ATAN: [f64; 13] = {
    let (mut series, mut at) = ([0.0; 13], 0);
    while at < 13 {
        series[at] = if at % 2 == 0 { -1.0 } else { 1.0 } / (2 * at + 3) as f64;
        at += 1;
    }
    series
};
/// The tangent of an eighth of half a turn.
const TAN_PI_8: f64 = SQRT_2 - 1.0;

/// The angle of the point with these coordinates.
fn atan2<N: Numbers>(m: &mut N, y: N::Value, x: N::Value) -> N::Value {
    let (wide, high) = (m.of(Intrinsic::FAbs, x), m.of(Intrinsic::FAbs, y));
    let is_steep = m.holds(Is::Ogt, high, wide);
    let (more, less) = (m.choose(is_steep, high, wide), m.choose(is_steep, wide, high));
    // From the middle of the eighth it is less far than from its edge.
    let factor = m.number(TAN_PI_8);
    let limit = m.mul(more, factor);
    let (is_far, is_infinite) = (m.holds(Is::Ogt, less, limit), m.is(less, Is::Oeq, f64::INFINITY));
    let is_far = m.either(is_far, is_infinite);
    let (way, sum) = (m.sub(less, more), m.add(less, more));
    let (above, below) = (m.choose(is_far, way, less), m.choose(is_far, sum, more));
    let ratio = m.div(above, below);
    let (zero, is_origin) = (m.number(0.0), m.is(more, Is::Oeq, 0.0));
    let is_nothing = m.either(is_origin, is_infinite);
    let ratio = m.choose(is_nothing, zero, ratio);
    let square = m.mul(ratio, ratio);
    let series = m.polynomial(square, &ATAN);
    let cube = m.mul(ratio, square);
    let angle = m.fma(cube, series, ratio);
    let (eighth, quarter, half) = (m.number(FRAC_PI_4), m.number(FRAC_PI_2), m.number(PI));
    let farther = m.add(angle, eighth);
    let angle = m.choose(is_far, farther, angle);
    let other = m.sub(quarter, angle);
    let angle = m.choose(is_steep, other, angle);
    let is_behind = m.has_sign(x);
    let other = m.sub(half, angle);
    let angle = m.choose(is_behind, other, angle);
    let (has_none, sum) = (m.holds(Is::Uno, x, y), m.add(x, y));
    let angle = m.choose(has_none, sum, angle);
    m.with_sign(angle, y)
}

fn atan<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let one = m.number(1.0);
    atan2(m, args[0], one)
}

/// The other side of a triangle whose longest one is 1.
fn other_side<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let one = m.number(1.0);
    let (less, more) = (m.sub(one, x), m.add(one, x));
    let square = m.mul(less, more);
    m.of(Intrinsic::Sqrt, square)
}

fn asin<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let side = other_side(m, args[0]);
    atan2(m, args[0], side)
}

fn acos<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let side = other_side(m, args[0]);
    atan2(m, side, args[0])
}

// Hyperbolic functions.

/// A sum of odd powers where `x` is below a limit, and a function of its magnitude elsewhere, with the sign of `x`.
fn small_or<N: Numbers>(m: &mut N, x: N::Value, limit: f64, series: &[f64], other: N::Value) -> N::Value {
    let magnitude = m.of(Intrinsic::FAbs, x);
    let square = m.mul(x, x);
    let sum = m.polynomial(square, series);
    let cube = m.mul(magnitude, square);
    let small = m.fma(cube, sum, magnitude);
    let is_small = m.is(magnitude, Is::Olt, limit);
    let result = m.choose(is_small, small, other);
    m.with_sign(result, x)
}

/// e to the power of a number's magnitude, and of the negative of that.
fn both_exp<N: Numbers>(m: &mut N, x: N::Value) -> (N::Value, N::Value) {
    let magnitude = m.of(Intrinsic::FAbs, x);
    let (power, one) = (exp(m, magnitude), m.number(1.0));
    (power, m.div(one, power))
}

fn sinh<N: Numbers>(m: &mut N, x: N::Value) -> N::Value {
    let (up, down) = both_exp(m, x);
    let (way, half) = (m.sub(up, down), m.number(0.5));
    let result = m.mul(way, half);
    small_or(m, x, 0.25, &[1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0], result)
}

fn cosh<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (up, down) = both_exp(m, args[0]);
    let (sum, half) = (m.add(up, down), m.number(0.5));
    m.mul(sum, half)
}

fn tanh<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (above, below) = (sinh(m, args[0]), cosh(m, args));
    m.div(above, below)
}

fn asinh<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (magnitude, one) = (m.of(Intrinsic::FAbs, args[0]), m.number(1.0));
    let square = m.fma(magnitude, magnitude, one);
    let root = m.of(Intrinsic::Sqrt, square);
    let sum = m.add(magnitude, root);
    let result = log(m, sum);
    small_or(m, args[0], 0.002, &[-1.0 / 6.0, 3.0 / 40.0], result)
}

fn acosh<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let one = m.number(1.0);
    let (less, more) = (m.sub(args[0], one), m.add(args[0], one));
    let square = m.mul(less, more);
    let root = m.of(Intrinsic::Sqrt, square);
    let sum = m.add(args[0], root);
    let (result, none) = (log(m, sum), m.number(f64::NAN));
    let is_less = m.is(args[0], Is::Olt, 1.0);
    m.choose(is_less, none, result)
}

fn atanh<N: Numbers>(m: &mut N, args: &[N::Value]) -> N::Value {
    let (magnitude, one, half) = (m.of(Intrinsic::FAbs, args[0]), m.number(1.0), m.number(0.5));
    let (above, below) = (m.add(one, magnitude), m.sub(one, magnitude));
    let ratio = m.div(above, below);
    let result = log(m, ratio);
    let result = m.mul(result, half);
    small_or(m, args[0], 0.002, &[1.0 / 3.0, 1.0 / 5.0], result)
}
