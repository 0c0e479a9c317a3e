//! Sets of bytes or texels of memory, a bit each.

/// A set of numbers below a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
    len: usize,
    /// The number of those in the set.
    count: usize,
}

impl Bits {
    /// A set of all numbers below a limit, or of none.
    pub(crate) fn new(len: usize, value: bool) -> Self {
        let mut bits = Bits { words: vec![0; len.div_ceil(64)], len, count: 0 };
        bits.fill(0, len, value);
        bits
    }

    /// Puts a range of numbers into the set, or takes it out. What is beyond the limit does not count.
    #[inline]
    pub(crate) fn fill(&mut self, start: usize, count: usize, value: bool) {
        for (word, mask) in parts(start, count.min(self.len.saturating_sub(start))) {
            let word = &mut self.words[word];
            let changed = if value { mask & !*word } else { mask & *word };
            if changed == 0 {
                continue;
            }
            *word ^= changed;
            let changed = changed.count_ones() as usize;
            self.count = if value { self.count + changed } else { self.count - changed };
        }
    }

    /// Returns whether no number is in the set.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The limit.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether all of a range are in the set.
    pub(crate) fn has_all(&self, start: usize, count: usize) -> bool {
        count <= self.len.saturating_sub(start)
            && parts(start, count).all(|(word, mask)| self.words[word] & mask == mask)
    }

    /// Returns whether one of a range is in the set.
    #[inline]
    pub(crate) fn has_any(&self, start: usize, count: usize) -> bool {
        parts(start, count.min(self.len.saturating_sub(start))).any(|(word, mask)| self.words[word] & mask != 0)
    }
}

/// The words of a range, and its bits in each of them.
#[inline]
fn parts(start: usize, count: usize) -> impl Iterator<Item = (usize, u64)> {
    let end = start + count;
    let mut at = start;
    std::iter::from_fn(move || {
        let (word, bit) = (at / 64, at % 64);
        let here = (64 - bit).min(end - at);
        (here > 0).then(|| {
            at += here;
            (word, (u64::MAX >> (64 - here)) << bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_go_over_words() {
        let mut bits = Bits::new(200, false);
        bits.fill(60, 10, true);
        assert!(!bits.has_any(0, 60) && bits.has_any(0, 61) && bits.has_any(69, 1) && !bits.has_any(70, 130));
        bits.fill(0, 69, false);
        assert!(bits.has_any(64, 64) && !bits.has_any(0, 69));
        bits.fill(190, 100, true);
        assert!(bits.has_all(190, 10) && !bits.has_all(189, 10) && !bits.has_all(190, 11));
        assert!(bits.has_any(199, 1) && !bits.has_any(200, 5), "nothing is beyond the limit");
        assert_eq!(bits.count, 11, "the seventieth and the last ten");
        bits.fill(0, 200, false);
        assert!(bits.is_empty() && !Bits::new(3, true).is_empty());
    }
}
