//! What the tests of packages have in common.
#![allow(dead_code, reason = "each test is a crate of its own and uses a part")]

use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A folder of this process.
    pub(crate) fn new(name: &str) -> Result<Self, Failed> {
        let path = std::env::temp_dir().join(format!("hlsl2spirv-{name}-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where cargo has put the programs that it built along with this test.
pub(crate) fn built() -> PathBuf {
    let program = std::env::current_exe().expect("a test has a file");
    program.ancestors().nth(2).expect("target/<profile>/deps/<test>").to_owned()
}

/// Runs a command that has to succeed. Returns what it printed.
pub(crate) fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(text) } else { Err(text.into()) }
}

/// True if a program cannot be started.
pub(crate) fn lacks(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_err()
}

/// A test that is ignored for a reason, which its name says.
pub(crate) fn trial(name: &str, test: fn() -> Result<(), Failed>, missing: Option<&str>) -> Trial {
    match missing {
        None => Trial::test(name, test),
        Some(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
    }
}
