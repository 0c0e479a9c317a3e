//! Random kernels in MLIR's general dialects: what `convert` makes of them is valid and computes the same in both engines
//! and, where MLIR and clang are installed, as MLIR's own lowering to LLVM.

mod programs;

use super::{CLANG, PROGRAMS, installed, output, with_file};
use crate::cases::{Cases, Fate};
use check::Checks;
use dialect::spirv::write;
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use mutants::Numbers;
use programs::ELEMENTS;
use std::path::Path;
use std::process::Command;
use valid::Environment;

/// The kernels of a usual run.
const USUAL: u64 = 48;
/// The kernels that MLIR's programs take at a time.
const BATCH: u64 = 24;
/// MLIR's passes from these dialects to LLVM's.
const PASSES: &[&str] = &[
    "-arith-expand",
    "-convert-scf-to-cf",
    "-convert-vector-to-llvm",
    "-convert-math-to-llvm",
    "-convert-math-to-libm",
    "-arith-expand",
    "-convert-arith-to-llvm",
    "-convert-cf-to-llvm",
    "-finalize-memref-to-llvm",
    "-convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
    "-convert-index-to-llvm",
    "-reconcile-unrealized-casts",
];
/// The device of the kernels.
const TARGET: &str = "spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int8, Int16, Int64], \
                      [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>";

/// One test per batch, with or without a compiled engine, and one per batch against MLIR.
pub(super) fn trials(cpu: Result<&Device, &String>) -> Vec<Trial> {
    let cases = Cases::of("GENERAL", USUAL);
    let missing = PROGRAMS.iter().chain([&CLANG]).find(|program| installed(program).is_none());
    let suffix = missing.map(|program| format!(" (skipped: there is no {program} in PATH)")).unwrap_or_default();
    let mut trials = Vec::new();
    for seeds in cases.batches(BATCH) {
        let (compiled, mut tally) = (cpu.ok().cloned(), cases.tally("mlir::random kernels"));
        let range = seeds.clone();
        trials.push(Trial::test(format!("mlir::random::{}..{}", seeds.start, seeds.end), move || {
            range.for_each(|seed| tally.count(seed, engines_agree(seed, compiled.as_ref()).map(|()| Fate::Ended)));
            tally.verdict()
        }));
        let name = format!("mlir::random::as_mlir_has_it::{}..{}{suffix}", seeds.start, seeds.end);
        let compare = move || mlir_agrees(&seeds.collect::<Vec<_>>());
        trials.push(Trial::test(name, compare).with_ignored_flag(missing.is_some()));
    }
    trials
}

/// The contents of the buffers: integers, and the bits of floats.
fn inputs(seed: u64) -> [Vec<u32>; 2] {
    const INTS: [u32; 5] = [0, 1, u32::MAX, i32::MAX as u32, i32::MIN as u32];
    const FLOATS: [f32; 5] = [0.0, -0.0, 1.0, -1.5, 1e10];
    let mut numbers = Numbers::new(seed ^ 0x5eed);
    let mut int =
        |_| [INTS[numbers.below(5)], numbers.below(1 << 32) as u32, numbers.below(20) as u32][numbers.below(3)];
    let ints = (0..ELEMENTS).map(&mut int).collect();
    let mut float =
        |_| [FLOATS[numbers.below(5)], numbers.below(2000) as f32 / 8.0 - 125.0][numbers.below(2)].to_bits();
    [ints, (0..ELEMENTS).map(&mut float).collect()]
}

/// The kernel of a seed as words, which are valid.
fn words(seed: u64) -> Result<Vec<u32>, String> {
    let memory = format!("%a: memref<{ELEMENTS}xi32>, %b: memref<{ELEMENTS}xf32>, %o: memref<{ELEMENTS}xi32>");
    let text = format!(
        "module attributes {{gpu.container_module, {TARGET}}} {{\n gpu.module @m {{\n  gpu.func @k({memory}) kernel \
         attributes {{known_block_size = array<i32: {ELEMENTS}, 1, 1>}} {{\n    %x = gpu.thread_id x\n{}    \
         gpu.return\n  }}\n }}\n}}\n",
        programs::body(seed)
    );
    let told = |error: String| format!("{error}\n{text}");
    let module = convert::convert(&text, &convert::Options::default()).map_err(|error| told(error.to_string()))?;
    let words = write::write(&module).map_err(|error| told(error.to_string()))?;
    let options = valid::Options::new(Environment::UNIVERSAL);
    valid::validate(&words, &options).map_err(|violation| told(violation.to_string()))?;
    Ok(words)
}

