//! Masks of the four lanes of a quad: all bits of a lane, or none.

/// A mask.
pub(crate) type Mask = [u32; 4];

/// The masks by a bit for each lane.
pub(crate) const MASKS: [Mask; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut at = 0;
    while at < 64 {
        masks[at / 4][at % 4] = 0u32.wrapping_sub((((at / 4) >> (at % 4)) & 1) as u32);
        at += 1;
    }
    masks
};

/// The lanes of both masks.
#[inline(always)]
pub(crate) fn and(first: Mask, second: Mask) -> Mask {
    let mut both = [0; 4];
    for lane in 0..4 {
        both[lane] = first[lane] & second[lane];
    }
    both
}

/// Returns whether a mask has a lane.
#[inline(always)]
pub(crate) fn any(mask: Mask) -> bool {
    mask[0] | mask[1] | mask[2] | mask[3] != 0
}

/// A bit for each lane of a mask.
#[inline(always)]
pub(crate) fn bits(mask: Mask) -> u8 {
    let bit = |lane: usize| mask[lane] & 1 << lane;
    (bit(0) | bit(1) | bit(2) | bit(3)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_lanes() {
        for number in 0..16u8 {
            let mask = MASKS[usize::from(number)];
            assert_eq!((bits(mask), any(mask)), (number, number != 0));
            assert_eq!(bits(and(mask, MASKS[5])), number & 5);
        }
    }
}
