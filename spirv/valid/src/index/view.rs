//! The control-flow graph of one function, as rules use it.

use crate::index::graph::{Lists, NONE};
use crate::index::module::Module;
use crate::index::program::Program;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// The input of the rules of constructs.
pub(crate) struct View<'a, 'm> {
    pub(crate) module: &'a Module<'m>,
    pub(crate) program: &'a Program<'m>,
    pub(crate) base: usize,
    pub(crate) successors: &'a Lists,
    pub(crate) predecessors: &'a Lists,
}

impl<'a, 'm> View<'a, 'm> {
    /// The index of a block's terminator.
    pub(crate) fn last(&self, block: u32) -> usize {
        self.program.blocks[self.base + block as usize].last
    }

    /// The terminator of a block.
    pub(crate) fn terminator(&self, block: u32) -> &'m Inst {
        &self.module.insts[self.last(block)]
    }

    /// The merge instruction of a block.
    pub(crate) fn merge(&self, block: u32) -> Option<&'m Inst> {
        let before = &self.module.insts[self.last(block) - 1];
        matches!(before.op, Op::SelectionMerge | Op::LoopMerge).then_some(before)
    }

    /// The block with a label, or [`NONE`] when it is in another function.
    pub(crate) fn block(&self, label: u32) -> u32 {
        local(self.module, self.program, self.base, self.successors.len(), label)
    }

    /// The index of a block's label.
    pub(crate) fn label(&self, block: u32) -> usize {
        self.program.blocks[self.base + block as usize].first
    }
}

/// The block with a label, numbered from the first block of its function.
pub(crate) fn local(module: &Module<'_>, program: &Program<'_>, base: usize, count: usize, label: u32) -> u32 {
    let block = module.position(label).filter(|at| module.insts[*at].op == Op::Label);
    let number = block.and_then(|at| program.block_of(at)).and_then(|block| block.checked_sub(base));
    number.filter(|number| *number < count).map_or(NONE, |number| number as u32)
}
