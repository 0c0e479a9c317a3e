//! Filtered samples: levels, texels and their weights, in the order in which the host does it.

use super::address::wrap;
use super::maker::Maker;
use super::place::{cell, first_of_layer};
use super::texel::{axes, level, load, missing, strides};
use super::{Args, Fields, bilinear};
use crate::abi::{AddressMode, Desc, FILTER_LINEAR, FILTER_NEAREST, SamplerState};
use crate::lowering::textures::{Class, Key, Lod};
use dialect::ir::{Successor, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use std::mem::offset_of;

/// No image has more levels.
const MOST_LEVELS: f64 = 64.0;

fn state(m: &mut Maker<'_>, args: &Args) -> ValueId {
    let ptr = m.b.ptr();
    let sampler = args.sampler.unwrap_or(args.image);
    m.field(sampler, offset_of!(Desc, state), ptr)
}

fn word(m: &mut Maker<'_>, state: ValueId, offset: usize) -> ValueId {
    let word = m.b.int(32);
    m.field(state, offset, word)
}

/// Whether there is a sampler, and one level is taken for all lanes.
pub(super) fn fits(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> ValueId {
    let ptr = m.b.ptr();
    let (state, null) = (state(m, args), m.b.zero(ptr));
    let is_there = m.b.icmp(IntPredicate::Ne, state, null);
    if key.lod != Lod::Each {
        return is_there;
    }
    // Without a sampler something else is read, which is as long and never counts.
    let safe = m.b.select(is_there, state, args.ctx);
    let magnify = word(m, safe, offset_of!(SamplerState, magnify));
    let minify = word(m, safe, offset_of!(SamplerState, minify));
    let one = m.b.i32(1);
    let (same, single) =
        (m.b.icmp(IntPredicate::Eq, magnify, minify), m.b.icmp(IntPredicate::Eq, fields.level_count, one));
    let fits = m.b.binary(Opcode::And, same, single);
    m.b.binary(Opcode::And, is_there, fits)
}

/// Which levels are taken.
struct Levels {
    /// The first one, and the second one.
    fine: ValueId,
    coarse: ValueId,
    /// How much the second one counts, and whether it does.
    weight: ValueId,
    are_two: ValueId,
    /// Whether texels are interpolated.
    is_linear: ValueId,
}

fn levels(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, state: ValueId) -> Levels {
    let (single, word_ty) = (m.b.float(32), m.b.int(32));
    let number = |m: &mut Maker<'_>, offset: usize| m.field(state, offset, single);
    let (zero, one, half) = (m.scalar(0.0), m.scalar(1.0), m.scalar(0.5));
    let lod = match (key.lod, args.lod) {
        (Lod::Once, Some(lod)) => lod,
        _ => zero,
    };
    let bias = number(m, offset_of!(SamplerState, lod_bias));
    let lod = m.op(Opcode::FAdd, lod, bias);
    let least = number(m, offset_of!(SamplerState, min_lod));
    let least = m.max(least, zero);
    let most = number(m, offset_of!(SamplerState, max_lod));
    let most = m.max(most, least);
    let lod = m.max(lod, least);
    let lod = m.min(lod, most);
    let is_near = m.b.fcmp(FloatPredicate::Ole, lod, zero);
    let magnify = word(m, state, offset_of!(SamplerState, magnify));
    let minify = word(m, state, offset_of!(SamplerState, minify));
    let filter = m.b.select(is_near, magnify, minify);
    let linear = m.b.i32(FILTER_LINEAR);
    let is_linear = m.b.icmp(IntPredicate::Eq, filter, linear);
    let one_int = m.b.i32(1);
    let last = m.b.binary(Opcode::Sub, fields.level_count, one_int);
    let whole = |m: &mut Maker<'_>, value: ValueId| {
        let limit = m.scalar(MOST_LEVELS);
        let value = m.max(value, zero);
        let value = m.min(value, limit);
        let value = m.b.cast(Opcode::FPToUI, value, word_ty);
        m.b.math(Intrinsic::UMin, &[value, last])
    };
    let raised = m.op(Opcode::FAdd, lod, half);
    let raised = m.b.math(Intrinsic::Ceil, &[raised]);
    let raised = m.op(Opcode::FSub, raised, one);
    let nearest = whole(m, raised);
    let floor = m.b.math(Intrinsic::Floor, &[lod]);
    let lower = whole(m, floor);
    let next = m.b.add(lower, one_int);
    let coarse = m.b.math(Intrinsic::UMin, &[next, last]);
    let weight = m.op(Opcode::FSub, lod, floor);
    let levels = word(m, state, offset_of!(SamplerState, levels));
    let none = m.b.i32(FILTER_NEAREST);
    let blends = m.b.icmp(IntPredicate::Ne, levels, none);
    let counts = m.b.fcmp(FloatPredicate::Ogt, weight, zero);
    let differ = m.b.icmp(IntPredicate::Ne, coarse, lower);
    let are_two = m.b.binary(Opcode::And, counts, differ);
    let are_two = m.b.binary(Opcode::And, are_two, blends);
    let fine = m.b.select(blends, lower, nearest);
    match key.class {
        Class::Float => Levels { fine, coarse, weight, are_two, is_linear },
        // Integers are not mixed.
        Class::Uint | Class::Sint => {
            let bool = m.b.module.ctx.bool();
            let no = m.b.iconst(bool, 0);
            Levels { fine: nearest, coarse, weight, are_two: no, is_linear: no }
        }
    }
}

/// What the texels of a level need: for each axis, for the first and the second texel of a filter.
struct Places {
    /// The distance in bytes, all ones where there is a texel, the weight.
    rows: Vec<[ValueId; 3]>,
    /// How many bytes a vector has.
    row: u64,
}

/// The sample of all lanes: the quick way where that will do.
pub(super) fn sample(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> [ValueId; 4] {
    let state = state(m, args);
    if !bilinear::is_for(key) {
        return filtered(m, key, args, fields, state);
    }
    let (word, floats) = (m.b.int(32), m.floats());
    let [single, other, slow] = [(); 3].map(|()| m.b.new_block(&[]));
    let (quick, done) = (m.b.new_block(&[word]), m.b.new_block(&[floats; 4]));
    let is_stored_so = bilinear::is_stored_so(m, fields);
    m.b.cond_br(is_stored_so, Successor::new(single), Successor::new(slow));
    m.b.block = single;
    let (is_single, first) = (is_single(m, fields, state), m.b.i32(0));
    m.b.likely(is_single, Successor { block: quick, args: vec![first] }, Successor::new(other));
    m.b.block = other;
    let levels = levels(m, key, args, fields, state);
    let none = m.b.i32(0);
    let is_two = m.b.cast(Opcode::ZExt, levels.are_two, word);
    let is_one = m.b.icmp(IntPredicate::Eq, is_two, none);
    let is_one = m.b.binary(Opcode::And, is_one, levels.is_linear);
    m.b.cond_br(is_one, Successor { block: quick, args: vec![levels.fine] }, Successor::new(slow));

    m.b.block = quick;
    let number = m.b.args(quick)[0];
    let made = bilinear::sample(m, key, args, fields, (number, slow));
    m.b.br(done, &made);
    m.b.block = slow;
    let made = filtered(m, key, args, fields, state);
    m.b.br(done, &made);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// Whether there is one level and one filter that interpolates, so that it does not matter how fine a level is wanted.
fn is_single(m: &mut Maker<'_>, fields: &Fields, state: ValueId) -> ValueId {
    let (linear, one) = (m.b.i32(FILTER_LINEAR), m.b.i32(1));
    let is_single = m.b.icmp(IntPredicate::Eq, fields.level_count, one);
    [offset_of!(SamplerState, magnify), offset_of!(SamplerState, minify)].into_iter().fold(is_single, |all, filter| {
        let filter = word(m, state, filter);
        let is_linear = m.b.icmp(IntPredicate::Eq, filter, linear);
        m.b.binary(Opcode::And, all, is_linear)
    })
}

/// The sample of all lanes, whatever is bound.
fn filtered(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, state: ValueId) -> [ValueId; 4] {
    let levels = levels(m, key, args, fields, state);
    let places = places(m, key);
    let border = border(m, key, fields, state);
    let component = if key.class == Class::Float { m.floats() } else { m.ints() };
    let word = m.b.int(32);
    let zero = m.b.zero(component);
    let (head, done) = (m.b.new_block(&with(word, component)), m.b.new_block(&[component; 4]));
    let first = m.b.i32(0);
    m.b.br(head, &[first, zero, zero, zero, zero]);

    m.b.block = head;
    let round = m.b.args(head).to_vec();
    let is_first = m.b.icmp(IntPredicate::Eq, round[0], first);
    let number = m.b.select(is_first, levels.fine, levels.coarse);
    find(m, key, args, fields, (state, number, &levels, &places));
    let sums = corners(m, key, args, fields, (&levels, &places, &border));
    let sums = match key.class {
        Class::Float => mixed(m, &round[1..], &sums, is_first, levels.weight),
        Class::Uint | Class::Sint => sums,
    };
    let one = m.b.i32(1);
    let again = m.b.binary(Opcode::And, is_first, levels.are_two);
    let mut handed = vec![one];
    handed.extend(sums);
    m.b.cond_br(again, Successor { block: head, args: handed }, Successor { block: done, args: sums.to_vec() });
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

fn with(first: TypeId, component: TypeId) -> [TypeId; 5] {
    [first, component, component, component, component]
}

/// The finer level, or a mean of both.
fn mixed(m: &mut Maker<'_>, fine: &[ValueId], sums: &[ValueId; 4], is_first: ValueId, weight: ValueId) -> [ValueId; 4] {
    let (weight, is_first) = (m.all(weight), m.all(is_first));
    std::array::from_fn(|index| {
        let way = m.op(Opcode::FSub, sums[index], fine[index]);
        let part = m.op(Opcode::FMul, way, weight);
        let mean = m.op(Opcode::FAdd, fine[index], part);
        m.b.select(is_first, sums[index], mean)
    })
}

fn places(m: &mut Maker<'_>, key: &Key) -> Places {
    let (ints, floats) = (m.ints(), m.floats());
    let pair = types::array(&mut m.b.module.ctx, ints, 2);
    let weights = types::array(&mut m.b.module.ctx, floats, 2);
    let rows = (0..axes(key)).map(|_| [pair, pair, weights].map(|ty| m.b.alloca(ty, 64))).collect();
    Places { rows, row: u64::from(m.lanes) * 4 }
}

/// What lies beyond the edges, where that is a border.
struct Border {
    is_there: ValueId,
    colour: [ValueId; 4],
}

/// The border: its colour as bits of what texels have, in the components that the format has.
fn border(m: &mut Maker<'_>, key: &Key, fields: &Fields, state: ValueId) -> Border {
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
    let (mut is_there, mode) = (m.b.iconst(bool, 0), m.b.i32(AddressMode::Border as u32));
    for axis in 0..axes(key) {
        let own = word(m, state, offset_of!(SamplerState, address) + 4 * axis);
        let is_border = m.b.icmp(IntPredicate::Eq, own, mode);
        is_there = m.b.binary(Opcode::Or, is_there, is_border);
    }
    Border { is_there, colour }
}

/// Finds the texels of a level that the filter takes.
fn find(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    (state, number, levels, places): (ValueId, ValueId, &Levels, &Places),
) {
    let level = level(m, fields, number);
    let strides = strides(m, fields, &level);
    let start = first_of_layer(m, key, args, fields, (&level, strides[3]));
    let (half, zero) = (m.scalar(0.5), m.scalar(0.0));
    let half = m.b.select(levels.is_linear, half, zero);
    let (half, is_linear, one) = (m.all(half), m.all(levels.is_linear), m.float(1.0));
    let bool = m.b.type_of(args.mask);
    let yes = m.b.iconst(bool, 1);
    let mut are_inside = yes;
    let mut axes = Vec::new();
    for (axis, rows) in places.rows.iter().enumerate() {
        let (cell, weight) = cell(m, args.coords[axis], level.size[axis], half);
        let moved = m.int(key.offset[axis].cast_unsigned());
        let cell = m.b.add(cell, moved);
        let step = m.b.i32(1);
        let last = m.b.binary(Opcode::Sub, level.size[axis], step);
        let last = m.all(last);
        let is_inside = m.b.icmp(IntPredicate::Ult, cell, last);
        are_inside = m.op(Opcode::And, are_inside, is_inside);
        let rest = m.op(Opcode::FSub, one, weight);
        let rest = m.b.select(is_linear, rest, one);
        keep(m, places, rows[2], [rest, weight]);
        axes.push((axis, cell));
    }
    // Most often neither texel of any lane is beyond an edge.
    let all = m.all_of(args.mask, are_inside);
    let [plain, edges, done] = [(); 3].map(|()| m.b.new_block(&[]));
    m.b.likely(all, Successor::new(plain), Successor::new(edges));
    for (block, wraps) in [(plain, false), (edges, true)] {
        m.b.block = block;
        for (axis, cell) in &axes {
            let mode = word(m, state, offset_of!(SamplerState, address) + 4 * axis);
            let both = [0, 1].map(|second| {
                let step = m.int(second);
                let at = m.b.add(*cell, step);
                let there = m.int(u32::MAX);
                let [at, inside] = if wraps { wrap(m, at, level.size[*axis], mode) } else { [at, there] };
                let stride = m.all(strides[*axis]);
                let far = m.b.mul(at, stride);
                [if *axis == 0 { m.b.add(far, start) } else { far }, inside]
            });
            keep(m, places, places.rows[*axis][0], both.map(|[far, _]| far));
            keep(m, places, places.rows[*axis][1], both.map(|[_, inside]| inside));
        }
        m.b.br(done, &[]);
    }
    m.b.block = done;
}

/// Puts what belongs to the first and second texel of an axis where corners find it.
fn keep(m: &mut Maker<'_>, places: &Places, row: ValueId, values: [ValueId; 2]) {
    for (second, value) in values.into_iter().enumerate() {
        let address = m.b.gep_const(row, second as u64 * places.row);
        m.b.store(value, address, 4);
    }
}

/// Goes through the texels that the filter takes of a level.
fn corners(
    m: &mut Maker<'_>,
    key: &Key,
    args: &Args,
    fields: &Fields,
    (levels, places, border): (&Levels, &Places, &Border),
) -> [ValueId; 4] {
    let component = if key.class == Class::Float { m.floats() } else { m.ints() };
    let word = m.b.int(32);
    let (start, first) = (start(m, key, levels), m.b.i32(0));
    let (head, done) = (m.b.new_block(&with(word, component)), m.b.new_block(&[]));
    let (all, one) = (m.b.i32(1 << axes(key)), m.b.i32(1));
    let count = m.b.select(levels.is_linear, all, one);
    m.b.br(head, &[first, start, start, start, start]);

    m.b.block = head;
    let round = m.b.args(head).to_vec();
    let (offset, inside, weight) = corner(m, places, round[0]);
    // A texel without weight is not read, and does not matter even when the border is infinite.
    let (none, inside) = (m.float(0.0), m.holds(inside));
    let counts = m.b.fcmp(FloatPredicate::Une, weight, none);
    let reads = m.op(Opcode::And, args.mask, inside);
    let reads = m.op(Opcode::And, reads, counts);
    let texel = load(m, key.class, fields, offset, reads);
    let is_empty = m.b.fcmp(FloatPredicate::Oeq, weight, none);
    let taken = m.op(Opcode::Or, inside, is_empty);
    let texel = bordered(m, taken, texel, border);
    let sums: [ValueId; 4] = std::array::from_fn(|index| match key.class {
        Class::Float => {
            let part = m.op(Opcode::FMul, texel[index], weight);
            m.op(Opcode::FAdd, round[index + 1], part)
        }
        Class::Uint | Class::Sint => texel[index],
    });
    let next = m.b.add(round[0], one);
    let more = m.b.icmp(IntPredicate::Ult, next, count);
    let mut handed = vec![next];
    handed.extend(sums);
    m.b.cond_br(more, Successor { block: head, args: handed }, Successor::new(done));
    m.b.block = done;
    sums
}

/// What texels are added to. A single one with the weight of one stays what it is, zeros with a sign included.
fn start(m: &mut Maker<'_>, key: &Key, levels: &Levels) -> ValueId {
    match key.class {
        Class::Float => {
            let (zero, negative) = (m.scalar(0.0), m.scalar(-0.0));
            let start = m.b.select(levels.is_linear, zero, negative);
            m.all(start)
        }
        Class::Uint | Class::Sint => m.int(0),
    }
}

/// The border's colour for the lanes whose texel is beyond an edge, if there is a border.
fn bordered(m: &mut Maker<'_>, taken: ValueId, texel: [ValueId; 4], border: &Border) -> [ValueId; 4] {
    let component = m.b.type_of(texel[0]);
    let (some, done) = (m.b.new_block(&[]), m.b.new_block(&[component; 4]));
    let none = Successor { block: done, args: texel.to_vec() };
    m.b.cond_br(border.is_there, Successor::new(some), none);
    m.b.block = some;
    let chosen: Vec<ValueId> =
        texel.iter().zip(border.colour).map(|(texel, colour)| m.b.select(taken, *texel, colour)).collect();
    m.b.br(done, &chosen);
    m.b.block = done;
    let made = m.b.args(done).to_vec();
    std::array::from_fn(|index| made[index])
}

/// The distance, presence and weight of one of the texels.
fn corner(m: &mut Maker<'_>, places: &Places, number: ValueId) -> (ValueId, ValueId, ValueId) {
    let (ints, floats, i64, one) = (m.ints(), m.floats(), m.b.int(64), m.b.i32(1));
    let row = m.b.i64(places.row);
    let mut found: Option<(ValueId, ValueId, ValueId)> = None;
    for (axis, rows) in places.rows.iter().enumerate() {
        let shift = m.b.i32(axis as u32);
        let bit = m.b.binary(Opcode::LShr, number, shift);
        let bit = m.b.binary(Opcode::And, bit, one);
        let bit = m.b.cast(Opcode::ZExt, bit, i64);
        let far = m.b.mul(bit, row);
        let part = |m: &mut Maker<'_>, index: usize, ty: TypeId| {
            let address = m.b.gep(rows[index], far);
            m.b.load(address, ty, 4)
        };
        let own = (part(m, 0, ints), part(m, 1, ints), part(m, 2, floats));
        found = Some(match found {
            None => own,
            Some(known) => {
                (m.b.add(known.0, own.0), m.op(Opcode::And, known.1, own.1), m.op(Opcode::FMul, known.2, own.2))
            }
        });
    }
    found.unwrap_or((number, number, number))
}
