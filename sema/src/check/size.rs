//! `sizeof`.

use crate::check::state::Checker;
use crate::diagnostics::{InvalidSizeof, WrongArgumentCount};
use crate::hir::expr::{ConstantValue, ExprId};
use crate::layout;
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast, List};

impl Checker<'_> {
    /// `sizeof(T)`, `sizeof(expr)`
    pub(super) fn size_of(&mut self, args: List<ast::Expr>, span: Span) -> ExprId {
        let given: Vec<ast::ExprId> = self.ast.ids(args).collect();
        let [arg] = given[..] else {
            let (name, expected, found) = ("sizeof".to_owned(), "1".to_owned(), given.len().to_string());
            self.report(span, WrongArgumentCount { name, expected, found });
            return self.error(span);
        };
        let ty = if let Ast::TypeArg(ty) = self.ast.exprs[arg].kind {
            self.ast_type(ty)
        } else {
            self.unevaluated(|checker| {
                let value = checker.nested(arg);
                let value = checker.concrete(value);
                checker.ty(value)
            })
        };
        if ty == self.common.error {
            return self.error(span);
        }
        if !self.is_data(ty) {
            let ty = self.type_name(ty);
            self.report(span, InvalidSizeof { ty });
            return self.error(span);
        }
        let size = layout::size_of(&mut self.module, ty);
        let constant = self.intern_constant(self.common.uint, ConstantValue::Int(size.into()));
        self.constant(constant, span)
    }
}
