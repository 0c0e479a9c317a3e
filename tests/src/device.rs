//! Kernels on the CPU or through Vulkan, behind one face: what is checked on one is checked on the other.
//!
//! Knows nothing of HLSL: a kernel is made of words.

use crate::vulkan;
use driver::internal::{Resource, place};
use runner::buffers::Pod;
use runner::{Host, Image, KernelInfo, Lanes, Module, Options, Sampler};
use std::sync::Arc;

/// What went wrong, in words.
pub type Result<T> = std::result::Result<T, String>;

/// Where kernels run.
#[derive(Clone)]
pub enum Device {
    /// On this machine's CPU, by this project.
    Cpu(Cpu),
    /// Wherever a Vulkan driver runs them.
    Vulkan(Arc<vulkan::Device>),
}

/// How kernels run on the CPU.
#[derive(Clone, Debug)]
pub struct Cpu {
    /// LLVM and threads.
    pub host: Host,
    /// How the lanes of a wave run.
    pub lanes: Lanes,
    /// Whether code asks before each access to memory.
    pub checked: bool,
}

impl Device {
    /// The CPU.
    ///
    /// # Errors
    /// When there is no LLVM.
    pub fn cpu() -> Result<Self> {
        let host = Host::new();
        match host.llvm() {
            Ok(_) => Ok(Device::Cpu(Cpu { host, lanes: Lanes::default(), checked: false })),
            Err(_) => Err("no LLVM was found".to_owned()),
        }
    }

    /// The same device with the lanes of a wave running like this, where it is the CPU.
    #[must_use]
    pub fn with_lanes(self, lanes: Lanes) -> Self {
        match self {
            Device::Cpu(cpu) => Device::Cpu(Cpu { lanes, ..cpu }),
            device @ Device::Vulkan(_) => device,
        }
    }

    /// The same device with code that asks before each access to memory, where it is the CPU.
    #[must_use]
    pub fn checked(self) -> Self {
        match self {
            Device::Cpu(cpu) => Device::Cpu(Cpu { checked: true, ..cpu }),
            device @ Device::Vulkan(_) => device,
        }
    }

    /// The Vulkan device that [`vulkan::Device::open`] chooses.
    ///
    /// # Errors
    /// When there is none.
    pub fn vulkan() -> Result<Self> {
        vulkan::Device::open().map(|device| Device::Vulkan(Arc::new(device)))
    }
}

/// What a kernel is made of.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The module.
    pub words: &'s [u32],
    /// The entry point.
    pub entry: &'s str,
    /// How many lanes a wave has on the CPU, at most.
    pub wave: u32,
    /// Specialisation constants by number, as bits.
    pub constants: &'s [(u32, u64)],
}

impl<'s> Source<'s> {
    /// A module as it is.
    pub fn new(words: &'s [u32], entry: &'s str) -> Self {
        Source { words, entry, wave: lower::Options::default().wave, constants: &[] }
    }
}

/// A kernel that is ready to run.
pub enum Kernel {
    /// On the CPU.
    Cpu(Module),
    /// Through Vulkan.
    Vulkan(vulkan::Kernel),
}

impl Kernel {
    /// Makes a kernel.
    ///
    /// # Errors
    /// When the device refuses the module.
    pub fn new(device: &Device, source: &Source<'_>) -> Result<Self> {
        let Source { words, entry, wave, constants } = *source;
        match device {
            Device::Cpu(Cpu { host, lanes, checked }) => {
                let (host, lanes, checked) = (host.clone(), *lanes, *checked);
                let constants = constants.to_vec();
                let options = Options { host, wave, lanes, constants, checked, ..Options::default() };
                Module::new(words, entry, &options).map(Kernel::Cpu).map_err(|error| error.to_string())
            }
            Device::Vulkan(device) => {
                let options = lower::Options { wave, spec_constants: constants.to_vec(), ..lower::Options::default() };
                let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
                let lowered = lower::compile_module(&module, entry, &options).map_err(|error| error.to_string())?;
                vulkan::Kernel::new(device, words, lowered.kernel, constants).map(Kernel::Vulkan)
            }
        }
    }

