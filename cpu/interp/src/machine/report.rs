//! Findings: the words for each, with places, threads and values.

use super::Machine;
use super::here::{Here, LaneAt};
use super::memory::Place as MemoryPlace;
use crate::code::{ADDRESS, BUFFERS, LOCAL, NOWHERE, Pc, Pointer, SHARED, TEXELS};
use crate::host::Extent;
use crate::lanes::Lane;
use crate::state::{Run, Strand, Touch, Wave, lanes};
use base::diag::Message;
use check::diagnostics as d;
use check::races::{Access, Conflict, Party};
use check::{Check, Finding, Level, Place, Thread};
use std::collections::BTreeMap;

/// A finding of a check with its message, at an instruction that a thread is at.
fn finding(check: Check, message: &impl Message, place: Option<Place>) -> Finding {
    Finding {
        check,
        level: Level::Off,
        message: message.text(),
        place,
        related: Vec::new(),
        notes: Vec::new(),
        count: 0,
    }
}

impl Machine<'_> {
    pub(super) fn place(&self, pc: Pc) -> Option<Place> {
        self.kernel.program.sites.get(pc as usize).and_then(|site| site.place)
    }

    /// The line of an instruction, for a message that names a place: with its file, where that is another.
    pub(super) fn line(&self, pc: Pc, named: Option<Place>) -> String {
        let Some(place) = self.place(pc) else { return format!("instruction {pc}") };
        let file = self.kernel.program.files.get(place.file as usize);
        match file.filter(|_| named.is_some_and(|named| named.file != place.file)) {
            Some(file) => format!("{file}:{}", place.line),
            None => format!("line {}", place.line),
        }
    }

    /// Adds a finding that one thread makes at one instruction.
    pub(super) fn at_thread(&mut self, wave: &Wave, at: LaneAt, check: Check, message: &impl Message) {
        self.at_thread_and(wave, at, check, message, None);
    }

    /// Adds a finding that one thread makes at one instruction, with another place that belongs to it.
    fn at_thread_and(
        &mut self,
        wave: &Wave,
        at: LaneAt,
        check: Check,
        message: &impl Message,
        other: Option<(Option<Place>, String)>,
    ) {
        if !self.wants(check) {
            return;
        }
        let thread = self.thread(wave, at.lane);
        let calls = self.calls(wave, at.lane);
        let place = self.place(at.pc);
        let make = || {
            let mut notes = vec![thread.to_string()];
            notes.extend(calls);
            Finding { notes, related: other.into_iter().collect(), ..finding(check, message, place) }
        };
        self.add(check, Some(wave.lane(at.lane)), at.pc, 0, make);
    }

    /// Adds a finding at an instruction, or at two, and tells a debugger.
    pub(super) fn add(&mut self, check: Check, by: Option<Lane>, pc: Pc, other: Pc, make: impl FnOnce() -> Finding) {
        match &mut self.hooks {
            Some(hooks) if self.inputs.checks.is_on(check) => {
                let finding = make();
                hooks.found(by, pc, self.inputs.checks.level(check), &finding);
                self.findings.add(&self.inputs.checks, check, (pc, other), || finding);
            }
            _ => self.findings.add(&self.inputs.checks, check, (pc, other), make),
        }
    }

    /// The calls that lead to where a lane is, the innermost first.
    fn calls(&self, wave: &Wave, lane: usize) -> Vec<String> {
        let program = &self.kernel.program;
        let Some(strand) = wave.strands.iter().find(|strand| strand.mask >> lane & 1 == 1) else { return Vec::new() };
        let name = |pc: Pc| {
            let site = program.sites.get(pc as usize);
            site.and_then(|site| program.functions.get(site.function as usize)).map_or("", |name| &**name)
        };
        let mut calls = Vec::new();
        let mut callee = name(strand.pc);
        // The first call is the start of the run. The second is that of the source's entry point, by a function of its name.
        for back in strand.stack.iter().skip(1).rev() {
            let call = back.saturating_sub(1);
            let caller = name(call);
            if let Some(place) = self.place(call).filter(|_| callee != caller) {
                calls.push(format!("{callee} called at line {}", place.line));
            }
            callee = caller;
        }
        calls
    }

    pub(super) fn out_of_bounds(&mut self, wave: &Wave, at: LaneAt, index: i64, what: &str) {
        let message = d::Bounds { index: index.to_string(), what: what.to_owned() };
        self.at_thread(wave, at, Check::Bounds, &message);
    }

    /// An offset that the memory does not take as it is.
    pub(super) fn misaligned(&mut self, wave: &Wave, at: LaneAt, what: &str, offset: u64, align: u32) {
        let what = format!("misaligned access: offset {offset} of {what} is not a multiple of {align}");
        self.at_thread(wave, at, Check::Misaligned, &d::Misaligned { what });
    }

    pub(super) fn descriptor(&mut self, wave: &Wave, at: LaneAt, what: &str) {
        self.at_thread(wave, at, Check::Descriptor, &d::Descriptor { what: what.to_owned() });
    }

    pub(super) fn nonuniform(&mut self, wave: &Wave, at: LaneAt) {
        let what = "non-uniform resource index without NonUniformResourceIndex".to_owned();
        self.at_thread(wave, at, Check::Nonuniform, &d::Nonuniform { what });
    }

    pub(super) fn inactive(&mut self, wave: &Wave, at: LaneAt, from: u64) {
        let from = from as u32;
        let what = match u64::from(from) < wave.width as u64 {
            true => format!("read of inactive lane {from}"),
            false => format!("read of lane {}, which is out of range (wave size {})", from.cast_signed(), wave.width),
        };
        self.at_thread(wave, at, Check::WaveInactive, &d::WaveInactive { what });
    }

    pub(super) fn quad(&mut self, wave: &Wave, at: LaneAt, what: String) {
        self.at_thread(wave, at, Check::QuadInactive, &d::QuadInactive { what });
    }

    /// A finding about numbers; two of them are separated by a blank.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the caller passes checks of numbers")]
    pub(super) fn number_found(&mut self, wave: &Wave, at: LaneAt, check: Check, what: String) {
        let pair = || what.split_once(' ').map(|(one, two)| (one.to_owned(), two.to_owned())).unwrap_or_default();
        match check {
            Check::Shift => {
                let (amount, bits) = pair();
                self.at_thread(wave, at, check, &d::Shift { amount, bits });
            }
            Check::FloatToInt => {
                let (value, ty) = pair();
                self.at_thread(wave, at, check, &d::FloatToInt { value, ty });
            }
            Check::Inf => self.at_thread(wave, at, check, &d::Inf { what }),
            _ => self.at_thread(wave, at, check, &d::IntDivZero { what }),
        }
    }

    /// An access that memory has no room for.
    pub(super) fn beyond(&mut self, wave: &Wave, at: LaneAt, touch: Touch) {
        let Touch { object, offset, bytes, writes, .. } = touch;
        let verb = if writes { "write" } else { "read" };
        match object {
            // Where a resource was chosen that is none, that has been told.
            NOWHERE | LOCAL | SHARED => {}
            _ if (BUFFERS..TEXELS).contains(&object) => {
                let slot = (object - BUFFERS) as u32;
                if self.buffer(object).is_none() {
                    let what = format!("access to unbound '{}'", self.binding_name(slot));
                    return self.descriptor(wave, at, &what);
                }
                let what = format!("{verb} of {bytes} bytes at {}", self.name_of(object, offset));
                let message = d::BoundsBuffer { what, bytes: self.size(object).to_string() };
                self.at_thread(wave, at, Check::BoundsBuffer, &message);
            }
            ADDRESS => {
                let what = format!("{verb} of {bytes} bytes at unmapped address {offset:#x}");
                self.at_thread(wave, at, Check::Descriptor, &d::Descriptor { what });
            }
            _ => {
                let message = d::BoundsBuffer {
                    what: format!("{verb} of {bytes} bytes at offset {offset}"),
                    bytes: self.size(object).to_string(),
                };
                self.at_thread(wave, at, Check::BoundsBuffer, &message);
            }
        }
    }

    pub(super) fn beyond_texture(&mut self, wave: &Wave, at: LaneAt, handle: u64, coords: &[u32], writes: bool) {
        let Some(slot) = handle.checked_sub(1).map(|slot| slot as u32) else { return };
        let Some(extent) = self.host.extent(slot, 0) else { return };
        let shown = coords.iter().map(|at| at.cast_signed().to_string()).collect::<Vec<_>>();
        let size = extent.size.map(|size| size.to_string()).join(" x ");
        let verb = if writes { "write" } else { "read" };
        let name = self.binding_name(slot);
        let what = format!("out-of-bounds {verb} of texel ({}) of '{name}' (size {size})", shown.join(", "));
        self.at_thread(wave, at, Check::BoundsTexture, &d::BoundsTexture { what });
    }

    /// Looks for elements that have not been written, where all must be written.
    pub(super) fn all_written(&mut self) {
        for (object, writer) in std::mem::take(&mut self.writers) {
            if let Some(message) = self.unwritten(object) {
                let pc = writer.unwrap_or(Pc::MAX);
                let place = writer.and_then(|pc| self.place(pc));
                let make = || finding(Check::Unwritten, &message, place);
                self.add(Check::Unwritten, None, pc, object as u32, make);
            }
        }
    }

    fn unwritten(&self, object: u64) -> Option<d::Unwritten> {
        let (slot, marks, size, start) = if object >= TEXELS {
            let slot = (object - TEXELS) as u32;
            (slot, self.texels.get(&slot)?, 1, 0)
        } else {
            let slot = (object - BUFFERS) as u32;
            let (size, start) = self.element(slot);
            (slot, self.buffers.get(slot as usize)?.as_ref()?.marks.as_ref()?, size, start)
        };
        let unwritten = marks.unwritten.as_ref()?;
        // A shader writes to the first level of an image.
        let level = self.host.extent(slot, 0).filter(|_| object >= TEXELS).map_or(u64::MAX, Extent::texels);
        let all = (unwritten.len() as u64).min(level) as usize;
        let all = all.saturating_sub(start) / size.max(1);
        let mut missing = (0..all).map(|at| start + at * size).filter(|at| unwritten.has_all(*at, size));
        let first = missing.next()? as u64;
        let first = self.name_of(object, if object >= TEXELS { 4 * first } else { first });
        let count = (1 + missing.count()).to_string();
        Some(d::Unwritten { count, all: all.to_string(), name: self.binding_name(slot), first })
    }

    /// Something is decided by an uninitialized value.
    pub(super) fn undefined_use(&mut self, wave: &Wave, here: Here, what: &str) {
        let Some(lane) = lanes(here.mask).next() else { return };
        let what_is = match wave.unset[lane] {
            Some(Pointer { object, offset }) => format!("'{}'", self.name_of(object, offset)),
            None => "value".to_owned(),
        };
        let message = d::Uninit { use_of: what.to_owned(), what: what_is };
        let put = wave.unset[lane].and_then(|place| self.now.copies.get(&place)).filter(|put| **put != here.pc);
        let put =
            put.and_then(|put| self.place(*put)).map(|place| (Some(place), "copied uninitialized here".to_owned()));
        self.at_thread_and(wave, here.at(lane), Check::Uninit, &message, put);
    }

    /// Barriers that nothing has needed.
    pub(super) fn useless_barriers(&mut self) {
        let sites: Vec<Pc> = self.races.iter().flat_map(check::races::Races::useless_barriers).collect();
        for pc in sites {
            let place = self.place(pc);
            let make = || finding(Check::BarrierUseless, &d::BarrierUseless {}, place);
            self.findings.add(&self.inputs.checks, Check::BarrierUseless, (pc, 0), make);
        }
    }

    /// NaN of a lane's own making is stored where others see it.
    pub(super) fn stored_nan(&mut self, wave: &mut Wave, here: Here, place: MemoryPlace<'_>) {
        let Here { pc, mask } = here;
        let MemoryPlace { cells: src, pointer, layout, .. } = place;
        if !self.wants(Check::Nan) || wave.with_nan & mask == 0 {
            return;
        }
        let is_nan = |value: u64, bytes: u8| match bytes {
            4 => f32::from_bits(value as u32).is_nan(),
            8 => f64::from_bits(value).is_nan(),
            _ => false,
        };
        for lane in lanes(wave.with_nan & mask) {
            let Some(origin) = wave.nan_origin(lane) else { continue };
            let found =
                (src..).zip(layout.pieces.iter()).find(|(slot, piece)| is_nan(wave.get(*slot, lane), piece.bytes));
            // Integers have such bits as well, but not after a number became none.
            let Some((_, piece)) = found else { continue };
            wave.with_nan &= !(1 << lane);
            let Pointer { object, offset } = wave.pointer(pointer, lane).plus(piece.offset.into());
            let memory = self.name_of(object, offset);
            let message = d::Nan { memory, what: self.line(origin, self.place(pc)) };
            let (thread, place, note) = (self.thread(wave, lane), self.place(pc), self.place(origin));
            let make = || Finding {
                notes: vec![thread.to_string()],
                related: vec![(note, "NaN originates here".to_owned())],
                ..finding(Check::Nan, &message, place)
            };
            self.add(Check::Nan, Some(wave.lane(lane)), pc, origin, make);
        }
    }

    fn party(&self, party: &Party, lanes: u32) -> Thread {
        let [width, height, _] = self.inputs.groups.map(|count| count.max(1));
        let (x, rest) = (party.group % width, party.group / width);
        let group = [x, rest % height, rest / height];
        let group = [0, 1, 2].map(|axis| self.inputs.base[axis].wrapping_add(group[axis]));
        let (wave, lane) = (party.thread / lanes, party.thread % lanes);
        Thread { local: self.local_id(party.thread), group, wave, lane }
    }

    /// Two accesses without an order.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other conflicts are plain data races")]
    pub(super) fn race(&mut self, wave: &Wave, at: LaneAt, access: &Access, conflict: Conflict) {
        let LaneAt { lane, pc } = at;
        let Conflict { check, earlier, offset } = conflict;
        if !self.wants(check) || self.findings.again(check, (pc, earlier.site + 1)) {
            return;
        }
        if self.inputs.overlaps.is_some() && matches!(check, Check::Race | Check::RaceInWave) {
            // It is told as one of the whole draw.
            return;
        }
        let object = match access.object {
            object if object >> 31 == 1 => TEXELS + u64::from(object & !(1 << 31)),
            object => object.into(),
        };
        let memory = self.name_of(object, offset);
        let how = match (earlier.writes, access.writes) {
            (true, true) => "write-write",
            _ => "read-write",
        };
        let how = how.to_owned();
        let (now, before) = (self.thread(wave, lane), self.party(&earlier, wave.width as u32));
        let did = |writes: bool, atomic: bool| match (writes, atomic) {
            (_, true) => "modifies it atomically",
            (true, false) => "writes it",
            (false, false) => "reads it",
        };
        let mut notes = vec![format!("{now} {} here", did(access.writes, access.atomic.is_some()))];
        notes.extend(self.calls(wave, lane));
        notes.push(reason(check, now.group == before.group, access));
        let second = (
            self.place(earlier.site),
            format!("{before} {} without synchronization", did(earlier.writes, earlier.atomic)),
        );
        let place = self.place(pc);
        let make = |message: &dyn Fn() -> Finding| Finding { notes, related: vec![second], ..message() };
        let message: Box<dyn Fn() -> Finding> = match check {
            Check::RaceInWave => {
                Box::new(move || finding(check, &d::RaceInWave { memory: memory.clone(), how: how.clone() }, place))
            }
            Check::RacePlainAtomic => {
                Box::new(move || finding(check, &d::RacePlainAtomic { memory: memory.clone() }, place))
            }
            Check::RaceSameValue => {
                Box::new(move || finding(check, &d::RaceSameValue { memory: memory.clone() }, place))
            }
            Check::RaceFence => {
                Box::new(move || finding(check, &d::RaceFence { memory: memory.clone(), how: how.clone() }, place))
            }
            Check::NotCoherent => Box::new(move || finding(check, &d::NotCoherent { memory: memory.clone() }, place)),
            Check::ScopeAfterRead => {
                Box::new(move || finding(check, &d::ScopeAfterRead { memory: memory.clone() }, place))
            }
            Check::Scope => {
                Box::new(move || finding(check, &d::Scope { memory: memory.clone(), how: how.clone() }, place))
            }
            _ => Box::new(move || finding(check, &d::Race { memory: memory.clone(), how: how.clone() }, place)),
        };
        self.add(check, Some(wave.lane(lane)), pc, earlier.site + 1, || make(&*message));
    }

    /// The threads of a group wait at different barriers, or in different iterations.
    pub(super) fn divergent_barrier(&mut self, waves: &[Wave]) {
        let mut places: BTreeMap<(Pc, u64), u32> = BTreeMap::new();
        let strands = || waves.iter().flat_map(|wave| &wave.strands);
        let iteration = |strand: &Strand| strand.iterations.last().map_or(0, |iteration| iteration.count);
        for strand in strands() {
            *places.entry((strand.pc, iteration(strand))).or_default() += strand.mask.count_ones();
        }
        let Some(((pc, own_iteration), here)) = places.iter().next().map(|(place, count)| (*place, *count)) else {
            return;
        };
        let others = places.iter().skip(1).map(|((at, iteration), count)| match *at == pc {
            true => format!("{count} wait in iteration {iteration} of the loop instead of {own_iteration}"),
            false => format!("{count} wait at {}", self.line(*at, self.place(pc))),
        });
        let others: Vec<String> = others.collect();
        let living: u32 = strands().map(|strand| strand.mask.count_ones()).sum();
        let message = d::BarrierDivergent {
            here: here.to_string(),
            all: living.to_string(),
            elsewhere: if others.is_empty() { "the others wait in other calls".to_owned() } else { others.join(", ") },
        };
        let places: Vec<_> = places.iter().skip(1).map(|((at, _), count)| (*at, *count)).collect();
        let related =
            places.iter().map(|(at, count)| (self.place(*at), format!("{count} threads wait here"))).collect();
        let (place, [x, y, z]) = (self.place(pc), self.now.id);
        let make = || Finding {
            related,
            notes: vec![format!("in group ({x},{y},{z})")],
            ..finding(Check::BarrierDivergent, &message, place)
        };
        let other = places.first().map_or(0, |(at, _)| *at);
        self.add(Check::BarrierDivergent, None, pc, other, make);
    }

    /// All threads that are left wait at one barrier: some may have ended.
    pub(super) fn barrier_after_return(&mut self, waves: &[Wave]) {
        let all: u32 = waves.iter().map(|wave| wave.lanes.count_ones()).sum();
        let living: u32 = waves.iter().map(|wave| wave.living().count_ones()).sum();
        let first = waves.iter().flat_map(|wave| &wave.strands).next();
        let Some(pc) = first.map(|strand| strand.pc).filter(|_| living < all) else { return };
        // Where a whole group ends but for some threads, the rest waits for no one.
        let message = d::BarrierAfterReturn { ended: (all - living).to_string(), all: all.to_string() };
        let (place, [x, y, z]) = (self.place(pc), self.now.id);
        let make = || Finding {
            notes: vec![format!("in group ({x},{y},{z})")],
            ..finding(Check::BarrierAfterReturn, &message, place)
        };
        self.add(Check::BarrierAfterReturn, None, pc, 0, make);
    }

    /// No thread can make progress, in this group or another one. `begun` groups of `all` have started.
    pub(super) fn stuck(&mut self, waves: &[Wave], begun: u64, all: u64) {
        let spinning = |wave: &Wave| wave.strands.iter().position(|strand| matches!(strand.run, Run::Spinning(_)));
        let found = waves.iter().find_map(|wave| spinning(wave).map(|at| (wave, at)));
        let Some((wave, at)) = found else { return };
        let strand = &wave.strands[at];
        let (iterations, waits) =
            strand.iterations.last().map_or((0, false), |iteration| (iteration.count, iteration.waits));
        let at = LaneAt { pc: strand.pc, lane: lanes(strand.mask).next().unwrap_or(0) };
        if !waits {
            let what = format!("infinite loop: iteration {iterations} repeats an earlier state");
            return self.at_thread(wave, at, Check::Endless, &d::Endless { what });
        }
        let others = match begun == all {
            true => String::new(),
            false => format!("; {begun} of {all} groups have started, and others may have to wait for them"),
        };
        let what = format!(
            "no forward progress: iteration {iterations} waits for memory that no running thread writes{others}"
        );
        self.at_thread(wave, at, Check::NoProgress, &d::NoProgress { what });
    }

    /// The steps are used up.
    pub(super) fn exhausted(&mut self, wave: &Wave) {
        let longest =
            wave.strands.iter().max_by_key(|strand| strand.iterations.last().map_or(0, |iteration| iteration.count));
        let Some(strand) = longest else { return };
        let iterations = strand.iterations.last().map_or(0, |iteration| iteration.count);
        let what = format!("step limit of {} exceeded in iteration {iterations} of a loop", self.inputs.max_steps);
        let lane = lanes(strand.mask).next().unwrap_or(0);
        self.at_thread(wave, LaneAt { pc: strand.pc, lane }, Check::Endless, &d::Endless { what });
    }
}

/// The synchronisation that is missing between two accesses.
fn reason(check: Check, is_of_group: bool, access: &Access) -> String {
    use check::races::Class;
    let memory = match access.class {
        Class::Group => "groupshared memory",
        Class::Buffer => "buffers",
        Class::Image => "textures",
    };
    let barrier = match access.class {
        Class::Group => "GroupMemoryBarrierWithGroupSync()",
        Class::Buffer | Class::Image => "DeviceMemoryBarrierWithGroupSync()",
    };
    match (check, is_of_group) {
        (Check::NotCoherent, _) => "declare the resource globallycoherent".to_owned(),
        (Check::Scope, _) if access.atomic.is_some() => {
            "the scope of each of two atomic operations on the same location must include the other".to_owned()
        }
        (Check::Scope | Check::ScopeAfterRead, _) => format!("use {barrier} or AllMemoryBarrierWithGroupSync() to order accesses to {memory}"),
        (_, true) => format!("missing barrier for {memory} between the two accesses: insert {barrier}"),
        (_, false) => "barriers do not synchronize different groups; use a separate dispatch, or atomic operations with memory barriers".to_owned(),
    }
}
