//! The helper for build scripts.

mod support;

use hlsl2spirv::build::{Api, Build, Error, RustOptions, Shader};
use std::path::{Path, PathBuf};
use support::{Folder, said};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/build-script/shaders")
}

fn build(folder: &Path) -> Build {
    let shader = example().join("fill.hlsl");
    Build::new().include(example()).define("GROUP_SIZE", "64").folder(folder).shader(shader, "main", "cs_6_0")
}

#[test]
fn shaders_become_files_and_constants() {
    let folder = Folder::empty("files");
    let built =
        build(&folder).target_env(hlsl2spirv::TargetEnv::Vulkan1_1).try_compile().expect("the example compiles");
    let module = std::fs::read(&built.modules[0]).expect("the module is there");
    assert_eq!(module[..8], [3, 2, 0x23, 7, 0, 3, 1, 0]);
    let constants = std::fs::read_to_string(&built.constants).expect("the constants are there");
    assert!(constants.contains("pub const FILL_MAIN: &[u32] = &[0x7230203,0x10300,"), "{constants}");
    let lines = built.cargo_lines.join("\n");
    assert!(lines.contains("cargo::rerun-if-changed=") && lines.contains("common.hlsli"), "{lines}");

    let written = std::fs::metadata(&built.modules[0]).and_then(|data| data.modified()).expect("a file has a time");
    build(&folder).target_env(hlsl2spirv::TargetEnv::Vulkan1_1).try_compile().expect("the example compiles again");
    let again = std::fs::metadata(&built.modules[0]).and_then(|data| data.modified()).expect("a file has a time");
    assert_eq!(written, again, "a file that did not change was written");
}

#[test]
fn bindings_stand_beside_the_words() {
    let folder = Folder::empty("bindings");
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ash-compute/shaders");
    let options = RustOptions::default().api(Api::Ash);
    let build = || Build::new().folder(&*folder).shader(shaders.join("bodies.hlsl"), "main", "cs_6_0");
    let built = build().bindings(options).try_compile().expect("the example compiles");
    let text = std::fs::read_to_string(&built.constants).expect("the constants are there");
    for part in
        ["pub mod bodies_main {", "pub struct Body {", "pub const MAP_ENTRIES", "pub fn set_0()", "bytemuck::Pod"]
    {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // What Rust cannot say names the file and the member.
    let file = folder.join("overlap.hlsl");
    std::fs::write(
        &file,
        "RWByteAddressBuffer o; Buffer<float> t; [numthreads(1, 1, 1)] void main() { o.Store(0, t[0]); }",
    )
    .expect("a file can be written");
    let build = Build::new().folder(&*folder).shader(&file, "main", "cs_6_0");
    let error =
        build.bindings(RustOptions::default().api(Api::Wgpu)).try_compile().expect_err("WebGPU has no such thing");
    let text = error.to_string();
    assert!(matches!(error, Error::Bindings { .. }) && text.contains("overlap.hlsl': t: WebGPU has no"), "{text}");
}

#[test]
fn mistakes_come_back_with_their_messages() {
    let folder = Folder::empty("mistakes");
    let missing = build(&folder).shader(example().join("missing.hlsl"), "main", "cs_6_0").try_compile();
    assert!(matches!(&missing, Err(Error::Shaders { .. })), "{missing:?}");
    let wrong =
        build(&folder).define("FILL_VALUE", "]").shader(example().join("missing.hlsl"), "main", "cs_6_0").try_compile();
    let error = wrong.expect_err("both shaders are broken");
    let text = error.to_string();
    assert!(text.contains("expanded from macro 'FILL_VALUE'") && text.contains("missing.hlsl"), "{text}");
    let Error::Shaders { failures, cargo_lines } = error else { panic!("{error}") };
    assert_eq!(failures.len(), 2);
    assert!(cargo_lines.iter().any(|line| line.ends_with("common.hlsli")), "{cargo_lines:?}");
}

#[test]
fn one_file_becomes_several_modules() {
    let folder = Folder::empty("variants");
    let variant = |name: &str, size: &str| {
        Shader::new(example().join("fill.hlsl"), "main", "cs_6_0").name(name).define("GROUP_SIZE", size)
    };
    let build = || Build::new().include(example()).folder(&*folder);
    let variants = build()
        .variant(variant("fill_main", "64"))
        .variant(variant("fill_white", "32"))
        .variant(variant("fill_at_once", "64").args(&["-O0", "-fspv-target-env=vulkan1.2"]));
    let built = variants.try_compile().expect("the example compiles in all variants");
    let names: Vec<_> = built.modules.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, ["fill_main.spv", "fill_white.spv", "fill_at_once.spv"]);
    let modules: Vec<_> = built.modules.iter().map(|path| std::fs::read(path).expect("a module is there")).collect();
    assert!(modules[0] != modules[1] && modules[2][..8] == [3, 2, 0x23, 7, 0, 5, 1, 0]);
    let constants = std::fs::read_to_string(&built.constants).expect("the constants are there");
    assert!(constants.contains("pub const FILL_WHITE: &[u32]") && constants.contains("pub const FILL_AT_ONCE:"));
    let wrong =
        build().variant(variant("wrong", "1").args(&["-fclg"])).try_compile().expect_err("there is no such option");
    assert!(wrong.to_string().contains("unknown argument '-fclg'"), "{wrong}");
}

