//! The op table of the SPIR-V dialect: one row per instruction and per op that only the dialect has.
//!
//! Opcode, operands, capabilities and extensions come from the tables of the grammar; the rows in [`table`] add
//! the textual form, the inference of the result type, traits, and a sentence. Reader, writer, parser, printer and
//! verifier loop over the joined rows.

pub mod format;
mod ids;
mod rows;
pub mod table;

pub use super::code::{Code, Mlir};
pub use ids::Ids;
pub use table::Infer;

use crate::ir::{Module, OpId, OpInfo};
use format::Format;
use rows::Rows;
use rustc_hash::FxHashMap;
use spirv::Op;
use spirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};
use std::sync::LazyLock;

/// A row: all properties of an op.
#[derive(Debug)]
pub struct OpRow {
    /// The row of the core table.
    pub info: OpInfo,
    /// The code.
    pub code: Code,
    /// Its operands after the result, as the grammar lists them.
    pub operands: &'static [LogicalOperand],
    /// The number of ids of values or types among them.
    pub ids: Ids,
    /// True if its literals are a list of any length.
    pub lists_literals: bool,
    /// True if the instruction has a result.
    pub has_result: bool,
    /// True if the result has a type; labels, types and similar ones have none.
    pub has_type: bool,
    /// Alternative capabilities, of which one is required; empty if none is.
    pub capabilities: &'static [spirv::Capability],
    /// Extensions that make it available too.
    pub extensions: &'static [&'static str],
    /// Its textual form.
    pub format: Format,
    /// The type of its result.
    pub infer: Infer,
}

impl OpRow {
    /// Returns whether an operand, counted after result type and result, is a literal rather than an id.
    pub fn is_number(&self, at: usize) -> bool {
        let kind = self.operands.get(at).or(self.operands.last()).map(|operand| operand.kind);
        match kind {
            // The operands of image operands are ids.
            Some(OperandKind::ImageOperands) => at < self.operands.len(),
            Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics) | None => false,
            Some(_) => true,
        }
    }

    /// Returns whether the text spells the attribute with this name outside of its list of attributes.
    pub fn spells(&self, name: &str) -> bool {
        self.format.iter().any(|piece| piece.attr() == Some(name))
    }

    /// The minimum number of operands.
    pub fn required_values(&self) -> usize {
        let type_at = type_operand(self.code);
        let is_value = |(at, operand): &(usize, &LogicalOperand)| {
            let is_id = operand.kind == OperandKind::IdRef && operand.quantifier == OperandQuantifier::One;
            is_id && type_at != Some(*at)
        };
        self.operands.iter().enumerate().filter(is_value).count()
    }
}

static ROWS: Rows = Rows::new();

static BY_NAME: LazyLock<FxHashMap<&'static str, u32>> =
    LazyLock::new(|| rows().map(|row| (row.info.name, row.info.index)).collect());

/// The row of an op's info; `None` for an op of another dialect.
pub fn row(info: &OpInfo) -> Option<&'static OpRow> {
    // Ops with a code are in this table.
    info.code.map(|_| ROWS.row(info.index as usize))
}

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static OpRow> {
    (0..).map_while(|position| ROWS.get(position))
}

/// The code of an op of a module; `None` for an op of another dialect.
#[inline]
pub fn code(module: &Module, op: OpId) -> Option<Code> {
    module[op].info.code
}

/// The row with this textual name.
pub fn by_name(name: &str) -> Option<&'static OpRow> {
    BY_NAME.get(name).and_then(|index| ROWS.get(*index as usize))
}

/// The row of the core instruction with this opcode.
#[inline]
pub fn by_opcode(opcode: u32) -> Option<&'static OpRow> {
    ROWS.of_core(opcode)
}

/// The row of an instruction of `GLSL.std.450`.
pub fn by_gl(number: u32) -> Option<&'static OpRow> {
    ROWS.of_gl(number)
}

/// The row of an instruction of `OpenCL.std`.
pub fn by_cl(number: u32) -> Option<&'static OpRow> {
    ROWS.of_cl(number)
}

/// The position, among the operands of the grammar, of the one that is a type rather than a value.
pub fn type_operand(code: Code) -> Option<usize> {
    match code.core()? {
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV | Op::AbortKHR => Some(0),
        Op::UntypedAccessChainKHR
        | Op::UntypedInBoundsAccessChainKHR
        | Op::UntypedPtrAccessChainKHR
        | Op::UntypedInBoundsPtrAccessChainKHR
        | Op::UntypedArrayLengthKHR
        | Op::UntypedImageTexelPointerEXT => Some(0),
        // After the storage class.
        Op::UntypedVariableKHR => Some(1),
        _ => None,
    }
}

/// The info of a core instruction.
///
/// # Panics
/// When the grammar has no such instruction, which its tables rule out.
#[inline]
pub fn core(op: Op) -> &'static OpInfo {
    &by_opcode(op as u32).expect("every opcode has a row").info
}

/// The info of an op that has no instruction of its own.
pub fn mlir(op: Mlir) -> &'static OpInfo {
    &ROWS.of_mlir(op).info
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_own_row_has_an_instruction() {
        assert_eq!(BY_NAME.len(), rows().count());
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
