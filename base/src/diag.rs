//! Diagnostics as data: what went wrong, where, and which rows a stage may report.
//!
//! A stage lists its diagnostics with [`diagnostics!`](crate::diagnostics): each row has a stable code, a severity, a
//! message with named holes and a paragraph of documentation. The macro makes one type per row, so a message cannot be
//! raised with a hole left open. A [`Sink`] collects what the stages of one compilation report and applies the caller's
//! [`Policy`]. Rendering is in [`render`].

pub mod render;

use crate::ids::Set;
use crate::similar::did_you_mean;
use crate::source::Span;
use std::borrow::Cow;
use std::ops::Range;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something that may interest; of checked runs alone.
    Note,
    /// Something worth knowing; compilation continues.
    Warning,
    /// The input is wrong; no module is made.
    Error,
    /// The input is wrong and the rest of it was not examined.
    Fatal,
}

impl Severity {
    /// The word that messages use.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        }
    }
}

/// A row of a stage's table of diagnostics.
#[derive(Debug)]
pub struct Row {
    /// The stable code, such as `E2014`.
    pub code: &'static str,
    /// The severity before the caller's policy is applied.
    pub severity: Severity,
    /// For warnings: the name that `-W<name>` and `-Wno-<name>` use.
    pub group: &'static str,
    /// True if it is a warning that DXC lacks, has off, or never makes an error: `-WX` leaves it one, so that what DXC
    /// compiles goes on compiling.
    pub is_own: bool,
    /// True if it is a warning that is off until its group, or `-Weverything`, requires it: DXC has none like it, and
    /// it finds things that are meant as well.
    pub is_quiet: bool,
    /// The type that the macro made, as the raise sites name it.
    pub name: &'static str,
    /// The message with its holes in braces.
    pub message: &'static str,
    /// The explanation that `hlsl2spirv explain` prints.
    pub doc: &'static str,
}

/// A message of one row with its holes filled. Implemented by [`diagnostics!`](crate::diagnostics) alone.
pub trait Message {
    /// The row.
    const ROW: &'static Row;
    /// The text.
    fn text(&self) -> String;
}

/// A second place that belongs to a diagnostic, or advice without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text.
    pub message: Cow<'static, str>,
    /// The place, if there is one.
    pub span: Option<Span>,
    /// The replacement for the text at that place: tools offer to insert it.
    pub replacement: Option<String>,
}

/// One thing to tell the user.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The row it comes from.
    pub row: &'static Row,
    /// The severity after the caller's policy was applied.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// The place; [`Span::NONE`] for what concerns no place in the source.
    pub span: Span,
    /// Second places and advice.
    pub notes: Vec<Note>,
}

impl Diagnostic {
    /// Adds a note about another place.
    pub fn note_at(&mut self, span: Span, message: impl Into<Cow<'static, str>>) -> &mut Self {
        self.notes.push(Note { message: message.into(), span: Some(span), replacement: None });
        self
    }

    /// Adds a note about the declaration of what the message is about, unless it has no place, as built-in names have none.
    pub fn declared_at(&mut self, span: Span) -> &mut Self {
        if span.is_none() { self } else { self.note_at(span, "declared here") }
    }

    /// Adds advice that can be followed by a replacement of what is at a place.
    pub fn fix(
        &mut self,
        span: Span,
        message: impl Into<Cow<'static, str>>,
        replacement: impl Into<String>,
    ) -> &mut Self {
        self.notes.push(Note { message: message.into(), span: Some(span), replacement: Some(replacement.into()) });
        self
    }

    /// Asks whether another name was meant.
    pub fn suggest(&mut self, span: Span, name: &str) -> &mut Self {
        self.fix(span, did_you_mean(name), name)
    }

    /// Adds advice.
    pub fn note(&mut self, message: impl Into<Cow<'static, str>>) -> &mut Self {
        self.notes.push(Note { message: message.into(), span: None, replacement: None });
        self
    }
}

/// The limit of warnings about one source; further ones are dropped.
const WARNING_LIMIT: usize = 1000;

/// The caller's choice of diagnostics and severities.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// `-WX`: warnings are errors, but for those that are none with DXC.
    pub warnings_are_errors: bool,
    /// `-no-warnings`: warnings are dropped.
    pub no_warnings: bool,
    /// Groups that `-Wno-<name>` has switched off.
    pub disabled_groups: Set<String>,
    /// Groups that `-W<name>` has switched on.
    pub enabled_groups: Set<String>,
    /// `-Weverything`: quiet warnings are given, too.
    pub enables_all: bool,
    /// Groups that `-Werror=<name>` has made errors.
    pub error_groups: Set<String>,
    /// Groups that stay warnings under `-WX` (`-Wno-error=<name>`).
    pub warning_groups: Set<String>,
    /// After this many errors a stage stops; 0 means no limit.
    pub error_limit: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            warnings_are_errors: false,
            no_warnings: false,
            disabled_groups: Set::default(),
            enabled_groups: Set::default(),
            enables_all: false,
            error_groups: Set::default(),
            warning_groups: Set::default(),
            error_limit: 100,
        }
    }
}

