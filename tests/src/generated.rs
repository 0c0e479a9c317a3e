//! Kernels that are made at random, valid and with an end: they run in a checked build, in which each access to memory asks
//! first, whatever they reach for.
//!
//! `GENERATED_COUNT` and `GENERATED_SEED` ask for more of them and for others (`cases.rs`).

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, trial};
use crate::mutants::{WAYS, run};
use ::mutants::{Numbers, kernels, opencl};
use harness::device::{Cpu, Device};
use libtest_mimic::{Failed, Trial};
use std::ops::Range;
use valid::{Environment, Options};

/// How many kernels there are where nobody says.
const COUNT: u64 = 48;
/// How many are one test, at least.
const EACH: u64 = 8;

/// Who makes kernels: the name of the tests, the environment, and how.
type Maker = (&'static str, &'static str, fn(&mut Numbers) -> Vec<u32>);

const MAKERS: [Maker; 2] = [
    ("kernels", "vulkan1.1", |numbers| kernels::kernel(numbers)),
    ("kernels of OpenCL", "opencl2.1", |numbers| opencl::kernel(numbers)),
];

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("GENERATED", COUNT);
    let some = |maker: Maker, seeds: Range<u64>| {
        let mut tally = cases.tally("generated");
        trial(cpu, format!("generated::{} {}", maker.0, seeds.start), move |device| {
            seeds.for_each(|seed| tally.count(1, one(device, maker, seed).map(|()| Fate::Ended)));
            tally.verdict()
        })
    };
    let some = &some;
    MAKERS.iter().flat_map(|maker| cases.batches(EACH).into_iter().map(|seeds| some(*maker, seeds))).collect()
}

fn one(device: &Device, (_, environment, make): Maker, seed: u64) -> Result<(), Failed> {
    let Device::Cpu(Cpu { host, .. }) = device else { return Ok(()) };
    let words = make(&mut Numbers::new(seed));
    let environment = Environment::from_name(environment).ok_or("there is no such environment")?;
    valid::validate(&words, &Options::new(environment)).map_err(|broken| format!("kernel {seed}: {broken}"))?;
    for lanes in WAYS {
        match run(host, &words, "main", lanes).map_err(|error| format!("kernel {seed}, {lanes:?}: {error}"))? {
            Fate::Ended => {}
            fate @ (Fate::Stopped | Fate::Refused) => return Err(format!("kernel {seed}, {lanes:?}: {fate:?}").into()),
        }
    }
    Ok(())
}
