//! Pipelines around an entry point, by what its document says: the stages that must be beside it, layouts, attributes.
//! It must not know what a device takes.

use crate::compiler;
use ash::vk;
use driver::NoIncludes;
use harness::vulkan::validation::Named;
use harness::vulkan::validation::pipeline::{Question, Stage};
use libtest_mimic::Failed;
use reflect::{Descriptor, EntryPoint, Reflection, Scalar, Type};
use std::collections::BTreeSet;

/// The length that a layout gives to arrays of descriptors without one.
const RUNTIME_LENGTH: u64 = 1;

/// Shaders that take the place of the stages that a pipeline must have as well.
pub(super) struct Companions {
    vertex: Vec<u32>,
    mesh: Vec<u32>,
    rays: Vec<u32>,
    /// By domain: the shaders of both stages.
    patches: Vec<(&'static str, [Vec<u32>; 2])>,
}

/// The domains of tessellation by their execution modes: domain, edges, tessellation factors inside, parameters.
const DOMAINS: [(&str, &str, u32, &str, &str); 3] = [
    ("Triangles", "tri", 3, "float inside : SV_InsideTessFactor;", "float3"),
    ("Quads", "quad", 4, "float inside[2] : SV_InsideTessFactor;", "float2"),
    ("Isolines", "isoline", 2, "", "float2"),
];

impl Companions {
    pub(super) fn new() -> Result<Companions, Failed> {
        let patch = |(mode, domain, edges, inside, place): (&'static str, &str, u32, &str, &str)| {
            let text = format!(
                "struct Factors {{ float edges[{edges}] : SV_TessFactor; {inside} }};\n\
                 struct Corner {{ float4 at : SV_Position; }};\n\
                 Factors factors() {{ return (Factors)1; }}\n\
                 [domain(\"{domain}\")] [partitioning(\"integer\")] [outputtopology(\"point\")] [outputcontrolpoints(3)]\n\
                 [patchconstantfunc(\"factors\")]\n\
                 Corner control(InputPatch<Corner, 3> corners, uint at : SV_OutputControlPointID) {{ return corners[at]; }}\n\
                 [domain(\"{domain}\")]\n\
                 float4 evaluate(Factors factors, {place} at : SV_DomainLocation, const OutputPatch<Corner, 3> corners)\
                 : SV_Position {{ return corners[0].at; }}\n"
            );
            Ok((mode, [words(&text, "hs_6_0", "control")?, words(&text, "ds_6_0", "evaluate")?]))
        };
        let vertex = words("float4 main() : SV_Position { return 0; }", "vs_6_0", "main")?;
        let mesh = "struct Vertex { float4 at : SV_Position; };\n\
                    [numthreads(1, 1, 1)] [outputtopology(\"triangle\")]\n\
                    void main(out vertices Vertex corners[3], out indices uint3 triangles[1]) { SetMeshOutputCounts(0, 0); }";
        let mesh = words(mesh, "ms_6_5", "main")?;
        let rays = words("[shader(\"raygeneration\")] void main() {}", "lib_6_3", "main")?;
        Ok(Companions { vertex, mesh, rays, patches: DOMAINS.into_iter().map(patch).collect::<Result<_, Failed>>()? })
    }

