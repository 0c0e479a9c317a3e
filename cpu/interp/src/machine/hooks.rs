//! The events that stop a run for a debugger: instructions, accesses to memory, findings, the number of steps.

use super::here::LaneAt;
use crate::code::Pc;
use crate::lanes::Lane;
use crate::state::{Mask, Touch, Wave};
use check::{Check, Finding, Level};

/// Memory that a debugger watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watched {
    pub(crate) object: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    /// True if reads count.
    pub reads: bool,
    /// True if writes count.
    pub writes: bool,
}

/// The reason why a run has halted.
#[derive(Clone, Debug)]
pub enum Halt {
    /// The steps that it was given are used up.
    Steps,
    /// Lanes of a wave are at an instruction.
    At {
        /// The wave.
        wave: u32,
        /// The instruction.
        pc: u32,
        /// The lanes, one bit each.
        lanes: u128,
    },
    /// A lane has accessed memory that is watched.
    Touched {
        /// The number of what is watched.
        watched: usize,
        /// The wave.
        wave: u32,
        /// The lane.
        lane: u32,
        /// The instruction.
        pc: u32,
        /// True if it has written there.
        writes: bool,
    },
    /// A check has found something.
    Found {
        /// The lane, if one alone is concerned.
        by: Option<Lane>,
        /// The instruction.
        pc: u32,
        /// The finding.
        finding: Box<Finding>,
    },
    /// The run has ended.
    Ended(crate::host::End),
}

/// The conditions for a halt, and the halt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hooks {
    /// For each instruction whether lanes halt before it.
    pub(super) stops: Vec<bool>,
    /// The number of steps before which the current instruction does not halt: the run goes on from there.
    pub(super) resumed_at: Option<u64>,
    pub(super) pause_at: u64,
    pub(super) watched: Vec<Watched>,
    pub(super) caught: Vec<Check>,
    pub(super) halt: Option<Halt>,
    /// The number of steps until which lines were printed before: who comes there once more prints nothing.
    pub(super) printed_until: u64,
}

impl Hooks {
    /// Returns whether lanes do not go on with the instruction that they are at.
    pub(super) fn pauses(&mut self, wave: u32, pc: Pc, lanes: Mask, steps: u64) -> bool {
        if self.halt.is_none() {
            let stops = self.stops.get(pc as usize).copied().unwrap_or(false) && self.resumed_at != Some(steps);
            self.halt = match () {
                () if stops => Some(Halt::At { wave, pc, lanes }),
                () if steps >= self.pause_at => Some(Halt::Steps),
                () => return false,
            };
        }
        true
    }

    /// Returns whether a line was printed at this step before.
    pub(super) fn was_printed(&mut self, steps: u64) -> bool {
        let was = steps <= self.printed_until;
        self.printed_until = self.printed_until.max(steps);
        was
    }

    /// A lane accesses memory.
    pub(super) fn touched(&mut self, wave: &Wave, at: LaneAt, touch: &Touch) {
        let is_it = |watched: &Watched| {
            let end = touch.offset.saturating_add(touch.bytes.into());
            let wanted = if touch.writes { watched.writes } else { watched.reads };
            let overlaps = touch.offset < watched.offset.saturating_add(watched.bytes) && watched.offset < end;
            wanted && watched.object == touch.object && overlaps
        };
        if let (None, Some(watched)) = (&self.halt, self.watched.iter().position(is_it)) {
            let Lane { wave, lane } = wave.lane(at.lane);
            self.halt = Some(Halt::Touched { watched, wave, lane, pc: at.pc, writes: touch.writes });
        }
    }

    /// A check has found something.
    pub(super) fn found(&mut self, by: Option<Lane>, pc: Pc, level: Level, finding: &Finding) {
        if self.halt.is_none() && self.caught.contains(&finding.check) {
            self.halt = Some(Halt::Found { by, pc, finding: Box::new(Finding { level, ..finding.clone() }) });
        }
    }
}
