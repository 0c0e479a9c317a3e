//! Threads and their calls.

use super::{Session, Target};
use crate::code::{function_of, is_setup};
use crate::evaluate;
use crate::protocol::{Answer, Request};
use check::Place;
use interp::debug::{Debuggee, Lane, RayCall, Spot};
use serde_json::{Value, json};

/// A call of a lane.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) lane: Lane,
    /// The instruction that it is at.
    pub(super) pc: u32,
    /// The scope, and the inlined call that it is.
    pub(super) spot: Spot,
    /// The shader that it belongs to, where that is one of a ray pipeline.
    pub(super) ray: Option<RayCall>,
    /// The instruction and the scope of that shader itself.
    pub(super) outermost: (u32, Spot),
    pub(super) name: String,
    pub(super) place: Option<Place>,
}

/// The calls of a lane, the innermost first. What compilers add around entry points is left out; in a ray pipeline the calls
/// of a shader are followed by those of the shader that has started it.
pub(super) fn frames(debuggee: &Debuggee, lane: Lane) -> Vec<Frame> {
    if let Some(calls) = debuggee.ray_calls(lane) {
        let mut found = Vec::new();
        let mut first = 0;
        for (pc, ray) in calls {
            add_call(debuggee, lane, pc, Some(ray), &mut found);
            // The calls of a shader end with itself.
            if let Some(stage) = debuggee.stage_name(ray)
                && let Some((own, inner)) = found.get_mut(first..).and_then(<[Frame]>::split_last_mut)
            {
                own.name = format!("{} ({stage})", own.name);
                own.outermost = (own.pc, own.spot);
                inner.iter_mut().for_each(|frame| frame.outermost = own.outermost);
            }
            if debuggee.stage_name(ray).is_some() {
                first = found.len();
            }
        }
        return found;
    }
    let mut found = Vec::new();
    let Some(place) = debuggee.whereabouts(lane) else { return found };
    // The last one is the start of the run.
    let calls = &place.frames[..place.frames.len().saturating_sub(1)];
    calls.iter().for_each(|pc| add_call(debuggee, lane, *pc, None, &mut found));
    found
}

/// Adds a call, with those of functions that were inlined around it.
fn add_call(debuggee: &Debuggee, lane: Lane, pc: u32, ray: Option<RayCall>, found: &mut Vec<Frame>) {
    let spot = debuggee.spot(pc);
    let function = debuggee.function(pc).map_or("", |function| debuggee.function_name(function));
    if is_setup(debuggee, spot) {
        return;
    }
    let mut frame = Frame {
        lane,
        pc,
        spot,
        ray,
        outermost: (pc, spot),
        name: function_of(debuggee, spot).unwrap_or_else(|| function.to_owned()),
        place: debuggee.place(pc),
    };
    while let Some(inlined) = frame.spot.inlined.and_then(|inlined| debuggee.inlined(inlined)) {
        let spot = Spot { scope: Some(inlined.scope), inlined: inlined.outer };
        if is_setup(debuggee, spot) {
            break;
        }
        let own = debuggee.scope(inlined.scope).and_then(|scope| scope.file);
        let file = own.or(frame.place.map(|place| place.file)).unwrap_or_default();
        let name = function_of(debuggee, spot).unwrap_or_else(|| function.to_owned());
        let place = Place { file, line: inlined.line, column: 0, end_line: inlined.line, end_column: 0 };
        let outer = Frame { spot, name, place: Some(place), ..frame.clone() };
        found.push(std::mem::replace(&mut frame, outer));
    }
    found.push(frame);
}

/// The scope in which a lane's names are looked up: that of its innermost call.
pub(super) fn place_of(debuggee: &Debuggee, lane: Lane) -> Option<evaluate::Place> {
    let pc = *debuggee.whereabouts(lane)?.frames.first()?;
    let ray = debuggee.ray_calls(lane).and_then(|calls| calls.first().map(|(_, ray)| *ray));
    Some(evaluate::Place { lane, pc, spot: debuggee.spot(pc), ray })
}

