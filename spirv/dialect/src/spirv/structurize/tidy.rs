//! Cleanup: removes unreachable blocks, merges straight-line blocks, and orders the rest.

use super::constructs::error;
use crate::diagnostics::Result;
use crate::ir::walk;
use crate::ir::{BlockId, Module, OpId, RegionId, Successor, Targets};
use crate::spirv::ops::{self, Code as OpCode, Mlir};
use base::ids::Set;
use rustc_hash::FxHashMap;
use spirv::Op;

/// Cleans up all regions inside a function.
pub(super) fn tidy(module: &mut Module, func: OpId, continues: &FxHashMap<RegionId, BlockId>) -> Result<()> {
    for region in walk::regions_inside_out(module, func) {
        tidy_region(module, region, continues.get(&region).copied())?;
    }
    Ok(())
}

/// The blocks of a region with a fixed position.
struct Fixed {
    first: BlockId,
    header: Option<BlockId>,
    cont: Option<BlockId>,
    merge: Option<BlockId>,
    /// The continue target of the original loop: this block or one after it has the back edge.
    target: Option<BlockId>,
}

/// Cleans up one region. Several back edges from a continue construct become one, since branches name its first block.
pub(super) fn tidy_region(module: &mut Module, region: RegionId, continues: Option<BlockId>) -> Result<()> {
    let mut fixed = fixed_blocks(module, region);
    fixed.target = continues.filter(|block| module[*block].region == Some(region));
    thread(module, region, &fixed);
    split_twins(module, region);
    let mut order = reachable(module, &fixed);
    join(module, &mut fixed, &mut order);
    let mut blocks = order;
    blocks.retain(|block| Some(*block) != fixed.cont && Some(*block) != fixed.merge);
    blocks.extend(fixed.cont);
    blocks.extend(fixed.merge);
    module[region].blocks = blocks;
    match (fixed.header, fixed.cont) {
        (Some(header), Some(cont)) if !walk::successors(module, cont).any(|to| to == header) => {
            error(module, None, "a loop does not go back to its header from where it continues")
        }
        _ => Ok(()),
    }
}

/// Jump threading past empty blocks. A conditional branch must name the block for which it leaves its construct, not
/// one on the way. A case of a switch has the switch and the previous case as predecessors: threading through an empty
/// case could make a case fall through into one that another case already falls into.
fn thread(module: &mut Module, region: RegionId, fixed: &Fixed) {
    let cases = cases(module, region);
    for block in module[region].blocks.clone() {
        let Some(terminator) = module.terminator(block) else { continue };
        let mut targets = Targets::of(&module[terminator].successors);
        for at in 0..module[terminator].successors.len() {
            let next = module[terminator].successors[at].block;
            let Some(target) = forwards(module, fixed, next) else { continue };
            if cases.contains(&next) && cases.contains(&target.block) {
                continue;
            }
            let twin = targets.has(&module[terminator].successors, target.block);
            if !twin && target.block != block {
                targets.turn(at, next, target.block);
                module[terminator].successors[at] = target;
            }
        }
    }
}

/// The targets of a region's switches.
fn cases(module: &Module, region: RegionId) -> Set<BlockId> {
    let ends = module[region].blocks.iter().filter_map(|block| module.terminator(*block));
    let switches = ends.filter(|op| ops::code(module, *op) == Some(OpCode::Core(Op::Switch)));
    switches.flat_map(|op| module[op].successors.iter().map(|successor| successor.block)).collect()
}

/// The target of an empty block.
fn forwards(module: &Module, fixed: &Fixed, block: BlockId) -> Option<Successor> {
    let is_fixed = [fixed.header, fixed.cont, fixed.merge, Some(fixed.first)].contains(&Some(block));
    let [only] = module[block].ops[..] else { return None };
    let is_plain = ops::code(module, only) == Some(OpCode::Core(Op::Branch)) && module[block].args.is_empty();
    let target = module[only].successors.first()?;
    (is_plain && !is_fixed && target.block != block).then(|| target.clone())
}

