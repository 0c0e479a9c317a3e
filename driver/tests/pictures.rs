//! Pixel and vertex shaders on the CPU: values computed by hand, in both engines.

mod support;

mod drawn;

use hlsl2spirv::run::{
    Checking, Checks, Draw, Engine, Error, Filter, Format, Image, Indirect, Invocations, Options, Pipeline, Rules,
    Sampler, Shade, Shaded, Stage, Transform, Transformed, Work, fixed, rows,
};
use hlsl2spirv::{Compiler, Disk};
use support::Folder;

/// The words of a shader.
fn compiled(profile: &str, text: &str) -> Vec<u32> {
    let arguments = ["-T", profile, "-E", "main", "-fspv-target-env=vulkan1.3", "-enable-16bit-types"];
    let compiler = Compiler::from_args(&arguments).unwrap();
    compiler.compile("shader.hlsl", text, &Disk).unwrap_or_else(|failure| panic!("{failure}")).words
}

/// Both engines: compiled code, and the interpreter with all checks.
fn engines() -> [Options; 2] {
    let checks = Checks::parse("full", Rules::Hlsl).unwrap();
    let interpreter = Engine::Interpreter(Checking::new(checks));
    [Options::default(), Options { engine: interpreter, ..Options::default() }]
}

/// The result of a pixel in both engines, which must agree.
fn shaded(text: &str, set: impl Fn(Shade) -> Result<Shaded, Error>) -> Shaded {
    let words = compiled("ps_6_6", text);
    let [compiled, interpreted] = engines().map(|options| set(Shade::new(&words, "main", &options).unwrap()).unwrap());
    assert_eq!(compiled, interpreted);
    compiled
}

#[test]
fn a_pixel_is_a_function_of_its_inputs() {
    let text = "float4 main(float4 at : SV_Position, float2 uv : TEXCOORD, nointerpolation uint id : ID,
            bool front : SV_IsFrontFace) : SV_Target {
            if (uv.x < 0.25) discard;
            return float4(uv.x, ddx(uv.x) + 10 * ddy(uv.y), at.x, id + front);
        }";
    let set = |shade: Shade| shade.at([3.5, 7.5]).input("TEXCOORD0", &[0.5, 0.25])?.input("ID", &[41.0]);
    let found = shaded(text, |shade| set(shade)?.derivatives("texcoord", &[0.125, 0.0], &[0.0, 0.5])?.run());
    assert_eq!(found.target(0), Some([0.5, 5.125, 3.5, 42.0]));
    assert!(!found.is_discarded());
    let found = shaded(text, |shade| set(shade.back_face())?.input("TEXCOORD", &[0.0])?.run());
    assert!(found.is_discarded());
    assert_eq!(found.target(0), None);
}

#[test]
fn helpers_have_no_effects() {
    let text = "RWStructuredBuffer<uint> counts;
        float4 main(float2 uv : TEXCOORD) : SV_Target {
            uint before, all = WaveActiveCountBits(true);
            for (uint turn = 0; turn < 3; turn++) {
                InterlockedAdd(counts[0], 1, before);
                if (uv.x > 0.5) { counts[1] = turn; }
            }
            if (uv.y > 0.5) discard;
            InterlockedAdd(counts[2], 1);
            return float4(all, before, QuadReadAcrossX(uv.x), IsHelperLane());
        }";
    let words = compiled("ps_6_6", text);
    for options in engines() {
        let shade = Shade::new(&words, "main", &options).unwrap();
        let mut counts = [0u32; 4];
        let run = |shade: &Shade, counts: &mut [u32; 4]| {
            shade.run_with(|dispatch| dispatch.buffer_mut("counts", counts).map(|_| ())).unwrap()
        };
        let one = shade.clone().input("TEXCOORD", &[0.75, 0.25]).unwrap();
        let one = one.derivatives("TEXCOORD", &[1.0, 0.0], &[0.0, 1.0]).unwrap();
        assert_eq!(run(&one, &mut counts).target(0), Some([1.0, 2.0, 1.75, 0.0]));
        assert_eq!(counts, [3, 2, 1, 0]);
        let gone = shade.input("TEXCOORD", &[0.25, 0.75]).unwrap();
        assert!(run(&gone, &mut counts).is_discarded());
        // What follows the discard has no effect, what precedes it has.
        assert_eq!(counts, [6, 2, 1, 0]);
    }
}

