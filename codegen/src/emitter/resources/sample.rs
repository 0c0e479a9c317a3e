//! Sampling and gathering: what goes through a sampler.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::resources::resource::Handle;
use crate::emitter::resources::texture::{ImageOperands, sampled_scalar};
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Scalar, Texture, TypeId};
use sema::tables::methods::Role;
use spirv::{Op, SelectionControl, StorageClass, Word};

/// The properties that choose an instruction of sampling.
#[derive(Clone, Copy)]
struct SampleKind {
    compares: bool,
    explicit: bool,
    sparse: bool,
}

impl SampleKind {
    fn op(self) -> Op {
        match (self.compares, self.explicit, self.sparse) {
            (false, false, false) => Op::ImageSampleImplicitLod,
            (false, true, false) => Op::ImageSampleExplicitLod,
            (true, false, false) => Op::ImageSampleDrefImplicitLod,
            (true, true, false) => Op::ImageSampleDrefExplicitLod,
            (false, false, true) => Op::ImageSparseSampleImplicitLod,
            (false, true, true) => Op::ImageSparseSampleExplicitLod,
            (true, false, true) => Op::ImageSparseSampleDrefImplicitLod,
            (true, true, true) => Op::ImageSparseSampleDrefExplicitLod,
        }
    }
}

/// An image with its sampler and the coordinate, evaluated in the order of the source.
struct Sampled {
    image: Handle,
    sampler: Option<Word>,
    coordinate: Word,
    compare: Option<Word>,
}

