//! Declarations in blocks: variables, `static` ones among them, types and prototypes.

use crate::attributes::Attributes;
use crate::check::state::Checker;
use crate::check::state::scopes::Entity;
use crate::check::stmt::Builder;
use crate::consteval::Effort;
use crate::diagnostics::{ConstNeedsInitializer, InvalidVariableType, LoopRedefinition, NotConstexpr, UnsetConstant};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Global, GlobalAttributes, GlobalKind, Local};
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ExprKind as AstExpr, ItemKind, Modifier, TypeKind, Variables};

impl Checker<'_> {
    /// A declaration in a block.
    pub(crate) fn local_item(&mut self, item: ast::ItemId, builder: &mut Builder) {
        let node = self.ast.items[item];
        match node.kind {
            ItemKind::Error | ItemKind::Empty | ItemKind::Access | ItemKind::Effect => {}
            ItemKind::Variables(variables) => self.local_variables(&variables, node.span, builder),
            ItemKind::Function(function) => self.local_function(function),

            ItemKind::Alias { name, name_span, prefixes, ty } => self.alias_in(None, name, name_span, prefixes, ty),
            ItemKind::StaticAssert(args) => self.static_assert(args, node.span),
            ItemKind::PackMatrix { row_major } => self.pack_matrix(row_major),
            ItemKind::UsingNamespace(path) => self.local_using_namespace(path),
            ItemKind::Using(path) => self.local_using(path),
            ItemKind::Namespace { .. }
            | ItemKind::Template { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::Buffer(_) => {
                let what = "this declaration inside a function".to_owned();
                self.report(node.span, crate::diagnostics::Unsupported { what });
            }
        }
    }

    /// A function that is declared inside a function belongs to the enclosing scope.
    fn local_function(&mut self, function: ast::FunctionId) {
        let scope = self.decls.scopes.namespace_around(self.frame.scope);
        let node = &self.ast.functions[function];
        let name = self.simple_name(node.name);
        self.enter_function(function, scope, None);
        let Some(name) = name else { return };
        if let Some((Entity::Functions(overloads), _)) = self.decls.scopes.own(scope, name).value {
            for function in self.decls.scopes.overloads[overloads].functions.clone() {
                let order = self.decls.functions[function].order.min(self.frame.sees);
                self.decls.functions[function].order = order;
            }
        }
    }

    /// Makes the namespace visible in a scope of the function's own.
    fn local_using_namespace(&mut self, path: ast::PathId) {
        let Some(other) = self.namespace_of(path) else { return };
        let around = self.frame.scope;
        let scope = self.decls.scopes.open(around, crate::check::state::scopes::ScopeKind::Parameters, Symbol::EMPTY);
        self.decls.scopes.show(scope, other);
        self.frame.scope = scope;
    }

    fn local_using(&mut self, path: ast::PathId) {
        let Ok(Some(from)) = self.qualifier(path) else { return };
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        match self.decls.scopes.member(from, name, crate::check::state::scopes::Want::Any) {
            Some(found) if matches!(found.entity, Entity::Type(_) | Entity::Template(_)) => {
                self.frame.locals.bind_type(name, found.entity, segment.span);
            }
            Some(found) => {
                self.frame.locals.bind_value(name, found.entity, segment.span);
            }
            None => self.report_missing(Some(from), name, segment.span, false),
        }
    }

    fn local_variables(&mut self, variables: &Variables, span: Span, builder: &mut Builder) {
        if self.has_modifier(variables.prefixes, Modifier::Typedef) {
            return self.typedefs(variables, None);
        }
        if variables.declarators.is_empty() {
            return self.local_type_alone(variables, span);
        }
        self.check_modifiers(variables.prefixes, Place::Local);
        let base = match self.auto_type(variables) {
            Some(()) => None,
            None => {
                let ty = self.ast_type(variables.ty);
                Some(self.modified_type(ty, variables.prefixes))
            }
        };
        let attributes = self.read_attributes(variables.prefixes, Place::Local);
        self.body_requirements(&attributes);
        let decorations = self.ext_decorations(&attributes);
        let is_static = self.has_modifier(variables.prefixes, Modifier::Static);
        let ast = self.ast;
        for id in ast.ids(variables.declarators) {
            let declarator = self.ast.declarators[id];
            self.check_annotations(declarator.annotations, Place::Local);
            let Some(name) = declarator.name.and_then(|path| self.simple_name(path)) else {
                self.missing_name("variable", declarator.span);
                continue;
            };
            let at = declarator.name.map_or(declarator.span, |path| self.ast.paths[path].span);
            match (base, is_static) {
                (None, _) => self.auto_variable(name, at, &declarator, builder),
                (Some(base), _) if attributes.name_builtin() => {
                    self.builtin_local(variables, base, name, at, &declarator, &attributes);
                }
                (Some(base), true) => self.static_local(variables, base, name, at, &declarator, builder),
                (Some(base), false) if attributes.has(Fact::ExtStorageClass) => {
                    let spelled = self.global_attributes(variables.prefixes, &attributes);
                    self.spelled_local(spelled, base, name, at, &declarator, builder);
                }
                (Some(base), false) => {
                    if let Some(local) = self.local_variable(variables, base, name, at, &declarator, builder)
                        && !decorations.is_empty()
                    {
                        self.frame.body.locals[local].decorations.clone_from(&decorations);
                    }
                }
            }
        }
    }

    fn local_type_alone(&mut self, variables: &Variables, span: Span) {
        match self.ast.types[variables.ty].kind {
            TypeKind::Struct(_) | TypeKind::Enum(_) | TypeKind::Elaborated(_) => {
                self.ast_type(variables.ty);
            }
            TypeKind::Path(_) => self.missing_name("declaration", span),
            TypeKind::Error => {}
        }
    }

    /// Recognises the type `auto`.
    fn auto_type(&self, variables: &Variables) -> Option<()> {
        let TypeKind::Path(path) = self.ast.types[variables.ty].kind else { return None };
        (self.simple_name(path) == Some(self.words.auto)).then_some(())
    }

    fn auto_variable(&mut self, name: Symbol, span: Span, declarator: &ast::Declarator, builder: &mut Builder) {
        let Some(init) = declarator.init else {
            let name = self.text(name);
            self.report(span, ConstNeedsInitializer { name });
            return;
        };
        let value = self.nested(init);
        let value = self.load(value);
        let value = self.concrete(value);
        let ty = self.ty(value);
        if !self.is_object_type(ty, "variable", span) {
            self.frame.locals.bind_value(name, Entity::Error, span);
            return;
        }
        let local = self.declare_local(name, span, ty, false);
        self.push_let(builder, declarator.span, local, Some(value));
    }

    /// The type of a local; where it can have none, its name represents the error.
    fn local_type(&mut self, base: TypeId, name: Symbol, span: Span, declarator: &ast::Declarator) -> Option<TypeId> {
        let ty = self.sized_by_init(base, declarator, span, false);
        if ty == self.common.error || !self.is_object_type(ty, "variable", span) {
            self.frame.locals.bind_value(name, Entity::Error, span);
            return None;
        }
        Some(ty)
    }

    fn local_variable(
        &mut self,
        variables: &Variables,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        builder: &mut Builder,
    ) -> Option<crate::hir::LocalId> {
        let Some(ty) = self.local_type(base, name, span, declarator) else {
            if let Some(init) = declarator.init
                && !matches!(self.ast.exprs[init].kind, AstExpr::InitList(_))
            {
                self.nested(init);
            }
            return None;
        };
        self.check_hit_objects(ty, span);
        let precise = self.has_modifier(variables.prefixes, Modifier::Precise);
        let coherent = self.is_coherent(variables.prefixes);
        let local = self.declare_local(name, span, ty, precise);
        self.frame.body.locals[local].coherent = coherent;
        let value = declarator.init.filter(|&init| !matches!(self.ast.exprs[init].kind, AstExpr::StateBlock));
        let outer = self.frame.coherent;
        self.frame.coherent |= coherent;
        let (value, is_misfit) = value.map(|init| self.fitting_initializer(init, ty)).unzip();
        self.frame.coherent = outer;
        if is_misfit == Some(true) && matches!(self.module.types[ty], Type::Object(_)) {
            // The type may be the error, and following messages would be about it.
            self.frame.locals.bind_value(name, Entity::Error, span);
        }
        let value = value.filter(|&value| !matches!(self.frame.body.exprs[value].kind, ExprKind::Undef));
        let whole = self.ast.types[variables.ty].span.to(declarator.span);
        self.push_let(builder, whole, local, value);
        if !self.is_declared_const(variables.prefixes) {
            return Some(local);
        }
        self.frame.read_only.push(local);
        if self.has_modifier(variables.prefixes, Modifier::Constexpr) {
            self.note_constexpr(local, value, name, span);
            return Some(local);
        }
        if let Some(constant) = value.and_then(|value| self.constant_of(value))
            && matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_))
        {
            self.frame.constants.insert(local, constant);
        }
        Some(local)
    }

    /// Records the value of a `constexpr` variable; reports one that is not constant.
    fn note_constexpr(&mut self, local: crate::hir::LocalId, value: Option<ExprId>, name: Symbol, span: Span) {
        if value.is_some_and(|value| self.is_error(value)) {
            return;
        }
        match value.and_then(|value| self.fold(value, Effort::Everything)) {
            Some(constant) => {
                self.frame.constants.insert(local, constant);
            }
            None => {
                let name = self.text(name);
                self.report(span, NotConstexpr { name });
            }
        }
    }

    /// Declares a variable. It is visible from its name on, in its own initialiser too.
    fn declare_local(&mut self, name: Symbol, span: Span, ty: TypeId, precise: bool) -> crate::hir::LocalId {
        let local =
            self.frame.body.locals.alloc(Local { name, ty, span, precise, coherent: false, decorations: Vec::new() });
        if let Some((_, previous)) = self.frame.locals.bind_value(name, Entity::Local(local), span) {
            self.local_redefinition(name, span, previous);
        }
        local
    }

    /// Warns of a `static` constant without an initialiser. Vectors, matrices and structs are default-initialised.
    pub(crate) fn warn_of_unset_constant(&mut self, name: Symbol, ty: TypeId, span: Span) {
        if matches!(self.module.types[self.module.element_of_arrays(ty)], Type::Scalar(_) | Type::Enum(_)) {
            let name = self.text(name);
            self.report(span, UnsetConstant { name });
        }
    }

    /// Handles a redefinition: variables of consecutive loops often have the same names.
    fn local_redefinition(&mut self, name: Symbol, span: Span, previous: Span) {
        if !self.frame.leaks {
            return self.redefinition(name, span, previous);
        }
        let name = self.text(name);
        let warning = self.report(span, LoopRedefinition { name });
        warning.note_at(previous, "previous definition is here");
    }

    /// A local that denotes a built-in: a variable of the module with a name of the function's own.
    fn builtin_local(
        &mut self,
        variables: &Variables,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        attributes: &Attributes,
    ) {
        let mut declared = self.declared(variables, declarator, base, self.frame.scope, name, span);
        declared.attributes.list.clone_from(&attributes.list);
        let is_typed = declared.ty != self.common.error && self.is_object_type(declared.ty, "variable", span);
        let entity = if is_typed { self.ext_builtin(&declared) } else { Entity::Error };
        if let Some((_, previous)) = self.frame.locals.bind_value(name, entity, span) {
            self.redefinition(name, span, previous);
        }
    }

    /// A `static` local: a global that is initialised on the first visit, unless its value is constant.
    fn static_local(
        &mut self,
        variables: &Variables,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        builder: &mut Builder,
    ) {
        let Some(ty) = self.local_type(base, name, span, declarator) else { return };
        if self.refuse_hit_object(ty, "a static variable", span) {
            self.frame.locals.bind_value(name, Entity::Error, span);
            return;
        }
        let is_const = self.is_declared_const(variables.prefixes);
        if is_const && declarator.init.is_none() {
            self.warn_of_unset_constant(name, ty, span);
        }
        let value = declarator.init.map(|init| self.initializer(init, ty));
        if let (true, Some(constant)) = (is_const, value.and_then(|value| self.constant_of(value)))
            && matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_))
        {
            self.frame.locals.bind_value(name, Entity::Constant(constant), span);
            return;
        }
        let kind = GlobalKind::Static { init: None, is_const, is_local: true };
        let global = self.add_static(name, ty, span, kind.clone());
        if let Some((_, previous)) = self.frame.locals.bind_value(name, Entity::Global(global), span) {
            self.redefinition(name, span, previous);
        }
        let Some(init) = value else { return };
        let guard = format!("init.done.{}", self.names.resolve(name));
        let guard = self.names.intern(&guard);
        let kind = GlobalKind::Static { init: None, is_const: false, is_local: true };
        let guard = self.add_static(guard, self.common.bool_, span, kind);
        self.push(builder, declarator.span, StmtKind::StaticInit { global, guard, init });
    }

    /// A local whose storage class the source spells: a variable of the module, which its initialiser is assigned to.
    fn spelled_local(
        &mut self,
        attributes: GlobalAttributes,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        builder: &mut Builder,
    ) {
        let Some(ty) = self.local_type(base, name, span, declarator) else { return };
        if self.mixes_numbers_and_resources(ty) {
            let (what, ty) = ("variable with 'vk::ext_storage_class'".to_owned(), self.type_name(ty));
            self.report(span, InvalidVariableType { what, ty });
            self.frame.locals.bind_value(name, Entity::Error, span);
            return;
        }
        let kind = GlobalKind::Static { init: None, is_const: false, is_local: true };
        let global = self.module.globals.alloc(Global { name, ty, span, kind, attributes });
        if let Some((_, previous)) = self.frame.locals.bind_value(name, Entity::Global(global), span) {
            self.local_redefinition(name, span, previous);
        }
        if let Some(init) = declarator.init {
            let value = self.initializer(init, ty);
            let place = self.place(ty, ExprKind::Global(global), span);
            let assigned = self.place(ty, ExprKind::Assign { place, value }, span);
            self.push(builder, declarator.span, StmtKind::Expr(assigned));
        }
    }

    fn add_static(&mut self, name: Symbol, ty: TypeId, span: Span, kind: GlobalKind) -> crate::hir::GlobalId {
        self.module.globals.alloc(Global { name, ty, span, kind, attributes: GlobalAttributes::default() })
    }
}
