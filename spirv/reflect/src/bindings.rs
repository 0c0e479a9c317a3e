//! Resources: the variables with a set and a binding, push constants, and records of shader binding tables.

use crate::index::Index;
use crate::model::{Amount, Binding, Block, Descriptor, Image};
use crate::regions::Layouts;
use crate::uses::is_bound;
use dialect::diagnostics::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::enums::Kind;
use rustc_hash::FxHashMap;
use spirv::{Decoration, Dim, ImageFormat, Op, StorageClass};

/// The resources of a module, each with the id of its variable.
#[derive(Default)]
pub(crate) struct Resources {
    /// By set and binding.
    pub(crate) bindings: Vec<(u32, Binding)>,
    pub(crate) push_constants: Vec<(u32, Block)>,
    pub(crate) shader_records: Vec<(u32, Block)>,
}

impl Resources {
    /// Collects the resources of a module.
    pub(crate) fn new(layouts: Layouts<'_, '_>) -> Result<Resources> {
        let mut resources = Resources::default();
        let index = layouts.index;
        for inst in &index.variables {
            let Some(class) = StorageClass::from_u32(inst.value(0)).filter(|class| is_bound(*class)) else { continue };
            let id = inst.result_id();
            match class {
                StorageClass::PushConstant => resources.push_constants.extend(block(layouts, inst)),
                StorageClass::ShaderRecordBufferKHR => resources.shader_records.extend(block(layouts, inst)),
                _ => resources.bindings.extend(binding(layouts, inst, class)?.map(|one| (id, one))),
            }
        }
        resources.bindings.sort_by_key(|(_, one)| (one.set, one.binding));
        resources.tie_counters(index);
        resources.find_aliases();
        Ok(resources)
    }

    /// Pairs buffers with their counters, by the decoration of the buffer or, in modules of HLSL compilers, by name.
    fn tie_counters(&mut self, index: &Index<'_>) {
        let at: FxHashMap<u32, usize> = self.bindings.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
        let owner = |name: &str| COUNTERS.iter().find_map(|made| name.strip_prefix(made)).map(str::to_owned);
        let named = self.bindings.iter().enumerate().filter_map(|(at, (_, one))| Some((owner(&one.name)?, at)));
        let named: FxHashMap<String, usize> = named.collect();
        let mut pairs = Vec::new();
        for (buffer, (id, one)) in self.bindings.iter().enumerate() {
            let decorated = index.decorated_id(*id, Decoration::CounterBuffer).and_then(|counter| at.get(&counter));
            if let Some(counter) = decorated.or_else(|| named.get(&one.name))
                && one.descriptor == Descriptor::StorageBuffer
            {
                pairs.push((buffer, *counter));
            }
        }
        for (buffer, counter) in pairs {
            self.bindings[buffer].1.counter = Some(counter);
            self.bindings[counter].1.counter_of = Some(buffer);
        }
    }

    fn find_aliases(&mut self) {
        let place = |one: &Binding| (one.set, one.binding);
        let mut start = 0;
        for at in 1..=self.bindings.len() {
            if at < self.bindings.len() && place(&self.bindings[at].1) == place(&self.bindings[start].1) {
                continue;
            }
            // An alias names the first only: a list of all in each of them would be quadratic.
            for (_, other) in &mut self.bindings[start + 1..at] {
                other.alias_of = Some(start);
            }
            start = at;
        }
    }
}

/// What HLSL compilers put before the name of a buffer to name its counter.
const COUNTERS: [&str; 2] = ["counter.var.", "counter_var_"];

/// The pointee type of a variable.
fn contents(index: &Index<'_>, inst: &Inst) -> u32 {
    match inst.op {
        Op::UntypedVariableKHR => inst.id(1),
        _ => index.def(inst.type_id()).map_or(0, |pointer| pointer.id(1)),
    }
}

fn block(layouts: Layouts<'_, '_>, inst: &Inst) -> Option<(u32, Block)> {
    let structure = layouts.types.structure(contents(layouts.index, inst))?;
    let name = layouts.index.name(inst.result_id()).to_owned();
    Some((inst.result_id(), Block::new(name, structure)))
}

/// A variable as a resource; `None` for constants of kernels and other variables that hosts do not bind.
fn binding(layouts: Layouts<'_, '_>, inst: &Inst, class: StorageClass) -> Result<Option<Binding>> {
    let (index, id) = (layouts.index, inst.result_id());
    let (base, dims) = layouts.types.strip_arrays(contents(index, inst))?;
    let Some(descriptor) = descriptor(index, base, class) else { return Ok(None) };
    let dims: Vec<Amount> = dims.iter().map(|dim| dim.count).collect();
    let number = |kind| index.decorated(id, kind);
    let (set, place) = (number(Decoration::DescriptorSet), number(Decoration::Binding));
    let mut binding = Binding {
        name: index.name(id).to_owned(),
        image: image(layouts, base),
        input_attachment_index: number(Decoration::InputAttachmentIndex),
        ..Binding::new(set.unwrap_or_default(), place.unwrap_or_default(), descriptor, dims)
    };
    qualify(index, id, base, &mut binding);
    if let Some(structure) = layouts.types.structure(base) {
        binding.hold(layouts.types.laid(), structure);
    }
    Ok(Some(binding))
}

