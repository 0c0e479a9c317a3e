//! The diagnostics of the compiler's stages in one place, for `-W<name>` and for documentation.

use base::diag::Row;

/// The stages with their diagnostics, in the order in which they run.
pub fn stages() -> [(&'static str, &'static [&'static Row]); 4] {
    [
        ("frontend", frontend::diagnostics::ROWS),
        ("sema", sema::diagnostics::ROWS),
        ("codegen", codegen::ROWS),
        ("driver", crate::diagnostics::ROWS),
    ]
}

/// The names that `-W<name>` knows.
pub fn warning_groups() -> impl Iterator<Item = &'static str> {
    stages().into_iter().flat_map(|(_, rows)| rows).map(|row| row.group).filter(|group| !group.is_empty())
}
