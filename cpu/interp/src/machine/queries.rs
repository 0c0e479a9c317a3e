//! Ray queries: the states of the lanes, and what a shader does with them against the rules.

use super::Machine;
use super::here::{Here, LaneAt};
use crate::code::QueryCode;
use crate::state::{Mask, Wave, lanes};
use abi::rays::{QueryArgs, QueryOp};
use check::Check;
use check::diagnostics as d;
use trace::{Field, HitKind, Query, Ray, RayFlags, Which};

impl Machine<'_> {
    pub(super) fn query(&mut self, wave: &mut Wave, here: Here, code: &QueryCode) {
        let mask = here.mask;
        if let Some(scene) = code.scene {
            self.same_descriptor(wave, here, scene, code.nonuniform);
        }
        if code.op == QueryOp::Copy {
            return copy(wave, mask, code);
        }
        for slot in &code.operands {
            self.used(wave, here, *slot, 1, "ray");
        }
        match code.op {
            QueryOp::Get(_) | QueryOp::Copy => {}
            // The states are not among the cells that loops compare.
            QueryOp::Initialize | QueryOp::Terminate | QueryOp::Generate | QueryOp::Confirm | QueryOp::Proceed => {
                self.writes += 1;
            }
        }
        for lane in lanes(mask) {
            let key = (wave.get(code.query + 1, lane), lane as u32);
            let args = arguments(wave, lane, code);
            let (mut state, mut handle) = wave.queries.remove(&key).unwrap_or_default();
            if let Some(slot) = code.scene {
                handle = wave.get(slot, lane);
            }
            let scene = handle.checked_sub(1).and_then(|slot| self.host.scene(u32::try_from(slot).ok()?));
            let is_unbound = scene.is_none() && handle != 0;
            self.obeys(wave, here.at(lane), code, &state, &args, is_unbound);
            let found = code.op.run(&mut state, scene.as_deref(), &args);
            for (slot, word) in (code.dst..code.dst + code.count).zip(found) {
                wave.set(slot, lane, word.into());
            }
            wave.queries.insert(key, (state, handle));
        }
        (code.dst..code.dst + code.count).for_each(|slot| wave.mark(slot, mask, 0));
    }

    /// Reports what the rules forbid; a ray may be for an acceleration structure that is not bound.
    fn obeys(&mut self, wave: &Wave, at: LaneAt, code: &QueryCode, state: &Query, args: &QueryArgs, is_unbound: bool) {
        if code.op == QueryOp::Initialize {
            if is_unbound {
                self.descriptor(wave, at, "access to an unbound acceleration structure");
            }
            if let Some(what) = problem_of_ray(&args.ray(), RayFlags(args.flags)) {
                self.at_thread(wave, at, Check::Ray, &d::Ray { what });
            }
            return;
        }
        if let Some(what) = problem(state, code, args.t_max) {
            self.at_thread(wave, at, Check::Query, &d::Query { what });
        }
    }
}

/// What is wrong with a ray, if something is.
fn problem_of_ray(ray: &Ray, flags: RayFlags) -> Option<String> {
    let is_finite = |numbers: &[f32; 3]| numbers.iter().all(|number| number.is_finite());
    let shown = |[x, y, z]: [f32; 3]| format!("({x}, {y}, {z})");
    if !is_finite(&ray.origin) {
        Some(format!("the origin of a ray is not finite: {}", shown(ray.origin)))
    } else if !is_finite(&ray.direction) {
        Some(format!("the direction of a ray is not finite: {}", shown(ray.direction)))
    } else if ray.direction.iter().all(|number| *number == 0.0) {
        Some("the direction of a ray is zero".to_owned())
    } else if ray.t_min.is_nan() || ray.t_max.is_nan() {
        Some(format!("TMin or TMax of a ray is NaN: {} to {}", ray.t_min, ray.t_max))
    } else if ray.t_min < 0.0 {
        Some(format!("TMin of a ray is negative: {}", ray.t_min))
    } else if ray.t_min > ray.t_max {
        Some(format!("TMin of a ray is greater than TMax: {} to {}", ray.t_min, ray.t_max))
    } else {
        flags.conflict().map(|[one, other]| format!("a ray has both {one} and {other}"))
    }
}

