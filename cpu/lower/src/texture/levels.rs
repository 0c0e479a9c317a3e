//! Levels that a sample takes, and how much each of them counts: once for all lanes, or for each lane.

use super::args::{Args, Fields};
use super::faces;
use super::maker::Maker;
use super::sampler::word;
use super::texel;
use crate::lowering::textures::{Class, Key, Lod};
use abi::{FILTER_LINEAR, FILTER_NEAREST, SamplerState, level};
use dialect::ir::ValueId;
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use std::mem::offset_of;

/// No image has more levels.
const MOST_LEVELS: f64 = 64.0;

/// Numbers of the levels: scalars, or vectors where lanes take different ones.
pub(super) struct Levels {
    /// The first one, and the second one.
    pub(super) fine: ValueId,
    pub(super) coarse: ValueId,
    /// The weight of the second one, and whether it has one.
    pub(super) weight: ValueId,
    pub(super) are_two: ValueId,
    /// True if texels are interpolated.
    pub(super) is_linear: ValueId,
}

/// Numbers that are the same for all lanes, as scalars or as vectors.
struct Numbers<'a, 'm> {
    m: &'a mut Maker<'m>,
    are_wide: bool,
}

impl Numbers<'_, '_> {
    fn own(&mut self, scalar: ValueId) -> ValueId {
        if self.are_wide { self.m.all(scalar) } else { scalar }
    }

    fn float(&mut self, value: f64) -> ValueId {
        let scalar = self.m.scalar(value);
        self.own(scalar)
    }

    fn int(&mut self, value: u32) -> ValueId {
        let scalar = self.m.b.i32(value);
        self.own(scalar)
    }

    fn number(&mut self, state: ValueId, offset: usize) -> ValueId {
        let single = self.m.b.float(32);
        let scalar = self.m.field(state, offset, single);
        self.own(scalar)
    }

    fn word(&mut self, state: ValueId, offset: usize) -> ValueId {
        let scalar = word(self.m, state, offset);
        self.own(scalar)
    }

    /// The number of a level that there is, of one that is wanted.
    fn level(&mut self, wanted: ValueId, last: ValueId) -> ValueId {
        let (zero, limit, word) = (self.float(0.0), self.float(MOST_LEVELS), self.m.b.int(32));
        let value = self.m.max(wanted, zero);
        let value = self.m.min(value, limit);
        let ints = self.m.b.module.ctx.with_scalar(self.m.b.type_of(value), word);
        let value = self.m.b.cast(Opcode::FPToUI, value, ints);
        self.m.b.math(Intrinsic::UMin, &[value, last])
    }
}

/// The levels of a sample.
pub(super) fn levels(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, state: ValueId) -> Levels {
    let lod = level_of_detail(m, key, args, fields, state);
    let mut n = Numbers { m, are_wide: key.has_levels() };
    let (zero, one, half) = (n.float(0.0), n.float(1.0), n.float(0.5));
    let is_near = n.m.b.fcmp(FloatPredicate::Ole, lod, zero);
    let magnify = n.word(state, offset_of!(SamplerState, magnify));
    let minify = n.word(state, offset_of!(SamplerState, minify));
    let (filter, linear) = (n.m.b.select(is_near, magnify, minify), n.int(FILTER_LINEAR));
    let is_linear = n.m.b.icmp(IntPredicate::Eq, filter, linear);
    let (count, one_int) = (n.own(fields.level_count), n.int(1));
    let last = n.m.b.binary(Opcode::Sub, count, one_int);
    let raised = n.m.op(Opcode::FAdd, lod, half);
    let raised = n.m.b.math(Intrinsic::Ceil, &[raised]);
    let raised = n.m.op(Opcode::FSub, raised, one);
    let nearest = n.level(raised, last);
    let floor = n.m.b.math(Intrinsic::Floor, &[lod]);
    let lower = n.level(floor, last);
    let next = n.m.b.add(lower, one_int);
    let coarse = n.m.b.math(Intrinsic::UMin, &[next, last]);
    let weight = n.m.op(Opcode::FSub, lod, floor);
    let (levels, none) = (n.word(state, offset_of!(SamplerState, levels)), n.int(FILTER_NEAREST));
    let blends = n.m.b.icmp(IntPredicate::Ne, levels, none);
    let counts = n.m.b.fcmp(FloatPredicate::Ogt, weight, zero);
    let differ = n.m.b.icmp(IntPredicate::Ne, coarse, lower);
    let are_two = n.m.b.binary(Opcode::And, counts, differ);
    let are_two = n.m.b.binary(Opcode::And, are_two, blends);
    let fine = n.m.b.select(blends, lower, nearest);
    match key.class {
        Class::Float => Levels { fine, coarse, weight, are_two, is_linear },
        // Integers are not mixed.
        Class::Uint | Class::Sint => {
            let no = n.m.b.iconst(n.m.b.type_of(are_two), 0);
            Levels { fine: nearest, coarse, weight, are_two: no, is_linear: no }
        }
    }
}

