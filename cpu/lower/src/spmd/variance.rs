//! Divergence analysis: which values are uniform, the same for all active lanes of a wave where they are defined, and which
//! vary.
//!
//! A comparison of a lane's number with a constant that is a multiple of a wave's lanes comes out the same for all of them.
//!
//! Everything starts out uniform; varying values are added up to a fixed point. Where lanes diverge depends on values, and
//! the values merged behind depend on where lanes diverge, so both are found together.

use super::flow::Flow;
use super::plan::{Meeting, Plan};
use crate::facts;
use crate::interface::{Interface, Variable};
use abi::reason::Reason;
use base::ids::Set;
use dialect::ir::{BlockId, Module, OpId, Type, ValueId, Values};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::uniformity::{self, Uniformity};
use dialect::spirv::{attrs, facts as module_facts};
use isa::{Class, GroupKind};
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Op, StorageClass};

/// The limit of iterations to the fixed point, far above what kernels need.
const MAX_ROUNDS: usize = 64;

/// The lanes that run a kernel in lockstep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    pub(crate) local_size: [u32; 3],
    /// Their number.
    pub(crate) count: u32,
    /// True if four lanes in a row are two by two in the workgroup.
    pub(crate) has_quads: bool,
    /// True if they run at different times, so that memory may change between their loads.
    pub(crate) take_turns: bool,
}

/// The varying values, and the control flow of each region.
#[derive(Debug)]
pub(crate) struct Variance {
    pub(crate) flows: Vec<Flow>,
    varying: Set<ValueId>,
}

/// A component of a built-in variable, or all of it.
#[derive(Clone, Copy)]
pub(crate) struct BuiltinPart {
    pub(crate) builtin: BuiltIn,
    pub(crate) component: Option<u32>,
}

/// For each block what its predecessors pass.
type Incoming = FxHashMap<BlockId, Vec<(BlockId, Values)>>;

struct Finder<'m> {
    module: &'m Module,
    interface: &'m Interface,
    /// True if whole waves are in a row of the workgroup.
    rows: bool,
    lanes: Lanes,
    flows: Vec<Flow>,
    varying: Set<ValueId>,
    /// For each region and block what its predecessors pass.
    incoming: Vec<Incoming>,
    changed: bool,
}

impl Variance {
    pub(crate) fn new(module: &Module, plan: &Plan, interface: &Interface, lanes: Lanes) -> Result<Variance, Reason> {
        let mut flows = Vec::new();
        for region in &plan.regions {
            if let Meeting::Group(_) = region.meeting {
                return Err(Reason::GroupOps);
            }
            flows.push(Flow::new(module, region.entry, |block| plan.next.contains_key(&block))?);
        }
        let incoming = flows.iter().map(|flow| incoming(module, flow)).collect();
        let varying = Set::default();
        let mut finder = Finder {
            module,
            interface,
            rows: !lanes.has_quads && lanes.local_size[0].is_multiple_of(lanes.count),
            lanes,
            flows,
            varying,
            incoming,
            changed: true,
        };
        for _ in 0..MAX_ROUNDS {
            if !finder.changed {
                return finder.finish();
            }
            finder.round(plan);
        }
        Err(Reason::TooLarge)
    }

    /// Returns whether the lanes of a wave come to the ends of all regions together, so that they have one state.
    pub(crate) fn stay_together(&self) -> bool {
        let is_together = |flow: &Flow| {
            let mut ends = flow.order.iter().filter(|block| flow.next[*block].is_empty());
            ends.all(|block| flow.is_straight(*block))
        };
        self.flows.len() == 1 || self.flows.iter().all(is_together)
    }

    /// Returns whether a value varies in the block that defines it.
    pub(crate) fn varies(&self, value: ValueId) -> bool {
        self.varying.contains(&value)
    }

    /// Returns whether a value varies where it is used in a block of a region.
    pub(crate) fn varies_at(&self, module: &Module, region: usize, value: ValueId, block: BlockId) -> bool {
        varies_at(module, &self.flows[region], &self.varying, value, block)
    }
}

fn varies_at(module: &Module, flow: &Flow, varying: &Set<ValueId>, value: ValueId, block: BlockId) -> bool {
    let mut stack = vec![value];
    let mut seen = Set::default();
    while let Some(value) = stack.pop() {
        if !seen.insert(value) {
            continue;
        }
        if facts::is_remade(module, value) {
            if let Some(op) = module.defining_op(value) {
                stack.extend(module[op].uses());
            }
            continue;
        }
        let outlives = || module.block_of(value).is_some_and(|made| flow.outlives(made, block));
        if varying.contains(&value) || outlives() {
            return true;
        }
    }
    false
}

