//! Layouts for ash: constants and functions of plain `ash::vk` types.

use super::super::plan::Unsayable;
use super::super::sets::{Attribute, Set};
use super::{Library, stages};
use crate::model::Descriptor;
use std::fmt::Write;

pub(super) struct Ash;

/// A stage of a pipeline.
fn stage(name: &str) -> String {
    let flag = match name {
        "vertex" => "VERTEX",
        "tessellation_control" => "TESSELLATION_CONTROL",
        "tessellation_evaluation" => "TESSELLATION_EVALUATION",
        "geometry" => "GEOMETRY",
        "fragment" => "FRAGMENT",
        "compute" => "COMPUTE",
        "task" => "TASK_EXT",
        "mesh" => "MESH_EXT",
        "raygeneration" => "RAYGEN_KHR",
        "intersection" => "INTERSECTION_KHR",
        "anyhit" => "ANY_HIT_KHR",
        "closesthit" => "CLOSEST_HIT_KHR",
        "miss" => "MISS_KHR",
        "callable" => "CALLABLE_KHR",
        _ => "ALL",
    };
    format!("vk::ShaderStageFlags::{flag}")
}

fn descriptor(kind: Descriptor) -> &'static str {
    match kind {
        Descriptor::Sampler => "SAMPLER",
        Descriptor::CombinedImageSampler => "COMBINED_IMAGE_SAMPLER",
        Descriptor::SampledImage => "SAMPLED_IMAGE",
        Descriptor::StorageImage => "STORAGE_IMAGE",
        Descriptor::UniformTexelBuffer => "UNIFORM_TEXEL_BUFFER",
        Descriptor::StorageTexelBuffer => "STORAGE_TEXEL_BUFFER",
        Descriptor::UniformBuffer => "UNIFORM_BUFFER",
        Descriptor::StorageBuffer => "STORAGE_BUFFER",
        Descriptor::InputAttachment => "INPUT_ATTACHMENT",
        Descriptor::AccelerationStructure => "ACCELERATION_STRUCTURE_KHR",
        Descriptor::Tensor => "from_raw(1_000_460_000)",
    }
}

impl Library for Ash {
    const USES: &'static [&'static str] = &["ash::vk"];

    fn set(&self, out: &mut String, set: &Set) -> Result<(), Unsayable> {
        let open = |at: &usize| set.slots[*at].count.number().is_none();
        let parameters: Vec<String> =
            (0..set.slots.len()).filter(open).map(|at| format!("count_{}: u32", set.slots[at].binding)).collect();
        let (number, count, parameters) = (set.set, set.slots.len(), parameters.join(", "));
        let note = if parameters.is_empty() { "" } else { " The counts are those of arrays without a length." };
        let _ = write!(
            out,
            "\n/// The bindings of set {number}.{note}\n#[must_use]\npub fn set_{number}({parameters}) -> \
             [vk::DescriptorSetLayoutBinding<'static>; {count}] {{\n    [\n"
        );
        for slot in &set.slots {
            let count = slot.count.number().map_or(format!("count_{}", slot.binding), |count| count.to_string());
            let stages = stages(slot, stage, "vk::ShaderStageFlags::ALL", " | ");
            let _ = write!(
                out,
                "        // {:?}\n        vk::DescriptorSetLayoutBinding::default()\n            .binding({})\n            \
                 .descriptor_type(vk::DescriptorType::{})\n            .descriptor_count({count})\n            \
                 .stage_flags({stages}),\n",
                slot.name,
                slot.binding,
                descriptor(slot.descriptor)
            );
        }
        out.push_str("    ]\n}\n");
        Ok(())
    }

    fn push_constants(&self, out: &mut String, ranges: &[(String, u64, u64)]) {
        let count = ranges.len();
        let _ = write!(
            out,
            "\n/// A range for each stage that uses push constants.\npub const PUSH_CONSTANT_RANGES: [vk::PushConstantRange; {count}] = [\n"
        );
        for (name, offset, size) in ranges {
            let flags = stage(name);
            let _ =
                writeln!(out, "    vk::PushConstantRange {{ stage_flags: {flags}, offset: {offset}, size: {size} }},");
        }
        out.push_str("];\n");
    }

    fn vertex(&self, out: &mut String, attributes: &[Attribute]) -> Result<(), Unsayable> {
        let count = attributes.len();
        let _ = writeln!(out, "pub const VERTEX_ATTRIBUTES: [vk::VertexInputAttributeDescription; {count}] = [");
        for Attribute { name, location, format, offset } in attributes {
            let _ = writeln!(
                out,
                "    // {name:?}\n    vk::VertexInputAttributeDescription {{ location: {location}, binding: 0, format: vk::Format::{format}, offset: {offset} }},"
            );
        }
        out.push_str("];\n");
        Ok(())
    }

    fn map_entries(&self, out: &mut String, entries: &[(u32, u32, u32)]) {
        let count = entries.len();
        let _ = writeln!(
            out,
            "\n/// Where the bytes of `SpecConstants` hold each constant.\npub const MAP_ENTRIES: [vk::SpecializationMapEntry; {count}] = ["
        );
        for (id, offset, size) in entries {
            let _ = writeln!(
                out,
                "    vk::SpecializationMapEntry {{ constant_id: {id}, offset: {offset}, size: {size} }},"
            );
        }
        out.push_str("];\n");
    }
}
