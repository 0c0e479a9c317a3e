//! The programs under `shaders/`: they compile, and their modules are valid, for every environment and at every level.
//! The system's `spirv-val`, of any version, must agree if there is one and it knows what they use.

use crate::spirv_val::{self, Refusal};
use crate::{collect, compiler, directives};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

const ENVIRONMENTS: &[&str] = &["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"];
const LEVELS: &[&str] = &["-fcgl", "-O0", "-O3", "-fspv-optimizer=own"];
const ENVIRONMENT: &str = "-fspv-target-env=";
/// Debug information formats.
const DEBUG_SETS: &[&str] = &["-fspv-debug=vulkan", "-fspv-debug=vulkan-with-source", "-fspv-debug=rich-with-source"];

/// Three tests per shader: with the built-in validator, with debug information, and with the system's validator.
pub(crate) fn trials() -> Vec<Trial> {
    let files = collect::files(&collect::workspace().join("shaders"), "hlsl");
    let validator = spirv_val::installed();
    let skipped = spirv_val::skipped(validator.as_deref());
    let mut trials = Vec::new();
    for path in files {
        let name = collect::display(&path);
        let (own, described, validator) = (path.clone(), path.clone(), validator.clone());
        trials.push(Trial::test(name.clone(), move || each_module(&own, |_, _, _| Ok(()))));
        trials.push(Trial::test(format!("{name}: debug information"), move || each_debug_set(&described)));
        let agrees = move || match &validator {
            Some(validator) => each_module(&path, |env, level, words| {
                // The layouts of Vulkan 1.1 are the default of the compiler in every environment.
                let early = (level == "-fcgl").then_some(spirv_val::EARLY);
                let options = ["--target-env", env, "--relax-block-layout"].into_iter().chain(early);
                match spirv_val::validate(validator, options, words) {
                    Err(refusal) if refusal.is_of_age() => Ok(()),
                    verdict => verdict.map_err(Refusal::into_text),
                }
            }),
            None => Ok(()),
        };
        trials.push(Trial::test(format!("{name}: spirv-val{skipped}"), agrees).with_ignored_flag(!skipped.is_empty()));
    }
    trials
}

/// Compiles a shader for all environments at all levels, and passes each module to `check`.
fn each_module(path: &Path, check: impl Fn(&str, &str, &[u32]) -> Result<(), String>) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let directives = directives::read(&text)?;
    let mut problems = Vec::new();
    for run in &directives.runs {
        // A shader that needs a newer environment names it.
        let named = run.options.iter().find_map(|option| option.strip_prefix(ENVIRONMENT));
        let environments = named.as_slice();
        let environments = if environments.is_empty() { ENVIRONMENTS } else { environments };
        for (environment, level) in environments.iter().flat_map(|env| LEVELS.iter().map(move |level| (env, level))) {
            let mut options = run.options.clone();
            options.extend([(*level).to_owned(), format!("{ENVIRONMENT}{environment}")]);
            let checked = module(path, &options).and_then(|words| check(environment, level, &words));
            problems.extend(checked.err().map(|problem| format!("{}:\n{problem}", options.join(" "))));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Debug information survives the passes, and the module stays valid.
fn each_debug_set(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let mut problems = Vec::new();
    for run in &directives::read(&text)?.runs {
        for (set, level) in DEBUG_SETS.iter().flat_map(|set| LEVELS.iter().map(move |level| (set, level))) {
            let mut options = run.options.clone();
            options.extend([*level, *set, "-Wno-debug-info"].map(str::to_owned));
            let made = module(path, &options).err();
            problems.extend(made.map(|problem| format!("{}:\n{problem}", options.join(" "))));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The module of a shader without messages.
fn module(path: &Path, options: &[String]) -> Result<Vec<u32>, String> {
    let compiler = compiler::compiler(options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(path).map_err(|failure| failure.to_string())?;
    if artifact.report.is_empty() { Ok(artifact.words) } else { Err(artifact.report.to_string()) }
}
