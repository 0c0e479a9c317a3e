//! `cargo run -p sdk -- FOLDER`: builds the command and the libraries, and lays them out as an SDK. With `--from` they are those
//! of a folder, where `.ci/release` has put them. With `--bill` it prints the bill of materials of the command instead.

use sdk::{Parts, sbom};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "cargo run -p sdk -- [--debug | --from FOLDER] FOLDER, or cargo run -p sdk -- --bill TARGET";

fn main() -> ExitCode {
    match carry_out(std::env::args_os().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "sdk: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(arguments: Vec<OsString>) -> io::Result<()> {
    let texts: Vec<Option<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    if let [Some("--bill"), Some(target)] = texts.as_slice() {
        return print_bill(target);
    }
    let (built, folder) = match (texts.as_slice(), arguments.as_slice()) {
        ([Some("--from"), _, _], [_, built, folder]) => (PathBuf::from(built), folder),
        ([Some("--debug"), _], [_, folder]) => (build("dev", "debug")?, folder),
        (_, [folder]) => (build("release", "release")?, folder),
        _ => return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("usage: {USAGE}"))),
    };
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Parts { command: built.join("hlsl2spirv"), libraries: built, sources }.lay_out(Path::new(folder))
}

/// Prints the bill of materials of the command for a target.
fn print_bill(target: &str) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO")).current_dir(&root).args(sbom::TREE).args(["--target", target]).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
    let document = sbom::document(&String::from_utf8_lossy(&output.stdout), &lock).map_err(io::Error::other)?;
    writeln!(io::stdout(), "{document:#}")
}

/// Builds with a profile of cargo's, and returns the folder that its outputs are in.
fn build(profile: &str, folder: &str) -> io::Result<PathBuf> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--profile", profile, "--manifest-path"]);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml"));
    command.args(["-p", "hlsl2spirv", "-p", "hlsl2spirv-dxcompiler", "-p", "hlsl2spirv-capi"]);
    if command.status()?.success() { Ok(target()?.join(folder)) } else { Err(io::Error::other("cargo build failed")) }
}

/// The folder of cargo's outputs, in which this program is.
fn target() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.ancestors().nth(2).map(Path::to_owned);
    folder.ok_or_else(|| io::Error::other("this program is not in a folder of cargo's"))
}
