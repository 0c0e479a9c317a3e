//! Operations on images for all lanes at once: which of them a function of the module does, and what it is called with.

use crate::abi::{self, ImageDim};
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::lowering::images::{self, Kind};
use crate::lowering::textures::{Action, Class, Key, Lod};
use dialect::ir::{Attr, OpId, Type, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{abi as module_abi, attrs};
use spirv::Op;

/// Offsets of texels are at most as large, so that sums of them and of coordinates do not overflow.
const MOST_OFFSET: i32 = 1 << 20;

/// The bits of the optional operands of image instructions that are known here.
const LOD: u32 = 0x2;
const CONST_OFFSET: u32 = 0x8;
const OFFSET: u32 = 0x10;
/// Those that change nothing on one machine.
const SCOPES: u32 = 0x100 | 0x200 | 0x400 | 0x800 | 0x1000 | 0x2000;

/// An operation that a function does.
struct Call {
    key: Key,
    lod: Option<ValueId>,
}

/// Lowers an op by a function of the module, if there is one for it.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<bool> {
    let Some(action) = action(lowering, op) else { return Ok(false) };
    let Some(call) = call(lowering, op, action)? else { return Ok(false) };
    let args = arguments(lowering, op, &call)?;
    let (name, result) = (lowering.texture_function(call.key), lowering.texture_result(&call.key));
    let made = lowering.b.call(&name, &args, result);
    let (Some(made), Some(value)) = (made, lowering.source[op].results.first().copied()) else { return Ok(true) };
    let ty = lowering.source.type_of(value);
    let mut leaves = Vec::new();
    for (index, scalar) in lowering.scalars(ty)?.into_iter().enumerate() {
        let part = lowering.b.extract_value(made, index as u32);
        let wide = lowering.b.module.ctx.with_scalar(lowering.b.type_of(part), scalar);
        leaves.push(match lowering.b.ty(scalar) {
            Type::Float { .. } => lowering.b.float_cast(part, wide),
            _ => lowering.b.int_cast(part, wide, false),
        });
    }
    let made = lowering.of_leaves(&mut leaves.into_iter(), ty, true)?;
    lowering.define(value, made)?;
    Ok(true)
}

fn action(lowering: &Lowering<'_>, op: OpId) -> Option<Action> {
    match ops::code(lowering.source, op)?.core()? {
        Op::ImageFetch => Some(Action::Fetch),
        Op::ImageRead => Some(Action::Read),
        Op::ImageWrite => Some(Action::Write),
        Op::ImageSampleExplicitLod | Op::ImageSampleImplicitLod => Some(Action::Sample),
        _ => None,
    }
}

