//! A table of limited size that forgets what was not asked for of late.
//!
//! What is added or found is in the young generation. When that is half as large as the limit, it becomes the old one, and what
//! was in the old one is forgotten. So something in use stays, and nothing is sorted or counted.

use crate::ids::Map;
use std::hash::Hash;

/// The table.
#[derive(Debug)]
pub struct Generations<K, V> {
    young: Map<K, V>,
    old: Map<K, V>,
    weigh: fn(&V) -> usize,
    /// The weight of the young ones.
    weight: usize,
    limit: usize,
}

impl<K: Copy + Eq + Hash, V: Clone> Generations<K, V> {
    /// An empty table whose entries have this total weight at most, but for a single heavier one.
    pub fn new(limit: usize, weigh: fn(&V) -> usize) -> Self {
        Generations { young: Map::default(), old: Map::default(), weigh, weight: 0, limit }
    }

    /// The value of a key.
    pub fn find(&mut self, key: K) -> Option<V> {
        if let Some(value) = self.young.get(&key) {
            return Some(value.clone());
        }
        let value = self.old.swap_remove(&key)?;
        self.add(key, value.clone());
        Some(value)
    }

    /// Adds the value of a key, or replaces it.
    pub fn add(&mut self, key: K, value: V) {
        if let Some(before) = self.young.swap_remove(&key) {
            self.weight -= (self.weigh)(&before);
        }
        let weight = (self.weigh)(&value);
        if self.weight + weight > self.limit / 2 {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += weight;
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_the_size_is_limited() {
        let mut table = Generations::new(20, |text: &&str| text.len());
        table.add(0, "0");
        for key in 1..1000 {
            table.add(key, "1");
            assert_eq!((table.find(0), table.find(key)), (Some("0"), Some("1")));
            assert!(table.young.len() + table.old.len() <= 20);
        }
        assert_eq!(table.find(900), None);
        let heavy = "as heavy as all ....";
        table.add(0, heavy);
        assert_eq!((table.find(0), table.find(999)), (Some(heavy), Some("1")));
        (1..5).for_each(|key| table.add(key, "2"));
        assert_eq!((table.weight, table.young.len()), (5, 5));
        table.add(4, "222");
        assert_eq!((table.weight, table.find(4)), (7, Some("222")));
    }
}
