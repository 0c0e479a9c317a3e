//! The speed of kernels on the CPU, beside Vulkan drivers with the same modules, buffers and dispatches: `cargo bench
//! -p tests [filter] [job files]`.
//!
//! The modules are compiled with default options. A dispatch is measured from its submission to its end, the best of
//! many after a warm-up, the devices in alternation. Before that, the latency of the first dispatch of a small kernel
//! is measured, compilation included. `CPU` in the environment names the processors to compile for, as `run --cpu`
//! does, and `VULKAN_DEVICE` the drivers by parts of their names, separated by `;`: each has a column, and each
//! processor another for its ratio. If job files are named (`docs/jobs.md`), their dispatches are measured instead of
//! these kernels, without checking their results. The filter `checked` measures checked runs instead, and
//! `compilers` this compiler's modules beside another's.
#![allow(clippy::print_stdout, reason = "the measurements are printed")]

mod by_hand;
mod cases;
mod checked;
mod compilers;
mod latency;
mod limits;
mod summary;
mod team;

use cases::{Case, ROWS, Row};
use harness::device::{Device, Dispatch, Result};
use limits::Limits;
use runner::Lanes;
use std::time::{Duration, Instant};
use summary::Measured;

/// A kernel is measured repeatedly for this long on each device,
const PATIENCE: Duration = Duration::from_millis(500);
/// but at least this often,
const LEAST_RUNS: u32 = 2;
/// in this many rounds over the devices.
const ROUNDS: u32 = 3;

fn main() {
    if let Some(answer) = latency::asked_for_first() {
        return println!("{answer}");
    }
    // Cargo adds options of its own.
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let (files, filters): (Vec<_>, Vec<_>) = arguments.partition(|argument| argument.ends_with(".json"));
    let filter = filters.into_iter().next().unwrap_or_default();
    match filter.as_str() {
        "checked" => return checked::print(),
        "compilers" => return compilers::print(),
        _ => {}
    }
    let start = Instant::now();
    let together = named(Device::cpus(), "");
    let loaded = start.elapsed();
    let lanes = together[0].1.clone().map(|device| device.with_lanes(Lanes::OneByOne));
    let processors: Vec<_> =
        together.iter().map(|(name, _)| format!("together {name}").trim_end().to_owned()).collect();
    let own = processors.iter().map(|name| format!("lanes {name}")).zip(together.into_iter().map(|(_, device)| device));
    let own: Vec<_> = std::iter::once(("lanes one by one".to_owned(), lanes)).chain(own).collect();
    let count = own.len();
    let all = own.into_iter().chain(named(Device::vulkans(), "Vulkan"));
    let (columns, devices): (Vec<_>, Vec<_>) = all.map(|(name, device)| (format!("{name}, ms"), device)).unzip();
    let devices = Devices { all: devices, own: count };
    if files.is_empty() && filter.is_empty() {
        print_latencies(&devices, &columns);
        println!("\nLLVM was loaded in {:.1} ms.", milliseconds(loaded));
    }
    let limits = Limits::measure();
    limits.print();
    let rules = "--:|".repeat(columns.len() + processors.len());
    let ratios: String = processors.iter().map(|name| format!(" best driver / {name} |")).collect();
    println!("\n| kernel | size | {} |{ratios} by hand with AVX2, ms | limit, ms |", columns.join(" | "));
    println!("|---|---|{rules}--:|--:|");
    let wanted = cases(&files, &filter);
    let measured: Vec<_> = wanted.map(|(case, row)| print_row(case, row, &devices, &limits)).collect();
    for (at, name) in processors.iter().enumerate() {
        println!("\nLanes {name}:");
        let rows: Vec<_> = measured.iter().filter_map(|row| row[at].as_ref()).collect();
        summary::print(&rows);
    }
}

/// The measured devices: our own first, with lanes one by one before lanes together for each processor.
struct Devices {
    all: Vec<Result<Device>>,
    own: usize,
}

