//! Layouts for wgpu: entries of bind group layouts with least sizes. WebGPU lacks some descriptors.

use super::super::plan::Unsayable;
use super::super::sets::{Attribute, Set, Slot};
use super::{Library, stages};
use crate::model::{Descriptor, Image, Scalar};
use std::fmt::Write;

pub(super) struct Wgpu;

const ALL: &str = "wgpu::ShaderStages::all()";

fn stage(name: &str) -> String {
    match name {
        "vertex" => "wgpu::ShaderStages::VERTEX".to_owned(),
        "fragment" => "wgpu::ShaderStages::FRAGMENT".to_owned(),
        "compute" => "wgpu::ShaderStages::COMPUTE".to_owned(),
        "task" => "wgpu::ShaderStages::TASK".to_owned(),
        "mesh" => "wgpu::ShaderStages::MESH".to_owned(),
        _ => ALL.to_owned(),
    }
}

fn refuse(name: &str, reason: &str) -> Unsayable {
    Unsayable { what: name.to_owned(), reason: reason.to_owned() }
}

/// The type of a binding.
fn binding_type(slot: &Slot) -> Result<String, Unsayable> {
    let image = || slot.image.as_ref().ok_or_else(|| refuse(&slot.name, "image has no type"));
    Ok(match slot.descriptor {
        Descriptor::UniformBuffer => buffer("Uniform", slot.padded_size),
        Descriptor::StorageBuffer => buffer(&format!("Storage {{ read_only: {} }}", slot.is_read), slot.padded_size),
        Descriptor::Sampler if slot.compares => sampler("Comparison"),
        Descriptor::Sampler => sampler("Filtering"),
        Descriptor::SampledImage => texture(slot, image()?)?,
        Descriptor::StorageImage => storage_texture(slot, image()?)?,
        Descriptor::AccelerationStructure => {
            "wgpu::BindingType::AccelerationStructure { vertex_return: false }".to_owned()
        }
        Descriptor::CombinedImageSampler => {
            return Err(refuse(&slot.name, "WebGPU has no combined texture samplers"));
        }
        Descriptor::UniformTexelBuffer | Descriptor::StorageTexelBuffer => {
            return Err(refuse(&slot.name, "WebGPU has no texel buffers"));
        }
        Descriptor::InputAttachment => return Err(refuse(&slot.name, "WebGPU has no input attachments")),
        Descriptor::Tensor => return Err(refuse(&slot.name, "WebGPU has no tensors")),
    })
}

fn buffer(kind: &str, size: Option<u64>) -> String {
    let size = size.unwrap_or_default();
    format!(
        "wgpu::BindingType::Buffer {{ ty: wgpu::BufferBindingType::{kind}, has_dynamic_offset: false, min_binding_size: \
         core::num::NonZeroU64::new({size}) }}"
    )
}

fn sampler(kind: &str) -> String {
    format!("wgpu::BindingType::Sampler(wgpu::SamplerBindingType::{kind})")
}

fn dimension(name: &str, image: &Image) -> Result<&'static str, Unsayable> {
    Ok(match (image.dim.as_str(), image.arrayed) {
        ("1D", false) => "D1",
        ("2D", false) => "D2",
        ("2D", true) => "D2Array",
        ("3D", false) => "D3",
        ("Cube", false) => "Cube",
        ("Cube", true) => "CubeArray",
        _ => return Err(refuse(name, "WebGPU has no textures of this dimension")),
    })
}

fn texture(slot: &Slot, image: &Image) -> Result<String, Unsayable> {
    let sampled = match image.sampled_type {
        _ if image.depth == Some(true) || slot.compares => "Depth".to_owned(),
        Scalar::Int32 | Scalar::Int16 => "Sint".to_owned(),
        Scalar::Uint32 | Scalar::Uint16 => "Uint".to_owned(),
        // Textures with samples have no filter.
        _ => format!("Float {{ filterable: {} }}", !image.multisampled),
    };
    let (dimension, samples) = (dimension(&slot.name, image)?, image.multisampled);
    Ok(format!(
        "wgpu::BindingType::Texture {{ sample_type: wgpu::TextureSampleType::{sampled}, view_dimension: \
         wgpu::TextureViewDimension::{dimension}, multisampled: {samples} }}"
    ))
}

fn storage_texture(slot: &Slot, image: &Image) -> Result<String, Unsayable> {
    let format = image.format.as_deref().ok_or_else(|| {
        refuse(&slot.name, "WebGPU requires a storage texture format; specify it with [[vk::image_format]]")
    })?;
    let format = FORMATS.iter().find(|(spirv, _)| *spirv == format).map(|(_, name)| *name);
    let format = format.ok_or_else(|| refuse(&slot.name, "WebGPU has no storage textures of this format"))?;
    let access = match (slot.is_read, slot.is_written) {
        (true, _) => "ReadOnly",
        (false, true) => "WriteOnly",
        (false, false) => "ReadWrite",
    };
    let dimension = dimension(&slot.name, image)?;
    Ok(format!(
        "wgpu::BindingType::StorageTexture {{ access: wgpu::StorageTextureAccess::{access}, format: \
         wgpu::TextureFormat::{format}, view_dimension: wgpu::TextureViewDimension::{dimension} }}"
    ))
}

