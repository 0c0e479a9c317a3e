//! Broken text gets an error at a place, and what is converted can be written: no panic, no endless loop.

use dialect::spirv::write;
use hlsl2spirv_convert::{Options, convert};
use mutants::Numbers;
use std::path::Path;
use std::time::{Duration, Instant};

fn texts() -> Vec<String> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite");
    let files = [
        "mlir/general_functions.mlir",
        "mlir/general_kernel.mlir",
        "jobs/general_dialects.mlir",
        "jobs/wide_vectors.mlir",
    ];
    files.iter().map(|file| std::fs::read_to_string(suite.join(file)).unwrap()).collect()
}

fn exercise(text: &str) {
    for kernels in [false, true] {
        let options = Options { kernels, ..Options::default() };
        if let Ok(module) = convert(text, &options) {
            let _ = write::write(&module);
        }
    }
}

#[test]
fn changed_text_is_refused_or_converted() {
    let mut numbers = Numbers::new(31);
    for text in texts() {
        convert(&text, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for _ in 0..600 {
            exercise(&mutants::with_damaged_text(&text, &mut numbers));
        }
    }
}

#[test]
fn ops_in_the_general_form_without_operands_are_refused() {
    for row in hlsl2spirv_convert::rows::ROWS {
        for result in ["()", "i32", "(f32, i1)"] {
            exercise(&format!("func.func @f() {{\n  \"{}\"() : () -> {result}\n  return\n}}\n", row.name));
        }
    }
}

#[test]
fn what_nests_or_repeats_without_end_is_refused_in_time() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(5000), close.repeat(5000));
    let aliases: String = (1..64).map(|at| format!("#a{at} = [#a{}, #a{}]\n", at - 1, at - 1)).collect();
    let types: String = (1..64).map(|at| format!("!t{at} = (!t{}, !t{}) -> ()\n", at - 1, at - 1)).collect();
    let start = Instant::now();
    for text in [
        format!("func.func @f(%a: i1) {{ {} }}", deep("scf.if %a { ", "}")),
        format!("func.func @f() attributes {{a = {}}} {{ return }}", deep("[", "]")),
        format!("func.func @f(%a: {}) {{ return }}", deep("complex<", ">")),
        format!("func.func @f(%a: {}) {{ return }}", deep("tensor<4x", ">")),
        format!("#a0 = [1, 2]\n{aliases}func.func @f() attributes {{a = #a63}} {{ return }}"),
        format!("!t0 = i32\n{types}func.func @f(%a: !t63) {{ %b = arith.negf %a : !t63 return }}"),
        "#a = #a\n!t = !t\nfunc.func @f(%a: !t) attributes {a = #a} { return }".to_owned(),
        "func.func @f(%a: memref<4294967295x4294967295x4294967295xf32>) { return }".to_owned(),
    ] {
        convert(&text, &Options::default()).expect_err("the text is broken");
    }
    assert!(start.elapsed() < Duration::from_secs(10));
}
