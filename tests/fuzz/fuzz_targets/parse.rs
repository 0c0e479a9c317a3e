//! Any text is preprocessed and parsed: there must be an end, and no panic.
#![no_main]

use base::diag::Sink;
use base::source::SourceMap;
use frontend::language::{HlslVersion, Profile, Stage};
use frontend::parse::{ParseOptions, parse};
use frontend::preprocess::{Facts, PreprocessOptions, preprocess};
use frontend::words;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    // Every name can be included, and gives the text itself: include loops come for free.
    let includes = |path: &str| (!path.contains("missing")).then(|| Arc::from(text.as_str()));
    let mut sources = SourceMap::new();
    let mut names = words::new_interner();
    let mut sink = Sink::default();
    let Ok(main) = sources.add_file("fuzz.hlsl", text.as_str(), None) else { return };
    let prepared = preprocess(main, &mut sources, &mut names, &options(), &includes, &mut sink);
    parse(&prepared.tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
    for diagnostic in sink.diagnostics() {
        let _ = sources.location(diagnostic.span);
    }
});

/// Limits are lower than usual, so that reaching one takes little time.
fn options() -> PreprocessOptions {
    let mut options = PreprocessOptions::new(Facts {
        version: HlslVersion::V2021,
        profile: Profile { stage: Stage::Compute, major: 6, minor: 0 },
        native_16bit: false,
        spirv_version: (1, 0),
        linear_algebra: 0,
    });
    options.limits.inclusions = 64;
    options.limits.expanded_tokens = 1 << 16;
    options.limits.made_bytes = 1 << 20;
    options
}
