//! Modules of this compiler beside those of another on Vulkan devices, in alternation, by the devices' clocks:
//! `DXC=path/of/dxc cargo bench -p tests compilers`.

use crate::cases::{Case, ROWS};
use crate::summary;
use harness::device::{Device, Dispatch, Kernel, Result};
use std::time::Duration;

/// The environment variable that names the other compiler, a command in the manner of `dxc`.
const OTHER: &str = "DXC";
/// The rounds over both modules, of which the fastest counts. Each is one dispatch on fresh data: what a kernel does can
/// depend on it.
const ROUNDS: u32 = 24;

pub(crate) fn print() {
    let Ok(dxc) = std::env::var(OTHER) else { return println!("{OTHER} names no compiler") };
    let devices = match Device::vulkans() {
        Ok(devices) => devices,
        Err(problem) => return println!("{problem}"),
    };
    for (name, device) in devices {
        println!("\n{name}:\n\n| kernel | ours, us | {dxc}, us | ratio |\n|---|--:|--:|--:|");
        let ratios: Vec<f64> = ROWS.iter().filter_map(|row| print_row(&mut (row.make)(), &dxc, &device)).collect();
        println!("\nOurs by theirs: {:.3} in the geometric mean.", summary::mean(ratios.into_iter()));
    }
}

/// Measures a kernel, and returns our time by the other's.
fn print_row(case: &mut Case, dxc: &str, device: &Device) -> Option<f64> {
    match times(case, dxc, device) {
        Ok(times) => {
            let [ours, theirs] = times.map(|time| time.as_secs_f64() * 1e6);
            println!("| {} | {ours:.2} | {theirs:.2} | {:.3} |", case.name, ours / theirs);
            Some(ours / theirs)
        }
        Err(problem) => {
            println!("| {} | {problem} |", case.name);
            None
        }
    }
}

/// The shortest times of both modules.
fn times(case: &mut Case, dxc: &str, device: &Device) -> Result<[Duration; 2]> {
    let kernels = [case.kernel(device)?, case.kernel_of(dxc, device)?];
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        for (kernel, best) in kernels.iter().zip(&mut best) {
            *best = (*best).min(time(case, kernel)?);
        }
    }
    Ok(best)
}

fn time(case: &mut Case, kernel: &Kernel) -> Result<Duration> {
    let groups = case.groups;
    match &mut case.bind(kernel)? {
        Dispatch::Vulkan(dispatch) => dispatch.prepare(groups)?.measure(),
        Dispatch::Cpu(_) | Dispatch::OpenCl(_) => Err("it is no Vulkan device".to_owned()),
    }
}
