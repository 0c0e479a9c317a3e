//! Switches with few cases become chains of comparisons: compilers of drivers schedule, flatten and unroll around those, while
//! a switch of a few cases costs them as much as a large one.

use crate::edit::{self, Pool};
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, RegionId, Successor, ValueId, Values, walk};
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Limit of the cases of a switch that becomes a chain. Larger ones are tables or trees in drivers.
const MOST_CASES: usize = 3;

/// Replaces switches of all functions.
pub(crate) fn chain(module: &mut Module) {
    for func in edit::functions(module) {
        let Some(body) = edit::structured_body(module, func) else { continue };
        let switches: Vec<OpId> =
            walk::ops_with_regions(module, func).filter(|op| switch(module, *op).is_some()).collect();
        if switches.is_empty() {
            continue;
        }
        let mut pool = Pool::of(module, body);
        for selection in switches {
            let mut next = Some(selection);
            while let Some(switch) = next.and_then(|selection| switch(module, selection)) {
                next = compare(module, &mut pool, &switch);
            }
        }
        pool.finish(module);
    }
}

/// A selection that starts with a switch between blocks that lead to its end.
struct Switch {
    selection: OpId,
    region: RegionId,
    merge: BlockId,
    end: OpId,
    selector: ValueId,
    numbers: Vec<AttrId>,
    /// The blocks of the default case and of each other one.
    arms: Vec<Vec<BlockId>>,
}

/// The switch of a selection, if it can become a chain.
fn switch(module: &Module, selection: OpId) -> Option<Switch> {
    if !edit::is_construct(module, selection) || edit::is_loop(module, selection) {
        return None;
    }
    let region = *module[selection].regions.first()?;
    let blocks = &module[region].blocks;
    let (entry, merge) = (*blocks.first()?, *blocks.last()?);
    let end = module.terminator(entry).filter(|end| edit::core(module, *end) == Some(Op::Switch))?;
    let numbers = facts::array_of(module, end, attrs::CASES).to_vec();
    let targets: Vec<BlockId> = module[end].successors.iter().map(|successor| successor.block).collect();
    let is_small = (1..=MOST_CASES).contains(&numbers.len()) && targets.len() == numbers.len() + 1;
    let arms = arms(module, &targets, merge)?;
    let fits = is_small && arms.iter().map(Vec::len).sum::<usize>() + 2 == blocks.len();
    let selector = *module[end].operands.first()?;
    fits.then_some(Switch { selection, region, merge, end, selector, numbers, arms })
}

/// The blocks of each target of a switch, up to the end of the selection; `None` if a case falls through, or two share a
/// block.
fn arms(module: &Module, targets: &[BlockId], merge: BlockId) -> Option<Vec<Vec<BlockId>>> {
    let mut seen: FxHashMap<BlockId, usize> = FxHashMap::default();
    let mut arms = Vec::with_capacity(targets.len());
    for (number, target) in targets.iter().enumerate() {
        let mut arm: Vec<BlockId> = Some(*target).filter(|target| *target != merge).into_iter().collect();
        if arm.iter().any(|block| !module[*block].args.is_empty() || seen.insert(*block, number).is_some()) {
            return None;
        }
        let mut at = 0;
        while let Some(block) = arm.get(at).copied() {
            for next in walk::successors(module, block).filter(|next| *next != merge) {
                match seen.insert(next, number) {
                    None => arm.push(next),
                    Some(other) if other != number => return None,
                    Some(_) => {}
                }
            }
            at += 1;
        }
        arms.push(arm);
    }
    Some(arms)
}

/// Makes a comparison with the first number of a switch; the other cases become a selection inside of it, which is returned.
fn compare(module: &mut Module, pool: &mut Pool, switch: &Switch) -> Option<OpId> {
    let Switch { end, selector, ref numbers, .. } = *switch;
    let (loc, entry) = (module[end].loc, module[end].block?);
    let number = pool.constant(module, numbers[0], module.type_of(selector));
    let test = module.add_op(ops::core(Op::IEqual));
    module[test].operands = [selector, number].into();
    (module[test].loc, module[test].block) = (loc, Some(entry));
    let bool = module.ctx.bool();
    let is_equal = module.add_result(test, bool);
    let before = module[entry].ops.len() - 1;
    module[entry].ops.insert(before, test);
    let mut successors = std::mem::take(&mut module[end].successors);
    let first = successors.remove(1);
    let rest = (successors.len() > 1).then(|| nest(module, switch, std::mem::take(&mut successors)));
    let other = match rest {
        Some((block, _)) => Successor::new(block),
        None => successors.remove(0),
    };
    let data = &mut module[end];
    (data.info, data.operands, data.successors) =
        (ops::core(Op::BranchConditional), [is_equal].into(), vec![first, other]);
    data.attrs.clear();
    rest.map(|(_, selection)| selection)
}

/// Moves the other cases of a switch into a selection of their own; returns the block that it is in, and the selection.
fn nest(module: &mut Module, switch: &Switch, mut successors: Vec<Successor>) -> (BlockId, OpId) {
    let Switch { selection, region, merge, end, selector, ref numbers, ref arms } = *switch;
    let types: Vec<_> = module[merge].args.iter().map(|arg| module.type_of(*arg)).collect();
    let outer = module.add_block(region);
    let inner = module.add_op(module[selection].info);
    (module[inner].attrs, module[inner].loc) = (module[selection].attrs.clone(), module[selection].loc);
    module.append(outer, inner);
    let inside = module.add_region(inner);
    let start = module.add_block(inside);
    // In the order of the region, in which a block comes after those that lead to it.
    let own = &arms[1];
    let (entry, blocks) = (module[region].blocks[0], std::mem::take(&mut module[region].blocks));
    let (kept, moved): (Vec<BlockId>, Vec<BlockId>) = blocks
        .into_iter()
        .filter(|block| *block != outer && *block != merge)
        .partition(|block| *block == entry || own.contains(block));
    module[region].blocks = kept.into_iter().chain([outer, merge]).collect();
    for block in &moved {
        module[*block].region = Some(inside);
    }
    module[inside].blocks.extend(&moved);
    let joined = module.add_block(inside);
    let yielded: Values = types.iter().map(|ty| module.add_arg(joined, *ty)).collect();
    let leave = module.add_op(ops::mlir(Mlir::Merge));
    module[leave].operands = yielded;
    module.append(joined, leave);
    for block in moved {
        if let Some(branch) = module.terminator(block) {
            let ends = module[branch].successors.iter_mut().filter(|next| next.block == merge);
            ends.for_each(|next| next.block = joined);
        }
    }
    successors.iter_mut().filter(|next| next.block == merge).for_each(|next| next.block = joined);
    let cases = module.ctx.attr(Attr::Array(numbers[1..].into()));
    let choice = module.add_op(ops::core(Op::Switch));
    let data = &mut module[choice];
    (data.operands, data.successors, data.attrs) = ([selector].into(), successors, [(attrs::CASES, cases)].into());
    module[choice].loc = module[end].loc;
    module.append(start, choice);
    let results = types.into_iter().map(|ty| module.add_result(inner, ty)).collect();
    let branch = module.add_op(ops::core(Op::Branch));
    module[branch].loc = module[end].loc;
    module[branch].successors.push(Successor { block: merge, args: results });
    module.append(outer, branch);
    (outer, inner)
}