    /// What the entry point expects.
    pub fn info(&self) -> &KernelInfo {
        match self {
            Kernel::Cpu(module) => module.info(),
            Kernel::Vulkan(kernel) => kernel.info(),
        }
    }

    /// A dispatch to which nothing is bound yet.
    pub fn dispatch<'b>(&self) -> Dispatch<'b> {
        match self {
            Kernel::Cpu(module) => Dispatch::Cpu(Box::new(module.dispatch())),
            Kernel::Vulkan(kernel) => Dispatch::Vulkan(kernel.dispatch()),
        }
    }
}

/// What a kernel is about to run on. Bindings are named as [`place`] reads them.
pub enum Dispatch<'b> {
    /// On the CPU.
    Cpu(Box<runner::Dispatch<'b>>),
    /// Through Vulkan.
    Vulkan(vulkan::Dispatch<'b>),
}

/// Calls a method of whichever dispatch it is, and gives the dispatch back.
macro_rules! forward {
    ($dispatch:expr, $method:ident($($argument:expr),*)) => {{
        match $dispatch {
            Dispatch::Cpu(dispatch) => dispatch.$method($($argument),*).map(drop).map_err(|error| error.to_string())?,
            Dispatch::Vulkan(dispatch) => dispatch.$method($($argument),*)?,
        }
        Ok($dispatch)
    }};
}

impl<'b> Dispatch<'b> {
    /// Binds a buffer that is read.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn buffer<T: Pod>(&mut self, name: &str, values: &'b [T]) -> Result<&mut Self> {
        forward!(self, buffer(place(name), values))
    }

    /// Binds a buffer that is read and written.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn buffer_mut<T: Pod>(&mut self, name: &str, values: &'b mut [T]) -> Result<&mut Self> {
        forward!(self, buffer_mut(place(name), values))
    }

    /// Binds an image that is read or sampled.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn texture(&mut self, name: &str, image: &'b Image) -> Result<&mut Self> {
        forward!(self, texture(place(name), image))
    }

    /// Binds an image that is read and written.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn image(&mut self, name: &str, image: &'b mut Image) -> Result<&mut Self> {
        forward!(self, image(place(name), image))
    }

    /// Binds a sampler.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn sampler(&mut self, name: &str, sampler: Sampler) -> Result<&mut Self> {
        forward!(self, sampler(place(name), sampler))
    }

    /// Binds whatever it is.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn resource(&mut self, name: &str, resource: &'b mut Resource) -> Result<&mut Self> {
        match resource {
            Resource::Buffer(bytes, _) => self.buffer_mut(name, &mut bytes[..]),
            Resource::Image(image) => self.image(name, image),
            Resource::Sampler(sampler) => self.sampler(name, sampler.clone()),
        }
    }

    /// Sets the push constants.
    pub fn push_constants<T: Pod>(&mut self, values: &[T]) -> &mut Self {
        match self {
            Dispatch::Cpu(dispatch) => drop(dispatch.push_constants(values)),
            Dispatch::Vulkan(dispatch) => dispatch.push_constants(values),
        }
        self
    }

    /// Lets bindings be missing that the kernel does not use.
    pub fn allow_gaps(&mut self) -> &mut Self {
        match self {
            Dispatch::Cpu(dispatch) => drop(dispatch.allow_gaps()),
            Dispatch::Vulkan(dispatch) => dispatch.allow_gaps(),
        }
        self
    }

    /// Runs so many groups along each axis. Afterwards the results are in what was bound.
    ///
    /// # Errors
    /// When something is missing, or the device fails.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<()> {
        match self {
            Dispatch::Cpu(dispatch) => dispatch.run(groups).map_err(|error| error.to_string()),
            Dispatch::Vulkan(dispatch) => dispatch.prepare(groups).and_then(|prepared| {
                prepared.run()?;
                prepared.finish()
            }),
        }
    }
}
