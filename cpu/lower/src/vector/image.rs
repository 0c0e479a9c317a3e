//! Operations on images for all lanes at once: which of them a function of the module does, and what it is called with.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::lowering::images::{self, Kind};
use crate::lowering::textures::{Action, Class, Key, Lod, MOST_OFFSET, Offset};
use abi::ImageDim;
use abi::reason::ImageReason;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use isa::{ImageKind, Sampling};
use spirv::{ImageOperands, Op};

/// The optional operands that change nothing: images of the host have one sample per texel, and there is one machine.
const IDLE: ImageOperands = ImageOperands::SAMPLE
    .union(ImageOperands::MAKE_TEXEL_AVAILABLE)
    .union(ImageOperands::MAKE_TEXEL_VISIBLE)
    .union(ImageOperands::NON_PRIVATE_TEXEL)
    .union(ImageOperands::VOLATILE_TEXEL)
    .union(ImageOperands::SIGN_EXTEND)
    .union(ImageOperands::ZERO_EXTEND)
    .union(ImageOperands::NONTEMPORAL);

/// Action of an image instruction, and how it is written.
struct Sort {
    action: Action,
    /// True if coordinates are divided by their last one.
    is_projected: bool,
    /// True if texels are compared with a reference.
    is_compared: bool,
    /// True if the result begins with a code that says that texels are there.
    is_sparse: bool,
}

/// An operation that a function does.
struct Call {
    key: Key,
    is_projected: bool,
    /// The values after the coordinates, in the order of the function's parameters.
    lod: Vec<ValueId>,
    reference: Option<ValueId>,
    min_lod: Option<ValueId>,
    offset: Option<ValueId>,
}

/// Outcome for an op.
pub(super) enum Lowered {
    /// A function of the module does it.
    Done,
    /// The host does it.
    ByHost(ImageReason),
    /// It is about no image.
    Other,
}

/// Lowers an op by a function of the module, if there is one for it.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Lowered> {
    let Some(sort) = sort(lowering.known.source, op) else {
        return Ok(other_reason(lowering.known.source, op).map_or(Lowered::Other, Lowered::ByHost));
    };
    match call(lowering, op, &sort)? {
        Ok(call) => done_by(lowering, op, &sort, &call).map(|()| Lowered::Done),
        Err(reason) => Ok(Lowered::ByHost(reason)),
    }
}

/// Calls a function for an op.
fn done_by(lowering: &mut Lowering<'_>, op: OpId, sort: &Sort, call: &Call) -> Result<()> {
    let args = arguments(lowering, op, call)?;
    let (name, result) = (lowering.texture_function(call.key), lowering.texture_result(&call.key));
    let made = lowering.b.call(&name, &args, result);
    let (Some(made), Some(value)) = (made, lowering.known.source[op].results.first().copied()) else { return Ok(()) };
    let ty = lowering.known.source.type_of(value);
    let (mut leaves, mut scalars) = (Vec::new(), lowering.scalars(ty)?.into_iter().peekable());
    if let Some(code) = scalars.next_if(|_| sort.is_sparse) {
        let lanes = lowering.width();
        let codes = lowering.b.module.ctx.vector(code, lanes);
        leaves.push(lowering.b.zero(codes));
    }
    for (index, scalar) in scalars.enumerate() {
        let part = lowering.b.extract_value(made, index as u32);
        let wide = lowering.b.module.ctx.with_scalar(lowering.b.type_of(part), scalar);
        leaves.push(match lowering.b.ty(scalar) {
            Type::Float { .. } => lowering.b.float_cast(part, wide),
            _ => lowering.b.int_cast(part, wide, false),
        });
    }
    let made = lowering.of_leaves(&mut leaves.into_iter(), ty, true)?;
    lowering.define(value, made)
}

/// The texels that an op changes, one for each lane.
pub(super) struct Texels {
    /// Pointer to them in the source.
    pub(super) pointer: ValueId,
    /// Type of the texel.
    pub(super) ty: TypeId,
    /// Where the lanes' addresses stand one after the other, null for lanes that have no texel.
    pub(super) row: ValueId,
}

