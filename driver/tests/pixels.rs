//! What pixel shaders may ask of a primitive and of textures: attributes at other places, vertices, weights, levels.

use hlsl2spirv::run::{Checking, Checks, Engine, Filter, Format, Image, Options, Rules, Sampler, Shade};
use hlsl2spirv::{Compiler, Disk};

mod drawn;

use drawn::Folder;

/// Both engines: compiled code, and the interpreter with all checks.
fn engines() -> [Options; 2] {
    let checks = Checks::parse("full", Rules::Hlsl).unwrap();
    let interpreter = Engine::Interpreter(Checking::new(checks));
    [Options::default(), Options { engine: interpreter, ..Options::default() }]
}

fn compiled(text: &str) -> Vec<u32> {
    let arguments = ["-T", "ps_6_6", "-E", "main", "-fspv-target-env=vulkan1.3"];
    let compiler = Compiler::from_args(&arguments).unwrap();
    compiler.compile("shader.hlsl", text, &Disk).unwrap_or_else(|failure| panic!("{failure}")).words
}

/// Triangles with perspective that leave the view on all sides, and behind the eye.
const VERTICES: &str =
    "struct V { float4 at : SV_Position; float2 a : A; noperspective float3 b : B; float constant : C; };
    V vs(uint id : SV_VertexID) {
        V v;
        float2 corner = float2(id % 3 == 1, id % 3 == 2) * 3.5 - 1.2 + (id / 3) * 0.3;
        v.at = float4(corner, 0.5, id % 3 == 2 ? (id < 3 ? -0.25 : 3) : 1);
        v.a = float2(id * 0.37, 5 - corner.x);
        v.b = float3(id % 2, corner);
        v.constant = 0.1;
        return v;
    }
    ";

/// Draws with a pixel shader that writes 1 where all is as it must be, in both engines.
fn agrees(name: &str, pixel: &str, line: &str) {
    let folder = Folder::new(name);
    folder.write("a.hlsl", &format!("{VERTICES}{pixel}"));
    let texels = folder.drawn(&format!("a.hlsl --size 37x29 --vertices 6 {line}"));
    let drawn: Vec<&[u8]> = texels.chunks(4).filter(|texel| **texel != [0; 4]).collect();
    assert!(drawn.len() > 200, "{name}: {}", drawn.len());
    for (at, texel) in drawn.iter().enumerate() {
        assert_eq!(**texel, [255; 4], "{name}: pixel {at} of those that are drawn");
    }
}

#[test]
fn attributes_are_evaluated_where_the_rasterizer_evaluates_them() {
    let pixel = "struct P { float4 at : SV_Position; float2 a : A; noperspective float3 b : B; float constant : C; };
        float4 ps(P v) : SV_Target {
            bool x = all(EvaluateAttributeSnapped(v.a, int2(0, 0)) == v.a);
            bool y = all(EvaluateAttributeSnapped(v.b, int2(0, 0)) == v.b);
            bool z = EvaluateAttributeAtSample(v.constant, 3) == 0.1 && EvaluateAttributeSnapped(v.constant, int2(-8, 7)) == 0.1;
            // A step to the left and one to the right are a pixel together.
            float2 left = EvaluateAttributeSnapped(v.b.xy, int2(-8, 0)), right = EvaluateAttributeSnapped(v.b.xy, int2(7, 0));
            bool w = all(abs((right - left) * 16 / 15 - ddx(v.b.xy)) < 0.001);
            return float4(x, y, z, w);
        }";
    agrees("snapped", pixel, "");
    // The shader runs per sample, and asks for the sample that it runs for.
    let pixel =
        "struct P { float4 at : SV_Position; sample float2 a : A; noperspective sample float3 b : B; float c : C; };
        float4 ps(P v, uint number : SV_SampleIndex) : SV_Target {
            return float4(all(EvaluateAttributeAtSample(v.a, number) == v.a),
                all(EvaluateAttributeAtSample(v.b, number) == v.b), 1, 1);
        }";
    agrees("at_sample", pixel, "--samples 4 --target SV_Target0=rgba8unorm:1,1,1,1");
    let pixel = "struct P { float4 at : SV_Position; centroid float2 a : A; noperspective centroid float3 b : B; float c : C; };
        float4 ps(P v) : SV_Target {
            return float4(all(EvaluateAttributeCentroid(v.a) == v.a), all(EvaluateAttributeCentroid(v.b) == v.b), 1, 1);
        }";
    agrees("centroid", pixel, "--samples 8 --target SV_Target0=rgba8unorm:1,1,1,1");
}

