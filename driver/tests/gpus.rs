//! `hlsl2spirv cost --gpu`: statistics of drivers, which are in processes of their own.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, Output};
use support::{COMMAND, Folder, printed, said};

const SHADER: &str = "RWStructuredBuffer<float4> o; cbuffer c { uint n; };\ngroupshared float4 g[64];\n\
                      [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex) {\n    \
                      g[at] = o[id.x] * n;\n    GroupMemoryBarrierWithGroupSync();\n    \
                      o[id.x] = sin(g[63 - at]);\n}\n";

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        Trial::test("gpus::names_are_checked", names_are_checked),
        Trial::test(
            "gpus::a_driver_that_does_not_load_costs_its_numbers",
            a_driver_that_does_not_load_costs_its_numbers,
        ),
        Trial::test("gpus::what_is_missing_is_named", what_is_missing_is_named),
        Trial::test("gpus::the_shim_is_for_the_process_of_its_driver", the_shim_is_for_the_process_of_its_driver),
    ];
    let listed = printed(&cost(Path::new("."), &["--list-gpus"], None));
    let drivers: [(&str, &str, &[Test]); 2] = [
        (
            "RADV: ",
            "Mesa's driver RADV is not installed",
            &[
                ("gpus::radv_tells_statistics", radv_tells_statistics),
                ("gpus::radv_compiles_drawing_stages", radv_compiles_drawing_stages),
            ],
        ),
        (
            "NVK: ",
            "Mesa's driver NVK or its DRM shim is not installed",
            &[
                ("gpus::nvk_tells_statistics", nvk_tells_statistics),
                ("gpus::nvk_compiles_drawing_stages", nvk_compiles_drawing_stages),
            ],
        ),
    ];
    for (line, reason, tests) in drivers {
        let is_here = listed.contains(line);
        for (name, test) in tests {
            let name = if is_here { (*name).to_owned() } else { format!("{name} ({reason})") };
            trials.push(Trial::test(name, *test).with_ignored_flag(!is_here));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

type Test = (&'static str, fn() -> Result<(), Failed>);

fn folder(name: &str) -> Folder {
    Folder::with(name, &[("a.hlsl", SHADER)])
}

fn cost(folder: &Path, arguments: &[&str], drivers: Option<&Path>) -> Output {
    let mut command = Command::new(COMMAND);
    command.arg("cost").args(arguments).current_dir(folder);
    drivers.iter().for_each(|file| _ = command.env("VK_DRIVER_FILES", file).env_remove("VK_ICD_FILENAMES"));
    command.output().expect("the command runs")
}

fn names_are_checked() -> Result<(), Failed> {
    let folder = folder("names");
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", "rdna2,voodoo2"], None);
    assert!(said(&output).contains("unknown GPU 'voodoo2'; known are gcn1"), "{}", said(&output));
    assert_eq!(output.status.code(), Some(1));
    let listed = printed(&cost(&folder.0, &["--list-gpus"], None));
    assert!(listed.contains("rdna3   Navi 31") && listed.contains("RADV"), "{listed}");
    assert!(listed.contains("turing  TU102") && listed.contains("NVK"), "{listed}");
    Ok(())
}

fn a_driver_that_does_not_load_costs_its_numbers() -> Result<(), Failed> {
    let folder = folder("wrong");
    let file = folder.join("radeon_icd.json");
    std::fs::write(&file, "{\"ICD\": {\"library_path\": \"./none.so\", \"api_version\": \"1.3.0\"}}")?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", "rdna2"], Some(&file));
    let (table, problem) = (printed(&output), said(&output));
    assert!(problem.contains("main: rdna2: the driver cannot be loaded"), "{problem}");
    assert!(table.contains("  barrier") && !table.contains("rdna2"), "{table}");
    assert_eq!(output.status.code(), Some(0));
    // A budget for the GPU cannot be kept without its numbers.
    std::fs::write(
        folder.join("hlsl2spirv.toml"),
        "[[cost.budget]]\nfiles = [\"*.hlsl\"]\nrules = [\"rdna2.vgprs <= 64\"]\n",
    )?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0"], Some(&file));
    assert!(said(&output).contains("'rdna2.vgprs' is not known for 'main'"), "{}", said(&output));
    assert_eq!(output.status.code(), Some(1));
    Ok(())
}

/// The driver, or else its shim, is named with its package where it is not there.
fn what_is_missing_is_named() -> Result<(), Failed> {
    let folder = folder("missing");
    let listed = printed(&cost(Path::new("."), &["--list-gpus"], None));
    let driver = folder.join("nouveau_icd.json");
    std::fs::write(&driver, "{\"ICD\": {\"library_path\": \"./none.so\", \"api_version\": \"1.3.0\"}}")?;
    let run = |gpu: &str| {
        let mut command = Command::new(COMMAND);
        let arguments = ["cost", "a.hlsl", "-T", "cs_6_0", "--gpu", gpu];
        command.args(arguments).current_dir(&folder.0).env("HLSL2SPIRV_DRM_SHIM", "gone.so");
        command
    };
    // The driver is found, and its shim is not.
    let output = run("turing").env("VK_DRIVER_FILES", &driver).output()?;
    let problem = said(&output);
    assert!(problem.contains("HLSL2SPIRV_DRM_SHIM names 'gone.so', which is not a file"), "{problem}");
    assert_eq!(output.status.code(), Some(1));
    let output = run("turing").env("VK_DRIVER_FILES", &driver).env_remove("HLSL2SPIRV_DRM_SHIM").output()?;
    let problem = said(&output);
    match listed.contains("noop_drm_shim.so\n") {
        true => assert!(problem.contains("turing: the driver cannot be loaded"), "{problem}"),
        false => assert!(problem.contains("package mesa-drm-shim"), "{problem}"),
    }
    if !listed.contains("driver NVK is not installed") {
        return Ok(());
    }
    let output = run("turing").output()?;
    assert!(said(&output).contains("driver NVK is not installed (package mesa-vulkan-drivers"));
    assert_eq!(output.status.code(), Some(1));
    // Among all, it costs its own columns.
    if listed.contains("RADV: ") {
        let output = run("all").output()?;
        let (table, problem) = (printed(&output), said(&output));
        assert!(problem.contains("warning: Mesa's driver NVK is not installed"), "{problem}");
        assert!(table.contains("  rdna1.vgprs") && !table.contains("turing"), "{table}");
        assert_eq!(output.status.code(), Some(0));
    }
    Ok(())
}

/// A shim that is no library is told of by the loader of the driver's process, which then finds no driver either.
fn the_shim_is_for_the_process_of_its_driver() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let folder = folder("shim");
    let (driver, shim) = (folder.join("nouveau_icd.json"), folder.join("shim.so"));
    std::fs::write(&driver, "{\"ICD\": {\"library_path\": \"./none.so\", \"api_version\": \"1.3.0\"}}")?;
    std::fs::write(&shim, "no library")?;
    let mut command = Command::new(COMMAND);
    command.args(["cost", "a.hlsl", "-T", "cs_6_0", "--gpu", "turing"]).current_dir(&folder.0);
    let output = command.env("VK_DRIVER_FILES", &driver).env("HLSL2SPIRV_DRM_SHIM", &shim).output()?;
    // This process itself loads nothing: the loader's complaint would be here.
    assert!(!said(&output).contains("LD_PRELOAD"), "{}", said(&output));
    assert!(said(&output).contains("turing: the driver cannot be loaded"), "{}", said(&output));
    Ok(())
}

/// A vertex and a pixel shader, whose partners have matrices, arrays, integers and halves to pass on.
const DRAWN: &str = "struct V { float2 uv : UV; nointerpolation uint n : N; float3x3 m : M; float a[2] : A; half h : H; };\n\
                     cbuffer c { float4x4 world; };\n\
                     void vertex(float3 p : POSITION, half4 q : NORMAL, uint id : SV_VertexID, out V v, out float4 at : SV_Position) {\n    \
                     v = (V)q.x; v.n = id; at = mul(float4(p, 1), world);\n}\n\
                     float4 pixel(V v, out float depth : SV_Depth, out uint2 second : SV_Target1) : SV_Target0 {\n    \
                     depth = v.a[1]; second = v.n; return v.uv.xyxy * v.m[0].x * v.h;\n}\n";

/// Checks counts of both entry points of a text for a GPU.
fn drawn_counts(gpu: &str, text: &str, names: [&str; 2], check: fn([Option<u64>; 2]) -> bool) -> Result<(), Failed> {
    let folder = Folder::empty(gpu);
    std::fs::write(folder.join("b.hlsl"), text)?;
    for (profile, entry) in [("vs_6_2", "vertex"), ("ps_6_2", "pixel")] {
        let options = ["b.hlsl", "-T", profile, "-E", entry, "-enable-16bit-types", "--gpu", gpu, "--json"];
        let output = cost(&folder.0, &options, None);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let counts = names.map(|name| document["entries"][0]["counts"][format!("{gpu}.{name}")].as_u64());
        assert!(check(counts), "{entry}: {document} {}", said(&output));
    }
    Ok(())
}

/// Returns whether a shader has instructions and registers as one that does all that it says. A partner that passes constants
/// on, or leaves outputs out, would leave no more than an end.
fn is_whole([instructions, registers]: [Option<u64>; 2]) -> bool {
    instructions.is_some_and(|count| count > 12) && registers.is_some_and(|count| (4..=256).contains(&count))
}

fn radv_compiles_drawing_stages() -> Result<(), Failed> {
    drawn_counts("rdna2", DRAWN, ["instructions", "vgprs"], is_whole)
}

fn nvk_compiles_drawing_stages() -> Result<(), Failed> {
    // NVK 25.0 passes no 16-bit values between stages.
    let text = DRAWN.replace("half", "float");
    drawn_counts("turing", &text, ["instructions", "gprs"], is_whole)?;
    // The compiler for Kepler counts no instructions.
    drawn_counts("kepler", &text, ["code", "gprs"], |[bytes, registers]| {
        is_whole([bytes.map(|bytes| bytes / 8), registers])
    })
}

fn nvk_tells_statistics() -> Result<(), Failed> {
    let folder = folder("nvk");
    let gpus = ["kepler", "maxwell", "pascal", "volta", "turing", "ampere"];
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", &gpus.join(","), "--json"], None);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let entry = &document["entries"][0];
    for gpu in gpus {
        let count = |name: &str| entry["counts"][format!("{gpu}.{name}")].as_u64();
        assert!(count("gprs").is_some_and(|count| (4..=256).contains(&count)), "{gpu}: {entry}");
        assert!(count("code").is_some_and(|bytes| bytes > 80) && count("scratch") == Some(0), "{gpu}: {entry}");
        let instructions = count("instructions").map(|count| count > 10);
        assert_eq!(instructions, (gpu != "kepler").then_some(true), "{gpu}: {entry}");
        assert!(entry["devices"][gpu].as_str().is_some_and(|name| name.contains("Mesa")), "{entry}");
    }
    std::fs::write(
        folder.join("hlsl2spirv.toml"),
        "[[cost.budget]]\nfiles = [\"*.hlsl\"]\nrules = [\"turing.gprs <= 1\"]\n",
    )?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0"], None);
    assert!(said(&output).contains("'main' misses the budget 'turing.gprs <= 1'"), "{}", said(&output));
    assert!(printed(&output).contains("  turing: "), "{}", printed(&output));
    assert_eq!(output.status.code(), Some(6));
    Ok(())
}

fn radv_tells_statistics() -> Result<(), Failed> {
    let folder = folder("radv");
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", "rdna2,gcn5", "--json"], None);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let entry = &document["entries"][0];
    for gpu in ["rdna2", "gcn5"] {
        let count = |name: &str| entry["counts"][format!("{gpu}.{name}")].as_u64();
        assert!(count("vgprs").is_some_and(|count| (1..=256).contains(&count)), "{entry}");
        assert!(count("instructions").is_some_and(|count| count > 10) && count("waves").is_some(), "{entry}");
        assert!(count("lds").is_some_and(|bytes| bytes >= 1024) && count("spills") == Some(0), "{entry}");
        assert!(entry["devices"][gpu].as_str().is_some_and(|name| name.contains("RADV")), "{entry}");
    }
    std::fs::write(
        folder.join("hlsl2spirv.toml"),
        "[[cost.budget]]\nfiles = [\"*.hlsl\"]\nrules = [\"rdna2.vgprs <= 1\"]\n",
    )?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0"], None);
    assert!(said(&output).contains("'main' misses the budget 'rdna2.vgprs <= 1'"), "{}", said(&output));
    assert_eq!(output.status.code(), Some(6));
    Ok(())
}
