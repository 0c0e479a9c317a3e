//! The code of one function: variables, blocks and the order in which blocks are written.
//!
//! Blocks are filled one after the other; each is a range of one run of words. Where a block ends and where it leads is
//! read off its last instructions when the function is finished. The builder is used again for the next function, so
//! that it seldom allocates.

use super::inst::{InstBuilder, TooLong};
use base::source::Span;
use rustc_hash::FxHashMap;
use spirv::{FunctionControl, LoopControl, Op, SelectionControl, Word};
use std::ops::Range;

/// Collects one function.
#[derive(Debug, Default)]
pub(crate) struct FunctionBuilder {
    /// `OpFunction` and the parameters.
    header: Code,
    /// The variables, which are written at the top of the first block.
    variables: Code,
    /// The code of the blocks in the order in which they were filled.
    code: Code,
    blocks: Vec<Block>,
    block_of: FxHashMap<Word, u32>,
    /// For blocks that end in a switch: the labels in the order of the source.
    switch_orders: FxHashMap<u32, Vec<Word>>,
    /// True if the last block of `blocks` still takes instructions.
    open: bool,
    /// A merge instruction of the open block, until its terminator follows.
    merge: Option<Merge>,
    place: Place,
    /// An instruction was too long, and is missing.
    too_long: bool,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The place in the source.
    pub(crate) span: Span,
    /// The debug scope of the names that are visible there; 0 without debug information.
    pub(crate) scope: Word,
}

impl Default for Place {
    fn default() -> Self {
        Place { span: Span::NONE, scope: 0 }
    }
}

/// Words and where they come from.
#[derive(Debug, Default)]
struct Code {
    words: Vec<Word>,
    /// From a position in `words` on, this is the place in the source.
    places: Vec<(u32, Place)>,
}

impl Code {
    fn clear(&mut self) {
        self.words.clear();
        self.places.clear();
    }

    #[inline]
    fn mark(&mut self, place: Place) {
        if self.places.last().is_none_or(|&(_, last)| last != place) {
            self.places.push((self.words.len() as u32, place));
        }
    }

    /// The number of `places` that start at or before a position; the last of them is the place there.
    fn places_until(&self, position: usize) -> usize {
        self.places.partition_point(|&(from, _)| from as usize <= position)
    }
}

#[derive(Clone, Copy, Debug)]
struct Merge {
    merge: Word,
    continue_target: Option<Word>,
}

#[derive(Clone, Debug)]
struct Block {
    label: Word,
    start: u32,
    end: u32,
    /// Where its terminator stands.
    terminator: u32,
    merge: Option<Merge>,
}

impl Block {
    fn words(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One instruction of a finished function.
pub(crate) struct Finished<'a> {
    /// Its words.
    pub(crate) words: &'a [Word],
    /// Where it comes from. A label has the scope of its block's first instruction.
    pub(crate) place: Place,
}

/// The function itself.
impl FunctionBuilder {
    /// Begins a function; the one before must be finished and written.
    pub(crate) fn begin(&mut self, result_type: Word, id: Word, control: FunctionControl, ty: Word, span: Span) {
        self.header.clear();
        self.variables.clear();
        self.code.clear();
        self.blocks.clear();
        self.block_of.clear();
        self.switch_orders.clear();
        self.open = false;
        self.merge = None;
        self.place.span = span;
        self.header.mark(self.place);
        let inst = InstBuilder::new(&mut self.header.words, Op::Function);
        self.too_long |= inst.words(&[result_type, id, control.bits(), ty]).finish().is_err();
    }

    /// Adds a parameter.
    pub(crate) fn parameter(&mut self, ty: Word, id: Word, span: Span) {
        self.header.mark(Place { span, ..self.place });
        let inst = InstBuilder::new(&mut self.header.words, Op::FunctionParameter);
        self.too_long |= inst.words(&[ty, id]).finish().is_err();
    }

