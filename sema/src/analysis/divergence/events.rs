//! What a function does that invocations must do together.

use super::taint::Taint;
use base::intern::Symbol;
use base::source::Span;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The workgroup waits.
    Barrier,
    /// Neighbours in a quad are looked at.
    Derivative,
    /// A resource is chosen from an array.
    Index,
    /// A loop is to be unrolled.
    Unroll,
}

impl What {
    /// The reason for which it matters that a condition, an index or a bound differs.
    pub(super) const fn reason(self) -> Taint {
        match self {
            What::Barrier => Taint::GROUP,
            What::Derivative => Taint::QUAD,
            What::Index => Taint::WAVE,
            What::Unroll => Taint::RUN_TIME,
        }
    }

    /// Returns whether it matters under which conditions it is done.
    pub(super) const fn is_conditional(self) -> bool {
        matches!(self, What::Barrier | What::Derivative)
    }
}

/// One place where it is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) what: What,
    /// Where.
    pub(super) span: Span,
    /// What the conditions of its execution differ with; for an index or the end of a loop, what that does.
    pub(super) taint: Taint,
    /// The condition, where it is known.
    pub(super) cause: Option<Span>,
    /// Where the function is called that does it.
    pub(super) call: Option<Span>,
    /// The function or method of the language.
    pub(super) text: &'static str,
    /// The array of resources.
    pub(super) name: Option<Symbol>,
}

/// So many places of a kind are kept for each function: callers add those of what they call.
const MOST: usize = 16;

/// The places that matter, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Events(Vec<Event>);

impl Events {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.0.iter()
    }

    /// Adds a place, unless there are many, or one with the same reasons is there.
    pub(super) fn add(&mut self, mut event: Event) {
        event.taint = event.taint.as_far_as(event.what.reason());
        // Under a condition of a caller, what is done in any case may matter yet.
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
    /// Returns whether nobody needs to hear of another place as well: it is done under the same condition.
    fn covers(&self, other: &Event) -> bool {
        self.what.is_conditional() && self.taint == other.taint && self.cause == other.cause
    }
}
