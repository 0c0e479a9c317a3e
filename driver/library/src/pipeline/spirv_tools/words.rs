//! The words of a module as instructions.
//!
//! Knows the encoding of instructions and nothing of what they mean.

use spirv::grammar::OperandKind;

/// The words before the first instruction.
pub(crate) const HEADER_WORDS: usize = 5;

/// The instructions of a module, each as its words.
pub(crate) struct Instructions<'a> {
    rest: &'a [u32],
}

impl<'a> Instructions<'a> {
    /// The instructions of a whole module.
    pub(crate) fn of(words: &'a [u32]) -> Self {
        Instructions { rest: words.get(HEADER_WORDS..).unwrap_or_default() }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = &'a [u32];

    fn next(&mut self) -> Option<&'a [u32]> {
        let length = (*self.rest.first()? >> 16) as usize;
        let (instruction, rest) = self.rest.split_at_checked(length).filter(|_| length > 0)?;
        self.rest = rest;
        Some(instruction)
    }
}

/// The result of an instruction that has one.
pub(crate) fn result_id(instruction: &[u32]) -> Option<u32> {
    let known = isa::grammar(instruction[0] & 0xffff)?;
    let position = known.operands.iter().position(|operand| operand.kind == OperandKind::IdResult)?;
    instruction.get(1 + position).copied()
}
