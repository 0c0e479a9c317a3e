//! Memory: pointers, loads, stores, atomic operations.

use super::Machine;
use super::chains::{Path, all_bits};
use crate::code::{
    ADDRESS, BUFFERS, DESCRIPTORS, LOCAL, MemoryCode, NOWHERE, Pc, Quality, SHARED, Slot, TEXELS, class,
};
use crate::compute;
use crate::state::{Mask, Touch, Wave, lanes};
use crate::types::Layout;
use check::Check;
use check::races::{Access, Class, Row};

/// The operands of a load or a store: the cells of the value, the pointer, and the object if it is the same for all lanes.
#[derive(Clone, Copy)]
pub(super) struct Place<'l> {
    pub(super) cells: Slot,
    pub(super) object: Option<u64>,
    pub(super) pointer: Slot,
    pub(super) layout: &'l Layout,
    pub(super) quality: Quality,
}

impl Machine<'_> {
    pub(super) fn memory(&mut self, wave: &mut Wave, at: (Pc, Mask), code: &MemoryCode) {
        let mask = at.1;
        match code {
            MemoryCode::Chain { dst, base, offset, steps } => {
                self.chain(wave, at, Path { dst: *dst, base: *base, offset: *offset }, steps)
            }
            MemoryCode::Choose { dst, base, index, bits, count, buffer, what } => {
                self.choose(wave, at, [*dst, *base, *index, *bits, *count], *buffer, what);
            }
            MemoryCode::Load { dst, local: Some(offset), layout, .. } => {
                wave.load_local(mask, *dst, *offset, &layout.pieces);
            }
            MemoryCode::Load { dst, pointer, layout, quality, .. } => {
                self.load(wave, at, (*dst, *pointer), layout, *quality)
            }
            MemoryCode::LoadHandle { dst, pointer, cells, quality } => {
                self.same_descriptor(wave, at, *pointer + 1, quality.nonuniform);
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
                self.note_copies(wave, at, *src, layout, |_| (LOCAL, *offset));
                wave.store_local(mask, *src, *offset, &layout.pieces);
            }
            MemoryCode::Store { src, pointer, layout, quality, .. } => {
                self.note_copies(wave, at, *src, layout, |lane| {
                    (wave.get(*pointer, lane), wave.get(*pointer + 1, lane))
                });
                self.store(wave, at, (*src, *pointer), layout, *quality)
            }
            MemoryCode::LoadCells { dst, src, cells } => {
                wave.load_cells(mask, (*dst, *src), cells.offset, &cells.layout.pieces);
            }
            MemoryCode::StoreCells { dst, src, cells } => {
                self.note_copies(wave, at, *src, &cells.layout, |_| (LOCAL, cells.offset));
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
            MemoryCode::TexelPointer(code) => self.texel_pointer(wave, at, code),
            MemoryCode::Atomic(code) => {
                for lane in self.in_turn(mask) {
                    self.atomic(wave, (at.0, lane), code);
                }
            }
            MemoryCode::PtrToInt { dst, src } | MemoryCode::IntToPtr { dst, src } => {
                wave.copy(mask, &[(*dst, *src)]);
            }
            MemoryCode::PtrEqual { dst, a, b, negated } => {
                for lane in lanes(mask) {
                    let place = |slot: u32| (wave.get(slot, lane), wave.get(slot + 1, lane));
                    let equal = place(*a) == place(*b);
                    wave.set(*dst, lane, u64::from(equal != *negated));
                }
            }
        }
    }

    /// Notes which instruction puts uninitialized values into memory.
    fn note_copies(
        &mut self,
        wave: &Wave,
        (pc, mask): (Pc, Mask),
        src: u32,
        layout: &Layout,
        place: impl Fn(usize) -> (u64, u64),
    ) {
        if !self.watches_values {
            return;
        }
        for (slot, piece) in (src..).zip(layout.pieces.iter()) {
            for lane in lanes(wave.undefined[slot as usize] & mask) {
                let (object, offset) = place(lane);
                self.now.copies.insert((object, offset.wrapping_add(piece.offset.into())), pc);
            }
        }
    }

    /// A variable of lanes begins anew, and is uninitialized.
    fn forget_copies(&mut self, offset: u64, bytes: u64) {
        if self.now.copies.is_empty() {
            return;
        }
        let gone = (LOCAL, offset)..(LOCAL, offset.saturating_add(bytes));
        let gone: Vec<_> = self.now.copies.range(gone).map(|(place, _)| *place).collect();
        for place in gone {
            self.now.copies.remove(&place);
        }
    }

    fn choose(
        &mut self,
        wave: &mut Wave,
        (pc, mask): (Pc, Mask),
        [dst, base, index, bits, count]: [u32; 5],
        is_buffer: bool,
        what: &str,
    ) {
        self.used(wave, (pc, mask), index, 1, "descriptor index");
        for lane in lanes(mask) {
            let (first, chosen) = (wave.get(base + 1, lane), wave.get(index, lane));
            let found = chosen < count.into() && wave.get(base, lane) == DESCRIPTORS;
            if !found {
                let shown = compute::signed(bits, chosen);
                self.descriptor(
                    wave,
                    pc,
                    lane,
                    &format!("descriptor index {shown} is out of bounds of '{what}' ({count} descriptors)"),
                );
            }
            let (object, offset) = match (found, is_buffer) {
                (false, _) => (NOWHERE, 0),
                (true, true) => (BUFFERS + first + chosen, 0),
                (true, false) => (DESCRIPTORS, first + chosen),
            };
            wave.set(dst, lane, object);
            wave.set(dst + 1, lane, offset);
        }
    }

    /// Examines an access before it is made. Returns whether the memory is there.
    pub(super) fn look(&mut self, wave: &Wave, pc: Pc, lane: usize, touch: Touch) -> bool {
        let Touch { object, offset, bytes, .. } = touch;
        let is_there = match object {
            LOCAL => offset.checked_add(bytes.into()).is_some_and(|end| end <= self.size(LOCAL)),
            _ => self.view(object, offset).holds(offset, bytes as usize),
        };
        if !is_there {
            self.beyond(wave, pc, lane, touch);
            return false;
        }
        if touch.writes && class(object).is_some() {
            self.writes += u64::from(!touch.same);
            self.note_writer(object, pc);
        }
        self.order(wave, pc, lane, touch);
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
    pub(super) fn order(&mut self, wave: &Wave, pc: Pc, lane: usize, touch: Touch) {
        self.has_atomics |= touch.atomic.is_some();
        if let Some(hooks) = &mut self.hooks {
            hooks.touched(wave, pc, lane, &touch);
        }
        let Some((class, object)) = self.shadowed(touch.object) else { return };
        self.log(class, object, &touch);
        let Touch { offset, bytes, writes, atomic, coherent, private, same, .. } = touch;
        let thread = Self::thread_number(wave, lane);
        self.shadow(
            wave,
            lane,
            Access { object, class, offset, bytes, thread, writes, atomic, coherent, private, same, site: pc },
        );
    }

    /// Notes an access in the shadow, and reports what it conflicts with.
    fn shadow(&mut self, wave: &Wave, lane: usize, access: Access) {
        self.reads += 1;
        self.overlap(wave, lane, &access);
        let Some(races) = &mut self.races else { return };
        if let Some(conflict) = races.access(&access) {
            self.race(wave, access.site, lane, &access, conflict);
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
    fn share(
        &mut self,
        wave: &Wave,
        (pc, mask): (Pc, Mask),
        (object, pointer): (u64, u32),
        (layout, quality): (&Layout, Quality),
        written: Option<Mask>,
    ) {
        if self.hooks.is_some() {
            self.show_debugger(wave, (pc, mask), (object, pointer), layout, written);
        }
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
            self.race(wave, pc, lane, &access, conflict);
        }
    }

    /// Tells a debugger of reads or writes of one object by all lanes.
    fn show_debugger(
        &mut self,
        wave: &Wave,
        (pc, mask): (Pc, Mask),
        (object, pointer): (u64, u32),
        layout: &Layout,
        written: Option<Mask>,
    ) {
        let Some(hooks) = &mut self.hooks else { return };
        for lane in lanes(mask) {
            for (start, bytes) in layout.runs.iter().copied() {
                let offset = wave.get(pointer + 1, lane).wrapping_add(start.into());
                let (writes, same) = (written.is_some(), written.is_some_and(|same| same >> lane & 1 == 1));
                hooks.touched(wave, pc, lane, &Touch { object, offset, bytes, writes, same, ..Touch::default() });
            }
        }
    }

    /// Writes a value of each lane to one object, if it has room for all of them. Returns whether it has.
    fn write_by_all(
        &mut self,
        wave: &Wave,
        (pc, mask): (Pc, Mask),
        (src, object, pointer): (u32, u64, u32),
        (layout, quality): (&Layout, Quality),
    ) -> bool {
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
                let number = (wave.get(slot, lane), undefined >> lane & 1 == 1);
                if !room.write(offset, piece.bytes.into(), number) {
                    same &= !(1 << lane);
                }
            }
        }
        if class(object).is_some() {
            self.writes += u64::from((mask & !same).count_ones());
            self.note_writer(object, pc);
        }
        self.share(wave, (pc, mask), (object, pointer), (layout, quality), Some(same));
        true
    }

    /// Writes a value of a lane to an object, if it has room for it. Returns whether it has.
    fn write_by_one(
        &mut self,
        wave: &Wave,
        (pc, lane): (Pc, usize),
        (src, object, offset): (u32, u64, u64),
        (layout, quality): (&Layout, Quality),
    ) -> bool {
        let mut room = self.room(object, offset);
        let mut runs = layout.runs.iter();
        if !runs.all(|(start, bytes)| room.holds(offset.wrapping_add((*start).into()), *bytes as usize)) {
            return false;
        }
        let mut same = true;
        for (slot, piece) in (src..).zip(layout.pieces.iter()).filter(|(_, piece)| piece.bytes > 0) {
            let has_none = wave.undefined[slot as usize] >> lane & 1 == 1;
            let offset = offset.wrapping_add(piece.offset.into());
            same &= room.write(offset, piece.bytes.into(), (wave.get(slot, lane), has_none));
        }
        if class(object).is_some() {
            self.writes += u64::from(!same);
            self.note_writer(object, pc);
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
            self.order(wave, pc, lane, touch);
        }
        true
    }

    /// Examines an access of each lane. Returns the lanes whose memory is there.
    fn look_at_each(
        &mut self,
        wave: &Wave,
        (pc, mask): (Pc, Mask),
        (pointer, writes): (u32, bool),
        (layout, quality): (&Layout, Quality),
    ) -> Mask {
        let mut there = mask;
        for lane in lanes(mask) {
            let (object, offset) = (wave.get(pointer, lane), wave.get(pointer + 1, lane));
            if object == LOCAL {
                continue;
            }
            self.aligned(wave, (pc, lane), (object, offset), quality);
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
                if !self.look(wave, pc, lane, touch) {
                    there &= !(1 << lane);
                }
            }
        }
        there
    }

    /// Reports an address with less alignment than an access promises.
    fn aligned(&mut self, wave: &Wave, (pc, lane): (Pc, usize), (object, offset): (u64, u64), quality: Quality) {
        if object == ADDRESS && quality.align > 0 && !offset.is_multiple_of(quality.align.into()) {
            self.misaligned(wave, pc, lane, "address", offset, quality.align);
        }
    }

    fn load(
        &mut self,
        wave: &mut Wave,
        (pc, mask): (Pc, Mask),
        (dst, pointer): (u32, u32),
        layout: &Layout,
        quality: Quality,
    ) {
        let object = wave.uniform(pointer, mask);
        if object == Some(LOCAL)
            && let Some(offset) = wave.uniform(pointer + 1, mask)
        {
            return wave.load_local(mask, dst, offset, &layout.pieces);
        }
        if object.is_none() {
            self.same_descriptor(wave, (pc, mask), pointer, quality.nonuniform);
        }
        self.load_from(wave, (pc, mask), Place { cells: dst, object, pointer, layout, quality });
    }

    /// Loads from an object, or from that of each lane.
    pub(super) fn load_from(&mut self, wave: &mut Wave, here: (Pc, Mask), place: Place<'_>) {
        let (pc, mask) = here;
        let Place { cells: dst, object, pointer, layout, quality } = place;
        self.count(wave, pc, mask, object, pointer);
        match object {
            Some(object) if object != LOCAL && object != ADDRESS && !wave.cells.is_wide(pointer + 1) => {
                let there = match self.has_room(wave, mask, object, pointer, layout) {
                    true => {
                        self.share(wave, (pc, mask), (object, pointer), (layout, quality), None);
                        mask
                    }
                    false => self.look_at_each(wave, (pc, mask), (pointer, false), (layout, quality)),
                };
                self.view(object, 0).fetch(wave, (mask, there), (dst, pointer), layout);
            }
            _ => {
                let there = self.look_at_each(wave, (pc, mask), (pointer, false), (layout, quality));
                for lane in lanes(mask) {
                    let place = (wave.get(pointer, lane), wave.get(pointer + 1, lane));
                    self.fetch(wave, lane, (dst, pointer, place), layout, there);
                }
            }
        }
    }

    /// Counts an access to one object, where accesses are counted.
    fn count(&mut self, wave: &Wave, pc: Pc, mask: Mask, object: Option<u64>, pointer: u32) {
        if let (Some(counts), Some(object)) = (&mut self.counts, object.filter(|object| class(*object).is_some())) {
            counts.access(pc, object, lanes(mask).map(|lane| wave.get(pointer + 1, lane)));
        }
    }

    /// Reads the cells of a value of a lane.
    fn fetch(
        &mut self,
        wave: &mut Wave,
        lane: usize,
        (dst, pointer, (object, offset)): (u32, u32, (u64, u64)),
        layout: &Layout,
        there: Mask,
    ) {
        match object {
            LOCAL => wave.load_local(1 << lane, dst, offset, &layout.pieces),
            _ => self.view(object, offset).fetch(wave, (1 << lane, there), (dst, pointer), layout),
        }
    }

    fn store(
        &mut self,
        wave: &mut Wave,
        (pc, mask): (Pc, Mask),
        (src, pointer): (u32, u32),
        layout: &Layout,
        quality: Quality,
    ) {
        let object = wave.uniform(pointer, mask);
        if object == Some(LOCAL)
            && let Some(offset) = wave.uniform(pointer + 1, mask)
        {
            return wave.store_local(mask, src, offset, &layout.pieces);
        }
        if object.is_none() {
            self.same_descriptor(wave, (pc, mask), pointer, quality.nonuniform);
        }
        self.store_to(wave, (pc, mask), Place { cells: src, object, pointer, layout, quality });
    }

    /// Stores to an object, or to that of each lane.
    pub(super) fn store_to(&mut self, wave: &mut Wave, here: (Pc, Mask), place: Place<'_>) {
        let (pc, mask) = here;
        let Place { cells: src, object, pointer, layout, quality } = place;
        self.count(wave, pc, mask, object, pointer);
        let count = layout.pieces.len() as u32;
        let is_seen = |lane: &usize| wave.get(pointer, *lane) != LOCAL;
        let seen = match object {
            Some(LOCAL) => 0,
            Some(_) => mask,
            None => lanes(mask).filter(is_seen).fold(0, |all, lane| all | 1 << lane),
        };
        if seen != 0 && self.is_output(object) {
            self.output(wave, (pc, seen), (src, pointer));
        } else if seen != 0 {
            if object != Some(SHARED) {
                // What a group keeps without a value is a copy: it is reported where it is used.
                self.used(wave, (pc, seen), src, count, "stored value");
            }
            self.stored_nan(wave, pc, seen, src, pointer, layout);
        }
        if let Some(object) = object.filter(|object| *object != LOCAL && *object != ADDRESS)
            && self.write_by_all(wave, (pc, mask), (src, object, pointer), (layout, quality))
        {
            return;
        }
        for lane in lanes(mask) {
            let place = (wave.get(pointer, lane), wave.get(pointer + 1, lane));
            if place.0 == LOCAL {
                wave.store_local(1 << lane, src, place.1, &layout.pieces);
                continue;
            }
            self.aligned(wave, (pc, lane), place, quality);
            if !self.write_by_one(wave, (pc, lane), (src, place.0, place.1), (layout, quality)) {
                self.look_at_each(wave, (pc, 1 << lane), (pointer, true), (layout, Quality { align: 0, ..quality }));
            }
        }
    }

    /// Descriptors must be the same for all lanes unless the shader says that they may differ.
    pub(super) fn same_descriptor(&mut self, wave: &Wave, (pc, mask): (Pc, Mask), slot: u32, nonuniform: bool) {
        if nonuniform || !self.wants(Check::Nonuniform) || wave.uniform(slot, mask).is_some() {
            return;
        }
        let mut objects = lanes(mask).map(|lane| (lane, wave.get(slot, lane)));
        let Some((_, first)) = objects.next() else { return };
        if let Some((lane, _)) = objects.find(|(_, object)| *object != first && *object != NOWHERE && first != NOWHERE)
        {
            self.nonuniform(wave, pc, lane);
        }
    }
}
