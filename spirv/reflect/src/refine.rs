//! Capabilities whose needs differ with what a module does: which of them its instructions really ask for.

use crate::constants::Constants;
use crate::index::Index;
use crate::tables::capabilities::Row;
use crate::tables::need::Need;
use dialect::spirv::access::{Access, literal_of};
use dialect::spirv::decode::Inst;
use dialect::spirv::{effects, ops};
use rustc_hash::FxHashSet;
use spirv::{Capability, ExecutionMode, Op, Scope, StorageClass};

/// Capabilities of atomic operations: each memory that these touch needs a feature of its own.
const ATOMICS: [Capability; 7] = [
    Capability::Int64Atomics,
    Capability::AtomicFloat16AddEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat16MinMaxEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64MinMaxEXT,
];

/// Returns whether each of the needs that are picked is one, and not any of them.
pub(crate) fn is_every(capability: Capability) -> bool {
    ATOMICS.contains(&capability) || capability == Capability::FMAKHR || float_control(capability).is_some()
}

/// The execution mode of a capability whose needs differ with the width of numbers.
fn float_control(capability: Capability) -> Option<ExecutionMode> {
    match capability {
        Capability::DenormPreserve => Some(ExecutionMode::DenormPreserve),
        Capability::DenormFlushToZero => Some(ExecutionMode::DenormFlushToZero),
        Capability::SignedZeroInfNanPreserve => Some(ExecutionMode::SignedZeroInfNanPreserve),
        Capability::RoundingModeRTE => Some(ExecutionMode::RoundingModeRTE),
        Capability::RoundingModeRTZ => Some(ExecutionMode::RoundingModeRTZ),
        _ => None,
    }
}

/// Those of a capability's needs that the module really has; all where it shows none.
pub(crate) fn picked(index: &Index<'_>, row: &Row) -> Vec<Need> {
    let by_name = |parts: &FxHashSet<String>| -> Vec<Need> {
        let is_meant = |need: &&Need| match need {
            Need::Feature { name, .. } | Need::Property { name, .. } => parts.iter().any(|part| name.contains(part)),
            _ => false,
        };
        row.needs.iter().filter(is_meant).copied().collect()
    };
    let parts = match float_control(row.capability) {
        Some(mode) => widths_of(index, mode),
        None if row.capability == Capability::FMAKHR => fused(index),
        None if is_every(row.capability) => memories(index, row.capability),
        None => return row.needs.to_vec(),
    };
    let found = by_name(&parts);
    if found.is_empty() { row.needs.first().copied().into_iter().collect() } else { found }
}

/// `Float16`, `Float32` and `Float64` as far as an execution mode names them.
fn widths_of(index: &Index<'_>, mode: ExecutionMode) -> FxHashSet<String> {
    let modes = index.head.iter().filter(|inst| inst.op == Op::ExecutionMode);
    let named = modes.filter(|inst| inst.value(1) == mode as u32);
    named.map(|inst| format!("Float{}", literal_of(inst.params(1).first()))).collect()
}

/// The widths of fused products and sums.
fn fused(index: &Index<'_>) -> FxHashSet<String> {
    let fmas = index.insts[index.globals..].iter().filter(|inst| inst.op == Op::FmaKHR);
    fmas.map(|inst| format!("Float{}", width(index, inst.type_id()))).collect()
}

/// The memories that atomic operations of a capability touch, as names of features have them.
fn memories(index: &Index<'_>, capability: Capability) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for inst in &index.insts[index.globals..] {
        if !is_atomic_of(index, inst, capability) {
            continue;
        }
        let memory = match index.def(index.type_of(inst.id(0))).and_then(|ty| StorageClass::from_u32(ty.value(0))) {
            Some(StorageClass::Workgroup) => "Shared",
            Some(StorageClass::Image) => "Image",
            _ => "Buffer",
        };
        found.insert(memory.to_owned());
    }
    found
}

fn is_atomic_of(index: &Index<'_>, inst: &Inst, capability: Capability) -> bool {
    let is_sum = inst.op == Op::AtomicFAddEXT;
    let is_bound = matches!(inst.op, Op::AtomicFMinEXT | Op::AtomicFMaxEXT);
    let is_whole = || {
        let is_access = effects::of(ops::core(inst.op)).kept && index.op(index.type_of(inst.id(0))) == Op::TypePointer;
        is_access && index.op(ty_of(index, inst)) == Op::TypeInt
    };
    let width = width(index, ty_of(index, inst));
    match capability {
        Capability::Int64Atomics => width == 64 && is_whole(),
        Capability::AtomicFloat16AddEXT => is_sum && width == 16,
        Capability::AtomicFloat32AddEXT => is_sum && width == 32,
        Capability::AtomicFloat64AddEXT => is_sum && width == 64,
        Capability::AtomicFloat16MinMaxEXT => is_bound && width == 16,
        Capability::AtomicFloat32MinMaxEXT => is_bound && width == 32,
        Capability::AtomicFloat64MinMaxEXT => is_bound && width == 64,
        _ => false,
    }
}

/// The type of the numbers of an atomic operation. A store has no result: its value says which they are.
fn ty_of(index: &Index<'_>, inst: &Inst) -> u32 {
    inst.ty.unwrap_or_else(|| index.type_of(inst.id(3)))
}

/// The width of the numbers that a type is made of; 0 for others.
fn width(index: &Index<'_>, ty: u32) -> u32 {
    match index.def(ty) {
        Some(inst) if matches!(inst.op, Op::TypeInt | Op::TypeFloat) => inst.literal(0),
        Some(inst) if inst.op == Op::TypeVector => index
            .def(inst.id(0))
            .filter(|elem| matches!(elem.op, Op::TypeInt | Op::TypeFloat))
            .map_or(0, |e| e.literal(0)),
        _ => 0,
    }
}

/// Returns whether invocations of a subgroup exchange numbers that are not of 32 bits.
pub(crate) fn is_small_group(index: &Index<'_>, constants: &Constants, inst: &Inst) -> bool {
    use Op::*;
    let is_group = matches!(
        inst.op,
        GroupNonUniformAllEqual
            | GroupNonUniformBroadcast
            | GroupNonUniformBroadcastFirst
            | GroupNonUniformShuffle
            | GroupNonUniformShuffleXor
            | GroupNonUniformShuffleUp
            | GroupNonUniformShuffleDown
            | GroupNonUniformIAdd
            | GroupNonUniformFAdd
            | GroupNonUniformIMul
            | GroupNonUniformFMul
            | GroupNonUniformSMin
            | GroupNonUniformUMin
            | GroupNonUniformFMin
            | GroupNonUniformSMax
            | GroupNonUniformUMax
            | GroupNonUniformFMax
            | GroupNonUniformBitwiseAnd
            | GroupNonUniformBitwiseOr
            | GroupNonUniformBitwiseXor
            | GroupNonUniformQuadBroadcast
            | GroupNonUniformQuadSwap
            | GroupNonUniformRotateKHR
    );
    let is_subgroup = || constants.value(inst.id(0)) == Some(Scope::Subgroup as u64);
    is_group && is_subgroup() && matches!(width(index, inst.type_id()), 8 | 16 | 64)
}
