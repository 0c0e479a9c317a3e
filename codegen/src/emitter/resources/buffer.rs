//! Structured buffers and their counters.

use crate::builder::num::Num;
use crate::emitter::places::place::{Pointer, Value};
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::{Emitter, Repr};
use sema::hir::GlobalId;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Object, Scalar, Type, TypeId};
use sema::tables::methods::Role;
use spirv::{Op, Scope, Word};

impl Emitter<'_> {
    /// The element type of a structured buffer.
    fn element_type(&self, object: ExprId) -> TypeId {
        if let Type::Object(Object::StructuredBuffer { elem, .. }) = self.expr_type(object) {
            elem
        } else {
            self.expr_of(object).ty
        }
    }

    /// The global that an expression names, and the indices into it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name a buffer")]
    pub(crate) fn root_buffer(&mut self, object: ExprId, indices: &mut Vec<Word>) -> Option<GlobalId> {
        match self.expr_of(object).kind {
            ExprKind::Global(global) => Some(global),
            ExprKind::Load(inner) => self.root_buffer(inner, indices),
            ExprKind::Index { base, index } => {
                let global = self.root_buffer(base, indices)?;
                let index = self.expr(index);
                indices.push(index);
                Some(global)
            }
            _ => None,
        }
    }

    /// Counts up or down; the result is the index that the caller gets.
    fn count(&mut self, object: ExprId, up: bool) -> Word {
        if let ExprKind::Assign { .. } = self.expr_of(object).kind {
            self.place(object);
        }
        let Some(counter) = self.counter_pointer(object) else {
            return self.unsupported("the counter of a non-global buffer", self.expr_of(object).ty);
        };
        let int = self.spv.int();
        let one = self.spv.constant_int(1);
        let scope = self.spv.constant_uint(Scope::Device as u32);
        let relaxed = self.spv.constant_uint(0);
        if up {
            return self.spv.op(Op::AtomicIAdd, int, &[counter, scope, relaxed, one]);
        }
        let before = self.spv.op(Op::AtomicISub, int, &[counter, scope, relaxed, one]);
        self.spv.op(Op::ISub, int, &[before, one])
    }

    /// `IncrementCounter`, `DecrementCounter`
    pub(crate) fn count_method(&mut self, object: ExprId, up: bool) -> Word {
        let index = self.count(object, up);
        self.spv.op_num(Op::Bitcast, Num::scalar(Scalar::UInt), &[index])
    }

    pub(crate) fn counted_element(&mut self, object: ExprId, up: bool) -> Pointer {
        let buffer = self.buffer(object);
        let index = self.count(object, up);
        let elem = self.element_type(object);
        let zero = self.spv.constant_uint(0);
        let pointee = self.type_in(elem, buffer.repr);
        let id = self.spv.chain_word(buffer.storage, pointee, buffer.id, &[zero, index]);
        Pointer { id, ty: elem, ..buffer }
    }

    /// `Append`
    pub(crate) fn append(&mut self, object: ExprId, arg: &Arg) {
        let element = self.counted_element(object, true);
        let value = self.expr_any_layout(arg.expr);
        self.write_pointer(element, value);
    }

    /// `Consume`
    pub(crate) fn consume(&mut self, object: ExprId) -> Value {
        let element = self.counted_element(object, false);
        self.read_pointer(element)
    }

    /// `GetDimensions` of structured buffers.
    pub(crate) fn structured_dimensions(&mut self, object: ExprId, args: &MethodArgs<'_>) {
        let buffer = self.buffer(object);
        let uint = Num::scalar(Scalar::UInt);
        let length = self.spv.op_num(Op::ArrayLength, uint, &[buffer.id, 0]);
        if let Some(count) = args.arg_of(Role::Count) {
            let place = self.out_place(count);
            self.write_arg(count, &place, length, uint);
        }
        if let Some(stride) = args.arg_of(Role::Stride) {
            let size = match buffer.repr {
                Repr::Memory(layout) => self.element_stride(layout),
                Repr::Value | Repr::Bits => 0,
            };
            let size = self.spv.constant_uint(size);
            let place = self.out_place(stride);
            self.write_arg(stride, &place, size, uint);
        }
    }
}
