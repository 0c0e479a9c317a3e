//! The constructs of a function: their nesting and their blocks.

use crate::diagnostics::{Code, Error, Result};
use crate::ir::walk::{self, Dominators};
use crate::ir::{AttrId, BlockId, Module, OpId, RegionId, Successor};
use crate::spirv::attrs;
use crate::spirv::facts;
use crate::spirv::ops::{self, Code as OpCode};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The limit of nesting, which is that of SPIR-V.
pub(super) const MAX_NESTING: u32 = 1023;

/// A selection or a loop.
#[derive(Clone, Debug)]
pub(super) struct Construct {
    /// The block with the merge instruction.
    pub(super) header: BlockId,
    /// The merge block.
    pub(super) merge: BlockId,
    /// The continue target of a loop.
    pub(super) cont: Option<BlockId>,
    /// The control of its merge instruction.
    pub(super) control: AttrId,
    /// The enclosing construct.
    pub(super) parent: Option<usize>,
    /// Its blocks, without those of nested constructs.
    pub(super) members: Vec<BlockId>,
    depth: u32,
}

/// The constructs of a function.
#[derive(Debug)]
pub(super) struct Constructs {
    /// All of them.
    pub(super) list: Vec<Construct>,
}

/// The merge instruction of a block.
pub(super) fn merge_op(module: &Module, block: BlockId) -> Option<OpId> {
    module[block]
        .ops
        .iter()
        .rev()
        .take(2)
        .copied()
        .find(|op| matches!(ops::code(module, *op), Some(OpCode::Core(Op::SelectionMerge | Op::LoopMerge))))
}

/// The structural successors of a block: its successors, and the blocks that its merge instruction names.
fn structural_successors(module: &Module, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
    let named = merge_op(module, block).map_or(&[][..], |merge| &module[merge].successors);
    walk::successors(module, block).chain(named.iter().map(|successor| successor.block))
}

/// Gives every loop a preheader and a continue target other than its header, and removes unreachable blocks. Returns
/// the preheaders, and the dominators of the resulting blocks.
pub(super) fn normalise(module: &mut Module, region: RegionId) -> (FxHashMap<BlockId, BlockId>, Dominators) {
    let entry = module[region].blocks[0];
    let dominators = Dominators::new(entry, |block| structural_successors(module, block));
    module.regions[region].blocks.retain(|block| dominators.reaches(*block));
    let headers: Vec<BlockId> =
        module[region].blocks.iter().copied().filter(|block| is_loop_header(module, *block)).collect();
    let mut preheaders: FxHashMap<BlockId, BlockId> = headers.iter().map(|header| (*header, *header)).collect();
    if headers.is_empty() {
        return (preheaders, dominators);
    }
    for header in &headers {
        split_continue(module, region, *header);
    }
    let edges = Edges::find(module, region, &preheaders);
    for header in headers {
        preheaders.insert(header, edges.preheader(module, region, header));
    }
    (preheaders, Dominators::new(entry, |block| structural_successors(module, block)))
}

/// Removes the merge instructions of conditional breaks: selections without blocks of their own, one of whose
/// successors is the merge block of the enclosing switch and the other one their own. The break then stays a branch of
/// its region; the writer gives it a merge instruction again.
pub(super) fn drop_merges_of_breaks(module: &mut Module, region: RegionId) {
    let merges = |block: &BlockId| Some((merge_op(module, *block)?, module.terminator(*block)?));
    let selections: Vec<(OpId, OpId)> = module[region].blocks.iter().filter_map(merges).collect();
    let is = |op: OpId, core: Op| ops::code(module, op) == Some(OpCode::Core(core));
    let switches = selections.iter().filter(|(_, end)| is(*end, Op::Switch));
    let ends: FxHashSet<BlockId> = switches.map(|(merge, _)| module[*merge].successors[0].block).collect();
    if ends.is_empty() {
        return;
    }
    let is_break = |(merge, end): &(OpId, OpId)| {
        let has_control = facts::number_of(module, *merge, attrs::CONTROL).is_some_and(|control| control != 0);
        let ([own], [first, second]) = (&module[*merge].successors[..], &module[*end].successors[..]) else {
            return false;
        };
        let leaves = |one: &Successor, other: &Successor| one.block == own.block && ends.contains(&other.block);
        !has_control && is(*end, Op::BranchConditional) && (leaves(first, second) || leaves(second, first))
    };
    let breaks: Vec<OpId> = selections.iter().filter(|found| is_break(found)).map(|(merge, _)| *merge).collect();
    for merge in breaks {
        module.detach(merge);
    }
}

