//! Variables whose parts are accessed by constant indices: a load of a part becomes a load of the whole and an extract, a
//! store becomes an insert into the whole, so that `promote` finds variables that are only accessed as a whole.
//!
//! Only small structs, vectors and matrices are rewritten: arrays are mostly accessed by dynamic indices.

use crate::facts;
use base::ids::{Map, Set};
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of scalars in a variable, all of which become block arguments at joins.
const MOST_SCALARS: u32 = 32;

/// A part of a variable, and how it is reached.
#[derive(Clone)]
struct Part {
    variable: ValueId,
    /// The type of the variable's value.
    whole: TypeId,
    indices: Vec<u32>,
    /// The type of the part.
    ty: TypeId,
}

/// Rewrites what accesses parts of variables. The function has flat blocks.
pub(crate) fn to_wholes(module: &mut Module, func: OpId) {
    let parts = parts(module, func);
    if parts.values().all(|part| part.indices.is_empty()) {
        return;
    }
    for block in module[module[func].regions[0]].blocks.clone() {
        let mut made = Vec::new();
        for op in std::mem::take(&mut module[block].ops) {
            if is_chain(module, op, &parts) {
                module[op].block = None;
                continue;
            }
            let pointer = module[op].operands.first();
            let part = pointer.and_then(|pointer| parts.get(pointer)).filter(|part| !part.indices.is_empty());
            match (core(module, op), part) {
                (Some(Op::Load), Some(part)) => read(module, op, part, &mut made),
                (Some(Op::Store), Some(part)) => write(module, op, part, &mut made),
                _ => {}
            }
            made.push(op);
        }
        module[block].ops = made;
    }
}

/// Returns whether an op is an access chain to a part, which has no uses any more.
fn is_chain(module: &Module, op: OpId, parts: &FxHashMap<ValueId, Part>) -> bool {
    let part = module[op].results.first().and_then(|chain| parts.get(chain));
    part.is_some_and(|part| !part.indices.is_empty())
}

fn core(module: &Module, op: OpId) -> Option<Op> {
    ops::code(module, op)?.core()
}

/// The variables that are reached by nothing but constant indices, and their parts, by their pointers.
fn parts(module: &Module, func: OpId) -> FxHashMap<ValueId, Part> {
    let (mut parts, mut refused): (Map<ValueId, Part>, Set<ValueId>) = (Map::default(), Set::default());
    for op in walk::ops_in(module, func) {
        let result = module[op].results.first().copied();
        if let (Some(Op::Variable), Some(variable)) = (core(module, op), result) {
            let whole = module_facts::pointer(module, module.type_of(variable)).map(|(pointee, _)| pointee);
            if let Some(whole) = whole.filter(|whole| is_small(module, *whole)) {
                parts.insert(variable, Part { variable, whole, indices: Vec::new(), ty: whole });
            }
            continue;
        }
        let uses: Vec<ValueId> = module[op].uses().collect();
        for (at, value) in uses.into_iter().enumerate() {
            let Some(part) = parts.get(&value).cloned() else { continue };
            match (core(module, op), result) {
                (Some(Op::AccessChain | Op::InBoundsAccessChain), Some(chain)) if at == 0 => {
                    match inside(module, op, &part) {
                        Some(inside) => {
                            parts.insert(chain, inside);
                        }
                        None => {
                            refused.insert(part.variable);
                        }
                    }
                }
                (code, _) if at == 0 && is_access(module, op, code, part.ty) => {}
                _ => {
                    refused.insert(part.variable);
                }
            }
        }
    }
    parts.into_iter().filter(|(_, part)| !refused.contains(&part.variable)).collect()
}

/// Returns whether an op reads or writes all of a part.
fn is_access(module: &Module, op: OpId, code: Option<Op>, ty: TypeId) -> bool {
    let data = &module[op];
    let value = match code {
        Some(Op::Load) => data.results.first(),
        Some(Op::Store) => data.operands.get(1),
        _ => None,
    };
    value.is_some_and(|value| module.type_of(*value) == ty)
}

/// The part that a chain leads to from another one.
fn inside(module: &Module, chain: OpId, from: &Part) -> Option<Part> {
    let mut part = from.clone();
    for index in &module[chain].operands[1..] {
        let index = u32::try_from(facts::constant(module, *index)?).ok()?;
        if index >= count(module, part.ty)? {
            return None;
        }
        part.ty = facts::part_type(module, part.ty, index).ok()?;
        part.indices.push(index);
    }
    Some(part)
}

/// The number of parts of a value of a type.
fn count(module: &Module, ty: TypeId) -> Option<u32> {
    match &module.ctx[ty] {
        Type::Vector { len, .. } => Some(*len),
        Type::Spirv(SpirvType::Matrix { columns, .. }) => Some(*columns),
        Type::Spirv(SpirvType::Struct { members, .. }) => u32::try_from(members.len()).ok(),
        _ => None,
    }
}

/// Returns whether a value is made of numbers alone, in structs, vectors and matrices, and few of them.
fn is_small(module: &Module, ty: TypeId) -> bool {
    let (mut scalars, mut stack) = (0, vec![ty]);
    while let Some(ty) = stack.pop() {
        match (&module.ctx[ty], count(module, ty)) {
            (_, Some(parts)) if parts <= MOST_SCALARS => {
                stack.extend((0..parts).filter_map(|part| facts::part_type(module, ty, part).ok()));
            }
            (Type::Int { .. } | Type::Float { .. }, None) => scalars += 1,
            _ => return false,
        }
        if scalars + stack.len() as u32 > MOST_SCALARS {
            return false;
        }
    }
    true
}

/// Rewrites a load of a part as a load of the whole and an extract.
fn read(module: &mut Module, op: OpId, part: &Part, made: &mut Vec<OpId>) {
    let whole = load(module, op, part, made);
    module[op].info = ops::core(Op::CompositeExtract);
    module[op].operands = vec![whole].into();
    module[op].attrs = [(attrs::INDICES, indices(module, part))].into();
}

/// Rewrites a store to a part as an insert into the whole and a store.
fn write(module: &mut Module, op: OpId, part: &Part, made: &mut Vec<OpId>) {
    let (whole, value) = (load(module, op, part, made), module[op].operands[1]);
    let attrs = [(attrs::INDICES, indices(module, part))];
    let whole = make(module, op, Op::CompositeInsert, vec![value, whole], part.whole, made);
    if let Some(insert) = made.last() {
        module[*insert].attrs = attrs.into();
    }
    module[op].operands = vec![part.variable, whole].into();
    module[op].attrs.clear();
}

fn load(module: &mut Module, like: OpId, part: &Part, made: &mut Vec<OpId>) -> ValueId {
    make(module, like, Op::Load, vec![part.variable], part.whole, made)
}

fn make(
    module: &mut Module,
    like: OpId,
    code: Op,
    operands: Vec<ValueId>,
    ty: TypeId,
    made: &mut Vec<OpId>,
) -> ValueId {
    let op = module.add_op(ops::core(code));
    module[op].operands = operands.into();
    (module[op].loc, module[op].block) = (module[like].loc, module[like].block);
    made.push(op);
    module.add_result(op, ty)
}

fn indices(module: &mut Module, part: &Part) -> dialect::ir::AttrId {
    let literals: Vec<_> = part.indices.iter().map(|index| module.ctx.attr(Attr::Literal(*index))).collect();
    module.ctx.attr(Attr::Array(literals.into()))
}
