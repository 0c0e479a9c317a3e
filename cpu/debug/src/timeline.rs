//! The time of a run: where it stands, and copies of earlier states from which it can be repeated.

use interp::debug::{Debuggee, Halt};

/// The bytes of all copies.
const MOST_BYTES: usize = 256 << 20;
/// The most copies.
const MOST_COPIES: usize = 256;
/// The steps between the first copies; they become more as copies become many.
const FIRST_DISTANCE: u64 = 1 << 14;

/// A run with its past.
#[derive(Debug)]
pub(crate) struct Timeline {
    pub(crate) now: Debuggee,
    /// Copies of earlier states, the first one of the start.
    past: Vec<Debuggee>,
    distance: u64,
    most: usize,
    /// The steps at which the user has changed a value.
    changes: Vec<u64>,
}

impl Timeline {
    pub(crate) fn new(now: Debuggee) -> Self {
        let past: Vec<Debuggee> = now.duplicate().into_iter().collect();
        // The start alone is kept in any case.
        let most = (MOST_BYTES / now.bytes().max(1)).clamp(1, MOST_COPIES);
        Timeline { now, past, distance: FIRST_DISTANCE, most, changes: Vec::new() }
    }

    /// Goes on, and keeps a copy every now and then.
    pub(crate) fn advance(&mut self, steps: u64) -> Halt {
        let last = self.past.last().map_or(0, Debuggee::steps);
        let next = last.saturating_add(self.distance);
        let now = self.now.steps();
        if now >= next && self.most > 1 {
            self.keep();
        }
        let left = next.saturating_sub(now);
        self.now.advance(if left == 0 { steps } else { steps.min(left) })
    }

    fn keep(&mut self) {
        // A run may come to need more memory.
        self.most = self.most.min((MOST_BYTES / self.now.bytes().max(1)).max(1));
        while self.past.len() >= self.most.max(2) {
            let mut at = 0;
            self.past.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.distance = self.distance.saturating_mul(2);
        }
        self.past.extend(self.now.duplicate());
    }

    /// The number of copies from before a step.
    pub(crate) fn copies_before(&self, steps: u64) -> usize {
        self.past.partition_point(|copy| copy.steps() < steps)
    }

    /// The step of a copy.
    pub(crate) fn steps_of(&self, copy: usize) -> u64 {
        self.past.get(copy).map_or(0, Debuggee::steps)
    }

    /// The current group in a copy.
    pub(crate) fn group_of(&self, copy: usize) -> Option<[u32; 3]> {
        let copy = self.past.get(copy)?;
        (copy.waves() > 0).then(|| copy.group())
    }

    /// Goes back to a copy. Returns whether there is one.
    pub(crate) fn load(&mut self, copy: usize) -> bool {
        let Some(mut earlier) = self.past.get(copy).and_then(Debuggee::duplicate) else { return false };
        earlier.was_printed_until(self.now.printed_until());
        earlier.stay();
        // Who goes back before a change has not made it.
        let steps = earlier.steps();
        while let Some(change) = self.changes.pop_if(|change| *change > steps) {
            self.past.retain(|copy| copy.steps() < change);
        }
        self.now = earlier;
        true
    }

    /// Goes back to the last copy that is not after a step.
    pub(crate) fn load_for(&mut self, steps: u64) -> bool {
        match self.copies_before(steps.saturating_add(1)).checked_sub(1) {
            Some(copy) => self.load(copy),
            None => false,
        }
    }

    /// Records that the user has changed a value now: later states are no longer valid.
    pub(crate) fn changed(&mut self) {
        let now = self.now.steps();
        self.past.retain(|copy| copy.steps() <= now);
        self.past.extend(self.now.duplicate());
        self.changes.push(now);
    }
}
