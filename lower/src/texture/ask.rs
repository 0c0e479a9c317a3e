//! What there is no code for: the host is asked for one lane after the other.

use crate::abi::{self, ImageArgs, Runtime};
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::images::{self, Kind};
use crate::lowering::textures::{Action, Class, Key, Lod};
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// An operand: where it goes, and the vector of all lanes or the scalar that it is.
type Operand = (usize, ValueId);

/// Asks the host for each lane that takes part; gives the components of what it answers.
pub(super) fn ask(lowering: &mut Lowering<'_>, key: &Key, args: &super::Args) -> Result<Vec<ValueId>> {
    let component = lowering.texture_number(key.class == Class::Float);
    let operands = laid_out(lowering, args);
    let count = if key.action == Action::Write { 0 } else { 4 };
    let rows: Vec<ValueId> = (0..count).map(|_| lowering.b.alloca(component, 64)).collect();
    let zero = lowering.b.zero(component);
    for row in &rows {
        lowering.b.store(zero, *row, 64);
    }
    let lanes = lowering.workgroup.wave;
    let bits_ty = lowering.b.int(lanes);
    let bits = lowering.b.cast(Opcode::Bitcast, args.mask, bits_ty);
    let (head, body, done) = (lowering.b.new_block(&[bits_ty]), lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    lowering.b.br(head, &[bits]);
    lowering.b.block = head;
    let left = lowering.b.args(head)[0];
    let none = lowering.b.zero(bits_ty);
    let more = lowering.b.icmp(IntPredicate::Ne, left, none);
    lowering.b.cond_br(more, Successor::new(body), Successor::new(done));

    lowering.b.block = body;
    let i64 = lowering.b.int(64);
    let lane = lowering.b.math_defined(Intrinsic::Cttz, left);
    let lane = lowering.b.int_cast(lane, i64, false);
    one(lowering, key, args, &operands, &rows, lane)?;
    let one = lowering.b.iconst(bits_ty, 1);
    let below = lowering.b.binary(Opcode::Sub, left, one);
    let rest = lowering.b.binary(Opcode::And, left, below);
    lowering.b.br(head, &[rest]);
    lowering.b.block = done;
    Ok(rows.into_iter().map(|row| lowering.b.load(row, component, 64)).collect())
}

/// The operands, vectors of them in memory so that each lane's has an address.
fn laid_out(lowering: &mut Lowering<'_>, args: &super::Args) -> Vec<Operand> {
    let words = |offset: usize, values: &[ValueId]| {
        values.iter().enumerate().map(|(at, value)| (offset + 4 * at, *value)).collect::<Vec<_>>()
    };
    let mut operands = words(offset_of!(ImageArgs, coords), &args.coords);
    operands.extend(args.lod.map(|lod| (offset_of!(ImageArgs, lod), lod)));
    operands.extend(words(offset_of!(ImageArgs, texel), &args.texel));
    for (_, value) in &mut operands {
        let ty = lowering.b.type_of(*value);
        if lowering.b.lanes(ty) > 1 {
            let row = lowering.b.alloca(ty, 64);
            lowering.b.store(*value, row, 64);
            *value = row;
        }
    }
    operands
}

/// One lane.
fn one(
    lowering: &mut Lowering<'_>,
    key: &Key,
    args: &super::Args,
    operands: &[Operand],
    rows: &[ValueId],
    lane: ValueId,
) -> Result<()> {
    let word = lowering.b.int(32);
    let flags = match key.class {
        Class::Float => 0,
        Class::Uint => abi::TEXEL_UINT,
        Class::Sint => abi::TEXEL_SINT,
    };
    let kind = Kind { shape: key.shape, flags, format: key.format, texel: word };
    let mut called = images::begin(lowering, &kind);
    let (four, ptr) = (lowering.b.i64(4), lowering.b.ptr());
    let far = lowering.b.mul(lane, four);
    for (offset, value) in operands {
        let value = match lowering.b.type_of(*value) == ptr {
            true => {
                let address = lowering.b.gep(*value, far);
                lowering.b.load(address, word, 4)
            }
            false => *value,
        };
        images::put(lowering, &called, *offset, value);
    }
    if key.lod != Lod::None {
        called.flags |= abi::HAS_LOD;
    }
    if key.offset != [0; 3] {
        called.flags |= abi::HAS_OFFSET;
        for (axis, offset) in key.offset.iter().enumerate() {
            let offset = lowering.b.i32(offset.cast_unsigned());
            images::put(lowering, &called, offset_of!(ImageArgs, offset) + 4 * axis, offset);
        }
    }
    let function = match key.action {
        Action::Fetch => offset_of!(Runtime, fetch),
        Action::Read => offset_of!(Runtime, read),
        Action::Write => offset_of!(Runtime, write),
        Action::Sample => offset_of!(Runtime, sample),
    };
    images::call(lowering, function, args.image, args.sampler, &called)?;
    for (index, row) in rows.iter().enumerate() {
        let from = lowering.b.gep_const(called.out, 4 * index as u64);
        let value = lowering.b.load(from, word, 4);
        let to = lowering.b.gep(*row, far);
        lowering.b.store(value, to, 4);
    }
    Ok(())
}
