//! What pixel shaders may ask of a primitive and of textures: attributes at other places, vertices, weights, levels.

mod support;

use hlsl2spirv::run::{Checking, Checks, Engine, Filter, Format, Image, Options, Rules, Sampler, Shade};
use hlsl2spirv::{Compiler, Disk};
use support::Folder;

mod drawn;

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
    let folder = Folder::empty(name);
    folder.write("a.hlsl", format!("{VERTICES}{pixel}"));
    let texels = folder.drawn(&format!("a.hlsl --size 37x29 --vertices 6 {line}"));
    let drawn: Vec<&[u8]> = texels.chunks(4).filter(|texel| **texel != [0; 4]).collect();
    assert!(drawn.len() > 200, "{name}: {}", drawn.len());
    for (at, texel) in drawn.iter().enumerate() {
        assert_eq!(**texel, [255; 4], "{name}: pixel {at} of those that are drawn");
    }
}

/// The components of inputs that compiled code reads, as letters behind the names.
fn read(text: &str) -> Vec<String> {
    use hlsl2spirv::run::{Stage, rows};
    let stage = Stage::new(&compiled(text), rows::Stage::Pixel, None, &Options::default()).unwrap();
    let inputs = stage.interface().inputs.iter().skip(1).filter(|row| row.is_read);
    inputs.map(|row| format!("{}.{}", row.name, &"xyzw"[row.component as usize..][..1])).collect()
}

#[test]
fn rows_of_components_that_are_not_read_are_known() {
    let of =
        |body: &str| read(&format!("float4 main(float4 a : A, float3 b : B, uint n : N) : SV_Target {{ {body} }}"));
    let all = ["A.x", "A.y", "A.z", "A.w"];
    assert_eq!(of("return a.xxzz;"), ["A.x", "A.z"]);
    assert_eq!(of("return float4(a.yx, b.zz);"), ["A.x", "A.y", "B.z"]);
    assert_eq!(of("return a;"), all);
    // A loop hands the value on; an index may select any component.
    assert_eq!(of("float4 s = 0; for (uint i = 0; i < 9; i++) { s += a; a = s.wzyx; } return s;")[..4], all);
    assert_eq!(of("return a[n & 3];")[..4], all);
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
    let folder = Folder::empty("filled");
    let text = "float4 main(float2 uv : TEXCOORD) : SV_Target {
            float2 moved = EvaluateAttributeSnapped(uv, int2(-8, 0));
            return float4(all(EvaluateAttributeSnapped(uv, 0) == uv), abs(moved.x * 8 - round(moved.x * 8)) < 0.001, moved.y == uv.y, 1);
        }";
    folder.write("a.hlsl", text);
    assert_eq!(folder.drawn("a.hlsl --size 8x4"), [255; 8 * 4 * 4]);
}

#[test]
fn registers_of_several_classes_have_one_number() {
    let folder = Folder::empty("registers");
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
    assert_eq!((status, std::fs::read(folder.join("a.raw")).unwrap()), (0, texels), "{said}");
    let (status, _, said) = folder.call("draw a.hlsl --vertex vs --pixel ps --size 1x1 --bind tint=f32:1");
    assert!(status == 1 && !said.contains("429496729"), "{said}");
}

