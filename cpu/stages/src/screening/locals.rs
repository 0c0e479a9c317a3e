//! Variables of the function that stay variables: arrays with indices that only the run knows. Which of their parts have a
//! value is kept in a variable beside each.

use super::refuse;
use super::writer::Writer;
use crate::error::Result;
use crate::layout::Layouts;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};
use std::ops::Range;

/// The most parts of a variable that is read as a whole.
const MOST_PARTS: u32 = 32;

/// The variable beside one: a truth for each part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    variable: u32,
    /// Its type, an array.
    ty: u32,
    count: u32,
}

/// The parts of a composite type.
fn parts(layouts: Layouts<'_>, ty: u32) -> Option<u32> {
    let own = layouts.index.def(ty)?;
    match own.op {
        Op::TypeArray => layouts.constant(own.id(1)),
        Op::TypeStruct => Some(own.operands.len() as u32),
        Op::TypeVector | Op::TypeMatrix => Some(own.literal(1)),
        _ => Some(1),
    }
}

/// Returns whether an instruction declares a variable of the function.
fn is_local(inst: &Inst) -> bool {
    inst.op == Op::Variable && inst.value(0) == StorageClass::Function as u32
}

/// Declares the marks of the variables in a function that have no initial value, in words.
///
/// # Errors
/// When the size of one is not known.
pub(super) fn declare(
    writer: &mut Writer<'_>,
    body: Range<usize>,
    out: &mut Vec<u32>,
) -> Result<FxHashMap<u32, Marks>> {
    let mut marks = FxHashMap::default();
    let index = writer.code.index;
    for inst in index.insts[body].iter().filter(|inst| is_local(inst) && inst.operands.len() == 1) {
        let ty = index.def(inst.type_id()).map_or(0, |ty| ty.id(1));
        let Some(count) = parts(Layouts { index }, ty).filter(|count| *count > 0) else {
            return refuse(inst, "its size is not known");
        };
        let (bool, length) = (writer.code.bool(), writer.code.number(count));
        let ty = writer.code.types.get(&mut writer.code.ids, Op::TypeArray, &[bool, length]);
        let none = writer.code.null(ty);
        let variable = writer.local(out, ty, Some(none));
        marks.insert(inst.result_id(), Marks { variable, ty, count });
    }
    Ok(marks)
}

impl Writer<'_> {
    /// Tests a load from a variable, or notes a store.
    pub(super) fn local_access(&mut self, inst: &Inst, marks: &FxHashMap<u32, Marks>) -> Result<()> {
        let index = self.code.index;
        let Some((variable, chosen)) = first_index(index, inst.id(0)) else {
            return refuse(inst, "its pointer leads to what is not known");
        };
        let Some(own) = marks.get(&variable).copied() else { return Ok(()) };
        match (inst.op, chosen) {
            (Op::Load, Some((part, _))) => {
                let has = self.mark(own, part);
                let value = self.load_truth(has);
                self.report_none(value);
            }
            (Op::Load, None) => self.whole(inst, own)?,
            (Op::Store, Some((part, true))) => {
                let (has, yes) = (self.mark(own, part), self.code.truth(true));
                self.code.store(has, yes);
            }
            // What is written in parts has a value where it is written as a whole.
            (Op::Store, Some((_, false))) => {}
            (_, _) => {
                let yes = self.code.truth(true);
                let operands = vec![yes; own.count as usize];
                let all = self.code.types.constant(&mut self.code.ids, Op::ConstantComposite, own.ty, &operands);
                self.code.store(own.variable, all);
            }
        }
        Ok(())
    }

    fn mark(&mut self, own: Marks, part: u32) -> u32 {
        let bool = self.code.bool();
        let pointer = self.code.pointer(StorageClass::Function, bool);
        self.code.value(Op::AccessChain, pointer, &[own.variable, part])
    }

    fn load_truth(&mut self, pointer: u32) -> u32 {
        let bool = self.code.bool();
        self.code.load(bool, pointer)
    }

    fn report_none(&mut self, has: u32) {
        let bool = self.code.bool();
        let strays = self.code.value(Op::LogicalNot, bool, &[has]);
        self.report(strays);
    }

    /// Tests all parts of a variable.
    fn whole(&mut self, inst: &Inst, own: Marks) -> Result<()> {
        if own.count > MOST_PARTS {
            return refuse(inst, "it loads a large array that may be uninitialized");
        }
        for part in 0..own.count {
            let part = self.code.number(part);
            let has = self.mark(own, part);
            let value = self.load_truth(has);
            self.report_none(value);
        }
        Ok(())
    }
}

/// The variable of a pointer, and the first index on the way to it, with true if it is the only one.
fn first_index(index: &Index<'_>, pointer: u32) -> Option<(u32, Option<(u32, bool)>)> {
    let mut chosen = None;
    let mut at = index.def(pointer)?;
    for _ in 0..64 {
        match at.op {
            Op::Variable => return Some((at.result_id(), chosen)),
            Op::AccessChain | Op::InBoundsAccessChain => {
                let own = at.ids_from(1).count();
                if own > 0 {
                    chosen = Some((at.id(1), own == 1 && chosen.is_none()));
                }
            }
            Op::CopyObject => {}
            _ => return None,
        }
        at = index.def(at.id(0))?;
    }
    None
}
