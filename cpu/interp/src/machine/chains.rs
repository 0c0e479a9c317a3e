//! Steps from pointers to parts of what they lead to.

use super::Machine;
use super::here::Here;
use crate::cells::{Parted, blend};
use crate::code::{LOCAL, NOWHERE, SHARED, Slot, Step};
use crate::compute;
use crate::lanes::is_whole;
use crate::state::{Mask, Wave, lanes};
use check::Check;

/// The cells of the pointers before and behind steps, and what is added to the offset.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) dst: Slot,
    pub(super) base: Slot,
    pub(super) offset: u64,
}

impl Machine<'_> {
    pub(super) fn chain(&mut self, wave: &mut Wave, here: Here, path: Path, steps: &[Step]) {
        let (mask, Path { dst, base, offset }) = (here.mask, path);
        for step in steps {
            self.used(wave, here, step.index, 1, "index");
        }
        let undefined = wave.undefined[base as usize];
        wave.mark(dst, mask, undefined);
        wave.mark(dst + 1, mask, undefined);
        if self.step_by_all(wave, mask, path, steps) {
            return;
        }
        for lane in lanes(mask) {
            let mut pointer = wave.pointer(base, lane).plus(offset);
            for step in steps {
                if let Some((slot, align)) = step.bytes {
                    let offset = wave.get(slot, lane);
                    if !offset.is_multiple_of(align.into()) {
                        self.misaligned(wave, here.at(lane), &format!("'{}'", step.what), offset, align);
                    }
                }
                let mut index = compute::signed(step.bits, wave.get(step.index, lane));
                // Without a sign a large index is one beyond all memory.
                if step.count.is_some() || step.bits < 64 && index < 0 {
                    index = wave.get(step.index, lane).cast_signed();
                }
                if let Some(count) = step.count
                    && !(0..i64::from(count)).contains(&index)
                {
                    let shown = compute::signed(step.bits, wave.get(step.index, lane));
                    self.out_of_bounds(wave, here.at(lane), shown, &step.what);
                    if self.wants(Check::Bounds) {
                        // What follows from the access elsewhere is not a news.
                        pointer.object = NOWHERE;
                        wave.has_strayed = true;
                    } else if pointer.object == LOCAL || pointer.object == SHARED {
                        index = index.clamp(0, i64::from(count.max(1)) - 1);
                    }
                }
                pointer = pointer.plus(index.cast_unsigned().wrapping_mul(step.stride));
            }
            wave.set_pointer(dst, lane, pointer);
        }
    }

    /// The steps of all lanes, if each index is one that there is. Returns whether that is so.
    fn step_by_all(&mut self, wave: &mut Wave, mask: Mask, path: Path, steps: &[Step]) -> bool {
        let Path { dst, base, offset } = path;
        if !are_usual(wave, mask, steps) {
            return false;
        }
        if self.step_by_words(wave, mask, path, steps) {
            wave.cells.copy(mask, dst, base);
            return true;
        }
        for lane in lanes(mask) {
            let mut pointer = wave.pointer(base, lane).plus(offset);
            for step in steps {
                let index = wave.get(step.index, lane);
                let index =
                    if step.count.is_some() { index } else { compute::signed(step.bits, index).cast_unsigned() };
                pointer = pointer.plus(index.wrapping_mul(step.stride));
            }
            wave.set_pointer(dst, lane, pointer);
        }
        true
    }

    /// The steps of all lanes, if no place has more than 32 bits. Returns whether that is so.
    pub(super) fn step_by_words(&mut self, wave: &mut Wave, mask: Mask, path: Path, steps: &[Step]) -> bool {
        let Path { dst, base, offset } = path;
        let cells = &mut wave.cells;
        if base + 1 >= dst || cells.is_wide(base + 1) {
            return false;
        }
        // No number of a row is larger than the bits of all.
        let mut most = u64::from(all_bits(cells.row(base + 1))).saturating_add(offset);
        for step in steps {
            let largest = u64::from(all_bits(cells.row(step.index)));
            let has_sign = step.count.is_none() && largest >> (step.bits.clamp(1, 32) - 1) != 0;
            if step.index >= dst || has_sign || cells.is_wide(step.index) {
                return false;
            }
            most = most.saturating_add(largest.saturating_mul(step.stride));
        }
        if most > u32::MAX.into() {
            return false;
        }
        let is_for_all = is_whole(mask, wave.width);
        let Parted { before, row } = cells.part(dst + 1, mask);
        let starts = before.row(base + 1);
        let places = if is_for_all {
            row.iter_mut().zip(starts).for_each(|(place, start)| *place = start.wrapping_add(offset as u32));
            &mut *row
        } else {
            self.scratch.clear();
            self.scratch.extend(starts.iter().map(|start| start.wrapping_add(offset as u32)));
            &mut self.scratch[..]
        };
        for step in steps {
            let indices = places.iter_mut().zip(before.row(step.index));
            match step.stride.is_power_of_two() {
                true => {
                    let shift = step.stride.trailing_zeros();
                    indices.for_each(|(place, index)| *place = place.wrapping_add(index.wrapping_shl(shift)));
                }
                false => {
                    let stride = step.stride as u32;
                    indices.for_each(|(place, index)| *place = place.wrapping_add(index.wrapping_mul(stride)));
                }
            }
        }
        if !is_for_all {
            blend(row, &self.scratch, mask);
        }
        true
    }
}

/// The bits that any number of a row has.
pub(super) fn all_bits(row: &[u32]) -> u32 {
    row.iter().fold(0, |all, number| all | number)
}

/// Returns whether each index of steps is one that there is, and each offset in bytes aligned.
pub(super) fn are_usual(wave: &Wave, mask: Mask, steps: &[Step]) -> bool {
    let all_below = |slot: u32, limit: u64| {
        !wave.cells.is_wide(slot) && u64::from(all_bits(wave.row(slot))) < limit
            || lanes(mask).all(|lane| wave.get(slot, lane) < limit)
    };
    let are_multiples = |slot: u32, align: u64| match align.is_power_of_two() {
        true => u64::from(all_bits(wave.row(slot))) & (align - 1) == 0,
        false => lanes(mask).all(|lane| wave.get(slot, lane).is_multiple_of(align)),
    };
    let is_usual = |step: &Step| {
        step.bytes.is_none_or(|(slot, align)| are_multiples(slot, align.into()))
            && step.count.is_none_or(|count| all_below(step.index, count.into()))
    };
    steps.iter().all(is_usual)
}
