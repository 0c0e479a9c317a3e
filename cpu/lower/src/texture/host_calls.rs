//! Calls of the host for what there is no code for, one lane after the other.

use super::texel::WORD;
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::images::{self, Kind};
use crate::lowering::textures::{Action, Class, Key, Lod, Offset};
use abi::{ImageArgs, ImageFunction};
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// An operand: where it goes, and the vector of all lanes or the scalar that it is.
type Operand = (usize, ValueId);

/// A constant operand: where it goes, and its bits.
type Word = (usize, u32);

/// Asks the host for each lane that takes part; gives the components of what it answers.
pub(super) fn ask(lowering: &mut Lowering<'_>, key: &Key, args: &super::Args) -> Result<Vec<ValueId>> {
    let operands = laid_out(lowering, key, args);
    let parts = lowering.texture_results(key);
    let rows: Vec<ValueId> = parts.iter().map(|part| lowering.b.alloca(*part, 64)).collect();
    for (row, part) in rows.iter().zip(&parts) {
        let zero = lowering.b.zero(*part);
        lowering.b.store(zero, *row, 64);
    }
    let lanes = lowering.known.workgroup.wave;
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
    Ok(rows.into_iter().zip(parts).map(|(row, part)| lowering.b.load(row, part, 64)).collect())
}

/// The operands, vectors of them in memory so that each lane's has an address.
fn laid_out(lowering: &mut Lowering<'_>, key: &Key, args: &super::Args) -> Vec<Operand> {
    let words = |offset: usize, values: &[ValueId]| {
        values.iter().enumerate().map(|(at, value)| (offset + 4 * at, *value)).collect::<Vec<_>>()
    };
    let mut operands = words(offset_of!(ImageArgs, coords), &args.coords);
    let (ddx, ddy) = args.lod.split_at(if key.lod == Lod::Gradient { key.directions() } else { 0 });
    let rest = if key.lod == Lod::Gradient { offset_of!(ImageArgs, ddy) } else { offset_of!(ImageArgs, lod) };
    operands.extend(words(offset_of!(ImageArgs, ddx), ddx));
    operands.extend(words(rest, ddy));
    operands.extend(args.reference.map(|value| (offset_of!(ImageArgs, dref), value)));
    operands.extend(args.min_lod.map(|value| (offset_of!(ImageArgs, min_lod), value)));
    operands.extend(words(offset_of!(ImageArgs, offset), &args.offset));
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
    let kind = Kind { shape: key.shape, flags: flags(key), format: key.format, texel: word };
    let called = images::begin(lowering, &kind);
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
    for (offset, number) in constants(key) {
        let number = lowering.b.i32(number);
        images::put(lowering, &called, offset, number);
    }
    let function = match key.action {
        Action::Address => {
            let address = images::address(lowering, args.image, &called)?;
            let bytes = lowering.b.i64(size_of::<*mut u8>() as u64);
            let far = lowering.b.mul(lane, bytes);
            for row in rows {
                let to = lowering.b.gep(*row, far);
                lowering.b.store(address, to, size_of::<*mut u8>() as u32);
            }
            return Ok(());
        }
        Action::Fetch => ImageFunction::Fetch,
        Action::Read => ImageFunction::Read,
        Action::Write => ImageFunction::Write,
        Action::Sample => ImageFunction::Sample,
        Action::Gather => ImageFunction::Gather,
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

/// Flags for the operands in use, and for the texels' type in the shader.
fn flags(key: &Key) -> u32 {
    let class = match key.class {
        Class::Float => 0,
        Class::Uint => abi::TEXEL_UINT,
        Class::Sint => abi::TEXEL_SINT,
    };
    let lod = match key.lod {
        Lod::None => 0,
        Lod::Once | Lod::Each => abi::HAS_LOD,
        Lod::Gradient => abi::HAS_GRAD,
    };
    let offset = match key.offset {
        Offset::Constant([0, 0, 0]) => 0,
        Offset::Constant(_) | Offset::Each => abi::HAS_OFFSET,
        Offset::Four(_) => abi::HAS_OFFSETS,
    };
    let reference = if key.is_compared { abi::HAS_DREF } else { 0 };
    class | lod | offset | reference | if key.has_min_lod { abi::HAS_MIN_LOD } else { 0 }
}

/// The operands that are the same for all calls, and where they go.
fn constants(key: &Key) -> Vec<Word> {
    let words = |offset: usize, numbers: &[i32]| -> Vec<Word> {
        numbers.iter().enumerate().map(|(at, number)| (offset + 4 * at, number.cast_unsigned())).collect()
    };
    let mut constants = match &key.offset {
        Offset::Constant([0, 0, 0]) | Offset::Each => Vec::new(),
        Offset::Constant(offset) => words(offset_of!(ImageArgs, offset), offset),
        Offset::Four(offsets) => words(offset_of!(ImageArgs, offsets), offsets.as_flattened()),
    };
    match key.action {
        Action::Gather => constants.push((offset_of!(ImageArgs, component), key.component as u32)),
        Action::Address => constants.push((offset_of!(ImageArgs, bytes), WORD)),
        Action::Fetch | Action::Read | Action::Write | Action::Sample => {}
    }
    constants
}
