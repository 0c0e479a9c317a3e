//! The helper for build scripts.

use hlsl2spirv::build::{Build, Error};
use std::path::{Path, PathBuf};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/build-script/shaders")
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hlsl2spirv-build-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}

fn build(folder: &Path) -> Build {
    let shader = example().join("fill.hlsl");
    Build::new().include(example()).define("GROUP_SIZE", "64").folder(folder).shader(shader, "main", "cs_6_0")
}

#[test]
fn shaders_become_files_and_constants() {
    let folder = folder("files");
    let built = build(&folder).target_env("vulkan1.1").try_compile().expect("the example compiles");
    let module = std::fs::read(&built.modules[0]).expect("the module is there");
    assert_eq!(module[..8], [3, 2, 0x23, 7, 0, 3, 1, 0]);
    let constants = std::fs::read_to_string(&built.constants).expect("the constants are there");
    assert!(constants.contains("pub const FILL_MAIN: &[u32] = &[0x7230203,0x10300,"), "{constants}");
    let lines = built.cargo_lines.join("\n");
    assert!(lines.contains("cargo::rerun-if-changed=") && lines.contains("common.hlsli"), "{lines}");

    let written = std::fs::metadata(&built.modules[0]).and_then(|data| data.modified()).expect("a file has a time");
    build(&folder).target_env("vulkan1.1").try_compile().expect("the example compiles again");
    let again = std::fs::metadata(&built.modules[0]).and_then(|data| data.modified()).expect("a file has a time");
    assert_eq!(written, again, "a file that did not change was written");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn mistakes_come_back_with_their_messages() {
    let folder = folder("mistakes");
    let missing = build(&folder).shader(example().join("missing.hlsl"), "main", "cs_6_0").try_compile();
    assert!(matches!(&missing, Err(Error::Shader(failure)) if failure.to_string().contains("missing.hlsl")));
    let wrong = build(&folder).define("FILL_VALUE", "]").try_compile();
    let text = wrong.expect_err("the shader is broken").to_string();
    assert!(text.contains("expanded from macro 'FILL_VALUE'"), "{text}");
    let _ = std::fs::remove_dir_all(folder);
}
