//! The functions of a stage: what is written in another way, block by block.

pub(crate) mod evaluate;
mod guards;
mod levels;

pub(crate) use levels::needs_level;

use crate::error::{Result, unsupported};
use crate::interface::{Found, VariableKind};
use crate::lines::Lines;
use crate::rows::Stage;
use crate::types::Types;
use crate::words::{self, Ids};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use isa::Class;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::ops::Range;

/// The facts that a rewriting is given.
#[derive(Clone, Copy)]
pub(crate) struct Given<'r, 'm> {
    pub(crate) index: &'r Index<'m>,
    pub(crate) words: &'r [u32],
    pub(crate) stage: Stage,
    /// The import of the functions of GLSL.
    pub(crate) glsl: u32,
    /// The variable with the kept flag; 0 if there is none.
    pub(crate) kept: u32,
    /// True if helper invocations take part in the operations of subgroups.
    pub(crate) includes_helpers: bool,
}

/// The facts and the state of a rewriting.
pub(crate) struct Rewriter<'r, 'm> {
    pub(crate) index: &'r Index<'m>,
    pub(crate) words: &'r [u32],
    pub(crate) stage: Stage,
    pub(crate) ids: &'r mut Ids,
    pub(crate) types: &'r mut Types,
    /// The import of the functions of GLSL.
    pub(crate) glsl: u32,
    /// The variable with the kept flag.
    pub(crate) kept: u32,
    /// The built-in variables that are true in helper invocations.
    pub(crate) helpers: Vec<u32>,
    /// True if helper invocations take part in the operations of subgroups.
    pub(crate) includes_helpers: bool,
    /// True if checks need to know critical sections and helpers.
    pub(crate) checked: bool,
    /// Where values at other places come from.
    pub(crate) sources: &'r evaluate::Sources,
    pub(crate) out: Vec<u32>,
    /// The offsets of instructions in the new words and in those of the module.
    pub(crate) origins: Vec<(u32, u32)>,
    pub(crate) lines: Lines,
    /// The pieces of blocks that are split, by the index of the instruction.
    guards: FxHashMap<usize, guards::Guard>,
    /// The variables that count what a stage makes.
    pub(crate) counts: Counts,
    /// The last piece of each block that is split.
    last: FxHashMap<u32, u32>,
    /// The block through which a loop of one block goes back, by its header.
    back: FxHashMap<u32, u32>,
}

impl<'r, 'm> Rewriter<'r, 'm> {
    pub(crate) fn new(
        given: Given<'r, 'm>,
        ids: &'r mut Ids,
        types: &'r mut Types,
        found: &Found,
        sources: &'r evaluate::Sources,
    ) -> Self {
        let Given { index, words, stage, glsl, kept, includes_helpers } = given;
        let helpers = found.variables.iter().filter(|variable| variable.kind == VariableKind::Helper);
        Rewriter {
            index,
            words,
            stage,
            ids,
            types,
            glsl,
            kept,
            helpers: helpers.map(|variable| variable.id).collect(),
            includes_helpers,
            checked: false,
            sources,
            out: Vec::new(),
            origins: Vec::new(),
            lines: Lines::new(index),
            counts: Counts::default(),
            guards: FxHashMap::default(),
            last: FxHashMap::default(),
            back: FxHashMap::default(),
        }
    }

