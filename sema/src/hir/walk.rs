//! Visitors of the parts of a body.

use super::expr::{Arg, ExprId, ExprKind};
use super::stmt::{StmtId, StmtKind};
use super::{Body, Global, GlobalId, GlobalKind, Module, stmt::Block};
use base::ids::Set;

impl ExprKind {
    /// The operands, in the order of the fields.
    pub fn operands(&self) -> Vec<ExprId> {
        let mut operands = Vec::new();
        self.each_operand(|operand| operands.push(operand));
        operands
    }

    /// Visits the operands, in the order of the fields.
    pub fn each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_) => {}
            ExprKind::Load(operand)
            | ExprKind::Member { base: operand, .. }
            | ExprKind::Swizzle { base: operand, .. }
            | ExprKind::MatrixSwizzle { base: operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::IncDec { place: operand, .. }
            | ExprKind::Convert { operand, .. } => visit(*operand),
            ExprKind::Index { base: first, index: second }
            | ExprKind::Binary { lhs: first, rhs: second, .. }
            | ExprKind::ShortCircuit { lhs: first, rhs: second, .. }
            | ExprKind::Assign { place: first, value: second }
            | ExprKind::CompoundAssign { place: first, value: second, .. }
            | ExprKind::Comma { lhs: first, rhs: second } => [*first, *second].into_iter().for_each(visit),
            ExprKind::Ternary { condition, then, otherwise } | ExprKind::Select { condition, then, otherwise } => {
                [*condition, *then, *otherwise].into_iter().for_each(visit);
            }
            ExprKind::ResourceElement { object, index, level } => {
                [*object, *index].into_iter().chain(*level).for_each(visit);
            }
            ExprKind::Construct { parts } => parts.iter().copied().for_each(visit),
            ExprKind::Call { object, args, .. } => object.iter().copied().chain(operands(args)).for_each(visit),
            ExprKind::Intrinsic { args, .. } => operands(args).for_each(visit),
            ExprKind::Method { object, args, .. } => std::iter::once(*object).chain(operands(args)).for_each(visit),
        }
    }
}

fn operands(args: &[Arg]) -> impl Iterator<Item = ExprId> + '_ {
    args.iter().map(|arg| arg.expr)
}

/// The stack of a walk, the next item on top: an expression, and whether its operands have been visited.
type Pending = Vec<(ExprId, bool)>;

/// Pushes the operands of an expression, and itself below them.
fn expand(expr: ExprId, kind: &ExprKind, pending: &mut Pending) {
    pending.push((expr, true));
    let first = pending.len();
    kind.each_operand(|operand| pending.push((operand, false)));
    pending[first..].reverse();
}

/// Post-order walks of expressions. Chains of operators may nest deeply, so this does not recurse; one walker for all
/// expressions of a body allocates once.
#[derive(Debug, Default)]
pub struct PostOrder {
    pending: Pending,
}

impl PostOrder {
    /// Visits all below an expression, and then itself.
    pub fn visit(&mut self, body: &Body, root: ExprId, mut visit: impl FnMut(ExprId)) {
        self.pending.push((root, false));
        while let Some((expr, done)) = self.pending.pop() {
            if done {
                visit(expr);
            } else if let Some(node) = body.exprs.get(expr) {
                expand(expr, &node.kind, &mut self.pending);
            }
        }
    }
}

/// The expression and all below it, operands first.
pub fn post_order(body: &Body, root: ExprId) -> Vec<ExprId> {
    /// Most expressions have no more parts.
    const FEW: usize = 16;
    let (mut order, pending) = (Vec::with_capacity(FEW), Vec::with_capacity(FEW));
    PostOrder { pending }.visit(body, root, |expr| order.push(expr));
    order
}

/// Each expression of a block once, in post-order; expressions that the analysis has dropped are not among them.
pub fn all_exprs(body: &Body, block: &Block) -> Vec<ExprId> {
    let roots = all_stmts(body, block).into_iter().filter_map(|stmt| body.stmts.get(stmt));
    let roots: Vec<ExprId> = roots.flat_map(|stmt| stmt.kind.parts().exprs).collect();
    let mut seen = Set::default();
    let mut order = Vec::new();
    let mut work: Pending = roots.into_iter().rev().map(|root| (root, false)).collect();
    while let Some((expr, done)) = work.pop() {
        if done {
            order.push(expr);
        } else if seen.insert(expr)
            && let Some(node) = body.exprs.get(expr)
        {
            expand(expr, &node.kind, &mut work);
        }
    }
    order
}

