//! The machine: its state, the waves of a group in time slices until all have come to a barrier or to the end, and loops.

mod atomics;
mod chains;
pub(crate) mod debuggee;
mod domain;
mod groups;
mod helpers;
mod here;
pub(crate) mod hooks;
mod images;
mod memory;
mod names;
mod numbers;
mod object_memory;
mod open_rays;
mod orders;
mod outputs;
mod queries;
mod quick;
mod report;
mod sections;
mod special;
mod step;
mod values;
mod waves;

use crate::cells::Cells;
use crate::code::{BUFFERS, Builtin, Code, FlowCode, Pc, TEXELS};
use crate::counts::Counts;
use crate::host::{End, Extent, Host, Inputs, LastWrites, Marks, Memory, Outcome, Written};
use crate::state::{self, Kernel, Mask, Run, Seen, Strand, Wave, lanes};
use crate::types::Piece;
use abi::{Access, BindingKind};
use check::races::{Fence, Model, Races};
use check::rows::Family;
use check::schedule::Choices;
use check::{Check, Checks, Findings, Report, Rules, Schedule, Thread, Verdict};
use groups::{Group, Pause, TimeSlice};
use hooks::Hooks;
use object_memory::Buffer;
use rustc_hash::FxHashSet;
use spirv::BuiltIn;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of cells and of the memory of lanes.
const MOST_BYTES: u64 = 2 << 30;
/// The steps of a wave in one time slice.
const SLICE: u64 = 1 << 16;
/// The logarithm of the longest slice where a seed chooses it.
const LONGEST_SLICE: u64 = 12;
/// The number of lanes that waves of Direct3D have at least.
const LEAST_WAVE: u32 = 4;

/// The result of a wave's time slice.
enum SliceResult {
    /// The slice is used up, or none of its strands can continue.
    UsedUp,
    /// The run pauses.
    Paused,
    Over(End),
}

/// The state of a run but for the waves.
pub(crate) struct Machine<'h> {
    kernel: Kernel,
    inputs: Inputs,
    host: Box<dyn Host + 'h>,
    findings: Findings,
    races: Option<Races>,
    /// True if uninitialized values are looked for.
    watches_values: bool,
    /// For each descriptor, whether threads may conflict there.
    tracked: Vec<bool>,
    /// The current group.
    now: Group,
    choices: Choices,
    /// The numbers of changes and of reads of memory that others see.
    writes: u64,
    reads: u64,
    steps: u64,
    /// Room for a row.
    scratch: Vec<u32>,
    /// The buffers by their descriptors.
    buffers: Vec<Option<Buffer<'h>>>,
    /// The marks of images by their descriptors.
    texels: BTreeMap<u32, Marks>,
    /// The first instruction that writes a binding, for those of which all elements must be written.
    writers: BTreeMap<u64, Option<Pc>>,
    /// The instructions that have been asked about the formats of images.
    formats: FxHashSet<(Pc, u64)>,
    /// True if atomic operations have run.
    has_atomics: bool,
    /// The number of the current group, where accesses are noted for other orders of them.
    logs: Option<u32>,
    counts: Option<Box<Counts>>,
    /// The events that a debugger waits for.
    hooks: Option<Box<Hooks>>,
}

impl Kernel {
    /// Runs groups on buffers that are lent, by their descriptors. The other results are in the inputs that come back.
    pub fn run(&self, inputs: Inputs, buffers: BTreeMap<u32, Memory<'_>>, host: &mut dyn Host) -> (Inputs, Outcome) {
        let mut machine = Machine::new(self.clone(), inputs, buffers, Box::new(host));
        let end = machine.all();
        machine.finish(end)
    }
}

/// The checks that look at accesses to memory.
const RACES: [Check; 5] = [Check::Race, Check::RaceInWave, Check::RaceSameValue, Check::Scope, Check::BarrierUseless];

/// Returns whether a check looks for accesses without an order.
fn looks_for_races(checks: &Checks) -> bool {
    RACES.iter().any(|check| checks.is_on(*check))
}

