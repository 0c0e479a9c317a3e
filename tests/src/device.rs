//! Kernels on the CPU, through Vulkan or through OpenCL, behind one interface: a check of one is a check of all.
//!
//! Knows nothing of HLSL: a kernel is made from words.

use crate::slots::{Bound, Driven, Slots};
use crate::{opencl, vulkan};
use abi::LowerError;
use abi::reason::Reason;
use check::{Checks, Finding, Level, Report};
use driver::internal::{Resource, place};
use runner::buffers::Pod;
use runner::{
    Cache, Checking, Cpu as Processor, Effort, Engine, Halt, Host, Image, KernelInfo, Lanes, Module, Options, Sampler,
    Screens,
};
use std::sync::Arc;

/// A result with a message as its error.
pub type Result<T> = std::result::Result<T, String>;

/// The environment variable that names the processor of [`Device::cpu`], as `run --cpu` does.
pub const PROCESSOR: &str = "CPU";

/// A device that runs kernels.
#[derive(Clone)]
pub enum Device {
    /// This machine's CPU, by the runner.
    Cpu(Cpu),
    /// A Vulkan driver.
    Vulkan(Arc<vulkan::Device>),
    /// An OpenCL driver: shaders are converted to kernels first.
    OpenCl(Arc<opencl::Device>),
}

/// Options of kernels on the CPU.
#[derive(Clone, Debug)]
pub struct Cpu {
    /// Compiled code, or the interpreter.
    pub engine: Engine,
    /// LLVM and threads.
    pub host: Host,
    /// The execution of a wave's lanes.
    pub lanes: Lanes,
    /// The processor to compile for.
    pub processor: Processor,
    /// The optimisation effort.
    pub effort: Effort,
    /// True for checked builds.
    pub checked: bool,
    /// The cache of compiled code.
    pub cache: Option<Cache>,
}

impl Device {
    /// The CPU, as the processor that the environment names in [`PROCESSOR`].
    ///
    /// # Errors
    /// When there is no LLVM.
    ///
    /// # Panics
    /// When the environment names an unknown one: an unknown device must not count as tested.
    pub fn cpu() -> Result<Self> {
        Self::as_processor(std::env::var(PROCESSOR).ok().as_deref())
    }

    /// The CPU as each of the processors that the environment names in [`PROCESSOR`], with `;` between them.
    ///
    /// # Errors
    /// When there is no LLVM.
    ///
    /// # Panics
    /// As [`Device::cpu`] does.
    pub fn cpus() -> Result<Vec<(String, Self)>> {
        let Ok(names) = std::env::var(PROCESSOR) else { return Ok(vec![(String::new(), Self::cpu()?)]) };
        names.split(';').map(|name| Ok((name.to_owned(), Self::as_processor(Some(name))?))).collect()
    }

    fn as_processor(name: Option<&str>) -> Result<Self> {
        let host = Host::new();
        let processor = match name {
            Some(name) => name.parse().unwrap_or_else(|error| panic!("{PROCESSOR}: {error}")),
            None => Processor::default(),
        };
        let (engine, lanes, effort) = (Engine::default(), Lanes::default(), Effort::default());
        match host.llvm() {
            Ok(_) => Ok(Device::Cpu(Cpu { engine, host, lanes, processor, effort, checked: false, cache: None })),
            Err(_) => Err("no LLVM was found".to_owned()),
        }
    }

    /// The interpreter, with these checks: it needs no LLVM.
    pub fn interpreter(checks: Checks) -> Self {
        let engine = Engine::Interpreter(Checking::new(checks));
        let (host, lanes, processor, effort) = (Host::new(), Lanes::default(), Processor::default(), Effort::default());
        Device::Cpu(Cpu { engine, host, lanes, processor, effort, checked: false, cache: None })
    }

    /// The interpreter with these checks, where compiled code runs first whatever can tell that there are no findings.
    pub fn screened(checks: Checks) -> Self {
        let engine = Engine::Interpreter(Checking { screens: Screens::All, ..Checking::new(checks) });
        Self::interpreter(Checks::none()).on_cpu(|cpu| cpu.engine = engine)
    }

    /// The device as another processor, if it is the CPU.
    #[must_use]
    pub fn with_processor(self, processor: Processor) -> Self {
        self.on_cpu(|cpu| cpu.processor = processor)
    }