/// The level that is wanted, within the sampler's limits.
fn level_of_detail(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields, state: ValueId) -> ValueId {
    let wanted = match key.lod {
        Lod::None => None,
        Lod::Once | Lod::Each => args.lod.first().copied(),
        Lod::Gradient => Some(fitting(m, key, args, fields)),
    };
    let mut n = Numbers { m, are_wide: key.has_levels() };
    let wanted = match wanted {
        Some(wanted) => n.own(wanted),
        None => n.float(0.0),
    };
    let bias = n.number(state, offset_of!(SamplerState, lod_bias));
    let lod = n.m.op(Opcode::FAdd, wanted, bias);
    let least = n.number(state, offset_of!(SamplerState, min_lod));
    let asked = args.min_lod.unwrap_or(n.float(0.0));
    let least = n.m.max(least, asked);
    let most = n.number(state, offset_of!(SamplerState, max_lod));
    let most = n.m.max(most, least);
    let lod = n.m.max(lod, least);
    n.m.min(lod, most)
}

/// The level whose texels are as large as the steps of the coordinates.
fn fitting(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> ValueId {
    let first = m.b.i32(0);
    let size = texel::level(m, fields, first).numbers;
    let (ddx, ddy) = args.lod.split_at(key.directions());
    let [along_x, along_y] = [ddx, ddy].map(|step| footprint(m, key, args, &size, step));
    let square = m.max(along_x, along_y);
    of_square(m, square)
}

/// What [`level::of_square`] gives, in the same order.
fn of_square(m: &mut Maker<'_>, square: ValueId) -> ValueId {
    let (root, shift, floats) = (m.int(level::ROOT_OF_HALF), m.int(level::FRACTION_BITS), m.floats());
    let (one, half, bits) = (m.float(1.0), m.float(0.5), m.as_ints(square));
    let exponent = m.op(Opcode::Sub, bits, root);
    let exponent = m.op(Opcode::AShr, exponent, shift);
    let whole = m.op(Opcode::Shl, exponent, shift);
    let rest = m.op(Opcode::Sub, bits, whole);
    let rest = m.as_floats(rest);
    let (above, below) = (m.op(Opcode::FSub, rest, one), m.op(Opcode::FAdd, rest, one));
    let ratio = m.op(Opcode::FDiv, above, below);
    let ratio_squared = m.op(Opcode::FMul, ratio, ratio);
    let coefficients = level::SERIES.map(|coefficient| m.float(f64::from(coefficient)));
    let series = coefficients.into_iter().rev().reduce(|sum, coefficient| {
        let product = m.op(Opcode::FMul, sum, ratio_squared);
        m.op(Opcode::FAdd, product, coefficient)
    });
    let part = m.op(Opcode::FMul, ratio, series.unwrap_or(one));
    let exponent = m.b.cast(Opcode::SIToFP, exponent, floats);
    let twice = m.op(Opcode::FAdd, exponent, part);
    let level = m.op(Opcode::FMul, twice, half);
    let (zero, infinite, least) = (m.float(0.0), m.float(f64::INFINITY), m.float(f64::NEG_INFINITY));
    let is_finite = m.b.fcmp(FloatPredicate::One, square, infinite);
    let level = m.b.select(is_finite, level, square);
    let is_zero = m.b.fcmp(FloatPredicate::Oeq, square, zero);
    m.b.select(is_zero, least, level)
}

/// The square of the number of texels of the finest level that a step covers.
fn footprint(m: &mut Maker<'_>, key: &Key, args: &Args, size: &[ValueId; 3], step: &[ValueId]) -> ValueId {
    let step = if key.is_cube() { step_on_face(m, args, step) } else { step.to_vec() };
    let mut sum = m.float(0.0);
    for (step, size) in step.into_iter().zip(size) {
        let size = m.all(*size);
        let texels = m.op(Opcode::FMul, step, size);
        let square = m.op(Opcode::FMul, texels, texels);
        sum = m.op(Opcode::FAdd, sum, square);
    }
    sum
}

/// A step of a direction as one on the face that the direction points to.
fn step_on_face(m: &mut Maker<'_>, args: &Args, step: &[ValueId]) -> Vec<ValueId> {
    let from = [args.coords[0], args.coords[1], args.coords[2]];
    let to = [0, 1, 2].map(|axis| m.op(Opcode::FAdd, from[axis], step[axis]));
    let face = faces::face_of(m, from);
    let (here, there) = (faces::on_face(m, face, from), faces::on_face(m, face, to));
    there.into_iter().zip(here).map(|(there, here)| m.op(Opcode::FSub, there, here)).collect()
}
