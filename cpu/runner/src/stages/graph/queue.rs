//! Records that wait, and those that a dispatch has sent.

use crate::buffers::Bytes;
use stages::nodes::{Kernel, LOG_WORDS, SLOT_WORDS, WorkNode};

/// The records that wait for a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    stride: usize,
    bytes: Vec<u8>,
    /// The levels of recursion that remain for each record.
    remaining: Vec<u32>,
}

impl Queue {
    pub(super) fn new(stride: usize) -> Queue {
        Queue { stride, ..Queue::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.remaining.len()
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + 4 * self.remaining.len()
    }

    /// Adds a record. Returns the bytes that it takes.
    pub(super) fn push(&mut self, record: &[u8], remaining: u32) -> usize {
        let end = self.bytes.len() + self.stride;
        self.bytes.extend_from_slice(&record[..record.len().min(self.stride)]);
        self.bytes.resize(end, 0);
        self.remaining.push(remaining);
        self.stride + 4
    }

    /// Takes all records.
    pub(super) fn take(&mut self) -> Queue {
        std::mem::replace(self, Queue::new(self.stride))
    }

    /// The bytes of all records.
    pub(super) fn records(&self) -> &[u8] {
        &self.bytes
    }

    /// A record.
    pub(super) fn record(&self, at: usize) -> &[u8] {
        &self.bytes[at * self.stride..(at + 1) * self.stride]
    }

    pub(super) fn remaining(&self, at: usize) -> u32 {
        self.remaining[at]
    }
}

/// What the units of a dispatch have sent.
pub(super) struct Sent<'s> {
    node: &'s WorkNode,
    kernel: &'s Kernel,
    log: &'s Bytes,
    made: &'s [Bytes],
}

/// Records that an invocation, or a workgroup, has allocated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allocation {
    pub(super) output: usize,
    /// The index of the node in the output.
    pub(super) index: u32,
    pub(super) count: u32,
    /// How often it was enqueued.
    pub(super) enqueued: u32,
    pub(super) site: usize,
    /// The invocation, and the number of the allocation in it.
    order: (u32, u32),
    /// The number of the first record in the output's buffer.
    first: usize,
}

impl<'s> Sent<'s> {
    pub(super) fn new(node: &'s WorkNode, kernel: &'s Kernel, log: &'s Bytes, made: &'s [Bytes]) -> Self {
        Sent { node, kernel, log, made }
    }

    /// A word of the log of a unit.
    fn word(&self, unit: usize, at: u32) -> u32 {
        let at = 4 * (unit * self.kernel.log_words as usize + at as usize);
        let word = self.log.get(at..at + 4).and_then(|word| word.try_into().ok());
        word.map_or(0, u32::from_le_bytes)
    }

    /// How often a unit was refused records, at which instruction, and how many it asked for at once.
    pub(super) fn refused(&self, unit: usize) -> Option<(u32, usize, u32)> {
        let [count, site, most] = [0, 1, 2].map(|at| self.word(unit, at));
        const { assert!(LOG_WORDS == 3, "each of them has its word") };
        (count > 0).then(|| (count, (site as usize).saturating_sub(1), most))
    }

    /// What a unit has allocated, in the order of its invocations.
    pub(super) fn allocations(&self, unit: usize) -> Vec<Allocation> {
        let mut all = Vec::new();
        for (at, output) in self.node.outputs.iter().enumerate().filter(|(at, output)| output.limited_with == *at) {
            let (start, most) = (self.kernel.slots[at], output.records.most);
            // The counter is beyond the limit where records were refused.
            let taken = self.word(unit, start - 1).min(most);
            let mut slot = 0;
            while slot < taken {
                let word = |at: u32| self.word(unit, start + slot * SLOT_WORDS + at);
                let Some(output) = word(0).checked_sub(1).map(|output| output as usize) else {
                    slot += 1;
                    continue;
                };
                let (index, count) = (word(1), word(2).min(most - slot));
                let first = unit * most as usize + slot as usize;
                let (order, enqueued, site) = ((word(3), word(4)), word(5), word(6) as usize);
                if output < self.node.outputs.len() {
                    all.push(Allocation { output, index, count, enqueued, site, order, first });
                }
                slot += count.max(1);
            }
        }
        all.sort_by_key(|allocation| allocation.order);
        all
    }

    /// The records of an allocation.
    pub(super) fn records(&self, allocation: &Allocation) -> impl Iterator<Item = &'s [u8]> {
        let stride = self.node.outputs[allocation.output].records.stride as usize;
        let (bytes, first) = (&self.made[allocation.output], allocation.first);
        (first..first + allocation.count as usize)
            .map(move |at| bytes.get(at * stride..(at + 1) * stride).unwrap_or(&[]))
    }
}
