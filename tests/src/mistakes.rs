//! Mistakes put into right kernels: checks must find what each of them does, and say it of what was changed.
//!
//! Files of the suite with a dispatch, and the kernels of `shaders/` with inputs for them ([`KERNELS`]), run with all checks, whole and with one change of the text after the other: a barrier
//! of the group taken away, for other memory or behind a condition, an atomic operation made plain, a value that a variable
//! starts with left out, `NonUniformResourceIndex` or `globallycoherent` left out; in the kernels also an index that is one
//! more. A finding that the whole file does not have
//! counts if it is about what was changed ([`Object`]). Changes that make no mistake are listed.

use crate::directives::{self, Run};
use crate::{collect, exec};
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

/// Changes that no run of the file can tell, or that are reported where they show first, by file, line, kind and reason.
#[rustfmt::skip]
const SPARE: &[(&str, u32, &str, &str)] = &[
    ("constants_converted.hlsl", 35, NOTHING, "another entry point runs"),
    ("unroll_with_continue.hlsl", 67, NOTHING, "another entry point runs"),
    ("atomics_of_all_groups.hlsl", 41, GONE, "atomic operations are on both sides"),
    ("atomics_of_all_groups.hlsl", 41, OTHER, "atomic operations are on both sides"),
    ("atomics_of_all_groups.hlsl", 50, PLAIN, "it is done by the last group"),
    ("copied_memory.hlsl", 45, OTHER, "that is the memory which is to be ordered"),
    ("flattened_arrays.hlsl", 46, PLAIN, "each thread has an element of its own"),
    ("known_memory_in_loops.hlsl", 25, NOTHING, "the loop writes it before its condition reads it"),
    ("known_memory_of_others.hlsl", 27, PLAIN, "one thread does so"),
    ("members.hlsl", 23, NOTHING, "the element that is read is written"),
    ("layouts.hlsl", 36, NOTHING, "the loop writes all components"),
    ("matrices_of_waves.hlsl", 24, GONE, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 24, OTHER, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 26, GONE, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 26, OTHER, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 44, GONE, "what reads the memory is named"),
    ("matrices_of_waves.hlsl", 44, OTHER, "what reads the memory is named"),
    ("matrices_of_waves.hlsl", 79, GONE, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 79, OTHER, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 81, GONE, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 81, OTHER, "each lane reads what it has written itself"),
    ("matrices_of_waves.hlsl", 93, GONE, "what reads the memory is named"),
    ("matrices_of_waves.hlsl", 93, OTHER, "what reads the memory is named"),
    ("memory_model.hlsl", 13, WORD, "there is one group"),
    ("memory_model.hlsl", 14, WORD, "there is one group"),
    ("memory_model.hlsl", 21, GONE, "each thread has an element of its own"),
    ("memory_model.hlsl", 21, OTHER, "each thread has an element of its own"),
    ("memory_model.hlsl", 22, PLAIN, "each thread has an element of its own"),
    ("volatile_memory.hlsl", 19, WORD, "each group has an element of its own"),
    ("groups_alike.hlsl", 27, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 27, OTHER, "each thread has an element of its own"),
    ("groups_alike.hlsl", 30, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 30, OTHER, "each thread has an element of its own"),
    ("groups_alike.hlsl", 33, GONE, "each thread has an element of its own"),
    ("groups_alike.hlsl", 33, OTHER, "each thread has an element of its own"),
    ("bitonic_sort.hlsl", 54, MORE, "there is such an element"),
    ("gaussian_blur.hlsl", 26, MORE, "there is such an element"),
    ("path_tracer.hlsl", 129, NOTHING, "what the function's result is added to is named"),
    ("path_tracer.hlsl", 130, NOTHING, "what the function's result is added to is named"),
    ("prefix_sum.hlsl", 34, MORE, "that element is not written concurrently"),
    ("prefix_sum.hlsl", 50, MORE, "that element is not written concurrently"),
    ("prefix_sum.hlsl", 51, MORE, "that element is not read concurrently"),
    ("prefix_sum.hlsl", 55, GONE, "each thread reads what it has written itself"),
    ("prefix_sum.hlsl", 55, OTHER, "each thread reads what it has written itself"),
    ("reduction.hlsl", 27, MORE, "there is such an element"),
];