/// The claim of a run, which is clean if it has finished without findings and atomic operations.
fn verdict(checks: &Checks, is_clean: bool) -> Verdict {
    match () {
        () if !checks.has(Family::Memory) || !looks_for_races(checks) => Verdict::Unknown,
        () if is_clean => Verdict::EverySchedule,
        () => Verdict::Tried(1),
    }
}

impl Kernel {
    /// The report of a run that has finished and is known to have no findings.
    pub fn report_of_none(&self, checks: &Checks, has_atomics: bool) -> Report {
        let verdict = verdict(checks, !has_atomics);
        Report { findings: Vec::new(), files: self.program.files.clone(), verdict }
    }

    /// The number of its instructions.
    pub fn instructions(&self) -> usize {
        self.program.code.len()
    }
}

impl<'h> Machine<'h> {
    fn new(kernel: Kernel, mut inputs: Inputs, lent: BTreeMap<u32, Memory<'h>>, host: Box<dyn Host + 'h>) -> Self {
        let (info, program) = (Arc::clone(&kernel.info), Arc::clone(&kernel.program));
        let threads: u32 = info.local_size.iter().product();
        let least = match program.wave_size {
            Some(size) => size,
            None if program.reads_wave => info.wave,
            None => LEAST_WAVE,
        };
        let mut tracked = vec![false; info.slots as usize + 1];
        for binding in info.bindings.iter().filter(|binding| binding.access != Access::Read) {
            let slots = binding.slot as usize..(binding.slot as usize).saturating_add(binding.count as usize);
            if binding.kind != BindingKind::UniformBuffer
                && let Some(slots) = tracked.get_mut(slots)
            {
                slots.fill(true);
            }
        }
        let seed = if let Schedule::Random(seed) = inputs.schedule { seed } else { 0 };
        let (buffers, texels) = marked(&mut inputs, lent, host.as_ref(), seed);
        let writers = writers(&buffers, &texels);
        let checks = &inputs.checks;
        let model = Model {
            wave: info.wave,
            least_wave: least,
            has_scopes: program.has_scopes,
            is_strict: program.has_memory_model && checks.rules() != Rules::Hlsl,
            makes_available: program.makes_available,
            makes_visible: program.makes_visible,
        };
        Machine {
            kernel,
            races: looks_for_races(checks).then(|| races_of(checks, threads, model)),
            watches_values: [Check::Uninit, Check::UninitOutput, Check::HelperEffect, Check::DerivativeEdge]
                .iter()
                .any(|check| checks.is_on(*check)),
            findings: Findings::default(),
            host,
            tracked,
            now: Group::default(),
            choices: Choices::new(seed),
            writes: 0,
            reads: 0,
            steps: 0,
            scratch: Vec::new(),
            buffers,
            texels,
            writers,
            formats: FxHashSet::default(),
            has_atomics: false,
            logs: None,
            counts: inputs.counts.then(|| Box::new(Counts::new(&program, info.wave))),
            hooks: None,
            inputs,
        }
    }

