//! Coverage as files: that of lines in the form of lcov, and their costs as JSON.

use arguments::CheckArguments;
use check::coverage::{Coverage, Line};
use library::files::staged::{NotWritten, Staged};
use serde_json::json;

/// The note in files of costs.
const NOTE: &str =
    "Counts of the interpreter's waves, 128-byte segments and 32 banks of groupshared memory, not GPU times.";

/// Writes the files that the caller requires.
///
/// # Errors
/// When one of them cannot be written.
pub(crate) fn write(arguments: &CheckArguments, coverage: &Coverage, staged: &mut Staged) -> Result<(), NotWritten> {
    if let Some(file) = &arguments.coverage {
        staged.write(file, coverage.lcov().as_bytes())?;
    }
    if let Some(file) = &arguments.profile {
        staged.write(file, profile(coverage).as_bytes())?;
    }
    Ok(())
}

/// The costs of all lines.
fn profile(coverage: &Coverage) -> String {
    let line = |(number, line): (&u32, &Line)| {
        let Line { lanes, operations, room, partings, accesses, pieces, conflicts } = line;
        json!({
            "line": number, "lanes": lanes, "operations": operations, "room": room, "partings": partings,
            "accesses": accesses, "pieces": pieces, "conflicts": conflicts,
        })
    };
    let files: Vec<_> = coverage
        .files
        .iter()
        .map(|(name, file)| json!({ "file": name, "lines": file.lines.iter().map(line).collect::<Vec<_>>() }))
        .collect();
    let text = serde_json::to_string_pretty(&json!({ "note": NOTE, "files": files })).unwrap_or_default();
    text + "\n"
}
