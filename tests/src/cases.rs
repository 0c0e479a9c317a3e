//! Random test cases: their number, their seeds, and statistics of their results. It must not know what a case is.
//!
//! `<NAME>_COUNT` in the environment sets the number, `<NAME>_SEED` the first seed; statistics are printed at the end
//! then. A case depends on its seed alone, so that processes can share a range, and a failing case can be run by
//! itself. Other cases run on after a failure.

use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The statistics of all tests with requested cases.
static TOLD: Mutex<BTreeMap<&str, Tally>> = Mutex::new(BTreeMap::new());

/// The limit of batches.
const BATCHES: u64 = 128;
/// The limit of failures that are reported in full; the others are counted.
const REPORTED: usize = 3;

/// The cases of a test.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    numbers: Range<u64>,
    /// True if the environment sets their number.
    is_asked: bool,
}

impl Cases {
    /// The cases that the environment requests, or the default number.
    pub(crate) fn of(name: &str, usual: u64) -> Self {
        let count = variable(&format!("{name}_COUNT"));
        let first = variable(&format!("{name}_SEED")).unwrap_or(1);
        let numbers = first..first.saturating_add(count.unwrap_or(usual));
        Cases { numbers, is_asked: count.is_some() }
    }

    /// Ranges of seeds, of at least `least` each but for the last.
    pub(crate) fn batches(&self, least: u64) -> Vec<Range<u64>> {
        let Range { start, end } = self.numbers;
        let each = (end - start).div_ceil(BATCHES).next_multiple_of(least);
        (start..end).step_by(each as usize).map(|first| first..first.saturating_add(each).min(end)).collect()
    }

    /// The seeds of one of several parts.
    pub(crate) fn part(&self, part: usize, parts: usize) -> impl Iterator<Item = u64> + use<> {
        self.numbers.clone().skip(part).step_by(parts)
    }

    /// Empty statistics.
    pub(crate) fn tally(&self, test: &'static str) -> Tally {
        Tally { test, is_asked: self.is_asked, ..Tally::default() }
    }
}

/// A number in the environment. Anything else there is an error, lest it pass for the default.
fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

/// The result of a case that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It finished, as it should.
    Ended,
    /// It was stopped by its deadline.
    Stopped,
    /// It cannot be run.
    Refused,
}

/// Statistics of cases.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    test: &'static str,
    is_asked: bool,
    pub(crate) ended: u64,
    pub(crate) stopped: u64,
    pub(crate) refused: u64,
    failed: u64,
    /// The messages of the first failures.
    reports: Vec<String>,
}

impl Tally {
    /// Counts cases with the same result.
    pub(crate) fn count(&mut self, cases: u64, fate: Result<Fate, Failed>) {
        let counter = match fate {
            Ok(Fate::Ended) => &mut self.ended,
            Ok(Fate::Stopped) => &mut self.stopped,
            Ok(Fate::Refused) => &mut self.refused,
            Err(failure) => {
                self.report(failure);
                &mut self.failed
            }
        };
        *counter += cases;
    }

    fn report(&mut self, failure: Failed) {
        if self.reports.len() < REPORTED {
            self.reports.push(failure.message().unwrap_or("failed").to_owned());
        }
    }

    /// The result of the test: an error if any case failed.
    pub(crate) fn verdict(mut self) -> Result<(), Failed> {
        let reports = std::mem::take(&mut self.reports).join("\n\n");
        let failed = self.failed;
        self.tell();
        if failed == 0 { Ok(()) } else { Err(format!("{failed} failed\n{reports}").into()) }
    }

    fn tell(self) {
        if !self.is_asked {
            return;
        }
        let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
        let all = told.entry(self.test).or_insert_with(|| Tally { test: self.test, ..Tally::default() });
        all.ended += self.ended;
        all.stopped += self.stopped;
        all.refused += self.refused;
        all.failed += self.failed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { test, ended, stopped, refused, failed, is_asked: _, reports: _ } = self;
        let all = ended + stopped + refused + failed;
        write!(out, "{test}: {all} cases, {ended} ended, {stopped} stopped, {refused} refused, {failed} failed")
    }
}

/// Prints the statistics of requested cases.
pub(crate) fn tell() {
    for tally in TOLD.lock().unwrap_or_else(PoisonError::into_inner).values() {
        let _ = writeln!(std::io::stdout(), "{tally}");
    }
}

/// Tests of the statistics, and that batches and parts are complete.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("cases::failures_are_reported", failures_are_reported),
        Trial::test("cases::no_case_is_left_out", no_case_is_left_out),
    ]
}

fn failures_are_reported() -> Result<(), Failed> {
    let mut tally = Cases { numbers: 0..9, is_asked: false }.tally("cases");
    (0..9).for_each(|case| tally.count(1, if case < 4 { Ok(Fate::Ended) } else { Err(format!("<{case}>").into()) }));
    let said = tally.verdict().err().ok_or("a case failed")?;
    let expected = "5 failed\n<4>\n\n<5>\n\n<6>";
    if said.message() == Some(expected) { Ok(()) } else { Err(format!("{said:?}").into()) }
}

fn no_case_is_left_out() -> Result<(), Failed> {
    let cases = Cases { numbers: 7..100_000, is_asked: false };
    let batches: Vec<u64> = cases.batches(60).into_iter().flatten().collect();
    let mut parts: Vec<u64> = (0..40).flat_map(|part| cases.part(part, 40)).collect();
    parts.sort_unstable();
    let all = |numbers: &[u64]| numbers.iter().copied().eq(7..100_000);
    if all(&batches) && all(&parts) { Ok(()) } else { Err("a case is missing".into()) }
}
