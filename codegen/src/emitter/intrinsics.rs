//! Calls of intrinsic functions and methods of ray queries.

use super::Emitter;
use super::methods::MethodArgs;
use sema::hir::expr::{Arg, ExprId};
use sema::hir::ty::TypeId;
use sema::tables::intrinsics::Intrinsic;
use sema::tables::methods::MethodKind;
use spirv::Word;

impl Emitter<'_> {
    /// The result of an intrinsic function.
    pub(crate) fn intrinsic(&mut self, id: ExprId, intrinsic: &'static Intrinsic, _args: &[Arg]) -> Word {
        let expr = self.expr_of(id);
        self.not_supported(expr.span, intrinsic.name);
        self.undef(expr.ty)
    }

    /// The result of a method of a ray query.
    pub(crate) fn ray_query(&mut self, _kind: MethodKind, object: ExprId, _args: &MethodArgs<'_>, ty: TypeId) -> Word {
        let span = self.expr_of(object).span;
        self.not_supported(span, "a ray query");
        self.undef(ty)
    }
}
