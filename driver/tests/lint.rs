//! The command `lint`: which compilations it finds, and what it says of them.
#![cfg(feature = "lsp")]

mod support;

use serde_json::Value;
use std::process::Command;
use support::{Folder, ended};

const HEADER: &str = "int half_of(int x) { return x / 0; }\n";
const PIXEL: &str = "#include \"common.hlsli\"\nfloat4 main() : SV_Target { return half_of(SCALE); }\n";
const GROUPS: &str = "#include \"common.hlsli\"\nRWBuffer<float> o;\n[numthreads(1, 1, 1)]\nvoid first() { o[0] = half_of(1); }\n\
    [numthreads(1, 1, 1)]\nvoid second() { o[0] = missing; }\n";
const CONFIG: &str =
    "[[shaders]]\nfiles = [\"*.ps.hlsl\"]\nargs = [\"-T\", \"ps_6_0\", \"-E\", \"main\", \"-D\", \"SCALE=2\"]\n";

impl Folder {
    fn new(name: &str) -> Self {
        let config = CONFIG.replace("*.ps", "**/*.ps");
        let files = [
            ("hlsl2spirv.toml", &*config),
            ("shaders/common.hlsli", HEADER),
            ("shaders/sky.ps.hlsl", PIXEL),
            ("shaders/groups.hlsl", GROUPS),
        ];
        Self::with(name, &files)
    }

    /// The status and the messages.
    fn lint(&self, arguments: &[&str]) -> (Option<i32>, String) {
        ended(&self.command(["lint"]).args(arguments).output().expect("the command runs"))
    }
}

#[test]
fn all_entry_points_of_a_folder_are_checked_and_headers_once() {
    let (status, messages) = Folder::new("text").lint(&["shaders", "--report", "clang"]);
    assert_eq!(status, Some(1));
    assert_eq!(messages.matches("undeclared identifier 'missing'").count(), 1, "{messages}");
    assert_eq!(messages.matches("division by zero").count(), 1, "{messages}");
    assert!(messages.contains("compilations: 3, errors: 1, warnings: "), "{messages}");
}

#[test]
fn options_behind_two_dashes_hold_for_all_files() {
    let project = Folder::new("options");
    assert_eq!(project.lint(&["shaders/sky.ps.hlsl"]).0, Some(0));
    let (status, messages) = project.lint(&["shaders/sky.ps.hlsl", "--", "-WX", "-Werror=division-by-zero"]);
    assert_eq!(status, Some(1), "{messages}");
}

#[test]
fn a_document_has_all_compilations() {
    let project = Folder::new("document");
    assert_eq!(project.lint(&["shaders", "--report", "json=lint.json"]).0, Some(1));
    let text = std::fs::read_to_string(project.join("lint.json")).expect("it was written");
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    let places: Vec<&str> =
        document["commands"].as_array().into_iter().flatten().filter_map(|it| it["place"].as_str()).collect();
    assert_eq!(
        places,
        [
            "shaders/groups.hlsl (cs_6_6 first)",
            "shaders/groups.hlsl (cs_6_6 second)",
            "shaders/sky.ps.hlsl (ps_6_0 main)"
        ]
    );
    assert_eq!(project.lint(&["shaders", "--report", "sarif=lint.sarif"]).0, Some(1));
    let text = std::fs::read_to_string(project.join("lint.sarif")).expect("it was written");
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    let results = document["runs"][0]["results"].as_array().expect("there are results");
    assert!(results.iter().any(|result| result["ruleId"] == "E2001"), "{text}");
}

#[test]
fn nothing_that_was_read_is_written() {
    let project = Folder::new("over");
    for file in ["shaders/sky.ps.hlsl", "shaders/common.hlsli", "hlsl2spirv.toml"] {
        let before = std::fs::read(project.join(file)).expect("it is there");
        let (status, messages) = project.lint(&["shaders", "--report", &format!("json={file}")]);
        assert!(status == Some(1) && messages.contains("the file is also an input"), "{messages}");
        assert_eq!(std::fs::read(project.join(file)).expect("it is there"), before, "{file}");
    }
}

