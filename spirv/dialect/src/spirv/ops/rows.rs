//! The rows of all ops, joined from the grammar and [`super::table`].
//!
//! Each is made on first use: a module has few kinds of ops, and a process that compiles one shader must not pay for
//! all.

use super::OpRow;
use super::ids::{self, Ids};
use super::table::{self, Infer};
use crate::ir::{OpInfo, Traits};
use crate::spirv::code::{Code, MLIR_OPS, Mlir};
use isa::Class;
use spirv::Op;
use spirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind,
    of_published,
};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

/// No row.
const NO_ROW: u16 = u16::MAX;
/// The number of rows that are allocated at once.
const PAGE: usize = 16;
/// The limit of pages.
const PAGES: usize = 128;

/// Core instructions with lower opcodes, which are nearly all in a module, are found at once.
const FREQUENT: usize = 512;

type Page = Box<[OnceLock<OpRow>]>;

/// The ops of the dialect alone, then core instructions, then those of `GLSL.std.450`, then those of `OpenCL.std`.
pub(super) struct Rows {
    pages: [OnceLock<Page>; PAGES],
    frequent: [OnceLock<&'static OpRow>; FREQUENT],
    core: Positions<8192>,
    gl: Positions<128>,
    cl: Positions<256>,
}

impl Rows {
    pub(super) const fn new() -> Rows {
        let pages = [const { OnceLock::new() }; PAGES];
        let frequent = [const { OnceLock::new() }; FREQUENT];
        Rows { pages, frequent, core: Positions::new(), gl: Positions::new(), cl: Positions::new() }
    }