/// The treatment of a warning group by a pragma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Override {
    /// They are dropped.
    Ignored,
    /// They have this severity.
    Severity(Severity),
    /// The caller's policy applies again.
    Policy,
}

/// One `#pragma dxc diagnostic`: the severity of a group in ranges of positions.
#[derive(Clone, Debug)]
pub struct Overriding {
    ranges: Vec<Range<u32>>,
    /// The group.
    pub group: String,
    /// Its treatment there.
    pub what: Override,
}

impl Overriding {
    /// Returns whether it holds at a position.
    pub fn covers(&self, position: u32) -> bool {
        self.ranges.iter().any(|range| range.contains(&position))
    }
}

/// Collects the diagnostics of one compilation.
#[derive(Debug, Default)]
pub struct Sink {
    policy: Policy,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// The number of reports, those that are not kept included.
    reports: usize,
    /// True after a fatal error: later findings would be consequences of it.
    is_ended: bool,
    /// A place for reports that are not kept: those after the limit, repeated ones, and those that the policy drops.
    dropped: Option<Diagnostic>,
    /// The reports so far, without duplicates: stages may visit a text twice, and templates have several instances.
    known: Set<(&'static str, Span, String)>,
    /// `#pragma dxc diagnostic`, in the order of the text.
    overrides: Vec<Overriding>,
}

impl Sink {
    /// A sink with a policy.
    pub fn new(policy: Policy) -> Self {
        Sink { policy, ..Self::default() }
    }

    /// The number of messages so far.
    pub fn count(&self) -> usize {
        self.diagnostics.len()
    }

    /// The number of reports so far, those that were dropped included.
    pub fn reports(&self) -> usize {
        self.reports
    }

    /// The pragmas that change the severity of messages, in the order of the text.
    pub fn overrides(&self) -> &[Overriding] {
        &self.overrides
    }

    /// Returns whether the limit of warnings is reached, so that some may have been dropped.
    pub fn is_full(&self) -> bool {
        self.warnings >= WARNING_LIMIT
    }

    /// Reports a message at a place. The result takes notes.
    pub fn report<M: Message>(&mut self, span: Span, message: M) -> &mut Diagnostic {
        self.add(M::ROW, span, message.text())
    }

    /// The part of a report that is compiled once for the messages of all rows.
    fn add(&mut self, row: &'static Row, span: Span, message: String) -> &mut Diagnostic {
        self.reports += 1;
        let severity = self.severity_of(row, span);
        let diagnostic =
            Diagnostic { row, severity: severity.unwrap_or(row.severity), message, span, notes: Vec::new() };
        let is_error = severity.is_some_and(|severity| severity >= Severity::Error);
        let is_full = if is_error { self.limit_reached() } else { self.warnings >= WARNING_LIMIT };
        let is_wanted = severity.is_some() && !is_full;
        if !is_wanted || !self.known.insert((row.code, span, diagnostic.message.clone())) {
            return self.dropped.insert(diagnostic);
        }
        self.is_ended |= severity == Some(Severity::Fatal);
        self.errors += usize::from(is_error);
        self.warnings += usize::from(!is_error);
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("one was just pushed")
    }

    /// Overrides the severity of a warning group in ranges of positions (`#pragma dxc diagnostic`). The text after a
    /// pragma is several ranges: the rest of its file, of the files that include that one, and all that is read later.
    pub fn override_group(&mut self, ranges: Vec<Range<u32>>, group: &str, what: Override) {
        self.overrides.push(Overriding { ranges, group: group.to_owned(), what });
    }

    /// Returns whether an error was reported.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors reported.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Returns whether a stage should stop: the limit of errors is reached, or one was fatal.
    #[inline]
    pub fn limit_reached(&self) -> bool {
        self.is_ended || self.policy.error_limit != 0 && self.errors >= self.policy.error_limit
    }

    /// Takes back the reports after the first `count`, which ended nothing.
    pub fn truncate(&mut self, count: usize) {
        self.take_from(count);
        self.is_ended = false;
    }

