//! Types that need a layout, and their rules.

use crate::check::state::Checker;
use crate::diagnostics::InvalidVariableType;
use crate::hir::expr::{Expr, ExprKind};
use crate::hir::ty::{MatrixOrder, Object, Type, TypeId};
use crate::hir::{LayoutId, ParamRole};
use crate::layout::{BlockUse, Rule, layout_of, layout_of_bytes, layout_of_content};
use crate::tables::intrinsics::{Expand, Lowering, Memory, Mesh};
use crate::tables::methods::{BufferMethod, MethodKind};
use base::ids::Set;

/// Types besides scalars and vectors that need a layout of their own, with the structs inside.
#[derive(Default)]
struct RawTypes {
    /// The types that byte-address buffers load and store.
    bytes: Set<TypeId>,
    /// The types that are read or written by address.
    whole: Set<TypeId>,
    /// The payloads of amplification shaders.
    payloads: Set<TypeId>,
}

impl Checker<'_> {
    pub(crate) fn layout(&mut self, ty: TypeId, order: MatrixOrder, block: BlockUse) -> LayoutId {
        let rule = Rule::choose(self.options.layout, block);
        layout_of(&mut self.module, ty, order, rule, self.sink)
    }

    fn content_layout(&mut self, content: TypeId, order: MatrixOrder, block: BlockUse) -> LayoutId {
        let rule = Rule::choose(self.options.layout, block);
        layout_of_content(&mut self.module, content, order, rule, self.sink)
    }

    pub(crate) fn resource_layout(&mut self, ty: TypeId, order: MatrixOrder) -> Option<LayoutId> {
        let mut elem = ty;
        while let Type::Array(inner, _) | Type::RuntimeArray(inner) = self.module.types[elem] {
            elem = inner;
        }
        match self.module.types[elem] {
            Type::Object(Object::StructuredBuffer { elem, order, .. }) => {
                Some(self.layout(elem, order, BlockUse::Storage))
            }
            Type::Object(Object::ConstantBuffer(content)) => {
                Some(self.content_layout(content, order, BlockUse::Uniform))
            }
            Type::Object(Object::TextureBuffer(content)) => {
                Some(self.content_layout(content, order, BlockUse::Texture))
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        }
    }

    /// Lays out the contents of every type of buffer, from a type on, whether or not a global has the type.
    pub(crate) fn lay_out_buffers(&mut self, first: usize) {
        let order = self.options.matrix_order();
        for ty in self.module.types.ids().skip(first) {
            let layout = match self.module.types[ty] {
                Type::Object(
                    Object::StructuredBuffer { .. } | Object::ConstantBuffer(_) | Object::TextureBuffer(_),
                ) => self.resource_layout(ty, order),
                Type::Object(Object::Node(node)) => {
                    Some(layout_of(&mut self.module, node.record, order, Rule::Scalar, self.sink))
                }
                Type::BufferPointer(pointee, _) => {
                    self.check_pointee(pointee);
                    Some(self.layout(pointee, order, BlockUse::Storage))
                }
                Type::Error
                | Type::Void
                | Type::String
                | Type::Scalar(_)
                | Type::Vector(..)
                | Type::Matrix { .. }
                | Type::Array(..)
                | Type::RuntimeArray(_)
                | Type::Struct(_)
                | Type::Enum(_)
                | Type::Object(_)
                | Type::Spirv(_)
                | Type::Transient(_) => None,
            };
            self.module.buffer_layouts.extend(layout.map(|layout| (ty, layout)));
        }
        let RawTypes { bytes, whole, payloads } = self.raw_types();
        let rule = Rule::choose(self.options.layout, BlockUse::Storage);
        for ty in bytes {
            let layout = layout_of_bytes(&mut self.module, ty, order, rule, self.sink);
            self.module.byte_layouts.insert(ty, layout);
        }
        // No application sees them, so that matrices of integers may lie as they like.
        for ty in payloads {
            let layout = self.content_layout(ty, order, BlockUse::Storage);
            self.module.raw_layouts.insert(ty, layout);
        }
        for ty in whole {
            let layout = self.layout(ty, order, BlockUse::Storage);
            self.module.raw_layouts.insert(ty, layout);
        }
    }

    /// Reports a field that memory cannot hold in a struct that was not complete where the type of its pointer was written.
    fn check_pointee(&mut self, pointee: TypeId) {
        let Some(field) = self.unfit_field(pointee) else { return };
        let (span, ty) = (field.span, self.type_name(field.ty));
        let what = "field of a struct that a 'BufferPointer' points to".to_owned();
        self.report(span, InvalidVariableType { what, ty });
    }

    fn raw_types(&self) -> RawTypes {
        let mut types = RawTypes::default();
        for entry in &self.module.entry_points {
            let function = &self.module.functions[entry.function];
            for (param, declared) in entry.params.iter().zip(&function.params) {
                if param.role == ParamRole::MeshPayload {
                    self.raw_parts(function.body.locals[declared.local].ty, &mut types.payloads);
                }
            }
        }
        let bodies = self.module.functions.iter().map(|(_, function)| &function.body);
        for body in bodies.chain([&self.module.init]) {
            for (_, expr) in body.exprs.iter() {
                if !matches!(expr.kind, ExprKind::Method { .. } | ExprKind::Intrinsic { .. }) {
                    continue;
                }
                if let Some(ty) = taken_from_bytes(expr) {
                    self.raw_parts(ty, &mut types.bytes);
                }
                if let Some(ty) = taken_as_whole(expr) {
                    self.raw_parts(ty, &mut types.whole);
                }
                if let Some(ty) = handed_over(expr) {
                    self.raw_parts(ty, &mut types.payloads);
                }
            }
        }
        types
    }

    fn raw_parts(&self, ty: TypeId, types: &mut Set<TypeId>) {
        match self.module.types[ty] {
            Type::Matrix { .. } | Type::Spirv(_) | Type::BufferPointer(..) => {
                types.insert(ty);
            }
            // They lie as arrays of their components do.
            vector @ Type::Vector(..) if vector.is_long_vector() => {
                types.insert(ty);
            }
            Type::Array(element, _) => {
                types.insert(ty);
                self.raw_parts(element, types);
            }
            Type::Struct(id) if types.insert(ty) => {
                for field in &self.module.structs[id].fields {
                    self.raw_parts(field.ty, types);
                }
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::Transient(_) => {}
        }
    }
}

/// The type that a byte-address buffer loads or stores.
fn taken_from_bytes(expr: &Expr) -> Option<TypeId> {
    let ExprKind::Method { method, args, .. } = &expr.kind else { return None };
    match method.kind {
        MethodKind::Buffer(BufferMethod::ByteLoad) => Some(expr.ty),
        MethodKind::Buffer(BufferMethod::ByteStore) => args.last().map(|arg| arg.ty),
        MethodKind::Texture(_)
        | MethodKind::Buffer(_)
        | MethodKind::Stream(_)
        | MethodKind::PointerGet
        | MethodKind::Nodes(_)
        | MethodKind::Rays(_)
        | MethodKind::Hits(_)
        | MethodKind::Unsupported(_) => None,
    }
}

/// The payload that `DispatchMesh` hands to mesh shaders.
fn handed_over(expr: &Expr) -> Option<TypeId> {
    let ExprKind::Intrinsic { intrinsic, args } = &expr.kind else { return None };
    let is_dispatch = intrinsic.lowering == Lowering::Expand(Expand::Mesh(Mesh::DispatchMesh));
    args.get(3).filter(|_| is_dispatch).map(|arg| arg.ty)
}

/// The type that is loaded or stored through an address, or passed to mesh shaders.
fn taken_as_whole(expr: &Expr) -> Option<TypeId> {
    let ExprKind::Intrinsic { intrinsic, args } = &expr.kind else { return None };
    match intrinsic.lowering {
        Lowering::Expand(Expand::Memory(Memory::RawBufferLoad)) => Some(expr.ty),
        Lowering::Expand(Expand::Memory(Memory::RawBufferStore)) => args.get(1).map(|arg| arg.ty),
        Lowering::Op { .. }
        | Lowering::Whole(_)
        | Lowering::Derivative(_)
        | Lowering::Interpolate(_)
        | Lowering::Wave { .. }
        | Lowering::Atomic { .. }
        | Lowering::Barrier { .. }
        | Lowering::BuiltIn { .. }
        | Lowering::Expand(_)
        | Lowering::Unsupported(_) => None,
    }
}
