//! Lanes of a wave as masks.

/// Lanes of a wave, one bit each.
pub(crate) type Mask = u128;

/// A lane of the current group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// Its wave.
    pub wave: u32,
    /// Its number in the wave.
    pub lane: u32,
}

/// The numbers of the lanes in a mask.
pub(crate) fn lanes(mask: Mask) -> impl Iterator<Item = usize> {
    // Halves, since processors know the lowest bit of a word.
    let (mut low, mut high) = (mask as u64, (mask >> 64) as u64);
    std::iter::from_fn(move || {
        let (half, base) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
        let lane = half.trailing_zeros();
        *half &= half.wrapping_sub(1);
        (lane < u64::BITS).then_some((base + lane) as usize)
    })
}

/// Returns whether all lanes of the given number of are meant.
#[inline]
pub(crate) fn is_whole(mask: Mask, width: usize) -> bool {
    // Lanes are numbered from 0. A wave has one at least.
    mask == Mask::MAX >> (Mask::BITS as usize - width)
}
