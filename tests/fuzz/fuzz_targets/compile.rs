//! Any text is compiled for the profile that the first byte chooses: there must be words or an error, and no panic.
#![no_main]

use frontend::preprocess::NoIncludes;
use hlsl2spirv::Compiler;
use libfuzzer_sys::fuzz_target;

const PROFILES: [&str; 6] = ["cs_6_0", "ps_6_0", "vs_6_0", "gs_6_0", "lib_6_3", "ms_6_5"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let profile = PROFILES[choice as usize % PROFILES.len()];
    let compiler = Compiler::from_args(&["-T", profile, "-fcgl", "-Vd", "fuzz.hlsl"]).expect("the arguments are right");
    match compiler.compile("fuzz.hlsl", &text, &NoIncludes) {
        Ok(artifact) => assert!(!artifact.words.is_empty(), "a module has words"),
        Err(failure) => {
            assert!(failure.report.has_errors(), "a failure has an error");
            let internal = failure.report.messages().find(|message| message.code.starts_with("E59"));
            assert!(internal.is_none(), "{}", failure);
        }
    }
});
