//! What the host asks of a device: launches of kernels, in the order of the text.

use super::machine::{Flow, Machine};
use super::values::{self, Held};
use super::{Argument, Launch, bytes};
use crate::tree::{Node, Ty, Value};
use dialect::diagnostics::Result;

/// `gpu.wait`, `gpu.host_register`: what is asynchronous has been done, and all memory is that of the host.
pub(super) fn nothing(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    machine.finish(node)
}

/// `gpu.launch_func`.
pub(super) fn launch(machine: &mut Machine<'_>, node: &Node) -> Result<Flow> {
    let operands = machine.untimed(&node.operands);
    let counts = node.numbers("operandSegmentSizes").unwrap_or_default();
    let [_, _, _, _, _, _, _, clusters, _, _, dynamic, count, ..] = counts[..] else {
        return machine.error("the launch does not say how many operands it has of each kind");
    };
    let first = 6 + if clusters > 0 { 3 } else { 0 } + usize::from(dynamic > 0);
    let (Some(sizes), Some(args)) = (operands.get(..6), operands.get(first..)) else {
        return machine.error("the op has too few operands");
    };
    if args.len() as i64 != count {
        return machine.error("the launch has another number of arguments than it says");
    }
    let sizes = sizes.iter().map(|value| size(machine, *value)).collect::<Result<Vec<u32>>>()?;
    let group_memory = if dynamic > 0 { machine.bits(operands[first - 1])? } else { 0 };
    let is_indices = |value: &Value| match machine.value(*value) {
        Ok(Held::View(view)) => *view.elem == Ty::Index,
        _ => false,
    };
    let has_indices = args.iter().any(is_indices);
    let (buffers, args) = arguments(machine, args)?;
    let kernel = node.word("kernel").unwrap_or_default();
    let module = node.word("module").unwrap_or_else(|| only_module(machine));
    let (groups, threads) = ([sizes[0], sizes[1], sizes[2]], [sizes[3], sizes[4], sizes[5]]);
    let launch = Launch { module, kernel, groups, threads, group_memory, args: &args, has_indices };
    let mut lent = Vec::new();
    for buffer in &buffers {
        let taken = machine.buffers.take(*buffer);
        lent.push(machine.found(taken)?);
    }
    let done = machine.device.launch(&launch, &mut lent);
    for (buffer, bytes) in buffers.iter().zip(lent) {
        machine.buffers.put(*buffer, bytes);
    }
    match done {
        Ok(printed) => machine.print(&printed)?,
        Err(message) => return machine.error(format!("'{kernel}': {message}")),
    }
    machine.finish(node)
}

/// The module of kernels of a program with one.
fn only_module<'p>(machine: &Machine<'p>) -> &'p str {
    let names = machine.program.tree.ops.iter().filter(|node| node.fact("function_type").is_none());
    names.filter(|node| node.fact("type").is_none()).find_map(|node| node.word("sym_name")).unwrap_or_default()
}

/// The number of workgroups, or of invocations in one.
fn size(machine: &Machine<'_>, value: Value) -> Result<u32> {
    match u32::try_from(machine.bits(value)?) {
        Ok(size) => Ok(size),
        Err(_) => machine.error("the size of the launch has more than 32 bits"),
    }
}

/// The arguments of a launch, and the buffers among them.
fn arguments(machine: &Machine<'_>, values: &[Value]) -> Result<(Vec<usize>, Vec<Argument>)> {
    let (mut buffers, mut args) = (Vec::new(), Vec::new());
    for value in values {
        let numbers = match machine.value(*value)? {
            Held::View(view) => {
                let at = buffers.iter().position(|buffer| *buffer == view.buffer).unwrap_or_else(|| {
                    buffers.push(view.buffer);
                    buffers.len() - 1
                });
                args.push(Argument::Buffer(at));
                continue;
            }
            Held::Bits(bits) => vec![bits],
            Held::Vector(parts) => parts.to_vec(),
            Held::Nothing => return machine.error("a value is used that has not been computed"),
        };
        let ty = machine.type_of(*value);
        let mut own = vec![0; values::size_of(ty).unwrap_or(0)];
        bytes::write(&mut own, &numbers, machine.scalar(ty)?);
        args.push(Argument::Value(own));
    }
    Ok((buffers, args))
}
