//! What a node reaches: the functions that it calls, the variables that they use, and its arrays of records.

use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::FxHashSet;
use spirv::{Op, StorageClass};
use std::collections::BTreeSet;
use std::ops::Range;

/// The array type of records that a pointer type leads to, if it does.
pub(super) fn array_of(index: &Index<'_>, pointer: u32) -> Option<u32> {
    let ty = index.def(pointer).filter(|ty| ty.op == Op::TypePointer)?.id(1);
    (index.op(ty) == Op::TypeNodePayloadArrayAMDX).then_some(ty)
}

/// The functions that one calls, itself included: their instructions.
pub(super) fn reached(index: &Index<'_>, function: u32) -> Vec<Range<usize>> {
    let (mut seen, mut todo, mut found) = (FxHashSet::default(), vec![function], Vec::new());
    while let Some(id) = todo.pop() {
        let Some(start) = index.position(id).filter(|_| seen.insert(id)) else { continue };
        let insts = &index.insts[start..];
        let end = start + insts.iter().position(|inst| inst.op == Op::FunctionEnd).map_or(insts.len(), |at| at + 1);
        let calls = index.insts[start..end].iter().filter(|inst| inst.op == Op::FunctionCall);
        todo.extend(calls.map(|inst| inst.id(0)));
        found.push(start..end);
    }
    found.sort_unstable_by_key(|range| range.start);
    found
}

/// The variables of the module that functions name.
pub(super) fn globals(index: &Index<'_>, functions: &[Range<usize>]) -> BTreeSet<u32> {
    let is_global = |id: &u32| {
        index
            .position(*id)
            .is_some_and(|at| at < index.globals && matches!(index.insts[at].op, Op::Variable | Op::UntypedVariableKHR))
    };
    let insts = functions.iter().flat_map(|function| &index.insts[function.clone()]);
    let operands = insts.flat_map(|inst| &inst.operands);
    operands.map(|operand| id_of(Some(operand))).filter(is_global).collect()
}

/// The array types of records that an entry point and its functions have, in the order of the module.
pub(super) fn arrays(index: &Index<'_>, point: &Inst, functions: &[Range<usize>]) -> Vec<u32> {
    let insts = functions.iter().flat_map(|function| &index.insts[function.clone()]);
    let own = insts.flat_map(|inst| inst.operands.iter().map(|operand| id_of(Some(operand))).chain([inst.result_id()]));
    let ids = own.chain(point.ids_from(3));
    let ty = |id: u32| index.def(id).map(Access::type_id);
    let array = |ty: u32| match index.op(ty) {
        Op::TypeNodePayloadArrayAMDX => Some(ty),
        _ => array_of(index, ty),
    };
    let found: BTreeSet<usize> = ids.filter_map(ty).filter_map(array).filter_map(|id| index.position(id)).collect();
    found.into_iter().map(|at| index.insts[at].result_id()).collect()
}

/// Returns whether functions that are not entry points take objects of nodes.
pub(super) fn are_passed_on(index: &Index<'_>) -> bool {
    let parameters = index.insts[index.globals..].iter().filter(|inst| inst.op == Op::FunctionParameter);
    parameters.map(Access::type_id).any(|ty| is_of_records(index, ty))
}

/// Returns whether a type is an array of records, or a pointer to one or into one.
pub(super) fn is_of_records(index: &Index<'_>, ty: u32) -> bool {
    let is_into = |def: &Inst| def.op == Op::TypePointer && def.value(0) == StorageClass::NodePayloadAMDX as u32;
    index.op(ty) == Op::TypeNodePayloadArrayAMDX || array_of(index, ty).is_some() || index.def(ty).is_some_and(is_into)
}