/// Splits one of two edges from a terminator to the same block with different arguments, as phis require.
fn split_twins(module: &mut Module, region: RegionId) {
    for block in module[region].blocks.clone() {
        let Some(terminator) = module.terminator(block) else { continue };
        // Other edges to a block have the same arguments as the first.
        let targets = Targets::of(&module[terminator].successors);
        for at in 1..module[terminator].successors.len() {
            let successors = &module[terminator].successors;
            let twin = targets.twin(successors, at);
            if twin.is_none_or(|first| successors[first].args == successors[at].args) {
                continue;
            }
            let detour = module.add_block(region);
            let blocks = &mut module[region].blocks;
            blocks.pop();
            let position = blocks.iter().position(|other| *other == block).unwrap_or(0);
            blocks.insert(position + 1, detour);
            let successor = std::mem::replace(&mut module[terminator].successors[at], Successor::new(detour));
            let branch = module.add_op(ops::core(Op::Branch));
            module[branch].successors.push(successor);
            module.append(detour, branch);
        }
    }
}

fn fixed_blocks(module: &Module, region: RegionId) -> Fixed {
    let blocks = &module[region].blocks;
    let code = module[region].op.and_then(|op| ops::code(module, op));
    let is_loop = code == Some(OpCode::Mlir(Mlir::Loop));
    let is_construct = is_loop || code == Some(OpCode::Mlir(Mlir::Selection));
    let merge = if is_construct { blocks.last().copied() } else { None };
    let header = if is_loop { walk::successors(module, blocks[0]).next() } else { None };
    let cont = header.and_then(|header| back_edge(module, region, header));
    Fixed { first: blocks[0], header, cont, merge, target: None }
}

/// The block with the back edge of a loop.
fn back_edge(module: &Module, region: RegionId, header: BlockId) -> Option<BlockId> {
    module[region].blocks[1..].iter().copied().find(|block| walk::successors(module, *block).any(|to| to == header))
}

/// The reachable blocks, and unreachable ones with the back edge that SPIR-V requires.
fn reachable(module: &Module, fixed: &Fixed) -> Vec<BlockId> {
    let order = reached_with(module, fixed, fixed.cont);
    // The back edge may use values that are computed from the continue target on.
    let lost = fixed.cont.and(fixed.target).filter(|target| !order.contains(target));
    lost.map_or(order, |target| reached_with(module, fixed, Some(target)))
}

/// The blocks that are reachable when the header has one more successor.
fn reached_with(module: &Module, fixed: &Fixed, behind: Option<BlockId>) -> Vec<BlockId> {
    let next = |block: BlockId| {
        let behind = behind.filter(|_| Some(block) == fixed.header);
        walk::successors(module, block).chain(behind)
    };
    walk::reverse_post_order(fixed.first, next)
}

/// Merges each block with its only successor, if that has no other predecessor.
fn join(module: &mut Module, fixed: &mut Fixed, order: &mut Vec<BlockId>) {
    // Most blocks end with a conditional branch, or lead to a block that stays.
    if !order.iter().any(|block| only_next(module, fixed, *block).is_some()) {
        return;
    }
    let mut ways: FxHashMap<BlockId, u32> = FxHashMap::default();
    for block in order.iter() {
        for successor in walk::successors(module, *block) {
            *ways.entry(successor).or_default() += 1;
        }
    }
    let mut gone: Set<BlockId> = Set::default();
    for block in order.clone() {
        if gone.contains(&block) || Some(block) == fixed.header || (fixed.merge.is_some() && block == fixed.first) {
            continue;
        }
        while let Some(next) = joinable(module, fixed, block, &ways) {
            append(module, block, next);
            gone.insert(next);
            if Some(next) == fixed.cont {
                fixed.cont = Some(block);
            }
        }
    }
    order.retain(|block| !gone.contains(block));
}

fn joinable(module: &Module, fixed: &Fixed, block: BlockId, ways: &FxHashMap<BlockId, u32>) -> Option<BlockId> {
    only_next(module, fixed, block).filter(|next| ways.get(next) == Some(&1))
}

/// The only successor of a block, if it may be merged.
fn only_next(module: &Module, fixed: &Fixed, block: BlockId) -> Option<BlockId> {
    let terminator = module.terminator(block)?;
    if ops::code(module, terminator) != Some(OpCode::Core(Op::Branch)) {
        return None;
    }
    let next = module[terminator].successors.first()?;
    let cont = fixed.cont.filter(|_| fixed.target != Some(block));
    let is_fixed = [fixed.header, cont, fixed.merge, Some(fixed.first)].contains(&Some(next.block));
    let is_plain = module[next.block].args.is_empty() && next.block != block;
    (is_plain && !is_fixed).then_some(next.block)
}

fn append(module: &mut Module, block: BlockId, next: BlockId) {
    if let Some(terminator) = module.terminator(block) {
        module.detach(terminator);
    }
    for op in std::mem::take(&mut module[next].ops) {
        module.append(block, op);
    }
    module[next].region = None;
}
