//! The files behind `#include` directives.

use crate::snapshot::Snapshot;
use crate::text::TextRange;
use frontend::preprocess::identity;

/// The `#include`s of a file that were executed, each with the identity of the file that it found.
pub fn links(snapshot: &Snapshot, path: &str) -> Vec<(TextRange, String)> {
    let mut all = Vec::new();
    for include in &snapshot.trace.includes {
        if let (Some(range), Some(found)) = (snapshot.range_in(path, include.span), &include.found)
            && !found.starts_with('<')
        {
            all.push((range, identity(found)));
        }
    }
    all.dedup();
    all
}
