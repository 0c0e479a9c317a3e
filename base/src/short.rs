//! Small vectors: lists that are nearly always short, and need no allocation while they are.
//!
//! The crate `smallvec` has a length of a word and keeps the vector's pointer and length inline: its lists of one pair, of
//! three and of five numbers take 24, 24 and 32 bytes, these 16, 16 and 24. An operation of the dialect has four such lists.

use crate::ids::Id;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// An element of short lists.
pub trait Item: Copy {
    /// A filler for unused slots.
    const SPARE: Self;
}

impl<T> Item for Id<T> {
    const SPARE: Self = Id::new(0);
}

impl Item for u32 {
    const SPARE: Self = 0;
}

impl Item for &str {
    const SPARE: Self = "";
}

impl<A: Item, B: Item> Item for (A, B) {
    const SPARE: Self = (A::SPARE, B::SPARE);
}

/// A list with `FEW` inline elements.
#[derive(Clone)]
pub struct Short<T, const FEW: usize>(Form<T, FEW>);

#[derive(Clone)]
enum Form<T, const FEW: usize> {
    Few {
        len: u8,
        items: [T; FEW],
    },
    // A vector is three times as large as a pointer to it, and would enlarge all lists without one.
    #[expect(clippy::box_collection)]
    Many(Box<Vec<T>>),
}

impl<T: Item, const FEW: usize> Short<T, FEW> {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Short(Form::Few { len: 0, items: [T::SPARE; FEW] })
    }

    /// Appends an element.
    #[inline]
    pub fn push(&mut self, item: T) {
        match &mut self.0 {
            Form::Few { len, items } if usize::from(*len) < FEW => {
                items[usize::from(*len)] = item;
                *len += 1;
            }
            Form::Few { .. } | Form::Many(_) => self.push_to_many(item),
        }
    }

    /// Appends an element for which there is no room inline. Apart, so that [`Short::push`] is small.
    #[inline(never)]
    fn push_to_many(&mut self, item: T) {
        match &mut self.0 {
            Form::Few { items, .. } => {
                let mut many = Vec::with_capacity(2 * FEW + 2);
                many.extend_from_slice(items);
                many.push(item);
                self.0 = Form::Many(Box::new(many));
            }
            Form::Many(items) => items.push(item),
        }
    }

    /// Appends elements.
    pub fn extend_from_slice(&mut self, items: &[T]) {
        self.extend(items);
    }

    /// The elements.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        self
    }

    /// Returns whether there is no element.
    #[inline]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Form::Few { len, .. } => *len == 0,
            Form::Many(items) => items.is_empty(),
        }
    }

    /// Takes the last element off.
    pub fn pop(&mut self) -> Option<T> {
        match &mut self.0 {
            Form::Few { len, items } => {
                *len = len.checked_sub(1)?;
                Some(items[usize::from(*len)])
            }
            Form::Many(items) => items.pop(),
        }
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        *self = Short::new();
    }

    /// Truncates to this many elements.
    pub fn truncate(&mut self, count: usize) {
        match &mut self.0 {
            Form::Few { len, .. } => *len = usize::from(*len).min(count) as u8,
            Form::Many(items) => items.truncate(count),
        }
    }

    /// Takes out the element at a place, and moves those after it.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        self[at..].rotate_left(1);
        self.pop();
        item
    }

    /// Puts an element before the one at a place.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn insert(&mut self, at: usize, item: T) {
        self.push(item);
        self[at..].rotate_right(1);
    }

    /// Keeps the elements for which this holds.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        *self = self.iter().copied().filter(|item| is_kept(item)).collect();
    }

    /// Keeps the elements in whose places this says so; those beyond its end stay.
    pub fn retain_by(&mut self, is_kept: &[bool]) {
        let mut is_kept = is_kept.iter();
        self.retain(|_| is_kept.next().copied().unwrap_or(true));
    }
}

impl<T: Item, const FEW: usize> Default for Short<T, FEW> {
    fn default() -> Self {
        Short::new()
    }
}

impl<T, const FEW: usize> Deref for Short<T, FEW> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Form::Few { len, items } => &items[..usize::from(*len)],
            Form::Many(items) => items,
        }
    }
}

impl<T, const FEW: usize> DerefMut for Short<T, FEW> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Form::Few { len, items } => &mut items[..usize::from(*len)],
            Form::Many(items) => items,
        }
    }
}

