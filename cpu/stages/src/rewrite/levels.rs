//! Samples with an implicit level: the derivatives that it comes from, as operands.

use super::Rewriter;
use crate::error::{Result, invalid};
use crate::words;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
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

/// Returns whether an instruction takes a level from derivatives: a sample with an implicit level, or a query that has not
/// been given its level.
pub(crate) fn needs_level(index: &Index<'_>, inst: &Inst) -> bool {
    let has_level = || {
        let of = index.def(inst.id(1)).and_then(|def| index.def(def.type_id()));
        of.is_some_and(|ty| ty.op == Op::TypeVector && ty.literal(1) == 4)
    };
    is_implicit(inst) || inst.op == Op::ImageQueryLod && !has_level()
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

    /// Writes a query of the level that a sample would take: one with four coordinates, of which the first is the level that
    /// the derivatives ask for.
    pub(super) fn level(&mut self, inst: &Inst) -> Result<()> {
        let (place, ty) = self.place(inst, false)?;
        let index = self.index;
        let sampled = index.def(inst.id(0)).and_then(|def| index.def(def.type_id()));
        let image = sampled.filter(|ty| ty.op == Op::TypeSampledImage).and_then(|ty| index.def(ty.id(0)));
        let Some(image) = image else { return invalid(inst, "query of something other than an image") };
        let dim = Dim::from_u32(image.value(1));
        let count = self.index.def(ty).filter(|def| def.op == Op::TypeVector).map_or(1, |def| def.literal(1));
        let float = self.types.float(self.ids);
        let is_cube = dim == Some(Dim::DimCube);
        let axes = if is_cube { 2 } else { count };
        let size = self.size(inst, image, axes);
        let (wide, face) =
            if is_cube { (self.types.vector(self.ids, float, 2), self.face(place)) } else { (ty, [0; 2]) };
        let squares = [Op::DPdx, Op::DPdy].map(|op| {
            let mut step = words::value(&mut self.out, self.ids, op, ty, &[place]);
            if is_cube {
                let next = words::value(&mut self.out, self.ids, Op::FAdd, ty, &[place, step]);
                let [to, from] = [next, place].map(|direction| self.on_face(face, direction));
                step = words::value(&mut self.out, self.ids, Op::FSub, wide, &[to, from]);
            }
            let texels = words::value(&mut self.out, self.ids, Op::FMul, wide, &[step, size]);
            match axes {
                1 => words::value(&mut self.out, self.ids, Op::FMul, float, &[texels, texels]),
                _ => words::value(&mut self.out, self.ids, Op::Dot, float, &[texels, texels]),
            }
        });
        let call = |own: &mut Self, op: GLOp, operands: &[u32]| {
            let all = [&[own.glsl, op as u32], operands].concat();
            words::value(&mut own.out, own.ids, Op::ExtInst, float, &all)
        };
        let most = call(self, GLOp::FMax, &squares);
        let texels = call(self, GLOp::Sqrt, &[most]);
        let level = call(self, GLOp::Log2, &[texels]);
        let four = self.types.vector(self.ids, float, 4);
        let at = words::value(&mut self.out, self.ids, Op::CompositeConstruct, four, &[level; 4]);
        words::push(&mut self.out, inst.op, &[inst.type_id(), inst.result_id(), inst.id(0), at]);
        Ok(())
    }

    /// The size of the finest level along the first axes.
    fn size(&mut self, inst: &Inst, image: &Inst, axes: u32) -> u32 {
        let (float, int) = (self.types.float(self.ids), self.types.int(self.ids, 32, true));
        let parts = axes + u32::from(image.literal(3) == 1);
        let of = |own: &mut Self, ty: u32, count: u32| match count {
            1 => ty,
            _ => own.types.vector(own.ids, ty, count),
        };
        let (all, whole, wanted) = (of(self, int, parts), of(self, int, axes), of(self, float, axes));
        let plain = words::value(&mut self.out, self.ids, Op::Image, image.result_id(), &[inst.id(0)]);
        let zero = self.types.constant(self.ids, Op::Constant, int, &[0]);
        let size = words::value(&mut self.out, self.ids, Op::ImageQuerySizeLod, all, &[plain, zero]);
        let size = match axes {
            _ if parts == axes => size,
            1 => words::value(&mut self.out, self.ids, Op::CompositeExtract, int, &[size, 0]),
            _ => {
                let parts: Vec<u32> = [size, size].into_iter().chain(0..axes).collect();
                words::value(&mut self.out, self.ids, Op::VectorShuffle, whole, &parts)
            }
        };
        words::value(&mut self.out, self.ids, Op::ConvertSToF, wanted, &[size])
    }

    /// Whether the face of a cube that a direction is in is across z, and across y.
    fn face(&mut self, direction: u32) -> [u32; 2] {
        let bool = self.types.bool(self.ids);
        let [x, y, z] = self.lengths(direction);
        [[z, x, y], [y, x, z]].map(|[own, one, other]| {
            let are_less = [one, other]
                .map(|other| words::value(&mut self.out, self.ids, Op::FOrdGreaterThanEqual, bool, &[own, other]));
            words::value(&mut self.out, self.ids, Op::LogicalAnd, bool, &are_less)
        })
    }

    fn parts(&mut self, direction: u32) -> [u32; 3] {
        let float = self.types.float(self.ids);
        [0, 1, 2].map(|axis| words::value(&mut self.out, self.ids, Op::CompositeExtract, float, &[direction, axis]))
    }

    fn lengths(&mut self, direction: u32) -> [u32; 3] {
        let float = self.types.float(self.ids);
        self.parts(direction).map(|part| {
            words::value(&mut self.out, self.ids, Op::ExtInst, float, &[self.glsl, GLOp::FAbs as u32, part])
        })
    }

    /// The place of a direction on a face, in widths of the face.
    fn on_face(&mut self, [is_z, is_y]: [u32; 2], direction: u32) -> u32 {
        let float = self.types.float(self.ids);
        let pair = self.types.vector(self.ids, float, 2);
        let ([x, y, z], lengths) = (self.parts(direction), self.lengths(direction));
        let mut choose = |[of_x, of_y, of_z]: [u32; 3]| {
            let rest = words::value(&mut self.out, self.ids, Op::Select, float, &[is_y, of_y, of_x]);
            words::value(&mut self.out, self.ids, Op::Select, float, &[is_z, of_z, rest])
        };
        let (across, down, most) = (choose([z, x, x]), choose([y, z, y]), choose(lengths));
        // A face is two units wide.
        let two = self.types.constant(self.ids, Op::Constant, float, &[2f32.to_bits()]);
        let width = words::value(&mut self.out, self.ids, Op::FMul, float, &[most, two]);
        let place = [across, down].map(|part| words::value(&mut self.out, self.ids, Op::FDiv, float, &[part, width]));
        words::value(&mut self.out, self.ids, Op::CompositeConstruct, pair, &place)
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
