//! The depth test, and depth bounds.

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

/// Tests the depths of the lanes of a quad with one sample per pixel, whose places are next to each other.
pub(super) fn test_quad(
    rule: &DepthTest,
    plane: &mut (DepthFormat, &mut [u8]),
    first: usize,
    depths: [f32; 4],
    covered: [u16; 4],
) -> [u16; 4] {
    if plane.0 == DepthFormat::Float32 {
        let place = &mut plane.1[4 * first..4 * first + 16];
        return test_floats(rule, place, depths, covered);
    }
    std::array::from_fn(|lane| {
        covered[lane] & u16::from(covered[lane] != 0 && test(rule, plane, first + lane, depths[lane]))
    })
}

/// Tests the depths of a quad in single precision, without a branch per lane.
fn test_floats(rule: &DepthTest, place: &mut [u8], depths: [f32; 4], covered: [u16; 4]) -> [u16; 4] {
    let stored: [f32; 4] = std::array::from_fn(|lane| {
        f32::from_le_bytes([place[4 * lane], place[4 * lane + 1], place[4 * lane + 2], place[4 * lane + 3]])
    });
    let holds = |holds: fn(&f32, &f32) -> bool| std::array::from_fn(|lane| holds(&depths[lane], &stored[lane]));
    let holds: [bool; 4] = match rule.compare {
        Compare::Never => [false; 4],
        Compare::Less => holds(f32::lt),
        Compare::Equal => holds(f32::eq),
        Compare::LessEqual => holds(f32::le),
        Compare::Greater => holds(f32::gt),
        Compare::NotEqual => holds(f32::ne),
        Compare::GreaterEqual => holds(f32::ge),
        Compare::Always => [true; 4],
    };
    let passed: [u16; 4] = std::array::from_fn(|lane| covered[lane] & u16::from(holds[lane]));
    if rule.write {
        for lane in 0..4 {
            let depth = if passed[lane] == 0 { stored[lane] } else { depths[lane] };
            place[4 * lane..4 * lane + 4].copy_from_slice(&depth.to_le_bytes());
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
                    let found = test_quad(&rule, plane, 0, [depth; 4], [1, 0, 1, 1]);
                    assert_eq!(found, [u16::from(passes), 0, u16::from(passes), u16::from(passes)]);
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
