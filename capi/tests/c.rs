//! The library as programs in C and C++ see it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The folder of the library, which cargo has built for this test.
fn library_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a test has a file");
    let folder = program.parent().expect("in a folder").to_owned();
    assert!(folder.join("libhlsl2spirv_c.so").exists(), "the library is beside its tests");
    folder
}

/// Compiles a source with a compiler of the system, and runs it. `None` without the compiler.
fn run(compiler: &str, standard: &str, source: &Path) -> Option<Output> {
    let folder = library_folder();
    let name = source.file_stem().expect("a name").to_string_lossy();
    let program = folder.join(format!("capi-{name}-{standard}-{}", std::process::id()));
    let mut command = Command::new(compiler);
    command
        .arg(format!("-std={standard}"))
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(root().join("include"));
    command.arg(source).arg("-o").arg(&program).arg("-L").arg(&folder).arg("-lhlsl2spirv_c");
    command.arg(format!("-Wl,-rpath,{}", folder.display()));
    let built = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        built => built.expect("the compiler runs"),
    };
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let _ = std::fs::remove_file(program);
    Some(output)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn the_example_in_c_compiles_and_runs() {
    let Some(output) = run("cc", "c11", &root().join("../examples/c/compile.c")) else {
        eprintln!("there is no cc");
        return;
    };
    let expected = format!("version {}: some words\nthere is a resource 'data'\n2 4 6 8\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((text(&output), output.status.success()), (expected, true));
}

#[test]
#[cfg(target_os = "linux")]
fn the_contract_holds_in_cpp() {
    let Some(output) = run("c++", "c++17", &root().join("tests/contract.cpp")) else {
        eprintln!("there is no c++");
        return;
    };
    assert_eq!((text(&output), output.status.success()), ("all hold\n".to_owned(), true));
}

/// The functions of a text: names of our own before a parenthesis.
fn functions(text: &str, mark: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lines = text.lines().filter(|line| line.contains(mark));
    let mut names: Vec<String> = lines
        .filter_map(|line| {
            let at = line.find("hlsl2spirv_")?;
            let names = line[at..].split(|c: char| !is_part(c)).filter(|name| name.starts_with("hlsl2spirv_"));
            names.last().filter(|name| line.contains(&format!("{name}("))).map(str::to_owned)
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn the_header_declares_what_is_exported() {
    let source = std::fs::read_to_string(root().join("src/exports.rs")).expect("the source");
    let exported = functions(&source, "extern \"C\" fn");
    let header = std::fs::read_to_string(root().join("include/hlsl2spirv.h")).expect("the header");
    let missing: Vec<_> = exported.iter().filter(|name| !header.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let declared = header.match_indices("hlsl2spirv_").filter_map(|(at, _)| {
        let name = header[at..].split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
        header[at + name.len()..].starts_with('(').then_some(name)
    });
    let unknown: Vec<_> = declared.filter(|name| !exported.iter().any(|known| known == name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert_eq!(exported.len(), 16);
}
