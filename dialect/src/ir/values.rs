//! Short lists of values: most ops have no more than a few, which need no memory of their own.

use super::ids::ValueId;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// So many values stand in the list itself.
const FEW: usize = 3;

/// A list of values.
#[derive(Clone)]
pub struct Values(Form);

#[derive(Clone)]
enum Form {
    Few { len: u8, items: [ValueId; FEW] },
    Many(Vec<ValueId>),
}

impl Values {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Values(Form::Few { len: 0, items: [ValueId::new(0); FEW] })
    }

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: ValueId) {
        match &mut self.0 {
            Form::Few { len, items } if usize::from(*len) < FEW => {
                items[usize::from(*len)] = value;
                *len += 1;
            }
            Form::Few { items, .. } => {
                let mut many = Vec::with_capacity(2 * FEW + 2);
                many.extend_from_slice(items);
                many.push(value);
                self.0 = Form::Many(many);
            }
            Form::Many(items) => items.push(value),
        }
    }

    /// Appends values.
    pub fn extend_from_slice(&mut self, values: &[ValueId]) {
        self.extend(values);
    }

    /// The values.
    #[inline]
    pub fn as_slice(&self) -> &[ValueId] {
        self
    }

    /// Takes the last value off.
    pub fn pop(&mut self) -> Option<ValueId> {
        match &mut self.0 {
            Form::Few { len, items } => {
                *len = len.checked_sub(1)?;
                Some(items[usize::from(*len)])
            }
            Form::Many(items) => items.pop(),
        }
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        *self = Values::new();
    }

    /// Removes all but the first so many values.
    pub fn truncate(&mut self, count: usize) {
        match &mut self.0 {
            Form::Few { len, .. } => *len = usize::from(*len).min(count) as u8,
            Form::Many(items) => items.truncate(count),
        }
    }

    /// Takes out the value at a place, and moves those behind it.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn remove(&mut self, at: usize) -> ValueId {
        let value = self[at];
        self[at..].rotate_left(1);
        self.pop();
        value
    }

    /// Puts a value before the one at a place.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn insert(&mut self, at: usize, value: ValueId) {
        self.push(value);
        self[at..].rotate_right(1);
    }

    /// Keeps the values for which this holds.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&ValueId) -> bool) {
        *self = self.iter().copied().filter(|value| is_kept(value)).collect();
    }
}

impl Default for Values {
    fn default() -> Self {
        Values::new()
    }
}

impl Deref for Values {
    type Target = [ValueId];
    #[inline]
    fn deref(&self) -> &[ValueId] {
        match &self.0 {
            Form::Few { len, items } => &items[..usize::from(*len)],
            Form::Many(items) => items,
        }
    }
}

impl DerefMut for Values {
    #[inline]
    fn deref_mut(&mut self) -> &mut [ValueId] {
        match &mut self.0 {
            Form::Few { len, items } => &mut items[..usize::from(*len)],
            Form::Many(items) => items,
        }
    }
}

impl From<&[ValueId]> for Values {
    fn from(values: &[ValueId]) -> Self {
        if values.len() > FEW {
            return Values(Form::Many(values.to_vec()));
        }
        let mut items = [ValueId::new(0); FEW];
        items[..values.len()].copy_from_slice(values);
        Values(Form::Few { len: values.len() as u8, items })
    }
}

impl<const COUNT: usize> From<[ValueId; COUNT]> for Values {
    fn from(values: [ValueId; COUNT]) -> Self {
        Values::from(&values[..])
    }
}

impl From<Vec<ValueId>> for Values {
    fn from(values: Vec<ValueId>) -> Self {
        if values.len() > FEW { Values(Form::Many(values)) } else { Values::from(&values[..]) }
    }
}

impl FromIterator<ValueId> for Values {
    fn from_iter<I: IntoIterator<Item = ValueId>>(values: I) -> Self {
        let mut list = Values::new();
        list.extend(values);
        list
    }
}

impl Extend<ValueId> for Values {
    fn extend<I: IntoIterator<Item = ValueId>>(&mut self, values: I) {
        let values = values.into_iter();
        let count = self.len() + values.size_hint().0;
        if let Form::Few { .. } = self.0
            && count > FEW
        {
            let mut many = Vec::with_capacity(count);
            many.extend_from_slice(self);
            self.0 = Form::Many(many);
        }
        values.for_each(|value| self.push(value));
    }
}

impl<'a> Extend<&'a ValueId> for Values {
    fn extend<I: IntoIterator<Item = &'a ValueId>>(&mut self, values: I) {
        self.extend(values.into_iter().copied());
    }
}

impl IntoIterator for Values {
    type Item = ValueId;
    type IntoIter = IntoIter;
    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter { values: self, at: 0 }
    }
}

impl<'a> IntoIterator for &'a Values {
    type Item = &'a ValueId;
    type IntoIter = std::slice::Iter<'a, ValueId>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Values {
    type Item = &'a mut ValueId;
    type IntoIter = std::slice::IterMut<'a, ValueId>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The values of a list, one after the other.
#[derive(Clone, Debug)]
pub struct IntoIter {
    values: Values,
    at: usize,
}

impl Iterator for IntoIter {
    type Item = ValueId;

    fn next(&mut self) -> Option<ValueId> {
        let value = self.values.get(self.at).copied();
        self.at += 1;
        value
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.values.len().saturating_sub(self.at);
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoIter {}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        **self == **other
    }
}

impl Eq for Values {}

impl std::hash::Hash for Values {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_takes_no_more_room_than_a_vector() {
        assert_eq!(size_of::<Values>(), size_of::<Vec<ValueId>>());
    }

    /// The same changes to a list and to a vector, of few values and of many.
    #[test]
    fn a_list_is_what_a_vector_would_be() {
        for count in 0..8 {
            let mut vector: Vec<ValueId> = (0..count).map(ValueId::new).collect();
            let mut list: Values = vector.iter().copied().collect();
            assert_eq!((&*list, &list), (&*vector, &Values::from(vector.clone())));
            for at in [0, count as usize / 2] {
                vector.insert(at, ValueId::new(90));
                list.insert(at, ValueId::new(90));
                assert_eq!(*list, *vector);
            }
            assert_eq!(list.remove(0), vector.remove(0));
            vector.retain(|value| value.raw() % 2 == 0);
            list.retain(|value| value.raw() % 2 == 0);
            assert_eq!(list.clone().into_iter().collect::<Vec<_>>(), vector);
            vector.truncate(3);
            list.truncate(3);
            assert_eq!((list.pop(), &*list), (vector.pop(), &*vector));
            list.clear();
            assert_eq!((list.pop(), list.len()), (None, 0));
        }
    }
}
