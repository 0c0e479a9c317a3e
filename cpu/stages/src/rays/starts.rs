//! Starts of rays and calls, with their limits, and the way back.

use super::hit_objects::Hit;
use super::state::State;
use super::traverse;
use crate::code::Code;
use crate::rays::{CALL_COUNT, MOST_CALLS, NoteKind, RAY_LIMIT};
use spirv::Op;

/// Starts the traversal of a ray. Returns whether it is not too deep.
pub(super) fn ray(code: &mut Code<'_>, state: &State, operands: &[u32], level: u32) -> u32 {
    let (uint, bool) = (code.uint(), code.bool());
    let query = code.at(state.query, level);
    let [structure, flags, mask, offset, stride, miss] = [0, 1, 2, 3, 4, 5].map(|at| operands[at]);
    let ray = &operands[6..10];
    code.push(Op::RayQueryInitializeKHR, &[&[query, structure, flags, mask], ray].concat());
    code.store_at(state.mask, level, mask);
    let low = code.number(15);
    for (to, value) in [(state.offset, offset), (state.stride, stride)] {
        let own = code.value(Op::BitwiseAnd, uint, &[value, low]);
        code.store(to, own);
    }
    code.store(state.miss, miss);
    let (open, limit) = (code.get(state.rays), state.fixed(code, RAY_LIMIT));
    let ok = code.value(Op::ULessThan, bool, &[open, limit]);
    count(code, state.rays, open, ok, Op::IAdd);
    let is_deep = code.value(Op::LogicalNot, bool, &[ok]);
    state.note_open(code, is_deep, NoteKind::Recursion as u32, limit);
    ok
}

/// Takes the ray of a hit object, and chooses its shader. Returns whether there is a ray, and it is not too deep.
pub(super) fn hit(code: &mut Code<'_>, state: &State, hit: &Hit, level: u32) -> u32 {
    let bool = code.bool();
    let query = code.load(state.query.ty, hit.query);
    let to = code.at(state.query, level);
    code.store(to, query);
    for (cell, word) in [(state.kind, hit.kind), (state.mask, hit.mask)] {
        let word = code.get(word);
        code.store_at(cell, level, word);
    }
    for (cell, word) in state.attributes.iter().zip(&hit.attributes) {
        let word = code.get(*word);
        code.store_at(*cell, level, word);
    }
    let (what, zero) = (code.get(hit.what), code.number(0));
    let is_there = code.value(Op::INotEqual, bool, &[what, zero]);
    let (open, limit) = (code.get(state.rays), state.fixed(code, RAY_LIMIT));
    let is_deep = code.value(Op::UGreaterThanEqual, bool, &[open, limit]);
    let is_refused = code.value(Op::LogicalAnd, bool, &[is_there, is_deep]);
    state.note_open(code, is_refused, NoteKind::Recursion as u32, limit);
    let is_flat = code.value(Op::LogicalNot, bool, &[is_deep]);
    let ok = code.value(Op::LogicalAnd, bool, &[is_there, is_flat]);
    count(code, state.rays, open, ok, Op::IAdd);
    traverse::of_hit(code, state, hit, ok);
    ok
}

/// Chooses a callable shader. Returns whether there is one, and the call is not too deep.
pub(super) fn call(code: &mut Code<'_>, state: &State, index: u32) -> u32 {
    let bool = code.bool();
    code.set(state.chosen, 0);
    traverse::single(code, state, index, CALL_COUNT, NoteKind::CallTable);
    let (chosen, zero) = (code.get(state.chosen), code.number(0));
    let is_there = code.value(Op::INotEqual, bool, &[chosen, zero]);
    let (open, limit) = (code.get(state.calls), code.number(MOST_CALLS));
    let is_flat = code.value(Op::ULessThan, bool, &[open, limit]);
    let is_deep = code.value(Op::UGreaterThanEqual, bool, &[open, limit]);
    state.note_open(code, is_deep, NoteKind::Calls as u32, limit);
    let ok = code.value(Op::LogicalAnd, bool, &[is_there, is_flat]);
    count(code, state.calls, open, ok, Op::IAdd);
    ok
}

/// Counts a ray or a call that is open, if it is.
fn count(code: &mut Code<'_>, variable: u32, open: u32, ok: u32, op: Op) {
    let uint = code.uint();
    let [one, zero] = [1, 0].map(|number| code.number(number));
    let step = code.value(Op::Select, uint, &[ok, one, zero]);
    let sum = code.value(op, uint, &[open, step]);
    code.store(variable, sum);
}

/// Returns from a shader to the one that started it.
pub(super) fn pop(code: &mut Code<'_>, state: &State, pc: u32, is_call: bool) {
    let (uint, one) = (code.uint(), code.number(1));
    let counted = if is_call { state.calls } else { state.rays };
    let open = code.get(counted);
    let rest = code.value(Op::ISub, uint, &[open, one]);
    code.store(counted, rest);
    let level = code.get(state.level);
    let level = code.value(Op::ISub, uint, &[level, one]);
    code.store(state.level, level);
    let next = code.load_at(state.returns, level);
    code.store(pc, next);
}
