//! Effects of invocations that are kept: what helper invocations must not do runs under a condition.

use super::Rewriter;
use crate::lines;
use crate::rows::Stage;
use crate::{visibility, words};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use isa::{Class, GroupKind, Memory};
use spirv::{NonsemanticDebugprintfOp as PrintOp, Op};
use std::ops::Range;

/// The blocks around an instruction that runs under a condition.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    then: u32,
    merge: u32,
}

impl Rewriter<'_, '_> {
    /// Finds the instructions of a block that only kept invocations run.
    pub(super) fn plan(&mut self, block: Range<usize>) {
        if self.stage != Stage::Pixel {
            return;
        }
        let insts = &self.index.insts[block.clone()];
        let label = insts[0].result_id();
        let mut is_split = false;
        for (at, inst) in block.zip(insts) {
            if self.is_effect(inst) {
                let guard = Guard { then: self.ids.fresh(), merge: self.ids.fresh() };
                self.guards.insert(at, guard);
                self.last.insert(label, guard.merge);
                is_split = true;
            }
        }
        let own = insts.iter().find(|inst| inst.op == Op::LoopMerge).is_some_and(|merge| merge.id(1) == label);
        if is_split && own {
            self.back.insert(label, self.ids.fresh());
        }
    }

    /// Returns whether others than the invocation itself see that an instruction runs.
    fn is_effect(&self, inst: &Inst) -> bool {
        match isa::class(inst.op) {
            Class::Group(_, kind) if !self.includes_helpers => {
                return !matches!(kind, GroupKind::Quad | GroupKind::QuadVote | GroupKind::BallotQuery);
            }
            Class::ExtInst => return self.prints(inst),
            _ => {}
        }
        match isa::effects(inst.op).writes {
            Memory::Through(at) => visibility::is_seen(self.index, inst.id(usize::from(at))),
            Memory::Nothing | Memory::Anything => false,
        }
    }

    fn prints(&self, inst: &Inst) -> bool {
        let set = self.index.def(inst.id(0)).filter(|set| set.op == Op::ExtInstImport);
        set.is_some_and(|set| set.text(0) == "NonSemantic.DebugPrintf")
            && inst.literal(1) == PrintOp::DebugPrintf as u32
    }

    /// Writes an instruction under the flag. Returns the label of the block behind it.
    pub(super) fn guarded(&mut self, inst: &Inst, guard: Guard, before: u32) -> u32 {
        let Guard { then, merge } = guard;
        let bool = self.types.bool(self.ids);
        let kept = words::value(&mut self.out, self.ids, Op::Load, bool, &[self.kept]);
        words::push(&mut self.out, Op::SelectionMerge, &[merge, 0]);
        let result = inst.result.zip(inst.ty).filter(|(_, ty)| self.index.op(*ty) != Op::TypeVoid);
        let is_told = self.checked && result.is_some();
        let without = if is_told { self.ids.fresh() } else { merge };
        words::push(&mut self.out, Op::BranchConditional, &[kept, then, without]);
        if is_told {
            words::push(&mut self.out, Op::Label, &[without]);
            words::push(&mut self.out, Op::DemoteToHelperInvocation, &[]);
            words::push(&mut self.out, Op::Branch, &[merge]);
        }
        words::push(&mut self.out, Op::Label, &[then]);
        self.lines.repeat(&mut self.out, self.ids);
        self.note_origin(inst);
        let mut own = self.raw(inst).to_vec();
        let inner = self.ids.fresh();
        if inst.result.is_some() {
            own[if inst.ty.is_some() { 2 } else { 1 }] = inner;
        }
        self.out.extend(own);
        words::push(&mut self.out, Op::Branch, &[merge]);
        words::push(&mut self.out, Op::Label, &[merge]);
        if let Some((result, ty)) = result {
            let op = if is_told { Op::Undef } else { Op::ConstantNull };
            let none = self.types.constant(self.ids, op, ty, &[]);
            let values = [ty, result, inner, then, none, if is_told { without } else { before }];
            self.out.push(lines::head(Op::Phi, values.len() + 1));
            self.out.extend(values);
        }
        self.lines.repeat(&mut self.out, self.ids);
        merge
    }
}
