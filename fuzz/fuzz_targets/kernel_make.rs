//! Kernels are made of the choices of the fuzzer, so that all are valid and have an end: they run to it, lanes one by one
//! and together, and touch nothing that they were not lent. The first choice is whether they are those of Vulkan or of
//! OpenCL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mutants::kernels::{self, Chosen};
use mutants::opencl;
use runner::interface::image_for;
use runner::{BindingKind, Effort, Error, Host, Lanes, Module, Options, Sampler};
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
    let bindings = &module.info().bindings;
    let mut buffers = vec![[7u32; 64]; bindings.len()];
    let mut images: Vec<_> = bindings.iter().map(|binding| image_for(binding, [4; 3], None).ok().flatten()).collect();
    let mut dispatch = module.dispatch();
    for ((binding, buffer), image) in bindings.iter().zip(&mut buffers).zip(&mut images) {
        let place = (binding.set, binding.binding);
        // A kernel may do without one.
        let _ = match (binding.kind, image) {
            (_, Some(image)) => dispatch.image(place, image).map(drop),
            (BindingKind::Sampler, _) => dispatch.sampler(place, Sampler::linear()).map(drop),
            _ => dispatch.buffer_mut(place, buffer).map(drop),
        };
    }
    dispatch.allow_gaps().deadline(Duration::from_secs(5));
    let ended = dispatch.run([2, 1, 1]);
    assert!(!matches!(ended, Err(Error::Strayed { .. } | Error::Internal)), "{ended:?}");
}
