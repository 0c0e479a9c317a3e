//! Functions that stay functions: those that shaders call, and the shaders that start no rays and no calls.
//!
//! The instructions that end an any-hit shader, or report an intersection, tell so by variables; the functions around them
//! return at once.

use super::library::{Function, Global, Library, Shader};
use super::state::{ENDED, IGNORED, Pipeline};
use crate::code::Code;
use crate::error::Result;
use crate::lines::Lines;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use isa::Class;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::ops::Range;

/// The state of rewriting a function.
struct Rewriting<'w> {
    pipeline: Pipeline<'w>,
    report: u32,
    /// The type of the function's result.
    result: u32,
    /// Of each instruction after which the shader may be at its end, the labels of what follows.
    splits: FxHashMap<usize, [u32; 2]>,
    /// The last piece of each block that is split.
    last: FxHashMap<u32, u32>,
    /// The block through which a loop of one block goes back, by its header.
    back: FxHashMap<u32, u32>,
    lines: Lines,
    /// The attributes of the shader that calls the function.
    attributes: Option<u32>,
}

/// Writes an instruction whose ids may have other names, with what records need. Returns its words as they were written.
pub(super) fn instruction(code: &mut Code<'_>, pipeline: Pipeline<'_>, inst: &Inst, names: &FxHashMap<u32, u32>) {
    let mut own = code.raw(inst).to_vec();
    for place in crate::code::id_places(inst, own.len()) {
        if let Some(name) = names.get(&own[place]) {
            own[place] = *name;
        }
    }
    let is_record = |id: u32| pipeline.library.globals.get(&id) == Some(&Global::Record);
    let place = match inst.op {
        Op::AccessChain | Op::InBoundsAccessChain | Op::Load | Op::CopyObject if is_record(inst.id(0)) => 3,
        _ => 0,
    };
    if place > 0 {
        let variable = inst.id(0);
        let ty = code.index.def(variable).and_then(|inst| code.pointee(inst).ok()).unwrap_or(0);
        own[place] = pipeline.state.record_pointer(code, variable, ty);
    }
    code.note_origin(inst);
    code.out.extend(own);
}

/// The attributes of the shader that calls a function.
fn attributes(library: &Library, function: &Function) -> Option<u32> {
    let is_caller =
        |shader: &&Shader| library.reached(shader.function).iter().any(|at| library.functions[*at].id == function.id);
    let caller = library.shaders.iter().find(is_caller)?;
    library.of_kind(caller, |kind| kind == Global::Attributes).first().copied()
}

/// Writes a function.
///
/// # Errors
/// When it has something that is not run.
pub(super) fn write(code: &mut Code<'_>, pipeline: Pipeline<'_>, function: &Function, report: u32) -> Result<()> {
    let insts = function.insts.clone();
    let result = code.index.insts[insts.start].type_id();
    let attributes = attributes(pipeline.library, function);
    let mut rewriting = Rewriting {
        pipeline,
        report,
        result,
        splits: FxHashMap::default(),
        last: FxHashMap::default(),
        back: FxHashMap::default(),
        lines: Lines::new(code.index),
        attributes,
    };
    let blocks = blocks(code, insts.clone());
    blocks.iter().for_each(|block| rewriting.plan(code, block.clone()));
    let mut at = insts.start;
    for block in blocks {
        let between = &code.index.insts[at..block.start];
        between.iter().for_each(|inst| rewriting.copy(code, inst));
        at = block.end;
        rewriting.block(code, block)?;
    }
    code.index.insts[at..insts.end].iter().for_each(|inst| rewriting.copy(code, inst));
    Ok(())
}

/// The blocks of a function, each from its label to behind its terminator.
pub(super) fn blocks(code: &Code<'_>, insts: Range<usize>) -> Vec<Range<usize>> {
    let (mut found, mut open) = (Vec::new(), None);
    for at in insts {
        match code.index.insts[at].op {
            Op::Label => open = Some(at),
            op if isa::class(op) == Class::Terminator => found.extend(open.take().map(|start| start..at + 1)),
            _ => {}
        }
    }
    found
}

