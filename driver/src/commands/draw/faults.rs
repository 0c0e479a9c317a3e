//! What shaders have made in a draw that is not defined, as findings of a checked run.

use super::bound::Ready;
use check::{Check, Checks, Finding, Place, Report, Verdict};
use runner::stages::Fault;

/// Adds the findings of a draw to its report.
pub(super) fn add(report: &mut Option<Report>, stages: &[Ready], faults: &[Fault], checks: Option<&Checks>) {
    let Some(checks) = checks.filter(|checks| checks.is_on(Check::Primitives)) else { return };
    for fault in faults {
        let ready = stages.iter().find(|ready| ready.stage.interface().stage == fault.stage);
        let entries = ready.map_or(&[][..], |ready| &ready.shader.reflection.entry_points);
        let own = entries.iter().find(|entry| entry.name == fault.entry);
        let span = own.and_then(|entry| entry.hlsl.as_ref()).and_then(|fact| fact.span.as_ref());
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
