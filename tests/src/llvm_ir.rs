//! LLVM IR as input: clang's output for OpenCL C, and the SPIR-V representation row by row.
//!
//! Each kernel under `suite/kernels/opencl/` has its inputs and results in comments. clang's output at three levels is
//! checked in as text, so that clang is not needed; it is imported, checked by our rules and, if built in, by
//! SPIRV-Tools, and run, also after a round trip. Each text under `suite/kernels/ir/` states the lines of its module,
//! or its error.

use crate::compiler::compiler;
use crate::directives::{self, Directives, Exec, Run};
use crate::exec::perform;
use crate::kernels::support::{Found, trial};
use crate::{Devices, collect, suite};
use harness::device::{Cpu, Device, Source};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// Optimisation levels of clang.
const LEVELS: [&str; 3] = ["O0", "O1", "O2"];

/// The name of the kernels.
const ENTRY: &str = "run";

/// One test per kernel and level, and one per text.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let folder = Path::new(collect::SUITE).join("kernels");
    let mut all = vec![there_are_enough(sources().len()), rows_are_tested()];
    all.extend(of_clang().into_iter().map(|(source, level)| of_level(&devices.cpu, &source, level)));
    let texts = collect::files(&folder.join("ir"), "ll");
    all.extend(texts.into_iter().map(|path| of_text(&devices.cpu, path)));
    all
}

/// The kernels in OpenCL C.
fn sources() -> Vec<PathBuf> {
    collect::files(&Path::new(collect::SUITE).join("kernels/opencl"), "cl")
}

/// The kernels in OpenCL C, each at all levels.
pub(crate) fn of_clang() -> Vec<(PathBuf, &'static str)> {
    sources().into_iter().flat_map(|source| LEVELS.map(|level| (source.clone(), level))).collect()
}

/// The words for LLVM IR in a version of SPIR-V.
pub(crate) fn words(device: &Device, text: &[u8], version: (u8, u8)) -> Result<Vec<u32>, String> {
    let Device::Cpu(Cpu { host, .. }) = device else { return Err("only the CPU has an LLVM".to_owned()) };
    let llvm = host.llvm().map_err(|error| error.to_string())?;
    let module = llvm.read_ir(text).map_err(|error| error.to_string())?;
    dialect::llvm::verify::verify(&module).map_err(|error| error.to_string())?;
    let module = llvmir::from_llvm(
        &module,
        llvmir::Settings { version, takes_structs: false, may_raise: false, imports: false },
    )
    .map_err(|error| error.to_string())?;
    dialect::spirv::write::write(&module).map_err(|error| error.to_string())
}

fn there_are_enough(count: usize) -> Trial {
    Trial::test("llvm-ir::kernels in OpenCL C", move || match count {
        15.. => Ok(()),
        count => Err(format!("there are {count} kernels alone").into()),
    })
}

/// Each row of the document on the representation has a file that names it.
fn rows_are_tested() -> Trial {
    Trial::test("llvm-ir::docs/llvm-ir.md", || {
        let document = std::fs::read_to_string(collect::workspace().join("docs/llvm-ir.md"))?;
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let rows: Vec<u32> = document.lines().filter_map(|line| number(line.split('|').nth(1)?)).collect();
        let folder = Path::new(collect::SUITE).join("kernels");
        let mut tested = Vec::new();
        for path in collect::files(&folder, "ll").into_iter().chain(collect::files(&folder, "hlsl")) {
            let text = std::fs::read_to_string(path)?;
            let lists = text.lines().filter_map(|line| line.split_once(" Rows: "));
            tested.extend(lists.flat_map(|(_, list)| list.split(',').filter_map(number).collect::<Vec<_>>()));
        }
        let untested: Vec<_> = rows.iter().filter(|row| !tested.contains(row)).collect();
        let unknown: Vec<_> = tested.iter().filter(|row| !rows.contains(row)).collect();
        match (untested.as_slice(), unknown.as_slice()) {
            ([], []) if rows.len() >= 43 => Ok(()),
            _ => Err(format!("of {} rows {untested:?} have no test, and {unknown:?} do not exist", rows.len()).into()),
        }
    })
}

/// clang's output for a kernel.
fn text_of(source: &Path, level: &str) -> PathBuf {
    source.with_extension(format!("{level}.ll"))
}

/// The words for clang's output, and the dispatches.
fn compiled(source: &Path, level: &str) -> Result<(Vec<u32>, Vec<Run>), Failed> {
    let Directives { runs, .. } = directives::read(&std::fs::read_to_string(source)?)?;
    let compiler = compiler(&["-fspv-target-env=opencl2.2"]).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(text_of(source, level)).map_err(|failure| failure.to_string())?;
    Ok((artifact.words, runs))
}

/// Runs clang's output.
pub(crate) fn run_on(device: &Device, source: &Path, level: &str) -> Result<(), Failed> {
    let (words, runs) = compiled(source, level)?;
    runs.iter().filter_map(|run| run.exec.as_ref()).try_for_each(|exec| run(device, "as it is", &words, exec))
}

fn of_level(device: &Found, source: &Path, level: &'static str) -> Trial {
    let source = source.to_owned();
    trial(device, format!("llvm-ir::{}", collect::display(&text_of(&source, level))), move |device| {
        let (made, runs) = compiled(&source, level)?;
        for exec in runs.iter().filter_map(|run| run.exec.as_ref()) {
            run(device, "as clang has made it", &made, exec)?;
            let printed = llvmir::to_llvm(&made, llvmir::Spelling::Opaque);
            let printed = printed.map_err(|error| error.to_string())?;
            let again = words(device, printed.as_bytes(), (1, 2)).map_err(|error| format!("{error}\n{printed}"))?;
            run(device, "printed and read again", &again, exec)?;
            let twice = llvmir::to_llvm(&again, llvmir::Spelling::Opaque).map_err(|error| error.to_string())?;
            if twice != printed {
                return Err(format!("other text after reading again:\n{}", differences(&printed, &twice)).into());
            }
        }
        Ok(())
    })
}

/// The first lines that differ.
pub(crate) fn differences(one: &str, other: &str) -> String {
    let lines = one.lines().zip(other.lines()).filter(|(one, other)| one != other).take(8);
    lines.map(|(one, other)| format!("- {one}\n+ {other}\n")).collect()
}

fn run(device: &Device, what: &str, words: &[u32], exec: &Exec) -> Result<(), Failed> {
    let result = perform(device, &Source::new(words, ENTRY), exec);
    result.map_err(|problem| format!("{what}: {problem}").into())
}

/// A test of a text with expectations about its module.
fn of_text(device: &Found, path: PathBuf) -> Trial {
    trial(device, format!("llvm-ir::{}", collect::display(&path)), move |_| suite::check(&path))
}
