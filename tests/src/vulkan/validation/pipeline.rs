//! Pipelines of all stages, made so that the layers speak of them, and destroyed at once.

use ash::{khr, vk};
use std::ffi::{CStr, CString};

/// A shader of a pipeline.
pub struct Stage<'a> {
    /// The module.
    pub words: &'a [u32],
    /// The entry point.
    pub entry: &'a str,
    /// The stage.
    pub stage: vk::ShaderStageFlags,
}

/// A pipeline to be judged.
#[derive(Default)]
pub struct Question<'a> {
    /// Its shaders: one of compute, those of rays, or those of a graphics pipeline, whose fragments exist if one is for
    /// them.
    pub stages: Vec<Stage<'a>>,
    /// The bindings of each set.
    pub sets: Vec<Vec<vk::DescriptorSetLayoutBinding<'static>>>,
    /// Ranges of push constants.
    pub pushed: Vec<vk::PushConstantRange>,
    /// Locations and formats of the attributes of vertices.
    pub attributes: Vec<(u32, vk::Format)>,
    /// The primitives that the first shader gets.
    pub topology: vk::PrimitiveTopology,
    /// The number of input attachments.
    pub input_attachments: u32,
}

impl Question<'_> {
    /// Returns whether it is a pipeline of rays.
    pub(super) fn has_rays(&self) -> bool {
        self.stages.iter().any(|one| one.stage == vk::ShaderStageFlags::RAYGEN_KHR)
    }
}

/// Makes modules, their pipeline and all that this needs, and destroys everything.
///
/// # Safety
/// The device is alive, and has the extension for rays if there are some.
pub(super) unsafe fn make(
    instance: &ash::Instance,
    device: &ash::Device,
    question: &Question<'_>,
) -> Result<(), vk::Result> {
    let names: Vec<CString> = question.stages.iter().map(|one| CString::new(one.entry).unwrap_or_default()).collect();
    let mut modules = Vec::new();
    // SAFETY: see the function; all that is created is destroyed in reverse order.
    unsafe {
        for one in &question.stages {
            let info = vk::ShaderModuleCreateInfo::default().code(one.words);
            modules.push(device.create_shader_module(&info, None));
        }
        let made: Result<Vec<vk::ShaderModule>, vk::Result> = modules.iter().copied().collect();
        if let Ok(made) = &made {
            let parts = question.stages.iter().zip(made).zip(&names);
            let stages: Vec<_> = parts.map(|((one, module), name)| stage(one.stage, *module, name)).collect();
            with_layout(instance, device, question, &stages);
        }
        modules.into_iter().flatten().for_each(|module| device.destroy_shader_module(module, None));
        made.map(drop)
    }
}

fn stage(stage: vk::ShaderStageFlags, module: vk::ShaderModule, name: &CStr) -> vk::PipelineShaderStageCreateInfo<'_> {
    vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(name)
}

/// Makes a pipeline of shaders, and destroys it.
///
/// # Safety
/// The device and the modules are alive; the device has the extension for rays if there are some.
unsafe fn with_layout(
    instance: &ash::Instance,
    device: &ash::Device,
    question: &Question<'_>,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
) {
    // SAFETY: see the function; all that is created is destroyed in reverse order.
    unsafe {
        let mut sets = Vec::new();
        for bindings in &question.sets {
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
            sets.extend(device.create_descriptor_set_layout(&info, None));
        }
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&question.pushed);
        if let Ok(layout) = device.create_pipeline_layout(&info, None) {
            match stages {
                [only] if only.stage == vk::ShaderStageFlags::COMPUTE => compute(device, *only, layout),
                _ if question.has_rays() => rays(instance, device, stages, layout),
                _ => graphics(device, question, stages, layout),
            }
            device.destroy_pipeline_layout(layout, None);
        }
        sets.into_iter().for_each(|set| device.destroy_descriptor_set_layout(set, None));
    }
}

/// # Safety
/// The device, the shader and the layout are alive.
unsafe fn compute(device: &ash::Device, stage: vk::PipelineShaderStageCreateInfo<'_>, layout: vk::PipelineLayout) {
    let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
    // SAFETY: see the function.
    unsafe {
        let made = device.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
        destroy(device, made);
    }
}

/// # Safety
/// The device, which has the extension for rays, the shaders and the layout are alive.
unsafe fn rays(
    instance: &ash::Instance,
    device: &ash::Device,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    layout: vk::PipelineLayout,
) {
    let groups: Vec<_> = stages.iter().enumerate().map(|(at, one)| group(one.stage, at as u32)).collect();
    let info = [vk::RayTracingPipelineCreateInfoKHR::default()
        .stages(stages)
        .groups(&groups)
        .max_pipeline_ray_recursion_depth(1)
        .layout(layout)];
    let rays = khr::ray_tracing_pipeline::Device::new(instance, device);
    // SAFETY: see the function.
    unsafe {
        let (wait, cache) = (vk::DeferredOperationKHR::null(), vk::PipelineCache::null());
        let made = rays.create_ray_tracing_pipelines(wait, cache, &info, None);
        destroy(device, made);
    }
}

