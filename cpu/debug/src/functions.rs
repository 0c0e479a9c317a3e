//! Functions of HLSL on numbers alone. What reads memory, waits for other lanes or has effects is not here.

use crate::number::{self, Arithmetic, Form, Num, Numbers};
use interp::debug::{Number, Scalar};
use std::cmp::Ordering;

/// A function of each component, and one of the components of two values by pairs.
type Each = fn(f64) -> f64;
type Pairs = fn(f64, f64) -> f64;

/// Functions of one number, each component on its own.
const EACH: &[(&str, Each)] = &[
    ("acos", libm::acos),
    ("asin", libm::asin),
    ("atan", libm::atan),
    ("ceil", f64::ceil),
    ("cos", libm::cos),
    ("cosh", libm::cosh),
    ("degrees", f64::to_degrees),
    ("exp", libm::exp),
    ("exp2", libm::exp2),
    ("floor", f64::floor),
    ("frac", |x| x - x.floor()),
    ("log", libm::log),
    ("log10", libm::log10),
    ("log2", libm::log2),
    ("radians", f64::to_radians),
    ("rcp", |x| 1.0 / x),
    ("round", f64::round_ties_even),
    ("rsqrt", |x| 1.0 / x.sqrt()),
    ("saturate", |x| x.clamp(0.0, 1.0)),
    ("sin", libm::sin),
    ("sinh", libm::sinh),
    ("sqrt", f64::sqrt),
    ("tan", libm::tan),
    ("tanh", libm::tanh),
    ("trunc", f64::trunc),
];

/// Functions of two numbers, each component on its own.
const PAIRS: &[(&str, Pairs)] = &[
    ("atan2", libm::atan2),
    ("fmod", |x, y| x % y),
    ("pow", libm::pow),
    ("step", |edge, x| f64::from(u8::from(x >= edge))),
];

type Result<T> = std::result::Result<T, String>;

/// The value of a call.
///
/// # Errors
/// When the function is not known, or not for these arguments.
pub(crate) fn call(name: &str, arguments: &[Numbers]) -> Result<Numbers> {
    let known = match arguments {
        [one] => of_one(name, one),
        [one, two] => of_two(name, one, two),
        [one, two, three] => of_three(name, [one, two, three]),
        _ => None,
    };
    known.ok_or_else(|| format!("cannot call function '{name}' with these arguments"))
}

fn of_one(name: &str, value: &Numbers) -> Option<Numbers> {
    if let Some((_, function)) = EACH.iter().find(|(own, _)| *own == name) {
        return value.map(|part| Some(number::of_float(part, function)));
    }
    let float = Number::Float { bits: 32 };
    let reread = |kind: Number| {
        value.map(|part| (part.scalar().bits >> 32 == 0).then(|| Num::of(&Scalar { number: kind, ..part.scalar() })))
    };
    match name {
        "abs" => {
            value.map(|part| if is_less(part, Num::Int(0, 32)) { Some(number::negated(part)) } else { Some(part) })
        }
        "sign" => value.map(|part| {
            let order = number::compared(part, Num::Int(0, 32));
            Some(Num::Int(order.map_or(0, |order| order as i64), 32))
        }),
        "any" => Some(Numbers::scalar(Num::Bool(value.parts.iter().any(|part| part.is_true())))),
        "all" => Some(Numbers::scalar(Num::Bool(value.parts.iter().all(|part| part.is_true())))),
        "isnan" => value.map(|part| Some(Num::Bool(part.as_float().is_nan()))),
        "isinf" => value.map(|part| Some(Num::Bool(part.as_float().is_infinite()))),
        "isfinite" => value.map(|part| Some(Num::Bool(part.as_float().is_finite()))),
        "asuint" => reread(Number::Int { bits: 32, signed: false }),
        "asint" => reread(Number::Int { bits: 32, signed: true }),
        "asfloat" => reread(float),
        "countbits" => value.map(|part| Some(Num::Uint(part.bits().count_ones().into(), 32))),
        "reversebits" => value.map(|part| Some(Num::Uint((part.bits() as u32).reverse_bits().into(), 32))),
        "length" => Some(Numbers::scalar(length(value)?)),
        "normalize" => {
            let length = Numbers::scalar(length(value)?);
            value.zip(&length, |part, length| number::arithmetic(Arithmetic::Div, part, length))
        }
        "transpose" => transposed(value),
        _ => None,
    }
}