/// Inputs for the kernels of `shaders/`, as directives; each as long as what is accessed.
const KERNELS: &[(&str, &str)] = &[
    (
        "bitonic_sort.hlsl",
        "//@ run: -T cs_6_0 -E sort_block\n//@ in: entries = u32:7,3,5,1*2043,9,0\n//@ dispatch: 2\n\
         //@ run: -T cs_6_0 -E merge_step\n//@ in: Params = u32:4,2\n//@ in: entries = u32:7,3,5,1*2043,9,0\n//@ dispatch: 2",
    ),
    (
        "game_of_life.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: before = image:16x16:r32uint:u32:1*3,0*253\n//@ in: after = image:16x16\n\
         //@ dispatch: 1",
    ),
    (
        "gaussian_blur.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: pass = f32:1,0,0.0625,0.0625\n//@ in: source = image:16x16\n\
         //@ in: linearClamp = sampler:linear,clamp\n//@ in: target = image:16x16\n//@ dispatch: 2 2",
    ),
    (
        "histogram.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: Params = u32:2048\n//@ in: input = u32:0x010203ff*511,7\n\
         //@ in: histogram = zeros:1024\n//@ dispatch: 2",
    ),
    (
        "mandelbrot.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: view = f32:-0.5,0,3;u32:20\n//@ in: image = image:16x16\n//@ dispatch: 2 2",
    ),
    (
        "matmul.hlsl",
        "//@ run: -T cs_6_0 -E main -D TILE=8\n//@ in: sizes = u32:16,16,24\n//@ in: a = f32:1*384\n//@ in: b = f32:2*384\n\
         //@ in: c = zeros:1024\n//@ dispatch: 2 2",
    ),
    (
        "nbody.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: Step = u32:256;f32:0.1,0.5\n//@ in: before = f32:1*2048\n\
         //@ in: after = zeros:8192\n//@ dispatch: 2",
    ),
    (
        "path_tracer.hlsl",
        "//@ run: -T cs_6_0 -E main\n\
         //@ in: Frame = f32:0,0,3;u32:2;f32:0,0,-1;u32:0;f32:1,0,0;u32:1;f32:0,1,0,0\n\
         //@ in: spheres = f32:0,0,0,1,1,1,1;u32:0;f32:1,1,1,0,0,-9,0,8,1,1,1;u32:1;f32:0*4\n\
         //@ in: image = image:8x8\n//@ dispatch: 1",
    ),
    (
        "prefix_sum.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: Params = u32:1024\n//@ in: input = u32:1*1024\n//@ in: output = zeros:4096\n\
         //@ in: totals = zeros:8\n//@ dispatch: 2",
    ),
    (
        "reduction.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ in: Params = u32:512\n//@ in: input = u32:1*512\n//@ in: sums = zeros:8\n\
         //@ dispatch: 2",
    ),
    (
        "saxpy.hlsl",
        "//@ run: -T cs_6_0 -E main\n//@ push: f32:2;u32:128\n//@ in: x = f32:1*128\n//@ in: y = f32:1*128\n//@ dispatch: 2",
    ),
];

/// The kinds of changes.
const GONE: &str = "a barrier is gone";
const OTHER: &str = "a barrier is for other memory";
const PLAIN: &str = "an atomic operation is plain";
const NOTHING: &str = "a variable starts with nothing";
const WORD: &str = "a word is gone";
const BEHIND: &str = "a barrier is behind a condition";
const MORE: &str = "an index is one more";

