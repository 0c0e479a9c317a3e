//! Instructions in their quick forms.

use super::Machine;
use super::chains::{Path, are_usual};
use super::here::Here;
use super::memory::Place;
use super::numbers::{has_nan, is_usual};
use crate::cells::{Parted, blend};
use crate::code::{Code, MemoryCode, Pc, Watch};
use crate::lanes::is_whole;
use crate::quick::{Quick, QuickRows};
use crate::rows::FEW;
use crate::state::Wave;

/// An instruction that lanes of a strand have come to, with its quick form.
#[derive(Clone, Copy)]
pub(super) struct Way<'p> {
    /// The strand.
    pub(super) at: usize,
    /// True if it is the only one of its wave.
    pub(super) is_alone: bool,
    pub(super) here: Here,
    pub(super) form: &'p Quick,
    pub(super) code: &'p Code,
}

impl Machine<'_> {
    /// Runs an instruction in its quick form. Returns where its lanes go on; nothing, having done nothing, where it has no such
    /// form or cannot take it.
    #[inline]
    pub(super) fn quickly(&mut self, wave: &mut Wave, Way { at, is_alone, here, form, code }: Way<'_>) -> Option<Pc> {
        let Here { pc, mask } = here;
        match form {
            Quick::Unknown => None,
            Quick::Stay(cells) => wave.are_defined(mask, &[*cells]).then_some(pc + 1),
            Quick::Copy { dst, src, count } => {
                let undefined = &wave.undefined[*src as usize..][..*count as usize];
                if undefined.iter().fold(0, |all, lanes| all | lanes) & mask != 0 {
                    return None;
                }
                (0..*count).for_each(|part| wave.copy_row(mask, dst + part, src + part));
                Some(pc + 1)
            }
            Quick::Rows(rows) => self.rows(wave, here, rows),
            Quick::Jump(target) => (is_alone && wave.strands[at].stays_in_loop(*target)).then_some(*target),
            Quick::Branch { condition, yes, no } => {
                if !is_alone || wave.undefined[*condition as usize] & mask != 0 {
                    return None;
                }
                let taken = wave.truths(*condition) & mask;
                let target = match taken {
                    0 => *no,
                    _ if taken == mask => *yes,
                    _ => return None,
                };
                wave.strands[at].stays_in_loop(target).then_some(target)
            }
            Quick::Chain { dst, base } => {
                let Code::Memory(MemoryCode::Chain { offset, steps, .. }) = code else { return None };
                let undefined = steps.iter().map(|step| step.index).chain([*base]);
                let undefined = undefined.fold(0, |all, slot| all | wave.undefined[slot as usize]) & mask;
                let is_usual = !wave.has_strayed && undefined == 0 && are_usual(wave, mask, steps);
                if !is_usual || !self.step_by_words(wave, mask, Path { dst: *dst, base: *base, offset: *offset }, steps)
                {
                    return None;
                }
                wave.mark(*dst, mask, 0);
                wave.mark(dst + 1, mask, 0);
                Some(pc + 1)
            }
            Quick::Load { dst, pointer, object } => {
                let Code::Memory(MemoryCode::Load { layout, quality, .. }) = code else { return None };
                if wave.has_strayed {
                    return None;
                }
                let place = Place { cells: *dst, object: Some(*object), pointer: *pointer, layout, quality: *quality };
                self.load_from(wave, here, place);
                Some(pc + 1)
            }
            Quick::Store { src, pointer, object } => {
                let Code::Memory(MemoryCode::Store { layout, quality, .. }) = code else { return None };
                let undefined = &wave.undefined[*src as usize..][..layout.pieces.len()];
                if wave.has_strayed || undefined.iter().fold(0, |all, lanes| all | lanes) & mask != 0 {
                    return None;
                }
                let place = Place { cells: *src, object: Some(*object), pointer: *pointer, layout, quality: *quality };
                self.store_to(wave, here, place);
                Some(pc + 1)
            }
        }
    }

    /// Runs an op on rows.
    #[inline]
    fn rows(&mut self, wave: &mut Wave, here: Here, rows: &QuickRows) -> Option<Pc> {
        let mask = here.mask;
        let is_for_all = is_whole(mask, wave.width);
        if !is_for_all && (mask.count_ones() as usize) < wave.width / FEW {
            return None;
        }
        for part in 0..rows.count {
            let slots = rows.slots(part);
            let undefined = slots.iter().fold(0, |all, slot| all | wave.undefined[*slot as usize]) & mask;
            if undefined != 0 || !is_usual(wave, rows.watch, rows.op, &slots) {
                return None;
            }
        }
        for part in 0..rows.count {
            let (slots, dst) = (rows.slots(part), rows.dst + part);
            let Parted { before, row } = wave.cells.part(dst, mask);
            let operands = slots.map(|slot| before.row(slot));
            if is_for_all {
                (rows.run)(row, operands);
            } else {
                self.scratch.resize(wave.width, 0);
                (rows.run)(&mut self.scratch, operands);
                blend(row, &self.scratch, mask);
            }
            if rows.watch == Watch::Birth && has_nan(wave.row(dst)) {
                let [a, b, c] = slots;
                self.record_nan(wave, here, rows.op.op, dst, [a, b, c, 0]);
            }
            wave.mark(dst, mask, 0);
        }
        Some(here.pc + 1)
    }
}
