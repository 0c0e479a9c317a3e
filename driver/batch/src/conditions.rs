//! Messages about the combinations of a family, each printed once with the condition under which it comes.

use crate::cover::{self, Case};
use crate::sets::{Family, Point};
use base::ids::Map;
use std::fmt::Write;
use std::sync::Arc;

/// The messages about the combinations of one line so far.
pub(super) struct Told {
    family: Arc<Family>,
    /// The numbers of the combinations that were heard.
    heard: Vec<u64>,
    /// How many combinations have the result of each.
    counts: Vec<u64>,
    /// By text: the combinations, as places among those heard.
    texts: Map<String, Vec<u32>>,
}

impl Told {
    pub(super) fn new(family: &Arc<Family>) -> Self {
        Told { family: Arc::clone(family), heard: Vec::new(), counts: Vec::new(), texts: Map::default() }
    }

    /// Returns whether a combination belongs to it.
    pub(super) fn is_of(&self, point: &Point) -> bool {
        Arc::ptr_eq(&self.family, &point.family)
    }

    /// Adds what is said of a combination.
    pub(super) fn add(&mut self, point: &Point, texts: impl IntoIterator<Item = String>) {
        let at = self.heard.len() as u32;
        self.heard.push(point.number);
        self.counts.push(point.count());
        for text in texts {
            let places = self.texts.entry(text).or_default();
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
    }

    /// All messages in the order of their first combinations, with their conditions.
    pub(super) fn into_text(self) -> String {
        let mut out = String::new();
        if self.texts.is_empty() {
            return out;
        }
        let mut budget = cover::BUDGET;
        let mut all: Vec<Case> = self.heard.iter().map(|number| (self.family.choices(*number), false)).collect();
        for (text, places) in &self.texts {
            out.push_str(text);
            places.iter().for_each(|at| all[*at as usize].1 = true);
            let _ = writeln!(out, "note: {}", self.extent(places, &all, &mut budget));
            places.iter().for_each(|at| all[*at as usize].1 = false);
        }
        out
    }

    /// In which of the combinations it is so.
    fn extent(&self, places: &[u32], all: &[Case], budget: &mut u64) -> String {
        let total: u64 = self.counts.iter().sum();
        if places.len() == all.len() {
            return format!("in all {total}");
        }
        let condition = cover::condition(&self.family, all, budget).unwrap_or_else(|| {
            let number = self.heard[places[0] as usize];
            format!("first with {}", Point { family: Arc::clone(&self.family), number })
        });
        let count: u64 = places.iter().map(|at| self.counts[*at as usize]).sum();
        format!("in {count} of {total}: {condition}")
    }
}
