//! Shaders that read and write images by texel.

use super::support::{Case, Random, near, same, variants};
use harness::device::Kernel;
use libtest_mimic::Failed;
use runner::buffers::{Bytes, values_of};
use runner::{Format, Image};

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let odd: &[&'static [(&'static str, &'static str)]] = &[&[("numthreads(16, 16, 1)", "numthreads(5, 3, 1)")]];
    all.extend(variants("game_of_life.hlsl", "main", odd).into_iter().map(|variant| variant.case(life)));
    let odd: &[&'static [(&'static str, &'static str)]] = &[&[("numthreads(8, 8, 1)", "numthreads(7, 5, 1)")]];
    all.extend(variants("mandelbrot.hlsl", "main", odd).into_iter().map(|variant| variant.case(mandelbrot)));
    all
}

/// Enough workgroups to cover an image, and a little more.
pub(super) fn cover(kernel: &Kernel, [width, height]: [u32; 2]) -> [u32; 3] {
    let [x, y, _] = kernel.info().local_size;
    [width.div_ceil(x) + 1, height.div_ceil(y), 1]
}

fn life(kernel: &Kernel) -> Result<(), Failed> {
    let (width, height) = (21usize, 18usize);
    let mut random = Random::new();
    let cells: Vec<u32> = (0..width * height).map(|_| random.next() % 2).collect();
    let mut before = Image::d2(Format::R32_UINT, width as u32, height as u32)?;
    before.set_values(0, 0, &cells);
    let mut after = Image::d2(Format::R32_UINT, width as u32, height as u32)?;
    let mut dispatch = kernel.dispatch();
    dispatch.image("before", &mut before)?.image("after", &mut after)?;
    dispatch.run(cover(kernel, [width as u32, height as u32]))?;
    let mut expected = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let around = (0..9).filter(|at| *at != 4);
        let cell = |at: usize| cells[(y + at / 3 + height - 1) % height * width + (x + at % 3 + width - 1) % width];
        let neighbours: u32 = around.map(cell).sum();
        expected.push(match neighbours {
            2 => cells[y * width + x],
            3 => 1,
            _ => 0,
        });
    }
    same("after", &expected, &values_of(after.bytes()))
}

fn mandelbrot(kernel: &Kernel) -> Result<(), Failed> {
    let (width, height, iterations) = (33u32, 22u32, 100u32);
    let (center, scale) = ([-0.5f32, 0.1], 2.5f32);
    let view = Bytes::new().with(&center).with(&[scale]).with(&[iterations]);
    let mut image = Image::d2(Format::RGBA32_FLOAT, width, height)?;
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("view", &view[..])?.image("image", &mut image)?;
    dispatch.run(cover(kernel, [width, height]))?;
    let mut expected = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let pixel = [(x as f32 + 0.5) / width as f32 - 0.5, (y as f32 + 0.5) / height as f32 - 0.5];
        let c = [center[0] + pixel[0] * scale * (width as f32 / height as f32), center[1] + pixel[1] * scale];
        expected.extend(colour(c, iterations));
    }
    // An escape one iteration earlier changes the colour by this much.
    near("image", &expected, &values_of(image.bytes()), 0, 1e-3)
}

fn colour(c: [f32; 2], iterations: u32) -> [f32; 4] {
    let (mut z, mut n) = ([0f32; 2], 0);
    let square = |z: [f32; 2]| z[0] * z[0] + z[1] * z[1];
    while n < iterations && square(z) < 256.0 {
        z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
        n += 1;
    }
    if n == iterations {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let t = (n as f32 + 1.0 - (0.5 * square(z).log2()).log2()) / 64.0;
    let part = |phase: f32| 0.5 + 0.5 * (std::f32::consts::TAU * (t + phase)).cos();
    [part(0.0), part(0.1), part(0.2), 1.0]
}
