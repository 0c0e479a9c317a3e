//! Kernels are made of the choices of the fuzzer, so that all are valid and have an end: they run to it, lanes one by one
//! and together, and touch nothing that they were not lent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mutants::kernels::{self, Chosen};
use runner::{Effort, Error, Host, Lanes, Module, Options};
use std::sync::LazyLock;
use std::time::Duration;
use valid::Environment;

static OPTIONS: LazyLock<Options> =
    LazyLock::new(|| Options { host: Host::with_threads(1), effort: Effort::None, checked: true, ..Options::default() });

fuzz_target!(|data: &[u8]| {
    let words = kernels::kernel(&mut Chosen(data));
    let environment = Environment::from_name("vulkan1.1").expect("it is a name");
    valid::validate(&words, &valid::Options::new(environment)).expect("the kernel is valid");
    if OPTIONS.host.llvm().is_err() {
        return;
    }
    for lanes in [Lanes::OneByOne, Lanes::Vectors(8)] {
        run(&words, lanes);
    }
});

fn run(words: &[u32], lanes: Lanes) {
    let module = Module::new(words, "main", &Options { lanes, ..OPTIONS.clone() }).expect("the kernel runs");
    let (mut numbers, mut vectors) = ([7u32; 32], [0.5f32; 64]);
    let mut dispatch = module.dispatch();
    // A kernel may do without one.
    let _ = dispatch.buffer_mut((0, 0), &mut numbers).map(drop);
    let _ = dispatch.buffer_mut((0, 1), &mut vectors).map(drop);
    dispatch.allow_gaps().deadline(Duration::from_secs(5));
    let ended = dispatch.run([2, 1, 1]);
    assert!(!matches!(ended, Err(Error::Strayed { .. } | Error::Internal)), "{ended:?}");
}
