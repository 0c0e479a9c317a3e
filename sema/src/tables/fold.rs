//! Evaluation of intrinsics on constants. Output must not depend on the compiling machine: no elementary function here
//! comes from its C library.

/// A scalar of the evaluator: integers are exact, floats have double precision; the result is rounded to its type
/// afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A `bool`.
    Bool(bool),
    /// An integer of any type.
    Int(i128),
    /// A float of any type.
    Float(f64),
}

/// The evaluation of an intrinsic on constants. `None` leaves the value to the device.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// Component by component, on floats.
    Float(fn(&[f64]) -> Option<f64>),
    /// Component by component, on scalars of the arguments' type, with its width in bits.
    Number(fn(&[Number], u32) -> Option<Number>),
    /// On whole vectors.
    Vector(fn(&[Vec<Number>]) -> Option<Vec<Number>>),
}

impl Number {
    /// The value as a float.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Bool(value) => f64::from(u8::from(value)),
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Returns whether the value is not zero.
    pub fn is_true(self) -> bool {
        match self {
            Number::Bool(value) => value,
            Number::Int(value) => value != 0,
            Number::Float(value) => value != 0.0,
        }
    }
}

/// NaN results are left to the device.
fn number(value: f64) -> Option<f64> {
    (!value.is_nan()).then_some(value)
}

macro_rules! float_functions {
    ($($name:ident($($arg:ident),+) = $value:expr;)*) => {$(
        pub(super) fn $name(args: &[f64]) -> Option<f64> {
            let &[$($arg),+] = args else { return None };
            number($value)
        }
    )*};
}

float_functions! {
    acos(x) = libm::acos(x);
    asin(x) = libm::asin(x);
    atan(x) = libm::atan(x);
    atan2(y, x) = libm::atan2(y, x);
    ceil(x) = x.ceil();
    cos(x) = libm::cos(x);
    cosh(x) = libm::cosh(x);
    degrees(x) = x.to_degrees();
    exp(x) = libm::exp(x);
    exp2(x) = libm::exp2(x);
    floor(x) = x.floor();
    fmod(a, b) = a % b;
    frac(x) = x - x.floor();
    ldexp(x, exponent) = x * libm::exp2(exponent);
    lerp(a, b, s) = a + s * (b - a);
    log(x) = libm::log(x);
    log10(x) = libm::log10(x);
    log2(x) = libm::log2(x);
    mad(a, b, c) = a.mul_add(b, c);
    pow(x, y) = if x < 0.0 { f64::NAN } else { libm::pow(x, y) };
    radians(x) = x.to_radians();
    rcp(x) = 1.0 / x;
    round(x) = x.round_ties_even();
    rsqrt(x) = 1.0 / x.sqrt();
    saturate(x) = float_min(float_max(x, 0.0), 1.0);
    sin(x) = libm::sin(x);
    sinh(x) = libm::sinh(x);
    smoothstep(a, b, x) = {
        let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    sqrt(x) = x.sqrt();
    step(a, x) = if x < a { 0.0 } else { 1.0 };
    tan(x) = libm::tan(x);
    tanh(x) = libm::tanh(x);
    trunc(x) = x.trunc();
}

pub(super) fn abs(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(value)] => Some(Number::Int(value.abs())),
        [Number::Float(value)] => Some(Number::Float(value.abs())),
        _ => None,
    }
}

pub(super) fn sign(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(value)] => Some(Number::Int(value.signum())),
        [Number::Float(value)] if value.is_nan() => None,
        [Number::Float(value)] => Some(Number::Int(i128::from(*value > 0.0) - i128::from(*value < 0.0))),
        _ => None,
    }
}

/// The smaller of two floats, the second of two zeros, and the other one if one is NaN, as in our kernels.
fn float_min(x: f64, y: f64) -> f64 {
    if x < y || y.is_nan() { x } else { y }
}

/// The larger of two floats, with the same choices.
fn float_max(x: f64, y: f64) -> f64 {
    if x > y || y.is_nan() { x } else { y }
}

pub(super) fn min(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(a), Number::Int(b)] => Some(Number::Int(*a.min(b))),
        [Number::Float(a), Number::Float(b)] => Some(Number::Float(float_min(*a, *b))),
        _ => None,
    }
}

pub(super) fn max(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(a), Number::Int(b)] => Some(Number::Int(*a.max(b))),
        [Number::Float(a), Number::Float(b)] => Some(Number::Float(float_max(*a, *b))),
        _ => None,
    }
}

/// Contradictory bounds are left to the device.
pub(super) fn clamp(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(x), Number::Int(low), Number::Int(high)] if low <= high => Some(Number::Int(*x.clamp(low, high))),
        [Number::Float(x), Number::Float(low), Number::Float(high)] if low <= high => {
            Some(Number::Float(float_min(float_max(*x, *low), *high)))
        }
        _ => None,
    }
}

