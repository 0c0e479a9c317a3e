//! Values that may have none, and where they are used.
//!
//! What is uninitialized is `OpUndef`. Which values may come from it is known; whether they do is a truth beside each such
//! value, which the kernel computes: a return value, for one, is selected where a function has returned.

use super::writer::Writer;
use super::{refuse, settles};
use crate::error::Result;
use crate::layout::Layouts;
use crate::lines;
use crate::words;
use dialect::spirv::access::{self, Access, literal_of};
use dialect::spirv::decode::{ExtSet, Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::ops::Range;

/// The parts of a composite that may have no value, a bit each; all parts behind the last bit are one.
type Parts = u64;

/// The values that may have none, or have parts that may have none.
#[derive(Default)]
pub(super) struct Undefined {
    parts: FxHashMap<u32, Parts>,
    /// For each the truth that all of it has a value.
    truths: FxHashMap<u32, u32>,
}

/// The bit of a part.
fn bit(part: u32) -> Parts {
    1 << part.min(63)
}

/// Finds the values that may have none.
///
/// # Errors
/// When that takes too long.
pub(super) fn find(index: &Index<'_>, body: Range<usize>) -> Result<Undefined> {
    let undefined = index.insts.iter().filter(|inst| inst.op == Op::Undef);
    let mut parts: FxHashMap<u32, Parts> =
        undefined.map(|inst| (inst.result_id(), all(index, inst.type_id()))).collect();
    let insts = &index.insts[body.clone()];
    let is_open = |inst: &Inst| inst.op == Op::VectorShuffle && inst.operands.iter().any(is_nothing);
    if parts.is_empty() && !insts.iter().any(is_open) {
        return Ok(Undefined::default());
    }
    let has_settled = settles(|| {
        let mut changes = false;
        for inst in insts {
            let (Some(passed), Some(id)) = (passed(&parts, inst, index), inst.result) else { continue };
            let known = parts.get(&id).copied().unwrap_or(0);
            if passed & !known != 0 {
                parts.insert(id, known | passed);
                changes = true;
            }
        }
        changes
    });
    if !has_settled {
        return refuse(&index.insts[body.start], "its values depend on each other in too many ways");
    }
    Ok(Undefined { parts, truths: FxHashMap::default() })
}

impl Undefined {
    /// Chooses the ids of the truths, some of which are needed before they are computed.
    pub(super) fn begin(&mut self, writer: &mut Writer<'_>) {
        let (index, no) = (writer.code.index, writer.code.truth(false));
        let mut ids: Vec<u32> = self.parts.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let truth = if index.op(id) == Op::Undef { no } else { writer.code.fresh() };
            self.truths.insert(id, truth);
        }
    }

    /// Returns whether an instruction only passes values on.
    pub(super) fn passes(&self, inst: &Inst, index: &Index<'_>) -> bool {
        let is_told = inst.op == Op::ExtInst && lines::set_of(index, inst.id(0)) != Some(ExtSet::Gl);
        is_told || passed(&self.parts, inst, index).is_some()
    }

    /// Reports operands of an instruction that have no value.
    pub(super) fn test(&self, writer: &mut Writer<'_>, inst: &Inst) {
        let mut used = Vec::new();
        access::each_id(&inst.operands, &mut |id| used.extend(self.truths.get(&id).copied()));
        for truth in used {
            let bool = writer.code.bool();
            let lacks = writer.code.value(Op::LogicalNot, bool, &[truth]);
            writer.report(lacks);
        }
    }

    /// Writes the truth beside the result of an instruction that passes values on.
    pub(super) fn pass(&self, writer: &mut Writer<'_>, inst: &Inst) {
        let own = inst.result.filter(|_| inst.op != Op::Undef).and_then(|id| self.truths.get(&id).copied());
        let Some(truth) = own else { return };
        let (bool, yes) = (writer.code.bool(), writer.code.truth(true));
        let of = |id: u32| self.truths.get(&id).copied().unwrap_or(yes);
        if inst.op == Op::Phi {
            let ids: Vec<u32> = inst.ids_from(0).collect();
            let pairs = ids.chunks_exact(2).flat_map(|pair| [of(pair[0]), pair[1]]);
            let operands: Vec<u32> = [bool, truth].into_iter().chain(pairs).collect();
            return words::push(&mut writer.code.out, Op::Phi, &operands);
        }
        let is_open = inst.op == Op::VectorShuffle && inst.operands.iter().any(is_nothing);
        let mut all = if is_open { writer.code.truth(false) } else { yes };
        for id in inst.ids_from(0) {
            all = writer.code.value(Op::LogicalAnd, bool, &[all, of(id)]);
        }
        words::push(&mut writer.code.out, Op::CopyObject, &[bool, truth, all]);
    }
}

/// Returns whether an operand of a shuffle selects no component.
fn is_nothing(operand: &Operand) -> bool {
    literal_of(Some(operand)) == u32::MAX
}

/// The parts without a value of the result of an instruction that passes values on; `None` for all others, which use them.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions use values")]
fn passed(without: &FxHashMap<u32, Parts>, inst: &Inst, index: &Index<'_>) -> Option<Parts> {
    let of = |id: u32| without.get(&id).copied().unwrap_or(0);
    let any = |parts: Parts| if parts == 0 { 0 } else { all(index, inst.type_id()) };
    Some(match inst.op {
        Op::Undef => all(index, inst.type_id()),
        Op::CopyObject | Op::CopyLogical => of(inst.id(0)),
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

/// All parts of a type.
fn all(index: &Index<'_>, ty: u32) -> Parts {
    let layouts = Layouts { index };
    let count = index.def(ty).and_then(|ty| match ty.op {
        Op::TypeVector | Op::TypeMatrix => Some(ty.literal(1)),
        Op::TypeStruct => Some(ty.operands.len() as u32),
        Op::TypeArray => layouts.constant(ty.id(1)),
        _ => Some(1),
    });
    match count {
        Some(count) if count < 63 => bit(count) - 1,
        Some(_) | None => Parts::MAX,
    }
}

/// The number of components of a vector; 0 for other types.
fn parts_of(index: &Index<'_>, ty: u32) -> usize {
    index.def(ty).filter(|ty| ty.op == Op::TypeVector).map_or(0, |ty| ty.literal(1) as usize)
}
