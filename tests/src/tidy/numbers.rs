//! Functions of numbers are those of the crate `libm`: the C library's differ between systems, and a process that needs one loads
//! another library before it begins, which takes a tenth of a small compilation.

use super::{sources, verdict};
use libtest_mimic::Failed;

/// Methods of `f32` and `f64` that are calls of the C library.
const METHODS: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "exp_m1",
    "hypot", "ln", "ln_1p", "log10", "log2", "powf", "sin", "sin_cos", "sinh", "tan", "tanh",
];

pub(super) fn functions_of_numbers_are_our_own() -> Result<(), Failed> {
    let uses = sources().into_iter().filter(|(path, _)| !path.contains("/tests/")).flat_map(|(path, text)| {
        let lines = uses(&text);
        lines.into_iter().map(move |(line, name)| format!("{path}:{line}: '{name}' is the C library's; call libm's"))
    });
    verdict(uses.collect())
}

/// The lines with calls of them outside of tests, counted from 1.
fn uses(text: &str) -> Vec<(usize, &'static str)> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let takes_more = |name: &str| ["atan2", "hypot", "powf"].contains(&name);
    let calls = |line: &str, name: &str| {
        let end = if takes_more(name) { "" } else { ")" };
        line.contains(&format!(".{name}({end}")) || line.contains(&format!("f64::{name}("))
    };
    let of_line = |(at, line): (usize, &str)| METHODS.iter().find(|name| calls(line, name)).map(|name| (at + 1, *name));
    lines.filter_map(of_line).collect()
}

pub(super) fn calls_of_the_c_library_are_found() -> Result<(), Failed> {
    let code = "fn f(x: f64) {\n    x.exp2();\n    // x.ln()\n    libm::exp2(x);\n    f64::sin(x)\n    expr.exp(a)\n    x.powf(y)\n}\n";
    let found = uses(&format!("{code}#[cfg(test)]\nmod tests {{ fn g() {{ 1f64.cos() }} }}\n"));
    if found == [(2, "exp2"), (5, "sin"), (7, "powf")] { Ok(()) } else { Err(format!("found {found:?}").into()) }
}
