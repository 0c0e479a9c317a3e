//! Variables for hit objects, and numbers of variables where one does not do.
//!
//! A web of hit objects is a variable if nothing in it is needed any more where another object is recorded: then it was one
//! in the source, or might have been. Otherwise each recording has a variable of its own, and the values are the numbers
//! of these variables; an instruction that reads a hit object selects by its number. A recording in a loop, whose object may be
//! kept for later rounds, has as many variables as others can hold, plus one, and takes one that none of them names.

use super::access::{Access, access, hit_type, is_hit_object, is_hit_type};
use super::expand::{Arms, Make};
use super::webs::{Nodes, Webs};
use crate::debug;
use crate::edit::{self, Pool, Replaced};
use crate::error::{at_op, too_large};
use crate::passes::private_to_local::pointer_to;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, Def, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Limit of the variables of one recording.
const MOST: u64 = 256;

/// Gives the hit objects of all functions variables.
///
/// # Errors
/// When a copy of a hit object is needed after the other has changed, or when there are too many.
pub(crate) fn assign(module: &mut Module) -> Result<()> {
    let Some(hit) = hit_type(module) else { return Ok(()) };
    let held = held(module);
    let mut types = Numbered { hit, uint: module.ctx.int(32), known: FxHashMap::default() };
    for func in edit::functions(module) {
        let Some(region) = edit::structured_body(module, func) else { continue };
        drop_notes(module, func, &held);
        drop_unused(module, func);
        let webs = Webs::of(module, func, &held);
        if webs.values.is_empty() {
            continue;
        }
        let pass = Pass {
            pool: Pool::of(module, region),
            slots: FxHashMap::default(),
            owned: FxHashMap::default(),
            instead: FxHashMap::default(),
            replaced: Replaced::default(),
            types: &mut types,
            module,
            webs: &webs,
            hit,
        };
        pass.function(func)?;
    }
    Ok(())
}

/// The number of hit objects in values of the types that hold some.
fn held(module: &Module) -> FxHashMap<TypeId, u64> {
    let mut held: FxHashMap<TypeId, u64> = FxHashMap::default();
    // Parts come before composites.
    for (id, ty) in module.ctx.types() {
        let count = match ty {
            Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
                held.get(elem).map_or(0, |each| each.saturating_mul(*len))
            }
            Type::Spirv(SpirvType::Struct { members, .. }) => members
                .iter()
                .filter_map(|member| held.get(&member.ty))
                .fold(0_u64, |sum, each| sum.saturating_add(*each)),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => u64::from(is_hit_type(ty)),
        };
        if count > 0 {
            held.insert(id, count);
        }
    }
    held
}

/// Removes the debug declarations and debug values of hit objects, which have no value that a debugger could show.
fn drop_notes(module: &mut Module, func: OpId, held: &FxHashMap<TypeId, u64>) {
    let is_gone = |op: &OpId| {
        debug::is_note(module, *op)
            && module[*op].operands.iter().any(|value| held.contains_key(&module.type_of(*value)))
    };
    let gone = walk::ops_in(module, func).into_iter().filter(is_gone).map(|op| (op, Vec::new())).collect();
    edit::put_in_place(module, &gone);
}

/// Drops recordings that nothing reads and that do nothing else.
fn drop_unused(module: &mut Module, func: OpId) {
    let ops = walk::ops_in(module, func);
    let mut used: FxHashMap<ValueId, usize> = FxHashMap::default();
    ops.iter().flat_map(|op| module[*op].uses()).for_each(|value| *used.entry(value).or_default() += 1);
    let is_gone = |op: &OpId| {
        let result = module[*op].results.first().filter(|result| is_hit_object(module, module.type_of(**result)));
        let access = edit::core(module, *op).map(access);
        matches!(access, Some(Access::Empty | Access::Plain)) && result.is_some_and(|result| !used.contains_key(result))
    };
    let gone = ops.into_iter().filter(is_gone).map(|op| (op, Vec::new())).collect();
    edit::put_in_place(module, &gone);
}

/// Types in which numbers take the place of hit objects.
struct Numbered {
    hit: TypeId,
    uint: TypeId,
    known: FxHashMap<TypeId, TypeId>,
}