/// Finds the texels that an op changes, if it does: by a function of the module, unless there is none.
pub(super) fn texels(
    lowering: &mut Lowering<'_>,
    op: OpId,
) -> Result<Option<std::result::Result<Texels, ImageReason>>> {
    let module = lowering.known.source;
    let Some(pointer) = module[op].operands.first().copied() else { return Ok(None) };
    let Some(taken) = module.defining_op(pointer) else { return Ok(None) };
    if ops::code(module, taken).and_then(Code::core) != Some(Op::ImageTexelPointer) {
        return Ok(None);
    }
    let sort = Sort { action: Action::Address, is_projected: false, is_compared: false, is_sparse: false };
    let call = match texel_call(lowering, taken, &sort)? {
        Ok(call) => call,
        Err(reason) => return Ok(Some(Err(reason))),
    };
    let Some((ty, _)) = facts::pointer(module, module.type_of(pointer)) else { return Ok(None) };
    let args = arguments(lowering, taken, &call)?;
    let (name, result) = (lowering.texture_function(call.key), lowering.texture_result(&call.key));
    let Some(addresses) = lowering.b.call(&name, &args, result) else { return Ok(None) };
    let row = lowering.b.alloca(result, 64);
    lowering.b.store(addresses, row, 64);
    Ok(Some(Ok(Texels { pointer, ty, row })))
}

/// Call of a function that finds texels. They have one sample, and the host says which are of another size.
fn texel_call(lowering: &mut Lowering<'_>, taken: OpId, sort: &Sort) -> Result<std::result::Result<Call, ImageReason>> {
    let module = lowering.known.source;
    let pointee = facts::pointer(module, module.type_of(module[taken].results[0])).map(|(pointee, _)| pointee);
    let is_word = pointee.is_some_and(|ty| match module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => width == 32,
        _ => false,
    });
    let sample = module[taken].operands.get(2).and_then(|sample| constant(module, *sample));
    match (is_word, sample.as_deref()) {
        (false, _) => Ok(Err(ImageReason::Wide)),
        (true, Some([0])) => call(lowering, taken, sort),
        (true, _) => Ok(Err(ImageReason::Operand)),
    }
}

/// Why the host does what is neither a texel nor a sample.
fn other_reason(module: &Module, op: OpId) -> Option<ImageReason> {
    match class(module, op)? {
        (ImageKind::Query | ImageKind::QueryLod, _) => Some(ImageReason::Query),
        _ => None,
    }
}

/// The class of an instruction on images, with its variants.
fn class(module: &Module, op: OpId) -> Option<(ImageKind, Sampling)> {
    match isa::class(ops::code(module, op)?.core()?) {
        isa::Class::Image(kind, variants) => Some((kind, variants)),
        _ => None,
    }
}

fn sort(module: &Module, op: OpId) -> Option<Sort> {
    let (kind, variants) = class(module, op)?;
    let action = match kind {
        ImageKind::ImplicitLod | ImageKind::ExplicitLod => Action::Sample,
        ImageKind::Gather => Action::Gather,
        ImageKind::Fetch => Action::Fetch,
        ImageKind::Read => Action::Read,
        ImageKind::Write => Action::Write,
        ImageKind::Query | ImageKind::QueryLod | ImageKind::Part | ImageKind::Vendor => return None,
    };
    let [is_projected, is_compared, is_sparse] =
        [Sampling::PROJECTED, Sampling::COMPARED, Sampling::SPARSE].map(|variant| variants.has(variant));
    Some(Sort { action, is_projected, is_compared, is_sparse })
}

/// Call of a function for an op, or why there is none.
fn call(lowering: &mut Lowering<'_>, op: OpId, sort: &Sort) -> Result<std::result::Result<Call, ImageReason>> {
    let Kind { shape, flags, format, texel } = images::kind(lowering, op)?;
    let class = match flags & (abi::TEXEL_SINT | abi::TEXEL_UINT) {
        0 => Class::Float,
        abi::TEXEL_UINT => Class::Uint,
        abi::TEXEL_SINT => Class::Sint,
        _ => return Ok(Err(ImageReason::Sign)),
    };
    let (image, coordinates) = (lowering.known.source[op].operands[0], lowering.known.source[op].operands[1]);
    if lowering.b.width(texel) != 32 {
        return Ok(Err(ImageReason::Wide));
    }
    if lowering.varies(image)? {
        return Ok(Err(ImageReason::Chosen));
    }
    let Sort { action, is_compared, is_projected, .. } = *sort;
    let (lod, offset) = (Lod::None, Offset::Constant([0; 3]));
    let key =
        Key { action, class, shape, format, coords: 0, lod, has_min_lod: false, is_compared, offset, component: 0 };
    let key = Key { coords: key.directions() + usize::from(shape & abi::SHAPE_ARRAYED != 0), ..key };
    let reference = is_compared.then(|| lowering.known.source[op].operands[2]);
    let mut call = Call { key, is_projected, lod: Vec::new(), reference, min_lod: None, offset: None };
    if let Some(reason) = odd_shape(lowering, coordinates, &call) {
        return Ok(Err(reason));
    }
    if action == Action::Gather && !is_compared {
        match constant(lowering.known.source, lowering.known.source[op].operands[2]).as_deref() {
            Some([component @ 0..=3]) => call.key.component = *component as usize,
            _ => return Ok(Err(ImageReason::Component)),
        }
    }
    for (bit, values) in images::image_operands(lowering.known.source, op)? {
        if let Some(reason) = optional(lowering, &mut call, bit, &values)? {
            return Ok(Err(reason));
        }
    }
    Ok(Ok(call))
}

