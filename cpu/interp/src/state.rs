//! The state of a run: waves with their rows of cells, strands of lanes that go the same way, and the memory of a group.

use crate::cells::Cells;
use crate::code::{ADDRESS, LOCAL, Pc, Pointer, Program, Slot};
use crate::error::Refused;
use crate::lanes::Lane;
pub(crate) use crate::lanes::{Mask, lanes};
use crate::local::Local;
use crate::names::Names;
use crate::quick::{Forms, Stay};
use crate::types::Piece;
use check::races::Atomic;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trace::Query;

/// The iteration of a loop that a strand is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Iteration {
    pub(crate) header: Pc,
    pub(crate) end: Pc,
    /// The number of calls around.
    pub(crate) depth: usize,
    pub(crate) count: u64,
    /// An earlier iteration.
    pub(crate) seen: Option<Seen>,
    /// True if the same state came again after reads of memory that others may change.
    pub(crate) waits: bool,
}

/// The state at the start of a iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) state: u64,
    /// The numbers of writes and of reads of shared memory until then.
    pub(crate) writes: u64,
    pub(crate) reads: u64,
}

/// The state of a strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    Ready,
    /// At a barrier of the group.
    Waiting,
    /// In a loop that changes nothing, since the given number of writes.
    Spinning(u64),
}

/// Lanes that go the same way.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    pub(crate) mask: Mask,
    pub(crate) pc: Pc,
    /// Where calls return to, the outermost first.
    pub(crate) stack: Vec<Pc>,
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) run: Run,
}

impl Strand {
    /// Returns whether it is further behind than another one: then it goes first.
    pub(crate) fn is_behind(&self, other: &Strand) -> bool {
        let place = |strand: &Strand| strand.stack.iter().copied().chain([strand.pc]).collect::<Vec<_>>();
        match (self.stack.is_empty(), other.stack.is_empty()) {
            (true, true) => self.pc < other.pc,
            _ => {
                let (own, its) = (place(self), place(other));
                let common = own.iter().zip(&its).find(|(own, its)| own != its);
                // Who is still in a call is behind who has returned from it.
                common.map_or(own.len() > its.len(), |(own, its)| own < its)
            }
        }
    }

    /// Returns whether going to a place leaves no loop whose iterations are counted.
    #[inline]
    pub(crate) fn stays_in_loop(&self, target: Pc) -> bool {
        self.iterations.last().is_none_or(|iteration| {
            iteration.depth < self.stack.len()
                || iteration.depth == self.stack.len() && (iteration.header..iteration.end).contains(&target)
        })
    }

    /// Returns whether both are at the same place.
    pub(crate) fn is_at(&self, other: &Strand) -> bool {
        self.pc == other.pc && self.stack == other.stack
    }
}

/// A wave.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    pub(crate) number: u32,
    /// The number of lanes that it has room for.
    pub(crate) width: usize,
    /// The lanes that there are.
    pub(crate) lanes: Mask,
    /// The lanes that it has room for.
    all: Mask,
    /// The numbers of its threads along each axis, which are the same in all groups.
    pub(crate) locals: Vec<[u32; 3]>,
    pub(crate) cells: Cells,
    /// For each cell the lanes in which it has no value.
    pub(crate) undefined: Vec<Mask>,
    /// The memory of the lanes.
    pub(crate) local: Local,
    /// True if pointers that lead to the same object otherwise lead nowhere in some lanes.
    pub(crate) has_strayed: bool,
    pub(crate) strands: Vec<Strand>,
    /// The cells of variables.
    variables: std::ops::Range<Slot>,
    /// Where each lane last read an uninitialized value.
    pub(crate) unset: Vec<Option<Pointer>>,
    /// Where each lane last made NaN of numbers, and the lanes that have.
    nan_origins: Vec<Pc>,
    pub(crate) with_nan: Mask,
    /// The lanes in a critical section, and those that have been in one.
    pub(crate) in_section: Mask,
    pub(crate) with_section: Mask,
    /// The lanes that are helpers of others, and of these the ones that have had no result of an operation.
    pub(crate) helpers: Mask,
    pub(crate) without_result: Mask,
    /// The lanes whose inputs are far outside of their primitives.
    pub(crate) strays: Mask,
    /// The states of ray queries, by their places in the lanes' memory and by lanes, with the descriptors of their scenes.
    pub(crate) queries: FxHashMap<(u64, u32), (Query, u64)>,
}

