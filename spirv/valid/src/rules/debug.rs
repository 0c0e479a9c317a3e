//! Debug information: each node refers to nodes of the right kind, and each location is in the text that it names.
//!
//! The table has the kind of each operand; this file checks the kinds.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, ensure};
use crate::index::imports::DebugSet;
use crate::index::sets;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::tables::debug::{self as rows, Row, Want};
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The rules of lines and sources outside of a set.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    match op {
        Op::Line => Some(|site| is_text(site, 0)),
        Op::Source => Some(|site| if site.count() > 2 { is_text(site, 2) } else { Ok(()) }),
        _ => None,
    }
}

/// A file's name is a string.
fn is_text(site: &Site<'_, '_>, at: usize) -> Check {
    ensure!(site.op(site.inst.id(at)) == Op::String, "the file of Op{:?} is not an OpString", site.inst.op);
    Ok(())
}

/// The index of the first operand of an extended instruction.
const FIRST: usize = 2;

/// Encodings of base types.
const SIGNED: i64 = 4;
const UNSIGNED: i64 = 6;
/// Composite types whose members can be inherited.
const CLASS: u32 = 0;
const STRUCTURE: u32 = 1;

/// The texts of sources.
#[derive(Default)]
pub(crate) struct Texts {
    /// The length of each line of a source, by the id of its node. The end of a line is a column of its own.
    lines: FxHashMap<u32, Vec<u32>>,
    /// The source that the next piece of text continues, and whether it starts a line.
    open: Option<(u32, bool)>,
}

impl Texts {
    /// The rules of one instruction. Instructions come in the order of the module.
    pub(crate) fn check(&mut self, site: &Site<'_, '_>) -> Check {
        if !matches!(site.inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
            return Ok(());
        }
        let Some(set) = sets::debug_set(site, site.inst) else { return Ok(()) };
        let number = site.inst.literal(1);
        ensure!(site.result() == Ty::Void, "debug instruction is not of type void");
        let Some(row) = rows::find(set, number) else { return Ok(()) };
        operands(site, set, row)?;
        self.note(site, set, number);
        match number {
            rows::LINE if set == DebugSet::Shader => self.line(site),
            rows::FUNCTION_DEFINITION if set == DebugSet::Shader => definition(site),
            _ => self.place(site, row),
        }
    }

    /// Records the lines of sources whose text is in the module.
    fn note(&mut self, site: &Site<'_, '_>, set: DebugSet, number: u32) {
        let (source, starts, text) = match (number, self.open) {
            (rows::SOURCE, _) if site.count() > FIRST + 1 => (site.inst.result_id(), true, site.inst.id(FIRST + 1)),
            (rows::SOURCE_CONTINUED, Some((source, starts))) if set == DebugSet::Shader => {
                (source, starts, site.inst.id(FIRST))
            }
            _ => {
                self.open = None;
                return;
            }
        };
        let text = site.def(text).map_or("", |text| text.text(0));
        let lines = self.lines.entry(source).or_default();
        let ends = measure(text, starts, lines);
        self.open = Some((source, ends));
    }

    /// The lines of the source that an operand names, if they are known and checked.
    fn lines_of(&self, site: &Site<'_, '_>, at: usize) -> Option<&[u32]> {
        let lines = self.lines.get(&site.inst.id(at))?;
        (!lines.is_empty()).then_some(lines)
    }

    /// The location of a declaration is in the text of its source.
    fn place(&self, site: &Site<'_, '_>, row: &Row) -> Check {
        let Some(at) = rows::place(row).map(|at| at + FIRST) else { return Ok(()) };
        let Some(lines) = self.lines_of(site, at) else { return Ok(()) };
        let (line, column) = (number(site, at + 1), number(site, at + 2));
        if line == 0 {
            return Ok(());
        }
        within(row.name, lines, line, column)
    }

    /// The range of lines of `DebugLine` is in the text.
    fn line(&self, site: &Site<'_, '_>) -> Check {
        let [first, last, start, end] = [1, 2, 3, 4].map(|at| number(site, FIRST + at));
        ensure!(first > 0, "DebugLine starts at line 0; lines start at 1");
        ensure!(last >= first, "DebugLine ends at line {last}, before it starts at {first}");
        let is_forward = first != last || end >= start;
        ensure!(is_forward, "DebugLine ends at column {end}, before it starts at {start}");
        let Some(lines) = self.lines_of(site, FIRST) else { return Ok(()) };
        within("DebugLine", lines, last, end)?;
        if first == last { Ok(()) } else { within("DebugLine", lines, first, start) }
    }
}

