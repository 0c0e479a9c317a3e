//! Any words are an error or a document: there must be an end, and no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reflect::code::{self, RustOptions};

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    if let Ok(found) = reflect::read(&words) {
        let code = [code::rust(&found, RustOptions::default()), code::c(&found), code::python(&found), code::ctypes(&found)];
        let _ = (found.to_json(), reflect::text(&found), code);
    }
});
