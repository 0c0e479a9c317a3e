//! Types and constants as the emitter requires them: each exists once.

use super::context::Decorations;
use super::inst::InstBuilder;
use super::state::Builder;
use sema::hir::ty::MAX_SHORT_VECTOR;
use spirv::{Capability, Decoration, Op, StorageClass, Word};

/// A struct type to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StructType<'a> {
    /// The name; types with different names differ.
    pub(crate) name: &'a str,
    /// The members' types.
    pub(crate) members: &'a [Word],
    /// The members' names; empty ones are left out.
    pub(crate) member_names: &'a [&'a str],
    /// Offsets, strides and what else belongs to the type.
    pub(crate) decorations: &'a Decorations,
}

/// The operands of an image type besides the sampled type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageType {
    /// The shape.
    pub(crate) dim: spirv::Dim,
    /// 0: no depth image, 1: one, 2: unknown.
    pub(crate) depth: u32,
    /// True if it has layers.
    pub(crate) arrayed: bool,
    /// True if it has samples.
    pub(crate) multisampled: bool,
    /// 1: read through a sampler, 2: read and written without one.
    pub(crate) sampled: u32,
    /// The format of its texels.
    pub(crate) format: spirv::ImageFormat,
}

/// Types.
impl Builder<'_> {
    /// `OpTypeVoid`
    pub(crate) fn void(&mut self) -> Word {
        self.ctx.define(Op::TypeVoid, &[])
    }

    /// `OpTypeBool`
    pub(crate) fn bool(&mut self) -> Word {
        self.ctx.define(Op::TypeBool, &[])
    }

    /// `OpTypeInt`
    pub(crate) fn int_type(&mut self, width: u32, signed: bool) -> Word {
        self.ctx.define(Op::TypeInt, &[width, u32::from(signed)])
    }

    /// `OpTypeInt 32 1`
    pub(crate) fn int(&mut self) -> Word {
        self.int_type(32, true)
    }

    /// `OpTypeInt 32 0`
    pub(crate) fn uint(&mut self) -> Word {
        self.int_type(32, false)
    }

    /// `OpTypeFloat`
    pub(crate) fn float_type(&mut self, width: u32) -> Word {
        self.ctx.define(Op::TypeFloat, &[width])
    }

    /// `OpTypeFloat 32`
    pub(crate) fn float(&mut self) -> Word {
        self.float_type(32)
    }

    /// `OpTypeVector`, or the element itself for one component.
    pub(crate) fn vector(&mut self, element: Word, count: u32) -> Word {
        if count == 1 {
            return element;
        }
        if count > u32::from(MAX_SHORT_VECTOR) && !self.has_long_vectors {
            self.has_long_vectors = true;
            let span = self.function.span();
            self.availability.declare_if_there(Capability::LongVectorEXT, span);
        }
        self.ctx.define(Op::TypeVector, &[element, count])
    }

    /// `OpTypeMatrix`
    pub(crate) fn matrix(&mut self, column: Word, columns: u32) -> Word {
        self.ctx.define(Op::TypeMatrix, &[column, columns])
    }

    /// `OpTypeArray`, with a stride where it lies in memory.
    pub(crate) fn array(&mut self, element: Word, length: u32, stride: Option<u32>) -> Word {
        let uint = self.uint();
        let length = self.ctx.array_length(uint, length);
        self.array_with_length_id(element, length, stride)
    }

    /// `OpTypeArray` whose length is a constant that exists already, such as a specialisation constant.
    pub(crate) fn array_with_length_id(&mut self, element: Word, length: Word, stride: Option<u32>) -> Word {
        self.strided(Op::TypeArray, &[element, length], stride)
    }

    /// `OpTypeRuntimeArray`, with a stride where it lies in memory.
    pub(crate) fn runtime_array(&mut self, element: Word, stride: Option<u32>) -> Word {
        self.strided(Op::TypeRuntimeArray, &[element], stride)
    }

    fn strided(&mut self, op: Op, operands: &[Word], stride: Option<u32>) -> Word {
        let mut decorations = Decorations::new();
        if let Some(stride) = stride {
            decorations.add(Decoration::ArrayStride, &[stride]);
        }
        self.ctx.define_with(op, operands, &decorations, "", &[])
    }

    /// `OpTypeStruct`
    pub(crate) fn struct_type(&mut self, ty: &StructType<'_>) -> Word {
        self.ctx.define_with(Op::TypeStruct, ty.members, ty.decorations, ty.name, ty.member_names)
    }

    /// `OpTypePointer`
    pub(crate) fn pointer(&mut self, storage: StorageClass, pointee: Word) -> Word {
        self.ctx.define(Op::TypePointer, &[storage as u32, pointee])
    }

    /// `OpTypeUntypedPointerKHR`
    pub(crate) fn untyped_pointer(&mut self, storage: StorageClass) -> Word {
        self.ctx.define_with(
            Op::TypeUntypedPointerKHR,
            &[storage as u32],
            &Decorations::new(),
            "type.untyped.pointer",
            &[],
        )
    }

    /// `OpTypePointer` under an id that was allocated before its pointee was known: for types with pointers to themselves.
    pub(crate) fn forward_pointer(&mut self, id: Word, storage: StorageClass, pointee: Word) {
        self.ctx.define_forward(id, &[storage as u32, pointee]);
    }

    /// `OpTypeFunction`
    pub(crate) fn function_type(&mut self, result: Word, params: &[Word]) -> Word {
        let mut operands = Vec::with_capacity(params.len() + 1);
        operands.push(result);
        operands.extend_from_slice(params);
        self.ctx.define(Op::TypeFunction, &operands)
    }

    /// `OpTypeImage` with a name.
    pub(crate) fn image(&mut self, sampled_type: Word, image: ImageType, name: &str) -> Word {
        let operands = [
            sampled_type,
            image.dim as u32,
            image.depth,
            u32::from(image.arrayed),
            u32::from(image.multisampled),
            image.sampled,
            image.format as u32,
        ];
        self.ctx.define_with(Op::TypeImage, &operands, &Decorations::new(), name, &[])
    }

    /// `OpTypeSampledImage`
    pub(crate) fn sampled_image(&mut self, image: Word) -> Word {
        self.ctx.define_with(Op::TypeSampledImage, &[image], &Decorations::new(), "type.sampled.image", &[])
    }

    /// `OpTypeSampler`
    pub(crate) fn sampler(&mut self) -> Word {
        self.ctx.define_with(Op::TypeSampler, &[], &Decorations::new(), "type.sampler", &[])
    }

    /// A type that is not unified with others of the same words.
    pub(crate) fn type_apart(&mut self, op: Op, operands: &[Word]) -> Word {
        self.ctx.define_apart(op, operands)
    }

    /// Any other type: its words without result id, and a name, which may be empty.
    pub(crate) fn other_type(&mut self, op: Op, operands: &[Word], name: &str) -> Word {
        self.ctx.define_with(op, operands, &Decorations::new(), name, &[])
    }
}

