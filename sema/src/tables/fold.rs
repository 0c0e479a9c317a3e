//! How intrinsics are evaluated on constants.

/// A scalar as the evaluation sees it: integers are exact, floats are of double precision; the result is rounded to
/// its type afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A `bool`.
    Bool(bool),
    /// An integer of any type.
    Int(i128),
    /// A float of any type.
    Float(f64),
}

/// How an intrinsic is evaluated on constants. A function returns nothing where the value must not be decided at
/// compile time.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// Component by component, on floats.
    Float(fn(&[f64]) -> Option<f64>),
    /// Component by component, on scalars of the arguments' type, which is so many bits wide.
    Number(fn(&[Number], u32) -> Option<Number>),
    /// On whole vectors.
    Vector(fn(&[Vec<Number>]) -> Option<Vec<Number>>),
}
