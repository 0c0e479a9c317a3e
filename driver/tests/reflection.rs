//! The texts and documents of `hlsl2spirv reflect`, compared with files. `UPDATE=1` writes them.

use std::path::{Path, PathBuf};
use std::process::Command;

fn file(name: &str) -> PathBuf {
    Path::new("tests/reflection").join(name)
}

/// The output of the command.
fn printed(arguments: &[&str]) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv")).current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn is_as_before(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file(name));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{name} is out of date; run with UPDATE=1");
}

#[test]
fn facts_of_the_source_are_told() {
    let arguments = ["reflect", "tests/reflection/source.hlsl", "-T", "ps_6_0"];
    is_as_before("source.txt", &printed(&arguments));
    is_as_before("source.json", &printed(&[&arguments[..], &["--format", "json"]].concat()));
}

#[test]
fn one_struct_is_shown_under_several_rules() {
    let input = "tests/reflection/layout.hlsl";
    is_as_before("layout.txt", &printed(&["reflect", "--layout", "Block", "--rule", "std140,std430,dx,scalar", input]));
    // A block is a struct as well, and there need not be an entry point.
    is_as_before("layout-of-block.txt", &printed(&["reflect", "--layout=Scene", input, "-enable-16bit-types"]));
}

#[test]
fn a_struct_that_is_not_there_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["reflect", "--layout", "Blok", "tests/reflection/layout.hlsl"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), text.contains("there is no struct 'Blok'")), (Some(1), true), "{text}");
}

#[test]
fn layouts_are_written_for_graphics_libraries() {
    let arguments = ["reflect", "tests/reflection/layouts.hlsl", "-T", "vs_6_0", "--format", "rust", "--api"];
    for api in ["ash", "vulkano", "wgpu"] {
        let code = printed(&[&arguments[..], &[api]].concat());
        let start = code.find("/// The values of specialisation constants").unwrap();
        is_as_before(&format!("layouts-{api}.rs"), &code[start..]);
    }
}

#[test]
fn what_a_library_lacks_is_an_error_that_names_it() {
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-lacks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let shader =
        "Buffer<float> texels; [numthreads(1, 1, 1)] void main() { if (texels[0] > 0) DeviceMemoryBarrier(); }";
    std::fs::write(folder.join("a.hlsl"), shader).unwrap();
    let run = |api: &str| {
        let arguments = ["reflect", "a.hlsl", "-T", "cs_6_0", "-Od", "--format", "rust", "--api", api];
        Command::new(env!("CARGO_BIN_EXE_hlsl2spirv")).current_dir(&folder).args(arguments).output().unwrap()
    };
    assert!(run("ash").status.success());
    let output = run("wgpu");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("texels: WebGPU has no buffers of texels"), "{text}");
    let _ = std::fs::remove_dir_all(folder);
}