#[test]
fn pixel_shaders_without_targets_draw_depth() {
    let folder = Folder::empty("depth");
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
    let folder = Folder::empty("inner");
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

/// What a checked draw says, and its status.
fn checked(name: &str, text: &str, line: &str) -> (i32, String) {
    let folder = Folder::empty(name);
    folder.write("a.hlsl", text);
    let (status, _, said) =
        folder.call(&format!("draw a.hlsl --size 16x8 {line} --check --report clang --out a.raw -- -Wno-everything"));
    (status, said)
}

#[test]
fn outputs_are_watched_where_they_count() {
    let text = "struct V { float4 at : SV_Position; float2 uv : UV; float4 more : MORE; };
        V vs(uint id : SV_VertexID) {
            V v;
            v.at = float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
            v.uv.x = id;
            if (id < 2) v.uv.y = 1;
            return v;
        }
        float4 ps(float4 at : SV_Position, float2 uv : UV) : SV_Target {
            float4 color;
            color.xyz = uv.xyx;
            if (at.x > 8) discard;
            if (at.x < 8) color.w = 1;
            return color;
        }";
    // What no pixel shader reads need not be written; a discarded pixel and a helper write nothing.
    let (status, said) = checked("outputs", text, "");
    assert_eq!((status, said.matches("error").count()), (6, 2), "{said}");
    assert!(said.contains("output 'UV.y' is not written on this path (uninit-output)"), "{said}");
    assert!(said.contains("vertex 2 of instance 0") && said.contains("a.hlsl:8:"), "{said}");
    let (status, said) = checked("all_outputs", &text.replace("if (id < 2) ", ""), "");
    assert_eq!(status, 0, "{said}");
}

#[test]
fn numbers_that_are_none_are_found_in_targets_and_positions() {
    let text =
        "float4 vs(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1); }
        float4 ps(float4 at : SV_Position) : SV_Target {
            float root = sqrt(at.x - 4);
            return root;
        }";
    let (status, said) = checked("targets", text, "");
    assert!(
        status == 0 && said.contains("NaN is written to 'SV_Target.x'; it originates at line 3 (nan-target)"),
        "{said}"
    );
    let elsewhere = text.replace("sqrt(at.x - 4)", "noise(at.x)");
    let header = "#line 10 \"noise.hlsli\"\nfloat noise(float x) { return sqrt(x - 4); }\n#line 1 \"a.hlsl\"\n";
    let (_, said) = checked("header", &format!("{header}{elsewhere}"), "");
    assert!(said.contains("it originates at noise.hlsli:10 (nan-target)"), "{said}");
    let (status, said) = checked("positions", &text.replace("0.5, 1)", "0.5, log(-1.0 - id))"), "");
    assert!(status == 0 && said.contains("NaN is written to 'SV_Position.w'") && !said.contains("(clip-w)"), "{said}");
    let (status, said) = checked("infinite", &text.replace("0.5, 1)", "0.5, 0)"), "");
    assert!(status == 0 && said.contains("1 primitive is not drawn as given") && said.contains("(clip-w)"), "{said}");
}

#[test]
fn effects_and_states_of_draws_are_looked_at() {
    let text = "RWStructuredBuffer<uint> counts;
        float4 vs(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1); }
        float4 ps(float4 at : SV_Position) : SV_Target { InterlockedAdd(counts[0], 1); return at.z; }";
    let bind = "--bind counts=zeros:4";
    let (status, said) = checked("effects", text, &format!("{bind} --state depth=less"));
    assert!(status == 0 && said.contains("a.hlsl:3:") && said.contains("(side-effect-early)"), "{said}");
    let (_, said) = checked("effects_alone", text, bind);
    assert!(!said.contains("side-effect-early"), "{said}");
    for state in ["depth-bias=2", "alpha-to-coverage=on", "sample-mask=2", "topology=lines,cull=back"] {
        let (status, said) = checked("unused", text, &format!("{bind} --state {state}"));
        assert!(status == 0 && said.contains("(unused-state)"), "{state}: {said}");
    }
    // Two pixels write one address.
    let race = text.replace("InterlockedAdd(counts[0], 1)", "counts[0] = uint(at.x)");
    let (_, said) = checked("race", &race, bind);
    assert!(said.contains("by two pixels (interlock)") && said.contains("pixel ("), "{said}");
}

#[test]
fn accesses_of_pixels_without_an_order_are_found() {
    // Two triangles, one over the other; the second one also alone in another packet.
    let text = "RWStructuredBuffer<uint> items;
        float4 vs(uint id : SV_VertexID) : SV_Position {
            uint corner = id % 3;
            return float4(float2(corner & 1, corner >> 1) * 4 - 1, 0.5, 1);
        }
        float4 ps(float4 at : SV_Position) : SV_Target {
            uint pixel = uint(at.x) + 16 * uint(at.y);
            items[pixel] = items[pixel] * 3 + 1;
            return at.z;
        }";
    let line = "--bind items=zeros:512 --vertices 6";
    let (status, said) = checked("unordered", text, line);
    assert!(status == 6 && said.contains("by two invocations at one pixel (interlock)"), "{said}");
    assert!(said.contains("pixel (0,0) of primitive 0 ") && said.contains("pixel (0,0) of primitive 1 "), "{said}");
    let (status, said) = checked("one", text, "--bind items=zeros:512");
    assert!(status == 0 && !said.contains("interlock"), "{said}");
    let ordered = text.replace("RWStructured", "RasterizerOrderedStructured");
    let (status, said) = checked("ordered", &ordered, line);
    assert!(status == 0 && !said.contains("interlock"), "{said}");
    // A view of one pixel's own does not order two pixels.
    let beside = ordered.replace("uint(at.x) + 16 * uint(at.y)", "uint(at.x) / 2 + 16 * uint(at.y)");
    let (status, said) = checked("beside", &beside, line);
    assert!(status == 6 && said.contains("by two pixels (interlock)"), "{said}");
    // Atomic operations need no order.
    let atomic = text.replace("items[pixel] = items[pixel] * 3 + 1", "InterlockedAdd(items[pixel], 3)");
    let (status, said) = checked("atomic", &atomic, line);
    assert!(status == 0 && !said.contains("interlock"), "{said}");
}

