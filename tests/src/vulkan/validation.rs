//! The validation layers of Vulkan as a judge: what they say of a pipeline on a device with some features and no others.
//!
//! Must not know how it is found out that a module needs a feature, an extension or a layout.

pub mod pipeline;

use super::told;
use crate::device::Result;
use ash::{ext, vk};
use pipeline::Question;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Mutex, PoisonError};

const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";
/// The name of the device of the driver beside Khronos' tools that draws nothing: the layers are all that answers.
pub const MOCK: &str = "Vulkan Mock Device";
/// Parts of messages about limits of extensions, of which the mock device tells none.
const UNTOLD: &[&str] = &["limit (0)", "maxRayRecursionDepth 0 ", "max workgroup size (0)", "maxMesh", "maxTask"];
/// The extension that has pipelines of rays.
const RAYS: &str = "VK_KHR_ray_tracing_pipeline";

macro_rules! features {
    ($($get:ident: $type:ident $(of $extension:literal)?, $structure:literal: $($field:ident)+;)*) => {
        /// The structs of features that are requested.
        #[derive(Default)]
        struct Features {
            first: vk::PhysicalDeviceFeatures2<'static>,
            $($get: vk::$type<'static>,)*
        }

        /// The features of each struct behind the first, the names in the style of Rust.
        const STRUCTS: &[Struct] = &[$(Struct {
            name: $structure,
            extension: [$($extension,)? ""][0],
            fields: &[$((stringify!($field), |all: &mut Features| &mut all.$get.$field)),+],
        }),*];

        impl Features {
            /// The structs as a chain, with those of extensions that are requested. It must not outlive a move of what it
            /// is made of.
            fn chain(&mut self, has: impl Fn(&str) -> bool) -> *mut vk::PhysicalDeviceFeatures2<'static> {
                let mut next: *mut c_void = std::ptr::null_mut();
                $(if true $(&& has($extension))? {
                    self.$get.p_next = next;
                    next = (&raw mut self.$get).cast();
                })*
                self.first.p_next = next;
                &raw mut self.first
            }
        }
    };
}

