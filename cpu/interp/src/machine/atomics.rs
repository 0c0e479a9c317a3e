//! Atomic operations, on memory and on texels.

use super::Machine;
use super::here::{Here, LaneAt};
use crate::code::{AtomicCode, AtomicOp, BUFFERS, LOCAL, NOWHERE, Pointer, TEXELS, TexelPointer};
use crate::compute::{self, compute};
use crate::state::{Mask, Touch, Wave, lanes};
use abi::{ImageArgs, ImageFunction};
use check::Schedule;

impl Machine<'_> {
    /// The lanes of a strand in the order in which their atomic operations come.
    pub(super) fn in_turn(&mut self, mask: Mask) -> Vec<usize> {
        let mut all: Vec<usize> = lanes(mask).collect();
        let is_reversed = match self.inputs.schedule {
            Schedule::Lockstep | Schedule::All(_) => false,
            Schedule::Reverse => true,
            Schedule::Random(_) => self.choices.below(2) == 0,
        };
        if is_reversed {
            all.reverse();
        }
        all
    }

    pub(super) fn texel_pointer(&mut self, wave: &mut Wave, here: Here, code: &TexelPointer) {
        let TexelPointer { dst, image, coords, shape } = code;
        for slot in coords.slot..coords.slot + coords.count {
            self.used(wave, here, slot, 1, "texel coordinate");
        }
        for lane in lanes(here.mask) {
            let handle = wave.get(*image, lane);
            let at = [0, 1, 2].map(|axis| match axis < coords.count {
                true => wave.get(coords.slot + axis, lane) as u32,
                false => 0,
            });
            let texel = self.texel(handle, *shape, at, 0);
            if texel.is_none() {
                self.beyond_texture(wave, here.at(lane), handle, &at[..coords.count.min(3) as usize], true);
            }
            let pointer = match texel {
                Some(number) => Pointer { object: TEXELS + handle - 1, offset: number },
                None => Pointer { object: NOWHERE, offset: 0 },
            };
            wave.set_pointer(*dst, lane, pointer);
        }
    }

    pub(super) fn atomic(&mut self, wave: &mut Wave, at: LaneAt, code: &AtomicCode) {
        let AtomicCode { op, bits, dst, pointer, value, compare, flags: _, sync } = code;
        let lane = at.lane;
        for slot in value.iter().chain(compare) {
            self.used(wave, at.alone(), *slot, 1, "operand of an atomic operation");
        }
        let Pointer { object, mut offset } = wave.pointer(*pointer, lane);
        let size = (bits / 8).max(1);
        if (BUFFERS..TEXELS).contains(&object) {
            // A misaligned address is rounded down. Memory without a layout is packed.
            offset &= !u64::from(size - 1);
        }
        let of = |slot: &Option<u32>| slot.map_or(0, |slot| wave.get(slot, lane));
        let (operand, comparator) = (of(value), of(compare));
        let place = Pointer { object, offset };
        let (old, undefined) = self.old(wave, lane, place, code);
        let new = match op {
            AtomicOp::Load => old,
            AtomicOp::Store | AtomicOp::Exchange => operand,
            AtomicOp::Compare if old == comparator => operand,
            AtomicOp::Compare => old,
            AtomicOp::Each(op) => compute(*op, *bits, *bits, [old, operand, 0, 0]),
            AtomicOp::Count(step) => old.wrapping_add(*step) & compute::mask(*bits),
        };
        let has_failed = *op == AtomicOp::Compare && old != comparator;
        let writes = *op != AtomicOp::Load && !has_failed;
        let touch = Touch {
            object,
            offset,
            bytes: size,
            writes,
            atomic: Some(sync[usize::from(has_failed)]),
            coherent: true,
            private: false,
            same: old == new,
            change: self.change(code),
        };
        let is_there = match object {
            NOWHERE => false,
            _ if object >= TEXELS => {
                self.writes += u64::from(writes && old != new);
                if writes {
                    self.note_writer(object, at.pc);
                }
                self.order(wave, at, Touch { offset: 4 * offset, bytes: 4, ..touch });
                true
            }
            _ => self.look(wave, at, touch),
        };
        if is_there && writes {
            let keeps = undefined && !matches!(op, AtomicOp::Store | AtomicOp::Exchange);
            self.replace(wave, lane, place, code, new, keeps);
        }
        if let Some(dst) = dst {
            wave.set(*dst, lane, if is_there { old } else { 0 });
            let is_result = is_there && undefined;
            wave.mark(*dst, 1 << lane, if is_result { 1 << lane } else { 0 });
        }
    }

    /// The value at a place, and whether it is uninitialized.
    fn old(&mut self, wave: &Wave, lane: usize, place: Pointer, code: &AtomicCode) -> (u64, bool) {
        let Pointer { object, offset } = place;
        if object >= TEXELS {
            let args = self.texel_args(place, code.flags);
            let [low, high, ..] = self.host.image(ImageFunction::Read, (object - TEXELS) as u32, None, &args);
            let has_none =
                self.texels.get(&((object - TEXELS) as u32)).is_some_and(|marks| marks.has_none(offset as usize, 1));
            return (u64::from(low) | if code.bits == 64 { u64::from(high) << 32 } else { 0 }, has_none);
        }
        let size = (code.bits / 8) as usize;
        match object {
            LOCAL => wave.local.read(lane, offset, size),
            _ => self.view(object, offset).read(offset, size),
        }
    }

    fn replace(
        &mut self,
        wave: &mut Wave,
        lane: usize,
        place: Pointer,
        code: &AtomicCode,
        value: u64,
        undefined: bool,
    ) {
        let Pointer { object, offset } = place;
        if object >= TEXELS {
            let mut args = self.texel_args(place, code.flags);
            args.texel = [value as u32, (value >> 32) as u32, 0, 0];
            let image = (object - TEXELS) as u32;
            self.host.image(ImageFunction::Write, image, None, &args);
            if let Some(marks) = self.texels.get_mut(&image) {
                marks.write(offset as usize, 1, undefined);
            }
            return;
        }
        let size = (code.bits / 8) as usize;
        match object {
            LOCAL => wave.local.write(lane, offset, size, value, undefined),
            _ => {
                self.room(object, offset).write(offset, size, value, undefined);
            }
        }
    }

    /// The host's name for a texel.
    fn texel_args(&self, texel: Pointer, flags: u32) -> ImageArgs {
        let image = (texel.object - TEXELS) as u32;
        let extent = self.host.extent(image, 0);
        super::images::args_of(texel.offset, extent, self.shape(image), flags)
    }
}