#[test]
fn levels_follow_from_derivatives() {
    let text = "Texture2D<float4> image; SamplerState linear_mip;
        float4 main(float2 uv : TEXCOORD, float bias : BIAS) : SV_Target {
            return float4(image.Sample(linear_mip, uv).x, image.SampleBias(linear_mip, uv, bias).x,
                image.SampleLevel(linear_mip, uv, 1).x, 1);
        }";
    let words = compiled("ps_6_6", text);
    let mut image = Image::d2(Format::R32_FLOAT, 8, 8).unwrap().with_levels(4).unwrap();
    for level in 0..4 {
        let side = 8usize >> level;
        image.set_values(level, 0, &vec![10.0 * (level as f32 + 1.0); side * side]);
    }
    let sampler =
        Sampler { magnify: Filter::Linear, minify: Filter::Linear, levels: Filter::Linear, ..Sampler::default() };
    let found = engines().map(|options| {
        let shade = Shade::new(&words, "main", &options).unwrap();
        let shade = shade.input("TEXCOORD", &[0.25, 0.25]).unwrap().input("BIAS", &[1.0]).unwrap();
        // A step of two texels: level 1.
        let shade = shade.derivatives("TEXCOORD", &[0.25, 0.0], &[0.0, 0.25]).unwrap();
        let shaded = shade.run_with(|dispatch| {
            dispatch.texture("image", &image)?.sampler("linear_mip", sampler.clone())?;
            Ok(())
        });
        shaded.unwrap().target(0).unwrap()
    });
    assert_eq!(found, [[20.0, 30.0, 20.0, 1.0]; 2]);
}

#[test]
fn a_vertex_is_a_function_of_its_inputs() {
    let text = "struct Out { float4 at : SV_Position; float3 normal[2] : NORMAL; nointerpolation int id : ID; float16_t h : HALF; };
        Out main(float3 at : POSITION, float3 normal : NORMAL, uint vertex : SV_VertexID, int16_t small : SMALL,
            nointerpolation uint64_t wide : WIDE) {
            Out result;
            result.at = float4(at * 2, vertex);
            result.normal[0] = normal;
            result.normal[1] = -normal;
            result.id = int(small) - int(wide >> 32);
            result.h = (float16_t)at.x;
            return result;
        }";
    let words = compiled("vs_6_6", text);
    let found: [Transformed; 2] = engines().map(|options| {
        let vertex = Transform::new(&words, "main", &options).unwrap().vertex(7);
        let vertex = vertex.input("POSITION", &[1.0, 2.0, 3.5]).unwrap().input("NORMAL", &[0.0, 1.0, 0.0]).unwrap();
        let vertex = vertex.input("SMALL", &[-3.0]).unwrap().input("WIDE", &[8_589_934_592.0]).unwrap();
        vertex.run().unwrap()
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].position(), Some([2.0, 4.0, 7.0, 7.0]));
    assert_eq!(found[0].output("NORMAL"), [0.0, 1.0, 0.0, -0.0, -1.0, -0.0]);
    assert_eq!((found[0].output("ID"), found[0].output("HALF")), (vec![-5.0], vec![1.0]));
    let error = Transform::new(&words, "main", &Options::default()).unwrap().input("COLOR", &[]).unwrap_err();
    assert!(error.to_string().starts_with("unknown input 'COLOR'; the shader has POSITION"), "{error}");
}

#[test]
fn a_pixel_has_more_outputs_than_colours() {
    let text = "struct Out { float4 color : SV_Target0; uint2 id : SV_Target2; float depth : SV_Depth; };
        Out main(float4 at : SV_Position) {
            Out result;
            result.color = at;
            result.id = uint2(at.xy);
            result.depth = at.z * 0.5;
            return result;
        }";
    let found = shaded(text, |shade| shade.at([2.5, 4.5]).depth(0.5).run());
    assert_eq!(found.target(0), Some([2.5, 4.5, 0.5, 1.0]));
    assert_eq!((found.target(1), found.target(2)), (None, Some([2.0, 4.0, 0.0, 0.0])));
    assert_eq!(found.depth(), Some(0.25));
}

