//! Samplers as functions see them: their fields, what they do at borders, and which calls there is code for.

use super::args::{Args, Fields};
use super::maker::Maker;
use super::texel::missing;
use crate::lowering::textures::{Class, Key, MOST_OFFSET};
use abi::{AddressMode, Desc, SamplerState};
use dialect::ir::{Successor, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The address of the sampler's state.
pub(super) fn state(m: &mut Maker<'_>, args: &Args) -> ValueId {
    let ptr = m.b.ptr();
    let sampler = args.sampler.unwrap_or(args.image);
    m.field(sampler, offset_of!(Desc, state), ptr)
}

/// A field of 32 bits.
pub(super) fn word(m: &mut Maker<'_>, state: ValueId, offset: usize) -> ValueId {
    let word = m.b.int(32);
    m.field(state, offset, word)
}

/// The address mode of an axis.
pub(super) fn mode(m: &mut Maker<'_>, state: ValueId, axis: usize) -> ValueId {
    word(m, state, offset_of!(SamplerState, address) + 4 * axis)
}

/// Returns whether there is a sampler, and no lane's offset is so large that a sum may overflow.
pub(super) fn fits(m: &mut Maker<'_>, key: &Key, args: &Args) -> ValueId {
    let ptr = m.b.ptr();
    let (state, null) = (state(m, args), m.b.zero(ptr));
    let mut fits = m.b.icmp(IntPredicate::Ne, state, null);
    if key.offsets() > 0 {
        let (most, all) = (m.int(MOST_OFFSET), m.int(2 * MOST_OFFSET));
        for offset in &args.offset {
            let from_least = m.b.add(*offset, most);
            let is_small = m.b.icmp(IntPredicate::Ule, from_least, all);
            let are_small = m.all_of(args.mask, is_small);
            fits = m.b.binary(Opcode::And, fits, are_small);
        }
    }
    fits
}

/// Texel beyond the edges, where that is a border.
pub(super) struct Border {
    is_there: ValueId,
    colour: [ValueId; 4],
}

/// The border: its colour as bits of what texels have, in the components that the format has.
pub(super) fn border(m: &mut Maker<'_>, key: &Key, fields: &Fields, state: ValueId) -> Border {
    let (single, int, bool) = (m.b.float(32), m.b.int(32), m.b.module.ctx.bool());
    let colour = std::array::from_fn(|index| {
        let colour = m.field(state, offset_of!(SamplerState, border) + 4 * index, single);
        let bits = match key.class {
            Class::Float => m.b.cast(Opcode::Bitcast, colour, int),
            Class::Uint | Class::Sint => m.b.saturated(colour, int, true),
        };
        let (at, missing) = (m.b.i32(index as u32), m.b.i32(missing(key.class, index)));
        let has = m.b.icmp(IntPredicate::Ugt, fields.channels, at);
        let bits = m.b.select(has, bits, missing);
        let all = m.all(bits);
        if key.class == Class::Float { m.as_floats(all) } else { all }
    });
    let (mut is_there, border) = (m.b.iconst(bool, 0), m.b.i32(AddressMode::Border as u32));
    for axis in 0..key.axes() {
        let own = mode(m, state, axis);
        let is_border = m.b.icmp(IntPredicate::Eq, own, border);
        is_there = m.b.binary(Opcode::Or, is_there, is_border);
    }
    Border { is_there, colour }
}

/// The border's colour for the lanes whose texel is not taken, if there is a border.
pub(super) fn bordered(m: &mut Maker<'_>, taken: ValueId, texel: [ValueId; 4], border: &Border) -> [ValueId; 4] {
    let component = m.b.type_of(texel[0]);
    let (some, done) = (m.b.new_block(&[]), m.b.new_block(&[component; 4]));
    let none = Successor { block: done, args: texel.into() };
    m.b.cond_br(border.is_there, Successor::new(some), none);
    m.b.block = some;
    let chosen: Vec<ValueId> =
        texel.iter().zip(border.colour).map(|(texel, colour)| m.b.select(taken, *texel, colour)).collect();
    m.b.br(done, &chosen);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// Returns whether lanes have a number below the last of an axis.
pub(super) fn is_before_last(m: &mut Maker<'_>, cell: ValueId, last: ValueId) -> ValueId {
    let last = m.all(last);
    m.b.icmp(IntPredicate::Ult, cell, last)
}
