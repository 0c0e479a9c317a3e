//! Random valid and terminating kernels in checked builds, in which every access to memory is checked.
//!
//! `GENERATED_COUNT` and `GENERATED_SEED` set their number and first seed (`cases.rs`).

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, trial};
use crate::mutants::{WAYS, run};
use ::mutants::{Numbers, kernels, opencl};
use harness::device::{Cpu, Device};
use libtest_mimic::{Failed, Trial};
use std::ops::Range;
use valid::{Environment, Options};

/// The default number of kernels.
const COUNT: u64 = 48;
/// The minimum number per test.
const EACH: u64 = 8;

/// A generator: the name of its tests, the environment, and the function.
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