/// Devices with their names, or the reason why there are none, under a common name.
fn named(devices: Result<Vec<(String, Device)>>, kind: &str) -> Vec<(String, Result<Device>)> {
    match devices {
        Ok(all) => all.into_iter().map(|(name, device)| (name, Ok(device))).collect(),
        Err(problem) => vec![(kind.to_owned(), Err(problem))],
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

fn print_latencies(devices: &Devices, columns: &[String]) {
    println!("\n| a small kernel | {} |\n|---|{}", columns.join(" | "), "--:|".repeat(columns.len()));
    let all: Vec<_> = devices.all.iter().map(latency::latency).collect();
    for (index, what) in latency::LATENCIES.iter().enumerate() {
        let times: Vec<_> = all.iter().map(|times| shown(&times.clone().map(|times| times[index]))).collect();
        println!("| {what} | {} |", times.join(" | "));
    }
    let kept: Vec<_> = devices.all[1..devices.own].iter().map(latency::kept).collect();
    for (index, what) in latency::KEPT.iter().enumerate() {
        let times: Vec<_> = kept.iter().map(|times| shown(&times.clone().map(|times| times[index]))).collect();
        println!("| {what} | | {} |{}", times.join(" | "), " |".repeat(columns.len() - devices.own));
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

/// Measures a kernel on all devices; returns the results with lanes together, for each processor.
fn print_row(mut case: Case, row: Option<&Row>, devices: &Devices, limits: &Limits) -> Vec<Option<Measured>> {
    let Devices { all: devices, own } = devices;
    let mut times: Vec<_> = devices.iter().map(|device| device.clone().map(|_| Duration::MAX)).collect();
    for _ in 0..ROUNDS {
        for (device, time) in devices.iter().zip(&mut times) {
            let found = device.clone().and_then(|device| best(&device, &mut case));
            *time = found.and_then(|found| Ok(found.min(time.clone()?)));
        }
    }
    let limit = row.and_then(|row| row.need.as_ref()).map(|need| limits.milliseconds(need));
    let by_hand = row.and_then(|row| by_hand(row, devices[1].as_ref().ok()?));
    let hand = by_hand.as_ref().and_then(|time| time.as_ref().ok().copied());
    let driver = times[*own..].iter().filter_map(|time| time.as_ref().ok()).min().copied();
    let together = times[1..*own].iter().map(|time| time.as_ref().ok().copied());
    let measured = together.map(|here| Some(Measured { name: case.name.clone(), here: here?, driver, hand, limit }));
    let measured: Vec<_> = measured.collect();
    let all: Vec<_> = times.iter().map(shown).collect();
    let ratio = |found: &Option<Measured>| found.as_ref().and_then(Measured::ratio);
    let ratios = measured.iter().map(|found| ratio(found).map_or_else(String::new, |ratio| format!("{ratio:.2}")));
    let ratios: Vec<_> = ratios.collect();
    let time = |time: f64| format!("{time:.3}");
    let hand = by_hand.map_or_else(String::new, |found| found.map_or_else(|problem| problem, time));
    let limit = limit.map_or_else(String::new, time);
    let [all, ratios] = [all.join(" | "), ratios.join(" | ")];
    println!("| {} | {} | {all} | {ratios} | {hand} | {limit} |", case.name, case.size);
    measured
}

/// The time of a kernel that is written by hand, in milliseconds, or the difference of its results from those of a device.
fn by_hand(row: &Row, device: &Device) -> Option<Result<f64>> {
    let hand = row.hand?;
    let mut expected = (row.make)();
    let ran = expected.kernel(device).and_then(|kernel| {
        let groups = expected.groups;
        match &mut expected.bind(&kernel)? {
            Dispatch::Cpu(dispatch) => dispatch.run(groups).map_err(|error| error.to_string()),
            Dispatch::Vulkan(_) | Dispatch::OpenCl(_) => Err("a driver is no reference".to_owned()),
        }
    });
    match ran {
        Ok(()) => hand.milliseconds(&mut (row.make)(), &mut expected),
        Err(problem) => Some(Err(problem)),
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
