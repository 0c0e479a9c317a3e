//! Sparse clocks: what a thread knows to be over, from barriers with atomic operations between them.

use rustc_hash::FxHashMap;

/// The kinds of memory that barriers order apart: groupshared, buffers, images.
pub(crate) const CLASSES: usize = 3;

/// A choice among the kinds of memory.
pub(crate) type Classes = [bool; CLASSES];

/// All kinds of memory.
pub(crate) const ALL: Classes = [true; CLASSES];

/// Clocks that know more threads than this know all: the detector may then miss, and never invents.
const MOST: usize = 256;

/// A thread: its group, and its number there.
pub(crate) type Agent = (u32, u32);

/// Phases that have ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    /// For each group and kind of memory, the phases below this one.
    groups: FxHashMap<u32, [u32; CLASSES]>,
    /// For each thread and kind of memory, what it did below this tick.
    agents: FxHashMap<Agent, [u32; CLASSES]>,
    knows_all: bool,
}

impl Clock {
    /// Knows phases of a group, below these.
    pub(crate) fn know_group(&mut self, group: u32, phases: [u32; CLASSES]) {
        let known = self.groups.entry(group).or_default();
        for (known, phase) in known.iter_mut().zip(phases) {
            *known = phase.max(*known);
        }
        self.limit();
    }

    /// Knows what a thread did up to a tick to some kinds of memory.
    pub(crate) fn know_agent(&mut self, agent: Agent, tick: u32, classes: Classes) {
        self.know_agent_below(agent, classes.map(|is_meant| if is_meant { tick + 1 } else { 0 }));
    }

    fn know_agent_below(&mut self, agent: Agent, ticks: [u32; CLASSES]) {
        let known = self.agents.entry(agent).or_default();
        for (known, tick) in known.iter_mut().zip(ticks) {
            *known = tick.max(*known);
        }
        self.limit();
    }

    /// Knows what another clock knows about some kinds of memory.
    pub(crate) fn join(&mut self, other: &Clock, classes: Classes) {
        self.knows_all |= other.knows_all;
        let meant = |known: &[u32; CLASSES]| [0, 1, 2].map(|at| if classes[at] { known[at] } else { 0 });
        let mut groups: Vec<_> = other.groups.iter().collect();
        groups.sort_unstable();
        for (group, phases) in groups {
            self.know_group(*group, meant(phases));
        }
        let mut agents: Vec<_> = other.agents.iter().collect();
        agents.sort_unstable();
        for (agent, ticks) in agents {
            self.know_agent_below(*agent, meant(ticks));
        }
    }

    /// Returns whether it knows an access of a thread, in a phase for a kind of memory, at a tick.
    pub(crate) fn covers(&self, agent: Agent, phase: u32, class: usize, tick: u32) -> bool {
        self.knows_all
            || self.agents.get(&agent).is_some_and(|known| known[class] > tick)
            || self.groups.get(&agent.0).is_some_and(|known| known[class] > phase)
    }

    /// Returns whether it knows an access because it has been told so, and not because it has lost count.
    pub(crate) fn is_told(&self, agent: Agent, phase: u32, class: usize, tick: u32) -> bool {
        !self.knows_all && self.covers(agent, phase, class, tick)
    }

    fn limit(&mut self) {
        if self.groups.len() + self.agents.len() > MOST {
            self.groups.clear();
            self.agents.clear();
            self.knows_all = true;
        }
    }
}
