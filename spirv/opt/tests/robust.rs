//! Modules with changed words: an error or a module that is well formed, never a panic.

use dialect::spirv::{read, write};
use hlsl2spirv_opt::Options;
use mutants::Numbers;
use std::path::Path;

fn modules() -> Vec<Vec<u32>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".in.spvdialect"));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts.map(|text| write::write(&text::parse(&text).unwrap()).unwrap()).collect()
}

/// Broken words may become modules that break rules in ways that passes pass on: the types of access chains are the
/// validator's to check.
fn exercise(words: &[u32]) {
    let Ok(module) = read::read(words) else { return };
    for options in [Options::default(), everything()] {
        let mut module = module.clone();
        if hlsl2spirv_opt::optimise(&mut module, &options).is_ok() {
            let _ = write::write(&module);
        }
    }
}

/// The options with which all passes do something.
fn everything() -> Options {
    let combined_samplers = vec![(0, 0), (0, 1)];
    Options { flatten_arrays: true, reduce_loads: true, combined_samplers, ..Options::default() }
}

#[test]
fn changed_words_are_refused_or_optimised() {
    let mut numbers = Numbers::new(1);
    for words in modules() {
        for _ in 0..1000 {
            let changed = mutants::with_other_words(&words, 3, &mut numbers);
            exercise(&changed);
        }
    }
}

#[test]
fn another_run_gives_no_more_words_and_the_same_run_the_same() {
    for words in modules() {
        let once = optimised(&words);
        assert!(optimised(&once).len() <= once.len());
        assert_eq!(once, optimised(&words));
    }
}

fn optimised(words: &[u32]) -> Vec<u32> {
    let mut module = read::read(words).unwrap();
    hlsl2spirv_opt::optimise(&mut module, &Options::default()).unwrap();
    write::write(&module).unwrap()
}
