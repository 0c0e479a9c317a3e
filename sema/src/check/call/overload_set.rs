//! Overload sets: intrinsics, functions in the scopes around the call, and those in the namespaces of its arguments. It
//! does not rank them.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::{Entity, Found, OverloadsId, ScopeKind, Want};
use crate::diagnostics::HiddenByIntrinsic;
use crate::hir::ty::{Type, TypeId};
use crate::overload::{self, Call, TypeArguments};
use crate::tables::intrinsics::Lowering;
use base::intern::Symbol;
use base::short::Short;
use base::source::Span;
use frontend::ast::{self, List, PathId};

impl Checker<'_> {
    /// The functions of a plain name in the namespace of a struct.
    pub(super) fn function_beside(&self, ty: TypeId, path: PathId) -> Option<(Found, OverloadsId)> {
        self.functions_beside(ty, self.segment_ident(self.ast.path_name(path))?)
    }

    /// The functions of a name in the namespace of a struct.
    pub(super) fn functions_beside(&self, ty: TypeId, name: Symbol) -> Option<(Found, OverloadsId)> {
        let Type::Struct(id) = self.module.types[ty] else { return None };
        let namespace = self.decls.scopes.namespace_around(self.decls.structs[id].scope);
        let found = self.decls.scopes.member(namespace, name, Want::Any)?;
        if let Entity::Functions(overloads) = found.entity { Some((found, overloads)) } else { None }
    }

    /// The template arguments of an intrinsic, if a call means one although the source declares functions of its name:
    /// as in DXC, those are ignored if an intrinsic takes the arguments. Methods and qualified names hide it.
    pub(super) fn means_intrinsic(
        &mut self,
        found: Found,
        path: PathId,
        name: Symbol,
        args: &Arguments,
    ) -> Option<(Symbol, TypeArguments)> {
        let is_plain = self.ast.paths[path].count == 1;
        let of_struct =
            found.scope.is_some_and(|scope| matches!(self.decls.scopes.get(scope).kind, ScopeKind::Struct(_)));
        if !is_plain || of_struct {
            return None;
        }
        let name = if self.has_intrinsic(name) { name } else { self.shown_intrinsic(name)? };
        let written = self.ast.path_name(path).args;
        let type_args = self.substituted(|checker| checker.type_arguments(written))?;
        let rows = self.intrinsics_named(name);
        let call = Call { names: self.names, version: self.options.version, type_args, args: &args.types };
        let choice = overload::find_intrinsic(&mut self.module, rows, &call)?;
        let profile = self.options.unit.profile;
        let is_there = !matches!(choice.row.lowering, Lowering::Unsupported(_))
            && !choice.row.refuses((profile.major, profile.minor));
        is_there.then_some((name, type_args))
    }

    /// Warns if an intrinsic replaces a function with exactly the types of the arguments.
    pub(super) fn warn_of_hidden_function(&mut self, overloads: OverloadsId, args: &Arguments, span: Span) {
        let functions = &self.decls.scopes.overloads[overloads].functions;
        let Some(&hidden) = functions.iter().find(|&&function| self.takes_exactly(function, args)) else { return };
        let (name, declared) = (self.text(self.decls.functions[hidden].name), self.decls.functions[hidden].span);
        let note = "declared here; rename it or put it in a namespace to avoid the conflict";
        self.report(span, HiddenByIntrinsic { name }).note_at(declared, note);
    }

    /// The overload sets of a name: those of its scope and the namespaces visible there and, for a plain name, those of
    /// the namespaces of the arguments.
    pub(super) fn function_sets(
        &self,
        found: Found,
        overloads: OverloadsId,
        path: PathId,
        args: &Arguments,
    ) -> Short<OverloadsId, 2> {
        let mut sets = Short::from([overloads]);
        let Some(scope) = found.scope else { return sets };
        let around = self.decls.scopes.get(scope);
        if matches!(around.kind, ScopeKind::Struct(_)) {
            return sets;
        }
        let mut add = |set| {
            if !sets.contains(&set) {
                sets.push(set);
            }
        };
        if let Some(name) = self.segment_ident(self.ast.path_name(path))
            && !around.visible.is_empty()
        {
            self.decls.scopes.functions_visible(scope, name).into_iter().for_each(&mut add);
        }
        if self.simple_name(path).is_some() {
            args.types.iter().filter_map(|&ty| self.function_beside(ty, path)).for_each(|(_, set)| add(set));
        }
        sets
    }

    /// The candidates that are visible at the call. A template sees those of its arguments' namespaces at its
    /// instantiation, also if nothing else matches.
    pub(super) fn visible_candidates(
        &mut self,
        sets: &[OverloadsId],
        explicit: Option<List<ast::Expr>>,
        args: &Arguments,
        span: Span,
    ) -> Vec<FnId> {
        let sees = self.sees();
        let of = |checker: &mut Self, sees: u32| match *sets {
            [set] => checker.candidates(set, explicit, args, sees, span),
            _ => sets.iter().flat_map(|&set| checker.candidates(set, explicit, args, sees, span)).collect(),
        };
        let candidates = of(self, sees);
        let in_template = self.decls.scopes.template_position(self.frame.scope).is_some();
        let of_structs = || args.types.iter().any(|&ty| matches!(self.module.types[ty], Type::Struct(_)));
        if in_template && (of_structs() || self.viable(&candidates, args).is_none()) {
            return of(self, u32::MAX);
        }
        candidates
    }
}
