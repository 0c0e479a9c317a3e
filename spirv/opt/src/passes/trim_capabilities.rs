//! Removal of unused capabilities and extensions.
//!
//! Only capabilities that the grammar or the types of a module tie to something can go; all others stay as declared. A capability
//! that was implied by a removed one, and is needed, is declared by its name.

use crate::edit;
use base::ids::Set;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use dialect::spirv::availability::{self, AnyOf};
use dialect::spirv::enums::{self, Kind};
use dialect::spirv::types::{Image, SAMPLER_USE, SpirvType};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashSet;
use spirv::{Capability, Decoration, Dim, ImageFormat, Op};

/// Capabilities that go when unused.
const TRIMMED: &[Capability] = &[
    Capability::ConstantDataKHR,
    Capability::Float16,
    Capability::Float64,
    Capability::FragmentShaderPixelInterlockEXT,
    Capability::FragmentShaderSampleInterlockEXT,
    Capability::FragmentShaderShadingRateInterlockEXT,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformPartitionedEXT,
    Capability::GroupNonUniformQuad,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformVote,
    Capability::Image1D,
    Capability::ImageBuffer,
    Capability::ImageCubeArray,
    Capability::ImageGatherExtended,
    Capability::ImageMSArray,
    Capability::InputAttachment,
    Capability::Int16,
    Capability::Int64,
    Capability::InterpolationFunction,
    Capability::MinLod,
    Capability::RayQueryKHR,
    Capability::RayTracingKHR,
    Capability::RuntimeDescriptorArray,
    Capability::Sampled1D,
    Capability::SampledBuffer,
    Capability::SampledCubeArray,
    Capability::ShaderClockKHR,
    Capability::ShaderNonUniform,
    Capability::StorageImageExtendedFormats,
    Capability::StorageImageMultisample,
    Capability::StorageImageReadWithoutFormat,
    Capability::StorageImageWriteWithoutFormat,
];

/// Capabilities of which one can replace another. They go when each op that could need them has another one.
const ALTERNATIVES: &[Capability] = &[
    Capability::FragmentShaderPixelInterlockEXT,
    Capability::FragmentShaderSampleInterlockEXT,
    Capability::FragmentShaderShadingRateInterlockEXT,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformPartitionedEXT,
];

/// Capabilities that follow from the types of a module alone.
const BY_TYPE: &[Capability] = &[
    Capability::ConstantDataKHR,
    Capability::Image1D,
    Capability::ImageBuffer,
    Capability::ImageCubeArray,
    Capability::ImageMSArray,
    Capability::InputAttachment,
    Capability::RuntimeDescriptorArray,
    Capability::Sampled1D,
    Capability::SampledBuffer,
    Capability::SampledCubeArray,
    Capability::StorageImageExtendedFormats,
    Capability::StorageImageMultisample,
];

/// Drops unused capabilities and extensions.
pub(crate) fn trim(module: &mut Module) {
    let declared = facts::array_of(module, module.root, attrs::CAPABILITIES).to_vec();
    let is_of = |attr: &AttrId, capability: Capability| facts::number(module, *attr) == Some(capability as u64);
    let is_trimmed = |attr: &&AttrId| TRIMMED.iter().any(|capability| is_of(attr, *capability));
    if !declared.iter().any(|attr| is_trimmed(&attr)) {
        return;
    }
    let needs = availability::needs(module);
    let mut needed: Set<Capability> = needs.any_of.iter().flatten().copied().collect();
    needed.extend(without_format(module));
    // The grammar knows the dimension of an image, and not whether it is sampled.
    needed.retain(|one| !BY_TYPE.contains(one));
    needed.extend(needs.types.iter().flat_map(|ty| of_type(module, *ty)));
    // Chains into heaps name arrays that are the type of nothing.
    if declared.iter().any(|attr| is_of(attr, Capability::DescriptorHeapEXT)) {
        needed.insert(Capability::RuntimeDescriptorArray);
    }
    drop_alternatives(module, &declared, &needs.any_of, &mut needed);
    let is_needed = |attr: &AttrId| needed.iter().any(|capability| is_of(attr, *capability));
    let (gone, mut kept): (Vec<AttrId>, Vec<AttrId>) =
        declared.iter().partition(|attr| is_trimmed(attr) && !is_needed(attr));
    if gone.is_empty() {
        return;
    }
    let given = availability::declared(module);
    declare(module, &kept);
    kept.extend(uncovered(module, &given));
    declare(module, &kept);
    drop_extensions(module, &gone, &kept);
}

/// Takes the capabilities away from the needed ones that others can replace.
fn drop_alternatives(module: &Module, declared: &[AttrId], needs: &Set<AnyOf>, needed: &mut Set<Capability>) {
    let numbers = declared.iter().filter_map(|attr| facts::number(module, *attr)).map(|number| number as u32);
    let mut listed: Vec<Capability> = numbers.filter_map(Capability::from_u32).collect();
    for one in ALTERNATIVES {
        if !listed.contains(one) || !needed.contains(one) {
            continue;
        }
        let has_other = |any_of: &AnyOf| any_of.iter().any(|other| other != one && listed.contains(other));
        if needs.iter().filter(|any_of| any_of.contains(one)).all(has_other) {
            listed.retain(|other| other != one);
            needed.swap_remove(one);
        }
    }
}

