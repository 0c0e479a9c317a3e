//! Interned names: a [`Symbol`] is a name's number, equal names have equal numbers.

use std::fmt;
use std::ops::Range;

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

/// A place of a hash table of names.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The number of a name plus one, or 0.
    number: u32,
    /// Its hash: names that differ are seldom compared.
    hash: u32,
}

impl Slot {
    const EMPTY: Slot = Slot { number: 0, hash: 0 };
}

/// Names with their table, which has linear probing and a power of two of places, some of them empty.
#[derive(Clone, Copy)]
struct Table<'a> {
    text: &'a str,
    ends: &'a [u32],
    slots: &'a [Slot],
}

impl Table<'_> {
    /// The number of a name.
    #[inline(always)]
    fn find(self, key: Key<'_>) -> Option<u32> {
        let last = self.slots.len().wrapping_sub(1);
        let mut at = key.hash as usize & last;
        loop {
            let slot = self.slots.get(at)?;
            let number = slot.number.checked_sub(1)?;
            if slot.hash == key.hash && self.is_at(number, key) {
                return Some(number);
            }
            at = (at + 1) & last;
        }
    }

    /// Returns whether this is the name with that number.
    #[inline(always)]
    fn is_at(self, number: u32, key: Key<'_>) -> bool {
        let name = text_of(self.text, self.ends, number).as_bytes();
        name.len() == key.name.len()
            && outer_bytes(name) == key.outer
            && (name.len() <= SHORT || has_inner_bytes(name, key.name))
    }
}

/// Puts a name into a table that has an empty place.
#[inline]
fn place(slots: &mut [Slot], slot: Slot) {
    let last = slots.len() - 1;
    let mut at = slot.hash as usize & last;
    while slots[at].number != 0 {
        at = (at + 1) & last;
    }
    slots[at] = slot;
}

/// Names that an interner knows from the start. Their table is a constant, so that it costs no start-up time.
#[derive(Debug)]
pub struct Known {
    text: &'static str,
    /// End of each name in `text`; a name starts where the one before it ends.
    ends: &'static [u32],
    slots: &'static [Slot],
}

/// Knows the empty name alone.
static NOTHING: Known = Known::new(&[], &[0], &slots::<2>(&[], &[0]));

impl Known {
    /// The names of a text, whose table [`slots`] has made. The first is the empty one.
    ///
    /// # Panics
    /// When the text is not UTF-8.
    pub const fn new(text: &'static [u8], ends: &'static [u32], slots: &'static [Slot]) -> Known {
        match std::str::from_utf8(text) {
            Ok(text) => Known { text, ends, slots },
            Err(_) => panic!("names are UTF-8"),
        }
    }

    /// The text of a symbol that is known.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &'static str {
        text_of(self.text, self.ends, symbol.0)
    }

    #[inline(always)]
    fn find(&self, key: Key<'_>) -> Option<u32> {
        Table { text: self.text, ends: self.ends, slots: self.slots }.find(key)
    }
}

/// The table of names for [`Known`], which has to have more places than there are names. The names are given by their
/// text, as [`Known`] holds it.
///
/// # Panics
/// When there are two equal names, or too few places.
pub const fn slots<const SLOTS: usize>(text: &[u8], ends: &[u32]) -> [Slot; SLOTS] {
    assert!(SLOTS.is_power_of_two() && SLOTS > ends.len(), "the table is too small");
    let (mut slots, mut name) = ([Slot::EMPTY; SLOTS], 0);
    while name < ends.len() {
        let bytes = bytes_of(text, ends, name);
        let hash = Key::new(bytes).hash;
        let mut at = hash as usize % SLOTS;
        while slots[at].number != 0 {
            let other = bytes_of(text, ends, slots[at].number as usize - 1);
            assert!(!is_equal(other, bytes), "there are two equal names");
            at = (at + 1) % SLOTS;
        }
        slots[at] = Slot { number: name as u32 + 1, hash };
        name += 1;
    }
    slots
}

const fn bytes_of<'a>(text: &'a [u8], ends: &[u32], name: usize) -> &'a [u8] {
    let start = if name == 0 { 0 } else { ends[name - 1] as usize };
    text.split_at(ends[name] as usize).0.split_at(start).1
}

const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Owns the text of all names of one compilation.
#[derive(Clone, Debug)]
pub struct Interner {
    known: &'static Known,
    text: String,
    /// End of each name in `text`; a name starts where the one before it ends. Their numbers follow those of `known`.
    ends: Vec<u32>,
    /// At most half of the places are taken.
    slots: Vec<Slot>,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that knows the empty name alone.
    pub fn new() -> Self {
        Self::with_known(&NOTHING)
    }

