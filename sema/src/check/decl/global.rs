//! Variables outside of functions: uniforms, blocks, resources, `static` and `groupshared` variables.

use crate::attributes::Attributes;
use crate::bindings::Request;
use crate::check::state::Checker;
use crate::check::state::functions::FnInfo;
use crate::check::state::ids::{FnId, ScopeId};
use crate::check::state::scopes::Entity;
use crate::check::types::CONSTANTS;
use crate::diagnostics::{
    AbstractType, ArrayLengthMissing, ColumnMajorIntegers, ConstNeedsInitializer, IgnoredInitializer, IncompleteType,
    InvalidDeclaration, InvalidVariableType, MissingMethod, ResourceInStruct,
};
use crate::hir::ty::{ElemClass, Field, MatrixOrder, Object, StructId, TextureDim, Type, TypeId};
use crate::hir::{BlockKind, Global, GlobalAttributes, GlobalId, GlobalKind, Layout, LayoutKind, TextureAsWritten};
use crate::layout::{BlockUse, Rule, layout_of_globals};
use crate::options::RegisterClass;
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, Declarator, ExprKind, Modifier, TypeKind, Variables};

/// A global that is being declared.
pub(crate) struct Declared<'d> {
    pub(crate) scope: ScopeId,
    pub(crate) name: Symbol,
    pub(crate) path: Symbol,
    pub(crate) span: Span,
    pub(crate) ty: TypeId,
    pub(crate) order: MatrixOrder,
    pub(crate) variables: &'d Variables,
    pub(crate) declarator: &'d Declarator,
    pub(crate) attributes: Attributes,
}

