//! Values of helper invocations that others get.
//!
//! It must not know why an invocation is a helper, or how inputs are interpolated.

use super::Machine;
use super::here::Here;
use super::object_memory::Buffer;
use crate::code::WaveOp;
use crate::host::Stray;
use crate::state::{Mask, Wave, lanes};
use check::Check;
use check::diagnostics as d;

/// The lanes of a quad whose values a lane gets by an operation with an operand.
fn sources(op: WaveOp, lane: usize, by: u64) -> Option<Mask> {
    let (quad, at) = (lane & !3, |lane: usize| -> Mask { 1 << lane });
    Some(match op {
        // Both differences of the quad, or of the lane's row and column.
        WaveOp::Derivative { bit: 0, fine: false } => at(quad) | at(quad | 1) | at(quad | 2),
        WaveOp::Derivative { bit: 0, fine: true } => at(lane) | at(lane ^ 1) | at(lane ^ 2),
        WaveOp::Derivative { bit, fine: false } => at(quad) | at(quad | bit as usize),
        WaveOp::Derivative { bit, fine: true } => at(lane) | at(lane ^ bit as usize),
        WaveOp::QuadAll | WaveOp::QuadAny => 0xF << quad,
        WaveOp::QuadBroadcast => at(quad | by as usize & 3),
        WaveOp::QuadSwap => at(lane ^ ((by as usize + 1) & 3)),
        WaveOp::Elect
        | WaveOp::All
        | WaveOp::Any
        | WaveOp::AllEqual { .. }
        | WaveOp::Ballot
        | WaveOp::BroadcastFirst
        | WaveOp::Read
        | WaveOp::ReadXor
        | WaveOp::ReadUp
        | WaveOp::ReadDown
        | WaveOp::Rotate
        | WaveOp::Reduce { .. }
        | WaveOp::InverseBallot
        | WaveOp::BitExtract
        | WaveOp::BitCount(_)
        | WaveOp::FindLsb
        | WaveOp::FindMsb
        | WaveOp::Partition => return None,
    })
}

/// The lanes that get one of these lanes' values by an operation of a quad without an operand.
pub(super) fn reached(op: WaveOp, from: Mask, mask: Mask) -> Mask {
    let gets = |lane: &usize| sources(op, *lane, 0).is_some_and(|own| own & from != 0);
    lanes(mask).filter(gets).fold(0, |all, lane| all | 1 << lane)
}

impl Machine<'_> {
    /// The lanes of a group whose inputs are far outside of their primitives.
    pub(super) fn strays(&self, group: u64, lanes: usize) -> Mask {
        let outputs = self.inputs.outputs.as_ref();
        let Some((lanes_of_row, Stray { buffer, rows, bit })) = outputs.and_then(|own| Some((own.lanes, own.stray?)))
        else {
            return 0;
        };
        let Some(Some(Buffer { bytes, .. })) = self.buffers.get(buffer as usize) else { return 0 };
        let first = group as usize * (rows * lanes_of_row) as usize;
        let words = bytes.bytes().as_chunks().0.get(first..).unwrap_or(&[]);
        let row = words.iter().take(lanes).map(|word| u32::from_le_bytes(*word) & bit != 0);
        row.enumerate().fold(0, |all, (lane, strays)| all | Mask::from(strays) << lane)
    }

    /// Reports a lane that gets a value which a helper does not have. Returns the lanes without values but for such helpers.
    pub(super) fn helped(&mut self, wave: &Wave, here: Here, op: WaveOp, src: u32, other: Option<u32>) -> Mask {
        let mask = here.mask;
        let undefined = wave.undefined[src as usize];
        let missing = undefined & (wave.without_result | wave.strays) & mask;
        if missing == 0 || sources(op, 0, 0).is_none() {
            return undefined;
        }
        let is_derivative = matches!(op, WaveOp::Derivative { .. });
        let what = if is_derivative { "a derivative depends" } else { "an operation of a quad depends" }.to_owned();
        let by = |lane: usize| other.map_or(0, |slot| wave.get(slot, lane));
        let getting = |from: Mask| {
            let gets = |lane: &usize| sources(op, *lane, by(*lane)).is_some_and(|own| own & from != 0);
            lanes(mask & !wave.helpers).find(gets)
        };
        // A lane without a result may stray as well, and its value be without either.
        if let Some(lane) = getting(missing & wave.without_result) {
            self.at_thread(wave, here.at(lane), Check::HelperEffect, &d::HelperEffect { what });
        } else if let Some(lane) = getting(missing & !wave.without_result) {
            self.at_thread(wave, here.at(lane), Check::DerivativeEdge, &d::DerivativeEdge { what });
        }
        undefined & !missing
    }
}
