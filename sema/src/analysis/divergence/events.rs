//! Operations of a function that must be convergent.

use super::taint::Taint;
use base::intern::Symbol;
use base::source::Span;

/// The kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A workgroup barrier.
    Barrier,
    /// A derivative, which reads neighbours in the quad.
    Derivative,
    /// An index into an array of resources.
    Index,
    /// A loop to unroll.
    Unroll,
}

impl What {
    /// The kind of divergence that matters to it.
    pub(super) const fn reason(self) -> Taint {
        match self {
            What::Barrier => Taint::GROUP,
            What::Derivative => Taint::QUAD,
            What::Index => Taint::WAVE,
            What::Unroll => Taint::RUN_TIME,
        }
    }

    /// Returns whether the conditions of its execution matter.
    pub(super) const fn is_conditional(self) -> bool {
        matches!(self, What::Barrier | What::Derivative)
    }
}

/// An occurrence of such an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) what: What,
    /// Its place.
    pub(super) span: Span,
    /// The taint of the conditions of its execution; for an index or a loop bound, the taint of that value.
    pub(super) taint: Taint,
    /// The condition, if it is known.
    pub(super) cause: Option<Span>,
    /// The call of the function that contains it.
    pub(super) call: Option<Span>,
    /// The function or method of the language.
    pub(super) text: &'static str,
    /// The array of resources.
    pub(super) name: Option<Symbol>,
}

/// The limit of occurrences of a kind per function: callers add those of callees.
const MOST: usize = 16;

/// The occurrences that matter, without duplicates.
#[derive(Clone, Debug, Default)]
pub(super) struct Events(Vec<Event>);

impl Events {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.0.iter()
    }

    /// Adds an occurrence, unless there are many, or one with the same reasons.
    pub(super) fn add(&mut self, mut event: Event) {
        event.taint = event.taint.as_far_as(event.what.reason());
        // An unconditional operation may still matter under a condition of a caller.
        let is_settled = event.taint.is_none() || event.taint.has(Taint::MARKED);
        if is_settled && !event.what.is_conditional() {
            return;
        }
        let mut same = self.0.iter_mut().filter(|other| other.what == event.what);
        let known = same.find(|other| other.span == event.span || other.covers(&event));
        if let Some(known) = known {
            if known.span == event.span && !known.taint.has(event.taint) {
                *known = Event { taint: known.taint | event.taint, ..event };
            }
        } else if self.0.iter().filter(|other| other.what == event.what).count() < MOST {
            self.0.push(event);
        }
    }
}

impl Event {
    /// Returns whether a report of the other occurrence would be redundant: it has the same condition.
    fn covers(&self, other: &Event) -> bool {
        self.what.is_conditional() && self.taint == other.taint && self.cause == other.cause
    }
}
