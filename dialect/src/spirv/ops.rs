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
    core: FxHashMap<u32, u32>,
    gl: FxHashMap<u32, u32>,
    cl: FxHashMap<u32, u32>,
    mlir: Vec<u32>,
    by_name: FxHashMap<&'static str, u32>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

/// The row of an op's info; nothing for an op of another dialect.
pub fn row(info: &OpInfo) -> Option<&'static OpRow> {
    TABLE.rows.get(info.index as usize).filter(|row| std::ptr::eq(row.info.name, info.name))
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
    TABLE.by_name.get(name).map(|index| &TABLE.rows[*index as usize])
}

/// The row of the core instruction with this opcode.
pub fn by_opcode(opcode: u32) -> Option<&'static OpRow> {
    TABLE.core.get(&opcode).map(|index| &TABLE.rows[*index as usize])
}

/// The row of an instruction of `GLSL.std.450`.
pub fn by_gl(number: u32) -> Option<&'static OpRow> {
    TABLE.gl.get(&number).map(|index| &TABLE.rows[*index as usize])
}

/// The row of an instruction of `OpenCL.std`.
pub fn by_cl(number: u32) -> Option<&'static OpRow> {
    TABLE.cl.get(&number).map(|index| &TABLE.rows[*index as usize])
}

/// The position, among the operands of the grammar, of the one that is a type rather than a value.
pub fn type_operand(code: Code) -> Option<usize> {
    match code.core()? {
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV => Some(0),
        Op::UntypedAccessChainKHR
        | Op::UntypedInBoundsAccessChainKHR
        | Op::UntypedPtrAccessChainKHR
        | Op::UntypedInBoundsPtrAccessChainKHR
        | Op::UntypedArrayLengthKHR => Some(0),
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
    &TABLE.rows[TABLE.mlir[op as usize] as usize].info
}

impl Table {
    fn build() -> Table {
        let mut table = Table {
            rows: Vec::new(),
            core: FxHashMap::default(),
            gl: FxHashMap::default(),
            cl: FxHashMap::default(),
            mlir: Vec::new(),
            by_name: FxHashMap::default(),
        };
        table.add_mlir();
        table.add_core();
        table.add_extended();
        table.by_name = table.rows.iter().map(|row| (row.info.name, row.info.index)).collect();
        table
    }

    fn add_mlir(&mut self) {
        for (op, name, traits, doc) in MLIR_OPS {
            let index = self.rows.len() as u32;
            self.mlir.push(index);
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

    fn add_core(&mut self) {
        let ours: FxHashMap<u32, &table::Row<Op>> = table::CORE.iter().map(|row| (row.op as u32, row)).collect();
        for grammar in INSTRUCTION_TABLE.iter() {
            let index = self.rows.len() as u32;
            let opcode = grammar.opcode as u32;
            // Constants and variables of a module have one op for several instructions, whose names would clash.
            let name = match grammar.opcode {
                Op::ExtInst => "spirv.OpExtInst".to_owned(),
                Op::Constant => "spirv.OpConstant".to_owned(),
                Op::SpecConstant => "spirv.OpSpecConstant".to_owned(),
                Op::SpecConstantComposite => "spirv.OpSpecConstantComposite".to_owned(),
                _ => core_name(grammar.opname),
            };
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own = ours.get(&opcode).map(|row| row.ours);
            self.core.insert(opcode, index);
            self.rows.push(shape.row(name, index, Code::Core(grammar.opcode), own));
        }
    }

    fn add_extended(&mut self) {
        let ours: FxHashMap<&str, table::Ours> = table::GL.iter().map(|row| (row.op, row.ours)).collect();
        for grammar in GLSL_STD_450_INSTRUCTION_TABLE.iter() {
            let (index, number) = (self.rows.len() as u32, u32::from(grammar.opcode));
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own = ours.get(grammar.opname).copied();
            self.gl.insert(number, index);
            self.rows.push(shape.row_with_result(format!("spirv.GL.{}", grammar.opname), index, Code::Gl(number), own));
        }
        let ours: FxHashMap<&str, table::Ours> = table::CL.iter().map(|row| (row.op, row.ours)).collect();
        for grammar in OPENCL_STD_100_INSTRUCTION_TABLE.iter() {
            let (index, number) = (self.rows.len() as u32, u32::from(grammar.opcode));
            let shape = Shape { operands: grammar.operands, caps: grammar.capabilities, exts: grammar.extensions };
            let own = ours.get(grammar.opname).copied();
            self.cl.insert(number, index);
            self.rows.push(shape.row_with_result(format!("spirv.CL.{}", grammar.opname), index, Code::Cl(number), own));
        }
    }
}

/// What the grammar says about an instruction.
struct Shape {
    operands: &'static [LogicalOperand],
    caps: &'static [spirv::Capability],
    exts: &'static [&'static str],
}

impl Shape {
    fn row(self, name: String, index: u32, code: Code, ours: Option<table::Ours>) -> OpRow {
        let is_result =
            |operand: &LogicalOperand| matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType);
        let results = self.operands.iter().take_while(|operand| is_result(operand)).count();
        let operands = &self.operands[results..];
        let typed = self.operands.first().is_some_and(|operand| operand.kind == OperandKind::IdResultType);
        let mut row = self.finish(name, index, code, ours, operands, results > 0);
        row.has_type = typed;
        row
    }

    fn row_with_result(self, name: String, index: u32, code: Code, ours: Option<table::Ours>) -> OpRow {
        let operands = self.operands;
        self.finish(name, index, code, ours, operands, true)
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
            info: OpInfo { name: name.leak(), index, traits: ours.traits, doc: ours.doc },
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

/// MLIR puts the vendor of an instruction before its name, with one exception.
fn core_name(opname: &str) -> String {
    const VENDORS: &[&str] = &["KHR", "EXT", "INTEL", "NV", "AMD", "ARM", "GOOGLE", "QCOM", "ALTERA", "HUAWEI"];
    let vendor = VENDORS.iter().find(|vendor| opname.ends_with(**vendor));
    match vendor {
        Some(vendor) if opname != "GroupNonUniformRotateKHR" => {
            format!("spirv.{vendor}.{}", &opname[..opname.len() - vendor.len()])
        }
        _ => format!("spirv.{opname}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_own_row_has_an_instruction() {
        let table = &*TABLE;
        assert_eq!(table.by_name.len(), table.rows.len());
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
