//! A row of the page: a requirement, the verdict, and tests that contain the thing itself.

/// The verdict on a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Works,
    InPart,
    Not,
}

impl Verdict {
    /// The verdict as the page says it.
    pub(super) fn text(self) -> &'static str {
        match self {
            Verdict::Works => "works",
            Verdict::InPart => "in part",
            Verdict::Not => "not",
        }
    }
}

/// A test: its file, and what stands there of the thing, as it is spelled.
pub(super) type Evidence = (&'static str, &'static str);

/// A row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) thing: &'static str,
    pub(super) verdict: Verdict,
    /// What is missing and why, or more about it.
    pub(super) note: &'static str,
    pub(super) evidence: &'static [Evidence],
    /// The requirements of the document that this is about.
    pub(super) count: usize,
}

impl Row {
    /// The row for several requirements.
    pub(super) const fn of(self, count: usize) -> Row {
        Row { count, ..self }
    }
}

/// A thing that works, with tests.
pub(super) const fn works(thing: &'static str, note: &'static str, evidence: &'static [Evidence]) -> Row {
    Row { thing, verdict: Verdict::Works, note, evidence, count: 1 }
}

/// A thing of which a part works: what is missing, and tests of the rest.
pub(super) const fn in_part(thing: &'static str, note: &'static str, evidence: &'static [Evidence]) -> Row {
    Row { thing, verdict: Verdict::InPart, note, evidence, count: 1 }
}

/// A thing that does not work, with the reason.
pub(super) const fn not(thing: &'static str, note: &'static str) -> Row {
    Row { thing, verdict: Verdict::Not, note, evidence: &[], count: 1 }
}
