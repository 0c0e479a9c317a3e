//! Mutated kernels: random changes of valid modules must not make accesses out of bounds.
//!
//! A constant gets another value, or an operand is replaced by a value of the same type. The mutant runs in a checked
//! build, in which every access to memory is checked, with lanes one by one and together. Modules with any other words need
//! not be valid: the interpreter gives an answer all the same. `MUTANTS_COUNT`, `WORDS_COUNT`, `MUTANTS_SEED` and
//! `WORDS_SEED` set the numbers and the first seeds (`cases.rs`), which the kernels share.

use crate::cases::{Cases, Fate, Tally};
use crate::exec::runnable;
use crate::kernels::support::{Found, trial};
use crate::{collect, directives};
use ::mutants::Numbers;
use check::{Checks, Rules};
use dialect::ir::{Attr, Module as Ir, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, read, write};
use driver::Compiler;
use harness::device::{Cpu, Device};
use libtest_mimic::{Failed, Trial};
use runner::{
    Binding, BindingKind, Checking, Effort, Engine, Error, Host, Lanes, Module, Options, Placeholder, Screens,
};
use std::time::Duration;

/// The default number of mutants.
const COUNT: u64 = 400;
/// The default number of mutants of modules with other words.
const COUNT_OF_WORDS: u64 = 2000;
/// The most threads of a group in these.
const THREADS: u32 = 1024;

/// One test per file of the suite with a dispatch, and per compute shader of `shaders/`.
pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("MUTANTS", COUNT);
    let kernels = kernels();
    let all = kernels.len();
    let one = |(part, (name, options)): (usize, (String, Vec<String>))| {
        let numbers = cases.part(part, all);
        let tallies = ["mutants, lanes one by one", "mutants, lanes together"].map(|test| cases.tally(test));
        trial(cpu, format!("mutants::{name}"), move |device| {
            let [alone, together] = mutate_and_run(device, &name, &options, numbers, tallies)?;
            let enough = enough(&alone).and(enough(&together));
            alone.verdict().and(together.verdict()).and(enough)
        })
    };
    let words = Cases::of("WORDS", COUNT_OF_WORDS);
    let other = |(part, (name, options)): (usize, (String, Vec<String>))| {
        let (numbers, tally) = (words.part(part, all), words.tally("modules with other words, interpreted"));
        Trial::test(format!("mutants::words of {name}"), move || with_other_words(&name, &options, numbers, tally))
    };
    let others: Vec<Trial> = kernels.iter().cloned().enumerate().map(other).collect();
    kernels.into_iter().enumerate().map(one).chain(others).collect()
}

