//! Structurisation: flat blocks with merge instructions become nested selections and loops with one exit each.
//!
//! A construct's blocks move into the region of an op. Every exit other than its own merge block (a break or a continue
//! of an outer construct, a return) becomes a number that the op yields, and a branch on that number after it, so that
//! exits leave one construct at a time. Returns inside constructs end in one selection around the body of the function.
//! Functions without merge instructions, such as those of kernels, stay flat.

mod constructs;
mod exits;
mod liveness;
mod tidy;

use super::attrs;
use super::ops::{self, Code as OpCode, Mlir};
use super::verify;
use crate::diagnostics::Result;
use crate::ir::rewrite::Rewrites;
use crate::ir::{Attr, AttrId, BlockId, Module, OpId, RegionId, Successor, Type, TypeId, ValueId, Values};
use base::ids::Map;
use constructs::{Construct, Constructs, error};
use liveness::shared_op;
use rustc_hash::FxHashMap;
use spirv::Op;

pub use exits::thread_exits;

/// Gives every function of the module its regions.
pub fn structurize(module: &mut Module) -> Result<()> {
    for op in module.top_ops().to_vec() {
        if ops::code(module, op) == Some(OpCode::Mlir(Mlir::Func)) {
            function(module, op)?;
        }
    }
    Ok(())
}

fn function(module: &mut Module, func: OpId) -> Result<()> {
    let Some(region) = module[func].regions.first().copied() else { return Ok(()) };
    let has_merge = module[region].blocks.iter().any(|block| constructs::merge_op(module, *block).is_some());
    if !has_merge {
        return Ok(());
    }
    constructs::drop_merges_of_breaks(module, region);
    let (preheaders, dominators) = constructs::normalise(module, region);
    let constructs = Constructs::find(module, region, &dominators)?;
    let (rewrites, shared, continues) = (Rewrites::default(), FxHashMap::default(), FxHashMap::default());
    let mut pass = Pass { module, region, constructs, preheaders, rewrites, shared, continues };
    pass.note_shared();
    for index in pass.constructs.inside_out() {
        pass.nest(index)?;
    }
    pass.forget_moved();
    pass.wrap_returns()?;
    pass.forget_moved();
    std::mem::take(&mut pass.rewrites).apply(pass.module, func);
    let continues = std::mem::take(&mut pass.continues);
    tidy::tidy(module, func, &continues)?;
    liveness::yield_live_values(module, func);
    constructs::check(module, func)?;
    // Irreducible loops, and those with several back edges, have been transformed by now.
    match verify::control_flow(module, func) {
        Some(finding) => error(module, Some(func), &finding.error.message),
        None => Ok(()),
    }
}

/// An exit of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Exit {
    /// To the construct's own merge block.
    Merge,
    /// To a block of an outer construct.
    Block(BlockId),
    /// Out of the function.
    Return,
}

/// An edge that leaves a construct.
struct Leaving {
    terminator: OpId,
    /// The index of the successor, or none for a return.
    successor: Option<usize>,
    exit: Exit,
}

/// The state of structurizing one function.
struct Pass<'m> {
    module: &'m mut Module,
    region: RegionId,
    constructs: Constructs,
    /// The preheader of each loop.
    preheaders: FxHashMap<BlockId, BlockId>,
    rewrites: Rewrites,
    /// Constants and undefined values at the start of the function.
    shared: FxHashMap<(Option<AttrId>, TypeId), ValueId>,
    /// The continue target of each loop, by its region.
    continues: FxHashMap<RegionId, BlockId>,
}

