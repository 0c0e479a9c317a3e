//! What a Vulkan driver's compiler makes of a compute shader: the statistics of its pipeline.
//!
//! The driver's library is loaded itself, without a loader, and the first device of its that can tell is taken. Drivers may
//! crash on what they are given: the caller is a process that may die. Knows nothing of HLSL, nor of how the
//! numbers are shown.
#![allow(unsafe_code, reason = "Vulkan is called")]

use ash::vk;
use libloading::Library;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;

/// A descriptor set by its bindings.
pub type Set = Vec<Slot>;

/// A binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number.
    pub binding: u32,
    /// The number of the descriptor type in Vulkan.
    pub descriptor: i32,
    /// The number of descriptors.
    pub count: u32,
}

/// A compute shader with the interface that its pipeline needs.
#[derive(Clone, Debug)]
pub struct Shader<'s> {
    /// The module.
    pub words: &'s [u32],
    /// The entry point.
    pub entry: &'s str,
    /// The descriptor sets, by number.
    pub sets: &'s [Set],
    /// The bytes of push constants.
    pub push_bytes: u32,
}

/// A number that the driver tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// The driver's name for it.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// The statistics of a shader, with the name of the device.
///
/// # Errors
/// When the driver cannot be loaded, has no device that tells them, or refuses the shader.
pub fn statistics(driver: &Path, shader: &Shader<'_>) -> Result<(String, Vec<Statistic>), String> {
    let loaded = Loaded::new(driver)?;
    let (physical, name) = loaded.physical()?;
    let device = Device::new(&loaded.instance, physical)?;
    Ok((name, device.statistics(&loaded.instance, shader)?))
}

/// The extension that has statistics.
const STATISTICS: &CStr = ash::khr::pipeline_executable_properties::NAME;

fn told(what: &str) -> impl Fn(vk::Result) -> String {
    move |error| format!("the driver cannot {what}: {error}")
}

/// A driver with an instance.
struct Loaded {
    instance: ash::Instance,
    _entry: ash::Entry,
    _library: Library,
}

type GetProcAddr = vk::PFN_vkGetInstanceProcAddr;
type Negotiate = unsafe extern "system" fn(*mut u32) -> vk::Result;

impl Loaded {
    fn new(driver: &Path) -> Result<Self, String> {
        let wrong = |error: libloading::Error| format!("the driver cannot be loaded: {error}");
        // SAFETY: the library is a Vulkan driver that the system lists, whose initialization may run anywhere; its two
        // functions are declared as the interface between loader and drivers has them.
        let (library, entry) = unsafe {
            let library = Library::new(driver).map_err(wrong)?;
            if let Ok(negotiate) = library.get::<Negotiate>(b"vk_icdNegotiateLoaderICDInterfaceVersion\0") {
                let mut version = 5;
                negotiate(&raw mut version).result().map_err(told("agree on an interface"))?;
            }
            let get = *library.get::<GetProcAddr>(b"vk_icdGetInstanceProcAddr\0").map_err(wrong)?;
            let entry = ash::Entry::from_static_fn(ash::StaticFn { get_instance_proc_addr: get });
            (library, entry)
        };
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the structs live as long as the call.
        let instance = unsafe { entry.create_instance(&info, None) }.map_err(told("make an instance"))?;
        Ok(Loaded { instance, _entry: entry, _library: library })
    }

    /// The first device with statistics.
    fn physical(&self) -> Result<(vk::PhysicalDevice, String), String> {
        // SAFETY: the instance is alive.
        let all = unsafe { self.instance.enumerate_physical_devices() }.map_err(told("list devices"))?;
        for physical in all {
            // SAFETY: the device is one of the instance's.
            let (properties, extensions) = unsafe {
                let properties = self.instance.get_physical_device_properties(physical);
                (properties, self.instance.enumerate_device_extension_properties(physical))
            };
            let extensions = extensions.map_err(told("list extensions"))?;
            if extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(STATISTICS)) {
                let name = properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default();
                return Ok((physical, name.into_owned()));
            }
        }
        Err("the driver has no device that tells statistics".to_owned())
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: the device that was made of the instance is gone.
        unsafe { self.instance.destroy_instance(None) };
    }
}

