//! Values: numbers, aggregates and matrices, how they are made, converted and taken apart.

pub(crate) mod bits;
pub(crate) mod constant;
pub(crate) mod construct;
pub(crate) mod convert;
pub(crate) mod layout;
pub(crate) mod matrix;
pub(crate) mod swizzle;
