//! Decision whether a kernel uses vectors of more than the native width.

use super::variance::{self, Variance};
use crate::facts;
use crate::interface::Interface;
use dialect::ir::{BlockId, Module, OpId};
use dialect::spirv::ops::{self, Code};
use isa::{Class, ImageKind};
use spirv::Op;

/// A kernel of more ops has enough parallelism, and compiles slowly.
const MOST_OPS: usize = 2000;
/// The work of ops of a lane beside which wider samples pay: with more ops there are not registers for four vectors of each
/// value.
const SAMPLE: u64 = 40;

/// The multiples of the native width that may pay, the widest one first.
///
/// A filtered sample finds its texels by a long chain of ops, and then has much to do with them. A processor looks ahead as far
/// as the next sample or two, which is not enough to hide the chain: the more lanes share it, the better.
pub(crate) fn multiples(module: &Module, variance: &Variance, has_quads: bool) -> &'static [u32] {
    if !has_quads && are_samples_most(module, variance) {
        return &[4, 2];
    }
    // A kernel with barriers is split at them, so that no region has a loop around a barrier.
    let has_rounds = variance.flows.len() > 1 || variance.flows.iter().any(|flow| flow.levels.len() > 1);
    // The iterations of a loop depend on each other, and so does the code between barriers; two vectors hide more of that latency
    // than one.
    if has_rounds { &[2] } else { &[] }
}

/// Returns whether samples are most of what a kernel does. More lanes need more iterations of loops that they leave one by one.
fn are_samples_most(module: &Module, variance: &Variance) -> bool {
    let (mut sampled, mut others) = (0, 0);
    for (flow, block) in variance.flows.iter().flat_map(|flow| flow.order.iter().map(move |block| (flow, *block))) {
        let (runs, is_in_step) = (flow.runs(block), flow.is_in_step(block));
        for op in &module[block].ops {
            let is_remade = module[*op].results.iter().any(|result| facts::is_remade(module, *result));
            match (is_in_step && is_sample(module, variance, *op), is_remade) {
                (true, _) => sampled += runs * SAMPLE,
                (false, true) => {}
                (false, false) => others += runs,
            }
        }
    }
    sampled > others
}

/// Returns whether an op takes a filtered sample of the same image for all lanes.
fn is_sample(module: &Module, variance: &Variance, op: OpId) -> bool {
    let Some(Code::Core(code)) = ops::code(module, op) else { return false };
    let is_filtered = matches!(isa::class(code), Class::Image(ImageKind::ImplicitLod | ImageKind::ExplicitLod, _));
    is_filtered && module[op].operands.first().is_some_and(|image| !variance.varies(*image))
}

/// Returns whether that many lanes pay in a kernel that has a multiple, by their variance, which shows their accesses to memory:
/// if the rows of the workgroup are too short for all lanes, accesses that were contiguous no longer are.
pub(crate) fn is_worth(
    module: &Module,
    interface: &Interface,
    variance: &Variance,
    local_size: [u32; 3],
    lanes: u32,
) -> bool {
    let places = || {
        let blocks = variance.flows.iter().enumerate();
        blocks.flat_map(|(region, flow)| flow.order.iter().map(move |block| (region, *block)))
    };
    let ops: usize = places().map(|(_, block)| module[block].ops.len()).sum();
    if ops > MOST_OPS {
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
