//! Sets in the lists of `hlsl2spirv batch`: combinations, conditions, messages with their conditions, and the report.

mod support;

use std::fs;
use std::process::{Command, Stdio};
use support::{COMMAND, Folder, ended, printed};

impl Folder {
    fn new(name: &str) -> Self {
        Self::with(name, &[("lit.hlsl", LIT), ("out/", "")])
    }
}

/// `DEAD` declares what nothing calls, `UNUSED` nothing at all.
const LIT: &str = "#ifdef DEAD\nfloat dead(float x) { return x; }\n#endif\n\
    float4 main(float4 x : X) : SV_Target {\n\
    #if SHADOWS == 1\nfloat2 t = x; x.x += t.y;\n#elif SHADOWS == 2\nx *= 2;\n#endif\n\
    #if defined(LOW)\nx += 1;\n#elif defined(HIGH)\nx += missing;\n#endif\nreturn x; }\n";

const SETS: &str = "-D SHADOWS={0,1,2} -D {,LOW,HIGH} -D DEAD={-,1} -D UNUSED={-,1}";

/// What the report says of these sets.
const EFFECTS: [&str; 5] = [
    "  SHADOWS: matters: SHADOWS=0 and SHADOWS=1 differ",
    "  LOW: matters: none and LOW=1 differ with SHADOWS=0",
    "  HIGH: matters: none and HIGH=1 differ with SHADOWS=0",
    "  DEAD: looked up, without effect",
    "  UNUSED: never looked up",
];

#[test]
fn messages_come_once_with_their_condition() {
    let folder = Folder::new("messages");
    folder.write("list", format!("# all\n-T ps_6_0 {SETS} lit.hlsl -Fo out/{{SHADOWS}}{{LOW}}{{n}}.spv\n"));
    let (status, text) = ended(&folder.run("batch list -k"));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(": ")).collect();
    let expected = [
        "lit.hlsl:13:6: error: use of undeclared identifier 'missing' [E2001]",
        "note: in 12 of 36: HIGH",
        "hlsl2spirv: error: list:2: failed with status 5",
        "note: in 12 of 36: HIGH",
        "lit.hlsl:6:12: warning: implicit truncation of 'float4' to 'float2' [-Wconversion]",
        "note: in 12 of 36: SHADOWS=1",
        "hlsl2spirv: error: 12 of 36 command lines failed",
    ];
    assert_eq!((status, lines), (Some(1), expected.to_vec()), "{text}");
    assert_eq!(folder.names("out").len(), 24);
    assert_eq!(folder.names("out")[..2], ["0-0.spv", "0-1.spv"]);
    // Each by itself, as they are said of lines without sets.
    let (_, text) = ended(&folder.run("batch list -k --each"));
    assert_eq!(text.matches("-Wconversion").count(), 12);
    assert_eq!(text.matches("error: list:2 (SHADOWS=0, HIGH, DEAD=1): failed with status 5\n").count(), 1);
}

#[test]
fn conditions_leave_combinations_out() {
    let folder = Folder::new("conditions");
    let list = format!("#where !defined(HIGH) && SHADOWS < 2\n-T ps_6_0 {SETS} lit.hlsl -Fo out/{{n}}.spv\n");
    folder.write("list", &list);
    assert_eq!(ended(&folder.run("batch list")).0, Some(0));
    assert_eq!(folder.names("out").len(), 16);
    let listed = folder.run("batch list --list --where DEAD&&UNUSED&&LOW");
    let expected = "-T ps_6_0 -D SHADOWS=0 -D LOW -D DEAD=1 -D UNUSED=1 lit.hlsl -Fo out/7.spv\n\
        -T ps_6_0 -D SHADOWS=1 -D LOW -D DEAD=1 -D UNUSED=1 lit.hlsl -Fo out/19.spv\n";
    assert_eq!(printed(&listed), expected);
    let none = folder.run("batch list --where HIGH");
    assert_eq!(ended(&none), (Some(1), "hlsl2spirv: error: 'HIGH' holds for no command line\n".to_owned()));
    let wrong = folder.run("batch list --where (LOW");
    let expected = "hlsl2spirv: error: list:2 (SHADOWS=0): '(LOW': missing ')' in a preprocessor condition\n";
    assert_eq!(ended(&wrong), (Some(1), expected.to_owned()));
}

