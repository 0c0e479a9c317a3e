//! `NonUniform`: flows from the indices that the source names to the resources that they select, and to what is reached
//! through these.

use super::dependence;
use super::flow::{Flow, Follows, Marks, Node};
use super::part::Part;
use super::program::Program;
use crate::builder::grammar;
use crate::builder::inst::instructions;
use isa::{BitKind, Class};
use rustc_hash::FxHashSet;
use spirv::{Op, Word};

/// The instructions to decorate, given those that the source names, in order.
pub(super) fn results<'a>(program: &Program<'a>, named: &FxHashSet<Word>) -> Vec<&'a [Word]> {
    let flow = Flow::new(program, Follows::Everything);
    let seeds = named.iter().map(|&id| (Node::Value(id), Part::WHOLE));
    let marks = flow.spread(seeds);
    let mut order = Vec::new();
    // The numbers that are decorated: marks that come through memory need none until they select a resource.
    let mut numbers = named.clone();
    for (op, _, inst) in instructions(program.words) {
        let Some(id) = grammar::shape(op).result_at().map(|at| inst[at]) else { continue };
        if !marks.has(Node::Value(id)) {
            continue;
        }
        let is_number = is_computed(inst) && inst[3..].iter().any(|operand| numbers.contains(operand));
        if is_number {
            numbers.insert(id);
        }
        if is_number || named.contains(&id) || is_resource(program, &marks, inst) {
            order.push(inst);
        }
    }
    order
}

/// Returns whether an instruction computes an index from numbers.
#[expect(clippy::wildcard_enum_match_arm, reason = "another analysis decides about the other classes")]
fn is_computed(inst: &[Word]) -> bool {
    match isa::class_of(inst[0] & 0xFFFF) {
        Class::Bits(BitKind::Shift | BitKind::Logic) => true,
        class => dependence::is_computed(class),
    }
}

/// Returns whether a marked result is a resource, or is read through a pointer into one.
#[expect(clippy::wildcard_enum_match_arm, reason = "the results of other classes are judged by their type")]
fn is_resource(program: &Program<'_>, marks: &Marks, inst: &[Word]) -> bool {
    let op = Op::from_u32(inst[0] & 0xFFFF).unwrap_or(Op::Nop);
    match isa::class(op) {
        Class::Function => op == Op::FunctionParameter && program.is_handle(inst[1]),
        Class::Load | Class::Atomic => marks.has(Node::Value(inst[3])) || program.is_handle(inst[1]),
        Class::Chain | Class::UntypedChain | Class::TexelPointer => true,
        _ => program.is_handle(inst[1]),
    }
}
