//! Structs, classes and interfaces: fields, bases, methods, static members and bit-fields.

use crate::check::state::Checker;
use crate::check::state::ids::{FnId, ScopeId};
use crate::check::state::scopes::{Entity, ScopeKind, Want};
use crate::check::state::structs::StructInfo;
use crate::check::types::{MAX_MEMBERS, MAX_TYPE_DEPTH, MAX_WORDS};
use crate::diagnostics::{
    FieldInitializer, IncompleteType, InvalidBase, InvalidBitField, InvalidOperatorOverload, InvalidVariableType,
    RecursiveType, SeveralBases, StructsTooDeep, TypeTooLarge, UnsizedMember,
};
use crate::hir::ty::{BitRange, Field, Object, Scalar, Struct, StructId, Type, TypeId};
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{
    self, DeclaratorId, ExprKind, ItemId, ItemKind, Modifier, OverloadedOp, SegmentName, StructTag, TypeKind, Variables,
};

impl Checker<'_> {
    /// Declares a struct in place and binds its name.
    pub(crate) fn declare_struct(&mut self, id: ast::StructId) -> TypeId {
        let node = self.ast.structs[id];
        if let Some(path) = node.name
            && self.simple_name(path).is_none()
            && self.ast.path_name(path).args.is_none()
        {
            return self.define_qualified_struct(path, &node);
        }
        let scope = self.frame.scope;
        let local = self.frame.function.is_some() && !self.frame.in_struct;
        if let Some(&known) = self.decls.structs_of_ast.get(&(id, scope))
            && !local
        {
            return known;
        }
        let simple = node.name.and_then(|path| self.simple_name(path));
        let (made, ty) = self.named_struct(simple, scope, local, &node);
        self.decls.structs_of_ast.insert((id, scope), ty);
        self.fill_struct(made, &node, local);
        ty
    }

    /// `struct n::S {…};` defines the members of a struct declared elsewhere.
    fn define_qualified_struct(&mut self, path: ast::PathId, node: &ast::Struct) -> TypeId {
        let ty = self.path_type(path);
        match self.module.types[ty] {
            Type::Struct(id) if !self.decls.structs[id].complete => self.fill_struct(id, node, false),
            Type::Struct(id) => {
                let (name, previous) = (self.ast.path_name(path), self.module.structs[id].span);
                if let Some(text) = self.segment_ident(name) {
                    self.redefinition(text, name.span, previous);
                }
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {}
        }
        ty
    }

    fn named_struct(
        &mut self,
        simple: Option<Symbol>,
        scope: ScopeId,
        local: bool,
        node: &ast::Struct,
    ) -> (StructId, TypeId) {
        let interface = node.tag == StructTag::Interface;
        let Some(name) = simple else {
            return self.new_struct(Symbol::EMPTY, node.span, scope, interface);
        };
        let span = node.name.map_or(node.span, |path| self.ast.paths[path].span);
        if !local
            && let Some((Entity::Type(ty), _)) = self.decls.scopes.own(scope, name).ty
            && let Type::Struct(forward) = self.module.types[ty]
            && !self.decls.structs[forward].complete
        {
            self.module.structs[forward].span = span;
            self.module.structs[forward].is_interface = interface;
            return (forward, ty);
        }
        let path = if local { name } else { self.type_path_in(scope, name) };
        let (made, ty) = self.new_struct(path, span, scope, interface);
        self.bind_type_name((!local).then_some(scope), name, ty, span);
        (made, ty)
    }

    /// A struct without members.
    pub(crate) fn new_struct(
        &mut self,
        path: Symbol,
        span: Span,
        parent: ScopeId,
        is_interface: bool,
    ) -> (StructId, TypeId) {
        let made = Struct {
            name: path,
            span,
            has_base: false,
            fields: Vec::new(),
            is_interface,
            tracks_sharing: false,
            is_payload: false,
            nodiscard: false,
        };
        let id = self.module.structs.alloc(made);
        let scope = self.decls.scopes.open(parent, ScopeKind::Struct(id), path);
        self.decls.structs.alloc(StructInfo {
            conversions: Vec::new(),
            scope,
            base: None,
            bases: Vec::new(),
            complete: false,
            facts: None,
            members: 0,
            instance: None,
            announced: false,
        });
        let ty = self.intern(Type::Struct(id));
        (id, ty)
    }

    /// `struct S` in a type declares a struct that is unknown.
    pub(crate) fn announce_struct(&mut self, path: ast::PathId) {
        let Some(name) = self.simple_name(path) else { return };
        if self.ast.path_name(path).args.is_none()
            && self.lookup(name, crate::check::state::scopes::Want::Type).is_none()
        {
            let scope = self.decls.scopes.namespace_around(self.frame.scope);
            self.forward_struct(path, scope);
        }
    }

    /// `struct S;`
    pub(crate) fn forward_struct(&mut self, path: ast::PathId, scope: ScopeId) {
        let Some(name) = self.simple_name(path) else { return };
        if self.decls.scopes.own(scope, name).ty.is_some() {
            return;
        }
        let span = self.ast.paths[path].span;
        let full = self.type_path_in(scope, name);
        let (_, ty) = self.new_struct(full, span, scope, false);
        self.bind_type_name(Some(scope), name, ty, span);
    }

    /// Enters bases and members.
    pub(crate) fn fill_struct(&mut self, id: StructId, node: &ast::Struct, local: bool) {
        let scope = self.decls.structs[id].scope;
        let attributes = self.read_attributes(node.attributes, Place::Struct);
        self.module.structs[id].tracks_sharing = attributes.has(Fact::NodeTrackRWInputSharing);
        self.module.structs[id].is_payload = attributes.has(Fact::RayPayload);
        self.module.structs[id].nodiscard = attributes.has(Fact::NoDiscard);
        self.bases(id, node);
        let outer = std::mem::replace(&mut self.frame.scope, scope);
        let was_in_struct = std::mem::replace(&mut self.frame.in_struct, true);
        let local_types = if local { self.frame.locals.types() } else { Vec::new() };
        let ast = self.ast;
        for item in ast.ids(node.items) {
            self.member_item(id, item, scope, &local_types);
        }
        self.frame.in_struct = was_in_struct;
        self.frame.scope = outer;
        self.complete_struct(id);
    }

    /// Completes a struct whose fields are all known.
    pub(crate) fn complete_struct(&mut self, id: StructId) {
        let facts = self.facts_of_struct(id);
        self.decls.structs[id].complete = true;
        self.decls.structs[id].facts = Some(facts);
    }

    fn bases(&mut self, id: StructId, node: &ast::Struct) {
        let ast = self.ast;
        for base in ast.ids(node.bases) {
            let span = self.ast.types[base].span;
            let ty = self.ast_type(base);
            match self.module.types[ty] {
                Type::Struct(base) if base != id => self.add_base(id, base, ty, span),
                Type::Error => {}
                Type::Void
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
                | Type::Transient(_) => {
                    let ty = self.type_name(ty);
                    self.report(span, InvalidBase { ty });
                }
            }
        }
    }

    fn add_base(&mut self, id: StructId, base: StructId, ty: TypeId, span: Span) {
        let (own, shown) = (self.decls.structs[id].scope, self.decls.structs[base].scope);
        self.decls.scopes.show(own, shown);
        self.decls.structs[id].bases.push(base);
        if self.module.structs[base].is_interface {
            return;
        }
        if self.decls.structs[id].base.is_some() {
            self.report(span, SeveralBases {});
            return;
        }
        self.complete_instance(ty);
        if !self.decls.structs[base].complete {
            let (ty, declared) = (self.type_name(ty), self.module.structs[base].span);
            self.report(span, IncompleteType { ty }).declared_at(declared);
            return;
        }
        if !self.takes_member(id, ty, span) {
            return;
        }
        self.decls.structs[id].base = Some(base);
        self.module.structs[id].has_base = true;
        self.push_field(id, Field::new(Symbol::EMPTY, span, ty), None);
    }

    /// Records a conversion operator of a struct.
    fn note_conversion(&mut self, id: StructId, function: ast::FunctionId, method: FnId) {
        let name = self.ast.path_name(self.ast.functions[function].name);
        if !matches!(name.name, SegmentName::Operator(OverloadedOp::Convert)) {
            return;
        }
        if !self.decls.functions[method].params.is_empty() {
            let why = "a conversion operator has no parameters".to_owned();
            self.report(name.span, InvalidOperatorOverload { why });
            return;
        }
        self.decls.has_conversions = true;
        if !self.decls.structs[id].conversions.contains(&method) {
            self.decls.structs[id].conversions.push(method);
        }
    }

    fn member_item(&mut self, id: StructId, item: ItemId, scope: ScopeId, local_types: &[(Symbol, Entity, Span)]) {
        let node = self.ast.items[item];
        self.frame.scope = scope;
        match node.kind {
            ItemKind::Error | ItemKind::Empty | ItemKind::Access | ItemKind::Effect => {}
            ItemKind::Variables(variables) => self.member_variables(id, &variables, scope, node.span),
            ItemKind::Function(function) => {
                if let Some(method) = self.enter_function(function, scope, Some(id)) {
                    // The bodies of methods see the whole struct, and declarations before it.
                    self.decls.functions[method].local_types = local_types.to_vec();
                    self.note_conversion(id, function, method);
                }
            }
            ItemKind::Template { params, item } => self.declare_template(params, item, scope, Some(id)),
            ItemKind::Alias { name, name_span, prefixes, ty } => {
                self.alias_in(Some(scope), name, name_span, prefixes, ty);
            }
            ItemKind::StaticAssert(args) => self.static_assert(args, node.span),
            ItemKind::PackMatrix { row_major } => self.pack_matrix(row_major),
            ItemKind::Using(path) => self.member_using(path, scope),
            ItemKind::UsingNamespace(_)
            | ItemKind::Namespace { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::Buffer(_) => {
                let what = "this declaration inside a struct".to_owned();
                self.report(node.span, crate::diagnostics::Unsupported { what });
            }
        }
    }

    /// `using Base::name;`: adds functions of the base to the overloads of the struct. Other members of bases are
    /// visible anyway.
    fn member_using(&mut self, path: ast::PathId, scope: ScopeId) {
        let Ok(Some(from)) = self.qualifier(path) else { return };
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        match self.decls.scopes.member(from, name, Want::Any).map(|found| found.entity) {
            Some(Entity::Functions(shown)) => self.show_functions(scope, name, shown, segment.span),
            Some(_) => {}
            None => self.report_missing(Some(from), name, segment.span, false),
        }
    }

    fn member_variables(&mut self, id: StructId, variables: &Variables, scope: ScopeId, span: Span) {
        if self.has_modifier(variables.prefixes, Modifier::Typedef) {
            return self.typedefs(variables, Some(scope));
        }
        if self.has_modifier(variables.prefixes, Modifier::Static) {
            return self.static_members(variables, scope);
        }
        if let (true, TypeKind::Elaborated(path)) =
            (variables.declarators.is_empty(), self.ast.types[variables.ty].kind)
        {
            return self.forward_struct(path, scope);
        }
        self.check_modifiers(variables.prefixes, Place::Field);
        let ty = self.ast_type(variables.ty);
        let ty = self.modified_type(ty, variables.prefixes);
        if variables.declarators.is_empty() {
            return self.anonymous_member(id, variables, ty, span);
        }
        let ast = self.ast;
        for declarator in ast.ids(variables.declarators) {
            self.field(id, variables, ty, declarator);
        }
    }

    /// `struct { float a; };` inside a struct: its fields belong to the outer struct.
    fn anonymous_member(&mut self, id: StructId, variables: &Variables, ty: TypeId, span: Span) {
        let TypeKind::Struct(node) = self.ast.types[variables.ty].kind else { return };
        let Type::Struct(inner) = self.module.types[ty] else { return };
        if self.ast.structs[node].name.is_some() {
            return;
        }
        if !self.takes_member(id, ty, span) {
            return;
        }
        let index = self.module.structs[id].fields.len() as u32;
        self.push_field(id, Field::new(Symbol::EMPTY, span, ty), None);
        let scope = self.decls.structs[id].scope;
        let fields: Vec<(Symbol, Span)> =
            self.module.structs[inner].fields.iter().map(|field| (field.name, field.span)).collect();
        for (position, (name, span)) in fields.into_iter().enumerate() {
            let entity = Entity::NestedField(index, position as u32);
            self.decls.scopes.bind_value(scope, name, entity, span);
        }
    }

    fn field(&mut self, id: StructId, variables: &Variables, base: TypeId, declarator: DeclaratorId) {
        let node = self.ast.declarators[declarator];
        let order = self.order_of(variables.prefixes, variables.ty);
        let width = self.bit_width(&node);
        let name = node.name.and_then(|path| self.simple_name(path)).unwrap_or(Symbol::EMPTY);
        if name == Symbol::EMPTY && width.is_none() {
            return self.missing_name("field", node.span);
        }
        let span = node.name.map_or(node.span, |path| self.ast.paths[path].span);
        let ty = self.with_dims_or(base, node.dims, |checker, elem| {
            let (name, is_resource) = (checker.text(name), checker.is_resource(elem));
            let report = checker.report(span, UnsizedMember { name });
            if is_resource {
                report.note_at(span, "an array of resources outside of a struct may have an unknown length");
            }
            None
        });
        if let Some(init) = node.init
            && !matches!(self.ast.exprs[init].kind, ExprKind::StateBlock)
        {
            self.report(self.ast.exprs[init].span, FieldInitializer {});
        }
        let ty = self.check_field_type(id, ty, span);
        self.check_annotations(node.annotations, Place::Field);
        let mut attributes = self.field_attributes(variables.prefixes, node.annotations, Place::Field);
        attributes.per_vertex = self.holds_vertices(&attributes);
        attributes.access = self.payload_access(node.annotations, name);
        let ty = if attributes.per_vertex { self.per_vertex_type(ty) } else { ty };
        self.add_field(id, Field { order, attributes, ..Field::new(name, span, ty) }, width);
    }

    fn check_field_type(&mut self, id: StructId, ty: TypeId, span: Span) -> TypeId {
        let elem = self.innermost(ty);
        self.complete_instance(elem);
        match self.module.types[elem] {
            Type::Struct(inner) if inner == id => {
                let ty = self.type_name(elem);
                self.report(span, RecursiveType { ty });
            }
            Type::Struct(inner) if !self.decls.structs[inner].complete => {
                let (ty, declared) = (self.type_name(elem), self.module.structs[inner].span);
                self.report(span, IncompleteType { ty }).declared_at(declared);
            }
            Type::Struct(inner) if self.module.structs[inner].is_interface => {
                let (ty, declared) = (self.type_name(elem), self.module.structs[inner].span);
                self.report(span, crate::diagnostics::AbstractType { ty }).declared_at(declared);
            }
            Type::Object(Object::Stream(..) | Object::Patch(..) | Object::Node(_)) => self.invalid_field(elem, span),
            _ if self.has_no_values(elem) => self.invalid_field(elem, span),
            _ if self.word_count(ty) > MAX_WORDS => {
                let ty = self.type_name(ty);
                self.report(span, TypeTooLarge { ty });
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
            | Type::Transient(_) => return if self.takes_member(id, ty, span) { ty } else { self.common.error },
        }
        self.common.error
    }

    /// Returns whether a struct has room for a member of a type; reports the first one without room.
    pub(crate) fn takes_member(&mut self, id: StructId, ty: TypeId, span: Span) -> bool {
        let before = self.decls.structs[id].members;
        let after = before.saturating_add(self.member_count(ty));
        self.decls.structs[id].members = after;
        if after > MAX_MEMBERS {
            if before <= MAX_MEMBERS {
                let ty = self.text(self.module.structs[id].name);
                self.report(span, TypeTooLarge { ty });
            }
            return false;
        }
        if self.type_depth(ty) >= MAX_TYPE_DEPTH {
            let name = self.text(self.module.structs[id].name);
            self.report(span, StructsTooDeep { name, limit: MAX_TYPE_DEPTH.to_string() });
            return false;
        }
        true
    }

    fn invalid_field(&mut self, ty: TypeId, span: Span) {
        let ty = self.type_name(ty);
        self.report(span, InvalidVariableType { what: "field".to_owned(), ty });
    }

    /// The width of a bit-field: a constant after the colon.
    fn bit_width(&mut self, node: &ast::Declarator) -> Option<u32> {
        let annotation = self.ast.ids(node.annotations).next()?;
        let expr = self.ast.annotations[annotation].expr;
        match self.ast.exprs[expr].kind {
            ExprKind::Path(path) if self.value_of_width(path) => {}
            ExprKind::Literal(_) | ExprKind::Binary { .. } => {}
            ExprKind::Error
            | ExprKind::Path(_)
            | ExprKind::Unary(..)
            | ExprKind::Prefix(..)
            | ExprKind::Postfix(..)
            | ExprKind::Assign { .. }
            | ExprKind::Ternary(..)
            | ExprKind::Comma(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Construct(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::InitList(_)
            | ExprKind::TypeArg(_)
            | ExprKind::StateBlock => return None,
        }
        let value = self.constant_expr(expr)??;
        self.integer(value).map(|width| u32::try_from(width).unwrap_or(u32::MAX))
    }

    /// Returns whether the name after a field's colon is a constant and no semantic.
    fn value_of_width(&mut self, path: ast::PathId) -> bool {
        let node = &self.ast.paths[path];
        if node.count > 1 {
            return true;
        }
        let Some(name) = self.simple_name(path) else { return false };
        matches!(self.lookup(name, crate::check::state::scopes::Want::Any), Some(found) if matches!(found.entity, Entity::Constant(_)))
    }

    /// Adds a field, or a bit-field of a width, and binds its name.
    pub(crate) fn add_field(&mut self, id: StructId, field: Field, width: Option<u32>) {
        let (name, span) = (field.name, field.span);
        let index = self.module.structs[id].fields.len() as u32;
        self.push_field(id, field, width);
        if name == Symbol::EMPTY {
            return;
        }
        let scope = self.decls.structs[id].scope;
        if let Some((_, previous)) = self.decls.scopes.bind_value(scope, name, Entity::Field(index), span) {
            self.redefinition(name, span, previous);
        }
    }

    fn push_field(&mut self, id: StructId, field: Field, width: Option<u32>) {
        let unnamed = field.name == Symbol::EMPTY;
        let bits = width.and_then(|width| self.bit_range(id, field.ty, width, unnamed, field.span));
        let last = self.module.structs[id].fields.last();
        let member = match (last, bits) {
            (None, _) => 0,
            (Some(last), Some(bits)) if bits.offset > 0 => last.member,
            (Some(last), _) => last.member + 1,
        };
        self.module.structs[id].fields.push(Field { member, bits, ..field });
    }

    /// The bits of a bit-field: after the previous one if that has the same type and leaves room. An unnamed one of
    /// width 0 has no effect, as in DXC.
    fn bit_range(&mut self, id: StructId, ty: TypeId, width: u32, is_unnamed: bool, span: Span) -> Option<BitRange> {
        let unit = match self.module.types[ty] {
            Type::Scalar(Scalar::Bool) => {
                let why = "type 'bool' is not supported".to_owned();
                self.report(span, InvalidBitField { why });
                return None;
            }
            Type::Scalar(scalar) if scalar.class() != crate::hir::ty::ElemClass::Float => {
                scalar.bits(self.options.native_16bit)
            }
            Type::Enum(_) => 32,
            Type::Error => return None,
            Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {
                let why = format!("type '{}' is not an integer type", self.type_name(ty));
                self.report(span, InvalidBitField { why });
                return None;
            }
        };
        if (width == 0 && !is_unnamed) || width > unit {
            let why = format!("width {width} exceeds the {unit} bits of its type");
            self.report(span, InvalidBitField { why });
            return None;
        }
        let end = self.module.structs[id]
            .fields
            .last()
            .filter(|last| last.ty == ty)
            .and_then(|last| last.bits)
            .map_or(0, |bits| bits.offset + bits.width);
        let offset = if end + width <= unit { end } else { 0 };
        Some(BitRange { offset, width })
    }
}
