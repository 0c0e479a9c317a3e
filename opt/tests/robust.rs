//! Modules with changed words: an error or a module that is well formed, never a panic.

use dialect::spirv::{read, write};
use dialect::text;
use std::path::Path;

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn modules() -> Vec<Vec<u32>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".in.spvdialect"));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts.map(|text| write::write(&text::parse(&text).unwrap()).unwrap()).collect()
}

/// What broken words become may break rules as they do: the types of access chains are the validator's to check.
fn exercise(words: &[u32]) {
    let Ok(mut module) = read::read(words) else { return };
    if hlsl2spirv_opt::optimise(&mut module, &hlsl2spirv_opt::Options::default()).is_ok() {
        let _ = write::write(&module);
    }
}

#[test]
fn changed_words_are_refused_or_optimised() {
    let mut numbers = Numbers(1);
    for words in modules() {
        for _ in 0..1000 {
            let mut changed = words.clone();
            for _ in 0..1 + numbers.below(3) {
                let at = 5 + numbers.below(words.len() - 5);
                changed[at] = match numbers.below(4) {
                    0 => numbers.below(64) as u32,
                    1 => changed[at] ^ 1 << numbers.below(32),
                    2 => words[5 + numbers.below(words.len() - 5)],
                    _ => changed[at].wrapping_add(numbers.below(5) as u32).wrapping_sub(2),
                };
            }
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
    hlsl2spirv_opt::optimise(&mut module, &hlsl2spirv_opt::Options::default()).unwrap();
    write::write(&module).unwrap()
}
