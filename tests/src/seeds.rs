//! The page `docs/seeds.md`: the requirements of the documents that this project began with, each with a verdict and the
//! tests that contain it. A verdict without such a test cannot stand.

mod dialect;
mod dxc;
mod level_zero;
mod llvm_ir;
mod lowering;
mod row;

use crate::collect;
use libtest_mimic::{Failed, Trial};
use row::{Row, Verdict};
use std::fmt::Write;

/// A document: its title on the page, and its rows.
type Document = (&'static str, &'static [Row]);

const DOCUMENTS: &[Document] = &[
    ("SPIR-V dialect to LLVM dialect, CPU runner", lowering::ROWS),
    ("SPIR-V as LLVM IR", llvm_ir::ROWS),
    ("SPIR-V dialect", dialect::ROWS),
    ("Level Zero", level_zero::ROWS),
    ("DXC's generator of SPIR-V", dxc::ROWS),
];

const HEAD: &str = "# Requirements of the design documents, row by row

This project began with five documents about systems that exchange SPIR-V: MLIR's conversion of the SPIR-V dialect to the
LLVM dialect with its CPU runner, SPIR-V as LLVM IR, MLIR's SPIR-V dialect, the environment of Level Zero, and DXC's
generator of SPIR-V. This page has a row for each thing that they describe, with a verdict and the tests that contain it:
**works**; **in part**, with what is missing and why; **not**, with the reason why not. It is made of the tables in
`tests/src/seeds/`; a test checks that each file has what the row is about, by its spelling. Peers: MLIR and LLVM 22.1,
`llvm-spirv` 15, SPIRV-Tools 2023.1.
";

/// The tests of the page: that it is what the tables say, and that the files say what the rows are about.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("seeds::docs/seeds.md", || collect::is_current("docs/seeds.md", &page())),
        Trial::test("seeds::each row has a test with the thing itself", are_tested),
        Trial::test("seeds::all requirements have a row", are_complete),
    ]
}

fn are_tested() -> Result<(), Failed> {
    let mut missing = String::new();
    for (title, rows) in DOCUMENTS {
        for row in *rows {
            let is_claim = row.verdict != Verdict::Not;
            if is_claim && row.evidence.is_empty() || !is_claim && row.note.is_empty() {
                writeln!(missing, "{title}: {}: neither a test nor a reason", row.thing)?;
            }
            for (file, spelling) in row.evidence {
                let text = std::fs::read_to_string(collect::workspace().join(file)).unwrap_or_default();
                if !text.contains(spelling) {
                    writeln!(missing, "{title}: {}: '{file}' does not have '{spelling}'", row.thing)?;
                }
            }
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.into()) }
}

/// The requirements of each document.
const COUNTS: [usize; 5] = [35, 34, 27, 28, 26];

fn are_complete() -> Result<(), Failed> {
    let found: Vec<usize> = DOCUMENTS.iter().map(|(_, rows)| rows.iter().map(|row| row.count).sum()).collect();
    if found == COUNTS { Ok(()) } else { Err(format!("the documents have {found:?} rows").into()) }
}

fn counted(rows: &[Row], verdict: Verdict) -> usize {
    rows.iter().filter(|row| row.verdict == verdict).map(|row| row.count).sum()
}

fn page() -> String {
    let mut text = format!("{HEAD}\n| document | rows | works | in part | not |\n|---|--:|--:|--:|--:|\n");
    let verdicts = [Verdict::Works, Verdict::InPart, Verdict::Not];
    let mut all = [0; 3];
    for (title, rows) in DOCUMENTS {
        let counts = verdicts.map(|verdict| counted(rows, verdict));
        line(&mut text, title, counts);
        all = [0, 1, 2].map(|at| all[at] + counts[at]);
    }
    line(&mut text, "all", all);
    for (title, rows) in DOCUMENTS {
        text += &format!("\n## {title}\n\n| thing | verdict | tests | note |\n|---|---|---|---|\n");
        for row in *rows {
            let files: Vec<String> = row.evidence.iter().map(|(file, _)| format!("`{file}`")).collect();
            text += &format!("| {} | {} | {} | {} |\n", row.thing, row.verdict.text(), files.join(", "), row.note);
        }
    }
    text
}

fn line(text: &mut String, title: &str, [works, in_part, not]: [usize; 3]) {
    *text += &format!("| {title} | {} | {works} | {in_part} | {not} |\n", works + in_part + not);
}
