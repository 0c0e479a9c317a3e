//! The way between a text and an older one: what an analysis of the older text says of places in the newer.

use crate::text::{TextRange, floor, word_at};

/// The part in which two texts differ: what is before it and behind it is the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drift {
    /// The offset at which the part begins in both.
    start: u32,
    /// The offsets at which it ends in the old and in the new text.
    ends: (u32, u32),
}

impl Drift {
    /// Compares two texts.
    pub fn between(old: &str, new: &str) -> Self {
        if old == new {
            return Drift::default();
        }
        let same = |(one, other): &(&u8, &u8)| one == other;
        let prefix = old.as_bytes().iter().zip(new.as_bytes()).take_while(same).count();
        let start = floor(old, prefix as u32) as usize;
        let rests = (old.as_bytes()[start..].iter().rev(), new.as_bytes()[start..].iter().rev());
        let mut suffix = rests.0.zip(rests.1).take_while(same).count();
        while !old.is_char_boundary(old.len() - suffix) {
            suffix -= 1;
        }
        Drift { start: start as u32, ends: ((old.len() - suffix) as u32, (new.len() - suffix) as u32) }
    }

    /// Returns whether the texts are the same.
    pub fn is_none(&self) -> bool {
        *self == Drift::default()
    }

    /// The range in the new text. What was put in at an end of it is not a part of it.
    pub fn forth(&self, old: &TextRange) -> TextRange {
        let start =
            if old.start >= self.ends.0 { old.start - self.ends.0 + self.ends.1 } else { old.start.min(self.start) };
        let end = moved(old.end, self.start, self.ends.0, self.ends.1).unwrap_or(self.start);
        start..end.max(start)
    }

    /// The offset in the old text; nothing inside of the part that differs.
    pub fn back(&self, new: u32) -> Option<u32> {
        moved(new, self.start, self.ends.1, self.ends.0)
    }

    /// The offset in the old text where the surroundings of an offset of the new one are.
    pub fn back_near(&self, new: u32) -> u32 {
        self.back(new).unwrap_or(self.start)
    }

    /// The offset in the old text of the same name as at an offset of the new one; nothing if the name is another one.
    pub fn back_at_word(&self, old_text: &str, new_text: &str, new: u32) -> Option<u32> {
        let old = self.back(new)?;
        let word = |text: &str, range: TextRange| text.get(range.start as usize..range.end as usize).map(str::to_owned);
        let (before, now) = (word(old_text, word_at(old_text, old)), word(new_text, word_at(new_text, new)));
        (before == now).then_some(old)
    }
}

/// An offset behind the change of a part that ended at one offset and ends at another.
fn moved(offset: u32, start: u32, end: u32, other_end: u32) -> Option<u32> {
    match offset {
        _ if offset <= start => Some(offset),
        _ if offset >= end => Some(offset - end + other_end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_around_a_change_are_found_again() {
        let (old, new) = ("float a = b;", "float a = light.x + b;");
        let drift = Drift::between(old, new);
        assert_eq!((drift.forth(&(6..7)), drift.forth(&(8..10)), drift.forth(&(10..11))), (6..7, 8..10, 20..21));
        assert_eq!((drift.back(6), drift.back(14), drift.back(21)), (Some(6), None, Some(11)));
        assert_eq!(drift.back_near(14), 10);
        assert!(Drift::between(old, old).is_none());
    }

    #[test]
    fn a_name_that_grows_is_another_one() {
        let (old, new) = ("a = foo;", "a = food;");
        let drift = Drift::between(old, new);
        assert_eq!(drift.back_at_word(old, new, 5), None);
        assert_eq!(drift.back_at_word(old, new, 0), Some(0));
    }

    #[test]
    fn a_change_begins_and_ends_with_whole_characters() {
        for (old, new) in [("a\u{e9}b", "a\u{e8}b"), ("\u{e9}", "\u{c9}\u{e9}"), ("", "\u{e9}"), ("\u{e9}\u{e9}", "")] {
            let drift = Drift::between(old, new);
            assert!(old.is_char_boundary(drift.start as usize) && new.is_char_boundary(drift.start as usize));
            assert!(old.is_char_boundary(drift.ends.0 as usize) && new.is_char_boundary(drift.ends.1 as usize));
            assert_eq!(old[..drift.start as usize], new[..drift.start as usize]);
            assert_eq!(old[drift.ends.0 as usize..], new[drift.ends.1 as usize..]);
        }
    }
}
