//! The habits of the workspace as tests: who imports whom, how long files are, that tables are in order and tested.

use crate::collect::{self, files, workspace};
use base::ids::Set;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

type Check = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 8] = [
        ("tidy::crates_import_what_their_floor_allows", crates_import_what_their_floor_allows),
        ("tidy::modules_say_what_they_own", modules_say_what_they_own),
        ("tidy::files_keep_their_size", files_keep_their_size),
        ("tidy::nothing_is_left_undone", nothing_is_left_undone),
        ("tidy::codes_are_unique_and_in_order", codes_are_unique_and_in_order),
        ("tidy::every_diagnostic_is_tested", every_diagnostic_is_tested),
        ("tidy::options_are_unique", options_are_unique),
        ("tidy::manuals_are_fresh", manuals_are_fresh),
    ];
    checks.into_iter().map(|(name, check)| Trial::test(name, check)).collect()
}

fn verdict(problems: Vec<String>) -> Result<(), Failed> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The crates of the workspace, by floor, and which of the others each may import.
const CRATES: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("frontend", &["base"]),
    ("dialect", &["base"]),
    ("sema", &["base", "frontend"]),
    ("lower", &["base", "dialect"]),
    ("codegen", &["base", "frontend", "sema"]),
    ("runner", &["base", "dialect", "lower"]),
    ("driver", &["base", "frontend", "sema", "codegen", "dialect", "lower", "runner"]),
];

/// External crates that only some of the workspace may name, besides the tests.
const RESERVED: &[(&str, &[&str])] = &[
    ("rspirv", &["codegen", "dialect", "driver"]),
    ("logos", &["frontend"]),
    ("lalrpop-util", &["frontend"]),
    ("codespan-reporting", &["base"]),
    ("clap", &["driver"]),
    ("spirv-tools", &["driver"]),
    ("spirv-tools-sys", &["driver"]),
    ("libloading", &["runner"]),
    ("divan", &["driver"]),
    ("ash", &[]),
];

fn crates_import_what_their_floor_allows() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (name, allowed) in CRATES {
        let manifest = std::fs::read_to_string(workspace().join(name).join("Cargo.toml"))?;
        for dependency in dependencies(&manifest) {
            let ours = CRATES.iter().any(|(other, _)| *other == dependency);
            let reserved = RESERVED.iter().find(|(other, _)| *other == dependency);
            if (ours && !allowed.contains(&dependency)) || reserved.is_some_and(|(_, users)| !users.contains(name)) {
                problems.push(format!("{name} must not import {dependency}"));
            }
        }
    }
    // The emitter needs the names of stages, which stand beside the grammar; it must not see the grammar.
    for (path, text) in sources().into_iter().filter(|(path, _)| path.contains("/codegen/")) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let foreign = code.match_indices("frontend::").filter(|(at, _)| !code[*at..].starts_with("frontend::language"));
        problems
            .extend(foreign.map(|(at, _)| format!("{path} names {}", code[at..].lines().next().unwrap_or_default())));
    }
    verdict(problems)
}

/// The names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty()).collect()
}

/// All sources of the workspace, the tests' own included.
fn sources() -> Vec<(String, String)> {
    let crates = CRATES.iter().map(|(name, _)| *name).chain(["tests"]);
    let paths = crates.flat_map(|name| files(&workspace().join(name).join("src"), "rs"));
    paths.map(|path| (collect::display(&path), std::fs::read_to_string(&path).expect("the file can be read"))).collect()
}

fn modules_say_what_they_own() -> Result<(), Failed> {
    let silent = sources().into_iter().filter(|(path, text)| !text.starts_with("//!") && !path.ends_with("/tests.rs"));
    verdict(silent.map(|(path, _)| format!("{path} does not start with //!")).collect())
}

/// No file has more lines of code than this.
const FILE_BUDGET: usize = 600;

/// Tables may be as long as the facts they hold.
const TABLES: &[&str] = &["/tables/", "/options.rs", "/diagnostics.rs", "/words.rs", "/ops.rs"];

