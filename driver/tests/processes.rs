//! The same source gives the same bytes in every process: nothing depends on addresses or on seeds of hash tables.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The shaders of this repository, with the options in their first line.
fn shaders() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let entries = std::fs::read_dir(folder).expect("the shaders are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    files.sort();
    let options = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("the shader can be read");
        let run = text.lines().find_map(|line| line.strip_prefix("//@ run:")).expect("the shader names its options");
        run.split_whitespace().map(str::to_owned).collect()
    };
    files.iter().map(|path| (path.clone(), options(path))).collect()
}

/// The disassembly that a process of its own prints.
fn compile(path: &Path, options: &[String]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
    let output = command.arg(path).args(options).args(["-fcgl", "-Zi"]).output().expect("the compiler runs");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn two_processes_agree() {
    let shaders = shaders();
    assert!(shaders.len() >= 14, "only {} shaders were found", shaders.len());
    for (path, options) in shaders {
        let (first, second) = (compile(&path, &options), compile(&path, &options));
        assert!(!first.is_empty() && first == second, "{} differs from process to process", path.display());
    }
}
