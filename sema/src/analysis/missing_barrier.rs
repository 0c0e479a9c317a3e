//! Group barriers that are missing for certain: every thread of a group reads an element of `groupshared` memory that
//! another thread has written just before.
//!
//! Only what every thread does counts: statements of an entry point outside of conditions, with indices that are the
//! number of the thread, or a sum or difference of it and a constant. A small group may be a single wave, and some
//! programs rely on the threads of a wave to go together; such groups are left alone.

use crate::analysis::stages::callees_first;
use crate::diagnostics::MissingBarrier;
use crate::hir::expr::{BinaryOp, ConstantValue, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Block, StmtKind};
use crate::hir::ty::{Scalar, Type};
use crate::hir::walk::{all_exprs, all_stmts, post_order};
use crate::hir::{Body, EntryPoint, Function, FunctionId, GlobalId, GlobalKind, LocalId, Module, StageTree};
use crate::tables::intrinsics::{Expand, Lowering};
use crate::tables::methods::MethodKind;
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::Span;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, ExecutionMode};

/// The threads of the largest wave.
const WAVE: i64 = 64;
/// Indices are followed through this many expressions.
const MAX_DEPTH: usize = 16;

/// Reports missing barriers of all entry points.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    let shares = |(_, global): (GlobalId, &crate::hir::Global)| matches!(global.kind, GlobalKind::Groupshared);
    if !module.globals.iter().any(shares) {
        return;
    }
    let waiting = waiting(module);
    for entry in &module.entry_points {
        let function = &module.functions[entry.function];
        let (Some([x, y, z]), Some(block)) = (group_size(entry), &function.block) else { continue };
        let threads = i64::from(x).saturating_mul(i64::from(y)).saturating_mul(i64::from(z));
        if threads <= WAVE {
            continue;
        }
        let body = &function.body;
        let numbers = numbers(entry, function, y == 1 && z == 1);
        let (assigned, values) = (assigned(body), values(body));
        let mut walk = Walk {
            module,
            body,
            waiting: &waiting,
            numbers,
            assigned,
            values,
            threads,
            written: FxHashMap::default(),
            found: Vec::new(),
        };
        walk.block(block);
        for (global, read, write) in walk.found {
            let name = names.resolve(module.globals[global].name).to_owned();
            sink.report(read, MissingBarrier { name })
                .note_at(write, "each thread writes its own element here")
                .note("insert GroupMemoryBarrierWithGroupSync() between the write and the read");
        }
    }
}

fn group_size(entry: &EntryPoint) -> Option<[u32; 3]> {
    let (_, size) = entry.modes.iter().find(|(mode, _)| *mode == ExecutionMode::LocalSize)?;
    size[..].try_into().ok()
}

/// The functions that wait for other threads, or call such a function.
fn waiting(module: &Module) -> Set<FunctionId> {
    let mut waiting = Set::default();
    for id in callees_first(module) {
        let body = &module.functions[id].body;
        if body.exprs.iter().any(|(_, node)| waits(&node.kind, &waiting)) {
            waiting.insert(id);
        }
    }
    waiting
}

/// Returns whether an operation orders memory or waits for other threads. Operations on records of work graphs count.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions order no memory")]
fn waits(kind: &ExprKind, waiting: &Set<FunctionId>) -> bool {
    match kind {
        ExprKind::Call { function, .. } => waiting.contains(function),
        ExprKind::Intrinsic { intrinsic, .. } => {
            matches!(intrinsic.lowering, Lowering::Barrier { .. } | Lowering::Expand(Expand::Memory(_)))
        }
        ExprKind::Method { method, .. } => matches!(method.kind, MethodKind::Nodes(_)),
        _ => false,
    }
}

/// The parameters that are the number of the thread, each with the component to take.
fn numbers(entry: &EntryPoint, function: &Function, is_row: bool) -> FxHashMap<LocalId, Option<u8>> {
    let mut numbers = FxHashMap::default();
    for (declared, param) in function.params.iter().zip(&entry.params) {
        let Some(StageTree::Leaf(variable)) = param.input else { continue };
        let variable = &entry.variables[variable];
        match variable.builtin {
            Some(BuiltIn::LocalInvocationIndex) => numbers.insert(declared.local, None),
            Some(BuiltIn::LocalInvocationId) if is_row => numbers.insert(declared.local, Some(0)),
            _ => None,
        };
    }
    numbers
}

