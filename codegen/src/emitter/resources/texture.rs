//! Textures and typed buffers without a sampler: elements, `Load`, sizes.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::places::place::{Image, Place, Texel};
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::resources::resource::Handle;
use sema::hir::expr::ExprId;
use sema::hir::ty::{ElemClass, Scalar, Texture, TextureDim, TypeId};
use sema::tables::methods::Role;
use spirv::{Op, Word};

/// The operands that follow a mask, each with its bit, in any order.
#[derive(Default)]
pub(crate) struct ImageOperands {
    operands: Vec<(spirv::ImageOperands, Vec<Word>)>,
}

impl ImageOperands {
    /// Adds an operand.
    pub(crate) fn add(&mut self, bit: spirv::ImageOperands, words: &[Word]) {
        self.operands.push((bit, words.to_vec()));
    }

    /// Adds an operand that may be missing.
    pub(crate) fn add_some(&mut self, bit: spirv::ImageOperands, word: Option<Word>) {
        if let Some(word) = word {
            self.add(bit, &[word]);
        }
    }

    /// The mask and the operands in the order of their bits.
    pub(crate) fn words(mut self) -> Vec<Word> {
        self.operands.sort_by_key(|(bit, _)| bit.bits());
        let mask = self.operands.iter().fold(0, |mask, (bit, _)| mask | bit.bits());
        std::iter::once(mask).chain(self.operands.into_iter().flat_map(|(_, words)| words)).collect()
    }
}

/// The element type that an image has for elements of the language.
pub(crate) fn sampled_scalar(elem: Scalar) -> Scalar {
    match (elem.class(), elem.bits(false)) {
        (ElemClass::Float, 64) => Scalar::Double,
        (ElemClass::Float, _) => Scalar::Float,
        (ElemClass::SInt, 64) => Scalar::Int64,
        (ElemClass::SInt, _) => Scalar::Int,
        (ElemClass::UInt, 64) => Scalar::UInt64,
        (ElemClass::UInt | ElemClass::Bool, _) => Scalar::UInt,
    }
}

