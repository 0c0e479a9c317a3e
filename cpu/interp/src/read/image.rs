//! Operations on images: what the host is asked.

use super::Reader;
use crate::code::{Code, ComputeCode, ImageCall, ImageOperand, Numbers};
use crate::error::{Result, refuse};
use crate::types::{ImageType, Scalar, Type};
use abi::{ImageDim, ImageFunction};
use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use isa::{Class, Sampling};
use spirv::{Decoration, Dim, ImageOperands, Op};

impl Reader<'_> {
    /// The shape of an image's type, as the host wants it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn image_shape(&self, ty: &ImageType) -> Result<u32> {
        let dim = match ty.dim {
            Dim::Dim1D => ImageDim::D1,
            Dim::Dim2D | Dim::DimRect => ImageDim::D2,
            Dim::Dim3D => ImageDim::D3,
            Dim::DimCube => ImageDim::Cube,
            Dim::DimBuffer => ImageDim::Buffer,
            _ => return refuse("image type is not available in compute shaders"),
        };
        let arrayed = if ty.arrayed { abi::SHAPE_ARRAYED } else { 0 };
        Ok(dim as u32 | arrayed | if ty.multisampled { abi::SHAPE_MULTISAMPLED } else { 0 })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn image_op(&mut self, inst: &Inst) -> Result<()> {
        let function = match inst.op {
            Op::SampledImage => return self.combine(inst),
            Op::Image => {
                let combined = self.operand(inst, 0)?;
                self.define(inst.result_id(), combined.slot, inst.type_id());
                return Ok(());
            }
            Op::ImageSparseTexelsResident => {
                let one = self.constant_cell(1)?;
                self.define(inst.result_id(), one, inst.type_id());
                return Ok(());
            }
            Op::ImageGather | Op::ImageDrefGather | Op::ImageSparseGather | Op::ImageSparseDrefGather => {
                ImageFunction::Gather
            }
            Op::ImageFetch | Op::ImageSparseFetch => ImageFunction::Fetch,
            Op::ImageRead | Op::ImageSparseRead => ImageFunction::Read,
            Op::ImageWrite => ImageFunction::Write,
            Op::ImageQuerySize | Op::ImageQuerySizeLod => ImageFunction::Size,
            Op::ImageQueryLevels | Op::ImageQuerySamples | Op::ImageQueryFormat | Op::ImageQueryOrder => {
                ImageFunction::Facts
            }
            Op::ImageQueryLod => ImageFunction::Lod,
            op if matches!(isa::class(op), Class::Image(..)) => ImageFunction::Sample,
            op => return refuse(format!("Op{op:?} has no row")),
        };
        self.image(inst, function)
    }

    fn combine(&mut self, inst: &Inst) -> Result<()> {
        let (image, sampler) = (self.operand(inst, 0)?.slot, self.operand(inst, 1)?.slot);
        let dst = self.result(inst)?;
        self.push(ComputeCode::Moves([(dst, image), (dst + 1, sampler)].into()))
    }

    fn has(inst: &Inst, variant: Sampling) -> bool {
        matches!(isa::class(inst.op), Class::Image(_, sampling) if sampling.has(variant))
    }

    fn image(&mut self, inst: &Inst, function: ImageFunction) -> Result<()> {
        let value = self.operand(inst, 0)?;
        let (ty, sampler) = match *self.types.get(value.ty) {
            Type::Image(ty) => (ty, None),
            Type::SampledImage(image) => {
                if let Type::Image(ty) = self.types.get(image) {
                    (*ty, Some(value.slot + 1))
                } else {
                    return refuse("image without a type");
                }
            }
            Type::Void
            | Type::Scalar(_)
            | Type::Vector { .. }
            | Type::Matrix { .. }
            | Type::Array { .. }
            | Type::Runtime { .. }
            | Type::Struct(_)
            | Type::Pointer { .. }
            | Type::Sampler
            | Type::Scene
            | Type::Query
            | Type::Other => return refuse("operand is not an image"),
        };
        if function.needs_sampler() && sampler.is_none() {
            return refuse("image sampled without a sampler");
        }
        let mut operands = Vec::new();
        let mut flags = texel_flags(self.types.scalar(ty.sampled));
        self.own_operands(inst, function, &mut operands, &mut flags)?;
        self.optional_operands(inst, &mut operands, &mut flags)?;
        let coords = if matches!(function, ImageFunction::Size | ImageFunction::Facts) {
            None
        } else {
            Some(self.numbers(self.operand(inst, 1)?)?)
        };
        let (dst, count, result, skip) = self.image_result(inst)?;
        let is_nonuniform = |id: u32| self.is_decorated(id, Decoration::NonUniform);
        let mut quality = self.quality(inst.id(0));
        quality.nonuniform |= is_nonuniform(inst.result_id());
        let call = ImageCall {
            function,
            start: fact(inst.op),
            dst,
            count,
            skip,
            image: value.slot,
            sampler,
            ty,
            flags,
            shape: self.image_shape(&ty)?,
            coords,
            projected: Self::has(inst, Sampling::PROJECTED),
            operands: operands.into(),
            result,
            implicit: function == ImageFunction::Sample && flags & (abi::HAS_LOD | abi::HAS_GRAD) == 0,
            quality,
        };
        self.push(Code::Image(Box::new(call)))
    }

    /// The cells of the result, of which the first may be a code that all texels are there.
    fn image_result(&mut self, inst: &Inst) -> Result<(u32, u32, (u32, bool), u32)> {
        if inst.result.is_none() {
            return Ok((0, 0, (32, false), 0));
        }
        let dst = self.result(inst)?;
        let (ty, skip) = if let Type::Struct(members) = self.types.get(inst.type_id())
            && members.len() == 2
        {
            (members[1].ty, 1)
        } else {
            (inst.type_id(), 0)
        };
        let scalar = self.types.scalar(ty);
        let result = (scalar.bits(), matches!(scalar, Scalar::Float { .. }));
        match self.types.count(ty)? {
            count @ 0..=4 => Ok((dst, count, result, skip)),
            _ => refuse("texel has more than four components"),
        }
    }

    /// Operands that an instruction always has.
    fn own_operands(
        &self,
        inst: &Inst,
        function: ImageFunction,
        operands: &mut Vec<(ImageOperand, Numbers)>,
        flags: &mut u32,
    ) -> Result<()> {
        let number = |at: usize| self.operand(inst, at).and_then(|value| self.numbers(value));
        match function {
            ImageFunction::Sample | ImageFunction::Gather if Self::has(inst, Sampling::COMPARED) => {
                *flags |= abi::HAS_DREF;
                operands.push((ImageOperand::Reference, number(2)?));
            }
            ImageFunction::Gather => operands.push((ImageOperand::Component, number(2)?)),
            ImageFunction::Write => operands.push((ImageOperand::Texel, number(2)?)),
            ImageFunction::Size if inst.op == Op::ImageQuerySizeLod => {
                *flags |= abi::HAS_LOD;
                operands.push((ImageOperand::Lod, number(1)?));
            }
            // As stages are converted, the first of four coordinates is the level of the derivatives.
            ImageFunction::Lod => {
                let coords = number(1)?;
                if coords.count == 4 {
                    *flags |= abi::HAS_LOD;
                    operands.push((ImageOperand::Lod, coords));
                }
            }
            ImageFunction::Sample
            | ImageFunction::Fetch
            | ImageFunction::Read
            | ImageFunction::Size
            | ImageFunction::Facts => {}
        }
        Ok(())
    }

    fn optional_operands(
        &self,
        inst: &Inst,
        operands: &mut Vec<(ImageOperand, Numbers)>,
        flags: &mut u32,
    ) -> Result<()> {
        let Some((bits, params)) = inst.find(Kind::ImageOperands) else { return Ok(()) };
        let mut params = params.iter();
        for bit in (0..32).map(|at| 1u32 << at).filter(|bit| bits & bit != 0) {
            let next = |params: &mut std::slice::Iter<'_, Operand>| {
                self.value(id_of(params.next())).and_then(|value| self.numbers(value))
            };
            let known: &[(ImageOperand, u32)] = match ImageOperands::from_bits_truncate(bit) {
                ImageOperands::BIAS => &[(ImageOperand::Bias, abi::HAS_BIAS)],
                ImageOperands::LOD => &[(ImageOperand::Lod, abi::HAS_LOD)],
                ImageOperands::GRAD => &[(ImageOperand::Ddx, abi::HAS_GRAD), (ImageOperand::Ddy, abi::HAS_GRAD)],
                ImageOperands::CONST_OFFSET | ImageOperands::OFFSET => &[(ImageOperand::Offset, abi::HAS_OFFSET)],
                ImageOperands::CONST_OFFSETS | ImageOperands::OFFSETS => &[(ImageOperand::Offsets, abi::HAS_OFFSETS)],
                ImageOperands::SAMPLE => &[(ImageOperand::Sample, abi::HAS_SAMPLE)],
                ImageOperands::MIN_LOD => &[(ImageOperand::MinLod, abi::HAS_MIN_LOD)],
                // Scopes of what becomes visible.
                ImageOperands::MAKE_TEXEL_AVAILABLE | ImageOperands::MAKE_TEXEL_VISIBLE => {
                    params.next();
                    &[]
                }
                _ => &[],
            };
            for (operand, flag) in known {
                let numbers = next(&mut params)?;
                // Four offsets may come under either name.
                let (operand, flag) = match (operand, numbers.count) {
                    (ImageOperand::Offset, 8) => (ImageOperand::Offsets, abi::HAS_OFFSETS),
                    _ => (*operand, *flag),
                };
                *flags |= flag;
                operands.push((operand, numbers));
            }
        }
        Ok(())
    }
}

/// The type of a texel, for the host.
fn texel_flags(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int { bits, signed } => {
            let wide = if bits == 64 { abi::TEXEL_WIDE } else { 0 };
            wide | if signed { abi::TEXEL_SINT } else { abi::TEXEL_UINT }
        }
        Scalar::Bool | Scalar::Float { .. } | Scalar::Handle => 0,
    }
}

/// The place of what a query requires among the facts about an image.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn fact(op: Op) -> u32 {
    match op {
        Op::ImageQuerySamples => 1,
        Op::ImageQueryFormat => 2,
        Op::ImageQueryOrder => 3,
        _ => 0,
    }
}
