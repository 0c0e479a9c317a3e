//! Dynamic indices into arrays of resources become switches over the elements, so that each element can be a variable
//! of its own.
//!
//! The ops from the array to a use of the element (access chains, loads, `OpSampledImage`) are cloned into a case per
//! element, together with the use. An index out of bounds reads zeros and writes nothing. Several such indices nest.

use crate::copy::{Copy, Substitutes};
use crate::debug;
use crate::edit::{self, Pool, Replaced};
use crate::error::at_op;
use crate::options::Options;
use crate::passes::descriptor_scalar_replacement;
use crate::rules;
use base::intern::Symbol;
use dialect::diagnostics::{Code, Result};
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Successor, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, effects, facts};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// Limit of the ops that all switches may add.
const MAX_GROWTH: usize = 1 << 17;
/// Limit of their nesting.
const MAX_NESTING: usize = 8;

/// Replaces dynamic indices by switches, where arrays are to be split.
pub(crate) fn choose(module: &mut Module, options: &Options) -> Result<()> {
    let arrays: FxHashSet<Symbol> = descriptor_scalar_replacement::to_be_split(module, options).collect();
    if !options.flatten_arrays || arrays.is_empty() {
        return Ok(());
    }
    let mut made = 0;
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            function(module, func, region, &arrays, &mut made)?;
        }
    }
    Ok(())
}

fn function(
    module: &mut Module,
    func: OpId,
    region: RegionId,
    arrays: &FxHashSet<Symbol>,
    made: &mut usize,
) -> Result<()> {
    let found = Found::of(module, func, arrays);
    if found.handles.is_empty() {
        return Ok(());
    }
    let (pool, values) = (Pool::of(module, region), Substitutes::default());
    let mut pass = Pass { pool, values, module, arrays, made: *made };
    let (mut instead, mut replaced) = (FxHashMap::default(), Replaced::default());
    for op in &found.users {
        let mut list = found.path_to(pass.module, *op);
        list.push(*op);
        let result = pass.module[*op].results.first().copied();
        let mut kept = Vec::new();
        let value = pass.place(list, None, &mut kept, 0)?;
        if let (Some(old), Some(new)) = (result, value) {
            replaced.replace(old, new);
        }
        instead.insert(*op, kept);
    }
    *made = pass.made;
    pass.pool.finish(module);
    instead.extend(found.notes.iter().map(|note| (*note, Vec::new())));
    edit::put_in_place(module, &instead);
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
    }
    drop_unused(module, func, &found);
    Ok(())
}

/// The dependents of a dynamic index into an array of resources, in one function.
#[derive(Default)]
struct Found {
    /// Values that are or lead to a resource, with their ops.
    handles: FxHashMap<ValueId, OpId>,
    /// The ops that use the resource, in order.
    users: Vec<OpId>,
    /// Debug notes of handles, which go in the end.
    notes: Vec<OpId>,
}

impl Found {
    fn of(module: &Module, func: OpId, arrays: &FxHashSet<Symbol>) -> Found {
        let mut found = Found::default();
        for op in walk::ops_in(module, func) {
            let depends = module[op].uses().any(|value| found.handles.contains_key(&value));
            if !depends && run_time_index(module, op, arrays).is_none() {
                continue;
            }
            match module[op].results[..] {
                _ if debug::is_note(module, op) => found.notes.push(op),
                [result] if is_handle(module, op, result) => drop(found.handles.insert(result, op)),
                // A terminator that passes a resource on keeps the array as it is, which is reported later.
                _ if module[op].is_terminator() => {}
                _ => found.users.push(op),
            }
        }
        found
    }

