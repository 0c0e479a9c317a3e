//! Findings with their places and counts, equal ones merged, and the claim that a run without any allows.

use crate::level::Level;
use crate::rows::Check;
use crate::rules::Checks;
use crate::schedule::Trial;
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

/// What threads in messages begin with.
const THREAD: &str = "thread (";

/// A text in which threads have other names: by their numbers in their groups, and those of these.
fn renamed(text: &str, name: &dyn Fn([u32; 3], [u32; 3]) -> String) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(THREAD) {
        out.push_str(before);
        rest = after;
        match numbers(after) {
            Some((local, group, behind)) => {
                out.push_str(&name(local, group));
                rest = behind;
            }
            None => out.push_str(THREAD),
        }
    }
    out + rest
}

/// The numbers of a thread as [`Thread`] shows it, behind the first bracket, and the rest of the text.
fn numbers(text: &str) -> Option<([u32; 3], [u32; 3], &str)> {
    let triple = |text: &str| {
        let numbers: Vec<u32> = text.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        numbers.try_into().ok()
    };
    let (local, rest) = text.split_once(") of group (")?;
    let (group, rest) = rest.split_once(") [wave ")?;
    Some((triple(local)?, triple(group)?, rest.split_once(']')?.1))
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// Its severity in the run.
    pub level: Level,
    /// The message.
    pub message: String,
    /// The place; `None` in modules without lines.
    pub place: Option<Place>,
    /// Other places that belong to it, the ones that say more first.
    pub related: Vec<(Option<Place>, String)>,
    /// Further facts, without a place.
    pub notes: Vec<String>,
    /// The number of times that it was found.
    pub count: u64,
}

impl Finding {
    /// Returns whether another one is of the same check at the same places of the source.
    fn is_same(&self, other: &Finding) -> bool {
        let second = |finding: &Finding| finding.related.first().and_then(|(place, _)| *place);
        let own = (self.check, self.place, second(self));
        (self.place.is_some() || self.message == other.message) && own == (other.check, other.place, second(other))
    }
}

/// Findings are the same if they are of one check at one pair of instructions.
type Key = (Check, u32, u32);

/// The most findings that are kept apart.
const MOST: usize = 1000;

/// The findings of a run so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    known: FxHashMap<Key, usize>,
    all: Vec<Finding>,
}

impl Findings {
    /// Counts a finding that is known already. Returns whether it is.
    pub fn again(&mut self, check: Check, sites: (u32, u32)) -> bool {
        let known = self.known.get(&(check, sites.0, sites.1)).and_then(|index| self.all.get_mut(*index));
        known.is_some_and(|finding| {
            finding.count += 1;
            true
        })
    }

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
            match all.iter_mut().find(|other| other.is_same(&finding)) {
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
    /// Results may depend on the schedule; the given number of were tried.
    Tried(u32),
    /// All orders were tried in which what waves of the given number of lanes do to memory may come, this many as differ.
    Orders {
        /// The number of orders.
        tried: u32,
        /// The lanes of a wave.
        wave: u32,
    },
    /// Races were not looked for.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::EverySchedule => f.write_str("valid for all schedules of this input"),
            Verdict::Tried(1) => {
                f.write_str("valid for the one schedule tried; atomic operations or findings may make others differ")
            }
            Verdict::Tried(count) => {
                write!(f, "valid for the {count} schedules tried; atomic operations or findings may make others differ")
            }
            Verdict::Orders { tried, wave } => {
                let orders = match tried {
                    1 => "the only order".to_owned(),
                    _ => format!("all {tried} orders"),
                };
                let agents = if *wave == 1 { "threads".to_owned() } else { format!("waves of {wave} lanes") };
                write!(
                    f,
                    "valid for all schedules of this input: {orders} of conflicting memory accesses by {agents} tried"
                )
            }
            Verdict::Unknown => f.write_str("data races were not checked"),
        }
    }
}

