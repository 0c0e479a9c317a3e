//! Device memory, and buffers that are visible to the host.

use super::objects::Objects;
use super::{Device, told};
use crate::device::Result;
use ash::vk;

/// A buffer in host-visible memory.
pub(super) struct Buffer {
    pub(super) handle: vk::Buffer,
    at: *mut u8,
    bytes: usize,
}

/// The minimum size of a buffer.
const LEAST_BYTES: usize = 16;

impl Buffer {
    pub(super) fn new(objects: &mut Objects, bytes: usize, usage: vk::BufferUsageFlags) -> Result<Self> {
        let bytes = bytes.max(LEAST_BYTES).next_multiple_of(4);
        let info = vk::BufferCreateInfo::default().size(bytes as u64).usage(usage);
        // SAFETY: see the module.
        let handle = unsafe { objects.functions().create_buffer(&info, None) }.map_err(told("make a buffer"))?;
        objects.keep(handle);
        // SAFETY: the buffer is alive.
        let needs = unsafe { objects.functions().get_buffer_memory_requirements(handle) };
        let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = allocate(objects, needs, visible)?;
        // SAFETY: the memory is large enough for the buffer, and seen by the host.
        let at = unsafe {
            let functions = objects.functions();
            functions.bind_buffer_memory(handle, memory, 0).map_err(told("bind memory"))?;
            functions.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).map_err(told("map memory"))?
        };
        Ok(Buffer { handle, at: at.cast(), bytes })
    }

    /// Sets the first bytes; the rest is zero.
    pub(super) fn write(&self, bytes: &[u8]) {
        assert!(bytes.len() <= self.bytes, "the buffer was made for these bytes");
        // SAFETY: the memory is mapped from `at` on for `self.bytes`, and the device does not use it now.
        unsafe {
            self.at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            self.at.add(bytes.len()).write_bytes(0, self.bytes - bytes.len());
        }
    }

    /// Reads the first bytes.
    pub(super) fn read(&self, bytes: &mut [u8]) {
        assert!(bytes.len() <= self.bytes, "the buffer was made for these bytes");
        // SAFETY: as above.
        unsafe { self.at.copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
    }
}

/// Memory for a buffer or an image.
pub(super) fn allocate(
    objects: &mut Objects,
    needs: vk::MemoryRequirements,
    wanted: vk::MemoryPropertyFlags,
) -> Result<vk::DeviceMemory> {
    let kind = kind(&objects.device, needs.memory_type_bits, wanted).ok_or("the device has no such memory")?;
    let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
    // SAFETY: see the module.
    let memory = unsafe { objects.functions().allocate_memory(&info, None) }.map_err(told("allocate memory"))?;
    Ok(objects.keep(memory))
}

/// The first memory type with the wanted properties, on the device itself if there is such a one: memory of the host is
/// slow for a device behind a bus.
fn kind(device: &Device, allowed: u32, wanted: vk::MemoryPropertyFlags) -> Option<u32> {
    // SAFETY: the device is alive.
    let properties = unsafe { device.instance.get_physical_device_memory_properties(device.physical) };
    let first = |wanted: vk::MemoryPropertyFlags| {
        let mut kinds = properties.memory_types_as_slice().iter().enumerate();
        kinds.position(|(index, kind)| allowed >> index & 1 != 0 && kind.property_flags.contains(wanted))
    };
    let found = first(wanted | vk::MemoryPropertyFlags::DEVICE_LOCAL).or_else(|| first(wanted));
    found.map(|index| index as u32)
}
