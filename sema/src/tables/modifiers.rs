//! Modifiers: their places, their types, and conflicts.

use super::attributes::Place;
use frontend::ast::Modifier;

/// The row of a modifier.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The declarations that it applies to.
    pub places: &'static [Place],
    /// The types that it applies to; `None` for all.
    pub values: Option<Values>,
    /// True if it gives a parameter of an entry point its role.
    pub is_of_stage: bool,
}

/// The types that a modifier applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A matrix.
    Matrices,
    /// Floating-point numbers, alone or in a vector or matrix.
    Floats,
    /// Integers, alone or in a vector or matrix.
    Integers,
    /// Resources that shaders write to.
    Written,
}

impl Values {
    /// The word for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Values::Matrices => "matrices",
            Values::Floats => "floating-point numbers",
            Values::Integers => "integers",
            Values::Written => "resources that can be written",
        }
    }
}

const PARAM: &[Place] = &[Place::Param];
const STAGE_IO: &[Place] = &[Place::Field, Place::Param, Place::Function];
const ANYWHERE: &[Place] =
    &[Place::Global, Place::Field, Place::Function, Place::Param, Place::Local, Place::Alias, Place::Struct];

const fn at(places: &'static [Place]) -> Row {
    Row { places, values: None, is_of_stage: false }
}

const fn of(values: Values) -> Row {
    Row { places: ANYWHERE, values: Some(values), is_of_stage: false }
}

const OF_STAGE: Row = Row { places: PARAM, values: None, is_of_stage: true };

/// The row of a modifier.
pub const fn row(modifier: Modifier) -> Row {
    match modifier {
        Modifier::Const => at(&[Place::Global, Place::Function, Place::Param, Place::Local, Place::Alias]),
        Modifier::Static => at(&[Place::Global, Place::Field, Place::Function, Place::Local]),
        Modifier::Uniform | Modifier::Groupshared => at(&[Place::Global, Place::Param]),
        Modifier::Shared => at(&[Place::Global, Place::Function]),
        Modifier::Extern => at(&[Place::Global]),
        Modifier::Inline | Modifier::Export => at(&[Place::Function]),
        Modifier::In | Modifier::Out | Modifier::InOut => at(PARAM),
        Modifier::Point
        | Modifier::Line
        | Modifier::LineAdj
        | Modifier::Triangle
        | Modifier::TriangleAdj
        | Modifier::Indices
        | Modifier::Vertices
        | Modifier::Primitives
        | Modifier::Payload => OF_STAGE,
        Modifier::NoInterpolation
        | Modifier::NoPerspective
        | Modifier::Linear
        | Modifier::Centroid
        | Modifier::Center
        | Modifier::Sample => at(STAGE_IO),
        Modifier::RowMajor | Modifier::ColumnMajor => of(Values::Matrices),
        Modifier::Snorm | Modifier::Unorm => of(Values::Floats),
        Modifier::Unsigned => of(Values::Integers),
        Modifier::Precise | Modifier::GloballyCoherent | Modifier::Typedef | Modifier::Constexpr => at(ANYWHERE),
        Modifier::ReorderCoherent => of(Values::Written),
        Modifier::Mutable => at(&[Place::Field]),
        Modifier::Explicit => at(&[Place::Function]),
    }
}

/// Pairs of modifiers that exclude each other from HLSL 202x on: a `groupshared` parameter is the memory of the argument.
pub const CONFLICTS_IN_202X: &[(Modifier, Modifier)] = &[
    (Modifier::Groupshared, Modifier::In),
    (Modifier::Groupshared, Modifier::Out),
    (Modifier::Groupshared, Modifier::InOut),
];

/// Pairs of modifiers that exclude each other.
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
