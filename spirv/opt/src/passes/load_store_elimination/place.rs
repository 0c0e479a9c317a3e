//! Targets of pointers: the variable, and the indices into it.

use crate::edit;
use crate::passes::descriptor_scalar_replacement::innermost;
use base::intern::Symbol;
use dialect::ir::{Module, NamedAttr, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, host};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op, StorageClass};
use std::rc::Rc;

/// Longer paths are not compared.
const MAX_PATH: usize = 16;

/// Visibility of a variable's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// To the invocation alone.
    Own,
    /// To the workgroup.
    Workgroup,
    /// To all; other variables may be the same memory.
    Buffer,
}

impl Space {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn of(storage: StorageClass) -> Option<Space> {
        match storage {
            StorageClass::Function | StorageClass::Private => Some(Space::Own),
            StorageClass::Workgroup => Some(Space::Workgroup),
            StorageClass::StorageBuffer | StorageClass::Uniform => Some(Space::Buffer),
            _ => None,
        }
    }

    /// Returns whether a pointer into a storage class may lead to memory of the invocation alone.
    pub(super) fn may_be_own(storage: StorageClass) -> bool {
        Space::of(storage) == Some(Space::Own) || storage == StorageClass::Generic
    }
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Variable(ValueId),
    Global(Symbol),
}

/// The target of a pointer.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) root: Root,
    pub(super) space: Space,
    /// The address of the variable.
    base: ValueId,
    /// The number of indices that select one of several buffers, which may alias.
    buffers: usize,
    path: Vec<ValueId>,
}

/// A global variable whose memory can have known values.
#[derive(Clone, Copy, Debug)]
struct Global {
    space: Space,
    buffers: usize,
}

/// The global variables whose memory can have known values.
#[derive(Debug)]
pub(super) struct Globals {
    known: FxHashMap<Symbol, Global>,
}

impl Globals {
    pub(super) fn of(module: &Module) -> Globals {
        let mut known = FxHashMap::default();
        for (op, ty, storage) in host::variables(module) {
            let (Some(name), Some(space)) = (facts::name_of(module, op), Space::of(storage)) else { continue };
            let is_shared = is_seen_at_once(&module[op].attrs) || has_such_member(module, innermost(module, ty));
            if !is_shared {
                let buffers = if space == Space::Buffer { arrays_around(module, ty) } else { 0 };
                known.insert(name, Global { space, buffers });
            }
        }
        Globals { known }
    }
}

/// Returns whether writes of others are visible without a barrier, or the memory has other names.
fn is_seen_at_once(attrs: &[NamedAttr]) -> bool {
    [Decoration::Volatile, Decoration::Coherent, Decoration::Aliased].into_iter().any(|decoration| {
        let row = Kind::Decoration.table().get(decoration as u32);
        row.is_some_and(|row| attrs.iter().any(|(name, _)| *name == row.snake))
    })
}

fn has_such_member(module: &Module, ty: TypeId) -> bool {
    if let Type::Spirv(SpirvType::Struct { members, .. }) = &module.ctx[ty] {
        members.iter().any(|member| is_seen_at_once(&member.decorations))
    } else {
        false
    }
}

fn arrays_around(module: &Module, ty: TypeId) -> usize {
    let mut current = ty;
    let mut count = 0;
    while let Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) = module.ctx[current] {
        current = elem;
        count += 1;
    }
    count
}

/// The targets of the pointers of a function.
#[derive(Debug)]
pub(super) struct Places<'g> {
    globals: &'g Globals,
    found: FxHashMap<ValueId, Option<Rc<Place>>>,
}

impl<'g> Places<'g> {
    pub(super) fn new(globals: &'g Globals) -> Self {
        Places { globals, found: FxHashMap::default() }
    }

    /// The target of a pointer, if it is one place in one variable.
    pub(super) fn of(&mut self, module: &Module, pointer: ValueId) -> Option<Rc<Place>> {
        if let Some(found) = self.found.get(&pointer) {
            return found.clone();
        }
        let place = self.find(module, pointer).map(Rc::new);
        self.found.insert(pointer, place.clone());
        place
    }

    /// The variable that a pointer leads into; its target was requested before.
    pub(super) fn root(&self, pointer: ValueId) -> Option<Root> {
        self.found.get(&pointer)?.as_ref().map(|place| place.root)
    }

    /// The variable that a place is a part of.
    pub(super) fn whole(&self, place: &Place) -> Option<ValueId> {
        (!place.path.is_empty()).then_some(place.base)
    }

    fn find(&self, module: &Module, pointer: ValueId) -> Option<Place> {
        let mut path = Vec::new();
        let mut base = pointer;
        while let Some(chain) = module.defining_op(base).filter(|op| edit::is_chain(module, *op)) {
            let (next, indices) = module[chain].operands.split_first()?;
            path.extend(indices.iter().rev());
            if path.len() > MAX_PATH {
                return None;
            }
            base = *next;
        }
        path.reverse();
        if let Some(name) = edit::global(module, base) {
            let Global { space, buffers } = *self.globals.known.get(&name)?;
            return Some(Place { root: Root::Global(name), space, base, buffers, path });
        }
        let op = module.defining_op(base)?;
        let is_own = edit::core(module, op) == Some(Op::Variable)
            && facts::storage_of(module, module.type_of(base)) == Some(StorageClass::Function);
        is_own.then_some(Place { root: Root::Variable(base), space: Space::Own, base, buffers: 0, path })
    }
}

/// Returns whether two places in one variable are disjoint.
pub(super) fn are_apart(module: &Module, a: &Place, b: &Place) -> bool {
    let number = |value: &ValueId| edit::constant_number(module, *value);
    let mut indices = a.path.iter().zip(&b.path).skip(a.buffers);
    indices.any(|(a, b)| number(a).zip(number(b)).is_some_and(|(a, b)| a != b))
}

/// The indices of a place as literals, with the type of the part of a value that they select.
pub(super) fn literal_path(module: &Module, ty: TypeId, place: &Place) -> Option<(Vec<u32>, TypeId)> {
    let (mut indices, mut ty) = (Vec::new(), ty);
    for index in &place.path {
        let index = u32::try_from(edit::constant_number(module, *index)?).ok()?;
        ty = facts::part_type(&module.ctx, ty, index as usize)?;
        indices.push(index);
    }
    Some((indices, ty))
}
