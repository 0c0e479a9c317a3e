//! Dispatches: bindings, commands, and results.

use super::kernel::{Compiled, Kernel, descriptor_type};
use super::memory::Buffer;
use super::objects::Objects;
use super::texels::Texels;
use super::{formats, told};
use crate::device::Result;
use crate::slots::{Bound, Driven, Slot};
use ash::vk;
use runner::image::Dim;
use runner::{Binding, BindingKind, Image, Sampler};
use std::sync::Arc;
use std::time::Duration;

/// A dispatch.
pub type Dispatch<'b> = Driven<'b, Kernel>;

impl<'b> Dispatch<'b> {
    /// Copies all data to the device and records the commands.
    ///
    /// # Errors
    /// When something is missing, or the device refuses it.
    pub fn prepare(&mut self, groups: [u32; 3]) -> Result<Prepared<'_, 'b>> {
        let kernel = Arc::clone(&self.kernel.0);
        let mut objects = Objects::new(&kernel.objects.device);
        let sets = descriptor_sets(&mut objects, &kernel)?;
        let mut residents = Vec::new();
        for binding in &kernel.info.bindings {
            for element in 0..binding.count {
                let slot = self.slots.at((binding.slot + element) as usize);
                let resident = Resident::new(&mut objects, binding, slot, self.slots.has_gaps())?;
                resident.write(&objects, binding, sets[binding.set as usize], element);
                residents.push(((binding.slot + element) as usize, resident));
            }
        }
        let [upload, run, download] = command_buffers(&mut objects)?;
        let fence = fence(&mut objects)?;
        let functions = objects.functions().clone();
        let texels = || residents.iter().filter_map(|(_, resident)| resident.texels());
        record(&functions, upload, || texels().for_each(|texels| texels.record_upload(&functions, upload)))?;
        record(&functions, run, || self.record_run(&functions, run, &sets, groups))?;
        record(&functions, download, || texels().for_each(|texels| texels.record_download(&functions, download)))?;
        kernel.objects.device.submit(upload, fence)?;
        Ok(Prepared { dispatch: self, objects, residents, sets, groups, run, download, fence })
    }

    fn record_run(
        &self,
        functions: &ash::Device,
        commands: vk::CommandBuffer,
        sets: &[vk::DescriptorSet],
        [x, y, z]: [u32; 3],
    ) {
        let Compiled { info, layout, pipeline, .. } = &*self.kernel.0;
        let push = self.slots.pushed((info.push_bytes as usize).next_multiple_of(4));
        let point = vk::PipelineBindPoint::COMPUTE;
        // SAFETY: see the module; sets and push constants are as the layout says.
        unsafe {
            functions.cmd_bind_pipeline(commands, point, *pipeline);
            if !sets.is_empty() {
                functions.cmd_bind_descriptor_sets(commands, point, *layout, 0, sets, &[]);
            }
            if !push.is_empty() {
                functions.cmd_push_constants(commands, *layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
            }
            functions.cmd_dispatch(commands, x, y, z);
        }
    }
}

/// A dispatch whose data is on the device. It may run any number of times.
pub struct Prepared<'d, 'b> {
    dispatch: &'d mut Dispatch<'b>,
    objects: Objects,
    /// Each with its slot.
    residents: Vec<(usize, Resident)>,
    sets: Vec<vk::DescriptorSet>,
    groups: [u32; 3],
    run: vk::CommandBuffer,
    download: vk::CommandBuffer,
    fence: vk::Fence,
}

impl Prepared<'_, '_> {
    /// Runs the kernel and waits for its end.
    ///
    /// # Errors
    /// When the device fails.
    pub fn run(&self) -> Result<()> {
        self.objects.device.submit(self.run, self.fence)
    }