    /// A pipeline with this entry point; none for stages that are not in the pipelines here.
    pub(super) fn question<'a>(
        &'a self,
        words: &'a [u32],
        entry: &'a EntryPoint,
        found: &Reflection,
    ) -> Option<Question<'a>> {
        let flags = flags(&entry.stage)?;
        let own = Stage { words, entry: &entry.name, stage: flags };
        let mut question = Question {
            sets: sets(found, entry, flags),
            pushed: found.push_constants.iter().map(|one| range(one, flags)).collect(),
            topology: topology(entry),
            input_attachments: input_attachments(found),
            ..Question::default()
        };
        let vertex = Stage { words: &self.vertex, entry: "main", stage: vk::ShaderStageFlags::VERTEX };
        question.stages = match entry.stage.as_str() {
            "vertex" => {
                question.attributes = entry.inputs.iter().flat_map(attributes).collect();
                vec![own]
            }
            "tessellation_control" => vec![vertex, own, self.patch(entry, 1)],
            "tessellation_evaluation" => vec![vertex, self.patch(entry, 0), own],
            "geometry" | "fragment" => vec![vertex, own],
            "task" => {
                let mesh = Stage { words: &self.mesh, entry: "main", stage: vk::ShaderStageFlags::MESH_EXT };
                vec![own, mesh]
            }
            "anyhit" | "closesthit" | "miss" | "intersection" | "callable" => {
                vec![Stage { words: &self.rays, entry: "main", stage: vk::ShaderStageFlags::RAYGEN_KHR }, own]
            }
            _ => vec![own],
        };
        Some(question)
    }

    /// Features that the stages beside an entry point need.
    pub(super) fn beside(entry: &EntryPoint) -> &'static [Named<'static>] {
        match entry.stage.as_str() {
            "task" => &[("VkPhysicalDeviceMeshShaderFeaturesEXT", "meshShader")],
            _ => &[],
        }
    }

    /// The shader of the other stage of tessellation.
    fn patch(&self, entry: &EntryPoint, stage: usize) -> Stage<'_> {
        let is_here = |(mode, _): &&(&str, [Vec<u32>; 2])| has_mode(entry, mode);
        let (_, both) = self.patches.iter().find(is_here).unwrap_or(&self.patches[0]);
        let (entry, stage) = [
            ("control", vk::ShaderStageFlags::TESSELLATION_CONTROL),
            ("evaluate", vk::ShaderStageFlags::TESSELLATION_EVALUATION),
        ][stage];
        Stage { words: &both[usize::from(entry == "evaluate")], entry, stage }
    }
}

fn words(text: &str, profile: &str, entry: &str) -> Result<Vec<u32>, Failed> {
    // Rays and meshes need SPIR-V 1.4.
    let version = match profile {
        "lib_6_3" | "ms_6_5" => "-fspv-target-env=vulkan1.2",
        _ => "-fspv-target-env=vulkan1.1",
    };
    let compiler = compiler::compiler(&["-T", profile, "-E", entry, version]);
    let made = compiler.and_then(|compiler| compiler.compile("companion.hlsl", text, &NoIncludes));
    Ok(made.map_err(|failure| failure.to_string())?.words)
}

fn has_mode(entry: &EntryPoint, name: &str) -> bool {
    entry.modes.iter().any(|mode| mode.name == name)
}

fn flags(stage: &str) -> Option<vk::ShaderStageFlags> {
    Some(match stage {
        "vertex" => vk::ShaderStageFlags::VERTEX,
        "tessellation_control" => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        "tessellation_evaluation" => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        "geometry" => vk::ShaderStageFlags::GEOMETRY,
        "fragment" => vk::ShaderStageFlags::FRAGMENT,
        "compute" => vk::ShaderStageFlags::COMPUTE,
        "task" => vk::ShaderStageFlags::TASK_EXT,
        "mesh" => vk::ShaderStageFlags::MESH_EXT,
        "raygeneration" => vk::ShaderStageFlags::RAYGEN_KHR,
        "anyhit" => vk::ShaderStageFlags::ANY_HIT_KHR,
        "closesthit" => vk::ShaderStageFlags::CLOSEST_HIT_KHR,
        "miss" => vk::ShaderStageFlags::MISS_KHR,
        "intersection" => vk::ShaderStageFlags::INTERSECTION_KHR,
        "callable" => vk::ShaderStageFlags::CALLABLE_KHR,
        _ => return None,
    })
}

fn topology(entry: &EntryPoint) -> vk::PrimitiveTopology {
    if entry.stage.starts_with("tessellation") {
        return vk::PrimitiveTopology::PATCH_LIST;
    }
    let modes = [
        ("InputPoints", vk::PrimitiveTopology::POINT_LIST),
        ("InputLines", vk::PrimitiveTopology::LINE_LIST),
        ("InputLinesAdjacency", vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY),
        ("InputTrianglesAdjacency", vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY),
    ];
    let known = modes.into_iter().find(|(mode, _)| has_mode(entry, mode));
    known.map_or(vk::PrimitiveTopology::TRIANGLE_LIST, |(_, topology)| topology)
}

