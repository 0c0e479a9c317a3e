//! The number of ids among an instruction's operands. Most instructions take only ids, or ids and then literals, which
//! needs no look at each operand of the grammar.

use spirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};

/// The number of ids of values or types among the operands, after result type and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// The minimum.
    pub least: usize,
    /// The maximum.
    pub most: usize,
    rest: Rest,
}

/// The operands besides ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// None that is required or precedes an id.
    Spare,
    /// A list of literals after the ids, all of which are required.
    Literals,
    /// Others.
    Other,
}

impl Ids {
    /// The ids among these operands.
    pub(super) fn of(operands: &[LogicalOperand]) -> Ids {
        let mut ids = Ids { least: 0, most: 0, rest: Rest::Spare };
        let mut is_behind = false;
        for operand in operands {
            let is_id = operand.kind == OperandKind::IdRef;
            if is_id {
                let (least, most) = match operand.quantifier {
                    OperandQuantifier::One => (1, 1),
                    OperandQuantifier::ZeroOrOne => (0, 1),
                    OperandQuantifier::ZeroOrMore => (0, usize::MAX),
                };
                (ids.least, ids.most) = (ids.least + least, ids.most.saturating_add(most));
            }
            let is_spare = !is_id && operand.quantifier != OperandQuantifier::One;
            let is_last = !is_behind && ids.least == ids.most && is_list_of_literals(operand);
            ids.rest = match ids.rest {
                Rest::Spare if is_last => Rest::Literals,
                Rest::Spare if is_spare || is_id && !is_behind => Rest::Spare,
                Rest::Spare | Rest::Literals | Rest::Other => Rest::Other,
            };
            is_behind |= !is_id;
        }
        ids
    }

    /// The number of ids among the given number of words, if they come first and the rest are literals.
    #[inline]
    pub fn among(&self, words: usize) -> Option<usize> {
        match self.rest {
            Rest::Spare => (self.least..=self.most).contains(&words).then_some(words),
            Rest::Literals => (self.least <= words).then_some(self.least),
            Rest::Other => None,
        }
    }
}

/// Returns whether an operand is a list of literals of any length.
pub(super) fn is_list_of_literals(operand: &LogicalOperand) -> bool {
    operand.kind == OperandKind::LiteralInteger && operand.quantifier == OperandQuantifier::ZeroOrMore
}

#[cfg(test)]
mod tests {
    use crate::spirv::ops::by_opcode;
    use spirv::Op;

    #[test]
    fn words_are_told_apart_where_the_grammar_needs_no_look() {
        let among = |op: Op, words| by_opcode(op as u32).and_then(|row| row.ids.among(words));
        assert_eq!([1, 2, 3].map(|words| among(Op::IAdd, words)), [None, Some(2), None]);
        assert_eq!([0, 1, 9].map(|words| among(Op::AccessChain, words)), [None, Some(1), Some(9)]);
        assert_eq!([1, 3].map(|words| among(Op::CompositeInsert, words)), [None, Some(2)]);
        // The memory operands are optional, and no id.
        assert_eq!([1, 2].map(|words| among(Op::Load, words)), [Some(1), None]);
        assert_eq!([2, 3].map(|words| among(Op::ImageSampleImplicitLod, words)), [Some(2), None]);
        assert_eq!(among(Op::ImageSampleExplicitLod, 3), None);
        assert_eq!(among(Op::Decorate, 2), None);
        assert_eq!([3, 5].map(|words| among(Op::BranchConditional, words)), [Some(3), Some(3)]);
    }
}