/// Shapes that no function is for, and coordinates that do not fit them.
fn odd_shape(lowering: &Lowering<'_>, coordinates: ValueId, call: &Call) -> Option<ImageReason> {
    let key = &call.key;
    let is_of_texels = !key.has_sampler() && key.is_cube();
    let is_gathered = key.action != Action::Gather || key.axes() == 2;
    let compares = !key.is_compared || key.class == Class::Float;
    let is_buffer = key.has_sampler() && key.shape & abi::SHAPE_DIM == ImageDim::Buffer as u32;
    if is_of_texels || !is_gathered || !compares || is_buffer {
        return Some(ImageReason::Shape);
    }
    let ty = lowering.known.source.type_of(coordinates);
    let count = match lowering.known.source.ctx[ty] {
        Type::Vector { len, .. } => len as usize,
        _ => 1,
    };
    let is_float = matches!(lowering.known.source.ctx[lowering.known.source.ctx.scalar_of(ty)], Type::Float { .. });
    // Kernels may count the coordinates of samples in whole texels.
    let are_numbers = is_float == key.has_sampler() || key.action == Action::Sample;
    let fits = count >= key.coords + usize::from(call.is_projected) && are_numbers;
    (!fits).then_some(ImageReason::Shape)
}

/// Takes an optional operand, or says why there is no function for it.
fn optional(
    lowering: &mut Lowering<'_>,
    call: &mut Call,
    bit: ImageOperands,
    values: &[ValueId],
) -> Result<Option<ImageReason>> {
    let is_gathered = call.key.action == Action::Gather;
    match (bit, values) {
        (ImageOperands::BIAS | ImageOperands::LOD, [value]) if !is_gathered => {
            call.key.lod = if lowering.varies(*value)? { Lod::Each } else { Lod::Once };
            call.lod = vec![*value];
        }
        (ImageOperands::GRAD, [ddx, ddy]) if !is_gathered => {
            call.key.lod = Lod::Gradient;
            call.lod = vec![*ddx, *ddy];
        }
        (ImageOperands::MIN_LOD, [value]) if !is_gathered => {
            call.key.has_min_lod = true;
            call.min_lod = Some(*value);
        }
        (ImageOperands::CONST_OFFSET | ImageOperands::OFFSET, [value]) => {
            match constant_offset(lowering.known.source, *value) {
                Some(offset) => call.key.offset = Offset::Constant(offset),
                None => {
                    call.key.offset = Offset::Each;
                    call.offset = Some(*value);
                }
            }
        }
        (ImageOperands::CONST_OFFSETS, [value]) if is_gathered => match four_offsets(lowering.known.source, *value) {
            Some(offsets) => call.key.offset = Offset::Four(offsets),
            None => return Ok(Some(ImageReason::Operand)),
        },
        _ if IDLE.contains(bit) => {}
        _ => return Ok(Some(ImageReason::Operand)),
    }
    Ok(None)
}

/// The numbers of a constant scalar or vector.
fn constant(module: &Module, value: ValueId) -> Option<Vec<i32>> {
    let op = module.defining_op(value)?;
    if ops::code(module, op) != Some(Code::Mlir(Mlir::Constant)) {
        return None;
    }
    let attr = module.attr(op, attrs::VALUE)?;
    numbers(module, attr)
}

