//! The shape of numbers: what a scalar, vector or matrix of the language is as a value of SPIR-V.
//!
//! Shapes that SPIR-V does not have are reduced here once: `float1` and `float1x1` are scalars, `float1x3` and `float3x1`
//! are vectors. A matrix of this module has two rows and two columns at least.

use sema::hir::Module;
use sema::hir::ty::{ElemClass, Scalar, Type, TypeId};

/// Elements in rows and columns. One row is a vector; one row and one column, a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Num {
    /// The element type.
    pub(crate) elem: Scalar,
    /// The number of rows; 1 for scalars and vectors.
    pub(crate) rows: u32,
    /// The number of components in a row.
    pub(crate) columns: u32,
}

impl Num {
    /// A scalar.
    pub(crate) const fn scalar(elem: Scalar) -> Self {
        Num { elem, rows: 1, columns: 1 }
    }

    /// A vector, or a scalar for one component.
    pub(crate) const fn vector(elem: Scalar, columns: u32) -> Self {
        Num { elem, rows: 1, columns }
    }

    /// The shape of a type; `None` for arrays, structs and objects.
    pub(crate) fn of(module: &Module, ty: TypeId) -> Option<Num> {
        match module.types[ty] {
            Type::Scalar(elem) => Some(Num::scalar(elem)),
            Type::Vector(elem, count) => Some(Num::vector(elem, u32::from(count))),
            Type::Matrix { elem, rows, columns } => Some(Num::matrix(elem, u32::from(rows), u32::from(columns))),
            Type::Enum(id) => Some(Num::scalar(module.enums[id].held())),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        }
    }

    /// A matrix, reduced to a vector or scalar where it has one row or column.
    pub(crate) const fn matrix(elem: Scalar, rows: u32, columns: u32) -> Self {
        match (rows, columns) {
            (rows, 1) => Num { elem, rows: 1, columns: rows },
            (rows, columns) => Num { elem, rows, columns },
        }
    }

    /// Returns whether there is more than one row.
    pub(crate) const fn is_matrix(self) -> bool {
        self.rows > 1
    }

    /// Returns whether it is a vector of two components at least.
    pub(crate) const fn is_vector(self) -> bool {
        self.rows == 1 && self.columns > 1
    }

    /// Returns whether there is one element.
    pub(crate) const fn is_scalar(self) -> bool {
        self.rows == 1 && self.columns == 1
    }

    /// One row.
    pub(crate) const fn row(self) -> Num {
        Num { rows: 1, ..self }
    }

    /// The shape with other elements.
    pub(crate) const fn with_elem(self, elem: Scalar) -> Num {
        Num { elem, ..self }
    }

    /// One element.
    pub(crate) const fn element(self) -> Num {
        Num::scalar(self.elem)
    }

    /// The class of the elements: signed, unsigned, float or bool.
    pub(crate) const fn class(self) -> ElemClass {
        self.elem.class()
    }

    /// The number of elements.
    pub(crate) const fn count(self) -> u32 {
        self.rows * self.columns
    }
}
