//! The forms of rows: an instruction, an enumerant, and their operands.

use crate::Capability;
use crate::tables::values::Op;
use rspirv::grammar::LogicalOperand;
use rspirv::spirv::Capability as Published;

/// The grammar of an instruction.
#[derive(Debug)]
pub struct Instruction {
    /// Its name without `Op`.
    pub opname: &'static str,
    /// The opcode.
    pub opcode: Op,
    /// The capabilities of which one is required.
    pub capabilities: &'static [Capability],
    /// The extensions of which one is required where no capability brings it.
    pub extensions: &'static [&'static str],
    /// The operands, result type and result included.
    pub operands: &'static [LogicalOperand],
}

/// A value of an enumeration, or a bit of a bit set.
#[derive(Debug)]
pub struct Enumerant {
    /// The value.
    pub value: u32,
    /// Its name.
    pub name: &'static str,
    /// The operands that follow it.
    pub operands: &'static [LogicalOperand],
    /// The capabilities of which one is required; of a capability, those that it implies.
    pub capabilities: &'static [Capability],
    /// The extensions of which one is required.
    pub extensions: &'static [&'static str],
}

/// The capabilities that a published table of extended instructions names.
pub fn of_published(capabilities: &[Published]) -> &'static [Capability] {
    match capabilities {
        [Published::InterpolationFunction] => &[Capability::InterpolationFunction],
        [Published::Float64] => &[Capability::Float64],
        _ => &[],
    }
}

/// The operands of a row.
macro_rules! operands {
    ($($quantifier:ident $kind:ident),*) => {
        &[$(rspirv::grammar::LogicalOperand {
            kind: rspirv::grammar::OperandKind::$kind,
            quantifier: rspirv::grammar::OperandQuantifier::$quantifier,
        }),*]
    };
}

pub(crate) use operands;
