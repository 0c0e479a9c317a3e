//! Code for a function with parameters and a result.

use super::blocks::make_block;
use crate::error::{Result, invalid};
use crate::lowering::{Block, Env, Function, Lowering};
use crate::{math, spirv_to_llvm, texture};
use dialect::ir::{BlockId, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts as module_facts};
use spirv::{Op, StorageClass};

/// Writes a function with this name.
pub(crate) fn function(lowering: &mut Lowering<'_>, func: OpId, name: &str) -> Result<()> {
    let region = &lowering.known.plan.regions[0];
    let parameters = lowering.known.source[region.entry].args.clone();
    let types = parameters.iter().map(|value| parameter_type(lowering, *value)).collect::<Result<Vec<_>>>()?;
    let result = match result_of(lowering.known.source, func)? {
        Some(ty) => Some(lowering.ty(ty)?),
        None => None,
    };
    let nothing = lowering.b.module.ctx.none();
    let args = lowering.b.begin(name, &types, result.unwrap_or(nothing), false);
    attach_control(lowering, func);
    let setup = lowering.b.block;
    lowering.function = Function::new(nowhere(lowering, setup), true);
    let addresses = parameters.iter().copied().zip(args.iter().copied());
    lowering.function.parameters = addresses.filter(|(value, _)| storage_of(lowering, *value).is_some()).collect();
    for block in &region.blocks {
        make_block(lowering, *block)?;
    }
    for block in &region.blocks {
        emit_block(lowering, *block, result)?;
    }
    lowering.block = Block::default();
    lowering.b.block = setup;
    lowering.start_private_variables()?;
    let args = parameters.iter().zip(args).map(|(value, arg)| argument(lowering, *value, arg)).collect::<Vec<_>>();
    let first = lowering.function.blocks[&region.entry];
    lowering.b.br(first, &args);
    lowering.b.finish();
    texture::emit(lowering)?;
    math::emit(lowering);
    Ok(())
}

/// The attributes of LLVM for the bits of a function's control, from the lowest one on.
const CONTROLS: [&str; 4] = ["alwaysinline", "noinline", "memory(read)", "memory(none)"];

/// Attaches what the function's control says.
fn attach_control(lowering: &mut Lowering<'_>, func: OpId) {
    let bits = lowering.number(func, Kind::FunctionControl.table().snake).unwrap_or(0);
    let held = CONTROLS.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, name)| *name);
    lowering.b.passthrough(&["nounwind"].into_iter().chain(held).collect::<Vec<_>>());
}

/// Writes a block. Unreachable code returns zeros, in place of undefined behaviour.
fn emit_block(lowering: &mut Lowering<'_>, block: BlockId, result: Option<TypeId>) -> Result<()> {
    lowering.block = Block::new(block);
    lowering.b.block = lowering.function.blocks[&block];
    for op in lowering.known.source[block].ops.clone() {
        let returned = match ops::code(lowering.known.source, op) {
            Some(Code::Core(Op::ReturnValue)) => Some(lowering.operand(op, 0)?),
            Some(Code::Core(Op::Return | Op::Unreachable)) => result.map(|ty| lowering.b.zero(ty)),
            _ => {
                spirv_to_llvm::lower_op(lowering, op, &[])?;
                continue;
            }
        };
        lowering.b.ret(returned);
    }
    Ok(())
}

/// What the code of a kernel starts from: nothing of it is used here.
fn nowhere(lowering: &mut Lowering<'_>, setup: BlockId) -> Env {
    let ptr = lowering.b.ptr();
    let (null, zero) = (lowering.b.zero(ptr), lowering.b.i32(0));
    Env { ctx: null, scratch: null, group: [zero; 3], lane: zero, setup }
}

fn storage_of(lowering: &Lowering<'_>, value: ValueId) -> Option<StorageClass> {
    module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(value))
}

fn parameter_type(lowering: &mut Lowering<'_>, value: ValueId) -> Result<TypeId> {
    match storage_of(lowering, value) {
        Some(StorageClass::UniformConstant | StorageClass::PhysicalStorageBuffer) => {
            invalid("a function outside of a kernel has no resources")
        }
        Some(_) => Ok(lowering.b.ptr()),
        None => lowering.type_of(value),
    }
}

/// An address becomes a pointer to all that follows it.
fn argument(lowering: &mut Lowering<'_>, value: ValueId, arg: ValueId) -> ValueId {
    if storage_of(lowering, value).is_none() {
        return arg;
    }
    let ty = lowering.fat_pointer();
    let (start, limit) = (lowering.b.i64(0), lowering.b.i64(u64::MAX));
    lowering.b.aggregate(ty, &[arg, start, limit])
}

/// The type of the results of a function; `None` if there are none.
fn result_of(module: &Module, func: OpId) -> Result<Option<TypeId>> {
    let ty = module_facts::type_of(module, func, attrs::TYPE);
    match ty.map(|ty| &module.ctx[ty]) {
        Some(Type::Function { result, .. }) => Ok(Some(*result).filter(|ty| module.ctx[*ty] != Type::None)),
        _ => invalid("a function has no type"),
    }
}
