//! Images on the device, and transfers of their texels.

use super::memory::{Buffer, allocate};
use super::objects::Objects;
use super::{formats, told};
use crate::device::Result;
use ash::vk;
use runner::Image;
use runner::image::Dim;

/// An image on the device, with a staging buffer for its texels.
pub(super) struct Texels {
    image: vk::Image,
    pub(super) view: vk::ImageView,
    pub(super) staging: Buffer,
    /// The region of each level in the buffer.
    levels: Vec<vk::BufferImageCopy>,
    range: vk::ImageSubresourceRange,
}

impl Texels {
    /// A copy of a host image, whose texels are in the staging buffer.
    pub(super) fn new(objects: &mut Objects, image: &Image, usage: vk::ImageUsageFlags) -> Result<Self> {
        let both_ways = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let staging = Buffer::new(objects, image.bytes().len(), both_ways)?;
        staging.write(image.bytes());
        let handle = make(objects, image, usage)?;
        let range = vk::ImageSubresourceRange {
            aspect_mask: vk::ImageAspectFlags::COLOR,
            base_mip_level: 0,
            level_count: image.levels(),
            base_array_layer: 0,
            layer_count: image.layers(),
        };
        let (_, kind) = formats::types(image);
        let format = formats::format(image.format());
        let info =
            vk::ImageViewCreateInfo::default().image(handle).view_type(kind).format(format).subresource_range(range);
        // SAFETY: see the module.
        let view = unsafe { objects.functions().create_image_view(&info, None) }.map_err(told("view an image"))?;
        objects.keep(view);
        Ok(Texels { image: handle, view, staging, levels: levels(image), range })
    }

    /// Records the upload. Afterwards kernels may use the image.
    pub(super) fn record_upload(&self, functions: &ash::Device, commands: vk::CommandBuffer) {
        let (before, between) = (vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        self.record_layout(functions, commands, [before, between]);
        // SAFETY: see the module; the regions are those of the buffer.
        unsafe {
            functions.cmd_copy_buffer_to_image(commands, self.staging.handle, self.image, between, &self.levels);
        }
        self.record_layout(functions, commands, [between, vk::ImageLayout::GENERAL]);
    }

    /// Records the download into the staging buffer.
    pub(super) fn record_download(&self, functions: &ash::Device, commands: vk::CommandBuffer) {
        let layout = vk::ImageLayout::GENERAL;
        // SAFETY: as above.
        unsafe {
            functions.cmd_copy_image_to_buffer(commands, self.image, layout, self.staging.handle, &self.levels);
        }
    }

    fn record_layout(&self, functions: &ash::Device, commands: vk::CommandBuffer, [old, new]: [vk::ImageLayout; 2]) {
        let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        let barrier = vk::ImageMemoryBarrier::default()
            .src_access_mask(access)
            .dst_access_mask(access)
            .old_layout(old)
            .new_layout(new)
            .image(self.image)
            .subresource_range(self.range);
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        // SAFETY: see the module.
        unsafe {
            functions.cmd_pipeline_barrier(commands, all, all, vk::DependencyFlags::empty(), &[], &[], &[barrier]);
        }
    }
}

fn make(objects: &mut Objects, image: &Image, usage: vk::ImageUsageFlags) -> Result<vk::Image> {
    let [width, height, depth] = image.size();
    let flags = match image.dim() {
        Dim::Cube => vk::ImageCreateFlags::CUBE_COMPATIBLE,
        Dim::D1 | Dim::D2 | Dim::D3 | Dim::Buffer => vk::ImageCreateFlags::empty(),
    };
    let info = vk::ImageCreateInfo::default()
        .flags(flags)
        .image_type(formats::types(image).0)
        .format(formats::format(image.format()))
        .extent(vk::Extent3D { width, height, depth })
        .mip_levels(image.levels())
        .array_layers(image.layers())
        .samples(vk::SampleCountFlags::TYPE_1)
        .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
    // SAFETY: see the module.
    let handle = unsafe { objects.functions().create_image(&info, None) }.map_err(told("make an image"))?;
    objects.keep(handle);
    // SAFETY: the image is alive.
    let needs = unsafe { objects.functions().get_image_memory_requirements(handle) };
    let memory = allocate(objects, needs, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
    // SAFETY: the memory is large enough for the image.
    unsafe { objects.functions().bind_image_memory(handle, memory, 0) }.map_err(told("bind memory"))?;
    Ok(handle)
}

/// Levels are contiguous.
fn levels(image: &Image) -> Vec<vk::BufferImageCopy> {
    let mut offset = 0;
    let one = |level: u32| {
        let [width, height, depth] = image.size().map(|size| (size >> level).max(1));
        let layers = vk::ImageSubresourceLayers {
            aspect_mask: vk::ImageAspectFlags::COLOR,
            mip_level: level,
            base_array_layer: 0,
            layer_count: image.layers(),
        };
        let copy = vk::BufferImageCopy::default()
            .buffer_offset(offset)
            .image_subresource(layers)
            .image_extent(vk::Extent3D { width, height, depth });
        let texels = [width, height, depth, image.layers()].iter().map(|&size| u64::from(size)).product::<u64>();
        offset += texels * image.format().texel_bytes() as u64;
        copy
    };
    (0..image.levels()).map(one).collect()
}
