//! Broken modules are refused or lowered: no panic, whatever the words say.

use dialect::spirv::{read, write};
use dialect::text;
use std::path::Path;

/// The words of the dialect's modules that need no tool to become words.
fn modules() -> Vec<Vec<u32>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dialect/tests/modules");
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

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[test]
fn changed_words_are_refused_or_lowered() {
    let mut numbers = Numbers(11);
    let (mut lowered, mut tried) = (0, 0);
    for words in modules() {
        for _ in 0..700 {
            let mut changed = words.clone();
            for _ in 0..1 + numbers.below(2) {
                let at = 5 + numbers.below(words.len() - 5);
                changed[at] = match numbers.below(4) {
                    0 => numbers.below(64) as u32,
                    1 => changed[at] ^ 1 << numbers.below(32),
                    2 => words[5 + numbers.below(words.len() - 5)],
                    _ => changed[at].wrapping_add(numbers.below(5) as u32).wrapping_sub(2),
                };
            }
            tried += 1;
            lowered += exercise(&changed);
        }
    }
    // Some changes do no harm; were it none, this would test the reader alone.
    assert!(lowered > tried / 20, "{lowered} of {tried}");
}

#[test]
fn moved_instructions_are_refused_or_lowered() {
    let mut numbers = Numbers(5);
    for words in modules() {
        let mut starts = Vec::new();
        let mut at = 5;
        while at < words.len() {
            starts.push(at);
            at += (words[at] >> 16) as usize;
        }
        for _ in 0..300 {
            let (from, to) = (starts[numbers.below(starts.len())], starts[numbers.below(starts.len())]);
            let length = (words[from] >> 16) as usize;
            let inst = words[from..from + length].to_vec();
            let mut changed = words.clone();
            changed.drain(from..from + length);
            let to = to.min(changed.len());
            changed.splice(to..to, inst);
            exercise(&changed);
        }
    }
}