#[test]
fn results_that_helpers_do_not_have_are_found_where_pixels_get_them() {
    let text = "RWStructuredBuffer<uint> counts; Texture2D<float4> image; SamplerState s;
        float4 vs(uint id : SV_VertexID) : SV_Position { return float4(float2(id & 1, id >> 1) * 2.3 - 1, 0.5, 1); }
        float4 ps(float4 at : SV_Position) : SV_Target {
            uint before;
            InterlockedAdd(counts[0], 1, before);
            float own = before, lanes = WaveActiveSum(1u);
            float4 color = RESULT;
            if (own < 0) color = 0;
            return color;
        }";
    let of = |result: &str| {
        let image = "--bind image=image:4x4:rgba8unorm --bind s=sampler:linear";
        let bind = if result.contains("image") { image } else { "" };
        checked("helped", &text.replace("RESULT", result), &format!("--bind counts=zeros:4 {bind}"))
    };
    for result in ["ddy(own)", "fwidth(lanes)", "QuadReadAcrossX(own)", "image.Sample(s, own)"] {
        let (status, said) = of(result);
        assert!(status == 0 && said.contains("(helper-effect)") && said.contains("pixel ("), "{result}: {said}");
        assert!(!said.contains("uninit") && !said.contains("helper of"), "{result}: {said}");
    }
    for result in ["own + lanes", "ddx(at.z) + image.SampleLevel(s, own, 0)", "image.Sample(s, at.xy)"] {
        let (status, said) = of(result);
        assert!(status == 0 && !said.contains("helper-effect") && !said.contains("uninit"), "{result}: {said}");
    }
}

#[test]
fn helpers_far_outside_of_a_primitive_are_found_where_pixels_get_their_inputs() {
    let text = "Texture2D<float4> image; SamplerState s;
        struct V { float4 at : SV_Position; float2 uv : UV; noperspective float2 flat : FLAT; };
        V vs(uint id : SV_VertexID) {
            float3 corners[3] = { float3(-4, -1, 1), float3(4, -1, 1), float3(0, -1, 20) };
            float3 own = corners[id];
            PLACE
            V v = { float4(own.xy, own.z * 0.5, own.z), own.xz, own.xy };
            return v;
        }
        float4 ps(V v) : SV_Target { return RESULT; }";
    let of = |place: &str, result: &str, checks: &str| {
        let image = if result.contains("image") { "--bind image=image:4x4:rgba8unorm" } else { "" };
        let sampler = if result.contains("s,") { "--bind s=sampler:linear" } else { "" };
        let folder = Folder::empty("edges");
        folder.write("a.hlsl", text.replace("PLACE", place).replace("RESULT", result));
        let bind = format!("--size 8x6 {image} {sampler}");
        let line = format!("draw a.hlsl {bind} {checks} --report clang --out a.raw -- -Wno-everything");
        let (status, _, said) = folder.call(&line);
        assert!(status == 0 && !said.contains("uninit"), "{place} {result}: {said}");
        said
    };
    let named = "--check=full,derivative-edge";
    for result in ["image.Sample(s, v.uv)", "ddy(v.uv.y)", "fwidth(v.uv.x + 1)", "QuadReadAcrossY(v.uv.y)"] {
        let said = of("", result, named);
        assert!(said.contains("(derivative-edge)") && said.contains("pixel ("), "{result}: {said}");
        assert!(!said.contains("helper of"), "{result}: {said}");
    }
    // What does not depend on inputs with perspective, and what pixels compute alone.
    for result in [
        "image.SampleLevel(s, v.uv, 0) + v.uv.x",
        "image.Sample(s, v.flat)",
        "image.Sample(s, v.at.xy)",
        "image.Load(int3(v.uv, 0)) + ddx_fine(v.at.z)",
        "v.uv.x > 3 ? 1 : 0",
    ] {
        assert!(!of("", result, named).contains("derivative-edge"), "{result}");
    }
    let sample = "image.Sample(s, v.uv)";
    // The nearest edge, below which helpers are much nearer.
    let near = of("own.y = -0.2 + own.z / 3;", sample, named);
    assert!(near.contains("(derivative-edge)"), "{near}");
    // A wall, whose points are all as far away, and one that is seen at a slant.
    for place in ["own.z = 1;", "own = float3(own.xy, 1 + id * 0.5);"] {
        assert!(!of(place, sample, named).contains("derivative-edge"), "{place}");
    }
    assert!(!of("", sample, "--check").contains("derivative-edge"));
}

