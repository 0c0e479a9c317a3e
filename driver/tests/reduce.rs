//! `hlsl2spirv reduce` through the command: commands of users that succeed, fail and hang.
#![cfg(unix)]

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{COMMAND, Folder, said};

fn reduce(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(COMMAND).arg("reduce").args(arguments).current_dir(folder).output().expect("the command runs")
}

#[test]
fn a_shader_with_headers_becomes_small() {
    let folder = Folder::empty("headers");
    std::fs::write(folder.join("lights.hlsli"), "#define HALF(x) ((x) * 0.5)\nstruct Light { float3 color; float gain; };\nfloat3 lit(Light light) { return light.color * light.gain; }\n").expect("written");
    let shader = "#include \"lights.hlsli\"\ncbuffer Frame { float4 sun; };\nfloat4 main(float3 normal : NORMAL) : SV_Target {\n    Light light = { normal, HALF(sun.x) };\n    float3 color = lit(light, 3);\n    return float4(color, 1);\n}\n";
    std::fs::write(folder.join("shader.hlsl"), shader).expect("written");
    let keep = format!("{COMMAND} -T ps_6_0 {{}} 2>&1 | grep -q E2111");
    let output = reduce(&folder, &["shader.hlsl", "--keep", &keep, "--deadline", "60"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let small = std::fs::read_to_string(folder.join("shader.reduced.hlsl")).expect("it is written");
    assert!(small.lines().count() < 8 && small.len() < 160 && !small.contains("light"), "{small}");
    assert!(said(&output).starts_with("shader.reduced.hlsl: 7 lines reduced to "), "{}", said(&output));
}

#[test]
fn what_cannot_be_reduced_is_refused() {
    let folder = Folder::empty("refused");
    std::fs::write(folder.join("shader.hlsl"), "float a;\n").expect("written");
    for (keep, expected) in [
        ("false", "'--keep' fails for 'shader.hlsl' as it is"),
        ("sleep 30; true", "'--keep' does not end in time for 'shader.hlsl'"),
        ("test {} = shader.hlsl", "'--keep' fails for a copy of the file in another folder"),
    ] {
        let output = reduce(&folder, &["shader.hlsl", "--keep", keep, "--deadline", "0.3"]);
        assert!(said(&output).contains(expected) && output.status.code() == Some(1), "{}", said(&output));
        assert!(!folder.join("shader.reduced.hlsl").exists());
    }
    let output = reduce(&folder, &["none.hlsl", "--keep", "true"]);
    assert!(said(&output).contains("cannot read 'none.hlsl'"), "{}", said(&output));
}

#[test]
fn runs_that_hang_count_as_failed() {
    let folder = Folder::empty("hangs");
    std::fs::write(folder.join("shader.hlsl"), "float wanted;\nfloat slow;\n").expect("written");
    // Without the second declaration the command does not end.
    let keep = "grep -q slow {} || sleep 30; grep -q wanted {}";
    let arguments =
        ["shader.hlsl", "--keep", keep, "--deadline", "0.2", "-o", "small.hlsl", "--keep-names", "wanted,slow"];
    let output = reduce(&folder, &arguments);
    assert!(said(&output).contains("which were ended") && output.status.success(), "{}", said(&output));
    let small = std::fs::read_to_string(folder.join("small.hlsl")).expect("it is written");
    assert!(small.contains("wanted") && small.contains("slow") && !small.contains("float"), "{small}");
}

#[test]
fn the_first_run_determines_the_deadline() {
    let folder = Folder::empty("deadline");
    std::fs::write(folder.join("shader.hlsl"), "float wanted;\nfloat slow;\n").expect("written");
    let keep = "grep -q slow {} || sleep 30; grep -q wanted {}";
    let start = std::time::Instant::now();
    let output = reduce(&folder, &["shader.hlsl", "--keep", keep, "--keep-names", "wanted,slow"]);
    let late = said(&output).split(", ").nth(1).and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    // Without a limit that depends on the first run, each would take 10 seconds.
    let most = late.expect("some runs are ended") * 5.0;
    assert!(start.elapsed().as_secs_f64() < most, "{}", said(&output));
}
