//! The time from the words of a small kernel to its first results.

use crate::cases::{Case, small_saxpy};
use crate::timed;
use harness::device::{Cpu, Device, Dispatch, PROCESSOR, Result};
use runner::Cache;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The columns of [`latency`].
pub(crate) const LATENCIES: [&str; 3] =
    ["first dispatch of the process", "first dispatch of another kernel", "second dispatch"];

/// The columns of [`kept`].
pub(crate) const KEPT: [&str; 2] =
    ["first dispatch of a process, its code kept", "first dispatch of another kernel, its code kept"];

/// The folder for a process that [`first_of_process`] starts.
const FOLDER: &str = "HLSL2SPIRV_BENCH_FOLDER";

/// Workgroup sizes that make different kernels, so that no compiled code is found for the next one.
const SIZES: std::ops::Range<u32> = 60..65;

/// The time from the words of a small kernel to its first results, compilation included, and that of another dispatch;
/// the last two times are the best of several.
pub(crate) fn latency(device: &Result<Device>) -> Result<[Duration; 3]> {
    let device = device.clone()?;
    let [mut first, mut later, mut second] = [Duration::ZERO, Duration::MAX, Duration::MAX];
    for size in SIZES {
        let times = first_and_second(&device, &mut small_saxpy(size))?;
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

/// The time of the first dispatch on the CPU, lanes together, when the folder has compiled code and LLVM is loaded: in
/// a process of its own and in this one, the best of several.
pub(crate) fn kept(device: &Result<Device>) -> Result<[Duration; 2]> {
    let folder = Folder::new();
    let device = device.clone()?.with_cache(cache(&folder.0)?);
    let Device::Cpu(Cpu { processor, .. }) = &device else { return Err("code is kept for the CPU".to_owned()) };
    let [mut first, mut later] = [Duration::MAX; 2];
    for size in SIZES {
        // The first time it is compiled.
        first_and_second(&device, &mut small_saxpy(size))?;
        later = later.min(first_and_second(&device, &mut small_saxpy(size))?[0]);
    }
    for _ in SIZES {
        first = first.min(first_of_process(&folder.0, *processor)?);
    }
    Ok([first, later])
}

fn first_of_process(folder: &Path, processor: runner::Cpu) -> Result<Duration> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(own)
        .env(FOLDER, folder)
        .env(PROCESSOR, processor.name())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map(Duration::from_nanos).map_err(|_| format!("a process says '{text}'"))
}

/// The output of a process that [`first_of_process`] has started; `None` in others.
pub(crate) fn asked_for_first() -> Option<String> {
    let folder = PathBuf::from(std::env::var_os(FOLDER)?);
    let first = || {
        let device = Device::cpu()?.with_cache(cache(&folder)?);
        first_and_second(&device, &mut small_saxpy(SIZES.start))
    };
    Some(first().map_or_else(|problem| problem, |times| times[0].as_nanos().to_string()))
}

/// A temporary folder for compiled code.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        Folder(std::env::temp_dir().join(format!("hlsl2spirv-bench-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn cache(folder: &Path) -> Result<Cache> {
    Cache::open(folder).map_err(|error| error.to_string())
}
