//! Values that are live across barriers, differ between lanes, and take a few operations on values available everywhere: the numbers of
//! lanes and workgroups, constants, and values that all lanes of a wave have. They are computed again in each block that uses
//! them, which takes less time than to store them for each lane in one region and to load them in others.
//!
//! Only operations on integers and truth values are repeated. One on numbers with a fraction could be fused with another one in
//! one place and not in the other, and its results would differ.

use super::normalise::Copy;
use super::plan::Plan;
use super::variance::{self, Variance};
use crate::facts;
use crate::interface::Interface;
use dialect::ir::{BlockId, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of operations on vectors of lanes for a value: a store and a load of truth values take as many.
const MOST_COST: u64 = 4;
/// The limit of operations for a value, those included that cost nothing.
const MOST_OPS: usize = 8;

/// The values to compute again, each with the operations for it, operands first.
pub(crate) type Again = FxHashMap<ValueId, Vec<OpId>>;

struct Finder<'m> {
    module: &'m Module,
    interface: &'m Interface,
    plan: &'m Plan,
    variance: &'m Variance,
    again: Again,
}

/// Finds the values to compute again.
pub(crate) fn find(module: &Module, plan: &Plan, interface: &Interface, variance: &Variance) -> Again {
    let mut finder = Finder { module, interface, plan, variance, again: Again::default() };
    for value in &plan.crossing {
        let mut found = Vec::new();
        if variance.varies(*value) && finder.collect(*value, true, &mut found).is_some() {
            finder.again.insert(*value, found);
        }
    }
    finder.again
}

impl Finder<'_> {
    /// Adds the operations for a value to those that are found; `None` if they are too many, or of another kind.
    fn collect(&self, value: ValueId, is_root: bool, found: &mut Vec<OpId>) -> Option<()> {
        let module = self.module;
        let is_free = facts::is_remade(module, value) || variance::is_builtin(module, self.interface, value);
        if !is_root && (is_free || self.is_there(value)) {
            return Some(());
        }
        let op = module.defining_op(value).filter(|_| !is_free)?;
        if found.contains(&op) {
            return Some(());
        }
        let own = cost(module, op)?;
        let all: u64 = found.iter().filter_map(|op| cost(module, *op)).sum();
        if all + own > MOST_COST || found.len() >= MOST_OPS {
            return None;
        }
        module[op].operands.iter().try_for_each(|operand| self.collect(*operand, false, found))?;
        let all: u64 = found.iter().filter_map(|op| cost(module, *op)).sum();
        found.push(op);
        (all + own <= MOST_COST && found.len() <= MOST_OPS).then_some(())
    }

    /// Returns whether a value is available in other regions, or can be without a place for each lane.
    fn is_there(&self, value: ValueId) -> bool {
        let Some(block) = self.module.block_of(value) else { return false };
        let is_straight = || {
            let mut flows = self.variance.flows.iter().filter(|flow| flow.home.contains_key(&block));
            flows.all(|flow| flow.is_straight(block))
        };
        match self.variance.varies(value) {
            true => self.plan.crossing.contains(&value) && !self.again.contains_key(&value),
            false => is_straight(),
        }
    }
}

