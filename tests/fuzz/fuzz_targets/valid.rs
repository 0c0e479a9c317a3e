//! Any words are judged, by the rules of every kind of environment: there must be an end, and no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use valid::{Environment, Options};

fuzz_target!(|data: &[u8]| {
    let words: Vec<u32> = data.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    for name in Environment::names() {
        let environment = Environment::from_name(name).expect("it is a name");
        let _ = valid::validate(&words, &Options::new(environment));
    }
});
