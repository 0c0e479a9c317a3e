//! Types of minimum precision: operators, functions and conversions, from places of each kind.
//!
//! Section: HLSL's "minimum precision": such a number has 16 bits or more. Values are small, so that results are the same
//! in 16 and in 32 bits.

use crate::case::{Probe, Settings, Table};
use crate::oracle::{Allowed, Number, Scalar};
use std::sync::Arc;

const SECTION: &str = "HLSL, minimum precision; Direct3D 11.3, 3.1";

/// The types, with the full one of their kind.
const TYPES: [(&str, Scalar); 5] = [
    ("min16float", Scalar::F32),
    ("min10float", Scalar::F32),
    ("min16int", Scalar::I32),
    ("min12int", Scalar::I32),
    ("min16uint", Scalar::U32),
];

/// An operation on `A` and `B`, in quarters for numbers with fractions; none where it is not exact.
type Operation = (&'static str, fn(i64, i64) -> Option<i64>);

/// Of all numbers; the arguments and the result are values.
const COMMON: &[Operation] = &[
    ("A + B", |a, b| Some(a + b)),
    ("A - B", |a, b| Some(a - b)),
    ("A < B ? A : B", |a, b| Some(a.min(b))),
    ("A >= B ? A : B", |a, b| Some(a.max(b))),
    ("min(A, B)", |a, b| Some(a.min(b))),
    ("max(A, B)", |a, b| Some(a.max(b))),
    ("clamp(A + A, B, A)", |a, b| (b <= a).then_some((a + a).clamp(b, a.max(b)))),
    ("A == B ? A + A : B", |a, b| Some(if a == b { a + a } else { b })),
    ("A != B && A ? B + B : A", |a, b| Some(if a != b && a != 0 { b + b } else { a })),
    ("(A += B, A)", |a, b| Some(a + b)),
    ("(A -= B, A + A)", |a, b| Some(2 * (a - b))),
    ("(A = B, A)", |_, b| Some(b)),
    ("twice_@(A) + B", |a, b| Some(2 * a + b)),
    ("(set_@(A, B), A)", |a, b| Some(a + b)),
    ("+A", |a, _| Some(a)),
];

/// Of numbers with a sign.
const SIGNED: &[Operation] =
    &[("-A", |a, _| Some(-a)), ("abs(A)", |a, _| Some(a.abs())), ("-A - B", |a, b| Some(-a - b))];

const INTEGERS: &[Operation] = &[
    ("A * B", |a, b| Some(a * b)),
    ("A & B", |a, b| Some(a & b)),
    ("A | B", |a, b| Some(a | b)),
    ("A ^ B", |a, b| Some(a ^ b)),
    ("(A * 3) >> 1", |a, _| Some((a * 3) >> 1)),
    ("A << 3", |a, _| Some(a << 3)),
    ("(A *= B, A)", |a, b| Some(a * b)),
    ("(A ^= B, A)", |a, b| Some(a ^ b)),
    ("(A >>= 1, A)", |a, _| Some(a >> 1)),
    ("A++ + A", |a, _| Some(2 * a + 1)),
    ("--A * A", |a, _| Some((a - 1) * (a - 1))),
    ("mad(A, B, A)", |a, b| Some(a * b + a)),
];

/// Of unsigned integers: signed ones of these types are not divided.
const UNSIGNED: &[Operation] =
    &[("A / B", |a, b| a.checked_div(b)), ("A % B", |a, b| a.checked_rem(b)), ("(A /= B, A)", |a, b| a.checked_div(b))];

/// In quarters.
const FLOATS: &[Operation] = &[
    ("A * 2.5", |a, _| (a % 2 == 0).then_some(a / 2 * 5)),
    ("A * B * 4", |a, b| Some(a * b)),
    ("A / 2", |a, _| (a % 2 == 0).then_some(a / 2)),
    ("floor(A)", |a, _| Some(a.div_euclid(4) * 4)),
    ("frac(A)", |a, _| Some(a.rem_euclid(4))),
    ("round(A * 4) / 4", |a, _| Some(a)),
    ("saturate(A)", |a, _| Some(a.clamp(0, 4))),
    ("trunc(A) + B", |a, b| Some(a / 4 * 4 + b)),
    ("lerp(A, B, 0.5)", |a, b| ((a + b) % 2 == 0).then_some((a + b) / 2)),
    ("(A *= 2, A)", |a, _| Some(a * 2)),
    ("int(A)", |a, _| Some(a / 4 * 4)),
    ("dot(float2(A, B), float2(2, 4))", |a, b| Some(a * 2 + b * 4)),
];

/// Kinds of places: declarations, statements with `X` and `Y` for values, and the names of both operands.
const KINDS: [(&str, &str, &str, &str, &str); 6] = [
    ("variables", "", "T a = X, b = Y;", "a", "b"),
    ("elements", "", "T all[3]; all[2] = X; all[$[2]] = Y;", "all[2]", "all[$[2]]"),
    ("members", "struct S_@ { T a; float gap; T b; };", "S_@ s; s.a = X; s.gap = 1; s.b = Y;", "s.a", "s.b"),
    ("components", "", "vector<T, 3> v = vector<T, 3>(Y, 1, X);", "v.z", "v.x"),
    ("elements of a matrix", "", "matrix<T, 2, 2> m = matrix<T, 2, 2>(1, X, Y, 1);", "m._m01", "m[1][0]"),
    ("statics", "static T a_@; static T b_@ = 1;", "a_@ = X; b_@ = Y;", "a_@", "b_@"),
];

pub(super) fn probes() -> Vec<Probe> {
    let pairs: Vec<[i64; 2]> =
        [-13, -8, -3, -1, 0, 1, 2, 5, 12].into_iter().flat_map(|a| [-7, -1, 1, 2, 6].map(|b| [a, b])).collect();
    let mut all = Vec::new();
    for (ty, of) in TYPES {
        let pairs: Vec<_> = match of {
            // No difference may be below zero.
            Scalar::U32 => pairs.iter().copied().filter(|[a, b]| a >= b && *b > 0).collect(),
            _ => pairs.clone(),
        };
        let word = |value: i64| match of {
            Scalar::F32 => Number::float(of, value as f64 / 4.0).bits as u32,
            _ => value as u32,
        };
        let table = Table::new(pairs.iter().map(|[a, b]| vec![word(*a), word(*b), 1]).collect());
        let own = if of.is_float() { FLOATS } else { INTEGERS };
        let by_sign = if of == Scalar::U32 { UNSIGNED } else { SIGNED };
        for operation in COMMON.iter().chain(own).chain(by_sign) {
            for kind in &KINDS {
                all.extend([false, true].map(|small| probe((ty, of), operation, kind, small, (&pairs, &table))));
            }
        }
    }
    all
}

fn probe(
    (ty, of): (&str, Scalar),
    (text, compute): &Operation,
    (kind, globals, body, a, b): &(&str, &str, &str, &str, &str),
    small: bool,
    (pairs, table): (&[[i64; 2]], &Arc<Table>),
) -> Probe {
    let native = if small { ", native" } else { "" };
    let mut probe = Probe::new(format!("{text} of {ty} in {kind}{native}"), SECTION);
    probe.settings = Settings { small, ..Settings::default() };
    probe.table = Arc::clone(table);
    let typed = |text: &str| text.replace("T ", &format!("{ty} ")).replace("<T,", &format!("<{ty},"));
    probe.globals = typed(&format!(
        "{globals}\nT twice_@(T v) {{ return v + v; }}\nvoid set_@(inout T place, T by) {{ place += by; }}\n"
    ));
    let value = |word: usize| match of {
        Scalar::F32 => format!("{ty}(asfloat($[{word}]))"),
        Scalar::I32 => format!("{ty}(asint($[{word}]))"),
        _ => format!("{ty}($[{word}])"),
    };
    probe.body = format!("{}\n", typed(body).replace('X', &value(0)).replace('Y', &value(1)));
    let text = text.replace('A', a).replace('B', b);
    probe.output(of, &format!("{}({text})", of.name()));
    probe.expected = pairs
        .iter()
        .map(|[a, b]| match compute(*a, *b) {
            None => Allowed::Undefined,
            Some(value) if of.is_float() => Allowed::computed(Number::float(of, value as f64 / 4.0)),
            Some(value) => Allowed::exactly(Number::integer(of, i128::from(value))),
        })
        .collect();
    probe
}