/// Sets the qualifiers that the variable has, or all of its members.
fn qualify(index: &Index<'_>, id: u32, base: u32, binding: &mut Binding) {
    let of_variable = |kind| index.has(id, kind);
    let members = index.def(base).filter(|inst| inst.op == Op::TypeStruct).map_or(0, |inst| inst.operands.len());
    let count = |kind| index.decorations(base).iter().filter(|one| one.member.is_some() && one.kind == kind).count();
    let holds = |kind| of_variable(kind) || members > 0 && count(kind) >= members;
    binding.readonly = holds(Decoration::NonWritable);
    binding.writeonly = holds(Decoration::NonReadable);
    binding.coherent = holds(Decoration::Coherent);
    binding.volatile = holds(Decoration::Volatile);
}

fn descriptor(index: &Index<'_>, base: u32, class: StorageClass) -> Option<Descriptor> {
    let inst = index.def(base)?;
    match (inst.op, class) {
        (Op::TypeStruct, StorageClass::StorageBuffer) => Some(Descriptor::StorageBuffer),
        (Op::TypeStruct, StorageClass::Uniform) => match index.has(base, Decoration::BufferBlock) {
            true => Some(Descriptor::StorageBuffer),
            false => Some(Descriptor::UniformBuffer),
        },
        (Op::TypeImage, _) => Some(descriptor_of_image(inst)),
        (Op::TypeSampler, _) => Some(Descriptor::Sampler),
        (Op::TypeSampledImage, _) => match index.def(inst.id(0)).map(|image| image.value(1)) {
            Some(dim) if dim == Dim::DimBuffer as u32 => Some(Descriptor::UniformTexelBuffer),
            _ => Some(Descriptor::CombinedImageSampler),
        },
        (Op::TypeAccelerationStructureKHR, _) => Some(Descriptor::AccelerationStructure),
        (Op::TypeTensorARM, _) => Some(Descriptor::Tensor),
        _ => None,
    }
}

fn descriptor_of_image(inst: &Inst) -> Descriptor {
    let is_stored = inst.literal(5) == 2;
    match Dim::from_u32(inst.value(1)) {
        Some(Dim::DimSubpassData) => Descriptor::InputAttachment,
        Some(Dim::DimBuffer) if is_stored => Descriptor::StorageTexelBuffer,
        Some(Dim::DimBuffer) => Descriptor::UniformTexelBuffer,
        _ if is_stored => Descriptor::StorageImage,
        _ => Descriptor::SampledImage,
    }
}

fn image(layouts: Layouts<'_, '_>, base: u32) -> Option<Image> {
    let mut inst = layouts.index.def(base)?;
    if inst.op == Op::TypeSampledImage {
        inst = layouts.index.def(inst.id(0))?;
    }
    if inst.op != Op::TypeImage {
        return None;
    }
    let format = Some(inst.value(6)).filter(|format| *format != ImageFormat::Unknown as u32);
    let format = format.map(|format| Kind::ImageFormat.table().text(format));
    Some(Image {
        dim: dim_name(inst.value(1)),
        arrayed: inst.literal(3) == 1,
        multisampled: inst.literal(4) == 1,
        depth: Some(inst.literal(2)).filter(|depth| *depth < 2).map(|depth| depth == 1),
        components: format.as_deref().map(components),
        format,
        sampled_type: layouts.types.scalar(inst.id(0)),
    })
}

/// The number of components of a format, each of which is in its name by the letter of a colour.
fn components(format: &str) -> u32 {
    let colours = format.strip_suffix("Snorm").unwrap_or(format);
    colours.chars().filter(|letter| "RrGgBbAa".contains(*letter)).count() as u32
}

fn dim_name(dim: u32) -> String {
    let name = Kind::Dim.table().text(dim);
    name.strip_prefix("Dim").unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_as_many_components_as_colours() {
        let count = |format: ImageFormat| components(&Kind::ImageFormat.table().text(format as u32));
        let of = |rows: &[ImageFormat]| rows.iter().map(|format| count(*format)).collect::<Vec<_>>();
        assert_eq!(of(&[ImageFormat::R32f, ImageFormat::R8Snorm, ImageFormat::R64ui, ImageFormat::R16i]), [1; 4]);
        assert_eq!(of(&[ImageFormat::Rg32f, ImageFormat::Rg8Snorm, ImageFormat::Rg16ui]), [2; 3]);
        assert_eq!(of(&[ImageFormat::R11fG11fB10f]), [3]);
        assert_eq!(of(&[ImageFormat::Rgba16Snorm, ImageFormat::Rgb10A2, ImageFormat::Rgb10a2ui]), [4; 3]);
    }
}
