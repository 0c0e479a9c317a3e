//! The components of inputs that no instruction reads, whose rows the host need not fill in.
//!
//! It must not know what rows mean.

use crate::interface::{Found, VariableKind};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::Op;

/// All components.
const ALL: u32 = u32::MAX;

/// A variable that is a vector of words: its first row and the number of its components.
struct Vector {
    first: usize,
    count: u32,
    /// The components that are read.
    read: u32,
}

/// Marks the rows of components that the shader does not read.
pub(crate) fn mark(index: &Index<'_>, found: &mut Found) {
    let (mut vectors, mut values) = (Vec::new(), FxHashMap::default());
    for variable in &found.variables {
        let VariableKind::Input(first) = variable.kind else { continue };
        let Some(def) = index.def(variable.ty).filter(|def| def.op == Op::TypeVector) else { continue };
        let (first, count) = (first as usize, def.literal(1));
        let has_words = found
            .inputs
            .get(first..first + count as usize)
            .is_some_and(|rows| rows.iter().all(|row| row.bits <= 32 && row.name == rows[0].name));
        if has_words {
            values.insert(variable.id, vectors.len());
            vectors.push(Vector { first, count, read: 0 });
        }
    }
    let body = &index.insts[index.globals..];
    // Uses of a value may precede it, in phis of loops.
    for load in body.iter().filter(|inst| inst.op == Op::Load) {
        if let (Some(vector), Some(result)) = (values.get(&load.id(0)).copied(), load.result) {
            values.insert(result, vector);
        }
    }
    for inst in body {
        note(index, inst, &values, &mut vectors);
    }
    for Vector { first, count, read } in vectors {
        (0..count).for_each(|at| found.inputs[first + at as usize].is_read = read >> at & 1 != 0);
    }
}

/// Notes what an instruction reads of vectors and values of them.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn note(index: &Index<'_>, inst: &Inst, values: &FxHashMap<u32, usize>, vectors: &mut [Vector]) {
    let own = |at: usize| match inst.operands.get(at) {
        Some(Operand::Id(id)) => values.get(id).copied(),
        _ => None,
    };
    match inst.op {
        Op::Load => {}
        Op::CompositeExtract => {
            if let Some(vector) = own(0) {
                vectors[vector].read |= 1 << inst.literal(1).min(31);
            }
        }
        Op::AccessChain | Op::InBoundsAccessChain => {
            if let Some(vector) = own(0) {
                let constant = index.def(inst.id(1)).filter(|def| def.op == Op::Constant);
                vectors[vector].read |= constant.map_or(ALL, |def| 1 << def.literal(0).min(31));
            }
        }
        Op::VectorShuffle => shuffle(index, inst, [own(0), own(1)], vectors),
        _ => (0..inst.operands.len()).filter_map(own).for_each(|vector| vectors[vector].read = ALL),
    }
}

/// Notes the components that a shuffle selects.
fn shuffle(index: &Index<'_>, inst: &Inst, operands: [Option<usize>; 2], vectors: &mut [Vector]) {
    let ty = index.def(inst.id(0)).and_then(|def| index.def(def.type_id()));
    let Some(count) = ty.filter(|ty| ty.op == Op::TypeVector).map(|ty| ty.literal(1)) else {
        operands.into_iter().flatten().for_each(|vector| vectors[vector].read = ALL);
        return;
    };
    for at in 2..inst.operands.len() {
        let component = inst.literal(at);
        // 0xFFFFFFFF selects no component.
        let (side, own) = if component < count { (0, component) } else { (1, component - count) };
        if let Some(vector) = operands[side] {
            vectors[vector].read |= 1u32.checked_shl(own).unwrap_or(0);
        }
    }
}