/// The statics outside of functions, each after those that its initialiser reads: templates declare statics at their
/// first use.
pub fn statics_in_order(module: &Module) -> Vec<GlobalId> {
    let (mut order, mut seen) = (Vec::new(), Set::default());
    for root in module.globals.ids() {
        let mut work = vec![(root, false)];
        while let Some((global, done)) = work.pop() {
            let GlobalKind::Static { init, is_local: false, .. } = module.globals[global].kind else { continue };
            if done {
                order.push(global);
            } else if seen.insert(global) {
                work.push((global, true));
                let first = work.len();
                for expr in init.into_iter().flat_map(|init| post_order(&module.init, init)) {
                    if let ExprKind::Global(read) = module.init.exprs[expr].kind {
                        work.push((read, false));
                    }
                }
                work[first..].reverse();
            }
        }
    }
    order
}

/// The globals that functions mention, those that the initialisers of such ones mention, and statics that have to be
/// initialised in any case.
pub fn needed_globals(module: &Module) -> Set<GlobalId> {
    let mut pending: Vec<GlobalId> = Vec::new();
    for (_, function) in module.functions.iter() {
        pending.extend(globals_in(function.body.exprs.iter().map(|(_, expr)| &expr.kind)));
    }
    pending.extend(module.globals.ids().filter(|&id| has_effects(module, &module.globals[id])));
    let mut needed = Set::default();
    while let Some(global) = pending.pop() {
        if needed.insert(global) {
            pending.extend(named_by_initialiser(module, global));
        }
    }
    needed
}

/// Returns whether a global is a static that is not a constant, or whose initialiser may do more than to compute a value.
fn has_effects(module: &Module, global: &Global) -> bool {
    let GlobalKind::Static { init, is_const, is_local } = global.kind else { return false };
    let Some(init) = init.filter(|_| is_const && !is_local) else { return true };
    let computes = |kind: &ExprKind| {
        matches!(
            kind,
            ExprKind::Constant(_)
                | ExprKind::Global(_)
                | ExprKind::Load(_)
                | ExprKind::Member { .. }
                | ExprKind::Index { .. }
                | ExprKind::Swizzle { .. }
                | ExprKind::MatrixSwizzle { .. }
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::ShortCircuit { .. }
                | ExprKind::Ternary { .. }
                | ExprKind::Select { .. }
                | ExprKind::Convert { .. }
                | ExprKind::Construct { .. }
        )
    };
    !post_order(&module.init, init).into_iter().all(|expr| computes(&module.init.exprs[expr].kind))
}

fn named_by_initialiser(module: &Module, global: GlobalId) -> Vec<GlobalId> {
    let GlobalKind::Static { init: Some(init), .. } = module.globals[global].kind else { return Vec::new() };
    globals_in(post_order(&module.init, init).into_iter().map(|expr| &module.init.exprs[expr].kind)).collect()
}

fn globals_in<'a>(kinds: impl Iterator<Item = &'a ExprKind>) -> impl Iterator<Item = GlobalId> {
    kinds.filter_map(|kind| if let ExprKind::Global(global) = kind { Some(*global) } else { None })
}

/// The globals that code and initialisers mention, dropped expressions included.
pub fn named_globals(module: &Module) -> Set<GlobalId> {
    named_by(module, module.functions.iter().map(|(_, function)| &function.body))
}

/// The globals that these bodies and initialisers mention, dropped expressions included.
pub fn named_by<'a>(module: &'a Module, bodies: impl Iterator<Item = &'a Body>) -> Set<GlobalId> {
    let exprs = bodies.chain([&module.init]).flat_map(|body| body.exprs.iter());
    globals_in(exprs.map(|(_, expr)| &expr.kind)).collect()
}

/// The outermost expressions of a statement: none has more than two.
pub type StmtExprs = std::iter::Flatten<std::array::IntoIter<Option<ExprId>, 2>>;

/// The direct parts of a statement.
#[derive(Debug)]
pub struct StmtParts<'a> {
    /// The expressions, outermost ones only.
    pub exprs: StmtExprs,
    /// The blocks.
    pub blocks: Vec<&'a Block>,
}

impl StmtKind {
    /// The parts of the statement, in source order.
    pub fn parts(&self) -> StmtParts<'_> {
        let parts = |exprs: [Option<ExprId>; 2], blocks| StmtParts { exprs: exprs.into_iter().flatten(), blocks };
        match self {
            StmtKind::Let { init: value, .. } | StmtKind::Return(value) => parts([*value, None], Vec::new()),
            StmtKind::StaticInit { init: expr, .. } | StmtKind::Expr(expr) => parts([Some(*expr), None], Vec::new()),
            StmtKind::Block(block) => parts([None, None], vec![block]),
            StmtKind::If { condition, then, otherwise, .. } => {
                parts([Some(*condition), None], std::iter::once(then).chain(otherwise).collect())
            }
            StmtKind::Loop(node) => {
                parts([node.condition, node.step], vec![&node.init, &node.condition_init, &node.body])
            }
            StmtKind::Switch(node) => {
                parts([Some(node.selector), None], node.cases.iter().map(|case| &case.body).collect())
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Discard => parts([None, None], Vec::new()),
        }
    }
}

/// All statements of a block and of nested blocks, outer ones first.
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