fn numbers(module: &Module, attr: AttrId) -> Option<Vec<i32>> {
    let elems = match &module.ctx[attr] {
        Attr::Dense { elems, .. } => elems.to_vec(),
        Attr::Array(elems) => elems.to_vec(),
        _ => vec![attr],
    };
    let number = |elem: AttrId| Some((facts::number(module, elem)? as u32).cast_signed());
    elems.into_iter().map(number).collect()
}

/// The numbers of a constant offset.
fn constant_offset(module: &Module, value: ValueId) -> Option<[i32; 3]> {
    let mut offset = [0; 3];
    for (axis, number) in constant(module, value)?.into_iter().enumerate() {
        *offset.get_mut(axis)? = number;
    }
    is_small(&offset).then_some(offset)
}

/// The numbers of four constant offsets.
fn four_offsets(module: &Module, value: ValueId) -> Option<[[i32; 2]; 4]> {
    let op = module.defining_op(value)?;
    let attr = module.attr(op, attrs::VALUE).filter(|_| ops::code(module, op) == Some(Code::Mlir(Mlir::Constant)))?;
    let (Attr::Array(pairs) | Attr::Dense { elems: pairs, .. }) = &module.ctx[attr] else { return None };
    let pairs = pairs.iter().map(|pair| <[i32; 2]>::try_from(numbers(module, *pair)?).ok());
    let offsets = <[[i32; 2]; 4]>::try_from(pairs.collect::<Option<Vec<_>>>()?).ok()?;
    is_small(offsets.as_flattened()).then_some(offsets)
}

fn is_small(numbers: &[i32]) -> bool {
    numbers.iter().all(|number| number.unsigned_abs() <= MOST_OFFSET)
}

fn arguments(lowering: &mut Lowering<'_>, op: OpId, call: &Call) -> Result<Vec<ValueId>> {
    let (ctx, mask, key) = (lowering.env()?.ctx, lowering.wide()?.mask, &call.key);
    let operands = lowering.known.source[op].operands.clone();
    let image = lowering.natural(operands[0])?;
    let mut args = vec![ctx];
    match key.has_sampler() {
        true => args.extend([lowering.b.extract_value(image, 0), lowering.b.extract_value(image, 1)]),
        false => args.push(image),
    }
    args.push(lowering.b.to_carried(mask));
    args.extend(coordinates(lowering, operands[1], call)?);
    args.extend(lods(lowering, call)?);
    for number in [call.reference, call.min_lod].into_iter().flatten() {
        args.extend(words(lowering, number, 1)?);
    }
    if let Some(offset) = call.offset {
        args.extend(words(lowering, offset, key.axes())?);
    }
    if key.action == Action::Write {
        let mut texel = words(lowering, operands[2], 4)?;
        let ty = lowering.texture_number(key.class == Class::Float);
        let zero = lowering.b.zero(ty);
        texel.resize(4, zero);
        args.extend(texel);
    }
    let given: Vec<_> = args.iter().map(|arg| lowering.b.type_of(*arg)).collect();
    match given == lowering.texture_params(key) {
        true => Ok(args),
        false => invalid("image operands do not match the image"),
    }
}

/// The coordinates, over their last one where that is wanted.
fn coordinates(lowering: &mut Lowering<'_>, value: ValueId, call: &Call) -> Result<Vec<ValueId>> {
    let mut coordinates = words(lowering, value, usize::MAX)?;
    if call.key.has_sampler() {
        coordinates = coordinates.into_iter().map(|at| images::as_floats(&mut lowering.b, at)).collect();
    }
    let divisor = coordinates.last().copied().filter(|_| call.is_projected);
    coordinates.truncate(call.key.coords);
    Ok(match divisor {
        Some(divisor) => coordinates.into_iter().map(|at| lowering.b.binary(Opcode::FDiv, at, divisor)).collect(),
        None => coordinates,
    })
}

/// The level, or the derivatives that lead to one.
fn lods(lowering: &mut Lowering<'_>, call: &Call) -> Result<Vec<ValueId>> {
    let mut lods = Vec::new();
    for value in &call.lod {
        if call.key.lod == Lod::Gradient {
            lods.extend(words(lowering, *value, call.key.directions())?);
        } else {
            let made = lowering.natural(*value)?;
            lods.push(word(lowering, made));
        }
    }
    Ok(lods)
}

/// The first components of a value, of all lanes, in 32 bits.
fn words(lowering: &mut Lowering<'_>, value: ValueId, count: usize) -> Result<Vec<ValueId>> {
    let (made, ty) = (lowering.as_wide(value)?, lowering.known.source.type_of(value));
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
