//! Where modifiers may stand, what types they are for, and which exclude each other.

use super::attributes::Place;
use frontend::ast::Modifier;

const GLOBAL: &[Place] = &[Place::Global];
const PARAM: &[Place] = &[Place::Param];
const FUNCTION: &[Place] = &[Place::Function];
const STAGE_IO: &[Place] = &[Place::Field, Place::Param, Place::Function];
const ANYWHERE: &[Place] =
    &[Place::Global, Place::Field, Place::Function, Place::Param, Place::Local, Place::Alias, Place::Struct];

/// The declarations that a modifier means something for.
pub const fn places(modifier: Modifier) -> &'static [Place] {
    match modifier {
        Modifier::Const => &[Place::Global, Place::Function, Place::Param, Place::Local, Place::Alias],
        Modifier::Static => &[Place::Global, Place::Field, Place::Function, Place::Local],
        Modifier::Volatile => &[Place::Local, Place::Alias],
        Modifier::Uniform => &[Place::Global, Place::Param],
        Modifier::Groupshared => &[Place::Global, Place::Param],
        Modifier::Shared => &[Place::Global, Place::Function],
        Modifier::Extern => GLOBAL,
        Modifier::Inline | Modifier::Export => FUNCTION,
        Modifier::In
        | Modifier::Out
        | Modifier::InOut
        | Modifier::Point
        | Modifier::Line
        | Modifier::LineAdj
        | Modifier::Triangle
        | Modifier::TriangleAdj
        | Modifier::Indices
        | Modifier::Vertices
        | Modifier::Primitives
        | Modifier::Payload => PARAM,
        Modifier::NoInterpolation
        | Modifier::NoPerspective
        | Modifier::Linear
        | Modifier::Centroid
        | Modifier::Center
        | Modifier::Sample => STAGE_IO,
        Modifier::RowMajor
        | Modifier::ColumnMajor
        | Modifier::Snorm
        | Modifier::Unorm
        | Modifier::Precise
        | Modifier::GloballyCoherent
        | Modifier::ReorderCoherent
        | Modifier::Typedef
        | Modifier::Unsigned
        | Modifier::Signed
        | Modifier::Constexpr
        | Modifier::Mutable => ANYWHERE,
    }
}

/// What modifiers are for that say something of a type's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A matrix.
    Matrices,
    /// Floating-point numbers, alone or in a vector or matrix.
    Floats,
    /// Integers, alone or in a vector or matrix.
    Integers,
}

impl Values {
    /// The word for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Values::Matrices => "matrices",
            Values::Floats => "floating-point numbers",
            Values::Integers => "integers",
        }
    }
}

/// The types that a modifier is for, unless it is for all.
pub const fn values(modifier: Modifier) -> Option<Values> {
    match modifier {
        Modifier::RowMajor | Modifier::ColumnMajor => Some(Values::Matrices),
        Modifier::Snorm | Modifier::Unorm => Some(Values::Floats),
        Modifier::Signed | Modifier::Unsigned => Some(Values::Integers),
        Modifier::Const
        | Modifier::Static
        | Modifier::Volatile
        | Modifier::Uniform
        | Modifier::Groupshared
        | Modifier::Shared
        | Modifier::Extern
        | Modifier::Inline
        | Modifier::Export
        | Modifier::In
        | Modifier::Out
        | Modifier::InOut
        | Modifier::Point
        | Modifier::Line
        | Modifier::LineAdj
        | Modifier::Triangle
        | Modifier::TriangleAdj
        | Modifier::Indices
        | Modifier::Vertices
        | Modifier::Primitives
        | Modifier::Payload
        | Modifier::NoInterpolation
        | Modifier::NoPerspective
        | Modifier::Linear
        | Modifier::Centroid
        | Modifier::Center
        | Modifier::Sample
        | Modifier::Precise
        | Modifier::GloballyCoherent
        | Modifier::ReorderCoherent
        | Modifier::Typedef
        | Modifier::Constexpr
        | Modifier::Mutable => None,
    }
}

/// Modifiers that one declaration cannot have both of.
pub const CONFLICTS: &[(Modifier, Modifier)] = &[
    (Modifier::Static, Modifier::Uniform),
    (Modifier::Static, Modifier::Extern),
    (Modifier::Extern, Modifier::Groupshared),
    (Modifier::Typedef, Modifier::Static),
    (Modifier::Typedef, Modifier::Extern),
    (Modifier::RowMajor, Modifier::ColumnMajor),
    (Modifier::Snorm, Modifier::Unorm),
    (Modifier::NoInterpolation, Modifier::Linear),
    (Modifier::NoInterpolation, Modifier::NoPerspective),
    (Modifier::NoInterpolation, Modifier::Centroid),
    (Modifier::NoInterpolation, Modifier::Sample),
];
