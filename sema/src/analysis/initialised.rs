//! Variables that are read before they are initialised, and `out` parameters that are never written.
//!
//! One walk over each body in source order. A write before a read on any path counts, and so does one in a loop around
//! the read, unless the read comes first in the loop; so each report is about a read that no value can reach.

use crate::diagnostics::{UninitializedUse, UnsetOut};
use crate::hir::expr::{Components, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Loop, StmtId, StmtKind};
use crate::hir::ty::{Type, TypeId};
use crate::hir::walk::{PostOrder, all_stmts};
use crate::hir::{Body, Function, LocalId, Module};
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use rustc_hash::FxHashMap;

/// Reports uninitialised reads and `out` parameters without writes.
pub fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    let mut plain = Plain { module, known: FxHashMap::default() };
    for (_, function) in module.functions.iter() {
        check_function(function, names, &mut plain, sink);
    }
}

fn check_function(function: &Function, names: &Interner, plain: &mut Plain<'_>, sink: &mut Sink) {
    let Some(block) = &function.block else { return };
    let body = &function.body;
    let mut is_plain = |local: LocalId| plain.is_plain(body.locals[local].ty);
    let outs: Vec<LocalId> = function.params.iter().filter(|it| it.mode == ParamMode::Out).map(|it| it.local).collect();
    let outs: Vec<LocalId> = outs.into_iter().filter(|&local| is_plain(local)).collect();
    let mut candidates: Set<LocalId> = outs.iter().copied().collect();
    for (_, stmt) in body.stmts.iter() {
        if let StmtKind::Let { local, init: None } = stmt.kind
            && is_plain(local)
        {
            candidates.insert(local);
        }
    }
    if candidates.is_empty() {
        return;
    }
    let unset = outs.iter().copied().collect();
    let mut walk = Walk {
        module: plain.module,
        body,
        names,
        candidates,
        unset,
        missing: FxHashMap::default(),
        told: Set::default(),
        loops: 0,
        work: Vec::new(),
        order: PostOrder::default(),
        sink,
    };
    walk.work.extend(block.iter().rev().map(|&stmt| Work::Stmt(stmt)));
    walk.run();
    let never: Vec<LocalId> = outs.into_iter().filter(|local| walk.unset.contains(local)).collect();
    for local in never {
        let local = &body.locals[local];
        sink.report(local.span, UnsetOut { name: names.resolve(local.name).to_owned() });
    }
}

/// Types of numbers and resources alone, whose variables have no value until they are written.
struct Plain<'a> {
    module: &'a Module,
    known: FxHashMap<TypeId, bool>,
}

impl Plain<'_> {
    fn is_plain(&mut self, ty: TypeId) -> bool {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let module = self.module;
        let plain = match module.ty(ty) {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Enum(_) => true,
            Type::Array(elem, _) => self.is_plain(elem),
            Type::Struct(id) => {
                let fields = &module.structs[id].fields;
                !fields.is_empty() && fields.iter().all(|field| self.is_plain(field.ty))
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
            Type::Object(object) => object.is_resource(),
        };
        self.known.insert(ty, plain);
        plain
    }
}

/// The components of a vector, as bits. Longer vectors have no names for theirs.
const fn all_components(count: u16) -> u8 {
    if count <= 4 { (1 << count) - 1 } else { 0 }
}

/// Components as bits.
fn bits_of(components: &Components) -> u8 {
    components.as_slice().iter().fold(0, |bits, &component| bits | 1 << component)
}

/// The pending work, the next item on top.
enum Work {
    Stmt(StmtId),
    Expr(ExprId),
    /// A variable gets its initial value.
    Declared(LocalId),
    EndOfLoop,
}

struct Walk<'a> {
    module: &'a Module,
    body: &'a Body,
    names: &'a Interner,
    /// The variables declared without a value.
    candidates: Set<LocalId>,
    /// Those of them that have none at this point.
    unset: Set<LocalId>,
    /// The components of vectors among them that have no value at this point, as bits.
    missing: FxHashMap<LocalId, u8>,
    /// Those that were reported.
    told: Set<LocalId>,
    loops: usize,
    work: Vec<Work>,
    order: PostOrder,
    sink: &'a mut Sink,
}

