//! Counts for coverage: lanes by instruction and by edge of a branch, and the costs of accesses to memory.

use crate::code::{Pc, Program, SHARED};
use crate::lanes::Mask;
use check::coverage::{Coverage, Line};
use rustc_hash::FxHashMap;

/// The bytes of a piece of memory that a wave reads at once.
const PIECE: u64 = 128;
/// The banks of groupshared memory, each of words of four bytes.
const BANKS: u64 = 32;

/// The counts of an instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    runs: u64,
    lanes: u64,
}

/// The counts of an instruction's accesses to memory.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    accesses: u64,
    pieces: u64,
    conflicts: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Counts {
    /// The lanes of a wave.
    wave: u64,
    all: Vec<Count>,
    ways: FxHashMap<(Pc, u32), u64>,
    partings: FxHashMap<Pc, u64>,
    memory: FxHashMap<Pc, Memory>,
    scratch: Vec<u64>,
}

impl Counts {
    pub(crate) fn new(program: &Program, wave: u32) -> Self {
        Counts {
            wave: wave.into(),
            all: vec![Count::default(); program.code.len()],
            ways: FxHashMap::default(),
            partings: FxHashMap::default(),
            memory: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    /// Lanes run an instruction.
    pub(crate) fn step(&mut self, pc: Pc, mask: Mask) {
        let count = &mut self.all[pc as usize];
        count.runs += 1;
        count.lanes += u64::from(mask.count_ones());
    }

    /// Counts the lanes that take each successor of a branch.
    pub(crate) fn part(&mut self, pc: Pc, ways: impl Iterator<Item = Mask>) {
        let mut taken = 0;
        for (way, mask) in (0..).zip(ways).filter(|(_, mask)| *mask != 0) {
            taken += 1;
            *self.ways.entry((pc, way)).or_default() += u64::from(mask.count_ones());
        }
        if taken > 1 {
            *self.partings.entry(pc).or_default() += 1;
        }
    }

    /// Lanes access an object at offsets.
    pub(crate) fn access(&mut self, pc: Pc, object: u64, offsets: impl Iterator<Item = u64>) {
        let memory = self.memory.entry(pc).or_default();
        memory.accesses += 1;
        let unit = if object == SHARED { 4 } else { PIECE };
        self.scratch.clear();
        self.scratch.extend(offsets.map(|offset| offset / unit));
        self.scratch.sort_unstable();
        self.scratch.dedup();
        if object != SHARED {
            memory.pieces += self.scratch.len() as u64;
            return;
        }
        let mut words = [0u64; BANKS as usize];
        self.scratch.iter().for_each(|word| words[(word % BANKS) as usize] += 1);
        memory.conflicts += words.into_iter().max().unwrap_or(0).saturating_sub(1);
    }

    /// The counts by lines of the source.
    pub(crate) fn finish(&self, program: &Program) -> Coverage {
        let mut coverage = Coverage::default();
        let mut function = None;
        let mut branches: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (pc, (site, count)) in (0..).zip(program.sites.iter().zip(&self.all)) {
            let Some(place) = site.place else { continue };
            let Some(name) = program.files.get(place.file as usize) else { continue };
            let file = coverage.files.entry(name.clone()).or_default();
            if function != Some(site.function) {
                function = Some(site.function);
                let name = program.functions.get(site.function as usize).map_or("", |name| &**name);
                // An entry point has a function of its own around the source's.
                let name = name.strip_prefix("src.").unwrap_or(name).to_owned();
                let known = file.functions.entry(name).or_insert((place.line, 0));
                *known = (known.0.min(place.line), known.1.max(count.lanes));
            }
            let line: &mut Line = file.lines.entry(place.line).or_default();
            line.lanes = line.lanes.max(count.lanes);
            line.operations += count.lanes;
            line.room += count.runs * self.wave;
            line.partings += self.partings.get(&pc).copied().unwrap_or(0);
            let memory = self.memory.get(&pc).copied().unwrap_or_default();
            line.accesses += memory.accesses;
            line.pieces += memory.pieces;
            line.conflicts += memory.conflicts;
            let Some(ways) = program.code[pc as usize].ways() else { continue };
            let branch = branches.entry((place.file, place.line)).or_default();
            for way in 0..ways {
                let lanes = self.ways.get(&(pc, way)).copied().unwrap_or(0);
                file.ways.insert((place.line, *branch, way), lanes);
            }
            *branch += 1;
        }
        coverage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_cost_pieces_and_conflicts() {
        let mut counts = Counts {
            wave: 4,
            all: Vec::new(),
            ways: FxHashMap::default(),
            partings: FxHashMap::default(),
            memory: FxHashMap::default(),
            scratch: Vec::new(),
        };
        counts.access(0, 20, [0, 4, 128, 132].into_iter());
        counts.access(1, SHARED, [0, 128, 128].into_iter());
        counts.part(2, [0b11, 0b100, 0].into_iter());
        counts.part(2, [0b111, 0, 0].into_iter());
        let memory = |pc| counts.memory.get(&pc).map(|memory| (memory.accesses, memory.pieces, memory.conflicts));
        assert_eq!((memory(0), memory(1)), (Some((1, 2, 0)), Some((1, 0, 1))));
        assert_eq!((counts.ways[&(2, 0)], counts.ways[&(2, 1)], counts.partings[&2]), (5, 1, 1));
    }
}