fn declare(module: &mut Module, capabilities: &[AttrId]) {
    let listed = module.ctx.attr(Attr::Array(capabilities.into()));
    let root = module.root;
    module[root].set_attr(attrs::CAPABILITIES, listed);
}

/// Needed capabilities that only removed ones have implied.
fn uncovered(module: &mut Module, given: &Set<u32>) -> Vec<AttrId> {
    let is_given = |one: &Capability| given.contains(&(*one as u32));
    let unmet = availability::unmet(module).into_iter();
    let needed: Set<Capability> = unmet.filter_map(|(_, any_of)| any_of.into_iter().find(is_given)).collect();
    needed.into_iter().map(|one| module.ctx.enum_attr(Kind::Capability.id(), one as u32)).collect()
}

/// Drops extensions that only removed capabilities needed.
fn drop_extensions(module: &mut Module, gone: &[AttrId], kept: &[AttrId]) {
    let of = |attrs: &[AttrId]| -> FxHashSet<&'static str> {
        let numbers = attrs.iter().filter_map(|attr| facts::number(module, *attr));
        numbers.flat_map(|number| Kind::Capability.extensions(number as u32)).collect()
    };
    let (gone, kept) = (of(gone), of(kept));
    let is_kept = |attr: &AttrId| {
        if let Attr::Str(name) = &module.ctx[*attr] { !gone.contains(&**name) || kept.contains(&**name) } else { true }
    };
    let mut listed = facts::array_of(module, module.root, attrs::EXTENSIONS).to_vec();
    listed.retain(is_kept);
    let listed = module.ctx.attr(Attr::Array(listed.into()));
    let root = module.root;
    module[root].set_attr(attrs::EXTENSIONS, listed);
}

/// The capabilities that a type needs of [`BY_TYPE`].
fn of_type(module: &Module, ty: TypeId) -> Vec<Capability> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Image(image)) => of_image(image),
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) if is_resource(module, *elem) => {
            vec![Capability::RuntimeDescriptorArray]
        }
        // Constants of it are written as data.
        Type::Spirv(SpirvType::Array { elem, stride: None, .. })
            if matches!(module.ctx[*elem], Type::Int { width: 8.., .. }) =>
        {
            vec![Capability::ConstantDataKHR]
        }
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn of_image(image: &Image) -> Vec<Capability> {
    use Capability::*;
    let (arrayed, multisampled) = (image.arrayed == 1, image.multisampled == 1);
    let (sampled, storage): (&[Capability], &[Capability]) = match image.dim {
        Dim::Dim1D => (&[Sampled1D], &[Image1D]),
        // The second implies the first, which is declared with it.
        Dim::DimBuffer => (&[SampledBuffer], &[SampledBuffer, ImageBuffer]),
        Dim::DimCube if arrayed => (&[SampledCubeArray], &[ImageCubeArray]),
        Dim::DimSubpassData => (&[], &[InputAttachment]),
        _ if arrayed && multisampled => (&[], &[ImageMSArray, StorageImageMultisample]),
        _ if multisampled => (&[], &[StorageImageMultisample]),
        _ => (&[], &[]),
    };
    // Kernels do not say how an image is used.
    match SAMPLER_USE[usize::from(image.sampler_use)] {
        "NeedSampler" => sampled.to_vec(),
        "NoSampler" => storage.to_vec(),
        _ => [sampled, storage].concat(),
    }
}

/// Returns whether the elements of an array are resources and no data.
fn is_resource(module: &Module, ty: TypeId) -> bool {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { decorations, .. }) => decorations.iter().any(|(name, _)| {
            let kind = enums::decoration(name);
            kind == Some(Decoration::Block as u32) || kind == Some(Decoration::BufferBlock as u32)
        }),
        Type::Spirv(SpirvType::Array { elem, .. }) => is_resource(module, *elem),
        Type::Spirv(
            SpirvType::Image(_) | SpirvType::SampledImage(_) | SpirvType::Sampler | SpirvType::Other { .. },
        ) => true,
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => false,
    }
}

/// The capabilities of reads and writes of images whose type has no format.
fn without_format(module: &Module) -> Set<Capability> {
    let ops = edit::functions(module).into_iter().flat_map(|func| walk::ops(module, func));
    ops.filter(|op| has_no_format(module, *op)).filter_map(|op| access(module, op)).collect()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn access(module: &Module, op: OpId) -> Option<Capability> {
    match edit::core(module, op)? {
        Op::ImageRead | Op::ImageSparseRead => Some(Capability::StorageImageReadWithoutFormat),
        Op::ImageWrite => Some(Capability::StorageImageWriteWithoutFormat),
        _ => None,
    }
}

fn has_no_format(module: &Module, op: OpId) -> bool {
    let ty = module[op].operands.first().map(|image| &module.ctx[module.type_of(*image)]);
    match ty {
        Some(Type::Spirv(SpirvType::Image(image))) => {
            image.format == ImageFormat::Unknown && image.dim != Dim::DimSubpassData
        }
        _ => true,
    }
}
