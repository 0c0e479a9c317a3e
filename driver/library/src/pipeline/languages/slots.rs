//! Places of resources in languages that know no sets: each kind of resource has its own numbers from 0, in the order of sets
//! and bindings.

use crate::pipeline::languages::Absent;
use naga::{AddressSpace, GlobalVariable, ImageClass, Module, ResourceBinding, StorageAccess, TypeInner};
use std::collections::BTreeMap;

/// A kind of resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Uniform,
    Storage,
    Image,
    Texture,
    Sampler,
}

/// A resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resource {
    pub(super) kind: Kind,
    /// True if shaders write it.
    pub(super) is_written: bool,
}

/// The resources of a module, in the order of their places.
pub(super) fn resources(module: &Module) -> BTreeMap<ResourceBinding, Resource> {
    module
        .global_variables
        .iter()
        .filter_map(|(_, global)| Some((global.binding?, resource(module, global)?)))
        .collect()
}

fn resource(module: &Module, global: &GlobalVariable) -> Option<Resource> {
    let resource = |kind, is_written| Some(Resource { kind, is_written });
    match global.space {
        AddressSpace::Uniform => resource(Kind::Uniform, false),
        AddressSpace::Storage { access } => resource(Kind::Storage, access.contains(StorageAccess::STORE)),
        _ => match element(module, global) {
            TypeInner::Sampler { .. } => resource(Kind::Sampler, false),
            TypeInner::Image { class: ImageClass::Storage { access, .. }, .. } => {
                resource(Kind::Image, access.contains(StorageAccess::STORE))
            }
            TypeInner::Image { .. } => resource(Kind::Texture, false),
            _ => None,
        },
    }
}

/// The type of a variable, or of the elements of an array of resources.
fn element<'m>(module: &'m Module, global: &GlobalVariable) -> &'m TypeInner {
    match &module.types[global.ty].inner {
        TypeInner::BindingArray { base, .. } => &module.types[*base].inner,
        own => own,
    }
}

/// The numbers of resources, of which those of a class share their numbers.
pub(super) fn numbered(
    resources: &BTreeMap<ResourceBinding, Resource>,
    class: impl Fn(Kind) -> Kind,
) -> Result<BTreeMap<ResourceBinding, u8>, Absent> {
    let mut next: BTreeMap<Kind, u8> = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for (place, resource) in resources {
        let number = next.entry(class(resource.kind)).or_default();
        numbers.insert(*place, *number);
        *number =
            number.checked_add(1).ok_or_else(|| Absent::from("more than 255 resources of one kind".to_owned()))?;
    }
    Ok(numbers)
}
