//! Any text of MLIR's general dialects is converted, or refused at a place; what is converted can be written as words.
#![no_main]

use dialect::spirv::write;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for kernels in [false, true] {
        let options = convert::Options { kernels, ..convert::Options::default() };
        if let Ok(module) = convert::convert(&text, &options) {
            let _ = write::write(&module);
        }
    }
});
