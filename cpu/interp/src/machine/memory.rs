//! Memory: pointers, loads, stores, atomic operations.

use super::Machine;
use super::chains::{Path, all_bits};
use super::here::{Here, LaneAt};
use crate::code::{
    ADDRESS, BUFFERS, ChooseCode, DESCRIPTORS, LOCAL, MemoryCode, NOWHERE, Pc, Pointer, Quality, SHARED, Slot, TEXELS,
    class,
};
use crate::compute;
use crate::state::{Mask, Touch, Wave, lanes};
use crate::types::Layout;
use check::Check;
use check::races::{Access, Class, Row};

/// The operands of a load or a store: the cells of the value, the pointer, and the object if it is known to be the same for
/// all lanes.
#[derive(Clone, Copy)]
pub(super) struct Place<'l> {
    pub(super) cells: Slot,
    pub(super) object: Option<u64>,
    pub(super) pointer: Slot,
    pub(super) layout: &'l Layout,
    pub(super) quality: Quality,
}

impl Machine<'_> {
    pub(super) fn memory(&mut self, wave: &mut Wave, here: Here, code: &MemoryCode) {
        let mask = here.mask;
        match code {
            MemoryCode::Chain { dst, base, offset, steps } => {
                self.chain(wave, here, Path { dst: *dst, base: *base, offset: *offset }, steps)
            }
            MemoryCode::Choose(code) => self.choose(wave, here, code),
            MemoryCode::Load { dst, local: Some(offset), layout, .. } => {
                wave.load_local(mask, *dst, *offset, &layout.pieces);
            }
            MemoryCode::Load { dst, pointer, layout, quality, .. } => {
                let place = Place { cells: *dst, object: None, pointer: *pointer, layout, quality: *quality };
                self.load(wave, here, place);
            }
            MemoryCode::LoadHandle { dst, pointer, cells, quality } => {
                self.same_descriptor(wave, here, *pointer + 1, quality.nonuniform);
                for slot in *dst..*dst + cells {
                    for lane in lanes(mask) {
                        // The handle of no descriptor is 0.
                        let found = wave.get(*pointer, lane) == DESCRIPTORS;
                        let handle = if found { wave.get(*pointer + 1, lane) + 1 } else { 0 };
                        wave.set(slot, lane, handle);
                    }
                    wave.mark(slot, mask, 0);
                }
            }
            MemoryCode::Store { src, local: Some(offset), layout, .. } => {
                self.note_copies(wave, here, *src, layout, |_| Pointer { object: LOCAL, offset: *offset });
                wave.store_local(mask, *src, *offset, &layout.pieces);
            }
            MemoryCode::Store { src, pointer, layout, quality, .. } => {
                self.note_copies(wave, here, *src, layout, |lane| wave.pointer(*pointer, lane));
                let place = Place { cells: *src, object: None, pointer: *pointer, layout, quality: *quality };
                self.store(wave, here, place);
            }
            MemoryCode::LoadCells { dst, src, cells } => {
                wave.load_cells(mask, *dst, *src, cells.offset, &cells.layout.pieces);
            }
            MemoryCode::StoreCells { dst, src, cells } => {
                self.note_copies(wave, here, *src, &cells.layout, |_| Pointer { object: LOCAL, offset: cells.offset });
                (0..cells.layout.pieces.len() as u32).for_each(|cell| wave.copy_row(mask, dst + cell, src + cell));
            }
            MemoryCode::DeclareCells { dst, cells } => {
                (*dst..).zip(cells.layout.pieces.iter()).for_each(|(slot, _)| wave.mark(slot, mask, mask));
                let bytes = cells.layout.runs.last().map_or(0, |(start, bytes)| start + bytes);
                self.forget_copies(cells.offset, bytes.into());
            }
            MemoryCode::Declare { offset, bytes, init } => {
                wave.local.undefine(mask, *offset as usize, *bytes as usize);
                self.forget_copies((*offset).into(), (*bytes).into());
                if let Some((src, layout)) = init {
                    wave.store_local(mask, *src, (*offset).into(), &layout.pieces);
                }
            }
            MemoryCode::ArrayLength { dst, pointer, offset, stride } => {
                for lane in lanes(mask) {
                    let bytes = self.size(wave.get(*pointer, lane));
                    wave.set(*dst, lane, bytes.saturating_sub(*offset) / stride);
                }
                wave.mark(*dst, mask, 0);
            }
            MemoryCode::TexelPointer(code) => self.texel_pointer(wave, here, code),
            MemoryCode::Atomic(code) => {
                for lane in self.in_turn(mask) {
                    self.atomic(wave, here.at(lane), code);
                }
            }
            MemoryCode::PtrToInt { dst, src } | MemoryCode::IntToPtr { dst, src } => {
                wave.copy(mask, &[(*dst, *src)]);
            }
            MemoryCode::PtrEqual { dst, a, b, negated } => {
                for lane in lanes(mask) {
                    let equal = wave.pointer(*a, lane) == wave.pointer(*b, lane);
                    wave.set(*dst, lane, u64::from(equal != *negated));
                }
            }
        }
    }

    /// Notes which instruction puts uninitialized values into memory.
    fn note_copies(&mut self, wave: &Wave, here: Here, src: u32, layout: &Layout, place: impl Fn(usize) -> Pointer) {
        if !self.watches_values {
            return;
        }
        for (slot, piece) in (src..).zip(layout.pieces.iter()) {
            for lane in lanes(wave.undefined[slot as usize] & here.mask) {
                self.now.copies.insert(place(lane).plus(piece.offset.into()), here.pc);
            }
        }
    }

    /// A variable of lanes begins anew, and is uninitialized.
    fn forget_copies(&mut self, offset: u64, bytes: u64) {
        if self.now.copies.is_empty() {
            return;
        }
        let local = |offset: u64| Pointer { object: LOCAL, offset };
        let gone = local(offset)..local(offset.saturating_add(bytes));
        let gone: Vec<_> = self.now.copies.range(gone).map(|(place, _)| *place).collect();
        for place in gone {
            self.now.copies.remove(&place);
        }
    }

    fn choose(&mut self, wave: &mut Wave, here: Here, code: &ChooseCode) {
        let ChooseCode { dst, base, index, bits, count, is_buffer, ref what } = *code;
        self.used(wave, here, index, 1, "descriptor index");
        for lane in lanes(here.mask) {
            let (first, chosen) = (wave.get(base + 1, lane), wave.get(index, lane));
            let found = chosen < count.into() && wave.get(base, lane) == DESCRIPTORS;
            if !found {
                let shown = compute::signed(bits, chosen);
                self.descriptor(
                    wave,
                    here.at(lane),
                    &format!("descriptor index {shown} is out of bounds of '{what}' ({count} descriptors)"),
                );
            }
            let pointer = match (found, is_buffer) {
                (false, _) => Pointer { object: NOWHERE, offset: 0 },
                (true, true) => Pointer { object: BUFFERS + first + chosen, offset: 0 },
                (true, false) => Pointer { object: DESCRIPTORS, offset: first + chosen },
            };
            wave.set_pointer(dst, lane, pointer);
        }
    }

    /// Examines an access before it is made. Returns whether the memory is there.
    pub(super) fn look(&mut self, wave: &Wave, at: LaneAt, touch: Touch) -> bool {
        let Touch { object, offset, bytes, .. } = touch;
        let is_there = match object {
            LOCAL => offset.checked_add(bytes.into()).is_some_and(|end| end <= self.size(LOCAL)),
            _ => self.view(object, offset).holds(offset, bytes as usize),
        };
        if !is_there {
            self.beyond(wave, at, touch);
            return false;
        }
        if touch.writes && class(object).is_some() {
            self.writes += u64::from(!touch.same);
            self.note_writer(object, at.pc);
        }
        self.order(wave, at, touch);
        true
    }

    /// Notes the first instruction that writes a binding of which all elements must be written.
    pub(super) fn note_writer(&mut self, object: u64, pc: Pc) {
        if !self.writers.is_empty()
            && let Some(writer) = self.writers.get_mut(&object)
        {
            writer.get_or_insert(pc);
        }
    }

    /// The kind of an object's memory and its number in the shadow, if threads may conflict there.
    fn shadowed(&self, object: u64) -> Option<(Class, u32)> {
        let class = class(object)?;
        let (descriptor, number) = match object {
            // Descriptors of images follow those of buffers.
            object if object >= TEXELS => (object - TEXELS, (object - TEXELS) as u32 | 1 << 31),
            object if object >= BUFFERS => (object - BUFFERS, object as u32),
            // Groupshared memory and addresses.
            object => (u64::MAX, object as u32),
        };
        let is_tracked = usize::try_from(descriptor).ok().and_then(|at| self.tracked.get(at)).copied();
        is_tracked.unwrap_or(true).then_some((class, number))
    }

    /// Notes an access to memory that threads share.
    pub(super) fn order(&mut self, wave: &Wave, at: LaneAt, touch: Touch) {
        self.has_atomics |= touch.atomic.is_some();
        if let Some(hooks) = &mut self.hooks {
            hooks.touched(wave, at, &touch);
        }
        let Some((class, object)) = self.shadowed(touch.object) else { return };
        self.log(class, object, &touch);
        let Touch { offset, bytes, writes, atomic, coherent, private, same, .. } = touch;
        let thread = Self::thread_number(wave, at.lane);
        self.shadow(
            wave,
            at.lane,
            Access { object, class, offset, bytes, thread, writes, atomic, coherent, private, same, site: at.pc },
        );
    }

    /// Notes an access in the shadow, and reports what it conflicts with.
    fn shadow(&mut self, wave: &Wave, lane: usize, access: Access) {
        self.reads += 1;
        self.overlap(wave, lane, &access);
        let Some(races) = &mut self.races else { return };
        if let Some(conflict) = races.access(&access) {
            self.race(wave, LaneAt { lane, pc: access.site }, &access, conflict);
        }
    }

    /// Returns whether an object has room for accesses by all lanes.
    fn has_room(&self, wave: &Wave, mask: Mask, object: u64, pointer: u32, layout: &Layout) -> bool {
        let ends = layout.runs.iter().map(|(start, bytes)| u64::from(*start) + u64::from(*bytes));
        let Some(end) = ends.max() else { return true };
        let Some(last) = self.size(object).checked_sub(end) else { return false };
        // No offset is larger than the bits of all.
        !wave.cells.is_wide(pointer + 1) && u64::from(all_bits(wave.row(pointer + 1))) <= last
            || lanes(mask).all(|lane| wave.get(pointer + 1, lane) <= last)
    }

    /// Notes reads or writes of one object by all lanes, for which it has room; of writes with the lanes that write what is
    /// there already.
    fn share(&mut self, wave: &Wave, here: Here, object: u64, place: Place<'_>, written: Option<Mask>) {
        if self.hooks.is_some() {
            self.show_debugger(wave, here, object, place, written);
        }
        let Here { pc, mask } = here;
        let Place { pointer, layout, quality, .. } = place;
        let Some((class, object)) = self.shadowed(object) else { return };
        self.reads += u64::from(mask.count_ones()) * layout.runs.len() as u64;
        if self.logs.is_some() {
            for ((start, bytes), lane) in layout.runs.iter().flat_map(|run| lanes(mask).map(move |lane| (*run, lane))) {
                let offset = wave.get(pointer + 1, lane).wrapping_add(start.into());
                self.log(class, object, &Touch { offset, bytes, writes: written.is_some(), ..Touch::default() });
            }
        }
        let (offsets, same) = (wave.row(pointer + 1), written.unwrap_or(0));
        let mut conflicts = Vec::new();
        for (start, bytes) in layout.runs.iter().copied() {
            let access = Access {
                object,
                class,
                offset: 0,
                bytes,
                thread: 0,
                writes: written.is_some(),
                atomic: None,
                coherent: quality.coherent,
                private: quality.private,
                same: false,
                site: pc,
            };
            if self.inputs.overlaps.is_some() {
                for lane in lanes(mask) {
                    let (thread, same) = (Self::thread_number(wave, lane), same >> lane & 1 == 1);
                    let offset = u64::from(offsets[lane]).wrapping_add(start.into());
                    self.overlap(wave, lane, &Access { thread, offset, same, ..access });
                }
            }
            let Some(races) = &mut self.races else { continue };
            let first = Self::thread_number(wave, 0);
            let row = Row { lanes: mask, first, offsets, start: start.into(), same };
            races.accesses(&access, row, |access, conflict| conflicts.push((access, conflict)));
        }
        for (access, conflict) in conflicts {
            let lane = access.thread as usize - wave.number as usize * wave.width;
            self.race(wave, here.at(lane), &access, conflict);
        }
    }

    /// Tells a debugger of reads or writes of one object by all lanes.
    fn show_debugger(&mut self, wave: &Wave, here: Here, object: u64, place: Place<'_>, written: Option<Mask>) {
        let Some(hooks) = &mut self.hooks else { return };
        for lane in lanes(here.mask) {
            for (start, bytes) in place.layout.runs.iter().copied() {
                let offset = wave.get(place.pointer + 1, lane).wrapping_add(start.into());
                let (writes, same) = (written.is_some(), written.is_some_and(|same| same >> lane & 1 == 1));
                hooks.touched(wave, here.at(lane), &Touch { object, offset, bytes, writes, same, ..Touch::default() });
            }
        }
    }

    /// Writes a value of each lane to one object, if it has room for all of them. Returns whether it has.
    fn write_by_all(&mut self, wave: &Wave, here: Here, object: u64, place: Place<'_>) -> bool {
        let Place { cells: src, pointer, layout, .. } = place;
        let mask = here.mask;
        if wave.cells.is_wide(pointer + 1) || !self.has_room(wave, mask, object, pointer, layout) {
            return false;
        }
        let offsets = wave.row(pointer + 1);
        let mut room = self.room(object, 0);
        let mut same = mask;
        for (slot, piece) in (src..).zip(layout.pieces.iter()).filter(|(_, piece)| piece.bytes > 0) {
            let undefined = wave.undefined[slot as usize];
            if let Some(kept) = room.write_words(mask, wave.row(slot), undefined, offsets, piece) {
                same &= kept;
                continue;
            }
            for lane in lanes(mask) {
                let offset = u64::from(offsets[lane]).wrapping_add(piece.offset.into());
                if !room.write(offset, piece.bytes.into(), wave.get(slot, lane), undefined >> lane & 1 == 1) {
                    same &= !(1 << lane);
                }
            }
        }
        if class(object).is_some() {
            self.writes += u64::from((mask & !same).count_ones());
            self.note_writer(object, here.pc);
        }
        self.share(wave, here, object, place, Some(same));
        true
    }

    /// Writes a value of a lane to where its pointer leads, if there is room for it. Returns whether there is.
    fn write_by_one(&mut self, wave: &Wave, at: LaneAt, to: Pointer, place: Place<'_>) -> bool {
        let Pointer { object, offset } = to;
        let Place { cells: src, layout, quality, .. } = place;
        let mut room = self.room(object, offset);
        let mut runs = layout.runs.iter();
        if !runs.all(|(start, bytes)| room.holds(offset.wrapping_add((*start).into()), *bytes as usize)) {
            return false;
        }
        let mut same = true;
        for (slot, piece) in (src..).zip(layout.pieces.iter()).filter(|(_, piece)| piece.bytes > 0) {
            let has_none = wave.undefined[slot as usize] >> at.lane & 1 == 1;
            let offset = offset.wrapping_add(piece.offset.into());
            same &= room.write(offset, piece.bytes.into(), wave.get(slot, at.lane), has_none);
        }
        if class(object).is_some() {
            self.writes += u64::from(!same);
            self.note_writer(object, at.pc);
        }
        for (start, bytes) in layout.runs.iter().copied() {
            let touch = Touch {
                object,
                offset: offset.wrapping_add(start.into()),
                bytes,
                writes: true,
                atomic: None,
                coherent: quality.coherent,
                private: quality.private,
                same,
                change: None,
            };
            self.order(wave, at, touch);
        }
        true
    }

    /// Examines an access of each lane. Returns the lanes whose memory is there.
    fn look_at_each(&mut self, wave: &Wave, here: Here, place: Place<'_>, writes: bool) -> Mask {
        let Place { pointer, layout, quality, .. } = place;
        let mut there = here.mask;
        for lane in lanes(here.mask) {
            let to = wave.pointer(pointer, lane);
            let Pointer { object, offset } = to;
            if object == LOCAL {
                continue;
            }
            self.aligned(wave, here.at(lane), to, quality);
            for (start, bytes) in layout.runs.iter().copied() {
                let touch = Touch {
                    object,
                    offset: offset.wrapping_add(start.into()),
                    bytes,
                    writes,
                    atomic: None,
                    coherent: quality.coherent,
                    private: quality.private,
                    same: false,
                    change: None,
                };
                if !self.look(wave, here.at(lane), touch) {
                    there &= !(1 << lane);
                }
            }
        }
        there
    }

    /// Reports an address with less alignment than an access promises.
    fn aligned(&mut self, wave: &Wave, at: LaneAt, to: Pointer, quality: Quality) {
        if to.object == ADDRESS && quality.align > 0 && !to.offset.is_multiple_of(quality.align.into()) {
            self.misaligned(wave, at, "address", to.offset, quality.align);
        }
    }

    fn load(&mut self, wave: &mut Wave, here: Here, place: Place<'_>) {
        let object = wave.uniform(place.pointer, here.mask);
        if object == Some(LOCAL)
            && let Some(offset) = wave.uniform(place.pointer + 1, here.mask)
        {
            return wave.load_local(here.mask, place.cells, offset, &place.layout.pieces);
        }
        if object.is_none() {
            self.same_descriptor(wave, here, place.pointer, place.quality.nonuniform);
        }
        self.load_from(wave, here, Place { object, ..place });
    }

    /// Loads from an object, or from that of each lane.
    pub(super) fn load_from(&mut self, wave: &mut Wave, here: Here, place: Place<'_>) {
        let mask = here.mask;
        let Place { object, pointer, layout, .. } = place;
        self.count(wave, here, object, pointer);
        match object {
            Some(object) if object != LOCAL && object != ADDRESS && !wave.cells.is_wide(pointer + 1) => {
                let there = match self.has_room(wave, mask, object, pointer, layout) {
                    true => {
                        self.share(wave, here, object, place, None);
                        mask
                    }
                    false => self.look_at_each(wave, here, place, false),
                };
                self.view(object, 0).fetch(wave, mask, there, place);
            }
            _ => {
                let there = self.look_at_each(wave, here, place, false);
                for lane in lanes(mask) {
                    self.fetch(wave, lane, there, place);
                }
            }
        }
    }

    /// Counts an access to one object, where accesses are counted.
    fn count(&mut self, wave: &Wave, here: Here, object: Option<u64>, pointer: u32) {
        if let (Some(counts), Some(object)) = (&mut self.counts, object.filter(|object| class(*object).is_some())) {
            counts.access(here.pc, object, lanes(here.mask).map(|lane| wave.get(pointer + 1, lane)));
        }
    }

    /// Reads the cells of a value of a lane.
    fn fetch(&mut self, wave: &mut Wave, lane: usize, there: Mask, place: Place<'_>) {
        let Pointer { object, offset } = wave.pointer(place.pointer, lane);
        match object {
            LOCAL => wave.load_local(1 << lane, place.cells, offset, &place.layout.pieces),
            _ => self.view(object, offset).fetch(wave, 1 << lane, there, place),
        }
    }

    fn store(&mut self, wave: &mut Wave, here: Here, place: Place<'_>) {
        let object = wave.uniform(place.pointer, here.mask);
        if object == Some(LOCAL)
            && let Some(offset) = wave.uniform(place.pointer + 1, here.mask)
        {
            return wave.store_local(here.mask, place.cells, offset, &place.layout.pieces);
        }
        if object.is_none() {
            self.same_descriptor(wave, here, place.pointer, place.quality.nonuniform);
        }
        self.store_to(wave, here, Place { object, ..place });
    }

    /// Stores to an object, or to that of each lane.
    pub(super) fn store_to(&mut self, wave: &mut Wave, here: Here, place: Place<'_>) {
        let mask = here.mask;
        let Place { cells: src, object, pointer, layout, quality } = place;
        self.count(wave, here, object, pointer);
        let count = layout.pieces.len() as u32;
        let is_seen = |lane: &usize| wave.get(pointer, *lane) != LOCAL;
        let seen = match object {
            Some(LOCAL) => 0,
            Some(_) => mask,
            None => lanes(mask).filter(is_seen).fold(0, |all, lane| all | 1 << lane),
        };
        if seen != 0 && self.is_output(object) {
            self.output(wave, Here { mask: seen, ..here }, place);
        } else if seen != 0 {
            if object != Some(SHARED) {
                // What a group keeps without a value is a copy: it is reported where it is used.
                self.used(wave, Here { mask: seen, ..here }, src, count, "stored value");
            }
            self.stored_nan(wave, Here { mask: seen, ..here }, place);
        }
        if let Some(object) = object.filter(|object| *object != LOCAL && *object != ADDRESS)
            && self.write_by_all(wave, here, object, place)
        {
            return;
        }
        for lane in lanes(mask) {
            let (at, to) = (here.at(lane), wave.pointer(pointer, lane));
            if to.object == LOCAL {
                wave.store_local(1 << lane, src, to.offset, &layout.pieces);
                continue;
            }
            self.aligned(wave, at, to, quality);
            if !self.write_by_one(wave, at, to, place) {
                let quality = Quality { align: 0, ..quality };
                self.look_at_each(wave, at.alone(), Place { quality, ..place }, true);
            }
        }
    }

    /// Descriptors must be the same for all lanes unless the shader says that they may differ.
    pub(super) fn same_descriptor(&mut self, wave: &Wave, here: Here, slot: u32, nonuniform: bool) {
        if nonuniform || !self.wants(Check::Nonuniform) || wave.uniform(slot, here.mask).is_some() {
            return;
        }
        let mut objects = lanes(here.mask).map(|lane| (lane, wave.get(slot, lane)));
        let Some((_, first)) = objects.next() else { return };
        if let Some((lane, _)) = objects.find(|(_, object)| *object != first && *object != NOWHERE && first != NOWHERE)
        {
            self.nonuniform(wave, here.at(lane));
        }
    }
}