impl<T: Item, const FEW: usize> From<&[T]> for Short<T, FEW> {
    fn from(from: &[T]) -> Self {
        if from.len() > FEW {
            return Short(Form::Many(Box::new(from.to_vec())));
        }
        let mut items = [T::SPARE; FEW];
        items[..from.len()].copy_from_slice(from);
        Short(Form::Few { len: from.len() as u8, items })
    }
}

impl<T: Item, const FEW: usize, const COUNT: usize> From<[T; COUNT]> for Short<T, FEW> {
    fn from(items: [T; COUNT]) -> Self {
        Short::from(&items[..])
    }
}

impl<T: Item, const FEW: usize> From<Vec<T>> for Short<T, FEW> {
    fn from(items: Vec<T>) -> Self {
        if items.len() > FEW { Short(Form::Many(Box::new(items))) } else { Short::from(&items[..]) }
    }
}

impl<T: Item, const FEW: usize> FromIterator<T> for Short<T, FEW> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Short::new();
        list.extend(items);
        list
    }
}

impl<T: Item, const FEW: usize> Extend<T> for Short<T, FEW> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let items = items.into_iter();
        let count = self.len() + items.size_hint().0;
        if let Form::Few { .. } = self.0
            && count > FEW
        {
            let mut many = Vec::with_capacity(count);
            many.extend_from_slice(self);
            self.0 = Form::Many(Box::new(many));
        }
        items.for_each(|item| self.push(item));
    }
}

impl<'a, T: Item, const FEW: usize> Extend<&'a T> for Short<T, FEW> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, items: I) {
        self.extend(items.into_iter().copied());
    }
}

impl<T: Item, const FEW: usize> IntoIterator for Short<T, FEW> {
    type Item = T;
    type IntoIter = IntoIter<T, FEW>;
    #[inline]
    fn into_iter(self) -> IntoIter<T, FEW> {
        IntoIter { items: self, at: 0 }
    }
}

impl<'a, T, const FEW: usize> IntoIterator for &'a Short<T, FEW> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const FEW: usize> IntoIterator for &'a mut Short<T, FEW> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The elements of a list, one after the other.
#[derive(Clone, Debug)]
pub struct IntoIter<T, const FEW: usize> {
    items: Short<T, FEW>,
    at: usize,
}

impl<T: Item, const FEW: usize> Iterator for IntoIter<T, FEW> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.items.get(self.at).copied();
        self.at += 1;
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.items.len().saturating_sub(self.at);
        (left, Some(left))
    }
}

impl<T: Item, const FEW: usize> ExactSizeIterator for IntoIter<T, FEW> {}

impl<T: PartialEq, const FEW: usize> PartialEq for Short<T, FEW> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const FEW: usize> Eq for Short<T, FEW> {}

impl<T: Hash, const FEW: usize> Hash for Short<T, FEW> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const FEW: usize> fmt::Debug for Short<T, FEW> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A `Short` and a vector are equal after equal changes, with few elements and with many.
    fn is_what_a_vector_would_be<const FEW: usize>() {
        for count in 0..8 {
            let mut vector: Vec<u32> = (0..count).collect();
            let mut list: Short<u32, FEW> = vector.iter().copied().collect();
            assert_eq!((&*list, &list), (&*vector, &Short::from(vector.clone())));
            assert_eq!(list.is_empty(), vector.is_empty());
            for at in [0, count as usize / 2] {
                vector.insert(at, 90);
                list.insert(at, 90);
                assert_eq!(*list, *vector);
            }
            assert_eq!(list.remove(0), vector.remove(0));
            vector.retain(|item| item % 2 == 0);
            list.retain(|item| item % 2 == 0);
            assert_eq!(list.clone().into_iter().collect::<Vec<_>>(), vector);
            vector.truncate(3);
            list.truncate(3);
            assert_eq!((list.pop(), &*list), (vector.pop(), &*vector));
            list.clear();
            assert_eq!((list.pop(), list.len()), (None, 0));
        }
    }

    #[test]
    fn lists_are_small() {
        assert_eq!(size_of::<Short<(u32, u32), 1>>(), 16);
        assert_eq!(size_of::<Short<u32, 3>>(), 16);
        assert_eq!(size_of::<Short<u32, 5>>(), 24);
    }

    #[test]
    fn lists_are_what_vectors_would_be() {
        is_what_a_vector_would_be::<1>();
        is_what_a_vector_would_be::<3>();
    }
}
