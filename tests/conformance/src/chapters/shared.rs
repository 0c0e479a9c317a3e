//! Groupshared memory and barriers: what a lane writes before a barrier, others read behind it.
//!
//! Sections: HLSL's `groupshared` and its barriers; Direct3D 11.3, 7.13 and 7.14. All 64 lanes are of one group.

use super::random::Random;
use crate::case::{Probe, Settings, Table, load};
use crate::oracle::{Allowed, Number, Scalar};
use std::sync::Arc;

const SECTION: &str = "HLSL's groupshared memory and barriers; Direct3D 11.3, 7.13";
const LANES: usize = 64;

/// A pattern of accesses: `T` is the type, `SYNC` the barrier, `x` the value of the lane; `y` is what it gets.
struct Pattern {
    name: &'static str,
    globals: &'static str,
    body: &'static str,
    result: fn(&[i64]) -> Vec<i64>,
}

fn permuted(values: &[i64], from: impl Fn(usize) -> usize) -> Vec<i64> {
    (0..LANES).map(|lane| values[from(lane) % LANES]).collect()
}

const PATTERNS: &[Pattern] = &[
    Pattern {
        name: "reversed",
        globals: "groupshared T held_@[64];",
        body: "held_@[lane] = x; SYNC; y = held_@[63u - lane];",
        result: |values| permuted(values, |lane| 63 - lane),
    },
    Pattern {
        name: "rotated in a loop",
        globals: "groupshared T held_@[64];",
        body: "y = x; for (uint k = 1u; k < 6u; ++k) { held_@[lane] = y; SYNC; y = held_@[(lane + k) % 64u]; SYNC; }",
        result: |values| permuted(values, |lane| lane + 15),
    },
    Pattern {
        name: "sums of prefixes",
        globals: "groupshared T held_@[64];",
        body: "y = x; for (uint d = 1u; d < 64u; d *= 2u) { held_@[lane] = y; SYNC; if (lane >= d) y += held_@[lane - d]; SYNC; }",
        result: |values| (0..LANES).map(|lane| values[..=lane].iter().sum()).collect(),
    },
    Pattern {
        name: "sum by halves",
        globals: "groupshared T held_@[64];",
        body: "held_@[lane] = x; SYNC; for (uint s = 32u; s > 0u; s >>= 1) { if (lane < s) held_@[lane] += held_@[lane + s]; SYNC; } y = held_@[0];",
        result: |values| vec![values.iter().sum(); LANES],
    },
    Pattern {
        name: "transposed",
        globals: "groupshared T held_@[8][8];",
        body: "held_@[lane / 8u][lane % 8u] = x; SYNC; y = held_@[lane % 8u][lane / 8u];",
        result: |values| permuted(values, |lane| lane % 8 * 8 + lane / 8),
    },
    Pattern {
        name: "transposed with a gap",
        globals: "groupshared T held_@[8][9];",
        body: "held_@[lane / 8u][lane % 8u] = x; SYNC; T row[9] = held_@[lane % 8u]; y = row[lane / 8u];",
        result: |values| permuted(values, |lane| lane % 8 * 8 + lane / 8),
    },
    Pattern {
        name: "components of vectors",
        globals: "groupshared vector<T, 4> held_@[16];",
        body: "held_@[lane / 4u][lane % 4u] = x; SYNC; y = held_@[(63u - lane) / 4u].wzyx[lane % 4u];",
        result: |values| permuted(values, |lane| (63 - lane) / 4 * 4 + 3 - lane % 4),
    },
    Pattern {
        name: "swizzles",
        globals: "groupshared vector<T, 3> held_@[64];",
        body: "held_@[lane].zx = vector<T, 2>(x, x + x); held_@[lane].y = x; SYNC; vector<T, 3> v = held_@[lane ^ 1u]; y = v.x - v.z + v.y;",
        result: |values| permuted(values, |lane| lane ^ 1).iter().map(|value| value * 2).collect(),
    },
    Pattern {
        name: "elements of matrices",
        globals: "groupshared matrix<T, 2, 2> held_@[16];",
        body: "held_@[lane / 4u][lane / 2u % 2u][lane % 2u] = x; SYNC; y = held_@[15u - lane / 4u]._m10;",
        result: |values| permuted(values, |lane| (15 - lane / 4) * 4 + 2),
    },
    Pattern {
        name: "members of structs",
        globals: "struct Cell_@ { uint before; T value; T more[2]; }; groupshared Cell_@ held_@[64];",
        body: "Cell_@ c; c.before = lane; c.value = x; c.more[0] = x + x; c.more[1] = x; held_@[lane] = c; SYNC; \
               Cell_@ o = held_@[(lane + 7u) % 64u]; SYNC; held_@[lane].more[1] = o.value; SYNC; y = held_@[o.before].more[1];",
        result: |values| permuted(values, |lane| lane + 14),
    },
    Pattern {
        name: "one writer",
        globals: "groupshared T held_@;",
        body: "if (lane == 37u) held_@ = x; SYNC; y = held_@; SYNC; if (lane == 2u) held_@ += x; SYNC; y += held_@;",
        result: |values| vec![values[37] * 2 + values[2]; LANES],
    },
    Pattern {
        name: "two arrays by turns",
        globals: "groupshared T even_@[64]; groupshared T odd_@[64];",
        body: "even_@[lane] = x; SYNC; for (uint k = 0u; k < 3u; ++k) { odd_@[lane] = even_@[(lane + 1u) % 64u]; SYNC; even_@[lane] = odd_@[(lane * 3u) % 64u]; SYNC; } y = even_@[lane];",
        result: |values| {
            let mut even = values.to_vec();
            for _ in 0..3 {
                let odd = permuted(&even, |lane| lane + 1);
                even = permuted(&odd, |lane| lane * 3);
            }
            even
        },
    },
    Pattern {
        name: "sorted",
        globals: "groupshared T held_@[64];",
        body: "held_@[lane] = x; SYNC; for (uint k = 0u; k < 64u; ++k) { uint at = lane * 2u + k % 2u; \
               if (at + 1u < 64u) { T a = held_@[at], b = held_@[at + 1u]; if (b < a) { held_@[at] = b; held_@[at + 1u] = a; } } SYNC; } y = held_@[lane];",
        result: |values| {
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            sorted
        },
    },
    Pattern {
        name: "through a function",
        globals: "groupshared T held_@[64]; T swap_@(uint lane, T x) { held_@[lane] = x; SYNC; T y = held_@[lane ^ 32u]; SYNC; return y; }",
        body: "y = swap_@(lane, x); y = swap_@(63u - lane, y);",
        result: |values| permuted(values, |lane| lane),
    },
    Pattern {
        name: "written by an inout parameter",
        globals: "groupshared T held_@[64]; void add_@(inout T place, T by) { place += by; }",
        body: "held_@[lane] = x; add_@(held_@[lane], x); SYNC; y = held_@[(lane * 5u) % 64u];",
        result: |values| permuted(values, |lane| lane * 5).iter().map(|value| value * 2).collect(),
    },
];

