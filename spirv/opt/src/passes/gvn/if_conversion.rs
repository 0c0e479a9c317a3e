//! If-conversion: selections with cheap arms become `OpSelect`s.

use super::state::Pass;
use crate::debug;
use crate::edit;
use crate::rules;
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Successor, Type, TypeId, ValueId, Values};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, effects, facts};
use isa::{ArithmeticKind, Class};
use spirv::{Op, SelectionControl};

/// Limit of the ops of an arm that is speculated.
const MAX_ARM: usize = 4;

/// A selection between two arms that only compute.
struct Choice {
    condition: ValueId,
    arms: [Arm; 2],
}

/// The block of an arm, unless it is empty, and its operands for the merge block.
type Arm = (Option<BlockId>, Values);

impl Pass<'_> {
    /// Computes both arms and selects; returns whether that was done.
    pub(super) fn choose(&mut self, op: OpId, region: RegionId) -> bool {
        let Some(choice) = self.choice(op, region) else { return false };
        let blocks = self.module[region].blocks.clone();
        let merge = blocks[blocks.len() - 1];
        for block in [Some(blocks[0]), choice.arms[0].0, choice.arms[1].0].into_iter().flatten() {
            let mut ops = std::mem::take(&mut self.module[block].ops);
            ops.pop();
            if block != blocks[0] {
                self.drop_notes(&mut ops, op);
            }
            edit::adopt(self.module, self.block, &ops);
            self.out.extend(ops);
        }
        let [(_, yes), (_, no)] = choice.arms;
        for (at, arg) in self.module[merge].args.clone().into_iter().enumerate() {
            let values = [yes[at], no[at]].map(|value| self.replaced.resolve(value));
            let chosen = self.pick(op, choice.condition, values, self.module.type_of(arg));
            self.replaced.replace(arg, chosen);
        }
        if let Some(end) = edit::merge_op(self.module, op) {
            for (at, result) in self.module[op].results.clone().into_iter().enumerate() {
                let value = self.module[end].operands[at];
                self.replaced.replace(result, value);
            }
        }
        self.module[op].block = None;
        true
    }

    /// Drops debug notes of an arm that would be wrong for the other one: all but those of the arm's own variables.
    pub(super) fn drop_notes(&self, ops: &mut Vec<OpId>, selection: OpId) {
        let outer = debug::scope_at(self.module, selection);
        let is_own = |op| self.scopes.is_inside(self.module, debug::scope_at(self.module, op), outer);
        ops.retain(|op| !debug::is_note(self.module, *op) || is_own(*op));
    }

    /// Replaces results of a selection that its condition determines, or that only one arm has: early returns leave a
    /// flag and a value.
    pub(super) fn take_implied(&mut self, op: OpId, region: RegionId) {
        let Some(Choice { condition, arms: [(_, yes), (_, no)] }) = two_arms(self.module, op, region) else { return };
        let Some(end) = edit::merge_op(self.module, op) else { return };
        let merge = self.module[region].blocks[self.module[region].blocks.len() - 1];
        for (at, arg) in self.module[merge].args.clone().into_iter().enumerate() {
            let Some(told) = self.told(condition, yes[at], no[at], op) else { continue };
            for (result, yielded) in self.module[op].results.clone().into_iter().zip(self.module[end].operands.clone())
            {
                if yielded == arg {
                    self.replaced.replace(result, told);
                }
            }
        }
    }

    fn told(&mut self, condition: ValueId, yes: ValueId, no: ValueId, like: OpId) -> Option<ValueId> {
        let [yes, no] = [yes, no].map(|value| self.replaced.resolve(value));
        for (arm, other) in [(yes, no), (no, yes)] {
            if edit::is_undefined(self.module, arm) && edit::constant(self.module, other).is_some() {
                return Some(other);
            }
        }
        let truth = |value| {
            if let Attr::Bool(value) = self.module.ctx[edit::constant(self.module, value)?] {
                Some(value)
            } else {
                None
            }
        };
        let block = self.module.block_of(condition);
        if !block.and_then(|block| self.module[block].region).is_some_and(|region| self.open.contains(&region)) {
            return None;
        }
        match (truth(yes)?, truth(no)?) {
            (true, false) => Some(condition),
            (false, true) => {
                let bool = self.module.ctx.bool();
                Some(self.emit(ops::core(Op::LogicalNot), [condition], Vec::new(), bool, like))
            }
            _ => None,
        }
    }

    fn choice(&mut self, op: OpId, region: RegionId) -> Option<Choice> {
        let control = facts::number_of(self.module, op, attrs::CONTROL).unwrap_or(0) as u32;
        let merge = *self.module[region].blocks.last()?;
        let choice = two_arms(self.module, op, region)?;
        let [(_, yes), (_, no)] = &choice.arms;
        let args = self.module[merge].args.iter().enumerate();
        let is_value = |(at, arg): (usize, &ValueId)| {
            let values = [yes[at], no[at]].map(|value| self.replaced.resolve(value));
            may_pick(self.module, values, self.module.type_of(*arg))
        };
        let may_choose = control & SelectionControl::DONT_FLATTEN.bits() == 0 && args.into_iter().all(is_value);
        let is_cheap = |(block, _): &(Option<BlockId>, _)| block.is_none_or(|block| self.is_cheap(block));
        (may_choose && choice.arms.iter().all(is_cheap)).then_some(choice)
    }

    /// Returns whether a block may be speculated.
    pub(super) fn is_cheap(&self, block: BlockId) -> bool {
        let module = &*self.module;
        let Some((_, body)) = module[block].ops.split_last() else { return false };
        let ops = || body.iter().filter(|op| !debug::is_note(module, **op));
        let may_load = |op| self.bounds.may_load(module, op) || self.reads.may_read(module, self.read_only, op);
        ops().count() <= MAX_ARM && ops().all(|op| may_run(module, *op) || may_load(*op))
    }

    /// Chooses between two values for which [`may_pick`] holds. Structs are chosen member by member.
    pub(super) fn pick(&mut self, like: OpId, condition: ValueId, [yes, no]: [ValueId; 2], ty: TypeId) -> ValueId {
        if yes == no || edit::is_undefined(self.module, no) {
            return yes;
        }
        if edit::is_undefined(self.module, yes) {
            return no;
        }
        if let Some(value) = self.settled(condition, [yes, no]) {
            return value;
        }
        if is_number(self.module, ty) {
            return self.select(like, condition, [yes, no], ty);
        }
        let mut parts = Vec::new();
        while let Some(member) = facts::part_type(&self.module.ctx, ty, parts.len()) {
            let indices = (attrs::INDICES, rules::index_attr(self.module, &[parts.len() as u32]));
            let members =
                [yes, no].map(|value| self.emit(ops::core(Op::CompositeExtract), [value], [indices], member, like));
            parts.push(self.pick(like, condition, members, member));
        }
        self.emit(ops::core(Op::CompositeConstruct), parts, [], ty, like)
    }

    fn select(&mut self, like: OpId, condition: ValueId, [yes, no]: [ValueId; 2], ty: TypeId) -> ValueId {
        let condition = if let Type::Vector { len, .. } = self.module.ctx[ty] {
            let bool = self.module.ctx.bool();
            let bools = self.module.ctx.vector(bool, len);
            let operands = vec![condition; len as usize];
            self.emit(ops::core(Op::CompositeConstruct), operands, [], bools, like)
        } else {
            condition
        };
        self.emit(ops::core(Op::Select), [condition, yes, no], [], ty, like)
    }
}

