//! Images and samplers: texels are read by coordinates of OpenCL's width, four components at a time, or sampled with a
//! level that the shader gives.

use crate::error::{Result, refuse};
use crate::requirements::Needs;
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{Attr, Context, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::{Image, SpirvType};
use spirv::{AccessQualifier, Capability, Dim, ImageFormat, ImageOperands, Op};

/// The image that a kernel has for one of a shader.
pub(crate) fn kernel_image(ctx: &mut Context, image: &Image, access: AccessQualifier) -> Result<Image> {
    match image.dim {
        Dim::Dim1D | Dim::Dim2D => {}
        Dim::Dim3D | Dim::DimBuffer if image.arrayed == 0 => {}
        Dim::DimCube => return refuse("cube maps (TextureCube) are not supported in kernels"),
        _ => return refuse("images of this shape are not supported in kernels"),
    }
    if image.multisampled == 1 {
        return refuse("multisampled images (Texture2DMS) are not supported in kernels");
    }
    let sampled = ctx.none();
    let (depth, multisampled, sampler_use, format) = (0, 0, 0, ImageFormat::Unknown);
    Ok(Image { sampled, depth, multisampled, sampler_use, format, access: Some(access), ..*image })
}

/// Requires the capabilities of an image.
pub(crate) fn require(needs: &mut Needs, image: &Image, access: AccessQualifier) {
    needs.capability(Capability::ImageBasic);
    match (image.dim, access) {
        (Dim::Dim1D, AccessQualifier::ReadOnly) => needs.capability(Capability::Sampled1D),
        (Dim::Dim1D, _) => needs.capability(Capability::Image1D),
        (Dim::DimBuffer, AccessQualifier::ReadOnly) => needs.capability(Capability::SampledBuffer),
        (Dim::DimBuffer, _) => needs.capability(Capability::ImageBuffer),
        _ => {}
    }
    if access == AccessQualifier::ReadWrite {
        needs.capability(Capability::ImageReadWrite);
    }
}

/// The optional operands of an op on images, as values of the kernel.
#[derive(Default)]
struct Optional {
    lod: Option<ValueId>,
    gradients: Option<[ValueId; 2]>,
    offset: Option<ValueId>,
}

impl Rewriter<'_> {
    fn optional(&self, op: OpId) -> Result<Optional> {
        let mut found = Optional::default();
        let Some(bits) = facts::mask_of(self.module, op, Kind::ImageOperands) else {
            return refuse("missing image operand");
        };
        for (bit, values) in bits {
            let values: Vec<ValueId> = values.into_iter().map(|value| self.resolve(value)).collect();
            match (ImageOperands::from_bits_truncate(bit), &values[..]) {
                (ImageOperands::LOD, [lod]) => found.lod = Some(*lod),
                (ImageOperands::GRAD, [x, y]) => found.gradients = Some([*x, *y]),
                (ImageOperands::CONST_OFFSET | ImageOperands::OFFSET, [offset]) => found.offset = Some(*offset),
                // There is nothing to make available: images are not shared within a kernel.
                (
                    ImageOperands::MAKE_TEXEL_AVAILABLE
                    | ImageOperands::MAKE_TEXEL_VISIBLE
                    | ImageOperands::NON_PRIVATE_TEXEL
                    | ImageOperands::VOLATILE_TEXEL
                    | ImageOperands::NONTEMPORAL,
                    _,
                ) => {}
                // What texels are extended to is said by the type of the image.
                (ImageOperands::SIGN_EXTEND | ImageOperands::ZERO_EXTEND, _) => {}
                (ImageOperands::MIN_LOD, _) => {
                    return refuse("minimum LOD (the clamp of Sample) is not supported in kernels");
                }
                (ImageOperands::SAMPLE, _) => return refuse("multisampled texels are not supported in kernels"),
                _ => return refuse("this sampling mode is not supported in kernels"),
            }
        }
        Ok(found)
    }

    /// The image that an operand is.
    fn image(&self, value: ValueId) -> Result<Image> {
        let ty = match self.module.ctx[self.type_of(value)] {
            Type::Spirv(SpirvType::SampledImage(image)) => image,
            _ => self.type_of(value),
        };
        match self.module.ctx[ty] {
            Type::Spirv(SpirvType::Image(image)) if matches!(self.module.ctx[image.sampled], Type::None) => Ok(image),
            Type::Spirv(SpirvType::Image(_)) => refuse("an uninitialized texture is not supported in kernels"),
            _ => refuse("an operand is not an image"),
        }
    }

    /// Coordinates as OpenCL has them: one, two or four.
    fn coordinates(&mut self, image: &Image, coordinates: ValueId) -> ValueId {
        let wanted = match (image.dim, image.arrayed) {
            (Dim::Dim3D, _) | (Dim::Dim2D, 1) => 4,
            (Dim::Dim2D, _) | (Dim::Dim1D, 1) => 2,
            _ => 1,
        };
        let mut parts = self.components(coordinates);
        parts.truncate(wanted);
        while parts.len() < wanted {
            let ty = self.type_of(parts[0]);
            parts.push(self.bits(ty, 0));
        }
        self.vector(&parts)
    }

    /// Integer coordinates, moved by an offset.
    fn texel(&mut self, op: OpId, image: &Image, optional: &Optional) -> Result<ValueId> {
        if let Some(lod) = optional.lod
            && self.constant_of(lod) != Some(0)
        {
            return refuse("reading a level other than the first (Load with a level) is not supported in kernels");
        }
        let given = self.operand(op, 1);
        let word = self.module.ctx.int(32);
        let words = self.module.ctx.with_scalar(self.type_of(given), word);
        let given = self.resize(given, words, true);
        let coordinates = match optional.offset {
            None => given,
            Some(offset) => self.moved(given, offset, Op::IAdd),
        };
        Ok(self.coordinates(image, coordinates))
    }

    /// Adds to the first coordinates; the layer stays.
    fn moved(&mut self, coordinates: ValueId, offset: ValueId, add: Op) -> ValueId {
        let (mut parts, by) = (self.components(coordinates), self.components(offset));
        for (part, by) in parts.iter_mut().zip(by) {
            *part = self.same(add, &[*part, by]);
        }
        self.vector(&parts)
    }

    /// The type of four components in which texels are read and written for a type of the shader.
    fn texel_type(&mut self, ty: TypeId) -> Result<TypeId> {
        let ctx = &mut self.module.ctx;
        let scalar = ctx.scalar_of(ty);
        let component = match (types::is_float(ctx, scalar), types::width(ctx, scalar)) {
            (true, 16 | 32) => ctx.float(32),
            (false, 16 | 32) => ctx.int(32),
            _ => return refuse("texels of this width are not supported in kernels"),
        };
        Ok(ctx.vector(component, 4))
    }

    /// The first components of a texel, as a type of the shader.
    fn value_of_texel(&mut self, texel: ValueId, ty: TypeId) -> ValueId {
        let lanes = types::lanes(&self.module.ctx, ty);
        let value = match lanes {
            4 => texel,
            _ => {
                let parts: Vec<ValueId> = (0..lanes).map(|at| self.extract(texel, at)).collect();
                self.vector(&parts)
            }
        };
        let is_float = types::is_float(&self.module.ctx, ty);
        match self.type_of(value) == ty {
            true => value,
            false => self.core(if is_float { Op::FConvert } else { Op::UConvert }, &[value], ty),
        }
    }

    /// Reads a texel.
    pub(crate) fn rewrite_read(&mut self, op: OpId) -> Result<()> {
        let operand = self.operand(op, 0);
        let image = self.image(operand)?;
        let optional = self.optional(op)?;
        let coordinates = self.texel(op, &image, &optional)?;
        let (_, ty) = self.result_types(op);
        let four = self.texel_type(ty)?;
        let texel = self.core(Op::ImageRead, &[operand, coordinates], four);
        let value = self.value_of_texel(texel, ty);
        self.replace(op, value);
        Ok(())
    }

    /// Writes a texel.
    pub(crate) fn rewrite_write(&mut self, op: OpId) -> Result<()> {
        let operand = self.operand(op, 0);
        let image = self.image(operand)?;
        let optional = self.optional(op)?;
        let coordinates = self.texel(op, &image, &optional)?;
        let value = self.operand(op, 2);
        let is_signed = types::is_signed(&self.module.ctx, self.old_type(self.module[op].operands[2]));
        let four = self.texel_type(self.type_of(value))?;
        let component = self.module.ctx.scalar_of(four);
        let mut parts = self.components(value);
        for part in &mut parts {
            if self.type_of(*part) != component {
                *part = match types::is_float(&self.module.ctx, component) {
                    true => self.core(Op::FConvert, &[*part], component),
                    false => self.resize(*part, component, is_signed),
                };
            }
        }
        while parts.len() < 4 {
            parts.push(self.bits(component, 0));
        }
        let texel = self.vector(&parts);
        self.effect(ops::core(Op::ImageWrite), &[operand, coordinates, texel]);
        Ok(())
    }

    /// An image with a sampler.
    pub(crate) fn rewrite_sampled_image(&mut self, op: OpId) -> Result<()> {
        let (image, sampler) = (self.operand(op, 0), self.operand(op, 1));
        let value = self.sampled_image(image, sampler);
        self.replace(op, value);
        Ok(())
    }

    /// The image in what has a sampler too.
    fn without_sampler(&self, value: ValueId) -> ValueId {
        let made = self.module.defining_op(value);
        match made.filter(|op| ops::code(self.module, *op) == Some(Code::Core(Op::SampledImage))) {
            Some(op) => self.resolve(self.module[op].operands[0]),
            None => value,
        }
    }

    /// The image in a sampled image.
    pub(crate) fn rewrite_image(&mut self, op: OpId) -> Result<()> {
        let value = self.operand(op, 0);
        let image = self.without_sampler(value);
        self.replace(op, image);
        Ok(())
    }

    /// Samples with a level or gradients that are given.
    pub(crate) fn rewrite_sample(&mut self, op: OpId) -> Result<()> {
        let operand = self.operand(op, 0);
        let image = self.image(operand)?;
        let optional = self.optional(op)?;
        let mut coordinates = self.operand(op, 1);
        if let Some(offset) = optional.offset {
            coordinates = self.moved_by_texels(operand, &image, coordinates, offset);
        }
        let coordinates = self.coordinates(&image, coordinates);
        let (_, ty) = self.result_types(op);
        let four = self.texel_type(ty)?;
        let (bits, values) = match (optional.lod, optional.gradients) {
            (Some(lod), _) => {
                let float = self.module.ctx.float(32);
                let lod = if self.type_of(lod) == float { lod } else { self.core(Op::ConvertSToF, &[lod], float) };
                (ImageOperands::LOD, vec![lod])
            }
            (None, Some(gradients)) => (ImageOperands::GRAD, gradients.to_vec()),
            (None, None) => return refuse("sampling without a level is not supported in kernels"),
        };
        let operands: Vec<ValueId> = [operand, coordinates].into_iter().chain(values.iter().copied()).collect();
        let made = self.effect(ops::core(Op::ImageSampleExplicitLod), &operands);
        let params = (0..values.len() as u32).map(|at| self.module.ctx.attr(Attr::Operand(2 + at))).collect();
        let (kind, value) = (Kind::ImageOperands.id(), bits.bits());
        let attr = self.module.ctx.attr(Attr::Enum { kind, value, params });
        self.module[made].attrs.push((Kind::ImageOperands.table().snake, attr));
        let texel = self.module.add_result(made, four);
        let value = self.value_of_texel(texel, ty);
        self.replace(op, value);
        Ok(())
    }

    /// Normalised coordinates, moved by an offset in texels.
    fn moved_by_texels(&mut self, sampled: ValueId, image: &Image, coordinates: ValueId, offset: ValueId) -> ValueId {
        let plain = self.without_sampler(sampled);
        let size = self.size_of(plain, image);
        let sizes = self.components(size);
        let offsets = self.components(offset);
        let float = self.module.ctx.float(32);
        let mut by = Vec::new();
        for (offset, size) in offsets.into_iter().zip(sizes) {
            let (offset, size) =
                (self.core(Op::ConvertSToF, &[offset], float), self.core(Op::ConvertUToF, &[size], float));
            by.push(self.same(Op::FDiv, &[offset, size]));
        }
        let by = self.vector(&by);
        self.moved(coordinates, by, Op::FAdd)
    }

    /// The size of an image: one to three words, with the number of layers at the end.
    fn size_of(&mut self, image_value: ValueId, image: &Image) -> ValueId {
        let count = match image.dim {
            Dim::Dim3D => 3,
            Dim::Dim2D => 2 + u32::from(image.arrayed),
            _ => 1 + u32::from(image.arrayed),
        };
        let word = self.module.ctx.int(32);
        let ty = if count == 1 { word } else { self.module.ctx.vector(word, count) };
        match image.dim {
            Dim::DimBuffer => self.core(Op::ImageQuerySize, &[image_value], ty),
            _ => {
                let level = self.word(0);
                self.core(Op::ImageQuerySizeLod, &[image_value, level], ty)
            }
        }
    }

    /// The size of an image.
    pub(crate) fn rewrite_query(&mut self, op: OpId) -> Result<()> {
        let operand = self.operand(op, 0);
        let image = self.image(operand)?;
        if self.module[op].operands.len() > 1 && self.constant_of(self.operand(op, 1)) != Some(0) {
            return refuse(
                "the size of a level other than the first (GetDimensions with a level) is not supported in kernels",
            );
        }
        let (_, ty) = self.result_types(op);
        let size = self.size_of(operand, &image);
        let value = self.bitcast(size, ty);
        self.replace(op, value);
        Ok(())
    }

    /// A pointer to a texel, which only atomic operations use.
    pub(crate) fn rewrite_texel_pointer(&mut self, op: OpId) -> Result<()> {
        self.lead(op, crate::place::Place::Texel);
        Ok(())
    }
}
