//! Conditional constant propagation: integers and booleans that are constants because branches that would change them are never
//! taken.
//!
//! The assumption is optimistic, which `gvn` is only for single values around loops: every value is a constant and every block is unreached
//! until a sweep over the function shows otherwise. What is left when a sweep shows nothing new is true. Only arguments of blocks
//! and results of constructs are replaced; numbering folds what follows from them.

use crate::edit::{self, Pool, Replaced};
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::fold;
use dialect::spirv::ops::{Code, Mlir};
use spirv::Op;

/// A function that needs more sweeps stays as it is. Each level of nested loops needs one or two.
const MAX_SWEEPS: usize = 12;

/// Returns whether an op makes the pass useful: elsewhere numbering sees each value before its uses.
pub(crate) fn is_subject(code: Code) -> bool {
    code == Code::Mlir(Mlir::Loop)
}

/// Replaces arguments and results that are constants.
pub(crate) fn propagate(module: &mut Module) {
    let mut flow = Flow {
        states: vec![State::Unseen; module.values.len()],
        reached: vec![false; module.blocks.len()],
        is_changed: false,
    };
    let mut replaced = Replaced::with_room(module);
    for func in edit::functions(module) {
        let Some(region) = edit::structured_body(module, func).filter(|_| carries_constants(module, func)) else {
            continue;
        };
        if flow.settle(module, region) {
            flow.replace(module, func, region, &mut replaced);
        }
    }
}

/// Returns whether a loop has an argument that starts as a constant integer or boolean, and that is not a mere counter.
fn carries_constants(module: &Module, func: OpId) -> bool {
    walk::ops_with_regions(module, func).filter(|op| edit::is_loop(module, *op)).any(|op| {
        let Some(region) = module[op].regions.first() else { return false };
        let [entry, header, ..] = module[*region].blocks[..] else { return false };
        let start = module.terminator(entry).and_then(|end| module[end].successors.first());
        let backs = edit::back_edges(module, *region, header);
        let is_counter = |at: usize| {
            backs.iter().any(|(end, edge)| {
                let next = module[*end].successors[*edge].args.get(at);
                next.is_some_and(|next| is_sum_with(module, *next, module[header].args[at]))
            })
        };
        let starts = start.into_iter().flat_map(|start| &start.args).enumerate();
        starts.into_iter().any(|(at, value)| edit::constant_number(module, *value).is_some() && !is_counter(at))
    })
}

/// Returns whether a value is the sum of a number and another one.
fn is_sum_with(module: &Module, value: ValueId, number: ValueId) -> bool {
    let sum = module.defining_op(value).filter(|op| edit::core(module, *op) == Some(Op::IAdd));
    sum.is_some_and(|op| module[op].operands.contains(&number))
}

/// The lattice value of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Top: no path to it is known to be taken.
    Unseen,
    /// The bits of an integer, or 0 or 1 of a boolean.
    Constant(u64),
    /// Bottom: not a constant, or of another type.
    Varying,
}

impl State {
    fn join(self, other: State) -> State {
        match (self, other) {
            (State::Unseen, known) | (known, State::Unseen) => known,
            (State::Constant(a), State::Constant(b)) if a == b => self,
            (State::Constant(_) | State::Varying, State::Constant(_) | State::Varying) => State::Varying,
        }
    }
}

struct Flow {
    /// By the index of a value.
    states: Vec<State>,
    /// By the index of a block.
    reached: Vec<bool>,
    /// True if this sweep has shown anything new.
    is_changed: bool,
}

impl Flow {
    /// Sweeps over a function until nothing changes. Returns whether that is so within the limit.
    fn settle(&mut self, module: &Module, region: RegionId) -> bool {
        let entry = module[region].blocks[0];
        for _ in 0..MAX_SWEEPS {
            self.is_changed = false;
            for param in &module[entry].args {
                self.join(*param, State::Varying);
            }
            self.region(module, region);
            if !self.is_changed {
                return true;
            }
        }
        false
    }

    fn region(&mut self, module: &Module, region: RegionId) {
        self.reach(module[region].blocks[0]);
        for block in &module[region].blocks {
            if self.reached[block.index()] {
                for op in &module[*block].ops {
                    self.op(module, *op);
                }
            }
        }
    }

    fn op(&mut self, module: &Module, op: OpId) {
        if edit::is_construct(module, op) {
            module[op].regions.iter().for_each(|region| self.region(module, *region));
            return;
        }
        if edit::is_merge(module, op) {
            let results = module.parent_op(op).map(|construct| &module[construct].results[..]).unwrap_or_default();
            module[op].operands.iter().zip(results).for_each(|(from, to)| self.join(*to, self.of(*from)));
            return;
        }
        for result in &module[op].results {
            self.join(*result, self.computed(module, op, *result));
        }
        self.branch(module, op);
    }

