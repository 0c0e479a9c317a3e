//! Modules that are ready to run, and what is bound to them.
//!
//! A [`Module`] is compiled once and dispatched any number of times, from any thread. A [`Dispatch`] borrows what is
//! bound to it, checks that it fits, and gives it to [`crate::grid`].
#![allow(unsafe_code, reason = "a kernel is called with what was bound and checked")]

mod bound;
mod place;

pub use bound::image_for;
pub use place::Place;

use crate::buffers::{self, Bytes, Plain};
use crate::error::Error;
use crate::grid::{self, Abort, End, Launch, Progress};
use crate::host::Host;
use crate::image::{Image, Sampler};
use crate::jit::Code;
use crate::math;
use bound::{Bound, Slot};
use lower::abi::{Binding, BindingKind, Block, Kernel, KernelInfo};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The passes that run on a kernel: what pays for itself in code that runs for a moment.
const PASSES: &str = "cgscc(inline),function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
                      loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)";

/// How a module is compiled.
#[derive(Clone, Debug)]
pub struct Options {
    /// LLVM and threads; options that share a host load LLVM once.
    pub host: Host,
    /// Values of specialisation constants by their numbers, as bits.
    pub constants: Vec<(u32, u64)>,
    /// How many lanes a wave has, at most; a power of two.
    pub wave: u32,
    /// The size of a workgroup where the module leaves it to the host, as kernels of OpenCL may.
    pub local_size: [u32; 3],
    /// The pipeline of LLVM passes, as `opt -passes=` takes it.
    pub passes: Cow<'static, str>,
}

impl Default for Options {
    fn default() -> Self {
        let lower::Options { wave, local_size, .. } = lower::Options::default();
        Options { host: Host::new(), constants: Vec::new(), wave, local_size, passes: PASSES.into() }
    }
}

/// A compiled entry point. Clones share the code.
#[derive(Clone, Debug)]
pub struct Module {
    compiled: Arc<Compiled>,
    host: Host,
}

#[derive(Debug)]
struct Compiled {
    code: Arc<Code>,
    kernel: Kernel,
    info: KernelInfo,
}

/// Lowering recurses over what a module nests; this is enough for what the reader accepts.
const STACK_BYTES: usize = 64 << 20;

impl Module {
    /// Compiles a compute entry point of a SPIR-V module, whoever has made it.
    ///
    /// # Errors
    /// When the words are no module, there is no such entry point, it cannot run on the CPU, or LLVM is missing.
    pub fn new(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        let lowered = lower(words, entry, options)?;
        // SAFETY: the lowering makes the kernel and the information together.
        unsafe { Self::from_ir(&lowered.llvm_ir(), lowered.kernel, options) }
    }

    /// Compiles a kernel from LLVM IR, which must be what the information says.
    ///
    /// # Errors
    /// When LLVM is missing or does not like the text.
    ///
    /// # Safety
    /// The kernel is called as [`lower::abi`] describes it, with as many descriptors as `info` says.
    pub unsafe fn from_ir(ir: &str, info: KernelInfo, options: &Options) -> Result<Self, Error> {
        let symbols = math::symbols();
        let symbols: Vec<_> = symbols.iter().map(|(name, address)| (name.as_str(), *address)).collect();
        let code = options.host.llvm()?.compile(ir, &options.passes, &symbols)?;
        let address = code.address(&info.symbol)?;
        // SAFETY: the caller vouches for the type of the function.
        let kernel = unsafe { std::mem::transmute::<usize, Kernel>(address) };
        let compiled = Arc::new(Compiled { code: Arc::new(code), kernel, info });
        Ok(Module { compiled, host: options.host.clone() })
    }

    /// What the entry point expects.
    pub fn info(&self) -> &KernelInfo {
        &self.compiled.info
    }

    /// A dispatch to which nothing is bound yet.
    pub fn dispatch<'b>(&self) -> Dispatch<'b> {
        let slots = (0..self.info().slots).map(|_| Slot::default()).collect();
        Dispatch {
            module: self.clone(),
            slots,
            push: Bytes::new(),
            memory: Vec::new(),
            base: [0; 3],
            gaps: false,
            deadline: None,
            abort: Abort::default(),
        }
    }
}

