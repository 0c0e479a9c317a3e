//! Programs have the words that the compiler writes.

use hlsl2spirv::Compiler;
use hlsl2spirv_macros::include_hlsl;

const FILL: &[u32] = include_hlsl!("shaders/fill.hlsl", "-T cs_6_0 -E main");
static OPTIONS: &[u32] = include_hlsl!("shaders/fill.hlsl", "-T cs_6_0", "-D AMOUNT=7 -fspv-target-env=vulkan1.2",);

fn compiled(options: &[&str]) -> Vec<u32> {
    let compiler = Compiler::from_args(options).expect("the options are right");
    compiler.compile_file("tests/shaders/fill.hlsl").expect("the file is right").words
}

#[test]
fn words_are_those_of_the_compiler() {
    assert_eq!(FILL, compiled(&["-T", "cs_6_0", "-E", "main"]));
    assert_eq!(OPTIONS, compiled(&["-T", "cs_6_0", "-D", "AMOUNT=7", "-fspv-target-env=vulkan1.2"]));
    assert_ne!(FILL, OPTIONS);
}

#[test]
fn the_macro_is_an_expression() {
    assert_eq!(include_hlsl!("shaders/fill.hlsl", "-T cs_6_0").len(), FILL.len());
}
