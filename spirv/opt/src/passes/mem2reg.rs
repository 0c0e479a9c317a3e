//! mem2reg: local variables become SSA values.
//!
//! Variables that are only read and written whole, or by components of a vector, need no memory. One walk in execution
//! order tracks the value of each variable. A join of different values gets a block argument; values written in a
//! construct become its results. Unused arguments go as dead code.

mod candidates;
mod entries;
mod flow;
mod lives;
mod stores;

use crate::debug::{self, Known, Notes};
use crate::edit::{self, Pool, Replaced};
use crate::facts::handles::{Scope, Types};
use candidates::{Leads, candidates};
use dialect::ir::{Attr, Def, LocId, OpInfo};
use dialect::ir::{BlockId, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::attrs;
use dialect::spirv::ops;
use entries::Entries;
use flow::{Edge, Flow};
use spirv::Op;
use stores::{Held, Stores};

/// Promotes the variables of all structured functions.
pub(crate) fn promote(module: &mut Module, scope: Scope) {
    let types = scope.types(module);
    let (mut leads, mut replaced) = (Leads::with_room(module), Replaced::with_room(module));
    let maker = Notes::of(module);
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            function(module, func, region, &types, maker.as_ref(), &mut leads, &mut replaced);
        }
    }
}

/// Promotes the variables of a function. Functions share the memory of the maps.
fn function(
    module: &mut Module,
    func: OpId,
    region: RegionId,
    types: &Types,
    maker: Option<&Notes>,
    leads: &mut Leads,
    replaced: &mut Replaced,
) {
    if !edit::has_variables(module, region) {
        return;
    }
    let (ops, holders) = walk::ops_and_holders_in(module, func);
    let (variables, accesses) = candidates(module, &ops, types, leads);
    if variables.is_empty() {
        return;
    }
    let known: Vec<Known> =
        maker.iter().flat_map(|_| &variables).map(|variable| Known::of(module, variable.value)).collect();
    let mut pass = Pass {
        pool: Pool::of(module, region),
        current: vec![None; variables.len()],
        types: variables.iter().map(|variable| variable.ty).collect(),
        stores: Stores::find(module, &ops, &holders, &accesses, leads, &variables),
        leads,
        log: Vec::new(),
        replaced,
        entries: Entries::of(&known),
        known,
        maker,
        notes: Vec::new(),
        module,
    };
    let block = pass.module[region].blocks[0];
    pass.block(block);
    pass.pool.finish(module);
}

struct Pass<'m> {
    module: &'m mut Module,
    pool: Pool,
    leads: &'m Leads,
    types: Vec<TypeId>,
    stores: Stores,
    /// The current value of each variable.
    current: Vec<Held>,
    /// Undo log of previous values: writes of a block are undone before a block that it does not dominate.
    log: Vec<(usize, Held)>,
    replaced: &'m mut Replaced,
    /// What makes debug notes, the declarations of each variable, the inlined calls that are still to be entered, and the
    /// notes to be inserted next.
    maker: Option<&'m Notes>,
    known: Vec<Known>,
    entries: Entries,
    notes: Vec<OpId>,
}

