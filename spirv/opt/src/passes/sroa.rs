//! Scalar replacement of aggregates: variables of structs, arrays and matrices become variables of their parts.
//!
//! A variable is a tree of parts. A part is split when constant indices lead through it, and nothing needs it as a
//! whole: a dynamic index, or another use of its address. Accesses to a part that is split become accesses to all of
//! its parts.

use crate::debug::{self, Declare};
use crate::edit::{self, Numbers, Pool, Replaced};
use crate::facts::handles::{Scope, Types};
use crate::passes::private_to_local::pointer_to;
use dialect::ir::{Attr, Module, OpId, RegionId, Type, TypeId, ValueId, Values, walk};
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Composites with more parts are not split.
const MAX_PARTS: u64 = 128;
/// Limit of the variables that one variable becomes.
const MAX_VARIABLES: usize = 256;

/// Splits the variables of all functions.
pub(crate) fn split(module: &mut Module, scope: Scope) {
    let (types, mut numbers) = (scope.types(module), Numbers::with_room(module));
    let mut replaced = Replaced::with_room(module);
    for func in edit::functions(module) {
        if let Some(region) = edit::body(module, func) {
            numbers = function(module, func, region, &types, numbers, &mut replaced);
        }
    }
}

/// Splits the variables of a function. `numbers` is returned so that all functions share its memory, as that of
/// `replaced`.
fn function(
    module: &mut Module,
    func: OpId,
    region: RegionId,
    types: &Types,
    numbers: Numbers,
    replaced: &mut Replaced,
) -> Numbers {
    let is_wanted = |op: &OpId| is_composite_variable(module, *op, types);
    let variables: Vec<OpId> = edit::start(module, region).iter().copied().filter(is_wanted).collect();
    if variables.is_empty() {
        return numbers;
    }
    let ops = walk::ops_in(module, func);
    let users = Users::of(module, &ops, &variables, numbers);
    let mut pass = Pass {
        pool: Pool::of(module, region),
        module,
        users,
        edits: FxHashMap::default(),
        replaced,
        declares: Vec::new(),
    };
    for op in variables {
        pass.variable(op);
    }
    let Pass { pool, users, edits, .. } = pass;
    ops.iter().for_each(|op| replaced.apply(module, *op));
    edits.values().flatten().for_each(|op| replaced.apply(module, *op));
    edit::put_in_place(module, &edits);
    pool.finish(module);
    users.numbers
}

fn is_composite_variable(module: &Module, op: OpId, types: &Types) -> bool {
    let pointee = || facts::pointer(module, module.type_of(*module[op].results.first()?)).map(|(ty, _)| ty);
    edit::core(module, op) == Some(Op::Variable)
        && pointee().is_some_and(|ty| types.has(ty) && part_count(module, ty).is_some())
}

/// The number of parts of a type that can be variables of their own.
fn part_count(module: &Module, ty: TypeId) -> Option<u64> {
    let count = match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { members, .. }) => members.len() as u64,
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => *len,
        Type::Spirv(SpirvType::Matrix { columns, .. }) => u64::from(*columns),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => return None,
    };
    (1..=MAX_PARTS).contains(&count).then_some(count)
}

/// The users of variables and of pointers into them.
struct Users {
    numbers: Numbers,
    /// The users of all pointers, grouped by pointer.
    ops: Vec<OpId>,
    /// The start of each pointer's group, and the end of the last.
    starts: Vec<usize>,
}

impl Users {
    /// The users in these ops of the variables, and of pointers into them.
    fn of(module: &Module, ops: &[OpId], variables: &[OpId], mut numbers: Numbers) -> Users {
        let (mut uses, mut count) = (Vec::new(), 0);
        for variable in variables.iter().filter_map(|op| module[*op].results.first()) {
            numbers.set(*variable, count);
            count += 1;
        }
        for op in ops {
            let start = uses.len();
            for number in module[*op].uses().filter_map(|value| numbers.of(value)) {
                if !uses[start..].contains(&(number, *op)) {
                    uses.push((number, *op));
                }
            }
            // A pointer into a variable uses it.
            if uses.len() != start
                && edit::is_chain(module, *op)
                && numbers.of(module[*op].operands[0]).is_some()
                && let Some(result) = module[*op].results.first()
            {
                numbers.set(*result, count);
                count += 1;
            }
        }
        Users::sorted(numbers, &uses, count as usize)
    }

    fn sorted(numbers: Numbers, uses: &[(u32, OpId)], count: usize) -> Users {
        let mut starts = vec![0; count + 1];
        for (number, _) in uses {
            starts[*number as usize + 1] += 1;
        }
        for number in 0..count {
            starts[number + 1] += starts[number];
        }
        let (mut free, mut ops) = (starts.clone(), vec![OpId::new(0); uses.len()]);
        for (number, op) in uses {
            ops[free[*number as usize]] = *op;
            free[*number as usize] += 1;
        }
        Users { numbers, ops, starts }
    }

    fn list(&self, pointer: ValueId) -> &[OpId] {
        let Some(number) = self.numbers.of(pointer).map(|number| number as usize) else { return &[] };
        &self.ops[self.starts[number]..self.starts[number + 1]]
    }
}

