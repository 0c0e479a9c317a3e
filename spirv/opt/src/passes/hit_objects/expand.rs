//! Switches over the number of a hit object, and the choice of a free one.

use crate::edit::Pool;
use crate::passes::private_to_local::pointer_to;
use crate::rules;
use dialect::ir::{Attr, BlockId, Module, OpId, Successor, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts};
use spirv::Op;
use std::ops::Range;

/// The variables of a switch, with their numbers.
pub(super) struct Arms {
    pub(super) selector: ValueId,
    pub(super) numbers: Vec<u32>,
    pub(super) variables: Vec<ValueId>,
}

/// Makes the ops that take the place of one.
pub(super) struct Make<'m> {
    pub(super) module: &'m mut Module,
    pub(super) pool: &'m mut Pool,
    pub(super) list: Vec<OpId>,
    /// The op, which has the variable first among its operands.
    pub(super) like: OpId,
    pub(super) uint: TypeId,
}

impl Make<'_> {
    /// The op with each of the variables, by the number; returns its result.
    pub(super) fn switch(&mut self, arms: &Arms) -> Option<ValueId> {
        let selection = self.module.add_op(ops::mlir(Mlir::Selection));
        self.module[selection].loc = self.module[self.like].loc;
        self.list.push(selection);
        let region = self.module.add_region(selection);
        let blocks: Vec<BlockId> = (0..arms.variables.len() + 2).map(|_| self.module.add_block(region)).collect();
        let ty = self.module[self.like].results.first().map(|result| self.module.type_of(*result));
        let [entry, cases @ .., merge] = &blocks[..] else { return None };
        // The last number needs no test.
        let mut successors: Vec<Successor> = cases.last().map(|last| Successor::new(*last)).into_iter().collect();
        let mut numbers = Vec::new();
        for ((block, variable), number) in cases.iter().zip(&arms.variables).zip(&arms.numbers) {
            self.case(*block, *merge, *variable, ty);
            if numbers.len() + 1 < cases.len() {
                numbers.push(self.module.ctx.attr(Attr::Int { bits: u64::from(*number), ty: self.uint }));
                successors.push(Successor::new(*block));
            }
        }
        let switch = self.module.add_op(ops::core(Op::Switch));
        let numbers = self.module.ctx.attr(Attr::Array(numbers.into()));
        let op = &mut self.module[switch];
        (op.operands, op.successors, op.attrs) = ([arms.selector].into(), successors, [(attrs::CASES, numbers)].into());
        self.module.append(*entry, switch);
        let yielded = ty.map(|ty| self.module.add_arg(*merge, ty));
        let end = self.module.add_op(ops::mlir(Mlir::Merge));
        self.module[end].operands.extend(yielded);
        self.module.append(*merge, end);
        ty.map(|ty| self.module.add_result(selection, ty))
    }

    fn case(&mut self, block: BlockId, merge: BlockId, variable: ValueId, ty: Option<TypeId>) {
        let mut copy = self.module[self.like].clone();
        copy.results.clear();
        copy.operands[0] = variable;
        let copy = self.module.ops.alloc(copy);
        let value = ty.map(|ty| self.module.add_result(copy, ty));
        self.module.append(block, copy);
        let branch = self.module.add_op(ops::core(Op::Branch));
        self.module[branch].successors.push(Successor { block: merge, args: value.into_iter().collect() });
        self.module.append(block, branch);
    }

    fn value(&mut self, core: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        let op = self.module.add_op(ops::core(core));
        self.module[op].operands.extend(operands.iter().copied());
        self.module[op].loc = self.module[self.like].loc;
        self.list.push(op);
        self.module.add_result(op, ty)
    }

    fn number(&mut self, number: u32) -> ValueId {
        let attr = self.module.ctx.attr(Attr::Int { bits: u64::from(number), ty: self.uint });
        self.pool.constant(self.module, attr, self.uint)
    }

    /// The first number of a range that none of the values holds.
    pub(super) fn free(&mut self, rivals: &[(ValueId, u64)], range: Range<u32>) -> ValueId {
        let mut held = Vec::new();
        for (value, _) in rivals {
            self.parts(*value, &mut held);
        }
        let bool = self.module.ctx.bool();
        let mut picked = self.number(range.end - 1);
        for number in range.rev().skip(1) {
            let candidate = self.number(number);
            let mut is_free: Option<ValueId> = None;
            for other in &held {
                let differs = self.value(Op::INotEqual, &[*other, candidate], bool);
                is_free = Some(match is_free {
                    None => differs,
                    Some(before) => self.value(Op::LogicalAnd, &[before, differs], bool),
                });
            }
            if let Some(is_free) = is_free {
                picked = self.value(Op::Select, &[is_free, candidate, picked], self.uint);
            }
        }
        picked
    }

    /// The numbers in a value or in memory.
    fn parts(&mut self, value: ValueId, held: &mut Vec<ValueId>) {
        let ty = self.module.type_of(value);
        if let Some((pointee, _)) = facts::pointer(self.module, ty) {
            if pointee == self.uint {
                held.push(self.value(Op::Load, &[value], self.uint));
                return;
            }
            for at in 0..count(self.module, pointee) {
                let Some(part) = facts::part_type(&self.module.ctx, pointee, at) else { continue };
                let (index, part) = (self.number(at as u32), pointer_to(self.module, part));
                let pointer = self.value(Op::AccessChain, &[value, index], part);
                self.parts(pointer, held);
            }
            return;
        }
        if ty == self.uint {
            held.push(value);
            return;
        }
        for at in 0..count(self.module, ty) {
            let Some(part) = facts::part_type(&self.module.ctx, ty, at) else { continue };
            let extracted = self.value(Op::CompositeExtract, &[value], part);
            if let Some(op) = self.module.defining_op(extracted) {
                let indices = rules::index_attr(self.module, &[at as u32]);
                self.module[op].attrs.push((attrs::INDICES, indices));
            }
            self.parts(extracted, held);
        }
    }
}

/// The number of parts of a composite.
fn count(module: &Module, ty: TypeId) -> usize {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => usize::try_from(*len).unwrap_or(0),
        Type::Spirv(SpirvType::Struct { members, .. }) => members.len(),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => 0,
    }
}