    /// The ops between arrays and a user, in a valid order.
    fn path_to(&self, module: &Module, user: OpId) -> Vec<OpId> {
        let before = |op: OpId| module[op].operands.iter().rev().filter_map(|value| self.handles.get(value)).copied();
        let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
        let mut stack: Vec<(OpId, bool)> = before(user).map(|op| (op, false)).collect();
        while let Some((op, is_done)) = stack.pop() {
            if is_done {
                order.push(op);
            } else if seen.insert(op) {
                stack.push((op, true));
                stack.extend(before(op).map(|op| (op, false)));
            }
        }
        order
    }
}

/// Returns whether the result of an op is a resource, or a pointer to one.
fn is_handle(module: &Module, op: OpId, result: ValueId) -> bool {
    let effects = effects::of_op(module, op);
    let is_free = effects.is_pure() || edit::core(module, op) == Some(Op::Load) && !effects.kept;
    is_free && is_resource(module, module.type_of(result))
}

fn is_resource(module: &Module, ty: TypeId) -> bool {
    match &module.ctx[descriptor_scalar_replacement::innermost(module, ty)] {
        Type::Spirv(SpirvType::Other { op, .. }) => *op == Op::TypeAccelerationStructureKHR,
        Type::Spirv(
            SpirvType::Pointer { .. } | SpirvType::Image(_) | SpirvType::Sampler | SpirvType::SampledImage(_),
        ) => true,
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => false,
    }
}

/// A dynamic index into an array of resources: its operand number, and the number of elements.
fn run_time_index(module: &Module, op: OpId, arrays: &FxHashSet<Symbol>) -> Option<(usize, u64)> {
    if !matches!(edit::core(module, op), Some(Op::AccessChain | Op::InBoundsAccessChain)) {
        return None;
    }
    let (base, indices) = module[op].operands.split_first()?;
    edit::global(module, *base).filter(|name| arrays.contains(name))?;
    let (mut ty, _) = facts::pointer(module, module.type_of(*base))?;
    for (at, index) in indices.iter().enumerate() {
        let number = edit::constant_number(module, *index);
        match &module.ctx[ty] {
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) if number.is_none() => {
                return Some((at + 1, *len));
            }
            Type::Spirv(SpirvType::Array { .. }) => {}
            Type::Spirv(SpirvType::Struct { .. }) if descriptor_scalar_replacement::is_plain_struct(module, ty) => {}
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => return None,
        }
        ty = facts::part_type(&module.ctx, ty, number? as usize)?;
    }
    None
}

struct Pass<'m> {
    module: &'m mut Module,
    pool: Pool,
    values: Substitutes,
    arrays: &'m FxHashSet<Symbol>,
    /// The number of ops made so far.
    made: usize,
}

