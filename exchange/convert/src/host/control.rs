//! Calls, branches, choices and loops.

use super::machine::{Flow, Machine};
use super::values::{self, Held};
use crate::tree::{Fact, Node, Region};
use dialect::diagnostics::Result;

/// `func.call`.
pub(super) fn call(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let args = machine.values(&node.operands)?;
    let results = machine.call(node.word("callee").unwrap_or_default(), args)?;
    machine.set_all(&node.results, results)?;
    Ok(Flow::Next)
}

/// `func.return`.
pub(super) fn leave(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    Ok(Flow::Return(machine.values(&node.operands)?))
}

/// `scf.yield`.
pub(super) fn give(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    Ok(Flow::Leave(machine.values(&node.operands)?))
}

/// `scf.condition`.
pub(super) fn decide(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let goes_on = machine.bits(machine.operand(node, 0)?)? != 0;
    Ok(Flow::Decide(goes_on, machine.values(&node.operands[1..])?))
}

/// `cf.br`, `cf.cond_br`, `cf.switch`.
pub(super) fn branch(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let at = match (node.operands.first(), node.fact("cases")) {
        (None, _) => 0,
        (Some(flag), Some(Fact::List(cases))) => {
            let width = machine.scalar(machine.type_of(*flag))?.width();
            let flag = machine.bits(*flag)?;
            let is_it = |case: &Fact| case.number().is_some_and(|case| values::masked(case as u64, width) == flag);
            cases.iter().position(is_it).map_or(0, |at| at + 1)
        }
        (Some(condition), _) => usize::from(machine.bits(*condition)? == 0),
    };
    match node.successors.get(at) {
        Some((block, args)) => Ok(Flow::Jump(*block, machine.values(args)?)),
        None => machine.error("the op has too few successors"),
    }
}

/// Executes a region whose values are those of the op.
fn inside(machine: &mut Machine<'_>, node: &Node, region: &Region) -> Result<Flow> {
    match machine.region(region, Vec::new())? {
        Flow::Leave(results) => {
            machine.set_all(&node.results, results)?;
            Ok(Flow::Next)
        }
        Flow::Return(results) => Ok(Flow::Return(results)),
        Flow::Next | Flow::Jump(..) | Flow::Decide(..) => machine.error("the region ends with another terminator"),
    }
}

/// `scf.if`.
pub(super) fn choice(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let holds = machine.bits(machine.operand(node, 0)?)? != 0;
    match node.regions.get(usize::from(!holds)) {
        Some(region) => inside(machine, node, region),
        None => Ok(Flow::Next),
    }
}

/// `scf.execute_region`.
pub(super) fn inline(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    match node.regions.first() {
        Some(region) => inside(machine, node, region),
        None => Ok(Flow::Next),
    }
}

/// `scf.index_switch`.
pub(super) fn index_switch(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let flag = machine.bits(machine.operand(node, 0)?)?;
    let cases = node.numbers("cases").unwrap_or_default();
    let at = cases.iter().position(|case| *case as u64 == flag).map_or(0, |at| at + 1);
    match node.regions.get(at) {
        Some(region) => inside(machine, node, region),
        None => machine.error("the op has too few regions"),
    }
}

/// `scf.for`.
pub(super) fn count(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [first, end, step, starts @ ..] = &node.operands[..] else {
        return machine.error("the op has too few operands");
    };
    let width = machine.scalar(machine.type_of(*first))?.width();
    let (mut at, end, step) = (machine.bits(*first)?, machine.bits(*end)?, machine.bits(*step)?);
    let mut carried = machine.values(starts)?;
    let Some(region) = node.regions.first() else { return machine.error("the loop has no body") };
    let is_unsigned = node.fact("unsigned").is_some() || node.fact("unsignedCmp").is_some();
    let is_before = |at: u64| match is_unsigned {
        true => at < end,
        false => values::signed(at, width) < values::signed(end, width),
    };
    if is_before(at) && (step == 0 || !is_unsigned && values::signed(step, width) < 0) {
        return machine.error("the step of the loop is not above zero");
    }
    while is_before(at) {
        machine.spend(1)?;
        let args = std::iter::once(Held::Bits(at)).chain(carried).collect();
        carried = match machine.region(region, args)? {
            Flow::Leave(values) => values,
            Flow::Return(results) => return Ok(Flow::Return(results)),
            Flow::Next | Flow::Jump(..) | Flow::Decide(..) => {
                return machine.error("the loop ends with another terminator");
            }
        };
        // A loop that ends at the largest number does not start again with the smallest.
        let (next, is_past) = match is_unsigned {
            true => {
                (at.wrapping_add(step), at.checked_add(step).is_none_or(|next| next != values::masked(next, width)))
            }
            false => {
                let next = values::signed(at, width).checked_add(values::signed(step, width));
                let fits = next.filter(|next| values::signed(*next as u64, width) == *next);
                (fits.unwrap_or_default() as u64, fits.is_none())
            }
        };
        if is_past {
            break;
        }
        at = values::masked(next, width);
    }
    machine.set_all(&node.results, carried)?;
    Ok(Flow::Next)
}

/// `scf.while`.
pub(super) fn repeat(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [before, after] = &node.regions[..] else { return machine.error("the loop has two regions") };
    let mut args = machine.values(&node.operands)?;
    loop {
        match machine.region(before, args)? {
            Flow::Decide(false, results) => {
                machine.set_all(&node.results, results)?;
                return Ok(Flow::Next);
            }
            Flow::Decide(true, values) => args = values,
            Flow::Return(results) => return Ok(Flow::Return(results)),
            Flow::Next | Flow::Jump(..) | Flow::Leave(_) => {
                return machine.error("the condition of the loop ends with another terminator");
            }
        }
        match machine.region(after, args)? {
            Flow::Leave(values) => args = values,
            Flow::Return(results) => return Ok(Flow::Return(results)),
            Flow::Next | Flow::Jump(..) | Flow::Decide(..) => {
                return machine.error("the loop ends with another terminator");
            }
        }
    }
}
