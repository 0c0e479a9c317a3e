//! Accesses to texels by their coordinates: whether an image has them, and which are noted.

use super::memory;
use super::writer::Scalar;
use super::{Screen, refuse};
use crate::error::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use spirv::{Dim, ImageOperands, Op};

impl Screen<'_> {
    /// Tests the coordinates of a texel that is read or written, and notes the access.
    pub(super) fn texel(&mut self, inst: &Inst) -> Result<()> {
        let index = self.writer.code.index;
        let ty = index.def(self.writer.type_of(inst.id(0))).filter(|ty| ty.op == Op::TypeImage);
        let Some(ty) = ty else { return refuse(inst, "its image is unknown") };
        // The sampled type, the dimension, depth, arrayed, multisampled, sampled.
        let (dim, is_layered, has_samples) = (ty.value(1), ty.literal(3) == 1, ty.literal(4) == 1);
        let axes = match Dim::from_u32(dim) {
            Some(Dim::Dim1D | Dim::DimBuffer) => 1,
            Some(Dim::Dim2D) => 2,
            Some(Dim::Dim3D) => 3,
            _ => return refuse(inst, "its image is of another kind"),
        };
        if has_samples {
            return refuse(inst, "its image has samples");
        }
        let parts = axes + u32::from(is_layered);
        let level = self.level(inst)?;
        let size = self.size(inst, parts, level);
        let (coordinates, is_signed) = self.coordinates(inst, parts)?;
        let is_beyond = self.writer.compare(Op::UGreaterThanEqual, parts, &[coordinates, size]);
        self.writer.report_any(parts, is_beyond);
        let Some(way) = memory::texel_access(inst.op) else { return Ok(()) };
        let own = memory::image_variable(index, inst.id(0)).and_then(|variable| self.notes.get(&variable).copied());
        let Some(own) = own else { return Ok(()) };
        let number = self.number(parts, coordinates, is_signed, size);
        self.writer.texel(way, &own, number, &self.frame);
        Ok(())
    }

    /// The level of a texel, where the instruction names one.
    fn level(&mut self, inst: &Inst) -> Result<Option<u32>> {
        let at = if inst.op == Op::ImageWrite { 3 } else { 2 };
        let (bits, params) = match inst.operands.get(at) {
            Some(Operand::Enum(_, bits, params)) => (ImageOperands::from_bits_truncate(*bits), params),
            _ => return Ok(None),
        };
        let known = ImageOperands::LOD
            | ImageOperands::SIGN_EXTEND
            | ImageOperands::ZERO_EXTEND
            | ImageOperands::NON_PRIVATE_TEXEL;
        if !known.contains(bits) {
            return refuse(inst, "an operand of it has no test");
        }
        match params.first() {
            Some(Operand::Id(level)) if bits.contains(ImageOperands::LOD) => Ok(Some(*level)),
            _ => Ok(None),
        }
    }

    /// The size of an image, or of a level that it must have.
    fn size(&mut self, inst: &Inst, parts: u32, level: Option<u32>) -> u32 {
        let index = self.writer.code.index;
        let ty = index.def(self.writer.type_of(inst.id(0)));
        let has_levels = ty.is_some_and(|ty| ty.literal(5) == 1 && ty.value(1) != Dim::DimBuffer as u32);
        let writer = &mut self.writer;
        let uint = writer.code.uint();
        let result = if parts == 1 { uint } else { writer.code.vector(uint, parts) };
        if !has_levels {
            return writer.code.value(Op::ImageQuerySize, result, &[inst.id(0)]);
        }
        let level = level.unwrap_or_else(|| writer.code.number(0));
        let levels = writer.code.value(Op::ImageQueryLevels, uint, &[inst.id(0)]);
        let strays = writer.truth(Op::UGreaterThanEqual, level, levels);
        writer.report(strays);
        writer.code.value(Op::ImageQuerySizeLod, result, &[inst.id(0), level])
    }

    /// The coordinates, as many as the image has, and whether they are signed.
    fn coordinates(&mut self, inst: &Inst, parts: u32) -> Result<(u32, bool)> {
        let own = inst.id(1);
        let shape = self.writer.shape(self.writer.type_of(own));
        let Some(shape) = shape.filter(|shape| matches!(shape.scalar, Scalar::Int { bits: 32, .. })) else {
            return refuse(inst, "its coordinates have not 32 bits");
        };
        let is_signed = matches!(shape.scalar, Scalar::Int { signed: true, .. });
        if shape.count == parts {
            return Ok((own, is_signed));
        }
        let ty = match parts {
            1 => shape.component,
            _ => self.writer.code.vector(shape.component, parts),
        };
        let coordinates = match parts {
            1 => self.writer.code.value(Op::CompositeExtract, ty, &[own, 0]),
            _ => {
                let chosen: Vec<u32> = [own, own].into_iter().chain(0..parts).collect();
                self.writer.code.value(Op::VectorShuffle, ty, &chosen)
            }
        };
        Ok((coordinates, is_signed))
    }

    /// The number of a texel by its coordinates and the size of its image.
    fn number(&mut self, parts: u32, coordinates: u32, is_signed: bool, size: u32) -> u32 {
        let writer = &mut self.writer;
        let uint = writer.code.uint();
        if parts == 1 {
            return coordinates;
        }
        let own = writer.code.vector(uint, parts);
        // The same bits in another type, if they are signed.
        let coordinates = match is_signed {
            true => writer.code.value(Op::Bitcast, own, &[coordinates]),
            false => coordinates,
        };
        let mut number = writer.code.value(Op::CompositeExtract, uint, &[coordinates, parts - 1]);
        for axis in (0..parts - 1).rev() {
            let [length, at] = [size, coordinates].map(|of| writer.code.value(Op::CompositeExtract, uint, &[of, axis]));
            let rows = writer.uint(Op::IMul, number, length);
            number = writer.uint(Op::IAdd, rows, at);
        }
        number
    }
}
