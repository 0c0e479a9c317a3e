//! The compute shaders under `shaders/`, run on the CPU and through Vulkan and compared with plain Rust.
//!
//! Each runs with and without optimisation, and with groups that are whole waves and that are not.

mod fields;
mod floats;
mod images;
mod integers;
pub(crate) mod support;

use crate::Devices;
use libtest_mimic::Trial;
use support::{Case, trial};

/// One test per device, shader, entry point, size of group, and on the CPU size of waves.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let cpu = cases().into_iter().map(|case| trial(&devices.cpu, format!("kernels::{}", case.name), case.run));
    let usual = cases().into_iter().filter(|case| case.wave == support::WAVE);
    let vulkan = usual.map(|case| trial(&devices.vulkan, format!("vulkan::{}", case.name), case.run));
    cpu.chain(vulkan).collect()
}

fn cases() -> Vec<Case> {
    let mut all = integers::cases();
    all.extend(floats::cases());
    all.extend(fields::cases());
    all.extend(images::cases());
    all
}
