//! Masks of the four lanes of a quad, or of the eight of two quads beside each other: all bits of a lane, or none.

/// A mask of a quad.
pub(crate) type Mask = [u32; 4];
/// A mask of two quads, the left one first.
pub(crate) type Pair = [u32; 8];

/// The mask of two quads by a bit for each lane.
#[inline(always)]
pub(crate) fn pair_of(bits: u32) -> Pair {
    let mut mask = [0; 8];
    for (lane, mask) in mask.iter_mut().enumerate() {
        *mask = 0u32.wrapping_sub(bits >> lane & 1);
    }
    mask
}

/// The lanes of both masks.
#[inline(always)]
pub(crate) fn and(first: Pair, second: Pair) -> Pair {
    let mut both = [0; 8];
    for lane in 0..8 {
        both[lane] = first[lane] & second[lane];
    }
    both
}

/// The masks of both quads.
#[inline(always)]
pub(crate) fn quads([a, b, c, d, e, f, g, h]: Pair) -> [Mask; 2] {
    [[a, b, c, d], [e, f, g, h]]
}

/// Returns whether a mask has a lane.
#[inline(always)]
pub(crate) fn any<const N: usize>(mask: [u32; N]) -> bool {
    mask.iter().fold(0, |all, lane| all | lane) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_the_lanes_of_bits() {
        for bits in 0..256 {
            let mask = pair_of(bits);
            assert_eq!(mask.map(|lane| lane == u32::MAX), [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| bits >> lane & 1 != 0));
            assert_eq!((any(mask), and(mask, pair_of(0x35))), (bits != 0, pair_of(bits & 0x35)));
            assert_eq!(quads(mask).map(any), [bits & 0xF != 0, bits > 0xF]);
        }
    }
}