    /// A copy of the state, if the host can be copied.
    fn duplicate(&self) -> Option<Machine<'static>> {
        Some(Machine {
            kernel: self.kernel.clone(),
            inputs: self.inputs.clone(),
            host: self.host.duplicate()?,
            findings: self.findings.clone(),
            races: self.races.clone(),
            watches_values: self.watches_values,
            tracked: self.tracked.clone(),
            now: self.now.clone(),
            choices: self.choices.clone(),
            writes: self.writes,
            reads: self.reads,
            steps: self.steps,
            scratch: Vec::new(),
            buffers: self.buffers.iter().map(|buffer| buffer.as_ref().map(Buffer::duplicate)).collect(),
            texels: self.texels.clone(),
            writers: self.writers.clone(),
            formats: self.formats.clone(),
            has_atomics: self.has_atomics,
            logs: self.logs,
            counts: self.counts.clone(),
            hooks: self.hooks.clone(),
        })
    }

    fn finish(mut self, end: End) -> (Inputs, Outcome) {
        if end == End::Finished {
            self.all_written();
            self.useless_barriers();
        }
        let findings = self.findings.finish();
        let is_clean = findings.is_empty() && !self.has_atomics && end == End::Finished;
        let verdict = verdict(&self.inputs.checks, is_clean);
        let report = Report { findings, files: self.kernel.program.files.clone(), verdict };
        let mut inputs = self.inputs;
        inputs.marks = self.texels;
        for (slot, buffer) in (0..).zip(self.buffers) {
            let Some(Buffer { bytes, marks }) = buffer else { continue };
            if let Memory::Owned(bytes) = bytes {
                inputs.buffers.insert(slot, bytes);
            }
            inputs.marks.extend(marks.map(|marks| (slot, marks)));
        }
        let coverage = self.counts.map(|counts| counts.finish(&self.kernel.program));
        let writes = LastWrites { races: self.races, program: Arc::clone(&self.kernel.program) };
        (inputs, Outcome { end, report, writes, coverage })
    }

    /// Runs a group until it ends, waits for others, or its time slice ends; returns nothing where the run pauses.
    fn group(&mut self, waves: &mut [Wave], slice: &mut TimeSlice) -> Option<Pause> {
        loop {
            let schedule = self.inputs.schedule;
            let slices = match schedule {
                Schedule::Random(_) => 1,
                Schedule::Lockstep | Schedule::Reverse | Schedule::All(_) => waves.len(),
            };
            while slice.number < slices {
                let (at, until) = match slice.wave {
                    Some(begun) => begun,
                    None => self.begin_slice(waves, slice.number),
                };
                slice.wave = Some((at, until));
                match self.wave(&mut waves[at], until, &mut slice.strand) {
                    SliceResult::Paused => return None,
                    SliceResult::Over(end) => return Some(Pause::Over(end)),
                    SliceResult::UsedUp => *slice = TimeSlice { number: slice.number + 1, ..TimeSlice::default() },
                }
            }
            slice.number = 0;
            let all = || waves.iter().flat_map(|wave| &wave.strands);
            let is_spinning = |strand: &Strand| matches!(strand.run, Run::Spinning(_));
            let is_ready = |strand: &Strand| match strand.run {
                Run::Ready => true,
                Run::Spinning(writes) => writes != self.writes,
                Run::Waiting => false,
            };
            match () {
                () if all().any(is_ready) => {}
                () if all().next().is_none() => return Some(Pause::Finished),
                () if all().any(is_spinning) => return Some(Pause::Stuck),
                () => self.meet(waves),
            }
            if matches!(schedule, Schedule::Random(_)) && self.choices.below(4) == 0 {
                return Some(Pause::Later);
            }
        }
    }

    /// Chooses the wave of the next time slice, and the number of its steps.
    fn begin_slice(&mut self, waves: &mut [Wave], number: usize) -> (usize, u64) {
        let (at, slice) = match self.inputs.schedule {
            Schedule::Lockstep | Schedule::All(_) => (number, SLICE),
            Schedule::Reverse => (waves.len() - 1 - number, SLICE),
            Schedule::Random(_) => {
                (self.choices.below(waves.len() as u64) as usize, 1 << self.choices.below(LONGEST_SLICE))
            }
        };
        self.wake(&mut waves[at]);
        (at, (self.steps + slice).min(self.inputs.max_steps.saturating_add(1)))
    }

    /// Lets strands go on for which something may have changed.
    fn wake(&self, wave: &mut Wave) {
        for strand in &mut wave.strands {
            if matches!(strand.run, Run::Spinning(writes) if writes != self.writes) {
                strand.run = Run::Ready;
            }
        }
        wave.join();
    }

    /// Runs a wave for a while, or until none of its strands can go on. Where the run has paused, one of them goes on first.
    fn wave(&mut self, wave: &mut Wave, until: u64, paused: &mut Option<usize>) -> SliceResult {
        while self.steps < until {
            let ready = || (0..wave.strands.len()).filter(|at| wave.strands[*at].run == Run::Ready);
            let behind =
                |one: usize, two: usize| if wave.strands[two].is_behind(&wave.strands[one]) { two } else { one };
            let Some(at) = paused.take().or_else(|| ready().reduce(behind)) else { return SliceResult::UsedUp };
            if self.strand(wave, at, until) {
                *paused = Some(at);
                return SliceResult::Paused;
            }
            if wave.strands.len() > 1 {
                wave.join();
            }
        }
        if self.steps > self.inputs.max_steps {
            self.exhausted(wave);
            return SliceResult::Over(End::Endless);
        }
        if self.host.is_over() { SliceResult::Over(End::Stopped) } else { SliceResult::UsedUp }
    }

    /// All strands that are left wait at barriers.
    fn meet(&mut self, waves: &mut [Wave]) {
        let strands = || waves.iter().flat_map(|wave| &wave.strands);
        let Some(first) = strands().next() else { return };
        let is_same = |iterations: &[state::Iteration], others: &[state::Iteration]| {
            let of = |iteration: &state::Iteration| (iteration.header, iteration.count);
            iterations.iter().map(of).eq(others.iter().map(of))
        };
        let are_together =
            strands().all(|strand| strand.is_at(first) && is_same(&strand.iterations, &first.iterations));
        let (mut fence, site): (Option<Fence>, Pc) = (None, first.pc);
        for strand in strands() {
            if let Code::Flow(FlowCode::Barrier(own)) = &self.kernel.program.code[strand.pc as usize] {
                fence = Some(fence.map_or(*own, |fence| fence.or(*own)));
            }
        }
        match are_together {
            _ if self.now.has_parted => {}
            false => self.divergent_barrier(waves),
            true => self.barrier_after_return(waves),
        }
        self.now.has_parted |= !are_together;
        if let Some(races) = &mut self.races {
            races.group_barrier(fence.unwrap_or(Fence::NONE), site);
        }
        for wave in waves {
            for strand in &mut wave.strands {
                strand.pc += 1;
                strand.run = Run::Ready;
            }
            wave.join();
        }
    }

    /// The number along each axis of a lane in its group.
    fn local_id(&self, thread: u32) -> [u32; 3] {
        let [width, height, _] = self.kernel.info.local_size;
        let numbers = |at: u32, width: u32, height: u32| {
            let rows = at / width.max(1);
            [at % width.max(1), rows % height.max(1), rows / height.max(1)]
        };
        if !self.kernel.program.has_quads {
            return numbers(thread, width, height);
        }
        let [x, y, z] = numbers(thread >> 2, width.div_ceil(2), height.div_ceil(2));
        [2 * x + (thread & 1), 2 * y + (thread >> 1 & 1), z]
    }

    fn thread_number(wave: &Wave, lane: usize) -> u32 {
        wave.number * wave.width as u32 + lane as u32
    }

    fn thread(&self, wave: &Wave, lane: usize) -> Thread {
        let local = self.local_id(Self::thread_number(wave, lane));
        Thread { local, group: self.now.id, wave: wave.number, lane: lane as u32 }
    }

    /// Writes the builtins of the lanes of a wave where the code reads them.
    fn builtins(&self, wave: &mut Wave, group: [u32; 3]) {
        let width = wave.width;
        if wave.locals.is_empty() {
            wave.locals = (0..width).map(|lane| self.local_id(Self::thread_number(wave, lane))).collect();
        }
        let mut rows = Cells::new(4, width);
        for Builtin { builtin, offset, count, bytes } in self.kernel.program.builtins.iter().copied() {
            self.builtin_rows(builtin, wave, group, &mut rows);
            // Matrices are builtins of stages that do not run so.
            for at in 0..count.min(rows.rows()) {
                let piece = Piece { offset: offset + at * bytes, bytes: bytes as u8 };
                wave.local.store(wave.lanes, 0, &piece, &rows, at, 0);
            }
        }
    }

    /// The words of a builtin of all lanes of a wave, which is in a group.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn builtin_rows(&self, builtin: BuiltIn, wave: &Wave, group: [u32; 3], rows: &mut Cells) {
        let size = self.kernel.info.local_size;
        let mut fill = |row: u32, word: &dyn Fn(&[u32; 3]) -> u32| {
            let cells = rows.part(row, Mask::MAX).row.iter_mut();
            cells.zip(&wave.locals).for_each(|(cell, local)| *cell = word(local));
        };
        match builtin {
            BuiltIn::LocalInvocationIndex => fill(0, &|[x, y, z]| (z * size[1] + y) * size[0] + x),
            BuiltIn::GlobalInvocationId | BuiltIn::LocalInvocationId => {
                let is_global = builtin == BuiltIn::GlobalInvocationId;
                for axis in 0..3 {
                    let start = if is_global { group[axis].wrapping_mul(size[axis]) } else { 0 };
                    fill(axis as u32, &|local| start.wrapping_add(local[axis]));
                }
            }
            BuiltIn::WorkgroupId | BuiltIn::WorkgroupSize | BuiltIn::NumWorkgroups | BuiltIn::SubgroupSize => {
                let words = self.builtin(builtin, wave, group, 0);
                (0..).zip(words).for_each(|(row, word)| fill(row, &|_| word));
            }
            _ => {
                for lane in lanes(wave.lanes) {
                    let words = self.builtin(builtin, wave, group, lane);
                    (0..).zip(words).for_each(|(row, word)| rows.set(row, lane, word.into()));
                }
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn builtin(&self, builtin: BuiltIn, wave: &Wave, group: [u32; 3], lane: usize) -> [u32; 4] {
        let info = &self.kernel.info;
        let (size, width) = (info.local_size, wave.width as u32);
        let of = |[x, y, z]: [u32; 3]| [x, y, z, 0];
        let threads: u32 = size.iter().product();
        // The wave as the host has it, also where a smaller group is one.
        let count = info.wave;
        match builtin {
            BuiltIn::WorkgroupId => of(group),
            BuiltIn::WorkgroupSize => of(size),
            BuiltIn::NumWorkgroups => of(self.inputs.groups),
            BuiltIn::SubgroupSize => [count, 0, 0, 0],
            BuiltIn::NumSubgroups => [threads.div_ceil(count), 0, 0, 0],
            BuiltIn::SubgroupId => [wave.number, 0, 0, 0],
            BuiltIn::SubgroupLocalInvocationId => [lane as u32, 0, 0, 0],
            BuiltIn::SubgroupEqMask => words(1 << lane),
            BuiltIn::SubgroupLtMask => words((1 << lane) - 1),
            BuiltIn::SubgroupLeMask => words(((1 << lane) - 1) | (1 << lane)),
            BuiltIn::SubgroupGeMask => words(all(count.max(width)) & !((1 << lane) - 1)),
            BuiltIn::SubgroupGtMask => words(all(count.max(width)) & !(((1 << lane) - 1) | (1 << lane))),
            _ => [0; 4],
        }
    }

    /// A way back in a loop, or out of it.
    fn iterate(&mut self, wave: &mut Wave, at: usize, target: Pc) {
        let program = &self.kernel.program;
        let strand = &mut wave.strands[at];
        let depth = strand.stack.len();
        let is_left = |iteration: &state::Iteration| {
            iteration.depth > depth || iteration.depth == depth && !(iteration.header..iteration.end).contains(&target)
        };
        while strand.iterations.last().is_some_and(is_left) {
            strand.iterations.pop();
        }
        if target > strand.pc {
            return;
        }
        let Ok(found) = program.loops.binary_search_by_key(&target, |one| one.header) else { return };
        let known =
            strand.iterations.last_mut().filter(|iteration| iteration.header == target && iteration.depth == depth);
        let Some(iteration) = known else {
            let end = program.loops[found].end;
            strand.iterations.push(state::Iteration { header: target, end, depth, count: 1, seen: None, waits: false });
            return;
        };
        iteration.count += 1;
        let seen = iteration.seen.take();
        // Loops with many iterations are examined from time to time: one that repeats a state never ends.
        let looks = iteration.count >= 1 << 10 && iteration.count.is_power_of_two();
        if seen.is_none() && !looks {
            return;
        }
        let own = Seen { state: state_of(wave, at), writes: self.writes, reads: self.reads };
        let strand = &mut wave.strands[at];
        let Some(iteration) = strand.iterations.last_mut() else { return };
        match seen {
            Some(seen) if (seen.state, seen.writes) == (own.state, own.writes) => {
                iteration.waits = seen.reads != own.reads;
                strand.run = Run::Spinning(self.writes);
            }
            Some(_) => {}
            None => iteration.seen = Some(own),
        }
    }
}

/// The detector of races.
fn races_of(checks: &Checks, threads: u32, model: Model) -> Races {
    let mut races = Races::new(threads, model);
    if checks.is_on(Check::BarrierUseless) {
        races.watch_barriers();
    }
    races
}

/// The buffers of a run, with their marks, and the marks of its images. Those without values hold what a seed chooses.
fn marked<'b>(
    inputs: &mut Inputs,
    mut lent: BTreeMap<u32, Memory<'b>>,
    host: &dyn Host,
    seed: u64,
) -> (Vec<Option<Buffer<'b>>>, BTreeMap<u32, Marks>) {
    let mut marks = std::mem::take(&mut inputs.marks);
    let own = std::mem::take(&mut inputs.buffers);
    lent.extend(own.into_iter().map(|(slot, bytes)| (slot, Memory::Owned(bytes))));
    let count = lent.last_key_value().map_or(0, |(slot, _)| *slot as usize + 1);
    let mut buffers: Vec<Option<Buffer<'b>>> = (0..count).map(|_| None).collect();
    for (slot, mut bytes) in lent {
        let mut marks = marks.remove(&slot);
        if marks.as_mut().is_some_and(|marks| marks.begin(bytes.bytes().len())) {
            let mut values = Choices::new(seed ^ u64::from(slot) << 32);
            bytes.bytes_mut().iter_mut().for_each(|byte| *byte = values.below(256) as u8);
        }
        buffers[slot as usize] = Some(Buffer { bytes, marks });
    }
    for (slot, marks) in &mut marks {
        let levels = host.extent(*slot, 0).map_or(0, |extent| extent.levels);
        let texels = (0..levels).filter_map(|level| host.extent(*slot, level)).map(Extent::texels);
        marks.begin(texels.fold(0, u64::saturating_add) as usize);
    }
    (buffers, marks)
}

