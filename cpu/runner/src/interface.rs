//! Modules that are ready to run, and their bindings.
//!
//! A [`Module`] is compiled once and dispatched any number of times, from any thread. A [`Dispatch`] borrows the bound
//! resources, checks that they fit, and passes them to [`crate::grid`].
#![allow(unsafe_code, reason = "a kernel is called with what was bound and checked")]

mod bound;
mod compile;
mod debugged;
mod interpreter_run;
mod place;
mod screened;

pub use bound::image_for;
pub use debugged::Lines;
pub use place::Place;

use crate::buffers::{Bytes, Pod};
use crate::cache::Cache;
use crate::cpu::Cpu;
use crate::deadline;
use crate::error::Error;
use crate::grid::{self, Abort, Caller, Each, End, Launch, Progress};
use crate::host::Host;
use crate::image::{Image, Sampler};
use crate::jit::{Code, Effort};
use crate::math;
use crate::pool::Pool;
use crate::printed::{self, Collected, Printed};
use crate::runtime;
use crate::shadow::{self, Stray};
use abi::print::Format;
use abi::{Binding, BindingKind, Block, Kernel, KernelInfo};
use base::clock::Moment;
use bound::{Bound, Slot};
use check::coverage::Coverage;
use check::{Check, Checks, Orders, Overlaps, Report, Schedule};
use interp::{LastWrites, Marks};
use screened::Screening;
use stages::cooperative::{self, MatrixOptions};
use stages::quads;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use trace::Scene;

/// Execution of a wave's lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// Together, as vectors that suit the processor, if a kernel allows it.
    #[default]
    Together,
    /// One by one.
    OneByOne,
    /// Together, with this vector width where no op can observe waves.
    Vectors(u32),
}

impl Lanes {
    fn vector(self, cpu: Cpu) -> Option<u32> {
        match self {
            Lanes::OneByOne => None,
            Lanes::Together => Some(cpu.lanes()),
            Lanes::Vectors(lanes) => Some(lanes),
        }
    }
}

/// The engine that runs a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Code of LLVM.
    #[default]
    Compiled,
    /// The interpreter, which needs no LLVM and can look at every rule.
    Interpreter(Checking),
}

/// The checks of the interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checking {
    /// The checks; without any the shader runs, and that is all.
    pub checks: Checks,
    /// True if what runs is counted: [`Dispatch::coverage`].
    pub counts: bool,
    /// The order of groups and waves.
    pub schedule: Schedule,
    /// The number of groups that run at once, at most, where others wait for them.
    pub resident: u32,
    /// The only group that runs, by its number along each axis; all of them if there is none.
    pub only: Option<[u32; 3]>,
    /// The most steps, each an instruction of a wave.
    pub max_steps: u64,
    /// True if the names of the source are kept: [`Dispatch::debug`].
    pub names: bool,
    /// Which dispatches compiled code runs first.
    pub screens: Screens,
}

/// The checked dispatches that compiled code runs first, as far as it can tell that a run has no findings. Findings come from
/// the interpreter, and so do results of runs that have any; the results of both are the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screens {
    /// Dispatches for which the interpreter is estimated to take longer than LLVM takes to compile a kernel, unless
    /// [`Checking::max_steps`] limits them.
    #[default]
    Long,
    /// All: for tests.
    All,
    /// None.
    None,
}

impl Checking {
    /// The steps that are enough for most, and take minutes.
    pub const MAX_STEPS: u64 = 1 << 34;

    /// The groups that run at once on any device.
    pub const RESIDENT: u32 = 4;

    /// These checks, with groups and waves in order and the usual number of steps.
    pub fn new(checks: Checks) -> Self {
        let (schedule, resident, max_steps) = (Schedule::default(), Self::RESIDENT, Self::MAX_STEPS);
        let screens = Screens::default();
        Checking { checks, counts: false, schedule, resident, only: None, max_steps, names: false, screens }
    }
}

