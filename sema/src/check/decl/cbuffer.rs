//! `cbuffer` and `tbuffer`: blocks whose members are in the enclosing scope.

use crate::check::decl::global::Declared;
use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::Entity;
use crate::check::types::CONSTANTS;
use crate::diagnostics::{MixedOffsets, ResourceInStruct, UniformInitializer};
use crate::hir::ty::{Field, MatrixOrder, StructId, TypeId};
use crate::hir::{BlockKind, Global, GlobalId, GlobalKind, Layout, LayoutKind};
use crate::layout::BlockUse;
use crate::options::RegisterClass;
use crate::tables::attributes::{Fact, Place};
use base::source::Span;
use frontend::ast::{self, Declarator, ItemId, ItemKind, Modifier, Variables};
use frontend::language::HlslVersion;

/// The reason why uniforms have no initialisers.
const SET_BY_APPLICATION: &str = "the application sets the value";
/// What a uniform with an initialiser is meant to be.
const STATIC_INSTEAD: &str = "declare a constant as 'static const'";

impl Checker<'_> {
    /// The initializer of a variable that the application sets.
    pub(crate) fn uniform_init(&mut self, declared: &Declared<'_>) {
        if self.options.version < HlslVersion::V202x {
            return self.ignored_init(declared, SET_BY_APPLICATION);
        }
        if declared.declarator.init.is_some() {
            let name = self.text(declared.name);
            self.report(declared.span, UniformInitializer { name }).note(STATIC_INSTEAD);
        }
    }

    /// `cbuffer` or `tbuffer`
    pub(crate) fn buffer(&mut self, buffer: &ast::Buffer, scope: ScopeId) {
        self.check_annotation_names(buffer.annotations);
        let attributes = self.read_attributes(buffer.prefixes, Place::Global);
        self.check_attachment(&attributes, self.common.void, false);
        let path = self.type_path_in(scope, buffer.name);
        let (id, ty) = self.new_struct(path, buffer.name_span, scope, false);
        self.decls.structs[id].complete = true;
        let kind = match () {
            () if buffer.is_texture => BlockKind::TextureBuffer,
            () if attributes.has(Fact::ShaderRecordExt) => BlockKind::ShaderRecordExt,
            () if attributes.has(Fact::ShaderRecordNv) => BlockKind::ShaderRecordNv,
            () if attributes.has(Fact::PushConstant) => BlockKind::PushConstant,
            () => BlockKind::ConstantBuffer,
        };
        let layout = Layout { size: 0, align: 1, kind: LayoutKind::Struct(Vec::new()) };
        let layout = self.module.layouts.intern(layout);
        let global_attributes = self.global_attributes(buffer.prefixes, &attributes);
        let global = self.module.globals.alloc(Global {
            name: path,
            ty,
            span: buffer.name_span,
            kind: GlobalKind::Block { kind, layout },
            attributes: global_attributes,
        });
        let ast = self.ast;
        for item in ast.ids(buffer.items) {
            self.buffer_item(item, global, id, scope);
        }
        self.check_offsets(buffer, id);
        let block = match kind {
            BlockKind::ConstantBuffer | BlockKind::Globals => BlockUse::Uniform,
            BlockKind::TextureBuffer => BlockUse::Texture,
            BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt => BlockUse::Storage,
        };
        let layout = self.layout(ty, MatrixOrder::default(), block);
        self.module.globals[global].kind = GlobalKind::Block { kind, layout };
        if matches!(kind, BlockKind::ConstantBuffer | BlockKind::TextureBuffer)
            && !self.module.structs[id].fields.is_empty()
        {
            self.check_annotations(buffer.annotations, Place::Global);
            self.request(global, &attributes, buffer.annotations);
            if let Some(request) = self.resources.requests.last_mut() {
                request.class = Some(if buffer.is_texture { RegisterClass::T } else { RegisterClass::B });
                request.composite = false;
                request.slots = 1;
            }
        }
    }

    /// Warns of a member without `packoffset` in a block with others that have it.
    fn check_offsets(&mut self, buffer: &ast::Buffer, id: StructId) {
        let ast = self.ast;
        let (mut placed, mut other) = (None, None);
        let mut fields = self.module.structs[id].fields.iter().peekable();
        for item in ast.ids(buffer.items) {
            let ItemKind::Variables(variables) = ast.items[item].kind else { continue };
            for declarator in ast.ids(variables.declarators) {
                let node = ast.declarators[declarator];
                let span = node.name.map(|path| ast.paths[path].span);
                // Resources and statics are not members.
                let Some(field) = fields.next_if(|field| Some(field.span) == span) else { continue };
                let mut annotations = ast.ids(node.annotations).map(|id| ast.exprs[ast.annotations[id].expr]);
                let is_placed = annotations
                    .any(|expr| self.annotation_call(&expr).is_some_and(|(callee, _)| callee == self.words.packoffset));
                match field.attributes.offset {
                    Some(_) if is_placed => placed.get_or_insert((field.name, field.span)),
                    // `vk::offset`
                    Some(_) => continue,
                    None => other.get_or_insert((field.name, field.span)),
                };
            }
        }
        if let (Some((placed, beside)), Some((name, span))) = (placed, other) {
            let (name, placed) = (self.text(name), self.text(placed));
            let report = self.sink.report(span, MixedOffsets { name });
            report.note_at(beside, format!("'{placed}' has a packoffset"));
        }
    }

    fn buffer_item(&mut self, item: ItemId, global: GlobalId, id: StructId, scope: ScopeId) {
        let node = self.ast.items[item];
        self.frame.scope = scope;
        match node.kind {
            ItemKind::Error | ItemKind::Empty | ItemKind::Access | ItemKind::Effect => {}
            ItemKind::PackMatrix { row_major } => self.pack_matrix(row_major),
            ItemKind::Variables(variables) => self.buffer_members(&variables, global, id, scope, node.span),
            ItemKind::Function(function) => self.declare_function(function, scope),
            ItemKind::StaticAssert(args) => self.static_assert(args, node.span),
            ItemKind::Alias { name, name_span, prefixes, ty } => {
                self.alias_in(Some(scope), name, name_span, prefixes, ty);
            }
            ItemKind::Namespace { .. }
            | ItemKind::Template { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::UsingNamespace(_)
            | ItemKind::Using(_)
            | ItemKind::Buffer(_) => {
                let what = "this declaration inside a cbuffer".to_owned();
                self.report(node.span, crate::diagnostics::Unsupported { what });
            }
        }
    }

    fn buffer_members(&mut self, variables: &Variables, global: GlobalId, id: StructId, scope: ScopeId, span: Span) {
        if self.has_modifier(variables.prefixes, Modifier::Typedef)
            || self.has_modifier(variables.prefixes, Modifier::Static)
            || variables.declarators.is_empty()
        {
            return self.global_variables(variables, scope, span);
        }
        self.check_modifiers(variables.prefixes, Place::Global);
        let base = self.ast_type(variables.ty);
        let base = self.modified_type(base, variables.prefixes);
        let ast = self.ast;
        for declarator in ast.ids(variables.declarators) {
            let node = self.ast.declarators[declarator];
            self.buffer_member(variables, &node, base, global, id, scope);
        }
    }

    fn buffer_member(
        &mut self,
        variables: &Variables,
        node: &Declarator,
        base: TypeId,
        global: GlobalId,
        id: StructId,
        scope: ScopeId,
    ) {
        let Some(name) = node.name.and_then(|path| self.simple_name(path)) else {
            return self.missing_name("member", node.span);
        };
        let span = node.name.map_or(node.span, |path| self.ast.paths[path].span);
        let declared = self.declared(variables, node, base, scope, name, span);
        let ty = declared.ty;
        if self.is_resource(ty) {
            return self.global_variable(variables, node, base, scope);
        }
        if ty == self.common.error || !self.is_object_type(ty, "member", span) {
            return self.bind_global(&declared, Entity::Error);
        }
        if self.has_resource(ty) {
            let name = self.text(name);
            self.report(span, ResourceInStruct { name });
            return self.bind_global(&declared, Entity::Error);
        }
        if !self.is_data(ty) {
            self.report_unfit("member".to_owned(), ty, span);
            return self.bind_global(&declared, Entity::Error);
        }
        if !self.fits_registers(ty, CONSTANTS, span) || !self.takes_member(id, ty, span) {
            return self.bind_global(&declared, Entity::Error);
        }
        self.uniform_init(&declared);
        self.check_annotation_names(node.annotations);
        let attributes = self.field_attributes(variables.prefixes, node.annotations, Place::Field);
        let field = self.module.structs[id].fields.len() as u32;
        let order = declared.order;
        self.module.structs[id].fields.push(Field { order, attributes, member: field, ..Field::new(name, span, ty) });
        self.bind_global(&declared, Entity::BlockMember(global, field));
    }
}
