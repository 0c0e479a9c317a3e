//! The first pass over a module: names, decorations and forward declarations, which may precede or follow what they are about.
//!
//! Knows nothing of the module that is made of them.

use super::error::error;
use super::table::Table;
use crate::diagnostics::{Code, Result};
use crate::spirv::decode::{Inst, Operand};
use base::ids::Map;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The limit of decorations from groups for all targets together. A group that is a target doubles its decorations with
/// one word.
const MAX_GROUPED: usize = 1 << 20;

/// The decorations of an id's members, with the offset of the first one.
pub(super) type MemberDecorations<'i> = (Vec<(u32, &'i Operand)>, u32);

/// What a module says about its ids.
pub(super) struct Annotations<'i> {
    /// The names of ids, with their offsets.
    pub(super) names: Table<(&'i str, u32)>,
    pub(super) member_names: FxHashMap<u32, Map<u32, &'i str>>,
    /// The decorations of ids, with their offsets.
    pub(super) decorations: Table<Vec<(&'i Operand, u32)>>,
    pub(super) member_decorations: FxHashMap<u32, MemberDecorations<'i>>,
    /// The number of decorations that groups have made.
    grouped: usize,
    /// The pointee ids of forward-declared pointers.
    pub(super) pointees: FxHashMap<u32, u32>,
    /// The offset and the storage class of each forward declaration.
    pub(super) announced: FxHashMap<u32, (u32, u32)>,
    pub(super) structs: FxHashSet<u32>,
}

impl<'i> Annotations<'i> {
    /// The annotations in instructions whose ids are below `bound`.
    pub(super) fn of(insts: &'i [Inst], bound: u32) -> Result<Self> {
        let mut annotations = Annotations {
            names: Table::new(bound),
            member_names: FxHashMap::default(),
            decorations: Table::new(bound),
            member_decorations: FxHashMap::default(),
            grouped: 0,
            pointees: FxHashMap::default(),
            announced: FxHashMap::default(),
            structs: FxHashSet::default(),
        };
        let mut defined = vec![false; bound as usize];
        for inst in insts {
            if let Some(id) = inst.result
                && std::mem::replace(&mut defined[id as usize], true)
            {
                return error(Code::Id, inst, format!("%{id} is defined twice"));
            }
            annotations.scan(inst)?;
        }
        Ok(annotations)
    }

    fn scan(&mut self, inst: &'i Inst) -> Result<()> {
        // An instruction with a result type defines a value: it is not a name and no decoration.
        if inst.ty.is_some() {
            return Ok(());
        }
        match (inst.op, inst.operands.as_slice()) {
            (Op::Name, [Operand::Id(id), Operand::Text(name)]) if !name.is_empty() => {
                self.names.insert(*id, (name, inst.offset));
            }
            (Op::MemberName, [Operand::Id(id), Operand::Literal(member), Operand::Text(name)]) => {
                self.member_names.entry(*id).or_default().insert(*member, name);
            }
            (Op::Decorate | Op::DecorateId | Op::DecorateString, [Operand::Id(id), decoration]) => {
                self.decorations.get_or_insert(*id, Vec::new()).push((decoration, inst.offset));
            }
            (
                Op::MemberDecorate | Op::MemberDecorateString,
                [Operand::Id(id), Operand::Literal(member), decoration],
            ) => {
                let members = self.member_decorations.entry(*id);
                members.or_insert((Vec::new(), inst.offset)).0.push((*member, decoration));
            }
            (Op::GroupDecorate, [Operand::Id(group), targets @ ..]) => self.group_decorate(inst, *group, targets)?,
            (Op::GroupMemberDecorate, [Operand::Id(group), targets @ ..]) => {
                self.group_member_decorate(inst, *group, targets)?;
            }
            (Op::TypeForwardPointer, [Operand::Id(pointer), Operand::Enum(_, storage, _)]) => {
                self.announced.entry(*pointer).or_insert((inst.offset, *storage));
            }
            (Op::TypeStruct, _) => {
                self.structs.insert(inst.result.unwrap_or(0));
            }
            (Op::TypePointer, [_, Operand::Id(pointee)]) => {
                self.pointees.insert(inst.result.unwrap_or(0), *pointee);
            }
            _ => {}
        }
        Ok(())
    }

    fn group_decorate(&mut self, inst: &Inst, group: u32, targets: &[Operand]) -> Result<()> {
        let decorations = self.decorations_of_group(inst, group, targets.len())?;
        for target in targets {
            if let Operand::Id(id) = target {
                self.decorations.get_or_insert(*id, Vec::new()).extend(&decorations);
            }
        }
        Ok(())
    }

    fn group_member_decorate(&mut self, inst: &Inst, group: u32, targets: &[Operand]) -> Result<()> {
        let decorations = self.decorations_of_group(inst, group, targets.len() / 2)?;
        for pair in targets.chunks_exact(2) {
            if let [Operand::Id(id), Operand::Literal(member)] = pair {
                let Some((_, at)) = decorations.first() else { continue };
                let (members, _) = self.member_decorations.entry(*id).or_insert((Vec::new(), *at));
                members.extend(decorations.iter().map(|(decoration, _)| (*member, *decoration)));
            }
        }
        Ok(())
    }

    /// The decorations of a group for this many targets. Looking them up costs something even if there are none.
    fn decorations_of_group(&mut self, inst: &Inst, group: u32, targets: usize) -> Result<Vec<(&'i Operand, u32)>> {
        let Some(decorations) = self.decorations.get(group) else { return Ok(Vec::new()) };
        self.grouped = self.grouped.saturating_add(decorations.len().saturating_mul(targets.max(1)));
        if self.grouped > MAX_GROUPED {
            let message = format!("all targets of groups have more than {MAX_GROUPED} decorations together");
            return error(Code::Limit, inst, message);
        }
        Ok(decorations.clone())
    }
}
