//! Copies that are more than a load and a store, as loops: of bytes, and asynchronous ones of a workgroup.
//!
//! The lanes of a workgroup share the elements of an asynchronous copy; waiting for its event is a barrier, and the event
//! itself is unused. Must run before calls are inlined and regions are found.

use super::normalise::{jump, split_after};
use crate::error::{Result, invalid};
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{Attr, BlockId, Module, OpId, OpInfo, Successor, Type, TypeId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts};
use spirv::{BuiltIn, MemorySemantics, Op, Scope, StorageClass};

/// Instructions that this pass replaces.
pub(crate) const COPIES: &[Op] = &[Op::CopyMemorySized, Op::GroupAsyncCopy, Op::GroupWaitEvents];

/// Replaces the copies of all functions by loops.
pub(crate) fn expand(module: &mut Module) -> Result<()> {
    let mut rewrites = Rewrites::default();
    for op in walk::ops_in(module, module.root) {
        match ops::code(module, op).and_then(Code::core) {
            Some(Op::CopyMemorySized) => bytes(module, op)?,
            Some(Op::GroupAsyncCopy) => {
                let (Some(event), [result]) = (module[op].operands.last().copied(), module[op].results.as_slice())
                else {
                    return invalid("a copy has an event");
                };
                rewrites.replace(*result, event);
                elements(module, op)?;
            }
            Some(Op::GroupWaitEvents) => wait(module, op),
            _ => {}
        }
    }
    rewrites.apply(module, module.root);
    Ok(())
}

/// An element behind a pointer.
#[derive(Clone, Copy)]
struct Element {
    base: ValueId,
    /// Its number from there on.
    at: ValueId,
}

/// A copy of a number of bytes.
fn bytes(module: &mut Module, op: OpId) -> Result<()> {
    let [to, from, count] = module[op].operands[..] else { return invalid("a copy has a size") };
    let ty = number_type(module, count)?;
    let mut copy = Copy::new(module, op)?;
    let [to, from] = [copy.as_bytes(to)?, copy.as_bytes(from)?];
    let (first, step) = (copy.number(ty, 0), copy.number(ty, 1));
    copy.turns(first, count, step, |copy, at| copy.one(Element { base: to, at }, Element { base: from, at }))
}

/// A copy of a number of elements, with a stride in global memory.
fn elements(module: &mut Module, op: OpId) -> Result<()> {
    let [to, from, count, stride, _] = module[op].operands[..] else { return invalid("a copy has a stride") };
    let ty = number_type(module, count)?;
    let mut copy = Copy::new(module, op)?;
    let is_out = facts::storage_of(copy.module, copy.module.type_of(to)) == Some(StorageClass::CrossWorkgroup);
    let first = copy.builtin(BuiltIn::LocalInvocationIndex, ty);
    let step = copy.lanes(ty);
    copy.turns(first, count, step, |copy, at| {
        let apart = copy.value(Op::IMul, &[at, stride], ty);
        let (to_at, from_at) = if is_out { (apart, at) } else { (at, apart) };
        copy.one(Element { base: to, at: to_at }, Element { base: from, at: from_at })
    })
}

/// The type of a number of elements.
fn number_type(module: &Module, count: ValueId) -> Result<TypeId> {
    match module.ctx[module.type_of(count)] {
        Type::Int { width: 32 | 64, .. } => Ok(module.type_of(count)),
        _ => invalid("a copy counts in words of 32 or 64 bits"),
    }
}

/// `OpGroupWaitEvents` becomes a barrier.
fn wait(module: &mut Module, op: OpId) {
    let scope = module.ctx.enum_attr(Kind::Scope.id(), Scope::Workgroup as u32);
    let semantics = MemorySemantics::SEQUENTIALLY_CONSISTENT
        | MemorySemantics::WORKGROUP_MEMORY
        | MemorySemantics::CROSS_WORKGROUP_MEMORY;
    let semantics = module.ctx.enum_attr(Kind::MemorySemantics.id(), semantics.bits());
    module[op].info = ops::core(Op::ControlBarrier);
    module[op].operands.clear();
    module[op].attrs = [(attrs::SCOPE, scope), (attrs::SCOPE_2, scope), (attrs::SEMANTICS, semantics)].into();
}

/// A copy that becomes a loop between the two halves of its block.
struct Copy<'m> {
    module: &'m mut Module,
    /// Where ops are added.
    block: BlockId,
    after: BlockId,
}

impl<'m> Copy<'m> {
    fn new(module: &'m mut Module, op: OpId) -> Result<Self> {
        let Some((block, after)) = split_after(module, op) else { return invalid("a copy is in no block") };
        module.detach(op);
        Ok(Copy { module, block, after })
    }

