//! Runs the corpus: `cargo test -p tests [filter]`.
//!
//! A test is a file with its own expectations ([`directives`]); `UPDATE=1` rewrites expected messages and exact dumps.
//! Everything goes through the driver's library, as a user's program would.

mod across_barriers;
mod as_kernel;
mod bless;
mod capabilities;
mod cases;
mod collect;
mod compiler;
mod consumers;
mod determinism;
mod directives;
mod divergence;
mod dxc_checks;
mod exec;
mod folding;
mod foreign;
mod functions;
mod generated;
mod graphs;
#[cfg(unix)]
mod guarded;
mod intrinsic_matrix;
mod kernels;
mod known;
mod languages;
mod launches;
mod llvm_ir;
mod marked_indices;
mod messages;
mod mistakes;
mod mlir;
mod models;
mod mutants;
mod pattern;
mod pictures;
mod processors;
mod programs;
mod readers;
mod reflection;
mod renderdoc;
mod robustness;
mod round_trip;
mod runtimes;
#[cfg(unix)]
mod safety;
mod samples;
mod sampling;
mod screened;
mod seeds;
mod shaders;
mod sources;
mod spirv_val;
mod stages;
mod suite;
mod texels;
mod tidy;
mod without_barriers;

use check::{Checks, Rules};
use harness::device::Device;
use kernels::support::Found;
use libtest_mimic::Arguments;
use runner::Lanes;
use std::process::ExitCode;

/// The devices. All tests share them: LLVM is loaded once.
struct Devices {
    cpu: Found,
    /// The CPU, with lanes that run one by one.
    lanes: Found,
    /// The CPU, with vectors of four lanes on any machine.
    fours: Found,
    /// The CPU, with checked builds.
    checked: Found,
    /// The interpreter, without checks.
    interpreted: Found,
    /// The interpreter, with all checks but those of bounds that Direct3D defines.
    watched: Found,
    vulkan: Found,
    /// The OpenCL runtimes of this machine, with their names.
    opencl: Result<Vec<(String, Device)>, String>,
}

fn main() -> ExitCode {
    if let Some(status) = renderdoc::as_child().or_else(samples::as_child) {
        return ExitCode::from(status);
    }
    let arguments = Arguments::from_args();
    let mut trials = suite::trials();
    trials.extend(shaders::trials());
    trials.extend(spirv_val::trials());
    trials.extend(readers::trials());
    trials.extend(determinism::trials());
    trials.extend(marked_indices::trials());
    trials.extend(round_trip::trials());
    trials.extend(intrinsic_matrix::trials());
    trials.extend(robustness::trials());
    trials.extend(sources::trials());
    trials.extend(cases::trials());
    trials.extend(dxc_checks::trials());
    trials.extend(tidy::trials());
    trials.extend(mistakes::trials());
    trials.extend(without_barriers::trials());
    trials.extend(samples::trials());
    let cpu = Device::cpu();
    let lanes = cpu.clone().map(|device| device.with_lanes(Lanes::OneByOne));
    let fours = cpu.clone().map(|device| device.with_lanes(Lanes::Vectors(4)));
    let checked = cpu.clone().map(Device::checked);
    let interpreted = Ok(Device::interpreter(Checks::none()));
    // Much of the suite goes beyond buffers and images on purpose.
    let all = Checks::parse("full,bounds-buffer=off,bounds-texture=off", Rules::Hlsl).expect("the list is known");
    let watched = Ok(Device::screened(all));
    let (vulkan, opencl) = (Device::vulkan(), Device::opencl());
    let devices = Devices { cpu, lanes, fours, checked, interpreted, watched, vulkan, opencl };
    trials.extend(screened::trials(&devices.cpu));
    trials.extend(reflection::trials(&devices.cpu));
    trials.extend(renderdoc::trials(&devices.vulkan));
    trials.extend(mlir::trials(&devices));
    trials.extend(exec::trials(&devices));
    trials.extend(graphs::trials(&devices));
    trials.extend(launches::trials(&devices));
    trials.extend(across_barriers::trials(&devices.cpu));
    trials.extend(divergence::trials(&devices.cpu));
    trials.extend(folding::trials(&devices.cpu));
    trials.extend(programs::trials(&devices));
    trials.extend(sampling::trials(&devices));
    trials.extend(pictures::trials(&devices));
    trials.extend(stages::trials(&devices.cpu));
    trials.extend(texels::trials(&devices));
    trials.extend(functions::trials(&devices));
    trials.extend(foreign::trials(&devices));
    trials.extend(languages::trials(&devices));
    trials.extend(as_kernel::trials(&devices));
    trials.extend(llvm_ir::trials(&devices));
    trials.extend(seeds::trials());
    trials.extend(models::trials());
    trials.extend(consumers::trials(&devices));
    trials.extend(runtimes::trials(&devices));
    trials.extend(kernels::trials(&devices));
    trials.extend(processors::trials(&devices.cpu));
    trials.extend(mutants::trials(&devices.checked));
    trials.extend(generated::trials(&devices.checked));
    #[cfg(unix)]
    trials.extend(safety::trials(&devices.cpu));
    let conclusion = libtest_mimic::run(&arguments, trials);
    cases::tell();
    conclusion.exit_code()
}
