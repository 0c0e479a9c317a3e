//! The instructions of hit objects take and make values.

use super::access::{Access, access, hit_type, is_pointer};
use crate::edit;
use dialect::ir::{Module, OpId, TypeId, ValueId, walk};
use dialect::spirv::facts;
use dialect::spirv::ops;
use rustc_hash::FxHashMap;
use spirv::Op;

/// Makes values of the hit objects of all functions, if all of them are structured.
pub(crate) fn lift(module: &mut Module) {
    if hit_type(module).is_none() {
        return;
    }
    let functions = edit::functions(module);
    if functions.iter().any(|func| edit::structured_body(module, *func).is_none()) {
        return;
    }
    for func in functions {
        let mut instead = FxHashMap::default();
        for op in walk::ops_in(module, func) {
            if let Some(pointer) = taken(module, op) {
                instead.insert(op, instruction(module, op, pointer));
            }
        }
        edit::put_in_place(module, &instead);
    }
}

/// The pointer to the hit object of an instruction.
fn taken(module: &Module, op: OpId) -> Option<ValueId> {
    super::access::instruction(module, op)?;
    module[op].operands.first().copied().filter(|pointer| is_pointer(module, module.type_of(*pointer)))
}

/// The instruction with a load before it, a store behind it, or both.
fn instruction(module: &mut Module, op: OpId, pointer: ValueId) -> Vec<OpId> {
    let ty = facts::pointer(module, module.type_of(pointer)).map_or(module.type_of(pointer), |(pointee, _)| pointee);
    let access = edit::core(module, op).map_or(Access::Use, access);
    let mut list = Vec::new();
    match access {
        Access::Use | Access::Change => {
            let load = with_loc(module, Op::Load, op, &[pointer]);
            module[op].operands[0] = module.add_result(load, ty);
            list.push(load);
        }
        Access::Record | Access::Empty | Access::Plain => {
            let rest: Vec<ValueId> = module[op].operands[1..].to_vec();
            module[op].operands = rest.into_iter().collect();
        }
    }
    list.push(op);
    if access != Access::Use {
        list.push(stored(module, op, pointer, ty));
    }
    list
}

fn stored(module: &mut Module, op: OpId, pointer: ValueId, ty: TypeId) -> OpId {
    let value = module.add_result(op, ty);
    with_loc(module, Op::Store, op, &[pointer, value])
}

fn with_loc(module: &mut Module, core: Op, like: OpId, operands: &[ValueId]) -> OpId {
    let op = module.add_op(ops::core(core));
    module[op].operands.extend(operands.iter().copied());
    module[op].loc = module[like].loc;
    op
}
