//! Samples with an implicit level: the derivatives that it comes from, as operands.

use super::Rewriter;
use crate::error::{Result, invalid};
use crate::words;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::{Dim, GlslStd450Op as GLOp, ImageOperands, Op};

/// The samples with an implicit level, and the same with an explicit one; whether they compare, and divide.
#[rustfmt::skip]
const SAMPLES: &[(Op, Op, bool, bool)] = &[
    (Op::ImageSampleImplicitLod, Op::ImageSampleExplicitLod, false, false),
    (Op::ImageSampleDrefImplicitLod, Op::ImageSampleDrefExplicitLod, true, false),
    (Op::ImageSampleProjImplicitLod, Op::ImageSampleProjExplicitLod, false, true),
    (Op::ImageSampleProjDrefImplicitLod, Op::ImageSampleProjDrefExplicitLod, true, true),
    (Op::ImageSparseSampleImplicitLod, Op::ImageSparseSampleExplicitLod, false, false),
    (Op::ImageSparseSampleDrefImplicitLod, Op::ImageSparseSampleDrefExplicitLod, true, false),
];

/// Returns whether an instruction is a sample with an implicit level.
pub(super) fn is_implicit(inst: &Inst) -> bool {
    SAMPLES.iter().any(|row| row.0 == inst.op)
}

impl Rewriter<'_, '_> {
    /// Writes a sample with derivatives.
    pub(super) fn explicit(&mut self, inst: &Inst) -> Result<()> {
        let Some((_, op, compares, divides)) = SAMPLES.iter().copied().find(|row| row.0 == inst.op) else {
            return invalid(inst, "not a sample");
        };
        let raw = self.raw(inst);
        let fixed = if compares { 6 } else { 5 };
        let (mask, given) = match raw.get(fixed..) {
            Some([mask, given @ ..]) => (*mask, given),
            _ => (0, &[][..]),
        };
        let (bias, rest) = match given {
            [bias, rest @ ..] if mask & ImageOperands::BIAS.bits() != 0 => (Some(*bias), rest),
            _ => (None, given),
        };
        let (place, ty) = self.place(inst, divides)?;
        let mut along = [Op::DPdx, Op::DPdy].map(|op| words::value(&mut self.out, self.ids, op, ty, &[place]));
        if let Some(bias) = bias {
            along = self.scaled(along, ty, bias);
        }
        let mask = mask & !ImageOperands::BIAS.bits() | ImageOperands::GRAD.bits();
        words::push(&mut self.out, op, &[&raw[1..fixed], &[mask], &along, rest].concat());
        Ok(())
    }

    /// The coordinates along which a sample has derivatives, and their type.
    fn place(&mut self, inst: &Inst, divides: bool) -> Result<(u32, u32)> {
        let index = self.index;
        let of = |id: u32| index.def(id).and_then(|def| index.def(def.type_id()));
        let image = of(inst.id(0)).filter(|ty| ty.op == Op::TypeSampledImage).and_then(|ty| index.def(ty.id(0)));
        let (Some(image), Some(coordinates)) = (image, of(inst.id(1))) else {
            return invalid(inst, "sample of something other than an image");
        };
        let directions = match Dim::from_u32(image.value(1)) {
            Some(Dim::Dim1D) => 1,
            Some(Dim::Dim2D | Dim::DimRect) => 2,
            Some(Dim::Dim3D | Dim::DimCube) => 3,
            _ => return invalid(inst, "sample of an image without levels"),
        };
        let count = if coordinates.op == Op::TypeVector { coordinates.literal(1) } else { 1 };
        let scalar = if coordinates.op == Op::TypeVector { coordinates.id(0) } else { coordinates.result_id() };
        if count < directions + u32::from(divides) {
            return invalid(inst, "sample with too few coordinates");
        }
        let ty = if directions == 1 { scalar } else { self.types.vector(self.ids, scalar, directions) };
        let given = inst.id(1);
        let place = match directions {
            _ if count == directions => given,
            1 => words::value(&mut self.out, self.ids, Op::CompositeExtract, ty, &[given, 0]),
            _ => {
                let parts: Vec<u32> = [given, given].into_iter().chain(0..directions).collect();
                words::value(&mut self.out, self.ids, Op::VectorShuffle, ty, &parts)
            }
        };
        if !divides {
            return Ok((place, ty));
        }
        let divisor = words::value(&mut self.out, self.ids, Op::CompositeExtract, scalar, &[given, count - 1]);
        let divisor = self.all(divisor, ty, directions);
        Ok((words::value(&mut self.out, self.ids, Op::FDiv, ty, &[place, divisor]), ty))
    }

    /// A number in each component.
    fn all(&mut self, number: u32, ty: u32, count: u32) -> u32 {
        if count == 1 {
            return number;
        }
        words::value(&mut self.out, self.ids, Op::CompositeConstruct, ty, &vec![number; count as usize])
    }

    /// Derivatives times two to the power of a bias: the level grows by the bias.
    fn scaled(&mut self, along: [u32; 2], ty: u32, bias: u32) -> [u32; 2] {
        let scalar = self.index.def(bias).map_or(ty, Access::type_id);
        let exp = [self.glsl, GLOp::Exp2 as u32, bias];
        let factor = words::value(&mut self.out, self.ids, Op::ExtInst, scalar, &exp);
        let op = if scalar == ty { Op::FMul } else { Op::VectorTimesScalar };
        along.map(|value| words::value(&mut self.out, self.ids, op, ty, &[value, factor]))
    }
}
