//! From words to an object, which is compiled or comes from the cache.

use super::{Lanes, Options};
use crate::cache::Cache;
use crate::cached_kernel;
use crate::error::{Error, MOST_DESCRIPTORS};
use crate::jit::{Effort, Llvm};
use abi::KernelInfo;
use abi::LowerError;
use abi::reason::Reason;
use lower::Lowered;

/// A kernel whose IR has more lines than this is not optimised. LLVM's passes and its optimising code generator take
/// quadratic time: a second at this limit.
const MOST_LINES: usize = 5_000;
/// A kernel whose IR has more bytes than this is refused: even without optimisation it takes seconds and gigabytes.
const LONGEST_IR: usize = 16 << 20;
/// Where vectors would take more bytes of IR than this, lanes run one by one, which is less code.
const LONGEST_VECTORS: usize = 2 << 20;

/// Hash of the sources of this program that determine generated code.
const SOURCES: &str = env!("HLSL2SPIRV_SOURCES");

/// Facts about an entry point, and its object: from the cache, or new ones.
pub(super) fn kernel(words: &[u32], entry: &str, options: &Options) -> Result<(KernelInfo, Vec<u8>), Error> {
    if cfg!(target_family = "wasm") {
        // It is nowhere; all that follows would be for nothing.
        options.host.llvm()?;
    }
    let choices = choices(options);
    // Without LLVM, the uncached path reports the error.
    let Some((cache, llvm)) = options.cache.as_ref().and_then(|cache| Some((cache, options.host.llvm().ok()?))) else {
        return new_kernel(words, entry, &choices, options);
    };
    from_cache(cache, &key(llvm, words, entry, &choices, options), || new_kernel(words, entry, &choices, options))
}

/// The kernel of a key from the cache, or a new one, which is cached then.
fn from_cache(
    cache: &Cache,
    key: &[u8],
    make: impl Fn() -> Result<(KernelInfo, Vec<u8>), Error>,
) -> Result<(KernelInfo, Vec<u8>), Error> {
    let bytes = cache.object(key, || make().map(|(info, object)| cached_kernel::write(&info, &object)))?;
    match cached_kernel::read(&bytes) {
        Some((info, object)) => Ok((info, object.to_vec())),
        None => make(),
    }
}

/// Cache key of a kernel: compiler, target, options and module.
fn key(llvm: &Llvm, words: &[u32], entry: &str, choices: &lower::Options, options: &Options) -> Vec<u8> {
    let Options { lanes, effort, .. } = options;
    let own = format!("{} {SOURCES} {entry:?} {choices:?} {lanes:?} {effort:?}\n", env!("CARGO_PKG_VERSION"));
    [own.as_bytes(), &llvm.made_by(options.cpu), bytemuck::cast_slice(words)].concat()
}

fn choices(options: &Options) -> lower::Options {
    lower::Options {
        wave: options.wave,
        vector: options.lanes.vector(options.cpu),
        pairs: options.lanes == Lanes::Together,
        unrolls: true,
        weighs: options.lanes == Lanes::Together,
        masks: options.cpu.masks(),
        estimates: options.cpu.estimates(),
        exact: options.exact,
        step_bytes: options.cpu.step_bytes(),
        spec_constants: options.constants.clone(),
        local_size: options.local_size,
        group_memory: options.group_memory.clone(),
        checked: options.checked,
    }
}

fn new_kernel(
    words: &[u32],
    entry: &str,
    choices: &lower::Options,
    options: &Options,
) -> Result<(KernelInfo, Vec<u8>), Error> {
    let (lowered, ir) = std::thread::scope(|scope| {
        // At first, loading LLVM takes longer than lowering a module. Errors of loading are reported later.
        if !options.host.is_loaded() {
            let loading = std::thread::Builder::new().spawn_scoped(scope, || drop(options.host.llvm()));
            drop(loading.map_err(|_| Error::NoThread)?);
        }
        let module = dialect::spirv::read::read(words)?;
        lower_fitting(&module, entry, choices, options.lanes).map_err(|error| with_stage(error.into(), &module))
    })?;
    let object = object(&ir, &lowered.kernel, options)?;
    Ok((lowered.kernel, object))
}

/// The object of a kernel's IR.
pub(super) fn object(ir: &str, info: &KernelInfo, options: &Options) -> Result<Vec<u8>, Error> {
    options.cpu.check()?;
    if info.slots > MOST_DESCRIPTORS {
        return Err(Error::TooManyDescriptors(info.slots));
    }
    if ir.len() > LONGEST_IR {
        let message = format!("its code has {} bytes, more than {LONGEST_IR}", ir.len());
        return Err(Error::Lower(LowerError::TooLarge(message)));
    }
    let effort = if is_long(ir) { Effort::None } else { options.effort };
    Ok(options.host.llvm()?.object(ir, options.cpu, effort)?)
}

/// Returns whether IR is too long to be optimised. An instruction is a line.
fn is_long(ir: &str) -> bool {
    ir.lines().nth(MOST_LINES).is_some()
}

/// Lowers a module to IR. Vectors pay even without optimisation, but not if the IR gets too long, unless the caller has
/// chosen their width.
fn lower_fitting(
    module: &dialect::ir::Module,
    entry: &str,
    choices: &lower::Options,
    lanes: Lanes,
) -> Result<(Lowered, String), LowerError> {
    let mut lowered = lower::compile_module(module, entry, choices)?;
    let mut ir = lowered.llvm_ir();
    if choices.unrolls && is_long(&ir) {
        lowered = lower::compile_module(module, entry, &lower::Options { unrolls: false, ..choices.clone() })?;
        ir = lowered.llvm_ir();
    }
    let is_free = lanes == Lanes::Together && lowered.kernel.one_by_one.is_none();
    if ir.len() <= LONGEST_VECTORS || !is_free {
        return Ok((lowered, ir));
    }
    let choices = lower::Options { vector: None, ..choices.clone() };
    let lowered = lower::compile_module(module, entry, &choices)?.because(Reason::TooLarge);
    let ir = lowered.llvm_ir();
    Ok((lowered, ir))
}

/// Facts about an entry point that the interpreter runs.
pub(super) fn interface(words: &[u32], entry: &str, options: &Options) -> Result<KernelInfo, Error> {
    let module = dialect::spirv::read::read(words)?;
    let info = lower::kernel_info(&module, entry, &choices(options));
    let info = info.map_err(|error| with_stage(error.into(), &module))?;
    match info.slots > MOST_DESCRIPTORS {
        true => Err(Error::TooManyDescriptors(info.slots)),
        false => Ok(info),
    }
}

/// Adds the stage of an entry point that is not a compute shader to an error.
fn with_stage(error: Error, module: &dialect::ir::Module) -> Error {
    let Error::NoEntry { entry, known, .. } = error else { return error };
    let points = dialect::spirv::host::entry_points(module);
    let stage = points.iter().find(|point| point.name == entry).map(|point| format!("{:?}", point.model));
    Error::NoEntry { entry, known, stage }
}