impl Checker<'_> {
    /// The entity of a declarator, without attributes.
    pub(crate) fn declared<'d>(
        &mut self,
        variables: &'d Variables,
        declarator: &'d Declarator,
        base: TypeId,
        scope: ScopeId,
        name: Symbol,
        span: Span,
    ) -> Declared<'d> {
        Declared {
            scope,
            name,
            path: self.type_path_in(scope, name),
            span,
            ty: self.sized_by_init(base, declarator, span, true),
            order: self.order_of(variables.prefixes, variables.ty),
            variables,
            declarator,
            attributes: Attributes::default(),
        }
    }

    /// Enters the declarators of a declaration in a file or namespace.
    pub(crate) fn global_variables(&mut self, variables: &Variables, scope: ScopeId, span: Span) {
        if self.has_modifier(variables.prefixes, Modifier::Typedef) {
            return self.typedefs(variables, Some(scope));
        }
        if variables.declarators.is_empty() {
            return self.type_alone(variables, scope, span);
        }
        self.check_modifiers(variables.prefixes, Place::Global);
        let ty = self.ast_type(variables.ty);
        let ty = self.modified_type(ty, variables.prefixes);
        let ast = self.ast;
        for id in ast.ids(variables.declarators) {
            let declarator = self.ast.declarators[id];
            self.check_annotations(declarator.annotations, Place::Global);
            self.global_variable(variables, &declarator, ty, scope);
        }
    }

    /// `struct S {…};`, `struct S;`, `enum E {…};`
    pub(crate) fn type_alone(&mut self, variables: &Variables, scope: ScopeId, span: Span) {
        match self.ast.types[variables.ty].kind {
            TypeKind::Elaborated(path) if self.ast.paths[path].count == 1 => self.forward_struct(path, scope),
            TypeKind::Struct(_) | TypeKind::Enum(_) | TypeKind::Elaborated(_) => {
                self.ast_type(variables.ty);
            }
            TypeKind::Path(_) => {
                self.ast_type(variables.ty);
                self.missing_name("declaration", span);
            }
            TypeKind::Error => {}
        }
    }

    pub(crate) fn global_variable(
        &mut self,
        variables: &Variables,
        declarator: &Declarator,
        base: TypeId,
        scope: ScopeId,
    ) {
        let Some(path) = declarator.name else { return self.missing_name("variable", declarator.span) };
        if self.ast.paths[path].count > 1 {
            return self.define_static_member(declarator);
        }
        let Some(name) = self.simple_name(path) else { return self.missing_name("variable", declarator.span) };
        let span = self.ast.paths[path].span;
        self.decls.empty_arrays.found = None;
        self.decls.empty_arrays.is_open = self.has_modifier(variables.prefixes, Modifier::Groupshared);
        let mut declared = self.declared(variables, declarator, base, scope, name, span);
        self.decls.empty_arrays.is_open = false;
        declared.attributes = self.read_attributes(variables.prefixes, Place::Global);
        let is_string = declared.ty == self.common.string;
        if declared.ty == self.common.error || !(is_string || self.is_object_type(declared.ty, "variable", span)) {
            self.bind_global(&declared, Entity::Error);
            return;
        }
        let requirements = self.requirements_of(&declared.attributes);
        self.module.requirements.extend(&requirements);
        let entity = self.global_of_kind(&declared);
        self.bind_global(&declared, entity);
    }

    pub(crate) fn bind_global(&mut self, declared: &Declared<'_>, entity: Entity) {
        let old = self.decls.scopes.bind_value(declared.scope, declared.name, entity, declared.span);
        if let Some((_, previous)) = old {
            self.redefinition(declared.name, declared.span, previous);
        }
    }

    /// Returns whether variables can have this type.
    pub(crate) fn is_object_type(&mut self, ty: TypeId, what: &str, span: Span) -> bool {
        let elem = self.innermost(ty);
        self.complete_instance(elem);
        match self.module.types[elem] {
            _ if self.has_no_values(elem) => {
                let ty = self.type_name(ty);
                self.report(span, InvalidVariableType { what: what.to_owned(), ty });
                false
            }
            Type::Struct(id) if self.module.structs[id].is_interface => {
                let (ty, declared) = (self.type_name(elem), self.module.structs[id].span);
                self.report(span, AbstractType { ty }).declared_at(declared);
                false
            }
            Type::Struct(id) if !self.decls.structs[id].complete => {
                let (ty, declared) = (self.type_name(elem), self.module.structs[id].span);
                self.report(span, IncompleteType { ty }).declared_at(declared);
                false
            }
            Type::Struct(id) => self.has_all_methods(id, span) && self.is_whole_in_memory(ty, elem, what, span),
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
            | Type::Transient(_) => true,
        }
    }

    /// Returns whether a struct defines the methods of its interfaces; the first that it does not is reported.
    fn has_all_methods(&mut self, id: StructId, span: Span) -> bool {
        let interfaces: Vec<StructId> = self.decls.structs[id].bases.clone();
        for interface in interfaces.into_iter().filter(|&base| self.module.structs[base].is_interface) {
            let Some(missing) = self.missing_method(id, interface) else { continue };
            let declared = self.decls.functions[missing].span;
            let method = self.text(self.decls.functions[missing].name);
            let [ty, interface] = [id, interface].map(|id| self.text(self.module.structs[id].name));
            let message = MissingMethod { ty, interface, method };
            self.report(span, message).note_at(declared, "declared in the interface here");
            return false;
        }
        true
    }

    /// A method of an interface that a struct, with its bases, does not define.
    fn missing_method(&self, id: StructId, interface: StructId) -> Option<FnId> {
        let declared = self.decls.scopes.own_functions(self.decls.structs[interface].scope);
        declared.into_iter().find(|&method| !self.defines(id, method))
    }

    fn defines(&self, mut id: StructId, method: FnId) -> bool {
        let wanted = &self.decls.functions[method];
        loop {
            let own = self.decls.scopes.own_functions(self.decls.structs[id].scope);
            let is_defined = own.into_iter().any(|function| {
                let info = &self.decls.functions[function];
                let types = |info: &FnInfo| info.params.iter().map(|param| param.ty).collect::<Vec<_>>();
                info.name == wanted.name && types(info) == types(wanted)
            });
            match self.decls.structs[id].base {
                _ if is_defined => return true,
                Some(base) => id = base,
                None => return false,
            }
        }
    }

    /// The innermost element type of arrays and buffers. Pointers are not followed: they may be cyclic.
    pub(crate) fn innermost(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array(inner, _)
        | Type::RuntimeArray(inner)
        | Type::Object(
            Object::ConstantBuffer(inner) | Object::TextureBuffer(inner) | Object::StructuredBuffer { elem: inner, .. },
        ) = self.module.types[ty]
        {
            ty = inner;
        }
        ty
    }

    /// Returns whether variables, fields, parameters and results cannot have this type, nor contain it. A string can
    /// only be named.
    pub(crate) fn has_no_values(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Void | Type::String | Type::Transient(_))
    }

    fn global_of_kind(&mut self, declared: &Declared<'_>) -> Entity {
        let has = |modifier| self.has_modifier(declared.variables.prefixes, modifier);
        let is_constexpr = has(Modifier::Constexpr);
        let (is_static, is_const, shared) =
            (has(Modifier::Static) || is_constexpr, has(Modifier::Const) || is_constexpr, has(Modifier::Groupshared));
        let attributes = &declared.attributes;
        if attributes.name_builtin() {
            if !self.is_data(declared.ty) {
                return self.invalid_type(declared, "built-in variable");
            }
            return self.ext_builtin(declared);
        }
        self.check_attachment(attributes, declared.ty, is_static);
        if attributes.has(Fact::ExtStorageClass) && self.mixes_numbers_and_resources(declared.ty) {
            return self.invalid_type(declared, "variable with 'vk::ext_storage_class'");
        }
        if attributes.has(Fact::ConstantId) {
            return self.spec_constant(declared);
        }
        if shared {
            if !self.is_data(declared.ty) {
                return self.invalid_type(declared, "groupshared variable");
            }
            self.ignored_init(declared, "groupshared variables cannot be initialized");
            let global = self.add_global(declared, declared.ty, GlobalKind::Groupshared);
            let empty = self.decls.empty_arrays.found.take();
            self.decls.empty_arrays.variables.extend(empty.map(|length| (global, length)));
            return Entity::Global(global);
        }
        if attributes.has(Fact::PushConstant) {
            return self.attribute_block(declared, BlockKind::PushConstant);
        }
        if attributes.has(Fact::ShaderRecordExt) {
            return self.attribute_block(declared, BlockKind::ShaderRecordExt);
        }
        if attributes.has(Fact::ShaderRecordNv) {
            return self.attribute_block(declared, BlockKind::ShaderRecordNv);
        }
        if declared.ty == self.common.string {
            return self.string_global(declared);
        }
        if is_static {
            return self.static_global(declared, is_const);
        }
        if self.is_resource(declared.ty) {
            return self.resource(declared);
        }
        if attributes.has(Fact::ExtStorageClass) {
            return self.plain_global(declared, GlobalKind::Static { init: None, is_const: false, is_local: false });
        }
        self.loose_uniform(declared)
    }

    pub(crate) fn ignored_init(&mut self, declared: &Declared<'_>, why: &str) {
        if declared.declarator.init.is_some() {
            let (name, why) = (self.text(declared.name), why.to_owned());
            self.report(declared.span, IgnoredInitializer { name, why });
        }
    }

    fn plain_global(&mut self, declared: &Declared<'_>, kind: GlobalKind) -> Entity {
        Entity::Global(self.add_global(declared, declared.ty, kind))
    }

    pub(crate) fn add_global(&mut self, declared: &Declared<'_>, ty: TypeId, kind: GlobalKind) -> GlobalId {
        let attributes = self.global_attributes(declared.variables.prefixes, &declared.attributes);
        self.module.globals.alloc(Global { name: declared.path, ty, span: declared.span, kind, attributes })
    }

    /// A `string` is an alias of its initialiser.
    fn string_global(&mut self, declared: &Declared<'_>) -> Entity {
        if let Some(init) = declared.declarator.init
            && let ExprKind::Literal(ast::Literal::Str(text)) = self.ast.exprs[init].kind
        {
            return Entity::Text(text);
        }
        if declared.declarator.init.is_none() {
            let name = self.text(declared.name);
            self.report(declared.span, ConstNeedsInitializer { name });
        }
        Entity::Error
    }

    pub(crate) fn ext_builtin(&mut self, declared: &Declared<'_>) -> Entity {
        let output = declared.attributes.has(Fact::ExtBuiltinOutput);
        let fact = if output { Fact::ExtBuiltinOutput } else { Fact::ExtBuiltinInput };
        let builtin = declared.attributes.uint(fact).unwrap_or(0);
        let has = |modifier| self.has_modifier(declared.variables.prefixes, modifier);
        let what = match (has(Modifier::Static), has(Modifier::Const)) {
            (false, _) => "builtin variable must be static",
            (true, false) if !output => "builtin input variable must be const",
            _ => return self.plain_global(declared, GlobalKind::ExtBuiltin { builtin, output }),
        };
        self.report(declared.span, InvalidDeclaration { what: what.to_owned() });
        Entity::Error
    }

    fn spec_constant(&mut self, declared: &Declared<'_>) -> Entity {
        let id = declared.attributes.uint(Fact::ConstantId).unwrap_or(0);
        let name = self.text(declared.name);
        let Some(init) = declared.declarator.init else {
            self.report(declared.span, ConstNeedsInitializer { name });
            return Entity::Error;
        };
        if self.has_modifier(declared.variables.prefixes, Modifier::Static) {
            let what = format!("specialization constant '{name}' cannot be 'static'");
            self.report(declared.span, InvalidDeclaration { what });
            return Entity::Error;
        }
        let is_allowed = matches!(self.module.types[declared.ty], Type::Scalar(_) | Type::Enum(_));
        if !is_allowed {
            let what = format!("specialization constant '{name}' must be a scalar");
            self.report(declared.span, InvalidDeclaration { what });
            return Entity::Error;
        }
        match self.constant_of_type(init, declared.ty) {
            Some(Some(default)) => self.plain_global(declared, GlobalKind::SpecConstant { id, default }),
            Some(None) | None => {
                let what = format!("default of specialization constant '{name}'");
                self.report(self.ast.exprs[init].span, crate::diagnostics::NotConstant { what });
                Entity::Error
            }
        }
    }

    fn attribute_block(&mut self, declared: &Declared<'_>, kind: BlockKind) -> Entity {
        let ty = if let Type::Object(Object::ConstantBuffer(content)) = self.module.types[declared.ty] {
            content
        } else {
            declared.ty
        };
        let Type::Struct(_) = self.module.types[ty] else {
            let what = if matches!(kind, BlockKind::PushConstant) {
                "push constants must be a struct"
            } else {
                "shader record must be a struct"
            };
            self.report(declared.span, InvalidDeclaration { what: what.to_owned() });
            return Entity::Error;
        };
        if !self.is_data(ty) {
            let what = if matches!(kind, BlockKind::PushConstant) { "push constant block" } else { "shader record" };
            self.report_unfit(what.to_owned(), ty, declared.span);
            return Entity::Error;
        }
        if !self.fits_registers(ty, CONSTANTS, declared.span) {
            return Entity::Error;
        }
        let previous = self.module.globals.iter().find_map(|(_, global)| {
            if matches!(global.kind, GlobalKind::Block { kind: BlockKind::PushConstant, .. }) {
                Some(global.span)
            } else {
                None
            }
        });
        if let (Some(previous), BlockKind::PushConstant) = (previous, kind) {
            let what = "only one push constant block is allowed".to_owned();
            self.report(declared.span, InvalidDeclaration { what }).note_at(previous, "the conflicting one is here");
            return Entity::Error;
        }
        if kind == BlockKind::PushConstant && declared.attributes.has(Fact::Binding) {
            let what = "push constants cannot have a binding".to_owned();
            self.report(declared.span, InvalidDeclaration { what });
        }
        let layout = self.layout(ty, declared.order, BlockUse::Storage);
        let global = self.add_global(declared, ty, GlobalKind::Block { kind, layout });
        self.module.globals[global].attributes.is_constant_buffer = ty != declared.ty;
        Entity::Global(global)
    }

    fn invalid_type(&mut self, declared: &Declared<'_>, what: &str) -> Entity {
        let ty = self.type_name(declared.ty);
        self.report(declared.span, InvalidVariableType { what: what.to_owned(), ty });
        Entity::Error
    }

    /// Returns whether the application cannot bind anything: objects of a stage, and buffers whose elements are empty.
    fn is_unbindable(&self, ty: TypeId) -> bool {
        let Type::Object(object) = self.module.types[ty] else { return false };
        matches!(
            object,
            Object::RayQuery(..) | Object::HitObject | Object::Patch(..) | Object::Stream(..) | Object::Node(_)
        )
    }

    pub(crate) fn is_subpass_input(&self, ty: TypeId) -> bool {
        let held = self.module.types[self.element_type(ty)];
        matches!(held, Type::Object(Object::Texture(texture)) if texture.dim == TextureDim::Subpass)
    }

    fn resource(&mut self, declared: &Declared<'_>) -> Entity {
        if self.is_unbindable(self.element_type(declared.ty)) {
            return self.invalid_type(declared, "uniform variable");
        }
        if let Some(init) = declared.declarator.init
            && !matches!(self.ast.exprs[init].kind, ExprKind::StateBlock)
        {
            self.uniform_init(declared);
        }
        // Passes split it into variables of the members; a buffer among them would need another storage class than a
        // texture.
        if self.is_struct_of_resources(declared.ty) && self.module.holds_block(declared.ty) {
            let name = self.text(declared.name);
            self.report(declared.span, ResourceInStruct { name });
            return Entity::Error;
        }
        if matches!(self.module.types[declared.ty], Type::RuntimeArray(_)) && self.is_struct_of_resources(declared.ty) {
            self.report(declared.span, ArrayLengthMissing {});
            return Entity::Error;
        }
        self.check_integer_matrix(declared.ty, declared.span);
        let layout = self.resource_layout(declared.ty, declared.order);
        let global = self.add_global(declared, declared.ty, GlobalKind::Resource { layout });
        self.module.globals[global].attributes.texture = self.texture_as_written(declared);
        let format = self.module.globals[global].attributes.image_format;
        self.check_image_format(declared.ty, format, declared.span);
        self.request(global, &declared.attributes, declared.declarator.annotations);
        Entity::Global(global)
    }

    /// The arguments of a texture's type, unless it is written under another name.
    fn texture_as_written(&mut self, declared: &Declared<'_>) -> TextureAsWritten {
        let held = self.element_type(declared.ty);
        let TypeKind::Path(path) = self.ast.types[declared.variables.ty].kind else {
            return TextureAsWritten::default();
        };
        if !matches!(self.module.types[held], Type::Object(Object::Texture(_))) {
            return TextureAsWritten::default();
        }
        let segment = *self.ast.path_name(path);
        let name = self.segment_ident(&segment).map(|name| self.names.resolve(name).to_owned());
        let Some(args) = segment.args else {
            let is_bare = name.is_some_and(|name| self.type_name(held).split('<').next() == Some(&name));
            return TextureAsWritten { is_bare, samples: None };
        };
        let samples = self.ast.ids(args).nth(1).and_then(|samples| self.constant_expr(samples).flatten());
        let samples = samples.and_then(|samples| self.integer(samples)).and_then(|samples| u32::try_from(samples).ok());
        TextureAsWritten { is_bare: false, samples }
    }

    /// Checks the layout of an integer matrix of a buffer, which memory holds row by row.
    pub(crate) fn check_integer_matrix(&mut self, ty: TypeId, span: Span) {
        let held = self.element_type(ty);
        let Type::Object(Object::StructuredBuffer { elem, order: MatrixOrder::ColumnMajor, .. }) =
            self.module.types[held]
        else {
            return;
        };
        let elem = self.element_type(elem);
        if let Type::Matrix { elem, rows: 2.., columns: 2.. } = self.module.types[elem]
            && elem.class() != ElemClass::Float
        {
            self.report(span, ColumnMajorIntegers {});
        }
    }

    /// The innermost element type of arrays.
    fn element_type(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array(inner, _) | Type::RuntimeArray(inner) = self.module.types[ty] {
            ty = inner;
        }
        ty
    }

    pub(crate) fn request(
        &mut self,
        global: GlobalId,
        attributes: &Attributes,
        annotations: ast::List<ast::Annotation>,
    ) {
        let ty = self.module.globals[global].ty;
        let span = self.module.globals[global].span;
        let binding = attributes.find(Fact::Binding);
        if let Some(counter) = attributes.uint(Fact::CounterBinding) {
            self.resources.counters.bindings.insert(span, counter);
        }
        let request = Request {
            global,
            class: self.register_class(ty),
            slots: self.slots(ty),
            composite: self.is_struct_of_resources(ty),
            binding: binding.and_then(|read| read.uint(0)),
            set: binding.and_then(|read| read.uint(1)),
            register: self.register(annotations),
            is_globals: false,
            combined: attributes.has(Fact::CombinedImageSampler),
            counter: None,
            heap: None,
            span,
        };
        self.resources.requests.push(request);
    }

    fn register_class(&self, ty: TypeId) -> Option<RegisterClass> {
        match self.module.types[ty] {
            Type::Array(elem, _) | Type::RuntimeArray(elem) => self.register_class(elem),
            Type::Object(Object::Sampler { .. }) => Some(RegisterClass::S),
            Type::Object(Object::ConstantBuffer(_)) => Some(RegisterClass::B),
            Type::Object(object) if object.is_writable() => Some(RegisterClass::U),
            Type::Object(object) if object.is_resource() => Some(RegisterClass::T),
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
            | Type::Transient(_) => None,
        }
    }

    /// The number of bindings of a split resource.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn slots(&self, ty: TypeId) -> u32 {
        match self.module.types[ty] {
            Type::Array(elem, length) => self.slots(elem).saturating_mul(length),
            Type::Struct(id) => {
                let fields = self.module.structs[id].fields.iter();
                fields.fold(0, |sum: u32, field| sum.saturating_add(self.slots(field.ty)))
            }
            _ => 1,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    fn is_struct_of_resources(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(elem, _) | Type::RuntimeArray(elem) => self.is_struct_of_resources(elem),
            Type::Struct(_) => true,
            _ => false,
        }
    }

    fn loose_uniform(&mut self, declared: &Declared<'_>) -> Entity {
        if self.has_resource(declared.ty) {
            let name = self.text(declared.name);
            self.report(declared.span, ResourceInStruct { name });
            return Entity::Error;
        }
        if !self.is_data(declared.ty) {
            return self.invalid_type(declared, "uniform variable");
        }
        if declared.attributes.has(Fact::Binding) {
            let what = "'vk::binding' is allowed on resources only".to_owned();
            self.report(declared.span, InvalidDeclaration { what });
        }
        self.uniform_init(declared);
        let (global, id) = self.globals_block(declared.span);
        let is_fit = self.fits_registers(declared.ty, CONSTANTS, declared.span);
        if !is_fit || !self.takes_member(id, declared.ty, declared.span) {
            return Entity::Error;
        }
        let field = self.module.structs[id].fields.len() as u32;
        let attributes =
            self.field_attributes(declared.variables.prefixes, declared.declarator.annotations, Place::Global);
        self.module.structs[id].fields.push(Field {
            name: declared.path,
            span: declared.span,
            ty: declared.ty,
            order: declared.order,
            member: field,
            bits: None,
            attributes,
        });
        Entity::BlockMember(global, field)
    }

    /// The block of loose uniforms, made with the first of them.
    fn globals_block(&mut self, span: Span) -> (GlobalId, StructId) {
        if let Some(global) = self.resources.globals_block
            && let Type::Struct(id) = self.module.types[self.module.globals[global].ty]
        {
            return (global, id);
        }
        let scope = self.decls.scopes.file;
        let (id, ty) = self.new_struct(self.words.globals, span, scope, false);
        self.decls.structs[id].complete = true;
        let layout = Layout { size: 0, align: 1, kind: LayoutKind::Struct(Vec::new()) };
        let layout = self.module.layouts.intern(layout);
        let kind = GlobalKind::Block { kind: BlockKind::Globals, layout };
        let attributes = GlobalAttributes::default();
        let global = self.module.globals.alloc(Global { name: self.words.globals, ty, span, kind, attributes });
        self.resources.globals_block = Some(global);
        self.resources.requests.push(Request {
            global,
            class: Some(RegisterClass::B),
            slots: 1,
            composite: false,
            binding: None,
            set: None,
            register: None,
            is_globals: true,
            combined: false,
            counter: None,
            heap: None,
            span,
        });
        (global, id)
    }

    /// Lays out the loose uniforms once all of them are known.
    pub(crate) fn finish_globals_block(&mut self) {
        let Some(global) = self.resources.globals_block else { return };
        let Type::Struct(id) = self.module.types[self.module.globals[global].ty] else { return };
        let rule = Rule::choose(self.options.layout, BlockUse::Uniform);
        let layout = layout_of_globals(&mut self.module, id, rule, self.sink);
        self.module.globals[global].kind = GlobalKind::Block { kind: BlockKind::Globals, layout };
    }
}