impl Pass<'_> {
    fn block(&mut self, block: BlockId) {
        let mut kept = self.take_notes(block);
        let ops = std::mem::take(&mut self.module[block].ops);
        kept.reserve(ops.len());
        for op in ops {
            self.replaced.apply(self.module, op);
            if self.enter_call(op) {
                kept.extend(self.take_notes(block));
            }
            if self.op(op) {
                kept.push(op);
            } else {
                self.module[op].block = None;
            }
            if !self.notes.is_empty() {
                kept.extend(self.take_notes(block));
            }
        }
        self.module[block].ops = kept;
    }

    fn take_notes(&mut self, block: BlockId) -> Vec<OpId> {
        let notes = std::mem::take(&mut self.notes);
        edit::adopt(self.module, block, &notes);
        notes
    }

    /// Notes for the debugger that a variable has a value from here on.
    fn note(&mut self, at: usize, value: ValueId, loc: Option<LocId>) {
        let Some(maker) = self.maker else { return };
        self.notes.extend(maker.at(self.module, &self.known[at], value, loc));
    }

    /// Promotes an op; returns whether the op stays.
    fn op(&mut self, op: OpId) -> bool {
        if edit::is_construct(self.module, op) {
            self.construct(op);
            return true;
        }
        let result = self.module[op].results.first().copied();
        let first = self.module[op].operands.first().copied();
        match (edit::core(self.module, op), first) {
            (Some(Op::Variable), initial) => {
                let at = result.and_then(|value| self.leads.whole(value));
                if let Some(at) = at {
                    self.set(at, initial);
                    initial.into_iter().for_each(|value| self.note(at, value, None));
                }
                at.is_none()
            }
            (Some(Op::Load), Some(pointer)) => self.load(op, pointer),
            (Some(Op::Store), Some(pointer)) => self.store(op, pointer),
            (Some(Op::ImageTexelPointer), Some(pointer)) => {
                if let Some(at) = self.leads.whole(pointer) {
                    self.module[op].operands[0] = self.value(at);
                }
                true
            }
            _ => result.is_none_or(|value| self.leads.part(value).is_none()),
        }
    }

    fn load(&mut self, op: OpId, pointer: ValueId) -> bool {
        let result = self.module[op].results[0];
        if let Some(at) = self.leads.whole(pointer) {
            let value = self.value(at);
            self.replaced.replace(result, value);
            return false;
        }
        if let Some((at, index)) = self.path(pointer) {
            let vector = self.value(at);
            self.module[op].attrs.clear();
            self.component(op, &[vector], index, [Op::CompositeExtract, Op::VectorExtractDynamic]);
        }
        true
    }

    /// The variable and the index of a chain to a component.
    fn path(&mut self, pointer: ValueId) -> Option<(usize, ValueId)> {
        let variable = self.leads.part(pointer)?;
        let index = *self.module[self.module.defining_op(pointer)?].operands.get(1)?;
        // The index may itself have been in a promoted variable.
        Some((variable, self.replaced.resolve(index)))
    }

    fn store(&mut self, op: OpId, pointer: ValueId) -> bool {
        let stored = self.module[op].operands[1];
        if let Some(at) = self.leads.whole(pointer) {
            self.set(at, Some(stored));
            self.note(at, stored, self.module[op].loc);
            return false;
        }
        if let Some((at, index)) = self.path(pointer) {
            let vector = self.value(at);
            self.module[op].attrs.clear();
            let is_constant = self.index(index, self.types[at]).is_some();
            let operands = if is_constant { [stored, vector] } else { [vector, stored] };
            self.component(op, &operands, index, [Op::CompositeInsert, Op::VectorInsertDynamic]);
            let changed = self.module.add_result(op, self.types[at]);
            self.set(at, Some(changed));
            self.note(at, changed, self.module[op].loc);
        }
        true
    }

    /// Turns an access to a component into an extraction or insertion, by a literal or by a dynamic index.
    fn component(&mut self, op: OpId, operands: &[ValueId], index: ValueId, [by_number, by_value]: [Op; 2]) {
        let vector = if by_number == Op::CompositeInsert { operands[operands.len() - 1] } else { operands[0] };
        let number = self.index(index, self.module.type_of(vector));
        let info: &'static OpInfo = ops::core(if number.is_some() { by_number } else { by_value });
        self.module[op].info = info;
        self.module[op].operands = operands.into();
        match number {
            Some(number) => {
                let index = self.module.ctx.attr(Attr::Literal(number));
                let indices = self.module.ctx.attr(Attr::Array([index].into()));
                self.module[op].attrs.push((attrs::INDICES, indices));
            }
            None => self.module[op].operands.push(index),
        }
    }

    /// The component that an index selects, if it is a constant within bounds.
    fn index(&self, index: ValueId, ty: TypeId) -> Option<u32> {
        let Type::Vector { len, .. } = self.module.ctx[ty] else { return None };
        edit::constant_number(self.module, index).filter(|number| *number < u64::from(len)).map(|number| number as u32)
    }

    fn value(&mut self, at: usize) -> ValueId {
        match self.current[at] {
            Some(value) => self.replaced.resolve(value),
            None => self.pool.undefined(self.module, self.types[at]),
        }
    }

    fn set(&mut self, at: usize, value: Held) {
        self.log.push((at, std::mem::replace(&mut self.current[at], value)));
    }

    /// Undoes the writes since the log had this length. Returns the variables, if there is debug information.
    fn rewind(&mut self, length: usize) -> Vec<usize> {
        let mut told = Vec::new();
        for (at, before) in self.log.drain(length..).rev() {
            self.current[at] = before;
            told.extend(self.maker.map(|_| at));
        }
        told.sort_unstable();
        told.dedup();
        told
    }

    fn construct(&mut self, op: OpId) {
        let leaving = match self.stores.constructs.remove(&op) {
            Some(leaving) => leaving,
            None if self.maker.is_none() => return self.pass_by(op),
            // Debuggers are told again where control enters a block.
            None => Vec::new(),
        };
        let Some(region) = self.module[op].regions.first().copied() else { return };
        let Some(merge) = self.module[region].blocks.last().copied() else { return };
        let mut flow = Flow::of(self.module, region);
        flow.join(&self.stores);
        // The merge block does nothing but yield the results.
        if self.module[merge].ops.len() == 1 {
            flow.take_only(merge, &leaving);
        }
        let start = self.log.len();
        // The length of the log at the end of each block.
        let mut lengths = vec![start; flow.blocks.len()];
        let mut left: Option<Vec<Held>> = None;
        for at in 0..flow.blocks.len() {
            let block = flow.blocks[at];
            let rewound = self.rewind(lengths[flow.above[at]]);
            self.enter(&flow, at);
            self.note_again(&rewound, block);
            // The arguments of the merge block are results of the construct.
            if block == merge {
                self.notes.clear();
            }
            self.block(block);
            flow.send(at, &self.current);
            if block == merge {
                left = Some(leaving.iter().map(|variable| self.current[*variable]).collect());
            }
            lengths[at] = self.log.len();
        }
        for at in (0..flow.blocks.len()).filter(|at| flow.joins[*at].repeats) {
            let join = &flow.joins[at];
            flow.edges_to(at, true)
                .for_each(|edge| self.hand_over(edge, flow.blocks[at], join.variables.iter().enumerate()));
        }
        self.rewind(start);
        if let Some(left) = left {
            self.leave(op, merge, &leaving, &left);
        }
    }

    /// Passes a construct in which nothing accesses a variable: only values that were read before it are replaced.
    fn pass_by(&mut self, construct: OpId) {
        if self.replaced.is_empty() {
            return;
        }
        for op in walk::ops_in(self.module, construct) {
            self.replaced.apply(self.module, op);
        }
    }

    /// The values of the variables at the start of a block with predecessors.
    fn enter(&mut self, flow: &Flow, at: usize) {
        let (join, block) = (&flow.joins[at], flow.blocks[at]);
        let mut differs = vec![join.repeats; join.variables.len()];
        for (index, variable) in join.variables.iter().enumerate() {
            let mut values = flow.edges_to(at, false).map(|edge| edge.values[index]);
            let first = values.next().flatten();
            differs[index] |= values.any(|value| value != first);
            self.set(*variable, first);
        }
        let wanted = || join.variables.iter().enumerate().filter(|(index, _)| differs[*index]);
        flow.edges_to(at, false).for_each(|edge| self.hand_over(edge, block, wanted()));
        let start = self.start_of(block);
        for (_, variable) in wanted() {
            let arg = self.module.add_arg(block, self.types[*variable]);
            self.set(*variable, Some(arg));
            self.note(*variable, arg, start);
        }
    }

    /// Passes the values of a join's variables, given with their indices, to the new arguments of the block.
    fn hand_over<'v>(&mut self, edge: &Edge, target: BlockId, wanted: impl Iterator<Item = (usize, &'v usize)>) {
        let mut args = Vec::new();
        for (index, variable) in wanted {
            args.push(match edge.values[index] {
                Some(value) => self.replaced.resolve(value),
                None => self.pool.undefined(self.module, self.types[*variable]),
            });
        }
        if args.is_empty() {
            return;
        }
        for successor in self.module[edge.end].successors.iter_mut().filter(|successor| successor.block == target) {
            successor.args.extend(&args);
        }
    }

    /// Adds the values that a construct has written to its results.
    fn leave(&mut self, op: OpId, merge: BlockId, leaving: &[usize], left: &[Held]) {
        let Some(end) = self.module.terminator(merge).filter(|end| edit::is_merge(self.module, *end)) else { return };
        for (variable, held) in leaving.iter().zip(left) {
            if *held == self.current[*variable] {
                continue;
            }
            let Some(value) = held else { continue };
            let value = self.replaced.resolve(*value);
            self.module[end].operands.push(value);
            let result = self.module.add_result(op, self.types[*variable]);
            self.note(*variable, result, self.module[op].loc);
            self.set(*variable, Some(result));
        }
    }
}