type Get = fn(&mut Features) -> &mut vk::Bool32;
type Field = (&'static str, Get);

/// A struct of features.
struct Struct {
    name: &'static str,
    /// The extension that has it; nothing for a version of Vulkan.
    extension: &'static str,
    fields: &'static [Field],
}

macro_rules! core {
    ($($field:ident)+) => {
        /// The features of the first struct.
        const CORE: Struct = Struct {
            name: "VkPhysicalDeviceFeatures",
            extension: "",
            fields: &[$((stringify!($field), |all: &mut Features| &mut all.first.features.$field)),+],
        };
    };
}

#[rustfmt::skip]
core! {
    geometry_shader tessellation_shader image_cube_array multi_viewport sample_rate_shading shader_clip_distance
    shader_cull_distance shader_float64 shader_image_gather_extended shader_int16 shader_int64
    shader_resource_min_lod shader_resource_residency shader_sampled_image_array_dynamic_indexing
    shader_storage_buffer_array_dynamic_indexing shader_storage_image_array_dynamic_indexing
    shader_uniform_buffer_array_dynamic_indexing shader_storage_image_multisample
    shader_storage_image_read_without_format shader_storage_image_write_without_format
    shader_tessellation_and_geometry_point_size vertex_pipeline_stores_and_atomics fragment_stores_and_atomics
}

#[rustfmt::skip]
features! {
    since_1_1: PhysicalDeviceVulkan11Features, "VkPhysicalDeviceVulkan11Features":
        multiview shader_draw_parameters storage_buffer16_bit_access storage_input_output16 storage_push_constant16
        uniform_and_storage_buffer16_bit_access variable_pointers variable_pointers_storage_buffer;
    since_1_2: PhysicalDeviceVulkan12Features, "VkPhysicalDeviceVulkan12Features":
        buffer_device_address runtime_descriptor_array scalar_block_layout uniform_buffer_standard_layout
        shader_buffer_int64_atomics shader_shared_int64_atomics shader_float16 shader_int8
        shader_input_attachment_array_dynamic_indexing shader_input_attachment_array_non_uniform_indexing
        shader_sampled_image_array_non_uniform_indexing shader_storage_buffer_array_non_uniform_indexing
        shader_storage_image_array_non_uniform_indexing shader_storage_texel_buffer_array_dynamic_indexing
        shader_storage_texel_buffer_array_non_uniform_indexing shader_uniform_buffer_array_non_uniform_indexing
        shader_uniform_texel_buffer_array_dynamic_indexing shader_uniform_texel_buffer_array_non_uniform_indexing
        shader_output_layer shader_output_viewport_index shader_subgroup_extended_types storage_buffer8_bit_access
        storage_push_constant8 uniform_and_storage_buffer8_bit_access vulkan_memory_model
        vulkan_memory_model_device_scope;
    since_1_3: PhysicalDeviceVulkan13Features, "VkPhysicalDeviceVulkan13Features":
        maintenance4 shader_demote_to_helper_invocation shader_integer_dot_product shader_terminate_invocation
        shader_zero_initialize_workgroup_memory;
    floats: PhysicalDeviceShaderAtomicFloatFeaturesEXT of "VK_EXT_shader_atomic_float",
        "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT":
        shader_buffer_float32_atomics shader_buffer_float32_atomic_add shader_buffer_float64_atomic_add
        shader_shared_float32_atomic_add shader_shared_float64_atomic_add shader_image_float32_atomic_add;
    more_floats: PhysicalDeviceShaderAtomicFloat2FeaturesEXT of "VK_EXT_shader_atomic_float2",
        "VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT":
        shader_buffer_float16_atomic_add shader_buffer_float16_atomic_min_max shader_buffer_float32_atomic_min_max
        shader_buffer_float64_atomic_min_max shader_shared_float16_atomic_add shader_shared_float16_atomic_min_max
        shader_shared_float32_atomic_min_max shader_shared_float64_atomic_min_max
        shader_image_float32_atomic_min_max;
    clock: PhysicalDeviceShaderClockFeaturesKHR of "VK_KHR_shader_clock", "VkPhysicalDeviceShaderClockFeaturesKHR":
        shader_subgroup_clock shader_device_clock;
    rays: PhysicalDeviceRayTracingPipelineFeaturesKHR of "VK_KHR_ray_tracing_pipeline",
        "VkPhysicalDeviceRayTracingPipelineFeaturesKHR":
        ray_tracing_pipeline ray_traversal_primitive_culling;
    queries: PhysicalDeviceRayQueryFeaturesKHR of "VK_KHR_ray_query", "VkPhysicalDeviceRayQueryFeaturesKHR": ray_query;
    masks: PhysicalDeviceRayTracingMaintenance1FeaturesKHR of "VK_KHR_ray_tracing_maintenance1",
        "VkPhysicalDeviceRayTracingMaintenance1FeaturesKHR":
        ray_tracing_maintenance1;
    meshes: PhysicalDeviceMeshShaderFeaturesEXT of "VK_EXT_mesh_shader", "VkPhysicalDeviceMeshShaderFeaturesEXT":
        task_shader mesh_shader multiview_mesh_shader primitive_fragment_shading_rate_mesh_shader;
    rates: PhysicalDeviceFragmentShadingRateFeaturesKHR of "VK_KHR_fragment_shading_rate",
        "VkPhysicalDeviceFragmentShadingRateFeaturesKHR":
        pipeline_fragment_shading_rate primitive_fragment_shading_rate attachment_fragment_shading_rate;
    barycentrics: PhysicalDeviceFragmentShaderBarycentricFeaturesKHR of "VK_KHR_fragment_shader_barycentric",
        "VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR":
        fragment_shader_barycentric;
    interlock: PhysicalDeviceFragmentShaderInterlockFeaturesEXT of "VK_EXT_fragment_shader_interlock",
        "VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT":
        fragment_shader_pixel_interlock fragment_shader_sample_interlock fragment_shader_shading_rate_interlock;
    wide_images: PhysicalDeviceShaderImageAtomicInt64FeaturesEXT of "VK_EXT_shader_image_atomic_int64",
        "VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT":
        shader_image_int64_atomics;
}

/// A feature, with the extension that its struct belongs to.
fn field(structure: &str, name: &str) -> Option<(&'static str, Get)> {
    let mut snake = String::with_capacity(name.len() + 8);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    let found = std::iter::once(&CORE).chain(STRUCTS).find(|one| one.name == structure)?;
    let (_, of) = found.fields.iter().find(|(known, _)| *known == snake)?;
    Some((found.extension, *of))
}

/// A feature by its struct and name, as Vulkan spells them.
pub type Named<'a> = (&'a str, &'a str);

/// A device with the validation layers before it.
pub struct Judge {
    /// Keeps the loader's library open.
    _entry: ash::Entry,
    instance: ash::Instance,
    reports: ext::debug_utils::Instance,
    messenger: vk::DebugUtilsMessengerEXT,
    physical: vk::PhysicalDevice,
    extensions: Vec<CString>,
    /// True for a driver that draws nothing, and says nothing of the features of extensions.
    is_mock: bool,
    /// The messages since the last question. Boxed: the messenger has its address.
    messages: Box<Mutex<Vec<String>>>,
}

impl Judge {
    /// Opens a device with the layers: with this in its name, or the first CPU device.
    ///
    /// # Errors
    /// When there is no loader, no layer or no such device.
    pub fn open(device: Option<&str>) -> Result<Self> {
        // SAFETY: the library is the system's Vulkan loader, whose initialisation may run anywhere.
        let entry = unsafe { ash::Entry::load() }.map_err(|_| "no Vulkan loader was found".to_owned())?;
        // SAFETY: see the module above.
        let layers = unsafe { entry.enumerate_instance_layer_properties() }.map_err(told("list layers"))?;
        if !layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(LAYER)) {
            return Err("no validation layers were found".to_owned());
        }
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let layers = [LAYER.as_ptr()];
        let extensions = [ext::debug_utils::NAME.as_ptr(), ext::validation_features::NAME.as_ptr()];
        // What the layers have once accepted, for whatever device, they take from a file the next time.
        let without = [vk::ValidationFeatureDisableEXT::SHADER_VALIDATION_CACHE];
        let mut without = vk::ValidationFeaturesEXT::default().disabled_validation_features(&without);
        let info = vk::InstanceCreateInfo::default()
            .push_next(&mut without)
            .application_info(&application)
            .enabled_layer_names(&layers)
            .enabled_extension_names(&extensions);
        // SAFETY: see the module above.
        let instance = unsafe { entry.create_instance(&info, None) }.map_err(|_| "no Vulkan driver was found")?;
        let reports = ext::debug_utils::Instance::new(&entry, &instance);
        let messages: Box<Mutex<Vec<String>>> = Box::default();
        let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
            .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
            .pfn_user_callback(Some(note))
            .user_data((&raw const *messages).cast_mut().cast());
        // SAFETY: the messages live as long as the messenger, and no one moves them out of their box.
        let messenger = unsafe { reports.create_debug_utils_messenger(&info, None) };
        let mut judge = Judge {
            _entry: entry,
            instance,
            reports,
            messenger: messenger.map_err(told("hear of mistakes"))?,
            physical: vk::PhysicalDevice::null(),
            extensions: Vec::new(),
            is_mock: false,
            messages,
        };
        let name;
        (judge.physical, name) = super::choose(&judge.instance, device)?;
        judge.is_mock = name == MOCK;
        // SAFETY: the device is one of the instance's.
        let known = unsafe { judge.instance.enumerate_device_extension_properties(judge.physical) };
        let known = known.map_err(told("list extensions"))?;
        let name = |one: &vk::ExtensionProperties| one.extension_name_as_c_str().ok().map(CStr::to_owned);
        judge.extensions = known.iter().filter_map(name).collect();
        Ok(judge)
    }

    /// Returns whether the device draws nothing, and tells neither limits nor properties of extensions.
    pub fn is_mock(&self) -> bool {
        self.is_mock
    }

    /// Returns whether the device has an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|known| known.to_bytes() == name.as_bytes())
    }

    /// Returns whether the device has a feature; `None` for features that no one here can ask for.
    pub fn has_feature(&self, (structure, name): Named<'_>) -> Option<bool> {
        let (extension, of) = field(structure, name)?;
        if self.is_mock {
            return Some(extension.is_empty() || self.has_extension(extension));
        }
        let mut features = Features::default();
        let chain = features.chain(|name| self.has_extension(name));
        // SAFETY: the chain points to the local structs, which have not moved.
        unsafe { self.instance.get_physical_device_features2(self.physical, &mut *chain) };
        Some(*of(&mut features) == vk::TRUE)
    }

    /// Returns the limits of the device.
    pub fn limits(&self) -> vk::PhysicalDeviceLimits {
        // SAFETY: the device is one of the instance's.
        unsafe { self.instance.get_physical_device_properties(self.physical) }.limits
    }

    /// The messages about a device with these features and extensions alone, and a pipeline on it.
    ///
    /// # Errors
    /// When there is no such device.
    pub fn messages(
        &self,
        features: &[Named<'_>],
        extensions: &[&str],
        question: &Question<'_>,
    ) -> Result<Vec<String>> {
        if question.has_rays() && !extensions.contains(&RAYS) {
            return Ok(vec![format!("there is no {RAYS}")]);
        }
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let device = self.device(features, extensions)?;
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // SAFETY: the device is alive, and everything that is made of it is gone before it.
        unsafe {
            // Messages tell what is wrong: the layers keep what they refuse from the driver.
            let _ = pipeline::make(&self.instance, &device, question);
            device.destroy_device(None);
        }
        Ok(std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn device(&self, enabled: &[Named<'_>], extensions: &[&str]) -> Result<ash::Device> {
        let mut features = Features::default();
        for (structure, name) in enabled {
            let (_, of) = field(structure, name).ok_or_else(|| format!("unknown {structure}::{name}"))?;
            *of(&mut features) = vk::TRUE;
        }
        let names: Vec<CString> = self
            .extensions
            .iter()
            .filter(|one| extensions.iter().any(|name| one.to_bytes() == name.as_bytes()))
            .cloned()
            .collect();
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let chain = features.chain(|name| self.has_extension(name) && extensions.contains(&name));
        let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&names);
        info.p_next = chain.cast_const().cast();
        // SAFETY: the chain points to the local structs, which have not moved.
        unsafe { self.instance.create_device(self.physical, &info, None) }.map_err(|error| {
            let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
            format!("{}: {}", told("open the device")(error), messages.join("\n"))
        })
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // SAFETY: nothing that was made of the instance is left.
        unsafe {
            self.reports.destroy_debug_utils_messenger(self.messenger, None);
            self.instance.destroy_instance(None);
        }
    }
}

/// Takes a message of the layers, and tells them to refuse what they complain of.
unsafe extern "system" fn note(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    messages: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layers pass a message that lives as long as the call, and the address that `Judge::open` gave them.
    let (message, messages) = unsafe {
        let text = (*data).message_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned();
        (text, &*messages.cast::<Mutex<Vec<String>>>())
    };
    if UNTOLD.iter().any(|part| message.contains(part)) {
        return vk::FALSE;
    }
    messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    vk::TRUE
}
