//! Other languages in a build that has none: the error names the feature.
#![cfg(not(feature = "naga"))]

use hlsl2spirv::{Compiler, NoIncludes};

#[test]
fn other_languages_need_a_feature() {
    for language in ["wgsl", "msl", "glsl", "hlsl"] {
        let compiler =
            Compiler::from_args(&["-T", "cs_6_0", &format!("--emit={language}")]).expect("the option is known");
        let failure = compiler.compile("a.hlsl", "[numthreads(1, 1, 1)] void main() {}", &NoIncludes).unwrap_err();
        let told: Vec<_> = failure.report.messages().map(|message| (message.code, message.text.clone())).collect();
        let reason = format!("cannot translate to {language}: this build does not include the feature 'naga'");
        assert_eq!(told, [("E5118", reason)]);
    }
}
