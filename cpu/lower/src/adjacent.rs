//! Accesses to elements beside each other: their indices differ by a constant. Must not know how they are lowered.

use crate::facts;
use dialect::ir::{Module, OpId, ValueId};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::facts as module_facts;
use dialect::spirv::ops::{self, Code};
use spirv::{Op, StorageClass};

/// The limit of the distance of neighbours.
const MOST_APART: u64 = 4;

/// A load or store by an index that is a constant behind another value.
pub(crate) struct Access<'m> {
    /// The pointer and the indices before the last one.
    row: &'m [ValueId],
    start: ValueId,
    behind: u64,
}

impl Access<'_> {
    /// The number of elements by which another access is behind this one, modulo the range of 32-bit indices, if both are
    /// neighbours.
    pub(crate) fn distance(&self, other: &Access<'_>) -> Option<u64> {
        let behind = other.behind.wrapping_sub(self.behind);
        let is_near = behind != 0 && (behind < MOST_APART || behind.wrapping_neg() < MOST_APART);
        (self.row == other.row && self.start == other.start && is_near).then_some(behind)
    }
}

/// The access of a load or store that is not volatile.
pub(crate) fn access(module: &Module, op: OpId) -> Option<Access<'_>> {
    let is_access = matches!(ops::code(module, op), Some(Code::Core(Op::Load | Op::Store)));
    let chain = module.defining_op(*module[op].operands.first().filter(|_| is_access)?)?;
    let is_chain = matches!(ops::code(module, chain), Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)));
    if !is_chain || effects::is_volatile(module, op) {
        return None;
    }
    let (index, row) = module[chain].operands.split_last()?;
    let sum = || {
        let sum = module.defining_op(*index).filter(|sum| ops::code(module, *sum) == Some(Code::Core(Op::IAdd)))?;
        let [first, by] = module[sum].operands[..] else { return None };
        Some((first, facts::constant(module, by)?))
    };
    let (start, behind) = sum().unwrap_or((*index, 0));
    Some(Access { row, start, behind })
}

/// Returns whether an op may access the memory at a pointer, or wait for others who do: other variables of the workgroup are other
/// memory, but buffers may be the same.
pub(crate) fn may_meet(module: &Module, pointer: ValueId, op: OpId) -> bool {
    let effects = effects::of_op(module, op);
    let storage = |pointer: ValueId| module_facts::storage_of(module, module.type_of(pointer));
    let is_apart = |memory: Memory| match memory {
        Memory::Nothing => true,
        Memory::Anything => false,
        Memory::Through(at) => module[op].operands.get(usize::from(at)).is_some_and(|other| {
            let (own, others) = (facts::root(module, pointer), facts::root(module, *other));
            let (Some(own), Some(others)) = (own, others) else { return false };
            match (storage(pointer), storage(*other)) {
                (Some(StorageClass::Workgroup), Some(StorageClass::Workgroup)) => {
                    symbol(module, own) != symbol(module, others)
                }
                (Some(own), Some(other)) => is_shared(own) != is_shared(other),
                _ => false,
            }
        }),
    };
    effects.kept || !is_apart(effects.reads) || !is_apart(effects.writes)
}

fn is_shared(storage: StorageClass) -> bool {
    storage == StorageClass::Workgroup
}

fn symbol(module: &Module, root: OpId) -> Option<base::intern::Symbol> {
    module_facts::symbol_of(module, root, dialect::spirv::attrs::SYMBOL)
}
