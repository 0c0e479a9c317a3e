//! The op table of the SPIR-V dialect: one row per instruction and per op that only the dialect has.
//!
//! Opcode, operands, capabilities and extensions come from the grammar tables of `rspirv`; the rows in [`table`] add what
//! is ours: the textual form, how the result's type follows from the operands, traits, and a sentence. Reader, writer,
//! parser, printer and verifier loop over the joined rows.

pub mod table;

pub use table::{Format, Infer};

use crate::ir::{Module, OpId, OpInfo, Traits};
use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind,
    OperandQuantifier,
};
use rustc_hash::FxHashMap;
use spirv::Op;
use std::sync::LazyLock;

/// What an op of this dialect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A core instruction.
    Core(Op),
    /// An instruction of `GLSL.std.450`.
    Gl(u32),
    /// An instruction of `OpenCL.std`.
    Cl(u32),
    /// An op that stands for several instructions or for none.
    Mlir(Mlir),
}

/// A row: everything that is known about an op.
#[derive(Debug)]
pub struct OpRow {
    /// What the core knows of it.
    pub info: OpInfo,
    /// What it is.
    pub code: Code,
    /// Its operands after the result, as the grammar lists them.
    pub operands: &'static [LogicalOperand],
    /// Whether the instruction has a result.
    pub has_result: bool,
    /// Whether the result has a type; labels, types and the like have none.
    pub has_type: bool,
    /// Any of these capabilities makes it available; none are needed when empty.
    pub capabilities: &'static [spirv::Capability],
    /// Any of these extensions makes it available too.
    pub extensions: &'static [&'static str],
    /// Its textual form.
    pub format: Format,
    /// The type of its result.
    pub infer: Infer,
}

impl OpRow {
    /// Whether the operand at a place, behind result and type, is a number of the instruction rather than an id.
    pub fn is_number(&self, at: usize) -> bool {
        let kind = self.operands.get(at).or(self.operands.last()).map(|operand| operand.kind);
        match kind {
            // What image operands bring with them are ids.
            Some(OperandKind::ImageOperands) => at < self.operands.len(),
            Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics) | None => false,
            Some(_) => true,
        }
    }

    /// How many values every such op takes, at least.
    pub fn required_values(&self) -> usize {
        let type_at = type_operand(self.code);
        let is_value = |(at, operand): &(usize, &LogicalOperand)| {
            let is_id = operand.kind == OperandKind::IdRef && operand.quantifier == OperandQuantifier::One;
            is_id && type_at != Some(*at)
        };
        self.operands.iter().enumerate().filter(is_value).count()
    }
}

macro_rules! mlir_ops {
    ($($name:ident $text:literal $traits:expr, $doc:literal;)*) => {
        /// The ops that have no instruction of their own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mlir { $(#[doc = $doc] $name,)* }

        const MLIR_OPS: &[(Mlir, &str, Traits, &str)] = &[$((Mlir::$name, $text, $traits, $doc),)*];
    };
}

mlir_ops! {
    Module "spirv.module" Traits::ISOLATED, "A module: version, capabilities and extensions, and everything it declares.";
    Func "spirv.func" Traits(Traits::ISOLATED.0 | Traits::SYMBOL.0), "A function, or the declaration of an imported one.";
    GlobalVariable "spirv.GlobalVariable" Traits::SYMBOL, "A variable of the module.";
    AddressOf "spirv.mlir.addressof" Traits::PURE, "The pointer to a variable of the module.";
    Constant "spirv.Constant" Traits::PURE, "A constant.";
    SpecConstant "spirv.SpecConstant" Traits::SYMBOL, "A scalar that the application may set before the module runs.";
    SpecConstantComposite "spirv.SpecConstantComposite" Traits::SYMBOL, "A composite with specialisation constants in it.";
    SpecConstantOperation "spirv.SpecConstantOperation" Traits::SYMBOL, "The result of an op on specialisation constants.";
    ReferenceOf "spirv.mlir.referenceof" Traits::PURE, "The value of a specialisation constant.";
    Selection "spirv.mlir.selection" Traits::NONE, "A selection: the blocks of its region up to where they merge.";
    Loop "spirv.mlir.loop" Traits::NONE, "A loop: entry, header, body, continue and merge blocks.";
    Merge "spirv.mlir.merge" Traits::TERMINATOR, "Leaves a selection or a loop with its results.";
    ExtInst "spirv.ExtInst" Traits::NONE, "An instruction of an extended set that does not change what a module computes.";
}

impl Code {
    /// The core instruction, if it is one.
    pub fn core(self) -> Option<Op> {
        match self {
            Code::Core(op) => Some(op),
            Code::Gl(_) | Code::Cl(_) | Code::Mlir(_) => None,
        }
    }
}

struct Table {
    rows: Vec<OpRow>,
    /// The positions of rows, by number.
    core: Vec<u16>,
    gl: Vec<u16>,
    cl: Vec<u16>,
    mlir: Vec<u16>,
}

/// No row has this position.
const NO_ROW: u16 = u16::MAX;

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

