//! Textures and images of every shape, format, filter and address mode: lanes together against lanes one by one, bit
//! for bit in kernels that are exact, and nearly so in others, whose filters have fused multiplications and additions.
//! Coordinates are arbitrary, NaNs included.

mod atomics;
mod blocks;
mod samples;

use crate::Devices;
use crate::kernels::support::{Random, WAVE, exact_kernel, kernel, trial};
use abi::reason::TurnReason;
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::image::{Address, Class, Filter, format::FORMATS};
use runner::{Error, Format, Image, KernelInfo, Lanes, Sampler};

/// The declaration, construction and coordinates of an image.
struct Shape {
    /// The HLSL type, without `RW` and the texel type.
    name: &'static str,
    /// The coordinates of a sample and of a texel to write, and those of a texel to read.
    at: &'static str,
    load: &'static str,
    /// An offset, if samples take one.
    offset: Option<&'static str>,
    make: fn(Format) -> Result<Image, Error>,
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "Texture1D",
        at: "x",
        load: "int2(texel.x, LEVEL)",
        offset: Some("-3"),
        make: |format| Image::d1(format, 11),
    },
    Shape {
        name: "Texture1DArray",
        at: "xy",
        load: "int3(texel.xy, LEVEL)",
        offset: Some("2"),
        make: |format| Image::d1(format, 11).and_then(|image| image.with_layers(3)),
    },
    Shape {
        name: "Texture2D",
        at: "xy",
        load: "int3(texel.xy, LEVEL)",
        offset: Some("int2(3, -2)"),
        make: |format| Image::d2(format, 11, 7),
    },
    Shape {
        name: "Texture2DArray",
        at: "xyz",
        load: "int4(texel, LEVEL)",
        offset: Some("int2(-1, 4)"),
        make: |format| Image::d2(format, 8, 4).and_then(|image| image.with_layers(3)),
    },
    Shape {
        name: "Texture3D",
        at: "xyz",
        load: "int4(texel, LEVEL)",
        offset: Some("int3(1, -4, 2)"),
        make: |format| Image::d3(format, 11, 7, 3),
    },
    Shape { name: "Buffer", at: "x", load: "texel.x", offset: None, make: |format| Image::buffer(format, 11) },
];

const TEXT: &str = "
IMAGE<TEXEL> image : register(t0);
SamplerState plain : register(s1);
StructuredBuffer<float4> places : register(t2);
StructuredBuffer<float> levels : register(t3);
RWStructuredBuffer<uint4> result : register(u4);
RWIMAGE<TEXEL> target : register(u5);
RWIMAGE<TEXEL> source : register(u6);
[numthreads(24, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float4 place = places[id.x];
    int3 texel = int3(place.xyz * 6.0) - 1;
#define LEVEL 0
    result[6 * id.x] = asuint(image.Load(LOAD));
#undef LEVEL
#define LEVEL int(levels[0])
    TEXEL value = image.Load(LOAD);
    result[6 * id.x + 1] = asuint(value);
#ifdef OFFSET
    if (place.w > 1.0) {
        result[6 * id.x + 2] = asuint(image.SampleLevel(plain, place.AT, 0.0));
        result[6 * id.x + 3] = asuint(image.SampleLevel(plain, place.AT, levels[0], OFFSET));
    }
    result[6 * id.x + 4] = asuint(image.SampleLevel(plain, place.AT, place.w));
#endif
#undef LEVEL
#define LEVEL int(place.w * 2.0)
    if (levels[0] == 1.0)
        result[6 * id.x + 2] = asuint(image.Load(LOAD));
    // All lanes that write a texel write the same.
    float4 written = float(texel.x) * float4(0.37, -1.7, 0.11, 400.0) - 0.4;
    if (texel.x == 3)
        written.yz = float2(asfloat(0x7fc00000u), asfloat(0xff800000u));
    if (place.w < 1.9 - levels[0] / 16.0)
        target[texel.AT] = CONVERT(written);
    result[6 * id.x + 5] = asuint(source[texel.AT]);
}";

/// A format of numbers from 0 to 1.
const NORMALISED: Format = Format::RGBA8_UNORM;
/// The limit of differences where products and sums of a filter may be one operation: some units in the last place of the
/// largest number, a border's component.
const NEAR: f32 = 1e-6;
/// The limit of differences of exact kernels.
const EXACT: f32 = 0.0;

/// The number of lanes that run together.
const LANES: u32 = 16;
/// Unrelated coordinates, and rows of coordinates.
const PLACES: usize = 72;
const ROWS: usize = 72;

/// One test per shape and type of texels.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = samples::trials(devices);
    all.extend(atomics::trials(devices));
    all.extend(blocks::trials(devices));
    for shape in SHAPES {
        for (class, texel) in [(Class::Float, "float4"), (Class::Uint, "uint4"), (Class::Sint, "int4")] {
            for (title, device) in [("texels", &devices.cpu), ("checked", &devices.checked)] {
                let (lanes, name) = (devices.lanes.clone(), format!("{title}::texels {}<{texel}>", shape.name));
                all.push(trial(device, name, move |device| check(shape, class, texel, [&lanes.clone()?, device])));
            }
        }
    }
    all
}

