//! Any text is read as a module, or refused at a place; what is read can be printed for MLIR and is read back.
#![no_main]

use dialect::spirv::write;
use text::source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(module) = source::read(&String::from_utf8_lossy(data)) else { return };
    let Ok(words) = write::write(&module) else { return };
    for for_mlir in [false, true] {
        let printed = text::print_with(&module, &text::Options { for_mlir, ..text::Options::default() });
        let back = text::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        let again = write::write(&back).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert_eq!(words.len(), again.len(), "{printed}");
    }
});
