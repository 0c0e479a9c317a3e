//! The lanes of a wave as vectors: a function per region that takes a wave through it, all lanes at once.
//!
//! Uniform values are scalars, varying ones vectors with a component per lane. `control` goes through the blocks with
//! masks, `op` lowers one op, `memory` reads and writes, `wave` does what lanes do together, and `lanes` runs one lane
//! after the other where there is no form for vectors.

mod atomic;
mod atomic_row;
mod control;
mod frame;
mod image;
mod lane_count;
mod lanes;
mod memory;
mod neighbours;
mod op;
mod parts;
mod piece;
mod query;
mod serial_atomics;
mod states;
mod store_pairs;
mod strided;
mod wave;

use crate::error::Result;
use crate::facts;
use crate::interface::{Interface, Variable};
use crate::lowering::lanes::{ENDED, state_address, state_of};
use crate::lowering::lockstep::{Passed, Wide};
use crate::lowering::storage::Storage;
use crate::lowering::{Block, Env, Function, Lowering};
use crate::spmd::uniform_regions::UniformRegions;
use crate::spmd::variance::Variance;
use abi::reason::Reason;
use dialect::ir::{Module, OpId, ValueId, walk};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts as module_facts};
use isa::{Class, GroupKind};
use spirv::{Op, StorageClass};
use states::states_type;
use std::rc::Rc;

/// A workgroup of fewer invocations is not worth a vector.
pub(crate) const LEAST_LANES: u32 = 4;

/// Returns whether a kernel can run as vectors, as far as its variables go.
///
/// # Errors
/// The reason why not.
pub(crate) fn check_variables(module: &Module, func: OpId, storage: &Storage) -> std::result::Result<(), Reason> {
    let is_taken = |op: OpId| is_taken_for_something_else(module, op) || moves_pointer(module, op);
    match !storage.opaque_variables.is_empty() || walk::ops_in(module, func).into_iter().any(is_taken) {
        true => Err(Reason::Pointers),
        false => Ok(()),
    }
}

/// Returns whether an op reads or writes pointers in memory.
fn moves_pointer(module: &Module, op: OpId) -> bool {
    let value = match ops::code(module, op) {
        Some(Code::Core(Op::Load)) => module[op].results.first(),
        Some(Code::Core(Op::Store)) => module[op].operands.get(1),
        _ => None,
    };
    value.is_some_and(|value| facts::holds_numbered(module, module.type_of(*value)))
}

/// Returns whether an op makes a pointer into memory of an invocation's own that does not go along the types that lie
/// there.
fn is_taken_for_something_else(module: &Module, op: OpId) -> bool {
    let casts = matches!(
        ops::code(module, op),
        Some(Code::Core(
            Op::Bitcast
                | Op::PtrCastToGeneric
                | Op::GenericCastToPtr
                | Op::GenericCastToPtrExplicit
                | Op::PtrAccessChain
                | Op::InBoundsPtrAccessChain
                | Op::UntypedVariableKHR
                | Op::UntypedAccessChainKHR
                | Op::UntypedInBoundsAccessChainKHR
                | Op::UntypedPtrAccessChainKHR
                | Op::UntypedInBoundsPtrAccessChainKHR
        ))
    );
    let storage = module[op].results.first().and_then(|value| module_facts::storage_of(module, module.type_of(*value)));
    casts
        && matches!(
            storage,
            Some(StorageClass::Function | StorageClass::Private | StorageClass::Generic | StorageClass::Input)
        )
}

/// Returns whether there are operations that observe how wide waves are.
pub(crate) fn has_waves(module: &Module, func: OpId, interface: &Interface) -> bool {
    let is_wave_op = |op: OpId| {
        let code = ops::code(module, op).and_then(Code::core);
        let scope = facts::scope(module, op);
        code.is_some_and(|code| match isa::class(code) {
            // A bit of a ballot is the same in waves of any width.
            Class::Group(_, GroupKind::BallotQuery) => code != Op::GroupNonUniformBallotBitExtract,
            // Quads are the same four lanes in waves of any width.
            Class::Derivative | Class::Group(_, GroupKind::Quad | GroupKind::QuadVote) => false,
            Class::Barrier => code == Op::ControlBarrier && scope == Some(spirv::Scope::Subgroup),
            class => facts::is_collective(class),
        })
    };
    interface.has_wave_builtins() || walk::ops_in(module, func).into_iter().any(is_wave_op)
}

/// Facts about lanes that run together.
pub(crate) struct Vectors {
    /// Values that differ between the lanes of a wave.
    pub(crate) variance: Rc<Variance>,
    /// Facts about regions that all waves run uniformly, if they do.
    pub(crate) uniform: Option<Rc<UniformRegions>>,
}

/// Arguments of a function that takes a wave through a region: the context, scratch memory, the workgroup's number, and
/// that of the wave; where waves do things alike, memory of what they all have.
pub(crate) type Args = ([ValueId; 6], Option<Passed>);

