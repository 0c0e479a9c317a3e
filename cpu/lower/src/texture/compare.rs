//! Comparisons of texels with what lanes refer to.

use super::args::{Args, Fields};
use super::maker::Maker;
use super::sampler::word;
use crate::lowering::textures::Key;
use abi::{SamplerState, TexelEncoding};
use dialect::ir::ValueId;
use dialect::llvm::enums::{FloatPredicate, IntPredicate};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The comparisons, each with the bit of the sampler for which its result is one.
const WAYS: [(u32, FloatPredicate); 4] = [
    (abi::COMPARE_LESS, FloatPredicate::Olt),
    (abi::COMPARE_EQUAL, FloatPredicate::Oeq),
    (abi::COMPARE_GREATER, FloatPredicate::Ogt),
    (abi::COMPARE_UNORDERED, FloatPredicate::Uno),
];

/// A texel, or what comes of its comparison where there is one: a number and nothing else.
pub(super) fn compared(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    state: ValueId,
    texel: [ValueId; 4],
) -> [ValueId; 4] {
    let Some(reference) = args.reference.filter(|_| key.is_compared) else { return texel };
    let reference = within_format(m, fields, reference);
    let wanted = word(m, state, offset_of!(SamplerState, compare));
    let (no, zero) = (m.b.iconst(m.b.type_of(args.mask), 0), m.float(0.0));
    let holds = WAYS.into_iter().fold(no, |holds, (bit, predicate)| {
        let (bit, none) = (m.b.i32(bit), m.b.i32(0));
        let bit = m.b.binary(Opcode::And, wanted, bit);
        let counts = m.b.icmp(IntPredicate::Ne, bit, none);
        let counts = m.all(counts);
        let stands = m.b.fcmp(predicate, reference, texel[0]);
        let stands = m.op(Opcode::And, stands, counts);
        m.op(Opcode::Or, holds, stands)
    });
    let one = m.float(1.0);
    [m.b.select(holds, one, zero), zero, zero, zero]
}

/// A reference, from 0 to 1 where texels are.
fn within_format(m: &mut Maker<'_>, fields: &Fields, reference: ValueId) -> ValueId {
    let clamped = m.clamp(reference, 0.0, 1.0);
    let [small, large] = [TexelEncoding::Unorm8, TexelEncoding::Unorm16].map(|encoding| {
        let encoding = m.b.i32(encoding as u32);
        m.b.icmp(IntPredicate::Eq, fields.encoding, encoding)
    });
    let is_unorm = m.b.binary(Opcode::Or, small, large);
    let is_unorm = m.all(is_unorm);
    m.b.select(is_unorm, clamped, reference)
}