#[test]
fn two_shaders_have_two_names() {
    let folder = Folder::empty("clash");
    let clash = build(&folder).shader(example().join("other/fill.hlsl"), "main", "cs_6_0").try_compile();
    let text = format!("{:?}", clash.expect_err("both would be FILL_MAIN"));
    assert!(text.starts_with('\n') && text.contains("other/fill.hlsl' would both be written as 'FILL_MAIN'"), "{text}");
}

#[test]
fn a_folder_gives_its_shaders_by_their_names() {
    let folder = Folder::empty("folder");
    let shaders = folder.join("shaders");
    std::fs::create_dir_all(shaders.join("post")).expect("a folder can be made");
    let pixel = "float4 main() : SV_Target { return 1; }\n";
    let files = [
        ("sky.ps.hlsl", pixel),
        ("sky.vs.hlsl", "float4 main() : SV_Position { return 1; }\n"),
        ("post/sky.ps.hlsl", pixel),
        ("common.hlsli", "not a shader"),
        ("notes.hlsl", "without a stage"),
    ];
    for (name, text) in files {
        std::fs::write(shaders.join(name), text).expect("a file can be written");
    }
    let build = || Build::new().folder(&*folder).shaders_in(&shaders, "6_0");
    let built = build().try_compile().expect("the shaders compile");
    let names: Vec<_> = built.modules.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, ["post_sky_ps.spv", "sky_ps.spv", "sky_vs.spv"]);
    let watched = format!("cargo::rerun-if-changed={}", shaders.display());
    assert!(built.cargo_lines.contains(&watched), "{:?}", built.cargo_lines);
    let missing = build().shaders_in(folder.join("absent"), "6_0").try_compile();
    assert!(matches!(missing, Err(Error::Read(..))), "{missing:?}");
}

/// A crate whose build script prints these lines, as the helper would.
fn crate_that_prints(folder: &Path, lines: &[String]) {
    let script = lines.iter().map(|line| format!("    println!({line:?});\n")).collect::<String>();
    let manifest = "[package]\nname = \"watched\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    let files = [("Cargo.toml", manifest), ("src/lib.rs", ""), ("build.rs", &format!("fn main() {{\n{script}}}\n"))];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file can be written");
    }
}

/// Returns whether Cargo had nothing to do.
fn is_fresh(folder: &Path) -> bool {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--verbose"]).current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    let output = cargo.output().expect("Cargo runs");
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    text.contains("Fresh watched")
}

#[test]
fn a_crate_is_built_once_until_a_file_appears_that_would_be_read() {
    let folder = Folder::empty("fresh");
    let (first, second) = (folder.join("shaders/first"), folder.join("shaders/second"));
    for made in [&first, &second] {
        std::fs::create_dir_all(made).expect("a folder can be made");
    }
    let shader = folder.join("shaders/a.hlsl");
    std::fs::write(&shader, "#include <sub/b.hlsli>\n[numthreads(1, 1, 1)] void main() {}\n")
        .expect("a file is written");
    std::fs::create_dir_all(second.join("sub")).expect("a folder can be made");
    std::fs::write(second.join("sub/b.hlsli"), "").expect("a file can be written");
    let build = Build::new().include(&*folder).include(&first).include(&second);
    std::fs::create_dir_all(folder.join("target")).expect("a folder can be made");
    let built = build.folder(folder.join("target")).shader(&shader, "main", "cs_6_0").try_compile();
    let lines = built.expect("the shader compiles").cargo_lines;

    crate_that_prints(&folder, &lines);
    assert!(!is_fresh(&folder), "nothing was built yet");
    assert!(is_fresh(&folder), "the second build has something to do: {lines:?}");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    std::fs::create_dir_all(first.join("sub")).expect("a folder can be made");
    assert!(!is_fresh(&folder), "a folder that would be searched first has appeared: {lines:?}");
}
