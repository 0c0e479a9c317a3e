//! The rows of all ops, as instructions and the rows of [`super::table`] give them.
//!
//! Each is made when it is first looked at: a module has few kinds of ops, and a process that compiles one shader must not
//! pay for all.

use super::OpRow;
use super::table::{self, Infer};
use crate::ir::OpInfo;
use crate::spirv::code::{Code, MLIR_OPS, Mlir};
use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind,
};
use spirv::Op;
use std::sync::OnceLock;

/// No row has this position.
const NO_ROW: u16 = u16::MAX;

/// The ops of the dialect alone, then core instructions, then those of `GLSL.std.450`, then those of `OpenCL.std`.
pub(super) struct Rows {
    rows: Box<[OnceLock<Box<OpRow>>]>,
    /// The positions of rows, by number.
    core: Vec<u16>,
    gl: Vec<u16>,
    cl: Vec<u16>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        let mut end = MLIR_OPS.len();
        let core = numbers(|| INSTRUCTION_TABLE.iter().map(|grammar| grammar.opcode as u32), &mut end);
        let gl = numbers(|| GLSL_STD_450_INSTRUCTION_TABLE.iter().map(|grammar| grammar.opcode.into()), &mut end);
        let cl = numbers(|| OPENCL_STD_100_INSTRUCTION_TABLE.iter().map(|grammar| grammar.opcode.into()), &mut end);
        Rows { rows: (0..end).map(|_| OnceLock::new()).collect(), core, gl, cl }
    }

    /// The row at a position of the table.
    pub(super) fn get(&'static self, position: usize) -> Option<&'static OpRow> {
        Some(self.rows.get(position)?.get_or_init(|| Box::new(make(position))))
    }

    pub(super) fn of_core(&'static self, opcode: u32) -> Option<&'static OpRow> {
        self.numbered(&self.core, opcode)
    }

    pub(super) fn of_gl(&'static self, number: u32) -> Option<&'static OpRow> {
        self.numbered(&self.gl, number)
    }

    pub(super) fn of_cl(&'static self, number: u32) -> Option<&'static OpRow> {
        self.numbered(&self.cl, number)
    }

    pub(super) fn of_mlir(&'static self, op: Mlir) -> &'static OpRow {
        self.get(op as usize).expect("the table starts with these ops, in their order")
    }

    fn numbered(&'static self, positions: &[u16], number: u32) -> Option<&'static OpRow> {
        positions.get(number as usize).filter(|position| **position != NO_ROW).and_then(|at| self.get(usize::from(*at)))
    }
}

/// The positions of instructions by their numbers, from `end` on, which moves behind them.
fn numbers<I: Iterator<Item = u32>>(instructions: impl Fn() -> I, end: &mut usize) -> Vec<u16> {
    let last = instructions().max().unwrap_or(0);
    let mut positions = vec![NO_ROW; last as usize + 1];
    for number in instructions() {
        positions[number as usize] = *end as u16;
        *end += 1;
    }
    positions
}

/// The row at a position of the table.
fn make(position: usize) -> OpRow {
    let index = position as u32;
    if let Some((op, name, traits, doc)) = MLIR_OPS.get(position) {
        let code = Code::Mlir(*op);
        return OpRow {
            info: OpInfo { name, index, code: Some(code), traits: *traits, doc },
            code,
            operands: &[],
            has_result: false,
            has_type: false,
            capabilities: &[],
            extensions: &[],
            format: table::CUSTOM,
            infer: Infer::Spelled,
        };
    }
    let position = position - MLIR_OPS.len();
    if let Some(grammar) = INSTRUCTION_TABLE.iter().nth(position) {
        let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
        return shape.row(core_name(grammar.opcode, grammar.opname), index, grammar.opcode);
    }
    let position = position - INSTRUCTION_TABLE.iter().count();
    if let Some(grammar) = GLSL_STD_450_INSTRUCTION_TABLE.iter().nth(position) {
        let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
        let (code, own) = (Code::Gl(grammar.opcode.into()), own(table::GL, grammar.opname));
        return shape.finish(["spirv.GL.", grammar.opname].concat(), index, code, own, grammar.operands, true);
    }
    let position = position - GLSL_STD_450_INSTRUCTION_TABLE.iter().count();
    let grammar = OPENCL_STD_100_INSTRUCTION_TABLE.iter().nth(position).expect("there are as many rows as positions");
    let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
    let (code, own) = (Code::Cl(grammar.opcode.into()), own(table::CL, grammar.opname));
    shape.finish(["spirv.CL.", grammar.opname].concat(), index, code, own, grammar.operands, true)
}

/// What the table says of an extended instruction.
fn own(rows: &[table::Row<&str>], opname: &str) -> Option<table::Ours> {
    rows.iter().find(|row| row.op == opname).map(|row| row.ours)
}

/// The rows of the table for core instructions, by opcode.
static OWN: [u16; last_opcode(table::CORE) + 1] = positions(table::CORE);

const fn last_opcode(rows: &[table::Row<Op>]) -> usize {
    let (mut last, mut at) = (0, 0);
    while at < rows.len() {
        if rows[at].op as usize > last {
            last = rows[at].op as usize;
        }
        at += 1;
    }
    last
}

const fn positions<const N: usize>(rows: &[table::Row<Op>]) -> [u16; N] {
    let (mut positions, mut at) = ([NO_ROW; N], 0);
    while at < rows.len() {
        positions[rows[at].op as usize] = at as u16;
        at += 1;
    }
    positions
}

/// The name of a core instruction as this dialect spells it: as MLIR does, the vendor stands before the rest, with one
/// exception.
fn core_name(op: Op, opname: &str) -> String {
    const VENDORS: &[&str] = &["KHR", "EXT", "INTEL", "NV", "AMD", "ARM", "GOOGLE", "QCOM", "ALTERA", "HUAWEI"];
    // Constants and variables of a module have one op for several instructions, whose names would clash.
    if let Op::ExtInst | Op::Constant | Op::SpecConstant | Op::SpecConstantComposite = op {
        return ["spirv.Op", opname].concat();
    }
    let may_have_vendor = opname.ends_with(|last: char| last.is_ascii_uppercase());
    match VENDORS.iter().find(|vendor| may_have_vendor && opname.ends_with(**vendor)) {
        Some(vendor) if opname != "GroupNonUniformRotateKHR" => {
            ["spirv.", vendor, ".", &opname[..opname.len() - vendor.len()]].concat()
        }
        _ => ["spirv.", opname].concat(),
    }
}

/// What the grammar says about an instruction.
struct Shape {
    operands: &'static [LogicalOperand],
    caps: &'static [spirv::Capability],
    exts: &'static [&'static str],
}

impl Shape {
    fn row(self, name: String, index: u32, op: Op) -> OpRow {
        let is_result =
            |operand: &LogicalOperand| matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType);
        let results = self.operands.iter().take_while(|operand| is_result(operand)).count();
        let operands = &self.operands[results..];
        let typed = self.operands.first().is_some_and(|operand| operand.kind == OperandKind::IdResultType);
        let own = OWN.get(op as usize).and_then(|at| table::CORE.get(usize::from(*at))).map(|row| row.ours);
        let mut row = self.finish(name, index, Code::Core(op), own, operands, results > 0);
        row.has_type = typed;
        row
    }

    fn finish(
        self,
        name: String,
        index: u32,
        code: Code,
        ours: Option<table::Ours>,
        operands: &'static [LogicalOperand],
        has_result: bool,
    ) -> OpRow {
        let ours = ours.unwrap_or(table::default_row(!operands.is_empty(), has_result));
        OpRow {
            // Rows live as long as the process.
            info: OpInfo { name: name.leak(), index, code: Some(code), traits: ours.traits, doc: ours.doc },
            code,
            operands,
            has_result,
            has_type: has_result,
            capabilities: self.caps,
            extensions: self.exts,
            format: ours.format,
            infer: ours.infer,
        }
    }
}
