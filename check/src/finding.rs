//! Findings: where, who, how often; equal ones become one. What a run without any proves.

use crate::level::Level;
use crate::rows::Check;
use crate::rules::Checks;
use rustc_hash::FxHashMap;
use std::fmt;

/// A range of a source, by lines and columns from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, by its number in [`Report::files`].
    pub file: u32,
    /// The first line.
    pub line: u32,
    /// The first column; 0 if there is none.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The last column.
    pub end_column: u32,
}

/// A thread, as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its number in its group along each axis.
    pub local: [u32; 3],
    /// The number of its group along each axis.
    pub group: [u32; 3],
    /// Its wave in the group.
    pub wave: u32,
    /// Its lane in the wave.
    pub lane: u32,
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [gx, gy, gz]) = (self.local, self.group);
        write!(f, "thread ({x},{y},{z}) of group ({gx},{gy},{gz}) [wave {} lane {}]", self.wave, self.lane)
    }
}

/// Something found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// Its severity in the run.
    pub level: Level,
    /// The message.
    pub message: String,
    /// Where; `None` in modules without lines.
    pub place: Option<Place>,
    /// Other places that belong to it, the ones that say more first.
    pub related: Vec<(Option<Place>, String)>,
    /// Further facts, without a place.
    pub notes: Vec<String>,
    /// The number of times that it was found.
    pub count: u64,
}

/// Findings are the same if they are of one check at one pair of instructions.
type Key = (Check, u32, u32);

/// The most findings that are kept apart.
const MOST: usize = 1000;

/// The findings of a run so far.
#[derive(Debug, Default)]
pub struct Findings {
    known: FxHashMap<Key, usize>,
    all: Vec<Finding>,
}

impl Findings {
    /// Counts a finding at an instruction, or at two, and makes it if it is the first of its kind.
    pub fn add(&mut self, checks: &Checks, check: Check, sites: (u32, u32), make: impl FnOnce() -> Finding) {
        if !checks.is_on(check) {
            return;
        }
        let next = self.all.len();
        match self.known.get(&(check, sites.0, sites.1)) {
            Some(index) => self.all[*index].count += 1,
            None if next < MOST => {
                self.known.insert((check, sites.0, sites.1), next);
                self.all.push(Finding { level: checks.level(check), count: 1, ..make() });
            }
            None => {}
        }
    }

    /// All findings, in the order in which they came; those at the same places of the source are one.
    pub fn finish(self) -> Vec<Finding> {
        let mut all: Vec<Finding> = Vec::new();
        for finding in self.all {
            let second = |finding: &Finding| finding.related.first().and_then(|(place, _)| *place);
            let is_same = |other: &&mut Finding| {
                (other.check, other.place, second(other)) == (finding.check, finding.place, second(&finding))
            };
            match all.iter_mut().find(is_same).filter(|_| finding.place.is_some()) {
                Some(other) => other.count += finding.count,
                None => all.push(finding),
            }
        }
        all
    }
}

/// The claim of a run about other schedules of the same input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every schedule gives the same result.
    EverySchedule,
    /// Results may depend on the schedule; this one was tried.
    ThisSchedule,
    /// Races were not looked for.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::EverySchedule => "this holds for every schedule of this input",
            Verdict::ThisSchedule => {
                "this holds for the one schedule that was tried; atomic operations or findings may make others differ"
            }
            Verdict::Unknown => "races were not looked for",
        })
    }
}

/// The outcome of a checked run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
    /// The files that places name.
    pub files: Vec<String>,
    /// The claim of a run without findings.
    pub verdict: Verdict,
}

impl Report {
    /// The number of findings with a severity.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn found(line: u32) -> Finding {
        let place = Place { file: 0, line, column: 1, end_line: line, end_column: 1 };
        Finding {
            check: Check::Bounds,
            level: Level::Off,
            message: String::new(),
            place: Some(place),
            related: Vec::new(),
            notes: Vec::new(),
            count: 0,
        }
    }

    #[test]
    fn equal_findings_are_one_with_a_count() {
        let checks = Checks::parse("bounds", Rules::Hlsl).unwrap();
        let mut findings = Findings::default();
        for (site, line) in [(7, 1), (7, 1), (9, 1), (8, 2)] {
            findings.add(&checks, Check::Bounds, (site, 0), || found(line));
        }
        findings.add(&checks, Check::Race, (7, 0), || found(3));
        let all = findings.finish();
        let seen: Vec<_> = all.iter().map(|finding| (finding.count, finding.level)).collect();
        assert_eq!(seen, [(3, Level::Error), (1, Level::Error)], "two instructions of one line are one place");
    }
}
