//! The least that a compute shader needs of Vulkan: a device, memory that both sides see, a pipeline, a queue. It knows
//! nothing of the shader.

use ash::vk;
use std::error::Error;
use std::ffi::CStr;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A device with a queue that computes.
pub struct Host {
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    family: u32,
}

/// A shader with what a pipeline is made of.
pub struct Program<'p> {
    pub words: &'p [u32],
    pub entry: &'p CStr,
    pub set: &'p [vk::DescriptorSetLayoutBinding<'p>],
    pub push_ranges: &'p [vk::PushConstantRange],
    pub constants: &'p [u8],
    pub map_entries: &'p [vk::SpecializationMapEntry],
}

/// The bytes of a binding, before and after.
pub struct Buffer {
    pub binding: u32,
    pub bytes: Vec<u8>,
}

/// A buffer of the device.
struct Bound {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    size: u64,
}

impl Host {
    /// The first device that computes; nothing where there is none.
    pub fn new() -> Result<Option<Host>> {
        // SAFETY: the loader of Vulkan is what it says.
        let Ok(entry) = (unsafe { ash::Entry::load() }) else { return Ok(None) };
        let about = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_1);
        let info = vk::InstanceCreateInfo::default().application_info(&about);
        // SAFETY: what the structs point to lives as long as the call, here and below.
        unsafe {
            let Ok(instance) = entry.create_instance(&info, None) else { return Ok(None) };
            for physical in instance.enumerate_physical_devices()? {
                let families = instance.get_physical_device_queue_family_properties(physical);
                let computes =
                    |family: &vk::QueueFamilyProperties| family.queue_flags.contains(vk::QueueFlags::COMPUTE);
                let Some(family) = families.iter().position(computes) else { continue };
                let queue =
                    [vk::DeviceQueueCreateInfo::default().queue_family_index(family as u32).queue_priorities(&[1.0])];
                let info = vk::DeviceCreateInfo::default().queue_create_infos(&queue);
                let device = instance.create_device(physical, &info, None)?;
                return Ok(Some(Host { _entry: entry, instance, physical, device, family: family as u32 }));
            }
            instance.destroy_instance(None);
        }
        Ok(None)
    }

    /// Runs a shader several times over the same buffers.
    pub fn run(
        &self,
        program: &Program<'_>,
        buffers: &mut [Buffer],
        push: &[u8],
        groups: u32,
        times: usize,
    ) -> Result<()> {
        // SAFETY: everything belongs to this device, is used as it was made for, and is destroyed after the queue is idle.
        unsafe {
            let bound = buffers.iter().map(|buffer| self.upload(program, buffer)).collect::<Result<Vec<_>>>()?;
            let device = &self.device;
            let set_layout = device.create_descriptor_set_layout(
                &vk::DescriptorSetLayoutCreateInfo::default().bindings(program.set),
                None,
            )?;
            let layout = device.create_pipeline_layout(
                &vk::PipelineLayoutCreateInfo::default()
                    .set_layouts(std::slice::from_ref(&set_layout))
                    .push_constant_ranges(program.push_ranges),
                None,
            )?;
            let (module, pipeline) = self.pipeline(program, layout)?;
            let (pool, set) = self.set(program, set_layout, buffers, &bound)?;
            self.submit(|commands| {
                device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::COMPUTE, pipeline);
                device.cmd_bind_descriptor_sets(commands, vk::PipelineBindPoint::COMPUTE, layout, 0, &[set], &[]);
                for range in program.push_ranges {
                    let bytes = &push[range.offset as usize..][..range.size as usize];
                    device.cmd_push_constants(commands, layout, range.stage_flags, range.offset, bytes);
                }
                let barrier = vk::MemoryBarrier::default()
                    .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                    .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::HOST_READ);
                let (before, after) = (
                    vk::PipelineStageFlags::COMPUTE_SHADER,
                    vk::PipelineStageFlags::COMPUTE_SHADER | vk::PipelineStageFlags::HOST,
                );
                for _ in 0..times {
                    device.cmd_dispatch(commands, groups, 1, 1);
                    device.cmd_pipeline_barrier(
                        commands,
                        before,
                        after,
                        vk::DependencyFlags::empty(),
                        &[barrier],
                        &[],
                        &[],
                    );
                }
            })?;
            for (buffer, bound) in buffers.iter_mut().zip(&bound) {
                self.download(buffer, bound)?;
            }
            device.destroy_descriptor_pool(pool, None);
            device.destroy_pipeline(pipeline, None);
            device.destroy_shader_module(module, None);
            device.destroy_pipeline_layout(layout, None);
            device.destroy_descriptor_set_layout(set_layout, None);
        }
        Ok(())
    }

    unsafe fn upload(&self, program: &Program<'_>, buffer: &Buffer) -> Result<Bound> {
        let descriptor =
            program.set.iter().find(|row| row.binding == buffer.binding).ok_or("there is no such binding")?;
        let usage = match descriptor.descriptor_type {
            vk::DescriptorType::UNIFORM_BUFFER => vk::BufferUsageFlags::UNIFORM_BUFFER,
            _ => vk::BufferUsageFlags::STORAGE_BUFFER,
        };
        let size = buffer.bytes.len() as u64;
        // SAFETY: see `run`.
        unsafe {
            let made = self.device.create_buffer(&vk::BufferCreateInfo::default().size(size).usage(usage), None)?;
            let needs = self.device.get_buffer_memory_requirements(made);
            let kinds = self.instance.get_physical_device_memory_properties(self.physical);
            let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let fits = |at: &u32| {
                let kind = kinds.memory_types[*at as usize];
                needs.memory_type_bits >> at & 1 == 1 && kind.property_flags.contains(wanted)
            };
            let kind = (0..kinds.memory_type_count).find(fits).ok_or("no memory is visible to the host")?;
            let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            let memory = self.device.allocate_memory(&info, None)?;
            self.device.bind_buffer_memory(made, memory, 0)?;
            let start = self.device.map_memory(memory, 0, size, vk::MemoryMapFlags::empty())?;
            std::ptr::copy_nonoverlapping(buffer.bytes.as_ptr(), start.cast(), buffer.bytes.len());
            self.device.unmap_memory(memory);
            Ok(Bound { buffer: made, memory, size })
        }
    }

    unsafe fn download(&self, buffer: &mut Buffer, bound: &Bound) -> Result<()> {
        // SAFETY: see `run`.
        unsafe {
            let start = self.device.map_memory(bound.memory, 0, bound.size, vk::MemoryMapFlags::empty())?;
            std::ptr::copy_nonoverlapping(start.cast(), buffer.bytes.as_mut_ptr(), buffer.bytes.len());
            self.device.unmap_memory(bound.memory);
            self.device.destroy_buffer(bound.buffer, None);
            self.device.free_memory(bound.memory, None);
        }
        Ok(())
    }

    unsafe fn pipeline(
        &self,
        program: &Program<'_>,
        layout: vk::PipelineLayout,
    ) -> Result<(vk::ShaderModule, vk::Pipeline)> {
        let constants = vk::SpecializationInfo::default().map_entries(program.map_entries).data(program.constants);
        // SAFETY: see `run`.
        unsafe {
            let info = vk::ShaderModuleCreateInfo::default().code(program.words);
            let module = self.device.create_shader_module(&info, None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(program.entry)
                .specialization_info(&constants);
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            Ok((module, made.map_err(|(_, error)| error)?[0]))
        }
    }

    unsafe fn set(
        &self,
        program: &Program<'_>,
        layout: vk::DescriptorSetLayout,
        buffers: &[Buffer],
        bound: &[Bound],
    ) -> Result<(vk::DescriptorPool, vk::DescriptorSet)> {
        let size = |row: &vk::DescriptorSetLayoutBinding<'_>| {
            vk::DescriptorPoolSize::default().ty(row.descriptor_type).descriptor_count(row.descriptor_count)
        };
        let sizes: Vec<_> = program.set.iter().map(size).collect();
        // SAFETY: see `run`.
        unsafe {
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
            let pool = self.device.create_descriptor_pool(&info, None)?;
            let layouts = [layout];
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let set = self.device.allocate_descriptor_sets(&info)?[0];
            for (buffer, bound) in buffers.iter().zip(bound) {
                let row =
                    program.set.iter().find(|row| row.binding == buffer.binding).ok_or("there is no such binding")?;
                let whole = [vk::DescriptorBufferInfo::default().buffer(bound.buffer).range(vk::WHOLE_SIZE)];
                let write = vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(buffer.binding)
                    .descriptor_type(row.descriptor_type)
                    .buffer_info(&whole);
                self.device.update_descriptor_sets(&[write], &[]);
            }
            Ok((pool, set))
        }
    }

    unsafe fn submit(&self, record: impl FnOnce(vk::CommandBuffer)) -> Result<()> {
        // SAFETY: see `run`.
        unsafe {
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.family);
            let pool = self.device.create_command_pool(&info, None)?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = self.device.allocate_command_buffers(&info)?;
            self.device.begin_command_buffer(commands[0], &vk::CommandBufferBeginInfo::default())?;
            record(commands[0]);
            self.device.end_command_buffer(commands[0])?;
            let queue = self.device.get_device_queue(self.family, 0);
            self.device.queue_submit(
                queue,
                &[vk::SubmitInfo::default().command_buffers(&commands)],
                vk::Fence::null(),
            )?;
            self.device.queue_wait_idle(queue)?;
            self.device.destroy_command_pool(pool, None);
        }
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: nothing else is left of the device.
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