/// The findings, a line each, and the claim of the run: for tests of programs that run shaders.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { level, message, place, .. } in &self.findings {
            let file = place.and_then(|place| self.files.get(place.file as usize));
            if let (Some(place), Some(file)) = (place, file) {
                write!(f, "{file}:{}:{}: ", place.line, place.column)?;
            }
            writeln!(f, "{}: {message}", level.word())?;
        }
        write!(f, "{}", self.verdict)
    }
}

impl std::error::Error for Report {}

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
    /// Gives threads other names, by their numbers in their groups and those of these: pixels, for example.
    pub fn name_threads(&mut self, name: &dyn Fn([u32; 3], [u32; 3]) -> String) {
        for finding in &mut self.findings {
            let related = finding.related.iter_mut().map(|(_, text)| text);
            for text in finding.notes.iter_mut().chain(related).chain([&mut finding.message]) {
                *text = renamed(text, name);
            }
        }
    }

    /// Says of each finding in which trial it was found.
    pub fn mark(&mut self, trial: Trial) {
        self.findings.iter_mut().for_each(|finding| finding.notes.push(format!("reproduce with --replay {trial}")));
    }

    /// Adds a finding whose places are in these files, unless it is known.
    pub fn add(&mut self, finding: Finding, files: &[String]) {
        let verdict = self.verdict;
        self.join(Report { findings: vec![finding], files: files.to_vec(), verdict });
        self.verdict = verdict;
    }

    /// Adds what another run has found, as far as it is new.
    pub fn join(&mut self, other: Report) {
        let numbers: Vec<u32> = other.files.into_iter().map(|name| self.file(name)).collect();
        let moved =
            |place: Place| Place { file: numbers.get(place.file as usize).copied().unwrap_or_default(), ..place };
        let known = self.findings.len();
        for mut finding in other.findings {
            finding.place = finding.place.map(moved);
            finding.related.iter_mut().for_each(|(place, _)| *place = place.map(moved));
            if !self.findings[..known].iter().any(|known| known.is_same(&finding)) {
                self.findings.push(finding);
            }
        }
        self.verdict = match (self.verdict, other.verdict) {
            (Verdict::Tried(one), Verdict::Tried(two)) => Verdict::Tried(one + two),
            (Verdict::Tried(count), Verdict::EverySchedule) | (Verdict::EverySchedule, Verdict::Tried(count)) => {
                Verdict::Tried(count + 1)
            }
            (Verdict::EverySchedule, Verdict::EverySchedule) => Verdict::EverySchedule,
            (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
            // It is the claim of all orders, to which others add nothing.
            (orders @ Verdict::Orders { .. }, _) | (_, orders @ Verdict::Orders { .. }) => orders,
        };
    }

    fn file(&mut self, name: String) -> u32 {
        let known = self.files.iter().position(|known| *known == name);
        let at = known.unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        });
        at as u32
    }

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
    fn threads_have_other_names() {
        let thread = Thread { local: [5, 0, 0], group: [2, 0, 0], wave: 0, lane: 5 };
        let name = |local: [u32; 3], group: [u32; 3]| format!("pixel {}", 32 * group[0] + local[0]);
        assert_eq!(renamed(&format!("by {thread}, or {thread}"), &name), "by pixel 69, or pixel 69");
        assert_eq!(renamed("thread (s) of a spool", &name), "thread (s) of a spool");
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

    #[test]
    fn reports_of_two_schedules_are_one() {
        let report = |lines: &[u32], file: &str| {
            let findings = lines.iter().map(|line| found(*line)).collect();
            Report { findings, files: vec![file.to_owned()], verdict: Verdict::Tried(1) }
        };
        let mut all = report(&[1], "a");
        let mut other = report(&[1, 2], "a");
        other.mark("random:7@8".parse().unwrap());
        all.join(other);
        all.join(report(&[2], "b"));
        let seen: Vec<_> =
            all.findings.iter().map(|finding| finding.place.map(|place| (place.file, place.line))).collect();
        assert_eq!(seen, [Some((0, 1)), Some((0, 2)), Some((1, 2))]);
        assert_eq!(all.findings[1].notes, ["reproduce with --replay random:7@8"]);
        assert_eq!((all.files.len(), all.verdict), (2, Verdict::Tried(3)));
    }
}
