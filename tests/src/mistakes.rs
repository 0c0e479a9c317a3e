//! Mistakes put into right kernels: checks must find what each of them does, and say it of what was changed.
//!
//! Files of the suite with a dispatch run with all checks, whole and with one change of the text after the other: a barrier
//! of the group taken away, for other memory or behind a condition, an atomic operation made plain, a value that a variable
//! starts with left out, `NonUniformResourceIndex` or `globallycoherent` left out. A finding that the whole file does not have
//! counts if it is about what was changed ([`Object`]). Changes that make no mistake are listed.

use crate::directives::Run;
use crate::exec;
use check::{Finding, Level, Rules};
use libtest_mimic::{Failed, Trial};

/// A change of one line.
struct Mistake {
    kind: &'static str,
    line: u32,
    object: Object,
    text: String,
}

/// The part of a program that a change is about.
#[derive(Debug)]
enum Object {
    /// The line itself.
    Line,
    /// A variable, by its name, or the line.
    Variable(String),
    /// What lies before the line against what lies behind it, or turns of the loops around it, or the line.
    Order,
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
const BEHIND: &str = "a barrier is behind a condition";

/// One test per file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(name, runs): (String, Vec<Run>)| Trial::test(format!("mistakes::{name}"), move || each(&name, &runs));
    let files = exec::runnable().into_iter().map(|(name, directives)| (name, directives.runs));
    files.map(trial).collect()
}

fn each(name: &str, runs: &[Run]) -> Result<(), Failed> {
    let whole = std::fs::read_to_string(name)?;
    let known = found(name, &whole, runs).unwrap_or_default();
    let mut problems = Vec::new();
    for Mistake { kind, line, object, text } in mistakes(&whole) {
        // What does not compile is no mistake that a run could tell.
        let Some(all) = found(name, &text, runs) else { continue };
        let new: Vec<&Finding> = all.iter().filter(|finding| !known.iter().any(|old| is_same(old, finding))).collect();
        let is_told = new.iter().any(|finding| is_about(finding, line, &object, &whole));
        let is_spare = SPARE.iter().any(|(file, own, what, _)| name.ends_with(file) && *own == line && *what == kind);
        match (is_told, is_spare) {
            (false, false) => {
                let others: Vec<_> =
                    new.iter().map(|finding| format!("{:?}: {}", finding.place, finding.message)).collect();
                problems.push(format!("nothing is found about line {line}: {kind}; but {others:?}"));
            }
            (true, true) => problems.push(format!("line {line} is not spare: {kind}")),
            (true, false) | (false, true) => {}
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The findings of all runs that end; `None` if there is no such run.
fn found(name: &str, text: &str, runs: &[Run]) -> Option<Vec<Finding>> {
    let looked = runs.iter().filter(|run| run.exec.is_some());
    let reports: Vec<_> = looked.filter_map(|run| exec::looked_at(name, Some(text), run, Rules::Hlsl).ok()).collect();
    let findings = || reports.iter().flat_map(|(_, report)| report.findings.iter());
    let is_wrong = |finding: &&Finding| matches!(finding.level, Level::Error | Level::Warning);
    (!reports.is_empty()).then(|| findings().filter(is_wrong).cloned().collect())
}

fn is_same(one: &Finding, two: &Finding) -> bool {
    (one.check, one.place) == (two.check, two.place) && lines(one).eq(lines(two))
}

/// The lines that a finding names, its own first.
fn lines(finding: &Finding) -> impl Iterator<Item = u32> {
    let related = finding.related.iter().filter_map(|(place, _)| *place);
    finding.place.into_iter().chain(related).map(|place| place.line)
}

/// Returns whether a finding is about what was changed at a line.
fn is_about(finding: &Finding, line: u32, object: &Object, text: &str) -> bool {
    if lines(finding).any(|own| own == line) {
        return true;
    }
    match object {
        Object::Line => false,
        Object::Variable(name) => {
            let words = |text: &str| text.split(|c: char| !is_of_name(c)).any(|word| word == name);
            let at = |line: u32| text.lines().nth(line.saturating_sub(1) as usize).is_some_and(words);
            words(&finding.message) || lines(finding).any(at)
        }
        Object::Order => {
            let (first, last) = (lines(finding).min().unwrap_or(0), lines(finding).max().unwrap_or(0));
            let is_around = |(start, end): &(u32, u32)| (*start..=*end).contains(&line);
            let is_of_turns = |(start, end): &(u32, u32)| *start <= first && last <= *end;
            (first..=last).contains(&line) || loops(text).iter().any(|range| is_around(range) && is_of_turns(range))
        }
    }
}

/// The first and the last line of each loop with braces.
fn loops(text: &str) -> Vec<(u32, u32)> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        let is_loop = ["for (", "while (", "do {"].iter().any(|word| text.contains(word));
        for character in text.chars() {
            match character {
                '{' => open.push((is_loop, line)),
                '}' => all.extend(open.pop().filter(|(is_loop, _)| *is_loop).map(|(_, start)| (start, line))),
                _ => {}
            }
        }
    }
    all
}

/// The changes of a text.
fn mistakes(text: &str) -> Vec<Mistake> {
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        for (kind, object, changed) in changes(line) {
            let lines = text.lines().enumerate().map(|(other, line)| if other == at { &*changed } else { line });
            let text = lines.collect::<Vec<_>>().join("\n");
            all.push(Mistake { kind, line: at as u32 + 1, object, text });
        }
    }
    all
}

