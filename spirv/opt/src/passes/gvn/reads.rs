//! Reads of constant buffers that may be speculated: those of a fixed place in a buffer that the invocation has read already,
//! so that it is bound.
//!
//! A read counts in what its place dominates, like every fact about values.

use super::bounds::parts;
use crate::edit;
use crate::facts::memory::ReadOnly;
use base::intern::Symbol;
use dialect::ir::{Module, OpId, Type};
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use spirv::{Op, StorageClass};

/// The buffers that have been read, the latest last.
#[derive(Debug, Default)]
pub(super) struct Reads(Vec<Symbol>);

impl Reads {
    /// The number of buffers, to which a scope returns at its end.
    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    pub(super) fn forget(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// Learns from an op that is executed.
    pub(super) fn learn(&mut self, module: &Module, read_only: &ReadOnly, op: OpId) {
        if let Some(buffer) = fixed(module, read_only, op).filter(|buffer| !self.0.contains(buffer)) {
            self.0.push(buffer);
        }
    }

    /// Returns whether an op is such a read.
    pub(super) fn may_read(&self, module: &Module, read_only: &ReadOnly, op: OpId) -> bool {
        fixed(module, read_only, op).is_some_and(|buffer| self.0.contains(&buffer))
    }
}

/// The constant buffer that an op reads at a fixed place.
fn fixed(module: &Module, read_only: &ReadOnly, op: OpId) -> Option<Symbol> {
    if edit::core(module, op) != Some(Op::Load) {
        return None;
    }
    let access = facts::number_of(module, op, Kind::MemoryAccess.table().snake).unwrap_or(0);
    if access != 0 || !read_only.is_read(module, op) {
        return None;
    }
    let chain = module.defining_op(module[op].operands[0]).filter(|op| edit::is_chain(module, *op))?;
    let (base, indices) = module[chain].operands.split_first()?;
    let (mut ty, storage) = facts::pointer(module, module.type_of(*base))?;
    let is_block = matches!(module.ctx[ty], Type::Spirv(SpirvType::Struct { .. }));
    if !is_block || !matches!(storage, StorageClass::Uniform | StorageClass::PushConstant) {
        return None;
    }
    for index in indices {
        let index = edit::constant_number(module, *index).filter(|index| Some(*index) < parts(module, ty))?;
        ty = facts::part_type(&module.ctx, ty, index as usize)?;
    }
    edit::global(module, *base)
}
