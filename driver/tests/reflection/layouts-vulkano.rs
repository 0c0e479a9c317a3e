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
    use vulkano::descriptor_set::layout::{DescriptorSetLayoutBinding, DescriptorType};
    use vulkano::format::Format;
    use vulkano::pipeline::layout::PushConstantRange;
    use vulkano::shader::ShaderStages;

    /// The bindings of set 0, by their numbers.
    #[must_use]
    pub fn set_0() -> std::collections::BTreeMap<u32, DescriptorSetLayoutBinding> {
        let mut bindings = std::collections::BTreeMap::new();
        // "Scene"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::UniformBuffer);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(0, binding);
        // "lights"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::StorageBuffer);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(1, binding);
        // "results"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::StorageBuffer);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(2, binding);
        // "colours"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::SampledImage);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(3, binding);
        // "shadow"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::Sampler);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(4, binding);
        // "smooth"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::Sampler);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(5, binding);
        // "image"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::StorageImage);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(6, binding);
        // "depths"
        let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::SampledImage);
        binding.descriptor_count = 1;
        binding.stages = ShaderStages::VERTEX;
        bindings.insert(7, binding);
        bindings
    }

    /// A range for each stage that uses push constants.
    #[must_use]
    pub fn push_constant_ranges() -> [PushConstantRange; 1] {
        [
            PushConstantRange { stages: ShaderStages::VERTEX, offset: 0, size: 20 },
        ]
    }

    /// The size of a vertex whose attributes lie one after the other.
    pub const VERTEX_STRIDE: u32 = 88;

    /// The attributes of such a vertex. Buffers may hold smaller formats of the same numbers instead.
    /// Location, format and offset of each.
    pub const VERTEX_ATTRIBUTES: [(u32, Format, u32); 7] = [
        // "POSITION0"
        (0, Format::R32G32B32_SFLOAT, 0),
        // "TEXCOORD0"
        (1, Format::R32G32_SFLOAT, 12),
        // "ID0"
        (2, Format::R32_UINT, 20),
        // "PLACE0[0]"
        (3, Format::R32G32B32A32_SFLOAT, 24),
        // "PLACE0[1]"
        (4, Format::R32G32B32A32_SFLOAT, 40),
        // "PLACE0[2]"
        (5, Format::R32G32B32A32_SFLOAT, 56),
        // "PLACE0[3]"
        (6, Format::R32G32B32A32_SFLOAT, 72),
    ];
}