impl Numbered {
    fn of(&mut self, module: &mut Module, ty: TypeId) -> TypeId {
        if ty == self.hit {
            return self.uint;
        }
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let mut changed = module.ctx[ty].clone();
        match &mut changed {
            Type::Spirv(SpirvType::Array { elem, .. }) => *elem = self.of(module, *elem),
            Type::Spirv(SpirvType::Pointer { pointee, .. }) => *pointee = self.of(module, *pointee),
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                members.iter_mut().for_each(|member| member.ty = self.of(module, member.ty));
            }
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => {}
        }
        let changed = module.ctx.ty(changed);
        self.known.insert(ty, changed);
        changed
    }
}

struct Pass<'m> {
    module: &'m mut Module,
    pool: Pool,
    webs: &'m Webs,
    types: &'m mut Numbered,
    hit: TypeId,
    /// The variables of each web.
    slots: FxHashMap<usize, Vec<ValueId>>,
    /// The numbers of the variables that a definition may write.
    owned: FxHashMap<OpId, std::ops::Range<u32>>,
    instead: FxHashMap<OpId, Vec<OpId>>,
    replaced: Replaced,
}

impl Pass<'_> {
    fn function(mut self, func: OpId) -> Result<()> {
        let definitions = self.webs.definitions.clone();
        let mut is_numbered: FxHashMap<usize, bool> = FxHashMap::default();
        for memory in self.webs.memory.iter() {
            is_numbered.insert(self.webs.web(*memory), true);
        }
        for (op, node) in &definitions {
            let web = self.webs.web(*node);
            let is_crowded = self.kept_across(*op, *node).next().is_some();
            *is_numbered.entry(web).or_default() |= is_crowded;
        }
        for (op, node) in &definitions {
            self.allot(*op, *node, is_numbered[&self.webs.web(*node)])?;
        }
        for op in walk::ops_in(self.module, func) {
            self.op(op, &is_numbered)?;
        }
        let Pass { module, pool, mut replaced, instead, webs, .. } = self;
        edit::put_in_place(module, &instead);
        walk::ops_in(module, func).into_iter().for_each(|op| replaced.apply(module, op));
        pool.finish(module);
        remove_plain(module, func, webs, &is_numbered);
        Ok(())
    }

    /// The nodes of a definition's web, other than its own, that are needed behind it.
    fn kept_across(&self, op: OpId, node: usize) -> impl Iterator<Item = usize> {
        let web = self.webs.web(node);
        let live = self.webs.live.get(&op).into_iter().flatten().copied();
        live.filter(move |other| *other != node && self.webs.web(*other) == web)
    }

    /// Gives a definition its variables.
    fn allot(&mut self, op: OpId, node: usize, is_numbered: bool) -> Result<()> {
        let web = self.webs.web(node);
        let access = edit::core(self.module, op).map_or(Access::Use, access);
        let has_one = self.slots.get(&web).is_some_and(|slots| !slots.is_empty());
        if !is_numbered {
            if !has_one {
                self.variables(web, 1);
            }
            self.owned.insert(op, 0..1);
            return Ok(());
        }
        if access == Access::Change {
            return self.check_change(op, node);
        }
        let mut count = 1;
        // An empty one is as good as another.
        if access != Access::Empty && self.repeats(op) {
            count += self.rivals(op, node).iter().map(|(_, count)| count).sum::<u64>();
        }
        if count > MOST {
            return too_large(self.module, op, "keeping hit objects");
        }
        let range = self.variables(web, count as u32);
        self.owned.insert(op, range);
        Ok(())
    }

    fn variables(&mut self, web: usize, count: u32) -> std::ops::Range<u32> {
        let start = self.slots.get(&web).map_or(0, Vec::len) as u32;
        for _ in 0..count {
            let ty = pointer_to(self.module, self.hit);
            let op = self.module.add_op(ops::core(Op::Variable));
            let variable = self.module.add_result(op, ty);
            self.pool.push(self.module, op);
            self.slots.entry(web).or_default().push(variable);
        }
        start..start + count
    }

    /// Returns whether an op is in a loop.
    fn repeats(&self, op: OpId) -> bool {
        let around = std::iter::successors(Some(op), |op| self.module.parent_op(*op));
        around.into_iter().any(|op| edit::is_loop(self.module, op))
    }

    /// What may hold an earlier object of a definition when it makes the next one, with the number of hit objects.
    fn rivals(&self, op: OpId, node: usize) -> Vec<(ValueId, u64)> {
        let reached: Nodes = self.webs.reached(node);
        let values = self.kept_across(op, node).filter(|other| reached.contains(other));
        let values = values.map(|other| (self.webs.values[other], self.webs.counts[other]));
        let memory = self.webs.memory.iter().filter(|other| reached.contains(*other));
        let mut all: Vec<(ValueId, u64)> =
            memory.map(|other| (self.webs.values[*other], self.webs.counts[*other])).collect();
        all.extend(values);
        all.sort_unstable();
        all
    }

    /// Reports a change of a hit object that has a copy.
    fn check_change(&self, op: OpId, node: usize) -> Result<()> {
        let sources: Vec<Nodes> = self.webs.definitions.iter().map(|(_, source)| self.webs.reached(*source)).collect();
        let Some(operand) = self.webs.node(self.module[op].operands[0]) else { return Ok(()) };
        let may_be_same = |other: usize| sources.iter().any(|nodes| nodes.contains(&other) && nodes.contains(&operand));
        if self.kept_across(op, node).any(may_be_same) || self.is_copied_in_memory(operand) {
            let message = "hit object is a copy that lives on when the other one changes, which SPIR-V cannot express";
            return Err(at_op(self.module, op, Code::Copied, message));
        }
        Ok(())
    }

    /// Returns whether memory of a web is written with objects that were not just made or changed.
    fn is_copied_in_memory(&self, operand: usize) -> bool {
        let web = self.webs.web(operand);
        let memory: Vec<usize> = self.webs.memory.iter().copied().filter(|it| self.webs.web(*it) == web).collect();
        let made: Nodes = self.webs.definitions.iter().map(|(_, node)| *node).collect();
        self.webs.sources_of(&memory).into_iter().any(|source| !made.contains(&source))
    }

    fn op(&mut self, op: OpId, is_numbered: &FxHashMap<usize, bool>) -> Result<()> {
        self.retype(op, is_numbered);
        if let Some((_, node)) = self.webs.definitions.iter().find(|(other, _)| *other == op).copied() {
            return self.definition(op, node, is_numbered[&self.webs.web(node)]);
        }
        let Some(node) = self.module[op].operands.first().and_then(|value| self.webs.node(*value)) else {
            return Ok(());
        };
        let is_use = super::access::instruction(self.module, op).is_some()
            && !self.webs.memory.contains(&node)
            && !edit::is_merge(self.module, op);
        if is_use {
            self.reading(op, node, is_numbered.get(&self.webs.web(node)) == Some(&true))?;
        }
        Ok(())
    }

    /// Gives the results of an op, and the arguments of its blocks, the type of numbers.
    fn retype(&mut self, op: OpId, is_numbered: &FxHashMap<usize, bool>) {
        let blocks: Vec<_> =
            self.module[op].regions.iter().flat_map(|region| self.module[*region].blocks.clone()).collect();
        let args = blocks.into_iter().flat_map(|block| self.module[block].args.to_vec()).collect::<Vec<_>>();
        let results = self.module[op].results.to_vec();
        for value in results.into_iter().chain(args) {
            let node = self.webs.node(value).or_else(|| self.webs.node(edit::root(self.module, value)));
            if node.is_some_and(|node| is_numbered.get(&self.webs.web(node)) == Some(&true)) {
                let ty = self.types.of(self.module, self.module.type_of(value));
                self.module.values[value].ty = ty;
            }
        }
    }

    fn number(&mut self, number: u32) -> ValueId {
        let uint = self.types.uint;
        let attr = self.module.ctx.attr(Attr::Int { bits: u64::from(number), ty: uint });
        self.pool.constant(self.module, attr, uint)
    }

    fn definition(&mut self, op: OpId, node: usize, is_numbered: bool) -> Result<()> {
        let web = self.webs.web(node);
        let result = self.module[op].results[0];
        let is_change = edit::core(self.module, op).map(access) == Some(Access::Change);
        self.module[op].results.clear();
        if is_change && is_numbered {
            let object = self.module[op].operands[0];
            self.replaced.replace(result, object);
            let from = self.webs.node(object).unwrap_or(node);
            return self.reading(op, from, true);
        }
        let owned = self.owned[&op].clone();
        let slots = self.slots[&web][owned.start as usize..owned.end as usize].to_vec();
        if let [only] = slots[..] {
            if is_change {
                self.module[op].operands[0] = only;
            } else {
                self.module[op].operands.insert(0, only);
            }
            if is_numbered {
                let number = self.number(owned.start);
                self.replaced.replace(result, number);
            }
            return Ok(());
        }
        // A place for the variable that is selected.
        self.module[op].operands.insert(0, slots[0]);
        let rivals = self.rivals(op, node);
        let uint = self.types.uint;
        let mut make = Make { module: self.module, pool: &mut self.pool, list: Vec::new(), like: op, uint };
        let picked = make.free(&rivals, owned.clone());
        let arms = Arms { selector: picked, numbers: owned.collect(), variables: slots };
        make.switch(&arms);
        let list = make.list;
        self.replaced.replace(result, picked);
        self.instead.insert(op, list);
        Ok(())
    }

    /// An instruction that reads the hit object of a node.
    fn reading(&mut self, op: OpId, node: usize, is_numbered: bool) -> Result<()> {
        let web = self.webs.web(node);
        if self.slots.get(&web).is_none_or(Vec::is_empty) {
            // Nothing was ever recorded.
            self.variables(web, 1);
        }
        let mut numbers: Vec<u32> = match is_numbered {
            false => vec![0],
            true => {
                let made = self.webs.definitions.iter().filter(|(_, from)| self.webs.reached(*from).contains(&node));
                made.filter_map(|(definition, _)| self.owned.get(definition)).flat_map(Clone::clone).collect()
            }
        };
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            numbers.push(0);
        }
        let selector = self.module[op].operands[0];
        let variables: Vec<ValueId> = numbers.iter().map(|number| self.slots[&web][*number as usize]).collect();
        self.module[op].operands[0] = variables[0];
        if variables.len() == 1 {
            return Ok(());
        }
        let result = self.module[op].results.first().copied();
        let uint = self.types.uint;
        let mut make = Make { module: self.module, pool: &mut self.pool, list: Vec::new(), like: op, uint };
        let value = make.switch(&Arms { selector, numbers, variables });
        let list = make.list;
        if let (Some(old), Some(new)) = (result, value) {
            self.replaced.replace(old, new);
        }
        self.instead.insert(op, list);
        Ok(())
    }
}

