//! Barriers: of a group, of a wave, and for memory alone.

use super::Races;
use super::order::{Fence, Reach};
use crate::clock::{ALL, CLASSES, Classes, Clock, NONE};
use std::sync::Arc;

impl Races {
    /// All threads of the group that have not ended have come to a barrier of it, an instruction.
    pub fn group_barrier(&mut self, fence: Fence, site: u32) {
        let fence = Fence { reach: self.reach(fence.reach, fence.classes), ..fence };
        if fence.reach == Reach::Wave {
            return self.barrier_of_waves(fence);
        }
        let Fence { classes, .. } = fence;
        if let Some(needed) = &mut self.needed {
            needed.entry(site).or_insert(false);
            self.now.passed.push((site, classes));
        }
        for (at, _) in classes.iter().enumerate().filter(|(_, is_meant)| **is_meant) {
            self.now.phases[at] += 1;
            self.now.starts[at] = 0;
        }
        self.now.barriers += 1;
        self.now.epoch = 0;
        self.hand_round();
        let threads = if self.now.has_order { self.now.threads.len() } else { 0 };
        for thread in 0..threads {
            self.take_pending(thread, fence);
            if let Some(clock) = self.now.threads[thread].clock.take() {
                self.now.shared.join(&clock, ALL);
            }
        }
        if threads > 0 {
            self.loosely_together();
        }
        self.now.shared.know_group(self.now.number, self.now.phases);
        keep(&mut self.now.released, fence, &self.now.shared);
    }

    /// What threads have passed on before a barrier of the group, others may take behind it.
    fn hand_round(&mut self) {
        if !std::mem::take(&mut self.now.has_fences) {
            return;
        }
        for thread in 0..self.now.threads.len() {
            let by = self.whereabouts(thread as u32);
            for (fence, clock) in &self.now.threads[thread].released {
                self.now.pending.add(fence.reach, by, clock, ALL);
            }
        }
    }

    /// A barrier of the group that orders memory within waves alone.
    fn barrier_of_waves(&mut self, fence: Fence) {
        self.now.passed.extend(self.needed.is_some().then_some((0, NONE)));
        self.now.barriers += 1;
        self.now.epoch = 0;
        let count = self.now.threads.len() as u32;
        for first in (0..count).step_by(self.model.wave as usize) {
            let wave: Vec<u32> = (first..count.min(first + self.model.wave)).collect();
            self.wave_barrier(&wave, fence);
        }
    }

    /// A thread comes to a barrier that orders memory without waiting for others.
    pub fn memory_barrier(&mut self, thread: u32, fence: Fence) {
        let fence = Fence { reach: self.reach(fence.reach, fence.classes), ..fence };
        let index = thread as usize;
        self.now.has_order = true;
        if fence.acquires {
            self.take_pending(index, fence);
        }
        if !fence.releases {
            return;
        }
        let known = self.known(thread, fence.classes);
        let state = &mut self.now.threads[index];
        state.tick += 1;
        keep(&mut state.released, fence, &known);
        self.now.has_fences = true;
    }

    /// The accesses of some kinds of memory that are over for a thread, with its own.
    pub(super) fn known(&self, thread: u32, classes: Classes) -> Clock {
        let mut known = Clock::default();
        known.join(&self.now.shared, classes);
        let state = &self.now.threads[thread as usize];
        if let Some(clock) = &state.clock {
            known.join(clock, classes);
        }
        known.know_agent((self.now.number, thread), state.tick, classes);
        known
    }

    fn take_pending(&mut self, thread: usize, fence: Fence) {
        let by = self.whereabouts(thread as u32);
        let state = &mut self.now.threads[thread];
        let classes = (0..CLASSES).filter(|class| fence.classes[*class]);
        for clock in classes.flat_map(|class| state.pending[class].taken(by, fence.reach)) {
            state.clock.get_or_insert_default().join(clock, fence.classes);
        }
        for clock in self.now.pending.taken(by, fence.reach) {
            state.clock.get_or_insert_default().join(clock, fence.classes);
        }
    }

    /// Lanes of a wave come to a barrier of the wave.
    pub fn wave_barrier(&mut self, threads: &[u32], fence: Fence) {
        let tick = threads.iter().map(|thread| self.now.threads[*thread as usize].tick).max().unwrap_or(0) + 1;
        let together: Arc<[u32]> = threads.into();
        for thread in threads {
            self.memory_barrier(*thread, fence);
            let state = &mut self.now.threads[*thread as usize];
            (state.tick, state.wave) = (tick, Some((tick, together.clone(), fence.classes)));
        }
    }
}

/// Keeps what a fence passes on, instead of what fences before it did that it covers.
fn keep(released: &mut Vec<(Fence, Box<Clock>)>, fence: Fence, clock: &Clock) {
    if !fence.releases {
        return;
    }
    let is_covered =
        |old: &Fence| old.reach <= fence.reach && (0..CLASSES).all(|at| fence.classes[at] || !old.classes[at]);
    released.retain(|(old, _)| !is_covered(old));
    let mut known = Clock::default();
    known.join(clock, fence.classes);
    released.push((fence, Box::new(known)));
}
