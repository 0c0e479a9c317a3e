//! Values without a value: where one is used, or may be, the interpreter has to look.

use super::refuse;
use crate::error::Result;
use crate::lines;
use dialect::spirv::access::{self, Access, literal_of};
use dialect::spirv::decode::{ExtSet, Inst};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::ops::Range;

/// The parts of a composite that have no value, a bit each; all parts behind the last bit are one.
type Parts = u64;

/// The bit of a part.
fn bit(part: u32) -> Parts {
    1 << part.min(63)
}

/// Makes sure that no instruction uses a value that may have none.
///
/// # Errors
/// When one does.
pub(super) fn check(index: &Index<'_>, body: Range<usize>) -> Result<()> {
    let mut without: FxHashMap<u32, Parts> = FxHashMap::default();
    let undefined = index.insts.iter().filter(|inst| inst.op == Op::Undef);
    without.extend(undefined.map(|inst| (inst.result_id(), Parts::MAX)));
    let is_open = |inst: &Inst| inst.op == Op::VectorShuffle && inst.operands.iter().any(is_nothing);
    if without.is_empty() && !index.insts[body.clone()].iter().any(is_open) {
        return Ok(());
    }
    let mut changes = true;
    let mut rounds = 0;
    while changes {
        changes = false;
        rounds += 1;
        if rounds > super::MOST_ROUNDS {
            return refuse(&index.insts[body.start], "its values depend on each other in too many ways");
        }
        for inst in &index.insts[body.clone()] {
            let (Some(parts), Some(id)) = (passed(&without, inst, index), inst.result) else { continue };
            let known = without.get(&id).copied().unwrap_or(0);
            if parts & !known != 0 {
                without.insert(id, known | parts);
                changes = true;
            }
        }
    }
    let is_named = |inst: &&Inst| inst.op == Op::ExtInst && lines::set_of(index, inst.id(0)) != Some(ExtSet::Gl);
    for inst in index.insts[body].iter().filter(|inst| passed(&without, inst, index).is_none() && !is_named(inst)) {
        let mut uses = false;
        access::each_id(&inst.operands, &mut |id| uses |= without.contains_key(&id));
        if uses {
            return refuse(inst, "a value may be uninitialized");
        }
    }
    Ok(())
}

/// Returns whether an operand of a shuffle selects no component.
fn is_nothing(operand: &dialect::spirv::decode::Operand) -> bool {
    literal_of(Some(operand)) == u32::MAX
}

/// The parts without a value of the result of an instruction that passes values on; `None` for all others, which use them.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions use values")]
fn passed(without: &FxHashMap<u32, Parts>, inst: &Inst, index: &Index<'_>) -> Option<Parts> {
    let of = |id: u32| without.get(&id).copied().unwrap_or(0);
    let any = |parts: Parts| if parts == 0 { 0 } else { Parts::MAX };
    Some(match inst.op {
        Op::Undef => Parts::MAX,
        Op::CopyObject => of(inst.id(0)),
        Op::Phi => inst.ids_from(0).step_by(2).fold(0, |all, id| all | of(id)),
        Op::CompositeInsert => {
            let (own, whole, part) = (of(inst.id(0)), of(inst.id(1)), bit(inst.literal(2)));
            match inst.operands.len() {
                // The last bit is that of several parts.
                3 if part != bit(63) => whole & !part | if own == 0 { 0 } else { part },
                _ => whole | if own == 0 { 0 } else { part },
            }
        }
        Op::CompositeExtract => any(of(inst.id(0)) & bit(inst.literal(1))),
        Op::CompositeConstruct if inst.operands.len() == parts_of(index, inst.type_id()) => {
            (0..).zip(inst.ids_from(0)).fold(0, |all, (at, id)| if of(id) == 0 { all } else { all | bit(at) })
        }
        Op::CompositeConstruct => any(inst.ids_from(0).fold(0, |all, id| all | of(id))),
        Op::VectorShuffle => {
            let first = index.def(inst.id(0)).map_or(0, |value| parts_of(index, value.type_id())) as u32;
            let chosen = inst.operands.get(2..).unwrap_or_default().iter().map(|at| literal_of(Some(at)));
            let has_none = |at: u32| match at {
                u32::MAX => true,
                at if at < first => of(inst.id(0)) & bit(at) != 0,
                at => of(inst.id(1)) & bit(at - first) != 0,
            };
            (0..).zip(chosen).fold(0, |all, (at, from)| if has_none(from) { all | bit(at) } else { all })
        }
        _ => return None,
    })
}

/// The number of components of a vector; 0 for other types.
fn parts_of(index: &Index<'_>, ty: u32) -> usize {
    index.def(ty).filter(|ty| ty.op == Op::TypeVector).map_or(0, |ty| ty.literal(1) as usize)
}
