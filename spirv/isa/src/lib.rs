//! The instructions of SPIR-V: one row per instruction, with its class and its effects, joined with the published
//! grammar's operands and requirements.
//!
//! Everything that reads or makes modules asks here for the kind of an instruction. The crate knows opcodes alone: no
//! words, no IR, no module.

mod availability;
pub mod capabilities;
mod class;
mod effects;
mod extended;
mod operands;
mod table;

pub use availability::{Version, first_version, grammar, last_version, position};
pub use class::{
    ArithmeticKind, BitKind, Class, ComparisonKind, ConstantKind, ConversionKind, Family, GroupKind, ImageKind,
    LogicKind, ProductKind, Sampling, TypeKind,
};
pub use effects::{Effects, Memory};
pub use operands::{OperandCount, operand_count, operand_count_of_gl};

use spirv::Op;

/// For each instruction number its row in a table, plus 1; 0 if it has none. The names are at `$at` of a row.
macro_rules! rows_of {
    ($name:ident, $table:path, $at:tt) => {
static $name: [u8; rows_of!(@last $table, $at) + 1] = {
    let (mut rows, mut row) = ([0; rows_of!(@last $table, $at) + 1], 0);
            assert!($table.len() < 256);
            while row < $table.len() {
                let (ops, mut at) = ($table[row].$at, 0);
                while at < ops.len() {
                    assert!(rows[ops[at] as usize] == 0, "an instruction has two rows");
                    rows[ops[at] as usize] = row as u8 + 1;
                    at += 1;
                }
                row += 1;
            }
            rows
        };
    };
    (@last $table:path, $at:tt) => {{
        let (mut last, mut row) = (0, 0);
        while row < $table.len() {
            let (ops, mut at) = ($table[row].$at, 0);
            while at < ops.len() {
                if ops[at] as usize > last {
                    last = ops[at] as usize;
                }
                at += 1;
            }
            row += 1;
        }
        last
    }};
}

rows_of! { CORE, table::CORE, 2 }
rows_of! { GL, extended::GL, 1 }
rows_of! { CL, extended::CL, 1 }

/// The position of the row that a number is in.
#[inline]
fn row(rows: &[u8], number: usize) -> Option<usize> {
    let row = rows.get(number).filter(|row| **row != 0)?;
    Some(usize::from(*row) - 1)
}

/// The class of an instruction. Every instruction of the grammar has a row, as a test checks.
#[inline]
pub fn class(op: Op) -> Class {
    class_of(op as u32)
}

/// The class of an opcode, as it is in words.
#[inline]
pub fn class_of(opcode: u32) -> Class {
    row(&CORE, opcode as usize).map_or(Class::Vendor, |row| table::CORE[row].0)
}

/// All instructions.
pub fn instructions() -> impl Iterator<Item = Op> {
    table::CORE.iter().flat_map(|row| row.2.iter().copied())
}

/// The effects of an instruction.
#[inline]
pub fn effects(op: Op) -> Effects {
    row(&CORE, op as usize).map_or(Effects::ANYTHING, |row| table::CORE[row].1)
}

/// The effects of an instruction of `GLSL.std.450`.
pub fn effects_of_gl(number: u32) -> Effects {
    row(&GL, number as usize).map_or(Effects::ANYTHING, |row| extended::GL[row].0)
}