/// Constants.
impl Builder<'_> {
    /// A constant of inline SPIR-V: its instruction without result id.
    pub(crate) fn other_constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        self.ctx.constant(op, ty, operands)
    }

    /// `OpConstantTrue` or `OpConstantFalse`
    pub(crate) fn constant_bool(&mut self, value: bool) -> Word {
        let ty = self.bool();
        self.ctx.constant(if value { Op::ConstantTrue } else { Op::ConstantFalse }, ty, &[])
    }

    /// A constant of type `int`.
    pub(crate) fn constant_int(&mut self, value: i32) -> Word {
        let ty = self.int();
        self.ctx.constant(Op::Constant, ty, &[value as u32])
    }

    /// A constant of type `uint`.
    pub(crate) fn constant_uint(&mut self, value: u32) -> Word {
        let ty = self.uint();
        self.ctx.constant(Op::Constant, ty, &[value])
    }

    /// A constant of type `float`.
    pub(crate) fn constant_float(&mut self, value: f32) -> Word {
        let ty = self.float();
        self.ctx.constant(Op::Constant, ty, &[value.to_bits()])
    }

    /// `OpConstant` of any number type: its bits, the low word first.
    pub(crate) fn constant_bits(&mut self, ty: Word, bits: &[Word]) -> Word {
        self.ctx.constant(Op::Constant, ty, bits)
    }

    /// `OpConstantComposite`
    pub(crate) fn constant_composite(&mut self, ty: Word, parts: &[Word]) -> Word {
        self.ctx.constant(Op::ConstantComposite, ty, parts)
    }

    /// `OpConstantStringAMDX`
    pub(crate) fn constant_text(&mut self, text: &str) -> Word {
        let mut words = Vec::new();
        let written = InstBuilder::new(&mut words, Op::ConstantStringAMDX).string(text).finish();
        self.ctx.too_long |= written.is_err();
        self.ctx.constant_apart_untyped(Op::ConstantStringAMDX, &words[1..])
    }

    /// `OpConstantNull`
    pub(crate) fn constant_null(&mut self, ty: Word) -> Word {
        self.ctx.constant(Op::ConstantNull, ty, &[])
    }

    /// `OpConstantSizeOfEXT`
    pub(crate) fn constant_size(&mut self, ty: Word) -> Word {
        let uint = self.uint();
        self.ctx.constant(Op::ConstantSizeOfEXT, uint, &[ty])
    }

    /// A constant that equals no other: `OpSpecConstant` and similar ones.
    pub(crate) fn spec_constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        self.ctx.constant_apart(op, ty, operands)
    }

    /// `OpUndef` in the module's scope.
    pub(crate) fn undef(&mut self, ty: Word) -> Word {
        self.ctx.constant(Op::Undef, ty, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn equal_types_have_equal_ids() {
        let options = Options::default();
        let mut spv = Builder::new(&options, false);
        let float = spv.float();
        assert_eq!(spv.float(), float);
        let plain = spv.array(float, 4, None);
        assert_ne!(spv.array(float, 4, Some(16)), plain);
        assert_eq!(spv.array(float, 4, None), plain);
        assert_eq!(spv.vector(float, 1), float);
    }

    #[test]
    fn array_lengths_are_no_constants_of_their_own() {
        let options = Options::default();
        let mut spv = Builder::new(&options, false);
        let float = spv.float();
        spv.array(float, 4, None);
        assert_eq!(spv.ctx.constant_ids().count(), 0);
        let four = spv.constant_uint(4);
        assert_eq!(spv.ctx.constant_ids().collect::<Vec<_>>(), [four]);
    }

    #[test]
    fn structs_differ_by_name_and_decorations() {
        let options = Options::default();
        let mut spv = Builder::new(&options, false);
        let float = spv.float();
        let mut offsets = Decorations::new();
        offsets.add_member(0, Decoration::Offset, &[0]);
        let none = Decorations::new();
        let s = StructType { name: "S", members: &[float], member_names: &["x"], decorations: &none };
        let plain = spv.struct_type(&s);
        assert_eq!(spv.struct_type(&s), plain);
        let laid_out = spv.struct_type(&StructType { decorations: &offsets, ..s });
        assert_ne!(laid_out, plain);
        assert_ne!(spv.struct_type(&StructType { name: "T", ..s }), plain);
        let definition = spv.ctx.definition(laid_out).unwrap();
        let decorations: Vec<_> = spv.ctx.decorations(definition).map(|d| (d.member, d.operands.to_vec())).collect();
        assert_eq!(decorations, [(Some(0), vec![0])]);
    }
}
