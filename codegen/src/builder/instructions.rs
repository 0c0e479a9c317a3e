//! Instructions as the emitter requires them: ids come from the context, words go to the current block.
//!
//! An instruction after a terminator goes into an unreachable block, which is not written; callers need not check.

use super::annotate;
use super::context::SpirvContext;
use super::function::Place;
use super::memory_model::{Part, Rewritten};
use super::state::Builder;
use base::source::Span;
use spirv::{Capability, Decoration, GlslStd450Op, LoopControl, Op, SelectionControl, StorageClass, Word};

/// The name of the extended instruction set for mathematics.
const GLSL: &str = "GLSL.std.450";

/// Ids, names and texts.
impl Builder<'_> {
    /// A new id.
    #[inline]
    pub(crate) fn fresh_id(&mut self) -> Word {
        self.ctx.fresh_id()
    }

    /// Names an id; the last name counts, and an empty one takes the name away.
    pub(crate) fn set_name(&mut self, id: Word, name: &str) {
        self.ctx.set_name(id, name);
    }

    /// An extended instruction set.
    pub(crate) fn import(&mut self, set: &str) -> Word {
        self.out.import(&mut self.ctx, set)
    }

    /// `OpString`; equal texts share one.
    pub(crate) fn string(&mut self, text: &str) -> Word {
        self.out.string(&mut self.ctx, text)
    }
}

/// Plain instructions.
impl Builder<'_> {
    /// From here on, instructions come from this place.
    pub(crate) fn at(&mut self, span: Span) {
        self.written_at(self.function.span());
        self.function.set_span(span);
    }

    /// An instruction with a result of type `ty`.
    pub(crate) fn op(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        self.ensure_block();
        let id = self.ctx.fresh_id();
        self.function.inst(op, ty, id, operands);
        id
    }

    /// An instruction without result.
    pub(crate) fn effect(&mut self, op: Op, operands: &[Word]) {
        self.ensure_block();
        self.function.effect(op, operands);
    }

    /// An instruction of `GLSL.std.450`.
    pub(crate) fn glsl(&mut self, op: GlslStd450Op, ty: Word, operands: &[Word]) -> Word {
        self.ext_inst(GLSL, op as u32, ty, operands)
    }

    /// An instruction of an extended set.
    pub(crate) fn ext_inst(&mut self, set: &str, number: u32, ty: Word, operands: &[Word]) -> Word {
        self.ensure_block();
        if set.starts_with("NonSemantic.") {
            self.availability.require_extension("SPV_KHR_non_semantic_info", self.function.span());
        }
        let set = self.out.import(&mut self.ctx, set);
        let id = self.ctx.fresh_id();
        self.function.inst2(Op::ExtInst, ty, id, &[set, number], operands);
        id
    }

    /// `OpLoad`
    pub(crate) fn load_word(&mut self, ty: Word, pointer: Word) -> Word {
        self.op(Op::Load, ty, &[pointer])
    }

    /// `OpStore`
    pub(crate) fn store_word(&mut self, pointer: Word, value: Word) {
        self.effect(Op::Store, &[pointer, value]);
    }

    /// `OpAccessChain` to something of type `pointee`.
    pub(crate) fn chain_word(&mut self, storage: StorageClass, pointee: Word, base: Word, indices: &[Word]) -> Word {
        self.ensure_block();
        let ty = self.pointer(storage, pointee);
        let id = self.ctx.fresh_id();
        self.function.inst2(Op::AccessChain, ty, id, &[base], indices);
        id
    }

    /// `OpCompositeExtract`
    pub(crate) fn extract(&mut self, ty: Word, composite: Word, indices: &[u32]) -> Word {
        self.ensure_block();
        let id = self.ctx.fresh_id();
        self.function.inst2(Op::CompositeExtract, ty, id, &[composite], indices);
        id
    }

    /// `OpCompositeInsert`
    pub(crate) fn insert(&mut self, ty: Word, part: Word, composite: Word, indices: &[u32]) -> Word {
        self.ensure_block();
        let id = self.ctx.fresh_id();
        self.function.inst2(Op::CompositeInsert, ty, id, &[part, composite], indices);
        id
    }

    /// `OpCompositeConstruct`
    pub(crate) fn construct(&mut self, ty: Word, parts: &[Word]) -> Word {
        self.op(Op::CompositeConstruct, ty, parts)
    }

    /// `OpVectorShuffle`
    pub(crate) fn shuffle_word(&mut self, ty: Word, first: Word, second: Word, components: &[u32]) -> Word {
        self.ensure_block();
        let id = self.ctx.fresh_id();
        self.function.inst2(Op::VectorShuffle, ty, id, &[first, second], components);
        id
    }

    /// `OpSelect`
    pub(crate) fn select(&mut self, ty: Word, condition: Word, then: Word, otherwise: Word) -> Word {
        self.op(Op::Select, ty, &[condition, then, otherwise])
    }

    /// A variable of the current function.
    pub(crate) fn variable(&mut self, name: &str, ty: Word) -> Word {
        self.variable_at(name, ty, self.function.span())
    }

    /// A variable of the current function that stands somewhere in the source.
    pub(crate) fn variable_at(&mut self, name: &str, ty: Word, span: Span) -> Word {
        let pointer = self.pointer(StorageClass::Function, ty);
        let id = self.ctx.fresh_id();
        self.ctx.set_name(id, name);
        self.function.variable(pointer, id, span);
        self.decorate_pointer(id, ty, true);
        id
    }

    /// Decorates a variable that holds a pointer into memory as aliased or restricted.
    pub(crate) fn decorate_pointer(&mut self, id: Word, ty: Word, aliased: bool) {
        let Some((Op::TypePointer, operands)) = self.ctx.type_of(ty) else { return };
        if operands[0] == StorageClass::PhysicalStorageBuffer as u32 {
            let decoration = if aliased { Decoration::AliasedPointer } else { Decoration::RestrictPointer };
            self.out.decorate(id, decoration, &[]);
        }
    }
}

