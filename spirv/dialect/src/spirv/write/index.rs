//! What the writer looks up in a module by name.

use crate::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use crate::spirv::types::SpirvType;
use crate::spirv::{attrs, debug, facts};
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The entities of a module by name, and the names of its types.
pub(super) struct Index<'m> {
    pub(super) structs: FxHashMap<Symbol, TypeId>,
    pub(super) symbols: FxHashMap<Symbol, OpId>,
    pub(super) type_names: FxHashMap<TypeId, TypeNames<'m>>,
    /// The debug set, if any.
    pub(super) debug_set: Option<AttrId>,
}

impl<'m> Index<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        let structs = module.ctx.types().filter_map(|(id, ty)| match ty {
            Type::Spirv(SpirvType::Struct { name: Some(name), .. }) => Some((*name, id)),
            _ => None,
        });
        // Most ops have no attributes, and so no names.
        let named = walk::ops(module, module.root).filter(|op| !module[*op].attrs.is_empty());
        Index {
            structs: structs.collect(),
            symbols: named.filter_map(|op| Some((facts::name_of(module, op)?, op))).collect(),
            type_names: type_names(module),
            debug_set: debug::set_of(module),
        }
    }
}

/// The names that the attributes of a module give to types.
fn type_names(module: &Module) -> FxHashMap<TypeId, TypeNames<'_>> {
    let mut found: FxHashMap<TypeId, TypeNames<'_>> = FxHashMap::default();
    for name in [attrs::TYPE_NAMES, attrs::MEMBER_NAMES] {
        for attr in facts::array_of(module, module.root, name) {
            let Attr::Array(items) = &module.ctx[*attr] else { continue };
            let Some((ty, names)) = items.split_first() else { continue };
            let Attr::Type(ty) = module.ctx[*ty] else { continue };
            let entry = found.entry(ty).or_default();
            match name {
                attrs::TYPE_NAMES => entry.own = names.first().copied(),
                _ => entry.of_members = names,
            }
        }
    }
    found
}

/// The names of a type and its members that the module keeps beside the type.
#[derive(Clone, Copy, Default)]
pub(super) struct TypeNames<'m> {
    pub(super) own: Option<AttrId>,
    pub(super) of_members: &'m [AttrId],
}
