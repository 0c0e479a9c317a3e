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

/// The structs of features that are asked for.
#[derive(Default)]
struct Features {
    first: vk::PhysicalDeviceFeatures2<'static>,
    since_1_1: vk::PhysicalDeviceVulkan11Features<'static>,
    since_1_2: vk::PhysicalDeviceVulkan12Features<'static>,
    since_1_3: vk::PhysicalDeviceVulkan13Features<'static>,
    floats: vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT<'static>,
    more_floats: vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT<'static>,
    clock: vk::PhysicalDeviceShaderClockFeaturesKHR<'static>,
}

/// The extensions whose structs are chained where they are there.
const EXTENSIONS: [&str; 3] = ["VK_EXT_shader_atomic_float", "VK_EXT_shader_atomic_float2", "VK_KHR_shader_clock"];

type Field = (&'static str, fn(&mut Features) -> &mut vk::Bool32);

macro_rules! fields {
    ($($structure:literal, $get:ident: $($field:ident)+;)*) => {
        /// The features by struct and name, the name in the style of Rust.
        const FIELDS: &[(&str, &[Field])] = &[
            $(($structure, &[$((stringify!($field), |all: &mut Features| &mut all.$get().$field)),+])),*
        ];
    };
}

#[rustfmt::skip]
fields! {
    "VkPhysicalDeviceFeatures", core:
        geometry_shader tessellation_shader image_cube_array multi_viewport sample_rate_shading shader_clip_distance
        shader_cull_distance shader_float64 shader_image_gather_extended shader_int16 shader_int64
        shader_resource_min_lod shader_resource_residency shader_sampled_image_array_dynamic_indexing
        shader_storage_buffer_array_dynamic_indexing shader_storage_image_array_dynamic_indexing
        shader_uniform_buffer_array_dynamic_indexing shader_storage_image_multisample
        shader_storage_image_read_without_format shader_storage_image_write_without_format
        shader_tessellation_and_geometry_point_size vertex_pipeline_stores_and_atomics fragment_stores_and_atomics;
    "VkPhysicalDeviceVulkan11Features", since_1_1:
        multiview shader_draw_parameters storage_buffer16_bit_access storage_input_output16 storage_push_constant16
        uniform_and_storage_buffer16_bit_access variable_pointers variable_pointers_storage_buffer;
    "VkPhysicalDeviceVulkan12Features", since_1_2:
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
    "VkPhysicalDeviceVulkan13Features", since_1_3:
        maintenance4 shader_demote_to_helper_invocation shader_integer_dot_product shader_terminate_invocation
        shader_zero_initialize_workgroup_memory;
    "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT", floats:
        shader_buffer_float32_atomics shader_buffer_float32_atomic_add shader_buffer_float64_atomic_add
        shader_shared_float32_atomic_add shader_shared_float64_atomic_add shader_image_float32_atomic_add;
    "VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT", more_floats:
        shader_buffer_float16_atomic_add shader_buffer_float16_atomic_min_max shader_buffer_float32_atomic_min_max
        shader_buffer_float64_atomic_min_max shader_shared_float16_atomic_add shader_shared_float16_atomic_min_max
        shader_shared_float32_atomic_min_max shader_shared_float64_atomic_min_max
        shader_image_float32_atomic_min_max;
    "VkPhysicalDeviceShaderClockFeaturesKHR", clock: shader_subgroup_clock shader_device_clock;
}

fn field(structure: &str, name: &str) -> Option<Field> {
    let mut snake = String::with_capacity(name.len() + 8);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    let (_, fields) = FIELDS.iter().find(|(known, _)| *known == structure)?;
    fields.iter().find(|(known, _)| *known == snake).copied()
}

impl Features {
    fn core(&mut self) -> &mut vk::PhysicalDeviceFeatures {
        &mut self.first.features
    }

    fn since_1_1(&mut self) -> &mut vk::PhysicalDeviceVulkan11Features<'static> {
        &mut self.since_1_1
    }

    fn since_1_2(&mut self) -> &mut vk::PhysicalDeviceVulkan12Features<'static> {
        &mut self.since_1_2
    }

    fn since_1_3(&mut self) -> &mut vk::PhysicalDeviceVulkan13Features<'static> {
        &mut self.since_1_3
    }

    fn floats(&mut self) -> &mut vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT<'static> {
        &mut self.floats
    }

    fn more_floats(&mut self) -> &mut vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT<'static> {
        &mut self.more_floats
    }

    fn clock(&mut self) -> &mut vk::PhysicalDeviceShaderClockFeaturesKHR<'static> {
        &mut self.clock
    }

    /// The structs as a chain, with those of extensions that are asked for. It must not outlive a move of what it is made
    /// of.
    fn chain(&mut self, with: [bool; 3]) -> *mut vk::PhysicalDeviceFeatures2<'static> {
        let mut next: *mut c_void = std::ptr::null_mut();
        if with[0] {
            self.floats.p_next = next;
            next = (&raw mut self.floats).cast();
        }
        if with[1] {
            self.more_floats.p_next = next;
            next = (&raw mut self.more_floats).cast();
        }
        if with[2] {
            self.clock.p_next = next;
            next = (&raw mut self.clock).cast();
        }
        self.since_1_3.p_next = next;
        self.since_1_2.p_next = (&raw mut self.since_1_3).cast();
        self.since_1_1.p_next = (&raw mut self.since_1_2).cast();
        self.first.p_next = (&raw mut self.since_1_1).cast();
        &raw mut self.first
    }
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
    /// The messages since the last question. Boxed: the messenger has its address.
    messages: Box<Mutex<Vec<String>>>,
}