/// What a function is for, if there is one.
fn call(lowering: &mut Lowering<'_>, op: OpId, action: Action) -> Result<Option<Call>> {
    let Kind { shape, flags, format, texel } = images::kind(lowering, op)?;
    let class = match flags & (abi::TEXEL_SINT | abi::TEXEL_UINT) {
        0 => Class::Float,
        abi::TEXEL_UINT => Class::Uint,
        abi::TEXEL_SINT => Class::Sint,
        _ => return Ok(None),
    };
    let (image, coordinates) = (lowering.source[op].operands[0], lowering.source[op].operands[1]);
    let dim = shape & abi::SHAPE_DIM;
    let is_plain = dim != ImageDim::Cube as u32 && shape & abi::SHAPE_MULTISAMPLED == 0;
    if !is_plain || lowering.b.width(texel) != 32 || lowering.varies(image)? {
        return Ok(None);
    }
    let mut key = Key { action, class, shape, format, coords: wanted(shape), lod: Lod::None, offset: [0; 3] };
    if !has_coordinates(lowering, coordinates, &key) {
        return Ok(None);
    }
    let mut lod = None;
    for (bit, values) in images::image_operands(lowering.source, op)? {
        match (bit, values.as_slice()) {
            (LOD, [value]) => {
                key.lod = if lowering.varies(*value)? { Lod::Each } else { Lod::Once };
                lod = Some(*value);
            }
            (CONST_OFFSET | OFFSET, [value]) => match constant_offset(lowering, *value) {
                Some(offset) => key.offset = offset,
                None => return Ok(None),
            },
            _ if bit & SCOPES != 0 => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(Call { key, lod }))
}

/// How many coordinates images of a shape take.
fn wanted(shape: u32) -> usize {
    let axes = match shape & abi::SHAPE_DIM {
        dim if dim == ImageDim::D2 as u32 => 2,
        dim if dim == ImageDim::D3 as u32 => 3,
        _ => 1,
    };
    axes + usize::from(shape & abi::SHAPE_ARRAYED != 0)
}

/// Whether coordinates are enough, and numbers of the sort that the action takes.
fn has_coordinates(lowering: &Lowering<'_>, value: ValueId, key: &Key) -> bool {
    let ty = lowering.source.type_of(value);
    let count = match lowering.source.ctx[ty] {
        Type::Vector { len, .. } => len as usize,
        _ => 1,
    };
    let is_float = matches!(lowering.source.ctx[lowering.source.ctx.scalar_of(ty)], Type::Float { .. });
    count >= key.coords && is_float == key.has_sampler()
}

/// The numbers of a constant offset.
fn constant_offset(lowering: &Lowering<'_>, value: ValueId) -> Option<[i32; 3]> {
    let module = lowering.source;
    let op = module.defining_op(value)?;
    if ops::code(module, op) != Some(Code::Mlir(Mlir::Constant)) {
        return None;
    }
    let attr = module.attr(op, attrs::VALUE)?;
    let elems = match &module.ctx[attr] {
        Attr::Dense { elems, .. } => elems.to_vec(),
        _ => vec![attr],
    };
    let mut offset = [0; 3];
    for (axis, elem) in elems.into_iter().enumerate() {
        let number = (module_abi::number(module, elem)? as u32).cast_signed();
        *offset.get_mut(axis)? = number;
    }
    offset.iter().all(|number| number.abs() <= MOST_OFFSET).then_some(offset)
}

fn arguments(lowering: &mut Lowering<'_>, op: OpId, call: &Call) -> Result<Vec<ValueId>> {
    let (ctx, mask) = (lowering.env()?.ctx, lowering.wide()?.mask);
    let operands = lowering.source[op].operands.clone();
    let image = lowering.natural(operands[0])?;
    let mut args = vec![ctx];
    match call.key.has_sampler() {
        true => args.extend([lowering.b.extract_value(image, 0), lowering.b.extract_value(image, 1)]),
        false => args.push(image),
    }
    args.push(mask);
    args.extend(words(lowering, operands[1], call.key.coords)?);
    if let Some(lod) = call.lod {
        let made = lowering.natural(lod)?;
        args.push(word(lowering, made));
    }
    if call.key.action == Action::Write {
        let mut texel = words(lowering, operands[2], 4)?;
        let ty = lowering.texture_number(call.key.class == Class::Float);
        let zero = lowering.b.zero(ty);
        texel.resize(4, zero);
        args.extend(texel);
    }
    let given: Vec<_> = args.iter().map(|arg| lowering.b.type_of(*arg)).collect();
    match given == lowering.texture_params(&call.key) {
        true => Ok(args),
        false => invalid("the operands of an image operation do not fit its image"),
    }
}

/// The first components of a value, of all lanes, in 32 bits.
fn words(lowering: &mut Lowering<'_>, value: ValueId, count: usize) -> Result<Vec<ValueId>> {
    let (made, ty) = (lowering.as_wide(value)?, lowering.source.type_of(value));
    let mut leaves = Vec::new();
    lowering.leaves(made, ty, &mut leaves)?;
    leaves.truncate(count);
    Ok(leaves.into_iter().map(|leaf| word(lowering, leaf)).collect())
}

fn word(lowering: &mut Lowering<'_>, value: ValueId) -> ValueId {
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let scalar = b.module.ctx.scalar_of(ty);
    let is_float = matches!(b.ty(scalar), Type::Float { .. });
    let wanted = if is_float { b.float(32) } else { b.int(32) };
    let wanted = b.module.ctx.with_scalar(ty, wanted);
    match (is_float, b.width(ty)) {
        (_, 32) => value,
        (true, _) => b.float_cast(value, wanted),
        (false, width) => b.cast(if width < 32 { Opcode::SExt } else { Opcode::Trunc }, value, wanted),
    }
}
