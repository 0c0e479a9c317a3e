//! Texels of all lanes: where they are, what their bytes mean.

use super::args::{Args, Fields};
use super::maker::Maker;
use super::rows::{self, Found};
use crate::lowering::textures::{Class, Key, Offset};
use abi::{TexelEncoding, TextureLevel};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// The encodings whose texels are of a class.
pub(super) const fn encodings(class: Class) -> &'static [TexelEncoding] {
    use TexelEncoding as E;
    match class {
        Class::Float => &[E::Unorm8, E::Snorm8, E::Unorm16, E::Snorm16, E::Float16, E::Float32],
        Class::Uint => &[E::Uint8, E::Uint16, E::Uint32],
        Class::Sint => &[E::Sint8, E::Sint16, E::Sint32],
    }
}

/// A level of a texture, in scalars; in vectors where lanes have different ones.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) size: [ValueId; 3],
    pub(super) offset: ValueId,
    /// The size as numbers.
    pub(super) numbers: [ValueId; 3],
    /// The last texel along each axis.
    pub(super) last: [ValueId; 3],
    /// The number of bytes in a row.
    row: ValueId,
}

/// The level of a number, which is one for all lanes or each lane's.
pub(super) fn level(m: &mut Maker<'_>, fields: &Fields, number: ValueId) -> Level {
    let bytes = size_of::<TextureLevel>();
    if !m.is_one(number) {
        let bytes = m.int(bytes as u32);
        let start = m.b.mul(number, bytes);
        let mut word = |offset: usize| {
            let (offset, zero, bool) = (m.int(offset as u32), m.int(0), m.b.module.ctx.bool());
            let mask = m.b.module.ctx.vector(bool, m.lanes);
            let (at, all) = (m.b.add(start, offset), m.b.iconst(mask, 1));
            let addresses = m.b.geps(fields.levels, at);
            m.b.masked_load(addresses, 4, all, zero)
        };
        let size = [0, 4, 8].map(|axis| word(offset_of!(TextureLevel, size) + axis));
        let offset = word(offset_of!(TextureLevel, offset));
        let (floats, one, row) = (m.floats(), m.int(1), m.product(fields.texel_bytes, size[0]));
        let numbers = size.map(|size| m.b.cast(Opcode::UIToFP, size, floats));
        return Level { size, offset, numbers, last: size.map(|size| m.op(Opcode::Sub, size, one)), row };
    }
    let (word, i64) = (m.b.int(32), m.b.int(64));
    let number = m.b.cast(Opcode::ZExt, number, i64);
    let bytes = m.b.i64(bytes as u64);
    let offset = m.b.mul(number, bytes);
    let address = m.b.gep(fields.levels, offset);
    let single = m.b.float(32);
    let mut field = |offset: usize, ty: TypeId| m.field(address, offset, ty);
    let mut each = |offset: usize, ty: TypeId| [0, 4, 8].map(|axis| field(offset + axis, ty));
    Level {
        size: each(offset_of!(TextureLevel, size), word),
        numbers: each(offset_of!(TextureLevel, numbers), single),
        last: each(offset_of!(TextureLevel, last), word),
        offset: field(offset_of!(TextureLevel, offset), word),
        row: field(offset_of!(TextureLevel, row), word),
    }
}

/// The distance of texels along each axis in bytes, and that of layers.
pub(super) fn strides(m: &mut Maker<'_>, fields: &Fields, level: &Level) -> [ValueId; 4] {
    let slice = m.product(level.row, level.size[1]);
    let layer = m.product(slice, level.size[2]);
    [fields.texel_bytes, level.row, slice, layer]
}

/// An integer along an axis with the operation's offset. Those of four texels are not added here.
pub(super) fn moved(m: &mut Maker<'_>, key: &Key, args: &Args, axis: usize, cell: ValueId) -> ValueId {
    let offset = match key.offset {
        Offset::Constant(offset) => m.int(offset[axis].cast_unsigned()),
        Offset::Each => args.offset[axis],
        Offset::Four(_) => return cell,
    };
    m.b.add(cell, offset)
}

