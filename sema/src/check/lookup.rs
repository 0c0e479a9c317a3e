//! Name lookup: qualified and unqualified, and suggestions for unknown names.

use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, Found, Lookup, Want};
use crate::check::state::templates::TemplateKind;
use crate::diagnostics::{
    EarlyFeature, LinearAlgebraModel, NoSuchMemberOfScope, NotAScope, UnknownName, UnknownType, Unsupported,
};
use crate::hir::ty::{Object, Type, TypeId};
use base::diag::Message;
use base::intern::Symbol;
use base::similar::nearest;
use base::source::Span;
use frontend::ast::{self, PathId, Segment, SegmentName};
use frontend::language::HlslVersion;

/// The limit of suggestions.
const MOST_SUGGESTIONS: usize = 100;

/// What the namespace `dx` has in Direct3D alone.
const OF_DIRECT3D: &[&str] = &["linalg"];

/// The first shader model with `dx::HitObject`.
const FIRST_HIT_OBJECTS: (u32, u32) = (6, 9);

/// The result of resolving a path in an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// A declared entity and the scope that holds it.
    Entity(Found),
    /// A type.
    Type(TypeId),
    /// An undeclared name that may be an intrinsic function.
    Builtin(Symbol),
    /// An error, which was reported.
    Error,
}