    /// The words of an instruction.
    fn raw(&self, inst: &Inst) -> &'r [u32] {
        let start = inst.offset as usize;
        &self.words[start..start + (self.words[start] >> 16) as usize]
    }

    /// Writes all functions.
    ///
    /// # Errors
    /// When there is an instruction that stages do not run here.
    pub(crate) fn functions(&mut self) -> Result<()> {
        let insts: &'m [Inst] = self.index.insts;
        let blocks = blocks(insts, self.index.globals);
        blocks.iter().for_each(|block| self.plan(block.clone()));
        let mut at = self.index.globals;
        for block in blocks {
            // Functions begin and end between blocks.
            (at..block.start).for_each(|at| self.copy(&insts[at]));
            at = block.end;
            self.block(block)?;
        }
        (at..insts.len()).for_each(|at| self.copy(&insts[at]));
        Ok(())
    }

    /// Writes all functions with levels that are explicit, and nothing else in another way.
    ///
    /// # Errors
    /// When a sample is malformed.
    pub(crate) fn levels(&mut self) -> Result<()> {
        let insts: &'m [Inst] = self.index.insts;
        for inst in &insts[self.index.globals..] {
            if !needs_level(self.index, inst) {
                self.copy(inst);
                continue;
            }
            self.note_origin(inst);
            match inst.op == Op::ImageQueryLod {
                true => self.level(inst)?,
                false => self.explicit(inst)?,
            }
        }
        Ok(())
    }

    /// Writes a block.
    fn block(&mut self, block: Range<usize>) -> Result<()> {
        let insts: &'m [Inst] = self.index.insts;
        let label = insts[block.start].result_id();
        let is_split = self.last.contains_key(&label);
        let merge = block.clone().map(|at| &insts[at]).find(|inst| inst.op == Op::LoopMerge).filter(|_| is_split);
        let mut current = label;
        let mut has_head = merge.is_none();
        for at in block {
            let inst = &insts[at];
            self.lines.note(inst, self.raw(inst));
            if let Some(merge) = merge.filter(|_| !has_head && !is_head(inst)) {
                current = self.head(label, merge);
                has_head = true;
            }
            match self.guards.get(&at).copied() {
                Some(guard) => current = self.guarded(inst, guard, current),
                None => self.instruction(inst, label, merge.is_some())?,
            }
        }
        if let Some(back) = self.back.get(&label) {
            words::push(&mut self.out, Op::Label, &[*back]);
            words::push(&mut self.out, Op::Branch, &[label]);
        }
        Ok(())
    }

    /// Ends the head of a loop whose block is split, and begins its body. Returns the label of the body.
    fn head(&mut self, label: u32, merge: &Inst) -> u32 {
        let mut own = self.raw(merge).to_vec();
        if let Some(back) = self.back.get(&label) {
            own[2] = *back;
        }
        self.out.extend(own);
        let body = self.ids.fresh();
        words::push(&mut self.out, Op::Branch, &[body]);
        words::push(&mut self.out, Op::Label, &[body]);
        body
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn instruction(&mut self, inst: &Inst, label: u32, has_head: bool) -> Result<()> {
        if let Some(reason) = reason(inst).filter(|_| self.stage == Stage::Pixel) {
            return unsupported(inst, format!("Op{:?}", inst.op), reason);
        }
        self.note_origin(inst);
        match inst.op {
            Op::LoopMerge if has_head => {}
            Op::BeginInvocationInterlockEXT | Op::EndInvocationInterlockEXT if !self.checked => {}
            Op::DemoteToHelperInvocation => self.demote(),
            Op::IsHelperInvocationEXT => self.is_helper(inst),
            Op::SetMeshOutputsEXT => self.count(&[inst.id(0), inst.id(1)]),
            Op::EmitMeshTasksEXT => {
                self.count(&[inst.id(0), inst.id(1), inst.id(2)]);
                words::push(&mut self.out, Op::Return, &[]);
            }
            Op::EmitVertex | Op::EmitStreamVertex | Op::EndPrimitive | Op::EndStreamPrimitive => self.emit(inst),
            Op::ControlBarrier if self.stage == Stage::Hull => self.barrier(),
            Op::Phi => self.phi(inst, label),
            Op::Branch | Op::BranchConditional => self.branch(inst, label),
            Op::ExtInst if evaluate::kind(self.index, inst).is_some() => self.evaluate(inst)?,
            Op::ImageQueryLod if self.stage == Stage::Pixel => self.level(inst)?,
            _ if levels::is_implicit(inst) && self.stage == Stage::Pixel => self.explicit(inst)?,
            _ => self.out.extend_from_slice(self.raw(inst)),
        }
        Ok(())
    }

    /// Notes how much there is of what a group makes.
    fn count(&mut self, numbers: &[u32]) {
        for (variable, number) in self.counts.numbers.into_iter().zip(numbers) {
            let uint = self.types.uint(self.ids);
            let number = match self.index.def(*number).is_some_and(|def| def.type_id() == uint) {
                true => *number,
                false => words::value(&mut self.out, self.ids, Op::Bitcast, uint, &[*number]),
            };
            words::push(&mut self.out, Op::Store, &[variable, number]);
        }
    }

    /// Makes a vertex of what the outputs are, or ends the strip of a stream.
    fn emit(&mut self, inst: &Inst) {
        let (void, uint) = (self.types.void(self.ids), self.types.uint(self.ids));
        let has_stream = matches!(inst.op, Op::EmitStreamVertex | Op::EndStreamPrimitive);
        let stream = match self.index.def(inst.operands.first().map_or(0, |_| inst.id(0))).filter(|_| has_stream) {
            Some(def) => def.literal(0).min(3),
            None => 0,
        };
        let number = self.types.number(self.ids, stream);
        if matches!(inst.op, Op::EmitVertex | Op::EmitStreamVertex) {
            words::value(&mut self.out, self.ids, Op::FunctionCall, void, &[self.counts.emit, number]);
            return;
        }
        let [_, cut, _] = self.counts.numbers;
        let bit = self.types.number(self.ids, 1 << stream);
        let old = words::value(&mut self.out, self.ids, Op::Load, uint, &[cut]);
        let new = words::value(&mut self.out, self.ids, Op::BitwiseOr, uint, &[old, bit]);
        words::push(&mut self.out, Op::Store, &[cut, new]);
    }

    /// A barrier of a hull shader is one of memory as well: it orders what the invocations of a patch write.
    fn barrier(&mut self) {
        let [group, semantics] = [WORKGROUP, ORDERS_GROUP].map(|word| self.types.number(self.ids, word));
        words::push(&mut self.out, Op::ControlBarrier, &[group, group, semantics]);
    }

    /// Copies an instruction.
    fn copy(&mut self, inst: &Inst) {
        self.note_origin(inst);
        self.out.extend_from_slice(self.raw(inst));
    }

    fn note_origin(&mut self, inst: &Inst) {
        self.origins.push((self.out.len() as u32, inst.offset));
    }

    /// Ends the effects of an invocation.
    fn demote(&mut self) {
        let bool = self.types.bool(self.ids);
        let no = self.types.constant(self.ids, Op::ConstantFalse, bool, &[]);
        let yes = self.types.constant(self.ids, Op::ConstantTrue, bool, &[]);
        words::push(&mut self.out, Op::Store, &[self.kept, no]);
        if self.checked {
            words::push(&mut self.out, Op::DemoteToHelperInvocation, &[]);
        }
        for helper in &self.helpers {
            words::push(&mut self.out, Op::Store, &[*helper, yes]);
        }
    }

    fn is_helper(&mut self, inst: &Inst) {
        let bool = self.types.bool(self.ids);
        let kept = words::value(&mut self.out, self.ids, Op::Load, bool, &[self.kept]);
        words::push(&mut self.out, Op::LogicalNot, &[inst.type_id(), inst.result_id(), kept]);
    }

    /// The values of a phi come from the last pieces of blocks.
    fn phi(&mut self, inst: &Inst, label: u32) {
        let mut own = self.raw(inst).to_vec();
        for parent in own.iter_mut().skip(4).step_by(2) {
            let back = self.back.get(parent).filter(|_| *parent == label);
            *parent = back.or_else(|| self.last.get(parent)).copied().unwrap_or(*parent);
        }
        self.out.extend(own);
    }

    /// A loop of one block that is split goes back through a block of its own.
    fn branch(&mut self, inst: &Inst, label: u32) {
        let mut own = self.raw(inst).to_vec();
        let targets = if inst.op == Op::Branch { 1..2 } else { 2..4 };
        if let Some(back) = self.back.get(&label) {
            own[targets].iter_mut().filter(|target| **target == label).for_each(|target| *target = *back);
        }
        self.out.extend(own);
    }
}

