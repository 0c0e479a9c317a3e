//! Upper bounds of indices into workgroup memory: they follow from the ops that compute an index, from dominating
//! conditions, and from accesses already made with it, since an access out of bounds is undefined.
//!
//! A bound holds in what the place dominates where it was learned, like every fact about values.

use crate::edit;
use crate::facts::memory;
use base::intern::Symbol;
use dialect::ir::{Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::effects;
use dialect::spirv::enums::Kind;
use dialect::spirv::fold::truncate;
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{facts, host};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Op, StorageClass};

/// Definitions and conditions are followed through this many ops.
const MAX_DEPTH: usize = 6;

/// The workgroups of a module.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Workgroup variables whose writers are all known.
    memory: FxHashSet<Symbol>,
    /// Inputs that number invocations within the workgroup, with the maximum of each component.
    numbers: FxHashMap<Symbol, [u64; 3]>,
}

impl Groups {
    pub(super) fn of(module: &Module) -> Groups {
        let mut groups = Groups::default();
        let is_shared = |(_, _, storage): &(_, _, _)| *storage == StorageClass::Workgroup;
        for (op, _, _) in host::variables(module).filter(is_shared) {
            groups.memory.extend(facts::name_of(module, op).filter(|_| !memory::is_volatile(module, op)));
        }
        // There is nothing to bound without such memory.
        let Some(size) = size(module).filter(|_| !groups.memory.is_empty()) else { return groups };
        let count = size.iter().fold(1, |count: u64, side| count.saturating_mul(*side));
        for (op, _, _) in host::variables(module) {
            let number = facts::number_of(module, op, Kind::BuiltIn.table().snake);
            let most = match number.and_then(|number| BuiltIn::from_u32(number as u32)) {
                Some(BuiltIn::LocalInvocationId) => size.map(|count| count.saturating_sub(1)),
                Some(BuiltIn::LocalInvocationIndex) => [count.saturating_sub(1); 3],
                _ => continue,
            };
            groups.numbers.extend(facts::name_of(module, op).map(|name| (name, most)));
        }
        groups
    }
}

/// The workgroup size, or the maximum over all entry points; `None` if it may be specialised.
fn size(module: &Module) -> Option<[u64; 3]> {
    let is_told =
        |op: &OpId| facts::number_of(module, *op, Kind::BuiltIn.table().snake) == Some(BuiltIn::WorkgroupSize as u64);
    if module.top_ops().iter().any(is_told) {
        return None;
    }
    let mut most = [0; 3];
    for entry in host::entry_points(module) {
        for (most, own) in most.iter_mut().zip(entry.local_size?) {
            *most = u64::from(own).max(*most);
        }
    }
    Some(most)
}

/// Bounds of a number: its maximum, and a factor of it.
#[derive(Clone, Copy, Debug)]
struct Fact {
    most: u64,
    multiple_of: u64,
}

/// Bounds of numbers at a place.
#[derive(Debug)]
pub(super) struct Bounds<'m> {
    groups: &'m Groups,
    known: FxHashMap<ValueId, Fact>,
    /// Undo log of the open scope.
    undo: Vec<(ValueId, Option<Fact>)>,
}

impl<'m> Bounds<'m> {
    pub(super) fn new(groups: &'m Groups) -> Self {
        Bounds { groups, known: FxHashMap::default(), undo: Vec::new() }
    }

    /// The length of the undo log, to which a scope returns at its end.
    pub(super) fn mark(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn forget(&mut self, mark: usize) {
        for (value, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(fact) => self.known.insert(value, fact),
                None => self.known.remove(&value),
            };
        }
    }

    fn learn(&mut self, value: ValueId, fact: Fact) {
        let before = self.known.get(&value).copied();
        let both = before.map_or(fact, |before| Fact {
            most: fact.most.min(before.most),
            multiple_of: fact.multiple_of.max(before.multiple_of),
        });
        self.known.insert(value, both);
        self.undo.push((value, before));
    }

    /// Learns from an access that is made: its indices are in bounds.
    pub(super) fn accessed(&mut self, module: &Module, op: OpId) {
        if self.groups.memory.is_empty() || !matches!(edit::core(module, op), Some(Op::Load | Op::Store)) {
            return;
        }
        let Some(choices) = self.choices(module, module[op].operands[0]) else { return };
        for (index, count) in choices.into_iter().filter(|(index, _)| edit::constant(module, *index).is_none()) {
            self.learn(index, Fact { most: count.saturating_sub(1), multiple_of: 1 });
        }
    }

    /// Learns from a condition that holds.
    pub(super) fn assume(&mut self, module: &Module, condition: ValueId) {
        if !self.groups.memory.is_empty() {
            self.holds(module, condition, 0);
        }
    }

    fn holds(&mut self, module: &Module, condition: ValueId, depth: usize) {
        let Some(op) = module.defining_op(condition).filter(|_| depth < MAX_DEPTH) else { return };
        let [a, b] = module[op].operands[..] else { return };
        let below = |most: u64| Fact { most, multiple_of: 1 };
        match edit::core(module, op) {
            Some(Op::LogicalAnd) => [a, b].into_iter().for_each(|part| self.holds(module, part, depth + 1)),
            Some(Op::IEqual) => {
                self.equals(module, a, b);
                self.equals(module, b, a);
            }
            Some(Op::ULessThan) => self.learn(a, below(self.most(module, b, 0).saturating_sub(1))),
            Some(Op::ULessThanEqual) => self.learn(a, below(self.most(module, b, 0))),
            _ => {}
        }
    }

