//! Const variables as arguments of methods for parameters that are written. DXC does not check the arguments of methods, so
//! that shaders have them.

use crate::check::state::Checker;
use crate::diagnostics::ConstArgument;
use crate::hir::expr::{ExprId, ExprKind, ParamMode};
use base::intern::Symbol;
use frontend::language::HlslVersion;

impl Checker<'_> {
    /// The argument of a method, which is a copy of a const variable if the method writes the parameter.
    pub(super) fn method_argument(&mut self, expr: ExprId, mode: ParamMode, parameter: Symbol) -> ExprId {
        let is_written = match mode {
            ParamMode::Out | ParamMode::InOut => true,
            ParamMode::In | ParamMode::Reference => false,
        };
        if !is_written || self.options.version >= HlslVersion::V202x {
            return expr;
        }
        let Some(name) = self.const_variable(expr) else { return expr };
        let (ty, span, declared) = (self.ty(expr), self.span(expr), self.declaration_of(expr));
        let (name, parameter) = (self.text(name), self.text(parameter));
        self.report(span, ConstArgument { name, parameter }).declared_at(declared);
        let local = self.temporary(ty, span);
        let place = self.place(ty, ExprKind::Local(local), span);
        let value = self.load(expr);
        self.place(ty, ExprKind::Assign { place, value }, span)
    }

    /// The name of the const variable that an expression is, or a part of.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not parts of variables")]
    fn const_variable(&self, mut expr: ExprId) -> Option<Symbol> {
        loop {
            expr = match self.frame.body.exprs[expr].kind {
                ExprKind::Local(local) => {
                    return self.frame.read_only.contains(&local).then(|| self.frame.body.locals[local].name);
                }
                ExprKind::Member { base, .. } | ExprKind::Index { base, .. } | ExprKind::Swizzle { base, .. } => base,
                _ => return None,
            };
        }
    }
}