    /// Adds an instruction after the parameters, before all blocks.
    pub(crate) fn head_inst(&mut self, op: Op, ty: Word, id: Word, operands: &[Word]) {
        self.header.mark(self.place);
        let inst = InstBuilder::new(&mut self.header.words, op);
        self.too_long |= inst.word(ty).word(id).words(operands).finish().is_err();
    }

    /// Adds a variable in the storage class `Function`.
    pub(crate) fn variable(&mut self, pointer_type: Word, id: Word, span: Span) {
        self.variables.mark(Place { span, ..self.place });
        let inst = InstBuilder::new(&mut self.variables.words, Op::Variable);
        let storage = spirv::StorageClass::Function as u32;
        self.too_long |= inst.words(&[pointer_type, id, storage]).finish().is_err();
    }

    /// From here on, instructions come from this place.
    #[inline]
    pub(crate) fn set_span(&mut self, span: Span) {
        self.place.span = span;
    }

    /// The place from which instructions come now.
    #[inline]
    pub(crate) fn span(&self) -> Span {
        self.place.span
    }

    /// From here on, instructions are in this scope; the scope there was until now.
    pub(crate) fn set_scope(&mut self, scope: Word) -> Word {
        std::mem::replace(&mut self.place.scope, scope)
    }

    /// The places in the source that instructions come from; some are named more than once.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> {
        let codes = [&self.header, &self.variables, &self.code];
        codes.into_iter().flat_map(|code| code.places.iter().map(|(_, place)| place.span))
    }

    /// The number of words of code in the function so far.
    pub(crate) fn code_size(&self) -> usize {
        self.code.words.len()
    }

    /// The number of words in the function so far, but for its labels and what comes after its blocks.
    pub(super) fn size(&self) -> usize {
        self.header.words.len() + self.variables.words.len() + self.code.words.len()
    }

    /// Returns whether an instruction was left out because it is too long.
    pub(crate) fn too_long(&self) -> bool {
        self.too_long
    }
}

/// Blocks.
impl FunctionBuilder {
    /// Begins to fill the block with this label. The block before must have its terminator.
    ///
    /// # Panics
    /// When the block before is open, or when this one was filled already.
    pub(crate) fn begin_block(&mut self, label: Word) {
        assert!(!self.open, "the block before %{label} has no terminator");
        let start = self.code.words.len() as u32;
        let before = self.block_of.insert(label, self.blocks.len() as u32);
        assert!(before.is_none(), "block %{label} is filled twice");
        self.blocks.push(Block { label, start, end: start, terminator: start, merge: None });
        self.open = true;
    }

    /// Gives the block that was begun under `label` another label, so that a new block can take its place.
    pub(crate) fn rename_block(&mut self, label: Word, new: Word) {
        let index = self.block_of.remove(&label).expect("the block was begun");
        self.blocks[index as usize].label = new;
        self.block_of.insert(new, index);
    }

    /// Returns whether there is no block that takes instructions: what comes now is never reached.
    #[inline]
    pub(crate) fn is_terminated(&self) -> bool {
        !self.open
    }

    /// The label of the block that is being filled, or was filled last.
    pub(crate) fn current_block(&self) -> Word {
        self.blocks.last().map_or(0, |block| block.label)
    }

