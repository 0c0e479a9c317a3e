//! Random programs with and without passes. Scalars, vectors, structs and arrays, branches, loops with exits, switches,
//! early returns, `inout` and `out` parameters, short circuits, globals, memory that is read again, resources that are passed on,
//! groupshared memory and wave operations: the buffers must be the same at `-fcgl`, `-O0` and `-O3`, bit for bit. The
//! subject is the passes: LLVM, which takes nearly all of the time, does little for most programs, and lanes mostly run
//! one by one; otherwise it is the optimised program whose lanes run together.
//!
//! `PROGRAMS_COUNT` and `PROGRAMS_SEED` set the number and the first seed (`cases.rs`); a failure names the seed of its
//! program. Programs have no undefined results, and no sums with implementation-defined rounding.
//!
//! Through Vulkan drivers whose waves are as long, the modules of `-O0` and `-O3` must have the interpreter's results.

mod generator;
mod vocabulary;

use crate::Devices;
use crate::cases::{Cases, Fate};
use crate::compiler::compiler;
use crate::kernels::support::{Found, Random, WAVE, trial};
use check::{Checks, Rules};
use driver::Disk;
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use runner::{Effort, Lanes};
use std::ops::Range;

/// The default number of programs.
const COUNT: u64 = 32;
/// The minimum number per test.
const EACH: u64 = 8;
/// The number of inputs of a program.
const INPUTS: usize = 64;
/// Every such optimised program runs with lanes together, and every such one is fully optimised by LLVM.
const VECTORS_EVERY: u32 = 4;
const QUICK_EVERY: u32 = 32;
/// Levels with equal results.
const LEVELS: &[&str] = &["-fcgl", "-O0", OPTIMISED];
/// The level whose results are compared with those of the others.
const OPTIMISED: &str = "-O3";
/// Further options of some optimised programs.
const ASKED: &[&str] = &["-fspv-reduce-load-size", "-fspv-debug=vulkan"];
const ASKED_EVERY: u32 = 8;

pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = some("programs", &devices.cpu, compare);
    all.extend(some("vulkan::programs", &devices.vulkan.clone().and_then(with_the_wave), compare_on_driver));
    all
}

fn some(title: &'static str, device: &Found, compare: fn(&Device, u32) -> Result<Fate, Failed>) -> Vec<Trial> {
    let cases = Cases::of("PROGRAMS", COUNT);
    let some = |seeds: Range<u64>| {
        let mut tally = cases.tally(title);
        trial(device, format!("{title}::random_programs {}", seeds.start), move |device| {
            seeds.for_each(|seed| tally.count(1, compare(device, seed as u32)));
            tally.verdict()
        })
    };
    cases.batches(EACH).into_iter().map(some).collect()
}

/// The device, if its waves are those of the programs.
fn with_the_wave(device: Device) -> Found {
    match &device {
        Device::Vulkan(driver) if driver.wave() != WAVE => Err(format!("its waves have {} lanes", driver.wave())),
        Device::Vulkan(_) | Device::Cpu(_) | Device::OpenCl(_) => Ok(device),
    }
}

/// The beginning of the runner's message about a kernel beyond its limits: programs have no bound on inlined size.
const TOO_LARGE: &str = "the kernel is too large";

/// The device for a program at a level. Without passes lanes run one by one, and LLVM does little.
fn way(device: &Device, seed: u32, level: &str) -> Device {
    let device = device.clone();
    match level == OPTIMISED && seed.is_multiple_of(VECTORS_EVERY) {
        true if seed.is_multiple_of(QUICK_EVERY) => device,
        true => device.with_effort(Effort::None),
        false => device.with_effort(Effort::None).with_lanes(Lanes::OneByOne),
    }
}

