//! Kernels through OpenCL: the loader, the devices of all drivers, and dispatches.
//!
//! Made for tests: one queue per device, all objects created for each dispatch. A module of shaders is converted to
//! kernels first; a device without SPIR-V gets it through Khronos' translator, if that is installed. The environment
//! variable `OPENCL_DEVICE` selects devices by a part of their names. The interface of a kernel is its [`KernelInfo`]
//! (`runner::KernelInfo`), as for the runner.
//!
//! All of OpenCL's functions are unsafe. What the blocks here rely on in common: handles are owned by an
//! [`objects::Object`], which keeps the library loaded, and pointers that are passed point to locals that live as long
//! as the call, with as many elements or bytes as the call says.
//!
//! [`KernelInfo`]: runner::KernelInfo
#![allow(unsafe_code, reason = "OpenCL is called")]

mod api;
mod arguments;
mod dispatch;
mod formats;
mod kernel;
mod objects;
mod program;

pub use dispatch::Dispatch;
pub use kernel::Kernel;

use crate::device::Result;
use api::{Api, Handle};
use base::target::KernelTarget;
use objects::Object;
use program::Form;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex};

/// The choice of devices: a part of their names.
const CHOICE: &str = "OPENCL_DEVICE";

/// An OpenCL device with a queue.
pub struct Device {
    api: Arc<Api>,
    handle: Handle,
    context: Object,
    queue: Object,
    name: String,
    form: Form,
    /// The targets of conversions, in order of preference.
    targets: Vec<&'static KernelTarget>,
    /// Serialises calls of drivers: some are not thread-safe.
    turn: Mutex<()>,
}

/// Queries of platforms and devices, by OpenCL's numbers.
mod question {
    pub(super) const PLATFORM_NAME: u32 = 0x0902;
    pub(super) const DRIVER_VERSION: u32 = 0x102D;
    pub(super) const EXTENSIONS: u32 = 0x1030;
    pub(super) const IL_VERSION: u32 = 0x105B;
}

/// Targets that devices may accept: all accept the first one.
const TARGETS: [&str; 2] = ["opencl2.2", "opencl3.0"];

/// Devices of all types.
const ALL_TYPES: u64 = 0xFFFF_FFFF;

/// An error of OpenCL with the failed operation.
fn told(what: &str, code: i32) -> Result<()> {
    match code {
        0 => Ok(()),
        code => Err(format!("OpenCL cannot {what}: {code}")),
    }
}

impl Device {
    /// Opens the devices of all drivers that accept modules.
    ///
    /// # Errors
    /// When there is no loader, no driver, or no selected device.
    pub fn open() -> Result<Vec<Self>> {
        let api = Arc::new(Api::load()?);
        let wanted = std::env::var(CHOICE).unwrap_or_default();
        let mut found = Vec::new();
        for platform in platforms(&api)? {
            let asked = |size, at, needed: &mut usize| {
                // SAFETY: see the module.
                unsafe { (api.get_platform_info)(platform, question::PLATFORM_NAME, size, at, needed) }
            };
            let platform_name = text(asked);
            for device in devices(&api, platform) {
                let device = Device::new(&api, device, &platform_name)?;
                found.extend(device.filter(|device| device.name.contains(&wanted)));
            }
        }
        if found.is_empty() { Err("no OpenCL device that takes SPIR-V was found".to_owned()) } else { Ok(found) }
    }

    /// A device with a queue; `None` if it accepts no modules.
    fn new(api: &Arc<Api>, handle: Handle, platform: &str) -> Result<Option<Self>> {
        let ask = |question| {
            text(|size, at, needed: &mut usize| {
                // SAFETY: see the module.
                unsafe { (api.get_device_info)(handle, question, size, at, needed) }
            })
        };
        let name = format!("{platform} {}", ask(question::DRIVER_VERSION));
        let (il, extensions) = (ask(question::IL_VERSION), ask(question::EXTENSIONS));
        let Some(form) = Form::of(api, &il, &extensions) else { return Ok(None) };
        let targets = targets(&il, &extensions);
        let mut code = 0;
        // SAFETY: see the module.
        let context = unsafe { (api.create_context)(null(), 1, &handle, None, null_mut(), &mut code) };
        told("make a context", code)?;
        let context = Object::new(api, context, api.release_context);
        // SAFETY: see the module.
        let queue = unsafe { (api.create_command_queue)(context.handle(), handle, 0, &mut code) };
        told("make a queue", code)?;
        let queue = Object::new(api, queue, api.release_command_queue);
        Ok(Some(Device { api: Arc::clone(api), handle, context, queue, name, form, targets, turn: Mutex::new(()) }))
    }

    /// The platform and the version of the driver.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The targets that a device claims to accept.
fn targets(il: &str, extensions: &str) -> Vec<&'static KernelTarget> {
    let has_parts = ["ballot", "shuffle", "shuffle_relative", "non_uniform_vote", "non_uniform_arithmetic"]
        .iter()
        .all(|part| extensions.split(' ').any(|extension| extension == format!("cl_khr_subgroup_{part}")));
    let names = if has_parts && il.contains("SPIR-V_1.3") { &TARGETS[..] } else { &TARGETS[..1] };
    names.iter().filter_map(|name| KernelTarget::from_name(name)).collect()
}

fn platforms(api: &Api) -> Result<Vec<Handle>> {
    let mut count = 0;
    // SAFETY: see the module.
    let code = unsafe { (api.get_platform_ids)(0, null_mut(), &mut count) };
    let mut all = vec![Handle::NULL; count as usize];
    if code != 0 || all.is_empty() {
        return Err("no OpenCL driver was found".to_owned());
    }
    // SAFETY: see the module.
    told("list drivers", unsafe { (api.get_platform_ids)(count, all.as_mut_ptr(), null_mut()) })?;
    Ok(all)
}

/// The devices of a platform; none on an error.
fn devices(api: &Api, platform: Handle) -> Vec<Handle> {
    let mut count = 0;
    // SAFETY: see the module.
    let code = unsafe { (api.get_device_ids)(platform, ALL_TYPES, 0, null_mut(), &mut count) };
    let mut all = vec![Handle::NULL; if code == 0 { count as usize } else { 0 }];
    // SAFETY: see the module.
    let code = unsafe { (api.get_device_ids)(platform, ALL_TYPES, count, all.as_mut_ptr(), null_mut()) };
    if code == 0 { all } else { Vec::new() }
}

/// A string that is queried twice: for its size, and for its contents. Empty on an error.
fn text(mut ask: impl FnMut(usize, *mut std::ffi::c_void, &mut usize) -> i32) -> String {
    let mut size = 0;
    if ask(0, null_mut(), &mut size) != 0 {
        return String::new();
    }
    let mut bytes = vec![0u8; size];
    if ask(size, bytes.as_mut_ptr().cast(), &mut size) != 0 {
        return String::new();
    }
    String::from_utf8_lossy(&bytes).trim_end_matches('\0').trim().to_owned()
}
