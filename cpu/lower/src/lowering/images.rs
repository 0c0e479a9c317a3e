//! Images and samplers as values, and how the operands of an image operation are passed to the host.

use super::place::Place;
use super::state::Lowering;
use crate::error::{Result, invalid, unsupported};
use crate::interface::image_shape;
use abi::{ImageArgs, ImageFunction, Runtime};
use dialect::ir::types::Sign;
use dialect::ir::{Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::enums::Kind as Enumerated;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::{Image, SpirvType};
use spirv::{ImageOperands, Op};
use std::mem::offset_of;

/// Shape of an image's type, and the flags that say it to the host.
pub(crate) struct Kind {
    pub(crate) shape: u32,
    pub(crate) flags: u32,
    pub(crate) format: u32,
    /// The type of a texel's component, as the host gives it.
    pub(crate) texel: TypeId,
}

/// The operands of one image operation, as they are written to memory.
pub(crate) struct Args {
    pub(crate) args: ValueId,
    pub(crate) out: ValueId,
    pub(crate) flags: u32,
}

fn image_type(module: &Module, ty: TypeId) -> Option<Image> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Image(image)) => Some(*image),
        Type::Spirv(SpirvType::SampledImage(image)) => image_type(module, *image),
        Type::Spirv(SpirvType::Pointer { pointee, .. }) => image_type(module, *pointee),
        _ => None,
    }
}

pub(crate) fn kind(lowering: &mut Lowering<'_>, op: OpId) -> Result<Kind> {
    let ty = lowering.known.source.type_of(lowering.known.source[op].operands[0]);
    let Some(image) = image_type(lowering.known.source, ty) else { return invalid("the operand is not an image") };
    let (flags, texel) = match lowering.known.source.ctx[component(lowering, op, image.sampled)] {
        // The images of kernels do not say which sign their texels have.
        Type::Int { width: 16 | 32, .. } if lowering.known.source.ctx[image.sampled] == Type::None => {
            (abi::TEXEL_SINT | abi::TEXEL_UINT, lowering.b.int(32))
        }
        Type::None => (0, lowering.b.float(32)),
        Type::Int { width, sign } => {
            let wide = if width == 64 { abi::TEXEL_WIDE } else { 0 };
            let flag = if sign == Sign::Signed { abi::TEXEL_SINT } else { abi::TEXEL_UINT };
            (flag | wide, lowering.b.int(width.max(32)))
        }
        Type::Float { width, .. } if width <= 32 => (0, lowering.b.float(32)),
        _ => return unsupported(lowering.name(op), "unsupported texel type"),
    };
    Ok(Kind { shape: image_shape(&image)?, flags, format: image.format as u32, texel })
}

/// The type of a texel's components: what the image says, or what is read or written.
fn component(lowering: &Lowering<'_>, op: OpId, declared: TypeId) -> TypeId {
    if lowering.known.source.ctx[declared] != Type::None {
        return declared;
    }
    let is_query = matches!(
        ops::code(lowering.known.source, op),
        Some(Code::Core(
            Op::ImageQuerySize
                | Op::ImageQuerySizeLod
                | Op::ImageQueryLevels
                | Op::ImageQuerySamples
                | Op::ImageQueryFormat
                | Op::ImageQueryOrder
        ))
    );
    let value = match lowering.known.source[op].results.first() {
        Some(_) if is_query => None,
        Some(result) => Some(*result),
        None => lowering.known.source[op].operands.get(2).copied(),
    };
    value.map_or(declared, |value| lowering.known.source.ctx.scalar_of(lowering.known.source.type_of(value)))
}

