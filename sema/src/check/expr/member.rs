//! Members and elements: fields, swizzles, indices.

use crate::check::state::Checker;
use crate::check::state::frame::Levels;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, Want};
use crate::convert;
use crate::diagnostics::{
    IndexOutOfBounds, InnerIndexOutOfBounds, InvalidIndex, NoSuchMember, NotIndexable, NothingBound,
};
use crate::hir::expr::{ConstantValue, ExprId, ExprKind};
use crate::hir::ty::{
    Access, ElemClass, Node, Object, Scalar, StructId, StructuredKind, TextureDim, Transient, Type, TypeId,
};
use crate::tables::{intrinsics, methods};
use base::intern::Symbol;
use base::similar::nearest;
use base::source::Span;
use frontend::ast::{OverloadedOp, PathId};

impl Checker<'_> {
    /// `base.name`
    pub(crate) fn member(&mut self, base: ExprId, path: PathId, span: Span) -> ExprId {
        if self.is_error(base) {
            return self.error(span);
        }
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return self.no_member(base, path, span) };
        let name_span = segment.span;
        if let Some(id) = self.module.struct_behind(self.ty(base)) {
            return self.struct_member(base, id, path, name, name_span);
        }
        match self.type_of(base) {
            Type::Scalar(elem) => self.swizzle(base, elem, 1, name, name_span),
            Type::Vector(elem, size) => self.swizzle(base, elem, size, name, name_span),
            Type::Matrix { elem, rows, columns } => self.matrix_swizzle(base, elem, rows, columns, name, name_span),
            Type::Array(_, length) if name == self.words.length => self.int(length.into(), span),
            Type::Object(Object::Patch(_, _, length)) if name == self.words.patch_length => {
                self.int(length.into(), span)
            }
            Type::Object(Object::Texture(texture)) if self.has_levels(name, texture.dim, texture.multisampled) => {
                let marker = self.error(span);
                self.frame.pending.levels.insert(marker, Levels { object: base, level: None });
                marker
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => self.no_member(base, path, span),
        }
    }

    fn has_levels(&self, name: Symbol, dim: TextureDim, multisampled: bool) -> bool {
        let levels = !multisampled && dim != TextureDim::Buffer;
        let is_known = (name == self.words.mips && levels) || (name == self.words.sample && multisampled);
        is_known && has_elements(dim)
    }

    fn no_member(&mut self, base: ExprId, path: PathId, span: Span) -> ExprId {
        let at = self.ast.path_name(path).span;
        let name = self.sources.text(at).to_owned();
        self.no_object_member(name, base, at);
        self.error(span)
    }

    /// Reports that a builtin object has no such method.
    pub(crate) fn no_object_member(&mut self, name: String, object: ExprId, span: Span) {
        let ty = self.ty(object);
        let known = methods::methods_of(self.module.types[ty]).map(|row| row.name);
        let near = nearest(&name, known);
        let advice = self.instead_of_member(&name, ty);
        let ty = self.type_name(ty);
        let diagnostic = self.report(span, NoSuchMember { name, ty });
        if let Some(near) = near {
            diagnostic.suggest(span, near);
        } else if let Some(advice) = advice {
            diagnostic.note_at(span, advice);
        }
    }

    /// Advice for a member access on a type without members.
    fn instead_of_member(&self, name: &str, ty: TypeId) -> Option<String> {
        if let Type::Array(elem, _) = self.module.types[ty] {
            return Some(format!("expression is an array with elements of type '{}'", self.type_name(elem)));
        }
        if let Some(advice) = instead_of_method(name, self.module.types[ty]) {
            return Some(advice.to_owned());
        }
        let is_function = convert::numeric(&self.module, ty).is_some() && !intrinsics::find(name).is_empty();
        is_function.then(|| format!("'{name}' is a function; pass the value as its argument"))
    }

    fn struct_member(&mut self, base: ExprId, id: StructId, path: PathId, name: Symbol, span: Span) -> ExprId {
        let scope = match self.member_scope(id, path) {
            Ok(scope) => scope,
            Err(()) => return self.error(span),
        };
        let found = self.decls.scopes.member(scope, name, Want::Any);
        let Some(found) = found else { return self.no_field(base, id, name, span) };
        self.note_name(span, name, found);
        let fields = match found.entity {
            Entity::Field(field) => [Some(field), None],
            Entity::NestedField(outer, inner) => [Some(outer), Some(inner)],
            Entity::Functions(_) => {
                let name = self.text(name);
                self.report(span, crate::diagnostics::NotAValue { name }).note("call the method with '()'");
                return self.error(span);
            }
            Entity::Error
            | Entity::Type(_)
            | Entity::Template(_)
            | Entity::Namespace(_)
            | Entity::Global(_)
            | Entity::BlockMember(..)
            | Entity::Local(_)
            | Entity::Constant(_)
            | Entity::Text(_)
            | Entity::Heap(_) => return self.entity(found, span),
        };
        let owner = found.scope.map(|scope| self.decls.scopes.get(scope).kind);
        let mut expr = base;
        if let Some(crate::check::state::scopes::ScopeKind::Struct(owner)) = owner {
            expr = self.upcast_fields(expr, owner, span);
            if self.module.struct_behind(self.ty(expr)).is_some_and(|id| id != owner) {
                return self.no_part(expr, name, span);
            }
        }
        for field in fields.into_iter().flatten() {
            expr = self.field_of(expr, field, span);
        }
        expr
    }

    /// Accesses the base class that owns a field, through constant buffers too.
    fn upcast_fields(&mut self, mut expr: ExprId, owner: StructId, span: Span) -> ExprId {
        loop {
            match self.module.struct_behind(self.ty(expr)) {
                Some(id) if id != owner && self.module.structs[id].has_base => {
                    expr = self.field_of(expr, 0, span);
                }
                Some(_) | None => return expr,
            }
        }
    }

    /// Reports a member of an unrelated class, or of a base that was refused.
    fn no_part(&mut self, object: ExprId, name: Symbol, span: Span) -> ExprId {
        if !self.sink.has_errors() {
            let (name, ty) = (self.text(name), self.type_name(self.ty(object)));
            self.report(span, NoSuchMember { name, ty });
        }
        self.error(span)
    }

    /// The scope for the lookup of a member: that of the struct, or of the base that the path names.
    pub(crate) fn member_scope(&mut self, id: StructId, path: PathId) -> Result<ScopeId, ()> {
        match self.qualifier(path)? {
            Some(scope) => Ok(scope),
            None => Ok(self.decls.structs[id].scope),
        }
    }

    pub(crate) fn no_field(&mut self, base: ExprId, id: StructId, name: Symbol, span: Span) -> ExprId {
        let text = self.text(name);
        let ty = self.type_name(self.ty(base));
        let scope = self.decls.structs[id].scope;
        let names = self.decls.scopes.own_names(scope);
        let mut names: Vec<&str> = names.iter().map(|&name| self.names.resolve(name)).collect();
        names.sort_unstable();
        let close = nearest(&text, names);
        let close = close.map(str::to_owned);
        let declared = self.module.structs[id].span;
        let diagnostic = self.report(span, NoSuchMember { name: text, ty });
        match close {
            Some(close) => diagnostic.suggest(span, &close),
            None if !declared.is_none() => diagnostic.note_at(declared, "struct declared here"),
            None => diagnostic,
        };
        self.error(span)
    }

    /// `base[index]`, or `base[index]` of `base[index].part`
    pub(crate) fn index(&mut self, base: ExprId, index: ExprId, is_inner: bool, span: Span) -> ExprId {
        if let Some(levels) = self.frame.pending.levels.remove(&base) {
            return self.level_element(levels, index, span);
        }
        if self.is_error(base) || self.is_error(index) {
            return self.error(span);
        }
        if let Some(text) = self.text_array(base) {
            return self.character(text, index, span);
        }
        match self.type_of(base) {
            Type::Array(elem, length) if is_inner => self.inner_element(base, index, elem, length, span),
            Type::Array(elem, length) | Type::Object(Object::Patch(_, elem, length)) => {
                self.plain_element(base, index, elem, Some(length), span)
            }
            Type::RuntimeArray(elem) => self.plain_element(base, index, elem, None, span),
            Type::Vector(elem, size) => {
                let ty = self.intern(Type::Scalar(elem));
                self.plain_element(base, index, ty, Some(size.into()), span)
            }
            Type::Matrix { elem, rows, columns } => {
                let ty = self.intern(Type::Vector(elem, columns.into()));
                self.plain_element(base, index, ty, Some(rows.into()), span)
            }
            Type::Object(Object::StructuredBuffer { elem, kind, .. }) if kind.has_elements() => {
                self.resource_element(base, index, elem, 1, None, span)
            }
            Type::Object(Object::Texture(texture)) if has_elements(texture.dim) => {
                let coordinates = coordinates(texture.dim, texture.arrayed);
                self.resource_element(base, index, texture.elem, coordinates, None, span)
            }
            Type::Object(Object::Node(node)) if node.kind.is_several() => {
                self.resource_element(base, index, node.record, 1, None, span)
            }
            Type::Object(Object::Node(Node { kind, record })) if kind.element().is_some() => {
                let kind = kind.element().unwrap_or(kind);
                let ty = self.intern(Type::Object(Object::Node(Node { kind, record })));
                self.resource_element(base, index, ty, 1, None, span)
            }
            Type::Transient(Transient::Heap(kind)) => self.heap_element(kind, index, span),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => self.overloaded_index(base, index, span),
        }
    }

    /// A character of a string literal. Macros that take literals of any length read beyond the end in code that does not run.
    fn character(&mut self, text: ExprId, index: ExprId, span: Span) -> ExprId {
        let Type::Array(elem, length) = self.type_of(text) else { return self.error(span) };
        match self.index_out_of_bounds(text, index, length) {
            Some(value) if value >= 0 => {
                let (index, length, at) = (value.to_string(), length.to_string(), self.span(index));
                self.report(at, InnerIndexOutOfBounds { index, length });
                let zero = self.int(0, span);
                self.cast(zero, elem, span)
            }
            Some(_) | None => self.plain_element(text, index, elem, Some(length), span),
        }
    }

    fn overloaded_index(&mut self, base: ExprId, index: ExprId, span: Span) -> ExprId {
        if let Some(id) = self.operator_struct(base)
            && let Some(call) = self.operator_call(id, OverloadedOp::Subscript, base, &[index], span)
        {
            return call;
        }
        let instead = instead_of_index(self.type_of(base));
        let ty = self.type_name(self.ty(base));
        let diagnostic = self.report(span, NotIndexable { ty });
        if let Some(instead) = instead {
            diagnostic.note_at(span, instead);
        }
        self.error(span)
    }

    pub(crate) fn plain_element(
        &mut self,
        base: ExprId,
        index: ExprId,
        elem: TypeId,
        length: Option<u32>,
        span: Span,
    ) -> ExprId {
        let Some(index) = self.index_value(index) else { return self.error(span) };
        if let Some(length) = length
            && let Some(value) = self.index_out_of_bounds(base, index, length)
        {
            let at = self.span(index);
            let (index, length) = (value.to_string(), length.to_string());
            // The application decides about bindings there, and the access may be unreachable.
            if value < 0 || !self.is_element_of_global(base, elem) {
                let declared = self.declaration_of(base);
                self.report(at, IndexOutOfBounds { index, length }).declared_at(declared);
                return self.error(span);
            }
            let declared = self.declaration_of(base);
            self.report(at, NothingBound { index, length }).declared_at(declared);
        }
        self.like(base, elem, ExprKind::Index { base, index }, span)
    }

    /// An element of which a part is taken. As in DXC, an index beyond the end is not an error there.
    fn inner_element(&mut self, base: ExprId, index: ExprId, elem: TypeId, length: u32, span: Span) -> ExprId {
        let element = self.plain_element(base, index, elem, None, span);
        if let ExprKind::Index { index, .. } = self.frame.body.exprs[element].kind
            && let Some(value) = self.index_out_of_bounds(base, index, length)
        {
            let (index, length, at) = (value.to_string(), length.to_string(), self.span(index));
            let declared = self.declaration_of(base);
            if value < 0 {
                self.report(at, IndexOutOfBounds { index, length }).declared_at(declared);
                return self.error(span);
            }
            self.report(at, InnerIndexOutOfBounds { index, length }).declared_at(declared);
        }
        element
    }

    /// The value of a constant index outside of an array.
    fn index_out_of_bounds(&self, base: ExprId, index: ExprId, length: u32) -> Option<i64> {
        let value = self.integer(self.constant_of(index)?)?;
        let is_outside = value < 0 || value >= length.into();
        (is_outside && !self.is_open_end(base, length)).then_some(value)
    }

    /// Returns whether the elements of an array are bound resources.
    fn is_element_of_global(&self, base: ExprId, elem: TypeId) -> bool {
        let is_resource = matches!(self.module.types[elem], Type::Object(object) if object.is_resource());
        is_resource && matches!(self.frame.body.exprs[base].kind, ExprKind::Global(_))
    }

    /// Returns whether an array is a field of one element, by convention an array of unknown length.
    fn is_open_end(&self, base: ExprId, length: u32) -> bool {
        let is_array = matches!(self.type_of(base), Type::Array(..));
        length == 1 && is_array && matches!(self.frame.body.exprs[base].kind, ExprKind::Member { .. })
    }

    /// An index as `int` or `uint`; floats and bools are converted.
    fn index_value(&mut self, index: ExprId) -> Option<ExprId> {
        let index = self.load(index);
        let index = self.concrete(index);
        let ty = self.ty(index);
        let (elem, shape) = convert::numeric(&self.module, ty).unwrap_or((Scalar::Bool, convert::Shape::Matrix(4, 4)));
        if shape.count() != 1 {
            let (at, ty) = (self.span(index), self.type_name(ty));
            if !self.is_error(index) {
                self.report(at, InvalidIndex { ty, wanted: "an integer".to_owned() });
            }
            return None;
        }
        let to = if elem.class() == ElemClass::SInt { self.common.int } else { self.common.uint };
        Some(self.convert(index, to))
    }

    fn level_element(&mut self, levels: Levels, index: ExprId, span: Span) -> ExprId {
        match levels.level {
            None => {
                let Some(level) = self.index_value(index) else { return self.error(span) };
                let level = self.convert(level, self.common.uint);
                let marker = self.error(span);
                self.frame.pending.levels.insert(marker, Levels { object: levels.object, level: Some(level) });
                marker
            }
            Some(level) => {
                let Type::Object(Object::Texture(texture)) = self.type_of(levels.object) else {
                    return self.error(span);
                };
                let coordinates = coordinates(texture.dim, texture.arrayed);
                self.resource_element(levels.object, index, texture.elem, coordinates, Some(level), span)
            }
        }
    }

    fn resource_element(
        &mut self,
        object: ExprId,
        index: ExprId,
        elem: TypeId,
        coordinates: u8,
        level: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let index = if coordinates == 1 { self.index_value(index) } else { self.coordinates(index, coordinates) };
        let Some(index) = index.filter(|&index| !self.is_error(index)) else { return self.error(span) };
        let object = self.as_place(object);
        self.place(elem, ExprKind::ResourceElement { object, index, level }, span)
    }

    /// The coordinates of a texel, as many components as the texture has dimensions.
    fn coordinates(&mut self, index: ExprId, count: u8) -> Option<ExprId> {
        let index = self.load(index);
        let index = self.concrete(index);
        let ty = self.ty(index);
        let numeric = convert::numeric(&self.module, ty);
        if numeric.is_some_and(|(_, shape)| shape.count() != count.into()) {
            let (at, ty) = (self.span(index), self.type_name(ty));
            self.report(at, InvalidIndex { ty, wanted: format!("a vector of {count} integers") });
            return None;
        }
        let elem = if matches!(numeric, Some((Scalar::Int, _))) { Scalar::Int } else { Scalar::UInt };
        let to = self.intern(Type::Vector(elem, count.into()));
        Some(self.convert(index, to))
    }

    /// An `int` constant as an index.
    pub(crate) fn constant_index(&mut self, value: u32, span: Span) -> ExprId {
        let constant = self.intern_constant(self.common.int, ConstantValue::Int(value.into()));
        self.constant(constant, span)
    }
}

