//! Modules from words to results, made on the spot by tools of others. What is missing on a machine makes tests ignored,
//! and their names say so.

mod cache;
mod cooperative;
mod instructions;
mod kernels;
mod limits;
mod memory;
mod opencl;
mod packets;
mod printing;
mod rays;
mod sections;
mod support;
mod symbols;
mod waves;

use libtest_mimic::{Arguments, Trial};
use std::process::{Command, Stdio};

/// Tests with their names.
type Tests = &'static [(&'static str, fn())];

/// The tests of a module under one name. rustc finds forgotten ones, which are unused.
macro_rules! tests {
    ($list:ident: $($(#[$when:meta])* $test:ident,)*) => {
        pub(crate) const $list: crate::Tests = &[$($(#[$when])* (stringify!($test), $test)),*];
    };
}
pub(crate) use tests;

const COMPILER: &str = "glslangValidator";

/// All tests, by the module that they are in, with the tools that they need besides LLVM.
const ALL: &[(&str, &[&str], Tests)] = &[
    ("instructions", &[], instructions::TESTS),
    ("cache", &[], cache::TESTS),
    ("cooperative", &[], cooperative::TESTS),
    ("kernels", &[COMPILER], kernels::TESTS),
    ("kernels", &[], kernels::ASSEMBLED),
    ("kernels", &[COMPILER, kernels::MLIR], kernels::JUDGED),
    ("limits", &[], limits::TESTS),
    ("memory", &[], memory::TESTS),
    ("opencl", &[], opencl::TESTS),
    ("packets", &[], packets::TESTS),
    ("printing", &[], printing::TESTS),
    ("rays", &[], rays::TESTS),
    ("sections", &[], sections::TESTS),
    ("symbols", &[], symbols::TESTS),
    ("waves", &[], waves::TESTS),
];

fn main() {
    let mut trials = Vec::new();
    for (module, tools, tests) in ALL {
        let missing = tools.iter().copied().find(|tool| !is_there(tool));
        let missing = missing.or_else(|| support::options().host.llvm().is_err().then_some("LLVM"));
        let note = missing.map_or_else(String::new, |missing| format!(" (no {missing} was found)"));
        for &(name, test) in *tests {
            let run = move || {
                test();
                Ok(())
            };
            trials.push(Trial::test(format!("{module}::{name}{note}"), run).with_ignored_flag(missing.is_some()));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Returns whether a tool is installed.
fn is_there(tool: &str) -> bool {
    let output = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    output.is_ok()
}
