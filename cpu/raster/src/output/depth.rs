//! The depth test, and depth bounds.

use crate::lanes::{Pair, and, pair_of};
use crate::state::{Compare, DepthTest};
use crate::target::DepthMemory;
use texels::DepthFormat;

/// Returns whether the stored depth is within bounds.
pub(super) fn is_within(plane: &DepthMemory<'_>, at: usize, bounds: [f32; 2]) -> bool {
    let format = plane.format;
    let stored = format.decode(format.load(&plane.memory[at * format.bytes()..]));
    (bounds[0]..=bounds[1]).contains(&stored)
}

/// Compares a depth with the stored one, both as the format has them, and stores it if it passes.
pub(super) fn test(test: &DepthTest, plane: &mut DepthMemory<'_>, at: usize, depth: f32) -> bool {
    let DepthMemory { format, memory } = plane;
    let place = &mut memory[at * format.bytes()..];
    let raw = format.encode(depth);
    let passes = test.compare.holds(format.order(raw, format.load(place)));
    if passes && test.write {
        format.store(raw, place);
    }
    passes
}

/// The outcomes of a comparison that pass, as masks.
#[derive(Clone, Copy, Debug)]
struct Passing {
    less: u32,
    equal: u32,
    greater: u32,
    /// That of a depth that is not a number.
    unordered: u32,
}

impl Passing {
    fn new(compare: Compare) -> Self {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let mask = |order| if compare.holds(order) { u32::MAX } else { 0 };
        Self { less: mask(Some(Less)), equal: mask(Some(Equal)), greater: mask(Some(Greater)), unordered: mask(None) }
    }

    /// All bits of the lanes that pass.
    #[inline(always)]
    fn lanes(self, depths: [f32; 8], stored: [f32; 8]) -> Pair {
        let mut passed = [0; 8];
        for lane in 0..8 {
            let (depth, stored) = (depths[lane], stored[lane]);
            let all = |holds: bool| 0u32.wrapping_sub(holds.into());
            let [less, equal, greater] = [all(depth < stored), all(depth == stored), all(depth > stored)];
            let unordered = !(less | equal | greater);
            passed[lane] = less & self.less | equal & self.equal | greater & self.greater | unordered & self.unordered;
        }
        passed
    }
}

/// The depth test of pixels with one sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairTest {
    rule: DepthTest,
    passing: Passing,
}

impl PairTest {
    pub(crate) fn new(rule: DepthTest) -> Self {
        Self { rule, passing: Passing::new(rule.compare) }
    }

    /// Compares depths of the pixels of two quads with the stored ones, which begin at an even quad, and stores those that pass.
    /// Returns the lanes that do.
    #[inline(always)]
    pub(crate) fn pair(self, plane: &mut DepthMemory<'_>, place: usize, lanes: Pair, depths: [f32; 8]) -> Pair {
        if plane.format == DepthFormat::Float32 {
            let memory = &mut plane.memory.as_chunks_mut().0[place / 8];
            return test_floats(self.rule.write, self.passing, memory, depths, lanes);
        }
        pair_of(each(self.rule, plane, place, lanes, depths))
    }
}

/// As [`PairTest::pair`] for other formats, one lane after the other. Returns a bit for each lane.
#[inline(never)]
fn each(rule: DepthTest, plane: &mut DepthMemory<'_>, place: usize, lanes: Pair, depths: [f32; 8]) -> u32 {
    let mut passes = |lane: &usize| test(&rule, plane, place + lane, depths[*lane]);
    (0..8).filter(|lane| lanes[*lane] != 0 && passes(lane)).fold(0, |passed, lane| passed | 1 << lane)
}

/// Tests depths in single precision, without a branch per lane. Returns the lanes that pass.
#[inline(always)]
fn test_floats(write: bool, passing: Passing, memory: &mut [u8; 32], depths: [f32; 8], lanes: Pair) -> Pair {
    let (words, mut stored) = (memory.as_chunks().0, [0.0; 8]);
    for lane in 0..8 {
        stored[lane] = f32::from_le_bytes(words[lane]);
    }
    let passed = and(passing.lanes(depths, stored), lanes);
    if write {
        let mut chosen = [[0; 4]; 8];
        for lane in 0..8 {
            let word = depths[lane].to_bits() & passed[lane] | stored[lane].to_bits() & !passed[lane];
            chosen[lane] = word.to_le_bytes();
        }
        memory.copy_from_slice(chosen.as_flattened());
    }
    passed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_as_they_say() {
        // The new depth below, at and above the stored one, and NaN.
        let rows = [
            (Compare::Never, [false, false, false, false]),
            (Compare::Less, [true, false, false, false]),
            (Compare::Equal, [false, true, false, false]),
            (Compare::LessEqual, [true, true, false, false]),
            (Compare::Greater, [false, false, true, false]),
            (Compare::NotEqual, [true, false, true, true]),
            (Compare::GreaterEqual, [false, true, true, false]),
            (Compare::Always, [true, true, true, true]),
        ];
        assert_eq!(rows.len(), Compare::ALL.len());
        for (compare, expected) in rows {
            for write in [false, true] {
                for (depth, passes) in [0.25, 0.5, 0.75, f32::NAN].into_iter().zip(expected) {
                    let mut memory = 0.5f32.to_le_bytes();
                    let mut plane = DepthMemory { format: DepthFormat::Float32, memory: &mut memory[..] };
                    assert_eq!(
                        test(&DepthTest { compare, write }, &mut plane, 0, depth),
                        passes,
                        "{compare:?} {depth}"
                    );
                    let stored = if passes && write { depth } else { 0.5 };
                    assert_eq!(memory, stored.to_le_bytes());
                    let (mut all, rule) = ([0.5f32.to_le_bytes(); 8].concat(), DepthTest { compare, write });
                    let plane = &mut DepthMemory { format: DepthFormat::Float32, memory: &mut all[..] };
                    let found = PairTest::new(rule).pair(plane, 0, pair_of(0xAD), [depth; 8]);
                    assert_eq!(found, pair_of(if passes { 0xAD } else { 0 }));
                    assert_eq!(all[..8], [stored.to_le_bytes(), 0.5f32.to_le_bytes()].concat());
                }
            }
        }
    }

    #[test]
    fn normalized_depths_are_compared_as_they_are_stored() {
        let mut memory = [0; 2];
        let mut plane = DepthMemory { format: DepthFormat::Unorm16, memory: &mut memory[..] };
        let equal = DepthTest { compare: Compare::Equal, write: false };
        assert!(test(&equal, &mut plane, 0, 1e-7) && test(&equal, &mut plane, 0, -5.0));
        assert!(!test(&equal, &mut plane, 0, 1e-4));
    }

    #[test]
    fn bounds_include_their_ends() {
        let mut memory = 0.5f32.to_le_bytes();
        let plane = DepthMemory { format: DepthFormat::Float32, memory: &mut memory[..] };
        assert!(is_within(&plane, 0, [0.5, 0.5]) && is_within(&plane, 0, [0.0, 1.0]));
        assert!(!is_within(&plane, 0, [0.6, 1.0]) && !is_within(&plane, 0, [0.0, 0.4]));
        assert!(!is_within(&plane, 0, [f32::NAN, 1.0]));
    }
}