/// Fails unless lanes run together without calls of the host.
fn are_together(info: &KernelInfo) -> Result<(), Failed> {
    let by_host = info.in_turn.iter().find(|op| matches!(op.reason, TurnReason::Host(_)));
    match (&info.one_by_one, by_host) {
        (None, None) => Ok(()),
        (Some(reason), _) => Err(format!("lanes run one by one: {reason}").into()),
        (None, Some(op)) => Err(op.to_string().into()),
    }
}

fn check(shape: &Shape, class: Class, texel: &str, devices: [&Device; 2]) -> Result<(), Failed> {
    let samples = class == Class::Float && shape.offset.is_some();
    let [lanes, together] = devices;
    // An explicit width vectorises code of any length.
    let together = together.clone().with_lanes(Lanes::Vectors(LANES));
    let all = [(lanes, true), (&together, true), (&together, false)];
    let made = all.map(|(device, is_exact)| ready(shape, texel, (samples, is_exact), device));
    let [one_by_one, exact, fast] = made;
    let (one_by_one, exact, fast) = (one_by_one?, exact?, fast?);
    are_together(exact.info())?;
    for (_, format, _) in FORMATS.iter().filter(|(_, format, _)| format.class() == class) {
        for sampler in if samples { samplers(*format) } else { vec![Sampler::nearest()] } {
            for at in [(1, 0.0), (3, 1.0), (3, 0.625), (2, 7.0)] {
                compare([&one_by_one, &exact], (shape, *format), &sampler, at, EXACT)?;
                if samples && *format == NORMALISED {
                    compare([&one_by_one, &fast], (shape, *format), &sampler, at, NEAR)?;
                }
            }
        }
    }
    Ok(())
}

fn ready(shape: &Shape, texel: &str, (samples, is_exact): (bool, bool), device: &Device) -> Result<Kernel, Failed> {
    let text = TEXT.replace("IMAGE", shape.name).replace("TEXEL", texel).replace("CONVERT", texel);
    let text = text.replace(".AT", &format!(".{}", shape.at));
    let text = text.replace("LOAD", shape.load);
    let mut options = ["-T", "cs_6_0", "-E", "main", "-fspv-target-env=vulkan1.1"].map(str::to_owned).to_vec();
    if let Some(offset) = shape.offset.filter(|_| samples) {
        options.extend(["-D".to_owned(), format!("OFFSET={offset}")]);
    }
    match is_exact {
        true => exact_kernel(device, "texels.hlsl", &text, &options),
        false => kernel(device, "texels.hlsl", &text, &options, WAVE),
    }
}

/// All modes for the most important formats, one for the others.
fn samplers(format: Format) -> Vec<Sampler> {
    let addresses = [Address::Wrap, Address::Mirror, Address::Clamp, Address::Border, Address::MirrorOnce];
    let is_one = format != Format::RGBA32_FLOAT && format != Format::R32_FLOAT;
    let filters = [Filter::Nearest, Filter::Linear];
    let mut all = Vec::new();
    for (index, address) in addresses.into_iter().enumerate() {
        for (magnify, levels) in filters.into_iter().flat_map(|magnify| filters.map(|levels| (magnify, levels))) {
            let axes = [address, addresses[(index + 1) % 5], addresses[(index + 2) % 5]];
            let minify = if index == 3 { Filter::Nearest } else { magnify };
            let border = [0.25, -0.5, 2.0, 0.75];
            let sampler = Sampler { magnify, minify, levels, address: axes, border, ..Sampler::default() };
            all.push(sampler);
        }
    }
    all.truncate(if is_one { 4 } else { all.len() });
    all.extend(repeating());
    all
}

