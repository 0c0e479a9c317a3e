//! Functions, their blocks, and the entry points that reach them.
//!
//! Built after the checks of layout and ids, so that each function has an `OpFunction`, terminated blocks, and an
//! `OpFunctionEnd`.

use crate::index::access::Access;
use crate::index::module::Module;
use dialect::spirv::decode::{Inst, Operand};
use isa::Class;
use rustc_hash::FxHashMap;
use spirv::{ExecutionMode, ExecutionModel, Op};

/// A set of execution models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stages(u32);

impl Stages {
    pub(crate) const NONE: Stages = Stages(0);
    pub(crate) const VERTEX: Stages = Stages(1);
    pub(crate) const TESS_CONTROL: Stages = Stages(1 << 1);
    pub(crate) const TESS_EVAL: Stages = Stages(1 << 2);
    pub(crate) const GEOMETRY: Stages = Stages(1 << 3);
    pub(crate) const FRAGMENT: Stages = Stages(1 << 4);
    pub(crate) const COMPUTE: Stages = Stages(1 << 5);
    pub(crate) const KERNEL: Stages = Stages(1 << 6);
    pub(crate) const TASK_NV: Stages = Stages(1 << 7);
    pub(crate) const MESH_NV: Stages = Stages(1 << 8);
    pub(crate) const RAYGEN: Stages = Stages(1 << 9);
    pub(crate) const INTERSECTION: Stages = Stages(1 << 10);
    pub(crate) const ANY_HIT: Stages = Stages(1 << 11);
    pub(crate) const CLOSEST_HIT: Stages = Stages(1 << 12);
    pub(crate) const MISS: Stages = Stages(1 << 13);
    pub(crate) const CALLABLE: Stages = Stages(1 << 14);
    pub(crate) const TASK: Stages = Stages(1 << 15);
    pub(crate) const MESH: Stages = Stages(1 << 16);
    pub(crate) const ALL: Stages = Stages((1 << 17) - 1);
    pub(crate) const RAY: Stages =
        Self::RAYGEN.or(Self::INTERSECTION).or(Self::ANY_HIT).or(Self::CLOSEST_HIT).or(Self::MISS).or(Self::CALLABLE);

    /// The set of one model.
    pub(crate) fn of(model: ExecutionModel) -> Stages {
        use ExecutionModel as M;
        match model {
            M::Vertex => Stages::VERTEX,
            M::TessellationControl => Stages::TESS_CONTROL,
            M::TessellationEvaluation => Stages::TESS_EVAL,
            M::Geometry => Stages::GEOMETRY,
            M::Fragment => Stages::FRAGMENT,
            M::GLCompute => Stages::COMPUTE,
            M::Kernel => Stages::KERNEL,
            M::TaskNV => Stages::TASK_NV,
            M::MeshNV => Stages::MESH_NV,
            M::RayGenerationNV => Stages::RAYGEN,
            M::IntersectionNV => Stages::INTERSECTION,
            M::AnyHitNV => Stages::ANY_HIT,
            M::ClosestHitNV => Stages::CLOSEST_HIT,
            M::MissNV => Stages::MISS,
            M::CallableNV => Stages::CALLABLE,
            M::TaskEXT => Stages::TASK,
            M::MeshEXT => Stages::MESH,
        }
    }

    /// The union.
    pub(crate) const fn or(self, other: Stages) -> Stages {
        Stages(self.0 | other.0)
    }

    /// The difference.
    pub(crate) const fn without(self, other: Stages) -> Stages {
        Stages(self.0 & !other.0)
    }

    /// Returns whether this set is a subset of the other.
    pub(crate) const fn within(self, other: Stages) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the sets intersect.
    pub(crate) const fn meets(self, other: Stages) -> bool {
        self.0 & other.0 != 0
    }
}

/// Properties that instructions require of an entry point and that it lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacks(u8);

impl Lacks {
    /// No execution mode for fragment shader interlock.
    pub(crate) const INTERLOCK: Lacks = Lacks(1);
    /// The stage has workgroups, and no execution mode for derivative groups.
    pub(crate) const DERIVATIVE_GROUP: Lacks = Lacks(1 << 1);
    /// The stage is the fragment stage, without `DepthReplacing`.
    pub(crate) const DEPTH_REPLACING: Lacks = Lacks(1 << 2);

