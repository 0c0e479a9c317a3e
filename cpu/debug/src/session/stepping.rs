//! Execution forwards and backwards, and the reasons for which it stops.

use super::frames::{frames, place_of};
use super::{Phase, Session, Target};
use crate::code::Statement;
use crate::condition::{Condition, Piece};
use crate::evaluate::{self, Value};
use crate::expression::Expression;
use crate::format_value::{Form, format_numbers, format_value};
use crate::number::Numbers;
use crate::protocol::Request;
use check::Finding;
use interp::debug::{Debuggee, Halt, Lane, stops};
use serde_json::json;

/// The steps of a slice.
const SLICE: u64 = 1 << 12;

/// The most lines that breakpoints print between two stops.
const MOST_LOGGED: u64 = 10_000;

/// The granularity of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Granularity {
    Line,
    Statement,
    Instruction,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Over calls.
    Over,
    /// Into calls.
    Into,
    /// Out of the function.
    Out,
}

/// A step of a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    way: Way,
    granularity: Granularity,
    group: [u32; 3],
    wave: u32,
    lane: u32,
    depth: usize,
    statement: Option<Statement>,
}

/// A search for the last stop before a step of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    /// The step of a lane that it undoes; none for a search of breakpoints.
    step: Option<Step>,
    /// The step at which the run stood.
    from: u64,
    /// The copy from which the run is repeated, and until when.
    copy: usize,
    until: u64,
    /// The last stop so far.
    best: Option<Time>,
}

/// A step of the run at which it may stand again, with the lane that this is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    steps: u64,
    thread: Option<Lane>,
    reason: &'static str,
}

/// The goal of a run: the event at which it stops next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// The next breakpoint.
    Continue,
    /// The first statement.
    Entry,
    Step(Step),
    Back(Back),
    /// A time at which it stands again.
    Seek(Time),
}

/// The place of a stop, and the reason.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) reason: &'static str,
    pub(super) lane: Lane,
    /// The instruction that it is about, where that is not the one that comes next.
    pub(super) pc: Option<u32>,
    /// The finding of a check at which the run stopped.
    pub(super) finding: Option<Box<Finding>>,
    pub(super) breakpoints: Vec<u64>,
}

impl Stop {
    fn new(reason: &'static str, lane: Lane) -> Self {
        Stop { reason, lane, pc: None, finding: None, breakpoints: Vec::new() }
    }
}

impl Session {
    /// Lets the run go on.
    pub(super) fn start(&mut self, goal: Goal) {
        self.goal = Some(goal);
        self.logged = 0;
        self.stop = None;
        self.forget_views();
        if let Some(target) = &mut self.target {
            target.timeline.now.resume();
        }
        self.arm();
    }

    /// Says what the run halts for.
    pub(super) fn arm(&mut self) {
        let Some(target) = &mut self.target else { return };
        let count = target.timeline.now.instructions();
        let step = match self.goal {
            Some(Goal::Step(step)) => Some(step.granularity),
            Some(Goal::Back(Back { step: Some(step), .. })) => Some(step.granularity),
            Some(Goal::Entry) => Some(Granularity::Statement),
            _ => None,
        };
        let is_silent = self.arguments.get("noDebug").and_then(serde_json::Value::as_bool).unwrap_or(false);
        let own = self.breakpoints.all.iter().filter(|_| !is_silent).flat_map(|one| one.pcs.iter().copied());
        let all = match (self.goal, step) {
            (Some(Goal::Seek(_)), _) => stops(count, std::iter::empty()),
            (_, Some(Granularity::Instruction)) => vec![true; count as usize],
            (_, Some(_)) => {
                let mut all = target.code.starts();
                own.for_each(|pc| all[pc as usize] = true);
                all
            }
            (_, None) => stops(count, own),
        };
        let caught = match self.goal {
            Some(Goal::Seek(_) | Goal::Back(Back { step: Some(_), .. })) => Vec::new(),
            _ if is_silent => Vec::new(),
            _ => self.breakpoints.caught.clone(),
        };
        let watched = match self.goal {
            Some(Goal::Seek(_) | Goal::Back(Back { step: Some(_), .. })) => Vec::new(),
            _ if is_silent => Vec::new(),
            _ => self.breakpoints.data.iter().map(|one| one.watched).collect(),
        };
        target.timeline.now.halt_at(all, watched, caught);
    }

