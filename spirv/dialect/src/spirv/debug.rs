//! Debug information of a module's ops: the instructions of the debug sets.

use super::decode::DEBUG_SETS;
use super::ops::{self, Code, Mlir};
use super::{attrs, facts};
use crate::ir::{Attr, AttrId, Module, OpId};
use spirv::NonsemanticShaderDebuginfo100Op as Inst;

/// The debug instruction of an op. The two sets share most numbers.
#[inline]
pub fn instruction(module: &Module, op: OpId) -> Option<Inst> {
    if ops::code(module, op) == Some(Code::Mlir(Mlir::ExtInst)) { extended(module, op) } else { None }
}

/// The debug instruction of an op of a non-semantic set.
fn extended(module: &Module, op: OpId) -> Option<Inst> {
    match module.attr(op, attrs::SET).map(|attr| &module.ctx[attr]) {
        Some(Attr::Str(set)) if DEBUG_SETS.contains(&&**set) => {
            Inst::from_u32(facts::number_of(module, op, attrs::INSTRUCTION)? as u32)
        }
        _ => None,
    }
}

/// The set that a module uses.
pub fn set_of(module: &Module) -> Option<AttrId> {
    let first = module.top_ops().iter().find(|op| instruction(module, **op).is_some())?;
    module.attr(*first, attrs::SET)
}
