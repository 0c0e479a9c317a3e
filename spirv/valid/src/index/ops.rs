//! Sets of instructions that are looked up for each instruction of a module.

use spirv::Op;

/// The words of a set: opcodes are below 64 times this.
const WORDS: usize = 128;

/// A set of instructions: a bit for each opcode.
pub(crate) struct Ops([u64; WORDS]);

impl Ops {
    /// The set of these instructions.
    pub(crate) const fn of(ops: &[Op]) -> Ops {
        let (mut words, mut at) = ([0; WORDS], 0);
        while at < ops.len() {
            let opcode = ops[at] as usize;
            words[opcode / 64] |= 1 << (opcode % 64);
            at += 1;
        }
        Ops(words)
    }

    /// Returns whether an instruction is in the set.
    #[inline]
    pub(crate) fn has(&self, op: Op) -> bool {
        let opcode = op as usize;
        self.0.get(opcode / 64).is_some_and(|word| word >> (opcode % 64) & 1 == 1)
    }
}
