//! Kernels that are made at random, valid and with an end: they run in a checked build, in which each access to memory asks
//! first, whatever they reach for.
//!
//! `GENERATED_COUNT` in the environment says how many kernels there are, `GENERATED_SEED` with which number they begin.

use crate::kernels::support::{Found, trial};
use crate::mutants::{Fate, WAYS, run};
use ::mutants::{Numbers, kernels};
use harness::device::{Cpu, Device};
use libtest_mimic::{Failed, Trial};
use valid::{Environment, Options};

/// How many kernels there are where nobody says.
const COUNT: u64 = 48;
/// How many are one test.
const EACH: u64 = 8;

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let asked = |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (count, first) = (asked("GENERATED_COUNT", COUNT), asked("GENERATED_SEED", 1));
    let some = |start: u64| {
        let seeds = start..(start + EACH).min(first + count);
        trial(cpu, format!("generated::kernels {start}"), move |device| {
            seeds.clone().try_for_each(|seed| one(device, seed))
        })
    };
    (first..first + count).step_by(EACH as usize).map(some).collect()
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
