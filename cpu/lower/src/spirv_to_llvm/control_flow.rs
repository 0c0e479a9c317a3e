//! Branches. Back edges check the abort flag, so that no loop blocks the host forever.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::lowering::lanes::{ENDED, polled};
use dialect::ir::{BlockId, OpId, Successor};
use dialect::spirv::{attrs, facts};

/// The successors of a branch here; back edges go through a check of the abort flag.
fn successors(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<Vec<Successor>> {
    let mut made = Vec::new();
    for successor in lowering.known.source[op].successors.clone() {
        let Some(block) = lowering.function.blocks.get(&successor.block).copied() else {
            return invalid("branch out of its function");
        };
        let args = successor.args.iter().map(|arg| lowering.value(*arg)).collect::<Result<_>>()?;
        let target = Successor { block, args };
        made.push(if back_edges.contains(&successor.block) { polled(lowering, target)? } else { target });
    }
    Ok(made)
}

pub(super) fn branch(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<()> {
    match successors(lowering, op, back_edges)?.as_slice() {
        [target] => {
            lowering.b.br(target.block, &target.args);
            Ok(())
        }
        _ => invalid("a branch has one target"),
    }
}

pub(super) fn branch_conditional(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<()> {
    let condition = lowering.operand(op, 0)?;
    let targets = successors(lowering, op, back_edges)?;
    match <[Successor; 2]>::try_from(targets) {
        Ok([yes, no]) if yes == no => lowering.b.br(yes.block, &yes.args),
        Ok([yes, no]) => {
            lowering.b.cond_br(condition, yes, no);
        }
        Err(_) => return invalid("a conditional branch has two targets"),
    }
    Ok(())
}

pub(super) fn switch(lowering: &mut Lowering<'_>, op: OpId, back_edges: &[BlockId]) -> Result<()> {
    let selector = lowering.operand(op, 0)?;
    let targets = successors(lowering, op, back_edges)?;
    let cases = facts::array_of(lowering.known.source, op, attrs::CASES);
    let cases: Vec<u64> = cases.iter().filter_map(|case| facts::number(lowering.known.source, *case)).collect();
    let mut seen = base::ids::Set::default();
    if cases.len() + 1 != targets.len() || !cases.iter().all(|case| seen.insert(*case)) {
        return invalid("a switch has one target for each of its different cases");
    }
    lowering.b.switch(selector, &cases, targets);
    Ok(())
}

/// The end of the invocation. Unreachable code ends it as well, in place of undefined behaviour.
pub(super) fn leave(lowering: &mut Lowering<'_>, _op: OpId, _back_edges: &[BlockId]) -> Result<()> {
    let ended = lowering.b.i32(ENDED);
    lowering.b.ret(Some(ended));
    Ok(())
}
