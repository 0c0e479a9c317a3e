//! Images and samplers: descriptors as values, and the host's functions for everything that is done with them.

use super::cast::to_float;
use super::lowering::Lowering;
use super::place::Place;
use crate::abi::{self, ImageArgs, Runtime};
use crate::error::{Result, invalid, unsupported};
use crate::interface::image_shape;
use dialect::ir::types::Sign;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::enums::Kind as Enumerated;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::{Image, SpirvType};
use spirv::Op;
use std::mem::offset_of;

/// A resource as a value: the address of its descriptor, or those of image and sampler.
pub(super) fn resource(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    match ops::code(lowering.source, op) {
        Some(Code::Core(Op::Load)) => {
            let Place::Resource(desc) = lowering.place(lowering.source[op].operands[0])? else {
                return unsupported(lowering.name(op), "resources are not kept in memory");
            };
            let source_ty = lowering.source.type_of(lowering.source[op].results[0]);
            let is_combined = matches!(lowering.source.ctx[source_ty], Type::Spirv(SpirvType::SampledImage(_)));
            Ok(if is_combined { lowering.b.aggregate(ty, &[desc, desc]) } else { desc })
        }
        Some(Code::Core(Op::SampledImage)) => {
            let (image, sampler) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            Ok(lowering.b.aggregate(ty, &[image, sampler]))
        }
        Some(Code::Core(Op::Image)) => {
            let combined = lowering.operand(op, 0)?;
            Ok(lowering.b.extract_value(combined, 0))
        }
        Some(Code::Core(Op::CopyObject)) => lowering.operand(op, 0),
        _ => lowering.pointer_value(op),
    }
}

/// What an image's type says, and the flags that say it to the host.
struct Kind {
    shape: u32,
    flags: u32,
    format: u32,
    /// The type of a texel's component, as the host gives it.
    texel: TypeId,
}

fn image_type(module: &Module, ty: TypeId) -> Option<Image> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Image(image)) => Some(*image),
        Type::Spirv(SpirvType::SampledImage(image)) => image_type(module, *image),
        Type::Spirv(SpirvType::Pointer { pointee, .. }) => image_type(module, *pointee),
        _ => None,
    }
}

fn kind(lowering: &mut Lowering<'_>, op: OpId) -> Result<Kind> {
    let ty = lowering.source.type_of(lowering.source[op].operands[0]);
    let Some(image) = image_type(lowering.source, ty) else { return invalid("the operand is not an image") };
    let (flags, texel) = match lowering.source.ctx[image.sampled] {
        Type::Int { width, sign } => {
            let wide = if width == 64 { abi::TEXEL_WIDE } else { 0 };
            let flag = if sign == Sign::Signed { abi::TEXEL_SINT } else { abi::TEXEL_UINT };
            (flag | wide, lowering.b.int(width.max(32)))
        }
        Type::Float { width, .. } if width <= 32 => (0, lowering.b.float(32)),
        _ => return unsupported(lowering.name(op), "texels hold no numbers of this type"),
    };
    Ok(Kind { shape: image_shape(&image)?, flags, format: image.format as u32, texel })
}

/// The operands of one image operation, as they are written to memory.
struct Args {
    args: ValueId,
    out: ValueId,
    flags: u32,
}

fn begin(lowering: &mut Lowering<'_>, kind: &Kind) -> Args {
    lowering.needs_runtime = true;
    let (args, out) = match lowering.image_memory {
        Some(memory) => memory,
        None => {
            let i8 = lowering.b.int(8);
            let ty = types::array(&mut lowering.b.module.ctx, i8, size_of::<ImageArgs>() as u64);
            let args = lowering.b.alloca(ty, 16);
            let ty = types::array(&mut lowering.b.module.ctx, i8, 16);
            let out = lowering.b.alloca(ty, 16);
            lowering.image_memory = Some((args, out));
            (args, out)
        }
    };
    let b = &mut lowering.b;
    let i8 = b.int(8);
    let bool = b.module.ctx.bool();
    let (zero, no, bytes) = (b.iconst(i8, 0), b.iconst(bool, 0), b.i64(size_of::<ImageArgs>() as u64));
    b.intrinsic_void("llvm.memset.p0.i64", &[args, zero, bytes, no]);
    let made = Args { args, out, flags: kind.flags };
    let (shape, format) = (b.i32(kind.shape), b.i32(kind.format));
    put(lowering, &made, offset_of!(ImageArgs, shape), shape);
    put(lowering, &made, offset_of!(ImageArgs, format), format);
    made
}

