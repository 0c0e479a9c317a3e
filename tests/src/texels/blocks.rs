//! Samples of lanes that are at contiguous texels, in workgroups whose rows have different lengths, with different numbers of
//! lanes that run together: these against lanes one by one, bit for bit in kernels that are exact, and nearly so in others.

use super::{EXACT, NEAR, NORMALISED, are_together, fill, same};
use crate::Devices;
use crate::kernels::support::{WAVE, exact_kernel, kernel, trial};
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::image::Address;
use runner::{Cpu, Image, Lanes, Sampler};

const TEXT: &str = "
Texture2D<float4> image : register(t0);
SamplerState plain : register(s1);
cbuffer Params : register(b2) { float2 first; float2 size; };
RWStructuredBuffer<float4> result : register(u3);
[numthreads(ROW, 128 / ROW, 1)] void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    result[index] = image.SampleLevel(plain, (id.xy + first) / size, 0.0);
}";

/// The number of lanes in a workgroup.
const COUNT: usize = 128;
/// The lengths of rows.
const ROWS: [u32; 4] = [4, 8, 16, 64];
/// The numbers of lanes that run together.
const WIDTHS: [u32; 2] = [16, 64];
/// The size of the image, by which coordinates are divided exactly.
const SIZE: [f32; 2] = [256.0, 64.0];
/// The first lane's place, in texels: between four, beside another one, below another one, at one, beyond edges.
const FIRST: [[f32; 2]; 6] = [[0.75, 1.875], [3.0, 2.5], [1.5, 4.25], [2.5, 0.5], [-1.25, 3.0], [4.25, 40.0]];

pub(super) fn trials(devices: &Devices) -> Vec<Trial> {
    let processors = [Cpu::Native, Cpu::X86V3].into_iter().filter(|processor| processor.check().is_ok());
    let mut all = Vec::new();
    for (processor, row) in processors.flat_map(|processor| ROWS.map(|row| (processor, row))) {
        let (lanes, name) = (devices.lanes.clone(), format!("texels::blocks {row} in a row, {processor}"));
        all.push(trial(&devices.cpu, name, move |device| {
            check(row, &lanes.clone()?, &device.clone().with_processor(processor))
        }));
    }
    all
}

fn check(row: u32, one_by_one: &Device, device: &Device) -> Result<(), Failed> {
    let text = TEXT.replace("ROW", &row.to_string());
    let options = ["-T", "cs_6_0", "-E", "main", "-fspv-target-env=vulkan1.1"].map(str::to_owned);
    let expected = results(&exact_kernel(one_by_one, "blocks.hlsl", &text, &options)?)?;
    for width in WIDTHS {
        let device = device.clone().with_lanes(Lanes::Vectors(width));
        let exact = exact_kernel(&device, "blocks.hlsl", &text, &options)?;
        let fast = kernel(&device, "blocks.hlsl", &text, &options, WAVE)?;
        are_together(exact.info())?;
        for (kernel, limit) in [(exact, EXACT), (fast, NEAR)] {
            let found = results(&kernel)?;
            if let Some(at) = (0..found.len()).find(|at| !same(&expected[*at], &found[*at], true, limit)) {
                let place = (FIRST[at / COUNT], at % COUNT, width, limit);
                return Err(format!("{place:?} is {:x?}, not {:x?}", found[at], expected[at]).into());
            }
        }
    }
    Ok(())
}

/// The samples of all lanes, for each place of the first one.
fn results(kernel: &Kernel) -> Result<Vec<[u32; 4]>, Failed> {
    let mut image = Image::d2(NORMALISED, SIZE[0] as u32, SIZE[1] as u32)?;
    fill(&mut image);
    let mut all = Vec::new();
    for first in FIRST {
        let (params, mut result) = ([first, SIZE], vec![[7u32; 4]; COUNT]);
        let mut dispatch = kernel.dispatch();
        dispatch.texture("image", &image)?.buffer("Params", params.as_flattened())?;
        dispatch.sampler("plain", Sampler::linear().address(Address::Clamp))?.buffer_mut("result", &mut result)?;
        dispatch.run([1, 1, 1])?;
        all.extend(result);
    }
    Ok(all)
}
