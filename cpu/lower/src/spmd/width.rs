//! Decision whether a kernel uses vectors of more than the native width.

use super::flow::Flow;
use super::variance::{self, Variance};
use crate::facts;
use crate::interface::Interface;
use base::ids::Set;
use dialect::ir::{BlockId, Module, OpId, Type, ValueId};
use dialect::llvm::build::Masks;
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code};
use isa::{ArithmeticKind, Class, ImageKind};
use spirv::Op;

/// A kernel of more ops has enough parallelism, and compiles slowly.
const MOST_OPS: usize = 2000;
/// The work of ops of a lane beside which wider samples pay: with more ops there are not registers for four vectors of each
/// value.
const SAMPLE: u64 = 40;
/// The limit of numbers that the iterations of short loops compute for each lane.
const MOST_COMPUTED: u32 = 16;
/// The limit of numbers of each lane that are alive in them. With more there are not registers for four vectors of each.
const MOST_ALIVE: u32 = 6;

/// The multiples of the native width that may pay, the widest one first.
///
/// A filtered sample finds its texels by a long chain of ops, and then has much to do with them. A processor looks ahead as far
/// as the next sample or two, which is not enough to hide the chain: the more lanes share it, the better.
///
/// So it is with a short loop whose iterations depend on each other by a chain of arithmetic, where there are 32 registers as on
/// processors with mask registers.
pub(crate) fn multiples(module: &Module, variance: &Variance, has_quads: bool, masks: Masks) -> &'static [u32] {
    if !has_quads && are_samples_most(module, variance) {
        return &[4, 2];
    }
    if masks == Masks::Bits && variance.flows.len() == 1 && is_short_loop(module, variance) {
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

/// Returns whether there are loops, and all iterations are a little arithmetic.
fn is_short_loop(module: &Module, variance: &Variance) -> bool {
    let [flow] = variance.flows.as_slice() else { return false };
    let blocks: Vec<BlockId> = flow.order.iter().copied().filter(|block| is_in_loop(flow, *block)).collect();
    let mut computed = 0;
    let mut alive: Set<ValueId> = Set::default();
    for block in &blocks {
        alive.extend(module[*block].args.iter().copied());
        for op in &module[*block].ops {
            let results = &module[*op].results;
            if results.iter().any(|result| facts::is_remade(module, *result)) {
                continue;
            }
            let varies = results.iter().any(|result| variance.varies(*result));
            if varies && !is_arithmetic(module, *op) || effects::of_op(module, *op).writes != Memory::Nothing {
                return false;
            }
            let numbers = results.iter().map(|result| numbers_of(module, *result)).sum::<u32>();
            computed += if varies && !moves(module, *op) { numbers } else { 0 };
            let is_outside = |value: &ValueId| module.block_of(*value).is_none_or(|made| !blocks.contains(&made));
            let of_lanes = |value: &ValueId| variance.varies(*value) && !facts::is_remade(module, *value);
            alive.extend(module[*op].uses().filter(|value| is_outside(value) && of_lanes(value)));
        }
    }
    let alive: u32 = alive.iter().map(|value| numbers_of(module, *value)).sum();
    !blocks.is_empty() && computed <= MOST_COMPUTED && alive <= MOST_ALIVE
}

fn is_in_loop(flow: &Flow, block: BlockId) -> bool {
    flow.home.get(&block).is_some_and(|home| home.level > 0)
}

/// Returns whether processors have fast instructions for an op on vectors, which has no effects.
fn is_arithmetic(module: &Module, op: OpId) -> bool {
    let Some(Code::Core(code)) = ops::code(module, op) else { return false };
    let class = isa::class(code);
    let is_simple = matches!(class, Class::Composite | Class::Select | Class::Comparison(_) | Class::Logic(_));
    let is_computed = matches!(class, Class::Bits(_) | Class::Conversion(_) | Class::Arithmetic(_) | Class::Product(_));
    is_simple || is_computed && class != Class::Arithmetic(ArithmeticKind::Division)
}

/// Returns whether an op only takes values apart or puts them together.
fn moves(module: &Module, op: OpId) -> bool {
    matches!(ops::code(module, op), Some(Code::Core(code)) if isa::class(code) == Class::Composite)
}

/// The numbers of a value; a structure counts as more than there may be.
fn numbers_of(module: &Module, value: ValueId) -> u32 {
    match &module.ctx[module.type_of(value)] {
        Type::Int { .. } | Type::Float { .. } => 1,
        Type::Vector { len, .. } => *len,
        Type::None => 0,
        Type::Spirv(_) | Type::Function { .. } | Type::Llvm(_) => MOST_COMPUTED + 1,
    }
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
