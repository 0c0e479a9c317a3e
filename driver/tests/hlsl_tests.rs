//! Tests in HLSL through the command: the suite's files with their reports, and what selects and lists tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/tests")
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
    let command = command.env("HLSL2SPIRV_CACHE", "none").arg("test").args(arguments).current_dir(folder());
    command.output().expect("the command runs")
}

fn text(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&all).replace("\r\n", "\n")
}

/// Runs a file in both engines, which must give the report beside it and the status.
fn reports(name: &str, status: i32) {
    let report = std::fs::read_to_string(folder().join(name).with_extension("txt")).expect("there is a report");
    for engine in ["compiled", "interpreter"] {
        if engine == "compiled" && runner::Host::new().llvm().is_err() {
            continue;
        }
        let output = run(&[name, "--engine", engine]);
        assert_eq!(text(&output), report, "{engine}");
        assert_eq!(output.status.code(), Some(status), "{engine}");
    }
}

#[test]
fn assertions_hold() {
    reports("passing.hlsl", 0);
}

#[test]
fn failures_show_both_sides() {
    reports("failing.hlsl", 1);
}

#[test]
fn errors_fail_their_tests_alone() {
    reports("errors.hlsl", 1);
}

#[test]
fn parameters_have_values() {
    reports("values.hlsl", 1);
}

#[test]
fn resources_are_filled_by_structs() {
    reports("mocks.hlsl", 1);
}

#[test]
fn files_for_other_frameworks_run() {
    reports("interpreter.hlsl", 1);
    reports("framework.hlsl", 1);
}

#[test]
fn findings_are_expected() {
    reports("findings.hlsl", 1);
}

#[test]
fn a_test_without_an_end_fails_alone() {
    let report = text(&run(&["endless.hlsl"]));
    assert!(
        report.contains("endless.hlsl: endless: FAILED\n") && report.contains("endless.hlsl: other: ok\n"),
        "{report}"
    );
}

#[test]
fn checks_find_more_than_assertions() {
    let output = run(&["findings.hlsl", "--check", "--filter", "plain"]);
    assert_eq!(
        (text(&output).as_str(), output.status.code()),
        ("findings.hlsl: plain: ok\n1 of 1 tests passed\n", Some(0))
    );
    let source = std::env::temp_dir().join(format!("hlsl2spirv-checked-{}.hlsl", std::process::id()));
    std::fs::write(
        &source,
        "static const int t[4] = { 1, 2, 3, 4 };\n[[test]] void f() { int at = 5; check(t[at] != 9); }\n",
    )
    .expect("the folder can be written");
    let name = source.to_string_lossy();
    let output = run(&[&name, "--check"]);
    let report = text(&output);
    assert!(
        report.contains(":2:39: error: index 5 is out of bounds of 't'") && output.status.code() == Some(6),
        "{report}"
    );
    assert_eq!(run(&[&name]).status.code(), Some(0));
    std::fs::remove_file(&source).expect("the file was written");
}

#[test]
fn tests_are_listed_and_selected() {
    let listed = text(&run(&["passing.hlsl", "--list", "--filter", "sections"]));
    let expected = "passing.hlsl:51: sections / left / deep\npassing.hlsl:51: sections / left / deeper\n\
                    passing.hlsl:51: sections / right\n";
    assert_eq!(listed, expected);
    let tagged = text(&run(&["passing.hlsl", "--tag", "slow"]));
    assert_eq!(tagged, "passing.hlsl: waves: ok\n1 of 1 tests passed\n");
    let none = run(&["passing.hlsl", "--filter", "no such test"]);
    assert!(text(&none).contains("no job or test matches '--filter' and '--tag'") && none.status.code() == Some(1));
}

#[test]
fn headers_are_tested_where_they_are() {
    assert_eq!(text(&run(&["shapes.hlsli"])), "shapes.hlsli: of_a_header: ok\n1 of 1 tests passed\n");
    let all = text(&run(&[".", "--list", "-j", "2"]));
    for test in ["of_a_header", "failing_at_once", "outer::inner::named", "successors(-1, 0)", "sums<vector<float, 2>>"]
    {
        assert!(all.contains(&format!(": {test}\n")), "{all}");
    }
}

#[test]
fn machines_read_the_same() {
    let file = std::env::temp_dir().join(format!("hlsl2spirv-junit-{}.xml", std::process::id()));
    let output = run(&["passing.hlsl", "failing.hlsl", "--filter", "a", "--json", "--junit", &file.to_string_lossy()]);
    let junit = std::fs::read_to_string(&file).expect("the file is written");
    std::fs::remove_file(&file).expect("the file was written");
    assert!(junit.contains("<skipped message=\"needs a sampler\"/>"), "{junit}");
    assert!(junit.contains("<failure message=\"failing.hlsl:13:5: check failed: 2 &lt; 1\">"), "{junit}");
    let text = text(&output);
    let first: Vec<&str> = text.lines().filter(|line| line.contains("\"scalars\"")).collect();
    assert!(
        first[0].contains("\"passed\":true") && first[0].contains("\"place\":{\"file\":\"passing.hlsl\""),
        "{first:?}"
    );
    assert!(first[1].contains("\"passed\":false"), "{first:?}");
}

#[test]
fn inputs_depend_on_the_seed_alone() {
    let case = |seed: &str| {
        let report = text(&run(&["failing.hlsl", "--filter", "special", "--input-seed", seed]));
        report.lines().find(|line| line.contains("fails; simplest")).map(str::to_owned)
    };
    let cases: Vec<_> = ["1", "2", "3", "4"].map(case).into();
    assert_eq!(cases[0], case("1"));
    assert!(cases.iter().all(Option::is_some) && cases.iter().any(|other| *other != cases[0]), "{cases:?}");
}
