//! The tables of all stages in one place, for documentation generated from them: `explain`, the manual, `-W<name>`.

use base::diag::Row;

/// The stages with their diagnostics, in the order in which they run.
pub fn stages() -> [(&'static str, &'static [&'static Row]); 5] {
    [
        ("frontend", frontend::diagnostics::ROWS),
        ("sema", sema::diagnostics::ROWS),
        ("codegen", codegen::ROWS),
        ("driver", crate::diagnostics::ROWS),
        ("check", check::diagnostics::ROWS),
    ]
}

/// The diagnostics of all stages.
pub fn diagnostics() -> impl Iterator<Item = &'static Row> {
    stages().into_iter().flat_map(|(_, rows)| rows).copied()
}

/// The names that `-W<name>` knows.
pub fn warning_groups() -> impl Iterator<Item = &'static str> {
    diagnostics().map(|row| row.group).filter(|group| !group.is_empty())
}
