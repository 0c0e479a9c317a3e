//! The compute shaders under `shaders/`, run on the CPU and through Vulkan and compared with plain Rust.
//!
//! Each runs with and without optimisation, and with workgroups that are whole waves and that are not.

mod fields;
mod floats;
mod images;
mod integers;
pub(crate) mod support;

use crate::Devices;
use libtest_mimic::Trial;
use support::{Case, trial};

/// One test per device, shader, entry point, workgroup size, and on the unchecked CPU wave size.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let cpu = cases().into_iter().map(|case| trial(&devices.cpu, format!("kernels::{}", case.name), case.run));
    let usual = |device, title: &'static str| {
        let cases = cases().into_iter().filter(|case| case.wave == support::WAVE);
        cases.map(move |case| trial(device, format!("{title}::{}", case.name), case.run))
    };
    let cpu = cpu.chain(usual(&devices.lanes, "lanes")).chain(usual(&devices.fours, "fours"));
    let cpu = cpu.chain(usual(&devices.interpreted, "interpreted")).chain(usual(&devices.watched, "watched"));
    cpu.chain(usual(&devices.checked, "checked")).chain(usual(&devices.vulkan, "vulkan")).collect()
}

/// The checks of every shader.
pub(crate) fn cases() -> Vec<Case> {
    let mut all = integers::cases();
    all.extend(floats::cases());
    all.extend(fields::cases());
    all.extend(images::cases());
    all
}
