//! Alias analysis of arguments: those that must be copied because a function could otherwise see one variable under two
//! names.
//!
//! HLSL copies `inout` arguments in and `out` arguments back. A function may work on the original place as long as that
//! is unobservable: unless another argument, the object of the method, or a `static` that the function mentions may
//! alias it.

use crate::analysis::stages::callees_first;
use crate::hir::expr::{Arg, Category, Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::{Body, Function, FunctionId, GlobalId, GlobalKind, LocalId, Module};
use rustc_hash::{FxHashMap, FxHashSet};

/// Marks the arguments that have to be copied.
pub fn settle(module: &mut Module) {
    let mentions = Mentions::of(module);
    let in_init = shared_args(module, &module.init, &mentions);
    copy_apart(&mut module.init, in_init);
    let functions: Vec<FunctionId> = module.functions.ids().collect();
    for id in functions {
        let shared = shared_args(module, &module.functions[id].body, &mentions);
        copy_apart(&mut module.functions[id].body, shared);
    }
}

fn copy_apart(body: &mut Body, shared: Vec<(ExprId, usize)>) {
    for (call, position) in shared {
        if let ExprKind::Call { args, .. } = &mut body.exprs[call].kind {
            args[position].apart = true;
        }
    }
}

/// The arguments of a body's calls that may alias something, by call and position.
fn shared_args(module: &Module, body: &Body, mentions: &Mentions) -> Vec<(ExprId, usize)> {
    let mut shared = Vec::new();
    for (call, node) in body.exprs.iter() {
        let ExprKind::Call { function, object, args } = &node.kind else { continue };
        if args.iter().any(is_written) {
            let places = Places::of(module, body, *object, args);
            let positions = (0..args.len()).filter(|&position| places.is_shared(position, *function, mentions));
            shared.extend(positions.map(|position| (call, position)));
        }
    }
    shared
}

fn is_written(arg: &Arg) -> bool {
    matches!(arg.mode, ParamMode::Out | ParamMode::InOut)
}

/// The places passed to a call.
struct Places {
    object: Option<Path>,
    /// For each argument; `None` for values, and for places without a root variable.
    args: Vec<Option<Path>>,
}

impl Places {
    fn of(module: &Module, body: &Body, object: Option<ExprId>, args: &[Arg]) -> Self {
        let place = |id: ExprId| Path::of(module, body, id);
        Places {
            object: object.filter(|&object| body.exprs[object].category == Category::Place).and_then(place),
            args: args.iter().map(|arg| is_written(arg).then(|| place(arg.expr)).flatten()).collect(),
        }
    }

    fn is_shared(&self, position: usize, function: FunctionId, mentions: &Mentions) -> bool {
        let Some(path) = &self.args[position] else { return false };
        let others = self.args.iter().enumerate().filter(|&(other, _)| other != position).map(|(_, path)| path);
        let is_static = matches!(path.root, Root::Global(global) if mentions.contains(function, global));
        is_static || others.chain([&self.object]).flatten().any(|other| path.may_overlap(other))
    }
}

/// A variable and the path to a part of it.
struct Path {
    root: Root,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    Local(LocalId),
    Global(GlobalId),
}

/// One step towards a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A field; the base of a class is the first one.
    Field(u32),
    /// An element, component or row, if its index is known.
    Element(Option<u64>),
    /// A set of components or of elements of a matrix.
    Components(u16),
}

/// The relation between the parts that two steps from one place select.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// They are disjoint.
    Disjoint,
    /// They may be equal: the next steps decide.
    Same,
    /// They may overlap in part.
    Unknown,
}

impl Step {
    fn relation(self, other: Step) -> Relation {
        match (self, other) {
            _ if self == other => Relation::Same,
            (Step::Field(_), Step::Field(_)) | (Step::Element(Some(_)), Step::Element(Some(_))) => Relation::Disjoint,
            (Step::Element(_), Step::Element(_)) => Relation::Same,
            (Step::Components(left), Step::Components(right)) if left & right == 0 => Relation::Disjoint,
            (Step::Field(_) | Step::Element(_) | Step::Components(_), _) => Relation::Unknown,
        }
    }
}

