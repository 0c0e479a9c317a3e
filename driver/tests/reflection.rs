//! The texts and documents of `hlsl2spirv reflect`, compared with files. `UPDATE=1` writes them.

mod support;

use hlsl2spirv::{Compiler, NoIncludes};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{COMMAND, Folder, said};

fn file(name: &str) -> PathBuf {
    Path::new("tests/reflection").join(name)
}

/// The output of the command.
fn printed(arguments: &[&str]) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(COMMAND).current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(output.stderr.is_empty(), "{}", said(&output));
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
    let arguments = ["reflect", "tests/reflection/source.hlsl", "-T", "ps_6_0", "-Wno-binding-overlap"];
    is_as_before("source.txt", &printed(&arguments));
    is_as_before("source.json", &printed(&[&arguments[..], &["--format", "json"]].concat()));
}

/// Payloads, attributes of hits, records, and the limits of workgroups that are none of compute.
#[test]
fn memory_between_shaders_is_told() {
    is_as_before(
        "rays.txt",
        &printed(&["reflect", "tests/reflection/rays.hlsl", "-T", "lib_6_3", "-fspv-target-env=vulkan1.2"]),
    );
    let mesh = |entry: &str, profile: &str| {
        printed(&["reflect", "tests/reflection/mesh.hlsl", "-E", entry, "-T", profile, "-fspv-target-env=vulkan1.3"])
    };
    is_as_before("mesh.txt", &(mesh("choose", "as_6_5") + "\n" + &mesh("shape", "ms_6_5")));
}

/// Sizes of waves, and which arrays of descriptors are indexed nonuniformly.
#[test]
fn waves_are_told() {
    let target = "-fspv-target-env=vulkan1.2";
    is_as_before(
        "waves.txt",
        &printed(&["reflect", "tests/reflection/waves.hlsl", "-T", "cs_6_8", target, "-Wno-vk-ignored-features"]),
    );
}

/// Long vectors have a limit.
#[test]
fn long_vectors_are_told() {
    let options = ["-T", "cs_6_9", "-fspv-target-env=vulkan1.3", "-fspv-extension=SPV_EXT_long_vector"];
    is_as_before("vectors.txt", &printed(&[&["reflect", "tests/reflection/vectors.hlsl"], &options[..]].concat()));
}

/// Products of cooperative matrices and vectors are what an application asks the device for.
#[test]
fn cooperative_products_are_told() {
    let options = ["-T", "cs_6_10", "-fspv-target-env=vulkan1.3"];
    let arguments = [&["reflect", "tests/reflection/cooperative.hlsl"], &options[..]].concat();
    is_as_before("cooperative.txt", &printed(&arguments));
    let json = printed(&[&arguments[..], &["--format", "json"]].concat());
    assert!(json.contains("\"cooperative_matrices\"") && json.contains("\"cooperative_vectors\""), "{json}");
}

/// With `-Fre` the words are read beside their validation.
#[test]
fn a_document_is_the_same_with_and_without_a_file_for_it() {
    let text = include_str!("reflection/source.hlsl");
    let document = |more: &[&str]| {
        let compiler = Compiler::from_args(&[&["-T", "ps_6_0"], more].concat()).unwrap();
        compiler.compile("source.hlsl", text, &NoIncludes).unwrap().reflection().unwrap().to_json()
    };
    for options in [&[][..], &["-Vd"], &["-fcgl"]] {
        assert_eq!(document(options), document(&[options, &["-Fre", "source.json"]].concat()), "{options:?}");
    }
}

#[test]
fn one_struct_is_shown_under_several_rules() {
    let input = "tests/reflection/layout.hlsl";
    is_as_before("layout.txt", &printed(&["reflect", "--layout", "Block", "--rule", "std140,std430,dx,scalar", input]));
    // A block is a struct as well, and there need not be an entry point.
    is_as_before("layout-of-block.txt", &printed(&["reflect", "--layout=Scene", input, "-enable-16bit-types"]));
}

/// Constants, push constants and structs that nothing uses, without an entry point.
#[test]
fn declarations_are_told() {
    let arguments = ["reflect", "--declared", "tests/reflection/declared.hlsl", "-fvk-use-dx-layout"];
    is_as_before("declared.txt", &printed(&arguments));
    let json = printed(&[&arguments[..], &["--no-spans", "--format", "json"]].concat());
    assert!(!json.contains("\"span\"") && !json.contains("\"spirv\"") && !json.contains("\"requires\""), "{json}");
    is_as_before("declared.rs", &printed(&[&arguments[..], &["--format", "rust"]].concat()));
}

/// All structs under one rule, with names that the caller chooses.
#[test]
fn all_structs_are_written_under_a_rule() {
    let arguments = ["reflect", "--all-structs", "scalar", "tests/reflection/declared.hlsl", "--format", "c"];
    let names = ["--prefix", "gpu_", "--rename", "Light=Lamp,Light.place=position,Mode=LampMode"];
    is_as_before("declared.h", &printed(&[&arguments[..], &names].concat()));
    let output = Command::new(COMMAND)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([&arguments[..], &["--rename", "Light.plane=position"]].concat())
        .output()
        .unwrap();
    let text = said(&output);
    let is_named = text.contains("Light.plane: unknown struct, member or enumeration");
    assert_eq!((output.status.code(), is_named), (Some(1), true), "{text}");
}

#[test]
fn a_struct_that_is_not_there_is_an_error() {
    let output = Command::new(COMMAND)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["reflect", "--layout", "Blok", "tests/reflection/layout.hlsl"])
        .output()
        .unwrap();
    let text = said(&output);
    assert_eq!((output.status.code(), text.contains("unknown struct 'Blok'")), (Some(1), true), "{text}");
}

