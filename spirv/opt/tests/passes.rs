//! Each pass alone: the text of a module before and after it. `UPDATE=1` writes the latter.
//!
//! A file `mem2reg.loop.in.spvdialect` goes through the pass `mem2reg`; what comes out is in
//! `mem2reg.loop.out.spvdialect`. Several passes are joined by `+`.
use std::path::{Path, PathBuf};

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".in.spvdialect"));
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

/// The options that these passes need to do anything.
fn options(passes: &[&str]) -> hlsl2spirv_opt::Options {
    hlsl2spirv_opt::Options {
        flatten_arrays: passes.contains(&"replace-desc-array-access"),
        reduce_loads: passes.contains(&"reduce-load-size"),
        combined_samplers: vec![(0, 1)],
        ..hlsl2spirv_opt::Options::default()
    }
}

#[test]
fn passes_do_what_the_files_say() {
    let mut problems = Vec::new();
    for file in inputs() {
        let name = name(&file);
        let passes: Vec<&str> = name.split('.').next().unwrap().split('+').collect();
        let mut module = text::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        hlsl2spirv_opt::run(&mut module, &options(&passes), &passes).unwrap();
        let broken = dialect::spirv::verify::verify(&module);
        assert!(broken.is_empty(), "{name}: {}", broken[0].error);
        let found = text::print(&module);
        let expected = PathBuf::from(file.to_string_lossy().replace(".in.", ".out."));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &found).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            problems.push(format!("{name} gives\n{found}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_pass_has_a_file() {
    let names: Vec<String> = inputs().iter().map(|file| name(file)).collect();
    for pass in hlsl2spirv_opt::PASSES {
        let names_it = |name: &&String| name.split('.').next().unwrap().split('+').any(|part| part == pass.name);
        assert!(names.iter().any(|name| names_it(&name)), "{}", pass.name);
    }
}

#[test]
fn a_pass_that_is_not_there_is_an_error() {
    let mut module = text::parse(&std::fs::read_to_string(&inputs()[0]).unwrap()).unwrap();
    assert!(hlsl2spirv_opt::run(&mut module, &hlsl2spirv_opt::Options::default(), &["nothing"]).is_err());
}
