//! Casts of pointers to anywhere that give null for other memory, where the memory is known: such a cast is one without
//! a test, or null.

use crate::facts;
use dialect::ir::{Attr, Module, OpId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts as module_facts};
use spirv::{Op, StorageClass};

/// Replaces the casts of pointers into known variables.
pub(super) fn resolve(module: &mut Module, func: OpId) {
    for op in walk::ops_in(module, func) {
        if ops::code(module, op) != Some(Code::Core(Op::GenericCastToPtrExplicit)) {
            continue;
        }
        let Some(is_there) = leads_there(module, op) else { continue };
        module[op].attrs.clear();
        if is_there {
            module[op].info = ops::core(Op::GenericCastToPtr);
        } else {
            let null = module.ctx.attr(Attr::Null);
            module[op].info = ops::mlir(Mlir::Constant);
            module[op].operands.clear();
            module[op].set_attr(attrs::VALUE, null);
        }
    }
}

/// Returns whether a cast's operand leads to memory of the storage class of its result; `None` if only a run tells.
fn leads_there(module: &Module, op: OpId) -> Option<bool> {
    let root = facts::root(module, *module[op].operands.first()?)?;
    let storage = |op: OpId| -> Option<StorageClass> {
        module_facts::storage_of(module, module.type_of(*module[op].results.first()?))
    };
    let own = storage(root)?;
    (own != StorageClass::Generic).then(|| storage(op) == Some(own))
}
