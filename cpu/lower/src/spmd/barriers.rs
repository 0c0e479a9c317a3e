//! Barriers at which no invocation has to wait: between one and the next, each accesses only elements of groupshared arrays that
//! are its own, before and after the barrier the same ones. The regions around such a barrier become one, and what a lane writes
//! before it is in registers after it.
//!
//! An element is a lane's own if its index is `s * lane + c` with constants `c < s`. Trees of sums have such indices in their first
//! step and in their last one, beside the accesses to buffers.

use super::plan::Plan;
use super::variance::{self, Lanes};
use crate::facts;
use crate::interface::{Interface, Variable};
use crate::layout::Layouts;
use dialect::ir::{BlockId, Module, OpId, Type, ValueId};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of nested operations in an index.
const MOST_NESTED: u32 = 8;

/// How a region accesses memory that other invocations of its workgroup may access.
#[derive(Default)]
struct Touched {
    /// True if it accesses memory outside of the workgroup that may change, or unknown memory.
    outside: bool,
    /// The groupshared variables, each with the distance between the elements of lanes; `None` if lanes access those of others.
    shared: FxHashMap<OpId, Option<u64>>,
}

impl Touched {
    fn add(&mut self, variable: OpId, stride: Option<u64>) {
        let all = self.shared.entry(variable).or_insert(stride);
        *all = all.filter(|all| Some(*all) == stride);
    }

    /// Returns whether no invocation can see in which order another one does what is in these regions.
    fn is_apart_from(&self, other: &Touched) -> bool {
        let is_own = |(variable, stride): (&OpId, &Option<u64>)| match other.shared.get(variable) {
            Some(others) => stride.is_some() && stride == others,
            None => true,
        };
        !(self.outside && other.outside) && self.shared.iter().all(is_own)
    }
}

/// A workgroup.
struct Group<'m> {
    module: &'m Module,
    interface: &'m Interface,
    layouts: &'m Layouts<'m>,
    lanes: Lanes,
}

/// Finds a barrier that is not needed, in a function that is split at barriers.
pub(crate) fn needless(
    module: &Module,
    func: OpId,
    layouts: &Layouts<'_>,
    interface: &Interface,
    plan: &Plan,
    lanes: Lanes,
) -> Option<OpId> {
    let group = Group { module, interface, layouts, lanes };
    let touched: Vec<Touched> = (0..plan.regions.len()).map(|region| group.touched(plan, region)).collect();
    let meeting = |block: &BlockId| {
        let ops = &module[*block].ops;
        let op = ops[ops.len().checked_sub(2)?];
        (ops::code(module, op) == Some(Code::Core(Op::ControlBarrier))).then_some(op)
    };
    let is_needless = |block: &BlockId, next: usize| {
        let mut before = plan.regions.iter().zip(&touched).filter(|(region, _)| region.blocks.contains(block));
        before.all(|(_, before)| before.is_apart_from(&touched[next]))
    };
    let blocks = &module[module[func].regions[0]].blocks;
    let ends = blocks.iter().filter_map(|block| Some((block, *plan.next.get(block)?, meeting(block)?)));
    ends.filter(|(block, next, _)| is_needless(block, *next)).map(|(_, _, op)| op).next()
}

