//! The units of a node's dispatches: workgroups, or invocations, with the records that each has.

use super::queue::Queue;
use stages::nodes::{NodeGrid, NodeLaunch, PACKED, UNIT_WORDS, WorkNode};

/// A workgroup, or an invocation of a node that is launched by threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// Its first record.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The workgroup in the grid.
    pub(super) group: [u32; 3],
    /// The levels of recursion that remain.
    pub(super) remaining: u32,
    /// The workgroups of the grid.
    groups: u32,
}

impl Unit {
    /// The words that the kernel reads.
    pub(super) fn words(&self) -> [u32; UNIT_WORDS as usize] {
        let Unit { first, count, group: [x, y, z], remaining, groups } = *self;
        [first, count, x, y, z, remaining, groups, 0]
    }
}

/// The units for the records of a queue, from the first to the last.
pub(super) struct Units<'u> {
    node: &'u WorkNode,
    queue: &'u Queue,
    /// The next record.
    at: usize,
    /// The next workgroup of its grid.
    group: u32,
    /// Records that request more workgroups than their node may have.
    oversized: Vec<(usize, [u32; 3])>,
}

impl<'u> Units<'u> {
    pub(super) fn new(node: &'u WorkNode, queue: &'u Queue) -> Self {
        Units { node, queue, at: 0, group: 0, oversized: Vec::new() }
    }

    /// The records that were left out since the last call, with their grids.
    pub(super) fn take_oversized(&mut self) -> Vec<(usize, [u32; 3])> {
        std::mem::take(&mut self.oversized)
    }

    /// The next units, at most the given number; none at the end.
    pub(super) fn next(&mut self, most: usize) -> Vec<Unit> {
        let mut units = Vec::new();
        while units.len() < most && self.at < self.queue.len() {
            match self.node.launch {
                NodeLaunch::Broadcasting => self.broadcast(&mut units, most),
                NodeLaunch::Coalescing => {
                    let count = self.together();
                    units.push(self.unit(count, [0; 3], 1));
                    self.at += count as usize;
                }
                NodeLaunch::Thread => {
                    units.push(self.unit(1, [0; 3], 1));
                    self.at += 1;
                }
            }
        }
        units
    }

    fn unit(&self, count: u32, group: [u32; 3], groups: u32) -> Unit {
        Unit { first: self.at as u32, count, group, remaining: self.queue.remaining(self.at), groups }
    }

    /// The number of records that a workgroup of a coalescing node gets: those at the same level of recursion.
    fn together(&self) -> u32 {
        let most = self.node.input.as_ref().map_or(1, |input| input.most.max(1));
        let level = self.queue.remaining(self.at);
        let left = (self.at..self.queue.len()).take(most as usize);
        left.take_while(|at| self.queue.remaining(*at) == level).count() as u32
    }

    /// Adds the workgroups of the next record, as far as there is room.
    fn broadcast(&mut self, units: &mut Vec<Unit>, most: usize) {
        let (grid, is_allowed) = grid(self.node, self.queue.record(self.at));
        if !is_allowed {
            self.oversized.push((self.at, grid));
        }
        let groups = if is_allowed { grid.iter().product() } else { 0 };
        while self.group < groups && units.len() < most {
            let ([x, y, _], at) = (grid, self.group);
            let group = [at % x, at / x % y, at / x / y];
            units.push(self.unit(1, group, groups));
            self.group += 1;
        }
        if self.group >= groups {
            (self.at, self.group) = (self.at + 1, 0);
        }
    }
}

/// The grid of a record, and whether the node may have it.
fn grid(node: &WorkNode, record: &[u8]) -> ([u32; 3], bool) {
    let (grid, most) = match node.grid {
        NodeGrid::Fixed(grid) => (grid, grid),
        NodeGrid::Member { most, offset, stride, axes, bytes } => {
            let mut grid = [1; 3];
            for (at, axis) in grid.iter_mut().enumerate().take(axes as usize) {
                let start = offset as usize + at * stride as usize;
                let own = record.get(start..start + bytes as usize).unwrap_or(&[]);
                *axis = own.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
            }
            (grid, most)
        }
    };
    let is_countable = grid.iter().try_fold(1u32, |all, axis| all.checked_mul(*axis)).is_some();
    (grid, is_countable && (0..3).all(|axis| grid[axis] <= most[axis]))
}

/// The name of an invocation, by its numbers in the dispatch of these units.
pub(super) fn name(node: &WorkNode, units: &[Unit], local: [u32; 3], group: [u32; 3]) -> String {
    let is_packed = node.launch == NodeLaunch::Thread;
    let at = if is_packed { group[0] * PACKED + local[0] } else { group[0] };
    let Some(unit) = units.get(at as usize) else { return format!("'{}'", node.name) };
    named(node, unit, (!is_packed).then_some(local))
}

/// The name of a unit, and of an invocation in it.
pub(super) fn named(node: &WorkNode, unit: &Unit, local: Option<[u32; 3]>) -> String {
    let list = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
    let (name, first, last) = (&node.name, unit.first, unit.first + unit.count.max(1) - 1);
    let own = match node.launch {
        NodeLaunch::Coalescing if first < last => format!("records {first} to {last} of '{name}'"),
        NodeLaunch::Broadcasting => format!("group {} of record {first} of '{name}'", list(unit.group)),
        NodeLaunch::Thread | NodeLaunch::Coalescing => format!("record {first} of '{name}'"),
    };
    local.map_or(own.clone(), |local| format!("thread {} of {own}", list(local)))
}
