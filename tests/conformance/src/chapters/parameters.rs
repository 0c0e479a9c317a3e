//! Parameters that are copied in and out: `in`, `out` and `inout`, for arguments of every kind of place, also when several
//! name the same one.
//!
//! Sections: \[Expr.Post.Call\] and \[Decl.Function\] of the language's specification: arguments are copied in before the
//! call and out after it, both from left to right.

use super::random::Random;
use crate::case::{Probe, Table};
use crate::oracle::{Allowed, Scalar};
use std::fmt::Write as _;

const CALLS: u64 = 300;

/// Places with the words of the state that each one names; `I` is one, known at run time.
const PLACES: &[(&str, &[usize])] = &[
    ("a", &[0]),
    ("s.m", &[1]),
    ("e[0]", &[2]),
    ("e[I]", &[3]),
    ("v.x", &[4]),
    ("v[I]", &[5]),
    ("m._m01", &[6]),
    ("m[I][0]", &[7]),
    ("shared_@", &[8]),
    ("s.n[I].o", &[9]),
    ("v", &[4, 5]),
    ("v.yx", &[5, 4]),
    ("m._m01_m10", &[6, 7]),
    ("m._m10_m01", &[7, 6]),
];

const WORDS: usize = 10;
const SHARED: usize = 8;

/// The direction of a parameter: copied in, copied out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    In,
    Out,
    InOut,
}

/// A statement of a function: a word of a parameter, or the static, becomes an operation on two words.
struct Step {
    target: Word,
    operands: [Word; 2],
    constant: u32,
}

#[derive(Clone, Copy)]
enum Word {
    /// A component of a parameter.
    Parameter(usize, usize),
    Shared,
}

struct Call {
    modes: Vec<Mode>,
    arguments: Vec<usize>,
    steps: Vec<Step>,
}

pub(super) fn probes() -> Vec<Probe> {
    (0..CALLS).map(probe).collect()
}

fn width(place: usize) -> usize {
    PLACES[place].1.len()
}

impl Call {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed + 31);
        let count = 1 + random.below(4);
        let modes: Vec<_> =
            (0..count).map(|_| *random.pick(&[Mode::In, Mode::Out, Mode::InOut, Mode::InOut])).collect();
        let arguments: Vec<_> = (0..count).map(|_| random.below(PLACES.len())).collect();
        // Outputs are written first: what they hold before is undefined.
        let mut steps = Vec::new();
        for (index, mode) in modes.iter().enumerate() {
            if *mode == Mode::Out {
                steps.extend((0..width(arguments[index])).map(|at| Step {
                    target: Word::Parameter(index, at),
                    operands: [Word::Shared; 2],
                    constant: random.next() % 100,
                }));
            }
        }
        let word = |random: &mut Random| {
            if random.once_in(5) {
                return Word::Shared;
            }
            let index = random.below(count);
            Word::Parameter(index, random.below(width(arguments[index])))
        };
        for _ in 0..5 {
            let target = word(&mut random);
            let operands = [word(&mut random), word(&mut random)];
            steps.push(Step { target, operands, constant: random.next() % 100 });
        }
        Call { modes, arguments, steps }
    }

    fn word(&self, word: Word) -> String {
        match word {
            Word::Shared => "shared_@".to_owned(),
            Word::Parameter(index, at) if width(self.arguments[index]) == 2 => format!("p{index}.{}", ["x", "y"][at]),
            Word::Parameter(index, _) => format!("p{index}"),
        }
    }

    /// The function, and a call of it.
    fn text(&self) -> (String, String) {
        let parameters = self.modes.iter().zip(&self.arguments).enumerate().map(|(index, (mode, argument))| {
            let mode = match mode {
                Mode::In => "",
                Mode::Out => "out ",
                Mode::InOut => "inout ",
            };
            format!("{mode}{} p{index}", if width(*argument) == 2 { "uint2" } else { "uint" })
        });
        let mut function = format!("uint change_@({}) {{\n", parameters.collect::<Vec<_>>().join(", "));
        for Step { target, operands: [a, b], constant } in &self.steps {
            let (target, a, b) = (self.word(*target), self.word(*a), self.word(*b));
            let _ = writeln!(function, "    {target} = {a} * 3u + {b} + {constant}u;");
        }
        function.push_str("    return p0_sum_@;\n}\n");
        let first = if width(self.arguments[0]) == 2 { "(p0.x + p0.y)" } else { "p0" };
        let arguments = self.arguments.iter().map(|argument| PLACES[*argument].0.replace('I', "$[0]"));
        let call = format!("change_@({})", arguments.collect::<Vec<_>>().join(", "));
        (function.replace("p0_sum_@", first), call)
    }

    /// Calls the function on a state, and returns its result.
    fn perform(&self, state: &mut [u32; WORDS]) -> u32 {
        let mut parameters: Vec<Vec<u32>> = self
            .arguments
            .iter()
            .map(|argument| PLACES[*argument].1.iter().map(|word| state[*word]).collect())
            .collect();
        for Step { target, operands, constant } in &self.steps {
            let [a, b] = operands.map(|word| match word {
                Word::Shared => state[SHARED],
                Word::Parameter(index, at) => parameters[index][at],
            });
            let value = a.wrapping_mul(3).wrapping_add(b).wrapping_add(*constant);
            match *target {
                Word::Shared => state[SHARED] = value,
                Word::Parameter(index, at) => parameters[index][at] = value,
            }
        }
        for ((mode, argument), values) in self.modes.iter().zip(&self.arguments).zip(&parameters) {
            if *mode != Mode::In {
                PLACES[*argument].1.iter().zip(values).for_each(|(word, value)| state[*word] = *value);
            }
        }
        parameters[0].iter().fold(0, |sum, value| sum.wrapping_add(*value))
    }
}

fn probe(seed: u64) -> Probe {
    let call = Call::new(seed);
    let (function, text) = call.text();
    let mut probe = Probe::new(
        format!("call {seed}: {}", text.replace("_@", "").replace("$[0]", "1")),
        "HLSL [Expr.Post.Call], [Decl.Function]",
    );
    probe.table = Table::new(vec![vec![1]]);
    probe.globals = format!(
        "static uint shared_@;\nstruct Inner_@ {{ uint o; }};\nstruct Outer_@ {{ uint m; Inner_@ n[2]; }};\n{function}"
    );
    probe.body =
        "uint a = 11u * $[0]; Outer_@ s; s.m = 12u; s.n[0].o = 0u; s.n[$[0]].o = 20u; uint e[2] = { 13u, 14u };
uint2 v = uint2(15u, 16u); uint2x2 m = uint2x2(0u, 17u, 18u, 0u); shared_@ = 19u;\n"
            .to_owned();
    let mut state = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
    let result = call.perform(&mut state);
    let _ = writeln!(probe.body, "uint returned = {text};");
    probe.check(Scalar::U32, "returned", Allowed::Bits(u64::from(result)));
    for (place, words) in PLACES.iter().filter(|(_, words)| words.len() == 1) {
        probe.check(Scalar::U32, &place.replace('I', "$[0]"), Allowed::Bits(u64::from(state[words[0]])));
    }
    probe
}