    /// Follows the edges that may be taken.
    fn branch(&mut self, module: &Module, op: OpId) {
        let successors = &module[op].successors;
        if successors.is_empty() {
            return;
        }
        let taken = match module[op].operands.first().map(|condition| self.of(*condition)) {
            Some(State::Unseen) => return,
            Some(State::Constant(number)) => edit::taken(module, op, Some(number)),
            Some(State::Varying) | None => None,
        };
        for (at, successor) in successors.iter().enumerate() {
            if taken.is_none_or(|taken| taken == at) {
                self.reach(successor.block);
                let args = &module[successor.block].args;
                successor.args.iter().zip(args).for_each(|(from, to)| self.join(*to, self.of(*from)));
            }
        }
    }

    fn reach(&mut self, block: BlockId) {
        self.is_changed |= !std::mem::replace(&mut self.reached[block.index()], true);
    }

    fn of(&self, value: ValueId) -> State {
        self.states[value.index()]
    }

    fn join(&mut self, value: ValueId, state: State) {
        let known = &mut self.states[value.index()];
        let joined = known.join(state);
        self.is_changed |= std::mem::replace(known, joined) != joined;
    }

    /// The result of an op.
    fn computed(&self, module: &Module, op: OpId, result: ValueId) -> State {
        let Some(width) = width(module, module.type_of(result)) else { return State::Varying };
        if let Some(number) = edit::constant_number(module, result) {
            return State::Constant(number);
        }
        let Some(core) = edit::core(module, op) else { return State::Varying };
        match (core, &module[op].operands[..]) {
            (Op::CopyObject, [only]) => self.of(*only),
            (Op::Select, [condition, yes, no]) => match self.of(*condition) {
                State::Unseen => State::Unseen,
                State::Constant(0) => self.of(*no),
                State::Constant(_) => self.of(*yes),
                State::Varying => self.of(*yes).join(self.of(*no)),
            },
            (Op::LogicalAnd, [a, b]) => decided(self.of(*a), self.of(*b), 0),
            (Op::LogicalOr, [a, b]) => decided(self.of(*a), self.of(*b), 1),
            (_, [first, rest @ ..]) if rest.len() <= 1 => self.folded(module, core, &module[op].operands, width),
            _ => State::Varying,
        }
    }

    /// The result of an op with one or two operands, of which integers are folded.
    fn folded(&self, module: &Module, core: Op, operands: &[ValueId], width_of_result: u32) -> State {
        let mut numbers = [0; 2];
        for (number, operand) in numbers.iter_mut().zip(operands) {
            match self.of(*operand) {
                State::Constant(known) => *number = known,
                unknown @ (State::Unseen | State::Varying) => return unknown,
            }
        }
        let bits = width(module, module.type_of(operands[0]))
            .and_then(|width| fold::fold(core, &numbers[..operands.len()], width, width_of_result))
            .and_then(fold::Folded::defined);
        bits.map_or(State::Varying, State::Constant)
    }

    /// Replaces what the sweeps have left as constants.
    fn replace(&self, module: &mut Module, func: OpId, region: RegionId, replaced: &mut Replaced) {
        let mut constants = Vec::new();
        let mut note = |value: &ValueId| {
            if let State::Constant(bits) = self.of(*value) {
                constants.push((*value, bits));
            }
        };
        for op in walk::ops_with_regions(module, func) {
            if edit::is_construct(module, op) {
                module[op].results.iter().for_each(&mut note);
            }
            for region in &module[op].regions {
                module[*region].blocks.iter().flat_map(|block| &module[*block].args).for_each(&mut note);
            }
        }
        if constants.is_empty() {
            return;
        }
        let mut pool = Pool::of(module, region);
        for (value, bits) in constants {
            let ty = module.type_of(value);
            let attr = if width(module, ty) == Some(1) { Attr::Bool(bits != 0) } else { Attr::Int { bits, ty } };
            let attr = module.ctx.attr(attr);
            let constant = pool.constant(module, attr, ty);
            replaced.replace(value, constant);
        }
        pool.finish(module);
        for op in walk::ops_in(module, func) {
            replaced.apply(module, op);
        }
    }
}

/// The result of an op that one operand decides.
fn decided(a: State, b: State, deciding: u64) -> State {
    match (a, b) {
        (State::Constant(a), _) if a == deciding => State::Constant(a),
        (_, State::Constant(b)) if b == deciding => State::Constant(b),
        (State::Unseen, _) | (_, State::Unseen) => State::Unseen,
        (State::Constant(_), known) | (known, State::Constant(_)) => known,
        (State::Varying, State::Varying) => State::Varying,
    }
}

/// The width of an integer type; 1 for booleans.
fn width(module: &Module, ty: TypeId) -> Option<u32> {
    if let Type::Int { width, .. } = module.ctx[ty] { Some(width) } else { None }
}