/// Advice for a method that objects of another type have.
fn instead_of_method(name: &str, ty: Type) -> Option<&'static str> {
    match ty {
        Type::Object(Object::Texture(texture)) if texture.access != Access::Read && name.starts_with("Sample") => {
            Some("a read-write texture has no filter: read it with [coordinates], or declare it without 'RW'")
        }
        Type::Object(Object::Sampler { .. }) if name.starts_with("Sample") || name.starts_with("Gather") => {
            Some("this is a method of textures, which take the sampler as their first argument")
        }
        Type::Object(Object::ByteAddressBuffer(_)) if name.starts_with("Load") => {
            Some("'Load<T>' reads values of any type, as in 'Load<float>(offset)'")
        }
        Type::Object(Object::ByteAddressBuffer(_)) if name.starts_with("Store") => {
            Some("'Store' writes values of any type, as in 'Store<float>(offset, value)'")
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

/// Advice for an index into an object without elements of its own.
fn instead_of_index(ty: Type) -> Option<&'static str> {
    let Type::Object(object) = ty else { return None };
    match object {
        Object::StructuredBuffer { kind: StructuredKind::AppendStructuredBuffer, .. } => {
            Some("elements are added with 'Append'")
        }
        Object::StructuredBuffer { kind: StructuredKind::ConsumeStructuredBuffer, .. } => {
            Some("elements are taken with 'Consume'")
        }
        Object::ByteAddressBuffer(_) => Some("bytes are read with 'Load' and written with 'Store' at an offset"),
        Object::Texture(_)
        | Object::Sampler { .. }
        | Object::StructuredBuffer { .. }
        | Object::ConstantBuffer(_)
        | Object::TextureBuffer(_)
        | Object::AccelerationStructure
        | Object::Feedback { .. }
        | Object::RayQuery(..)
        | Object::HitObject
        | Object::Patch(..)
        | Object::Stream(..)
        | Object::Node(_)
        | Object::Spirv(_) => None,
    }
}

/// Returns whether texels have integer coordinates. Cubes are sampled alone, and a pixel reads its own part of a subpass
/// input.
fn has_elements(dim: TextureDim) -> bool {
    match dim {
        TextureDim::D1 | TextureDim::D2 | TextureDim::D3 | TextureDim::Buffer => true,
        TextureDim::Cube | TextureDim::Subpass => false,
    }
}

/// The number of coordinates of `[]`.
fn coordinates(dim: TextureDim, arrayed: bool) -> u8 {
    let plain = match dim {
        TextureDim::D1 | TextureDim::Buffer => 1,
        TextureDim::D2 | TextureDim::Subpass => 2,
        TextureDim::D3 | TextureDim::Cube => 3,
    };
    plain + u8::from(arrayed)
}
