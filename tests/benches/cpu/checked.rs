//! Checked runs: the interpreter, with all checks and without, beside compiled kernels on one thread, at an eighth of the
//! sizes: `cargo bench -p tests checked`.

use crate::cases::{Case, ROWS};
use crate::{milliseconds, shortest, summary};
use check::{Checks, Rules};
use harness::device::{Cpu, Device, Dispatch, Kernel, Result};
use runner::{Checking, Engine, Host};
use std::time::Duration;

/// The part of a size that runs.
const PART: u32 = 8;

/// The times of a kernel, and the operations that lanes have run.
struct Times {
    compiled: Duration,
    bare: Duration,
    checked: Duration,
    operations: u64,
}

pub(crate) fn print() {
    println!(
        "| kernel | compiled, ms | interpreted, ms | with checks, ms | checks / compiled | lane operations/s, millions |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let mut ratios = Vec::new();
    for row in ROWS.iter().filter(|row| row.need.is_some()) {
        let mut case = (row.make)();
        let axis = (0..3).max_by_key(|axis| case.groups[*axis]).unwrap_or(0);
        case.groups[axis] = case.groups[axis].div_ceil(PART);
        match times(&mut case) {
            Ok(Times { compiled, bare, checked, operations }) => {
                let ratio = checked.as_secs_f64() / compiled.as_secs_f64();
                ratios.push(ratio);
                let [one, two, three] = [compiled, bare, checked].map(milliseconds);
                let speed = operations as f64 / checked.as_secs_f64() / 1e6;
                println!("| {} | {one:.3} | {two:.3} | {three:.3} | {ratio:.1} | {speed:.0} |", case.name);
            }
            Err(problem) => println!("| {} | {problem} |", case.name),
        }
    }
    let mean = summary::mean(ratios.into_iter());
    println!("\nChecked by compiled: {mean:.1} in the geometric mean.");
}

fn times(case: &mut Case) -> Result<Times> {
    let compiled = best(&one_thread(Device::cpus()?.swap_remove(0).1, Engine::Compiled), case, false)?;
    let full = || Checks::parse("full", Rules::Hlsl);
    let bare = best(&interpreter(Checking::new(Checks::none())), case, true)?;
    let checked = best(&interpreter(Checking::new(full()?)), case, true)?;
    let counting = interpreter(Checking { counts: true, ..Checking::new(Checks::none()) });
    Ok(Times { compiled, bare, checked, operations: operations(&counting, case)? })
}

fn interpreter(checking: Checking) -> Device {
    one_thread(Device::interpreter(Checks::none()), Engine::Interpreter(checking))
}

fn one_thread(mut device: Device, engine: Engine) -> Device {
    if let Device::Cpu(Cpu { host, engine: own, .. }) = &mut device {
        (*host, *own) = (Host::with_threads(1), engine);
    }
    device
}

fn kernel(device: &Device, case: &Case, is_plain: bool) -> Result<Kernel> {
    if is_plain { case.plain_kernel(device) } else { case.kernel(device) }
}

fn best(device: &Device, case: &mut Case, is_plain: bool) -> Result<Duration> {
    let groups = case.groups;
    let kernel = kernel(device, case, is_plain)?;
    match &mut case.bind(&kernel)? {
        Dispatch::Cpu(dispatch) => shortest(|| dispatch.run(groups).map_err(|error| error.to_string())),
        Dispatch::Vulkan(_) | Dispatch::OpenCl(_) => Err("a driver checks nothing".to_owned()),
    }
}

/// Instructions, each by the number of its lanes.
fn operations(device: &Device, case: &mut Case) -> Result<u64> {
    let groups = case.groups;
    let kernel = kernel(device, case, true)?;
    let Dispatch::Cpu(mut dispatch) = case.bind(&kernel)? else { return Err("a driver counts nothing".to_owned()) };
    dispatch.run(groups).map_err(|error| error.to_string())?;
    let files = dispatch.coverage().map(|coverage| coverage.files.values());
    let lines = files.into_iter().flatten().flat_map(|file| file.lines.values());
    Ok(lines.map(|line| line.operations).sum())
}