/// The texels that whole coordinates name.
fn find(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> Found {
    let number = args.lod.first().copied().unwrap_or(m.b.i32(0));
    let (count, one) = (fields.level_count, m.b.i32(1));
    let last = m.b.binary(Opcode::Sub, count, one);
    let (last, count) = if m.is_one(number) { (last, count) } else { (m.all(last), m.all(count)) };
    let is_there = m.b.icmp(IntPredicate::Ult, number, count);
    let is_there = m.all(is_there);
    let number = m.b.math(Intrinsic::UMin, &[number, last]);
    let level = level(m, fields, number);
    let strides = strides(m, fields, &level);
    let (mut mask, mut offset) = (m.op(Opcode::And, args.mask, is_there), m.all(level.offset));
    let mut along = |m: &mut Maker<'_>, at: ValueId, count: ValueId, stride: ValueId| {
        let (count, stride) = (m.all(count), m.all(stride));
        let inside = m.b.icmp(IntPredicate::Ult, at, count);
        mask = m.op(Opcode::And, mask, inside);
        let far = m.b.mul(at, stride);
        offset = m.b.add(offset, far);
    };
    for (axis, stride) in strides.into_iter().enumerate().take(key.axes()) {
        let at = moved(m, key, args, axis, args.coords[axis]);
        along(m, at, level.size[axis], stride);
    }
    if key.is_arrayed() {
        let layer = args.coords[key.axes()];
        along(m, layer, fields.layers, strides[3]);
    }
    Found { offset, mask, row: strides[1] }
}