    /// The device with another way to run lanes, if it is the CPU.
    #[must_use]
    pub fn with_lanes(self, lanes: Lanes) -> Self {
        self.on_cpu(|cpu| cpu.lanes = lanes)
    }

    /// The device with another optimization effort, if it is the CPU.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        self.on_cpu(|cpu| cpu.effort = effort)
    }

    /// The device with checked builds, if it is the CPU.
    #[must_use]
    pub fn checked(self) -> Self {
        self.on_cpu(|cpu| cpu.checked = true)
    }

    /// The device with a cache, if it is the CPU.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        self.on_cpu(|cpu| cpu.cache = Some(cache))
    }

    fn on_cpu(mut self, change: impl FnOnce(&mut Cpu)) -> Self {
        match &mut self {
            Device::Cpu(cpu) => change(cpu),
            Device::Vulkan(_) | Device::OpenCl(_) => {}
        }
        self
    }

    /// The Vulkan device that [`vulkan::Device::open`] chooses.
    ///
    /// # Errors
    /// When there is none.
    pub fn vulkan() -> Result<Self> {
        vulkan::Device::open().map(|device| Device::Vulkan(Arc::new(device)))
    }

    /// The Vulkan devices that [`vulkan::Device::open_all`] chooses, with their names.
    ///
    /// # Errors
    /// When there is none, or one of the named ones is missing.
    pub fn vulkans() -> Result<Vec<(String, Self)>> {
        let all = vulkan::Device::open_all()?.into_iter();
        Ok(all.map(|device| (device.name().to_owned(), Device::Vulkan(Arc::new(device)))).collect())
    }

    /// The OpenCL devices that [`opencl::Device::open`] finds, with their names.
    ///
    /// # Errors
    /// When there is none.
    pub fn opencl() -> Result<Vec<(String, Self)>> {
        let all = opencl::Device::open()?.into_iter();
        Ok(all.map(|device| (device.name().to_owned(), Device::OpenCl(Arc::new(device)))).collect())
    }
}

/// The source of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The module.
    pub words: &'s [u32],
    /// The entry point.
    pub entry: &'s str,
    /// The maximum number of lanes in a wave on the CPU.
    pub wave: u32,
    /// Specialisation constants by id, as bits.
    pub constants: &'s [(u32, u64)],
    /// True if the CPU computes the bits of the interpreter.
    pub exact: bool,
}

impl<'s> Source<'s> {
    /// A module without further settings.
    pub fn new(words: &'s [u32], entry: &'s str) -> Self {
        Source { words, entry, wave: lower::Options::default().wave, constants: &[], exact: false }
    }
}

/// A compiled kernel.
pub enum Kernel {
    /// On the CPU.
    Cpu(Module),
    /// Through Vulkan.
    Vulkan(vulkan::Kernel),
    /// Through OpenCL.
    OpenCl(opencl::Kernel),
}

impl Cpu {
    /// The options of modules.
    pub fn options(&self) -> Options {
        let Cpu { engine, host, lanes, processor, effort, checked, cache } = self.clone();
        Options { engine, host, lanes, cpu: processor, effort, checked, cache, ..Options::default() }
    }
}

impl Kernel {
    /// Makes a kernel.
    ///
    /// # Errors
    /// When the device refuses the module.
    pub fn new(device: &Device, source: &Source<'_>) -> Result<Self> {
        let Source { words, entry, wave, constants, exact } = *source;
        match device {
            Device::Cpu(cpu) => {
                let constants = constants.to_vec();
                let options = Options { wave, constants, exact, ..cpu.options() };
                let module = Module::new(words, entry, &options).map_err(|error| error.to_string())?;
                if let Some(Reason::Op(error)) = &module.info().one_by_one
                    && is_wrong(error)
                {
                    return Err(format!("lanes run one by one: {error}"));
                }
                Ok(Kernel::Cpu(module))
            }
            Device::Vulkan(device) => {
                vulkan::Kernel::new(device, words, expected(source)?, constants).map(Kernel::Vulkan)
            }
            Device::OpenCl(device) => {
                opencl::Kernel::new(device, words, expected(source)?, constants).map(Kernel::OpenCl)
            }
        }
    }

    /// The interface of the entry point.
    pub fn info(&self) -> &KernelInfo {
        match self {
            Kernel::Cpu(module) => module.info(),
            Kernel::Vulkan(kernel) => kernel.info(),
            Kernel::OpenCl(kernel) => kernel.info(),
        }
    }