/// The predecessors of loop headers, and the merge instructions that name headers.
struct Edges {
    dominators: Dominators,
    sources: FxHashMap<BlockId, Vec<BlockId>>,
    namers: FxHashMap<BlockId, Vec<OpId>>,
}

impl Edges {
    fn find(module: &Module, region: RegionId, headers: &FxHashMap<BlockId, BlockId>) -> Edges {
        let entry = module[region].blocks[0];
        let dominators = Dominators::new(entry, |block| structural_successors(module, block));
        let mut edges = Edges { dominators, sources: FxHashMap::default(), namers: FxHashMap::default() };
        for block in &module[region].blocks {
            for target in walk::successors(module, *block).filter(|target| headers.contains_key(target)) {
                edges.sources.entry(target).or_default().push(*block);
            }
            if let Some(merge) = merge_op(module, *block) {
                let named = module[merge].successors.iter();
                for successor in named.filter(|successor| headers.contains_key(&successor.block)) {
                    edges.namers.entry(successor.block).or_default().push(merge);
                }
            }
        }
        edges
    }

    /// The preheader of a loop: the only predecessor from outside, or a new block.
    fn preheader(&self, module: &mut Module, region: RegionId, header: BlockId) -> BlockId {
        let sources = self.sources.get(&header).map_or(&[][..], |sources| sources);
        let outside: Vec<BlockId> =
            sources.iter().copied().filter(|source| !self.dominators.dominates(header, *source)).collect();
        let namers = self.namers.get(&header).map_or(&[][..], |namers| namers);
        if let [only] = outside[..]
            && namers.is_empty()
            && walk::successors(module, only).eq([header])
        {
            return only;
        }
        let preheader = insert_block(module, region, header, 0);
        let types: Vec<_> = module[header].args.iter().map(|arg| module.type_of(*arg)).collect();
        let args = types.into_iter().map(|ty| module.add_arg(preheader, ty)).collect();
        let terminators: Vec<OpId> = outside.iter().filter_map(|block| module.terminator(*block)).collect();
        for op in terminators.iter().chain(namers) {
            for successor in &mut module[*op].successors {
                if successor.block == header {
                    successor.block = preheader;
                }
            }
        }
        let branch = module.add_op(ops::core(Op::Branch));
        module[branch].successors.push(Successor { block: header, args });
        module.append(preheader, branch);
        preheader
    }
}

fn is_loop_header(module: &Module, block: BlockId) -> bool {
    merge_op(module, block).is_some_and(|op| ops::code(module, op) == Some(OpCode::Core(Op::LoopMerge)))
}

/// Splits a loop of one block, so that its terminator is in a continue block.
fn split_continue(module: &mut Module, region: RegionId, header: BlockId) {
    let Some(merge) = merge_op(module, header) else { return };
    let Some(terminator) = module.terminator(header) else { return };
    if module[merge].successors.get(1).map(|cont| cont.block) != Some(header) {
        return;
    }
    let cont = insert_block(module, region, header, 1);
    module.detach(terminator);
    module.append(cont, terminator);
    module[merge].successors[1] = Successor::new(cont);
    let branch = module.add_op(ops::core(Op::Branch));
    module[branch].successors.push(Successor::new(cont));
    module.append(header, branch);
}

