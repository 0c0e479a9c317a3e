//! Any words are read, checked, given their regions, printed, parsed and written: there must be an end, and no panic.
#![no_main]

use dialect::spirv::{availability, read, structurize, verify, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let Ok(mut module) = read::read(&words) else { return };
    check(&module);
    if structurize::structurize(&mut module).is_ok() {
        check(&module);
    }
});

/// A module that can be read can be printed, and one that the verifier accepts can be written, and read again.
fn check(module: &dialect::ir::Module) {
    let is_sound = verify::verify(module).is_empty();
    availability::unmet(module);
    availability::needs(module);
    let printed = text::print(module);
    let parsed = text::parse(&printed);
    if is_sound && let Ok(words) = write::write(module) {
        assert!(read::read(&words).is_ok(), "what was written cannot be read");
        assert!(parsed.is_ok(), "what was printed cannot be parsed: {:?}\n{printed}", parsed.err());
    }
}
