//! Brings an entry point into the form that planning needs: one function without calls, whose blocks are all reached and
//! end where invocations wait for each other.

use crate::error::{LowerError, Result, invalid};
use crate::facts::{Cut, is_collective, is_meeting};
use base::intern::Symbol;
use dialect::ir::{BlockId, Def, Module, OpId, Successor, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::FxHashMap;
use spirv::Op;

/// A kernel has at most this many ops once its calls are inlined.
const MAX_OPS: usize = 500_000;
/// Calls nest at most this deep.
const MAX_DEPTH: usize = 256;

/// Inlines all calls of `func`, and makes values of its variables.
pub(crate) fn flatten(module: &mut Module, func: OpId) -> Result<()> {
    let functions = facts::symbols(module);
    inline_calls(module, &functions, func, &mut Vec::new())?;
    super::members::to_wholes(module, func);
    super::promote::promote(module, func);
    super::explicit_casts::resolve(module, func);
    Ok(())
}

/// Splits the blocks of a flat function after the ops at which invocations meet.
pub(crate) fn split(module: &mut Module, func: OpId, cut: Cut) {
    if cut == Cut::Waves {
        join_at_continues(module, func);
    }
    split_at_meetings(module, func, cut);
    let region = module[func].regions[0];
    let entry = module[region].blocks[0];
    let order = walk::reverse_post_order(entry, |block| walk::successors(module, block));
    module[region].blocks = order;
}

fn calls(module: &Module, func: OpId) -> Vec<OpId> {
    let ops = walk::ops_in(module, func);
    ops.into_iter().filter(|op| ops::code(module, *op) == Some(Code::Core(Op::FunctionCall))).collect()
}

fn inline_calls(
    module: &mut Module,
    functions: &FxHashMap<Symbol, OpId>,
    func: OpId,
    stack: &mut Vec<OpId>,
) -> Result<()> {
    if stack.contains(&func) {
        return invalid("recursive function");
    }
    if stack.len() >= MAX_DEPTH {
        return Err(LowerError::TooLarge(format!("calls are nested more than {MAX_DEPTH} deep")));
    }
    check_operands(module, func)?;
    stack.push(func);
    for call in calls(module, func) {
        let name = facts::symbol_of(module, call, attrs::SYMBOL);
        let Some(callee) = name.and_then(|name| functions.get(&name).copied()) else {
            return invalid("callee is not a function");
        };
        let has_body = module[callee].regions.first().is_some_and(|region| !module[*region].blocks.is_empty());
        if !has_body {
            let name = name.map_or("", |name| module.ctx.str(name)).to_owned();
            return crate::error::unsupported(format!("spirv.FunctionCall @{name}"), "the function has no body");
        }
        inline_calls(module, functions, callee, stack)?;
        inline(module, call, callee)?;
        if module.ops.len() > MAX_OPS {
            return Err(LowerError::TooLarge(format!(
                "it has more than {MAX_OPS} instructions with its calls inlined"
            )));
        }
    }
    stack.pop();
    Ok(())
}

/// Rejects ops that lack operands: ids that are not values have become attributes.
fn check_operands(module: &Module, func: OpId) -> Result<()> {
    for op in walk::ops_in(module, func) {
        let needed = ops::row(module[op].info).map_or(0, |row| row.required_values());
        let is_branch = matches!(
            ops::code(module, op),
            Some(Code::Core(Op::Branch | Op::BranchConditional | Op::LoopMerge | Op::SelectionMerge | Op::Switch))
        );
        let is_call = ops::code(module, op) == Some(Code::Core(Op::FunctionCall));
        if !is_branch && !is_call && module[op].operands.len() < needed {
            return invalid(format!("an operand of '{}' is not a value", module[op].info.name));
        }
    }
    Ok(())
}

/// Moves what follows `op` in its block into a new block of the same function.
pub(super) fn split_after(module: &mut Module, op: OpId) -> Option<(BlockId, BlockId)> {
    let block = module[op].block?;
    let region = module[block].region?;
    let at = module[block].ops.iter().position(|other| *other == op)?;
    let rest = module[block].ops.split_off(at + 1);
    let after = module.add_block(region);
    for op in &rest {
        module[*op].block = Some(after);
    }
    module[after].ops = rest;
    Some((block, after))
}

fn inline(module: &mut Module, call: OpId, callee: OpId) -> Result<()> {
    let Some((before, after)) = split_after(module, call) else { return invalid("a call is in no block") };
    let Some(region) = module[before].region else { return invalid("a block is in no function") };
    let result = module[call].results.first().copied();
    // The result becomes an argument of the block after the call, so that its uses stay as they are.
    if let Some(result) = result {
        module[call].results.clear();
        module[result].def = Def::Arg(after, 0);
        module[after].args.push(result);
    }
    let args = module[call].operands.clone();
    module.detach(call);
    let mut copy = Copy::default();
    let blocks = module[module[callee].regions[0]].blocks.clone();
    for (param, arg) in module[blocks[0]].args.clone().into_iter().zip(args) {
        copy.values.insert(param, arg);
    }
    for block in &blocks {
        let new = module.add_block(region);
        copy.blocks.insert(*block, new);
    }
    for block in blocks.iter().skip(1) {
        copy.args(module, *block);
    }
    // Definitions come before their uses in this order, except those that only successors' arguments carry.
    let order = walk::reverse_post_order(blocks[0], |block| walk::successors(module, block));
    for block in &order {
        copy.ops(module, *block, after, result.is_some())?;
    }
    jump(module, before, copy.blocks[&blocks[0]], Vec::new());
    Ok(())
}

/// Ends a block with a branch.
pub(super) fn jump(module: &mut Module, from: BlockId, to: BlockId, args: Vec<ValueId>) {
    let branch = module.add_op(ops::core(Op::Branch));
    module[branch].successors.push(Successor { block: to, args: args.into() });
    module.append(from, branch);
}

/// Map from the parts of a function to those of its copy.
#[derive(Default)]
pub(super) struct Copy {
    pub(super) values: FxHashMap<ValueId, ValueId>,
    pub(super) blocks: FxHashMap<BlockId, BlockId>,
}

impl Copy {
    pub(super) fn value(&self, value: ValueId) -> ValueId {
        self.values.get(&value).copied().unwrap_or(value)
    }

    pub(super) fn args(&mut self, module: &mut Module, block: BlockId) {
        for arg in module[block].args.clone() {
            let ty = module.type_of(arg);
            let new = module.add_arg(self.blocks[&block], ty);
            self.values.insert(arg, new);
        }
    }

    fn ops(&mut self, module: &mut Module, block: BlockId, after: BlockId, has_result: bool) -> Result<()> {
        let target = self.blocks[&block];
        for op in module[block].ops.clone() {
            match ops::code(module, op) {
                Some(Code::Core(Op::Return)) => jump(module, target, after, Vec::new()),
                Some(Code::Core(Op::ReturnValue)) if has_result => {
                    let value = self.value(module[op].operands[0]);
                    jump(module, target, after, vec![value]);
                }
                Some(Code::Core(Op::ReturnValue)) => jump(module, target, after, Vec::new()),
                _ => self.op(module, op, target),
            }
        }
        Ok(())
    }

    pub(super) fn op(&mut self, module: &mut Module, op: OpId, target: BlockId) {
        let mut data = module[op].clone();
        let results = std::mem::take(&mut data.results);
        for value in data.uses_mut() {
            *value = self.value(*value);
        }
        for successor in &mut data.successors {
            successor.block = self.blocks.get(&successor.block).copied().unwrap_or(successor.block);
        }
        let new = module.ops.alloc(data);
        module.append(target, new);
        for result in results {
            let copied = module.add_result(new, module.type_of(result));
            module[copied].name = module[result].name;
            self.values.insert(result, copied);
        }
    }
}

/// Marks the back edges of loops that contain wave operations with a no-op, at which the lanes of a wave wait for each
/// other: otherwise lanes of different iterations would take part in the same operation.
fn join_at_continues(module: &mut Module, func: OpId) {
    let mut continues = base::ids::Set::default();
    for op in walk::ops_in(module, func) {
        if ops::code(module, op) != Some(Code::Core(Op::LoopMerge)) {
            continue;
        }
        let (Some(header), [merge, next]) = (module[op].block, module[op].successors.as_slice()) else { continue };
        let merge = merge.block;
        let body =
            walk::reverse_post_order(header, |block| walk::successors(module, block).filter(move |_| block != merge));
        let inside = body.iter().filter(|block| **block != merge).flat_map(|block| &module[*block].ops);
        if inside
            .into_iter()
            .any(|op| ops::code(module, *op).and_then(Code::core).is_some_and(|op| is_collective(isa::class(op))))
        {
            continues.insert(next.block);
        }
    }
    for block in continues {
        let marker = module.add_op(ops::core(Op::Nop));
        module[marker].block = Some(block);
        module[block].ops.insert(0, marker);
    }
}

fn split_at_meetings(module: &mut Module, func: OpId, cut: Cut) {
    for op in walk::ops_in(module, func) {
        if is_meeting(module, op, cut)
            && let Some((before, after)) = split_after(module, op)
        {
            jump(module, before, after, Vec::new());
        }
    }
}

/// The function of an entry point.
pub(crate) fn function(module: &Module, entry: &host::EntryPoint) -> Result<OpId> {
    match facts::find_symbol(module, entry.function) {
        Some(op) if ops::code(module, op) == Some(Code::Mlir(Mlir::Func)) && !module[op].regions.is_empty() => Ok(op),
        _ => invalid("entry point is not a function"),
    }
}