/// The locals that are assigned to, or passed by reference.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not write locals")]
fn assigned(body: &Body) -> Set<LocalId> {
    let mut assigned = Set::default();
    for (_, node) in body.exprs.iter() {
        match &node.kind {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::IncDec { place, .. } => assigned.extend(root(body, *place)),
            ExprKind::Call { args, .. } | ExprKind::Intrinsic { args, .. } | ExprKind::Method { args, .. } => {
                let given = args.iter().filter(|arg| arg.mode != ParamMode::In);
                assigned.extend(given.filter_map(|arg| root(body, arg.expr)));
            }
            _ => {}
        }
    }
    assigned
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not parts of a variable")]
fn root(body: &Body, mut place: ExprId) -> Option<LocalId> {
    loop {
        place = match &body.exprs[place].kind {
            ExprKind::Local(local) => return Some(*local),
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } | ExprKind::Swizzle { base, .. } => *base,
            ExprKind::MatrixSwizzle { base, .. } => *base,
            _ => return None,
        }
    }
}

/// The values that locals are declared with.
fn values(body: &Body) -> FxHashMap<LocalId, ExprId> {
    let declared = body.stmts.iter().filter_map(|(_, stmt)| {
        if let StmtKind::Let { local, init: Some(init) } = stmt.kind { Some((local, init)) } else { None }
    });
    declared.collect()
}

/// An index, with `t` for the number of the thread.
#[derive(Clone, Copy)]
enum Element {
    /// `n`
    Fixed(i64),
    /// `t + n`
    Own(i64),
    /// `n - t`
    Mirrored(i64),
    /// `t ^ n`
    Flipped(i64),
}

/// An element of a `groupshared` array, or a part of it.
struct Place {
    global: GlobalId,
    element: Element,
    fields: Vec<u32>,
}

struct Walk<'a> {
    module: &'a Module,
    body: &'a Body,
    waiting: &'a Set<FunctionId>,
    numbers: FxHashMap<LocalId, Option<u8>>,
    assigned: Set<LocalId>,
    values: FxHashMap<LocalId, ExprId>,
    threads: i64,
    /// The last place where all threads have written each array since the last barrier.
    written: FxHashMap<GlobalId, (i64, Vec<u32>, Span)>,
    found: Vec<(GlobalId, Span, Span)>,
}