/// One test per file, and per kernel.
pub(crate) fn trials() -> Vec<Trial> {
    let of_suite = |(name, directives): (String, directives::Directives)| {
        Trial::test(format!("mistakes::{name}"), move || each(&name, &directives.runs, &changes))
    };
    let of_kernel = |(name, inputs): &(&'static str, &'static str)| {
        let (path, inputs) = (collect::workspace().join("shaders").join(name), *inputs);
        Trial::test(format!("mistakes::shaders/{name}"), move || {
            let runs = directives::read(inputs)?.runs;
            each(&collect::display(&path), &runs, &|line| changes(line).into_iter().chain(more(line)).collect())
        })
    };
    exec::runnable().into_iter().map(of_suite).chain(KERNELS.iter().map(of_kernel)).collect()
}

/// The changes of a line: the kind, what it is about, and the line.
type Changes<'c> = &'c dyn Fn(&str) -> Vec<(&'static str, Object, String)>;

fn each(name: &str, runs: &[Run], changes: Changes<'_>) -> Result<(), Failed> {
    let whole = std::fs::read_to_string(name)?;
    let runs: Vec<Run> = runs.iter().map(with_waves).collect();
    let known = found(name, &whole, &runs).ok_or("it does not run")?;
    let (mut problems, mut spare) = (Vec::new(), SPARE.iter().filter(|row| is_file(name, row.0)).collect::<Vec<_>>());
    for Mistake { kind, line, object, text } in mistakes(&whole, changes) {
        // What does not compile is not a mistake that a run could tell.
        let Some(all) = found(name, &text, &runs) else { continue };
        let new: Vec<&Finding> = all.iter().filter(|finding| !known.iter().any(|old| is_same(old, finding))).collect();
        let is_told = new.iter().any(|finding| is_about(finding, line, &object, &whole));
        let is_spare = SPARE.iter().any(|(file, own, what, _)| is_file(name, file) && *own == line && *what == kind);
        match (is_told, is_spare) {
            (false, false) => {
                let others: Vec<_> =
                    new.iter().map(|finding| format!("{:?}: {}", finding.place, finding.message)).collect();
                problems.push(format!("nothing is found about line {line}: {kind}; but {others:?}"));
            }
            // Of several such changes in a line some may be told.
            (false, true) => spare.retain(|row| (row.1, row.2) != (line, kind)),
            (true, _) => {}
        }
    }
    problems.extend(spare.iter().map(|(_, line, kind, _)| format!("line {line} is not spare: {kind}")));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Returns whether a path ends with a file.
fn is_file(path: &str, file: &str) -> bool {
    path.rsplit('/').next() == Some(file)
}

/// The run for an environment that has operations of waves, which some mistakes use.
fn with_waves(run: &Run) -> Run {
    const ENVIRONMENT: &str = "-fspv-target-env";
    let mut run = run.clone();
    if !run.options.iter().any(|option| option.starts_with(ENVIRONMENT)) {
        run.options.push(format!("{ENVIRONMENT}=vulkan1.1"));
    }
    run
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
fn mistakes(text: &str, changes: Changes<'_>) -> Vec<Mistake> {
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

/// The usual changes of a line.
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

/// The indices of a line in a function, each one more.
fn more(line: &str) -> Vec<(&'static str, Object, String)> {
    let mut found = Vec::new();
    for (start, _) in line.match_indices('[').filter(|_| line.starts_with(' ')) {
        let name = last_name(&line[..start]);
        let mut depth = 0;
        let end = line[start..].char_indices().find_map(|(at, character)| {
            depth += i32::from(character == '[') - i32::from(character == ']');
            (depth == 0).then_some(start + at)
        });
        if let (Some(end), false) = (end, name.is_empty()) {
            let (before, index, after) = (&line[..=start], &line[start + 1..end], &line[end..]);
            found.push((MORE, Object::Variable(name.to_owned()), format!("{before}({index}) + 1{after}")));
        }
    }
    found
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