    /// Goes from one number to another in steps.
    fn turns(
        mut self,
        first: ValueId,
        end: ValueId,
        step: ValueId,
        turn: impl FnOnce(&mut Self, ValueId) -> Result<()>,
    ) -> Result<()> {
        let Some(region) = self.module[self.block].region else { return invalid("a block is in no function") };
        let ty = self.module.type_of(end);
        let [header, body] = [self.module.add_block(region), self.module.add_block(region)];
        let at = self.module.add_arg(header, ty);
        jump(self.module, self.block, header, vec![first]);
        self.block = header;
        let bool = self.module.ctx.bool();
        let goes_on = self.value(Op::ULessThan, &[at, end], bool);
        let branch = self.effect(Op::BranchConditional, &[goes_on]);
        let to = Successor::new;
        self.module[branch].successors = vec![to(body), to(self.after)];
        self.block = body;
        turn(&mut self, at)?;
        let next = self.value(Op::IAdd, &[at, step], ty);
        jump(self.module, body, header, vec![next]);
        Ok(())
    }

    fn one(&mut self, to: Element, from: Element) -> Result<()> {
        let [to_type, from_type] = [to, from].map(|element| self.module.type_of(element.base));
        let Some((pointee, _)) = facts::pointer(self.module, from_type) else { return invalid("a copy has pointers") };
        let from = self.value(Op::PtrAccessChain, &[from.base, from.at], from_type);
        let value = self.value(Op::Load, &[from], pointee);
        let to = self.value(Op::PtrAccessChain, &[to.base, to.at], to_type);
        self.effect(Op::Store, &[to, value]);
        Ok(())
    }

    /// A pointer as one to bytes.
    fn as_bytes(&mut self, pointer: ValueId) -> Result<ValueId> {
        let Some((_, storage)) = facts::pointer(self.module, self.module.type_of(pointer)) else {
            return invalid("a copy has pointers");
        };
        let pointee = self.module.ctx.int(8);
        let ty = self.module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }));
        Ok(self.value(Op::Bitcast, &[pointer], ty))
    }

    /// The number of lanes in a workgroup.
    fn lanes(&mut self, ty: TypeId) -> ValueId {
        let word = self.module.ctx.int(32);
        let vector = self.module.ctx.vector(word, 3);
        let size = self.builtin(BuiltIn::WorkgroupSize, vector);
        let [x, y, z] = [0, 1, 2].map(|axis| {
            let axis = self.number(word, axis);
            self.value(Op::VectorExtractDynamic, &[size, axis], word)
        });
        let area = self.value(Op::IMul, &[x, y], word);
        let lanes = self.value(Op::IMul, &[area, z], word);
        self.resized(lanes, ty)
    }

    /// Value of a builtin: words, the one of this type where it is a number.
    fn builtin(&mut self, builtin: BuiltIn, ty: TypeId) -> ValueId {
        let word = self.module.ctx.int(32);
        let pointee = if matches!(self.module.ctx[ty], Type::Vector { .. }) { ty } else { word };
        let storage = StorageClass::Input;
        let pointer = self.module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }));
        let variable = self.module.add_op(ops::mlir(Mlir::GlobalVariable));
        let name = self.module.ctx.name(&format!("__copy{}", self.module.ops.len()));
        let symbol = self.module.ctx.symbol_attr(name);
        let (of_type, of_builtin) =
            (self.module.ctx.attr(Attr::Type(pointer)), self.module.ctx.enum_attr(Kind::BuiltIn.id(), builtin as u32));
        self.module[variable].attrs =
            [(attrs::SYM_NAME, symbol), (attrs::TYPE, of_type), (Kind::BuiltIn.table().snake, of_builtin)].into();
        let top = self.module.body();
        self.module.append(top, variable);
        let address = self.add(ops::mlir(Mlir::AddressOf), &[]);
        self.module[address].set_attr(attrs::SYMBOL, symbol);
        let address = self.module.add_result(address, pointer);
        let value = self.value(Op::Load, &[address], pointee);
        if pointee == ty { value } else { self.resized(value, ty) }
    }

    /// A word in a type of another width.
    fn resized(&mut self, word: ValueId, ty: TypeId) -> ValueId {
        if self.module.type_of(word) == ty { word } else { self.value(Op::UConvert, &[word], ty) }
    }

    fn number(&mut self, ty: TypeId, bits: u64) -> ValueId {
        let attr = self.module.ctx.attr(Attr::Int { bits, ty });
        let op = self.add(ops::mlir(Mlir::Constant), &[]);
        self.module[op].set_attr(attrs::VALUE, attr);
        self.module.add_result(op, ty)
    }

    fn value(&mut self, op: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.effect(op, operands);
        self.module.add_result(op, ty)
    }

    fn effect(&mut self, op: Op, operands: &[ValueId]) -> OpId {
        self.add(ops::core(op), operands)
    }

    fn add(&mut self, info: &'static OpInfo, operands: &[ValueId]) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].operands.extend_from_slice(operands);
        self.module.append(self.block, op);
        op
    }
}
