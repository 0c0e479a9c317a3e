//! Entry points: modes, workgroups, and the resources reachable through the functions that they call.

use crate::bindings::Resources;
use crate::index::Index;
use crate::interface;
use crate::model::{Amount, Descriptor, EntryPoint, Mode, PushRange, Use};
use crate::payloads::{self, Between};
use crate::regions::{Layouts, Touch, joined};
use crate::specialise::Dependencies;
use crate::uses::{Root, Summary, Uses};
use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// The limit of names reachable from all entry points together.
const MAX_REACHED: usize = 1 << 24;
/// The limit of inputs and outputs of all entry points together.
const MAX_VARIABLES: usize = 1 << 20;

/// Facts of a module from which its entry points follow.
pub(crate) struct Parts<'a, 'm> {
    pub(crate) layouts: Layouts<'a, 'm>,
    pub(crate) uses: &'a Uses,
    pub(crate) resources: &'a Resources,
    pub(crate) dependencies: &'a Dependencies,
}

/// The entry points of a module, in order.
pub(crate) fn entry_points(parts: &Parts<'_, '_>) -> Result<Vec<EntryPoint>> {
    let index = parts.layouts.index;
    let insts = &index.head;
    let mut modes: FxHashMap<u32, Vec<&Inst>> = FxHashMap::default();
    for inst in insts.iter().filter(|inst| matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId)) {
        modes.entry(inst.id(0)).or_default().push(inst);
    }
    let between = payloads::variables(parts.layouts);
    let numbers = numbers(parts.resources);
    let workgroup = workgroup_constant(index);
    let mut all = Builder { parts, modes, between, numbers, workgroup, reached: 0, variables: 0 };
    insts.iter().filter(|inst| inst.op == Op::EntryPoint).map(|inst| all.entry(inst)).collect()
}

/// The stage of an execution model.
pub(crate) fn stage(model: Option<ExecutionModel>) -> &'static str {
    use ExecutionModel::*;
    match model {
        Some(Vertex) => "vertex",
        Some(TessellationControl) => "tessellation_control",
        Some(TessellationEvaluation) => "tessellation_evaluation",
        Some(Geometry) => "geometry",
        Some(Fragment) => "fragment",
        Some(GLCompute) => "compute",
        Some(Kernel) => "kernel",
        Some(TaskNV | TaskEXT) => "task",
        Some(MeshNV | MeshEXT) => "mesh",
        Some(RayGenerationKHR) => "raygeneration",
        Some(IntersectionKHR) => "intersection",
        Some(AnyHitKHR) => "anyhit",
        Some(ClosestHitKHR) => "closesthit",
        Some(MissKHR) => "miss",
        Some(CallableKHR) => "callable",
        None => "unknown",
    }
}

/// A variable in the interface of an entry point.
enum Slot {
    Binding(usize),
    Push(usize),
    Record,
}

fn numbers(resources: &Resources) -> FxHashMap<u32, Slot> {
    let bindings = resources.bindings.iter().enumerate().map(|(at, (id, _))| (*id, Slot::Binding(at)));
    let push = resources.push_constants.iter().enumerate().map(|(at, (id, _))| (*id, Slot::Push(at)));
    let records = resources.shader_records.iter().map(|(id, _)| (*id, Slot::Record));
    bindings.chain(push).chain(records).collect()
}

fn workgroup_constant<'m>(index: &Index<'m>) -> Option<&'m Inst> {
    let size = BuiltIn::WorkgroupSize as u32;
    let mut decorated = index.all_decorations().iter();
    let found = decorated.find(|one| one.kind == Decoration::BuiltIn && one.member.is_none() && one.number(0) == size);
    found.and_then(|one| index.def(one.target)).filter(|inst| inst.op != Op::Variable)
}

struct Builder<'a, 'm> {
    parts: &'a Parts<'a, 'm>,
    modes: FxHashMap<u32, Vec<&'m Inst>>,
    between: FxHashMap<u32, Between<'m>>,
    numbers: FxHashMap<u32, Slot>,
    /// The constant with the size of workgroups.
    workgroup: Option<&'m Inst>,
    reached: usize,
    variables: usize,
}

