//! Requirements of a module on Vulkan: those of its capabilities, instructions, layouts and sizes, with the reasons.

use crate::constants::Constants;
use crate::cooperative;
use crate::index::Index;
use crate::layout_rules::{Breaks, Fits};
use crate::model::{
    Amount, Binding, Descriptor, EntryPoint, Extension, Feature, Limit, PayloadKind, Property, Reflection, Requires,
};
use crate::refine::{is_every, is_small_group, picked};
use crate::tables::capabilities::{self, CAPABILITIES};
use crate::tables::need::{Need, feature};
use crate::tables::{extensions, limits};
use base::digits::Digits;
use base::target::TARGETS;
use dialect::spirv::access::Access;
use dialect::spirv::enums::Kind;
use rustc_hash::FxHashSet;
use spirv::{Capability, ExecutionMode, Op, Scope, StorageClass};

const V12: &str = "VkPhysicalDeviceVulkan12Features";
const V13: &str = "VkPhysicalDeviceVulkan13Features";
const V10: &str = "VkPhysicalDeviceFeatures";

const SCALAR_LAYOUT: Need = feature(V12, "scalarBlockLayout", Some(2), Some("VK_EXT_scalar_block_layout"));
const STANDARD_LAYOUT: Need =
    feature(V12, "uniformBufferStandardLayout", Some(2), Some("VK_KHR_uniform_buffer_standard_layout"));
const SMALL_GROUPS: Need =
    feature(V12, "shaderSubgroupExtendedTypes", Some(2), Some("VK_KHR_shader_subgroup_extended_types"));
const TERMINATE: Need = feature(V13, "shaderTerminateInvocation", Some(3), Some("VK_KHR_shader_terminate_invocation"));
const MAINTENANCE4: Need = feature(V13, "maintenance4", Some(3), Some("VK_KHR_maintenance4"));
const ZEROED: Need =
    feature(V13, "shaderZeroInitializeWorkgroupMemory", Some(3), Some("VK_KHR_zero_initialize_workgroup_memory"));
const VERTEX_STORES: Need = feature(V10, "vertexPipelineStoresAndAtomics", Some(0), None);
const FRAGMENT_STORES: Need = feature(V10, "fragmentStoresAndAtomics", Some(0), None);
const UNIFORM_FLOW: Need = feature(
    "VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR",
    "shaderSubgroupUniformControlFlow",
    None,
    Some("VK_KHR_shader_subgroup_uniform_control_flow"),
);
const RECONVERGENCE: Need = feature(
    "VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR",
    "shaderMaximalReconvergence",
    None,
    Some("VK_KHR_shader_maximal_reconvergence"),
);
const CLOCK: &str = "VkPhysicalDeviceShaderClockFeaturesKHR";
const GROUP_CLOCK: Need = feature(CLOCK, "shaderSubgroupClock", None, Some("VK_KHR_shader_clock"));
const DEVICE_CLOCK: Need = feature(CLOCK, "shaderDeviceClock", None, Some("VK_KHR_shader_clock"));

/// The requirements of a module whose other facts are known.
pub(crate) fn requires(index: &Index<'_>, constants: &Constants, known: &Reflection) -> Requires {
    let row = TARGETS.iter().find(|row| row.vulkan.is_some() && row.spirv >= index.header.version);
    let minor = row.and_then(|row| row.vulkan).map_or(0, |(_, minor)| minor);
    let mut found = Collector { minor, requires: Requires::default() };
    found.requires.api = row.map(|row| row.name.to_owned());
    found.capabilities(index);
    found.extensions(index);
    found.instructions(index, constants);
    found.requires.cooperative_matrices = cooperative::matrices(index, constants);
    found.requires.cooperative_vectors = cooperative::vectors(index, constants);
    found.layouts(known);
    found.stages(known);
    found.stores(known);
    found.limits(known);
    found.dependencies();
    found.requires
}

struct Collector {
    /// The minor version of Vulkan that accepts the module.
    minor: u8,
    requires: Requires,
}

fn vulkan(minor: u8) -> String {
    format!("vulkan1.{minor}")
}

