//! The vocabulary of SPIR-V: the names and numbers of instructions and enumerants, their operands, and the capabilities
//! and extensions that they require.
//!
//! The crates `spirv` and `rspirv` have all of it but what was registered after their last release. The rows in
//! [`tables`] are those of the registry of August 2026, under the names that the published crates use; later names are
//! constants beside them. Sets of extended instructions and the enumerations that the published crates have in full are
//! theirs. The crate knows no modules and no words.

mod syntax;
mod tables;

pub use rspirv::spirv::*;
pub use tables::values::{
    Capability, ComponentType, Decoration, ExecutionMode, FPEncoding, LinkageType, Op, SourceLanguage,
};

/// The operands and the requirements of instructions and enumerants.
pub mod grammar {
    pub use crate::syntax::{Enumerant, Instruction, of_published};
    pub use crate::tables::enumerants::enumerants;
    pub use crate::tables::instructions::INSTRUCTION_TABLE;
    pub use rspirv::grammar::{
        ExtendedInstruction, GLSL_STD_450_INSTRUCTION_TABLE, LogicalOperand,
        NONSEMANTIC_SHADER_DEBUGINFO_100_INSTRUCTION_TABLE, OPENCL_DEBUGINFO_100_INSTRUCTION_TABLE,
        OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind, OperandQuantifier, ext_inst_table, opencl_debuginfo_100,
    };

    /// The row of an enumerant, or of a bit of a bit set.
    pub fn enumerant(kind: OperandKind, value: u32) -> Option<&'static Enumerant> {
        let rows = enumerants(kind);
        // Most values are their own index.
        let near = rows.get(value as usize).filter(|row| row.value == value);
        near.or_else(|| rows.binary_search_by_key(&value, |row| row.value).ok().map(|at| &rows[at]))
    }
}

impl Capability {
    fn row(self) -> Option<&'static grammar::Enumerant> {
        grammar::enumerant(grammar::OperandKind::Capability, self as u32)
    }

    /// The capabilities that this one implies.
    pub fn implied(self) -> &'static [Capability] {
        self.row().map_or(&[], |row| row.capabilities)
    }

    /// The extensions of which one brings it.
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().map_or(&[], |row| row.extensions)
    }
}

#[cfg(test)]
mod tests;
