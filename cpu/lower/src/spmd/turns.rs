//! Decision whether the lanes of a kernel run one by one because, as vectors, they would take turns at most of what they do.

use super::variance::{self, Variance};
use crate::facts;
use crate::interface::Interface;
use base::ids::Set;
use dialect::ir::{Module, OpId, ValueId};
use dialect::spirv::ops::{self, Code};
use spirv::Op;

/// The work of ops of a lane by which an atomic operation in turn costs more than one of a lane that runs alone: finding
/// the lane, and taking its operands out of vectors.
const TURN: u64 = 16;

/// Returns whether atomic operations at which lanes take turns cost more than vectors gain on all other ops. With barriers
/// lanes have to be kept apart in memory, which costs more still.
pub(crate) fn are_most(module: &Module, interface: &Interface, variance: &Variance, turns: &[OpId]) -> bool {
    let [flow] = variance.flows.as_slice() else { return false };
    let is_scattered = |op: &OpId| is_scattered(module, interface, variance, *op);
    let turns: Set<OpId> = turns.iter().copied().filter(is_scattered).collect();
    let (mut taken, mut gained) = (0u64, 0u64);
    for block in &flow.order {
        let weight = flow.runs(*block);
        for op in &module[*block].ops {
            let is_remade = module[*op].results.iter().any(|result| facts::is_remade(module, *result));
            match (turns.contains(op), is_remade) {
                (true, _) => taken += weight * TURN,
                (false, true) => {}
                (false, false) => gained += weight,
            }
        }
    }
    taken > gained
}

/// Returns whether lanes find in memory, or by turns of a loop, where an atomic operation goes. What comes from their
/// numbers alone is most likely a row, of which several go to memory at once.
fn is_scattered(module: &Module, interface: &Interface, variance: &Variance, op: OpId) -> bool {
    let (mut left, mut seen): (Vec<ValueId>, Set<ValueId>) = (module[op].operands[..1].to_vec(), Set::default());
    while let Some(value) = left.pop() {
        if !seen.insert(value) || !facts::is_remade(module, value) && !variance.varies(value) {
            continue;
        }
        match module.defining_op(value) {
            Some(made) if variance::builtin_part(module, interface, made).is_some() => {}
            Some(made) if !matches!(ops::code(module, made), Some(Code::Core(Op::Load))) => {
                left.extend(module[made].operands.iter().copied());
            }
            Some(_) | None => return true,
        }
    }
    false
}