    /// Goes on for a slice.
    pub(super) fn go_on(&mut self) {
        match self.goal {
            None => {}
            Some(Goal::Continue | Goal::Entry | Goal::Step(_)) => self.forward(),
            Some(Goal::Back(back)) => self.backward(back),
            Some(Goal::Seek(time)) => self.seek(time),
        }
    }

    fn forward(&mut self) {
        let Some(target) = &mut self.target else { return };
        let halt = target.timeline.advance(SLICE);
        self.show_printed();
        match halt {
            Halt::Steps => {}
            Halt::At { wave, pc, lanes } => match self.judge(wave, pc, lanes) {
                Some(stop) => self.stop_at(stop),
                None => self.pass(),
            },
            Halt::Found { by, pc, finding } => {
                let running = || Some(Lane { wave: self.target.as_ref()?.timeline.now.running()?, lane: 0 });
                let stop = Stop::new("exception", by.or_else(running).unwrap_or_default());
                self.stop_at(Stop { pc: Some(pc), finding: Some(finding), ..stop });
            }
            Halt::Touched { watched, wave, lane, pc, .. } => {
                if let Some(stop) = self.touched(watched, wave, lane, pc) {
                    self.stop_at(stop);
                }
            }
            Halt::Ended(_) => self.ended(),
        }
    }

    /// Goes on where the run has halted for nothing.
    fn pass(&mut self) {
        if let Some(target) = &mut self.target {
            target.timeline.now.resume();
        }
    }

    fn show_printed(&mut self) {
        let Some(target) = &mut self.target else { return };
        let lines = (target.printed)();
        if !lines.is_empty() {
            self.outbox.output("stdout", &(lines.join("\n") + "\n"));
        }
    }

    /// Returns where the run stops, if lanes at an instruction are what it goes on for.
    fn judge(&mut self, wave: u32, pc: u32, lanes: u128) -> Option<Stop> {
        let hit = self.hit(wave, pc, lanes);
        let debuggee = &self.target.as_ref()?.timeline.now;
        match self.goal? {
            Goal::Step(step) if step.is_over(debuggee) => {
                self.goal = Some(Goal::Continue);
                self.arm();
                hit
            }
            Goal::Step(step) if self.arrives(&step, wave, pc, lanes) => {
                let breakpoints = hit.map_or_else(Vec::new, |stop| stop.breakpoints);
                Some(Stop { breakpoints, ..Stop::new("step", Lane { wave, lane: step.lane }) })
            }
            Goal::Entry => {
                let lane = self.lane_among(wave, lanes)?;
                self.target.as_ref()?.code.statement(pc)?;
                Some(Stop::new("entry", Lane { wave, lane }))
            }
            Goal::Continue | Goal::Step(_) | Goal::Back(_) | Goal::Seek(_) => hit,
        }
    }

    /// The lane that is examined where these come to a stop; none where only another thread is wanted.
    fn lane_among(&self, wave: u32, lanes: u128) -> Option<u32> {
        let debuggee = &self.target.as_ref()?.timeline.now;
        if let Some(pinned) = self.pinned {
            let own = debuggee.lane_of(pinned.local).filter(|_| pinned.group == debuggee.group());
            return own.filter(|own| own.wave == wave && lanes >> own.lane & 1 == 1).map(|own| own.lane);
        }
        let known = self.lanes.get(&wave).copied().filter(|lane| lanes >> lane & 1 == 1);
        known.or_else(|| (lanes != 0).then(|| lanes.trailing_zeros()))
    }

