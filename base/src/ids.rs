//! Typed indices and the containers they index.
//!
//! One owner arena per entity, `u32` ids, side tables for facts that are found later. Ids print as they do in dumps.
//! The maps are insertion-ordered, so that nothing in an output depends on hashing.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A map whose iteration order is the order of insertion.
pub type Map<K, V> = indexmap::IndexMap<K, V, rustc_hash::FxBuildHasher>;
/// A set whose iteration order is the order of insertion.
pub type Set<K> = indexmap::IndexSet<K, rustc_hash::FxBuildHasher>;

/// The index of a `T` in its [`Arena`] or [`UniqueArena`].
pub struct Id<T> {
    index: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id of the element at `index`.
    #[inline]
    pub const fn new(index: u32) -> Self {
        Id { index, marker: PhantomData }
    }

    /// The position of the element in its arena.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The id as the number that dumps print.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.index
    }
}

impl<T> Clone for Id<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = std::any::type_name::<T>();
        write!(f, "{}#{}", name.rsplit("::").next().unwrap_or(name), self.index)
    }
}

/// Owns the elements of one kind; they are never removed, so an [`Id`] stays valid.
///
/// `K` is the type that ids are marked with: the element itself, or a name for it where elements hold each other's ids
/// and their files must not depend on each other.
#[derive(Clone, Debug)]
pub struct Arena<T, K = T> {
    items: Vec<T>,
    marker: PhantomData<fn() -> K>,
}

impl<T, K> Default for Arena<T, K> {
    fn default() -> Self {
        Arena { items: Vec::new(), marker: PhantomData }
    }
}

impl<T> Arena<T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T, K> Arena<T, K> {
    /// Reserves room for this many more elements.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
    }

    /// Drops all elements and keeps their memory. Ids given out before are void.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Drops the element with this id and those behind it. Their ids are void.
    pub fn truncate(&mut self, first: Id<K>) {
        self.items.truncate(first.index());
    }

    /// Moves all elements out, and keeps the memory for the next ones unless there is much of it.
    #[must_use]
    pub fn take(&mut self) -> Self {
        /// Above this, moving the elements costs more than new memory.
        const MOVED: usize = 1024;
        if self.items.len() > MOVED {
            return std::mem::take(self);
        }
        Arena { items: self.items.drain(..).collect(), marker: PhantomData }
    }

    /// Adds an element and returns its id.
    ///
    /// # Panics
    /// When the arena would hold 2^32 elements; the limits on source size keep inputs far below that.
    #[inline]
    pub fn alloc(&mut self, item: T) -> Id<K> {
        let index = u32::try_from(self.items.len()).expect("an arena holds at most 2^32 elements");
        self.items.push(item);
        Id::new(index)
    }

    /// The id that the next [`Arena::alloc`] returns.
    #[inline]
    pub fn next_id(&self) -> Id<K> {
        Id::new(self.items.len() as u32)
    }

    /// The number of elements in the arena.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the arena holds nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All elements with their ids, in order of allocation.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Id<K>, &T)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(index, item)| (Id::new(index as u32), item))
    }

    /// All ids, in order of allocation; the iterator does not borrow the arena.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Id<K>> + DoubleEndedIterator + use<T, K> {
        (0..self.items.len() as u32).map(Id::new)
    }

    /// The element with this id, or nothing when the arena does not own it.
    pub fn get(&self, id: Id<K>) -> Option<&T> {
        self.items.get(id.index())
    }
}

impl<T, K> Index<Id<K>> for Arena<T, K> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id<K>) -> &T {
        &self.items[id.index()]
    }
}

impl<T, K> IndexMut<Id<K>> for Arena<T, K> {
    #[inline]
    fn index_mut(&mut self, id: Id<K>) -> &mut T {
        &mut self.items[id.index()]
    }
}

/// An arena in which equal elements have equal ids.
#[derive(Clone, Debug)]
pub struct UniqueArena<T, K = T> {
    items: indexmap::IndexSet<T, rustc_hash::FxBuildHasher>,
    marker: PhantomData<fn() -> K>,
}

impl<T, K> Default for UniqueArena<T, K> {
    fn default() -> Self {
        UniqueArena { items: indexmap::IndexSet::default(), marker: PhantomData }
    }
}

