//! What shaders have made in a draw that is not defined, as findings of a checked run.

use crate::drawing::stages::Origin;
use check::{Check, Checks, Finding, Place, Report, Verdict};
use runner::stages::Fault;

/// Adds the findings of a draw to its report.
pub fn add(report: &mut Option<Report>, origins: &[Origin<'_>], faults: &[Fault], checks: &Checks) {
    if !checks.is_on(Check::Primitives) {
        return;
    }
    for fault in faults {
        let origin = origins.iter().find(|origin| (origin.stage, origin.entry) == (fault.stage, &fault.entry));
        let span = origin.and_then(Origin::span);
        let place = span.map(|span| Place {
            file: 0,
            line: span.line,
            column: span.column,
            end_line: span.line,
            end_column: span.column,
        });
        let finding = Finding {
            check: Check::Primitives,
            level: checks.level(Check::Primitives),
            message: format!("{} (primitives)", fault.text),
            place,
            related: Vec::new(),
            notes: Vec::new(),
            count: fault.count,
        };
        let files: Vec<String> = span.map(|span| span.file.clone()).into_iter().collect();
        let empty = || Report { findings: Vec::new(), files: Vec::new(), verdict: Verdict::Unknown };
        report.get_or_insert_with(empty).add(finding, &files);
    }
}
