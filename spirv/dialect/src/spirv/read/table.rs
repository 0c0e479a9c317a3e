//! Side tables of ids: a module numbers its ids densely, or nearly so.

/// Data about some of the ids of a module.
#[derive(Debug)]
pub(super) struct Table<T> {
    /// For each id the index of its entry plus one, or 0.
    places: Vec<u32>,
    facts: Vec<(u32, T)>,
}

impl<T> Table<T> {
    /// An empty table for ids below `bound`. Memory is allocated on first use.
    pub(super) fn new(bound: u32) -> Self {
        Table { places: vec![0; bound as usize], facts: Vec::new() }
    }

    pub(super) fn get(&self, id: u32) -> Option<&T> {
        let place = self.places.get(id as usize)?.checked_sub(1)?;
        Some(&self.facts[place as usize].1)
    }

    /// Sets the entry of an id, which is below the bound.
    pub(super) fn insert(&mut self, id: u32, fact: T) {
        match self.places[id as usize].checked_sub(1) {
            Some(place) => self.facts[place as usize].1 = fact,
            None => self.add(id, fact),
        }
    }

    /// The entry of an id, which is added if there is none.
    pub(super) fn get_or_insert(&mut self, id: u32, fact: T) -> &mut T {
        if self.places[id as usize] == 0 {
            self.add(id, fact);
        }
        &mut self.facts[self.places[id as usize] as usize - 1].1
    }

    /// Removes all entries; the work is proportional to them.
    pub(super) fn clear(&mut self) {
        for (id, _) in self.facts.drain(..) {
            self.places[id as usize] = 0;
        }
    }

    fn add(&mut self, id: u32, fact: T) {
        self.facts.push((id, fact));
        self.places[id as usize] = self.facts.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_until_they_are_forgotten() {
        let mut table = Table::new(4);
        table.insert(3, 'a');
        table.insert(3, 'b');
        *table.get_or_insert(1, 'c') = 'd';
        assert_eq!((table.get(3), table.get(1), table.get(0), table.get(4)), (Some(&'b'), Some(&'d'), None, None));
        table.clear();
        assert_eq!((table.get(3), table.get(1)), (None, None));
        table.insert(1, 'e');
        assert_eq!((*table.get_or_insert(1, 'f'), table.get(3)), ('e', None));
    }
}
