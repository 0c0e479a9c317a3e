//! Const objects and const methods of HLSL 202x.

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::diagnostics::ConstObject;
use crate::hir::expr::{ExprId, ExprKind};
use base::source::Span;
use frontend::language::HlslVersion;

impl Checker<'_> {
    /// Returns whether the object of a call is const: a const variable, a member of one, or what the application sets.
    pub(super) fn is_const_object(&self, object: ExprId) -> bool {
        let is_constant = matches!(self.frame.body.exprs[object].kind, ExprKind::Constant(_));
        is_constant || (self.is_place(object) && self.why_not_assignable(object).is_some())
    }

    /// The candidates that an object may call: const methods for a const object; for others those methods that are not
    /// const hide const ones with the same parameters. Reports an object without any, and returns `None`.
    pub(super) fn for_object(&mut self, candidates: Vec<FnId>, is_const: bool, span: Span) -> Option<Vec<FnId>> {
        if self.options.version < HlslVersion::V202x {
            return Some(candidates);
        }
        let modifies = |id: &FnId| {
            let info = &self.decls.functions[*id];
            info.owner.is_some() && !info.is_static && !info.is_const
        };
        let Some(&modifying) = candidates.iter().find(|id| modifies(id)) else { return Some(candidates) };
        if !is_const {
            let is_hidden =
                |id: &FnId| candidates.iter().any(|other| modifies(other) && self.takes_the_same(*other, *id));
            return Some(candidates.iter().copied().filter(|id| modifies(id) || !is_hidden(id)).collect());
        }
        let kept: Vec<FnId> = candidates.iter().copied().filter(|id| !modifies(id)).collect();
        if !kept.is_empty() {
            return Some(kept);
        }
        let (name, declared) = (self.decls.functions[modifying].name, self.decls.functions[modifying].span);
        let name = self.text(name);
        self.report(span, ConstObject { name }).declared_at(declared);
        None
    }

    /// Returns whether two methods have parameters of the same types.
    fn takes_the_same(&self, a: FnId, b: FnId) -> bool {
        let [a, b] = [a, b].map(|id| self.decls.functions[id].params.iter().map(|param| param.ty));
        a.eq(b)
    }
}