    /// Returns whether all of these are lacking.
    pub(crate) const fn has(self, other: Lacks) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A block: from its label to its terminator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The id of the label.
    pub(crate) label: u32,
    /// The number of the label's instruction.
    pub(crate) first: usize,
    /// The number of the terminator.
    pub(crate) last: usize,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    /// The number of `OpFunction`.
    pub(crate) first: usize,
    /// The number of `OpFunctionEnd`.
    pub(crate) last: usize,
    /// Its blocks, as a range of all blocks.
    pub(crate) blocks: std::ops::Range<usize>,
    /// The execution models of the entry points that reach it.
    pub(crate) stages: Stages,
    /// Properties that some entry point which reaches it lacks.
    pub(crate) lacks: Lacks,
    callees: Vec<usize>,
}

/// An entry point.
#[derive(Debug)]
pub(crate) struct Entry<'m> {
    /// The index of `OpEntryPoint`.
    pub(crate) at: usize,
    /// The id of the function.
    pub(crate) function: u32,
    pub(crate) model: ExecutionModel,
    pub(crate) name: &'m str,
    pub(crate) interface: Vec<u32>,
}

/// Functions, blocks and entry points of a module.
pub(crate) struct Program<'m> {
    pub(crate) functions: Vec<Function>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) entries: Vec<Entry<'m>>,
    /// For each instruction the index of its block, plus 1.
    block_of: Vec<u32>,
    function_by_id: FxHashMap<u32, usize>,
    modes: FxHashMap<u32, Vec<usize>>,
    /// Functions with callers.
    pub(crate) called: Vec<bool>,
}

