//! Places that are read and written, named by expressions with effects: each of those happens once.
//!
//! Section: \[Expr.Ass\] of the language's specification, as C++'s \[expr.ass\]: in `E1 op= E2` the left operand is evaluated
//! once. So in `++` and `--`. Of several indices the left one comes first, as DXC has it.

use super::super::random::Random;
use crate::case::{Probe, Settings, Table, Version};
use crate::oracle::{Allowed, Scalar};
use std::fmt::Write as _;

const PROBES: u64 = 160;
const STATEMENTS: usize = 4;
const ELEMENTS: usize = 4;

/// An array whose elements have places.
struct Holder {
    ty: &'static str,
    /// The words of an element: how each is read, and its bits.
    words: &'static [(&'static str, u32)],
    places: &'static [Place],
}

/// A place in an element, behind its first index.
struct Place {
    /// `I` is an index that a call gives, below 2 or 4 as [`Place::indices`] says.
    text: &'static str,
    /// The bounds of its indices.
    indices: &'static [usize],
    /// The words of the element for the values of the indices.
    words: fn(&[usize]) -> Vec<usize>,
}

const HOLDERS: [Holder; 3] = [
    Holder {
        ty: "uint4",
        words: &[(".x", 32), (".y", 32), (".z", 32), (".w", 32)],
        places: &[
            Place { text: "", indices: &[], words: |_| vec![0, 1, 2, 3] },
            Place { text: ".y", indices: &[], words: |_| vec![1] },
            Place { text: ".zx", indices: &[], words: |_| vec![2, 0] },
            Place { text: ".wzy", indices: &[], words: |_| vec![3, 2, 1] },
            Place { text: "[I]", indices: &[4], words: |at| vec![at[0]] },
        ],
    },
    Holder {
        ty: "uint2x2",
        words: &[("[0][0]", 32), ("[0][1]", 32), ("[1][0]", 32), ("[1][1]", 32)],
        places: &[
            Place { text: "._m10", indices: &[], words: |_| vec![2] },
            Place { text: "._m10_m01", indices: &[], words: |_| vec![2, 1] },
            Place { text: "._m11_m00_m10", indices: &[], words: |_| vec![3, 0, 2] },
            Place { text: "[I]", indices: &[2], words: |at| vec![at[0] * 2, at[0] * 2 + 1] },
            Place { text: "[I].yx", indices: &[2], words: |at| vec![at[0] * 2 + 1, at[0] * 2] },
            Place { text: "[I][I]", indices: &[2, 2], words: |at| vec![at[0] * 2 + at[1]] },
        ],
    },
    Holder {
        ty: "Fields_@",
        words: &[(".a", 8), (".b", 8), (".c", 16), (".d.x", 32), (".d.y", 32)],
        places: &[
            Place { text: ".a", indices: &[], words: |_| vec![0] },
            Place { text: ".b", indices: &[], words: |_| vec![1] },
            Place { text: ".c", indices: &[], words: |_| vec![2] },
            Place { text: ".d.yx", indices: &[], words: |_| vec![4, 3] },
            Place { text: ".d[I]", indices: &[2], words: |at| vec![3 + at[0]] },
        ],
    },
];

/// An assignment as a statement, and the function of the old word and a constant that it computes.
struct Change {
    /// `P` is the place, `K` the constant.
    text: &'static str,
    apply: fn(u32, u32) -> u32,
    /// True if the value of the expression is that of before.
    is_old: bool,
}

const CHANGES: [Change; 8] = [
    Change { text: "P = K", apply: |_, k| k, is_old: false },
    Change { text: "P += K", apply: u32::wrapping_add, is_old: false },
    Change { text: "P *= K", apply: u32::wrapping_mul, is_old: false },
    Change { text: "P ^= K", apply: |word, k| word ^ k, is_old: false },
    Change { text: "P <<= K & 3u", apply: |word, k| word << (k & 3), is_old: false },
    Change { text: "++P", apply: |word, _| word.wrapping_add(1), is_old: false },
    Change { text: "P++", apply: |word, _| word.wrapping_add(1), is_old: true },
    Change { text: "P--", apply: |word, _| word.wrapping_sub(1), is_old: true },
];

/// A statement: a place, a change, and a constant for each word.
struct Statement {
    place: &'static Place,
    change: &'static Change,
    /// How far each call moves the counter: for the element, then for the indices.
    steps: Vec<u32>,
    constants: Vec<u32>,
}

pub(super) fn probes() -> Vec<Probe> {
    (0..PROBES).map(probe).collect()
}

