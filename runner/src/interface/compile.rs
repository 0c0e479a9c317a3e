//! From words to an object: what is lowered and compiled, or was before.

use super::{Lanes, Options};
use crate::cache::Cache;
use crate::cached_kernel;
use crate::error::{Error, MOST_DESCRIPTORS};
use crate::jit::{Effort, Llvm};
use lower::abi::KernelInfo;
use lower::spmd::reason::Reason;
use lower::{LowerError, Lowered};

/// A kernel whose IR has more lines than this is compiled as it is. LLVM's passes and its better code generator take a
/// time that grows with the square of what they get: a second here.
const MOST_LINES: usize = 5_000;
/// A kernel whose IR has more bytes than this is refused: seconds, and gigabytes, even so.
const LONGEST_IR: usize = 16 << 20;
/// Where vectors would take more bytes of IR than this, lanes run one by one: that is less to make code of.
const LONGEST_VECTORS: usize = 2 << 20;

/// Number for the sources of this program, as far as code follows from them.
const SOURCES: &str = env!("HLSL2SPIRV_SOURCES");

/// Facts about an entry point, and its object: those that are kept, or new ones.
pub(super) fn kernel(words: &[u32], entry: &str, options: &Options) -> Result<(KernelInfo, Vec<u8>), Error> {
    let choices = choices(options);
    // Without LLVM, it is the new one's turn to say what is wrong.
    let Some((cache, llvm)) = options.cache.as_ref().and_then(|cache| Some((cache, options.host.llvm().ok()?))) else {
        return new_kernel(words, entry, &choices, options);
    };
    from_cache(cache, &key(llvm, words, entry, &choices, options), || new_kernel(words, entry, &choices, options))
}

/// The kernel of a key that is kept, or a new one, which is kept then.
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

/// All that a kernel is made of: who makes it, for whom, and from what.
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
        masks: options.cpu.masks(),
        estimates: options.cpu.estimates(),
        step_bytes: options.cpu.step_bytes(),
        spec_constants: options.constants.clone(),
        local_size: options.local_size,
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
        // The first time LLVM takes longer to load than a module to lower. Whether it was found is asked for later.
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
        let message = format!("its code has {} bytes, and {LONGEST_IR} are the most", ir.len());
        return Err(Error::Lower(LowerError::TooLarge(message)));
    }
    let effort = if is_long(ir) { Effort::None } else { options.effort };
    Ok(options.host.llvm()?.object(ir, options.cpu, effort)?)
}

/// Returns whether IR is too long for anything to be done for the speed of its code. An instruction is a line.
fn is_long(ir: &str) -> bool {
    ir.lines().nth(MOST_LINES).is_some()
}

/// From a module to IR. Vectors pay even where nothing is done for the speed of the code, but not in any length, unless
/// their number is given.
fn lower_fitting(
    module: &dialect::ir::Module,
    entry: &str,
    choices: &lower::Options,
    lanes: Lanes,
) -> Result<(Lowered, String), LowerError> {
    let lowered = lower::compile_module(module, entry, choices)?;
    let ir = lowered.llvm_ir();
    let is_free = lanes == Lanes::Together && lowered.kernel.one_by_one.is_none();
    if ir.len() <= LONGEST_VECTORS || !is_free {
        return Ok((lowered, ir));
    }
    let choices = lower::Options { vector: None, ..choices.clone() };
    let lowered = lower::compile_module(module, entry, &choices)?.because(Reason::TooLarge);
    let ir = lowered.llvm_ir();
    Ok((lowered, ir))
}

/// Names the stage of an entry point that is not for compute.
fn with_stage(error: Error, module: &dialect::ir::Module) -> Error {
    let Error::NoEntry { entry, known, .. } = error else { return error };
    let points = dialect::spirv::host::entry_points(module);
    let stage = points.iter().find(|point| point.name == entry).map(|point| format!("{:?}", point.model));
    Error::NoEntry { entry, known, stage }
}