impl Collector {
    fn need(&mut self, need: Need, because: &str) {
        match need {
            Need::Core(_) => {}
            Need::Feature { structure, name, core, extension } => {
                let features = &mut self.requires.features;
                if let Some(known) = features.iter_mut().find(|one| one.name == name && one.alternatives.is_empty()) {
                    note(&mut known.because, because);
                    return;
                }
                features.push(Feature {
                    name: name.to_owned(),
                    structure: structure.to_owned(),
                    core: core.map(vulkan),
                    extension: extension.map(str::to_owned),
                    alternatives: Vec::new(),
                    because: vec![because.to_owned()],
                });
            }
            Need::Property { structure, name, value, .. } => {
                let properties = &mut self.requires.properties;
                match properties.iter_mut().find(|one| one.name == name && one.value == value) {
                    Some(known) => note(&mut known.because, because),
                    None => properties.push(Property {
                        name: name.to_owned(),
                        structure: structure.to_owned(),
                        value: value.to_owned(),
                        because: vec![because.to_owned()],
                    }),
                }
            }
            Need::Extension(name) => self.extension(name, None, &[], because),
            Need::Kernel | Need::NotVulkan => note(&mut self.requires.unsupported, because),
        }
    }

    fn extension(&mut self, name: &str, core: Option<u8>, alternatives: &[&str], because: &str) {
        let extensions = &mut self.requires.extensions;
        match extensions.iter_mut().find(|one| one.name == name) {
            Some(known) => note(&mut known.because, because),
            None => extensions.push(Extension {
                name: name.to_owned(),
                core: core.map(vulkan),
                alternatives: alternatives.iter().map(|&other| other.to_owned()).collect(),
                because: vec![because.to_owned()],
            }),
        }
    }

    /// Adds the declared capabilities and those that they imply.
    fn capabilities(&mut self, index: &Index<'_>) {
        let declared = index.head.iter().filter(|inst| inst.op == Op::Capability);
        let mut stack: Vec<u32> = declared.map(|inst| inst.value(0)).collect();
        stack.reverse();
        let mut seen = FxHashSet::default();
        while let Some(capability) = stack.pop() {
            if !seen.insert(capability) {
                continue;
            }
            stack.extend(Kind::Capability.capabilities(capability).into_iter().map(|implied| implied as u32));
            let row = CAPABILITIES.binary_search_by_key(&capability, |row| row.capability as u32);
            if let Ok(at) = row {
                self.capability(index, &CAPABILITIES[at]);
            }
        }
    }

    fn capability(&mut self, index: &Index<'_>, row: &capabilities::Row) {
        if row.needs.iter().any(|need| matches!(need, Need::Core(minor) if *minor <= self.minor)) {
            return;
        }
        let picked = picked(index, row);
        if picked.is_empty() {
            return;
        }
        let because = format!("capability {}", Kind::Capability.table().text(row.capability as u32));
        match picked.as_slice() {
            [] => {}
            [one] => self.need(*one, &because),
            several if is_every(row.capability) => several.iter().for_each(|need| self.need(*need, &because)),
            [first, rest @ ..] => self.any(*first, rest, &because),
        }
    }

    /// Adds the first need, with the others as alternatives.
    fn any(&mut self, first: Need, rest: &[Need], because: &str) {
        let Need::Feature { structure, name, core, extension } = first else {
            return self.need(first, because);
        };
        let same = |need: &Need| match need {
            Need::Feature { name: other, extension, .. } if *other == name => Some(*extension),
            _ => None,
        };
        let extension = extension.or_else(|| rest.iter().find_map(same).flatten());
        let alternatives: Vec<String> = rest.iter().filter_map(spelled).collect();
        let mut known = self.requires.features.iter_mut();
        if let Some(known) = known.find(|one| one.name == name && one.alternatives == alternatives) {
            return note(&mut known.because, because);
        }
        let before = self.requires.features.len();
        self.need(Need::Feature { structure, name, core, extension }, because);
        if let Some(made) = self.requires.features.get_mut(before) {
            made.alternatives = alternatives;
        }
    }

    fn extensions(&mut self, index: &Index<'_>) {
        for inst in index.head.iter().filter(|inst| inst.op == Op::Extension) {
            let name = inst.text(0);
            let Some(row) = extensions::find(name) else {
                note(&mut self.requires.unsupported, &format!("extension {name}"));
                continue;
            };
            if row.core.is_some_and(|core| core <= self.minor) {
                continue;
            }
            match row.extensions {
                [] => {}
                [first, rest @ ..] => self.extension(first, row.core, rest, name),
            }
        }
        if index.header.version == (1, 4) {
            self.extension("VK_KHR_spirv_1_4", Some(2), &[], "SPIR-V 1.4");
        }
    }