impl Walk<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Stmt(stmt) => self.stmt(stmt),
                Work::Expr(expr) => self.expr(expr),
                Work::Declared(local) => self.write(local),
                Work::EndOfLoop => self.loops -= 1,
            }
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let body = self.body;
        match &body.stmts[id].kind {
            StmtKind::Let { local, init: None } if self.candidates.contains(local) => {
                self.unset.insert(*local);
                if let Type::Vector(_, count) = self.module.ty(body.locals[*local].ty) {
                    self.missing.insert(*local, all_components(count));
                }
            }
            StmtKind::Let { local, init } => {
                self.work.push(Work::Declared(*local));
                self.work.extend(init.map(Work::Expr));
            }
            StmtKind::Loop(node) => self.enter_loop(id, node),
            other @ (StmtKind::StaticInit { .. }
            | StmtKind::Expr(_)
            | StmtKind::Block(_)
            | StmtKind::If { .. }
            | StmtKind::Switch(_)
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard) => {
                let parts = other.parts();
                for block in parts.blocks.into_iter().rev() {
                    self.work.extend(block.iter().rev().map(|&stmt| Work::Stmt(stmt)));
                }
                self.work.extend(parts.exprs.rev().map(Work::Expr));
            }
        }
    }

    /// A write in a loop may have happened in an earlier iteration; the outermost loop contains the others.
    fn enter_loop(&mut self, id: StmtId, node: &Loop) {
        if self.loops == 0 {
            self.first_sums(node);
            self.write_all(id);
        }
        self.loops += 1;
        self.work.push(Work::EndOfLoop);
        self.work.extend(node.step.map(Work::Expr));
        self.work.extend(node.body.iter().rev().map(|&stmt| Work::Stmt(stmt)));
        self.work.extend(node.condition.map(Work::Expr));
        self.work.extend(node.condition_init.iter().rev().map(|&stmt| Work::Stmt(stmt)));
        self.work.extend(node.init.iter().rev().map(|&stmt| Work::Stmt(stmt)));
    }

    /// Reports `sum += x` at the start of a loop's body: it reads the sum in the first iteration, whatever is written later.
    fn first_sums(&mut self, node: &Loop) {
        let (body, mut node) = (self.body, node);
        loop {
            for &stmt in node.init.iter().chain(&node.condition_init) {
                self.written_in(body.stmts[stmt].kind.parts().exprs);
            }
            self.written_in(node.condition.into_iter());
            let mut inner = None;
            for &stmt in &node.body {
                match &body.stmts[stmt].kind {
                    StmtKind::Expr(expr) => {
                        if let ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } =
                            body.exprs[*expr].kind
                        {
                            self.read(place);
                        }
                        self.written_in(std::iter::once(*expr));
                    }
                    StmtKind::Let { init, .. } => self.written_in(init.iter().copied()),
                    StmtKind::Loop(found) => {
                        inner = Some(found);
                        break;
                    }
                    StmtKind::StaticInit { .. }
                    | StmtKind::Block(_)
                    | StmtKind::If { .. }
                    | StmtKind::Switch(_)
                    | StmtKind::Return(_)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Discard => break,
                }
            }
            match inner {
                Some(found) => node = found,
                None => return,
            }
        }
    }

    /// Records the writes in expressions.
    fn written_in(&mut self, roots: impl Iterator<Item = ExprId>) {
        let body = self.body;
        let mut order = std::mem::take(&mut self.order);
        for root in roots {
            order.visit(body, root, |expr| self.writes(expr));
        }
        self.order = order;
    }

    fn write_all(&mut self, stmt: StmtId) {
        if self.unset.is_empty() && self.missing.is_empty() {
            return;
        }
        let body = self.body;
        for stmt in all_stmts(body, &vec![stmt].into()) {
            self.written_in(body.stmts[stmt].kind.parts().exprs);
        }
    }

    fn expr(&mut self, root: ExprId) {
        // An expression declares nothing.
        if self.unset.is_empty() && self.missing.is_empty() {
            return;
        }
        let body = self.body;
        let mut order = std::mem::take(&mut self.order);
        let mut loaded = None;
        order.visit(body, root, |expr| {
            if let Some((load, place)) = loaded.take() {
                self.read_part(place, self.components_taken(expr, load));
            }
            if let ExprKind::Load(place) = body.exprs[expr].kind {
                loaded = Some((expr, place));
            }
            if let ExprKind::CompoundAssign { place, .. } | ExprKind::IncDec { place, .. } = body.exprs[expr].kind {
                self.read(place);
            }
            if let ExprKind::Method { object, .. } = body.exprs[expr].kind
                && self.is_resource(object)
            {
                self.read(object);
            }
            self.writes(expr);
        });
        if let Some((_, place)) = loaded {
            self.read(place);
        }
        self.order = order;
    }

    /// The components of a loaded vector that the expression around it takes, as bits.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions take all of it")]
    fn components_taken(&self, expr: ExprId, load: ExprId) -> u8 {
        let node = &self.body.exprs[expr];
        match &node.kind {
            ExprKind::Swizzle { base, components } if *base == load => bits_of(components),
            ExprKind::Index { base, .. } if *base == load => 0,
            ExprKind::Convert { operand, .. } if *operand == load => match self.module.ty(node.ty) {
                Type::Vector(_, count) => all_components(count),
                Type::Scalar(_) => 1,
                _ => u8::MAX,
            },
            _ => u8::MAX,
        }
    }

    /// Records the writes of an expression itself.
    fn writes(&mut self, expr: ExprId) {
        let body = self.body;
        let kind = &body.exprs[expr].kind;
        let receiver = kind.receiver().filter(|&object| !self.is_resource(object));
        for place in kind.written().chain(receiver) {
            if let Some(local) = body.local_of(place) {
                self.write_part(local, place);
            }
        }
    }

    /// Records a write of a variable or of a part of it. One of an unknown part counts as one of the whole.
    fn write_part(&mut self, local: LocalId, place: ExprId) {
        let written = self.components_of(place).unwrap_or(u8::MAX);
        let rest = self.missing.get(&local).map_or(0, |missing| missing & !written);
        self.write(local);
        if rest != 0 {
            self.missing.insert(local, rest);
        }
    }

    /// The components of a variable that a place names, as bits.
    fn components_of(&self, place: ExprId) -> Option<u8> {
        let exprs = &self.body.exprs;
        if let ExprKind::Local(_) = exprs[place].kind {
            return Some(u8::MAX);
        }
        let ExprKind::Swizzle { base, components } = &exprs[place].kind else { return None };
        let is_whole = matches!(exprs[*base].kind, ExprKind::Local(_));
        is_whole.then(|| bits_of(components))
    }

    /// Returns whether an expression is a resource, which its methods do not assign.
    fn is_resource(&self, expr: ExprId) -> bool {
        match self.module.ty(self.body.exprs[expr].ty) {
            Type::Object(object) => object.is_resource(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    fn write(&mut self, local: LocalId) {
        self.unset.swap_remove(&local);
        self.missing.remove(&local);
    }

    fn read(&mut self, place: ExprId) {
        self.read_part(place, u8::MAX);
    }

    /// Reports a read of components without values, or of a variable without any.
    fn read_part(&mut self, place: ExprId, taken: u8) {
        let Some(local) = self.body.local_of(place) else { return };
        let named = self.components_of(place).unwrap_or(0);
        // The components of a swizzle are numbered anew.
        let read = if named == u8::MAX { taken } else { named };
        let missing = self.missing.get(&local).map_or(0, |missing| missing & read);
        let is_unset = self.unset.contains(&local);
        if (is_unset || missing != 0) && self.told.insert(local) {
            let declared = &self.body.locals[local];
            let mut name = self.names.resolve(declared.name).to_owned();
            if !is_unset {
                name.push('.');
                name.extend("xyzw".chars().enumerate().filter(|(at, _)| missing >> at & 1 == 1).map(|(_, name)| name));
            }
            let span = self.body.exprs[place].span;
            self.sink.report(span, UninitializedUse { name }).note_at(declared.span, "declared here");
        }
    }
}
