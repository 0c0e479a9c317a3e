//! Parts of a batch, for machines that share it.

/// A part of a batch, for machines that share it: `index` of `count`, the first being 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Reads `1/4`.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => Err("expected INDEX/COUNT, such as 1/4".to_owned()),
        }
    }

    /// Returns whether a compilation with this output belongs to the part. It is the same on all machines: the hash is
    /// FNV-1a of the name's bytes.
    pub fn has(self, output: &str) -> bool {
        let hash = output
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        hash % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_all_there_is() {
        let parts: Vec<Shard> = (1..=3).map(|at| Shard::parse(&format!("{at}/3")).expect("a part")).collect();
        for name in ["a.spv", "b.spv", "deep/c.spv", ""] {
            assert_eq!(parts.iter().filter(|part| part.has(name)).count(), 1);
        }
        assert_eq!(["0/3", "4/3", "1", "a/b", "1/0"].map(|text| Shard::parse(text).is_err()), [true; 5]);
    }
}
