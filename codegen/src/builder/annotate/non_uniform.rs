//! `NonUniform`: flows from the indices that the source names to the resources that they select, and to what is reached
//! through these.

use super::dependence;
use super::flow::{Direction, Flow, Follows, Marks, Node, Part};
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
    let marks = flow.spread(seeds, Direction::Forwards);
    let found = instructions(program.words).filter(|(op, _, inst)| {
        let result = grammar::shape(*op).result_at().map(|at| inst[at]);
        result.is_some_and(|id| marks.has(Node::Value(id)) && (named.contains(&id) || is_told(program, &marks, inst)))
    });
    found.map(|(_, _, inst)| inst).collect()
}

/// Returns whether a marked result is decorated: a resource, what is read through a pointer into one, and numbers that
/// are computed from an index. Other values that come from an index need no decoration.
fn is_told(program: &Program<'_>, marks: &Marks, inst: &[Word]) -> bool {
    let op = Op::from_u32(inst[0] & 0xFFFF).unwrap_or(Op::Nop);
    match isa::class(op) {
        Class::Function => op == Op::FunctionParameter && program.is_handle(inst[1]),
        Class::Load | Class::Atomic => marks.has(Node::Value(inst[3])) || program.is_handle(inst[1]),
        Class::Bits(BitKind::Shift | BitKind::Logic) => true,
        class => dependence::is_computed(class) || program.is_handle(inst[1]),
    }
}
