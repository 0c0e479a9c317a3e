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
    use ash::vk;

    /// The bindings of set 0.
    #[must_use]
    pub fn set_0() -> [vk::DescriptorSetLayoutBinding<'static>; 8] {
        [
            // "Scene"
            vk::DescriptorSetLayoutBinding::default()
                .binding(0)
                .descriptor_type(vk::DescriptorType::UNIFORM_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "lights"
            vk::DescriptorSetLayoutBinding::default()
                .binding(1)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "results"
            vk::DescriptorSetLayoutBinding::default()
                .binding(2)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "colours"
            vk::DescriptorSetLayoutBinding::default()
                .binding(3)
                .descriptor_type(vk::DescriptorType::SAMPLED_IMAGE)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "shadow"
            vk::DescriptorSetLayoutBinding::default()
                .binding(4)
                .descriptor_type(vk::DescriptorType::SAMPLER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "smooth"
            vk::DescriptorSetLayoutBinding::default()
                .binding(5)
                .descriptor_type(vk::DescriptorType::SAMPLER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "image"
            vk::DescriptorSetLayoutBinding::default()
                .binding(6)
                .descriptor_type(vk::DescriptorType::STORAGE_IMAGE)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
            // "depths"
            vk::DescriptorSetLayoutBinding::default()
                .binding(7)
                .descriptor_type(vk::DescriptorType::SAMPLED_IMAGE)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::VERTEX),
        ]
    }

    /// A range for each stage that uses push constants.
    pub const PUSH_CONSTANT_RANGES: [vk::PushConstantRange; 1] = [
        vk::PushConstantRange { stage_flags: vk::ShaderStageFlags::VERTEX, offset: 0, size: 20 },
    ];

    /// The size of a vertex whose attributes lie one after the other.
    pub const VERTEX_STRIDE: u32 = 88;

    /// The attributes of such a vertex. Buffers may hold smaller formats of the same numbers instead.
    pub const VERTEX_ATTRIBUTES: [vk::VertexInputAttributeDescription; 7] = [
        // "POSITION0"
        vk::VertexInputAttributeDescription { location: 0, binding: 0, format: vk::Format::R32G32B32_SFLOAT, offset: 0 },
        // "TEXCOORD0"
        vk::VertexInputAttributeDescription { location: 1, binding: 0, format: vk::Format::R32G32_SFLOAT, offset: 12 },
        // "ID0"
        vk::VertexInputAttributeDescription { location: 2, binding: 0, format: vk::Format::R32_UINT, offset: 20 },
        // "PLACE0[0]"
        vk::VertexInputAttributeDescription { location: 3, binding: 0, format: vk::Format::R32G32B32A32_SFLOAT, offset: 24 },
        // "PLACE0[1]"
        vk::VertexInputAttributeDescription { location: 4, binding: 0, format: vk::Format::R32G32B32A32_SFLOAT, offset: 40 },
        // "PLACE0[2]"
        vk::VertexInputAttributeDescription { location: 5, binding: 0, format: vk::Format::R32G32B32A32_SFLOAT, offset: 56 },
        // "PLACE0[3]"
        vk::VertexInputAttributeDescription { location: 6, binding: 0, format: vk::Format::R32G32B32A32_SFLOAT, offset: 72 },
    ];

    /// Where the bytes of `SpecConstants` hold each constant.
    pub const MAP_ENTRIES: [vk::SpecializationMapEntry; 2] = [
        vk::SpecializationMapEntry { constant_id: 3, offset: 0, size: 4 },
        vk::SpecializationMapEntry { constant_id: 4, offset: 4, size: 4 },
    ];
}