    /// The row at an index of the table.
    pub(super) fn get(&'static self, position: usize) -> Option<&'static OpRow> {
        (position < first_cl() + OPENCL_STD_100_INSTRUCTION_TABLE.iter().count()).then(|| self.row(position))
    }

    /// The row at an index of the table that is in range.
    pub(super) fn row(&'static self, position: usize) -> &'static OpRow {
        let page = self.pages[position / PAGE].get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect());
        page[position % PAGE].get_or_init(|| make(position))
    }

    #[inline]
    pub(super) fn of_core(&'static self, opcode: u32) -> Option<&'static OpRow> {
        match self.frequent.get(opcode as usize).and_then(OnceLock::get) {
            Some(row) => Some(row),
            None => self.find_core(opcode),
        }
    }

    fn find_core(&'static self, opcode: u32) -> Option<&'static OpRow> {
        let position = self.core.get(opcode, || Some(FIRST_CORE + isa::position(opcode)?))?;
        let row = self.row(position);
        Some(self.frequent.get(opcode as usize).map_or(row, |place| place.get_or_init(|| row)))
    }

    pub(super) fn of_gl(&'static self, number: u32) -> Option<&'static OpRow> {
        let index = || GLSL_STD_450_INSTRUCTION_TABLE.iter().position(|grammar| u32::from(grammar.opcode) == number);
        self.gl.get(number, || Some(first_gl() + index()?)).map(|position| self.row(position))
    }

    pub(super) fn of_cl(&'static self, number: u32) -> Option<&'static OpRow> {
        let index = || OPENCL_STD_100_INSTRUCTION_TABLE.iter().position(|grammar| u32::from(grammar.opcode) == number);
        self.cl.get(number, || Some(first_cl() + index()?)).map(|position| self.row(position))
    }

    pub(super) fn of_mlir(&'static self, op: Mlir) -> &'static OpRow {
        // The table starts with these ops, in their order.
        self.row(op as usize)
    }
}

const FIRST_CORE: usize = MLIR_OPS.len();

fn first_gl() -> usize {
    FIRST_CORE + INSTRUCTION_TABLE.len()
}

fn first_cl() -> usize {
    first_gl() + GLSL_STD_450_INSTRUCTION_TABLE.iter().count()
}

/// The rows of instructions by their numbers, each looked up on first use: 0 until then, and otherwise the index plus
/// one, or [`NO_ROW`].
struct Positions<const NUMBERS: usize>([AtomicU16; NUMBERS]);

impl<const NUMBERS: usize> Positions<NUMBERS> {
    const fn new() -> Self {
        Positions([const { AtomicU16::new(0) }; NUMBERS])
    }

    fn get(&self, number: u32, find: impl FnOnce() -> Option<usize>) -> Option<usize> {
        let place = self.0.get(number as usize)?;
        match place.load(Relaxed) {
            0 => {
                let found = find();
                // Other threads store the same.
                place.store(found.map_or(NO_ROW, |position| position as u16 + 1), Relaxed);
                found
            }
            NO_ROW => None,
            known => Some(usize::from(known) - 1),
        }
    }
}

/// Makes the row at an index of the table.
fn make(position: usize) -> OpRow {
    let index = position as u32;
    if let Some((op, name, traits, doc)) = MLIR_OPS.get(position) {
        let code = Code::Mlir(*op);
        return OpRow {
            info: OpInfo { name, index, code: Some(code), traits: *traits, doc },
            code,
            operands: &[],
            ids: Ids::of(&[]),
            lists_literals: false,
            has_result: false,
            has_type: false,
            capabilities: &[],
            extensions: &[],
            format: table::CUSTOM,
            infer: Infer::Spelled,
        };
    }
    let position = position - MLIR_OPS.len();
    if let Some(grammar) = INSTRUCTION_TABLE.get(position) {
        let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
        return shape.row(core_name(grammar.opcode, grammar.opname), index, grammar.opcode);
    }
    let position = position - INSTRUCTION_TABLE.len();
    if let Some(grammar) = GLSL_STD_450_INSTRUCTION_TABLE.iter().nth(position) {
        let shape =
            Shape { operands: grammar.operands, caps: of_published(grammar.capabilities), exts: grammar.extensions };
        let (code, own) = (Code::Gl(grammar.opcode.into()), own(table::GL, grammar.opname));
        return shape.finish(["spirv.GL.", grammar.opname].concat(), index, code, own, grammar.operands, true);
    }
    let position = position - GLSL_STD_450_INSTRUCTION_TABLE.iter().count();
    let grammar = OPENCL_STD_100_INSTRUCTION_TABLE.iter().nth(position).expect("there are as many rows as positions");
    let shape =
        Shape { operands: grammar.operands, caps: of_published(grammar.capabilities), exts: grammar.extensions };
    let (code, own) = (Code::Cl(grammar.opcode.into()), own(table::CL, grammar.opname));
    shape.finish(["spirv.CL.", grammar.opname].concat(), index, code, own, grammar.operands, true)
}

/// Returns whether an instruction has no effects.
fn is_pure(code: Code) -> bool {
    let effects = match code {
        Code::Core(op) => isa::effects(op),
        Code::Gl(number) => isa::effects_of_gl(number),
        Code::Cl(number) => isa::effects_of_cl(number),
        Code::Mlir(_) => return false,
    };
    effects.is_pure()
}

/// The table's part of the row of an extended instruction.
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

/// The name of a core instruction in this dialect: as in MLIR the vendor comes first, with one exception.
fn core_name(op: Op, opname: &str) -> String {
    const VENDORS: &[&str] = &["KHR", "EXT", "INTEL", "NV", "AMD", "ARM", "GOOGLE", "QCOM", "ALTERA", "HUAWEI"];
    // Constants and variables have one op for several instructions, whose names would clash.
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

/// The grammar's part of a row.
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
        if isa::class(op) == Class::Terminator {
            row.info.traits = row.info.traits | Traits::TERMINATOR;
        }
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
        let purity = if is_pure(code) { Traits::PURE } else { Traits::NONE };
        OpRow {
            // Rows live as long as the process.
            info: OpInfo { name: name.leak(), index, code: Some(code), traits: ours.traits | purity, doc: ours.doc },
            code,
            operands,
            ids: Ids::of(operands),
            lists_literals: operands.iter().any(ids::is_list_of_literals),
            has_result,
            has_type: has_result,
            capabilities: self.caps,
            extensions: self.exts,
            format: ours.format,
            infer: ours.infer,
        }
    }
}
