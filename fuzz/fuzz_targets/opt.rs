//! The optimiser: a module or an error for any words; never a panic, nor work without end.
#![no_main]

use dialect::spirv::{read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect();
    let Ok(mut module) = read::read(&words) else { return };
    if opt::optimise(&mut module, &opt::Options::default()).is_ok() {
        let _ = write::write(&module);
    }
});
