//! How fast kernels run on the CPU, beside a Vulkan driver that gets the same modules, buffers and dispatches:
//! `cargo bench -p tests --no-default-features [filter]`.
//!
//! The modules are what this compiler makes where no option says otherwise. A dispatch is
//! measured from its submission to its end, the best of many, after one that is not counted. Before that: how long the
//! first dispatch of a small kernel takes, all that makes machine code included. `CPU` in the environment names the processor
//! that code is made for, as `run --cpu` does.
#![allow(clippy::print_stdout, reason = "the measurements are printed")]

use driver::internal::Element;
use driver::internal::Resource;
use driver::{Compiler, Disk};
use harness::device::{Device, Dispatch, Kernel, Result, Source};
use runner::buffers::{Bytes, Pod};
use runner::image::Address;
use runner::{Format, Image, Lanes, Sampler};
use std::path::Path;
use std::time::{Duration, Instant};

/// A kernel is measured again and again for so long,
const PATIENCE: Duration = Duration::from_millis(1500);
/// but at least so many times.
const LEAST_RUNS: u32 = 3;
/// Drivers need not run more groups along an axis.
const MOST_GROUPS: u32 = 65535;

fn main() {
    // Cargo adds options of its own.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let start = Instant::now();
    let cpu = Device::cpu();
    let loaded = start.elapsed();
    let vulkan = Device::vulkan();
    match &vulkan {
        Ok(Device::Vulkan(device)) => println!("Vulkan: {}", device.name()),
        Ok(Device::Cpu(_) | Device::OpenCl(_)) => {}
        Err(problem) => println!("Vulkan: {problem}"),
    }
    let lanes = cpu.clone().map(|device| device.with_lanes(Lanes::OneByOne));
    let devices = [&lanes, &cpu, &vulkan];
    println!("\n| a small kernel | lanes one by one, ms | lanes together, ms | Vulkan, ms |\n|---|--:|--:|--:|");
    let all = devices.map(latency);
    for (index, what) in LATENCIES.iter().enumerate() {
        let times = all.each_ref().map(|times| shown(&times.clone().map(|times| times[index])));
        println!("| {what} | {} |", times.join(" | "));
    }
    println!("\nLLVM was loaded in {:.1} ms.", milliseconds(loaded));
    println!("\n| kernel | size | lanes one by one, ms | lanes together, ms | Vulkan, ms | Vulkan / together |");
    println!("|---|---|--:|--:|--:|--:|");
    for make in CASES {
        let mut case = make();
        if case.name.contains(&filter) {
            row(&mut case, devices);
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn shown(time: &Result<Duration>) -> String {
    match time {
        Ok(time) => format!("{:.3}", milliseconds(*time)),
        Err(problem) => problem.clone(),
    }
}

fn row(case: &mut Case, devices: [&Result<Device>; 3]) {
    let times = devices.map(|device| device.clone().and_then(|device| best(&device, case)));
    let ratio = match (&times[1], &times[2]) {
        (Ok(here), Ok(there)) => format!("{:.2}", there.as_secs_f64() / here.as_secs_f64()),
        (Ok(_), Err(_)) | (Err(_), _) => String::new(),
    };
    println!("| {} | {} | {} | {ratio} |", case.name, case.size, times.map(|time| shown(&time)).join(" | "));
}

/// A kernel with what it runs on.
struct Case {
    name: &'static str,
    size: &'static str,
    words: Vec<u32>,
    entry: &'static str,
    resources: Vec<(&'static str, Resource)>,
    push: Bytes,
    groups: [u32; 3],
}

impl Case {
    /// A kernel that is compiled from a file below the workspace, with a part of its text replaced.
    fn new(name: &'static str, size: &'static str, file: &str, entry: &'static str, replaced: (&str, &str)) -> Self {
        let path = Path::new("..").join(file);
        let text = std::fs::read_to_string(&path).expect("the shader is there").replace(replaced.0, replaced.1);
        let options = ["-T", "cs_6_0", "-E", entry, "-fspv-target-env=vulkan1.1"].map(str::to_owned);
        let compiler = Compiler::from_args(&options).expect("the options are right");
        let artifact = compiler.compile(file, &text, &Disk).unwrap_or_else(|failure| panic!("{failure}"));
        let (resources, push) = (Vec::new(), Bytes::new());
        Case { name, size, words: artifact.words, entry, resources, push, groups: [1; 3] }
    }

    fn buffer<T: Pod>(mut self, name: &'static str, values: &[T]) -> Self {
        self.resources.push((name, Resource::Buffer(Bytes::from(values), Element::Uint(4))));
        self
    }

    fn image(mut self, name: &'static str, image: Image) -> Self {
        self.resources.push((name, Resource::Image(Box::new(image))));
        self
    }

    fn groups(self, groups: [u32; 3]) -> Self {
        Case { groups, ..self }
    }

    fn kernel(&self, device: &Device) -> Result<Kernel> {
        Kernel::new(device, &Source::new(&self.words, self.entry))
    }

    fn bind<'b>(&'b mut self, kernel: &Kernel) -> Result<Dispatch<'b>> {
        let mut dispatch = kernel.dispatch();
        for (name, resource) in &mut self.resources {
            dispatch.resource(name, resource)?;
        }
        dispatch.push_constants(&self.push);
        Ok(dispatch)
    }
}

/// The shortest of many dispatches.
fn best(device: &Device, case: &mut Case) -> Result<Duration> {
    let groups = case.groups;
    let kernel = case.kernel(device)?;
    match &mut case.bind(&kernel)? {
        Dispatch::Cpu(dispatch) => shortest(|| dispatch.run(groups).map_err(|error| error.to_string())),
        Dispatch::Vulkan(dispatch) => {
            let prepared = dispatch.prepare(groups)?;
            shortest(|| prepared.run())
        }
        Dispatch::OpenCl(dispatch) => shortest(|| dispatch.run(groups)),
    }
}

fn shortest(mut run: impl FnMut() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    let mut best = Duration::MAX;
    run()?;
    let mut runs = 0;
    while runs < LEAST_RUNS || start.elapsed() < PATIENCE {
        best = best.min(timed(&mut run)?);
        runs += 1;
    }
    Ok(best)
}

fn timed(run: &mut impl FnMut() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed())
}

/// What [`latency`] measures.
const LATENCIES: [&str; 3] = ["first dispatch of the process", "first dispatch of another kernel", "second dispatch"];

/// How long a small kernel takes from its words to its first results, machine code included, and then once more. The
/// kernels differ, so that nobody has kept the code of the one before; the last two times are the best of several.
fn latency(device: &Result<Device>) -> Result<[Duration; 3]> {
    let device = device.clone()?;
    let [mut first, mut later, mut second] = [Duration::ZERO, Duration::MAX, Duration::MAX];
    for size in 60..65 {
        let mut case = small_saxpy(size);
        let times = first_and_second(&device, &mut case)?;
        match first {
            Duration::ZERO => first = times[0],
            _ => later = later.min(times[0]),
        }
        second = second.min(times[1]);
    }
    Ok([first, later, second])
}

fn first_and_second(device: &Device, case: &mut Case) -> Result<[Duration; 2]> {
    let groups = case.groups;
    let start = Instant::now();
    let kernel = case.kernel(device)?;
    match &mut case.bind(&kernel)? {
        Dispatch::Cpu(dispatch) => {
            let mut run = || dispatch.run(groups).map_err(|error| error.to_string());
            run()?;
            Ok([start.elapsed(), timed(&mut run)?])
        }
        Dispatch::Vulkan(dispatch) => {
            let prepared = dispatch.prepare(groups)?;
            prepared.run()?;
            Ok([start.elapsed(), timed(&mut || prepared.run())?])
        }
        Dispatch::OpenCl(dispatch) => {
            dispatch.run(groups)?;
            Ok([start.elapsed(), timed(&mut || dispatch.run(groups))?])
        }
    }
}

const CASES: &[fn() -> Case] =
    &[saxpy, reduction, matmul, mandelbrot, nbody, prefix_sum, histogram, blur, bitonic_step, waves, empty];

const NOTHING: (&str, &str) = ("", "");

/// Numbers that look random and are the same in every run.
fn words(count: usize) -> Vec<u32> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        state ^ (state >> 15)
    };
    (0..count).map(|_| next()).collect()
}