/// The effects of an instruction of `OpenCL.std`.
pub fn effects_of_cl(number: u32) -> Effects {
    row(&CL, number as usize).map_or(Effects::ANYTHING, |row| extended::CL[row].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spirv::grammar::{
        GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind,
    };

    /// The table itself asserts at compile time that an instruction has no second row.
    #[test]
    fn every_instruction_of_the_grammar_has_a_row() {
        for inst in INSTRUCTION_TABLE.iter() {
            assert!(row(&CORE, inst.opcode as usize).is_some(), "{}", inst.opname);
        }
        for inst in GLSL_STD_450_INSTRUCTION_TABLE.iter() {
            let number: u32 = inst.opcode.into();
            assert!(row(&GL, number as usize).is_some(), "{}", inst.opname);
        }
        for inst in OPENCL_STD_100_INSTRUCTION_TABLE.iter() {
            let number: u32 = inst.opcode.into();
            assert!(row(&CL, number as usize).is_some(), "{}", inst.opname);
        }
        let rows = |all: usize, table: &[u8]| assert_eq!(table.iter().filter(|row| **row != 0).count(), all);
        rows(INSTRUCTION_TABLE.len(), &CORE);
        rows(GLSL_STD_450_INSTRUCTION_TABLE.iter().count(), &GL);
        rows(OPENCL_STD_100_INSTRUCTION_TABLE.iter().count(), &CL);
    }

    #[test]
    fn every_instruction_is_found_in_the_grammar() {
        for inst in INSTRUCTION_TABLE.iter() {
            assert_eq!(grammar(inst.opcode as u32).map(|found| found.opcode), Some(inst.opcode));
        }
        assert!(grammar(0xFFFF).is_none());
    }

    /// The names of most instructions determine their class.
    #[test]
    fn classes_agree_with_names_and_with_the_grammar() {
        for inst in INSTRUCTION_TABLE.iter() {
            let (name, class) = (inst.opname, class(inst.opcode));
            assert_eq!(name.starts_with("Atomic"), class == Class::Atomic, "{name}");
            assert_eq!(name.starts_with("Type"), class.is_type() || class == Class::ForwardPointer, "{name}");
            let says_constant = name.starts_with("Constant") || name.starts_with("SpecConstant");
            assert_eq!(says_constant, class.is_constant(), "{name}");
            assert_eq!(name.starts_with("SpecConstant"), class.is_spec_constant(), "{name}");
            if let Class::Image(_, sampling) = class {
                assert_eq!(sampling.has(Sampling::PROJECTED), name.contains("Proj"), "{name}");
                assert_eq!(sampling.has(Sampling::COMPARED), name.contains("Dref"), "{name}");
                assert_eq!(
                    sampling.has(Sampling::SPARSE),
                    name.contains("Sparse") && name != "ImageSparseTexelsResident"
                );
            }
            let has_scope = inst.operands.iter().any(|operand| operand.kind == OperandKind::IdScope);
            if let Class::Group(Family::Khr, _) = class {
                assert!(!has_scope, "{name}");
            }
            if let Class::Atomic = class {
                assert!(has_scope, "{name}");
                assert!(effects(inst.opcode).kept, "{name}");
            }
        }
    }

    /// A forgotten effect is one that may do anything, which passes then leave alone.
    #[test]
    fn what_computes_a_value_does_nothing_else() {
        let computes = |class: Class| {
            matches!(
                class,
                Class::Arithmetic(_)
                    | Class::Product(_)
                    | Class::Transpose
                    | Class::IntegerDot
                    | Class::Comparison(_)
                    | Class::Logic(_)
                    | Class::Bits(_)
                    | Class::Select
                    | Class::Undef
            )
        };
        for op in instructions().filter(|op| computes(class(*op))) {
            assert!(effects(op) == Effects::NONE, "{op:?}");
        }
    }

    #[test]
    fn rows_say_what_the_specification_says() {
        assert!(effects(Op::IAdd) == Effects::NONE);
        assert_eq!(effects(Op::Store).writes, Memory::Through(0));
        assert!(effects(Op::DPdx).convergent && !effects(Op::DPdx).kept);
        assert!(effects(Op::ControlBarrier).kept);
        assert!(effects(Op::Kill).ends && !effects(Op::DemoteToHelperInvocation).ends);
        assert_eq!(effects_of_gl(35).writes, Memory::Through(1));
        assert!(effects_of_gl(36) == Effects::NONE);
        // Instructions without a description may do anything.
        assert!(effects(Op::TraceRayKHR).kept);
        assert!(effects(Op::FunctionCall).kept);
    }
}
