//! Arguments in memory of the caller (`byval`), as clang passes structs: the callee owns a copy. Functions take them
//! by value, and keep them in a variable. Kernels of OpenCL keep them as pointers: drivers know no other form. Those of Level
//! Zero take structs.

use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, OpInfo, Type, TypeId, ValueId, walk};
use dialect::llvm::ops::{self, Form, Opcode};
use dialect::llvm::types;
use dialect::spirv::facts;
use rustc_hash::FxHashMap;

/// LLVM's number of the calling convention of kernels.
const SPIR_KERNEL: u64 = 76;

/// An argument that is passed like that: what it is, and how it is aligned.
#[derive(Clone, Copy)]
struct Handed {
    at: usize,
    ty: TypeId,
    alignment: AttrId,
}

/// Hands arguments over as values, those of kernels too if these take structs.
pub(super) fn hand_over(module: &mut Module, with_kernels: bool) {
    let mut handed: FxHashMap<Symbol, Vec<Handed>> = FxHashMap::default();
    for op in module.top_ops().to_vec() {
        if is_kernel(module, op) && !with_kernels {
            continue;
        }
        let found = arguments(module, op);
        if let (false, Some(name)) = (found.is_empty(), facts::symbol_of(module, op, ops::SYM_NAME)) {
            retype(module, op, &found);
            handed.insert(name, found);
        }
    }
    if handed.is_empty() {
        return;
    }
    let regions = module.top_ops().iter().flat_map(|op| module[*op].regions.iter().copied());
    let blocks: Vec<BlockId> = regions.flat_map(|region| module[region].blocks.iter().copied()).collect();
    for block in blocks {
        let mut all = Vec::with_capacity(module[block].ops.len());
        for op in std::mem::take(&mut module[block].ops) {
            let is_call = ops::row(module, op).is_some_and(|row| row.form == Form::Call);
            let callee = facts::symbol_of(module, op, ops::SYMBOL).filter(|_| is_call);
            for one in callee.and_then(|callee| handed.get(&callee)).into_iter().flatten() {
                all.extend(load(module, op, *one));
            }
            all.push(op);
        }
        module[block].ops = all;
    }
}

/// Checks for a kernel.
pub(super) fn is_kernel(module: &Module, function: OpId) -> bool {
    facts::number_of(module, function, ops::CONVENTION) == Some(SPIR_KERNEL)
}

/// The types of what parameters of a kernel lead to that are copies for it, by their places.
pub(super) fn types_of(module: &Module, function: OpId) -> FxHashMap<usize, TypeId> {
    arguments(module, function).into_iter().map(|one| (one.at, one.ty)).collect()
}

fn arguments(module: &Module, op: OpId) -> Vec<Handed> {
    let lists = facts::array_of(module, op, ops::BY_VALUE).iter().enumerate();
    let found = lists.filter_map(|(at, attr)| match &module.ctx[*attr] {
        Attr::Array(parts) => match (&module.ctx[*parts.first()?], parts.get(1)) {
            (Attr::Type(ty), Some(alignment)) => Some(Handed { at, ty: *ty, alignment: *alignment }),
            _ => None,
        },
        _ => None,
    });
    found.collect()
}

/// A function takes values, and keeps them where they would have been.
fn retype(module: &mut Module, function: OpId, handed: &[Handed]) {
    let ty = facts::type_of(module, function, ops::FUNCTION_TYPE);
    if let Some(Type::Function { params, result }) = ty.map(|ty| module.ctx[ty].clone()) {
        let mut params = params.to_vec();
        for one in handed {
            params[one.at] = one.ty;
        }
        let ty = module.ctx.ty(Type::Function { params: params.into(), result });
        let ty = module.ctx.attr(Attr::Type(ty));
        module[function].set_attr(ops::FUNCTION_TYPE, ty);
    }
    let attrs = std::mem::take(&mut module[function].attrs);
    module[function].attrs = attrs.into_iter().filter(|(name, _)| *name != ops::BY_VALUE).collect();
    let Some(region) = module[function].regions.first().copied() else { return };
    let entry = module[region].blocks[0];
    let mut kept: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut start = Vec::new();
    for one in handed {
        let arg = module[entry].args[one.at];
        let pointer = module.type_of(arg);
        module[arg].ty = one.ty;
        kept.insert(arg, keep(module, &mut start, arg, pointer, *one));
    }
    for op in walk::ops_in(module, function) {
        for place in module[op].uses_mut() {
            if let Some(own) = kept.get(place) {
                *place = *own;
            }
        }
    }
    for op in &start {
        module[*op].block = Some(entry);
    }
    module[entry].ops.splice(0..0, start);
}

/// A variable with what was passed.
fn keep(module: &mut Module, start: &mut Vec<OpId>, arg: ValueId, pointer: TypeId, one: Handed) -> ValueId {
    let int = module.ctx.int(32);
    let mut add = |module: &mut Module, info: &'static OpInfo, operands: &[ValueId]| {
        let op = module.add_op(info);
        module[op].operands.extend_from_slice(operands);
        start.push(op);
        op
    };
    let constant = add(module, Opcode::Constant.info(), &[]);
    let value = module.ctx.attr(Attr::Int { bits: 1, ty: int });
    module[constant].set_attr(ops::VALUE, value);
    let count = module.add_result(constant, int);
    let variable = add(module, Opcode::Alloca.info(), &[count]);
    let elem = module.ctx.attr(Attr::Type(one.ty));
    module[variable].set_attr(ops::ELEM_TYPE, elem);
    module[variable].set_attr(ops::ALIGNMENT, one.alignment);
    let place = module.add_result(variable, pointer);
    let store = add(module, Opcode::Store.info(), &[arg, place]);
    module[store].set_attr(ops::ALIGNMENT, one.alignment);
    place
}

/// Loads an argument that a call passes in memory.
fn load(module: &mut Module, call: OpId, one: Handed) -> Option<OpId> {
    let pointer = module[call].operands.get(one.at).copied()?;
    types::space(&module.ctx, module.type_of(pointer))?;
    let made = module.add_op(Opcode::Load.info());
    module[made].operands.extend_from_slice(&[pointer]);
    module[made].set_attr(ops::ALIGNMENT, one.alignment);
    (module[made].loc, module[made].block) = (module[call].loc, module[call].block);
    let value = module.add_result(made, one.ty);
    *module[call].operands.get_mut(one.at)? = value;
    Some(made)
}
