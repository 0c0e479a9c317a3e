//! Order of evaluation and short circuits: trees of operators over calls that leave a trace, and places named by calls.
//!
//! Sections: HLSL 2021's "Logical Operation Short Circuiting for Scalars": before it `&&`, `||` and `?:` evaluate all
//! operands. Operands and arguments are evaluated from left to right, as DXC does; the draft of the specification is silent.

mod places;

use super::random::Random;
use crate::case::{Probe, Settings, Table, Version};
use crate::oracle::{Allowed, Scalar};
use std::sync::Arc;

const TREES: u64 = 120;
/// The leaves of a tree, at most: a bit of the input for each.
const LEAVES: u32 = 16;

/// An expression whose value is true or false.
enum Tree {
    Leaf(u32),
    Not(Box<Tree>),
    Both(Box<Tree>, Box<Tree>),
    Either(Box<Tree>, Box<Tree>),
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
    Comma(Box<Tree>, Box<Tree>),
    Same(Box<Tree>, Box<Tree>),
    /// A call, which evaluates all its arguments.
    Odd(Box<Tree>, Box<Tree>, Box<Tree>),
}

pub(super) fn probes() -> Vec<Probe> {
    let mut random = Random::new(99);
    let rows: Vec<_> = (0..64).map(|_| random.next() & 0xffff).collect();
    let table = Table::new(rows.iter().map(|bits| vec![*bits]).collect());
    let mut all = Vec::new();
    for version in [Version::V2018, Version::V2021] {
        all.extend((0..TREES).map(|seed| probe(version, seed, &rows, &table)));
    }
    all.extend(places::probes());
    all
}

fn probe(version: Version, seed: u64, rows: &[u32], table: &Arc<Table>) -> Probe {
    let mut leaves = 0;
    let tree = grow(&mut Random::new(seed), &mut leaves, 4);
    let mut probe = Probe::new(format!("tree {seed} in {version:?}"), "HLSL 2021, short circuits; order as DXC's");
    probe.settings = Settings { version, ..Settings::default() };
    probe.table = Arc::clone(table);
    probe.globals = "static uint trace_@;
bool leaf_@(uint id, uint bits) { trace_@ = trace_@ * 31u + id + 1u; return (bits >> id & 1u) != 0u; }
bool odd_@(bool a, bool b, bool c) { trace_@ = trace_@ * 31u + 29u; return (uint(a) + uint(b) + uint(c)) % 2u == 1u; }\n"
        .to_owned();
    let text = tree.text();
    // As a value, as a condition, and as the condition of a loop.
    probe.body = format!("uint bits = $[0];\ntrace_@ = 0u; bool value = {text};\n");
    probe.output(Scalar::Bool, "value");
    probe.output(Scalar::U32, "trace_@");
    probe.body.push_str(&format!("trace_@ = 0u; uint branch = 2u; if ({text}) branch = 1u; else branch = 0u;\n"));
    probe.output(Scalar::U32, "branch");
    probe.output(Scalar::U32, "trace_@");
    probe.body.push_str(&format!("trace_@ = 0u; uint turns = 0u; while (({text}) && turns < 2u) ++turns;\n"));
    probe.output(Scalar::U32, "turns");
    for output in &mut probe.outputs {
        output.label = format!("{} of {text}", output.label);
    }
    for &bits in rows {
        let mut trace = 0;
        let value = tree.value(bits, version == Version::V2021, &mut trace);
        let turns = if value { 2 } else { 0 };
        let expected = [u32::from(value), trace, u32::from(value), trace, turns];
        probe.expected.extend(expected.map(|word| Allowed::Bits(u64::from(word))));
    }
    probe
}

fn grow(random: &mut Random, leaves: &mut u32, depth: usize) -> Tree {
    if depth == 0 || *leaves >= LEAVES - 1 || random.once_in(6) {
        *leaves = (*leaves + 1).min(LEAVES);
        return Tree::Leaf(*leaves - 1);
    }
    let kind = random.below(8);
    let mut next = || Box::new(grow(random, leaves, depth - 1));
    match kind {
        0 => Tree::Not(next()),
        1 | 2 => Tree::Both(next(), next()),
        3 | 4 => Tree::Either(next(), next()),
        5 => Tree::Choice(next(), next(), next()),
        6 => Tree::Odd(next(), next(), next()),
        _ if depth.is_multiple_of(2) => Tree::Comma(next(), next()),
        _ => Tree::Same(next(), next()),
    }
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Leaf(id) => format!("leaf_@({id}u, bits)"),
            Tree::Not(a) => format!("!{}", a.text()),
            Tree::Both(a, b) => format!("({} && {})", a.text(), b.text()),
            Tree::Either(a, b) => format!("({} || {})", a.text(), b.text()),
            Tree::Choice(a, b, c) => format!("({} ? {} : {})", a.text(), b.text(), c.text()),
            Tree::Comma(a, b) => format!("({}, {})", a.text(), b.text()),
            Tree::Same(a, b) => format!("({} == {})", a.text(), b.text()),
            Tree::Odd(a, b, c) => format!("odd_@({}, {}, {})", a.text(), b.text(), c.text()),
        }
    }

    fn value(&self, bits: u32, short: bool, trace: &mut u32) -> bool {
        match self {
            Tree::Leaf(id) => {
                *trace = trace.wrapping_mul(31).wrapping_add(id + 1);
                bits >> id & 1 != 0
            }
            Tree::Not(a) => !a.value(bits, short, trace),
            Tree::Both(a, b) => {
                let first = a.value(bits, short, trace);
                let second = (first || !short) && b.value(bits, short, trace);
                first && second
            }
            Tree::Either(a, b) => {
                let first = a.value(bits, short, trace);
                if first && short { true } else { b.value(bits, short, trace) || first }
            }
            Tree::Choice(a, b, c) if short => {
                if a.value(bits, short, trace) {
                    b.value(bits, short, trace)
                } else {
                    c.value(bits, short, trace)
                }
            }
            Tree::Choice(a, b, c) => {
                let [first, second, third] = [a, b, c].map(|tree| tree.value(bits, short, trace));
                if first { second } else { third }
            }
            Tree::Comma(a, b) => {
                a.value(bits, short, trace);
                b.value(bits, short, trace)
            }
            Tree::Same(a, b) => {
                let [first, second] = [a, b].map(|tree| tree.value(bits, short, trace));
                first == second
            }
            Tree::Odd(a, b, c) => {
                let [first, second, third] = [a, b, c].map(|tree| tree.value(bits, short, trace));
                *trace = trace.wrapping_mul(31).wrapping_add(29);
                first ^ second ^ third
            }
        }
    }
}