impl Emitter<'_> {
    /// `object[index]`, `object.mips[level][index]` or `object.sample[level][index]`.
    pub(crate) fn texel(&mut self, object: ExprId, index: ExprId, level: Option<ExprId>, ty: TypeId) -> Texel {
        let level = level.map(|level| self.unsigned_index(level));
        let coordinate = self.unsigned_index(index);
        let texture = self.texture_of(object).unwrap_or(Texture {
            dim: TextureDim::Buffer,
            arrayed: false,
            multisampled: false,
            access: sema::hir::ty::Access::Read,
            elem: ty,
            combined: false,
        });
        let image = if self.is_repeatable(object) { Image::Expr(object) } else { Image::Pointer(self.pointer(object)) };
        Texel { image, texture, coordinate, level }
    }

    fn image_handle(&mut self, image: Image) -> Handle {
        match image {
            Image::Expr(object) => self.handle(object),
            Image::Pointer(pointer) => self.handle_at(pointer),
        }
    }

    /// The image in a handle that may be a sampled one.
    pub(crate) fn plain_image(&mut self, handle: Handle, texture: Texture) -> Word {
        if !texture.combined {
            return handle.id;
        }
        match self.spv.ctx.type_of(handle.ty) {
            Some((Op::TypeSampledImage, &[image])) => self.spv.op(Op::Image, image, &[handle.id]),
            _ => handle.id,
        }
    }

    /// The type of an element.
    pub(crate) fn read_texel(&mut self, texel: &Texel) -> Word {
        let Texel { image, texture, coordinate, level } = *texel;
        let zero = |this: &mut Self| this.spv.constant_uint(0);
        let mut operands = ImageOperands::default();
        if texture.multisampled {
            let sample = level.unwrap_or_else(|| zero(self));
            operands.add(spirv::ImageOperands::SAMPLE, &[sample]);
        } else if has_levels(texture) {
            let level = level.unwrap_or_else(|| zero(self));
            operands.add(spirv::ImageOperands::LOD, &[level]);
        }
        self.begin_ordered(texture.access);
        let handle = self.image_handle(image);
        let image = self.plain_image(handle, texture);
        self.fetch(image, coordinate, operands, texture, None)
    }

    /// Changes an element.
    pub(crate) fn write_texel(&mut self, texel: &Texel, value: Word) {
        let Texel { image, texture, coordinate, level } = *texel;
        let num = self.num_of_type(texture.elem);
        let value = self.numeric(value, num, sampled_scalar(num.elem));
        let mut operands = ImageOperands::default();
        if texture.multisampled {
            let sample = level.unwrap_or_else(|| self.spv.constant_uint(0));
            operands.add(spirv::ImageOperands::SAMPLE, &[sample]);
        }
        self.ordered(texture.access, |this| {
            let image = this.image_handle(image).id;
            let mut words = vec![image, coordinate, value];
            words.extend(operands.words());
            this.spv.effect(Op::ImageWrite, &words);
        });
    }

    /// Fetches or reads a texel, which ends an ordered section, and makes an element of it.
    pub(crate) fn fetch(
        &mut self,
        image: Word,
        coordinate: Word,
        operands: ImageOperands,
        texture: Texture,
        status: Option<&StatusArg<'_>>,
    ) -> Word {
        let num = self.num_of_type(texture.elem);
        let texel = Num::vector(sampled_scalar(num.elem), 4);
        let is_read = texture.access.is_writable() || texture.dim == TextureDim::Subpass;
        let op = match (is_read, status.is_some()) {
            (false, false) => Op::ImageFetch,
            (false, true) => Op::ImageSparseFetch,
            (true, false) => Op::ImageRead,
            (true, true) => Op::ImageSparseRead,
        };
        let mut words = vec![image, coordinate];
        words.extend(operands.words());
        let ty = self.spv.num_type(texel);
        let value = self.sparse(op, ty, &words, status);
        self.end_ordered(texture.access);
        self.texel_to_element(value, texel.elem, num)
    }

    /// The components that an element has, of the element type that it has.
    pub(crate) fn texel_to_element(&mut self, texel: Word, sampled: Scalar, num: Num) -> Word {
        let source = num.with_elem(sampled);
        let narrow = self.spv.narrow(texel, source);
        self.numeric(narrow, source, num.elem)
    }

    /// An instruction that may tell whether the texels are resident.
    pub(crate) fn sparse(&mut self, op: Op, ty: Word, operands: &[Word], status: Option<&StatusArg<'_>>) -> Word {
        let Some(status) = status else { return self.spv.op(op, ty, operands) };
        let uint = self.spv.uint();
        let decorations = crate::builder::context::Decorations::new();
        let result_type = self.spv.struct_type(&crate::builder::types::StructType {
            name: "SparseResidencyStruct",
            members: &[uint, ty],
            member_names: &["Residency.Code", "Result.Type"],
            decorations: &decorations,
        });
        let result = self.spv.op(op, result_type, operands);
        let code = self.spv.extract(uint, result, &[0]);
        self.write_arg(status.arg, &status.place, code, Num::scalar(Scalar::UInt));
        self.spv.extract(ty, result, &[1])
    }

    /// `Load` of textures and typed buffers.
    pub(crate) fn texture_load(&mut self, object: ExprId, args: &MethodArgs<'_>, texture: Texture) -> Word {
        let mut operands = ImageOperands::default();
        let mut coordinate = match args.value_of(Role::Texel).or(args.value_of(Role::Element)) {
            Some(location) => self.load_location(location, texture, &mut operands),
            None => return self.unsupported("a load without coordinates", texture.elem),
        };
        if let Some(sample) = args.value_of(Role::Sample) {
            let sample = self.expr(sample);
            operands.add(spirv::ImageOperands::SAMPLE, &[sample]);
        }
        if let Some(offset) = args.value_of(Role::Offset) {
            coordinate = self.offset_texel(coordinate, offset, texture, &mut operands);
        }
        let status = self.status_of(args);
        self.begin_ordered(texture.access);
        let handle = self.handle(object);
        let image = self.plain_image(handle, texture);
        self.fetch(image, coordinate, operands, texture, status.as_ref())
    }

    /// A texel beside another one: only constants can be operands of the load.
    fn offset_texel(&mut self, texel: Word, offset: ExprId, texture: Texture, operands: &mut ImageOperands) -> Word {
        let num = self.num_of(offset);
        let offset = self.constant_part(offset).unwrap_or_else(|| self.expr(offset));
        if self.spv.is_constant(offset) {
            operands.add(spirv::ImageOperands::CONST_OFFSET, &[offset]);
            return texel;
        }
        if !texture.arrayed {
            return self.spv.op_num(Op::IAdd, num, &[texel, offset]);
        }
        // The layer stays.
        let mut parts = self.spv.components(num, offset);
        parts.push(self.spv.constant_int(0));
        let num = Num { columns: num.columns + 1, ..num };
        let offset = self.spv.construct_vector(num.elem, &parts);
        self.spv.op_num(Op::IAdd, num, &[texel, offset])
    }

    /// Takes the level off the end of a location.
    fn load_location(&mut self, location: ExprId, texture: Texture, operands: &mut ImageOperands) -> Word {
        let num = self.num_of(location);
        let location = self.expr(location);
        if !has_levels(texture) {
            return location;
        }
        let last = num.columns - 1;
        let coordinate = if last == 1 {
            self.spv.component(num, location, 0)
        } else {
            let components: Vec<u32> = (0..last).collect();
            self.spv.shuffle_num(num.elem, location, location, &components)
        };
        let level = self.spv.component(num, location, last);
        operands.add(spirv::ImageOperands::LOD, &[level]);
        coordinate
    }

    /// Adds the offset of an access; says whether it is constant.
    pub(crate) fn add_offset(&mut self, args: &MethodArgs<'_>, operands: &mut ImageOperands) -> bool {
        let Some(offset) = args.value_of(Role::Offset) else { return true };
        let offset = self.constant_part(offset).unwrap_or_else(|| self.expr(offset));
        if self.spv.is_constant(offset) {
            operands.add(spirv::ImageOperands::CONST_OFFSET, &[offset]);
            return true;
        }
        operands.add(spirv::ImageOperands::OFFSET, &[offset]);
        (self.legalisation.needed, self.legalisation.early.offsets) = (true, true);
        false
    }

    /// The argument that takes the residency.
    pub(crate) fn status_of<'b>(&mut self, args: &MethodArgs<'b>) -> Option<StatusArg<'b>> {
        let arg = args.arg_of(Role::Status)?;
        let place = self.out_place(arg);
        Some(StatusArg { arg, place })
    }

    /// `GetDimensions` of textures and typed buffers.
    pub(crate) fn texture_dimensions(&mut self, object: ExprId, args: &MethodArgs<'_>, texture: Texture) {
        let handle = self.handle(object);
        let image = self.plain_image(handle, texture);
        let sizes: Vec<_> = [Role::Width, Role::Height, Role::Depth, Role::Layers, Role::Count]
            .into_iter()
            .filter_map(|role| args.arg_of(role))
            .collect();
        let level = has_levels(texture).then(|| match args.value_of(Role::Mip) {
            Some(level) => self.expr(level),
            None => self.spv.constant_int(0),
        });
        let num = Num::vector(Scalar::UInt, sizes.len() as u32);
        let query = match level {
            Some(level) => self.spv.op_num(Op::ImageQuerySizeLod, num, &[image, level]),
            None => self.spv.op_num(Op::ImageQuerySize, num, &[image]),
        };
        for (index, arg) in (0..).zip(sizes) {
            let size = self.spv.component(num, query, index);
            let place = self.out_place(arg);
            self.write_arg(arg, &place, size, Num::scalar(Scalar::UInt));
        }
        for (role, op) in [(Role::Levels, Op::ImageQueryLevels), (Role::Samples, Op::ImageQuerySamples)] {
            if let Some(arg) = args.arg_of(role) {
                let count = self.spv.op_num(op, Num::scalar(Scalar::UInt), &[image]);
                let place = self.out_place(arg);
                self.write_arg(arg, &place, count, Num::scalar(Scalar::UInt));
            }
        }
    }

    /// `SubpassLoad`
    pub(crate) fn subpass_load(&mut self, object: ExprId, args: &MethodArgs<'_>, texture: Texture) -> Word {
        let mut operands = ImageOperands::default();
        if let Some(sample) = args.value_of(Role::Sample) {
            let sample = self.expr(sample);
            operands.add(spirv::ImageOperands::SAMPLE, &[sample]);
        }
        let zero = self.spv.constant_num(Num::vector(Scalar::Int, 2), 0.0);
        let image = self.handle(object).id;
        self.fetch(image, zero, operands, texture, None)
    }
}

/// An argument that takes the residency of texels.
pub(crate) struct StatusArg<'a> {
    arg: &'a sema::hir::expr::Arg,
    place: Place,
}

/// Returns whether an access by coordinates names a level.
fn has_levels(texture: Texture) -> bool {
    let is_read_only = !texture.access.is_writable();
    match texture.dim {
        TextureDim::D1 | TextureDim::D2 | TextureDim::D3 | TextureDim::Cube => is_read_only && !texture.multisampled,
        TextureDim::Buffer | TextureDim::Subpass => false,
    }
}
