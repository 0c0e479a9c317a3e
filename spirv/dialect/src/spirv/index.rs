//! The index of a module in decoded instructions: where each id is defined, and who decorates it.
//!
//! It contains no rule. Everything is found by id, in constant time or by binary search.

use super::access::{Access, id_of, literal_of};
use super::decode::{Header, Inst, Operand};
use spirv::{Decoration, Op};

/// Limit of decorations from groups: the product of targets and decorations must not grow unchecked.
const MAX_GROUPED: usize = 1 << 20;

/// A decoration of an id or of a member.
#[derive(Clone, Copy, Debug)]
pub struct Decorated<'m> {
    /// The decorated id.
    pub target: u32,
    /// The member of a struct.
    pub member: Option<u32>,
    /// The decoration.
    pub kind: Decoration,
    /// The operands of the decoration.
    pub params: &'m [Operand],
    /// The index of the decorating instruction.
    pub at: usize,
}

impl Decorated<'_> {
    /// A number among the operands of the decoration, or 0.
    #[inline]
    pub fn number(&self, at: usize) -> u32 {
        literal_of(self.params.get(at))
    }

    /// The first text among the operands.
    pub fn text(&self) -> &str {
        match self.params.first() {
            Some(Operand::Text(text)) => text,
            _ => "",
        }
    }
}

/// An index over the decoded instructions of a module.
#[derive(Debug)]
pub struct Index<'m> {
    /// The header of the module.
    pub header: Header,
    /// The instructions, in order.
    pub insts: &'m [Inst],
    /// The number of instructions before the first function.
    pub globals: usize,
    /// The group instruction at which decorations grew beyond what is examined; none of the groups counts then.
    pub overflow: Option<&'m Inst>,
    /// For each id the index of its instruction, plus 1.
    defs: Vec<u32>,
    /// By target.
    decorations: Vec<Decorated<'m>>,
}

impl<'m> Index<'m> {
    /// The index of these instructions.
    pub fn new(header: Header, insts: &'m [Inst]) -> Index<'m> {
        let globals = insts.iter().position(|inst| inst.op == Op::Function).unwrap_or(insts.len());
        let defs = vec![0; header.bound as usize];
        let mut index = Index { header, insts, globals, overflow: None, defs, decorations: Vec::new() };
        for (at, inst) in insts.iter().enumerate() {
            if let Some(slot) = inst.result.and_then(|id| index.defs.get_mut(id as usize))
                && *slot == 0
            {
                *slot = at as u32 + 1;
            }
        }
        index.gather_decorations();
        index
    }

    fn gather_decorations(&mut self) {
        let mut groups = Vec::new();
        for (at, inst) in self.insts[..self.globals].iter().enumerate() {
            let (member, place) = match inst.op {
                Op::Decorate | Op::DecorateId | Op::DecorateString => (None, 1),
                Op::MemberDecorate | Op::MemberDecorateString => (Some(inst.literal(1)), 2),
                Op::GroupDecorate | Op::GroupMemberDecorate => {
                    groups.push(inst);
                    continue;
                }
                _ => continue,
            };
            if let Some(kind) = Decoration::from_u32(inst.value(place)) {
                let params = inst.params(place);
                self.decorations.push(Decorated { target: inst.id(0), member, kind, params, at });
            }
        }
        self.decorations.sort_by_key(|one| one.target);
        if !groups.is_empty() {
            self.spread_groups(&groups);
            self.decorations.sort_by_key(|one| one.target);
        }
    }

    fn spread_groups(&mut self, groups: &[&'m Inst]) {
        let mut spread = Vec::new();
        for inst in groups {
            let own = self.decorations(inst.id(0));
            let targets = inst.operands.get(1..).unwrap_or_default();
            if spread.len() + own.len() * targets.len() > MAX_GROUPED {
                self.overflow = Some(inst);
                return;
            }
            let mut add = |target: u32, member: Option<u32>| {
                spread.extend(own.iter().map(|one| Decorated { target, member, ..*one }));
            };
            match inst.op {
                Op::GroupDecorate => inst.ids_from(1).for_each(|target| add(target, None)),
                _ => targets.chunks_exact(2).for_each(|pair| add(id_of(pair.first()), Some(literal_of(pair.get(1))))),
            }
        }
        self.decorations.extend(spread);
    }

    /// The index of the instruction that defines an id.
    #[inline]
    pub fn position(&self, id: u32) -> Option<usize> {
        self.defs.get(id as usize).filter(|at| **at != 0).map(|at| *at as usize - 1)
    }

    /// The instruction that defines an id.
    #[inline]
    pub fn def(&self, id: u32) -> Option<&'m Inst> {
        self.position(id).map(|at| &self.insts[at])
    }

    /// The op of the instruction that defines an id; [`Op::Nop`] for an id without one.
    #[inline]
    pub fn op(&self, id: u32) -> Op {
        self.def(id).map_or(Op::Nop, |inst| inst.op)
    }

    /// The decorations of an id and its members.
    #[inline]
    pub fn decorations(&self, id: u32) -> &[Decorated<'m>] {
        let start = self.decorations.partition_point(|one| one.target < id);
        let length = self.decorations[start..].partition_point(|one| one.target <= id);
        &self.decorations[start..start + length]
    }

    /// All decorations, by target.
    pub fn all_decorations(&self) -> &[Decorated<'m>] {
        &self.decorations
    }

    /// A decoration of an id itself.
    #[inline]
    pub fn decoration(&self, id: u32, kind: Decoration) -> Option<Decorated<'m>> {
        self.decorations(id).iter().find(|one| one.kind == kind && one.member.is_none()).copied()
    }

    /// Returns whether an id itself has a decoration.
    #[inline]
    pub fn is_decorated(&self, id: u32, kind: Decoration) -> bool {
        self.decoration(id, kind).is_some()
    }
}