impl Walk<'_> {
    /// Goes through statements that all threads come to; returns whether all of them go on behind it.
    fn block(&mut self, block: &Block) -> bool {
        block.iter().all(|stmt| self.stmt(&self.body.stmts[*stmt].kind))
    }

    fn stmt(&mut self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Let { init: Some(expr), .. } | StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Let { init: None, .. } => {}
            StmtKind::Block(block) => return self.block(block),
            StmtKind::If { .. } | StmtKind::Loop(_) | StmtKind::Switch(_) => return self.conditional(kind),
            StmtKind::Return(Some(value)) => {
                self.expr(*value);
                return false;
            }
            StmtKind::StaticInit { .. }
            | StmtKind::Return(None)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard => return false,
        }
        true
    }

    /// Passes over statements that some threads may not come to.
    fn conditional(&mut self, kind: &StmtKind) -> bool {
        let parts = kind.parts();
        let leaves = |block: &Block| {
            let mut inside = all_stmts(self.body, block).into_iter().map(|stmt| &self.body.stmts[stmt].kind);
            inside.any(|kind| matches!(kind, StmtKind::Return(_) | StmtKind::Discard | StmtKind::StaticInit { .. }))
        };
        if parts.blocks.iter().any(|block| leaves(block)) {
            return false;
        }
        let roots = parts.exprs.flat_map(|expr| post_order(self.body, expr));
        let inside = parts.blocks.iter().flat_map(|block| all_exprs(self.body, block));
        let meets = |expr: ExprId| waits(&self.body.exprs[expr].kind, self.waiting);
        if roots.chain(inside).any(meets) {
            self.written.clear();
        }
        true
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions evaluate all their operands")]
    fn expr(&mut self, expr: ExprId) {
        let order = post_order(self.body, expr);
        let mut conditional = Set::default();
        for &expr in &order {
            let arms = match self.body.exprs[expr].kind {
                ExprKind::ShortCircuit { rhs, .. } => [Some(rhs), None],
                ExprKind::Ternary { then, otherwise, .. } => [Some(then), Some(otherwise)],
                _ => continue,
            };
            conditional.extend(arms.into_iter().flatten().flat_map(|arm| post_order(self.body, arm)));
        }
        for expr in order {
            let kind = &self.body.exprs[expr].kind;
            if waits(kind, self.waiting) {
                self.written.clear();
            } else if !conditional.contains(&expr) {
                self.access(expr, kind);
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions access no memory")]
    fn access(&mut self, expr: ExprId, kind: &ExprKind) {
        match kind {
            ExprKind::Load(place) => self.read(*place),
            ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                if let Some(Place { global, element: Element::Own(at), fields }) = self.place(*place) {
                    self.written.insert(global, (at, fields, self.body.exprs[expr].span));
                }
            }
            _ => {}
        }
    }

    fn read(&mut self, read: ExprId) {
        let Some(place) = self.place(read) else { return };
        let Some((at, fields, write)) = self.written.get(&place.global) else { return };
        let is_part = fields.iter().zip(&place.fields).all(|(a, b)| a == b);
        if is_part && is_of_other(*at, place.element, self.threads) {
            self.found.push((place.global, self.body.exprs[read].span, *write));
            self.written.remove(&place.global);
        }
    }

    /// The element of an array that a place is in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not places")]
    fn place(&self, mut place: ExprId) -> Option<Place> {
        let mut fields = Vec::new();
        loop {
            place = match &self.body.exprs[place].kind {
                ExprKind::Member { base, field } => {
                    fields.push(*field);
                    *base
                }
                ExprKind::Index { base, index } => {
                    let ExprKind::Global(global) = self.body.exprs[*base].kind else { return None };
                    let is_array = matches!(self.module.ty(self.body.exprs[*base].ty), Type::Array(..));
                    let is_shared = matches!(self.module.globals[global].kind, GlobalKind::Groupshared);
                    let element = self.element(*index, MAX_DEPTH).filter(|_| is_array && is_shared)?;
                    fields.reverse();
                    return Some(Place { global, element, fields });
                }
                _ => return None,
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not numbers of a thread")]
    fn element(&self, expr: ExprId, depth: usize) -> Option<Element> {
        let depth = depth.checked_sub(1)?;
        let node = &self.body.exprs[expr];
        match &node.kind {
            ExprKind::Constant(constant) => {
                if let ConstantValue::Int(value) = self.module.constants[*constant].value {
                    i64::try_from(value).ok().map(Element::Fixed)
                } else {
                    None
                }
            }
            ExprKind::Load(inner) => self.element(*inner, depth),
            ExprKind::Convert { operand, .. } => {
                let is_number =
                    |expr: ExprId| matches!(self.module.ty(self.body.exprs[expr].ty), Type::Scalar(ty) if is_index(ty));
                (is_number(expr) && is_number(*operand)).then(|| self.element(*operand, depth))?
            }
            ExprKind::Local(local) if !self.assigned.contains(local) => match self.numbers.get(local) {
                Some(None) => Some(Element::Own(0)),
                // The same as a scalar.
                Some(Some(_)) => matches!(self.module.ty(node.ty), Type::Scalar(_)).then_some(Element::Own(0)),
                None => self.element(*self.values.get(local)?, depth),
            },
            ExprKind::Swizzle { base, components } => {
                let base = if let ExprKind::Load(inner) = &self.body.exprs[*base].kind { *inner } else { *base };
                let ExprKind::Local(local) = self.body.exprs[base].kind else { return None };
                let wanted = self.numbers.get(&local).copied().flatten()?;
                let is_it = components.as_slice() == [wanted];
                (is_it && !self.assigned.contains(&local)).then_some(Element::Own(0))
            }
            ExprKind::Binary { op, lhs, rhs } => combined(*op, self.element(*lhs, depth)?, self.element(*rhs, depth)?),
            _ => None,
        }
    }
}

const fn is_index(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int | Scalar::UInt)
}

fn combined(op: BinaryOp, lhs: Element, rhs: Element) -> Option<Element> {
    use Element::{Fixed, Flipped, Mirrored, Own};
    match (op, lhs, rhs) {
        (BinaryOp::Add, Own(a), Fixed(b)) | (BinaryOp::Add, Fixed(b), Own(a)) => a.checked_add(b).map(Own),
        (BinaryOp::Sub, Own(a), Fixed(b)) => a.checked_sub(b).map(Own),
        (BinaryOp::Sub, Fixed(b), Own(a)) => b.checked_sub(a).map(Mirrored),
        (BinaryOp::BitXor, Own(0), Fixed(b)) | (BinaryOp::BitXor, Fixed(b), Own(0)) => Some(Flipped(b)),
        _ => None,
    }
}

/// Returns whether some thread reads an element that another one has written, when each wrote the element of its number
/// and `at`.
fn is_of_other(at: i64, read: Element, threads: i64) -> bool {
    match read {
        Element::Fixed(n) => (0..threads).contains(&n.saturating_sub(at)),
        Element::Own(n) => n != at && n.saturating_sub(at).abs() < threads,
        Element::Mirrored(n) => (1..threads).contains(&n.saturating_sub(at)),
        Element::Flipped(n) => at == 0 && (1..threads).contains(&n),
    }
}