/// A variable or a part of one.
struct Node {
    ty: TypeId,
    /// True if something needs it as a whole.
    kept: bool,
    /// True if something reads it, or what it is a part of.
    is_read: bool,
    /// The index of its first part among the nodes, if it has been reached through.
    parts: Option<usize>,
    count: usize,
    /// The new variable.
    variable: Option<ValueId>,
    /// The node that it is a part of, and the number of the part.
    parent: Option<(usize, usize)>,
}

impl Node {
    fn new(ty: TypeId, parent: Option<(usize, usize)>) -> Node {
        Node { ty, kept: false, is_read: false, parts: None, count: 0, variable: None, parent }
    }
}

struct Pass<'m> {
    module: &'m mut Module,
    pool: Pool,
    users: Users,
    /// The replacements of ops.
    edits: FxHashMap<OpId, Vec<OpId>>,
    replaced: &'m mut Replaced,
    /// The debug declarations of the variable that is split.
    declares: Vec<Declare>,
}

/// The walk of a chain into a tree.
struct Step {
    node: usize,
    /// The number of indices that were followed.
    taken: usize,
}

impl Pass<'_> {
    fn variable(&mut self, op: OpId) {
        let Some(pointer) = self.module[op].results.first().copied() else { return };
        let Some((ty, _)) = facts::pointer(self.module, self.module.type_of(pointer)) else { return };
        let mut tree = vec![Node::new(ty, None)];
        self.declares = debug::declares(self.module, pointer);
        self.survey(&mut tree, pointer, 0);
        if tree[0].kept || tree[0].parts.is_none() || tree.len() > MAX_VARIABLES {
            return;
        }
        let initial = self.module[op].operands.first().copied();
        let mut instead = Vec::new();
        if let Some(initial) = initial {
            self.write(&mut tree, 0, initial, op, &mut instead);
        }
        self.edits.insert(op, instead);
        self.rewrite(&mut tree, pointer, 0);
    }

    /// Grows the tree to what is accessed, and marks nodes that must stay whole and those that are read.
    fn survey(&self, tree: &mut Vec<Node>, pointer: ValueId, node: usize) {
        let mut stack = vec![(pointer, node)];
        while let Some((pointer, node)) = stack.pop() {
            for op in self.users.list(pointer) {
                match self.kind(*op, pointer, tree[node].ty) {
                    Use::Whole => tree[node].is_read |= !self.module[*op].results.is_empty(),
                    Use::Other => (tree[node].kept, tree[node].is_read) = (true, true),
                    Use::Path => {
                        let step = self.walk(tree, *op, node, true);
                        if step.taken + 1 == self.module[*op].operands.len() {
                            stack.extend(self.module[*op].results.iter().map(|result| (*result, step.node)));
                        } else {
                            tree[step.node].is_read = true;
                        }
                    }
                }
            }
        }
        // Debuggers read all parts.
        tree[0].is_read |= !self.declares.is_empty();
        for node in 0..tree.len() {
            tree[node].is_read |= tree[node].parent.is_some_and(|(whole, _)| tree[whole].is_read);
        }
    }

    fn kind(&self, op: OpId, pointer: ValueId, ty: TypeId) -> Use {
        let operands = &self.module[op].operands;
        match edit::core(self.module, op) {
            Some(Op::Load) if self.module[op].results.first().is_some_and(|v| self.module.type_of(*v) == ty) => {
                Use::Whole
            }
            Some(Op::Store) if operands[0] == pointer && operands.get(1).is_some_and(|v| *v != pointer) => Use::Whole,
            Some(Op::AccessChain | Op::InBoundsAccessChain)
                if operands[0] == pointer && !operands[1..].contains(&pointer) =>
            {
                Use::Path
            }
            _ => Use::Other,
        }
    }

    /// Follows the indices of a chain as far as they select parts.
    fn walk(&self, tree: &mut Vec<Node>, chain: OpId, from: usize, grows: bool) -> Step {
        let mut step = Step { node: from, taken: 0 };
        for index in self.module[chain].operands[1..].iter().copied() {
            let Some(count) = part_count(self.module, tree[step.node].ty) else { break };
            let number = edit::constant_number(self.module, index).filter(|number| *number < count);
            let Some(number) = number else {
                if grows {
                    tree[step.node].kept = true;
                }
                break;
            };
            if !grows && !is_split(tree, step.node) {
                break;
            }
            if tree[step.node].parts.is_none() && !self.grow(tree, step.node, count) {
                break;
            }
            step.node = tree[step.node].parts.unwrap_or(0) + number as usize;
            step.taken += 1;
        }
        step
    }

    fn grow(&self, tree: &mut Vec<Node>, node: usize, count: u64) -> bool {
        let types: Option<Vec<TypeId>> =
            (0..count as usize).map(|at| facts::part_type(&self.module.ctx, tree[node].ty, at)).collect();
        let Some(types) = types else { return false };
        tree[node].parts = Some(tree.len());
        tree[node].count = types.len();
        tree.extend(types.into_iter().enumerate().map(|(at, ty)| Node::new(ty, Some((node, at)))));
        true
    }

    /// Rewrites all users of a part to its variables.
    fn rewrite(&mut self, tree: &mut Vec<Node>, pointer: ValueId, node: usize) {
        let mut stack = vec![(pointer, node)];
        while let Some((pointer, node)) = stack.pop() {
            for op in self.users.list(pointer).to_vec() {
                match self.kind(op, pointer, tree[node].ty) {
                    Use::Other => {}
                    Use::Whole => self.whole(tree, op, node),
                    Use::Path => {
                        let step = self.walk(tree, op, node, false);
                        let result = self.module[op].results[0];
                        let is_end = step.taken + 1 == self.module[op].operands.len();
                        match (is_end, is_split(tree, step.node)) {
                            (true, true) => stack.push((result, step.node)),
                            (true, false) => {
                                let variable = self.variable_of(tree, step.node);
                                self.replaced.replace(result, variable);
                            }
                            (false, _) => {
                                let variable = self.variable_of(tree, step.node);
                                let rest = self.module[op].operands[1 + step.taken..].to_vec();
                                self.module[op].operands = std::iter::once(variable).chain(rest).collect();
                                continue;
                            }
                        }
                        self.edits.insert(op, Vec::new());
                    }
                }
            }
        }
    }

    fn whole(&mut self, tree: &mut Vec<Node>, op: OpId, node: usize) {
        let mut instead = Vec::new();
        match self.module[op].results.first().copied() {
            Some(result) => {
                let value = self.read(tree, node, op, &mut instead);
                self.replaced.replace(result, value);
            }
            None => {
                let value = self.module[op].operands[1];
                self.write(tree, node, value, op, &mut instead);
            }
        }
        self.edits.insert(op, instead);
    }

    fn variable_of(&mut self, tree: &mut [Node], node: usize) -> ValueId {
        if let Some(variable) = tree[node].variable {
            return variable;
        }
        let ty = pointer_to(self.module, tree[node].ty);
        let op = self.module.add_op(ops::core(Op::Variable));
        let value = self.module.add_result(op, ty);
        self.pool.push(self.module, op);
        tree[node].variable = Some(value);
        self.declare(tree, node, value);
        value
    }

    /// Declares the variable of a part to debuggers as that part.
    fn declare(&mut self, tree: &[Node], node: usize, variable: ValueId) {
        let mut path = Vec::new();
        let mut current = node;
        while let Some((whole, at)) = tree[current].parent {
            path.push(at);
            current = whole;
        }
        let mut declares = self.declares.clone();
        for at in path.into_iter().rev() {
            declares = declares.iter().filter_map(|declare| declare.part(self.module, at)).collect();
        }
        if !declares.is_empty() {
            debug::set_declares(self.module, variable, &declares);
        }
    }

    fn read(&mut self, tree: &mut Vec<Node>, node: usize, like: OpId, made: &mut Vec<OpId>) -> ValueId {
        let ty = tree[node].ty;
        let (info, operands) = match (is_split(tree, node), tree[node].parts) {
            (true, Some(first)) => {
                let parts = (first..first + tree[node].count).map(|part| self.read(tree, part, like, made)).collect();
                (ops::core(Op::CompositeConstruct), parts)
            }
            _ => (ops::core(Op::Load), Values::from([self.variable_of(tree, node)])),
        };
        let op = self.make(info, operands, like, made);
        self.module.add_result(op, ty)
    }

    fn write(&mut self, tree: &mut Vec<Node>, node: usize, value: ValueId, like: OpId, made: &mut Vec<OpId>) {
        let (true, Some(first)) = (is_split(tree, node), tree[node].parts) else {
            let variable = self.variable_of(tree, node);
            self.make(ops::core(Op::Store), [variable, value], like, made);
            return;
        };
        for at in 0..tree[node].count {
            if !tree[first + at].is_read && !is_split(tree, first + at) {
                continue;
            }
            let op = self.make(ops::core(Op::CompositeExtract), [value], like, made);
            let index = self.module.ctx.attr(Attr::Literal(at as u32));
            let indices = self.module.ctx.attr(Attr::Array([index].into()));
            self.module[op].attrs.push((attrs::INDICES, indices));
            let part = self.module.add_result(op, tree[first + at].ty);
            self.write(tree, first + at, part, like, made);
        }
    }

    fn make(
        &mut self,
        info: &'static dialect::ir::OpInfo,
        operands: impl Into<Values>,
        like: OpId,
        made: &mut Vec<OpId>,
    ) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].operands = operands.into();
        self.module[op].loc = self.module[like].loc;
        made.push(op);
        op
    }
}

/// Returns whether a part is split.
fn is_split(tree: &[Node], node: usize) -> bool {
    tree[node].parts.is_some() && !tree[node].kept
}

/// The use that an op makes of a pointer.
enum Use {
    /// Reads or writes all that it points to.
    Whole,
    /// Makes a pointer to a part.
    Path,
    /// Needs the address itself.
    Other,
}
