//! The published grammar of opcodes, indexed as far as modules ask for it.

use spirv::grammar::{OperandKind, OperandQuantifier};
use spirv::{Capability, Op};
use std::sync::OnceLock;

/// The grammar of an opcode.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// True if the second word is a result type.
    pub(crate) has_type: bool,
    /// True if the word after that is a result.
    has_result: bool,
    /// Any one of these is enough.
    pub(super) capabilities: &'static [Capability],
    /// Any one of these is enough, when no capability brings it.
    pub(super) extensions: &'static [&'static str],
    /// Operands whose value may need something: position in the instruction's words, and kind.
    pub(super) enumerants: Vec<(usize, OperandKind)>,
    /// The opcode, if the grammar knows it.
    pub(super) op: Option<Op>,
}

impl Shape {
    /// The position of the result, if there is one.
    #[inline]
    pub(crate) fn result_at(&self) -> Option<usize> {
        self.has_result.then_some(1 + usize::from(self.has_type))
    }

    /// Returns whether every consumer has it.
    pub(super) fn needs_nothing(&self) -> bool {
        self.capabilities.is_empty() && self.extensions.is_empty()
    }
}

/// No opcode is higher.
const OPCODES: usize = 8192;
/// The given number of opcodes get their place at once: most modules know those of a few pages, and a place for each of
/// all would be a large part of the command.
const PAGE: usize = 64;

/// The grammar of an opcode; nothing for an unknown one. A module has few of all opcodes, so that
/// each is read when it is requested.
pub(crate) fn shape(op: u16) -> &'static Shape {
    static PAGES: [OnceLock<Box<[OnceLock<Shape>]>>; OPCODES / PAGE] = [const { OnceLock::new() }; OPCODES / PAGE];
    let at = usize::from(op) % OPCODES;
    let page = PAGES[at / PAGE].get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect());
    page[at % PAGE].get_or_init(|| read_grammar(op))
}

fn read_grammar(op: u16) -> Shape {
    let Some(inst) = isa::grammar(op.into()) else { return Shape::default() };
    let has = |kind| inst.operands.iter().take(2).any(|operand| operand.kind == kind);
    Shape {
        has_type: has(OperandKind::IdResultType),
        has_result: has(OperandKind::IdResult),
        capabilities: inst.capabilities,
        extensions: inst.extensions,
        enumerants: enumerants(inst.operands),
        op: Some(inst.opcode),
    }
}

/// The operands at a fixed place whose kind is an enumeration.
fn enumerants(operands: &[spirv::grammar::LogicalOperand]) -> Vec<(usize, OperandKind)> {
    let mut found = Vec::new();
    for (position, operand) in operands.iter().enumerate() {
        if is_looked_at(operand.kind) {
            found.push((position + 1, operand.kind));
        }
        if operand.kind == OperandKind::LiteralString || operand.quantifier == OperandQuantifier::ZeroOrMore {
            break;
        }
    }
    found
}

/// Returns whether the values of a kind of operand may need something.
fn is_looked_at(kind: OperandKind) -> bool {
    matches!(
        kind,
        OperandKind::ImageOperands
            | OperandKind::MemoryAccess
            | OperandKind::ExecutionMode
            | OperandKind::ExecutionModel
            | OperandKind::StorageClass
            | OperandKind::ImageFormat
            | OperandKind::Decoration
            | OperandKind::BuiltIn
            | OperandKind::GroupOperation
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_indexed_by_opcode() {
        assert_eq!(shape(Op::FAdd as u16).result_at(), Some(2));
        assert_eq!(shape(Op::Label as u16).result_at(), Some(1));
        assert_eq!(shape(Op::Store as u16).result_at(), None);
        assert!(!shape(0xFFFF).has_type);
    }
}