    /// Takes back those reports after the first `count` that are not to be kept.
    pub fn retain_from(&mut self, count: usize, mut keeps: impl FnMut(&Diagnostic) -> bool) {
        for report in self.take_from(count) {
            if keeps(&report) {
                self.put_back(report);
            }
        }
    }

    /// Reports what another compilation has reported at the same place under the same policy.
    pub fn report_again(&mut self, report: Diagnostic) {
        if report.severity >= Severity::Error || !self.is_full() {
            self.put_back(report);
        }
    }

    fn take_from(&mut self, count: usize) -> Vec<Diagnostic> {
        let taken = self.diagnostics.split_off(count);
        for report in &taken {
            let is_error = report.severity >= Severity::Error;
            self.errors -= usize::from(is_error);
            self.warnings -= usize::from(!is_error);
            self.known.swap_remove(&(report.row.code, report.span, report.message.clone()));
        }
        taken
    }

    fn put_back(&mut self, report: Diagnostic) {
        if self.known.insert((report.row.code, report.span, report.message.clone())) {
            let is_error = report.severity >= Severity::Error;
            self.errors += usize::from(is_error);
            self.warnings += usize::from(!is_error);
            self.diagnostics.push(report);
        }
    }

    /// The diagnostics reported so far, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Sorts the reports from `first` on by a key: a stage that visits its input more than once still reports in
    /// textual order.
    pub fn sort_from<K: Ord>(&mut self, first: usize, key: impl FnMut(&Diagnostic) -> K) {
        self.diagnostics[first..].sort_by_key(key);
    }