static BY_NAME: LazyLock<FxHashMap<&'static str, u32>> =
    LazyLock::new(|| rows().iter().map(|row| (row.info.name, row.info.index)).collect());

/// The row of an op's info; nothing for an op of another dialect.
pub fn row(info: &OpInfo) -> Option<&'static OpRow> {
    TABLE.rows.get(info.index as usize).filter(|row| std::ptr::eq(&row.info, info))
}

/// All rows.
pub fn rows() -> &'static [OpRow] {
    &TABLE.rows
}

/// What an op of a module is; nothing for an op of another dialect.
pub fn code(module: &Module, op: OpId) -> Option<Code> {
    row(module[op].info).map(|row| row.code)
}

/// The row with this textual name.
pub fn by_name(name: &str) -> Option<&'static OpRow> {
    BY_NAME.get(name).map(|index| &TABLE.rows[*index as usize])
}

/// The row of the core instruction with this opcode.
pub fn by_opcode(opcode: u32) -> Option<&'static OpRow> {
    numbered(&TABLE.core, opcode)
}

/// The row of an instruction of `GLSL.std.450`.
pub fn by_gl(number: u32) -> Option<&'static OpRow> {
    numbered(&TABLE.gl, number)
}

/// The row of an instruction of `OpenCL.std`.
pub fn by_cl(number: u32) -> Option<&'static OpRow> {
    numbered(&TABLE.cl, number)
}

fn numbered(positions: &[u16], number: u32) -> Option<&'static OpRow> {
    let position = positions.get(number as usize).filter(|position| **position != NO_ROW)?;
    Some(&TABLE.rows[usize::from(*position)])
}

/// The position, among the operands of the grammar, of the one that is a type rather than a value.
pub fn type_operand(code: Code) -> Option<usize> {
    match code.core()? {
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV => Some(0),
        Op::UntypedAccessChainKHR
        | Op::UntypedInBoundsAccessChainKHR
        | Op::UntypedPtrAccessChainKHR
        | Op::UntypedInBoundsPtrAccessChainKHR
        | Op::UntypedArrayLengthKHR
        | Op::UntypedImageTexelPointerEXT => Some(0),
        // Behind the storage class.
        Op::UntypedVariableKHR => Some(1),
        _ => None,
    }
}

/// The info of a core instruction.
///
/// # Panics
/// When `rspirv` has no such instruction, which its tables rule out.
pub fn core(op: Op) -> &'static OpInfo {
    &by_opcode(op as u32).expect("every opcode has a row").info
}

/// The info of an op that has no instruction of its own.
pub fn mlir(op: Mlir) -> &'static OpInfo {
    &TABLE.rows[usize::from(TABLE.mlir[op as usize])].info
}

impl Table {
    fn build() -> Table {
        let names = Names::new();
        let mut table = Table { rows: Vec::new(), core: Vec::new(), gl: Vec::new(), cl: Vec::new(), mlir: Vec::new() };
        table.rows.reserve(names.ends.len() + MLIR_OPS.len());
        table.add_mlir();
        let mut names = names.leak();
        table.add_core(&mut names);
        table.add_extended(&mut names);
        table
    }

    fn add_mlir(&mut self) {
        for (op, name, traits, doc) in MLIR_OPS {
            let index = self.rows.len() as u32;
            self.mlir.push(index as u16);
            self.rows.push(OpRow {
                info: OpInfo { name, index, traits: *traits, doc },
                code: Code::Mlir(*op),
                operands: &[],
                has_result: false,
                has_type: false,
                capabilities: &[],
                extensions: &[],
                format: table::CUSTOM,
                infer: Infer::Spelled,
            });
        }
    }

    fn add_core(&mut self, names: &mut impl Iterator<Item = &'static str>) {
        let ours = numbers(table::CORE.iter().map(|row| row.op as u32));
        for (grammar, name) in INSTRUCTION_TABLE.iter().zip(names) {
            let (index, opcode) = (self.rows.len() as u32, grammar.opcode as u32);
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own =
                ours.get(opcode as usize).filter(|at| **at != NO_ROW).map(|at| table::CORE[usize::from(*at)].ours);
            number(&mut self.core, opcode, index);
            self.rows.push(shape.row(name, index, Code::Core(grammar.opcode), own));
        }
    }

    fn add_extended(&mut self, names: &mut impl Iterator<Item = &'static str>) {
        let ours: FxHashMap<&str, table::Ours> = table::GL.iter().map(|row| (row.op, row.ours)).collect();
        for (grammar, name) in GLSL_STD_450_INSTRUCTION_TABLE.iter().zip(&mut *names) {
            let (index, opcode) = (self.rows.len() as u32, u32::from(grammar.opcode));
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own = ours.get(grammar.opname).copied();
            number(&mut self.gl, opcode, index);
            self.rows.push(shape.row_with_result(name, index, Code::Gl(opcode), own));
        }
        let ours: FxHashMap<&str, table::Ours> = table::CL.iter().map(|row| (row.op, row.ours)).collect();
        for (grammar, name) in OPENCL_STD_100_INSTRUCTION_TABLE.iter().zip(names) {
            let (index, opcode) = (self.rows.len() as u32, u32::from(grammar.opcode));
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own = ours.get(grammar.opname).copied();
            number(&mut self.cl, opcode, index);
            self.rows.push(shape.row_with_result(name, index, Code::Cl(opcode), own));
        }
    }
}