    fn equals(&mut self, module: &Module, value: ValueId, number: ValueId) {
        let Some(number) = edit::constant_number(module, number) else { return };
        self.learn(value, Fact { most: number, multiple_of: 1 });
        let Some(op) = module.defining_op(value).filter(|_| number == 0) else { return };
        let [whole, by] = module[op].operands[..] else { return };
        let by = edit::constant_number(module, by).filter(|by| *by != 0);
        if let (Some(Op::UMod), Some(multiple_of)) = (edit::core(module, op), by) {
            self.learn(whole, Fact { most: u64::MAX, multiple_of });
        }
    }

    /// Returns whether a load may be speculated: it reads workgroup memory, in bounds.
    pub(super) fn may_load(&self, module: &Module, op: OpId) -> bool {
        if edit::core(module, op) != Some(Op::Load) {
            return false;
        }
        let access = facts::number_of(module, op, Kind::MemoryAccess.table().snake).unwrap_or(0);
        if access != 0 || effects::of_op(module, op).kept {
            return false;
        }
        let choices = self.choices(module, module[op].operands[0]);
        choices.is_some_and(|choices| choices.iter().all(|(index, count)| self.most(module, *index, 0) < *count))
    }

    /// The indices of a pointer into workgroup memory, each with the number of elements it selects from.
    fn choices(&self, module: &Module, pointer: ValueId) -> Option<Vec<(ValueId, u64)>> {
        let chain = module.defining_op(pointer).filter(|op| edit::is_chain(module, *op));
        let (base, indices) = match chain {
            Some(op) => module[op].operands.split_first()?,
            None => (&pointer, &[][..]),
        };
        edit::global(module, *base).filter(|name| self.groups.memory.contains(name))?;
        let (mut ty, _) = facts::pointer(module, module.type_of(*base))?;
        let mut choices = Vec::new();
        for index in indices {
            choices.push((*index, parts(module, ty)?));
            ty = facts::part_type(&module.ctx, ty, edit::constant_number(module, *index).unwrap_or(0) as usize)?;
        }
        Some(choices)
    }

    /// The maximum of an integer, read as unsigned.
    fn most(&self, module: &Module, value: ValueId, depth: usize) -> u64 {
        let Type::Int { width, .. } = module.ctx[module.type_of(value)] else { return u64::MAX };
        let any = truncate(u64::MAX, width);
        let number = edit::constant_number(module, value).or_else(|| self.computed(module, value, depth));
        let most = number.filter(|most| *most <= any).unwrap_or(any);
        match self.known.get(&value) {
            Some(fact) => {
                let most = most.min(fact.most);
                most - most % fact.multiple_of
            }
            None => most,
        }
    }

    /// The maximum of an op's result, as long as nothing overflows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn computed(&self, module: &Module, value: ValueId, depth: usize) -> Option<u64> {
        let op = module.defining_op(value).filter(|_| depth < MAX_DEPTH)?;
        let operands = &module[op].operands;
        let most = |at: usize| operands.get(at).map(|operand| self.most(module, *operand, depth + 1));
        match edit::core(module, op)? {
            Op::IAdd => most(0)?.checked_add(most(1)?),
            Op::IMul => most(0)?.checked_mul(most(1)?),
            Op::BitwiseAnd => Some(most(0)?.min(most(1)?)),
            Op::UMod => Some(most(0)?.min(most(1)?.saturating_sub(1))),
            Op::UDiv => most(0),
            Op::ShiftRightLogical => most(0)?.checked_shr(shift(module, value, operands[1])?),
            Op::ShiftLeftLogical => most(0)?.checked_mul(1u64.checked_shl(shift(module, value, operands[1])?)?),
            Op::Bitcast => most(0),
            Op::CompositeExtract => self.number(module, *operands.first()?, crate::rules::indices(module, op).first()?),
            Op::Load => self.number(module, value, &0),
            _ => None,
        }
    }

    /// The maximum of a component of an input that numbers invocations.
    fn number(&self, module: &Module, loaded: ValueId, component: &u32) -> Option<u64> {
        let load = module.defining_op(loaded).filter(|op| edit::core(module, *op) == Some(Op::Load))?;
        let name = edit::global(module, *module[load].operands.first()?)?;
        self.groups.numbers.get(&name)?.get(*component as usize).copied()
    }
}

/// The distance of a shift, if the specification defines its result.
fn shift(module: &Module, value: ValueId, by: ValueId) -> Option<u32> {
    let Type::Int { width, .. } = module.ctx[module.type_of(value)] else { return None };
    edit::constant_number(module, by).and_then(|by| u32::try_from(by).ok()).filter(|by| *by < width)
}

/// The number of elements that an index into a type selects from.
pub(super) fn parts(module: &Module, ty: TypeId) -> Option<u64> {
    match &module.ctx[ty] {
        Type::Vector { len, .. } => Some(u64::from(*len)),
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => Some(*len),
        Type::Spirv(SpirvType::Struct { members, .. }) => Some(members.len() as u64),
        Type::None | Type::Int { .. } | Type::Float { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
            None
        }
    }
}