#[test]
fn the_report_tells_which_switches_matter() {
    let folder = Folder::new("report");
    folder.write("list", format!("-T ps_6_0 {SETS} lit.hlsl -Fo out/{{n}}.spv\n"));
    for levels in ["", "asked", "asked headers units reached emitted"] {
        let mut command = Command::new(COMMAND);
        command.args(["batch", "list", "-k", "--variants"]).current_dir(&folder.0).stdin(Stdio::null());
        let output = command.env("HLSL2SPIRV_BATCH_LEVELS", levels).output().expect("the command runs");
        let text = printed(&output);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("lit.hlsl ps_6_0 main: 36 lines, 6 distinct modules, "), "{text}");
        assert!(lines[0].ends_with(" bytes, 12 with errors"), "{text}");
        assert_eq!(lines[1..], EFFECTS, "{text}");
    }
    assert_eq!(folder.names("out"), [""; 0]);
}

/// Of each combination only what is looked up counts: all results are known, however many combinations there are.
#[test]
fn spaces_are_known_by_what_is_looked_up() {
    let folder = Folder::new("cubes");
    let unused: String = (0..40).map(|number| format!(" -D UNUSED{number}={{-,1}}")).collect();
    folder.write("list", format!("-T ps_6_0 {SETS}{unused} lit.hlsl\n"));
    let output = folder.run("batch list -k --variants --limit 100");
    let text = printed(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("lit.hlsl ps_6_0 main: 39582418599936 lines, 6 distinct modules, "), "{text}");
    assert!(lines[0].ends_with(" bytes, 13194139533312 with errors"), "{text}");
    assert_eq!(lines[1..6], EFFECTS, "{text}");
    assert!(lines[6..].iter().all(|line| line.ends_with(": never looked up")) && lines.len() == 46, "{text}");
    let (status, said) = ended(&output);
    let notes: Vec<&str> = said.lines().filter(|line| line.starts_with("note: in ")).collect();
    let each = "note: in 13194139533312 of 39582418599936: ";
    assert_eq!(notes, [format!("{each}HIGH"), format!("{each}HIGH"), format!("{each}SHADOWS=1")], "{said}");
    let end = "hlsl2spirv: error: 13194139533312 of 39582418599936 command lines failed\n";
    assert!(status == Some(1) && said.ends_with(end), "{said}");
    // More results than the limit, or a condition: a sample.
    for (list, more) in [("list", "--limit 17"), ("list", "--limit 100 --where SHADOWS<2")] {
        let output = folder.run(&format!("batch {list} -k --variants {more}"));
        let text = printed(&output);
        assert!(
            text.contains(": a sample of ") && text.contains(" of 39582418599936 combinations, at least "),
            "{text}"
        );
    }
}

#[test]
fn outputs_of_combinations_must_differ() {
    let folder = Folder::new("outputs");
    folder.write("list", format!("-T ps_6_0 {SETS} lit.hlsl -Fo out/{{SHADOWS}}.spv\n"));
    let expected =
        "hlsl2spirv: error: list:1 (SHADOWS=0, UNUSED=1) writes 'out/0.spv', which list:1 (SHADOWS=0) also writes\n";
    assert_eq!(ended(&folder.run("batch list")), (Some(1), expected.to_owned()));
    folder.write("list", "-T ps_6_0 -D \"A={0,1}\" -D B={0,../../x} lit.hlsl -Fo out/{B}.spv\n");
    let expected =
        "hlsl2spirv: error: list:1: 'out/{B}.spv': the value '../../x' cannot be a part of a name; use {n} or {hash}\n";
    assert_eq!(ended(&folder.run("batch list")), (Some(1), expected.to_owned()));
}

/// Values that would end the definition, open a comment or spoil the command line are what they are in a single call.
#[test]
fn values_may_be_code() {
    let folder = Folder::new("code");
    folder.write("code.hlsl", "float4 main(float4 x : X) : SV_Target { CODE return x; }\n#ifdef NEVER\n#endif\n");
    let values = ["x = 1;", "/* x", "x = 2; } float f() { return 1;", "# error", "\\\\", "1 ## ", "// x", "'", "x //"];
    let quoted = |value: &str| format!("'{}'", value.replace('\'', "\\'"));
    for name in ["CODE", "UNUSED"] {
        let set: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        let list = format!(
            "-T ps_6_0 -D {name}={{{}}} -D NEVER={{-,1}} code.hlsl -Fo out/{{n}} -Fe out/{{n}}.txt\n",
            set.join(",")
        );
        folder.write("list", &list);
        folder.run("batch list -k");
        for (at, value) in values.iter().enumerate() {
            for (never, definition) in ["-DANY", "-DNEVER=1"].into_iter().enumerate() {
                let mut command = Command::new(COMMAND);
                let value = value.replace("\\\\", "\\");
                command.args([
                    "-T",
                    "ps_6_0",
                    "-D",
                    &format!("{name}={value}"),
                    "code.hlsl",
                    "-Fo",
                    "single",
                    "-Fe",
                    "single.txt",
                ]);
                if never == 1 {
                    command.arg(definition);
                }
                command.current_dir(&folder.0).stdin(Stdio::null()).output().expect("the command runs");
                let read = |name: &str| fs::read(folder.join(name)).ok();
                let number = at * 2 + never;
                let found = (read(&format!("out/{number}")), read(&format!("out/{number}.txt")));
                assert_eq!(found, (read("single"), read("single.txt")), "{name}={value} {never}");
                let _ = (fs::remove_file(folder.join("single")), fs::remove_file(folder.join("single.txt")));
            }
        }
        let _ = fs::remove_dir_all(folder.join("out"));
        fs::create_dir_all(folder.join("out")).expect("a folder can be made");
    }
}

