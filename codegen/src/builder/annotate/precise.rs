//! `NoContraction`: flows from what is `precise` back to the arithmetic that feeds it, in the functions that are called
//! as well.

use super::flow::{Follows, Node, spread_back};
use super::part::Part;
use super::program::Program;
use crate::builder::inst::instructions;
use rustc_hash::FxHashSet;
use spirv::{Op, Word};

/// Values that must keep the order of their arithmetic.
#[derive(Debug, Default)]
pub(crate) struct Precise {
    /// Variables and parameters.
    pub(crate) variables: FxHashSet<Word>,
    /// Members of struct types.
    pub(crate) members: FxHashSet<(Word, u32)>,
    /// Functions whose results are.
    pub(crate) functions: FxHashSet<Word>,
    /// Everything.
    pub(crate) always: bool,
}

impl Precise {
    /// Returns whether nothing is precise but for what always is.
    pub(super) fn is_idle(&self) -> bool {
        self.variables.is_empty() && self.members.is_empty() && self.functions.is_empty()
    }
}

/// The results of arithmetic that may not be contracted.
pub(super) fn results(program: &Program<'_>, precise: &Precise) -> Vec<Word> {
    let marks = spread_back(program, Follows::Numbers, seeds(program, precise));
    arithmetic(program.words).filter(|&id| marks.has(Node::Value(id))).collect()
}

/// The results of all arithmetic.
pub(super) fn arithmetic(words: &[Word]) -> impl Iterator<Item = Word> {
    let arithmetic = instructions(words).filter(|(op, _, _)| isa::class_of(u32::from(*op)).is_arithmetic());
    arithmetic.map(|(_, _, inst)| inst[2])
}

fn seeds(program: &Program<'_>, precise: &Precise) -> Vec<(Node, Part)> {
    let of_variable = |&id: &Word| [(Node::Content(id), Part::WHOLE), (Node::Written(id), Part::WHOLE)];
    let mut seeds: Vec<(Node, Part)> = precise.variables.iter().flat_map(of_variable).collect();
    seeds.extend(precise.functions.iter().map(|&id| (Node::Value(id), Part::WHOLE)));
    if precise.members.is_empty() {
        return seeds;
    }
    for (op, _, inst) in instructions(program.words) {
        if op == Op::Store as u16 && passes_precise_member(program, precise, inst[1]) {
            seeds.push((Node::Value(inst[2]), Part::WHOLE));
        }
        if op == Op::CompositeConstruct as u16 {
            let parts = (0..).zip(&inst[3..]).filter(|(member, _)| precise.members.contains(&(inst[1], *member)));
            seeds.extend(parts.map(|(_, &part)| (Node::Value(part), Part::WHOLE)));
        }
    }
    seeds
}

/// Returns whether the way from a variable to where a pointer points leads through a precise member.
fn passes_precise_member(program: &Program<'_>, precise: &Precise, mut pointer: Word) -> bool {
    while let Some(chain) = program.chain(pointer) {
        if program.members_of(chain).iter().any(|member| precise.members.contains(member)) {
            return true;
        }
        pointer = program.base_of(chain);
    }
    false
}