#[test]
fn layouts_are_written_for_graphics_libraries() {
    let arguments = ["reflect", "tests/reflection/layouts.hlsl", "-T", "vs_6_0", "--format", "rust", "--api"];
    for api in ["ash", "vulkano", "wgpu"] {
        let code = printed(&[&arguments[..], &[api]].concat());
        let start = code.find("/// The values of specialization constants").unwrap();
        is_as_before(&format!("layouts-{api}.rs"), &code[start..]);
    }
}

/// Tails that others share, padded elements, enumerations, bit-fields and documentation.
#[test]
fn structs_are_written_in_each_language() {
    let arguments =
        ["reflect", "tests/reflection/structs.hlsl", "-T", "cs_6_0", "-fvk-use-dx-layout", "--derive", "none"];
    for (format, file) in
        [("rust", "structs.rs"), ("c", "structs.h"), ("python", "structs.py"), ("ctypes", "structs-ctypes.py")]
    {
        is_as_before(file, &printed(&[&arguments[..], &["--format", format]].concat()));
    }
}

#[test]
fn what_a_library_lacks_is_an_error_that_names_it() {
    let shader =
        "Buffer<float> texels; [numthreads(1, 1, 1)] void main() { if (texels[0] > 0) DeviceMemoryBarrier(); }";
    let folder = Folder::with("lacks", &[("a.hlsl", shader)]);
    let run = |api: &str| {
        let arguments = ["reflect", "a.hlsl", "-T", "cs_6_0", "-Od", "--format", "rust", "--api", api];
        folder.command(arguments).output().unwrap()
    };
    assert!(run("ash").status.success());
    let output = run("wgpu");
    let text = said(&output);
    assert!(!output.status.success() && text.contains("texels: WebGPU has no texel buffers"), "{text}");
}

/// The exit status, the output and the messages of `reflect --link` on stages of one file.
fn linked(stages: &[&str], options: &[&str]) -> (Option<i32>, String, String) {
    let stages: Vec<String> = stages.iter().map(|stage| format!("tests/reflection/link.hlsl:{stage}")).collect();
    let arguments = [&["reflect"][..], options, &["--link"]].concat();
    let output =
        Command::new(COMMAND).current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).args(stages).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn stages_that_fit_are_linked() {
    let (status, text, messages) = linked(&["shade:ps_6_0", "transform:vs_6_0"], &[]);
    assert_eq!((status, messages.as_str()), (Some(0), ""));
    is_as_before("link.txt", &text);
    let (_, document, _) = linked(&["transform:vs_6_0", "shade:ps_6_0"], &["--format", "json"]);
    is_as_before("link.json", &document);
}

#[test]
fn stages_that_do_not_fit_are_told_with_both_places() {
    let (status, _, messages) = linked(&["transform:vs_6_0", "odd:ps_6_0"], &[]);
    assert_eq!(status, Some(1));
    is_as_before("link-odd.txt", &messages);
    // Descriptors of two types and images of two kinds at one binding, and an output that is per patch.
    let (status, _, messages) = linked(&["displace:vs_6_0", "odd:ps_6_0"], &[]);
    assert_eq!(status, Some(1));
    assert!(messages.contains("binding 1 of set 0 is a storage buffer, but a sampled image in the vertex shader"));
    let (_, _, messages) = linked(&["displace:vs_6_0", "around:ps_6_0"], &[]);
    assert!(messages.contains("binding 1 of set 0 has images of two kinds: Cube of float and 2D of float"));
    let (_, _, messages) = linked(&["control:hs_6_0", "patched:ds_6_0"], &[]);
    assert!(messages.contains("input 'NORMAL' at location 0 is per patch, but the output is not per patch"));
    let (_, _, messages) = linked(&["transform:vs_6_0", "control:hs_6_0", "work:cs_6_0"], &[]);
    assert!(messages.contains("tessellation_control and compute shaders cannot be in one pipeline"), "{messages}");
    assert!(messages.contains("a tessellation_control shader requires a tessellation_evaluation shader"), "{messages}");
}

#[test]
fn tessellation_and_geometry_are_linked() {
    let all = ["transform:vs_6_0", "control:hs_6_0", "evaluate:ds_6_0"];
    let (status, text, messages) = linked(&all, &[]);
    assert_eq!((status, messages.as_str()), (Some(0), ""));
    is_as_before("link-tessellation.txt", &text);
    let odd = ["transform:vs_6_0", "control:hs_6_0", "across:ds_6_0", "spread:gs_6_0", "shade:ps_6_0"];
    let (status, _, messages) = linked(&odd, &[]);
    assert_eq!(status, Some(1));
    is_as_before("link-tessellation-odd.txt", &messages);
}

#[test]
fn modules_of_words_are_linked_without_places_of_a_source() {
    let folder = Folder::empty("linked");
    let module = folder.join("odd.spv");
    let arguments = ["tests/reflection/link.hlsl", "-E", "odd", "-T", "ps_6_0", "-Fo", module.to_str().unwrap()];
    assert_eq!(printed(&arguments), "");
    let run = |stage: &str| {
        let mut command = Command::new(COMMAND);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["reflect", "--link"]);
        let output = command.args(["tests/reflection/link.hlsl:transform:vs_6_0", stage]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, messages) = run(&format!("{}:odd", module.display()));
    assert_eq!(status, Some(1), "{messages}");
    assert!(messages.contains("odd.spv: error: the vertex shader does not write input 'TEXCOORD3'"), "{messages}");
    assert!(messages.contains("link.hlsl:18:17: note: output 'TEXCOORD'"), "{messages}");
    let (status, messages) = run(&format!("{}:even", module.display()));
    assert_eq!(status, Some(1), "{messages}");
    assert!(messages.contains("unknown entry point 'even'; expected one of 'odd'"), "{messages}");
}
