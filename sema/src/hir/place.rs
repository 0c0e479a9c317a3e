//! Places: their roots, and writes by expressions. Loads and stores are codegen's.

use super::expr::{Arg, Conversion, ExprId, ExprKind, ParamMode};
use super::{Body, LocalId};

impl ExprKind {
    /// The place that this one is a part of. `None` for a variable, for contents of a resource or a pointer, and for a
    /// value.
    pub const fn whole(&self) -> Option<ExprId> {
        match self {
            ExprKind::Member { base, .. }
            | ExprKind::Index { base, .. }
            | ExprKind::Swizzle { base, .. }
            | ExprKind::MatrixSwizzle { base, .. }
            | ExprKind::Convert { conversion: Conversion::ToBase, operand: base } => Some(*base),
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Load(_)
            | ExprKind::ResourceElement { .. }
            | ExprKind::Unary { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Binary { .. }
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Comma { .. }
            | ExprKind::Convert { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::Method { .. } => None,
        }
    }

    /// The place that an assignment, `++` or `--` changes.
    pub const fn changed(&self) -> Option<ExprId> {
        if let ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::IncDec { place, .. } = self
        {
            Some(*place)
        } else {
            None
        }
    }

    /// The places that an operator, or a call through its arguments, may write.
    pub fn written(&self) -> impl Iterator<Item = ExprId> + '_ {
        let args = self.arguments().iter().filter(|arg| arg.mode != ParamMode::In).map(|arg| arg.expr);
        self.changed().into_iter().chain(args)
    }

    /// The object of a method call, which the method may write.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not call a method")]
    pub const fn receiver(&self) -> Option<ExprId> {
        match self {
            ExprKind::Call { object, .. } => *object,
            ExprKind::Method { object, .. } => Some(*object),
            _ => None,
        }
    }

    /// The arguments of a call besides its object.
    fn arguments(&self) -> &[Arg] {
        if let ExprKind::Call { args, .. } | ExprKind::Intrinsic { args, .. } | ExprKind::Method { args, .. } = self {
            args
        } else {
            &[]
        }
    }
}

impl Body {
    /// The local that a place is, or is a part of.
    pub fn local_of(&self, mut place: ExprId) -> Option<LocalId> {
        loop {
            let kind = &self.exprs[place].kind;
            if let ExprKind::Local(local) = kind {
                return Some(*local);
            }
            place = kind.whole()?;
        }
    }
}