impl Wave {
    pub(crate) fn new(program: &Program, forms: &Forms, number: u32, width: usize, lanes: u32) -> Self {
        let mut cells = Cells::new(program.slots as usize, width);
        let objects = &forms.objects;
        program.constants.iter().chain(objects).for_each(|(slot, value)| cells.fill(*slot, *value));
        let mut undefined = vec![0; program.slots as usize];
        for slot in &program.undefined {
            undefined[*slot as usize] = Mask::MAX;
        }
        Wave {
            number,
            width,
            locals: Vec::new(),
            all: Mask::MAX >> (Mask::BITS as usize - width),
            lanes: if lanes >= Mask::BITS { Mask::MAX } else { (1 << lanes) - 1 },
            cells,
            undefined,
            variables: program.variables.clone(),
            local: Local::new(program.local_bytes as usize, width),
            has_strayed: false,
            strands: Vec::new(),
            unset: vec![None; width],
            nan_origins: vec![0; width],
            with_nan: 0,
            in_section: 0,
            with_section: 0,
            helpers: 0,
            without_result: 0,
            strays: 0,
            queries: FxHashMap::default(),
        }
    }

    /// Starts anew for the next group.
    pub(crate) fn restart(&mut self, start: Pc, forms: &Forms) {
        self.local.clear();
        if std::mem::take(&mut self.has_strayed) {
            forms.objects.iter().for_each(|(slot, object)| self.cells.fill(*slot, *object));
        }
        self.cells.clear(self.variables.clone());
        let variables = self.variables.start as usize..self.variables.end as usize;
        self.undefined[variables].fill(Mask::MAX);
        (self.with_nan, self.in_section, self.with_section) = (0, 0, 0);
        (self.helpers, self.without_result) = (0, 0);
        self.unset.fill(None);
        self.queries.clear();
        let strand = Strand { mask: self.lanes, pc: start, stack: Vec::new(), iterations: Vec::new(), run: Run::Ready };
        self.strands = vec![strand];
    }

    /// Lanes become helpers; those that are go without a result.
    pub(crate) fn demote(&mut self, mask: Mask) {
        self.without_result |= self.helpers & mask;
        self.helpers |= mask;
    }

    #[inline]
    pub(crate) fn get(&self, slot: Slot, lane: usize) -> u64 {
        self.cells.get(slot, lane)
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, lane: usize, value: u64) {
        self.cells.set(slot, lane, value);
    }

    /// A lane, for others than the wave.
    pub(crate) fn lane(&self, lane: usize) -> Lane {
        Lane { wave: self.number, lane: lane as u32 }
    }

    /// What a lane's pointer leads to.
    #[inline]
    pub(crate) fn pointer(&self, slot: Slot, lane: usize) -> Pointer {
        Pointer { object: self.get(slot, lane), offset: self.get(slot + 1, lane) }
    }

    #[inline]
    pub(crate) fn set_pointer(&mut self, slot: Slot, lane: usize, pointer: Pointer) {
        self.set(slot, lane, pointer.object);
        self.set(slot + 1, lane, pointer.offset);
    }

    /// A lane has made NaN of numbers.
    pub(crate) fn makes_nan(&mut self, lane: usize, pc: Pc) {
        self.nan_origins[lane] = pc;
        self.with_nan |= 1 << lane;
    }

