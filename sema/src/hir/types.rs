//! The types of a module. Scalars, vectors and matrices, which nearly all expressions have, are found without hashing.

use super::ty::{MAX_SHORT_VECTOR, Type, TypeId};
use base::ids::UniqueArena;
use std::ops::Index;

/// The types of a module: equal types have equal ids.
#[derive(Clone, Debug, Default)]
pub struct Types {
    all: UniqueArena<Type>,
    /// The ids of numeric types, by [`place_of`], once they have one.
    numbers: Vec<Option<TypeId>>,
}

/// One scalar, four vectors and 16 matrices.
const SHAPES: usize = 21;

/// A dense index of numeric types; `None` for other types.
#[inline]
fn place_of(ty: Type) -> Option<usize> {
    let (elem, shape) = match ty {
        Type::Scalar(elem) => (elem, 0),
        Type::Vector(elem, size @ 1..=MAX_SHORT_VECTOR) => (elem, usize::from(size)),
        Type::Matrix { elem, rows: rows @ 1..=4, columns: columns @ 1..=4 } => (elem, usize::from(rows * 4 + columns)),
        Type::Error
        | Type::Void
        | Type::String
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => return None,
    };
    Some(elem as usize * SHAPES + shape)
}

impl Types {
    /// The id of a type, which is added when there is no equal one yet.
    #[inline]
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let known = place_of(ty).and_then(|place| self.numbers.get(place).copied().flatten());
        known.unwrap_or_else(|| self.find_or_add(ty))
    }

    fn find_or_add(&mut self, ty: Type) -> TypeId {
        let Some(place) = place_of(ty) else { return self.all.intern(ty) };
        let id = self.all.intern(ty);
        self.numbers.resize(self.numbers.len().max(place + 1), None);
        self.numbers[place] = Some(id);
        id
    }

    /// Returns whether a type has an id.
    pub(crate) fn has(&self, ty: Type) -> bool {
        self.all.lookup(&ty).is_some()
    }

    /// The type with an id, if it is one of this module.
    pub fn get(&self, id: TypeId) -> Option<Type> {
        (id.index() < self.all.len()).then(|| self.all[id])
    }

    /// The ids of all types.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        (0..self.all.len() as u32).map(TypeId::new)
    }
}

impl Index<TypeId> for Types {
    type Output = Type;
    #[inline]
    fn index(&self, id: TypeId) -> &Type {
        &self.all[id]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::ty::Scalar;

    #[test]
    fn equal_types_alone_have_equal_ids() {
        let mut all = vec![Type::Void, Type::Error];
        for elem in [Scalar::Bool, Scalar::Int, Scalar::LiteralFloat] {
            all.push(Type::Scalar(elem));
            all.extend((1..=4).map(|size| Type::Vector(elem, size)));
            let sizes = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns)));
            all.extend(sizes.map(|(rows, columns)| Type::Matrix { elem, rows, columns }));
        }
        let mut types = Types::default();
        let ids: Vec<TypeId> = all.iter().map(|&ty| types.intern(ty)).collect();
        assert!(ids.iter().copied().eq(types.ids()), "{ids:?}");
        for (&ty, &id) in all.iter().zip(&ids) {
            assert_eq!((types.intern(ty), types[id], types.get(id)), (id, ty, Some(ty)));
        }
        assert_eq!(types.get(TypeId::new(all.len() as u32)), None);
    }
}
