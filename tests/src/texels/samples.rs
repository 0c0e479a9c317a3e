//! Samples whose level, reference or offset differs between lanes, gathers, and cubes: lanes together against lanes one
//! by one, bit for bit in kernels that are exact, and nearly so in others.

use super::{EXACT, LANES, NEAR, NORMALISED, PLACES, are_together, same};
use crate::Devices;
use crate::kernels::support::{Random, WAVE, exact_kernel, kernel, trial};
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::image::{Address, Class, Compare, Filter, format::FORMATS};
use runner::{Error, Format, Image, Lanes, Sampler};

/// The declaration, construction and coordinates of an image.
struct Shape {
    /// The HLSL type, without the texel type.
    name: &'static str,
    /// The coordinates of a sample, and those of its derivatives.
    at: &'static str,
    step: &'static str,
    /// An offset, if samples take one.
    offset: Option<&'static str>,
    /// True if texels are gathered.
    gathers: bool,
    make: fn(Format) -> Result<Image, Error>,
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "Texture1D",
        at: "x",
        step: "x",
        offset: Some("-3"),
        gathers: false,
        make: |format| Image::d1(format, 11),
    },
    Shape {
        name: "Texture1DArray",
        at: "xy",
        step: "x",
        offset: Some("2"),
        gathers: false,
        make: |format| Image::d1(format, 11).and_then(|image| image.with_layers(3)),
    },
    Shape {
        name: "Texture2D",
        at: "xy",
        step: "xy",
        offset: Some("int2(3, -2)"),
        gathers: true,
        make: |format| Image::d2(format, 11, 7),
    },
    Shape {
        name: "Texture2DArray",
        at: "xyz",
        step: "xy",
        offset: Some("int2(-1, 4)"),
        gathers: true,
        make: |format| Image::d2(format, 8, 4).and_then(|image| image.with_layers(3)),
    },
    Shape {
        name: "Texture3D",
        at: "xyz",
        step: "xyz",
        offset: Some("int3(1, -4, 2)"),
        gathers: false,
        make: |format| Image::d3(format, 11, 7, 3),
    },
    Shape {
        name: "TextureCube",
        at: "xyz",
        step: "xyz",
        offset: None,
        gathers: true,
        make: |format| Image::cube(format, 5),
    },
    Shape {
        name: "TextureCubeArray",
        at: "xyzw",
        step: "xyz",
        offset: None,
        gathers: true,
        make: |format| Image::cube(format, 5).and_then(|image| image.with_layers(2)),
    },
];

const TEXT: &str = "
IMAGE<TEXEL> image : register(t0);
IMAGE<float> depth : register(t1);
SamplerState plain : register(s2);
SamplerComparisonState comparing : register(s3);
StructuredBuffer<float4> places : register(t4);
StructuredBuffer<float4> others : register(t5);
RWStructuredBuffer<uint4> result : register(u6);
[numthreads(24, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float4 place = places[id.x], other = others[id.x];
    int2 far = int2(other.xy * 3.0);
    uint at = 14 * id.x, status;
#ifdef SAMPLES
    // Its level has derivatives, which need all threads of a quad.
    float4 biased = image.SampleBias(plain, place.AT, other.y);
#endif
    if (other.w > 2.5)
        return;
#ifdef SAMPLES
    result[at] = asuint(image.SampleLevel(plain, place.AT, other.x));
    result[at + 1] = asuint(image.SampleGrad(plain, place.AT, other.STEP / 4, other.wzyx.STEP / 4));
    result[at + 2] = asuint(biased);
#ifdef OFFSET
    result[at + 3] = asuint(image.SampleGrad(plain, place.AT, other.STEP / 9, other.zzx.STEP, OFFSET, other.w));
    result[at + 4] = asuint(image.SampleLevel(plain, place.AT, other.x, OFFSET, status));
    result[at + 5].w = status;
#endif
#ifdef COMPARES
#ifdef OFFSET
    result[at + 5].x = asuint(depth.SampleCmpLevelZero(comparing, place.AT, other.y, OFFSET));
#endif
    result[at + 5].y = asuint(depth.SampleCmpLevelZero(comparing, place.AT, other.y));
    result[at + 5].z = asuint(depth.SampleCmpLevel(comparing, place.AT, other.y, other.x));
#endif
#endif
#ifdef GATHERS
    result[at + 6] = asuint(image.GatherRed(plain, place.AT));
    result[at + 7] = asuint(image.GatherAlpha(plain, place.AT));
#ifdef OFFSET
    result[at + 8] = asuint(image.GatherGreen(plain, place.AT, OFFSET));
    result[at + 9] = asuint(image.GatherBlue(plain, place.AT, far));
    result[at + 10] = asuint(image.GatherRed(plain, place.AT, int2(1, 2), int2(-1, -2), int2(4, 4), int2(0, -8)));
#endif
#ifdef COMPARES
    result[at + 11] = asuint(depth.GatherCmp(comparing, place.AT, other.y));
#ifdef OFFSET
    result[at + 12] = asuint(depth.GatherCmp(comparing, place.AT, other.y, far));
#endif
#endif
#endif
    result[at + 13].x = 1;
}";

const RESULTS: usize = 14;

/// One test per shape and type of texels.
pub(super) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = vec![trial(&devices.cpu, "texels::samples in turn".to_owned(), check_in_turn)];
    for shape in SHAPES {
        for (class, texel) in [(Class::Float, "float4"), (Class::Uint, "uint4"), (Class::Sint, "int4")] {
            if class != Class::Float && !shape.gathers {
                continue;
            }
            for (title, device) in [("texels", &devices.cpu), ("checked", &devices.checked)] {
                let (lanes, name) = (devices.lanes.clone(), format!("{title}::samples {}<{texel}>", shape.name));
                all.push(trial(device, name, move |device| check(shape, class, texel, [&lanes.clone()?, device])));
            }
        }
    }
    all
}

