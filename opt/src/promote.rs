//! Variables to values.
//!
//! What is only read and written whole, or by components of a vector, is in memory for no reason. One walk in the order of
//! execution knows what each variable holds. Where ways meet that have written different values the block gets an
//! argument; what a construct has written comes out of it as a result. Arguments that nobody needs go with other dead code.

use crate::debug::{self, Known};
use crate::edit::{self, Pool, Replaced};
use crate::handles::{Scope, Types};
use base::ids::Set;
use dialect::ir::{Attr, AttrId, LocId, OpInfo};
use dialect::ir::{BlockId, Module, OpId, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::debug::set_of;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{abi, attrs};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Promotes the variables of all structured functions.
pub(crate) fn promote(module: &mut Module, scope: Scope) {
    let types = scope.types(module);
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            function(module, func, region, &types);
        }
    }
}

fn function(module: &mut Module, func: OpId, region: RegionId, types: &Types) {
    let ops = walk::ops_in(module, func);
    let variables = candidates(module, &ops, types);
    if variables.is_empty() {
        return;
    }
    let stored = stored(module, &ops, &variables);
    let mut pass = Pass {
        pool: Pool::of(module, region),
        current: vec![None; variables.len()],
        types: variables.values().map(|variable| variable.ty).collect(),
        paths: paths(module, &ops, &variables),
        variables: variables.keys().enumerate().map(|(at, value)| (*value, at)).collect(),
        stored,
        replaced: Replaced::default(),
        set: set_of(module),
        known: variables.keys().map(|value| Known::of(module, *value)).collect(),
        notes: Vec::new(),
        module,
    };
    let block = pass.module[region].blocks[0];
    pass.block(block);
    pass.pool.finish(module);
}

/// A variable that can be promoted.
struct Variable {
    ty: TypeId,
}

type Variables = base::ids::Map<ValueId, Variable>;

/// The variables of which nothing needs the address.
fn candidates(module: &Module, ops: &[OpId], types: &Types) -> Variables {
    let mut found = Variables::default();
    let mut parts: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut refused: Set<ValueId> = Set::default();
    for op in ops {
        let result = module[*op].results.first().copied();
        if let (Some(Op::Variable), Some(value)) = (edit::core(module, *op), result)
            && let Some((ty, _)) = abi::pointer(module, module.type_of(value)).filter(|(ty, _)| types.has(*ty))
        {
            found.insert(value, Variable { ty });
            continue;
        }
        for (at, value) in module[*op].uses().enumerate() {
            let part = parts.get(&value).copied();
            let Some(variable) = found.get(&part.unwrap_or(value)) else { continue };
            let ty = if part.is_some() { module.ctx.scalar_of(variable.ty) } else { variable.ty };
            let whole = part.unwrap_or(value);
            match use_of(module, *op, at, ty, part.is_none()) {
                Use::Access => {}
                Use::Component => parts.extend(result.map(|result| (result, whole))),
                Use::Other => drop(refused.insert(whole)),
            }
        }
    }
    found.retain(|value, _| !refused.contains(value));
    found
}

enum Use {
    Access,
    Component,
    Other,
}

fn use_of(module: &Module, op: OpId, at: usize, ty: TypeId, may_index: bool) -> Use {
    let operands = &module[op].operands;
    let type_of = |value: Option<&ValueId>| value.map(|value| module.type_of(*value));
    match edit::core(module, op) {
        Some(Op::Load) if at == 0 && type_of(module[op].results.first()) == Some(ty) => Use::Access,
        // Images may be kept in variables of another format.
        Some(Op::Store) if at == 0 && operands.len() > 1 && is_handle(module, ty) => Use::Access,
        Some(Op::Store) if at == 0 && type_of(operands.get(1)) == Some(ty) => Use::Access,
        // It takes the variable that the image has come from, which is seen when the image is a value.
        Some(Op::ImageTexelPointer) if at == 0 && may_index && is_handle(module, ty) => Use::Access,
        Some(Op::AccessChain | Op::InBoundsAccessChain)
            if at == 0 && may_index && operands.len() == 2 && matches!(module.ctx[ty], Type::Vector { .. }) =>
        {
            Use::Component
        }
        _ => Use::Other,
    }
}

fn is_handle(module: &Module, ty: TypeId) -> bool {
    matches!(module.ctx[ty], Type::Spirv(SpirvType::Image(_) | SpirvType::Pointer { .. }))
}

/// The chains to components, with the variables and the indices.
fn paths(module: &Module, ops: &[OpId], variables: &Variables) -> FxHashMap<ValueId, (ValueId, ValueId)> {
    let mut paths = FxHashMap::default();
    for op in ops.iter().filter(|op| edit::is_chain(module, **op)) {
        if let ([base, index], [result]) = (&module[*op].operands[..], &module[*op].results[..])
            && variables.contains_key(base)
        {
            paths.insert(*result, (*base, *index));
        }
    }
    paths
}