    fn instructions(&mut self, index: &Index<'_>, constants: &Constants) {
        let mut small_groups = None;
        for (at, inst) in index.insts.iter().enumerate() {
            match inst.op {
                Op::TerminateInvocation => self.need(TERMINATE, "OpTerminateInvocation"),
                Op::ReadClockKHR => match constants.fixed(inst.id(0)) {
                    Some(scope) if scope == Scope::Device as u64 => self.need(DEVICE_CLOCK, "a clock of the device"),
                    _ => self.need(GROUP_CLOCK, "a clock of the subgroup"),
                },
                Op::ExecutionMode | Op::ExecutionModeId => match ExecutionMode::from_u32(inst.value(1)) {
                    Some(ExecutionMode::LocalSizeId) => self.need(MAINTENANCE4, "execution mode LocalSizeId"),
                    Some(ExecutionMode::SubgroupUniformControlFlowKHR) => {
                        self.need(UNIFORM_FLOW, "execution mode SubgroupUniformControlFlowKHR");
                    }
                    Some(ExecutionMode::MaximallyReconvergesKHR) => {
                        self.need(RECONVERGENCE, "execution mode MaximallyReconvergesKHR");
                    }
                    _ => {}
                },
                Op::Variable if inst.value(0) == StorageClass::Workgroup as u32 && inst.id(1) != 0 => {
                    self.need(ZEROED, "an initializer of shared memory");
                }
                Op::TypeVector => self.components(limits::VECTOR_COMPONENTS, inst.value(1).into()),
                Op::TypeVectorIdEXT => {
                    let is_cooperative = declares(index, Capability::CooperativeVectorNV);
                    let row = if is_cooperative { limits::COOPERATIVE_COMPONENTS } else { limits::VECTOR_COMPONENTS };
                    self.components(row, constants.fixed(inst.id(1)).unwrap_or_default());
                }
                _ if at >= index.globals && small_groups.is_none() && is_small_group(index, constants, inst) => {
                    small_groups = Some(format!("Op{:?} of numbers of 8, 16 or 64 bits", inst.op));
                }
                _ => {}
            }
        }
        if let Some(because) = small_groups {
            self.need(SMALL_GROUPS, &because);
        }
    }

    /// The limit of the components of vectors, for those of more than four.
    fn components(&mut self, row: limits::Row, count: u64) {
        if count > row.guaranteed {
            self.limit(row, count, &["a vector of ", Digits::of(count).as_str(), " components"]);
        }
    }

    fn layouts(&mut self, known: &Reflection) {
        let fits = Fits::new(&known.types);
        let is_uniform = |one: &Binding| one.descriptor == Descriptor::UniformBuffer;
        let of_bindings = known.bindings.iter().filter_map(|one| Some((one.block.as_deref()?, is_uniform(one))));
        let others = known.push_constants.iter().chain(&known.shader_records).map(|one| (one.block.as_str(), false));
        let mut seen = FxHashSet::default();
        for (name, is_uniform) in of_bindings.chain(others) {
            let breaks = fits.breaks(name);
            if breaks == Breaks::default() || !seen.insert((name, is_uniform)) {
                continue;
            }
            let because = format!("the layout of '{name}'");
            if breaks.std430 {
                self.need(SCALAR_LAYOUT, &because);
            } else if is_uniform && breaks.std140 {
                self.need(STANDARD_LAYOUT, &because);
            }
            if breaks.unrelaxed && !breaks.std430 && self.minor < 1 {
                self.extension("VK_KHR_relaxed_block_layout", Some(1), &[], &because);
            }
        }
    }

    /// Adds the features of mesh shading, of which each stage has its own.
    fn stages(&mut self, known: &Reflection) {
        let is_older = known.spirv.capabilities.iter().any(|one| one == "MeshShadingNV");
        let (structure, extension) = match is_older {
            true => ("VkPhysicalDeviceMeshShaderFeaturesNV", "VK_NV_mesh_shader"),
            false => ("VkPhysicalDeviceMeshShaderFeaturesEXT", "VK_EXT_mesh_shader"),
        };
        for entry in &known.entry_points {
            let name = match entry.stage.as_str() {
                "mesh" => "meshShader",
                "task" => "taskShader",
                _ => continue,
            };
            self.need(feature(structure, name, None, Some(extension)), &format!("the stage of '{}'", entry.name));
        }
    }