fn of_two(name: &str, a: &Numbers, b: &Numbers) -> Option<Numbers> {
    if let Some((_, function)) = PAIRS.iter().find(|(own, _)| *own == name) {
        return a.zip(b, |a, b| {
            let bits = |num: Num| if let Num::Float(_, bits) = num { bits } else { 32 };
            let to = Number::Float { bits: bits(a).max(bits(b)) };
            Some(Num::Float(function(a.as_float(), b.as_float()), 64).converted(to))
        });
    }
    match name {
        "min" => a.zip(b, |a, b| Some(chosen(a, b, is_less(b, a)))),
        "max" => a.zip(b, |a, b| Some(chosen(a, b, is_less(a, b)))),
        "dot" => Some(Numbers::scalar(dot(a, b)?)),
        "distance" => {
            let way = a.zip(b, |a, b| number::arithmetic(Arithmetic::Sub, a, b))?;
            Some(Numbers::scalar(length(&way)?))
        }
        "cross" => cross(a, b),
        "mul" => product(a, b),
        "reflect" => {
            let twice = number::arithmetic(Arithmetic::Mul, Num::Int(2, 32), dot(a, b)?)?;
            let back =
                b.zip(&Numbers::scalar(twice), |part, twice| number::arithmetic(Arithmetic::Mul, part, twice))?;
            a.zip(&back, |a, b| number::arithmetic(Arithmetic::Sub, a, b))
        }
        "and" => a.zip(b, |a, b| Some(Num::Bool(a.is_true() && b.is_true()))),
        "or" => a.zip(b, |a, b| Some(Num::Bool(a.is_true() || b.is_true()))),
        _ => None,
    }
}

fn of_three(name: &str, [a, b, c]: [&Numbers; 3]) -> Option<Numbers> {
    let (add, sub, mul) = (Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul);
    match name {
        "clamp" => of_two("min", &of_two("max", a, b)?, c),
        "mad" | "fma" => a.zip(b, |a, b| number::arithmetic(mul, a, b))?.zip(c, |a, b| number::arithmetic(add, a, b)),
        "lerp" => {
            let way = b.zip(a, |b, a| number::arithmetic(sub, b, a))?;
            let part = way.zip(c, |way, c| number::arithmetic(mul, way, c))?;
            a.zip(&part, |a, part| number::arithmetic(add, a, part))
        }
        "smoothstep" => {
            let (span, way) =
                (b.zip(a, |b, a| number::arithmetic(sub, b, a))?, c.zip(a, |c, a| number::arithmetic(sub, c, a))?);
            let share = way.zip(&span, |way, span| number::arithmetic(Arithmetic::Div, way, span))?;
            share.map(|share| {
                Some(number::of_float(share, |x| {
                    let x = x.clamp(0.0, 1.0);
                    x * x * (3.0 - 2.0 * x)
                }))
            })
        }
        "select" => {
            let yes = a.zip(b, |_, b| Some(b))?;
            let no = a.zip(c, |_, c| Some(c))?;
            let both = yes.parts.iter().zip(&no.parts).enumerate();
            let is_true = |at: usize| a.parts.get(at).or(a.parts.first()).is_some_and(|part| part.is_true());
            let parts = both.map(|(at, (yes, no))| if is_true(at) { *yes } else { *no }).collect();
            Some(Numbers { form: yes.form, parts })
        }
        _ => None,
    }
}

fn is_less(a: Num, b: Num) -> bool {
    number::compared(a, b) == Some(Ordering::Less)
}

/// The second of two numbers where it is wanted, of the kind that both have in common.
fn chosen(a: Num, b: Num, is_second: bool) -> Num {
    (if is_second { b } else { a }).converted(number::common(a.number(), b.number()))
}

fn dot(a: &Numbers, b: &Numbers) -> Option<Num> {
    let products = a.zip(b, |a, b| number::arithmetic(Arithmetic::Mul, a, b))?;
    let mut parts = products.parts.into_iter();
    let first = parts.next()?;
    parts.try_fold(first, |sum, part| number::arithmetic(Arithmetic::Add, sum, part))
}

fn length(value: &Numbers) -> Option<Num> {
    Some(number::of_float(dot(value, value)?, f64::sqrt))
}

