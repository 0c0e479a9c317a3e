//! Tests of DXC's own suite whose modules are correct and whose expectations do not hold: `suite/dxc_checks.txt` has
//! the reason for each. If `DXC_SUITE` names a checkout of `tools/clang/test/CodeGenSPIRV`, exactly these must fail;
//! `FILECHECK` names the program that compares, and `HLSL2SPIRV` the compiler.

use crate::collect;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const LIST: &str = "dxc_checks.txt";

/// The classes of the list, in their order.
const CLASSES: [&str; 3] = ["better", "equal", "worse"];

pub(crate) fn trials() -> Vec<Trial> {
    let list = Trial::test("dxc_checks::each_test_is_listed_once_with_a_class_and_a_reason", || rows().map(drop));
    let suite = std::env::var_os("DXC_SUITE").map(PathBuf::from);
    let ignored = suite.is_none();
    let compared = Trial::test("dxc_checks::exactly_the_listed_tests_fail", move || match &suite {
        Some(suite) => compare(suite),
        None => Ok(()),
    });
    vec![list, compared.with_ignored_flag(ignored)]
}

/// Reads the list: `[class]`, and below it `test: reason`, sorted by name.
fn rows() -> Result<BTreeMap<String, String>, Failed> {
    let text = std::fs::read_to_string(Path::new(collect::SUITE).join(LIST))?;
    let mut class = None;
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            class = CLASSES.iter().find(|class| **class == name);
            class.ok_or_else(|| format!("unknown class '{name}'"))?;
            continue;
        }
        let (test, reason) = line.split_once(": ").ok_or_else(|| format!("'{line}' has no reason"))?;
        let class = class.ok_or_else(|| format!("'{test}' has no class"))?;
        if reason.trim().is_empty() || found.insert(test.to_owned(), format!("{class}: {reason}")).is_some() {
            return Err(format!("'{test}' is there twice, or without a reason").into());
        }
    }
    Ok(found)
}

/// Runs all tests of the suite, on as many threads as the machine has.
fn compare(suite: &Path) -> Result<(), Failed> {
    let rows = rows()?;
    let mut tests = Vec::new();
    gather(suite, &mut tests)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = tests.chunks(tests.len().div_ceil(threads).max(1));
    let failing: Vec<PathBuf> = std::thread::scope(|scope| {
        let run = |part: &[PathBuf]| part.iter().filter(|test| !holds(test)).cloned().collect::<Vec<_>>();
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("tests do not panic")).collect()
    });
    let name = |path: &PathBuf| path.strip_prefix(suite).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let failing: Vec<String> = failing.iter().map(name).collect();
    let unlisted = failing.iter().filter(|name| !rows.contains_key(*name)).map(|name| format!("fails: {name}"));
    let cured =
        rows.iter().filter(|(name, _)| !failing.contains(name)).map(|(name, why)| format!("holds: {name} ({why})"));
    let wrong: Vec<String> = unlisted.chain(cured).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("{LIST} is not what happens\n{}", wrong.join("\n")).into()) }
}

fn gather(folder: &Path, tests: &mut Vec<PathBuf>) -> Result<(), Failed> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, tests)?;
        } else if path.extension().is_some_and(|it| it == "hlsl" || it == "hlsl2spv") {
            tests.push(path);
        }
    }
    Ok(())
}

/// The number of started tests: each has a folder of its own.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// Returns whether every `RUN` line of a test holds.
fn holds(test: &Path) -> bool {
    let text = std::fs::read(test).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let scratch = std::env::temp_dir().join(format!("dxc_checks_{}_{number}", std::process::id()));
    if std::fs::create_dir_all(&scratch).is_err() {
        return false;
    }
    let result = run_lines(&text).iter().all(|line| succeeds(&command(line, test, &scratch), &scratch));
    drop(std::fs::remove_dir_all(&scratch));
    result
}

/// The commands of a test; a line that ends with a backslash continues in the next.
fn run_lines(text: &str) -> Vec<String> {
    let (mut lines, mut begun) = (Vec::new(), String::new());
    for line in text.lines() {
        let Some(rest) = line.split_once("RUN").and_then(|(_, rest)| rest.trim_start().strip_prefix(':')) else {
            continue;
        };
        match rest.trim().strip_suffix('\\') {
            Some(part) => begun = format!("{begun}{part} "),
            None => lines.push(std::mem::take(&mut begun) + rest.trim()),
        }
    }
    lines
}

/// A command with its placeholders replaced. `not` is a program of LLVM's that few machines have.
fn command(line: &str, test: &Path, scratch: &Path) -> String {
    let named = |name: &str, usual: String| std::env::var(name).unwrap_or(usual);
    let compiler = named("HLSL2SPIRV", built().to_string_lossy().into_owned());
    let check = named("FILECHECK", "FileCheck".to_owned());
    let folder = test.parent().unwrap_or(test);
    let line = match line.strip_prefix("not ") {
        Some(rest) => format!("! {rest}"),
        None => line.to_owned(),
    };
    line.replace("%dxc", &compiler)
        .replace("%FileCheck", "FileCheck")
        .replace("FileCheck ", &format!("{check} "))
        .replace("%S", &folder.to_string_lossy())
        .replace("%s", &test.to_string_lossy())
        .replace("%t", &scratch.join("t").to_string_lossy())
}

/// The compiler built with this test.
fn built() -> PathBuf {
    let this = std::env::current_exe().unwrap_or_default();
    this.ancestors().nth(2).unwrap_or(Path::new("")).join("hlsl2spirv")
}

fn succeeds(command: &str, scratch: &Path) -> bool {
    let shell = Command::new("bash").args(["-o", "pipefail", "-c", command]).current_dir(scratch).output();
    shell.is_ok_and(|output| output.status.success())
}