/// Definitions reachable from an entry point.
#[derive(Default)]
struct Reached {
    touches: BTreeMap<u32, Touch>,
    pairs: BTreeSet<(u32, u32)>,
    spec_constants: BTreeSet<u32>,
    between: BTreeSet<u32>,
    uses_derivatives: bool,
    may_discard: bool,
    calls_printf: bool,
}

impl<'m> Builder<'_, 'm> {
    fn entry(&mut self, inst: &'m Inst) -> Result<EntryPoint> {
        let index = self.parts.layouts.index;
        let model = ExecutionModel::from_u32(inst.value(0));
        let modes: Vec<&Inst> = self.modes.get(&inst.id(1)).cloned().unwrap_or_default();
        let mut reached = self.reach(inst)?;
        let local_size = self.local_size(&modes, model, &mut reached.spec_constants);
        let has_workgroups = local_size.is_some();
        let is_other = |name: &&str| !name.is_empty() && *name != inst.text(2);
        let mut entry = EntryPoint {
            name: inst.text(2).to_owned(),
            function: Some(index.name(inst.id(1))).filter(is_other).map(str::to_owned),
            stage: stage(model).to_owned(),
            modes: modes.iter().map(|mode| self.mode(mode)).collect(),
            local_size,
            groupshared_bytes: has_workgroups.then_some(0),
            uses_derivatives: reached.uses_derivatives,
            may_discard: reached.may_discard,
            calls_printf: reached.calls_printf,
            ..EntryPoint::default()
        };
        self.fill_resources(&reached, &mut entry);
        self.fill_memory(&reached, &mut entry)?;
        entry.spec_constants = reached.spec_constants.into_iter().collect();
        for id in inst.ids_from(3) {
            entry.inputs.extend(interface::variables(self.parts.layouts, id, StorageClass::Input, model)?);
            entry.outputs.extend(interface::variables(self.parts.layouts, id, StorageClass::Output, model)?);
        }
        self.variables += entry.inputs.len() + entry.outputs.len() + entry.modes.len();
        if self.variables > MAX_VARIABLES {
            return Err(Error::at_word(
                Code::Limit,
                inst.offset,
                "inputs and outputs of entry points exceed the limit",
            ));
        }
        entry.inputs.sort_by_key(|one| (one.location.is_none(), one.location, one.component));
        entry.outputs.sort_by_key(|one| (one.location.is_none(), one.location, one.index, one.component));
        Ok(entry)
    }

    fn mode(&self, inst: &Inst) -> Mode {
        let amount = |operand: &Operand| match operand {
            Operand::Literal(number) => Some(Amount::Fixed((*number).into())),
            Operand::Id(id) | Operand::ConstantId(_, id) => Some(self.parts.layouts.constants.amount(*id)),
            Operand::Enum(_, value, _) => Some(Amount::Fixed((*value).into())),
            Operand::Number(_) | Operand::Text(_) => None,
        };
        let name = Kind::ExecutionMode.table().text(inst.value(1));
        Mode { name, operands: inst.params(1).iter().filter_map(amount).collect() }
    }

    /// The size of a workgroup: a builtin constant takes precedence over a mode.
    fn local_size(
        &self,
        modes: &[&Inst],
        model: Option<ExecutionModel>,
        spec: &mut BTreeSet<u32>,
    ) -> Option<[Amount; 3]> {
        use ExecutionModel::{GLCompute, Kernel, MeshEXT, MeshNV, TaskEXT, TaskNV};
        if !matches!(model, Some(GLCompute | Kernel | MeshEXT | MeshNV | TaskEXT | TaskNV)) {
            return None;
        }
        let constants = self.parts.layouts.constants;
        let by_ids = |ids: [u32; 3]| ids.map(|id| constants.amount(id));
        let size = self.workgroup.map(|inst| by_ids([inst.id(0), inst.id(1), inst.id(2)])).or_else(|| {
            modes.iter().find_map(|mode| {
                let params = mode.params(1);
                let literal = |at: usize| dialect::spirv::access::literal_of(params.get(at));
                let id = |at: usize| dialect::spirv::access::id_of(params.get(at));
                match ExecutionMode::from_u32(mode.value(1)) {
                    Some(ExecutionMode::LocalSize) => Some([0, 1, 2].map(|at| Amount::Fixed(literal(at).into()))),
                    Some(ExecutionMode::LocalSizeId) => Some(by_ids([0, 1, 2].map(id))),
                    _ => None,
                }
            })
        })?;
        spec.extend(size.iter().filter_map(|one| match one {
            Amount::Spec { spec, .. } => Some(*spec),
            Amount::Fixed(_) | Amount::Runtime { .. } => None,
        }));
        Some(size)
    }

    fn reach(&mut self, entry: &Inst) -> Result<Reached> {
        let uses = self.parts.uses;
        let mut reached = Reached::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<usize> = uses.number(entry.id(1)).into_iter().collect();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            let summary = &uses.summaries[at];
            self.reached += 1 + summary.names.len() + summary.touches.len() + summary.callees.len();
            if self.reached > MAX_REACHED {
                return Err(Error::at_word(Code::Limit, entry.offset, "call graph of entry points exceeds the limit"));
            }
            self.add(summary, &mut reached);
            stack.extend(&summary.callees);
        }
        Ok(reached)
    }

    fn add(&self, summary: &Summary, reached: &mut Reached) {
        for (root, touch) in &summary.touches {
            if let Root::Variable(id) = root {
                reached.touches.entry(*id).or_default().merge(touch);
            }
        }
        for pair in &summary.pairs {
            if let (Root::Variable(image), Root::Variable(sampler)) = pair {
                reached.pairs.insert((*image, *sampler));
            }
        }
        for id in &summary.names {
            if !self.parts.dependencies.is_empty() {
                reached.spec_constants.extend(self.parts.dependencies.of(*id));
            }
            if self.between.contains_key(id) {
                reached.between.insert(*id);
            }
        }
        reached.uses_derivatives |= summary.uses_derivatives;
        reached.may_discard |= summary.may_discard;
        reached.calls_printf |= summary.calls_printf;
    }

    fn fill_resources(&self, reached: &Reached, entry: &mut EntryPoint) {
        for (id, touch) in &reached.touches {
            match self.numbers.get(id) {
                Some(Slot::Binding(at)) => entry.resources.push(self.used(*at, *id, touch, reached)),
                Some(Slot::Push(at)) => entry.push_constants = self.pushed(*at, touch).or(entry.push_constants.take()),
                Some(Slot::Record) | None => {}
            }
        }
        entry.resources.sort_by_key(|one| one.binding);
    }

    /// Adds the sizes of groupshared variables, and payloads.
    fn fill_memory(&self, reached: &Reached, entry: &mut EntryPoint) -> Result<()> {
        for id in &reached.between {
            match self.between[id] {
                Between::Shared(size) => {
                    entry.groupshared_bytes = entry.groupshared_bytes.map(|sum| sum.saturating_add(size));
                }
                Between::Payload(kind, inst) => {
                    entry.payloads.push(payloads::payload(self.parts.layouts, kind, inst)?);
                }
            }
        }
        Ok(())
    }

    fn used(&self, at: usize, id: u32, touch: &Touch, reached: &Reached) -> Use {
        let binding = &self.parts.resources.bindings[at].1;
        let is_buffer = matches!(binding.descriptor, Descriptor::UniformBuffer | Descriptor::StorageBuffer);
        let structure = binding.block.as_deref().and_then(|name| self.parts.layouts.types.named(name));
        let end = structure.and_then(|one| one.size.number());
        let of_image =
            reached.pairs.range((id, 0)..=(id, u32::MAX)).filter_map(|(_, sampler)| match self.numbers.get(sampler) {
                Some(Slot::Binding(at)) if *sampler != id => Some(*at),
                _ => None,
            });
        Use {
            binding: at,
            name: binding.name.clone(),
            access: touch.access,
            nonuniform: touch.nonuniform && !binding.dims.is_empty(),
            ranges: if is_buffer { touch.ranges(end) } else { Vec::new() },
            sampled_with: of_image.collect(),
        }
    }

    /// The smallest range of whole words that contains all that is used.
    fn pushed(&self, at: usize, touch: &Touch) -> Option<PushRange> {
        let block = &self.parts.resources.push_constants[at].1;
        let parts = joined(&touch.parts);
        let start = parts.first()?.0 & !3;
        let end = parts.last()?.1.min(block.offset.saturating_add(block.size));
        let end = end.checked_next_multiple_of(4).unwrap_or(end);
        (start < end).then(|| PushRange { block: at, offset: start, size: end - start })
    }
}