    /// A dispatch without bindings.
    pub fn dispatch<'b>(&self) -> Dispatch<'b> {
        match self {
            Kernel::Cpu(module) => Dispatch::Cpu(Box::new(module.dispatch())),
            Kernel::Vulkan(kernel) => Dispatch::Vulkan(Driven::new(kernel.clone(), kernel.info())),
            Kernel::OpenCl(kernel) => Dispatch::OpenCl(Driven::new(kernel.clone(), kernel.info())),
        }
    }
}

/// Returns whether vectorisation failed because of invalid LLVM IR: the modules of tests are valid.
fn is_wrong(error: &LowerError) -> bool {
    match error {
        LowerError::Invalid(_) => true,
        LowerError::At(_, error) => is_wrong(error),
        LowerError::NoEntryPoint(..)
        | LowerError::Unsupported(..)
        | LowerError::TooLarge(_)
        | LowerError::Overlap { .. } => false,
    }
}

/// The interface of a module's entry point, from the lowering for the CPU.
fn expected(source: &Source<'_>) -> Result<KernelInfo> {
    let Source { words, entry, wave, constants, .. } = *source;
    let options = lower::Options { wave, spec_constants: constants.to_vec(), ..lower::Options::default() };
    let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
    Ok(lower::compile_module(&module, entry, &options).map_err(|error| error.to_string())?.kernel)
}

