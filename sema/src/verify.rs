//! The verifier of the HIR: ids exist, types agree, places and values are where they must be, no literal types and
//! errors remain. A violation is a bug of the analysis, never of the user.

mod expr;
mod stmt;
#[cfg(test)]
mod tests;

use crate::convert::numeric_type;
use crate::hir::display::scalar_name;
use crate::hir::dump::{Place, Problem};
use crate::hir::expr::{Category, ExprId};
use crate::hir::ty::{Scalar, Type, TypeId};
use crate::hir::walk::{all_stmts, post_order};
use crate::hir::{Body, Function, GlobalKind, Module};

/// The limit of reported violations.
const MAX_PROBLEMS: usize = 100;

/// All violations in a module; an emitter may rely on it if there are none.
pub fn verify(module: &Module) -> Vec<Problem> {
    let empty = Body::default();
    let mut verifier = Verifier { module, body: &empty, ret: None, place: Place::Module, problems: Vec::new() };
    verifier.tables();
    verifier.body = &module.init;
    verifier.place = Place::Init;
    verifier.initializers();
    for (id, function) in module.functions.iter() {
        verifier.place = Place::Function(id);
        verifier.body = &function.body;
        verifier.function(function);
    }
    verifier.problems.truncate(MAX_PROBLEMS);
    verifier.problems
}

struct Verifier<'a> {
    module: &'a Module,
    body: &'a Body,
    /// The result type of the function.
    ret: Option<TypeId>,
    place: Place,
    problems: Vec<Problem>,
}

impl<'a> Verifier<'a> {
    fn problem(&mut self, expr: Option<ExprId>, text: impl Into<String>) {
        self.problems.push(Problem { place: self.place, expr, text: text.into() });
    }

    fn check(&mut self, holds: bool, expr: Option<ExprId>, text: &str) {
        if !holds {
            self.problem(expr, text);
        }
    }

    /// Types and globals, entry points.
    fn tables(&mut self) {
        for (_, definition) in self.module.structs.iter() {
            for field in &definition.fields {
                self.value_type(field.ty, None, "a field");
            }
        }
        for (_, global) in self.module.globals.iter() {
            self.value_type(global.ty, None, "a global");
            if let GlobalKind::Block { .. } = global.kind {
                let is_struct = self.ty(global.ty).is_some_and(|ty| matches!(ty, Type::Struct(_)));
                self.check(is_struct, None, "a block is a struct");
            }
        }
        for entry in &self.module.entry_points {
            let Some(function) = self.module.functions.get(entry.function) else {
                self.problem(None, "an entry point has no function");
                continue;
            };
            self.check(function.block.is_some(), None, "an entry point has a body");
            self.check(entry.params.len() == function.params.len(), None, "an entry point has all parameters");
        }
    }

    fn ty(&self, ty: TypeId) -> Option<Type> {
        self.module.types.get(ty)
    }

    /// Checks that values have known, correct, and concrete types.
    fn value_type(&mut self, ty: TypeId, expr: Option<ExprId>, what: &str) {
        match self.ty(ty) {
            None => self.problem(expr, format!("{what} has a type that does not exist")),
            Some(Type::Error) => self.problem(expr, format!("{what} has the type of a mistake")),
            Some(Type::Transient(_)) => self.problem(expr, format!("{what} has a type that only the analysis knows")),
            Some(ty) => {
                if let Some((elem, _)) = numeric_type(ty)
                    && elem.is_literal()
                {
                    self.problem(expr, format!("{what} has the type '{}'", scalar_name(elem)));
                }
            }
        }
    }

    fn initializers(&mut self) {
        let module = self.module;
        for (_, global) in module.globals.iter() {
            if let GlobalKind::Static { init: Some(init), .. } = global.kind {
                self.root(init);
                self.same_type(init, global.ty, "an initialiser");
                self.value(init, "an initialiser");
            }
        }
    }

    fn function(&mut self, function: &'a Function) {
        self.ret = Some(function.ret);
        for (_, local) in function.body.locals.iter() {
            self.value_type(local.ty, None, "a local");
        }
        for local in function.params.iter().map(|param| param.local).chain(function.this) {
            self.check(function.body.locals.get(local).is_some(), None, "a parameter has no variable");
        }
        let Some(block) = &function.block else { return };
        for stmt in all_stmts(&function.body, block) {
            self.stmt(stmt);
        }
        self.jumps(block);
    }

    /// Checks an expression and all below it.
    fn root(&mut self, root: ExprId) {
        if self.body.exprs.get(root).is_none() {
            return self.problem(None, format!("the expression %{} does not exist", root.raw()));
        }
        for expr in post_order(self.body, root) {
            self.expr(expr);
        }
    }

    fn type_of(&self, expr: ExprId) -> Option<TypeId> {
        self.body.exprs.get(expr).map(|node| node.ty)
    }

    fn shape_of(&self, expr: ExprId) -> Option<(Scalar, crate::convert::Shape)> {
        self.type_of(expr).and_then(|ty| self.ty(ty)).and_then(numeric_type)
    }

    fn same_type(&mut self, expr: ExprId, ty: TypeId, what: &str) {
        if self.type_of(expr).is_some_and(|found| found != ty) {
            self.problem(Some(expr), format!("{what} has another type than what it is for"));
        }
    }

    fn value(&mut self, expr: ExprId, what: &str) {
        self.category(expr, Category::Value, what);
    }

    fn category(&mut self, expr: ExprId, wanted: Category, what: &str) {
        if self.body.exprs.get(expr).is_some_and(|node| node.category != wanted) {
            let word = match wanted {
                Category::Place => "place",
                Category::Value => "value",
            };
            self.problem(Some(expr), format!("{what} is not {word}"));
        }
    }

    /// A scalar `bool` value.
    fn condition(&mut self, expr: ExprId) {
        self.value(expr, "a condition");
        let is_bool = self.type_of(expr).and_then(|ty| self.ty(ty)) == Some(Type::Scalar(Scalar::Bool));
        self.check(is_bool, Some(expr), "a condition is a scalar 'bool'");
    }
}
