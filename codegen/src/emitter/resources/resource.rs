//! Resources: their variables, their values, and decorations on accesses.

use crate::diagnostics::NotSupported;
use crate::emitter::places::place::Pointer;
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::{Category, ExprId, ExprKind};
use sema::hir::ty::{Access, Object, StructuredKind, Texture, Type, TypeId};
use spirv::{ImageFormat, Op, StorageClass, Word};

/// An object such as a texture or a sampler, as a value.
#[derive(Clone, Copy)]
pub(crate) struct Handle {
    /// The value.
    pub(crate) id: Word,
    /// Its type.
    pub(crate) ty: Word,
}

impl Emitter<'_> {
    /// Returns whether a value of this type is a pointer to a buffer, or an array of such pointers.
    pub(crate) fn is_buffer_type(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Object(Object::StructuredBuffer { .. } | Object::ByteAddressBuffer(_)) => true,
            // Run-time arrays cannot be copied.
            Type::RuntimeArray(element) => self.holds_resource(element),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    /// Returns whether a variable of this resource type holds its content.
    pub(crate) fn is_block_type(&self, ty: TypeId) -> bool {
        self.module.types[ty].block_content().is_some()
    }

    /// Returns whether the type is a resource.
    pub(crate) fn is_resource_type(&self, ty: TypeId) -> bool {
        self.is_buffer_type(ty) || matches!(self.module.types[ty], Type::Object(object) if object.is_resource())
    }

    /// Returns whether the type is an array of resources, of any number of dimensions.
    pub(crate) fn is_resource_array(&self, ty: Type) -> bool {
        if let Type::Array(element, _) | Type::RuntimeArray(element) = ty {
            self.is_resource_type(element) || self.is_resource_array(self.module.types[element])
        } else {
            false
        }
    }

    /// The pointee type of a pointer.
    pub(crate) fn pointee_type(
        &mut self,
        ty: TypeId,
        repr: Repr,
        storage: StorageClass,
        format: Option<ImageFormat>,
    ) -> Word {
        let held = self.element_of_arrays(ty);
        let is_pointer = self.is_buffer_type(ty) || self.is_buffer_type(held);
        if is_pointer && matches!(storage, StorageClass::Function | StorageClass::Private) {
            return self.type_of(ty);
        }
        let is_resource = self.is_resource_type(ty) || self.is_resource_array(self.module.types[ty]);
        if is_resource && (format.is_some() || repr != Repr::Value) {
            return self.resource_type(ty, repr.layout(), format);
        }
        if is_resource && !self.holds_layout(ty) {
            return self.resource_type(ty, None, None);
        }
        self.type_in(ty, repr)
    }

    /// Returns whether the contents of a resource have a layout.
    fn holds_layout(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(element, _) | Type::RuntimeArray(element) => self.holds_layout(element),
            Type::Object(Object::ByteAddressBuffer(_)) => false,
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => self.is_buffer_type(ty) || self.is_block_type(ty),
        }
    }

    /// Returns whether the pointee is a variable that holds a pointer to a buffer.
    pub(crate) fn is_alias(&self, pointer: Pointer) -> bool {
        self.is_buffer_type(pointer.ty) && matches!(pointer.storage, StorageClass::Function | StorageClass::Private)
    }

    /// The buffer at a pointer value.
    pub(crate) fn buffer_value_pointer(&mut self, id: Word, ty: TypeId) -> Pointer {
        let held = self.element_of_arrays(ty);
        let repr = Repr::of(self.module.buffer_layouts.get(&held).copied());
        Pointer::new(id, ty, repr, self.resource_storage(ty))
    }

    /// An array of buffers as a value: an array of pointers to them.
    pub(crate) fn buffer_array_value(&mut self, array: Pointer) -> Word {
        let (element, count) = if let Type::Array(element, count) = self.module.types[array.ty] {
            (element, count)
        } else {
            return self.unsupported("a copy of an array without length", array.ty);
        };
        let pointee = self.pointee_type(element, array.repr, array.storage, array.format);
        let pointers: Vec<Word> = (0..count)
            .map(|index| {
                let index = self.spv.constant_int(index as i32);
                let id = self.spv.chain_word(array.storage, pointee, array.id, &[index]);
                let pointer = Pointer { id, ty: element, ..array };
                if self.is_buffer_type(element) { id } else { self.buffer_array_value(pointer) }
            })
            .collect();
        let ty = self.type_of(array.ty);
        self.spv.construct(ty, &pointers)
    }

    /// A pointer to the buffer that an expression denotes.
    pub(crate) fn buffer(&mut self, object: ExprId) -> Pointer {
        let pointer = self.pointer(object);
        if !self.is_alias(pointer) {
            return pointer;
        }
        let ty = self.type_of(pointer.ty);
        let id = self.spv.load_word(ty, pointer.id);
        self.buffer_value_pointer(id, pointer.ty)
    }

    /// The handle of an object such as a texture or a sampler.
    pub(crate) fn handle(&mut self, object: ExprId) -> Handle {
        let expr = self.expr_of(object);
        if let ExprKind::Load(inner) = expr.kind {
            return self.handle(inner);
        }
        // A handle that a function returns is used as it is: handles cannot be stored.
        if matches!(expr.kind, ExprKind::Call { .. }) && expr.category == Category::Value {
            let id = self.expr(object);
            return Handle { id, ty: self.type_of(expr.ty) };
        }
        let pointer = self.pointer(object);
        self.handle_at(pointer)
    }

    /// Loads a handle.
    pub(crate) fn handle_at(&mut self, pointer: Pointer) -> Handle {
        let ty = self.pointee_type(pointer.ty, pointer.repr, pointer.storage, pointer.format);
        let id = self.spv.load_word(ty, pointer.id);
        self.relax_type(id, pointer.ty);
        Handle { id, ty }
    }

    /// The texture type of an object.
    pub(crate) fn texture_of(&self, object: ExprId) -> Option<Texture> {
        if let Type::Object(Object::Texture(texture)) = self.expr_type(object) { Some(texture) } else { None }
    }

    /// Loads from a pointer; physical storage pointers need an alignment.
    pub(crate) fn load_from(&mut self, pointer: Pointer, ty: Word) -> Word {
        if pointer.storage != StorageClass::PhysicalStorageBuffer {
            return self.through(pointer, |this| this.spv.load_word(ty, pointer.id));
        }
        let align = pointer.align;
        self.spv.op(Op::Load, ty, &[pointer.id, spirv::MemoryAccess::ALIGNED.bits(), align])
    }

    /// Stores to a pointer.
    pub(crate) fn store_to(&mut self, pointer: Pointer, value: Word) {
        if pointer.storage != StorageClass::PhysicalStorageBuffer {
            return self.through(pointer, |this| this.spv.store_word(pointer.id, value));
        }
        let align = pointer.align;
        self.spv.effect(Op::Store, &[pointer.id, value, spirv::MemoryAccess::ALIGNED.bits(), align]);
    }

    /// The pointee of a `vk::BufferPointer`.
    pub(crate) fn buffer_pointer_target(&mut self, object: ExprId, ty: TypeId) -> Pointer {
        let pointer_type = self.expr_of(object).ty;
        let id = self.expr(object);
        let repr = Repr::of(self.module.buffer_layouts.get(&pointer_type).copied());
        let own = repr.layout().map_or(1, |layout| self.module.layouts[layout].align);
        let align = if let Type::BufferPointer(_, align) = self.module.types[pointer_type]
            && align != 0
        {
            // The promised alignment need not be a power of two.
            1 << align.trailing_zeros()
        } else {
            own
        };
        Pointer { align, ..Pointer::new(id, ty, repr, StorageClass::PhysicalStorageBuffer) }
    }

    /// Emits code inside an ordered section if the resource is rasteriser-ordered.
    pub(crate) fn ordered<R>(&mut self, access: Access, act: impl FnOnce(&mut Self) -> R) -> R {
        self.begin_ordered(access);
        let result = act(self);
        self.end_ordered(access);
        result
    }

    /// Emits an access through a pointer, in an ordered section if the buffer is rasteriser-ordered.
    pub(crate) fn through<R>(&mut self, pointer: Pointer, act: impl FnOnce(&mut Self) -> R) -> R {
        if pointer.is_ordered { self.ordered(Access::RasterizerOrdered, act) } else { act(self) }
    }

    /// Returns whether a type is a rasteriser-ordered buffer, or an array of such.
    pub(crate) fn is_ordered_buffer(&self, ty: TypeId) -> bool {
        let held = self.module.types[self.element_of_arrays(ty)];
        matches!(
            held,
            Type::Object(Object::StructuredBuffer { kind: StructuredKind::RasterizerOrderedStructuredBuffer, .. })
        )
    }

    /// Begins an ordered section if the resource is rasteriser-ordered.
    pub(crate) fn begin_ordered(&mut self, access: Access) {
        if access == Access::RasterizerOrdered {
            self.spv.effect(Op::BeginInvocationInterlockEXT, &[]);
            self.legalisation.needed = true;
        }
    }

    /// Ends an ordered section.
    pub(crate) fn end_ordered(&mut self, access: Access) {
        if access == Access::RasterizerOrdered {
            self.spv.effect(Op::EndInvocationInterlockEXT, &[]);
        }
    }

    /// Reports that code generation lacks something, and returns an undefined value of the type.
    pub(crate) fn unsupported(&mut self, what: &str, ty: TypeId) -> Word {
        let span = self.spv.function.span();
        self.sink.report(span, NotSupported { what: what.to_owned() });
        if matches!(self.module.types[ty], Type::Void | Type::Error | Type::String) {
            return 0;
        }
        self.undef(ty)
    }
}
