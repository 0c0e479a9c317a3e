//! A module as a kernel of a device, with its arguments.

use super::arguments::{self, Given};
use super::objects::Object;
use super::{Device, program, told};
use crate::device::Result;
use base::target::KernelTarget;
use dialect::ir::Module;
use kernel::Options;
use runner::KernelInfo;
use std::ffi::CString;
use std::sync::{Arc, PoisonError};

/// A kernel on a device. Clones share it.
#[derive(Clone)]
pub struct Kernel(pub(super) Arc<Compiled>);

pub(super) struct Compiled {
    pub(super) info: KernelInfo,
    pub(super) device: Arc<Device>,
    pub(super) kernel: Object,
    pub(super) arguments: Vec<Given>,
}

/// Converts shaders to kernels, for the first of these targets that supports them.
fn converted(module: &Module, targets: &[&KernelTarget]) -> Result<(Module, Vec<kernel::Kernel>)> {
    let mut refused = "no target is known".to_owned();
    for target in targets {
        let (version, waves) = (target.spirv, target.waves);
        match kernel::convert(
            module,
            &Options { version, waves, read_write_images: true, keep_bindings: false, flatten_arrays: false },
        ) {
            Ok(made) => return Ok(made),
            Err(error) => refused = error.to_string(),
        }
    }
    Err(refused)
}

impl Kernel {
    /// Makes a kernel of a module of shaders or of kernels with the interface `info`.
    ///
    /// # Errors
    /// When it has no kernel form, or the device refuses it.
    pub fn new(device: &Arc<Device>, words: &[u32], info: KernelInfo, constants: &[(u32, u64)]) -> Result<Self> {
        let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
        let (words, arguments) = match kernel::is_of_kernels(&module) {
            true => (words.to_vec(), arguments::of_kernel(&module, &info.entry, &info)?),
            false => {
                let (module, kernels) = converted(&module, &device.targets)?;
                let words = dialect::spirv::write::write(&module).map_err(|error| error.to_string())?;
                let kernel = kernels.iter().find(|kernel| kernel.name == info.entry).ok_or("the kernel is gone")?;
                (words, arguments::of_shader(kernel, &info)?)
            }
        };
        let _turn = device.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let program = program::build(device, &words, constants)?;
        let name = CString::new(info.entry.as_str()).map_err(|_| "the entry point has no name")?;
        let (api, mut code) = (&device.api, 0);
        // SAFETY: see the module above.
        let kernel = unsafe { (api.create_kernel)(program.handle(), name.as_ptr(), &mut code) };
        told("make the kernel", code)?;
        let kernel = Object::new(api, kernel, api.release_kernel);
        Ok(Kernel(Arc::new(Compiled { info, device: Arc::clone(device), kernel, arguments })))
    }

    /// The interface of the entry point.
    pub fn info(&self) -> &KernelInfo {
        &self.0.info
    }
}
