//! Expressions: taints of their values, and their writes.

use super::Walk;
use crate::analysis::divergence::events::{Event, What};
use crate::analysis::divergence::places::{Path, Step};
use crate::analysis::divergence::taint::Taint;
use crate::analysis::divergence::values;
use crate::hir::expr::{Arg, Category, Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Body, FunctionId, GlobalId, GlobalKind, LocalId, Module};
use crate::tables::intrinsics::{Expand, Intrinsic, Lowering, Memory};
use crate::tables::methods::Method;
use base::source::Span;

/// `GROUP_SYNC`, among the flags of `Barrier`.
const GROUP_SYNC: u64 = 1;

/// The root of a place.
#[derive(Clone, Copy)]
enum Root {
    Local(LocalId),
    Global(GlobalId),
    /// An element of a resource, or the target of a pointer.
    Memory,
    /// The value of an expression.
    Value(ExprId),
}

/// A decomposed place.
struct Resolved {
    root: Root,
    /// The path from the root, if all of its steps are known.
    path: Option<Path>,
    /// The selected components, if there are several.
    components: Vec<u8>,
    /// The taint of the indices on the path.
    index: Taint,
}

impl Walk<'_> {
    /// Evaluates an expression; returns the taint of its value.
    pub(super) fn eval(&mut self, root: ExprId) -> Taint {
        let mut order = std::mem::take(&mut self.order);
        order.visit(self.body, root, |expr| {
            let taint = self.of_expr(expr);
            self.values[expr.index()] = taint;
        });
        self.order = order;
        self.value(root)
    }

    /// The taint of an evaluated expression.
    pub(super) fn value(&self, expr: ExprId) -> Taint {
        self.values[expr.index()]
    }

    fn of_expr(&mut self, expr: ExprId) -> Taint {
        let body = self.body;
        let node = &body.exprs[expr];
        match &node.kind {
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::ResourceElement { .. } => Taint::NONE,
            ExprKind::Load(place) | ExprKind::Convert { conversion: Conversion::BlockValue, operand: place } => {
                self.of_place(*place)
            }
            ExprKind::Index { base, index } => {
                self.check_index(*base, *index);
                self.value(*base) | self.value(*index)
            }
            ExprKind::Member { base: operand, .. }
            | ExprKind::Swizzle { base: operand, .. }
            | ExprKind::MatrixSwizzle { base: operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::Convert { operand, .. }
            | ExprKind::Comma { rhs: operand, .. } => self.value(*operand),
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::ShortCircuit { lhs, rhs, .. } => {
                self.value(*lhs) | self.value(*rhs)
            }
            ExprKind::Ternary { condition, then, otherwise } => {
                self.value(*condition).without(Taint::MARKED) | self.value(*then) | self.value(*otherwise)
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.value(*condition) | self.value(*then) | self.value(*otherwise)
            }
            ExprKind::IncDec { place, .. } => self.update(*place, Taint::NONE),
            ExprKind::CompoundAssign { place, value, .. } => self.update(*place, self.value(*value)),
            ExprKind::Assign { place, value } => {
                let taint = self.value(*value);
                self.write(*place, taint, Some(*value));
                taint
            }
            ExprKind::Construct { parts } => self.of_parts(node.ty, parts),
            ExprKind::Call { function, object, args } => self.call(*function, *object, args, node.span),
            ExprKind::Intrinsic { intrinsic, args } => self.intrinsic(intrinsic, args, node.span),
            ExprKind::Method { method, args, .. } => self.method(method, args, node.span),
        }
    }

    /// A read-modify-write of a place.
    fn update(&mut self, place: ExprId, by: Taint) -> Taint {
        let taint = self.of_place(place) | by;
        self.write(place, taint, None);
        taint
    }

    /// A vector differs as a whole if all of its parts do.
    fn of_parts(&self, ty: TypeId, parts: &[ExprId]) -> Taint {
        if matches!(self.module.ty(ty), Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. }) {
            let each = parts.iter().map(|&part| self.value(part));
            each.reduce(Taint::and).unwrap_or_default()
        } else {
            Taint::NONE
        }
    }

    fn is_plain(&self, ty: TypeId) -> bool {
        matches!(self.module.ty(ty), Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Enum(_))
    }

    fn resolve(&self, mut place: ExprId) -> Resolved {
        let mut resolved =
            Resolved { root: Root::Memory, path: Some(Vec::new()), components: Vec::new(), index: Taint::NONE };
        let mut outermost = true;
        loop {
            place = match &self.body.exprs[place].kind {
                ExprKind::Local(local) => {
                    resolved.root = Root::Local(*local);
                    break;
                }
                ExprKind::Global(global) => {
                    resolved.root = Root::Global(*global);
                    break;
                }
                ExprKind::Member { base, field } => {
                    resolved.step(Step::Field(*field));
                    *base
                }
                ExprKind::Convert { conversion: Conversion::ToBase, operand } => {
                    resolved.step(Step::Field(0));
                    *operand
                }
                ExprKind::Swizzle { base, components } => {
                    match components.as_slice() {
                        [component] => resolved.step(Step::Component((*component).into())),
                        several if outermost => resolved.components = several.to_vec(),
                        _ => resolved.path = None,
                    }
                    *base
                }
                ExprKind::MatrixSwizzle { base, .. } => {
                    resolved.path = None;
                    *base
                }
                ExprKind::Index { base, index } => {
                    resolved.index |= self.value(*index);
                    resolved.path = None;
                    *base
                }
                ExprKind::ResourceElement { object, index, level } => {
                    let level = level.map_or(Taint::NONE, |level| self.value(level));
                    resolved.index |= self.value(*index) | level | self.resolve(*object).index;
                    break;
                }
                ExprKind::Load(inner)
                | ExprKind::Assign { place: inner, .. }
                | ExprKind::CompoundAssign { place: inner, .. }
                | ExprKind::IncDec { place: inner, .. }
                | ExprKind::Comma { rhs: inner, .. } => *inner,
                ExprKind::Constant(_)
                | ExprKind::SpecConstant(_)
                | ExprKind::String(_)
                | ExprKind::Undef
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::ShortCircuit { .. }
                | ExprKind::Ternary { .. }
                | ExprKind::Select { .. }
                | ExprKind::Convert { .. }
                | ExprKind::Construct { .. }
                | ExprKind::Call { .. }
                | ExprKind::Intrinsic { .. }
                | ExprKind::Method { .. } => {
                    resolved.root = Root::Value(place);
                    break;
                }
            };
            outermost = false;
        }
        if let Some(path) = &mut resolved.path {
            path.reverse();
        }
        resolved
    }

    fn of_place(&self, place: ExprId) -> Taint {
        let resolved = self.resolve(place);
        let held = match (resolved.root, &resolved.path) {
            (Root::Local(local), Some(path)) if resolved.components.is_empty() => self.places.read(local, path),
            (Root::Local(local), Some(path)) => {
                let part = |&component: &u8| {
                    self.places.read(local, &[path, [Step::Component(component.into())].as_slice()].concat())
                };
                resolved.components.iter().map(part).reduce(Taint::and).unwrap_or_default()
            }
            (Root::Local(_), None) => Taint::NONE,
            (Root::Global(global), _) => self.of_global(global),
            (Root::Memory, _) => Taint::RUN_TIME,
            (Root::Value(value), _) => self.value(value),
        };
        held | resolved.index
    }

    fn of_global(&self, global: GlobalId) -> Taint {
        match self.module.globals[global].kind {
            GlobalKind::Block { .. } | GlobalKind::Resource { .. } | GlobalKind::Heap { .. } | GlobalKind::Counter => {
                Taint::RUN_TIME
            }
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => Taint::NONE,
        }
    }

    fn write(&mut self, place: ExprId, taint: Taint, value: Option<ExprId>) {
        let resolved = self.resolve(place);
        let (Root::Local(local), Some(path)) = (resolved.root, resolved.path) else { return };
        if resolved.components.is_empty() {
            return self.store(local, path, taint, value);
        }
        for component in resolved.components {
            let part = [path.as_slice(), &[Step::Component(component.into())]].concat();
            self.places.write(local, &part, taint);
        }
    }

    /// Writes to a part of a variable. A copied struct, or a composed vector, keeps the taints of its parts.
    pub(super) fn store(&mut self, local: LocalId, path: Path, taint: Taint, value: Option<ExprId>) {
        let parts = value.map(|value| self.parts_of(value)).unwrap_or_default();
        self.places.write(local, &path, taint);
        for (part, taint) in parts {
            self.places.write(local, &[path.as_slice(), &part].concat(), taint);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other values have no parts of their own")]
    fn parts_of(&self, value: ExprId) -> Vec<(Path, Taint)> {
        let node = &self.body.exprs[value];
        match &node.kind {
            ExprKind::Load(place) => {
                let resolved = self.resolve(*place);
                match (resolved.root, resolved.path) {
                    (Root::Local(from), Some(path)) if resolved.components.is_empty() => self.places.parts(from, &path),
                    _ => Vec::new(),
                }
            }
            ExprKind::Construct { parts } if matches!(self.module.ty(node.ty), Type::Vector(_, size) if parts.len() == usize::from(size)) =>
            {
                let each = parts.iter().enumerate();
                each.map(|(at, &part)| (vec![Step::Component(at as u16)], self.value(part))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn call(&mut self, function: FunctionId, object: Option<ExprId>, args: &[Arg], span: Span) -> Taint {
        let of_arg = |arg: &Arg| match arg.mode {
            ParamMode::In => self.value(arg.expr),
            ParamMode::Out => Taint::NONE,
            ParamMode::InOut | ParamMode::Reference => self.of_place(arg.expr),
        };
        let given: Vec<Taint> =
            object.map(|object| self.of_place(object)).into_iter().chain(args.iter().map(of_arg)).collect();
        let Some(summary) = self.summaries.get(&function) else { return Taint::NONE };
        for (arg, left) in args.iter().zip(summary.params.iter().skip(usize::from(object.is_some()))) {
            if arg.mode != ParamMode::In && self.is_plain(arg.ty) {
                self.write(arg.expr, left.with_arguments(&given), None);
            }
        }
        self.happens_in_call(&summary.events, &given, span);
        summary.result.with_arguments(&given)
    }

    fn intrinsic(&mut self, intrinsic: &'static Intrinsic, args: &[Arg], span: Span) -> Taint {
        let waits = waits(intrinsic).unwrap_or_else(|| {
            let flags = args.get(1).and_then(|flags| self.module.known_integer(self.body, flags.expr));
            flags.is_some_and(|flags| flags & GROUP_SYNC != 0)
        });
        if waits {
            self.happens(What::Barrier, span, intrinsic.name);
        }
        if is_derivative(intrinsic) {
            self.happens(What::Derivative, span, intrinsic.name);
        }
        let result = values::of_intrinsic(intrinsic, args, |arg| self.value(arg.expr));
        let is_atomic = matches!(intrinsic.lowering, Lowering::Atomic { .. });
        for arg in args.iter().skip(usize::from(is_atomic)).filter(|arg| arg.mode != ParamMode::In) {
            self.write(arg.expr, result, None);
        }
        result
    }

    fn method(&mut self, method: &'static Method, args: &[Arg], span: Span) -> Taint {
        if method.kind.is_derivative() {
            self.happens(What::Derivative, span, method.name);
        }
        let numbers = |arg: &Arg| if self.is_plain(arg.ty) { self.value(arg.expr) } else { Taint::NONE };
        let result = values::of_method(method, values::of_arguments(args, numbers));
        for arg in args.iter().filter(|arg| arg.mode != ParamMode::In) {
            self.write(arg.expr, result, None);
        }
        result
    }

    /// Checks an index that selects a resource.
    fn check_index(&mut self, base: ExprId, index: ExprId) {
        let node = &self.body.exprs[base];
        let Root::Global(global) = self.resolve(base).root else { return };
        let is_flat = self.flattens && matches!(self.module.ty(node.ty), Type::Array(..));
        if is_flat || !holds_resources(self.module, node.ty) || node.category != Category::Place {
            return;
        }
        let (taint, span, name) = (self.value(index), self.body.exprs[index].span, self.module.globals[global].name);
        let event = Event { what: What::Index, span, taint, cause: None, call: None, text: "", name: Some(name) };
        self.events.add(event);
    }
}

/// Returns whether an expression contains an operation that must be convergent.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not operations on lanes")]
pub(super) fn may_matter(module: &Module, body: &Body, kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Intrinsic { intrinsic, .. } => is_derivative(intrinsic) || waits(intrinsic).unwrap_or(true),
        ExprKind::Method { method, .. } => method.kind.is_derivative(),
        ExprKind::Index { base, .. } => holds_resources(module, body.exprs[*base].ty),
        _ => false,
    }
}

/// Returns whether it is a barrier for the whole workgroup; `None` if its flags decide.
fn waits(intrinsic: &Intrinsic) -> Option<bool> {
    match intrinsic.lowering {
        Lowering::Barrier { waits, .. } => Some(waits),
        Lowering::Expand(Expand::Memory(Memory::BarrierFlags)) => None,
        Lowering::Op { .. }
        | Lowering::Whole(_)
        | Lowering::Derivative(_)
        | Lowering::Interpolate(_)
        | Lowering::Wave { .. }
        | Lowering::Atomic { .. }
        | Lowering::BuiltIn { .. }
        | Lowering::Expand(_)
        | Lowering::Unsupported(_) => Some(false),
    }
}

fn is_derivative(intrinsic: &Intrinsic) -> bool {
    matches!(intrinsic.lowering, Lowering::Derivative(_))
}

/// Returns whether a type is an array of resources.
fn holds_resources(module: &Module, ty: TypeId) -> bool {
    matches!(module.ty(ty), Type::Array(..) | Type::RuntimeArray(_))
        && matches!(module.ty(module.element_of_arrays(ty)), Type::Object(it) if it.is_resource())
}

impl Resolved {
    fn step(&mut self, step: Step) {
        if let Some(path) = &mut self.path {
            path.push(step);
        }
    }
}
