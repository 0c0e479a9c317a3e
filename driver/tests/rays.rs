//! `trace`: libraries on the command line, in both engines.

mod support;

use std::process::Command;
use support::{COMMAND, Folder, outcome, printed, said};

impl Folder {
    fn new(name: &str) -> Self {
        Self::with(name, &[("triangle.obj", "v -1 -1 5\nv 0 1 5\nv 1 -1 5\nf 1 2 3\n")])
    }

    /// Runs `trace`. Returns its status, what it printed, and what it said.
    fn trace(&self, text: &str, line: &str) -> (i32, String, String) {
        self.trace_in("file:triangle.obj", text, line)
    }

    /// Runs `trace` in a scene. Returns its status, what it printed, and what it said.
    fn trace_in(&self, scene: &str, text: &str, line: &str) -> (i32, String, String) {
        self.write("rays.hlsl", text);
        let scene = format!("scene={scene}");
        let words = ["trace", "rays.hlsl", "--bind", &scene].into_iter().chain(line.split_whitespace());
        outcome(&self.command(words).output().unwrap())
    }
}

/// A library with two closest-hit shaders, of which the first may not be met.
const LIBRARY: &str = r#"
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
struct Payload { float3 color; };
[shader("raygeneration")] void main() {
    float2 at = (DispatchRaysIndex().xy + 0.5) / DispatchRaysDimensions().xy * 2 - 1;
    Payload payload = { float3(0, 0, 0) };
    RayDesc ray = { float3(0, 0, 0), 0, float3(at, 4), 100 };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 1, 1, 0, ray, payload);
    image[DispatchRaysIndex().xy] = float4(payload.color, 1);
}
[shader("miss")] void sky(inout Payload payload) { payload.color = float3(0, 0, 1); }
[shader("closesthit")] void red(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.color = float3(1, 0, 0);
}
[shader("closesthit")] void green(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.color = float3(0, 1, 0);
}
"#;

#[test]
fn a_library_makes_a_picture_without_further_options() {
    let folder = Folder::new("picture");
    let mut pictures = Vec::new();
    for engine in ["compiled", "interpreter", "interpreter --check"] {
        let line = format!("--size 8x6 --engine {engine} --out image=print:f32");
        let (status, printed, said) = folder.trace(LIBRARY, &line);
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("note: hit group 0 has red\nhlsl2spirv: note: hit group 1 has green\n"), "{said}");
        pictures.push(printed);
    }
    assert!(pictures.iter().all(|picture| *picture == pictures[0]), "{pictures:?}");
    let numbers: Vec<f32> = pictures[0].split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let texel = |x: usize, y: usize| &numbers[4 * (8 * y + x)..][..4];
    assert_eq!(numbers.len(), 8 * 6 * 4);
    assert_eq!((texel(3, 2), texel(0, 5)), (&[0.0, 1.0, 0.0, 1.0][..], &[0.0, 0.0, 1.0, 1.0][..]));
    let (status, _, said) = folder.trace(LIBRARY, "--size 8x6 --out picture.png");
    assert_eq!(status, 0, "{said}");
    assert!(std::fs::read(folder.join("picture.png")).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
}

