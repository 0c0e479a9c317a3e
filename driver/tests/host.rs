//! Programs with host code through the command, in both engines.
//!
//! A file under `tests/suite/host/` prints exactly its lines with `//> `; one that fails has its message, without the
//! file's name, behind `//! ` in its first line. `// options:` adds options, `// engine: compiled` says that the interpreter
//! does not run its kernels.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let arguments = Arguments::from_args();
    let missing = runner::Host::new().llvm().is_err();
    let mut trials = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_compiled_only = text.contains("\n// engine: compiled");
        for engine in ["compiled", "interpreter"] {
            if engine == "interpreter" && is_compiled_only {
                continue;
            }
            let (text, name) = (text.clone(), name.clone());
            let title = format!("{name} ({engine})");
            let trial = Trial::test(title, move || check(&name, &text, engine));
            trials.push(trial.with_ignored_flag(missing && engine == "compiled"));
        }
    }
    trials.push(Trial::test("a kernel of a program runs alone", alone));
    trials.push(Trial::test("checks need a single dispatch", unchecked));
    libtest_mimic::run(&arguments, trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/host")
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn run(options: &[&str]) -> std::io::Result<(Option<i32>, String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
    let output = command.env("HLSL2SPIRV_CACHE", "none").arg("run").args(options).current_dir(folder()).output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    Ok((output.status.code(), text(output.stdout), text(output.stderr)))
}

fn check(name: &str, text: &str, engine: &str) -> Result<(), Failed> {
    let wanted: String =
        text.lines().filter_map(|line| line.strip_prefix("//> ")).flat_map(|line| [line, "\n"]).collect();
    let message = text.lines().next().and_then(|line| line.strip_prefix("//! "));
    let more = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    let options: Vec<&str> = [name, "--engine", engine].into_iter().chain(more.split_whitespace()).collect();
    let (status, output, errors) = run(&options)?;
    let expected = message.map_or_else(String::new, |message| format!("hlsl2spirv: error: {name}:{message}\n"));
    match status == Some(i32::from(message.is_some())) && output == wanted && errors == expected {
        true => Ok(()),
        false => Err(format!("status {status:?}:\n{output}{errors}").into()),
    }
}

/// What is said of a dispatch leaves the host out.
fn alone() -> Result<(), Failed> {
    let kernel = ["spirv_module.mlir", "--engine", "interpreter", "--dispatch", "2", "--bind", "0:0=i32:5,6,7,8"];
    let (status, output, errors) = run(&[&kernel[..], &["--out", "0:0=print:i32"]].concat())?;
    match status == Some(0) && output.split_whitespace().eq(["25", "36", "7", "8"]) {
        true => Ok(()),
        false => Err(format!("{output}{errors}").into()),
    }
}

fn unchecked() -> Result<(), Failed> {
    let (status, _, errors) = run(&["spirv_module.mlir", "--check"])?;
    match status == Some(1) && errors.contains("'--check' cannot be used with the host code of 'spirv_module.mlir'") {
        true => Ok(()),
        false => Err(errors.into()),
    }
}
