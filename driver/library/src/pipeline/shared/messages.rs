//! Messages of a compilation as data, by tokens instead of positions: another compilation of the same tokens reports the same.
//!
//! Must not know what messages say.

use base::diag::{Diagnostic, Note, Row, Severity};
use base::ids::Map;
use base::source::Span;
use frontend::token::Token;
use std::borrow::Cow;

/// A message about places that tokens have.
#[derive(Debug)]
pub(crate) struct Told {
    row: &'static Row,
    severity: Severity,
    message: String,
    place: Place,
    notes: Box<[ToldNote]>,
}

#[derive(Debug)]
struct ToldNote {
    message: Cow<'static, str>,
    place: Option<Place>,
    replacement: Option<String>,
}

/// The two ends of a span; `None` for one that is nowhere.
type Place = Option<(End, End)>;

/// The start or the end of a token.
#[derive(Clone, Copy, Debug)]
enum End {
    Before(u32),
    Behind(u32),
}

/// The messages as data. `None` if a place is not one of tokens.
pub(crate) fn record(messages: &[Diagnostic], tokens: &[Token]) -> Option<Box<[Told]>> {
    if messages.is_empty() {
        return Some(Box::default());
    }
    let ends = Ends::of(tokens, messages);
    messages.iter().map(|message| ends.told(message)).collect()
}

/// The tokens that begin and end at positions.
struct Ends {
    starts: Map<u32, u32>,
    ends: Map<u32, u32>,
}

impl Ends {
    /// Those at the places of messages.
    fn of(tokens: &[Token], messages: &[Diagnostic]) -> Self {
        let notes = messages.iter().flat_map(|message| &message.notes).filter_map(|note| note.span);
        let spans = messages.iter().map(|message| message.span).chain(notes);
        let mut wanted: Vec<u32> = spans.flat_map(|span| [span.lo, span.hi]).collect();
        wanted.sort_unstable();
        let (first, last) = (wanted.first().copied().unwrap_or_default(), wanted.last().copied().unwrap_or_default());
        let width = last - first;
        let is_near = |place: u32| place.wrapping_sub(first) <= width;
        let is_wanted = |place: u32| wanted.binary_search(&place).is_ok();
        let (mut starts, mut ends) = (Map::default(), Map::default());
        for (number, Token { span, .. }) in (0..).zip(tokens) {
            // Most tokens are far from all messages.
            if !is_near(span.lo) & !is_near(span.hi) {
                continue;
            }
            if is_wanted(span.lo) {
                starts.insert(span.lo, number);
            }
            if is_wanted(span.hi) {
                ends.insert(span.hi, number);
            }
        }
        Ends { starts, ends }
    }

    fn told(&self, message: &Diagnostic) -> Option<Told> {
        let note = |note: &Note| {
            let place = note.span.map(|span| self.place(span));
            let place = place.map_or(Some(None), |place| place.map(Some))?;
            Some(ToldNote { message: note.message.clone(), place, replacement: note.replacement.clone() })
        };
        let Diagnostic { row, severity, message: text, span, notes } = message;
        Some(Told {
            row,
            severity: *severity,
            message: text.clone(),
            place: self.place(*span)?,
            notes: notes.iter().map(note).collect::<Option<_>>()?,
        })
    }

    /// The ends of a span. The outer `None` is for a span that is not one of tokens.
    fn place(&self, span: Span) -> Option<Place> {
        if span.is_none() {
            return Some(None);
        }
        let before = |at: u32| self.starts.get(&at).map(|token| End::Before(*token));
        let behind = |at: u32| self.ends.get(&at).map(|token| End::Behind(*token));
        let lo = before(span.lo).or_else(|| behind(span.lo))?;
        let hi = behind(span.hi).or_else(|| before(span.hi))?;
        Some(Some((lo, hi)))
    }
}

impl Told {
    /// The message about other tokens of the same kinds, which are as many.
    pub(crate) fn about(&self, tokens: &[Token]) -> Diagnostic {
        let note = |note: &ToldNote| Note {
            message: note.message.clone(),
            span: note.place.map(|place| span(place, tokens)),
            replacement: note.replacement.clone(),
        };
        Diagnostic {
            row: self.row,
            severity: self.severity,
            message: self.message.clone(),
            span: span(self.place, tokens),
            notes: self.notes.iter().map(note).collect(),
        }
    }
}

fn span(place: Place, tokens: &[Token]) -> Span {
    let position = |end: End| match end {
        End::Before(token) => tokens[token as usize].span.lo,
        End::Behind(token) => tokens[token as usize].span.hi,
    };
    place.map_or(Span::NONE, |(lo, hi)| Span::new(position(lo), position(hi)))
}