/// Functions.
impl Builder<'_> {
    /// Hands the finished function to the module. Each of its instructions passes `hook`, which may write others in front
    /// of it.
    pub(crate) fn end_function(&mut self, mut hook: impl FnMut(&mut SpirvContext, &mut Vec<Word>, &[Word], Place)) {
        let Builder { out, function, availability, ctx, .. } = self;
        out.function(function, |words, shape, inst, place| {
            availability.check_code(ctx, shape, inst, place.span);
            hook(ctx, words, inst, place);
        });
    }

    /// Gives the module the memory model of Vulkan, where an instruction requires it. All functions are finished.
    pub(crate) fn choose_memory_model(&mut self) {
        if !self.availability.has(Capability::VulkanMemoryModel) {
            return;
        }
        let has_device = self.availability.has(Capability::VulkanMemoryModelDeviceScope);
        let rewritten = self.out.accesses(&self.ctx, has_device);
        let mut accesses = Vec::with_capacity(rewritten.len());
        for Rewritten { start, operands } in rewritten {
            let words = operands.into_iter().map(|part| match part {
                Part::Word(word) => word,
                Part::Uint(value) => self.constant_uint(value),
            });
            accesses.push((start, words.collect()));
        }
        self.out.adopt_vulkan_memory_model(&accesses);
    }

    /// Writes the decorations that follow from how values flow through the module. All functions are finished.
    pub(crate) fn annotate(&mut self) {
        let Builder { out, ctx, precise, availability, .. } = self;
        let words = out.function_words();
        let found = annotate::find(words, ctx, &out.variable_types, precise, &out.named_non_uniform);
        let exact = found.exact;
        let scattered: Vec<(Word, Word)> = found.non_uniform.iter().map(|inst| (inst[1], inst[2])).collect();
        for id in exact {
            out.annotate(id, Decoration::NoContraction);
        }
        for (ty, id) in scattered {
            out.annotate(id, Decoration::NonUniform);
            let known = availability.missing();
            availability.require_non_uniform(ctx, ty);
            availability.place_missing(known, || out.place_of(ctx, id));
        }
    }
}

/// Blocks.
impl Builder<'_> {
    /// A label for a block to come.
    pub(crate) fn label(&mut self, name: &str) -> Word {
        let label = self.ctx.fresh_id();
        self.ctx.set_name(label, name);
        label
    }

    /// Begins to fill a block.
    pub(crate) fn begin_block(&mut self, label: Word) {
        self.function.begin_block(label);
    }

    /// Returns whether what comes now is never reached.
    pub(crate) fn is_terminated(&self) -> bool {
        self.function.is_terminated()
    }

    /// After a terminator, opens a block that nothing leads to.
    #[inline]
    pub(crate) fn ensure_block(&mut self) {
        if self.function.is_terminated() {
            let label = self.ctx.fresh_id();
            self.function.begin_block(label);
        }
    }

    /// `OpBranch`, unless the block has ended already.
    pub(crate) fn branch(&mut self, target: Word) {
        if !self.function.is_terminated() {
            self.function.branch(target);
        }
    }

    /// `OpSelectionMerge` and `OpBranchConditional`.
    pub(crate) fn branch_selection(
        &mut self,
        condition: Word,
        then: Word,
        otherwise: Word,
        merge: Word,
        control: SelectionControl,
    ) {
        self.ensure_block();
        self.function.selection_merge(merge, control);
        self.function.branch_conditional(condition, then, otherwise);
    }

    /// `OpLoopMerge` and `OpBranchConditional`.
    pub(crate) fn branch_loop(
        &mut self,
        condition: Word,
        body: Word,
        merge: Word,
        continue_target: Word,
        control: LoopControl,
    ) {
        self.ensure_block();
        self.function.loop_merge(merge, continue_target, control);
        self.function.branch_conditional(condition, body, merge);
    }

    /// Any other terminator.
    pub(crate) fn terminate(&mut self, op: Op, operands: &[Word]) {
        self.ensure_block();
        self.function.terminator(op, operands);
    }
}
