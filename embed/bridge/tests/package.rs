//! The npm package as programs of node see it, the page that is made of it in browsers, and the Python package as Python's do.
//! Without node or a Python, or without a package that was built and installed, the tests are ignored, and their names say so.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::process::Command;

/// The variable that names the folder.
const FOLDER: &str = "HLSL2SPIRV_NPM";
/// The variable that names the folder of the page.
const PAGE: &str = "HLSL2SPIRV_PAGE";
/// The variable that names the command to compare with.
const COMMAND: &str = "HLSL2SPIRV_COMMAND";
/// The variable that names a Python with the wheel and numpy installed.
const PYTHON: &str = "HLSL2SPIRV_PYTHON";

/// The tests of the page in browsers.
const PAGE_TESTS: &[&str] = &[
    "embed/playground/tests/page.test.js",
    "embed/playground/tests/editor.test.js",
    "embed/playground/tests/runs.test.js",
    "embed/playground/tests/state.test.js",
];

/// Files of tests for node, by their paths from the workspace, that need these variables. They run one after the other: each may
/// keep browsers busy.
fn with_node(name: &str, paths: &[&str], variables: &'static [&'static str]) -> Trial {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scripts: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
    let missing = match Command::new("node").arg("--version").output() {
        Err(_) => Some("there is no node".to_owned()),
        Ok(_) => {
            variables.iter().find(|name| std::env::var_os(name).is_none()).map(|name| format!("{name} is not set"))
        }
    };
    let is_ignored = missing.is_some();
    let name = missing.map_or_else(|| name.to_owned(), |reason| format!("{name} ({reason})"));
    let run = move || succeeds(Command::new("node").args(["--test", "--test-concurrency=1"]).args(scripts));
    Trial::test(name, run).with_ignored_flag(is_ignored)
}

/// The tests of the Python package.
fn with_python() -> Trial {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../python/tests");
    let Some(python) = std::env::var_os(PYTHON) else {
        return Trial::test(format!("python ({PYTHON} is not set)"), || Ok(())).with_ignored_flag(true);
    };
    Trial::test("python", move || succeeds(Command::new(python).args(["-m", "unittest"]).current_dir(folder)))
}

/// Runs a command that says on its outputs what failed.
fn succeeds(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    let text = [output.stdout, output.stderr].concat();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&text).into()) }
}

fn main() {
    let trials = vec![
        with_node("package", &["embed/npm/test/package.test.js"], &[FOLDER]),
        with_node("hostile", &["embed/npm/test/hostile.test.js"], &[FOLDER]),
        with_node("native", &["embed/npm/test/native.test.js"], &[FOLDER, COMMAND]),
        with_node("page", PAGE_TESTS, &[PAGE]),
        with_node("page_logic", &["embed/playground/tests/logic.test.js"], &[PAGE]),
        with_python(),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
