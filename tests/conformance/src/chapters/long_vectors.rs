//! Vectors of more than four components: operators and functions component by component, conversions, parameters, memory.
//!
//! Sections: HLSL's proposal 0026; in memory a component follows the other, and their size is the alignment.

use super::random::Random;
use crate::case::{Probe, Settings, Table, load};
use crate::oracle::convert::convert;
use crate::oracle::edges::edges;
use crate::oracle::functions::FUNCTIONS;
use crate::oracle::layout::size_of;
use crate::oracle::operate::{BINARY, UNARY, common, mixed, result, unary};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's proposal 0026, long vectors";
const OPTIONS: &[&str] = &["-T", "cs_6_9"];
/// Vectors stay whole.
const NATIVE: &[&str] = &["-T", "cs_6_9", "-fspv-extension=SPV_EXT_long_vector", "-fspv-extension=KHR"];
/// The step between probes that are also compiled with whole vectors.
const NATIVE_EVERY: usize = 3;
/// Multiples of four and others, of which the last piece has one to three components.
const LENGTHS: [usize; 5] = [5, 6, 7, 8, 17];
const ROWS: usize = 8;
const TYPES: [Scalar; 9] = [
    Scalar::I16,
    Scalar::U16,
    Scalar::I32,
    Scalar::U32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F16,
    Scalar::F32,
    Scalar::F64,
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for (at, of) in TYPES.into_iter().enumerate() {
        for len in LENGTHS {
            all.push(operators(of, len));
            all.push(passed(of, len));
            all.push(held(of, len));
        }
        let lengths = LENGTHS.iter().cycle().skip(at);
        all.extend(FUNCTIONS.iter().zip(lengths).filter_map(|(function, len)| functions(function.call, of, *len)));
        all.extend(TYPES.into_iter().zip(LENGTHS.iter().cycle()).map(|(to, len)| converted(of, to, *len)));
        all.push(reduced(of, LENGTHS[at % LENGTHS.len()]));
        all.push(composed(of, LENGTHS[at % LENGTHS.len()]));
    }
    let native: Vec<_> = all.iter().step_by(NATIVE_EVERY).map(|probe| probe.under(NATIVE)).collect();
    all.extend(native);
    all
}

fn vector(of: Scalar, len: usize) -> String {
    format!("vector<{}, {len}>", of.name())
}

/// A probe with rows of arguments, which are declared as vectors.
fn start(name: String, of: Scalar, len: usize, names: &[&str], rows: &[Vec<Number>]) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    probe.settings = Settings { options: OPTIONS, ..Settings::of_types(&[of]) };
    probe.table = Table::new(rows.iter().map(|row| row.iter().flat_map(|number| number.words()).collect()).collect());
    for (at, name) in names.iter().enumerate() {
        let parts: Vec<_> = (0..len).map(|part| load(of, (at * len + part) * of.words())).collect();
        probe.body.push_str(&format!("{} {name} = {{ {} }};\n", vector(of, len), parts.join(", ")));
    }
    probe
}

/// Rows of edge values for a number of vectors.
fn edge_rows(of: Scalar, len: usize, vectors: usize) -> Vec<Vec<Number>> {
    let values = edges(of);
    let value = |row: usize, part: usize| values[(row * 5 + part % len * 7 + part / len * 3) % values.len()];
    (0..ROWS).map(|row| (0..len * vectors).map(|part| value(row, part)).collect()).collect()
}

/// Rows of small whole numbers.
fn whole_rows(of: Scalar, len: usize, vectors: usize) -> Vec<Vec<Number>> {
    let mut random = Random::new(len as u64);
    let mut number = || Number::integer(of, random.below(9) as i128);
    (0..ROWS).map(|_| (0..len * vectors).map(|_| number()).collect()).collect()
}

/// Stores all components of a variable.
fn store_all(probe: &mut Probe, of: Scalar, name: &str, len: usize) {
    for part in 0..len {
        probe.output(of, &format!("{name}[{part}]"));
    }
}

