//! Atomic operations on floats: additions, minima, maxima, exchanges, and comparisons of bits. The numbers are whole, so that
//! sums of all lanes are exact in every order.
//!
//! Sections: the reference of `InterlockedAdd` and similar ones; `SPV_EXT_shader_atomic_float_add` and
//! `SPV_EXT_shader_atomic_float_min_max`.

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::layout::size_of;
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's atomic functions; SPV_EXT_shader_atomic_float_add";
const LANES: usize = 64;
/// With the instructions of the extensions.
const NAMED: &[&str] = &[
    "-fspv-target-env=vulkan1.3",
    "-fspv-extension=SPV_EXT_shader_atomic_float_add",
    "-fspv-extension=SPV_EXT_shader_atomic_float_min_max",
    "-fspv-extension=SPV_EXT_shader_atomic_float16_add",
];
/// By their bits.
const PLAIN: &[&str] = &["-fspv-target-env=vulkan1.3"];

type Operation = (&'static str, fn(i64, i64) -> i64);

const OPERATIONS: [Operation; 4] = [
    ("Add", |old, value| old + value),
    ("Min", |old, value| old.min(value)),
    ("Max", |old, value| old.max(value)),
    ("Exchange", |_, value| value),
];

/// The memory: declarations and the place, with `T` for the type.
const MEMORIES: [(&str, &str, &str); 2] = [
    ("structured buffer", "RWStructuredBuffer<T> held_@ : register(u3);\n", "held_@"),
    ("groupshared memory", "groupshared T held_@[64];\n", "held_@"),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for options in [PLAIN, NAMED] {
        for of in [Scalar::F32, Scalar::F64] {
            for memory in MEMORIES {
                all.extend(OPERATIONS.iter().map(|operation| alone(of, memory, *operation, options)));
                all.extend(OPERATIONS[..3].iter().map(|operation| together(of, memory, *operation, options)));
            }
        }
        all.extend(MEMORIES.map(|memory| compared(memory, options)));
    }
    all
}

fn values(lane: usize) -> [i64; 2] {
    [lane as i64 * 7 % 64 - 20, lane as i64 * 11 % 50 - 25]
}

fn start(
    name: String,
    of: Scalar,
    (memory, globals, _): (&str, &str, &str),
    options: &'static [&'static str],
) -> Probe {
    let mut probe = Probe::new(format!("{name} in {memory}"), SECTION);
    probe.settings = Settings { options, ..Settings::of_types(&[of]) };
    let rows: Vec<[Number; 2]> =
        (0..LANES).map(|lane| values(lane).map(|value| Number::integer(of, value.into()))).collect();
    probe.table = Table::of_numbers(&rows);
    probe.globals = globals.replace("<T>", &format!("<{}>", of.name())).replace("T ", &format!("{} ", of.name()));
    if memory == "structured buffer" {
        probe.storage = vec![0; LANES * size_of(of) / 4];
    }
    probe
}

fn exactly(of: Scalar, value: i64) -> Allowed {
    Allowed::computed(Number::integer(of, value.into()))
}

/// Each lane has a place of its own.
fn alone(
    of: Scalar,
    memory: (&str, &str, &str),
    (name, compute): Operation,
    options: &'static [&'static str],
) -> Probe {
    let mut probe = start(format!("Interlocked{name} of {}", of.name()), of, memory, options);
    let (ty, place) = (of.name(), format!("{}[$lane]", memory.2));
    probe.body = format!(
        "{place} = {}; {ty} before; Interlocked{name}({place}, {}, before); {ty} after = {place};\n",
        load(of, 0),
        load(of, of.words())
    );
    probe.output(of, "before");
    probe.output(of, "after");
    for lane in 0..LANES {
        let [old, value] = values(lane);
        probe.expected.extend([exactly(of, old), exactly(of, compute(old, value))]);
    }
    probe
}

/// All lanes have one place.
fn together(
    of: Scalar,
    memory: (&str, &str, &str),
    (name, compute): Operation,
    options: &'static [&'static str],
) -> Probe {
    let mut probe = start(format!("Interlocked{name} of {} by all lanes", of.name()), of, memory, options);
    let (ty, place) = (of.name(), format!("{}[3]", memory.2));
    probe.body = format!(
        "if ($lane == 0) {place} = ({ty})5;\nAllMemoryBarrierWithGroupSync();\n\
         Interlocked{name}({place}, {});\nAllMemoryBarrierWithGroupSync();\n",
        load(of, 0)
    );
    probe.output(of, &place);
    let all = (0..LANES).fold(5, |found, lane| compute(found, values(lane)[0]));
    probe.expected = vec![exactly(of, all); LANES];
    probe
}

/// Zeros of both signs differ, a NaN equals itself.
fn compared(memory: (&str, &str, &str), options: &'static [&'static str]) -> Probe {
    let of = Scalar::F32;
    let mut probe = start("comparisons of bits".to_owned(), of, memory, options);
    let place = format!("{}[$lane]", memory.2);
    probe.body = "float before; uint kind = $lane % 4; float nan = asfloat(0x7fc00000u + ($[0] & 1u));\n".to_owned();
    probe.body.push_str(&format!("{place} = kind == 0 ? -0.0f : kind == 1 ? nan : asfloat($[0]);\n"));
    probe.body.push_str("float compare = kind == 0 ? 0.0f : kind == 1 ? nan : kind == 2 ? asfloat($[0]) : 1000.0f;\n");
    probe.body.push_str(&format!("InterlockedCompareExchangeFloatBitwise({place}, compare, 500.0f, before);\n"));
    probe.output(of, &place);
    for lane in 0..LANES {
        let old = exactly(of, values(lane)[0]);
        probe.expected.push(match lane % 4 {
            0 => Allowed::Bits(0x8000_0000),
            1 | 2 => exactly(of, 500),
            _ => old,
        });
    }
    probe
}
