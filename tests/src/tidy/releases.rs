//! What a release is made by: the workflows of the forge, the version, the scripts of `release/`.

use super::documents::tree;
use super::verdict;
use crate::collect::workspace;
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Command;

/// Checks the syntax of workflows with the tool for it, if it is installed.
pub(super) fn workflows_are_well_formed() -> Trial {
    let missing = Command::new("actionlint").arg("-version").output().is_err();
    let note = if missing { " (no actionlint was found)" } else { "" };
    let check = || {
        let output = Command::new("actionlint").current_dir(workspace()).output()?;
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).into_owned().into()) }
    };
    Trial::test(format!("tidy::workflows_are_well_formed{note}"), check).with_ignored_flag(missing)
}

fn text(path: &str) -> Result<String, Failed> {
    std::fs::read_to_string(workspace().join(path)).map_err(|error| format!("{path}: {error}").into())
}

/// The commands of a workflow, a line each.
fn commands(workflow: &str) -> impl Iterator<Item = &str> {
    workflow.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("run: "))
}

/// The workflow of changes runs `.ci/run`, and on other systems a part of it.
pub(super) fn workflows_run_what_must_pass() -> Result<(), Failed> {
    let (workflow, script) = (text(".github/workflows/ci.yml")?, text(".ci/run")?);
    let mut problems = Vec::new();
    if !commands(&workflow).any(|command| command == ".ci/run") {
        problems.push("ci.yml does not run .ci/run".to_owned());
    }
    let checks =
        commands(&workflow).filter(|command| command.starts_with("cargo clippy") || command.starts_with("cargo test"));
    let unknown = checks.filter(|command| !script.lines().any(|line| line == *command));
    problems.extend(unknown.map(|command| format!("ci.yml runs '{command}', which .ci/run does not")));
    verdict(problems)
}

/// Every target is fuzzed, and there are no others.
pub(super) fn workflows_fuzz_every_target() -> Result<(), Failed> {
    let workflow = text(".github/workflows/fuzz.yml")?;
    let listed = workflow.split_once("target: [").and_then(|(_, rest)| rest.split_once(']')).unwrap_or_default().0;
    let mut listed: Vec<&str> = listed.split(", ").collect();
    listed.sort_unstable();
    let known = tree()?;
    let targets = known.iter().filter_map(|path| path.strip_prefix("tests/fuzz/fuzz_targets/")?.strip_suffix(".rs"));
    let mut targets: Vec<&str> = targets.collect();
    targets.sort_unstable();
    if listed == targets { Ok(()) } else { Err(format!("fuzz.yml has {listed:?}, tests/fuzz {targets:?}").into()) }
}

/// Scripts that workflows call are there.
pub(super) fn workflows_call_scripts_that_exist() -> Result<(), Failed> {
    let known = tree()?;
    let mut problems = Vec::new();
    for path in known.iter().filter(|path| path.starts_with(".github/workflows/")) {
        let text = text(path)?;
        let words = text.split(|letter: char| letter.is_whitespace() || "\"'()$<>|".contains(letter));
        let scripts = words.filter(|word| ["release/", "embed/", ".ci/"].iter().any(|folder| word.starts_with(folder)));
        let missing = scripts.filter(|script| !known.iter().any(|path| path == script));
        problems.extend(missing.map(|script| format!("{path}: there is no '{script}'")));
    }
    verdict(problems)
}

/// What scripts take from the checkout is there.
pub(super) fn scripts_name_files_that_exist() -> Result<(), Failed> {
    let known = tree()?;
    let mut problems = Vec::new();
    for path in known.iter().filter(|path| path.starts_with("release/") && !path.contains('.')) {
        let text = text(path)?;
        let named = text.split("$sources/").skip(1).filter_map(|rest| rest.split(['"', ' ', '\n', ')']).next());
        let missing = named.filter(|name| !name.contains('$') && !known.iter().any(|path| path.starts_with(name)));
        problems.extend(missing.map(|name| format!("{path}: there is no '{name}'")));
    }
    verdict(problems)
}

/// The crates that are for others.
const PUBLIC: &[&str] = &["hlsl2spirv", "hlsl2spirv-macros"];
/// The folders whose crates are not published.
const UNPUBLISHED: &[&str] = &["examples/", "tests/", "release/", "embed/python/"];