/// Lowers on a stack whose size does not depend on the caller's thread. A mistake of the lowering stays there.
fn lower(words: &[u32], entry: &str, options: &Options) -> Result<lower::Lowered, Error> {
    let choices = lower::Options {
        wave: options.wave,
        spec_constants: options.constants.clone(),
        local_size: options.local_size,
    };
    let run = || {
        let module = dialect::spirv::read::read(words)?;
        lower::compile_module(&module, entry, &choices).map_err(Error::from)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run);
        let thread = thread.map_err(|_| Error::Internal)?;
        // The first time LLVM takes longer to load than a module to lower. Whether it was found is asked for later.
        let _ = options.host.llvm();
        thread.join().map_err(|_| Error::Internal)?
    })
}

/// What a module is about to run on.
#[derive(Debug)]
pub struct Dispatch<'b> {
    module: Module,
    /// One per descriptor.
    slots: Vec<Slot<'b>>,
    push: Bytes,
    /// What the shader may reach by addresses.
    memory: Vec<&'b mut Bytes>,
    base: [u32; 3],
    gaps: bool,
    deadline: Option<Duration>,
    abort: Abort,
}

impl<'b> Dispatch<'b> {
    /// Binds a buffer that is read. What a shader writes to it is lost.
    ///
    /// # Errors
    /// When there is no such binding, or it holds something else.
    pub fn buffer<'p, T: Plain>(&mut self, place: impl Into<Place<'p>>, values: &'b [T]) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Shared(buffers::bytes_of(values)))
    }

    /// Binds a buffer that is read and written.
    ///
    /// # Errors
    /// When there is no such binding, or it holds something else.
    pub fn buffer_mut<'p, T: Plain>(
        &mut self,
        place: impl Into<Place<'p>>,
        values: &'b mut [T],
    ) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Exclusive(buffers::bytes_of_mut(values)))
    }

    /// Binds an image that is read or sampled.
    ///
    /// # Errors
    /// When there is no such binding, it holds something else, or takes images of another shape.
    pub fn texture<'p>(&mut self, place: impl Into<Place<'p>>, image: &'b Image) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Texture(image))
    }

    /// Binds an image that is read and written.
    ///
    /// # Errors
    /// When there is no such binding, it holds something else, or takes images of another shape.
    pub fn image<'p>(&mut self, place: impl Into<Place<'p>>, image: &'b mut Image) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Image(image))
    }

    /// Binds a sampler.
    ///
    /// # Errors
    /// When there is no such binding, or it holds something else.
    pub fn sampler<'p>(&mut self, place: impl Into<Place<'p>>, sampler: Sampler) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Sampler(Box::new(sampler)))
    }

    /// Sets the push constants.
    pub fn push_constants<T: Plain>(&mut self, values: &[T]) -> &mut Self {
        self.push = Bytes::from(values);
        self
    }

    /// Lets the shader reach memory by its address, which is returned: for pointers in push constants and buffers.
    /// An address that leads nowhere reads as zero, and writes to it are dropped.
    pub fn memory(&mut self, bytes: &'b mut Bytes) -> u64 {
        let address = bytes.as_mut_ptr().addr() as u64;
        self.memory.push(bytes);
        address
    }

    /// Lets bindings be missing or short: what is not there reads as zero, and writes to it are dropped.
    pub fn allow_gaps(&mut self) -> &mut Self {
        self.gaps = true;
        self
    }

    /// The number of the first group along each axis.
    pub fn base(&mut self, base: [u32; 3]) -> &mut Self {
        self.base = base;
        self
    }

    /// Ends the dispatch, with an error, when it takes longer than this.
    pub fn deadline(&mut self, deadline: Duration) -> &mut Self {
        self.deadline = Some(deadline);
        self
    }

    /// What ends the dispatch from another thread.
    pub fn abort(&self) -> Abort {
        self.abort.clone()
    }

    /// Runs so many groups along each axis, on all threads. Afterwards the results are in what was bound.
    ///
    /// # Errors
    /// When something is missing or too small, which the error names, or when the dispatch has not finished.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<(), Error> {
        self.launch(groups, None)
    }

    /// As [`Dispatch::run`], and reports how far it is, about ten times in a second.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run_with_progress(&mut self, groups: [u32; 3], progress: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        self.launch(groups, Some(progress))
    }

    fn bind(&mut self, place: &Place<'_>, bound: Bound<'b>) -> Result<&mut Self, Error> {
        let info = self.module.info();
        let binding = place.binding(info)?;
        let slot = place.slot(binding)?;
        bound::fits(&bound, binding, || place.describe(binding))?;
        self.slots[slot].set(bound);
        Ok(self)
    }

    fn launch(&mut self, groups: [u32; 3], progress: Option<&mut dyn FnMut(Progress)>) -> Result<(), Error> {
        let module = self.module.clone();
        let info = module.info();
        let count = groups.iter().try_fold(1u64, |count, &groups| count.checked_mul(groups.into()));
        if count.is_none() {
            return Err(Error::TooManyGroups(groups));
        }
        if !self.gaps {
            self.check(info)?;
        }
        if self.push.len() < info.push_bytes as usize {
            self.push.resize(info.push_bytes as usize);
        }
        let blocks: Vec<Block> =
            self.memory.iter_mut().map(|bytes| Block { base: bytes.as_mut_ptr(), bytes: bytes.len() as u64 }).collect();
        let mut prepared = bound::prepare(info, &mut self.slots);
        let descs = prepared.descs();
        let launch = Launch {
            kernel: module.compiled.kernel,
            code: Arc::clone(&module.compiled.code) as Arc<dyn Send + Sync>,
            scratch_bytes: usize::try_from(info.scratch_bytes).unwrap_or(usize::MAX),
            groups,
            base: self.base,
            descs: &descs,
            push: &self.push,
            blocks: &blocks,
            abort: self.abort.clone(),
            deadline: self.deadline,
            progress: progress.map(|report| report as &mut dyn FnMut(Progress)),
        };
        // SAFETY: there are as many descriptors as the kernel expects. What they point to is borrowed by `prepared`:
        // exclusively where the kernel may write. The blocks are borrowed exclusively too.
        let end = unsafe { grid::run(module.host.pool(), launch) };
        prepared.copy_back();
        match end {
            End::Finished => Ok(()),
            End::Deadline => Err(Error::Deadline),
            End::Told => Err(Error::Stopped),
            End::Panic => Err(Error::Internal),
        }
    }

    /// Whether everything is bound that the kernel needs.
    fn check(&self, info: &KernelInfo) -> Result<(), Error> {
        for binding in &info.bindings {
            let slots = &self.slots[binding.slot as usize..][..binding.count as usize];
            let wanted = bound::kind_name(binding.kind);
            let place = || Place::from((binding.set, binding.binding)).describe(binding);
            // The elements of an array that a shader does not touch may stay empty.
            if !binding.unbounded && !slots.iter().any(|slot| slot.holds(binding.kind)) {
                return Err(Error::Missing { place: place(), wanted });
            }
            let shortest = slots.iter().filter_map(Slot::bytes).min();
            if let Some(given) = shortest.filter(|given| *given < binding.min_bytes) {
                let place = format!("binding {}", place());
                return Err(Error::TooSmall { place, wanted: binding.min_bytes, given });
            }
        }
        let (wanted, given) = (info.push_bytes.into(), self.push.len() as u64);
        if given < wanted {
            return Err(Error::TooSmall { place: "the push constants".to_owned(), wanted, given });
        }
        Ok(())
    }
}

/// Whether a binding is a buffer of bytes.
fn is_buffer(binding: &Binding) -> bool {
    matches!(binding.kind, BindingKind::UniformBuffer | BindingKind::StorageBuffer)
}

#[cfg(test)]
mod tests;
