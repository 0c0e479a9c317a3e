//! Counters of structured buffers: raised and lowered, and elements appended and consumed.
//!
//! Sections: the references of `RWStructuredBuffer`, `AppendStructuredBuffer` and `ConsumeStructuredBuffer`; DXC's SPIR-V,
//! "Counters". The programs have one thread, so that the order of its operations is the order of the counter's values.

use crate::case::{FIRST_COUNT, Probe, Table};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL's AppendStructuredBuffer and ConsumeStructuredBuffer; DXC's SPIR-V, Counters";
/// Elements of the buffers, more than the programs reach.
const ELEMENTS: usize = 12;

/// A type of elements: its name, its declaration, the words of one, and an element made of the number `n`.
struct Element {
    name: &'static str,
    declared: &'static str,
    words: usize,
    made: &'static str,
    parts: &'static [&'static str],
}

// Types that are laid out alike by all rules; the chapter of layouts has the others.
const ELEMENT_TYPES: &[Element] = &[
    Element { name: "uint", declared: "", words: 1, made: "n", parts: &["e"] },
    Element {
        name: "uint4",
        declared: "",
        words: 4,
        made: "uint4(n, n + 1, n + 2, n + 3)",
        parts: &["e.x", "e.y", "e.z", "e.w"],
    },
    Element {
        name: "Both_@",
        declared: "struct Both_@ { uint first; uint others[2]; uint last; };\nBoth_@ both_@(uint n) { Both_@ e; e.first = n; e.others[0] = n + 1; e.others[1] = n + 2; e.last = n + 3; return e; }\n",
        words: 4,
        made: "both_@(n)",
        parts: &["e.first", "e.others[0]", "e.others[1]", "e.last"],
    },
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for element in ELEMENT_TYPES {
        all.extend([counted(element), appended(element), consumed(element)]);
    }
    all
}

/// The content of the buffer at first: each word its own number.
fn content(element: &Element) -> Vec<u32> {
    (0..ELEMENTS * element.words).map(|word| 1000 + word as u32).collect()
}

fn start(what: &str, object: &str, element: &Element) -> Probe {
    let mut probe = Probe::new(format!("{what} of {}", element.name.trim_end_matches("_@")), SECTION);
    probe.globals =
        format!("{}[[vk::counter_binding(6)]] {object}<{}> b_@ : register(u3);\n", element.declared, element.name);
    probe.storage = content(element);
    probe.table = Table::new(vec![vec![1]]);
    probe
}

fn expect(probe: &mut Probe, expression: &str, value: u32) {
    probe.check(Scalar::U32, expression, Allowed::exactly(Number::integer(Scalar::U32, value.into())));
}

/// `IncrementCounter` gives the value before, `DecrementCounter` the one afterwards.
fn counted(element: &Element) -> Probe {
    let mut probe = start("counters", "RWStructuredBuffer", element);
    probe.body = "uint a = b_@.IncrementCounter(), b = b_@.IncrementCounter(), c = b_@.DecrementCounter(), d = b_@.DecrementCounter(), e = b_@.IncrementCounter();\n".to_owned();
    for (name, value) in
        [("a", FIRST_COUNT), ("b", FIRST_COUNT + 1), ("c", FIRST_COUNT + 1), ("d", FIRST_COUNT), ("e", FIRST_COUNT)]
    {
        expect(&mut probe, name, value);
    }
    probe
}

/// Elements appended in a loop lie behind one another from the counter's value on.
fn appended(element: &Element) -> Probe {
    let mut probe = start("elements appended", "AppendStructuredBuffer", element);
    probe.body = format!("for (uint n = $[0] * 50; n < 80; n += 10) {{ b_@.Append({}); }}\n", element.made);
    expect(&mut probe, "1u", 1);
    let mut words = content(element);
    for (index, n) in (50..80).step_by(10).enumerate() {
        let first = (FIRST_COUNT as usize + index) * element.words;
        words[first..][..element.words].copy_from_slice(&[n, n + 1, n + 2, n + 3][..element.words]);
    }
    probe.stored = words.iter().flat_map(|word| word.to_le_bytes()).map(Some).collect();
    probe
}

/// Elements are consumed from the one before the counter's value backwards.
fn consumed(element: &Element) -> Probe {
    let mut probe = start("elements consumed", "ConsumeStructuredBuffer", element);
    for index in 0..3 {
        let first = (FIRST_COUNT as usize - 1 - index) * element.words;
        probe.body.push_str(&format!("{{ {} e = b_@.Consume();\n", element.name));
        for (part, name) in element.parts.iter().enumerate() {
            expect(&mut probe, name, 1000 + (first + part) as u32);
        }
        probe.body.push_str("}\n");
    }
    probe
}
