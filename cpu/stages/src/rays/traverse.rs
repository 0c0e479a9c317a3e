//! What is between shaders: wrappers around shaders, the traversal of a ray, and reported intersections.

use super::hit_objects::{HIT, Hit};
use super::library::{Global, Library, RayStage, Shader};
use super::state::{CAUGHT, ENDED, IGNORED, Pipeline, State, initial};
use crate::code::Code;
use crate::error::Result;
use crate::rays::{CALL_COUNT, FIXED_WORDS, HIT_COUNT, MISS_COUNT, NoteKind};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// Flags of rays.
const TERMINATE_ON_FIRST_HIT: u32 = 4;
const SKIP_CLOSEST_HIT: u32 = 8;
/// The kinds of triangles.
const FRONT: u32 = 0xFE;
const BACK: u32 = 0xFF;

/// The functions of a pipeline that its main function calls.
pub(super) struct Functions {
    /// Calls an any-hit shader by its number.
    pub(super) any: u32,
    /// Reports an intersection.
    pub(super) report: u32,
}

/// Writes what precedes a shader: its variables get what it reads.
///
/// # Errors
/// When it reads something that the CPU does not have.
pub(super) fn begin(code: &mut Code<'_>, pipeline: Pipeline<'_>, shader: &Shader) -> Result<()> {
    let Pipeline { library, state } = pipeline;
    for variable in &shader.globals {
        let Some(inst) = code.index.def(*variable) else { continue };
        match library.globals.get(variable) {
            Some(Global::Private) => {
                if let Some(value) = initial(code, *variable) {
                    code.store(*variable, value);
                }
            }
            Some(Global::Incoming) => {
                let ty = code.pointee(inst)?;
                let level = state.level(code);
                let value = state.read_payload(code, ty, level);
                code.store(*variable, value);
                let shape = state.shape_of(code, *variable)?;
                let (open, bool) = (code.get(state.shape), code.bool());
                let own = code.number(shape);
                let differs = code.value(Op::INotEqual, bool, &[open, own]);
                let number = code.number(shader.number);
                state.note_open(code, differs, NoteKind::Payload as u32, number);
            }
            Some(Global::Attributes) if shader.stage != RayStage::Intersection => {
                let ty = code.pointee(inst)?;
                let value = attributes(code, state, ty, shader.stage);
                code.store(*variable, value);
            }
            Some(
                Global::Outgoing
                | Global::Attributes
                | Global::HitAttributes
                | Global::Builtin(_)
                | Global::Record
                | Global::Other,
            )
            | None => {}
        }
    }
    state.prepare(code, library, shader)
}

/// The attributes of the intersection that a shader is called for.
fn attributes(code: &mut Code<'_>, state: &State, ty: u32, stage: RayStage) -> u32 {
    let level = state.level(code);
    let mut at = 0;
    code.build(ty, &mut |code| {
        at += 1;
        match stage {
            RayStage::AnyHit => state.candidate.get(at - 1).map(|variable| code.get(*variable)),
            RayStage::RayGeneration
            | RayStage::ClosestHit
            | RayStage::Miss
            | RayStage::Intersection
            | RayStage::Callable => state.attributes.get(at - 1).map(|cell| code.load_at(*cell, level)),
        }
        .unwrap_or_else(|| code.number(0))
    })
}

/// Writes what follows a shader: its payload goes back.
///
/// # Errors
/// When the payload is not passed on.
pub(super) fn finish(code: &mut Code<'_>, pipeline: Pipeline<'_>, shader: &Shader) -> Result<()> {
    let Pipeline { library, state } = pipeline;
    for variable in library.of_kind(shader, |kind| kind == Global::Incoming) {
        let Some(inst) = code.index.def(variable) else { continue };
        let ty = code.pointee(inst)?;
        let (value, level) = (code.load(ty, variable), state.level(code));
        state.write_payload(code, value, ty, level);
    }
    Ok(())
}

/// Calls a shader that starts no rays and no calls.
///
/// # Errors
/// As for [`begin`] and [`finish`].
pub(super) fn call(code: &mut Code<'_>, pipeline: Pipeline<'_>, shader: &Shader) -> Result<()> {
    begin(code, pipeline, shader)?;
    code.call(shader.function);
    finish(code, pipeline, shader)
}