impl<'m> Program<'m> {
    /// Collects the functions, blocks and entry points.
    pub(crate) fn new(module: &Module<'m>) -> Program<'m> {
        let mut program = Program {
            functions: Vec::new(),
            blocks: Vec::new(),
            entries: Vec::new(),
            block_of: vec![0; module.insts.len()],
            function_by_id: FxHashMap::default(),
            modes: FxHashMap::default(),
            called: Vec::new(),
        };
        for (at, inst) in module.insts.iter().enumerate() {
            program.note(at, inst);
        }
        program.link(module);
        program.spread(module);
        program
    }

    fn note(&mut self, at: usize, inst: &'m Inst) {
        match inst.op {
            Op::EntryPoint => self.entries.push(Entry {
                at,
                function: inst.id(1),
                model: ExecutionModel::from_u32(inst.value(0)).unwrap_or(ExecutionModel::GLCompute),
                name: inst.text(2),
                interface: inst.ids_from(3).collect(),
            }),
            Op::ExecutionMode | Op::ExecutionModeId => self.modes.entry(inst.id(0)).or_default().push(at),
            Op::Function => {
                self.function_by_id.insert(inst.result_id(), self.functions.len());
                let blocks = self.blocks.len()..self.blocks.len();
                let (stages, lacks) = Default::default();
                self.functions.push(Function { first: at, last: at, blocks, stages, lacks, callees: Vec::new() });
            }
            Op::FunctionEnd => {
                if let Some(function) = self.functions.last_mut() {
                    function.last = at;
                    function.blocks.end = self.blocks.len();
                }
            }
            Op::Label => self.blocks.push(Block { label: inst.result_id(), first: at, last: at }),
            _ => {}
        }
        let number = self.blocks.len() as u32;
        if let Some(block) = self.blocks.last_mut().filter(|block| block.last == block.first) {
            self.block_of[at] = number;
            if isa::class(inst.op) == Class::Terminator {
                block.last = at;
            }
        }
    }

    fn link(&mut self, module: &Module<'m>) {
        self.called = vec![false; self.functions.len()];
        for at in 0..self.functions.len() {
            let body = &module.insts[self.functions[at].first..self.functions[at].last];
            let calls = body.iter().filter(|inst| inst.op == Op::FunctionCall);
            let callees: Vec<usize> = calls.filter_map(|inst| self.function_by_id.get(&inst.id(0)).copied()).collect();
            for callee in &callees {
                self.called[*callee] = true;
            }
            self.functions[at].callees = callees;
        }
    }

    /// Propagates models and lacks from entry points to all reachable functions. A function is visited again only when
    /// it gains a bit, so the work is linear in the calls.
    fn spread(&mut self, module: &Module<'m>) {
        let mut work = Vec::new();
        for entry in &self.entries {
            if let Some(&function) = self.function_by_id.get(&entry.function) {
                work.push((function, Stages::of(entry.model), self.lacks(module, entry)));
            }
        }
        while let Some((at, stages, lacks)) = work.pop() {
            let function = &mut self.functions[at];
            let all = (function.stages.or(stages), Lacks(function.lacks.0 | lacks.0));
            if all == (function.stages, function.lacks) {
                continue;
            }
            (function.stages, function.lacks) = all;
            work.extend(function.callees.iter().map(|callee| (*callee, all.0, all.1)));
        }
    }

    fn lacks(&self, module: &Module<'m>, entry: &Entry<'_>) -> Lacks {
        use ExecutionMode::*;
        let has = |wanted: &[ExecutionMode]| self.has_mode(module, entry.function, wanted);
        let mut lacks = Lacks::default();
        if !has(&[
            PixelInterlockOrderedEXT,
            PixelInterlockUnorderedEXT,
            SampleInterlockOrderedEXT,
            SampleInterlockUnorderedEXT,
            ShadingRateInterlockOrderedEXT,
            ShadingRateInterlockUnorderedEXT,
        ]) {
            lacks.0 |= Lacks::INTERLOCK.0;
        }
        let has_groups = Stages::of(entry.model).within(Stages::COMPUTE.or(Stages::MESH).or(Stages::TASK));
        if has_groups && !has(&[DerivativeGroupLinearKHR, DerivativeGroupQuadsKHR]) {
            lacks.0 |= Lacks::DERIVATIVE_GROUP.0;
        }
        if entry.model == ExecutionModel::Fragment && !has(&[DepthReplacing]) {
            lacks.0 |= Lacks::DEPTH_REPLACING.0;
        }
        lacks
    }

    /// The instructions that give a function execution modes.
    pub(crate) fn modes(&self, function: u32) -> &[usize] {
        self.modes.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a function has any of these execution modes.
    pub(crate) fn has_mode(&self, module: &Module<'_>, function: u32, wanted: &[ExecutionMode]) -> bool {
        let given = self.modes(function).iter().map(|at| module.insts[*at].value(1));
        given.into_iter().any(|mode| wanted.iter().any(|one| *one as u32 == mode))
    }

    /// The instruction that gives a function an execution mode.
    pub(crate) fn mode(&self, module: &Module<'m>, function: u32, wanted: ExecutionMode) -> Option<&'m Inst> {
        let mut given = self.modes(function).iter().map(|at| &module.insts[*at]);
        given.find(|inst| inst.value(1) == wanted as u32)
    }

    /// The index of the function with an id.
    pub(crate) fn function_index(&self, id: u32) -> Option<usize> {
        self.function_by_id.get(&id).copied()
    }

    /// The index of the block that contains an instruction.
    pub(crate) fn block_of(&self, at: usize) -> Option<usize> {
        self.block_of.get(at).filter(|block| **block != 0).map(|block| *block as usize - 1)
    }

    /// Recursive functions, as a mark per function.
    pub(crate) fn recursive(&self) -> Vec<bool> {
        // Entering a function that is still open closes a cycle; the stack is explicit, as calls may be deep.
        let mut state = vec![0u8; self.functions.len()];
        let mut found = vec![false; self.functions.len()];
        for start in 0..self.functions.len() {
            if state[start] != 0 {
                continue;
            }
            let mut stack = vec![(start, 0)];
            state[start] = 1;
            while let Some((at, next)) = stack.last_mut() {
                let at = *at;
                let Some(callee) = self.functions[at].callees.get(*next).copied() else {
                    state[at] = 2;
                    stack.pop();
                    continue;
                };
                *next += 1;
                match state[callee] {
                    0 => {
                        state[callee] = 1;
                        stack.push((callee, 0));
                    }
                    1 => found[callee] = true,
                    _ => found[at] |= found[callee],
                }
            }
        }
        found
    }

    /// The functions that reach a marked one, themselves included.
    pub(crate) fn reaching(&self, mut marked: Vec<bool>) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.functions.len()];
        for (at, function) in self.functions.iter().enumerate() {
            for callee in &function.callees {
                callers[*callee].push(at);
            }
        }
        let mut work: Vec<usize> = (0..marked.len()).filter(|at| marked[*at]).collect();
        while let Some(at) = work.pop() {
            for caller in &callers[at] {
                if !std::mem::replace(&mut marked[*caller], true) {
                    work.push(*caller);
                }
            }
        }
        marked
    }

    /// The functions that a function reaches, itself included.
    pub(crate) fn reached(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.functions.len()];
        let mut order = vec![from];
        seen[from] = true;
        let mut next = 0;
        while next < order.len() {
            for callee in &self.functions[order[next]].callees {
                if !std::mem::replace(&mut seen[*callee], true) {
                    order.push(*callee);
                }
            }
            next += 1;
        }
        order
    }
}

/// The targets of a terminator, in the order of its operands.
pub(crate) fn targets(inst: &Inst) -> impl Iterator<Item = u32> + Clone {
    let skipped = match inst.op {
        Op::Branch => 0,
        Op::BranchConditional | Op::Switch => 1,
        _ => inst.operands.len(),
    };
    inst.operands[skipped.min(inst.operands.len())..].iter().filter_map(|operand| match operand {
        Operand::Id(id) => Some(*id),
        _ => None,
    })
}