impl Session {
    pub(super) fn threads(&self) -> Value {
        let Some(Target { timeline, .. }) = &self.target else { return json!({ "threads": [] }) };
        let debuggee = &timeline.now;
        let [x, y, z] = debuggee.group();
        let mut threads = Vec::new();
        for wave in 0..debuggee.waves() {
            let (_, living) = debuggee.lanes(wave);
            if living == 0 && self.stop.as_ref().is_none_or(|stop| stop.lane.wave != wave) {
                continue;
            }
            let lane = self.lane_of(wave);
            let [tx, ty, tz] = debuggee.thread(lane);
            let own = self.names.get(lane.lane as usize);
            let name = match (own, debuggee.launched(lane)) {
                (Some(own), _) => own.clone(),
                (None, Some([x, y, z])) => format!("ray ({x},{y},{z})"),
                (None, None) => format!("group ({x},{y},{z}), wave {wave}, thread ({tx},{ty},{tz})"),
            };
            threads.push(json!({ "id": wave + 1, "name": name }));
        }
        if threads.is_empty() {
            threads.push(json!({ "id": 1, "name": "the shader" }));
        }
        json!({ "threads": threads })
    }

    /// The lane of a wave that is examined.
    pub(super) fn lane_of(&self, wave: u32) -> Lane {
        let living = self.target.as_ref().map_or(0, |target| target.timeline.now.lanes(wave).1);
        let chosen = self.lanes.get(&wave).copied().filter(|lane| living >> lane & 1 == 1);
        let lane = chosen.unwrap_or_else(|| if living == 0 { 0 } else { living.trailing_zeros() });
        Lane { wave, lane }
    }

    /// The lane that a request is about.
    pub(super) fn thread_of(&self, request: &Request) -> Result<Lane, String> {
        let id = request.number("threadId").and_then(|id| u32::try_from(id).ok()?.checked_sub(1));
        let waves = self.target()?.timeline.now.waves().max(1);
        let wave = id.filter(|wave| *wave < waves).ok_or("unknown thread")?;
        Ok(self.lane_of(wave))
    }

    pub(super) fn stack_trace(&mut self, request: &Request) -> Answer {
        let lane = self.thread_of(request)?;
        let mut frames = frames(&self.target()?.timeline.now, lane);
        if !self.names.is_empty() && frames.len() > 1 {
            // What calls a stage has no name.
            frames.pop_if(|frame| frame.name.is_empty() && frame.place.is_none());
        }
        if let Some(first) = frames.first_mut() {
            // A finding is of the instruction before the one that comes next.
            let about = self.stop.as_ref().filter(|stop| stop.lane.wave == lane.wave).and_then(|stop| stop.pc);
            let target = self.target()?;
            let statement = target.code.statement(first.pc).filter(|statement| statement.first == first.pc);
            first.place = match (about, statement) {
                (Some(pc), _) => target.timeline.now.place(pc).or(first.place),
                (None, Some(statement)) if first.spot.inlined.is_none() => Some(statement.place),
                (None, _) => first.place,
            };
        }
        let (start, total) = (request.number("startFrame").unwrap_or(0) as usize, frames.len());
        let levels = request.number("levels").filter(|levels| *levels > 0).unwrap_or(u64::MAX);
        let levels = usize::try_from(levels).unwrap_or(usize::MAX);
        let mut shown = Vec::new();
        for frame in frames.into_iter().skip(start).take(levels) {
            self.frames.push(frame);
            shown.push(self.frame(self.frames.len()));
        }
        Ok(json!({ "stackFrames": shown, "totalFrames": total }))
    }

    /// A call as the client knows it.
    fn frame(&self, id: usize) -> Value {
        let frame = &self.frames[id - 1];
        let mut shown = json!({ "id": id, "name": frame.name, "line": 0, "column": 0 });
        if let Some(place) = frame.place {
            shown["source"] = self.source_of(place.file);
            shown["line"] = self.client_line(place.line).into();
            shown["column"] = self.client_column(place.column).into();
            if place.end_line > 0 && place.end_column > 0 {
                shown["endLine"] = self.client_line(place.end_line).into();
                shown["endColumn"] = (self.client_column(place.end_column) + 1).into();
            }
        }
        shown
    }

    /// Forgets what was shown of the state before.
    pub(super) fn forget_views(&mut self) {
        self.frames.clear();
        self.nodes.clear();
    }

    pub(super) fn frame_of(&self, request: &Request) -> Result<&Frame, String> {
        let id = request.number("frameId").and_then(|id| usize::try_from(id).ok()?.checked_sub(1));
        id.and_then(|id| self.frames.get(id)).ok_or_else(|| "unknown frame".to_owned())
    }
}