#[test]
fn the_library_draws_what_a_buffer_says() {
    let vertex =
        "float4 main(uint vertex : SV_VertexID, uint instance : SV_InstanceID, out nointerpolation uint own : ID)
        : SV_Position { own = instance; return float4(vertex == 2 ? 3 : -1, vertex == 1 ? 3 : -1, 0.5, 1); }";
    let pixel = "uint main(float4 at : SV_Position, nointerpolation uint own : ID) : SV_Target { return own + 1; }";
    let stage = |text: &str, profile: &str, kind| {
        Stage::new(&compiled(profile, text), kind, None, &Options::default()).unwrap()
    };
    let (vertex, pixel) = (stage(vertex, "vs_6_6", rows::Stage::Vertex), stage(pixel, "ps_6_6", rows::Stage::Pixel));
    let pipeline = Pipeline::new(vertex, Some(pixel)).unwrap();
    let format = fixed::ColorFormat::from_name("r32uint").unwrap();
    let mut targets = fixed::Targets::new([2, 1], 1, 1).unwrap().with_color(format).unwrap();
    let state = fixed::State {
        viewports: vec![fixed::Viewport::of_size([2, 1])],
        blend: vec![fixed::Blend::default()],
        ..fixed::State::default()
    };
    // A draw of nothing, and one of three vertices for the instances 4 and 5.
    let numbers: Vec<u8> = [0u32, 1, 0, 0, 3, 2, 0, 4].iter().flat_map(|number| number.to_le_bytes()).collect();
    let indirect = Indirect { offset: 0, draws: 2, stride: 0, indexed: false };
    let call = fixed::Call::vertices(fixed::Topology::TriangleList, 0);
    let draw =
        Draw { state: &state, targets: &mut targets, call, instances: 0..0, number: 0, watch: None, streams: None };
    let mut run =
        |stage: &Stage, work: Work<'_>, _: &Invocations<'_>| stage.run_work(&mut stage.module().dispatch(), work);
    let fetch = |_: &rows::Row, _: &[u32], _: u32, words: &mut [u32]| words.fill(0);
    let statistics = pipeline.draw_indirect(draw, &indirect, &numbers, &fetch, &mut run, &|| false).unwrap();
    assert_eq!((statistics.vertices, targets.read_color(0, 0, 0)), (6, [6, 0, 0, 0].repeat(2)));
}

