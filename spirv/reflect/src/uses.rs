//! Accesses of functions to resources and push constants: a summary per function, callees before callers.
//!
//! Pointers and loaded handles are followed through access chains, copies, selects, phis and calls. A pointer that
//! cannot be followed, such as one in a variable, may read and write the whole object.

use crate::index::Index;
use crate::model::Access;
use crate::regions::{Layouts, Region, Touch};
use dialect::spirv::access::Access as _;
use dialect::spirv::decode::{ExtSet, Inst, Operand, ext_set};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops;
use isa::{Class, ImageKind};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// The limit of origins of one pointer that are told apart.
const MAX_ORIGINS: usize = 16;
/// The limit of iterations over a function until the values that back edges carry are known.
const MAX_ROUNDS: usize = 4;

/// Base of a pointer or handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Root {
    /// A variable of the module.
    Variable(u32),
    /// A parameter of the function, by its number.
    Parameter(u32),
}

/// Base of a pointer or handle, with the region in it.
#[derive(Clone, Copy)]
struct Origin {
    root: Root,
    region: Region,
    /// True if the pointer or handle differs between invocations.
    nonuniform: bool,
}

/// Effects of one function, its own and those of its callees on its parameters.
#[derive(Default)]
pub(crate) struct Summary {
    /// Sorted by id, so that the output does not depend on hashes.
    pub(crate) touches: BTreeMap<Root, Touch>,
    /// Pairs of an image and a sampler.
    pub(crate) pairs: BTreeSet<(Root, Root)>,
    /// The functions that it calls, by their numbers.
    pub(crate) callees: BTreeSet<usize>,
    /// Constants and types of the module that it uses.
    pub(crate) names: Vec<u32>,
    pub(crate) uses_derivatives: bool,
    pub(crate) may_discard: bool,
    pub(crate) calls_printf: bool,
}

/// A function: its instructions from `OpFunction` to `OpFunctionEnd`.
struct Function<'m> {
    id: u32,
    insts: &'m [Inst],
    /// The functions that it calls, by their ids.
    calls: Vec<u32>,
}

/// The functions of a module, each with its summary.
pub(crate) struct Uses {
    pub(crate) summaries: Vec<Summary>,
    numbers: FxHashMap<u32, usize>,
}

impl Uses {
    /// Summarises all functions of a module. `names` is true if the names are requested in the summaries.
    pub(crate) fn new(layouts: Layouts<'_, '_>, names: bool) -> Uses {
        let functions = functions(layouts.index);
        let numbers: FxHashMap<u32, usize> =
            functions.iter().enumerate().map(|(at, function)| (function.id, at)).collect();
        let mut origins = Origins::new(layouts.index);
        let mut summaries: Vec<Option<Summary>> = functions.iter().map(|_| None).collect();
        let tells_nonuniform = layouts.index.all_decorations().iter().any(|one| one.kind == Decoration::NonUniform);
        let mut named = if names { vec![0; layouts.index.header.bound as usize] } else { Vec::new() };
        for at in callees_first(&functions, &numbers) {
            origins.leave_function();
            let mut walk = Walk {
                layouts,
                numbers: &numbers,
                known: &summaries,
                origins: &mut origins,
                found: Summary::default(),
                waits: false,
                tells_nonuniform,
                named: &mut named,
                number: at as u32 + 1,
            };
            walk.function(&functions[at]);
            summaries[at] = Some(walk.found);
        }
        let summaries = summaries.into_iter().map(Option::unwrap_or_default).collect();
        Uses { summaries, numbers }
    }

    /// The number of a function.
    pub(crate) fn number(&self, id: u32) -> Option<usize> {
        self.numbers.get(&id).copied()
    }
}