/// A selection between two paths, each through one block at most.
fn two_arms(module: &Module, op: OpId, region: RegionId) -> Option<Choice> {
    let blocks = &module[region].blocks;
    let (entry, merge) = (blocks[0], blocks[blocks.len() - 1]);
    let end = module.terminator(entry)?;
    let is_choice = !edit::is_loop(module, op) && edit::core(module, end) == Some(Op::BranchConditional);
    if !is_choice || blocks.len() > 4 {
        return None;
    }
    let [yes, no] = &module[end].successors[..] else { return None };
    if yes.block == no.block && yes.block != merge {
        return None;
    }
    let condition = *module[end].operands.first()?;
    Some(Choice { condition, arms: [arm(module, yes, merge)?, arm(module, no, merge)?] })
}

/// A path to the merge block, through one block at most.
pub(super) fn arm(module: &Module, edge: &Successor, merge: BlockId) -> Option<Arm> {
    if edge.block == merge {
        return Some((None, edge.args.clone()));
    }
    let end = module.terminator(edge.block)?;
    let [next] = &module[end].successors[..] else { return None };
    let is_plain = next.block == merge && edit::core(module, end) == Some(Op::Branch);
    is_plain.then(|| (Some(edge.block), next.args.clone()))
}

/// Returns whether one of two values can be chosen without a branch: numbers, structs of numbers whose members are known, and
/// what is defined on one side only.
pub(super) fn may_pick(module: &Module, [yes, no]: [ValueId; 2], ty: TypeId) -> bool {
    let is_one = yes == no || [yes, no].iter().any(|value| edit::is_undefined(module, *value));
    let is_known = || is_one || [yes, no].iter().all(|value| is_built(module, *value));
    is_number(module, ty) || numbers_in(module, ty).is_some() && is_known()
}

/// The number of members of a struct that holds numbers alone.
pub(super) fn numbers_in(module: &Module, ty: TypeId) -> Option<usize> {
    let Type::Spirv(SpirvType::Struct { members, .. }) = &module.ctx[ty] else { return None };
    let is_small = (1..=MAX_ARM).contains(&members.len());
    (is_small && members.iter().all(|member| is_number(module, member.ty))).then_some(members.len())
}

/// Returns whether the members of a struct are known values.
fn is_built(module: &Module, value: ValueId) -> bool {
    let op = module.defining_op(value);
    op.is_some_and(|op| edit::core(module, op) == Some(Op::CompositeConstruct))
        || edit::constant(module, value).is_some()
}

/// Returns whether every version of SPIR-V has `OpSelect` for a type.
fn is_number(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[module.ctx.scalar_of(ty)], Type::Int { .. } | Type::Float { .. })
}

fn may_run(module: &Module, op: OpId) -> bool {
    if !module[op].regions.is_empty() || !effects::of_op(module, op).is_pure() {
        return false;
    }
    match ops::code(module, op) {
        // What may be undefined must not be speculated, and what is slow should not.
        Some(Code::Core(core)) => {
            let class = isa::class(core);
            !matches!(class, Class::Arithmetic(ArithmeticKind::Division) | Class::Image(..) | Class::Variable)
        }
        Some(Code::Gl(_)) => true,
        Some(Code::Mlir(_)) => edit::is_reference(module, op),
        Some(Code::Cl(_)) | None => false,
    }
}
