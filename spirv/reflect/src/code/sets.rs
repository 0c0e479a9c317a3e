//! Descriptor sets as layouts have them: one entry for each binding, whatever the number of variables that name it.

use super::plan::Unsayable;
use crate::layout_rules::Fits;
use crate::model::{Amount, Binding, Descriptor, EntryPoint, Image, Reflection};

/// A binding of a set.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) binding: u32,
    pub(crate) descriptor: Descriptor,
    pub(crate) count: Amount,
    pub(crate) stages: Vec<String>,
    pub(crate) min_size: Option<u64>,
    /// The size with the padding behind the last element or member, which WebGPU requires as well.
    pub(crate) padded_size: Option<u64>,
    pub(crate) image: Option<Image>,
    /// True if no entry point writes.
    pub(crate) is_read: bool,
    /// True if no entry point reads.
    pub(crate) is_written: bool,
    /// True for a sampler that compares, as far as the source says so, and for a texture that it looks into.
    pub(crate) compares: bool,
}

/// A descriptor set.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) set: u32,
    pub(crate) slots: Vec<Slot>,
}

/// The descriptor sets of a module, by their numbers. What passes have removed is in none of them.
///
/// # Errors
/// When two variables at one binding need descriptors of two kinds.
pub(crate) fn sets(reflection: &Reflection) -> Result<Vec<Set>, Unsayable> {
    let mut sets: Vec<Set> = Vec::new();
    let fits = Fits::new(&reflection.types);
    for (number, one) in reflection.bindings.iter().enumerate().filter(|(_, one)| one.presence.kept) {
        let slot = slot(reflection, &fits, number, one);
        match sets.last_mut() {
            Some(last) if last.set == one.set => match last.slots.last_mut() {
                Some(known) if known.binding == one.binding => merge(known, slot, one.set)?,
                _ => last.slots.push(slot),
            },
            _ => sets.push(Set { set: one.set, slots: vec![slot] }),
        }
    }
    Ok(sets)
}

/// The least size of a buffer whose last element or member has its padding.
fn padded_size(reflection: &Reflection, fits: &Fits<'_>, one: &Binding) -> Option<u64> {
    let structure = reflection.structure(one.block.as_deref()?)?;
    let last = structure.members.last().filter(|last| last.is_unbounded());
    match last.and_then(|last| Some((last.offset, last.ty.dims.first()?.stride?))) {
        Some((offset, stride)) => Some(offset.saturating_add(stride)),
        None => one.min_size?.checked_next_multiple_of(fits.alignment(&structure.name)),
    }
}

fn slot(reflection: &Reflection, fits: &Fits<'_>, number: usize, one: &Binding) -> Slot {
    let uses = reflection.entry_points.iter().flat_map(|entry| &entry.resources).filter(|used| used.binding == number);
    let (reads, writes) = uses.fold((false, false), |(reads, writes), used| {
        let access = used.access;
        (reads || access.read || access.atomic, writes || access.write || access.atomic)
    });
    let compares = |at: &usize| {
        let ty = reflection.bindings[*at].hlsl.as_ref().and_then(|fact| fact.ty.as_deref());
        ty.is_some_and(|ty| ty.starts_with("SamplerComparisonState"))
    };
    let partners = reflection.entry_points.iter().flat_map(|entry| &entry.resources);
    let mut partners = partners.filter(|used| used.binding == number).flat_map(|used| &used.sampled_with);
    Slot {
        name: one.name.clone(),
        binding: one.binding,
        descriptor: one.descriptor,
        count: one.count,
        stages: one.stages.clone(),
        min_size: one.min_size,
        padded_size: padded_size(reflection, fits, one),
        image: one.image.clone(),
        is_read: one.readonly || !writes,
        is_written: one.writeonly || writes && !reads,
        compares: compares(&number) || partners.any(compares),
    }
}

/// A texture and a sampler in one place are one descriptor; others must be of one kind.
fn merge(known: &mut Slot, other: Slot, set: u32) -> Result<(), Unsayable> {
    use Descriptor::{CombinedImageSampler, SampledImage, Sampler};
    let is_half = |kind| matches!(kind, Sampler | SampledImage | CombinedImageSampler);
    if known.descriptor != other.descriptor {
        if !is_half(known.descriptor) || !is_half(other.descriptor) {
            return Err(Unsayable {
                what: format!("binding {} of set {set}", known.binding),
                reason: format!("'{}' and '{}' have different descriptor types", known.name, other.name),
            });
        }
        known.descriptor = CombinedImageSampler;
    }
    if other.count.number() > known.count.number() || other.count.number().is_none() {
        known.count = other.count;
    }
    known.stages.extend(other.stages.into_iter().filter(|stage| !known.stages.contains(stage)).collect::<Vec<_>>());
    known.min_size = known.min_size.max(other.min_size);
    known.padded_size = known.padded_size.max(other.padded_size);
    known.image = known.image.take().or(other.image);
    known.is_read &= other.is_read;
    known.is_written &= other.is_written;
    Ok(())
}

/// An attribute of a vertex, at an offset in a tightly packed vertex.
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) location: u32,
    /// The format of Vulkan, such as `R32G32_SFLOAT`.
    pub(crate) format: String,
    pub(crate) offset: u64,
}

/// The attributes of a vertex shader and the size of a vertex; a matrix is an attribute for each of its vectors.
///
/// # Errors
/// When an input has no format.
pub(crate) fn attributes(entry: &EntryPoint) -> Result<(Vec<Attribute>, u64), Unsayable> {
    let (mut attributes, mut offset) = (Vec::new(), 0u64);
    for input in &entry.inputs {
        let Some(location) = input.location else { continue };
        let name = match &input.semantic {
            Some(semantic) => format!("{semantic}{}", input.semantic_index.unwrap_or_default()),
            None => input.name.clone(),
        };
        let refuse = |reason: &str| Unsayable { what: format!("{}.{name}", entry.name), reason: reason.to_owned() };
        let vectors = input.ty.matrix.as_ref().map_or(1, |matrix| matrix.count);
        let format = crate::interface::format_of_vectors(&input.ty).ok_or_else(|| refuse("no format"))?;
        let size = u64::from(input.ty.matrix.as_ref().map_or(input.ty.components.unwrap_or(1), |one| one.length))
            * u64::from(input.ty.bytes());
        if input.component.is_some() {
            return Err(refuse("location is shared with others"));
        }
        for at in 0..vectors {
            let name = if vectors > 1 { format!("{name}[{at}]") } else { name.clone() };
            attributes.push(Attribute { name, location: location + at, format: format.clone(), offset });
            offset += size;
        }
    }
    Ok((attributes, offset))
}
