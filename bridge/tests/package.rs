//! The npm package as programs of node see it. Without node, or without a folder that `packaging/npm/build` has filled, the
//! tests are ignored, and their names say so.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::process::Command;

/// The variable that names the folder.
const FOLDER: &str = "HLSL2SPIRV_NPM";
/// The variable that names the command to compare with.
const COMMAND: &str = "HLSL2SPIRV_COMMAND";

/// A file of tests for node that needs these variables.
fn with_node(name: &str, variables: &'static [&'static str]) -> Trial {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../packaging/npm/test/{name}.test.js"));
    let missing = match Command::new("node").arg("--version").output() {
        Err(_) => Some("there is no node".to_owned()),
        Ok(_) => {
            variables.iter().find(|name| std::env::var_os(name).is_none()).map(|name| format!("{name} is not set"))
        }
    };
    let is_ignored = missing.is_some();
    let name = missing.map_or_else(|| name.to_owned(), |reason| format!("{name} ({reason})"));
    let run = move || -> Result<(), Failed> {
        let output = Command::new("node").arg("--test").arg(script).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(()) } else { Err(text.into()) }
    };
    Trial::test(name, run).with_ignored_flag(is_ignored)
}

fn main() {
    let trials =
        vec![with_node("package", &[FOLDER]), with_node("hostile", &[FOLDER]), with_node("native", &[FOLDER, COMMAND])];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
