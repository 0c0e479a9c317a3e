//! Private variables that a single entry point uses become local variables of its function.

use crate::edit::{self, Numbers, Pool};
use crate::facts::handles::{Scope, Types};
use base::ids::{Map, Set};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts, host};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, StorageClass};

/// Moves variables into functions.
pub(crate) fn localise(module: &mut Module, scope: Scope) {
    let mut variables: Map<Symbol, Variable> = candidates(module, &scope.types(module));
    if variables.is_empty() {
        return;
    }
    let functions = edit::functions(module);
    let mut numbers = Numbers::default();
    for func in &functions {
        find_uses(module, *func, &mut variables, &mut numbers);
    }
    let entries: FxHashSet<Symbol> = host::entry_points(module).into_iter().map(|entry| entry.function).collect();
    let called = called(module, &functions);
    variables.retain(|_, variable| match (variable.is_plain, &variable.users[..]) {
        (true, [only]) => facts::name_of(module, *only).is_some_and(|n| entries.contains(&n) && !called.contains(&n)),
        _ => false,
    });
    let users: Set<OpId> = variables.values().map(|variable| variable.users[0]).collect();
    for func in users {
        let own: Vec<(Symbol, &Variable)> =
            variables.iter().filter(|(_, v)| v.users[0] == func).map(|(name, v)| (*name, v)).collect();
        move_into(module, func, &own);
    }
}

struct Variable {
    pointee: TypeId,
    initial: Option<AttrId>,
    /// True if it is only read, written and indexed.
    is_plain: bool,
    /// The functions that use it.
    users: Vec<OpId>,
}

fn candidates(module: &Module, types: &Types) -> Map<Symbol, Variable> {
    let is_wanted = |(_, ty, storage): &(_, _, _)| *storage == StorageClass::Private && types.has(*ty);
    let variables = host::variables(module).filter(is_wanted);
    let found = variables.filter_map(|(op, pointee, _)| {
        // An untyped pointer cannot be moved to another storage class by its type alone.
        facts::pointer(module, facts::type_of(module, op, attrs::TYPE)?)?;
        let initial = match module.attr(op, attrs::INITIALIZER) {
            None => None,
            Some(attr) => Some(plain_constant(module, attr)?),
        };
        Some((facts::name_of(module, op)?, Variable { pointee, initial, is_plain: true, users: Vec::new() }))
    });
    found.collect()
}

/// The constant initialiser, unless it is a specialisation constant or a variable.
fn plain_constant(module: &Module, attr: AttrId) -> Option<AttrId> {
    match &module.ctx[attr] {
        Attr::Symbol(_) => None,
        Attr::Dict(items) => items.iter().find(|(name, _)| *name == attrs::VALUE).map(|(_, attr)| *attr),
        _ => Some(attr),
    }
}

fn called(module: &Module, functions: &[OpId]) -> FxHashSet<Symbol> {
    let mut called = FxHashSet::default();
    for op in functions.iter().flat_map(|func| walk::ops(module, *func)) {
        if edit::core(module, op) == Some(Op::FunctionCall) {
            called.extend(facts::symbol_of(module, op, attrs::SYMBOL));
        }
    }
    called
}

/// Records the functions that use each variable, and how. Pointers into variables have the numbers of the variables.
fn find_uses(module: &Module, func: OpId, variables: &mut Map<Symbol, Variable>, numbers: &mut Numbers) {
    for op in walk::ops(module, func) {
        if ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf))
            && let (Some(name), Some(value)) = (facts::symbol_of(module, op, attrs::SYMBOL), module[op].results.first())
            && let Some((number, _, variable)) = variables.get_full_mut(&name)
        {
            numbers.set(*value, number as u32);
            if variable.users.last() != Some(&func) {
                variable.users.push(func);
            }
            continue;
        }
        if numbers.is_empty() {
            continue;
        }
        let core = edit::core(module, op);
        module[op].uses().enumerate().for_each(|(at, value)| {
            let Some(number) = numbers.of(value) else { return };
            let is_chain = matches!(core, Some(Op::AccessChain | Op::InBoundsAccessChain));
            match (core, at) {
                (Some(Op::Load | Op::Store), 0) => {}
                (_, 0) if is_chain => module[op].results.iter().for_each(|result| numbers.set(*result, number)),
                _ => variables[number as usize].is_plain = false,
            }
        });
    }
}

fn move_into(module: &mut Module, func: OpId, variables: &[(Symbol, &Variable)]) {
    let Some(region) = edit::body(module, func) else { return };
    let mut pool = Pool::of(module, region);
    let mut moved: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut made: FxHashMap<Symbol, ValueId> = FxHashMap::default();
    for (name, variable) in variables {
        let ty = pointer_to(module, variable.pointee);
        let initial = variable.initial.map(|attr| pool.constant(module, attr, variable.pointee));
        let op = module.add_op(ops::core(Op::Variable));
        module[op].operands.extend(initial);
        let value = module.add_result(op, ty);
        module[value].name = Some(*name);
        pool.push(module, op);
        made.insert(*name, value);
    }
    for op in walk::ops_in(module, func) {
        let result = module[op].results.first().copied();
        if ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf)) {
            let new = facts::symbol_of(module, op, attrs::SYMBOL).and_then(|name| made.get(&name));
            moved.extend(result.zip(new.copied()));
            continue;
        }
        let Some(new) = module[op].operands.first().and_then(|base| moved.get(base)).copied() else { continue };
        module[op].operands[0] = new;
        if let (Some(result), true) = (result, edit::is_chain(module, op)) {
            if let Some((pointee, _)) = facts::pointer(module, module.type_of(result)) {
                module[result].ty = pointer_to(module, pointee);
            }
            moved.insert(result, result);
        }
    }
    pool.finish(module);
}

/// The pointer type into a function's own memory.
pub(crate) fn pointer_to(module: &mut Module, pointee: TypeId) -> TypeId {
    let storage = StorageClass::Function;
    module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }))
}
