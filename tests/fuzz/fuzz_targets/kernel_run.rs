//! Any words that hold a kernel are lowered, compiled and run: nothing that a module says may harm its host.
//!
//! Without LLVM modules are only lowered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runner::{Effort, Error, Placeholder, Host, Module, Options};
use std::sync::LazyLock;
use std::time::Duration;

static OPTIONS: LazyLock<Options> =
    LazyLock::new(|| Options { host: Host::with_threads(1), effort: Effort::None, checked: true, ..Options::default() });

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let Ok(module) = dialect::spirv::read::read(&words) else { return };
    for entry in lower::entry_points(&module) {
        let Ok(lowered) = lower::compile_module(&module, &entry, &lower::Options::default()) else { continue };
        let ir = lowered.llvm_ir();
        // What takes LLVM long says little.
        if ir.len() < 100_000 && lowered.kernel.scratch_bytes < 1 << 20 && OPTIONS.host.llvm().is_ok() {
            run(&words, &entry);
        }
    }
});

fn run(words: &[u32], entry: &str) {
    // Modules that break rules which no one checks here may be refused by LLVM.
    let Ok(module) = Module::new(words, entry, &OPTIONS) else { return };
    let bindings = module.info().bindings.iter();
    let mut memory: Vec<Placeholder> = bindings.filter_map(|binding| Placeholder::new(binding, &[1; 16], [4; 3])).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps().deadline(Duration::from_millis(5));
    for placeholder in &mut memory {
        // What does not fit stays unbound.
        let _ = placeholder.bind(&mut dispatch);
    }
    let ended = dispatch.run([2, 1, 1]);
    assert!(!matches!(ended, Err(Error::Strayed { .. } | Error::Internal)), "{ended:?}");
}