/// The scope of a workgroup.
pub(crate) const WORKGROUP: u32 = 2;
/// The semantics of a barrier that orders what a workgroup shares: acquire and release, for that memory.
pub(crate) const ORDERS_GROUP: u32 = 0x108;

/// The variables and the function that count what a stage makes: the groups that it starts, the vertices and primitives of
/// its meshlet; for geometry shaders the vertices, the streams that begin a strip next, and the place of the rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) numbers: [u32; 3],
    /// The function that makes a vertex.
    pub(crate) emit: u32,
}

impl Counts {
    pub(crate) fn new(stage: Stage, ids: &mut Ids, types: &mut Types) -> Counts {
        match stage {
            Stage::Geometry | Stage::Amplification | Stage::Mesh => {
                let uint = types.uint(ids);
                Counts { numbers: [(); 3].map(|()| types.private(ids, uint)), emit: ids.fresh() }
            }
            Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Pixel => Counts::default(),
        }
    }

    /// The variables, if the stage has any.
    pub(crate) fn all(self) -> impl Iterator<Item = u32> {
        self.numbers.into_iter().filter(|id| *id != 0)
    }
}

/// Instructions that stages do not run here, and why.
const REFUSED: &[(&[Op], &str)] = &[(
    &[Op::ColorAttachmentReadEXT, Op::DepthAttachmentReadEXT, Op::StencilAttachmentReadEXT],
    "targets are not read by shaders",
)];

/// The reason why an instruction is not run, if it is not.
fn reason(inst: &Inst) -> Option<&'static str> {
    REFUSED.iter().find(|(ops, _)| ops.contains(&inst.op)).map(|(_, reason)| *reason)
}

/// Returns whether an instruction stays in the head of a loop.
fn is_head(inst: &Inst) -> bool {
    matches!(isa::class(inst.op), Class::Label | Class::Phi | Class::Debug)
}

/// The blocks of all functions, each from its label to behind its terminator.
fn blocks(insts: &[Inst], start: usize) -> Vec<Range<usize>> {
    let (mut found, mut open) = (Vec::new(), None);
    for (at, inst) in insts.iter().enumerate().skip(start) {
        match inst.op {
            Op::Label => open = Some(at),
            op if isa::class(op) == Class::Terminator => found.extend(open.take().map(|start| start..at + 1)),
            _ => {}
        }
    }
    found
}