/// Writes a number of 32 bits, or the components of a vector of them.
fn put(lowering: &mut Lowering<'_>, args: &Args, offset: usize, value: ValueId) {
    let b = &mut lowering.b;
    for lane in 0..b.lanes(b.type_of(value)) {
        let part = b.component(value, lane);
        let part = word(b, part);
        let address = b.gep_const(args.args, offset as u64 + 4 * u64::from(lane));
        b.store(part, address, 4);
    }
}

/// A scalar in 32 bits.
fn word(b: &mut Builder, value: ValueId) -> ValueId {
    match *b.ty(b.type_of(value)) {
        Type::Float { .. } => {
            let single = b.float(32);
            to_float(b, value, single)
        }
        _ => {
            let word = b.int(32);
            b.int_cast(value, word, true)
        }
    }
}

/// The vector without its components from `count` on.
fn first(b: &mut Builder, vector: ValueId, count: u32) -> ValueId {
    let lanes = b.lanes(b.type_of(vector)).min(count);
    let parts: Vec<ValueId> = (0..lanes).map(|lane| b.component(vector, lane)).collect();
    b.vector(&parts)
}

fn coordinates(lowering: &mut Lowering<'_>, op: OpId, at: usize, args: &Args) -> Result<()> {
    let coords = lowering.operand(op, at)?;
    let coords = first(&mut lowering.b, coords, 4);
    put(lowering, args, offset_of!(ImageArgs, coords), coords);
    Ok(())
}

/// The optional operands of image instructions, with how many values follow each.
const OPERANDS: &[(u32, usize)] = &[
    (0x1, 1),
    (0x2, 1),
    (0x4, 2),
    (0x8, 1),
    (0x10, 1),
    (0x20, 1),
    (0x40, 1),
    (0x80, 1),
    (0x100, 1),
    (0x200, 1),
    (0x1_0000, 1),
];

fn optional_operands(lowering: &mut Lowering<'_>, op: OpId, args: &mut Args) -> Result<()> {
    let Some(attr) = lowering.source.attr(op, Enumerated::ImageOperands.table().snake) else { return Ok(()) };
    let Attr::Enum { value: mask, params, .. } = &lowering.source.ctx[attr] else { return Ok(()) };
    let (mask, mut params) = (*mask, &params[..]);
    for (bit, count) in OPERANDS {
        if mask & bit == 0 {
            continue;
        }
        let Some((own, rest)) = params.split_at_checked(*count) else { return invalid("an image operand is missing") };
        params = rest;
        let mut values = Vec::new();
        for param in own {
            if let Attr::Operand(index) = lowering.source.ctx[*param] {
                values.push(lowering.operand(op, index as usize)?);
            }
        }
        optional_operand(lowering, *bit, &values, args)?;
    }
    Ok(())
}

