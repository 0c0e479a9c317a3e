//! Shaders that sample or paint.

use super::fields::cover;
use super::support::{Case, Random, near, variants};
use harness::device::Kernel;
use libtest_mimic::Failed;
use runner::buffers::{Bytes, values_of};
use runner::image::Address;
use runner::{Format, Image, Sampler};

pub(crate) fn cases() -> Vec<Case> {
    let odd: &[&'static [(&'static str, &'static str)]] = &[&[("numthreads(8, 8, 1)", "numthreads(3, 7, 1)")]];
    let blurred = variants("gaussian_blur.hlsl", "main", odd).into_iter().map(|variant| variant.case(blur));
    let painted = variants("path_tracer.hlsl", "main", odd).into_iter().map(|variant| variant.case(paint));
    blurred.chain(painted).collect()
}

const OFFSETS: [f32; 5] = [0.0, 1.411_764_7, 3.294_117_6, 5.176_470_6, 7.058_823_5];
const WEIGHTS: [f32; 5] = [0.196_482_5, 0.296_906_9, 0.094_470_4, 0.010_381_3, 0.000_256_9];

fn blur(kernel: &Kernel) -> Result<(), Failed> {
    let (width, height) = (19u32, 14u32);
    let texels = Random::new().floats((4 * width * height) as usize);
    let mut source = Image::d2(Format::RGBA32_FLOAT, width, height)?;
    source.set_values(0, 0, &texels);
    let mut target = Image::d2(Format::RGBA32_FLOAT, width, height)?;
    let pass = [1.0f32, 0.0, 1.0 / width as f32, 1.0 / height as f32];
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("pass", &pass)?.texture("source", &source)?.image("target", &mut target)?;
    dispatch.sampler("linearClamp", Sampler::linear().address(Address::Clamp))?;
    dispatch.run(cover(kernel, [width, height]))?;
    // Along a row, between texels: the result of a linear filter.
    let at = |x: f64, y: u32, channel: usize| {
        let texel =
            |x: f64| f64::from(texels[4 * (y * width + x.clamp(0.0, f64::from(width - 1)) as u32) as usize + channel]);
        let (first, weight) = (x.floor(), x - x.floor());
        texel(first) * (1.0 - weight) + texel(first + 1.0) * weight
    };
    let mut expected = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, f64::from(x)))) {
        for channel in 0..4 {
            let taps = OFFSETS.iter().zip(WEIGHTS).skip(1).map(|(offset, weight)| {
                f64::from(weight) * (at(x + f64::from(*offset), y, channel) + at(x - f64::from(*offset), y, channel))
            });
            expected.push((at(x, y, channel) * f64::from(WEIGHTS[0]) + taps.sum::<f64>()) as f32);
        }
    }
    // Drivers may quantise weights to 1/256, and GPUs do.
    let tolerance = match kernel {
        Kernel::Cpu(..) => 1e-5,
        Kernel::Vulkan(..) | Kernel::OpenCl(..) => 0.004,
    };
    near("target", &expected, &values_of(target.bytes()), 0, tolerance)
}

/// A scene whose colours are known without tracing: the camera is inside of an emissive sphere without reflection;
/// without it there is the sky.
fn paint(kernel: &Kernel) -> Result<(), Failed> {
    let (width, height) = (17u32, 9u32);
    let camera = |count: u32| {
        Bytes::new()
            .with(&[0f32, 0.0, 0.0])
            .with(&[count])
            .with(&[0f32, 0.0, -1.0])
            .with(&[0u32])
            .with(&[1f32, 0.0, 0.0])
            .with(&[4u32])
            .with(&[0f32, 1.0, 0.0, 0.0])
    };
    // Centre and radius; colour and material; emission and roughness.
    let sphere = Bytes::new()
        .with(&[0f32, 0.0, 0.0, 10.0])
        .with(&[0f32, 0.0, 0.0])
        .with(&[0u32])
        .with(&[0.25f32, 0.5, 1.0, 0.0]);
    for count in [0, 1] {
        let mut image = Image::d2(Format::RGBA32_FLOAT, width, height)?;
        let frame = camera(count);
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("Frame", &frame[..])?.buffer("spheres", &sphere[..])?.image("image", &mut image)?;
        dispatch.run(cover(kernel, [width, height]))?;
        let found: Vec<f32> = values_of(image.bytes());
        if count == 1 {
            let expected = [0.5, 0.5f32.sqrt(), 1.0, 1.0].repeat((width * height) as usize);
            near("image", &expected, &found, 2, 0.0)?;
            continue;
        }
        // Without spheres every ray ends in the sky, whose colour the four rays of a pixel average.
        for (index, pixel) in found.chunks(4).enumerate() {
            near(&format!("pixel {index}"), &sky(index as u32, [width, height]), pixel, 0, 1e-4)?;
        }
    }
    Ok(())
}

fn sky(index: u32, [width, height]: [u32; 2]) -> [f32; 4] {
    let (x, y) = (index % width, index / width);
    let mut state = x + width * y;
    let mut random = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
        (((word >> 22) ^ word) >> 8) as f32 / 16_777_216.0
    };
    let mut sum = [0f32; 3];
    for _ in 0..4 {
        let (jitter_x, jitter_y) = (random(), random());
        let film_x = ((x as f32 + jitter_x) / width as f32 * 2.0 - 1.0) * (width as f32 / height as f32);
        let film_y = -((y as f32 + jitter_y) / height as f32 * 2.0 - 1.0);
        let up = film_y / (film_x * film_x + film_y * film_y + 1.0).sqrt();
        let share = 0.5 * up + 0.5;
        for (sum, blue) in sum.iter_mut().zip([0.5, 0.7, 1.0]) {
            *sum += 1.0 + (blue - 1.0) * share;
        }
    }
    let [r, g, b] = sum.map(|sum| (sum / 4.0).sqrt());
    [r, g, b, 1.0]
}