/// Options of compilation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// LLVM and threads; options that share a host load LLVM once.
    pub host: Host,
    /// Values of specialisation constants by id, as bits.
    pub constants: Vec<(u32, u64)>,
    /// The number of lanes in a wave, at most; a power of two.
    pub wave: u32,
    /// The execution of a wave's lanes.
    pub lanes: Lanes,
    /// The processor that code is made for.
    pub cpu: Cpu,
    /// True if compiled code neither contracts products and sums to an fma nor uses estimates: both engines give the same
    /// bits. Slower where a kernel has many of them.
    pub exact: bool,
    /// The size of a workgroup where the module leaves it to the host, as kernels of OpenCL may.
    pub local_size: [u32; 3],
    /// The bytes that pointers of kernels to memory of a workgroup (`__local`) lead to, by the names or the numbers of the
    /// parameters.
    pub group_memory: Vec<(String, u64)>,
    /// Optimisation effort. Very large kernels are not optimised.
    pub effort: Effort,
    /// The cache of compiled code; `None` without one.
    pub cache: Option<Cache>,
    /// The limit of compile time; none by default. Work that is late goes on for a while on a thread of its own.
    pub deadline: Option<Duration>,
    /// True if code checks each access to memory: for tests of this crate itself. It is many times slower, and finds
    /// only compiler bug.
    #[doc(hidden)]
    pub checked: bool,
}

impl Options {
    /// Returns whether a check runs.
    pub(crate) fn watches(&self, check: Check) -> bool {
        match &self.engine {
            Engine::Compiled => false,
            Engine::Interpreter(checking) => checking.checks.is_on(check),
        }
    }

    /// Returns whether checks need to know critical sections of pixels, and helpers.
    pub(crate) fn watches_pixels(&self) -> bool {
        [Check::Interlock, Check::HelperEffect, Check::DerivativeEdge].iter().any(|check| self.watches(*check))
    }
}

impl Default for Options {
    fn default() -> Self {
        let lower::Options { wave, exact, local_size, checked, .. } = lower::Options::default();
        let (effort, lanes, cpu) = (Effort::default(), Lanes::default(), Cpu::default());
        let (engine, host, constants, group_memory) = (Engine::default(), Host::new(), Vec::new(), Vec::new());
        let (cache, deadline) = (None, None);
        Options {
            engine,
            host,
            constants,
            wave,
            lanes,
            cpu,
            exact,
            local_size,
            group_memory,
            effort,
            cache,
            deadline,
            checked,
        }
    }
}

/// A compiled entry point. Clones share the code.
#[derive(Clone, Debug)]
pub struct Module {
    compiled: Arc<Compiled>,
    host: Host,
}

/// The form in which an entry point runs.
#[derive(Debug)]
enum Ready {
    Compiled { code: Arc<Code>, kernel: Kernel },
    Interpreted(interp::Kernel, Checking),
}

/// A compiled kernel, with the code that holds it.
struct Linked {
    code: Arc<Code>,
    kernel: Kernel,
}

#[derive(Debug)]
struct Compiled {
    ready: Ready,
    /// Receiver of output, if the kernel prints.
    formats: Arc<[Format]>,
    /// Its immutable samplers, with their descriptors.
    literals: Vec<(usize, Sampler)>,
    info: KernelInfo,
    /// What compiled code needs to run it before the interpreter does.
    screening: Option<Screening>,
}

impl Module {
    /// Compiles a compute entry point of any compiler's SPIR-V module.
    ///
    /// # Errors
    /// When the words are not a module, there is no such entry point, it cannot run on the CPU, or LLVM is missing; when
    /// the deadline passes; when this machine does not run code for the processor.
    pub fn new(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        let (words, entry) = (words.to_vec(), entry.to_owned());
        let choices = options.clone();
        let compile = move || {
            let matrices = MatrixOptions { wave: choices.wave, constants: choices.constants.clone() };
            match cooperative::convert(&words, &entry, &matrices)? {
                Some(converted) => {
                    let converted = converted.map_err(Error::Lower)?;
                    let module = Module::of_words(&converted.words, &entry, &choices);
                    module.map_err(|error| error.at_origin(&|word| converted.origin(word)))
                }
                None => Module::of_words(&words, &entry, &choices),
            }
        };
        deadline::within(options.deadline, compile)?
    }

    /// Compiles an entry point of a module without cooperative types, or reads it for the interpreter.
    fn of_words(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        let Some(converted) = quads::convert(words)? else { return Module::of_plain_words(words, entry, options) };
        let converted = converted.map_err(Error::Lower)?;
        let module = Module::of_plain_words(&converted.words, entry, options);
        module.map_err(|error| error.at_origin(&|word| converted.origin(word)))
    }

