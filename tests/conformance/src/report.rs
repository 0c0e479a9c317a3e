//! The page of results, `docs/conformance.md`.

use crate::chapters::{CHAPTERS, REPORTS, Report};
use crate::interfaces::{Difference, INTERFACES, wanted};
use crate::known;
use crate::refused::{MISTAKES, Mistake};
use crate::run::Results;
use std::fmt::Write as _;

/// The results of a chapter with a compiler.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The compiler.
    pub compiler: &'static str,
    /// The chapter.
    pub chapter: &'static str,
    /// Its results.
    pub results: Results,
}

/// The most wrong probes that the page describes for a compiler in a chapter.
const SHOWN: usize = 6;

const HEAD: &str = include_str!("report/head.md");
const TAIL: &str = include_str!("report/tail.md");

/// The mistakes that a compiler accepts.
pub type Verdict = (&'static str, Vec<&'static Mistake>);

/// The interfaces that a compiler makes otherwise.
pub type Made = (&'static str, Vec<Difference>);

/// The page, on which each so-many-th probe ran with compilers other than this one.
pub fn page(entries: &[Entry], verdicts: &[Verdict], made: &[Made], others_every: usize) -> String {
    let mut text = HEAD.to_owned();
    text.push_str("\n## Results\n\nEach cell is the number of cases that ran, and after a slash that of those that were wrong or did not compile.\n\n");
    if others_every > 1 {
        let _ = writeln!(text, "Of other compilers' probes every {others_every}th ran.\n");
    }
    let columns = columns(entries);
    let names = columns.iter().map(|(compiler, way)| format!(" {compiler}, {way} |"));
    let _ = writeln!(text, "| chapter |{}", names.collect::<String>());
    let _ = writeln!(text, "|---|{}", "---:|".repeat(columns.len()));
    for chapter in CHAPTERS {
        let cells = columns.iter().map(|(compiler, way)| format!(" {} |", cell(entries, chapter.name, compiler, way)));
        let _ = writeln!(text, "| {} |{}", chapter.title, cells.collect::<String>());
    }
    text.push_str("\n## Mistakes\n\nPrograms with one mistake each must be refused.\n\n");
    text.push_str("| | refused | accepted |\n|---|---:|---|\n");
    for (compiler, accepted) in verdicts {
        let shown: Vec<_> = accepted.iter().map(|mistake| format!("`{}`", shown(mistake))).collect();
        let _ = writeln!(text, "| {compiler} | {} | {} |", MISTAKES.len() - accepted.len(), shown.join(", "));
    }
    interfaces(&mut text, made);
    text.push_str("\n## What is wrong\n");
    for entry in entries.iter().filter(|entry| !entry.results.failures.is_empty()) {
        describe(&mut text, entry);
    }
    text.push('\n');
    text.push_str(TAIL);
    reports(&mut text);
    text
}

/// The interfaces of stages by compiler, with what each makes otherwise.
fn interfaces(text: &mut String, made: &[Made]) {
    let _ = writeln!(
        text,
        "\n## Interfaces\n\nBuiltins, locations and decorations of {} shaders, of all stages.\n\n| | as specified | otherwise |\n|---|---:|---|",
        INTERFACES.len()
    );
    for (compiler, different) in made {
        let shown = different.iter().map(|Difference { interface, found }| {
            let found = found.lines().find(|line| line.contains("error")).unwrap_or(found).replace('|', "\\|");
            format!("{}: {found}, not {}", interface.name, wanted(interface))
        });
        let shown = shown.collect::<Vec<_>>().join("<br>");
        let _ = writeln!(text, "| {compiler} | {} | {shown} |", INTERFACES.len() - different.len());
    }
}

/// The wrong values that were reported, with what catches them.
fn reports(text: &mut String) {
    let caught = REPORTS.iter().filter(|report| report.is_caught()).count();
    let _ = writeln!(
        text,
        "\n## Wrong values that were reported\n\nOf {} reports the suite catches {caught}. Those with a chapter are caught by its \
         tables, the others by a row of their own.\n\n| report | what was wrong | caught by |\n|---|---|---|",
        REPORTS.len()
    );
    for report in REPORTS {
        let by = match report {
            Report { chapter: Some(chapter), .. } => chapter,
            _ if report.is_caught() => "its row",
            _ => "nothing",
        };
        let _ = writeln!(text, "| {} | {} | {by} |", report.source, report.what);
    }
}

fn shown(mistake: &Mistake) -> String {
    format!("{} {}", mistake.globals, mistake.body).trim().replace('|', "\\|")
}

/// The pairs of compilers and ways, in their order.
fn columns(entries: &[Entry]) -> Vec<(&'static str, String)> {
    let mut columns = Vec::new();
    for entry in entries {
        for (way, _) in &entry.results.ran {
            let column = (entry.compiler, way.clone());
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
    }
    columns
}

fn cell(entries: &[Entry], chapter: &str, compiler: &str, way: &str) -> String {
    let found = entries.iter().find(|entry| entry.chapter == chapter && entry.compiler == compiler);
    let Some(Results { ran, failures }) = found.map(|entry| &entry.results) else { return String::new() };
    let cases = ran.iter().find(|(name, _)| name == way).map_or(0, |(_, cases)| *cases);
    let of_way = failures.iter().filter(|failure| failure.way.as_deref().is_none_or(|name| name == way));
    let wrong: usize = of_way.map(|failure| failure.cases).sum();
    if wrong == 0 { cases.to_string() } else { format!("{cases} / {wrong}") }
}

fn describe(text: &mut String, entry: &Entry) {
    let title = CHAPTERS.iter().find(|chapter| chapter.name == entry.chapter).map_or("", |chapter| chapter.title);
    let _ = writeln!(text, "\n### {}: {title}\n", entry.compiler);
    let failures = &entry.results.failures;
    for failure in failures.iter().take(SHOWN) {
        let way = failure.way.as_deref().unwrap_or("does not compile");
        let (name, section) = (&failure.probe.name, failure.probe.section);
        let what = failure.what.replace('|', "\\|").replace('<', "&lt;").replace("_@", "").replace('@', "");
        let _ = write!(text, "- {name} ({way}, {} cases; {section}): {what}", failure.cases);
        let reason = known::reason(entry.compiler, entry.chapter, failure);
        let _ = writeln!(text, "{}", reason.map_or(String::new(), |reason| format!(". Known: {reason}")));
    }
    if failures.len() > SHOWN {
        let _ = writeln!(text, "- and {} more", failures.len() - SHOWN);
    }
}
