//! Kernels are made of the choices of the fuzzer, so that all are valid and have an end: they run to it, lanes one by one
//! and together, and touch nothing that they were not lent. The first choice is whether they are those of Vulkan or of
//! OpenCL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mutants::kernels::{self, Chosen};
use mutants::opencl;
use runner::{Effort, Error, Placeholder, Host, Lanes, Module, Options};
use std::sync::LazyLock;
use std::time::Duration;
use valid::Environment;

static OPTIONS: LazyLock<Options> =
    LazyLock::new(|| Options { host: Host::with_threads(1), effort: Effort::None, checked: true, ..Options::default() });

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let (words, environment) = match first % 2 {
        0 => (kernels::kernel(&mut Chosen(rest)), "vulkan1.1"),
        _ => (opencl::kernel(&mut Chosen(rest)), "opencl2.1"),
    };
    let environment = Environment::from_name(environment).expect("it is a name");
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
    let bindings = module.info().bindings.iter();
    let mut memory: Vec<Placeholder> = bindings.filter_map(|binding| Placeholder::new(binding, &[7; 64], [4; 3])).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps().deadline(Duration::from_secs(5));
    for placeholder in &mut memory {
        // What does not fit stays unbound.
        let _ = placeholder.bind(&mut dispatch);
    }
    let ended = dispatch.run([2, 1, 1]);
    assert!(!matches!(ended, Err(Error::Strayed { .. } | Error::Internal)), "{ended:?}");
}
