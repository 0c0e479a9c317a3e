//! Requirements of instructions: capabilities, extensions and operands by the published grammar, and the versions of
//! those that no capability enables.

use spirv::Op;
use spirv::grammar::{INSTRUCTION_TABLE, Instruction};

/// The position of an opcode in the published grammar, which has them in order.
pub fn position(opcode: u32) -> Option<usize> {
    INSTRUCTION_TABLE.binary_search_by_key(&opcode, |row| row.opcode as u32).ok()
}

/// The published grammar of an opcode.
pub fn grammar(opcode: u32) -> Option<&'static Instruction> {
    INSTRUCTION_TABLE.get(position(opcode)?)
}

/// A version of SPIR-V.
pub type Version = (u8, u8);

/// Instructions that came after SPIR-V 1.0 and that no capability of their own brings; some came with an extension before.
const FIRST: &[(Op, Version)] = &[
    (Op::SizeOf, (1, 1)),
    (Op::ModuleProcessed, (1, 1)),
    (Op::ExecutionModeId, (1, 2)),
    (Op::DecorateId, (1, 2)),
    (Op::CopyLogical, (1, 4)),
    (Op::PtrEqual, (1, 4)),
    (Op::PtrNotEqual, (1, 4)),
    (Op::PtrDiff, (1, 4)),
    (Op::DecorateString, (1, 4)),
    (Op::MemberDecorateString, (1, 4)),
    (Op::TerminateInvocation, (1, 6)),
];

/// Instructions that were taken out, with the last version that has them.
const LAST: &[(Op, Version)] = &[(Op::LessOrGreater, (1, 5)), (Op::AtomicCompareExchangeWeak, (1, 3))];

/// The version that has an instruction in its core which no capability brings, if it was not there from the start.
pub fn first_version(op: Op) -> Option<Version> {
    FIRST.iter().find(|(known, _)| *known == op).map(|(_, version)| *version)
}

/// The last version that has an instruction, if it was taken out.
pub fn last_version(op: Op) -> Option<Version> {
    LAST.iter().find(|(known, _)| *known == op).map(|(_, version)| *version)
}
