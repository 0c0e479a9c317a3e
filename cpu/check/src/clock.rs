//! Sparse clocks: what a thread knows to be over, from barriers with atomic operations between them.

/// The kinds of memory that barriers order apart: groupshared, buffers, images.
pub(crate) const CLASSES: usize = 3;

/// A choice among the kinds of memory.
pub(crate) type Classes = [bool; CLASSES];

/// All kinds of memory.
pub(crate) const ALL: Classes = [true; CLASSES];

/// No kind of memory.
pub(crate) const NONE: Classes = [false; CLASSES];

/// Clocks that know more threads than this know all: the detector may then miss, and never invents.
const MOST: usize = 256;

/// A thread: its group, and its number there.
pub(crate) type Agent = (u32, u32);

/// Phases that have ended. Both lists are sorted, so that joining is merging.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    /// For each group and kind of memory, the phases below this one.
    groups: Vec<(u32, [u32; CLASSES])>,
    /// For each thread and kind of memory, what it did below this tick.
    agents: Vec<(Agent, [u32; CLASSES])>,
    /// True if it has lost count: the lists are empty then.
    knows_all: bool,
}

impl Clock {
    /// Knows phases of a group, below these.
    pub(crate) fn know_group(&mut self, group: u32, phases: [u32; CLASSES]) {
        if !self.knows_all {
            know(&mut self.groups, group, phases);
            self.limit();
        }
    }

    /// Knows what a thread did up to a tick to some kinds of memory.
    pub(crate) fn know_agent(&mut self, agent: Agent, tick: u32, classes: Classes) {
        if !self.knows_all {
            know(&mut self.agents, agent, classes.map(|is_meant| if is_meant { tick + 1 } else { 0 }));
            self.limit();
        }
    }

    /// Knows what another clock knows about some kinds of memory.
    pub(crate) fn join(&mut self, other: &Clock, classes: Classes) {
        if self.knows_all || other.knows_all {
            return self.know_all();
        }
        let meant = |known: [u32; CLASSES]| [0, 1, 2].map(|at| if classes[at] { known[at] } else { 0 });
        merge(&mut self.groups, &other.groups, meant);
        merge(&mut self.agents, &other.agents, meant);
        self.limit();
    }

    /// Hears of what a thread did up to a tick, and of phases of its group, as far as there is room for this many.
    pub(crate) fn hear_of(&mut self, agent: Agent, tick: u32, phases: [u32; CLASSES], most: usize) {
        let has_room = !self.is_full(most);
        // Who knows a thread in this way knows its group.
        if !has_room && at(&self.groups, agent.0).is_none() {
            return;
        }
        know(&mut self.groups, agent.0, phases);
        if has_room || at(&self.agents, agent).is_some() {
            know(&mut self.agents, agent, [tick + 1; CLASSES]);
        }
    }

    /// Hears what another clock knows. One that is full hears no more, and is not heard, so that this never takes long.
    pub(crate) fn hear(&mut self, other: &Clock, most: usize) {
        if self.is_full(most) || other.is_full(most) {
            return;
        }
        merge(&mut self.groups, &other.groups, |known| known);
        merge(&mut self.agents, &other.agents, |known| known);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.agents.clear();
        self.knows_all = false;
    }

    /// Returns whether it hears no more, where there is room for this many.
    pub(crate) fn is_full(&self, most: usize) -> bool {
        self.groups.len() + self.agents.len() + 2 > most
    }

    /// Returns whether it knows an access of a thread, in a phase for a kind of memory, at a tick.
    pub(crate) fn covers(&self, agent: Agent, phase: u32, class: usize, tick: u32) -> bool {
        self.knows_all
            || at(&self.agents, agent).is_some_and(|known| known[class] > tick)
            || at(&self.groups, agent.0).is_some_and(|known| known[class] > phase)
    }

    fn limit(&mut self) {
        if self.groups.len() + self.agents.len() > MOST {
            self.know_all();
        }
    }

    fn know_all(&mut self) {
        *self = Clock { knows_all: true, ..Clock::default() };
    }
}

/// The entry of a key in a sorted list.
fn at<K: Copy + Ord>(list: &[(K, [u32; CLASSES])], key: K) -> Option<[u32; CLASSES]> {
    list.binary_search_by_key(&key, |(key, _)| *key).ok().map(|at| list[at].1)
}

/// Raises the entry of a key in a sorted list.
fn know<K: Copy + Ord>(list: &mut Vec<(K, [u32; CLASSES])>, key: K, known: [u32; CLASSES]) {
    match list.binary_search_by_key(&key, |(key, _)| *key) {
        Ok(at) => list[at].1 = most(list[at].1, known),
        Err(at) => list.insert(at, (key, known)),
    }
}

/// Merges a sorted list into another one, in its place.
fn merge<K: Copy + Ord>(
    list: &mut Vec<(K, [u32; CLASSES])>,
    other: &[(K, [u32; CLASSES])],
    meant: impl Fn([u32; CLASSES]) -> [u32; CLASSES],
) {
    let mut own = list.iter().map(|(key, _)| *key).peekable();
    let is_new = |(key, _): &&(K, [u32; CLASSES])| {
        while own.next_if(|own| own < key).is_some() {}
        own.peek() != Some(key)
    };
    let (old, new) = (list.len(), other.iter().filter(is_new).count());
    if let Some(filler) = other.first().filter(|_| new > 0) {
        list.resize(old + new, *filler);
    }
    // From the end, so that nothing is overwritten before it has moved.
    let (mut from, mut to) = (old, list.len());
    for (key, known) in other.iter().rev() {
        while from > 0 && list[from - 1].0 > *key {
            (from, to) = (from - 1, to - 1);
            list[to] = list[from];
        }
        let before = match from > 0 && list[from - 1].0 == *key {
            true => {
                from -= 1;
                list[from].1
            }
            false => [0; CLASSES],
        };
        to -= 1;
        list[to] = (*key, most(before, meant(*known)));
    }
}

fn most(one: [u32; CLASSES], other: [u32; CLASSES]) -> [u32; CLASSES] {
    [0, 1, 2].map(|at| one[at].max(other[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_merge_in_their_place() {
        let list = |keys: &[u32]| -> Vec<(u32, [u32; CLASSES])> { keys.iter().map(|key| (*key, [*key; 3])).collect() };
        for (own, other) in [(&[][..], &[2, 5][..]), (&[1, 3, 5], &[0, 3, 4, 9]), (&[7, 8], &[1]), (&[1, 2], &[])] {
            let mut merged = list(own);
            merge(&mut merged, &list(other), |known| known.map(|tick| tick + 1));
            let mut keys = [own, other].concat();
            keys.sort_unstable();
            keys.dedup();
            let raised = |key: &u32| (*key, [key + u32::from(other.contains(key)); 3]);
            assert_eq!(merged, keys.iter().map(raised).collect::<Vec<_>>());
        }
    }
}
