//! `hlsl2spirv cost --gpu`: statistics of drivers, which are in processes of their own.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    ];
    let listed = cost(Path::new("."), &["--list-gpus"], None);
    let has_driver = text(&listed.stdout).contains("RADV: ");
    let name = match has_driver {
        true => "gpus::radv_tells_statistics",
        false => "gpus::radv_tells_statistics (Mesa's driver RADV is not installed)",
    };
    trials.push(Trial::test(name, radv_tells_statistics).with_ignored_flag(!has_driver));
    let name = name.replace("radv_tells_statistics", "radv_compiles_drawing_stages");
    trials.push(Trial::test(name, radv_compiles_drawing_stages).with_ignored_flag(!has_driver));
    libtest_mimic::run(&arguments, trials).exit();
}

/// A folder with the shader, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Folder, Failed> {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-gpus-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("a.hlsl"), SHADER)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn cost(folder: &Path, arguments: &[&str], drivers: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
    command.arg("cost").args(arguments).current_dir(folder);
    drivers.iter().for_each(|file| _ = command.env("VK_DRIVER_FILES", file).env_remove("VK_ICD_FILENAMES"));
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn names_are_checked() -> Result<(), Failed> {
    let folder = Folder::new("names")?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", "rdna2,voodoo2"], None);
    assert!(text(&output.stderr).contains("unknown GPU 'voodoo2'; known are gcn1"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    let listed = text(&cost(&folder.0, &["--list-gpus"], None).stdout);
    assert!(listed.contains("rdna3   Navi 31") && listed.contains("RADV"), "{listed}");
    Ok(())
}

fn a_driver_that_does_not_load_costs_its_numbers() -> Result<(), Failed> {
    let folder = Folder::new("wrong")?;
    let file = folder.0.join("radeon_icd.json");
    std::fs::write(&file, "{\"ICD\": {\"library_path\": \"./none.so\", \"api_version\": \"1.3.0\"}}")?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0", "--gpu", "rdna2"], Some(&file));
    let (table, problem) = (text(&output.stdout), text(&output.stderr));
    assert!(problem.contains("main: rdna2: the driver cannot be loaded"), "{problem}");
    assert!(table.contains("  barrier") && !table.contains("rdna2"), "{table}");
    assert_eq!(output.status.code(), Some(0));
    // A budget for the GPU cannot be kept without its numbers.
    std::fs::write(
        folder.0.join("hlsl2spirv.toml"),
        "[[cost.budget]]\nfiles = [\"*.hlsl\"]\nrules = [\"rdna2.vgprs <= 64\"]\n",
    )?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0"], Some(&file));
    assert!(text(&output.stderr).contains("'rdna2.vgprs' is not known for 'main'"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    Ok(())
}

/// A vertex and a pixel shader, whose partners have matrices, arrays, integers and halves to pass on.
const DRAWN: &str = "struct V { float2 uv : UV; nointerpolation uint n : N; float3x3 m : M; float a[2] : A; half h : H; };\n\
                     cbuffer c { float4x4 world; };\n\
                     void vertex(float3 p : POSITION, half4 q : NORMAL, uint id : SV_VertexID, out V v, out float4 at : SV_Position) {\n    \
                     v = (V)q.x; v.n = id; at = mul(float4(p, 1), world);\n}\n\
                     float4 pixel(V v, out float depth : SV_Depth, out uint2 second : SV_Target1) : SV_Target0 {\n    \
                     depth = v.a[1]; second = v.n; return v.uv.xyxy * v.m[0].x * v.h;\n}\n";

fn radv_compiles_drawing_stages() -> Result<(), Failed> {
    let folder = Folder::new("drawn")?;
    std::fs::write(folder.0.join("b.hlsl"), DRAWN)?;
    for (profile, entry) in [("vs_6_2", "vertex"), ("ps_6_2", "pixel")] {
        let options = ["b.hlsl", "-T", profile, "-E", entry, "-enable-16bit-types", "--gpu", "rdna2", "--json"];
        let output = cost(&folder.0, &options, None);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let count = |name: &str| document["entries"][0]["counts"][format!("rdna2.{name}")].as_u64();
        // A partner that passes constants on, or leaves outputs out, would leave no more than an end.
        assert!(count("instructions").is_some_and(|count| count > 12), "{entry}: {document} {}", text(&output.stderr));
        assert!(count("vgprs").is_some_and(|count| (4..=256).contains(&count)), "{document}");
    }
    Ok(())
}

fn radv_tells_statistics() -> Result<(), Failed> {
    let folder = Folder::new("radv")?;
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
        folder.0.join("hlsl2spirv.toml"),
        "[[cost.budget]]\nfiles = [\"*.hlsl\"]\nrules = [\"rdna2.vgprs <= 1\"]\n",
    )?;
    let output = cost(&folder.0, &["a.hlsl", "-T", "cs_6_0"], None);
    assert!(text(&output.stderr).contains("'main' misses the budget 'rdna2.vgprs <= 1'"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(6));
    Ok(())
}
