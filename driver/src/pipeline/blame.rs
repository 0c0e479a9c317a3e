//! Which source an instruction of a module comes from, for messages about modules that the validator refuses.

use base::source::Span;
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};

/// The words in front of the first instruction.
pub(super) const HEADER_WORDS: usize = 5;

/// The place of the instruction with this number, or of the nearest one before it that has a place.
pub(super) fn span_of_instruction(words: &[u32], number: usize, spans: &[(u32, Span)]) -> Option<Span> {
    let instructions: Vec<&[u32]> = Instructions::of(words).take(number + 1).collect();
    let results = instructions.iter().rev().filter_map(|instruction| result_id(instruction));
    let spans_of = |id: u32| spans.iter().find(|(known, _)| *known == id).map(|(_, span)| *span);
    results.into_iter().find_map(spans_of)
}

/// The instructions of a module, each as its words.
pub(super) struct Instructions<'a> {
    rest: &'a [u32],
}

impl<'a> Instructions<'a> {
    /// The instructions of a whole module.
    pub(super) fn of(words: &'a [u32]) -> Self {
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

fn result_id(instruction: &[u32]) -> Option<u32> {
    let known = INSTRUCTION_TABLE.lookup_opcode(instruction[0] & 0xffff)?;
    let position = known.operands.iter().position(|operand| operand.kind == OperandKind::IdResult)?;
    instruction.get(1 + position).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_without_place_takes_the_one_before() {
        let type_void = [(2 << 16) | 19, 7];
        let capability = [(2 << 16) | 17, 1];
        let words: Vec<u32> = [0, 0, 0, 0, 0].into_iter().chain(type_void).chain(capability).collect();
        let spans = [(7, Span::new(3, 4))];
        assert_eq!(span_of_instruction(&words, 1, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_instruction(&words, 900, &spans), Some(Span::new(3, 4)));
        assert_eq!(span_of_instruction(&words[..5], 1, &spans), None);
        assert_eq!(span_of_instruction(&[], 0, &spans), None);
    }
}
