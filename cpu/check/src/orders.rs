//! All orders of the accesses of threads to memory that others see, tried in one run after the other.
//!
//! A run is a sequence of steps. In each of them an agent, a thread or a wave, runs until it has accessed such memory. Two
//! steps conflict if both access the same bytes, unless both only read, or both are updates that commute and whose results
//! are unused. Orders that have all conflicting steps in the same order have the same outcome, so that one of them is
//! enough: this is dynamic partial-order reduction with source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas:
//! "Optimal dynamic partial order reduction", 2014). It knows agents by numbers, and nothing of what they are.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most agents whose orders are examined.
pub const MOST_AGENTS: u64 = 128;
/// The most steps of a run.
const MOST_STEPS: usize = 20_000;
/// The bytes that are told apart.
const GRANULE: u64 = 4;

/// The effect of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// It is read.
    Read,
    /// It is written, and may be read.
    Write,
    /// It is changed by an operation that commutes with those of the same number.
    Commute(u32),
}

impl AccessKind {
    fn conflicts_with(self, other: AccessKind) -> bool {
        self == AccessKind::Write || self != other
    }
}

/// An access to bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The object.
    pub object: u64,
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub bytes: u32,
    /// Its kind.
    pub kind: AccessKind,
}

impl Access {
    fn granules(&self) -> std::ops::RangeInclusive<u64> {
        let last = self.offset.saturating_add(u64::from(self.bytes.max(1)) - 1);
        self.offset / GRANULE..=last / GRANULE
    }

    fn conflicts_with(&self, other: &Access) -> bool {
        let (own, its) = (self.granules(), other.granules());
        let overlaps = own.start() <= its.end() && its.start() <= own.end();
        self.object == other.object && overlaps && self.kind.conflicts_with(other.kind)
    }
}

/// For each agent the number of its first steps that come before a step in every order alike.
type Clock = Vec<u32>;

/// A step of the current run.
#[derive(Clone, Debug)]
struct Step {
    agent: u32,
    clock: Clock,
}

/// A choice among agents, before a step.
#[derive(Clone, Debug)]
struct Point {
    /// The agents that could go on.
    enabled: Vec<u32>,
    chosen: u32,
    /// The agents that must be chosen too.
    wanted: BTreeSet<u32>,
    /// Agents whose steps from here on need no look, with what they would touch: other orders have had them.
    asleep: Vec<(u32, Vec<Access>)>,
}

/// The steps that have accessed a granule since it was last written, and what they did.
type Accesses = Vec<(usize, AccessKind)>;

/// The orders that have been tried, and the current run.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    points: Vec<Point>,
    steps: Vec<Step>,
    /// The clock of each agent.
    clocks: Vec<Clock>,
    cells: FxHashMap<(u64, u64), Accesses>,
    /// The accesses of the current step so far, and those of the steps before it.
    touches: Vec<Access>,
    touched: Vec<Vec<Access>>,
    /// The number of the current run.
    number: u32,
    /// The number of orders that have been tried, but for those that had the outcome of others.
    tried: u32,
    is_repeated: bool,
    has_given_up: bool,
}

impl Orders {
    /// The number of orders that have been tried, but for those that had the outcome of others.
    pub fn tried(&self) -> u32 {
        self.tried
    }

    /// The number of the current run: [`Schedule::All`](crate::Schedule::All) has it.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns whether the current run was left because others have had its outcome.
    pub fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// Returns whether there are more agents or steps than are examined, so that some orders are not tried.
    pub fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// Says that not all orders can be tried.
    pub fn give_up(&mut self) {
        self.has_given_up = true;
    }

    /// Starts a run of the given number of agents.
    pub fn begin(&mut self, agents: usize) {
        self.steps.clear();
        self.cells.clear();
        self.touches.clear();
        self.touched.clear();
        self.clocks = vec![vec![0; agents]; agents];
        self.is_repeated = false;
    }

    /// Chooses among the agents that can go on, in the order of their numbers. None is chosen if what is left has been tried in
    /// other orders.
    pub fn choose(&mut self, enabled: &[u32]) -> Option<u32> {
        let depth = self.steps.len();
        if let Some(point) = self.points.get(depth) {
            if point.enabled == enabled {
                return Some(point.chosen);
            }
            // The same choices have led elsewhere.
            self.give_up();
            self.points.truncate(depth);
        }
        if depth >= MOST_STEPS || self.has_given_up {
            self.give_up();
            return enabled.first().copied();
        }
        let asleep = self.asleep();
        let is_awake = |agent: &u32| !asleep.iter().any(|(other, _)| other == agent);
        let last = self.steps.last().map(|step| step.agent).filter(|agent| enabled.contains(agent) && is_awake(agent));
        let Some(chosen) = last.or_else(|| enabled.iter().copied().find(is_awake)) else {
            self.is_repeated = true;
            return None;
        };
        self.points.push(Point { enabled: enabled.to_vec(), chosen, wanted: BTreeSet::new(), asleep });
        Some(chosen)
    }