    /// An interner that knows these names; their numbers are their places among them.
    pub fn with_known(known: &'static Known) -> Self {
        Interner { known, text: String::new(), ends: Vec::new(), slots: Vec::new() }
    }

    /// Reserves space for this many more names.
    #[must_use]
    pub fn with_room(mut self, count: usize) -> Self {
        self.ends.reserve(count);
        self.make_room(self.ends.len() + count);
        self
    }

    /// A copy that has room for this many more names of the usual length.
    #[must_use]
    pub fn clone_with_room(&self, count: usize) -> Self {
        const LENGTH: usize = 16;
        let mut text = String::with_capacity(self.text.len() + LENGTH * count);
        text.push_str(&self.text);
        let mut ends = Vec::with_capacity(self.ends.len() + count);
        ends.extend_from_slice(&self.ends);
        Interner { known: self.known, text, ends, slots: self.slots.clone() }
    }

    /// Makes the table large enough for a number of names.
    #[cold]
    fn make_room(&mut self, count: usize) {
        let size = (2 * count).next_power_of_two();
        if size <= self.slots.len() {
            return;
        }
        // In place: a table of millions of names is most of what a compilation holds.
        self.slots.clear();
        self.slots.resize(size, Slot::EMPTY);
        for number in 0..self.ends.len() as u32 {
            let name = text_of(&self.text, &self.ends, number).as_bytes();
            place(&mut self.slots, Slot { number: number + 1, hash: Key::new(name).hash });
        }
    }

    /// The number of names that it knew from the start: their symbols are the lowest ones.
    #[inline]
    pub fn known_count(&self) -> u32 {
        self.known.ends.len() as u32
    }

    /// The symbol of `name`, which is remembered when it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        self.intern_part(name, 0..name.len())
    }

    /// The symbol of a part of a text, which is remembered when it is new.
    ///
    /// # Panics
    /// When the text has no such part.
    pub fn intern_part(&mut self, text: &str, range: Range<usize>) -> Symbol {
        let key = Key::within(text.as_bytes(), range.clone());
        match self.find(key) {
            Some(found) => found,
            None => self.add(&text[range], key.hash),
        }
    }

    /// Remembers a new name.
    #[inline(never)]
    fn add(&mut self, name: &str, hash: u32) -> Symbol {
        let own = u32::try_from(self.ends.len()).expect("fewer than 2^32 names");
        if 2 * (self.ends.len() + 1) > self.slots.len() {
            self.make_room(self.ends.len() + 1);
        }
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names take less than 4 GiB"));
        place(&mut self.slots, Slot { number: own + 1, hash });
        self.symbol(own)
    }

    /// The symbol of `name` when it has been interned.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.find(Key::new(name.as_bytes()))
    }

    /// Most names are the text's own.
    #[inline(always)]
    fn find(&self, key: Key<'_>) -> Option<Symbol> {
        match (Table { text: &self.text, ends: &self.ends, slots: &self.slots }).find(key) {
            Some(own) => Some(self.symbol(own)),
            None => self.known.find(key).map(Symbol),
        }
    }

    /// The symbol of a name that is not one of `known`.
    fn symbol(&self, own: u32) -> Symbol {
        Symbol(self.known.ends.len() as u32 + own)
    }

    /// The text of a symbol.
    #[inline]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        match symbol.0.checked_sub(self.known.ends.len() as u32) {
            Some(own) => text_of(&self.text, &self.ends, own),
            None => self.known.resolve(symbol),
        }
    }

    /// The number of known names, the empty one included.
    pub fn len(&self) -> usize {
        self.known.ends.len() + self.ends.len()
    }

    /// Never true: the empty name is always known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[inline]
fn text_of<'a>(text: &'a str, ends: &[u32], number: u32) -> &'a str {
    let start = if number == 0 { 0 } else { ends[number as usize - 1] };
    &text[start as usize..ends[number as usize] as usize]
}

/// Returns whether two long names of the same length are equal between their outer bytes.
#[inline(never)]
fn has_inner_bytes(name: &[u8], other: &[u8]) -> bool {
    inner_bytes(name) == inner_bytes(other)
}

/// A name to look up. It is the same at compile time and at run time.
#[derive(Clone, Copy)]
struct Key<'a> {
    name: &'a [u8],
    outer: (u64, u64),
    hash: u32,
}

impl<'a> Key<'a> {
    #[inline(always)]
    const fn new(name: &'a [u8]) -> Self {
        Key::with_outer(name, outer_bytes(name))
    }