/// Adds the line lengths of a text. Returns whether the next text starts a line.
fn measure(text: &str, starts: bool, lines: &mut Vec<u32>) -> bool {
    let mut length = if starts { 1 } else { lines.pop().unwrap_or(1) };
    let mut bytes = text.bytes().peekable();
    let mut is_open = !starts;
    while let Some(byte) = bytes.next() {
        if !matches!(byte, b'\n' | b'\r') {
            length += 1;
            is_open = true;
            continue;
        }
        if byte == b'\r' {
            let _ = bytes.next_if_eq(&b'\n');
        }
        lines.push(length);
        (length, is_open) = (1, false);
    }
    if is_open {
        lines.push(length);
    }
    !is_open
}

fn within(name: &str, lines: &[u32], line: i64, column: i64) -> Check {
    let count = lines.len();
    let length = usize::try_from(line - 1).ok().and_then(|line| lines.get(line));
    ensure!(length.is_some(), "{name} names line {line} of a text that has {count}");
    let length = length.copied().unwrap_or_default();
    ensure!(column <= i64::from(length), "{name} names column {column} of line {line}, which ends at {length}");
    Ok(())
}

/// An operand as a number: a constant, or a literal.
fn number(site: &Site<'_, '_>, at: usize) -> i64 {
    match site.inst.operands.get(at) {
        Some(Operand::Literal(value)) => i64::from(*value),
        operand => site.constant(id_of(operand)).unwrap_or(0),
    }
}

/// Checks each operand against its row.
fn operands(site: &Site<'_, '_>, set: DebugSet, row: &Row) -> Check {
    let name = row.name;
    let count = site.count().saturating_sub(FIRST);
    ensure!(count >= row.wants.len(), "{name} has {count} operands, expected at least {}", row.wants.len());
    for at in 0..count {
        let fixed = row.wants.iter().chain(row.optional).nth(at);
        let own = row.wants.len() + row.optional.len();
        let rest = || row.rest.get(at.saturating_sub(own) % row.rest.len().max(1));
        let Some(want) = fixed.or_else(rest) else { return Ok(()) };
        let operand = &site.inst.operands[at + FIRST];
        ensure!(fits(site, set, *want, operand), "operand {} of {name} is not {}", at + 1, describe(*want));
    }
    Ok(())
}

fn fits(site: &Site<'_, '_>, set: DebugSet, want: Want, operand: &Operand) -> bool {
    let id = id_of(Some(operand));
    let op = site.op(id);
    // A literal has no node.
    if let Operand::Literal(value) = operand {
        return want != Want::Few || (1..=4).contains(value);
    }
    // A shortcut: `DebugLine` has little else, and is as frequent as all other instructions together.
    if matches!(want, Want::Number | Want::Line) {
        return is_number(site, id);
    }
    let node = node(site, set, id);
    match want {
        Want::Any => true,
        Want::Text => op == Op::String,
        Want::Number | Want::Line => is_number(site, id),
        Want::Few => is_number(site, id) && site.constant(id).is_some_and(|value| (1..=4).contains(&value)),
        Want::Length => {
            is_number(site, id) || isa::class(op).is_spec_constant() && site.is_int_of(site.type_of(id), 32)
        }
        Want::Constant => op == Op::Constant,
        Want::ConstantOrNone => op == Op::Constant || node == Some(rows::NONE),
        Want::Size => op == Op::Constant && site.constant(id).is_some_and(|value| value != 0),
        Want::Function => op == Op::Function,
        Want::FunctionOrNone => op == Op::Function || node == Some(rows::NONE),
        Want::Memory => matches!(op, Op::Variable | Op::FunctionParameter),
        Want::Global => op == Op::Variable || isa::class(op).is_constant() || node == Some(rows::NONE),
        Want::Node(wanted) => node == Some(wanted),
        Want::Scope => node.is_some_and(is_scope),
        Want::Type => node.is_some_and(|node| is_type(set, node)),
        Want::TypeOrParameter => node.is_some_and(|node| is_type(set, node) || is_parameter(node)),
        Want::Returned => op == Op::TypeVoid || node.is_some_and(|node| is_type(set, node) || is_parameter(node)),
        Want::Class => {
            let kind = site.def(id).map_or(0, |inst| inst.literal(FIRST + 1));
            node == Some(rows::COMPOSITE) && matches!(kind, CLASS | STRUCTURE)
        }
        Want::Member => matches!(node, Some(rows::MEMBER | rows::FUNCTION | rows::INHERITANCE)),
        Want::Template => matches!(node, Some(rows::COMPOSITE | rows::FUNCTION)),
        Want::Parameter => node.is_some_and(is_parameter),
        Want::Count => is_count(site, set, id),
        Want::Integer => site.is_int_scalar(site.type_of(id)),
        Want::Index => {
            let is_literal = op == Op::Constant && site.is_int_scalar(site.type_of(id));
            is_literal || described(site, set, id).is_some_and(|(encoding, _)| matches!(encoding, SIGNED | UNSIGNED))
        }
    }
}

