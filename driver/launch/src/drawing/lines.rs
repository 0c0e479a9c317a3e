//! The line that wrote a color: a pixel shader with one more output, the number of the return or store that ran last.
//!
//! It must not know how a draw runs.

use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use spirv::{Decoration, ExecutionModel, Op, StorageClass};

/// Options for the compiler: unchanged code, with lines.
pub const OPTIONS: [&str; 3] = ["-Od", "-fspv-debug=line", "-Wno-debug-info"];
/// The format of the target that takes the numbers.
pub const FORMAT: &str = "r32uint";
/// The number of outputs that a pixel shader may have.
const MOST_OUTPUTS: u32 = 8;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    file: String,
    line: u32,
}

/// A pixel shader that tells which line wrote.
#[derive(Clone, Debug)]
pub struct Lined {
    /// The words of the module.
    pub words: Vec<u32>,
    /// The location of the output with the number.
    pub(crate) location: u32,
    entry: String,
    /// The lines by their numbers, from 1 on.
    lines: Vec<Line>,
}

impl Lined {
    /// The name of the entry point, with the line of a number; nothing if there is none.
    pub fn place(&self, number: u32) -> Option<String> {
        let Line { file, line } = self.lines.get(number.checked_sub(1)? as usize)?;
        Some(format!("{} ({file}:{line})", self.entry))
    }
}

/// Adds the output to the pixel shader of a module; none if the module has no lines, or the shader as many outputs as it may
/// have.
pub fn lined(words: &[u32], entry: &str) -> Option<Lined> {
    let (_, insts) = decode::decode(words).ok()?;
    let is_it = |inst: &&Inst| {
        inst.op == Op::EntryPoint && inst.value(0) == ExecutionModel::Fragment as u32 && inst.text(2) == entry
    };
    let point = insts.iter().find(is_it)?;
    let outputs: Vec<u32> = variables(&insts, point).collect();
    let locations = insts.iter().filter(|inst| {
        inst.op == Op::Decorate && inst.value(1) == Decoration::Location as u32 && outputs.contains(&inst.id(0))
    });
    // An output of several locations has at most four of them.
    let is_indexed = insts.iter().any(|inst| inst.op == Op::Decorate && inst.value(1) == Decoration::Index as u32);
    let last = locations
        .filter_map(|inst| inst.params(1).first().map(|own| dialect::spirv::access::literal_of(Some(own))))
        .max();
    let location = last.map_or(0, |last| last + 1);
    if location >= MOST_OUTPUTS || is_indexed {
        return None;
    }
    let mut writer = Writer {
        words,
        called: called(&insts, point.id(1)),
        entry: point.id(1),
        outputs,
        bound: words[3],
        constants: Vec::new(),
        lines: Vec::new(),
    };
    let words = writer.write(&insts, point, location)?;
    Some(Lined { words, location, entry: entry.to_owned(), lines: writer.lines })
}

/// The outputs among the variables of an entry point.
fn variables<'i>(insts: &'i [Inst], point: &'i Inst) -> impl Iterator<Item = u32> + 'i {
    let is_output = |id: &u32| {
        let mut all = insts.iter().filter(|inst| inst.op == Op::Variable);
        all.any(|inst| inst.result_id() == *id && inst.value(0) == StorageClass::Output as u32)
    };
    point.ids_from(3).filter(is_output)
}

/// The functions that the entry point calls itself.
fn called(insts: &[Inst], entry: u32) -> Vec<u32> {
    let start = insts.iter().position(|inst| inst.op == Op::Function && inst.result_id() == entry);
    let body = start.map_or(&[][..], |start| &insts[start..]);
    let body = body.iter().take_while(|inst| inst.op != Op::FunctionEnd);
    body.filter(|inst| inst.op == Op::FunctionCall).map(|inst| inst.id(0)).collect()
}

/// The state of writing the module again.
struct Writer<'w> {
    words: &'w [u32],
    called: Vec<u32>,
    entry: u32,
    outputs: Vec<u32>,
    bound: u32,
    /// The constant of each number.
    constants: Vec<u32>,
    lines: Vec<Line>,
}