/// Removes the values of webs that are variables: arguments of blocks and results of constructs.
fn remove_plain(module: &mut Module, func: OpId, webs: &Webs, is_numbered: &FxHashMap<usize, bool>) {
    let is_gone = |value: ValueId| {
        let node = webs.node(value).filter(|node| !webs.memory.contains(node));
        node.is_some_and(|node| is_numbered.get(&webs.web(node)) != Some(&true))
    };
    let (mut rewritten, mut gone) = (Vec::new(), FxHashMap::default());
    for op in walk::ops_in(module, func) {
        let results = &module[op].results;
        if edit::is_reference(module, op) && results.iter().any(|value| is_gone(*value)) {
            gone.insert(op, Vec::new());
            continue;
        }
        let is_merge = edit::is_merge(module, op);
        let parent = module.parent_op(op).filter(|_| is_merge);
        if let Some(construct) = parent {
            let kept = module[construct].results.iter().map(|value| !is_gone(*value)).collect::<Vec<_>>();
            rewritten.push((op, kept));
        }
        for at in 0..module[op].successors.len() {
            let block = module[op].successors[at].block;
            let kept: Vec<bool> = module[block].args.iter().map(|value| !is_gone(*value)).collect();
            let args = std::mem::take(&mut module[op].successors[at].args);
            module[op].successors[at].args =
                args.iter().zip(kept).filter(|(_, kept)| *kept).map(|(value, _)| *value).collect();
        }
    }
    for (merge, kept) in rewritten {
        let operands = module[merge].operands.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(value, _)| *value);
        module[merge].operands = operands.collect();
    }
    for value in &webs.values {
        if !is_gone(*value) {
            continue;
        }
        match module[*value].def {
            Def::Arg(block, _) => {
                module[block].args.retain(|other| other != value);
                module.renumber_args(block);
            }
            Def::Result(op, _) if edit::is_construct(module, op) => {
                let kept: Vec<bool> = module[op].results.iter().map(|other| other != value).collect();
                module[op].results.retain_by(&kept);
                module.renumber_results(op);
            }
            Def::Result(..) => {}
        }
    }
    edit::put_in_place(module, &gone);
}