    /// The agents that sleep before the next step: those before the last one that it does not conflict with.
    fn asleep(&self) -> Vec<(u32, Vec<Access>)> {
        let (Some(point), Some(touched)) = (self.points.last(), self.touched.last()) else { return Vec::new() };
        let conflicts = |own: &[Access]| own.iter().any(|own| touched.iter().any(|other| own.conflicts_with(other)));
        let stays = |(agent, own): &&(u32, Vec<Access>)| *agent != point.chosen && !conflicts(own);
        point.asleep.iter().filter(stays).cloned().collect()
    }

    /// Notes an access of the current step.
    pub fn touch(&mut self, touch: Access) {
        self.touches.push(touch);
    }

    /// Returns whether the current step has accessed anything.
    pub fn has_touched(&self) -> bool {
        !self.touches.is_empty()
    }

    /// Ends a step of an agent.
    pub fn end_step(&mut self, agent: u32) {
        let touches = std::mem::take(&mut self.touches);
        if self.has_given_up {
            return;
        }
        let now = self.steps.len();
        let before = self.clocks[agent as usize].clone();
        let mut earlier = BTreeSet::new();
        for touch in &touches {
            for granule in touch.granules() {
                let accesses = self.cells.entry((touch.object, granule)).or_default();
                let conflicting = accesses.iter().filter(|(_, kind)| touch.kind.conflicts_with(*kind));
                earlier.extend(conflicting.map(|(step, _)| *step).filter(|step| *step != now));
                if touch.kind == AccessKind::Write {
                    accesses.clear();
                }
                if accesses.last() != Some(&(now, touch.kind)) {
                    accesses.push((now, touch.kind));
                }
            }
        }
        let mut clock = before.clone();
        earlier.iter().for_each(|step| join(&mut clock, &self.steps[*step].clock));
        clock[agent as usize] = before[agent as usize] + 1;
        self.clocks[agent as usize].clone_from(&clock);
        self.steps.push(Step { agent, clock });
        self.touched.push(touches);
        let races: Vec<usize> = earlier.iter().copied().filter(|step| self.is_race(*step, &earlier, &before)).collect();
        races.into_iter().for_each(|step| self.want(step));
    }

    /// Returns whether an earlier step could come after the last one: nothing else puts them in an order.
    fn is_race(&self, step: usize, earlier: &BTreeSet<usize>, before: &Clock) -> bool {
        let is_before = |clock: &Clock| self.is_covered(step, clock);
        !is_before(before) && !earlier.range(step + 1..).any(|other| is_before(&self.steps[*other].clock))
    }

    /// Returns whether a clock knows a step.
    fn is_covered(&self, step: usize, clock: &Clock) -> bool {
        let Step { agent, clock: own } = &self.steps[step];
        clock[*agent as usize] >= own[*agent as usize]
    }

    /// Wants an order in which the last step comes before an earlier one that it conflicts with.
    fn want(&mut self, earlier: usize) {
        let last = self.steps.len() - 1;
        let (mut firsts, mut initials): (Vec<usize>, Vec<u32>) = (Vec::new(), Vec::new());
        let is_free = |step: &usize| *step == last || !self.is_covered(earlier, &self.steps[*step].clock);
        for step in (earlier + 1..=last).filter(is_free) {
            let Step { agent, clock } = &self.steps[step];
            if firsts.iter().any(|first| self.steps[*first].agent == *agent) {
                continue;
            }
            if !firsts.iter().any(|first| self.is_covered(*first, clock)) {
                initials.push(*agent);
            }
            firsts.push(step);
        }
        let point = &mut self.points[earlier];
        let is_known = |agent: &u32| {
            *agent == point.chosen
                || point.wanted.contains(agent)
                || point.asleep.iter().any(|(asleep, _)| asleep == agent)
        };
        if initials.iter().any(is_known) {
            return;
        }
        match initials.iter().find(|agent| point.enabled.contains(agent)) {
            Some(agent) => {
                point.wanted.insert(*agent);
            }
            // It could not continue there: what unblocks it is among the others.
            None => point.wanted.extend(&point.enabled),
        }
    }

    /// All of these agents have waited for each other.
    pub fn meet(&mut self, agents: impl Iterator<Item = u32> + Clone) {
        let mut all = vec![0; self.clocks.len()];
        agents.clone().for_each(|agent| join(&mut all, &self.clocks[agent as usize]));
        agents.for_each(|agent| self.clocks[agent as usize].clone_from(&all));
    }

