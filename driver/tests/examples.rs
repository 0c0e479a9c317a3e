//! The examples that `explain` shows: each wrong one gives its code and no other, each right one no message.

use hlsl2spirv::internal::{Example, Program, diagnostics, example_of, examples, stages};
use hlsl2spirv::{Compiler, NoIncludes};

const LONG: &str = "it takes a long program";
const FILES: &str = "it takes more than one file";
const CALL: &str = "it is about files, or about how the compiler was built";

/// Diagnostics without an example, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("E1026", LONG),
    ("E1042", FILES),
    ("E1043", FILES),
    ("E1044", FILES),
    ("E1047", "nobody would write what it is about"),
    ("E1050", LONG),
    ("E1051", LONG),
    ("E1052", LONG),
    ("E1105", LONG),
    ("E1114", LONG),
    ("E1115", LONG),
    ("E2039", LONG),
    ("E2040", LONG),
    ("E2068", LONG),
    ("E2119", LONG),
    ("E2124", "the state block is told as well"),
    ("E2205", LONG),
    ("E3002", LONG),
    ("E3003", LONG),
    ("E3006", LONG),
    ("E3007", LONG),
    ("E3005", "what it is about is rare, and not always refused"),
    ("E5008", CALL),
    ("E5009", CALL),
    ("E5010", CALL),
    ("E5011", CALL),
    ("E5012", CALL),
    ("E5013", CALL),
    ("E5104", CALL),
    ("E5106", CALL),
    ("E5108", CALL),
    ("E5110", "it depends on what the source spells in SPIR-V"),
    ("E5111", "the warning about the offset is given as well"),
    ("E5120", CALL),
    ("E5112", "docs/kernels.md lists what a kernel can do"),
    ("E5113", CALL),
    ("E5114", LONG),
    ("E5118", CALL),
    ("E5130", CALL),
    ("E5901", "it is a mistake of the compiler"),
    ("E5902", "it is a mistake of the compiler"),
    ("W5006", LONG),
];

/// Returns whether a run shows it, not a compilation; `checked_examples.rs` examines these.
fn is_of_runs(code: &str) -> bool {
    stages().any(|(stage, rows)| stage == "check" && rows.iter().any(|row| row.code == code))
}

fn codes(program: &Program) -> Vec<&'static str> {
    let arguments: Vec<&str> = program.options.split_whitespace().collect();
    let compiled = Compiler::from_args(&arguments)
        .and_then(|compiler| compiler.compile("example.hlsl", &program.text(), &NoIncludes));
    let report = match &compiled {
        Ok(artifact) => &artifact.report,
        Err(failure) => &failure.report,
    };
    let mut codes: Vec<_> = report.messages().map(|message| message.code).collect();
    codes.dedup();
    codes
}

#[test]
fn each_example_shows_what_it_says() {
    let mut problems = Vec::new();
    for Example { code, wrong, right } in examples().filter(|example| !is_of_runs(example.code)) {
        let (given, none) = (codes(wrong), codes(right));
        if given != [*code] {
            problems.push(format!("{code}: the wrong example gives {given:?}"));
        }
        if !none.is_empty() {
            problems.push(format!("{code}: the right example gives {none:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn each_diagnostic_has_one_example() {
    let mut problems = Vec::new();
    for row in diagnostics() {
        let excused = WITHOUT.iter().any(|(code, _)| *code == row.code);
        match (example_of(row.code).is_some(), excused) {
            (false, false) => problems.push(format!("{} has no example", row.code)),
            (true, true) => problems.push(format!("{} has an example and need not be excused", row.code)),
            (true, false) | (false, true) => {}
        }
    }
    for (code, _) in WITHOUT {
        if !diagnostics().any(|row| row.code == *code) {
            problems.push(format!("{code} is excused and does not exist"));
        }
    }
    for example in examples() {
        if examples().filter(|other| other.code == example.code).count() != 1 {
            problems.push(format!("{} has two examples", example.code));
        }
        if !diagnostics().any(|row| row.code == example.code) {
            problems.push(format!("there is no diagnostic {}", example.code));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
