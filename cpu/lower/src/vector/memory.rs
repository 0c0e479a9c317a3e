//! Loads and stores of all lanes at once. No access leaves the bound memory: each lane's is checked, and masked out if
//! it fails. Those of a workgroup to its own element of the host's rows are not checked: the host binds an element for each, and
//! indices stay inside of it.
//!
//! Lanes with consecutive elements load one piece; whether they are consecutive may be tested at run time.

use crate::error::{Result, invalid};
use crate::facts::{self, part_type};
use crate::interface::Variable;
use crate::lowering::Lowering;
use crate::lowering::place::{Memory, Place};
use dialect::ir::{OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::build::Masks;
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use spirv::Op;

/// Returns whether a pointer leads along its own type into one buffer, or into a variable.
pub(super) fn is_plain(lowering: &Lowering<'_>, pointer: ValueId) -> bool {
    let module = lowering.known.source;
    let mut value = pointer;
    loop {
        let Some(op) = module.defining_op(value).filter(|_| facts::is_remade(module, value)) else { return false };
        match ops::code(module, op) {
            Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)) => value = module[op].operands[0],
            Some(Code::Core(Op::Variable)) => return true,
            Some(Code::Mlir(Mlir::AddressOf)) => return is_plain_variable(lowering, op),
            _ => return false,
        }
    }
}

fn is_plain_variable(lowering: &Lowering<'_>, op: OpId) -> bool {
    let name = module_facts::symbol_of(lowering.known.source, op, attrs::SYMBOL);
    let variable = name.and_then(|name| lowering.known.interface.variables.get(&name)).map(|(_, variable)| *variable);
    match variable {
        Some(
            Variable::Buffer { array: None, .. }
            | Variable::Push
            | Variable::Builtin(_)
            | Variable::Workgroup
            | Variable::Private,
        ) => true,
        Some(Variable::Buffer { array: Some(_), .. } | Variable::Resource { .. }) | None => false,
    }
}

/// The memory that a pointer leads to, for all lanes.
pub(super) fn memory(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<Memory> {
    match lowering.place(pointer)? {
        Place::Memory(memory) => Ok(memory),
        Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } | Place::Texel { .. } => {
            invalid("resource accessed as memory")
        }
    }
}

/// A part of something in memory.
pub(super) fn part_of(lowering: &mut Lowering<'_>, memory: &Memory, index: u32) -> Result<Memory> {
    match &lowering.known.source.ctx[memory.shape.ty] {
        Type::Vector { elem, .. } => lowering.component_of(memory, *elem, index),
        Type::Spirv(SpirvType::Array { .. } | SpirvType::Matrix { .. } | SpirvType::Struct { .. }) => {
            part_type(lowering.known.source, memory.shape.ty, index)?;
            lowering.part_of(memory, u64::from(index))
        }
        _ => invalid("cannot index a scalar"),
    }
}

/// Offsets in memory of this size are positive in 32 bits.
const MOST_SMALL: u64 = i32::MAX as u64;

/// A gather or scatter.
struct Access {
    base: ValueId,
    /// Each lane's distance from the base.
    offsets: ValueId,
    /// The lanes that take part.
    mask: ValueId,
}

/// Lanes that may be consecutive.
struct Row {
    /// The address of the first lane's element.
    address: ValueId,
    /// True if the others follow it, and need no check.
    follow: ValueId,
    /// The active lanes in that case.
    mask: ValueId,
    /// The access of lanes that are not consecutive, if the test needs it. Otherwise it is computed only in that case.
    apart: Option<Access>,
}

impl Row {
    /// The access of lanes that are not consecutive, in their block.
    fn apart(self, lowering: &mut Lowering<'_>, memory: &Memory) -> Result<Access> {
        self.apart.map_or_else(|| access(lowering, memory), Ok)
    }
}

/// The vector type of an element in memory.
pub(super) fn stored_type(lowering: &mut Lowering<'_>, ty: TypeId) -> Result<TypeId> {
    let scalar = lowering.memory_type(ty)?;
    let lanes = lowering.width();
    Ok(lowering.b.module.ctx.vector(scalar, lanes))
}