/// A shader of the samples, what is drawn with it, and mistakes in it: texts, and what they become.
type Mutants = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Vertices, a flat number and coordinates, as the shader below has them.
const STRIPES: &str =
    "struct V { float4 at : SV_Position; nointerpolation uint number : NUMBER; float2 uv : UV; float2 more : MORE; };
    V vs(uint id : SV_VertexID) {
        V v;
        float2 corner = float2(id % 3 == 1, id % 3 == 2) * 2.5;
        v.at = float4(corner - 1 + (id / 3) * 0.2, 0.25 + (id / 3) * 0.25, 1 + (id % 3) * 0.5);
        v.number = id / 3 + id % 3;
        v.uv = corner;
        v.more = float2(id % 2, 1 - corner.x * 0.25);
        return v;
    }
    struct P { float4 at : SV_Position; nointerpolation uint id : NUMBER; float2 at_uv : UV; float2 color : MORE; };
    float4 ps(P p) : SV_Target {
        if (frac(p.at_uv.x * 3) < 0.25) discard;
        return float4(p.id / 4.0, p.at_uv.y, p.color);
    }";

const MUTANTS: &[Mutants] = &[
    (
        STRIPES,
        "--vertices 6 --state depth=less,blend=alpha",
        &[
            ("nointerpolation uint id : NUMBER", "nointerpolation uint id : NUMBER2"),
            ("nointerpolation uint id : NUMBER", "uint id : COLOR"),
            ("nointerpolation uint number : NUMBER", "float number : NUMBER"),
            ("float2 at_uv : UV; float2 color : MORE", "float2 at_uv : MORE; float2 color : UV"),
            ("float2 at_uv : UV; float2 color : MORE", "noperspective float2 at_uv : UV; float2 color : MORE"),
            ("float2 at_uv : UV; float2 color : MORE", "nointerpolation float2 at_uv : UV; float2 color : MORE"),
            ("float2 at_uv : UV; float2 color : MORE", "float2 at_uv : UV; noperspective float2 color : MORE"),
            ("if (frac(p.at_uv.x * 3) < 0.25) discard;", ""),
            ("< 0.25", "> 0.25"),
            ("v.uv = corner;", ""),
            ("v.more = float2", "v.uv = float2"),
            ("v.number = id / 3 + id % 3;", "v.number = id / 3 + 1;"),
            ("0.25 + (id / 3) * 0.25", "0.75 - (id / 3) * 0.25"),
            ("1 + (id % 3) * 0.5", "1"),
            ("1 + (id % 3) * 0.5", "id % 3"),
            ("p.at_uv.y, p.color", "p.color, p.at_uv.y"),
            ("depth=less", "depth=greater"),
            ("depth=less", "depth=none"),
            ("blend=alpha", "blend=add"),
            ("blend=alpha", "cull=back"),
            ("blend=alpha", "blend=multiply"),
        ],
    ),
    (
        include_str!("../../shaders/tunnel.hlsl"),
        "--frame 9",
        &[
            ("radius < 0.02", "radius < 0.2"),
            ("radius < 0.02", "radius > 0.02"),
            ("lerp(cold, warm", "lerp(warm, cold"),
            ("fwidth(depth)", "ddx(depth)"),
            ("at.y, at.x", "at.x, at.y"),
            ("depth + time", "depth"),
            ("2 * position.xy - resolution", "position.xy - resolution"),
            ("0.5 / radius", "0.5 / (radius - radius)"),
        ],
    ),
    (
        include_str!("../../shaders/clay.hlsl"),
        "--input torus.obj --samples 4 --frame 20",
        &[
            (
                "float3 position : POSITION;\n    float3 normal : NORMAL;\n};\n\nstruct Varyings",
                "float3 position : NORMAL;\n    float3 normal : POSITION;\n};\n\nstruct Varyings",
            ),
            ("float3 normal : NORMAL;\n};\n\nstatic", "nointerpolation float3 normal : NORMAL;\n};\n\nstatic"),
            ("output.normal = turned(input.normal);", ""),
            ("output.normal = turned(input.normal);", "output.normal = input.normal;"),
            ("output.normal = turned", "output.position = turned"),
            ("normalize(input.normal)", "input.normal"),
            ("saturate(dot(normal, to_lamp))", "dot(normal, to_lamp)"),
            ("NEAR) * FAR / (FAR - NEAR), depth)", "NEAR) * FAR / (FAR - NEAR), 1)"),
            ("--samples 4", "--samples 1"),
            ("--samples 4", "--samples 4 --state depth=greater"),
            ("--samples 4", "--samples 4 --state cull=front"),
            ("sincos(time, s, c)", "sincos(time, c, s)"),
        ],
    ),
];

