//! Operations on images: all of them are functions of the host.

use crate::error::{Result, invalid, unsupported};
use crate::lowering::Lowering;
use crate::lowering::images::{Args, begin, call, coordinates, first, image_operands, kind, put, sample_coordinates};
use abi::{ImageArgs, ImageFunction};
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::ops::{self, Code};
use isa::{Class, Sampling};
use spirv::{ImageOperands, Op};
use std::mem::offset_of;

fn optional_operands(lowering: &mut Lowering<'_>, op: OpId, args: &mut Args) -> Result<()> {
    for (bit, own) in image_operands(lowering.known.source, op)? {
        let values = own.into_iter().map(|value| lowering.value(value)).collect::<Result<Vec<_>>>()?;
        optional_operand(lowering, bit, &values, args)?;
    }
    Ok(())
}

fn optional_operand(
    lowering: &mut Lowering<'_>,
    bit: ImageOperands,
    values: &[ValueId],
    args: &mut Args,
) -> Result<()> {
    let mut set = |lowering: &mut Lowering<'_>, flag: u32, offset: usize, value: Option<&ValueId>| {
        if let Some(value) = value {
            args.flags |= flag;
            put(lowering, args, offset, *value);
        }
    };
    match bit {
        ImageOperands::BIAS => set(lowering, abi::HAS_BIAS, offset_of!(ImageArgs, lod), values.first()),
        ImageOperands::LOD => set(lowering, abi::HAS_LOD, offset_of!(ImageArgs, lod), values.first()),
        ImageOperands::GRAD => {
            set(lowering, abi::HAS_GRAD, offset_of!(ImageArgs, ddx), values.first());
            set(lowering, abi::HAS_GRAD, offset_of!(ImageArgs, ddy), values.get(1));
        }
        ImageOperands::CONST_OFFSET | ImageOperands::OFFSET | ImageOperands::OFFSETS
            if values.first().is_some_and(|value| is_array(lowering, *value)) =>
        {
            offsets(lowering, values[0], args);
        }
        ImageOperands::CONST_OFFSET | ImageOperands::OFFSET => {
            set(lowering, abi::HAS_OFFSET, offset_of!(ImageArgs, offset), values.first());
        }
        ImageOperands::CONST_OFFSETS | ImageOperands::OFFSETS => {
            if let Some(value) = values.first() {
                offsets(lowering, *value, args);
            }
        }
        ImageOperands::SAMPLE => set(lowering, abi::HAS_SAMPLE, offset_of!(ImageArgs, sample), values.first()),
        ImageOperands::MIN_LOD => set(lowering, abi::HAS_MIN_LOD, offset_of!(ImageArgs, min_lod), values.first()),
        // Whom texels become available or visible to, and how, changes nothing on one machine.
        _ => {}
    }
    Ok(())
}

fn is_array(lowering: &Lowering<'_>, value: ValueId) -> bool {
    types::field(&lowering.b.module.ctx, lowering.b.type_of(value), 0).is_some()
}

fn offsets(lowering: &mut Lowering<'_>, value: ValueId, args: &mut Args) {
    args.flags |= abi::HAS_OFFSETS;
    for index in 0..4 {
        let pair = lowering.b.extract_value(value, index);
        put(lowering, args, offset_of!(ImageArgs, offsets) + 8 * index as usize, pair);
    }
}

/// The only component of a 64-bit texel as a value of a type.
fn wide_texel(lowering: &mut Lowering<'_>, ty: TypeId, args: &Args, texel: TypeId) -> Result<ValueId> {
    let b = &mut lowering.b;
    let value = b.load(args.out, texel, 4);
    let (own, lanes) = (b.module.ctx.scalar_of(ty), b.lanes(ty));
    if b.width(own) == 0 {
        return invalid("texel type is not numeric");
    }
    let value = b.int_cast(value, own, false);
    let (zero, one) = (b.iconst(own, 0), b.iconst(own, 1));
    let parts: Vec<ValueId> = [value, zero, zero, one].into_iter().take(lanes as usize).collect();
    Ok(b.vector(&parts))
}

