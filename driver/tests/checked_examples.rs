//! The examples that `explain` shows of checks: each wrong one is found, and nothing else, when it runs; nothing in a right one.

use check::{Checks, Rules};
use hlsl2spirv::internal::{CHECKED, Example, Program, examples};
use hlsl2spirv::{Compiler, NoIncludes};
use runner::{Checking, Engine, Module, Options, Placeholder};

/// The start of the codes of checks.
const OF_RUNS: &str = "E6";

/// The codes of what checks find while a program runs.
fn found(program: &Program) -> Vec<&'static str> {
    let arguments: Vec<&str> = program.options.split_whitespace().chain(CHECKED).collect();
    let compiled = Compiler::from_args(&arguments)
        .and_then(|compiler| compiler.compile("example.hlsl", &program.text(), &NoIncludes));
    let words = compiled.unwrap_or_else(|failure| panic!("{failure}\n{}", program.source)).words;
    let checks = Checks::parse("full", Rules::Hlsl).unwrap();
    let engine = Engine::Interpreter(Checking::new(checks.clone()));
    let module = Module::new(&words, "main", &Options { engine, ..Options::default() }).unwrap();
    let held = |binding| Placeholder::new(binding, &[0; 64], [8, 8, 1]);
    let mut memory: Vec<Placeholder> = module.info().bindings.iter().filter_map(held).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps();
    memory.iter_mut().for_each(|held| held.bind(&mut dispatch).unwrap());
    // Placeholders are for the first element of an array.
    for binding in &module.info().bindings {
        for element in 1..binding.count {
            dispatch.buffer((binding.set, binding.binding, element), &[0u32; 64]).unwrap();
        }
    }
    let ended = dispatch.run([2, 1, 1]);
    let mut report = dispatch.report().unwrap_or_else(|| panic!("{ended:?}")).clone();
    check::allow::apply(&mut report, &checks, &[Some(program.text())]);
    let mut codes: Vec<_> = report.findings.iter().map(|finding| finding.check.row().row.code).collect();
    codes.dedup();
    codes
}

#[test]
fn each_example_of_a_check_shows_what_it_says() {
    let mut problems = Vec::new();
    let mut count = 0;
    for Example { code, wrong, right } in examples().filter(|example| example.code.starts_with(OF_RUNS)) {
        let (given, none) = (found(wrong), found(right));
        count += 1;
        if given != [*code] {
            problems.push(format!("{code}: the wrong example gives {given:?}"));
        }
        if !none.is_empty() {
            problems.push(format!("{code}: the right example gives {none:?}"));
        }
    }
    assert!(count > 0 && problems.is_empty(), "{count} examples: {}", problems.join("\n"));
}