fn files_keep_their_size() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (path, text) in sources() {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
        if lines > FILE_BUDGET && !TABLES.iter().any(|table| path.contains(table)) {
            problems.push(format!("{path} has {lines} lines of code; the budget is {FILE_BUDGET}"));
        }
    }
    verdict(problems)
}

fn nothing_is_left_undone() -> Result<(), Failed> {
    // The words are taken apart so that this file does not contain them.
    let forbidden = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    let printing = [concat!("print", "ln!("), concat!("eprint", "ln!(")];
    let mut problems = Vec::new();
    for (path, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let prints = !path.contains("/driver/") && printing.iter().any(|word| line.contains(word));
            if prints || forbidden.iter().any(|word| line.contains(word)) {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    verdict(problems)
}

fn codes_are_unique_and_in_order() -> Result<(), Failed> {
    let mut problems = Vec::new();
    let mut known = Set::default();
    for row in driver::tables::diagnostics() {
        if !known.insert(row.code) {
            problems.push(format!("{} stands in the tables twice", row.code));
        }
    }
    for (stage, rows) in driver::tables::stages() {
        for kind in ["E", "W"] {
            let codes: Vec<_> = rows.iter().map(|row| row.code).filter(|code| code.starts_with(kind)).collect();
            if !codes.is_sorted() {
                problems.push(format!("the {kind} codes of {stage} are not in order"));
            }
        }
    }
    verdict(problems)
}

/// Stages whose diagnostics the suite does not cover yet.
const UNCOVERED: &[&str] = &[];

/// Diagnostics that no file of the suite can provoke, and why.
const UNTESTABLE: &[(&str, &str)] = &[
    ("E1043", "needs more includes than a test should open: frontend's own tests lower the limit"),
    ("E1052", "needs 2 GiB of text"),
    ("E5008", "about the call: driver/tests/command.rs"),
    ("E5009", "about the call: driver/tests/command.rs"),
    ("E5010", "about the call: driver/tests/command.rs"),
    ("E5011", "needs a file of 2 GiB"),
    ("E5012", "needs a system without threads"),
    ("E5104", "needs a build without SPIRV-Tools"),
    ("W5004", "needs a build without SPIRV-Tools"),
    ("E5901", "needs a mistake of the compiler"),
    ("E5902", "needs a mistake of the compiler"),
];

fn every_diagnostic_is_tested() -> Result<(), Failed> {
    let expectations: String = files(Path::new(collect::SUITE), "hlsl")
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .flat_map(|bytes| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            text.lines()
                .filter(|line| line.trim_start().starts_with("//~"))
                .map(|line| format!("{line}\n"))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut problems = Vec::new();
    let covered = driver::tables::stages().into_iter().filter(|(stage, _)| !UNCOVERED.contains(stage));
    for row in covered.flat_map(|(_, rows)| rows) {
        let tested = expectations.contains(&format!("[{}]", row.code));
        let excused = UNTESTABLE.iter().any(|(code, _)| *code == row.code);
        match (tested, excused) {
            (false, false) => problems.push(format!("no file of the suite expects {} ({})", row.code, row.name)),
            (true, true) => problems.push(format!("{} is tested and need not be excused", row.code)),
            (true, false) | (false, true) => {}
        }
    }
    verdict(problems)
}

fn options_are_unique() -> Result<(), Failed> {
    let mut known = Set::default();
    let mut problems = Vec::new();
    for row in driver::options::OPTIONS {
        for spelling in
            row.prefixes.iter().flat_map(|prefix| row.names.iter().map(move |name| format!("{prefix}{name}")))
        {
            if !known.insert(spelling.clone()) {
                problems.push(format!("{spelling} stands in the table twice"));
            }
        }
    }
    verdict(problems)
}

fn manuals_are_fresh() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (name, text) in driver::manual::documents() {
        let path = workspace().join("docs").join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if crate::bless::wanted() {
            std::fs::write(&path, text)?;
        } else {
            problems.push(format!("{} is not up to date; run: cargo run -- docs docs", collect::display(&path)));
        }
    }
    verdict(problems)
}