impl Writer<'_> {
    fn fresh(&mut self) -> u32 {
        self.bound += 1;
        self.bound - 1
    }

    fn text<'i>(&self, insts: &'i [Inst], id: u32) -> &'i str {
        let own = insts.iter().find(|inst| inst.op == Op::String && inst.result_id() == id);
        own.map_or("", |inst| inst.text(0))
    }

    /// The words of the new module; none if nothing tells a line.
    fn write(&mut self, insts: &[Inst], point: &Inst, location: u32) -> Option<Vec<u32>> {
        let is_declaration = |inst: &&Inst| {
            matches!(inst.op, Op::Line | Op::NoLine) || inst.ty.is_some() || isa::class(inst.op).is_type()
        };
        let declarations = insts.iter().find(is_declaration)?.offset;
        let functions = insts.iter().find(|inst| inst.op == Op::Function)?.offset;
        let word = insts.iter().find(|inst| inst.op == Op::TypeInt && (inst.literal(0), inst.literal(1)) == (32, 0));
        let known = word.map(Access::result_id);
        let uint = known.unwrap_or_else(|| self.fresh());
        let (pointer, variable) = (self.fresh(), self.fresh());
        let mut bodies = Vec::new();
        self.bodies(insts, functions, variable, &mut bodies);
        if self.lines.is_empty() {
            return None;
        }
        let mut all = self.words[..point.offset as usize].to_vec();
        let length = self.words[point.offset as usize] >> 16;
        all.push((length + 1) << 16 | Op::EntryPoint as u32);
        all.extend_from_slice(&self.words[point.offset as usize + 1..(point.offset + length) as usize]);
        all.push(variable);
        all.extend_from_slice(&self.words[(point.offset + length) as usize..declarations as usize]);
        push(&mut all, Op::Decorate, &[variable, Decoration::Location as u32, location]);
        all.extend_from_slice(&self.words[declarations as usize..functions as usize]);
        if known.is_none() {
            push(&mut all, Op::TypeInt, &[uint, 32, 0]);
        }
        for (number, constant) in (1..).zip(&self.constants) {
            push(&mut all, Op::Constant, &[uint, *constant, number]);
        }
        push(&mut all, Op::TypePointer, &[pointer, StorageClass::Output as u32, uint]);
        push(&mut all, Op::Variable, &[pointer, variable, StorageClass::Output as u32]);
        all.extend(bodies);
        all[3] = self.bound;
        Some(all)
    }

    /// The functions, with a store of a number where colors are returned or written.
    fn bodies(&mut self, insts: &[Inst], functions: u32, variable: u32, out: &mut Vec<u32>) {
        let (mut function, mut line) = (0, None);
        for inst in insts.iter().filter(|inst| inst.offset >= functions) {
            let start = inst.offset as usize;
            let own = &self.words[start..start + (self.words[start] >> 16) as usize];
            match inst.op {
                Op::Function => function = inst.result_id(),
                Op::Line => line = Some((inst.id(0), inst.literal(1))),
                Op::NoLine | Op::Label => line = None,
                _ => {}
            }
            let returns = matches!(inst.op, Op::ReturnValue | Op::Return) && self.called.contains(&function);
            // What the entry point stores behind a call has been returned by it.
            let stores = inst.op == Op::Store
                && self.outputs.contains(&inst.id(0))
                && (function != self.entry || self.called.is_empty());
            if let (true, Some((file, line))) = (returns || stores, line) {
                let file = self.text(insts, file).to_owned();
                let constant = self.number(Line { file, line });
                push(out, Op::Store, &[variable, constant]);
            }
            out.extend_from_slice(own);
        }
    }

    /// The constant of a line.
    fn number(&mut self, line: Line) -> u32 {
        if let Some(at) = self.lines.iter().position(|known| *known == line) {
            return self.constants[at];
        }
        let constant = self.fresh();
        self.lines.push(line);
        self.constants.push(constant);
        constant
    }
}

fn push(out: &mut Vec<u32>, op: Op, operands: &[u32]) {
    out.push((operands.len() as u32 + 1) << 16 | op as u32);
    out.extend_from_slice(operands);
}
