//! Random programs, run with and without passes. Scalars, vectors, structs and arrays, branches, loops with exits, switches,
//! early returns, `inout` parameters, short circuits, variables of the module, memory that is read again and operations of
//! waves: what a program leaves in its buffers must be the same at `-fcgl`, `-O0` and `-O3`, bit for bit. What is tried is
//! the passes: LLVM, whose time is what programs take, does little for most of them, and lanes run one by one there.
//!
//! `PROGRAMS_COUNT` and `PROGRAMS_SEED` ask for more of them and for others (`cases.rs`); a failure names the seed of its
//! program. Nothing is asked that has no defined value, and no sum whose rounding devices may choose.

mod generator;

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, Random, WAVE, kernel, trial};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use runner::{Effort, Lanes};
use std::ops::Range;

/// How many programs a plain test run asks for.
const COUNT: u64 = 32;
/// How many are one test, at least.
const EACH: u64 = 8;
/// How many numbers a program gets.
const INPUTS: usize = 64;
/// What is run must not change what comes out.
const LEVELS: &[&str] = &["-fcgl", "-O0", "-O3"];

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("PROGRAMS", COUNT);
    let some = |seeds: Range<u64>| {
        let mut tally = cases.tally("programs");
        trial(cpu, format!("programs::random_programs {}", seeds.start), move |device| {
            seeds.for_each(|seed| tally.count(1, compare(device, seed as u32)));
            tally.verdict()
        })
    };
    cases.batches(EACH).into_iter().map(some).collect()
}

/// How the runner begins to say that a program is more than it takes: nothing of a program bounds how it grows.
const TOO_LARGE: &str = "the kernel is too large";

/// Runs a program at all levels.
fn compare(device: &Device, seed: u32) -> Result<Fate, Failed> {
    let device = &match seed.is_multiple_of(4) {
        true => device.clone(),
        false => device.clone().with_lanes(Lanes::OneByOne).with_effort(Effort::None),
    };
    let text = generator::program(seed);
    let numbers = Random::seeded(seed).words(INPUTS);
    let mut expected: Option<Vec<u32>> = None;
    for level in LEVELS {
        let options = ["-T", "cs_6_2", "-fspv-target-env=vulkan1.1", "-Wno-everything", level].map(str::to_owned);
        let run = || -> Result<Vec<u32>, Failed> {
            let kernel = kernel(device, "program.hlsl", &text, &options, WAVE)?;
            let mut results = vec![0u32; generator::OUTPUTS * generator::LANES];
            let mut kept = vec![0u32; generator::KEPT * generator::LANES];
            let mut dispatch = kernel.dispatch();
            dispatch
                .buffer("x", &numbers)?
                .buffer_mut("y", &mut results)?
                .buffer_mut("kept", &mut kept)?
                .run([1, 1, 1])?;
            drop(dispatch);
            results.extend(kept);
            Ok(results)
        };
        let results = match run() {
            Ok(results) => results,
            Err(error) if error.message().is_some_and(|text| text.starts_with(TOO_LARGE)) => return Ok(Fate::Refused),
            Err(error) => return Err(format!("seed {seed} at {level}: {:?}\n{text}", error.message()).into()),
        };
        let before = expected.get_or_insert_with(|| results.clone());
        if let Some(at) = before.iter().zip(&results).position(|(a, b)| a != b) {
            let (a, b) = (before[at], results[at]);
            return Err(
                format!("seed {seed}: result {at} is {a:#x} at {} and {b:#x} at {level}\n{text}", LEVELS[0]).into()
            );
        }
    }
    Ok(Fate::Ended)
}