impl Judge {
    /// Opens the first CPU device with the layers.
    ///
    /// # Errors
    /// When there is no loader, no layer or no such device.
    pub fn open() -> Result<Self> {
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
        // SAFETY: the messages live as long as the messenger, and nobody moves them out of their box.
        let messenger = unsafe { reports.create_debug_utils_messenger(&info, None) };
        let mut judge = Judge {
            _entry: entry,
            instance,
            reports,
            messenger: messenger.map_err(told("hear of mistakes"))?,
            physical: vk::PhysicalDevice::null(),
            extensions: Vec::new(),
            messages,
        };
        judge.physical = super::choose(&judge.instance, None)?.0;
        // SAFETY: the device is one of the instance's.
        let known = unsafe { judge.instance.enumerate_device_extension_properties(judge.physical) };
        let known = known.map_err(told("list extensions"))?;
        let name = |one: &vk::ExtensionProperties| one.extension_name_as_c_str().ok().map(CStr::to_owned);
        judge.extensions = known.iter().filter_map(name).collect();
        Ok(judge)
    }

    /// Returns whether the device has an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|known| known.to_bytes() == name.as_bytes())
    }

    /// Returns whether the device has a feature; `None` for features that nobody here can ask for.
    pub fn has_feature(&self, (structure, name): Named<'_>) -> Option<bool> {
        let (_, of) = field(structure, name)?;
        let mut features = Features::default();
        let chain = features.chain(EXTENSIONS.map(|name| self.has_extension(name)));
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
        let device = self.device(features, extensions)?;
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clear();
        // SAFETY: the device is alive, and everything that is made of it is gone before it.
        unsafe {
            // Messages tell what is wrong: the layers keep what they refuse from the driver.
            let _ = pipeline::make(&device, question);
            device.destroy_device(None);
        }
        Ok(std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn device(&self, enabled: &[Named<'_>], extensions: &[&str]) -> Result<ash::Device> {
        let mut features = Features::default();
        for (structure, name) in enabled {
            let (_, of) = field(structure, name).ok_or_else(|| format!("nobody knows {structure}::{name}"))?;
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
        let chain = features.chain(EXTENSIONS.map(|name| self.has_extension(name) && extensions.contains(&name)));
        let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&names);
        info.p_next = chain.cast_const().cast();
        // SAFETY: the chain points to the local structs, which have not moved.
        unsafe { self.instance.create_device(self.physical, &info, None) }.map_err(told("open the device"))
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
    messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    vk::TRUE
}
