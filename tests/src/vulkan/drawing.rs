//! A draw of indexed triangles through Vulkan, whose vertex shader needs nothing but the numbers of vertices. The pixel shader may
//! read textures.
//!
//! The target is one of eight bits per component, behind a depth of single precision; a run ends with the texels in memory
//! of the host.

use super::dispatch::{command_buffers, fence, make_sampler, record};
use super::memory::{Buffer, allocate};
use super::objects::Objects;
use super::texels::Texels;
use super::{Device, told};
use crate::device::Result;
use ash::vk;
use runner::{Image, Sampler};
use std::sync::Arc;

const COLOR: vk::Format = vk::Format::R8G8B8A8_UNORM;
const DEPTH: vk::Format = vk::Format::D32_SFLOAT;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Triangles<'t> {
    /// The modules of the vertex and the pixel shader, whose entry points are `main`.
    pub modules: [&'t [u32]; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// The numbers of vertices, three for each triangle.
    pub indices: &'t [u32],
    /// The textures of the pixel shader, which are the first bindings, and its sampler, which is the next one.
    pub textures: &'t [Image],
    /// The sampler.
    pub sampler: &'t Sampler,
}

/// A draw that may run any number of times.
pub struct Drawing {
    objects: Objects,
    commands: vk::CommandBuffer,
    fence: vk::Fence,
    texels: Buffer,
    bytes: usize,
}

impl Drawing {
    /// Prepares a draw.
    ///
    /// # Errors
    /// When the device refuses a part of it.
    pub fn new(device: &Arc<Device>, triangles: &Triangles<'_>) -> Result<Self> {
        let mut objects = Objects::new(device);
        let [width, height] = triangles.size;
        let bytes = 4 * width as usize * height as usize;
        let texels = Buffer::new(&mut objects, bytes, vk::BufferUsageFlags::TRANSFER_DST)?;
        let indices: Vec<u8> = triangles.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let index_buffer = Buffer::new(&mut objects, indices.len(), vk::BufferUsageFlags::INDEX_BUFFER)?;
        index_buffer.write(&indices);
        let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
        let color = Plane::new(&mut objects, triangles.size, COLOR, (usage, vk::ImageAspectFlags::COLOR))?;
        let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
        let depth = Plane::new(&mut objects, triangles.size, DEPTH, (usage, vk::ImageAspectFlags::DEPTH))?;
        let textures = Textures::new(&mut objects, triangles)?;
        let (layout, pipeline) = pipeline(&mut objects, triangles, &textures.layouts)?;
        let (fence, [commands, upload]) = (fence(&mut objects)?, command_buffers(&mut objects)?);
        let functions = objects.functions().clone();
        record(&functions, upload, || {
            textures.texels.iter().for_each(|texels| texels.record_upload(&functions, upload));
        })?;
        objects.device.submit(upload, fence)?;
        record(&functions, commands, || {
            color.record_layout(&functions, commands, vk::ImageLayout::UNDEFINED, vk::ImageLayout::GENERAL);
            depth.record_layout(&functions, commands, vk::ImageLayout::UNDEFINED, vk::ImageLayout::GENERAL);
            let count = triangles.indices.len() as u32;
            textures.record_bind(&functions, commands, layout);
            record_draw(&functions, commands, (pipeline, &index_buffer, count), triangles.size, [&color, &depth]);
            color.record_layout(&functions, commands, vk::ImageLayout::GENERAL, vk::ImageLayout::GENERAL);
            let layers = vk::ImageSubresourceLayers {
                aspect_mask: vk::ImageAspectFlags::COLOR,
                layer_count: 1,
                ..<_>::default()
            };
            let region = vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent(triangles.size));
            let layout = vk::ImageLayout::GENERAL;
            // SAFETY: see the module; the buffer has room for all texels.
            unsafe { functions.cmd_copy_image_to_buffer(commands, color.image, layout, texels.handle, &[region]) };
        })?;
        Ok(Drawing { objects, commands, fence, texels, bytes })
    }

    /// Draws, and waits for the texels.
    ///
    /// # Errors
    /// When the device fails.
    pub fn run(&self) -> Result<()> {
        self.objects.device.submit(self.commands, self.fence)
    }

    /// The texels in rows.
    pub fn texels(&self) -> Vec<u8> {
        let mut texels = vec![0; self.bytes];
        self.texels.read(&mut texels);
        texels
    }
}

/// The textures of a pixel shader with their sampler: one set of descriptors, or none.
struct Textures {
    texels: Vec<Texels>,
    layouts: Vec<vk::DescriptorSetLayout>,
    sets: Vec<vk::DescriptorSet>,
}