fn operators(of: Scalar, len: usize) -> Probe {
    let rows = edge_rows(of, len, 2);
    let mut probe = start(format!("operators on {}", vector(of, len)), of, len, &["x", "y"], &rows);
    let zero = Number::integer(of, 0);
    let binaries: Vec<_> = BINARY
        .iter()
        .filter(|(_, text)| !matches!(*text, "&&" | "||"))
        .filter_map(|(op, text)| Some((*op, *text, common(*op, of, of)?)))
        .collect();
    let unaries: Vec<_> = UNARY
        .iter()
        .filter(|(_, text)| text.len() == 1)
        .filter_map(|(op, text)| Some((*op, *text, unary(*op, zero)?.0)))
        .collect();
    for (op, text, common) in &binaries {
        let to = result(*op, *common);
        probe.body.push_str(&format!("{{ {} v = x {text} y;\n", vector(to, len)));
        store_all(&mut probe, to, "v", len);
        probe.body.push_str("}\n");
    }
    for (_, text, to) in &unaries {
        probe.body.push_str(&format!("{{ {} v = {text}x;\n", vector(*to, len)));
        store_all(&mut probe, *to, "v", len);
        probe.body.push_str("}\n");
    }
    for row in &rows {
        for (op, ..) in &binaries {
            let part =
                |at: usize| mixed(*op, row[at], row[len + at]).map_or(Allowed::Undefined, |(_, allowed)| allowed);
            probe.expected.extend((0..len).map(part));
        }
        for (op, ..) in &unaries {
            let part = |at: usize| unary(*op, row[at]).map_or(Allowed::Undefined, |(_, allowed)| allowed);
            probe.expected.extend((0..len).map(part));
        }
    }
    probe
}

/// A function of the table, if it takes the type and gives a component for each.
fn functions(call: &'static str, of: Scalar, len: usize) -> Option<Probe> {
    let function = FUNCTIONS.iter().find(|function| function.call == call)?;
    if !function.types.contains(&of) || call.starts_with("any(") || call.starts_with("all(") {
        return None;
    }
    let names = &["x", "y", "z"][..function.arguments];
    let rows = edge_rows(of, len, names.len());
    let mut probe = start(format!("{call} of {}", vector(of, len)), of, len, names, &rows);
    let to = function.result.unwrap_or(of);
    probe.body.push_str(&format!("{} v = {call};\n", vector(to, len)));
    store_all(&mut probe, to, "v", len);
    for row in &rows {
        let arguments = |at: usize| (0..names.len()).map(|name| row[name * len + at]).collect::<Vec<_>>();
        probe.expected.extend((0..len).map(|at| function.allowed(&arguments(at))));
    }
    Some(probe)
}

/// Casts, also of the first components alone.
fn converted(of: Scalar, to: Scalar, len: usize) -> Probe {
    let rows = edge_rows(of, len, 1);
    let mut probe = start(format!("{} as {}", vector(of, len), to.name()), of, len, &["x"], &rows);
    probe.settings = Settings { options: OPTIONS, ..Settings::of_types(&[of, to]) };
    probe.body.push_str(&format!("{0} v = ({0})x;\n{1}3 w = ({1}3)x;\n", vector(to, len), to.name()));
    store_all(&mut probe, to, "v", len);
    store_all(&mut probe, to, "w", 3);
    for row in &rows {
        probe.expected.extend(row.iter().chain(&row[..3]).map(|number| convert(*number, to)));
    }
    probe
}

/// Parameters of each mode, results, elements as arguments, and a choice of a component at run time.
fn passed(of: Scalar, len: usize) -> Probe {
    let rows = whole_rows(of, len, 2);
    let (ty, name) = (vector(of, len), of.name());
    let mut probe = start(format!("{ty} as parameters"), of, len, &["x", "y"], &rows);
    probe.globals = format!(
        "{ty} change_@({ty} a, inout {ty} b, out {ty} c, inout {name} d) {{\n\
         c = b; b += a; b[1] = a[0]; d += a[{0}]; a = 2; return a * c;\n}}\n",
        len - 1
    );
    probe.body.push_str(&format!("{ty} c, list[2]; list[1] = y;\n"));
    probe.body.push_str(&format!("{ty} v = change_@(x, list[1], c, list[0][$lane % {len}]);\n"));
    probe.body.push_str(&format!("{name} chosen = list[1][$lane % {len}]; list[1][$lane % {len}] = 7;\n"));
    store_all(&mut probe, of, "v", len);
    store_all(&mut probe, of, "c", len);
    store_all(&mut probe, of, "list[1]", len);
    probe.output(of, "chosen");
    probe.body = probe.body.replacen("list[1] = y;", "list[0] = 0; list[1] = y;", 1);
    for (lane, row) in rows.iter().enumerate() {
        let number = |value: i128| Allowed::computed(Number::integer(of, value));
        let (x, y) = row.split_at(len);
        let sum = |at: usize| if at == 1 { x[0].whole() } else { x[at].whole() + y[at].whole() };
        probe.expected.extend(y.iter().map(|part| number(2 * part.whole())));
        probe.expected.extend(y.iter().map(|part| number(part.whole())));
        probe.expected.extend((0..len).map(|at| number(if at == lane % len { 7 } else { sum(at) })));
        probe.expected.push(number(sum(lane % len)));
    }
    probe
}

