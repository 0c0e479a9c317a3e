//! The part that every program with wgpu has: a device, a pipeline, a pass, and the way back to memory.

use crate::tiles_place::bindings as place;
use crate::tiles_shade::bindings as shade;
use crate::{CORNERS, PATTERN, SIDE, Scene, TILES_PLACE, TILES_SHADE, tiles_place, tiles_shade};
use std::borrow::Cow;
use std::error::Error;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const PIXEL: u32 = 4;

pub(crate) struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    /// Opens an adapter, if there is one.
    pub(crate) fn open() -> Result<Option<Gpu>, Box<dyn Error>> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        descriptor.backends = wgpu::Backends::VULKAN;
        let instance = wgpu::Instance::new(descriptor);
        let Ok(adapter) = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())) else {
            return Ok(None);
        };
        let wanted = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted))?;
        Ok(Some(Gpu { device, queue }))
    }

    pub(crate) fn draw(&self, scene: &Scene) -> Result<Vec<[u8; 4]>, Box<dyn Error>> {
        let errors = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let (layouts, groups) = self.groups(scene);
        let pipeline = self.pipeline(&layouts);
        let corners = self.buffer(bytemuck::cast_slice(&CORNERS), wgpu::BufferUsages::VERTEX, 0);
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
        let picture = self.texture([SIDE, SIDE], usage);
        let pixels = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(SIDE * SIDE * PIXEL),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut commands = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let view = picture.create_view(&wgpu::TextureViewDescriptor::default());
            let target = wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            };
            let targets = [Some(target)];
            let descriptor = wgpu::RenderPassDescriptor { color_attachments: &targets, ..Default::default() };
            let mut pass = commands.begin_render_pass(&descriptor);
            pass.set_pipeline(&pipeline);
            (0..).zip(&groups).for_each(|(number, group)| pass.set_bind_group(number, group, &[]));
            pass.set_vertex_buffer(0, corners.slice(..));
            pass.draw(0..CORNERS.len() as u32, 0..scene.tiles.len() as u32);
        }
        let rows = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(SIDE * PIXEL), rows_per_image: None };
        let target = wgpu::TexelCopyBufferInfo { buffer: &pixels, layout: rows };
        commands.copy_texture_to_buffer(picture.as_image_copy(), target, picture.size());
        self.queue.submit([commands.finish()]);
        if let Some(error) = pollster::block_on(errors.pop()) {
            return Err(error.into());
        }
        pixels.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let mapped = pixels.slice(..).get_mapped_range()?;
        Ok(bytemuck::cast_slice(&mapped).to_vec())
    }

    /// A group of bindings for each stage.
    fn groups(&self, scene: &Scene) -> ([wgpu::BindGroupLayout; 2], [wgpu::BindGroup; 2]) {
        let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
            self.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        let (first, second) = (tiles_place::layouts::group_0(), tiles_shade::layouts::group_1());
        let layouts = [layout(&first), layout(&second)];
        let view = self.bound(bytemuck::bytes_of(&scene.view), &first, place::View::BINDING);
        let tiles = self.bound(bytemuck::cast_slice(&scene.tiles), &first, place::tiles::BINDING);
        let light = self.bound(bytemuck::bytes_of(&scene.light), &second, shade::Light::BINDING);
        let pattern = self.pattern().create_view(&wgpu::TextureViewDescriptor::default());
        let nearest = self.device.create_sampler(&wgpu::SamplerDescriptor::default());
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let group = |layout, entries: &[wgpu::BindGroupEntry<'_>]| {
            self.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries })
        };
        let of_place = [
            entry(place::View::BINDING, view.as_entire_binding()),
            entry(place::tiles::BINDING, tiles.as_entire_binding()),
        ];
        let of_shade = [
            entry(shade::Light::BINDING, light.as_entire_binding()),
            entry(shade::pattern::BINDING, wgpu::BindingResource::TextureView(&pattern)),
            entry(shade::nearest::BINDING, wgpu::BindingResource::Sampler(&nearest)),
        ];
        let groups = [group(&layouts[0], &of_place), group(&layouts[1], &of_shade)];
        (layouts, groups)
    }

    fn pipeline(&self, layouts: &[wgpu::BindGroupLayout; 2]) -> wgpu::RenderPipeline {
        let module = |words: &'static [u32]| {
            let source = wgpu::ShaderSource::SpirV(Cow::Borrowed(words));
            self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
        };
        let (placing, shading) = (module(TILES_PLACE), module(TILES_SHADE));
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &layouts.each_ref().map(Some),
            immediate_size: 0,
        });
        let corners = wgpu::VertexBufferLayout {
            array_stride: tiles_place::layouts::VERTEX_STRIDE.into(),
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &tiles_place::layouts::VERTEX_ATTRIBUTES,
        };
        self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &placing,
                entry_point: tiles_place::entry_points::place::NAME.to_str().ok(),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[Some(corners)],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shading,
                entry_point: tiles_shade::entry_points::shade::NAME.to_str().ok(),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        })
    }

    /// A buffer for a binding, with its usage and the least size that its layout requires: WebGPU counts the padding behind
    /// the last member.
    fn bound(&self, bytes: &[u8], layout: &[wgpu::BindGroupLayoutEntry], binding: u32) -> wgpu::Buffer {
        let ty = layout.iter().find(|entry| entry.binding == binding).map(|entry| entry.ty);
        let Some(wgpu::BindingType::Buffer { ty, min_binding_size, .. }) = ty else {
            unreachable!("the layout has a buffer there");
        };
        let usage = match ty {
            wgpu::BufferBindingType::Uniform => wgpu::BufferUsages::UNIFORM,
            wgpu::BufferBindingType::Storage { .. } => wgpu::BufferUsages::STORAGE,
        };
        self.buffer(bytes, usage, min_binding_size.map_or(0, u64::from))
    }

    fn buffer(&self, bytes: &[u8], usage: wgpu::BufferUsages, least: u64) -> wgpu::Buffer {
        let (size, usage) = (least.max(bytes.len() as u64), usage | wgpu::BufferUsages::COPY_DST);
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let buffer = self.device.create_buffer(&descriptor);
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    fn texture(&self, [width, height]: [u32; 2], usage: wgpu::TextureUsages) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage,
            view_formats: &[],
        })
    }

    fn pattern(&self) -> wgpu::Texture {
        let side = PATTERN.len() as u32;
        let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let texture = self.texture([side, side], usage);
        let texels: Vec<u8> = PATTERN.iter().flatten().flat_map(|value| [*value; PIXEL as usize]).collect();
        let rows = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(side * PIXEL), rows_per_image: None };
        self.queue.write_texture(texture.as_image_copy(), &texels, rows, texture.size());
        texture
    }
}
