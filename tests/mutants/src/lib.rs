//! Random modules for tests of robustness.
//!
//! Mutation knows the frame of a module, a header and instructions that begin with their length, and nothing of their
//! meaning. Generators of valid modules are in [`kernels`] and [`opencl`].

pub mod kernels;
pub mod opencl;
mod parts;

/// The number of words in a module's header.
pub const HEADER: usize = 5;

/// A small pseudo-random generator.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// A number below a limit; zero where there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// One of some items, if there are any.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

/// The module with up to `most` words changed: to small numbers, to near ones, to others of its words, or in one bit.
pub fn with_other_words(words: &[u32], most: usize, numbers: &mut Numbers) -> Vec<u32> {
    let mut changed = words.to_vec();
    for _ in 0..1 + numbers.below(most) {
        let at = HEADER + numbers.below(words.len() - HEADER);
        changed[at] = match numbers.below(4) {
            0 => numbers.below(64) as u32,
            1 => changed[at] ^ 1 << numbers.below(32),
            2 => words[HEADER + numbers.below(words.len() - HEADER)],
            _ => changed[at].wrapping_add(numbers.below(5) as u32).wrapping_sub(2),
        };
    }
    changed
}

/// Where the instructions of a module start, which must be whole.
pub fn starts(words: &[u32]) -> Vec<usize> {
    let next = |at: &usize| words.get(*at).map(|word| at + (word >> 16) as usize);
    std::iter::successors(Some(HEADER), next).take_while(|at| *at < words.len()).collect()
}

/// The text cut off, with another byte, or with a part of it a second time somewhere else.
pub fn with_damaged_text(text: &str, numbers: &mut Numbers) -> String {
    let bytes = text.as_bytes();
    let mut changed = bytes.to_vec();
    match numbers.below(3) {
        0 => changed.truncate(numbers.below(bytes.len())),
        1 => {
            let at = numbers.below(bytes.len());
            changed[at] = bytes[numbers.below(bytes.len())];
        }
        _ => {
            let (from, to) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
            let part = bytes[from..(from + numbers.below(60)).min(bytes.len())].to_vec();
            changed.splice(to..to, part);
        }
    }
    String::from_utf8_lossy(&changed).into_owned()
}

/// The module with an instruction at another place, or there as well.
pub fn with_moved_instruction(words: &[u32], numbers: &mut Numbers) -> Vec<u32> {
    let starts = starts(words);
    let (from, to) = (starts[numbers.below(starts.len())], starts[numbers.below(starts.len())]);
    let length = (words[from] >> 16) as usize;
    let mut changed = words.to_vec();
    if numbers.below(2) == 0 {
        changed.drain(from..from + length);
    }
    let to = to.min(changed.len());
    changed.splice(to..to, words[from..from + length].iter().copied());
    changed
}
