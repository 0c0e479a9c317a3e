//! Short lists of named attributes: most ops have one or none, which needs no memory of its own.

use super::ids::NamedAttr;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A list of named attributes.
#[derive(Clone)]
pub struct Attrs(Form);

#[derive(Clone)]
enum Form {
    Few(Option<NamedAttr>),
    Many(Vec<NamedAttr>),
}

impl Attrs {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Attrs(Form::Few(None))
    }

    /// Appends an attribute.
    #[inline]
    pub fn push(&mut self, attr: NamedAttr) {
        match &mut self.0 {
            Form::Few(none @ None) => *none = Some(attr),
            Form::Few(Some(first)) => self.0 = Form::Many(vec![*first, attr]),
            Form::Many(attrs) => attrs.push(attr),
        }
    }

    /// Removes all attributes.
    pub fn clear(&mut self) {
        *self = Attrs::new();
    }

    /// Keeps the attributes for which this holds.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&NamedAttr) -> bool) {
        match &mut self.0 {
            Form::Few(attr) => *attr = attr.filter(|attr| is_kept(attr)),
            Form::Many(attrs) => attrs.retain(is_kept),
        }
    }
}

impl Default for Attrs {
    fn default() -> Self {
        Attrs::new()
    }
}

impl Deref for Attrs {
    type Target = [NamedAttr];
    #[inline]
    fn deref(&self) -> &[NamedAttr] {
        match &self.0 {
            Form::Few(attr) => attr.as_slice(),
            Form::Many(attrs) => attrs,
        }
    }
}

impl DerefMut for Attrs {
    #[inline]
    fn deref_mut(&mut self) -> &mut [NamedAttr] {
        match &mut self.0 {
            Form::Few(attr) => attr.as_mut_slice(),
            Form::Many(attrs) => attrs,
        }
    }
}

impl<const COUNT: usize> From<[NamedAttr; COUNT]> for Attrs {
    fn from(attrs: [NamedAttr; COUNT]) -> Self {
        attrs.into_iter().collect()
    }
}

impl From<Vec<NamedAttr>> for Attrs {
    fn from(attrs: Vec<NamedAttr>) -> Self {
        if attrs.len() > 1 { Attrs(Form::Many(attrs)) } else { Attrs(Form::Few(attrs.first().copied())) }
    }
}

impl FromIterator<NamedAttr> for Attrs {
    fn from_iter<I: IntoIterator<Item = NamedAttr>>(attrs: I) -> Self {
        let mut list = Attrs::new();
        list.extend(attrs);
        list
    }
}

impl Extend<NamedAttr> for Attrs {
    fn extend<I: IntoIterator<Item = NamedAttr>>(&mut self, attrs: I) {
        attrs.into_iter().for_each(|attr| self.push(attr));
    }
}

impl<'a> IntoIterator for &'a Attrs {
    type Item = &'a NamedAttr;
    type IntoIter = std::slice::Iter<'a, NamedAttr>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Attrs {
    fn eq(&self, other: &Attrs) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Attrs {}

impl fmt::Debug for Attrs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::AttrId;

    #[test]
    fn lists_are_what_vectors_would_be() {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        for len in 0..=NAMES.len() {
            let attrs: Vec<NamedAttr> =
                NAMES.iter().enumerate().map(|(at, name)| (*name, AttrId::new(at as u32))).take(len).collect();
            let mut list: Attrs = attrs.iter().copied().collect();
            assert_eq!((&list[..], &Attrs::from(attrs.clone())), (&attrs[..], &list));
            for at in 0..len {
                let (mut one, mut other) = (list.clone(), attrs.clone());
                one.retain(|(name, _)| *name != NAMES[at]);
                other.retain(|(name, _)| *name != NAMES[at]);
                assert_eq!(one[..], other[..]);
                one.push(attrs[at]);
                other.push(attrs[at]);
                assert_eq!(one[..], other[..]);
            }
            list.clear();
            assert!(list.is_empty());
        }
    }
}