/// Changes any words of a module and interprets what comes of it.
fn with_other_words(
    name: &str,
    options: &[String],
    seeds: impl Iterator<Item = u64>,
    mut tally: Tally,
) -> Result<(), Failed> {
    let compiler = Compiler::from_args(options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(name).map_err(|failure| failure.to_string())?;
    for seed in seeds {
        let mut numbers = Numbers::new(seed);
        let words = match numbers.below(3) {
            0 => ::mutants::with_moved_instruction(&artifact.words, &mut numbers),
            _ => ::mutants::with_other_words(&artifact.words, 4, &mut numbers),
        };
        let answer = std::panic::catch_unwind(|| interpret(&words, compiler.options().entry()));
        let answer = answer.map_err(|_| format!("seed {seed} of {name}: a panic"));
        tally.count(
            1,
            answer
                .and_then(|fate| fate.map_err(|error| format!("seed {seed} of {name}: {error}")))
                .map_err(Failed::from),
        );
    }
    tally.verdict()
}

/// Of fewer mutants than these, most may be refused by chance.
const FEW: u64 = 8;
/// Of a pair, both may be refused.
const A_PAIR: u64 = 2;

/// Checks that enough mutants run: half of them, of few one, and of a pair none. How many finish depends on the machine as well.
fn enough(tally: &Tally) -> Result<(), Failed> {
    let (run, refused) = (tally.ended + tally.stopped, tally.refused);
    let is_enough = run >= refused || run > 0 && run + refused < FEW || run + refused <= A_PAIR;
    if is_enough { Ok(()) } else { Err(format!("too few ran: {tally}").into()) }
}

/// The files with kernels, and their options.
fn kernels() -> Vec<(String, Vec<String>)> {
    let run = runnable().into_iter().filter_map(|(name, directives)| {
        let run = directives.runs.into_iter().find(|run| run.exec.is_some())?;
        Some((name, run.options))
    });
    let shaders = collect::files(&collect::workspace().join("shaders"), "hlsl").into_iter().filter_map(|path| {
        let directives = directives::read(&std::fs::read_to_string(&path).ok()?).ok()?;
        let is_compute = |run: &directives::Run| run.options.iter().any(|option| option.starts_with("cs_"));
        Some((collect::display(&path), directives.runs.into_iter().find(is_compute)?.options))
    });
    run.chain(shaders).collect()
}

/// The time limit of a mutant. Most that exceed it never end.
const PATIENCE: Duration = Duration::from_millis(200);

/// The ways to run the lanes of mutants.
pub(crate) const WAYS: [Lanes; 2] = [Lanes::OneByOne, Lanes::Vectors(8)];

fn mutate_and_run(
    device: &Device,
    name: &str,
    options: &[String],
    mutants: impl Iterator<Item = u64>,
    mut tallies: [Tally; 2],
) -> Result<[Tally; 2], Failed> {
    let Device::Cpu(Cpu { host, .. }) = device else { return Ok(tallies) };
    let compiler = Compiler::from_args(options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile_file(name).map_err(|failure| failure.to_string())?;
    let entry = compiler.options().entry();
    for mutant in mutants {
        let mut module = read::read(&artifact.words).map_err(|error| error.to_string())?;
        let mut numbers = Numbers::new(mutant);
        let changes: Vec<String> =
            (0..1 + numbers.below(2)).filter_map(|_| change(&mut module, &mut numbers)).collect();
        let words = write::write(&module);
        if let Ok(words) = &words {
            let says =
                |error: Error| format!("mutant {mutant} of {name}, interpreted: {error}; {}", changes.join("; "));
            interpret(words, entry).map_err(says)?;
        }
        for (tally, lanes) in tallies.iter_mut().zip(WAYS) {
            let says = |error: Error| format!("mutant {mutant} of {name}: {error}; {}", changes.join("; "));
            let run = |words: &Vec<u32>| Ok(run(host, words, entry, lanes).map_err(says)?);
            tally.count(1, words.as_ref().map_or(Ok(Fate::Refused), run));
        }
    }
    Ok(tallies)
}

/// Mutates a module; returns a description if there was a place for it.
fn change(module: &mut Ir, numbers: &mut Numbers) -> Option<String> {
    let all: Vec<OpId> = walk::ops_in(module, module.root).into_iter().filter(|op| in_function(module, *op)).collect();
    if numbers.below(2) == 0 {
        let members: Vec<ValueId> = all.iter().filter_map(|op| member_number(module, *op)).collect();
        let is_member = |op: &&OpId| module[**op].results.iter().any(|value| members.contains(value));
        let free = all.iter().filter(|op| !is_member(op));
        let constants: Vec<(OpId, TypeId)> = free.filter_map(|op| Some((*op, integer(module, *op)?))).collect();
        let (op, ty) = numbers.one_of(&constants)?;
        return change_constant(module, numbers, op, ty);
    }
    let users: Vec<OpId> = all.into_iter().filter(|op| !module[*op].operands.is_empty()).collect();
    let op = numbers.one_of(&users)?;
    change_operand(module, numbers, op)
}

fn in_function(module: &Ir, op: OpId) -> bool {
    module.parent_op(op).is_some_and(|parent| parent != module.root)
}

/// The member index of an access chain into a block. Mutating it would mostly give no module.
fn member_number(module: &Ir, op: OpId) -> Option<ValueId> {
    let is_chain = module[op].info.name == "spirv.AccessChain";
    module[op].operands.get(1).copied().filter(|_| is_chain)
}

/// The type of an integer constant.
fn integer(module: &Ir, op: OpId) -> Option<TypeId> {
    let is_constant = ops::code(module, op) == Some(Code::Mlir(Mlir::Constant));
    match module.ctx[module.attr(op, attrs::VALUE).filter(|_| is_constant)?] {
        Attr::Int { ty, .. } => Some(ty),
        _ => None,
    }
}

/// Boundary values.
const BORDERS: &[u64] =
    &[0, 1, 2, 3, 4, 7, 8, 31, 32, 63, 64, 255, 256, 4096, 1 << 30, 1 << 31, u64::MAX, u64::MAX - 1];

fn change_constant(module: &mut Ir, numbers: &mut Numbers, op: OpId, ty: TypeId) -> Option<String> {
    let Type::Int { width, .. } = module.ctx[ty] else { return None };
    let bits = numbers.one_of(BORDERS)? & (u64::MAX >> (64 - width.min(64)));
    let attr = module.ctx.attr(Attr::Int { bits, ty });
    module[op].set_attr(attrs::VALUE, attr);
    Some(format!("a constant is {bits}"))
}

/// Replaces an operand by another available value of the same type.
fn change_operand(module: &mut Ir, numbers: &mut Numbers, op: OpId) -> Option<String> {
    let at = numbers.below(module[op].operands.len());
    let ty = module.type_of(module[op].operands[at]);
    let block = module[op].block?;
    let before = module[block].ops.iter().take_while(|other| **other != op);
    let region = module[block].region?;
    // Values at the start of the function dominate everything.
    let start = &module[module[region].blocks[0]].ops;
    let declared = start.iter().filter(|op| ops::code(module, **op) == Some(Code::Mlir(Mlir::Constant)));
    let results = before.chain(declared).flat_map(|op| module[*op].results.iter().copied());
    let others: Vec<ValueId> = results.filter(|value| module.type_of(*value) == ty).collect();
    let value = numbers.one_of(&others)?;
    module[op].operands[at] = value;
    Some(format!("operand {at} of '{}' is another", module[op].info.name))
}

fn held(binding: &Binding) -> Option<Placeholder> {
    let words = binding.min_bytes.div_ceil(4).clamp(64, 1 << 16) as u32;
    let words: Vec<u32> = match binding.kind {
        // These may be loop bounds.
        BindingKind::UniformBuffer => (0..words).map(|word| word % 17).collect(),
        BindingKind::StorageBuffer => (0..words).map(|word| word.wrapping_mul(0x9E37_79B9) >> (word % 32)).collect(),
        BindingKind::SampledImage
        | BindingKind::StorageImage
        | BindingKind::UniformTexelBuffer
        | BindingKind::StorageTexelBuffer
        | BindingKind::Sampler
        | BindingKind::CombinedImageSampler
        | BindingKind::Scene => Vec::new(),
    };
    Placeholder::new(binding, &words, [8; 3])
}

/// Runs a mutant in the interpreter with all checks, which must not panic.
fn interpret(words: &[u32], entry: &str) -> Result<Fate, Error> {
    let checks = Checks::parse("full", Rules::Vulkan).expect("the list is known");
    let engine = Checking { max_steps: 1 << 16, screens: Screens::All, ..Checking::new(checks) };
    let engine = Engine::Interpreter(engine);
    let module = match Module::new(words, entry, &Options { engine, ..Options::default() }) {
        Ok(module) => module,
        Err(error @ Error::Internal) => return Err(error),
        Err(_) => return Ok(Fate::Refused),
    };
    if module.info().local_size.iter().fold(1u32, |all, size| all.saturating_mul(*size)) > THREADS {
        return Ok(Fate::Refused);
    }
    // What compiled code would look at is of no interest here, only that it can be made, or is refused.
    let _ = module.screening();
    let mut memory: Vec<Placeholder> = module.info().bindings.iter().filter_map(held).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps().deadline(PATIENCE);
    for held in &mut memory {
        let _ = held.bind(&mut dispatch);
    }
    match dispatch.run([2, 1, 1]) {
        Err(Error::Internal) => Err(Error::Internal),
        Ok(()) => Ok(Fate::Ended),
        Err(_) => Ok(Fate::Stopped),
    }
}

/// Runs a kernel for a while, if it is valid. An error is a bug of ours.
pub(crate) fn run(host: &Host, words: &[u32], entry: &str, lanes: Lanes) -> Result<Fate, Error> {
    let time = Some(Duration::from_secs(10));
    let (host, effort) = (host.clone(), Effort::None);
    let options = Options { host, checked: true, lanes, effort, deadline: time, ..Options::default() };
    let module = match Module::new(words, entry, &options) {
        Ok(module) => module,
        Err(error @ Error::Internal) => return Err(error),
        Err(_) => return Ok(Fate::Refused),
    };
    let mut memory: Vec<Placeholder> = module.info().bindings.iter().filter_map(held).collect();
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps().deadline(PATIENCE);
    for held in &mut memory {
        // Arguments that do not fit stay unbound.
        let _ = held.bind(&mut dispatch);
    }
    match dispatch.run([2, 1, 1]) {
        Err(error @ (Error::Strayed { .. } | Error::Internal)) => Err(error),
        Ok(()) => Ok(Fate::Ended),
        Err(Error::Deadline) => Ok(Fate::Stopped),
        Err(_) => Ok(Fate::Refused),
    }
}