#[test]
fn vertices_have_their_values_and_weights() {
    // The weights are those of the whole triangle, also where the view cuts it.
    let pixel = "struct P { float4 at : SV_Position; float2 a : A; noperspective float3 b : B; nointerpolation float c : C; };
        float4 ps(float4 at : SV_Position, nointerpolation float2 a : A, noperspective float3 b : B,
            nointerpolation float c : C, float3 weights : SV_Barycentrics) : SV_Target {
            float2 first = GetAttributeAtVertex(a, 0), second = GetAttributeAtVertex(a, 1), third = GetAttributeAtVertex(a, 2);
            bool is_first = first.x < 0.1 || abs(first.x - 1.11) < 0.001;
            bool y = abs(second.x - first.x - 0.37) < 0.001 && abs(third.x - second.x - 0.37) < 0.001;
            return float4(is_first, y, abs(dot(weights, 1) - 1) < 0.001, all(weights > -0.001));
        }";
    agrees("vertices", &pixel.replace("struct P", "struct Q"), "");
}

#[test]
fn levels_are_numbers() {
    let text = "Texture2D<float4> image; TextureCube<float4> cube; Texture3D<float4> volume; Texture1DArray<float4> line_;
        SamplerState s;
        float4 main(float3 at : TEXCOORD, uint which : WHICH) : SV_Target {
            float2 level = float2(image.CalculateLevelOfDetail(s, at.xy), image.CalculateLevelOfDetailUnclamped(s, at.xy));
            return float4(level, cube.CalculateLevelOfDetailUnclamped(s, at + float3(0, 0, 1)),
                volume.CalculateLevelOfDetailUnclamped(s, at) + 16 * line_.CalculateLevelOfDetail(s, at.x));
        }";
    let words = compiled(text);
    let image = Image::d2(Format::R32_FLOAT, 8, 8).unwrap().with_levels(2).unwrap();
    let cube = Image::cube(Format::R32_FLOAT, 64).unwrap();
    let volume = Image::d3(Format::R32_FLOAT, 16, 2, 2).unwrap();
    let line = Image::d1(Format::R32_FLOAT, 16).unwrap().with_levels(3).unwrap();
    let linear =
        Sampler { magnify: Filter::Linear, minify: Filter::Linear, levels: Filter::Linear, ..Sampler::default() };
    let found = engines().map(|options| {
        let shade = Shade::new(&words, "main", &options).unwrap().input("TEXCOORD", &[0.0, 0.0, 0.0]).unwrap();
        // Steps of four texels of the image, of eight of a face, of eight of the volume and of the line.
        let shade = shade.derivatives("TEXCOORD", &[0.5, 0.0, 0.0], &[0.0, 0.25, 0.0]).unwrap();
        let shaded = shade.run_with(|dispatch| {
            dispatch.texture("image", &image)?.texture("cube", &cube)?.texture("volume", &volume)?;
            dispatch.texture("line_", &line)?.sampler("s", linear.clone())?;
            Ok(())
        });
        shaded.unwrap().target(0).unwrap()
    });
    assert_eq!(found, [[1.0, 2.0, 4.0, 3.0 + 16.0 * 2.0]; 2]);
}