fn functions<'m>(index: &Index<'m>) -> Vec<Function<'m>> {
    let mut functions = Vec::new();
    let (mut start, mut calls) = (None, Vec::new());
    for (at, inst) in index.insts.iter().enumerate().skip(index.globals) {
        match inst.op {
            Op::Function => start = Some(at),
            Op::FunctionCall => calls.push(inst.id(0)),
            Op::FunctionEnd => {
                if let Some(start) = start.take() {
                    let insts: &'m [Inst] = &index.insts[start..=at];
                    let calls = std::mem::take(&mut calls);
                    functions.push(Function { id: insts[0].result_id(), insts, calls });
                }
            }
            _ => {}
        }
    }
    functions
}

/// The origins of pointers and handles, by id: those of the module's variables, and those of one function.
struct Origins {
    /// For each id the index of its list, plus 1.
    lists: Vec<u32>,
    /// For each list where it starts in `all`, and where it ends.
    ends: Vec<(u32, u32)>,
    all: Vec<Origin>,
    /// The ids with a list that belongs to the function.
    local: Vec<u32>,
    /// The number of variables, each with one list of one origin.
    roots: usize,
}

impl Origins {
    /// The variables that hosts bind, each of which is its own origin.
    fn new(index: &Index<'_>) -> Origins {
        let lists = vec![0; index.header.bound as usize];
        let mut origins = Origins { lists, ends: Vec::new(), all: Vec::new(), local: Vec::new(), roots: 0 };
        for inst in &index.variables {
            let contents = match inst.op {
                Op::Variable => index.def(inst.type_id()).map_or(0, |pointer| pointer.id(1)),
                Op::UntypedVariableKHR => inst.id(1),
                _ => continue,
            };
            if StorageClass::from_u32(inst.value(0)).is_some_and(is_bound) {
                let root = Root::Variable(inst.result_id());
                origins.set(inst.result_id(), &[Origin { root, region: Region::whole(contents), nonuniform: false }]);
            }
        }
        origins.roots = origins.all.len();
        origins.local.clear();
        origins
    }

    /// Forgets what belongs to a function.
    fn leave_function(&mut self) {
        self.local.drain(..).for_each(|id| self.lists[id as usize] = 0);
        self.ends.truncate(self.roots);
        self.all.truncate(self.roots);
    }

    fn set(&mut self, id: u32, origins: &[Origin]) {
        let start = self.all.len() as u32;
        self.all.extend_from_slice(origins);
        let list = (start, self.all.len() as u32);
        match self.lists[id as usize] {
            0 => {
                self.ends.push(list);
                self.lists[id as usize] = self.ends.len() as u32;
                self.local.push(id);
            }
            known => self.ends[known as usize - 1] = list,
        }
    }

    fn has(&self, id: u32) -> bool {
        self.lists[id as usize] != 0
    }

    /// The possible origins of a pointer or handle, by their indices.
    fn of(&self, id: u32) -> std::ops::Range<usize> {
        match self.lists[id as usize] {
            0 => 0..0,
            known => {
                let (start, end) = self.ends[known as usize - 1];
                start as usize..end as usize
            }
        }
    }

    /// The number of origins of all pointers of the function.
    fn size(&self) -> usize {
        self.local.iter().map(|id| self.of(*id).len()).sum()
    }
}

/// Returns whether hosts bind variables of a storage class.
pub(crate) fn is_bound(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::UniformConstant
            | StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::ShaderRecordBufferKHR
    )
}

