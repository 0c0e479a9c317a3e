//! Accesses to memory, conflicts between two of them, and the instructions that they come from.

use super::cells::SITES;
use super::order::{Atomic, Reach};
use crate::rows::Check;

/// The kinds of memory that barriers order apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Groupshared memory.
    Group,
    /// Buffers.
    Buffer,
    /// Images.
    Image,
}

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The number of the buffer, the image, or the groupshared memory.
    pub object: u32,
    /// The kind of memory.
    pub class: Class,
    /// The first byte.
    pub offset: u64,
    /// The count.
    pub bytes: u32,
    /// The thread's number in its group.
    pub thread: u32,
    /// True if it writes.
    pub writes: bool,
    /// The atomic operation that it is, if it is one.
    pub atomic: Option<Atomic>,
    /// True if the memory is coherent between groups.
    pub coherent: bool,
    /// True if other threads must not rely on it, whatever orders it.
    pub private: bool,
    /// True if it writes what is there already.
    pub same: bool,
    /// The instruction.
    pub site: u32,
}

/// One side of a conflict that came earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The group, by its number in the dispatch.
    pub group: u32,
    /// The thread's number in its group.
    pub thread: u32,
    /// The instruction.
    pub site: u32,
    /// True if it writes.
    pub writes: bool,
    /// True if it is an atomic operation.
    pub atomic: bool,
}

/// Two accesses without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The kind of race.
    pub check: Check,
    /// The earlier access.
    pub earlier: Party,
    /// The first byte of the granule.
    pub offset: u64,
}

/// An instruction that accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) pc: u32,
    pub(super) atomic: Option<Reach>,
    pub(super) coherent: bool,
    pub(super) private: bool,
}

/// The instructions that have accessed memory, by small numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    pub(super) all: Vec<Site>,
    /// The number of the last form of each instruction.
    known: Vec<u32>,
}

impl Sites {
    /// The number of an access's instruction, if there is one left.
    pub(super) fn number(&mut self, access: &Access) -> Option<u32> {
        let Access { site: pc, coherent, private, .. } = *access;
        let site = Site { pc, atomic: access.atomic.map(|atomic| atomic.reach), coherent, private };
        let at = access.site as usize;
        if let Some(number) = self.known.get(at)
            && self.all.get(*number as usize) == Some(&site)
        {
            return Some(*number);
        }
        let number = self.all.len();
        if number >= SITES {
            return None;
        }
        self.all.push(site);
        if at >= self.known.len() {
            self.known.resize(at + 1, u32::MAX);
        }
        self.known[at] = number as u32;
        Some(number as u32)
    }
}
