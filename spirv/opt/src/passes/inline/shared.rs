//! Functions whose result is the same at each call: without parameters, they compute from constants and read-only
//! memory. One body at the start of a function serves all its calls there.

use crate::edit;
use crate::facts::memory::ReadOnly;
use dialect::ir::{BlockId, Module, OpId};
use dialect::spirv::debug::instruction;
use dialect::spirv::{effects, facts};
use spirv::{Op, StorageClass};
use std::cell::OnceCell;

/// Decides which functions these are. Few modules have a candidate, so that the module is examined at the first one.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    read_only: OnceCell<ReadOnly>,
}

impl Sharing {
    /// Returns whether a function with this block is one of them.
    pub(super) fn allows(&self, module: &Module, block: BlockId) -> bool {
        let returns = module.terminator(block).and_then(|end| edit::core(module, end)) == Some(Op::ReturnValue);
        returns && module[block].args.is_empty() && module[block].ops.iter().all(|op| self.is_same(module, *op))
    }

    /// Returns whether an op does the same at each call. Without parameters, local memory is that of the call.
    fn is_same(&self, module: &Module, op: OpId) -> bool {
        match edit::core(module, op) {
            Some(Op::Variable | Op::ReturnValue) => true,
            Some(Op::Store) => is_local(module, op),
            Some(Op::Load) => {
                is_local(module, op) || self.read_only.get_or_init(|| ReadOnly::of(module)).is_read(module, op)
            }
            _ => {
                let is_plain = module[op].regions.is_empty() && effects::of_op(module, op).is_pure();
                is_plain || instruction(module, op).is_some()
            }
        }
    }
}

fn is_local(module: &Module, access: OpId) -> bool {
    let pointer = module.type_of(module[access].operands[0]);
    facts::storage_of(module, pointer) == Some(StorageClass::Function) && !effects::of_op(module, access).kept
}

/// Puts ops behind the variables that a function starts with.
pub(super) fn put_first(module: &mut Module, block: BlockId, ops: Vec<OpId>) {
    let starts = |op: &OpId| edit::is_reference(module, *op) || edit::core(module, *op) == Some(Op::Variable);
    let at = module[block].ops.iter().take_while(|op| starts(op)).count();
    module[block].ops.splice(at..at, ops);
}
