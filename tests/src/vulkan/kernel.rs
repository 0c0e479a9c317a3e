//! A module as a pipeline, with its layout.

use super::objects::Objects;
use super::{Device, told};
use crate::device::Result;
use ash::vk;
use runner::{BindingKind, KernelInfo};
use std::ffi::CString;
use std::sync::Arc;

/// A kernel on a device. Clones share it.
#[derive(Clone)]
pub struct Kernel(pub(super) Arc<Compiled>);

pub(super) struct Compiled {
    pub(super) info: KernelInfo,
    pub(super) objects: Objects,
    /// By number; unused ones are empty.
    pub(super) sets: Vec<vk::DescriptorSetLayout>,
    pub(super) layout: vk::PipelineLayout,
    pub(super) pipeline: vk::Pipeline,
}

/// The guaranteed size of push constants.
const MOST_PUSHED: u32 = 128;

impl Kernel {
    /// Makes a pipeline of a module with the interface `info`.
    ///
    /// # Errors
    /// When the device refuses it.
    pub fn new(device: &Arc<Device>, words: &[u32], info: KernelInfo, constants: &[(u32, u64)]) -> Result<Self> {
        if info.push_bytes > MOST_PUSHED {
            return Err(format!("{} bytes of push constants are too many", info.push_bytes));
        }
        let mut objects = Objects::new(device);
        let count = info.bindings.iter().map(|binding| binding.set + 1).max().unwrap_or(0);
        let sets = (0..count).map(|set| set_layout(&mut objects, &info, set)).collect::<Result<Vec<_>>>()?;
        let layout = pipeline_layout(&mut objects, &info, &sets)?;
        let pipeline = pipeline(&mut objects, words, &info.entry, layout, constants)?;
        Ok(Kernel(Arc::new(Compiled { info, objects, sets, layout, pipeline })))
    }

    /// The interface of the entry point.
    pub fn info(&self) -> &KernelInfo {
        &self.0.info
    }
}

pub(super) fn descriptor_type(kind: BindingKind) -> vk::DescriptorType {
    match kind {
        BindingKind::UniformBuffer => vk::DescriptorType::UNIFORM_BUFFER,
        BindingKind::StorageBuffer => vk::DescriptorType::STORAGE_BUFFER,
        BindingKind::SampledImage => vk::DescriptorType::SAMPLED_IMAGE,
        BindingKind::StorageImage => vk::DescriptorType::STORAGE_IMAGE,
        BindingKind::UniformTexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        BindingKind::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        BindingKind::Sampler => vk::DescriptorType::SAMPLER,
        BindingKind::CombinedImageSampler => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        BindingKind::Scene => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
    }
}

fn set_layout(objects: &mut Objects, info: &KernelInfo, set: u32) -> Result<vk::DescriptorSetLayout> {
    let bindings: Vec<_> = info.bindings.iter().filter(|binding| binding.set == set).collect();
    if bindings.iter().any(|binding| binding.unbounded) {
        return Err("arrays of bindings of unknown length are not supported here".to_owned());
    }
    let one = |binding: &&runner::Binding| {
        vk::DescriptorSetLayoutBinding::default()
            .binding(binding.binding)
            .descriptor_type(descriptor_type(binding.kind))
            .descriptor_count(binding.count)
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
    };
    let bindings: Vec<_> = bindings.iter().map(one).collect();
    let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_descriptor_set_layout(&create, None) };
    Ok(objects.keep(made.map_err(told("lay out bindings"))?))
}

fn pipeline_layout(
    objects: &mut Objects,
    info: &KernelInfo,
    sets: &[vk::DescriptorSetLayout],
) -> Result<vk::PipelineLayout> {
    let size = info.push_bytes.next_multiple_of(4);
    let ranges = [vk::PushConstantRange { stage_flags: vk::ShaderStageFlags::COMPUTE, offset: 0, size }];
    let ranges = if size == 0 { &[][..] } else { &ranges };
    let create = vk::PipelineLayoutCreateInfo::default().set_layouts(sets).push_constant_ranges(ranges);
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_pipeline_layout(&create, None) };
    Ok(objects.keep(made.map_err(told("lay out bindings"))?))
}

fn pipeline(
    objects: &mut Objects,
    words: &[u32],
    entry: &str,
    layout: vk::PipelineLayout,
    constants: &[(u32, u64)],
) -> Result<vk::Pipeline> {
    let create = vk::ShaderModuleCreateInfo::default().code(words);
    // SAFETY: see the module; that the words are valid is what the tests check elsewhere.
    let made = unsafe { objects.functions().create_shader_module(&create, None) };
    let module = objects.keep(made.map_err(told("read the module"))?);
    let data: Vec<u8> = constants.iter().flat_map(|(_, bits)| bits.to_le_bytes()).collect();
    let entries = entries(words, constants)?;
    let constants = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
    let name = CString::new(entry).map_err(|_| "the entry point has no name")?;
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(module)
        .name(&name)
        .specialization_info(&constants);
    let create = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_compute_pipelines(vk::PipelineCache::null(), &create, None) };
    let made = made.map_err(|(_, error)| told("make a pipeline")(error))?;
    Ok(objects.keep(made[0]))
}

/// Where the values of constants are: eight bytes each, of which as many count as the constant has.
fn entries(words: &[u32], constants: &[(u32, u64)]) -> Result<Vec<vk::SpecializationMapEntry>> {
    if constants.is_empty() {
        return Ok(Vec::new());
    }
    let found = reflect::read(words).map_err(|error| error.to_string())?.spec_constants;
    let size = |id| found.iter().find(|constant| constant.id == id).map_or(4, |constant| constant.size as usize);
    let entry = |(offset, (id, _)): (u32, &(u32, u64))| vk::SpecializationMapEntry {
        constant_id: *id,
        offset,
        size: size(*id),
    };
    Ok((0..).step_by(size_of::<u64>()).zip(constants).map(entry).collect())
}