/// The changes of a line.
fn changes(line: &str) -> Vec<(&'static str, Object, String)> {
    let (group, device, all) = ("GroupMemoryBarrier", "DeviceMemoryBarrier", "AllMemoryBarrier");
    let mut found = Vec::new();
    for barrier in [group, device, all] {
        let call = format!("{barrier}WithGroupSync()");
        if line.contains(&call) {
            let other = if barrier == group { device } else { group };
            found.push((GONE, Object::Order, line.replacen(&call, "", 1)));
            found.push((OTHER, Object::Order, line.replacen(barrier, other, 1)));
            found.push((BEHIND, Object::Order, line.replacen(&call, &format!("if (WaveIsFirstLane()) {call}"), 1)));
        }
    }
    if let Some((place, plain)) = plain(line) {
        found.push((PLAIN, Object::Variable(place), plain));
    }
    if let Some((variable, bare)) = bare(line) {
        found.push((NOTHING, Object::Variable(variable), bare));
    }
    for word in ["NonUniformResourceIndex", "globallycoherent "] {
        if line.contains(word) {
            let declared = line.split(['[', ';', ':']).next().and_then(|start| start.split_whitespace().last());
            let object = match (word, declared) {
                ("globallycoherent ", Some(name)) => Object::Variable(name.to_owned()),
                _ => Object::Line,
            };
            found.push((WORD, object, line.replacen(word, "", 1)));
        }
    }
    found
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || "_$".contains(character)
}

/// The name at the end of a text.
fn last_name(text: &str) -> &str {
    text.rsplit(|c: char| !is_of_name(c)).next().unwrap_or("")
}

/// The plain form of a call such as `InterlockedAdd(sums[bin], lane);`, alone on its line, and the variable.
fn plain(line: &str) -> Option<(String, String)> {
    let arguments = line.trim().strip_prefix("InterlockedAdd(")?.strip_suffix(");")?;
    let mut depth = 0;
    let is_between = |character: char| {
        depth += i32::from("([".contains(character)) - i32::from(")]".contains(character));
        depth == 0 && character == ','
    };
    let variable = |place: &str| last_name(place.split(['[', '.']).next().unwrap_or("")).to_owned();
    match arguments.split(is_between).map(str::trim).collect::<Vec<_>>()[..] {
        [place, value] => Some((variable(place), format!("{place} += {value};"))),
        [place, value, before] => {
            Some((variable(place), format!("{{ {before} = {place}; {place} = {before} + {value}; }}")))
        }
        _ => None,
    }
}

/// A declaration in a function, without the number that the variable starts with, and the variable.
fn bare(line: &str) -> Option<(String, String)> {
    let (declared, value) = line.strip_suffix(';')?.split_once(" = ")?;
    let words: Vec<&str> = declared.trim_start_matches(' ').split(' ').collect();
    let is_number = value.trim_end_matches(['u', 'f']).parse::<f32>().is_ok();
    let is_type = |word: &str| ["uint", "int", "float"].iter().any(|ty| word.starts_with(ty));
    let is_local = line.starts_with("    ") && words.len() == 2 && is_type(words[0]);
    (is_local && is_number).then(|| (words[1].to_owned(), format!("{declared};")))
}