/// Runs a program at all levels.
fn compare(device: &Device, seed: u32) -> Result<Fate, Failed> {
    let text = generator::program(seed);
    let numbers = Random::seeded(seed).words(INPUTS);
    let mut expected: Option<Vec<u32>> = None;
    for level in LEVELS {
        let told = |error: String| format!("seed {seed} at {level}: {error}\n{text}");
        let asked = if *level == OPTIMISED && seed % ASKED_EVERY == 1 { ASKED } else { &[] };
        let words = words(&text, level, asked).map_err(told)?;
        let results = match results(&way(device, seed, level), &words, &numbers) {
            Ok(results) => results,
            Err(error) if error.starts_with(TOO_LARGE) => return Ok(Fate::Refused),
            Err(error) => return Err(told(error).into()),
        };
        let first = expected.get_or_insert_with(|| results.clone());
        let interpreted = interpreted(level, &words, &numbers).map_err(told)?;
        if let Some(at) = first.iter().zip(&interpreted).position(|(a, b)| a != b) {
            let (a, b) = (first[at], interpreted[at]);
            return Err(told(format!("result {at} is {b:#x} in the interpreter, and {a:#x} at {}", LEVELS[0])).into());
        }
        if let Some(at) = first.iter().zip(&results).position(|(a, b)| a != b) {
            let (a, b) = (first[at], results[at]);
            return Err(told(format!("result {at} is {b:#x}, and {a:#x} at {}", LEVELS[0])).into());
        }
    }
    Ok(Fate::Ended)
}

/// Runs a program through a driver and in the interpreter, at the levels whose modules are Vulkan's: resources are passed
/// on as values only before legalisation. The usual remainder of negative numbers has no defined result in Vulkan.
fn compare_on_driver(device: &Device, seed: u32) -> Result<Fate, Failed> {
    let text = generator::program(seed);
    let numbers = Random::seeded(seed).words(INPUTS);
    for level in &LEVELS[1..] {
        let told = |error: String| format!("seed {seed} at {level}: {error}\n{text}");
        let words = words(&text, level, &["-fexact-remainder"]).map_err(told)?;
        let found = match results(device, &words, &numbers) {
            Ok(results) => results,
            Err(error) if error.starts_with(TOO_LARGE) => return Ok(Fate::Refused),
            Err(error) => return Err(told(error).into()),
        };
        let wanted = results(&Device::interpreter(Checks::none()), &words, &numbers).map_err(told)?;
        if let Some(at) = wanted.iter().zip(&found).position(|(a, b)| a != b) {
            let (a, b) = (wanted[at], found[at]);
            return Err(told(format!("result {at} is {b:#x}, and {a:#x} in the interpreter")).into());
        }
    }
    Ok(Fate::Ended)
}

/// The results in the interpreter, which finds nothing in a module without passes: programs have no mistakes.
fn interpreted(level: &str, words: &[u32], numbers: &[u32]) -> Result<Vec<u32>, String> {
    if level != LEVELS[0] {
        return results(&Device::interpreter(Checks::none()), words, numbers);
    }
    let checks = Checks::parse("full", Rules::Hlsl)?;
    let found = results(&Device::interpreter(checks.clone()), words, numbers)?;
    match results(&Device::screened(checks), words, numbers)? == found {
        true => Ok(found),
        false => Err("compiled code that looks for findings has other results".to_owned()),
    }
}

/// The module of a program at a level, with more options.
fn words(text: &str, level: &str, asked: &[&str]) -> Result<Vec<u32>, String> {
    let plain = ["-T", "cs_6_2", "-fspv-target-env=vulkan1.1", "-Wno-everything", level];
    let compiler = compiler(&[&plain, asked].concat());
    let made = compiler.and_then(|compiler| compiler.compile("program.hlsl", text, &Disk));
    made.map(|artifact| artifact.words).map_err(|failure| failure.to_string())
}

/// The contents of a module's buffers after its dispatch.
fn results(device: &Device, words: &[u32], numbers: &[u32]) -> Result<Vec<u32>, String> {
    let kernel = Kernel::new(device, &Source { wave: WAVE, ..Source::new(words, "main") })?;
    let mut results = vec![0u32; generator::LANES];
    let mut kept = vec![0u32; generator::KEPT * generator::LANES];
    let mut dispatch = kernel.dispatch();
    let others: Vec<u32> = numbers.iter().rev().copied().collect();
    dispatch
        .buffer("x", numbers)?
        .buffer("z", &others)?
        .buffer_mut("y", &mut results)?
        .buffer_mut("kept", &mut kept)?
        .run([1, 1, 1])?;
    drop(dispatch);
    results.extend(kept);
    Ok(results)
}