    /// Opens an instruction in the current block.
    #[inline]
    fn open_inst(&mut self, op: Op) -> InstBuilder<'_> {
        debug_assert!(self.open, "{op:?} follows a terminator");
        self.code.mark(self.place);
        InstBuilder::new(&mut self.code.words, op)
    }

    #[inline]
    fn note(&mut self, result: Result<(), TooLong>) {
        self.too_long |= result.is_err();
    }

    /// An instruction with a result.
    #[inline]
    pub(crate) fn inst(&mut self, op: Op, ty: Word, id: Word, operands: &[Word]) {
        let result = self.open_inst(op).word(ty).word(id).words(operands).finish();
        self.note(result);
    }

    /// An instruction with a result whose operands come in two parts.
    #[inline]
    pub(crate) fn inst2(&mut self, op: Op, ty: Word, id: Word, operands: &[Word], more: &[Word]) {
        let result = self.open_inst(op).word(ty).word(id).words(operands).words(more).finish();
        self.note(result);
    }

    /// An instruction without result that does not end the block.
    #[inline]
    pub(crate) fn effect(&mut self, op: Op, operands: &[Word]) {
        let result = self.open_inst(op).words(operands).finish();
        self.note(result);
    }

    /// `OpSelectionMerge`; the terminator follows.
    pub(crate) fn selection_merge(&mut self, merge: Word, control: SelectionControl) {
        self.effect(Op::SelectionMerge, &[merge, control.bits()]);
        self.merge = Some(Merge { merge, continue_target: None });
    }

    /// `OpLoopMerge`; the terminator follows.
    pub(crate) fn loop_merge(&mut self, merge: Word, continue_target: Word, control: LoopControl) {
        self.effect(Op::LoopMerge, &[merge, continue_target, control.bits()]);
        self.merge = Some(Merge { merge, continue_target: Some(continue_target) });
    }

    /// An instruction that ends the block: a branch, return or kill.
    pub(crate) fn terminator(&mut self, op: Op, operands: &[Word]) {
        let at = self.code.words.len() as u32;
        self.effect(op, operands);
        let merge = self.merge.take();
        let end = self.code.words.len() as u32;
        let block = self.blocks.last_mut().expect("a block is open");
        block.terminator = at;
        block.end = end;
        block.merge = merge;
        self.open = false;
    }

    /// `OpBranch`
    pub(crate) fn branch(&mut self, target: Word) {
        self.terminator(Op::Branch, &[target]);
    }

    /// `OpSwitch`: pairs of literals and labels, and all labels in the order of the source.
    pub(crate) fn switch(&mut self, selector: Word, default: Word, targets: &[Word], labels: &[Word]) {
        let mut operands = Vec::with_capacity(targets.len() + 2);
        operands.extend_from_slice(&[selector, default]);
        operands.extend_from_slice(targets);
        self.switch_orders.insert(self.blocks.len() as u32 - 1, labels.to_vec());
        self.terminator(Op::Switch, &operands);
    }

    /// `OpBranchConditional`
    pub(crate) fn branch_conditional(&mut self, condition: Word, then: Word, otherwise: Word) {
        self.terminator(Op::BranchConditional, &[condition, then, otherwise]);
    }
}

/// The finished function.
impl FunctionBuilder {
    /// The labels to which a block's terminator leads, in the order in which they are visited.
    fn successors(&self, index: u32) -> &[Word] {
        let block = &self.blocks[index as usize];
        let words = &self.code.words[block.terminator as usize..block.end as usize];
        match words.first().map_or(0, |word| word & 0xFFFF) {
            op if op == Op::Branch as u32 => &words[1..2],
            op if op == Op::BranchConditional as u32 => &words[2..4],
            op if op == Op::Switch as u32 => &self.switch_orders[&index],
            _ => &[],
        }
    }

    /// The reachable blocks in the order in which they are written: depth first, but merge and continue targets only
    /// when everything else that their header leads to is done, the continue target before the merge target.
    fn block_order(&self) -> Vec<u32> {
        /// The next step.
        #[derive(Clone, Copy)]
        enum Step {
            Visit(Word),
            /// A delayed target may come now.
            Release(Word),
        }
        let mut order = Vec::with_capacity(self.blocks.len());
        let mut done = vec![false; self.blocks.len()];
        let mut delayed: FxHashMap<Word, u32> = FxHashMap::default();
        let mut steps: Vec<Step> = self.blocks.first().map(|block| Step::Visit(block.label)).into_iter().collect();
        while let Some(step) = steps.pop() {
            let label = match step {
                Step::Release(label) => {
                    delayed.entry(label).and_modify(|count| *count -= 1);
                    label
                }
                Step::Visit(label) => label,
            };
            let index = self.block_of[&label];
            if done[index as usize] || delayed.get(&label).is_some_and(|&count| count > 0) {
                continue;
            }
            done[index as usize] = true;
            order.push(index);
            let block = &self.blocks[index as usize];
            if let Some(merge) = block.merge {
                for target in [Some(merge.merge), merge.continue_target].into_iter().flatten() {
                    *delayed.entry(target).or_default() += 1;
                    steps.push(Step::Release(target));
                }
            }
            steps.extend(self.successors(index).iter().rev().copied().map(Step::Visit));
        }
        order
    }

