//! Kernels without one of their barriers: whatever the barrier was for must be found, and nothing in the whole kernel.
//!
//! Each occurrence of a barrier of the group in a shader is taken away, and the shader runs on made-up inputs with all
//! checks of races and barriers.

use crate::directives::Run;
use crate::{collect, compiler, directives};
use check::{Check, Checks, Finding, Level, Rules};
use driver::Disk;
use driver::internal::CHECKED;
use libtest_mimic::{Failed, Trial};
use runner::{Binding, BindingKind, Checking, Engine, Module, Options, Placeholder};

/// Barriers that nothing depends on, by file, line and the reason.
const SPARE: &[(&str, u32, &str)] = &[(
    "prefix_sum.hlsl",
    55,
    "in the last iteration each thread writes what it reads afterwards, and no other thread does",
)];

/// The end of the names of all barriers of a group.
const BARRIER: &str = "BarrierWithGroupSync()";

/// One test per compute shader of `shaders/` that has barriers.
pub(crate) fn trials() -> Vec<Trial> {
    let files = collect::files(&collect::workspace().join("shaders"), "hlsl").into_iter();
    let kernels = files.filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let runs = directives::read(&text).ok().filter(|_| text.contains(BARRIER))?.runs;
        // Mesh shaders have barriers as well.
        let is_compute = |run: &Run| run.options.iter().any(|option| option.starts_with("cs_"));
        runs.iter().all(is_compute).then_some(())?;
        Some((collect::display(&path), text, runs))
    });
    let trial = |(name, text, runs): (String, String, Vec<Run>)| {
        Trial::test(format!("without_barriers::{name}"), move || one_by_one(&name, &text, &runs))
    };
    kernels.map(trial).collect()
}

fn one_by_one(name: &str, text: &str, runs: &[Run]) -> Result<(), Failed> {
    let whole = found(name, text, runs)?;
    if !whole.is_empty() {
        return Err(format!("the kernel as it is: {}", whole.join("\n")).into());
    }
    let mut problems = Vec::new();
    for (at, _) in text.match_indices(BARRIER) {
        let line = text[..at].lines().count() as u32;
        let start = text[..at].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        let without = format!("{}{}", &text[..start], &text[at + BARRIER.len()..]);
        let is_found = !found(name, &without, runs)?.is_empty();
        let is_spare = SPARE.iter().any(|(file, own, _)| name.ends_with(file) && *own == line);
        match (is_found, is_spare) {
            (false, false) => problems.push(format!("nothing is found without the barrier of line {line}")),
            (true, true) => problems.push(format!("the barrier of line {line} is not spare")),
            (true, false) | (false, true) => {}
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Contents for a binding. Counts are large enough for several turns of each loop, and powers of two, as one shader wants.
fn held(binding: &Binding) -> Option<Placeholder> {
    let words: Vec<u32> = match binding.kind {
        BindingKind::UniformBuffer => vec![256; binding.min_bytes.div_ceil(4) as usize],
        _ => (0..1 << 12).map(|word: u32| word.wrapping_mul(0x9E37_79B9) >> (word % 32)).collect(),
    };
    Placeholder::new(binding, &words, [8; 3])
}

/// The errors that are found in any of a file's kernels.
fn found(name: &str, text: &str, runs: &[Run]) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for run in runs {
        let options: Vec<String> = run.options.iter().cloned().chain(CHECKED.map(str::to_owned)).collect();
        let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
        let artifact = compiler.compile(name, text, &Disk).map_err(|failure| failure.to_string())?;
        all.extend(errors(&artifact.words, compiler.options().entry())?);
    }
    Ok(all)
}

/// The findings in a module with made-up inputs.
fn errors(words: &[u32], entry: &str) -> Result<Vec<String>, String> {
    // Made-up inputs lead out of buffers and make odd numbers.
    let checks = Checks::parse("memory,barrier-divergent,barrier-after-return,uninit=off", Rules::Hlsl)?;
    let engine = Engine::Interpreter(Checking { max_steps: 1 << 22, ..Checking::new(checks) });
    let module = Module::new(words, entry, &Options { engine, ..Options::default() });
    let module = module.map_err(|error| error.to_string())?;
    let mut memory: Vec<Placeholder> = module.info().bindings.iter().filter_map(held).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps();
    for held in &mut memory {
        held.bind(&mut dispatch).map_err(|error| error.to_string())?;
    }
    dispatch.run([2, 1, 1]).map_err(|error| error.to_string())?;
    let report = dispatch.report().ok_or("the run has no report")?;
    let is_error = |finding: &&Finding| finding.level == Level::Error && finding.check != Check::Endless;
    Ok(report.findings.iter().filter(is_error).map(|finding| finding.message.clone()).collect())
}