/// The first components of what the host has written, as the op's result: after a code that says that all texels are
/// resident where the op gives one.
fn result(lowering: &mut Lowering<'_>, op: OpId, args: &Args, texel: TypeId, start: u32) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    let field = |index: u32| types::field(&lowering.b.module.ctx, ty, index);
    match (field(0), field(1)) {
        (Some(code), Some(value)) => {
            let (code, value) = (lowering.b.zero(code), components(lowering, op, value, args, texel, start)?);
            Ok(lowering.b.aggregate(ty, &[code, value]))
        }
        _ => components(lowering, op, ty, args, texel, start),
    }
}

/// The first components of what the host has written as a value of a type.
fn components(
    lowering: &mut Lowering<'_>,
    op: OpId,
    ty: TypeId,
    args: &Args,
    texel: TypeId,
    start: u32,
) -> Result<ValueId> {
    if lowering.b.width(texel) == 64 {
        return wide_texel(lowering, ty, args, texel);
    }
    let b = &mut lowering.b;
    let four = b.module.ctx.vector(texel, 4);
    let all = b.load(args.out, four, 4);
    let own = b.module.ctx.scalar_of(ty);
    let lanes = b.lanes(ty);
    if lanes + start > 4 || b.width(own) == 0 {
        return unsupported(lowering.name(op), "its result has more than four components");
    }
    let mut parts = Vec::new();
    for lane in start..start + lanes {
        let part = b.component(all, lane);
        parts.push(match *b.ty(texel) {
            Type::Float { .. } => b.float_cast(part, own),
            _ => b.int_cast(part, own, false),
        });
    }
    Ok(b.vector(&parts))
}

fn combined(lowering: &mut Lowering<'_>, op: OpId) -> Result<(ValueId, ValueId)> {
    let value = lowering.operand(op, 0)?;
    match is_array(lowering, value) {
        true => Ok((lowering.b.extract_value(value, 0), lowering.b.extract_value(value, 1))),
        false => invalid("an image is sampled without a sampler"),
    }
}

/// Returns whether an op is of a variant of its instruction.
fn is(lowering: &Lowering<'_>, op: OpId, variant: Sampling) -> bool {
    let class = ops::code(lowering.known.source, op).and_then(Code::core).map(isa::class);
    matches!(class, Some(Class::Image(_, sampling)) if sampling.has(variant))
}

fn reference(lowering: &mut Lowering<'_>, op: OpId, args: &mut Args) -> Result<()> {
    args.flags |= abi::HAS_DREF;
    let value = lowering.operand(op, 2)?;
    put(lowering, args, offset_of!(ImageArgs, dref), value);
    Ok(())
}

pub(super) fn sample(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let (image, sampler) = combined(lowering, op)?;
    let mut args = begin(lowering, &kind);
    if is(lowering, op, Sampling::PROJECTED) {
        projected(lowering, op, &args)?;
    } else {
        sample_coordinates(lowering, op, &args)?;
    }
    if is(lowering, op, Sampling::COMPARED) {
        reference(lowering, op, &mut args)?;
    }
    optional_operands(lowering, op, &mut args)?;
    call(lowering, ImageFunction::Sample, image, Some(sampler), &args)?;
    result(lowering, op, &args, kind.texel, 0)
}

/// Coordinates over their last component.
fn projected(lowering: &mut Lowering<'_>, op: OpId, args: &Args) -> Result<()> {
    let coords = lowering.operand(op, 1)?;
    let b = &mut lowering.b;
    let last = b.lanes(b.type_of(coords)) - 1;
    let divisor = b.component(coords, last);
    let coords = first(b, coords, last);
    let divisor = b.broadcast(divisor, b.lanes(b.type_of(coords)));
    let coords = b.binary(Opcode::FDiv, coords, divisor);
    put(lowering, args, offset_of!(ImageArgs, coords), coords);
    Ok(())
}