impl Emitter<'_> {
    fn sampled(&mut self, object: ExprId, args: &MethodArgs<'_>) -> Sampled {
        let image = self.handle(object);
        let sampler = [Role::Sampler, Role::AnySampler, Role::ComparisonSampler]
            .into_iter()
            .find_map(|role| args.value_of(role))
            .map(|sampler| self.expr(sampler));
        let coordinate = args.value_of(Role::Coord).or(args.value_of(Role::Position));
        let coordinate = match coordinate {
            Some(coordinate) => self.expr(coordinate),
            None => self.spv.constant_float(0.0),
        };
        let compare = args.value_of(Role::Compare).map(|compare| self.expr(compare));
        Sampled { image, sampler, coordinate, compare }
    }

    /// `OpSampledImage`; each access has its own.
    fn combine(&mut self, sampled: &Sampled) -> Word {
        let Some(sampler) = sampled.sampler else { return sampled.image.id };
        let ty = self.spv.sampled_image(sampled.image.ty);
        self.spv.op(Op::SampledImage, ty, &[sampled.image.id, sampler])
    }

    /// `Sample` and similar ones. `level_zero` is for the methods that look at the first level alone.
    pub(crate) fn sample(
        &mut self,
        object: ExprId,
        args: &MethodArgs<'_>,
        texture: Texture,
        ret: TypeId,
        level_zero: bool,
    ) -> Word {
        let sampled = self.sampled(object, args);
        let mut operands = ImageOperands::default();
        if let Some(bias) = args.value_of(Role::Bias) {
            let bias = self.expr(bias);
            operands.add(spirv::ImageOperands::BIAS, &[bias]);
        }
        let mut explicit = self.add_level(args, &mut operands, level_zero);
        if let (Some(x), Some(y)) = (args.value_of(Role::Ddx), args.value_of(Role::Ddy)) {
            let gradient = [self.expr(x), self.expr(y)];
            operands.add(spirv::ImageOperands::GRAD, &gradient);
            explicit = true;
        }
        self.add_offset(args, &mut operands);
        let clamp = args.value_of(Role::Clamp).map(|clamp| self.expr(clamp));
        operands.add_some(spirv::ImageOperands::MIN_LOD, clamp);
        let status = self.status_of(args);
        let kind = SampleKind { compares: sampled.compare.is_some(), explicit, sparse: status.is_some() };
        let mut words = vec![self.combine(&sampled), sampled.coordinate];
        words.extend(sampled.compare);
        words.extend(operands.words());
        let num = self.num_of_type(ret);
        let elem = self.num_of_type(texture.elem).elem;
        if kind.compares {
            let ty = self.spv.float();
            let value = self.sparse(kind.op(), ty, &words, status.as_ref());
            return self.numeric(value, Num::scalar(Scalar::Float), num.elem);
        }
        let texel = Num::vector(sampled_scalar(elem), 4);
        let ty = self.spv.num_type(texel);
        let value = self.sparse(kind.op(), ty, &words, status.as_ref());
        self.texel_to_element(value, texel.elem, num)
    }

    fn add_level(&mut self, args: &MethodArgs<'_>, operands: &mut ImageOperands, level_zero: bool) -> bool {
        let level = match args.value_of(Role::Lod) {
            Some(level) => self.expr(level),
            None if level_zero => self.spv.constant_float(0.0),
            None => return false,
        };
        operands.add(spirv::ImageOperands::LOD, &[level]);
        true
    }

    /// `Gather` of one component, compared or not.
    pub(crate) fn gather_texels(
        &mut self,
        object: ExprId,
        args: &MethodArgs<'_>,
        texture: Texture,
        ret: TypeId,
        component: i32,
    ) -> Word {
        let sampled = self.sampled(object, args);
        let num = self.num_of_type(ret);
        let elem = self.num_of_type(texture.elem).elem;
        let elem = sampled_scalar(elem);
        let texel = Num::vector(elem, 4);
        let offsets: Vec<ExprId> = [Role::Offset1, Role::Offset2, Role::Offset3, Role::Offset4]
            .into_iter()
            .filter_map(|role| args.value_of(role))
            .collect();
        let value = if offsets.len() == 4 {
            self.gather_at_four(&sampled, &offsets, args, texel, component)
        } else {
            let mut operands = ImageOperands::default();
            self.add_offset(args, &mut operands);
            self.gather_one(&sampled, operands, args, texel, component)
        };
        self.texel_to_element(value, elem, num)
    }

    /// Each of the four texels has an offset of its own.
    fn gather_at_four(
        &mut self,
        sampled: &Sampled,
        offsets: &[ExprId],
        args: &MethodArgs<'_>,
        texel: Num,
        component: i32,
    ) -> Word {
        if offsets.iter().all(|&offset| matches!(self.expr_of(offset).kind, ExprKind::Constant(_))) {
            let offsets: Vec<Word> = offsets.iter().map(|&offset| self.expr(offset)).collect();
            let element = self.spv.num_type(Num::vector(Scalar::Int, 2));
            let ty = self.spv.array(element, 4, None);
            let array = self.spv.constant_composite(ty, &offsets);
            let mut operands = ImageOperands::default();
            operands.add(spirv::ImageOperands::CONST_OFFSETS, &[array]);
            return self.gather_one(sampled, operands, args, texel, component);
        }
        let parts: Vec<Word> = (0..)
            .zip(offsets)
            .map(|(index, &offset)| {
                let offset = self.expr(offset);
                let mut operands = ImageOperands::default();
                operands.add(spirv::ImageOperands::OFFSET, &[offset]);
                let value = self.gather_one(sampled, operands, args, texel, component);
                self.spv.component(texel, value, index)
            })
            .collect();
        self.spv.construct_vector(texel.elem, &parts)
    }

    fn gather_one(
        &mut self,
        sampled: &Sampled,
        operands: ImageOperands,
        args: &MethodArgs<'_>,
        texel: Num,
        component: i32,
    ) -> Word {
        let status = self.status_of(args);
        let image = self.combine(sampled);
        let op = match (sampled.compare.is_some(), status.is_some()) {
            (false, false) => Op::ImageGather,
            (false, true) => Op::ImageSparseGather,
            (true, false) => Op::ImageDrefGather,
            (true, true) => Op::ImageSparseDrefGather,
        };
        let last = match sampled.compare {
            Some(compare) => compare,
            None => self.spv.constant_int(component),
        };
        let mut words = vec![image, sampled.coordinate, last];
        words.extend(operands.words());
        let ty = self.spv.num_type(texel);
        self.sparse(op, ty, &words, status.as_ref())
    }

    /// `CalculateLevelOfDetail` and its unclamped kin.
    pub(crate) fn level_of_detail(&mut self, object: ExprId, args: &MethodArgs<'_>, unclamped: bool) -> Word {
        let sampled = self.sampled(object, args);
        let image = self.combine(&sampled);
        let num = Num::vector(Scalar::Float, 2);
        let levels = self.spv.op_num(Op::ImageQueryLod, num, &[image, sampled.coordinate]);
        self.spv.component(num, levels, u32::from(unclamped))
    }

    /// `GetSamplePosition`: SPIR-V knows nothing of it, so the standard positions are looked up.
    pub(crate) fn sample_position(&mut self, object: ExprId, sample: &Arg, texture: Texture) -> Word {
        let handle = self.handle(object);
        let image = self.plain_image(handle, texture);
        let count = self.spv.op_num(Op::ImageQuerySamples, Num::scalar(Scalar::UInt), &[image]);
        let index = self.expr(sample.expr);
        let tables: Vec<Word> = SAMPLE_POSITIONS.iter().map(|positions| self.position_table(positions)).collect();
        let ty = self.spv.num_type(Num::vector(Scalar::Float, 2));
        let result = self.spv.variable("var.GetSamplePosition.result", ty);
        let merges: Vec<Word> = SAMPLE_POSITIONS
            .iter()
            .zip(tables)
            .map(|(positions, table)| self.position_branch(count, index, positions.len() as u32, table, result))
            .collect();
        let zero = self.spv.constant_num(Num::vector(Scalar::Float, 2), 0.0);
        self.spv.store_word(result, zero);
        for merge in merges.into_iter().rev() {
            self.spv.branch(merge);
            self.spv.begin_block(merge);
        }
        self.spv.load_word(ty, result)
    }

    fn position_table(&mut self, positions: &[(i8, i8)]) -> Word {
        let num = Num::vector(Scalar::Float, 2);
        let element = self.spv.num_type(num);
        let positions: Vec<Word> = positions
            .iter()
            .map(|&(x, y)| {
                let parts = [x, y].map(|part| self.spv.constant_float(f32::from(part) / 16.0));
                self.spv.constant_composite(element, &parts)
            })
            .collect();
        let count = positions.len() as u32;
        let ty = self.spv.array(element, count, None);
        let value = self.spv.constant_composite(ty, &positions);
        let variable = self.spv.variable(&format!("var.GetSamplePosition.data.{count}"), ty);
        self.spv.store_word(variable, value);
        variable
    }

    /// One step of the ladder; what follows is its other side. The result is the label after both.
    fn position_branch(&mut self, count: Word, index: Word, samples: u32, table: Word, result: Word) -> Word {
        let name = |part: &str| format!("if.GetSamplePosition.{part}{samples}");
        let labels = [self.spv.label(&name("then")), self.spv.label(&name("else")), self.spv.label(&name("merge"))];
        let expected = self.spv.constant_uint(samples);
        let is_it = self.spv.op_num(Op::IEqual, Num::scalar(Scalar::Bool), &[count, expected]);
        self.spv.branch_selection(is_it, labels[0], labels[1], labels[2], SelectionControl::NONE);
        self.spv.begin_block(labels[0]);
        let ty = self.spv.num_type(Num::vector(Scalar::Float, 2));
        let pointer = self.spv.chain_word(StorageClass::Function, ty, table, &[index]);
        let position = self.spv.load_word(ty, pointer);
        self.spv.store_word(result, position);
        self.spv.branch(labels[2]);
        self.spv.begin_block(labels[1]);
        labels[2]
    }
}

/// The standard positions for 2, 4, 8 and 16 samples, in sixteenths of a pixel from its centre.
const SAMPLE_POSITIONS: [&[(i8, i8)]; 4] = [
    &[(4, 4), (-4, -4)],
    &[(-2, -6), (6, -2), (-6, 2), (2, 6)],
    &[(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)],
    &[
        (1, 1),
        (-1, -3),
        (-3, 2),
        (4, -1),
        (-5, -2),
        (2, 5),
        (5, 3),
        (3, -5),
        (-2, 6),
        (0, -7),
        (-4, -6),
        (-6, 4),
        (-8, 0),
        (7, -4),
        (6, 7),
        (-7, -8),
    ],
];