/// A new block at a distance from another one.
fn insert_block(module: &mut Module, region: RegionId, beside: BlockId, distance: usize) -> BlockId {
    let block = module.add_block(region);
    let blocks = &mut module[region].blocks;
    blocks.pop();
    let at = blocks.iter().position(|other| *other == beside).unwrap_or(0);
    blocks.insert(at + distance, block);
    block
}

impl Constructs {
    /// Finds the constructs of a function and the blocks of each.
    pub(super) fn find(module: &mut Module, region: RegionId, dominators: &Dominators) -> Result<Constructs> {
        let mut constructs = Constructs { list: Vec::new() };
        // The construct of a block, and that of the blocks which it dominates.
        let mut own: FxHashMap<BlockId, Option<usize>> = FxHashMap::default();
        let mut below: FxHashMap<BlockId, Option<usize>> = FxHashMap::default();
        own.reserve(dominators.order().len());
        below.reserve(dominators.order().len());
        for block in dominators.order() {
            let mut context = dominators.parent(*block).and_then(|parent| below.get(&parent).copied().flatten());
            while let Some(index) = context.filter(|index| constructs.list[*index].merge == *block) {
                context = constructs.list[index].parent;
            }
            let opened = constructs.open(module, *block, context)?;
            let is_loop = opened.is_some_and(|index: usize| constructs.list[index].cont.is_some());
            own.insert(*block, if is_loop { opened } else { context });
            below.insert(*block, opened.or(context));
        }
        for block in &module[region].blocks {
            if let Some(Some(index)) = own.get(block) {
                constructs.list[*index].members.push(*block);
            }
        }
        Ok(constructs)
    }

    fn open(&mut self, module: &mut Module, block: BlockId, parent: Option<usize>) -> Result<Option<usize>> {
        let Some(op) = merge_op(module, block) else { return Ok(None) };
        let depth = parent.map_or(1, |parent| self.list[parent].depth + 1);
        if depth > MAX_NESTING {
            return error(module, Some(op), "selections and loops are nested too deeply");
        }
        let control = match module.attr(op, attrs::CONTROL) {
            Some(control) => control,
            None => module.ctx.enum_attr(crate::spirv::enums::Kind::SelectionControl.id(), 0),
        };
        let successors = &module[op].successors;
        let Some(merge) = successors.first() else { return error(module, None, "a merge names no block") };
        let construct = Construct {
            header: block,
            merge: merge.block,
            cont: successors.get(1).map(|cont| cont.block),
            control,
            parent,
            members: Vec::new(),
            depth,
        };
        self.list.push(construct);
        Ok(Some(self.list.len() - 1))
    }

    /// The post-order of nesting: inner constructs first.
    pub(super) fn inside_out(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.list[*index].depth));
        order
    }
}

/// Checks that every branch stays in its region.
pub(super) fn check(module: &Module, func: OpId) -> Result<()> {
    for op in walk::ops(module, func) {
        let region = module[op].block.and_then(|block| module[block].region);
        let stays = module[op].successors.iter().all(|successor| module[successor.block].region == region);
        let is_merge = matches!(ops::code(module, op), Some(OpCode::Core(Op::SelectionMerge | Op::LoopMerge)));
        if !stays || is_merge {
            return error(module, Some(func), "a branch crosses the borders of a construct");
        }
    }
    Ok(())
}

/// The error of a violation of structured control flow, in a function if one is given.
pub(super) fn error<T>(module: &Module, op: Option<OpId>, message: &str) -> Result<T> {
    let name = op.and_then(|op| facts::name_of(module, op)).map(|name| module.ctx.str(name).to_owned());
    let place = name.map(|name| format!(" in '{name}'")).unwrap_or_default();
    Err(Error::in_module(Code::ControlFlow, format!("{message}{place}")))
}