/// The results of a kernel on a device.
fn results(device: &Device, words: &[u32], seed: u64) -> Result<Vec<u32>, String> {
    let kernel = Kernel::new(device, &Source { exact: true, ..Source::new(words, "k") })?;
    let ([ints, floats], mut results) = (inputs(seed), vec![0u32; ELEMENTS]);
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("0:0", &ints)?.buffer("0:1", &floats)?.buffer_mut("0:2", &mut results)?.run([1, 1, 1])?;
    drop(dispatch);
    Ok(results)
}

/// Compares the interpreter with compiled code, if there is an LLVM, on words that are valid.
fn engines_agree(seed: u64, compiled: Option<&Device>) -> Result<(), Failed> {
    let words = words(seed)?;
    let wanted = results(&Device::interpreter(Checks::none()), &words, seed)?;
    let Some(device) = compiled else { return Ok(()) };
    match results(device, &words, seed)? {
        found if found == wanted => Ok(()),
        found => Err(format!("{found:x?}, in the interpreter {wanted:x?}\n{}", programs::body(seed)).into()),
    }
}

/// Compares the interpreter with MLIR's lowering.
fn mlir_agrees(seeds: &[u64]) -> Result<(), Failed> {
    let theirs = results_of_mlir(seeds)?;
    for (seed, wanted) in seeds.iter().zip(theirs) {
        let found = results(&Device::interpreter(Checks::none()), &words(*seed)?, *seed)?;
        if found != wanted {
            let text = programs::body(*seed);
            return Err(format!("kernel {seed}: {found:x?}, MLIR has {wanted:x?}\n{text}").into());
        }
    }
    Ok(())
}

/// The results of kernels as MLIR, clang and the processor have them.
fn results_of_mlir(seeds: &[u64]) -> Result<Vec<Vec<u32>>, String> {
    let memory = format!("%a: memref<{ELEMENTS}xi32>, %b: memref<{ELEMENTS}xf32>, %o: memref<{ELEMENTS}xi32>");
    let function = |seed: &u64| {
        let body = programs::body(*seed);
        format!("  func.func @k{seed}({memory}, %x: index) {{\n{body}    return\n  }}\n")
    };
    let text = format!("module {{\n{}}}\n", seeds.iter().map(function).collect::<String>());
    let lowered = with_file("general.mlir", &text, |input| output(Command::new(PROGRAMS[0]).arg(input).args(PASSES)))?;
    let text =
        with_file("llvm.mlir", &lowered, |input| output(Command::new(PROGRAMS[1]).arg("--mlir-to-llvmir").arg(input)))?;
    let printed = with_file("ll", &text, |kernels| {
        with_file("c", &program(seeds), |main| {
            let binary = main.with_extension("out");
            let printed = built(kernels, main, &binary).and_then(|()| output(&mut Command::new(&binary)));
            let _ = std::fs::remove_file(&binary);
            printed
        })
    })?;
    let words = |line: &str| line.split_whitespace().map(|word| u32::from_str_radix(word, 16)).collect();
    let all: Result<Vec<Vec<u32>>, _> = printed.lines().map(words).collect();
    all.map_err(|error| error.to_string())
}

fn built(kernels: &Path, main: &Path, binary: &Path) -> Result<(), String> {
    let mut command = Command::new(CLANG);
    command.args(["-O1", "-ffp-contract=off", "-Wno-override-module"]).args([kernels, main]).arg("-lm").arg("-o");
    output(command.arg(binary)).map(drop)
}

/// A program in C that prints the results of each kernel in a line.
fn program(seeds: &[u64]) -> String {
    let mut text = "#include <stdio.h>\ntypedef unsigned u;\n".to_owned();
    let list = |words: &[u32]| words.iter().map(|word| format!("{word}u")).collect::<Vec<_>>().join(", ");
    for seed in seeds {
        let [ints, floats] = inputs(*seed).map(|words| list(&words));
        text += &format!(
            "void k{seed}(u *, u *, u *, long);\nstatic void run{seed}(void) {{\n  static u a[] = {{{ints}}}, b[] = \
             {{{floats}}}, o[{ELEMENTS}];\n  for (long x = 0; x < {ELEMENTS}; x++) k{seed}(a, b, o, x);\n  for (int x \
             = 0; x < {ELEMENTS}; x++) printf(\"%x \", o[x]);\n  puts(\"\");\n}}\n"
        );
    }
    let calls: String = seeds.iter().map(|seed| format!("  run{seed}();\n")).collect();
    text + "int main(void) {\n" + &calls + "}\n"
}