/// The attributes of an input of vertices: a location and a format for each vector.
fn attributes(one: &reflect::Variable) -> Vec<(u32, vk::Format)> {
    let (Some(first), Some(format)) = (one.location, format(&one.ty)) else { return Vec::new() };
    let vectors = one.ty.matrix.as_ref().map_or(1, |matrix| matrix.count);
    let elements = one.ty.dims.iter().map(|dim| dim.count.number().unwrap_or(1) as u32).product::<u32>();
    (first..).take((vectors * elements) as usize).map(|location| (location, format)).collect()
}

/// The format with the scalars of a vector, or of the vectors of a matrix.
fn format(ty: &Type) -> Option<vk::Format> {
    let components = ty.matrix.as_ref().map_or(ty.components.unwrap_or(1), |matrix| matrix.length);
    // The formats of one channel, and how many others lie before the same one with a channel more.
    let (first, step) = match ty.scalar? {
        Scalar::Uint16 => (vk::Format::R16_UINT, 7),
        Scalar::Int16 => (vk::Format::R16_SINT, 7),
        Scalar::Float16 => (vk::Format::R16_SFLOAT, 7),
        Scalar::Uint32 => (vk::Format::R32_UINT, 3),
        Scalar::Int32 => (vk::Format::R32_SINT, 3),
        Scalar::Float32 => (vk::Format::R32_SFLOAT, 3),
        _ => return None,
    };
    Some(vk::Format::from_raw(first.as_raw() + step * (components as i32 - 1)))
}

fn input_attachments(found: &Reflection) -> u32 {
    let indices =
        found.bindings.iter().filter_map(|one| Some(one.input_attachment_index? + one.count.number()? as u32));
    indices.max().unwrap_or_default()
}

fn range(block: &reflect::Block, stage_flags: vk::ShaderStageFlags) -> vk::PushConstantRange {
    let (offset, size) = (block.offset as u32, block.size as u32);
    vk::PushConstantRange { stage_flags, offset, size }
}

/// The layout of each set, with what an entry point uses: one binding for all variables in one place.
fn sets(
    found: &Reflection,
    entry: &EntryPoint,
    stage: vk::ShaderStageFlags,
) -> Vec<Vec<vk::DescriptorSetLayoutBinding<'static>>> {
    let mut sets = Vec::new();
    let first = |at: usize| found.bindings[at].alias_of.unwrap_or(at);
    let used: BTreeSet<usize> = entry.resources.iter().map(|one| first(one.binding)).collect();
    for one in used.iter().map(|at| &found.bindings[*at]) {
        let set = one.set as usize;
        if sets.len() <= set {
            sets.resize(set + 1, Vec::new());
        }
        let count = one.count.number().unwrap_or(RUNTIME_LENGTH) as u32;
        sets[set].push(
            vk::DescriptorSetLayoutBinding::default()
                .binding(one.binding)
                .descriptor_type(descriptor_type(one.descriptor))
                .descriptor_count(count)
                .stage_flags(stage),
        );
    }
    sets
}

fn descriptor_type(descriptor: Descriptor) -> vk::DescriptorType {
    match descriptor {
        Descriptor::Sampler => vk::DescriptorType::SAMPLER,
        Descriptor::CombinedImageSampler => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        Descriptor::SampledImage => vk::DescriptorType::SAMPLED_IMAGE,
        Descriptor::StorageImage => vk::DescriptorType::STORAGE_IMAGE,
        Descriptor::UniformTexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        Descriptor::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        Descriptor::UniformBuffer => vk::DescriptorType::UNIFORM_BUFFER,
        Descriptor::StorageBuffer => vk::DescriptorType::STORAGE_BUFFER,
        Descriptor::InputAttachment => vk::DescriptorType::INPUT_ATTACHMENT,
        Descriptor::AccelerationStructure => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
        _ => vk::DescriptorType::MUTABLE_EXT,
    }
}
