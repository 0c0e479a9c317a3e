//! Calls of overloaded operators: those of structs, and those outside of structs that HLSL 202x has, which are looked up in
//! the scopes around an expression and in the namespaces of its operands.

use super::Arguments;
use crate::check::state::Checker;
use crate::check::state::scopes::{Entity, OverloadsId, Want};
use crate::diagnostics::NotCallable;
use crate::hir::expr::ExprId;
use crate::hir::ty::{StructId, Type};
use base::source::Span;
use frontend::ast::{self, List, OverloadedOp};

impl Checker<'_> {
    /// A call of an overloaded operator; `None` if the struct has no matching one.
    pub(crate) fn operator_call(
        &mut self,
        id: StructId,
        op: OverloadedOp,
        object: ExprId,
        operands: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let name = self.operator_name(op);
        let scope = self.decls.structs[id].scope;
        let found = self.decls.scopes.member(scope, name, Want::Any)?;
        let Entity::Functions(overloads) = found.entity else { return None };
        let types = operands.iter().map(|&operand| self.pushed_buffer(operand).unwrap_or(self.ty(operand))).collect();
        let args = Arguments { exprs: operands.into(), types, commas: Vec::new() };
        let mut candidates = self.candidates(overloads, None, &args, u32::MAX, span);
        candidates.retain(|&function| self.decls.functions[function].params.len() == operands.len());
        if candidates.is_empty() {
            return None;
        }
        let Some(candidates) = self.for_object(candidates, self.is_const_object(object), span) else {
            return Some(self.error(span));
        };
        let Some(function) = self.choose(&candidates, name, &args, span) else { return Some(self.error(span)) };
        let object = self.method_object(object, function);
        Some(self.finish_call(function, object, &args, span, span))
    }

    /// A call of an expression that is not a name: `operator()` of an object.
    pub(crate) fn call_object(&mut self, callee: ExprId, args: List<ast::Expr>, span: Span) -> ExprId {
        let args = self.arguments(args);
        if self.is_error(callee) {
            return self.error(span);
        }
        let Some(args) = args else { return self.error(span) };
        self.call_value(callee, &args, self.span(callee), span)
    }

    /// A call of a value: `operator()` of its struct.
    pub(super) fn call_value(&mut self, callee: ExprId, args: &Arguments, at: Span, span: Span) -> ExprId {
        if let Some(id) = self.operator_struct(callee)
            && let Some(call) = self.operator_call(id, OverloadedOp::Call, callee, &args.exprs, span)
        {
            return call;
        }
        self.not_callable(callee, at)
    }

    fn not_callable(&mut self, callee: ExprId, span: Span) -> ExprId {
        if !self.is_error(callee) {
            let ty = self.type_name(self.ty(callee));
            self.report(span, NotCallable { ty });
        }
        self.error(span)
    }

    /// A call of an operator outside of structs; `None` if no such operator takes the operands.
    pub(crate) fn free_operator_call(
        &mut self,
        op: OverloadedOp,
        operands: &[ExprId],
        name_span: Span,
        span: Span,
    ) -> Option<ExprId> {
        let is_own =
            |checker: &Self, &operand: &ExprId| matches!(checker.type_of(operand), Type::Struct(_) | Type::Enum(_));
        if !self.decls.has_free_operators || !operands.iter().any(|operand| is_own(self, operand)) {
            return None;
        }
        let name = self.operator_name(op);
        let types = operands.iter().map(|&operand| self.ty(operand)).collect();
        let args = Arguments { exprs: operands.into(), types, commas: Vec::new() };
        let mut sets: Vec<OverloadsId> = Vec::new();
        if let Some(Entity::Functions(set)) = self.lookup(name, Want::Any).map(|found| found.entity) {
            sets.push(set);
        }
        sets.extend(args.types.iter().filter_map(|&ty| self.functions_beside(ty, name)).map(|(_, set)| set));
        sets.sort_unstable();
        sets.dedup();
        let mut candidates = self.visible_candidates(&sets, None, &args, span);
        candidates.retain(|&id| {
            let info = &self.decls.functions[id];
            info.owner.is_none() && info.params.len() == operands.len()
        });
        self.viable(&candidates, &args)?;
        let Some(function) = self.choose(&candidates, name, &args, name_span) else { return Some(self.error(span)) };
        Some(self.finish_call(function, None, &args, name_span, span))
    }
}
