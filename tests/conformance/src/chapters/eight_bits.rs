//! Integers of 8 bits: operators and conversions, whose results are taken modulo 256, and their memory.
//!
//! Section: HLSL's proposal 0055: what holds for numbers of 16 bits holds for them.

use crate::case::{Probe, Settings, Table};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's proposal 0055, 8-bit integers";
const OPTIONS: &[&str] = &["-T", "cs_6_10"];
const VALUES: [i64; 12] = [0, 1, 2, 3, 7, 16, 100, 127, 128, 200, 254, 255];

/// An operation on `A` and `B`, which are in the range of the type; none where it is not defined.
type Operation = (&'static str, fn(i64, i64) -> Option<i64>);

const COMMON: &[Operation] = &[
    ("A + B", |a, b| Some(a + b)),
    ("A - B", |a, b| Some(a - b)),
    ("A * B", |a, b| Some(a * b)),
    ("A & B", |a, b| Some(a & b)),
    ("A | B", |a, b| Some(a | b)),
    ("A ^ B", |a, b| Some(a ^ b)),
    ("~A", |a, _| Some(!a)),
    ("A << (B & 7)", |a, b| Some(a << (b & 7))),
    ("A >> (B & 7)", |a, b| Some(a >> (b & 7))),
    ("A < B ? A : B", |a, b| Some(a.min(b))),
    ("min(A, B)", |a, b| Some(a.min(b))),
    ("max(A, B)", |a, b| Some(a.max(b))),
    ("A == B ? A + A : B", |a, b| Some(if a == b { 2 * a } else { b })),
    ("(A += B, A)", |a, b| Some(a + b)),
    ("(A *= B, A)", |a, b| Some(a * b)),
    ("(A++, A)", |a, _| Some(a + 1)),
    ("A--", |a, _| Some(a)),
    ("twice_@(A) + B", |a, b| Some(2 * a + b)),
    ("mad(A, B, A)", |a, b| Some(a * b + a)),
];

const UNSIGNED: &[Operation] =
    &[("A / B", |a, b| a.checked_div(b)), ("A % B", |a, b| a.checked_rem(b)), ("clamp(A, B, B)", |_, b| Some(b))];

/// The smallest number has no absolute value, and is not divided by -1.
const SIGNED: &[Operation] = &[
    ("-A", |a, _| Some(-a)),
    ("abs(A)", |a, _| (a != -128).then_some(a.abs())),
    ("A / B", |a, b| if a == -128 && b == -1 { None } else { a.checked_div(b) }),
];

/// A conversion of `A`, with the type of its result.
type Conversion = (&'static str, Scalar, fn(i64) -> i64);

const CONVERSIONS: &[Conversion] = &[
    ("int(A)", Scalar::I32, |a| a),
    ("uint(A)", Scalar::U32, |a| a),
    ("int64_t(A)", Scalar::I64, |a| a),
    ("int16_t(A)", Scalar::I16, |a| a),
    ("float(A)", Scalar::F32, |a| a),
    ("float16_t(A)", Scalar::F16, |a| a),
    ("double(A)", Scalar::F64, |a| a),
    ("bool(A)", Scalar::Bool, |a| i64::from(a != 0)),
    ("int(uint8_t(A))", Scalar::I32, |a| a & 0xff),
    ("int(int8_t(A))", Scalar::I32, |a| i64::from(a as i8)),
    ("int(int8_t(int(A) + 1000))", Scalar::I32, |a| i64::from((a + 1000) as i8)),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for is_signed in [false, true] {
        for lanes in [1, 2, 3, 4, 6] {
            all.push(operators(is_signed, lanes));
        }
        all.push(conversions(is_signed));
        all.extend([1, 2, 3, 4, 7].map(|count| memory(is_signed, count)));
    }
    all
}

fn name(is_signed: bool) -> &'static str {
    if is_signed { "int8_t" } else { "uint8_t" }
}

/// The value of a number of the type.
fn wrapped(is_signed: bool, value: i64) -> i64 {
    if is_signed { i64::from(value as i8) } else { value & 0xff }
}

fn start(name: String) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    probe.settings = Settings { options: OPTIONS, ..Settings::small() };
    probe
}

