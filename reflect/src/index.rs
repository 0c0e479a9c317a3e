//! The index of a module: where each id is defined, what it is called, who decorates it.
//!
//! Holds no rule of what anything means. Everything is found by number, in constant time or by binary search.

use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::access::{Access, id_of, literal_of};
use dialect::spirv::decode::{Header, Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};

/// More decorations than this do not come out of groups: the product of targets and decorations must not grow unseen.
const MAX_GROUPED: usize = 1 << 20;

/// A decoration of an id or of a member.
#[derive(Clone, Copy)]
pub(crate) struct Decorated<'m> {
    target: u32,
    /// The member of a struct.
    pub(crate) member: Option<u32>,
    pub(crate) kind: Decoration,
    pub(crate) params: &'m [Operand],
}

/// An index over the decoded instructions of a module.
pub(crate) struct Index<'m> {
    pub(crate) header: Header,
    pub(crate) insts: &'m [Inst],
    /// For each id the number of its instruction, from 1.
    defs: Vec<u32>,
    names: FxHashMap<u32, &'m str>,
    member_names: FxHashMap<(u32, u32), &'m str>,
    /// By target.
    decorations: Vec<Decorated<'m>>,
    /// How many instructions stand before the first function.
    pub(crate) globals: usize,
}

impl<'m> Index<'m> {
    /// The index of these instructions.
    ///
    /// # Errors
    /// When groups decorate more than is looked at.
    pub(crate) fn new(header: Header, insts: &'m [Inst]) -> Result<Index<'m>> {
        let globals = insts.iter().position(|inst| inst.op == Op::Function).unwrap_or(insts.len());
        let mut index = Index {
            header,
            insts,
            defs: vec![0; header.bound as usize],
            names: FxHashMap::default(),
            member_names: FxHashMap::default(),
            decorations: Vec::new(),
            globals,
        };
        for (at, inst) in insts.iter().enumerate() {
            if let Some(slot) = inst.result.and_then(|id| index.defs.get_mut(id as usize))
                && *slot == 0
            {
                *slot = at as u32 + 1;
            }
        }
        index.gather()?;
        Ok(index)
    }

    fn gather(&mut self) -> Result<()> {
        let mut groups = Vec::new();
        for inst in &self.insts[..self.globals] {
            match inst.op {
                Op::Name => drop(self.names.insert(inst.id(0), inst.text(1))),
                Op::MemberName => drop(self.member_names.insert((inst.id(0), inst.literal(1)), inst.text(2))),
                Op::Decorate | Op::DecorateId | Op::DecorateString => self.decorate(inst, None, 1),
                Op::MemberDecorate | Op::MemberDecorateString => self.decorate(inst, Some(inst.literal(1)), 2),
                Op::GroupDecorate | Op::GroupMemberDecorate => groups.push(inst),
                _ => {}
            }
        }
        self.decorations.sort_by_key(|one| one.target);
        if !groups.is_empty() {
            self.spread(&groups)?;
            self.decorations.sort_by_key(|one| one.target);
        }
        Ok(())
    }

    fn decorate(&mut self, inst: &'m Inst, member: Option<u32>, place: usize) {
        if let Some(kind) = Decoration::from_u32(inst.value(place)) {
            self.decorations.push(Decorated { target: inst.id(0), member, kind, params: inst.params(place) });
        }
    }

    fn spread(&mut self, groups: &[&'m Inst]) -> Result<()> {
        let mut spread = Vec::new();
        for inst in groups {
            let own = self.decorations(inst.id(0));
            let targets = inst.operands.get(1..).unwrap_or_default();
            if spread.len() + own.len() * targets.len() > MAX_GROUPED {
                let message = "groups decorate more than this reader looks at";
                return Err(Error::at_word(Code::Limit, inst.offset, message));
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
        Ok(())
    }

    /// The number of the instruction that defines an id.
    pub(crate) fn position(&self, id: u32) -> Option<usize> {
        self.defs.get(id as usize).filter(|at| **at != 0).map(|at| *at as usize - 1)
    }

    /// The instruction that defines an id.
    pub(crate) fn def(&self, id: u32) -> Option<&'m Inst> {
        self.position(id).map(|at| &self.insts[at])
    }

    /// The instruction that defines an id; [`Op::Nop`] for an id without one.
    pub(crate) fn op(&self, id: u32) -> Op {
        self.def(id).map_or(Op::Nop, |inst| inst.op)
    }

    /// The type of a value, or 0.
    pub(crate) fn type_of(&self, value: u32) -> u32 {
        self.def(value).map_or(0, Access::type_id)
    }

    /// The name of an id, or nothing.
    pub(crate) fn name(&self, id: u32) -> &'m str {
        self.names.get(&id).copied().unwrap_or_default()
    }

    /// The name of a member, or nothing.
    pub(crate) fn member_name(&self, id: u32, member: u32) -> &'m str {
        self.member_names.get(&(id, member)).copied().unwrap_or_default()
    }

    /// The decorations of an id and its members.
    pub(crate) fn decorations(&self, id: u32) -> &[Decorated<'m>] {
        let start = self.decorations.partition_point(|one| one.target < id);
        let length = self.decorations[start..].partition_point(|one| one.target <= id);
        &self.decorations[start..start + length]
    }

    /// A decoration of an id itself.
    pub(crate) fn decoration(&self, id: u32, kind: Decoration) -> Option<Decorated<'m>> {
        self.decorations(id).iter().find(|one| one.kind == kind && one.member.is_none()).copied()
    }

    /// The number that a decoration of an id has.
    pub(crate) fn decorated(&self, id: u32, kind: Decoration) -> Option<u32> {
        self.decoration(id, kind).map(|one| literal_of(one.params.first()))
    }

    /// The id that a decoration of an id has.
    pub(crate) fn decorated_id(&self, id: u32, kind: Decoration) -> Option<u32> {
        self.decoration(id, kind).map(|one| id_of(one.params.first()))
    }

    /// Returns whether an id itself has a decoration.
    pub(crate) fn has(&self, id: u32, kind: Decoration) -> bool {
        self.decoration(id, kind).is_some()
    }

    /// All decorations, by target.
    pub(crate) fn all_decorations(&self) -> &[Decorated<'m>] {
        &self.decorations
    }
}

impl Decorated<'_> {
    /// The decorated id.
    pub(crate) fn target(&self) -> u32 {
        self.target
    }

    /// The first number among the operands, or 0.
    pub(crate) fn number(&self) -> u32 {
        literal_of(self.params.first())
    }

    /// The first text among the operands.
    pub(crate) fn text(&self) -> &str {
        match self.params.first() {
            Some(Operand::Text(text)) => text,
            _ => "",
        }
    }
}
