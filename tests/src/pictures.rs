//! Pictures of triangles beside those of a Vulkan driver: the coverage is equal, and colors differ by a step at most.
//!
//! Both rasterize positions of 8 bits below the pixel, and compare depths that are constant in each triangle, so that nothing
//! of a picture is up to the driver but the last bit of what is interpolated.

use crate::Devices;
use crate::kernels::support::trial;
use harness::device::Device;
use harness::scenes::Scene;
use libtest_mimic::{Failed, Trial};
use runner::Options;

pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let scenes = [
        ("on the grid", vertices("(float2(hash(id) % 257, hash(id + 7777) % 257) - 128) / 128", "1")),
        ("beside it", vertices(BESIDE, "1")),
        ("in perspective", vertices(BESIDE, "0.5 + part(id + 99)")),
    ];
    let flat =
        "float4 main(float4 at : SV_Position, nointerpolation float4 color : COLOR) : SV_Target { return color; }";
    let smooth = "float4 main(float4 at : SV_Position, float4 color : SMOOTH) : SV_Target { return color; }";
    let mut trials = Vec::new();
    for (name, vertex) in scenes {
        for (kind, pixel, steps) in [("coverage", flat, 0), ("colors", smooth, 1)] {
            let texts = [vertex.clone(), pixel.to_owned()];
            let name = format!("vulkan::pictures {name}, {kind}");
            let scene = Scene {
                name: name.clone(),
                texts,
                size: [256, 256],
                indices: (0..1200).collect(),
                textures: Vec::new(),
            };
            let cpu = devices.cpu.clone();
            let vulkan = cpu.as_ref().err().map_or(devices.vulkan.clone(), |reason| Err(reason.clone()));
            trials.push(trial(&vulkan, name, move |vulkan| check(&scene, vulkan, steps)));
        }
    }
    trials
}

/// Places in the view, a quarter of a step beside the grid: far from the middle between two steps, where the driver's arithmetic
/// in single precision and ours may round to different ones. Triangles that leave the view are clipped at its edge by some
/// drivers, which moves their edges.
const BESIDE: &str = "((float2(hash(id) % 65535, hash(id + 7777) % 65535) + 0.25) / 256 - 128) / 128";

/// A vertex shader of random triangles: each has a color and a depth of its own.
fn vertices(place: &str, w: &str) -> String {
    format!(
        "uint hash(uint x) {{ x = (x ^ 61) ^ (x >> 16); x *= 9; x ^= x >> 4; x *= 0x27D4EB2D; return x ^ (x >> 15); }}
        float part(uint x) {{ return (hash(x) & 0xFFFF) / 65536.0; }}
        struct V {{ float4 at : SV_Position; nointerpolation float4 color : COLOR; float4 smooth : SMOOTH; }};
        V main(uint id : SV_VertexID) {{
            uint triangle_id = id / 3;
            V v;
            float w = {w};
            v.at = float4({place} * w, (hash(triangle_id) % 4096) / 4096.0 * w, w);
            v.color = float4(triangle_id % 16, triangle_id / 16 % 16, triangle_id / 256, 255) / 255;
            v.smooth = float4(part(id + 11), part(id + 13), part(id + 17), 1);
            return v;
        }}"
    )
}

fn check(scene: &Scene, vulkan: &Device, steps: u8) -> Result<(), Failed> {
    let Device::Vulkan(device) = vulkan else { return Err("no Vulkan device".into()) };
    let drawing = scene.through_vulkan(device)?;
    drawing.run()?;
    let expected = drawing.texels();
    let mut runner = scene.in_runner(&Options::default())?;
    let found = runner.run()?;
    let covered = found.chunks(4).filter(|texel| texel[3] != 0).count();
    if covered < 20_000 {
        return Err(format!("{covered} pixels are covered").into());
    }
    for (at, (own, other)) in found.chunks(4).zip(expected.chunks(4)).enumerate() {
        if own.iter().zip(other).any(|(own, other)| own.abs_diff(*other) > steps) {
            let (x, y) = (at % 256, at / 256);
            return Err(format!("pixel ({x},{y}): {own:?}, and {other:?} by the driver").into());
        }
    }
    Ok(())
}
