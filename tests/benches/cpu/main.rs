//! How fast kernels run on the CPU, beside Vulkan drivers that get the same modules, buffers and dispatches:
//! `cargo bench -p tests [filter] [job files]`.
//!
//! The modules are what this compiler makes where no option says otherwise. A dispatch is measured from its submission to
//! its end, the best of many after one that is not counted, the devices in alternation. Before that: how long the first
//! dispatch of a small kernel takes, all that makes machine code included. `CPU` in the environment names the processor
//! that code is made for, as `run --cpu` does, and `VULKAN_DEVICE` the drivers by parts of their names, with `;` between
//! them. Where job files are named (`docs/jobs.md`), their dispatches are measured in the place of the kernels here; their
//! results are not looked at.
#![allow(clippy::print_stdout, reason = "the measurements are printed")]

mod cases;
mod latency;
mod summary;

use cases::{Case, ROWS, Row};
use harness::device::{Device, Dispatch, Result};
use runner::Lanes;
use std::time::{Duration, Instant};
use summary::Measured;

/// A kernel is measured again and again for so long on each device,
const PATIENCE: Duration = Duration::from_millis(500);
/// but at least so many times,
const LEAST_RUNS: u32 = 2;
/// and so many times in turn with the other devices.
const ROUNDS: u32 = 3;
/// The devices before the drivers: lanes one by one, and lanes together.
const OWN: usize = 2;

fn main() {
    if let Some(answer) = latency::asked_for_first() {
        return println!("{answer}");
    }
    // Cargo adds options of its own.
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let (files, filters): (Vec<_>, Vec<_>) = arguments.partition(|argument| argument.ends_with(".json"));
    let filter = filters.into_iter().next().unwrap_or_default();
    let start = Instant::now();
    let cpu = Device::cpu();
    let loaded = start.elapsed();
    let lanes = cpu.clone().map(|device| device.with_lanes(Lanes::OneByOne));
    let (names, drivers) = drivers();
    let devices: Vec<_> = [lanes, cpu].into_iter().chain(drivers).collect();
    let columns = ["lanes one by one", "lanes together"].into_iter().chain(names.iter().map(String::as_str));
    let columns: Vec<_> = columns.map(|name| format!("{name}, ms")).collect();
    if files.is_empty() && filter.is_empty() {
        print_latencies(&devices, &columns);
        println!("\nLLVM was loaded in {:.1} ms.", milliseconds(loaded));
    }
    let rules = "--:|".repeat(columns.len());
    println!("\n| kernel | size | {} | best driver / together | by hand, ms | limit, ms |", columns.join(" | "));
    println!("|---|---|{rules}--:|--:|--:|");
    let wanted = cases(&files, &filter);
    let measured: Vec<_> = wanted.filter_map(|(case, row)| print_row(case, row, &devices)).collect();
    summary::print(&measured);
}

/// The drivers, or why there are none, with their names.
fn drivers() -> (Vec<String>, Vec<Result<Device>>) {
    match Device::vulkans() {
        Ok(all) => all.into_iter().map(|(name, device)| (name, Ok(device))).unzip(),
        Err(problem) => (vec!["Vulkan".to_owned()], vec![Err(problem)]),
    }
}

/// The jobs of files, else the kernels whose names hold the filter.
fn cases<'a>(files: &'a [String], filter: &'a str) -> Box<dyn Iterator<Item = (Case, Option<&'static Row>)> + 'a> {
    if files.is_empty() {
        let all = ROWS.iter().map(|row| ((row.make)(), Some(row)));
        return Box::new(all.filter(move |(case, _)| case.name.contains(filter)));
    }
    let jobs = files.iter().flat_map(|file| Case::of_file(file).unwrap_or_else(|error| panic!("{file}: {error}")));
    Box::new(jobs.filter(move |case| case.name.contains(filter)).map(|case| (case, None)))
}

fn print_latencies(devices: &[Result<Device>], columns: &[String]) {
    println!("\n| a small kernel | {} |\n|---|{}", columns.join(" | "), "--:|".repeat(columns.len()));
    let all: Vec<_> = devices.iter().map(latency::latency).collect();
    for (index, what) in latency::LATENCIES.iter().enumerate() {
        let times: Vec<_> = all.iter().map(|times| shown(&times.clone().map(|times| times[index]))).collect();
        println!("| {what} | {} |", times.join(" | "));
    }
    let kept: Vec<_> = devices[..OWN].iter().map(latency::kept).collect();
    for (index, what) in latency::KEPT.iter().enumerate() {
        let times: Vec<_> = kept.iter().map(|times| shown(&times.clone().map(|times| times[index]))).collect();
        println!("| {what} | {} |{}", times.join(" | "), " |".repeat(columns.len() - OWN));
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

/// Measures a kernel on all devices.
fn print_row(mut case: Case, row: Option<&Row>, devices: &[Result<Device>]) -> Option<Measured> {
    let mut times: Vec<_> = devices.iter().map(|device| device.clone().map(|_| Duration::MAX)).collect();
    for _ in 0..ROUNDS {
        for (device, time) in devices.iter().zip(&mut times) {
            let found = device.clone().and_then(|device| best(&device, &mut case));
            *time = found.and_then(|found| Ok(found.min(time.clone()?)));
        }
    }
    let (by_hand, limit) = row.map_or((None, None), |row| (row.by_hand, row.limit));
    let driver = times[OWN..].iter().filter_map(|time| time.as_ref().ok()).min().copied();
    let here = times[OWN - 1].as_ref().ok().copied();
    let measured = here.map(|here| Measured { name: case.name.clone(), here, driver, by_hand, limit });
    let all: Vec<_> = times.iter().map(shown).collect();
    let ratio = measured.as_ref().and_then(Measured::ratio).map_or_else(String::new, |ratio| format!("{ratio:.2}"));
    let known = [by_hand, limit].map(|time| time.map_or_else(String::new, |time| time.to_string()));
    println!("| {} | {} | {} | {ratio} | {} |", case.name, case.size, all.join(" | "), known.join(" | "));
    measured
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
