//! What failed assertions have printed: the place, both sides with their types, and a message.
//!
//! `sema/src/check/call/testing.rs` writes the format of a record: the place as two positions, then a type and a list of
//! numbers for each side, then the message.

use base::source::Span;
use runner::Printed;
use std::fmt::Write;

/// What separates the parts of a record.
const SEPARATOR: char = '\u{1f}';
/// The word before a message.
const MESSAGE: &str = "message";
/// The word before the place of a value that is compared with a stored one.
const SNAPSHOT: &str = "snapshot";
/// The word instead of a place where a test is skipped.
const SKIPPED: &str = "skip";

/// An assertion that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The start of the assertion.
    pub(super) place: Span,
    /// What does not hold: a condition, or the whole call.
    pub(super) shown: Span,
    /// The sides, as text.
    pub(super) sides: Vec<Side>,
    /// The message, if there is one.
    pub(super) message: Option<String>,
    /// The number of the group along each axis, and of the thread in it.
    pub(super) thread: ([u32; 3], u32),
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    ty: String,
    numbers: Vec<String>,
}

/// A value that is compared with a stored one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The start of the assertion.
    pub(super) place: Span,
    /// The value as HLSL writes it.
    pub(super) text: String,
    /// The number of the group along each axis, and of the thread in it.
    thread: ([u32; 3], u32),
}

/// The output of a run of a test: the records of its assertions, and everything else.
#[derive(Default)]
pub(super) struct Read {
    /// The assertions that failed.
    pub(super) records: Vec<Record>,
    /// The values to compare with stored ones, by group and thread.
    pub(super) shown: Vec<Shown>,
    /// The reason that the test gives for being skipped, which may be empty.
    pub(super) skipped: Option<String>,
    /// What the shader has printed besides.
    pub(super) printed: String,
}

/// Reads what a run has printed.
pub(super) fn read(printed: &Printed) -> Read {
    let mut read = Read::default();
    for line in &printed.lines {
        if let Some(reason) = line.text.strip_prefix(SEPARATOR).and_then(|text| text.strip_prefix(SKIPPED)) {
            read.skipped = Some(reason.rsplit(SEPARATOR).next().unwrap_or_default().to_owned());
            continue;
        }
        let thread = (line.group, line.invocation);
        if let Some(shown) = shown(&line.text) {
            read.shown.push(Shown { thread, ..shown });
            continue;
        }
        match record(&line.text) {
            Some(record) => read.records.push(Record { thread, ..record }),
            None => _ = writeln!(read.printed, "{}", line.text),
        }
    }
    read.shown.sort_by_key(|shown| shown.thread);
    read
}

fn shown(text: &str) -> Option<Shown> {
    let mut parts = text.strip_prefix(SEPARATOR)?.strip_prefix(SNAPSHOT)?.strip_prefix(SEPARATOR)?.split(SEPARATOR);
    let start = parts.next()?.parse().ok()?;
    let text = side(parts.next()?, parts.next()?).text();
    Some(Shown { place: Span::new(start, start + 1), text, thread: ([0; 3], 0) })
}

fn side(ty: &str, numbers: &str) -> Side {
    Side { ty: ty.to_owned(), numbers: numbers.split(", ").map(str::to_owned).collect() }
}

fn record(text: &str) -> Option<Record> {
    let mut parts = text.strip_prefix(SEPARATOR)?.split(SEPARATOR);
    let (start, lo, hi) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (mut sides, mut message) = (Vec::new(), None);
    while let (Some(ty), Some(text)) = (parts.next(), parts.next()) {
        match ty {
            MESSAGE => message = Some(text.to_owned()),
            _ => sides.push(side(ty, text)),
        }
    }
    Some(Record { place: Span::new(start, start + 1), shown: Span::new(lo, hi), sides, message, thread: ([0; 3], 0) })
}

impl Record {
    /// Both sides: `left 0.5, right 0.25`, with the distance of two floats in units in the last place.
    pub(super) fn values(&self) -> Option<String> {
        let [left, right] = &self.sides[..] else { return None };
        let apart = left.ulps(right).map_or_else(String::new, |ulps| format!(" ({ulps} ulp)"));
        Some(format!("left {}, right {}{apart}", left.text(), right.text()))
    }
}

impl Side {
    fn is(&self, scalar: &str) -> bool {
        self.ty
            .strip_prefix(scalar)
            .is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit() || digit == 'x'))
    }

    /// The value as HLSL writes it.
    fn text(&self) -> String {
        let one = |number: &String| match number.as_str() {
            "0" if self.is("bool") => "false".to_owned(),
            "1" if self.is("bool") => "true".to_owned(),
            text if self.is("double") => text.parse::<f64>().map_or(text.to_owned(), |value| format!("{value:?}")),
            text if !self.is_float() => text.to_owned(),
            text => text.parse::<f32>().map_or(text.to_owned(), |value| format!("{value:?}")),
        };
        let numbers: Vec<String> = self.numbers.iter().map(one).collect();
        match numbers.len() {
            1 => numbers.concat(),
            _ => format!("{}({})", self.ty, numbers.join(", ")),
        }
    }

    fn is_float(&self) -> bool {
        ["float", "half", "double", "min16float", "min10float", "float16_t"].iter().any(|name| self.is(name))
    }

    /// The distance between two single-precision numbers of at most a million.
    fn ulps(&self, other: &Side) -> Option<i64> {
        let ordered = |side: &Side| match &side.numbers[..] {
            [number] if side.is("float") => {
                let bits = number.parse::<f32>().ok().filter(|value| value.is_finite())?.to_bits() as i32;
                Some(i64::from(if bits < 0 { i32::MIN - bits } else { bits }))
            }
            _ => None,
        };
        let apart = (ordered(self)? - ordered(other)?).abs();
        (1..=1_000_000).contains(&apart).then_some(apart)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read() {
        let text = "\u{1f}12\u{1f}18\u{1f}30\u{1f}float\u{1f}0.366025448\u{1f}float\u{1f}0.366025418\u{1f}message\u{1f}near, or not";
        let record = record(text).unwrap();
        assert_eq!((record.shown, record.message.as_deref()), (Span::new(18, 30), Some("near, or not")));
        assert_eq!(record.values().unwrap(), "left 0.36602545, right 0.36602542 (1 ulp)");
        assert_eq!(super::record("other output"), None);
        let text = "\u{1f}snapshot\u{1f}12\u{1f}float2\u{1f}1, 0.5";
        assert_eq!(shown(text).map(|shown| shown.text).as_deref(), Some("float2(1.0, 0.5)"));
        assert_eq!((super::record(text), shown("\u{1f}12")), (None, None));
    }

    #[test]
    fn sides_are_values_of_their_types() {
        assert_eq!(side("float2", "1, nan").text(), "float2(1.0, NaN)");
        assert_eq!(side("bool2", "0, 1").text(), "bool2(false, true)");
        assert_eq!(side("uint", "7").text(), "7");
        assert_eq!(side("int2", "-1, 0").ulps(&side("int2", "0, 0")), None);
        assert_eq!(side("float", "-0").ulps(&side("float", "1e-45")), Some(1));
    }
}
