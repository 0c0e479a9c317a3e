//! Groups that an analysis has skipped.

use crate::snapshot::Snapshot;
use crate::text::TextRange;

/// The lines of a file that conditions leave out, in order. What one inclusion of the file compiles is not left out.
pub fn inactive(snapshot: &Snapshot, path: &str) -> Vec<TextRange> {
    let Some(first) = snapshot.inclusions(path).next() else { return Vec::new() };
    let ranges = |file| {
        let source = snapshot.sources.file(file);
        let groups = snapshot.trace.skipped.iter().filter(move |group| group.file == file);
        groups.map(|group| source.original_offset(group.start)..source.original_offset(group.end))
    };
    let mut all: Vec<TextRange> = ranges(first).filter(|range| !range.is_empty()).collect();
    for other in snapshot.inclusions(path).skip(1) {
        let skipped: Vec<TextRange> = ranges(other).collect();
        all.retain(|range| skipped.iter().any(|it| it.start <= range.start && range.end <= it.end));
    }
    all
}
