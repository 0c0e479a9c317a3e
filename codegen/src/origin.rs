//! Parts of a module that the source says in SPIR-V itself: what it spells, and what it promises
//! to be known at compile time. The validator learns from it whether the source or the compiler is wrong.
//!
//! Owns the record alone. The walk over the HIR writes it; which rules are broken is not known here.

use base::ids::Set;
use base::source::Span;
use isa::Class;
use spirv::{Op, Word};

/// The parts of a module that the source spells in SPIR-V, which are there as they are.
#[derive(Clone, Debug, Default)]
pub struct Spelled {
    /// Types and results of instructions that are spelled, and what has decorations, builtins or storage classes that are.
    pub ids: Set<u32>,
    /// The opcodes of spelled instructions that have no result.
    pub effects: Set<u32>,
    /// True if capabilities, extensions or execution modes are spelled.
    pub declares: bool,
    /// True if decorations are spelled, which passes may carry to other variables.
    pub decorates: bool,
    /// The first place with a spelled part that is known, else that of an entry point.
    pub place: Option<Span>,
    /// True if instructions are spelled that blocks and functions consist of: any part of the module may suffer.
    pub structure: bool,
}

impl Spelled {
    /// Returns whether the source spells nothing.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.effects.is_empty() && !self.declares && !self.decorates && !self.structure
    }

    /// Takes the place of a spelled part, if it is the first.
    pub(crate) fn note(&mut self, span: Span) {
        self.place = self.place.or(Some(span).filter(|&span| span != Span::NONE));
    }

    pub(crate) fn instruction(&mut self, op: Op, result: Option<Word>) {
        self.structure |= matches!(isa::class(op), Class::Label | Class::Merge | Class::Function | Class::Terminator);
        match result {
            Some(id) => drop(self.ids.insert(id)),
            None => drop(self.effects.insert(op as u32)),
        }
    }

    /// Records a type of inline SPIR-V. Void, scalar and vector types are unique in a module, so they may be the compiler's own.
    pub(crate) fn ty(&mut self, op: Op, operands: &[Word], id: Word) {
        let may_be_own = match (op, operands) {
            (Op::TypeVoid | Op::TypeBool | Op::TypeVector, _) => true,
            (Op::TypeInt, [width, _]) => matches!(width, 8 | 16 | 32 | 64),
            (Op::TypeFloat, [width, ..]) => matches!(width, 16 | 32 | 64),
            _ => false,
        };
        if !may_be_own {
            self.ids.insert(id);
        }
    }
}

/// Facts that must be known once the passes have run that legalise a module: these find them, or the source chose at run
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Early {
    /// Resources, which variables hold, functions take, or members are.
    pub resources: bool,
    /// Offsets of texels.
    pub offsets: bool,
    /// Inputs that are examined in other places of a pixel.
    pub inputs: bool,
}

/// Demands of a module on the legalising passes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Legalisation {
    /// True if the module is not yet valid and needs them.
    pub(crate) needed: bool,
    /// Facts that they must find.
    pub(crate) early: Early,
}