fn optional_operand(lowering: &mut Lowering<'_>, bit: u32, values: &[ValueId], args: &mut Args) -> Result<()> {
    let mut set = |lowering: &mut Lowering<'_>, flag: u32, offset: usize, value: Option<&ValueId>| {
        if let Some(value) = value {
            args.flags |= flag;
            put(lowering, args, offset, *value);
        }
    };
    match bit {
        0x1 => set(lowering, abi::HAS_BIAS, offset_of!(ImageArgs, lod), values.first()),
        0x2 => set(lowering, abi::HAS_LOD, offset_of!(ImageArgs, lod), values.first()),
        0x4 => {
            set(lowering, abi::HAS_GRAD, offset_of!(ImageArgs, ddx), values.first());
            set(lowering, abi::HAS_GRAD, offset_of!(ImageArgs, ddy), values.get(1));
        }
        0x8 | 0x10 | 0x1_0000 if values.first().is_some_and(|value| is_array(lowering, *value)) => {
            offsets(lowering, values[0], args);
        }
        0x8 | 0x10 => set(lowering, abi::HAS_OFFSET, offset_of!(ImageArgs, offset), values.first()),
        0x20 | 0x1_0000 => {
            if let Some(value) = values.first() {
                offsets(lowering, *value, args);
            }
        }
        0x40 => set(lowering, abi::HAS_SAMPLE, offset_of!(ImageArgs, sample), values.first()),
        0x80 => set(lowering, abi::HAS_MIN_LOD, offset_of!(ImageArgs, min_lod), values.first()),
        // The scopes of texels that become available or visible change nothing on one machine.
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

/// Calls one of the host's functions.
fn call(
    lowering: &mut Lowering<'_>,
    function: usize,
    image: ValueId,
    sampler: Option<ValueId>,
    args: &Args,
) -> Result<()> {
    let flags = lowering.b.i32(args.flags);
    put(lowering, args, offset_of!(ImageArgs, flags), flags);
    let (ptr, void) = (lowering.b.ptr(), lowering.b.module.ctx.none());
    let callee = host_function(lowering, function)?;
    let sampler = sampler.unwrap_or_else(|| lowering.b.zero(ptr));
    let ctx = lowering.env()?.ctx;
    lowering.b.call_pointer(callee, &[ctx, image, sampler, args.args, args.out], void);
    Ok(())
}

fn host_function(lowering: &mut Lowering<'_>, function: usize) -> Result<ValueId> {
    let ptr = lowering.b.ptr();
    let runtime = lowering.in_setup(|this| this.ctx_field(offset_of!(abi::DispatchCtx, runtime), ptr))?;
    let address = lowering.b.gep_const(runtime, function as u64);
    let callee = lowering.b.load(address, ptr, 8);
    lowering.b.mark_invariant(callee);
    Ok(callee)
}

/// The only component of a texel of 64 bits as a value of a type.
fn wide_texel(lowering: &mut Lowering<'_>, ty: TypeId, args: &Args, texel: TypeId) -> Result<ValueId> {
    let b = &mut lowering.b;
    let value = b.load(args.out, texel, 4);
    let (own, lanes) = (b.module.ctx.scalar_of(ty), b.lanes(ty));
    if b.width(own) == 0 {
        return invalid("a texel is read as what is no number");
    }
    let value = b.int_cast(value, own, false);
    let (zero, one) = (b.iconst(own, 0), b.iconst(own, 1));
    let parts: Vec<ValueId> = [value, zero, zero, one].into_iter().take(lanes as usize).collect();
    Ok(b.vector(&parts))
}

/// The first components of what the host has written, as the op's result: behind a code that says that all texels are
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
            Type::Float { .. } => to_float(b, part, own),
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

fn opcode(lowering: &Lowering<'_>, op: OpId) -> String {
    match ops::code(lowering.source, op) {
        Some(Code::Core(code)) => format!("{code:?}"),
        _ => String::new(),
    }
}

fn reference(lowering: &mut Lowering<'_>, op: OpId, args: &mut Args) -> Result<()> {
    args.flags |= abi::HAS_DREF;
    let value = lowering.operand(op, 2)?;
    put(lowering, args, offset_of!(ImageArgs, dref), value);
    Ok(())
}

pub(super) fn sample(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (kind, name) = (kind(lowering, op)?, opcode(lowering, op));
    let (image, sampler) = combined(lowering, op)?;
    let mut args = begin(lowering, &kind);
    if name.contains("Proj") {
        projected(lowering, op, &args)?;
    } else {
        coordinates(lowering, op, 1, &args)?;
    }
    if name.contains("Dref") {
        reference(lowering, op, &mut args)?;
    }
    optional_operands(lowering, op, &mut args)?;
    call(lowering, offset_of!(Runtime, sample), image, Some(sampler), &args)?;
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
    if opcode(lowering, op).contains("Dref") {
        reference(lowering, op, &mut args)?;
    } else {
        let component = lowering.operand(op, 2)?;
        put(lowering, &args, offset_of!(ImageArgs, component), component);
    }
    optional_operands(lowering, op, &mut args)?;
    call(lowering, offset_of!(Runtime, gather), image, Some(sampler), &args)?;
    result(lowering, op, &args, kind.texel, 0)
}

fn texel(lowering: &mut Lowering<'_>, op: OpId, function: usize) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let mut args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    optional_operands(lowering, op, &mut args)?;
    call(lowering, function, image, None, &args)?;
    result(lowering, op, &args, kind.texel, 0)
}

pub(super) fn fetch(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    texel(lowering, op, offset_of!(Runtime, fetch))
}

pub(super) fn read(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    texel(lowering, op, offset_of!(Runtime, read))
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
    call(lowering, offset_of!(Runtime, write), image, None, &args)
}

pub(super) fn query_size(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let mut args = begin(lowering, &kind);
    if opcode(lowering, op).ends_with("Lod") {
        let level = lowering.operand(op, 1)?;
        args.flags |= abi::HAS_LOD;
        put(lowering, &args, offset_of!(ImageArgs, lod), level);
    }
    call(lowering, offset_of!(Runtime, query_size), image, None, &args)?;
    let word = lowering.b.int(32);
    result(lowering, op, &args, word, 0)
}

/// The host gives the number of levels, then that of samples.
pub(super) fn query_levels(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let image = lowering.operand(op, 0)?;
    let args = begin(lowering, &kind);
    call(lowering, offset_of!(Runtime, query_levels), image, None, &args)?;
    let word = lowering.b.int(32);
    result(lowering, op, &args, word, u32::from(opcode(lowering, op).ends_with("Samples")))
}

pub(super) fn query_lod(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let kind = kind(lowering, op)?;
    let (image, sampler) = combined(lowering, op)?;
    let args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    call(lowering, offset_of!(Runtime, query_lod), image, Some(sampler), &args)?;
    let single = lowering.b.float(32);
    result(lowering, op, &args, single, 0)
}

/// Whether all texels were there: they always are.
pub(super) fn are_resident(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.iconst(ty, 1))
}

