//! Layouts for vulkano: functions that return what its create infos hold.

use super::super::plan::Unsayable;
use super::super::sets::{Attribute, Set};
use super::{Library, stages};
use crate::model::Descriptor;
use std::fmt::Write;

pub(super) struct Vulkano;

/// A stage of a pipeline.
fn stage(name: &str) -> String {
    let flag = match name {
        "vertex" => "VERTEX",
        "tessellation_control" => "TESSELLATION_CONTROL",
        "tessellation_evaluation" => "TESSELLATION_EVALUATION",
        "geometry" => "GEOMETRY",
        "fragment" => "FRAGMENT",
        "compute" => "COMPUTE",
        "task" => "TASK",
        "mesh" => "MESH",
        "raygeneration" => "RAYGEN",
        "intersection" => "INTERSECTION",
        "anyhit" => "ANY_HIT",
        "closesthit" => "CLOSEST_HIT",
        "miss" => "MISS",
        "callable" => "CALLABLE",
        _ => return "ShaderStages::all_graphics() | ShaderStages::COMPUTE".to_owned(),
    };
    format!("ShaderStages::{flag}")
}

fn descriptor(kind: Descriptor) -> Option<&'static str> {
    Some(match kind {
        Descriptor::Sampler => "Sampler",
        Descriptor::CombinedImageSampler => "CombinedImageSampler",
        Descriptor::SampledImage => "SampledImage",
        Descriptor::StorageImage => "StorageImage",
        Descriptor::UniformTexelBuffer => "UniformTexelBuffer",
        Descriptor::StorageTexelBuffer => "StorageTexelBuffer",
        Descriptor::UniformBuffer => "UniformBuffer",
        Descriptor::StorageBuffer => "StorageBuffer",
        Descriptor::InputAttachment => "InputAttachment",
        Descriptor::AccelerationStructure => "AccelerationStructure",
        Descriptor::Tensor => return None,
    })
}

impl Library for Vulkano {
    const USES: &'static [&'static str] = &[
        "vulkano::descriptor_set::layout::{DescriptorSetLayoutBinding, DescriptorType}",
        "vulkano::format::Format",
        "vulkano::pipeline::layout::PushConstantRange",
        "vulkano::shader::ShaderStages",
    ];

    fn set(&self, out: &mut String, set: &Set) -> Result<(), Unsayable> {
        let open = set.slots.iter().filter(|slot| slot.count.number().is_none());
        let parameters: Vec<String> = open.map(|slot| format!("count_{}: u32", slot.binding)).collect();
        let (number, parameters) = (set.set, parameters.join(", "));
        let _ = write!(
            out,
            "\n/// The bindings of set {number}, by their numbers.\n#[must_use]\npub fn set_{number}({parameters}) -> \
             std::collections::BTreeMap<u32, DescriptorSetLayoutBinding> {{\n    let mut bindings = std::collections::BTreeMap::new();\n"
        );
        for slot in &set.slots {
            let kind = descriptor(slot.descriptor).ok_or_else(|| Unsayable {
                what: slot.name.clone(),
                reason: "vulkano has no such descriptor".to_owned(),
            })?;
            let count = slot.count.number().map_or(format!("count_{}", slot.binding), |count| count.to_string());
            let stages = stages(slot, stage, "ShaderStages::all_graphics() | ShaderStages::COMPUTE", " | ");
            let _ = write!(
                out,
                "    // {:?}\n    let mut binding = DescriptorSetLayoutBinding::descriptor_type(DescriptorType::{kind});\n    \
                 binding.descriptor_count = {count};\n    binding.stages = {stages};\n    bindings.insert({}, binding);\n",
                slot.name, slot.binding
            );
        }
        out.push_str("    bindings\n}\n");
        Ok(())
    }

    fn push_constants(&self, out: &mut String, ranges: &[(String, u64, u64)]) {
        let count = ranges.len();
        let _ = write!(
            out,
            "\n/// A range for each stage that uses push constants.\n#[must_use]\npub fn push_constant_ranges() -> [PushConstantRange; \
             {count}] {{\n    [\n"
        );
        for (name, offset, size) in ranges {
            let _ = writeln!(
                out,
                "        PushConstantRange {{ stages: {}, offset: {offset}, size: {size} }},",
                stage(name)
            );
        }
        out.push_str("    ]\n}\n");
    }

    fn vertex(&self, out: &mut String, attributes: &[Attribute]) -> Result<(), Unsayable> {
        let count = attributes.len();
        let _ = writeln!(
            out,
            "/// Location, format and offset of each.\npub const VERTEX_ATTRIBUTES: [(u32, Format, u32); {count}] = ["
        );
        for Attribute { name, location, format, offset } in attributes {
            let _ = writeln!(out, "    // {name:?}\n    ({location}, Format::{format}, {offset}),");
        }
        out.push_str("];\n");
        Ok(())
    }

    fn map_entries(&self, _: &mut String, _: &[(u32, u32, u32)]) {
        // It takes the constants by their numbers.
    }
}
