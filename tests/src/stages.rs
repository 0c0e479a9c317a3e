//! The shaders of draws in the suite as kernels: each is valid, and both engines compute the same outputs from the
//! same inputs.

use crate::cases::{Cases, Fate};
use crate::kernels::support::Found;
use crate::{collect, directives};
use ::mutants::{Numbers, with_other_words};
use driver::run::{Checking, Checks, Engine, Error, Options, Stage, rows};
use driver::{Compiler, TargetEnv};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The invocations of a run: several packets, the last of which is not full.
const INVOCATIONS: usize = 40;
/// The environment in which `discard` leaves a helper.
const TARGET: &str = "-fspv-target-env=vulkan1.3";
/// The share of the modules that are compiled, of which a run takes one in this number.
const EVERY: u64 = 16;

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let missing = cpu.is_err();
    let note = if missing { " (no LLVM was found)" } else { "" };
    vec![
        Trial::test("stages::kernels_are_valid", kernels_are_valid),
        Trial::test("stages::other_words_have_an_answer", other_words_have_an_answer),
        Trial::test(format!("stages::engines_agree{note}"), engines_agree).with_ignored_flag(missing),
    ]
}

/// The modules of the suite with shaders of draws.
fn modules() -> impl Iterator<Item = (PathBuf, Vec<u32>)> {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    let files = folders.into_iter().flat_map(|folder| collect::files(&folder, "hlsl"));
    files.flat_map(|path| {
        let text = driver::internal::decode(std::fs::read(&path).unwrap_or_default());
        let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
        let words = runs.into_iter().filter_map(|run| compiled(&path, &text, run.options)).collect::<Vec<_>>();
        words.into_iter().map(move |words| (path.clone(), words))
    })
}

fn compiled(path: &Path, text: &str, mut options: Vec<String>) -> Option<Vec<u32>> {
    let stages = ["ps_", "vs_", "hs_", "ds_", "gs_", "as_", "ms_", "lib_"];
    let is_drawn = |word: &String| stages.iter().any(|stage| word.starts_with(stage));
    if !options.iter().any(is_drawn) || options.iter().any(|word| word == "-Vd" || word == "-fcgl") {
        return None;
    }
    if !options.iter().any(|word| word.starts_with("-fspv-target-env")) {
        options.push(TARGET.to_owned());
    }
    let name = path.to_string_lossy();
    Some(Compiler::from_args(&options).ok()?.compile(&name, text, &driver::Disk).ok()?.words)
}

/// The entry points of a module that draw.
fn entries(words: &[u32]) -> Vec<(rows::Stage, String)> {
    runner::stages::entry_points(words).unwrap_or_default()
}

