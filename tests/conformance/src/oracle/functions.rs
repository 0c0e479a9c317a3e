//! Intrinsic functions on numbers: what they give, and how exactly.
//!
//! Sources: the reference of HLSL's intrinsic functions; Direct3D 11.3's functional specification, 22.10 to 22.13, for edge
//! values; Vulkan's appendix "Precision and Operation of SPIR-V Instructions". What Vulkan leaves open for infinities and
//! NaNs is undefined here.

use super::half;
use super::number::Scalar::{self, Bool, F16, F32, F64, I16, I32, I64, U16, U32, U64};
use super::operate::flushes;
use super::precision::{Ulp, around, near, remainder, unit};
use super::{Allowed, Number};

/// The definition of a function by its arguments.
#[derive(Clone, Copy)]
pub enum Rule {
    /// Exactly this, rounded to the type; of infinities and NaNs as well.
    Exact(fn(&[f64]) -> f64),
    /// This at a distance that follows from the type, the arguments and the exact result; finite arguments alone.
    Near(fn(&[f64]) -> f64, fn(Scalar, &[f64], f64) -> f64),
    /// Integers modulo their range.
    Integer(fn(&[i128], u32) -> i128),
    /// Anything else.
    Any(fn(&[Number]) -> Allowed),
}

/// A function on numbers of one type.
#[derive(Clone, Copy)]
pub struct Function {
    /// The call, with the arguments `x`, `y`, `z`.
    pub call: &'static str,
    /// The types of arguments.
    pub types: &'static [Scalar],
    /// The number of arguments.
    pub arguments: usize,
    /// The type of the result, if it is not that of the arguments.
    pub result: Option<Scalar>,
    /// The results.
    pub rule: Rule,
}

const ALL_FLOATS: &[Scalar] = &[F16, F32, F64];
const FLOATS: &[Scalar] = &[F16, F32];
const SINGLE: &[Scalar] = &[F32];
const INTEGERS: &[Scalar] = &[I16, U16, I32, U32, I64, U64];
const SIGNED: &[Scalar] = &[I16, I32, I64];
const WORDS: &[Scalar] = &[I32, U32];
const UNSIGNED: &[Scalar] = &[U32];

const fn row(call: &'static str, types: &'static [Scalar], arguments: usize, rule: Rule) -> Function {
    Function { call, types, arguments, result: None, rule }
}

const fn to(call: &'static str, types: &'static [Scalar], arguments: usize, result: Scalar, rule: Rule) -> Function {
    Function { call, types, arguments, result: Some(result), rule }
}

use Rule::{Any, Exact, Integer, Near};

