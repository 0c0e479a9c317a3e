//! Control flow: generated functions of branches, loops, switches, exits and returns, which are interpreted here.
//!
//! Sections: \[Stmt\] of the language's specification. A case of a switch falls through into the next one, as in C.

use super::random::Random;
use crate::case::{Probe, Table};
use crate::oracle::{Allowed, Scalar};
use std::fmt::Write as _;
use std::sync::Arc;

const PROGRAMS: u64 = 240;
const ROWS: usize = 64;
/// The variables `v0` to `v3`.
const VARIABLES: usize = 4;

#[derive(Debug)]
enum Expr {
    Variable(usize),
    Constant(u32),
    /// An operator of [`OPERATORS`] by its number.
    Operator(usize, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

type Operator = (&'static str, fn(u32, u32) -> u32);

const OPERATORS: [Operator; 8] = [
    ("+", u32::wrapping_add),
    ("-", u32::wrapping_sub),
    ("*", u32::wrapping_mul),
    ("^", |a, b| a ^ b),
    ("&", |a, b| a & b),
    (">>", |a, b| a >> (b & 31)),
    ("<", |a, b| u32::from(a < b)),
    ("==", |a, b| u32::from(a == b)),
];

#[derive(Clone, Copy, Debug)]
enum Loop {
    For,
    While,
    Do,
}

#[derive(Debug)]
enum Stmt {
    Set(usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop with its number, the limit of its turns, and a body.
    Loop(Loop, usize, Expr, Vec<Stmt>),
    /// Labels, of which none is the default, and statements of each case.
    Switch(Expr, Vec<(Option<u32>, Vec<Stmt>)>),
    Break,
    Continue,
    Return(Expr),
}

/// The way out of a statement.
enum Exit {
    Next,
    Break,
    Continue,
    Return(u32),
}

pub(super) fn probes() -> Vec<Probe> {
    let mut random = Random::new(5);
    let rows: Vec<[u32; 2]> = (0..ROWS).map(|_| [random.next() % 11, random.next()]).collect();
    let table = Table::new(rows.iter().map(|row| row.to_vec()).collect());
    (0..PROGRAMS).map(|seed| probe(seed, &rows, &table)).collect()
}

fn probe(seed: u64, rows: &[[u32; 2]], table: &Arc<Table>) -> Probe {
    let body = Maker { random: Random::new(seed + 1000), loops: 0 }.block(4, Inside::default());
    let mut probe = Probe::new(format!("program {seed}"), "HLSL [Stmt]");
    probe.table = Arc::clone(table);
    let mut text = String::new();
    print(&mut text, &body, 1);
    probe.globals = format!(
        "uint run_@(inout uint v0, uint v1, out uint v2) {{\n    v2 = v1 ^ 9u; uint v3 = v0 + v1;\n{text}    return v0 + v3;\n}}\n"
    );
    probe.body = "uint first = $[0], third; uint last = run_@(first, $[1], third);\n".to_owned();
    for name in ["first", "third", "last"] {
        probe.output(Scalar::U32, name);
    }
    for &[a, b] in rows {
        let mut state = State { variables: [a, b, b ^ 9, a.wrapping_add(b)] };
        let result = match state.block(&body) {
            Exit::Return(value) => value,
            Exit::Next | Exit::Break | Exit::Continue => state.variables[0].wrapping_add(state.variables[3]),
        };
        let words = [state.variables[0], state.variables[2], result];
        probe.expected.extend(words.map(|word| Allowed::Bits(u64::from(word))));
    }
    probe
}

/// The construct around a statement.
#[derive(Clone, Copy, Default)]
struct Inside {
    a_loop: bool,
    breakable: bool,
    loops: usize,
}

struct Maker {
    random: Random,
    loops: usize,
}

impl Maker {
    fn block(&mut self, depth: usize, inside: Inside) -> Vec<Stmt> {
        let count = 1 + self.random.below(4);
        (0..count).map(|_| self.statement(depth, inside)).collect()
    }

    fn statement(&mut self, depth: usize, inside: Inside) -> Stmt {
        let set = |maker: &mut Self| Stmt::Set(maker.random.below(VARIABLES), maker.expr(2));
        if depth == 0 {
            return set(self);
        }
        match self.random.below(12) {
            0..=2 => set(self),
            3..=5 => {
                let (condition, then) = (self.expr(2), self.block(depth - 1, inside));
                let other = if self.random.once_in(2) { self.block(depth - 1, inside) } else { Vec::new() };
                Stmt::If(condition, then, other)
            }
            6 | 7 if inside.loops < 3 => self.make_loop(depth, inside),
            8 | 9 => self.switch(depth, inside),
            10 if inside.breakable => {
                let continues = inside.a_loop && self.random.once_in(2);
                self.exit(if continues { Stmt::Continue } else { Stmt::Break })
            }
            11 => {
                let value = self.expr(2);
                self.exit(Stmt::Return(value))
            }
            _ => set(self),
        }
    }

    /// An exit under a condition, so that what follows is reached.
    fn exit(&mut self, exit: Stmt) -> Stmt {
        Stmt::If(self.expr(2), vec![exit], Vec::new())
    }

    fn make_loop(&mut self, depth: usize, inside: Inside) -> Stmt {
        self.loops += 1;
        let number = self.loops;
        let kind = *self.random.pick(&[Loop::For, Loop::While, Loop::Do]);
        let limit = match self.random.once_in(2) {
            true => Expr::Constant(1 + self.random.below(4) as u32),
            false => Expr::Operator(4, Box::new(self.expr(1)), Box::new(Expr::Constant(3))),
        };
        let body = self.block(depth - 1, Inside { a_loop: true, breakable: true, loops: inside.loops + 1 });
        Stmt::Loop(kind, number, limit, body)
    }

    fn switch(&mut self, depth: usize, inside: Inside) -> Stmt {
        let value = Expr::Operator(4, Box::new(self.expr(1)), Box::new(Expr::Constant(7)));
        let count = 1 + self.random.below(5) as u32;
        let default = self.random.below(8) as u32;
        let inside = Inside { breakable: true, ..inside };
        let cases = (0..count).map(|label| {
            let mut body = if self.random.once_in(4) { Vec::new() } else { self.block(depth - 1, inside) };
            // Some fall through.
            if !self.random.once_in(3) {
                body.push(Stmt::Break);
            }
            ((label != default).then_some(label), body)
        });
        let mut cases: Vec<_> = cases.collect();
        if let Some((_, body)) = cases.last_mut()
            && !matches!(body.last(), Some(Stmt::Break))
        {
            body.push(Stmt::Break);
        }
        Stmt::Switch(value, cases)
    }

    fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.once_in(4) {
            return match self.random.once_in(3) {
                true => Expr::Constant(self.random.below(13) as u32),
                false => Expr::Variable(self.random.below(VARIABLES)),
            };
        }
        let kind = self.random.below(OPERATORS.len() + 1);
        let mut next = || Box::new(self.expr(depth - 1));
        if kind == OPERATORS.len() {
            Expr::Choice(next(), next(), next())
        } else {
            Expr::Operator(kind, next(), next())
        }
    }
}

fn text(expr: &Expr) -> String {
    match expr {
        Expr::Variable(index) => format!("v{index}"),
        Expr::Constant(value) => format!("{value}u"),
        Expr::Operator(index, a, b) => format!("uint({} {} {})", text(a), OPERATORS[*index].0, text(b)),
        Expr::Choice(a, b, c) => format!("(({}) != 0u ? {} : {})", text(a), text(b), text(c)),
    }
}

fn print(out: &mut String, body: &[Stmt], depth: usize) {
    let pad = "    ".repeat(depth);
    for statement in body {
        match statement {
            Stmt::Set(index, value) => drop(writeln!(out, "{pad}v{index} = {};", text(value))),
            Stmt::Break => drop(writeln!(out, "{pad}break;")),
            Stmt::Continue => drop(writeln!(out, "{pad}continue;")),
            Stmt::Return(value) => drop(writeln!(out, "{pad}return {};", text(value))),
            Stmt::If(condition, then, other) => {
                let _ = writeln!(out, "{pad}if ({} != 0u) {{", text(condition));
                print(out, then, depth + 1);
                if !other.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    print(out, other, depth + 1);
                }
                let _ = writeln!(out, "{pad}}}");
            }
            Stmt::Loop(kind, number, limit, body) => print_loop(out, (*kind, *number, &text(limit)), body, depth),
            Stmt::Switch(value, cases) => {
                let _ = writeln!(out, "{pad}switch ({}) {{", text(value));
                for (label, body) in cases {
                    let label = label.map_or("default".to_owned(), |label| format!("case {label}u"));
                    let _ = writeln!(out, "{pad}{label}:");
                    print(out, body, depth + 1);
                }
                let _ = writeln!(out, "{pad}}}");
            }
        }
    }
}

fn print_loop(out: &mut String, (kind, number, limit): (Loop, usize, &str), body: &[Stmt], depth: usize) {
    let pad = "    ".repeat(depth);
    let (counter, count) = (format!("i{number}"), format!("n{number}"));
    let (head, tail) = match kind {
        Loop::For => (format!("for (uint {counter} = 0u; {counter} < {count}; ++{counter}) {{"), "}".to_owned()),
        Loop::While => (format!("uint {counter} = 0u; while ({counter}++ < {count}) {{"), "}".to_owned()),
        Loop::Do => (format!("uint {counter} = 0u; do {{ ++{counter};"), format!("}} while ({counter} < {count});")),
    };
    let _ = writeln!(out, "{pad}{{ uint {count} = {limit};\n{pad}{head}");
    print(out, body, depth + 1);
    let _ = writeln!(out, "{pad}{tail} }}");
}

struct State {
    variables: [u32; VARIABLES],
}

impl State {
    fn value(&self, expr: &Expr) -> u32 {
        match expr {
            Expr::Variable(index) => self.variables[*index],
            Expr::Constant(value) => *value,
            Expr::Operator(index, a, b) => OPERATORS[*index].1(self.value(a), self.value(b)),
            Expr::Choice(a, b, c) => self.value(if self.value(a) != 0 { b } else { c }),
        }
    }

    fn block(&mut self, body: &[Stmt]) -> Exit {
        for statement in body {
            match self.step(statement) {
                Exit::Next => {}
                exit @ (Exit::Break | Exit::Continue | Exit::Return(_)) => return exit,
            }
        }
        Exit::Next
    }

    fn step(&mut self, statement: &Stmt) -> Exit {
        match statement {
            Stmt::Set(index, value) => {
                self.variables[*index] = self.value(value);
                Exit::Next
            }
            Stmt::If(condition, then, other) => self.block(if self.value(condition) != 0 { then } else { other }),
            Stmt::Break => Exit::Break,
            Stmt::Continue => Exit::Continue,
            Stmt::Return(value) => Exit::Return(self.value(value)),
            Stmt::Loop(kind, _, limit, body) => {
                let limit = self.value(limit);
                let turns = if matches!(kind, Loop::Do) { limit.max(1) } else { limit };
                for _ in 0..turns {
                    match self.block(body) {
                        Exit::Break => break,
                        Exit::Return(value) => return Exit::Return(value),
                        Exit::Next | Exit::Continue => {}
                    }
                }
                Exit::Next
            }
            Stmt::Switch(value, cases) => self.switch(self.value(value), cases),
        }
    }

    fn switch(&mut self, value: u32, cases: &[(Option<u32>, Vec<Stmt>)]) -> Exit {
        let labelled = cases.iter().position(|(label, _)| *label == Some(value));
        let Some(first) = labelled.or_else(|| cases.iter().position(|(label, _)| label.is_none())) else {
            return Exit::Next;
        };
        for (_, body) in &cases[first..] {
            match self.block(body) {
                Exit::Next => {}
                Exit::Break => return Exit::Next,
                exit @ (Exit::Continue | Exit::Return(_)) => return exit,
            }
        }
        Exit::Next
    }
}