/// The cost of an operation in those on a vector of lanes; `None` for one that is not repeated.
pub(super) fn cost(module: &Module, op: OpId) -> Option<u64> {
    let [result] = module[op].results[..] else { return None };
    let width = of_integers(module, module.type_of(result))?;
    for operand in &module[op].operands {
        of_integers(module, module.type_of(*operand))?;
    }
    let Some(Code::Core(code)) = ops::code(module, op) else { return None };
    match code {
        Op::CopyObject | Op::Bitcast | Op::CompositeExtract | Op::CompositeConstruct | Op::VectorShuffle => Some(0),
        Op::IMul if width.bits > 32 => None,
        Op::IAdd
        | Op::ISub
        | Op::IMul
        | Op::SNegate
        | Op::Not
        | Op::BitwiseAnd
        | Op::BitwiseOr
        | Op::BitwiseXor
        | Op::ShiftLeftLogical
        | Op::ShiftRightLogical
        | Op::ShiftRightArithmetic
        | Op::LogicalAnd
        | Op::LogicalOr
        | Op::LogicalNot
        | Op::LogicalEqual
        | Op::LogicalNotEqual
        | Op::IEqual
        | Op::INotEqual
        | Op::ULessThan
        | Op::ULessThanEqual
        | Op::UGreaterThan
        | Op::UGreaterThanEqual
        | Op::SLessThan
        | Op::SLessThanEqual
        | Op::SGreaterThan
        | Op::SGreaterThanEqual
        | Op::Select => Some(width.parts * u64::from(width.bits.div_ceil(32))),
        _ => None,
    }
}

/// Numbers of a type.
struct Width {
    parts: u64,
    bits: u32,
}

/// The numbers of a type of integers or truth values.
fn of_integers(module: &Module, ty: TypeId) -> Option<Width> {
    match &module.ctx[ty] {
        Type::Int { width, .. } => Some(Width { parts: 1, bits: *width }),
        Type::Vector { elem, len } => Some(Width { parts: u64::from(*len), ..of_integers(module, *elem)? }),
        _ => None,
    }
}

/// Computes values again in each block that uses them, apart from their own.
pub(crate) fn apply(module: &mut Module, func: OpId, again: &Again) {
    let mut copies = Vec::new();
    for block in module[module[func].regions[0]].blocks.clone() {
        let own = std::mem::take(&mut module[block].ops);
        let mut copy = Copy::default();
        for op in &own {
            for value in module[*op].uses().collect::<Vec<_>>() {
                repeat(module, block, value, again, &mut copy);
            }
        }
        module[block].ops.extend_from_slice(&own);
        copies.push((own, copy));
    }
    // Only now: operations are copied as they were.
    for (own, copy) in copies {
        for op in own {
            for value in module[op].uses_mut() {
                *value = copy.value(*value);
            }
        }
    }
}

/// Adds the operations for a value to a block, if it is one to compute again there, or the address of something that such a value
/// selects.
fn repeat(module: &mut Module, block: BlockId, value: ValueId, again: &Again, copy: &mut Copy) {
    if module.block_of(value) == Some(block) || copy.values.contains_key(&value) {
        return;
    }
    if let Some(found) = again.get(&value) {
        for op in found {
            copy_into(module, block, *op, again, copy);
        }
    } else if let Some(op) = module.defining_op(value).filter(|op| is_address(module, *op))
        && module[op].operands.iter().any(|operand| is_changed(module, block, *operand, again))
    {
        copy_into(module, block, op, again, copy);
    }
}

/// Copies an operation into a block, with all that is to compute again for it.
fn copy_into(module: &mut Module, block: BlockId, op: OpId, again: &Again, copy: &mut Copy) {
    if module[op].results.iter().all(|result| copy.values.contains_key(result)) {
        return;
    }
    for operand in module[op].operands.clone() {
        repeat(module, block, operand, again, copy);
    }
    copy.op(module, op, block);
}

fn is_address(module: &Module, op: OpId) -> bool {
    let is_chain = matches!(
        ops::code(module, op),
        Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain | Op::InBoundsPtrAccessChain))
    );
    is_chain && module[op].results.iter().all(|result| facts::is_remade(module, *result))
}

/// Returns whether a value is to compute again in a block, or an address by such a value.
fn is_changed(module: &Module, block: BlockId, value: ValueId, again: &Again) -> bool {
    let by = |op: OpId| module[op].operands.iter().any(|operand| is_changed(module, block, *operand, again));
    module.block_of(value) != Some(block)
        && (again.contains_key(&value) || module.defining_op(value).is_some_and(|op| is_address(module, op) && by(op)))
}