impl<T: Hash + Eq> UniqueArena<T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T: Hash + Eq, K> UniqueArena<T, K> {
    /// The id of `item`, which is added when no equal element is there yet.
    pub fn intern(&mut self, item: T) -> Id<K> {
        Id::new(self.items.insert_full(item).0 as u32)
    }

    /// Reserves room for this many more elements.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
    }

    /// The id of `item` when it has been interned.
    pub fn lookup(&self, item: &T) -> Option<Id<K>> {
        self.items.get_index_of(item).map(|index| Id::new(index as u32))
    }

    /// The number of distinct elements in the arena.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the arena holds nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All elements with their ids, in order of first interning.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Id<K>, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (Id::new(index as u32), item))
    }
}

impl<T: Hash + Eq, K> Index<Id<K>> for UniqueArena<T, K> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id<K>) -> &T {
        self.items.get_index(id.index()).expect("the id belongs to this arena")
    }
}

/// An immutable arena, with elements that are added to it.
#[derive(Debug)]
pub struct Extended<'a, T, K = T> {
    known: &'a UniqueArena<T, K>,
    added: UniqueArena<T, K>,
}

impl<'a, T: Hash + Eq, K> Extended<'a, T, K> {
    /// An arena to which nothing has been added.
    pub fn new(known: &'a UniqueArena<T, K>) -> Self {
        Extended { known, added: UniqueArena::default() }
    }

    /// The id of `item`, which is added when no equal element is there yet.
    pub fn intern(&mut self, item: T) -> Id<K> {
        match self.known.lookup(&item) {
            Some(id) => id,
            None => Id::new(self.known.len() as u32 + self.added.intern(item).raw()),
        }
    }
}

impl<T: Hash + Eq, K> Index<Id<K>> for Extended<'_, T, K> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id<K>) -> &T {
        match id.raw().checked_sub(self.known.len() as u32) {
            None => &self.known[id],
            Some(added) => &self.added[Id::new(added)],
        }
    }
}

/// Data per element of an arena, computed by a later stage; elements without any read as the default.
#[derive(Clone, Debug)]
pub struct SideTable<T, V> {
    values: Vec<V>,
    default: V,
    marker: PhantomData<fn() -> T>,
}

impl<T, V: Clone + Default> Default for SideTable<T, V> {
    fn default() -> Self {
        SideTable { values: Vec::new(), default: V::default(), marker: PhantomData }
    }
}

impl<T, V: Clone + Default> SideTable<T, V> {
    /// A table in which every element reads as `V::default()`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every element read as the default again.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Sets the fact of one element.
    pub fn set(&mut self, id: Id<T>, value: V) {
        if id.index() >= self.values.len() {
            self.values.resize(id.index() + 1, self.default.clone());
        }
        self.values[id.index()] = value;
    }
}

impl<T, V> Index<Id<T>> for SideTable<T, V> {
    type Output = V;
    #[inline]
    fn index(&self, id: Id<T>) -> &V {
        self.values.get(id.index()).unwrap_or(&self.default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_share_an_id() {
        let mut arena = UniqueArena::new();
        let a = arena.intern("float");
        let b = arena.intern("int");
        assert_eq!(arena.intern("float"), a);
        assert_ne!(a, b);
        assert_eq!(arena[b], "int");
        assert_eq!(arena.len(), 2);
    }

    #[test]
    fn what_is_added_to_an_arena_has_ids_behind_its_own() {
        let mut arena = UniqueArena::new();
        let float = arena.intern("float");
        let mut extended = Extended::new(&arena);
        let (half, again) = (extended.intern("half"), extended.intern("half"));
        assert_eq!((extended.intern("float"), half.raw(), again), (float, 1, half));
        assert_eq!((extended[float], extended[half], arena.len()), ("float", "half", 1));
    }

    #[test]
    fn a_side_table_reads_as_default_where_nothing_was_set() {
        let mut arena = Arena::new();
        let (a, b) = (arena.alloc('a'), arena.alloc('b'));
        let mut table: SideTable<char, u32> = SideTable::new();
        table.set(a, 7);
        assert_eq!((table[a], table[b]), (7, 0));
    }
}