/// Neither shaders nor settings of a folder are pipes or devices, and settings are short.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_passed_over() {
    let project = Folder::new("pipes");
    let pipe = |name: &str| {
        let path = project.join(name);
        let _ = std::fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
        path
    };
    pipe("shaders/x.hlsl");
    let summary = |messages: &str| messages.lines().last().unwrap_or_default().to_owned();
    let (status, messages) = project.lint(&["shaders"]);
    assert_eq!(status, Some(1), "{messages}");
    let expected = summary(&messages);
    for name in ["shaders/shadertoolsconfig.json", "shaders/hlsl2spirv.toml", "shaders/compile_commands.json"] {
        let path = pipe(name);
        let (_, with_pipe) = project.lint(&["shaders"]);
        std::fs::remove_file(&path).expect("it can be removed");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link can be made");
        let (_, with_device) = project.lint(&["shaders"]);
        std::fs::remove_file(&path).expect("it can be removed");
        std::fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("it takes no room");
        let (_, with_sparse) = project.lint(&["shaders"]);
        std::fs::remove_file(&path).expect("it can be removed");
        for messages in [with_pipe, with_device, with_sparse] {
            assert_eq!(summary(&messages), expected, "{name}");
            assert!(name.ends_with("commands.json") || messages.contains(name), "{name}: {messages}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    let (status, messages) = Folder::new("unreadable").lint(&["nothing.hlsl"]);
    assert_eq!(status, Some(1));
    assert!(messages.contains("cannot read 'nothing.hlsl'"), "{messages}");
}

/// The compilations of a folder, as a document names them.
fn places(project: &Folder) -> Vec<String> {
    project.lint(&[".", "--report", "json=lint.json"]);
    let text = std::fs::read_to_string(project.join("lint.json")).expect("it was written");
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    let commands = document["commands"].as_array().into_iter().flatten();
    commands.filter_map(|it| it["place"].as_str()).map(|place| place.trim_start_matches("./").to_owned()).collect()
}

#[test]
fn stages_come_from_signatures_names_attributes_and_comments() {
    let project = Folder::with(
        "stages",
        &[
            ("io.hlsli", "struct V { float4 p : SV_Position; float2 uv : UV; };\n"),
            ("a.hlsl", "float4 main(float2 uv : UV) : SV_Target { return uv.xyxy; }\n"),
            (
                "b.hlsl",
                "#include \"io.hlsli\"\nV VSMain(float3 p : P) { return (V)0; }\nfloat4 PSMain(V v) : SV_Target { return 1; }\n",
            ),
            ("c_cs.hlsl", "[numthreads(1, 1, 1)] void one() {}\n"),
            ("d.hlsl", "// hlsl2spirv: -T ps_6_0 -E shade -D VALUE=1\nfloat4 shade() : SV_Target { return VALUE; }\n"),
            ("e.hlsl", "[shader(\"pixel\")] float4 x() : SV_Target { return 1; }\n"),
            (
                "f.hlsl",
                "#include \"io.hlsli\"\n[maxvertexcount(3)] void g(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); }\n",
            ),
        ],
    );
    assert_eq!(
        places(&project),
        [
            "a.hlsl (ps_6_6 main)",
            "b.hlsl (vs_6_6 VSMain)",
            "b.hlsl (ps_6_6 PSMain)",
            "c_cs.hlsl (cs_6_6 one)",
            "d.hlsl (ps_6_0 shade)",
            "e.hlsl (lib_6_6 main)",
            "f.hlsl (gs_6_6 g)"
        ]
    );
    let (status, messages) = project.lint(&["."]);
    assert_eq!(status, Some(0), "{messages}");
    assert!(messages.contains("compilations: 7, errors: 0, warnings: 0, headers: 1, "), "{messages}");
}

#[test]
fn a_file_of_unknown_stage_is_reported_and_fails() {
    let project = Folder::with(
        "unknown",
        &[
            ("lost.hlsl", "float g(float x) { return x; }\n"),
            ("used.hlsl", "float f(float x) { return x; }\n"),
            ("user.hlsl", "#include \"used.hlsl\"\nfloat4 main() : SV_Target { return f(1); }\n"),
        ],
    );
    let (status, messages) = project.lint(&["."]);
    assert_eq!(status, Some(1));
    assert!(messages.contains("cannot determine stage and entry point of './lost.hlsl' [E5013]"), "{messages}");
    assert!(
        messages.contains("compilations: 1, errors: 1, warnings: 0, headers: 1, files of unknown stage: 1"),
        "{messages}"
    );
    assert!(!messages.contains("used.hlsl"), "{messages}");
}

#[test]
fn a_named_header_is_checked_by_itself() {
    let project = Folder::with(
        "header",
        &[("f.hlsli", "float f(float x) { return y; }\n"), ("g.hlsli", "float g() { return 1; }\n")],
    );
    let (status, messages) = project.lint(&["f.hlsli"]);
    assert_eq!(status, Some(1));
    assert!(messages.contains("f.hlsli:1:27: error: use of undeclared identifier 'y'"), "{messages}");
    assert_eq!(project.lint(&["g.hlsli"]).0, Some(0));
}

#[test]
fn the_environment_is_that_of_the_command() {
    // A file that states its options has those of the command and no others.
    let text = "RWStructuredBuffer<uint> o;\n[numthreads(1, 1, 1)] void main() { o[0] = WaveActiveSum(1); }\n";
    let own = format!("// hlsl2spirv: -T cs_6_0 -E main\n{text}");
    let project = Folder::with("environment", &[("guessed.hlsl", text), ("own.hlsl", &own)]);
    assert_eq!(project.lint(&["guessed.hlsl"]).0, Some(0));
    let (status, messages) = project.lint(&["own.hlsl"]);
    assert_eq!(status, Some(1));
    assert!(messages.contains("-fspv-target-env=vulkan1.1"), "{messages}");
    assert_eq!(project.lint(&["own.hlsl", "-fspv-target-env=vulkan1.1"]).0, Some(0));
}