    /// Likewise, without implicit levels.
    fn of_plain_words(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        if let Engine::Interpreter(checking) = &options.engine {
            return Module::interpreted(words, entry, options, checking);
        }
        let (info, object) = compile::kernel(words, entry, options)?;
        // SAFETY: the lowering makes the kernel and the information together, and the cache stores them together.
        unsafe { Module::linked(&object, info, options) }
    }

    /// Links an object and makes it callable.
    ///
    /// # Safety
    /// The object must be one that LLVM made for the processor, of the kernel that the information describes.
    unsafe fn linked(object: &[u8], info: KernelInfo, options: &Options) -> Result<Self, Error> {
        options.cpu.check()?;
        let mut symbols = math::symbols();
        symbols.extend(runtime::symbols());
        symbols.extend(shadow::symbols());
        symbols.extend(printed::symbols());
        let symbols: Vec<_> = symbols.iter().map(|(name, address)| (name.as_str(), *address)).collect();
        // SAFETY: the caller vouches for the object; the symbols have the types that the lowering declares.
        let code = unsafe { options.host.llvm()?.link(object, &symbols) }?;
        let address = code.address(&info.symbol)?;
        // SAFETY: the caller vouches for the type of the function.
        let kernel = unsafe { std::mem::transmute::<usize, Kernel>(address) };
        let formats = info.formats.as_slice().into();
        let literals = info.literal_samplers.iter();
        let literals = literals.map(|literal| (literal.slot as usize, Sampler::literal(literal))).collect();
        let ready = Ready::Compiled { code: Arc::new(code), kernel };
        let compiled = Arc::new(Compiled { ready, formats, literals, info, screening: None });
        Ok(Module { compiled, host: options.host.clone() })
    }

    /// Reads an entry point for the interpreter.
    fn interpreted(words: &[u32], entry: &str, options: &Options, checking: &Checking) -> Result<Self, Error> {
        let info = compile::interface(words, entry, options)?;
        let read = if checking.names { interp::Kernel::with_names } else { interp::Kernel::new };
        let kernel = read(words, &info, &options.constants).map_err(Error::Refused)?;
        let ready = Ready::Interpreted(kernel, checking.clone());
        let screening = Screening::new(words, options, checking);
        let compiled = Arc::new(Compiled { ready, formats: Arc::from([]), literals: Vec::new(), info, screening });
        Ok(Module { compiled, host: options.host.clone() })
    }

    /// Facts about the entry point.
    pub fn info(&self) -> &KernelInfo {
        &self.compiled.info
    }

    /// The threads that run kernels.
    pub(crate) fn pool(&self) -> &Pool {
        self.host.pool()
    }

    /// A dispatch without bindings.
    pub fn dispatch<'b>(&self) -> Dispatch<'b> {
        Dispatch {
            module: self.clone(),
            slots: BTreeMap::new(),
            push: Bytes::new(),
            memory: Vec::new(),
            base: [0; 3],
            gaps: false,
            deadline: None,
            abort: Abort::default(),
            printed: Printed::default(),
            marks: BTreeMap::new(),
            orders: None,
            report: None,
            writes: None,
            coverage: None,
            outputs: None,
            overlaps: None,
        }
    }
}

/// Inputs of a module's next run.
#[derive(Debug)]
pub struct Dispatch<'b> {
    module: Module,
    /// The bindings so far, by descriptor.
    slots: BTreeMap<usize, Slot<'b>>,
    push: Bytes,
    /// Memory that the shader may access by address, with the addresses.
    memory: Vec<(u64, &'b mut Bytes)>,
    base: [u32; 3],
    gaps: bool,
    deadline: Option<Duration>,
    abort: Abort,
    printed: Printed,
    /// The marks of bindings by descriptor.
    marks: BTreeMap<usize, &'b mut Marks>,
    /// Of all orders of groups and waves those that have been tried.
    orders: Option<&'b mut Orders>,
    report: Option<Report>,
    writes: Option<LastWrites>,
    coverage: Option<Coverage>,
    /// The outputs of a stage, if it is one.
    outputs: Option<interp::Outputs>,
    /// The accesses of a draw, if the stage is that of its pixels.
    overlaps: Option<&'b mut Overlaps>,
}

impl<'b> Dispatch<'b> {
    /// Says in which buffer a stage leaves which outputs, for checks.
    pub(crate) fn name_outputs(&mut self, outputs: interp::Outputs) {
        self.outputs = Some(outputs);
    }

