//! The programs under `shaders/`: they compile, and their modules are valid, for every environment and at every level.

use crate::{collect, directives};
use driver::Compiler;
use libtest_mimic::{Failed, Trial};
use std::path::PathBuf;

const ENVIRONMENTS: &[&str] = &["vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"];
const LEVELS: &[&str] = &["-fcgl", "-O0", "-O3"];

/// One test per shader.
pub(crate) fn trials() -> Vec<Trial> {
    let files = collect::files(&collect::workspace().join("shaders"), "hlsl");
    files.into_iter().map(|path| Trial::test(collect::display(&path), move || check(&path))).collect()
}

fn check(path: &PathBuf) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let directives = directives::read(&text)?;
    let mut problems = Vec::new();
    for run in &directives.runs {
        // A shader that needs a newer environment names it.
        let named = run.options.iter().any(|option| option.starts_with("-fspv-target-env="));
        let environments = if named { &[""][..] } else { ENVIRONMENTS };
        for (environment, level) in environments.iter().flat_map(|env| LEVELS.iter().map(move |level| (env, level))) {
            let mut options = run.options.clone();
            options.push((*level).to_owned());
            if !environment.is_empty() {
                options.push(format!("-fspv-target-env={environment}"));
            }
            let result =
                Compiler::from_args(&options).and_then(|compiler| compiler.compile_file(&collect::display(path)));
            match result {
                Ok(artifact) if artifact.report.is_empty() => {}
                Ok(artifact) => problems.push(format!("{}:\n{}", options.join(" "), artifact.report)),
                Err(failure) => problems.push(format!("{}:\n{failure}", options.join(" "))),
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}
