//! Mistakes put into right kernels: checks must find what each of them does.
//!
//! Files of the suite with a dispatch run with all checks, whole and with one change of the text after the other: a barrier
//! of the group taken away or for other memory, an atomic operation made plain, a value that a variable starts with left
//! out, `NonUniformResourceIndex` or `globallycoherent` left out. Changes that make no mistake are listed.

use crate::directives::Run;
use crate::exec;
use check::{Level, Rules};
use libtest_mimic::{Failed, Trial};

/// A change of one line.
struct Mistake {
    kind: &'static str,
    line: u32,
    text: String,
}

/// Changes that no run of the file can tell, by file, line, kind and reason.
#[rustfmt::skip]
const SPARE: &[(&str, u32, &str, &str)] = &[
    ("constants_converted.hlsl", 35, NOTHING, "another entry point runs"),
    ("unroll_with_continue.hlsl", 67, NOTHING, "another entry point runs"),
    ("copied_memory.hlsl", 45, OTHER, "that is the memory which is to be ordered"),
    ("flattened_arrays.hlsl", 46, PLAIN, "each thread has an element of its own"),
    ("known_memory_in_loops.hlsl", 25, NOTHING, "the loop writes it before its condition reads it"),
    ("known_memory_of_others.hlsl", 27, PLAIN, "one thread does so"),
    ("members.hlsl", 23, NOTHING, "the element that is read is written"),
    ("layouts.hlsl", 36, NOTHING, "the loop writes all components"),
    ("memory_model.hlsl", 13, WORD, "there is one group"),
    ("memory_model.hlsl", 14, WORD, "there is one group"),
    ("memory_model.hlsl", 21, GONE, "each thread has an element of its own"),
    ("memory_model.hlsl", 21, OTHER, "each thread has an element of its own"),
    ("memory_model.hlsl", 22, PLAIN, "each thread has an element of its own"),
    ("volatile_memory.hlsl", 14, WORD, "each group has an element of its own"),
    ("groups_alike.hlsl", 27, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 27, OTHER, "each thread has an element of its own"),
    ("groups_alike.hlsl", 30, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 30, OTHER, "each thread has an element of its own"),
    ("groups_alike.hlsl", 33, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 33, OTHER, "each thread has an element of its own"),
];

/// The kinds of changes.
const GONE: &str = "a barrier is gone";
const OTHER: &str = "a barrier is for other memory";
const PLAIN: &str = "an atomic operation is plain";
const NOTHING: &str = "a variable starts with nothing";
const WORD: &str = "a word is gone";

/// One test per file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(name, runs): (String, Vec<Run>)| Trial::test(format!("mistakes::{name}"), move || each(&name, &runs));
    let files = exec::runnable().into_iter().map(|(name, directives)| (name, directives.runs));
    files.map(trial).collect()
}

fn each(name: &str, runs: &[Run]) -> Result<(), Failed> {
    let text = std::fs::read_to_string(name)?;
    let mut problems = Vec::new();
    for Mistake { kind, line, text } in mistakes(&text) {
        let found = found(name, &text, runs);
        let is_spare = SPARE.iter().any(|(file, own, what, _)| name.ends_with(file) && *own == line && *what == kind);
        match (found, is_spare) {
            (Some(false), false) => problems.push(format!("nothing is found at line {line}: {kind}")),
            (Some(true), true) => problems.push(format!("line {line} is not spare: {kind}")),
            // What does not compile is no mistake that a run could tell.
            (Some(_) | None, _) => {}
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Returns whether something is found in one of the runs; `None` if none of them compiles and ends.
fn found(name: &str, text: &str, runs: &[Run]) -> Option<bool> {
    let looked = runs.iter().filter(|run| run.exec.is_some());
    let reports: Vec<_> = looked.filter_map(|run| exec::looked_at(name, Some(text), run, Rules::Hlsl).ok()).collect();
    let is_wrong =
        |(_, report): &(driver::Report, check::Report)| report.count(Level::Error) + report.count(Level::Warning) > 0;
    (!reports.is_empty()).then(|| reports.iter().any(is_wrong))
}

/// The changes of a text.
fn mistakes(text: &str) -> Vec<Mistake> {
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        for (kind, changed) in changes(line) {
            let lines = text.lines().enumerate().map(|(other, line)| if other == at { &*changed } else { line });
            let text = lines.collect::<Vec<_>>().join("\n");
            all.push(Mistake { kind, line: at as u32 + 1, text });
        }
    }
    all
}

/// The changes of a line.
fn changes(line: &str) -> Vec<(&'static str, String)> {
    let (group, device, all) = ("GroupMemoryBarrier", "DeviceMemoryBarrier", "AllMemoryBarrier");
    let mut found = Vec::new();
    for barrier in [group, device, all] {
        let call = format!("{barrier}WithGroupSync()");
        if line.contains(&call) {
            let other = if barrier == group { device } else { group };
            found.push((GONE, line.replacen(&call, "", 1)));
            found.push((OTHER, line.replacen(barrier, other, 1)));
        }
    }
    if let Some(plain) = plain(line) {
        found.push((PLAIN, plain));
    }
    if let Some(bare) = bare(line) {
        found.push((NOTHING, bare));
    }
    for word in ["NonUniformResourceIndex", "globallycoherent "] {
        if line.contains(word) {
            found.push((WORD, line.replacen(word, "", 1)));
        }
    }
    found
}

/// The plain form of a call such as `InterlockedAdd(sums[bin], lane);`, alone on its line.
fn plain(line: &str) -> Option<String> {
    let arguments = line.trim().strip_prefix("InterlockedAdd(")?.strip_suffix(");")?;
    let mut depth = 0;
    let is_between = |character: char| {
        depth += i32::from("([".contains(character)) - i32::from(")]".contains(character));
        depth == 0 && character == ','
    };
    match arguments.split(is_between).map(str::trim).collect::<Vec<_>>()[..] {
        [place, value] => Some(format!("{place} += {value};")),
        [place, value, before] => Some(format!("{{ {before} = {place}; {place} = {before} + {value}; }}")),
        _ => None,
    }
}

/// A declaration in a function, without the number that the variable starts with.
fn bare(line: &str) -> Option<String> {
    let (declared, value) = line.strip_suffix(';')?.split_once(" = ")?;
    let words: Vec<&str> = declared.trim_start_matches(' ').split(' ').collect();
    let is_number = value.trim_end_matches(['u', 'f']).parse::<f32>().is_ok();
    let is_type = |word: &str| ["uint", "int", "float"].iter().any(|ty| word.starts_with(ty));
    let is_local = line.starts_with("    ") && words.len() == 2 && is_type(words[0]);
    (is_local && is_number).then(|| format!("{declared};"))
}
