//! Atomic operations on texels: results and returned values are the same for lanes together and one by one.

use super::{LANES, SHAPES, Shape, are_together, fill, places};
use crate::Devices;
use crate::kernels::support::{WAVE, kernel, trial};
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::{Format, Lanes};

/// Sums do not depend on the order of lanes; no lane changes another's returned value.
const TEXT: &str = "
StructuredBuffer<float4> places : register(t0);
RWIMAGE<TEXEL> target : register(u1);
RWIMAGE<TEXEL> source : register(u2);
RWStructuredBuffer<TEXEL> found : register(u3);
[numthreads(24, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    int3 texel = int3(places[id.x].xyz * 6.0) - 1;
    if (places[id.x].w > 0.0)
        InterlockedAdd(target[texel.AT], TEXEL(id.x + 1));
    InterlockedAdd(target[FIRST], TEXEL(id.x));
    TEXEL before = 7;
    if (id.x % 3 != 1)
        InterlockedCompareExchange(source[texel.AT], TEXEL(5), TEXEL(5), before);
    found[id.x] = before;
}";

/// One test per shape and type of texels.
pub(super) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = Vec::new();
    for shape in SHAPES {
        for (format, texel) in [(Format::R32_UINT, "uint"), (Format::R32_SINT, "int")] {
            for (title, device) in [("texels", &devices.cpu), ("checked", &devices.checked)] {
                let (lanes, name) = (devices.lanes.clone(), format!("{title}::texels atomic {}<{texel}>", shape.name));
                all.push(trial(device, name, move |device| check(shape, format, texel, [&lanes.clone()?, device])));
            }
        }
    }
    all
}

fn check(shape: &Shape, format: Format, texel: &str, [lanes, together]: [&Device; 2]) -> Result<(), Failed> {
    // An explicit width vectorises code of any length.
    let together = together.clone().with_lanes(Lanes::Vectors(LANES));
    let kernels = [ready(shape, texel, lanes)?, ready(shape, texel, &together)?];
    are_together(kernels[1].info())?;
    let [expected, found] = [results(&kernels[0], shape, format)?, results(&kernels[1], shape, format)?];
    match expected == found {
        true => Ok(()),
        false => Err(format!("texels are {found:x?}, not {expected:x?}").into()),
    }
}

fn ready(shape: &Shape, texel: &str, device: &Device) -> Result<Kernel, Failed> {
    let first = match shape.at.len() {
        1 => "1".to_owned(),
        axes => format!("int{axes}({})", vec!["1"; axes].join(", ")),
    };
    let text = TEXT.replace("IMAGE", shape.name).replace("TEXEL", texel).replace("FIRST", &first);
    let text = text.replace(".AT", &format!(".{}", shape.at));
    let options = ["-T", "cs_6_0", "-E", "main", "-fspv-target-env=vulkan1.1"].map(str::to_owned);
    kernel(device, "atomics.hlsl", &text, &options, WAVE)
}

/// The modified texels, and the returned values.
fn results(kernel: &Kernel, shape: &Shape, format: Format) -> Result<[Vec<u8>; 2], Failed> {
    let (places, mut source, mut target) = (places(), (shape.make)(format)?, (shape.make)(format)?);
    fill(&mut source);
    let mut found = vec![9u32; places.len()];
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("places", &places)?.image("target", &mut target)?.image("source", &mut source)?;
    dispatch.buffer_mut("found", &mut found)?.run([places.len() as u32 / 24, 1, 1])?;
    Ok([target.bytes().to_vec(), found.iter().flat_map(|word| word.to_le_bytes()).collect()])
}
