//! Random programs with divergent lanes, run with lanes one by one and as vectors of several sizes: the results must be
//! the same bit for bit. Vectorised code is optimised in every second program, and rarely by LLVM too, since LLVM takes
//! nearly all of the time.
//!
//! `DIVERGENCE_COUNT` and `DIVERGENCE_SEED` set their number and first seed (`cases.rs`).

mod programs;

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, Random, kernel, trial};
use check::Checks;
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use programs::Program;
use runner::{Effort, Lanes};
use std::ops::Range;

/// The default number of programs.
const COUNT: u64 = 24;
/// The minimum number per test.
const EACH: u64 = 4;
/// The number of workgroups.
const GROUPS: u32 = 3;
/// Sizes of waves, and ways to run lanes, used in rotation.
const WAYS: &[(u32, Lanes)] = &[
    (32, Lanes::Vectors(16)),
    (4, Lanes::Vectors(4)),
    (64, Lanes::Vectors(8)),
    (16, Lanes::Vectors(32)),
    (8, Lanes::Vectors(8)),
];

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("DIVERGENCE", COUNT);
    let some = |seeds: Range<u64>| {
        let mut tally = cases.tally("divergence");
        trial(cpu, format!("divergence::programs {}", seeds.start), move |device| {
            seeds.for_each(|seed| tally.count(1, compare(device, seed as u32).map(|()| Fate::Ended)));
            tally.verdict()
        })
    };
    cases.batches(EACH).into_iter().map(some).collect()
}

fn compare(device: &Device, seed: u32) -> Result<(), Failed> {
    let program = Program::new(seed);
    let (wave, lanes) = WAYS[seed as usize % WAYS.len()];
    let ready = |lanes: Lanes, optimiser: &str, effort: Effort| {
        let target = "-fspv-target-env=vulkan1.1";
        let options = ["-T", "cs_6_0", target, "-Wno-everything", optimiser].map(str::to_owned);
        let device = device.clone().with_lanes(lanes).with_effort(effort);
        let made = kernel(&device, "divergence.hlsl", program.text(), &options, wave);
        made.map_err(|error| format!("program {seed}: {}\n{}", error.message().unwrap_or_default(), program.text()))
    };
    let one_by_one = ready(Lanes::OneByOne, "-fcgl", Effort::None)?;
    let together = ready(lanes, program.optimiser(), program.effort())?;
    let Kernel::Cpu(module) = &together else { return Ok(()) };
    let (expected, found) = (run(&one_by_one, &program)?, run(&together, &program)?);
    if let Some(reason) = &module.info().one_by_one
        && program.lanes() >= 4
    {
        return Err(format!("program {seed} does not run as vectors: {reason}\n{}", program.text()).into());
    }
    let interpreter = Device::interpreter(Checks::none());
    let options = ["-T", "cs_6_0", "-fspv-target-env=vulkan1.1", "-Wno-everything", "-fcgl"].map(str::to_owned);
    let interpreted = run(&kernel(&interpreter, "divergence.hlsl", program.text(), &options, wave)?, &program)?;
    if let Some(at) = expected.iter().zip(&interpreted).position(|(expected, found)| expected != found) {
        let (wanted, found, text) = (expected[at], interpreted[at], program.text());
        return Err(format!("program {seed}, interpreted: result {at} is {found:#x}, not {wanted:#x}\n{text}").into());
    }
    match expected.iter().zip(&found).position(|(expected, found)| expected != found) {
        None => Ok(()),
        Some(at) => Err(format!(
            "program {seed}, wave {wave}, {lanes:?}: result {at} is {:#x}, not {:#x}\n{}",
            found[at],
            expected[at],
            program.text()
        )
        .into()),
    }
}

fn run(kernel: &Kernel, program: &Program) -> Result<Vec<u32>, Failed> {
    let input = Random::new().words(97);
    let mut output = vec![0u32; (GROUPS * program.lanes() * programs::RESULTS) as usize];
    let mut shared: Vec<u32> = (0..programs::COMMON as u32).map(|word| word * 0x0101_0101).collect();
    let mut dispatch = kernel.dispatch();
    dispatch.buffer_mut("result", &mut output)?;
    // Not all programs have these.
    let has = |name: &str| kernel.info().bindings.iter().flat_map(|binding| &binding.names).any(|own| own == name);
    if has("common") {
        dispatch.buffer_mut("common", &mut shared)?;
    }
    if has("source") {
        dispatch.buffer("source", &input)?;
    }
    dispatch.run([GROUPS, 1, 1])?;
    drop(dispatch);
    output.extend(shared);
    Ok(output)
}
