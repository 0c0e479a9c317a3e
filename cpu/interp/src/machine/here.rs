//! Where a run is: an instruction, and the lanes that run it.

use crate::code::Pc;
use crate::state::Mask;

/// An instruction and the lanes that run it.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) pc: Pc,
    pub(super) mask: Mask,
}

impl Here {
    /// The instruction and one of its lanes.
    #[inline]
    pub(super) fn at(self, lane: usize) -> LaneAt {
        LaneAt { lane, pc: self.pc }
    }
}

/// A lane and the instruction that it runs.
#[derive(Clone, Copy)]
pub(super) struct LaneAt {
    pub(super) lane: usize,
    pub(super) pc: Pc,
}

impl LaneAt {
    /// The instruction, run by this lane alone.
    #[inline]
    pub(super) fn alone(self) -> Here {
        Here { pc: self.pc, mask: 1 << self.lane }
    }
}