/// The functions that work component by component.
pub const FUNCTIONS: &[Function] = &[
    row("abs(x)", ALL_FLOATS, 1, Exact(|a| a[0].abs())),
    row("abs(x)", SIGNED, 1, Integer(|a, _| a[0].abs())),
    row("floor(x)", FLOATS, 1, Exact(|a| a[0].floor())),
    row("ceil(x)", FLOATS, 1, Exact(|a| a[0].ceil())),
    row("trunc(x)", FLOATS, 1, Exact(|a| a[0].trunc())),
    row("round(x)", FLOATS, 1, Exact(|a| a[0].round_ties_even())),
    row("frac(x)", FLOATS, 1, Any(fraction)),
    row("saturate(x)", ALL_FLOATS, 1, Any(|a| ordered(a, |a| a[0].clamp(0.0, 1.0)))),
    to("sign(x)", ALL_FLOATS, 1, I32, Any(sign)),
    to("sign(x)", SIGNED, 1, I32, Integer(|a, _| a[0].signum())),
    row("min(x, y)", ALL_FLOATS, 2, Any(|a| either(a, |x, y| x < y))),
    row("max(x, y)", ALL_FLOATS, 2, Any(|a| either(a, |x, y| x > y))),
    row("min(x, y)", INTEGERS, 2, Integer(|a, _| a[0].min(a[1]))),
    row("max(x, y)", INTEGERS, 2, Integer(|a, _| a[0].max(a[1]))),
    row("clamp(x, y, z)", INTEGERS, 3, Any(clamp)),
    row("clamp(x, y, z)", ALL_FLOATS, 3, Any(clamp)),
    row("step(x, y)", FLOATS, 2, Any(|a| ordered(a, |a| f64::from(u8::from(a[1] >= a[0]))))),
    row("mad(x, y, z)", INTEGERS, 3, Integer(|a, _| a[0].wrapping_mul(a[1]).wrapping_add(a[2]))),
    row("mad(x, y, z)", ALL_FLOATS, 3, Any(multiply_add)),
    row("fma(x, y, z)", &[F64], 3, Any(fused)),
    row(
        "lerp(x, y, z)",
        FLOATS,
        3,
        Near(
            |a| a[0] + (a[1] - a[0]) * a[2],
            |of, a, _| {
                let size = (a[0].abs() + (a[0].abs() + a[1].abs()) * a[2].abs()) + a[1].abs() * a[2].abs();
                unit(of, size) * 3.0
            },
        ),
    ),
    row("rcp(x)", FLOATS, 1, Near(|a| 1.0 / a[0], |of, _, is| 2.5 * unit(of, is))),
    row("sqrt(x)", FLOATS, 1, Near(|a| a[0].sqrt(), |of, _, is| 5.0 * unit(of, is))),
    row("rsqrt(x)", FLOATS, 1, Near(|a| a[0].powf(-0.5), |of, _, is| 2.5 * unit(of, is))),
    row("exp(x)", FLOATS, 1, Near(|a| a[0].exp(), |of, a, is| (4.0 + 2.0 * a[0].abs()) * unit(of, is))),
    row("exp2(x)", FLOATS, 1, Near(|a| a[0].exp2(), |of, a, is| (4.0 + 2.0 * a[0].abs()) * unit(of, is))),
    row("log(x)", FLOATS, 1, Near(|a| a[0].ln(), logarithm)),
    row("log2(x)", FLOATS, 1, Near(|a| a[0].log2(), logarithm)),
    row("log10(x)", FLOATS, 1, Near(|a| a[0].log10(), logarithm)),
    row("pow(x, y)", FLOATS, 2, Any(power)),
    row("sin(x)", FLOATS, 1, Near(|a| a[0].sin(), circle)),
    row("cos(x)", FLOATS, 1, Near(|a| a[0].cos(), circle)),
    row(
        "tan(x)",
        FLOATS,
        1,
        Near(
            |a| a[0].tan(),
            |of, a, is| {
                let cosine = a[0].cos();
                if cosine.abs() < 0.1 {
                    f64::INFINITY
                } else {
                    circle(of, a, 0.0) * (1.0 + is.abs()) / cosine.abs() * 2.0
                }
            },
        ),
    ),
    row("asin(x)", SINGLE, 1, Near(|a| a[0].asin(), |_, _, _| 2e-3)),
    row("acos(x)", SINGLE, 1, Near(|a| a[0].acos(), |_, _, _| 2e-3)),
    row("atan(x)", FLOATS, 1, Near(|a| a[0].atan(), arc)),
    row("atan2(x, y)", FLOATS, 2, Any(arc_of_two)),
    row("sinh(x)", SINGLE, 1, Near(|a| a[0].sinh(), hyperbola)),
    row("cosh(x)", SINGLE, 1, Near(|a| a[0].cosh(), hyperbola)),
    row("tanh(x)", SINGLE, 1, Near(|a| a[0].tanh(), |_, a, _| if a[0].abs() > 40.0 { 2.0 } else { 1e-3 })),
    row("degrees(x)", FLOATS, 1, Near(|a| a[0].to_degrees(), |of, _, is| 2.5 * unit(of, is))),
    row("radians(x)", FLOATS, 1, Near(|a| a[0].to_radians(), |of, _, is| 2.5 * unit(of, is))),
    row("smoothstep(x, y, z)", SINGLE, 3, Any(smooth)),
    row(
        "ldexp(x, y)",
        SINGLE,
        2,
        Near(
            |a| a[0] * a[1].exp2(),
            |of, a, is| if a[1] > 127.0 { f64::INFINITY } else { (5.0 + 2.0 * a[1].abs()) * unit(of, is) },
        ),
    ),
    to("isnan(x)", FLOATS, 1, Bool, Any(|a| truth(a[0].is_nan()))),
    to("isinf(x)", FLOATS, 1, Bool, Any(|a| truth(a[0].as_float().is_infinite()))),
    to("isfinite(x)", FLOATS, 1, Bool, Any(|a| truth(a[0].as_float().is_finite()))),
    to("isnormal(x)", FLOATS, 1, Bool, Any(|a| truth(a[0].is_normal()))),
    row("fmod(x, y)", FLOATS, 2, Any(float_remainder)),
    to("asuint(x)", &[I32, U32, F32], 1, U32, Any(|a| Allowed::Bits(a[0].bits))),
    to("asint(x)", &[I32, U32, F32], 1, I32, Any(|a| Allowed::Bits(a[0].bits))),
    to("asfloat(x)", &[I32, U32, F32], 1, F32, Any(|a| Allowed::exactly(Number::new(F32, a[0].bits)))),
    to("asuint16(x)", &[I16, U16, F16], 1, U16, Any(|a| Allowed::Bits(a[0].bits))),
    to("asint16(x)", &[I16, U16, F16], 1, I16, Any(|a| Allowed::Bits(a[0].bits))),
    to("asfloat16(x)", &[I16, U16, F16], 1, F16, Any(|a| Allowed::exactly(Number::new(F16, a[0].bits)))),
    to("countbits(x)", INTEGERS, 1, U32, Any(|a| Allowed::Bits(a[0].bits.count_ones().into()))),
    row("reversebits(x)", INTEGERS, 1, Any(|a| Allowed::Bits(a[0].bits.reverse_bits() >> (64 - a[0].of.bits())))),
    to("firstbithigh(x)", WORDS, 1, U32, Any(first_high)),
    to(
        "firstbitlow(x)",
        WORDS,
        1,
        U32,
        Any(|a| {
            Allowed::Bits(if a[0].bits == 0 { u64::from(u32::MAX) } else { u64::from(a[0].bits.trailing_zeros()) })
        }),
    ),
    to(
        "f16tof32(x)",
        UNSIGNED,
        1,
        F32,
        Any(|a| {
            Allowed::computed(Number::float(F32, half::value(a[0].bits as u16))).or(flushed_half(a[0].bits as u16))
        }),
    ),
    to("f32tof16(x)", SINGLE, 1, U32, Any(|a| packed_half(a[0]))),
    to("any(x)", &[Bool, I32, F32], 1, Bool, Any(|a| super::convert::truth(a[0]))),
    to("all(x)", &[Bool, I32, F32], 1, Bool, Any(|a| super::convert::truth(a[0]))),
    row("select(x > y, x, y)", &[I32, U32], 2, Integer(|a, _| a[0].max(a[1]))),
    to("and(x != 0, y != 0)", WORDS, 2, Bool, Any(|a| truth(a[0].bits != 0 && a[1].bits != 0))),
    to("or(x != 0, y != 0)", WORDS, 2, Bool, Any(|a| truth(a[0].bits != 0 || a[1].bits != 0))),
];

