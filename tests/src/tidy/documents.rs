//! References in documents: files and folders, other documents, sections of them.

use super::verdict;
use crate::collect::{display, files, workspace};
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};

/// Hand-written documents; the others are generated from tables.
const WRITTEN: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/README.md",
    "docs/differences.md",
    "docs/formatter.md",
    "docs/jobs.md",
    "docs/kernels.md",
    "docs/llvm-ir.md",
    "docs/speed.md",
];
/// The extensions of files that documents refer to.
const ENDS: &[&str] = &["rs", "md", "toml", "lalrpop", "hlsl", "cl", "ll", "txt"];
/// File names in users' projects.
const OF_USERS: &[&str] = &["build.rs", "Cargo.toml", "hlsl2spirv.toml"];

pub(super) fn documents_name_what_is_there() -> Result<(), Failed> {
    let known = paths();
    let mut problems = Vec::new();
    for document in WRITTEN {
        let text = std::fs::read_to_string(workspace().join(document))?;
        let text = without_examples(&text);
        let missing = spans(&text).filter(|name| is_path(name) && !is_there(name, &known));
        problems.extend(missing.map(|name| format!("{document}: there is no '{name}'")));
        let broken = links(&text).filter(|link| !leads_somewhere(document, link));
        problems.extend(broken.map(|link| format!("{document}: nothing is behind the link '{link}'")));
    }
    verdict(problems)
}

/// The files that documents may name, relative to the root.
fn paths() -> Vec<String> {
    let root = workspace();
    let entries = std::fs::read_dir(&root).into_iter().flatten().filter_map(Result::ok);
    let is_source = |path: &PathBuf| path.is_dir() && !path.ends_with("target") && !path.ends_with(".git");
    let folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_source).collect();
    let below = folders.iter().flat_map(|folder| ENDS.iter().flat_map(|end| files(folder, end)));
    let top = WRITTEN.iter().chain(&[".deny.toml"]).map(|name| root.join(name));
    let from_root = |path: PathBuf| path.strip_prefix(&root).map(display).unwrap_or_default();
    below.chain(top).map(from_root).collect()
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
    is_plain && !OF_USERS.contains(&name) && (name.ends_with('/') || end.is_some_and(|end| ENDS.contains(&end)))
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
    let document = workspace().join(document);
    let file = if file.is_empty() { document } else { document.parent().unwrap_or(Path::new("")).join(file) };
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