#[test]
fn the_command_line_sets_specialization_constants() {
    let folder = Folder::new("constants");
    let text = "[[vk::constant_id(2)]] const float far = 5;
        RaytracingAccelerationStructure scene : register(t0);
        RWTexture2D<float> image : register(u0);
        struct Payload { float distance; };
        [shader(\"raygeneration\")] void main() {
            Payload payload = { far };
            RayDesc ray = { float3(9, 9, 9), 0, float3(0, 0, 1), 1 };
            TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, payload);
            image[DispatchRaysIndex().xy] = payload.distance;
        }
        [shader(\"miss\")] void sky(inout Payload payload) { payload.distance += 1; }";
    for (constants, expected) in [("", "6.0"), ("--constant far=-7.5", "-6.5"), ("--constant 2=3", "4.0")] {
        let (status, printed, said) = folder.trace(text, &format!("--size 1x1 --out image=print:f32 {constants}"));
        assert_eq!((status, printed.trim()), (0, expected), "{said}");
    }
    let (status, _, said) = folder.trace(text, "--size 1x1 --constant near=1");
    assert_eq!(status, 1);
    assert!(said.contains("no such specialization constant; the shader has 2 (far)"), "{said}");
}

#[test]
fn the_command_line_says_the_shader_table() {
    let folder = Folder::new("table");
    let red = |line: &str| {
        let (status, printed, said) = folder.trace(LIBRARY, &format!("--size 1x1 --out image=print:f32 {line}"));
        assert_eq!(status, 0, "{said}");
        (printed.split_whitespace().take(2).collect::<Vec<_>>().join(" "), said)
    };
    assert_eq!(red("--hit closest=green --hit closest=red"), ("1.0 0.0".to_owned(), String::new()));
    assert_eq!(red("--hit green --hit green").0, "0.0 1.0");
    let (color, said) = red("--hit closest=green");
    assert_eq!(color, "0.0 0.0");
    let warning =
        "hlsl2spirv: warning: hit group index 1 is out of the shader table: once, first of ray (0,0,0), in 'main'";
    assert_eq!(said.trim_end(), warning);
    let refused = |line: &str| folder.trace(LIBRARY, line).2;
    assert!(refused("--hit closest=blue").contains("no closest hit entry point 'blue'"));
    assert!(refused("--hit nearest=red").contains("unknown stage 'nearest': expected closest, any or intersection"));
    assert!(refused("--miss red").contains("no miss entry point 'red'"));
    assert!(refused("--record hit[0]=f32:1").contains("its shaders read no data of their record"));
    assert!(refused("--record hit[7]=f32:1").contains("there is no record hit[7]"));
    assert!(refused("--raygen red").contains("no ray generation entry point 'red'"));
    assert!(refused("--recursion 32").contains("32 is not in 1..=31"));
    assert!(refused("--scene image=triangle.obj").contains("'image' is not an acceleration structure"));
}

#[test]
fn what_never_ends_has_a_deadline() {
    let folder = Folder::new("endless");
    let endless = LIBRARY.replace(
        "payload.color = float3(0, 1, 0);",
        "while (payload.color.x < 1) { payload.color.y += image[uint2(0, 0)].x; }",
    );
    let any = endless
        .replace("RAY_FLAG_NONE", "RAY_FLAG_FORCE_NON_OPAQUE")
        .replace("[shader(\"closesthit\")] void green", "[shader(\"anyhit\")] void green");
    for text in [endless, any] {
        for engine in ["compiled", "interpreter"] {
            let line = format!("--size 4x4 --hit , --hit closest=red,any=green --deadline 0.3 --engine {engine}");
            let line = if text.contains("anyhit") { line } else { line.replace("closest=red,any=green", "green") };
            let (status, _, said) = folder.trace(&text, &line);
            // The interpreter sees that nothing changes any more.
            let is_told = said.contains("deadline") || said.contains("the shader does not terminate");
            assert!(status == 1 && is_told, "{status}: {said}");
        }
    }
}

#[test]
fn the_garden_is_the_same_in_both_engines() {
    let folder = Folder::new("garden");
    let shaders = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let mut pictures = Vec::new();
    for engine in ["compiled", "interpreter", "interpreter --check"] {
        let output = Command::new(COMMAND)
            .args(["trace", "garden.hlsl", "--scene", "scene=garden.json", "--size", "32x24", "--engine"])
            .args(engine.split_whitespace())
            .args(["--out", "image=print:u8"])
            .current_dir(&shaders)
            .output()
            .unwrap();
        let said = said(&output);
        assert!(output.status.success() && !said.contains("warning"), "{said}");
        let numbers = printed(&output);
        pictures.push(numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<u8>>());
    }
    assert_eq!(pictures[0], pictures[1]);
    assert_eq!(pictures[0], pictures[2]);
    let texel = |x: usize, y: usize| &pictures[0][4 * (32 * y + x)..][..3];
    let (sky, red, green) = (texel(2, 1), texel(8, 14), texel(18, 15));
    assert!(sky[2] > sky[0] + 20, "the sky is blue: {sky:?}");
    assert!(red[0] > red[1] + 40, "the left ball is red: {red:?}");
    assert!(green[1] > green[0] + 40, "the right ball is green: {green:?}");
    drop(folder);
}

#[test]
fn libraries_of_several_files_are_one() {
    let folder = Folder::new("files");
    let (start, hits) = LIBRARY.split_once("[shader(\"miss\")]").unwrap();
    let shared = "struct Payload { float3 color; };\n";
    let hits = format!("{shared}[shader(\"miss\")]{hits}");
    let same =
        hits.replace("red(", "main(").replace("green(", "main_(").replace("float3(1, 0, 0)", "float3(0.5, 0, 0)");
    std::fs::write(folder.join("hits.hlsl"), &hits).unwrap();
    std::fs::write(folder.join("same.hlsl"), same.replace("sky(", "night(")).unwrap();
    std::fs::write(folder.join("again.hlsl"), same.replace("0.5, 0, 0", "0.25, 0, 0").replace("sky(", "day(")).unwrap();
    let red = |line: &str| {
        let (status, printed, said) = folder.trace(start, &format!("--size 1x1 --out image=print:f32 {line}"));
        assert_eq!(status, 0, "{said}");
        printed.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(red("hits.hlsl"), "0.0 1.0");
    assert_eq!(red("hits.hlsl same.hlsl --hit green --hit main"), "0.5 0.0");
    assert_eq!(red("same.hlsl again.hlsl --hit main --hit main@again"), "0.25 0.0");
}

#[test]
fn scenes_that_are_too_large_are_refused_before_they_are_made() {
    let folder = Folder::new("large");
    let scenes = [
        "{vertices: \"f32:0*9\", indices: \"u32:0*6442450944\"}",
        "{vertices: \"f32:0*19327352832\"}",
        "{aabbs: \"f32:0*12884901888\"}",
    ];
    for scene in scenes {
        let (status, _, said) = folder.trace_in(scene, LIBRARY, "--size 1x1");
        assert!(status == 1 && said.contains("numbers exceed the limit"), "{status}: {said}");
    }
}

#[test]
fn what_is_not_finite_is_not_hit() {
    let folder = Folder::new("finite");
    let scenes = [
        "{vertices: \"f32:nan,-1,5,0,1,5,1,-1,5\"}",
        "{vertices: \"f32:-1,-1,5,0,inf,5,1,-1,5\"}",
        "{aabbs: \"f32:nan,-1,5,1,1,6,-1,-1,nan,1,1,nan\"}",
    ];
    for scene in scenes {
        for engine in ["compiled", "interpreter"] {
            let line = format!("--size 1x1 --engine {engine} --out image=print:f32");
            let (status, printed, said) = folder.trace_in(scene, LIBRARY, &line);
            assert_eq!((status, printed.trim()), (0, "0.0 0.0 1.0 1.0"), "{scene}: {said}");
        }
    }
    let rays = [
        ("0, float3(at, 4), 100", "0, float3(at, 4) / 0, 100", "direction of a ray is not finite"),
        ("0, float3(at, 4), 100", "0, float3(0, 0, 0), 100", "direction of a ray is zero"),
        (
            "float3(0, 0, 0), 0, float3(at, 4), 100",
            "sqrt(float3(-1, 0, 0)), 0, float3(at, 4), 100",
            "origin of a ray is not finite",
        ),
        ("0, float3(at, 4), 100", "sqrt(-1.0), float3(at, 4), 100", "TMin or TMax of a ray is NaN"),
        ("0, float3(at, 4), 100", "0, float3(at, 4), -1", "TMin of a ray is greater than TMax"),
    ];
    for (valid, other, finding) in rays {
        let text = LIBRARY.replace(valid, other);
        assert_ne!(text, LIBRARY);
        let (status, printed, said) = folder.trace(&text, "--size 1x1 --out image=print:f32");
        assert_eq!((status, printed.trim()), (0, "0.0 0.0 1.0 1.0"), "{other}: {said}");
        let (status, _, said) = folder.trace(&text, "--size 1x1 --check");
        assert!(status == 6 && said.contains(finding), "{other}: {status}: {said}");
    }
}

#[test]
fn recursion_and_indices_without_end_are_told_once() {
    let folder = Folder::new("beyond");
    let again = LIBRARY.replace(
        "payload.color = float3(0, 1, 0);",
        "RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
         TraceRay(scene, RAY_FLAG_NONE, 0xFF, 1, 1, 0, ray, payload);
         payload.color.x += 1;",
    );
    let indices = LIBRARY.replace("0xFF, 1, 1, 0, ray", "0xFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, ray");
    for engine in ["compiled", "interpreter"] {
        let line = format!("--size 1x1 --engine {engine} --out image=print:f32");
        let (status, printed, said) = folder.trace(&again, &line);
        assert_eq!((status, printed.trim()), (0, "31.0 0.0 0.0 1.0"), "{said}");
        assert_eq!(said.matches("warning").count(), 1, "{said}");
        assert!(said.contains("31"), "{said}");
        let (status, printed, said) = folder.trace(&indices, &line);
        assert_eq!((status, printed.trim()), (0, "0.0 0.0 0.0 1.0"), "{said}");
        assert!(said.contains("hit group index 15 is out of the shader table"), "{said}");
        let (_, _, said) = folder.trace_in("{aabbs: [0,0,-9,1,1,-8]}", &indices, &line);
        assert!(said.contains("miss shader index 65535 is out of the shader table"), "{said}");
    }
}

#[test]
fn nodes_of_work_graphs_are_refused() {
    let folder = Folder::new("nodes");
    let text = "
        struct Record { uint3 grid : SV_DispatchGrid; uint value; };
        RWStructuredBuffer<uint> values;
        [Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeMaxDispatchGrid(4, 1, 1)] [NumThreads(8, 1, 1)]
        void first(DispatchNodeInputRecord<Record> input, uint at : SV_DispatchThreadID) { values[at] = input.Get().value; }";
    std::fs::write(folder.join("nodes.hlsl"), text).unwrap();
    for engine in ["compiled", "interpreter"] {
        let output = Command::new(COMMAND)
            .args(["run", "nodes.hlsl", "-T", "lib_6_8", "-fspv-target-env=vulkan1.3", "-E", "first"])
            .args(["--dispatch", "1", "--engine", engine])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("'a node' cannot run on the CPU: 'hlsl2spirv graph' runs work graphs"), "{said}");
    }
}

#[test]
fn samplers_of_launches_have_the_states_of_the_source() {
    let folder = Folder::new("states");
    std::fs::write(folder.join("near.hlsli"), "SamplerState near { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; };\n")
        .unwrap();
    let text = "
        #include \"near.hlsli\"
        RaytracingAccelerationStructure scene; struct Touch { float unused; };
        Texture2D source; RWStructuredBuffer<float4> result;
        SamplerState edge { Filter = MIN_MAG_MIP_POINT; AddressU = Border; BorderColor = float4(0.25, -2, 8, 0.5f); };
        [shader(\"raygeneration\")] void main() {
            Touch touch = { 0 }; TraceRay(scene, 0, 0, 0, 1, 0, (RayDesc)0, touch);
            result[0] = source.SampleLevel(near, float2(1.2, 0.5), 0);
            result[1] = source.SampleLevel(edge, float2(1.2, 0.5), 0);
        }
        [shader(\"miss\")] void none(inout Touch touch) {}";
    let source = "--bind source=image:2x1:rgba32float:f32:0.5,0,0,0,0.75,0,0,0";
    for engine in ["compiled", "interpreter"] {
        let line = format!("--size 1x1 --engine {engine} {source} --bind result=zeros:32 --out result=print:f32");
        let (status, printed, said) = folder.trace(text, &line);
        assert_eq!((status, printed.trim_end()), (0, "0.5 0.0 0.0 0.0 0.25 -2.0 8.0 0.5"), "{said}");
        assert!(!said.contains("effects-syntax"), "{said}");
        // What is bound replaces the states.
        let (status, printed, said) = folder.trace(text, &format!("{line} --bind edge=sampler:nearest,clamp"));
        assert_eq!((status, printed.trim_end()), (0, "0.5 0.0 0.0 0.0 0.75 0.0 0.0 0.0"), "{said}");
    }
}
