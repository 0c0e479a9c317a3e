//! The hooks of `.pre-commit-hooks.yaml` in a repository of their own, run by pre-commit itself. Without it the test is
//! ignored, and its name says so; `HLSL2SPIRV_PRE_COMMIT` names it.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{Folder, path};

const FORMATTED: &str = "float4 main() : SV_Target {\n    return 1;\n}\n";
const JOB: &str = r#"{ "shader": "../fill.hlsl", "bindings": { "b": "zeros:4" }, "expect": { "b": { "u32": [7] } } }"#;
const FILL: &str = "RWStructuredBuffer<uint> b;\n\n[numthreads(1, 1, 1)] void main() {\n    b[0] = 7;\n}\n";

fn pre_commit() -> OsString {
    std::env::var_os("HLSL2SPIRV_PRE_COMMIT").unwrap_or_else(|| "pre-commit".into())
}

/// Runs a program in the repository, with the compiler on PATH. Returns whether it succeeded, and what it printed.
fn call(folder: &Path, program: impl Into<OsString>, arguments: &[&str]) -> Result<(bool, String), Failed> {
    let mut command = Command::new(program.into());
    command
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path())
        .env("PRE_COMMIT_HOME", folder.join(".git/hooks-home"));
    for (name, value) in [("NAME", "a"), ("EMAIL", "a@example.com")] {
        command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
    }
    let output = command.output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    Ok((output.status.success(), text))
}

/// The hooks as a project has them: copied into a local repository, so that no network is needed.
fn configuration() -> Result<String, Failed> {
    let hooks = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.pre-commit-hooks.yaml"))?;
    let indented: String = hooks.lines().map(|line| format!("      {line}\n")).collect();
    Ok(format!("repos:\n  - repo: local\n    hooks:\n{indented}"))
}

fn expect(hook: &str, folder: &Path, passes: bool, text: &str) -> Result<(), Failed> {
    let (passed, said) = call(folder, pre_commit(), &["run", hook, "--all-files"])?;
    match passed == passes && said.contains(text) {
        true => Ok(()),
        false => Err(format!("{hook}: passed is {passed}\n{said}").into()),
    }
}

fn hooks_run() -> Result<(), Failed> {
    let folder = Folder::empty("pre-commit");
    let root = &folder.0;
    fs::create_dir_all(root.join("tests"))?;
    fs::write(root.join(".pre-commit-config.yaml"), configuration()?)?;
    fs::write(root.join("a.ps.hlsl"), FORMATTED)?;
    fs::write(root.join("fill.hlsl"), FILL)?;
    fs::write(root.join("tests/fill.json"), JOB)?;
    for arguments in [&["init", "-q"][..], &["add", "-A"]] {
        call(root, "git", arguments)?;
    }
    for hook in ["hlsl-format", "hlsl-lint", "hlsl-test"] {
        // A build without the runner or the language server has no such command.
        if hook == "hlsl-format" || cfg!(all(feature = "runner", feature = "lsp")) {
            expect(hook, root, true, "Passed")?;
        }
    }
    fs::write(root.join("a.ps.hlsl"), FORMATTED.replace("    return", "return"))?;
    expect("hlsl-format", root, false, "files were modified by this hook")?;
    if fs::read_to_string(root.join("a.ps.hlsl"))? != FORMATTED {
        return Err("the file was not formatted".into());
    }
    if cfg!(all(feature = "runner", feature = "lsp")) {
        fs::write(root.join("fill.hlsl"), FILL.replace('7', "8"))?;
        expect("hlsl-test", root, false, "fill.json")?;
        fs::write(root.join("a.ps.hlsl"), FORMATTED.replace('1', "x"))?;
        expect("hlsl-lint", root, false, "a.ps.hlsl:2:12")?;
    }
    Ok(())
}

fn main() {
    let is_there = Command::new(pre_commit()).arg("--version").output().is_ok_and(|output| output.status.success());
    let trial = match is_there {
        true => Trial::test("hooks_run", hooks_run),
        false => Trial::test("hooks_run (there is no pre-commit)", hooks_run).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}