impl Group<'_> {
    fn touched(&self, plan: &Plan, region: usize) -> Touched {
        let mut touched = Touched::default();
        for block in &plan.regions[region].blocks {
            let ops = &self.module[*block].ops;
            let count = if plan.next.contains_key(block) { ops.len() - 2 } else { ops.len() };
            ops[..count].iter().for_each(|op| self.touch(*op, &mut touched));
        }
        touched
    }

    fn touch(&self, op: OpId, touched: &mut Touched) {
        let effects = effects::of_op(self.module, op);
        let is_plain = !effects::is_volatile(self.module, op);
        let is_access = is_plain && matches!(ops::code(self.module, op), Some(Code::Core(Op::Load | Op::Store)));
        for memory in [effects.reads, effects.writes] {
            match memory {
                Memory::Nothing => {}
                Memory::Anything => self.touch_all(touched),
                Memory::Through(at) => match self.module[op].operands.get(usize::from(at)) {
                    Some(pointer) => self.touch_at(*pointer, is_access, touched),
                    None => self.touch_all(touched),
                },
            }
        }
    }

    /// Anything is accessed.
    fn touch_all(&self, touched: &mut Touched) {
        touched.outside = true;
        for (op, variable) in self.interface.variables.values() {
            if *variable == Variable::Workgroup {
                touched.add(*op, None);
            }
        }
    }

    fn touch_at(&self, pointer: ValueId, is_access: bool, touched: &mut Touched) {
        let Some(root) = facts::root(self.module, pointer) else { return self.touch_all(touched) };
        if facts::is_variable(self.module, root) {
            return;
        }
        let name = module_facts::symbol_of(self.module, root, attrs::SYMBOL);
        match name.and_then(|name| self.interface.variables.get(&name)) {
            Some((_, Variable::Private | Variable::Builtin(_) | Variable::Push)) => {}
            Some((_, Variable::Buffer { slot, .. } | Variable::Resource { slot, .. })) => {
                touched.outside |= !self.interface.is_only_read(*slot);
            }
            Some((op, Variable::Workgroup)) => {
                touched.add(*op, self.stride(pointer, *op).filter(|_| is_access));
            }
            None => self.touch_all(touched),
        }
    }

    /// The distance between the elements of lanes, if those at a pointer are each a lane's own.
    fn stride(&self, pointer: ValueId, variable: OpId) -> Option<u64> {
        let module = self.module;
        let chain = module.defining_op(pointer)?;
        let Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)) = ops::code(module, chain) else { return None };
        let [base, index] = module[chain].operands[..] else { return None };
        let is_direct = module[module.defining_op(base)?].operands.is_empty();
        let Type::Spirv(SpirvType::Array { len, .. }) = &module.ctx[facts::pointee(module, variable).ok()?] else {
            return None;
        };
        let count = self.layouts.array_len(len).ok().filter(|_| is_direct)?;
        let (stride, first) = self.linear(index, MOST_NESTED)?;
        let total: u32 = self.lanes.local_size.iter().product();
        let last = stride.checked_mul(u64::from(total) - 1)?.checked_add(first)?;
        // A lane beyond the end would access the last element.
        (first < stride && last < count && u32::try_from(last).is_ok()).then_some(stride)
    }

    /// The factor and the summand of an index that is linear in the lane's number, in 32 bits.
    fn linear(&self, value: ValueId, left: u32) -> Option<(u64, u64)> {
        let module = self.module;
        let is_word = matches!(module.ctx[module.type_of(value)], Type::Int { width: 32, .. });
        if left == 0 || !is_word {
            return None;
        }
        if variance::is_lane_number(module, self.interface, self.lanes, value) {
            return Some((1, 0));
        }
        if let Some(number) = facts::constant(module, value) {
            return Some((0, number));
        }
        let op = module.defining_op(value)?;
        let operands = module[op].operands.iter().map(|operand| self.linear(*operand, left - 1));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let Some(Code::Core(code)) = ops::code(module, op) else { return None };
        let (factor, summand) = match (code, &operands[..]) {
            (Op::CopyObject | Op::Bitcast, [from]) => *from,
            (Op::IAdd, [(factor, summand), (other, more)]) => {
                (factor.wrapping_add(*other), summand.wrapping_add(*more))
            }
            (Op::ISub, [(factor, summand), (other, more)]) => {
                (factor.wrapping_sub(*other), summand.wrapping_sub(*more))
            }
            (Op::IMul, [(factor, summand), (0, by)] | [(0, by), (factor, summand)]) => {
                (factor.wrapping_mul(*by), summand.wrapping_mul(*by))
            }
            (Op::ShiftLeftLogical, [(factor, summand), (0, by)]) if *by < 32 => (factor << by, summand << by),
            _ => return None,
        };
        Some((factor & u64::from(u32::MAX), summand & u64::from(u32::MAX)))
    }
}