/// Formats of SPIR-V and of wgpu.
const FORMATS: &[(&str, &str)] = &[
    ("Rgba32f", "Rgba32Float"),
    ("Rgba16f", "Rgba16Float"),
    ("Rg32f", "Rg32Float"),
    ("Rg16f", "Rg16Float"),
    ("R32f", "R32Float"),
    ("R16f", "R16Float"),
    ("R11fG11fB10f", "Rg11b10Ufloat"),
    ("Rgba8", "Rgba8Unorm"),
    ("Rgba8Snorm", "Rgba8Snorm"),
    ("Rgb10A2", "Rgb10a2Unorm"),
    ("Rg8", "Rg8Unorm"),
    ("R8", "R8Unorm"),
    ("Rgba32i", "Rgba32Sint"),
    ("Rgba16i", "Rgba16Sint"),
    ("Rgba8i", "Rgba8Sint"),
    ("Rg32i", "Rg32Sint"),
    ("R32i", "R32Sint"),
    ("Rgba32ui", "Rgba32Uint"),
    ("Rgba16ui", "Rgba16Uint"),
    ("Rgba8ui", "Rgba8Uint"),
    ("Rg32ui", "Rg32Uint"),
    ("R32ui", "R32Uint"),
];

/// Formats of vertices in Vulkan and in wgpu.
const VERTEX_FORMATS: &[(&str, &str)] = &[
    ("R32_SFLOAT", "Float32"),
    ("R32G32_SFLOAT", "Float32x2"),
    ("R32G32B32_SFLOAT", "Float32x3"),
    ("R32G32B32A32_SFLOAT", "Float32x4"),
    ("R32_SINT", "Sint32"),
    ("R32G32_SINT", "Sint32x2"),
    ("R32G32B32_SINT", "Sint32x3"),
    ("R32G32B32A32_SINT", "Sint32x4"),
    ("R32_UINT", "Uint32"),
    ("R32G32_UINT", "Uint32x2"),
    ("R32G32B32_UINT", "Uint32x3"),
    ("R32G32B32A32_UINT", "Uint32x4"),
    ("R16_SFLOAT", "Float16"),
    ("R16G16_SFLOAT", "Float16x2"),
    ("R16G16B16A16_SFLOAT", "Float16x4"),
    ("R64_SFLOAT", "Float64"),
    ("R64G64_SFLOAT", "Float64x2"),
    ("R64G64B64_SFLOAT", "Float64x3"),
    ("R64G64B64A64_SFLOAT", "Float64x4"),
];

impl Library for Wgpu {
    const USES: &'static [&'static str] = &[];

    fn set(&self, out: &mut String, set: &Set) -> Result<(), Unsayable> {
        let (number, count) = (set.set, set.slots.len());
        let open = set.slots.iter().filter(|slot| slot.count.number().is_none());
        let parameters: Vec<String> =
            open.map(|slot| format!("count_{}: core::num::NonZeroU32", slot.binding)).collect();
        let parameters = parameters.join(", ");
        let _ = write!(
            out,
            "\n/// The entries of bind group {number}.\n#[must_use]\npub fn group_{number}({parameters}) -> \
             [wgpu::BindGroupLayoutEntry; {count}] {{\n    [\n"
        );
        for slot in &set.slots {
            let stages = stages(slot, stage, ALL, " | ");
            let count = match slot.count.number() {
                None => format!("Some(count_{})", slot.binding),
                Some(1) => "None".to_owned(),
                Some(count) => format!("core::num::NonZeroU32::new({count})"),
            };
            let _ = write!(
                out,
                "        // {:?}\n        wgpu::BindGroupLayoutEntry {{\n            binding: {},\n            visibility: {stages},\n            \
                 ty: {},\n            count: {count},\n        }},\n",
                slot.name,
                slot.binding,
                binding_type(slot)?
            );
        }
        out.push_str("    ]\n}\n");
        Ok(())
    }

    fn push_constants(&self, out: &mut String, ranges: &[(String, u64, u64)]) {
        let end = ranges.iter().map(|(_, offset, size)| offset + size).max().unwrap_or_default();
        let _ = write!(
            out,
            "\n/// The bytes of push constants, which wgpu calls immediates.\npub const IMMEDIATE_SIZE: u32 = {end};\n"
        );
    }

    fn vertex(&self, out: &mut String, attributes: &[Attribute]) -> Result<(), Unsayable> {
        let count = attributes.len();
        let _ = writeln!(out, "pub const VERTEX_ATTRIBUTES: [wgpu::VertexAttribute; {count}] = [");
        for Attribute { name, location, format, offset } in attributes {
            let known = VERTEX_FORMATS.iter().find(|(vulkan, _)| vulkan == format);
            let (_, format) = known.ok_or_else(|| refuse(name, "WebGPU does not support this vertex format"))?;
            let _ = writeln!(
                out,
                "    // {name:?}\n    wgpu::VertexAttribute {{ format: wgpu::VertexFormat::{format}, offset: {offset}, shader_location: {location} }},"
            );
        }
        out.push_str("];\n");
        Ok(())
    }

    fn map_entries(&self, _: &mut String, _: &[(u32, u32, u32)]) {
        // It takes the constants by their numbers.
    }
}
