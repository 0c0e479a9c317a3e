/// The values of specialization constants.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(non_snake_case)]
pub struct SpecConstants {
    /// Constant 3.
    pub gain: f32,
    /// Constant 4.
    pub flip: bool,
}
impl Default for SpecConstants {
    fn default() -> Self {
        Self { gain: f32::from_bits(0x3f000000), flip: true, }
    }
}
#[allow(dead_code)]
impl SpecConstants {
    /// Number, offset and size of each among the bytes.
    pub const ENTRIES: [(u32, u32, usize); 2] = [(3, 0, 4), (4, 4, 4)];

    /// The values as a pipeline takes them.
    #[must_use]
    pub fn bytes(&self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[0..4].copy_from_slice(&self.gain.to_ne_bytes());
        bytes[4..8].copy_from_slice(&u32::from(self.flip).to_ne_bytes());
        bytes
    }
}

/// Layouts of descriptor sets and what else pipelines are made of.
#[allow(dead_code, unused_imports)]
pub mod layouts {

    /// The entries of bind group 0.
    #[must_use]
    pub fn group_0() -> [wgpu::BindGroupLayoutEntry; 8] {
        [
            // "Scene"
            wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: core::num::NonZeroU64::new(128) },
                count: None,
            },
            // "lights"
            wgpu::BindGroupLayoutEntry {
                binding: 1,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only: true }, has_dynamic_offset: false, min_binding_size: core::num::NonZeroU64::new(16) },
                count: None,
            },
            // "results"
            wgpu::BindGroupLayoutEntry {
                binding: 2,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Storage { read_only: false }, has_dynamic_offset: false, min_binding_size: core::num::NonZeroU64::new(16) },
                count: None,
            },
            // "colours"
            wgpu::BindGroupLayoutEntry {
                binding: 3,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Texture { sample_type: wgpu::TextureSampleType::Float { filterable: true }, view_dimension: wgpu::TextureViewDimension::D2, multisampled: false },
                count: None,
            },
            // "shadow"
            wgpu::BindGroupLayoutEntry {
                binding: 4,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
                count: None,
            },
            // "smooth"
            wgpu::BindGroupLayoutEntry {
                binding: 5,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                count: None,
            },
            // "image"
            wgpu::BindGroupLayoutEntry {
                binding: 6,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::StorageTexture { access: wgpu::StorageTextureAccess::WriteOnly, format: wgpu::TextureFormat::Rgba8Unorm, view_dimension: wgpu::TextureViewDimension::D2 },
                count: None,
            },
            // "depths"
            wgpu::BindGroupLayoutEntry {
                binding: 7,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Texture { sample_type: wgpu::TextureSampleType::Depth, view_dimension: wgpu::TextureViewDimension::D2, multisampled: false },
                count: None,
            },
        ]
    }

    /// The bytes of push constants, which wgpu calls immediates.
    pub const IMMEDIATE_SIZE: u32 = 20;

    /// The size of a vertex whose attributes lie one after the other.
    pub const VERTEX_STRIDE: u32 = 88;

    /// The attributes of such a vertex. Buffers may hold smaller formats of the same numbers instead.
    pub const VERTEX_ATTRIBUTES: [wgpu::VertexAttribute; 7] = [
        // "POSITION0"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x3, offset: 0, shader_location: 0 },
        // "TEXCOORD0"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x2, offset: 12, shader_location: 1 },
        // "ID0"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Uint32, offset: 20, shader_location: 2 },
        // "PLACE0[0]"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 24, shader_location: 3 },
        // "PLACE0[1]"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 40, shader_location: 4 },
        // "PLACE0[2]"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 56, shader_location: 5 },
        // "PLACE0[3]"
        wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 72, shader_location: 6 },
    ];
}
