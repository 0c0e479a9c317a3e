//! The tables of all stages in one place, for what is generated from them: `explain`, the manual, `-W<name>`.

use base::diag::Row;

/// The diagnostics of all stages, in the order of the stages.
pub fn diagnostics() -> impl Iterator<Item = &'static Row> {
    let stages: [&[&Row]; 4] =
        [frontend::diagnostics::ROWS, sema::diagnostics::ROWS, codegen::ROWS, crate::diagnostics::ROWS];
    stages.into_iter().flatten().copied()
}

/// The names that `-W<name>` knows.
pub fn warning_groups() -> impl Iterator<Item = &'static str> {
    diagnostics().map(|row| row.group).filter(|group| !group.is_empty())
}