/// The number of the debug instruction that makes a node.
fn node(site: &Site<'_, '_>, set: DebugSet, id: u32) -> Option<u32> {
    let inst = site.def(id).filter(|inst| matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR))?;
    (sets::debug_set(site, inst) == Some(set)).then(|| inst.literal(1))
}

fn is_number(site: &Site<'_, '_>, id: u32) -> bool {
    site.op(id) == Op::Constant && site.ty_of(id) == Ty::Int { width: 32, signed: false }
}

fn is_scope(node: u32) -> bool {
    matches!(node, rows::UNIT | rows::FUNCTION | rows::BLOCK | rows::COMPOSITE)
}

fn is_parameter(node: u32) -> bool {
    matches!(node, rows::TEMPLATE_PARAMETER | rows::TEMPLATE_TEMPLATE_PARAMETER)
}

fn is_type(set: DebugSet, node: u32) -> bool {
    let is_new = matches!(node, rows::MATRIX | rows::LONG_VECTOR | rows::COOPERATIVE_MATRIX);
    let is_common = node == rows::NONE || (rows::BASIC..=rows::LAST_TYPE).contains(&node);
    is_common || is_new && set == DebugSet::Shader
}

/// Returns whether an operand is the length of an array.
fn is_count(site: &Site<'_, '_>, set: DebugSet, id: u32) -> bool {
    let ty = site.type_of(id);
    let is_wide = site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
    match site.op(id) {
        Op::Constant => is_wide && (set == DebugSet::Shader || site.constant(id) != Some(0)),
        op if isa::class(op).is_spec_constant() => is_wide && set == DebugSet::Shader,
        _ => described(site, set, id).is_some_and(|(encoding, size)| encoding == UNSIGNED && matches!(size, 32 | 64)),
    }
}

/// The encoding of a variable's base type, and its size in bits.
fn described(site: &Site<'_, '_>, set: DebugSet, variable: u32) -> Option<(i64, i64)> {
    let is_variable = matches!(node(site, set, variable), Some(rows::LOCAL_VARIABLE | rows::GLOBAL_VARIABLE));
    let ty = site.def(variable).filter(|_| is_variable)?.id(FIRST + 1);
    let base: &Inst = site.def(ty).filter(|_| node(site, set, ty) == Some(rows::BASIC))?;
    let encoding = match base.operands.get(FIRST + 2)? {
        Operand::Literal(value) => i64::from(*value),
        operand => site.constant(id_of(Some(operand)))?,
    };
    Some((encoding, site.constant(base.id(FIRST + 1))?))
}

/// `DebugFunctionDefinition` is in the entry block of its function.
fn definition(site: &Site<'_, '_>) -> Check {
    let Some(function) = site.function else { return Ok(()) };
    let is_first = site.program.block_of(site.at) == Some(function.blocks.start);
    ensure!(is_first, "DebugFunctionDefinition is not in the entry block of its function");
    let is_own = site.insts[function.first].result_id() == site.inst.id(FIRST + 1);
    ensure!(is_own, "DebugFunctionDefinition does not refer to the enclosing function");
    Ok(())
}

fn describe(want: Want) -> String {
    let text = match want {
        Want::Any => "anything",
        Want::Text => "an OpString",
        Want::Number | Want::Line => "an unsigned OpConstant of 32 bits",
        Want::Few => "a number from 1 to 4",
        Want::Length => "an unsigned constant of 32 bits",
        Want::Constant => "an OpConstant",
        Want::ConstantOrNone => "an OpConstant or DebugInfoNone",
        Want::Size => "a positive integer OpConstant",
        Want::Function => "an OpFunction",
        Want::FunctionOrNone => "an OpFunction or DebugInfoNone",
        Want::Memory => "an OpVariable or OpFunctionParameter",
        Want::Global => "an OpVariable, a constant or DebugInfoNone",
        Want::Node(number) => {
            let row = rows::ROWS.iter().find(|row| row.number == number);
            return format!("a {}", row.map_or("node", |row| row.name));
        }
        Want::Scope => "a lexical scope",
        Want::Type => "a debug type",
        Want::TypeOrParameter => "a debug type or a template parameter",
        Want::Returned => "a debug type or OpTypeVoid",
        Want::Class => "a debug class or struct",
        Want::Member => "a DebugTypeMember, DebugFunction or DebugTypeInheritance",
        Want::Template => "a DebugTypeComposite or DebugFunction",
        Want::Parameter => "a template parameter",
        Want::Count => "a constant integer, or an unsigned debug variable",
        Want::Integer => "an integer",
        Want::Index => "a constant integer, or an integer debug variable",
    };
    text.to_owned()
}