fn kernels_are_valid() -> Result<(), Failed> {
    let (mut count, mut problems, mut refused) = (0, Vec::new(), Vec::new());
    for (path, words) in modules() {
        for (stage, entry) in entries(&words) {
            let options = ::stages::Options { exact: false, ..::stages::Options::default() };
            let name = collect::display(&path);
            match ::stages::convert(&words, stage, &entry, options) {
                Ok(Some(Ok(converted))) => {
                    count += 1;
                    let valid = driver::validate(&converted.words, TargetEnv::Vulkan1_3);
                    let is_run = || {
                        let interpreter = Engine::Interpreter(Checking::new(Checks::none()));
                        Stage::new(&words, stage, Some(&entry), &Options { engine: interpreter, ..Options::default() })
                            .is_ok()
                    };
                    // What kernels cannot have is refused by the engines, with a reason.
                    let problem = valid.err().filter(|_| is_run());
                    problems.extend(problem.map(|error| format!("{name}: {error}")));
                }
                Ok(Some(Err(error))) => refused.push(format!("{name}: {error}")),
                Ok(None) => problems.push(format!("{name}: no entry point '{entry}'")),
                Err(error) => problems.push(format!("{name}: {error}")),
            }
        }
    }
    let without_reason = |text: &&String| !REFUSED.iter().any(|reason| text.contains(reason));
    problems.extend(refused.iter().filter(without_reason).cloned());
    match problems.is_empty() && count > 250 {
        true => Ok(()),
        false => Err(format!("{} of {count} kernels:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

/// Reasons for which a stage is not converted.
const REFUSED: &[&str] = &[
    "inputs are interpolated before the shader runs",
    "shaders on the CPU",
    "levels of detail are computed where they are used",
    "the order of primitives is not kept",
];

/// The default number of modules with other words.
const COUNT: u64 = 400;

/// Modules with other words need not be valid: the interpreter gives an answer all the same.
fn other_words_have_an_answer() -> Result<(), Failed> {
    let cases = Cases::of("STAGES", COUNT);
    let mut tally = cases.tally("drawn modules with other words, interpreted");
    let modules: Vec<Vec<u32>> = modules().map(|(_, words)| words).filter(|words| !entries(words).is_empty()).collect();
    for seed in cases.part(0, 1) {
        let mut numbers = Numbers::new(seed);
        let words = with_other_words(&modules[numbers.below(modules.len())], 3, &mut numbers);
        let interpreter = Checking { max_steps: 20_000, ..Checking::new(Checks::none()) };
        let options = Options { engine: Engine::Interpreter(interpreter), ..Options::default() };
        for (stage, entry) in entries(&words) {
            let ended = outputs(&words, (stage, &entry), seed, &options);
            tally.count(1, Ok(if ended.is_ok() { Fate::Ended } else { Fate::Refused }));
        }
    }
    tally.verdict()
}

fn engines_agree() -> Result<(), Failed> {
    let every = std::env::var("STAGES_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(EVERY);
    let (mut count, mut problems) = (0u64, Vec::new());
    for (path, words) in modules() {
        for (stage, entry) in entries(&words) {
            count += 1;
            if !count.is_multiple_of(every) || UNDEFINED.contains(&collect::display(&path).as_str()) {
                continue;
            }
            let problem = difference(&words, (stage, &entry), count);
            problems.extend(problem.map(|problem| format!("{}: {problem}", collect::display(&path))));
        }
    }
    match problems.is_empty() && count > 250 {
        true => Ok(()),
        false => Err(format!("{} of {count} stages:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

/// What differs between the engines for the same inputs.
fn difference(words: &[u32], (kind, entry): (rows::Stage, &str), seed: u64) -> Option<String> {
    let interpreter = Engine::Interpreter(Checking::new(Checks::none()));
    let engines = [Engine::Compiled, interpreter];
    let [compiled, interpreted] = engines.map(|engine| {
        let options = Options { engine, ..Options::default() };
        outputs(words, (kind, entry), seed, &options)
    });
    match (compiled, interpreted) {
        (Ok(compiled), Ok(interpreted)) => {
            let at = compiled.iter().zip(&interpreted).position(|(one, two)| one != two)?;
            Some(format!("word {at}: compiled {:#x}, interpreted {:#x}", compiled[at], interpreted[at]))
        }
        (Err(_), Err(_)) => None,
        (Err(error), Ok(_)) => Some(format!("compiled: {error}")),
        (Ok(_), Err(error)) => Some(format!("interpreted: {error}")),
    }
}

/// Files whose outputs depend on values that are not initialized, or on a clock, and one whose loops have 2^31 iterations.
const UNDEFINED: &[&str] = &[
    "suite/codegen/stores_of_nothing.hlsl",
    "suite/diagnostics/W2150.hlsl",
    "suite/diagnostics/W2165.hlsl",
    "suite/mistakes/out_parameter_never_written.hlsl",
    "suite/mistakes/position_never_written.hlsl",
    "suite/vulkan/inline_spirv.hlsl",
];

/// The outputs of a stage for inputs by a seed.
fn outputs(words: &[u32], (kind, entry): (rows::Stage, &str), seed: u64, options: &Options) -> Result<Vec<u32>, Error> {
    let stage = Stage::new(words, kind, Some(entry), options)?;
    let interface = stage.interface();
    let (mut inputs, mut outputs) = (stage.inputs(INVOCATIONS)?, stage.outputs(INVOCATIONS)?);
    let mut state = seed;
    for (at, row) in interface.inputs.iter().enumerate() {
        for invocation in 0..INVOCATIONS {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (state >> 40) as u32;
            let word = match (row.place, row.kind, row.bits) {
                // One pixel in eight is a helper.
                (rows::Place::Mask, ..) => rows::RUNS | if number & 7 == 0 { 0 } else { rows::KEPT },
                (_, rows::Kind::Float, 16 | 32) => (number as f32 / 4_194_304.0 - 1.0).to_bits(),
                (_, rows::Kind::Bool, _) => number & 1,
                _ => number & 15,
            };
            inputs.set(at, invocation, word);
        }
    }
    let mut dispatch = stage.module().dispatch();
    dispatch.allow_gaps().deadline(Duration::from_secs(20));
    stage.bind(&mut dispatch, &inputs, &mut outputs)?;
    let run = stage.run(&mut dispatch, INVOCATIONS);
    drop(dispatch);
    run?;
    let rows = interface.outputs.len();
    Ok((0..rows)
        .flat_map(|row| (0..INVOCATIONS).map(move |at| (row, at)))
        .map(|(row, at)| outputs.get(row, at))
        .collect())
}