/// The bytes of buffers.
fn lent_bytes(buffers: &[Option<Buffer<'_>>]) -> usize {
    buffers.iter().flatten().map(|buffer| buffer.bytes.bytes().len()).sum()
}

/// The bindings of which all elements must be written.
fn writers(buffers: &[Option<Buffer<'_>>], texels: &BTreeMap<u32, Marks>) -> BTreeMap<u64, Option<Pc>> {
    let buffers =
        (BUFFERS..).zip(buffers).filter_map(|(object, buffer)| Some((object, buffer.as_ref()?.marks.as_ref()?)));
    let texels = texels.iter().map(|(slot, marks)| (TEXELS + u64::from(*slot), marks));
    let asked = buffers.chain(texels).filter(|(_, marks)| marks.written == Written::Required);
    asked.map(|(object, _)| (object, None)).collect()
}

/// The low lanes.
fn all(count: u32) -> Mask {
    if count >= Mask::BITS { Mask::MAX } else { (1 << count) - 1 }
}

/// A mask as words.
fn words(mask: Mask) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (mask >> shift) as u32)
}

/// A number for the cells and the memory of a strand's lanes.
fn state_of(wave: &Wave, at: usize) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    let mask = wave.strands[at].mask;
    for lane in lanes(mask) {
        (0..wave.cells.rows()).for_each(|slot| hasher.write_u64(wave.get(slot, lane)));
        wave.local.hash(lane, &mut hasher);
    }
    hasher.finish()
}
