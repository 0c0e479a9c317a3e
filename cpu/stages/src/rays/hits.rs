//! The instructions of hit objects as instructions on their variables.

use super::hit_objects::{EMPTY, HIT, Hit, HitOp, Hits, MISS};
use super::state::State;
use super::traverse;
use crate::code::Code;
use crate::error::Result;
use crate::rays::HIT_COUNT;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};
use std::ops::Range;

/// Writes the functions that instructions call: what has blocks of its own.
///
/// # Errors
/// When a hit object is not a variable.
pub(super) fn functions(code: &mut Code<'_>, hits: &mut Hits, functions: &[Range<usize>]) -> Result<()> {
    let index = code.index;
    for function in functions {
        for inst in &index.insts[function.clone()] {
            let written = match HitOp::of(inst.op) {
                Some(HitOp::Ray(op)) => question(code, hits.of(inst)?, op, MISS, inst.type_id()),
                Some(HitOp::Hit(op)) => question(code, hits.of(inst)?, op, HIT, inst.type_id()),
                Some(HitOp::Query) => of_query(code, hits.of(inst)?, inst)?,
                Some(
                    HitOp::Empty
                    | HitOp::Miss
                    | HitOp::Trace
                    | HitOp::Execute
                    | HitOp::Is(_)
                    | HitOp::Kind
                    | HitOp::Attributes
                    | HitOp::Record
                    | HitOp::SetRecord
                    | HitOp::Data
                    | HitOp::Reorder,
                )
                | None => continue,
            };
            hits.functions.insert(inst.offset, written);
        }
    }
    Ok(())
}

/// Writes a function that answers a question, with zero if the hit object is less than what the question is about.
fn question(code: &mut Code<'_>, hit: &Hit, op: Op, least: u32, ty: u32) -> u32 {
    let (function, _) = code.function(ty, &[]);
    let bool = code.bool();
    let [some, none, last] = [(); 3].map(|()| code.fresh());
    let (what, least) = (code.get(hit.what), code.number(least));
    let is_there = code.value(Op::UGreaterThanEqual, bool, &[what, least]);
    code.branch_if(is_there, [some, none, last]);
    code.label(some);
    let takes_which = abi::rays::QueryOp::of(op).is_some_and(|(_, own)| own.takes_which());
    let operands = if takes_which { vec![hit.query, code.number(1)] } else { vec![hit.query] };
    let value = code.value(op, ty, &operands);
    code.push(Op::ReturnValue, &[value]);
    code.label(none);
    let nothing = code.null(ty);
    code.push(Op::ReturnValue, &[nothing]);
    code.label(last);
    code.push(Op::Unreachable, &[]);
    code.push(Op::FunctionEnd, &[]);
    function
}

/// Writes a function that completes a hit object whose query is there already. Its parameter is the kind of an intersection
/// in a box, whose attributes are in the variable that the instruction names.
fn of_query(code: &mut Code<'_>, hit: &Hit, inst: &Inst) -> Result<u32> {
    let (void, uint, bool) = (code.void(), code.uint(), code.bool());
    let (function, parameters) = code.function(void, &[uint]);
    let [zero, one] = [0, 1].map(|number| code.number(number));
    let kind = code.value(Op::RayQueryGetIntersectionTypeKHR, uint, &[hit.query, one]);
    let (is_hit, is_triangle) =
        (code.value(Op::INotEqual, bool, &[kind, zero]), code.value(Op::IEqual, bool, &[kind, one]));
    let [miss, some] = [MISS, HIT].map(|number| code.number(number));
    let what = code.value(Op::Select, uint, &[is_hit, some, miss]);
    code.store(hit.what, what);
    code.store(hit.kind, parameters[0]);
    let all = code.number(0xFF);
    code.store(hit.mask, all);
    if let Some(variable) = code.index.def(inst.id(3)) {
        let ty = code.pointee(variable)?;
        let (value, mut words) = (code.load(ty, inst.id(3)), Vec::new());
        code.explode(value, ty, &mut words);
        for (to, word) in hit.attributes.iter().zip(words) {
            code.store(*to, word);
        }
    }
    code.when(is_triangle, |code| {
        let kind = traverse::triangle_kind(code, hit.query, one);
        code.store(hit.kind, kind);
        for (to, word) in hit.attributes.iter().zip(traverse::barycentrics(code, hit.query, one)) {
            code.store(*to, word);
        }
    });
    code.end();
    Ok(function)
}

