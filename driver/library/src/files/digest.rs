//! Digests of settings, texts and files.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Two hashes with different seeds: with 128 bits, no two of a billion texts have the same. They are the same in all runs of
/// one build of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(u64, u64);

impl Digest {
    /// The digest of what the function feeds to a hasher.
    pub fn of(feed: impl Fn(&mut DefaultHasher)) -> Self {
        let hash = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            feed(&mut hasher);
            hasher.finish()
        };
        Digest(hash(0), hash(1))
    }

    /// The digest of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::of(|hasher| hasher.write(bytes))
    }

    /// Reads what [`fmt::Display`] writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let part = |range| u64::from_str_radix(text.get(range)?, 16).ok();
        (text.len() == 32).then_some(Digest(part(0..16)?, part(16..32)?))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_read_as_they_are_written() {
        let digest = Digest::of_bytes(b"text");
        assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
        assert_ne!(digest, Digest::of_bytes(b"texu"));
        assert_eq!(["", "12", "ü", &"g".repeat(32), &"+".repeat(32)].map(Digest::parse), [None; 5]);
    }
}
