//! Exported LLVM IR in LLVM's own tools: the module that they make of it must be valid and give the shader's results;
//! bitcode that they make of it must be imported as the exported text. `suite/kernels/consumers.txt` lists their
//! limitations.

use crate::as_kernel::{self, Ready};
use crate::kernels::support::trial;
use crate::known::{Known, Row};
use crate::{Devices, foreign, llvm_ir, spirv_val};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use llvmir::Spelling;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The list of their limitations.
const LIST: &str = "kernels/consumers.txt";

/// A program, or two in sequence, that makes words or bitcode of LLVM IR.
struct Consumer {
    name: &'static str,
    spelling: Spelling,
    /// Each with its arguments; a placeholder is the version of the module.
    programs: &'static [(&'static str, &'static [&'static str])],
    /// True if it supports image types in this spelling.
    has_images: bool,
}

const CONSUMERS: &[Consumer] = &[
    Consumer {
        name: "llc-22",
        spelling: Spelling::Opaque,
        programs: &[("llc-22", &["-mtriple=spirv64v{version}-unknown-unknown", "-filetype=obj", "--spirv-ext=all"])],
        has_images: true,
    },
    Consumer {
        name: "llvm-spirv-15",
        spelling: Spelling::Opaque,
        programs: &[
            ("clang-15", &["-target", "spir64", "-c", "-emit-llvm", "-x", "ir", "-Xclang", "-opaque-pointers"]),
            TRANSLATE,
        ],
        has_images: false,
    },
    Consumer {
        name: "llvm-spirv-15 with typed pointers",
        spelling: Spelling::Typed,
        programs: &[ASSEMBLE_TYPED, TRANSLATE],
        has_images: true,
    },
    Consumer { name: "bitcode of clang-15", spelling: Spelling::Typed, programs: &[ASSEMBLE_TYPED], has_images: true },
];

/// An assembler that reads typed pointers, which later versions of LLVM do not.
const ASSEMBLE_TYPED: (&str, &[&str]) =
    ("clang-15", &["-target", "spir64", "-c", "-emit-llvm", "-x", "ir", "-Xclang", "-no-opaque-pointers"]);

/// The translator of Khronos.
const TRANSLATE: (&str, &[&str]) = ("llvm-spirv-15", &["--spirv-ext=+all", "--spirv-max-version={version}"]);

/// One test per program and kernel.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let known = Known::read(LIST);
    let mut all = Vec::new();
    for consumer in CONSUMERS {
        let title = format!("as-kernel by {}", consumer.name);
        let mut missing = consumer.programs.iter().filter(|(program, _)| !foreign::is_installed(program));
        if let Some((program, _)) = missing.next() {
            all.push(trial(&Err(format!("{program} is not installed")), title, |_| Ok(())));
            continue;
        }
        let jobs = as_kernel::jobs();
        let names = jobs.iter().map(|job| job.name.clone()).collect();
        all.push(known.clone().rows_have_tests("as-kernel", consumer.name, names));
        for job in jobs {
            let (known, row) = (known.clone(), known.row(consumer.name, &job.name));
            let title = format!("{title}::{}", job.name);
            all.push(match row.as_ref().and_then(Row::fatal) {
                Some(reason) => trial(&Err(reason.to_owned()), title, |_| Ok(())),
                None => job.trial(&devices.cpu, title, move |device, ready| {
                    known.judge(row.as_ref(), check(consumer, device, ready))
                }),
            });
        }
    }
    all
}

fn check(consumer: &Consumer, device: &Device, ready: &Ready) -> Result<(), Failed> {
    if ready.has_images() && !consumer.has_images {
        return Ok(());
    }
    let Some(text) = as_kernel::text(&ready.words, consumer.spelling)? else { return Ok(()) };
    let bytes = consume(consumer, &text, ready.target.spirv)?;
    let words = match driver::internal::module_words(&bytes) {
        Some(words) => words,
        None => llvm_ir::words(device, &bytes, ready.target.spirv)?,
    };
    spirv_val::of_kernel(ready.target.name, &words)?;
    ready.perform(device, &words)
}

/// The output of a program for LLVM IR.
fn consume(consumer: &Consumer, text: &str, (major, minor): (u8, u8)) -> Result<Vec<u8>, Failed> {
    let thread = std::thread::current().id();
    let name = |at: usize| std::env::temp_dir().join(format!("consumer-{}-{thread:?}.{at}", std::process::id()));
    let files: Vec<PathBuf> = (0..=consumer.programs.len()).map(name).collect();
    std::fs::write(&files[0], text)?;
    let made = consumer.programs.iter().zip(files.windows(2)).try_for_each(|((program, arguments), files)| {
        let arguments = arguments.iter().map(|one| one.replace("{version}", &format!("{major}.{minor}")));
        run(Command::new(program).args(arguments).arg(&files[0]).arg("-o").arg(&files[1]), text)
    });
    let bytes = made.and_then(|()| Ok(std::fs::read(&files[consumer.programs.len()])?));
    files.iter().filter(|file| Path::exists(file)).try_for_each(std::fs::remove_file)?;
    bytes
}

fn run(command: &mut Command, text: &str) -> Result<(), Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {}\n{text}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}