fn access(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<Access> {
    let bytes = lowering.known.layouts.size(memory.shape)?;
    let (lanes, i64) = (lowering.width(), lowering.b.int(64));
    let mut mask = lowering.wide()?.mask;
    let mut offsets = memory.offset;
    if lowering.b.lanes(lowering.b.type_of(offsets)) == 1 {
        offsets = lowering.b.splat_of(offsets, lanes);
    }
    if let Some(limit) = memory.limit {
        let less = lowering.b.i64(bytes.saturating_sub(1));
        let last = lowering.b.math(Intrinsic::USubSat, &[limit, less]);
        let last = lowering.b.splat_of(last, lanes);
        let ok = lowering.b.icmp(IntPredicate::Ult, offsets, last);
        mask = lowering.b.binary(Opcode::And, mask, ok);
    }
    if let Some(rows) = memory.own {
        let counting = lowering.b.counting(i64, lanes);
        offsets = lowering.in_rows(rows, offsets, counting);
    }
    if is_small(memory) {
        let (ty, word) = (lowering.b.type_of(offsets), lowering.b.int(32));
        let words = lowering.b.module.ctx.with_scalar(ty, word);
        offsets = lowering.b.cast(Opcode::Trunc, offsets, words);
    }
    Ok(Access { base: memory.base, offsets, mask })
}

/// Returns whether a condition holds and this many bytes are in range.
pub(super) fn within(
    lowering: &mut Lowering<'_>,
    memory: &Memory,
    holds: ValueId,
    first: ValueId,
    bytes: u64,
) -> ValueId {
    let Some(limit) = memory.limit else { return holds };
    let is_in_range = lowering.in_range(first, bytes, limit);
    lowering.b.binary(Opcode::And, holds, is_in_range)
}

/// Returns whether all offsets in shared memory fit 31 bits, of which vectors hold more.
pub(super) fn is_small(memory: &Memory) -> bool {
    memory.limit.is_none() && memory.own.is_none() && (1..=MOST_SMALL).contains(&memory.room)
}

/// The row of lanes that may be consecutive: known at compile time, or tested at run time.
fn row(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<Option<Row>> {
    let (bytes, lanes) = (lowering.known.layouts.size(memory.shape)?, lowering.width());
    let stride = memory.series.map_or(memory.stride, |series| Some(series.stride));
    if memory.own.is_some() || stride != Some(bytes) {
        return Ok(None);
    }
    if let Some(series) = memory.series {
        let all = bytes.saturating_mul(u64::from(lanes));
        let follow = within(lowering, memory, series.holds, series.first, all);
        let (address, mask) = (lowering.b.gep(memory.base, series.first), lowering.wide()?.mask);
        return Ok(Some(Row { address, follow, mask, apart: None }));
    }
    let access = access(lowering, memory)?;
    let zero = lowering.b.i32(0);
    let first = lowering.b.extract(access.offsets, zero);
    let number = lowering.b.type_of(first);
    let (start, counting) = (lowering.b.splat_of(first, lanes), lowering.b.counting(number, lanes));
    let size = lowering.b.iconst(lowering.b.type_of(counting), bytes);
    let steps = lowering.b.mul(counting, size);
    let wanted = lowering.b.add(start, steps);
    let same = lowering.b.icmp(IntPredicate::Eq, access.offsets, wanted);
    let follow = lowering.b.all(same);
    let i64 = lowering.b.int(64);
    let first = lowering.b.int_cast(first, i64, false);
    let (address, mask) = (lowering.b.gep(access.base, first), access.mask);
    Ok(Some(Row { address, follow, mask, apart: Some(access) }))
}

/// Returns whether a condition is known to hold at compile time.
fn is_certain(lowering: &Lowering<'_>, holds: ValueId) -> bool {
    lowering.b.const_of(holds) == Some(1)
}

/// The address of a row of the lanes' private memory, all of which is accessible, whichever lanes are active.
fn own_row(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<Option<ValueId>> {
    let Some(rows) = memory.own else { return Ok(None) };
    let is_same = lowering.b.lanes(lowering.b.type_of(memory.offset)) == 1;
    if !is_same || memory.limit.is_some() || rows.piece != lowering.known.layouts.size(memory.shape)? {
        return Ok(None);
    }
    let zero = lowering.b.i64(0);
    let start = lowering.in_rows(rows, memory.offset, zero);
    Ok(Some(lowering.b.gep(memory.base, start)))
}

/// Loads a scalar for each lane.
pub(super) fn load_leaf(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<ValueId> {
    let ty = stored_type(lowering, memory.shape.ty)?;
    if let Some(address) = own_row(lowering, memory)? {
        let value = lowering.b.load(address, ty, 1);
        return as_value(lowering, value, memory.shape.ty);
    }
    let other = lowering.b.zero(ty);
    let Some(row) = row(lowering, memory)? else {
        let value = load_apart(lowering, memory)?;
        return as_value(lowering, value, memory.shape.ty);
    };
    if memory.limit.is_none() && is_certain(lowering, row.follow) {
        let value = lowering.b.load(row.address, ty, 1);
        return as_value(lowering, value, memory.shape.ty);
    }
    let (fast, slow) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let done = lowering.b.new_block(&[ty]);
    lowering.b.likely(row.follow, Successor::new(fast), Successor::new(slow));
    lowering.b.block = fast;
    let value = if memory.limit.is_some() && row.apart.is_some() {
        lowering.b.masked_load(row.address, 1, row.mask, other)
    } else {
        // All of the row is in range or groupshared memory, whichever lanes are active.
        lowering.b.load(row.address, ty, 1)
    };
    lowering.b.br(done, &[value]);
    lowering.b.block = slow;
    let access = row.apart(lowering, memory)?;
    let value = gather(lowering, &access, other);
    lowering.b.br(done, &[value]);
    lowering.b.block = done;
    let value = lowering.b.args(done)[0];
    as_value(lowering, value, memory.shape.ty)
}

/// Loads a leaf for each lane from any address.
pub(super) fn load_apart(lowering: &mut Lowering<'_>, memory: &Memory) -> Result<ValueId> {
    let (access, ty) = (access(lowering, memory)?, stored_type(lowering, memory.shape.ty)?);
    let other = lowering.b.zero(ty);
    Ok(gather(lowering, &access, other))
}

/// Stores a leaf for each lane to any address.
pub(super) fn store_apart(lowering: &mut Lowering<'_>, memory: &Memory, value: ValueId) -> Result<()> {
    let access = access(lowering, memory)?;
    scatter(lowering, &access, value);
    Ok(())
}

fn gather(lowering: &mut Lowering<'_>, access: &Access, other: ValueId) -> ValueId {
    let addresses = lowering.b.geps(access.base, access.offsets);
    lowering.b.masked_load(addresses, 1, access.mask, other)
}

/// Stores a scalar for each lane.
pub(super) fn store_leaf(lowering: &mut Lowering<'_>, memory: &Memory, value: ValueId) -> Result<()> {
    let ty = stored_type(lowering, memory.shape.ty)?;
    let value = lowering.b.cast(Opcode::ZExt, value, ty);
    if let Some(address) = own_row(lowering, memory)? {
        return put_own_row(lowering, value, address);
    }
    let Some(row) = row(lowering, memory)? else { return store_apart(lowering, memory, value) };
    if memory.limit.is_none() && is_certain(lowering, row.follow) {
        return put_own_row(lowering, value, row.address);
    }
    let [fast, slow, done] = [(); 3].map(|()| lowering.b.new_block(&[]));
    lowering.b.likely(row.follow, Successor::new(fast), Successor::new(slow));
    lowering.b.block = fast;
    match memory.limit {
        Some(_) => put_row(lowering, row.mask, |lowering, mask| match mask {
            Some(mask) => lowering.b.masked_store(value, row.address, 1, mask),
            None => _ = lowering.b.store(value, row.address, 1),
        }),
        None => put_own_row(lowering, value, row.address)?,
    }
    lowering.b.br(done, &[]);
    lowering.b.block = slow;
    let access = row.apart(lowering, memory)?;
    scatter(lowering, &access, value);
    lowering.b.br(done, &[]);
    lowering.b.block = done;
    Ok(())
}

fn scatter(lowering: &mut Lowering<'_>, access: &Access, value: ValueId) {
    let addresses = lowering.b.geps(access.base, access.offsets);
    lowering.b.masked_store(value, addresses, 1, access.mask);
}

/// Stores what lanes of a mask have, by code for some of them and code for all. Processors without registers for masks take ten
/// times as long with a mask as without.
pub(super) fn put_row(
    lowering: &mut Lowering<'_>,
    mask: ValueId,
    mut store: impl FnMut(&mut Lowering<'_>, Option<ValueId>),
) {
    if lowering.is_all(mask) {
        return store(lowering, None);
    }
    if lowering.b.masks() == Masks::Bits {
        return store(lowering, Some(mask));
    }
    in_two_ways(lowering, mask, store);
}

/// Stores what lanes of a mask have, by code for some of them and code for all, which a branch selects.
pub(super) fn in_two_ways(
    lowering: &mut Lowering<'_>,
    mask: ValueId,
    mut store: impl FnMut(&mut Lowering<'_>, Option<ValueId>),
) {
    if lowering.is_all(mask) {
        return store(lowering, None);
    }
    let [whole, part, done] = [(); 3].map(|()| lowering.b.new_block(&[]));
    let all = lowering.b.all(mask);
    lowering.b.likely(all, Successor::new(whole), Successor::new(part));
    for (block, mask) in [(whole, None), (part, Some(mask))] {
        lowering.b.block = block;
        store(lowering, mask);
        lowering.b.br(done, &[]);
    }
    lowering.b.block = done;
}

/// No other thread accesses private or groupshared memory while a wave runs: elements of inactive lanes can be loaded
/// and stored again. Processors do not forward masked stores to later loads.
fn put_own_row(lowering: &mut Lowering<'_>, value: ValueId, address: ValueId) -> Result<()> {
    let mask = lowering.wide()?.mask;
    let mut value = value;
    if !lowering.is_all(mask) {
        let old = lowering.b.load(address, lowering.b.type_of(value), 1);
        value = lowering.b.select(mask, value, old);
    }
    lowering.b.store(value, address, 1);
    Ok(())
}

pub(super) fn as_value(lowering: &mut Lowering<'_>, value: ValueId, ty: TypeId) -> Result<ValueId> {
    let wanted = lowering.ty(ty)?;
    if lowering.b.width(wanted) != 1 {
        return Ok(value);
    }
    let zero = lowering.b.zero(lowering.b.type_of(value));
    Ok(lowering.b.icmp(IntPredicate::Ne, value, zero))
}

/// The value of the last active lane, which remains if all of them write.
pub(super) fn last_of(lowering: &mut Lowering<'_>, value: ValueId, ty: TypeId) -> Result<ValueId> {
    let mask = lowering.wide()?.mask;
    let bits = lowering.b.bits(mask);
    let (lanes, word) = (lowering.width(), lowering.b.int(32));
    let zeros = lowering.b.math_defined(Intrinsic::Ctlz, bits);
    let last = lowering.b.iconst(lowering.b.type_of(bits), u64::from(lanes - 1));
    let last = lowering.b.math(Intrinsic::USubSat, &[last, zeros]);
    let last = lowering.b.int_cast(last, word, false);
    let mut leaves = Vec::new();
    lowering.leaves(value, ty, &mut leaves)?;
    let scalars: Vec<ValueId> = leaves.into_iter().map(|leaf| lowering.b.extract(leaf, last)).collect();
    lowering.of_leaves(&mut scalars.into_iter(), ty, false)
}
