//! The scripts of `hlsl2spirv completions` in real shells. Without a shell its test is ignored, and its name says so.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::Command;
use support::{Folder, path, printed, said};

/// Command lines, and what completing their last words must offer, files among it.
const CASES: &[(&str, &[&str])] = &[
    ("hlsl2spirv -T vs_6_9", &["vs_6_9"]),
    ("hlsl2spirv a.hlsl --emit=spirv-llvm-", &["--emit=spirv-llvm-typed"]),
    ("hlsl2spirv -fspv-target-env=opencl3", &["-fspv-target-env=opencl3.0"]),
    ("hlsl2spirv shade", &["shader one.hlsl", "shadermake"]),
    ("hlsl2spirv reflect --schem", &["--schema"]),
    ("hlsl2spirv -Fo shader", &["shader one.hlsl"]),
];

impl Folder {
    /// What a shell prints for a program of its language.
    fn shell(&self, shell: &str, options: &[&str], program: &str) -> Result<String, Failed> {
        let mut command = Command::new(shell);
        command.env("PATH", path()).env("HOME", &self.0).current_dir(&self.0);
        let output = command.args(options).arg("-c").arg(program).output()?;
        match output.stderr.is_empty() {
            true => Ok(printed(&output)),
            false => Err(said(&output).into()),
        }
    }
}

/// Checks all cases with a function from a command line to what is offered.
fn check(offered: impl Fn(&str) -> Result<Vec<String>, Failed>) -> Result<(), Failed> {
    for (line, expected) in CASES {
        let mut found = offered(line)?;
        found.sort();
        if found != *expected {
            return Err(format!("{line}: {found:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

/// Bash's own splitting at `=` and `:` is undone by the script, so that the parts behind them are what it wants back.
fn bash() -> Result<(), Failed> {
    let place = Folder::with("bash", &[("shader one.hlsl", "")]);
    check(|line| {
        let program = format!(
            "compopt() {{ :; }}; source <(hlsl2spirv completions bash); COMP_LINE='{line}'; COMP_POINT={}; \
             COMP_WORDS=(hlsl2spirv); _hlsl2spirv; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            line.len()
        );
        let word = line.rsplit(' ').next().unwrap_or_default();
        let before = word.rfind(['=', ':']).map_or("", |at| &word[..=at]);
        let printed = place.shell("bash", &["--norc"], &program)?;
        Ok(printed.lines().map(|offered| format!("{before}{offered}")).collect())
    })
}

fn fish() -> Result<(), Failed> {
    let place = Folder::with("fish", &[("shader one.hlsl", "")]);
    check(|line| {
        let program = format!("hlsl2spirv completions fish | source; complete -C '{line}'");
        let printed = place.shell("fish", &["--no-config"], &program)?;
        let text = |line: &str| line.split('\t').next().unwrap_or_default().replace("\\ ", " ");
        Ok(printed.lines().map(text).collect())
    })
}

/// Zsh's own functions need a line editor; stand-ins print what they are handed.
fn zsh() -> Result<(), Failed> {
    let place = Folder::with("zsh", &[("shader one.hlsl", "")]);
    check(|line| {
        let program = format!(
            "compdef() {{ }}; _files() {{ print -rl -- ${{words[CURRENT]}}*(N) }}; \
             _describe() {{ for name in joined found; do for one in ${{(P)name}}; do print -r -- ${{one%%:*}}; done; done }}; \
             source <(hlsl2spirv completions zsh); line='{line}'; words=(\"${{(@s: :)line}}\"); CURRENT=${{#words}}; _hlsl2spirv"
        );
        let printed = place.shell("zsh", &["-f"], &program)?;
        Ok(printed.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    })
}

/// PowerShell offers files by itself where the script offers nothing, and no others.
fn powershell() -> Result<(), Failed> {
    let place = Folder::with("pwsh", &[("shader one.hlsl", "")]);
    for (line, expected) in CASES.iter().filter(|(_, expected)| !expected.contains(&"shader one.hlsl")) {
        let program = format!(
            "hlsl2spirv completions powershell | Out-String | Invoke-Expression; \
             [System.Management.Automation.CommandCompletion]::CompleteInput('{line}', {}, $null).CompletionMatches.CompletionText",
            line.len()
        );
        let found = place.shell("pwsh", &["-NoProfile"], &program)?;
        if !found.lines().eq(expected.iter().copied()) {
            return Err(format!("{line}: {found:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

fn with(shell: &str, test: fn() -> Result<(), Failed>) -> Trial {
    match Command::new(shell).arg("--version").output() {
        Ok(_) => Trial::test(shell, test),
        Err(_) => Trial::test(format!("{shell} (it is not there)"), test).with_ignored_flag(true),
    }
}

fn main() {
    let trials = vec![with("bash", bash), with("fish", fish), with("zsh", zsh), with("pwsh", powershell)];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