pub(super) fn gather(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let (image, sampler) = combined(lowering, op)?;
    let mut args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    if is(lowering, op, Sampling::COMPARED) {
        reference(lowering, op, &mut args)?;
    } else {
        let component = lowering.operand(op, 2)?;
        put(lowering, &args, offset_of!(ImageArgs, component), component);
    }
    optional_operands(lowering, op, &mut args)?;
    call(lowering, ImageFunction::Gather, image, Some(sampler), &args)?;
    result(lowering, op, &args, kind.texel, 0)
}

fn texel(lowering: &mut Lowering<'_>, op: OpId, function: ImageFunction) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let mut args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    optional_operands(lowering, op, &mut args)?;
    call(lowering, function, image, None, &args)?;
    result(lowering, op, &args, kind.texel, 0)
}

pub(super) fn fetch(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    texel(lowering, op, ImageFunction::Fetch)
}

pub(super) fn read(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    texel(lowering, op, ImageFunction::Read)
}

pub(super) fn write(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let kind = kind(lowering, op)?;
    let (image, value) = (lowering.operand(op, 0)?, lowering.operand(op, 2)?);
    let mut args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    if lowering.b.width(kind.texel) == 64 {
        let (b, wide) = (&mut lowering.b, kind.texel);
        let value = b.component(value, 0);
        let value = b.int_cast(value, wide, kind.flags & abi::TEXEL_SINT != 0);
        let address = b.gep_const(args.args, offset_of!(ImageArgs, texel) as u64);
        b.store(value, address, 4);
    } else {
        let value = first(&mut lowering.b, value, 4);
        put(lowering, &args, offset_of!(ImageArgs, texel), value);
    }
    optional_operands(lowering, op, &mut args)?;
    call(lowering, ImageFunction::Write, image, None, &args)
}

pub(super) fn query_size(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let mut args = begin(lowering, &kind);
    if ops::code(lowering.known.source, op) == Some(Code::Core(Op::ImageQuerySizeLod)) {
        let level = lowering.operand(op, 1)?;
        args.flags |= abi::HAS_LOD;
        put(lowering, &args, offset_of!(ImageArgs, lod), level);
    }
    call(lowering, ImageFunction::Size, image, None, &args)?;
    let word = lowering.b.int(32);
    result(lowering, op, &args, word, 0)
}

/// The host gives all that there is to know of an image but its size.
fn query(lowering: &mut Lowering<'_>, op: OpId, at: u32) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let args = begin(lowering, &kind);
    call(lowering, ImageFunction::Facts, image, None, &args)?;
    let word = lowering.b.int(32);
    result(lowering, op, &args, word, at)
}

pub(super) fn query_levels(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    query(lowering, op, 0)
}

pub(super) fn query_samples(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    query(lowering, op, 1)
}

pub(super) fn query_format(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    query(lowering, op, 2)
}

pub(super) fn query_order(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    query(lowering, op, 3)
}

pub(super) fn query_lod(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let (image, sampler) = combined(lowering, op)?;
    let mut args = begin(lowering, &kind);
    let at = lowering.operand(op, 1)?;
    if lowering.b.lanes(lowering.b.type_of(at)) == 4 {
        // As stages are converted, the first of four coordinates is the level of the derivatives.
        let level = lowering.b.component(at, 0);
        args.flags |= abi::HAS_LOD;
        put(lowering, &args, offset_of!(ImageArgs, lod), level);
    } else {
        coordinates(lowering, op, 1, &args)?;
    }
    call(lowering, ImageFunction::Lod, image, Some(sampler), &args)?;
    let single = lowering.b.float(32);
    result(lowering, op, &args, single, 0)
}

/// Returns whether all texels were there: they always are.
pub(super) fn are_resident(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.iconst(ty, 1))
}
