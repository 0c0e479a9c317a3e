//! Atomic operations, on memory and on texels.

use super::Machine;
use crate::code::{AtomicCode, AtomicOp, BUFFERS, LOCAL, NOWHERE, Pc, TEXELS, TexelPointer};
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

    pub(super) fn texel_pointer(&mut self, wave: &mut Wave, (pc, mask): (Pc, Mask), code: &TexelPointer) {
        let TexelPointer { dst, image, coords, ty, shape } = code;
        for slot in coords.slot..coords.slot + coords.count {
            self.used(wave, (pc, mask), slot, 1, "texel coordinate");
        }
        for lane in lanes(mask) {
            let handle = wave.get(*image, lane);
            let at = [0, 1, 2].map(|axis| match axis < coords.count {
                true => wave.get(coords.slot + axis, lane) as u32,
                false => 0,
            });
            let texel = self.texel(handle, (ty, *shape), at, 0);
            if texel.is_none() {
                self.beyond_texture(wave, pc, lane, (handle, at, coords.count), true);
            }
            let (object, offset) = match texel {
                Some(number) => (TEXELS + handle - 1, number),
                None => (NOWHERE, 0),
            };
            wave.set(*dst, lane, object);
            wave.set(*dst + 1, lane, offset);
        }
    }

    pub(super) fn atomic(&mut self, wave: &mut Wave, (pc, lane): (Pc, usize), code: &AtomicCode) {
        let AtomicCode { op, bits, dst, pointer, value, compare, flags, sync } = code;
        for slot in value.iter().chain(compare) {
            self.used(wave, (pc, 1 << lane), *slot, 1, "operand of an atomic operation");
        }
        let (object, mut offset) = (wave.get(*pointer, lane), wave.get(*pointer + 1, lane));
        let size = (bits / 8).max(1);
        if (BUFFERS..TEXELS).contains(&object) {
            // A misaligned address is rounded down. Memory without a layout is packed.
            offset &= !u64::from(size - 1);
        }
        let of = |slot: &Option<u32>| slot.map_or(0, |slot| wave.get(slot, lane));
        let (operand, comparator) = (of(value), of(compare));
        let (old, undefined) = self.old(wave, lane, (object, offset), (*bits, *flags));
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
                    self.note_writer(object, pc);
                }
                self.order(wave, pc, lane, Touch { offset: 4 * offset, bytes: 4, ..touch });
                true
            }
            _ => self.look(wave, pc, lane, touch),
        };
        if is_there && writes {
            let keeps = undefined && !matches!(op, AtomicOp::Store | AtomicOp::Exchange);
            self.replace(wave, lane, (object, offset), (*bits, *flags), (new, keeps));
        }
        if let Some(dst) = dst {
            wave.set(*dst, lane, if is_there { old } else { 0 });
            let is_result = is_there && undefined;
            wave.mark(*dst, 1 << lane, if is_result { 1 << lane } else { 0 });
        }
    }

    /// The value at a place, and whether it is uninitialized.
    fn old(
        &mut self,
        wave: &Wave,
        lane: usize,
        (object, offset): (u64, u64),
        (bits, flags): (u32, u32),
    ) -> (u64, bool) {
        if object >= TEXELS {
            let args = self.texel_args(object, offset, flags);
            let [low, high, ..] = self.host.image(ImageFunction::Read, (object - TEXELS) as u32, None, &args);
            let has_none =
                self.texels.get(&((object - TEXELS) as u32)).is_some_and(|marks| marks.has_none(offset as usize, 1));
            return (u64::from(low) | if bits == 64 { u64::from(high) << 32 } else { 0 }, has_none);
        }
        let size = (bits / 8) as usize;
        match object {
            LOCAL => wave.local.read(lane, offset, size),
            _ => self.view(object, offset).read(offset, size),
        }
    }

    fn replace(
        &mut self,
        wave: &mut Wave,
        lane: usize,
        (object, offset): (u64, u64),
        (bits, flags): (u32, u32),
        (value, undefined): (u64, bool),
    ) {
        if object >= TEXELS {
            let mut args = self.texel_args(object, offset, flags);
            args.texel = [value as u32, (value >> 32) as u32, 0, 0];
            let image = (object - TEXELS) as u32;
            self.host.image(ImageFunction::Write, image, None, &args);
            if let Some(marks) = self.texels.get_mut(&image) {
                marks.write(offset as usize, 1, undefined);
            }
            return;
        }
        let size = (bits / 8) as usize;
        match object {
            LOCAL => wave.local.write(lane, offset, size, (value, undefined)),
            _ => {
                self.room(object, offset).write(offset, size, (value, undefined));
            }
        }
    }

    /// The host's name for a texel with this number.
    fn texel_args(&self, object: u64, number: u64, flags: u32) -> ImageArgs {
        let image = (object - TEXELS) as u32;
        let extent = self.host.extent(image, 0);
        super::images::args_of(number, extent, self.shape(image), flags)
    }
}
