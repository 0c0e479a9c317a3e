//! A call of an intrinsic function: its arguments and the type of its result.

use sema::hir::expr::Arg;
use sema::hir::ty::TypeId;

/// A call of an intrinsic that is a sequence.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The arguments.
    pub(crate) args: &'a [Arg],
    /// The type of the result.
    pub(crate) ty: TypeId,
}

impl<'a> Call<'a> {
    /// The arguments, of which there are as many as the row has parameters.
    ///
    /// # Panics
    /// When the row has another number of parameters.
    pub(crate) fn exactly<const COUNT: usize>(self) -> &'a [Arg; COUNT] {
        self.args.try_into().expect("the row has as many parameters")
    }
}