    /// Returns whether lanes at an instruction are at a breakpoint. Texts are printed, and hits counted, only on the way on.
    fn hit(&mut self, wave: u32, pc: u32, lanes: u128) -> Option<Stop> {
        self.lane_among(wave, lanes)?;
        let lanes = if self.pinned.is_some() { 1 << self.lane_among(wave, lanes)? } else { lanes };
        let (mut breakpoints, mut lane) = (Vec::new(), None);
        for at in 0..self.breakpoints.all.len() {
            if !self.breakpoints.all[at].pcs.contains(&pc) {
                continue;
            }
            let condition = self.breakpoints.all[at].condition.clone();
            let own = self.true_among(wave, lanes, &condition);
            if own == 0 || self.is_forward() && !self.breakpoints.all[at].condition.hit() {
                continue;
            }
            match condition.log {
                Some(pieces) if self.is_forward() => self.log(wave, own, &pieces),
                Some(_) => {}
                None => {
                    breakpoints.push(self.breakpoints.all[at].id);
                    lane = lane.or(self.lane_among(wave, own));
                }
            }
        }
        lane.map(|lane| Stop { breakpoints, ..Stop::new("breakpoint", Lane { wave, lane }) })
    }

    fn is_forward(&self) -> bool {
        matches!(self.goal, Some(Goal::Continue | Goal::Entry | Goal::Step(_)))
    }

    /// A lane has accessed memory that is watched.
    fn touched(&mut self, watched: usize, wave: u32, lane: u32, pc: u32) -> Option<Stop> {
        let condition = self.breakpoints.data.get(watched)?.condition.clone();
        let is_forward = self.is_forward();
        if self.lane_among(wave, 1 << lane).is_none() || self.true_among(wave, 1 << lane, &condition) == 0 {
            return None;
        }
        let own = self.breakpoints.data.get_mut(watched)?;
        if is_forward && !own.condition.hit() {
            return None;
        }
        let breakpoints = vec![own.id];
        Some(Stop { pc: Some(pc), breakpoints, ..Stop::new("data breakpoint", Lane { wave, lane }) })
    }

    /// The lanes in which a condition is true. One that has no value is told, and counts as true.
    fn true_among(&mut self, wave: u32, lanes: u128, condition: &Condition) -> u128 {
        let Some(expression) = &condition.expression else { return lanes };
        let mut own = 0;
        for lane in (0..u128::BITS).filter(|lane| lanes >> lane & 1 == 1) {
            match self.numbers_in(wave, lane, expression) {
                Ok(numbers) => own |= u128::from(numbers.parts.iter().all(|part| part.is_true())) << lane,
                Err(problem) => {
                    self.outbox.output("console", &format!("cannot evaluate the condition: {problem}\n"));
                    return 1 << lane;
                }
            }
        }
        own
    }

    /// The numbers of an expression for a lane, where it is.
    fn numbers_in(&mut self, wave: u32, lane: u32, expression: &Expression) -> Result<Numbers, String> {
        let target = self.target.as_mut().ok_or("no program is launched")?;
        let at = place_of(&target.timeline.now, Lane { wave, lane }).ok_or("thread has ended")?;
        evaluate::numbers(&mut target.timeline.now, at, expression)
    }

    /// Prints a text for each lane, until there are too many.
    fn log(&mut self, wave: u32, lanes: u128, pieces: &[Piece]) {
        if self.logged >= MOST_LOGGED {
            return;
        }
        self.logged += u64::from(lanes.count_ones());
        let mut text = String::new();
        for lane in (0..u128::BITS).filter(|lane| lanes >> lane & 1 == 1) {
            for piece in pieces {
                match piece {
                    Piece::Text(own) => text.push_str(own),
                    Piece::Value(expression) => match self.format_expression(Lane { wave, lane }, expression) {
                        Ok(value) => text.push_str(&value),
                        Err(problem) => text.push_str(&format!("<{problem}>")),
                    },
                }
            }
            text.push('\n');
        }
        if self.logged >= MOST_LOGGED {
            text.push_str(&format!("(breakpoint output truncated after {MOST_LOGGED} lines)\n"));
        }
        self.outbox.output("console", &text);
    }

    fn format_expression(&mut self, lane: Lane, expression: &Expression) -> Result<String, String> {
        let target = self.target.as_mut().ok_or("no program is launched")?;
        let debuggee = &mut target.timeline.now;
        let at = place_of(debuggee, lane).ok_or("thread has ended")?;
        Ok(match evaluate::evaluate(debuggee, at, expression)? {
            Value::Item(item) => format_value(debuggee, &item, lane, Form::default()),
            Value::Numbers(numbers) => format_numbers(&numbers, Form::default()),
        })
    }

