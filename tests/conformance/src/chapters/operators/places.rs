//! Compound assignments and increments of every kind of place, with values of the same type and of others.

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::convert::convert;
use crate::oracle::edges::few;
use crate::oracle::operate::{BINARY, Binary, common, mixed};
use crate::oracle::{Allowed, Number, Scalar};
use Scalar::{F16, F32, F64, I16, I32, I64, U32, U64};

/// Places of a type `T` that hold the value `V` at first: declarations, statements, and the place; `I` is one, `@` a number.
const PLACES: &[(&str, &str, &str, &str)] = &[
    ("variable", "", "T k = V;", "k"),
    ("member", "struct Has@ { T pad; T m; };", "Has@ k; k.pad = 0; k.m = V;", "k.m"),
    ("element", "", "T k[2] = { 0, V };", "k[1]"),
    ("element at run time", "", "T k[2] = { 0, V };", "k[I]"),
    ("component", "", "vector<T, 3> k = vector<T, 3>(0, 0, V);", "k.z"),
    ("component at run time", "", "vector<T, 2> k = vector<T, 2>(0, V);", "k[I]"),
    ("matrix element", "", "matrix<T, 2, 2> k = matrix<T, 2, 2>(0, 0, V, 0);", "k._m10"),
    ("matrix element at run time", "", "matrix<T, 2, 2> k = matrix<T, 2, 2>(0, 0, V, 0);", "k[I][0]"),
    ("static", "static T k@;", "k@ = V;", "k@"),
    ("groupshared", "groupshared T k@[64];", "k@[lane & 63] = V;", "k@[lane & 63]"),
    (
        "member of an element",
        "struct Has@ { T a; T b; };",
        "Has@ k[2]; k[0] = (Has@)0; k[1] = (Has@)0; k[1].b = V;",
        "k[I].b",
    ),
];

/// Pairs of the types of place and value.
const TYPES: &[(Scalar, Scalar)] = &[
    (I32, I32),
    (U32, U32),
    (F32, F32),
    (F64, F64),
    (I64, I64),
    (U64, U64),
    (I16, I16),
    (F16, F16),
    (I32, F32),
    (F32, I32),
    (U32, I32),
    (I32, U32),
    (F32, F64),
    (I16, I32),
    (F16, F32),
    (U64, U32),
    (I32, I64),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for place in PLACES {
        for &(of, by) in TYPES {
            all.push(assigned(place, of, by));
        }
    }
    all
}

type Place = (&'static str, &'static str, &'static str, &'static str);

fn assigned(place: &Place, of: Scalar, by: Scalar) -> Probe {
    let (name, globals, before, target) = place;
    let mut probe =
        Probe::new(format!("{name} of {} changed by {}", of.name(), by.name()), "HLSL [Expr.conv], [Basic.lval]");
    probe.settings = Settings::of_types(&[of, by]);
    let rows: Vec<_> = few(of).into_iter().zip(few(by).into_iter().rev()).map(|(x, y)| [x, y]).collect();
    let last = of.words() + by.words();
    let words = rows.iter().map(|[x, y]| [x.words(), y.words(), vec![1]].concat());
    probe.table = Table::new(words.collect());
    let ops: Vec<_> = BINARY.iter().filter(|(op, _)| op.assigns() && common(*op, of, by).is_some()).collect();
    let ops: Vec<_> = ops.into_iter().filter(|(op, _)| !op.is_bitwise() || !of.is_float()).collect();
    let fill = |text: &str, index: usize| {
        let value = load(of, 0);
        let typed = text
            .replace("vector<T", &format!("vector<{}", of.name()))
            .replace("matrix<T", &format!("matrix<{}", of.name()));
        let typed = typed.replace("T ", &format!("{} ", of.name())).replace('V', &value);
        typed.replace("[I]", &format!("[$[{last}]]")).replace('@', &format!("_{index}_@"))
    };
    for (index, (_, spelling)) in ops.iter().enumerate() {
        let target = fill(target, index);
        probe.globals.push_str(&format!("{}\n", fill(globals, index)));
        probe.body.push_str(&format!("{{ {} {target} {spelling}= {};\n", fill(before, index), load(by, of.words())));
        probe.output(of, &target);
        probe.body.push_str("}\n");
        probe.outputs[index].label = format!("{target} after {spelling}=");
    }
    let from = ops.len();
    for (index, change) in ["++", "--"].iter().enumerate() {
        let index = index + from;
        let target = fill(target, index);
        probe.globals.push_str(&format!("{}\n", fill(globals, index)));
        probe.body.push_str(&format!("{{ {} {target}{change};\n", fill(before, index)));
        probe.output(of, &target);
        probe.body.push_str("}\n");
        probe.outputs[index].label = format!("{target} after {change}");
    }
    for [x, y] in rows {
        probe.expected.extend(ops.iter().map(|(op, _)| compound(*op, x, y)));
        let one = Number::integer(of, 1);
        probe.expected.extend([Binary::Add, Binary::Subtract].map(|op| compound(op, x, one)));
    }
    probe
}

/// `x = T(x op y)`. A value that is not one number makes no good case.
fn compound(op: Binary, x: Number, y: Number) -> Allowed {
    match mixed(op, x, y) {
        Some((of, Allowed::Bits(bits))) => convert(Number { of, bits }, x.of),
        Some((of, allowed)) if of == x.of => allowed,
        _ => Allowed::Undefined,
    }
}