/// Crates that are published have the licences and say whose they are.
pub(super) fn packages_are_complete() -> Result<(), Failed> {
    let known = tree()?;
    let is_published = |folder: &&str| !folder.is_empty() && !UNPUBLISHED.iter().any(|other| folder.starts_with(other));
    let mut problems = Vec::new();
    for folder in known.iter().filter_map(|path| path.strip_suffix("Cargo.toml")).filter(is_published) {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            if text(&format!("{folder}{licence}")).ok() != Some(text(licence)?) {
                problems.push(format!("{folder}{licence} is not the licence"));
            }
        }
        let manifest = text(&format!("{folder}Cargo.toml"))?;
        let is_public = PUBLIC.iter().any(|name| manifest.contains(&format!("\nname = \"{name}\"\n")));
        if manifest.contains("\ndescription = \"Internal to hlsl2spirv: ") == is_public {
            problems
                .push(format!("{folder}Cargo.toml: {PUBLIC:?} are public, and the others say that they are internal"));
        }
    }
    verdict(problems)
}

/// The files with the version, and what precedes and follows it.
const VERSIONS: &[(&str, &str, &str)] = &[
    ("Cargo.toml", "\nversion = \"", "\""),
    ("embed/macros/Cargo.toml", "\nversion = \"", "\""),
    ("embed/python/Cargo.toml", "\nversion = \"", "\""),
    ("editor/clients/vscode/package.json", "\n  \"version\": \"", "\""),
];

/// Returns the version in each of these files below a folder.
fn versions(folder: &Path) -> Result<Vec<String>, Failed> {
    let version = |(file, before, after): &(&str, &str, &str)| {
        let text = std::fs::read_to_string(folder.join(file))?;
        let found = text.split_once(before).and_then(|(_, rest)| rest.split_once(after));
        found.map(|(version, _)| version.to_owned()).ok_or(format!("{file} has no version").into())
    };
    VERSIONS.iter().map(version).collect()
}

pub(super) fn versions_agree() -> Result<(), Failed> {
    let found = versions(&workspace())?;
    let pinned = text("Cargo.toml")?.matches("version = \"=").count();
    let same = text("Cargo.toml")?.matches(&format!("version = \"={}\"", found[0])).count();
    let others =
        text("Cargo.toml")?.lines().filter(|line| line.contains("version = \"=") && !line.contains("path =")).count();
    match found.iter().all(|version| *version == found[0]) && same + others == pinned {
        true => Ok(()),
        false => Err(format!("{found:?}; {pinned} pinned versions, of which {same} are {}", found[0]).into()),
    }
}

/// A release is prepared in a copy of the files that it changes.
pub(super) fn releases_are_prepared() -> Result<(), Failed> {
    if cfg!(windows) {
        return Ok(());
    }
    let copy = std::env::temp_dir().join(format!("hlsl2spirv-release-{}", std::process::id()));
    let files = VERSIONS.iter().map(|(file, ..)| *file).chain(["CHANGELOG.md", "release/prepare", "release/notes"]);
    for file in files {
        let path = copy.join(file);
        std::fs::create_dir_all(path.parent().expect("a file has a folder"))?;
        std::fs::copy(workspace().join(file), path)?;
    }
    let call = |script: &str, arguments: &[&str]| Command::new(copy.join(script)).args(arguments).output();
    if call("release/prepare", &["1.2"])?.status.code() != Some(2) || call("release/notes", &[])?.status.success() {
        return Err("a version that is none was taken, or notes of no release were printed".into());
    }
    let output = call("release/prepare", &["7.8.9"])?;
    let notes = String::from_utf8(call("release/notes", &[])?.stdout)?;
    let (found, manifest) = (versions(&copy)?, std::fs::read_to_string(copy.join("Cargo.toml"))?);
    let again = call("release/prepare", &["7.8.10"])?;
    std::fs::remove_dir_all(&copy)?;
    let is_right = output.status.success()
        && found.iter().all(|version| version == "7.8.9")
        && manifest.contains("base = { version = \"=7.8.9\"")
        && notes.contains("### Language")
        && again.status.code() == Some(1);
    if is_right { Ok(()) } else { Err(format!("{found:?}\n{}", String::from_utf8_lossy(&output.stderr)).into()) }
}