/// What is wrong with an operation on a query in a state, if something is.
fn problem(state: &Query, code: &QueryCode, t: f32) -> Option<String> {
    if !state.has_ray() {
        return Some("ray query is used before TraceRayInline".to_owned());
    }
    let candidate = state.hit(Which::Candidate);
    let which = if code.committed { Which::Committed } else { Which::Candidate };
    match code.op {
        QueryOp::Initialize | QueryOp::Terminate | QueryOp::Copy => None,
        QueryOp::Proceed if state.has_ended() => Some("Proceed after it has returned false".to_owned()),
        QueryOp::Proceed => None,
        QueryOp::Confirm => (candidate.kind != HitKind::Triangle)
            .then(|| "commit of a triangle, but the candidate is not a triangle".to_owned()),
        QueryOp::Generate if candidate.kind != HitKind::Box => {
            Some("commit of a procedural primitive, but the candidate is not one".to_owned())
        }
        QueryOp::Generate => {
            let (least, most) = (state.ray().t_min, state.hit(Which::Committed).t);
            let is_there = (least..=most).contains(&t);
            (!is_there).then(|| format!("commit at {t}, which is out of range: {least} to {most}"))
        }
        QueryOp::Get(field) => {
            let kind = if field == Field::IsBoxOpaque { candidate.kind } else { state.hit(which).kind };
            let whose = if code.committed { "committed intersection" } else { "candidate" };
            match field {
                Field::TMin | Field::Flags | Field::WorldDirection | Field::WorldOrigin => None,
                // Without a committed intersection its kind is that, and its distance the greatest of the ray.
                Field::Kind | Field::T if code.committed => None,
                Field::Kind
                | Field::T
                | Field::InstanceId
                | Field::InstanceIndex
                | Field::HitContribution
                | Field::Geometry
                | Field::Primitive
                | Field::Barycentrics
                | Field::IsFront
                | Field::IsBoxOpaque
                | Field::ObjectDirection
                | Field::ObjectOrigin
                | Field::ObjectToWorld
                | Field::WorldToObject
                | Field::Positions => problem_of_kind(field, kind, whose),
            }
        }
    }
}

/// What is wrong with a question about an intersection of a kind, if something is.
fn problem_of_kind(field: Field, kind: HitKind, whose: &str) -> Option<String> {
    let of_triangles = matches!(field, Field::Barycentrics | Field::IsFront | Field::Positions);
    match kind {
        HitKind::None => Some(format!("read of the {whose}, but there is none")),
        HitKind::Box if field == Field::T => Some("distance of a candidate that is a procedural primitive".to_owned()),
        HitKind::Box if of_triangles => {
            Some(format!("read of a property of triangles, but the {whose} is a procedural primitive"))
        }
        HitKind::Triangle if field == Field::IsBoxOpaque => {
            Some(format!("read of a property of procedural primitives, but the {whose} is a triangle"))
        }
        HitKind::Box | HitKind::Triangle => None,
    }
}

/// Makes queries the same as others.
fn copy(wave: &mut Wave, mask: Mask, code: &QueryCode) {
    let Some(from) = code.operands.first() else { return };
    for lane in lanes(mask) {
        let (to, from) = (wave.get(code.query + 1, lane), wave.get(*from, lane));
        let state = wave.queries.get(&(from, lane as u32)).cloned().unwrap_or_default();
        wave.queries.insert((to, lane as u32), state);
    }
}

/// The operands of a lane.
fn arguments(wave: &Wave, lane: usize, code: &QueryCode) -> QueryArgs {
    let word = |at: usize| code.operands.get(at).map_or(0, |slot| wave.get(*slot, lane) as u32);
    let float = |at: usize| f32::from_bits(word(at));
    let args = QueryArgs { committed: code.committed.into(), ..QueryArgs::NONE };
    match code.op {
        QueryOp::Initialize => QueryArgs {
            flags: word(0),
            mask: word(1),
            origin: [2, 3, 4].map(float),
            t_min: float(5),
            direction: [6, 7, 8].map(float),
            t_max: float(9),
            ..args
        },
        QueryOp::Generate => QueryArgs { t_max: float(0), ..args },
        QueryOp::Terminate | QueryOp::Confirm | QueryOp::Proceed | QueryOp::Copy | QueryOp::Get(_) => args,
    }
}
