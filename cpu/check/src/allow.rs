//! Comments that allow findings: `// check: allow(race-same-value) all lanes store the same flag`, on the line of the
//! finding or alone on a line above it.

use crate::finding::{Finding, Place, Report};
use crate::level::Level;
use crate::rows::Check;
use crate::rules::Checks;

/// The start of such a comment.
const MARK: &str = "check: allow(";

/// A comment.
struct Allowance {
    place: Place,
    /// The line that it is about.
    line: u32,
    checks: Vec<Check>,
    problem: Option<String>,
    used: bool,
}

/// Removes the findings that comments allow, and adds notes on comments that allow nothing. The texts are those of the
/// report's files, as far as there are any.
pub fn apply(report: &mut Report, checks: &Checks, texts: &[Option<String>]) {
    let read = |(file, text): (usize, &Option<String>)| text.as_deref().map(|text| allowances(file as u32, text));
    let mut all: Vec<Allowance> = texts.iter().enumerate().filter_map(read).flatten().collect();
    report.findings.retain(|finding| !all.iter_mut().any(|allowance| allowance.covers(finding)));
    if !checks.is_on(Check::Allow) {
        return;
    }
    for Allowance { place, checks: named, problem, used, .. } in all {
        let unused = (!used && named.iter().any(|check| checks.is_on(*check)))
            .then(|| "unused suppression: the check has no finding here (allow)".to_owned());
        let Some(message) = problem.or(unused) else { continue };
        report.findings.push(Finding {
            check: Check::Allow,
            level: checks.level(Check::Allow),
            message,
            place: Some(place),
            related: Vec::new(),
            notes: Vec::new(),
            count: 1,
        });
    }
}

fn allowances(file: u32, text: &str) -> Vec<Allowance> {
    let mut all = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let Some((code, comment)) = content.split_once("//") else { continue };
        let Some(rest) = comment.trim_start().strip_prefix(MARK) else { continue };
        let (list, reason) = rest.split_once(')').unwrap_or((rest, ""));
        let known: Vec<Option<Check>> = list.split(',').map(|name| Check::from_name(name.trim())).collect();
        let problem = match (known.iter().all(Option::is_some), reason.trim().is_empty()) {
            (false, _) => Some(format!("unknown check '{}' in suppression (allow)", list.trim())),
            (true, true) => Some("suppression without a reason; add one after the parenthesis (allow)".to_owned()),
            (true, false) => None,
        };
        let column = code.len() as u32 + 1;
        let place = Place { file, line, column, end_line: line, end_column: content.len() as u32 };
        let about = if code.trim().is_empty() { line + 1 } else { line };
        all.push(Allowance { place, line: about, checks: known.into_iter().flatten().collect(), problem, used: false });
    }
    all
}

impl Allowance {
    /// Returns whether it allows a finding, which it is used for then.
    fn covers(&mut self, finding: &Finding) -> bool {
        let is_here = |place: &Place| place.file == self.place.file && place.line == self.line;
        let mut places = finding.place.iter().chain(finding.related.iter().filter_map(|(place, _)| place.as_ref()));
        let covers = finding.level != Level::Off && self.checks.contains(&finding.check) && places.any(is_here);
        self.used |= covers;
        covers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;
    use crate::rules::Rules;

    fn left(text: &str) -> Vec<(Check, u32)> {
        let checks = Checks::parse("full", Rules::Hlsl).unwrap();
        let at = |line| Some(Place { file: 0, line, column: 1, end_line: line, end_column: 1 });
        let finding = Finding {
            check: Check::Race,
            level: Level::Error,
            message: String::new(),
            place: at(2),
            related: Vec::new(),
            notes: Vec::new(),
            count: 1,
        };
        let mut report = Report { findings: vec![finding], files: vec!["a".into()], verdict: Verdict::Tried(1) };
        apply(&mut report, &checks, &[Some(text.to_owned())]);
        let line = |finding: &Finding| finding.place.map_or(0, |place| place.line);
        report.findings.iter().map(|finding| (finding.check, line(finding))).collect()
    }

    #[test]
    fn a_comment_allows_what_it_names_on_its_line_or_the_next() {
        assert_eq!(left("a\nb // check: allow(race) it is meant\n"), []);
        assert_eq!(left("// check: allow(race) it is meant\nb\n"), []);
        assert_eq!(left("a // check: allow(race) elsewhere\nb\n"), [(Check::Race, 2), (Check::Allow, 1)]);
        assert_eq!(left("a\nb // check: allow(nan) other\n"), [(Check::Race, 2), (Check::Allow, 2)]);
        assert_eq!(left("a\nb // check: allow(race)\n"), [(Check::Allow, 2)], "a reason is asked for");
        assert_eq!(left("a\nb // check: allow(rcae) x\n"), [(Check::Race, 2), (Check::Allow, 2)]);
    }
}