    /// Ends the current run. Returns whether there is another order to try.
    pub fn next_order(&mut self) -> bool {
        self.tried += u32::from(!self.is_repeated);
        self.number += 1;
        if self.has_given_up {
            return false;
        }
        while let Some(mut point) = self.points.pop() {
            let touched = self.touched.get(self.points.len()).cloned().unwrap_or_default();
            point.asleep.push((point.chosen, touched));
            let is_awake = |agent: &&u32| !point.asleep.iter().any(|(asleep, _)| asleep == *agent);
            if let Some(agent) = point.wanted.iter().find(is_awake).copied() {
                point.chosen = agent;
                self.points.push(point);
                return true;
            }
        }
        false
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An access of an agent to a word.
    type Operation = (u64, AccessKind);

    /// Runs programs of accesses in all orders. Returns how many were tried, and the different orders of conflicting accesses.
    fn explored(programs: &[&[Operation]]) -> (u32, usize) {
        let (mut orders, mut traces) = (Orders::default(), BTreeSet::new());
        loop {
            orders.begin(programs.len());
            let (mut at, mut row) = (vec![0; programs.len()], Vec::new());
            loop {
                let enabled: Vec<u32> = (0..programs.len() as u32)
                    .filter(|agent| at[*agent as usize] < programs[*agent as usize].len())
                    .collect();
                if enabled.is_empty() {
                    break;
                }
                let Some(agent) = orders.choose(&enabled) else { break };
                let (word, kind) = programs[agent as usize][at[agent as usize]];
                at[agent as usize] += 1;
                orders.touch(Access { object: 0, offset: 4 * word, bytes: 4, kind });
                orders.end_step(agent);
                row.push((agent, word, kind));
            }
            if !orders.is_repeated() {
                traces.insert(conflicts(&row));
            }
            if !orders.next_order() {
                return (orders.tried(), traces.len());
            }
        }
    }

    /// The order of the two accesses of each conflicting pair: equal sets are equivalent orders.
    fn conflicts(row: &[(u32, u64, AccessKind)]) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        let number = |at: usize| row[..at].iter().filter(|other| other.0 == row[at].0).count();
        for (second, (agent, word, kind)) in row.iter().enumerate() {
            for (first, (other, place, its)) in row[..second].iter().enumerate() {
                if agent != other && word == place && kind.conflicts_with(*its) {
                    all.insert(format!("{other}.{} {agent}.{}", number(first), number(second)));
                }
            }
        }
        all
    }

    /// The different orders of conflicting accesses among all orders there are.
    fn all_traces(programs: &[&[Operation]]) -> usize {
        fn go(
            programs: &[&[Operation]],
            at: &mut Vec<usize>,
            row: &mut Vec<(u32, u64, AccessKind)>,
            all: &mut BTreeSet<BTreeSet<String>>,
        ) {
            let mut is_over = true;
            for agent in 0..programs.len() {
                let Some((word, kind)) = programs[agent].get(at[agent]).copied() else { continue };
                is_over = false;
                at[agent] += 1;
                row.push((agent as u32, word, kind));
                go(programs, at, row, all);
                row.pop();
                at[agent] -= 1;
            }
            if is_over {
                all.insert(conflicts(row));
            }
        }
        let mut all = BTreeSet::new();
        go(programs, &mut vec![0; programs.len()], &mut Vec::new(), &mut all);
        all.len()
    }

    #[test]
    fn each_order_that_matters_is_tried_once() {
        use AccessKind::{Commute, Read, Write};
        let programs: [&[&[Operation]]; 9] = [
            &[&[(0, Write)], &[(1, Write)], &[(2, Write)]],
            &[&[(0, Write)], &[(0, Write)], &[(0, Write)]],
            &[&[(0, Read)], &[(0, Read)], &[(0, Write)]],
            &[&[(0, Write), (1, Read)], &[(1, Write), (0, Read)]],
            &[&[(0, Write), (1, Write)], &[(1, Read), (0, Read)], &[(2, Write), (1, Read)]],
            &[&[(0, Commute(1))], &[(0, Commute(1))], &[(0, Commute(1))]],
            &[&[(0, Commute(1)), (1, Write)], &[(0, Commute(1)), (1, Read)], &[(0, Commute(2))]],
            &[&[(0, Read), (0, Write)], &[(0, Read), (0, Write)], &[(1, Write), (0, Read)]],
            &[&[(0, Write), (1, Read), (2, Write)], &[(2, Read), (1, Write)], &[(2, Write), (0, Read)]],
        ];
        let wanted: Vec<usize> = programs.iter().map(|programs| all_traces(programs)).collect();
        assert_eq!(wanted[..6], [1, 6, 4, 3, 6, 1]);
        for (programs, wanted) in programs.iter().zip(wanted) {
            assert_eq!(explored(programs), (wanted as u32, wanted), "{programs:?}");
        }
    }

    #[test]
    fn what_a_barrier_orders_is_not_turned_round() {
        let mut orders = Orders::default();
        orders.begin(2);
        for agent in [0, 1] {
            assert_eq!(orders.choose(if agent == 0 { &[0, 1] } else { &[1] }), Some(agent));
            orders.touch(Access { object: 0, offset: 0, bytes: 4, kind: AccessKind::Write });
            orders.end_step(agent);
            orders.meet([0, 1].into_iter());
        }
        assert!(!orders.next_order());
    }
}
