//! Kernels through Vulkan: the loader, devices, and dispatches.
//!
//! Made for tests and measurements: one queue, memory that is visible to the host, all objects created for each
//! dispatch. The environment variable `VULKAN_DEVICE` selects a device by a part of its name, or several for
//! comparisons, separated by `;`; by default a CPU device is preferred, whose results are the same on every machine.
//! The interface of a kernel is its [`KernelInfo`] (`runner::KernelInfo`), as for the runner.
//!
//! All of Vulkan's functions are unsafe. What the blocks here rely on in common: handles are owned by an
//! [`objects::Objects`], which keeps the device alive and outlives every use of them, and structs that are passed point
//! to locals that live as long as the call.
//!
//! [`KernelInfo`]: runner::KernelInfo
#![allow(unsafe_code, reason = "Vulkan is called")]

mod dispatch;
mod drawing;
mod formats;
mod frames;
mod kernel;
mod memory;
mod objects;
mod texels;
pub mod validation;

pub use dispatch::{Dispatch, Prepared};
pub use drawing::{Drawing, Triangles};
pub use frames::Frames;
pub use kernel::Kernel;

use crate::device::Result;
use ash::vk;
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};

/// The selection of devices: a part of the name of each.
const CHOICE: &str = "VULKAN_DEVICE";
/// The separator between them.
const SEPARATOR: char = ';';

/// A Vulkan device with a queue for kernels.
pub struct Device {
    /// Keeps the loader's library open.
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    name: String,
    logical: ash::Device,
    family: u32,
    /// The number of lanes in a wave, by default.
    wave: u32,
    /// Nanoseconds per tick of the device's clock.
    tick: f32,
    /// Only one thread at a time may submit.
    queue: Mutex<vk::Queue>,
}

/// An error of Vulkan with the failed operation.
fn told(what: &'static str) -> impl Fn(vk::Result) -> String {
    move |error| format!("Vulkan cannot {what}: {error}")
}

impl Device {
    /// Opens the selected device, the first one of several.
    ///
    /// # Errors
    /// When there is no loader, no driver, or no selected device.
    pub fn open() -> Result<Self> {
        Self::open_named(wanted().first().map(String::as_str))
    }

    /// Opens each selected device.
    ///
    /// # Errors
    /// When there is no loader or no driver, or one of the devices is missing.
    pub fn open_all() -> Result<Vec<Self>> {
        match wanted().as_slice() {
            [] => Ok(vec![Self::open_named(None)?]),
            names => names.iter().map(|name| Self::open_named(Some(name))).collect(),
        }
    }

    fn open_named(name: Option<&str>) -> Result<Self> {
        // SAFETY: the library is the system's Vulkan loader, whose initialisation may run anywhere.
        let entry = unsafe { ash::Entry::load() }.map_err(|_| "no Vulkan loader was found".to_owned())?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: see the module.
        let instance = unsafe { entry.create_instance(&info, None) }.map_err(|_| "no Vulkan driver was found")?;
        let opened = choose(&instance, name).and_then(|(physical, name)| {
            let (logical, family) = create(&instance, physical)?;
            Ok((physical, name, logical, family))
        });
        match opened {
            Ok((physical, name, logical, family)) => {
                // SAFETY: the device was created with one queue of this family.
                let queue = Mutex::new(unsafe { logical.get_device_queue(family, 0) });
                let (wave, tick) = wave_and_tick(&instance, physical);
                Ok(Device { _entry: entry, instance, physical, name, logical, family, wave, tick, queue })
            }
            Err(problem) => {
                // SAFETY: nothing has been made of the instance.
                unsafe { instance.destroy_instance(None) };
                Err(problem)
            }
        }
    }

    /// The driver's name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of lanes in a wave, for kernels that do not ask for another.
    pub fn wave(&self) -> u32 {
        self.wave
    }

    /// Runs commands and waits until they are done.
    fn submit(&self, commands: vk::CommandBuffer, fence: vk::Fence) -> Result<()> {
        let buffers = [commands];
        let submits = [vk::SubmitInfo::default().command_buffers(&buffers)];
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: see the module; the queue is this thread's while it is locked, and no one else uses the fence.
        unsafe {
            self.logical.reset_fences(&[fence]).map_err(told("reset a fence"))?;
            self.logical.queue_submit(*queue, &submits, fence).map_err(told("submit commands"))?;
            self.logical.wait_for_fences(&[fence], true, u64::MAX).map_err(told("wait for the device"))
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: what was made of the device holds on to it, and is gone.
        unsafe {
            self.logical.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// The number of lanes in a wave, and the nanoseconds per tick of the clock.
fn wave_and_tick(instance: &ash::Instance, physical: vk::PhysicalDevice) -> (u32, f32) {
    let mut waves = vk::PhysicalDeviceSubgroupProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut waves);
    // SAFETY: the device is one of the instance's, which is alive.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let tick = properties.properties.limits.timestamp_period;
    (waves.subgroup_size, tick)
}

/// The parts of names in the environment.
fn wanted() -> Vec<String> {
    let names = std::env::var(CHOICE).unwrap_or_default();
    names.split(SEPARATOR).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The named device, else a CPU device, else the first one.
fn choose(instance: &ash::Instance, wanted: Option<&str>) -> Result<(vk::PhysicalDevice, String)> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }.map_err(told("list devices"))?;
    let mut found = Vec::new();
    for device in devices {
        // SAFETY: the device is one of the instance's.
        let properties = unsafe { instance.get_physical_device_properties(device) };
        let name = properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned();
        let is_wanted = wanted.is_none_or(|wanted| name.contains(wanted));
        if is_wanted && properties.api_version >= vk::API_VERSION_1_2 {
            found.push((properties.device_type != vk::PhysicalDeviceType::CPU, device, name));
        }
    }
    found.sort_by_key(|(other_than_cpu, ..)| *other_than_cpu);
    let first = found.into_iter().next().map(|(_, device, name)| (device, name));
    first.ok_or_else(|| match wanted {
        Some(name) => format!("no Vulkan 1.2 device was found with '{name}' in its name"),
        None => "no Vulkan 1.2 device was found".to_owned(),
    })
}

/// The device with a compute queue and all its features, robust buffer access among them.
fn create(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<(ash::Device, u32)> {
    // SAFETY: the device is one of the instance's.
    let (families, version) = unsafe {
        let properties = instance.get_physical_device_properties(physical);
        (instance.get_physical_device_queue_family_properties(physical), properties.api_version)
    };
    let computes = |family: &vk::QueueFamilyProperties| family.queue_flags.contains(vk::QueueFlags::COMPUTE);
    let family = families.iter().position(computes).ok_or("the Vulkan device runs no kernels")? as u32;
    let mut since_1_1 = vk::PhysicalDeviceVulkan11Features::default();
    let mut since_1_2 = vk::PhysicalDeviceVulkan12Features::default();
    let mut since_1_3 = vk::PhysicalDeviceVulkan13Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut since_1_1).push_next(&mut since_1_2);
    if version >= vk::API_VERSION_1_3 {
        features = features.push_next(&mut since_1_3);
    }
    // SAFETY: see the module.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut features);
    // SAFETY: see the module.
    let device = unsafe { instance.create_device(physical, &info, None) }.map_err(told("open the device"))?;
    Ok((device, family))
}
