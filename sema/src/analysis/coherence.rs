//! Coherence of resources: a resource that is `globallycoherent` in one place and not in another.
//!
//! Accesses are coherent where the resource itself is declared so, whatever the variables, parameters and members say that it
//! passes through.

use crate::diagnostics::CoherenceMismatch;
use crate::hir::expr::{Arg, Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Body, Function, FunctionId, LocalId, Module};
use base::diag::Sink;

/// Reports where a resource is taken for a coherent one, or a coherent one for another.
pub(crate) fn check(module: &Module, sink: &mut Sink) {
    if !is_said(module) {
        return;
    }
    let bodies = module.functions.iter().map(|(_, function)| (&function.body, Some(function)));
    for (body, function) in bodies.chain([(&module.init, None)]) {
        Walk { module, body, sink }.body(function);
    }
}

/// Returns whether anything in the module is `globallycoherent`.
fn is_said(module: &Module) -> bool {
    let in_function = |function: &Function| function.coherent || function.body.locals.iter().any(|(_, it)| it.coherent);
    module.globals.iter().any(|(_, global)| global.attributes.coherent)
        || module.functions.iter().any(|(_, function)| in_function(function))
        || module.structs.iter().any(|(_, it)| it.fields.iter().any(|field| field.attributes.coherent))
}

struct Walk<'a> {
    module: &'a Module,
    body: &'a Body,
    sink: &'a mut Sink,
}

impl Walk<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not places of resources")]
    fn body(&mut self, function: Option<&Function>) {
        for (_, stmt) in self.body.stmts.iter() {
            match stmt.kind {
                StmtKind::Let { local, init: Some(init) } => self.given(self.of_local(local), init),
                StmtKind::StaticInit { global, init, .. } => {
                    self.given(self.module.globals[global].attributes.coherent, init);
                }
                StmtKind::Return(Some(value)) => {
                    if let Some(function) = function {
                        self.given(function.coherent, value);
                    }
                }
                StmtKind::Let { .. }
                | StmtKind::Expr(_)
                | StmtKind::Block(_)
                | StmtKind::If { .. }
                | StmtKind::Loop(_)
                | StmtKind::Switch(_)
                | StmtKind::Return(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Discard => {}
            }
        }
        for (_, expr) in self.body.exprs.iter() {
            match &expr.kind {
                ExprKind::Assign { place, value } => {
                    if let Some(coherent) = self.of(*place) {
                        self.given(coherent, *value);
                    }
                }
                ExprKind::Call { function, args, .. } => self.call(*function, args),
                _ => {}
            }
        }
    }

    fn call(&mut self, function: FunctionId, args: &[Arg]) {
        let callee = &self.module.functions[function];
        for (arg, param) in args.iter().zip(&callee.params) {
            let coherent = callee.body.locals[param.local].coherent;
            match arg.mode {
                ParamMode::In | ParamMode::InOut | ParamMode::Reference => self.given(coherent, arg.expr),
                ParamMode::Out => {
                    if let Some(wanted) = self.of(arg.expr) {
                        self.compare(wanted, coherent, arg.expr);
                    }
                }
            }
        }
    }

    /// A value becomes that of something that is coherent or not.
    fn given(&mut self, wanted: bool, value: ExprId) {
        if let Some(coherent) = self.of(value) {
            self.compare(wanted, coherent, value);
        }
    }

    fn compare(&mut self, wanted: bool, coherent: bool, value: ExprId) {
        let node = &self.body.exprs[value];
        if wanted == coherent || !self.is_memory(node.ty) {
            return;
        }
        let change = if wanted { "adds" } else { "loses" }.to_owned();
        let report = self.sink.report(node.span, CoherenceMismatch { change });
        report.note(match wanted {
            true => "accesses are not coherent, as the resource is not declared globallycoherent",
            false => "accesses stay coherent, as the resource is declared globallycoherent",
        });
    }

    /// Returns whether a type is a resource that is written, or an array of such.
    fn is_memory(&self, ty: TypeId) -> bool {
        matches!(self.module.ty(self.module.element_of_arrays(ty)), Type::Object(it) if it.is_writable())
    }

    fn of_local(&self, local: LocalId) -> bool {
        self.body.locals[local].coherent
    }

    /// Returns whether a resource is declared to be coherent, if that is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not resources")]
    fn of(&self, expr: ExprId) -> Option<bool> {
        match &self.body.exprs[expr].kind {
            ExprKind::Global(global) => Some(self.module.globals[*global].attributes.coherent),
            ExprKind::Local(local) => Some(self.of_local(*local)),
            ExprKind::Call { function, .. } => Some(self.module.functions[*function].coherent),
            ExprKind::Member { base, field } => {
                let Type::Struct(id) = self.module.ty(self.body.exprs[*base].ty) else { return None };
                Some(self.module.structs[id].fields[*field as usize].attributes.coherent)
            }
            ExprKind::Load(inner)
            | ExprKind::Index { base: inner, .. }
            | ExprKind::Assign { place: inner, .. }
            | ExprKind::Comma { rhs: inner, .. }
            | ExprKind::Convert { conversion: Conversion::Numeric, operand: inner } => self.of(*inner),
            _ => None,
        }
    }
}
