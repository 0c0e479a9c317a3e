//! Extended instructions: their sets, and where they may appear.

use crate::index::access::Access;
use crate::index::imports::DebugSet;
use crate::index::module::Module;
use dialect::spirv::decode::{ExtSet, Inst};
use spirv::Op;

/// The set of an extended instruction.
pub(crate) fn set(module: &Module<'_>, inst: &Inst) -> Option<ExtSet> {
    module.imports.get(inst.id(0)).set
}

/// The debug set of an extended instruction.
pub(crate) fn debug_set(module: &Module<'_>, inst: &Inst) -> Option<DebugSet> {
    module.imports.get(inst.id(0)).debug
}

/// Returns whether an extended instruction affects what the module computes.
pub(crate) fn semantic(module: &Module<'_>, inst: &Inst) -> bool {
    matches!(set(module, inst), Some(ExtSet::Gl | ExtSet::Cl | ExtSet::Vendor(_)))
}

/// Returns whether an instruction is a non-semantic extended instruction.
pub(crate) fn is_non_semantic(module: &Module<'_>, inst: &Inst) -> bool {
    matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) && set(module, inst) == Some(ExtSet::NonSemantic)
}

/// Returns whether a debug instruction appears in functions, rather than among types.
pub(crate) fn is_local(set: DebugSet, number: u32) -> bool {
    match set {
        // DebugScope, DebugNoScope, DebugDeclare, DebugValue.
        DebugSet::OpenCl => matches!(number, 23 | 24 | 28 | 29),
        // The same, and DebugFunctionDefinition, DebugLine, DebugNoLine.
        DebugSet::Shader => matches!(number, 23 | 24 | 28 | 29 | 101 | 103 | 104),
    }
}

/// Returns whether the operand of an extended instruction may be defined after it.
pub(crate) fn may_come_later(module: &Module<'_>, inst: &Inst, at: usize) -> bool {
    let number = inst.literal(1);
    match debug_set(module, inst) {
        // The function of DebugFunction, and the members of DebugTypeComposite.
        Some(DebugSet::OpenCl) => number == 20 && at == 11 || number == 10 && at >= 11,
        Some(DebugSet::Shader) | None => false,
    }
}
