//! Atomic operations. Orders beyond that of the single address come from the barriers around them.

use crate::error::{Result, invalid, unsupported};
use crate::lowering::Lowering;
use crate::lowering::place::{Guard, Place};
use crate::lowering::storage::SINK;
use crate::wave_op::Join;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{BinOp, IntPredicate, Intrinsic, Ordering};
use dialect::llvm::ops::Opcode;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use spirv::{Op, StorageClass};

/// An address that is safe to access, and whether it is the requested one.
struct Target {
    address: ValueId,
    ok: Option<ValueId>,
    ty: TypeId,
    align: u32,
}

fn target(lowering: &mut Lowering<'_>, op: OpId) -> Result<Target> {
    let pointer = lowering.known.source[op].operands[0];
    let typed = dialect::spirv::facts::pointer(lowering.known.source, lowering.known.source.type_of(pointer));
    // An untyped pointer leads to the type that is read or written.
    let values = &lowering.known.source[op];
    let value = values.results.first().or(values.operands.get(1)).copied();
    let pointee = match (typed, value) {
        (Some((pointee, _)), _) => pointee,
        (None, Some(value)) => lowering.known.source.type_of(value),
        (None, None) => return invalid("an atomic operation has no value"),
    };
    let place = super::memory::accessed(lowering, pointer, pointee)?;
    let ty = lowering.ty(pointee)?;
    let align = lowering.b.width(ty) / 8;
    match place {
        Place::Memory(memory) => {
            let size = lowering.known.layouts.size(memory.shape)?;
            // Atomic operations need aligned addresses; a misaligned one is rounded down.
            let last = lowering.b.i64(!(size.max(1) - 1));
            let offset = lowering.b.binary(Opcode::And, memory.offset, last);
            let memory = crate::lowering::place::Memory { offset, ..memory };
            let ok = memory.limit.map(|limit| lowering.in_range(offset, size, limit));
            let address = lowering.address(&memory, size, Guard::Sink)?;
            Ok(Target { address, ok, ty, align })
        }
        // The host was requested the size of the pointer's type.
        Place::Texel { ty: texel, .. } if texel != pointee => {
            unsupported(lowering.name(op), "texel pointer used as another pointer")
        }
        Place::Texel { address, .. } => {
            let ptr = lowering.b.ptr();
            let null = lowering.b.zero(ptr);
            let ok = lowering.b.icmp(IntPredicate::Ne, address, null);
            let scratch = lowering.env()?.scratch;
            let sink = lowering.b.gep_const(scratch, SINK);
            let address = lowering.b.select(ok, address, sink);
            Ok(Target { address, ok: Some(ok), ty, align })
        }
        Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } => {
            invalid("an atomic operation on a non-memory operand")
        }
    }
}

/// An operand, which has the type of the memory at the address.
fn operand(lowering: &mut Lowering<'_>, op: OpId, index: usize, target: &Target) -> Result<ValueId> {
    let value = lowering.operand(op, index)?;
    match lowering.b.type_of(value) == target.ty {
        true => Ok(value),
        false => {
            invalid(format!("an operand of '{}' is not of the type that its pointer points to", lowering.name(op)))
        }
    }
}

/// Result of an operation: 0 out of range.
fn checked(lowering: &mut Lowering<'_>, target: &Target, value: ValueId) -> ValueId {
    let Some(ok) = target.ok else { return value };
    let zero = lowering.b.zero(lowering.b.type_of(value));
    lowering.b.select(ok, value, zero)
}

pub(super) fn load(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let target = target(lowering, op)?;
    let value = lowering.b.load(target.address, target.ty, target.align);
    lowering.b.order_value(value, Ordering::Monotonic);
    Ok(checked(lowering, &target, value))
}

pub(super) fn store(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let target = target(lowering, op)?;
    let value = operand(lowering, op, 1, &target)?;
    let store = lowering.b.store(value, target.address, target.align);
    lowering.b.order(store, Ordering::Monotonic);
    Ok(())
}

fn bin_op(lowering: &Lowering<'_>, op: OpId, ty: TypeId) -> Result<BinOp> {
    let is_float = matches!(lowering.b.ty(ty), Type::Float { .. });
    let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else {
        return invalid("not an atomic operation");
    };
    Ok(match code {
        Op::AtomicExchange => BinOp::Xchg,
        Op::AtomicIAdd | Op::AtomicIIncrement => BinOp::Add,
        Op::AtomicISub | Op::AtomicIDecrement => BinOp::Sub,
        Op::AtomicSMin => BinOp::Min,
        Op::AtomicUMin => BinOp::UMin,
        Op::AtomicSMax => BinOp::Max,
        Op::AtomicUMax => BinOp::UMax,
        Op::AtomicAnd => BinOp::And,
        Op::AtomicOr => BinOp::Or,
        Op::AtomicXor => BinOp::Xor,
        Op::AtomicFAddEXT if is_float => BinOp::FAdd,
        Op::AtomicFMinEXT if is_float => BinOp::FMin,
        Op::AtomicFMaxEXT if is_float => BinOp::FMax,
        _ => return unsupported(lowering.name(op), "this atomic operation is not known"),
    })
}

pub(super) fn read_modify_write(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let target = target(lowering, op)?;
    let operand = match lowering.known.source[op].operands.get(1) {
        Some(_) => operand(lowering, op, 1, &target)?,
        None => lowering.b.iconst(target.ty, 1),
    };
    let value = changed(lowering, op, &target, operand)?;
    Ok(checked(lowering, &target, value))
}

