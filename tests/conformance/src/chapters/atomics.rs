//! Atomic operations on elements of structured buffers, on byte buffers and on groupshared memory: the old values, the new
//! ones, and sums over all lanes.
//!
//! Section: the reference of `InterlockedAdd` and similar ones.

use super::shared::{MODEL, MODEL_EVERY};
use crate::case::{Output, Probe, Settings, Table, load};
use crate::oracle::layout::size_of;
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's atomic functions; Direct3D 11.3, 7.14";
const LANES: usize = 64;

type Operation = (&'static str, fn(i128, i128) -> i128);

const OPERATIONS: [Operation; 7] = [
    ("Add", |old, value| old + value),
    ("And", |old, value| old & value),
    ("Or", |old, value| old | value),
    ("Xor", |old, value| old ^ value),
    ("Min", |old, value| old.min(value)),
    ("Max", |old, value| old.max(value)),
    ("Exchange", |_, value| value),
];

/// The memory of an atomic operation: declarations, and the place with `T` for the type.
const MEMORIES: [(&str, &str, &str); 3] = [
    ("structured buffer", "RWStructuredBuffer<T> held_@ : register(u3);", "held_@[lane]"),
    ("groupshared memory", "groupshared T held_@[64];", "held_@[lane]"),
    (
        "member in groupshared memory",
        "struct Cell_@ { uint pad; T cell; }; groupshared Cell_@ held_@[64];",
        "held_@[lane].cell",
    ),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for of in [Scalar::U32, Scalar::I32, Scalar::U64, Scalar::I64] {
        let rows = rows(of);
        for memory in MEMORIES {
            all.extend(OPERATIONS.into_iter().map(|operation| one_by_one(of, memory, operation, &rows)));
            all.push(exchanged(of, memory, &rows));
            all.push(by_literals(of, memory, &rows));
        }
    }
    for of in [Scalar::U32, Scalar::I32] {
        all.extend(OPERATIONS[..6].iter().map(|operation| together(of, *operation, &rows(of))));
    }
    all.push(in_bytes(&rows(Scalar::U32)));
    all.push(signed_in_bytes(&rows(Scalar::I32)));
    let under: Vec<_> = all.iter().step_by(MODEL_EVERY).map(|probe| probe.under(MODEL)).collect();
    all.extend(under);
    all
}

/// An old and a new value for each lane.
fn rows(of: Scalar) -> Vec<[Number; 2]> {
    let number = |index: usize, factor: i128| {
        Number::integer(of, (index as i128 - 20) * factor + (index as i128 * index as i128) % 17)
    };
    (0..LANES).map(|lane| [number(lane, 0x1234_5678_9abc), number(lane * 5 % 64, -0x7fed_cba9)]).collect()
}

fn start(name: String, of: Scalar, rows: &[[Number; 2]]) -> Probe {
    let mut probe = Probe::new(name, SECTION);
    probe.settings = Settings::of_types(&[of]);
    probe.table = Table::of_numbers(rows);
    probe
}

/// The type's name for `T`.
fn typed(text: &str, of: Scalar) -> String {
    text.replace("<T>", &format!("<{}>", of.name())).replace("T ", &format!("{} ", of.name()))
}

/// Each lane has a place of its own.
fn one_by_one(
    of: Scalar,
    (memory, globals, place): (&str, &str, &str),
    (name, compute): Operation,
    rows: &[[Number; 2]],
) -> Probe {
    let mut probe = start(format!("Interlocked{name} of {} in a {memory}", of.name()), of, rows);
    probe.globals = format!("{}\n", typed(globals, of));
    let (ty, old, new) = (of.name(), load(of, 0), load(of, of.words()));
    probe.body =
        format!("{place} = {old}; {ty} before; Interlocked{name}({place}, {new}, before); {ty} after = {place};\n");
    probe.output(of, "before");
    probe.output(of, "after");
    // Without the old value, but for exchanges, which have it always.
    if name != "Exchange" {
        probe.body.push_str(&format!("Interlocked{name}({place}, {new});\n"));
        probe.output(of, place);
    }
    for [old, new] in rows {
        let after = Number::integer(of, compute(old.as_integer(), new.as_integer()));
        probe.expected.extend([*old, after].map(Allowed::exactly));
        if name != "Exchange" {
            let twice = Number::integer(of, compute(after.as_integer(), new.as_integer()));
            probe.expected.push(Allowed::exactly(twice));
        }
    }
    buffer(&mut probe, memory, of);
    probe
}

/// The probe's own buffer, if the memory is one.
fn buffer(probe: &mut Probe, memory: &str, of: Scalar) {
    if memory == "structured buffer" {
        probe.storage = vec![0; LANES * size_of(of) / 4];
    }
}

fn exchanged(of: Scalar, (memory, globals, place): (&str, &str, &str), rows: &[[Number; 2]]) -> Probe {
    let mut probe = start(format!("compare and exchange of {} in a {memory}", of.name()), of, rows);
    probe.globals = format!("{}\n", typed(globals, of));
    let (ty, old, new) = (of.name(), load(of, 0), load(of, of.words()));
    // Odd lanes compare with the value that is there.
    probe.body = format!(
        "{place} = {old}; {ty} compared = {ty}({place} + {ty}(lane % 2 == 1 ? 0 : 1)); {ty} before;\n\
         InterlockedCompareExchange({place}, compared, {new}, before);\n"
    );
    probe.output(of, "before");
    probe.output(of, place);
    probe.body.push_str(&format!("{place} = {old}; InterlockedCompareStore({place}, compared, {new});\n"));
    probe.output(of, place);
    for (lane, [old, new]) in rows.iter().enumerate() {
        let after = if lane % 2 == 1 { new } else { old };
        probe.expected.extend([*old, *after, *after].map(Allowed::exactly));
    }
    buffer(&mut probe, memory, of);
    probe
}

/// By literals, which have no type of their own that would choose between signed and unsigned.
fn by_literals(of: Scalar, (memory, globals, place): (&str, &str, &str), rows: &[[Number; 2]]) -> Probe {
    let mut probe = start(format!("literals and {} in a {memory}", of.name()), of, rows);
    probe.globals = format!("{}\n", typed(globals, of));
    let (ty, old) = (of.name(), load(of, 0));
    probe.body = format!("{ty} before;\n");
    let calls = OPERATIONS.into_iter().zip([1000, 0x7ff, 1, 3, 7, 1, 5]);
    for ((name, _), literal) in calls.clone() {
        probe.body.push_str(&format!("{place} = {old}; Interlocked{name}({place}, {literal}, before);\n"));
        probe.output(of, place);
    }
    for [old, _] in rows {
        let after =
            |((_, compute), literal): (Operation, i128)| Number::integer(of, compute(old.as_integer(), literal));
        probe.expected.extend(calls.clone().map(after).map(Allowed::exactly));
    }
    buffer(&mut probe, memory, of);
    probe
}

/// All lanes change one place, in any order: the result is the same.
fn together(of: Scalar, (name, compute): Operation, rows: &[[Number; 2]]) -> Probe {
    let mut probe = start(format!("Interlocked{name} of {} by all lanes", of.name()), of, rows);
    let first = Number::integer(of, 0x0f0f_1234);
    probe.storage = vec![first.bits as u32, 0];
    probe.globals = typed("RWStructuredBuffer<T> held_@ : register(u3);\n", of);
    probe.body = format!("Interlocked{name}(held_@[0], {});\nresult[r] = 1u;\n", load(of, 1));
    probe.outputs.push(Output { of: Scalar::U32, label: "done".to_owned() });
    probe.expected = vec![Allowed::Bits(1); rows.len()];
    let last = rows
        .iter()
        .fold(first.as_integer(), |value, [_, new]| Number::integer(of, compute(value, new.as_integer())).as_integer());
    let bytes = (Number::integer(of, last).bits as u32).to_le_bytes();
    probe.stored = bytes.into_iter().map(Some).chain([None; 4]).collect();
    probe
}

/// Methods of byte buffers, each lane at an offset of its own.
fn in_bytes(rows: &[[Number; 2]]) -> Probe {
    let of = Scalar::U32;
    let mut probe = start("methods of byte buffers".to_owned(), of, rows);
    probe.storage = vec![0; LANES];
    probe.globals = "RWByteAddressBuffer held_@ : register(u3);\n".to_owned();
    probe.body = "uint before;\n".to_owned();
    for (name, _) in OPERATIONS {
        probe
            .body
            .push_str(&format!("held_@.Store(lane * 4, $[0]); held_@.Interlocked{name}(lane * 4, $[1], before);\n"));
        probe.output(of, "before");
        probe.output(of, "held_@.Load(lane * 4)");
    }
    probe.body.push_str("held_@.Store(lane * 4, $[0]); held_@.InterlockedCompareExchange(lane * 4, $[0] + (lane & 1u), $[1], before);\n");
    probe.output(of, "before");
    probe.output(of, "held_@.Load(lane * 4)");
    for (lane, [old, new]) in rows.iter().enumerate() {
        for (_, compute) in OPERATIONS {
            let after = Number::integer(of, compute(old.as_integer(), new.as_integer()));
            probe.expected.extend([*old, after].map(Allowed::exactly));
        }
        probe.expected.extend([*old, if lane % 2 == 0 { *new } else { *old }].map(Allowed::exactly));
    }
    probe
}

/// The methods of byte buffers that are different for signed values.
fn signed_in_bytes(rows: &[[Number; 2]]) -> Probe {
    let of = Scalar::I32;
    let mut probe = start("methods of byte buffers with signed values".to_owned(), of, rows);
    probe.storage = vec![0; LANES];
    probe.globals = "RWByteAddressBuffer held_@ : register(u3);\n".to_owned();
    probe.body = "int before;\n".to_owned();
    let operations = OPERATIONS.into_iter().filter(|(name, _)| matches!(*name, "Min" | "Max"));
    for (name, _) in operations.clone() {
        probe.body.push_str(&format!(
            "held_@.Store(lane * 4, $[0]); held_@.Interlocked{name}(lane * 4, asint($[1]), before);\n"
        ));
        probe.output(of, "before");
        probe.output(of, "asint(held_@.Load(lane * 4))");
    }
    for [old, new] in rows {
        for (_, compute) in operations.clone() {
            let after = Number::integer(of, compute(old.as_integer(), new.as_integer()));
            probe.expected.extend([*old, after].map(Allowed::exactly));
        }
    }
    probe
}