    /// Returns whether a step ends at an instruction.
    fn arrives(&self, step: &Step, wave: u32, pc: u32, lanes: u128) -> bool {
        let Some(Target { timeline, code, .. }) = &self.target else { return false };
        if wave != step.wave || lanes >> step.lane & 1 == 0 {
            return false;
        }
        if step.granularity == Granularity::Instruction && step.way == Way::Into {
            return true;
        }
        let depth = frames(&timeline.now, Lane { wave, lane: step.lane }).len();
        let Some(statement) = code.statement(pc) else {
            return step.granularity == Granularity::Instruction && depth <= step.depth;
        };
        let is_elsewhere = match (step.granularity, step.statement) {
            (Granularity::Instruction, _) | (_, None) => true,
            (Granularity::Statement, Some(from)) => from != statement,
            (Granularity::Line, Some(from)) => {
                (from.place.file, from.place.line) != (statement.place.file, statement.place.line)
            }
        };
        match (step.way, depth) {
            (Way::Out, depth) => depth < step.depth,
            (_, depth) if depth < step.depth => true,
            (Way::Over, depth) => depth == step.depth && is_elsewhere,
            (Way::Into, depth) => depth > step.depth || is_elsewhere,
        }
    }

    /// The run stands.
    pub(super) fn stop_at(&mut self, stop: Stop) {
        self.goal = None;
        self.forget_views();
        self.lanes.insert(stop.lane.wave, stop.lane.lane);
        let mut body = json!({ "reason": stop.reason, "threadId": stop.lane.wave + 1, "allThreadsStopped": true });
        if let Some(finding) = &stop.finding {
            body["description"] = format!("Check: {}", finding.check.row().name).into();
            body["text"] = finding.message.as_str().into();
        }
        if !stop.breakpoints.is_empty() {
            body["hitBreakpointIds"] = stop.breakpoints.clone().into();
        }
        self.stop = Some(stop);
        self.outbox.event("stopped", body);
    }

    pub(super) fn pause(&mut self) {
        let Some(target) = &self.target else { return };
        if self.phase == Phase::Begun && self.goal.is_some() {
            let wave = target.timeline.now.running().unwrap_or(0);
            self.stop_at(Stop::new("pause", self.lane_of(wave)));
        }
    }

    /// A step of the thread of a request.
    pub(super) fn step(&mut self, request: &Request) {
        let way = match request.command.as_str() {
            "next" => Way::Over,
            "stepIn" => Way::Into,
            _ => Way::Out,
        };
        if let Some(step) = self.step_of(request, way) {
            self.start(Goal::Step(step));
        }
    }

    fn step_of(&self, request: &Request, way: Way) -> Option<Step> {
        let thread @ Lane { wave, lane } = self.thread_of(request).ok()?;
        let Target { timeline, code, .. } = self.target.as_ref()?;
        let frames = frames(&timeline.now, thread);
        let granularity = match request.text("granularity") {
            Some("instruction") => Granularity::Instruction,
            Some("statement") => Granularity::Statement,
            _ => Granularity::Line,
        };
        let statement = frames.first().and_then(|frame| code.statement(frame.pc));
        let group = timeline.now.group();
        Some(Step { way, granularity, group, wave, lane, depth: frames.len(), statement })
    }

    /// Steps back, or goes back to the breakpoint before.
    pub(super) fn go_back(&mut self, request: &Request) {
        let step = match request.command.as_str() {
            "stepBack" => self.step_of(request, Way::Over),
            _ => None,
        };
        let Some(target) = &mut self.target else { return };
        let until = target.timeline.now.steps();
        let copy = target.timeline.copies_before(until).saturating_sub(1);
        target.timeline.load(copy);
        self.start(Goal::Back(Back { step, from: until, copy, until, best: None }));
        // A stop at the very start of what is repeated counts.
        if let Some(target) = &mut self.target {
            target.timeline.now.stay();
        }
    }