/// A postorder of the call graph, with recursion cut at any edge.
fn callees_first(functions: &[Function<'_>], numbers: &FxHashMap<u32, usize>) -> Vec<usize> {
    let callees =
        |at: usize| -> Vec<usize> { functions[at].calls.iter().filter_map(|id| numbers.get(id).copied()).collect() };
    let mut order = Vec::with_capacity(functions.len());
    let mut seen = vec![false; functions.len()];
    for first in 0..functions.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut stack = vec![(first, callees(first))];
        while let Some((at, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => {
                    if !std::mem::replace(&mut seen[next], true) {
                        stack.push((next, callees(next)));
                    }
                }
                None => {
                    order.push(*at);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// The walk over one function.
struct Walk<'a, 'm> {
    layouts: Layouts<'a, 'm>,
    numbers: &'a FxHashMap<u32, usize>,
    known: &'a [Option<Summary>],
    origins: &'a mut Origins,
    found: Summary,
    /// True if a back edge carried a value that was not known yet.
    waits: bool,
    /// True if anything in the module is said to differ between invocations.
    tells_nonuniform: bool,
    /// For each id the last function that used it, from 1; empty if names are not requested.
    named: &'a mut [u32],
    number: u32,
}

impl Walk<'_, '_> {
    fn function(&mut self, function: &Function<'_>) {
        for (number, inst) in function.insts.iter().filter(|inst| inst.op == Op::FunctionParameter).enumerate() {
            self.parameter(number as u32, inst);
        }
        for _ in 0..MAX_ROUNDS {
            self.waits = false;
            let before = self.origins.size();
            function.insts.iter().for_each(|inst| self.inst(inst));
            if !self.waits || self.origins.size() == before {
                break;
            }
        }
        for inst in function.insts {
            self.note(inst);
        }
    }

    fn parameter(&mut self, number: u32, inst: &Inst) {
        let index = self.layouts.index;
        let Some(ty) = index.def(inst.type_id()) else { return };
        let contents = if ty.op == Op::TypePointer { ty.id(1) } else { inst.type_id() };
        if ty.op == Op::TypePointer || HANDLES.contains(&ty.op) {
            let (root, region) = (Root::Parameter(number), Region::whole(contents));
            let origin = Origin { root, region, nonuniform: self.is_nonuniform(inst) };
            self.origins.set(inst.result_id(), &[origin]);
        }
    }

    /// The roots of the possible origins of a pointer or handle.
    fn roots(&self, id: u32) -> Vec<Root> {
        self.origins.all[self.origins.of(id)].iter().map(|one| one.root).collect()
    }

    fn touch(&mut self, id: u32, access: Access) {
        for origin in &self.origins.all[self.origins.of(id)] {
            let bytes = origin.region.bytes(self.layouts);
            let touch = self.found.touches.entry(origin.root).or_default();
            touch.add(access, bytes);
            touch.nonuniform |= origin.nonuniform;
        }
    }

    /// Marks all that a pointer leads to as read and written.
    fn escape(&mut self, id: u32) {
        for origin in &self.origins.all[self.origins.of(id)] {
            let touch = self.found.touches.entry(origin.root).or_default();
            touch.add(Access::ANY, Region::everything().bytes(self.layouts));
        }
    }

    fn derive(&mut self, inst: &Inst, from: &[u32], change: impl Fn(Region) -> Region) {
        let mut all = self.derived(from, change);
        if !all.is_empty() {
            if self.is_nonuniform(inst) {
                all.iter_mut().for_each(|one| one.nonuniform = true);
            }
            self.origins.set(inst.result_id(), &all);
        }
    }

    /// Returns whether the result of an instruction is said to differ between invocations.
    fn is_nonuniform(&self, inst: &Inst) -> bool {
        self.tells_nonuniform && self.layouts.index.has(inst.result_id(), Decoration::NonUniform)
    }

    /// The origins of a pointer that is made of others.
    fn derived(&mut self, from: &[u32], change: impl Fn(Region) -> Region) -> Vec<Origin> {
        let mut all = Vec::new();
        for id in from {
            let known = &self.origins.all[self.origins.of(*id)];
            all.extend(known.iter().map(|one| Origin { region: change(one.region), ..*one }));
        }
        if all.len() > MAX_ORIGINS {
            from.iter().for_each(|id| self.escape(*id));
            all.truncate(MAX_ORIGINS);
        }
        all
    }

    fn inst(&mut self, inst: &Inst) {
        use Op::*;
        let layouts = self.layouts;
        match inst.op {
            AccessChain | InBoundsAccessChain => {
                self.derive(inst, &[inst.id(0)], |region| inst.ids_from(1).fold(region, |at, id| at.at(layouts, id)));
            }
            PtrAccessChain | InBoundsPtrAccessChain => {
                let chain = |region: Region| {
                    let element = region.element(layouts, inst.id(1));
                    inst.ids_from(2).fold(element, |at, id| at.at(layouts, id))
                };
                self.derive(inst, &[inst.id(0)], chain);
            }
            UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR => {
                self.derive(inst, &[inst.id(1)], |_| {
                    inst.ids_from(2).fold(Region::whole(inst.id(0)), |at, id| at.at(layouts, id))
                });
            }
            UntypedPtrAccessChainKHR | UntypedInBoundsPtrAccessChainKHR => {
                self.derive(inst, &[inst.id(1)], |_| Region::everything());
            }
            RawAccessChainNV => self.derive(inst, &[inst.id(0)], |_| Region::everything()),
            CopyObject | CopyLogical | Bitcast | Image | ImageTexelPointer => {
                self.derive(inst, &[inst.id(0)], |region| region);
            }
            Select => self.derive(inst, &[inst.id(1), inst.id(2)], |region| region),
            Phi => self.phi(inst),
            SampledImage => self.sampled(inst),
            Load => self.load(inst),
            Store => {
                self.touch(inst.id(0), Access::WRITE);
                self.escape(inst.id(1));
            }
            CopyMemory | CopyMemorySized => {
                self.touch(inst.id(0), Access::WRITE);
                self.touch(inst.id(1), Access::READ);
            }
            FunctionCall => self.call(inst),
            // Debug and printing instructions have no effects.
            ExtInst | ExtInstWithForwardRefsKHR if self.is_silent(inst) => {}
            Variable | UntypedVariableKHR | Function | FunctionParameter => {}
            _ => self.other(inst),
        }
    }

    fn phi(&mut self, inst: &Inst) {
        let values: Vec<u32> = inst.ids_from(0).step_by(2).collect();
        let followed = values.iter().filter(|id| self.origins.has(**id)).count();
        if followed == 0 {
            return;
        }
        self.waits |= followed < values.len();
        let mut all = self.derived(&values, |_| Region::everything());
        all.sort_by_key(|one| one.root);
        all.dedup_by(|one, kept| {
            let is_same = one.root == kept.root;
            kept.nonuniform |= is_same && one.nonuniform;
            is_same
        });
        self.origins.set(inst.result_id(), &all);
    }

    fn sampled(&mut self, inst: &Inst) {
        let (image, sampler) = (inst.id(0), inst.id(1));
        for first in self.roots(image) {
            for second in self.roots(sampler) {
                self.pair((first, second));
            }
        }
        self.derive(inst, &[image], |region| region);
        self.touch(sampler, Access::READ);
    }

    fn pair(&mut self, pair: (Root, Root)) {
        if self.found.pairs.len() < MAX_PAIRS {
            self.found.pairs.insert(pair);
        }
    }

    /// Follows a loaded handle; any other load is a read.
    fn load(&mut self, inst: &Inst) {
        let op = self.layouts.index.op(inst.type_id());
        match HANDLES.contains(&op) {
            true => self.derive(inst, &[inst.id(0)], |region| region),
            false => self.touch(inst.id(0), Access::READ),
        }
    }

    fn call(&mut self, inst: &Inst) {
        let callee = self.numbers.get(&inst.id(0)).copied();
        let known = self.known;
        let Some(summary) = callee.and_then(|at| known[at].as_ref()) else {
            // Recursion, or a function without a body.
            inst.ids_from(1).for_each(|id| self.escape(id));
            return;
        };
        let argument = |root: &Root| match root {
            Root::Parameter(number) => Some(inst.id(1 + *number as usize)),
            Root::Variable(_) => None,
        };
        for (root, touch) in summary.touches.range(Root::Parameter(0)..) {
            let Some(id) = argument(root) else { continue };
            for origin in &self.origins.all[self.origins.of(id)] {
                let parts =
                    touch.parts.iter().map(|part| Region::shifted(self.layouts, origin.region, *part)).collect();
                let nonuniform = touch.nonuniform || origin.nonuniform;
                let moved = Touch { access: touch.access, nonuniform, parts };
                self.found.touches.entry(origin.root).or_default().merge(&moved);
            }
        }
        let moved = |pair: &&(Root, Root)| pair.0 >= Root::Parameter(0) || pair.1 >= Root::Parameter(0);
        for (image, sampler) in summary.pairs.iter().filter(moved) {
            let ends = |this: &Self, root: &Root| match argument(root) {
                Some(id) => this.roots(id),
                None => vec![*root],
            };
            for first in ends(self, image) {
                for second in ends(self, sampler) {
                    self.pair((first, second));
                }
            }
        }
    }

    fn is_silent(&self, inst: &Inst) -> bool {
        let set = self.layouts.index.def(inst.id(0)).map(|import| import.text(0)).and_then(ext_set);
        matches!(set, Some(ExtSet::NonSemantic | ExtSet::DebugInfo))
    }

    /// Records the effects of an instruction that makes no pointer on its operands.
    fn other(&mut self, inst: &Inst) {
        for (at, operand) in inst.operands.iter().enumerate() {
            if let Operand::Id(id) = operand
                && self.origins.has(*id)
            {
                self.touch(*id, access_of(inst.op, at));
            }
        }
    }

    fn names(&mut self, inst: &Inst) {
        let index = self.layouts.index;
        for id in inst.ids_from(0).chain(inst.ty) {
            let is_new = std::mem::replace(&mut self.named[id as usize], self.number) != self.number;
            if is_new && index.position(id).is_some_and(|at| at < index.globals) {
                self.found.names.push(id);
            }
        }
    }

    /// Records uses, callees, `discard`, printing and derivatives, once for all iterations.
    fn note(&mut self, inst: &Inst) {
        let index = self.layouts.index;
        if !self.named.is_empty() {
            self.names(inst);
        }
        match inst.op {
            Op::FunctionCall => {
                self.found.callees.extend(self.numbers.get(&inst.id(0)));
            }
            Op::Kill | Op::TerminateInvocation | Op::DemoteToHelperInvocation => self.found.may_discard = true,
            Op::ExtInst if index.def(inst.id(0)).is_some_and(|import| import.text(0) == "NonSemantic.DebugPrintf") => {
                self.found.calls_printf = true;
            }
            op => {
                self.found.uses_derivatives |= matches!(
                    isa::class(op),
                    Class::Derivative | Class::Image(ImageKind::ImplicitLod | ImageKind::QueryLod, _)
                );
            }
        }
    }
}

/// The limit of pairs of images and samplers.
const MAX_PAIRS: usize = 256;

/// Types of handles to resources.
const HANDLES: &[Op] = &[Op::TypeImage, Op::TypeSampler, Op::TypeSampledImage, Op::TypeAccelerationStructureKHR];

/// The access of an instruction through one of its operands. Handles are read.
fn access_of(op: Op, operand: usize) -> Access {
    use Op::*;
    match op {
        ArrayLength
        | UntypedArrayLengthKHR
        | ImageQueryFormat
        | ImageQueryOrder
        | ImageQuerySizeLod
        | ImageQuerySize
        | ImageQueryLod
        | ImageQueryLevels
        | ImageQuerySamples => return Access::QUERY,
        _ => {}
    }
    let effects = effects::of(ops::core(op));
    let through = |memory: Memory| memory == Memory::Through(operand as u8);
    let atomic = effects.kept && operand == 0;
    match (through(effects.reads), through(effects.writes)) {
        (true, true) => Access { atomic, ..Access::ANY },
        (false, true) => Access { atomic, ..Access::WRITE },
        (reads, false) => Access { atomic: atomic && reads, ..Access::READ },
    }
}
