//! Parts of values and variables.

/// A part of a value or a variable at its first level: a member, an element or a component. Deeper parts count as the
/// part around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part(u32);

impl Part {
    /// All of it, or a part that only the run time knows.
    pub(super) const WHOLE: Part = Part(u32::MAX);
    /// Parts from here on are not distinguished.
    const LIMIT: u32 = 64;

    /// The part with a number.
    pub(super) fn number(number: u32) -> Part {
        if number < Self::LIMIT { Part(number) } else { Part::WHOLE }
    }

    /// Returns whether two parts have anything in common.
    pub(super) fn overlaps(self, other: Part) -> bool {
        self == other || self == Part::WHOLE || other == Part::WHOLE
    }
}