/// The texels that whole coordinates name; zeros where there are none.
pub(super) fn read(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> [ValueId; 4] {
    let Found { offset, mask, .. } = find(m, key, args, fields);
    let texel = load(m, key.class, fields, offset, mask);
    texel.map(|value| {
        let zero = m.b.zero(m.b.type_of(value));
        m.b.select(mask, value, zero)
    })
}

/// The number of bytes in a texel whose address is taken.
pub(super) const WORD: u32 = 4;

/// The addresses of the texels that whole coordinates name; null where there are none.
pub(super) fn address(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> ValueId {
    let Found { offset, mask, .. } = find(m, key, args, fields);
    let addresses = m.b.geps(fields.base, offset);
    let null = m.b.zero(m.b.type_of(addresses));
    m.b.select(mask, addresses, null)
}

/// Runs a block of its own for each encoding of a class; what they make is passed to a last one.
fn by_encoding(
    m: &mut Maker<'_>,
    class: Class,
    fields: &Fields,
    done: BlockId,
    make: impl Fn(&mut Maker<'_>, TexelEncoding) -> [ValueId; 4],
) {
    let (start, mut successors, mut cases) = (m.b.block, Vec::new(), Vec::new());
    for encoding in encodings(class) {
        let block = m.b.new_block(&[]);
        m.b.block = block;
        let made = make(m, *encoding);
        m.b.br(done, &made);
        successors.push(Successor::new(block));
        cases.push(u64::from(*encoding as u32));
    }
    // What fits has one of the encodings; the last one represents the rest.
    if let Some(last) = successors.pop() {
        cases.pop();
        successors.insert(0, last);
    }
    m.b.block = start;
    m.b.switch(fields.encoding, &cases, successors);
    m.b.block = done;
}

/// The texels at these distances from the start, of lanes that are known to have one there.
pub(super) fn load(m: &mut Maker<'_>, class: Class, fields: &Fields, offset: ValueId, mask: ValueId) -> [ValueId; 4] {
    let words = load_words(m, fields, offset, mask);
    let component = if class == Class::Float { m.floats() } else { m.ints() };
    let done = m.b.new_block(&[component; 4]);
    by_encoding(m, class, fields, done, |m, encoding| decoded(m, encoding, &words));
    let all = m.b.args(done).to_vec();
    let (some, whole) = (m.b.new_block(&[]), m.b.new_block(&[component; 4]));
    let four = m.b.i32(4);
    let has_all = m.b.icmp(IntPredicate::Eq, fields.channels, four);
    m.b.cond_br(has_all, Successor { block: whole, args: all[..].into() }, Successor::new(some));
    m.b.block = some;
    let filled: Vec<ValueId> =
        all.into_iter().enumerate().map(|(index, value)| or_missing(m, class, fields, value, index)).collect();
    m.b.br(whole, &filled);
    m.b.block = whole;
    let texel = m.b.args(whole).to_vec();
    std::array::from_fn(|index| texel[index])
}

/// The components of texels, of which these are the words.
pub(super) fn decoded(m: &mut Maker<'_>, encoding: TexelEncoding, words: &[ValueId; 4]) -> [ValueId; 4] {
    std::array::from_fn(|index| {
        let raw = raw(m, encoding, words, index);
        decode(m, encoding, raw)
    })
}

/// The words of texels, those of less than a word shifted to the start of one.
fn load_words(m: &mut Maker<'_>, fields: &Fields, offset: ValueId, mask: ValueId) -> [ValueId; 4] {
    let (ints, zero, three) = (m.ints(), m.int(0), m.int(3));
    let low = m.op(Opcode::And, offset, three);
    let start = m.op(Opcode::Sub, offset, low);
    let word = |m: &mut Maker<'_>, index: u32| {
        let far = m.int(4 * index);
        let at = m.b.add(start, far);
        let addresses = m.b.geps(fields.base, at);
        m.b.masked_load(addresses, 4, mask, zero)
    };
    let first = word(m, 0);
    let eight = m.int(3);
    let shift = m.op(Opcode::Shl, low, eight);
    let first = m.op(Opcode::LShr, first, shift);
    let (two, four, done) = (m.b.new_block(&[]), m.b.new_block(&[]), m.b.new_block(&[ints; 3]));
    let has = |m: &mut Maker<'_>, bytes: u32| {
        let bytes = m.b.i32(bytes);
        m.b.icmp(IntPredicate::Uge, fields.texel_bytes, bytes)
    };
    let rest = |values: [ValueId; 3]| Successor { block: done, args: values.into() };
    let has_two = has(m, 8);
    m.b.cond_br(has_two, Successor::new(two), rest([zero; 3]));
    m.b.block = two;
    let second = word(m, 1);
    let has_four = has(m, 16);
    m.b.cond_br(has_four, Successor::new(four), rest([second, zero, zero]));
    m.b.block = four;
    let (third, fourth) = (word(m, 2), word(m, 3));
    m.b.br(done, &[second, third, fourth]);
    m.b.block = done;
    let more = m.b.args(done).to_vec();
    [first, more[0], more[1], more[2]]
}

fn bits(encoding: TexelEncoding) -> u32 {
    match encoding {
        TexelEncoding::Unorm8 | TexelEncoding::Snorm8 | TexelEncoding::Uint8 | TexelEncoding::Sint8 => 8,
        TexelEncoding::Unorm16 | TexelEncoding::Snorm16 | TexelEncoding::Float16 => 16,
        TexelEncoding::Uint16 | TexelEncoding::Sint16 => 16,
        TexelEncoding::Float32 | TexelEncoding::Uint32 | TexelEncoding::Sint32 => 32,
    }
}

fn is_signed(encoding: TexelEncoding) -> bool {
    matches!(encoding, TexelEncoding::Snorm8 | TexelEncoding::Snorm16 | TexelEncoding::Sint8 | TexelEncoding::Sint16)
}

/// A component as it is stored, extended to a word.
fn raw(m: &mut Maker<'_>, encoding: TexelEncoding, words: &[ValueId; 4], index: usize) -> ValueId {
    let bits = bits(encoding);
    let at = index as u32 * bits;
    let word = words[(at / 32) as usize];
    let (up, down) = (m.int(32 - bits - at % 32), m.int(32 - bits));
    let high = m.op(Opcode::Shl, word, up);
    m.op(if is_signed(encoding) { Opcode::AShr } else { Opcode::LShr }, high, down)
}

/// Largest stored number of an encoding, which counts as one.
fn one(encoding: TexelEncoding) -> Option<f32> {
    match encoding {
        TexelEncoding::Unorm8 => Some(255.0),
        TexelEncoding::Snorm8 => Some(127.0),
        TexelEncoding::Unorm16 => Some(65535.0),
        TexelEncoding::Snorm16 => Some(32767.0),
        TexelEncoding::Float16 | TexelEncoding::Float32 => None,
        TexelEncoding::Uint8 | TexelEncoding::Uint16 | TexelEncoding::Uint32 => None,
        TexelEncoding::Sint8 | TexelEncoding::Sint16 | TexelEncoding::Sint32 => None,
    }
}

/// Two numbers that, by turns of a product and a sum, give the quotient of each stored number and what counts as one.
fn reciprocal(one: f32) -> [f64; 2] {
    let high = (1.0 / f64::from(one)) as f32;
    let low = (1.0 / f64::from(one) - f64::from(high)) as f32;
    [f64::from(high), f64::from(low)]
}

fn decode(m: &mut Maker<'_>, encoding: TexelEncoding, raw: ValueId) -> ValueId {
    if let Some(one) = one(encoding) {
        let (floats, [high, low]) = (m.floats(), reciprocal(one));
        let (high, low) = (m.float(high), m.float(low));
        let number = m.b.cast(Opcode::SIToFP, raw, floats);
        let rest = m.op(Opcode::FMul, number, low);
        let value = m.b.math(Intrinsic::Fma, &[number, high, rest]);
        let least = m.float(-1.0);
        return if is_signed(encoding) { m.max(value, least) } else { value };
    }
    match encoding {
        TexelEncoding::Float32 => m.as_floats(raw),
        TexelEncoding::Float16 => {
            let (half, short, floats) = (m.b.float(16), m.b.int(16), m.floats());
            let shorts = m.b.module.ctx.vector(short, m.lanes);
            let halves = m.b.module.ctx.vector(half, m.lanes);
            let value = m.b.cast(Opcode::Trunc, raw, shorts);
            let value = m.b.cast(Opcode::Bitcast, value, halves);
            m.b.cast(Opcode::FPExt, value, floats)
        }
        _ => raw,
    }
}

/// The bits of a component that a format does not have.
pub(super) fn missing(class: Class, index: usize) -> u32 {
    match (class, index) {
        (Class::Float, 3) => 1f32.to_bits(),
        (_, 3) => 1,
        _ => 0,
    }
}

/// A component, or what represents it where the format does not have it.
fn or_missing(m: &mut Maker<'_>, class: Class, fields: &Fields, value: ValueId, index: usize) -> ValueId {
    if index == 0 {
        return value;
    }
    let (at, word, none) = (m.b.i32(index as u32), m.b.int(32), m.b.i32(u32::MAX));
    let has = m.b.icmp(IntPredicate::Ugt, fields.channels, at);
    let keep = m.b.cast(Opcode::SExt, has, word);
    let other = m.b.binary(Opcode::Xor, keep, none);
    let missing = m.b.i32(missing(class, index));
    let other = m.b.binary(Opcode::And, other, missing);
    let (keep, other) = (m.all(keep), m.all(other));
    let bits = m.as_ints(value);
    let bits = m.op(Opcode::And, bits, keep);
    let bits = m.op(Opcode::Or, bits, other);
    if class == Class::Float { m.as_floats(bits) } else { bits }
}

// Writing.

/// Writes texels to the places that whole coordinates name, where there are such.
pub(super) fn write(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> Vec<ValueId> {
    let found = find(m, key, args, fields);
    let (ints, offset, mask) = (m.ints(), found.offset, found.mask);
    let done = m.b.new_block(&[ints; 4]);
    by_encoding(m, key.class, fields, done, |m, encoding| {
        let stored: Vec<ValueId> = args.texel.iter().map(|value| encode(m, encoding, *value)).collect();
        pack(m, encoding, &stored)
    });
    let words = m.b.args(done).to_vec();
    let after = m.b.new_block(&[]);
    rows::write(m, fields, &found, &words, after);
    for bits in [8, 16] {
        write_part(m, fields, bits, words[0], offset, mask, after);
    }
    for (index, word) in words.into_iter().enumerate() {
        if index > 0 {
            let next = m.b.new_block(&[]);
            let bytes = m.b.i32(4 * index as u32);
            let more = m.b.icmp(IntPredicate::Ugt, fields.texel_bytes, bytes);
            m.b.cond_br(more, Successor::new(next), Successor::new(after));
            m.b.block = next;
        }
        let far = m.int(4 * index as u32);
        let at = m.b.add(offset, far);
        let addresses = m.b.geps(fields.base, at);
        m.b.masked_store(word, addresses, 4, mask);
    }
    m.b.br(after, &[]);
    m.b.block = after;
    Vec::new()
}

/// Writes texels of less than a word, if those of the image have the given number of bits.
fn write_part(
    m: &mut Maker<'_>,
    fields: &Fields,
    bits: u32,
    word: ValueId,
    offset: ValueId,
    mask: ValueId,
    after: BlockId,
) {
    let (here, next, bytes) = (m.b.new_block(&[]), m.b.new_block(&[]), m.b.i32(bits / 8));
    let is_it = m.b.icmp(IntPredicate::Eq, fields.texel_bytes, bytes);
    m.b.cond_br(is_it, Successor::new(here), Successor::new(next));
    m.b.block = here;
    let part = m.b.int(bits);
    let parts = m.b.module.ctx.vector(part, m.lanes);
    let parts = m.b.cast(Opcode::Trunc, word, parts);
    let addresses = m.b.geps(fields.base, offset);
    m.b.masked_store(parts, addresses, bits / 8, mask);
    m.b.br(after, &[]);
    m.b.block = next;
}

/// The words of a texel with four components. Where a format has fewer, the first words are the same.
fn pack(m: &mut Maker<'_>, encoding: TexelEncoding, stored: &[ValueId]) -> [ValueId; 4] {
    let bits = bits(encoding);
    let zero = m.int(0);
    let mut words = [zero; 4];
    for (index, value) in stored.iter().enumerate() {
        let at = index as u32 * bits;
        let word = &mut words[(at / 32) as usize];
        let mask = m.int((u64::MAX >> (64 - bits)) as u32);
        let low = if bits == 32 { *value } else { m.op(Opcode::And, *value, mask) };
        let shift = m.int(at % 32);
        let moved = m.op(Opcode::Shl, low, shift);
        *word = m.op(Opcode::Or, *word, moved);
    }
    words
}

/// From what a shader gives to memory: rounded to nearest even, clamped to the range, zero where it is not a number.
fn encode(m: &mut Maker<'_>, encoding: TexelEncoding, value: ValueId) -> ValueId {
    let ints = m.ints();
    if let Some(one) = one(encoding) {
        let value = m.clamp(value, if is_signed(encoding) { -1.0 } else { 0.0 }, 1.0);
        let (value, one) = (m.or_zero(value), m.float(f64::from(one)));
        let value = m.op(Opcode::FMul, value, one);
        let value = m.b.math(Intrinsic::RoundEven, &[value]);
        return m.b.cast(Opcode::FPToSI, value, ints);
    }
    match encoding {
        TexelEncoding::Float16 => encode_half(m, value),
        TexelEncoding::Float32 => m.as_ints(value),
        TexelEncoding::Uint8 | TexelEncoding::Uint16 => {
            let most = m.int((1 << bits(encoding)) - 1);
            m.b.math(Intrinsic::UMin, &[value, most])
        }
        TexelEncoding::Sint8 | TexelEncoding::Sint16 => {
            let most = (1u32 << (bits(encoding) - 1)) - 1;
            let (low, high) = (m.int(!most), m.int(most));
            let value = m.b.math(Intrinsic::SMax, &[value, low]);
            m.b.math(Intrinsic::SMin, &[value, high])
        }
        _ => value,
    }
}

fn encode_half(m: &mut Maker<'_>, value: ValueId) -> ValueId {
    let (half, short, ints) = (m.b.float(16), m.b.int(16), m.ints());
    let shorts = m.b.module.ctx.vector(short, m.lanes);
    let halves = m.b.module.ctx.vector(half, m.lanes);
    let small = m.b.cast(Opcode::FPTrunc, value, halves);
    let small = m.b.cast(Opcode::Bitcast, small, shorts);
    let small = m.b.cast(Opcode::ZExt, small, ints);
    // What is not a number keeps its sign alone.
    let (bits, shift) = (m.as_ints(value), m.int(16));
    let (sign, quiet) = (m.int(0x8000), m.int(0x7E00));
    let high = m.op(Opcode::LShr, bits, shift);
    let high = m.op(Opcode::And, high, sign);
    let nan = m.op(Opcode::Or, high, quiet);
    let is_nan = m.b.fcmp(FloatPredicate::Uno, value, value);
    m.b.select(is_nan, nan, small)
}