/// One operation for all lanes of a wave, with the reduction of their operands; each lane's result includes the
/// operands of the lanes before it.
pub(crate) fn for_all(lowering: &mut Lowering<'_>, op: OpId, joined: ValueId, before: ValueId) -> Result<ValueId> {
    let target = target(lowering, op)?;
    let Some(join) = join_of(bin_op(lowering, op, target.ty)?) else {
        return unsupported(lowering.name(op), "exchanges cannot be combined across lanes");
    };
    if lowering.b.type_of(joined) != target.ty {
        return invalid(format!("an operand of '{}' is not what its pointer points to", lowering.name(op)));
    }
    let old = changed(lowering, op, &target, joined)?;
    let lanes = lowering.width();
    let old = lowering.b.splat_of(old, lanes);
    let found = join.apply(&mut lowering.b, old, before);
    Ok(checked(lowering, &target, found))
}

/// The reduction by which lanes combine their operands before one atomic; `None` if the lanes must run one by one,
/// because numbers are rounded.
pub(crate) fn joins_lanes(code: Op) -> Option<Join> {
    Some(match code {
        Op::AtomicIAdd | Op::AtomicIIncrement | Op::AtomicISub | Op::AtomicIDecrement => Join::Int(Opcode::Add),
        Op::AtomicSMin => Join::Math(Intrinsic::SMin),
        Op::AtomicUMin => Join::Math(Intrinsic::UMin),
        Op::AtomicSMax => Join::Math(Intrinsic::SMax),
        Op::AtomicUMax => Join::Math(Intrinsic::UMax),
        Op::AtomicAnd => Join::Int(Opcode::And),
        Op::AtomicOr => Join::Int(Opcode::Or),
        Op::AtomicXor => Join::Int(Opcode::Xor),
        _ => return None,
    })
}

/// The reduction of an atomic, for updates of adjacent numbers in one step; `None` if it has none.
pub(crate) fn joins(lowering: &Lowering<'_>, op: OpId, ty: TypeId) -> Result<Option<Join>> {
    Ok(join_of(bin_op(lowering, op, ty)?))
}

/// Changes the memory at the address; returns the old value.
fn changed(lowering: &mut Lowering<'_>, op: OpId, target: &Target, operand: ValueId) -> Result<ValueId> {
    let bin_op = bin_op(lowering, op, target.ty)?;
    Ok(match is_of_one_thread(lowering, op) {
        true => in_turn(lowering, bin_op, target, operand),
        false => lowering.b.atomic_rmw(bin_op, target.address, operand),
    })
}

/// Returns whether the memory is private to the thread, so that a load and a store are atomic: a workgroup is one thread.
fn is_of_one_thread(lowering: &Lowering<'_>, op: OpId) -> bool {
    let pointer = lowering.known.source.type_of(lowering.known.source[op].operands[0]);
    matches!(
        facts::storage_of(lowering.known.source, pointer),
        Some(StorageClass::Workgroup | StorageClass::Function | StorageClass::Private)
    )
}

/// Reads and then writes; returns the old value.
fn in_turn(lowering: &mut Lowering<'_>, bin_op: BinOp, target: &Target, operand: ValueId) -> ValueId {
    let b = &mut lowering.b;
    let old = b.load(target.address, target.ty, target.align);
    let new = match join_of(bin_op) {
        Some(join) => join.apply(b, old, operand),
        None => operand,
    };
    b.store(new, target.address, target.align);
    old
}

/// The reduction that an operation does with memory and its operand; `None` if it replaces the value in memory.
fn join_of(bin_op: BinOp) -> Option<Join> {
    Some(match bin_op {
        BinOp::Xchg => return None,
        BinOp::Add => Join::Int(Opcode::Add),
        BinOp::Sub => Join::Int(Opcode::Sub),
        BinOp::Min => Join::Math(Intrinsic::SMin),
        BinOp::UMin => Join::Math(Intrinsic::UMin),
        BinOp::Max => Join::Math(Intrinsic::SMax),
        BinOp::UMax => Join::Math(Intrinsic::UMax),
        BinOp::And => Join::Int(Opcode::And),
        BinOp::Or => Join::Int(Opcode::Or),
        BinOp::Xor => Join::Int(Opcode::Xor),
        BinOp::FAdd => Join::Float(Opcode::FAdd),
        BinOp::FSub => Join::Float(Opcode::FSub),
        BinOp::FMin => Join::Math(Intrinsic::MinNum),
        BinOp::FMax => Join::Math(Intrinsic::MaxNum),
    })
}

pub(super) fn compare_exchange(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let target = target(lowering, op)?;
    let (new, expected) = (operand(lowering, op, 1, &target)?, operand(lowering, op, 2, &target)?);
    let value = match is_of_one_thread(lowering, op) {
        true => {
            let old = lowering.b.load(target.address, target.ty, target.align);
            let is_expected = lowering.b.icmp(IntPredicate::Eq, old, expected);
            let new = lowering.b.select(is_expected, new, old);
            lowering.b.store(new, target.address, target.align);
            old
        }
        false => lowering.b.cmpxchg(target.address, expected, new),
    };
    Ok(checked(lowering, &target, value))
}

pub(super) fn flag_test_and_set(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let target = target(lowering, op)?;
    let (zero, one) = (lowering.b.iconst(target.ty, 0), lowering.b.iconst(target.ty, 1));
    let value = lowering.b.atomic_rmw(BinOp::Xchg, target.address, one);
    let value = checked(lowering, &target, value);
    Ok(lowering.b.icmp(IntPredicate::Ne, value, zero))
}

pub(super) fn flag_clear(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let target = target(lowering, op)?;
    let zero = lowering.b.iconst(target.ty, 0);
    let store = lowering.b.store(zero, target.address, target.align);
    lowering.b.order(store, Ordering::Monotonic);
    Ok(())
}