impl Rewriting<'_> {
    fn copy(&self, code: &mut Code<'_>, inst: &Inst) {
        instruction(code, self.pipeline, inst, &FxHashMap::default());
    }

    /// Finds the instructions of a block after which the shader may be at its end.
    fn plan(&mut self, code: &mut Code<'_>, block: Range<usize>) {
        let insts = &code.index.insts[block.clone()];
        let label = insts[0].result_id();
        for (at, inst) in block.zip(insts) {
            let may_leave = match inst.op {
                Op::ReportIntersectionKHR => true,
                Op::FunctionCall => self.pipeline.library.may_leave(inst.id(0)),
                _ => false,
            };
            if may_leave {
                let labels = [code.fresh(), code.fresh()];
                self.splits.insert(at, labels);
                self.last.insert(label, labels[1]);
            }
        }
        let own = insts.iter().find(|inst| inst.op == Op::LoopMerge).is_some_and(|merge| merge.id(1) == label);
        if own && self.last.contains_key(&label) {
            self.back.insert(label, code.fresh());
        }
    }

    fn block(&mut self, code: &mut Code<'_>, block: Range<usize>) -> Result<()> {
        let index = code.index;
        let label = index.insts[block.start].result_id();
        let is_split = self.last.contains_key(&label);
        let merge = index.insts[block.clone()].iter().find(|inst| inst.op == Op::LoopMerge).filter(|_| is_split);
        let mut has_head = merge.is_none();
        for at in block {
            let inst = &index.insts[at];
            self.lines.note(inst, code.raw(inst));
            if let Some(merge) = merge.filter(|_| !has_head && !is_head(inst)) {
                let mut own = code.raw(merge).to_vec();
                own[2] = self.back.get(&label).copied().unwrap_or(own[2]);
                code.out.extend(own);
                let body = code.fresh();
                code.branch(body);
                code.label(body);
                has_head = true;
            }
            self.instruction(code, inst, label, merge.is_some())?;
            if let Some([exit, rest]) = self.splits.get(&at).copied() {
                let (bool, leave) = (code.bool(), self.pipeline.state.leave);
                let leaves = code.load(bool, leave);
                code.branch_if(leaves, [exit, rest, rest]);
                code.label(exit);
                self.leave(code);
                code.label(rest);
                self.lines.repeat(&mut code.out, &mut code.ids);
            }
        }
        if let Some(back) = self.back.get(&label).copied() {
            code.label(back);
            code.branch(label);
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn instruction(&self, code: &mut Code<'_>, inst: &Inst, label: u32, has_head: bool) -> Result<()> {
        match inst.op {
            Op::LoopMerge if has_head => {}
            Op::IgnoreIntersectionKHR => self.judge(code, IGNORED),
            Op::TerminateRayKHR => self.judge(code, ENDED),
            Op::ReportIntersectionKHR => self.report(code, inst)?,
            Op::Phi => {
                let mut own = code.raw(inst).to_vec();
                for parent in own.iter_mut().skip(4).step_by(2) {
                    let back = self.back.get(parent).filter(|_| *parent == label);
                    *parent = back.or_else(|| self.last.get(parent)).copied().unwrap_or(*parent);
                }
                code.out.extend(own);
            }
            Op::Branch | Op::BranchConditional if self.back.contains_key(&label) => {
                let mut own = code.raw(inst).to_vec();
                let targets = if inst.op == Op::Branch { 1..2 } else { 2..4 };
                let back = self.back[&label];
                own[targets].iter_mut().filter(|target| **target == label).for_each(|target| *target = back);
                code.out.extend(own);
            }
            _ => self.copy(code, inst),
        }
        Ok(())
    }

    /// Ends an any-hit shader.
    fn judge(&self, code: &mut Code<'_>, verdict: u32) {
        code.set(self.pipeline.state.verdict, verdict);
        let yes = code.truth(true);
        code.store(self.pipeline.state.leave, yes);
        self.leave(code);
    }

    /// Returns from the function.
    fn leave(&self, code: &mut Code<'_>) {
        if code.index.op(self.result) == Op::TypeVoid {
            code.push(Op::Return, &[]);
        } else {
            let nothing = code.null(self.result);
            code.push(Op::ReturnValue, &[nothing]);
        }
    }

    fn report(&self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        if let Some(variable) = self.attributes
            && let Some(own) = code.index.def(variable)
        {
            let ty = code.pointee(own)?;
            let (value, mut words) = (code.load(ty, variable), Vec::new());
            code.explode(value, ty, &mut words);
            for (to, word) in self.pipeline.state.candidate.iter().zip(words) {
                code.store(*to, word);
            }
        }
        code.note_origin(inst);
        code.push(Op::FunctionCall, &[inst.type_id(), inst.result_id(), self.report, inst.id(0), inst.id(1)]);
        Ok(())
    }
}

/// Returns whether an instruction stays in the head of a loop.
fn is_head(inst: &Inst) -> bool {
    matches!(isa::class(inst.op), Class::Label | Class::Phi | Class::Debug)
}