/// Pairs of values, as bits.
fn pairs() -> Vec<[i64; 2]> {
    VALUES.iter().flat_map(|a| VALUES.iter().map(|b| [*a, *b])).collect()
}

fn table(rows: &[[i64; 2]]) -> std::sync::Arc<Table> {
    Table::new(rows.iter().map(|row| row.iter().map(|value| *value as u32).collect()).collect())
}

/// Operators on scalars and vectors, of which the last component is stored.
fn operators(is_signed: bool, lanes: usize) -> Probe {
    let scalar = name(is_signed);
    let ty = if lanes == 1 { scalar.to_owned() } else { format!("vector<{scalar}, {lanes}>") };
    let mut probe = start(format!("operators on {ty}"));
    probe.globals = format!("{ty} twice_@({ty} a) {{ return a + a; }}\n");
    let rows = pairs();
    probe.table = table(&rows);
    let operations: Vec<_> = COMMON
        .iter()
        .chain(if is_signed { SIGNED } else { UNSIGNED })
        .filter(|(text, _)| lanes == 1 || !text.contains('?'))
        .collect();
    for (text, _) in &operations {
        probe.body.push_str(&format!("{{ {ty} A = ({scalar})$[0], B = ({scalar})$[1];\n{ty} v = {text};\n"));
        let part = if lanes == 1 { "v".to_owned() } else { format!("v[{}]", lanes - 1) };
        probe.output(Scalar::I32, &format!("int({part})"));
        probe.body.push_str("}\n");
    }
    for [a, b] in rows {
        let [a, b] = [a, b].map(|value| wrapped(is_signed, value));
        probe.expected.extend(operations.iter().map(|(_, compute)| match compute(a, b) {
            Some(value) => Allowed::exactly(Number::integer(Scalar::I32, wrapped(is_signed, value).into())),
            None => Allowed::Undefined,
        }));
    }
    probe
}

fn conversions(is_signed: bool) -> Probe {
    let scalar = name(is_signed);
    let mut probe = start(format!("conversions of {scalar}"));
    let rows: Vec<_> = VALUES.iter().map(|value| [*value, 0]).collect();
    probe.table = table(&rows);
    probe.body = format!("{scalar} A = ({scalar})$[0];\n");
    for (text, to, _) in CONVERSIONS {
        probe.output(*to, text);
    }
    for [a, _] in rows {
        let a = wrapped(is_signed, a);
        let number = |(_, to, compute): &Conversion| Allowed::computed(Number::integer(*to, compute(a).into()));
        probe.expected.extend(CONVERSIONS.iter().map(number));
    }
    probe
}

/// A vector between other members of a structured buffer: each component is a byte.
fn memory(is_signed: bool, count: usize) -> Probe {
    let scalar = name(is_signed);
    let mut probe = start(format!("{count} of {scalar} in memory"));
    probe.table = Table::new(vec![vec![1]]);
    probe.globals = format!(
        "struct Cell_@ {{ {scalar} first; vector<{scalar}, {count}> some; {scalar} last; uint word; }};\n\
         RWStructuredBuffer<Cell_@> held_@ : register(u3);\n"
    );
    let list: Vec<_> = (0..count).map(|at| format!("({scalar}){}", 250 + at)).collect();
    probe.body = format!(
        "vector<{scalar}, {count}> v = {{ {} }};\nheld_@[1].some = v; held_@[1].last = ({scalar})9; held_@[0].word = 0x01020304;\n\
         held_@[0].some[{}] = held_@[1].last;\n",
        list.join(", "),
        count - 1
    );
    probe.output(Scalar::U32, "$[0]");
    probe.expected.push(Allowed::Bits(1));
    let word = (count + 2).next_multiple_of(4);
    let stride = word + 4;
    let mut bytes = vec![Some(0xa5); 2 * stride];
    (0..count).for_each(|at| bytes[stride + 1 + at] = Some((250 + at) as u8));
    bytes[stride + 1 + count] = Some(9);
    bytes[count] = Some(9);
    for (at, value) in [4, 3, 2, 1].into_iter().enumerate() {
        bytes[word + at] = Some(value);
    }
    probe.storage = vec![0xa5a5_a5a5; bytes.len() / 4];
    probe.stored = bytes;
    probe
}