    fn backward(&mut self, back: Back) {
        let Some(target) = &mut self.target else { return };
        let now = target.timeline.now.steps();
        if now >= back.until {
            return self.turn_back(back);
        }
        let halt = target.timeline.now.advance(SLICE.min(back.until - now));
        let now = target.timeline.now.steps();
        // What an instruction has done is told behind it, also where the next part begins.
        let is_past = match halt {
            Halt::Touched { .. } | Halt::Found { .. } => now < back.from,
            Halt::At { .. } | Halt::Steps | Halt::Ended(_) => now < back.until,
        };
        if !is_past {
            return;
        }
        let of = |stop: &Stop| (Some(stop.lane), stop.reason);
        let found = match (halt, back.step) {
            (Halt::At { wave, pc, lanes }, step) => {
                let found = match step {
                    Some(step) => {
                        let lane = Lane { wave, lane: step.lane };
                        self.was_at(&step, wave, pc, lanes).then_some((Some(lane), "step"))
                    }
                    None => self.hit(wave, pc, lanes).as_ref().map(of),
                };
                self.pass();
                found
            }
            (Halt::Touched { watched, wave, lane, pc, .. }, None) => {
                self.touched(watched, wave, lane, pc).as_ref().map(of)
            }
            (Halt::Found { by, .. }, None) => Some((by, "exception")),
            (Halt::Steps | Halt::Touched { .. } | Halt::Found { .. } | Halt::Ended(_), _) => None,
        };
        if let Some((thread, reason)) = found {
            self.goal = Some(Goal::Back(Back { best: Some(Time { steps: now, thread, reason }), ..back }));
        }
    }

    /// Returns whether a lane at an instruction is where a step back may end.
    fn was_at(&self, step: &Step, wave: u32, pc: u32, lanes: u128) -> bool {
        let Some(Target { timeline, code, .. }) = &self.target else { return false };
        let is_it = wave == step.wave && lanes >> step.lane & 1 == 1 && timeline.now.group() == step.group;
        let is_start = step.granularity == Granularity::Instruction || code.statement(pc).is_some();
        is_it && is_start && frames(&timeline.now, Lane { wave, lane: step.lane }).len() <= step.depth
    }

    /// The end of what is repeated: the last stop in there, or the part before it.
    fn turn_back(&mut self, back: Back) {
        let Some(target) = &mut self.target else { return };
        let is_of_group = back.step.is_none_or(|step| target.timeline.group_of(back.copy) == Some(step.group));
        match (back.best, back.copy.checked_sub(1)) {
            (Some(best), _) => {
                target.timeline.load_for(best.steps);
                self.goal = Some(Goal::Seek(best));
            }
            // The thread has begun there.
            (None, _) if back.step.is_some() && (!is_of_group || back.copy == 0) => {
                target.timeline.load_for(back.from);
                self.goal = Some(Goal::Seek(Time { steps: back.from, thread: None, reason: "step" }));
            }
            (None, Some(copy)) => {
                let until = target.timeline.steps_of(back.copy);
                target.timeline.load(copy);
                self.goal = Some(Goal::Back(Back { copy, until, ..back }));
            }
            (None, None) => {
                target.timeline.load(0);
                let steps = target.timeline.steps_of(0);
                self.goal = Some(Goal::Seek(Time { steps, thread: None, reason: "entry" }));
            }
        }
        self.arm();
    }

    fn seek(&mut self, time: Time) {
        let Some(target) = &mut self.target else { return };
        let now = target.timeline.now.steps();
        if now < time.steps {
            target.timeline.now.advance(SLICE.min(time.steps - now));
            return;
        }
        let running = target.timeline.now.running().unwrap_or(0);
        let thread = time.thread.unwrap_or_else(|| self.lane_of(running));
        let at = self.target.as_ref().and_then(|target| place_of(&target.timeline.now, thread));
        let here = self.breakpoints.all.iter().filter(|one| at.is_some_and(|at| one.pcs.contains(&at.pc)));
        let breakpoints = here.map(|one| one.id).collect();
        self.stop_at(Stop { breakpoints, ..Stop::new(time.reason, thread) });
    }
}

impl Step {
    /// Returns whether its lane has ended.
    fn is_over(&self, debuggee: &Debuggee) -> bool {
        debuggee.group() != self.group || debuggee.lanes(self.wave).1 >> self.lane & 1 == 0
    }
}
