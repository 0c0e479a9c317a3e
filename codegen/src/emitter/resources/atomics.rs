//! Atomic operations on shared memory, buffers and textures.

use crate::builder::num::Num;
use crate::diagnostics::NotSupported;
use crate::emitter::places::place::{Place, Pointer};
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Access, Scalar, TypeId};
use sema::tables::methods::{AtomicCell, Role};
use spirv::{Op, Scope, StorageClass, Word};

/// The operand of an atomic operation.
pub(super) struct Target {
    pub(super) pointer: Word,
    pub(super) storage: StorageClass,
    pub(super) num: Num,
    pub(super) access: Access,
    /// True if memory holds the bits of a float.
    pub(super) is_bits: bool,
}

const UNSEEN: &str = "an atomic operation on a private variable";

impl Emitter<'_> {
    /// `InterlockedAdd(dest, value, out original)` and similar ones.
    pub(crate) fn atomic(&mut self, op: Op, args: &[Arg]) -> Word {
        let num = self.num_of(args[0].expr);
        if matches!(num.elem, Scalar::Float | Scalar::Double | Scalar::Half) {
            return self.float_atomic(op, args);
        }
        let target = self.atomic_target(args[0].expr, num);
        let is_exchange = op == Op::AtomicCompareExchange;
        let operands: Vec<Word> =
            args[1..=1 + usize::from(is_exchange)].iter().map(|arg| self.atomic_operand(arg, num)).collect();
        let old = self.atomic_op(op, &target, &operands);
        if let Some(original) = args.get(2 + usize::from(is_exchange)) {
            let place = self.out_place(original);
            self.write_arg(original, &place, old, num);
        }
        old
    }

    /// The methods of byte-address buffers.
    pub(crate) fn byte_atomic(
        &mut self,
        object: ExprId,
        args: &MethodArgs<'_>,
        op: Op,
        cell: AtomicCell,
        ty: TypeId,
    ) -> Word {
        let (Some(offset), Some(value)) = (args.value_of(Role::ByteOffset), args.arg_of(Role::AtomicValue(cell)))
        else {
            return self.unsupported("an atomic operation without an operand", ty);
        };
        let pointer = match cell {
            AtomicCell::Word | AtomicCell::Float => self.byte_word(object, offset),
            AtomicCell::Wide => match self.wide_word(object, offset) {
                Some(pointer) => pointer,
                None => return 0,
            },
        };
        let num = Num::scalar(if cell == AtomicCell::Wide { Scalar::UInt64 } else { Scalar::UInt });
        let access = self.access_of(object);
        let target = Target { pointer: pointer.id, storage: pointer.storage, num, access, is_bits: false };
        let mut operands = Vec::with_capacity(2);
        let compare = args.arg_of(Role::AtomicCompare(cell));
        for arg in compare.into_iter().chain([value]) {
            let operand = match cell {
                AtomicCell::Word | AtomicCell::Wide => self.atomic_operand(arg, num),
                AtomicCell::Float => {
                    let value = self.expr(arg.expr);
                    self.spv.op_num(Op::Bitcast, num, &[value])
                }
            };
            operands.push(operand);
        }
        let old = self.atomic_op(op, &target, &operands);
        if let Some(original) = args.arg_of(Role::Original(cell)) {
            let place = self.out_place(original);
            let (old, num) = match cell {
                AtomicCell::Word | AtomicCell::Wide => (old, num),
                AtomicCell::Float => {
                    let float = Num::scalar(Scalar::Float);
                    (self.spv.op_num(Op::Bitcast, float, &[old]), float)
                }
            };
            self.write_arg(original, &place, old, num);
        }
        old
    }

    /// An operand as the destination has its elements.
    pub(super) fn atomic_operand(&mut self, arg: &Arg, num: Num) -> Word {
        let value = self.expr(arg.expr);
        let from = self.num_of(arg.expr);
        if num.elem == Scalar::UInt
            && let Some(constant) = self.unsigned_constant(value)
            && from.elem == Scalar::Int
        {
            return constant;
        }
        self.numeric(value, from, num.elem)
    }

    /// An atomic operation on a word of a buffer.
    pub(super) fn atomic_word(&mut self, op: Op, pointer: Word, operand: Word) {
        let num = Num::scalar(Scalar::UInt);
        let (storage, access) = (StorageClass::StorageBuffer, Access::ReadWrite);
        let target = Target { pointer, storage, num, access, is_bits: false };
        self.atomic_op(op, &target, &[operand]);
    }

    pub(super) fn atomic_op(&mut self, op: Op, target: &Target, operands: &[Word]) -> Word {
        let scope = if target.storage == StorageClass::Workgroup { Scope::Workgroup } else { Scope::Device };
        let scope = self.spv.constant_uint(scope as u32);
        let relaxed = self.spv.constant_uint(0);
        // The comparator comes first in the language and last in SPIR-V.
        let words = match operands {
            [comparator, value] => vec![target.pointer, scope, relaxed, relaxed, *value, *comparator],
            [value] => vec![target.pointer, scope, relaxed, *value],
            _ => vec![target.pointer, scope, relaxed],
        };
        self.ordered(target.access, |this| this.spv.op_num(op, target.num, &words))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn atomic_target(&mut self, dest: ExprId, num: Num) -> Target {
        if let Some((object, index, sample)) = self.texel_of(dest) {
            return self.texel_target(object, index, sample, num);
        }
        let Place::Memory(pointer) = self.place(dest) else { return self.wrong_target(num, UNSEEN) };
        match pointer.storage {
            StorageClass::Function | StorageClass::Private => return self.wrong_target(num, UNSEEN),
            StorageClass::NodePayloadAMDX => {
                return self.wrong_target(num, "an atomic operation on a record of a node");
            }
            _ => {}
        }
        let access = if pointer.is_ordered { Access::RasterizerOrdered } else { Access::ReadWrite };
        Target { pointer: pointer.id, storage: pointer.storage, num, access, is_bits: pointer.repr == Repr::Bits }
    }

    /// The texture, the coordinate and the sample that is named, where the destination is a texel.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not texels")]
    fn texel_of(&self, dest: ExprId) -> Option<(ExprId, ExprId, Option<ExprId>)> {
        match self.expr_of(dest).kind {
            ExprKind::ResourceElement { object, index, level } if !self.is_structured(object) => {
                Some((object, index, level))
            }
            ExprKind::Swizzle { base, .. } => self.texel_of(base),
            _ => None,
        }
    }

    fn texel_target(&mut self, object: ExprId, index: ExprId, sample: Option<ExprId>, num: Num) -> Target {
        if num.elem.bits(self.module.native_16bit) == 16 {
            return self.wrong_target(num, "an atomic operation on texels of 16-bit floats");
        }
        let image: Pointer = self.pointer(object);
        let coordinate = self.unsigned_index(index);
        let sample = match sample {
            Some(sample) => self.unsigned_index(sample),
            None => self.spv.constant_uint(0),
        };
        let pointer = if self.is_of_heap(object) {
            let image_type = self.resource_type(image.ty, None, image.format);
            let ty = self.spv.untyped_pointer(StorageClass::Image);
            self.spv.op(Op::UntypedImageTexelPointerEXT, ty, &[image_type, image.id, coordinate, sample])
        } else {
            let elem = self.spv.scalar_type(num.elem);
            let ty = self.spv.pointer(StorageClass::Image, elem);
            self.spv.op(Op::ImageTexelPointer, ty, &[image.id, coordinate, sample])
        };
        Target { pointer, storage: StorageClass::Image, num, access: self.access_of(object), is_bits: false }
    }

    pub(super) fn wrong_target(&mut self, num: Num, what: &str) -> Target {
        let span = self.spv.function.span();
        self.sink.report(span, NotSupported { what: what.to_owned() });
        let elem = self.spv.num_type(num);
        let ty = self.spv.pointer(StorageClass::Workgroup, elem);
        let (storage, access) = (StorageClass::Workgroup, Access::ReadWrite);
        Target { pointer: self.spv.undef(ty), storage, num, access, is_bits: false }
    }
}
