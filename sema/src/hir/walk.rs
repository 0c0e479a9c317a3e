//! What the parts of a body consist of, for passes that look at all of them.

use super::expr::{ExprId, ExprKind};
use super::stmt::{StmtId, StmtKind};
use super::{Body, stmt::Block};
use base::ids::Set;

impl ExprKind {
    /// The operands, in the order of the fields.
    pub fn operands(&self) -> Vec<ExprId> {
        match self {
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_) => Vec::new(),
            ExprKind::Load(operand)
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Swizzle { base: operand, .. }
            | ExprKind::MatrixSwizzle { base: operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::IncDec { place: operand, .. }
            | ExprKind::Convert { operand, .. } => vec![*operand],
            ExprKind::Index { base: first, index: second }
            | ExprKind::Binary { lhs: first, rhs: second, .. }
            | ExprKind::ShortCircuit { lhs: first, rhs: second, .. }
            | ExprKind::Assign { place: first, value: second }
            | ExprKind::CompoundAssign { place: first, value: second, .. }
            | ExprKind::Comma { lhs: first, rhs: second } => vec![*first, *second],
            ExprKind::Ternary { condition, then, otherwise } | ExprKind::Select { condition, then, otherwise } => {
                vec![*condition, *then, *otherwise]
            }
            ExprKind::ResourceElement { object, index, level } => [*object, *index].into_iter().chain(*level).collect(),
            ExprKind::Construct { parts } => parts.clone(),
            ExprKind::Call { object, args, .. } => object.iter().copied().chain(args.iter().map(|a| a.expr)).collect(),
            ExprKind::Intrinsic { args, .. } => args.iter().map(|arg| arg.expr).collect(),
            ExprKind::Method { object, args, .. } => {
                std::iter::once(*object).chain(args.iter().map(|arg| arg.expr)).collect()
            }
        }
    }
}

/// The expression and all below it, operands first. Chains of operators may nest deeply, so this does not recurse.
pub fn post_order(body: &Body, root: ExprId) -> Vec<ExprId> {
    let mut order = Vec::new();
    let mut work = vec![(root, false)];
    while let Some((expr, done)) = work.pop() {
        if done {
            order.push(expr);
            continue;
        }
        let Some(node) = body.exprs.get(expr) else { continue };
        work.push((expr, true));
        work.extend(node.kind.operands().into_iter().rev().map(|operand| (operand, false)));
    }
    order
}

/// Each expression of a block once, operands first; what the analysis looked at and left out is not among them.
pub fn all_exprs(body: &Body, block: &Block) -> Vec<ExprId> {
    let roots = all_stmts(body, block).into_iter().filter_map(|stmt| body.stmts.get(stmt));
    let roots: Vec<ExprId> = roots.flat_map(|stmt| stmt.kind.parts().exprs).collect();
    let mut seen = Set::default();
    let mut order = Vec::new();
    let mut work: Vec<(ExprId, bool)> = roots.into_iter().rev().map(|root| (root, false)).collect();
    while let Some((expr, done)) = work.pop() {
        if done {
            order.push(expr);
        } else if seen.insert(expr)
            && let Some(node) = body.exprs.get(expr)
        {
            work.push((expr, true));
            work.extend(node.kind.operands().into_iter().rev().map(|operand| (operand, false)));
        }
    }
    order
}

/// The expressions and blocks that a statement consists of.
#[derive(Debug, Default)]
pub struct StmtParts<'a> {
    /// The expressions, outermost ones only.
    pub exprs: Vec<ExprId>,
    /// The blocks.
    pub blocks: Vec<&'a Block>,
}

impl StmtKind {
    /// What the statement consists of, in the order of the source.
    pub fn parts(&self) -> StmtParts<'_> {
        match self {
            StmtKind::Let { init, .. } => StmtParts { exprs: init.iter().copied().collect(), blocks: Vec::new() },
            StmtKind::StaticInit { init, .. } => StmtParts { exprs: vec![*init], blocks: Vec::new() },
            StmtKind::Expr(expr) => StmtParts { exprs: vec![*expr], blocks: Vec::new() },
            StmtKind::Block(block) => StmtParts { exprs: Vec::new(), blocks: vec![block] },
            StmtKind::If { condition, then, otherwise, .. } => {
                StmtParts { exprs: vec![*condition], blocks: std::iter::once(then).chain(otherwise).collect() }
            }
            StmtKind::Loop(node) => StmtParts {
                exprs: node.condition.iter().chain(&node.step).copied().collect(),
                blocks: vec![&node.init, &node.condition_init, &node.body],
            },
            StmtKind::Switch(node) => {
                StmtParts { exprs: vec![node.selector], blocks: node.cases.iter().map(|case| &case.body).collect() }
            }
            StmtKind::Return(value) => StmtParts { exprs: value.iter().copied().collect(), blocks: Vec::new() },
            StmtKind::Break | StmtKind::Continue | StmtKind::Discard => StmtParts::default(),
        }
    }
}

/// All statements of a block and of the blocks in it, outer ones first.
pub fn all_stmts(body: &Body, block: &Block) -> Vec<StmtId> {
    let mut found = Vec::new();
    let mut work: Vec<StmtId> = block.iter().rev().copied().collect();
    while let Some(stmt) = work.pop() {
        found.push(stmt);
        let Some(node) = body.stmts.get(stmt) else { continue };
        for block in node.kind.parts().blocks.into_iter().rev() {
            work.extend(block.iter().rev());
        }
    }
    found
}
