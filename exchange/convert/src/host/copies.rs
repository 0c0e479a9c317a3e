//! Copies and fills of whole buffers.

use super::machine::{Flow, Machine};
use super::values::{Held, View};
use crate::tree::{Node, Value};
use dialect::diagnostics::Result;

/// `memref.copy`.
pub(super) fn copy(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [from, to] = node.operands[..] else { return machine.error("the op has two operands") };
    between(machine, from, to)?;
    Ok(Flow::Next)
}

/// `gpu.memcpy`: the target is the first.
pub(super) fn to_first(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [to, from] = machine.untimed(&node.operands)[..] else { return machine.error("the op has two operands") };
    between(machine, from, to)?;
    machine.finish(node)
}

/// `gpu.memset`.
pub(super) fn set(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let [buffer, value] = machine.untimed(&node.operands)[..] else { return machine.error("the op has two operands") };
    let (view, held) = (machine.view(buffer)?, machine.value(value)?);
    fill(machine, &view, &held)?;
    machine.finish(node)
}

/// Writes a number to all elements.
pub(super) fn fill(machine: &mut Machine<'_>, view: &View, held: &Held) -> Result<()> {
    each(view, |at| {
        machine.spend(1)?;
        machine.write(view, at, held)
    })
}

fn between(machine: &mut Machine<'_>, from: Value, to: Value) -> Result<()> {
    let (from, to) = (machine.view(from)?, machine.view(to)?);
    if from.shape != to.shape || from.elem != to.elem {
        return machine.error(format!("the buffers have the sizes {:?} and {:?}", from.shape, to.shape));
    }
    let mut targets = Vec::new();
    each(&to, |at| {
        machine.spend(1)?;
        targets.push(at);
        Ok(())
    })?;
    // Where both are parts of one buffer, what is read is what was there before.
    let mut values = Vec::with_capacity(targets.len());
    each(&from, |at| {
        values.push(machine.read(&from, at)?);
        Ok(())
    })?;
    targets.iter().zip(&values).try_for_each(|(at, held)| machine.write(&to, *at, held))
}

/// Calls a function with the number of each element, row by row.
pub(super) fn each(view: &View, mut act: impl FnMut(i64) -> Result<()>) -> Result<()> {
    if view.shape.contains(&0) {
        return Ok(());
    }
    let mut indices = vec![0u64; view.shape.len()];
    let mut at = view.offset;
    loop {
        act(at)?;
        let mut dimension = view.shape.len();
        loop {
            let Some(next) = dimension.checked_sub(1) else { return Ok(()) };
            dimension = next;
            at = at.wrapping_add(view.strides[dimension]);
            indices[dimension] += 1;
            if indices[dimension] < view.shape[dimension] {
                break;
            }
            at = at.wrapping_sub(view.strides[dimension].wrapping_mul(indices[dimension] as i64));
            indices[dimension] = 0;
        }
    }
}