/// Writes the body of the function that takes a wave through a region. It gives the least state of its lanes.
pub(crate) fn region(lowering: &mut Lowering<'_>, index: usize, args: Args, vectors: &Vectors) -> Result<()> {
    let ([ctx, scratch, x, y, z, wave], passed) = args;
    let (setup, lanes) = (lowering.b.block, lowering.known.workgroup.wave);
    let limit = limit(lowering, index, vectors.uniform.as_deref());
    let first = match limit <= u64::from(lanes) {
        true => lowering.b.i32(0),
        false => {
            let size = lowering.b.i32(lanes);
            lowering.b.mul(wave, size)
        }
    };
    let env = Env { ctx, scratch, group: [x, y, z], lane: first, setup };
    lowering.function = Function::new(env, index == 0);
    let mut wide = Wide::new(lanes, index, Rc::clone(&vectors.variance), [first, first]);
    (wide.uniform, wide.passed, wide.limit) = (vectors.uniform.clone(), passed, limit);
    lowering.function.wide = Some(Box::new(wide));
    lowering.block = Block::default();
    let start = lowering.b.new_block(&[]);
    lowering.b.block = start;
    let (mask, states) = entry(lowering, index, first)?;
    lowering.wide_mut()?.mask = mask;
    frame::find_wants(lowering, index)?;
    frame::load(lowering, index)?;
    if index == 0 {
        fill_variables(lowering)?;
    }
    let end = control::run(lowering, index, mask, states)?;
    lowering.b.block = end;
    leave(lowering, index, first, states)?;
    lowering.b.block = setup;
    lowering.b.br(start, &[]);
    lowering.function.wide = None;
    Ok(())
}

/// The number of lanes of the waves that run a region.
pub(crate) fn limit(lowering: &Lowering<'_>, region: usize, uniform: Option<&UniformRegions>) -> u64 {
    let workgroup = &lowering.known.workgroup;
    let (wave, all) = (u64::from(workgroup.wave), u64::from(workgroup.lanes().next_multiple_of(workgroup.wave)));
    let count = uniform.and_then(|uniform| uniform.count(region)).unwrap_or(all);
    count.next_multiple_of(wave).clamp(wave, all)
}

/// The lanes that run the region, and where the states of all lanes are until its end; their one state where they stay
/// together.
fn entry(lowering: &mut Lowering<'_>, index: usize, first: ValueId) -> Result<(ValueId, ValueId)> {
    let (lanes, ty) = (lowering.width(), states_type(lowering)?);
    let (slot, are_one) = (lowering.b.alloca(ty, 64), lowering.wide()?.variance.stay_together());
    if index > 0 && !are_one {
        let address = state_address(lowering, lowering.env()?.scratch, lowering.known.storage.states, first);
        let states = lowering.b.load(address, ty, 4);
        lowering.b.store(states, slot, 64);
        let own = state_of(lowering.known.plan, index);
        let own = lowering.b.iconst(ty, u64::from(own));
        return Ok((lowering.b.icmp(IntPredicate::Eq, states, own), slot));
    }
    let ended = lowering.b.iconst(ty, u64::from(ENDED));
    lowering.b.store(ended, slot, 64);
    let (total, word) = (lowering.known.workgroup.lanes(), lowering.b.int(32));
    if total.is_multiple_of(lanes) {
        return Ok((lowering.mask_of(true), slot));
    }
    let (start, counting) = (lowering.b.splat_of(first, lanes), lowering.b.counting(word, lanes));
    let lane = lowering.b.add(start, counting);
    let total = lowering.b.iconst(lowering.b.type_of(lane), u64::from(total));
    Ok((lowering.b.icmp(IntPredicate::Ult, lane, total), slot))
}

/// The variables of each invocation start with their initial values.
fn fill_variables(lowering: &mut Lowering<'_>) -> Result<()> {
    for (op, variable) in lowering.known.interface.variables.values().copied().collect::<Vec<_>>() {
        if variable != Variable::Private {
            continue;
        }
        let Some(attr) = lowering.known.source.attr(op, attrs::INITIALIZER) else {
            lowering.clear_variable(op)?;
            continue;
        };
        let (address, ty) = (
            lowering.private_variable(op, facts::pointee(lowering.known.source, op)?)?,
            facts::pointee(lowering.known.source, op)?,
        );
        if !lowering.known.interface.tables.contains(&op) {
            let (to, value) = (lowering.own_memory(address, ty)?, lowering.constant(attr, ty)?);
            parts::fill(lowering, &to, value)?;
        }
    }
    Ok(())
}

/// Keeps what other regions need, and returns.
fn leave(lowering: &mut Lowering<'_>, index: usize, first: ValueId, slot: ValueId) -> Result<()> {
    if lowering.known.plan.regions.len() == 1 {
        let ended = lowering.b.i32(ENDED);
        lowering.b.ret(Some(ended));
        return Ok(());
    }
    frame::store(lowering, index)?;
    let ty = states_type(lowering)?;
    let states = lowering.b.load(slot, ty, 64);
    if lowering.b.lanes(ty) == 1 {
        lowering.b.ret(Some(states));
        return Ok(());
    }
    let address = state_address(lowering, lowering.env()?.scratch, lowering.known.storage.states, first);
    lowering.b.store(states, address, 4);
    let least = lowering.b.reduce(Intrinsic::ReduceUMin, states);
    lowering.b.ret(Some(least));
    Ok(())
}