impl Function {
    /// The allowed results for arguments of one of the function's types.
    pub fn allowed(&self, arguments: &[Number]) -> Allowed {
        let of = self.result.unwrap_or(arguments[0].of);
        match self.rule {
            Rule::Integer(compute) => {
                let values: Vec<_> = arguments.iter().map(|number| number.as_integer()).collect();
                Allowed::exactly(Number::integer(of, compute(&values, arguments[0].of.bits())))
            }
            Rule::Any(compute) => variants(arguments, compute),
            Rule::Exact(compute) => variants(arguments, |arguments| {
                Allowed::computed(Number::float(arguments[0].of, compute(&floats(arguments))))
            }),
            Rule::Near(compute, distance) => variants(arguments, |arguments| approximate(arguments, compute, distance)),
        }
    }
}

/// The results for the arguments as they are, and with denormals flushed.
fn variants(arguments: &[Number], compute: impl Fn(&[Number]) -> Allowed) -> Allowed {
    let mut all = vec![Vec::new()];
    for number in arguments {
        let longer = |known: &Vec<Number>| {
            flushes(*number).into_iter().map(|last| [&known[..], &[last]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.iter().map(|arguments| compute(arguments)).reduce(Allowed::or).unwrap_or(Allowed::Undefined)
}

fn floats(arguments: &[Number]) -> Vec<f64> {
    arguments.iter().map(|number| number.as_float()).collect()
}

fn truth(holds: bool) -> Allowed {
    Allowed::Bits(u64::from(holds))
}

fn approximate(arguments: &[Number], compute: fn(&[f64]) -> f64, distance: fn(Scalar, &[f64], f64) -> f64) -> Allowed {
    let (of, values) = (arguments[0].of, floats(arguments));
    let exact = compute(&values);
    if values.iter().any(|value| !value.is_finite()) || !exact.is_finite() {
        return Allowed::Undefined;
    }
    let distance = distance(of, &values, exact);
    if !distance.is_finite() { Allowed::Undefined } else { around(of, exact, distance) }
}

/// Functions of comparisons: undefined with a NaN.
fn ordered(arguments: &[Number], compute: fn(&[f64]) -> f64) -> Allowed {
    let values = floats(arguments);
    if values.iter().any(|value| value.is_nan()) {
        return Allowed::Undefined;
    }
    Allowed::computed(Number::float(arguments[0].of, compute(&values)))
}

/// The one of two that is before the other. Of a NaN and a number it may be either.
fn either(arguments: &[Number], is_before: fn(f64, f64) -> bool) -> Allowed {
    let [a, b] = [arguments[0], arguments[1]];
    let (x, y) = (a.as_float(), b.as_float());
    if x.is_nan() || y.is_nan() || x == y {
        return Allowed::computed(a).or(Allowed::computed(b));
    }
    Allowed::computed(if is_before(x, y) { a } else { b })
}

fn clamp(arguments: &[Number]) -> Allowed {
    let [x, least, most] = [arguments[0], arguments[1], arguments[2]];
    if x.of.is_float() {
        let (value, low, high) = (x.as_float(), least.as_float(), most.as_float());
        // With the bounds in the wrong order Vulkan leaves it open.
        if value.is_nan() || low.is_nan() || high.is_nan() || low > high {
            return Allowed::Undefined;
        }
        return Allowed::computed(Number::float(x.of, value.clamp(low, high)));
    }
    let (value, low, high) = (x.as_integer(), least.as_integer(), most.as_integer());
    if low > high { Allowed::Undefined } else { Allowed::exactly(Number::integer(x.of, value.clamp(low, high))) }
}

fn sign(arguments: &[Number]) -> Allowed {
    let value = arguments[0].as_float();
    if value.is_nan() {
        return Allowed::Undefined;
    }
    let sign = if value == 0.0 { 0 } else { value.signum() as i128 };
    Allowed::exactly(Number::integer(I32, sign))
}

/// `x - floor(x)`, which rounds to one for the smallest negative numbers.
fn fraction(arguments: &[Number]) -> Allowed {
    let x = arguments[0];
    let value = x.as_float();
    if !value.is_finite() {
        return Allowed::Undefined;
    }
    let exact = value - value.floor();
    around(x.of, exact, unit(x.of, exact))
}

fn multiply_add(arguments: &[Number]) -> Allowed {
    let of = arguments[0].of;
    let [x, y, z] = [0, 1, 2].map(|index| arguments[index].as_float());
    if ![x, y, z, x * y, x * y + z].iter().all(|value| value.is_finite()) {
        return Allowed::Undefined;
    }
    // Rounded once or twice.
    let exact = x.mul_add(y, z);
    let product = Number::float(of, x * y).as_float();
    let twice = product + z;
    let slack = if of == F64 { 0.0 } else { unit(of, exact) };
    if !product.is_finite() { Allowed::Undefined } else { around(of, exact, slack).or(around(of, twice, slack)) }
}

fn fused(arguments: &[Number]) -> Allowed {
    let [x, y, z] = [0, 1, 2].map(|index| arguments[index].as_float());
    let exact = x.mul_add(y, z);
    if exact.is_finite() { Allowed::computed(Number::float(F64, exact)) } else { Allowed::Undefined }
}

fn float_remainder(arguments: &[Number]) -> Allowed {
    remainder(arguments[0].of, arguments[0].as_float(), arguments[1].as_float())
}

fn logarithm(of: Scalar, arguments: &[f64], exact: f64) -> f64 {
    let near_one = if of == F16 { 2f64.powi(-7) } else { 2f64.powi(-20) };
    if (0.5..=2.0).contains(&arguments[0]) { near_one } else { 5.0 * unit(of, exact) }
}

/// Vulkan: absolutely, between minus and plus π; Direct3D: up to a hundred times as far.
fn circle(of: Scalar, arguments: &[f64], _exact: f64) -> f64 {
    match arguments[0].abs() {
        size if size > 314.0 => f64::INFINITY,
        size if of == F16 => {
            if size < 3.2 {
                2f64.powi(-7)
            } else {
                f64::INFINITY
            }
        }
        _ => 1e-3,
    }
}

fn arc(of: Scalar, _: &[f64], exact: f64) -> f64 {
    if of == F16 { 5.0 * unit(of, exact).max(2e-3) } else { 4096.0 * unit(of, exact) }
}

fn arc_of_two(arguments: &[Number]) -> Allowed {
    let of = arguments[0].of;
    let [y, x] = [0, 1].map(|index| arguments[index].as_float());
    let exact = y.atan2(x);
    // Direct3D and Vulkan leave both zeros open, and the branch is the sign of a zero's.
    if !x.is_finite() || !y.is_finite() || y == 0.0 || x == 0.0 || !(1e-6..1e6).contains(&(x / y).abs()) {
        return Allowed::Undefined;
    }
    around(of, exact, arc(of, &[], exact))
}

fn hyperbola(of: Scalar, arguments: &[f64], exact: f64) -> f64 {
    if arguments[0].abs() > 40.0 {
        f64::INFINITY
    } else {
        (16.0 + 8.0 * arguments[0].abs()) * unit(of, exact.abs().max(1.0))
    }
}

/// `exp2(y * log2(x))`: what `x` below zero gives is open.
fn power(arguments: &[Number]) -> Allowed {
    let of = arguments[0].of;
    let (x, y) = (arguments[0].as_float(), arguments[1].as_float());
    if x <= 0.0 || !x.is_finite() || !y.is_finite() {
        return Allowed::Undefined;
    }
    let (exact, logarithm) = (x.powf(y), x.log2());
    let slack = if of == F16 { 2f64.powi(-6) } else { 2f64.powi(-19) };
    let error = y.abs() * (slack + logarithm.abs() * slack) + 8.0 * unit(of, 1.0);
    if !exact.is_finite() || error > 0.25 {
        Allowed::Undefined
    } else {
        around(of, exact, 2.0 * error * exact + unit(of, exact))
    }
}

fn smooth(arguments: &[Number]) -> Allowed {
    let [low, high, x] = [0, 1, 2].map(|index| arguments[index].as_float());
    if ![low, high, x].iter().all(|value| value.is_finite()) || low >= high {
        return Allowed::Undefined;
    }
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    around(arguments[0].of, t * t * (3.0 - 2.0 * t), 1e-5)
}

/// The highest one, or of a negative number the highest zero.
fn first_high(arguments: &[Number]) -> Allowed {
    let bits = arguments[0].bits as u32;
    let sought = if arguments[0].of == I32 && bits >> 31 == 1 { !bits } else { bits };
    Allowed::Bits(u64::from(31u32.wrapping_sub(sought.leading_zeros())))
}

fn flushed_half(bits: u16) -> Allowed {
    let number = Number::new(F16, u64::from(bits));
    if number.is_denormal() {
        near(F32, 0.0, Ulp(0.0))
    } else {
        Allowed::exactly(Number::float(F32, number.as_float()))
    }
}

/// The half in the low bits: Direct3D rounds toward zero, Vulkan to either neighbour.
fn packed_half(number: Number) -> Allowed {
    let value = number.as_float();
    if value.is_nan() {
        return Allowed::Undefined;
    }
    let near = [half::nearest(value), half::toward_zero(value)].map(|bits| Number::new(F16, u64::from(bits)));
    Allowed::computed(near[0]).or(Allowed::computed(near[1]))
}