impl Path {
    /// The path of a place.
    fn of(module: &Module, body: &Body, mut place: ExprId) -> Option<Path> {
        let mut steps = Vec::new();
        let root = loop {
            place = match &body.exprs[place].kind {
                ExprKind::Local(local) => break Root::Local(*local),
                ExprKind::Global(global) => break Root::Global(*global),
                ExprKind::Member { base, field } => {
                    steps.push(Step::Field(*field));
                    *base
                }
                ExprKind::Convert { conversion: Conversion::ToBase, operand } => {
                    steps.push(Step::Field(0));
                    *operand
                }
                ExprKind::Index { base, index } | ExprKind::ResourceElement { object: base, index, level: None } => {
                    steps.push(Step::Element(module.known_integer(body, *index)));
                    *base
                }
                ExprKind::Swizzle { base, components } => {
                    let bits = components.as_slice().iter().map(|component| 1 << component);
                    steps.push(Step::Components(bits.sum()));
                    *base
                }
                ExprKind::MatrixSwizzle { base, elements } => {
                    let bits = elements.as_slice().iter().map(|(row, column)| 1 << (4 * row + column));
                    steps.push(Step::Components(bits.sum()));
                    *base
                }
                ExprKind::Assign { place, .. }
                | ExprKind::CompoundAssign { place, .. }
                | ExprKind::IncDec { place, prefix: true, .. }
                | ExprKind::Comma { rhs: place, .. }
                | ExprKind::Load(place) => *place,
                ExprKind::Constant(_)
                | ExprKind::SpecConstant(_)
                | ExprKind::String(_)
                | ExprKind::Undef
                | ExprKind::ResourceElement { .. }
                | ExprKind::Unary { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Binary { .. }
                | ExprKind::ShortCircuit { .. }
                | ExprKind::Ternary { .. }
                | ExprKind::Select { .. }
                | ExprKind::Convert { .. }
                | ExprKind::Construct { .. }
                | ExprKind::Call { .. }
                | ExprKind::Intrinsic { .. }
                | ExprKind::Method { .. } => return None,
            };
        };
        steps.reverse();
        Some(Path { root, steps })
    }

    fn may_overlap(&self, other: &Path) -> bool {
        let mut relations = self.steps.iter().zip(&other.steps).map(|(left, right)| left.relation(*right));
        self.root == other.root && relations.find(|&relation| relation != Relation::Same) != Some(Relation::Disjoint)
    }
}

/// The statics passed to functions that each function mentions, directly or through calls.
#[derive(Default)]
struct Mentions(FxHashMap<FunctionId, FxHashSet<GlobalId>>);

impl Mentions {
    fn of(module: &Module) -> Self {
        let handed = handed_statics(module);
        let mut mentions = Mentions::default();
        if !handed.is_empty() {
            for id in callees_first(module) {
                let mentioned = mentions.in_function(&module.functions[id], &handed);
                mentions.0.insert(id, mentioned);
            }
        }
        mentions
    }

    fn contains(&self, function: FunctionId, global: GlobalId) -> bool {
        self.0.get(&function).is_some_and(|mentioned| mentioned.contains(&global))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name a resource")]
    fn in_function(&self, function: &Function, handed: &FxHashSet<GlobalId>) -> FxHashSet<GlobalId> {
        let mut mentioned = FxHashSet::default();
        for (_, node) in function.body.exprs.iter() {
            match &node.kind {
                ExprKind::Global(global) if handed.contains(global) => {
                    mentioned.insert(*global);
                }
                ExprKind::Call { function, .. } => mentioned.extend(self.0.get(function).into_iter().flatten()),
                _ => {}
            }
        }
        mentioned
    }
}

/// The statics that calls may write through an argument.
fn handed_statics(module: &Module) -> FxHashSet<GlobalId> {
    let bodies = module.functions.iter().map(|(_, function)| &function.body).chain([&module.init]);
    let written = bodies.flat_map(|body| {
        let calls = body
            .exprs
            .iter()
            .filter_map(|(_, node)| if let ExprKind::Call { args, .. } = &node.kind { Some(args) } else { None });
        calls.flatten().filter(|arg| is_written(arg)).filter_map(|arg| Path::of(module, body, arg.expr))
    });
    let globals = written.filter_map(|path| match path.root {
        Root::Global(global) => Some(global),
        Root::Local(_) => None,
    });
    globals.filter(|&global| matches!(module.globals[global].kind, GlobalKind::Static { .. })).collect()
}
