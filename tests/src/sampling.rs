//! Samples of images of every shape, format, filter and address mode: the runner's results against a driver's.
//!
//! There is no table of expectations: drivers round weights differently, but within the tolerance here. The coordinates
//! avoid the edges of texels.

use crate::Devices;
use crate::kernels::support::{Found, Random, WAVE, kernel, trial};
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::image::{Address, Class, Compare, Encoding, Filter, format::FORMATS};
use runner::{Format, Image, Sampler};

/// One test per shape.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let one = |shape: &'static Shape| {
        let (cpu, name) = (devices.cpu.clone(), format!("vulkan::sampling {}", shape.texture));
        let vulkan = cpu.as_ref().err().map_or(devices.vulkan.clone(), |reason| Err(reason.clone()));
        trial(&vulkan, name, move |vulkan| check(shape, &cpu, vulkan))
    };
    SHAPES.iter().map(one).collect()
}

/// The declaration, construction and coordinates of an image.
struct Shape {
    texture: &'static str,
    /// The number of coordinates of a sample, and how many of them are the layer.
    coordinates: (&'static str, usize),
    make: fn(Format) -> Result<Image, runner::Error>,
    /// True if the HLSL type has `Gather` and comparisons.
    gathers: bool,
}

const SHAPES: &[Shape] = &[
    Shape { texture: "Texture1D", coordinates: ("x", 0), make: |format| Image::d1(format, 5), gathers: false },
    Shape {
        texture: "Texture1DArray",
        coordinates: ("xy", 1),
        make: |format| Image::d1(format, 5).and_then(|image| image.with_layers(3)),
        gathers: false,
    },
    Shape { texture: "Texture2D", coordinates: ("xy", 0), make: |format| Image::d2(format, 5, 4), gathers: true },
    Shape {
        texture: "Texture2DArray",
        coordinates: ("xyz", 1),
        make: |format| Image::d2(format, 5, 4).and_then(|image| image.with_layers(3)),
        gathers: true,
    },
    Shape { texture: "Texture3D", coordinates: ("xyz", 0), make: |format| Image::d3(format, 5, 4, 3), gathers: false },
    Shape { texture: "TextureCube", coordinates: ("xyz", 0), make: |format| Image::cube(format, 4), gathers: true },
];

const TEXT: &str = "
#define TEXTURE TextureCube
#define AT xyz
TEXTURE<float4> image : register(t0);
SamplerState plain : register(s1);
StructuredBuffer<float4> places : register(t2);
RWStructuredBuffer<float4> result : register(u3);
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float4 place = places[id.x];
    result[2 * id.x] = image.SampleLevel(plain, place.AT, place.w);
#ifdef GATHERS
    result[2 * id.x + 1] = image.GatherRed(plain, place.AT);
#endif
}";

const COMPARING: &str = "
#define TEXTURE TextureCube
#define AT xyz
TEXTURE<float> image : register(t0);
SamplerComparisonState comparing : register(s1);
StructuredBuffer<float4> places : register(t2);
RWStructuredBuffer<float4> result : register(u3);
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float4 place = places[id.x];
    result[2 * id.x] = image.SampleCmpLevelZero(comparing, place.AT, 0.5);
}";

const PLACES: usize = 64;

fn check(shape: &Shape, cpu: &Found, vulkan: &Device) -> Result<(), Failed> {
    let devices = [&cpu.clone()?, vulkan];
    let kernels = kernels(devices, TEXT, shape)?;
    let addresses = [Address::Wrap, Address::Mirror, Address::Clamp, Address::Border, Address::MirrorOnce];
    for address in addresses {
        for filter in [Filter::Nearest, Filter::Linear] {
            let sampler = Sampler { magnify: filter, minify: filter, levels: filter, ..Sampler::default() };
            compare(&kernels, shape, Format::RGBA32_FLOAT, sampler.address(address))?;
        }
    }
    for (_, format, _) in FORMATS.iter().filter(|(_, format, _)| format.class() == Class::Float) {
        compare(&kernels, shape, *format, Sampler::linear().address(Address::Clamp))?;
    }
    if shape.gathers {
        let kernels = self::kernels(devices, COMPARING, shape)?;
        for test in [Compare::Less, Compare::LessEqual, Compare::Greater, Compare::GreaterEqual, Compare::Never] {
            let sampler = Sampler::nearest().address(Address::Clamp).compare(test);
            compare(&kernels, shape, Format::R32_FLOAT, sampler)?;
        }
    }
    Ok(())
}

