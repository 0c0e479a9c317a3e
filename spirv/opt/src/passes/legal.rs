//! The minimal legalisation: values of resources go, with the calls and variables that carry them, and all else stays
//! as written. Where that is not enough, because it depends on what passes find out, all of them run.

use crate::edit::{self, Replaced};
use crate::facts::handles::{Scope, Types, is_block};
use crate::options::Options;
use crate::passes::descriptor_scalar_replacement::{innermost, is_bound, is_plain_struct};
use crate::passes::{
    descriptor_scalar_replacement, fixups, flatten_descriptor_arrays, global_dce, hit_objects, inline,
    interlock_placement, mem2reg, private_to_local, retype_buffers, sroa, trim_capabilities,
};
use crate::rules::{self, Outcome, Products, Subject};
use dialect::diagnostics::Result;
use dialect::ir::{Module, OpId, TypeId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{effects, facts, host};
use rustc_hash::FxHashMap;
use spirv::{ImageOperands, Op, StorageClass};

/// Limit of successive rewrites of one op.
const MAX_STEPS: usize = 16;

/// Makes a structured module legal; returns false, with the module unchanged, when that takes all passes.
///
/// # Errors
/// As [`crate::optimise`].
pub(crate) fn legalise(module: &mut Module, options: &Options) -> Result<bool> {
    if options.flatten_arrays || options.reduce_loads || !options.combined_samplers.is_empty() {
        return Ok(false);
    }
    let before = module.clone();
    hit_objects::values::lift(module);
    global_dce::reach(module, options);
    inline::inline(module, Scope::Handles)?;
    global_dce::reach(module, options);
    private_to_local::localise(module, Scope::Handles);
    sroa::split(module, Scope::Handles);
    mem2reg::promote(module, Scope::Handles);
    let types = Scope::Handles.types(module);
    unpack(module, &types);
    descriptor_scalar_replacement::split(module, options)?;
    flatten_descriptor_arrays::join(module);
    retype_buffers::retype(module);
    sweep(module, &types);
    hit_objects::slots::assign(module)?;
    if !is_legal(module, &types) {
        *module = before;
        return Ok(false);
    }
    interlock_placement::place(module);
    fixups::fix_calls(module);
    global_dce::reach(module, options);
    fixups::mark_volatile(module);
    trim_capabilities::trim(module);
    Ok(true)
}

/// Extracts resources from composites that were just constructed, and brings chains, image operands and interpolation
/// into the form that SPIR-V requires.
fn unpack(module: &mut Module, types: &Types) {
    for func in edit::functions(module) {
        let Some(region) = edit::body(module, func) else { continue };
        let mut pool = edit::Pool::of(module, region);
        let (mut replaced, mut gone) = (Replaced::default(), FxHashMap::default());
        for op in walk::ops_in(module, func) {
            replaced.apply(module, op);
            let is_taken = edit::core(module, op) == Some(Op::CompositeExtract)
                && types.has(module.type_of(module[op].operands[0]));
            let is_looked_at = offset(module, op).is_some() || is_interpolation(module, op) || is_moved(module, op);
            if !is_taken && !is_looked_at {
                continue;
            }
            for _ in 0..MAX_STEPS {
                match rules::apply(&mut Subject { module, pool: &mut pool, products: Products::Computed }, op) {
                    Outcome::Same => break,
                    Outcome::Changed => {}
                    Outcome::Value(value) => {
                        replaced.replace(module[op].results[0], value);
                        gone.insert(op, Vec::new());
                        break;
                    }
                }
            }
        }
        edit::put_in_place(module, &gone);
        walk::ops_in(module, func).into_iter().for_each(|op| replaced.apply(module, op));
        pool.finish(module);
    }
}

/// Returns whether a chain's storage class differs from that of its base: an argument has replaced a parameter.
fn is_moved(module: &Module, op: OpId) -> bool {
    let ([base, ..], [result]) = (&module[op].operands[..], &module[op].results[..]) else { return false };
    let storage = |value: &_| facts::storage_of(module, module.type_of(*value));
    edit::is_chain(module, op) && storage(base) != storage(result)
}

/// Removes unused ops that make resources, users before their operands.
fn sweep(module: &mut Module, types: &Types) {
    for func in edit::functions(module) {
        let ops = walk::ops_in(module, func);
        let mut users: FxHashMap<_, usize> = FxHashMap::default();
        ops.iter().flat_map(|op| module[*op].uses()).for_each(|value| *users.entry(value).or_default() += 1);
        let mut gone = FxHashMap::default();
        for op in ops.into_iter().rev() {
            let [result] = module[op].results[..] else { continue };
            let is_handle = types.has(module.type_of(result)) && module[op].regions.is_empty();
            let is_used = users.get(&result).is_some_and(|count| *count > 0);
            if is_handle && !is_used && effects::of_op(module, op).is_removable() && !edit::is_reference(module, op) {
                module[op].uses().for_each(|value| *users.entry(value).or_default() -= 1);
                gone.insert(op, Vec::new());
            }
        }
        edit::put_in_place(module, &gone);
    }
}

/// Returns whether no resource is a value where none may be, and every operand that must be a constant or a variable is
/// one.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn is_legal(module: &Module, types: &Types) -> bool {
    let is_variable_legal = |(op, ty, storage): (OpId, TypeId, StorageClass)| match storage {
        StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer => {
            !is_bound(module, op) || !is_plain_struct(module, innermost(module, ty))
        }
        _ => !types.has(ty),
    };
    let functions = edit::functions(module);
    host::variables(module).all(is_variable_legal)
        && functions.iter().all(|func| {
            is_signature_legal(module, *func, types)
                && walk::ops(module, *func).all(|op| is_op_legal(module, op, types))
        })
}

