//! The depth test, and depth bounds.

use crate::lanes::{MASKS, Mask, bits};
use crate::state::{Compare, DepthTest};
use texels::DepthFormat;

/// Returns whether the stored depth is within bounds.
pub(super) fn is_within((format, memory): &(DepthFormat, &mut [u8]), at: usize, bounds: [f32; 2]) -> bool {
    let bytes = format.bytes();
    let stored = format.decode(format.load(&memory[at * bytes..]));
    (bounds[0]..=bounds[1]).contains(&stored)
}

/// Compares a depth with the stored one, both as the format has them, and stores it if it passes.
pub(super) fn test(test: &DepthTest, plane: &mut (DepthFormat, &mut [u8]), at: usize, depth: f32) -> bool {
    let (format, memory) = plane;
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
    fn lanes(self, depths: [f32; 4], stored: [f32; 4]) -> [u32; 4] {
        let mut passed = [0; 4];
        for lane in 0..4 {
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
pub(crate) struct QuadTest {
    rule: DepthTest,
    passing: Passing,
}

impl QuadTest {
    pub(crate) fn new(rule: DepthTest) -> Self {
        Self { rule, passing: Passing::new(rule.compare) }
    }

    /// Compares depths of a quad's pixels with the stored ones, and stores those that pass. Returns the lanes that do.
    #[inline(always)]
    pub(crate) fn quad(
        &self,
        (format, memory): &mut (DepthFormat, &mut [u8]),
        place: usize,
        lanes: Mask,
        depths: [f32; 4],
    ) -> Mask {
        if *format == DepthFormat::Float32 {
            let memory = &mut memory[4 * place..4 * place + 16];
            return test_floats((self.rule.write, self.passing), memory, depths, lanes);
        }
        let plane = &mut (*format, &mut **memory);
        let passes = |lane: usize| lanes[lane] != 0 && test(&self.rule, plane, place + lane, depths[lane]);
        [0, 1, 2, 3].map(passes).map(|passes: bool| 0u32.wrapping_sub(passes.into()))
    }

    /// Compares the depths of the covered pixels of a block, by those of its quads. Returns the pixels that pass.
    #[inline(always)]
    pub(crate) fn block(
        &self,
        plane: &mut (DepthFormat, &mut [u8]),
        (first, covered): (usize, u64),
        depths: &[[f32; 4]; 16],
    ) -> u64 {
        let (mut left, mut passed) = (covered, 0);
        while left != 0 {
            let quad = (left.trailing_zeros() / 4) as usize;
            let lanes = MASKS[(left >> (4 * quad) & 0xF) as usize];
            left &= !(0xF << (4 * quad));
            let lanes = self.quad(plane, first + 4 * quad, lanes, depths[quad & 15]);
            passed |= u64::from(bits(lanes)) << (4 * quad);
        }
        passed
    }
}

/// Tests the depths of the lanes of a quad in single precision, without a branch per lane. Returns the lanes that pass.
#[inline(always)]
fn test_floats((write, passing): (bool, Passing), memory: &mut [u8], depths: [f32; 4], lanes: Mask) -> Mask {
    let mut stored = [0.0; 4];
    for (lane, stored) in stored.iter_mut().enumerate() {
        let at = 4 * lane;
        *stored = f32::from_le_bytes([memory[at], memory[at + 1], memory[at + 2], memory[at + 3]]);
    }
    let mut passed = passing.lanes(depths, stored);
    for lane in 0..4 {
        passed[lane] &= lanes[lane];
    }
    if write {
        for lane in 0..4 {
            let word = depths[lane].to_bits() & passed[lane] | stored[lane].to_bits() & !passed[lane];
            memory[4 * lane..4 * lane + 4].copy_from_slice(&word.to_le_bytes());
        }
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
                    let mut plane = (DepthFormat::Float32, &mut memory[..]);
                    assert_eq!(
                        test(&DepthTest { compare, write }, &mut plane, 0, depth),
                        passes,
                        "{compare:?} {depth}"
                    );
                    let stored = if passes && write { depth } else { 0.5 };
                    assert_eq!(memory, stored.to_le_bytes());
                    let (mut four, rule) = ([0.5f32.to_le_bytes(); 4].concat(), DepthTest { compare, write });
                    let plane = &mut (DepthFormat::Float32, &mut four[..]);
                    let found = QuadTest::new(rule).block(plane, (0, 0b1101), &[[depth; 4]; 16]);
                    assert_eq!(found, if passes { 0b1101 } else { 0 });
                    assert_eq!(four[..8], [stored.to_le_bytes(), 0.5f32.to_le_bytes()].concat());
                }
            }
        }
    }

    #[test]
    fn normalized_depths_are_compared_as_they_are_stored() {
        let mut memory = [0; 2];
        let mut plane = (DepthFormat::Unorm16, &mut memory[..]);
        let equal = DepthTest { compare: Compare::Equal, write: false };
        assert!(test(&equal, &mut plane, 0, 1e-7) && test(&equal, &mut plane, 0, -5.0));
        assert!(!test(&equal, &mut plane, 0, 1e-4));
    }

    #[test]
    fn bounds_include_their_ends() {
        let mut memory = 0.5f32.to_le_bytes();
        let plane = (DepthFormat::Float32, &mut memory[..]);
        assert!(is_within(&plane, 0, [0.5, 0.5]) && is_within(&plane, 0, [0.0, 1.0]));
        assert!(!is_within(&plane, 0, [0.6, 1.0]) && !is_within(&plane, 0, [0.0, 0.4]));
        assert!(!is_within(&plane, 0, [f32::NAN, 1.0]));
    }
}
