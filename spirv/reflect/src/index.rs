//! The index of a module: where each id is defined, who decorates it, and what it is called.
//!
//! Holds no rule of what anything means. Everything is found by number, in constant time or by binary search.

use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::access::{Access, id_of, literal_of};
use dialect::spirv::decode::{Header, Inst};
use dialect::spirv::index;
use spirv::{Decoration, Op};
use std::ops::Deref;

/// An index over the decoded instructions of a module, with the names that it gives.
pub(crate) struct Index<'m> {
    defs: index::Index<'m>,
    /// Capabilities, extensions, the memory model, languages, entry points and their modes.
    pub(crate) head: Vec<&'m Inst>,
    /// Types and constants before the functions.
    pub(crate) made: Vec<&'m Inst>,
    /// Variables before the functions.
    pub(crate) variables: Vec<&'m Inst>,
    /// For each id the index of the instruction that names it, plus 1.
    names: Vec<u32>,
    /// Ids, members, and the index of the instruction that names it; sorted.
    member_names: Vec<(u32, u32, u32)>,
}

impl<'m> Deref for Index<'m> {
    type Target = index::Index<'m>;

    fn deref(&self) -> &index::Index<'m> {
        &self.defs
    }
}

impl<'m> Index<'m> {
    /// The index of these instructions.
    ///
    /// # Errors
    /// When groups decorate more than is examined.
    pub(crate) fn new(header: Header, insts: &'m [Inst]) -> Result<Index<'m>> {
        let defs = index::Index::new(header, insts);
        if let Some(group) = defs.overflow {
            let message = "decoration groups exceed the limit";
            return Err(Error::at_word(Code::Limit, group.offset, message));
        }
        let (head, made, variables) = (Vec::new(), Vec::new(), Vec::new());
        let names = vec![0; header.bound as usize];
        let mut index = Index { defs, head, made, variables, names, member_names: Vec::new() };
        for (at, inst) in insts[..index.globals].iter().enumerate() {
            match inst.op {
                Op::Name => index.names[inst.id(0) as usize] = at as u32 + 1,
                Op::MemberName => index.member_names.push((inst.id(0), inst.literal(1), at as u32)),
                Op::Capability
                | Op::Extension
                | Op::MemoryModel
                | Op::Source
                | Op::EntryPoint
                | Op::ExecutionMode
                | Op::ExecutionModeId => index.head.push(inst),
                Op::Variable | Op::UntypedVariableKHR => index.variables.push(inst),
                _ if inst.result.is_some() => index.made.push(inst),
                _ => {}
            }
        }
        index.member_names.sort_unstable();
        Ok(index)
    }

    /// The type of a value, or 0.
    pub(crate) fn type_of(&self, value: u32) -> u32 {
        self.def(value).map_or(0, Access::type_id)
    }

    /// The name of an id, or nothing.
    pub(crate) fn name(&self, id: u32) -> &'m str {
        let at = self.names.get(id as usize).and_then(|at| at.checked_sub(1));
        at.map_or("", |at| self.insts[at as usize].text(1))
    }

    /// The name of a member, or nothing.
    pub(crate) fn member_name(&self, id: u32, member: u32) -> &'m str {
        // The last name of a member counts.
        let end = self.member_names.partition_point(|(of, at, _)| (*of, *at) <= (id, member));
        match self.member_names[..end].last() {
            Some((of, at, inst)) if (*of, *at) == (id, member) => self.insts[*inst as usize].text(2),
            _ => "",
        }
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
        self.is_decorated(id, kind)
    }
}