/// A member of a structured buffer, and groupshared memory.
fn held(of: Scalar, len: usize) -> Probe {
    let rows = whole_rows(of, len, 1);
    let (ty, size) = (vector(of, len), size_of(of));
    let mut probe = start(format!("{ty} in memory"), of, len, &["x"], &rows[..1]);
    probe.globals = format!(
        "struct Cell_@ {{ uint first; {ty} list[2]; {} last; }};\nRWStructuredBuffer<Cell_@> held_@ : register(u3);\n\
         groupshared {ty} shared_@[2];\n",
        of.name()
    );
    probe.body.push_str("held_@[0].list[1] = x; held_@[0].last = x[0];\n");
    probe.body.push_str("shared_@[1] = held_@[0].list[1]; shared_@[1][2] = 5; held_@[1].list[0] = shared_@[1];\n");
    probe.body.push_str(&format!("held_@[1].list[1][{}] = x[1];\n", len - 1));
    store_all(&mut probe, of, "shared_@[1]", len);
    let row = &rows[0];
    let five = Number::integer(of, 5);
    probe.expected.extend((0..len).map(|at| Allowed::exactly(if at == 2 { five } else { row[at] })));
    let list = size.max(4);
    let last = list + 2 * len * size;
    let stride = (last + size).next_multiple_of(size.max(4));
    let mut bytes = vec![Some(0xa5); 2 * stride];
    let mut put = |at: usize, number: Number| {
        for (byte, value) in number.bits.to_le_bytes()[..size].iter().enumerate() {
            bytes[at + byte] = Some(*value);
        }
    };
    for (at, number) in row.iter().enumerate() {
        put(list + (len + at) * size, *number);
        put(stride + list + at * size, if at == 2 { five } else { *number });
    }
    put(last, row[0]);
    put(stride + list + (2 * len - 1) * size, row[1]);
    bytes.resize(bytes.len().next_multiple_of(4), Some(0xa5));
    probe.storage = vec![0xa5a5_a5a5; bytes.len() / 4];
    probe.stored = bytes;
    probe
}

/// `dot`, `any`, `all`, and a loop.
fn reduced(of: Scalar, len: usize) -> Probe {
    let rows = whole_rows(of, len, 2);
    let mut probe = start(format!("reductions of {}", vector(of, len)), of, len, &["x", "y"], &rows);
    probe.body.push_str(&format!("{} sum = 0; for (uint i = 0; i < {len}; i++) sum += x[i];\n", of.name()));
    let has_dot = !matches!(of, Scalar::F64);
    probe.output(of, "sum");
    probe.output(Scalar::Bool, "any(x)");
    probe.output(Scalar::Bool, "all(x)");
    probe.output(Scalar::Bool, "all(x == x)");
    if has_dot {
        probe.output(of, "dot(x, y)");
    }
    for row in &rows {
        let (x, y) = row.split_at(len);
        let flag = |value: bool| Allowed::Bits(value.into());
        probe.expected.push(Allowed::computed(Number::integer(of, x.iter().map(|part| part.whole()).sum())));
        probe.expected.push(flag(x.iter().any(|part| part.whole() != 0)));
        probe.expected.push(flag(x.iter().all(|part| part.whole() != 0)));
        probe.expected.push(flag(true));
        if has_dot {
            let products = x.iter().zip(y).map(|(a, b)| a.whole() * b.whole());
            probe.expected.push(Allowed::computed(Number::integer(of, products.sum())));
        }
    }
    probe
}

/// Lists, constructors, slices, arrays and the choice between two vectors.
fn composed(of: Scalar, len: usize) -> Probe {
    let rows = whole_rows(of, len, 2);
    let (ty, longer) = (vector(of, len), vector(of, len + 2));
    let mut probe = start(format!("parts of {ty}"), of, len, &["x", "y"], &rows);
    probe.globals = "#include <vector_utils>\n".to_owned();
    probe.body.push_str(&format!("{longer} joined = {{ y[0], x, y[1] }};\n{longer} made = {longer}(y[2], y[3], x);\n"));
    probe.body.push_str(&format!("{}3 part = hlsl::slice<1, 3>(x);\n", of.name()));
    probe.body.push_str(&format!("{ty} chosen = $lane % 2 == 0 ? x : y;\n{ty} mixed = select(x == y, x, y);\n"));
    probe.body.push_str(&format!("{0} numbers[{len}] = ({0}[{len}])x; {ty} back = ({ty})numbers;\n", of.name()));
    store_all(&mut probe, of, "joined", len + 2);
    store_all(&mut probe, of, "made", len + 2);
    store_all(&mut probe, of, "part", 3);
    for name in ["chosen", "mixed", "back"] {
        store_all(&mut probe, of, name, len);
    }
    for (lane, row) in rows.iter().enumerate() {
        let (x, y) = row.split_at(len);
        let ends = [&y[..1], x, &y[1..2], &y[2..4], x, &x[1..4]];
        let chosen = if lane % 2 == 0 { x } else { y };
        let all = ends.into_iter().chain([chosen, y, x]).flatten();
        probe.expected.extend(all.map(|number| Allowed::exactly(*number)));
    }
    probe
}
