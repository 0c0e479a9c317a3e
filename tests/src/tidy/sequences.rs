//! Every sequence of instructions is the lowering of an intrinsic function.

use super::{text_of, verdict, workspace};
use libtest_mimic::Failed;

/// Each name in a group of sequences is in a row of the intrinsic functions. Rustc names the match that lacks a
/// sequence, but no row that lacks one.
pub(super) fn sequences_are_of_intrinsics() -> Result<(), Failed> {
    let folder = workspace().join("sema/src/tables/intrinsics");
    verdict(without_row(&text_of(&folder.join("expand.rs")), &text_of(&folder.join("rows.rs"))))
}

/// The sequences that no row names.
fn without_row(sequences: &str, rows: &str) -> Vec<String> {
    let mut group = "";
    let mut missing = Vec::new();
    for line in sequences.lines() {
        if let Some(rest) = line.strip_prefix("pub enum ") {
            group = rest.trim_end_matches(" {");
        }
        let name = line.strip_prefix("    ").and_then(|rest| rest.strip_suffix(','));
        let Some(name) = name.filter(|name| name.chars().all(char::is_alphanumeric)) else { continue };
        if !rows.contains(&format!("{group}::{name})")) {
            missing.push(format!("no intrinsic function is lowered to {group}::{name}"));
        }
    }
    missing
}

/// A sequence without a row is found, and others are not.
pub(super) fn sequences_without_a_row_are_found() -> Result<(), Failed> {
    let sequences =
        "pub enum Expand {\n    Bits(Bits),\n}\npub enum Bits {\n    /// Doc.\n    Count,\n    CountAll,\n}\n";
    let missing = without_row(sequences, "Expand(E::Bits(Bits::CountAll))");
    assert_eq!(missing, ["no intrinsic function is lowered to Bits::Count"]);
    Ok(())
}