pub(crate) fn begin(lowering: &mut Lowering<'_>, kind: &Kind) -> Args {
    lowering.needs.runtime = true;
    let (args, out) = match lowering.function.image_memory {
        Some(memory) => memory,
        None => {
            let i8 = lowering.b.int(8);
            let ty = types::array(&mut lowering.b.module.ctx, i8, size_of::<ImageArgs>() as u64);
            let args = lowering.b.alloca(ty, 16);
            let ty = types::array(&mut lowering.b.module.ctx, i8, 16);
            let out = lowering.b.alloca(ty, 16);
            lowering.function.image_memory = Some((args, out));
            (args, out)
        }
    };
    lowering.b.clear(args, size_of::<ImageArgs>() as u64);
    let made = Args { args, out, flags: kind.flags };
    let (shape, format) = (lowering.b.i32(kind.shape), lowering.b.i32(kind.format));
    put(lowering, &made, offset_of!(ImageArgs, shape), shape);
    put(lowering, &made, offset_of!(ImageArgs, format), format);
    made
}

/// Writes a 32-bit number, or the components of a vector of them.
pub(crate) fn put(lowering: &mut Lowering<'_>, args: &Args, offset: usize, value: ValueId) {
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
            b.float_cast(value, single)
        }
        _ => {
            let word = b.int(32);
            b.int_cast(value, word, true)
        }
    }
}

/// The optional operands of an op: the bit of each, and its values.
pub(crate) fn image_operands(module: &Module, op: OpId) -> Result<Vec<(ImageOperands, Vec<ValueId>)>> {
    let Some(bits) = facts::mask_of(module, op, Enumerated::ImageOperands) else {
        return invalid("an image operand is missing");
    };
    Ok(bits.into_iter().map(|(bit, values)| (ImageOperands::from_bits_truncate(bit), values)).collect())
}

/// Calls one of the host's functions.
pub(crate) fn call(
    lowering: &mut Lowering<'_>,
    function: ImageFunction,
    image: ValueId,
    sampler: Option<ValueId>,
    args: &Args,
) -> Result<()> {
    let flags = lowering.b.i32(args.flags);
    put(lowering, args, offset_of!(ImageArgs, flags), flags);
    let (ptr, void) = (lowering.b.ptr(), lowering.b.module.ctx.none());
    let callee = host_function(lowering, function.offset())?;
    let sampler = sampler.unwrap_or_else(|| lowering.b.zero(ptr));
    let ctx = lowering.env()?.ctx;
    lowering.b.call_pointer(callee, &[ctx, image, sampler, args.args, args.out], void);
    Ok(())
}

/// Asks the host where a texel is.
pub(crate) fn address(lowering: &mut Lowering<'_>, image: ValueId, args: &Args) -> Result<ValueId> {
    let flags = lowering.b.i32(args.flags);
    put(lowering, args, offset_of!(ImageArgs, flags), flags);
    let ptr = lowering.b.ptr();
    let callee = host_function(lowering, offset_of!(Runtime, texel_address))?;
    let ctx = lowering.env()?.ctx;
    match lowering.b.call_pointer(callee, &[ctx, image, args.args], ptr) {
        Some(address) => Ok(address),
        None => invalid("a function of the host has no result"),
    }
}

pub(crate) fn coordinates(lowering: &mut Lowering<'_>, op: OpId, at: usize, args: &Args) -> Result<()> {
    let coords = lowering.operand(op, at)?;
    let coords = first(&mut lowering.b, coords, 4);
    put(lowering, args, offset_of!(ImageArgs, coords), coords);
    Ok(())
}

/// The coordinates of a sample, which kernels may count in whole texels.
pub(crate) fn sample_coordinates(lowering: &mut Lowering<'_>, op: OpId, args: &Args) -> Result<()> {
    let coords = lowering.operand(op, 1)?;
    let coords = first(&mut lowering.b, coords, 4);
    let coords = as_floats(&mut lowering.b, coords);
    put(lowering, args, offset_of!(ImageArgs, coords), coords);
    Ok(())
}

