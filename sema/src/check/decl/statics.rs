//! `static` variables outside of functions: their initialisers, and members that are defined outside of their struct.

use crate::check::decl::global::Declared;
use crate::check::state::Checker;
use crate::check::state::declarations::LateInit;
use crate::check::state::frame::Frame;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, ScopeKind};
use crate::consteval::{self, Effort};
use crate::diagnostics::{ArrayLengthMissing, NotConstexpr};
use crate::hir::ty::{Type, TypeId};
use crate::hir::{GlobalId, GlobalKind};
use crate::tables::attributes::Place;
use frontend::ast::{self, Declarator, Modifier, Variables};

/// The limit of constants whose values are tracked.
const MAX_KNOWN: u64 = 64;

impl Checker<'_> {
    /// Enters a `static` variable; a constant scalar becomes its value.
    pub(crate) fn static_global(&mut self, declared: &Declared<'_>, is_const: bool) -> Entity {
        let entity = self.static_entity(declared, is_const);
        if self.has_modifier(declared.variables.prefixes, Modifier::Constexpr) {
            self.check_constexpr_global(&entity, declared);
        }
        entity
    }

    fn static_entity(&mut self, declared: &Declared<'_>, is_const: bool) -> Entity {
        let ty = declared.ty;
        if let (None, Type::RuntimeArray(_)) = (declared.declarator.init, self.module.types[ty]) {
            self.report(declared.span, ArrayLengthMissing {});
            return Entity::Error;
        }
        if let (true, Some(init)) = (is_const, declared.declarator.init)
            && matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_))
        {
            // Not in the scope of the variable, which is not declared yet.
            match self.constant_of_type(init, ty) {
                Some(Some(constant)) => return Entity::Constant(constant),
                Some(None) => {}
                None => return Entity::Error,
            }
        }
        if self.refuse_hit_object(ty, "a static variable", declared.span) {
            return Entity::Error;
        }
        let coherent = self.is_coherent(declared.variables.prefixes);
        let written = declared.declarator.init;
        let init = written.filter(|_| !self.decls.initialising);
        let init = init.map(|init| self.static_init(init, ty, declared.scope, coherent));
        if is_const && written.is_none() && !self.has_modifier(declared.variables.prefixes, Modifier::Constexpr) {
            self.warn_of_unset_constant(declared.name, ty, declared.span);
        }
        let global = self.add_global(declared, ty, GlobalKind::Static { init, is_const, is_local: false });
        match (init, written) {
            (Some(init), _) if is_const => self.note_value(global, init),
            (None, Some(init)) => {
                self.decls.late_inits.push(LateInit { global, init, scope: declared.scope, coherent });
            }
            (Some(_) | None, _) => {}
        }
        Entity::Global(global)
    }

    /// Reports a `constexpr` variable whose value is not known. Long tables are not tracked.
    fn check_constexpr_global(&mut self, entity: &Entity, declared: &Declared<'_>) {
        let &Entity::Global(global) = entity else { return };
        let is_long = self.scalar_count(self.module.globals[global].ty) > MAX_KNOWN;
        let has_value = declared.declarator.init.is_some() && (is_long || self.decls.values.contains_key(&global));
        if !has_value {
            let name = self.text(declared.name);
            self.report(declared.span, NotConstexpr { name });
        }
    }

    /// Records the known value of a constant, for constant expressions.
    fn note_value(&mut self, global: GlobalId, init: crate::hir::expr::ExprId) {
        if self.scalar_count(self.module.globals[global].ty) > MAX_KNOWN {
            return;
        }
        let body = std::mem::take(&mut self.module.init);
        let values = &self.decls.values;
        let known = |kind: &crate::hir::expr::ExprKind| {
            if let crate::hir::expr::ExprKind::Global(other) = kind { values.get(other).copied() } else { None }
        };
        let value = consteval::fold(&mut self.module, &body, &known, Effort::Everything, init);
        self.module.init = body;
        self.decls.values.extend(value.map(|value| (global, value)));
    }

    /// Checks the initialiser of a static variable; its expressions go to the module's own body.
    pub(crate) fn static_init(
        &mut self,
        init: ast::ExprId,
        ty: TypeId,
        scope: ScopeId,
        coherent: bool,
    ) -> crate::hir::expr::ExprId {
        let body = std::mem::take(&mut self.module.init);
        let inner = Frame { coherent, body, ..Frame::new(scope, self.common.void) };
        let outer = std::mem::replace(&mut self.frame, inner);
        self.decls.initialising = true;
        let value = self.initializer(init, ty);
        self.decls.initialising = false;
        self.module.init = std::mem::replace(&mut self.frame, outer).body;
        self.finish_late_inits();
        value
    }

    /// Checks deferred initialisers, and those that they lead to, in a loop: chains of templates may be long.
    fn finish_late_inits(&mut self) {
        if std::mem::replace(&mut self.decls.late_inits_run, true) {
            return;
        }
        while let Some(late) = self.decls.late_inits.pop() {
            self.late_init(late);
        }
        self.decls.late_inits_run = false;
    }

    /// Initialises a static.
    fn late_init(&mut self, late: LateInit) {
        let ty = self.module.globals[late.global].ty;
        let value = self.static_init(late.init, ty, late.scope, late.coherent);
        let GlobalKind::Static { init, is_const, .. } = &mut self.module.globals[late.global].kind else { return };
        *init = Some(value);
        if *is_const {
            self.note_value(late.global, value);
        }
    }

    /// `static` members of a struct; initialised constants are folded, the others await their definition.
    pub(crate) fn static_members(&mut self, variables: &Variables, scope: ScopeId) {
        let base = self.ast_type(variables.ty);
        let base = self.modified_type(base, variables.prefixes);
        let ast = self.ast;
        for id in ast.ids(variables.declarators) {
            let declarator = self.ast.declarators[id];
            let Some(name) = declarator.name.and_then(|path| self.simple_name(path)) else { continue };
            let mut declared = self.declared(variables, &declarator, base, scope, name, declarator.span);
            declared.attributes = self.read_attributes(variables.prefixes, Place::Global);
            if declared.ty == self.common.error {
                self.bind_global(&declared, Entity::Error);
                continue;
            }
            let is_const = self.is_declared_const(variables.prefixes);
            let entity = if declared.attributes.name_builtin() {
                self.ext_builtin(&declared)
            } else if declarator.init.is_some() {
                self.static_global(&declared, is_const)
            } else {
                let kind = GlobalKind::Static { init: None, is_const, is_local: false };
                let global = self.add_global(&declared, declared.ty, kind);
                self.decls.undefined.insert(global);
                Entity::Global(global)
            };
            self.bind_global(&declared, entity);
        }
    }

    /// `T S::x = value;`
    pub(crate) fn define_static_member(&mut self, declarator: &Declarator) {
        let Some(path) = declarator.name else { return };
        let Ok(Some(scope)) = self.qualifier(path) else { return };
        let Some(name) = self.segment_ident(&self.ast.path_name(path).clone()) else { return };
        let span = self.ast.paths[path].span;
        let Some((Entity::Global(global), _)) = self.decls.scopes.own(scope, name).value else {
            if !matches!(self.decls.scopes.own(scope, name).value, Some((Entity::Constant(_) | Entity::Error, _))) {
                self.report_missing(Some(scope), name, span, false);
            }
            return;
        };
        let scope = if let ScopeKind::Struct(id) = self.decls.scopes.get(scope).kind {
            self.decls.structs[id].scope
        } else {
            scope
        };
        self.define_static(global, declarator.init, scope);
    }

    /// Defines a `static` member.
    pub(crate) fn define_static(&mut self, global: GlobalId, init: Option<ast::ExprId>, scope: ScopeId) {
        self.decls.undefined.remove(&global);
        let Some(init) = init else { return };
        let late = LateInit { global, init, scope, coherent: false };
        match self.decls.initialising {
            true => self.decls.late_inits.push(late),
            false => self.late_init(late),
        }
    }
}