/// The positions of items, by their numbers.
fn numbers(items: impl Iterator<Item = u32>) -> Vec<u16> {
    let mut positions = Vec::new();
    items.zip(0..).for_each(|(item, position)| number(&mut positions, item, position));
    positions
}

fn number(positions: &mut Vec<u16>, item: u32, position: u32) {
    if item as usize >= positions.len() {
        positions.resize(item as usize + 1, NO_ROW);
    }
    positions[item as usize] = position as u16;
}

/// The names of all instructions as this dialect spells them, one behind the other: that is one allocation.
struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    fn new() -> Names {
        let mut names = Names { text: String::with_capacity(1 << 15), ends: Vec::with_capacity(1 << 11) };
        for grammar in INSTRUCTION_TABLE.iter() {
            // Constants and variables of a module have one op for several instructions, whose names would clash.
            match grammar.opcode {
                Op::ExtInst | Op::Constant | Op::SpecConstant | Op::SpecConstantComposite => {
                    names.add(&["spirv.Op", grammar.opname]);
                }
                _ => names.add_core(grammar.opname),
            }
        }
        GLSL_STD_450_INSTRUCTION_TABLE.iter().for_each(|grammar| names.add(&["spirv.GL.", grammar.opname]));
        OPENCL_STD_100_INSTRUCTION_TABLE.iter().for_each(|grammar| names.add(&["spirv.CL.", grammar.opname]));
        names
    }

    fn add(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.text.push_str(part));
        self.ends.push(self.text.len());
    }

    /// MLIR puts the vendor of an instruction before its name, with one exception.
    fn add_core(&mut self, opname: &str) {
        const VENDORS: &[&str] = &["KHR", "EXT", "INTEL", "NV", "AMD", "ARM", "GOOGLE", "QCOM", "ALTERA", "HUAWEI"];
        let may_have_vendor = opname.ends_with(|last: char| last.is_ascii_uppercase());
        let vendor = VENDORS.iter().find(|vendor| may_have_vendor && opname.ends_with(**vendor));
        match vendor {
            Some(vendor) if opname != "GroupNonUniformRotateKHR" => {
                self.add(&["spirv.", vendor, ".", &opname[..opname.len() - vendor.len()]]);
            }
            _ => self.add(&["spirv.", opname]),
        }
    }

    fn leak(self) -> impl Iterator<Item = &'static str> {
        let text: &'static str = self.text.leak();
        self.ends.into_iter().scan(0, |start, end| Some(&text[std::mem::replace(start, end)..end]))
    }
}

/// What the grammar says about an instruction.
struct Shape {
    operands: &'static [LogicalOperand],
    caps: &'static [spirv::Capability],
    exts: &'static [&'static str],
}

impl Shape {
    fn row(self, name: &'static str, index: u32, code: Code, ours: Option<table::Ours>) -> OpRow {
        let is_result =
            |operand: &LogicalOperand| matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType);
        let results = self.operands.iter().take_while(|operand| is_result(operand)).count();
        let operands = &self.operands[results..];
        let typed = self.operands.first().is_some_and(|operand| operand.kind == OperandKind::IdResultType);
        let mut row = self.finish(name, index, code, ours, operands, results > 0);
        row.has_type = typed;
        row
    }

    fn row_with_result(self, name: &'static str, index: u32, code: Code, ours: Option<table::Ours>) -> OpRow {
        let operands = self.operands;
        self.finish(name, index, code, ours, operands, true)
    }

    fn finish(
        self,
        name: &'static str,
        index: u32,
        code: Code,
        ours: Option<table::Ours>,
        operands: &'static [LogicalOperand],
        has_result: bool,
    ) -> OpRow {
        let ours = ours.unwrap_or(table::default_row(!operands.is_empty(), has_result));
        OpRow {
            info: OpInfo { name, index, traits: ours.traits, doc: ours.doc },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_own_row_has_an_instruction() {
        let table = &*TABLE;
        assert_eq!(BY_NAME.len(), table.rows.len());
        for row in table::CORE {
            assert!(by_opcode(row.op as u32).is_some(), "{:?}", row.op);
        }
        for row in table::GL {
            assert!(by_name(&format!("spirv.GL.{}", row.op)).is_some(), "{}", row.op);
        }
        for row in table::CL {
            assert!(by_name(&format!("spirv.CL.{}", row.op)).is_some(), "{}", row.op);
        }
    }

    #[test]
    fn vendors_stand_before_the_name() {
        assert_eq!(core(Op::AtomicFAddEXT).name, "spirv.EXT.AtomicFAdd");
        assert_eq!(core(Op::GroupNonUniformRotateKHR).name, "spirv.GroupNonUniformRotateKHR");
        assert_eq!(by_gl(31).map(|row| row.info.name), Some("spirv.GL.Sqrt"));
        assert_eq!(by_cl(26).map(|row| row.info.name), Some("spirv.CL.fma"));
    }
}
