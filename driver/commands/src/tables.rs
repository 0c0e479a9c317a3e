//! The diagnostics of the compiler's stages and of checks, for documentation generated from them: `explain`, the manual.

use base::diag::Row;

/// The stages with their diagnostics, in the order in which they run.
pub fn stages() -> impl Iterator<Item = (&'static str, &'static [&'static Row])> {
    library::tables::stages().into_iter().chain([("check", check::diagnostics::ROWS)])
}

/// The diagnostics of all stages.
pub fn diagnostics() -> impl Iterator<Item = &'static Row> {
    stages().flat_map(|(_, rows)| rows).copied()
}
