//! Kernels that are made at random, valid and with an end: they run in a checked build, in which each access to memory asks
//! first, whatever they reach for.
//!
//! `GENERATED_COUNT` and `GENERATED_SEED` ask for more of them and for others (`cases.rs`).

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, trial};
use crate::mutants::{WAYS, run};
use ::mutants::{Numbers, kernels};
use harness::device::{Cpu, Device};
use libtest_mimic::{Failed, Trial};
use std::ops::Range;
use valid::{Environment, Options};

/// How many kernels there are where nobody says.
const COUNT: u64 = 48;
/// How many are one test, at least.
const EACH: u64 = 8;

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("GENERATED", COUNT);
    let some = |seeds: Range<u64>| {
        let mut tally = cases.tally("generated");
        trial(cpu, format!("generated::kernels {}", seeds.start), move |device| {
            seeds.for_each(|seed| tally.count(1, one(device, seed).map(|()| Fate::Ended)));
            tally.verdict()
        })
    };
    cases.batches(EACH).into_iter().map(some).collect()
}

fn one(device: &Device, seed: u64) -> Result<(), Failed> {
    let Device::Cpu(Cpu { host, .. }) = device else { return Ok(()) };
    let words = kernels::kernel(&mut Numbers::new(seed));
    let environment = Environment::from_name("vulkan1.1").ok_or("there is no such environment")?;
    valid::validate(&words, &Options::new(environment)).map_err(|broken| format!("kernel {seed}: {broken}"))?;
    for lanes in WAYS {
        match run(host, &words, "main", lanes).map_err(|error| format!("kernel {seed}, {lanes:?}: {error}"))? {
            Fate::Ended => {}
            fate @ (Fate::Stopped | Fate::Refused) => return Err(format!("kernel {seed}, {lanes:?}: {fate:?}").into()),
        }
    }
    Ok(())
}
