//! Samples of spaces of combinations that are too large to be compiled whole: the same ones in each run.
//!
//! Half of a sample is spread by chance. The other half differs from those in one set each, so that the effect of each set shows.
//! Must not know what the sets define.

use base::ids::Set;

/// The numbers of some combinations in ascending order, for sets with these numbers of choices, the last of which varies fastest.
pub(super) fn of(sizes: &[u64], count: u64) -> Box<[u64]> {
    let total: u64 = sizes.iter().product();
    let mut chance = Chance(total);
    let mut found: Set<u64> = Set::default();
    let varied: Vec<usize> = (0..sizes.len()).filter(|set| sizes[*set] > 1).collect();
    for &set in varied.iter().cycle().take(2 * count as usize) {
        if found.len() as u64 + 2 > count {
            break;
        }
        let one = chance.below(total);
        found.insert(one);
        let step: u64 = sizes[set + 1..].iter().product();
        let digit = one / step % sizes[set];
        let other = (digit + 1 + chance.below(sizes[set] - 1)) % sizes[set];
        found.insert(one - digit * step + other * step);
    }
    let rest = (0..total).filter(|number| !found.contains(number)).take((count as usize).saturating_sub(found.len()));
    let rest: Vec<u64> = rest.collect();
    found.extend(rest);
    let mut numbers: Vec<u64> = found.into_iter().collect();
    numbers.sort_unstable();
    numbers.into()
}

/// Numbers that are the same in each run (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(mixed ^ (mixed >> 31)) * u128::from(limit)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_differs_alone_somewhere() {
        let sizes = [2, 3, 1, 50, 2, 7, 2, 2, 1000];
        let total: u64 = sizes.iter().product();
        for count in [1, 2, 40, 999] {
            let numbers = of(&sizes, count);
            assert_eq!((numbers.len() as u64, &numbers), (count, &of(&sizes, count)));
            assert!(
                numbers.is_sorted()
                    && numbers.windows(2).all(|two| two[0] < two[1])
                    && numbers[count as usize - 1] < total
            );
        }
        let numbers = of(&sizes, 40);
        let differs = |set: usize| {
            let step: u64 = sizes[set + 1..].iter().product();
            let without = |number: u64| number - number / step % sizes[set] * step;
            numbers
                .iter()
                .enumerate()
                .any(|(at, one)| numbers[..at].iter().any(|other| without(*one) == without(*other)))
        };
        assert!((0..sizes.len()).filter(|set| sizes[*set] > 1).all(differs));
        // Nearly all of a small space.
        assert_eq!(of(&[2, 2, 2], 7).len(), 7);
    }
}
