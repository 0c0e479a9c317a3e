//! Addressing beyond the edges of an image: a function from the number of a texel along an axis to one that is inside.

use super::maker::Maker;
use crate::lowering::Lowering;
use abi::AddressMode;
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;

const NAME: &str = "texture_wrap";

/// Calls the function: for the size of an axis and its mode, a scalar, the numbers inside, and all ones where there is a
/// texel.
pub(super) fn wrap(m: &mut Maker<'_>, cell: ValueId, size: ValueId, mode: ValueId) -> [ValueId; 2] {
    let ints = m.ints();
    let (size, result) = (m.all(size), types::array(&mut m.b.module.ctx, ints, 2));
    match m.b.call(NAME, &[cell, size, mode], result) {
        Some(pair) => [m.b.extract_value(pair, 0), m.b.extract_value(pair, 1)],
        None => [cell, cell],
    }
}

/// Writes the function.
pub(super) fn emit(lowering: &mut Lowering<'_>) {
    let mut m = Maker::new(lowering);
    let (ints, word) = (m.ints(), m.b.int(32));
    let result = types::array(&mut m.b.module.ctx, ints, 2);
    let args = m.b.begin(NAME, &[ints, ints, word], result, true);
    m.b.passthrough(&["nounwind"]);
    let (cell, size, mode) = (args[0], args[1], args[2]);
    let all = m.int(u32::MAX);
    let (beyond, done) = (m.b.new_block(&[]), m.b.new_block(&[ints, ints]));
    let inside = m.b.icmp(IntPredicate::Ult, cell, size);
    let are_all = m.b.all(inside);
    m.b.cond_br(are_all, Successor { block: done, args: [cell, all].into() }, Successor::new(beyond));

    let modes =
        [AddressMode::Clamp, AddressMode::Wrap, AddressMode::Mirror, AddressMode::MirrorOnce, AddressMode::Border];
    let mut successors = Vec::new();
    for mode in modes {
        let block = m.b.new_block(&[]);
        successors.push(Successor::new(block));
        m.b.block = block;
        let made = match mode {
            AddressMode::Border => {
                // Beyond the edge any texel will do, as its lane does not read it.
                let there = m.spread(inside);
                [cell, there]
            }
            AddressMode::Clamp => [clamp(&mut m, cell, size), all],
            AddressMode::Wrap => [repeated(&mut m, cell, size), all],
            AddressMode::Mirror => [mirror(&mut m, cell, size), all],
            AddressMode::MirrorOnce => {
                let once = reflect(&mut m, cell);
                [clamp(&mut m, once, size), all]
            }
        };
        m.b.br(done, &made);
    }
    m.b.block = beyond;
    let cases: Vec<u64> = modes.iter().skip(1).map(|mode| u64::from(*mode as u32)).collect();
    m.b.switch(mode, &cases, successors);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    let made = m.b.aggregate(result, &made);
    m.b.ret(Some(made));
    m.b.finish();
}

fn clamp(m: &mut Maker<'_>, cell: ValueId, size: ValueId) -> ValueId {
    let (zero, one) = (m.int(0), m.int(1));
    let last = m.op(Opcode::Sub, size, one);
    let cell = m.b.math(Intrinsic::SMax, &[cell, zero]);
    m.b.math(Intrinsic::SMin, &[cell, last])
}

/// A number below zero as its distance from -1, any other as it is.
fn reflect(m: &mut Maker<'_>, cell: ValueId) -> ValueId {
    let shift = m.int(31);
    let sign = m.op(Opcode::AShr, cell, shift);
    m.op(Opcode::Xor, cell, sign)
}

/// The image again, every other one mirrored.
fn mirror(m: &mut Maker<'_>, cell: ValueId, size: ValueId) -> ValueId {
    let one = m.int(1);
    let (twice, last) = (m.b.add(size, size), m.op(Opcode::Sub, size, one));
    let rest = remainder(m, cell, twice);
    let rest = m.op(Opcode::Sub, rest, size);
    let rest = reflect(m, rest);
    m.op(Opcode::Sub, last, rest)
}

/// The image again: bits of the number, if the size is a power of two for all lanes.
fn repeated(m: &mut Maker<'_>, cell: ValueId, size: ValueId) -> ValueId {
    let (ints, zero, one) = (m.ints(), m.int(0), m.int(1));
    let (divided, done) = (m.b.new_block(&[]), m.b.new_block(&[ints]));
    let last = m.op(Opcode::Sub, size, one);
    let (shared, bits) = (m.op(Opcode::And, size, last), m.op(Opcode::And, cell, last));
    let is_power = m.b.icmp(IntPredicate::Eq, shared, zero);
    let are_powers = m.b.all(is_power);
    m.b.cond_br(are_powers, Successor { block: done, args: [bits].into() }, Successor::new(divided));
    m.b.block = divided;
    let rest = remainder(m, cell, size);
    m.b.br(done, &[rest]);
    m.b.block = done;
    m.b.args(done)[0]
}

/// Remainder of an integer by a positive one, of a division that rounds down. Quotients of such integers are exact
/// enough in double precision: they are never nearer to the next whole number than it can tell.
fn remainder(m: &mut Maker<'_>, cell: ValueId, size: ValueId) -> ValueId {
    let (double, ints) = (m.b.float(64), m.ints());
    let doubles = m.b.module.ctx.vector(double, m.lanes);
    let (x, y) = (m.b.cast(Opcode::SIToFP, cell, doubles), m.b.cast(Opcode::SIToFP, size, doubles));
    let quotient = m.op(Opcode::FDiv, x, y);
    let whole = m.b.math(Intrinsic::Floor, &[quotient]);
    let whole = m.b.cast(Opcode::FPToSI, whole, ints);
    let product = m.b.mul(whole, size);
    m.op(Opcode::Sub, cell, product)
}