fn kernels(devices: [&Device; 2], text: &str, shape: &Shape) -> Result<[Kernel; 2], Failed> {
    let text = text.replace("TEXTURE TextureCube", &format!("TEXTURE {}", shape.texture));
    let text = text.replace("AT xyz", &format!("AT {}", shape.coordinates.0));
    let mut options = ["-T", "cs_6_0", "-E", "main"].map(str::to_owned).to_vec();
    if shape.gathers {
        options.extend(["-D", "GATHERS"].map(str::to_owned));
    }
    let [cpu, vulkan] = devices.map(|device| kernel(device, "sampling.hlsl", &text, &options, WAVE));
    Ok([cpu?, vulkan?])
}

/// An image of three levels with texels that look random.
fn image(shape: &Shape, format: Format) -> Result<Image, runner::Error> {
    let mut image = (shape.make)(format)?.with_levels(3)?;
    let mut random = Random::new();
    for level in 0..image.levels() {
        let size = image.size().map(|size| (size >> level).max(1));
        for layer in 0..image.layers() {
            for at in (0..size[2]).flat_map(|z| (0..size[1]).flat_map(move |y| (0..size[0]).map(move |x| [x, y, z]))) {
                let texel = std::array::from_fn(|_| random.float().to_bits());
                image.set_texel(level as usize, layer, at, texel);
            }
        }
    }
    Ok(image)
}

/// Coordinates in and around the image, away from the edges of texels; a layer if there is one; a level.
fn places(shape: &Shape) -> Vec<[f32; 4]> {
    let mut random = Random::new();
    let (axes, layers) = (shape.coordinates.0.len(), shape.coordinates.1);
    let cube = shape.texture == "TextureCube";
    let one = |_| {
        // Odd sixtieths are never on an edge of 4 or 5 texels, nor of their halves.
        let mut place: [f32; 4] =
            std::array::from_fn(|_| (2.0 * (random.float() * 60.0).floor() + 1.0) / 120.0 * 3.0 - 1.0);
        if cube {
            place = place.map(|value| value - 0.437);
        }
        if layers > 0 {
            place[axes - 1] = (random.float() * 3.0).floor();
        }
        place[3] = (random.float() * 5.0).floor() / 2.0 + 0.125;
        place
    };
    (0..PLACES).map(one).collect()
}

fn compare(kernels: &[Kernel; 2], shape: &Shape, format: Format, sampler: Sampler) -> Result<(), Failed> {
    let (image, places) = (image(shape, format)?, places(shape));
    let mut results = [vec![[0f32; 4]; 2 * PLACES], vec![[0f32; 4]; 2 * PLACES]];
    for (kernel, result) in kernels.iter().zip(&mut results) {
        let mut dispatch = kernel.dispatch();
        let name = if sampler.compare.is_some() { "comparing" } else { "plain" };
        dispatch.texture("image", &image)?.sampler(name, sampler.clone())?.buffer("places", &places)?;
        dispatch.buffer_mut("result", result)?.run([PLACES as u32 / 32, 1, 1])?;
    }
    let [here, there] = &results;
    // Weights may have eight bits, and eight-bit texels may be interpolated in that precision.
    let tolerance = if format.encoding == Encoding::Float32 { 0.006 } else { 0.012 };
    for (index, (here, there)) in here.iter().zip(there).enumerate() {
        if here.iter().zip(there).any(|(here, there)| (here - there).abs() > tolerance) {
            let what = if index % 2 == 0 { "sample" } else { "gather" };
            let place = places[index / 2];
            return Err(format!("{what} at {place:?} is {here:?} here, {there:?} there: {format:?} {sampler:?}").into());
        }
    }
    Ok(())
}