fn incoming(module: &Module, flow: &Flow) -> Incoming {
    let mut found = Incoming::default();
    for block in &flow.order {
        let (Some(end), false) = (module.terminator(*block), flow.next[block].is_empty()) else { continue };
        for successor in &module[end].successors {
            found.entry(successor.block).or_default().push((*block, successor.args.clone()));
        }
    }
    found
}

impl Finder<'_> {
    fn finish(self) -> Result<Variance, Reason> {
        let module = self.module;
        let is_opaque = |value: &ValueId| facts::holds_opaque(module, module.type_of(*value));
        match self.varying.iter().any(|value| !facts::is_remade(module, *value) && is_opaque(value)) {
            true => Err(Reason::Pointers),
            false => Ok(Variance { flows: self.flows, varying: self.varying }),
        }
    }

    fn add(&mut self, value: ValueId) {
        self.changed |= self.varying.insert(value);
    }

    fn round(&mut self, plan: &Plan) {
        self.changed = false;
        for region in 0..self.flows.len() {
            let divergent = self.divergent(region);
            self.flows[region].find_zones(&divergent);
            for block in self.flows[region].order.clone() {
                self.args(region, block);
                for op in self.module[block].ops.clone() {
                    if self.module[op].results.first().is_some_and(|value| facts::is_remade(self.module, *value)) {
                        continue;
                    }
                    if self.op_varies(region, block, op) {
                        self.module[op].results.clone().into_iter().for_each(|value| self.add(value));
                    }
                }
            }
        }
        self.crossing(plan);
    }

    /// The blocks at whose ends lanes diverge.
    fn divergent(&self, region: usize) -> Set<BlockId> {
        let flow = &self.flows[region];
        let diverges = |block: &&BlockId| {
            let Some(end) = self.module.terminator(**block) else { return false };
            let selector = self.module[end].operands.first();
            flow.next[*block].len() > 1 && selector.is_some_and(|value| self.varies_at(region, *value, **block))
        };
        flow.order.iter().filter(diverges).copied().collect()
    }

    fn varies_at(&self, region: usize, value: ValueId, block: BlockId) -> bool {
        varies_at(self.module, &self.flows[region], &self.varying, value, block)
    }

    fn args(&mut self, region: usize, block: BlockId) {
        let args = self.module[block].args.clone();
        let Some(ways) = self.incoming[region].get(&block).filter(|_| !args.is_empty()) else { return };
        let is_exact = self.flows[region].is_exact(block);
        let varying: Vec<ValueId> = args
            .into_iter()
            .enumerate()
            .filter(|(index, _)| {
                let values = || ways.iter().filter_map(|(_, values)| values.get(*index));
                let differ = || values().any(|value| Some(value) != values().next());
                values().any(|value| self.varies_at(region, *value, block)) || !is_exact && differ()
            })
            .map(|(_, arg)| arg)
            .collect();
        varying.into_iter().for_each(|arg| self.add(arg));
    }

    /// Values that cross regions are uniform only where all lanes define them at once.
    fn crossing(&mut self, plan: &Plan) {
        let is_straight =
            |block: BlockId| self.flows.iter().all(|flow| !flow.home.contains_key(&block) || flow.is_straight(block));
        let all = plan.next.keys().all(|block| is_straight(*block));
        let differs = |value: &ValueId| !all || self.module.block_of(*value).is_none_or(|block| !is_straight(block));
        let found: Vec<ValueId> = plan.crossing.iter().copied().filter(differs).collect();
        found.into_iter().for_each(|value| self.add(value));
    }

    fn op_varies(&self, region: usize, block: BlockId, op: OpId) -> bool {
        let module = self.module;
        let any = || module[op].operands.iter().any(|value| self.varies_at(region, *value, block));
        if self.lanes.take_turns && self.may_change(op) {
            return true;
        }
        match ops::code(module, op) {
            Some(Code::Core(Op::Load)) => self.load_varies(op) || any() || facts::copies_query(module, op),
            Some(Code::Core(Op::CompositeExtract)) => match builtin_part(module, self.interface, op) {
                Some(part) => self.builtin_varies(part),
                None => any(),
            },
            Some(Code::Core(code)) if isa::class(code) == Class::Atomic || facts::is_query(module, op) => true,
            Some(Code::Core(Op::GroupNonUniformBroadcast)) => any() && self.selector_varies(op),
            Some(Code::Core(code)) if is_of_wave(isa::class(code)) => match uniformity::of_group(module, op, code) {
                Uniformity::Uniform => false,
                Uniformity::Varying => true,
                Uniformity::Operands => any(),
            },
            Some(Code::Gl(_) | Code::Cl(_)) => any() || writes(module, op),
            Some(Code::Core(_)) => any() && WaveTest::of(module, self.interface, self.lanes, op).is_none(),
            _ => any(),
        }
    }

    /// Returns whether an op may make something else when it is done again.
    fn may_change(&self, op: OpId) -> bool {
        let effects = effects::of_op(self.module, op);
        if effects.kept || effects.convergent || effects.writes != Memory::Nothing {
            return true;
        }
        let pointer = match effects.reads {
            Memory::Nothing => return false,
            Memory::Through(at) => self.module[op].operands.get(usize::from(at)),
            Memory::Anything => None,
        };
        match pointer.and_then(|pointer| variable(self.module, self.interface, *pointer)) {
            Some(Variable::Push | Variable::Builtin(_)) => false,
            Some(Variable::Buffer { slot, .. } | Variable::Resource { slot, .. }) => !self.interface.is_only_read(slot),
            Some(Variable::Workgroup | Variable::Private) | None => true,
        }
    }

    fn load_varies(&self, op: OpId) -> bool {
        if let Some(part) = builtin_part(self.module, self.interface, op) {
            return self.builtin_varies(part);
        }
        is_own(self.module, self.interface, self.module[op].operands[0])
    }

    /// Returns whether lanes may select different lanes; only a constant cannot.
    fn selector_varies(&self, op: OpId) -> bool {
        let selector = self.module[op].operands.get(1).and_then(|value| self.module.defining_op(*value));
        selector.and_then(|op| ops::code(self.module, op)) != Some(Code::Mlir(Mlir::Constant))
    }

    fn builtin_varies(&self, part: BuiltinPart) -> bool {
        match part.builtin {
            BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId => {
                !self.rows || !matches!(part.component, Some(1 | 2))
            }
            BuiltIn::LocalInvocationIndex
            | BuiltIn::GlobalLinearId
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask => true,
            _ => false,
        }
    }
}