fn check(shape: &Shape, class: Class, texel: &str, [lanes, together]: [&Device; 2]) -> Result<(), Failed> {
    let together = together.clone().with_lanes(Lanes::Vectors(LANES));
    let all = [(lanes, true), (&together, true), (&together, false)];
    let made = all.map(|(device, is_exact)| ready(shape, (class, texel), device, is_exact));
    let [one_by_one, exact, fast] = made;
    let (one_by_one, exact, fast) = (one_by_one?, exact?, fast?);
    are_together(exact.info())?;
    for (number, (_, format, _)) in FORMATS.iter().filter(|(_, format, _)| format.class() == class).enumerate() {
        for sampler in samplers(*format, number) {
            for levels in [1, 3] {
                compare([&one_by_one, &exact], (shape, *format), &sampler, levels, EXACT)?;
                if *format == NORMALISED {
                    compare([&one_by_one, &fast], (shape, *format), &sampler, levels, NEAR)?;
                }
            }
        }
    }
    Ok(())
}

/// Operations that run lane by lane.
const IN_TURN: &str = "
Texture2D<float4> images[4] : register(t0);
RWTexture2D<uint64_t> counts : register(u4);
Texture2D<uint64_t> wide : register(t5);
SamplerState plain : register(s6);
RWStructuredBuffer<float4> result : register(u7);
RWStructuredBuffer<uint> sums[4] : register(u8); RWStructuredBuffer<uint> bins : register(u12);
[numthreads(24, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    sums[NonUniformResourceIndex(id.x % 4)][0] = 1;
    InterlockedAdd(sums[0][id.x % 3], 1);
    printf(\"%u\", id.x);
    uint width, height, levels;
    InterlockedAdd(counts[id.xy], uint64_t(1));
    images[0].GetDimensions(id.x, width, height, levels);
    result[id.x] = images[NonUniformResourceIndex(id.x % 4)].SampleLevel(plain, float2(0.5, 0.5), 0.0) + width;
    result[id.x] += float(wide.Load(int3(id.xy, 0)));
    InterlockedAdd(bins[lane], 1);
    InterlockedAdd(bins[id.x % 3], 1);
}";

/// Operations that run lane by lane are reported, in order.
fn check_in_turn(device: &Device) -> Result<(), Failed> {
    let device = device.clone().with_lanes(Lanes::Vectors(LANES));
    let options = ["-T", "cs_6_6", "-E", "main", "-fspv-target-env=vulkan1.3", "-fspv-debug=line"].map(str::to_owned);
    let kernel = kernel(&device, "in_turn.hlsl", IN_TURN, &options, WAVE)?;
    let told = kernel.info().in_turn.iter().map(|op| match &op.place.source {
        Some((_, line, _)) => format!("{line}: {}: {}", op.op, op.reason),
        None => format!("nowhere: {}: {}", op.op, op.reason),
    });
    let told: Vec<String> = told.collect();
    let expected = [
        "9: OpStore: memory is selected at run time",
        "10: OpAtomicIAdd: lanes may write the same memory",
        "11: OpExtInst: printed output is in lane order",
        "13: OpAtomicIAdd: done by the host: 64-bit texels",
        "14: OpImageQuerySizeLod: done by the host: image query operands vary between lanes",
        "15: OpImageSampleExplicitLod: done by the host: images or samplers vary between lanes",
        "16: OpImageFetch: done by the host: 64-bit texels",
        "18: OpAtomicIAdd: lanes may write the same memory, unless their addresses are consecutive at run time",
    ];
    match told == expected {
        true => Ok(()),
        false => Err(format!("lanes take turns at {told:#?}").into()),
    }
}

fn ready(shape: &Shape, (class, texel): (Class, &str), device: &Device, is_exact: bool) -> Result<Kernel, Failed> {
    let text = TEXT.replace("IMAGE", shape.name).replace("TEXEL", texel);
    let text = text.replace(".AT", &format!(".{}", shape.at)).replace(".STEP", &format!(".{}", shape.step));
    let mut options = ["-T", "cs_6_7", "-E", "main", "-fspv-target-env=vulkan1.1"].map(str::to_owned).to_vec();
    let is_float = class == Class::Float;
    // Cubes and flat images have comparisons, those of three axes do not.
    let compares = is_float && shape.name != "Texture3D";
    for (name, holds) in [("SAMPLES", is_float), ("GATHERS", shape.gathers), ("COMPARES", compares)] {
        options.extend(if holds { vec!["-D".to_owned(), name.to_owned()] } else { Vec::new() });
    }
    if let Some(offset) = shape.offset {
        options.extend(["-D".to_owned(), format!("OFFSET={offset}")]);
    }
    match is_exact {
        true => exact_kernel(device, "samples.hlsl", &text, &options),
        false => kernel(device, "samples.hlsl", &text, &options, WAVE),
    }
}

/// All modes for the most important formats, two for the others.
fn samplers(format: Format, number: usize) -> Vec<Sampler> {
    let addresses = [Address::Wrap, Address::Mirror, Address::Clamp, Address::Border, Address::MirrorOnce];
    let tests = [
        Compare::LessEqual,
        Compare::Less,
        Compare::Equal,
        Compare::Greater,
        Compare::NotEqual,
        Compare::GreaterEqual,
        Compare::Always,
        Compare::Never,
    ];
    let filters = [Filter::Nearest, Filter::Linear];
    let mut all = Vec::new();
    for (index, address) in addresses.into_iter().enumerate() {
        for (magnify, minify) in filters.into_iter().flat_map(|magnify| filters.map(|minify| (magnify, minify))) {
            let axes = [address, addresses[(index + 1) % 5], addresses[(index + 2) % 5]];
            let levels = filters[(index + all.len()) % 2];
            let compare = Some(tests[(all.len() + number) % tests.len()]);
            let limits = Sampler { lod_bias: 0.25, min_lod: 0.125, max_lod: 1.875, ..Sampler::default() };
            let limits = if index == 4 { limits } else { Sampler::default() };
            let border = [0.25, -0.5, 2.0, 0.75];
            all.push(Sampler { magnify, minify, levels, address: axes, border, compare, ..limits });
        }
    }
    if format != Format::RGBA32_FLOAT && format != Format::R32_FLOAT && format != Format::RGBA8_UNORM {
        all = all.into_iter().skip(number % 5).step_by(11).collect();
    }
    let compare = Some(tests[number % tests.len()]);
    all.extend(super::repeating().map(|sampler| Sampler { compare, ..sampler }));
    all
}

/// Levels and derivatives, references, offsets, limits of levels.
fn others(places: usize) -> Vec<[f32; 4]> {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.0, 1.0, -0.0, 0.5, 1e-40];
    let mut random = Random::seeded(5);
    let one = |index: usize| {
        let mut other: [f32; 4] = std::array::from_fn(|_| random.float() * 3.5 - 0.75);
        if index % 7 == 6 {
            other[index / 7 % 4] = odd[index / 7 % odd.len()];
        }
        other
    };
    (0..places).map(one).collect()
}

fn compare(
    kernels: [&Kernel; 2],
    (shape, format): (&Shape, Format),
    sampler: &Sampler,
    levels: u32,
    limit: f32,
) -> Result<(), Failed> {
    let mut image = (shape.make)(format)?.with_levels(levels)?;
    super::fill(&mut image);
    let mut places = super::places();
    places.truncate(PLACES + 24);
    let others = others(places.len());
    let mut results = [(); 2].map(|()| vec![[7u32; 4]; RESULTS * places.len()]);
    for (kernel, result) in kernels.iter().zip(&mut results) {
        let mut dispatch = kernel.dispatch();
        dispatch.allow_gaps().texture("image", &image)?;
        if format.class() == Class::Float && shape.name != "Texture3D" {
            dispatch.texture("depth", &image)?.sampler("comparing", sampler.clone())?;
        }
        dispatch.sampler("plain", sampler.clone())?;
        dispatch.buffer("places", &places)?.buffer("others", &others)?.buffer_mut("result", result)?;
        dispatch.run([places.len() as u32 / 24, 1, 1])?;
    }
    let [one_by_one, together] = &results;
    for (index, (expected, found)) in one_by_one.iter().zip(together).enumerate() {
        if !same(expected, found, format.class() == Class::Float, limit) {
            let (number, lane) = (index % RESULTS, index / RESULTS);
            let (place, other) = (places[lane], others[lane]);
            let what = format!("result {number} at {place:?} with {other:?} is {found:x?}, not {expected:x?}");
            return Err(format!("{what}: {format:?} {sampler:?} {levels} levels").into());
        }
    }
    Ok(())
}