    /// Adds the features that stages other than compute need for writes.
    fn stores(&mut self, known: &Reflection) {
        for entry in &known.entry_points {
            let need = match entry.stage.as_str() {
                "vertex" | "tessellation_control" | "tessellation_evaluation" | "geometry" => VERTEX_STORES,
                "fragment" => FRAGMENT_STORES,
                _ => continue,
            };
            if let Some(one) = entry.resources.iter().find(|one| one.access.write) {
                self.need(need, &format!("'{}' writes '{}'", entry.name, one.name));
            }
        }
    }

    /// Adds the extensions on which those of features and those in the list depend, as far as the version of Vulkan does
    /// not have them.
    fn dependencies(&mut self) {
        let of_features = self.requires.features.iter().filter(|one| one.core.is_none());
        let mut names: Vec<String> = of_features.filter_map(|one| one.extension.clone()).collect();
        names.extend(self.requires.extensions.iter().map(|one| one.name.clone()));
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            at += 1;
            for (other, core) in extensions::beside(&name) {
                if core.is_some_and(|core| core <= self.minor) {
                    continue;
                }
                self.extension(other, *core, &[], &name);
                if !names.iter().any(|known| known == other) {
                    names.push((*other).to_owned());
                }
            }
        }
    }

    /// Adds a limit. The parts of the reason are put together where it counts.
    fn limit(&mut self, row: limits::Row, value: u64, because: &[&str]) {
        let limits = &mut self.requires.limits;
        match limits.iter_mut().find(|one| one.name == row.name) {
            Some(known) if known.value >= value => {}
            Some(known) => (known.value, known.because) = (value, because.concat()),
            None => limits.push(Limit {
                name: row.name.to_owned(),
                value,
                guaranteed: row.guaranteed,
                because: because.concat(),
            }),
        }
    }

    fn limits(&mut self, known: &Reflection) {
        for entry in &known.entry_points {
            self.entry_limits(entry, known);
        }
        for block in &known.push_constants {
            self.limit(
                limits::PUSH_CONSTANTS,
                block.offset.saturating_add(block.size),
                &["push constants '", &block.name, "'"],
            );
        }
        for one in &known.bindings {
            let set = Digits::of(one.set);
            self.limit(limits::SETS, u64::from(one.set) + 1, &["set ", set.as_str(), " of '", &one.name, "'"]);
            let range = match one.descriptor {
                Descriptor::UniformBuffer => limits::UNIFORM_RANGE,
                Descriptor::StorageBuffer => limits::STORAGE_RANGE,
                _ => continue,
            };
            if let Some(size) = one.min_size {
                self.limit(range, size, &["'", &one.name, "'"]);
            }
        }
    }

    fn entry_limits(&mut self, entry: &EntryPoint, known: &Reflection) {
        let name = entry.name.as_str();
        if let Some(of_groups) = of_groups(&entry.stage) {
            let size = entry.local_size.unwrap_or([Amount::Fixed(1); 3]).map(|one| one.number().unwrap_or_default());
            for (row, size) in of_groups.size.into_iter().zip(size) {
                self.limit(row, size, &["the workgroup of '", name, "'"]);
            }
            let all = size.iter().fold(1u64, |all, one| all.saturating_mul(*one));
            self.limit(of_groups.invocations, all, &["the workgroup of '", name, "'"]);
            if let Some(bytes) = entry.groupshared_bytes.filter(|bytes| *bytes > 0) {
                self.limit(of_groups.shared, bytes, &["shared memory of '", name, "'"]);
            }
        }
        for one in &entry.payloads {
            let row = match one.kind {
                PayloadKind::Task => limits::TASK_PAYLOAD,
                PayloadKind::HitAttribute => limits::HIT_ATTRIBUTES,
                // A pipeline is told how large these are.
                PayloadKind::Ray | PayloadKind::IncomingRay | PayloadKind::Callable | PayloadKind::IncomingCallable => {
                    continue;
                }
            };
            self.limit(row, one.size, &["'", &one.name, "' of '", name, "'"]);
        }
        for mode in &entry.modes {
            let row = match (mode.name.as_str(), entry.stage.as_str()) {
                ("OutputVertices", "geometry") => limits::GEOMETRY_VERTICES,
                ("OutputVertices", "mesh") => limits::MESH_VERTICES,
                ("OutputPrimitivesEXT", "mesh") => limits::MESH_PRIMITIVES,
                ("OutputVertices", "tessellation_control") => limits::PATCH_SIZE,
                ("Invocations", "geometry") => limits::GEOMETRY_INVOCATIONS,
                _ => continue,
            };
            let value = mode.operands.first().and_then(|one| one.number()).unwrap_or_default();
            self.limit(row, value, &[&mode.name, " of '", name, "'"]);
        }
        self.locations(entry);
        self.descriptors(entry, known);
    }

    fn locations(&mut self, entry: &EntryPoint) {
        let (variables, row) = match entry.stage.as_str() {
            "vertex" => (&entry.inputs, limits::VERTEX_ATTRIBUTES),
            "fragment" => (&entry.outputs, limits::COLOUR_OUTPUTS),
            _ => return,
        };
        let end = |one: &crate::model::Variable| {
            one.location.map(|location| u64::from(location) + u64::from(crate::interface::locations(&one.ty)))
        };
        if let Some(last) = variables.iter().filter_map(end).max() {
            self.limit(row, last, &["locations of '", &entry.name, "'"]);
        }
    }

    fn descriptors(&mut self, entry: &EntryPoint, known: &Reflection) {
        let rows = |descriptor| -> &[limits::Row] {
            match descriptor {
                Descriptor::Sampler => &[limits::SAMPLERS],
                Descriptor::CombinedImageSampler => &[limits::SAMPLERS, limits::SAMPLED_IMAGES],
                Descriptor::SampledImage | Descriptor::UniformTexelBuffer => &[limits::SAMPLED_IMAGES],
                Descriptor::StorageImage | Descriptor::StorageTexelBuffer => &[limits::STORAGE_IMAGES],
                Descriptor::UniformBuffer => &[limits::UNIFORM_BUFFERS],
                Descriptor::StorageBuffer => &[limits::STORAGE_BUFFERS],
                Descriptor::InputAttachment => &[limits::INPUT_ATTACHMENTS],
                Descriptor::AccelerationStructure | Descriptor::Tensor => &[],
            }
        };
        let mut counts: Vec<(limits::Row, u64)> = Vec::new();
        for one in entry.resources.iter().filter_map(|one| known.bindings.get(one.binding)) {
            // The pipeline layout has the length of a run-time array of descriptors.
            let Some(count) = one.count.number() else { continue };
            for row in rows(one.descriptor) {
                match counts.iter_mut().find(|(known, _)| known == row) {
                    Some((_, sum)) => *sum = sum.saturating_add(count),
                    None => counts.push((*row, count)),
                }
            }
        }
        for (row, count) in counts {
            self.limit(row, count, &["descriptors of '", &entry.name, "'"]);
        }
    }
}

