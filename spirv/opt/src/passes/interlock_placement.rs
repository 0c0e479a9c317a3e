//! Invocation interlock placement: one critical section per fragment shader.
//!
//! A front end brackets each access. Drivers want one section per invocation, entered at most once: it spans all
//! accesses, in the innermost block that holds them all and is not in a loop. A call of a function that is not inlined
//! counts as an access if the function has some.

use crate::edit;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{BlockId, Module, OpId, walk};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Returns whether ops of a code bracket accesses.
pub(crate) fn is_subject(code: Code) -> bool {
    matches!(code, Code::Core(Op::BeginInvocationInterlockEXT | Op::EndInvocationInterlockEXT))
}

/// Places one section for each entry point.
pub(crate) fn place(module: &mut Module) {
    let functions = edit::functions(module);
    let mut marks: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut calls: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    for func in &functions {
        for op in walk::ops(module, *func) {
            match edit::core(module, op) {
                Some(Op::BeginInvocationInterlockEXT | Op::EndInvocationInterlockEXT) => {
                    marks.entry(*func).or_default().push(op);
                }
                Some(Op::FunctionCall) => calls.entry(*func).or_default().push(op),
                _ => {}
            }
        }
    }
    if marks.is_empty() {
        return;
    }
    let ordered = ordered(module, &functions, &marks, &calls);
    let entries: Set<Symbol> = host::entry_points(module).into_iter().map(|entry| entry.function).collect();
    for func in functions {
        let own = marks.remove(&func).unwrap_or_default();
        let called = calls.remove(&func).unwrap_or_default();
        let called =
            called.into_iter().filter(|call| target(module, *call).is_some_and(|name| ordered.contains(&name)));
        let inside: Vec<OpId> = own.iter().copied().chain(called).collect();
        if facts::name_of(module, func).is_some_and(|name| entries.contains(&name)) && !inside.is_empty() {
            section(module, &inside);
        }
        remove(module, &own);
    }
}

fn target(module: &Module, call: OpId) -> Option<Symbol> {
    facts::symbol_of(module, call, attrs::SYMBOL)
}

/// The functions that hold ordered accesses or call others that do.
fn ordered(
    module: &Module,
    functions: &[OpId],
    marks: &FxHashMap<OpId, Vec<OpId>>,
    calls: &FxHashMap<OpId, Vec<OpId>>,
) -> Set<Symbol> {
    let mut callers: FxHashMap<Symbol, Vec<Symbol>> = FxHashMap::default();
    let (mut found, mut stack) = (Set::default(), Vec::new());
    for func in functions {
        let Some(name) = facts::name_of(module, *func) else { continue };
        for callee in calls.get(func).into_iter().flatten().filter_map(|call| target(module, *call)) {
            callers.entry(callee).or_default().push(name);
        }
        if marks.contains_key(func) {
            stack.push(name);
        }
    }
    while let Some(name) = stack.pop() {
        if found.insert(name) {
            stack.extend(callers.get(&name).into_iter().flatten());
        }
    }
    found
}

/// The blocks around an op from the outside in, each with its op that contains the next.
fn path(module: &Module, op: OpId) -> Vec<(BlockId, OpId)> {
    let mut path = Vec::new();
    let mut current = Some(op);
    while let Some(op) = current.filter(|op| edit::body(module, *op).is_none()) {
        path.extend(module[op].block.map(|block| (block, op)));
        current = module.parent_op(op);
    }
    path.reverse();
    path
}

/// Begins before the first of these ops and ends after the last.
fn section(module: &mut Module, inside: &[OpId]) {
    let paths: Vec<Vec<(BlockId, OpId)>> = inside.iter().map(|op| path(module, *op)).collect();
    let first = &paths[0];
    let is_common = |at: usize| paths.iter().all(|path| path.get(at).is_some_and(|(block, _)| *block == first[at].0));
    let is_once = |at: usize| at == 0 || !edit::is_loop(module, first[at - 1].1);
    let Some(depth) = (0..first.len()).take_while(|at| is_common(*at) && is_once(*at)).last() else { return };
    let block = first[depth].0;
    let held: Set<OpId> = paths.iter().map(|path| path[depth].1).collect();
    let [begin, end] = [Op::BeginInvocationInterlockEXT, Op::EndInvocationInterlockEXT].map(|core| {
        let op = module.add_op(ops::core(core));
        module[op].block = Some(block);
        op
    });
    let ops = &mut module[block].ops;
    let (Some(from), Some(to)) =
        (ops.iter().position(|op| held.contains(op)), ops.iter().rposition(|op| held.contains(op)))
    else {
        return;
    };
    let places = [ops[from], ops[to]];
    ops.insert(to + 1, end);
    ops.insert(from, begin);
    for (mark, at) in [begin, end].into_iter().zip(places) {
        module[mark].loc = module[at].loc;
    }
}

fn remove(module: &mut Module, marks: &[OpId]) {
    let gone = marks.iter().map(|op| (*op, Vec::new())).collect();
    edit::put_in_place(module, &gone);
}
