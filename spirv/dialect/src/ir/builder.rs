//! Makes ops at the end of a block.

use super::context::LocId;
use super::ids::{AttrId, BlockId, OpId, TypeId, ValueId};
use super::op::{OpInfo, Successor};
use super::region::Module;

/// Appends ops to a block of a module.
#[derive(Debug)]
pub struct Builder<'m> {
    /// The module.
    pub module: &'m mut Module,
    /// The block that grows.
    pub block: BlockId,
    /// The location that new ops get.
    pub loc: Option<LocId>,
}

impl<'m> Builder<'m> {
    /// A builder at the end of `block`.
    pub fn new(module: &'m mut Module, block: BlockId) -> Self {
        Builder { module, block, loc: None }
    }

    /// An op without results.
    pub fn op(&mut self, info: &'static OpInfo, operands: &[ValueId]) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].operands.extend_from_slice(operands);
        self.module[op].loc = self.loc;
        self.module.append(self.block, op);
        op
    }

    /// An op with one result, and that result.
    pub fn value(&mut self, info: &'static OpInfo, operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.op(info, operands);
        self.module.add_result(op, ty)
    }

    /// Gives the op an attribute.
    pub fn with(&mut self, op: OpId, name: &'static str, attr: AttrId) -> &mut Self {
        self.module[op].set_attr(name, attr);
        self
    }

    /// A terminator.
    pub fn terminator(&mut self, info: &'static OpInfo, operands: &[ValueId], successors: Vec<Successor>) -> OpId {
        let op = self.op(info, operands);
        self.module[op].successors = successors;
        op
    }
}