/// The address of a texel, which is null out of range.
pub(super) fn texel_pointer(lowering: &mut Lowering<'_>, op: OpId) -> Result<Place> {
    let kind = kind(lowering, op)?;
    let image = match lowering.place(lowering.source[op].operands[0])? {
        Place::Resource(image) => image,
        Place::Memory(memory) if image_type(lowering.source, memory.shape.ty).is_some() => {
            lowering.load_memory(&memory)?
        }
        _ => return invalid("a texel is taken of what is no image"),
    };
    let mut args = begin(lowering, &kind);
    coordinates(lowering, op, 1, &args)?;
    let sample = lowering.operand(op, 2)?;
    put(lowering, &args, offset_of!(ImageArgs, sample), sample);
    args.flags |= abi::HAS_SAMPLE;
    // The host is told how much is accessed there by what the pointer says, not by what the image says.
    let pointer = lowering.source.type_of(lowering.source[op].results[0]);
    let Some((pointee, _)) = dialect::spirv::abi::pointer(lowering.source, pointer) else {
        return invalid("the address of a texel is no pointer");
    };
    let pointee = lowering.ty(pointee)?;
    let bytes = lowering.b.i32(lowering.b.width(pointee) * lowering.b.lanes(pointee) / 8);
    put(lowering, &args, offset_of!(ImageArgs, bytes), bytes);
    let flags = lowering.b.i32(args.flags);
    put(lowering, &args, offset_of!(ImageArgs, flags), flags);
    let ptr = lowering.b.ptr();
    let callee = host_function(lowering, offset_of!(Runtime, texel_address))?;
    let ctx = lowering.env()?.ctx;
    match lowering.b.call_pointer(callee, &[ctx, image, args.args], ptr) {
        Some(address) => Ok(Place::Texel(address)),
        None => invalid("a function of the host has no result"),
    }
}
