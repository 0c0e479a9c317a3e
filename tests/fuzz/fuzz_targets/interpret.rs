//! Any words that hold a kernel run in the interpreter, with all checks and under any schedule: whatever a module says, there
//! must be an end, and no panic. The last byte chooses schedule and rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runner::{Checking, Engine, Host, Module, Options, Placeholder};
use std::sync::LazyLock;

/// The most threads of a group; larger ones take memory, and say no more.
const THREADS: u32 = 128;

static HOST: LazyLock<Host> = LazyLock::new(|| Host::with_threads(1));

fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_last() else { return };
    let words: Vec<u32> = rest.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let Ok(module) = dialect::spirv::read::read(&words) else { return };
    for entry in lower::entry_points(&module) {
        run(&words, &entry, *choice);
    }
});

fn run(words: &[u32], entry: &str, choice: u8) {
    let rules = check::Rules::NAMES[usize::from(choice) % 3].1;
    let schedule = match choice / 3 % 3 {
        0 => check::Schedule::Lockstep,
        1 => check::Schedule::Reverse,
        _ => check::Schedule::Random(choice.into()),
    };
    let checks = check::Checks::parse("full", rules).expect("there is such a list");
    let engine = Engine::Interpreter(Checking { schedule, max_steps: 1 << 12, ..Checking::new(checks) });
    let Ok(module) = Module::new(words, entry, &Options { engine, host: HOST.clone(), ..Options::default() }) else { return };
    if module.info().local_size.iter().fold(1u32, |all, size| all.saturating_mul(*size)) > THREADS {
        return;
    }
    let bindings = module.info().bindings.iter();
    let mut memory: Vec<Placeholder> = bindings.filter_map(|binding| Placeholder::new(binding, &[1; 16], [4; 3])).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps();
    for placeholder in &mut memory {
        // What does not fit stays unbound.
        let _ = placeholder.bind(&mut dispatch);
    }
    let _ = dispatch.run([2, 1, 1]);
}
