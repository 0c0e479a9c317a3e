//! Decision whether a kernel uses vectors of twice the native width.

use super::variance::{self, Variance};
use crate::interface::Interface;
use dialect::ir::{BlockId, Module, OpId};
use dialect::spirv::ops::{self, Code};
use isa::Class;
use spirv::Op;

/// A kernel of more ops has enough parallelism, and compiles slowly.
const MOST_OPS: usize = 2000;

/// Returns whether twice the lanes pay, by the variance of that many lanes, which shows their accesses to memory.
///
/// The iterations of a loop depend on each other, and so does the code between barriers; two vectors hide more of that
/// latency than one. But if the rows of the workgroup are too short for all lanes, accesses that were contiguous no longer
/// are.
pub(crate) fn is_worth_two(
    module: &Module,
    interface: &Interface,
    variance: &Variance,
    local_size: [u32; 3],
    lanes: u32,
) -> bool {
    // What waits at barriers is cut there: a loop around them is none of a region's.
    let has_rounds = variance.flows.len() > 1 || variance.flows.iter().any(|flow| flow.levels.len() > 1);
    let places = || {
        let blocks = variance.flows.iter().enumerate();
        blocks.flat_map(|(region, flow)| flow.order.iter().map(move |block| (region, *block)))
    };
    let ops: usize = places().map(|(_, block)| module[block].ops.len()).sum();
    if !has_rounds || ops > MOST_OPS {
        return false;
    }
    let is_apart = |region: usize, block: BlockId, op: OpId| goes_apart(module, interface, variance, region, block, op);
    local_size[0].is_multiple_of(lanes)
        || !places().any(|(region, block)| module[block].ops.iter().any(|op| is_apart(region, block, *op)))
}

/// Returns whether lanes go to different places of memory that they share.
fn goes_apart(
    module: &Module,
    interface: &Interface,
    variance: &Variance,
    region: usize,
    block: BlockId,
    op: OpId,
) -> bool {
    let pointers = match ops::code(module, op) {
        Some(Code::Core(Op::Load | Op::Store)) => 1,
        Some(Code::Core(Op::CopyMemory)) => 2,
        Some(Code::Core(code)) if isa::class(code) == Class::Atomic => 1,
        _ => 0,
    };
    module[op].operands.iter().take(pointers).any(|pointer| {
        let is_own = variance::is_own(module, interface, *pointer);
        !is_own && variance.varies_at(module, region, *pointer, block)
    })
}