/// A device. What is made of it lives until it goes: it serves a single pipeline.
struct Device {
    device: ash::Device,
}

impl Device {
    fn new(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<Self, String> {
        let mut since_1_1 = vk::PhysicalDeviceVulkan11Features::default();
        let mut since_1_2 = vk::PhysicalDeviceVulkan12Features::default();
        let mut since_1_3 = vk::PhysicalDeviceVulkan13Features::default();
        let mut executables = vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default();
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut since_1_1)
            .push_next(&mut since_1_2)
            .push_next(&mut since_1_3)
            .push_next(&mut executables);
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let extensions = [STATISTICS.as_ptr()];
        // SAFETY: the structs live as long as the calls, and the extension is there.
        let device = unsafe {
            instance.get_physical_device_features2(physical, &mut features);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&extensions)
                .push_next(&mut features);
            instance.create_device(physical, &info, None)
        };
        Ok(Device { device: device.map_err(told("open a device"))? })
    }

    fn statistics(&self, instance: &ash::Instance, shader: &Shader<'_>) -> Result<Vec<Statistic>, String> {
        let layout = self.layout(shader)?;
        let pipeline = self.pipeline(shader, layout)?;
        let functions = ash::khr::pipeline_executable_properties::Device::new(instance, &self.device);
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline is alive, and was made to tell statistics.
        let found = unsafe { functions.get_pipeline_executable_statistics(&info) };
        let found = found.map_err(told("tell statistics"))?;
        Ok(found.iter().map(statistic).collect())
    }

    fn layout(&self, shader: &Shader<'_>) -> Result<vk::PipelineLayout, String> {
        let mut sets = Vec::with_capacity(shader.sets.len());
        for set in shader.sets {
            let slot = |slot: &Slot| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(slot.binding)
                    .descriptor_type(vk::DescriptorType::from_raw(slot.descriptor))
                    .descriptor_count(slot.count)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            };
            let bindings: Vec<_> = set.iter().map(slot).collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the structs live as long as the call.
            let made = unsafe { self.device.create_descriptor_set_layout(&info, None) };
            sets.push(made.map_err(told("lay out descriptors"))?);
        }
        let ranges = [vk::PushConstantRange {
            stage_flags: vk::ShaderStageFlags::COMPUTE,
            offset: 0,
            size: shader.push_bytes.next_multiple_of(4),
        }];
        let ranges = if shader.push_bytes == 0 { &[][..] } else { &ranges };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(ranges);
        // SAFETY: as above.
        unsafe { self.device.create_pipeline_layout(&info, None) }.map_err(told("lay out descriptors"))
    }

    fn pipeline(&self, shader: &Shader<'_>, layout: vk::PipelineLayout) -> Result<vk::Pipeline, String> {
        let info = vk::ShaderModuleCreateInfo::default().code(shader.words);
        // SAFETY: the words are a valid module, and live as long as the call.
        let module = unsafe { self.device.create_shader_module(&info, None) }.map_err(told("read the module"))?;
        let name = CString::new(shader.entry).map_err(|_| "the entry point's name has a zero".to_owned())?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(&name);
        let info = [vk::ComputePipelineCreateInfo::default()
            .flags(vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR)
            .stage(stage)
            .layout(layout)];
        // SAFETY: the structs live as long as the call.
        let made = unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None) };
        let made = made.map_err(|(_, error)| told("compile the shader")(error))?;
        made.first().copied().ok_or_else(|| "the driver made no pipeline".to_owned())
    }
}

fn statistic(found: &vk::PipelineExecutableStatisticKHR<'_>) -> Statistic {
    // SAFETY: the name ends with a zero, and the format says which of the four the value is.
    let (name, value) = unsafe {
        let name = CStr::from_ptr(found.name.as_ptr().cast::<c_char>()).to_string_lossy().into_owned();
        let value = match found.format {
            vk::PipelineExecutableStatisticFormatKHR::BOOL32 => f64::from(found.value.b32),
            vk::PipelineExecutableStatisticFormatKHR::INT64 => found.value.i64 as f64,
            vk::PipelineExecutableStatisticFormatKHR::UINT64 => found.value.u64 as f64,
            _ => found.value.f64,
        };
        (name, value)
    };
    Statistic { name, value }
}