fn probe(seed: u64) -> Probe {
    let mut random = Random::new(seed + 7000);
    let holder = &HOLDERS[seed as usize % HOLDERS.len()];
    let statements: Vec<Statement> = (0..STATEMENTS).map(|_| Statement::new(holder, &mut random)).collect();
    let rows: Vec<Vec<u32>> = (0..8).map(|_| vec![random.next()]).collect();
    let version = if holder.ty == "Fields_@" || seed.is_multiple_of(2) { Version::V2021 } else { Version::V2018 };
    let mut probe =
        Probe::new(format!("places {seed} in {version:?}"), "[Expr.Ass]: the left operand is evaluated once");
    probe.settings = Settings { version, ..Settings::default() };
    probe.globals = "static uint calls_@;\nuint next_@(uint by) { calls_@ += by; return calls_@; }\n".to_owned();
    if holder.ty == "Fields_@" {
        probe.globals += "struct Fields_@ { uint a : 8; uint b : 8; uint c : 16; uint2 d; };\n";
    }
    let array = format!("{} h_@[{ELEMENTS}];\n", holder.ty);
    match random.once_in(2) {
        true => probe.globals += &format!("static {array}"),
        false => probe.body += &array,
    }
    probe.body += "calls_@ = $[0];\n";
    for at in 0..ELEMENTS {
        for (word, (read, bits)) in holder.words.iter().enumerate() {
            let _ = writeln!(
                probe.body,
                "h_@[{at}]{read} = ($[0] * {}u) & {:#x}u;",
                factor(at, word),
                ones(*bits).min(0xffff)
            );
        }
    }
    for (at, statement) in statements.iter().enumerate() {
        statement.write(&mut probe, at);
    }
    fold_all(&mut probe, holder);
    probe.table = Table::new(rows.clone());
    for row in rows {
        expect(&mut probe, holder, &statements, row[0]);
    }
    probe
}

fn factor(element: usize, word: usize) -> u32 {
    (element * 17 + word * 3 + 1) as u32
}

fn ones(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

/// A number that depends on several in their order.
fn fold(words: impl Iterator<Item = u32>) -> u32 {
    words.fold(7, |sum, word| sum.wrapping_mul(31).wrapping_add(word))
}

fn fold_all(probe: &mut Probe, holder: &Holder) {
    probe.body += "uint all_ = 7u;\n";
    for at in 0..ELEMENTS {
        for (read, _) in holder.words {
            let _ = writeln!(probe.body, "all_ = all_ * 31u + h_@[{at}]{read};");
        }
    }
    probe.output(Scalar::U32, "all_");
}

impl Statement {
    fn new(holder: &'static Holder, random: &mut Random) -> Statement {
        let (place, change) = (random.pick(holder.places), random.pick(&CHANGES));
        let width = (place.words)(&[0, 0]).len();
        Statement {
            place,
            change,
            steps: (0..=place.indices.len()).map(|_| 1 + random.next() % 3).collect(),
            constants: (0..width).map(|_| random.next() & 0xff).collect(),
        }
    }

    fn write(&self, probe: &mut Probe, at: usize) {
        let mut place = format!("h_@[next_@({}u) & {}u]", self.steps[0], ELEMENTS - 1);
        let mut parts = self.place.text.split('I');
        place += parts.next().unwrap_or_default();
        for ((part, bound), step) in parts.zip(self.place.indices).zip(&self.steps[1..]) {
            let _ = write!(place, "next_@({step}u) & {}u{part}", bound - 1);
        }
        let constants: Vec<String> = self.constants.iter().map(|one| format!("{one}u")).collect();
        let (ty, constant) = match constants.as_slice() {
            [one] => ("uint".to_owned(), one.clone()),
            several => (format!("uint{}", several.len()), format!("uint{}({})", several.len(), constants.join(", "))),
        };
        let text = self.change.text.replace('K', &constant).replace('P', &place);
        let _ = writeln!(probe.body, "{ty} value{at}_ = ({text});\nuint fold{at}_ = 7u;");
        for word in 0..self.constants.len() {
            let component = if self.constants.len() == 1 { String::new() } else { format!("[{word}]") };
            let _ = writeln!(probe.body, "fold{at}_ = fold{at}_ * 31u + value{at}_{component};");
        }
        for result in [format!("fold{at}_"), "calls_@".to_owned()] {
            probe.output(Scalar::U32, &result);
            if let Some(output) = probe.outputs.last_mut() {
                output.label = format!("{result} after {text}");
            }
        }
    }
}

/// Adds what the results of a row are.
fn expect(probe: &mut Probe, holder: &Holder, statements: &[Statement], input: u32) {
    let mut calls = input;
    let words = holder.words.iter().enumerate();
    let element = |at: usize| {
        words.clone().map(move |(word, (_, bits))| input.wrapping_mul(factor(at, word)) & ones(*bits).min(0xffff))
    };
    let mut memory: Vec<Vec<u32>> = (0..ELEMENTS).map(|at| element(at).collect()).collect();
    let mut add = |word: u32| probe.expected.push(Allowed::Bits(word.into()));
    for one in statements {
        let mut next = |step: u32| {
            calls = calls.wrapping_add(step);
            calls as usize
        };
        let element = &mut memory[next(one.steps[0]) % ELEMENTS];
        let indices: Vec<usize> =
            one.place.indices.iter().zip(&one.steps[1..]).map(|(bound, step)| next(*step) % bound).collect();
        let places = (one.place.words)(&indices).into_iter().zip(&one.constants);
        let values = places.map(|(word, constant)| {
            let before = element[word];
            element[word] = (one.change.apply)(before, *constant) & ones(holder.words[word].1);
            if one.change.is_old { before } else { element[word] }
        });
        let value = fold(values.collect::<Vec<_>>().into_iter());
        add(value);
        add(calls);
    }
    add(fold(memory.into_iter().flatten()));
}