pub(super) fn mad_number(args: &[Number], _: u32) -> Option<Number> {
    match args {
        [Number::Int(a), Number::Int(b), Number::Int(c)] => Some(Number::Int(a.wrapping_mul(*b).wrapping_add(*c))),
        [Number::Float(a), Number::Float(b), Number::Float(c)] => Some(Number::Float(a.mul_add(*b, *c))),
        _ => None,
    }
}

/// The low bits of an integer.
fn bits(value: i128, width: u32) -> Option<u64> {
    (1..=64).contains(&width).then(|| (value as u64) & (u64::MAX >> (64 - width)))
}

pub(super) fn countbits(args: &[Number], width: u32) -> Option<Number> {
    let &[Number::Int(value)] = args else { return None };
    Some(Number::Int(bits(value, width)?.count_ones().into()))
}

pub(super) fn reversebits(args: &[Number], width: u32) -> Option<Number> {
    let &[Number::Int(value)] = args else { return None };
    Some(Number::Int((bits(value, width)?.reverse_bits() >> (64 - width)).into()))
}

/// The result for "no bit".
const NO_BIT: i128 = 0xFFFF_FFFF;

pub(super) fn firstbithigh(args: &[Number], width: u32) -> Option<Number> {
    let &[Number::Int(value)] = args else { return None };
    let differing = if value < 0 { !value } else { value };
    let found = bits(differing, width)?.checked_ilog2();
    Some(Number::Int(found.map_or(NO_BIT, i128::from)))
}

pub(super) fn firstbitlow(args: &[Number], width: u32) -> Option<Number> {
    let &[Number::Int(value)] = args else { return None };
    let low = bits(value, width)?;
    Some(Number::Int(if low == 0 { NO_BIT } else { low.trailing_zeros().into() }))
}

pub(super) fn isnan(args: &[Number], _: u32) -> Option<Number> {
    args.first().map(|value| Number::Bool(value.to_f64().is_nan()))
}

pub(super) fn isinf(args: &[Number], _: u32) -> Option<Number> {
    args.first().map(|value| Number::Bool(value.to_f64().is_infinite()))
}

pub(super) fn isfinite(args: &[Number], _: u32) -> Option<Number> {
    args.first().map(|value| Number::Bool(value.to_f64().is_finite()))
}

pub(super) fn and(args: &[Number], _: u32) -> Option<Number> {
    Some(Number::Bool(args.iter().all(|value| value.is_true())))
}

pub(super) fn or(args: &[Number], _: u32) -> Option<Number> {
    Some(Number::Bool(args.iter().any(|value| value.is_true())))
}

pub(super) fn all(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    Some(vec![Number::Bool(args.first()?.iter().all(|value| value.is_true()))])
}

pub(super) fn any(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    Some(vec![Number::Bool(args.first()?.iter().any(|value| value.is_true()))])
}

fn floats(numbers: &[Number]) -> Option<Vec<f64>> {
    numbers.iter().map(|number| if let Number::Float(value) = number { Some(*value) } else { None }).collect()
}

fn to_numbers(values: &[f64]) -> Option<Vec<Number>> {
    values.iter().map(|&value| number(value).map(Number::Float)).collect()
}

fn dot_of(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn dot(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let [a, b] = args else { return None };
    if let (Some(a), Some(b)) = (floats(a), floats(b)) {
        return to_numbers(&[dot_of(&a, &b)]);
    }
    let product = |(a, b): (&Number, &Number)| match (a, b) {
        (Number::Int(a), Number::Int(b)) => a.checked_mul(*b),
        _ => None,
    };
    let products: Option<Vec<i128>> = a.iter().zip(b).map(product).collect();
    Some(vec![Number::Int(products?.iter().fold(0, |sum: i128, next| sum.wrapping_add(*next)))])
}

pub(super) fn cross(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let [a, b] = args else { return None };
    let (&[ax, ay, az], &[bx, by, bz]) = (&floats(a)?[..], &floats(b)?[..]) else { return None };
    to_numbers(&[ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
}

pub(super) fn length(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let values = floats(args.first()?)?;
    to_numbers(&[dot_of(&values, &values).sqrt()])
}

pub(super) fn distance(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let [a, b] = args else { return None };
    let difference: Vec<f64> = floats(a)?.iter().zip(floats(b)?).map(|(a, b)| a - b).collect();
    to_numbers(&[dot_of(&difference, &difference).sqrt()])
}

pub(super) fn normalize(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let values = floats(args.first()?)?;
    let length = dot_of(&values, &values).sqrt();
    let unit: Vec<f64> = values.iter().map(|value| value / length).collect();
    to_numbers(&unit)
}

pub(super) fn reflect(args: &[Vec<Number>]) -> Option<Vec<Number>> {
    let [incident, normal] = args else { return None };
    let (incident, normal) = (floats(incident)?, floats(normal)?);
    let factor = 2.0 * dot_of(&incident, &normal);
    let reflected: Vec<f64> = incident.iter().zip(&normal).map(|(i, n)| i - factor * n).collect();
    to_numbers(&reflected)
}
