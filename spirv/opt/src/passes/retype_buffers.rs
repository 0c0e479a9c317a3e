//! Buffers read as other types: a cast of a pointer into a buffer of words becomes a pointer into a variable of the other
//! type, with the same binding.
//!
//! Logical addressing has no such casts. Atomic operations on floats need them, since byte-address buffers are words.

use crate::edit::{self, Pool};
use base::ids::Map;
use base::intern::Symbol;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashSet;
use spirv::{Decoration, Op};

/// A cast of a pointer to an element of a buffer.
struct Cast {
    op: OpId,
    /// The path to the element.
    chain: OpId,
    variable: Symbol,
    /// The type that the element has behind the cast.
    element: TypeId,
}

/// A variable of another type, by the variable and the type of its elements.
type Twins = Map<(Symbol, TypeId), (Symbol, TypeId)>;

/// Returns whether ops of a code may be casts.
pub(crate) fn is_subject(code: Code) -> bool {
    code == Code::Core(Op::Bitcast)
}

/// Retypes buffers whose elements are cast.
pub(crate) fn retype(module: &mut Module) {
    let mut twins = Twins::default();
    for func in edit::functions(module) {
        let casts: Vec<Cast> = walk::ops(module, func).filter_map(|op| cast(module, op)).collect();
        let Some(region) = edit::body(module, func).filter(|_| !casts.is_empty()) else { continue };
        let mut pool = Pool::of(module, region);
        for cast in casts {
            let known = twins.get(&(cast.variable, cast.element)).copied();
            let Some((name, pointer)) = known.or_else(|| make_twin(module, &cast, &mut twins)) else { continue };
            let address = pool.address(module, name, pointer);
            let indices: Vec<ValueId> = module[cast.chain].operands[1..].to_vec();
            module[cast.op].info = module[cast.chain].info;
            module[cast.op].operands = std::iter::once(address).chain(indices).collect();
        }
        pool.finish(module);
    }
}

/// The cast that an op is, if it is one of an element to a type of the same size.
fn cast(module: &Module, op: OpId) -> Option<Cast> {
    if edit::core(module, op) != Some(Op::Bitcast) {
        return None;
    }
    let (from, storage) = facts::pointer(module, module.type_of(module[op].operands[0]))?;
    let (element, target) = facts::pointer(module, module.type_of(module[op].results[0]))?;
    let chain = module.defining_op(module[op].operands[0]).filter(|chain| edit::is_chain(module, *chain))?;
    let variable = edit::global(module, *module[chain].operands.first()?)?;
    let fits = storage == target && bits(module, from).is_some() && bits(module, from) == bits(module, element);
    fits.then_some(Cast { op, chain, variable, element })
}

fn bits(module: &Module, ty: TypeId) -> Option<u32> {
    match &module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => Some(*width),
        Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => None,
    }
}

/// Declares the variable of another type; returns its name and the type of its address.
fn make_twin(module: &mut Module, cast: &Cast, twins: &mut Twins) -> Option<(Symbol, TypeId)> {
    let variable = module.top_ops().iter().copied().find(|op| facts::name_of(module, *op) == Some(cast.variable))?;
    let (ty, storage) = facts::pointer(module, facts::type_of(module, variable, attrs::TYPE)?)?;
    let ty = retyped(module, ty, cast.element)?;
    let pointer = module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee: ty, storage, stride: None }));
    let unit = module.ctx.attr(Attr::Unit);
    module[variable].set_attr(edit::decoration(Decoration::Aliased), unit);
    let op = module.add_op(ops::mlir(Mlir::GlobalVariable));
    module[op].loc = module[variable].loc;
    module[op].attrs = module[variable].attrs.clone();
    let name = free_name(module, cast);
    let own_name = module.ctx.symbol_attr(name);
    module[op].set_attr(attrs::SYM_NAME, own_name);
    let pointer_type = module.ctx.attr(Attr::Type(pointer));
    module[op].set_attr(attrs::TYPE, pointer_type);
    let body = module.body();
    edit::adopt(module, body, &[op]);
    let at = module[body].ops.iter().position(|other| *other == variable)?;
    module[body].ops.insert(at + 1, op);
    list_beside(module, cast.variable, name);
    twins.insert((cast.variable, cast.element), (name, pointer));
    Some((name, pointer))
}

/// The name of the variable with the type, and a number if it is taken.
fn free_name(module: &mut Module, cast: &Cast) -> Symbol {
    let kind = if matches!(module.ctx[cast.element], Type::Float { .. }) { "float" } else { "int" };
    let wanted = format!("{}.{kind}", module.ctx.str(cast.variable));
    let taken: FxHashSet<Symbol> = module.top_ops().iter().filter_map(|op| facts::name_of(module, *op)).collect();
    let mut name = module.ctx.name(&wanted);
    for number in 1.. {
        if !taken.contains(&name) {
            break;
        }
        name = module.ctx.name(&format!("{wanted}_{number}"));
    }
    name
}

/// A block whose array has other elements, or an array of such blocks.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other types are not buffers")]
fn retyped(module: &mut Module, ty: TypeId, element: TypeId) -> Option<TypeId> {
    let Type::Spirv(spirv) = module.ctx[ty].clone() else { return Some(element) };
    let made = match spirv {
        SpirvType::Struct { mut members, decorations, .. } => {
            let [member] = &mut members[..] else { return None };
            member.ty = retyped(module, member.ty, element)?;
            SpirvType::Struct { name: None, members, decorations }
        }
        SpirvType::RuntimeArray { elem, stride } => {
            SpirvType::RuntimeArray { elem: retyped(module, elem, element)?, stride }
        }
        SpirvType::Array { elem, len, stride } => {
            SpirvType::Array { elem: retyped(module, elem, element)?, len, stride }
        }
        _ => return None,
    };
    Some(module.ctx.ty(Type::Spirv(made)))
}

/// Lists a variable in the interfaces that list another one.
fn list_beside(module: &mut Module, variable: Symbol, twin: Symbol) {
    for entry in module.top_ops().to_vec() {
        if ops::code(module, entry) != Some(Code::Core(Op::EntryPoint)) {
            continue;
        }
        let mut listed = facts::array_of(module, entry, attrs::ARGS).to_vec();
        if listed.iter().any(|attr| module.ctx[*attr] == Attr::Symbol(variable)) {
            listed.push(module.ctx.symbol_attr(twin));
            let listed = module.ctx.attr(Attr::Array(listed.into()));
            module[entry].set_attr(attrs::ARGS, listed);
        }
    }
}