/// Returns whether a value is a builtin, or a component of one, which can be made anew wherever it is used.
pub(crate) fn is_builtin(module: &Module, interface: &Interface, value: ValueId) -> bool {
    module.defining_op(value).is_some_and(|op| builtin_part(module, interface, op).is_some())
}

/// Returns whether the lanes of a wave exchange values, or ask for the bits of a ballot.
fn is_of_wave(class: Class) -> bool {
    facts::is_collective(class) || matches!(class, Class::Group(_, GroupKind::BallotQuery))
}

/// Returns whether an extended instruction writes through a pointer, which is to private memory of the invocation.
pub(crate) fn writes(module: &Module, op: OpId) -> bool {
    module[op].operands.iter().any(|value| module_facts::storage_of(module, module.type_of(*value)).is_some())
}

/// The variable that a pointer is based on, if it is one of the module.
fn variable(module: &Module, interface: &Interface, pointer: ValueId) -> Option<Variable> {
    let root = facts::root(module, pointer)?;
    let name = module_facts::symbol_of(module, root, attrs::SYMBOL)?;
    interface.variables.get(&name).map(|(_, variable)| *variable)
}

/// Returns whether a pointer leads to private memory of an invocation.
pub(crate) fn is_own(module: &Module, interface: &Interface, pointer: ValueId) -> bool {
    match variable(module, interface, pointer) {
        Some(Variable::Private) => true,
        Some(Variable::Builtin(_)) => true,
        Some(Variable::Buffer { .. } | Variable::Resource { .. } | Variable::Push | Variable::Workgroup) => false,
        None => {
            let storage = module_facts::storage_of(module, module.type_of(pointer));
            !matches!(
                storage,
                Some(
                    StorageClass::PhysicalStorageBuffer
                        | StorageClass::StorageBuffer
                        | StorageClass::Uniform
                        | StorageClass::Workgroup
                        | StorageClass::CrossWorkgroup
                        | StorageClass::UniformConstant
                )
            )
        }
    }
}