const BARRIERS: [&str; 2] = ["GroupMemoryBarrierWithGroupSync()", "AllMemoryBarrierWithGroupSync()"];

/// The options for Vulkan's memory model, in which barriers and accesses are spelled otherwise.
pub(super) const MODEL: &[&str] = &["-fspv-use-vulkan-memory-model", "-fspv-target-env=vulkan1.1"];
/// Every such probe runs under it too.
pub(super) const MODEL_EVERY: usize = 5;

pub(super) fn probes() -> Vec<Probe> {
    let mut random = Random::new(31);
    // Sums of all are exact in halves.
    let values: Vec<i64> = (0..LANES).map(|_| i64::from(random.next() % 16)).collect();
    let mut all = Vec::new();
    for of in Scalar::ALL.into_iter().filter(|of| *of != Scalar::Bool) {
        let rows: Vec<_> = values.iter().map(|value| [Number::integer(of, i128::from(*value))]).collect();
        let table = Table::of_numbers(&rows);
        for barrier in BARRIERS {
            all.extend(PATTERNS.iter().map(|pattern| probe(of, pattern, barrier, &values, &table)));
        }
    }
    let under: Vec<_> = all.iter().step_by(MODEL_EVERY).map(|probe| probe.under(MODEL)).collect();
    all.extend(under);
    all
}

fn probe(of: Scalar, pattern: &Pattern, barrier: &str, values: &[i64], table: &Arc<Table>) -> Probe {
    let mut probe = Probe::new(format!("{} of {} with {barrier}", pattern.name, of.name()), SECTION);
    probe.settings = Settings::of_types(&[of]);
    probe.table = Arc::clone(table);
    let ty = of.name();
    let typed = |text: &str| {
        let text = text.replace("SYNC", barrier).replace("<T,", &format!("<{ty},"));
        text.replace("(T ", &format!("({ty} ")).replace(" T ", &format!(" {ty} "))
    };
    probe.globals = typed(&format!("{}\n", pattern.globals));
    probe.body = format!("{ty} x = {}, y;\n{}\n", load(of, 0), typed(&format!(" {}", pattern.body)));
    probe.output(of, "y");
    let results = (pattern.result)(values);
    probe.expected = results.iter().map(|value| Allowed::exactly(Number::integer(of, i128::from(*value)))).collect();
    probe
}
