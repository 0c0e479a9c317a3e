//! The sets of extended instructions: what each set is, and which of its instructions stand where.

use crate::access::{Access, id_of};
use crate::module::Module;
use dialect::spirv::decode::{ExtSet, Inst, ext_set};
use spirv::Op;

/// The set of extended instructions for debuggers that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DebugSet {
    /// `OpenCL.DebugInfo.100`.
    OpenCl,
    /// `NonSemantic.Shader.DebugInfo` of any version.
    Shader,
}

/// The set that an extended instruction is of, as an id.
fn set_id(inst: &Inst) -> u32 {
    id_of(inst.operands.first())
}

/// The name of the set that an extended instruction is of.
pub(crate) fn name<'m>(module: &Module<'m>, inst: &Inst) -> &'m str {
    module.def(set_id(inst)).filter(|set| set.op == Op::ExtInstImport).map_or("", |set| set.text(0))
}

/// The set that an extended instruction is of.
pub(crate) fn set(module: &Module<'_>, inst: &Inst) -> Option<ExtSet> {
    ext_set(name(module, inst))
}

/// The set for debuggers that an extended instruction is of.
pub(crate) fn debug_set(module: &Module<'_>, inst: &Inst) -> Option<DebugSet> {
    match name(module, inst) {
        "OpenCL.DebugInfo.100" => Some(DebugSet::OpenCl),
        name if name.starts_with("NonSemantic.Shader.DebugInfo") => Some(DebugSet::Shader),
        _ => None,
    }
}

/// Whether an extended instruction has an effect on what the module computes.
pub(crate) fn semantic(module: &Module<'_>, inst: &Inst) -> bool {
    matches!(set(module, inst), Some(ExtSet::Gl | ExtSet::Cl))
}

/// Whether an instruction is an extended one of a non-semantic set.
pub(crate) fn is_non_semantic(module: &Module<'_>, inst: &Inst) -> bool {
    matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) && set(module, inst) == Some(ExtSet::NonSemantic)
}

/// Whether an instruction for debuggers stands in functions, rather than among types.
pub(crate) fn is_local(set: DebugSet, number: u32) -> bool {
    match set {
        // DebugScope, DebugNoScope, DebugDeclare, DebugValue.
        DebugSet::OpenCl => matches!(number, 23 | 24 | 28 | 29),
        // The same, and DebugFunctionDefinition, DebugLine, DebugNoLine.
        DebugSet::Shader => matches!(number, 23 | 24 | 28 | 29 | 101 | 103 | 104),
    }
}

/// Whether the operand of an extended instruction may be defined behind it.
pub(crate) fn may_come_later(module: &Module<'_>, inst: &Inst, at: usize) -> bool {
    let number = inst.literal(1);
    match debug_set(module, inst) {
        // The function of DebugFunction, and the members of DebugTypeComposite.
        Some(DebugSet::OpenCl) => number == 20 && at == 11 || number == 10 && at >= 11,
        Some(DebugSet::Shader) | None => false,
    }
}
