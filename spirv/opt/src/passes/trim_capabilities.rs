//! Removal of unused capabilities and extensions.
//!
//! Only capabilities that the grammar ties to ops, types and operands can go; all others stay as declared. A capability
//! that was implied by a removed one, and is needed, is declared by its name.

use crate::edit;
use base::ids::Set;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, availability, facts};
use rustc_hash::FxHashSet;
use spirv::{Capability, Dim, ImageFormat, Op};

/// Capabilities that go when unused.
const TRIMMED: &[Capability] = &[
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
    Capability::Int16,
    Capability::Int64,
    Capability::InterpolationFunction,
    Capability::MinLod,
    Capability::RayQueryKHR,
    Capability::RayTracingKHR,
    Capability::ShaderClockKHR,
    Capability::StorageImageReadWithoutFormat,
    Capability::StorageImageWriteWithoutFormat,
];

/// Drops unused capabilities and extensions.
pub(crate) fn trim(module: &mut Module) {
    let declared = facts::array_of(module, module.root, attrs::CAPABILITIES).to_vec();
    let is_of = |attr: &AttrId, capability: Capability| facts::number(module, *attr) == Some(capability as u64);
    let is_trimmed = |attr: &&AttrId| TRIMMED.iter().any(|capability| is_of(attr, *capability));
    if !declared.iter().any(|attr| is_trimmed(&attr)) {
        return;
    }
    let mut needed = availability::mentioned(module);
    needed.extend(without_format(module));
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
    let is_kept = |attr: &AttrId| match &module.ctx[*attr] {
        Attr::Str(name) => !gone.contains(&**name) || kept.contains(&**name),
        _ => true,
    };
    let mut listed = facts::array_of(module, module.root, attrs::EXTENSIONS).to_vec();
    listed.retain(is_kept);
    let listed = module.ctx.attr(Attr::Array(listed.into()));
    let root = module.root;
    module[root].set_attr(attrs::EXTENSIONS, listed);
}

/// The capabilities of reads and writes of images whose type has no format.
fn without_format(module: &Module) -> Set<Capability> {
    let ops = edit::functions(module).into_iter().flat_map(|func| walk::ops(module, func));
    ops.filter(|op| has_no_format(module, *op)).filter_map(|op| access(module, op)).collect()
}

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