/// Branches by the number of a shader, runs the case of each, and meets again.
///
/// # Errors
/// Those of the cases.
pub(super) fn choose(
    code: &mut Code<'_>,
    number: u32,
    shaders: &[&Shader],
    each: &mut dyn FnMut(&mut Code<'_>, &Shader) -> Result<()>,
) -> Result<()> {
    let (merge, labels) =
        (code.fresh(), shaders.iter().map(|shader| (shader.number, code.fresh())).collect::<Vec<_>>());
    let mut operands = vec![number, merge];
    operands.extend(labels.iter().flat_map(|(number, label)| [*number, *label]));
    code.push(Op::SelectionMerge, &[merge, 0]);
    code.push(Op::Switch, &operands);
    for (shader, (_, label)) in shaders.iter().zip(labels) {
        code.label(label);
        each(code, shader)?;
        code.branch(merge);
    }
    code.label(merge);
    Ok(())
}

/// Writes the functions that any-hit and intersection shaders need.
///
/// # Errors
/// When a shader reads something that the CPU does not have.
pub(super) fn functions(code: &mut Code<'_>, pipeline: Pipeline<'_>) -> Result<Functions> {
    let Pipeline { library, state } = pipeline;
    let (void, uint) = (code.void(), code.uint());
    let (any, parameters) = code.function(void, &[uint]);
    code.set(state.verdict, 0);
    let shaders: Vec<&Shader> = library.of_stage(RayStage::AnyHit).collect();
    choose(code, parameters[0], &shaders, &mut |code, shader| call(code, pipeline, shader))?;
    let no = code.truth(false);
    code.store(state.leave, no);
    code.end();
    let report = report(code, pipeline, any)?;
    Ok(Functions { any, report })
}

/// Writes the function that reports an intersection at a distance, of a kind. It says whether it was accepted.
fn report(code: &mut Code<'_>, pipeline: Pipeline<'_>, any: u32) -> Result<u32> {
    let state = pipeline.state;
    let (uint, float, bool) = (code.uint(), code.float(), code.bool());
    let (function, parameters) = code.function(bool, &[float, uint]);
    let [t, kind] = [parameters[0], parameters[1]];
    let [inside, outside, accept, refuse, last, end] = [(); 6].map(|()| code.fresh());
    let query = state.query(code);
    let least = code.value(Op::RayQueryGetRayTMinKHR, float, &[query]);
    let most = state.committed_t(code);
    let is_above = code.value(Op::FOrdGreaterThanEqual, bool, &[t, least]);
    let is_below = code.value(Op::FOrdLessThanEqual, bool, &[t, most]);
    let is_inside = code.value(Op::LogicalAnd, bool, &[is_above, is_below]);
    code.branch_if(is_inside, [inside, outside, outside]);
    code.label(inside);
    code.store(state.candidate_t, t);
    code.store(state.candidate_kind, kind);
    code.set(state.verdict, 0);
    let is_opaque = code.value(Op::RayQueryGetIntersectionCandidateAABBOpaqueKHR, bool, &[query]);
    let is_seen = code.value(Op::LogicalNot, bool, &[is_opaque]);
    judge(code, pipeline, any, is_seen)?;
    let (verdict, ignored) = (code.get(state.verdict), code.number(IGNORED));
    let is_ignored = code.value(Op::IEqual, bool, &[verdict, ignored]);
    code.branch_if(is_ignored, [refuse, accept, last]);
    code.label(accept);
    code.push(Op::RayQueryGenerateIntersectionKHR, &[query, t]);
    let is_committed = is_committed(code, query, t);
    code.when(is_committed, |code| {
        let level = state.level(code);
        code.store_at(state.kind, level, kind);
        for (to, from) in state.attributes.iter().zip(&state.candidate) {
            let word = code.get(*from);
            code.store_at(*to, level, word);
        }
    });
    let flags = code.value(Op::RayQueryGetRayFlagsKHR, uint, &[query]);
    let (bit, zero, ended) = (code.number(TERMINATE_ON_FIRST_HIT), code.number(0), code.number(ENDED));
    let bit = code.value(Op::BitwiseAnd, uint, &[flags, bit]);
    let is_first = code.value(Op::INotEqual, bool, &[bit, zero]);
    let is_ended = code.value(Op::IEqual, bool, &[verdict, ended]);
    let leaves = code.value(Op::LogicalOr, bool, &[is_first, is_ended]);
    code.store(state.leave, leaves);
    code.branch(end);
    code.label(end);
    code.push(Op::ReturnValue, &[is_committed]);
    code.label(refuse);
    let no = code.truth(false);
    code.push(Op::ReturnValue, &[no]);
    code.label(last);
    code.push(Op::Unreachable, &[]);
    code.label(outside);
    code.push(Op::ReturnValue, &[no]);
    code.push(Op::FunctionEnd, &[]);
    Ok(function)
}

/// Asks the any-hit shader of a candidate in a box, and restores what the intersection shader has in the same variables.
fn judge(code: &mut Code<'_>, pipeline: Pipeline<'_>, any: u32, condition: u32) -> Result<()> {
    let Pipeline { library, state } = pipeline;
    let mut kept = Vec::new();
    for variable in shared(library, |kind| matches!(kind, Global::Private | Global::Attributes)) {
        let Some(inst) = code.index.def(variable) else { continue };
        let ty = code.pointee(inst)?;
        kept.push((variable, code.load(ty, variable)));
    }
    let (void, number) = (code.void(), code.get(state.any));
    code.when(condition, |code| {
        code.value(Op::FunctionCall, void, &[any, number]);
    });
    for (variable, value) in kept {
        code.store(variable, value);
    }
    let builtins = shared(library, |kind| matches!(kind, Global::Builtin(_)));
    let mut all = library.of_stage(RayStage::Intersection);
    if let Some(first) = all.next().filter(|_| !builtins.is_empty()) {
        let shader = Shader { globals: builtins.into_iter().collect(), ..first.clone() };
        state.prepare(code, library, &shader)?;
    }
    Ok(())
}

/// The variables that both any-hit and intersection shaders use.
fn shared(library: &Library, is_it: impl Fn(Global) -> bool + Copy) -> Vec<u32> {
    let of = |stage: RayStage| -> std::collections::BTreeSet<u32> {
        library.of_stage(stage).flat_map(|shader| library.of_kind(shader, is_it)).collect()
    };
    of(RayStage::AnyHit).intersection(&of(RayStage::Intersection)).copied().collect()
}

/// Returns whether the candidate in a box is what was committed at a distance.
fn is_committed(code: &mut Code<'_>, query: u32, t: u32) -> u32 {
    let (uint, float, bool) = (code.uint(), code.float(), code.bool());
    let [zero, one] = [0, 1].map(|number| code.number(number));
    let own = code.value(Op::RayQueryGetIntersectionTKHR, float, &[query, one]);
    let mut all = code.value(Op::FOrdEqual, bool, &[own, t]);
    let questions = [
        Op::RayQueryGetIntersectionInstanceIdKHR,
        Op::RayQueryGetIntersectionGeometryIndexKHR,
        Op::RayQueryGetIntersectionPrimitiveIndexKHR,
    ];
    for op in questions {
        let [candidate, committed] = [zero, one].map(|which| code.value(op, uint, &[query, which]));
        let same = code.value(Op::IEqual, bool, &[candidate, committed]);
        all = code.value(Op::LogicalAnd, bool, &[all, same]);
    }
    all
}

/// The record of the candidate or of the committed intersection, and whether the table has it; problems are noted.
fn record(code: &mut Code<'_>, state: &State, query: u32, is_committed: bool) -> (u32, u32) {
    let record = index(code, state, query, is_committed);
    (record, of_table(code, state, record))
}

/// The index of the record of the candidate or of the committed intersection.
fn index(code: &mut Code<'_>, state: &State, query: u32, is_committed: bool) -> u32 {
    let (uint, which) = (code.uint(), code.number(is_committed.into()));
    let offset = code.get(state.offset);
    let contribution = Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR;
    let contribution = code.value(contribution, uint, &[query, which]);
    let geometry = code.value(Op::RayQueryGetIntersectionGeometryIndexKHR, uint, &[query, which]);
    let stride = code.get(state.stride);
    let product = code.value(Op::IMul, uint, &[stride, geometry]);
    let sum = code.value(Op::IAdd, uint, &[offset, contribution]);
    code.value(Op::IAdd, uint, &[sum, product])
}

/// Returns whether the table has a record of hit groups; a problem is noted.
fn of_table(code: &mut Code<'_>, state: &State, record: u32) -> u32 {
    let (bool, count) = (code.bool(), state.fixed(code, HIT_COUNT));
    let is_there = code.value(Op::ULessThan, bool, &[record, count]);
    let is_missing = code.value(Op::LogicalNot, bool, &[is_there]);
    state.note_open(code, is_missing, NoteKind::HitTable as u32, record);
    is_there
}

/// Writes the traversal of the ray that is open. It chooses the shader that comes next.
///
/// # Errors
/// When a shader reads something that the CPU does not have.
pub(super) fn traverse(code: &mut Code<'_>, pipeline: Pipeline<'_>, functions: &Functions) -> Result<u32> {
    let state = pipeline.state;
    let void = code.void();
    let bool = code.bool();
    let (function, _) = code.function(void, &[]);
    let [head, test, body, again, end] = [(); 5].map(|()| code.fresh());
    code.branch(head);
    code.label(head);
    code.push(Op::LoopMerge, &[end, again, 0]);
    code.branch(test);
    code.label(test);
    let query = state.query(code);
    let more = code.value(Op::RayQueryProceedKHR, bool, &[query]);
    code.push(Op::BranchConditional, &[more, body, end]);
    code.label(body);
    candidate(code, pipeline, functions)?;
    code.branch(again);
    code.label(again);
    code.branch(head);
    code.label(end);
    match state.hits.are_used() {
        true => chosen_or_caught(code, state),
        false => chosen(code, state),
    }
    code.end();
    Ok(function)
}

/// Writes what happens to a candidate.
fn candidate(code: &mut Code<'_>, pipeline: Pipeline<'_>, functions: &Functions) -> Result<()> {
    let Pipeline { library, state } = pipeline;
    let (uint, bool, float) = (code.uint(), code.bool(), code.float());
    let zero = code.number(0);
    let query = state.query(code);
    let (record, is_there) = record(code, state, query, false);
    let [there, triangle, procedural, merge, end] = [(); 5].map(|()| code.fresh());
    code.branch_if(is_there, [there, end, end]);
    code.label(there);
    code.store(state.record, record);
    let any = state.group(code, record, 1);
    code.store(state.any, any);
    let kind = code.value(Op::RayQueryGetIntersectionTypeKHR, uint, &[query, zero]);
    let is_triangle = code.value(Op::IEqual, bool, &[kind, zero]);
    code.branch_if(is_triangle, [triangle, procedural, merge]);
    code.label(triangle);
    let t = code.value(Op::RayQueryGetIntersectionTKHR, float, &[query, zero]);
    code.store(state.candidate_t, t);
    let kind = triangle_kind(code, query, zero);
    code.store(state.candidate_kind, kind);
    for (to, word) in state.candidate.iter().zip(barycentrics(code, query, zero)) {
        code.store(*to, word);
    }
    let void = code.void();
    code.value(Op::FunctionCall, void, &[functions.any, any]);
    let (verdict, ignored, ended) = (code.get(state.verdict), code.number(IGNORED), code.number(ENDED));
    let is_accepted = code.value(Op::INotEqual, bool, &[verdict, ignored]);
    code.when(is_accepted, |code| code.push(Op::RayQueryConfirmIntersectionKHR, &[query]));
    let is_ended = code.value(Op::IEqual, bool, &[verdict, ended]);
    code.when(is_ended, |code| code.push(Op::RayQueryTerminateKHR, &[query]));
    code.branch(merge);
    code.label(procedural);
    let intersection = state.group(code, record, 2);
    let no = code.truth(false);
    code.store(state.leave, no);
    let shaders: Vec<&Shader> = library.of_stage(RayStage::Intersection).collect();
    choose(code, intersection, &shaders, &mut |code, shader| call(code, pipeline, shader))?;
    let leaves = code.load(bool, state.leave);
    code.when(leaves, |code| code.push(Op::RayQueryTerminateKHR, &[query]));
    code.store(state.leave, no);
    code.branch(merge);
    code.label(merge);
    code.branch(end);
    code.label(end);
    Ok(())
}

/// The kind of a triangle: which side the ray meets.
pub(super) fn triangle_kind(code: &mut Code<'_>, query: u32, which: u32) -> u32 {
    let (uint, bool) = (code.uint(), code.bool());
    let is_front = code.value(Op::RayQueryGetIntersectionFrontFaceKHR, bool, &[query, which]);
    let [front, back] = [FRONT, BACK].map(|number| code.number(number));
    code.value(Op::Select, uint, &[is_front, front, back])
}

/// The attributes of a triangle.
pub(super) fn barycentrics(code: &mut Code<'_>, query: u32, which: u32) -> [u32; 2] {
    let (uint, float) = (code.uint(), code.float());
    let pair = code.vector(float, 2);
    let both = code.value(Op::RayQueryGetIntersectionBarycentricsKHR, pair, &[query, which]);
    [0, 1].map(|at| {
        let own = code.value(Op::CompositeExtract, float, &[both, at]);
        code.value(Op::Bitcast, uint, &[own])
    })
}

/// Chooses the shader that comes behind a traversal, and its record.
fn chosen(code: &mut Code<'_>, state: &State) {
    let (uint, bool) = (code.uint(), code.bool());
    let [zero, one] = [0, 1].map(|number| code.number(number));
    code.set(state.chosen, 0);
    let query = state.query(code);
    let kind = code.value(Op::RayQueryGetIntersectionTypeKHR, uint, &[query, one]);
    let is_hit = code.value(Op::INotEqual, bool, &[kind, zero]);
    let [hit, miss, merge] = [(); 3].map(|()| code.fresh());
    code.branch_if(is_hit, [hit, miss, merge]);
    code.label(hit);
    let is_called = calls_closest(code, query);
    code.when(is_called, |code| {
        let (record, is_there) = record(code, state, query, true);
        closest(code, state, record, is_there);
        triangle(code, state, query, kind);
    });
    code.branch(merge);
    code.label(miss);
    let index = miss_index(code, state);
    single(code, state, index, MISS_COUNT, NoteKind::MissTable);
    code.branch(merge);
    code.label(merge);
}

/// Returns whether the flags of a ray let closest-hit shaders be called.
fn calls_closest(code: &mut Code<'_>, query: u32) -> u32 {
    let (uint, bool, zero) = (code.uint(), code.bool(), code.number(0));
    let flags = code.value(Op::RayQueryGetRayFlagsKHR, uint, &[query]);
    let skip = code.number(SKIP_CLOSEST_HIT);
    let skip = code.value(Op::BitwiseAnd, uint, &[flags, skip]);
    code.value(Op::IEqual, bool, &[skip, zero])
}

/// Chooses the closest-hit shader of a record, if the table has it.
fn closest(code: &mut Code<'_>, state: &State, record: u32, is_there: u32) {
    code.when(is_there, |code| {
        code.store(state.record, record);
        let closest = state.group(code, record, 0);
        code.store(state.chosen, closest);
    });
}

/// Stores the kind and the attributes of a committed intersection, if it is one with a triangle.
fn triangle(code: &mut Code<'_>, state: &State, query: u32, kind: u32) {
    let (bool, one) = (code.bool(), code.number(1));
    let is_triangle = code.value(Op::IEqual, bool, &[kind, one]);
    code.when(is_triangle, |code| {
        let level = state.level(code);
        let kind = triangle_kind(code, query, one);
        code.store_at(state.kind, level, kind);
        for (to, word) in state.attributes.iter().zip(barycentrics(code, query, one)) {
            code.store_at(*to, level, word);
        }
    });
}

/// The index of the miss shader of the ray that is open.
fn miss_index(code: &mut Code<'_>, state: &State) -> u32 {
    let (uint, index, low) = (code.uint(), code.get(state.miss), code.number(0xFFFF));
    code.value(Op::BitwiseAnd, uint, &[index, low])
}

/// Chooses the shader that comes behind a traversal, or finds the record for a hit object.
fn chosen_or_caught(code: &mut Code<'_>, state: &State) {
    let (uint, bool) = (code.uint(), code.bool());
    let [zero, one, mode] = [0, 1, CAUGHT].map(|number| code.number(number));
    let open = code.get(state.mode);
    let is_caught = code.value(Op::IEqual, bool, &[open, mode]);
    let [caught, usual, end] = [(); 3].map(|()| code.fresh());
    code.branch_if(is_caught, [caught, usual, end]);
    code.label(caught);
    let index = miss_index(code, state);
    code.store(state.found, index);
    let query = state.query(code);
    let kind = code.value(Op::RayQueryGetIntersectionTypeKHR, uint, &[query, one]);
    let is_hit = code.value(Op::INotEqual, bool, &[kind, zero]);
    code.when(is_hit, |code| {
        let record = self::index(code, state, query, true);
        code.store(state.found, record);
        triangle(code, state, query, kind);
    });
    code.branch(end);
    code.label(usual);
    chosen(code, state);
    code.branch(end);
    code.label(end);
}

/// Chooses the shader of a hit object, whose ray is that of a level.
pub(super) fn of_hit(code: &mut Code<'_>, state: &State, hit: &Hit, ok: u32) {
    let (bool, query, own) = (code.bool(), hit.query, code.get(hit.record));
    code.set(state.chosen, 0);
    let (what, some) = (code.get(hit.what), code.number(HIT));
    let is_hit = code.value(Op::IEqual, bool, &[what, some]);
    code.when(ok, |code| {
        let [hit, miss, merge] = [(); 3].map(|()| code.fresh());
        code.branch_if(is_hit, [hit, miss, merge]);
        code.label(hit);
        let is_called = calls_closest(code, query);
        code.when(is_called, |code| {
            let is_there = of_table(code, state, own);
            closest(code, state, own, is_there);
        });
        code.branch(merge);
        code.label(miss);
        single(code, state, own, MISS_COUNT, NoteKind::MissTable);
        code.branch(merge);
        code.label(merge);
    });
}

/// Chooses a miss or a callable shader by its index, if the table has it. Returns whether it does.
pub(super) fn single(code: &mut Code<'_>, state: &State, index: u32, counted: u32, kind: NoteKind) -> u32 {
    let (uint, bool) = (code.uint(), code.bool());
    let count = state.fixed(code, counted);
    let is_there = code.value(Op::ULessThan, bool, &[index, count]);
    let is_missing = code.value(Op::LogicalNot, bool, &[is_there]);
    state.note_open(code, is_missing, kind as u32, index);
    code.when(is_there, |code| {
        // Behind the records of hit groups are those of miss shaders, and behind these those of callables.
        let hits = state.fixed(code, HIT_COUNT);
        let mut first = hits;
        if counted == CALL_COUNT {
            let misses = state.fixed(code, MISS_COUNT);
            first = code.value(Op::IAdd, uint, &[first, misses]);
        }
        let record = code.value(Op::IAdd, uint, &[first, index]);
        code.store(state.record, record);
        let two = code.number(2);
        let rest = code.value(Op::IMul, uint, &[hits, two]);
        let place = code.value(Op::IAdd, uint, &[record, rest]);
        let place = code.plus(place, FIXED_WORDS);
        let number = state.table(code, place);
        code.store(state.chosen, number);
    });
    is_there
}

/// Returns whether a variable's value is loaded and stored as one.
pub(super) fn is_value(code: &Code<'_>, ty: u32) -> bool {
    code.index.def(ty).is_some_and(|def| {
        def.op != Op::TypePointer && (def.op != Op::TypeStruct || def.ids_from(0).all(|part| is_value(code, part)))
    })
}

/// Returns whether a value is made again in each segment that uses it: pointers, and what no variable holds.
pub(super) fn is_remade(code: &Code<'_>, def: &Inst) -> bool {
    let ops = [Op::AccessChain, Op::InBoundsAccessChain, Op::Load, Op::CopyObject, Op::SampledImage, Op::Image];
    let is_opaque = matches!(
        code.index.op(def.type_id()),
        Op::TypePointer | Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage | Op::TypeAccelerationStructureKHR
    );
    is_opaque && ops.contains(&def.op)
}
