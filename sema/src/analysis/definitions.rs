//! Locals with one definition: what they hold is the value that their declaration gives them.

use crate::hir::expr::{Conversion, ExprId, ExprKind};
use crate::hir::stmt::StmtKind;
use crate::hir::{Body, LocalId};
use base::ids::{Map, Set};

/// The locals of a body that only their declarations write, with these values.
#[derive(Debug)]
pub(crate) struct Definitions {
    values: Map<LocalId, ExprId>,
    /// The locals that expressions write.
    written: Set<LocalId>,
}

/// The limit of steps from a value to its source: far more than people write, and no walk of a long chain again and again.
const MOST_STEPS: usize = 16;

impl Definitions {
    /// Collects them.
    pub(crate) fn of(body: &Body) -> Self {
        let mut written: Set<LocalId> = Set::default();
        for (_, node) in body.exprs.iter() {
            let places = node.kind.written().chain(node.kind.receiver());
            written.extend(places.filter_map(|place| body.local_of(place)));
        }
        let declared = body.stmts.iter().filter_map(|(_, stmt)| {
            if let StmtKind::Let { local, init: Some(init) } = stmt.kind { Some((local, init)) } else { None }
        });
        let values = declared.filter(|(local, _)| !written.contains(local)).collect();
        Definitions { values, written }
    }

    /// Returns whether a variable or parameter may have another value than at first.
    pub(crate) fn is_changed(&self, local: LocalId) -> bool {
        self.written.contains(&local)
    }

    /// The expression from which a value comes: variables with one definition, and conversions of numbers, are looked
    /// through.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions make a value of their own")]
    pub(crate) fn source(&self, body: &Body, mut expr: ExprId) -> ExprId {
        for _ in 0..MOST_STEPS {
            expr = match body.exprs[expr].kind {
                ExprKind::Convert { conversion: Conversion::Numeric | Conversion::Splat, operand } => operand,
                ExprKind::Load(place) => {
                    if let ExprKind::Local(local) = body.exprs[place].kind {
                        match self.values.get(&local) {
                            Some(&value) => value,
                            None => return expr,
                        }
                    } else {
                        return expr;
                    }
                }
                _ => return expr,
            };
        }
        expr
    }
}
