//! Where things are in scratch memory: what all lanes share, and for each slot of the frame one place per lane.

use crate::abi::SCRATCH_ALIGN;
use crate::error::{LowerError, Result};

/// Bytes that are always zero: reads that are out of range lead here.
pub(crate) const ZERO: u64 = 0;
/// Bytes that nobody reads: writes that are out of range lead here.
pub(crate) const SINK: u64 = 256;
/// The size of either.
pub(crate) const GUARD_BYTES: u64 = 256;
/// The most scratch memory that a kernel may need.
const MAX_BYTES: u64 = 256 << 20;

/// Hands out scratch memory.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    bytes: u64,
    lanes: u64,
}

/// A slot of the frame: one place per lane, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Where the first lane's place is.
    pub(crate) start: u64,
    /// The size of a place.
    pub(crate) size: u64,
}

impl Scratch {
    pub(crate) fn new(lanes: u32) -> Scratch {
        Scratch { bytes: SINK + GUARD_BYTES, lanes: u64::from(lanes) }
    }

    /// Memory that all lanes share.
    pub(crate) fn shared(&mut self, size: u64) -> Result<u64> {
        let start = self.bytes;
        self.bytes = start.saturating_add(size.saturating_add(SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN);
        if self.bytes > MAX_BYTES {
            return Err(LowerError::TooLarge(format!("it needs more than {MAX_BYTES} bytes of memory per workgroup")));
        }
        Ok(start)
    }

    /// A place per lane.
    pub(crate) fn slot(&mut self, size: u64) -> Result<Slot> {
        // Places are aligned for any scalar.
        let size = size.max(1).saturating_add(7) / 8 * 8;
        Ok(Slot { start: self.shared(size.saturating_mul(self.lanes))?, size })
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}