fn is_signature_legal(module: &Module, func: OpId, types: &Types) -> bool {
    let params = edit::body(module, func).map(|region| module[module[region].blocks[0]].args.as_slice());
    params.unwrap_or_default().iter().all(|param| match facts::pointer(module, module.type_of(*param)) {
        Some((pointee, storage)) => storage == StorageClass::Function && !types.has(pointee),
        None => !types.has(module.type_of(*param)),
    })
}

fn is_op_legal(module: &Module, op: OpId, types: &Types) -> bool {
    let passes_none =
        module[op].successors.iter().flat_map(|edge| &edge.args).all(|arg| !types.has(module.type_of(*arg)));
    let is_result_legal = module[op].results.iter().all(|result| !types.has(module.type_of(*result)));
    passes_none
        && (is_result_legal || makes_handle(module, op, types))
        && are_operands_legal(module, op)
        && fits_pointer(module, op)
}

/// Returns whether a load or a store has the type that its pointer leads to: a part of an argument may have another
/// layout than the parameter that it replaces.
fn fits_pointer(module: &Module, op: OpId) -> bool {
    let (operands, results) = (&module[op].operands, &module[op].results);
    let value = match edit::core(module, op) {
        Some(Op::Load) => results.first(),
        Some(Op::Store) => operands.get(1),
        _ => return true,
    };
    let pointee = operands.first().and_then(|pointer| facts::pointer(module, module.type_of(*pointer)));
    value.is_none_or(|value| pointee.is_none_or(|(pointee, _)| pointee == module.type_of(*value)))
}

/// Returns whether an op may have a resource, or a pointer, as its result.
fn makes_handle(module: &Module, op: OpId, types: &Types) -> bool {
    let [result] = module[op].results[..] else { return false };
    let ty = module.type_of(result);
    let pointee = facts::pointer(module, ty).map(|(pointee, _)| pointee);
    match ops::code(module, op) {
        Some(Code::Mlir(Mlir::AddressOf)) => true,
        Some(Code::Core(Op::Variable)) => {
            pointee.is_some_and(|pointee| !types.has(pointee) || hit_objects::access::is_hit_object(module, pointee))
        }
        // A whole block may be read, but not kept.
        Some(Code::Core(Op::Load)) => pointee.is_none() && (!is_composite(module, ty) || is_block(&module.ctx[ty])),
        Some(Code::Core(Op::ImageTexelPointer)) => is_address(module, op),
        Some(Code::Core(
            Op::AccessChain
            | Op::InBoundsAccessChain
            | Op::PtrAccessChain
            | Op::SampledImage
            | Op::Image
            | Op::ConvertUToAccelerationStructureKHR,
        )) => true,
        _ => false,
    }
}

fn is_composite(module: &Module, ty: TypeId) -> bool {
    facts::part_type(&module.ctx, ty, 0).is_some()
}

/// Returns whether an op is the address of a global variable.
fn is_address(module: &Module, op: OpId) -> bool {
    let root = module[op].operands.first().map(|pointer| edit::root(module, *pointer));
    root.is_some_and(|root| edit::global(module, root).is_some())
}

fn are_operands_legal(module: &Module, op: OpId) -> bool {
    if is_interpolation(module, op) {
        return is_address(module, op);
    }
    match ops::code(module, op) {
        Some(Code::Core(Op::FunctionCall)) => has_own_arguments(module, op),
        Some(Code::Core(Op::CooperativeMatrixLoadKHR)) => is_constant(module, op, 1),
        Some(Code::Core(Op::CooperativeMatrixStoreKHR)) => is_constant(module, op, 2),
        _ => !wants_constant_offset(module, op),
    }
}

/// Returns whether an operand is a constant.
fn is_constant(module: &Module, op: OpId, at: usize) -> bool {
    module[op].operands.get(at).is_some_and(|value| edit::constant(module, *value).is_some())
}

/// Returns whether an op has an offset that must be a constant and is none; gathers take any.
pub(crate) fn wants_constant_offset(module: &Module, op: OpId) -> bool {
    let is_gather = matches!(
        ops::code(module, op),
        Some(Code::Core(Op::ImageGather | Op::ImageDrefGather | Op::ImageSparseGather | Op::ImageSparseDrefGather))
    );
    !is_gather && offset(module, op).is_some()
}

/// Returns whether the pointer arguments of a call are all to local variables.
fn has_own_arguments(module: &Module, call: OpId) -> bool {
    module[call].operands.iter().all(|arg| {
        let storage = facts::storage_of(module, module.type_of(*arg));
        storage.is_none_or(|storage| {
            matches!(storage, StorageClass::Function | StorageClass::Private | StorageClass::PhysicalStorageBuffer)
        })
    })
}

/// The image operands of an op with an offset that is not a constant.
pub(crate) fn offset(module: &Module, op: OpId) -> Option<u64> {
    let said = facts::number_of(module, op, Kind::ImageOperands.table().snake)?;
    (said & u64::from(ImageOperands::OFFSET.bits()) != 0).then_some(said)
}

fn is_interpolation(module: &Module, op: OpId) -> bool {
    matches!(ops::code(module, op), Some(Code::Gl(number)) if rules::is_interpolation(number))
}