/// The part of a built-in variable that a load reads, or that is extracted from the loaded value.
pub(crate) fn builtin_part(module: &Module, interface: &Interface, op: OpId) -> Option<BuiltinPart> {
    let first = *module[op].operands.first()?;
    match ops::code(module, op) {
        Some(Code::Core(Op::CompositeExtract)) => {
            let load = module.defining_op(first)?;
            let whole = builtin_part(module, interface, load)?;
            let [index] = module_facts::array_of(module, op, attrs::INDICES) else { return None };
            let is_load = ops::code(module, load) == Some(Code::Core(Op::Load));
            if !is_load || whole.component.is_some() {
                return None;
            }
            let component = module_facts::number(module, *index)? as u32;
            Some(BuiltinPart { component: Some(component), ..whole })
        }
        Some(Code::Core(Op::Load)) => {
            let Variable::Builtin(builtin) = variable(module, interface, first)? else { return None };
            let pointer = module.defining_op(first)?;
            match ops::code(module, pointer) {
                Some(Code::Mlir(Mlir::AddressOf)) => Some(BuiltinPart { builtin, component: None }),
                Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)) => {
                    let [base, index] = module[pointer].operands.as_slice() else { return None };
                    let base = module.defining_op(*base)?;
                    let is_whole = ops::code(module, base) == Some(Code::Mlir(Mlir::AddressOf));
                    let index = module_facts::number_of(module, module.defining_op(*index)?, attrs::VALUE)?;
                    is_whole.then_some(BuiltinPart { builtin, component: Some(index as u32) })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A condition on the number of a lane in its workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaveTest {
    /// The multiple of a wave's lanes that it compares with.
    pub(crate) bound: u32,
    /// True if it holds for the lanes below, false if for the others.
    pub(crate) is_below: bool,
}

impl WaveTest {
    /// The condition that an op computes, if it is one.
    pub(crate) fn of(module: &Module, interface: &Interface, lanes: Lanes, op: OpId) -> Option<WaveTest> {
        let Some(Code::Core(code)) = ops::code(module, op) else { return None };
        let [first, second] = module[op].operands[..] else { return None };
        let (is_below, includes, is_signed) = match code {
            Op::ULessThan => (true, false, false),
            Op::ULessThanEqual => (true, true, false),
            Op::UGreaterThan => (false, true, false),
            Op::UGreaterThanEqual => (false, false, false),
            Op::SLessThan => (true, false, true),
            Op::SLessThanEqual => (true, true, true),
            Op::SGreaterThan => (false, true, true),
            Op::SGreaterThanEqual => (false, false, true),
            _ => return None,
        };
        let is_number = |value: ValueId| is_lane_number(module, interface, lanes, value);
        let (limit, is_below, includes) = match facts::constant(module, second) {
            Some(limit) if is_number(first) => (limit, is_below, includes),
            // `limit < lane` is `lane > limit`: the limit is on the same side in both.
            _ if is_number(second) => (facts::constant(module, first)?, !is_below, !includes),
            _ => return None,
        };
        let most = if is_signed { i32::MAX as u64 } else { u64::from(u32::MAX) };
        let bound = limit.checked_add(u64::from(includes)).filter(|_| limit <= most)?;
        let bound = u32::try_from(bound).ok()?;
        bound.is_multiple_of(lanes.count).then_some(WaveTest { bound, is_below })
    }
}

/// Returns whether a value is the lane's number in its workgroup, of 32 bits.
pub(crate) fn is_lane_number(module: &Module, interface: &Interface, lanes: Lanes, mut value: ValueId) -> bool {
    loop {
        let is_word = matches!(module.ctx[module.type_of(value)], Type::Int { width: 32, .. });
        let Some(op) = module.defining_op(value).filter(|_| is_word) else { return false };
        if let Some(part) = builtin_part(module, interface, op) {
            let is_row = lanes.local_size[1] == 1 && lanes.local_size[2] == 1;
            return !lanes.has_quads
                && match part.builtin {
                    BuiltIn::LocalInvocationIndex => true,
                    BuiltIn::LocalInvocationId => is_row && part.component == Some(0),
                    _ => false,
                };
        }
        match ops::code(module, op) {
            Some(Code::Core(Op::CopyObject | Op::Bitcast)) => value = module[op].operands[0],
            _ => return false,
        }
    }
}