#[test]
fn the_command_draws_what_numbers_say() {
    let folder = Folder::empty("indirect");
    let text = "struct V { float4 at : SV_Position; nointerpolation uint own : ID; };
        V vs_main(uint vertex : SV_VertexID, uint instance : SV_InstanceID, [[vk::builtin(\"BaseInstance\")]] uint first : FIRST) {
            V v;
            v.at = float4(vertex == 2 ? 3 : -1, vertex == 1 ? 3 : -1, 0.5, 1);
            v.own = instance + 10 * first;
            return v;
        }
        uint ps_main(V v) : SV_Target { return v.own + 1; }";
    folder.write("own.hlsl", text);
    // A draw of nothing, and one of three vertices for the instances 4 and 5.
    let line = "own.hlsl --size 2x1 --target SV_Target=r32uint --indirect u32:0,1,0,0,3,2,0,4";
    assert_eq!(folder.drawn(line), [46, 0, 0, 0].repeat(2));
}

#[test]
fn products_are_not_contracted() {
    // With a fused sum the error of the product would be left.
    let text = "float4 main(float2 at : TEXCOORD) : SV_Target { return at.x * at.x - at.y; }";
    let x = 1.0 + f64::from(f32::EPSILON);
    let square = f64::from((x * x) as f32);
    let found = shaded(text, |shade| shade.input("TEXCOORD", &[x, square])?.run());
    assert_eq!(found.target(0), Some([0.0; 4]));
}

/// A pixel shader alone.
const PLACES: &str = "cbuffer Frame { float2 resolution; uint frame; float time; float scale; };
    float4 main(float4 at : SV_Position, float2 uv : TEXCOORD) : SV_Target {
        if (at.x > 3) discard;
        return float4(at.x / resolution.x, uv.y, ddy(at.y) * time + scale, frame / 255.0);
    }";

#[test]
fn a_pixel_shader_alone_fills_the_picture() {
    let folder = Folder::empty("alone");
    folder.write("places.hlsl", PLACES);
    let texels = folder.drawn("places.hlsl --size 7x7 --frame 30");
    let mut expected = Vec::new();
    for y in 0..7 {
        for x in 0..7 {
            let part = |value: f64| (value * 255.0).round() as u8;
            let texel = [part((f64::from(x) + 0.5) / 7.0), part((f64::from(y) + 0.5) / 7.0), part(0.5), 30];
            expected.extend(if x < 3 { texel } else { [0; 4] });
        }
    }
    assert_eq!(texels, expected);
    let (status, _, said) = folder.call("draw places.hlsl --size 2x2 --out a.png");
    let note = "note: 'Frame' is not bound: filled in resolution, frame, time; scale set to 0";
    assert!(status == 0 && said.contains(note), "{said}");
    let (status, printed, _) = folder.call("draw places.hlsl --size 1x2 --bind Frame=f32:1,2;u32:0;f32:0,0.5");
    assert_eq!((status, printed.as_str()), (0, "\x1b[38;2;128;64;128;48;2;128;191;128m\u{2580}\x1b[0m\n"));
}

#[test]
fn samplers_have_the_states_of_the_source() {
    let folder = Folder::empty("states");
    folder.write("near.hlsli", "SamplerState near { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; };");
    let pixel = "
        #include \"near.hlsli\"
        Texture2D source; RWStructuredBuffer<float> result;
        SamplerState between = sampler_state { Filter = MIN_MAG_MIP_LINEAR; };
        float2 found() {
            return float2(source.SampleLevel(near, float2(1.2, 0.5), 0).x, source.SampleLevel(between, 0.5, 0).x);
        }
        float4 main() : SV_Target { return float4(found(), 0, 1); }
        [numthreads(1, 1, 1)] void compute() { result[0] = found().x; result[1] = found().y; }";
    folder.write("states.hlsl", pixel);
    let source = "--bind source=image:2x1:rgba32float:f32:0.2,0,0,0,0.6,0,0,0";
    assert_eq!(folder.drawn(&format!("states.hlsl --pixel main --size 1x1 {source}")), [51, 102, 0, 255]);
    let bound = format!("states.hlsl --pixel main --size 1x1 {source} --bind between=sampler:nearest");
    assert_eq!(folder.drawn(&bound), [51, 153, 0, 255]);
    let run = format!("run states.hlsl --entry compute {source} --bind result=zeros:8 --out result=print:f32");
    let (status, printed, said) = folder.call(&run);
    assert_eq!((status, printed.as_str(), said.as_str()), (0, "0.2 0.4\n", ""));
}

#[test]
fn frames_have_numbers() {
    let folder = Folder::empty("frames");
    folder.write("places.hlsl", PLACES);
    let (status, _, said) = folder.call("draw places.hlsl --size 1x1 --frames 8..10 --out a.raw");
    assert_eq!(status, 0, "{said}");
    let last = |name: &str| std::fs::read(folder.join(name)).unwrap()[3];
    assert_eq!((last("a-0008.raw"), last("a-0009.raw")), (8, 9));
}

/// Two triangles, of which the second one is behind the first.
const TRIANGLES: &str =
    "struct V { float4 at : SV_Position; nointerpolation float3 color : COLOR; float2 uv : TEXCOORD; };
    V vs_main(uint id : SV_VertexID) {
        V v;
        float2 corner = float2(id % 3 == 1 ? 3 : -1, id % 3 == 2 ? 3 : -1);
        v.at = float4(corner, id < 3 ? 0.25 : 0.5, 1);
        if (id < 3) v.at.x = min(v.at.x, 1) - 1;
        v.color = id < 3 ? float3(1, 0, 0) : float3(0, 1, 0);
        v.uv = corner * float2(0.5, -0.5) + 0.5;
        return v;
    }
    float4 ps_main(V v) : SV_Target { return float4(v.color, v.uv.y); }";

#[test]
fn triangles_are_drawn_in_their_order_or_by_depth() {
    let folder = Folder::empty("triangles");
    folder.write("triangles.hlsl", TRIANGLES);
    let colors = |texels: &[u8]| -> Vec<[u8; 2]> { texels.chunks_exact(4).map(|texel| [texel[0], texel[1]]).collect() };
    let line = "triangles.hlsl --size 4x4 --vertices 6";
    // The second one covers everything; by depth the first one stays where it is.
    let texels = folder.drawn(line);
    assert_eq!(colors(&texels), vec![[0, 255]; 16]);
    // The first row of pixels has y = 1/8 of the picture: y points up in clip space, as in Direct3D.
    let alphas: Vec<u8> = texels.chunks_exact(16).map(|row| row[3]).collect();
    assert_eq!(alphas, [32, 96, 159, 223]);
    let by_depth = colors(&folder.drawn(&format!("{line} --state depth=less")));
    assert_eq!(by_depth[12..], [[255, 0], [255, 0], [0, 255], [0, 255]]);
    let added = colors(&folder.drawn(&format!("{line} --state blend=add")));
    assert_eq!(added[12..], [[255, 255], [255, 255], [0, 255], [0, 255]]);
}

/// Hundreds of triangles over each other, of which each one's color shows in what is blended.
const LAYERS: &str =
    "struct V { float4 at : SV_Position; nointerpolation uint number : NUMBER; float2 uv : TEXCOORD; };
    V vs_main(uint id : SV_VertexID, uint instance : SV_InstanceID) {
        V v;
        uint number = id / 3 + 97 * instance;
        float2 center = float2(number * 7 % 16, number * 5 % 13) / 8 - 0.9;
        float2 corner = float2(id % 3 == 1, id % 3 == 2) * (1 + number % 5) * 0.4;
        v.at = float4(center + corner, number % 11 / 16.0, 1 + number % 3 * 0.5);
        v.number = number;
        v.uv = corner;
        return v;
    }
    float4 ps_main(V v) : SV_Target {
        if (v.number % 17 == 3 && v.uv.x > 0.3) discard;
        return float4(v.number % 8 / 8.0, v.uv.x, v.number % 3 / 3.0, 0.25 + v.uv.y);
    }";

#[test]
fn pictures_do_not_depend_on_threads() {
    let folder = Folder::empty("threads");
    folder.write("layers.hlsl", LAYERS);
    // Several tiles, batches that end within an instance, and a size that no tile divides.
    let line = "layers.hlsl --size 103x75 --vertices 600 --instances 3 --state blend=alpha,depth=less-equal";
    for more in ["", " --samples 4"] {
        let texels = folder.drawn(&format!("{line}{more}"));
        assert!(texels.chunks(4).filter(|texel| **texel != [0; 4]).count() > 1000);
        for threads in [1, 3] {
            let (status, _, said) = folder.call(&format!("draw {line}{more} --threads {threads} --out a.raw"));
            assert_eq!(status, 0, "{said}");
            assert!(std::fs::read(folder.join("a.raw")).unwrap() == texels, "{threads}{more}");
        }
    }
    // A pixel shader alone, too.
    folder.write("places.hlsl", PLACES);
    let texels = folder.drawn("places.hlsl --size 111x27");
    let (status, ..) = folder.call("draw places.hlsl --size 111x27 --threads 1 --out a.raw");
    assert!(status == 0 && std::fs::read(folder.join("a.raw")).unwrap() == texels);
}

#[test]
fn edges_have_samples() {
    let folder = Folder::empty("samples");
    folder.write("triangles.hlsl", TRIANGLES);
    // The lower left half of a pixel: two of four samples, and their mean.
    let text = TRIANGLES
        .replace("float2(id % 3 == 1 ? 3 : -1, id % 3 == 2 ? 3 : -1)", "float2(id == 1 ? 1 : -1, id == 2 ? 1 : -1)");
    folder.write("half.hlsl", text.replace("if (id < 3) v.at.x = min(v.at.x, 1) - 1;", ""));
    let texels = folder.drawn("half.hlsl --size 1x1 --samples 4");
    assert_eq!(texels[0], 128);
    let line = "half.hlsl --size 1x1 --target SV_Target0=rgba8unorm:0,0,1,1 --samples 4";
    assert_eq!(folder.drawn(line)[2], 128);
}

#[test]
fn meshes_give_inputs_by_their_semantics() {
    let folder = Folder::empty("meshes");
    let text = "struct V { float4 at : SV_Position; float3 normal : NORMAL; float2 uv : TEXCOORD; };
        V vs_main(float4 at : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD) {
            V v = { float4(at.xy, 0.5, at.w), normal, uv };
            return v;
        }
        float4 ps_main(V v) : SV_Target { return float4(v.uv, v.normal.z, 1); }";
    folder.write("lit.hlsl", text);
    folder.write(
        "square.obj",
        "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n",
    );
    let texels = folder.drawn("lit.hlsl --input square.obj --size 2x2");
    assert_eq!(texels, [[64, 64, 255, 255], [191, 64, 255, 255], [64, 191, 255, 255], [191, 191, 255, 255]].concat());
}

#[test]
fn the_history_of_a_pixel_says_what_was_drawn_there() {
    let folder = Folder::empty("history");
    folder.write("triangles.hlsl", TRIANGLES);
    for engine in ["compiled", "interpreter"] {
        let line = format!("draw triangles.hlsl --size 4x4 --vertices 6 --history 1,3 --engine {engine}");
        let expected = "pixel (1,3): 2 fragments
  primitive 0, instance 0: depth 0.25, written by ps_main (triangles.hlsl:11): SV_Target0 (0, 0, 0, 0) -> (1, 0, 0, \
            0.8745098)
  primitive 1, instance 0: depth 0.5, depth test failed before the shader\n";
        let (status, printed, said) = folder.call(&format!("{line} --state depth=less"));
        assert_eq!((status, printed.as_str()), (0, expected), "{said}");
        let (_, printed, _) = folder.call(&format!("{line} --samples 2 --instances 2 --out a.png"));
        assert_eq!(printed.lines().count(), 9, "{printed}");
        assert!(printed.contains("  primitive 1, instance 1, sample 1: depth 0.5, written"), "{printed}");
        folder.write("holes.hlsl", TRIANGLES.replace("return float4", "if (v.color.y > 0) discard; return float4"));
        let (_, printed, _) = folder.call(&line.replace("triangles.hlsl", "holes.hlsl"));
        assert!(
            printed.contains("  primitive 1, instance 0: depth 0.5, discarded by ps_main (holes.hlsl:"),
            "{printed}"
        );
    }
    let (status, _, said) = folder.call("draw triangles.hlsl --size 4x4 --history 4,0");
    assert!(status == 1 && said.contains("'--history 4,0': the picture has 4x4 pixels"), "{said}");
}

#[test]
fn stencil_scissors_and_viewports_limit_what_is_drawn() {
    let folder = Folder::empty("limits");
    folder.write("triangles.hlsl", TRIANGLES);
    let reds = |texels: &[u8]| -> Vec<[u8; 2]> { texels.chunks_exact(4).map(|texel| [texel[0], texel[1]]).collect() };
    let line = "triangles.hlsl --size 4x4 --vertices 6";
    // What was drawn once is not drawn again: the first triangle stays, without depth.
    let stencil = "stencil=equal,stencil-reference=7,stencil-clear=7,stencil-pass=increment-clamp";
    let texels = reds(&folder.drawn(&format!("{line} --state {stencil}")));
    assert_eq!(texels, reds(&folder.drawn(&format!("{line} --state depth=less"))));
    // Both faces are tested by the bits of the mask.
    let masked = "stencil=equal,stencil-reference=3,stencil-read=0x4";
    assert_eq!(reds(&folder.drawn(&format!("{line} --state {masked}"))), [[0, 255]; 16]);
    let texels = reds(&folder.drawn(&format!("{line} --state scissor=1:0:2:3")));
    let expected = |inside: &dyn Fn(usize, usize) -> bool| -> Vec<[u8; 2]> {
        (0..16).map(|at| if inside(at % 4, at / 4) { [0, 255] } else { [0, 0] }).collect()
    };
    assert_eq!(texels, expected(&|x, y| (1..3).contains(&x) && y < 3));
    let texels = reds(&folder.drawn(&format!("{line} --state viewport=2:1:2:3")));
    assert_eq!(texels, expected(&|x, y| x >= 2 && y >= 1));
    // The depths of the viewport are behind what is stored.
    let texels = reds(&folder.drawn(&format!("{line} --state viewport=0:0:4:4:1:1,depth=less")));
    assert_eq!(texels, [[0, 0]; 16]);
    // The stored depth of 1 is outside of the bounds.
    let near = reds(&folder.drawn(&format!("{line} --state depth-bounds=0:0.5")));
    assert_eq!(near, [[0, 0]; 16]);
}

#[test]
fn nodes_place_meshes_of_gltf() {
    let folder = Folder::empty("gltf");
    let text =
        "struct V { float4 at : SV_Position; float3 normal : NORMAL; float2 uv : TEXCOORD; float3 color : COLOR; };
        V vs_main(float3 at : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD, float3 color : COLOR) {
            V v = { float4(at.xy, 0.5, 1), normal, uv, color };
            return v;
        }
        float4 ps_main(V v) : SV_Target { return float4(v.normal.xy * 0.5 + 0.5, v.uv.x + v.color.y, v.normal.z); }";
    folder.write("lit.hlsl", text);
    // A triangle that covers a half of the picture: positions, normals, coordinates of 16 bits, colors of 8 bits.
    let mut bytes: Vec<u8> = Vec::new();
    let positions = [[-1.0f32, -1.0, 0.0], [3.0, -1.0, 0.0], [-1.0, 3.0, 0.0]];
    let normals = [[0.6f32, 0.0, 0.8]; 3];
    bytes.extend(positions.iter().chain(&normals).flatten().flat_map(|number| number.to_le_bytes()));
    bytes.extend([13107u16, 0, 13107, 0, 13107, 0].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([0, 51, 0, 255].repeat(3));
    std::fs::write(folder.join("mesh.bin"), &bytes).unwrap();
    let gltf = |node: &str| {
        format!(
            r#"{{"buffers": [{{"uri": "mesh.bin", "byteLength": 96}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 96}}],
            "accessors": [
                {{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}},
                {{"bufferView": 0, "byteOffset": 36, "componentType": 5126, "type": "VEC3", "count": 3}},
                {{"bufferView": 0, "byteOffset": 72, "componentType": 5123, "type": "VEC2", "count": 3}},
                {{"bufferView": 0, "byteOffset": 84, "componentType": 5121, "type": "VEC4", "count": 3}}],
            "meshes": [{{"primitives": [{{"attributes":
                {{"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3}}}}]}}],
            "nodes": [{{"mesh": 0{node}}}], "scenes": [{{"nodes": [0]}}]}}"#
        )
    };
    folder.write("mesh.gltf", gltf(""));
    let line = "lit.hlsl --input mesh.gltf --size 2x2 --state cull=front";
    assert_eq!(folder.drawn(line), [204, 128, 102, 204].repeat(4));
    // Normals turn against the scale, and the triangles of a mirrored mesh keep their faces.
    folder.write("mesh.gltf", gltf(r#", "scale": [-1, 1, 1]"#));
    assert_eq!(folder.drawn(line), [51, 128, 102, 204].repeat(4));
    folder.write("mesh.gltf", gltf(r#", "scale": [1.3333334, 1, 1]"#));
    assert_eq!(folder.drawn(line)[..4], [190, 128, 102, 222]);
    let (status, _, said) = folder.call("draw lit.hlsl --input mesh.ply");
    assert!(status == 1 && said.contains("meshes are .obj, .gltf and .glb files"), "{said}");
    folder.write("mesh.gltf", gltf("").replace("\"count\": 3}]", "\"count\": 2}]"));
    let (status, _, said) = folder.call("draw lit.hlsl --input mesh.gltf");
    assert!(status == 1 && said.contains("COLOR_0 has 2 values for 3 vertices"), "{said}");
}

/// Calls, statuses, and what the command says.
const REFUSALS: &[(&str, i32, &str)] = &[
    (
        "draw places.hlsl --out a.jpg",
        1,
        "cannot write 'a.jpg': unsupported format 'jpg'; use .png, .hdr, .exr, .dds, .ktx2, or .raw",
    ),
    ("draw integers.hlsl --out a.hdr --size 1x1", 1, "cannot write 'a.hdr': Radiance files have no integers"),
    ("draw places.hlsl --out a", 1, "cannot write 'a': the ending names the format"),
    ("draw places.hlsl --out SV_Target2=a.png", 1, "does not write SV_Target2; it writes SV_Target0"),
    ("draw places.hlsl --target SV_Target0=rgba8uint", 1, "the format rgba8uint does not fit what 'main' writes"),
    ("draw places.hlsl --target SV_Target0=x", 1, "unknown format 'x'"),
    ("draw places.hlsl --size 0x4", 1, "expected a width and a height such as 640x360"),
    ("draw places.hlsl --input a.obj", 1, "'--input' requires a vertex shader"),
    ("draw places.hlsl --bind Framed=f32:1", 1, "unknown binding 'Framed'"),
    ("draw places.hlsl --pixel other", 5, "other"),
    ("draw places.hlsl --frames 0..2", 1, "several frames require '--out'"),
    ("draw places.hlsl --state cull=all", 1, "'--state cull=all': expected none, front, back"),
    ("draw places.hlsl --history 1,1", 1, "'--history' requires a vertex shader"),
    ("draw triangles.hlsl --history 1", 1, "expected a column and a row such as 100,50"),
    ("draw triangles.hlsl --state stencil-pass=zero", 1, "'--state stencil-pass=zero': expected keep, zero, replace"),
    ("draw triangles.hlsl --samples 3", 1, "3 samples per pixel are not supported"),
    ("draw triangles.hlsl --depth d17", 1, "a depth-stencil format of an unknown name"),
    ("draw compute.hlsl", 1, "'compute.hlsl' has no pixel shader; it has a compute shader"),
    ("draw normal.hlsl", 1, "the pixel shader reads the input 'NORMAL', which needs a vertex shader (--vertex)"),
    (
        "draw unlinked.hlsl",
        1,
        "unlinked.hlsl:2:83: error: the vertex shader does not write input 'NORMAL' at location 1",
    ),
    ("draw triangles.hlsl --indirect u32:3,1,0", 1, "'--indirect': expected 16 bytes for each draw, found 12"),
    ("draw triangles.hlsl --indirect u32:3,1,0,0 --vertices 3", 1, "cannot be used with"),
    ("draw places.hlsl --indirect u32:3,1,0,0", 1, "'--indirect' requires a vertex shader"),
    ("draw unplaced.hlsl", 1, "the vertex shader does not write 'SV_Position', which drawing needs"),
    ("draw triangles.hlsl --state views=0:1 --out a.png", 1, "view 0 has a layer beyond the 1 of the draw"),
    (
        "draw triangles.hlsl --state views=0:0,views=1:0 --out a.png",
        1,
        "view 1 has a viewport beyond the 1 of the draw",
    ),
    ("draw endless.hlsl --deadline 0.5 --size 8x8", 1, "deadline exceeded"),
    ("draw places.hlsl --check --coverage a.info", 1, "'--coverage' is not available for draws"),
    ("draw places.hlsl --check --schedule all", 1, "'--schedule all' is not available for draws"),
    ("draw triangles.hlsl --instances 4000000000 --vertices 0 --deadline 0.5", 1, "deadline exceeded"),
    ("draw missing.hlsl", 1, "cannot read 'missing.hlsl'"),
    ("draw two.hlsl", 1, "'two.hlsl' has the pixel entry points A, B; --pixel chooses one"),
    ("run places.hlsl", 1, "cannot run 'places.hlsl', a pixel shader: 'hlsl2spirv draw' runs it"),
];

#[test]
fn refusals_say_what_is_wrong() {
    let folder = Folder::empty("refusals");
    folder.write("places.hlsl", PLACES);
    folder.write("triangles.hlsl", TRIANGLES);
    folder.write("integers.hlsl", "uint4 main() : SV_Target { return 1; }");
    folder.write("compute.hlsl", "[numthreads(1, 1, 1)] void main() {}");
    folder.write("normal.hlsl", "float4 main(float3 normal : NORMAL) : SV_Target { return normal.xyzz; }");
    folder.write(
        "unlinked.hlsl",
        "struct V { float4 at : SV_Position; float2 uv : TEXCOORD; };
        struct P { float4 at : SV_Position; float2 uv : TEXCOORD; float3 normal : NORMAL; };
        V vs_main(uint id : SV_VertexID) { V v = { id.xxxx, id.xx }; return v; }
        float4 ps_main(P p) : SV_Target { return float4(p.uv, p.normal.xy); }",
    );
    folder.write("endless.hlsl", "float4 main(float4 at : SV_Position) : SV_Target { while (at.x > -1) { at.x += 0.25; if (at.x > 9) at.x = 0; } return at; }");
    folder.write(
        "unplaced.hlsl",
        "uint vs_main(uint id : SV_VertexID) : NUMBER { return id; } float4 ps_main() : SV_Target { return 1; }",
    );
    folder.write("two.hlsl", "float4 A() : SV_Target { return 0; }\nfloat4 B() : SV_Target { return 1; }");
    for (line, status, expected) in REFUSALS {
        let (found, _, said) = folder.call(line);
        assert!(found == *status && said.contains(expected), "{line}: {found}: {said}");
    }
}

#[test]
fn checks_find_mistakes_in_pixels() {
    let folder = Folder::empty("checks");
    let text = "StructuredBuffer<float> values;
        float4 main(float4 at : SV_Position) : SV_Target { return values[(uint)at.x]; }";
    folder.write("beyond.hlsl", text);
    let line =
        "draw beyond.hlsl --size 4x2 --bind values=f32:1,2,3 --check=full --rules vulkan --report clang --out a.png";
    let (status, _, said) = folder.call(line);
    assert!(status == 6 && said.contains("beyond.hlsl:2:"), "{status}: {said}");
    assert!(said.contains("pixel (3,0)") && !said.contains("thread"), "{said}");
}