    /// Lends the accesses of a draw to a packet of its pixels, for checks.
    pub(crate) fn overlaps(&mut self, overlaps: &'b mut Overlaps) {
        self.overlaps = Some(overlaps);
    }

    /// Binds a buffer that is read. Writes of the shader to it are lost.
    ///
    /// # Errors
    /// When there is no such binding, or it is of another kind.
    pub fn buffer<'p, T: Pod>(&mut self, place: impl Into<Place<'p>>, values: &'b [T]) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Shared(bytemuck::cast_slice(values)))
    }

    /// Binds a buffer that is read and written.
    ///
    /// # Errors
    /// When there is no such binding, or it is of another kind.
    pub fn buffer_mut<'p, T: Pod>(
        &mut self,
        place: impl Into<Place<'p>>,
        values: &'b mut [T],
    ) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Exclusive(bytemuck::cast_slice_mut(values)))
    }

    /// Binds an image that is read or sampled.
    ///
    /// # Errors
    /// When there is no such binding, it is of another kind, or takes images of another shape.
    pub fn texture<'p>(&mut self, place: impl Into<Place<'p>>, image: &'b Image) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Texture(image))
    }

    /// Binds an image that is read and written.
    ///
    /// # Errors
    /// When there is no such binding, it is of another kind, or takes images of another shape.
    pub fn image<'p>(&mut self, place: impl Into<Place<'p>>, image: &'b mut Image) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Image(image))
    }

    /// Binds a sampler.
    ///
    /// # Errors
    /// When there is no such binding, or it is of another kind.
    pub fn sampler<'p>(&mut self, place: impl Into<Place<'p>>, sampler: Sampler) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Sampler(Box::new(sampler)))
    }

    /// Binds an acceleration structure.
    ///
    /// # Errors
    /// When there is no such binding, or it is of another kind.
    pub fn scene<'p>(&mut self, place: impl Into<Place<'p>>, scene: &Arc<Scene>) -> Result<&mut Self, Error> {
        self.bind(&place.into(), Bound::Scene(Arc::clone(scene)))
    }

    /// Lends the marks of a binding to checked runs: which of its elements have values, and which have been written. They go
    /// on from run to run, so that one dispatch may use what an earlier one has written.
    ///
    /// # Errors
    /// When there is no such binding.
    pub fn marks<'p>(&mut self, place: impl Into<Place<'p>>, marks: &'b mut Marks) -> Result<&mut Self, Error> {
        let place = place.into();
        let slot = place.slot(place.binding(self.module.info())?)?;
        self.marks.insert(slot, marks);
        Ok(self)
    }

    /// Lends the orders that have been tried to a run with [`Schedule::All`], which is in the next one. There is one more to try
    /// behind it if [`Orders::next_order`] says so: then the inputs must be what they were.
    pub fn orders(&mut self, orders: &'b mut Orders) -> &mut Self {
        self.orders = Some(orders);
        self
    }

    /// Sets the push constants.
    /// Excess bytes are ignored.
    pub fn push_constants<T: Pod>(&mut self, values: &[T]) -> &mut Self {
        self.push = Bytes::from(values);
        self
    }

    /// Makes memory accessible to the shader by an address, which is returned: for pointers in push constants and
    /// buffers. The address is a number private to the dispatch. Invalid addresses read as zero, and writes to them are
    /// dropped.
    pub fn memory(&mut self, bytes: &'b mut Bytes) -> u64 {
        /// The least distance of blocks.
        const APART: u64 = 1 << 32;
        let number = self.memory.last().map_or(APART, |(number, last)| {
            let end = number + last.len() as u64;
            end.next_multiple_of(APART) + APART
        });
        self.memory.push((number, bytes));
        number
    }

    /// Allows missing and short bindings: bytes out of range read as zero, and writes to them are dropped.
    pub fn allow_gaps(&mut self) -> &mut Self {
        self.gaps = true;
        self
    }

    /// The number of the first group along each axis.
    pub fn base(&mut self, base: [u32; 3]) -> &mut Self {
        self.base = base;
        self
    }

    /// Ends the dispatch, with an error, if it takes longer than this from the call to its return.
    pub fn deadline(&mut self, deadline: Duration) -> &mut Self {
        self.deadline = Some(deadline);
        self
    }

    /// Returns a handle that ends the dispatch from another thread.
    pub fn abort(&self) -> Abort {
        self.abort.clone()
    }

    /// Runs this many groups along each axis, on all threads. Afterwards the results are in the bound resources.
    ///
    /// # Errors
    /// When a binding is missing or too small, which the error names, or when the dispatch has not finished.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<(), Error> {
        self.launch(groups, None)
    }

    /// As [`Dispatch::run`], with reports of progress about ten times a second. A report may run other dispatches;
    /// meanwhile the deadline of this one is not checked. A report that panics ends the dispatch.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run_with_progress(&mut self, groups: [u32; 3], progress: &mut dyn FnMut(Progress)) -> Result<(), Error> {
        self.launch(groups, Some(progress))
    }

    /// Output of the shader in the last run, even if that has not finished.
    pub fn printed(&self) -> &Printed {
        &self.printed
    }

    /// The findings of the last run, if the interpreter ran it.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Coverage of the last run, if it was counted.
    pub fn coverage(&self) -> Option<&Coverage> {
        self.coverage.as_ref()
    }

    /// Takes who has written what last in the last run, if the interpreter ran it.
    pub fn take_writes(&mut self) -> Option<LastWrites> {
        self.writes.take()
    }

    fn bind(&mut self, place: &Place<'_>, bound: Bound<'b>) -> Result<&mut Self, Error> {
        let info = self.module.info();
        let binding = place.binding(info)?;
        let slot = place.slot(binding)?;
        bound::fits(&bound, binding, || place.describe(binding))?;
        if !self.slots.entry(slot).or_default().set(bound) {
            return Err(Error::Twice { place: place.describe(binding), names: binding.names.clone() });
        }
        Ok(self)
    }

    fn launch(&mut self, groups: [u32; 3], progress: Option<&mut dyn FnMut(Progress)>) -> Result<(), Error> {
        let start = Moment::now();
        let module = self.prepare(groups)?;
        let (code, kernel) = match &module.compiled.ready {
            Ready::Compiled { code, kernel } => (code, *kernel),
            Ready::Interpreted(kernel, checking) => return self.examine(kernel, checking, groups, start),
        };
        let linked = Linked { code: Arc::clone(code), kernel };
        self.compiled(&module, linked, groups, start, |pool, launch| {
            // SAFETY: what `compiled` prepares is what the kernel expects.
            unsafe { grid::run(pool, launch, progress) }
        })
    }

    /// Returns whether parts may call the kernel themselves: [`Dispatch::each`].
    pub(crate) fn has_parts(&self) -> bool {
        let compiled = &self.module.compiled;
        matches!(compiled.ready, Ready::Compiled { .. }) && compiled.formats.is_empty() && !compiled.info.checked
    }

    /// Runs parts that call the kernel themselves, each with buffers of its own at two places that are bound to others: one
    /// that the kernel reads, and one that it writes.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub(crate) fn each(
        &mut self,
        places: [(u32, u32); 2],
        count: usize,
        part: &(dyn Fn(usize, &mut Caller<'_>) + Sync),
    ) -> Result<(), Error> {
        let start = Moment::now();
        let module = self.prepare([1; 3])?;
        let Ready::Compiled { code, kernel } = &module.compiled.ready else { return Err(Error::Internal) };
        let lent = |place: (u32, u32)| -> Result<(usize, u64), Error> {
            let binding = Place::from(place).binding(module.info())?;
            Ok((Place::from(place).slot(binding)?, binding.group_bytes))
        };
        let lent = [lent(places[0])?, lent(places[1])?];
        let linked = Linked { code: Arc::clone(code), kernel: *kernel };
        self.compiled(&module, linked, [1; 3], start, |pool, launch| {
            // SAFETY: as above; the caller names buffers, of which the kernel writes the second one alone.
            unsafe { grid::run_each(pool, launch, &Each { count, lent, part }) }
        })
    }

    /// Prepares what a kernel expects, and runs it.
    fn compiled(
        &mut self,
        module: &Module,
        linked: Linked,
        groups: [u32; 3],
        start: Moment,
        run: impl FnOnce(&Pool, Launch<'_>) -> End,
    ) -> Result<(), Error> {
        let info = module.info();
        let block = |(number, bytes): &mut (u64, &mut Bytes)| Block {
            base: bytes.as_mut_ptr(),
            bytes: bytes.len() as u64,
            number: *number,
        };
        let blocks: Vec<Block> = self.memory.iter_mut().map(block).collect();
        let mut prepared = bound::prepare(info, &module.compiled.literals, &mut self.slots)?;
        let descs = prepared.descs(info.slots as usize);
        let lent = info.checked.then(|| prepared.lent());
        let formats = &module.compiled.formats;
        let printed = (!formats.is_empty()).then(|| Arc::new(Collected::new(Arc::clone(formats))));
        // There are as many descriptors as the kernel expects. What they point to is borrowed by `prepared`: exclusively
        // where the kernel may write. The blocks are borrowed exclusively too.
        let launch = Launch {
            kernel: linked.kernel,
            code: linked.code as Arc<dyn Send + Sync>,
            scratch_bytes: usize::try_from(info.scratch_bytes).unwrap_or(usize::MAX),
            groups,
            base: self.base,
            descs: &descs,
            push: &self.push,
            blocks: &blocks,
            lent,
            printed: printed.clone(),
            abort: self.abort.clone(),
            start,
            deadline: self.deadline,
        };
        let end = run(module.host.pool(), launch);
        prepared.copy_back();
        self.printed = printed.map_or_else(Printed::default, |printed| printed.finish());
        match end {
            End::Finished => Ok(()),
            End::Deadline => Err(Error::Deadline),
            End::Stopped => Err(Error::Stopped),
            End::Panic => Err(Error::Internal),
            End::Strayed(Stray { bytes, writes }) => Err(Error::Strayed { bytes, writes }),
            End::NoMemory => Err(Error::NoMemory { bytes: info.scratch_bytes }),
            End::NoThread => Err(Error::NoThread),
        }
    }

    /// Makes sure that everything is there for a run.
    fn prepare(&mut self, groups: [u32; 3]) -> Result<Module, Error> {
        let module = self.module.clone();
        let info = module.info();
        self.slots.values_mut().for_each(Slot::settle);
        let count = groups.iter().try_fold(1u64, |count, &groups| count.checked_mul(groups.into()));
        if count.is_none() {
            return Err(Error::TooManyGroups(groups));
        }
        self.printed = Printed::default();
        self.check(info)?;
        self.check_groups(info, groups)?;
        if self.push.len() < info.push_bytes as usize {
            self.push.resize(info.push_bytes as usize);
        }
        Ok(module)
    }

    /// Returns whether buffers whose accesses the kernel does not check have an element for each workgroup.
    fn check_groups(&self, info: &KernelInfo, groups: [u32; 3]) -> Result<(), Error> {
        let end = u64::from(self.base[0]) + u64::from(groups[0]);
        for binding in info.bindings.iter().filter(|binding| binding.group_bytes > 0) {
            let wanted = end.saturating_mul(binding.group_bytes);
            let given = self.slots.get(&(binding.slot as usize)).and_then(Slot::bytes).unwrap_or(0);
            if given < wanted {
                let place = format!("binding {}", Place::from((binding.set, binding.binding)).describe(binding));
                return Err(Error::TooSmall { place, wanted, given });
            }
        }
        Ok(())
    }

    /// Returns whether the bindings are those that the kernel needs, and no others.
    fn check(&self, info: &KernelInfo) -> Result<(), Error> {
        if info.push_bytes == 0 && !self.push.is_empty() {
            return Err(Error::NoPush);
        }
        if self.gaps {
            return Ok(());
        }
        for binding in &info.bindings {
            let slots = binding.slot as usize..binding.slot as usize + binding.count as usize;
            let slots: Vec<&Slot<'_>> = self.slots.range(slots).map(|(_, slot)| slot).collect();
            let wanted = bound::kind_name(binding.kind);
            let place = || Place::from((binding.set, binding.binding)).describe(binding);
            // Elements of an array that the shader does not access may be unbound.
            if !binding.unbounded && !slots.iter().any(|slot| slot.holds(binding.kind)) {
                return Err(Error::Missing { place: place(), wanted });
            }
            let shortest = slots.iter().filter_map(|slot| slot.bytes()).min();
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

/// Returns whether a binding is a buffer of bytes.
fn is_buffer(binding: &Binding) -> bool {
    matches!(binding.kind, BindingKind::UniformBuffer | BindingKind::StorageBuffer)
}

#[cfg(test)]
mod tests;
