//! Vulkan drivers that are loaded: an instance, the first device that can tell, and a pipeline of the shader.
//!
//! Owns the calls of Vulkan and what they create. Must not know where drivers are.
#![allow(unsafe_code, reason = "Vulkan is called")]

use super::{Attribute, Graphics, Shader, Slot, Statistic};
use ash::vk;
use libloading::Library;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;

/// Loads a driver, and makes a pipeline of the shader.
pub(super) fn statistics(driver: &Path, shader: &Shader<'_>) -> Result<(String, Vec<Statistic>), String> {
    let loaded = Loaded::new(driver)?;
    let (physical, name) = loaded.physical()?;
    let device = Device::new(&loaded.instance, physical)?;
    Ok((name, device.statistics(&loaded.instance, shader)?))
}

impl Shader<'_> {
    fn stage(&self) -> vk::ShaderStageFlags {
        match &self.graphics {
            None => vk::ShaderStageFlags::COMPUTE,
            Some(graphics) if graphics.is_fragment => vk::ShaderStageFlags::FRAGMENT,
            Some(_) => vk::ShaderStageFlags::VERTEX,
        }
    }
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

    /// The first device with statistics, and its name with the driver's version.
    fn physical(&self) -> Result<(vk::PhysicalDevice, String), String> {
        // SAFETY: the instance is alive.
        let all = unsafe { self.instance.enumerate_physical_devices() }.map_err(told("list devices"))?;
        for physical in all {
            let mut driver = vk::PhysicalDeviceDriverProperties::default();
            let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
            // SAFETY: the device is one of the instance's.
            let extensions = unsafe {
                self.instance.get_physical_device_properties2(physical, &mut properties);
                self.instance.enumerate_device_extension_properties(physical)
            };
            let properties = properties.properties;
            let extensions = extensions.map_err(told("list extensions"))?;
            if extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(STATISTICS)) {
                let name = properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default();
                let version = driver.driver_info_as_c_str().map(CStr::to_string_lossy).unwrap_or_default();
                let parts = [name.trim(), version.trim()].into_iter().filter(|part| !part.is_empty());
                return Ok((physical, parts.collect::<Vec<_>>().join(", ")));
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
            // With it, drivers check the bounds of each access. Few programs enable it.
            features.features.robust_buffer_access = vk::FALSE;
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
        let pipeline = match &shader.graphics {
            None => self.compute(shader, layout)?,
            Some(graphics) => self.graphics(shader, graphics, layout)?,
        };
        let functions = ash::khr::pipeline_executable_properties::Device::new(instance, &self.device);
        let info = vk::PipelineInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline is alive.
        let executables = unsafe { functions.get_pipeline_executable_properties(&info) };
        let executables = executables.map_err(told("list what it has compiled"))?;
        let index = executables.iter().position(|one| one.stages.contains(shader.stage()));
        let index = index.ok_or("the driver has compiled other stages alone")? as u32;
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(index);
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
                    .stage_flags(shader.stage())
            };
            let bindings: Vec<_> = set.iter().map(slot).collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the structs live as long as the call.
            let made = unsafe { self.device.create_descriptor_set_layout(&info, None) };
            sets.push(made.map_err(told("lay out descriptors"))?);
        }
        let ranges = [vk::PushConstantRange {
            stage_flags: shader.stage(),
            offset: 0,
            size: shader.push_bytes.next_multiple_of(4),
        }];
        let ranges = if shader.push_bytes == 0 { &[][..] } else { &ranges };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(ranges);
        // SAFETY: as above.
        unsafe { self.device.create_pipeline_layout(&info, None) }.map_err(told("lay out descriptors"))
    }

    fn module(&self, words: &[u32]) -> Result<vk::ShaderModule, String> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a valid module, and live as long as the call.
        unsafe { self.device.create_shader_module(&info, None) }.map_err(told("read the module"))
    }

    fn compute(&self, shader: &Shader<'_>, layout: vk::PipelineLayout) -> Result<vk::Pipeline, String> {
        let (module, name) = (self.module(shader.words)?, name_of(shader)?);
        let stage = vk::PipelineShaderStageCreateInfo::default().stage(shader.stage()).module(module).name(&name);
        let info = [vk::ComputePipelineCreateInfo::default()
            .flags(vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR)
            .stage(stage)
            .layout(layout)];
        // SAFETY: the structs live as long as the call.
        let made = unsafe { self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None) };
        only(made)
    }

    /// A pipeline of triangles without blending, with a depth buffer.
    fn graphics(
        &self,
        shader: &Shader<'_>,
        graphics: &Graphics<'_>,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, String> {
        let (module, name) = (self.module(shader.words)?, name_of(shader)?);
        let partner = self.module(graphics.partner)?;
        let other = match graphics.is_fragment {
            true => vk::ShaderStageFlags::VERTEX,
            false => vk::ShaderStageFlags::FRAGMENT,
        };
        let stages = [
            vk::PipelineShaderStageCreateInfo::default().stage(shader.stage()).module(module).name(&name),
            vk::PipelineShaderStageCreateInfo::default().stage(other).module(partner).name(c"main"),
        ];
        let attributes = graphics.attributes.iter().enumerate();
        let attributes: Vec<_> = attributes.map(|(at, one)| attribute(at, one)).collect();
        let buffers = [vk::VertexInputBindingDescription { binding: 0, stride: 512, ..Default::default() }];
        let vertices = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_attribute_descriptions(&attributes)
            .vertex_binding_descriptions(&buffers);
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = [vk::Viewport { width: 64.0, height: 64.0, max_depth: 1.0, ..Default::default() }];
        let scissor = [vk::Rect2D { extent: vk::Extent2D { width: 64, height: 64 }, ..Default::default() }];
        let view = vk::PipelineViewportStateCreateInfo::default().viewports(&viewport).scissors(&scissor);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(vk::CompareOp::LESS);
        let write = vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
        let writes = vec![write; graphics.targets.len()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&writes);
        let formats: Vec<_> = graphics.targets.iter().map(|format| vk::Format::from_raw(*format)).collect();
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats)
            .depth_attachment_format(vk::Format::D32_SFLOAT);
        let info = [vk::GraphicsPipelineCreateInfo::default()
            .flags(vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR)
            .stages(&stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .viewport_state(&view)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering)];
        // SAFETY: the structs live as long as the call.
        let made = unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &info, None) };
        only(made)
    }
}

fn attribute(at: usize, attribute: &Attribute) -> vk::VertexInputAttributeDescription {
    vk::VertexInputAttributeDescription {
        location: attribute.location,
        binding: 0,
        format: vk::Format::from_raw(attribute.format),
        offset: 16 * at as u32,
    }
}

fn name_of(shader: &Shader<'_>) -> Result<CString, String> {
    CString::new(shader.entry).map_err(|_| "the entry point's name has a zero".to_owned())
}

/// The pipeline that was made.
fn only(made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>) -> Result<vk::Pipeline, String> {
    let made = made.map_err(|(_, error)| told("compile the shader")(error))?;
    made.first().copied().ok_or_else(|| "the driver made no pipeline".to_owned())
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