    /// Ends the function and hands its instructions over in the order in which they are written.
    ///
    /// # Panics
    /// When a block has no terminator.
    pub(crate) fn finish(&mut self, mut write: impl FnMut(Finished<'_>)) {
        assert!(!self.open, "the last block has no terminator");
        Self::write_code(&self.header, 0..self.header.words.len(), &mut write);
        for (position, index) in self.block_order().into_iter().enumerate() {
            let block = &self.blocks[index as usize];
            let scope = self.code.places_until(block.start as usize).checked_sub(1);
            let scope = scope.map_or(0, |index| self.code.places[index].1.scope);
            let place = Place { span: Span::NONE, scope };
            write(Finished { words: &[2 << 16 | Op::Label as u32, block.label], place });
            if position == 0 {
                Self::write_code(&self.variables, 0..self.variables.words.len(), &mut write);
            }
            Self::write_code(&self.code, block.words(), &mut write);
        }
        write(Finished { words: &[1 << 16 | Op::FunctionEnd as u32], place: Place::default() });
    }

    fn write_code(code: &Code, range: Range<usize>, write: &mut impl FnMut(Finished<'_>)) {
        let mut at = range.start;
        let passed = code.places_until(at);
        let mut place = passed.checked_sub(1).map_or(Place::default(), |index| code.places[index].1);
        let mut ahead = code.places[passed..].iter().peekable();
        while at < range.end {
            while let Some(&(_, next)) = ahead.next_if(|(from, _)| *from as usize <= at) {
                place = next;
            }
            let count = (code.words[at] >> 16) as usize;
            write(Finished { words: &code.words[at..at + count], place });
            at += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels in the order in which they are written.
    fn labels(function: &mut FunctionBuilder) -> Vec<Word> {
        let mut labels = Vec::new();
        function.finish(|inst| {
            if inst.words[0] & 0xFFFF == Op::Label as u32 {
                labels.push(inst.words[1]);
            }
        });
        labels
    }

    fn begun() -> FunctionBuilder {
        let mut function = FunctionBuilder::default();
        function.begin(1, 2, FunctionControl::NONE, 3, Span::NONE);
        function.begin_block(10);
        function
    }

    #[test]
    fn an_inner_merge_block_stands_before_the_outer_one() {
        let mut function = begun();
        function.selection_merge(20, SelectionControl::NONE);
        function.branch_conditional(5, 11, 20);
        function.begin_block(11);
        function.selection_merge(21, SelectionControl::NONE);
        function.branch_conditional(5, 12, 21);
        function.begin_block(12);
        function.branch(21);
        function.begin_block(21);
        function.branch(20);
        function.begin_block(20);
        function.terminator(Op::Return, &[]);
        assert_eq!(labels(&mut function), [10, 11, 12, 21, 20]);
    }

    #[test]
    fn a_loop_writes_its_continue_target_before_its_merge_block() {
        let mut function = begun();
        function.branch(11);
        function.begin_block(11);
        function.loop_merge(14, 13, LoopControl::NONE);
        function.branch_conditional(5, 12, 14);
        function.begin_block(12);
        function.branch(13);
        function.begin_block(13);
        function.branch(11);
        function.begin_block(14);
        function.terminator(Op::Return, &[]);
        assert_eq!(labels(&mut function), [10, 11, 12, 13, 14]);
    }

    #[test]
    fn what_nothing_leads_to_is_left_out_unless_it_is_a_merge_block() {
        let mut function = begun();
        function.selection_merge(13, SelectionControl::NONE);
        function.branch_conditional(5, 11, 12);
        for label in [11, 12, 30, 13] {
            function.begin_block(label);
            function.terminator(Op::Return, &[]);
        }
        assert_eq!(labels(&mut function), [10, 11, 12, 13]);
    }
}