/// Writes an instruction that starts nothing.
///
/// # Errors
/// When a hit object is not a variable.
pub(super) fn instruction(
    code: &mut Code<'_>,
    state: &State,
    inst: &Inst,
    op: HitOp,
    names: &FxHashMap<u32, u32>,
) -> Result<()> {
    if op == HitOp::Reorder {
        return Ok(());
    }
    let hit = state.hits.of(inst)?;
    let operands: Vec<u32> = inst.ids_from(1).map(|id| names.get(&id).copied().unwrap_or(id)).collect();
    let result = |code: &mut Code<'_>, op: Op, operands: &[u32]| {
        code.push(op, &[&[inst.type_id(), inst.result_id()], operands].concat());
    };
    code.note_origin(inst);
    match op {
        HitOp::Empty => code.set(hit.what, EMPTY),
        HitOp::Miss => miss(code, hit, &operands),
        HitOp::Query => {
            let query = code.load(state.query.ty, operands[0]);
            code.store(hit.query, query);
            code.store(hit.record, operands[1]);
            let (void, zero) = (code.void(), code.number(0));
            let kind = operands.get(3).copied().unwrap_or(zero);
            let function = state.hits.functions.get(&inst.offset).copied().unwrap_or(0);
            code.value(Op::FunctionCall, void, &[function, kind]);
        }
        HitOp::Is(what) => {
            let (own, what) = (code.get(hit.what), code.number(what));
            result(code, Op::IEqual, &[own, what]);
        }
        HitOp::Ray(_) | HitOp::Hit(_) => {
            let function = state.hits.functions.get(&inst.offset).copied().unwrap_or(0);
            result(code, Op::FunctionCall, &[function]);
        }
        HitOp::Kind => result(code, Op::Load, &[hit.kind]),
        HitOp::Record => result(code, Op::Load, &[hit.record]),
        HitOp::SetRecord => code.store(hit.record, operands[0]),
        HitOp::Data => {
            let number = number_of_record(code, state, hit);
            let zero = code.number(0);
            result(code, Op::CompositeConstruct, &[number, zero]);
        }
        HitOp::Attributes => {
            let Some(variable) = code.index.def(operands[0]) else { return Ok(()) };
            let ty = code.pointee(variable)?;
            let mut words = hit.attributes.iter();
            let value = code.build(ty, &mut |code| match words.next() {
                Some(word) => code.get(*word),
                None => code.number(0),
            });
            code.store(operands[0], value);
        }
        HitOp::Trace | HitOp::Execute | HitOp::Reorder => {}
    }
    Ok(())
}

/// The number of the record of a hit object among all: those of miss shaders are behind those of hit groups.
fn number_of_record(code: &mut Code<'_>, state: &State, hit: &Hit) -> u32 {
    let (uint, bool, own) = (code.uint(), code.bool(), code.get(hit.record));
    let (what, miss) = (code.get(hit.what), code.number(MISS));
    let is_miss = code.value(Op::IEqual, bool, &[what, miss]);
    let (hits, zero) = (state.fixed(code, HIT_COUNT), code.number(0));
    let first = code.value(Op::Select, uint, &[is_miss, hits, zero]);
    code.value(Op::IAdd, uint, &[first, own])
}

/// The handle of the data of a record that a pointer is made of, if it is.
fn handle(code: &Code<'_>, pointer: u32) -> Option<u32> {
    let cast = code.index.def(pointer).filter(|inst| inst.op == Op::Bitcast)?;
    let made = code.index.def(cast.id(0))?;
    (HitOp::of(made.op) == Some(HitOp::Data)).then_some(cast.id(0))
}

/// Writes an instruction that leads to the data of a record, if it is one.
pub(super) fn data(code: &mut Code<'_>, state: &State, inst: &Inst, names: &FxHashMap<u32, u32>) -> bool {
    let name = |id: u32| names.get(&id).copied().unwrap_or(id);
    if handle(code, inst.result_id()).is_some() {
        return true;
    }
    let Some(handle) = handle(code, inst.id(0)).filter(|_| inst.op == Op::AccessChain) else { return false };
    let (uint, zero) = (code.uint(), code.number(0));
    let record = code.value(Op::CompositeExtract, uint, &[name(handle), 0]);
    let pointer = code.pointer(StorageClass::StorageBuffer, uint);
    let operands = [pointer, inst.result_id(), state.raw, zero, record, name(inst.id(2))];
    code.push(Op::AccessChain, &operands);
    true
}

/// Makes a miss: a ray that no instance sees.
fn miss(code: &mut Code<'_>, hit: &Hit, operands: &[u32]) {
    let zero = code.number(0);
    // The older extension has no flags here.
    let (flags, index, ray) = match operands {
        [flags, index, ray @ ..] if ray.len() == 4 => (*flags, *index, ray),
        [index, ray @ ..] => (zero, *index, ray),
        [] => return,
    };
    let structure = code.types.get(&mut code.ids, Op::TypeAccelerationStructureKHR, &[]);
    // The type has no null value; with a mask of zero, nothing of the structure is visited.
    let none = code.undefined(structure);
    code.push(Op::RayQueryInitializeKHR, &[&[hit.query, none, flags, zero], ray].concat());
    code.set(hit.what, MISS);
    code.store(hit.record, index);
    for word in [hit.kind, hit.mask] {
        code.store(word, zero);
    }
}

/// Makes a hit object of the ray of a level, whose traversal is over if there was one.
pub(super) fn take(code: &mut Code<'_>, state: &State, hit: &Hit, level: u32) {
    let (uint, bool) = (code.uint(), code.bool());
    let from = code.at(state.query, level);
    let query = code.load(state.query.ty, from);
    code.store(hit.query, query);
    let [zero, one] = [0, 1].map(|number| code.number(number));
    let kind = code.value(Op::RayQueryGetIntersectionTypeKHR, uint, &[hit.query, one]);
    let is_hit = code.value(Op::INotEqual, bool, &[kind, zero]);
    let [empty, miss, some] = [EMPTY, MISS, HIT].map(|number| code.number(number));
    let what = code.value(Op::Select, uint, &[is_hit, some, miss]);
    let (mode, taken) = (code.get(state.mode), code.number(super::state::TRAVERSED));
    let is_traced = code.value(Op::IEqual, bool, &[mode, taken]);
    let what = code.value(Op::Select, uint, &[is_traced, what, empty]);
    code.store(hit.what, what);
    let record = code.get(state.found);
    code.store(hit.record, record);
    for (to, cell) in [(hit.kind, state.kind), (hit.mask, state.mask)] {
        let word = code.load_at(cell, level);
        code.store(to, word);
    }
    for (to, cell) in hit.attributes.iter().zip(&state.attributes) {
        let word = code.load_at(*cell, level);
        code.store(*to, word);
    }
}