impl Textures {
    fn new(objects: &mut Objects, triangles: &Triangles<'_>) -> Result<Self> {
        let images = triangles.textures;
        if images.is_empty() {
            return Ok(Textures { texels: Vec::new(), layouts: Vec::new(), sets: Vec::new() });
        }
        let count = images.len() as u32;
        let kind = |at: u32| if at < count { vk::DescriptorType::SAMPLED_IMAGE } else { vk::DescriptorType::SAMPLER };
        let binding = |at: u32| {
            let binding = vk::DescriptorSetLayoutBinding::default().binding(at).descriptor_type(kind(at));
            binding.descriptor_count(1).stage_flags(vk::ShaderStageFlags::FRAGMENT)
        };
        let bindings: Vec<_> = (0..=count).map(binding).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: see the module.
        let made = unsafe { objects.functions().create_descriptor_set_layout(&info, None) };
        let layouts = vec![objects.keep(made.map_err(told("make a layout"))?)];
        let size = |at: u32| vk::DescriptorPoolSize::default().ty(kind(at)).descriptor_count(1);
        let sizes: Vec<_> = (0..=count).map(size).collect();
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: see the module.
        let made = unsafe { objects.functions().create_descriptor_pool(&info, None) };
        let pool = objects.keep(made.map_err(told("make descriptors"))?);
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: see the module.
        let sets = unsafe { objects.functions().allocate_descriptor_sets(&info) }.map_err(told("make descriptors"))?;
        let sampler = make_sampler(objects, triangles.sampler)?;
        let of_image = |image: &Image| Texels::new(objects, image, vk::ImageUsageFlags::SAMPLED);
        let texels = images.iter().map(of_image).collect::<Result<Vec<_>>>()?;
        for at in 0..=count {
            let view = texels.get(at as usize).map_or(vk::ImageView::null(), |texels| texels.view);
            let info = vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL);
            let info = [info.image_view(view).sampler(sampler)];
            let write = vk::WriteDescriptorSet::default().dst_set(sets[0]).dst_binding(at);
            let write = write.descriptor_type(kind(at)).image_info(&info);
            // SAFETY: see the module; the type of the descriptor says what of the image is read.
            unsafe { objects.functions().update_descriptor_sets(&[write], &[]) };
        }
        Ok(Textures { texels, layouts, sets })
    }

    fn record_bind(&self, functions: &ash::Device, commands: vk::CommandBuffer, layout: vk::PipelineLayout) {
        if !self.sets.is_empty() {
            let point = vk::PipelineBindPoint::GRAPHICS;
            // SAFETY: see the module; the layout was made for the set.
            unsafe { functions.cmd_bind_descriptor_sets(commands, point, layout, 0, &self.sets, &[]) };
        }
    }
}

/// An image that is drawn to.
struct Plane {
    image: vk::Image,
    view: vk::ImageView,
    aspect: vk::ImageAspectFlags,
}

impl Plane {
    fn new(
        objects: &mut Objects,
        size: [u32; 2],
        format: vk::Format,
        (usage, aspect): (vk::ImageUsageFlags, vk::ImageAspectFlags),
    ) -> Result<Self> {
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(extent(size))
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage);
        // SAFETY: see the module.
        let image = unsafe { objects.functions().create_image(&info, None) }.map_err(told("make an image"))?;
        objects.keep(image);
        // SAFETY: the image is alive.
        let needs = unsafe { objects.functions().get_image_memory_requirements(image) };
        let memory = allocate(objects, needs, vk::MemoryPropertyFlags::empty())?;
        // SAFETY: the memory is large enough for the image.
        unsafe { objects.functions().bind_image_memory(image, memory, 0) }.map_err(told("bind memory"))?;
        let info = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(format)
            .subresource_range(range(aspect));
        // SAFETY: see the module.
        let view = unsafe { objects.functions().create_image_view(&info, None) }.map_err(told("view an image"))?;
        Ok(Plane { image, view: objects.keep(view), aspect })
    }

    /// Records a change of the layout, which waits for all that was before it.
    fn record_layout(
        &self,
        functions: &ash::Device,
        commands: vk::CommandBuffer,
        from: vk::ImageLayout,
        to: vk::ImageLayout,
    ) {
        let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        let barrier = vk::ImageMemoryBarrier::default()
            .image(self.image)
            .old_layout(from)
            .new_layout(to)
            .src_access_mask(access)
            .dst_access_mask(access)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .subresource_range(range(self.aspect));
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        // SAFETY: see the module.
        unsafe {
            functions.cmd_pipeline_barrier(commands, all, all, vk::DependencyFlags::empty(), &[], &[], &[barrier]);
        }
    }
}