impl Pass<'_> {
    /// Appends the ops that lead to a user, and the user, or a switch between clones of them; returns the user's
    /// result.
    fn place(
        &mut self,
        list: Vec<OpId>,
        block: Option<BlockId>,
        kept: &mut Vec<OpId>,
        nesting: usize,
    ) -> Result<Option<ValueId>> {
        let found = list.iter().enumerate().find_map(|(number, op)| {
            run_time_index(self.module, *op, self.arrays).map(|(at, count)| (number, at, count))
        });
        let user = list[list.len() - 1];
        let Some((number, at, count)) = found else {
            block.into_iter().for_each(|block| edit::adopt(self.module, block, &list));
            kept.extend(list);
            return Ok(self.module[user].results.first().copied());
        };
        self.made += list.len().saturating_mul(usize::try_from(count).unwrap_or(usize::MAX));
        if nesting >= MAX_NESTING || self.made > MAX_GROWTH {
            let message = "too many ops for selecting elements of resource arrays";
            return Err(at_op(self.module, user, Code::Limit, message));
        }
        let selection = self.module.add_op(ops::mlir(Mlir::Selection));
        (self.module[selection].loc, self.module[selection].block) = (self.module[user].loc, block);
        kept.push(selection);
        let choice = Choice { selector: self.module[list[number]].operands[at], list, number, at, count };
        self.cases(selection, &choice, nesting)
    }

    /// Fills a selection with a case per element; returns its results.
    fn cases(&mut self, selection: OpId, choice: &Choice, nesting: usize) -> Result<Option<ValueId>> {
        let region = self.module.add_region(selection);
        let blocks: Vec<BlockId> = (0..choice.count + 2).map(|_| self.module.add_block(region)).collect();
        let [entry, cases @ .., merge] = &blocks[..] else { return Ok(None) };
        let user = choice.list[choice.list.len() - 1];
        let ty = self.module[user].results.first().map(|result| self.module.type_of(*result));
        let mut numbers = Vec::new();
        let mut successors = vec![Successor { block: *merge, args: ty.map(|ty| self.zero(ty)).into_iter().collect() }];
        for (number, block) in (0..).zip(cases) {
            let selector = self.module.type_of(choice.selector);
            let attr = self.module.ctx.attr(Attr::Int { bits: number, ty: selector });
            let index = self.pool.constant(self.module, attr, selector);
            numbers.push(attr);
            successors.push(Successor::new(*block));
            self.case(choice, *block, *merge, index, nesting)?;
        }
        let switch = self.module.add_op(ops::core(Op::Switch));
        let numbers = self.module.ctx.attr(Attr::Array(numbers.into()));
        let op = &mut self.module[switch];
        (op.operands, op.successors, op.attrs) =
            ([choice.selector].into(), successors, [(attrs::CASES, numbers)].into());
        self.module.append(*entry, switch);
        let yielded = ty.map(|ty| self.module.add_arg(*merge, ty));
        let end = self.module.add_op(ops::mlir(Mlir::Merge));
        self.module[end].operands.extend(yielded);
        self.module.append(*merge, end);
        Ok(ty.map(|ty| self.module.add_result(selection, ty)))
    }

    fn case(&mut self, choice: &Choice, block: BlockId, merge: BlockId, index: ValueId, nesting: usize) -> Result<()> {
        let (mut copies, mut kept) = (Vec::new(), Vec::new());
        let mut copy = Copy::new(&mut self.pool, &mut self.values, None);
        copy.ops(self.module, &choice.list, block, &mut copies);
        copy.finish(self.module);
        self.module[copies[choice.number]].operands[choice.at] = index;
        let value = self.place(copies, Some(block), &mut kept, nesting + 1)?;
        let branch = self.module.add_op(ops::core(Op::Branch));
        self.module[branch].successors.push(Successor { block: merge, args: value.into_iter().collect() });
        self.module[branch].block = Some(block);
        kept.push(branch);
        self.module[block].ops = kept;
        Ok(())
    }

    fn zero(&mut self, ty: TypeId) -> ValueId {
        match rules::null(self.module, ty) {
            Some(zero) => self.pool.constant(self.module, zero, ty),
            None => self.pool.undefined(self.module, ty),
        }
    }
}

/// A switch to be made.
struct Choice {
    /// The ops of each case.
    list: Vec<OpId>,
    /// The op among them with the dynamic index, and its operand number.
    number: usize,
    at: usize,
    selector: ValueId,
    /// The number of elements.
    count: u64,
}

/// Drops handles without users.
fn drop_unused(module: &mut Module, func: OpId, found: &Found) {
    let ops = walk::ops_in(module, func);
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    for value in ops.iter().flat_map(|op| module[*op].uses()) {
        *uses.entry(value).or_default() += 1;
    }
    let mut gone = FxHashMap::default();
    for op in ops.iter().rev() {
        let result = module[*op].results.first().filter(|result| found.handles.get(*result) == Some(op));
        if result.is_some_and(|result| uses.get(result).is_none_or(|uses| *uses == 0)) {
            for value in module[*op].uses() {
                uses.entry(value).and_modify(|uses| *uses -= 1);
            }
            gone.insert(*op, Vec::new());
        }
    }
    edit::put_in_place(module, &gone);
}