/// Notes where code begins.
impl Pass<'_> {
    /// Makes the notes for an op that an inlined call begins with; returns whether there are any. The first op of a call
    /// in execution order dominates the others.
    fn enter_call(&mut self, op: OpId) -> bool {
        if self.entries.is_empty() || !self.may_stand_behind_notes(op) {
            return false;
        }
        let (Some(maker), Some(call)) = (self.maker, debug::call_at(self.module, op)) else { return false };
        for at in self.entries.enter(call) {
            if let Some(value) = self.current[at] {
                let value = self.replaced.resolve(value);
                self.notes.extend(maker.entering(self.module, &self.known[at], call, value));
            }
        }
        !self.notes.is_empty()
    }

    /// Makes the notes for variables whose values of the blocks before do not hold in this one: debuggers that read code from
    /// the top would show those.
    fn note_again(&mut self, variables: &[usize], block: BlockId) {
        let start = self.start_of(block);
        for &at in variables {
            let Some(value) = self.current[at].map(|value| self.replaced.resolve(value)) else { continue };
            // Arguments of the block have notes.
            if !matches!(self.module[value].def, Def::Arg(own, _) if own == block) {
                self.note(at, value, start);
            }
        }
    }

    /// The location of the first op of a block that has a line.
    fn start_of(&self, block: BlockId) -> Option<LocId> {
        self.maker?;
        let has_line = |loc: &LocId| self.module.ctx.loc_of(*loc).range.is_some();
        self.module[block].ops.iter().filter_map(|op| self.module[*op].loc).find(has_line)
    }

    /// Variables and constants stand where calls do not begin, and the block of a merge holds nothing else.
    fn may_stand_behind_notes(&self, op: OpId) -> bool {
        edit::core(self.module, op) != Some(Op::Variable)
            && !edit::is_reference(self.module, op)
            && !edit::is_merge(self.module, op)
    }
}