impl Checker<'_> {
    /// The name of a segment that is an identifier.
    pub(super) fn segment_ident(&self, segment: &Segment) -> Option<Symbol> {
        match segment.name {
            SegmentName::Ident(name) => Some(name),
            SegmentName::Operator(_) | SegmentName::Decltype(_) => None,
        }
    }

    /// The name of a path of one plain segment.
    pub(super) fn simple_name(&self, path: PathId) -> Option<Symbol> {
        let node = &self.ast.paths[path];
        if node.count != 1 || node.global {
            return None;
        }
        self.segment_ident(self.ast.path_name(path))
    }

    /// Looks a name up in the blocks of the function, then in the enclosing scopes.
    #[inline]
    pub(super) fn lookup(&self, name: Symbol, want: Want) -> Option<Found> {
        match self.frame.locals.lookup(name, want) {
            Some(entity) => Some(Found { entity, scope: None }),
            None => self.lookup_outside(name, want),
        }
    }

    /// Looks a name up in the scopes around the function.
    fn lookup_outside(&self, name: Symbol, want: Want) -> Option<Found> {
        let Lookup { seen, later } = self.decls.scopes.lookup(self.frame.scope, name, want, self.frame.sees);
        // A later declaration is better than none.
        seen.or_else(|| later.filter(|_| !self.is_builtin_name(name)))
    }

    /// Returns whether the name is a builtin of the language.
    fn is_builtin_name(&self, name: Symbol) -> bool {
        let text = self.names.resolve(name);
        crate::tables::types::find(text).is_some() || !crate::tables::intrinsics::find(text).is_empty()
    }

    /// The position up to which declarations are visible to the current code.
    pub(super) fn sees(&self) -> u32 {
        self.decls.scopes.template_position(self.frame.scope).unwrap_or(self.frame.sees)
    }

    /// The scope of a path's qualifiers; `None` for a plain name.
    #[inline]
    pub(super) fn qualifier(&mut self, path: PathId) -> Result<Option<ScopeId>, ()> {
        let node = &self.ast.paths[path];
        if node.count == 1 && !node.global { Ok(None) } else { self.qualifier_of(path, node.count - 1) }
    }

    /// The scope of a path's first names.
    #[inline(never)]
    pub(super) fn qualifier_of(&mut self, path: PathId, count: u32) -> Result<Option<ScopeId>, ()> {
        let node = self.ast.paths[path];
        let mut scope = node.global.then_some(self.decls.scopes.file);
        for position in 0..count {
            let segment = self.ast.segments[base::ids::Id::new(node.first.raw() + position)];
            scope = Some(self.enter_segment(scope, &segment)?);
        }
        Ok(scope)
    }

    fn enter_segment(&mut self, within: Option<ScopeId>, segment: &Segment) -> Result<ScopeId, ()> {
        let entity = match segment.name {
            SegmentName::Decltype(expr) => Entity::Type(self.type_of_expr(expr)),
            SegmentName::Operator(_) => return Err(()),
            SegmentName::Ident(name) if self.names_limits(within, name) => {
                let Some(args) = segment.args else {
                    let name = self.text(name);
                    self.report(segment.span, crate::diagnostics::MissingTemplateArguments { name });
                    return Err(());
                };
                return self.limits_scope(args, segment.span);
            }
            SegmentName::Ident(name) => self.segment_entity(within, name, segment.span)?,
        };
        let entity = match (entity, segment.args) {
            (Entity::Template(template), Some(args)) => {
                Entity::Type(self.instantiate_type(template, args, segment.span))
            }
            (other, _) => other,
        };
        self.scope_of(entity, segment)
    }

    pub(super) fn segment_entity(&mut self, within: Option<ScopeId>, name: Symbol, span: Span) -> Result<Entity, ()> {
        let found = match within {
            Some(scope) => self.decls.scopes.member(scope, name, Want::Type),
            None => self.lookup(name, Want::Type),
        };
        if let Some(found) = found {
            self.note_name(span, name, found);
            self.check_model_of_scope(found.entity, span);
            return Ok(found.entity);
        }
        if within.is_none() && self.is_given(name) {
            return Ok(Entity::Namespace(self.given_scope(name)));
        }
        if within.is_none() && self.lookup(name, Want::Any).is_some() {
            let name = self.text(name);
            self.report(span, NotAScope { name });
            return Err(());
        }
        self.report_missing(within, name, span, true);
        Err(())
    }

    /// Reports the namespace of linear algebra where the shader model has none.
    pub(super) fn check_model_of_scope(&mut self, entity: Entity, span: Span) {
        let Entity::Namespace(scope) = entity else { return };
        let profile = self.options.unit.profile;
        if self.decls.scopes.get(scope).path == self.words.linear_algebra && (profile.major, profile.minor) < (6, 10) {
            self.report(span, LinearAlgebraModel {});
        }
    }

    /// Returns whether a namespace exists even if the source does not open it: `vk`, `dx`, and `hlsl` of HLSL 202x.
    pub(super) fn is_given(&self, name: Symbol) -> bool {
        let is_hlsl = name == self.words.hlsl && self.options.version >= HlslVersion::V202x;
        name == self.words.vk || name == self.words.dx || is_hlsl
    }

    /// The scope of such a namespace.
    pub(super) fn given_scope(&mut self, name: Symbol) -> ScopeId {
        let file = self.decls.scopes.file;
        match self.decls.scopes.own(file, name).ty {
            Some((Entity::Namespace(scope), _)) => scope,
            Some(_) | None => {
                let scope = self.decls.scopes.open(file, crate::check::state::scopes::ScopeKind::Namespace, name);
                self.decls.scopes.bind_type(file, name, Entity::Namespace(scope), Span::NONE);
                if name == self.words.dx {
                    self.declare_hit_object(scope);
                }
                if name == self.words.hlsl {
                    let size = Entity::Type(self.common.uint);
                    self.decls.scopes.bind_type(scope, self.words.size_t, size, Span::NONE);
                }
                scope
            }
        }
    }

    /// Declares the type `dx::HitObject`, with a scope for its static methods.
    fn declare_hit_object(&mut self, dx: ScopeId) {
        let profile = self.options.unit.profile;
        if (profile.major, profile.minor) < FIRST_HIT_OBJECTS {
            return;
        }
        let ty = self.intern(Type::Object(Object::HitObject));
        let [name, path] = ["HitObject", "dx::HitObject"].map(|text| self.names.intern(text));
        self.decls.scopes.bind_type(dx, name, Entity::Type(ty), Span::NONE);
        let scope = self.decls.scopes.open(dx, crate::check::state::scopes::ScopeKind::Namespace, path);
        self.decls.builtin.hit_object = Some(scope);
    }

    fn scope_of(&mut self, entity: Entity, segment: &Segment) -> Result<ScopeId, ()> {
        match entity {
            Entity::Namespace(scope) => Ok(scope),
            Entity::Type(ty) => match self.module.types[ty] {
                Type::Struct(id) => Ok(self.decls.structs[id].scope),
                Type::Enum(id) => Ok(self.decls.enum_scopes[&id]),
                Type::Object(Object::HitObject) => self.decls.builtin.hit_object.ok_or(()),
                Type::Error => Err(()),
                Type::Void
                | Type::String
                | Type::Scalar(_)
                | Type::Vector(..)
                | Type::Matrix { .. }
                | Type::Array(..)
                | Type::RuntimeArray(_)
                | Type::Object(_)
                | Type::BufferPointer(..)
                | Type::Spirv(_)
                | Type::Transient(_) => {
                    let (name, declared) = (self.type_name(ty), self.declaration_of_type(ty));
                    self.report(segment.span, NotAScope { name }).declared_at(declared);
                    Err(())
                }
            },
            Entity::Error => Err(()),
            Entity::Template(template) => self.template_scope(template, segment),
            Entity::Global(_)
            | Entity::BlockMember(..)
            | Entity::Field(_)
            | Entity::NestedField(..)
            | Entity::Local(_)
            | Entity::Constant(_)
            | Entity::Text(_)
            | Entity::Heap(_)
            | Entity::Functions(_) => {
                let name = self.segment_ident(segment).map(|name| self.text(name)).unwrap_or_default();
                self.report(segment.span, NotAScope { name });
                Err(())
            }
        }
    }

    /// Inside of an instance, its class template's name without arguments denotes the instance.
    fn template_scope(
        &mut self,
        template: crate::check::state::ids::TemplateId,
        segment: &Segment,
    ) -> Result<ScopeId, ()> {
        let mut scope = Some(self.frame.scope);
        while let Some(id) = scope {
            if let crate::check::state::scopes::ScopeKind::Struct(id) = self.decls.scopes.get(id).kind
                && self.decls.structs[id].instance.as_ref().is_some_and(|(of, _)| *of == template)
            {
                return Ok(self.decls.structs[id].scope);
            }
            scope = self.decls.scopes.get(id).parent;
        }
        let name = self.text(self.decls.templates[template].name);
        self.report(segment.span, crate::diagnostics::MissingTemplateArguments { name });
        Err(())
    }

    /// Resolves a path in an expression. Template arguments of the last segment are left to the caller.
    pub(super) fn resolve(&mut self, path: PathId) -> Named {
        if let Some(named) = self.find(path) {
            return named;
        }
        let segment = *self.ast.path_name(path);
        if let Some(name) = self.segment_ident(&segment) {
            self.report_missing(None, name, segment.span, false);
        }
        Named::Error
    }

    /// Resolves a path; `None`, unreported, for an unknown plain name.
    pub(super) fn find(&mut self, path: PathId) -> Option<Named> {
        let Ok(scope) = self.qualifier(path) else { return Some(Named::Error) };
        let segment = *self.ast.path_name(path);
        let name = match segment.name {
            SegmentName::Ident(name) => name,
            SegmentName::Decltype(expr) => return Some(Named::Type(self.type_of_expr(expr))),
            SegmentName::Operator(op) => self.operator_name(op),
        };
        let found = match scope {
            Some(scope) => self.decls.scopes.member(scope, name, Want::Any),
            None => self.lookup(name, Want::Any),
        };
        if let Some(found) = found {
            self.note_name(segment.span, name, found);
        }
        match found {
            Some(Found { entity: Entity::Type(ty), .. }) => Some(Named::Type(ty)),
            Some(found) => Some(self.resolve_template(found, &segment)),
            None => self.builtin_named(scope, name, path).or_else(|| {
                let scope = scope?;
                self.report_missing(Some(scope), name, segment.span, false);
                Some(Named::Error)
            }),
        }
    }

    fn resolve_template(&mut self, found: Found, segment: &Segment) -> Named {
        let Entity::Template(template) = found.entity else { return Named::Entity(found) };
        match (self.decls.templates[template].kind, segment.args) {
            (TemplateKind::Class | TemplateKind::Alias, Some(args)) => {
                Named::Type(self.instantiate_type(template, args, segment.span))
            }
            (TemplateKind::Variable, Some(args)) => match self.instantiate_variable(template, args, segment.span) {
                Some(entity) => Named::Entity(Found { entity, scope: found.scope }),
                None => Named::Error,
            },
            (TemplateKind::Function, _) => Named::Entity(found),
            (TemplateKind::Class, None) if self.current_instance(template).is_some() => {
                self.current_instance(template).map_or(Named::Error, Named::Type)
            }
            (TemplateKind::Class | TemplateKind::Alias | TemplateKind::Variable, None) => {
                let name = self.text(self.decls.templates[template].name);
                self.report(segment.span, crate::diagnostics::MissingTemplateArguments { name });
                Named::Error
            }
        }
    }

    /// Looks up a name of the language in a scope; without one, also in the namespaces that `using namespace` shows.
    fn builtin_named(&mut self, scope: Option<ScopeId>, name: Symbol, path: PathId) -> Option<Named> {
        let named = self.builtin_name(scope, name).and_then(|full| self.find_builtin(full, path));
        if named.is_some() || scope.is_some() {
            return named;
        }
        self.shown_intrinsic(name).map(Named::Builtin)
    }

    /// The intrinsic function of a name in the namespaces of the language that `using namespace` shows.
    pub(super) fn shown_intrinsic(&mut self, name: Symbol) -> Option<Symbol> {
        [self.words.vk, self.words.dx].into_iter().find_map(|word| {
            let (Entity::Namespace(given), _) = self.decls.scopes.own(self.decls.scopes.file, word).ty? else {
                return None;
            };
            let is_shown = self.decls.scopes.is_shown(self.frame.scope, given);
            let full = self.builtin_name(Some(given), name).filter(|_| is_shown)?;
            self.has_intrinsic(full).then_some(full)
        })
    }

    /// Looks up a builtin name.
    fn find_builtin(&mut self, full: Symbol, path: PathId) -> Option<Named> {
        if let Some(entity) = self.builtin_constant(full) {
            return Some(Named::Entity(Found { entity, scope: None }));
        }
        if self.builtin_type(full).is_some() {
            return Some(Named::Type(self.path_type(path)));
        }
        let is_special = full == self.words.sizeof || full == self.words.is_same;
        let is_function = is_special || self.named_cast(full).is_some() || self.has_intrinsic(full);
        is_function.then_some(Named::Builtin(full))
    }

    /// The name of an entity in the language's tables: plain names, `vk::name` and `dx::name`.
    pub(super) fn builtin_name(&mut self, scope: Option<ScopeId>, name: Symbol) -> Option<Symbol> {
        let Some(scope) = scope else { return Some(name) };
        if scope == self.decls.scopes.file {
            return Some(name);
        }
        let path = self.decls.scopes.get(scope).path;
        if path == self.words.hlsl && self.options.version >= HlslVersion::V202x {
            return Some(name);
        }
        if path == self.words.dx && OF_DIRECT3D.contains(&self.names.resolve(name)) {
            return None;
        }
        let is_of_hits = self.decls.builtin.hit_object == Some(scope);
        if !is_of_hits && path != self.words.vk && path != self.words.dx {
            return None;
        }
        let full = format!("{}::{}", self.names.resolve(path), self.names.resolve(name));
        Some(self.names.intern(&full))
    }

    /// Reports an unknown name, with the closest known one.
    pub(super) fn report_missing(&mut self, scope: Option<ScopeId>, name: Symbol, span: Span, is_type: bool) {
        if scope.is_none() && self.is_reported_as_missing(name) {
            return;
        }
        self.frame.missing.insert(name, span);
        let text = self.text(name);
        // Searching all names takes time, and no one reads that many messages.
        let is_read = !self.sink.limit_reached() && self.sink.error_count() < MOST_SUGGESTIONS;
        let foreign = frontend::foreign::find(&text).filter(|_| scope.is_none());
        let later = self.type_declared_later(name, span).filter(|_| scope.is_none());
        let advice = self.instead_of_name(&text, name).filter(|_| scope.is_none() && !is_type);
        let near = match foreign {
            None if is_read && later.is_none() && advice.is_none() => {
                self.qualified(scope, &text).or_else(|| self.suggest(scope, &text, is_type))
            }
            Some(_) | None => None,
        };
        let diagnostic = match scope {
            Some(scope) if self.decls.scopes.get(scope).path == self.words.dx && OF_DIRECT3D.contains(&&text[..]) => {
                self.sink.report(span, Unsupported { what: format!("'dx::{text}'") })
            }
            Some(scope) if self.decls.scopes.get(scope).path == self.words.dx && text == "HitObject" => {
                let what = format!("'dx::{text}'");
                self.sink.report(span, EarlyFeature { what, model: "6.9".to_owned() })
            }
            Some(scope) if scope != self.decls.scopes.file => {
                // The header of linear algebra has its declarations in a namespace of its own.
                let scope = self.names.resolve(self.decls.scopes.get(scope).path).replace("__hlsl2spirv", "dx::linalg");
                self.sink.report(span, NoSuchMemberOfScope { name: text, scope })
            }
            Some(_) | None if is_type => self.sink.report(span, UnknownType { name: text }),
            Some(_) | None => self.sink.report(span, UnknownName { name: text }),
        };
        if let Some(later) = later {
            diagnostic.note_at(later, "it is declared here, behind its use");
        } else if let Some(foreign) = foreign {
            foreign.advise(diagnostic, span);
        } else if let Some(advice) = advice {
            diagnostic.note_at(span, advice);
        } else if let Some(near) = near {
            diagnostic.suggest(span, &near);
        }
    }

    /// Returns whether the body has a message about this unknown name, which was not taken back.
    fn is_reported_as_missing(&self, name: Symbol) -> bool {
        let Some(&first) = self.frame.missing.get(&name) else { return false };
        let codes = [UnknownName::ROW.code, UnknownType::ROW.code];
        self.sink.diagnostics().iter().any(|report| report.span == first && codes.contains(&report.row.code))
    }

    /// The struct or enumeration of a name, for messages about one that is not declared yet.
    fn type_declared_later(&self, name: Symbol, used: Span) -> Option<Span> {
        let ast = self.ast;
        let structs = ast.structs.iter().filter_map(|(_, it)| it.name);
        let enums = ast.enums.iter().filter_map(|(_, it)| it.name);
        let mut segments = structs.chain(enums).map(|path| ast.path_name(path));
        let is_named = |segment: &&Segment| matches!(segment.name, SegmentName::Ident(found) if found == name);
        let later = segments.find(is_named)?.span;
        let is_in_file = self.sources.file_at(later.lo) == self.sources.file_at(used.lo);
        (is_in_file && later.lo > used.lo).then_some(later)
    }

    /// Advice for a name that does not denote a value: a constant buffer, a member of one, or a method.
    fn instead_of_name(&self, text: &str, name: Symbol) -> Option<String> {
        let ast = self.ast;
        let is_buffer = |item: &ast::Item| matches!(item.kind, ast::ItemKind::Buffer(buffer) if buffer.name == name);
        if ast.items.iter().any(|(_, item)| is_buffer(item)) {
            return Some(format!("'{text}' is a constant buffer, whose members are named without it"));
        }
        let is_block = |ty: TypeId| self.module.types[ty].block_content().is_some();
        let blocks = self.module.globals.iter().map(|(_, global)| global);
        let holder =
            blocks.filter(|global| global.attributes.is_constant_buffer || is_block(global.ty)).find(|global| {
                let fields = self.module.struct_behind(global.ty).map(|id| &self.module.structs[id].fields);
                fields.is_some_and(|fields| fields.iter().any(|field| field.name == name))
            });
        if let Some(holder) = holder {
            return Some(format!("'{}' has such a member: '{0}.{text}'", self.names.resolve(holder.name)));
        }
        let is_method = crate::tables::methods::METHODS.iter().any(|row| row.name == text);
        is_method.then_some(format!("'{text}' is a method, called on an object, as in 'object.{text}(...)'"))
    }

    /// The name qualified by the namespace that declares it.
    fn qualified(&self, scope: Option<ScopeId>, text: &str) -> Option<String> {
        let name = self.names.lookup(text).filter(|_| scope.is_none())?;
        let namespace = self.decls.scopes.namespace_with(name)?;
        Some(format!("{}::{text}", self.names.resolve(namespace.path)))
    }

    fn suggest(&self, scope: Option<ScopeId>, text: &str, is_type: bool) -> Option<String> {
        let declared = match scope {
            Some(scope) => self.decls.scopes.own_names(scope),
            None => {
                let mut all = self.decls.scopes.visible_names(self.frame.scope);
                all.extend(self.frame.locals.all());
                all
            }
        };
        let mut known: Vec<&str> = Vec::new();
        for name in declared {
            known.push(self.names.resolve(name));
        }
        // The numbers of symbols are not the same wherever names are shared.
        known.sort_unstable();
        if scope.is_none() {
            let functions = crate::tables::intrinsics::INTRINSICS.iter().map(|row| row.name).filter(|_| !is_type);
            let values = ["true", "false"].into_iter().filter(|_| !is_type);
            for name in functions.chain(values).chain(frontend::words::type_names()) {
                known.push(name);
            }
            for &name in &self.ast.macros {
                known.push(self.names.resolve(name));
            }
        }
        nearest(text, known.into_iter().filter(|name| *name != text)).map(str::to_owned)
    }

    /// The type of an unevaluated expression.
    pub(super) fn type_of_expr(&mut self, expr: ast::ExprId) -> TypeId {
        self.unevaluated(|checker| {
            let checked = checker.nested(expr);
            let checked = checker.concrete(checked);
            checker.characters(checked).unwrap_or_else(|| checker.ty(checked))
        })
    }
}