    /// Gives up the diagnostics.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// The severity under the policy; `None` if the diagnostic is dropped.
    fn severity_of(&self, row: &Row, span: Span) -> Option<Severity> {
        if row.severity != Severity::Warning {
            return Some(row.severity);
        }
        let overridden = self.overrides.iter().rev().find(|it| it.group == row.group && it.covers(span.lo));
        match overridden.map(|it| it.what) {
            Some(Override::Ignored) => return None,
            Some(Override::Severity(severity)) => return Some(severity),
            Some(Override::Policy) | None => {}
        }
        if self.policy.no_warnings || self.policy.disabled_groups.contains(row.group) {
            return None;
        }
        let is_named = |groups: &Set<String>| groups.contains(row.group);
        let asked = self.policy.enables_all
            || [&self.policy.enabled_groups, &self.policy.error_groups].into_iter().any(is_named);
        if row.is_quiet && !asked {
            return None;
        }
        let keeps = row.is_own || self.policy.warning_groups.contains(row.group);
        let promoted = self.policy.warnings_are_errors && !keeps;
        let is_error = promoted || self.policy.error_groups.contains(row.group);
        Some(if is_error { Severity::Error } else { Severity::Warning })
    }
}

/// Lists the diagnostics of a stage, one row each.
///
/// ```
/// hlsl2spirv_base::diagnostics! {
///     /// A value of one type is where another type is needed, and no implicit conversion leads there.
///     E2014 error NoImplicitConversion { from, to } "cannot convert '{from}' to '{to}' implicitly";
///     /// Components are lost.
///     W2001 warning(conversion) Truncation {} "implicit truncation of vector type";
/// }
/// let text = hlsl2spirv_base::diag::Message::text(&NoImplicitConversion { from: "float3".into(), to: "S".into() });
/// assert_eq!(text, "cannot convert 'float3' to 'S' implicitly");
/// assert_eq!(ROWS.len(), 2);
/// ```
///
/// A warning that `-WX` makes no error of with DXC is an `own_warning`, and one that is off by default a
/// `quiet_warning`. Every hole is a `String`. A row's doc comment is what `hlsl2spirv explain` prints.
#[macro_export]
macro_rules! diagnostics {
    ($( $(#[doc = $doc:literal])+ $code:ident $severity:ident $(($group:ident $(- $more:ident)*))? $name:ident { $($hole:ident),* $(,)? } $text:literal; )*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Debug)]
            pub struct $name { $(
                #[allow(missing_docs, reason = "the placeholders are described by the message")]
                pub $hole: String,
            )* }

            impl $crate::diag::Message for $name {
                const ROW: &'static $crate::diag::Row = &$crate::diag::Row {
                    code: stringify!($code),
                    severity: $crate::diagnostics!(@severity $severity),
                    group: concat!($(stringify!($group) $(, "-", stringify!($more))*)?),
                    is_own: $crate::diagnostics!(@own $severity),
                    is_quiet: $crate::diagnostics!(@quiet $severity),
                    name: stringify!($name),
                    message: $text,
                    doc: concat!($($doc, "\n"),+),
                };
                fn text(&self) -> String {
                    let Self { $($hole),* } = self;
                    format!($text)
                }
            }
        )*

        /// All diagnostics of this stage, in the order of their codes.
        pub const ROWS: &[&$crate::diag::Row] = &[$(<$name as $crate::diag::Message>::ROW),*];
    };
    (@severity error) => { $crate::diag::Severity::Error };
    (@severity warning) => { $crate::diag::Severity::Warning };
    (@severity own_warning) => { $crate::diag::Severity::Warning };
    (@severity quiet_warning) => { $crate::diag::Severity::Warning };
    (@severity fatal) => { $crate::diag::Severity::Fatal };
    (@own own_warning) => { true };
    (@own quiet_warning) => { true };
    (@own $severity:ident) => { false };
    (@quiet quiet_warning) => { true };
    (@quiet $severity:ident) => { false };
}

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, dead_code, reason = "the macro makes rows for other modules to see")]
    use super::*;

    diagnostics! {
        /// Test row.
        E0001 error Broken { what } "the {what} is broken";
        /// Test row.
        W0002 warning(odd-things) Odd {} "odd";
        /// Test row.
        W0003 own_warning(ours) Ours {} "no other diagnostic";
        /// Test row.
        W0004 quiet_warning(doubts) Doubt {} "this may be meant";
    }

    #[test]
    fn what_others_do_not_warn_of_becomes_an_error_by_name_alone() {
        let everything = Policy { warnings_are_errors: true, ..Policy::default() };
        let mut sink = Sink::new(everything.clone());
        sink.report(Span::NONE, Ours {});
        assert!(!sink.has_errors() && sink.diagnostics().len() == 1);
        let mut sink = Sink::new(Policy { error_groups: Set::from_iter(["ours".to_owned()]), ..everything });
        sink.report(Span::NONE, Ours {});
        assert!(sink.has_errors());
    }

    #[test]
    fn a_quiet_warning_is_given_to_those_who_ask_for_it() {
        let groups = || Set::from_iter(["doubts".to_owned()]);
        let given = |policy: Policy| {
            let mut sink = Sink::new(policy);
            sink.report(Span::NONE, Doubt {});
            (sink.diagnostics().len(), sink.error_count())
        };
        assert_eq!(given(Policy::default()), (0, 0));
        assert_eq!(given(Policy { warnings_are_errors: true, ..Policy::default() }), (0, 0));
        assert_eq!(given(Policy { enabled_groups: groups(), ..Policy::default() }), (1, 0));
        assert_eq!(given(Policy { enables_all: true, ..Policy::default() }), (1, 0));
        assert_eq!(given(Policy { error_groups: groups(), ..Policy::default() }), (1, 1));
        assert_eq!(given(Policy { enables_all: true, disabled_groups: groups(), ..Policy::default() }), (0, 0));
    }

    #[test]
    fn the_policy_decides_about_warnings() {
        let mut sink = Sink::new(Policy { warnings_are_errors: true, ..Policy::default() });
        sink.report(Span::NONE, Odd {});
        assert!(sink.has_errors());
        let mut sink =
            Sink::new(Policy { disabled_groups: Set::from_iter(["odd-things".to_owned()]), ..Policy::default() });
        sink.report(Span::NONE, Odd {}).note("lost with the warning");
        assert!(sink.diagnostics().is_empty());
    }

    #[test]
    fn errors_stop_at_the_limit() {
        let mut sink = Sink::new(Policy { error_limit: 2, ..Policy::default() });
        for what in ["wing", "engine", "wheel"] {
            sink.report(Span::NONE, Broken { what: what.into() });
        }
        assert_eq!(sink.diagnostics().len(), 2);
        assert!(sink.limit_reached());
    }

    #[test]
    fn a_pragma_changes_a_group_in_what_follows() {
        let mut sink = Sink::default();
        sink.override_group(vec![10..20, 40..50], "odd-things", Override::Ignored);
        sink.report(Span::new(3, 4), Odd {});
        sink.report(Span::new(12, 13), Odd {});
        sink.report(Span::new(45, 46), Odd {});
        assert_eq!(sink.diagnostics().len(), 1);
    }

    #[test]
    fn nobody_gets_more_warnings_than_can_be_read() {
        let mut sink = Sink::default();
        for at in 0..2000 {
            sink.report(Span::new(at, at + 1), Odd {});
        }
        assert_eq!(sink.diagnostics().len(), WARNING_LIMIT);
        sink.report(Span::new(0, 1), Broken { what: "lamp".into() });
        assert!(sink.has_errors());
    }
}