/// The group of a shader of rays that is in no group with others.
fn group(stage: vk::ShaderStageFlags, at: u32) -> vk::RayTracingShaderGroupCreateInfoKHR<'static> {
    let none = vk::SHADER_UNUSED_KHR;
    let group = vk::RayTracingShaderGroupCreateInfoKHR::default()
        .general_shader(none)
        .closest_hit_shader(none)
        .any_hit_shader(none)
        .intersection_shader(none);
    let (triangles, procedural) =
        (vk::RayTracingShaderGroupTypeKHR::TRIANGLES_HIT_GROUP, vk::RayTracingShaderGroupTypeKHR::PROCEDURAL_HIT_GROUP);
    match stage {
        vk::ShaderStageFlags::CLOSEST_HIT_KHR => group.ty(triangles).closest_hit_shader(at),
        vk::ShaderStageFlags::ANY_HIT_KHR => group.ty(triangles).any_hit_shader(at),
        vk::ShaderStageFlags::INTERSECTION_KHR => group.ty(procedural).intersection_shader(at),
        _ => group.ty(vk::RayTracingShaderGroupTypeKHR::GENERAL).general_shader(at),
    }
}

/// # Safety
/// The device, the shaders and the layout are alive.
unsafe fn graphics(
    device: &ash::Device,
    question: &Question<'_>,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    layout: vk::PipelineLayout,
) {
    let has = |stage| question.stages.iter().any(|one| one.stage == stage);
    let bindings = [vk::VertexInputBindingDescription::default().stride(64)];
    let attribute = |(location, format): &(u32, vk::Format)| {
        vk::VertexInputAttributeDescription::default().location(*location).format(*format)
    };
    let attributes: Vec<_> = question.attributes.iter().map(attribute).collect();
    let vertices = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&bindings)
        .vertex_attribute_descriptions(&attributes);
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(question.topology);
    let patches = vk::PipelineTessellationStateCreateInfo::default().patch_control_points(3);
    let extent = vk::Extent2D { width: 16, height: 16 };
    let viewports = [vk::Viewport::default().width(16.0).height(16.0).max_depth(1.0)];
    let scissors = [vk::Rect2D::default().extent(extent)];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .rasterizer_discard_enable(!has(vk::ShaderStageFlags::FRAGMENT))
        .line_width(1.0);
    let samples = vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    // SAFETY: see the function; all that is created is destroyed in reverse order.
    unsafe {
        let Ok(pass) = render_pass(device, question.input_attachments) else { return };
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .stages(stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .layout(layout)
            .render_pass(pass);
        // Meshes come from no vertices.
        if has(vk::ShaderStageFlags::MESH_EXT) {
            info.p_vertex_input_state = std::ptr::null();
            info.p_input_assembly_state = std::ptr::null();
        }
        if has(vk::ShaderStageFlags::TESSELLATION_CONTROL) {
            info = info.tessellation_state(&patches);
        }
        let made = device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None);
        destroy(device, made);
        device.destroy_render_pass(pass, None);
    }
}

/// A render pass with input attachments alone: what a shader writes to has no attachment, which is not a mistake.
///
/// # Safety
/// The device is alive.
unsafe fn render_pass(device: &ash::Device, inputs: u32) -> Result<vk::RenderPass, vk::Result> {
    let layout = vk::ImageLayout::GENERAL;
    let attachment = vk::AttachmentDescription::default()
        .format(vk::Format::R8G8B8A8_UNORM)
        .samples(vk::SampleCountFlags::TYPE_1)
        .initial_layout(layout)
        .final_layout(layout);
    let attachments = vec![attachment; inputs as usize];
    let references: Vec<_> =
        (0..inputs).map(|at| vk::AttachmentReference::default().attachment(at).layout(layout)).collect();
    let passes = [vk::SubpassDescription::default().input_attachments(&references)];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&passes);
    // SAFETY: see the function.
    unsafe { device.create_render_pass(&info, None) }
}

/// # Safety
/// The device is alive, and the pipelines are not in use.
unsafe fn destroy(device: &ash::Device, made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>) {
    // What the layers refuse is not made, and what is in its place is not a handle.
    let Ok(made) = made else { return };
    // SAFETY: see the function.
    made.into_iter().for_each(|one| unsafe { device.destroy_pipeline(one, None) });
}