/// The limits of the workgroups of a stage.
struct OfGroups {
    size: [limits::Row; 3],
    invocations: limits::Row,
    shared: limits::Row,
}

fn of_groups(stage: &str) -> Option<OfGroups> {
    let (size, invocations, shared) = match stage {
        "compute" => (limits::WORKGROUP_SIZE, limits::WORKGROUP_INVOCATIONS, limits::SHARED_MEMORY),
        "mesh" => (limits::MESH_WORKGROUP_SIZE, limits::MESH_INVOCATIONS, limits::MESH_SHARED_MEMORY),
        "task" => (limits::TASK_WORKGROUP_SIZE, limits::TASK_INVOCATIONS, limits::TASK_SHARED_MEMORY),
        _ => return None,
    };
    Some(OfGroups { size, invocations, shared })
}

/// Returns whether a module declares a capability.
fn declares(index: &Index<'_>, capability: Capability) -> bool {
    index.head.iter().any(|inst| inst.op == Op::Capability && inst.value(0) == capability as u32)
}

/// Adds a reason once.
fn note(reasons: &mut Vec<String>, reason: &str) {
    if !reasons.iter().any(|known| known == reason) {
        reasons.push(reason.to_owned());
    }
}

fn spelled(need: &Need) -> Option<String> {
    match need {
        Need::Feature { structure, name, .. } | Need::Property { structure, name, .. } => {
            Some(format!("{structure}::{name}"))
        }
        Need::Extension(name) => Some((*name).to_owned()),
        Need::Core(minor) => Some(vulkan(*minor)),
        Need::Kernel | Need::NotVulkan => None,
    }
}
