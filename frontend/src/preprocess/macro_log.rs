//! What a stretch of a run has to do with macros: those that it looked up and did not define itself, and those that it defined.

use base::intern::Symbol;

/// The record of a stretch, with numbers of macros.
#[derive(Debug)]
pub(super) struct MacroLog<Id> {
    /// Which names were looked up or defined, a bit each.
    known: Vec<u64>,
    /// The names that were looked up before they were defined or undefined, in the order of the first time, with what was found.
    pub(super) reads: Vec<(Symbol, Option<Id>)>,
    /// Definitions, and `None` for what was undefined, in their order.
    pub(super) writes: Vec<(Symbol, Option<Id>)>,
}

impl<Id> Default for MacroLog<Id> {
    fn default() -> Self {
        MacroLog { known: Vec::new(), reads: Vec::new(), writes: Vec::new() }
    }
}

impl<Id: Copy> MacroLog<Id> {
    /// Records a name. Returns whether it is new.
    fn meet(&mut self, name: Symbol) -> bool {
        let (word, bit) = (name.raw() as usize / 64, 1 << (name.raw() % 64));
        if word >= self.known.len() {
            self.known.resize(word + 1, 0);
        }
        let is_new = self.known[word] & bit == 0;
        self.known[word] |= bit;
        is_new
    }

    /// Records a look-up with its result.
    pub(super) fn read(&mut self, name: Symbol, found: Option<Id>) {
        if self.meet(name) {
            self.reads.push((name, found));
        }
    }

    /// Records a definition, or that a name is not defined any more.
    pub(super) fn write(&mut self, name: Symbol, definition: Option<Id>) {
        self.meet(name);
        self.writes.push((name, definition));
    }

    /// Takes in a stretch within this one that has just ended.
    pub(super) fn take_in(&mut self, inner: &Self) {
        inner.reads.iter().for_each(|&(name, found)| self.read(name, found));
        inner.writes.iter().for_each(|&(name, definition)| self.write(name, definition));
    }

    /// The names that were defined or undefined, with what they are at the end: those that are not defined, then the definitions in
    /// their order.
    pub(super) fn result(&self) -> (Vec<Symbol>, Vec<Id>) {
        let mut seen = Self::default();
        let (mut undefined, mut defined) = (Vec::new(), Vec::new());
        for &(name, definition) in self.writes.iter().rev().filter(|&&(name, _)| seen.meet(name)) {
            match definition {
                Some(id) => defined.push(id),
                None => undefined.push(name),
            }
        }
        defined.reverse();
        (undefined, defined)
    }
}