    /// Runs the kernel, and returns its time by the device's own clock.
    ///
    /// # Errors
    /// When the device fails.
    pub fn measure(&mut self) -> Result<Duration> {
        let functions = self.objects.functions().clone();
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
        // SAFETY: see the module.
        let clock = unsafe { functions.create_query_pool(&info, None) }.map_err(told("make a clock"))?;
        self.objects.keep(clock);
        let [commands] = command_buffers(&mut self.objects)?;
        let stages = [vk::PipelineStageFlags::TOP_OF_PIPE, vk::PipelineStageFlags::BOTTOM_OF_PIPE];
        record(&functions, commands, || {
            // SAFETY: see the module; the query pool has two entries.
            unsafe {
                functions.cmd_reset_query_pool(commands, clock, 0, 2);
                functions.cmd_write_timestamp(commands, stages[0], clock, 0);
            }
            self.dispatch.record_run(&functions, commands, &self.sets, self.groups);
            // SAFETY: as above.
            unsafe { functions.cmd_write_timestamp(commands, stages[1], clock, 1) };
        })?;
        self.objects.device.submit(commands, self.fence)?;
        let mut ticks = [0u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: as above.
        unsafe { functions.get_query_pool_results(clock, 0, &mut ticks, flags) }.map_err(told("read its clock"))?;
        let nanoseconds = (ticks[1] - ticks[0]) as f64 * f64::from(self.objects.device.tick);
        Ok(Duration::from_secs_f64(nanoseconds * 1e-9))
    }

    /// Copies the results back to the bound memory.
    ///
    /// # Errors
    /// When the device fails.
    pub fn finish(self) -> Result<()> {
        self.objects.device.submit(self.download, self.fence)?;
        for (slot, resident) in &self.residents {
            if let Some(bytes) = self.dispatch.slots.at_mut(*slot).memory.as_mut().and_then(Bound::results) {
                resident.read(bytes);
            }
        }
        Ok(())
    }
}

/// The resource of a descriptor, on the device.
enum Resident {
    Buffer(Buffer),
    TexelBuffer(Buffer, vk::BufferView),
    Texels(Texels, vk::Sampler),
    Sampler(vk::Sampler),
}

impl Resident {
    fn new(objects: &mut Objects, binding: &Binding, slot: &Slot<'_>, gaps: bool) -> Result<Self> {
        let missing = || format!("nothing fits at binding {} of set {}", binding.binding, binding.set);
        let sampler = slot.sampler.as_ref().map(|sampler| make_sampler(objects, sampler)).transpose()?;
        let image = slot.memory.as_ref().and_then(Bound::image);
        match binding.kind {
            BindingKind::UniformBuffer | BindingKind::StorageBuffer => {
                let bytes = match &slot.memory {
                    Some(memory) => memory.bytes().ok_or_else(missing)?,
                    None if gaps => &vec![0; binding.min_bytes as usize],
                    None => return Err(missing()),
                };
                buffer(objects, bytes).map(Resident::Buffer)
            }
            BindingKind::UniformTexelBuffer | BindingKind::StorageTexelBuffer => {
                texel_buffer(objects, image.filter(|image| image.dim() == Dim::Buffer).ok_or_else(missing)?)
            }
            BindingKind::SampledImage | BindingKind::StorageImage | BindingKind::CombinedImageSampler => {
                let stored = binding.kind == BindingKind::StorageImage;
                let usage = if stored { vk::ImageUsageFlags::STORAGE } else { vk::ImageUsageFlags::SAMPLED };
                let texels = Texels::new(objects, image.ok_or_else(missing)?, usage)?;
                Ok(Resident::Texels(texels, sampler.unwrap_or_default()))
            }
            BindingKind::Sampler => sampler.map(Resident::Sampler).ok_or_else(missing),
            BindingKind::Scene => Err("acceleration structures are not supported here".to_owned()),
        }
    }

    fn texels(&self) -> Option<&Texels> {
        match self {
            Resident::Texels(texels, _) => Some(texels),
            Resident::Buffer(_) | Resident::TexelBuffer(..) | Resident::Sampler(_) => None,
        }
    }

    /// Copies the results back.
    fn read(&self, bytes: &mut [u8]) {
        match self {
            Resident::Buffer(buffer) | Resident::TexelBuffer(buffer, _) => buffer.read(bytes),
            Resident::Texels(texels, _) => texels.staging.read(bytes),
            Resident::Sampler(_) => {}
        }
    }

    /// Writes the descriptor.
    fn write(&self, objects: &Objects, binding: &Binding, set: vk::DescriptorSet, element: u32) {
        let mut buffers = [vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE)];
        let mut images = [vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL)];
        let mut views = [vk::BufferView::null()];
        match self {
            Resident::Buffer(buffer) => buffers[0].buffer = buffer.handle,
            Resident::TexelBuffer(_, view) => views[0] = *view,
            Resident::Texels(texels, sampler) => (images[0].image_view, images[0].sampler) = (texels.view, *sampler),
            Resident::Sampler(sampler) => images[0].sampler = *sampler,
        }
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(binding.binding)
            .dst_array_element(element)
            .descriptor_type(descriptor_type(binding.kind))
            .buffer_info(&buffers)
            .image_info(&images)
            .texel_buffer_view(&views);
        // SAFETY: see the module; the type of the descriptor says which of the three lists is read.
        unsafe { objects.functions().update_descriptor_sets(&[write], &[]) };
    }
}

