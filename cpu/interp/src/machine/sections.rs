//! Critical sections of pixels, and accesses of the pixels of a draw that they do not order.
//!
//! It must not know how pixels become invocations.

use super::Machine;
use super::here::Here;
use crate::code::{BUFFERS, TEXELS};
use crate::state::{Wave, lanes};
use base::diag::Message;
use check::diagnostics as d;
use check::overlaps::{Fragment, Reached, Unordered};
use check::races::Access;
use check::{Check, Finding, Level};

impl Machine<'_> {
    /// Lanes enter or leave a critical section.
    pub(super) fn section(&mut self, wave: &mut Wave, here: Here, begins: bool) {
        let mask = here.mask;
        let wrong = if begins { mask & wave.with_section } else { mask & !wave.in_section };
        if let Some(lane) = lanes(wrong).next() {
            let what = match begins {
                true => "a critical section begins for the second time",
                false => "a critical section ends that has not begun",
            };
            self.at_thread(wave, here.at(lane), Check::Interlock, &d::Interlock { what: what.to_owned() });
        }
        match begins {
            true => (wave.in_section, wave.with_section) = (wave.in_section | mask, wave.with_section | mask),
            false => wave.in_section &= !mask,
        }
    }

    /// Notes an access of a lane among those of the draw, and reports one that it has no order with.
    pub(super) fn overlap(&mut self, wave: &Wave, lane: usize, access: &Access) {
        if self.inputs.overlaps.is_none() {
            return;
        }
        let outputs = self.inputs.outputs.as_ref().map(|outputs| BUFFERS as u32 + outputs.buffer);
        let number = self.group_number() * self.kernel.info.local_size[0] as usize + access.thread as usize;
        let Some(overlaps) = self.inputs.overlaps.as_mut().filter(|_| outputs != Some(access.object)) else { return };
        let reached = Reached {
            object: access.object,
            offset: access.offset,
            bytes: access.bytes,
            writes: access.writes,
            atomic: access.atomic.is_some(),
            same: access.same,
            ordered: wave.in_section >> lane & 1 == 1,
            site: access.site,
        };
        let own = overlaps.fragment(number);
        if let (Some(own), Some(found)) = (own, overlaps.access(number, &reached)) {
            self.overlapping(wave, lane, access, own, &found);
        }
    }

    /// The number of the current group.
    fn group_number(&self) -> usize {
        self.now.id[0].wrapping_sub(self.inputs.base[0]) as usize
    }

    fn overlapping(&mut self, wave: &Wave, lane: usize, access: &Access, own: Fragment, found: &Unordered) {
        let (check, pc, other) = (Check::Interlock, access.site, found.site + 1);
        if !self.wants(check) || self.findings.again(check, (pc, other)) {
            return;
        }
        let object = match access.object {
            object if object >> 31 == 1 => TEXELS + u64::from(object & !(1 << 31)),
            object => object.into(),
        };
        let memory = self.name_of(object, found.offset);
        let name =
            |Fragment { pixel: [x, y], primitive }: Fragment| format!("pixel ({x},{y}) of primitive {primitive}");
        let is_same = own.pixel == found.fragment.pixel;
        let what = match is_same {
            true => format!("nothing orders accesses to {memory} by two invocations at one pixel"),
            false => format!("nothing orders accesses to {memory} by two pixels"),
        };
        let hint = match is_same {
            true => "use a rasterizer-ordered view, or atomic operations, for both accesses",
            false => "rasterizer-ordered views order the invocations of one pixel alone; use atomic operations",
        };
        let did = |writes: bool| if writes { "writes it" } else { "reads it" };
        let (place, thread) = (self.place(pc), self.thread(wave, lane));
        let related = vec![(self.place(found.site), format!("{} {} here", name(found.fragment), did(found.writes)))];
        let notes = vec![format!("{thread} {} here", did(access.writes)), hint.to_owned()];
        let message = d::Interlock { what }.text();
        let make = || Finding { check, level: Level::Off, message, place, related, notes, count: 0 };
        self.add(check, Some(wave.lane(lane)), pc, other, make);
    }
}
