//! Checked runs beside compiled kernels on one thread, at an eighth of the sizes: the interpreter without checks and with all
//! of them, and behind compiled code that looks for findings first: `cargo bench -p tests checked`. The time in which LLVM
//! makes that code is not in it.

use crate::cases::{Case, ROWS};
use crate::{milliseconds, shortest, summary};
use check::{Checks, Rules};
use harness::device::{Cpu, Device, Dispatch, Kernel, Result};
use runner::{Checking, Engine, Host, Screens};
use std::time::Duration;

/// The part of a size that runs.
const PART: u32 = 8;

/// The times of a kernel, and the operations that lanes have run.
struct Times {
    compiled: Duration,
    bare: Duration,
    alone: Duration,
    checked: Duration,
    operations: u64,
}

pub(crate) fn print() {
    println!(
        "| kernel | compiled, ms | interpreted, ms | with checks, ms | lane operations/s, millions | \
         behind compiled code, ms | by compiled |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let (mut ratios, mut alone_ratios) = (Vec::new(), Vec::new());
    for row in ROWS.iter().filter(|row| row.need.is_some()) {
        let mut case = (row.make)();
        let axis = (0..3).max_by_key(|axis| case.groups[*axis]).unwrap_or(0);
        case.groups[axis] = case.groups[axis].div_ceil(PART);
        match times(&mut case) {
            Ok(Times { compiled, bare, alone, checked, operations }) => {
                let ratio = checked.as_secs_f64() / compiled.as_secs_f64();
                ratios.push(ratio);
                alone_ratios.push(alone.as_secs_f64() / compiled.as_secs_f64());
                let [one, two, three, four] = [compiled, bare, alone, checked].map(milliseconds);
                let speed = operations as f64 / alone.as_secs_f64() / 1e6;
                let name = case.name;
                println!("| {name} | {one:.3} | {two:.3} | {three:.3} | {speed:.0} | {four:.3} | {ratio:.1} |");
            }
            Err(problem) => println!("| {} | {problem} |", case.name),
        }
    }
    let [mean, alone] = [ratios, alone_ratios].map(|ratios| summary::mean(ratios.into_iter()));
    println!("\nChecked by compiled: {mean:.1} in the geometric mean, {alone:.1} in the interpreter alone.");
}

fn times(case: &mut Case) -> Result<Times> {
    let compiled = best(&one_thread(Device::cpus()?.swap_remove(0).1, Engine::Compiled), case, false)?;
    let full = || Checks::parse("full", Rules::Hlsl);
    let bare = best(&interpreter(Checking::new(Checks::none())), case, true)?;
    let alone = best(&interpreter(Checking { screens: Screens::None, ..Checking::new(full()?) }), case, true)?;
    let checked = best(&interpreter(Checking::new(full()?)), case, true)?;
    let counting = interpreter(Checking { counts: true, ..Checking::new(Checks::none()) });
    Ok(Times { compiled, bare, alone, checked, operations: operations(&counting, case)? })
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
