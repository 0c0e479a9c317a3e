//! Vulkan's objects, destroyed in reverse order of creation.

use super::Device;
use ash::vk;
use std::sync::Arc;

/// Kinds of objects, with the function of the device that destroys each.
macro_rules! objects {
    ($($name:ident $destroy:ident)*) => {
        /// An object of a device.
        #[derive(Clone, Copy)]
        pub(super) enum Object { $($name(vk::$name)),* }

        $(impl From<vk::$name> for Object {
            fn from(handle: vk::$name) -> Self {
                Object::$name(handle)
            }
        })*

        impl Object {
            fn destroy(self, device: &ash::Device) {
                // SAFETY: the object is the device's; what uses it has been destroyed before, and the device waits for
                // the end of every submission.
                unsafe {
                    match self {
                        $(Object::$name(handle) => device.$destroy(handle, None),)*
                    }
                }
            }
        }
    };
}

objects! {
    Buffer destroy_buffer
    BufferView destroy_buffer_view
    CommandPool destroy_command_pool
    DescriptorPool destroy_descriptor_pool
    DescriptorSetLayout destroy_descriptor_set_layout
    DeviceMemory free_memory
    Fence destroy_fence
    Image destroy_image
    ImageView destroy_image_view
    Pipeline destroy_pipeline
    PipelineLayout destroy_pipeline_layout
    QueryPool destroy_query_pool
    Sampler destroy_sampler
    ShaderModule destroy_shader_module
}

/// Objects with a common lifetime.
pub(super) struct Objects {
    pub(super) device: Arc<Device>,
    made: Vec<Object>,
}

impl Objects {
    pub(super) fn new(device: &Arc<Device>) -> Self {
        Objects { device: Arc::clone(device), made: Vec::new() }
    }

    /// Functions of the device.
    pub(super) fn functions(&self) -> &ash::Device {
        &self.device.logical
    }

    /// Takes ownership of a new object.
    pub(super) fn keep<T: Copy + Into<Object>>(&mut self, object: T) -> T {
        self.made.push(object.into());
        object
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        for object in self.made.drain(..).rev() {
            object.destroy(&self.device.logical);
        }
    }
}
