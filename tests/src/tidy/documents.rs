//! References in documents: files and folders, other documents, sections of them.

use super::verdict;
use crate::collect::workspace;
use libtest_mimic::Failed;
use std::path::Path;

/// Generated documents, whose tables are tested where they are.
pub(super) const GENERATED: &str = "docs/tables/";
/// Data of tests, which are not documents.
const DATA: &[&str] = &["tests/suite/", "tests/conformance/src/"];
/// The extensions of files that documents refer to.
const ENDS: &[&str] = &["rs", "md", "toml", "lalrpop", "hlsl", "cl", "ll", "txt"];
/// File names in users' projects.
const OF_USERS: &[&str] =
    &["build.rs", "Cargo.toml", "hlsl2spirv.toml", "out/", "blur.cs.hlsl", "blur_cs.hlsl", "blurCS.hlsl"];
/// The table of contents of the site, which is built with the pages at their places in the tree.
const SUMMARY: &str = "release/site/SUMMARY.md";

pub(super) fn documents_name_what_is_there() -> Result<(), Failed> {
    let known = tree()?;
    let mut problems = Vec::new();
    for document in known.iter().filter(is_written) {
        let text = std::fs::read_to_string(workspace().join(document))?;
        let text = without_examples(&text);
        let missing = spans(&text).filter(|name| is_path(name) && !is_there(name, &known));
        problems.extend(missing.map(|name| format!("{document}: there is no '{name}'")));
        let broken = links(&text).filter(|link| !leads_somewhere(document, link));
        problems.extend(broken.map(|link| format!("{document}: nothing is behind the link '{link}'")));
    }
    verdict(problems)
}

/// The files of the tree, relative to the root: those of git, and new ones that it does not ignore.
pub(super) fn tree() -> Result<Vec<String>, Failed> {
    let listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let output = std::process::Command::new("git").args(listed).current_dir(workspace()).output()?;
    let found: Vec<String> = String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
    if found.is_empty() { Err("git lists no files".into()) } else { Ok(found) }
}

/// Returns whether a file is a document that is written by hand.
pub(super) fn is_written(path: &&String) -> bool {
    path.ends_with(".md") && !path.starts_with(GENERATED) && !DATA.iter().any(|folder| path.starts_with(folder))
}

/// The limits of what is read on the first day: the words of the map, and the lines of the README.
const MAP_WORDS: usize = 2_500;
const README_LINES: usize = 130;

/// The first documents stay short: essays are in the documentation of the crates that they are about.
pub(super) fn first_documents_stay_short() -> Result<(), Failed> {
    let map = std::fs::read_to_string(workspace().join("ARCHITECTURE.md"))?;
    let words = map.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let lines = std::fs::read_to_string(workspace().join("README.md"))?.lines().count();
    match words <= MAP_WORDS && lines <= README_LINES {
        true => Ok(()),
        false => Err(format!("ARCHITECTURE.md has {words} words, README.md {lines} lines").into()),
    }
}

/// The text without its blocks of code.
fn without_examples(text: &str) -> String {
    let mut inside = false;
    let outside = |line: &&str| {
        let is_fence = line.starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    };
    text.lines().filter(outside).flat_map(|line| [line, "\n"]).collect()
}

/// The contents of code spans.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The targets of links within the tree.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://"))
}

/// Returns whether a span names a file with a known extension, or a folder.
fn is_path(name: &str) -> bool {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let end = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, end)| end);
    let is_named = name.contains(|c: char| c.is_ascii_alphanumeric());
    is_plain
        && is_named
        && !OF_USERS.contains(&name)
        && (name.ends_with('/') || end.is_some_and(|end| ENDS.contains(&end)))
}

/// Returns whether a file has this path or one that ends with it, or a folder does.
fn is_there(name: &str, known: &[String]) -> bool {
    let name = format!("/{}", name.trim_start_matches("../"));
    known.iter().any(|path| {
        let path = format!("/{path}");
        if name.ends_with('/') { path.contains(&name) } else { path.ends_with(&name) }
    })
}

/// Returns whether a link leads to a file, and to a section of it if it names one.
fn leads_somewhere(document: &str, link: &str) -> bool {
    let (file, section) = link.split_once('#').unwrap_or((link, ""));
    let path = workspace().join(document);
    let folder = if document == SUMMARY { workspace() } else { path.with_file_name("") };
    let file = if file.is_empty() { path } else { folder.join(file) };
    file.exists() && (section.is_empty() || sections(&file).any(|found| found == section))
}

/// The anchors of a document's sections.
fn sections(document: &Path) -> impl Iterator<Item = String> {
    let text = std::fs::read_to_string(document).unwrap_or_default();
    let headings: Vec<String> = text.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect();
    headings.into_iter().map(|heading| {
        let title = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
    })
}

/// A dangling reference is found.
pub(super) fn what_is_missing_is_found() -> Result<(), Failed> {
    let known = ["spirv/opt/src/reuse.rs".to_owned()];
    let text =
        without_examples("`reuse.rs` `spirv/opt/src/` `gone.rs` [a](b.md) [c](http://d)\n```\n`e.rs`\n```\n`build.rs`");
    let missing: Vec<&str> = spans(&text).filter(|name| is_path(name) && !is_there(name, &known)).collect();
    let is_found = missing == ["gone.rs"] && links(&text).eq(["b.md"]) && !leads_somewhere("README.md", "b.md");
    let has_sections = leads_somewhere("README.md", "#status") && !leads_somewhere("README.md", "#gone");
    if is_found && has_sections { Ok(()) } else { Err(format!("found {missing:?}").into()) }
}
