//! Kernels for processors other than this machine's own: those of `shaders/` run as each level of x86-64 that the
//! machine supports, and are compiled for processors of another architecture. The files of the suite run as the lowest
//! level.

use crate::kernels::cases;
use crate::kernels::support::{Found, WAVE, trial};
use crate::{collect, compiler, directives, exec};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use lower::Masks;
use runner::jit::JitError;
use runner::{Cpu, Effort};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The benchmark's kernels.
const BENCH: &str = "tests/benches/kernels";
/// `e_machine` of AArch64 objects.
const EM_AARCH64: u16 = 183;

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let others = Cpu::all().filter(|cpu| *cpu != Cpu::Native && *cpu != Cpu::Aarch64);
    let mut all: Vec<Trial> = others.flat_map(|processor| as_processor(cpu, processor)).collect();
    all.extend(suite_as(cpu, Cpu::X86V2));
    all.extend(kernels().into_iter().map(|file| for_arm(cpu, file)));
    all.extend(WIDTHS.iter().map(|width| {
        let name = format!("processors::width {} by {} with {:?}", width.file, width.lanes, width.masks);
        Trial::test(name, move || check_width(width))
    }));
    all
}

/// The number of lanes that run together on a processor with this preference.
struct Width {
    file: &'static str,
    lanes: u32,
    masks: Masks,
    /// For each run of the file.
    taken: &'static [u32],
}

/// Twice the native width for loops bound by latency whose accesses stay contiguous: rows of its tiles are 16 and 8
/// long. Four times that for kernels that mostly take samples, and with mask registers for those with short loops of arithmetic.
const WIDTHS: &[Width] = &[
    Width { file: "shaders/matmul.hlsl", lanes: 8, masks: Masks::Words, taken: &[16, 8] },
    Width { file: "shaders/matmul.hlsl", lanes: 16, masks: Masks::Words, taken: &[16, 16] },
    Width { file: "shaders/mandelbrot.hlsl", lanes: 16, masks: Masks::Words, taken: &[32] },
    Width { file: "shaders/mandelbrot.hlsl", lanes: 16, masks: Masks::Bits, taken: &[64] },
    Width { file: "shaders/nbody.hlsl", lanes: 16, masks: Masks::Bits, taken: &[32] },
    Width { file: "shaders/mandelbrot.hlsl", lanes: 64, masks: Masks::Words, taken: &[64] },
    Width { file: "shaders/reduction.hlsl", lanes: 16, masks: Masks::Words, taken: &[32] },
    Width { file: "shaders/saxpy.hlsl", lanes: 16, masks: Masks::Words, taken: &[16] },
    Width { file: "tests/benches/kernels/blur.hlsl", lanes: 4, masks: Masks::Words, taken: &[16] },
    Width { file: "tests/benches/kernels/blur.hlsl", lanes: 16, masks: Masks::Words, taken: &[64] },
    Width { file: "tests/benches/kernels/blur.hlsl", lanes: 32, masks: Masks::Words, taken: &[64] },
    Width { file: "tests/benches/kernels/waves.hlsl", lanes: 8, masks: Masks::Words, taken: &[WAVE] },
];

fn check_width(width: &Width) -> Result<(), Failed> {
    let (vector, masks) = (Some(width.lanes), width.masks);
    let options = lower::Options { vector, masks, pairs: true, wave: WAVE, ..lower::Options::default() };
    let mut taken = Vec::new();
    for (words, entry) in modules(&collect::workspace().join(width.file))? {
        let module = dialect::spirv::read::read(&words).map_err(|error| error.to_string())?;
        let lowered = lower::compile_module(&module, &entry, &options).map_err(|error| error.to_string())?;
        taken.push(lowered.kernel.wave);
    }
    match taken == width.taken {
        true => Ok(()),
        false => Err(format!("{taken:?} lanes run together").into()),
    }
}

/// All kernels, run as a processor.
fn as_processor(cpu: &Found, processor: Cpu) -> Vec<Trial> {
    let found = found_as(cpu, processor);
    let usual = cases().into_iter().filter(|case| case.wave == WAVE);
    usual.map(|case| trial(&found, format!("processors::{processor} {}", case.name), case.run)).collect()
}

/// The files of the suite with a dispatch, run as a processor.
fn suite_as(cpu: &Found, processor: Cpu) -> Vec<Trial> {
    let found = found_as(cpu, processor);
    let title = format!("processors::{processor}");
    exec::runnable().into_iter().map(|(name, file)| exec::one(&found, &title, &name, &Arc::new(file.runs))).collect()
}

fn found_as(cpu: &Found, processor: Cpu) -> Found {
    let device = cpu.clone()?;
    processor.check().map_err(|error| error.to_string())?;
    Ok(device.with_processor(processor))
}

/// A kernel's object for AArch64. Skipped if the library cannot make one.
fn for_arm(cpu: &Found, file: PathBuf) -> Trial {
    let found = cpu.clone().and_then(|device| match arm(&device, "define void @kernel() { ret void }") {
        Err(JitError::NoTarget(target)) => Err(format!("no code for {target} in this LLVM")),
        Err(_) | Ok(_) => Ok(device),
    });
    let name = format!("processors::aarch64 {}", collect::display(&file));
    trial(&found, name, move |device| {
        modules(&file)?.iter().try_for_each(|(words, entry)| check_arm(device, words, entry))
    })
}

fn arm(device: &Device, ir: &str) -> Result<Vec<u8>, JitError> {
    let Device::Cpu(cpu) = device else { return Err(JitError::NoTarget("an unknown CPU")) };
    cpu.host.llvm()?.object(ir, Cpu::Aarch64, Effort::Quick)
}

fn check_arm(device: &Device, words: &[u32], entry: &str) -> Result<(), Failed> {
    let options =
        lower::Options { vector: Some(Cpu::Aarch64.lanes()), masks: Masks::Words, ..lower::Options::default() };
    let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
    let lowered = lower::compile_module(&module, entry, &options).map_err(|error| error.to_string())?;
    let object = arm(device, &lowered.llvm_ir()).map_err(|error| error.to_string())?;
    match object.get(..20) {
        Some([0x7F, b'E', b'L', b'F', .., low, high]) if u16::from_le_bytes([*low, *high]) == EM_AARCH64 => Ok(()),
        _ => Err(format!("{} bytes are not an object for AArch64", object.len()).into()),
    }
}

/// The files of `shaders/` with compute shaders, and those of the benchmark.
fn kernels() -> Vec<PathBuf> {
    let below = |folder: &str| collect::files(&collect::workspace().join(folder), "hlsl");
    // An unreadable file is not left out: its test reports it.
    let is_compute = |path: &PathBuf| runs(path).map_or(true, |runs| !runs.is_empty());
    below("shaders").into_iter().chain(below(BENCH)).filter(is_compute).collect()
}

/// The options of a file's compute shaders.
fn runs(path: &Path) -> Result<Vec<Vec<String>>, Failed> {
    let found = directives::read(&std::fs::read_to_string(path)?)?.runs;
    let is_compute = |options: &Vec<String>| options.iter().any(|option| option.starts_with("cs_"));
    Ok(found.into_iter().map(|run| run.options).filter(is_compute).collect())
}

/// The modules of a file with their entry points.
fn modules(path: &Path) -> Result<Vec<(Vec<u32>, String)>, Failed> {
    let module = |options: Vec<String>| {
        let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
        let artifact = compiler.compile_file(path).map_err(|failure| failure.to_string())?;
        Ok((artifact.words, compiler.options().entry().to_owned()))
    };
    runs(path)?.into_iter().map(module).collect()
}
