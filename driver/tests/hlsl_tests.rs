//! Tests in HLSL through the command: the suite's files with their reports, and what selects and lists tests.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{COMMAND, Folder};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/tests")
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(COMMAND);
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
fn samplers_have_the_states_of_the_source() {
    reports("samplers.hlsl", 0);
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
fn values_are_compared_with_stored_ones() {
    reports("snapshots.hlsl", 1);
}

/// A folder with a copy of some files of the suite.
fn copied(name: &str, files: &[&str]) -> Folder {
    let target = Folder::empty(name);
    for file in files {
        std::fs::copy(folder().join(file), target.join(file)).expect("the file can be copied");
    }
    target
}

#[test]
fn updates_store_values() {
    let target = copied("snapshots", &["snapshots.hlsl", "snapshots.hlsl.snap.json"]);
    let shader = target.join("snapshots.hlsl");
    let (shader, stored) = (shader.to_string_lossy(), target.join("snapshots.hlsl.snap.json"));
    let of_selected = run(&[&shader, "--update", "--filter", "fresh"]);
    assert!(text(&of_selected).ends_with("1 of 1 tests passed\n"), "{}", text(&of_selected));
    let read = || std::fs::read_to_string(&stored).expect("there are values");
    assert!(read().contains("int2x2(1, 2, 3, 4)") && read().contains("\"8\""), "{}", read());
    run(&[&shader, "--update"]);
    assert!(!read().contains("\"8\"") && read().contains("float3(0.5, 0.25, 1.0)"), "{}", read());
    let report = text(&run(&[&shader]));
    assert!(report.ends_with("9 of 10 tests passed\n") && report.contains("not_there: FAILED"), "{report}");
    std::fs::write(&stored, "{ wrong").expect("the file can be written");
    let report = text(&run(&[&shader]));
    assert!(report.contains("snapshots.hlsl.snap.json': key must be a string"), "{report}");
}

/// Parts of a library that tests for ShaderTestFramework include, in folders of other letters.
const LIBRARY: [(&str, &str); 10] = [
    ("stf/ByteReaderTraits.hlsli", "struct Readers { uint16_t id; };\n"),
    (
        "stf/SectionManagement.hlsli",
        "namespace stf { namespace detail {\n\
         enum class EThreadIDType { None, Int, Int3 };\n\
         struct Id { uint Data; EThreadIDType Type; };\n\
         struct Sections { int NextSectionID; int turn; bool is_inside; Id ThreadID;\n\
           void Init() { turn = 0; }\n\
           template<typename T> bool TryLoopScenario(const T f) { f(0, 0); return turn++ < 2; }\n\
           template<typename T> bool TryEnterSection(const T f, int id) {\n\
             is_inside = id + 1 == turn && !is_inside; return is_inside; }\n\
         };\n\
         static Sections Scratch;\n\
         uint FlattenIndex(uint3 id, uint3 size) { return (id.z * size.y + id.y) * size.x + id.x; }\n\
         } }\n",
    ),
    ("ttl/byte_writer.hlsli", ""),
    (
        "ttl/caster.hlsli",
        "namespace ttl { template<typename To, typename From> To cast(From value) { return (To)value; } }\n",
    ),
    ("ttl/container_wrapper.hlsli", ""),
    ("ttl/macro.hlsli", ""),
    ("ttl/memory.hlsli", ""),
    ("ttl/string.hlsli", "_Static_assert(TTL_STRING_MAX_LENGTH == 16 && TTL_ENABLE_STRINGS == 0);\n"),
    ("ttl/type_traits.hlsli", ""),
    ("ttl/compiles.hlsl", "#include \"/Test/TTL/macro.hlsli\"\n_Static_assert(sizeof(int16_t) == 2);\n"),
];

#[test]
fn folders_of_includes_are_mapped() {
    let target = copied("mapped", &["mapped.hlsl"]);
    for (name, contents) in LIBRARY {
        let file = target.join("library").join(name);
        std::fs::create_dir_all(file.parent().expect("it has a folder")).expect("the folder can be made");
        std::fs::write(file, contents).expect("the file can be written");
    }
    let shader = target.join("mapped.hlsl");
    let map = format!("/Test={}", target.join("library").display());
    let (shader, given) = (shader.to_string_lossy(), ["--dispatch", "2,1,3", "--bind", "Frame={scale: 0.5}"]);
    let arguments = [&[&*shader, "--map", &map], &given[..], &["--", "-D", "TTL_STRING_MAX_LENGTH=16"]].concat();
    let report = text(&run(&arguments));
    assert!(report.ends_with("3 of 3 tests passed\n"), "{report}");
    // A file of static assertions alone is a test, and the macros are defined for it too.
    let compiles = target.join("library/ttl/compiles.hlsl");
    let report = text(&run(&[&compiles.to_string_lossy(), "--map", &map]));
    assert!(report.ends_with("1 of 1 jobs passed\n"), "{report}");
    let wrong = text(&run(&[&shader, "--map", "Test=library"]));
    assert!(wrong.contains("the path of includes begins with a slash"), "{wrong}");
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
    let folder = Folder::empty("checked");
    let shader = "static const int t[4] = { 1, 2, 3, 4 };\n[[test]] void f() { int at = 5; check(t[at] != 9); }\n";
    let source = folder.write("checked.hlsl", shader);
    let name = source.to_string_lossy();
    let output = run(&[&name, "--check"]);
    let report = text(&output);
    assert!(
        report.contains(":2:39: error: index 5 is out of bounds of 't'") && output.status.code() == Some(6),
        "{report}"
    );
    assert_eq!(run(&[&name]).status.code(), Some(0));
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
    let folder = Folder::empty("junit");
    let file = folder.join("all.xml");
    let output = run(&["passing.hlsl", "failing.hlsl", "--filter", "a", "--json", "--junit", &file.to_string_lossy()]);
    let junit = std::fs::read_to_string(&file).expect("the file is written");
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

/// A random number below a limit, by a generator of our own: the same in each run.
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// A property with a planted fault, and its smallest input.
fn planted(number: usize, state: &mut u64) -> (String, String) {
    let (a, b) = (1 + random(state, 999), 1 + random(state, 99));
    let (params, condition, smallest) = match number % 8 {
        0 => ("uint x".to_owned(), format!("x < {a}"), format!("{a}u")),
        1 => ("int x".to_owned(), format!("x > -{a}"), format!("-{a}")),
        2 => ("uint x, int y".to_owned(), format!("x < {b} || y < {b}"), format!("{b}u, {b}")),
        3 => (format!("[[range(0, {})]] int x", 2 * a), format!("x != {a} && x < {a}"), a.to_string()),
        4 => ("[[one_of(2, 3, 5, 7)]] int x, uint y".to_owned(), format!("x < 5 || y < {b}"), format!("5, {b}u")),
        5 => ("bool x, uint y".to_owned(), format!("!x || y < {a}"), format!("true, {a}u")),
        6 => ("uint2 v".to_owned(), format!("v.x < {b} || v.y < 2"), format!("uint2({b}u, 2u)")),
        _ => ("int x, int y, int z".to_owned(), format!("x <= {b} || z >= 0"), format!("{}, 0, -1", b + 1)),
    };
    (format!("[[property(4096)]] void p{number}({params}) {{ check({condition}); }}\n"), smallest)
}

#[test]
fn planted_faults_become_minimal() {
    // FAULTS_COUNT=500 for a long run.
    let count = std::env::var("FAULTS_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(48);
    let seed = std::env::var("FAULTS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let (mut state, mut text, mut expected) = (seed, String::new(), Vec::new());
    for number in 0..count {
        let (property, smallest) = planted(number, &mut state);
        text += &property;
        expected.push(smallest);
    }
    let folder = Folder::empty("planted");
    let shader = folder.write("planted.hlsl", text);
    let report = self::text(&run(&[&shader.to_string_lossy()]));
    let found: Vec<&str> = report.split("simplest one found in ").skip(1).collect();
    let found: Vec<&str> =
        found.iter().filter_map(|text| text.split_once("[[case(")?.1.split_once(")]]")).map(|(case, _)| case).collect();
    assert_eq!(found, expected, "{report}");
}