#[test]
fn one_pixel_is_evaluated_along_its_derivatives() {
    let text = "float4 main(float2 a : A) : SV_Target {
            return float4(EvaluateAttributeSnapped(a, int2(4, 0)), EvaluateAttributeSnapped(a, int2(0, -8)));
        }";
    let words = compiled(text);
    for options in engines() {
        let shade = Shade::new(&words, "main", &options).unwrap().at([3.5, 7.5]).input("A", &[1.0, 2.0]).unwrap();
        let shade = shade.derivatives("A", &[4.0, 0.0], &[0.0, 8.0]).unwrap();
        assert_eq!(shade.run().unwrap().target(0), Some([2.0, 2.0, 1.0, -2.0]));
    }
    // A picture that a pixel shader fills alone.
    let folder = Folder::new("filled");
    let text = "float4 main(float2 uv : TEXCOORD) : SV_Target {
            float2 moved = EvaluateAttributeSnapped(uv, int2(-8, 0));
            return float4(all(EvaluateAttributeSnapped(uv, 0) == uv), abs(moved.x * 8 - round(moved.x * 8)) < 0.001, moved.y == uv.y, 1);
        }";
    folder.write("a.hlsl", text);
    assert_eq!(folder.drawn("a.hlsl --size 8x4"), [255; 8 * 4 * 4]);
}

#[test]
fn registers_of_several_classes_have_one_number() {
    let folder = Folder::new("registers");
    let text = "cbuffer Tint : register(b0) { float4 tint; };
        Texture2D<float4> image : register(t0); TextureCube<float4> sky : register(t0); SamplerState s : register(s0);
        float4 vs(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 4 - 1, tint.w, 1); }
        float4 ps(float4 at : SV_Position) : SV_Target { return image.Load(int3(0, 0, 0)) + tint; }
        float4 other(float4 at : SV_Position) : SV_Target { return sky.Sample(s, at.xyz); }";
    folder.write("a.hlsl", text);
    let bind = "--bind Tint=f32:0.2,0.4,0,0.4 --bind image=image:1x1:rgba32float:f32:0.4,0,0.2,0.2";
    let texels = folder.drawn(&format!("a.hlsl --vertex vs --pixel ps --size 1x1 {bind}"));
    assert_eq!(texels, [153, 102, 51, 153]);
    // A checked run keeps what the other entry point uses.
    let (status, _, said) =
        folder.call(&format!("draw a.hlsl --vertex vs --pixel ps --size 1x1 {bind} --check --out a.raw"));
    assert_eq!((status, std::fs::read(folder.0.join("a.raw")).unwrap()), (0, texels), "{said}");
    let (status, _, said) = folder.call("draw a.hlsl --vertex vs --pixel ps --size 1x1 --bind tint=f32:1");
    assert!(status == 1 && !said.contains("429496729"), "{said}");
}

#[test]
fn pixel_shaders_without_targets_draw_depth() {
    let folder = Folder::new("depth");
    let text =
        "float4 vs(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1); }
        void ps(float4 at : SV_Position) { if (at.x < 1) discard; }";
    folder.write("a.hlsl", text);
    let (status, printed, said) = folder.call("draw a.hlsl --size 2x1 --state depth=less --history 0,0");
    assert!(status == 0 && printed.contains("discarded"), "{status} {printed} {said}");
    let (_, printed, _) = folder.call("draw a.hlsl --size 2x1 --state depth=less --history 1,0");
    assert!(printed.contains("written by ps"), "{printed}");
}

#[test]
fn inner_coverage_is_that_of_whole_pixels() {
    let folder = Folder::new("inner");
    let text = "float4 vs(uint id : SV_VertexID) : SV_Position {
            return float4(float2(id & 1, id >> 1) * float2(1.7, 1.3) - 0.9 + id * 0.1, 0.5, 1);
        }
        float4 ps(float4 at : SV_Position, uint inner : SV_InnerCoverage) : SV_Target { return inner == 1; }
        float4 all_of(float4 at : SV_Position) : SV_Target { return 1; }";
    folder.write("a.hlsl", text);
    let inner = folder.drawn("a.hlsl --pixel ps --size 31x23 --state conservative=over");
    let under = folder.drawn("a.hlsl --pixel all_of --size 31x23 --state conservative=under");
    assert!(inner == under && under.contains(&255));
    let over = folder.drawn("a.hlsl --pixel all_of --size 31x23 --state conservative=over");
    assert!(over != under);
}
