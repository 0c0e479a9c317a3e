//! The numbers of operands of instructions, by the published grammar.

use crate::availability::grammar;
use spirv::grammar::{GLSL_STD_450_INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier};
use std::ops::RangeInclusive;

/// The words that may follow the result of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandCount {
    /// The name of the instruction.
    pub name: &'static str,
    /// The number of words.
    pub words: RangeInclusive<usize>,
}

/// The words of an instruction.
pub fn operand_count(opcode: u32) -> Option<OperandCount> {
    let inst = grammar(opcode)?;
    Some(OperandCount { name: inst.opname, words: words(inst.operands) })
}

/// The words of a function of `GLSL.std.450`.
pub fn operand_count_of_gl(number: u32) -> Option<OperandCount> {
    let inst = GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(number)?;
    Some(OperandCount { name: inst.opname, words: words(inst.operands) })
}

fn words(operands: &[LogicalOperand]) -> RangeInclusive<usize> {
    let own = operands.iter().filter(|it| !matches!(it.kind, OperandKind::IdResultType | OperandKind::IdResult));
    let (mut least, mut most) = (0, 0_usize);
    for operand in own {
        least += usize::from(operand.quantifier == OperandQuantifier::One);
        let is_open = operand.quantifier == OperandQuantifier::ZeroOrMore || !is_word(operand.kind);
        most = if is_open { usize::MAX } else { most.saturating_add(1) };
    }
    least..=most
}

/// Returns whether an operand is one word: the other kinds are texts, wide numbers, or bring operands of their own.
fn is_word(kind: OperandKind) -> bool {
    use OperandKind as Kind;
    matches!(
        kind,
        Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics | Kind::LiteralInteger | Kind::GroupOperation | Kind::Dim
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_operands_follow_the_grammar() {
        let words = |found: Option<OperandCount>| found.map(|count| count.words);
        assert_eq!(words(operand_count(spirv::Op::IAdd as u32)), Some(2..=2));
        assert_eq!(words(operand_count(spirv::Op::CompositeConstruct as u32)), Some(0..=usize::MAX));
        assert_eq!(words(operand_count(spirv::Op::ImageSampleImplicitLod as u32)), Some(2..=usize::MAX));
        assert_eq!(words(operand_count_of_gl(1)), Some(1..=1));
        assert_eq!(words(operand_count_of_gl(43)), Some(3..=3));
        assert_eq!(operand_count_of_gl(1000), None);
    }
}