    /// Where a lane last made NaN of numbers.
    pub(crate) fn nan_origin(&self, lane: usize) -> Option<Pc> {
        (self.with_nan >> lane & 1 == 1).then(|| self.nan_origins[lane])
    }

    /// The row of a cell, without what its numbers have above 32 bits.
    #[inline]
    pub(crate) fn row(&self, slot: Slot) -> &[u32] {
        self.cells.row(slot)
    }

    /// The lanes in which a cell is true.
    pub(crate) fn truths(&self, slot: Slot) -> Mask {
        // Most are the same in all lanes.
        let (some, all) = self.row(slot).iter().fold((0, 1), |(some, all), value| (some | value, all & value));
        if some & 1 == all & 1 {
            return if all & 1 == 1 { self.all } else { 0 };
        }
        let parts = self
            .row(slot)
            .chunks(32)
            .map(|part| part.iter().enumerate().fold(0u32, |all, (lane, value)| all | (value & 1) << lane));
        parts.enumerate().fold(0, |all, (part, lanes)| all | Mask::from(lanes) << (32 * part))
    }

    /// The value of a cell, if all of these lanes have the same.
    #[inline]
    pub(crate) fn uniform(&self, slot: Slot, mask: Mask) -> Option<u64> {
        self.cells.uniform(slot, mask)
    }

    /// Reads a value of these lanes from one place of their memory.
    pub(crate) fn load_local(&mut self, mask: Mask, dst: Slot, offset: u64, pieces: &[Piece]) {
        for (slot, piece) in (dst..).zip(pieces) {
            if piece.bytes == 0 {
                lanes(mask).for_each(|lane| self.set(slot, lane, ADDRESS));
                continue;
            }
            let none = self.local.load(mask, offset, piece, &mut self.cells, slot);
            self.mark(slot, mask, none);
            for lane in lanes(none) {
                self.unset[lane] = Some(Pointer { object: LOCAL, offset }.plus(piece.offset.into()));
            }
        }
    }

    /// Reads a value of these lanes from cells of a variable, if it does not stay there.
    pub(crate) fn load_cells(&mut self, mask: Mask, dst: Slot, src: Slot, offset: u64, pieces: &[Piece]) {
        for (at, piece) in (0..).zip(pieces) {
            if dst != src {
                self.copy_row(mask, dst + at, src + at);
            }
            for lane in lanes(self.undefined[(src + at) as usize] & mask) {
                self.unset[lane] = Some(Pointer { object: LOCAL, offset }.plus(piece.offset.into()));
            }
        }
    }

    /// Writes a value of these lanes to one place of their memory.
    pub(crate) fn store_local(&mut self, mask: Mask, src: Slot, offset: u64, pieces: &[Piece]) {
        for (slot, piece) in (src..).zip(pieces).filter(|(_, piece)| piece.bytes > 0) {
            self.local.store(mask, offset, piece, &self.cells, slot, self.undefined[slot as usize]);
        }
    }

    /// Returns whether cells have values in all of these lanes.
    #[inline]
    pub(crate) fn are_defined(&self, mask: Mask, cells: &[Stay]) -> bool {
        let slots = cells.iter().flat_map(|cells| cells.first..cells.first + cells.count);
        slots.fold(0, |all, slot| all | self.undefined[slot as usize]) & mask == 0
    }

    /// Says in which of these lanes a cell has no value.
    #[inline]
    pub(crate) fn mark(&mut self, slot: Slot, mask: Mask, undefined: Mask) {
        let own = &mut self.undefined[slot as usize];
        *own = *own & !mask | undefined & mask;
    }