/// The variables that each construct writes, by their positions.
fn stored(module: &Module, ops: &[OpId], variables: &Variables) -> FxHashMap<OpId, Vec<usize>> {
    let mut stored: FxHashMap<OpId, Vec<usize>> = FxHashMap::default();
    for op in ops.iter().rev() {
        let mut own = stored.remove(op).unwrap_or_default();
        if edit::core(module, *op) == Some(Op::Store) {
            own.extend(variables.get_index_of(&edit::root(module, module[*op].operands[0])));
        }
        if own.is_empty() {
            continue;
        }
        own.sort_unstable();
        own.dedup();
        if let Some(around) = module.parent_op(*op).filter(|around| edit::is_construct(module, *around)) {
            stored.entry(around).or_default().extend(&own);
        }
        if edit::is_construct(module, *op) {
            stored.insert(*op, own);
        }
    }
    stored
}

struct Pass<'m> {
    module: &'m mut Module,
    pool: Pool,
    variables: FxHashMap<ValueId, usize>,
    types: Vec<TypeId>,
    paths: FxHashMap<ValueId, (ValueId, ValueId)>,
    stored: FxHashMap<OpId, Vec<usize>>,
    /// What each variable holds; nothing where it has not been written.
    current: Vec<Option<ValueId>>,
    replaced: Replaced,
    /// The set of instructions for debuggers, what these know each variable as, and what is to be said to them next.
    set: Option<AttrId>,
    known: Vec<Known>,
    notes: Vec<OpId>,
}

/// What the variables that a construct writes hold at a place, in its order.
type State = Vec<Option<ValueId>>;