/// A dispatch. Bindings are named as [`place`] reads them.
pub enum Dispatch<'b> {
    /// On the CPU.
    Cpu(Box<runner::Dispatch<'b>>),
    /// Through Vulkan.
    Vulkan(vulkan::Dispatch<'b>),
    /// Through OpenCL.
    OpenCl(opencl::Dispatch<'b>),
}

/// What checks have found but comments do not allow, an error or a warning in each line.
fn findings(report: &Report) -> Vec<String> {
    let mut report = report.clone();
    let texts: Vec<Option<String>> = report.files.iter().map(|name| std::fs::read_to_string(name).ok()).collect();
    check::allow::apply(&mut report, &Checks::none(), &texts);
    let found = report.findings.iter().filter(|finding| finding.level >= Level::Warning);
    let line = |finding: &Finding| {
        let line = finding.place.map_or(0, |place| place.line);
        format!("{} at line {line}: {}", finding.level.word(), finding.message)
    };
    found.map(line).collect()
}

/// Binds to any kind of dispatch, and returns the dispatch: on the CPU by a method of its own.
macro_rules! bind {
    ($dispatch:expr, $place:expr, $method:ident($value:expr), $bound:expr) => {{
        match $dispatch.driven() {
            Ok(slots) => slots.bind(&$place, $bound)?,
            Err(dispatch) => dispatch.$method($place, $value).map(drop).map_err(|error| error.to_string())?,
        }
        Ok($dispatch)
    }};
}

impl<'b> Dispatch<'b> {
    /// Runs the given number of groups in the interpreter. Gives what its checks find, even if the run does not end.
    ///
    /// # Errors
    /// When something is missing, or the interpreter does not run the kernel.
    pub fn report(&mut self, groups: [u32; 3]) -> Result<Report> {
        let Dispatch::Cpu(dispatch) = self else { return Err("only the interpreter checks".to_owned()) };
        let ended = dispatch.run(groups);
        match dispatch.report() {
            Some(report) => Ok(report.clone()),
            None => Err(ended.err().map_or_else(String::new, |error| error.to_string())),
        }
    }

    /// Runs the given number of groups in the interpreter as a debugger does: a few steps at a time, and each part of
    /// the run twice, since it goes back to copies of earlier states. The findings must be none, as for
    /// [`Dispatch::run`].
    ///
    /// # Errors
    /// When something is missing, something is found, or the interpreter does not run the kernel.
    pub fn run_in_pieces(&mut self, groups: [u32; 3]) -> Result<()> {
        /// The pieces between two copies.
        const APART: usize = 50;
        let Dispatch::Cpu(dispatch) = self else { return Err("only the interpreter goes back".to_owned()) };
        let (mut run, _) = dispatch.debug(groups).map_err(|error| error.to_string())?;
        let mut copy = run.duplicate();
        for piece in 1.. {
            if let Halt::Ended(_) = run.advance(1 + piece as u64 % 13) {
                match copy.take() {
                    // What has ended is run to its end once more.
                    Some(earlier) => run = earlier,
                    None => break,
                }
            }
            if piece % APART == 0 {
                run = match copy.take() {
                    Some(earlier) => earlier,
                    None => {
                        copy = run.duplicate();
                        run
                    }
                };
            }
        }
        dispatch.adopt(run).map_err(|error| error.to_string())?;
        let found = dispatch.report().map_or_else(Vec::new, findings);
        if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
    }

    /// The bindings of a driver's kernel, or the dispatch on the CPU.
    fn driven(&mut self) -> std::result::Result<&mut Slots<'b>, &mut runner::Dispatch<'b>> {
        match self {
            Dispatch::Cpu(dispatch) => Err(dispatch),
            Dispatch::Vulkan(dispatch) => Ok(&mut dispatch.slots),
            Dispatch::OpenCl(dispatch) => Ok(&mut dispatch.slots),
        }
    }

    /// Binds a buffer that is read.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn buffer<T: Pod>(&mut self, name: &str, values: &'b [T]) -> Result<&mut Self> {
        bind!(self, place(name), buffer(values), Bound::Shared(bytemuck::cast_slice(values)))
    }

    /// Binds a buffer that is read and written.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn buffer_mut<T: Pod>(&mut self, name: &str, values: &'b mut [T]) -> Result<&mut Self> {
        bind!(self, place(name), buffer_mut(values), Bound::Exclusive(bytemuck::cast_slice_mut(values)))
    }

    /// Binds an image that is read or sampled.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn texture(&mut self, name: &str, image: &'b Image) -> Result<&mut Self> {
        bind!(self, place(name), texture(image), Bound::Texture(image))
    }

    /// Binds an image that is read and written.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn image(&mut self, name: &str, image: &'b mut Image) -> Result<&mut Self> {
        bind!(self, place(name), image(image), Bound::Image(image))
    }

    /// Binds a sampler.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn sampler(&mut self, name: &str, sampler: Sampler) -> Result<&mut Self> {
        match self.driven() {
            Ok(slots) => slots.sampler(&place(name), sampler)?,
            Err(dispatch) => dispatch.sampler(place(name), sampler).map(drop).map_err(|error| error.to_string())?,
        }
        Ok(self)
    }

    /// Binds any resource.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn resource(&mut self, name: &str, resource: &'b mut Resource) -> Result<&mut Self> {
        match resource {
            Resource::Buffer(bytes, _) => self.buffer_mut(name, &mut bytes[..]),
            Resource::Image(image) => self.image(name, image),
            Resource::Sampler(sampler) => self.sampler(name, sampler.clone()),
            Resource::Scene(scene) => {
                let Err(dispatch) = self.driven() else {
                    return Err("acceleration structures are not supported here".to_owned());
                };
                dispatch.scene(place(name), scene).map(drop).map_err(|error| error.to_string())?;
                Ok(self)
            }
        }
    }

    /// Sets the push constants.
    pub fn push_constants<T: Pod>(&mut self, values: &[T]) -> &mut Self {
        match self.driven() {
            Ok(slots) => slots.push_constants(values),
            Err(dispatch) => drop(dispatch.push_constants(values)),
        }
        self
    }

    /// Allows missing bindings that the kernel does not use.
    pub fn allow_gaps(&mut self) -> &mut Self {
        match self.driven() {
            Ok(slots) => slots.allow_gaps(),
            Err(dispatch) => drop(dispatch.allow_gaps()),
        }
        self
    }

    /// Runs this many workgroups along each axis. Afterwards the bound memory has the results.
    ///
    /// # Errors
    /// When something is missing, the device fails, or checks find something.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<()> {
        match self {
            Dispatch::Cpu(dispatch) => {
                let ended = dispatch.run(groups);
                let found = dispatch.report().map(findings).unwrap_or_default();
                if found.is_empty() { ended.map_err(|error| error.to_string()) } else { Err(found.join("\n")) }
            }
            Dispatch::Vulkan(dispatch) => dispatch.prepare(groups).and_then(|prepared| {
                prepared.run()?;
                prepared.finish()
            }),
            Dispatch::OpenCl(dispatch) => dispatch.run(groups),
        }
    }
}
