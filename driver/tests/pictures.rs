//! Pixel and vertex shaders on the CPU: values computed by hand, in both engines.

use hlsl2spirv::run::{
    Checking, Checks, Engine, Error, Filter, Format, Image, Options, Rules, Sampler, Shade, Shaded, Transform,
    Transformed,
};
use hlsl2spirv::{Compiler, Disk};

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
    let found = shaded(text, |shade| {
        set(shade)?.derivatives("texcoord", &[0.125, 0.0], &[0.0, 0.5])?.run()
    });
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
                image.SampleLevel(linear_mip, uv, 1).x, image.CalculateLevelOfDetail(linear_mip, uv));
        }";
    let words = compiled("ps_6_6", text);
    let mut image = Image::d2(Format::R32_FLOAT, 8, 8).unwrap().with_levels(4).unwrap();
    for level in 0..4 {
        let side = 8usize >> level;
        image.set_values(level, 0, &vec![10.0 * (level as f32 + 1.0); side * side]);
    }
    let sampler = Sampler { magnify: Filter::Linear, minify: Filter::Linear, levels: Filter::Linear, ..Sampler::default() };
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
    assert_eq!(found[0][..3], [20.0, 30.0, 20.0]);
    assert_eq!(found[0], found[1]);
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
fn products_are_not_contracted() {
    // With a fused sum the error of the product would be left.
    let text = "float4 main(float2 at : TEXCOORD) : SV_Target { return at.x * at.x - at.y; }";
    let x = 1.0 + f64::from(f32::EPSILON);
    let square = f64::from((x * x) as f32);
    let found = shaded(text, |shade| shade.input("TEXCOORD", &[x, square])?.run());
    assert_eq!(found.target(0), Some([0.0; 4]));
}
