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
    let mut uses = Uses::new(module);
    for func in edit::functions(module) {
        uses.find(module, func, &mut variables);
    }
    let Uses { called, accesses, .. } = uses;
    let entries: FxHashSet<Symbol> = host::entry_points(module).into_iter().map(|entry| entry.function).collect();
    variables.retain(|_, variable| match (variable.is_plain, &variable.users[..]) {
        (true, [only]) => facts::name_of(module, *only).is_some_and(|n| entries.contains(&n) && !called.contains(&n)),
        _ => false,
    });
    let users: Set<OpId> = variables.values().map(|variable| variable.users[0]).collect();
    for func in users {
        let own: Vec<(Symbol, &Variable)> =
            variables.iter().filter(|(_, v)| v.users[0] == func).map(|(name, v)| (*name, v)).collect();
        move_into(module, func, &own, &accesses[&func]);
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
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Int { .. }
        | Attr::Float { .. }
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Array(_)
        | Attr::Dense { .. }
        | Attr::Enum { .. }
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => Some(attr),
    }
}

/// The uses of variables in all functions.
struct Uses {
    /// The number of its variable for each pointer.
    numbers: Numbers,
    /// The functions that are called.
    called: FxHashSet<Symbol>,
    /// The pointers to variables, and the ops that access memory through them, of each function in their order.
    accesses: FxHashMap<OpId, Vec<OpId>>,
}

impl Uses {
    fn new(module: &Module) -> Uses {
        let (called, accesses) = (FxHashSet::default(), FxHashMap::default());
        Uses { numbers: Numbers::with_room(module), called, accesses }
    }

    /// Records the uses in a function.
    fn find(&mut self, module: &Module, func: OpId, variables: &mut Map<Symbol, Variable>) {
        let mut accesses = Vec::new();
        for op in walk::ops(module, func) {
            match ops::code(module, op) {
                Some(Code::Mlir(Mlir::AddressOf)) => {
                    if self.address(module, func, op, variables) {
                        accesses.push(op);
                    }
                    continue;
                }
                Some(Code::Core(Op::FunctionCall)) => {
                    self.called.extend(facts::symbol_of(module, op, attrs::SYMBOL));
                }
                _ => {}
            }
            if !self.numbers.is_empty() && self.access(module, op, variables) {
                accesses.push(op);
            }
        }
        self.accesses.insert(func, accesses);
    }

    /// Records the address of a variable; returns whether it is one of these.
    fn address(&mut self, module: &Module, func: OpId, op: OpId, variables: &mut Map<Symbol, Variable>) -> bool {
        let (Some(name), Some(value)) = (facts::symbol_of(module, op, attrs::SYMBOL), module[op].results.first())
        else {
            return false;
        };
        let Some((number, _, variable)) = variables.get_full_mut(&name) else { return false };
        self.numbers.set(*value, number as u32);
        if variable.users.last() != Some(&func) {
            variable.users.push(func);
        }
        true
    }

    /// Records the use that an op makes of a variable; returns whether it reads, writes or indexes one.
    fn access(&mut self, module: &Module, op: OpId, variables: &mut Map<Symbol, Variable>) -> bool {
        let mut is_access = false;
        for (at, value) in module[op].uses().enumerate() {
            let Some(number) = self.numbers.of(value) else { continue };
            match (edit::core(module, op), at) {
                (Some(Op::Load | Op::Store), 0) => is_access = true,
                (Some(Op::AccessChain | Op::InBoundsAccessChain), 0) => {
                    is_access = true;
                    module[op].results.iter().for_each(|result| self.numbers.set(*result, number));
                }
                _ => variables[number as usize].is_plain = false,
            }
        }
        is_access
    }
}

/// Makes variables local to a function, whose accesses to them are among these.
fn move_into(module: &mut Module, func: OpId, variables: &[(Symbol, &Variable)], accesses: &[OpId]) {
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
    for op in accesses.iter().copied() {
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