impl Pass<'_> {
    fn note_shared(&mut self) {
        let entry = self.module[self.region].blocks[0];
        for op in &self.module[entry].ops {
            let key = match ops::code(self.module, *op) {
                Some(OpCode::Mlir(Mlir::Constant)) => self.module.attr(*op, attrs::VALUE),
                Some(OpCode::Core(Op::Undef)) => None,
                _ => continue,
            };
            let value = self.module[*op].results[0];
            self.shared.insert((key, self.module.type_of(value)), value);
        }
    }

    fn shared(&mut self, value: Option<AttrId>, ty: TypeId) -> ValueId {
        if let Some(found) = self.shared.get(&(value, ty)) {
            return *found;
        }
        let info = if value.is_some() { ops::mlir(Mlir::Constant) } else { ops::core(Op::Undef) };
        let made = shared_op(self.module, self.region, info, value, ty);
        self.shared.insert((value, ty), made);
        made
    }

    fn constant(&mut self, attr: Attr, ty: TypeId) -> ValueId {
        let attr = self.module.ctx.attr(attr);
        self.shared(Some(attr), ty)
    }

    fn undef(&mut self, ty: TypeId) -> ValueId {
        self.shared(None, ty)
    }

    /// Moves the blocks of a construct into the region of a new op.
    fn nest(&mut self, index: usize) -> Result<()> {
        let construct = self.constructs.list[index].clone();
        let host = match construct.cont {
            Some(_) => self.preheader(&construct)?,
            None => construct.header,
        };
        let info = ops::mlir(if construct.cont.is_some() { Mlir::Loop } else { Mlir::Selection });
        let Some(terminator) = self.module.terminator(host) else {
            return error(self.module, None, "a block has no terminator");
        };
        self.module.detach(terminator);
        if let Some(merge) = constructs::merge_op(self.module, construct.header) {
            self.module.detach(merge);
        }
        let op = self.module.add_op(info);
        if construct.control != self.none_control(&construct) {
            self.module[op].attrs.push((attrs::CONTROL, construct.control));
        }
        self.module[op].loc = self.module[terminator].loc;
        self.module.append(host, op);
        let region = self.module.add_region(op);
        let entry = self.module.add_block(region);
        self.module.append(entry, terminator);
        let members = std::mem::take(&mut self.constructs.list[index].members);
        for block in &members {
            self.adopt(region, *block);
        }
        let merge = self.module.add_block(region);
        self.continues.extend(construct.cont.map(|cont| (region, cont)));
        self.close(op, host, merge, Some(construct.merge), construct.parent)
    }

    fn none_control(&mut self, construct: &Construct) -> AttrId {
        match self.module.ctx[construct.control] {
            Attr::Enum { kind, .. } => self.module.ctx.enum_attr(kind, 0),
            _ => construct.control,
        }
    }

    fn forget_moved(&mut self) {
        let mut blocks = std::mem::take(&mut self.module[self.region].blocks);
        blocks.retain(|block| self.module[*block].region == Some(self.region));
        self.module[self.region].blocks = blocks;
    }

    /// Moves a block; its old region forgets it in [`Pass::forget_moved`].
    fn adopt(&mut self, region: RegionId, block: BlockId) {
        self.module[block].region = Some(region);
        self.module[region].blocks.push(block);
    }

    /// The only predecessor of a loop header from outside.
    fn preheader(&self, construct: &Construct) -> Result<BlockId> {
        match self.preheaders.get(&construct.header) {
            Some(block) if crate::ir::walk::successors(self.module, *block).eq([construct.header]) => Ok(*block),
            _ => error(self.module, self.module[self.region].op, "branch into a loop bypasses its header"),
        }
    }

    /// Redirects all exits of a region to its last block, and branches on them after its op.
    fn close(
        &mut self,
        op: OpId,
        host: BlockId,
        inner: BlockId,
        outer: Option<BlockId>,
        level: Option<usize>,
    ) -> Result<()> {
        let region = self.module[op].regions[0];
        let leaving = self.leaving(region, outer);
        let mut exits: Map<Exit, Vec<TypeId>> = Map::default();
        for edge in &leaving {
            exits.entry(edge.exit).or_default();
        }
        let is_empty = exits.is_empty();
        if let (true, Some(_)) = (is_empty, outer) {
            exits.insert(Exit::Merge, Vec::new());
        }
        // The normal exit comes first, so that its number is zero.
        exits.sort_by_cached_key(|exit, _| *exit != Exit::Merge);
        let keys: Vec<Exit> = exits.keys().copied().collect();
        for exit in &keys {
            let types = if is_empty { Vec::new() } else { self.exit_types(*exit, outer, &leaving) };
            exits.insert(*exit, types);
        }
        let selector = self.selector_type(keys.len());
        let mut types: Vec<TypeId> = selector.into_iter().collect();
        types.extend(exits.values().flatten());
        for ty in &types {
            self.module.add_arg(inner, *ty);
        }
        for edge in &leaving {
            self.redirect(edge, inner, &exits, selector);
        }
        let args = self.module[inner].args.clone();
        let yielded = self.module.add_op(ops::mlir(Mlir::Merge));
        self.module[yielded].operands = args.into();
        self.module.append(inner, yielded);
        let results: Vec<ValueId> = types.iter().map(|ty| self.module.add_result(op, *ty)).collect();
        self.name_results(inner, &results, &exits, outer, selector.is_some());
        self.dispatch(host, outer, level, &exits, selector, &results)
    }

    /// The edges that leave a region.
    fn leaving(&self, region: RegionId, outer: Option<BlockId>) -> Vec<Leaving> {
        let mut leaving = Vec::new();
        for block in &self.module[region].blocks {
            let Some(terminator) = self.module.terminator(*block) else { continue };
            if let Some(OpCode::Core(Op::Return | Op::ReturnValue)) = ops::code(self.module, terminator) {
                leaving.push(Leaving { terminator, successor: None, exit: Exit::Return });
            }
            for (at, successor) in self.module[terminator].successors.iter().enumerate() {
                let target = successor.block;
                if self.module[target].region != Some(region) {
                    let exit = if Some(target) == outer { Exit::Merge } else { Exit::Block(target) };
                    leaving.push(Leaving { terminator, successor: Some(at), exit });
                }
            }
        }
        leaving
    }

    fn exit_types(&self, exit: Exit, outer: Option<BlockId>, leaving: &[Leaving]) -> Vec<TypeId> {
        let block = match exit {
            Exit::Merge => outer,
            Exit::Block(block) => Some(block),
            Exit::Return => {
                let edge = leaving.iter().find(|edge| edge.exit == Exit::Return);
                let values = edge.map_or(&[][..], |edge| &self.module[edge.terminator].operands);
                return values.iter().map(|value| self.module.type_of(*value)).collect();
            }
        };
        let args = block.map_or(&[][..], |block| &self.module[block].args);
        args.iter().map(|arg| self.module.type_of(*arg)).collect()
    }

    fn selector_type(&mut self, ways: usize) -> Option<TypeId> {
        match ways {
            0 | 1 => None,
            2 => Some(self.module.ctx.bool()),
            _ => Some(self.module.ctx.int(32)),
        }
    }

    fn selector_value(&mut self, ty: TypeId, way: usize) -> ValueId {
        let attr = match self.module.ctx[ty] {
            Type::Int { width: 1, .. } => Attr::Bool(way != 0),
            _ => Attr::Int { bits: way as u64, ty },
        };
        self.constant(attr, ty)
    }

    /// Redirects an exit to the region's last block, with its number and the values for its target.
    fn redirect(&mut self, edge: &Leaving, inner: BlockId, exits: &Map<Exit, Vec<TypeId>>, selector: Option<TypeId>) {
        let own = match edge.successor {
            Some(at) => self.module[edge.terminator].successors[at].args.clone(),
            None => self.module[edge.terminator].operands.clone(),
        };
        let mut args = Values::new();
        if let Some(ty) = selector {
            let way = exits.get_index_of(&edge.exit).unwrap_or(0);
            args.push(self.selector_value(ty, way));
        }
        for (exit, types) in exits {
            if *exit == edge.exit {
                args.extend(&own);
            } else {
                args.extend(types.iter().map(|ty| self.undef(*ty)).collect::<Vec<_>>());
            }
        }
        let target = Successor { block: inner, args };
        match edge.successor {
            Some(at) => self.module[edge.terminator].successors[at] = target,
            None => {
                let op = &mut self.module[edge.terminator];
                op.info = ops::core(Op::Branch);
                op.operands.clear();
                op.successors.push(target);
            }
        }
    }

    /// The results replace the arguments of the outer merge block.
    fn name_results(
        &mut self,
        inner: BlockId,
        results: &[ValueId],
        exits: &Map<Exit, Vec<TypeId>>,
        outer: Option<BlockId>,
        has_selector: bool,
    ) {
        let (Some(outer), Some(_)) = (outer, exits.get(&Exit::Merge)) else { return };
        let args = std::mem::take(&mut self.module[outer].args);
        let first = usize::from(has_selector);
        for (at, arg) in args.into_iter().enumerate() {
            let replacement = match (results.get(first + at), self.module[inner].args.get(first + at).copied()) {
                (Some(result), Some(inner)) => {
                    self.module[inner].name = self.module[arg].name;
                    self.module.set_arg_attrs(inner, self.module.arg_attrs(arg).to_vec());
                    *result
                }
                _ => self.undef(self.module.type_of(arg)),
            };
            self.rewrites.replace(arg, replacement);
        }
    }

    /// The branch after the op, by the exit that was taken.
    fn dispatch(
        &mut self,
        host: BlockId,
        outer: Option<BlockId>,
        level: Option<usize>,
        exits: &Map<Exit, Vec<TypeId>>,
        selector: Option<TypeId>,
        results: &[ValueId],
    ) -> Result<()> {
        let mut from = usize::from(selector.is_some());
        let mut targets = Vec::new();
        for (exit, types) in exits {
            let values = results[from..from + types.len()].to_vec();
            from += types.len();
            targets.push(self.exit_successor(*exit, outer, level, values));
        }
        let mut block = host;
        let Some(ty) = selector else {
            return self.leave(block, targets.pop());
        };
        let last = targets.len() - 1;
        for way in (1..targets.len()).rev() {
            let next = if way == 1 { targets[0].clone() } else { Successor::new(self.level_block(level, host)) };
            let condition = if last == 1 { results[0] } else { self.is_way(block, results[0], ty, way) };
            let branch = self.module.add_op(ops::core(Op::BranchConditional));
            self.module[branch].operands.push(condition);
            self.module[branch].successors = vec![targets[way].clone(), next.clone()];
            self.module.append(block, branch);
            block = next.block;
        }
        Ok(())
    }

    fn is_way(&mut self, block: BlockId, selector: ValueId, ty: TypeId, way: usize) -> ValueId {
        let number = self.selector_value(ty, way);
        let compare = self.module.add_op(ops::core(Op::IEqual));
        self.module[compare].operands = [selector, number].into();
        self.module.append(block, compare);
        let bool = self.module.ctx.bool();
        self.module.add_result(compare, bool)
    }

    /// Terminates a block after an op with one exit, or with none.
    fn leave(&mut self, block: BlockId, target: Option<Successor>) -> Result<()> {
        let info = ops::core(if target.is_some() { Op::Branch } else { Op::Unreachable });
        let branch = self.module.add_op(info);
        self.module[branch].successors.extend(target);
        self.module.append(block, branch);
        Ok(())
    }

    fn exit_successor(
        &mut self,
        exit: Exit,
        outer: Option<BlockId>,
        level: Option<usize>,
        values: Vec<ValueId>,
    ) -> Successor {
        match (exit, outer) {
            // The merge block's arguments have been replaced by the results.
            (Exit::Merge, Some(block)) => Successor::new(block),
            (Exit::Block(block), _) => Successor { block, args: values.into() },
            (Exit::Return | Exit::Merge, _) => {
                let block = self.level_block(level, self.module[self.region].blocks[0]);
                let info = ops::core(if values.is_empty() { Op::Return } else { Op::ReturnValue });
                let op = self.module.add_op(info);
                self.module[op].operands = values.into();
                self.module.append(block, op);
                Successor::new(block)
            }
        }
    }

    /// A new block among those of a construct, or of the function.
    fn level_block(&mut self, level: Option<usize>, beside: BlockId) -> BlockId {
        let region = self.module[beside].region.unwrap_or(self.region);
        let block = self.module.add_block(region);
        if let Some(level) = level {
            self.constructs.list[level].members.push(block);
        }
        block
    }

    /// Wraps the body of the function into a selection if it returns from more than its last block.
    fn wrap_returns(&mut self) -> Result<()> {
        tidy::tidy_region(self.module, self.region, None)?;
        let blocks = self.module[self.region].blocks.clone();
        if blocks.len() == 1 {
            return Ok(());
        }
        let host = blocks[0];
        let Some(terminator) = self.module.terminator(host) else { return Ok(()) };
        self.module.detach(terminator);
        let op = self.module.add_op(ops::mlir(Mlir::Selection));
        self.module.append(host, op);
        let region = self.module.add_region(op);
        let (entry, first) = (self.module.add_block(region), self.module.add_block(region));
        let int = self.module.ctx.int(32);
        let zero = self.constant(Attr::Int { bits: 0, ty: int }, int);
        let switch = self.module.add_op(ops::core(Op::Switch));
        let cases = self.module.ctx.attr(Attr::Array(Box::default()));
        self.module[switch].operands.push(zero);
        self.module[switch].attrs.push((attrs::CASES, cases));
        self.module[switch].successors.push(Successor::new(first));
        self.module.append(entry, switch);
        self.module.append(first, terminator);
        for block in &blocks[1..] {
            self.adopt(region, *block);
        }
        let merge = self.module.add_block(region);
        self.close(op, host, merge, None, None)
    }
}