fn extent([width, height]: [u32; 2]) -> vk::Extent3D {
    vk::Extent3D { width, height, depth: 1 }
}

fn range(aspect_mask: vk::ImageAspectFlags) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange { aspect_mask, level_count: 1, layer_count: 1, ..<_>::default() }
}

/// Records the draw behind clears of both planes.
fn record_draw(
    functions: &ash::Device,
    commands: vk::CommandBuffer,
    (pipeline, indices, count): (vk::Pipeline, &Buffer, u32),
    [width, height]: [u32; 2],
    [color, depth]: [&Plane; 2],
) {
    let attachment = |plane: &Plane, clear| {
        vk::RenderingAttachmentInfo::default()
            .image_view(plane.view)
            .image_layout(vk::ImageLayout::GENERAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(clear)
    };
    let colors = [attachment(color, vk::ClearValue::default())];
    let far = vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 };
    let depth = attachment(depth, vk::ClearValue { depth_stencil: far });
    let area = vk::Rect2D { extent: vk::Extent2D { width, height }, ..<_>::default() };
    let info = vk::RenderingInfo::default()
        .render_area(area)
        .layer_count(1)
        .color_attachments(&colors)
        .depth_attachment(&depth);
    // SAFETY: see the module; the pipeline was made for these planes.
    unsafe {
        functions.cmd_begin_rendering(commands, &info);
        functions.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
        functions.cmd_bind_index_buffer(commands, indices.handle, 0, vk::IndexType::UINT32);
        functions.cmd_draw_indexed(commands, count, 1, 0, 0, 0);
        functions.cmd_end_rendering(commands);
    }
}

fn pipeline(
    objects: &mut Objects,
    triangles: &Triangles<'_>,
    sets: &[vk::DescriptorSetLayout],
) -> Result<(vk::PipelineLayout, vk::Pipeline)> {
    let mut modules = [vk::ShaderModule::null(); 2];
    for (module, words) in modules.iter_mut().zip(triangles.modules) {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: see the module; the words are a valid one.
        let made = unsafe { objects.functions().create_shader_module(&info, None) }.map_err(told("make a module"))?;
        *module = objects.keep(made);
    }
    let stages = [vk::ShaderStageFlags::VERTEX, vk::ShaderStageFlags::FRAGMENT];
    let stages = [0, 1]
        .map(|at| vk::PipelineShaderStageCreateInfo::default().stage(stages[at]).module(modules[at]).name(c"main"));
    let layout = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
    // SAFETY: see the module.
    let layout = unsafe { objects.functions().create_pipeline_layout(&layout, None) }.map_err(told("make a layout"))?;
    objects.keep(layout);
    let [width, height] = triangles.size.map(|part| part as f32);
    // Clip space has y up.
    let viewports = [vk::Viewport { x: 0.0, y: height, width, height: -height, min_depth: 0.0, max_depth: 1.0 }];
    let [width, height] = triangles.size;
    let scissors = [vk::Rect2D { extent: vk::Extent2D { width, height }, ..<_>::default() }];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let vertices = vk::PipelineVertexInputStateCreateInfo::default();
    let topology = vk::PrimitiveTopology::TRIANGLE_LIST;
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
    let rasterization = vk::PipelineRasterizationStateCreateInfo::default()
        .polygon_mode(vk::PolygonMode::FILL)
        .cull_mode(vk::CullModeFlags::NONE)
        .line_width(1.0);
    let samples = vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let test = vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(true)
        .depth_write_enable(true)
        .depth_compare_op(vk::CompareOp::LESS_OR_EQUAL);
    let blends = [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let mut rendering =
        vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&[COLOR]).depth_attachment_format(DEPTH);
    let info = [vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertices)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&rasterization)
        .multisample_state(&samples)
        .depth_stencil_state(&test)
        .color_blend_state(&blend)
        .layout(layout)
        .push_next(&mut rendering)];
    // SAFETY: see the module.
    let made = unsafe { objects.functions().create_graphics_pipelines(vk::PipelineCache::null(), &info, None) };
    let [pipeline] = made.map_err(|(_, error)| told("make a pipeline")(error))?[..] else {
        return Err("Vulkan has made another number of pipelines".to_owned());
    };
    Ok((layout, objects.keep(pipeline)))
}
