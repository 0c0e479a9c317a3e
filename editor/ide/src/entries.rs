//! The entry points that a file declares.

use crate::snapshot::Snapshot;
use crate::text::TextRange;
use frontend::ast::{Function, PrefixKind};

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The name of the function.
    pub name: String,
    /// Where the name is in its definition.
    pub range: TextRange,
    /// True if it is run in groups of threads, by itself.
    pub is_compute: bool,
}

/// The functions of a file that are compiled as entry points under the options of an analysis, or could be under others.
pub fn entry_points(snapshot: &Snapshot, path: &str) -> Vec<EntryPoint> {
    let mut all = Vec::new();
    for (_, function) in snapshot.ast.functions.iter().filter(|(_, function)| function.body.is_some()) {
        let segment = snapshot.ast.path_name(function.name);
        let name = snapshot.sources.text(segment.span);
        let has_threads = has_attribute(snapshot, function, "numthreads");
        let is_entry = has_threads || has_attribute(snapshot, function, "shader") || name == snapshot.entry;
        if let Some(range) =
            snapshot.range_in(path, segment.span).filter(|_| is_entry && snapshot.is_written(segment.span))
        {
            let is_mesh = has_attribute(snapshot, function, "outputtopology");
            all.push(EntryPoint { name: name.to_owned(), range, is_compute: has_threads && !is_mesh });
        }
    }
    all.sort_by_key(|entry| entry.range.start);
    all.dedup();
    all
}

fn has_attribute(snapshot: &Snapshot, function: &Function, wanted: &str) -> bool {
    let prefixes = snapshot.ast.ids(function.prefixes).map(|id| &snapshot.ast.prefixes[id]);
    let attributes = prefixes.filter_map(|prefix| match prefix.kind {
        PrefixKind::Attribute(id) => Some(&snapshot.ast.attributes[id]),
        PrefixKind::Modifier(_) | PrefixKind::PackMatrix { .. } => None,
    });
    let mut names = attributes.map(|attribute| snapshot.names.resolve(attribute.name));
    names.any(|name| name.eq_ignore_ascii_case(wanted))
}