    /// The key of a part of a text. A short name is read with what follows it, which takes no decision by its length.
    #[inline(always)]
    fn within(text: &'a [u8], range: Range<usize>) -> Self {
        let name = &text[range.clone()];
        match text[range.start..].first_chunk::<OUTER>() {
            Some(bytes) if name.len() < OUTER => {
                let first = (1 << (8 * name.len())) - 1;
                Key::with_outer(name, (u64::from_le_bytes(*bytes) & first, 0))
            }
            _ => Key::new(name),
        }
    }

    #[inline(always)]
    const fn with_outer(name: &'a [u8], outer: (u64, u64)) -> Self {
        let mut hash = mix(mix(name.len() as u64, outer.0), outer.1);
        if name.len() > SHORT {
            hash = mix_inner(hash, name);
        }
        Key { name, outer, hash: (hash ^ hash >> 29) as u32 }
    }
}

#[inline(always)]
const fn mix(hash: u64, bytes: u64) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    (hash.rotate_left(23) ^ bytes).wrapping_mul(FACTOR)
}

/// The hash of a name of which the outer bytes are in `hash`.
#[inline(never)]
const fn mix_inner(mut hash: u64, name: &[u8]) -> u64 {
    let mut rest = inner_bytes(name);
    while let Some((chunk, behind)) = rest.split_first_chunk::<OUTER>() {
        hash = mix(hash, u64::from_le_bytes(*chunk));
        rest = behind;
    }
    mix(hash, few_bytes(rest))
}

/// The number of bytes at either end of a name that are taken as a number.
const OUTER: usize = 8;
/// The length of the longest names that are nothing but their outer bytes.
const SHORT: usize = 2 * OUTER;

/// The first and the last bytes of a name as numbers. Those of names of the same length differ where the bytes do.
#[inline(always)]
const fn outer_bytes(name: &[u8]) -> (u64, u64) {
    match (name.first_chunk::<OUTER>(), name.last_chunk::<OUTER>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (few_bytes(name), 0),
    }
}

/// The bytes of a long name between its outer ones.
#[inline]
const fn inner_bytes(name: &[u8]) -> &[u8] {
    if name.len() <= SHORT {
        return &[];
    }
    name.split_at(name.len() - OUTER).0.split_at(OUTER).1
}

/// Fewer than eight bytes as a number, of which the first byte is the lowest.
#[inline(always)]
const fn few_bytes(bytes: &[u8]) -> u64 {
    let last_at = 8 * bytes.len() as u32;
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        // Where the two overlap they are equal.
        (Some(first), Some(last)) => {
            u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (last_at - 32)
        }
        _ => match bytes {
            [] => 0,
            [.., last] => {
                let middle = bytes.len() / 2;
                bytes[0] as u64 | (bytes[middle] as u64) << (8 * middle) | (*last as u64) << (last_at - 8)
            }
        },
    }
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
        let mut copy = names.clone_with_room(1);
        let copied = ["else", "x", "y"].map(|name| copy.intern(name).raw());
        assert_eq!((copied, copy.resolve(x), names.len()), ([2, 3, 4], "x", 4));
    }

    #[test]
    fn names_that_are_known_from_the_start_have_their_places_as_numbers() {
        static KNOWN: Known = Known::new(b"iffor", &[0, 2, 5], &slots::<4>(b"iffor", &[0, 2, 5]));
        let mut names = Interner::with_known(&KNOWN);
        let x = names.intern("x");
        assert_eq!((x.raw(), names.len(), names.resolve(x)), (3, 4, "x"));
        assert_eq!(
            ["", "if", "for", "x", "fo"].map(|name| names.lookup(name).map(Symbol::raw)),
            [Some(0), Some(1), Some(2), Some(3), None]
        );
        assert_eq!((names.resolve(Symbol::new(1)), names.resolve(Symbol::new(2))), ("if", "for"));
        assert_eq!(names.intern("for").raw(), 2);
    }

    #[test]
    fn a_part_of_a_text_is_the_name_alone() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        let mut names = Interner::new();
        for start in 0..text.len() {
            for end in start..=text.len() {
                let part = names.intern_part(text, start..end);
                assert_eq!((names.lookup(&text[start..end]), names.resolve(part)), (Some(part), &text[start..end]));
            }
        }
    }

    #[test]
    fn names_that_differ_in_one_byte_are_two() {
        for length in 1..40 {
            let mut names = Interner::new();
            let base = vec![b'a'; length];
            let first = names.intern(std::str::from_utf8(&base).unwrap());
            for at in 0..length {
                let mut other = base.clone();
                other[at] = b'b';
                let other = std::str::from_utf8(&other).unwrap();
                assert_ne!(names.intern(other), first);
                assert_eq!(names.resolve(names.lookup(other).unwrap()), other);
            }
            assert_eq!(names.len(), length + 2);
        }
    }
}