impl Pass<'_> {
    fn block(&mut self, block: BlockId) {
        let mut kept = self.take_notes(block);
        for op in std::mem::take(&mut self.module[block].ops) {
            self.replaced.apply(self.module, op);
            if self.op(op) {
                kept.push(op);
            } else {
                self.module[op].block = None;
            }
            kept.extend(self.take_notes(block));
        }
        self.module[block].ops = kept;
    }

    fn take_notes(&mut self, block: BlockId) -> Vec<OpId> {
        let notes = std::mem::take(&mut self.notes);
        edit::adopt(self.module, block, &notes);
        notes
    }

    /// Says to debuggers what a variable holds from here on.
    fn note(&mut self, at: usize, value: ValueId, loc: Option<LocId>) {
        let Some(set) = self.set else { return };
        self.notes.extend(debug::notes(self.module, set, &self.known[at], value, loc));
    }

    /// Whether the op stays.
    fn op(&mut self, op: OpId) -> bool {
        if edit::is_construct(self.module, op) {
            self.construct(op);
            return true;
        }
        let result = self.module[op].results.first().copied();
        let first = self.module[op].operands.first().copied();
        match (edit::core(self.module, op), first) {
            (Some(Op::Variable), initial) => {
                let at = result.and_then(|value| self.variables.get(&value).copied());
                if let Some(at) = at {
                    self.current[at] = initial;
                    initial.into_iter().for_each(|value| self.note(at, value, None));
                }
                at.is_none()
            }
            (Some(Op::Load), Some(pointer)) => self.load(op, pointer),
            (Some(Op::Store), Some(pointer)) => self.store(op, pointer),
            (Some(Op::ImageTexelPointer), Some(pointer)) => {
                if let Some(at) = self.variables.get(&pointer).copied() {
                    self.module[op].operands[0] = self.value(at);
                }
                true
            }
            _ => !result.is_some_and(|value| self.paths.contains_key(&value)),
        }
    }

    fn load(&mut self, op: OpId, pointer: ValueId) -> bool {
        let result = self.module[op].results[0];
        if let Some(at) = self.variables.get(&pointer).copied() {
            let value = self.value(at);
            self.replaced.replace(result, value);
            return false;
        }
        if let Some((variable, index)) = self.path(pointer) {
            let vector = self.value(self.variables[&variable]);
            self.module[op].attrs.clear();
            self.component(op, &[vector], index, [Op::CompositeExtract, Op::VectorExtractDynamic]);
        }
        true
    }

    /// The variable and the index of a chain to a component.
    fn path(&mut self, pointer: ValueId) -> Option<(ValueId, ValueId)> {
        let (variable, index) = self.paths.get(&pointer).copied()?;
        // The index may itself have been kept in a variable.
        Some((variable, self.replaced.resolve(index)))
    }

    fn store(&mut self, op: OpId, pointer: ValueId) -> bool {
        let stored = self.module[op].operands[1];
        if let Some(at) = self.variables.get(&pointer).copied() {
            self.current[at] = Some(stored);
            self.note(at, stored, self.module[op].loc);
            return false;
        }
        if let Some((variable, index)) = self.path(pointer) {
            let at = self.variables[&variable];
            let vector = self.value(at);
            self.module[op].attrs.clear();
            let is_constant = self.index(index, self.types[at]).is_some();
            let operands = if is_constant { [stored, vector] } else { [vector, stored] };
            self.component(op, &operands, index, [Op::CompositeInsert, Op::VectorInsertDynamic]);
            let changed = self.module.add_result(op, self.types[at]);
            self.current[at] = Some(changed);
            self.note(at, changed, self.module[op].loc);
        }
        true
    }

    /// Makes an op one on a component of a vector: by a literal index, or by a value.
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

    /// The component that an index names, if that is known and it is there.
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

    fn state(&self, stored: &[usize]) -> State {
        stored.iter().map(|at| self.current[*at]).collect()
    }

    fn set_state(&mut self, stored: &[usize], state: &State) {
        for (at, value) in stored.iter().zip(state) {
            self.current[*at] = *value;
        }
    }

    fn construct(&mut self, op: OpId) {
        let stored = self.stored.remove(&op).unwrap_or_default();
        let Some(region) = self.module[op].regions.first().copied() else { return };
        let Some(merge) = self.module[region].blocks.last().copied() else { return };
        let before = self.state(&stored);
        let order =
            walk::reverse_post_order(self.module[region].blocks[0], |block| walk::successors(self.module, block));
        let position: FxHashMap<BlockId, usize> = order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let mut incoming: Vec<Vec<OpId>> = vec![Vec::new(); order.len()];
        for block in &order {
            let Some(end) = self.module.terminator(*block) else { continue };
            for target in walk::successors(self.module, *block) {
                let ways = &mut incoming[position[&target]];
                if ways.last() != Some(&end) {
                    ways.push(end);
                }
            }
        }
        let mut out: FxHashMap<OpId, State> = FxHashMap::default();
        let mut headers: Vec<(BlockId, Vec<OpId>)> = Vec::new();
        for (at, block) in order.iter().enumerate() {
            let (known, later): (Vec<OpId>, Vec<OpId>) = incoming[at].iter().partition(|end| out.contains_key(end));
            if at > 0 {
                self.enter(*block, &stored, &known, &out, !later.is_empty());
                // What the last block takes comes out of the construct.
                if *block == merge {
                    self.notes.clear();
                }
            } else {
                self.set_state(&stored, &before);
            }
            if !later.is_empty() {
                headers.push((*block, later));
            }
            self.block(*block);
            if let Some(end) = self.module.terminator(*block) {
                out.insert(end, self.state(&stored));
            }
        }
        for (header, later) in headers {
            for end in later {
                self.hand_over(end, header, &stored, &out, &vec![true; stored.len()]);
            }
        }
        self.leave(op, merge, &stored, &before, &out);
    }

    /// What the variables hold at the start of a block to which ways lead.
    fn enter(
        &mut self,
        block: BlockId,
        stored: &[usize],
        known: &[OpId],
        out: &FxHashMap<OpId, State>,
        is_header: bool,
    ) {
        let mut differs = vec![is_header; stored.len()];
        for (at, variable) in stored.iter().enumerate() {
            let mut values = known.iter().map(|end| out[end][at]);
            let first = values.next().flatten();
            differs[at] |= values.any(|value| value != first);
            self.current[*variable] = first;
        }
        for end in known {
            self.hand_over(*end, block, stored, out, &differs);
        }
        for (at, variable) in stored.iter().enumerate() {
            if differs[at] {
                let arg = self.module.add_arg(block, self.types[*variable]);
                self.current[*variable] = Some(arg);
                self.note(*variable, arg, None);
            }
        }
    }

    /// A terminator hands the values of variables to the new arguments of a block.
    fn hand_over(
        &mut self,
        end: OpId,
        block: BlockId,
        stored: &[usize],
        out: &FxHashMap<OpId, State>,
        wanted: &[bool],
    ) {
        let state = &out[&end];
        let mut args = Vec::new();
        for (at, variable) in stored.iter().enumerate().filter(|(at, _)| wanted[*at]) {
            args.push(match state[at] {
                Some(value) => self.replaced.resolve(value),
                None => self.pool.undefined(self.module, self.types[*variable]),
            });
        }
        for successor in self.module[end].successors.iter_mut().filter(|successor| successor.block == block) {
            successor.args.extend(&args);
        }
    }

    /// What a construct has written comes out of it as results.
    fn leave(&mut self, op: OpId, merge: BlockId, stored: &[usize], before: &State, out: &FxHashMap<OpId, State>) {
        let end = self.module.terminator(merge);
        let is_merge = |end: &OpId| ops::code(self.module, *end) == Some(Code::Mlir(Mlir::Merge));
        let Some(end) = end.filter(is_merge) else { return };
        let Some(state) = out.get(&end).cloned() else {
            return self.set_state(stored, before);
        };
        for (at, variable) in stored.iter().enumerate() {
            self.current[*variable] = match state[at] {
                Some(value) if state[at] != before[at] => {
                    let value = self.replaced.resolve(value);
                    self.module[end].operands.push(value);
                    let result = self.module.add_result(op, self.types[*variable]);
                    self.note(*variable, result, self.module[op].loc);
                    Some(result)
                }
                other => other,
            };
        }
    }
}