fn cross(a: &Numbers, b: &Numbers) -> Option<Numbers> {
    let ([ax, ay, az], [bx, by, bz]) = (a.parts[..].try_into().ok()?, b.parts[..].try_into().ok()?);
    let less = |a: Num, b: Num, c: Num, d: Num| {
        let (one, two) = (number::arithmetic(Arithmetic::Mul, a, b)?, number::arithmetic(Arithmetic::Mul, c, d)?);
        number::arithmetic(Arithmetic::Sub, one, two)
    };
    Some(Numbers::vector(vec![less(ay, bz, az, by)?, less(az, bx, ax, bz)?, less(ax, by, ay, bx)?]))
}

/// The rows of a value: a matrix has several, a vector one.
fn rows(value: &Numbers) -> Vec<Numbers> {
    let count = if let Form::Matrix(rows) = value.form { rows as usize } else { 1 };
    let columns = value.parts.len() / count.max(1);
    value.parts.chunks(columns.max(1)).map(|row| Numbers::vector(row.to_vec())).collect()
}

fn transposed(value: &Numbers) -> Option<Numbers> {
    let Form::Matrix(_) = value.form else { return None };
    let rows = rows(value);
    let columns = rows.first()?.parts.len();
    let parts = (0..columns).flat_map(|at| rows.iter().map(move |row| row.parts[at])).collect();
    Some(Numbers { form: Form::Matrix(columns as u32), parts })
}

/// `mul`: of scalars, of a vector as row or column, of matrices.
fn product(a: &Numbers, b: &Numbers) -> Option<Numbers> {
    let is_matrix = |value: &Numbers| matches!(value.form, Form::Matrix(_));
    match (a.form, b.form) {
        (Form::Scalar, _) | (_, Form::Scalar) => a.zip(b, |a, b| number::arithmetic(Arithmetic::Mul, a, b)),
        (Form::Vector, Form::Vector) => Some(Numbers::scalar(dot(a, b)?)),
        _ => {
            // A vector on the right is a column, of which the transposed matrix is the one row.
            let columns = if is_matrix(b) { rows(&transposed(b)?) } else { vec![b.clone()] };
            let left = rows(a);
            if left.first()?.parts.len() != columns.first()?.parts.len() {
                return None;
            }
            let of_row = |row: &Numbers| columns.iter().map(|column| dot(row, column)).collect::<Vec<_>>();
            let parts = left.iter().flat_map(of_row).collect::<Option<Vec<_>>>()?;
            match is_matrix(a) && is_matrix(b) {
                true => Some(Numbers { form: Form::Matrix(left.len() as u32), parts }),
                false => Some(Numbers::vector(parts)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(form: Form, values: &[f64]) -> Numbers {
        Numbers { form, parts: values.iter().map(|value| Num::Float(*value, 32)).collect() }
    }

    #[test]
    fn products_are_those_of_rows_and_columns() {
        let matrix = floats(Form::Matrix(2), &[1.0, 2.0, 3.0, 4.0]);
        let vector = floats(Form::Vector, &[5.0, 6.0]);
        assert_eq!(call("mul", &[matrix.clone(), vector.clone()]).unwrap(), floats(Form::Vector, &[17.0, 39.0]));
        assert_eq!(call("mul", &[vector.clone(), matrix.clone()]).unwrap(), floats(Form::Vector, &[23.0, 34.0]));
        let square = floats(Form::Matrix(2), &[7.0, 10.0, 15.0, 22.0]);
        assert_eq!(call("mul", &[matrix.clone(), matrix]).unwrap(), square);
        assert_eq!(call("dot", &[vector.clone(), vector]).unwrap(), floats(Form::Scalar, &[61.0]));
        assert!(call("WaveActiveSum", &[]).is_err());
    }

    #[test]
    fn functions_are_those_of_hlsl() {
        let one = |name: &str, value: f64| call(name, &[floats(Form::Scalar, &[value])]).unwrap().parts[0];
        assert_eq!((one("frac", -0.25), one("round", 2.5)), (Num::Float(0.75, 32), Num::Float(2.0, 32)));
        assert_eq!((one("sign", -3.0), one("asuint", 1.0)), (Num::Int(-1, 32), Num::Uint(0x3f80_0000, 32)));
        let lerp = call("lerp", &[1.0, 3.0, 0.5].map(|value| floats(Form::Scalar, &[value]))).unwrap();
        assert_eq!(lerp, floats(Form::Scalar, &[2.0]));
    }
}