/// A space of more combinations than a list may have.
#[test]
fn a_large_space_is_reported_by_a_sample() {
    let folder = Folder::new("sample");
    let dead: String = (0..30).map(|at| format!(" -D D{at}={{0,1}}")).collect();
    let asked: String = (0..30).map(|at| format!("#ifdef D{at}\n#endif\n")).collect();
    folder.write("lit.hlsl", format!("{LIT}{asked}"));
    folder.write("list", format!("-T ps_6_0 -w {SETS}{dead} lit.hlsl -Fo out/{{n}}.spv\n"));
    let (status, text) = ended(&folder.run("batch list"));
    let expected = "hlsl2spirv: error: list:1: the sets have 38654705664 combinations; the limit is 16777216\n";
    assert_eq!((status, text.as_str()), (Some(1), expected));
    let report = folder.run("batch list -k --variants --limit 500");
    let text = printed(&report);
    let lines: Vec<&str> = text.lines().collect();
    let head = "lit.hlsl ps_6_0 main: a sample of 500 lines of 38654705664 combinations, at least 6 distinct modules, ";
    assert!(lines[0].starts_with(head), "{text}");
    let effects: Vec<bool> = lines[1..6].iter().map(|line| line.contains("matters: ")).collect();
    assert_eq!(effects, [true, true, true, false, false], "{text}");
    let expected =
        ["  DEAD: looked up, without effect", "  UNUSED: never looked up", "  D0: looked up, without effect"];
    assert_eq!(lines[4..7], expected, "{text}");
    let json = folder.run("batch list -k --variants=json --limit 100");
    let json = printed(&json);
    assert!(json.contains("\"sampled_from\": 38654705664"), "{json}");
}

#[test]
fn keywords_of_pragmas_are_sets() {
    let folder = Folder::new("keywords");
    let pragmas =
        "#pragma multi_compile _ LOW\n#pragma shader_feature_local_fragment DEAD\n#pragma multi_compile_vertex V1 V2\n";
    folder.write("lit.hlsl", format!("{pragmas}{LIT}"));
    folder.write("list", "-T ps_6_0 -D SHADOWS={0,2} lit.hlsl -Fo out/{hash}.spv\n");
    let listed = folder.run("batch list --list --keywords lit.hlsl");
    let text = printed(&listed);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert!(lines[0].starts_with("-T ps_6_0 -D SHADOWS=0 lit.hlsl -Fo out/") && lines[0].ends_with(".spv"), "{text}");
    assert!(lines[7].starts_with("-T ps_6_0 -D SHADOWS=2 lit.hlsl -Fo out/") && lines[7].ends_with(" -D LOW -D DEAD"));
    assert_eq!(ended(&folder.run("batch list --keywords lit.hlsl")).0, Some(0));
    let before = folder.names("out");
    assert_eq!(before.len(), 8);
    // With one more set the files of the others stay.
    folder.write("list", "-T ps_6_0 -D {,NEW} -D SHADOWS={2,1,0} lit.hlsl -w -Fo out/{hash}.spv\n");
    assert_eq!(ended(&folder.run("batch list --keywords lit.hlsl")).0, Some(0));
    assert_eq!(folder.names("out").len(), 24);
    assert!(before.iter().all(|name| folder.names("out").contains(name)));
    let none = ended(&folder.run("batch list --keywords list"));
    let expected = "hlsl2spirv: error: 'list' has no #pragma multi_compile or shader_feature\n";
    assert_eq!(none, (Some(1), expected.to_owned()));
}