/// Numbers as floating-point ones: signed integers where they are none.
pub(crate) fn as_floats(b: &mut Builder, numbers: ValueId) -> ValueId {
    let ty = b.type_of(numbers);
    if let Type::Float { .. } = b.ty(b.module.ctx.scalar_of(ty)) {
        return numbers;
    }
    let single = b.float(32);
    let singles = b.module.ctx.with_scalar(ty, single);
    b.cast(Opcode::SIToFP, numbers, singles)
}

/// The vector without its components from `count` on.
pub(crate) fn first(b: &mut Builder, vector: ValueId, count: u32) -> ValueId {
    let lanes = b.lanes(b.type_of(vector)).min(count);
    let parts: Vec<ValueId> = (0..lanes).map(|lane| b.component(vector, lane)).collect();
    b.vector(&parts)
}

pub(crate) fn host_function(lowering: &mut Lowering<'_>, offset: usize) -> Result<ValueId> {
    let ptr = lowering.b.ptr();
    let runtime = lowering.in_setup(|this| this.ctx_field(offset_of!(abi::DispatchCtx, runtime), ptr))?;
    let address = lowering.b.gep_const(runtime, offset as u64);
    let callee = lowering.b.load(address, ptr, 8);
    lowering.b.mark_invariant(callee);
    Ok(callee)
}

impl Lowering<'_> {
    /// A resource as a value: the address of its descriptor, or those of image and sampler.
    pub(super) fn resource(&mut self, op: OpId) -> Result<ValueId> {
        let ty = self.result_type(op)?;
        match ops::code(self.known.source, op) {
            Some(Code::Core(Op::Load)) => {
                let Place::Resource(desc) = self.place(self.known.source[op].operands[0])? else {
                    return unsupported(self.name(op), "resources cannot be stored in memory");
                };
                let source_ty = self.known.source.type_of(self.known.source[op].results[0]);
                let is_combined = matches!(self.known.source.ctx[source_ty], Type::Spirv(SpirvType::SampledImage(_)));
                Ok(if is_combined { self.b.aggregate(ty, &[desc, desc]) } else { desc })
            }
            Some(Code::Core(Op::SampledImage)) => {
                let (image, sampler) = (self.operand(op, 0)?, self.operand(op, 1)?);
                Ok(self.b.aggregate(ty, &[image, sampler]))
            }
            Some(Code::Core(Op::Image)) => {
                let combined = self.operand(op, 0)?;
                Ok(self.b.extract_value(combined, 0))
            }
            Some(Code::Core(Op::CopyObject)) => self.operand(op, 0),
            _ => self.pointer_value(op),
        }
    }

    /// The address of a texel, which is null out of range.
    pub(super) fn texel_pointer(&mut self, op: OpId) -> Result<Place> {
        let kind = kind(self, op)?;
        let image = match self.place(self.known.source[op].operands[0])? {
            Place::Resource(image) => image,
            Place::Memory(memory) if image_type(self.known.source, memory.shape.ty).is_some() => {
                self.load_memory(&memory)?
            }
            _ => return invalid("texel pointer to a non-image"),
        };
        let mut args = begin(self, &kind);
        coordinates(self, op, 1, &args)?;
        let sample = self.operand(op, 2)?;
        put(self, &args, offset_of!(ImageArgs, sample), sample);
        args.flags |= abi::HAS_SAMPLE;
        // The host is told how much is accessed there by what the pointer says, not by what the image says.
        let pointer = self.known.source.type_of(self.known.source[op].results[0]);
        let Some((pointee, _)) = dialect::spirv::facts::pointer(self.known.source, pointer) else {
            return invalid("texel address is not a pointer");
        };
        let ty = self.ty(pointee)?;
        let bytes = self.b.i32(self.b.width(ty) * self.b.lanes(ty) / 8);
        put(self, &args, offset_of!(ImageArgs, bytes), bytes);
        Ok(Place::Texel { address: address(self, image, &args)?, ty: pointee })
    }
}
