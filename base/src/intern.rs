//! Interned names: a [`Symbol`] is a name's number, equal names have equal numbers.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::Hasher;

/// The number of an interned name. The empty name is [`Symbol::EMPTY`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty name, which every interner knows.
    pub const EMPTY: Symbol = Symbol(0);

    /// The symbol with this number.
    #[inline]
    pub const fn new(raw: u32) -> Self {
        Symbol(raw)
    }

    /// The number of the symbol: its position in the order of interning.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sym{}", self.0)
    }
}

/// Owns the text of all names of one compilation.
#[derive(Clone, Debug)]
pub struct Interner {
    text: String,
    /// End of each name in `text`; a name starts where the one before it ends.
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that knows the empty name alone.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// As [`Interner::new`], with room for so many names.
    pub fn with_capacity(names: usize) -> Self {
        /// Names are this long on average.
        const LENGTH: usize = 12;
        let mut interner = Interner {
            text: String::with_capacity(names * LENGTH),
            ends: Vec::with_capacity(names),
            table: HashTable::with_capacity(names),
        };
        interner.intern("");
        interner
    }

    /// The symbol of `name`, which is remembered when it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash(name);
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&found) = self.table.find(hash, |&raw| text_of(text, ends, raw) == name) {
            return Symbol(found);
        }
        let raw = u32::try_from(self.ends.len()).expect("fewer than 2^32 names");
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names take less than 4 GiB"));
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, raw, |&raw| self::hash(text_of(text, ends, raw)));
        Symbol(raw)
    }

    /// The symbol of `name` when it has been interned.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.table.find(hash(name), |&raw| text_of(&self.text, &self.ends, raw) == name).map(|&raw| Symbol(raw))
    }

    /// The text of a symbol.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        text_of(&self.text, &self.ends, symbol.0)
    }

    /// How many names are known, the empty one included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never true: the empty name is always known.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

#[inline]
fn text_of<'a>(text: &'a str, ends: &[u32], raw: u32) -> &'a str {
    let start = if raw == 0 { 0 } else { ends[raw as usize - 1] };
    &text[start as usize..ends[raw as usize] as usize]
}

#[inline]
fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_text_and_number() {
        let mut names = Interner::new();
        names.intern("if");
        names.intern("else");
        let x = names.intern("x");
        assert_eq!(names.resolve(x), "x");
        assert_eq!(names.intern("if").raw(), 1);
        assert_eq!(names.lookup("else").map(Symbol::raw), Some(2));
        assert_eq!(names.lookup("y"), None);
        assert_eq!(names.resolve(Symbol::EMPTY), "");
    }
}
