//! The speed of draws on the CPU, beside a Vulkan driver with the same modules and indices: `cargo bench -p tests --bench
//! pictures [filter]`.
//!
//! A draw is measured from its clears to the texels in memory of the host, in the time that all threads of the process take
//! together, and in wall time: the best of several, in alternation. `VULKAN_DEVICE` selects the driver by a part of its name.
//! The last column is the number of pixels that differ by more than a step of eight bits.
#![allow(clippy::print_stdout, reason = "the measurements are printed")]

use harness::device::Result;
use harness::scenes::Scene;
use harness::vulkan::Device;
use runner::Options;
use std::sync::Arc;
use std::time::Instant;

const SIZE: [u32; 2] = [1920, 1080];
/// Each is drawn this often.
const ROUNDS: usize = 7;

const TRIVIAL: &str = "float4 main(float4 at : SV_Position) : SV_Target {
        return float4(at.xy / float2(1920, 1080), 0.5, 1);
    }";

const MANDELBROT: &str = "float4 main(float4 at : SV_Position) : SV_Target {
        float2 c = (at.xy / float2(1920, 1080) - float2(0.7, 0.5)) * float2(3.4, 2), z = 0;
        uint turns = 0;
        while (turns < 256 && dot(z, z) < 4) {
            z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
            turns++;
        }
        return float4(turns / 256.0, turns % 16 / 16.0, 0, 1);
    }";

fn main() -> Result<()> {
    // Cargo adds options of its own.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let device = Device::open().map(Arc::new);
    match &device {
        Ok(device) => println!("{}", device.name()),
        Err(why) => println!("{why}"),
    }
    let pixels = [("trivial", TRIVIAL), ("mandelbrot", MANDELBROT)];
    let mut scenes: Vec<Scene> =
        pixels.map(|(name, pixel)| Scene::full_screen(&format!("full screen, {name}"), SIZE, pixel)).to_vec();
    scenes.extend([Scene::surface(SIZE, 1)?, Scene::surface(SIZE, 10)?]);
    scenes.extend([22, 90, 362, 724].map(|squares| Scene::heights(SIZE, squares)));
    println!("| 1920 x 1080 | ours, ms of all threads | wall | driver, ms of all threads | wall | pixels |");
    println!("|---|--:|--:|--:|--:|--:|");
    for scene in scenes.iter().filter(|scene| scene.name.contains(&filter)) {
        println!("{}", row(scene, device.as_ref().ok())?);
    }
    Ok(())
}

fn row(scene: &Scene, device: Option<&Arc<Device>>) -> Result<String> {
    let mut runner = scene.in_runner(&Options::default())?;
    let drawing = device.map(|device| scene.through_vulkan(device)).transpose()?;
    let (mut ours, mut theirs) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
    for _ in 0..ROUNDS {
        best(&mut ours, || runner.run().map(|_| ()))?;
        if let Some(drawing) = &drawing {
            best(&mut theirs, || drawing.run())?;
        }
    }
    let [processor, wall] = ours;
    let own = format!("| {} | {processor:.1} | {wall:.1} |", scene.name);
    let Some(drawing) = drawing else { return Ok(format!("{own} | | |")) };
    let texels = runner.run()?;
    let pairs = texels.chunks(4).zip(drawing.texels().chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>());
    let differ =
        pairs.filter(|(own, other)| own.iter().zip(other).any(|(own, other)| own.abs_diff(*other) > 1)).count();
    Ok(format!("{own} {:.1} | {:.1} | {differ} |", theirs[0], theirs[1]))
}

/// Keeps the least milliseconds of all threads, and of the wall.
fn best(least: &mut [f64; 2], run: impl FnOnce() -> Result<()>) -> Result<()> {
    let (processor, wall) = (of_all_threads(), Instant::now());
    run()?;
    let wall = 1e3 * wall.elapsed().as_secs_f64();
    least[0] = least[0].min(of_all_threads() - processor);
    least[1] = least[1].min(wall);
    Ok(())
}

/// The milliseconds that the threads of the process have run, as far as the system says so.
fn of_all_threads() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let of_thread = |path: std::path::PathBuf| -> Option<f64> {
        let text = std::fs::read_to_string(path.join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok()
    };
    threads.filter_map(|thread| of_thread(thread.path())).sum::<f64>() * 1e-6
}