fn buffer(objects: &mut Objects, bytes: &[u8]) -> Result<Buffer> {
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER
        | vk::BufferUsageFlags::UNIFORM_BUFFER
        | vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER
        | vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER;
    let buffer = Buffer::new(objects, bytes.len(), usage)?;
    buffer.write(bytes);
    Ok(buffer)
}

fn texel_buffer(objects: &mut Objects, image: &Image) -> Result<Resident> {
    let buffer = buffer(objects, image.bytes())?;
    let info = vk::BufferViewCreateInfo::default()
        .buffer(buffer.handle)
        .format(formats::format(image.format()))
        .range(image.bytes().len() as u64);
    // SAFETY: see the module.
    let view = unsafe { objects.functions().create_buffer_view(&info, None) }.map_err(told("view a buffer"))?;
    Ok(Resident::TexelBuffer(buffer, objects.keep(view)))
}

pub(super) fn make_sampler(objects: &mut Objects, sampler: &Sampler) -> Result<vk::Sampler> {
    let info = formats::sampler(sampler)?;
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_sampler(&info, None) }.map_err(told("make a sampler"))?;
    Ok(objects.keep(made))
}

fn descriptor_sets(objects: &mut Objects, kernel: &Compiled) -> Result<Vec<vk::DescriptorSet>> {
    if kernel.sets.is_empty() {
        return Ok(Vec::new());
    }
    let size = |binding: &Binding| {
        let size = vk::DescriptorPoolSize::default().ty(descriptor_type(binding.kind));
        size.descriptor_count(binding.count)
    };
    let sizes: Vec<_> = kernel.info.bindings.iter().map(size).collect();
    let info = vk::DescriptorPoolCreateInfo::default().max_sets(kernel.sets.len() as u32).pool_sizes(&sizes);
    // SAFETY: see the module.
    let pool = unsafe { objects.functions().create_descriptor_pool(&info, None) }.map_err(told("make descriptors"))?;
    objects.keep(pool);
    let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&kernel.sets);
    // SAFETY: see the module.
    unsafe { objects.functions().allocate_descriptor_sets(&info) }.map_err(told("make descriptors"))
}

pub(super) fn command_buffers<const N: usize>(objects: &mut Objects) -> Result<[vk::CommandBuffer; N]> {
    let info = vk::CommandPoolCreateInfo::default().queue_family_index(objects.device.family);
    // SAFETY: see the module.
    let pool = unsafe { objects.functions().create_command_pool(&info, None) }.map_err(told("make commands"))?;
    objects.keep(pool);
    let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(N as u32);
    // SAFETY: see the module.
    let made = unsafe { objects.functions().allocate_command_buffers(&info) }.map_err(told("make commands"))?;
    made.try_into().map_err(|_| "Vulkan has made another number of commands".to_owned())
}

pub(super) fn fence(objects: &mut Objects) -> Result<vk::Fence> {
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_fence(&vk::FenceCreateInfo::default(), None) };
    Ok(objects.keep(made.map_err(told("make a fence"))?))
}

/// Records commands into a fresh buffer. They wait for earlier submissions.
pub(super) fn record(functions: &ash::Device, commands: vk::CommandBuffer, each: impl FnOnce()) -> Result<()> {
    let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    let all = vk::PipelineStageFlags::ALL_COMMANDS;
    let barrier =
        [vk::MemoryBarrier::default().src_access_mask(access).dst_access_mask(access | vk::AccessFlags::HOST_READ)];
    let none = vk::DependencyFlags::empty();
    // SAFETY: see the module.
    unsafe { functions.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default()) }
        .map_err(told("record commands"))?;
    each();
    // SAFETY: as above; the barrier makes what was written visible to what comes later and to the host.
    unsafe {
        functions.cmd_pipeline_barrier(commands, all, all | vk::PipelineStageFlags::HOST, none, &barrier, &[], &[]);
        functions.end_command_buffer(commands).map_err(told("record commands"))
    }
}
