//! `cargo run -p sdk -- FOLDER`: builds the command and the libraries, and lays them out as an SDK.

use sdk::Parts;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "cargo run -p sdk -- [--debug] FOLDER";

fn main() -> ExitCode {
    match carry_out(std::env::args_os().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "sdk: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(mut arguments: Vec<OsString>) -> io::Result<()> {
    let count = arguments.len();
    arguments.retain(|argument| argument != "--debug");
    let profile = if arguments.len() < count { ("dev", "debug") } else { ("release", "release") };
    let [folder] = arguments.as_slice() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("usage: {USAGE}")));
    };
    build(profile.0)?;
    let built = target()?.join(profile.1);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Parts { command: built.join("hlsl2spirv"), libraries: built, sources }.lay_out(Path::new(folder))
}

fn build(profile: &str) -> io::Result<()> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--profile", profile, "--manifest-path"]);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"));
    command.args(["-p", "hlsl2spirv", "-p", "hlsl2spirv-dxcompiler", "-p", "hlsl2spirv-capi"]);
    if command.status()?.success() { Ok(()) } else { Err(io::Error::other("cargo build failed")) }
}

/// The folder of cargo's outputs, in which this program is.
fn target() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.ancestors().nth(2).map(Path::to_owned);
    folder.ok_or_else(|| io::Error::other("this program is not in a folder of cargo's"))
}
