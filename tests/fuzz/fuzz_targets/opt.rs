//! The optimiser: a module or an error for any words; never a panic, nor work without end.
#![no_main]

use dialect::spirv::{read, write};
use libfuzzer_sys::fuzz_target;
use opt::Options;

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap())).collect();
    let Ok(module) = read::read(&words) else { return };
    let combined_samplers = vec![(0, 0), (0, 1)];
    let everything = Options { flatten_arrays: true, reduce_loads: true, combined_samplers, ..Options::default() };
    for options in [Options::default(), everything] {
        let mut module = module.clone();
        if opt::optimise(&mut module, &options).is_ok() {
            let _ = write::write(&module);
        }
    }
});