/// Samplers of images that repeat or end at their edges, with texels and levels interpolated.
fn repeating() -> [Sampler; 3] {
    let (wrap, clamp) = (Address::Wrap, Address::Clamp);
    [[wrap; 3], [clamp, wrap, clamp], [wrap, clamp, wrap]].map(|address| Sampler { address, ..Sampler::linear() })
}

/// An image with pseudo-random texels.
fn image(shape: &Shape, format: Format, levels: u32) -> Result<Image, Error> {
    let mut image = (shape.make)(format)?;
    if shape.offset.is_some() {
        image = image.with_levels(levels)?;
    }
    fill(&mut image);
    Ok(image)
}

fn fill(image: &mut Image) {
    let mut random = Random::new();
    let bytes: Vec<u8> = random.words(image.bytes().len()).into_iter().map(|word| (word >> 11) as u8).collect();
    image.bytes_mut().copy_from_slice(&bytes);
}

/// Coordinates in and around the image and far from it, and a level.
fn places() -> Vec<[f32; 4]> {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.0, 1.0, -0.0, 0.5, -1.0, 2.0, 1e-40];
    let mut random = Random::new();
    let one = |index: usize| {
        let mut place: [f32; 4] = std::array::from_fn(|_| random.float() * 3.0 - 1.0);
        if index % 6 == 5 {
            place[index / 6 % 3] = odd[index / 6 % odd.len()];
        }
        place
    };
    (0..PLACES).map(one).chain((0..ROWS).map(beside)).collect()
}

/// Coordinates beside those of the previous lane, as in a picture: first one to one, then slightly scaled, so that
/// lanes share texels, then at rows of texels, so that two of four have no weight.
fn beside(index: usize) -> [f32; 4] {
    let (x, y, row) = (index % 8, index / 8 % 3, index / 24);
    let step = [1.0, 0.9][row % 2];
    let above = if row == 2 { 0.5 } else { 0.7 };
    [(x as f32 * step + 0.8 - row as f32 / 4.0) / 11.0, (y as f32 * step + above) / 7.0, 0.4, 1.5]
}

fn compare(
    kernels: [&Kernel; 2],
    (shape, format): (&Shape, Format),
    sampler: &Sampler,
    (levels, level): (u32, f32),
    limit: f32,
) -> Result<(), Failed> {
    let (image, places, levels_of) = (image(shape, format, levels)?, places(), [level]);
    let mut results = [vec![[7u32; 4]; 6 * places.len()], vec![[7u32; 4]; 6 * places.len()]];
    let mut targets = [self::image(shape, format, 1)?, self::image(shape, format, 1)?];
    let mut source = self::image(shape, format, 1)?;
    for ((kernel, result), target) in kernels.iter().zip(&mut results).zip(&mut targets) {
        let mut dispatch = kernel.dispatch();
        dispatch.allow_gaps().texture("image", &image)?.buffer("places", &places)?.buffer("levels", &levels_of)?;
        dispatch.buffer_mut("result", result)?.image("target", target)?.image("source", &mut source)?;
        if shape.offset.is_some() && format.class() == Class::Float {
            dispatch.sampler("plain", sampler.clone())?;
        }
        dispatch.run([places.len() as u32 / 24, 1, 1])?;
    }
    let says = |what: String| Failed::from(format!("{what}: {format:?} {sampler:?} {levels} levels, {level}"));
    let [one_by_one, together] = &results;
    for (index, (expected, found)) in one_by_one.iter().zip(together).enumerate() {
        if !same(expected, found, format.class() == Class::Float, limit) {
            let place = places[index / 6];
            return Err(says(format!("result {} at {place:?} is {found:x?}, not {expected:x?}", index % 6)));
        }
    }
    // Numbers that are written come from the shader's own arithmetic.
    match limit > 0.0 || targets[0].bytes() == targets[1].bytes() {
        true => Ok(()),
        false => Err(says("other texels are written".to_owned())),
    }
}

/// Returns whether texels differ by no more than a limit; all NaNs are equal.
fn same(expected: &[u32; 4], found: &[u32; 4], is_float: bool, limit: f32) -> bool {
    let are_near = |(x, y): (&u32, &u32)| {
        let [x, y] = [*x, *y].map(f32::from_bits);
        is_float && (x.is_nan() && y.is_nan() || limit > 0.0 && (x - y).abs() <= limit)
    };
    expected.iter().zip(found).all(|pair| pair.0 == pair.1 || are_near(pair))
}