#[test]
fn mistakes_in_shaders_are_found_by_checks_or_pictures() {
    let folder = Folder::empty("mutants");
    folder.write("torus.obj", include_str!("../../shaders/torus.obj"));
    let (mut all, mut missed) = (0, Vec::new());
    for (number, (text, line, mutations)) in MUTANTS.iter().enumerate() {
        let draw = |text: &str, line: &str| {
            folder.write("a.hlsl", text);
            let line = format!("draw a.hlsl --size 48x32 {line} --check --report clang --out a.raw -- -Wno-everything");
            let (status, _, said) = folder.call(&line);
            (status, said, std::fs::read(folder.join("a.raw")).unwrap_or_default())
        };
        let (status, said, picture) = draw(text, line);
        assert!(status == 0 && said.contains("no findings"), "{number}: {said}");
        for (from, to) in *mutations {
            assert!(text.contains(from) || line.contains(from), "{from}");
            all += 1;
            let (status, said, other) = draw(&text.replacen(from, to, 1), &line.replacen(from, to, 1));
            if status == 0 && said.contains("no findings") && picture == other {
                missed.push(format!("{number}: '{from}' as '{to}'"));
            }
        }
    }
    assert!(missed.len() * 20 <= all, "{} of {all} are not found: {missed:#?}", missed.len());
}

/// A finding: line, column, level, message, code.
type Found = (usize, usize, String, String, String);

/// What the comments of a file expect, each below its line, under the column.
fn expected(text: &str) -> Vec<Found> {
    let (mut found, mut line) = (Vec::new(), 0);
    for (number, own) in (1..).zip(text.lines()) {
        let Some(rest) = own.trim_start().strip_prefix("//~") else {
            line = number;
            continue;
        };
        let column = own.find('^').map_or(1, |column| column + 1);
        let (level, rest) = rest.trim_start_matches([' ', '^']).split_once('[').unwrap();
        let (code, message) = rest.split_once("]: ").unwrap();
        found.push((line, column, level.to_owned(), message.to_owned(), code.to_owned()));
    }
    found.sort();
    found
}

/// What a checked draw has found in its file.
fn findings(name: &str, said: &str) -> Vec<Found> {
    let of_line = |line: &str| -> Option<Found> {
        let (line, rest) = line.strip_prefix(&format!("{name}:"))?.split_once(':')?;
        let (column, rest) = rest.split_once(": ")?;
        let (level, rest) = rest.split_once(": ")?;
        let (message, code) = rest.strip_suffix(']')?.rsplit_once(" [")?;
        // Warnings of the compiler have no codes of checks.
        let code = Some(code).filter(|code| code.starts_with('E'))?;
        Some((line.parse().ok()?, column.parse().ok()?, level.to_owned(), message.to_owned(), code.to_owned()))
    };
    let mut found: Vec<Found> = said.lines().filter_map(of_line).collect();
    found.sort();
    found
}

#[test]
fn files_expect_what_checks_find() {
    let suite = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/draws");
    let mut count = 0;
    for entry in std::fs::read_dir(suite).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let line = text.lines().next().and_then(|line| line.strip_prefix("// draw: ")).unwrap();
        let folder = Folder::empty(&name);
        folder.write(&name, &text);
        let check = if line.contains("--check") { "" } else { "--check" };
        let (_, _, said) = folder.call(&format!(
            "draw {name} --vertex vs --pixel ps {line} {check} --report clang --out a.raw -- -Wno-everything"
        ));
        assert_eq!(findings(&name, &said), expected(&text), "{name}: {said}");
        count += 1;
    }
    assert!(count > 5);
}
