//! Declarations: items of files, namespaces and blocks, type names, enumerations.

mod attach;
mod cbuffer;
mod class;
mod deduced;
mod function;
mod global;
mod payload;
mod statics;

use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::packing::Packing;
use crate::check::state::scopes::{Entity, ScopeKind, Want};
use crate::diagnostics::{InvalidDeclaration, NotConstant, Redefinition, StaticAssertFailed};
use crate::hir::expr::ConstantValue;
use crate::hir::ty::MatrixOrder;
use crate::hir::ty::{Enum, Scalar, Type, TypeId};
use crate::tables::attributes::Place;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ExprKind, ItemId, ItemKind, List, Literal, Modifier, Prefix, Variables};

impl Checker<'_> {
    /// Enters the items of a file or namespace.
    pub(super) fn items(&mut self, items: List<ast::Item>, scope: ScopeId) {
        let ast = self.ast;
        for id in ast.ids(items) {
            if self.sink.limit_reached() {
                return;
            }
            self.decls.next_position();
            self.item(id, scope);
        }
    }

    fn item(&mut self, id: ItemId, scope: ScopeId) {
        let item = self.ast.items[id];
        self.frame.scope = scope;
        match item.kind {
            ItemKind::Error | ItemKind::Empty | ItemKind::Access | ItemKind::Effect => {}
            ItemKind::Variables(variables) => self.global_variables(&variables, scope, item.span),
            ItemKind::Function(function) => self.declare_function(function, scope),
            ItemKind::Namespace { name, name_span, items } => self.namespace(name, name_span, items, scope),
            ItemKind::Template { params, item } => self.declare_template(params, item, scope, None),
            ItemKind::ExplicitInstantiation(item) => self.explicit_instantiation(item),
            ItemKind::Alias { name, name_span, prefixes, ty } => {
                self.alias_in(Some(scope), name, name_span, prefixes, ty);
            }
            ItemKind::UsingNamespace(path) => self.using_namespace(path, scope),
            ItemKind::Using(path) => self.using(path, scope),
            ItemKind::Buffer(buffer) => self.buffer(&buffer, scope),
            ItemKind::StaticAssert(args) => self.static_assert(args, item.span),
            ItemKind::PackMatrix { row_major } => self.pack_matrix(row_major),
        }
    }

    pub(super) fn pack_matrix(&mut self, row_major: bool) {
        self.decls.packing = Packing::of_pragma(row_major);
    }

    fn namespace(&mut self, name: Symbol, span: Span, items: List<ast::Item>, scope: ScopeId) {
        if name == Symbol::EMPTY {
            return self.items(items, scope);
        }
        let inner = match self.decls.scopes.own(scope, name).ty {
            Some((Entity::Namespace(inner), _)) => inner,
            Some((_, previous)) => return self.redefinition(name, span, previous),
            None => {
                let path = self.path_in(scope, name);
                let inner = self.decls.scopes.open(scope, ScopeKind::Namespace, path);
                self.decls.scopes.bind_type(scope, name, Entity::Namespace(inner), span);
                inner
            }
        };
        self.items(items, inner);
        self.frame.scope = scope;
    }

    /// The qualified name in the output: `ns::name`, `Struct.method`.
    pub(super) fn path_in(&mut self, scope: ScopeId, name: Symbol) -> Symbol {
        let mut around = scope;
        while let (ScopeKind::Parameters, Some(parent)) =
            (self.decls.scopes.get(around).kind, self.decls.scopes.get(around).parent)
        {
            around = parent;
        }
        let node = self.decls.scopes.get(around);
        if node.path == Symbol::EMPTY {
            return name;
        }
        let separator = if matches!(node.kind, ScopeKind::Struct(_)) { "." } else { "::" };
        let full = [self.names.resolve(node.path), separator, self.names.resolve(name)].concat();
        self.names.intern(&full)
    }

    /// The qualified name of a type or static member: always joined by `::`.
    pub(super) fn type_path_in(&mut self, scope: ScopeId, name: Symbol) -> Symbol {
        let path = self.path_in(scope, name);
        if !matches!(self.decls.scopes.get(scope).kind, ScopeKind::Struct(_)) {
            return path;
        }
        let outer = self.names.resolve(self.decls.scopes.get(scope).path).to_owned();
        let full = format!("{outer}::{}", self.names.resolve(name));
        self.names.intern(&full)
    }

    pub(super) fn redefinition(&mut self, name: Symbol, span: Span, previous: Span) {
        let name = self.text(name);
        let diagnostic = self.report(span, Redefinition { name });
        if !previous.is_none() {
            diagnostic.note_at(previous, "previous definition is here");
        }
    }

    /// Binds a type name, in the innermost block if `scope` is `None`.
    pub(super) fn bind_type_name(&mut self, scope: Option<ScopeId>, name: Symbol, ty: TypeId, span: Span) {
        let old = match scope {
            Some(scope) => self.decls.scopes.bind_type(scope, name, Entity::Type(ty), span),
            None => self.frame.locals.bind_type(name, Entity::Type(ty), span),
        };
        if let Some((entity, previous)) = old
            && entity != Entity::Type(ty)
            && entity != Entity::Error
            && ty != self.common.error
        {
            self.redefinition(name, span, previous);
        }
    }

    /// `using Name = Type;`
    pub(super) fn alias_in(
        &mut self,
        scope: Option<ScopeId>,
        name: Symbol,
        span: Span,
        prefixes: List<Prefix>,
        ty: ast::TypeId,
    ) {
        let made = self.ast_type(ty);
        self.note_alias_order(name, self.ast.types[ty].modifiers, ty, made);
        self.type_requirements(made, prefixes);
        self.bind_type_name(scope, name, made, span);
    }

    /// Records the matrix order of an alias for its uses: that of `typedef row_major float4x4 M;`, of the alias that it
    /// names, or of a pragma where it is declared.
    fn note_alias_order(&mut self, name: Symbol, prefixes: List<Prefix>, ty: ast::TypeId, made: TypeId) {
        let packing = self.decls.packing;
        let is_matrix = matches!(self.module.types[self.innermost(made)], Type::Matrix { .. });
        let order = if self.has_modifier(prefixes, Modifier::RowMajor) {
            Some(MatrixOrder::RowMajor)
        } else if self.has_modifier(prefixes, Modifier::ColumnMajor) {
            Some(MatrixOrder::ColumnMajor)
        } else {
            let is_packed = is_matrix && packing.is_explicit && self.takes_pragma(ty);
            self.order_of_alias(ty).or(is_packed.then_some(packing.order))
        };
        match order {
            Some(order) => self.decls.alias_orders.insert(name, order),
            None => self.decls.alias_orders.remove(&name),
        };
    }

    /// `typedef Type Name[3];`
    pub(super) fn typedefs(&mut self, variables: &Variables, scope: Option<ScopeId>) {
        self.check_modifiers(variables.prefixes, Place::Alias);
        let base = self.ast_type(variables.ty);
        let base = self.modified_type(base, variables.prefixes);
        self.type_requirements(base, variables.prefixes);
        let ast = self.ast;
        for id in ast.ids(variables.declarators) {
            let declarator = self.ast.declarators[id];
            let Some(name) = declarator.name.and_then(|path| self.simple_name(path)) else { continue };
            let ty = self.with_dims(base, declarator.dims, declarator.span);
            self.note_alias_order(name, variables.prefixes, variables.ty, ty);
            self.bind_type_name(scope, name, ty, declarator.span);
        }
    }

    fn using_namespace(&mut self, path: ast::PathId, scope: ScopeId) {
        if let Some(other) = self.namespace_of(path) {
            self.decls.scopes.show(scope, other);
        }
    }

    pub(super) fn namespace_of(&mut self, path: ast::PathId) -> Option<ScopeId> {
        let scope = self.qualifier(path).ok()?;
        let segment = *self.ast.path_name(path);
        let name = self.segment_ident(&segment)?;
        let found = match scope {
            Some(scope) => self.decls.scopes.member(scope, name, Want::Type),
            None => self.lookup(name, Want::Type),
        };
        match found.map(|found| found.entity) {
            Some(entity @ Entity::Namespace(scope)) => {
                self.check_model_of_scope(entity, segment.span);
                Some(scope)
            }
            Some(_) => {
                let name = self.text(name);
                self.report(segment.span, crate::diagnostics::NotAScope { name });
                None
            }
            None if scope.is_none() && self.is_given(name) => Some(self.given_scope(name)),
            None => {
                self.report_missing(scope, name, segment.span, false);
                None
            }
        }
    }

    fn using(&mut self, path: ast::PathId, scope: ScopeId) {
        let Ok(Some(from)) = self.qualifier(path) else { return };
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        let ty = self.decls.scopes.member(from, name, Want::Type);
        let value = self.decls.scopes.member(from, name, Want::Any);
        if let Some(found) = ty {
            self.decls.scopes.bind_type(scope, name, found.entity, segment.span);
        }
        match value {
            Some(found) if ty.is_none_or(|ty| ty.entity != found.entity) => {
                self.decls.scopes.bind_value(scope, name, found.entity, segment.span);
            }
            Some(_) => {}
            None => self.report_missing(Some(from), name, segment.span, false),
        }
    }

    /// `_Static_assert(condition, "message")`
    pub(super) fn static_assert(&mut self, args: List<ast::Expr>, span: Span) {
        let args: Vec<ast::ExprId> = self.ast.ids(args).collect();
        let Some(&condition) = args.first() else { return };
        let Some(value) = self.constant_expr(condition) else { return };
        let Some(value) = value else {
            self.report(self.ast.exprs[condition].span, NotConstant { what: "asserted condition".to_owned() });
            return;
        };
        if self.is_true(value) {
            return;
        }
        let message = args.get(1).and_then(|&message| {
            if let ExprKind::Literal(Literal::Str(text)) = self.ast.exprs[message].kind {
                Some(format!(": {}", self.names.resolve(text)))
            } else {
                None
            }
        });
        self.report(span, StaticAssertFailed { message: message.unwrap_or_default() });
    }

    /// Declares an enumeration in place and binds its name.
    pub(super) fn declare_enum(&mut self, id: ast::EnumId) -> TypeId {
        let node = self.ast.enums[id];
        let scope = self.frame.scope;
        let local = self.frame.function.is_some();
        if let Some(&known) = self.decls.enums_of_ast.get(&(id, scope))
            && !local
        {
            return known;
        }
        let base = node.base.map(|ty| self.ast_type(ty));
        let base = match base.map(|ty| self.module.types[ty]) {
            None | Some(Type::Error) => Scalar::Int,
            Some(Type::Scalar(scalar)) if is_integer(scalar) => scalar,
            Some(_) => {
                let what = "underlying type of an enumeration must be an integer type".to_owned();
                self.report(node.span, InvalidDeclaration { what });
                Scalar::Int
            }
        };
        let simple = node.name.and_then(|path| self.simple_name(path));
        let name = simple.map_or(Symbol::EMPTY, |name| self.type_path_in(scope, name));
        let made = Enum { name, span: node.span, scoped: node.scoped, base, enumerators: Vec::new() };
        let made = self.module.enums.alloc(made);
        let ty = self.intern(Type::Enum(made));
        self.decls.enums_of_ast.insert((id, scope), ty);
        let names = self.decls.scopes.open(scope, ScopeKind::Enum, name);
        self.decls.enum_scopes.insert(made, names);
        if let Some(simple) = simple {
            self.bind_type_name((!local).then_some(scope), simple, ty, node.span);
        }
        self.enumerators(&node, made, ty, names);
        ty
    }

    fn enumerators(&mut self, node: &ast::Enum, id: crate::hir::ty::EnumId, ty: TypeId, names: ScopeId) {
        let outer = self.frame.scope;
        let local = self.frame.function.is_some();
        let mut next: i64 = 0;
        let ast = self.ast;
        for declarator in ast.ids(node.enumerators) {
            let declarator = self.ast.declarators[declarator];
            let Some(name) = declarator.name.and_then(|path| self.simple_name(path)) else { continue };
            if let Some(init) = declarator.init {
                next = self.enumerator_value(init, names).unwrap_or(next);
            }
            let constant = self.intern_constant(ty, ConstantValue::Int(next as u64));
            self.module.enums[id].enumerators.push((name, next));
            let entity = Entity::Constant(constant);
            let mut old = self.decls.scopes.bind_value(names, name, entity, declarator.span);
            if !node.scoped && old.is_none() {
                old = match local {
                    true => self.frame.locals.bind_value(name, entity, declarator.span),
                    false => self.decls.scopes.bind_value(outer, name, entity, declarator.span),
                };
            }
            if let Some((_, previous)) = old {
                self.redefinition(name, declarator.span, previous);
            }
            next = next.wrapping_add(1);
        }
    }

    fn enumerator_value(&mut self, init: ast::ExprId, names: ScopeId) -> Option<i64> {
        let outer = std::mem::replace(&mut self.frame.scope, names);
        let value = self.constant_expr(init);
        self.frame.scope = outer;
        match value? {
            Some(value) => self.integer(value),
            None => {
                self.report(self.ast.exprs[init].span, NotConstant { what: "enumerator value".to_owned() });
                None
            }
        }
    }
}

fn is_integer(scalar: Scalar) -> bool {
    use crate::hir::ty::ElemClass;
    matches!(scalar.class(), ElemClass::SInt | ElemClass::UInt | ElemClass::Bool)
}
