//! Broken modules are refused or lowered: no panic, whatever the words say.

use dialect::spirv::{read, write};
use mutants::Numbers;
use std::path::Path;

/// The words of the dialect's modules that need no tool to become words.
fn modules() -> Vec<Vec<u32>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spirv/text/tests/modules");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "spvdialect" || ending == "dialect"));
    files.sort();
    let words = |file: &std::path::PathBuf| {
        let module = text::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        write::write(&module).unwrap()
    };
    files.iter().map(words).collect()
}

/// Lowers every entry point; how many could be.
fn exercise(words: &[u32]) -> usize {
    let Ok(module) = read::read(words) else { return 0 };
    let entries = hlsl2spirv_lower::entry_points(&module);
    let lowered = entries.iter().filter_map(|entry| {
        let lowered = hlsl2spirv_lower::compile_module(&module, entry, &hlsl2spirv_lower::Options::default()).ok()?;
        Some(lowered.llvm_ir().len())
    });
    lowered.count()
}

#[test]
fn changed_words_are_refused_or_lowered() {
    let mut numbers = Numbers::new(11);
    let (mut lowered, mut tried) = (0, 0);
    for words in modules() {
        for _ in 0..700 {
            let changed = mutants::with_other_words(&words, 2, &mut numbers);
            tried += 1;
            lowered += exercise(&changed);
        }
    }
    // Some changes do no harm; were it none, this would test the reader alone.
    assert!(lowered > tried / 20, "{lowered} of {tried}");
}

#[test]
fn moved_instructions_are_refused_or_lowered() {
    let mut numbers = Numbers::new(5);
    for words in modules() {
        for _ in 0..300 {
            exercise(&mutants::with_moved_instruction(&words, &mut numbers));
        }
    }
}