    /// Copies rows of cells, all of them at once, so that one may be another's source.
    pub(crate) fn copy(&mut self, mask: Mask, moves: &[(Slot, Slot)]) {
        let (first, last) = moves.iter().fold((Slot::MAX, 0), |(first, last), (to, _)| (first.min(*to), last.max(*to)));
        if moves.len() < 2 || moves.iter().all(|(_, from)| !(first..=last).contains(from)) {
            return moves.iter().for_each(|(to, from)| self.copy_row(mask, *to, *from));
        }
        let marks: Vec<Mask> = moves.iter().map(|(_, from)| self.undefined[*from as usize]).collect();
        let sources = moves.iter().flat_map(|(_, from)| lanes(mask).map(|lane| self.get(*from, lane)));
        let mut values = sources.collect::<Vec<_>>().into_iter();
        for ((to, _), undefined) in moves.iter().zip(marks) {
            for (lane, value) in lanes(mask).zip(values.by_ref()) {
                self.set(*to, lane, value);
            }
            self.mark(*to, mask, undefined);
        }
    }

    /// Copies a row of cells.
    #[inline]
    pub(crate) fn copy_row(&mut self, mask: Mask, to: Slot, from: Slot) {
        self.cells.copy(mask, to, from);
        self.mark(to, mask, self.undefined[from as usize]);
    }

    /// The lanes that have not ended.
    pub(crate) fn living(&self) -> Mask {
        self.strands.iter().fold(0, |all, strand| all | strand.mask)
    }

    /// Joins strands that are ready at the same place.
    pub(crate) fn join(&mut self) {
        let mut at = 0;
        while at < self.strands.len() {
            let mut other = at + 1;
            while other < self.strands.len() {
                let (one, two) = (&self.strands[at], &self.strands[other]);
                if one.run == Run::Ready && two.run == Run::Ready && one.is_at(two) {
                    let gone = self.strands.swap_remove(other);
                    self.strands[at].mask |= gone.mask;
                } else {
                    other += 1;
                }
            }
            at += 1;
        }
    }
}

/// An access of a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touch {
    pub(crate) object: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u32,
    pub(crate) writes: bool,
    pub(crate) atomic: Option<Atomic>,
    pub(crate) coherent: bool,
    pub(crate) private: bool,
    pub(crate) same: bool,
    /// The number of an atomic operation among those with the same number that may come in any order.
    pub(crate) change: Option<u32>,
}

/// An entry point that is ready to run.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) program: Arc<Program>,
    pub(crate) forms: Arc<Forms>,
    pub(crate) types: Arc<crate::types::Types>,
    pub(crate) names: Arc<Names>,
    pub(crate) info: Arc<abi::KernelInfo>,
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kernel").field("entry", &self.info.entry).finish_non_exhaustive()
    }
}

impl Kernel {
    /// Reads an entry point of a module that the validator accepts, with values of its specialisation constants by number.
    ///
    /// # Errors
    /// When it has something that is not run.
    pub fn new(words: &[u32], info: &abi::KernelInfo, constants: &[(u32, u64)]) -> Result<Self, Refused> {
        Self::read(words, info, constants, false)
    }

    /// Reads an entry point with the names of the source, for a debugger; otherwise as [`Kernel::new`].
    ///
    /// # Errors
    /// As for [`Kernel::new`].
    pub fn with_names(words: &[u32], info: &abi::KernelInfo, constants: &[(u32, u64)]) -> Result<Self, Refused> {
        Self::read(words, info, constants, true)
    }

    fn read(
        words: &[u32],
        info: &abi::KernelInfo,
        constants: &[(u32, u64)],
        wants_names: bool,
    ) -> Result<Self, Refused> {
        let (program, types, names) = crate::read::program(words, info, constants, wants_names)?;
        let forms = Arc::new(crate::quick::forms(&program.code, &program.constants));
        let (program, types, names) = (Arc::new(program), Arc::new(types), Arc::new(names));
        Ok(Kernel { program, forms, types, names, info: Arc::new(info.clone()) })
    }

    /// The formats that it prints, by their numbers.
    pub fn formats(&self) -> &[abi::print::Format] {
        &self.program.formats
    }
}