/// From 0 to 1.
fn floats(count: usize) -> Vec<f32> {
    words(count).into_iter().map(|word| (word >> 8) as f32 / 16_777_216.0).collect()
}

fn small_saxpy(group: u32) -> Case {
    let count = 1000u32;
    let group_size = format!("numthreads({group}");
    let mut case = Case::new("saxpy", "1000", "shaders/saxpy.hlsl", "main", ("numthreads(64", &group_size));
    case.push = Bytes::new().with(&[0.5f32]).with(&[count]);
    let values = floats(count as usize);
    case.buffer("x", &values).buffer("y", &values).groups([count.div_ceil(group), 1, 1])
}

fn saxpy() -> Case {
    let count = 256 * MOST_GROUPS;
    let larger = ("numthreads(64", "numthreads(256");
    let mut case = Case::new("saxpy", "16M floats", "shaders/saxpy.hlsl", "main", larger);
    case.push = Bytes::new().with(&[0.5f32]).with(&[count]);
    let values = floats(count as usize);
    case.buffer("x", &values).buffer("y", &values).groups([MOST_GROUPS, 1, 1])
}

fn reduction() -> Case {
    let count = 256 * MOST_GROUPS;
    let case = Case::new("sums of 256 in groupshared", "16M", "shaders/reduction.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[count]).buffer("input", &words(count as usize));
    case.buffer("sums", &vec![0u32; MOST_GROUPS as usize]).groups([MOST_GROUPS, 1, 1])
}

fn matmul() -> Case {
    let (size, count) = (512u32, 512 * 512);
    let case = Case::new("matrix product in tiles of 16", "512³", "shaders/matmul.hlsl", "main", NOTHING);
    let case = case.buffer("sizes", &[size; 3]).buffer("a", &floats(count)).buffer("b", &floats(count));
    case.buffer("c", &vec![0f32; count]).groups([size / 16, size / 16, 1])
}

fn mandelbrot() -> Case {
    let size = 1024;
    let case = Case::new("mandelbrot, 256 iterations", "1024²", "shaders/mandelbrot.hlsl", "main", NOTHING);
    let view = Bytes::new().with(&[-0.5f32, 0.0, 2.5]).with(&[256u32]);
    let case = case.buffer("view", &view[..]).image("image", Image::d2(Format::RGBA32_FLOAT, size, size).unwrap());
    case.groups([size / 8, size / 8, 1])
}

fn nbody() -> Case {
    let count = 8192u32;
    let bodies = floats(8 * count as usize);
    let step = Bytes::new().with(&[count]).with(&[0.01f32, 0.1]);
    let case = Case::new("n-body step", "8192²", "shaders/nbody.hlsl", "main", NOTHING);
    case.buffer("Step", &step[..]).buffer("before", &bodies).buffer("after", &bodies).groups([count / 128, 1, 1])
}

fn prefix_sum() -> Case {
    let count = 4u32 << 20;
    let case = Case::new("prefix sums of 512", "4M", "shaders/prefix_sum.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[count]).buffer("input", &words(count as usize));
    let case = case.buffer("output", &vec![0u32; count as usize]).buffer("totals", &vec![0u32; count as usize / 512]);
    case.groups([count / 512, 1, 1])
}

fn histogram() -> Case {
    let bytes = 16u32 << 20;
    let case = Case::new("histogram of bytes", "16M", "shaders/histogram.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[bytes]).buffer("input", &words(bytes as usize / 4));
    case.buffer("histogram", &[0u32; 256]).groups([bytes / 4 / 256, 1, 1])
}

fn blur() -> Case {
    let size = 1024u32;
    let mut source = Image::d2(Format::RGBA8_UNORM, size, size).unwrap();
    source.set_values(0, 0, &words((size * size) as usize));
    let mut case = Case::new("17 bilinear samples", "1024²", "tests/benches/kernels/blur.hlsl", "main", NOTHING);
    case.resources.push(("linearClamp", Resource::Sampler(Sampler::linear().address(Address::Clamp))));
    let case = case.buffer("Params", &[1.0 / size as f32; 2]).image("source", source);
    case.image("target", Image::d2(Format::RGBA32_FLOAT, size, size).unwrap()).groups([size / 8, size / 8, 1])
}

fn bitonic_step() -> Case {
    let count = 1u32 << 20;
    let case = Case::new("step of a bitonic sort", "1M", "shaders/bitonic_sort.hlsl", "merge_step", NOTHING);
    let case = case.buffer("Params", &[count, count / 4]).buffer("entries", &words(2 * count as usize));
    case.groups([count / 2 / 256, 1, 1])
}

fn waves() -> Case {
    let count = 1u32 << 20;
    let case = Case::new("wave operations in branches", "1M", "tests/benches/kernels/waves.hlsl", "main", NOTHING);
    let case = case.buffer("source", &words(count as usize)).buffer("result", &vec![0u32; count as usize]);
    case.groups([count / 64, 1, 1])
}

fn empty() -> Case {
    Case::new("nothing", "1 group", "tests/benches/kernels/empty.hlsl", "main", NOTHING)
}
